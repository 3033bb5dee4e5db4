/* What contacts tell of the last step of a solve, asked for at its end, is what a step tells whose
 * contacts are read as it is taken: forces, dashpots, slip, to the bit. */
#include "scene.h"

#include "../bits/hash.h"
#include "base/rng.h"
#include "world/contacts/contact.h"

enum { BALLS = 500, CYCLES = 25, PARTS = 6 };

/* A law, and what is otherwise with its properties. */
typedef struct law_row {
  const char *law;
  struct {
    const char *property;
    double value;
  } more[3];
  bool energy;
} law_row;

static const law_row laws[] = {
    {"linear", {{NULL, 0}}, false},
    {"linear", {{"dp_nratio", 0.2}, {"dp_sratio", 0.1}}, false},
    {"linear", {{"dp_nratio", 0.2}, {"dp_sratio", 0.3}, {"dp_mode", 3}}, true},
    {"linear", {{"dp_nratio", 0.9}, {"dp_mode", 1}, {"rgap", 0.004}}, false},
    {"linear", {{"lin_mode", 1}, {"dp_sratio", 0.2}}, false},
    {"hertz", {{NULL, 0}}, false},
    {"hertz", {{"dp_sratio", 0.3}, {"fric", 0.05}}, false},
    {"hertz", {{"dp_nratio", 0}}, true},
    {"hertz", {{"dp_sratio", 0.3}, {"dp_mode", 2}, {"hz_mode", 1}}, false},
    {"hertz", {{"hz_alpha", 1.2}, {"dp_alpha", 0.3}, {"rgap", 0.002}}, false},
    {"hertz", {{"hz_mode", 1}, {"dp_mode", 3}, {"dp_nratio", 0.8}}, true},
    {"burger", {{NULL, 0}}, false},
    {"burger", {{"bur_mode", 1}, {"bur_fric", 0.05}}, true},
};

static void give_law(scr_world *w, const law_row *r) {
  scr_cmat_entry e = scene_entry(r->law);
  for (size_t k = 0; k < SCR_COUNTOF(r->more); k++)
    if (r->more[k].property) e.param[scene_slot(r->law, r->more[k].property)] = r->more[k].value;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_cmat_set_default(w, (scr_contact_type)t, &e);
}

/* Balls that touch here and there, move and spin, above a floor, periodic along x. */
static scr_world *crowd(int dim, const law_row *law, int threads) {
  const uint32_t side = dim == 3 ? 8 : 23;
  scr_diag d = {0};
  scr_world *w = scene_new(dim);
  scr_rng rng;
  uint32_t row;
  scr_rng_seed(&rng, 23);
  scr_world_set_threads(w, threads);
  w->worker_pairs = 20;
  assert_true(
      scr_domain_set_condition(w, &d, (uint8_t[]){SCR_B_PERIODIC, SCR_B_REFLECT, SCR_B_REFLECT}));
  give_law(w, law);
  if (law->energy) scr_energy_switch(w, true);
  scene_floor(w, 10, -5);
  for (uint32_t k = 0; k < BALLS; k++) {
    const uint32_t at[] = {k % side, dim == 3 ? k / side % side : k / side, k / side / side};
    row = scene_ball(w, k + 1, 0, 0, k % 5 ? 0.2 : 0.19, 1000);
    for (int c = 0; c < dim; c++)
      w->pose[row].x[c] = 0.397 * at[c] - 4.81 + 0.01 * (scr_rng_uniform(&rng) - 0.5);
    for (int c = 0; c < dim; c++) w->twist[row].v[c] = 2 * scr_rng_uniform(&rng) - 1;
    w->twist[row].w[2] = 4 * scr_rng_uniform(&rng) - 2;
  }
  scr_changed(w, SCR_PLACES);
  scene_clean(w);
  return w;
}

/* All that contact c of one world and its like of the other hold. */
static void same_contact(const scr_world *a, scr_contact c, const scr_world *b, scr_contact k,
                         const char *law) {
  const scr_pairs *p = &a->pair[c.type], *q = &b->pair[k.type];
  assert_int_equal(scr_contact_key(a, c.type, c.k), scr_contact_key(b, k.type, k.k));
  for (int s = 0; s < scr_contact_model(a, c)->nstate; s++)
    if (memcmp(&p->state[s][c.k], &q->state[s][k.k], sizeof(double)) != 0)
      fail_msg("%s %dD, state %d: %.17g, expected %.17g", law, a->dim, s, p->state[s][c.k],
               q->state[s][k.k]);
  for (int s = 0; s < 3; s++)
    if (memcmp(&p->force[s][c.k], &q->force[s][k.k], sizeof(double)) != 0)
      fail_msg("%s %dD, force %d: %.17g, expected %.17g", law, a->dim, s, p->force[s][c.k],
               q->force[s][k.k]);
  for (int s = 0; s < 1 + (a->dim == 3 ? 3 : 1); s++)
    if (memcmp(&p->dash[s][c.k], &q->dash[s][k.k], sizeof(double)) != 0)
      fail_msg("%s %dD, dashpot %d: %.17g, expected %.17g", law, a->dim, s, p->dash[s][c.k],
               q->dash[s][k.k]);
}

/* How many slip, and how many are left without force. */
typedef struct seen {
  size_t contacts, slip, inactive;
} seen;

static void same_contacts(scr_world *a, scr_world *b, const char *law, seen *s) {
  scr_contact *x, *y;
  const size_t n = scr_contact_list(a, -1, true, &x);
  assert_int_equal(n, scr_contact_list(b, -1, true, &y));
  for (size_t k = 0; k < n; k++) {
    same_contact(a, x[k], b, y[k], law);
    s->contacts++;
    s->slip += a->pair[x[k].type].state[scr_model_slip(scr_contact_model(a, x[k]))][x[k].k] != 0;
    s->inactive += !scr_contact_active(a, x[k]);
  }
  scr_free(x);
  scr_free(y);
}

static void as_read_in_each_cycle(void **state) {
  (void)state;
  for (size_t k = 0; k < SCR_COUNTOF(laws); k++)
    for (int dim = 2; dim <= 3; dim++) {
      scr_world *a = crowd(dim, &laws[k], 3), *b = crowd(dim, &laws[k], 1);
      seen s = {0};
      b->history_every = 1;
      for (int part = 0; part < PARTS; part++) {
        scene_cycle(a, 1e-4, CYCLES);
        scene_cycle(b, 1e-4, CYCLES);
        same_contacts(a, b, laws[k].law, &s);
        same_hash(laws[k].law, "best", dim, hash_world(a), hash_world(b));
      }
      assert_true(s.contacts > 1000 && s.slip > 50 && s.inactive > 100);
      scr_world_free(a);
      scr_world_free(b);
    }
}

static bool in_the_seventh(void *user) { return ++*(int *)user == 7; }

/* An interrupted solve ends where one of as many cycles does, contacts with facets included. */
static void interrupted(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *a = crowd(dim, &laws[2], 3), *b = crowd(dim, &laws[2], 1);
    scr_limits l = scr_limits_none();
    scr_diag d = {0};
    seen s = {0};
    int times = 0;
    const uint64_t first = a->cycle;
    scene_cycle(a, 1e-4, CYCLES);
    a->hooks.interrupted = in_the_seventh;
    a->hooks.user = &times;
    assert_false(scr_world_solve(a, &d, &l));
    assert_true(d.error.code == SCR_E_INTERRUPT && a->cycle >= first + CYCLES + 7 &&
                a->cycle < first + CYCLES + 10);
    scene_cycle(b, 1e-4, a->cycle - first);
    same_contacts(a, b, "interrupted", &s);
    assert_true(s.contacts > 100);
    scr_diag_clear(&d);
    scr_world_free(a);
    scr_world_free(b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_read_in_each_cycle),
                                     cmocka_unit_test(interrupted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
