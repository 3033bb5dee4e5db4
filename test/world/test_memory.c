/* What a world takes of memory: counts of bytes, which are the same on every machine. */
#include "world/scene.h"

#include "base/mem.h"
#include "world/search/detect.h"
#include "world/memory.h"
#include "world/contacts/pairs.h"
#include "world/state/rows.h"
#include "world/contacts/kept.h"
#include "world/timestep/timestep.h"
#include "world/workers/scratch.h"
#include "world/workers/work.h"

enum { SIDE = 12, BALLS = SIDE * SIDE * SIDE };
static const double RADIUS = 0.5, GAP = 0.98; /* neighbours overlap a little */

/* A cube of balls in a lattice, in the air. */
static scr_world *cube(void) {
  scr_world *w = scene_new(3);
  scr_diag d = {0};
  scene_law(w, 1e3, 1e3);
  scr_ball_reserve(w, BALLS);
  for (int k = 0; k < BALLS; k++) {
    const int at[] = {k % SIDE, k / SIDE % SIDE, k / SIDE / SIDE};
    double x[3];
    for (int c = 0; c < 3; c++) x[c] = (at[c] - 0.5 * SIDE) * GAP;
    assert_true(scr_ball_create(w, &d, 0, x, RADIUS, NULL));
  }
  return w;
}

static void set_all(scr_world *w, const char *name, double value) {
  scr_diag d = {0};
  const int q = scr_quantity_find(scr_ball_quantity, name);
  for (uint32_t k = 0; k < w->ball.n; k++)
    assert_true(scr_ball_set(w, &d, k, q, (double[]){value, value, value}));
}

static void set_one(scr_world *w, uint32_t id, const char *name, double value) {
  scr_diag d = {0};
  assert_true(scr_ball_set(w, &d, scene_row(w, id), scr_quantity_find(scr_ball_quantity, name),
                           (double[]){value, value, value}));
}

static size_t bytes_a_ball(const scr_world *w) {
  assert_int_equal(w->ball.cap, BALLS);
  assert_int_equal(scr_memory_of(w).balls % BALLS, 0);
  return scr_memory_of(w).balls / BALLS;
}

/* id, slot, fix, reference position, and the rows that kernels gather */
static const size_t LEAST =
    4 + 4 + 1 + 24 + sizeof(scr_pose) + sizeof(scr_twist) + sizeof(scr_load);

static void balls(void **state) {
  SCR_UNUSED(state);
  scr_world *w = cube();
  assert_int_equal(bytes_a_ball(w), LEAST);
  set_all(w, "density", 1000);
  set_all(w, "damp", 0.7);
  scene_cycle(w, 1e-6, 1);
  assert_int_equal(bytes_a_ball(w), LEAST); /* one density, one damping */
  set_one(w, 5, "damp", 0.2);
  scene_cycle(w, 1e-6, 1);
  assert_int_equal(bytes_a_ball(w), LEAST + 8);
  set_one(w, 6, "force-applied", 1);
  set_one(w, 6, "moment-applied", 1);
  scene_cycle(w, 1e-6, 1);
  assert_int_equal(bytes_a_ball(w), LEAST + 8 + 24 + 24);
  scr_ball_set_surface(w, scene_row(w, 7), "fric", 0.5);
  assert_int_equal(bytes_a_ball(w), LEAST + 8 + 24 + 24 + 4);
  scr_energy_switch(w, true);
  scene_cycle(w, 1e-6, 1);
  assert_int_equal(bytes_a_ball(w), LEAST + 8 + 24 + 24 + 4 + 24);
  scr_energy_switch(w, false);
  set_one(w, 5, "damp", 0.7);
  set_one(w, 6, "force-applied", 0);
  set_one(w, 6, "moment-applied", 0);
  scene_cycle(w, 1e-6, 1);
  assert_int_equal(bytes_a_ball(w), LEAST + 4);
  scr_world_free(w);
}

/* ---- in a cycle ---- */

typedef struct seen {
  const scr_world *w;
  scr_memory m;
  size_t pairs; /* bytes of the list of pairs of balls */
  bool dash;
  int times;
} seen;

/* Asked the first time after 64 cycles, whatever the clock says. */
static void look(void *user) {
  seen *s = user;
  if (s->times++) return;
  s->m = scr_memory_of(s->w);
  s->pairs = scr_pairs_bytes(&s->w->pair[SCR_BALL_BALL]);
  s->dash = s->w->pair[SCR_BALL_BALL].dash[0] != NULL;
}

/* What only the search, sums at the beginning and readers need is not there while cycles go on. */
static void cycles(void **state) {
  SCR_UNUSED(state);
  scr_world *w = cube();
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  seen s = {.w = w};
  set_all(w, "density", 1000);
  scene_cycle(w, 1e-6, 2);
  const size_t contacts = 3 * SIDE * SIDE * (SIDE - 1);
  assert_int_equal(p->ncontact, contacts);
  assert_non_null(p->dash[0]); /* for whoever looks at the end of a solve */
  w->hooks.progress = look;
  w->hooks.user = &s;
  scene_cycle(w, 1e-6, 100);
  assert_true(s.times > 0 && w->engine->builds == 1);
  assert_false(s.dash);
  assert_non_null(p->dash[0]);
  assert_int_equal(s.m.sums,
                   (w->engine->contacts->cap_count + w->engine->contacts->cap_balls_with) *
                       sizeof(uint32_t));
  const size_t first =
      (w->engine->blocks.cap_first[0] + w->engine->blocks.cap_first[1]) * sizeof(uint32_t);
  assert_int_equal(s.m.search,
                   sizeof *w->engine->search->finder + (BALLS * 3 + 1) * sizeof(double) + first);
  const size_t states = (size_t)p->states;
  const size_t pair = 3 * sizeof(uint32_t) + 2 + sizeof(double) * (states + 3);
  assert_true(p->cap <= p->n + p->n / 16 + 64);
  assert_int_equal(s.pairs, pair * p->cap + states * sizeof *p->state);
  assert_true(s.m.pairs >= s.pairs && s.m.pairs < s.pairs + 20000); /* nothing touches a wall */
  scr_world_free(w);
}

/* Numbers that cycles hand on stay while they are wanted in every other cycle, and go when cycles
 * do without. */
static void scratch(void **state) {
  SCR_UNUSED(state);
  scr_world *w = cube();
  const double *x = scr_scratch(w, 2);
  assert_ptr_equal(x, scr_scratch(w, 1));
  for (int unused = 0; unused < 3; unused++, w->cycle++) {
    scr_scratch_rest(w);
    assert_ptr_equal(w->engine->work->scratch, unused < 2 ? x : NULL);
  }
  assert_int_equal(w->engine->work->cap_scratch, 0);
  scr_world_free(w);
}

/* Stiffness by contact is there only while limits are told. */
static void limits(void **state) {
  SCR_UNUSED(state);
  scr_world *w = cube();
  const struct scr_stepper *s = w->engine->stepper;
  scr_diag d = {0};
  scr_dt_reason why;
  set_all(w, "density", 1000);
  scene_cycle(w, 1e-6, 2);
  assert_true(scr_timestep_limits(w, &d, &why) && why.stiffness_limit > 0);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    assert_true(!s->cap_kn[t] && !s->cap_ks[t] && !s->cap_kb[t] && !s->cap_kt[t]);
  scr_world_free(w);
}

/* Called after each cycle. */
static bool forgotten(void *user) {
  seen *s = user;
  s->times += scr_fresh(s->w, SCR_BLANKS);
  return false;
}

/* What was written for readers stays for the next ones, also where no contact has carried a moment
 * yet. */
static void readers(void **state) {
  SCR_UNUSED(state);
  enum { AGAIN = 40 }; /* cycles: fewer than it takes to forget */
  scr_world *w = cube();
  seen s = {.w = w};
  set_all(w, "density", 1000);
  scene_cycle(w, 1e-6, 2);
  w->hooks.interrupted = forgotten;
  w->hooks.user = &s;
  scene_cycle(w, 1e-6, AGAIN);
  assert_int_equal(s.times, 0);
  assert_true(w->force_exponent > -900 && w->moment_exponent < -900);
  scr_world_free(w);
}

/* Lists that follow each other soon keep the memory of the search; what the last cycle keeps for
 * readers takes its place. */
static void flows(void **state) {
  SCR_UNUSED(state);
  scr_world *w = cube();
  seen s = {.w = w};
  set_all(w, "density", 1000);
  scene_cycle(w, 1e-6, 1);
  const size_t lasting = scr_memory_of(w).search;
  for (uint32_t id = 1; id <= BALLS / 16; id++)
    set_one(w, id, "velocity", 1); /* too many for runners (detect_runners.c) */
  w->engine->search->skin = 1e-3;
  w->hooks.progress = look;
  w->hooks.user = &s;
  scene_cycle(w, 1e-3, 100);
  assert_true(s.times > 0 && w->engine->builds > 3);
  assert_true(s.m.search > lasting + 36 * (size_t)BALLS); /* cells hold a copy of each ball */
  assert_int_equal(scr_memory_of(w).search, lasting);
  scr_world_free(w);
}

/* ---- what contacts share ---- */

static scr_contact with_id(scr_world *w, uint32_t id) {
  scr_contact c;
  assert_true(scr_contact_find(w, SCR_BALL_BALL, id, &c));
  return c;
}

static double stiffness(scr_world *w, scr_contact c) {
  double kn[3];
  assert_int_equal(scr_contact_get(w, c, scr_model_prop(scr_model_find("linear"), "kn"), kn), 1);
  return kn[0];
}

static void set_stiffness(scr_world *w, uint32_t id, double kn) {
  scr_diag d = {0};
  assert_true(scr_contact_set(w, &d, with_id(w, id), scr_model_prop(scr_model_find("linear"), "kn"),
                              &kn, 1));
}

static void new_list(scr_world *w) {
  const uint64_t builds = w->engine->builds;
  scr_changed(w, SCR_LISTS);
  scene_cycle(w, 1e-6, 1);
  assert_int_equal(w->engine->builds, builds + 1);
}

enum { OWN = 1 }; /* the first set that is not empty */

/* Contacts 7 to 9 have a stiffness, groups and a handle of their own, nobody else has. */
static void only_those_differ(scr_world *w, scr_ref ref) {
  scr_contact *c, back;
  const size_t n = scr_contact_list(w, SCR_BALL_BALL, true, &c);
  assert_int_equal(n, 3 * SIDE * SIDE * (SIDE - 1));
  for (size_t k = 0; k < n; k++) {
    const uint32_t id = scr_contact_id(w, c[k]);
    assert_true(stiffness(w, c[k]) == (id == 7 ? 2e3 : 1e3));
    assert_int_equal(scr_contact_groups(w, c[k]), id == 8 ? OWN : 0);
    assert_int_equal(scr_contact_handle(w, c[k]).gen, id == 9 ? ref.gen : 0);
  }
  assert_true(scr_contact_of_ref(w, ref, &back) && scr_contact_id(w, back) == 9);
  scr_free(c);
}

/* Columns of numbers that all contacts share, and of handles that nobody asked for, are not there.
 */
static void contacts(void **state) {
  SCR_UNUSED(state);
  scr_world *w = cube();
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  set_all(w, "density", 1000);
  scene_cycle(w, 1e-6, 2);
  assert_true(!p->pset && !p->groups && !p->slot && !p->shift);
  const size_t before = scr_pairs_bytes(p);
  set_stiffness(w, 7, 2e3);
  uint32_t groups = 0;
  scr_group_set(w, &groups, "some", NULL);
  assert_int_equal(groups, OWN);
  scr_contact_set_group(w, with_id(w, 8), groups);
  const scr_ref ref = scr_contact_ref(w, with_id(w, 9)), same = scr_contact_ref(w, with_id(w, 9));
  assert_true(ref.gen && ref.index == same.index && ref.gen == same.gen);
  assert_int_equal(scr_pairs_bytes(p), before + 3 * sizeof(uint32_t) * p->cap);
  only_those_differ(w, ref);
  new_list(w);
  only_those_differ(w, ref);
  set_stiffness(w, 7, 1e3);
  scr_contact_set_inherit(w, with_id(w, 7), scr_model_prop(scr_model_find("linear"), "kn"), true);
  scr_contact_set_group(w, with_id(w, 8), 0);
  new_list(w);
  assert_true(!p->pset && !p->groups && p->slot);
  const uint32_t contacts = p->ncontact;
  for (uint32_t id = 1; id <= contacts; id++) set_stiffness(w, id, 3e3);
  new_list(w);
  assert_true(!p->pset && p->one_set > 0);
  set_stiffness(w, 7, 4e3);
  for (uint32_t id = 1; id <= contacts; id++)
    assert_true(stiffness(w, with_id(w, id)) == (id == 7 ? 4e3 : 3e3));
  scr_ref *each = scr_alloc((contacts + 1) * sizeof *each);
  for (uint32_t id = 1; id <= contacts; id++) each[id] = scr_contact_ref(w, with_id(w, id));
  scr_diag d = {0};
  assert_true(scr_ball_delete(w, &d, &p->i[with_id(w, 9).k], 1)); /* and its contacts with it */
  uint32_t left = 0;
  for (uint32_t id = 1; id <= contacts; id++) {
    scr_contact back;
    if (!scr_contact_of_ref(w, each[id], &back)) continue;
    assert_int_equal(scr_contact_id(w, back), id); /* places closed up */
    left++;
  }
  assert_true(left == p->ncontact && left < contacts &&
              !scr_contact_of_ref(w, ref, &(scr_contact){0}));
  scr_free(each);
  scr_contact_set_group(w, with_id(w, p->id[0]), OWN);
  assert_int_equal(scr_contact_groups(w, (scr_contact){SCR_BALL_BALL, 0}), OWN);
  scr_world_free(w);
}

/* ---- ids ---- */

/* Ids in a row take little more than their number each; those after gaps, no more than in a hash
 * map. */
static void ids(void **state) {
  SCR_UNUSED(state);
  scr_world *w = cube();
  assert_int_equal(scr_idmap_bytes(&w->ball_by_id), (BALLS + 1) * sizeof(uint32_t));
  static const uint32_t far[] = {5000000, 20000000, 6000000, BALLS + 5};
  scr_diag d = {0};
  for (size_t k = 0; k < SCR_COUNTOF(far); k++)
    scene_ball(w, far[k], 9, 9 - 1.1 * (double)k, 0.5, 1000);
  assert_true(scr_idmap_bytes(&w->ball_by_id) < 24 * (size_t)BALLS);
  set_all(w, "density", 1000);
  scene_cycle(w, 1e-6, 2); /* rows move */
  assert_true(scr_ball_delete(w, &d, (uint32_t[]){scene_row(w, 6000000), scene_row(w, 3)}, 2));
  assert_int_equal(scr_ball_find(w, 6000000), SCR_NONE);
  assert_int_equal(scr_ball_find(w, 3), SCR_NONE);
  assert_int_equal(scr_ball_find(w, UINT32_MAX), SCR_NONE);
  assert_int_equal(scr_ball_next_id(w), 20000001);
  for (uint32_t k = 0; k < w->ball.n; k++)
    assert_int_equal(scr_ball_find(w, scr_colu(&w->ball, SCR_BALL_ID)[k]), k);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(balls),    cmocka_unit_test(cycles),
                                     cmocka_unit_test(scratch),  cmocka_unit_test(limits),
                                     cmocka_unit_test(readers),  cmocka_unit_test(flows),
                                     cmocka_unit_test(contacts), cmocka_unit_test(ids)};
  return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
