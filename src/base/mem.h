/* Memory: allocation with one handler for exhaustion, growth of arrays, arenas. */
#ifndef SCR_MEM_H
#define SCR_MEM_H

#include "base/base.h"

/* Called once when memory is exhausted; must not return. The program sets it (exit status 3);
 * without one: abort(). */
typedef void (*scr_oom_handler)(size_t size);
void scr_set_oom_handler(scr_oom_handler handler);
/* For tests: from now on allocation number `n` (1 is the next) fails, as if memory were exhausted;
 * 0: off. */
void scr_mem_fail_at(long n);

/* For programs, before they take any memory: what is freed of large blocks goes back to the system
 * at once. Where nothing is said, the C library keeps what it thinks will be wanted again, up to
 * some 64 MB. */
void scr_mem_give_back(void);

/* What is free inside of malloc's blocks goes back, too: after large things were freed, since it
 * takes milliseconds. */
void scr_mem_trim(void);

/* Bytes that this process may have at most, by what the system says; HUGE_VAL: it says nothing. */
double scr_mem_limit(void);

/* Zeroed memory; never NULL (the handler runs instead). A size of 0 is taken as 1. Thread safe. */
void *scr_alloc(size_t size);
void *scr_realloc(void *old, size_t size);
/* Not zeroed; NULL where there is none: for sizes that a file tells, which must not be the
 * program's end. */
void *scr_try_alloc(size_t size);
void scr_free(void *p);
/* Zeroed memory that starts on a cache line (64 bytes); size is rounded up to a multiple of it.
 * Free with scr_free. */
void *scr_alloc_aligned(size_t size);

/* The same for column k of a table: columns with different k lie so that a pass over many of them
 * uses the caches well. */
void *scr_column_alloc(size_t size, unsigned k);
void scr_column_free(void *p);

/* Makes room for `need` elements in array *p of *cap elements: half as many again, or just so many
 * if that is not enough, as for an array whose size is known. New elements are not cleared. */
void scr_grow_to(void **p, size_t *cap, size_t need, size_t elem);
#define SCR_GROW(p, cap, need) scr_grow_to((void **)&(p), &(cap), (need), sizeof *(p))
/* Frees such an array. */
#define SCR_DROP(p, cap) (scr_free(p), (p) = NULL, (cap) = 0)

/* An arena frees all its blocks at once. */
typedef struct scr_arena {
  struct scr_arena_block *head;
} scr_arena;
void *scr_arena_alloc(scr_arena *a, size_t size); /* zeroed, aligned to 16 */
char *scr_arena_strn(scr_arena *a, const char *s, size_t n);
void scr_arena_free(scr_arena *a);

#endif
