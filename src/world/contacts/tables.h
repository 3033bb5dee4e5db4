/* Tables of the user's that properties of contacts name (SCR_PROP_TABLE): kernels read copies that
 * are as the tables were when the pass began. */
#ifndef SCR_TABLES_H
#define SCR_TABLES_H

#include "world/state/xytable.h"
#include "world/world.h"

void scr_tables_note(scr_world *w, const scr_model *m, const double *param); /* of a new set */
/* What kernels read: by the number of the word, NULL while no property names any. */
scr_curve *const *scr_tables_take(scr_world *w);
/* False after scr_fail: a contact names a table that is gone or no longer suits. */
bool scr_tables_sound(scr_world *w, scr_diag *d);
void scr_tables_free(scr_world *w);
size_t scr_tables_bytes(const scr_world *w);

#endif
