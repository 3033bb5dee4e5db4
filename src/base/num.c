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
  /* every double of 15 digits reads back from them; below the smallest normal number fewer may do */
  for (int digits = fabs(x) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
    n = snprintf(buf, 32, "%.*g", digits, x);
    if (strtod(buf, NULL) == x) break;
  }
  if (point && !strpbrk(buf, ".e")) n += (int)strlen(strcat(buf, ".0")) - n;
  return n;
}

int scr_format_int(char *buf, int64_t x) { return snprintf(buf, 32, "%" PRId64, x); }

static bool digit(char c) { return c >= '0' && c <= '9'; }

scr_numkind scr_parse_number(const char *s, size_t *len, int64_t *i, double *f) {
  const char *p = s;
  bool real = false;
  if (*p == '+' || *p == '-') p++;
  const char *first = p;
  while (digit(*p)) p++;
  size_t digits = (size_t)(p - first);
  if (*p == '.') {
    const char *q = p + 1;
    while (digit(*q)) q++;
    digits += (size_t)(q - p - 1);
    if (digits) real = true, p = q;
  }
  if (!digits) return SCR_NUM_NONE;
  if (*p == 'e' || *p == 'E' || *p == 'd' || *p == 'D') {
    const char *q = p + 1;
    if (*q == '+' || *q == '-') q++;
    if (digit(*q)) {
      while (digit(*q)) q++;
      real = true;
      p = q;
    }
  }
  *len = (size_t)(p - s);
  char text[400];
  size_t n = SCR_MIN(*len, sizeof text - 1);
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
