/* zlib, loaded when it is needed: see deflate.h. */
#include "io/deflate.h"

#ifdef SCR_HAVE_ZLIB
#include <zlib.h>
#include "base/bytes.h"
#include "base/late.h"

const char scr_deflate_part[] = "zlib";

#define FUNCTIONS(F) F(, compress2) F(, compressBound) F(, uncompress) F(, adler32)
SCR_LATE(zlib, FUNCTIONS, SCR_HAVE_ZLIB);

bool scr_deflate_there(void) { return scr_late_load(&zlib_library); }

void scr_deflate(scr_buf *out, const void *bytes, size_t n, int level) {
  const size_t before = out->n;
  uLongf size = zlib.compressBound((uLong)n);
  unsigned char *to = scr_put_room(out, size);
  const int status = zlib.compress2(to, &size, bytes, (uLong)n, level);
  assert(status == Z_OK); /* there is room, and memory is asked for a few hundred kB alone */
  SCR_UNUSED(status);
  out->n = before + size;
}

/* RFC 1950 and 1951: two bytes, stored blocks of 65535 bytes at most, the checksum. To have zlib
 * do it would take its memory for each call. */
void scr_deflate_plain(scr_buf *out, const void *bytes, size_t n) {
  enum { MOST = 65535 };
  const unsigned char *from = bytes;
  const uLong sum = zlib.adler32(zlib.adler32(0, NULL, 0), from, (uInt)n);
  scr_buf_put(out, "\x78\x01", 2);
  do {
    const size_t part = SCR_MIN(n, (size_t)MOST);
    const unsigned char head[5] = {part == n, part & 255, (unsigned char)(part >> 8),
                                   (unsigned char)~(part & 255), (unsigned char)~(part >> 8)};
    scr_buf_put(out, (const char *)head, sizeof head);
    scr_buf_put(out, (const char *)from, part);
    from += part, n -= part;
  } while (n);
  for (int k = 3; k >= 0; k--) scr_put_u8(out, (uint8_t)(sum >> 8 * k));
}

bool scr_inflate(void *to, size_t room, const void *bytes, size_t n) {
  uLongf size = (uLongf)room;
  return zlib.uncompress(to, &size, bytes, (uLong)n) == Z_OK && size == room;
}

#else

const char scr_deflate_part[] = "";

bool scr_deflate_there(void) { return false; }

void scr_deflate(scr_buf *out, const void *bytes, size_t n, int level) {
  SCR_UNUSED(out), SCR_UNUSED(bytes), SCR_UNUSED(n), SCR_UNUSED(level);
}

void scr_deflate_plain(scr_buf *out, const void *bytes, size_t n) {
  SCR_UNUSED(out), SCR_UNUSED(bytes), SCR_UNUSED(n);
}

bool scr_inflate(void *to, size_t room, const void *bytes, size_t n) {
  SCR_UNUSED(to), SCR_UNUSED(room), SCR_UNUSED(bytes), SCR_UNUSED(n);
  return false;
}
#endif
