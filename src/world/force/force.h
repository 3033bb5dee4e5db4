/* Forces of a step and outside of one. */
#ifndef SCR_FORCE_H
#define SCR_FORCE_H

#include "world/world.h"

/* Stiffness, summed roughly beside the forces (kernel/stiffness.h). */
typedef struct scr_rough {
  scr_load *sum; /* by ball */
  double kr;     /* the largest stiffness of a contact against rotation, */
  double k, ks;  /* the largest kn or ks, and ks, that were added */
} scr_rough;

/* What is asked of a force pass. */
typedef struct scr_asked {
  bool reports; /* what only readers need: forces of contacts, of dashpots, ... */
  bool last;    /* a cycle may end here, and somebody look: nothing of the next one is done yet */
  bool sizes;   /* of the forces of contacts of two balls: their sum and the largest (SCR_SIZES) */
  scr_rough *rough; /* NULL: nobody needs the stiffness */
} scr_asked;
bool scr_forces(scr_world *w, scr_diag *d, double dt, scr_asked asked);
/* What the last force pass left out, while it can still be told. */
void scr_forces_report(scr_world *w);
/* Contacts that an edit left without force though the pieces touch (another law), or all of them
 * after bodies were moved. False: all springs are what they were. */
bool scr_forces_refresh(scr_world *w);
/* Sums all forces again, for instance after a contact was deleted by the user. */
void scr_forces_sum(scr_world *w);
void scr_force_new(scr_world *w);
void scr_force_free(scr_world *w);
/* Detects births and deaths at the present positions without forces. */
bool scr_detect(scr_world *w, scr_diag *d);

#endif
