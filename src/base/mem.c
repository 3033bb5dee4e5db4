/* Memory: see mem.h. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LINE = 64, HUGE_PAGE = 2 << 20 };

static scr_oom_handler oom_handler;

void scr_set_oom_handler(scr_oom_handler handler) { oom_handler = handler; }

static long fail_at;

void scr_mem_fail_at(long n) { fail_at = n; }

static bool told_to_fail(void) { return SCR_UNLIKELY(fail_at > 0) && --fail_at == 0; }

void scr_mem_give_back(void) {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 1 << 18);
  mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
}

void scr_mem_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/* There is no memory of that size. */
static void run_out(size_t size) {
  if (oom_handler) oom_handler(size);
  abort();
}

/* The number in a file, as the limit of a group of processes; HUGE_VAL: there is none. */
static double number_in(const char *path) {
  FILE *f = fopen(path, "r");
  double x;
  const bool there = f && fscanf(f, "%lf", &x) == 1;
  if (f) fclose(f);
  return there ? x : HUGE_VAL;
}

double scr_mem_limit(void) {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  double limit = pages > 0 && size > 0 ? (double)pages * (double)size : HUGE_VAL;
  const int kind[] = {RLIMIT_AS, RLIMIT_DATA};
  for (size_t k = 0; k < SCR_COUNTOF(kind); k++) {
    struct rlimit r;
    if (getrlimit(kind[k], &r) == 0 && r.rlim_cur != RLIM_INFINITY)
      limit = SCR_MIN(limit, (double)r.rlim_cur);
  }
  return SCR_MIN(limit, number_in("/sys/fs/cgroup/memory.max"));
}

static void *check(void *p, size_t size) {
  if (told_to_fail()) {
    free(p);
    p = NULL;
  }
  if (SCR_UNLIKELY(!p)) run_out(size);
  return p;
}

/* A large block asks for huge pages before it is touched: its first use would stop at every 4 KB
 * otherwise. Not one that grows, which could not be moved without copying any more. */
static void *roomy(void *p, size_t size) {
#ifdef MADV_HUGEPAGE
  enum { LARGE = 4 * HUGE_PAGE };
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

/* `unit`: a power of 2. */
static void *alloc_at(size_t unit, size_t size) {
  const size_t rounded = (SCR_MAX(size, (size_t)1) + unit - 1) & ~(unit - 1);
  void *p = check(aligned_alloc(unit, rounded), rounded);
  return memset(p, 0, rounded);
}

void *scr_alloc_aligned(size_t size) { return alloc_at(LINE, size); }

#ifndef SCR_MAP_FROM
#define SCR_MAP_FROM HUGE_PAGE /* columns as large as that come from the system itself */
#endif

/* What stands in front of a column. */
typedef struct column_head {
  void *block;
  size_t mapped; /* bytes that came from the system, 0: from malloc */
} column_head;

static_assert(sizeof(column_head) <= LINE, "a column's head does not fit in front of it");

enum { PAGE = 1 << 16 }; /* of any system: its pages are as large, or a part of it */
static size_t whole_pages(size_t size) { return (size + PAGE - 1) & ~(size_t)(PAGE - 1); }

/* Zeroed memory from the system itself, to which it goes back: malloc would keep what is freed for
 * sizes that never come again. It asks for as many huge pages as it fills: a part of one more would
 * be memory that nobody uses. They begin after the first small ones, where the head of the column
 * is written: the rest of a column that nobody writes to takes no memory. */
static void *map(size_t size) {
  const size_t kept = whole_pages(size), room = kept + HUGE_PAGE;
  if (told_to_fail()) run_out(size);
  unsigned char *p = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) run_out(size);
  const size_t skip = (HUGE_PAGE - ((uintptr_t)p + PAGE) % HUGE_PAGE) % HUGE_PAGE;
  if (skip) munmap(p, skip);
  if (room - skip > kept) munmap(p + skip + kept, room - skip - kept);
#ifdef MADV_HUGEPAGE
  if (size > PAGE) madvise(p + skip + PAGE, (size - PAGE) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#endif
  return p + skip;
}

/* Columns that are read side by side must not begin at like addresses (modulo 4096): their lines
 * would compete for the same sets of the caches, and a number that is read would wait for one that
 * was stored a moment ago in another column. Column k begins 39 k lines into its block (modulo 64),
 * so that numbers k and k + d are at least 3 lines apart for d up to 16, and loads of balls lie 17
 * rows after their velocities. Large ones lie on huge pages: passes over many columns would miss
 * the address cache otherwise. */
void *scr_column_alloc(size_t size, unsigned k) {
  enum { SETS = 64, STEP = 39, PERIOD = SETS * LINE };
  const size_t offset = LINE * (1 + (size_t)k * STEP % SETS), total = size + offset;
  column_head front = {.mapped = total >= SCR_MAP_FROM ? total : 0};
  front.block = front.mapped ? map(total) : alloc_at(total < 4 * PERIOD ? LINE : PERIOD, total);
  unsigned char *column = (unsigned char *)front.block + offset;
  memcpy(column - sizeof front, &front, sizeof front);
  return column;
}

void scr_column_free(void *p) {
  column_head front;
  if (!p) return;
  memcpy(&front, (unsigned char *)p - sizeof front, sizeof front);
  if (front.mapped)
    munmap(front.block, whole_pages(front.mapped));
  else
    free(front.block);
}

void scr_grow_to(void **p, size_t *cap, size_t need, size_t elem) {
  if (need <= *cap) return;
  *cap = SCR_MAX(need, *cap + *cap / 2 + 8);
  *p = scr_realloc(*p, *cap * elem);
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
