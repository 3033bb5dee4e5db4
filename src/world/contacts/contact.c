/* Contacts: lists in canonical order, geometry, properties, methods, groups. */
#include "world/contacts/contact.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/sort.h"
#include "model/common.h"
#include "world/contacts/birth.h"
#include "world/contacts/cmat.h"
#include "world/contacts/count.h"
#include "world/contacts/kept.h"
#include "world/contacts/pairs.h"
#include "world/contacts/pass.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/state/events.h"
#include "world/state/handles.h"
#include "world/state/rows.h"

void scr_contact_book(scr_world *w, scr_contact_type type, uint32_t k) {
  assert(k < w->pair[type].n);
  const scr_pairs *p = &w->pair[type];
  if (!w->energy_on || !p->work[0]) return;
  for (int c = 0; c < 3; c++) scr_xsum_add(&w->energy_total[SCR_TOTAL_SLIP + c], p->work[c][k]);
  scr_xsum_add(&w->energy_total[SCR_TOTAL_WALL], p->work[SCR_BOOK_WALL][k]);
  scr_xsum_add(&w->energy_total[SCR_TOTAL_STEP], p->work[SCR_BOOK_STEP][k]);
  scr_xsum_add(&w->energy_total[SCR_TOTAL_ROLLING], p->work[SCR_BOOK_ROLLING][k]);
  scr_xsum_add(&w->energy_total[SCR_TOTAL_BREAK], p->work[SCR_BOOK_BREAK][k]);
  scr_xsum_add(&w->energy_total[SCR_TOTAL_PLASTIC], p->work[SCR_BOOK_PLASTIC][k]);
}

/* ---- lists ---- */

void scr_contact_end(const scr_world *w, scr_contact c, int end, scr_kind *kind, uint32_t *row) {
  assert(c.k < w->pair[c.type].n && (end == 0 || end == 1));
  const scr_pairs *p = &w->pair[c.type];
  *kind = end == 1 && c.type == SCR_BALL_FACET ? SCR_K_FACET : SCR_K_BALL;
  *row = end == 0 ? p->i[c.k] : p->j[c.k];
}

uint64_t scr_contact_key(const scr_world *w, scr_contact_type type, uint32_t k) {
  assert(k < w->pair[type].n);
  const scr_pairs *p = &w->pair[type];
  const uint32_t *ball = scr_colu(&w->ball, SCR_BALL_ID);
  uint32_t a = ball[p->i[k]],
           b = type == SCR_BALL_BALL ? ball[p->j[k]] : scr_colu(&w->facet, SCR_FACET_ID)[p->j[k]];
  return (uint64_t)a << 32 | b;
}

static bool listed(const scr_pairs *p, uint32_t k, bool all) {
  return p->law[k] && (all || (p->flag[k] & SCR_PAIR_ACTIVE));
}

size_t scr_contact_count(scr_world *w, int type, bool all) {
  size_t n = 0;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t k = 0; (type < 0 || t == type) && k < w->pair[t].n; k++)
      n += listed(&w->pair[t], k, all);
  return n;
}

/* Sorts places of one list by canonical key. */
void scr_sort_canonical(const scr_world *w, scr_contact_type type, uint32_t *pairs, size_t n) {
  if (n < 2) return;
  if (n < 16) {
    for (size_t a = 1; a < n; a++) {
      uint32_t q = pairs[a];
      uint64_t key = scr_contact_key(w, type, q);
      size_t b = a;
      for (; b > 0 && scr_contact_key(w, type, pairs[b - 1]) > key; b--) pairs[b] = pairs[b - 1];
      pairs[b] = q;
    }
    return;
  }
  uint64_t *key = scr_alloc(n * sizeof *key), *sk = scr_alloc(n * sizeof *sk);
  uint32_t *sv = scr_alloc(n * sizeof *sv);
  for (size_t k = 0; k < n; k++) key[k] = scr_contact_key(w, type, pairs[k]);
  scr_sort_u64(key, pairs, n, sk, sv);
  scr_free(key);
  scr_free(sk);
  scr_free(sv);
}

/* Places whose ends pass the test, canonical, appended to *out. */
typedef bool (*pair_test)(const scr_world *w, const scr_pairs *p, int type, uint32_t k,
                          const uint32_t *arg);

static size_t collect(scr_world *w, int type, bool all, pair_test test, const uint32_t *arg,
                      scr_contact **out) {
  size_t n = 0, room = 0;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) room = SCR_MAX(room, w->pair[t].n);
  uint32_t *place = scr_alloc(room * sizeof *place);
  *out = NULL;
  size_t cap = 0;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    if (type >= 0 && t != type) continue;
    const scr_pairs *p = &w->pair[t];
    size_t found = 0;
    for (uint32_t k = 0; k < p->n; k++)
      if (listed(p, k, all) && (!test || test(w, p, t, k, arg))) place[found++] = k;
    scr_sort_canonical(w, t, place, found);
    SCR_GROW(*out, cap, n + found + 1);
    for (size_t k = 0; k < found; k++) (*out)[n++] = (scr_contact){(uint32_t)t, place[k]};
  }
  scr_free(place);
  if (!*out) *out = scr_alloc(sizeof **out);
  return n;
}

size_t scr_contact_list(scr_world *w, int type, bool all, scr_contact **out) {
  return collect(w, type, all, NULL, NULL, out);
}

static bool touches(const scr_world *w, const scr_pairs *p, int type, uint32_t k,
                    const uint32_t *arg) {
  switch ((scr_kind)arg[0]) {
  case SCR_K_BALL: return p->i[k] == arg[1] || (type == SCR_BALL_BALL && p->j[k] == arg[1]);
  case SCR_K_FACET: return type == SCR_BALL_FACET && p->j[k] == arg[1];
  case SCR_K_WALL:
    return type == SCR_BALL_FACET && scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]] == arg[1];
  default: return false;
  }
}

size_t scr_contacts_of(scr_world *w, scr_kind kind, uint32_t row, bool all, scr_contact **out) {
  uint32_t arg[2] = {kind, row};
  return collect(w, -1, all, touches, arg, out);
}

bool scr_contact_find(scr_world *w, scr_contact_type type, uint32_t id, scr_contact *out) {
  const scr_pairs *p = &w->pair[type];
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k] || p->id[k] != id) continue;
    *out = (scr_contact){type, k};
    return true;
  }
  return false;
}

scr_ref scr_contact_handle(const scr_world *w, scr_contact c) {
  const scr_pairs *p = &w->pair[c.type];
  const uint32_t slot = p->slot ? p->slot[c.k] : 0;
  return slot ? (scr_ref){slot - 1, w->contact_slots.gen[slot - 1]} : (scr_ref){0, 0};
}

scr_ref scr_contact_ref(scr_world *w, scr_contact c) {
  scr_ref ref = scr_contact_handle(w, c);
  if (ref.gen) return ref;
  ref = scr_slots_take(&w->contact_slots, c.type << 31 | c.k);
  scr_pairs_set_slot(&w->pair[c.type], c.k, ref.index);
  return ref;
}

void scr_contact_moved(scr_world *w, scr_contact c) {
  assert(c.k <= INT32_MAX);
  const uint32_t *slot = w->pair[c.type].slot;
  if (slot && slot[c.k]) w->contact_slots.row[slot[c.k] - 1] = c.type << 31 | c.k;
}

bool scr_contact_of_ref(const scr_world *w, scr_ref ref, scr_contact *out) {
  uint32_t row = scr_slots_row(&w->contact_slots, ref);
  if (row == SCR_NONE) return false;
  *out = (scr_contact){row >> 31, row & INT32_MAX};
  assert(out->k < w->pair[out->type].n);
  return true;
}

bool scr_contact_unmade(const scr_world *w, scr_contact c) {
  const struct scr_contacts *s = w->engine->contacts;
  return s->making && s->made.type == c.type && s->made.k == c.k;
}

uint32_t scr_contact_id(const scr_world *w, scr_contact c) { return w->pair[c.type].id[c.k]; }
bool scr_contact_active(const scr_world *w, scr_contact c) {
  return w->pair[c.type].flag[c.k] & SCR_PAIR_ACTIVE;
}
const scr_model *scr_contact_model(const scr_world *w, scr_contact c) {
  return scr_model_at(w->pair[c.type].law[c.k] - 1);
}
void scr_contact_set_group(scr_world *w, scr_contact c, uint32_t groups) {
  scr_pairs_set_groups(&w->pair[c.type], c.k, groups);
}
uint32_t scr_contact_groups(const scr_world *w, scr_contact c) {
  return scr_pair_groups(&w->pair[c.type], c.k);
}

/* ---- geometry ---- */

/* The contact frame: s is the projection of global x (y if |n_x| > 0.9) on the plane, t = n x s; in
 * 2D n turned by 90 degrees. */
static void frame(int dim, scr_contact_geometry *g) {
  if (dim == 2) {
    g->s[0] = -g->n[1], g->s[1] = g->n[0], g->s[2] = 0;
    g->t[0] = g->t[1] = 0, g->t[2] = 1;
    return;
  }
  int axis = fabs(g->n[0]) > 0.9;
  double len2 = 0;
  for (int c = 0; c < 3; c++) {
    g->s[c] = (c == axis) - g->n[axis] * g->n[c];
    len2 += g->s[c] * g->s[c];
  }
  for (int c = 0; c < 3; c++) g->s[c] /= sqrt(len2);
  scr_cross3(g->n, g->s, g->t);
}

/* From centre to centre, the shortest way. */
static double distance(const scr_world *w, const scr_pose *a, const scr_pose *b, double way[3]) {
  double d2 = 0;
  for (int k = 0; k < w->dim; k++) {
    double d = b->x[k] - a->x[k], period = scr_period(w, k);
    if (period > 0) d = d > 0.5 * period ? d - period : d < -0.5 * period ? d + period : d;
    way[k] = d;
    d2 += d * d;
  }
  return sqrt(d2);
}

static double gap_between(const scr_pose *a, const scr_pose *b, double dist) {
  return dist - (a->r + b->r);
}

/* Gap and normal, and the arm of end 2. */
static void branch(const scr_world *w, scr_contact c, scr_contact_geometry *g) {
  assert(c.type < SCR_CONTACT_TYPES && c.k < w->pair[c.type].n);
  const scr_pairs *p = &w->pair[c.type];
  const scr_pose *a = &w->pose[p->i[c.k]];
  *g = (scr_contact_geometry){0};
  double dist, x[3];
  if (c.type == SCR_BALL_BALL) {
    const scr_pose *b = &w->pose[p->j[c.k]];
    dist = distance(w, a, b, g->n);
    g->gap = gap_between(a, b, dist);
    g->arm[1] = b->r + 0.5 * g->gap;
  } else {
    double q[3];
    int feature;
    scr_facet_ball_position(w, c.k, x);
    dist = scr_facet_closest(w, p->j[c.k], x, q, &feature);
    for (int k = 0; k < w->dim; k++) g->n[k] = q[k] - x[k];
    g->gap = dist - a->r;
  }
  double inverse = dist > 0 ? 1 / dist : 0;
  for (int k = 0; k < w->dim; k++) g->n[k] = dist > 0 ? g->n[k] * inverse : k == 0;
  if (c.type == SCR_BALL_FACET && scr_facet_is_on(w, c.k, dist))
    scr_facet_normal_on(w, c.k, x, g->n);
  const bool contact = p->law[c.k] || scr_contact_unmade(w, c);
  if (c.type == SCR_BALL_FACET && contact && !(p->flag[c.k] & SCR_PAIR_BLOCKED))
    scr_facet_round(w, c.k, &g->gap, g->n);
}

void scr_contact_geometry_of(const scr_world *w, scr_contact c, scr_contact_geometry *g) {
  const scr_pose *a = &w->pose[w->pair[c.type].i[c.k]];
  branch(w, c, g);
  g->arm[0] = a->r + 0.5 * g->gap;
  for (int k = 0; k < w->dim; k++) g->x[k] = a->x[k] + g->arm[0] * g->n[k];
  frame(w->dim, g);
}

static double gap_of(const scr_world *w, scr_contact c) {
  const scr_pairs *p = &w->pair[c.type];
  scr_contact_geometry g;
  if (c.type == SCR_BALL_BALL) {
    const scr_pose *a = &w->pose[p->i[c.k]], *b = &w->pose[p->j[c.k]];
    return gap_between(a, b, distance(w, a, b, g.n));
  }
  branch(w, c, &g);
  return g.gap;
}

void scr_contact_ends_of(const scr_world *w, scr_contact c, scr_ends *e) {
  const scr_pairs *p = &w->pair[c.type];
  uint32_t a = p->i[c.k], b = p->j[c.k];
  assert(c.k < p->n && a < w->ball.n);
  *e = (scr_ends){.facet = c.type == SCR_BALL_FACET,
                  .dim = w->dim,
                  .dt = w->timestep.current,
                  .gap = gap_of(w, c)};
  e->radius[0] = w->pose[a].r;
  e->mass[0] = w->twist[a].m;
  e->curvature[0] = 1 / w->pose[a].r;
  if (e->facet) return;
  e->radius[1] = w->pose[b].r;
  e->mass[1] = w->twist[b].m;
  e->curvature[1] = 1 / w->pose[b].r;
}

void scr_contact_force(const scr_world *w, scr_contact c, double f[3]) {
  assert(c.k < w->pair[c.type].n);
  for (int k = 0; k < 3; k++) f[k] = w->pair[c.type].force[k][c.k];
}

void scr_contact_moment(const scr_world *w, scr_contact c, int end, double m[3]) {
  scr_contact_geometry g;
  double f[3], arm[3];
  scr_contact_geometry_of(w, c, &g);
  scr_contact_force(w, c, f);
  for (int k = 0; k < 3; k++) arm[k] = -g.arm[end] * g.n[k];
  scr_cross3(arm, f, m);
  const scr_pairs *p = &w->pair[c.type];
  for (int k = 0; k < 3 && p->moment[0]; k++)
    m[k] += end == 1 ? p->moment[k][c.k] : -p->moment[k][c.k];
}

/* ---- properties ---- */

/* A state vector (normal, shear in the plane) in the contact frame. */
static int in_frame(const scr_world *w, scr_contact c, double normal, const double *shear,
                    double out[3]) {
  out[0] = normal;
  if (w->dim == 2) {
    out[1] = shear[0];
    return 2;
  }
  scr_contact_geometry g;
  scr_contact_geometry_of(w, c, &g);
  out[1] = scr_dot3(shear, g.s);
  out[2] = scr_dot3(shear, g.t);
  return 3;
}

/* A boolean that tells of the bond. */
static bool is_bond(const scr_model *m, const scr_prop *prop) {
  return m->bonds && prop->type == SCR_P_BOOL && prop->slot == m->bond;
}

static int get_state(const scr_world *w, scr_contact c, const scr_prop *prop, double out[3]) {
  double *const *column = w->pair[c.type].state + prop->slot, shear[3];
  if (is_bond(scr_contact_model(w, c), prop))
    return out[0] = column[0][c.k] >= SCR_BOND_HOLDS ? 1.0 : 0.0, 1;
  if (prop->type == SCR_P_MOMENT && w->dim == 2) return out[0] = column[1][c.k], 1;
  if (prop->type == SCR_P_XYZ) {
    for (int k = 0; k < w->dim; k++) out[k] = column[k][c.k];
    return w->dim;
  }
  if (prop->type < SCR_P_VEC) return out[0] = column[0][c.k], 1;
  for (int k = 0; k < (w->dim == 3 ? 3 : 1); k++) shear[k] = column[1 + k][c.k];
  return in_frame(w, c, column[0][c.k], shear, out);
}

static void put_axes(const scr_world *w, scr_contact c, scr_ends *e) {
  scr_contact_geometry g;
  scr_contact_geometry_of(w, c, &g);
  memcpy(e->x, g.x, sizeof e->x);
  memcpy(e->axis[0], g.s, sizeof e->axis[0]);
  memcpy(e->axis[1], g.t, sizeof e->axis[1]);
}

/* The columns of the state that hold what the contact's function handed over in place of a
 * parameter; NULL: it cannot. */
static double *const *handed_columns(const scr_world *w, scr_contact c, const scr_prop *prop) {
  const scr_model *m = scr_contact_model(w, c);
  if (!m->handed || prop->kind != SCR_PROP_PARAM || prop->slot < m->handed_from) return NULL;
  return w->pair[c.type].state + m->handed + prop->slot - m->handed_from;
}

static void get_parameter(const scr_world *w, scr_contact c, const scr_prop *prop, double out[3]) {
  const scr_pset *set = &w->pset[scr_pair_set(&w->pair[c.type], c.k)];
  double *const *handed = handed_columns(w, c, prop);
  for (int k = 0; k < scr_prop_slots(prop); k++) {
    const double given = handed ? handed[k][c.k] : 0;
    out[k] = given != 0 ? given : set->param[prop->slot + k];
  }
}

int scr_contact_get(scr_world *w, scr_contact c, const scr_prop *prop, double out[3]) {
  assert(c.k < w->pair[c.type].n && w->pair[c.type].law[c.k]);
  const scr_pairs *p = &w->pair[c.type];
  const scr_pset *set = &w->pset[scr_pair_set(p, c.k)];
  if (prop->kind == SCR_PROP_PARAM) {
    get_parameter(w, c, prop, out);
    return scr_ptype_numbers(prop->type, w->dim);
  }
  if (prop->kind == SCR_PROP_DERIVED && prop->slot == SCR_DERIVED_DASH) {
    double v[4] = {0};
    for (int k = 0; k < 4; k++) v[k] = p->dash[k] ? p->dash[k][c.k] : 0;
    return in_frame(w, c, v[0], v + 1, out);
  }
  if (prop->kind == SCR_PROP_STATE) return get_state(w, c, prop, out);
  const scr_model *m = scr_contact_model(w, c);
  double state[SCR_MAX_STATE];
  scr_ends e;
  scr_pair_state(p, c.k, m->nstate, state);
  scr_contact_ends_of(w, c, &e);
  if (prop->type >= SCR_P_VEC) put_axes(w, c, &e);
  e.curve = w->engine->contacts->curve;
  m->derive(m, (int)(prop - m->prop), &e, set->param, state, out);
  return scr_ptype_numbers(prop->type, w->dim);
}

const char *scr_contact_text(scr_world *w, scr_contact c, const scr_prop *p, char room[SCR_TEXT]) {
  double v[3];
  if (!(p->flags & (SCR_PROP_NAME | SCR_PROP_TEXT))) return NULL;
  scr_contact_get(w, c, p, v);
  if (p->flags & SCR_PROP_NAME) return scr_word_text(&w->words, (uint32_t)v[0]);
  const scr_model *m = scr_contact_model(w, c);
  m->text((int)(p - m->prop), w->dim, v, room);
  return room;
}

/* What a user can do instead, or where it comes from. */
static const char *why_read_only(const scr_model *m, const scr_prop *p) {
  bool bonds = false;
  for (int k = 0; k < m->nmethod; k++) bonds |= strcmp(m->method[k].name, "unbond") == 0;
  if (bonds && p->kind == SCR_PROP_STATE && p->slot == m->bond)
    return "the methods 'bond' and 'unbond' make bonds and end them";
  if (p->kind == SCR_PROP_STATE) return "it tells what the last cycle found";
  if (p->slot == SCR_DERIVED_DASH) return "it follows from the velocities of the last cycle";
  return "it follows from other properties, and from what the contact carries";
}

bool scr_prop_check(scr_diag *d, const scr_loc *at, const scr_model *m, const scr_prop *p,
                    const double *v, int n) {
  if (p->flags & SCR_PROP_READONLY) {
    scr_fail(d, at, SCR_E_NAME, "property '%s' of law '%s' cannot be set", p->name, m->name);
    return scr_hint(d, "%s", why_read_only(m, p));
  }
  for (int k = 0; k < n; k++)
    if (!isfinite(v[k]))
      return scr_fail(d, at, SCR_E_VALUE, "property '%s' must be a finite number", p->name);
  if (p->type >= SCR_P_VEC) return true;
  if (p->type == SCR_P_BOOL && v[0] != 0 && v[0] != 1)
    return scr_fail(d, at, SCR_E_TYPE, "the property '%s' is on or off, not %g", p->name, v[0]);
  if (p->type == SCR_P_INT && v[0] != floor(v[0]))
    return scr_fail(d, at, SCR_E_TYPE, "property '%s' is an integer", p->name);
  bool low = v[0] < p->lo || (v[0] == p->lo && p->flags & SCR_PROP_OPEN_LO),
       high = v[0] > p->hi || (v[0] == p->hi && p->flags & SCR_PROP_OPEN_HI);
  if (!low && !high) return true;
  scr_fail(d, at, SCR_E_VALUE, "%g is out of range for property '%s' of law '%s'", v[0], p->name,
           m->name);
  return scr_hint(d, "allowed: %s%g, %g%s", p->flags & SCR_PROP_OPEN_LO || isinf(p->lo) ? "(" : "[",
                  p->lo, p->hi, p->flags & SCR_PROP_OPEN_HI || isinf(p->hi) ? ")" : "]");
}

bool scr_facet_has_none(scr_diag *d, const scr_loc *at, const scr_prop *prop) {
  return scr_fail(d, at, SCR_E_VALUE, "property '%s': a facet has none", prop->name);
}

bool scr_contact_suits(const scr_world *w, scr_diag *d, const scr_loc *at, scr_contact c,
                       const scr_prop *prop, const double *param) {
  const scr_model *m = scr_contact_model(w, c);
  double state[SCR_MAX_STATE];
  if (c.type == SCR_BALL_FACET && prop->flags & SCR_PROP_END2)
    return scr_facet_has_none(d, at, prop);
  if (!m->refuse) return true;
  scr_pair_state(&w->pair[c.type], c.k, m->nstate, state);
  return scr_params_suit(d, at, m, w->dim, prop, param, state);
}

bool scr_params_suit(scr_diag *d, const scr_loc *at, const scr_model *m, int dim,
                     const scr_prop *prop, const double *param, const double *state) {
  const char *why = m->refuse ? m->refuse(dim, (int)(prop - m->prop), param, state) : NULL;
  return !why || scr_fail(d, at, SCR_E_VALUE, "property '%s': %s", prop->name, why);
}

bool scr_surface_prop_check(scr_diag *d, const scr_loc *at, const char *name, const double *v,
                            int n) {
  const scr_model *first = NULL;
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    const scr_prop *p = scr_model_prop(m, name);
    if (!p) continue;
    if (!first) first = m;
    scr_diag trial = {0};
    bool fits = scr_prop_check(&trial, NULL, m, p, v, n);
    scr_diag_clear(&trial);
    if (fits) return true;
  }
  return scr_prop_check(d, at, first, scr_model_prop(first, name), v, n);
}

static void set_vector(scr_world *w, scr_contact c, const scr_prop *prop, const double *v, int n) {
  assert(n >= 1 && n <= 3 && prop->type >= SCR_P_VEC);
  scr_pairs *p = &w->pair[c.type];
  if (prop->type == SCR_P_XYZ) {
    for (int k = 0; k < 3; k++) p->state[prop->slot + k][c.k] = k < n ? v[k] + 0.0 : 0;
    return;
  }
  scr_contact_geometry g;
  scr_contact_geometry_of(w, c, &g);
  p->state[prop->slot][c.k] = v[0];
  for (int k = 0; k < (w->dim == 3 ? 3 : 1); k++) {
    const double part = w->dim == 2 ? (n > 1 ? v[1] : 0)
                                    : (n > 1 ? v[1] * g.s[k] : 0) + (n > 2 ? v[2] * g.t[k] : 0);
    p->state[prop->slot + 1 + k][c.k] = part + 0.0; /* zeros have no sign: model/slide.h */
  }
}

/* Lets the law follow a state that the user set (hz_force moves rgap). */
static void state_was_set(scr_world *w, scr_contact c, const scr_model *m, int index) {
  scr_pairs *p = &w->pair[c.type];
  scr_pset set = w->pset[scr_pair_set(p, c.k)];
  double state[SCR_MAX_STATE];
  scr_ends e;
  scr_contact_ends_of(w, c, &e);
  scr_pair_state(p, c.k, m->nstate, state);
  m->state_set(&e, index, set.param, state);
  scr_pair_set_state(p, c.k, m->nstate, state);
  scr_pairs_set_set(p, c.k, scr_pset_variant(w, &set));
}

/* What the law makes of its state, so that a property that is derived becomes v. */
static void assign(scr_world *w, scr_contact c, const scr_prop *prop, const double *v, int n) {
  const scr_model *m = scr_contact_model(w, c);
  double param[SCR_MAX_PARAM], state[SCR_MAX_STATE], value[3] = {0};
  scr_ends e;
  assert(m->assign && n >= 1 && n <= 3);
  scr_contact_copy(w, c, &e, param, state);
  memcpy(value, v, (size_t)n * sizeof *v);
  m->assign(m, (int)(prop - m->prop), &e, param, value, state);
  scr_pair_set_state(&w->pair[c.type], c.k, m->nstate, state);
}

/* A contact that was open holds the force that it was given, shear too, if that made it reach. */
static void begin_to_carry(scr_world *w, scr_contact c, const scr_model *m) {
  scr_pairs *p = &w->pair[c.type];
  scr_ends e;
  scr_contact_ends_of(w, c, &e);
  const bool may = !(p->flag[c.k] & (SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT));
  if (may && m->reach && m->reach(w->pset[scr_pair_set(p, c.k)].param) >= e.gap)
    scr_contact_carries(w, c);
  if (m->oriented) scr_laws_turned(w); /* its settle hint knows of springs alone */
}

/* Columns of the state that such a property has. */
static int columns_of(const scr_prop *prop) {
  const bool turns = prop->type == SCR_P_VEC || prop->type == SCR_P_MOMENT;
  return turns ? 4 : scr_prop_slots(prop);
}

static bool any_of(const double *x, int n) {
  for (int k = 0; k < n; k++)
    if (x[k] != 0) return true;
  return false;
}

/* What the law does not keep of the state that it is left with, where nothing moves. */
static scr_loss law_loses(const scr_world *w, scr_contact c, const scr_prop *prop) {
  const scr_model *m = scr_contact_model(w, c);
  const scr_pairs *p = &w->pair[c.type];
  double state[SCR_MAX_STATE];
  scr_ends e;
  if (prop->kind != SCR_PROP_STATE || !m->hints.settle) return SCR_LOSS_NONE;
  scr_contact_ends_of(w, c, &e);
  scr_pair_state(p, c.k, m->nstate, state);
  const double *part = state + prop->slot, set = part[0];
  const bool had = any_of(part, columns_of(prop));
  m->hints.settle(&e, w->pset[scr_pair_set(p, c.k)].param, state);
  const bool bondless = m->bonds && !m->clings && scr_contact_bond(w, c) < SCR_BOND_HOLDS;
  if (bondless && had && !any_of(part, columns_of(prop))) return SCR_LOSS_UNBONDED;
  if (prop->type == SCR_P_VEC && set < 0 && part[0] == 0) return SCR_LOSS_PULL;
  const bool passes = prop->type == SCR_P_VEC && fabs(part[0] - set) > 1e-9 * fabs(set);
  return passes ? SCR_LOSS_NORMAL : SCR_LOSS_NONE;
}

const char *const scr_loss_text[SCR_LOSSES][2] = {
    [SCR_LOSS_NORMAL] = {"the normal part of ", "the next step takes it from the overlap"},
    [SCR_LOSS_PULL] = {"the normal part of ", "a contact without a bond does not pull"},
    [SCR_LOSS_UNBONDED] = {"", "a contact without a bond does not hold it"},
    [SCR_LOSS_ALL] = {"", "a contact that is open or inhibited carries nothing"},
};

scr_loss scr_contact_loses(scr_world *w, scr_contact c, const scr_prop *prop) {
  const bool load = strcmp(prop->unit, "N") == 0 || strcmp(prop->unit, "N m") == 0;
  double is[3] = {0};
  if (prop->kind == SCR_PROP_PARAM || !load) return SCR_LOSS_NONE;
  const int n = scr_contact_get(w, c, prop, is);
  bool any = false;
  for (int k = 0; k < n; k++) any |= is[k] != 0;
  if (any && !(w->pair[c.type].flag[c.k] & SCR_PAIR_ACTIVE)) return SCR_LOSS_ALL;
  return law_loses(w, c, prop);
}

bool scr_contact_begun(scr_world *w, scr_contact c, bool unasked) {
  uint8_t *flag = &w->pair[c.type].flag[c.k];
  if (!(*flag & SCR_PAIR_ACTIVE)) return false;
  *flag |= unasked ? SCR_PAIR_BEGUN | SCR_PAIR_UNASKED : SCR_PAIR_BEGUN;
  return w->engine->contacts->begun_by_edit = true;
}

void scr_contact_carries(scr_world *w, scr_contact c) {
  uint8_t *flag = &w->pair[c.type].flag[c.k];
  if (*flag & SCR_PAIR_ACTIVE) return;
  *flag |= SCR_PAIR_ACTIVE;
  scr_contact_begun(w, c, true);
}

void scr_contacts_tell_begun(scr_world *w) {
  enum { MARKS = SCR_PAIR_BEGUN | SCR_PAIR_UNASKED };
  if (!w->engine->contacts->begun_by_edit) return;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      const bool tells = p->flag[k] & SCR_PAIR_BEGUN && p->flag[k] & SCR_PAIR_ACTIVE;
      p->flag[k] &= (uint8_t)~MARKS;
      if (tells && scr_watched(w, SCR_EV_CONTACT_ACTIVATED))
        scr_world_event(w, SCR_EV_CONTACT_ACTIVATED, scr_contact_key(w, t, k), SCR_K_CONTACT,
                        scr_contact_ref(w, (scr_contact){t, k}), -1);
    }
  }
  w->engine->contacts->begun_by_edit = false;
}

void scr_contact_mark_bond(scr_world *w, scr_contact c) {
  const scr_model *m = scr_contact_model(w, c);
  scr_pairs *p = &w->pair[c.type];
  if (!m->bonds) return;
  p->flag[c.k] &= (uint8_t)~SCR_PAIR_BONDED;
  if (p->state[scr_model_lives(m)][c.k] >= SCR_BOND_HOLDS) {
    p->flag[c.k] |= SCR_PAIR_BONDED; /* at any gap */
    scr_contact_carries(w, c);
  }
  if (p->flag[c.k] & SCR_PAIR_BONDED && scr_contact_stays(w, c))
    p->flag[c.k] &= (uint8_t)~SCR_PAIR_BLOCKED; /* whatever facet claims the ball */
}

void scr_contact_first(scr_world *w, scr_contact c) {
  const scr_model *m = scr_contact_model(w, c);
  double state[SCR_MAX_STATE] = {0};
  if (!m->begin) return;
  m->begin(state);
  scr_pair_set_state(&w->pair[c.type], c.k, m->nstate, state);
  scr_contact_mark_bond(w, c);
}

int scr_contact_bond(const scr_world *w, scr_contact c) {
  const scr_model *m = scr_contact_model(w, c);
  const scr_pairs *p = &w->pair[c.type];
  if (!m->bonds || m->clings) return SCR_BOND_NONE;
  if (!m->parts.stride) return (int)p->state[m->bond][c.k];
  int first = SCR_BOND_NONE;
  for (int x = m->parts.first; x < SCR_MIN(m->nstate, p->states); x += m->parts.stride) {
    const int bond = (int)p->state[x][c.k] & SCR_BOND_HOLDS;
    if (bond == SCR_BOND_HOLDS) return bond;
    if (first == SCR_BOND_NONE) first = bond;
  }
  return first;
}

bool scr_contact_stays(const scr_world *w, scr_contact c) {
  return !scr_contact_model(w, c)->wanders && scr_contact_bond(w, c) >= SCR_BOND_HOLDS;
}

static void set_state(scr_world *w, scr_contact c, const scr_prop *prop, const double *v, int n) {
  double *const *state = w->pair[c.type].state + prop->slot;
  if (prop->type == SCR_P_MOMENT && w->dim == 2)
    state[1][c.k] = v[0];
  else if (prop->type >= SCR_P_VEC)
    set_vector(w, c, prop, v, n);
  else if (is_bond(scr_contact_model(w, c), prop))
    state[0][c.k] = v[0] != 0 ? SCR_BOND_HOLDS : SCR_BOND_NONE;
  else
    state[0][c.k] = v[0];
}

static void put_parameter(const scr_prop *prop, const double *v, int n, double *param) {
  for (int k = 0; k < scr_prop_slots(prop); k++)
    param[prop->slot + k] = k < n ? v[k] + 0.0 : 0; /* no -0: sets are compared by bits */
}

/* Another function hands over what it has: what the one before it gave does not stay. */
static void forget_handed(scr_world *w, scr_contact c, const scr_model *m) {
  for (int k = 0; m->handed && k < m->nparam - m->handed_from; k++)
    w->pair[c.type].state[m->handed + k][c.k] = 0;
}

static bool hand_over(scr_world *w, scr_diag *d, scr_contact c, const scr_prop *prop,
                      double *const *handed, const double *v, int n) {
  scr_pset set = w->pset[scr_pair_set(&w->pair[c.type], c.k)];
  put_parameter(prop, v, n, set.param);
  if (!scr_contact_suits(w, d, NULL, c, prop, set.param)) return false;
  for (int k = 0; k < scr_prop_slots(prop); k++) handed[k][c.k] = set.param[prop->slot + k];
  return true;
}

/* In the middle of a pass: the pass takes the state of the contact, and knows of no other change.
 */
static bool set_given(scr_world *w, scr_diag *d, scr_contact c, const scr_prop *prop,
                      const double *v, int n) {
  const bool own = c.type == w->given.type && c.k == w->given.k;
  double *const *handed = handed_columns(w, c, prop);
  if (own && handed) return hand_over(w, d, c, prop, handed, v, n);
  if (!own || prop->kind != SCR_PROP_STATE) return scr_refuse_while_giving(d);
  set_state(w, c, prop, v, n);
  return true;
}

bool scr_refuse_while_giving(scr_diag *d) {
  scr_fail(d, NULL, SCR_E_STATE,
           "the function of a contact of the law 'fish' sets what this contact holds, no more");
  return scr_hint(d, "these are its properties 'force', 'moment', 'slip' and 'bond', and its "
                     "stiffnesses 'stifft' and 'stiffa'");
}

bool scr_contact_set(scr_world *w, scr_diag *d, scr_contact c, const scr_prop *prop,
                     const double *v, int n) {
  assert(c.k < w->pair[c.type].n && w->pair[c.type].law[c.k]);
  const scr_model *m = scr_contact_model(w, c);
  if (!scr_prop_check(d, NULL, m, prop, v, n)) return false;
  if (w->giving) return set_given(w, d, c, prop, v, n);
  scr_changed(w, SCR_HELD);
  if (prop->kind == SCR_PROP_PARAM) {
    scr_pset p = w->pset[scr_pair_set(&w->pair[c.type], c.k)];
    double *const *handed = handed_columns(w, c, prop);
    put_parameter(prop, v, n, p.param);
    p.inherit &= ~scr_prop_bits(prop);
    if (!scr_contact_suits(w, d, NULL, c, prop, p.param)) return false;
    for (int k = 0; handed && k < scr_prop_slots(prop); k++) handed[k][c.k] = 0;
    if (prop->flags & SCR_PROP_NAME) forget_handed(w, c, m);
    scr_pairs_set_set(&w->pair[c.type], c.k, scr_pset_variant(w, &p));
    if (m->state_set) state_was_set(w, c, m, (int)(prop - m->prop));
    if (m->oriented) scr_laws_turned(w); /* its settle hint knows of springs alone */
  } else if (prop->kind == SCR_PROP_DERIVED) {
    if (!scr_contact_suits(w, d, NULL, c, prop, w->pset[scr_pair_set(&w->pair[c.type], c.k)].param))
      return false;
    assign(w, c, prop, v, n);
  } else {
    set_state(w, c, prop, v, n);
    if (m->state_set) state_was_set(w, c, m, (int)(prop - m->prop));
    if (m->state_set && prop->type == SCR_P_VEC) begin_to_carry(w, c, m);
    if (prop->type < SCR_P_VEC) scr_contact_mark_bond(w, c);
  }
  return true;
}

bool scr_contact_inherits(const scr_world *w, scr_contact c, const scr_prop *p) {
  return p->kind == SCR_PROP_PARAM &&
         w->pset[scr_pair_set(&w->pair[c.type], c.k)].inherit >> p->slot & 1;
}

void scr_contact_set_inherit(scr_world *w, scr_contact c, const scr_prop *prop, bool on) {
  if (prop->kind != SCR_PROP_PARAM || !(prop->flags & SCR_PROP_INHERIT)) return;
  scr_pset p = w->pset[scr_pair_set(&w->pair[c.type], c.k)];
  const uint64_t slots = scr_prop_bits(prop);
  p.inherit = on ? p.inherit | slots : p.inherit & ~slots;
  scr_changed(w, SCR_HELD);
  if (on) scr_contact_inherit(w, c, &p); /* at once, as when a surface gets another value */
  scr_pairs_set_set(&w->pair[c.type], c.k, scr_pset_variant(w, &p));
  if (scr_contact_model(w, c)->oriented) scr_laws_turned(w);
}

/* Of facets the gap is that of the kernels, digit by digit, as that of balls is. */
static bool was_edited(const scr_world *w, scr_contact c, const scr_model *m) {
  const scr_pairs *p = &w->pair[c.type];
  double was[SCR_MAX_STATE], is[SCR_MAX_STATE];
  bool other = false;
  scr_ends e;
  scr_contact_ends_of(w, c, &e);
  if (e.facet) e.gap = scr_facets_geometry(w)->gap[c.k];
  scr_pair_state(p, c.k, m->nstate, was);
  memcpy(is, was, (size_t)m->nstate * sizeof *is);
  m->hints.settle(&e, w->pset[scr_pair_set(p, c.k)].param, is);
  for (int x = 0; x < SCR_MIN(m->nstate, 32); x++)
    other |= (m->hints.edits >> x & 1) && is[x] != was[x];
  return other;
}

void scr_contacts_edited(scr_world *w) {
  enum { CARRIES = SCR_PAIR_ACTIVE, SILENT = SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT };
  scr_contacts_edits_over(w);
  if (w->pair[SCR_BALL_FACET].n) scr_facet_geometry_all(w);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      const scr_contact c = {t, k};
      const scr_model *m = p->law[k] ? scr_contact_model(w, c) : NULL;
      if (!m || !m->hints.edits || (p->flag[k] & (CARRIES | SILENT)) != CARRIES) continue;
      if (m->hints.edits_of && !m->hints.edits_of(w->pset[scr_pair_set(p, k)].param)) continue;
      if (!was_edited(w, c, m)) continue;
      p->flag[k] |= SCR_PAIR_EDITED;
      w->engine->contacts->edited = true;
    }
  }
  scr_made(w, SCR_MARKS);
}

void scr_contacts_edits_over(scr_world *w) {
  if (!w->engine->contacts->edited) return;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t k = 0; k < w->pair[t].n; k++) w->pair[t].flag[k] &= (uint8_t)~SCR_PAIR_EDITED;
  w->engine->contacts->edited = false;
}

bool scr_law_is_for(const scr_model *m, scr_contact_type type) {
  return type == SCR_BALL_BALL || !m->balls_only;
}

bool scr_law_suits(scr_diag *d, const scr_loc *at, const scr_model *m, int dim,
                   scr_contact_type type) {
  if (m->space_only && dim != 3)
    return scr_fail(d, at, SCR_E_VALUE, "the contact law '%s' is for models in 3D alone", m->name);
  if (scr_law_is_for(m, type)) return true;
  scr_fail(d, at, SCR_E_VALUE, "the contact law '%s' is for contacts of two balls alone", m->name);
  return scr_hint(d, "name these: type 'ball-ball', or range contact type 'ball-ball'");
}

void scr_contact_replaced(scr_world *w, scr_contact c, const double force[3]) {
  const scr_model *m = scr_contact_model(w, c);
  scr_pairs *p = &w->pair[c.type];
  double state[SCR_MAX_STATE];
  scr_contact_first(w, c);
  if (!m->replace) return;
  scr_pair_state(p, c.k, m->nstate, state);
  m->replace(force, state);
  scr_pair_set_state(p, c.k, m->nstate, state);
}

bool scr_contact_set_model(scr_world *w, scr_diag *d, scr_contact c, const scr_model *m) {
  scr_pairs *s = &w->pair[c.type];
  scr_cmat_entry e = scr_cmat_entry_of(m);
  scr_pset p;
  double force[3];
  if (!scr_law_suits(d, NULL, m, w->dim, c.type)) return false;
  scr_world_sync(w); /* the half-kick that is due belongs to the law of the last cycle */
  e.proximity = w->pset[scr_pair_set(s, c.k)].proximity;
  scr_pset_for(w, c, &e, &p);
  const uint32_t set = scr_pset_variant(w, &p);
  scr_pairs_need(s, scr_states_needed(w), false, false); /* what the set needs is known now */
  scr_contact_book(w, c.type, c.k);
  scr_contact_force(w, c, force);
  w->engine->contacts->lawless[c.type] = 0;
  scr_pairs_other_law(s, c.k, p.law, set);
  scr_contact_replaced(w, c, force);
  scr_contact_restart(w, c);
  return true;
}

void scr_contact_copy(const scr_world *w, scr_contact c, scr_ends *e, double *param,
                      double *state) {
  const scr_pset *set = &w->pset[scr_pair_set(&w->pair[c.type], c.k)];
  scr_contact_ends_of(w, c, e);
  put_axes(w, c, e);
  memcpy(param, set->param, sizeof set->param);
  scr_pair_state(&w->pair[c.type], c.k, scr_contact_model(w, c)->nstate, state);
}

bool scr_contact_method(scr_world *w, scr_diag *d, scr_contact c, const scr_method *m,
                        const scr_marg *args) {
  scr_ends e;
  if (w->giving) return scr_refuse_while_giving(d);
  scr_pset p = w->pset[scr_pair_set(&w->pair[c.type], c.k)];
  uint64_t clears = 0;
  scr_pairs *s = &w->pair[c.type];
  const int states = scr_contact_model(w, c)->nstate;
  double state[SCR_MAX_STATE];
  scr_contact_copy(w, c, &e, p.param, state);
  const char *why = m->apply(&e, args, p.param, &clears, state);
  if (why) return scr_fail(d, NULL, SCR_E_VALUE, "method '%s': %s", m->name, why);
  p.inherit &= ~clears;
  scr_pairs_set_set(s, c.k, scr_pset_variant(w, &p));
  if (m->touches) scr_pair_set_state(s, c.k, states, state);
  scr_contact_mark_bond(w, c);
  return true;
}

double scr_contact_stored(const scr_world *w, scr_contact c, int what) {
  const scr_model *m = scr_contact_model(w, c);
  const scr_pairs *p = &w->pair[c.type];
  double state[SCR_MAX_STATE], sum = 0;
  scr_ends e;
  if (!m->strain || !(p->flag[c.k] & SCR_PAIR_ACTIVE)) return 0;
  scr_contact_ends_of(w, c, &e);
  scr_pair_state(p, c.k, m->nstate, state);
  for (int k = 0; k < m->nenergy; k++)
    if (!m->energy[k].accumulated && m->energy[k].slot == what)
      sum += m->strain(&e, w->dim, w->pset[scr_pair_set(p, c.k)].param, state, what);
  return sum;
}

bool scr_contact_energy(scr_world *w, scr_contact c, const char *name, double *out) {
  const scr_model *m = scr_contact_model(w, c);
  const scr_pairs *p = &w->pair[c.type];
  for (int k = 0; k < m->nenergy; k++) {
    const int slot = m->energy[k].slot;
    if (!scr_energy_is(m->energy[k].name, name)) continue;
    *out = !m->energy[k].accumulated ? scr_contact_stored(w, c, slot)
           : p->work[slot]           ? p->work[slot][c.k]
                                     : 0;
    return true;
  }
  return false;
}

void scr_contact_drop(scr_world *w, scr_contact_type type, uint32_t k) {
  assert(k < w->pair[type].n && w->pair[type].ncontact > 0);
  scr_pairs *p = &w->pair[type];
  if (scr_watched(w, SCR_EV_CONTACT_DELETE))
    scr_world_event(w, SCR_EV_CONTACT_DELETE, 0, SCR_K_CONTACT,
                    scr_contact_ref(w, (scr_contact){type, k}), -1);
  if (!p->law[k]) return; /* the callback deleted it */
  scr_changed(w, SCR_ENERGIES);
  scr_contact_book(w, type, k);
  scr_ids_give(&w->contact_ids[type], p->id[k]);
  if (p->slot && p->slot[k]) scr_slots_give(&w->contact_slots, p->slot[k] - 1);
  scr_pairs_clear_row(p, k);
  p->ncontact--;
  scr_count_change(w, type, k, false);
}

void scr_contact_delete(scr_world *w, scr_contact c) {
  scr_contact_drop(w, c.type, c.k);
  scr_changed(w, SCR_GONE); /* the pair is looked for again before anything moves, as it is in a
                               world that was restored */
}

void scr_contact_inhibit(scr_world *w, scr_contact c, bool on) {
  assert(c.k < w->pair[c.type].n && w->pair[c.type].law[c.k]);
  scr_pairs *p = &w->pair[c.type];
  scr_changed(w, SCR_CARRIED);
  p->flag[c.k] &= (uint8_t)~SCR_PAIR_INHIBIT;
  if (!on) return;
  p->flag[c.k] |= SCR_PAIR_INHIBIT |
                  SCR_PAIR_ACTIVE; /* whatever it holds, also what a user gave it, is forgotten */
  scr_pair_silence(p, c.k);
}
