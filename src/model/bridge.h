/* What laws with liquid bridges on top of `hertz` share: the column that tells of a bridge. */
#ifndef SCR_MODEL_BRIDGE_H
#define SCR_MODEL_BRIDGE_H

#include "model/bond.h"
#include "model/hertz.h"

/* SCR_BOND_HOLDS: wet, SCR_BOND_TENSION: the bridge ruptured, else dry. A law that builds on it
 * counts on from BRIDGE_STATES. */
enum { WET = HERTZ_STATES, BRIDGE_STATES };

#ifndef SCR_KERNEL
extern const char *const scr_wet_args[];
/* Is the gap of the contact one that `make_wet` is for? */
bool scr_wet_covers(const scr_ends *e, const scr_marg *a);
/* The method `make_dry`. */
const char *scr_make_dry(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                         double *st);
/* See scr_model. Beside a bridge open springs hold nothing: no step books what their shear held. */
void scr_bridge_settle(const scr_ends *e, const double *p, double *st);
#endif

#endif
