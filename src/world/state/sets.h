/* Interned sets of (key, value): groups by slot, surface properties. Equal sets have equal numbers;
 * set 0 is empty. */
#ifndef SCR_SETS_H
#define SCR_SETS_H

#include "base/base.h"
#include "base/map.h"

typedef struct scr_sets {
  uint64_t **entry; /* entry[s]: pairs key, value in order of key */
  uint32_t *count;  /* pairs in set s */
  size_t n, cap_entry, cap_count;
  scr_u64map by_hash;
} scr_sets;
void scr_sets_init(scr_sets *s);
void scr_sets_free(scr_sets *s);
uint32_t scr_sets_with(scr_sets *s, uint32_t set, uint64_t key, uint64_t value);
uint32_t scr_sets_without(scr_sets *s, uint32_t set, uint64_t key);
/* The set of n pairs key, value in any order, which become sorted; UINT32_MAX: a key stands twice.
 */
uint32_t scr_sets_of(scr_sets *s, uint64_t *pairs, uint32_t n);
bool scr_sets_get(const scr_sets *s, uint32_t set, uint64_t key, uint64_t *value);
bool scr_sets_has_value(const scr_sets *s, uint32_t set, uint64_t value);

/* The key of component c of a vector among surface properties. */
enum { SCR_VECTOR_KEY = 64 };
void scr_vector_key(const char *name, int c, char key[SCR_VECTOR_KEY]);

/* Interned words; word 0 is "". Case is kept, lookup ignores it. */
typedef struct scr_words {
  scr_names index;
} scr_words;
uint32_t scr_word(scr_words *w, const char *text);
uint32_t scr_word_find(const scr_words *w, const char *text); /* UINT32_MAX: unknown */
const char *scr_word_text(const scr_words *w, uint32_t word);
void scr_words_free(scr_words *w);

#endif
