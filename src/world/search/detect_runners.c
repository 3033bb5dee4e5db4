/* Runners: balls that are much faster than nearly all others, as those in free fall above a bed at
 * rest: by themselves they would end each list when they have moved half the skin. They get a head
 * start: a list holds the pairs of these few balls up to wider gaps, and lasts until one of them
 * has moved that much further, or another ball half the skin. Nothing of this shows in a result. */
#include "world/engine.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/search/detect.h"
#include "world/state/rows.h"

/* Numbers of balls by the exponent of the square of their speed, and the largest such square with
 * each. Balls that reach so many others that they shall be no runners count as all. */
typedef struct speeds {
  uint64_t count[2048];
  double top[2048];
} speeds;

static double speed2(const scr_world *w, uint32_t row) {
  const double *v = w->twist[row].v;
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

static unsigned exponent_of(double v2) {
  uint64_t bits;
  memcpy(&bits, &v2, sizeof bits);
  return bits >> 52 & 2047;
}

static void count_speeds(const scr_world *w, double rmean, speeds *s) {
  static const double LARGE = 4; /* mean radii */
  *s = (speeds){{0}, {0}};
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const double v2 = speed2(w, k);
    const unsigned at = exponent_of(v2);
    s->count[at] += w->pose[k].r > LARGE * rmean ? w->ball.n : 1;
    s->top[at] = SCR_MAX(s->top[at], v2);
  }
}

/* Are more than some of a few balls at least half as fast as any may be? Then there are no runners,
 * and the others need not be counted. */
static bool many_are_fast(const scr_world *w) {
  enum { EACH = 16, ONE_IN = 32 };
  const double most = scr_speed_bound(w);
  uint32_t fast = 0;
  for (uint32_t k = 0; k < w->ball.n; k += EACH) fast += speed2(w, k) >= 0.25 * most * most;
  return most > 0 && fast > 1 + w->ball.n / (EACH * ONE_IN);
}

/* How far beyond half the skin, m: as far as they come while the fastest of the others moves by
 * that, but no further than what makes few candidates of a ball, and what fits into the period. */
static double head_start(const scr_world *w, const struct scr_finder *f, double others2,
                         double most2) {
  assert(others2 <= most2);
  static const double MOST = 0.5; /* mean radii */
  const double skin = w->engine->search->skin, rmax = f->grid.rmax,
               widest = SCR_MAX(f->near.fixed, f->near.part * rmax);
  double room = MOST * f->grid.rmean;
  for (int c = 0; c < w->dim; c++) {
    const double period = scr_period(w, c);
    if (period > 0) room = SCR_MIN(room, 0.25 * (0.5 * period - 2 * rmax - widest - skin));
  }
  return SCR_MIN(room, 0.5 * skin * (sqrt(most2 / others2) - 1));
}

void scr_runners_choose(scr_world *w, const struct scr_finder *f) {
  enum {
    ONE_IN = 128
  }; /* as many balls may be runners: their further candidates are few beside all others */
  struct scr_engine *e = w->engine;
  speeds s;
  unsigned at = SCR_COUNTOF(s.count) - 1, fastest = 0;
  uint64_t n = 0;
  e->search->nrunner = 0, e->search->head_start = 0;
  if (many_are_fast(w)) return;
  count_speeds(w, f->grid.rmean, &s);
  for (; at > 0 && n + s.count[at] <= w->ball.n / ONE_IN; at--) {
    if (s.count[at] && !n) fastest = at;
    n += s.count[at];
  }
  if (!n || fastest == SCR_COUNTOF(s.count) - 1) return; /* nobody is; a speed is no number */
  const double more = head_start(w, f, s.top[at], s.top[fastest]);
  if (!(more >= 0.25 * e->search->skin)) return;
  SCR_GROW(e->search->runner, e->search->cap_runner, n);
  for (uint32_t k = 0; k < w->ball.n; k++)
    if (exponent_of(speed2(w, k)) > at) e->search->runner[e->search->nrunner++] = k;
  e->search->head_start = more;
  assert(e->search->nrunner == n && more > 0);
}

uint32_t scr_runners_from(const struct scr_engine *e, uint32_t row) {
  return scr_contact_from(e->search->runner, 0, e->search->nrunner, row);
}

bool scr_is_runner(const struct scr_engine *e, uint32_t row) {
  const uint32_t k = scr_runners_from(e, row);
  return k < e->search->nrunner && e->search->runner[k] == row;
}
