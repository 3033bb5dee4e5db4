/* Cycles by several threads, short enough for the thread sanitizer (label `threads`): balls rain on
 * a ridge in a periodic box, so that contacts are born and end, lists are built anew, and threads
 * add forces to each other's balls. One thread is the judge. */
#include "../base/test.h"
#include "../support/command.h"
#include "../support/night.h"

#include "base/mem.h"
#include "world/engine.h"
#include "world/state/rows.h"
#include "world/force/kept.h"
#include "world/timestep/timestep.h"
#include "world/workers/work.h"

enum { CYCLES = 150, PARTS = 15, BALLS = 5000, THREADS = 3 };

static const char *const scene[2] = {
    "model large-strain on\nmodel domain extent 0 1 -0.003 0.06 condition periodic destroy\n"
    "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.3 fric 0.3 dp_nratio 0.2 "
    "dp_sratio 0.1\n"
    "wall create vertices (0.02,0) (0.5,0.006) (0.5,0.006) (0.98,0)\n"
    "ball generate number 5000 radius 0.8e-3 1.1e-3 box 0.0011 0.9989 0.0075 0.044 tries 1000000\n"
    "ball attribute density 2500 velocity-x 0.5 velocity-y -1.5 gradient (0, -100)\n"
    "model gravity (0, -9.81)\nmodel mechanical timestep fix 1.5e-5\nmodel energy mechanical on\n",
    "model large-strain on\nmodel domain extent 0 0.1 0 0.05 -0.003 0.06 condition periodic "
    "periodic destroy\n"
    "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.3 fric 0.3 dp_nratio 0.2 "
    "dp_sratio 0.1\n"
    "wall create vertices (0.002,0,0) (0.05,0,0.006) (0.05,0.05,0.006) (0.05,0,0.006) (0.098,0,0) "
    "(0.05,0.05,0.006)\n"
    "ball generate number 5000 radius 0.8e-3 1.1e-3 box 0.0011 0.0989 0.0011 0.0489 0.0085 0.033 "
    "tries 1000000\n"
    "ball attribute density 2500 velocity-x 0.5 velocity-z -1.5 gradient (0, 0, -100)\n"
    "model gravity (0, 0, -9.81)\nmodel mechanical timestep fix 1.5e-5\nmodel energy mechanical "
    "on\n"};

/* What a run left: balls in order of id. */
typedef struct outcome {
  uint32_t n, id[BALLS], contacts, made; /* contacts at the end; highest ids, added */
  uint64_t builds, cuts;                 /* lists; divisions among threads */
  bool bounds;                           /* on stiffness were made */
  size_t halo; /* balls that a thread adds to though they are another one's, looked at after each
                  part of the run */
  scr_pose pose[BALLS];
  scr_twist twist[BALLS];
  double force[BALLS][3], kinetic, slip;
  unsigned heard; /* lines that looks printed */
} outcome;

static void keep_balls(scr_world *w, outcome *o) {
  const uint32_t *order = scr_ball_order(w);
  o->n = w->ball.n;
  for (uint32_t k = 0; k < o->n; k++) {
    uint32_t q = order[k];
    o->id[k] = scr_colu(&w->ball, SCR_BALL_ID)[q];
    o->pose[k] = w->pose[q], o->twist[k] = w->twist[q];
    memcpy(o->force[k], w->load[q].f, sizeof o->force[k]);
  }
}

/* Ways of a step: with a fixed timestep; an automatic timestep, from sums beside the forces, from
 * bounds; some balls shot so far that they leave the lists in one
 * step; a callback that looks at the timestep when contacts end, in the midst of a step or of a
 * search, which must change nothing. A look asks all balls: by day one contact of some looks. */
typedef enum ways { FIXED, AUTOMATIC, BOUNDS, SHOT, LOOKING, WAYS } ways;

static const char *const more[WAYS] = {
    [AUTOMATIC] = "model mechanical timestep automatic\n",
    [BOUNDS] = "model mechanical timestep automatic\n",
    [LOOKING] = "[ended = 0]\nfish define look(c)\nended = ended + 1\n"
                "if ended % every = 0 then\ncommand\nmodel list timestep\nendcommand\nendif\nend\n"
                "fish callback add look event contact_delete\n"};

static const char *const shot = "ball attribute velocity-x 400 range id 1 300\n";

/* What a look prints, and nothing else does; user: how many lines. */
static bool hear(void *user, const char *text) {
  SCR_UNUSED(text);
  ++*(unsigned *)user;
  return true;
}

/* seed: of numbers of threads that change every few cycles; 0: all of them. */
static void run(int dim, ways way, int threads, int seed, outcome *o) {
  char cycle[32], every[32];
  scr_options options = {.dim = dim,
                         .threads = threads,
                         .out = "/tmp",
                         .quiet = true,
                         .dialect = -1,
                         .worker_pairs = 300};
  options.worker_seed = seed;
  options.bounds_balls = way == AUTOMATIC ? 2 * BALLS : 0; /* from more balls on: none are made */
  memset(o, 0, sizeof *o);
  scr_session *s = scr_session_new(&options);
  s->print = hear, s->print_user = &o->heard;
  command(s, scene[dim - 2]);
  snprintf(every, sizeof every, "[every = %d]\n", by_day(8, 100, 1));
  command(s, every);
  if (more[way]) command(s, more[way]);
  scr_world *w = s->lib.world;
  assert_int_equal(w->engine->nworker, threads);
  snprintf(cycle, sizeof cycle, "model cycle %d\n", CYCLES / PARTS);
  for (int k = 0; k < PARTS; k++) {
    if (way >= SHOT && k == PARTS - 1) command(s, shot);
    command(s, cycle);
    for (int t = 0; t < threads; t++) o->halo += w->engine->worker[t]->halo.n;
  }
  scr_world_sync(w);
  keep_balls(w, o);
  o->builds = w->engine->builds, o->cuts = w->engine->work->cuts;
  o->bounds = w->engine->stepper->bounds != NULL;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) o->made += w->contact_ids[t].max;
  o->contacts = (uint32_t)scr_contact_count(w, -1, true);
  assert_true(scr_energy(w, "energy-kinetic", &o->kinetic) &&
              scr_energy(w, "energy-slip", &o->slip));
  scr_session_free(s);
}

static void same(const outcome *a, const outcome *b) {
  assert_int_equal(a->n, b->n);
  assert_int_equal(a->contacts, b->contacts);
  assert_memory_equal(a->id, b->id, sizeof a->id);
  assert_memory_equal(a->pose, b->pose, sizeof a->pose);
  assert_memory_equal(a->twist, b->twist, sizeof a->twist);
  assert_memory_equal(a->force, b->force, sizeof a->force);
  assert_memory_equal(&a->kinetic, &b->kinetic, sizeof a->kinetic);
  assert_memory_equal(&a->slip, &b->slip, sizeof a->slip);
}

/* The thread sanitizer takes fifty times as long, and what a callback looks at it has no threads
 * for. */
#ifdef __SANITIZE_THREAD__
static bool is_run(int dim, ways way) { return way < SHOT && (dim == 3 || way == FIXED); }
#else
static bool is_run(int dim, ways way) { return dim >= 2 && way < WAYS; }
#endif

static void threads_agree(int dim, ways first, ways last) {
  outcome *one = scr_alloc(sizeof *one), *many = scr_alloc(sizeof *many);
  for (ways way = first; way <= last; way++) {
    if (!is_run(dim, way)) continue;
    run(dim, way == LOOKING ? SHOT : way, 1, 0, one);
    run(dim, way, THREADS, dim == 3 ? 3 * WAYS + (int)way : 0, many);
    print_message("%dD, way %d: %u contacts, %u made, %u lists, %u balls of others\n", dim, way,
                  many->contacts, many->made, (unsigned)many->builds, (unsigned)many->halo);
    same(one, many);
    assert_true((many->heard > 50) == (way == LOOKING) && one->heard == 0);
    if (way == LOOKING) {
      run(dim, way, 1, 0, many);
      same(one, many);
      continue;
    }
    assert_true(many->halo > 0 && one->halo == 0);
    assert_true(many->bounds == (way == BOUNDS));
    assert_true(many->builds >= 3);
    assert_true(dim == 2 || many->cuts > many->builds + CYCLES / 10);
    assert_true(many->contacts > 50 && many->made > many->contacts); /* some have ended */
    assert_true(many->slip > 0);
  }
  scr_free(one);
  scr_free(many);
}

static void steps_agree_2d(void **state) {
  SCR_UNUSED(state);
  threads_agree(2, FIXED, BOUNDS);
}

static void steps_agree_3d(void **state) {
  SCR_UNUSED(state);
  threads_agree(3, FIXED, BOUNDS);
}

static void looks_agree_2d(void **state) {
  SCR_UNUSED(state);
  threads_agree(2, SHOT, LOOKING);
}

static void looks_agree_3d(void **state) {
  SCR_UNUSED(state);
  threads_agree(3, SHOT, LOOKING);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_agree_2d), cmocka_unit_test(steps_agree_3d),
      cmocka_unit_test(looks_agree_2d), cmocka_unit_test(looks_agree_3d)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
