/* Fragments and their catalogues in a section of a save file, which worlds without any have not. */
#ifndef SCR_SAVE_FRAGMENTS_H
#define SCR_SAVE_FRAGMENTS_H

#include "base/bytes.h"
#include "world/world.h"

#define SCR_SECTION_FRAGMENTS "fragments"
#define SCR_SECTION_CELLS     "fragment-cells" /* only where a side was periodic */

static inline bool scr_has_fragments(const scr_world *w) {
  return w->fragments.types || w->fragments.n;
}
void scr_put_fragments(const scr_world *w, scr_buf *b);
void scr_put_cells(const scr_world *w, scr_buf *b); /* scr_fragments.cell */
void scr_get_cells(scr_world *w, scr_bytes *in);
/* Into a world that has none; what is wrong makes the bytes bad. */
void scr_get_fragments(scr_world *w, scr_bytes *in);

#endif
