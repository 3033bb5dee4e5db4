/* Pixels of a scene, by bands of rows that threads take one after the other: first what each sample
 * sees, then its colour, since corners are darkened by what lies around. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include "io/scene_shot.h"

typedef struct work {
  scr_shot shot;
  scr_pixels *out;
  scr_par *pool;
  atomic_int next[2]; /* band of each of the two passes */
} work;

/* ---- what each sample sees ---- */

/* Nearest wins; of equals the last in the scene, as what is drawn later lies above. */
static void see(scr_shot *s, size_t at, float z, uint32_t k) {
  if (z < s->depth[at] || (z == s->depth[at] && k < s->seen[at])) return;
  s->depth[at] = z;
  s->seen[at] = k;
}

/* A sphere that no plane cuts, seen by parallel rays: a row of it. */
static void see_row(scr_shot *s, uint32_t k, int y) {
  const scr_orb *o = &s->orb[k];
  const scr_cover *c = &s->cover[k];
  double dy = y + 0.5 - s->cy - o->x[1], room = o->r * o->r - dy * dy;
  if (room < 0) return;
  double half = sqrt(room), middle = o->x[0] + s->cx - 0.5;
  int x0 = SCR_MAX(c->x0, (int)floor(middle - half)), x1 = SCR_MIN(c->x1, (int)(middle + half) + 2);
  size_t row = (size_t)y * (size_t)s->w;
  for (int x = x0; x < x1; x++) {
    double dx = x + 0.5 - s->cx - o->x[0], h = room - dx * dx;
    if (c->near < s->depth[row + (size_t)x] || h < 0) continue;
    see(s, row + (size_t)x, (float)(o->x[2] + sqrt(h)), k);
  }
}

static void see_by_rays(scr_shot *s, uint32_t k, int y) {
  const scr_cover *c = &s->cover[k];
  int x0, x1;
  float z;
  scr_shot_row(s, k, y, &x0, &x1);
  for (int x = x0; x < x1; x++) {
    size_t at = (size_t)y * (size_t)s->w + (size_t)x;
    if (c->near < s->depth[at]) continue;
    scr_ray r = scr_shot_ray(s, x, y);
    if (scr_shot_hit(s, k, &r, &z, NULL)) see(s, at, z, k);
  }
}

static void see_band(scr_shot *s, int band) {
  int y0 = band * s->band, y1 = SCR_MIN(y0 + s->band, s->h);
  bool plain = s->eye == 0 && s->scene->nclip == 0;
  for (size_t k = (size_t)y0 * (size_t)s->w; k < (size_t)y1 * (size_t)s->w; k++) {
    s->depth[k] = -HUGE_VALF;
    s->seen[k] = SCR_NOTHING;
  }
  for (uint32_t i = s->solid.start[band]; i < s->solid.start[band + 1]; i++) {
    uint32_t k = s->solid.piece[i];
    int from = SCR_MAX(y0, s->cover[k].y0), to = SCR_MIN(y1, s->cover[k].y1);
    for (int y = from; y < to; y++)
      if (plain && k < s->norb)
        see_row(s, k, y);
      else
        see_by_rays(s, k, y);
  }
}

/* ---- colours ---- */

static void color_sample(const scr_shot *s, int x, int y, float out[3]) {
  uint32_t k = s->seen[(size_t)y * (size_t)s->w + (size_t)x];
  scr_rgba ground = scr_scene_ground(s->scene->dark);
  if (k == SCR_NOTHING) {
    for (int i = 0; i < 3; i++) out[i] = (float)(ground >> (24 - 8 * i) & 255);
    return;
  }
  double n[3] = {0, 0, 1};
  float z;
  scr_ray r = scr_shot_ray(s, x, y);
  scr_shot_hit(s, k, &r, &z, n);
  bool flat = s->scene->dim == 2 || scr_shot_is_line(s, k);
  scr_shot_light(s, k, n, flat ? 1 : scr_shot_open(s, x, y, n), out);
}

/* A pixel is the mean of its samples, each of which is rounded to a whole number before. */
static void average(const scr_shot *s, int rows, float (*color)[3], uint8_t *rgb) {
  int f = s->fine, per_row = s->w / f;
  unsigned n = (unsigned)(f * f);
  for (int y = 0; y < rows / f; y++)
    for (int x = 0; x < per_row; x++)
      for (int i = 0; i < 3; i++) {
        unsigned sum = n / 2;
        for (int k = 0; k < f * f; k++)
          sum += (unsigned)(color[(size_t)(y * f + k / f) * (size_t)s->w + (size_t)(x * f + k % f)]
                                 [i] +
                            0.5f);
        *rgb++ = (uint8_t)(sum / n);
      }
}

static void color_band(const scr_shot *s, int band, scr_pixels *out) {
  int y0 = band * s->band, y1 = SCR_MIN(y0 + s->band, s->h);
  float(*color)[3] = scr_alloc((size_t)(y1 - y0) * (size_t)s->w * sizeof *color);
  for (int y = y0; y < y1; y++)
    for (int x = 0; x < s->w; x++)
      color_sample(s, x, y, color[(size_t)(y - y0) * (size_t)s->w + (size_t)x]);
  scr_shot_glaze(s, band, color);
  average(s, y1 - y0, color, out->rgb + (size_t)band * SCR_BAND_PIXELS * (size_t)out->width * 3);
  scr_free(color);
}

static void draw_some(void *user, int thread, int threads) {
  work *w = user;
  SCR_UNUSED(threads);
  for (int band; (band = atomic_fetch_add(&w->next[0], 1)) < w->shot.bands;)
    see_band(&w->shot, band);
  scr_par_barrier(w->pool, thread);
  for (int band; (band = atomic_fetch_add(&w->next[1], 1)) < w->shot.bands;)
    color_band(&w->shot, band, w->out);
}

void scr_scene_draw(const scr_scene *scene, const scr_port *p, int fine, scr_par *pool,
                    scr_pixels *out) {
  work *w = scr_alloc(sizeof *w);
  *out = (scr_pixels){p->width, p->height, NULL};
  out->rgb = scr_alloc((size_t)p->width * (size_t)p->height * 3);
  w->out = out;
  w->pool = pool;
  scr_shot_make(&w->shot, scene, p, fine, pool);
  scr_par_run(pool, draw_some, w);
  scr_shot_free(&w->shot);
  scr_free(w);
}
