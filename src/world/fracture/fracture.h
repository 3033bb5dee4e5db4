/* Fractures: made, found, changed, deleted. Functions that can fail return false after scr_fail and
 * leave everything as it was. Places (rows) are valid until the fracture is deleted. */
#ifndef SCR_FRACTURE_H
#define SCR_FRACTURE_H

#include "world/world.h"

/* ---- networks ---- */

uint32_t scr_dfn_find(const scr_world *w, const char *name); /* place; SCR_NONE: there is none */
uint32_t scr_dfn_by_id(const scr_world *w, uint32_t id);
uint32_t scr_dfn_next_id(const scr_world *w);
/* An empty one; neither name nor id (0: the next) may be in use. */
bool scr_dfn_create(scr_world *w, scr_diag *d, uint32_t id, const char *name, uint32_t *place);
/* The one of that name, made where there is none. */
uint32_t scr_dfn_need(scr_world *w, const char *name);
void scr_dfn_delete(scr_world *w, uint32_t place); /* with its fractures */
scr_ref scr_dfn_ref(const scr_world *w, uint32_t place);
uint32_t scr_dfn_place(const scr_world *w, scr_ref ref); /* SCR_NONE: stale */

/* ---- fractures ---- */

/* What a new one is to be. */
typedef struct scr_fracture_spec {
  uint32_t id, dfn, groups; /* id 0: the next; place of the network */
  double x[3];              /* m, the middle */
  double dip, ddir;         /* degrees */
  double size;              /* m, length (2D) or diameter (3D), 0 or more */
  uint32_t corners;         /* of a polygon, 3 or more, or the 2 ends of a segment; else 0 */
  const double *corner;     /* m, 3 numbers each; in place of all that */
  bool beyond; /* its middle may lie outside of the domain; none is made (place SCR_NONE) of what
                  does not reach into it */
} scr_fracture_spec;

/* Dip p and dip direction d are degrees: p from 0 to 90, in 2D to less than 180, d from 0 to less
 * than 360. The normal is (sin p sin d, sin p cos d, cos p), with y to the north and z up; in 2D it
 * is (sin p, cos p), so that the segment falls to the right. */

void scr_fracture_upwards(int dim, double dip, double ddir, double n[3]);

/* May a middle lie there: in the domain, if there is one, or beyond periodic sides alone? */
bool scr_fracture_may_lie(const scr_world *w, const double x[3]);
/* Its middle comes back through periodic sides. It must lie in the domain, if there is one, unless
 * the spec says that it may lie beyond; the rest may reach over its sides. */
bool scr_fracture_create(scr_world *w, scr_diag *d, const scr_fracture_spec *spec, uint32_t *place);
/* The same in that DFN, with the next id. */
bool scr_fracture_copy(scr_world *w, scr_diag *d, uint32_t from, uint32_t dfn, uint32_t *place);
void scr_fracture_delete(scr_world *w, const uint32_t *places, size_t n); /* no doubles */
uint32_t scr_fracture_find(const scr_world *w, uint32_t id); /* place; SCR_NONE: there is none */
uint32_t scr_fracture_max_id(scr_world *w);                  /* 0: there is none */
const uint32_t *scr_fracture_order(scr_world *w); /* places in order of id, `count` of them; valid
                                                     until one is made or deleted */
scr_ref scr_fracture_ref(const scr_world *w, uint32_t place);
uint32_t scr_fracture_place(const scr_world *w, scr_ref ref); /* SCR_NONE: stale */

double scr_fracture_area(const scr_world *w, uint32_t place); /* m2; in 2D of unit thickness */
/* Corners of a polygon, ends of a segment, in global axes; of a disk none. Into `corner`, which
 * holds room for them (3 numbers each); NULL: returns how many. */
uint32_t scr_fracture_corners(const scr_world *w, uint32_t place, double *corner);
/* The same for pictures and files, where a polygon of many corners stands for a disk. */
uint32_t scr_fracture_outline(const scr_world *w, uint32_t place, double *corner);
/* Nearest point of it to p, m. */
void scr_fracture_nearest(const scr_world *w, uint32_t place, const double p[3], double out[3]);

/* Does the line between the centres of a contact's ends (to a facet: to its nearest point) meet the
 * fracture, or does the contact lie within `distance` of it (m, 0: only the first)? In any image of
 * it through periodic sides. */
bool scr_fracture_meets(const scr_world *w, uint32_t place, scr_contact c, double distance);
/* Index of the CMAT entry of the fracture of that id: before all others, in order of id. */
int scr_cmat_of_fracture(uint32_t id);

/* Moves the middle, which comes back through periodic sides and must stay in the domain; turns it
 * about its middle; sets the length or diameter, which a polygon has not. */
bool scr_fracture_move(scr_world *w, scr_diag *d, uint32_t place, const double x[3]);
bool scr_fracture_turn(scr_world *w, scr_diag *d, uint32_t place, const double n[3]);
void scr_fracture_incline(scr_world *w, uint32_t place, double dip, double ddir);
bool scr_fracture_resize(scr_world *w, scr_diag *d, uint32_t place, double size);

/* As it was saved: what is given must be sound, and its id free; `corner` is taken over. */
void scr_fracture_restore(scr_world *w, const scr_fracture *saved);
bool scr_dfn_restore(scr_world *w, uint32_t id, const char *name); /* false: not possible */

void scr_fractures_free(scr_world *w);
size_t scr_fractures_bytes(const scr_world *w);             /* of memory */
bool scr_check_fractures(const scr_world *w, scr_buf *why); /* for scr_world_check */

#endif
