/* Sliders whose strength a table gives, on random tables: where they stop the spring holds the
 * strength, and it does at no shorter way. */
#define SCR_KERNEL 1
#define SCR_DIM    2
#define SCR_ISA    base
#include "model/softening.h"

#include "law.h"

#include <math.h>

enum { ROWS = 6 };

typedef struct trial {
  scr_curve table;
  double x[ROWS], y[ROWS];
  slider s;
  double gone, n, size;
} trial;

static double strength_at(const trial *t, double way, double press) {
  return slider_limit(&t->s, t->n + press, curve_at(&t->table, t->gone + way));
}

/* Friction and dilation keep their angles, so that all is straight between rows. */
static void draw(trial *t, scr_rng *r) {
  const int rows = 1 + (int)between(r, 0, ROWS - 0.001);
  double x = chance(r, 0.5) ? 0 : between(r, 0, 1), y = between(r, 0.5, 1);
  for (int k = 0; k < rows; k++) {
    t->x[k] = x, t->y[k] = y;
    x += between(r, 0.01, 1), y *= chance(r, 0.2) ? 1 : between(r, 0, 1);
  }
  t->table = (scr_curve){rows, t->x, t->y};
  t->s = (slider){.fric = {between(r, 0, 1), 0},
                  .coh = {between(r, 0, 0.3), between(r, 0, 2)},
                  .lift = {chance(r, 0.5) ? between(r, 0, 0.3) : 0, 0},
                  .kn = between(r, 0, 2),
                  .ks = between(r, 0.5, 6)};
  t->gone = chance(r, 0.4) ? 0 : between(r, 0, x), t->n = between(r, 0, 3);
  t->size = strength_at(t, 0, 0) * between(r, 1, 1.6) + 1e-9;
}

static void stops_at_the_strength(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 7);
  for (int k = 0; k < 20000; k++) {
    trial t;
    draw(&t, &r);
    const glide g = slide_along(&t.table, &t.s, t.gone, t.size, t.n);
    const double slack = 1e-13 * (1 + t.size), lift = t.s.kn * t.s.lift[0];
    assert_true(g.way >= 0 && fabs(g.press - lift * g.way) <= slack);
    assert_true(fabs(t.size - t.s.ks * g.way - strength_at(&t, g.way, g.press)) <= slack);
    for (int part = 1; part < 20; part++) {
      const double way = g.way * part / 20;
      assert_true(t.size - t.s.ks * way - strength_at(&t, way, lift * way) >= -slack);
    }
  }
}

static void reads_tables(void **state) {
  SCR_UNUSED(state);
  const double x[] = {1, 2, 4}, y[] = {1, 0.5, 0};
  const scr_curve c = {3, x, y};
  static const double want[][2] = {{0, 1},    {1, 1}, {1.5, 0.75}, {2, 0.5},
                                   {3, 0.25}, {4, 0}, {9, 0}};
  for (size_t k = 0; k < SCR_COUNTOF(want); k++)
    assert_true(curve_at(&c, want[k][0]) == want[k][1]);
  assert_true(curve_end(&c) == 4 && curve_before(&c, 0.5) == 0 && curve_before(&c, 2) == 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stops_at_the_strength),
      cmocka_unit_test(reads_tables),
  };
  return cmocka_run_group_tests_name("softening", tests, NULL, NULL);
}
