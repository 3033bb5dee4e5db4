/* Memory: see mem.h. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static scr_oom_handler oom_handler;

void scr_set_oom_handler(scr_oom_handler handler) { oom_handler = handler; }

static long fail_at;

void scr_mem_fail_at(long n) { fail_at = n; }

static void *check(void *p, size_t size) {
  if (SCR_UNLIKELY(fail_at > 0) && --fail_at == 0) {
    free(p);
    p = NULL;
  }
  if (SCR_UNLIKELY(!p)) {
    if (oom_handler) oom_handler(size);
    abort();
  }
  return p;
}

/* A large block asks for huge pages before it is touched: its first use would stop at every 4 KB otherwise. Not one that grows,
 * which could not be moved without copying any more. */
static void *roomy(void *p, size_t size) {
#ifdef MADV_HUGEPAGE
  enum { HUGE_PAGE = 2 << 20, LARGE = 4 * HUGE_PAGE };
  if (SCR_LIKELY(size < LARGE) || !p) return p;
  const size_t skip = (HUGE_PAGE - (uintptr_t)p % HUGE_PAGE) % HUGE_PAGE;
  madvise((char *)p + skip, (size - skip) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#else
  SCR_UNUSED(size);
#endif
  return p;
}

void *scr_alloc(size_t size) { return roomy(check(calloc(1, size ? size : 1), size), size); }

void *scr_realloc(void *old, size_t size) { return check(realloc(old, size ? size : 1), size); }

void *scr_try_alloc(size_t size) { return roomy(malloc(size ? size : 1), size); }

void scr_free(void *p) { free(p); }

void *scr_alloc_aligned(size_t size) {
  enum { LINE = 64 };
  size_t rounded = (SCR_MAX(size, (size_t)1) + LINE - 1) & ~(size_t)(LINE - 1);
  void *p = check(aligned_alloc(LINE, rounded), rounded);
  return memset(p, 0, rounded);
}

/* Columns that are read side by side must not begin at like addresses, or their lines compete for the same sets of the caches:
 * column k begins 9 k lines into its block (modulo 64). The block's own address stands in front of the column. Large blocks ask
 * for huge pages: passes over many columns would miss the address cache otherwise. */
void *scr_column_alloc(size_t size, unsigned k) {
  enum { LINE = 64, SETS = 64, STEP = 9, HUGE_PAGE = 2 << 20 };
  size_t offset = LINE * (1 + (size_t)k * STEP % SETS), total = size + offset;
  size_t align = total >= HUGE_PAGE ? HUGE_PAGE : LINE;
  total = (total + align - 1) & ~(align - 1);
  unsigned char *block = check(aligned_alloc(align, total), total);
#ifdef MADV_HUGEPAGE
  if (align == HUGE_PAGE) madvise(block, total, MADV_HUGEPAGE);
#endif
  memset(block, 0, total);
  memcpy(block + offset - sizeof block, &block, sizeof block);
  return block + offset;
}

void scr_column_free(void *p) {
  unsigned char *block;
  if (!p) return;
  memcpy(&block, (unsigned char *)p - sizeof block, sizeof block);
  free(block);
}

void scr_grow_to(void **p, size_t *cap, size_t need, size_t elem) {
  if (need <= *cap) return;
  size_t n = *cap ? *cap : 8;
  while (n < need) n += n / 2 + 8;
  *p = scr_realloc(*p, n * elem);
  *cap = n;
}

struct scr_arena_block {
  struct scr_arena_block *next;
  size_t used, size;
  _Alignas(16) unsigned char data[];
};

void *scr_arena_alloc(scr_arena *a, size_t size) {
  size = (size + 15) & ~(size_t)15;
  struct scr_arena_block *b = a->head;
  if (!b || b->size - b->used < size) {
    size_t room = SCR_MAX(size, (size_t)4000);
    b = scr_alloc(sizeof *b + room);
    b->size = room;
    b->next = a->head;
    a->head = b;
  }
  void *p = b->data + b->used;
  b->used += size;
  return p;
}

char *scr_arena_strn(scr_arena *a, const char *s, size_t n) {
  char *t = scr_arena_alloc(a, n + 1);
  memcpy(t, s, n);
  return t;
}

void scr_arena_free(scr_arena *a) {
  for (struct scr_arena_block *b = a->head; b;) {
    struct scr_arena_block *next = b->next;
    scr_free(b);
    b = next;
  }
  a->head = NULL;
}
