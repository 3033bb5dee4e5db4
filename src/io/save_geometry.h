/* Geometry sets to and from a section of a save file, which is there where a set is. */
#ifndef SCR_SAVE_GEOMETRY_H
#define SCR_SAVE_GEOMETRY_H

#include "io/savefile.h"
#include "world/geometry/geom.h"
#include "world/world.h"

/* Groups stand in it as texts: w is where their numbers belong to. */
void scr_save_geometry(const scr_geoms *all, const scr_world *w, scr_saveout *o);
/* Into *all, which is empty. False after a message. */
bool scr_load_geometry(scr_savefile *f, scr_world *w, scr_geoms *all);

#endif
