/* Exact sums of doubles: see xsum.h. */
#include "base/xsum.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A digit is below 2^32, so a limb takes 2^31 of them. */
enum { PENDING_MAX = 1 << 30 };

/* Bit 0 of limb 0 counts 2^-1088. A double is m 2^(e - 1075), so its lowest bit has this place. */
enum { PLACE_OF_EXPONENT_0 = 1088 - 1075 };

void scr_xsum_add(scr_xsum *s, double x) {
  if (!isfinite(x)) x = copysign(DBL_MAX, x);
  uint64_t bits, m;
  memcpy(&bits, &x, sizeof bits);
  unsigned e = (unsigned)(bits >> 52) & 0x7ff;
  m = bits & 0xfffffffffffffu;
  if (e)
    m |= (uint64_t)1 << 52;
  else
    e = 1;

  unsigned place = e + PLACE_OF_EXPONENT_0, shift = place % 32;
  int64_t *limb = s->limb + place / 32;
  int64_t d0 = (int64_t)(m << shift & UINT32_MAX);
  int64_t d1 = (int64_t)(m >> (32 - shift) & UINT32_MAX);
  int64_t d2 = (int64_t)(m >> 32 >> (32 - shift));
  if (bits >> 63) d0 = -d0, d1 = -d1, d2 = -d2;
  limb[0] += d0;
  limb[1] += d1;
  limb[2] += d2;
  if (++s->pending >= PENDING_MAX) scr_xsum_normalize(s);
}

void scr_xsum_merge(scr_xsum *s, const scr_xsum *other) {
  if (s->pending + other->pending >= PENDING_MAX) scr_xsum_normalize(s);
  for (int k = 0; k < SCR_XSUM_LIMBS; k++) s->limb[k] += other->limb[k];
  s->pending += other->pending + 1; /* a normalised limb may hold one digit itself */
}

/* Digits in [0, 2^32) below a signed top limb: as in two's complement, there is one such form of
 * each number.
 */
void scr_xsum_normalize(scr_xsum *s) {
  int64_t carry = 0;
  for (int k = 0; k < SCR_XSUM_LIMBS - 1; k++) {
    int64_t sum = s->limb[k] + carry;
    int64_t digit = sum & (int64_t)UINT32_MAX;
    carry = (sum - digit) / ((int64_t)1 << 32);
    s->limb[k] = digit;
  }
  s->limb[SCR_XSUM_LIMBS - 1] += carry;
  s->pending = 0;
}

/* Of digits lo to top of a sum that is not negative, with two zeros before: the 64 bits from its
 * highest set bit on, the lowest of which stands for all that follow, so that rounding these 64
 * bits rounds the sum. *place is the place of the lowest. */
static uint64_t leading_bits(const int64_t *digit, int lo, int top, int *place) {
  int h = top;
  while (h > lo && digit[h] == 0) h--;
  uint64_t high = (uint64_t)digit[h] << 32 | (uint64_t)digit[h - 1], next = (uint64_t)digit[h - 2];
  *place = 32 * (h - 1);
  if (high == 0) return 0;                 /* all digits are */
  const int shift = __builtin_clzll(high); /* below 32: the upper digit is not 0 */
  *place -= shift;
  const uint64_t window = high << shift | next >> (32 - shift);
  uint64_t rest = next << shift & UINT32_MAX;
  for (int k = h - 3; k >= lo && !rest; k--) rest = (uint64_t)digit[k];
  return window | (rest != 0);
}

/* Digits lo to hi of the limbs, each times sign; returns what is carried beyond. */
static int64_t to_digits(const scr_xsum *s, int sign, int lo, int hi, int64_t *digit) {
  int64_t carry = 0;
  for (int k = lo; k <= hi; k++) {
    const int64_t sum = sign * s->limb[k] + carry;
    digit[k] = sum & (int64_t)UINT32_MAX;
    carry = (sum - digit[k]) / ((int64_t)1 << 32);
  }
  return carry;
}

/* Few limbs of a sum are not 0: only these are gone through. */
double scr_xsum_value(const scr_xsum *s) {
  int lo = 0, hi = SCR_XSUM_LIMBS - 1;
  while (hi >= 0 && s->limb[hi] == 0) hi--;
  if (hi < 0) return 0;
  while (s->limb[lo] == 0) lo++;
  int64_t room[SCR_XSUM_LIMBS + 3], *digit = room + 2;
  int64_t carry = to_digits(s, 1, lo, hi, digit);
  const bool negative = carry < 0;
  if (negative) carry = to_digits(s, -1, lo, hi, digit);
  digit[lo - 2] = digit[lo - 1] = 0;
  digit[hi + 1] = carry;
  int place;
  double x = (double)leading_bits(digit, lo, hi + 1, &place); /* to nearest, ties to even */
  x = ldexp(x, place - 1088); /* exact: no sum has bits below 2^-1074 */
  return negative ? -x : x;
}
