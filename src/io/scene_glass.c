/* What lets light through, laid over the solid picture: samples take its pieces one after the
 * other, from front to back, whatever their order in the list. */
#include <math.h>
#include <string.h>
#include "io/scene_shot.h"

enum { MOST_LAYERS = 64, AT_ONCE = 8 };

/* Of a sample: how far it has come, what lies behind that, from front to back, and what it shows so
 * far. Pieces are counted by their place in the band's list. */
typedef struct state {
  float z;               /* of the last piece that was taken; */
  uint32_t piece;        /* SCR_NOTHING: none */
  float clear, color[3]; /* what still comes from behind; what came */
  uint32_t n;
  float next_z[AT_ONCE];
  uint32_t next[AT_ONCE];
  bool more; /* than fit */
} state;

/* What the samples of a band need, a row at a time. */
typedef struct pane {
  const scr_shot *s;
  const uint32_t *piece; /* [n] */
  uint32_t n;
  struct slope *slope; /* of each face, if no ray meets it in a way of its own */
  float (*lit)[3];     /* and its colour */
  int y;
  state *at; /* [width] */
} pane;

static bool is_nearer(float z, uint32_t k, float other_z, uint32_t other) {
  return z > other_z || (z == other_z && k < other);
}

/* Behind the last piece, before what is solid: it takes its place in the order. */
static void offer(state *t, float depth, float z, uint32_t k) {
  if (z <= depth || (t->piece != SCR_NOTHING && !is_nearer(t->z, t->piece, z, k))) return;
  if (t->n == AT_ONCE) {
    t->more = true;
    if (!is_nearer(z, k, t->next_z[AT_ONCE - 1], t->next[AT_ONCE - 1])) return;
    t->n--;
  }
  uint32_t i = t->n++;
  for (; i > 0 && is_nearer(z, k, t->next_z[i - 1], t->next[i - 1]); i--)
    t->next_z[i] = t->next_z[i - 1], t->next[i] = t->next[i - 1];
  t->next_z[i] = z, t->next[i] = k;
}

/* A face by parallel rays that no plane cuts: what its samples have in common. The numbers are
 * those of scene_hit.c, so that neighbours share their edge here, too. */
typedef struct slope {
  bool even;               /* these numbers say all */
  double p[3][2], d[3][2]; /* of each edge: its first end, the way to the other one */
  bool turned[3];
  double z, dz[2]; /* z = z + dz . (x, y) */
} slope;

/* Parallel rays that no plane cuts meet a face everywhere in the same way. */
static void slope_of(const scr_shot *s, uint32_t k, slope *out) {
  out->even = s->eye == 0 && s->scene->nclip == 0 && k >= s->norb + s->nstick;
  if (!out->even) return;
  const scr_plate *f = &s->plate[k - s->norb - s->nstick];
  for (int e = 0; e < 3; e++) {
    const double *a = f->v[e], *b = f->v[(e + 1) % 3];
    out->turned[e] = scr_comes_before(b, a);
    const double *p = out->turned[e] ? b : a, *q = out->turned[e] ? a : b;
    for (int i = 0; i < 2; i++) out->p[e][i] = p[i], out->d[e][i] = q[i] - p[i];
  }
  for (int i = 0; i < 2; i++) out->dz[i] = -f->n[i] / f->n[2];
  out->z = f->v[0][2] - out->dz[0] * f->v[0][0] - out->dz[1] * f->v[0][1];
}

/* Is a sample to the left of edge k? */
static bool is_left(const slope *f, int k, double x, double y) {
  const double e = f->d[k][0] * (y - f->p[k][1]) - f->d[k][1] * (x - f->p[k][0]);
  return (e >= 0) != f->turned[k];
}

/* The first sample of a row in [x0, x1) whose side of the edge is not that of x0: along a row that
 * changes once, since each operation above keeps the order of its numbers. */
static int first_beyond(const slope *f, int k, double cx, double y, int x0, int x1) {
  const bool first = is_left(f, k, x0 + 0.5 - cx, y);
  int lo = x0 + 1, hi = x1;
  while (lo < hi) {
    const int mid = lo + (hi - lo) / 2;
    if (is_left(f, k, mid + 0.5 - cx, y) == first)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

/* The samples of a row that lie to one side of all three edges. */
static void span_of(const slope *f, bool left, double cx, double y, int *x0, int *x1) {
  const int first = *x0, end = *x1;
  for (int k = 0; k < 3 && *x0 < *x1; k++) {
    const int turn = first_beyond(f, k, cx, y, first, end);
    if (is_left(f, k, first + 0.5 - cx, y) == left)
      *x1 = SCR_MIN(*x1, turn);
    else
      *x0 = SCR_MAX(*x0, turn);
  }
}

static void look_at_face(const pane *p, uint32_t i) {
  const scr_shot *s = p->s;
  const scr_cover *c = &s->cover[p->piece[i]];
  const slope *f = &p->slope[i];
  const double dy = p->y + 0.5 - s->cy;
  const float *depth = s->depth + (size_t)p->y * (size_t)s->w;
  if (fabs(s->plate[p->piece[i] - s->norb - s->nstick].n[2]) < 1e-12 || c->x0 >= c->x1) return;
  for (int side = 0; side < 2; side++) {
    int x0 = c->x0, x1 = c->x1;
    span_of(f, side, s->cx, dy, &x0, &x1);
    for (int x = x0; x < x1; x++)
      if (!(p->at[x].clear < 1.0f / 512))
        offer(&p->at[x], depth[x], (float)(f->z + f->dz[0] * (x + 0.5 - s->cx) + f->dz[1] * dy), i);
  }
}

static void look_by_rays(const pane *p, uint32_t i) {
  const scr_shot *s = p->s;
  const float *depth = s->depth + (size_t)p->y * (size_t)s->w;
  int x0, x1;
  scr_shot_row(s, p->piece[i], p->y, &x0, &x1);
  for (int x = x0; x < x1; x++) {
    float z;
    if (p->at[x].clear < 1.0f / 512) continue;
    const scr_ray r = scr_shot_ray(s, x, p->y);
    if (scr_shot_hit(s, p->piece[i], &r, &z, NULL)) offer(&p->at[x], depth[x], z, i);
  }
}

static void light_face(const pane *p, uint32_t i) {
  const double *out = p->s->plate[p->piece[i] - p->s->norb - p->s->nstick].n;
  const double side = out[2] < 0 ? -1 : 1, n[3] = {side * out[0], side * out[1], side * out[2]};
  scr_shot_light(p->s, p->piece[i], n, 1, p->lit[i]);
}

static void light(const pane *p, int x, uint32_t i, float out[3]) {
  double n[3] = {0, 0, 1};
  float z;
  if (p->slope[i].even) {
    memcpy(out, p->lit[i], sizeof p->lit[i]);
    return;
  }
  const scr_ray r = scr_shot_ray(p->s, x, p->y);
  scr_shot_hit(p->s, p->piece[i], &r, &z, n);
  scr_shot_light(p->s, p->piece[i], n, 1, out);
}

/* out = color a + (1 - a) behind */
static void take(const pane *p, int x, state *t) {
  for (uint32_t i = 0; i < t->n && !(t->clear < 1.0f / 512); i++) {
    float color[3], a = (float)(scr_shot_color(p->s, p->piece[t->next[i]]) & 255) / 255;
    light(p, x, t->next[i], color);
    for (int k = 0; k < 3; k++) t->color[k] += t->clear * a * color[k];
    t->clear *= 1 - a;
    t->piece = t->next[i];
    t->z = t->next_z[i];
  }
  t->n = 0;
}

/* Does a sample have more behind what it took? */
static bool take_all(const pane *p) {
  bool any = false;
  for (int x = 0; x < p->s->w; x++) {
    take(p, x, &p->at[x]);
    any |= p->at[x].more;
    p->at[x].more = false;
  }
  return any;
}

static void look(const pane *p) {
  for (uint32_t i = 0; i < p->n; i++) {
    const scr_cover *c = &p->s->cover[p->piece[i]];
    if (p->y < c->y0 || p->y >= c->y1) continue;
    if (p->slope[i].even)
      look_at_face(p, i);
    else
      look_by_rays(p, i);
  }
}

static void glaze_row(const pane *p, float (*color)[3]) {
  const int w = p->s->w;
  for (int x = 0; x < w; x++) p->at[x] = (state){.clear = 1, .piece = SCR_NOTHING};
  for (int layer = 0; layer < MOST_LAYERS; layer += AT_ONCE) {
    look(p);
    if (!take_all(p)) break;
  }
  for (int x = 0; x < w; x++)
    for (int i = 0; i < 3; i++) color[x][i] = p->at[x].color[i] + p->at[x].clear * color[x][i];
}

void scr_shot_glaze(const scr_shot *s, int band, float (*color)[3]) {
  pane p = {.s = s, .piece = s->glass.piece + s->glass.start[band]};
  p.n = s->glass.start[band + 1] - s->glass.start[band];
  const int y0 = band * s->band, y1 = SCR_MIN(y0 + s->band, s->h);
  if (!p.n) return;
  p.at = scr_alloc((size_t)s->w * sizeof *p.at);
  p.slope = scr_alloc(p.n * sizeof *p.slope);
  p.lit = scr_alloc(p.n * sizeof *p.lit);
  for (uint32_t i = 0; i < p.n; i++) {
    slope_of(s, p.piece[i], &p.slope[i]);
    if (p.slope[i].even) light_face(&p, i);
  }
  for (p.y = y0; p.y < y1; p.y++) glaze_row(&p, color + (size_t)(p.y - y0) * (size_t)s->w);
  scr_free(p.lit);
  scr_free(p.slope);
  scr_free(p.at);
}
