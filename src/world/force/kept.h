/* What the room keeps. Private to it. */
#ifndef SCR_FORCE_KEPT_H
#define SCR_FORCE_KEPT_H

#include "world/engine.h"

struct scr_force {
  scr_xsum kinetic;
  double strain, kinetic_of_one; /* J, the latter of the ball that is being edited */
  scr_xsum verlet;               /* Verlet's term before an edit, J, in its parts, */
  double verlet_of_one;          /* and of the ball that is being edited */
  double of_edits;               /* scr_energy_of_edits() */
  bool edited_step;              /* scr_energy_edited_step(): this step is one, */
  double step_before;            /* `energy-step` of contacts before it, J, */
  double of_edited_steps;        /* and what it has of all such steps */
  uint32_t unread;               /* force passes since one kept what only readers need */
  double sum_size, max_size;     /* of the sizes of forces of contacts of two balls, N; plain sum */
  double sum_body, max_body;     /* derived data APPLIED, N: their plain sum, the largest */
};

#endif
