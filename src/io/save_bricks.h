/* Bricks to and from files of their own (.p3brk, .p2brk), and a section of a save file, which holds
 * such files. */
#ifndef SCR_SAVE_BRICKS_H
#define SCR_SAVE_BRICKS_H

#include "io/savefile.h"
#include "world/bodies/brick.h"

#define SCR_SECTION_BRICKS "bricks" /* only where there are any */

/* False after a message. */
bool scr_brick_write(scr_diag *d, const scr_brick *b, const char *path);
/* A new brick, for a model of so many dimensions, and the id that it had; its world is NULL after a
 * message. */
scr_brick scr_brick_read(scr_diag *d, const char *path, int dim);

void scr_save_bricks(const scr_bricks *all, scr_saveout *o);
/* Into *all, which is empty. False after a message. */
bool scr_load_bricks(scr_savefile *f, int dim, scr_bricks *all);

#endif
