/* Fragments of random graphs of bonds, against labels that spread from ball to ball until nothing
 * changes; ids that last, by their rule written out once more. */
#include "world/fracture/fragment.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "scene.h"
#include "world/check.h"

enum { SIDE = 9, BALLS = SIDE * SIDE };

/* Disks in rows and columns; neighbours touch. Radii differ, so that volumes do. */
static scr_world *grid(uint64_t seed, scr_rng *rng) {
  scr_world *w = scene_new(2);
  scr_diag d = {0};
  const scr_cmat_entry law = scr_cmat_entry_of(scr_model_find("linearpbond"));
  scr_cmat_set_default(w, SCR_BALL_BALL, &law);
  scr_rng_seed(rng, seed);
  for (uint32_t k = 0; k < BALLS; k++)
    scene_ball(w, k + 1, (double)(k % SIDE) - 4, (double)(k / SIDE) - 4,
               k % 3 ? 0.5 : 0.495 + 0.005 * scr_rng_uniform(rng), 1000);
  assert_true(scr_world_clean(w, &d));
  return w;
}

static const scr_method *method(const char *name) {
  const scr_model *m = scr_model_find("linearpbond");
  for (int k = 0; k < m->nmethod; k++)
    if (strcmp(m->method[k].name, name) == 0) return &m->method[k];
  fail_msg("no method %s", name);
  return NULL;
}

/* Bonds or unbonds contacts at random: the part `share` of them is bonded. */
static void draw_bonds(scr_world *w, scr_rng *rng, double share) {
  scr_diag d = {0};
  scr_contact *c;
  const size_t n = scr_contact_list(w, SCR_BALL_BALL, true, &c);
  for (size_t k = 0; k < n; k++) {
    const scr_method *how = method(scr_rng_uniform(rng) < share ? "bond" : "unbond");
    scr_marg args[8] = {{0}};
    args[0] = (scr_marg){"gap", 1, true};
    assert_true(scr_contact_method(w, &d, c[k], how, args));
  }
  scr_free(c);
}

/* The lowest id that each ball is connected to. */
static void spread(scr_world *w, uint32_t low[BALLS + 1]) {
  scr_contact *c;
  const size_t n = scr_contact_list(w, SCR_BALL_BALL, true, &c);
  for (uint32_t id = 1; id <= BALLS; id++) low[id] = id;
  for (bool more = true; more;) {
    more = false;
    for (size_t k = 0; k < n; k++) {
      if (scr_contact_bond(w, c[k]) < SCR_BOND_HOLDS) continue;
      const uint32_t a = scr_contact_end_id(w, c[k], 0), b = scr_contact_end_id(w, c[k], 1);
      const uint32_t least = SCR_MIN(low[a], low[b]);
      more |= low[a] != low[b];
      low[a] = low[b] = least;
    }
  }
  scr_free(c);
}

static double volume_of(const scr_world *w, uint32_t id) {
  const double r = w->pose[scr_ball_find(w, id)].r;
  return SCR_PI * (r * r);
}

/* By the lowest ball of each part: how many balls it has, and their volume. */
typedef struct part {
  uint32_t n;
  double volume;
} part;

static void measure(const scr_world *w, const uint32_t low[BALLS + 1], part all[BALLS + 1]) {
  for (uint32_t id = 0; id <= BALLS; id++) all[id] = (part){0, 0};
  for (uint32_t id = 1; id <= BALLS; id++) {
    all[low[id]].n++;
    all[low[id]].volume += volume_of(w, id);
  }
}

/* The largest part with a ball that had the id, the first of equal ones; 0: it is gone. */
static uint32_t heir(const uint32_t low[BALLS + 1], const part all[BALLS + 1],
                     const uint32_t was[BALLS + 1], uint32_t old) {
  uint32_t best = 0;
  for (uint32_t id = 1; id <= BALLS; id++) {
    const uint32_t r = low[id];
    if (was[id] != old || all[r].n < 2) continue;
    if (!best || all[r].volume > all[best].volume ||
        (all[r].volume == all[best].volume && r < best))
      best = r;
  }
  return best;
}

static void label(const uint32_t low[BALLS + 1], const part all[BALLS + 1], uint32_t was[BALLS + 1],
                  uint32_t *most) {
  uint32_t of[BALLS + 1] = {0};
  for (uint32_t old = 1; old <= *most; old++) {
    const uint32_t r = heir(low, all, was, old);
    if (r && !of[r]) of[r] = old;
  }
  for (uint32_t r = 1; r <= BALLS; r++)
    if (low[r] == r && all[r].n > 1 && !of[r]) of[r] = ++*most;
  for (uint32_t id = 1; id <= BALLS; id++) was[id] = of[low[id]];
}

static void compare(scr_world *w, const uint32_t want[BALLS + 1]) {
  scr_buf why = {0};
  for (uint32_t id = 1; id <= BALLS; id++)
    assert_int_equal(scr_fragment_of_ball(w, scene_row(w, id)), want[id]);
  if (!scr_check_fragments(w, &why)) fail_msg("%s", why.s);
}

/* Each computation of a series has other bonds. */
static void random_graphs(void **state) {
  SCR_UNUSED(state);
  for (uint64_t seed = 1; seed <= 20; seed++) {
    scr_rng rng;
    scr_diag d = {0};
    scr_world *w = grid(seed, &rng);
    uint32_t low[BALLS + 1], was[BALLS + 1] = {0}, most = 0;
    part all[BALLS + 1];
    scr_fragment_register(w, 1u << SCR_BALL_BALL, false, true);
    for (int k = 0; k < 6; k++) {
      draw_bonds(w, &rng, 0.1 + 0.8 * scr_rng_uniform(&rng));
      spread(w, low);
      measure(w, low, all);
      label(low, all, was, &most);
      assert_true(scr_fragment_compute(w, &d));
      compare(w, was);
    }
    assert_int_equal(w->fragments.n, 6);
    scr_world_free(w);
  }
}

/* Ids that do not last: 1, 2, ... in order of the lowest balls, and single balls have one. */
static void numbered_anew(void **state) {
  SCR_UNUSED(state);
  scr_rng rng;
  scr_diag d = {0};
  scr_world *w = grid(7, &rng);
  uint32_t low[BALLS + 1], of[BALLS + 1] = {0};
  scr_fragment_register(w, 1u << SCR_BALL_BALL, false, false);
  for (int k = 0; k < 3; k++) {
    uint32_t most = 0;
    draw_bonds(w, &rng, 0.4);
    spread(w, low);
    for (uint32_t id = 1; id <= BALLS; id++) of[id] = low[id] == id ? ++most : of[low[id]];
    assert_true(scr_fragment_compute(w, &d));
    compare(w, of);
    assert_int_equal(w->fragments.catalog[k].n, most);
  }
  scr_fragment_clear(w);
  assert_int_equal(scr_fragment_of_ball(w, 0), 0);
  scr_world_free(w);
}

/* ---- where they lie ---- */

/* From a to b in the shortest way. */
static double apart(const scr_world *w, const double *a, const double *b) {
  double sum = 0;
  for (int c = 0; c < w->dim; c++) {
    const double period = w->domain.hi[c] - w->domain.lo[c], d = a[c] - b[c];
    sum += pow(d - period * round(d / period), 2);
    assert_true(a[c] >= w->domain.lo[c] && a[c] <= w->domain.hi[c]);
  }
  return sqrt(sum);
}

/* The grid of that seed, moved, in a periodic domain that it does not fill; the ids of its balls
 * rise or fall. */
static scr_world *moved_grid(uint64_t seed, const double by[2], bool falls) {
  static const uint8_t periodic[3] = {SCR_B_PERIODIC, SCR_B_PERIODIC, SCR_B_PERIODIC};
  scr_rng rng;
  scr_diag d = {0};
  scr_world *w = scene_new(2);
  const scr_cmat_entry law = scr_cmat_entry_of(scr_model_find("linearpbond"));
  scr_cmat_set_default(w, SCR_BALL_BALL, &law);
  assert_true(scr_domain_set(w, &d, (double[]){-6, -6, -1}, (double[]){6, 6, 1}));
  assert_true(scr_domain_set_condition(w, &d, periodic));
  for (uint32_t k = 0; k < BALLS; k++) {
    const double x[2] = {(double)(k % SIDE) - 4 + by[0], (double)(k / SIDE) - 4 + by[1]};
    scene_ball(w, falls ? BALLS - k : k + 1, x[0] - 12 * floor((x[0] + 6) / 12),
               x[1] - 12 * floor((x[1] + 6) / 12), 0.5, 1000);
  }
  assert_true(scr_world_clean(w, &d));
  scr_rng_seed(&rng, seed);
  scr_contact *c;
  const size_t n = scr_contact_list(w, SCR_BALL_BALL, true, &c);
  bool *holds = scr_alloc((size_t)4 * BALLS * BALLS * sizeof *holds);
  for (size_t k = 0; k < (size_t)4 * BALLS * BALLS; k++) holds[k] = scr_rng_uniform(&rng) < 0.5;
  for (size_t k = 0; k < n; k++) {
    uint32_t id[2] = {scr_contact_end_id(w, c[k], 0), scr_contact_end_id(w, c[k], 1)};
    for (int e = 0; e < 2; e++) id[e] = falls ? BALLS - id[e] : id[e] - 1;
    const uint32_t pair = BALLS * SCR_MIN(id[0], id[1]) + SCR_MAX(id[0], id[1]);
    scr_marg args[8] = {{0}};
    args[0] = (scr_marg){"gap", 1, true};
    assert_true(scr_contact_method(w, &d, c[k], method(holds[pair] ? "bond" : "unbond"), args));
  }
  scr_free(holds);
  scr_free(c);
  scr_fragment_register(w, 1u << SCR_BALL_BALL, false, false);
  assert_true(scr_fragment_compute(w, &d));
  return w;
}

static const double *place_of(scr_world *w, uint32_t id) {
  return scr_fragment_find(w, 0, scr_fragment_of_ball(w, scene_row(w, id)))->x;
}

/* Moved through the sides fragments lie where they lay, so much farther; whatever the ids. */
static void moved_through_sides(void **state) {
  SCR_UNUSED(state);
  static const double none[2], way[][2] = {{4.25, 0}, {-3.5, 5.25}, {6, 6}};
  for (uint64_t seed = 1; seed <= 5; seed++) {
    scr_world *at = moved_grid(seed, none, false);
    for (size_t k = 0; k < 2 * SCR_COUNTOF(way); k++) {
      const double *by = way[k / 2];
      scr_world *w = moved_grid(seed, by, k % 2);
      for (uint32_t id = 1; id <= BALLS; id++) {
        const double *x = place_of(at, id), want[2] = {x[0] + by[0], x[1] + by[1]};
        assert_true(apart(w, place_of(w, k % 2 ? BALLS + 1 - id : id), want) < 1e-13);
      }
      scr_world_free(w);
    }
    scr_world_free(at);
  }
}

/* The pieces of a rigid body that lies across a side. */
static void body_across_a_side(void **state) {
  SCR_UNUSED(state);
  static const uint8_t periodic[3] = {SCR_B_PERIODIC, SCR_B_PERIODIC, SCR_B_PERIODIC};
  const scr_pose piece[] = {{{5.25, 0, 0}, 0.25}, {{6.5, 0.5, 0}, 0.25}};
  scr_diag d = {0};
  scr_body_spec s;
  double x[3];
  scr_world *w = scene_new(2);
  assert_true(scr_domain_set(w, &d, (double[]){-6, -6, -1}, (double[]){6, 6, 1}));
  assert_true(scr_domain_set_condition(w, &d, periodic));
  assert_true(scr_body_of_spheres(&d, 2, piece, 2, 1000, &s));
  if (!scr_body_create(w, &d, 0, &s, NULL)) fail_msg("%s", d.error.text);
  scr_fragment_register(w, 1u << SCR_BALL_BALL, false, true);
  assert_true(scr_fragment_compute(w, &d));
  const scr_fragment *one = scr_fragment_find(w, 0, 1);
  assert_true(fabs(one->x[0] - 5.875) < 1e-14 && fabs(one->x[1] - 0.25) < 1e-14);
  assert_int_equal(scr_fragment_where(w, one, x), 2);
  assert_true(fabs(x[0] - 5.875) < 1e-14 && fabs(x[1] - 0.25) < 1e-14);
  scr_world_free(w);
}

static void without_types(void **state) {
  SCR_UNUSED(state);
  scr_diag d = {0};
  scr_world *w = scene_new(3);
  assert_false(scr_fragment_compute(w, &d));
  scr_diag_clear(&d);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_graphs), cmocka_unit_test(numbered_anew),
      cmocka_unit_test(moved_through_sides), cmocka_unit_test(body_across_a_side),
      cmocka_unit_test(without_types)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
