/* The regions of a world, in order of id: see measure.h. */
#include <string.h>
#include "base/mem.h"
#include "world/measure/kept.h"

scr_measure scr_measure_new(void) { return (scr_measure){.r = 1, .tolerance = 0.01}; }

/* The first place whose id is not below. */
static uint32_t place_of(const scr_world *w, uint32_t id) {
  uint32_t k = w->nmeasure;
  while (k > 0 && w->measure[k - 1].id >= id) k--;
  return k;
}

uint32_t scr_measure_find(const scr_world *w, uint32_t id) {
  const uint32_t k = place_of(w, id);
  return k < w->nmeasure && w->measure[k].id == id ? k : SCR_NONE;
}

uint32_t scr_measure_next_id(const scr_world *w) {
  return w->nmeasure ? w->measure[w->nmeasure - 1].id + 1 : 1;
}

void scr_measure_put(scr_world *w, const scr_measure *m) {
  const uint32_t k = place_of(w, m->id);
  if (k == w->nmeasure || w->measure[k].id != m->id) {
    SCR_GROW(w->measure, w->cap_measure, (size_t)w->nmeasure + 1);
    memmove(w->measure + k + 1, w->measure + k, (w->nmeasure - k) * sizeof *w->measure);
    w->nmeasure++;
  }
  w->measure[k] = *m;
}

void scr_measure_delete(scr_world *w, uint32_t k) {
  assert(k < w->nmeasure);
  w->nmeasure--;
  memmove(w->measure + k, w->measure + k + 1, (w->nmeasure - k) * sizeof *w->measure);
}

/* ---- who is inside ---- */

static void each_ball(const scr_world *w, const scr_measure *m,
                      void (*each)(void *user, const scr_inside *in), void *user) {
  for (uint32_t k = 0; k < w->ball.n; k++) {
    scr_inside in = {.v = w->twist[k].v, .row = k, .body = SCR_NONE};
    if (scr_measure_holds(w, m, w->pose[k].x, in.way) && !scr_body_of(w, k)) each(user, &in);
  }
}

void scr_measure_each(scr_world *w, const scr_measure *m,
                      void (*each)(void *user, const scr_inside *in), void *user) {
  each_ball(w, m, each, user);
  for (uint32_t k = 0; k < w->body.n; k++) {
    scr_inside in = {.row = SCR_NONE, .body = k};
    in.v = scr_real_at(&w->body, SCR_BODY_VELOCITY, k);
    if (scr_measure_holds(w, m, scr_real_at(&w->body, SCR_BODY_POSITION, k), in.way))
      each(user, &in);
  }
}

/* As scr_contact_geometry_of has it, for less. */
static bool balls_meet(const scr_world *w, const scr_measure *m, uint32_t k, double branch[3]) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  const scr_pose *a = &w->pose[p->i[k]], *b = &w->pose[p->j[k]];
  double x[3], way[3];
  const double from2 = scr_nearest_way(w, m->x, a->x, way),
               d2 = scr_nearest_way(w, a->x, b->x, branch);
  if (from2 > 2 * (m->r * m->r + SCR_MAX(d2, a->r * a->r))) return false; /* far off, for sure */
  const double d = sqrt(d2), arm = 0.5 * (d + a->r - b->r), part = d > 0 ? arm / d : 0;
  for (int c = 0; c < 3; c++) x[c] = a->x[c] + part * branch[c];
  return scr_measure_holds(w, m, x, way);
}

bool scr_measure_meets(const scr_world *w, const scr_measure *m, scr_contact c, double branch[3]) {
  if (c.type == SCR_BALL_BALL) return balls_meet(w, m, c.k, branch);
  scr_contact_geometry g;
  double way[3];
  scr_contact_geometry_of(w, c, &g);
  for (int k = 0; k < 3; k++) branch[k] = g.arm[0] * g.n[k];
  return scr_measure_holds(w, m, g.x, way);
}

void scr_measure_symmetric(const double full[9], double out[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++)
      out[3 * i + j] = out[3 * j + i] = 0.5 * (full[3 * i + j] + full[3 * j + i]);
}

/* ---- numbers for histories and lists ---- */

const scr_quantity scr_measured_quantity[SCR_MEASURED + 1] = {
    [SCR_MEASURED_POROSITY] =
        SCR_COMPUTED("porosity", SCR_SCALAR, "", "Part that balls leave free."),
    [SCR_MEASURED_COORDINATION] =
        SCR_COMPUTED("coordination", SCR_SCALAR, "", "Active contacts of a ball, on average."),
    [SCR_MEASURED_RADIUS] = SCR_COMPUTED("radius", SCR_SCALAR, "m", "Radius."),
    [SCR_MEASURED_POSITION] = SCR_COMPUTED("position", SCR_VECTOR, "m", "Centre."),
    [SCR_MEASURED_STRESS] =
        SCR_COMPUTED("stress", SCR_TENSOR, "Pa", "Stress; tension is positive."),
    [SCR_MEASURED_STRAIN_RATE] = SCR_COMPUTED("strainrate", SCR_TENSOR, "1/s", "Rate of strain."),
    [SCR_MEASURED_FABRIC] =
        SCR_COMPUTED("fabric", SCR_TENSOR, "", "Mean of n (x) n of the contacts.")};

int scr_measure_read(scr_world *w, const scr_measure *m, scr_measured what, double out[9]) {
  switch (what) {
  case SCR_MEASURED_POROSITY: return out[0] = scr_measure_porosity(w, m), 1;
  case SCR_MEASURED_COORDINATION: return out[0] = scr_measure_coordination(w, m), 1;
  case SCR_MEASURED_RADIUS: return out[0] = m->r, 1;
  case SCR_MEASURED_POSITION: return memcpy(out, m->x, sizeof m->x), 3;
  case SCR_MEASURED_STRESS: scr_measure_stress(w, m, out); break;
  case SCR_MEASURED_FABRIC: scr_measure_fabric(w, m, out); break;
  default: scr_measure_strain_rate(w, m, out); break;
  }
  scr_measure_symmetric(out, out);
  return 9;
}

void scr_measure_get(scr_world *w, const scr_measure *m, scr_measured what, double *out) {
  static const int space[] = {0, 4, 8, 1, 5, 2}, plane[] = {0, 4, 1}; /* of nine, row by row */
  const scr_quantity *q = &scr_measured_quantity[what];
  const int comps = scr_quantity_comps(q, w->dim);
  double all[9];
  scr_measure_read(w, m, what, all);
  for (int c = 0; c < comps; c++)
    out[c] = all[q->form != SCR_TENSOR ? c : w->dim == 3 ? space[c] : plane[c]];
}
