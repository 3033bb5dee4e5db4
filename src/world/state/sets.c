/* Interned sets and words: see sets.h. */
#include "world/state/sets.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

static uint64_t hash_pairs(const uint64_t *e, uint32_t n) {
  uint64_t h = 0x9e3779b97f4a7c15u + n;
  for (uint32_t k = 0; k < 2 * n; k++) {
    h = (h ^ e[k]) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 27;
  }
  return h;
}

static uint32_t intern(scr_sets *s, const uint64_t *e, uint32_t n) {
  assert(n == 0 || e);
  uint64_t h = hash_pairs(e, n);
  for (;; h++) {
    uint32_t found = scr_u64map_get(&s->by_hash, h, UINT32_MAX);
    if (found == UINT32_MAX) break;
    if (s->count[found] == n && (n == 0 || memcmp(s->entry[found], e, n * 2 * sizeof *e) == 0))
      return found;
  }
  SCR_GROW(s->entry, s->cap_entry, s->n + 1);
  SCR_GROW(s->count, s->cap_count, s->n + 1);
  s->entry[s->n] = scr_alloc(n * 2 * sizeof *e);
  if (n) memcpy(s->entry[s->n], e, n * 2 * sizeof *e);
  s->count[s->n] = n;
  scr_u64map_set(&s->by_hash, h, (uint32_t)s->n);
  return (uint32_t)s->n++;
}

void scr_sets_init(scr_sets *s) {
  *s = (scr_sets){0};
  intern(s, NULL, 0);
}

void scr_sets_free(scr_sets *s) {
  for (size_t k = 0; k < s->n; k++) scr_free(s->entry[k]);
  scr_free(s->entry);
  scr_free(s->count);
  scr_u64map_free(&s->by_hash);
  *s = (scr_sets){0};
}

/* Sets of up to FEW pairs are put together on the stack. */
enum { FEW = 64 };

static uint64_t *room_for(uint32_t n, uint64_t few[2 * FEW]) {
  return n <= FEW ? few : scr_alloc(n * 2 * sizeof *few);
}

static uint32_t intern_and_free(scr_sets *s, uint64_t *e, uint32_t n, uint64_t *few) {
  uint32_t set = intern(s, n ? e : NULL, n);
  if (e != few) scr_free(e);
  return set;
}

uint32_t scr_sets_with(scr_sets *s, uint32_t set, uint64_t key, uint64_t value) {
  assert(set < s->n);
  uint32_t n = 0, count = s->count[set], k = 0;
  uint64_t few[2 * FEW], *e = room_for(count + 1, few);
  const uint64_t *old = s->entry[set];
  for (; k < count && old[2 * k] < key; k++, n++)
    e[2 * n] = old[2 * k], e[2 * n + 1] = old[2 * k + 1];
  e[2 * n] = key;
  e[2 * n++ + 1] = value;
  if (k < count && old[2 * k] == key) k++;
  for (; k < count; k++, n++) e[2 * n] = old[2 * k], e[2 * n + 1] = old[2 * k + 1];
  return intern_and_free(s, e, n, few);
}

uint32_t scr_sets_without(scr_sets *s, uint32_t set, uint64_t key) {
  assert(set < s->n);
  uint32_t n = 0, count = s->count[set];
  uint64_t few[2 * FEW], *e = room_for(count, few);
  const uint64_t *old = s->entry[set];
  for (uint32_t k = 0; k < count; k++)
    if (old[2 * k] != key) e[2 * n] = old[2 * k], e[2 * n++ + 1] = old[2 * k + 1];
  return intern_and_free(s, e, n, few);
}

static int by_key(const void *p, const void *q) {
  const uint64_t *a = p, *b = q;
  return a[0] < b[0] ? -1 : a[0] > b[0];
}

uint32_t scr_sets_of(scr_sets *s, uint64_t *e, uint32_t n) {
  if (n) qsort(e, n, 2 * sizeof *e, by_key);
  for (uint32_t k = 1; k < n; k++)
    if (e[2 * k] == e[2 * k - 2]) return UINT32_MAX;
  return intern(s, e, n);
}

bool scr_sets_get(const scr_sets *s, uint32_t set, uint64_t key, uint64_t *value) {
  assert(set < s->n);
  for (uint32_t k = 0; k < s->count[set]; k++) {
    if (s->entry[set][2 * k] != key) continue;
    *value = s->entry[set][2 * k + 1];
    return true;
  }
  return false;
}

bool scr_sets_has_value(const scr_sets *s, uint32_t set, uint64_t value) {
  assert(set < s->n);
  for (uint32_t k = 0; k < s->count[set]; k++)
    if (s->entry[set][2 * k + 1] == value) return true;
  return false;
}

uint32_t scr_word(scr_words *w, const char *text) {
  int32_t k = scr_names_get(&w->index, text, -1);
  if (k >= 0) return (uint32_t)k;
  k = (int32_t)w->index.n;
  scr_names_set(&w->index, text, k);
  return (uint32_t)k;
}

uint32_t scr_word_find(const scr_words *w, const char *text) {
  return (uint32_t)scr_names_get(&w->index, text, -1);
}

const char *scr_word_text(const scr_words *w, uint32_t word) {
  assert(word < w->index.n);
  return w->index.key[word];
}

void scr_words_free(scr_words *w) { scr_names_free(&w->index); }
