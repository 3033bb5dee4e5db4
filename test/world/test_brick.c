/* Bricks: packings that are taken, and laid side by side. */
#include "world/scene.h"

#include "base/mem.h"
#include "base/rng.h"
#include "world/bodies/brick.h"
#include "world/check.h"
#include "world/state/rows.h"

static const uint8_t periodic[3] = {SCR_B_PERIODIC, SCR_B_PERIODIC, SCR_B_PERIODIC};

typedef struct brick_row {
  int dim;
  uint32_t balls;
  const char *law;
  bool bonded;
} brick_row;
static const brick_row rows[] = {{2, 60, "linear", false},
                                 {3, 90, "linear", false},
                                 {2, 60, "linearpbond", true},
                                 {3, 90, "linearpbond", true},
                                 {3, 90, "rrlinear", false}};

static void sound(const scr_world *w) {
  scr_buf why = {0};
  if (!scr_world_check(w, &why)) fail_msg("%s", why.s);
  scr_buf_free(&why);
}

static void set_all(scr_world *w, const char *quantity, double value) {
  scr_diag d = {0};
  const int q = scr_quantity_find(scr_ball_quantity, quantity);
  for (uint32_t k = 0; k < w->ball.n; k++) assert_true(scr_ball_set(w, &d, k, q, &value));
}

static void bond_all(scr_world *w) {
  scr_diag d = {0};
  scr_contact *c;
  const size_t n = scr_contact_list(w, SCR_BALL_BALL, true, &c);
  const scr_marg args[8] = {{.name = "gap", .given = true, .value = 0.5}};
  for (size_t k = 0; k < n; k++) {
    const scr_model *m = scr_contact_model(w, c[k]);
    for (int i = 0; i < m->nmethod; i++)
      if (strcmp(m->method[i].name, "bond") == 0)
        assert_true(scr_contact_method(w, &d, c[k], &m->method[i], args));
  }
  scr_free(c);
}

static scr_cmat_entry law_of(const char *name) {
  scr_cmat_entry e = scr_cmat_entry_of(scr_model_find(name));
  e.param[scene_slot(name, "kn")] = 1e6;
  e.param[scene_slot(name, "ks")] = 5e5;
  e.param[scene_slot(name, "fric")] = 0.3;
  if (strcmp(name, "rrlinear") == 0) e.param[scene_slot(name, "rr_fric")] = 0.2;
  if (strcmp(name, "linearpbond") == 0) {
    e.param[scene_slot(name, "pb_kn")] = e.param[scene_slot(name, "pb_ks")] = 1e6;
    e.param[scene_slot(name, "pb_ten")] = e.param[scene_slot(name, "pb_coh")] = 1e9;
  }
  return e;
}

/* Ids of the packing are 2, 5, 8, ...; those of bricks 1, 2, 3. */
static uint32_t place_of(uint32_t id, uint32_t stride) { return (id + stride / 2) / stride; }

/* A dense packing in [-4, 4] along each axis, nearly at rest. */
static scr_world *packing(const brick_row *r) {
  scr_world *w = scr_world_new(r->dim);
  scr_diag d = {0};
  scr_rng rng;
  scr_rng_seed(&rng, 7);
  assert_true(scr_domain_set(w, &d, (double[]){-4, -4, -4}, (double[]){4, 4, 4}));
  assert_true(scr_domain_set_condition(w, &d, periodic));
  const scr_cmat_entry e = law_of(r->law);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_cmat_set_default(w, (scr_contact_type)t, &e);
  for (uint32_t k = 0; k < r->balls; k++) {
    double x[3] = {0};
    for (int c = 0; c < r->dim; c++) x[c] = -4 + 8 * scr_rng_uniform(&rng);
    const double size = r->dim == 2 ? 0.45 : 0.8;
    assert_true(
        scr_ball_create(w, &d, 3 * k + 2, x, size * (1 + 0.2 * scr_rng_uniform(&rng)), NULL));
  }
  set_all(w, "density", 1000);
  set_all(w, "damp", 0.7);
  scene_cycle(w, 1e-3, 3000);
  if (r->bonded) bond_all(w);
  scene_cycle(w, 1e-3, 500);
  scr_group_set(w, scr_table_edit(&w->ball, SCR_BALL_GROUPS, scene_row(w, 2)), "first", NULL);
  scr_ball_set_surface(w, scene_row(w, 5), "fric", 0.3);
  return w;
}

static scr_world *laid(scr_world *brick, double half, const double origin[3], uint32_t n) {
  scr_diag d = {0};
  scr_world *w = scr_world_new(brick->dim);
  scr_brick_plan p = {.of = brick, .size = {n, n, brick->dim == 3 ? n : 1}};
  uint32_t first, made = 0;
  assert_true(scr_domain_set(w, &d, (double[]){-half, -half, -half}, (double[]){half, half, half}));
  assert_true(scr_domain_set_condition(w, &d, periodic));
  memcpy(p.origin, origin, sizeof p.origin);
  if (!scr_brick_plan_make(w, &d, &p) || !scr_brick_lay(w, &d, &p, &first, &made))
    fail_msg("%s", d.error.text);
  assert_int_equal(made, p.copies * brick->ball.n);
  scr_brick_plan_free(&p);
  assert_true(scr_fresh(w, SCR_COUNTS));
  sound(w);
  return w;
}

/* Contact k of one copy, and the ends' places among the ids of the brick. */
static void compare_contact(scr_world *w, scr_contact c, scr_world *brick, scr_contact of,
                            uint32_t copies, uint32_t stride, double part) {
  double f[3], g[3], size = 0;
  scr_contact_force(w, c, f);
  scr_contact_force(brick, of, g);
  for (int k = 0; k < 3; k++) size += fabs(g[k]);
  for (int k = 0; k < 3; k++) assert_true(fabs(f[k] - g[k]) <= part * size);
  for (int end = 0; end < 2; end++) {
    scr_contact_moment(w, c, end, f);
    scr_contact_moment(brick, of, end, g);
    for (int k = 0; k < 3; k++) assert_true(fabs(f[k] - g[k]) <= 1e-9 * size);
    assert_int_equal((scr_contact_end_id(w, c, end) - 1) / copies,
                     place_of(scr_contact_end_id(brick, of, end), stride) - 1);
  }
  assert_int_equal(scr_contact_bond(w, c), scr_contact_bond(brick, of));
  assert_string_equal(scr_contact_model(w, c)->name, scr_contact_model(brick, of)->name);
}

/* Each contact of the brick is there once for each copy, with the forces that it has there. Those
 * of `w` come ball by ball, then copy by copy. */
static void compare(scr_world *w, scr_world *brick, uint32_t copies, uint32_t stride, double part) {
  scr_contact *c, *of;
  const size_t n = scr_contact_list(w, SCR_BALL_BALL, true, &c),
               m = scr_contact_list(brick, SCR_BALL_BALL, true, &of);
  uint32_t *times = scr_alloc(m * sizeof *times);
  assert_int_equal(n, copies * m);
  for (size_t k = 0; k < n; k++) {
    const uint32_t a = (scr_contact_end_id(w, c[k], 0) - 1) / copies + 1,
                   b = (scr_contact_end_id(w, c[k], 1) - 1) / copies + 1;
    size_t at = 0;
    while (at < m && (place_of(scr_contact_end_id(brick, of[at], 0), stride) != a ||
                      place_of(scr_contact_end_id(brick, of[at], 1), stride) != b))
      at++;
    assert_true(at < m);
    times[at]++;
    compare_contact(w, c[k], brick, of[at], copies, stride, part);
  }
  for (size_t k = 0; k < m; k++) assert_int_equal(times[k], copies);
  scr_free(times);
  scr_free(c);
  scr_free(of);
}

static void compare_balls(scr_world *w, scr_world *brick, uint32_t copies, double part) {
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const uint32_t id = scr_colu(&w->ball, SCR_BALL_ID)[k],
                   of = scene_row(brick, (id - 1) / copies + 1);
    for (int c = 0; c < 3; c++) {
      assert_true(fabs(w->load[k].f[c] - brick->load[of].f[c]) <= part);
      assert_true(fabs(w->load[k].m[c] - brick->load[of].m[c]) <= part);
      assert_true(fabs(w->twist[k].v[c] - brick->twist[of].v[c]) <= part);
    }
    assert_true(w->twist[k].m == brick->twist[of].m);
  }
}

static void compare_stress(scr_world *w, scr_world *of, double part) {
  double a[9], b[9];
  scr_domain_stress(w, a);
  scr_domain_stress(of, b);
  for (int k = 0; k < 9; k++) assert_true(fabs(a[k] - b[k]) <= part * fabs(b[0]));
}

/* What a brick is made of is what the model has, and it goes on in the same way. */
static void brick_is_a_copy(scr_world *w, scr_world *brick) {
  double a, b;
  compare(brick, w, 1, 3, 0);
  compare_stress(brick, w, 0);
  assert_true(scr_world_ratio(w, "ratio-average", &a));
  assert_true(scr_world_ratio(brick, "ratio-average", &b));
  assert_true(a == b);
  assert_string_equal(
      scr_group_get(brick, scr_word_at(&brick->ball, SCR_BALL_GROUPS, scene_row(brick, 1)), NULL),
      "first");
  double fric = 0;
  assert_true(scr_ball_surface(brick, scene_row(brick, 2), "fric", &fric) && fric == 0.3);
}

/* 3 x 3 or 2 x 2 x 2 copies in a periodic domain that they fill: the same forces, stress and ratio
 * at once; and after cycles, up to what rounding of places does to overlaps. */
static void copies_fill_a_domain(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++) {
    scr_diag d = {0};
    double ratio[2];
    const uint32_t n = rows[k].dim == 3 ? 2 : 3, copies = rows[k].dim == 3 ? 8 : 9;
    const double half = 4 * n;
    scr_world *w = packing(&rows[k]), *brick = scr_brick_copy(w, &d);
    assert_non_null(brick);
    sound(brick);
    brick_is_a_copy(w, brick);
    scr_world *big = laid(brick, half, (double[]){-half, -half, -half}, n);
    assert_int_equal(big->force_exponent, brick->force_exponent);
    assert_true(scr_fresh(big, SCR_REPORTS));
    compare(big, brick, copies, 1, 0);
    compare_balls(big, brick, copies, 0);
    compare_stress(big, brick, 1e-12);
    assert_true(scr_world_ratio(big, "ratio-average", &ratio[0]));
    assert_true(scr_world_ratio(brick, "ratio-average", &ratio[1]));
    assert_true(fabs(ratio[0] - ratio[1]) <= 1e-12 * ratio[1]);
    for (int t = 0; t < SCR_CONTACT_TYPES; t++)
      scr_cmat_set_default(big, (scr_contact_type)t, scr_cmat_default(w, (scr_contact_type)t));
    scene_cycle(w, 1e-3, 20);
    scene_cycle(big, 1e-3, 20);
    sound(big);
    compare_stress(big, w, 1e-9);
    scr_world_free(w);
    scr_world_free(brick);
    scr_world_free(big);
  }
}

/* A domain that they do not fill: contacts across the seams are there, those across the outer
 * boundary are not, and no ball carries what it has lost. */
static void outer_boundary_has_none(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < 2; k++) {
    scr_diag d = {0};
    scr_world *w = packing(&rows[k]), *brick = scr_brick_copy(w, &d),
              *big = laid(brick, 20, (double[]){-8, -8, -8}, 2);
    scr_contact *c;
    const size_t n = scr_contact_list(big, SCR_BALL_BALL, true, &c);
    const uint32_t copies = rows[k].dim == 3 ? 8 : 4;
    size_t across = 0;
    assert_true(n < copies * scr_contact_count(brick, SCR_BALL_BALL, true));
    for (size_t i = 0; i < n; i++) {
      scr_contact_geometry g;
      scr_contact_geometry_of(big, c[i], &g);
      assert_true(g.gap < 0.1);
      across += (scr_contact_end_id(big, c[i], 0) - 1) % copies !=
                (scr_contact_end_id(big, c[i], 1) - 1) % copies;
    }
    assert_true(across > 5 && across < n / 2);
    scr_world_sync(big);
    for (uint32_t row = 0; row < big->ball.n; row++) {
      scr_contact *own;
      double sum[3] = {0}, f[3];
      const size_t m = scr_contacts_of(big, SCR_K_BALL, row, true, &own);
      for (size_t i = 0; i < m; i++) {
        scr_contact_force(big, own[i], f);
        const double sign = big->pair[SCR_BALL_BALL].j[own[i].k] == row ? 1 : -1;
        for (int x = 0; x < 3; x++) sum[x] += sign * f[x];
      }
      for (int x = 0; x < 3; x++) assert_true(fabs(sum[x] - big->load[row].f[x]) < 1e-6);
      scr_free(own);
    }
    scr_free(c);
    scr_world_free(w);
    scr_world_free(brick);
    scr_world_free(big);
  }
}

static void wrong_ones_are_refused(void **state) {
  SCR_UNUSED(state);
  scr_diag d = {0};
  scr_world *w = scene_new(3), *brick = packing(&rows[1]);
  scr_brick_plan p = {.of = brick, .origin = {8, 0, 0}, .size = {1, 1, 1}};
  scene_refused(scr_brick_copy(w, &d), &d, "periodic in every direction: along x it is not");
  scene_refused(scr_brick_plan_make(w, &d, &p), &d, "from 8 to 16 along x, beyond the domain");
  scene_refused(scr_brick_fits(brick, &d, 2), &d, "the brick has 3 dimensions");
  scr_world_free(w);
  scr_world_free(brick);
}

/* The list keeps the order of ids. */
static void list_is_in_order(void **state) {
  SCR_UNUSED(state);
  scr_bricks all = {0};
  assert_int_equal(scr_brick_next_id(&all), 1);
  for (uint32_t k = 0; k < 3; k++) scr_brick_put(&all, 5 - 2 * k, scr_world_new(2));
  assert_int_equal(scr_brick_next_id(&all), 6);
  assert_int_equal(scr_brick_find(&all, 3), 1);
  assert_int_equal(scr_brick_find(&all, 2), SCR_NONE);
  scr_brick_delete(&all, 1);
  assert_int_equal(scr_brick_find(&all, 5), 1);
  scr_bricks_free(&all);
  assert_int_equal(all.n, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(copies_fill_a_domain), cmocka_unit_test(outer_boundary_has_none),
      cmocka_unit_test(wrong_ones_are_refused), cmocka_unit_test(list_is_in_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
