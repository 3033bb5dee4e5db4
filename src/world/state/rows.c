/* Rows of tables: see rows.h. */
#include "world/state/rows.h"

bool scr_any_nonzero(const scr_table *t, int col) {
  const int comps = t->col[col].comps;
  for (uint32_t k = 0; k < (t->base[col] ? t->n : SCR_MIN(t->n, 1u)); k++)
    for (int c = 0; c < comps; c++)
      if (scr_real_at(t, col, k)[c] != 0) return true;
  return false;
}

void scr_world_refresh(scr_world *w) {
  w->pose = (scr_pose *)(void *)w->ball.base[SCR_BALL_POSITION];
  w->twist = (scr_twist *)(void *)w->ball.base[SCR_BALL_VELOCITY];
  w->load = (scr_load *)(void *)w->ball.base[SCR_BALL_FORCE_CONTACT];
}
