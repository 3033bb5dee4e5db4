/* What users read of contacts: the functions of SCR_CONTACT_ROWS (world/columns.h). */
#include <math.h>
#include <string.h>
#include "base/xsum.h"
#include "world/engine.h"
#include "world/state/rows.h"
#include "world/state/quantity.h"

static scr_contact_geometry geometry(const scr_world *w, scr_contact c) {
  scr_contact_geometry g;
  scr_contact_geometry_of(w, c, &g);
  return g;
}

/* ---- forces and moments ---- */

static void force(const scr_world *w, scr_contact c, double out[3]) {
  scr_contact_force(w, c, out);
}

void scr_contact_forces(const scr_world *w, double *largest, double *mean) {
  scr_xsum sum = {0};
  int64_t count = 0;
  *largest = 0;
  for (uint32_t type = 0; type < SCR_CONTACT_TYPES; type++) {
    const scr_pairs *p = &w->pair[type];
    for (uint32_t k = 0; k < p->n; k++) {
      double x[3];
      if (!p->law[k] || !(p->flag[k] & SCR_PAIR_ACTIVE)) continue;
      scr_contact_force(w, (scr_contact){type, k}, x);
      const double size = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
      *largest = SCR_MAX(*largest, size);
      scr_xsum_add(&sum, size);
      count++;
    }
  }
  *mean = count ? scr_xsum_value(&sum) / (double)count : 0;
}

void scr_contact_to_local(const scr_contact_geometry *g, const double global[3], double local[3]) {
  const double v[3] = {scr_dot3(global, g->n), scr_dot3(global, g->s), scr_dot3(global, g->t)};
  memcpy(local, v, sizeof v);
}

void scr_contact_to_global(const scr_contact_geometry *g, const double local[3], double global[3]) {
  double v[3];
  for (int k = 0; k < 3; k++) v[k] = local[0] * g->n[k] + local[1] * g->s[k] + local[2] * g->t[k];
  memcpy(global, v, sizeof v);
}

static void local_force(const scr_world *w, scr_contact c, double out[3]) {
  const scr_contact_geometry g = geometry(w, c);
  scr_contact_force(w, c, out);
  scr_contact_to_local(&g, out, out);
  if (w->dim == 2) out[2] = 0;
}

static void shear_force(const scr_world *w, scr_contact c, double out[3]) {
  double f[3];
  local_force(w, c, f);
  out[0] = sqrt(f[1] * f[1] + f[2] * f[2]);
}

static void moment_on_1(const scr_world *w, scr_contact c, double out[3]) {
  scr_contact_moment(w, c, 0, out);
}

static void moment_on_2(const scr_world *w, scr_contact c, double out[3]) {
  scr_contact_moment(w, c, 1, out);
}

/* In 2D all axes agree about z. */
static void local_moment(const scr_world *w, scr_contact c, int end, double out[3]) {
  scr_contact_moment(w, c, end, out);
  if (w->dim == 2) return;
  const scr_contact_geometry g = geometry(w, c);
  scr_contact_to_local(&g, out, out);
}

static void local_moment_on_1(const scr_world *w, scr_contact c, double out[3]) {
  local_moment(w, c, 0, out);
}

static void local_moment_on_2(const scr_world *w, scr_contact c, double out[3]) {
  local_moment(w, c, 1, out);
}

/* ---- where it is ---- */

static void point(const scr_world *w, scr_contact c, double out[3]) {
  memcpy(out, geometry(w, c).x, 3 * sizeof *out);
}

static void gap(const scr_world *w, scr_contact c, double out[3]) { *out = geometry(w, c).gap; }

static void normal(const scr_world *w, scr_contact c, double out[3]) {
  memcpy(out, geometry(w, c).n, 3 * sizeof *out);
}

static void branch(const scr_world *w, scr_contact c, double out[3]) {
  const scr_contact_geometry g = geometry(w, c);
  const double length = g.arm[0] + (c.type == SCR_BALL_FACET ? 0.5 * g.gap : g.arm[1]);
  for (int k = 0; k < 3; k++) out[k] = length * g.n[k];
}

static void shear(const scr_world *w, scr_contact c, double out[3]) {
  memcpy(out, geometry(w, c).s, 3 * sizeof *out);
}

/* Periods between end 2 and end 1 along an axis. */
static int periods_off(const scr_world *w, scr_contact c, int axis) {
  assert(axis < 3);
  const scr_pairs *p = &w->pair[c.type];
  if (c.type == SCR_BALL_FACET) return -scr_shift_along(scr_facet_shift(w, c.k), axis);
  double period = scr_period(w, axis), d = w->pose[p->j[c.k]].x[axis] - w->pose[p->i[c.k]].x[axis];
  return d > 0.5 * period ? -1 : d < -0.5 * period ? 1 : 0;
}

static void offset(const scr_world *w, scr_contact c, double out[3]) {
  for (int k = 0; k < w->dim; k++)
    if (scr_period(w, k) > 0) out[k] = periods_off(w, c, k) * scr_period(w, k);
}

/* ---- its ends ---- */

uint32_t scr_contact_end_id(const scr_world *w, scr_contact c, int end) {
  scr_kind kind;
  uint32_t row;
  scr_contact_end(w, c, end, &kind, &row);
  return kind == SCR_K_BALL ? scr_word_at(&w->ball, SCR_BALL_ID, row)
                            : scr_word_at(&w->facet, SCR_FACET_ID, row);
}

static void id_of_end_1(const scr_world *w, scr_contact c, double out[3]) {
  *out = scr_contact_end_id(w, c, 0);
}

static void id_of_end_2(const scr_world *w, scr_contact c, double out[3]) {
  *out = scr_contact_end_id(w, c, 1);
}

static void is_of_facet(const scr_world *w, scr_contact c, double out[3]) {
  SCR_UNUSED(w);
  *out = c.type == SCR_BALL_FACET;
}

const scr_quantity scr_contact_quantity[] = {SCR_CONTACT_ROWS(SCR_QUANTITY_Q){.name = NULL}};

void scr_contact_read(const scr_world *w, scr_contact c, int q, double *out) {
  const scr_quantity *row = &scr_contact_quantity[q];
  double x[3] = {0};
  row->of_contact(w, c, x);
  memcpy(out, x + scr_quantity_first(w, row),
         (size_t)scr_quantity_comps(row, w->dim) * sizeof *out);
}
