/* Trees of boxes over segments and triangles: see tree.h. */
#include "world/geometry/tree.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "world/geometry/sign.h"

enum { LEAF = 4 /* pieces in one */, DEPTH = 64 };

typedef struct piece {
  double x[3][3];
} piece;

/* A leaf holds pieces first...first + n; else n is 0, one child follows and the other stands at
 * `first`. */
typedef struct box {
  double lo[3], hi[3];
  uint32_t first, n;
} box;

struct scr_geom_tree {
  int dim;
  double axis[3][3]; /* rows: those of a ray, which goes along the last one */
  int from[3];       /* where the axes are those of space: which one, */
  double turn[3];    /* and its direction */
  bool plain;        /* they are */
  size_t npiece, nbox;
  piece *piece; /* in the axes of the ray */
  box *box;
};

/* ---- axes ---- */

/* Coordinates are only put in another order, so that they stay exact. */
static bool plain_axes(scr_geom_tree *t, const double *d) {
  const int last = t->dim - 1;
  for (int k = 0; k < t->dim; k++) {
    bool along = d[k] != 0;
    for (int i = 0; i < t->dim; i++) along = along && (i == k || d[i] == 0);
    if (!along) continue;
    for (int i = 0; i < 3; i++) t->from[i] = i, t->turn[i] = 1;
    for (int i = 0; i < t->dim; i++) t->from[i] = (k + 1 + i) % t->dim;
    t->turn[last] = d[k] > 0 ? 1 : -1;
    return true;
  }
  return false;
}

static void turned_axes(scr_geom_tree *t, const double *d) {
  const double len = sqrt(scr_dot3(d, d));
  double *u = t->axis[0], *v = t->axis[1], *w = t->axis[t->dim - 1];
  double side[3] = {0};
  for (int k = 0; k < 3; k++) w[k] = d[k] / len;
  if (t->dim == 2) {
    u[0] = w[1], u[1] = -w[0];
    return;
  }
  side[fabs(w[0]) < 0.6 ? 0 : 1] = 1;
  scr_cross3(w, side, u);
  const double size = sqrt(scr_dot3(u, u));
  for (int k = 0; k < 3; k++) u[k] /= size;
  scr_cross3(w, u, v);
}

/* Equal places stay equal: corners that pieces share do so afterwards. */
static void to_axes(const scr_geom_tree *t, const double *x, double *out) {
  for (int k = 0; k < 3; k++)
    out[k] = t->plain ? t->turn[k] * x[t->from[k]] : scr_dot3(t->axis[k], x);
}

/* ---- making ---- */

static double middle(const piece *p, int axis) {
  return p->x[0][axis] + p->x[1][axis] + p->x[2][axis];
}

/* Puts the piece that would be number k of the sorted ones there, smaller ones before it (Hoare).
 */
static void select_piece(piece *p, size_t n, size_t k, int axis) {
  size_t lo = 0, hi = n - 1;
  while (lo < hi) {
    const double pivot = middle(&p[lo + (hi - lo) / 2], axis);
    size_t i = lo, j = hi;
    for (;; i++, j--) {
      while (middle(&p[i], axis) < pivot) i++;
      while (middle(&p[j], axis) > pivot) j--;
      if (i >= j) break;
      const piece kept = p[i];
      p[i] = p[j], p[j] = kept;
    }
    if (k <= j)
      hi = j;
    else
      lo = j + 1;
  }
}

static void bound(box *b, const piece *p, size_t n) {
  for (int k = 0; k < 3; k++) b->lo[k] = HUGE_VAL, b->hi[k] = -HUGE_VAL;
  for (size_t i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      for (int k = 0; k < 3; k++) {
        b->lo[k] = fmin(b->lo[k], p[i].x[c][k]);
        b->hi[k] = fmax(b->hi[k], p[i].x[c][k]);
      }
}

/* Halves the pieces along the longest side of their box; as deep as n has bits. */
static void grow(scr_geom_tree *t, size_t first, size_t n) {
  const size_t at = t->nbox++;
  box *b = &t->box[at];
  bound(b, t->piece + first, n);
  b->first = (uint32_t)first, b->n = (uint32_t)n;
  if (n <= LEAF) return;
  int axis = 0;
  for (int k = 1; k < 3; k++)
    if (b->hi[k] - b->lo[k] > b->hi[axis] - b->lo[axis]) axis = k;
  select_piece(t->piece + first, n, n / 2, axis);
  grow(t, first, n / 2);
  t->box[at].first = (uint32_t)t->nbox, t->box[at].n = 0;
  grow(t, first + n / 2, n - n / 2);
}

scr_geom_tree *scr_geom_tree_new(int dim, const double *corner, size_t n,
                                 const double direction[3]) {
  scr_geom_tree *t = scr_alloc(sizeof *t);
  t->dim = dim;
  t->plain = plain_axes(t, direction);
  if (!t->plain) turned_axes(t, direction);
  t->npiece = n;
  t->piece = scr_alloc(SCR_MAX(n, (size_t)1) * sizeof *t->piece);
  t->box = scr_alloc(SCR_MAX(2 * n, (size_t)1) * sizeof *t->box);
  for (size_t k = 0; k < 3 * n; k++) to_axes(t, corner + 3 * k, t->piece[k / 3].x[k % 3]);
  if (n) grow(t, 0, n);
  return t;
}

void scr_geom_tree_free(scr_geom_tree *t) {
  if (!t) return;
  scr_free(t->piece);
  scr_free(t->box);
  scr_free(t);
}

/* ---- rays ---- */

static int sign(double x) { return (x > 0) - (x < 0); }

/* Is the point, a little to the right and below, under the segment? */
static bool under_segment(const piece *s, const double *p) {
  const double *a = s->x[0], *b = s->x[1];
  if ((a[0] > p[0]) == (b[0] > p[0])) return false;
  if (a[0] > b[0]) a = s->x[1], b = s->x[0];
  int side = scr_side_of_line(a, b, p);
  if (side == 0) side = -sign(b[1] - a[1]);
  return side <= 0;
}

/* On which side of the way from a to b, seen along the ray, the point lies that is e and e^2 away;
 * 0: a and b are one there. */
static int side_off(const double *a, const double *b, const double *p) {
  const int side = scr_side_of_line(a, b, p), back = sign(a[1] - b[1]);
  return side ? side : back ? back : sign(b[0] - a[0]);
}

/* The sign of the component of the triangle's normal along axis k. */
static int normal_sign(const piece *t, int k) {
  const int l = (k + 1) % 3, m = (k + 2) % 3;
  double x[3][2];
  for (int c = 0; c < 3; c++) x[c][0] = t->x[c][l], x[c][1] = t->x[c][m];
  return scr_side_of_line(x[0], x[1], x[2]);
}

static bool under_triangle(const piece *t, const double *p) {
  const double *a = t->x[0], *b = t->x[1], *c = t->x[2];
  const int up = side_off(a, b, p);
  if (!up || side_off(b, c, p) != up || side_off(c, a, p) != up) return false;
  int side = scr_side_of_plane(a, b, c, p);
  for (int k = 0; k < 2 && !side; k++) side = normal_sign(t, k);
  return side * up <= 0;
}

static bool ray_meets(const scr_geom_tree *t, const box *b, const double *p) {
  const int last = t->dim - 1;
  bool may = p[last] <= b->hi[last];
  for (int k = 0; k < last; k++) may = may && p[k] >= b->lo[k] && p[k] <= b->hi[k];
  return may;
}

size_t scr_geom_tree_meets(const scr_geom_tree *t, const double x[3]) {
  uint32_t stack[DEPTH];
  size_t deep = 0, met = 0;
  double p[3];
  to_axes(t, x, p);
  if (t->nbox) stack[deep++] = 0;
  while (deep) {
    const uint32_t at = stack[--deep];
    const box *b = &t->box[at];
    if (!ray_meets(t, b, p)) continue;
    for (uint32_t k = b->first; k < b->first + b->n; k++)
      met += t->dim == 2 ? under_segment(&t->piece[k], p) : under_triangle(&t->piece[k], p);
    if (!b->n) stack[deep++] = b->first, stack[deep++] = at + 1;
  }
  return met;
}

/* ---- distances ---- */

static double segment_distance2(const double *a, const double *b, const double *x) {
  double e[3], d[3];
  for (int k = 0; k < 3; k++) e[k] = b[k] - a[k], d[k] = x[k] - a[k];
  const double len2 = scr_dot3(e, e), s = len2 > 0 ? scr_dot3(d, e) / len2 : 0,
               part = s < 0   ? 0
                      : s > 1 ? 1
                              : s;
  for (int k = 0; k < 3; k++) d[k] -= part * e[k];
  return scr_dot3(d, d);
}

/* Square of the distance from x to the plane of the triangle, where its foot lies inside; else that
 * to the nearest edge. */
static double piece_distance2(const piece *t, const double *x) {
  double n[3], e[2][3], best = HUGE_VAL;
  for (int k = 0; k < 3; k++) e[0][k] = t->x[1][k] - t->x[0][k], e[1][k] = t->x[2][k] - t->x[0][k];
  scr_cross3(e[0], e[1], n);
  const double area2 = scr_dot3(n, n);
  bool over = area2 > 0;
  for (int c = 0; c < 3; c++) {
    const double *a = t->x[c], *b = t->x[(c + 1) % 3];
    double edge[3], d[3], in[3];
    best = fmin(best, segment_distance2(a, b, x));
    for (int k = 0; k < 3; k++) edge[k] = b[k] - a[k], d[k] = x[k] - a[k];
    scr_cross3(edge, d, in);
    over = over && scr_dot3(in, n) >= 0;
    if (c == 2 && over) best = fmin(best, scr_dot3(d, n) * scr_dot3(d, n) / area2);
  }
  return best;
}

static double box_distance2(const box *b, const double *x) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    const double off = x[k] < b->lo[k] ? b->lo[k] - x[k] : x[k] > b->hi[k] ? x[k] - b->hi[k] : 0;
    sum += off * off;
  }
  return sum;
}

bool scr_geom_tree_near(const scr_geom_tree *t, const double x[3], double far) {
  uint32_t stack[DEPTH];
  size_t deep = 0;
  double p[3];
  to_axes(t, x, p);
  if (t->nbox) stack[deep++] = 0;
  while (deep) {
    const uint32_t at = stack[--deep];
    const box *b = &t->box[at];
    if (box_distance2(b, p) > far * far) continue;
    for (uint32_t k = b->first; k < b->first + b->n; k++)
      if (piece_distance2(&t->piece[k], p) <= far * far) return true;
    if (!b->n) stack[deep++] = b->first, stack[deep++] = at + 1;
  }
  return false;
}
