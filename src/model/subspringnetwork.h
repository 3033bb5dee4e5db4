/* Contact law `subspringnetwork`: what the world, which finds the stresses of balls, knows of it
 * beside what it knows of `springnetwork`. */
#ifndef SCR_MODEL_SUBSPRINGNETWORK_H
#define SCR_MODEL_SUBSPRINGNETWORK_H

#include "model/springnetwork.h"

enum {
  SUB_INDEX = NETWORK_PARAMS, /* the subcontact that properties are of; 0: the whole */
  SUB_CONV,                   /* without effect: Poisson's force is not found by iteration */
  SUB_COUNT,
  SUB_STOPS,
  SUB_BEND_2D, /* arms of forces along n, in 2D and in 3D, and across it (3D), by the places' own */
  SUB_BEND_3D,
  SUB_TURN,
  SUB_PARAMS
};

/* After the columns of `springnetwork`, which hold the whole: the axis s, which turns with the
 * contact (3D); Poisson's force of each bonded
 * subcontact along n, s, t (2D: n, t); not 0 while any subcontact is bonded or
 * touches, and SCR_BOND_HOLDS while the contact would else be over (SUB_ANEW: it holds nothing
 * yet); then those of each subcontact: force along n, s, t (2D: n, t); what tells of its bond and
 * of slip (scr_parts); elongation beyond the peak, way of the slider (m); does it act; by how much
 * its gap is more than that of the contact, shear displacement along s, t (m). */
enum { SUB_AXIS = NETWORK_STATES, SUB_P = SUB_AXIS + 3, SUB_LIVES = SUB_P + 3, SUB_FIRST };
enum {
  SUB_N,
  SUB_S,
  SUB_T,
  SUB_TOLD,
  SUB_LONGER,
  SUB_WAY,
  SUB_ON,
  SUB_TILT,
  SUB_MS,
  SUB_MT,
  SUB_STRIDE
};
enum { SUB_STATES = SUB_FIRST + 3 * SUB_STRIDE }; /* 2D has two of them, 3D three */

enum { SUB_ACTS = 1, SUB_ANEW }; /* in SUB_LIVES, beside SCR_BOND_HOLDS */

/* The place of subcontact number e along s and t, as part of the radius: area, and second moments
 * of subcontacts of equal areas there, are those of the section. Source: docs/physics.md,
 * subspringnetwork. */
static inline void scr_sub_place(int dim, int e, double at[2]) {
  const double third = 0.57735026918962576451,
               half = 0.70710678118654752440; /* roots of 1/3, 1/2 */
  if (dim == 2) {
    at[0] = 0, at[1] = e == 0 ? -third : third;
    return;
  }
  at[0] = e == 0 ? half : -0.5 * half;
  at[1] = e == 0 ? 0 : e == 1 ? 1.5 * third * half : -1.5 * third * half;
}

/* Of what tells of a subcontact: SCR_BOND_... */
static inline double scr_sub_state(double told) {
  return told >= SCR_PART_SLIPS ? told - SCR_PART_SLIPS : told;
}

#endif
