/* The neighbour list against brute force: every pair within reach is in it, none twice, whatever
 * the sizes, sides and motion. */
#include "world/scene.h"

#include <stdlib.h>
#include "base/mem.h"
#include "base/rng.h"
#include "world/state/rows.h"

#define PROXIMITY 0.02 /* the gap up to which a contact exists, m */

typedef struct cloud_row {
  int dim;
  uint32_t balls;
  double smallest, largest; /* radii, m */
  uint8_t condition[3];
  double drift; /* largest velocity, m/s: cycles of 1e-3 s follow */
} cloud_row;

#define P SCR_B_PERIODIC
#define S SCR_B_STOP
static const cloud_row row[] = {
    {2, 300, 0.2, 0.3, {S, S, S}, 0},
    {2, 300, 0.05, 1.0, {S, S, S}, 200},
    {2, 300, 0.05, 1.0, {P, P, S}, 200},
    {3, 600, 0.4, 0.6, {S, S, S}, 0},
    {3, 600, 0.1, 2.0, {S, S, S}, 300},
    {3, 600, 0.1, 2.0, {P, P, P}, 300},
    {3, 600, 0.1, 2.0, {P, S, P}, 300},
    {2, 2, 4.0, 4.9, {P, P, S}, 0}, /* a period of four radii and a little */
};

static scr_world *cloud(const cloud_row *c, uint64_t seed) {
  scr_world *w = scene_new(c->dim);
  scr_diag d = {0};
  scr_rng rng;
  scr_rng_seed(&rng, seed);
  assert_true(scr_domain_set_condition(w, &d, c->condition));
  scr_cmat_entry e = scene_linear(1e-6, 0);
  e.proximity = PROXIMITY;
  scr_cmat_set_default(w, SCR_BALL_BALL, &e);
  const int velocity = scr_quantity_find(scr_ball_quantity, "velocity"),
            density = scr_quantity_find(scr_ball_quantity, "density");
  for (uint32_t id = 1; id <= c->balls; id++) {
    double x[3] = {0}, v[3] = {0}, rho = 1000;
    double r =
        c->smallest * pow(c->largest / c->smallest, scr_rng_uniform(&rng)); /* many small ones */
    for (int k = 0; k < c->dim; k++) {
      x[k] = 20 * scr_rng_uniform(&rng) - 10;
      v[k] = c->drift * (2 * scr_rng_uniform(&rng) - 1);
    }
    uint32_t at;
    assert_true(scr_ball_create(w, &d, id, x, r, &at));
    assert_true(scr_ball_set(w, &d, at, density, &rho));
    assert_true(scr_ball_set(w, &d, at, velocity, v));
  }
  return w;
}

/* Distance of the surfaces of two rows, by the nearest image. */
static double gap_of(scr_world *w, uint32_t i, uint32_t j) {
  const int position = scr_quantity_find(scr_ball_quantity, "position"),
            radius = scr_quantity_find(scr_ball_quantity, "radius");
  double a[3] = {0}, b[3] = {0}, ra, rb, sum = 0;
  scr_ball_get(w, i, position, a);
  scr_ball_get(w, j, position, b);
  scr_ball_get(w, i, radius, &ra);
  scr_ball_get(w, j, radius, &rb);
  for (int k = 0; k < w->dim; k++) {
    double dx = b[k] - a[k], period = scr_period(w, k);
    if (period > 0) dx -= period * round(dx / period);
    sum += dx * dx;
  }
  return sqrt(sum) - ra - rb;
}

static int by_key(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static uint32_t id_of(const scr_world *w, uint32_t at) {
  return *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, at);
}

static uint64_t key_of(const scr_world *w, uint32_t i, uint32_t j) {
  const uint64_t a = id_of(w, i), b = id_of(w, j);
  return a < b ? a << 32 | b : b << 32 | a;
}

/* Pairs of the list in order; contacts alone, or candidates as well. */
static size_t listed(const scr_world *w, bool contacts, uint64_t *key) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  size_t n = 0;
  for (uint32_t k = 0; k < p->n; k++)
    if (!contacts || p->law[k]) key[n++] = key_of(w, p->i[k], p->j[k]);
  qsort(key, n, sizeof *key, by_key);
  return n;
}

/* The list holds no pair twice; contacts are exactly the pairs within the proximity, but for those
 * at it to rounding. */
static void same_as_brute_force(scr_world *w) {
  const size_t most = (size_t)w->pair[SCR_BALL_BALL].n + 1;
  uint64_t *key = scr_alloc(most * sizeof *key);
  size_t n = listed(w, false, key), found = 0;
  for (size_t k = 1; k < n; k++) assert_true(key[k - 1] < key[k]);
  n = listed(w, true, key);
  for (uint32_t i = 0; i < w->ball.n; i++)
    for (uint32_t j = i + 1; j < w->ball.n; j++) {
      const double gap = gap_of(w, i, j);
      const uint64_t wanted = key_of(w, i, j);
      const bool is = bsearch(&wanted, key, n, sizeof *key, by_key) != NULL;
      if (fabs(gap - PROXIMITY) > 1e-12 && is != (gap < PROXIMITY))
        fail_msg("%dD: gap %g, contact %d", w->dim, gap, is); /* rounding of positions of 10 m */
      found += is;
    }
  assert_int_equal(found, n);
  scr_free(key);
}

static void pairs(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_world *w = cloud(&row[k], 7 + k);
    scene_clean(w);
    same_as_brute_force(w);
    for (int turn = 0; row[k].drift > 0 && turn < 5;
         turn++) { /* each turn moves by up to a whole ball */
      scene_cycle(w, 1e-3, 3);
      scene_clean(w);
      same_as_brute_force(w);
    }
    scr_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pairs)};
  return cmocka_run_group_tests_name("detect", tests, NULL, NULL);
}
