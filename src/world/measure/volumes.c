/* Volumes of regions and of what they hold, in closed form: porosity and sizes. */
#include "base/mem.h"
#include "base/smath.h"
#include "base/xsum.h"
#include "world/measure/kept.h"

/* ---- spheres and disks ---- */

double scr_measure_volume(int dim, double radius) {
  return dim == 2 ? SCR_PI * radius * radius : 4.0 / 3 * SCR_PI * radius * radius * radius;
}

/* The part of a disk beyond a chord at distance d from its centre (negative: beyond the far one),
 * whose half length is h. */
static double segment(double r, double d, double h) { return r * r * scr_atan2(h, d) - d * h; }

double scr_measure_shared(int dim, double r1, double r2, double d) {
  if (d >= r1 + r2) return 0;
  if (d <= fabs(r1 - r2)) return scr_measure_volume(dim, SCR_MIN(r1, r2));
  const double deep = r1 + r2 - d;
  if (dim == 3) { /* both caps */
    const double between = r1 - r2;
    return SCR_PI * deep * deep * (d * d + 2 * d * (r1 + r2) - 3 * between * between) / (12 * d);
  }
  const double d1 = (d * d + (r1 - r2) * (r1 + r2)) / (2 * d);
  /* Heron: no digit is lost where one disk is nearly inside */
  const double h = sqrt(deep * (d + r1 - r2) * (d - r1 + r2) * (d + r1 + r2)) / (2 * d);
  return segment(r1, d1, h) + segment(r2, d - d1, h);
}

/* ---- bodies of several pieces ---- */

/* What two pieces share counts once. Where three do, or the region cuts it, this is not exact. */
static void shared_of_pieces(scr_world *w, const uint32_t *piece, uint32_t n, const scr_measure *m,
                             scr_xsum *sum) {
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = 0; b < a; b++) {
      const scr_pose *p = &w->pose[piece[a]], *q = &w->pose[piece[b]];
      double way[3], x[3];
      const double d = sqrt(scr_nearest_way(w, p->x, q->x, way)),
                   shared = scr_measure_shared(w->dim, p->r, q->r, d);
      const double at = d > 0 ? 0.5 * (p->r + d - q->r) / d : 0;
      for (int c = 0; c < 3; c++) x[c] = p->x[c] + at * way[c];
      if (shared > 0 && (!m || scr_measure_holds(w, m, x, way))) scr_xsum_add(sum, -shared);
    }
}

double scr_measure_body_volume(scr_world *w, uint32_t body) {
  scr_xsum sum = {0};
  uint32_t n;
  const uint32_t *piece = scr_body_pieces(w, body, &n);
  for (uint32_t k = 0; k < n; k++)
    scr_xsum_add(&sum, scr_measure_volume(w->dim, w->pose[piece[k]].r));
  shared_of_pieces(w, piece, n, NULL, &sum);
  return scr_xsum_value(&sum);
}

/* ---- porosity ---- */

/* One ball and a region. */
typedef struct overlap {
  const scr_world *w;
  double r, ball;       /* radii, m */
  double way[3];        /* from the centre of the region to the nearest image, m */
  double whole, inside; /* volumes: of the ball, and of what lies in the region so far, m3 */
} overlap;

/* Along one axis, image k of them in order of their distance. */
static double image(double way, double period, int k) {
  const int by = k % 2 ? k / 2 + 1 : -(k / 2);
  return k ? way + period * (way < 0 ? by : -by) : way;
}

/* Adds images, axis by axis, until they are out of reach; d2: square of the way along those before.
 * A ball fills no more than its volume, however often a wide region meets it. */
static void add_images(overlap *o, int axis, double d2) {
  const double reach = o->r + o->ball;
  if (axis == 3 || axis == o->w->dim) { // compilers do not know that dim is at most 3
    o->inside += scr_measure_shared(o->w->dim, o->r, o->ball, sqrt(d2));
    return;
  }
  const double period = scr_period(o->w, axis);
  for (int k = 0; k == 0 || period > 0; k++) {
    const double x = image(o->way[axis], period, k), to = d2 + x * x;
    if (!(to < reach * reach && o->inside < o->whole)) return;
    add_images(o, axis + 1, to);
  }
}

/* Balls and pieces, each as far as it lies inside. */
static void add_balls(const scr_world *w, const scr_measure *m, scr_xsum *sum) {
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const scr_pose *p = &w->pose[k];
    overlap o = {.w = w, .r = m->r, .ball = p->r, .whole = scr_measure_volume(w->dim, p->r)};
    const double d2 = scr_nearest_way(w, m->x, p->x, o.way), reach = m->r + p->r,
                 held = m->r - p->r;
    if (!(d2 < reach * reach)) continue;
    if (held > 0 && d2 < held * held)
      o.inside = o.whole; /* most of them */
    else
      add_images(&o, 0, 0);
    scr_xsum_add(sum, SCR_MIN(o.inside, o.whole));
  }
}

static void take_overlaps(const scr_world *w, const scr_measure *m, scr_xsum *sum) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  double branch[3];
  for (uint32_t k = 0; k < p->n; k++) {
    const double r1 = w->pose[p->i[k]].r, r2 = w->pose[p->j[k]].r;
    if (!p->law[k] || !scr_measure_meets(w, m, (scr_contact){SCR_BALL_BALL, k}, branch)) continue;
    const double d = sqrt(scr_dot3(branch, branch));
    if (d < r1 + r2) scr_xsum_add(sum, -scr_measure_shared(w->dim, r1, r2, d));
  }
}

double scr_measure_porosity(scr_world *w, const scr_measure *m) {
  scr_xsum sum = {0};
  add_balls(w, m, &sum);
  take_overlaps(w, m, &sum);
  for (uint32_t b = 0; b < w->body.n; b++) {
    uint32_t n;
    const uint32_t *piece = scr_body_pieces(w, b, &n);
    shared_of_pieces(w, piece, n, m, &sum);
  }
  return 1 - scr_measure_mean(w, m, scr_xsum_value(&sum));
}

/* ---- sizes ---- */

typedef struct sizes {
  scr_world *w;
  const scr_measure *m;
  scr_xsum *sum; /* volume by bin, and beyond the last one */
} sizes;

static double middle(const scr_measure *m, uint32_t k) {
  const double n = 2.0 * m->bins, up = 2.0 * k + 1;
  return ((n - up) * m->size[0] + up * m->size[1]) / n;
}

/* Part by which a diameter may exceed the middle of a bin that it was meant to be: rounded are the
 * limits, products, their sum, the quotient, the radius, and this bound. */
static const double SAME = 6 * 0x1p-53;

/* Of the ball that is as large, m. */
static double diameter_of(int dim, double volume) {
  return 2 * (dim == 2 ? sqrt(volume / SCR_PI) : scr_pow(0.75 * volume / SCR_PI, 1.0 / 3));
}

/* To the first bin whose middle is not below. */
static void add_size(void *user, const scr_inside *in) {
  const sizes *s = user;
  const int dim = s->w->dim;
  const bool ball = in->row != SCR_NONE;
  const double volume = ball ? scr_measure_volume(dim, s->w->pose[in->row].r)
                             : scr_measure_body_volume(s->w, in->body);
  const double d = ball ? 2 * s->w->pose[in->row].r : diameter_of(dim, volume);
  uint32_t lo = 0, hi = s->m->bins;
  while (lo < hi) {
    const uint32_t k = lo + (hi - lo) / 2;
    if (middle(s->m, k) < d - SAME * d)
      lo = k + 1;
    else
      hi = k;
  }
  scr_xsum_add(&s->sum[lo], volume);
}

bool scr_measure_sizes(scr_world *w, const scr_measure *m, double *diameter, double *part) {
  const uint32_t n = m->bins;
  sizes s = {w, m, scr_alloc(((size_t)n + 1) * sizeof(scr_xsum))};
  scr_measure_each(w, m, add_size, &s);
  for (uint32_t k = 1; k <= n; k++) scr_xsum_merge(&s.sum[k], &s.sum[k - 1]);
  const double all = scr_xsum_value(&s.sum[n]);
  for (uint32_t k = 0; k < n; k++) {
    diameter[k] = middle(m, k);
    part[k] = all > 0 ? scr_xsum_value(&s.sum[k]) / all : 0;
  }
  scr_free(s.sum);
  return all > 0;
}
