/* The same bits in the scenes of the bench: its own data files with a few hundred balls, by any
 * number of threads, also one that changes every few cycles, any instruction set, and with either
 * compiler the hashes of expected-scenes.txt.
 *
 * A row counts only if contacts are made and end in it and its lists are built several times.
 * Thirty pairs are worth a thread here, so that sixteen of them share a scene. Kernels that add in
 * another order from the last mark on must miss every hash, those of another compiler meet it
 * (kernels.h). */
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "../support/command.h"
#include "cmd/setting.h"
#include "../support/night.h"
#include "hash.h"
#include "kernels.h"
#include "scenes.h"
#include "world/workers/workers.h"
#include "world/workers/work.h"

#ifndef BITS_DIR
#define BITS_DIR "."
#endif

typedef struct row {
  const char *name, *file;
  int dim;
  void (*balls)(FILE *f);
  const char *set[4][2]; /* names and values of its own */
  const char *cycles, *warm;
} row;

static const row rows[] = {
    {"bed", "bed.dat", 3, scene_bed, {{"lx", SCENE_SIDE}, {"ly", SCENE_SIDE}}, "400", "100"},
    {"bed-pfc",
     "bed-pfc.dat",
     3,
     scene_bed,
     {{"lx", SCENE_SIDE}, {"ly", SCENE_SIDE}},
     "400",
     "100"},
    {"bed-ratio",
     "bed-ratio.dat",
     3,
     scene_bed,
     {{"lx", SCENE_SIDE}, {"ly", SCENE_SIDE}},
     "400",
     "100"},
    {"burger", "burger.dat", 3, scene_bed, {{"lx", SCENE_SIDE}, {"ly", SCENE_SIDE}}, "400", "100"},
    {"flow", "flow.dat", 3, scene_bed, {{"lx", SCENE_SIDE}, {"ly", SCENE_SIDE}}, "400", "100"},
    {"chute",
     "chute.dat",
     3,
     scene_chute,
     {{"lx", SCENE_CHUTE}, {"ly", SCENE_CHUTE}},
     "400",
     "100"},
    {"silo", "silo.dat", 3, scene_silo, {{"fill", "500"}}, "1000", "0"},
    {"sizes-3",
     "sizes.dat",
     3,
     scene_sizes_3,
     {{"lx", SCENE_BOX_3}, {"ly", SCENE_BOX_3}, {"height", "0.1"}},
     "500",
     "100"},
    {"sizes-10",
     "sizes.dat",
     3,
     scene_sizes_10,
     {{"lx", SCENE_BOX_10}, {"ly", SCENE_BOX_10}, {"height", "0.1"}},
     "500",
     "100"},
    {"sizes-50",
     "sizes.dat",
     3,
     scene_sizes_50,
     {{"lx", SCENE_BOX_50}, {"ly", SCENE_BOX_50}, {"height", "0.2"}},
     "500",
     "100"},
    {"bed-2d", "bed2d.p2dat", 2, scene_bed_2d, {{"lx", SCENE_SIDE_2D}}, "500", "100"},
};
enum { WORTH_A_THREAD = 30, MOST_THREADS = 16 };

/* ---- running ---- */

static char out_dir[] = "/tmp/scree-scenes-XXXXXX";

/* What a scene must show, counted between its last mark and its end. */
typedef struct course {
  scr_session *s;
  bool begun;
  uint32_t first[SCR_CONTACT_TYPES],
      ids[SCR_CONTACT_TYPES]; /* contacts at the mark, and the largest id */
  uint64_t builds;
} course;

/* The data file prints its marks. */
static bool on_print(void *user, const char *text) {
  course *c = user;
  const scr_world *w = c->s->lib.world;
  if (strncmp(text, "begin", 5) != 0) return true;
  take_kernels(w);
  c->begun = true;
  c->builds = w->engine->builds;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    c->first[t] = w->pair[t].ncontact, c->ids[t] = w->contact_ids[t].max;
  return true;
}

static void write_file(const char *name, void (*write)(FILE *f)) {
  char path[64];
  snprintf(path, sizeof path, "%s/%s", out_dir, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  write(f);
  assert_int_equal(fclose(f), 0);
}

/* Runs the data file of a row to its end. seed: of numbers of threads that are drawn anew every few
 * cycles; 0: they stay. */
static scr_session *run(const row *r, int threads, int seed, course *seen) {
  char bed[64], stl[64], path[600];
  snprintf(bed, sizeof bed, "%s/balls", out_dir);
  snprintf(stl, sizeof stl, "%s/silo.stl", out_dir);
  snprintf(path, sizeof path, "%s/../../bench/cases/%s", BITS_DIR, r->file);
  scr_setting set[8] = {{"bed", bed}, {"stl", stl}, {"cycles", r->cycles}, {"warm", r->warm}};
  int n = 4;
  for (int k = 0; k < 4 && r->set[k][0]; k++) set[n++] = (scr_setting){r->set[k][0], r->set[k][1]};
  scr_options o = {.dim = r->dim,
                   .threads = threads,
                   .worker_pairs = WORTH_A_THREAD,
                   .out = out_dir,
                   .quiet = true,
                   .dialect = -1};
  o.worker_seed = seed;
  o.bounds_balls = threads % 2 == 0;
  o.set = set, o.nset = n;
  scr_session *s = scr_session_new(&o);
  *seen = (course){.s = s};
  s->print = on_print, s->print_user = seen;
  if (!scr_session_file(s, path)) {
    scr_buf b = {0};
    scr_message_format(&s->diag.error, &b);
    fail_msg("%s", b.s);
  }
  return s;
}

/* ---- what a row must show ---- */

/* Otherwise equal bits would prove little. */
static void assert_hard(const row *r, const course *c, int threads, bool drawn) {
  const scr_world *w = c->s->lib.world;
  uint32_t made = 0, stayed = 0, before = 0;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_contact *list;
    const size_t n = scr_contact_list(c->s->lib.world, t, true, &list);
    for (size_t k = 0; k < n; k++) *(scr_contact_id(w, list[k]) > c->ids[t] ? &made : &stayed) += 1;
    before += c->first[t];
    scr_free(list);
  }
  if (getenv("SCREE_BITS_PRINT"))
    printf("; %s: %u contacts, %u made, %u ended, %u facets, %llu lists, %d workers\n", r->name,
           before, made, before - stayed, w->pair[1].ncontact,
           (unsigned long long)(w->engine->builds - c->builds), scr_workers_for(w));
  assert_true(c->begun);
  assert_true(made >= 10);
  assert_true(before >= stayed + 10); /* as many ended, of those before */
  assert_true(w->pair[SCR_BALL_FACET].ncontact >=
              (strcmp(r->name, "chute") == 0 || strcmp(r->name, "flow") == 0 ? 0 : 1));
  assert_true(w->engine->builds >= c->builds + 3);
  if (drawn)
    assert_true(w->engine->work->cuts > w->engine->builds + 50);
  else
    assert_int_equal(scr_workers_for(w), threads);
}

#ifdef SCR_BITS_KERNELS

static void kernels_of_another_build(void **state) {
  const row *r = *state;
  uint64_t want;
  assert_true(expected(BITS_DIR "/expected-scenes.txt", r->name, &want));
  if (!SCR_BITS_RUN) skip();
  write_file("balls", r->balls);
  course seen;
  scr_session *s = run(r, 1, 0, &seen);
  assert_hard(r, &seen, 1, false);
  assert_true((hash_world(s->lib.world) == want) == SCR_BITS_SAME);
  scr_session_free(s);
}
#define TEST kernels_of_another_build

#else

/* How many of the numbers of threads an instruction set meets: by day two that
 * change, an odd one and an even one, and one thread do once, and an odd one in each set. */
static size_t numbers_of_threads(size_t isa) {
  return isa == 0 ? (size_t)by_day(3, 1, 7) : (size_t)by_day(1, 1, 7);
}

/* One row for all kernels and threads. Setting SCREE_BITS_PRINT prints the hashes for
 * expected-scenes.txt instead of failing. */
static void same_bits(void **state) {
  const row *r = *state;
  static const int threads[] = {3, MOST_THREADS, 1, 2, 4, 8, MOST_THREADS},
                   seed[] = {1, 2, 0, 0, 0, 0, 0};
  uint64_t want = 0;
  const bool print = getenv("SCREE_BITS_PRINT") != NULL,
             known = expected(BITS_DIR "/expected-scenes.txt", r->name, &want);
  assert_true(known || print);
  write_file("balls", r->balls);
  for (size_t i = 0; i < SCR_COUNTOF(bits_isa); i++)
    for (size_t t = 0; scr_isa_select(bits_isa[i]) && t < numbers_of_threads(i); t++) {
      course seen;
      scr_session *s = run(r, threads[t], seed[t], &seen);
      assert_hard(r, &seen, threads[t], seed[t] != 0);
      const uint64_t h = hash_world(s->lib.world);
      scr_session_free(s);
      if (print && i == 0 && t == 0)
        printf("%s %016llx\n", r->name, (unsigned long long)(want = h));
      same_hash(r->name, bits_isa[i], threads[t], h, want);
    }
}

#define TEST same_bits

#endif

int main(void) {
  struct CMUnitTest test[SCR_COUNTOF(rows)];
  if (!mkdtemp(out_dir)) return 1;
  write_file("silo.stl", scene_silo_mesh);
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++)
    test[k] = (struct CMUnitTest){rows[k].name, TEST, NULL, NULL, (void *)(uintptr_t)&rows[k]};
  int failed = _cmocka_run_group_tests("scenes", test, SCR_COUNTOF(rows), NULL, NULL);
  char path[64];
  snprintf(path, sizeof path, "%s/balls", out_dir);
  unlink(path);
  snprintf(path, sizeof path, "%s/silo.stl", out_dir);
  unlink(path);
  rmdir(out_dir);
  return failed;
}
