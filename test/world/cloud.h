/* Random balls and facets for the tests of the search. */
#ifndef SCR_TEST_CLOUD_H
#define SCR_TEST_CLOUD_H

#include "world/scene.h"

#include "base/mem.h"
#include "base/rng.h"
#include "world/contacts/count.h"
#include "world/contacts/kept.h"

#define PI 3.14159265358979323846

typedef enum place { BOX, FLAT, NEEDLE, SHELL, POINT } place;

typedef struct cloud_row {
  int dim;
  uint32_t balls;
  double smallest, largest; /* radii, m */
  uint8_t condition[3];
  place place;
  double proximity; /* m; -1: the default */
  uint32_t facets;
} cloud_row;

#define P SCR_B_PERIODIC
#define S SCR_B_STOP

static inline double uniform(scr_rng *r, double lo, double hi) {
  return lo + (hi - lo) * scr_rng_uniform(r);
}

/* In a shell the first ball is the largest, and dust lies about its surface; elsewhere there are
 * many small ones. */
static inline double radius_of(const cloud_row *c, scr_rng *rng, uint32_t id) {
  if (c->place == SHELL) return id == 1 ? c->largest : c->smallest * uniform(rng, 1, 1.5);
  return c->smallest * pow(c->largest / c->smallest, scr_rng_uniform(rng));
}

/* Where a facet that spans the period ends, and its image begins: balls there touch both. */
static inline void position_at_seam(const cloud_row *c, scr_rng *rng, double x[3]) {
  x[0] = uniform(rng, -0.3, 0.3);
  x[0] += x[0] > 0 ? -10 : 10;
  x[1] = -10 + uniform(rng, 0, 0.3);
  x[2] = c->dim == 3 ? uniform(rng, -0.3, 0.3) : 0;
}

static inline void position_of(const cloud_row *c, scr_rng *rng, uint32_t id, double x[3]) {
  static const double length[][3] = {{10, 10, 10}, {10, 10, 0}, {10, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  if (c->place == BOX && c->condition[0] == P && id % 8 == 0) {
    position_at_seam(c, rng, x);
    return;
  }
  for (int k = 0; k < 3; k++)
    x[k] = k < c->dim ? uniform(rng, -length[c->place][k], length[c->place][k]) : 0;
  if (c->place != SHELL || id == 1) return;
  const double up = c->dim == 3 ? uniform(rng, -1, 1) : 0, turn = uniform(rng, 0, 2 * PI),
               r = c->largest + uniform(rng, 0, 0.2);
  const double flat = sqrt(1 - up * up);
  x[0] = r * flat * cos(turn), x[1] = r * flat * sin(turn), x[2] = c->dim == 3 ? r * up : 0;
}

static inline void add_ball(scr_world *w, const cloud_row *c, scr_rng *rng, uint32_t id) {
  scr_diag d = {0};
  double x[3];
  uint32_t at;
  position_of(c, rng, id, x);
  assert_true(scr_ball_create(w, &d, id, x, radius_of(c, rng, id), &at));
  assert_true(
      scr_ball_set(w, &d, at, scr_quantity_find(scr_ball_quantity, "density"), (double[]){1000}));
}

/* Facets of all sizes and slopes; the first one spans the period along x. */
static inline void add_facet(scr_world *w, scr_rng *rng, uint32_t id) {
  scr_diag d = {0};
  double x[9] = {0};
  const double size = uniform(rng, 0.5, 9);
  for (int v = 0; v < w->dim; v++)
    for (int c = 0; c < w->dim; c++) x[3 * v + c] = uniform(rng, -size, size);
  static const double across[2][9] = {{-10, -9.8, 0, 10, -9.8, 0},
                                      {-10, -10, 0, 10, -10, 0, 10, 10, 0}};
  if (id == 1) memcpy(x, across[w->dim == 3], sizeof x);
  assert_true(scr_wall_create(w, &d, id, NULL, (uint32_t)w->dim, x, 1,
                              (uint32_t[]){0, 1, w->dim == 3 ? 2 : 0}, NULL));
}

/* Small facets beside each other, up to a side of the domain where many balls lie. */
static inline void add_mesh(scr_world *w, uint32_t id) {
  enum { N = 8 };
  double x[3 * (N + 1) * (N + 1)];
  uint32_t facet[3 * 2 * N * N], n = 0;
  const uint32_t lines = w->dim == 3 ? N + 1 : 1;
  scr_diag d = {0};
  for (uint32_t k = 0; k < (N + 1) * lines; k++) {
    x[3 * k] = 10 - 0.2 * (k % (N + 1)), x[3 * k + 1] = -9.9 + 0.1 * (k % 3) + 0.2 * (k / (N + 1));
    x[3 * k + 2] = w->dim == 3 ? 0.1 * (k % 2) : 0;
  }
  for (uint32_t k = 0; k < (N + 1) * lines; k++) {
    if (k % (N + 1) == N || (w->dim == 3 && k / (N + 1) == N)) continue;
    const uint32_t two[6] = {k, k + 1, k + N + 2, k, k + N + 2, k + N + 1};
    memcpy(facet + 3 * n, w->dim == 3 ? two : (const uint32_t[]){k, k + 1, 0},
           (w->dim == 3 ? 6 : 3) * sizeof *facet);
    n += w->dim == 3 ? 2 : 1;
  }
  if (!scr_wall_create(w, &d, id, NULL, (N + 1) * lines, x, n, facet, NULL))
    fail_msg("%s", d.error.text);
}

static inline scr_world *make(const cloud_row *c, scr_rng *rng) {
  scr_world *w = scene_new(c->dim);
  scr_diag d = {0};
  assert_true(scr_domain_set_condition(w, &d, c->condition));
  scr_cmat_entry e = scene_linear(1e-6, 0);
  e.proximity = c->proximity;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_cmat_set_default(w, (scr_contact_type)t, &e);
  for (uint32_t id = 1; id <= c->balls; id++) add_ball(w, c, rng, id);
  for (uint32_t id = 1; id <= c->facets; id++) add_facet(w, rng, id);
  if (c->facets) add_mesh(w, c->facets + 1);
  return w;
}

/* Kept numbers of contacts are those that counting finds. */
static inline void counts(scr_world *w) {
  const struct scr_engine *e = w->engine;
  const uint32_t most = e->contacts->max_count;
  uint32_t *kept = scr_alloc(w->ball.n * sizeof *kept);
  assert_true(scr_fresh(w, SCR_COUNTS));
  if (w->ball.n) memcpy(kept, e->contacts->count, w->ball.n * sizeof *kept);
  scr_count_contacts(w);
  assert_int_equal(most, e->contacts->max_count);
  if (w->ball.n) assert_memory_equal(kept, e->contacts->count, w->ball.n * sizeof *kept);
  scr_free(kept);
}

#endif
