/* What the engine does to get a result, counted: lists made and the pairs in them, runners, columns
 * that are there, what is up to date. A mistake that costs time alone shows here and nowhere else.
 * The numbers are those of this scene, for one thread and any instruction set. They stand in
 * counts.txt, which `test_world_counts renew` writes. */
#include "scene.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/rng.h"
#include "world/contacts/kept.h"
#include "world/force/kept.h"
#include "world/memory.h"
#include "world/search/detect.h"
#include "world/timestep/timestep.h"

typedef struct row {
  const char *law;
  int dim;
  bool automatic, energy, held; /* held: most balls are fixed, so that the others rattle */
  double pitch;
  double speed, fast; /* m/s; of one ball in forty */
  double gravity;
  bool scaled, periodic;
} row;

static scr_world *scene(const row *r) {
  const uint32_t side = r->dim == 3 ? 6 : 16, n = r->dim == 3 ? 216 : 160;
  scr_world *w = scene_new(r->dim);
  scr_rng rng;
  scr_diag d = {0};
  scr_rng_seed(&rng, 11);
  scr_world_set_threads(w, 1);
  w->bounds_balls = 1;
  scene_law_named(w, r->law);
  scene_floor(w, 10, -9);
  w->gravity[r->dim - 1] = -r->gravity;
  if (r->periodic) {
    assert_true(scr_domain_set(w, &d, (double[]){-2.2, -2.2, -9.5}, (double[]){2.4, 2.4, 9.5}));
    assert_true(
        scr_domain_set_condition(w, &d, (uint8_t[]){SCR_B_PERIODIC, SCR_B_STOP, SCR_B_STOP}));
  }
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t at[3] = {k % side, r->dim == 3 ? k / side % side : k / side, k / side / side};
    double x[3] = {0, 0, 0};
    uint32_t b;
    for (int c = 0; c < r->dim; c++)
      x[c] = (c == r->dim - 1 ? -8.801 : -2) + r->pitch * at[c] + 0.0001 * scr_rng_uniform(&rng);
    assert_true(scr_ball_create(w, &d, k + 1, x, k % 9 == 4 ? 0.19 : 0.2, &b));
    assert_true(scr_ball_set(w, &d, b, scr_quantity_find(scr_ball_quantity, "density"),
                             &(double){1000 + 30 * (k % 97)}));
    scr_table_write(&w->ball, SCR_BALL_DAMP, b, &(double){0.7});
    if (r->held && k % 13 != 5)
      for (int c = 0; c < 6; c++) scr_ball_fix(w, b, 1u << c, true);
    for (int c = 0; c < r->dim && !(r->held && k % 13 != 5); c++)
      w->twist[b].v[c] = (k % 40 == 7 ? r->fast : r->speed) * (2 * scr_rng_uniform(&rng) - 1);
  }
  scr_energy_switch(w, r->energy);
  scr_changed(w, SCR_PLACES);
  return w;
}

/* Cycles whose timestep came from bounds, and all the leaders they had. */
typedef struct served {
  scr_world *w;
  unsigned cycles, leaders;
  double rest;
} served;

static bool note_cycle(void *user) {
  served *s = user;
  bool *leads = scr_alloc(s->w->ball.n * sizeof *leads);
  s->rest = scr_bounds_rest(s->w, leads);
  s->cycles += s->rest > 0;
  for (uint32_t k = 0; s->rest > 0 && k < s->w->ball.n; k++) s->leaders += leads[k];
  scr_free(leads);
  return true;
}

static void cycle(scr_world *w, const row *r, uint64_t n) {
  scr_limits l = scr_limits_none();
  scr_diag d = {0};
  w->timestep.mode = r->scaled ? SCR_DT_SCALE : r->automatic ? SCR_DT_AUTOMATIC : SCR_DT_FIX;
  if (!r->automatic) w->timestep.given = 1e-4;
  l.cycles = n;
  if (!scr_world_solve(w, &d, &l)) fail_msg("%s", d.error.text);
  scr_diag_clear(&d);
}

/* Which columns of a list are there, a bit each. */
static unsigned columns(const scr_pairs *p) {
  unsigned bits = 0;
  for (int c = 0; c < SCR_BOOKS; c++) bits |= (unsigned)(p->work[c] != NULL) << c;
  for (int c = 0; c < 3; c++) bits |= (unsigned)(p->force[c] != NULL) << (8 + c);
  return bits | (unsigned)(p->pset != NULL) << 12 | (unsigned)(p->groups != NULL) << 13 |
         (unsigned)(p->slot != NULL) << 14;
}

static void tell_memory(const scr_world *w, scr_buf *b) {
  const scr_memory m = scr_memory_of(w);
#define KIND(name, doc) scr_buf_printf(b, " %zu", m.name);
  scr_buf_puts(b, ", bytes");
  SCR_MEMORY_KINDS(KIND)
#undef KIND
}

static void tell(scr_world *w, scr_buf *b) {
  const struct scr_engine *e = w->engine;
  const struct scr_search *s = e->search;
  scr_buf_printf(b, "%u lists, skin %.9g, pairs %u %u, later %u, contacts %u %u, runners %u",
                 (unsigned)e->builds, s->skin, w->pair[0].n, w->pair[1].n, s->finder->later,
                 w->pair[0].ncontact, w->pair[1].ncontact, s->nrunner);
  scr_buf_printf(b, ", born %u, worn %g, columns %x %x, stale %x", s->born, s->worn,
                 columns(&w->pair[0]), columns(&w->pair[1]),
                 (unsigned)(w->stale & ~SCR_WITH_STRESSES)); /* for readers alone */
  tell_memory(w, b);
  scr_buf_printf(b, ", unread %u, rough %d, bounds %d, exact %d %zu\n", e->force->unread,
                 e->stepper->rough_cycle == w->cycle, e->stepper->bounds_from <= w->cycle,
                 e->stepper->stiff != NULL, e->stepper->cap_few);
}

static const row rows[] = {
    {"linear", 3, false, false, false, 0.395, 0.01, 0.01, 9.81, false, false},
    {"linear", 3, false, false, false, 0.5, 0.5, 20, 0, false, false},
    {"hertz", 3, true, false, false, 0.395, 0.001, 0.05, 9.81, false, false},
    {"hertz", 3, true, false, true, 0.398, 0.0002, 0.0002, 0, false, false},
    {"linear", 3, true, false, true, 0.3996, 0.0005, 0.02, 0, false, false},
    {"linear", 2, true, false, false, 0.3996, 0.0005, 0.0005, 0, false, false},
    {"hertz", 2, true, false, true, 0.3996, 0.001, 0.001, 9.81, false, false},
    {"linear", 2, false, true, false, 0.395, 0.05, 2, 9.81, false, false},
    {"rrlinear", 2, true, true, false, 0.395, 0.01, 0.01, 9.81, false, false},
    {"burger", 2, true, false, false, 0.5, 1, 1, 9.81, false, false},
    {"linear", 3, true, false, false, 0.395, 0.5, 3, 9.81, true, false},
    {"linearpbond", 3, true, false, false, 0.399, 0.3, 3, 9.81, false, true},
};

static void tell_all(scr_buf *told) {
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++) {
    static const uint64_t cycles[] = {1, 1, 20, 100, 178};
    const row *r = &rows[k];
    scr_world *w = scene(r);
    scr_buf_printf(told, "%s in %dD, %s timestep%s\n", r->law, r->dim,
                   r->scaled      ? "scaled"
                   : r->automatic ? "automatic"
                                  : "fixed",
                   r->periodic ? ", periodic"
                   : r->energy ? ", energies"
                               : "");
    for (size_t c = 0; c < SCR_COUNTOF(cycles); c++) {
      served by_bounds = {.w = w};
      w->hooks.user = &by_bounds, w->hooks.cycle_end = note_cycle, w->history_every = 1;
      cycle(w, r, cycles[c]);
      tell(w, told);
      scr_buf_printf(told, "  %u of %u cycles by bounds, %u leaders, rest %.9g, %zu bytes\n",
                     by_bounds.cycles, (unsigned)cycles[c], by_bounds.leaders, by_bounds.rest,
                     scr_bounds_bytes(w->engine->stepper->bounds));
    }
    scr_world_sync(w);
    tell(w, told);
    scr_world_free(w);
  }
}

#define FILE_OF_COUNTS WORLD_DIR "/counts.txt"

static void the_work_that_is_done(void **state) {
  SCR_UNUSED(state);
  static char expected[1 << 15];
  scr_buf told = {0};
  FILE *f = fopen(FILE_OF_COUNTS, "r");
  assert_non_null(f);
  expected[fread(expected, 1, sizeof expected - 1, f)] = 0;
  fclose(f);
  tell_all(&told);
  if (strcmp(told.s, expected) != 0) print_error("%s", told.s);
  assert_string_equal(told.s, expected);
  scr_buf_free(&told);
}

static int renew(void) {
  scr_buf told = {0};
  FILE *f = fopen(FILE_OF_COUNTS, "w");
  if (!f) return 1;
  tell_all(&told);
  fputs(told.s, f);
  scr_buf_free(&told);
  return fclose(f) != 0;
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "renew") == 0) return renew();
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_work_that_is_done)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
