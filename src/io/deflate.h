/* zlib, where it was found at build time and can be loaded. */
#ifndef SCR_DEFLATE_H
#define SCR_DEFLATE_H

#include "base/str.h"

extern const char scr_deflate_part[]; /* "zlib", or "" without it */
bool scr_deflate_there(void);
/* Adds n bytes as a zlib stream, packed (level 1 to 9, which takes longest) or as they are. Only
 * where zlib is there. */
void scr_deflate(scr_buf *out, const void *bytes, size_t n, int level);
void scr_deflate_plain(scr_buf *out, const void *bytes, size_t n);
/* The same backwards, to exactly `room` bytes; false: it is no such stream. */
bool scr_inflate(void *to, size_t room, const void *bytes, size_t n);

#endif
