/* Rigid bodies: creation, deletion, sides of the domain, what is set and read of them. How they
 * move: world/rigid/. */
#include "world/bodies/bodies.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/bodies/sides.h"
#include "world/engine.h"
#include "world/rigid/rigid.h"
#include "world/state/handles.h"
#include "world/state/inertia.h"
#include "world/state/rows.h"
#include "world/state/things.h"

uint32_t scr_body_find(const scr_world *w, uint32_t id) { return scr_body_row(w, id); }

/* ---- creation ---- */

static bool is_unit(const double q[4]) {
  return fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-9;
}

static bool are_positive(const double *x, int n) {
  bool all = true;
  for (int k = 0; k < n; k++) all &= x[k] > 0 && isfinite(x[k]);
  return all;
}

/* Moments of inertia of a body of any shape meet the triangle inequality. */
static bool is_inertia(int dim, const double *i) {
  if (dim == 2) return are_positive(i + 2, 1);
  const double sum = (i[0] + i[1] + i[2]) * (1 + 1e-9);
  return are_positive(i, 3) && 2 * i[0] <= sum && 2 * i[1] <= sum && 2 * i[2] <= sum;
}

static double reach_of(const double arm[3], double r) { return sqrt(scr_dot3(arm, arm)) + r; }

double scr_piece_reach(const scr_world *w, uint32_t piece) {
  return reach_of(scr_col(&w->ball, SCR_BALL_LOCAL) + 3 * (size_t)piece, w->pose[piece].r);
}

/* A body turns: its own image must lie beyond the sphere about it. */
static bool spec_fits_periods(const scr_world *w, scr_diag *d, const scr_body_spec *s) {
  for (uint32_t k = 0; k < s->n; k++) {
    double arm[3] = {0, 0, 0};
    for (int c = 0; c < w->dim; c++) arm[c] = s->piece[k].x[c] - s->x[c];
    const int c = scr_domain_narrow(&w->domain, w->dim, reach_of(arm, s->piece[k].r));
    if (c >= 0)
      return scr_fail(d, NULL, SCR_E_VALUE, "a body is as wide as the period %g along %c",
                      scr_period(w, c), "xyz"[c]);
  }
  return true;
}

static bool spec_fits(const scr_world *w, scr_diag *d, const scr_body_spec *s) {
  if (s->n == 0) return scr_fail(d, NULL, SCR_E_VALUE, "a body needs a piece");
  if (!are_positive(&s->mass, 1))
    return scr_fail(d, NULL, SCR_E_VALUE, "the mass of a body must be positive, not %g", s->mass);
  if (!is_inertia(w->dim, s->inertia))
    return scr_fail(d, NULL, SCR_E_VALUE,
                    "no body has the moments of inertia %g, %g, %g: each must be positive, and no "
                    "larger than the sum of the others",
                    s->inertia[0], s->inertia[1], s->inertia[2]);
  if (!is_unit(s->orientation) ||
      (w->dim == 2 && (s->orientation[1] != 0 || s->orientation[2] != 0)))
    return scr_fail(d, NULL, SCR_E_VALUE, "the orientation of a body must be a unit quaternion%s",
                    w->dim == 2 ? " about z" : "");
  for (int c = 0; c < w->dim; c++) {
    if (w->domain.set && !(s->x[c] >= w->domain.lo[c] && s->x[c] <= w->domain.hi[c]))
      return scr_fail(d, NULL, SCR_E_VALUE, "the centre of mass lies outside of the model domain");
  }
  return spec_fits_periods(w, d, s);
}

static bool id_fits(const scr_world *w, scr_diag *d, uint32_t id) {
  if (id > INT32_MAX) return scr_fail(d, NULL, SCR_E_VALUE, "body id %u is too large", id);
  return scr_body_find(w, id) == SCR_NONE ||
         scr_fail(d, NULL, SCR_E_VALUE, "there is a body with id %u already", id);
}

static void fill_body(scr_world *w, uint32_t row, uint32_t id, const scr_body_spec *s) {
  scr_thing things[SCR_THINGS];
  const size_t at = 3 * (size_t)row;
  scr_colu(&w->body, SCR_BODY_ID)[row] = id;
  memcpy(scr_col(&w->body, SCR_BODY_POSITION) + at, s->x, (size_t)w->dim * sizeof *s->x);
  memcpy(scr_col(&w->body, SCR_BODY_ORIENTATION) + 4 * (size_t)row, s->orientation,
         sizeof s->orientation);
  scr_col(&w->body, SCR_BODY_MASS)[row] = s->mass;
  memcpy(scr_col(&w->body, SCR_BODY_INERTIA) + at, s->inertia, sizeof s->inertia);
  scr_table_begin(&w->body, row);
  scr_things_of(w, things);
  scr_thing_index(&things[SCR_THING_BODY], row);
}

/* Rows of pieces get their place in the body's own axes. */
static void join(scr_world *w, uint32_t body, uint32_t id, uint32_t first, const scr_body_spec *s) {
  double r[9];
  scr_body_axes(w, body, r);
  for (uint32_t k = 0; k < s->n; k++) {
    const uint32_t row = first + k;
    double arm[3] = {0, 0, 0}, local[3];
    for (int c = 0; c < w->dim; c++) arm[c] = s->piece[k].x[c] - s->x[c];
    for (int c = 0; c < 3; c++) local[c] = r[c] * arm[0] + r[3 + c] * arm[1] + r[6 + c] * arm[2];
    scr_table_write(&w->ball, SCR_BALL_BODY, row, &id);
    scr_table_write(&w->ball, SCR_BALL_PART, row, &k);
    scr_table_write(&w->ball, SCR_BALL_LOCAL, row, local);
    scr_ball_inertia(w, row);
  }
}

/* Pieces as they lie in the periodic cell; the caller's to free. */
static scr_pose *wrapped(const scr_world *w, const scr_body_spec *s) {
  scr_pose *pose = scr_alloc(s->n * sizeof *pose);
  for (uint32_t k = 0; k < s->n; k++) {
    pose[k] = s->piece[k];
    for (int c = 0; c < w->dim; c++) {
      const double period = scr_period(w, c);
      if (period > 0 && pose[k].x[c] >= w->domain.hi[c]) pose[k].x[c] -= period;
      if (period > 0 && pose[k].x[c] < w->domain.lo[c]) pose[k].x[c] += period;
    }
  }
  return pose;
}

bool scr_body_create(scr_world *w, scr_diag *d, uint32_t id, const scr_body_spec *spec,
                     uint32_t *row) {
  uint32_t first;
  if (!spec_fits(w, d, spec) || !id_fits(w, d, id)) return false;
  scr_pose *pose = wrapped(w, spec);
  const bool made = scr_pieces_create(w, d, pose, spec->n, &first);
  scr_free(pose);
  if (!made) return false;
  id = id ? id : w->body_ids.max + 1;
  const uint32_t body = scr_table_push(&w->body);
  const int column[] = {SCR_BALL_BODY, SCR_BALL_PART, SCR_BALL_LOCAL};
  for (size_t k = 0; k < SCR_COUNTOF(column); k++) scr_table_switch(&w->ball, column[k], true);
  fill_body(w, body, id, spec);
  join(w, body, id, first, spec);
  scr_changed(w, SCR_MEMBERS);
  scr_pieces_place(w, body);
  if (row) *row = body;
  return true;
}

/* ---- deletion ---- */

/* Rows of the pieces of these bodies; *n of them; the caller's to free. */
static uint32_t *pieces_of(scr_world *w, const bool *gone, size_t *n) {
  uint32_t *rows = scr_alloc((size_t)w->ball.n * sizeof *rows);
  *n = 0;
  for (uint32_t k = 0; k < w->ball.n; k++)
    if (scr_body_of(w, k) && gone[scr_body_row(w, scr_body_of(w, k))]) rows[(*n)++] = k;
  return rows;
}

/* Works of bodies that go stay in the totals. */
static void book_body(scr_world *w, uint32_t row) {
  for (int c = 0; w->energy_on && c < 3; c++)
    scr_xsum_add(&w->energy_total[SCR_TOTAL_DAMP + c],
                 scr_real_at(&w->body, SCR_BODY_WORK, row)[c]);
}

/* Inside of a cycle too. */
static void bodies_remove(scr_world *w, const bool *gone) {
  size_t n;
  uint32_t *rows = pieces_of(w, gone, &n), *from = scr_alloc((size_t)w->body.n * sizeof *from),
           left = 0;
  scr_balls_remove(w, rows, n);
  for (uint32_t k = 0; k < w->body.n; k++) {
    const uint32_t id = scr_colu(&w->body, SCR_BODY_ID)[k],
                   slot = scr_colu(&w->body, SCR_BODY_SLOT)[k];
    if (gone[k]) {
      book_body(w, k);
      scr_idmap_remove(&w->body_by_id, id);
      scr_ids_give(&w->body_ids, id);
      scr_slots_give(&w->body_slots, slot);
      continue;
    }
    w->body_slots.row[slot] = left;
    scr_idmap_set(&w->body_by_id, id, left);
    from[left++] = k;
  }
  scr_table_permute(&w->body, from, left);
  scr_changed(w, SCR_MEMBERS);
  scr_free(rows);
  scr_free(from);
}

bool scr_body_delete(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n) {
  if (!scr_may_edit_bodies(w, d)) return false;
  if (!n) return true;
  bool *gone = scr_alloc((size_t)w->body.n * sizeof *gone);
  for (size_t k = 0; k < n; k++) gone[rows[k]] = true;
  scr_world_sync(w);
  bodies_remove(w, gone);
  scr_free(gone);
  const bool fine = !scr_call_failure(w);
  return fine || (d->failed ? false : scr_fail(d, NULL, SCR_E_STATE, "a callback failed"));
}

/* ---- sides of the domain ---- */

/* As balls do (domain.c): mirrored, or stopped at the side. */
static void meet_side(scr_world *w, uint32_t body, int c, bool low) {
  const double side = low ? w->domain.lo[c] : w->domain.hi[c];
  const size_t at = 3 * (size_t)body;
  double *x = scr_col(&w->body, SCR_BODY_POSITION) + at + c,
         *v = scr_col(&w->body, SCR_BODY_VELOCITY) + at;
  if (w->domain.condition[c] == SCR_B_REFLECT) {
    *x = side + (side - *x);
    v[c] = low ? fabs(v[c]) : -fabs(v[c]);
    return;
  }
  *x = side;
  memset(v, 0, 3 * sizeof *v);
  memset(scr_col(&w->body, SCR_BODY_SPIN_MOMENTUM) + at, 0, 3 * sizeof *v);
}

/* Can it be brought back? */
static bool is_lost(const scr_world *w, const double *x) {
  bool lost = false;
  for (int c = 0; c < w->dim; c++) {
    const double lo = w->domain.lo[c], hi = w->domain.hi[c];
    const bool out = !(x[c] >= lo && x[c] <= hi);
    lost |= !(x[c] == x[c]) || (out && w->domain.condition[c] == SCR_B_PERIODIC) ||
            (out && w->domain.condition[c] == SCR_B_REFLECT &&
             !(x[c] >= lo - (hi - lo) && x[c] <= hi + (hi - lo)));
  }
  return lost;
}

static bool none_lost(scr_world *w, scr_diag *d) {
  const uint32_t *id = scr_colu(&w->body, SCR_BODY_ID);
  uint32_t bad = SCR_NONE;
  for (uint32_t k = 0; k < w->body.n; k++)
    if (is_lost(w, scr_col(&w->body, SCR_BODY_POSITION) + 3 * (size_t)k) &&
        (bad == SCR_NONE || id[k] < id[bad]))
      bad = k;
  if (bad == SCR_NONE) return true;
  for (uint32_t k = 0; k < w->body.n; k++) scr_pieces_place(w, k); /* who looks sees one state */
  scr_fail(d, NULL, SCR_E_MATH, "body %u moved too far in one step: the motion is unstable",
           id[bad]);
  return scr_hint(d, "a smaller timestep is needed");
}

/* One body at all sides; false: it goes. */
static bool meet_sides(scr_world *w, uint32_t body) {
  bool stays = true, out = false, met = false;
  for (int c = 0; c < w->dim; c++) {
    const double x = scr_col(&w->body, SCR_BODY_POSITION)[3 * (size_t)body + (size_t)c];
    if (x >= w->domain.lo[c] && x <= w->domain.hi[c]) continue;
    if (!out) scr_sides_meet_body(w, body);
    out = true;
    if (w->domain.condition[c] == SCR_B_DESTROY)
      stays = false;
    else
      meet_side(w, body, c, x < w->domain.lo[c]), met = true;
  }
  if (stays && met) scr_pieces_place(w, body);
  return stays;
}

bool scr_bodies_meet_sides(scr_world *w, scr_diag *d) {
  bool any = false, *gone;
  if (!none_lost(w, d)) return false;
  gone = scr_alloc((size_t)w->body.n * sizeof *gone);
  for (uint32_t k = 0; k < w->body.n; k++) any |= gone[k] = !meet_sides(w, k);
  scr_sides_book(w);
  const double before = any ? scr_energy_state(w) : 0;
  if (any) bodies_remove(w, gone);
  if (any) scr_sides_destroyed(w, before);
  scr_free(gone);
  return true;
}

/* ---- files ---- */

/* Numbers 0, 1, ... of each body's pieces: as many as there are, and none twice; and none that
 * would meet its body's image. */
static bool parts_fit(const scr_world *w) {
  uint32_t *count = scr_alloc(w->body.n * sizeof *count);
  bool fit = true;
  for (uint32_t k = 0; fit && k < w->ball.n; k++) {
    const uint32_t body = scr_body_of(w, k) ? scr_body_row(w, scr_body_of(w, k)) : SCR_NONE;
    if (!scr_body_of(w, k)) continue;
    fit = body != SCR_NONE && scr_colu(&w->ball, SCR_BALL_PART)[k] == count[body] &&
          scr_domain_narrow(&w->domain, w->dim, scr_piece_reach(w, k)) < 0;
    if (fit) count[body]++;
  }
  for (uint32_t b = 0; fit && b < w->body.n; b++) fit = count[b] > 0;
  scr_free(count);
  return fit;
}

/* Rows of a file are in the order of ids, and ids of a body's pieces in that of their numbers. */
bool scr_bodies_fit(scr_world *w, scr_diag *d) {
  const bool on = w->ball.on[SCR_BALL_BODY];
  bool fit = on == w->ball.on[SCR_BALL_PART] && on == w->ball.on[SCR_BALL_LOCAL];
  for (uint32_t k = 0; fit && k < w->body.n; k++) {
    const double *q = scr_col(&w->body, SCR_BODY_ORIENTATION) + 4 * (size_t)k;
    fit = is_unit(q) && are_positive(scr_col(&w->body, SCR_BODY_MASS) + k, 1) &&
          is_inertia(w->dim, scr_col(&w->body, SCR_BODY_INERTIA) + 3 * (size_t)k) &&
          ((const uint8_t *)w->body.base[SCR_BODY_FIX])[k] < 64;
  }
  return (fit && parts_fit(w)) ||
         scr_fail(d, NULL, SCR_E_SAVE, "the save file holds an impossible body");
}

/* ---- what is set and read ---- */

static double *row_of(scr_world *w, int column, uint32_t row) {
  assert(row < w->body.n);
  return scr_col(&w->body, column) + 3 * (size_t)row;
}

/* The half-kick that is due belongs to the old values. */
static void will_change(scr_world *w) {
  scr_world_sync(w);
  scr_changed(w, SCR_SPEEDS);
}

void scr_body_set_motion(scr_world *w, uint32_t row, const double v[3], const double spin[3]) {
  will_change(w);
  memcpy(row_of(w, SCR_BODY_VELOCITY, row), v, (size_t)w->dim * sizeof *v);
  scr_body_momentum_of(w, row, spin, row_of(w, SCR_BODY_SPIN_MOMENTUM, row));
  scr_pieces_place(w, row);
}

void scr_body_set_damp(scr_world *w, uint32_t row, double damp) {
  assert(row < w->body.n && damp >= 0 && damp <= 1);
  will_change(w);
  scr_col(&w->body, SCR_BODY_DAMP)[row] = damp;
}

void scr_body_fix(scr_world *w, uint32_t row, unsigned mask, bool fixed) {
  assert(row < w->body.n && mask < 64);
  will_change(w);
  uint8_t *fix = (uint8_t *)w->body.base[SCR_BODY_FIX] + row;
  *fix = (uint8_t)(fixed ? *fix | mask : *fix & ~mask);
}

void scr_body_apply(scr_world *w, uint32_t row, const double force[3], const double moment[3]) {
  will_change(w);
  memcpy(row_of(w, SCR_BODY_FORCE_APPLIED, row), force, (size_t)w->dim * sizeof *force);
  for (int c = w->dim == 3 ? 0 : 2; c < 3; c++)
    row_of(w, SCR_BODY_MOMENT_APPLIED, row)[c] = moment[c];
}

void scr_body_spin(scr_world *w, uint32_t row, double spin[3]) {
  scr_world_sync(w);
  scr_body_spin_of(w, row, row_of(w, SCR_BODY_SPIN_MOMENTUM, row), spin);
}

void scr_body_load(scr_world *w, uint32_t row, double force[3], double moment[3]) {
  scr_world_sync(w);
  scr_need(w, NULL, SCR_MEMBERS);
  scr_body_gather(w, row, force, moment);
}
