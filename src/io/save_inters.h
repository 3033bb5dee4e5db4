/* Sets of intersections in a section of a save file, which worlds without any have not. */
#ifndef SCR_SAVE_INTERS_H
#define SCR_SAVE_INTERS_H

#include "base/bytes.h"
#include "world/world.h"

#define SCR_SECTION_INTERS "intersections"

void scr_put_inters(const scr_world *w, scr_buf *b); /* in order of ids */
/* Into a world that has its fractures. What is wrong makes the bytes bad. */
void scr_get_inters(scr_world *w, scr_bytes *in);

#endif
