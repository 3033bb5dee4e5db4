/* The six seed files: published errors, exact curves, the loading paths of Hertz's law. They lie
 * beside the repository
 * (../shared/seeds); what is not there is skipped, and test_examples.c checks the project's own
 * files of the same cases. */
#include "path.h"

#include <stdlib.h>
#include "base/mem.h"
#include "base/num.h"

static const char *seed(const char *name) {
  char path[256];
  snprintf(path, sizeof path, "../shared/seeds/%s", name);
  const char *full = root_path(path);
  if (have_file(full)) return full;
  print_message("no %s: skipped\n", full);
  skip();
  return NULL;
}

/* ---- Burger ---- */

/* The figures of the seeds' own compare_func, to a thousandth of themselves. */
static void largest_error(const char *name, double percent, size_t samples, int warnings) {
  run r;
  const char *path = seed(name); /* skips before anything is opened */
  run_open(&r, 0, NULL);
  run_file(&r, path);
  subject("%s", name);
  near("Max. error", run_symbol(&r, "errmax") * 100, percent, 1e-3 * percent);
  const char *said = strstr(r.out.s, " Max. error = ");
  assert_non_null(said);
  near("printed", strtod(said + strlen(" Max. error = "), NULL), percent, 1e-3 * percent);
  assert_int_equal(run_history(&r, "1")->n, samples);
  assert_int_equal(run_history(&r, "2")->n, samples);
  assert_int_equal(r.s->diag.warnings, warnings);
  run_close(&r);
}

static void burger_2d(void **state) {
  SCR_UNUSED(state);
  largest_error("burger-2d/burger.dat", 0.0238840, 35, 0);
}

static void burger_3d(void **state) {
  SCR_UNUSED(state);
  largest_error("burger-3d/burger.p3dat", 0.0435496, 10, 1);
}

/* The seed with its fixed timestep replaced. */
static double automatic(const char *name, int dim, run *r) {
  char *text = read_text(seed(name)), *fix = strstr(text, "timestep fix");
  assert_non_null(fix);
  char *end = strchr(fix, '\n');
  memset(fix + strlen("timestep"), ' ', (size_t)(end - fix) - strlen("timestep"));
  memcpy(fix + strlen("timestep "), "auto", 4);
  run_open(r, dim, NULL);
  run_text(r, "%s", text);
  scr_free(text);
  return r->s->lib.world->timestep.current;
}

/* 0.8 sqrt(I/(ks d^2)), d the distance of a centre from the contact in the middle of the overlap:
 * the 2D seed's own timestep. */
static void automatic_timestep(void **state) {
  SCR_UNUSED(state);
  run r;
  char text[32];
  double dt = automatic("burger-2d/burger.dat", 2, &r);
  scr_format_real(text, dt, false);
  assert_string_equal(text, "0.0002840299219037086");
  assert_true(dt == 2.840299219037086e-04);
  near("largest error", run_symbol(&r, "errmax") * 100, 0.0238840, 1e-3 * 0.0238840);
  run_close(&r);
  dt = automatic("burger-3d/burger.p3dat", 3, &r);
  near("3D", dt, 6.55939007476e-05, 0.5e-16);
  double m = 2600 * 4.0 / 3.0 * PI * 1.25e-4;
  near("3D, formula", dt, 0.8 * sqrt(0.4 * m * 0.0025 / (1e8 * 0.045 * 0.045)), 1e-15 * dt * 10);
  run_close(&r);
}

static void legacy(void **state) {
  SCR_UNUSED(state);
  run r;
  const char *path = seed("burger-legacy/burger2d.DAT");
  run_open(&r, 0, NULL);
  run_file(&r, path);
  assert_int_equal(r.s->lib.world->cycle, 1000000);
  assert_int_equal(r.s->lib.world->dim, 2);
  const scr_history *f = run_history(&r, "1"), *t = run_history(&r, "2");
  relaxation g = chain_relaxation(&published);
  double worst = 0;
  assert_int_equal(f->n, 1000);
  for (size_t k = 0; k < f->n; k++) {
    double want = 0.01 * relaxation_at(&g, 1e-5 * 1000 * (double)(k + 1));
    worst = fmax(worst, fabs(f->sample[k] / want - 1));
  }
  near("time of the last sample", t->sample[999], 10, 2e-5);
  near("largest error", worst * 100, 0.000994987, 1e-9);
  run_close(&r);
}

/* ---- Hertz: numbers of the ball-ball seed ---- */

static const char *const hertz_seed[] = {"hertz-3d/cmhertzbb.p3dat", "hertz-3d/cmhertzbw.p3dat"};
static const char *const hertz_root[] = {"hzbb", "hzbw"};
static const char *const hertz_export[] = {"test/exact/data/hertz-export-bb.p3dat",
                                           "test/exact/data/hertz-export-bw.p3dat"};

static void restore(run *r, int kind, int load, char stage) {
  run_text(r, "model restore '%s3d_load%d%c'", hertz_root[kind], load, stage);
  subject("%s, load %d%c", hertz_root[kind], load, stage);
}

static void compare_energies(run *r, const pair *p) {
  digits("strain", run_energy(r, "energy-strain"), p->strain, 12);
  digits("slip", run_energy(r, "energy-slip"), p->slipped, 1);
  digits("dashpot", run_energy(r, "energy-dashpot"), p->dashed, 1);
}

/* The contact's force, split, against the account of pair.c; at the end of the path, at a gap of 0,
 * there may be none. */
static void compare_contact(run *r, const pair *p, int stage) {
  scr_contact c;
  int active = run_active(r, &c);
  assert_in_range(active, stage == 4 ? 0 : 1, 1);
  compare_energies(r, p);
  if (stage == 4) return;
  vec f = run_property(r, c, "hz_force"), d = run_property(r, c, "dp_force");
  digits("normal force", f.c[0], p->fn, 1e4);
  digits("shear force", hypot(f.c[1], f.c[2]), vec_mag(p->fs), 1e4);
  digits("normal dashpot", d.c[0], p->dash_n, 1e3);
  digits("shear dashpot", hypot(d.c[1], d.c[2]), vec_mag(p->dash_s), 1e3);
}

/* Each save file of the three paths, restored; one contact at a time is active. */
static void check_saves(run *r, int kind) {
  run_text(r, "model restore '%s3d_ini'", hertz_root[kind]);
  assert_in_range(run_active(r, NULL), 0, 1);
  for (int load = 1; load <= 3; load++) {
    pair p = path_pair(kind, load);
    for (int stage = 0; stage < 5; stage++) {
      path_motion(&p, stage);
      for (int k = 0; k < path_steps[stage]; k++) pair_step(&p);
      restore(r, kind, load, (char)('a' + stage));
      compare_contact(r, &p, stage);
    }
  }
}

/* Every sample of the histories that the seed records, at every one of the 350 steps. */
static void check_path(run *r, int kind, int load) {
  restore(r, kind, load, 'e');
  assert_int_equal(r->s->lib.histories.n, 12);
  for (size_t k = 0; k < 12; k++) assert_int_equal(r->s->lib.histories.item[k]->n, 350);
  pair p = path_pair(kind, load);
  for (int stage = 0, n = 0; stage < 5; stage++) {
    path_motion(&p, stage);
    for (int k = 0; k < path_steps[stage]; k++, n++) {
      pair_step(&p);
      subject("%s, load %d, step %d", hertz_root[kind], load, n + 1);
      near("time", run_history(r, "1")->sample[n], 1e-3 * (n + 1), 1e-15);
      near("timestep", run_history(r, "2")->sample[n], 1e-3, 0);
      digits("strain", run_history(r, "1000")->sample[n], p.strain, 12);
      digits("slip", run_history(r, "1001")->sample[n], p.slipped, 1);
      digits("dashpot", run_history(r, "1002")->sample[n], p.dashed, 1);
      if (n == 349)
        break; /* at a gap of 0 the seed's monitor may find no contact, and then keeps 0 */
      digits("normal", run_history(r, "100")->sample[n], p.fn, 1e4);
      digits("normal dashpot", run_history(r, "101")->sample[n], p.dash_n, 1e3);
      digits("shear", run_history(r, "105")->sample[n], vec_mag(p.fs), 1e4);
      for (int a = 0; a < 3; a++) {
        char name[16];
        snprintf(name, sizeof name, "%d", 102 + a);
        digits(name, run_history(r, name)->sample[n], p.fs.c[a], 1e4);
      }
    }
  }
}

/* First step whose shear force stands at the limit of 0.5 Fn (to rounding) while the overlap
 * shrinks. */
static double slip_onset(run *r) {
  const scr_history *n = run_history(r, "100"), *s = run_history(r, "105"),
                    *t = run_history(r, "1");
  for (size_t k = 250; k < n->n; k++)
    if (s->sample[k] >= 0.5 * n->sample[k] * (1 - 1e-12)) return t->sample[k];
  return NAN;
}

/* The initial state and five stages of three loads. */
static int count_saves(const run *r, int kind) {
  int n = 0;
  for (int k = 0; k < 16; k++) {
    char path[256], name[32] = "ini";
    if (k) snprintf(name, sizeof name, "load%d%c", 1 + (k - 1) / 5, 'a' + (k - 1) % 5);
    snprintf(path, sizeof path, "%s/%s3d_%s.sav", r->dir, hertz_root[kind], name);
    n += have_file(path);
  }
  return n;
}

/* Rows and columns of an exported history: the time and eleven others, 350 times. */
static void check_export(const run *r, int kind, int load) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s%d.his", r->dir, hertz_root[kind] + 2, load);
  char *text = read_text(path), *more = NULL;
  int rows = 0;
  for (char *line = strtok_r(text, "\n", &more); line; line = strtok_r(NULL, "\n", &more)) {
    char *at = line, *end;
    int columns = 0;
    if (*line == ';') continue;
    for (; strtod(at, &end), end != at; at = end) columns++;
    assert_int_equal(columns, 12);
    near("time in the file", strtod(line, NULL), 1e-3 * ++rows, 1e-15);
  }
  assert_int_equal(rows, 350);
  scr_free(text);
}

static void hertz_open(run *r, int kind) {
  seed(hertz_seed[kind]);
  run_open(r, 3, NULL);
  run_file(r, root_path(hertz_export[kind]));
  assert_int_equal(r->s->diag.warnings, 0);
}

static void hertz_seed_of(int kind) {
  run r;
  hertz_open(&r, kind);
  assert_int_equal(count_saves(&r, kind), 16);
  for (int load = 1; load <= 3; load++) check_export(&r, kind, load);
  check_saves(&r, kind);
  for (int load = 1; load <= 3; load++) check_path(&r, kind, load);
  run_close(&r);
}

static void hertz_balls(void **state) {
  SCR_UNUSED(state);
  hertz_seed_of(BALL);
}

static void hertz_wall(void **state) {
  SCR_UNUSED(state);
  hertz_seed_of(WALL);
}

/* The published numbers, each to the digits it is given with (9: half a unit of the last place). */
static void table_row(run *r, int load, char stage, const char *energy, double want, double unit) {
  restore(r, BALL, load, stage);
  near(energy, run_energy(r, energy), want, 0.5 * unit);
}

static void table_forces(run *r, int load) {
  scr_contact c;
  const double fs[4] = {0, 5835.07194, 8252.03788, 8252.03788},
               cs[4] = {0, 489.48568, 489.48568, 0};
  for (int stage = 0; stage < 4; stage++) {
    restore(r, BALL, load, (char)('a' + stage));
    assert_int_equal(run_active(r, &c), 1);
    vec f = run_property(r, c, "hz_force"), d = run_property(r, c, "dp_force");
    near("Fn", f.c[0], 30116.9301, 0.5e-4);
    near("Fs", hypot(f.c[1], f.c[2]), fs[stage], 0.6e-5);
    near("normal dashpot", d.c[0], load == 3 && stage == 0 ? 1719.51234 : 0, 0.6e-5);
    near("shear dashpot", hypot(d.c[1], d.c[2]), load == 3 ? cs[stage] : 0, 0.6e-5);
  }
  double force[3];
  scr_contact_force(r->s->lib.world, c, force);
  near("Fx", fabs(force[0]), 4850.95778, 0.6e-5);
  near("Fz", fabs(force[2]), 6675.65261, 0.6e-5);
}

static void table_energies(run *r, int load) {
  table_row(r, load, 'a', "energy-strain", 12.046772, 1e-6);
  table_row(r, load, 'b', "energy-strain", 12.5043671, 1e-7);
  table_row(r, load, 'c', "energy-strain", 12.9619622, 1e-7);
  table_row(r, load, 'd', "energy-strain", 12.9619622, 1e-7);
  table_row(r, load, 'e', "energy-strain", 0, 1e-7);
  table_row(r, load, 'e', "energy-slip", load == 1 ? 1.35053595 : 0.537823443,
            load == 1 ? 1e-8 : 1e-9);
}

static void hertz_table(void **state) {
  SCR_UNUSED(state);
  run r;
  hertz_open(&r, BALL);
  const double onset[3] = {0.284, 0.296, 0.296},
               dash[5] = {1.37387098, 1.44987566, 1.52588034, 1.52588034, 2.85365362};
  for (int load = 1; load <= 3; load++) {
    table_forces(&r, load);
    table_energies(&r, load);
    near("slip onset", slip_onset(&r), onset[load - 1], 1e-12);
  }
  for (int stage = 0; stage < 5; stage++)
    table_row(&r, 3, (char)('a' + stage), "energy-dashpot", dash[stage], 1e-8);
  run_close(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(burger_2d),          cmocka_unit_test(burger_3d),
      cmocka_unit_test(automatic_timestep), cmocka_unit_test(legacy),
      cmocka_unit_test(hertz_balls),        cmocka_unit_test(hertz_wall),
      cmocka_unit_test(hertz_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
