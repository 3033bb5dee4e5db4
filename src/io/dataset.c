/* Worlds to plain columns: see dataset.h. */
#include "io/dataset.h"

#include <stdlib.h>
#include <string.h>
#include "io/save_order.h"
#include "world/state/rows.h"
#include "world/world.h"

const char *const scr_dataset_name[SCR_DATA_KINDS] = {"balls", "walls", "contacts", "bonds"};

/* ---- columns ---- */

void scr_dataset_free(scr_dataset *s) {
  for (int k = 0; k < s->nfield; k++) {
    scr_free(s->field[k].real);
    scr_free(s->field[k].whole);
  }
  scr_free(s->point);
  scr_free(s->corner);
  scr_arena_free(&s->memory);
  *s = (scr_dataset){0};
}

const scr_field *scr_dataset_field(const scr_dataset *s, const char *name) {
  for (int k = 0; k < s->nfield; k++)
    if (strcmp(s->field[k].name, name) == 0) return &s->field[k];
  return NULL;
}

static scr_field *add_field(scr_dataset *s, const char *name, const char *unit, int comps) {
  assert(s->nfield < SCR_DATA_FIELDS);
  scr_field *f = &s->field[s->nfield++];
  *f = (scr_field){.name = name, .unit = unit, .comps = comps};
  return f;
}

static double *add_real(scr_dataset *s, const scr_quantity *q) {
  scr_field *f = add_field(s, q->name, q->unit, scr_quantity_comps(q, s->dim));
  f->vector = q->form == SCR_VECTOR;
  return f->real = scr_alloc((size_t)s->n * (size_t)f->comps * sizeof *f->real);
}

static uint32_t *add_whole(scr_dataset *s, const char *name) {
  scr_field *f = add_field(s, name, "", 1);
  return f->whole = scr_alloc((size_t)s->n * sizeof *f->whole);
}

static bool has_field(const scr_dataset *s, const char *name) {
  return scr_dataset_field(s, name) != NULL;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names that things have become numbers in the alphabet of those that occur, whatever the order in
 * which the world came to know them. */
static void name_field(scr_dataset *s, const char *name, const char **of) {
  uint32_t *number = add_whole(s, name), n = 0;
  scr_field *f = &s->field[s->nfield - 1];
  const char **all = scr_alloc((size_t)s->n * sizeof *all), *last = NULL;
  for (uint32_t k = 0; k < s->n; k++) /* few differ, and those beside each other seldom */
    if (of[k] != last) all[n++] = last = of[k];
  if (n) qsort(all, n, sizeof *all, by_name);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < n; k++)
    if (!kept || strcmp(all[kept - 1], all[k]) != 0) all[kept++] = all[k];
  const char **label = scr_arena_alloc(&s->memory, kept * sizeof *label);
  for (uint32_t k = 0; k < kept; k++) label[k] = scr_arena_strn(&s->memory, all[k], strlen(all[k]));
  uint32_t at = 0;
  for (uint32_t k = 0; k < s->n; k++) {
    if (!k || of[k] != of[k - 1])
      at = (uint32_t)((const char **)bsearch(&of[k], all, kept, sizeof *all, by_name) - all);
    number[k] = at;
  }
  f->label = label, f->nlabel = kept;
  scr_free(all);
}

/* Of `usual` and `more` those that no column holds yet; `get` reads thing k. */
typedef void (*reader)(scr_world *w, const void *things, uint32_t k, int q, double *out);

static void add_quantities(scr_world *w, scr_dataset *s, const scr_quantity *list, const int *q,
                           int n, reader get, const void *things) {
  for (int i = 0; i < n; i++) {
    if (has_field(s, list[q[i]].name)) continue;
    const int comps = scr_quantity_comps(&list[q[i]], s->dim);
    double *out = add_real(s, &list[q[i]]), v[3];
    for (uint32_t k = 0; k < s->n; k++) {
      get(w, things, k, q[i], v);
      memcpy(out + (size_t)k * (size_t)comps, v, (size_t)comps * sizeof *v);
    }
  }
}

static int count_usual(const int *q) {
  int n = 0;
  while (q[n] >= 0) n++;
  return n;
}

/* ---- balls ---- */

static void read_ball(scr_world *w, const void *rows, uint32_t k, int q, double *out) {
  scr_ball_get(w, ((const uint32_t *)rows)[k], q, out);
}

static void make_balls(scr_world *w, const int *more, int n, scr_dataset *s) {
  const uint32_t *order = scr_ball_order(w);
  const int *usual = scr_dataset_usual(SCR_DATA_BALLS);
  s->n = s->npoint = w->ball.n, s->corners = 1;
  s->point = scr_alloc(3 * (size_t)s->n * sizeof *s->point);
  uint32_t *id = add_whole(s, "id");
  double *radius = add_real(s, &scr_ball_quantity[SCR_Q_BALL_RADIUS]);
  const char **group = scr_alloc((size_t)s->n * sizeof *group);
  for (uint32_t k = 0; k < s->n; k++) {
    const scr_pose *p = &w->pose[order[k]];
    memcpy(s->point + 3 * (size_t)k, p->x, sizeof p->x);
    radius[k] = p->r;
    id[k] = scr_word_at(&w->ball, SCR_BALL_ID, order[k]);
    group[k] = scr_group_get(w, scr_word_at(&w->ball, SCR_BALL_GROUPS, order[k]), NULL);
  }
  name_field(s, "group", group);
  scr_free(group);
  add_quantities(w, s, scr_ball_quantity, usual, count_usual(usual), read_ball, order);
  add_quantities(w, s, scr_ball_quantity, more, n, read_ball, order);
}

/* ---- walls: a thing is a facet, and has what its wall has ---- */

typedef struct facets {
  uint32_t *order; /* rows of facets, by id */
} facets;

static uint32_t wall_of(const scr_world *w, uint32_t facet) {
  return scr_word_at(&w->facet, SCR_FACET_WALL, facet);
}

static void read_wall(scr_world *w, const void *things, uint32_t k, int q, double *out) {
  scr_wall_get(w, wall_of(w, ((const facets *)things)->order[k]), q, out);
}

/* A facet without groups has those of its wall. */
static const char *group_of(const scr_world *w, uint32_t facet) {
  const uint32_t own = scr_word_at(&w->facet, SCR_FACET_GROUPS, facet);
  return scr_group_get(w, own ? own : scr_word_at(&w->wall, SCR_WALL_GROUPS, wall_of(w, facet)),
                       NULL);
}

static void put_corners(const scr_world *w, const uint32_t *order, const uint32_t *place,
                        scr_dataset *s) {
  s->corners = s->dim;
  s->corner = scr_alloc((size_t)s->n * (size_t)s->corners * sizeof *s->corner);
  for (uint32_t k = 0; k < s->n; k++) {
    const uint32_t *v = scr_table_at(&w->facet, SCR_FACET_VERTEX, order[k]);
    for (int c = 0; c < s->corners; c++)
      s->corner[(size_t)k * (size_t)s->corners + (size_t)c] = place[v[c]];
  }
}

static void put_vertices(const scr_world *w, const uint32_t *order, scr_dataset *s) {
  s->npoint = w->vertex.n;
  s->point = scr_alloc(3 * (size_t)s->npoint * sizeof *s->point);
  for (uint32_t k = 0; k < s->npoint; k++)
    memcpy(s->point + 3 * (size_t)k, scr_real_at(&w->vertex, SCR_VERTEX_POSITION, order[k]),
           3 * sizeof *s->point);
}

static void name_facets(const scr_world *w, const uint32_t *order, scr_dataset *s) {
  uint32_t *id = add_whole(s, "id"), *wall = add_whole(s, "wall");
  const char **name = scr_alloc((size_t)s->n * sizeof *name);
  for (uint32_t k = 0; k < s->n; k++) {
    id[k] = scr_word_at(&w->facet, SCR_FACET_ID, order[k]);
    wall[k] = scr_word_at(&w->wall, SCR_WALL_ID, wall_of(w, order[k]));
    name[k] = scr_word_text(&w->words, scr_word_at(&w->wall, SCR_WALL_NAME, wall_of(w, order[k])));
  }
  name_field(s, "name", name);
  for (uint32_t k = 0; k < s->n; k++) name[k] = group_of(w, order[k]);
  name_field(s, "group", name);
  scr_free(name);
}

static void make_walls(scr_world *w, const int *more, int n, scr_dataset *s) {
  uint32_t *vertex, *place, *unused;
  facets f;
  const int *usual = scr_dataset_usual(SCR_DATA_WALLS);
  s->n = w->facet.n;
  scr_save_order_rows(scr_colu(&w->vertex, SCR_VERTEX_ID), w->vertex.n, &vertex, &place);
  scr_save_order_rows(scr_colu(&w->facet, SCR_FACET_ID), w->facet.n, &f.order, &unused);
  put_vertices(w, vertex, s);
  put_corners(w, f.order, place, s);
  name_facets(w, f.order, s);
  add_quantities(w, s, scr_wall_quantity, usual, count_usual(usual), read_wall, &f);
  add_quantities(w, s, scr_wall_quantity, more, n, read_wall, &f);
  scr_free(vertex), scr_free(place), scr_free(f.order), scr_free(unused);
}

/* ---- contacts and bonds: a line from end 1 to end 2 ---- */

static void read_contact(scr_world *w, const void *things, uint32_t k, int q, double *out) {
  scr_contact_read(w, ((const scr_contact *)things)[k], q, out);
}

static uint32_t bond_of(const scr_world *w, scr_contact c) {
  const scr_model *m = scr_contact_model(w, c);
  return m->bonds ? (uint32_t)w->pair[c.type].state[m->bond][c.k] : SCR_BOND_NONE;
}

static bool belongs(const scr_world *w, scr_contact c, scr_dataset_kind kind) {
  return kind == SCR_DATA_BONDS ? (w->pair[c.type].flag[c.k] & SCR_PAIR_BONDED) != 0
                                : scr_contact_active(w, c);
}

/* Active contacts, or those that are bonded, in canonical order. */
static scr_contact *list_contacts(const scr_world *w, scr_dataset_kind kind, uint32_t *n) {
  uint32_t *order, *place;
  scr_contact *all = scr_alloc(((size_t)w->pair[0].n + w->pair[1].n) * sizeof *all);
  *n = 0;
  scr_save_order_rows(scr_colu(&w->ball, SCR_BALL_ID), w->ball.n, &order, &place);
  for (uint32_t t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_table *second = t == SCR_BALL_BALL ? &w->ball : &w->facet;
    const int id = t == SCR_BALL_BALL ? (int)SCR_BALL_ID : (int)SCR_FACET_ID;
    uint32_t count, *list = scr_save_order_contacts(&w->pair[t], place, w->ball.n,
                                                    scr_colu(second, id), &count);
    for (uint32_t k = 0; k < count; k++)
      if (belongs(w, (scr_contact){t, list[k]}, kind)) all[(*n)++] = (scr_contact){t, list[k]};
    scr_free(list);
  }
  scr_free(order), scr_free(place);
  return all;
}

/* End 2 lies beside end 1, through a periodic side if need be; a facet's end is where it touches.
 */
static void put_line(scr_world *w, scr_contact c, double *x) {
  scr_kind kind;
  uint32_t row;
  double offset[3] = {0};
  scr_contact_end(w, c, 0, &kind, &row);
  memcpy(x, w->pose[row].x, 3 * sizeof *x);
  scr_contact_end(w, c, 1, &kind, &row);
  if (kind == SCR_K_FACET) {
    scr_contact_geometry g;
    scr_contact_geometry_of(w, c, &g);
    memcpy(x + 3, g.x, 3 * sizeof *x);
    return;
  }
  scr_contact_read(w, c, SCR_Q_CONTACT_OFFSET, offset);
  for (int k = 0; k < 3; k++) x[3 + k] = w->pose[row].x[k] + offset[k];
}

static void put_lines(scr_world *w, const scr_contact *c, scr_dataset *s) {
  s->npoint = 2 * s->n, s->corners = 2;
  s->point = scr_alloc(3 * (size_t)s->npoint * sizeof *s->point);
  s->corner = scr_alloc((size_t)s->npoint * sizeof *s->corner);
  for (uint32_t k = 0; k < s->n; k++) put_line(w, c[k], s->point + 6 * (size_t)k);
  for (uint32_t k = 0; k < s->npoint; k++) s->corner[k] = k;
}

static void name_contacts(scr_world *w, const scr_contact *c, scr_dataset *s) {
  uint32_t *end[2] = {add_whole(s, "end1"), NULL}, *bond;
  end[1] = add_whole(s, "end2");
  const char **name = scr_alloc((size_t)s->n * sizeof *name);
  for (uint32_t k = 0; k < s->n; k++) {
    for (int e = 0; e < 2; e++) end[e][k] = scr_contact_end_id(w, c[k], e);
    name[k] = scr_contact_type_name[c[k].type];
  }
  name_field(s, "type", name);
  for (uint32_t k = 0; k < s->n; k++) name[k] = scr_contact_model(w, c[k])->name;
  name_field(s, "model", name);
  bond = add_whole(s, "bond");
  for (uint32_t k = 0; k < s->n; k++) bond[k] = bond_of(w, c[k]);
  scr_free(name);
}

static void make_contacts(scr_world *w, const int *more, int n, scr_dataset *s) {
  scr_contact *c = list_contacts(w, s->kind, &s->n);
  const int *usual = scr_dataset_usual(s->kind);
  put_lines(w, c, s);
  name_contacts(w, c, s);
  add_quantities(w, s, scr_contact_quantity, usual, count_usual(usual), read_contact, c);
  add_quantities(w, s, scr_contact_quantity, more, n, read_contact, c);
  scr_free(c);
}

/* ---- kinds ---- */

static const int ball_usual[] = {SCR_Q_BALL_VELOCITY, -1},
                 wall_usual[] = {SCR_Q_WALL_VELOCITY, SCR_Q_WALL_FORCE_CONTACT, -1},
                 contact_usual[] = {SCR_Q_CONTACT_FORCE, SCR_Q_CONTACT_GAP, -1};

static const struct kind {
  const int *usual;
  void (*make)(scr_world *w, const int *more, int n, scr_dataset *out);
} kinds[SCR_DATA_KINDS] = {[SCR_DATA_BALLS] = {ball_usual, make_balls},
                           [SCR_DATA_WALLS] = {wall_usual, make_walls},
                           [SCR_DATA_CONTACTS] = {contact_usual, make_contacts},
                           [SCR_DATA_BONDS] = {contact_usual, make_contacts}};

const int *scr_dataset_usual(scr_dataset_kind kind) { return kinds[kind].usual; }

static bool any_contact(const scr_world *w, scr_dataset_kind kind) {
  for (uint32_t t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t k = 0; k < w->pair[t].n; k++)
      if (w->pair[t].law[k] && belongs(w, (scr_contact){t, k}, kind)) return true;
  return false;
}

bool scr_dataset_any(const scr_world *w, scr_dataset_kind kind) {
  if (kind == SCR_DATA_BALLS) return w->ball.n > 0;
  if (kind == SCR_DATA_WALLS) return w->facet.n > 0;
  return any_contact(w, kind);
}

void scr_dataset_make(scr_world *w, scr_dataset_kind kind, const int *more, int n,
                      scr_dataset *out) {
  *out = (scr_dataset){.kind = kind, .dim = w->dim, .cycle = w->cycle, .time = w->time};
  out->bounded = w->domain.set;
  memcpy(out->lo, w->domain.lo, sizeof out->lo);
  memcpy(out->hi, w->domain.hi, sizeof out->hi);
  for (int c = 0; c < 3; c++) out->periodic[c] = scr_period(w, c) > 0;
  kinds[kind].make(w, more, n, out);
}
