/* Valleys of nearly flat facets: which sides of the bottom a ball sees, and the geometry that its
 * contact takes there. */
#include "world/engine.h"

#include "world/facets/kept.h"
#include "world/facets/seam.h"
#include "world/state/rows.h"

/* Pair k as a side of a valley that pair `of` may form with others; false if the ball does not see
 * its face, or it belongs to no smooth patch with the facet of `of`. */
static bool valley_side(const scr_world *w, uint32_t of, uint32_t k, double cutoff_cos,
                        scr_seam_side *side) {
  assert(w->pair[SCR_BALL_FACET].i[of] == w->pair[SCR_BALL_FACET].i[k]);
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t *wall = scr_colu(&w->facet, SCR_FACET_WALL);
  const uint32_t f = p->j[of], g = p->j[k];
  if (k != of &&
      (wall[f] != wall[g] || !scr_facets_meet(w, of, k) || !scr_nearly_flat(w, f, g, cutoff_cos)))
    return false;
  double x[3], c[3];
  int feature;
  scr_facet_ball_position(w, k, x);
  const double dist = scr_facet_closest(w, g, x, c, &feature);
  if (feature != 0 || scr_facet_is_on(w, k, dist)) return false;
  for (int a = 0; a < 3; a++) side->n[a] = a < w->dim ? (c[a] - x[a]) / dist : 0;
  side->depth = w->pose[p->i[k]].r - dist;
  return !scr_side_is_off(w, g, side->n);
}

bool scr_facet_round(const scr_world *w, uint32_t k, double *gap, double n[3]) {
  assert(k < w->pair[SCR_BALL_FACET].n);
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t wall = scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]];
  const double radius = SCR_ROUND_PART * w->pose[p->i[k]].r;
  scr_seam_side side[SCR_SEAM_SIDES];
  int count = 1;
  uint32_t first = k, last = k + 1;
  while (first > 0 && p->i[first - 1] == p->i[k]) first--;
  while (last < p->n && p->i[last] == p->i[k]) last++;
  if (last - first == 1) return false;
  const double cosine = scr_facet_cutoff(w, wall);
  if (!valley_side(w, k, k, cosine, &side[0])) return false;
  for (uint32_t q = first; q < last && count < SCR_SEAM_SIDES; q++)
    if (q != k && valley_side(w, k, q, cosine, &side[count]) && side[count].depth > -radius)
      count++;
  return count > 1 && scr_seam_round(count, side, radius, gap, n);
}

void scr_valley_round(scr_world *w, uint32_t k) {
  struct scr_engine *e = w->engine;
  double gap, n[3];
  if (e->facets->feature[k] != 0 || !scr_facet_round(w, k, &gap, n)) return;
  e->facets->geometry.gap[k] = gap;
  for (int a = 0; a < 3; a++) e->facets->geometry.n[a][k] = n[a];
}
