/* The search's look at balls: rows, nearness and numbers of candidates by each instruction set,
 * against the formula for one pair.
 */
#include "support/check.h"

#include "base/mem.h"
#include "base/rng.h"
#include "kernel/kernel.h"

enum { MOST = 75, ROOM = MOST + 2 * SCR_TILE };

static double uniform(scr_rng *rng, double lo, double hi) {
  return lo + (hi - lo) * scr_rng_uniform(rng);
}

/* 0 ... 2, or -1: no candidate. */
static int nearness_of(const scr_near *q, int dim, const double a[4], const double b[4]) {
  double d2 = 0;
  for (int c = 0; c < dim; c++) {
    const double whole = q->inside ? 0 : q->period[c];
    double d = b[c] - a[c];
    if (whole > 0) d = d > 0.5 * whole ? d - whole : d < -0.5 * whole ? d + whole : d;
    d2 = c == 0 ? d * d : d2 + d * d;
  }
  const double touch = a[3] + b[3], near = touch + SCR_MAX(q->fixed, q->part * SCR_MIN(a[3], b[3])),
               far = near + q->skin;
  return d2 <= touch * touch ? 0 : d2 <= near * near ? 1 : d2 <= far * far ? 2 : -1;
}

static void one_ball(const scr_kernels *kernels, int dim, scr_rng *rng, uint32_t *seen) {
  const scr_near q = {.period = {4, scr_rng_uniform(rng) < 0.5 ? 4 : 0, 0},
                      .inside = scr_rng_uniform(rng) < 0.5,
                      .fixed = uniform(rng, 0, 0.1),
                      .part = uniform(rng, 0, 0.2),
                      .skin = uniform(rng, 0, 0.5)};
  double column[4][ROOM] = {{0}};
  uint32_t row[ROOM] = {0}, out[ROOM];
  const uint32_t last = (uint32_t)uniform(rng, 0, MOST + 1),
                 first = (uint32_t)uniform(rng, 0, last + 1), limit = 512;
  for (int k = 0; k < ROOM; k++) { /* those after the last one lie at hand, and must not be found */
    for (int c = 0; c < 3; c++) column[c][k] = uniform(rng, -2, 2);
    column[3][k] = uniform(rng, 0.2, 0.9);
    row[k] = (uint32_t)uniform(rng, scr_rng_uniform(rng) < 0.1 ? 0 : limit, 2000);
  }
  const double a[4] = {uniform(rng, -2, 2), uniform(rng, -2, 2), uniform(rng, -2, 2),
                       uniform(rng, 0.2, 0.9)};
  const scr_ball_columns balls = {{column[0], column[1], column[2], column[3]}, row};
  const scr_near_count found = kernels->near(&q, a, &balls, first, last, limit, out);
  scr_near_count is = {0};
  for (uint32_t k = first; k < last; k++) {
    const double b[4] = {column[0][k], column[1][k], column[2][k], column[3][k]};
    const int nearness = nearness_of(&q, dim, a, b);
    if (nearness < 0) continue;
    assert_true(is.n < found.n);
    assert_int_equal(out[is.n++], row[k] | (uint32_t)nearness << SCR_NEARNESS_BIT);
    is.of[nearness]++;
    is.before |= row[k] < limit;
  }
  assert_int_equal(is.n, found.n);
  assert_int_equal(is.before, found.before);
  for (int k = 0; k < SCR_NEARNESSES; k++)
    assert_int_equal(is.of[k], found.of[k]), seen[k] += is.of[k];
}

static void candidates(void **state) {
  static const char *const isa[] = {"base", "avx2", "avx512"};
  (void)state;
  for (size_t k = 0; k < SCR_COUNTOF(isa); k++) {
    if (!scr_isa_select(isa[k])) continue;
    scr_rng rng;
    uint32_t seen[SCR_NEARNESSES] = {0};
    scr_rng_seed(&rng, 5);
    for (int c = 0; c < 3000; c++) one_ball(scr_kernels_for(2 + c % 2), 2 + c % 2, &rng, seen);
    for (int n = 0; n < SCR_NEARNESSES; n++) assert_true(seen[n] > 300);
  }
}

/* ---- boxes ---- */

/* How far a place is from what lies in a box and in a plane, at least. */
static double least_distance(const scr_near_box *box, int dim, const double x[3]) {
  double d2 = 0, off = -box->height;
  for (int c = 0; c < dim; c++) {
    const double d = fmax(0, fmax(box->lo[c] - x[c], x[c] - box->hi[c]));
    d2 += d * d;
    off += box->normal[c] * x[c];
  }
  return fmax(sqrt(d2), fabs(off));
}

static void one_box(const scr_kernels *kernels, int dim, scr_rng *rng, int *seen) {
  const scr_near q = {
      .fixed = uniform(rng, 0, 0.1), .part = uniform(rng, 0, 0.2), .skin = uniform(rng, 0, 0.5)};
  double column[4][SCR_TILE + 3];
  uint32_t row[SCR_TILE + 3] = {0};
  const scr_ball_columns balls = {{column[0], column[1], column[2], column[3]}, row};
  const bool plane = scr_rng_uniform(rng) < 0.5;
  scr_near_box box = {.height = plane ? uniform(rng, -1, 1) : 0};
  for (int c = 0; c < 3; c++) {
    box.lo[c] = uniform(rng, -1, 1), box.hi[c] = box.lo[c] + uniform(rng, 0, 1);
    box.normal[c] = plane && c < dim ? (c == 1 ? -0.6 : c == 0 ? 0.8 : 0) : 0;
  }
  for (int k = 0; k < SCR_TILE + 3; k++) {
    for (int c = 0; c < 3; c++) column[c][k] = uniform(rng, -2, 2);
    column[3][k] = uniform(rng, 0.1, 0.7);
  }
  const uint32_t bits = kernels->beside(&q, &box, &balls, 3);
  for (int k = 0; k < SCR_TILE; k++) {
    const double x[3] = {column[0][k + 3], column[1][k + 3], column[2][k + 3]},
                 r = column[3][k + 3];
    const double beyond =
        least_distance(&box, dim, x) - (r + SCR_MAX(q.fixed, q.part * r) + q.skin);
    const bool is = bits >> k & 1;
    if (fabs(beyond) < 1e-5) continue; /* more than the last places may be near */
    assert_true(is == (beyond < 0));
    seen[is]++;
  }
}

static void boxes(void **state) {
  (void)state;
  EACH_ISA(isa) {
    scr_rng rng;
    int seen[2] = {0};
    scr_rng_seed(&rng, 6);
    for (int c = 0; c < 1000; c++) one_box(scr_kernels_for(2 + c % 2), 2 + c % 2, &rng, seen);
    assert_true(seen[0] > 2000 && seen[1] > 2000);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(candidates), cmocka_unit_test(boxes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
