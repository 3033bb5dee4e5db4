/* Exact sums of doubles: the result is the correctly rounded sum, whatever the order and the
 * grouping (superaccumulator with 32-bit digits in 64-bit limbs; after Neal 2015). Used for sums
 * over the whole system, not in the inner loops. */
#ifndef SCR_XSUM_H
#define SCR_XSUM_H

#include "base/base.h"

enum { SCR_XSUM_LIMBS = 68 };
typedef struct scr_xsum {
  int64_t limb[SCR_XSUM_LIMBS]; /* limb k counts 2^(32 k - 1088) */
  uint32_t pending;             /* additions since the carries were last propagated */
} scr_xsum;
/* What overflowed before it came here, or is no number, counts as the largest number of its sign:
 * sums stay what they are for any order, and such a term can be taken off again. */
void scr_xsum_add(scr_xsum *s, double x);
void scr_xsum_merge(scr_xsum *s, const scr_xsum *other);
/* Canonical form: equal sums have equal limbs. Needed before saving. */
void scr_xsum_normalize(scr_xsum *s);
double scr_xsum_value(const scr_xsum *s);

#endif
