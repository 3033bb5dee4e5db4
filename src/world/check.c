/* Invariants of a world as a whole: see check.h. */
#include "world/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "world/engine.h"
#include "world/force/force.h"
#include "world/fracture/fracture.h"
#include "world/fracture/fragment.h"
#include "world/state/checks.h"
#include "world/state/events.h"

bool scr_check_fresh(const scr_world *w, scr_buf *why) {
  const int early = scr_stale_before_sources(w->stale);
  SCR_HOLDS(early < 0, "%s is up to date, and what it is made from is not",
            scr_what_name((scr_what)early));
  SCR_HOLDS(!(w->stale & ~(uint32_t)SCR_WITH_ALL), "out of date is what nobody derives");
  SCR_HOLDS(!scr_fresh(w, SCR_TRACES) || (!scr_fresh(w, SCR_REPORTS) && w->kick_pending),
            "what the last step left out can be told, and was told");
  SCR_HOLDS(!scr_telling(w), "a callback of an event is at work");
  return true;
}

bool scr_world_check(const scr_world *w, scr_buf *why) {
  SCR_HOLDS(scr_orientations_fit(w), "an orientation is none");
  return scr_check_fresh(w, why) && scr_check_bodies(w, why) && scr_check_things(w, why) &&
         scr_check_walls(w, why) && scr_check_contacts(w, why) && scr_check_lists(w, why) &&
         scr_check_forces(w, why) && scr_check_inlets(w, why) && scr_check_fractures(w, why) &&
         scr_check_fragments(w, why) && scr_check_stresses(w, why);
}

bool scr_world_checked_at_first(void) {
  const char *said = getenv("SCREE_CHECK");
  return !(said && strcmp(said, "0") == 0);
}

void scr_world_assert(const scr_world *w) {
#ifndef NDEBUG
  scr_buf why = {0};
  if (!w->checked || !isnan(w->point) || scr_telling(w) || w->engine->solving) return;
  if (scr_world_check(w, &why)) return;
  fprintf(stderr, "scree: a world is not what it should be: %s\n", why.s);
  abort();
#else
  SCR_UNUSED(w);
#endif
}
