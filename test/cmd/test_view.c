/* Pictures of the model from commands: what the camera does, that each quantity colours, that
 * drawing changes nothing, and drawing by name. */
#include "../base/test.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/mem.h"
#include "cmd/plot.h"
#include "cmd/plot_chart.h"
#include "cmd/session_kept.h"
#include "cmd/view_kept.h"
#include "world/measure/measure.h"

static char dir[64];

static bool run(scr_session *s, const char *text) {
  return scr_session_text(s, "test", text, SCR_MODERN);
}

static scr_session *session(int dim) {
  scr_options options = {.dim = dim, .threads = 1, .dialect = -1, .out = dir};
  scr_session *s = scr_session_new(&options);
  assert_true(run(s, "model orientation-tracking on\nmodel domain extent -2 2\n"
                     "contact cmat default model linear property kn 1e5\n"
                     "wall generate box -1 1\n"));
  assert_true(run(s, dim == 3 ? "ball create id 1 radius 0.3 position 0 0 -0.71\n"
                                "ball create id 2 radius 0.3 position 0 0 -0.12\n"
                              : "ball create id 1 radius 0.3 position 0 -0.71\n"
                                "ball create id 2 radius 0.3 position 0 -0.12\n"));
  assert_true(run(s, "ball attribute density 1000 velocity-x 0.1\nmodel gravity 10\nmodel cycle 5\n"
                     "plot create 'p'\n"));
  return s;
}

static const scr_view *view(scr_session *s) { return scr_plot_view(scr_plot_current(s)); }

static bool is(const double v[3], double x, double y, double z) {
  return fabs(v[0] - x) < 1e-12 && fabs(v[1] - y) < 1e-12 && fabs(v[2] - z) < 1e-12;
}

static scr_camera camera(scr_session *s, const char *words) {
  scr_scene scene = {.dim = scr_session_world(s)->dim};
  const scr_port port = {200, 100, 0, 0, 200, 100};
  *scr_scene_sphere(&scene) = (scr_sphere){{0, 0, 0}, 0.5, 255};
  assert_true(run(s, "plot view reset"));
  assert_true(run(s, words));
  scr_view_aim(view(s), NULL, &scene, &port);
  scr_camera c = scene.camera;
  scr_scene_free(&scene);
  return c;
}

static void cameras(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  scr_camera c = camera(s, "plot view dip 90 dip-direction 0");
  assert_true(is(c.right, 1, 0, 0) && is(c.up, 0, 0, 1) && is(c.back, 0, -1, 0));
  c = camera(s, "plot view dip 0 dip-direction 90"); /* from above, x upwards */
  assert_true(is(c.up, 1, 0, 0) && is(c.back, 0, 0, 1));
  c = camera(s, "plot view dip 90 dip-direction 90"); /* looks along x */
  assert_true(is(c.back, -1, 0, 0) && is(c.up, 0, 0, 1));
  c = camera(s, "plot view eye (3,0,0) center (1,0,0) projection perspective");
  assert_true(is(c.back, 1, 0, 0) && is(c.center, 1, 0, 0) && c.distance == 2);
  double whole = camera(s, "plot view from front").height;
  assert_true(whole == 1.06);
  assert_true(camera(s, "plot view from front magnification 4").height == whole / 4);
  assert_true(camera(s, "plot view from front").distance == 0);
  c = camera(s, "plot view from (0,0,-2)");
  assert_true(is(c.back, 0, 0, -1));
  c = camera(s, "plot view extent (1,1,1) (5,2,4) from front");
  assert_true(is(c.center, 3, 1.5, 2.5) && c.height == 3); /* twice as wide as high */
  assert_true(camera(s, "plot view extent (1,1,1) (9,2,4) from front").height == 4);
  scr_session_free(s);
}

/* Circles of the right size about the centre; the camera sees them whole. */
static void regions(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_session *s = session(dim);
    assert_true(run(s, dim == 3 ? "measure create id 3 position 1 0.5 0.25 radius 1.5"
                                : "measure create id 3 position 1 0.5 radius 1.5"));
    assert_true(run(s, "measure create id 4 radius 9\n"
                       "plot item create measure color 'red' range id 3"));
    scr_scene scene = {0};
    scr_caption c = {0};
    scr_arena arena = {0};
    assert_true(scr_view_build(s, view(s), NULL, &scene, &c, &arena));
    assert_int_equal(scene.nrod, dim == 3 ? 3 * 72 : 72);
    double end[2][3] = {{9, 9, 9}, {-9, -9, -9}};
    for (size_t k = 0; k < scene.nrod; k++)
      for (int a = 0; a < dim; a++) {
        const double x = scene.rod[k].a[a] - (a == 0 ? 1 : a == 1 ? 0.5 : 0.25);
        end[0][a] = fmin(end[0][a], x), end[1][a] = fmax(end[1][a], x);
        assert_true(scene.rod[k].color == scene.rod[0].color && scene.rod[k].r < 0);
      }
    for (int a = 0; a < dim; a++)
      assert_true(fabs(end[0][a] + 1.5) < 1e-12 && fabs(end[1][a] - 1.5) < 1e-12);
    scr_scene_free(&scene);
    scr_arena_free(&arena);
    scr_session_free(s);
  }
}

/* What is drawn of a session by its plot. */
typedef struct drawn {
  scr_scene scene;
  scr_caption c;
  scr_arena arena;
} drawn;

static void draw(scr_session *s, drawn *d) {
  *d = (drawn){0};
  assert_true(scr_view_build(s, view(s), NULL, &d->scene, &d->c, &d->arena));
}

static void forget(drawn *d) {
  scr_scene_free(&d->scene);
  scr_arena_free(&d->arena);
}

/* Circles have the colours of what was measured. */
static void regions_by_what_they_measure(void **state) {
  SCR_UNUSED(state);
  static const int space[] = {0, 4, 8, 1, 5, 2}, plane[] = {0, 4, 1}; /* xx, yy, zz, xy, yz, xz */
  for (int dim = 2; dim <= 3; dim++) {
    scr_session *s = session(dim);
    drawn d;
    assert_true(run(s, dim == 3 ? "ball attribute position 0.1 0.2 -0.2 range id 2"
                                : "ball attribute position 0.1 -0.2 range id 2"));
    assert_true(run(s, "model cycle 1"));
    assert_true(run(s, dim == 3 ? "measure create id 3 position 0 0 -0.71 radius 0.6\n"
                                  "measure create id 4 position 0 0 2 radius 0.6"
                                : "measure create id 3 position 0 -0.71 radius 0.6\n"
                                  "measure create id 4 position 0 2 radius 0.6"));
    assert_true(run(s, "plot item create measure color-by stress-yy\n"
                       "plot item create measure color-by porosity\n"
                       "plot item create measure color-by stress"));
    draw(s, &d);
    double stress[9], same[6];
    scr_world *w = scr_session_world(s);
    scr_measure_read(w, &w->measure[0], SCR_MEASURED_STRESS, stress);
    scr_measure_get(w, &w->measure[0], SCR_MEASURED_STRESS, same);
    for (int k = 0; k < (dim == 3 ? 6 : 3); k++)
      assert_true(same[k] != 0 && same[k] == stress[dim == 3 ? space[k] : plane[k]]);
    const scr_legend *l = d.c.legend;
    assert_string_equal(l[0].title, "measure stress-yy (Pa)");
    assert_true(stress[4] < 0 && l[0].lo == stress[4] && l[0].hi == 0);
    assert_string_equal(l[1].title, "measure porosity");
    assert_true(l[1].hi == 1 && l[1].lo == scr_measure_porosity(w, &w->measure[0]) && l[1].lo < 1);
    assert_string_equal(l[2].title, "measure mean stress (Pa)");
    assert_true(l[2].lo == (stress[0] + stress[4] + (dim == 3 ? stress[8] : 0)) / dim);
    const size_t one = dim == 3 ? 3 * 72 : 72;
    assert_int_equal(d.scene.nrod, 6 * one);
    assert_int_equal(d.scene.rod[2 * one].color, scr_ramp_at(SCR_RAMP_LAKE, 0));
    assert_int_equal(d.scene.rod[3 * one].color, scr_ramp_at(SCR_RAMP_LAKE, 1));
    forget(&d);
    scr_session_free(s);
  }
}

static bool is_rod(const scr_scene *s, size_t k, const double a[3], const double b[3]) {
  const scr_rod *r = &s->rod[k];
  for (int c = 0; c < s->dim; c++)
    if (fabs(r->a[c] - a[c]) > 1e-12 || fabs(r->b[c] - b[c]) > 1e-12) return false;
  return true;
}

/* Is there a line of that colour between two places, either way? */
static bool has_line(const scr_scene *s, const double a[3], const double b[3], scr_rgba color) {
  for (size_t k = 0; k < s->nrod; k++)
    if (s->rod[k].color == color && (is_rod(s, k, a, b) || is_rod(s, k, b, a))) return true;
  return false;
}

/* In 3D polygons are facets with their outlines, in 2D outlines alone; edges and nodes of none are
 * lines and dots; each set has its colour. */
static void sets_of_geometry(void **state) {
  SCR_UNUSED(state);
  const scr_rgba first = scr_palette_at(0), second = scr_palette_at(1);
  for (int dim = 2; dim <= 3; dim++) {
    scr_session *s = session(dim);
    drawn d;
    assert_true(run(s, dim == 3
                           ? "geometry set 'b'\n"
                             "geometry polygon create by-positions 0 0 1 1 0 1 1 1 1 0 1 1\n"
                             "geometry set 'a'\ngeometry edge create by-positions 0 0 0 0 2 0\n"
                             "geometry node create 3 1 0 group 'one'"
                           : "geometry set 'b'\n"
                             "geometry polygon create by-positions 0 0 1 0 1 1 0 1\n"
                             "geometry set 'a'\ngeometry edge create by-positions 0 0 0 2\n"
                             "geometry node create 3 1 group 'one'"));
    assert_true(run(s, "plot item create geometry"));
    draw(s, &d);
    assert_string_equal(d.c.legend[0].title, "geometry set");
    assert_string_equal(d.c.legend[0].name[0], "a");
    assert_string_equal(d.c.legend[0].name[1], "b");
    assert_int_equal(d.scene.nface, dim == 3 ? 2 : 0);
    assert_int_equal(d.scene.nrod, 4 + 1 + 1);
    const double x[][3] = {{0, 0, 0}, {0, 2, 0}, {3, 1, 0}, {0, 0, 1}, {1, 0, 1}};
    assert_true(has_line(&d.scene, x[0], x[1], first) && has_line(&d.scene, x[2], x[2], first));
    if (dim == 2) assert_true(has_line(&d.scene, x[3], x[4], second));
    if (dim == 3) assert_int_equal(d.scene.face[0].color & ~255u, second & ~255u);
    if (dim == 3) assert_true((d.scene.face[0].color & 255) < 255);
    forget(&d);
    assert_true(run(s, "plot create 'p'\nplot item create geometry set 'A' color-by group\n"
                       "plot item create geometry set 'a' color 'red' range id 2 3"));
    draw(s, &d);
    assert_int_equal(d.scene.nrod, 3); /* edge and node; the node 3 alone */
    assert_int_equal(d.c.n, 1);
    assert_string_equal(d.c.legend[0].name[0], "one");
    assert_int_equal(d.scene.rod[2].color, 0xD62728FFu);
    forget(&d);
    scr_session_free(s);
  }
}

/* Where polygons meet in a plane there is no line, unless it is asked for. */
static void flat_sets_have_no_lines_within(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  assert_true(run(s, "geometry set 'a'\ngeometry polygon create by-positions 0 0 0 1 0 0 1 1 0\n"
                     "geometry polygon create by-positions 0 0 0 0 1 0 1 1 0\n" /* turned round */
                     "geometry polygon create by-positions 0 0 0 1 0 0 0 -1 0.6"));
  static const struct {
    const char *words;
    size_t rods;
  } row[] = {{"", 6}, {"outline on", 7}, {"outline off", 0}, {"fill off", 7}, {"range id 1 2", 4}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    char words[64];
    drawn d;
    snprintf(words, sizeof words, "plot create 'p'\nplot item create geometry %s", row[k].words);
    assert_true(run(s, words));
    draw(s, &d);
    assert_int_equal(d.scene.nrod, row[k].rods);
    assert_true(k == 3 ? d.scene.face[0].color == 0 : d.scene.face[0].color != 0);
    forget(&d);
  }
  scr_session_free(s);
}

/* A run that draws goes on though the set has gone; a warning tells of it once. */
static void sets_that_are_gone(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  drawn d;
  const int before = scr_session_diag(s)->warnings;
  assert_true(run(s, "plot item create geometry set 'later'"));
  assert_true(run(s, "fish define twice\nloop local k (1,2)\ncommand\n"
                     "plot export svg filename 'same' size 100 100\n"
                     "endcommand\nendloop\nend\n[twice]"));
  assert_int_equal(scr_session_diag(s)->warnings, before + 1);
  assert_true(run(s, "geometry set 'later'\ngeometry node create 0 0 0"));
  draw(s, &d);
  assert_int_equal(d.scene.nrod, 1);
  forget(&d);
  scr_session_free(s);
}

/* A brick of 2 by 1 by 0.5 m, in 2D 2 by 1, which slides along its own x. */
static void inlets(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_session *s = session(dim);
    drawn d;
    assert_true(run(s, dim == 3
                           ? "model new\nmodel domain extent -1 1 -0.5 0.5 -0.25 0.25 ...\n"
                             " condition periodic"
                           : "model new\nmodel domain extent -1 1 -0.5 0.5 condition periodic"));
    assert_true(run(s, "contact cmat default model linear property kn 1e5\nball create radius 0.1\n"
                       "ball attribute density 1000\nbrick make id 7\nball delete\n"
                       "model domain extent -9 9 condition stop"));
    assert_true(run(s, dim == 3
                           ? "inlet create brick-id 7 position 1 2 3 orientation 0 0 90 ...\n"
                             " flow-velocity 1 0 0\n"
                             "inlet create brick-id 7 position -3 0 0 flow-velocity 0 1 0 ...\n"
                             " active on"
                           : "inlet create brick-id 7 position 1 2 orientation 90 ...\n"
                             " flow-velocity 1 0\n"
                             "inlet create brick-id 7 position -3 0 flow-velocity 0 1 active on"));
    assert_true(run(s, "plot item create inlet"));
    draw(s, &d);
    const size_t lines = dim == 3 ? 12 + 1 + 4 : 4 + 1 + 2;
    const double z = dim == 3 ? 2.75 : 0, middle = dim == 3 ? 3 : 0;
    const double a[3] = {0.5, 1, z}, b[3] = {1.5, 1, z}, c[3] = {0.5, 3, z};
    const double from[3] = {1, 2, middle}, to[3] = {1, 3, middle};
    assert_int_equal(d.scene.nrod, 2 * lines);
    for (size_t k = 0; k < d.scene.nrod; k++) assert_true(d.scene.rod[k].whole);
    assert_true(has_line(&d.scene, a, b, SCR_RGBA_NONE) && has_line(&d.scene, a, c, SCR_RGBA_NONE));
    assert_true(has_line(&d.scene, from, to, SCR_RGBA_NONE));
    const double mid[3] = {-3, 0, 0}, side[3] = {-3, 0.5, 0};
    assert_true(has_line(&d.scene, mid, side, scr_palette_at(2)));
    assert_string_equal(d.c.legend[0].title, "inlet state");
    assert_string_equal(d.c.legend[0].name[0], "feeds");
    assert_string_equal(d.c.legend[0].name[1], "off");
    forget(&d);
    scr_session_free(s);
  }
}

/* An arrow to the middle of each wall that has a servo, from where its force comes. */
static void servos(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_session *s = session(dim);
    drawn d;
    assert_true(run(s, "model new\nmodel domain extent -9 9\nwall generate name 'b' box -1 1\n"
                       "wall servo force-x -5 velocity-max 1 range name 'bRight'\n"
                       "wall servo force-y 7 activate off range name 'bBottom'\n"
                       "plot item create servo\nplot item create servo range name 'bRight'"));
    draw(s, &d);
    const size_t lines = 1 + 2 * (size_t)(dim - 1);
    const double reach = 0.25 * sqrt(dim == 3 ? 8 : 4);
    const double right[3] = {1, 0, 0}, aside[3] = {1 + reach, 0, 0};
    double bottom[3] = {0, -1, 0}, below[3] = {0, -1 - reach, 0};
    if (dim == 3) bottom[1] = below[1] = 0, bottom[2] = -1, below[2] = -1;
    if (dim == 3) below[1] = -reach;
    assert_int_equal(d.scene.nrod, 3 * lines);
    for (size_t k = 0; k < d.scene.nrod; k++) assert_true(d.scene.rod[k].whole);
    assert_true(has_line(&d.scene, aside, right, scr_palette_at(2)));
    assert_true(has_line(&d.scene, below, bottom, SCR_RGBA_NONE));
    assert_string_equal(d.c.legend[0].title, "servo state");
    assert_string_equal(d.c.legend[0].name[0], "drives");
    assert_string_equal(d.c.legend[0].name[1], "off");
    assert_int_equal(d.c.legend[1].n, 1);
    forget(&d);
    scr_session_free(s);
  }
}

/* All of an inlet is in the picture, however far it lies from the balls. */
static void inlets_fit(void **state) {
  SCR_UNUSED(state);
  scr_scene scene = {.dim = 2};
  const scr_port port = {100, 100, 0, 0, 100, 100};
  *scr_scene_sphere(&scene) = (scr_sphere){{0, 0, 0}, 0.5, 255};
  for (int whole = 0; whole < 2; whole++) {
    scr_view v = {0};
    scene.nrod = 0;
    *scr_scene_rod(&scene) = (scr_rod){{0, 8, 0}, {0, 9.5, 0}, -1, 255, whole};
    scr_view_aim(&v, NULL, &scene, &port);
    assert_true(fabs(scene.camera.height - 1.06 * (whole ? 10 : 1 + 1.0 / 3)) < 1e-12);
  }
  scr_scene_free(&scene);
}

static void every_quantity_colours(void **state) {
  SCR_UNUSED(state);
  static const scr_view_kind kinds[] = {SCR_VIEW_BALL, SCR_VIEW_WALL, SCR_VIEW_CONTACT,
                                        SCR_VIEW_MEASURE};
  for (int dim = 2; dim <= 3; dim++) {
    scr_session *s = session(dim);
    assert_true(run(s, "measure create radius 0.5"));
    for (size_t at = 0; at < SCR_COUNTOF(kinds); at++)
      for (const scr_quantity *q = scr_view_quantities(kinds[at]); q->name; q++) {
        const scr_view_kind kind = kinds[at];
        scr_diag_clear(scr_session_diag(s));
        scr_world *w = scr_session_world(s);
        if (at < 2 && !scr_quantity_offered(w, scr_session_diag(s), q)) continue;
        scr_view *v = scr_view_new();
        scr_nearest near;
        scr_view_item *i = scr_view_add(v, kind);
        assert_true(scr_view_color_by(i, dim, q->name, &near));
        scr_scene scene = {0};
        scr_caption caption = {0};
        scr_arena arena = {0};
        assert_true(scr_view_build(s, v, NULL, &scene, &caption, &arena));
        assert_int_equal(caption.n, 1);
        assert_int_equal(strncmp(strstr(caption.legend[0].title, q->name), q->name, 3), 0);
        assert_true(isfinite(caption.legend[0].lo) && caption.legend[0].lo <= caption.legend[0].hi);
        scr_arena_free(&arena);
        scr_scene_free(&scene);
        scr_view_free(v);
      }
    scr_session_free(s);
  }
}

/* The ends of a legend are those of what is drawn. */
static void legend_ends(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  assert_true(run(s,
                  "ball attribute velocity 3 4 0 range id 1\nball attribute velocity 0 0 -2 range "
                  "id 2\nplot item create ball color-by velocity\nplot item create ball color-by "
                  "velocity-z range id 1 2"));
  scr_scene scene = {0};
  scr_caption c = {0};
  scr_arena arena = {0};
  assert_true(scr_view_build(s, view(s), NULL, &scene, &c, &arena));
  assert_true(c.legend[0].lo == 2 && c.legend[0].hi == 5);
  assert_true(c.legend[1].lo == -2 && c.legend[1].hi == 0);
  assert_string_equal(c.legend[1].title, "velocity-z (m/s)");
  assert_int_equal(scene.nsphere, 4);
  assert_int_equal(scene.sphere[0].color, scr_ramp_at(SCR_RAMP_LAKE, 1));
  assert_int_equal(scene.sphere[1].color, scr_ramp_at(SCR_RAMP_LAKE, 0));
  scr_arena_free(&arena);
  scr_scene_free(&scene);
  scr_session_free(s);
}

/* Equal values have one colour and one line in the legend; names stand in the order of their
 * numbers. */
static void legends(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  assert_true(run(s, "ball attribute velocity 3 4 0\n"
                     "ball attribute velocity 3 4.0000000001 0 range id 2\n"
                     "ball group 'g10' range id 1\nball group 'G2' range id 2\n"
                     "ball create id 3 radius 0.1\n"
                     "plot item create ball color-by velocity range id 1 2\n"
                     "plot item create ball color-by velocity minimum 0 range id 1 2\n"
                     "plot item create ball color-by group\n"
                     "plot item create ball color-by displacement range id 3"));
  scr_scene scene = {0};
  scr_caption c = {0};
  scr_arena arena = {0};
  assert_true(scr_view_build(s, view(s), NULL, &scene, &c, &arena));
  assert_int_equal(c.legend[0].n, 1);
  assert_string_equal(c.legend[0].name[0], "5");
  assert_int_equal(c.legend[0].color[0], scene.sphere[0].color);
  assert_int_equal(scene.sphere[1].color, scene.sphere[0].color);
  assert_null(c.legend[1].name);
  assert_true(c.legend[1].lo == 0);
  assert_string_equal(c.legend[2].name[0], "G2");
  assert_string_equal(c.legend[2].name[1], "g10");
  assert_string_equal(c.legend[2].name[2], "None");
  assert_string_equal(c.legend[3].name[0], "0");
  scr_arena_free(&arena);
  scr_scene_free(&scene);
  scr_session_free(s);
}

/* ---- movies ---- */

typedef struct shot {
  scr_camera camera;
  double lo, hi, beside;
  uint64_t rods;
} shot;

static shot shoot(scr_session *s, scr_view_kept *kept) {
  scr_scene scene = {0};
  scr_caption c = {0};
  scr_arena arena = {0};
  scr_port port = {.width = 640, .height = 480};
  assert_true(scr_view_shoot(s, view(s), kept, &scene, &c, &port, &arena));
  const shot out = {scene.camera, c.legend[0].lo, c.legend[0].hi, port.width - port.w, scene.nrod};
  scr_arena_free(&arena);
  scr_scene_free(&scene);
  return out;
}

static bool same_camera(const scr_camera *a, const scr_camera *b) {
  return memcmp(a->center, b->center, sizeof a->center) == 0 && a->height == b->height &&
         a->distance == b->distance;
}

/* The camera of the first frame stays, bounds of colours grow, legends keep their room. */
static void movies_stand_still(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  scr_view_kept kept = {0};
  assert_true(run(s, "ball attribute velocity 3 4 0\nball attribute velocity 0 0 2 range id 2\n"
                     "plot item create ball color-by velocity\nplot view perspective"));
  const shot first = shoot(s, &kept);
  assert_true(first.lo == 2 && first.hi == 5);
  assert_true(run(s, "ball attribute position-z 1.5 velocity 0 0 2.5\n"
                     "ball attribute velocity 0 0 6.125 range id 2"));
  const shot second = shoot(s, &kept), alone = shoot(s, NULL);
  assert_true(same_camera(&first.camera, &second.camera));
  assert_false(same_camera(&first.camera, &alone.camera));
  assert_true(second.lo == 2 && second.hi == 6.125 && alone.lo == 2.5);
  assert_true(second.beside >= first.beside);
  assert_true(run(s, "ball attribute velocity 0 0 3"));
  const shot third = shoot(s, &kept);
  assert_true(third.lo == 2 && third.hi == 6.125 && third.beside == second.beside);
  assert_true(run(s, "plot view magnification 2")); /* other words, another camera */
  const shot fourth = shoot(s, &kept);
  assert_false(same_camera(&first.camera, &fourth.camera));
  assert_true(fourth.lo == 3);
  scr_view_kept_clear(&kept);
  scr_session_free(s);
}

/* Where nothing is seen yet no camera is settled. */
static void movies_begin_with_something(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  scr_view_kept kept = {0};
  assert_true(run(s, "plot item create ball range id 3"));
  (void)shoot(s, &kept);
  assert_true(kept.height == 0);
  assert_true(run(s, "ball create id 3 radius 0.1"));
  (void)shoot(s, &kept);
  assert_true(kept.height > 0);
  scr_view_kept_clear(&kept);
  scr_session_free(s);
}

/* ---- what items do ---- */

static scr_ramp ramp_of(scr_session *s, const char *words, double bounds[2]) {
  scr_scene scene = {0};
  scr_caption c = {0};
  scr_arena arena = {0};
  assert_true(run(s, "plot create 'p'"));
  assert_true(run(s, words));
  assert_true(scr_view_build(s, view(s), NULL, &scene, &c, &arena));
  bounds[0] = c.legend[0].lo, bounds[1] = c.legend[0].hi;
  scr_arena_free(&arena);
  scr_scene_free(&scene);
  return c.legend[0].ramp;
}

/* A diverging ramp has its middle at zero; one that says the more the darker is for forces. */
static void ramps(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  double b[2];
  assert_true(run(s, "ball attribute velocity-x -1 range id 1\nball attribute velocity-x 3 range "
                     "id 2"));
  ramp_of(s, "plot item create ball color-by velocity-x ramp diverging", b);
  assert_true(b[0] == -3 && b[1] == 3);
  ramp_of(s, "plot item create ball color-by velocity-x ramp lake", b);
  assert_true(b[0] == -1 && b[1] == 3);
  ramp_of(s, "plot item create ball color-by velocity-x ramp diverging maximum 2", b);
  assert_true(b[0] == -1 && b[1] == 2);
  assert_int_equal(ramp_of(s, "plot item create contact", b), SCR_RAMP_HEAT);
  assert_int_equal(ramp_of(s, "plot item create contact color-by gap", b), SCR_RAMP_LAKE);
  assert_int_equal(ramp_of(s, "plot item create contact color-by gap ramp heat", b), SCR_RAMP_HEAT);
  scr_session_free(s);
}

/* Edges of a flat floor: its rim, or those of all facets. */
static void edges(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  assert_true(run(s, "wall delete\nwall generate id 9 disk radius 1"));
  static const struct {
    const char *words;
    bool all, none;
  } row[] = {{"plot item create wall", false, false},
             {"plot item create wall outline on", true, false},
             {"plot item create wall fill off", true, false},
             {"plot item create wall outline off", false, true}};
  uint64_t rim = 0;
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    assert_true(run(s, "plot create 'p'") && run(s, row[k].words));
    const uint64_t rods = shoot(s, NULL).rods;
    if (k == 0) rim = rods;
    assert_true(row[k].none ? rods == 0 : row[k].all ? rods > rim : rods == rim && rods >= 4);
  }
  scr_session_free(s);
}

/* A domain that is drawn is in the picture, unless all else would be too small to see. */
static void domains(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  assert_true(run(s, "plot view from front\nplot item create wall"));
  const double without = shoot(s, NULL).camera.height;
  assert_true(run(s, "plot item create domain"));
  const double with = shoot(s, NULL).camera.height;
  assert_true(fabs(without - 2.12) < 1e-9 && fabs(with - 4.24) < 1e-9);
  assert_true(run(s, "model domain extent -40 40"));
  assert_true(shoot(s, NULL).camera.height == without);
  scr_session_free(s);
}

/* A run that is drawn in between ends in the same bits. */
static void drawing_changes_nothing(void **state) {
  SCR_UNUSED(state);
  char hash[2][33];
  for (int draws = 0; draws < 2; draws++) {
    scr_session *s = session(3);
    assert_true(run(s, "model new\nmodel domain extent -1 1 condition periodic\n"
                       "ball create radius 0.3\nball attribute density 1000\nbrick make\n"
                       "ball delete\nmodel domain extent -9 9 condition stop\n"
                       "contact cmat default model linear property kn 1e5\n"
                       "wall generate box -1 1\nball create radius 0.3 position 0 0 -0.71\n"
                       "ball attribute density 1000\nmodel gravity 10\n"
                       "inlet create brick-id 1 position 0 0 3 flow-velocity 0 0 -3 spin 0 0 1 "
                       "active on\nmeasure create radius 0.9\n"
                       "geometry set 'a'\ngeometry generate box 2 3\n"
                       "model mechanical timestep fix 1e-2"));
    for (int k = 0; k < 5; k++) {
      assert_true(run(s, "model cycle 10"));
      if (draws)
        assert_true(run(s,
                        "plot item create ball color-by force-contact\nplot item create contact\n"
                        "plot item create wall color-by force-contact\n"
                        "plot item create measure color-by stress\n"
                        "plot item create measure color-by strainrate\n"
                        "plot item create geometry\nplot item create inlet\n"
                        "plot export svg filename 'same' size 100 100"));
    }
    assert_true(scr_session_world(s)->ball.n > 1);
    assert_true(scr_session_hash(s, hash[draws]));
    scr_session_free(s);
  }
  assert_string_equal(hash[0], hash[1]);
}

/* Items of contacts share one scale of forces, and in 2D lines lie above rods, later items of a
 * kind above earlier ones. */
static void one_scale(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(2);
  drawn d;
  assert_true(run(s, "model new\nmodel domain extent -9 9\n"
                     "contact cmat default model linear property kn 1e5\n"
                     "ball create id 1 radius 0.5\nball create id 2 radius 0.5 position 0.99 0\n"
                     "ball create id 3 radius 0.5 position 1.94 0\n"
                     "ball attribute density 1000\nmodel clean\nplot create 'chains'\n"
                     "plot item create contact range id 1\nplot item create contact range id 2\n"
                     "plot item create contact shape line\n"
                     "plot item create contact shape line"));
  draw(s, &d);
  assert_int_equal(d.scene.nrod, 6);
  const scr_rod *rod = d.scene.rod;
  assert_true(fabs(rod[0].r - 0.5 * (0.02 + 0.48 * 0.2)) < 1e-12); /* 1 kN of 5 kN */
  assert_true(fabs(rod[1].r - 0.5 * (0.02 + 0.48)) < 1e-12);
  for (int k = 0; k < 2; k++) {
    assert_true(rod[2 + k].a[2] > rod[k].a[2] + rod[k].r);
    assert_true(rod[4 + k].a[2] > rod[2 + k].a[2]);
  }
  forget(&d);
  scr_session_free(s);
}

/* What is no quantity: ids, properties of surfaces and laws, bonds, laws. */
static void other_colours(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  assert_true(run(s, "ball property fric 0.25 range id 1\n"
                     "contact model linearpbond range contact type 'ball-ball'\n"
                     "contact property kn 3e5 range contact type 'ball-ball'\n"
                     "contact method bond gap 1 range contact type 'ball-ball'\n"
                     "plot item create ball colorby id\n"
                     "plot item create ball color-by numeric-property 'fric'\n"
                     "plot item create contact color-by property 'kn' scale-by-force off\n"
                     "plot item create contact color-by bond\n"
                     "plot item create contact color-by model\n"
                     "plot item create bond color-by property 'pb_kn' shape line\n"
                     "plot item create wall color-by id range id 1 2\n"
                     "plot item create contact color-by force range contact gap -1 1"));
  assert_int_equal(view(s)->n, 8);
  scr_scene scene = {0};
  scr_caption c = {0};
  scr_arena arena = {0};
  scr_legend *l = c.legend;
  assert_true(scr_view_build(s, view(s), NULL, &scene, &c, &arena));
  assert_int_equal(c.n, SCR_LEGENDS);
  assert_string_equal(l[0].title, "id");
  assert_true(l[0].n == 2 && l[0].color[0] == scr_palette_at(0) &&
              l[0].color[1] == scr_palette_at(1));
  assert_string_equal(l[0].name[1], "2"); /* ids are names, */
  assert_string_equal(l[1].title, "fric");
  assert_string_equal(l[1].name[0], "0.25"); /* ball 2 has none */
  assert_int_equal(scene.sphere[3].color, SCR_RGBA_NONE);
  assert_string_equal(l[2].title, "contact kn");
  assert_true(l[2].lo == 1e5 && l[2].hi == 3e5);
  assert_string_equal(l[3].title, "bond state");
  assert_string_equal(l[3].name[0], "holds");
  assert_string_equal(l[3].name[1], "none");
  assert_string_equal(l[4].name[1], "linearpbond");
  assert_string_equal(l[5].title, "bond pb_kn");
  assert_true(scene.nrod > 0 && run(s, "plot item create ball color-by property 'knn'"));
  assert_int_equal(view(s)->n, 8); /* there is no such property: a warning, and no item */
  scr_arena_free(&arena);
  scr_scene_free(&scene);
  scr_session_free(s);
}

/* More ids than there are colours to tell apart, or a ramp that was asked for: whole numbers. */
static void ids_on_a_ramp(void **state) {
  SCR_UNUSED(state);
  for (int many = 0; many < 2; many++) {
    scr_session *s = session(3);
    scr_scene scene = {0};
    scr_caption c = {0};
    scr_arena arena = {0};
    assert_true(run(s, many ? "ball delete\nball generate cubic radius 0.1 box 0 0.6\n"
                              "plot item create ball color-by id"
                            : "plot item create ball color-by id ramp heat"));
    assert_true(scr_view_build(s, view(s), NULL, &scene, &c, &arena));
    assert_true(c.n == 1 && !c.legend[0].name && c.legend[0].lo < c.legend[0].hi);
    scr_arena_free(&arena);
    scr_scene_free(&scene);
    scr_session_free(s);
  }
}

/* `active` within a block is that of the block. */
static void blocks_of_the_display(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  assert_true(run(s, "plot item create ball outline active off legend active off\n"
                     "plot item create wall polygons fill off outline active off\n"
                     "plot item create wall outline on color 'red' color 'blue' legend active on\n"
                     "plot item create contact shape line active on\n"
                     "plot item modify 4 shape cylinder active off"));
  const scr_view_item *i = view(s)->item;
  assert_true(!i[0].off && i[0].untold);
  assert_true(!i[1].off && i[1].hollow && i[1].bare);
  assert_true(!i[2].bare && i[2].has_edge && !i[2].untold);
  assert_true(i[3].off && !i[3].lined);
  scr_session_free(s);
}

/* A cut that is off cuts nothing; of its sides that one goes which is off. */
static void cuts(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  assert_true(run(s, "plot item create ball cut active off origin 0 0 0 normal 1 0 0\n"
                     "plot item create ball cut front on back on origin 0 0 0 normal 1 0 0"));
  assert_int_equal(view(s)->nclip, 0);
  assert_true(run(s, "plot item create ball cut type plane surface on front off back off "
                     "origin 1 0 0 normal 2 0 0\n"
                     "plot item create ball cut front on back off origin 1 0 0 normal 2 0 0"));
  assert_int_equal(view(s)->nclip, 2);
  assert_true(is(view(s)->clip[0].n, 1, 0, 0) && view(s)->clip[0].d == 1);
  assert_true(is(view(s)->clip[1].n, -1, 0, 0) && view(s)->clip[1].d == -1);
  scr_session_free(s);
}

static bool is_there(const char *name) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return access(path, R_OK) == 0 && unlink(path) == 0;
}

static bool export(scr_session *s, const char *name, const char *file) {
  char path[128];
  const scr_loc at = {0};
  snprintf(path, sizeof path, "%s/%s", dir, file);
  scr_diag_clear(scr_session_diag(s));
  return scr_view_export(s, name, NULL, NULL, path, &at);
}

static void by_name(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(2);
  assert_true(run(s, "plot item create ball\nplot create 'c'\ntable 't' add (0,1) (1,2)\n"
                     "plot item create chart-table table 't'\nplot create 'none'"));
  assert_true(export(s, "P", "model.svg") && is_there("model.svg"));
  assert_true(export(s, "c", "chart.svg") && is_there("chart.svg"));
  assert_false(export(s, "q", "a.svg"));
  assert_string_equal(scr_session_diag(s)->error.text, "there is no plot 'q'");
  assert_false(export(s, "none", "a.svg"));
  assert_string_equal(scr_session_diag(s)->error.text, "the plot 'none' has no item");
  assert_false(export(s, "p", "a.gif") || export(s, "c", "a.gif"));
  assert_false(is_there("a.svg") || is_there("a.gif"));
  assert_false(export(s, "p", "nowhere/a.svg"));
  scr_session_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cameras),
      cmocka_unit_test(regions),
      cmocka_unit_test(regions_by_what_they_measure),
      cmocka_unit_test(sets_of_geometry),
      cmocka_unit_test(flat_sets_have_no_lines_within),
      cmocka_unit_test(sets_that_are_gone),
      cmocka_unit_test(inlets),
      cmocka_unit_test(inlets_fit),
      cmocka_unit_test(servos),
      cmocka_unit_test(every_quantity_colours),
      cmocka_unit_test(legend_ends),
      cmocka_unit_test(drawing_changes_nothing),
      cmocka_unit_test(by_name),
      cmocka_unit_test(blocks_of_the_display),
      cmocka_unit_test(cuts),
      cmocka_unit_test(legends),
      cmocka_unit_test(one_scale),
      cmocka_unit_test(other_colours),
      cmocka_unit_test(ids_on_a_ramp),
      cmocka_unit_test(movies_stand_still),
      cmocka_unit_test(ramps),
      cmocka_unit_test(movies_begin_with_something),
      cmocka_unit_test(edges),
      cmocka_unit_test(domains),
  };
  snprintf(dir, sizeof dir, "/tmp/scree_view_XXXXXX");
  if (!mkdtemp(dir)) return 2;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  (void)is_there("same.svg");
  return rmdir(dir) != 0 || failed;
}
