/* Numbers to and from bytes: see bytes.h. */
#include "base/bytes.h"

#include "base/mem.h"

void scr_put_reserve(scr_buf *b, size_t n) {
  if (b->cap >= b->n + n + 1) return;
  char *room = scr_alloc(b->n + n + 1);
  if (b->n) memcpy(room, b->s, b->n);
  scr_free(b->s);
  b->s = room;
  b->cap = b->n + n + 1;
}

unsigned char *scr_put_room(scr_buf *b, size_t n) {
  SCR_GROW(b->s, b->cap, b->n + n + 1);
  unsigned char *room = (unsigned char *)b->s + b->n;
  b->n += n;
  b->s[b->n] = 0;
  return room;
}

void scr_put_u8(scr_buf *b, uint8_t x) { *scr_put_room(b, 1) = x; }
void scr_put_u32(scr_buf *b, uint32_t x) { scr_copy_le(scr_put_room(b, sizeof x), &x, sizeof x); }
void scr_put_u64(scr_buf *b, uint64_t x) { scr_copy_le(scr_put_room(b, sizeof x), &x, sizeof x); }
void scr_put_f64(scr_buf *b, double x) { scr_copy_le(scr_put_room(b, sizeof x), &x, sizeof x); }

void scr_put_f64s(scr_buf *b, const double *x, size_t n) {
  unsigned char *to = scr_put_room(b, n * sizeof *x);
  for (size_t k = 0; k < n; k++) scr_copy_le(to + k * sizeof *x, &x[k], sizeof *x);
}

void scr_put_text(scr_buf *b, const char *s) {
  size_t n = s ? strlen(s) : 0;
  assert(n < UINT32_MAX);
  scr_put_u32(b, (uint32_t)n);
  if (n) memcpy(scr_put_room(b, n), s, n);
}

const unsigned char *scr_get_span(scr_bytes *b, size_t n) {
  if (b->bad || n > (size_t)(b->end - b->at)) {
    b->bad = true;
    return NULL;
  }
  const unsigned char *span = b->at;
  b->at += n;
  return span;
}

#define GET(type)                                                                                  \
  type x = 0;                                                                                      \
  const unsigned char *span = scr_get_span(b, sizeof x);                                           \
  if (span) scr_copy_le(&x, span, sizeof x);                                                       \
  return x

uint8_t scr_get_u8(scr_bytes *b) { GET(uint8_t); }
uint32_t scr_get_u32(scr_bytes *b) { GET(uint32_t); }
uint64_t scr_get_u64(scr_bytes *b) { GET(uint64_t); }
double scr_get_f64(scr_bytes *b) { GET(double); }

void scr_get_f64s(scr_bytes *b, double *x, size_t n) {
  for (size_t k = 0; k < n; k++) x[k] = scr_get_f64(b);
}

char *scr_get_text(scr_bytes *b) {
  size_t n = scr_get_u32(b);
  const unsigned char *span = scr_get_span(b, n);
  if (!span || memchr(span, 0, n)) {
    b->bad = true;
    return scr_strdup("");
  }
  return scr_strndup((const char *)span, n);
}

size_t scr_get_count(scr_bytes *b, size_t least) {
  uint64_t n = scr_get_u64(b);
  if (n > (size_t)(b->end - b->at) / SCR_MAX(least, (size_t)1)) b->bad = true;
  return b->bad ? 0 : (size_t)n;
}

uint32_t scr_get_below(scr_bytes *b, uint32_t limit) {
  uint32_t x = scr_get_u32(b);
  if (x >= limit) b->bad = true;
  return b->bad ? 0 : x;
}

bool scr_get_bool(scr_bytes *b) {
  uint8_t x = scr_get_u8(b);
  if (x > 1) b->bad = true;
  return x == 1;
}

bool scr_get_done(const scr_bytes *b) { return !b->bad && b->at == b->end; }
