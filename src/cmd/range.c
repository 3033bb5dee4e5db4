/* Ranges as they are asked: does a thing lie in one? Elements are intersected unless `union` stands
 * among them. Reading them: range_read.c. */
#include "cmd/range_kept.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/session_kept.h"
#include "world/fracture/template.h"

/* ---- asking ---- */

/* Rows of the facets of each wall: from first[wall] on, up to those of the next wall. */
typedef struct facet_lists {
  uint32_t *first, *row;
} facet_lists;

typedef struct subject {
  scr_kind kind;
  const facet_lists *facets; /* of walls; NULL: they are not listed */
  const scr_pose *coming;    /* a ball that is not made yet: it has no row */
  uint32_t row;
  scr_contact c;
  scr_ref geom; /* handle of a node, edge or polygon */
  uint32_t id, groups;
  uint32_t end_groups[2]; /* of a contact: those of its pieces */
  double x[3], r;         /* r: of a ball or measurement region */
} subject;

static double distance(const double *a, const double *b) {
  double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* A ball of radius r about x and the box: do they meet? r = 0: is x inside? */
static bool in_box(const scr_elem *e, int dim, const double *x, double r) {
  double sum = 0;
  for (int k = 0; k < dim; k++) {
    double out = x[k] < e->a[k] ? e->a[k] - x[k] : x[k] > e->b[k] ? x[k] - e->b[k] : 0;
    sum += out * out;
  }
  return sum <= r * r;
}

static bool in_cylinder(const scr_elem *e, const double *x, double r) {
  double axis[3], len = distance(e->a, e->b), along = 0, off = 0;
  for (int k = 0; k < 3; k++) axis[k] = (e->b[k] - e->a[k]) / len;
  for (int k = 0; k < 3; k++) along += (x[k] - e->a[k]) * axis[k];
  for (int k = 0; k < 3; k++) {
    double d = x[k] - e->a[k] - along * axis[k];
    off += d * d;
  }
  off = sqrt(off);
  return along >= -r && along <= len + r && off <= e->hi + r && off >= e->lo - r;
}

static bool in_plane(const scr_elem *e, const double *x, double r) {
  double d = 0;
  for (int k = 0; k < 3; k++) d += (x[k] - e->a[k]) * e->b[k];
  if (e->side == SCR_ABOVE) return d + r >= 0;
  if (e->side == SCR_BELOW) return d - r <= 0;
  return fabs(d) <= e->hi + r;
}

static bool in_space(const scr_elem *e, int dim, const double *x, double r) {
  double d = distance(x, e->a);
  switch (e->kind) {
  case SCR_IN_AXIS: return x[e->axis] >= e->lo - r && x[e->axis] <= e->hi + r;
  case SCR_IN_BOX: return in_box(e, dim, x, r);
  case SCR_IN_CYLINDER: return in_cylinder(e, x, r);
  case SCR_IN_POLYGON: return scr_polygon_holds(e->polygon, x, r);
  case SCR_IN_GEOMETRY: return scr_geom_ask_holds(e->geometry, x, r);
  case SCR_IN_PLANE: return in_plane(e, x, r);
  case SCR_IN_ANNULUS: return d <= e->hi + r && d >= e->lo - r;
  default: return d <= e->hi + r; /* sphere, point */
  }
}

/* The facets of a wall, in order of rows, one after the other: those that are listed, else all are
 * gone through. */
typedef struct facet_walk {
  const scr_world *w;
  const subject *wall;
  uint32_t k;
} facet_walk;

static facet_walk facets_of(const scr_world *w, const subject *wall) {
  return (facet_walk){w, wall, wall->facets ? wall->facets->first[wall->row] : 0};
}

static bool next_facet(facet_walk *i, uint32_t *row) {
  const facet_lists *listed = i->wall->facets;
  if (listed) {
    const bool more = i->k < listed->first[i->wall->row + 1];
    if (more) *row = listed->row[i->k++];
    return more;
  }
  for (*row = i->k; *row < i->w->facet.n; ++*row) {
    if (*(const uint32_t *)scr_table_at(&i->w->facet, SCR_FACET_WALL, *row) != i->wall->row)
      continue;
    i->k = *row + 1;
    return true;
  }
  return false;
}

static bool any_vertex_in_space(const scr_world *w, const scr_elem *e, uint32_t facet) {
  const uint32_t *v = scr_table_at(&w->facet, SCR_FACET_VERTEX, facet);
  for (int k = 0; k < w->dim; k++)
    if (in_space(e, w->dim, scr_table_at(&w->vertex, SCR_VERTEX_POSITION, v[k]), 0)) return true;
  return false;
}

/* With `extent`: of walls and facets, any vertex. */
static bool piece_in_space(const scr_world *w, const scr_elem *e, const subject *u) {
  if (!e->extent || !u->kind || u->kind == SCR_K_CONTACT || u->kind == SCR_K_FRACTURE ||
      u->kind == SCR_K_BRICK || scr_lib_is_geom(u->kind))
    return in_space(e, w->dim, u->x, 0);
  if (u->kind == SCR_K_BALL || u->kind == SCR_K_MEASURE) return in_space(e, w->dim, u->x, u->r);
  if (u->kind == SCR_K_FACET) return any_vertex_in_space(w, e, u->row);
  facet_walk walk = facets_of(w, u);
  for (uint32_t f; next_facet(&walk, &f);)
    if (any_vertex_in_space(w, e, f)) return true;
  return false;
}

static bool in_ids(const scr_elem *e, uint32_t id) {
  if (e->kind == SCR_IN_ID) return id >= e->ids[0] && id <= e->ids[1];
  for (size_t k = 0; k < e->nids; k++)
    if (e->ids[k] == id) return true;
  return false;
}

/* Is a thing in a group that the element does not name? */
typedef struct strangers {
  const scr_elem *e;
  bool found;
} strangers;

static void look_for_stranger(void *user, const char *group, const char *slot) {
  strangers *o = user;
  for (size_t k = 0; k + 1 < o->e->ntext; k += 2) {
    const char *in = o->e->text[k + 1];
    if ((!in || scr_casecmp(in, slot) == 0) && scr_casecmp(o->e->text[k], group) == 0) return;
  }
  o->found = true;
}

static bool in_groups(const scr_world *w, const scr_elem *e, uint32_t groups) {
  bool in = e->all;
  for (size_t k = 0; k + 1 < e->ntext && in == e->all; k += 2)
    in = scr_group_is(w, groups, e->text[k], e->text[k + 1]);
  if (!in || !e->only) return in;
  strangers o = {.e = e};
  scr_group_each(w, groups, look_for_stranger, &o);
  return !o.found;
}

/* The wall that a wall or facet is or belongs to; SCR_NONE: it is neither. */
static uint32_t wall_of(const scr_world *w, const subject *u) {
  if (u->kind == SCR_K_FACET)
    return *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_WALL, u->row);
  return u->kind == SCR_K_WALL ? u->row : SCR_NONE;
}

static bool is_named(const scr_world *w, const scr_elem *e, const subject *u) {
  const uint32_t wall = wall_of(w, u);
  if (u->kind == SCR_K_TEMPLATE)
    return scr_casecmp(w->fractures.templates[u->row].name, e->text[0]) == 0;
  if (wall == SCR_NONE) return false;
  const uint32_t *name = scr_table_at(&w->wall, SCR_WALL_NAME, wall);
  return scr_casecmp(scr_word_text(&w->words, *name), e->text[0]) == 0;
}

static bool in_group(const scr_world *w, const scr_elem *e, const subject *u) {
  if (u->kind != SCR_K_CONTACT) return in_groups(w, e, u->groups);
  int ends = 0;
  for (int k = 0; k < 2; k++) ends += in_groups(w, e, u->end_groups[k]);
  return e->matches ? ends >= e->matches : ends > 0 || in_groups(w, e, u->groups);
}

static bool is_contact(const scr_world *w, const scr_elem *e, const subject *u) {
  if (u->kind != SCR_K_CONTACT) return false;
  if (e->type >= 0 && u->c.type != (uint32_t)e->type) return false;
  if (e->model && (scr_contact_unmade(w, u->c) || scr_contact_model(w, u->c) != e->model))
    return false;
  if (e->active && !scr_contact_active(w, u->c)) return false;
  if (e->inactive && scr_contact_active(w, u->c)) return false;
  if (e->lo == -HUGE_VAL && e->hi == HUGE_VAL) return true;
  scr_contact_geometry g;
  scr_contact_geometry_of(w, u->c, &g);
  return g.gap >= e->lo && g.gap <= e->hi;
}

static bool in_dfn(const scr_world *w, const scr_elem *e, const subject *u) {
  return u->kind == SCR_K_FRACTURE && w->fractures.at[u->row].dfn == scr_dfn_find(w, e->text[0]);
}

static bool at_fracture(const scr_world *w, const scr_elem *e, const subject *u) {
  const uint32_t place = scr_fracture_find(w, e->ids[0]);
  return u->kind == SCR_K_CONTACT && place != SCR_NONE && scr_fracture_meets(w, place, u->c, e->lo);
}

static scr_ref ref_of(scr_world *w, const subject *u) {
  switch (u->kind) {
  case SCR_K_BALL: return scr_ball_ref(w, u->row);
  case SCR_K_WALL: return scr_wall_ref(w, u->row);
  case SCR_K_FACET: return scr_facet_ref(w, u->row);
  case SCR_K_BRICK:
  case SCR_K_MEASURE: return (scr_ref){u->id, 1};
  case SCR_K_FRACTURE: return scr_fracture_ref(w, u->row);
  case SCR_K_TEMPLATE: return scr_template_ref(w, u->row);
  case SCR_K_GEOM_NODE:
  case SCR_K_GEOM_EDGE:
  case SCR_K_GEOM_POLY: return u->geom;
  default: return scr_contact_ref(w, u->c);
  }
}

/* Things whose extra variable is a number between both. */
static bool has_extra(scr_session *s, const scr_elem *e, const subject *u) {
  double x;
  if (!u->kind || u->coming) return false;
  const scr_val v =
      scr_extra_get(&s->lib.extras, u->kind, ref_of(s->lib.world, u), (size_t)e->axis);
  if (!scr_val_number(&v, &x)) return false;
  for (size_t k = 0; k < e->nvalue; k++)
    if (x == e->value[k]) return true;
  return !e->nvalue && x >= e->lo && x <= e->hi;
}

static void tell_asked(scr_session *s, const scr_elem *e) {
  char phrase[80];
  snprintf(phrase, sizeof phrase, "range fish %s", scr_fish_symbol_name(s->fish, e->symbol));
  scr_session_trace(s, &s->diag.at, phrase);
}

/* Null: a point. */
static scr_val pointer_to(scr_world *w, const subject *u) {
  if (!u->kind) return scr_val_null();
  return scr_val_ptr(u->kind, u->coming ? scr_coming_ref(w) : ref_of(w, u));
}

static bool ask_fish(scr_session *s, const scr_elem *e, const subject *u, bool *in) {
  scr_world *w = s->lib.world;
  const scr_pose *before = w->coming;
  const uint32_t groups_before = s->coming_groups;
  if (u->coming && u->coming != before) w->coming = u->coming, w->comings++;
  if (u->coming) s->coming_groups = u->groups;
  scr_val arg[2] = {scr_val_vec(w->dim, u->x), pointer_to(w, u)}, out = {0};
  w->asking++, w->choosing++;
  bool ok = scr_fish_run(s->fish, e->symbol, 2, arg, &out);
  w->asking--, w->choosing--;
  w->coming = before;
  s->coming_groups = groups_before;
  ok = ok && scr_fish_truth(s->fish, e->symbol, &out, in);
  *in &= ok;
  scr_val_drop(&out);
  if (!ok) tell_asked(s, e);
  return ok;
}

static bool range_has(scr_session *s, const scr_range *r, const subject *u, bool *in);

static bool ask(scr_session *s, const scr_elem *e, const subject *u, bool *in) {
  const scr_world *w = s->lib.world;
  bool ok = true;
  switch (e->kind) {
  case SCR_IN_ID:
  case SCR_IN_ID_LIST: *in = in_ids(e, u->id); break;
  case SCR_IN_GROUP: *in = in_group(w, e, u); break;
  case SCR_IN_NAME: *in = is_named(w, e, u); break;
  case SCR_IN_CONTACT: *in = is_contact(w, e, u); break;
  case SCR_IN_RADIUS: *in = u->kind == SCR_K_BALL && u->r >= e->lo && u->r <= e->hi; break;
  case SCR_IN_DFN: *in = in_dfn(w, e, u); break;
  case SCR_IN_FRACTURE: *in = at_fracture(w, e, u); break;
  case SCR_IN_EXTRA: *in = has_extra(s, e, u); break;
  case SCR_IN_FISH: ok = ask_fish(s, e, u, in); break;
  case SCR_IN_NAMED: ok = range_has(s, e->named, u, in); break;
  default:
    ok = e->kind != SCR_IN_GEOMETRY || scr_geom_ask_ready(e->geometry, s);
    *in = ok && piece_in_space(w, e, u);
    break;
  }
  return ok;
}

static void subject_of(const scr_world *w, scr_kind kind, uint32_t row, subject *u);

static const scr_kind kind_of_by[] = {
    [SCR_BY_WALL] = SCR_K_WALL, [SCR_BY_FACET] = SCR_K_FACET, [SCR_BY_BALL] = SCR_K_BALL};

/* The thing of that kind which a piece, or that end of a contact, is or belongs to. */
static bool thing_at(const scr_world *w, scr_kind kind, const subject *u, int end, subject *out) {
  scr_kind have = u->kind;
  uint32_t row = u->row;
  if (have == kind) return *out = *u, true;
  if (have == SCR_K_CONTACT) scr_contact_end(w, u->c, end, &have, &row);
  if (have == SCR_K_FACET && kind == SCR_K_WALL) {
    row = *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_WALL, row);
    have = SCR_K_WALL;
  }
  if (have != kind) return false;
  subject_of(w, kind, row, out);
  return true;
}

static bool ask_facets(scr_session *s, const scr_elem *e, const subject *wall, bool *in) {
  const scr_world *w = s->lib.world;
  facet_walk walk = facets_of(w, wall);
  for (uint32_t f; !*in && next_facet(&walk, &f);) {
    subject part;
    subject_of(w, SCR_K_FACET, f, &part);
    if (!ask(s, e, &part, in)) return false;
  }
  return true;
}

/* One end of a contact, or one facet of a wall, is enough, but for a group that both ends are to be
 * in. */
static bool ask_by(scr_session *s, const scr_elem *e, const subject *u, bool *in) {
  const bool contact = u->kind == SCR_K_CONTACT;
  const int wanted = contact && e->kind == SCR_IN_GROUP && e->matches == 2 ? 2 : 1;
  int found = 0;
  *in = false;
  if (u->kind == SCR_K_WALL && e->by == SCR_BY_FACET) return ask_facets(s, e, u, in);
  for (int end = 0; end < (contact ? 2 : 1) && found < wanted; end++) {
    subject thing;
    bool has = false;
    if (thing_at(s->lib.world, kind_of_by[e->by], u, end, &thing) && !ask(s, e, &thing, &has))
      return false;
    found += has;
  }
  *in = found == wanted;
  return true;
}

static bool elem_has(scr_session *s, const scr_elem *e, const subject *u, bool *in) {
  const bool ok = e->by ? ask_by(s, e, u, in) : ask(s, e, u, in);
  if (e->negate) *in = !*in;
  return ok;
}

static bool range_has(scr_session *s, const scr_range *r, const subject *u, bool *in) {
  size_t others = 0;
  *in = true;
  for (size_t k = 0; r && k < r->n && *in; k++)
    if (!r->e[k].always)
      others++;
    else if (!elem_has(s, &r->e[k], u, in))
      return false;
  if (!*in || !others) return true;
  for (size_t k = 0; k < r->n; k++) {
    if (r->e[k].always) continue;
    if (!elem_has(s, &r->e[k], u, in)) return false;
    if (*in == r->any) return true;
  }
  *in = !r->any;
  return true;
}

bool scr_range_calls(const scr_range *r) {
  for (size_t k = 0; r && k < r->n; k++)
    if (r->e[k].kind == SCR_IN_FISH ||
        (r->e[k].kind == SCR_IN_NAMED && scr_range_calls(r->e[k].named)))
      return true;
  return false;
}

bool scr_range_sizes(const scr_range *r) {
  for (size_t k = 0; r && k < r->n; k++) {
    const scr_elem *e = &r->e[k];
    if (e->kind == SCR_IN_RADIUS || e->kind == SCR_IN_FISH || e->extent ||
        scr_range_sizes(e->named))
      return true;
  }
  return false;
}

/* A facet without groups has those of its wall. */
static uint32_t facet_groups(const scr_world *w, uint32_t row) {
  const uint32_t own = *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_GROUPS, row);
  const uint32_t wall = *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_WALL, row);
  return own ? own : *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_GROUPS, wall);
}

static void subject_of(const scr_world *w, scr_kind kind, uint32_t row, subject *u) {
  *u = (subject){.kind = kind, .row = row};
  const double *x = NULL;
  if (kind == SCR_K_BALL) {
    u->id = *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, row);
    u->groups = *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_GROUPS, row);
    x = scr_table_at(&w->ball, SCR_BALL_POSITION, row);
    u->r = *(const double *)scr_table_at(&w->ball, SCR_BALL_RADIUS, row);
  } else if (kind == SCR_K_WALL) {
    u->id = *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, row);
    u->groups = *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_GROUPS, row);
    x = scr_table_at(&w->wall, SCR_WALL_POSITION, row);
  } else if (kind == SCR_K_MEASURE) {
    u->id = w->measure[row].id;
    x = w->measure[row].x;
    u->r = w->measure[row].r;
  } else if (kind == SCR_K_FRACTURE) {
    u->id = w->fractures.at[row].id;
    u->groups = w->fractures.at[row].groups;
    x = w->fractures.at[row].x;
  } else if (kind == SCR_K_TEMPLATE) {
    u->id = w->fractures.templates[row].id;
  } else {
    u->id = *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_ID, row);
    u->groups = facet_groups(w, row);
    const uint32_t *v = scr_table_at(&w->facet, SCR_FACET_VERTEX, row);
    for (int k = 0; k < w->dim; k++) {
      const double *p = scr_table_at(&w->vertex, SCR_VERTEX_POSITION, v[k]);
      for (int c = 0; c < 3; c++) u->x[c] += p[c] / w->dim;
    }
  }
  if (x) memcpy(u->x, x, sizeof u->x);
}

bool scr_range_has(scr_session *s, const scr_range *r, scr_kind kind, uint32_t row, bool *in) {
  subject u;
  subject_of(s->lib.world, kind, row, &u);
  return range_has(s, r, &u, in);
}

bool scr_range_has_contact(scr_session *s, const scr_range *r, scr_contact c, bool *in) {
  const scr_world *w = s->lib.world;
  subject u = {.kind = SCR_K_CONTACT,
               .c = c,
               .id = scr_contact_id(w, c),
               .groups = scr_contact_groups(w, c)};
  scr_contact_geometry g;
  scr_contact_geometry_of(w, c, &g);
  memcpy(u.x, g.x, sizeof u.x);
  for (int end = 0; end < 2; end++) {
    scr_kind kind;
    uint32_t row;
    scr_contact_end(w, c, end, &kind, &row);
    u.end_groups[end] = kind == SCR_K_BALL
                            ? *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_GROUPS, row)
                            : facet_groups(w, row);
  }
  return range_has(s, r, &u, in);
}

/* A vertex has its own place; all else is that of its wall. */
static bool has_vertex(scr_session *s, const scr_range *r, uint32_t row, bool *in) {
  const scr_table *t = &s->lib.world->vertex;
  const uint32_t wall = *(const uint32_t *)scr_table_at(t, SCR_VERTEX_WALL, row);
  subject u;
  subject_of(s->lib.world, SCR_K_WALL, wall, &u);
  memcpy(u.x, scr_table_at(t, SCR_VERTEX_POSITION, row), sizeof u.x);
  return range_has(s, r, &u, in);
}

bool scr_range_has_new(scr_session *s, const scr_range *r, const scr_pose *ball, uint32_t groups,
                       bool *in) {
  subject u = {.kind = SCR_K_BALL, .coming = ball, .groups = groups, .r = ball->r};
  memcpy(u.x, ball->x, sizeof u.x);
  return range_has(s, r, &u, in);
}

bool scr_range_in_fish(void *session, const char *name, const scr_val *what, bool *in) {
  scr_session *s = session;
  scr_world *w = s->lib.world;
  int k = scr_named_range_find(s, name);
  *in = k >= 0;
  if (k < 0 || !what) return true;
  const scr_range *r = s->ranges[k].range;
  if (what->type == SCR_V_VEC) {
    subject u = {.id = 0};
    memcpy(u.x, what->v, what->dim * sizeof(double));
    return range_has(s, r, &u, in);
  }
  scr_contact c;
  switch (what->kind) {
  case SCR_K_CONTACT:
    return scr_contact_of_ref(w, what->ref, &c) && scr_range_has_contact(s, r, c, in);
  case SCR_K_BALL:
    if (scr_is_coming(w, what->ref))
      return scr_range_has_new(s, r, w->coming, s->coming_groups, in);
    return scr_range_has(s, r, SCR_K_BALL, scr_slots_row(&w->ball_slots, what->ref), in);
  case SCR_K_WALL:
    return scr_range_has(s, r, SCR_K_WALL, scr_slots_row(&w->wall_slots, what->ref), in);
  case SCR_K_FRACTURE: return scr_range_has(s, r, SCR_K_FRACTURE, what->ref.index, in);
  default: return scr_range_has(s, r, SCR_K_FACET, scr_slots_row(&w->facet_slots, what->ref), in);
  }
}

/* ---- ranges that select nothing ---- */

/* Is the element about something that the user made and named? */
static bool names_things(const scr_elem *e) {
  return e->kind == SCR_IN_ID || e->kind == SCR_IN_ID_LIST || e->kind == SCR_IN_NAME ||
         e->kind == SCR_IN_GROUP || e->kind == SCR_IN_DFN || e->kind == SCR_IN_FRACTURE;
}

bool scr_range_geometry(scr_session *s, const scr_range *r, const scr_geom *g, scr_geom_kind kind,
                        bool **marked) {
  *marked = scr_alloc(g->n[kind] * sizeof **marked);
  for (uint32_t k = 0; k < g->n[kind]; k++) {
    const uint32_t id = scr_geom_id(g, kind, k);
    subject u = {.kind = scr_lib_geom_kind(kind),
                 .geom = {id, g->id},
                 .id = id,
                 .groups = *scr_geom_groups(g, kind, k)};
    scr_geom_centre(g, kind, k, u.x);
    if (range_has(s, r, &u, &(*marked)[k])) continue;
    scr_free(*marked);
    *marked = NULL;
    return false;
  }
  return true;
}

static uint32_t count_of(const scr_world *w, scr_kind kind) {
  switch (kind) {
  case SCR_K_BALL: return w->ball.n;
  case SCR_K_WALL: return w->wall.n;
  case SCR_K_MEASURE: return w->nmeasure;
  case SCR_K_FRACTURE: return (uint32_t)w->fractures.n;
  case SCR_K_BRICK: return 0; /* they are not the world's */
  case SCR_K_TEMPLATE: return (uint32_t)w->fractures.ntemplate;
  default: return w->facet.n;
  }
}

/* A place that nothing is in. */
static bool is_free(const scr_world *w, scr_kind kind, uint32_t row) {
  return (kind == SCR_K_FRACTURE && !w->fractures.at[row].id) ||
         (kind == SCR_K_TEMPLATE && !w->fractures.templates[row].id);
}

static bool any_piece(const scr_world *w, const scr_elem *e, scr_kind kind) {
  for (uint32_t row = 0; row < count_of(w, kind); row++) {
    subject u;
    if (is_free(w, kind, row)) continue;
    subject_of(w, kind, row, &u);
    if (e->kind == SCR_IN_NAME    ? is_named(w, e, &u)
        : e->kind == SCR_IN_GROUP ? in_groups(w, e, u.groups)
                                  : in_ids(e, u.id))
      return true;
  }
  return false;
}

static bool any_contact(scr_world *w, const scr_elem *e) {
  scr_contact *list;
  bool found = false;
  size_t n = scr_contact_list(w, -1, true, &list);
  for (size_t k = 0; k < n && !found; k++)
    found = e->kind == SCR_IN_GROUP ? in_groups(w, e, scr_contact_groups(w, list[k]))
                                    : in_ids(e, scr_contact_id(w, list[k]));
  scr_free(list);
  return found;
}

/* Is there a thing that the element names? Contacts come and go: a group of pieces is enough for
 * them. */
static bool is_there(scr_world *w, const scr_elem *e, scr_kind kind) {
  if (e->kind == SCR_IN_DFN) return scr_dfn_find(w, e->text[0]) != SCR_NONE;
  if (e->kind == SCR_IN_FRACTURE) return scr_fracture_find(w, e->ids[0]) != SCR_NONE;
  if (e->by) return any_piece(w, e, kind_of_by[e->by]);
  if (kind != SCR_K_CONTACT) return any_piece(w, e, kind);
  if (e->kind == SCR_IN_GROUP &&
      (any_piece(w, e, SCR_K_BALL) || any_piece(w, e, SCR_K_WALL) || any_piece(w, e, SCR_K_FACET)))
    return true;
  return any_contact(w, e);
}

/* The nearest name of a group or wall that there is. */
static const char *near_name(scr_session *s, const scr_elem *e, scr_kind kind) {
  scr_world *w = s->lib.world;
  scr_nearest near = {.word = e->text[0]};
  for (uint32_t k = 0; k < w->words.index.n; k++) {
    scr_nearest now = near;
    char *text[2] = {(char *)scr_word_text(&w->words, k), NULL};
    scr_nearest_offer(&now, text[0]);
    scr_elem other = {.kind = e->kind, .text = text, .ntext = 2};
    if (now.best != near.best && is_there(w, &other, kind)) near = now;
  }
  for (size_t k = 0; k < s->nrange && e->kind == SCR_IN_NAME; k++)
    if (s->ranges[k].name && s->ranges[k].range) scr_nearest_offer(&near, s->ranges[k].name);
  return near.best && scr_casecmp(near.best, near.word) != 0 ? near.best : NULL; /* of a slot */
}

static const char *name_of_what(const scr_elem *e, scr_kind kind) {
  if (e->by) return scr_lib_kinds[kind_of_by[e->by]];
  if (kind == SCR_K_TEMPLATE) return "template";
  return kind == SCR_K_WALL || kind == SCR_K_FACET ? "wall or range" : "range";
}

static void put_missing(scr_session *s, const scr_elem *e, scr_kind kind, scr_buf *b) {
  const char *thing = e->by                    ? scr_lib_kinds[kind_of_by[e->by]]
                      : kind == SCR_K_TEMPLATE ? "template"
                                               : scr_lib_kinds[kind];
  const char *near =
      e->kind == SCR_IN_NAME || e->kind == SCR_IN_GROUP ? near_name(s, e, kind) : NULL;
  if (e->kind == SCR_IN_DFN)
    scr_buf_printf(b, "there is no DFN '%s'", e->text[0]);
  else if (e->kind == SCR_IN_FRACTURE)
    scr_buf_printf(b, "there is no fracture %u", e->ids[0]);
  else if (e->kind == SCR_IN_GROUP && (e->all || e->only))
    scr_buf_printf(b, "no %s is in %s", thing,
                   e->all ? "all of these groups" : "these groups alone");
  else if (e->kind == SCR_IN_GROUP && e->ntext == 2 && e->text[1])
    scr_buf_printf(b, "no %s is in the group '%s' of the slot '%s'", thing, e->text[0], e->text[1]);
  else if (e->kind == SCR_IN_GROUP)
    scr_buf_printf(b, "no %s is in the group '%s'", thing, e->text[0]);
  else if (e->kind == SCR_IN_NAME)
    scr_buf_printf(b, "no %s is named '%s'", name_of_what(e, kind), e->text[0]);
  else if (e->kind == SCR_IN_ID && e->ids[0] != e->ids[1])
    scr_buf_printf(b, "no %s has an id from %u to %u", thing, e->ids[0], e->ids[1]);
  else
    scr_buf_printf(b, e->nids > 1 ? "no %s has one of these ids" : "no %s has the id %u", thing,
                   e->ids[0]);
  if (near) scr_buf_printf(b, "; did you mean '%s'?", near);
}

bool scr_told_before(scr_session *s, const scr_loc *at, const char *what) {
  bool again = *what != 0;
  for (const scr_frame *f = s->frame; f; f = f->up) again = again || f->block;
  if (!again || !at->src) return false;
  scr_buf b = {0};
  scr_buf_printf(&b, "%s:%d:%d%s%s", at->src->name, at->line, at->col, *what ? ":" : "", what);
  bool before = scr_names_get(&s->told, b.s, 0) != 0;
  scr_names_set(&s->told, b.s, 1);
  scr_buf_free(&b);
  return before;
}

bool scr_told_once(scr_session *s, const char *what) {
  const bool before = scr_names_get(&s->told, what, 0) != 0;
  scr_names_set(&s->told, what, 1);
  return before;
}

/* The element that names what is not there; NULL: the range is empty for another reason, as ranges
 * of space may be. */
static const scr_elem *missing(scr_session *s, const scr_range *r, scr_kind kind) {
  for (size_t k = 0; k < r->n; k++)
    if (names_things(&r->e[k]) && !r->e[k].negate && !is_there(s->lib.world, &r->e[k], kind))
      return &r->e[k];
  return NULL;
}

/* Of two names that nothing can have at once the second, and the first in *other; NULL: none. */
static const scr_elem *second_name(const scr_range *r, const scr_elem **other) {
  for (size_t k = 1; k < r->n && !r->any; k++)
    for (size_t i = 0; i < k; i++) {
      const scr_elem *e = &r->e[k];
      *other = &r->e[i];
      if (e->kind == SCR_IN_NAME && (*other)->kind == SCR_IN_NAME && !e->negate &&
          !(*other)->negate && scr_casecmp(e->text[0], (*other)->text[0]) != 0)
        return e;
    }
  return NULL;
}

bool scr_range_two_names(scr_session *s, const scr_range *r) {
  const scr_elem *other, *e = second_name(r, &other);
  if (!e || (e->at.src && scr_told_before(s, &e->at, ""))) return true;
  return scr_warn(&s->diag, e->at.src ? &e->at : &s->diag.at, SCR_E_NAME,
                  "the range selects nothing: no wall is named both '%s' and '%s'; 'union' between "
                  "them takes either",
                  other->text[0], e->text[0]);
}

/* For the last line of the run. */
static void keep_missing(scr_session *s, const scr_elem *e) {
  scr_buf b = {0};
  if (e->kind == SCR_IN_GROUP || e->kind == SCR_IN_NAME)
    scr_buf_printf(&b, "%s '%s'", e->kind == SCR_IN_GROUP ? "group" : "name", e->text[0]);
  else if (e->kind == SCR_IN_DFN)
    scr_buf_printf(&b, "DFN '%s'", e->text[0]);
  else if (e->kind == SCR_IN_FRACTURE)
    scr_buf_printf(&b, "fracture %u", e->ids[0]);
  else
    scr_buf_printf(&b, "id %u", e->ids[0]);
  scr_names_set(&s->unnamed, b.s, 1);
  scr_buf_free(&b);
}

/* An element that is asked of things which those of that kind have nothing to do with. */
static const scr_elem *foreign(const scr_range *r, scr_kind kind) {
  for (size_t k = 0; k < r->n && kind != SCR_K_CONTACT; k++) {
    const scr_kind by = kind_of_by[r->e[k].by];
    const bool ball = kind == SCR_K_BALL, wall = kind == SCR_K_WALL || kind == SCR_K_FACET;
    if (r->e[k].by && (by == SCR_K_BALL ? !ball : !wall)) return &r->e[k];
  }
  return NULL;
}

static bool tell_foreign(scr_session *s, const scr_elem *e, scr_kind kind) {
  const scr_loc *at = e->at.src ? &e->at : &s->diag.at;
  const char *by = scr_lib_kinds[kind_of_by[e->by]];
  if (scr_told_before(s, at, e->at.src ? "" : by)) return true;
  return scr_warn(&s->diag, at, SCR_E_NAME,
                  "the range selects nothing: a %s is no %s, and neither has nor belongs to one",
                  scr_lib_kinds[kind], by);
}

/* A range that selects nothing since it names what is not there is suspicious. False if warnings
 * are errors. */
static bool tell_empty(scr_session *s, const scr_range *r, scr_kind kind) {
  const scr_elem *e = r ? foreign(r, kind) : NULL;
  if (e) return tell_foreign(s, e, kind);
  e = r ? missing(s, r, kind) : NULL;
  if (!e) return !r || scr_range_two_names(s, r);
  scr_buf b = {0};
  put_missing(s, e, kind, &b);
  const bool placed = e->at.src != NULL;
  const scr_loc *at = placed ? &e->at : &s->diag.at;
  bool fine = scr_told_before(s, at, placed ? "" : b.s);
  if (!fine) {
    keep_missing(s, e);
    fine = scr_warn(&s->diag, at, SCR_E_NAME, "the range selects nothing: %s", b.s);
  }
  scr_buf_free(&b);
  return fine;
}

/* ---- lists ---- */

bool scr_range_balls(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  *rows = NULL;
  scr_world *w = s->lib.world;
  uint32_t count = w->ball.n;
  uint32_t *out = scr_alloc(count * sizeof *out);
  if (count) memcpy(out, scr_ball_order(w), count * sizeof *out);
  *n = 0;
  for (uint32_t k = 0; k < count; k++) {
    bool in = true;
    if (r && !scr_range_has(s, r, SCR_K_BALL, out[k], &in)) {
      scr_free(out);
      return false;
    }
    if (in) out[(*n)++] = out[k];
  }
  if (*n == 0 && !tell_empty(s, r, SCR_K_BALL)) {
    scr_free(out);
    return false;
  }
  *rows = out;
  return true;
}

bool scr_range_vertices(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  const scr_world *w = s->lib.world;
  bool fine = true;
  *rows = scr_alloc(SCR_MAX(w->vertex.n, 1u) * sizeof **rows);
  *n = 0;
  for (uint32_t v = 0; fine && v < w->vertex.n; v++) {
    bool in = true;
    fine = !r || has_vertex(s, r, v, &in);
    if (fine && in) (*rows)[(*n)++] = v;
  }
  if (fine && (*n || tell_empty(s, r, SCR_K_WALL))) return true;
  scr_free(*rows);
  *rows = NULL;
  return false;
}

static void sort_walls(const scr_world *w, uint32_t *rows, size_t n) {
  for (size_t k = 1; k < n; k++) {
    uint32_t row = rows[k], id = *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, row);
    size_t i = k;
    for (; i > 0 && *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, rows[i - 1]) > id; i--)
      rows[i] = rows[i - 1];
    rows[i] = row;
  }
}

/* Is a wall of the range found by its facets? */
static bool asks_facets(const scr_range *r) {
  for (size_t k = 0; r && k < r->n; k++)
    if (r->e[k].by == SCR_BY_FACET || r->e[k].extent || asks_facets(r->e[k].named)) return true;
  return false;
}

/* The facets of all walls, found in one pass. */
static facet_lists list_facets(const scr_world *w) {
  facet_lists l = {scr_alloc((w->wall.n + 2) * sizeof *l.first),
                   scr_alloc(SCR_MAX(w->facet.n, 1u) * sizeof *l.row)};
  uint32_t *end = l.first + 1; /* of each wall, once its facets stand there */
  for (uint32_t f = 0; f < w->facet.n; f++)
    end[1 + *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_WALL, f)]++;
  for (uint32_t k = 1; k <= w->wall.n; k++) end[k] += end[k - 1];
  for (uint32_t f = 0; f < w->facet.n; f++)
    l.row[end[*(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_WALL, f)]++] = f;
  return l;
}

/* Which walls lie in the range, into out. A function of the user's may make and delete facets. */
static bool find_walls(scr_session *s, const scr_range *r, uint32_t *out, size_t *n) {
  const scr_world *w = s->lib.world;
  const bool lists = asks_facets(r) && !scr_range_calls(r);
  facet_lists listed = lists ? list_facets(w) : (facet_lists){0};
  const uint32_t count = w->wall.n;
  bool ok = true;
  *n = 0;
  for (uint32_t row = 0; row < count && ok; row++) {
    bool in = true;
    subject u;
    subject_of(w, SCR_K_WALL, row, &u);
    if (lists) u.facets = &listed;
    ok = range_has(s, r, &u, &in);
    if (in) out[(*n)++] = row;
  }
  scr_free(listed.first);
  scr_free(listed.row);
  return ok;
}

bool scr_range_walls(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  *rows = NULL;
  scr_world *w = s->lib.world;
  uint32_t *out = scr_alloc(w->wall.n * sizeof *out);
  if (!find_walls(s, r, out, n)) {
    scr_free(out);
    return false;
  }
  if (*n == 0 && !tell_empty(s, r, SCR_K_WALL)) {
    scr_free(out);
    return false;
  }
  sort_walls(w, out, *n);
  *rows = out;
  return true;
}

/* Those of `out` that lie in the range, into *rows, which takes it over. */
static bool keep_rows(scr_session *s, const scr_range *r, scr_kind kind, uint32_t *out,
                      uint32_t count, uint32_t **rows, size_t *n) {
  bool ok = true;
  *n = 0;
  for (uint32_t k = 0; k < count && ok; k++) {
    bool in = true;
    ok = !r || scr_range_has(s, r, kind, out[k], &in);
    if (in) out[(*n)++] = out[k];
  }
  if (ok && (*n || tell_empty(s, r, kind))) return *rows = out, true;
  scr_free(out);
  return false;
}

/* Of things that keep the order of their ids. */
static bool range_rows(scr_session *s, const scr_range *r, scr_kind kind, uint32_t **rows,
                       size_t *n) {
  *rows = NULL;
  const uint32_t count = count_of(s->lib.world, kind);
  uint32_t *out = scr_alloc(SCR_MAX(count, 1u) * sizeof *out);
  for (uint32_t row = 0; row < count; row++) out[row] = row;
  return keep_rows(s, r, kind, out, count, rows, n);
}

bool scr_range_facets(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  return range_rows(s, r, SCR_K_FACET, rows, n);
}

bool scr_range_measures(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  return range_rows(s, r, SCR_K_MEASURE, rows, n);
}

/* A template has an id and a name; it lies nowhere. */
bool scr_range_templates(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  uint32_t count;
  uint32_t *out = scr_template_order(s->lib.world, &count);
  return keep_rows(s, r, SCR_K_TEMPLATE, out, count, rows, n);
}

bool scr_range_fractures(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  scr_world *w = s->lib.world;
  const uint32_t count = w->fractures.count;
  uint32_t *out = scr_alloc(SCR_MAX(count, 1u) * sizeof *out);
  if (count) memcpy(out, scr_fracture_order(w), count * sizeof *out);
  return keep_rows(s, r, SCR_K_FRACTURE, out, count, rows, n);
}

bool scr_range_bricks(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  const scr_bricks *all = &s->lib.bricks;
  uint32_t *out = scr_alloc(all->n * sizeof *out);
  bool ok = true;
  *n = 0;
  for (uint32_t k = 0; k < all->n && ok; k++) {
    const subject u = {.kind = SCR_K_BRICK, .row = k, .id = all->item[k].id};
    bool in;
    ok = range_has(s, r, &u, &in);
    if (ok && in) out[(*n)++] = k;
  }
  if (ok && (*n || tell_empty(s, r, SCR_K_BRICK))) return *rows = out, true;
  scr_free(out);
  return false;
}

static bool wants_inactive(const scr_range *r) {
  for (size_t k = 0; r && k < r->n; k++)
    if (r->e[k].inactive || (r->e[k].named && wants_inactive(r->e[k].named))) return true;
  return false;
}

bool scr_range_contacts(scr_session *s, const scr_range *r, bool all, scr_contact **c, size_t *n) {
  *c = NULL;
  scr_contact *list;
  size_t count = scr_contact_list(s->lib.world, -1, all || wants_inactive(r), &list);
  *n = 0;
  for (size_t k = 0; k < count; k++) {
    bool in = true;
    if (r && !scr_range_has_contact(s, r, list[k], &in)) {
      scr_free(list);
      return false;
    }
    if (in) list[(*n)++] = list[k];
  }
  if (*n == 0 && !tell_empty(s, r, SCR_K_CONTACT)) {
    scr_free(list);
    return false;
  }
  *c = list;
  return true;
}
