/* Templates of fractures in a section of a save file, which worlds without any have not. */
#ifndef SCR_SAVE_TEMPLATES_H
#define SCR_SAVE_TEMPLATES_H

#include "base/bytes.h"
#include "world/world.h"

#define SCR_SECTION_TEMPLATES "templates"

bool scr_has_templates(const scr_world *w);             /* is there anything to save? */
void scr_put_templates(const scr_world *w, scr_buf *b); /* in order of ids */
/* Into a world that has its DFNs and no templates. What is wrong makes the bytes bad. */
void scr_get_templates(scr_world *w, scr_bytes *in);

#endif
