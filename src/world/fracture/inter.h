/* Sets of intersections: where fractures met when they were computed. They stay as they are when
 * fractures move, and go with them. */
#ifndef SCR_INTER_H
#define SCR_INTER_H

#include "world/fracture/fracture.h"
#include "world/geometry/geom.h"

const scr_inter *scr_inter_find(const scr_world *w, uint32_t id); /* NULL: there is none */
const scr_interset *scr_interset_find(const scr_world *w, uint32_t id);
const scr_interset *scr_interset_named(const scr_world *w, const char *name);
/* A new set, NULL: "intersections" and its id; of all pairs of these fractures (places in order of
 * id). False after scr_fail: there is one of that name, or an interrupt. */
bool scr_inters_compute(scr_world *w, scr_diag *d, const char *name, const uint32_t *places,
                        size_t n, uint32_t *set);
/* The same of these fractures with a geometry set: its closed polygons and its other edges, in 2D
 * all edges. */
bool scr_inters_of_geometry(scr_world *w, scr_diag *d, const char *name, const uint32_t *places,
                            size_t n, scr_geom *g, uint32_t *set);
void scr_interset_delete(scr_world *w, uint32_t id);
/* The shortest way from one fracture to another (ids) by intersections of a set, both ends
 * included, of equally short ones that by lower ids; how many they are, 0: there is none. *way is
 * owned by the caller. */
size_t scr_inters_path(scr_world *w, uint32_t set, uint32_t from, uint32_t to, uint32_t **way);

/* As it was saved; false: not possible. */
bool scr_interset_restore(scr_world *w, uint32_t id, const char *name);
bool scr_inter_restore(scr_world *w, const scr_inter *saved);
/* The highest ids that were given; false if there are higher ones. */
bool scr_inters_last(scr_world *w, uint32_t set, uint32_t inter);

#endif
