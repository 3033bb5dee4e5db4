/* Where fractures lie: segments, disks and polygons. See fracture.h. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/vec3.h"
#include "world/facets/facets.h"
#include "world/fracture/density.h"
#include "world/fracture/kept.h"
#include "world/state/checks.h"
#include "world/state/rows.h"

#define DEGREES (180 / SCR_PI)
#define FLAT    1e-6 /* how far corners may lie off their plane, as part of the size */

static void normal_of(int dim, double dip, double ddir, double n[3]) {
  double sd, cd, sa, ca;
  scr_sincos_degrees(dip, &sd, &cd);
  scr_sincos_degrees(ddir, &sa, &ca);
  n[0] = dim == 2 ? sd : sd * sa;
  n[1] = dim == 2 ? cd : sd * ca;
  n[2] = dim == 2 ? 0 : cd;
}

/* Which of two opposite normals is kept: the one that points up, of level ones the one that points
 * to y, then x. */
static bool points_down(int dim, const double n[3]) {
  for (int k = dim - 1; k >= 0; k--)
    if (n[k] != 0) return n[k] < 0;
  return false;
}

static void upwards(int dim, const double n[3], double length, double out[3]) {
  const double sign = points_down(dim, n) ? -1 : 1;
  for (int k = 0; k < 3; k++) out[k] = sign * n[k] / length + 0.0; /* no -0 */
}

void scr_fracture_upwards(int dim, double dip, double ddir, double n[3]) {
  double any[3];
  normal_of(dim, dip, ddir, any);
  upwards(dim, any, 1, n);
}

static bool unit_upwards(int dim, scr_diag *d, const double n[3], double out[3]) {
  const double length = sqrt(scr_dot3(n, n));
  if (!(length > 0) || !isfinite(length))
    return scr_fail(d, NULL, SCR_E_VALUE, "the normal of a fracture has no length");
  return upwards(dim, n, length, out), true;
}

/* From 0 to less than `turn`, which an angle just below 0 would become. */
static double from_zero(double angle, double turn) {
  const double x = angle < 0 ? angle + turn : angle;
  return x < turn ? x : 0;
}

/* The angles of its normal. */
static void find_angles(int dim, scr_fracture *f) {
  const double *n = f->n, flat = sqrt(n[0] * n[0] + n[1] * n[1]);
  const double around = scr_atan2(n[0], n[1]) * DEGREES;
  f->dip = dim == 3 ? scr_atan2(flat, n[2]) * DEGREES : from_zero(around, 180);
  f->ddir = dim == 3 ? from_zero(around, 360) : 0;
}

/* Angles within their bounds stay as they are given. */
static void take_angles(int dim, double dip, double ddir, scr_fracture *f) {
  double n[3];
  const bool kept =
      dim == 2 ? dip >= 0 && dip < 180 : dip >= 0 && dip <= 90 && ddir >= 0 && ddir < 360;
  normal_of(dim, dip, ddir, n);
  upwards(dim, n, 1, f->n);
  if (kept)
    f->dip = dip, f->ddir = dim == 3 ? ddir : 0;
  else
    find_angles(dim, f);
}

/* ---- making ---- */

bool scr_fracture_may_lie(const scr_world *w, const double x[3]) {
  double at[3] = {x[0], x[1], x[2]};
  scr_into_cell(w, at);
  return !w->domain.set || scr_point_in(w->dim, at, w->domain.lo, w->domain.hi);
}

static bool middle_fits(const scr_world *w, scr_diag *d, const double x[3]) {
  for (int k = 0; k < w->dim; k++) {
    if (!isfinite(x[k])) return scr_fail(d, NULL, SCR_E_VALUE, "the position is not finite");
    if (w->domain.set && (x[k] < w->domain.lo[k] || x[k] > w->domain.hi[k]))
      return scr_fail(d, NULL, SCR_E_VALUE,
                      "the middle of the fracture lies outside the domain: %c = %.17g is not "
                      "between %.17g and %.17g",
                      "xyz"[k], x[k], w -> domain.lo[k], w->domain.hi[k]);
  }
  return true;
}

static bool size_fits(scr_diag *d, double size) {
  return (size >= 0 && isfinite(size)) ||
         scr_fail(d, NULL, SCR_E_VALUE, "the size of a fracture is 0 or more, not %.17g", size);
}

static bool shape_segment(scr_diag *d, const double *end, scr_fracture *out) {
  const double along[2] = {end[3] - end[0], end[4] - end[1]};
  out->x[0] = end[0] + 0.5 * along[0], out->x[1] = end[1] + 0.5 * along[1];
  out->size = sqrt(along[0] * along[0] + along[1] * along[1]);
  if (!(out->size > 0)) return scr_fail(d, NULL, SCR_E_VALUE, "both ends of the fracture are one");
  return unit_upwards(2, d, (double[]){-along[1], along[0], 0}, out->n);
}

void scr_fracture_newell(const double *corner, uint32_t n, double sum[3]) {
  memset(sum, 0, 3 * sizeof *sum);
  for (uint32_t k = 0; k < n; k++) {
    double c[3];
    scr_cross3(corner + 3 * k, corner + 3 * ((k + 1) % n), c);
    for (int i = 0; i < 3; i++) sum[i] += 0.5 * c[i];
  }
}

static bool is_flat(const scr_fracture *f) {
  for (uint32_t k = 0; k < f->corners; k++)
    if (!(fabs(scr_dot3(f->corner + 3 * k, f->n)) <= FLAT * f->size)) return false;
  return true;
}

static double disk_of(double area) { return sqrt(4 * area / SCR_PI); }

static bool shape_polygon(scr_diag *d, const scr_fracture_spec *s, scr_fracture *out) {
  double sum[3];
  out->corners = s->corners;
  for (uint32_t k = 0; k < s->corners; k++)
    for (int i = 0; i < 3; i++) out->x[i] += s->corner[3 * k + i] / s->corners;
  out->corner = scr_alloc(s->corners * 3 * sizeof *out->corner);
  for (uint32_t k = 0; k < 3 * s->corners; k++) out->corner[k] = s->corner[k] - out->x[k % 3];
  scr_fracture_newell(out->corner, out->corners, sum);
  out->size = disk_of(sqrt(scr_dot3(sum, sum)));
  if (!(out->size > 0))
    scr_fail(d, NULL, SCR_E_VALUE, "the corners of the fracture span no area");
  else if (!unit_upwards(3, d, sum, out->n))
    ;
  else if (!is_flat(out))
    scr_fail(d, NULL, SCR_E_VALUE, "the corners of the fracture do not lie in one plane");
  else
    return true;
  return SCR_DROP(out->corner, out->corners), false;
}

bool scr_fracture_shape(const scr_world *w, scr_diag *d, const scr_fracture_spec *s,
                        scr_fracture *out) {
  if (s->corners && !(w->dim == 2 ? shape_segment(d, s->corner, out) : shape_polygon(d, s, out)))
    return false;
  if (!s->corners) {
    memcpy(out->x, s->x, sizeof out->x);
    out->size = s->size;
    if (!size_fits(d, s->size)) return false;
    take_angles(w->dim, s->dip, s->ddir, out);
  } else {
    find_angles(w->dim, out);
  }
  if (w->dim == 2) out->x[2] = 0;
  scr_into_cell(w, out->x);
  if (s->beyond || middle_fits(w, d, out->x)) return true;
  return SCR_DROP(out->corner, out->corners), false;
}

/* ---- reading ---- */

double scr_fracture_area(const scr_world *w, uint32_t place) {
  const scr_fracture *f = &w->fractures.at[place];
  const double size = f->size;
  double sum[3];
  if (f->corners) return scr_fracture_newell(f->corner, f->corners, sum), sqrt(scr_dot3(sum, sum));
  return w->dim == 2 ? size : 0.25 * SCR_PI * size * size;
}

uint32_t scr_fracture_corners(const scr_world *w, uint32_t place, double *corner) {
  const scr_fracture *f = &w->fractures.at[place];
  const double half[3] = {0.5 * f->size * f->n[1], -0.5 * f->size * f->n[0], 0};
  const uint32_t n = w->dim == 2 ? 2 : f->corners;
  for (uint32_t k = 0; corner && k < n; k++)
    for (int i = 0; i < 3; i++)
      corner[3 * k + i] = f->x[i] + (w->dim == 3 ? f->corner[3 * k + i] : k ? half[i] : -half[i]);
  return n;
}

uint32_t scr_fracture_outline(const scr_world *w, uint32_t place, double *corner) {
  enum { EDGES = 24 };
  const scr_fracture *f = &w->fractures.at[place];
  const uint32_t n = scr_fracture_corners(w, place, corner);
  if (n || !corner) return n ? n : EDGES;
  const double other[3] = {fabs(f->n[0]) < 0.9, fabs(f->n[0]) >= 0.9, 0};
  double u[3], v[3], s, c;
  scr_cross3(f->n, other, u);
  const double scale = 0.5 * f->size / sqrt(scr_dot3(u, u));
  scr_cross3(f->n, u, v);
  for (uint32_t k = 0; k < EDGES; k++) {
    scr_sincos_degrees(k * 360.0 / EDGES, &s, &c);
    for (uint32_t i = 0; i < 3; i++) corner[3 * k + i] = f->x[i] + scale * (c * u[i] + s * v[i]);
  }
  return EDGES;
}

/* On the way from a to b, nearest to p; all as seen from one point. */
static void nearest_on_edge(const double *a, const double *b, const double *p, double out[3]) {
  double ab[3], ap[3];
  for (int i = 0; i < 3; i++) ab[i] = b[i] - a[i], ap[i] = p[i] - a[i];
  const double length2 = scr_dot3(ab, ab);
  double t = length2 > 0 ? scr_dot3(ab, ap) / length2 : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  for (int i = 0; i < 3; i++) out[i] = a[i] + t * ab[i];
}

/* Is q, in the plane of the polygon, inside of it? It counts the edges that a ray crosses, seen
 * along the axis that the normal is nearest to. */
static bool in_polygon(const scr_fracture *f, const double q[3]) {
  int drop = 0;
  for (int i = 1; i < 3; i++)
    if (fabs(f->n[i]) > fabs(f->n[drop])) drop = i;
  const int u = (drop + 1) % 3, v = (drop + 2) % 3;
  bool in = false;
  for (uint32_t k = 0, j = f->corners - 1; k < f->corners; j = k++) {
    const double *a = f->corner + 3 * k, *b = f->corner + 3 * j;
    if ((a[v] > q[v]) != (b[v] > q[v]) &&
        q[u] < (b[u] - a[u]) * (q[v] - a[v]) / (b[v] - a[v]) + a[u])
      in = !in;
  }
  return in;
}

void scr_fracture_rim_near(const scr_fracture *f, const double q[3], double out[3]) {
  double best = HUGE_VAL;
  for (uint32_t k = 0; k < f->corners; k++) {
    double c[3], d[3];
    nearest_on_edge(f->corner + 3 * k, f->corner + 3 * ((k + 1) % f->corners), q, c);
    for (int i = 0; i < 3; i++) d[i] = c[i] - q[i];
    if (scr_dot3(d, d) >= best) continue;
    best = scr_dot3(d, d);
    memcpy(out, c, sizeof c);
  }
}

void scr_fracture_point_near(int dim, const scr_fracture *f, const double p[3], double out[3]) {
  double q[3];
  for (int i = 0; i < 3; i++) q[i] = i < dim ? p[i] - f->x[i] : 0;
  const double above = scr_dot3(q, f->n);
  for (int i = 0; i < 3; i++) q[i] -= above * f->n[i]; /* its foot in the plane */
  const double reach = 0.5 * f->size, far = sqrt(scr_dot3(q, q));
  if (f->corners ? in_polygon(f, q) : far <= reach)
    memcpy(out, q, sizeof q);
  else if (f->corners)
    scr_fracture_rim_near(f, q, out);
  else
    for (int i = 0; i < 3; i++) out[i] = q[i] * (reach / far);
  for (int i = 0; i < 3; i++) out[i] += f->x[i];
}

void scr_fracture_nearest(const scr_world *w, uint32_t place, const double p[3], double out[3]) {
  scr_fracture_point_near(w->dim, &w->fractures.at[place], p, out);
}

/* Rounding of a point in the plane, as part of the size: it counts as one of the fracture. */
#define ON_IT 1e-12
#define ROUND 1e-9 /* of where images lie, as part of the period, and more */

static bool holds_point(const scr_world *w, uint32_t place, const double q[3], double within) {
  double near[3], sum = 0;
  scr_fracture_nearest(w, place, q, near);
  for (int i = 0; i < w->dim; i++) sum += (q[i] - near[i]) * (q[i] - near[i]);
  return sum <= within * within;
}

bool scr_fracture_crossed(const scr_world *w, uint32_t place, const double a[3],
                          const double b[3]) {
  const scr_fracture *f = &w->fractures.at[place];
  double q[3], d[2];
  for (int end = 0; end < 2; end++) { /* distances of the ends from the plane */
    for (int i = 0; i < 3; i++) q[i] = (end ? b : a)[i] - f->x[i];
    d[end] = scr_dot3(q, f->n);
  }
  if (d[0] * d[1] > 0 || d[0] == d[1]) return false;
  for (int i = 0; i < 3; i++) q[i] = a[i] + (b[i] - a[i]) * (d[0] / (d[0] - d[1]));
  return holds_point(w, place, q, ON_IT * f->size);
}

/* A contact's line of centres, m, and its point, which counts within a distance. */
typedef struct met {
  double end[2][3], x[3], distance;
} met;

static bool meets(const scr_world *w, uint32_t place, const met *m) {
  return (m->distance > 0 && holds_point(w, place, m->x, m->distance)) ||
         scr_fracture_crossed(w, place, m->end[0], m->end[1]);
}

/* By how many periods along axis c the contact may be moved to where the fracture is: the least,
 * and how many follow. A fracture that is wider than a period would cross the cell again and again:
 * it counts as it lies there. */
static int images(const scr_world *w, int c, const met *m, const scr_extent *e, double *first) {
  const double period = scr_period(w, c), a = SCR_MIN(m->end[0][c], m->end[1][c]),
               b = SCR_MAX(m->end[0][c], m->end[1][c]);
  *first = 0;
  if (!(period > 0)) return 1;
  if (e->hi[c] - e->lo[c] > period) {
    *first = floor((w->domain.lo[c] - b) / period) + 1;
    return (int)(ceil((w->domain.hi[c] - a) / period) - *first);
  }
  const double reach = SCR_MIN(m->distance, period) + ROUND * period;
  *first = ceil((e->lo[c] - b - reach) / period);
  return (int)(floor((e->hi[c] - a + reach) / period) - *first) + 1;
}

/* Image i of n[0] n[1] n[2] in all. */
static met image_of(const scr_world *w, const met *m, const double first[3], const int n[3],
                    int i) {
  met there = *m;
  for (int c = 0; c < w->dim; i /= n[c++]) {
    const double by = (first[c] + i % n[c]) * scr_period(w, c);
    there.end[0][c] += by, there.end[1][c] += by, there.x[c] += by;
  }
  return there;
}

static bool meets_in_images(const scr_world *w, uint32_t place, const met *m) {
  double first[3];
  int n[3], all = 1;
  scr_extent e;
  scr_fracture_extent(w, place, e.lo, e.hi);
  for (int c = 0; c < 3; c++) {
    n[c] = images(w, c, m, &e, &first[c]);
    all = n[c] > 0 ? all * n[c] : 0;
  }
  for (int i = 0; i < all; i++) {
    const met there = image_of(w, m, first, n, i);
    if (meets(w, place, &there)) return true;
  }
  return false;
}

bool scr_fracture_meets(const scr_world *w, uint32_t place, scr_contact c, double distance) {
  scr_contact_geometry g;
  met m = {.distance = distance};
  scr_contact_geometry_of(w, c, &g);
  for (int i = 0; i < 3; i++) {
    m.x[i] = g.x[i];
    m.end[0][i] = g.x[i] - g.arm[0] * g.n[i];
    m.end[1][i] = g.x[i] + g.arm[1] * g.n[i];
  }
  return scr_any_period(w) ? meets_in_images(w, place, &m) : meets(w, place, &m);
}

/* ---- changing ---- */

bool scr_fracture_move(scr_world *w, scr_diag *d, uint32_t place, const double x[3]) {
  double at[3] = {x[0], x[1], x[2]};
  scr_into_cell(w, at);
  if (!middle_fits(w, d, at)) return false;
  for (int k = 0; k < w->dim; k++) w->fractures.at[place].x[k] = at[k];
  return true;
}

/* Turns v about the axis a x b, by which unit vector a becomes b (Rodrigues). */
static void turn(const double a[3], const double b[3], double v[3]) {
  double axis[3], c[3];
  scr_cross3(a, b, axis);
  const double cosine = scr_dot3(a, b), along = scr_dot3(axis, v) / (1 + cosine);
  scr_cross3(axis, v, c);
  for (int i = 0; i < 3; i++) v[i] = cosine * v[i] + c[i] + along * axis[i];
}

static void turn_corners(scr_fracture *f, const double from[3], const double to[3]) {
  const bool opposite = scr_dot3(from, to) <= -1 + 1e-12; /* the plane is the same */
  for (uint32_t k = 0; k < f->corners && !opposite; k++) turn(from, to, f->corner + 3 * k);
}

void scr_fracture_face(scr_fracture *f, const scr_fracture *like) {
  turn_corners(f, f->n, like->n);
  memcpy(f->n, like->n, sizeof f->n);
  f->dip = like->dip, f->ddir = like->ddir;
}

bool scr_fracture_turn(scr_world *w, scr_diag *d, uint32_t place, const double n[3]) {
  scr_fracture *f = &w->fractures.at[place];
  double up[3];
  if (!unit_upwards(w->dim, d, n, up)) return false;
  turn_corners(f, f->n, up);
  memcpy(f->n, up, sizeof up);
  find_angles(w->dim, f);
  return true;
}

void scr_fracture_incline(scr_world *w, uint32_t place, double dip, double ddir) {
  scr_fracture *f = &w->fractures.at[place], to = *f;
  take_angles(w->dim, dip, ddir, &to);
  scr_fracture_face(f, &to);
}

bool scr_fracture_resize(scr_world *w, scr_diag *d, uint32_t place, double size) {
  scr_fracture *f = &w->fractures.at[place];
  if (f->corners)
    return scr_fail(d, NULL, SCR_E_STATE, "a fracture with corners has no diameter to be set");
  if (!size_fits(d, size)) return false;
  f->size = size;
  return true;
}

/* ---- what must hold ---- */

static bool check_one(const scr_world *w, uint32_t k, scr_buf *why) {
  const scr_fracture *f = &w->fractures.at[k];
  SCR_HOLDS(scr_fracture_find(w, f->id) == k, "fracture %u is not found by its id", f->id);
  SCR_HOLDS(f->dfn < w->fractures.ndfn && w->fractures.dfn[f->dfn].id,
            "fracture %u belongs to no DFN", f->id);
  SCR_HOLDS(fabs(scr_dot3(f->n, f->n) - 1) < 1e-9, "the normal of fracture %u is no unit", f->id);
  SCR_HOLDS(f->size >= 0 && isfinite(f->size), "fracture %u has no size", f->id);
  SCR_HOLDS(!f->corners || (w->dim == 3 && f->corner), "fracture %u has no corners", f->id);
  return true;
}

bool scr_check_fractures(const scr_world *w, scr_buf *why) {
  const scr_fractures *f = &w->fractures;
  uint32_t count = 0, in_dfns = 0;
  for (uint32_t k = 0; k < f->n; k++) {
    count += f->at[k].id != 0;
    if (f->at[k].id && !check_one(w, k, why)) return false;
  }
  for (size_t k = 0; k < f->ndfn; k++) in_dfns += f->dfn[k].fractures;
  SCR_HOLDS(count == f->count && in_dfns == count, "%u fractures, %u are counted, %u in DFNs",
            count, f->count, in_dfns);
  for (uint32_t k = 1; k < count && !f->unsorted; k++)
    SCR_HOLDS(f->at[f->order[k - 1]].id < f->at[f->order[k]].id,
              "fractures are not in order of id");
  return scr_check_templates(w, why) && scr_check_inters(w, why);
}
