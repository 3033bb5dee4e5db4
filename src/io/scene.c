/* Scenes and cameras: see scene.h. */
#include "io/scene.h"

#include <math.h>
#include <string.h>
#include "base/smath.h"
#include "base/vec3.h"

scr_sphere *scr_scene_sphere(scr_scene *s) {
  SCR_GROW(s->sphere, s->cap_sphere, s->nsphere + 1);
  return memset(&s->sphere[s->nsphere++], 0, sizeof *s->sphere);
}

scr_rod *scr_scene_rod(scr_scene *s) {
  SCR_GROW(s->rod, s->cap_rod, s->nrod + 1);
  return memset(&s->rod[s->nrod++], 0, sizeof *s->rod);
}

scr_face *scr_scene_face(scr_scene *s) {
  SCR_GROW(s->face, s->cap_face, s->nface + 1);
  return memset(&s->face[s->nface++], 0, sizeof *s->face);
}

void scr_scene_free(scr_scene *s) {
  scr_free(s->sphere);
  scr_free(s->rod);
  scr_free(s->face);
  *s = (scr_scene){0};
}

scr_rgba scr_scene_ground(bool dark) { return dark ? 0x14171CFFu : 0xFFFFFFFFu; }

/* ---- vectors ---- */

static double unit(double *v) {
  double n = sqrt(scr_dot3(v, v));
  for (int k = 0; n > 0 && k < 3; k++) v[k] /= n;
  return n;
}

/* ---- the camera ---- */

/* right, up = right cos + up sin, up cos - right sin */
static void turn(scr_camera *c, double degrees) {
  double s, co;
  scr_sincos_degrees(degrees, &s, &co);
  for (int k = 0; k < 3; k++) {
    double r = c->right[k], u = c->up[k];
    c->right[k] = r * co + u * s;
    c->up[k] = u * co - r * s;
  }
}

void scr_camera_look(scr_camera *c, const double from[3], double roll) {
  const double z[3] = {0, 0, 1}, y[3] = {0, 1, 0};
  memcpy(c->back, from, sizeof c->back);
  if (unit(c->back) == 0) c->back[2] = 1;
  bool along_z = fabs(c->back[2]) > 0.99999;
  scr_cross3(along_z ? y : z, c->back, c->right);
  unit(c->right);
  scr_cross3(c->back, c->right, c->up);
  if (roll != 0) turn(c, roll);
}

/* Bounds of the scene along the camera's axes. */
typedef struct extent {
  double lo[3], hi[3];
} extent;

static void widen(extent *e, const scr_camera *c, const double x[3], double r) {
  const double *axis[3] = {c->right, c->up, c->back};
  for (int k = 0; k < 3; k++) {
    double at = scr_dot3(axis[k], x);
    if (at - r < e->lo[k]) e->lo[k] = at - r;
    if (at + r > e->hi[k]) e->hi[k] = at + r;
  }
}

static void no_extent(extent *e) {
  for (int k = 0; k < 3; k++) e->lo[k] = HUGE_VAL, e->hi[k] = -HUGE_VAL;
}

/* Of spheres and rods, which are what there is to see; of lines and faces. */
static void inner_extent(const scr_camera *c, const scr_scene *s, extent *e) {
  no_extent(e);
  for (size_t k = 0; k < s->nsphere; k++) widen(e, c, s->sphere[k].x, s->sphere[k].r);
  for (size_t k = 0; k < s->nrod; k++) {
    const double r = SCR_MAX(s->rod[k].r, 0);
    if (s->rod[k].r < 0 && !s->rod[k].whole) continue;
    widen(e, c, s->rod[k].a, r);
    widen(e, c, s->rod[k].b, r);
  }
}

static void outer_extent(const scr_camera *c, const scr_scene *s, extent *e) {
  no_extent(e);
  for (size_t k = 0; k < s->nrod; k++) {
    if (s->rod[k].r >= 0 || (s->has_box && k >= s->box_rod && k < s->box_end)) continue;
    widen(e, c, s->rod[k].a, 0);
    widen(e, c, s->rod[k].b, 0);
  }
  for (size_t k = 0; k < s->nface; k++)
    for (int i = 0; i < 3; i++) widen(e, c, s->face[k].v[i], 0);
}

/* Corners of the box. */
static void add_box(extent *e, const scr_camera *c, const scr_scene *s) {
  for (int corner = 0; corner < 8; corner++) {
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = corner >> k & 1 ? s->box_hi[k] : s->box_lo[k];
    widen(e, c, x, 0);
  }
}

static double size_of(const extent *e) { return SCR_MAX(e->hi[0] - e->lo[0], e->hi[1] - e->lo[1]); }

/* The box is shown whole, unless the rest would be too small to see. */
static void fit_box(const scr_camera *c, const scr_scene *s, extent *e) {
  extent with = *e;
  add_box(&with, c, s);
  if (size_of(&with) <= 4 * size_of(e)) *e = with;
}

/* Walls are shown whole where they lie within two thirds of the size of what they hold beyond it,
 * else as far as a third of it. */
static void add_walls(extent *e, const extent *outer) {
  const double size = size_of(e);
  for (int k = 0; k < 3; k++) {
    const bool whole_lo = e->lo[k] - outer->lo[k] <= size * 2 / 3,
               whole_hi = outer->hi[k] - e->hi[k] <= size * 2 / 3;
    const double lo = whole_lo ? outer->lo[k] : e->lo[k] - size / 3,
                 hi = whole_hi ? outer->hi[k] : e->hi[k] + size / 3;
    e->lo[k] = SCR_MIN(e->lo[k], lo);
    e->hi[k] = SCR_MAX(e->hi[k], hi);
  }
}

static bool is_empty(const extent *e) { return !(e->lo[0] <= e->hi[0]); }

static void scene_extent(const scr_camera *c, const scr_scene *s, extent *e) {
  extent outer;
  inner_extent(c, s, e);
  outer_extent(c, s, &outer);
  if (is_empty(e))
    *e = outer;
  else
    add_walls(e, &outer);
  if (s->has_box && is_empty(e))
    add_box(e, c, s);
  else if (s->has_box)
    fit_box(c, s, e);
}

static const double MARGIN = 1.06; /* what is seen is so many times as high as what is there */

void scr_camera_fit(scr_camera *c, const scr_scene *s, double aspect) {
  extent e;
  scene_extent(c, s, &e);
  memset(c->center, 0, sizeof c->center);
  c->height = 1;
  if (is_empty(&e)) return;
  for (int k = 0; k < 3; k++)
    c->center[k] = c->right[k] * (e.lo[0] + e.hi[0]) / 2 + c->up[k] * (e.lo[1] + e.hi[1]) / 2 +
                   c->back[k] * (e.lo[2] + e.hi[2]) / 2;
  double h = SCR_MAX(e.hi[1] - e.lo[1], (e.hi[0] - e.lo[0]) / aspect);
  if (h > 0) c->height = MARGIN * h;
}

void scr_camera_widen(scr_camera *c, const scr_scene *s, double aspect) {
  extent e;
  const double *axis[3] = {c->right, c->up, c->back};
  scene_extent(c, s, &e);
  if (is_empty(&e)) return;
  for (int corner = 0; corner < 8; corner++) {
    double at[3];
    for (int k = 0; k < 3; k++)
      at[k] = (corner >> k & 1 ? e.hi[k] : e.lo[k]) - scr_dot3(axis[k], c->center);
    const double ahead = SCR_MAX(c->distance - at[2], 0.2 * c->distance),
                 half = SCR_MAX(fabs(at[1]), fabs(at[0]) / aspect) * c->distance / ahead;
    c->height = SCR_MAX(c->height, MARGIN * 2 * half);
  }
}

bool scr_camera_see(const scr_camera *c, const scr_port *p, const double x[3], double out[2]) {
  double d[3] = {x[0] - c->center[0], x[1] - c->center[1], x[2] - c->center[2]};
  double scale = p->h / c->height;
  if (c->distance > 0) {
    double ahead = c->distance - scr_dot3(c->back, d);
    if (ahead <= 0) return false;
    scale *= c->distance / ahead;
  }
  out[0] = p->x + p->w / 2 + scr_dot3(c->right, d) * scale;
  out[1] = p->y + p->h / 2 - scr_dot3(c->up, d) * scale;
  return true;
}
