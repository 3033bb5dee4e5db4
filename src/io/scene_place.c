/* Pieces of a scene before the camera: places, what they cover, and which band of rows they come
 * into. */
#include <math.h>
#include <string.h>
#include "base/sort.h"
#include "base/vec3.h"
#include "io/scene_shot.h"

static void place(const scr_shot *s, const double x[3], double out[3]) {
  const scr_camera *c = &s->scene->camera;
  double d[3] = {x[0] - c->center[0], x[1] - c->center[1], x[2] - c->center[2]};
  out[0] = scr_dot3(c->right, d) * s->scale;
  out[1] = -scr_dot3(c->up, d) * s->scale;
  out[2] = scr_dot3(c->back, d) * s->scale;
}

/* ---- what a piece covers ---- */

typedef struct span {
  double lo[2], hi[2], near;
  bool behind, around; /* wholly behind the eye; partly so */
} span;

static const span no_span = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}, -HUGE_VAL, true, false};

static void span_add(const scr_shot *s, span *p, const double x[3], double r) {
  double near = 1, far = 1;
  if (s->eye > 0) {
    if (x[2] - r >= s->eye) {
      p->around = true;
      return;
    }
    if (x[2] + r >= s->eye * 0.9999) p->around = true;
    near = s->eye / SCR_MAX(s->eye - x[2] - r, s->eye * 0.0001);
    far = s->eye / (s->eye - x[2] + r);
  }
  p->behind = false;
  for (int k = 0; k < 2; k++) {
    double lo = x[k] - r, hi = x[k] + r;
    p->lo[k] = SCR_MIN(p->lo[k], lo * (lo < 0 ? near : far));
    p->hi[k] = SCR_MAX(p->hi[k], hi * (hi > 0 ? near : far));
  }
  p->near = SCR_MAX(p->near, x[2] + r);
}

/* The whole samples around [lo, hi] that lie in [first, end). */
static void samples(double lo, double hi, int first, int end, int32_t *from, int32_t *to) {
  *from = lo < first ? first : lo > end ? end : (int32_t)lo;
  *to = hi < first ? first : hi + 1 > end ? end : (int32_t)hi + 1;
}

static scr_cover cover_of(const scr_shot *s, const span *p) {
  const int *port = s->port;
  scr_cover c = {0};
  if (p->behind) return c;
  if (p->around) return (scr_cover){port[0], port[1], port[2], port[3], (float)p->near};
  samples(p->lo[0] + s->cx - 1, p->hi[0] + s->cx + 1, port[0], port[1], &c.x0, &c.x1);
  samples(p->lo[1] + s->cy - 1, p->hi[1] + s->cy + 1, port[2], port[3], &c.y0, &c.y1);
  c.near = (float)p->near;
  if (c.x0 >= c.x1) c.y1 = c.y0;
  return c;
}

static void place_orb(scr_shot *s, uint32_t k) {
  const scr_sphere *from = &s->scene->sphere[k];
  span p = no_span;
  place(s, from->x, s->orb[k].x);
  s->orb[k].r = from->r * s->scale;
  span_add(s, &p, s->orb[k].x, s->orb[k].r);
  s->cover[k] = cover_of(s, &p);
}

/* A line is as wide everywhere, as far as its middle tells. */
static double stick_radius(const scr_shot *s, const scr_rod *from, const scr_stick *at) {
  if (from->r >= 0) return from->r * s->scale;
  double r = -from->r * s->fine, z = (at->a[2] + at->b[2]) / 2;
  return s->eye > 0 && z < s->eye ? r * (s->eye - z) / s->eye : r;
}

static void place_stick(scr_shot *s, uint32_t k) {
  const scr_rod *from = &s->scene->rod[k];
  scr_stick *at = &s->stick[k];
  span p = no_span;
  place(s, from->a, at->a);
  place(s, from->b, at->b);
  at->r = stick_radius(s, from, at);
  at->around = false;
  for (int e = 0; e < 2; e++) {
    span end = no_span;
    span_add(s, &end, e ? at->b : at->a, at->r);
    span_add(s, &p, e ? at->b : at->a, at->r);
    memcpy(at->lo[e], end.lo, sizeof end.lo);
    memcpy(at->hi[e], end.hi, sizeof end.hi);
    at->around |= end.around || end.behind;
  }
  s->cover[s->norb + k] = cover_of(s, &p);
}

/* Cuts [t[0], t[1]] to where a + t (b - a) <= most. */
static void cut_below(double a, double b, double most, double t[2]) {
  if (a <= most && b <= most) return;
  if (a > most && b > most)
    t[0] = 1, t[1] = 0;
  else if (a > most)
    t[0] = SCR_MAX(t[0], (most - a) / (b - a));
  else
    t[1] = SCR_MIN(t[1], (most - a) / (b - a));
}

/* A rod is the hull of two spheres, and so is what it covers: the boxes between those of its ends,
 * of which the row meets some. A sample more on each side allows for rounding. */
void scr_shot_row(const scr_shot *s, uint32_t k, int y, int *x0, int *x1) {
  *x0 = s->cover[k].x0, *x1 = s->cover[k].x1;
  if (k < s->norb || k >= s->norb + s->nstick || s->stick[k - s->norb].around) return;
  const scr_stick *at = &s->stick[k - s->norb];
  double t[2] = {0, 1}, lo = HUGE_VAL, hi = -HUGE_VAL;
  const double row = y + 0.5 - s->cy;
  cut_below(at->lo[0][1], at->lo[1][1], row + 1, t);
  cut_below(-at->hi[0][1], -at->hi[1][1], 1 - row, t);
  for (int e = 0; e < 2 && t[0] <= t[1]; e++) {
    lo = SCR_MIN(lo, at->lo[0][0] + t[e] * (at->lo[1][0] - at->lo[0][0]));
    hi = SCR_MAX(hi, at->hi[0][0] + t[e] * (at->hi[1][0] - at->hi[0][0]));
  }
  int32_t from = *x0, to = *x0;
  if (lo <= hi) samples(lo + s->cx - 2, hi + s->cx + 2, *x0, *x1, &from, &to);
  *x0 = from, *x1 = to;
}

static void normal_of(scr_plate *p) {
  double a[3], b[3];
  for (int k = 0; k < 3; k++) a[k] = p->v[1][k] - p->v[0][k], b[k] = p->v[2][k] - p->v[0][k];
  for (int k = 0; k < 3; k++)
    p->n[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
  double n = sqrt(scr_dot3(p->n, p->n));
  for (int k = 0; k < 3; k++) p->n[k] = n > 0 ? p->n[k] / n : 0;
}

static void place_plate(scr_shot *s, uint32_t k) {
  span p = no_span;
  for (int i = 0; i < 3; i++) {
    place(s, s->scene->face[k].v[i], s->plate[k].v[i]);
    span_add(s, &p, s->plate[k].v[i], 0);
  }
  normal_of(&s->plate[k]);
  s->cover[s->norb + s->nstick + k] = cover_of(s, &p);
}

static void place_some(void *user, int thread, int threads) {
  scr_shot *s = user;
  uint32_t from = (uint32_t)((uint64_t)s->n * (unsigned)thread / (unsigned)threads);
  uint32_t to = (uint32_t)((uint64_t)s->n * (unsigned)(thread + 1) / (unsigned)threads);
  for (uint32_t k = from; k < to; k++)
    if (k < s->norb)
      place_orb(s, k);
    else if (k < s->norb + s->nstick)
      place_stick(s, k - s->norb);
    else
      place_plate(s, k - s->norb - s->nstick);
}

/* ---- bands ---- */

scr_rgba scr_shot_color(const scr_shot *s, uint32_t k) {
  if (k < s->norb) return s->scene->sphere[k].color;
  k -= s->norb;
  return k < s->nstick ? s->scene->rod[k].color : s->scene->face[k - s->nstick].color;
}

bool scr_shot_is_line(const scr_shot *s, uint32_t k) {
  return k >= s->norb && k - s->norb < s->nstick && s->scene->rod[k - s->norb].r < 0;
}

/* Ascending keys for descending z. */
static uint32_t key_of(float z) {
  uint32_t bits;
  z += 0.0f;
  memcpy(&bits, &z, sizeof bits);
  return bits & 0x80000000u ? bits : ~(bits | 0x80000000u);
}

/* The pieces that are seen and are solid (or not), from front to back where they are solid. */
static uint32_t choose(const scr_shot *s, bool solid, uint32_t *list) {
  uint32_t n = 0, *key = scr_alloc((size_t)s->n * sizeof *key);
  for (uint32_t k = 0; k < s->n; k++) {
    uint32_t opacity = scr_shot_color(s, k) & 255;
    if (s->cover[k].y0 >= s->cover[k].y1 || opacity == 0 || (opacity == 255) != solid) continue;
    key[n] = key_of(s->cover[k].near);
    list[n++] = k;
  }
  uint32_t *scratch = scr_alloc((size_t)n * 2 * sizeof *scratch);
  if (solid) scr_sort_u32(key, list, n, scratch, scratch + n);
  scr_free(scratch);
  scr_free(key);
  return n;
}

/* Counts, then fills. */
static void sort_in(const scr_shot *s, bool solid, scr_bins *b) {
  uint32_t *list = scr_alloc((size_t)s->n * sizeof *list), n = choose(s, solid, list), sum = 0;
  b->start = scr_alloc(((size_t)s->bands + 2) * sizeof *b->start);
  for (uint32_t i = 0; i < n; i++) {
    const scr_cover *c = &s->cover[list[i]];
    for (int k = c->y0 / s->band; k <= (c->y1 - 1) / s->band; k++) b->start[k + 2]++;
  }
  for (int k = 0; k < s->bands; k++) sum += b->start[k + 2], b->start[k + 2] = sum;
  b->piece = scr_alloc((size_t)sum * sizeof *b->piece);
  for (uint32_t i = 0; i < n; i++) {
    const scr_cover *c = &s->cover[list[i]];
    for (int k = c->y0 / s->band; k <= (c->y1 - 1) / s->band; k++)
      b->piece[b->start[k + 1]++] = list[i];
  }
  scr_free(list);
}

/* ---- the whole ---- */

static void place_clips(scr_shot *s) {
  const scr_scene *scene = s->scene;
  const scr_camera *c = &scene->camera;
  for (int k = 0; k < scene->nclip; k++) {
    const scr_clip *from = &scene->clip[k];
    s->clip[k] = (scr_clip){
        {scr_dot3(c->right, from->n), -scr_dot3(c->up, from->n), scr_dot3(c->back, from->n)},
        (from->d - scr_dot3(from->n, c->center)) * s->scale};
  }
}

/* Corners are shaded over some two radii of balls. */
static double find_reach(const scr_shot *s) {
  double sum = 0;
  for (uint32_t k = 0; k < s->norb; k++) sum += s->orb[k].r;
  double reach = s->norb ? 1.8 * sum / s->norb : 0.03 * s->h;
  return SCR_MIN(SCR_MAX(reach, 4.0 * s->fine), 0.06 * s->h);
}

void scr_shot_make(scr_shot *s, const scr_scene *scene, const scr_port *p, int fine,
                   scr_par *pool) {
  *s = (scr_shot){.scene = scene, .fine = fine, .w = p->width * fine, .h = p->height * fine};
  s->band = SCR_BAND_PIXELS * fine;
  s->bands = (s->h + s->band - 1) / s->band;
  s->cx = (p->x + p->w / 2) * fine;
  s->cy = (p->y + p->h / 2) * fine;
  const double side[4] = {p->x, p->x + p->w, p->y, p->y + p->h};
  for (int k = 0; k < 4; k++) {
    int at = (int)(side[k] + 0.5) * fine, end = k < 2 ? s->w : s->h;
    s->port[k] = at < 0 ? 0 : at > end ? end : at;
  }
  s->scale = p->h * fine / scene->camera.height;
  s->eye = scene->camera.distance * s->scale;
  s->norb = (uint32_t)scene->nsphere;
  s->nstick = (uint32_t)scene->nrod;
  s->n = s->norb + s->nstick + (uint32_t)scene->nface;
  s->orb = scr_alloc(scene->nsphere * sizeof *s->orb);
  s->stick = scr_alloc(scene->nrod * sizeof *s->stick);
  s->plate = scr_alloc(scene->nface * sizeof *s->plate);
  s->cover = scr_alloc((size_t)s->n * sizeof *s->cover);
  s->depth = scr_alloc((size_t)s->w * (size_t)s->h * sizeof *s->depth);
  s->seen = scr_alloc((size_t)s->w * (size_t)s->h * sizeof *s->seen);
  place_clips(s);
  scr_par_run(pool, place_some, s);
  sort_in(s, true, &s->solid);
  sort_in(s, false, &s->glass);
  s->reach = find_reach(s);
}

void scr_shot_free(scr_shot *s) {
  scr_free(s->orb);
  scr_free(s->stick);
  scr_free(s->plate);
  scr_free(s->cover);
  scr_free(s->depth);
  scr_free(s->seen);
  scr_free(s->solid.start);
  scr_free(s->solid.piece);
  scr_free(s->glass.start);
  scr_free(s->glass.piece);
}
