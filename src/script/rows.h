/* How the files of the base library write their rows of intrinsics. */
#ifndef SCR_ROWS_H
#define SCR_ROWS_H

#include "script/internal.h"

#define ROW(name, min, max, sig, call, flags, doc)                                                 \
  { name, min, max, sig, call, NULL, NULL, flags, doc }
#define ROW_EDIT(name, min, max, sig, call, edit, flags, doc)                                      \
  { name, min, max, sig, call, NULL, edit, (flags) | SCR_FN_INPLACE, doc }
#define REFUSED(name, flags, doc)                                                                  \
  { name, 0, -1, "", NULL, NULL, NULL, (flags) | SCR_FN_REFUSED, doc }

/* Is x, which a text gave, a real? An error, if not. */
bool scr_fish_text_fits(scr_fish *f, const char *text, double x);
/* The third argument of file.open: 1, or an error. */
bool scr_fish_text_only(scr_fish *f, const scr_val *form);

#endif
