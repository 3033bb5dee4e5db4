/* What any ball has: see survey.h. */
#include "world/state/survey.h"

#include <math.h>
#include "world/engine.h"
#include "world/state/rows.h"

/* The lightest and the heaviest ball, the smallest and the largest. */
void scr_masses_survey(scr_world *w) {
  struct scr_engine *e = w->engine;
  e->survey.mass_lo = w->ball.n ? HUGE_VAL : 0, e->survey.mass_hi = 0;
  e->survey.radius_lo = w->ball.n ? HUGE_VAL : 0, e->survey.radius_hi = 0;
  for (uint32_t k = 0; k < w->ball.n; k++) {
    e->survey.radius_lo = SCR_MIN(e->survey.radius_lo, w->pose[k].r);
    e->survey.radius_hi = SCR_MAX(e->survey.radius_hi, w->pose[k].r);
    e->survey.mass_lo = SCR_MIN(e->survey.mass_lo, w->twist[k].m);
    e->survey.mass_hi = SCR_MAX(e->survey.mass_hi, w->twist[k].m);
  }
}

/* Columns in which all balls have the same give their memory back, but for those that the motion
 * writes. */
static void settle(scr_world *w) {
  bool periodic = false;
  for (int c = 0; c < 3; c++) periodic |= scr_period(w, c) > 0;
  for (int c = 0; c < w->ball.ncol; c++)
    if (!(c == SCR_BALL_IMAGE && periodic) && !(c == SCR_BALL_WORK && w->energy_on))
      scr_table_settle(&w->ball, c);
}

void scr_survey(scr_world *w) {
  struct scr_engine *e = w->engine;
  size_t n = w->ball.n;
  const uint8_t *fix = (const uint8_t *)w->ball.base[SCR_BALL_FIX];
  e->survey.any_fix = false;
  for (size_t k = 0; k < n; k++) e->survey.any_fix |= fix[k] != 0;
  settle(w);
  e->survey.any_damp = scr_any_nonzero(&w->ball, SCR_BALL_DAMP);
  e->survey.any_force = scr_any_nonzero(&w->ball, SCR_BALL_FORCE_APPLIED);
  e->survey.any_moment = scr_any_nonzero(&w->ball, SCR_BALL_MOMENT_APPLIED);
  scr_masses_survey(w);
  e->survey.any_surface = false;
  for (uint32_t k = 0; k < n; k++)
    e->survey.any_surface |= scr_word_at(&w->ball, SCR_BALL_SURFACE, k) != 0;
  for (size_t k = 0; k < w->wall.n; k++)
    e->survey.any_surface |= scr_colu(&w->wall, SCR_WALL_SURFACE)[k] != 0;
  e->survey.proximities = false;
  for (size_t k = 0; k < w->npset; k++) e->survey.proximities |= w->pset[k].proximity >= 0;
}

bool scr_masses_fit(scr_world *w, scr_diag *d) {
  const uint32_t *id = scr_colu(&w->ball, SCR_BALL_ID);
  uint32_t bad = SCR_NONE;
  for (uint32_t k = 0; k < w->ball.n; k++)
    if (!(w->twist[k].m > 0) && (bad == SCR_NONE || id[k] < id[bad])) bad = k;
  if (bad == SCR_NONE) return true;
  scr_fail(d, NULL, SCR_E_STATE, "ball %u has no mass: its density is 0", id[bad]);
  return scr_hint(d, "give `ball attribute density` before cycling");
}
