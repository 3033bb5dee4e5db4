/* Bounds on stiffness that serve many cycles: timesteps are those that exact sums of all balls
 * give, and no ball that does not lead ever comes below the bound, whatever touches, lets go,
 * turns, rolls along a wall or is born meanwhile. */
#include "scene.h"

#include "../bits/hash.h"
#include "../support/night.h"
#include "base/mem.h"
#include "base/rng.h"
#include "world/timestep/timestep.h"

enum { CYCLES = 400 };

typedef struct heap_row {
  int dim, threads;
  const char *law;
  double overlap;  /* of neighbours, as part of the smallest radius */
  double speed;    /* m/s */
  double smallest; /* radius of some; others have 0.2 m */
  double wall;     /* velocity of the floor along x, m/s */
  uint32_t balls;
  bool held;   /* most of them are fixed, so that the others only rattle */
  int least;   /* so many of the cycles are served */
  double fast; /* speed of a few, m/s; 0: there are none */
} heap_row;

/* Seven of a thousand are fast, and as many beside them a fifth of that. */
static bool is_fast(uint32_t k) { return k % 150 == 7; }
static double speed_of(uint32_t k, double fast, double speed) {
  return fast > 0 && is_fast(k) ? fast : fast > 0 && is_fast(k - 1) ? 0.2 * fast : speed;
}

static const heap_row rows[] = {{3, 1, "linear", 0.002, 0.001, 0.2, 0, 1000, false, 50, 0},
                                {3, 2, "hertz", 0.01, 0.002, 0.15, 0, 1000, true, 0, 0},
                                {3, 3, "burger", 0.002, 0.001, 0.18, 0, 1000, false, 50, 0},
                                {2, 1, "linear", 0.002, 0.001, 0.19, 0, 800, false, 50, 0},
                                {2, 2, "hertz", 0.002, 0.001, 0.199, 0, 800, true, 150, 0},
                                {2, 1, "burger", 0.001, 0.0005, 0.2, 0, 800, false, 50, 0},
                                {3, 4, "hertz", 0.01, 0.0002, 0.199, 0.001, 1000, true, 50, 0},
                                {2, 3, "linear", 0, 0.02, 0.15, 0.1, 800, false, 20, 0},
                                {3, 2, "hertz", -0.0002, 30, 0.18, 0, 1000, false, 0, 0},
                                {2, 1, "hertz", 0.001, 30, 0.18, 0, 800, true, 0, 0},
                                {3, 1, "hertz", 0.002, 0.0005, 0.19, 0, 1000, true, 150, 0.05},
                                {3, 2, "linear", 0.002, 0.0005, 0.19, 0, 1000, false, 50, 0.05},
                                {2, 3, "burger", 0.001, 0.0002, 0.2, 0, 800, false, 50, 0.02},
                                {3, 2, "rrlinear", 0, 0.02, 0.18, 0, 1000, false, 0, 0},
                                {2, 1, "rrlinear", 0, 0.02, 0.15, 0.1, 800, false, 0, 0}};

/* Balls on a lattice above a floor, some of them smaller, each a little off its place and with some
 * speed. */
static scr_world *heap(const heap_row *h, int threads) {
  const double pitch = 0.4 * (1 - 0.5 * h->overlap);
  const uint32_t side = h->dim == 3 ? 10 : 20;
  scr_diag d = {0};
  scr_world *w = scene_new(h->dim);
  scr_rng rng;
  uint32_t row;
  scr_rng_seed(&rng, 5);
  scr_world_set_threads(w, threads);
  w->worker_pairs = 20;
  w->bounds_balls = 1;
  scene_law_named(w, h->law);
  scene_floor(w, 10, -9);
  scr_col(&w->wall, SCR_WALL_VELOCITY)[0] = h->wall;
  for (uint32_t k = 0; k < h->balls; k++) {
    const uint32_t at[3] = {k % side, h->dim == 3 ? k / side % side : k / side, k / side / side};
    double x[3] = {0, 0, 0};
    for (int c = 0; c < h->dim; c++)
      x[c] = (c == h->dim - 1 ? -8.8 : -4) + pitch * at[c] + 0.0001 * scr_rng_uniform(&rng);
    const double r = k % 23 == 5 ? h->smallest : 0.2;
    assert_true(scr_ball_create(w, &d, k + 1, x, r, &row));
    assert_true(scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"),
                             &(double){1000 + 30 * (k % 97)}));
    scr_table_write(&w->ball, SCR_BALL_DAMP, row, &(double){0.7});
    if (h->held && k % 13 != 5 && !(h->fast > 0 && is_fast(k))) {
      for (int c = 0; c < 6; c++) scr_ball_fix(w, row, 1u << c, true);
      continue;
    }
    const double speed = speed_of(k, h->fast, h->speed);
    for (int c = 0; c < h->dim; c++) w->twist[row].v[c] = speed * (2 * scr_rng_uniform(&rng) - 1);
    w->twist[row].w[2] = h->speed * (2 * scr_rng_uniform(&rng) - 1);
  }
  w->gravity[h->dim - 1] = -0.1;
  scene_clean(w);
  return w;
}

/* ---- fixed balls that go their own ways: only stiffness follows ---- */

typedef struct gas_row {
  const char *law;
  double space;         /* between neighbours of a lattice, m */
  double jitter, speed; /* off their places there, m; m/s */
  double floor;         /* velocity of the floor upwards, m/s */
  bool turned;          /* neighbours lie along diagonals */
  int least;
  double fast; /* speed of a few, m/s; 0: there are none */
} gas_row;

static const gas_row gases[] = {
    {"linear", 0, 0.1, 0.02, 0, false, 100, 0},
    {"linear", 0, 0.1, 0.2, 0, false, 50, 0},
    {"hertz", 0, 0.1, 0.02, 0, false, 100, 0},
    {"hertz", 0, 0.1, 0.2, 0, false, 50, 0},
    {"hertz", 0, 0.1, 0.002, 0.2, false, 50, 0},
    {"linear", 0, 0.1, 0.002, 0.2, false, 50, 0},
    {"hertz", 0, 1e-4, 1e-5, 0, false, 50, 0},     /* twins are stiffer than contacts */
    {"hertz", 0.003, 0.004, 0.1, 0, false, 50, 0}, /* nothing touches at first */
    {"linear", -0.1, 0.01, 0.1, 0, true, 50, 0},   /* normals turn */
    {"burger", 0, 0.1, 0.1, 0, true, 50, 0},
    {"linear", 0, 0.1, 0.002, 0, false, 100, 0.2},
    {"hertz", 0, 0.1, 0.002, 0, false, 100, 0.2},
    {"hertz", 0, 0.1, 0.001, 0.05, true, 100, 0.5},
    {"hertz", 0.003, 0.004, 0.01, 0, false, 50, 0.5},
    {"burger", 0, 0.1, 0.01, 0, false, 50, 0.3}};

static scr_world *gas(const gas_row *s, int threads) {
  scr_diag d = {0};
  scr_world *w = scene_new(3);
  scr_rng rng;
  uint32_t row;
  scr_rng_seed(&rng, 9);
  scr_world_set_threads(w, threads);
  w->worker_pairs = 20;
  w->bounds_balls = 1;
  w->timestep.safety = 0.2;
  scene_law_named(w, s->law);
  scene_floor(w, 10, -3.05);
  scr_col(&w->wall, SCR_WALL_VELOCITY)[2] = s->floor;
  for (uint32_t k = 0; k < 1000; k++) {
    double x[3];
    const uint32_t at[] = {k % 10, k / 10 % 10, k / 100};
    for (int c = 0; c < 3; c++)
      x[c] = (0.5 + s->space) * at[c] + s->jitter * (scr_rng_uniform(&rng) - 0.5) - 2.8;
    const double u = (x[0] + x[1]) * sqrt(0.5), v = (x[1] - x[0]) * sqrt(0.5);
    if (s->turned) x[0] = u, x[1] = v;
    assert_true(scr_ball_create(w, &d, k + 1, x, 0.25, &row));
    assert_true(scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"),
                             &(double){1000 + 5 * (k % 97)}));
    for (int c = 0; c < 6; c++) scr_ball_fix(w, row, 1u << c, true);
    const double speed = speed_of(k, s->fast, s->speed);
    for (int c = 0; c < 3; c++) w->twist[row].v[c] = speed * (2 * scr_rng_uniform(&rng) - 1);
  }
  scene_clean(w);
  return w;
}

/* ---- both ---- */

typedef struct watching {
  scr_world *w;
  double *dt, *ratio; /* by cycle; by id, at the positions that the next timestep comes from */
  uint32_t n, served;
  const char *law;
} watching;

static void compare(watching *s) {
  bool *leads = scr_alloc(s->w->ball.n * sizeof *leads);
  const double rest = scr_bounds_rest(s->w, leads);
  for (uint32_t k = 0; rest > 0 && k < s->w->ball.n; k++) {
    const double found = s->ratio[scr_colu(&s->w->ball, SCR_BALL_ID)[k]];
    if (!leads[k] && !(found >= rest))
      fail_msg("%s %dD, cycle %llu, ball %u: m/K %.17g below %.17g", s->law, s->w->dim,
               (unsigned long long)s->w->cycle, scr_colu(&s->w->ball, SCR_BALL_ID)[k], found, rest);
  }
  s->served += rest > 0;
  scr_free(leads);
}

static bool note_cycle(void *user) {
  watching *s = user;
  scr_diag d = {0};
  scr_dt_reason why;
  if (s->n > 0 && s->ratio) compare(s);
  s->dt[s->n++] = s->w->timestep.current;
  if (!s->ratio) return true;
  assert_true(scr_timestep_limits(s->w, &d, &why)); /* makes the exact sums of all balls */
  for (uint32_t k = 0; k < s->w->ball.n; k++)
    s->ratio[scr_colu(&s->w->ball, SCR_BALL_ID)[k]] = scr_ball_ratio(s->w, k);
  return true;
}

static int calm_every; /* cycles; 0: never */

static void cycle(scr_world *w) {
  scr_limits l = scr_limits_none();
  scr_diag d = {0};
  l.cycles = CYCLES;
  l.calm = calm_every;
  if (!scr_world_solve(w, &d, &l)) fail_msg("%s", d.error.text);
}

/* By sums of all balls: a callback might edit between the timestep and the forces. */
static void by_exact_sums(scr_world *w) {
  scr_callback_add(w, &(scr_callback){.point = 5, .event = -1, .interval = 1000000});
}

static void cycles_of(scr_world *w, watching *s, bool exact) {
  w->hooks.user = s, w->hooks.cycle_end = note_cycle, w->history_every = 1;
  if (exact) by_exact_sums(w);
  cycle(w);
  assert_int_equal(s->n, CYCLES);
}

static void same_balls(const scr_world *a, const scr_world *b) {
  for (uint32_t k = 0; k < a->ball.n; k++) {
    const uint32_t id = scr_colu(&a->ball, SCR_BALL_ID)[k];
    assert_memory_equal(&a->pose[scene_row(a, id)], &b->pose[scene_row(b, id)], sizeof *a->pose);
    assert_memory_equal(&a->twist[scene_row(a, id)], &b->twist[scene_row(b, id)], sizeof *a->twist);
  }
}

/* Worlds whose timesteps may come from bounds, with and without a look at each of them, beside one
 * in which none does. */
static void in_all(scr_world *a, scr_world *b, scr_world *c, const char *law, int least) {
  double exact[CYCLES], found[CYCLES];
  double *ratio = scr_alloc(3000 * sizeof *ratio); /* by id */
  watching of_a = {.w = a, .dt = found, .ratio = ratio, .law = law},
           of_b = {.w = b, .dt = exact, .law = law};
  cycles_of(a, &of_a, false);
  cycles_of(b, &of_b, true);
  for (int k = 0; k < CYCLES; k++)
    if (found[k] != exact[k])
      fail_msg("%s %dD, cycle %d: %.17g, not %.17g", law, a->dim, k, found[k], exact[k]);
  if ((int)of_a.served < least) fail_msg("%s %dD: %u cycles served", law, a->dim, of_a.served);
  assert_true(scr_bounds_rest(b, NULL) == 0);
  cycle(c);
  same_balls(a, b);
  same_balls(c, b);
  scr_free(ratio);
  scr_world_free(a);
  scr_world_free(b);
  scr_world_free(c);
}

static void of_heaps(void **state) {
  (void)state;
  for (size_t k = 0; k < SCR_COUNTOF(rows); k += by_day(2, 7, 1))
    in_all(heap(&rows[k], rows[k].threads), heap(&rows[k], 1), heap(&rows[k], 2), rows[k].law,
           rows[k].least);
}

static void of_gases(void **state) {
  (void)state;
  for (size_t k = 0; k < SCR_COUNTOF(gases); k += by_day(2, 9, 1))
    in_all(gas(&gases[k], 1 + k % 3), gas(&gases[k], 1), gas(&gases[k], 3), gases[k].law,
           gases[k].least);
}

/* Any lattices, a few balls of which are fast. */
static void of_fast(void **state) {
  (void)state;
  const int times = by_day(3, 2, 60);
  static const char *const law[] = {"hertz", "linear", "burger"};
  scr_rng rng;
  scr_rng_seed(&rng, 21);
  for (int k = 0; k < times; k++) {
    const double speed = pow(10, -4 + 3 * scr_rng_uniform(&rng));
    const gas_row any = {.law = law[k % 3],
                         .space = -0.01 + 0.014 * scr_rng_uniform(&rng),
                         .jitter = pow(10, -4 + 2.5 * scr_rng_uniform(&rng)),
                         .speed = speed,
                         .turned = k % 2,
                         .fast = speed * pow(10, 0.5 + scr_rng_uniform(&rng))};
    in_all(gas(&any, 1 + k % 3), gas(&any, 1), gas(&any, 2), any.law, 0);
  }
}

/* Balls above a lattice at rest fly onto some of it, one after the other: these get a contact that
 * they had not. */
static scr_world *arrivals(const char *law, int threads) {
  const gas_row rest = {.law = law, .space = -0.001, .jitter = 1e-5, .speed = 1e-6};
  scr_world *w = gas(&rest, threads);
  scr_diag d = {0};
  uint32_t row;
  double top = -9;
  for (uint32_t k = 0; k < w->ball.n; k++) top = SCR_MAX(top, w->pose[k].x[2]);
  for (uint32_t k = 0; k < 7; k++) {
    const uint32_t below =
        970 + k; /* light ones of the uppermost layer, which one contact more makes leaders */
    const double *at = w->pose[scene_row(w, below + 1)].x;
    assert_true(scr_ball_create(w, &d, 2000 + k,
                                (double[]){at[0], at[1], top + 0.5 + 2e-3 * (1 + k)}, 0.25, &row));
    assert_true(
        scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"), &(double){3000}));
    w->twist[row].v[2] = -0.03;
  }
  w->gravity[2] = -50; /* they become faster */
  scene_clean(w);
  return w;
}

static void of_arrivals(void **state) {
  (void)state;
  static const char *const law[] = {"linear", "burger", "hertz"};
  for (int k = 0; k < 3; k += by_day(1, 3, 1))
    in_all(arrivals(law[k], 1), arrivals(law[k], 1), arrivals(law[k], 3), law[k], 50);
}

/* Balls that are fixed far from each other, a chain of three whose middle has the timestep, a fast
 * one that is fixed, and a slow one that is calmed: from then on nothing moves but the fast one. */
static scr_world *calmed(int threads) {
  static const double special[][4] = {
      {0, 0, 4, 0.1}, {0.223, 0, 4, 0.12386}, {0.446, 0, 4, 0.1}, {0, 0, -4, 0.2}, {0, 4, 4, 0.2}};
  scr_world *w = scene_new(3);
  scr_diag d = {0};
  uint32_t row;
  scr_world_set_threads(w, threads);
  w->worker_pairs = 20;
  w->bounds_balls = 1;
  scene_law_named(w, "linear");
  for (uint32_t k = 0; k < 1005; k++) {
    const double *s = k < 1000 ? NULL : special[k - 1000],
                 x[3] = {-9 + 0.5 * (k % 36), -9 + 0.5 * (k / 36), 0};
    assert_true(scr_ball_create(w, &d, k + 1, s ? s : x, s ? s[3] : 0.2, &row));
    assert_true(
        scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"), &(double){2500}));
    for (int c = 0; c < 6 && k < 1004; c++) scr_ball_fix(w, row, 1u << c, true);
    if (k == 1003) w->twist[row].v[0] = 0.05;
    if (k == 1004) w->twist[row].v[2] = 0.0005;
  }
  scene_clean(w);
  return w;
}

static void of_calmed(void **state) {
  (void)state;
  calm_every = 4;
  in_all(calmed(1), calmed(1), calmed(2), "calmed", 100);
  calm_every = 0;
}

/* ---- edits within one solve: between two cycles, as functions of histories and of the ends of
 * solves make them, or by callbacks before the timestep, behind the forces, or at events ---- */

enum { EDIT_AT = 60, KINDS = 4, WAYS = 4 };
typedef struct editing {
  scr_world *w;
  int kind, way;
  double dt[CYCLES];
  int n, done;              /* cycles that were seen: so far, and at the edit */
  bool leads[1000], served; /* by bounds, just before the edit */
} editing;

static scr_contact first_contact(const scr_world *w) {
  uint32_t q = 0;
  while (!w->pair[SCR_BALL_BALL].law[q] || !(w->pair[SCR_BALL_BALL].flag[q] & SCR_PAIR_ACTIVE)) q++;
  return (scr_contact){SCR_BALL_BALL, q};
}

static void edit_once(editing *e) {
  scr_world *w = e->w;
  scr_diag d = {0};
  if (e->done) return;
  e->done = e->n;
  const scr_contact c = first_contact(w);
  const double before = e->kind == 2 ? 0 : scr_energy_state(w),
               stiff = 1e9; /* velocities are no edit of contacts */
  if (e->kind == 0)
    assert_true(
        scr_contact_set(w, &d, c, scr_model_prop(scr_model_find("linear"), "kn"), &stiff, 1));
  if (e->kind == 1) w->pair[c.type].flag[c.k] |= SCR_PAIR_INHIBIT;
  if (e->kind == 2) w->twist[scene_row(w, 500)].v[1] = 1e4;
  if (e->kind == 3) w->timestep.mode = SCR_DT_FIX, w->timestep.given = 1e-4;
  if (e->kind != 2) scr_energy_edited(w, before);
}

static bool edit_between(void *user) {
  editing *e = user;
  e->dt[e->n++] = e->w->timestep.current;
  if (!e->done) e->served = scr_bounds_rest(e->w, e->leads) > 0;
  if (e->n == EDIT_AT && e->way == 0) edit_once(e);
  return true;
}

static bool edit_within(void *user, const scr_callback *cb, const scr_event_arg *arg) {
  editing *e = user;
  SCR_UNUSED(arg);
  if (e->n >= EDIT_AT && cb->point != 5) edit_once(e);
  return true;
}

static void edits_are_seen(void **state) {
  (void)state;
  static const scr_callback by[WAYS] = {{.interval = 0},
                                        {.point = -5, .event = -1, .interval = 1},
                                        {.point = 43, .event = -1, .interval = 1},
                                        {.event = SCR_EV_CONTACT_ACTIVATED, .interval = 1}};
  for (int kind = 0, way = 0; kind < KINDS; way++, kind += way / WAYS, way %= WAYS) {
    editing e[2] = {{.kind = kind, .way = way}, {.kind = kind, .way = way}};
    for (int k = 0; k < 2; k++) {
      scr_world *w = e[k].w = gas(&gases[1], 1);
      if (by[way].interval) scr_callback_add(w, &by[way]);
      if (k == 1) by_exact_sums(w);
      w->hooks.user = &e[k], w->hooks.cycle_end = edit_between, w->history_every = 1;
      w->hooks.call = edit_within;
      cycle(w);
      assert_true(e[k].done && e[k].served == (k == 0));
    }
    for (int k = 0; k < CYCLES; k++)
      if (e[0].dt[k] != e[1].dt[k])
        fail_msg("edit %d, way %d, cycle %d: %.17g, not %.17g", kind, way, k, e[0].dt[k],
                 e[1].dt[k]);
    const int first = e[0].done + (way > 1); /* by then the timestep of this cycle is chosen */
    if (kind != 1) assert_true(e[0].dt[first] < e[0].dt[first - 1]);
    same_balls(e[0].w, e[1].w);
    scr_world_free(e[0].w);
    scr_world_free(e[1].w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_heaps),    cmocka_unit_test(of_gases),  cmocka_unit_test(of_fast),
      cmocka_unit_test(of_arrivals), cmocka_unit_test(of_calmed), cmocka_unit_test(edits_are_seen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
