/* A pool of threads that stay: see par.h. */
#include "base/par.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include "base/cpu.h"
#include "base/mem.h"
#include "base/pin.h"

/* How long a thread looks before it sleeps. A pause takes 40 to 140 clock cycles, so this bridges about 0.1
 * ms. */
enum { SPIN_PAUSES = 2000, SPIN_YIELDS = 4 };

typedef struct worker {
  struct scr_par *pool;
  int index;
  pthread_t thread;
} worker;

/* Start and end of a run are passages through the same barrier that bodies use: between runs the workers
 * stand in it. The counters that all threads write have cache lines of their own. */
struct scr_par {
  int threads;        /* asked for, and there as soon as they are started */
  int pauses, yields; /* before sleeping */
  bool started, stop, running;
  bool pin, pinned; /* still to be pinned; they are */
  void (*body)(void *user, int thread, int threads);
  void *user;
  worker *workers; /* [1, threads); 0 is the caller */
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  _Alignas(64) atomic_int missing; /* threads that have not come to the barrier yet */
  _Alignas(64) atomic_uint phase;  /* passages so far */
  atomic_int sleepers;
};

static inline void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static bool passed(scr_par *p, unsigned phase) { return atomic_load_explicit(&p->phase, memory_order_acquire) != phase; }

/* Sequential consistency pairs this with `release`: either the sleeper sees the new phase or the releaser
 * sees the sleeper. */
static void sleep_until(scr_par *p, unsigned phase) {
  pthread_mutex_lock(&p->mutex);
  atomic_fetch_add(&p->sleepers, 1);
  while (atomic_load(&p->phase) == phase) pthread_cond_wait(&p->wake, &p->mutex);
  atomic_fetch_sub(&p->sleepers, 1);
  pthread_mutex_unlock(&p->mutex);
}

static void wait_until(scr_par *p, unsigned phase) {
  for (int k = 0; k < p->pauses; k++, relax())
    if (passed(p, phase)) return;
  for (int k = 0; k < p->yields; k++, sched_yield())
    if (passed(p, phase)) return;
  sleep_until(p, phase);
}

static void release(scr_par *p, unsigned phase) {
  atomic_store_explicit(&p->missing, p->threads, memory_order_relaxed);
  atomic_store(&p->phase, phase + 1);
  if (atomic_load(&p->sleepers) == 0) return;
  pthread_mutex_lock(&p->mutex);
  pthread_cond_broadcast(&p->wake);
  pthread_mutex_unlock(&p->mutex);
}

void scr_par_barrier(scr_par *p) {
  if (p->threads == 1) return;
  /* The phase cannot move on before this thread has arrived, so reading it early is safe. */
  unsigned phase = atomic_load_explicit(&p->phase, memory_order_relaxed);
  if (atomic_fetch_sub_explicit(&p->missing, 1, memory_order_acq_rel) == 1)
    release(p, phase);
  else
    wait_until(p, phase);
}

static void *work(void *arg) {
  worker *w = arg;
  scr_par *p = w->pool;
  /* The maker holds the mutex until it knows how many threads there are. */
  pthread_mutex_lock(&p->mutex);
  pthread_mutex_unlock(&p->mutex);
  for (;;) {
    scr_par_barrier(p);
    if (p->stop) return NULL;
    p->body(p->user, w->index, p->threads);
    scr_par_barrier(p);
  }
}

/* Starts the workers; returns how many threads there are, with the caller. Signals are left to the caller's
 * thread. */
static int start_workers(scr_par *p, int threads) {
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  int n = 1;
  for (; n < threads; n++) {
    p->workers[n] = (worker){.pool = p, .index = n};
    if (pthread_create(&p->workers[n].thread, NULL, work, &p->workers[n]) != 0) break;
  }
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return n;
}

scr_par *scr_par_new(int threads) {
  threads = SCR_MAX(threads, 1);
  scr_par *p = scr_alloc_aligned(sizeof *p);
  bool crowded = threads > scr_cpu_usable(); /* looking would keep the thread that is waited for from running */
  p->pauses = crowded ? 0 : SPIN_PAUSES;
  p->yields = crowded ? SPIN_YIELDS : 0;
  p->threads = threads;
  p->workers = scr_alloc((size_t)threads * sizeof *p->workers);
  pthread_mutex_init(&p->mutex, NULL);
  pthread_cond_init(&p->wake, NULL);
  return p;
}

static void start(scr_par *p) {
  if (p->started) return;
  pthread_mutex_lock(&p->mutex);
  p->threads = start_workers(p, p->threads);
  atomic_init(&p->missing, p->threads);
  pthread_mutex_unlock(&p->mutex);
  p->started = true;
}

void scr_par_free(scr_par *p) {
  if (!p) return;
  p->stop = true;
  if (p->started) scr_par_barrier(p);
  for (int k = 1; p->started && k < p->threads; k++) pthread_join(p->workers[k].thread, NULL);
  pthread_cond_destroy(&p->wake);
  pthread_mutex_destroy(&p->mutex);
  scr_free(p->workers);
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

void scr_par_run(scr_par *p, void (*body)(void *user, int thread, int threads), void *user) {
  start(p);
  if (p->threads == 1) {
    body(user, 0, 1);
    return;
  }
  assert(!p->running);
  if (p->pin) pin(p);
  p->running = true;
  p->body = body;
  p->user = user;
  scr_par_barrier(p);
  body(user, 0, p->threads);
  scr_par_barrier(p);
  p->running = false;
}
