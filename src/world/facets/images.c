/* Periodic images of balls at facets: in which image a pair sees its ball, and in which images a
 * facet may be seen at all. */
#include "world/engine.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/facets/kept.h"
#include "world/state/rows.h"

bool scr_any_period(const scr_world *w) {
  for (int c = 0; c < w->dim; c++)
    if (scr_period(w, c) > 0) return true;
  return false;
}

/* ---- of a pair ---- */

/* Images of a pair by axis: those it was built with, and those its ball went through since. */
static void shifts(const scr_world *w, uint32_t k, int out[3]) {
  assert(k < w->pair[SCR_BALL_FACET].n && scr_shift_holds(w->pair[SCR_BALL_FACET].shift[k]));
  const struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  size_t at = 3 * (size_t)p->i[k];
  for (int c = 0; c < 3; c++) out[c] = scr_shift_along(p->shift[k], c);
  if (at >= e->facets->cap_image) return;
  const int32_t *image = scr_int_at(&w->ball, SCR_BALL_IMAGE, p->i[k]);
  for (int c = 0; c < 3; c++)
    if (scr_period(w, c) > 0)
      out[c] += (int8_t)((uint32_t)image[c] - e->facets->image_built[at + (size_t)c]);
}

uint64_t scr_facet_shift(const scr_world *w, uint32_t k) {
  int s[3];
  shifts(w, k, s);
  return scr_shift_of(s);
}

void scr_images_remember(scr_world *w) {
  struct scr_engine *e = w->engine;
  if (!scr_any_period(w)) {
    SCR_DROP(e->facets->image_built, e->facets->cap_image);
    return;
  }
  SCR_GROW(e->facets->image_built, e->facets->cap_image, 3 * (size_t)w->ball.n);
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const int32_t *image = scr_int_at(&w->ball, SCR_BALL_IMAGE, k);
    for (int c = 0; c < 3; c++)
      e->facets->image_built[3 * (size_t)k + (size_t)c] = (uint8_t)image[c];
  }
}

void scr_images_follow(scr_world *w, uint32_t to, uint32_t from) {
  uint8_t *image = w->engine->facets->image_built;
  if (3 * (size_t)from + 2 < w->engine->facets->cap_image)
    memmove(image + 3 * (size_t)to, image + 3 * (size_t)from, 3);
}

void scr_images_begin(scr_world *w, uint32_t row) {
  struct scr_facets *s = w->engine->facets;
  const int32_t *image = scr_int_at(&w->ball, SCR_BALL_IMAGE, row);
  for (int c = 0; c < w->dim; c++) {
    const size_t at = 3 * (size_t)row + (size_t)c;
    if (at < s->cap_image) s->image_built[at] = (uint8_t)(s->image_built[at] - (uint32_t)image[c]);
  }
}

void scr_facet_ball_position(const scr_world *w, uint32_t k, double x[3]) {
  assert(k < w->pair[SCR_BALL_FACET].n);
  memcpy(x, w->pose[w->pair[SCR_BALL_FACET].i[k]].x, 3 * sizeof *x);
  if (!scr_any_period(w) ||
      (!w->engine->wrapped && w->pair[SCR_BALL_FACET].shift[k] == SCR_NO_SHIFT))
    return;
  int s[3];
  shifts(w, k, s);
  for (int c = 0; c < 3; c++) x[c] += scr_period(w, c) * s[c];
}

/* As far as rounding tells: of the longest period. */
static const double SAME = 1e-9;

/* Where the ball of pair q is, less where that of pair k is: the same ball in two images. */
static double between_images(const scr_world *w, uint32_t k, uint32_t q, double off[3]) {
  int from[3], to[3];
  double longest = 0;
  shifts(w, k, from), shifts(w, q, to);
  for (int c = 0; c < 3; c++) {
    off[c] = scr_period(w, c) * (to[c] - from[c]);
    longest = SCR_MAX(longest, scr_period(w, c));
  }
  return longest;
}

bool scr_facets_meet(const scr_world *w, uint32_t k, uint32_t q) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  assert(k < p->n && q < p->n && p->i[k] == p->i[q]);
  const scr_facet_label *l = w->engine->facets->label;
  const scr_facet_shape *a = &w->engine->facets->shape[p->j[k]],
                        *b = &w->engine->facets->shape[p->j[q]];
  double off[3];
  if (!w->engine->facets->periodic || scr_facet_shift(w, k) == scr_facet_shift(w, q))
    return scr_share_vertex(l[p->j[k]].vertex, l[p->j[q]].vertex, w->dim);
  const double least = SAME * between_images(w, k, q, off);
  for (int i = 0; i < w->dim; i++)
    for (int j = 0; j < w->dim; j++) {
      double d2 = 0;
      for (int c = 0; c < 3; c++) {
        const double d = b->x[j][c] - (a->x[i][c] + off[c]);
        d2 += d * d;
      }
      if (d2 <= least * least) return true;
    }
  return false;
}

bool scr_facet_continues(const scr_world *w, uint32_t k, uint32_t q) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  assert(k < p->n && q < p->n && p->i[k] == p->i[q]);
  double x[3], point[3], nearest[3], off[3];
  int feature;
  const double longest = between_images(w, k, q, off);
  scr_facet_ball_position(w, k, x);
  scr_facet_closest(w, p->j[k], x, point, &feature);
  for (int c = 0; c < 3; c++) point[c] += off[c];
  return scr_facet_closest(w, p->j[q], point, nearest, &feature) <= SAME * longest;
}

/* ---- of a facet ---- */

static int whole(double x) { /* what is no number lies too far away, too */
  return x < -SCR_SHIFTS ? -SCR_SHIFTS : x < SCR_SHIFTS ? (int)x : SCR_SHIFTS;
}

scr_image_span scr_images_of_box(const scr_image_room *m, const double lo[3], const double hi[3]) {
  static const double ROUNDING = 1e-6; /* periods: an image too many does no harm */
  scr_image_span s = {{0, 0, 0}, {0, 0, 0}};
  for (int c = 0; c < 3; c++) {
    if (!(m->period[c] > 0)) continue;
    s.from[c] = whole(ceil((lo[c] - m->far - m->hi[c]) / m->period[c] - ROUNDING));
    s.to[c] = whole(floor((hi[c] + m->far - m->lo[c]) / m->period[c] + ROUNDING));
  }
  return s;
}

/* How far a facet goes along an axis, m. */
static double length_along(const scr_facet_shape *s, int c) {
  const double *const x[3] = {s->x[0], s->x[1], s->x[2]};
  return SCR_MAX(x[0][c], SCR_MAX(x[1][c], x[2][c])) - SCR_MIN(x[0][c], SCR_MIN(x[1][c], x[2][c]));
}

static bool is_parallel(const scr_facet_shape *s, int c) {
  return fabs(s->normal[c]) * length_along(s, c) <= s->blur;
}

/* Centre of the inscribed circle in the plane of axes u and v; of a line its middle. */
static void middle_of(const scr_facet_shape *s, int dim, int u, int v, double out[2]) {
  double weight[3] = {1, 1, 0}, sum = 0;
  for (int k = 0; k < 3 && dim == 3; k++) { /* the length of the edge across */
    const double *a = s->x[(k + 1) % 3], *b = s->x[(k + 2) % 3];
    weight[k] = sqrt((b[u] - a[u]) * (b[u] - a[u]) + (b[v] - a[v]) * (b[v] - a[v]));
  }
  for (int k = 0; k < 3; k++) sum += weight[k];
  out[0] = out[1] = 0;
  for (int k = 0; k < 3; k++)
    out[0] += weight[k] / sum * s->x[k][u], out[1] += weight[k] / sum * s->x[k][v];
}

/* Does the facet hold a point of the plane of u and v? In 2D v tells nothing. */
static bool holds_point(const scr_facet_shape *s, int dim, int u, int v, const double at[2]) {
  bool left = false, right = false;
  if (dim == 2)
    return at[0] > SCR_MIN(s->x[0][u], s->x[1][u]) && at[0] < SCR_MAX(s->x[0][u], s->x[1][u]);
  for (int k = 0; k < 3; k++) {
    const double *a = s->x[k], *b = s->x[(k + 1) % 3];
    const double side = (b[u] - a[u]) * (at[1] - a[v]) - (b[v] - a[v]) * (at[0] - a[u]);
    left |= !(side < 0), right |= !(side > 0);
  }
  return left != right;
}

/* A facet along periodic axes that is so large that it holds all of one image of the cell, and as
 * much around it as balls go while a list lasts: every ball sees its face in that image, which
 * tells everything that other images along these axes do. */
static bool holds_cell(const scr_world *w, const scr_facet_shape *s, const scr_image_room *m,
                       scr_image_span *span) {
  int across = 0;
  for (int c = 1; c < w->dim; c++)
    if (fabs(s->normal[c]) > fabs(s->normal[across])) across = c;
  const int u = w->dim == 2 ? 1 - across : (across + 1) % 3, v = w->dim == 2 ? 2 : (across + 2) % 3,
            axis[2] = {u, v};
  double middle[2], lo[2], hi[2];
  bool any = false;
  scr_image_span held = *span;
  middle_of(s, w->dim, u, v, middle);
  for (int k = 0; k < w->dim - 1; k++) {
    const int c = axis[k];
    double off = 0;
    if (m->period[c] > 0) {
      if (!is_parallel(s, c)) return false;
      held.from[c] = held.to[c] = whole(floor((middle[k] - m->lo[c]) / m->period[c]));
      off = m->period[c] * held.from[c];
      any = true;
    }
    lo[k] = m->lo[c] + off - m->far, hi[k] = m->hi[c] + off + m->far;
  }
  for (int corner = 0; corner < (w->dim == 3 ? 4 : 2) && any; corner++) {
    const double at[2] = {corner & 1 ? hi[0] : lo[0], w->dim == 2 ? 0 : corner & 2 ? hi[1] : lo[1]};
    any = holds_point(s, w->dim, u, v, at);
  }
  if (any) *span = held;
  return any;
}

static bool goes_far(const scr_image_span *s) {
  bool far = false;
  for (int c = 0; c < 3; c++) far |= s->from[c] < -1 || s->to[c] > 1;
  return far;
}

/* *one: a single image stands for others. */
static scr_image_span images_of(const scr_world *w, uint32_t f, const scr_image_room *m,
                                bool *one) {
  assert(f < w->facet.n);
  const scr_facet_shape *s = &w->engine->facets->shape[f];
  double lo[3], hi[3];
  for (int c = 0; c < 3; c++) {
    lo[c] = SCR_MIN(s->x[0][c], SCR_MIN(s->x[1][c], s->x[2][c]));
    hi[c] = SCR_MAX(s->x[0][c], SCR_MAX(s->x[1][c], s->x[2][c]));
  }
  scr_image_span span = scr_images_of_box(m, lo, hi);
  *one = goes_far(&span) && holds_cell(w, s, m, &span);
  return span;
}

scr_image_span scr_images_of_facet(const scr_world *w, uint32_t f, const scr_image_room *m) {
  bool one;
  return images_of(w, f, m, &one);
}

bool scr_images_hold(const scr_world *w, scr_diag *d, const scr_image_room *m) {
  enum { CROSSED = 256 }; /* periods that a ball may go through while a list lasts, and more */
  for (uint32_t f = 0; f < w->facet.n && scr_any_period(w); f++) {
    const scr_image_span s = scr_images_of_facet(w, f, m);
    double images = 1, most = 0;
    for (int c = 0; c < 3; c++) {
      images *= 1.0 + s.to[c] - s.from[c];
      most = SCR_MAX(most, SCR_MAX(-(double)s.from[c], s.to[c]));
    }
    if (images < SCR_SHIFTS && most < SCR_SHIFTS - CROSSED) continue;
    return scr_fail(d, NULL, SCR_E_STATE,
                    "facet %u of wall %u lies or reaches a million periods away from the domain",
                    scr_colu(&w->facet, SCR_FACET_ID)[f],
                    scr_colu(&w->wall, SCR_WALL_ID)[scr_colu(&w->facet, SCR_FACET_WALL)[f]]);
  }
  return true;
}

/* ---- before a list is made ---- */

/* Of the contacts of one ball with one facet, which stand beside each other, the one that goes on
 * where a single image is left: the one that may carry. */
static bool goes_on(const scr_pairs *p, uint32_t k) {
  uint32_t first = k, best = SCR_NONE;
  while (first > 0 && p->i[first - 1] == p->i[k] && p->j[first - 1] == p->j[k]) first--;
  for (uint32_t q = first; q < p->n && p->i[q] == p->i[k] && p->j[q] == p->j[k]; q++) {
    if (!p->law[q]) continue;
    if (best == SCR_NONE || (p->flag[best] & SCR_PAIR_BLOCKED && !(p->flag[q] & SCR_PAIR_BLOCKED)))
      best = q;
  }
  return best == k;
}

void scr_facet_shifts_settle(scr_world *w, const scr_image_room *m) {
  enum { NOWHERE = SCR_SHIFTS - 1 };
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  for (uint32_t k = 0; k < p->n; k++) {
    int s[3];
    bool one = false;
    shifts(w, k, s);
    const scr_image_span span =
        p->law[k] && scr_any_period(w) ? images_of(w, p->j[k], m, &one) : (scr_image_span){0};
    const bool on = one && goes_on(p, k);
    for (int c = 0; c < 3 && one; c++)
      if (span.from[c] == span.to[c]) s[c] = on ? span.from[c] : NOWHERE;
    p->shift[k] = scr_shift_of(s);
  }
  scr_images_remember(w);
}
