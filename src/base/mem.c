/* Memory: see mem.h. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static scr_oom_handler oom_handler;

void scr_set_oom_handler(scr_oom_handler handler) { oom_handler = handler; }

static void *check(void *p, size_t size) {
  if (SCR_UNLIKELY(!p)) {
    if (oom_handler) oom_handler(size);
    abort();
  }
  return p;
}

void *scr_alloc(size_t size) { return check(calloc(1, size ? size : 1), size); }

void *scr_realloc(void *old, size_t size) { return check(realloc(old, size ? size : 1), size); }

void scr_free(void *p) { free(p); }

/* Large blocks ask for huge pages: passes over many columns would miss the address cache otherwise. */
void *scr_alloc_aligned(size_t size) {
  enum { LINE = 64, HUGE_PAGE = 2 << 20 };
  size_t align = size >= 2 * (size_t)HUGE_PAGE ? HUGE_PAGE : LINE;
  size_t rounded = (SCR_MAX(size, (size_t)1) + align - 1) & ~(align - 1);
  void *p = check(aligned_alloc(align, rounded), rounded);
#ifdef MADV_HUGEPAGE
  if (align == HUGE_PAGE) madvise(p, rounded, MADV_HUGEPAGE);
#endif
  return memset(p, 0, rounded);
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
