/* Bounds of fuzz targets: see bound.h. Takes the place of base/mem.c, whose functions it compiles
 * with an allocator that counts.
 */
#define _DEFAULT_SOURCE 1
#include <dirent.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#include "bound.h"
#include "world/check.h"
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define DESCRIBE(p) __asan_describe_address(p)
#endif
#endif
#ifndef DESCRIBE
#define DESCRIBE(p)                       ((void)(p))
#define ASAN_POISON_MEMORY_REGION(p, n)   ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

/* ---- memory ---- */

/* Stands in front of each block; poisoned, so that writing there is still found. */
typedef struct head {
  struct head *next, *before;
  void *start;
  size_t size;
} head;
enum { FRONT = 64 }; /* room for the head; keeps the alignment of cache lines */

static head all = {&all, &all, NULL, 0};
static size_t held;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER; /* frames are written beside the cycles */

static head *head_of(void *p) { return (head *)((char *)p - FRONT); }

static void show(head *h, bool on) {
  if (h == &all) return;
  if (on)
    ASAN_UNPOISON_MEMORY_REGION(h, FRONT);
  else
    ASAN_POISON_MEMORY_REGION(h, FRONT);
}

static void link_head(head *h) {
  pthread_mutex_lock(&turn);
  show(all.next, true);
  *h = (head){all.next, &all, h->start, h->size};
  all.next->before = h;
  show(all.next, false);
  all.next = h;
  held += h->size;
  show(h, false);
  pthread_mutex_unlock(&turn);
}

/* Returns where the block begins. */
static void *unlink_head(head *h) {
  pthread_mutex_lock(&turn);
  show(h, true);
  show(h->next, true), show(h->before, true);
  h->next->before = h->before;
  h->before->next = h->next;
  show(h->next, false), show(h->before, false);
  held -= h->size;
  pthread_mutex_unlock(&turn);
  return h->start;
}

static size_t size_of(head *h) {
  pthread_mutex_lock(&turn);
  show(h, true);
  const size_t size = h->size;
  show(h, false);
  pthread_mutex_unlock(&turn);
  return size;
}

static void *bound_aligned_alloc(size_t align, size_t size) {
  if (size > BOUND_MEMORY - held) return NULL;
  size_t front = align > FRONT ? align : FRONT;
  char *start = aligned_alloc(front, (front + size + front - 1) / front * front);
  if (!start) return NULL;
  ASAN_POISON_MEMORY_REGION(start + front + size,
                            (front + size + front - 1) / front * front - front - size);
  head *h = head_of(start + front);
  h->start = start, h->size = size;
  link_head(h);
  return start + front;
}

static void bound_free(void *p) {
  if (p) free(unlink_head(head_of(p)));
}

/* By calloc, which need not clear what comes fresh from the system. */
static void *bound_calloc(size_t n, size_t size) {
  if (size && n > (BOUND_MEMORY - held) / size) return NULL;
  char *start = calloc(1, FRONT + n * size);
  if (!start) return NULL;
  head *h = head_of(start + FRONT);
  h->start = start, h->size = n * size;
  link_head(h);
  return start + FRONT;
}

static void *bound_realloc(void *old, size_t size) {
  if (!old) return bound_aligned_alloc(FRONT, size);
  void *p = bound_aligned_alloc(FRONT, size);
  if (!p) return NULL;
  const size_t n = size_of(head_of(old));
  memcpy(p, old, n < size ? n : size);
  bound_free(old);
  return p;
}

#ifdef __GLIBC__
#include <malloc.h> /* before the names in it mean something else */
#endif
#define malloc(size)  bound_aligned_alloc(FRONT, size)
#define calloc        bound_calloc
#define realloc       bound_realloc
#define free          bound_free
#define aligned_alloc bound_aligned_alloc
#undef _DEFAULT_SOURCE
#define SCR_MAP_FROM SIZE_MAX /* nothing past the allocator */
#include "base/mem.c"
#undef malloc
#undef calloc
#undef realloc
#undef free
#undef aligned_alloc

/* Frees what was allocated since `oldest` was the newest block. */
static void drop_all(const head *oldest) {
  while (all.next != oldest) bound_free((char *)all.next + FRONT);
}

static void tell_leak(const head *h) {
  show(all.next, true);
  fprintf(stderr, "leak: a block of %zu bytes, and perhaps more\n", h->size);
  DESCRIBE(h->start); /* where it was allocated */
  abort();
}

static jmp_buf *way_out;

static void exhausted(size_t size) {
  (void)size;
  if (way_out) longjmp(*way_out, 1);
  abort();
}

/* ---- files ---- */

static char folder[] = "/tmp/scree-fuzz-XXXXXX";

static void empty_folder(void) {
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));)
    if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
      unlinkat(dirfd(d), e->d_name, 0);
  if (d) closedir(d);
}

static void remove_folder(void) {
  empty_folder();
  rmdir(folder);
}

const char *bound_folder(void) {
  static bool made;
  if (made) return folder;
  if (!mkdtemp(folder)) abort();
  made = true;
  atexit(remove_folder);
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE,
            &(struct rlimit){64 << 20, 64 << 20}); /* logs of the fuzzer itself are smaller */
  if (!freopen("/dev/null", "r", stdin)) abort();  /* io.in */
  return folder;
}

void bound_write(const char *name, const void *bytes, size_t n) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", bound_folder(), name);
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(bytes, 1, n, f) != n || fclose(f) != 0) abort();
}

void bound_run(void (*job)(const uint8_t *data, size_t size), const uint8_t *data, size_t size) {
  jmp_buf out;
  const head *const before = all.next;
  way_out = &out;
  scr_set_oom_handler(exhausted);
  bound_folder();
  if (setjmp(out) == 0) {
    job(data, size);
    if (all.next != before) tell_leak(all.next);
  } else {
    drop_all(before);
  }
  way_out = NULL;
  empty_folder();
}

/* ---- sessions ---- */

static volatile bool *flag;

static void time_is_up(int number) {
  (void)number;
  if (flag) *flag = true;
}

static void watch(bool *interrupt) {
  struct itimerval t = {.it_interval = {0, 50000}, .it_value = {0, interrupt ? 200000 : 0}};
  flag = interrupt;
  signal(SIGVTALRM, time_is_up);
  setitimer(ITIMER_VIRTUAL, &t, NULL);
}

/* SCREE_FUZZ_TELL in the environment shows what a job prints and why it ends. */
static void tell(const char *text) {
  static int on = -1;
  if (on < 0) on = getenv("SCREE_FUZZ_TELL") != NULL;
  if (on) fputs(text, stderr);
}

static bool tell_print(void *user, const char *text) {
  (void)user;
  tell(text);
  return true;
}

static void tell_message(void *user, const scr_message *m) {
  (void)user;
  scr_buf b = {0};
  scr_message_format(m, &b); /* made in any case: carets and excerpts are to be tried, too */
  tell(b.s);
  scr_buf_free(&b);
}

scr_session *bound_session(int dim) {
  scr_options options = {
      .dim = dim, .threads = 1, .dialect = -1, .out = bound_folder(), .quiet = true};
  scr_session *s = scr_session_new(&options);
  s->print = tell_print;
  s->diag.sink = tell_message;
  watch(&s->interrupt);
  return s;
}

/* Whatever a job did, it left a world with all its invariants. */
static void check_world(const scr_world *w) {
  scr_buf why = {0};
  if (scr_world_check(w, &why)) return;
  fprintf(stderr, "invariant: %s\n", why.s);
  abort();
}

void bound_end(scr_session *s) {
  watch(NULL);
  check_world(s->lib.world);
  if (s->diag.failed) tell_message(NULL, &s->diag.error);
  scr_session_free(s);
}
