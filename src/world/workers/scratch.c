/* Numbers by ball that functions of a cycle need one after the other: they share one block, which
 * goes when cycles do without. */
#include "world/workers/scratch.h"

#include "base/mem.h"
#include "world/engine.h"
#include "world/workers/work.h"

void scr_scratch_free(scr_world *w) {
  struct scr_engine *e = w->engine;
  scr_column_free(e->work->scratch);
  e->work->scratch = NULL;
  e->work->cap_scratch = 0;
}

double *scr_scratch(scr_world *w, size_t numbers) {
  assert(numbers > 0);
  struct scr_engine *e = w->engine;
  const size_t need = numbers * SCR_MAX(w->ball.n, 1u), room = need + need / 16;
  e->work->scratch_cycle = w->cycle;
  if (need <= e->work->cap_scratch) return e->work->scratch;
  scr_scratch_free(w);
  e->work->scratch = scr_column_alloc(room * sizeof *e->work->scratch, 0);
  e->work->cap_scratch = room;
  return e->work->scratch;
}

void scr_scratch_rest(scr_world *w) {
  if (w->cycle > w->engine->work->scratch_cycle + 1) scr_scratch_free(w);
}
