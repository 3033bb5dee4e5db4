/* See dfn_file.h. */
#include "io/dfn_file.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"

/* The numbers of a line, at most `room`; -1: it holds something else, or more. */
static int numbers_of(const char *s, const char *end, double *out, int room) {
  int n = 0;
  for (;;) {
    size_t len;
    int64_t i;
    double f;
    while (s < end && strchr(" \t,;\r", *s)) s++;
    if (s >= end) return n;
    const scr_numkind kind = scr_parse_number(s, &len, &i, &f);
    if (kind == SCR_NUM_NONE || n == room || (kind == SCR_NUM_REAL && isinf(f))) return -1;
    out[n++] = kind == SCR_NUM_INT ? (double)i : f;
    s += len;
  }
}

bool scr_samples_read(scr_diag *d, const scr_loc *at, const char *name, const char *text,
                      int values, scr_spread *out) {
  scr_spread s = {.kind = SCR_SPREAD_SAMPLES};
  size_t cap = 0, line = 1;
  double x[8];
  const size_t step = (size_t)values + 1;
  for (const char *from = strchr(text, '\n'); from && *++from; line++) {
    const char *end = from + strcspn(from, "\n");
    const int n = numbers_of(from, end, x, 8);
    if (n == 0) break;
    if (n == values + 1) x[step] = 1;
    if (n < values + 1 || n > values + 2 || !(x[step] > 0) || !isfinite(x[step])) {
      scr_free(s.sample);
      return scr_fail(d, at, SCR_E_FILE,
                      "line %zu of '%s' is no sample: an id, %d value%s, and perhaps how often it "
                      "counts",
                      line + 1, name, values, values == 1 ? "" : "s");
    }
    SCR_GROW(s.sample, cap, (s.samples + 1) * step);
    memcpy(&s.sample[s.samples++ * step], &x[1], step * sizeof *x);
    from = end;
    if (!*from) break;
  }
  if (!s.samples) return scr_fail(d, at, SCR_E_FILE, "'%s' holds no samples", name);
  *out = s;
  return true;
}
