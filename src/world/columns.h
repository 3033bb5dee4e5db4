/* The columns of balls, walls, facets and vertices: each is one row here and nowhere else (see
 * table/table.h). X(enum, name, type, components, group, offset, flags, unit, documentation) */
#ifndef SCR_COLUMNS_H
#define SCR_COLUMNS_H

#include "kernel/state.h"
#include "table/table.h"

enum { SCR_G_POSE = 1, SCR_G_TWIST = 2, SCR_G_LOAD = 3 };

#define SCR_SM (SCR_COL_SAVED | SCR_COL_MOVED)
#define SCR_UM (SCR_COL_SAVED | SCR_COL_MOVED | SCR_COL_UNIFORM)
#define SCR_DM (SCR_COL_DERIVED | SCR_COL_MOVED)
#define SCR_OM                                                                                     \
  (SCR_COL_SAVED | SCR_COL_MOVED | SCR_COL_OPTIONAL) /* see world/bodies/rotation.c                \
                                                      */

#define SCR_BALL_COLUMNS(X)                                                                        \
  X(BALL_ID, "id", U32, 1, 0, 0, SCR_SM, "", "identifier, positive")                               \
  X(BALL_POSITION, "position", F64, 3, SCR_G_POSE, 0, SCR_SM, "m",                                 \
    "centre; inside the cell of a periodic domain")                                                \
  X(BALL_RADIUS, "radius", F64, 1, SCR_G_POSE, 24, SCR_SM, "m", "radius")                          \
  X(BALL_VELOCITY, "velocity", F64, 3, SCR_G_TWIST, 0, SCR_SM, "m/s", "velocity of the centre")    \
  X(BALL_SPIN, "spin", F64, 3, SCR_G_TWIST, 24, SCR_SM, "rad/s", "angular velocity")               \
  X(BALL_MASS, "mass", F64, 1, SCR_G_TWIST, 48, SCR_DM, "kg", "mass, from density and radius")     \
  X(BALL_MOI, "moi", F64, 1, SCR_G_TWIST, 56, SCR_DM, "kg m2",                                     \
    "moment of inertia, from mass and radius")                                                     \
  X(BALL_DENSITY, "density", F64, 1, 0, 0, SCR_UM, "kg/m3", "density")                             \
  X(BALL_DAMP, "damp", F64, 1, 0, 0, SCR_UM, "", "coefficient of local damping")                   \
  X(BALL_FIX, "fix", U8, 1, 0, 0, SCR_SM, "",                                                      \
    "fixed components: bits 0 to 2 velocity, 3 to 5 spin")                                         \
  X(BALL_FORCE_CONTACT, "force-contact", F64, 3, SCR_G_LOAD, 0, SCR_SM, "N",                       \
    "sum of contact forces")                                                                       \
  X(BALL_MOMENT_CONTACT, "moment-contact", F64, 3, SCR_G_LOAD, 24, SCR_SM, "N m",                  \
    "sum of contact moments")                                                                      \
  X(BALL_FORCE_APPLIED, "force-applied", F64, 3, 0, 0, SCR_UM, "N", "applied force")               \
  X(BALL_MOMENT_APPLIED, "moment-applied", F64, 3, 0, 0, SCR_UM, "N m", "applied moment")          \
  X(BALL_X_REF, "x-ref", F64, 3, 0, 0, SCR_SM, "m", "position from which displacement counts")     \
  X(BALL_IMAGE, "image", I32, 3, 0, 0, SCR_UM, "",                                                 \
    "how often the ball left the periodic cell, by axis")                                          \
  X(BALL_WORK, "work", F64, 3, 0, 0, SCR_UM, "J",                                                  \
    "work since energies are on: damping, body, boundary")                                         \
  X(BALL_GROUPS, "groups", U32, 1, 0, 0, SCR_UM, "", "groups by slot: number of an interned set")  \
  X(BALL_SURFACE, "surface", U32, 1, 0, 0, SCR_UM, "",                                             \
    "surface properties: number of an interned set")                                               \
  X(BALL_ROTATION, "rotation", F64, 1, 0, 0, SCR_OM, "degree", "angle turned about z, in 2D")      \
  X(BALL_ORIENTATION, "orientation", F64, 4, 0, 0, SCR_OM, "",                                     \
    "unit quaternion, scalar first, in 3D")                                                        \
  X(BALL_SLOT, "slot", U32, 1, 0, 0, SCR_DM, "", "index of the handle")

#define SCR_WALL_COLUMNS(X)                                                                        \
  X(WALL_ID, "id", U32, 1, 0, 0, SCR_SM, "", "identifier, positive")                               \
  X(WALL_NAME, "name", U32, 1, 0, 0, SCR_SM, "", "name: number of an interned word")               \
  X(WALL_POSITION, "position", F64, 3, 0, 0, SCR_SM, "m",                                          \
    "position: centroid of the facets when made, moved along")                                     \
  X(WALL_VELOCITY, "velocity", F64, 3, 0, 0, SCR_SM, "m/s", "translational velocity")              \
  X(WALL_SPIN, "spin", F64, 3, 0, 0, SCR_SM, "rad/s",                                              \
    "angular velocity about the rotation centre")                                                  \
  X(WALL_CENTER, "rotation-center", F64, 3, 0, 0, SCR_SM, "m", "centre of rotation")               \
  X(WALL_CONVEYOR, "velocity-conveyor", F64, 3, 0, 0, SCR_SM, "m/s",                               \
    "velocity of the surface that does not move the wall")                                         \
  X(WALL_X_REF, "x-ref", F64, 3, 0, 0, SCR_SM, "m", "position from which displacement counts")     \
  X(WALL_FORCE_CONTACT, "force-contact", F64, 3, 0, 0, SCR_SM, "N", "sum of contact forces")       \
  X(WALL_MOMENT_CONTACT, "moment-contact", F64, 3, 0, 0, SCR_SM, "N m",                            \
    "moment of the contact forces about the rotation centre")                                      \
  X(WALL_CUTOFF, "cutoff-angle", F64, 1, 0, 0, SCR_SM, "degree",                                   \
    "concave neighbours that turn less than this count as one")                                    \
  X(WALL_SIDES, "active-sides", U8, 1, 0, 0, SCR_SM, "", "0 both, 1 top, 2 bottom, 3 neither")     \
  X(WALL_WORK, "work", F64, 1, 0, 0, SCR_SM, "J",                                                  \
    "boundary work done on the balls since energies are on")                                       \
  X(WALL_GROUPS, "groups", U32, 1, 0, 0, SCR_SM, "", "groups by slot: number of an interned set")  \
  X(WALL_SURFACE, "surface", U32, 1, 0, 0, SCR_SM, "",                                             \
    "surface properties: number of an interned set")                                               \
  X(WALL_ROTATION, "rotation", F64, 1, 0, 0, SCR_OM, "degree", "angle turned about z, in 2D")      \
  X(WALL_ORIENTATION, "orientation", F64, 4, 0, 0, SCR_OM, "",                                     \
    "unit quaternion, scalar first, in 3D")                                                        \
  X(WALL_SLOT, "slot", U32, 1, 0, 0, SCR_DM, "", "index of the handle")

#define SCR_FACET_COLUMNS(X)                                                                       \
  X(FACET_ID, "id", U32, 1, 0, 0, SCR_SM, "", "identifier, positive, unique over all walls")       \
  X(FACET_WALL, "wall", U32, 1, 0, 0, SCR_SM, "", "row of the wall")                               \
  X(FACET_VERTEX, "vertex", U32, 3, 0, 0, SCR_SM, "",                                              \
    "rows of the vertices; in 2D the third is unused")                                             \
  X(FACET_GROUPS, "groups", U32, 1, 0, 0, SCR_SM, "", "groups by slot: number of an interned set") \
  X(FACET_NORMAL, "normal", F64, 3, 0, 0, SCR_DM, "", "unit normal, right-hand rule")              \
  X(FACET_NEIGHBOUR, "neighbour", I32, 3, 0, 0, SCR_DM, "",                                        \
    "row of the facet across edge k (vertex k to k+1), -1 none")                                   \
  X(FACET_SLOT, "slot", U32, 1, 0, 0, SCR_DM, "", "index of the handle")

#define SCR_VERTEX_COLUMNS(X)                                                                      \
  X(VERTEX_ID, "id", U32, 1, 0, 0, SCR_SM, "", "identifier, positive")                             \
  X(VERTEX_WALL, "wall", U32, 1, 0, 0, SCR_SM, "", "row of the wall")                              \
  X(VERTEX_POSITION, "position", F64, 3, 0, 0, SCR_SM, "m", "position")                            \
  X(VERTEX_SLOT, "slot", U32, 1, 0, 0, SCR_DM, "", "index of the handle")

#define SCR_COL_ENUM(id, name, type, comps, group, offset, flags, unit, doc) SCR_##id,
enum { SCR_BALL_COLUMNS(SCR_COL_ENUM) SCR_BALL_NCOL };
enum { SCR_WALL_COLUMNS(SCR_COL_ENUM) SCR_WALL_NCOL };
enum { SCR_FACET_COLUMNS(SCR_COL_ENUM) SCR_FACET_NCOL };
enum { SCR_VERTEX_COLUMNS(SCR_COL_ENUM) SCR_VERTEX_NCOL };
#undef SCR_COL_ENUM

extern const scr_column scr_ball_column[SCR_BALL_NCOL], scr_wall_column[SCR_WALL_NCOL];
extern const scr_column scr_facet_column[SCR_FACET_NCOL], scr_vertex_column[SCR_VERTEX_NCOL];

#endif
