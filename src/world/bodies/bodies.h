/* Balls and walls: what rooms ask beyond world.h. */
#ifndef SCR_BODIES_H
#define SCR_BODIES_H

#include "world/world.h"

void scr_balls_remove(scr_world *w, const uint32_t *rows,
                      size_t n); /* inside of a cycle too: a destroying domain */
/* Rows that become pieces of a body; the first of them. */
bool scr_pieces_create(scr_world *w, scr_diag *d, const scr_pose *pose, uint32_t n,
                       uint32_t *first);
/* Bodies at sides of the domain that are not periodic; false: one cannot be brought back. Those to
 * be destroyed go with their pieces. */
bool scr_bodies_meet_sides(scr_world *w, scr_diag *d);
bool scr_bodies_fit(scr_world *w, scr_diag *d); /* those of a file, with their pieces */
/* How far a piece reaches from the centre of mass, whichever way its body is turned. */
double scr_piece_reach(const scr_world *w, uint32_t piece);
/* The first axis along which a body that reaches so far would meet its own image; -1: none. */
int scr_domain_narrow(const scr_domain *domain, int dim, double reach);
void scr_facet_neighbours(scr_world *w); /* after a wall was made or deleted */
/* One more vertex, or facet (rows of its vertices), of a wall; what is kept of facets is renewed by
 * the caller. Rows. */
uint32_t scr_vertex_push(scr_world *w, uint32_t wall, const double x[3]);
uint32_t scr_facet_push(scr_world *w, uint32_t wall, uint32_t id, const uint32_t *vertex);
/* What balls meet at sides of the domain that are not periodic. */
bool scr_domain_enforce(scr_world *w, scr_diag *d);
/* `t` is w->ball or w->wall; an orientation is an angle in 2D, Euler angles in 3D, in degrees. */
void scr_orientations_turn(scr_world *w, double dt);
void scr_orientation_begin(scr_world *w, scr_table *t, uint32_t row); /* of a new thing */
void scr_orientation_get(const scr_world *w, const scr_table *t, uint32_t row, double *out);
void scr_orientation_set(scr_world *w, scr_table *t, uint32_t row, const double *in);
/* Where orientations are tracked: one turns about an axis of any length but 0, by degrees. */
void scr_orientation_turn(scr_world *w, scr_table *t, uint32_t row, const double axis[3],
                          double degrees);
/* All facets of a wall take its conveyor. */
void scr_facets_convey_as(scr_world *w, uint32_t wall);

#endif
