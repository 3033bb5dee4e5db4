/* What is kept of events and their callbacks. Private to events.c. */
#ifndef SCR_QUEUE_H
#define SCR_QUEUE_H

#include "world/state/events.h"

/* An event waits until its cycle point, then is delivered in canonical order. */
typedef struct scr_queued {
  scr_event event;
  uint64_t key; /* canonical order within one kind of event */
  scr_event_arg arg;
} scr_queued;

struct scr_events {
  scr_queued *queue;
  size_t nqueue, cap_queue;
  uint64_t callbacks;     /* how many were ever added: the number of the last one */
  size_t nbody;           /* how many of them tell of new balls, walls and facets */
  int announcing;         /* new bodies are being told of */
  double announced;       /* at which cycle point */
  bool put_off;           /* contacts are told of behind them */
  bool watch[SCR_EVENTS]; /* is anybody interested? */
  bool split;             /* a callback stands between detection and forces, or at contacts' ends */
  bool early;             /* one may come between the timestep and the end of forces */
};

#endif
