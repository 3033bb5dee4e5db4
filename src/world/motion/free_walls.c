/* Motion of free walls: see free_walls.h. */
#include "world/motion/free_walls.h"

#include <math.h>
#include "base/mem.h"
#include "base/xsum.h"
#include "kernel/kick.h"
#include "world/state/rows.h"

static double mass_of(const scr_world *w, uint32_t row) {
  return *scr_real_at(&w->wall, SCR_WALL_MASS, row);
}

static double *velocity_of(const scr_world *w, uint32_t row) {
  return scr_col(&w->wall, SCR_WALL_VELOCITY) + 3 * (size_t)row;
}

/* ---- forces ---- */

static scr_free_wall begin(const scr_world *w, uint32_t row) {
  const double *applied = scr_real_at(&w->wall, SCR_WALL_FORCE_APPLIED, row);
  scr_free_wall f = {.row = row, .free = scr_wall_free_bits(w, row)};
  assert(mass_of(w, row) > 0);
  for (int c = 0; c < w->dim; c++) f.own[c] = mass_of(w, row) * w->gravity[c] + applied[c];
  return f;
}

/* The contact forces, each to the wall whose number `of` gives (SCR_NONE: it is not free). Exact
 * sums: no order of contacts shows. */
static void add_contacts(const scr_world *w, const uint32_t *of, uint32_t n, scr_free_wall *f) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t *wall = scr_colu(&w->facet, SCR_FACET_WALL);
  scr_xsum *sum = scr_alloc(3 * (size_t)n * sizeof *sum);
  for (uint32_t k = 0; k < p->n; k++) {
    const uint32_t at = p->law[k] ? of[wall[p->j[k]]] : SCR_NONE;
    if (at == SCR_NONE) continue;
    const double force[3] = {p->force[0][k], p->force[1][k], p->force[2][k]};
    for (int c = 0; c < 3; c++)
      if (force[c] != 0) scr_xsum_add(&sum[3 * (size_t)at + (size_t)c], force[c]);
    f[at].most = SCR_MAX(f[at].most, sqrt(scr_dot3(force, force)));
  }
  for (uint32_t k = 0; k < n; k++)
    for (int c = 0; c < 3; c++) f[k].force[c] = scr_xsum_value(&sum[3 * (size_t)k + (size_t)c]);
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

static void half_kick(scr_world *w, const scr_free_wall *f, double h) {
  const double damp = *scr_real_at(&w->wall, SCR_WALL_DAMP, f->row), hm = h / mass_of(w, f->row);
  double *v = velocity_of(w, f->row), work[3] = {0};
  for (int c = 0; c < w->dim && h > 0; c++)
    if (f->free >> c & 1)
      v[c] = scr_kick(v[c], f->force[c] + f->own[c], f->own[c], damp, false, hm, h, work);
  if (!w->energy_on) return;
  scr_xsum_add(&w->energy_total[SCR_TOTAL_DAMP], work[0]);
  scr_xsum_add(&w->energy_total[SCR_TOTAL_BODY], work[1]);
}

void scr_free_walls_kick(scr_world *w, const scr_motion *m) {
  scr_free_wall *f;
  const uint32_t n = scr_free_walls_find(w, &f);
  assert(m->closing >= 0 && m->opening >= 0);
  for (uint32_t k = 0; k < n; k++) {
    half_kick(w, &f[k], m->closing);
    half_kick(w, &f[k], m->opening);
  }
  scr_free(f);
  if (n) scr_changed(w, SCR_DRIVES);
}

void scr_free_walls_calm(scr_world *w) {
  for (uint32_t k = 0; scr_any_wall_free(w) && k < w->wall.n; k++)
    for (int c = 0; c < w->dim; c++)
      if (scr_wall_free_bits(w, k) >> c & 1) velocity_of(w, k)[c] = 0;
}

/* ---- energies ---- */

double scr_free_wall_kinetic(const scr_world *w, uint32_t row) {
  const double *v = velocity_of(w, row);
  double v2 = 0;
  assert(row < w->wall.n);
  for (int c = 0; c < w->dim; c++)
    if (scr_wall_free_bits(w, row) >> c & 1) v2 += v[c] * v[c];
  return 0.5 * mass_of(w, row) * v2;
}

double scr_free_walls_rush(const scr_world *w) {
  scr_free_wall *f;
  const uint32_t n = scr_free_walls_find(w, &f);
  scr_xsum sum = {0};
  for (uint32_t k = 0; k < n; k++) {
    const double *v = velocity_of(w, f[k].row),
                 damp = *scr_real_at(&w->wall, SCR_WALL_DAMP, f[k].row);
    for (int c = 0; c < w->dim; c++) {
      const double all = f[k].force[c] + f[k].own[c],
                   drag = v[c] != 0 ? copysign(damp * fabs(all), v[c]) : 0;
      if (f[k].free >> c & 1)
        scr_xsum_add(&sum, f[k].force[c] * (all - drag) / mass_of(w, f[k].row));
    }
  }
  scr_free(f);
  return scr_xsum_value(&sum);
}
