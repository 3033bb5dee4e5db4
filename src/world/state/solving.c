/* The solve that is running: see solving.h. */
#include "world/state/solving.h"

#include <math.h>
#include "world/engine.h"
#include "world/state/rows.h"

/* May one set of limits end the solve after this cycle, whose time has already been added? Cycles
 * and times are known; what else is given might be met. */
static bool may_end(const scr_world *w, const scr_solving *s, const scr_limits *l) {
  const uint64_t cycle = w->cycle + 1;
  bool any = l->ratio_average < HUGE_VAL || l->ratio_maximum < HUGE_VAL ||
             l->ratio_local < HUGE_VAL || l->unbalanced_average < HUGE_VAL ||
             l->unbalanced_maximum < HUGE_VAL || l->halt;
  bool all = true;
#define LIMIT(given, is_met)                                                                       \
  if (given) any |= (is_met), all &= (is_met)
  LIMIT(l->cycles != UINT64_MAX, cycle - s->first >= l->cycles);
  LIMIT(l->cycles_total != UINT64_MAX, cycle >= l->cycles_total);
  LIMIT(l->time < HUGE_VAL, scr_reached(w->time - s->start, l->time));
  LIMIT(l->time_total < HUGE_VAL, scr_reached(w->time, l->time_total));
#undef LIMIT
  return l->all ? all : any;
}

bool scr_frame_due(const scr_world *w, uint64_t cycle) {
  const scr_frames *f = &w->frames;
  return scr_every(cycle, f->every) || (f->interval > 0 && scr_reached(w->time, f->next));
}

void scr_frames_set(scr_world *w, uint64_t every, double interval, bool contacts) {
  double past = interval > 0 ? floor(w->time / interval) : 0;
  while (interval > 0 && scr_reached(w->time, (past + 1) * interval)) past++;
  w->frames = (scr_frames){every, interval, (past + 1) * interval, contacts};
}

/* Are fragments computed at the end of the next cycle? By time: perhaps. */
static bool fragments_due(const scr_world *w) {
  return w->fragments.interval > 0 || scr_every(w->cycle + 1, w->fragments.every);
}

bool scr_somebody_looks(const scr_world *w) {
  const scr_solving *s = w->engine->solving;
  bool looks = w->ncallback || !s || s->ends || scr_every(w->cycle + 1, w->history_every) ||
               fragments_due(w);
  for (const scr_limits *l = s ? s->limit : NULL; l; l = l->or_else) looks |= may_end(w, s, l);
  return looks;
}

bool scr_ranges_call(const scr_world *w) {
  bool any = false;
  for (size_t k = 0; k < w->ncmat && w->hooks.range_calls; k++)
    any |= w->hooks.range_calls(w->hooks.user, w->cmat[k].range);
  return any;
}

bool scr_contacts_read(const scr_world *w, bool last) {
  const scr_solving *s = w->engine->solving;
  bool reads = w->ncallback || !s || scr_every(w->cycle + 1, w->history_every) ||
               scr_ranges_call(w) || fragments_due(w) || (scr_strained(w) && w->energy_on);
  reads |= w->frames.contacts && scr_frame_due(w, w->cycle + 1);
  reads |= s && last && s->limit->calm > 0 &&
           scr_every(w->cycle + 1 - s->first, (uint64_t)s->limit->calm);
  for (const scr_limits *l = s ? s->limit : NULL; l; l = l->or_else)
    reads |= l->halt != NULL || l->ratio_local < HUGE_VAL;
  return reads;
}

bool scr_velocities_open(const scr_world *w) {
  const scr_solving *s = w->engine->solving;
  bool open = !s || w->ncmat || (w->hooks.cycle_end && scr_every(w->cycle, w->history_every));
  for (const scr_limits *l = s ? s->limit : NULL; l; l = l->or_else) open |= l->halt != NULL;
  return open;
}

bool scr_goes_to_ratio(const scr_world *w) {
  const scr_limits *first = w->engine->solving ? w->engine->solving->limit : NULL;
  bool any = false;
  for (const scr_limits *l = first; l; l = l->or_else)
    any |= !(first->calm > 0) && (l->ratio_average < HUGE_VAL || l->ratio_maximum < HUGE_VAL ||
                                  l->ratio_local < HUGE_VAL || l->unbalanced_average < HUGE_VAL ||
                                  l->unbalanced_maximum < HUGE_VAL);
  return any;
}

bool scr_looks_again(const scr_world *w) {
  enum { FIRST = 64, EVERY = 256 };
  const uint64_t n = w->engine->solving ? w->cycle - w->engine->solving->first : 0;
  return n == FIRST || n == 2 * FIRST || (n && n % EVERY == 0);
}

bool scr_solves_elastic(const scr_world *w) {
  return w->engine->solving && w->engine->solving->limit->elastic;
}
