/* What descriptors of laws with liquid bridges share: see bridge.h. */
#include "model/bridge.h"

#include <stddef.h>

const char *const scr_wet_args[] = {"[gap]", NULL};

bool scr_wet_covers(const scr_ends *e, const scr_marg *a) {
  return e->gap <= (a[0].given ? a[0].value : 0);
}

const char *scr_make_dry(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                         double *st) {
  (void)e, (void)a, (void)p, (void)clears;
  st[WET] = SCR_BOND_NONE;
  return NULL;
}

void scr_bridge_settle(const scr_ends *e, const double *p, double *st) {
  scr_hertz_settle(e, p, st);
  for (int k = FS; k < FS + 3 && e->gap > 0; k++) st[k] = 0;
}
