/* Numbers and texts to and from bytes, little endian, for files. */
#ifndef SCR_BYTES_H
#define SCR_BYTES_H

#include <string.h>
#include "base/base.h"
#include "base/str.h"

/* Copies one number of `size` bytes between memory and little-endian bytes (the same in both
 * directions). */
static inline void scr_copy_le(void *to, const void *from, size_t size) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  for (size_t k = 0; k < size; k++)
    ((unsigned char *)to)[k] = ((const unsigned char *)from)[size - 1 - k];
#else
  memcpy(to, from, size);
#endif
}

/* ---- writing: numbers are added at the end of b ---- */

void scr_put_reserve(scr_buf *b, size_t n);        /* so many bytes are about to be added */
unsigned char *scr_put_room(scr_buf *b, size_t n); /* n bytes to be filled by the caller */
void scr_put_u8(scr_buf *b, uint8_t x);
void scr_put_u32(scr_buf *b, uint32_t x);
void scr_put_u64(scr_buf *b, uint64_t x);
void scr_put_f64(scr_buf *b, double x);
void scr_put_f64s(scr_buf *b, const double *x, size_t n);
void scr_put_text(scr_buf *b, const char *s); /* its length and its bytes; NULL is written as "" */

/* ---- reading ---- */

/* Where a reader stands. Reading past the end, or a length that cannot be true, makes it bad: from
 * then on it yields zeros, so that callers check once, at the end. */
typedef struct scr_bytes {
  const unsigned char *at, *end;
  bool bad;
} scr_bytes;
const unsigned char *scr_get_span(scr_bytes *b,
                                  size_t n); /* n bytes; NULL if there are not so many */
uint8_t scr_get_u8(scr_bytes *b);
uint32_t scr_get_u32(scr_bytes *b);
uint64_t scr_get_u64(scr_bytes *b);
double scr_get_f64(scr_bytes *b);
void scr_get_f64s(scr_bytes *b, double *x, size_t n);
char *
scr_get_text(scr_bytes *b); /* owned by the caller, never NULL; a zero byte inside makes it bad */
/* A count of elements, each of which takes `least` bytes at least: bad if so many cannot follow.
 * Safe to allocate by. */
size_t scr_get_count(scr_bytes *b, size_t least);
/* A number that must lie in [0, limit): bad otherwise. */
uint32_t scr_get_below(scr_bytes *b, uint32_t limit);
bool scr_get_bool(scr_bytes *b);       /* a byte: 0 or 1 */
bool scr_get_done(const scr_bytes *b); /* all was read, and it was good */

#endif
