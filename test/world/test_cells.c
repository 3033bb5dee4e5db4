/* Radical cells of balls: lattices have them in closed form, and any cells close, fill the box and
 * carry a stress. Tolerances: areas are sums of some tens of products, each rounded to 1e-16. */
#include "scene.h"

#include "base/rng.h"
#include "world/measure/cells.h"
#include "world/state/rows.h"

static const double EXACT = 1e-12;

static scr_world *box_new(int dim, double x, double y, double z, bool periodic) {
  scr_diag d = {0};
  scr_world *w = scr_world_new(dim);
  const uint8_t side = periodic ? SCR_B_PERIODIC : SCR_B_STOP;
  assert_true(scr_domain_set(w, &d, (double[]){0, 0, 0}, (double[]){x, y, z}));
  assert_true(
      scr_domain_set_condition(w, &d, (uint8_t[]){side, side, dim == 3 ? side : SCR_B_STOP}));
  return w;
}

static void put(scr_world *w, double x, double y, double z, double r) {
  scr_diag d = {0};
  uint32_t row;
  assert_true(scr_ball_create(w, &d, 0, (double[]){x, y, z}, r, &row));
}

/* A cell of this volume, with so many faces of each of two areas. */
typedef struct shape {
  double volume, area[2];
  int faces[2];
} shape;

static void check(scr_world *w, shape s) {
  scr_diag d = {0};
  scr_cells c;
  assert_true(scr_cells_find(w, &d, true, &c));
  for (uint32_t k = 0; k < c.n; k++) {
    int found[2] = {0};
    assert_true(fabs(c.volume[k] - s.volume) < EXACT * s.volume);
    assert_int_equal(c.first[k + 1] - c.first[k], s.faces[0] + s.faces[1]);
    for (size_t f = c.first[k]; f < c.first[k + 1]; f++)
      for (int a = 0; a < 2; a++) found[a] += fabs(c.face[f].area - s.area[a]) < EXACT * s.area[a];
    for (int a = 0; a < 2; a++) assert_int_equal(found[a], s.faces[a]);
  }
  scr_cells_free(&c);
  scr_world_free(w);
}

/* n^3 unit cells of a lattice with these places. */
static scr_world *lattice(const double (*at)[3], int places, int n, double r) {
  scr_world *w = box_new(3, n, n, n, true);
  for (int k = 0; k < n * n * n; k++)
    for (int p = 0; p < places; p++)
      put(w, k % n + at[p][0] + 0.25, k / n % n + at[p][1] + 0.25, k / n / n + at[p][2] + 0.25, r);
  return w;
}

static void lattices(void **state) {
  (void)state;
  static const double at[][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}},
                      centred[][3] = {{0, 0, 0}, {0.5, 0.5, 0.5}};
  check(lattice(at, 1, 4, 0.5), (shape){1, {1}, {6}});
  check(lattice(at, 4, 3, sqrt(2) / 4), (shape){0.25, {sqrt(2) / 8}, {12}});
  check(lattice(centred, 2, 3, sqrt(3) / 4), (shape){0.5, {0.125, 3 * sqrt(3) / 16}, {6, 8}});
}

static void hexagons(void **state) {
  (void)state;
  const double high = sqrt(3) / 2;
  scr_world *w = box_new(2, 6, 6 * high, 1, true);
  for (int k = 0; k < 36; k++) put(w, k % 6 + 0.5 * (k / 6 % 2), high * (k / 6), 0, 0.5);
  check(w, (shape){high, {1 / sqrt(3)}, {6}});
}

/* Layers of two radii: planes lie nearer to the smaller ones, by (r1^2 - r2^2)/2. */
static void radical_planes(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_cells c;
  scr_world *w = box_new(3, 4, 4, 4, true);
  for (int k = 0; k < 64; k++)
    put(w, k % 4 + 0.5, k / 4 % 4 + 0.5, k / 16 + 0.5, k % 2 ? 0.5 : 0.3);
  for (int radical = 0; radical < 2; radical++) {
    assert_true(scr_cells_find(w, &d, radical, &c));
    for (uint32_t k = 0; k < c.n; k++) {
      const double more = !radical ? 0 : w->pose[k].r == 0.5 ? 0.16 : -0.16;
      assert_true(fabs(c.volume[k] - (1 + more)) < EXACT);
    }
    scr_cells_free(&c);
  }
  scr_world_free(w);
}

/* A box around balls that reach its sides: the cells of both fill it. */
static void sides(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_cells c;
  scr_world *w = box_new(3, 10, 10, 10, false);
  put(w, 3, 3, 3, 1);
  put(w, 5, 3, 3, 1);
  assert_true(scr_cells_find(w, &d, true, &c));
  for (int k = 0; k < 2; k++) {
    assert_true(fabs(c.volume[k] - 8) < EXACT);
    assert_int_equal(c.first[k + 1] - c.first[k], 6);
  }
  assert_true(fabs(scr_cell_towards(&c, 0, 1)->area - 4) < EXACT);
  assert_true(scr_cell_towards(&c, 0, 1)->h == 1);
  scr_cells_free(&c);
  scr_world_free(w);
}

static void random_balls(scr_world *w, int n, double least, double most) {
  scr_rng r;
  scr_rng_seed(&r, 7);
  for (int k = 0; k < n; k++) {
    double x[3] = {0};
    for (int c = 0; c < w->dim; c++) x[c] = w->domain.hi[c] * scr_rng_uniform(&r);
    put(w, x[0], x[1], x[2], least + (most - least) * scr_rng_uniform(&r));
  }
}

/* Sum of A n over a cell is 0; of A n n h over all, both sides of each face, the volume along each
 * axis: what makes the mean stress that which is given. */
static void closes(const scr_world *w, const scr_cells *c, double volume) {
  double sum[9] = {0}, all = 0;
  for (uint32_t k = 0; k < c->n; k++) {
    double gap[3] = {0}, size = 0;
    all += c->volume[k];
    for (size_t f = c->first[k]; f < c->first[k + 1]; f++) {
      const scr_cell_face *s = &c->face[f];
      size += s->area;
      for (int x = 0; x < 3; x++) gap[x] += s->area * s->n[x];
      for (int x = 0; x < 9; x++) sum[x] += s->area * s->n[x / 3] * s->n[x % 3] * s->h;
    }
    for (int x = 0; x < 3; x++) assert_true(fabs(gap[x]) <= 1e-11 * size);
  }
  assert_true(fabs(all - volume) < 1e-11 * volume);
  for (int x = 0; x < 9; x++) {
    const double is = x % 4 == 0 && x / 4 < w->dim ? volume : 0;
    assert_true(fabs(sum[x] - is) < 1e-11 * volume);
  }
}

static void any_cells(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int periodic = 0; periodic < 2; periodic++) {
      scr_diag d = {0};
      scr_cells c;
      scr_world *w = box_new(dim, 7, 8, 9, periodic);
      random_balls(w, 300, 0.1, 0.6);
      assert_true(scr_cells_find(w, &d, true, &c));
      double volume = 1;
      for (int a = 0; a < dim; a++) volume *= c.hi[a] - c.lo[a];
      if (periodic) closes(w, &c, volume);
      double all = 0;
      for (uint32_t k = 0; k < c.n; k++) all += c.volume[k];
      assert_true(fabs(all - volume) < 1e-11 * volume);
      scr_cells_free(&c);
      scr_world_free(w);
    }
}

/* The sum of areas by powers of the numbers of balls tells faces, their sizes and their order. */
static double sum_of(const scr_world *w, const scr_cells *c, uint32_t id) {
  const uint32_t row = scr_ball_find(w, id), *ids = scr_colu(&w->ball, SCR_BALL_ID);
  double sum = 0;
  for (size_t f = c->first[row]; f < c->first[row + 1]; f++)
    sum = sum * 0.75 + c->face[f].area * ids[c->face[f].other];
  return sum;
}

/* A face-centred lattice with rounded places, made forwards or backwards: what is equally far from
 * a ball goes by id, whichever row it has. */
static void order_of_rows(void **state) {
  (void)state;
  enum { N = 3, BALLS = 4 * N * N * N };
  static const double at[][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
  const double a = 0.7;
  scr_diag d = {0};
  scr_world *w[2];
  scr_cells c[2];
  for (int back = 0; back < 2; back++) {
    w[back] = box_new(3, N * a, N * a, N * a, true);
    for (int k = 0; k < BALLS; k++) {
      const int q = back ? BALLS - 1 - k : k, p = q % 4, cell = q / 4;
      const double x[] = {a * (cell % N + at[p][0] + 0.1), a * (cell / N % N + at[p][1] + 0.1),
                          a * (cell / N / N + at[p][2] + 0.1)};
      uint32_t row;
      assert_true(scr_ball_create(w[back], &d, (uint32_t)q + 1, x, 0.2, &row));
    }
    assert_true(scr_cells_find(w[back], &d, true, &c[back]));
  }
  for (uint32_t id = 1; id <= BALLS; id++)
    assert_true(sum_of(w[0], &c[0], id) == sum_of(w[1], &c[1], id));
  for (int k = 0; k < 2; k++) {
    scr_cells_free(&c[k]);
    scr_world_free(w[k]);
  }
}

/* One ball, whose neighbours are its own images; and none. */
static void alone(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_cells c;
  scr_world *w = box_new(2, 3, 2, 1, true);
  scene_refused(scr_cells_find(w, &d, true, &c), &d, "there are no balls");
  scr_cells_free(&c);
  put(w, 1, 1, 0, 0.1);
  assert_true(scr_cells_find(w, &d, true, &c));
  assert_true(fabs(c.volume[0] - 6) < EXACT);
  assert_null(scr_cell_towards(&c, 0, 0));
  scr_cells_free(&c);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lattices), cmocka_unit_test(hexagons),  cmocka_unit_test(radical_planes),
      cmocka_unit_test(sides),    cmocka_unit_test(any_cells), cmocka_unit_test(order_of_rows),
      cmocka_unit_test(alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
