/* The number of threads: see tuner.h.
 *
 * The settled number is watched through windows of some steps. Now and then its neighbour below or
 * above has a trial, and takes its place if it is faster. All comparisons are of times that lie
 * beside each other and of whole sums: where a thread's core is taken away most steps are as fast
 * as ever, and a few take a time slice. A trial ends as soon as its gain or its loss is beyond what
 * such a slice would do, or as no step of it is fast; what it lost is waited for before the next
 * one, so that all of them take a bounded share of the time. Those that fail again and again become
 * rarer. */
#include "base/tuner.h"

#include <math.h>

/* Seconds. A time slice of another process takes 3 to 4 ms. */
static const double WINDOW = 0.01, LOSS = 0.005, TRIAL = 0.1, SOON = 0.1, LATE = 1;
static const double SHARE = 0.02; /* of all time, for trials */
static const double BETTER[2] = {0.98,
                                 0.95}; /* a number below need not be much better, one above does */
static const double
    STRANGE = 1.25,
    HOPELESS = 1.3; /* times the time so far: another state of things; the least of a trial */
static const double FADING = 0.1;            /* weight of the last window in what is known */
static const double GAIN[2] = {0.004, 0.01}; /* seconds */
static const double SURE = 2;                /* times the noise */
enum { WINDOWS = 2, WINDOW_STEPS = 5, TRIAL_STEPS = 8, LOST_STEPS = 2, TWICE = 2, MANY = 100 };

static void window_clear(scr_tuner_window *w) { *w = (scr_tuner_window){.least = HUGE_VAL}; }

static void window_add(scr_tuner_window *w, double seconds, double work) {
  w->seconds += seconds;
  w->work += work;
  w->least = fmin(w->least, seconds / work);
  w->steps++;
}

static double mean(const scr_tuner_window *w) { return w->seconds / w->work; }

/* ---- which one is next ---- */

/* An eighth more or less at first, so that many are soon gone through, and twice as many after
 * each that was better. */
static int neighbour(const scr_tuner *t, int way, int stride) {
  const int by = stride * SCR_MAX(t->settled / 8, 1);
  return way == SCR_FEWER ? SCR_MAX(t->settled - by, 1) : SCR_MIN(t->settled + by, t->most);
}

static bool may_try(const scr_tuner *t, int way) {
  return t->elapsed >= t->due[way] && neighbour(t, way, 1) != t->settled;
}

static void begin_trial(scr_tuner *t) {
  if (t->elapsed < t->rest_until) return;
  int way = t->due[SCR_MORE] < t->due[SCR_FEWER] ? SCR_MORE : SCR_FEWER;
  if (!may_try(t, way)) way = !way;
  if (!may_try(t, way)) return;
  if (way != t->way) t->stride = 1;
  t->way = way;
  t->tried = neighbour(t, way, SCR_MAX(t->stride, 1));
  t->fresh = true;
  t->lost = 0;
  t->odd = 0;
}

/* ---- the settled number ---- */

/* Something else has changed: all that was known of others is old. */
static void ask_anew(scr_tuner *t) {
  for (int way = 0; way < 2; way++) t->due[way] = t->elapsed, t->wait[way] = SOON;
  t->stride = 1;
}

/* By how much so much time may be wrong, s: windows differ by chance. */
static double noise(const scr_tuner *t, double seconds) {
  return SURE * sqrt(t->variance * seconds);
}

static bool differs(const scr_tuner *t, const scr_tuner_window *w) {
  const double want = t->base * w->work, off = fabs(w->seconds - want);
  return off > noise(t, want) && (w->seconds > STRANGE * want || w->seconds * STRANGE < want);
}

/* The variance is that of a second, so that windows may be of any length. */
static void learn(scr_tuner *t, const scr_tuner_window *w) {
  const double weight = fmax(FADING, 1.0 / ++t->windows), want = t->base * w->work,
               off = w->seconds - want;
  if (t->windows > 1)
    t->variance += fmax(FADING, 1.0 / (t->windows - 1)) * (off * off / want - t->variance);
  t->base += weight * (mean(w) - t->base);
}

static void forget(scr_tuner *t) { t->base = t->variance = t->windows = 0; }

/* One strange window may be a stroke of bad luck. */
static void end_window(scr_tuner *t) {
  const scr_tuner_window w = t->window;
  window_clear(&t->window);
  t->strange = t->windows >= WINDOWS && differs(t, &w) ? t->strange + 1 : 0;
  if (t->strange == 1) return;
  if (t->strange == TWICE) {
    ask_anew(t);
    forget(t);
    t->strange = 0;
  }
  learn(t, &w);
  if (t->windows >= WINDOWS) begin_trial(t);
}

/* ---- the trial ---- */

static void end_trial(scr_tuner *t) {
  t->tried = 0;
  t->fresh = true;
  t->strange = 0;
  window_clear(&t->window);
}

static void reject(scr_tuner *t) {
  t->due[t->way] = t->elapsed + t->wait[t->way];
  t->wait[t->way] = fmin(2 * t->wait[t->way], LATE);
  t->rest_until = t->elapsed + fmax(t->lost, 0) / SHARE;
  t->stride = 1;
  end_trial(t);
}

/* Its further neighbour may be better still. Whoever goes to and fro waits longer and longer. */
static void adopt(scr_tuner *t) {
  const int back = !t->way;
  const double since = t->elapsed - t->moved;
  const bool fro = t->moved_way == back && since < 2 * LATE;
  if (fro)
    t->rest_until = t->elapsed + fmin(since * (1 - mean(&t->window) / t->base) / SHARE, LATE);
  t->wait[back] = fro ? fmin(2 * t->wait[back], LATE) : SOON;
  if (!fro) t->wait[t->way] = SOON;
  t->due[t->way] = t->elapsed;
  t->due[back] = t->elapsed + t->wait[back];
  t->stride *= 2;
  t->settled = t->tried;
  t->base = mean(&t->window);
  t->moved = t->elapsed, t->moved_way = t->way;
  t->changes++;
  end_trial(t);
  t->fresh = false; /* it goes on as it is */
  begin_trial(t);
}

static void judge(scr_tuner *t) {
  const scr_tuner_window *w = &t->window;
  const double want = t->base * w->work, gain = want - w->seconds, step = want / w->steps,
               luck = noise(t, want);
  if ((w->steps >= TRIAL_STEPS || (w->steps > 1 && want > WINDOW)) && w->least > HOPELESS * t->base)
    reject(t);
  else if (t->lost > fmax(fmax(LOSS, luck), LOST_STEPS * step))
    reject(t);
  else if (w->steps >= TRIAL_STEPS && gain > fmax(GAIN[t->way], luck))
    adopt(t);
  else if (w->steps >= 2 * TRIAL_STEPS && w->seconds > TRIAL)
    gain > luck && w->seconds < BETTER[t->way] * want ? adopt(t) : reject(t);
}

/* ---- steps ---- */

int scr_tuner_threads(const scr_tuner *t, int most) {
  return t->most == 0 ? most : SCR_MIN(t->tried ? t->tried : t->settled, most);
}

static void begin(scr_tuner *t, int most) {
  t->most = t->settled = most;
  t->way = SCR_FEWER;
  t->moved_way = -1;
  t->fresh = true;
  ask_anew(t);
  window_clear(&t->window);
}

/* More threads than there were had no trial yet. */
static void take_most(scr_tuner *t, int most) {
  if (most > t->most) t->due[SCR_MORE] = t->elapsed, t->wait[SCR_MORE] = SOON;
  t->most = most;
  if (t->tried > most) end_trial(t);
  if (t->settled <= most) return;
  t->settled = most;
  forget(t);
  end_trial(t);
}

static void take_step(scr_tuner *t, double seconds, double work) {
  const bool fresh = t->fresh;
  t->fresh = false;
  if (t->tried) t->lost += seconds - t->base * work;
  if (fresh) return;
  window_add(&t->window, seconds, work);
  if (t->tried)
    judge(t);
  else if (t->window.seconds > WINDOW && t->window.steps >= WINDOW_STEPS)
    end_window(t);
}

void scr_tuner_step(scr_tuner *t, double seconds, double work, bool usual, int most) {
  if (t->most == 0) begin(t, most);
  t->elapsed += seconds;
  t->steps_off += t->tried != 0;
  if (usual && work > 0 && seconds > 0)
    take_step(t, seconds, work);
  else if (t->tried && ++t->odd > MANY)
    reject(t);
  take_most(t, most);
}
