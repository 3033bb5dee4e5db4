/* Pieces that the threads of a pool make side by side, and that one of them takes in order. */
#ifndef SCR_ORDERED_H
#define SCR_ORDERED_H

#include "base/par.h"
#include "base/str.h"

typedef struct scr_ordered {
  size_t n; /* pieces */
  void (*make)(void *user, size_t piece,
               scr_buf *to); /* `to` is empty; on any thread, several pieces at once */
  void (*take)(
      void *user,
      const scr_buf *piece); /* on the caller's thread, piece after piece, while others are made */
  void *user;
} scr_ordered;

/* Returns when all are taken. What is kept at once is a few pieces for each thread. par NULL: the
 * caller makes all of them. */
void scr_ordered_run(const scr_ordered *o, scr_par *par);

#endif
