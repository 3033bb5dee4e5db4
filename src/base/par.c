/* A pool of threads that stay: see par.h. */
#include "base/par.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include "base/cpu.h"
#include "base/mem.h"
#include "base/pin.h"

/* How long a thread looks before it sleeps. A pause takes 40 to 140 clock cycles, so this bridges
 * about 0.1 ms. Nobody yields: that gives the core to a busy stranger for some milliseconds. */
enum { SPIN_PAUSES = 2000 };

typedef struct worker {
  struct scr_par *pool;
  int index;
  pthread_t thread;
  pthread_cond_t called;
} worker;

/* A run and how many threads take part in it are one number, so that those who do not need nothing
 * else. */
typedef uint64_t run_and_part;
enum { PART_BITS = 16, PARTS = 1 << PART_BITS };

/* What one thread writes and others wait for, in a cache line of its own: a thread that comes
 * somewhere writes its own line and reads those of the others, so that a passage takes the time in
 * which one line goes from core to core. */
typedef struct seat {
  _Alignas(64) atomic_uint came; /* to barriers and ends of runs, so far */
} seat;

struct scr_par {
  int threads; /* asked for, and there as soon as they are started */
  int room;    /* for so many */
  int pauses;  /* before sleeping */
  bool started, running;
  bool pin, pinned;    /* still to be pinned; they are */
  worker *workers;     /* [1, threads); 0 is the caller */
  seat *seat;          /* [threads] */
  atomic_bool *asleep; /* [threads] until they are called: written seldom */
  int level;           /* so many have come equally far */
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  _Alignas(64) _Atomic run_and_part
      call; /* the last run; what a worker has to know of it lies beside it */
  int part; /* so many threads take part in it */
  bool stop;
  void (*body)(void *user, int thread, int threads);
  void *user;
  _Alignas(64) atomic_int sleepers;
};

static inline void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/* Has a counter come as far as that? It may be one ahead. */
static bool reached(const atomic_uint *counter, unsigned to, memory_order order) {
  return (int)(atomic_load_explicit(counter, order) - to) >= 0;
}

/* Sequential consistency pairs this with `tell`: either the sleeper sees the counter or the other
 * sees the sleeper. */
static void sleep_until(scr_par *p, const atomic_uint *counter, unsigned to) {
  pthread_mutex_lock(&p->mutex);
  atomic_fetch_add(&p->sleepers, 1);
  while (!reached(counter, to, memory_order_seq_cst)) pthread_cond_wait(&p->wake, &p->mutex);
  atomic_fetch_sub(&p->sleepers, 1);
  pthread_mutex_unlock(&p->mutex);
}

static void wait_until(scr_par *p, const atomic_uint *counter, unsigned to) {
  for (int k = 0; k < p->pauses; k++, relax())
    if (reached(counter, to, memory_order_acquire)) return;
  sleep_until(p, counter, to);
}

static void tell(scr_par *p, atomic_uint *counter, unsigned to) {
  atomic_store(counter, to);
  if (atomic_load(&p->sleepers) == 0) return;
  pthread_mutex_lock(&p->mutex);
  pthread_cond_broadcast(&p->wake);
  pthread_mutex_unlock(&p->mutex);
}

/* How far this thread's own counter will be. */
static unsigned next_of(scr_par *p, int thread) {
  return atomic_load_explicit(&p->seat[thread].came, memory_order_relaxed) + 1;
}

static void wait_for_others(scr_par *p, int thread, unsigned to) {
  for (int k = 0; k < p->part; k++)
    if (k != thread) wait_until(p, &p->seat[k].came, to);
}

void scr_par_barrier(scr_par *p, int thread) {
  if (p->part == 1) return;
  const unsigned to = next_of(p, thread);
  tell(p, &p->seat[thread].came, to);
  wait_for_others(p, thread, to);
}

/* ---- calls ---- */

/* Is there a run for this thread, after `last`, the last one that it took part in? None can end
 * without it. */
static bool is_called(const worker *w, run_and_part last, run_and_part now) {
  return now != last && (int)(now % PARTS) > w->index;
}

/* As `sleep_until`, but nobody wakes it for a run of others. */
static run_and_part sleep_until_called(worker *w, run_and_part last) {
  scr_par *p = w->pool;
  run_and_part now;
  pthread_mutex_lock(&p->mutex);
  atomic_store(&p->asleep[w->index], true);
  while (!is_called(w, last, now = atomic_load(&p->call))) pthread_cond_wait(&w->called, &p->mutex);
  atomic_store(&p->asleep[w->index], false);
  pthread_mutex_unlock(&p->mutex);
  return now;
}

static run_and_part wait_for_call(worker *w, run_and_part last) {
  scr_par *p = w->pool;
  for (int k = 0; k < p->pauses; k++, relax()) {
    const run_and_part now = atomic_load_explicit(&p->call, memory_order_acquire);
    if (is_called(w, last, now)) return now;
  }
  return sleep_until_called(w, last);
}

static void wake(scr_par *p, int thread) {
  if (!atomic_load(&p->asleep[thread])) return;
  pthread_mutex_lock(&p->mutex);
  pthread_cond_signal(&p->workers[thread].called);
  pthread_mutex_unlock(&p->mutex);
}

/* Who did not take part in the last run has come less far, and waits: nobody but the caller touches
 * its counter. */
static void begin_run(scr_par *p, int part) {
  const unsigned came = atomic_load_explicit(&p->seat[0].came, memory_order_relaxed);
  for (int k = p->level; k < part; k++)
    atomic_store_explicit(&p->seat[k].came, came, memory_order_relaxed);
  p->level = p->part = part;
  const run_and_part run = atomic_load_explicit(&p->call, memory_order_relaxed) / PARTS + 1;
  atomic_store(&p->call, run * PARTS + (run_and_part)part);
  for (int k = 1; k < part; k++) wake(p, k);
}

static void *work(void *arg) {
  worker *w = arg;
  scr_par *p = w->pool;
  for (run_and_part last = 0;;) {
    last = wait_for_call(w, last);
    if (p->stop) return NULL;
    p->body(p->user, w->index, p->part);
    tell(p, &p->seat[w->index].came, next_of(p, w->index));
  }
}

/* ---- the pool ---- */

/* Starts the workers; returns how many threads there are, with the caller. Signals are left to the
 * caller's thread. */
static int start_workers(scr_par *p, int threads) {
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, SCR_STACK_BYTES); /* whatever `ulimit -s` says */
  int n = 1;
  for (; n < threads; n++) {
    p->workers[n].pool = p, p->workers[n].index = n;
    if (pthread_create(&p->workers[n].thread, &attr, work, &p->workers[n]) != 0) break;
  }
  pthread_attr_destroy(&attr);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return n;
}

scr_par *scr_par_new(int threads) {
  threads = SCR_MAX(SCR_MIN(threads, PARTS - 1), 1);
  scr_par *p = scr_alloc_aligned(sizeof *p);
  bool crowded =
      threads >
      scr_cpu_usable(); /* looking would keep the thread that is waited for from running */
  p->pauses = crowded ? 0 : SPIN_PAUSES;
  p->threads = threads;
  p->workers = scr_alloc((size_t)threads * sizeof *p->workers);
  p->seat = scr_alloc_aligned((size_t)threads * sizeof *p->seat);
  p->asleep = scr_alloc_aligned((size_t)threads * sizeof *p->asleep);
  p->room = threads;
  p->part = p->level = 1;
  pthread_mutex_init(&p->mutex, NULL);
  pthread_cond_init(&p->wake, NULL);
  for (int k = 1; k < threads; k++) pthread_cond_init(&p->workers[k].called, NULL);
  return p;
}

static void start(scr_par *p) {
  if (p->started) return;
  p->threads = start_workers(p, p->threads);
  p->started = true;
}

void scr_par_free(scr_par *p) {
  if (!p) return;
  p->stop = true;
  if (p->started) begin_run(p, p->threads);
  for (int k = 1; p->started && k < p->threads; k++) pthread_join(p->workers[k].thread, NULL);
  for (int k = 1; k < p->room; k++) pthread_cond_destroy(&p->workers[k].called);
  pthread_cond_destroy(&p->wake);
  pthread_mutex_destroy(&p->mutex);
  scr_free(p->workers);
  scr_free(p->seat);
  scr_free(p->asleep);
  scr_free(p);
}

int scr_par_threads(scr_par *p) {
  start(p);
  return p->threads;
}

void scr_par_pin(scr_par *p) { p->pin = !p->pinned; }

bool scr_par_pinned(const scr_par *p) { return p->pinned; }

static void pin(scr_par *p) {
  pthread_t *thread = scr_alloc((size_t)p->threads * sizeof *thread);
  for (int k = 1; k < p->threads; k++) thread[k - 1] = p->workers[k].thread;
  p->pinned = scr_pin_threads(thread, p->threads - 1);
  p->pin = false;
  scr_free(thread);
}

void scr_par_run_by(scr_par *p, int part, void (*body)(void *user, int thread, int threads),
                    void *user) {
  if (part > 1) start(p);
  part = SCR_MIN(part, p->threads);
  assert(!p->running);
  if (part <= 1) {
    p->part = 1;
    body(user, 0, 1);
    return;
  }
  if (p->pin) pin(p);
  p->running = true;
  p->body = body;
  p->user = user;
  begin_run(p, part);
  body(user, 0, part);
  /* Nobody waits for the caller's end. */
  const unsigned to = next_of(p, 0);
  atomic_store_explicit(&p->seat[0].came, to, memory_order_relaxed);
  wait_for_others(p, 0, to);
  p->running = false;
}

void scr_par_run(scr_par *p, void (*body)(void *user, int thread, int threads), void *user) {
  scr_par_run_by(p, scr_par_threads(p), body, user);
}

int scr_par_asleep(const scr_par *p) {
  int n = 0;
  for (int k = 1; k < p->threads; k++) n += atomic_load(&p->asleep[k]);
  return n;
}
