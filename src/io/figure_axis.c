/* Axes of figures: see figure_axis.h. Powers of ten are read from text and logarithms are SLEEF's,
 * so that no digit depends on the machine. */
#include "io/figure_axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/num.h"
#include "base/smath.h"

static double power_of_ten(int e) {
  char text[16];
  size_t len;
  int64_t i;
  double f = 1;
  snprintf(text, sizeof text, "1.0e%d", e);
  scr_parse_number(text, &len, &i, &f);
  return f;
}

/* x / 10^e without overflow on the way, whatever both are. */
static double shifted(double x, int e) {
  if (e >= 0 && e <= 22) return x / power_of_ten(e);
  if (e < 0 && e >= -22) return x * power_of_ten(-e);
  int half = e / 2;
  return x * power_of_ten(-half) * power_of_ten(half - e);
}

/* The largest e with 10^e <= x; x > 0. */
static int exponent_of(double x) {
  int e = (int)floor(scr_log10(x));
  if (e < 308 && power_of_ten(e + 1) <= x) return e + 1;
  return e > -307 && power_of_ten(e) > x ? e - 1 : e;
}

void scr_power_text(char *out, size_t size, int power) {
  static const char *const digit[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  char plain[16];
  snprintf(plain, sizeof plain, "%d", power);
  snprintf(out, size, "10");
  for (const char *p = plain; *p; p++) {
    size_t n = strlen(out);
    snprintf(out + n, size - n, "%s", *p == '-' ? "⁻" : digit[*p - '0']);
  }
}

/* The value with so many decimals (at most 15), whatever the locale. */
static void number_text(char *out, size_t size, double value, int decimals) {
  decimals = SCR_MIN(decimals, 15);
  int64_t scale = 1;
  for (int k = 0; k < decimals; k++) scale *= 10;
  int64_t whole = (int64_t)floor(fabs(value) * (double)scale + 0.5);
  const char *sign = value < 0 && whole ? "−" : "";
  if (decimals)
    snprintf(out, size, "%s%lld.%0*lld", sign, (long long)(whole / scale), decimals,
             (long long)(whole % scale));
  else
    snprintf(out, size, "%s%lld", sign, (long long)whole);
}

static scr_tick *add_tick(scr_axis *a, double at) {
  if (a->n == SCR_TICKS || at < -1e-9 || at > 1 + 1e-9) return NULL;
  scr_tick *t = &a->tick[a->n++];
  t->at = at < 0 ? 0 : at > 1 ? 1 : at;
  t->label[0] = 0;
  return t;
}

/* ---- linear ---- */

/* 1, 2 or 5 times a power of ten, not below x. */
static double nice_step(double x) {
  int e = exponent_of(x);
  double unit = shifted(1, -e), m = x / unit;
  return (m <= 1.0000001 ? 1 : m <= 2.0000001 ? 2 : m <= 5.0000001 ? 5 : 10) * unit;
}

static double measure(const scr_axis *a, double value) {
  return shifted(shifted(value, a->power) - a->offset, a->fine);
}

/* Large and small numbers are told in units of a power of ten. */
static void choose_power(scr_axis *a, double min, double max) {
  double size = fmax(fabs(min), fabs(max));
  a->power = size > 0 && (size >= 1e5 || size < 1e-3) ? exponent_of(SCR_MIN(size, 1e308) * 1.06)
                                                      : 0; /* the axis ends above */
}

/* Values that agree in their first digits: what they share is taken off. Those that differ by
 * rounding alone count as one. */
static void choose_offset(scr_axis *a, double *lo, double *hi) {
  double size = fmax(fabs(*lo), fabs(*hi)), range = *hi - *lo;
  if (range <= 4e-15 * size || range <= 0) {
    double half = size > 0 ? size / 2 : 1;
    *lo -= half;
    *hi += half;
    return;
  }
  if (range >= 1e-3 * size) return;
  a->fine = exponent_of(range);
  double block = shifted(10, -a->fine);
  a->offset = floor((*lo + range / 2) / block + 0.5) * block;
  *lo = shifted(*lo - a->offset, a->fine);
  *hi = shifted(*hi - a->offset, a->fine);
}

static void trim_zeros(char *text) {
  size_t n = strlen(text);
  if (!strchr(text, '.')) return;
  while (text[n - 1] == '0') text[--n] = 0;
  if (text[n - 1] == '.') text[n - 1] = 0;
}

/* The offset with the digits that the ticks leave to it; whole numbers of up to 15 digits as they
 * are. */
static void note_offset(const scr_axis *a, char *out, size_t size) {
  char text[40], power[32] = "";
  bool whole = a->power > 0 && a->power < 15 && a->power + a->fine + 1 >= 0;
  double value = fabs(whole ? shifted(a->offset, -a->power) : a->offset);
  number_text(text, sizeof text, value, whole ? 0 : SCR_MIN(SCR_MAX(-a->fine - 1, 0), 14));
  if (!whole) trim_zeros(text);
  if (a->power && !whole) scr_power_text(power, sizeof power, a->power);
  snprintf(out, size, "%s %s%s%s", a->offset < 0 ? "−" : "+", text, *power ? "×" : "", power);
}

static void make_note(scr_axis *a) {
  char power[32] = "", plus[96] = "";
  int e = a->power + a->fine;
  if (e) scr_power_text(power, sizeof power, e);
  if (a->offset != 0) note_offset(a, plus, sizeof plus);
  snprintf(a->note, sizeof a->note, "%s%s%s%s", e ? "×" : "", power, e && *plus ? " " : "", plus);
}

/* An end moves to the tick after it if that is near, else by the padding. */
static void widen(scr_axis *a, double step, double pad, bool keep_zero) {
  double range = a->hi - a->lo, zero = keep_zero ? 0 : -HUGE_VAL;
  bool at_zero = a->lo == zero;
  double lo = a->lo - pad * range, hi = a->hi + pad * range;
  double below = floor(lo / step + 1e-9) * step, above = ceil(hi / step - 1e-9) * step;
  a->lo = at_zero ? 0 : lo - below < 0.4 * step ? below : lo;
  a->hi = above - hi < 0.4 * step ? above : hi;
  if (a->lo < zero) a->lo = zero;
}

static void linear_ticks(scr_axis *a, double step) {
  int e = exponent_of(step * 1.0000001), decimals = e < 0 ? SCR_MIN(-e, 15) : 0;
  double first = ceil(a->lo / step - 1e-9), last = floor(a->hi / step + 1e-9);
  for (int k = 0; k < SCR_TICKS && first + k <= last; k++) {
    scr_tick *t = add_tick(a, ((first + k) * step - a->lo) / (a->hi - a->lo));
    if (t) number_text(t->label, sizeof t->label, (first + k) * step, decimals);
  }
}

static void fit_linear(scr_axis *a, double min, double max, double pad, int want) {
  choose_power(a, min, max);
  double lo = shifted(min, a->power), hi = shifted(max, a->power);
  choose_offset(a, &lo, &hi);
  double step = nice_step((hi - lo) / want);
  bool keep_zero = min >= 0 && a->offset == 0;
  for (;; step = nice_step(step / 2.6)) {
    a->lo = lo;
    a->hi = hi;
    a->n = 0;
    widen(a, step, pad, keep_zero);
    linear_ticks(a, step);
    if (a->n >= 2) break;
  }
  make_note(a);
}

/* ---- logarithmic ---- */

static void log_label(scr_tick *t, int mantissa, int e, bool plain) {
  char power[19];
  if (plain) {
    number_text(t->label, sizeof t->label, shifted(mantissa, -e), e < 0 ? -e : 0);
    return;
  }
  scr_power_text(power, sizeof power, e);
  if (mantissa == 1)
    snprintf(t->label, sizeof t->label, "%s", power);
  else
    snprintf(t->label, sizeof t->label, "%d×%s", mantissa, power);
}

/* Do m times the powers of ten get numbers on an axis over so many decades? */
static bool numbered(int m, double decades) {
  if (m == 1) return true;
  if (decades > 2.3) return false;
  return m == 2 || m == 5 || (decades <= 1.05 && (m == 3 || m == 7));
}

/* Ticks with numbers at every stride-th power of ten; returns how many those are. */
static size_t log_ticks(scr_axis *a, int stride) {
  double decades = a->hi - a->lo;
  int first = (int)floor(a->lo + 1e-9), last = (int)ceil(a->hi - 1e-9);
  bool plain = first >= -3 && last <= 4;
  size_t numbers = 0;
  a->n = 0;
  for (int e = first; e <= last; e++)
    for (int m = 1; m <= (stride == 1 ? 9 : 1); m++) {
      bool number = e % stride == 0 && numbered(m, decades);
      if (!number && decades > 40) continue;
      scr_tick *t = add_tick(a, (e + scr_log10(m) - a->lo) / decades);
      if (t && number) log_label(t, m, e, plain);
      numbers += t && number;
    }
  return numbers;
}

static void fit_log(scr_axis *a, double min, double max, int want) {
  a->lo = scr_log10(min);
  a->hi = scr_log10(max);
  double range = a->hi - a->lo, grow = range < 0.7 ? (0.7 - range) / 2 : 0.02 * range;
  double near = SCR_MIN(0.08 * range, 0.3), below = floor(a->lo + 1e-9), above = ceil(a->hi - 1e-9);
  a->lo = a->lo - below <= near ? below : a->lo - grow;
  a->hi = above - a->hi <= near ? above : a->hi + grow;
  if (a->hi - a->lo < 0.7) a->hi = a->lo + 0.7;
  double stride = fmax(nice_step((a->hi - a->lo) / want), 1);
  while (log_ticks(a, (int)(stride + 0.5)) < 2 && stride > 1)
    stride = fmax(nice_step(stride / 2.6), 1);
}

void scr_axis_fit(scr_axis *a, bool log, double min, double max, double pad, int want) {
  *a = (scr_axis){.log = log};
  if (want < 2) want = 2;
  if (min > max) {
    min = log ? 1 : 0;
    max = log ? 10 : 1;
  }
  if (log)
    fit_log(a, min, max, want);
  else
    fit_linear(a, min, max, pad, want);
}

double scr_axis_at(const scr_axis *a, double value) {
  if (!isfinite(value) || (a->log && value <= 0)) return NAN;
  double u = a->log ? scr_log10(value) : measure(a, value);
  return (u - a->lo) / (a->hi - a->lo);
}
