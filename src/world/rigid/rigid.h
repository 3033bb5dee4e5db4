/* Rigid bodies of several pieces. A piece is what contacts see: a row of the table of balls, with
 * the velocity that the rigid motion has at its centre, and an exact sum of what its contacts do. A
 * body is what moves: it gathers the sums of its pieces in the order of their numbers. Formulas:
 * docs/physics.md, rigid bodies. */
#ifndef SCR_RIGID_H
#define SCR_RIGID_H

#include "kernel/kernel.h"
#include "world/world.h"

void scr_rigid_new(scr_world *w);
void scr_rigid_free(scr_world *w);
size_t scr_rigid_bytes(const scr_world *w); /* of memory */
/* Which rows are the pieces of each body: derived data MEMBERS. */
void scr_members_find(scr_world *w);
/* The same, up to date: rows of one body's pieces, by their numbers. */
const uint32_t *scr_members(const scr_world *w, uint32_t body, uint32_t *n);

/* Puts the pieces where their body is, with the velocities of now (not of a half step). */
void scr_pieces_place(scr_world *w, uint32_t body);
/* From the principal axes to global ones, row by row. */
void scr_body_axes(const scr_world *w, uint32_t body, double r[9]);
/* From the centre of mass to that of a piece, m. */
void scr_piece_arm(const scr_world *w, const double r[9], uint32_t piece, double arm[3]);
/* Force (N) and moment (N m) of contacts, about the centre of mass. MEMBERS must be up to date. */
void scr_body_gather(const scr_world *w, uint32_t body, double force[3], double moment[3]);
/* Spin of an angular momentum, and back; global axes. */
void scr_body_spin_of(const scr_world *w, uint32_t body, const double momentum[3], double spin[3]);
void scr_body_momentum_of(const scr_world *w, uint32_t body, const double spin[3],
                          double momentum[3]);

/* Half-kicks and drift of all bodies, by so many workers, and of their pieces, whose sums become
 * zero where the motion says so. */
void scr_bodies_move(scr_world *w, const scr_motion *m, int workers);
void scr_bodies_calm(scr_world *w); /* velocities that are free become zero */
/* Scaled masses: mass and moments of inertia of a body are so many times the real ones. */
void scr_body_scale(scr_world *w, uint32_t body, double mass, double inertia);

/* A ball or a body (row) in the step ahead: where it is, m; velocities and spins before the opening
 * half-kick and after it, by what it is kicked (N, N m); its works so far, and those of the kicks
 * ahead, J. */
typedef struct scr_kicked {
  uint32_t row;
  unsigned fix;
  size_t start; /* the caller's */
  double x[3], before[6], half[6], contact[6], applied[6];
  double damp, over[6]; /* half a step over mass and inertia (of a body: mass alone) */
  double over_last[6];  /* the same of the step before */
  double worked[3], work[3];
} scr_kicked;
/* Of a body, by the half-kicks of m after a step of `last`. MEMBERS must be up to date. */
void scr_body_foresee(const scr_world *w, const scr_motion *m, double last, uint32_t body,
                      scr_kicked *out);
/* Its velocities and spins now, and after one more half-kick by the same. */
void scr_body_follow(const scr_world *w, const scr_motion *m, const scr_kicked *k, double now[6],
                     double after[6]);

double scr_body_kinetic(const scr_world *w, uint32_t body); /* J */
/* Force times acceleration and moment times angular acceleration of contacts before the opening
 * half-kick of m, W/s. MEMBERS must be up to date. */
double scr_body_rush(const scr_world *w, const scr_motion *m, uint32_t body);
/* The force that it is left with along axes that are free, and what is applied to it with its
 * weight, N. */
void scr_body_unbalanced(const scr_world *w, uint32_t body, double left[3], double applied[3]);

#endif
