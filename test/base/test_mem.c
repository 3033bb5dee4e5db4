/* Memory: zeroed, aligned, growing; arenas. */
#define _DEFAULT_SOURCE /* MADV_HUGEPAGE */
#include "test.h"

#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"

static void zeroed_and_aligned(void **state) {
  SCR_UNUSED(state);
  for (size_t n = 0; n < 300; n += 7) {
    unsigned char *a = scr_alloc(n), *b = scr_alloc_aligned(n);
    assert_non_null(a);
    assert_int_equal((uintptr_t)b % 64, 0);
    for (size_t k = 0; k < n; k++) assert_int_equal(a[k] | b[k], 0);
    scr_free(a);
    scr_free(b);
  }
  scr_free(NULL);
}

/* Small and large ones, from malloc and from the system: zero to the last byte, at whole lines. */
static void columns(void **state) {
  SCR_UNUSED(state);
  static const size_t size[] = {1, 100, 4096, 2 << 20, (2 << 20) - 64, 5000000};
  for (size_t s = 0; s < SCR_COUNTOF(size); s++)
    for (unsigned k = 0; k < 70; k += 23) {
      unsigned char *a = scr_column_alloc(size[s], k), any = 0;
      assert_int_equal((uintptr_t)a % 64, 0);
      for (size_t b = 0; b < size[s]; b++) any |= a[b];
      assert_int_equal(any, 0);
      memset(a, 0xff, size[s]);
      scr_column_free(a);
    }
  scr_column_free(NULL);
}

/* What lies in neighbouring columns does not meet in a cache, nor modulo 4096, as soon as columns
 * are longer than a few pages. */
static void columns_apart(void **state) {
  SCR_UNUSED(state);
  enum { COLUMNS = 40, LINES = 64 };
  static const size_t size[] = {16384, 100000, 3 << 20};
  unsigned char *column[COLUMNS];
  for (size_t s = 0; s < SCR_COUNTOF(size); s++) {
    for (unsigned k = 0; k < COLUMNS; k++) column[k] = scr_column_alloc(size[s], k);
    for (unsigned k = 0; k < COLUMNS; k++)
      for (unsigned m = k + 1; m < COLUMNS && m <= k + 16; m++) {
        const unsigned apart = (unsigned)((uintptr_t)column[m] - (uintptr_t)column[k]) / 64 % LINES;
        if (apart < 3 || apart > LINES - 3)
          fail_msg("columns %u and %u of %zu bytes are %u lines apart", k, m, size[s], apart);
      }
    for (unsigned k = 0; k < COLUMNS; k++) scr_column_free(column[k]);
  }
}

/* ---- what the system is asked for ---- */

enum { MB = 1 << 20, HUGE_PAGE = 2 * MB, PAGE = 1 << 16 };

/* Of address space, or 0 where the system does not say. */
static size_t bytes_mapped(void) {
  char text[64] = "";
  const int f = open("/proc/self/statm", O_RDONLY);
  if (f < 0) return 0;
  const bool told = read(f, text, sizeof text - 1) > 0;
  close(f);
  return told ? (size_t)strtoul(text, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

/* Large columns take whole pages and give all of them back. */
static void large_columns_go_back(void **state) {
  SCR_UNUSED(state);
  static const size_t size[] = {2 * MB, 5000000, 8 * MB - PAGE - 64, 8 * MB - PAGE, 33 * MB};
  for (size_t s = 0; s < SCR_COUNTOF(size) && bytes_mapped(); s++)
    for (int k = 0; k < 3; k++) {
      const size_t before = bytes_mapped();
      void *a = scr_column_alloc(size[s], 0);
      const size_t grown = bytes_mapped() - before, want = (size[s] + 64 + PAGE - 1) / PAGE * PAGE;
      scr_column_free(a);
      assert_int_equal(grown, want);
      assert_int_equal(bytes_mapped(), before);
    }
}

/* Does the place lie where huge pages were asked for? -1: the system does not say. */
static int is_huge(const void *place) {
  FILE *f = fopen("/proc/self/smaps", "r");
  char line[512];
  bool here = false;
  int huge = -1;
  while (f && huge < 0 && fgets(line, sizeof line, f)) {
    unsigned long lo, hi;
    if (sscanf(line, "%lx-%lx ", &lo, &hi) == 2) here = (uintptr_t)place - lo < hi - lo;
    if (here && strncmp(line, "VmFlags:", 8) == 0) huge = strstr(line, " hg") != NULL;
  }
  if (f) fclose(f);
  return huge;
}

/* All whole huge pages of a large column but its first small pages, and of a large block. */
static void huge_pages(void **state) {
  SCR_UNUSED(state);
  const unsigned char *column = scr_column_alloc(7 * MB, 0), *head = column - 64;
  assert_int_equal(((uintptr_t)head + PAGE) % HUGE_PAGE, 0);
  unsigned char *block = scr_alloc(8 * MB), *small = scr_alloc(7 * MB),
                *tried = scr_try_alloc(9 * MB);
#ifdef MADV_HUGEPAGE
  if (is_huge(column) >= 0) {
    assert_int_equal(is_huge(head), 0);
    assert_int_equal(is_huge(head + PAGE), 1);
    assert_int_equal(is_huge(head + PAGE + 6 * MB - 1), 1);
    assert_int_equal(is_huge(head + PAGE + 6 * MB), 0);
    const size_t skip = (HUGE_PAGE - (uintptr_t)block % HUGE_PAGE) % HUGE_PAGE;
    assert_int_equal(is_huge(block), skip == 0);
    assert_int_equal(is_huge(block + skip), 1);
    assert_int_equal(is_huge(block + skip + 6 * MB - 1), 1);
    assert_int_equal(is_huge(small + 4 * MB), 0);
    assert_int_equal(is_huge(tried + 4 * MB), 1);
  }
#endif
  scr_column_free((void *)(uintptr_t)column);
  scr_free(block);
  scr_free(small);
  scr_free(tried);
}

#if defined __GLIBC__ && __GLIBC_PREREQ(2, 33)
/* Memory of malloc after blocks of n bytes in all were freed at its end. */
static long kept_of(long n) {
  enum { BLOCK = 100000 };
  void *block[100];
  long count = 0;
  const long before = (long)mallinfo2().arena;
  for (; count * BLOCK < n; count++) block[count] = scr_alloc(BLOCK);
  while (count-- > 0) scr_free(block[count]);
  return (long)mallinfo2().arena - before;
}

/* Blocks of a quarter of a megabyte go back to the system at once, others where they are two
 * megabytes together. */
static void freed_goes_back(void **state) {
  SCR_UNUSED(state);
  scr_mem_give_back();
  scr_mem_trim();
  const size_t mapped = mallinfo2().hblks;
  if (!mallinfo2().arena) return; /* another malloc */
  void *large = scr_alloc(MB / 4), *small = scr_alloc(MB / 4 - 64);
  assert_int_equal(mallinfo2().hblks, mapped + 1);
  scr_free(large);
  scr_free(small);
  scr_mem_trim();
  assert_true(kept_of(3 * MB / 2) > MB);
  scr_mem_trim();
  assert_true(kept_of(5 * MB / 2) < MB);
}
#endif

/* In a process of its own: what is lowered there stays low. */
static bool limit_follows(int kind) {
  const pid_t child = fork();
  int status = 0;
  if (child == 0) {
    const double all = scr_mem_limit(), half = floor(all / 2);
    struct rlimit r;
    getrlimit(kind, &r);
    r.rlim_cur = (rlim_t)half;
    if (setrlimit(kind, &r) != 0) _exit(2);
    _exit(scr_mem_limit() == half ? 0 : 1);
  }
  assert_true(child > 0);
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void limits(void **state) {
  SCR_UNUSED(state);
  const double all = scr_mem_limit(),
               real = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  assert_true(all > 1e6 && all <= real);
  assert_true(limit_follows(RLIMIT_DATA));
  assert_true(limit_follows(RLIMIT_AS));
}

/* The size that is asked for where it is known, half as much again where an array grows. */
static void growth_is_no_more_than_needed(void **state) {
  SCR_UNUSED(state);
  int *p = NULL;
  size_t cap = 0;
  SCR_GROW(p, cap, 1000);
  assert_int_equal(cap, 1000);
  SCR_GROW(p, cap, 999);
  assert_int_equal(cap, 1000);
  SCR_GROW(p, cap, 1001);
  assert_int_equal(cap, 1508);
  SCR_DROP(p, cap);
  assert_null(p);
  assert_int_equal(cap, 0);
}

static void growth_keeps_what_there_is(void **state) {
  SCR_UNUSED(state);
  int *p = NULL;
  size_t cap = 0, moved = 0;
  for (int k = 0; k < 100000; k++) {
    size_t before = cap;
    SCR_GROW(p, cap, (size_t)k + 1);
    moved += cap != before;
    p[k] = k;
  }
  for (int k = 0; k < 100000; k++) assert_int_equal(p[k], k);
  assert_true(moved < 40);
  scr_free(p);
}

static void arenas(void **state) {
  SCR_UNUSED(state);
  scr_arena a = {0};
  char *first = scr_arena_strn(&a, "hello world", 5);
  for (size_t n = 1; n < 20000; n = n * 3 / 2 + 1) {
    unsigned char *p = scr_arena_alloc(&a, n);
    assert_int_equal((uintptr_t)p % 16, 0);
    for (size_t k = 0; k < n; k++) assert_int_equal(p[k], 0);
    memset(p, 0xff, n);
  }
  assert_string_equal(first, "hello");
  scr_arena_free(&a);
  assert_null(a.head);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(zeroed_and_aligned),
    cmocka_unit_test(columns),
    cmocka_unit_test(columns_apart),
    cmocka_unit_test(large_columns_go_back),
    cmocka_unit_test(huge_pages),
    cmocka_unit_test(limits),
#if defined __GLIBC__ && __GLIBC_PREREQ(2, 33)
    cmocka_unit_test(freed_goes_back),
#endif
    cmocka_unit_test(growth_is_no_more_than_needed),
    cmocka_unit_test(growth_keeps_what_there_is),
    cmocka_unit_test(arenas),
  };
  return cmocka_run_group_tests_name("mem", tests, NULL, NULL);
}
