/* What contacts tell of a region: stress, fabric, coordination. */
#include "base/xsum.h"
#include "world/measure/kept.h"

/* From the centre of a piece to that of its body, m; of a ball 0. */
static void to_body(const scr_world *w, uint32_t row, double way[3]) {
  const uint32_t id = scr_body_of(w, row);
  way[0] = way[1] = way[2] = 0;
  if (!id) return;
  const double *x = scr_real_at(&w->body, SCR_BODY_POSITION, scr_body_row(w, id));
  scr_nearest_way(w, w->pose[row].x, x, way);
}

/* The branch goes from body to body. */
static void widen(const scr_world *w, scr_contact c, double branch[3]) {
  const scr_pairs *p = &w->pair[c.type];
  double from[3], to[3] = {0};
  if (!w->body.n) return;
  to_body(w, p->i[c.k], from);
  if (c.type == SCR_BALL_BALL) to_body(w, p->j[c.k], to);
  for (int k = 0; k < 3; k++) branch[k] += to[k] - from[k];
}

static void add_stress(const scr_world *w, scr_contact c, double branch[3], scr_xsum sum[9]) {
  double f[3];
  scr_contact_force(w, c, f);
  widen(w, c, branch);
  for (int i = 0; i < w->dim; i++)
    for (int j = 0; j < w->dim; j++) scr_xsum_add(&sum[3 * i + j], -f[i] * branch[j]);
}

void scr_measure_stress(scr_world *w, const scr_measure *m, double stress[9]) {
  scr_xsum sum[9] = {0};
  double branch[3];
  scr_world_sync(w);
  for (uint32_t t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      const bool loaded = p->force[0][k] != 0 || p->force[1][k] != 0 || p->force[2][k] != 0;
      if (p->law[k] && loaded && scr_measure_meets(w, m, (scr_contact){t, k}, branch))
        add_stress(w, (scr_contact){t, k}, branch, sum);
    }
  }
  for (int k = 0; k < 9; k++) stress[k] = scr_measure_mean(w, m, scr_xsum_value(&sum[k]));
}

/* ---- fabric ---- */

void scr_measure_fabric(scr_world *w, const scr_measure *m, double fabric[9]) {
  scr_xsum sum[9] = {0};
  scr_contact_geometry g;
  double branch[3];
  uint64_t count = 0;
  scr_world_sync(w);
  for (uint32_t t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      const scr_contact c = {t, k};
      const bool active = p->law[k] && (p->flag[k] & SCR_PAIR_ACTIVE);
      if (!active || !scr_measure_meets(w, m, c, branch)) continue;
      scr_contact_geometry_of(w, c, &g);
      count++;
      for (int i = 0; i < 9; i++) scr_xsum_add(&sum[i], g.n[i / 3] * g.n[i % 3]);
    }
  }
  for (int i = 0; i < 9; i++) fabric[i] = count ? scr_xsum_value(&sum[i]) / (double)count : 0;
}

/* ---- coordination ---- */

static void count_one(void *user, const scr_inside *in) {
  SCR_UNUSED(in);
  ++*(uint64_t *)user;
}

/* Is the centre of the ball, or of the body of a piece, inside? */
static bool counts(const scr_world *w, const scr_measure *m, uint32_t row) {
  double way[3];
  const uint32_t id = scr_body_of(w, row);
  const double *x =
      id ? scr_real_at(&w->body, SCR_BODY_POSITION, scr_body_row(w, id)) : w->pose[row].x;
  return scr_measure_holds(w, m, x, way);
}

double scr_measure_coordination(scr_world *w, const scr_measure *m) {
  uint64_t bodies = 0, ends = 0;
  scr_world_sync(w);
  scr_measure_each(w, m, count_one, &bodies);
  for (uint32_t t = 0; t < SCR_CONTACT_TYPES && bodies; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      if (!p->law[k] || !(p->flag[k] & SCR_PAIR_ACTIVE)) continue;
      ends += counts(w, m, p->i[k]);
      if (t == SCR_BALL_BALL) ends += counts(w, m, p->j[k]);
    }
  }
  return bodies ? (double)ends / (double)bodies : 0;
}
