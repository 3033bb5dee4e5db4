/* The light on a scene: a lamp over the viewer's left shoulder, one at the eye, and a sky that
 * corners see less of. Disks (2D) are flat, with a darker rim. */
#include <math.h>
#include "base/vec3.h"
#include "io/scene_shot.h"

/* Light above 1, and what shines, go towards white: no colour turns into another one. */
static void put(float out[3], scr_rgba c, double light, double shine) {
  double white = shine + (light > 1 ? 0.5 * (light - 1) : 0);
  for (int k = 0; k < 3; k++) {
    double v = (c >> (24 - 8 * k) & 255) * SCR_MIN(light, 1);
    out[k] = (float)(v + (255 - v) * SCR_MIN(white, 1));
  }
}

/* A rim of a fourteenth of the radius, between half a pixel and two; small disks have none. */
static void light_disk(const scr_shot *s, const scr_orb *o, scr_rgba c, const double n[3],
                       float out[3]) {
  double rim = SCR_MIN(SCR_MAX(o->r / 14, 0.5 * s->fine), 2.0 * s->fine);
  double inner = 1 - rim / o->r, away = n[0] * n[0] + n[1] * n[1];
  put(out, c, o->r > 2.5 * s->fine && away > inner * inner ? 0.45 : 1, 0);
}

void scr_shot_light(const scr_shot *s, uint32_t k, const double n[3], double open, float out[3]) {
  static const double lamp[3] = {-0.45, -0.6, 0.6614}, half[3] = {-0.2469, -0.3292, 0.9114};
  scr_rgba c = scr_shot_color(s, k);
  if (scr_shot_is_line(s, k)) {
    put(out, c, 1, 0);
    return;
  }
  if (s->scene->dim == 2) {
    if (k < s->norb)
      light_disk(s, &s->orb[k], c, n, out);
    else
      put(out, c, 1, 0);
    return;
  }
  double side = SCR_MAX(scr_dot3(n, lamp), 0), front = SCR_MAX(n[2], 0),
         spark = SCR_MAX(scr_dot3(n, half), 0);
  double rim = k < s->norb + s->nstick && front < 0.35 ? 0.55 + 0.45 * front / 0.35 : 1;
  for (int i = 0; i < 5; i++) spark *= spark; /* to the power of 32 */
  double light = (0.48 * open + 0.38 * side + 0.28 * front) * (0.6 + 0.4 * open) * rim;
  put(out, c, light * 1.04, (k < s->norb + s->nstick ? 0.10 : 0.03) * spark * open);
}

/* Points of a spiral in the unit disk, 24 of them in four sets; the samples of a pixel take
 * different sets. */
enum { TAPS = 6, SETS = 4 };
static const double tap[SETS][TAPS][2] = {
    {{0.144, 0.000},
     {-0.361, -0.285},
     {0.047, 0.639},
     {0.502, -0.566},
     {-0.861, 0.181},
     {0.777, 0.553}},
    {{-0.150, 0.138},
     {0.503, -0.056},
     {-0.532, 0.432},
     {0.158, -0.755},
     {0.366, 0.771},
     {-0.926, -0.302}},
    {{0.025, -0.285},
     {-0.267, 0.463},
     {0.607, -0.360},
     {-0.790, -0.133},
     {0.484, 0.756},
     {-0.283, -0.905}},
    {{0.206, 0.269},
     {-0.150, -0.557},
     {0.678, 0.198},
     {-0.628, 0.556},
     {-0.127, -0.904},
     {0.912, -0.354}},
};

/* How much a point at (dx, dy, dz) hides of the sky over a surface of normal n. */
static double hidden(const double n[3], double dx, double dy, double dz, double reach) {
  double v[3] = {dx, dy, dz}, far = scr_dot3(v, v), up = scr_dot3(n, v);
  if (up <= 0 || !(far > 0)) return 0;
  double sine = up / sqrt(far) - 0.15;
  return sine <= 0 ? 0 : sine / (1 + far / (reach * reach));
}

double scr_shot_open(const scr_shot *s, int x, int y, const double n[3]) {
  const double(*set)[2] = tap[(x % s->fine + s->fine * (y % s->fine)) % SETS];
  double sum = 0;
  size_t at = (size_t)y * (size_t)s->w + (size_t)x;
  for (int k = 0; k < TAPS; k++) {
    int dx = (int)(set[k][0] * s->reach), dy = (int)(set[k][1] * s->reach);
    if (x + dx < 0 || x + dx >= s->w || y + dy < 0 || y + dy >= s->h) continue;
    size_t there = (size_t)(y + dy) * (size_t)s->w + (size_t)(x + dx);
    if (s->seen[there] == SCR_NOTHING || scr_shot_is_line(s, s->seen[there])) continue;
    sum += hidden(n, dx, dy, (double)s->depth[there] - (double)s->depth[at], s->reach);
  }
  double open = 1 - 2.4 * sum / TAPS;
  return open < 0.12 ? 0.12 : open;
}
