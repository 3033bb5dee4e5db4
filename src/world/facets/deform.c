/* Facets whose vertices have velocities of their own: what a step does to such a facet is the map
 * that takes its edges and its normal from where they were. */
#include "world/facets/deform.h"

#include <math.h>
#include <string.h>
#include "world/state/rows.h"

static void cross_unit(const double a[3], const double b[3], double n[3]) {
  scr_cross3(a, b, n);
  const double length = sqrt(scr_dot3(n, n));
  for (int c = 0; c < 3; c++) n[c] = length > 0 ? n[c] / length : 0;
}

/* As scr_facets_refresh finds it: the same edges give the same bits. */
static void normal_of(int dim, double edge[2][3], double n[3]) {
  cross_unit(edge[0], edge[1], n);
  if (dim == 3) return;
  const double *a = edge[0], length = sqrt(scr_dot3(a, a));
  n[0] = length > 0 ? -a[1] / length : 0, n[1] = length > 0 ? a[0] / length : 0, n[2] = 0;
}

/* Vectors in the facet that pick the parts of a vector along its edges. */
static void dual_of(int dim, double edge[2][3], double dual[2][3]) {
  const double *a = edge[0], *b = edge[1];
  double n[3];
  memset(dual, 0, 6 * sizeof(double));
  if (dim == 2) {
    for (int c = 0; c < 3; c++) dual[0][c] = a[c] / scr_dot3(a, a);
    return;
  }
  scr_cross3(a, b, n);
  scr_cross3(b, n, dual[0]);
  scr_cross3(n, a, dual[1]);
  for (int c = 0; c < 3; c++) dual[0][c] /= scr_dot3(n, n), dual[1][c] /= scr_dot3(n, n);
}

const double *scr_vertex_velocity(const scr_world *w, uint32_t vertex) {
  static const double none[3];
  assert(vertex < w->vertex.n);
  return w->vertex.on[SCR_VERTEX_VELOCITY]
             ? scr_col(&w->vertex, SCR_VERTEX_VELOCITY) + 3 * (size_t)vertex
             : none;
}

scr_deformation scr_facet_deformation(const scr_world *w, uint32_t f, double dt) {
  assert(f < w->facet.n && dt >= 0);
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
  const double *x = scr_col(&w->vertex, SCR_VERTEX_POSITION);
  scr_deformation m = {.dt = dt};
  double before[2][3] = {{0}}, n[3];
  for (size_t c = 0; c < 3; c++) {
    m.from[c] = x[3 * (size_t)v[0] + c], m.velocity[c] = scr_vertex_velocity(w, v[0])[c];
    for (int k = 0; k < w->dim - 1; k++) {
      m.edge[k][c] = x[3 * (size_t)v[k + 1] + c] - m.from[c];
      m.rate[k][c] = scr_vertex_velocity(w, v[k + 1])[c] - m.velocity[c];
      before[k][c] = m.edge[k][c] - m.rate[k][c] * dt;
    }
  }
  normal_of(w->dim, m.edge, m.normal);
  normal_of(w->dim, before, n);
  for (int c = 0; c < 3; c++) m.turned[c] = m.normal[c] - n[c];
  dual_of(w->dim, m.edge, m.dual);
  m.dim = w->dim;
  return m;
}

/* How fast the facet changes at the place r from its first vertex, without the turn of its normal.
 */
static void rate_at(const scr_deformation *m, const double r[3], double rate[3]) {
  const double a = scr_dot3(m->dual[0], r), b = scr_dot3(m->dual[1], r);
  for (int c = 0; c < 3; c++) rate[c] = a * m->rate[0][c] + b * m->rate[1][c];
}

void scr_deformed_by(const scr_deformation *m, const double r[3], double by[3]) {
  const double up = scr_dot3(m->normal, r);
  rate_at(m, r, by);
  for (int c = 0; c < 3; c++) by[c] = m->dt * by[c] + up * m->turned[c];
}

void scr_deformed_velocity(const scr_deformation *m, const double x[3], double v[3]) {
  double r[3];
  for (int c = 0; c < 3; c++) r[c] = x[c] - m->from[c];
  const double up = m->dt > 0 ? scr_dot3(m->normal, r) / m->dt : 0;
  rate_at(m, r, v);
  for (int c = 0; c < 3; c++) v[c] += m->velocity[c] + up * m->turned[c];
}

/* The normal turns with n x dn/dt; about it the facet turns by half the curl of the velocity in
 * it. Both of the middle of the step. */
void scr_deformed_spin(const scr_deformation *m, double spin[3]) {
  double middle[2][3], dual[2][3], n[3], part[3], curl = 0;
  memset(spin, 0, 3 * sizeof *spin);
  if (!(m->dt > 0)) return;
  for (int c = 0; c < 3; c++) {
    n[c] = m->normal[c] - 0.5 * m->turned[c];
    for (int k = 0; k < 2; k++) middle[k][c] = m->edge[k][c] - 0.5 * m->dt * m->rate[k][c];
  }
  scr_cross3(n, m->turned, spin);
  for (int c = 0; c < 3; c++) spin[c] /= m->dt;
  if (m->dim == 2) return;
  dual_of(3, middle, dual);
  for (int k = 0; k < 2; k++) {
    scr_cross3(dual[k], m->rate[k], part);
    curl += 0.5 * scr_dot3(n, part);
  }
  for (int c = 0; c < 3; c++) spin[c] += curl * n[c];
}
