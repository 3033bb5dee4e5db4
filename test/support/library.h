/* The library of FISH over an empty world of three dimensions, for tests of its rows. */
#ifndef SCR_TEST_LIBRARY_H
#define SCR_TEST_LIBRARY_H

#include "base/mem.h"
#include "script/lib_private.h"

typedef struct bench {
  scr_lib lib; /* first, see lib.h */
  scr_diag diag;
  scr_fish *fish;
} bench;

static inline bench *bench_new(void) {
  bench *b = scr_alloc(sizeof *b);
  b->lib.world = scr_world_new(3);
  scr_fish_host host = {.user = b,
                        .kinds = scr_lib_kinds,
                        .alive = scr_lib_alive,
                        .pointer_id = scr_lib_pointer_id,
                        .pointer_type = scr_lib_pointer_type,
                        .rng = &b->lib.world->rng};
  b->fish = scr_fish_new(&host, &b->diag);
  scr_fish_bind_base(b->fish);
  scr_lib_bind(b->fish);
  return b;
}

static inline void bench_free(bench *b) {
  scr_fish_free(b->fish);
  scr_diag_clear(&b->diag);
  scr_world_free(b->lib.world);
  scr_free(b);
}

#endif
