/* Pieces made side by side and taken in order: see ordered.h. */
#include "base/ordered.h"

#include <pthread.h>
#include "base/mem.h"

enum { SLOTS_A_THREAD = 3 }; /* pieces that may be made ahead of the one being taken */

/* Piece k lies in slot k modulo `slots`; one that is begun is younger than taken + slots. */
typedef struct line {
  const scr_ordered *o;
  pthread_mutex_t mutex; /* guards the counters and `made` */
  pthread_cond_t moved;
  size_t begun, taken, slots;
  scr_buf *slot;
  bool *made;
} line;

static bool may_begin(const line *l) {
  return l->begun < l->o->n && l->begun < l->taken + l->slots;
}

/* Makes the next piece. Called with the mutex, which is free meanwhile. */
static void make_next(line *l) {
  const size_t piece = l->begun++, at = piece % l->slots;
  pthread_mutex_unlock(&l->mutex);
  scr_buf_clear(&l->slot[at]);
  l->o->make(l->o->user, piece, &l->slot[at]);
  pthread_mutex_lock(&l->mutex);
  l->made[at] = true;
  pthread_cond_broadcast(&l->moved);
}

/* Takes the oldest piece, which is made. Called with the mutex, which is free meanwhile. */
static void take_next(line *l) {
  const size_t at = l->taken % l->slots;
  pthread_mutex_unlock(&l->mutex);
  l->o->take(l->o->user, &l->slot[at]);
  pthread_mutex_lock(&l->mutex);
  l->made[at] = false;
  l->taken++;
  pthread_cond_broadcast(&l->moved);
}

/* The caller takes what is ready before it makes anything; the others only make. */
static void work(void *user, int thread, int threads) {
  line *l = user;
  SCR_UNUSED(threads);
  pthread_mutex_lock(&l->mutex);
  while (thread == 0 ? l->taken < l->o->n : l->begun < l->o->n) {
    if (thread == 0 && l->made[l->taken % l->slots])
      take_next(l);
    else if (may_begin(l))
      make_next(l);
    else
      pthread_cond_wait(&l->moved, &l->mutex);
  }
  pthread_mutex_unlock(&l->mutex);
}

void scr_ordered_run(const scr_ordered *o, scr_par *par) {
  const int threads = par ? scr_par_threads(par) : 1;
  line l = {.o = o, .slots = threads > 1 ? (size_t)threads * SLOTS_A_THREAD : 1};
  l.slot = scr_alloc(l.slots * sizeof *l.slot);
  l.made = scr_alloc(l.slots * sizeof *l.made);
  pthread_mutex_init(&l.mutex, NULL);
  pthread_cond_init(&l.moved, NULL);
  if (threads > 1)
    scr_par_run(par, work, &l);
  else
    work(&l, 0, 1);
  pthread_cond_destroy(&l.moved);
  pthread_mutex_destroy(&l.mutex);
  for (size_t k = 0; k < l.slots; k++) scr_buf_free(&l.slot[k]);
  scr_free(l.slot);
  scr_free(l.made);
}
