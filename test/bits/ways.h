/* One scene of the language, run in many ways that must all give the same bits: by any instruction
 * set and any number of threads, after a save file in between, whatever the skin of the lists is,
 * and whoever looks. After cmocka's headers. */
#ifndef SCR_TEST_WAYS_H
#define SCR_TEST_WAYS_H

#include <stdlib.h>
#include <unistd.h>

#include "../support/command.h"
#include "hash.h"
#include "kernel/kernel.h"
#include "world/search/detect.h"

typedef struct scene {
  void (*make)(scr_session *s, int dim);
  uint64_t (*hash)(scr_session *s, int dim); /* and that what is to happen has happened */
  const char *seen;                          /* an expression that looks at it */
  int cycles;                                /* sixteen times */
} scene;

typedef struct way {
  const char *isa;
  int dim, threads;
  bool saved;
  bool often; /* lists are made anew again and again */
  bool looks; /* in between and in cycles */
  bool fixed; /* the timestep, half of the way: it asks for velocities itself else */
} way;

static char ways_dir[] = "/tmp/scree-ways-XXXXXX";

static inline void cycle_by(scr_session *s, const scene *of, const way *h) {
  char text[40];
  snprintf(text, sizeof text, "model cycle %d\n", of->cycles);
  if (h->looks) command(s, "fish callback add look 43 interval 7\n");
  for (int k = 0; k < 8; k++) {
    if (h->often) s->lib.world->engine->search->skin = 0;
    command(s, text);
    if (h->looks) command(s, "[look]\n");
  }
  if (h->looks) command(s, "fish callback remove look 43\n");
}

static inline uint64_t run_way(const scene *of, way h) {
  char text[200];
  scr_options o = {
      .dim = h.dim, .threads = h.threads, .out = ways_dir, .quiet = true, .dialect = -1};
  assert_true(scr_isa_select(h.isa));
  scr_session *s = scr_session_new(&o);
  of->make(s, h.dim);
  snprintf(text, sizeof text, "fish define look\nglobal seen = %s\nend\n", of->seen);
  command(s, text);
  cycle_by(s, of, &h);
  if (h.fixed) command(s, "model mechanical timestep fix 2e-6\n");
  if (h.saved) command(s, "model save 'ways'\nmodel new\nmodel restore 'ways'\n");
  cycle_by(s, of, &h);
  const uint64_t hash = of->hash(s, h.dim);
  scr_session_free(s);
  return hash;
}

static inline void same_in_all_ways(const scene *of) {
  for (int dim = 2; dim <= 3; dim++) {
    const uint64_t base = run_way(of, (way){.isa = "base", .dim = dim, .threads = 1});
    const char *name = dim == 3 ? "3D" : "2D";
    same_hash(name, "saved", 1, run_way(of, (way){"base", dim, 1, .saved = true}), base);
    same_hash(name, "base", 2, run_way(of, (way){.isa = "base", .dim = dim, .threads = 2}), base);
    same_hash(name, "base", 3, run_way(of, (way){.isa = "base", .dim = dim, .threads = 3}), base);
    same_hash(name, "lists", 1, run_way(of, (way){"base", dim, 1, .often = true}), base);
    same_hash(name, "looks", 1, run_way(of, (way){"base", dim, 1, .looks = true}), base);
    same_hash(name, "looks, fixed", 1,
              run_way(of, (way){"base", dim, 2, .looks = true, .saved = true, .fixed = true}),
              run_way(of, (way){"base", dim, 1, .fixed = true}));
    for (size_t i = 1; i < SCR_COUNTOF(bits_isa); i++)
      if (scr_isa_select(bits_isa[i]))
        same_hash(name, bits_isa[i], 1,
                  run_way(of, (way){.isa = bits_isa[i], .dim = dim, .threads = 1}), base);
  }
}

/* The tests, with a folder for their save files. */
static inline int run_with_folder(int (*run)(void)) {
  char file[64];
  if (!mkdtemp(ways_dir)) return 1;
  const int failed = run();
  snprintf(file, sizeof file, "%s/ways.sav", ways_dir);
  unlink(file);
  rmdir(ways_dir);
  return failed;
}

#endif
