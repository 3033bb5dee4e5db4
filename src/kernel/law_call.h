/* What the world is asked of contacts by laws whose kernels do not know all that they need: where
 * bodies point, or the force that a function of the user gives. */
#ifndef SCR_LAW_CALL_H
#define SCR_LAW_CALL_H

#include "kernel/batch.h"
#include "kernel/state.h"

/* What the function of a contact of the law `fish` is asked about. Increments are those of end 2
 * relative to end 1, as in scr_batch: in 3D the shear ones are vectors in global axes that lie in
 * the contact plane, in 2D the first number. */
typedef struct scr_law_call {
  scr_contact_type type; /* of the list */
  uint32_t pair;         /* place in it */
  bool activated;        /* it was inactive before this step */
  bool can_fail;         /* nothing slips nor breaks in an elastic solve */
  bool energies;         /* they are accounted for */
  double gap;            /* m */
  double dn, ds[3];      /* opening and shear, m */
  double bend[3], twist; /* rad */
  double mass;           /* effective, kg */
  double dt;             /* s */
} scr_law_call;

/* The contacts of one law in a tile, before its force kernel: columns of the batch's state may be
 * written. Holes of the tile, pairs without a law, are far apart. */
typedef struct scr_law_ask {
  const struct scr_pass *pass;
  scr_batch *batch;
  int states;              /* columns of the state */
  uint32_t pair[SCR_TILE]; /* places in the list */
  const uint32_t *i, *j;   /* rows of both ends */
} scr_law_ask;
/* By several workers at once, unless the law calls functions of FISH. */
typedef void (*scr_law_asker)(void *world, const scr_law_ask *a);

#endif
