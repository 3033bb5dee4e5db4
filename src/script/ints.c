/* Integers that are no result of an operator: in versions 3 to 5 they have 32 bits, too. */
#include "script/internal.h"

#include <math.h>

bool scr_fish_short_ints(const scr_fish *f) { return scr_fish_dialect(f) != SCR_MODERN; }

scr_val scr_val_number_of_text(bool short_ints, int64_t i) {
  return scr_int_wrap(short_ints, (uint64_t)i) == i ? scr_val_int(i) : scr_val_real((double)i);
}

static bool too_large(scr_fish *f, bool short_ints, double x) {
  scr_fail(f->diag, NULL, SCR_E_MATH, "%.10g is too large for an integer", x);
  return short_ints && scr_hint(f->diag, "integers of PFC 3 to 5 have 32 bits, from -2147483648 to "
                                         "2147483647; leave it a real");
}

bool scr_fish_to_int(scr_fish *f, double x, scr_val *out) {
  const bool short_ints = scr_fish_short_ints(f);
  const double whole = trunc(x), most = short_ints ? 0x1p31 : 9.2e18;
  if (!(whole < most && (short_ints ? whole >= -most : whole > -most)))
    return too_large(f, short_ints, x);
  *out = scr_val_int((int64_t)x);
  return true;
}

bool scr_fish_fits_int(scr_fish *f, int64_t i) {
  const bool short_ints = scr_fish_short_ints(f);
  return scr_int_wrap(short_ints, (uint64_t)i) == i || too_large(f, short_ints, (double)i);
}
