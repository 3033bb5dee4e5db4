/* What the tests of bits compare: the hash of a world, and the hashes that are expected. After
 * cmocka's headers. */
#ifndef SCR_TEST_HASH_H
#define SCR_TEST_HASH_H

#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "base/mem.h"
#include "world/engine.h"
#include "world/state/rows.h"

/* Hash of what the data file determines: balls in order of id, contacts in canonical order. */
static inline uint64_t hash_world(scr_world *w) {
  XXH3_state_t *h = XXH3_createState();
  XXH3_64bits_reset(h);
  scr_world_sync(w);
  const uint32_t *order = scr_ball_order(w);
  for (uint32_t k = 0; k < w->ball.n; k++) {
    uint32_t q = order[k];
    XXH3_64bits_update(h, &scr_colu(&w->ball, SCR_BALL_ID)[q], 4);
    XXH3_64bits_update(h, &w->pose[q], sizeof w->pose[q]);
    XXH3_64bits_update(h, &w->twist[q], sizeof w->twist[q]);
    XXH3_64bits_update(h, w->load[q].f, 3 * sizeof(double));
  }
  scr_contact *c;
  size_t n = scr_contact_list(w, -1, true, &c);
  for (size_t k = 0; k < n; k++) {
    uint32_t id = scr_contact_id(w, c[k]);
    XXH3_64bits_update(h, &id, 4);
    const scr_pset *set = &w->pset[scr_pair_set(&w->pair[c[k].type], c[k].k)];
    const int columns = scr_model_columns(scr_contact_model(w, c[k]), w->dim, set->param);
    for (int m = 0; m < columns; m++)
      XXH3_64bits_update(h, &w->pair[c[k].type].state[m][c[k].k], 8);
  }
  scr_free(c);
  uint64_t result = XXH3_64bits_digest(h);
  XXH3_freeState(h);
  return result;
}

/* The hash of that name in a file of names and hashes. */
static inline bool expected(const char *path, const char *name, uint64_t *hash) {
  FILE *f = fopen(path, "r");
  char word[64];
  unsigned long long value;
  bool found = false;
  while (f && fscanf(f, "%63s %llx", word, &value) == 2)
    if (strcmp(word, name) == 0) *hash = value, found = true;
  if (f) fclose(f);
  return found;
}

/* The instruction sets to be compared; those that the processor lacks are left out by
 * scr_isa_select(). */
static const char *const bits_isa[] = {"base", "avx2", "avx512"};

static inline void same_hash(const char *name, const char *isa, int threads, uint64_t hash,
                             uint64_t want) {
  if (hash != want)
    fail_msg("%s, %s, %d threads: %016llx, expected %016llx", name, isa, threads,
             (unsigned long long)hash, (unsigned long long)want);
}

#endif
