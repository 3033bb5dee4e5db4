/* The stress of each ball by the forces of its contacts: found for all balls when somebody asks,
 * and kept until anything changes. */
#include <string.h>
#include "base/mem.h"
#include "world/engine.h"
#include "world/measure/kept.h"
#include "world/state/checks.h"

/* (x_c - x) times the force on that end; arm: the distance along the normal. */
static void add_end(double *sum, int dim, double arm, const double n[3], const double f[3]) {
  for (int i = 0; i < dim; i++)
    for (int j = 0; j < dim; j++) sum[3 * i + j] += arm * n[i] * f[j];
}

/* To the sums of its ends, 9 a row. */
static void add_contact(const scr_world *w, scr_contact c, double *sum) {
  const scr_pairs *p = &w->pair[c.type];
  scr_contact_geometry g;
  double f[3];
  scr_contact_force(w, c, f);
  if (f[0] == 0 && f[1] == 0 && f[2] == 0) return;
  scr_contact_geometry_of(w, c, &g);
  add_end(sum + 9 * (size_t)p->i[c.k], w->dim, -g.arm[0], g.n, f);
  if (c.type == SCR_BALL_BALL) add_end(sum + 9 * (size_t)p->j[c.k], w->dim, -g.arm[1], g.n, f);
}

static void over_volumes(const scr_world *w, double *sum) {
  for (uint32_t row = 0; row < w->ball.n; row++, sum += 9) {
    const double volume = scr_measure_volume(w->dim, w->pose[row].r);
    for (int k = 0; k < 9; k++) sum[k] = volume > 0 ? sum[k] / volume : 0;
  }
}

/* The order of contacts is that of ids, so that sums do not depend on where things lie. */
void scr_ball_stresses(scr_world *w) {
  struct scr_engine *e = w->engine;
  scr_contact *c;
  SCR_GROW(e->stress, e->cap_stress, 9 * (size_t)w->ball.n);
  if (w->ball.n) memset(e->stress, 0, 9 * (size_t)w->ball.n * sizeof *e->stress);
  const size_t n = scr_contact_list(w, -1, true, &c);
  for (size_t k = 0; k < n; k++) add_contact(w, c[k], e->stress);
  scr_free(c);
  over_volumes(w, e->stress);
  scr_made(w, SCR_STRESSES);
}

void scr_ball_stress(scr_world *w, uint32_t row, double stress[9]) {
  assert(row < w->ball.n);
  scr_world_sync(w);
  scr_need(w, NULL, SCR_STRESSES);
  memcpy(stress, w->engine->stress + 9 * (size_t)row, 9 * sizeof *stress);
}

bool scr_check_stresses(const scr_world *w, scr_buf *why) {
  const size_t n = 9 * (size_t)w->ball.n;
  if (!scr_fresh(w, SCR_STRESSES) || !n) return true;
  double *sum = scr_alloc(n * sizeof *sum), most = 0;
  size_t wrong = n;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t k = 0; k < w->pair[t].n; k++)
      if (w->pair[t].law[k]) add_contact(w, (scr_contact){(uint32_t)t, k}, sum);
  over_volumes(w, sum);
  for (size_t k = 0; k < n; k++) most = SCR_MAX(most, fabs(sum[k]));
  for (size_t k = 0; k < n; k++)
    if (!(fabs(sum[k] - w->engine->stress[k]) <= 1e-9 * most)) wrong = k;
  scr_free(sum);
  SCR_HOLDS(wrong == n, "ball %u: its stress is not the one that is kept",
            scr_word_at(&w->ball, SCR_BALL_ID, (uint32_t)(wrong / 9)));
  return true;
}
