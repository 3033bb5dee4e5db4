/* Texts of figures: see figure_text.h. */
#include "io/figure_text.h"

#include <string.h>

/* Advance widths of ASCII 32 to 126 in hundredths of the size. */
static const unsigned char advance[95] = {
    32, 40, 46, 84, 64, 95, 78, 28, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 78, 75, 30, 30, 66, 56, 86, 75, 79,
    60, 79, 70, 64, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 64, 55, 64, 62, 35, 64,
    63, 28, 28, 58, 28, 97, 63, 61, 64,  64, 41, 52, 39, 63, 59, 82, 59, 59, 53, 64, 34, 64, 84};

/* What a superscript character is when it stands on the line; NULL: it is none. */
static const char *lowered(const char *s, size_t n) {
  static const struct {
    const char *from, *to;
  } row[] = {{"⁰", "0"}, {"¹", "1"}, {"²", "2"}, {"³", "3"}, {"⁴", "4"}, {"⁵", "5"},
             {"⁶", "6"}, {"⁷", "7"}, {"⁸", "8"}, {"⁹", "9"}, {"⁻", "−"}, {"⁺", "+"}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++)
    if (strlen(row[k].from) == n && memcmp(row[k].from, s, n) == 0) return row[k].to;
  return NULL;
}

/* The character at *s, which moves after it. Control characters and the two that XML forbids are
 * '?'. */
static const char *next_char(const char **s, size_t *n) {
  const char *c = *s;
  *n = scr_utf8_length(c, strlen(c));
  *s += *n ? *n : 1;
  bool bad = *n == 0 || (unsigned char)*c < 32 || *c == 127 ||
             (*n == 3 && memcmp(c, "\xEF\xBF", 2) == 0 && (c[2] & 0x3E) == 0x3E);
  if (*n == 2 && (unsigned char)c[0] == 0xC2 && (unsigned char)c[1] < 0xA0) bad = true;
  if (!bad) return c;
  *n = 1;
  return "?";
}

bool scr_run_next(const char **s, scr_run *run) {
  size_t used = 0;
  if (!**s) return false;
  while (**s) {
    const char *next = *s;
    size_t n;
    const char *c = next_char(&next, &n), *low = lowered(c, n);
    if (used && run->raised != (low != NULL)) break;
    run->raised = low != NULL;
    if (low) n = strlen(c = low);
    if (used + n >= sizeof run->text) break;
    memcpy(run->text + used, c, n);
    used += n;
    *s = next;
  }
  run->text[used] = 0;
  return true;
}

/* Of what is not ASCII: letters of most scripts, signs, and wide ones from U+2E80 on. */
static double char_width(const char *c, size_t n) {
  unsigned char u = (unsigned char)*c;
  if (n == 1) return u >= 32 && u < 127 ? advance[u - 32] / 100.0 : 0.5;
  if (n == 2) return 0.66;
  return n > 3 || u > 0xE2 || (u == 0xE2 && (unsigned char)c[1] >= 0xBA) ? 1.0 : 0.84;
}

double scr_text_width(const char *s, double size) {
  double width = 0;
  while (*s) {
    size_t n;
    const char *c = next_char(&s, &n), *low = lowered(c, n);
    width += low ? SCR_RAISED_SIZE * char_width(low, strlen(low)) : char_width(c, n);
  }
  return width * size;
}

/* Length of what fits into the width: whole words if it holds one, else characters; at least one of
 * those. */
static size_t fitting(const char *s, double size, double width) {
  double used = 0;
  const char *p = s, *word = NULL;
  while (*p) {
    size_t n;
    const char *start = p, *c = next_char(&p, &n), *low = lowered(c, n);
    if (*start == ' ') word = start;
    used += size * (low ? SCR_RAISED_SIZE * char_width(low, strlen(low)) : char_width(c, n));
    if (used > width && start != s) return (size_t)((word && word != s ? word : start) - s);
  }
  return (size_t)(p - s);
}

static const char *with_ellipsis(scr_arena *a, const char *s, double size, double width) {
  size_t n = fitting(s, size, width - size);
  char *line = scr_arena_alloc(a, n + sizeof "…");
  memcpy(line, s, n);
  memcpy(line + n, "…", sizeof "…");
  return line;
}

size_t scr_text_wrap(scr_arena *a, const char *s, double size, double width, size_t max,
                     const char **line) {
  size_t n = 0;
  while (s && *s && n < max) {
    while (*s == ' ') s++;
    size_t len = fitting(s, size, width);
    bool rest = s[len + strspn(s + len, " ")] != 0;
    if (len == 0) break;
    line[n] = rest && n + 1 == max ? with_ellipsis(a, s, size, width) : scr_arena_strn(a, s, len);
    n++;
    s += len;
  }
  return n;
}
