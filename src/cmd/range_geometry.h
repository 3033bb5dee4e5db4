/* Ranges over geometry sets: what lies inside of one, or near it. */
#ifndef SCR_RANGE_GEOMETRY_H
#define SCR_RANGE_GEOMETRY_H

#include "cmd/args.h"

typedef struct scr_geom_ask scr_geom_ask;
/* Behind `geometry-space`, `geometry-distance`, or `geometry` of PFC 5, which may mean either.
 * NULL after an error. */
scr_geom_ask *scr_geom_ask_space(scr_args *a);
scr_geom_ask *scr_geom_ask_distance(scr_args *a);
scr_geom_ask *scr_geom_ask_either(scr_args *a);
void scr_geom_ask_free(scr_geom_ask *q);
/* Before places are asked for: false after scr_fail, the set is no longer there. */
bool scr_geom_ask_ready(scr_geom_ask *q, scr_session *s);
/* Does the place, or what lies within r of it, satisfy the element? */
bool scr_geom_ask_holds(const scr_geom_ask *q, const double x[3], double r);

/* The set of that name, for commands that need one: NULL after an error with the nearest name, and
 * where a file is only checked. */
scr_geom *scr_geom_named(scr_args *a, const char *name, const scr_loc *at);

#endif
