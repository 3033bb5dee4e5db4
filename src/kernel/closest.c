/* Closest points of facets to balls; compiled once for each (SCR_DIM, SCR_ISA). Floor: kernel. See
 * closest.h.
 *
 * Voronoi regions of a triangle (Ericson 2005, 5.1.5): the face if the centre projects inside, else
 * the nearest of the three edges. All of it is computed for each pair, and what does not apply is
 * left out by selection: no lane waits for another. */
#include "kernel/closest.h"

#include <math.h>
#include "kernel/dim.h"
#include "kernel/rows.h"

void SCR_NAME(scr_closest_tile)(scr_closest *t);

enum { NORMAL = 9, TURNED = 12 }; /* places of a shape's numbers */

/* Rows to columns; lanes after the last repeat it. Inlined by order: GCC 12 takes a function that
 * only moves vectors for one without effect, and drops its calls. */
__attribute__((always_inline)) static inline void gather(scr_closest *t) {
  for (int k = 0; k < t->n; k += SCR_GROUP) {
    const double *shape[SCR_GROUP], *ball[SCR_GROUP];
    scr_col col[4];
    for (int e = 0; e < SCR_GROUP; e++) {
      const int at = k + e < t->n ? k + e : t->n - 1;
      shape[e] =
          (const double *)(const void *)t->shape[at]; /* the whole of it, not the first row of x */
      ball[e] = (const double *)(const void *)&t->ball[at];
    }
    scr_columns4_at(ball, col);
    for (int c = 0; c < 4; c++) *(scr_col *)(t->x[c] + k) = col[c];
    for (int q = 0; q < SCR_SHAPE_NUMBERS; q += 4) {
      scr_columns4_at(shape, col);
      for (int c = 0; c < 4; c++) *(scr_col *)(t->p[q + c] + k) = col[c];
      for (int e = 0; e < SCR_GROUP; e++) shape[e] += 4;
    }
  }
  for (int k = (t->n + SCR_GROUP - 1) / SCR_GROUP * SCR_GROUP; k % 8;
       k++) { /* loops run in whole vectors of 8 */
    for (int c = 0; c < 4; c++) t->x[c][k] = t->x[c][t->n - 1];
    for (int q = 0; q < SCR_SHAPE_NUMBERS; q++) t->p[q][k] = t->p[q][t->n - 1];
  }
}

/* The closest point of edge `edge`, kept where it is nearer than what was found. Computed from the
 * vertex with the lower row, so that both facets of an edge find the same bits. `inside`: feature
 * of the edge itself; first, last: of its vertices. */
static void edge(scr_closest *t, int edge, double inside, double first, double last) {
  const int from = 3 * edge, to = 3 * ((edge + 1) % 3);
  const double *px = t->p[from], *py = t->p[from + 1], *pz = t->p[from + 2];
  const double *qx = t->p[to], *qy = t->p[to + 1], *qz = t->p[to + 2], *turn = t->p[TURNED + edge];
  SCR_EACH(k, t->n) {
    const bool turned = turn[k] != 0;
    const double x = t->x[0][k], y = t->x[1][k], z = t->x[2][k];
    const double ax = turned ? qx[k] : px[k], ay = turned ? qy[k] : py[k],
                 az = turned ? qz[k] : pz[k];
    const double bx = turned ? px[k] : qx[k], by = turned ? py[k] : qy[k],
                 bz = turned ? pz[k] : qz[k];
    const double ex = bx - ax, ey = by - ay, ez = bz - az, ux = x - ax, uy = y - ay, uz = z - az;
    const double s = ux * ex + uy * ey + uz * ez, len2 = ex * ex + ey * ey + ez * ez,
                 part = s / len2;
    const bool low = s <= 0, high = s >= len2;
    const double mx = ax + part * ex, my = ay + part * ey, mz = az + part * ez;
    const double cx = low    ? ax
                      : high ? bx
                             : mx,
                 cy = low    ? ay
                      : high ? by
                             : my,
                 cz = low    ? az
                      : high ? bz
                             : mz;
    const double at_a = turned ? last : first, at_b = turned ? first : last;
    const double dx = x - cx, dy = y - cy, dz = z - cz, d = sqrt(dx * dx + dy * dy + dz * dz);
    const bool nearer = d < t->best[k];
    t->feature[k] = nearer ? (low ? at_a : high ? at_b : inside) : t->feature[k];
    t->point[0][k] = nearer ? cx : t->point[0][k];
    t->point[1][k] = nearer ? cy : t->point[1][k];
    t->point[2][k] = nearer ? cz : t->point[2][k];
    t->best[k] = nearer ? d : t->best[k];
  }
}

#if DIM == 3
/* Balls that project into the face: 1 in `within`. Returns whether all do. */
static bool find_within(const scr_closest *t, double *within) {
  const double *nx = t->p[NORMAL], *ny = t->p[NORMAL + 1], *nz = t->p[NORMAL + 2];
  double beside[SCR_TILE];
  SCR_EACH(k, t->n) beside[k] = 0;
  for (int e = 0; e < 3; e++) {
    const int from = 3 * e, to = 3 * ((e + 1) % 3);
    const double *px = t->p[from], *py = t->p[from + 1], *pz = t->p[from + 2];
    const double *qx = t->p[to], *qy = t->p[to + 1], *qz = t->p[to + 2];
    SCR_EACH(k, t->n) {
      const double ex = qx[k] - px[k], ey = qy[k] - py[k], ez = qz[k] - pz[k];
      const double ux = t->x[0][k] - px[k], uy = t->x[1][k] - py[k], uz = t->x[2][k] - pz[k];
      const double ox = ny[k] * ez - nz[k] * ey, oy = nz[k] * ex - nx[k] * ez,
                   oz = nx[k] * ey - ny[k] * ex; /* inwards */
      beside[k] = ox * ux + oy * uy + oz * uz > 0 ? beside[k] : 1;
    }
  }
  bool all = true;
  for (int k = 0; k < t->n; k++) all &= beside[k] == 0;
  SCR_EACH(k, t->n) within[k] = beside[k] == 0 ? 1 : 0;
  return all;
}

static void face(scr_closest *t, const double *within) {
  const double *nx = t->p[NORMAL], *ny = t->p[NORMAL + 1], *nz = t->p[NORMAL + 2];
  SCR_EACH(k, t->n) {
    const double x = t->x[0][k], y = t->x[1][k], z = t->x[2][k];
    const double h = (x - t->p[0][k]) * nx[k] + (y - t->p[1][k]) * ny[k] + (z - t->p[2][k]) * nz[k];
    const double cx = x - h * nx[k], cy = y - h * ny[k], cz = z - h * nz[k];
    const double dx = x - cx, dy = y - cy, dz = z - cz, d = sqrt(dx * dx + dy * dy + dz * dz);
    const bool in = within[k] != 0;
    t->feature[k] = in ? 0 : t->feature[k];
    t->point[0][k] = in ? cx : t->point[0][k];
    t->point[1][k] = in ? cy : t->point[1][k];
    t->point[2][k] = in ? cz : t->point[2][k];
    t->best[k] = in ? d : t->best[k];
  }
}
#endif

static void normals(scr_closest *t) {
  SCR_EACH(k, t->n) {
    const double dist = t->best[k], inverse = 1 / dist;
    const bool apart = dist > 0;
    t->gap[k] = dist - t->x[3][k];
    for (int c = 0; c < 3; c++)
      t->n_to[c][k] = apart ? (t->point[c][k] - t->x[c][k]) * inverse
                            : 0 - t->p[NORMAL + c][k]; /* as if it lay in front */
  }
}

void SCR_NAME(scr_closest_tile)(scr_closest *t) {
  assert(t->n > 0 && t->n <= SCR_TILE);
  gather(t);
  SCR_EACH(k, t->n) t->best[k] = HUGE_VAL;
#if DIM == 3
  double within[SCR_TILE];
  if (!find_within(t, within)) {
    edge(t, 0, 1, 4, 5);
    edge(t, 1, 2, 5, 6);
    edge(t, 2, 3, 6, 4);
  }
  face(t, within);
#else
  edge(t, 0, 0, 4, 5);
#endif
  normals(t);
}
