/* What lets light through, laid over the solid picture: samples take its pieces one after the
 * other, from front to back, whatever their order in the list. */
#include <math.h>
#include "io/scene_shot.h"

enum { MOST_LAYERS = 64 };

/* Of a sample: how far it has come, and what it shows so far. */
typedef struct state {
  float z, next_z;       /* of the last piece, and of the nearest behind it */
  uint32_t piece, next;  /* SCR_NOTHING: none */
  float clear, color[3]; /* what still comes from behind; what came */
} state;

/* Behind the last piece, nearer than the next so far, before what is solid. */
static void offer(state *t, float depth, float z, uint32_t k) {
  bool behind = t->piece == SCR_NOTHING || z < t->z || (z == t->z && k > t->piece);
  bool nearer = t->next == SCR_NOTHING || z > t->next_z || (z == t->next_z && k < t->next);
  if (!behind || !nearer || z <= depth) return;
  t->next = k;
  t->next_z = z;
}

/* A face by parallel rays that no plane cuts: what its samples have in common. The numbers are
 * those of scene_hit.c, so that neighbours share their edge here, too. */
typedef struct slope {
  double p[3][2], d[3][2]; /* of each edge: its first end, the way to the other one */
  bool turned[3];
  double z, dz[2]; /* z = z + dz . (x, y) */
} slope;

static bool slope_of(const scr_plate *f, slope *out) {
  if (fabs(f->n[2]) < 1e-12) return false;
  for (int k = 0; k < 3; k++) {
    const double *a = f->v[k], *b = f->v[(k + 1) % 3];
    out->turned[k] = scr_comes_before(b, a);
    const double *p = out->turned[k] ? b : a, *q = out->turned[k] ? a : b;
    for (int i = 0; i < 2; i++) out->p[k][i] = p[i], out->d[k][i] = q[i] - p[i];
  }
  for (int i = 0; i < 2; i++) out->dz[i] = -f->n[i] / f->n[2];
  out->z = f->v[0][2] - out->dz[0] * f->v[0][0] - out->dz[1] * f->v[0][1];
  return true;
}

static bool is_within(const slope *f, double x, double y) {
  bool left[3];
  for (int k = 0; k < 3; k++) {
    double e = f->d[k][0] * (y - f->p[k][1]) - f->d[k][1] * (x - f->p[k][0]);
    left[k] = (e >= 0) != f->turned[k];
  }
  return left[0] == left[1] && left[1] == left[2];
}

static void look_at_face(const scr_shot *s, uint32_t k, int y0, int y1, state *at) {
  const scr_cover *c = &s->cover[k];
  slope f;
  if (!slope_of(&s->plate[k - s->norb - s->nstick], &f)) return;
  for (int y = SCR_MAX(c->y0, y0); y < SCR_MIN(c->y1, y1); y++) {
    double dy = y + 0.5 - s->cy;
    size_t row = (size_t)(y - y0) * (size_t)s->w;
    const float *depth = s->depth + (size_t)y * (size_t)s->w;
    for (int x = c->x0; x < c->x1; x++) {
      double dx = x + 0.5 - s->cx;
      state *t = &at[row + (size_t)x];
      if (t->clear < 1.0f / 512 || !is_within(&f, dx, dy)) continue;
      offer(t, depth[x], (float)(f.z + f.dz[0] * dx + f.dz[1] * dy), k);
    }
  }
}

static void look_by_rays(const scr_shot *s, uint32_t k, int y0, int y1, state *at) {
  const scr_cover *c = &s->cover[k];
  for (int y = SCR_MAX(c->y0, y0); y < SCR_MIN(c->y1, y1); y++)
    for (int x = c->x0; x < c->x1; x++) {
      state *t = &at[(size_t)(y - y0) * (size_t)s->w + (size_t)x];
      float z;
      if (t->clear < 1.0f / 512) continue;
      scr_ray r = scr_shot_ray(s, x, y);
      if (scr_shot_hit(s, k, &r, &z, NULL))
        offer(t, s->depth[(size_t)y * (size_t)s->w + (size_t)x], z, k);
    }
}

static void look_through(const scr_shot *s, uint32_t k, int y0, int y1, state *at) {
  if (s->eye == 0 && s->scene->nclip == 0 && k >= s->norb + s->nstick)
    look_at_face(s, k, y0, y1, at);
  else
    look_by_rays(s, k, y0, y1, at);
}

/* out = color a + (1 - a) behind */
static void take(const scr_shot *s, int x, int y, state *t) {
  double n[3] = {0, 0, 1};
  float z, color[3], a = (float)(scr_shot_color(s, t->next) & 255) / 255;
  scr_ray r = scr_shot_ray(s, x, y);
  scr_shot_hit(s, t->next, &r, &z, n);
  scr_shot_light(s, t->next, n, 1, color);
  for (int k = 0; k < 3; k++) t->color[k] += t->clear * a * color[k];
  t->clear *= 1 - a;
  t->piece = t->next;
  t->z = t->next_z;
  t->next = SCR_NOTHING;
}

static bool take_all(const scr_shot *s, int y0, int y1, state *at) {
  bool any = false;
  for (int y = y0; y < y1; y++)
    for (int x = 0; x < s->w; x++, at++)
      if (at->next != SCR_NOTHING) {
        take(s, x, y, at);
        any = true;
      }
  return any;
}

void scr_shot_glaze(const scr_shot *s, int band, float (*color)[3]) {
  const uint32_t *first = s->glass.piece + s->glass.start[band];
  const uint32_t *end = s->glass.piece + s->glass.start[band + 1];
  int y0 = band * s->band, y1 = SCR_MIN(y0 + s->band, s->h);
  size_t n = (size_t)(y1 - y0) * (size_t)s->w;
  if (first == end) return;
  state *at = scr_alloc(n * sizeof *at);
  for (size_t k = 0; k < n; k++) at[k].clear = 1, at[k].piece = at[k].next = SCR_NOTHING;
  for (int layer = 0; layer < MOST_LAYERS; layer++) {
    for (const uint32_t *k = first; k < end; k++) look_through(s, *k, y0, y1, at);
    if (!take_all(s, y0, y1, at)) break;
  }
  for (size_t k = 0; k < n; k++)
    for (int i = 0; i < 3; i++) color[k][i] = at[k].color[i] + at[k].clear * color[k][i];
  scr_free(at);
}
