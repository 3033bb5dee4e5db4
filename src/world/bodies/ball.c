/* Balls: creation, deletion, lookup, what users read and write of them. */
#include "world/bodies/bodies.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/sort.h"
#include "world/contacts/birth.h"
#include "world/contacts/cmat.h"
#include "world/contacts/contact.h"
#include "world/contacts/pairs.h"
#include "world/contacts/pass.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/force/energy.h"
#include "world/fracture/fragment.h"
#include "world/motion/held.h"
#include "world/state/events.h"
#include "world/state/handles.h"
#include "world/state/inertia.h"
#include "world/state/quantity.h"
#include "world/state/rows.h"

uint32_t scr_ball_next_id(const scr_world *w) { return w->ball_ids.max + 1; }

uint32_t scr_ball_find(const scr_world *w, uint32_t id) {
  return scr_idmap_get(&w->ball_by_id, id, SCR_NONE);
}

scr_ref scr_ball_ref(const scr_world *w, uint32_t row) {
  assert(row < w->ball.n);
  uint32_t slot = scr_colu(&w->ball, SCR_BALL_SLOT)[row];
  return (scr_ref){slot, w->ball_slots.gen[slot]};
}

/* The first axis along which x lies outside of the domain; -1: none. */
static int axis_outside(const scr_world *w, const double x[3]) {
  for (int c = 0; c < w->dim; c++)
    if (x[c] < w->domain.lo[c] || x[c] > w->domain.hi[c]) return c;
  return -1;
}

static bool inside(const scr_world *w, scr_diag *d, const double x[3]) {
  if (!w->domain.set)
    return scr_fail(d, NULL, SCR_E_STATE, "there is no model domain yet"),
           scr_hint(d, "give `model domain extent` first");
  const int c = axis_outside(w, x);
  return c < 0 || scr_fail(d, NULL, SCR_E_VALUE,
                           "position %c = %g lies outside of the model domain [%g, %g]", "xyz"[c],
                           x[c], w -> domain.lo[c], w->domain.hi[c]);
}

static bool is_radius(const scr_world *w, scr_diag *d, double r) {
  if (!(r > 0) || !isfinite(r))
    return scr_fail(d, NULL, SCR_E_VALUE, "a radius must be positive, not %g", r);
  if (r < SCR_LEAST || r > SCR_MOST)
    return scr_fail(d, NULL, SCR_E_VALUE,
                    "a radius of %g m is beyond what can be computed, %g to %g m", r, SCR_LEAST,
                    SCR_MOST);
  for (int c = 0; c < w->dim; c++) {
    double period = scr_period(w, c);
    if (period > 0 && 4 * r > period)
      return scr_fail(
          d, NULL, SCR_E_VALUE,
          "a ball of radius %g is larger than half the period %g of the domain along %c", r, period,
          "xyz"[c]);
  }
  return true;
}

static bool taken(scr_diag *d, uint32_t id) {
  return scr_fail(d, NULL, SCR_E_VALUE, "there is a ball with id %u already", id);
}

/* May a ball come there, with that id? If not, `why` says what of it may not. */
static bool fits(scr_world *w, scr_diag *d, uint32_t id, const double x[3], double r,
                 scr_misfit *why) {
  why->what = SCR_MISFIT_NONE;
  if (!scr_may_edit_bodies(w, d)) return false;
  why->what = SCR_MISFIT_RADIUS;
  if (!is_radius(w, d, r)) return false;
  why->what = w->domain.set ? SCR_MISFIT_POSITION : SCR_MISFIT_NONE;
  if (!inside(w, d, x)) {
    why->comp = axis_outside(w, x);
    return false;
  }
  why->what = SCR_MISFIT_ID;
  if (id && id <= w->ball_ids.max && scr_ball_find(w, id) != SCR_NONE) return taken(d, id);
  return id <= INT32_MAX || scr_fail(d, NULL, SCR_E_VALUE, "ball id %u is too large", id);
}

/* Row k, which is zero, becomes a ball, or a piece of a body, of which no event tells. */
static void fill_row(scr_world *w, uint32_t k, uint32_t id, const double x[3], double r,
                     bool ball) {
  assert(k < w->ball.n && id > 0 && id <= INT32_MAX && r > 0);
  scr_colu(&w->ball, SCR_BALL_ID)[k] = id;
  for (int c = 0; c < w->dim; c++) {
    double period = scr_period(w, c);
    w->pose[k].x[c] = period > 0 && x[c] >= w->domain.hi[c] ? x[c] - period : x[c];
  }
  w->pose[k].r = r;
  scr_table_begin(&w->ball, k);
  scr_orientation_begin(w, &w->ball, k);
  scr_ref ref = scr_slots_take(&w->ball_slots, k);
  scr_colu(&w->ball, SCR_BALL_SLOT)[k] = ref.index;
  scr_idmap_set(&w->ball_by_id, id, k);
  scr_ids_take(&w->ball_ids, id);
  if (ball) scr_world_event(w, SCR_EV_BALL_CREATE, id, SCR_K_BALL, ref, -1);
}

/* n zero rows at the end; the first of them. */
static uint32_t new_rows(scr_world *w, uint32_t n) {
  scr_world_sync(w); /* the half-kick that is due is not the newcomers' */
  const uint32_t first = scr_table_push_rows(&w->ball, n);
  scr_world_refresh(w);
  scr_changed(w, SCR_BODIES);
  scr_changed(w, SCR_ROWS);
  return first;
}

bool scr_ball_create(scr_world *w, scr_diag *d, uint32_t id, const double x[3], double r,
                     uint32_t *row) {
  scr_misfit why;
  if (!fits(w, d, id, x, r, &why)) return false;
  const uint32_t k = new_rows(w, 1);
  fill_row(w, k, id ? id : scr_ball_next_id(w), x, r, true);
  if (row) *row = k;
  return true;
}

void scr_ball_reserve(scr_world *w, uint32_t n) {
  const uint32_t all = w->ball.n + SCR_MIN(n, UINT32_MAX - w->ball.n);
  scr_table_reserve(&w->ball, all);
  scr_world_refresh(w);
  scr_idmap_reserve(&w->ball_by_id, all);
  scr_slots_reserve(&w->ball_slots, n);
}

/* Ids that only rise cannot be equal. */
static bool rising(const uint32_t *id, uint32_t n) {
  for (uint32_t k = 1; k < n; k++)
    if (id[k] <= id[k - 1]) return false;
  return true;
}

/* All of them fit, and no two have one id. */
static bool all_fit(scr_world *w, scr_diag *d, const scr_pose *pose, const uint32_t *id,
                    uint32_t first_id, uint32_t n, scr_misfit *why) {
  scr_u64map seen = {0};
  const bool look = id && !rising(id, n);
  bool ok = true;
  if (look) scr_u64map_reserve(&seen, n);
  for (uint32_t k = 0; ok && k < n; k++) {
    why->k = k;
    ok = fits(w, d, id ? id[k] : first_id + k, pose[k].x, pose[k].r, why);
    if (ok && look && scr_u64map_get(&seen, id[k], 0)) ok = taken(d, id[k]);
    if (ok && look) scr_u64map_set(&seen, id[k], 1);
  }
  scr_u64map_free(&seen);
  return ok;
}

bool scr_balls_create(scr_world *w, scr_diag *d, const scr_pose *pose, const uint32_t *id,
                      uint32_t first_id, uint32_t n, scr_misfit *why) {
  if (!all_fit(w, d, pose, id, first_id, n, why)) return false;
  if (n == 0) return true;
  scr_ball_reserve(w, n);
  const uint32_t first = new_rows(w, n);
  for (uint32_t k = 0; k < n; k++)
    fill_row(w, first + k, id ? id[k] : first_id + k, pose[k].x, pose[k].r, true);
  return true;
}

bool scr_pieces_create(scr_world *w, scr_diag *d, const scr_pose *pose, uint32_t n,
                       uint32_t *first) {
  const uint32_t id = scr_ball_next_id(w);
  scr_misfit why;
  if (!all_fit(w, d, pose, NULL, id, n, &why)) return false;
  scr_ball_reserve(w, n);
  *first = new_rows(w, n);
  for (uint32_t k = 0; k < n; k++) fill_row(w, *first + k, id + k, pose[k].x, pose[k].r, false);
  return true;
}

/* Balls alone: a piece follows its body. */
static bool is_ball(const scr_world *w, scr_diag *d, uint32_t row) {
  assert(row < w->ball.n);
  const uint32_t body = scr_body_of(w, row);
  return !body || scr_fail(d, NULL, SCR_E_STATE, "ball %u is a piece of body %u, which moves it",
                           scr_colu(&w->ball, SCR_BALL_ID)[row], body);
}

/* Energies of balls that go stay in the totals. */
static void book_ball(scr_world *w, uint32_t k) {
  if (!w->energy_on) return;
  for (int c = 0; c < 3; c++)
    scr_xsum_add(&w->energy_total[SCR_TOTAL_DAMP + c], scr_real_at(&w->ball, SCR_BALL_WORK, k)[c]);
}

/* Contacts of balls that go end first, then the balls are announced, while everything still exists.
 */
static void announce_removal(scr_world *w, const bool *gone) {
  for (int type = 0; type < SCR_CONTACT_TYPES; type++) {
    scr_pairs *p = &w->pair[type];
    uint32_t n = 0, *list = scr_alloc(p->n * sizeof *list);
    for (uint32_t k = 0; k < p->n; k++)
      if (p->law[k] && (gone[p->i[k]] || (type == SCR_BALL_BALL && gone[p->j[k]]))) list[n++] = k;
    scr_contacts_gone(w, type, list, n);
    scr_free(list);
  }
  if (!scr_watched(w, SCR_EV_BALL_DELETE)) return;
  const uint32_t *order = scr_ball_order(w);
  for (uint32_t k = 0; k < w->ball.n; k++)
    if (gone[order[k]] && !scr_body_of(w, order[k]))
      scr_world_event(w, SCR_EV_BALL_DELETE, 0, SCR_K_BALL, scr_ball_ref(w, order[k]), -1);
}

/* Rows of the pairs follow to[]; candidates of balls that are gone vanish when the lists are closed
 * up. */
static void pairs_follow(scr_world *w, const uint32_t *to) {
  for (int type = 0; type < SCR_CONTACT_TYPES; type++) {
    scr_pairs *p = &w->pair[type];
    for (uint32_t k = 0; k < p->n; k++) {
      if (!p->law[k]) continue;
      p->i[k] = to[p->i[k]];
      assert(p->i[k] != SCR_NONE);
      if (type == SCR_BALL_BALL) p->j[k] = to[p->j[k]];
    }
  }
}

/* Candidates that name a dead ball must not survive until the next rebuilding: the lists are closed
 * up. */
static void pairs_close_up(scr_world *w) {
  for (int type = 0; type < SCR_CONTACT_TYPES; type++) {
    scr_pairs *p = &w->pair[type];
    uint32_t n = 0;
    for (uint32_t k = 0; k < p->n; k++) {
      if (!p->law[k]) continue; /* candidates are found again by the rebuilding that must follow */
      scr_pairs_move_row(p, n, k);
      scr_contact_moved(w, (scr_contact){(uint32_t)type, n});
      n++;
    }
    p->n = n;
  }
}

bool scr_ball_delete(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n) {
  if (!scr_may_edit_bodies(w, d)) return false;
  for (size_t k = 0; k < n; k++)
    if (!is_ball(w, d, rows[k])) return false;
  if (!n) return true;
  scr_world_sync(w);
  scr_balls_remove(w, rows, n);
  bool fine = !scr_call_failure(w);
  return fine || (d->failed ? false : scr_fail(d, NULL, SCR_E_STATE, "a callback failed"));
}

void scr_balls_remove(scr_world *w, const uint32_t *rows, size_t n) {
  uint32_t old = w->ball.n, *to = scr_alloc(old * sizeof *to),
           *from = scr_alloc(old * sizeof *from), left = 0;
  bool *gone = scr_alloc(old * sizeof *gone);
  for (size_t k = 0; k < n; k++) to[rows[k]] = SCR_NONE, gone[rows[k]] = true;
  assert(n <= old);
  announce_removal(w, gone);
  scr_free(gone);
  for (uint32_t k = 0; k < old; k++) {
    uint32_t id = scr_colu(&w->ball, SCR_BALL_ID)[k], slot = scr_colu(&w->ball, SCR_BALL_SLOT)[k];
    if (to[k] == SCR_NONE) {
      book_ball(w, k);
      scr_idmap_remove(&w->ball_by_id, id);
      scr_ids_give(&w->ball_ids, id);
      scr_slots_give(&w->ball_slots, slot);
      continue;
    }
    to[k] = left;
    scr_images_follow(w, left, k);
    from[left++] = k;
    assert(slot < w->ball_slots.n);
    w->ball_slots.row[slot] = to[k];
    scr_idmap_set(&w->ball_by_id, id, to[k]);
  }
  pairs_follow(w, to);
  assert(left == old - n);
  pairs_close_up(w);
  scr_table_permute(&w->ball, from, left);
  scr_changed(w, SCR_ROWS);
  scr_world_refresh(w);
  scr_inertia_follow(w, from, left);
  scr_free(to);
  scr_free(from);
  scr_held_prune(w);
  scr_changed(w, SCR_GONE);
}

/* Of a ball's centre from x, through periodic sides where that is nearer. */
static double centre_distance2(const scr_world *w, uint32_t row, const double x[3]) {
  double d2 = 0;
  for (int c = 0; c < w->dim; c++) {
    double e = w->pose[row].x[c] - x[c], period = scr_period(w, c);
    if (period > 0) e = e > 0.5 * period ? e - period : e < -0.5 * period ? e + period : e;
    d2 += e * e;
  }
  return d2;
}

uint32_t scr_ball_near(scr_world *w, const double x[3], double radius) {
  uint32_t best = SCR_NONE;
  double best2 = radius > 0 ? radius * radius : HUGE_VAL;
  const uint32_t *order = scr_ball_order(w);
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const double d2 = centre_distance2(w, order[k], x);
    if (d2 < best2 || (d2 == best2 && best == SCR_NONE)) best2 = d2, best = order[k];
  }
  return best;
}

/* ---- quantities ---- */

static bool position_fits(const scr_world *w, scr_diag *d, const double *x) {
  return inside(w, d, x);
}

static bool radius_fits(const scr_world *w, scr_diag *d, const double *r) {
  return is_radius(w, d, *r);
}

static void force_unbalanced(const scr_world *w, uint32_t row, double out[3]) {
  const double *applied = scr_real_at(&w->ball, SCR_BALL_FORCE_APPLIED, row);
  for (int c = 0; c < 3; c++)
    out[c] = w->load[row].f[c] + applied[c] + w->twist[row].m * w->gravity[c];
}

static void moment_unbalanced(const scr_world *w, uint32_t row, double out[3]) {
  const double *applied = scr_real_at(&w->ball, SCR_BALL_MOMENT_APPLIED, row);
  for (int c = 0; c < 3; c++) out[c] = w->load[row].m[c] + applied[c];
}

static void fragment(const scr_world *w, uint32_t row, double out[3]) {
  out[0] = scr_fragment_of_ball(w, row);
}

/* Found for all balls when the first of them is asked. */
static void stress(const scr_world *w, uint32_t row, double *out) {
  static const int pair[] = {0, 4, 8, 1, 5, 2}, flat[] = {0, 4, 1};
  const bool deep = w->dim == 3;
  const int *at = deep ? pair : flat;
  scr_need((scr_world *)w, NULL, SCR_STRESSES);
  const double *s = w->engine->stress + 9 * (size_t)row;
  for (int k = 0; k < (deep ? 6 : 3); k++)
    out[k] = 0.5 * (s[at[k]] + s[3 * (at[k] % 3) + at[k] / 3]);
}

static void displacement(const scr_world *w, uint32_t row, double out[3]) {
  const double *x_ref = scr_real_at(&w->ball, SCR_BALL_X_REF, row);
  const int32_t *image = scr_int_at(&w->ball, SCR_BALL_IMAGE, row);
  for (int c = 0; c < 3; c++) out[c] = w->pose[row].x[c] - x_ref[c] + scr_period(w, c) * image[c];
}

static void put_displacement(scr_world *w, uint32_t row, const double *in) {
  static const int32_t none[3];
  scr_images_begin(w, row);
  scr_fragment_begin(w, row);
  for (int c = 0; c < w->dim; c++)
    scr_col(&w->ball, SCR_BALL_X_REF)[3 * (size_t)row + (size_t)c] = w->pose[row].x[c] - in[c];
  int32_t image[3];
  memcpy(image, scr_table_at(&w->ball, SCR_BALL_IMAGE, row), sizeof image);
  memcpy(image, none, (size_t)w->dim * sizeof *image);
  scr_table_write(&w->ball, SCR_BALL_IMAGE, row, image);
  if (w->facet.n) scr_changed(w, SCR_LISTS); /* images count for facets too */
}

static void euler(const scr_world *w, uint32_t row, double out[3]) {
  scr_orientation_get(w, &w->ball, row, out);
}

static void put_euler(scr_world *w, uint32_t row, const double *in) {
  scr_orientation_set(w, &w->ball, row, in);
}

SCR_BALL_ROWS(SCR_NO_ROW, SCR_QUANTITY_FITS, SCR_NO_ROW)
const scr_quantity scr_ball_quantity[] = {
    SCR_BALL_ROWS(SCR_NO_ROW, SCR_QUANTITY_V, SCR_QUANTITY_Q){.name = NULL}};

void scr_ball_get(const scr_world *w, uint32_t row, int q, double *out) {
  assert(row < w->ball.n);
  scr_quantity_get(w, &w->ball, &scr_ball_quantity[q], row, out);
}

bool scr_ball_check(const scr_world *w, scr_diag *d, int q, const double *in) {
  return scr_quantity_check(w, d, &scr_ball_quantity[q], in);
}

/* What a change calls for before it is made, */
static void will_change(scr_world *w, unsigned what) {
  if (!(what & SCR_Q_MOTION)) scr_changed(w, SCR_VALUES);
  if (!(what & SCR_Q_OPTION)) scr_changed(w, SCR_ENERGIES);
  scr_world_sync(w); /* the half-kick that is due belongs to the old values */
}

/* and after it is. */
static void has_changed(scr_world *w, unsigned what, uint32_t row) {
  w->engine->survey.any_force |= (what & SCR_Q_FORCE) != 0; /* of the cycle that runs now too */
  w->engine->survey.any_moment |= (what & SCR_Q_MOMENT) != 0;
  w->engine->survey.any_damp |= (what & SCR_Q_DAMPING) != 0;
  if (what & SCR_Q_INERTIA) scr_ball_inertia(w, row);
  if (what & SCR_Q_PLACE) scr_changed(w, SCR_PLACES);
}

bool scr_ball_set(scr_world *w, scr_diag *d, uint32_t row, int q, const double *in) {
  assert(row < w->ball.n);
  const scr_quantity *r = &scr_ball_quantity[q];
  if (!scr_quantity_check(w, d, r, in)) return false;
  if ((r->flags & SCR_Q_BODY || w->asking) && !scr_may_edit_bodies(w, d)) return false;
  if (!is_ball(w, d, row)) return false;
  will_change(w, r->flags);
  scr_quantity_put(w, &w->ball, r, row, in);
  has_changed(w, r->flags, row);
  return true;
}

void scr_ball_fix(scr_world *w, uint32_t row, unsigned mask, bool fixed) {
  assert(row < w->ball.n && mask < 64 && !scr_body_of(w, row));
  scr_world_sync(w);
  scr_changed(w, SCR_VALUES);
  w->engine->survey.any_fix = true;
  const double before = scr_energy_verlet_of_ball(w, row);
  uint8_t *fix = (uint8_t *)w->ball.base[SCR_BALL_FIX] + row;
  *fix = (uint8_t)(fixed ? *fix | mask : *fix & ~mask);
  scr_energy_verlet_edited(w, before, scr_energy_verlet_of_ball(w, row));
}

/* ---- surface properties ---- */

static void set_surface(scr_world *w, scr_table *t, int col, uint32_t row, const char *name,
                        double value) {
  uint64_t bits;
  assert(row < t->n);
  memcpy(&bits, &value, sizeof bits);
  const uint32_t set =
      scr_sets_with(&w->sets, scr_word_at(t, col, row), scr_word(&w->words, name), bits);
  scr_table_write(t, col, row, &set);
  w->engine->survey.any_surface = true;
  scr_changed(w, SCR_SURFACES);
}

void scr_ball_set_surface(scr_world *w, uint32_t row, const char *name, double value) {
  set_surface(w, &w->ball, SCR_BALL_SURFACE, row, name, value);
  scr_contacts_reinherit(w, SCR_K_BALL, row);
}

void scr_ball_set_vector(scr_world *w, uint32_t row, const char *name, const double v[3]) {
  char key[SCR_VECTOR_KEY];
  for (int c = 0; c < 3; c++) {
    scr_vector_key(name, c, key);
    set_surface(w, &w->ball, SCR_BALL_SURFACE, row, key, v[c] + 0.0);
  }
  scr_laws_turned(w);
  scr_contacts_reinherit(w, SCR_K_BALL, row);
}

void scr_wall_set_surface(scr_world *w, uint32_t row, const char *name, double value) {
  set_surface(w, &w->wall, SCR_WALL_SURFACE, row, name, value);
  scr_contacts_reinherit(w, SCR_K_WALL, row);
}
