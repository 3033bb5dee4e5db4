/* Numbers as text: see num.h. */
#include "base/num.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int scr_format_real(char *buf, double x, bool point) {
  if (isnan(x)) return (int)strlen(strcpy(buf, "nan"));
  if (isinf(x)) return (int)strlen(strcpy(buf, x < 0 ? "-inf" : "inf"));
  int n = 0;
  /* every double of 15 digits reads back from them; below the smallest normal number fewer may do
   */
  for (int digits = fabs(x) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
    n = snprintf(buf, 32, "%.*g", digits, x);
    if (strtod(buf, NULL) == x) break;
  }
  if (point && !strpbrk(buf, ".e")) n += (int)strlen(strcat(buf, ".0")) - n;
  return n;
}

int scr_format_int(char *buf, int64_t x) { return snprintf(buf, 32, "%" PRId64, x); }

static bool digit(char c) { return c >= '0' && c <= '9'; }

/* ---- decimal numbers, exactly ---- */

enum { DECIMAL_DIGITS = 19, DECIMAL_POWER = 27 }; /* 10^19 and 5^27 fit 64 bits */

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 u128;

static int bits_of(u128 x) {
  const uint64_t hi = (uint64_t)(x >> 64), lo = (uint64_t)x;
  return hi ? 128 - __builtin_clzll(hi) : 64 - __builtin_clzll(lo);
}

/* x 2^e for an x that a double holds; the result is a normal number. */
static double scaled(uint64_t x, int e) {
  const uint64_t bits = (uint64_t)(e + 1023) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return (double)x * power;
}

/* x 2^e, rounded to nearest, ties to even; x > 0. `more`: a little is left over beyond the last bit
 * of x, which then has 55 bits at least. */
static double rounded(u128 x, bool more, int e) {
  const int excess = bits_of(x) - DBL_MANT_DIG;
  if (excess <= 0) return scaled((uint64_t)x, e);
  uint64_t whole = (uint64_t)(x >> excess);
  const u128 rest = x - ((u128)whole << excess), middle = (u128)1 << (excess - 1);
  whole += rest > middle || (rest == middle && (more || whole & 1));
  return scaled(whole, e + excess);
}

/* digits 10^power, as strtod has it: product and quotient with 5^|power| are exact. */
static bool decimal(uint64_t digits, int power, double *f) {
  static const uint64_t power_of_5[DECIMAL_POWER + 1] = {
      1,
      5,
      25,
      125,
      625,
      3125,
      15625,
      78125,
      390625,
      1953125,
      9765625,
      48828125,
      244140625,
      1220703125,
      6103515625,
      30517578125,
      152587890625,
      762939453125,
      3814697265625,
      19073486328125,
      95367431640625,
      476837158203125,
      2384185791015625,
      11920928955078125,
      59604644775390625,
      298023223876953125,
      1490116119384765625,
      7450580596923828125,
  };
  *f = 0;
  if (!digits) return true;
  if (abs(power) > DECIMAL_POWER) return false;
  const uint64_t five = power_of_5[abs(power)];
  if (power >= 0) {
    *f = rounded((u128)digits * five, false, power);
    return true;
  }
  const int a = __builtin_clzll(digits), b = __builtin_clzll(five);
  const u128 over = (u128)(digits << a) << 63; /* the quotient has 63 or 64 bits */
  const uint64_t under = five << b, quotient = (uint64_t)(over / under);
  *f = rounded(quotient, over != (u128)quotient * under, power - a - 63 + b);
  return true;
}
#else
static bool decimal(uint64_t digits, int power, double *f) {
  return SCR_UNUSED(digits), SCR_UNUSED(power), SCR_UNUSED(f), false;
}
#endif

/* ---- reading ---- */

typedef struct reading {
  uint64_t digits;           /* all of them, if `significant` says that they fit */
  size_t significant, count; /* without leading zeros, and with them */
} reading;

enum { EIGHT = 8 };
static bool eight_digits(const char *p) {
  for (int k = 0; k < EIGHT; k++)
    if (!digit(p[k])) return false;
  return true;
}

/* Neighbours are joined to two, four and eight digits at once, which depends on what was before
 * once and not eight times. */
static uint64_t value_of_eight(const char *p) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint64_t v;
  memcpy(&v, p, sizeof v);
  v = ((v & 0x0f0f0f0f0f0f0f0f) * (1 + (10 << 8))) >> 8;
  v = ((v & 0x00ff00ff00ff00ff) * (1 + (100 << 16))) >> 16;
  return ((v & 0x0000ffff0000ffff) * (1 + (UINT64_C(10000) << 32))) >> 32;
#else
  uint64_t v = 0;
  for (int k = 0; k < EIGHT; k++) v = 10 * v + (uint64_t)(p[k] - '0');
  return v;
#endif
}

static const char *read_digits(const char *p, reading *r) {
  const char *first = p;
  if (!r->significant)
    while (*p == '0') p++;
  const char *nonzero = p;
  uint64_t digits = r->digits;
  for (; eight_digits(p); p += EIGHT) digits = 100000000 * digits + value_of_eight(p);
  for (; digit(*p); p++) digits = 10 * digits + (uint64_t)(*p - '0');
  r->digits = digits;
  r->significant += (size_t)(p - nonzero);
  r->count += (size_t)(p - first);
  return p;
}

/* e, E, d or D with digits after it; where it ends, or p. */
static const char *read_exponent(const char *p, int *power) {
  const char *q = p + 1;
  int e = 0;
  if (*p != 'e' && *p != 'E' && *p != 'd' && *p != 'D') return p;
  const bool below = *q == '-';
  if (*q == '+' || *q == '-') q++;
  if (!digit(*q)) return p;
  for (; digit(*q); q++) e = SCR_MIN(10 * e + (*q - '0'), 100000);
  *power = below ? -e : e;
  return q;
}

/* Whatever the digits and the exponent are. */
static scr_numkind read_any(const char *s, size_t len, bool real, int64_t *i, double *f) {
  char text[400];
  size_t n = SCR_MIN(len, sizeof text - 1);
  memcpy(text, s, n);
  text[n] = 0;
  for (char *c = text; *c; c++)
    if (*c == 'd' || *c == 'D') *c = 'e';
  *f = strtod(text, NULL);
  if (real) return SCR_NUM_REAL;
  errno = 0;
  int64_t whole = strtoll(text, NULL, 10);
  if (errno == ERANGE) return SCR_NUM_REAL;
  *i = whole;
  return SCR_NUM_INT;
}

scr_numkind scr_parse_number(const char *s, size_t *len, int64_t *i, double *f) {
  const char *p = s;
  reading r = {0};
  bool real = false;
  int power = 0;
  if (*p == '+' || *p == '-') p++;
  p = read_digits(p, &r);
  const size_t before = r.count;
  if (*p == '.') {
    const char *q = read_digits(p + 1, &r);
    if (r.count) real = true, p = q;
  }
  if (!r.count) return SCR_NUM_NONE;
  const char *q = read_exponent(p, &power);
  real |= q != p;
  p = q;
  *len = (size_t)(p - s);
  double size;
  const bool few =
      r.significant <= (size_t)DECIMAL_DIGITS && r.count < 10000 && (real || r.digits <= INT64_MAX);
  if (!few || !decimal(r.digits, power - (int)(r.count - before), &size))
    return read_any(s, *len, real, i, f);
  *f = *s == '-' ? -size : size;
  if (real) return SCR_NUM_REAL;
  *i = *s == '-' ? -(int64_t)r.digits : (int64_t)r.digits;
  return SCR_NUM_INT;
}

scr_numkind scr_parse_field(const char *s, size_t *len, int64_t *i, double *f) {
  if (*s != '"') return scr_parse_number(s, len, i, f);
  const char *p = s + 1 + strspn(s + 1, " \t");
  const scr_numkind kind = scr_parse_number(p, len, i, f);
  if (kind == SCR_NUM_NONE) return kind;
  p += *len;
  p += strspn(p, " \t");
  *len = (size_t)(p - s) + 1;
  return *p == '"' ? kind : SCR_NUM_NONE;
}
