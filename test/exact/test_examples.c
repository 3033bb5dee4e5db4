/* The published cases in the project's own files (examples/ and data/), with the results that the
 * published files have: nothing outside the repository is needed. */
#include "path.h"

#include <stdlib.h>

/* Largest relative difference from the exact curve, percent. */
static double worst_percent(const scr_history *f, const scr_history *t, double u) {
  relaxation g = chain_relaxation(&published);
  double worst = 0;
  for (size_t k = 0; k < f->n; k++)
    worst = fmax(worst, fabs(f->sample[k] / (u * relaxation_at(&g, t->sample[k])) - 1));
  return 100 * worst;
}

static void example_burger_2d(void **state) {
  SCR_UNUSED(state);
  run r;
  run_open(&r, 0, NULL);
  run_file(&r, root_path("examples/burger-2d.dat"));
  relaxation g = chain_relaxation(&published);
  const scr_history *f = run_history(&r, "force"), *t = run_history(&r, "time");
  double dt = r.s->lib.world->timestep.current;
  assert_true(dt == 2.840299219037086e-04);
  assert_int_equal(r.s->lib.world->cycle, 35208);
  assert_int_equal(f->n, 35);
  for (size_t k = 0; k < f->n; k++)
    near("scheme", f->sample[k], 0.01 * relaxation_scheme(&g, dt, 1000.0 * (double)(k + 1)),
         1e-9 * 1e6);
  near("largest error", worst_percent(f, t, 0.01), 0.0238840, 1e-3 * 0.0238840);
  run_close(&r);
}

/* The 3D case as published: pressed, a step of 1e-3 s, ten samples. */
static void burger_3d(void **state) {
  SCR_UNUSED(state);
  run r;
  run_open(&r, 0, NULL);
  run_file(&r, root_path("test/exact/data/burger-3d.p3dat"));
  const scr_history *f = run_history(&r, "force"), *t = run_history(&r, "time");
  relaxation g = chain_relaxation(&published);
  assert_int_equal(r.s->lib.world->cycle, 10000);
  assert_int_equal(f->n, 10);
  for (size_t k = 0; k < f->n; k++)
    near("scheme", f->sample[k], 0.01 * relaxation_scheme(&g, 1e-3, 1000.0 * (double)(k + 1)),
         1e-9 * 1e6);
  near("largest error", worst_percent(f, t, 0.01), 0.0435496, 1e-3 * 0.0435496);
  near("the same, printed", strtod(r.out.s, NULL), 0.0435496, 1e-3 * 0.0435496);
  run_close(&r);
}

/* Shear; the displacement came in step 1, and the samples stand at steps 1000, 2000, ... */
static void example_burger_3d(void **state) {
  SCR_UNUSED(state);
  const chain c = {1e8, 4e7, 2e8, 5e8};
  run r;
  run_open(&r, 0, NULL);
  run_file(&r, root_path("examples/burger-3d.p3dat"));
  relaxation g = chain_relaxation(&c);
  const scr_history *f = run_history(&r, "force");
  assert_int_equal(f->n, 50);
  for (size_t k = 0; k < f->n; k++) {
    /* the slide of 1e-5 turns the contact by 1.1e-4, whose square is the relative error of the
     * slide */
    near("scheme", f->sample[k], 1e-5 * relaxation_scheme(&g, 1e-4, 1000.0 * (double)(k + 1)),
         1.3e-8 * f->sample[k]);
    near("exact", f->sample[k] / (1e-5 * relaxation_at(&g, 0.1 * (double)(k + 1))), 1,
         0.5e-4 * g.r[1]);
  }
  run_close(&r);
}

static void example_legacy(void **state) {
  SCR_UNUSED(state);
  run r;
  run_open(&r, 0, NULL);
  run_file(&r, root_path("examples/legacy-burger2d.dat"));
  relaxation g = chain_relaxation(&published);
  const scr_history *f = run_history(&r, "1");
  assert_int_equal(r.s->lib.world->cycle, 1000000);
  assert_int_equal(f->n, 1000);
  for (size_t k = 0; k < f->n; k++) /* a million steps of 1e-16 of 1e6 N, ten operations each */
    near("scheme", f->sample[k], 0.01 * relaxation_scheme(&g, 1e-5, 1000.0 * (double)(k + 1)),
         1e-9 * 1e6);
  near("largest error", run_symbol(&r, "worst") * 100, 0.000994987, 1e-9);
  run_close(&r);
}

/* What the file prints, against the account of pair.c. */
static void example_hertz(void **state) {
  SCR_UNUSED(state);
  run r;
  run_open(&r, 0, NULL);
  run_file(&r, root_path("examples/hertz-paths.p3dat"));
  const char *at = r.out.s;
  for (int load = 1; load <= 3; load++) {
    pair p = path_pair(BALL, load);
    for (int stage = 0; stage < 5; stage++) {
      double fn, fs, strain, slip;
      path_motion(&p, stage);
      for (int k = 0; k < (stage == 4 ? 50 : path_steps[stage]); k++) pair_step(&p);
      at = strstr(at, "normal ");
      assert_non_null(at);
      assert_int_equal(sscanf(at++, "normal %lf N shear %lf N strain %lf J slip %lf J", &fn, &fs,
                              &strain, &slip),
                       4);
      subject("load %d, stage %d", load, stage);
      digits("normal", fn, p.fn, 1e4);
      digits("shear", fs, vec_mag(p.fs), 1e4);
      digits("strain", strain, p.strain, 12);
      digits("slip", slip, p.slipped, 1);
    }
  }
  run_close(&r);
}

/* ---- Hertz, every step of the path ---- */

static const char *const hertz_file[] = {"test/exact/data/hertz-balls.p3dat",
                                         "test/exact/data/hertz-wall.p3dat"};

static double sample(run *r, const char *name, int step) {
  return run_history(r, name)->sample[step - 1];
}

/* At a gap of 0, where the path ends, there may be no contact. */
static void check_step(run *r, const pair *p, int step) {
  static const char *const part[3] = {"shear-x", "shear-y", "shear-z"};
  digits("strain", sample(r, "strain", step), p->strain, 12);
  digits("slip", sample(r, "slip", step), p->slipped, 1);
  digits("dashpot", sample(r, "dashpot", step), p->dashed, 1);
  if (step == 350) return;
  digits("normal", sample(r, "normal", step), p->fn, 1e4);
  digits("shear", sample(r, "shear", step), vec_mag(p->fs), 1e4);
  digits("normal dashpot", sample(r, "normal-dashpot", step), p->dash_n, 1e3);
  digits("shear dashpot", sample(r, "shear-dashpot", step), vec_mag(p->dash_s), 1e3);
  for (int a = 0; a < 3; a++) digits(part[a], sample(r, part[a], step), p->fs.c[a], 1e4);
}

static void check_path(run *r, int kind, int load) {
  pair p = path_pair(kind, load);
  run_text(r, "model restore 'path%d'", load);
  assert_int_equal(run_history(r, "normal")->n, 350);
  for (int stage = 0, step = 1; stage < 5; stage++) {
    path_motion(&p, stage);
    for (int k = 0; k < path_steps[stage]; k++, step++) {
      pair_step(&p);
      subject("%s, load %d, step %d", hertz_file[kind], load, step);
      check_step(r, &p, step);
    }
  }
}

/* The published numbers of the two balls, to half a unit of the last digit; load 0: of each load.
 */
static const struct {
  const char *history;
  int load, step;
  double want, unit;
} hertz_row[] = {
    {"normal", 0, 100, 30116.9301, 1e-4},
    {"normal", 0, 250, 30116.9301, 1e-4},
    {"shear", 0, 150, 5835.07194, 1e-5},
    {"shear", 0, 200, 8252.03788, 1.1e-5},
    {"shear", 0, 250, 8252.03788, 1.1e-5},
    {"strain", 0, 100, 12.046772, 1e-6},
    {"strain", 0, 150, 12.5043671, 1e-7},
    {"strain", 0, 200, 12.9619622, 1e-7},
    {"strain", 0, 350, 0, 1e-7},
    {"slip", 1, 350, 1.35053595, 1e-8},
    {"slip", 2, 350, 0.537823443, 1e-9},
    {"slip", 3, 350, 0.537823443, 1e-9},
    {"dashpot", 3, 100, 1.37387098, 1e-8},
    {"dashpot", 3, 150, 1.44987566, 1e-8},
    {"dashpot", 3, 200, 1.52588034, 1e-8},
    {"dashpot", 3, 350, 2.85365362, 1e-8},
    {"normal-dashpot", 3, 100, 1719.51234, 1.1e-5},
    {"shear-dashpot", 3, 150, 489.48568, 1.1e-5},
    {"shear-dashpot", 3, 200, 489.48568, 1.1e-5},
};

static void check_numbers(run *r, int load) {
  for (size_t k = 0; k < SCR_COUNTOF(hertz_row); k++) {
    if (hertz_row[k].load && hertz_row[k].load != load) continue;
    subject("load %d, step %d", load, hertz_row[k].step);
    near(hertz_row[k].history, sample(r, hertz_row[k].history, hertz_row[k].step),
         hertz_row[k].want, 0.5 * hertz_row[k].unit);
  }
}

static void hertz_case(int kind) {
  run r;
  run_open(&r, 0, NULL);
  run_file(&r, root_path(hertz_file[kind]));
  assert_int_equal(r.s->diag.warnings, 0);
  for (int load = 1; load <= 3; load++) {
    check_path(&r, kind, load);
    if (kind == BALL) check_numbers(&r, load);
  }
  run_close(&r);
}

static void hertz_balls(void **state) {
  SCR_UNUSED(state);
  hertz_case(BALL);
}

static void hertz_wall(void **state) {
  SCR_UNUSED(state);
  hertz_case(WALL);
}

static void example_stack(void **state) {
  SCR_UNUSED(state);
  run r;
  run_open(&r, 0, NULL);
  run_file(&r, root_path("examples/stacked-spheres.dat"));
  stack s = {.r = {5e-4, 5e-4}, .height = 1.8e-3, .g = 9.81, .y0 = {4.5e-4, 1.35e-3}};
  stack_set(&s, 3, (const double[]){20000, 10000}, 2e6, 1);
  modes m = stack_modes(&s);
  const scr_history *y[2] = {run_history(&r, "lower"), run_history(&r, "upper")};
  assert_int_equal(y[0]->n, 100);
  for (size_t k = 0; k < 100; k++)
    for (int i = 0; i < 2; i++)
      near("position", y[i]->sample[k], modes_at(&m, i, 1e-5 * (double)(k + 1)), 1e-8);
  run_close(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(example_burger_2d), cmocka_unit_test(burger_3d),
      cmocka_unit_test(example_burger_3d), cmocka_unit_test(example_legacy),
      cmocka_unit_test(hertz_balls),       cmocka_unit_test(hertz_wall),
      cmocka_unit_test(example_hertz),     cmocka_unit_test(example_stack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
