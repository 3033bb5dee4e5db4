/* What the contacts of the whole domain tell: its stress. */
#include "base/xsum.h"
#include "world/measure/kept.h"

/* A contact of a facet ends at its point. */
static void branch_of(const scr_world *w, scr_contact c, double branch[3]) {
  const scr_pairs *p = &w->pair[c.type];
  const double *from = w->pose[p->i[c.k]].x;
  if (c.type == SCR_BALL_BALL) {
    scr_nearest_way(w, from, w->pose[p->j[c.k]].x, branch);
    return;
  }
  scr_contact_geometry g;
  scr_contact_geometry_of(w, c, &g);
  scr_nearest_way(w, from, g.x, branch);
}

static void add_contacts(const scr_world *w, scr_contact_type type, scr_xsum sum[9]) {
  const scr_pairs *p = &w->pair[type];
  for (uint32_t k = 0; k < p->n; k++) {
    const bool loaded = p->force[0][k] != 0 || p->force[1][k] != 0 || p->force[2][k] != 0;
    double branch[3];
    if (!p->law[k] || !loaded) continue;
    branch_of(w, (scr_contact){type, k}, branch);
    for (int i = 0; i < w->dim; i++)
      for (int j = 0; j < w->dim; j++) scr_xsum_add(&sum[3 * i + j], -p->force[i][k] * branch[j]);
  }
}

void scr_domain_stress(scr_world *w, double stress[9]) {
  scr_xsum sum[9] = {0};
  double volume = 1;
  scr_world_sync(w);
  for (int c = 0; c < w->dim; c++) volume *= w->domain.hi[c] - w->domain.lo[c];
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) add_contacts(w, (scr_contact_type)t, sum);
  for (int k = 0; k < 9; k++)
    stress[k] = w->domain.set && volume > 0 ? scr_xsum_value(&sum[k]) / volume : 0;
}
