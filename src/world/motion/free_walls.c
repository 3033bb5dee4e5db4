/* Motion of free walls: see free_walls.h. */
#include "world/motion/free_walls.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/xsum.h"
#include "kernel/kick.h"
#include "world/motion/wall_loads.h"
#include "world/state/rows.h"
#include "world/state/wall_inertia.h"

static double mass_of(const scr_world *w, uint32_t row) {
  return *scr_real_at(&w->wall, SCR_WALL_MASS, row);
}

static double damp_of(const scr_world *w, uint32_t row) {
  return *scr_real_at(&w->wall, SCR_WALL_DAMP, row);
}

static double *velocity_of(const scr_world *w, uint32_t row) {
  return scr_col(&w->wall, SCR_WALL_VELOCITY) + 3 * (size_t)row;
}

static double *spin_of(const scr_world *w, uint32_t row) {
  return scr_col(&w->wall, SCR_WALL_SPIN) + 3 * (size_t)row;
}

/* ---- forces ---- */

static scr_free_wall begin(const scr_world *w, uint32_t row) {
  const double *applied = scr_real_at(&w->wall, SCR_WALL_FORCE_APPLIED, row),
               *moment = scr_real_at(&w->wall, SCR_WALL_MOMENT_APPLIED, row);
  const unsigned bits = scr_wall_free_bits(w, row);
  scr_free_wall f = {.row = row, .free = bits & 7, .spins = bits >> 3};
  for (int c = 0; c < w->dim; c++) f.own[c] = mass_of(w, row) * w->gravity[c] + applied[c];
  memcpy(f.applied, moment, sizeof f.applied);
  scr_wall_mobility(w, row, f.spins, f.mobility);
  return f;
}

/* The contacts, each to the wall whose number `of` gives (SCR_NONE: it is not free). */
static void add_contacts(const scr_world *w, const uint32_t *of, uint32_t n, scr_free_wall *f) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t *wall = scr_colu(&w->facet, SCR_FACET_WALL);
  scr_wall_load *sum = scr_alloc((size_t)n * sizeof *sum);
  for (uint32_t k = 0; k < p->n; k++) {
    const uint32_t at = p->law[k] ? of[wall[p->j[k]]] : SCR_NONE;
    if (at != SCR_NONE) scr_wall_load_add(&sum[at], w, k, f[at].spins != 0);
  }
  for (uint32_t k = 0; k < n; k++) {
    f[k].most = sum[k].most;
    for (int c = 0; c < 3; c++) {
      f[k].force[c] = scr_xsum_value(&sum[k].force[c]);
      f[k].moment[c] = scr_xsum_value(&sum[k].moment[c]);
    }
  }
  scr_free(sum);
}

uint32_t scr_free_walls_find(const scr_world *w, scr_free_wall **out) {
  uint32_t n = 0;
  *out = NULL;
  if (!scr_any_wall_free(w) || !w->wall.n) return 0;
  uint32_t *of = scr_alloc(w->wall.n * sizeof *of);
  *out = scr_alloc(w->wall.n * sizeof **out);
  for (uint32_t k = 0; k < w->wall.n; k++) {
    of[k] = scr_wall_free_bits(w, k) ? n : SCR_NONE;
    if (of[k] != SCR_NONE) (*out)[n++] = begin(w, k);
  }
  if (n) add_contacts(w, of, n, *out);
  scr_free(of);
  return n;
}

/* ---- half-kicks ---- */

/* The rate of the spin for a moment, 1/s2. */
static void answer(const scr_free_wall *f, const double moment[3], double rate[3]) {
  for (int c = 0; c < 3; c++) rate[c] = scr_dot3(f->mobility + 3 * c, moment);
}

static void kick_velocity(scr_world *w, const scr_free_wall *f, bool closes, double h,
                          double work[3]) {
  const double hm = h / mass_of(w, f->row), damp = damp_of(w, f->row);
  double *v = velocity_of(w, f->row);
  for (int c = 0; c < w->dim; c++) {
    const double all = f->force[c] + f->own[c];
    if (f->free >> c & 1) v[c] = scr_kick(v[c], all, f->own[c], damp, false, hm, h, closes, work);
  }
}

/* As scr_kick does it, where a moment about one axis may turn the wall about another. */
static void kick_spin(scr_world *w, const scr_free_wall *f, bool closes, double h, double work[3]) {
  double *spin = spin_of(w, f->row), drag[3] = {0}, left[3] = {0}, change[3] = {0}, rate[3];
  for (int c = 0; c < 3; c++) {
    if (!(f->spins >> c & 1)) continue;
    const double all = f->moment[c] + f->applied[c];
    drag[c] = damp_of(w, f->row) * fabs(all) * scr_sign_of(spin[c]);
    left[c] = all - drag[c];
  }
  answer(f, left, rate);
  for (int c = 0; c < 3; c++) {
    if (!(f->spins >> c & 1)) continue;
    const double after = spin[c] + rate[c] * h, mean = 0.5 * (spin[c] + after) * h;
    work[0] += drag[c] * mean;
    work[1] += f->applied[c] * mean;
    if (spin[c] != 0)
      change[c] =
          damp_of(w, f->row) * fabs(f->moment[c] + f->applied[c]) * scr_sign_of(after) - drag[c];
    spin[c] = after;
  }
  answer(f, change, rate);
  for (int c = 0; closes && c < 3; c++) {
    if (!(f->spins >> c & 1)) continue;
    work[0] -= (f->moment[c] + f->applied[c]) * rate[c] * (0.5 * h * h);
    work[1] -= f->applied[c] * rate[c] * (0.5 * h * h);
  }
}

/* `closes`: of the step before. */
static void half_kick(scr_world *w, const scr_free_wall *f, bool closes, double h) {
  double work[3] = {0};
  if (!(h > 0)) return;
  if (f->free) kick_velocity(w, f, closes, h, work);
  if (f->spins) kick_spin(w, f, closes, h, work);
  if (!w->energy_on) return;
  scr_xsum_add(&w->energy_total[SCR_TOTAL_DAMP], work[0]);
  scr_xsum_add(&w->energy_total[SCR_TOTAL_BODY], work[1]);
}

void scr_free_walls_kick(scr_world *w, const scr_motion *m) {
  scr_free_wall *f;
  const uint32_t n = scr_free_walls_find(w, &f);
  assert(m->closing >= 0 && m->opening >= 0);
  for (uint32_t k = 0; k < n; k++) {
    half_kick(w, &f[k], true, m->closing);
    half_kick(w, &f[k], false, m->opening);
  }
  scr_free(f);
  if (n) scr_changed(w, SCR_DRIVES);
}

void scr_free_walls_calm(scr_world *w) {
  for (uint32_t k = 0; scr_any_wall_free(w) && k < w->wall.n; k++)
    for (int c = 0; c < 3; c++) {
      if (scr_wall_free_bits(w, k) >> c & 1) velocity_of(w, k)[c] = 0;
      if (scr_wall_free_spins(w, k) >> c & 1) spin_of(w, k)[c] = 0;
    }
}

/* ---- energies ---- */

/* Of the spin, of which only free components are not zero where there are others. */
static double rotational(const scr_world *w, uint32_t row) {
  const unsigned spins = scr_wall_free_spins(w, row);
  double s[9], twice = 0;
  if (!spins) return 0;
  scr_wall_tensor(w, row, s);
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      if (spins >> a & spins >> b & 1)
        twice += s[3 * a + b] * (spin_of(w, row)[a] * spin_of(w, row)[b]);
  return 0.5 * twice;
}

double scr_free_wall_kinetic(const scr_world *w, uint32_t row) {
  const double *v = velocity_of(w, row);
  double v2 = 0;
  assert(row < w->wall.n);
  for (int c = 0; c < w->dim; c++)
    if (scr_wall_free_bits(w, row) >> c & 1) v2 += v[c] * v[c];
  return 0.5 * mass_of(w, row) * v2 + rotational(w, row);
}

static double drag_of(double damp, double all, double v) {
  return v != 0 ? copysign(damp * fabs(all), v) : 0;
}

/* Velocity and spin after a closing half-kick, which is not taken. */
static void look_ahead(scr_world *w, const scr_free_wall *f, double h, double v[3],
                       double spin[3]) {
  double before[2][3], work[3] = {0};
  memcpy(before[0], velocity_of(w, f->row), sizeof before[0]);
  memcpy(before[1], spin_of(w, f->row), sizeof before[1]);
  if (h > 0 && f->free) kick_velocity(w, f, true, h, work);
  if (h > 0 && f->spins) kick_spin(w, f, true, h, work);
  memcpy(v, velocity_of(w, f->row), sizeof before[0]);
  memcpy(spin, spin_of(w, f->row), sizeof before[1]);
  memcpy(velocity_of(w, f->row), before[0], sizeof before[0]);
  memcpy(spin_of(w, f->row), before[1], sizeof before[1]);
}

static void add_rush(scr_world *w, const scr_free_wall *f, double h, scr_xsum *sum) {
  const double damp = damp_of(w, f->row);
  double left[3], rate[3], v[3], spin[3];
  look_ahead(w, f, h, v, spin);
  for (int c = 0; c < 3; c++) {
    const double all = f->force[c] + f->own[c], turn = f->moment[c] + f->applied[c];
    left[c] = turn - drag_of(damp, turn, spin[c]);
    if (f->free >> c & 1)
      scr_xsum_add(sum, f->force[c] * (all - drag_of(damp, all, v[c])) / mass_of(w, f->row));
  }
  answer(f, left, rate);
  for (int c = 0; c < 3; c++)
    if (f->spins >> c & 1) scr_xsum_add(sum, f->moment[c] * rate[c]);
}

double scr_free_walls_rush(scr_world *w, const scr_motion *m) {
  scr_free_wall *f;
  const uint32_t n = scr_free_walls_find(w, &f);
  scr_xsum sum = {0};
  for (uint32_t k = 0; k < n; k++) add_rush(w, &f[k], m->closing, &sum);
  scr_free(f);
  return scr_xsum_value(&sum);
}
