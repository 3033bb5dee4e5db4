/* What the function of a contact of the law `fish` is asked about. */
#ifndef SCR_LAW_CALL_H
#define SCR_LAW_CALL_H

#include "kernel/state.h"

/* Increments are those of end 2 relative to end 1, as in scr_batch: in 3D the shear ones are
 * vectors in global axes that lie in the contact plane, in 2D the first number. */
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

#endif
