/* Several options in one `set` of PFC 3 to 5. */
#ifndef SCR_SET_PARTS_H
#define SCR_SET_PARTS_H

#include "cmd/token.h"

/* The token at which a second option begins; l->n: there is none. */
size_t scr_set_end(const scr_session *s, const scr_line *l, scr_dialect dialect);
/* Options from token `end` on go to a line of their own, which is to be freed. */
void scr_set_split(scr_line *l, size_t end, scr_line *rest);

#endif
