/* A ball whose centre lies exactly on a facet: it is pushed to the side that it came from, else to
 * the front; on faces, edges and vertices, of walls at any angle, at rest and in motion, and not at
 * all from a side that is not active. */
#include "scene.h"

#include "base/mem.h"
#include "world/facets/kept.h"

static const double RADIUS = 0.1, KN = 1e4; /* m, N/m */

/* Where on the wall the centre lies. */
typedef enum spot { INSIDE, ON_EDGE, ON_VERTEX, SPOTS } spot;

/* A flat wall of facets around the origin, turned by an angle from the x axis to the last one, and
 * from x to y in 3D; `far`: the origin lies there, m. Returns its front. */
static void plate(scr_world *w, double angle, double turn, const double far[3], double front[3]) {
  const bool solid = w->dim == 3;
  const double plane[5][2] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  static const uint32_t fan[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1}, line[] = {1, 0, 0, 0, 2, 0};
  const double u[3] = {cos(angle) * cos(turn), solid ? cos(angle) * sin(turn) : sin(angle),
                       solid ? sin(angle) : 0};
  const double v[3] = {-sin(turn), cos(turn), 0};
  double x[15];
  scr_diag d = {0};
  uint32_t row;
  for (int k = 0; k < 5; k++)
    for (int c = 0; c < 3; c++)
      x[3 * k + c] = far[c] + (solid ? plane[k][0] * u[c] + plane[k][1] * v[c]
                                     : (k == 0   ? 0
                                        : k == 1 ? -u[c]
                                                 : u[c]));
  assert_true(
      scr_wall_create(w, &d, 1, NULL, solid ? 5 : 3, x, solid ? 4 : 2, solid ? fan : line, &row));
  memcpy(front, scr_col(&w->facet, SCR_FACET_NORMAL), 3 * sizeof *front);
}

/* On the wall, in the numbers of its vertices. */
static void place(const scr_world *w, spot at, double x[3]) {
  static const double part[SPOTS][3] = {{0.5, 0.25, 0.25}, {0.5, 0.5, 0}, {1, 0, 0}};
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX);
  const double *p = scr_col(&w->vertex, SCR_VERTEX_POSITION);
  const uint32_t at0 = w->dim == 3 ? v[0] : at == INSIDE ? v[0] : v[1];
  for (int c = 0; c < 3; c++) {
    const double *a = p + 3 * (size_t)at0, *b = p + 3 * (size_t)v[1], *e = p + 3 * (size_t)v[2];
    x[c] = w->dim == 3    ? part[at][0] * a[c] + part[at][1] * b[c] + part[at][2] * e[c]
           : at == INSIDE ? 0.5 * (a[c] + b[c])
                          : a[c];
  }
}

static uint32_t put_ball(scr_world *w, const double x[3], const double v[3]) {
  const double density = 1000;
  scr_diag d = {0};
  uint32_t row;
  assert_true(scr_ball_create(w, &d, 1, x, RADIUS, &row));
  assert_true(scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"), &density));
  assert_true(scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "velocity"), v));
  return row;
}

/* The one contact that carries the ball: its normal, from the ball to the wall, is that of the
 * kernels, too. */
static void check_normal(scr_world *w, const double want[3]) {
  scr_contact *c;
  const size_t n = scr_contact_list(w, SCR_BALL_FACET, false, &c);
  scr_contact_geometry g;
  assert_int_equal(n, 1);
  scr_contact_geometry_of(w, c[0], &g);
  for (int a = 0; a < w->dim; a++) {
    if (!(fabs(g.n[a] - want[a]) <= 1e-12))
      fail_msg("%dD: normal %g %g %g", w->dim, g.n[0], g.n[1], g.n[2]);
    assert_true(w->engine->facets->geometry.n[a][c[0].k] == g.n[a]);
  }
  scr_free(c);
}

typedef struct start {
  int dim;
  spot at;
  double angle, turn, side; /* 1: it came from the front; -1: from the back; 0: it is at rest */
  const double *far;
} start;

/* It leaves with what the overlap held, kn R^2/2, and what it had; velocity Verlet is right to some
 * (w dt)^2. */
static void leaves(const start *s) {
  scr_world *w = scene_new(s->dim);
  double front[3], x[3], v[3], n[3], along = 0, kinetic;
  scene_law(w, KN, KN);
  plate(w, s->angle, s->turn, s->far, front);
  place(w, s->at, x);
  for (int c = 0; c < 3; c++)
    v[c] = -1e-3 * s->side * front[c], n[c] = s->side < 0 ? front[c] : -front[c];
  put_ball(w, x, v);
  scr_energy_switch(w, true);
  scene_clean(w);
  check_normal(w, n);
  scene_cycle(w, 1e-4, 3000);
  assert_true(scr_energy(w, "energy-kinetic", &kinetic));
  const double most = 0.5 * KN * RADIUS * RADIUS;
  for (int c = 0; c < 3; c++) along -= (w->pose[scene_row(w, 1)].x[c] - x[c]) * n[c];
  if (!(along > RADIUS && kinetic <= most * (1 + 1e-6) && kinetic > most * (1 - 1e-6)))
    fail_msg("%dD, spot %d, side %g: %g m away with %.17g J", s->dim, s->at, s->side, along,
             kinetic);
  scr_world_free(w);
}

static void leaves_with_what_the_overlap_held(void **state) {
  SCR_UNUSED(state);
  static const char *const isa[] = {"base", "avx2", "avx512"};
  static const double here[3], far[3] = {3.7, -2.9, 0};
  for (size_t i = 0; i < SCR_COUNTOF(isa); i++) {
    if (!scr_isa_select(isa[i])) continue;
    for (int q = 0; q < 2 * SPOTS * 3 * 4 * 2; q++) {
      static const double angle[] = {0, 0.7, 1.3, -2.2};
      const int k = q / (6 * SPOTS) % 4;
      leaves(&(start){2 + q % 2, (spot)(q / 2 % SPOTS), angle[k], k ? 0.4 + k : 0,
                      q / (2 * SPOTS) % 3 - 1, q / (24 * SPOTS) ? far : here});
    }
  }
  scr_isa_select(isa[0]);
}

/* Steps of 2^-10 m, exactly: the centre comes to lie on the wall in the third, from either side;
 * the wall may be what moves. */
static void comes_from(int dim, double side, bool wall_moves) {
  scr_world *w = scene_new(dim);
  static const double here[3];
  double front[3], x[3], v[3], none[3] = {0};
  scr_diag d = {0};
  scene_law(w, 1e-12, 0);
  plate(w, 0, 0, here, front);
  place(w, INSIDE, x);
  for (int c = 0; c < 3; c++) x[c] += side * 3 * 0x1p-10 * front[c], v[c] = -side * front[c];
  put_ball(w, x, wall_moves ? none : v);
  for (int c = 0; c < 3 && wall_moves; c++) v[c] = -v[c];
  if (wall_moves)
    assert_true(scr_wall_set(w, &d, 0, scr_quantity_find(scr_wall_quantity, "velocity"), v));
  scr_diag_clear(&d);
  for (int k = 0; k < 6; k++) {
    double n[3];
    const double now = k <= 3 ? side : -side;
    for (int c = 0; c < 3; c++) n[c] = -now * front[c];
    if (k)
      scene_cycle(w, 0x1p-10, 1);
    else
      scene_clean(w);
    check_normal(w, n);
  }
  scr_world_free(w);
}

static void knows_where_it_came_from(void **state) {
  SCR_UNUSED(state);
  for (int q = 0; q < 8; q++) comes_from(2 + q % 2, q / 2 % 2 ? -1 : 1, q / 4);
}

/* With one active side the wall pushes to that one, or not at all. (1: the front alone, 2: the back
 * alone.) */
static void active_sides(void **state) {
  SCR_UNUSED(state);
  for (int q = 0; q < 2 * 3 * 2; q++) {
    static const double here[3];
    const int dim = 2 + q % 2, sides = 1 + q / 6;
    const double side = q / 2 % 3 - 1;
    scr_world *w = scene_new(dim);
    double front[3], x[3], v[3];
    scene_law(w, KN, 0);
    plate(w, 0.7, 0.3, here, front);
    ((uint8_t *)w->wall.base[SCR_WALL_SIDES])[0] = (uint8_t)sides;
    place(w, ON_EDGE, x);
    for (int c = 0; c < 3; c++) v[c] = -1e-3 * side * front[c];
    put_ball(w, x, v);
    scene_clean(w);
    scr_contact *c;
    const size_t n = scr_contact_list(w, SCR_BALL_FACET, false, &c);
    scr_free(c);
    assert_int_equal(n, (side >= 0) == (sides == 1));
    scr_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(leaves_with_what_the_overlap_held),
                                     cmocka_unit_test(knows_where_it_came_from),
                                     cmocka_unit_test(active_sides)};
  return cmocka_run_group_tests_name("on facet", tests, NULL, NULL);
}
