/* Pictures of models: what is seen, by exact answers; the same pixels from any number of threads.
 */
#include "../base/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/smath.h"
#include "io/scene_caption.h"
#include "io/scene_shot.h"

enum { SIZE = 96 };
static const scr_port whole = {SIZE, SIZE, 0, 0, SIZE, SIZE};
#define RED  0xFF0000FFu
#define BLUE 0x0000FFFFu

/* A camera from above, one metre for the whole height. */
static scr_scene scene_from_above(int dim) {
  scr_scene s = {.dim = dim};
  scr_camera_look(&s.camera, (const double[3]){0, 0, 1}, 0);
  s.camera.height = 1;
  return s;
}

static void sphere(scr_scene *s, double x, double y, double z, double r, scr_rgba color) {
  *scr_scene_sphere(s) = (scr_sphere){{x, y, z}, r, color};
}

static void square(scr_scene *s, double z, double half, scr_rgba color) {
  const double c[4][2] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
  for (int t = 0; t < 2; t++) {
    scr_face *f = scr_scene_face(s);
    f->color = color;
    for (int k = 0; k < 3; k++) {
      const double *from = c[t ? (k + 2) % 4 : k];
      f->v[k][0] = from[0], f->v[k][1] = from[1], f->v[k][2] = z;
    }
  }
}

static scr_pixels draw(const scr_scene *s, const scr_port *port, int fine, int threads) {
  scr_pixels out;
  scr_par *pool = scr_par_new(threads);
  scr_scene_draw(s, port, fine, pool, &out);
  scr_par_free(pool);
  return out;
}

static const uint8_t *at(const scr_pixels *p, int x, int y) {
  return &p->rgb[3 * (y * p->width + x)];
}

static bool is_ground(const uint8_t *rgb) {
  return rgb[0] == 255 && rgb[1] == 255 && rgb[2] == 255;
}

static size_t covered(const scr_pixels *p) {
  size_t n = 0;
  for (int k = 0; k < p->width * p->height; k++) n += !is_ground(p->rgb + 3 * k);
  return n;
}

/* One sample a pixel: the pixels of a sphere are those whose middles lie in its circle. */
static void sphere_covers_its_circle(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_scene s = scene_from_above(dim);
    sphere(&s, 0.1, -0.05, 0.2, 0.31, RED);
    scr_pixels p = draw(&s, &whole, 1, 1);
    for (int y = 0; y < SIZE; y++)
      for (int x = 0; x < SIZE; x++) {
        double dx = (x + 0.5) / SIZE - 0.5 - 0.1, dy = 0.5 - (y + 0.5) / SIZE + 0.05;
        double d = sqrt(dx * dx + dy * dy) - 0.31;
        if (fabs(d) > 1e-9) assert_int_equal(is_ground(at(&p, x, y)), d > 0);
      }
    free(p.rgb);
    scr_scene_free(&s);
  }
}

/* Where two spheres meet, the nearer surface is seen: red left, blue right of the middle. In any
 * order. */
static void nearest_wins(void **state) {
  SCR_UNUSED(state);
  for (int swap = 0; swap < 2; swap++) {
    scr_scene s = scene_from_above(3);
    sphere(&s, swap ? 0.1 : -0.1, 0, 0, 0.3, swap ? BLUE : RED);
    sphere(&s, swap ? -0.1 : 0.1, 0, 0, 0.3, swap ? RED : BLUE);
    sphere(&s, 0, 0, -1, 0.2, 0x00FF00FFu); /* hidden */
    scr_pixels p = draw(&s, &whole, 1, 1);
    for (int x = 20; x < SIZE - 20; x++) {
      const uint8_t *c = at(&p, x, SIZE / 2);
      assert_int_equal(c[0] > c[2], x < SIZE / 2);
      assert_true(c[1] < 90);
    }
    free(p.rgb);
    scr_scene_free(&s);
  }
}

/* Rods: a cylinder along x with round ends. */
static void rod_covers_its_outline(void **state) {
  SCR_UNUSED(state);
  scr_scene s = scene_from_above(3);
  *scr_scene_rod(&s) = (scr_rod){{-0.2, 0, 0}, {0.2, 0, 0.1}, 0.1, RED, false};
  scr_pixels p = draw(&s, &whole, 1, 1);
  for (int y = 0; y < SIZE; y++)
    for (int x = 0; x < SIZE; x++) {
      double dx = fabs((x + 0.5) / SIZE - 0.5), dy = 0.5 - (y + 0.5) / SIZE;
      double beyond = dx > 0.2 ? dx - 0.2 : 0, d = sqrt(beyond * beyond + dy * dy) - 0.1;
      if (fabs(d) > 1e-9) assert_int_equal(is_ground(at(&p, x, y)), d > 0);
    }
  free(p.rgb);
  scr_scene_free(&s);
}

/* A plane takes half of the sphere, and shows its inside as a flat face. */
static void plane_cuts_half(void **state) {
  SCR_UNUSED(state);
  scr_scene s = scene_from_above(3);
  sphere(&s, 0, 0, 0, 0.4, RED);
  scr_pixels all = draw(&s, &whole, 1, 1);
  s.nclip = 1;
  s.clip[0] = (scr_clip){{1, 0, 0}, 0};
  scr_pixels half = draw(&s, &whole, 1, 1);
  assert_int_equal(2 * covered(&half), covered(&all));
  for (int y = 0; y < SIZE; y++)
    for (int x = SIZE / 2; x < SIZE; x++) assert_true(is_ground(at(&half, x, y)));
  s.clip[0] = (scr_clip){{0, 0, 1}, 0}; /* from above: the whole disk, flat */
  scr_pixels flat = draw(&s, &whole, 1, 1);
  assert_int_equal(covered(&flat), covered(&all));
  assert_memory_equal(at(&flat, 30, 40), at(&flat, 60, 70), 3);
  assert_true(memcmp(at(&all, 30, 40), at(&all, 60, 70), 3) != 0);
  free(all.rgb), free(half.rgb), free(flat.rgb);
  scr_scene_free(&s);
}

static double mixed(double front, double a, double behind) { return front * a + behind * (1 - a); }

/* Layers of glass in whatever order they stand in the list: c = c1 a + (1 - a)(c2 a + (1 - a) c3),
 * as each looks by itself on a black and a white ground. */
static void glass_mixes(void **state) {
  SCR_UNUSED(state);
  const double a = 77 / 255.0;
  uint8_t one[2][3];
  for (int k = 0; k < 2; k++) { /* opaque: the lit colours */
    scr_scene s = scene_from_above(3);
    square(&s, 0, 0.4, k ? BLUE : RED);
    scr_pixels p = draw(&s, &whole, 1, 1);
    memcpy(one[k], at(&p, SIZE / 2 + 3, SIZE / 2), 3);
    free(p.rgb);
    scr_scene_free(&s);
  }
  for (int swap = 0; swap < 2; swap++) {
    scr_scene s = scene_from_above(3);
    square(&s, swap ? 0 : 0.2, 0.4, scr_rgba_opacity(swap ? BLUE : RED, 0.302));
    square(&s, swap ? 0.2 : 0, 0.4, scr_rgba_opacity(swap ? RED : BLUE, 0.302));
    scr_pixels p = draw(&s, &whole, 1, 1);
    for (int i = 0; i < 3; i++) {
      double want = mixed(one[0][i], a, mixed(one[1][i], a, 255));
      for (int x = 20; x < 76; x++) /* and no seam where the triangles of a square meet */
        assert_true(fabs(at(&p, x, x)[i] - want) <= 1.5);
    }
    free(p.rgb);
    scr_scene_free(&s);
  }
}

/* More layers than are held at once: twenty in a mixed order. */
static void many_layers_mix(void **state) {
  SCR_UNUSED(state);
  enum { LAYERS = 20 };
  scr_scene s = scene_from_above(3);
  for (int k = 0; k < LAYERS; k++) square(&s, 0.02 * (7 * k % LAYERS), 0.4, 0x20FF4040u);
  scr_pixels p = draw(&s, &whole, 1, 1);
  scr_scene_free(&s);
  s = scene_from_above(3);
  square(&s, 0, 0.4, 0x20FF40FFu);
  scr_pixels one = draw(&s, &whole, 1, 1);
  for (int i = 0; i < 3; i++) {
    double want = 255;
    for (int k = 0; k < LAYERS; k++) want = mixed(at(&one, 50, 48)[i], 64 / 255.0, want);
    assert_true(fabs(at(&p, 50, 48)[i] - want) <= 1.5);
  }
  free(p.rgb), free(one.rgb);
  scr_scene_free(&s);
}

/* Where no more than its rows says a rod is, nothing of it is missed: rods near and far, from the
 * side and from within, as faces of a hull would not be. */
static void rows_of_rods_miss_nothing(void **state) {
  SCR_UNUSED(state);
  scr_par *pool = scr_par_new(1);
  for (int k = 0; k < 200; k++) {
    scr_scene s = scene_from_above(3);
    const double u = k * 0.61803398875 - (int)(k * 0.61803398875), v = k / 200.0;
    s.camera.distance = k % 3 ? 0.8 : 0;
    *scr_scene_rod(&s) = (scr_rod){{u - 0.5, v - 0.5, 1.2 * u - 0.6},
                                   {0.4 - v, 0.3 - u, 1.4 * v - 0.7},
                                   k % 4 ? 0.02 + 0.1 * u : -2,
                                   RED,
                                   false};
    scr_shot shot;
    scr_shot_make(&shot, &s, &whole, 2, pool);
    size_t met = 0, looked = 0;
    for (int y = shot.cover[0].y0; y < shot.cover[0].y1; y++) {
      int x0, x1;
      scr_shot_row(&shot, 0, y, &x0, &x1);
      looked += (size_t)(x1 - x0);
      for (int x = 0; x < shot.w; x++) {
        float z;
        const scr_ray r = scr_shot_ray(&shot, x, y);
        if (!scr_shot_hit(&shot, 0, &r, &z, NULL)) continue;
        met++;
        if (x >= shot.cover[0].x0 && x < shot.cover[0].x1) assert_true(x >= x0 && x < x1);
      }
    }
    if (!shot.stick[0].around && k % 3 == 0) assert_true(looked <= 4 * met + 40 * 96);
    scr_shot_free(&shot);
    scr_scene_free(&s);
  }
  scr_par_free(pool);
}

/* In perspective the eye sees a sphere of radius r at distance d under the sine r / d. */
static void perspective_is_that_of_the_eye(void **state) {
  SCR_UNUSED(state);
  scr_scene s = scene_from_above(3);
  s.camera.distance = 2;
  sphere(&s, 0, 0, 0.5, 0.3, RED);
  scr_pixels p = draw(&s, &whole, 1, 1);
  double tangent = 0.2 / sqrt(1 - 0.04), radius = 2 * tangent * SIZE; /* on the plane z = 0 */
  int n = 0;
  for (int x = 0; x < SIZE; x++) n += !is_ground(at(&p, x, SIZE / 2));
  assert_true(abs(n - (int)(2 * radius + 0.5)) <= 1);
  free(p.rgb);
  scr_scene_free(&s);
}

/* Something of everything, with planes, glass and a part of the picture for it. */
static scr_scene crowd(bool perspective) {
  scr_scene s = {.dim = 3};
  uint32_t r = 1;
  for (int k = 0; k < 400; k++) {
    double v[4];
    for (int i = 0; i < 4; i++) v[i] = (double)((r = r * 1664525u + 1013904223u) >> 8) / (1 << 24);
    sphere(&s, v[0], v[1], v[2], 0.02 + 0.05 * v[3],
           scr_rgba_opacity(scr_ramp_at(SCR_RAMP_LAKE, v[3]), k % 5 ? 1 : 0.4));
    if (k % 4 == 0)
      *scr_scene_rod(&s) = (scr_rod){{v[0], v[1], v[2]}, {v[3], v[0], v[1]}, 0.01, BLUE, false};
    if (k % 8 == 0)
      *scr_scene_rod(&s) = (scr_rod){{v[1], v[1], v[2]}, {v[3], v[0], v[1]}, -0.7, RED, false};
  }
  for (int k = 0; k < 4; k++) square(&s, 0.3 * k, 0.4 + 0.2 * k, scr_rgba_opacity(RED, 0.3));
  scr_camera_look(&s.camera, (const double[3]){0.62, -1, 0.55}, 10);
  scr_camera_fit(&s.camera, &s, 1);
  if (perspective) s.camera.distance = 2 * s.camera.height;
  s.nclip = perspective;
  s.clip[0] = (scr_clip){{0, -1, 0}, -0.3};
  return s;
}

static void threads_see_the_same(void **state) {
  SCR_UNUSED(state);
  const scr_port port = {150, 110, 4, 10, 120, 90};
  for (int perspective = 0; perspective < 2; perspective++) {
    scr_scene s = crowd(perspective);
    s.camera.height *= 0.5; /* more than fits into its place */
    scr_pixels one = draw(&s, &port, 2, 1);
    assert_true(covered(&one) > 2000);
    for (int x = 0; x < 150; x++) assert_true(is_ground(at(&one, x, 5))); /* beside its place */
    for (int y = 0; y < 110; y++) assert_true(is_ground(at(&one, 130, y)));
    const int threads[] = {2, 3, 7};
    for (size_t k = 0; k < SCR_COUNTOF(threads); k++) {
      scr_pixels more = draw(&s, &port, 2, threads[k]);
      assert_memory_equal(one.rgb, more.rgb, 150 * 110 * 3);
      free(more.rgb);
    }
    free(one.rgb);
    scr_scene_free(&s);
  }
}

/* The same pixels from every compiler and machine: the sum below changes with any of them. */
static void pixels_are_known(void **state) {
  SCR_UNUSED(state);
  const uint64_t known[2] = {0xBBE115F82F6AE480u, 0xE3FE30BCE60B04ABu};
  bool same = true;
  for (int perspective = 0; perspective < 2; perspective++) {
    scr_scene s = crowd(perspective);
    scr_pixels p = draw(&s, &whole, 2, 2);
    uint64_t sum = 1469598103934665603u;
    for (size_t k = 0; k < SIZE * SIZE * 3; k++) sum = (sum ^ p.rgb[k]) * 1099511628211u;
    if (sum != known[perspective])
      print_message("sum %d: 0x%llX\n", perspective, (unsigned long long)sum);
    same = same && sum == known[perspective];
    free(p.rgb);
    scr_scene_free(&s);
  }
  assert_true(same);
}

/* ---- camera ---- */

static void camera_fits(void **state) {
  SCR_UNUSED(state);
  scr_scene s = scene_from_above(3);
  sphere(&s, 2, 3, 4, 0.5, RED);
  sphere(&s, 4, 3, 4, 0.5, RED);
  scr_camera_fit(&s.camera, &s, 2);
  assert_true(fabs(s.camera.center[0] - 3) < 1e-12 && fabs(s.camera.center[1] - 3) < 1e-12);
  assert_true(fabs(s.camera.height - 1.06 * 1.5) < 1e-12); /* the width of 3 decides */
  square(&s, 0, 100, BLUE);                                /* of a wide floor a third is seen */
  scr_camera_fit(&s.camera, &s, 2);
  assert_true(fabs(s.camera.height - 1.06 * 3) < 1e-12);
  scr_scene near = scene_from_above(3);
  sphere(&near, 0, 0, 0, 0.5, RED);
  square(&near, 0, 1.1, BLUE); /* of one that reaches little beyond all is seen */
  scr_camera_fit(&near.camera, &near, 1);
  assert_true(near.camera.height > 1.06 * 2.1);
  scr_scene_free(&near);
  double seen[2];
  const scr_port port = {200, 100, 0, 0, 200, 100};
  assert_true(scr_camera_see(&s.camera, &port, s.camera.center, seen));
  assert_true(fabs(seen[0] - 100) < 1e-9 && fabs(seen[1] - 50) < 1e-9);
  scr_scene_free(&s);
}

/* In perspective what is near looks larger, and still lies in the picture. */
static void near_corners_fit(void **state) {
  SCR_UNUSED(state);
  scr_scene s = scene_from_above(3);
  const scr_port port = {100, 100, 0, 0, 100, 100};
  sphere(&s, 0, 0, -5, 1, RED);
  sphere(&s, 0, 0, 5, 1, RED);
  scr_camera_fit(&s.camera, &s, 1);
  s.camera.distance = 8;
  scr_camera_widen(&s.camera, &s, 1);
  double seen[2];
  assert_true(scr_camera_see(&s.camera, &port, (const double[3]){1, -1, 6}, seen));
  assert_true(seen[0] <= 98 && seen[0] > 90 && seen[1] <= 98);
  scr_scene_free(&s);
}

/* From the front z is up and x to the right; from above y is up; rolled by 90 degrees x is down. */
static void camera_axes(void **state) {
  SCR_UNUSED(state);
  scr_camera c = {0};
  scr_camera_look(&c, (const double[3]){0, -2, 0}, 0);
  assert_true(c.right[0] == 1 && c.up[2] == 1 && c.back[1] == -1);
  scr_camera_look(&c, (const double[3]){0, 0, 3}, 0);
  assert_true(c.right[0] == 1 && c.up[1] == 1 && c.back[2] == 1);
  scr_camera_look(&c, (const double[3]){0, 0, 3}, 90);
  assert_true(c.right[1] == 1 && c.up[0] == -1);
}

/* ---- colours, captions, files ---- */

/* Lightness of the usual ramp grows, so that it can be read in grey. */
static void ramp_grows(void **state) {
  SCR_UNUSED(state);
  double last = 0;
  for (int k = 0; k <= 100; k++) {
    scr_rgba c = scr_ramp_at(SCR_RAMP_LAKE, k / 100.0);
    double l = 0.2126 * (c >> 24) + 0.7152 * (c >> 16 & 255) + 0.0722 * (c >> 8 & 255);
    assert_true(l >= last);
    last = l;
  }
  assert_int_equal(scr_ramp_at(SCR_RAMP_LAKE, NAN), SCR_RGBA_NONE);
  assert_int_equal(scr_ramp_at(SCR_RAMP_GREY, -1), scr_ramp_at(SCR_RAMP_GREY, 0));
  assert_int_equal(scr_ramp_at(SCR_RAMP_GREY, 2), scr_ramp_at(SCR_RAMP_GREY, 1));
  for (size_t k = 0; k < 24; k++)
    for (size_t i = 0; i < k; i++) assert_true(scr_palette_at(k) != scr_palette_at(i));
}

static bool has_label(const scr_overlay *o, const char *text) {
  for (size_t k = 0; k < o->nlabel; k++)
    if (strcmp(o->label[k].text, text) == 0) return true;
  return false;
}

static void caption_tells_all(void **state) {
  SCR_UNUSED(state);
  const char *const name[] = {"sand", "clay"};
  const scr_rgba color[] = {RED, BLUE};
  scr_caption c = {.title = "A pile", .n = 2, .axes = true, .scale = true};
  c.legend[0] = (scr_legend){.title = "velocity (m/s)", .lo = 0, .hi = 4e-3};
  c.legend[1] = (scr_legend){.title = "group", .name = name, .color = color, .n = 2};
  scr_scene s = scene_from_above(2);
  scr_port port = scr_caption_port(&c, 800, 600);
  assert_true(port.w < 700 && port.y > 0 && port.y + port.h < 600);
  scr_overlay o;
  scr_overlay_make(&o, &c, &s, &port);
  const char *const want[] = {"A pile", "velocity (m/s)", "0.000", "0.004", "group",
                              "sand",   "clay",           "x",     "y",     "0.2 m"};
  for (size_t k = 0; k < SCR_COUNTOF(want); k++)
    if (!has_label(&o, want[k])) fail_msg("there is no '%s'", want[k]);
  assert_false(has_label(&o, "z"));
  for (size_t k = 0; k < o.nlabel; k++) { /* all inside of the picture */
    scr_box box = scr_label_box(&o.label[k]);
    assert_true(box.x >= 0 && box.y >= 0 && box.x + box.w <= 800 && box.y + box.h <= 600);
  }
  scr_overlay_free(&o);
}

static void assert_inside(const scr_overlay *o, double w, double h) {
  for (size_t k = 0; k < o->nlabel; k++) {
    scr_box box = scr_label_box(&o->label[k]);
    if (box.x < 0 || box.y < 0 || box.x + box.w > w || box.y + box.h > h)
      fail_msg("'%s' runs out of the picture", o->label[k].text);
  }
}

/* Titles, names and legends that are too long, too many, or both. */
static void long_texts_end(void **state) {
  SCR_UNUSED(state);
  char wide[300];
  memset(wide, 'W', sizeof wide - 1), wide[299] = 0;
  const char *name[40];
  scr_rgba color[40];
  for (int k = 0; k < 40; k++) name[k] = wide, color[k] = RED;
  scr_caption c = {.title = wide, .n = 3, .scale = true};
  for (int k = 0; k < 3; k++) c.legend[k] = (scr_legend){.title = wide, .lo = 0, .hi = 1};
  c.legend[1] = (scr_legend){.title = wide, .name = name, .color = color, .n = 40};
  scr_scene s = scene_from_above(2);
  const int size[][2] = {{800, 600}, {160, 120}, {300, 900}};
  for (size_t k = 0; k < SCR_COUNTOF(size); k++) {
    const scr_port port = scr_caption_port(&c, size[k][0], size[k][1]);
    scr_overlay o;
    scr_overlay_make(&o, &c, &s, &port);
    assert_inside(&o, size[k][0], size[k][1]);
    assert_true(o.nlabel > 2);
    assert_true(strstr(o.label[0].text, "…") != NULL);
    scr_overlay_free(&o);
  }
}

/* Two axes that point the same way on the picture: their names stand apart. The scale is there at
 * any magnification. */
static void names_of_axes_apart(void **state) {
  SCR_UNUSED(state);
  scr_caption c = {.axes = true, .scale = true};
  for (int turn = 0; turn < 72; turn++) {
    scr_scene s = scene_from_above(3);
    scr_camera_look(&s.camera, (const double[3]){turn - 36, -1, 0.02 * turn}, 5.0 * turn);
    s.camera.height = 1 + 0.13 * turn;
    const scr_port port = scr_caption_port(&c, 400, 300);
    scr_overlay o;
    scr_overlay_make(&o, &c, &s, &port);
    assert_inside(&o, 400, 300);
    for (size_t k = 0; k < o.nlabel; k++)
      for (size_t i = 0; i < k; i++) {
        const scr_label *a = &o.label[k], *b = &o.label[i];
        if (fabs(a->x - b->x) < 0.7 * a->size && fabs(a->y - b->y) < 0.8 * a->size)
          fail_msg("turn %d: '%s' lies on '%s'", turn, a->text, b->text);
      }
    bool scale = false;
    for (size_t k = 0; k < o.nlabel; k++) scale |= strstr(o.label[k].text, " m") != NULL;
    assert_true(scale);
    scr_overlay_free(&o);
  }
}

/* A patch covers each pixel by its share, at the edges of the picture, too; a triangle's slope
 * halves the pixels on it. Either sense of its corners is the same. */
static void patches_cover_their_share(void **state) {
  SCR_UNUSED(state);
  static const scr_patch patch[] = {
      {{1.25, 0.5, 3.5, 0.5, 3.5, 2, 1.25, 2}, 4, 0xFF804000},
      {{1.25, 2, 3.5, 2, 3.5, 0.5, 1.25, 0.5}, 4, 0xFF804000},
      {{-3, -2, 2, -2, 2, 1, -3, 1}, 4, 0xFF804000},
      {{3, 1, 99, 1, 99, 50, 3, 50}, 4, 0xFF804000},
      {{0, 0, 4, 4, 0, 4}, 3, 0xFF804000},
  };
  static const int sixteenth[][16] = {
      {0, 6, 8, 4, 0, 12, 16, 8}, /* rows of 4 pixels */
      {0, 6, 8, 4, 0, 12, 16, 8},
      {16, 16},
      {0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 16, 0, 0, 0, 16},
      {10, 0, 0, 0, 16, 10, 0, 0, 16, 16, 10, 0, 16, 16, 16, 10},
  };
  for (size_t k = 0; k < SCR_COUNTOF(patch); k++) {
    uint8_t rgb[3 * 16];
    memset(rgb, 240, sizeof rgb);
    const scr_overlay o = {.patch = (scr_patch[]){patch[k]}, .npatch = 1};
    scr_overlay_paint(&o, &(scr_pixels){4, 4, rgb});
    for (int i = 0; i < 16; i++) {
      const int n = sixteenth[k][i];
      const int want[3] = {(255 * n + 240 * (16 - n) + 8) / 16, (128 * n + 240 * (16 - n) + 8) / 16,
                           (64 * n + 240 * (16 - n) + 8) / 16};
      for (int c = 0; c < 3; c++)
        if (rgb[3 * i + c] != want[c])
          fail_msg("patch %zu, pixel %d: %d, not %d", k, i, rgb[3 * i + c], want[c]);
    }
  }
}

/* The bytes of a tiny PNG, as a reader of the format expects them. */
static void png_is_one(void **state) {
  SCR_UNUSED(state);
  uint8_t rgb[] = {255, 0, 0, 0, 255, 0};
  scr_pixels p = {2, 1, rgb};
  scr_buf b = {0};
  static const uint8_t want[] = {
      0x89, 'P',  'N',  'G', 13,  10, 26, 10,  0,   0,   0,    13,   'I',  'H',  'D',
      'R',  0,    0,    0,   2,   0,  0,  0,   1,   8,   2,    0,    0,    0,    0x7B,
      0x40, 0xE8, 0xDD, 0,   0,   0,  18, 'I', 'D', 'A', 'T',  0x78, 0x01, 1,    7,
      0,    0xF8, 0xFF, 0,   255, 0,  0,  0,   255, 0,   0x07, 0xFF, 0x01, 0xFF, 0xC5,
      0x0E, 0xE2, 0x6A, 0,   0,   0,  0,  'I', 'E', 'N', 'D',  0xAE, 0x42, 0x60, 0x82};
  scr_png_put(&p, &b);
  assert_int_equal(b.n, sizeof want);
  assert_memory_equal(b.s, want, sizeof want);
  scr_buf_free(&b);
}

static void svg_of_disks_is_made_of_circles(void **state) {
  SCR_UNUSED(state);
  scr_scene s = scene_from_above(2);
  sphere(&s, 0.25, 0, 0, 0.125, RED);
  scr_overlay none = {0};
  scr_buf b = {0};
  scr_scene_svg(&s, &none, &whole, NULL, &b);
  assert_non_null(strstr(b.s, "<circle cx=\"72\" cy=\"48\" r=\"11.57\" fill=\"#FF0000\""));
  assert_null(strstr(b.s, "<image"));
  scr_buf_free(&b);
  scr_scene_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sphere_covers_its_circle),
      cmocka_unit_test(nearest_wins),
      cmocka_unit_test(rod_covers_its_outline),
      cmocka_unit_test(plane_cuts_half),
      cmocka_unit_test(glass_mixes),
      cmocka_unit_test(many_layers_mix),
      cmocka_unit_test(rows_of_rods_miss_nothing),
      cmocka_unit_test(perspective_is_that_of_the_eye),
      cmocka_unit_test(threads_see_the_same),
      cmocka_unit_test(pixels_are_known),
      cmocka_unit_test(camera_fits),
      cmocka_unit_test(near_corners_fit),
      cmocka_unit_test(long_texts_end),
      cmocka_unit_test(names_of_axes_apart),
      cmocka_unit_test(camera_axes),
      cmocka_unit_test(ramp_grows),
      cmocka_unit_test(caption_tells_all),
      cmocka_unit_test(patches_cover_their_share),
      cmocka_unit_test(png_is_one),
      cmocka_unit_test(svg_of_disks_is_made_of_circles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
