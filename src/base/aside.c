/* A task beside the caller: see aside.h. */
#include "base/aside.h"

#include "base/par.h"

static void *run(void *user) {
  const scr_aside *a = user;
  a->task(a->user);
  return NULL;
}

void scr_aside_start(scr_aside *a, void (*task)(void *user), void *user) {
  pthread_attr_t attr;
  scr_aside_wait(a);
  a->task = task, a->user = user;
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, SCR_STACK_BYTES);
  a->runs = pthread_create(&a->thread, &attr, run, a) == 0;
  pthread_attr_destroy(&attr);
  if (!a->runs) task(user);
}

void scr_aside_wait(scr_aside *a) {
  if (a->runs) pthread_join(a->thread, NULL);
  a->runs = false;
}
