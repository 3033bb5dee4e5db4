/* Sums of what contacts do to walls: see wall_loads.h. */
#include "world/motion/wall_loads.h"

#include <math.h>
#include "world/facets/facets.h"
#include "world/state/rows.h"

void scr_wall_arm(const scr_world *w, uint32_t k, double arm[3]) {
  const uint32_t wall = scr_colu(&w->facet, SCR_FACET_WALL)[w->pair[SCR_BALL_FACET].j[k]];
  const double *center = scr_col(&w->wall, SCR_WALL_CENTER) + 3 * (size_t)wall;
  scr_contact_geometry g;
  double x[3];
  scr_contact_geometry_of(w, (scr_contact){SCR_BALL_FACET, k}, &g);
  scr_facet_ball_position(w, k, x);
  for (int c = 0; c < 3; c++) arm[c] = c < w->dim ? x[c] + g.arm[0] * g.n[c] - center[c] : 0;
}

static void add(scr_xsum s[3], const double x[3]) {
  for (int c = 0; c < 3; c++)
    if (x[c] != 0) scr_xsum_add(&s[c], x[c]);
}

/* Of the force at its arm, and of the contact itself. */
void scr_wall_load_add(scr_wall_load *to, const scr_world *w, uint32_t k, bool moment) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const double force[3] = {p->force[0][k], p->force[1][k], p->force[2][k]},
               size = sqrt(scr_dot3(force, force));
  double arm[3], m[3];
  add(to->force, force);
  to->most = SCR_MAX(to->most, size);
  if (!moment) return;
  for (int c = 0; c < 3; c++) m[c] = p->moment[0] ? p->moment[c][k] : 0;
  add(to->moment, m);
  if (size == 0) return;
  scr_wall_arm(w, k, arm);
  scr_cross3(arm, force, m);
  add(to->moment, m);
}
