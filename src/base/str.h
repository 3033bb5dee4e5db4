/* Strings: growing buffers, comparison without case, the nearest known word. */
#ifndef SCR_STR_H
#define SCR_STR_H

#include <stdarg.h>
#include "base/base.h"

typedef struct scr_buf {
  char *s; /* always ends in a zero byte once anything was written; NULL before */
  size_t n, cap;
} scr_buf;
void scr_buf_put(scr_buf *b, const char *s, size_t n);
void scr_buf_puts(scr_buf *b, const char *s);
void scr_buf_printf(scr_buf *b, const char *fmt, ...) SCR_PRINTF(2, 3);
void scr_buf_vprintf(scr_buf *b, const char *fmt, va_list ap);
/* Text for a terminal: bytes that are not UTF-8 and control characters but tab and line feed become
 * \xNN. Returns how many characters were written. */
size_t scr_buf_put_safe(scr_buf *b, const char *s, size_t n);
/* Length of the UTF-8 character at s, which has n bytes left; 0: it is none. */
size_t scr_utf8_length(const char *s, size_t n);
/* Text for XML and HTML, inside of elements and of quoted attributes. */
void scr_buf_put_markup(scr_buf *b, const char *s, size_t n);
void scr_buf_clear(scr_buf *b); /* keeps the memory */
void scr_buf_free(scr_buf *b);

char *scr_strdup(const char *s); /* free with scr_free */
char *scr_strndup(const char *s, size_t n);

/* ASCII only, whatever the locale. */
static inline int scr_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
void scr_lowercase(char *s);
int scr_casecmp(const char *a, const char *b);
bool scr_is_one_of(const char *s, const char *const *list); /* without case; NULL ends the list */
int scr_ncasecmp(const char *a, const char *b, size_t n);

/* Edit distance (insert, delete, replace, swap of neighbours) without case; used for "did you
 * mean". */
int scr_edit_distance(const char *a, const char *b);
/* Keeps the nearest of several candidates: start with {word}, offer each, read .best (NULL if none
 * is near). At most a third of the letters may differ; what both have before or after a point in
 * common does not count (math.foo is not near math.cos). */
typedef struct scr_nearest {
  const char *word;
  const char *best;
  int distance;
} scr_nearest;
void scr_nearest_offer(scr_nearest *n, const char *candidate);

#endif
