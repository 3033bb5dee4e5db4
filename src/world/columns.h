/* The tables of balls, walls, facets and vertices, and what users read and write of them and of
 * contacts. Each column and each quantity is one row here and nowhere else: memory, save files,
 * commands, lists, histories, FISH and the C interface read it (world/quantity.h). */
#ifndef SCR_COLUMNS_H
#define SCR_COLUMNS_H

#include "kernel/state.h"
#include "table/table.h"

enum { SCR_G_POSE = 1, SCR_G_TWIST = 2, SCR_G_LOAD = 3 };

#define SCR_SM (SCR_COL_SAVED | SCR_COL_MOVED)
#define SCR_NM (SCR_COL_SAVED | SCR_COL_MOVED | SCR_COL_NEEDED)
#define SCR_UM (SCR_COL_SAVED | SCR_COL_MOVED | SCR_COL_UNIFORM)
#define SCR_DM (SCR_COL_DERIVED | SCR_COL_MOVED)
#define SCR_OM                                                                                     \
  (SCR_COL_SAVED | SCR_COL_MOVED | SCR_COL_OPTIONAL) /* see world/bodies/rotation.c                \
                                                      */

/* What else a column's flags may tell: what its numbers stand for, what a new row holds. */
#define SCR_MEANS(flags, what)   flags, .means = SCR_M_##what
#define SCR_FIRST(flags, number) flags, .first = number
#define SCR_LIKE(flags, column)  flags, .like = SCR_##column
typedef enum scr_meaning {
  SCR_M_PLAIN,
  SCR_M_WORD,    /* number of an interned word */
  SCR_M_GROUPS,  /* of an interned set of groups by slot */
  SCR_M_SURFACE, /* of an interned set of surface properties */
  SCR_M_WALL,    /* row of a wall, */
  SCR_M_VERTEX   /* of vertices; in 2D the third is unused */
} scr_meaning;

/* The numbers of a quantity: one; a vector of as many as the model has dimensions; a rotation, 3 in
 * 3D and 1 (about z) in 2D; a symmetric tensor, xx, yy, zz, xy, yz, xz in 3D, xx, yy, xy in 2D. */
typedef enum scr_form { SCR_SCALAR = 1, SCR_VECTOR, SCR_ROTATION, SCR_TENSOR } scr_form;
enum { SCR_MOST_COMPS = 6 };

/* What setting a quantity changes, and what its readers must know. */
enum {
  SCR_Q_MOTION = 1,  /* velocities; neither lists nor masses nor forces at rest depend on them */
  SCR_Q_PLACE = 2,   /* where things are: lists */
  SCR_Q_INERTIA = 4, /* masses */
  SCR_Q_BODY = SCR_Q_PLACE | SCR_Q_INERTIA, /* waits for the end of a cycle */
  SCR_Q_FORCE = 8,                          /* options of the motion, which some ball has now; */
  SCR_Q_MOMENT = 16,
  SCR_Q_DAMPING = 32,
  SCR_Q_OPTION = SCR_Q_FORCE | SCR_Q_MOMENT | SCR_Q_DAMPING, /* no energy depends on them */
  SCR_Q_SYNC = 64,                                           /* is read after scr_world_sync */
  SCR_Q_ANGLE = 128, /* of the orientation: there while that is tracked, see scr_quantity_offered */
  SCR_Q_SHAPE = 256, /* of contacts that are being made, too; of one that is gone it is nan */
  SCR_Q_STRESS = 512, /* the first reader has SCR_STRESSES made: one, before several threads read */
  SCR_Q_FREES = 1024, /* lists and files show it unasked while a wall is free: scr_quantity_joins */
  SCR_Q_TURNS = 2048, /* and this one while a wall is free to turn, */
  SCR_Q_SPINS = 4096, /* this one also while a wall turns as it is told */
  SCR_Q_WHOLE = 8192, /* no component of it can be 0: none is left out */
  SCR_Q_SERVOS = 16384 /* shown unasked while a wall has a servo */
};

/* Three kinds of rows:
 *   C(enum, name, type, components, group, offset, flags, unit, documentation)
 *     a column that only the world reads
 *   V(the same, form, assigned, what it changes, name in FISH, its documentation, functions)
 *     a column that users see: that is quantity SCR_Q_<enum>
 *   Q(enum, name, unit, documentation, form, ...)
 *     a quantity that is computed
 * assigned: "" it cannot be set; else what may be assigned, as a signature of FISH says it
 * (script/fish.h). functions: SCR_WITH(.check = ..., .get = ..., .put = ...), see scr_quantity. */
#define SCR_WITH(...) __VA_ARGS__

/* What sizes, densities and masses may be, in whatever units. A moment of inertia is a fifth power
 * of lengths times a density: it stays a number with all its digits (docs/decisions.md). */
#define SCR_LEAST    1e-50
#define SCR_MOST     1e50
#define SCR_TEXT(x)  #x
#define SCR_SPELT(x) SCR_TEXT(x)
#define SCR_SIZED    "=f[" SCR_SPELT(SCR_LEAST) "," SCR_SPELT(SCR_MOST) "]"
static inline bool scr_size_fits(double x) { return x >= SCR_LEAST && x <= SCR_MOST; }

#define SCR_BALL_ROWS(C, V, Q)                                                                     \
  C(BALL_ID, "id", U32, 1, 0, 0, SCR_NM, "", "identifier, positive")                               \
  V(BALL_POSITION, "position", F64, 3, SCR_G_POSE, 0, SCR_NM, "m", "centre", VECTOR, "=*",         \
    SCR_Q_PLACE, "ball.pos", "Position of the centre, m.", SCR_WITH(.check = position_fits))       \
  V(BALL_RADIUS, "radius", F64, 1, SCR_G_POSE, 24, SCR_NM, "m", "radius", SCALAR, SCR_SIZED,       \
    SCR_Q_BODY, "ball.radius", "Radius, m.", SCR_WITH(.check = radius_fits))                       \
  V(BALL_VELOCITY, "velocity", F64, 3, SCR_G_TWIST, 0, SCR_SM, "m/s", "velocity of the centre",    \
    VECTOR, "=*", SCR_Q_MOTION | SCR_Q_SYNC, "ball.vel", "Velocity, m/s.", SCR_WITH())             \
  V(BALL_SPIN, "spin", F64, 3, SCR_G_TWIST, 24, SCR_SM, "rad/s", "angular velocity", ROTATION,     \
    "=*", SCR_Q_MOTION | SCR_Q_SYNC, "ball.spin", "Angular velocity, rad/s; a number in 2D.",      \
    SCR_WITH())                                                                                    \
  V(BALL_MASS, "mass", F64, 1, SCR_G_TWIST, 48, SCR_DM, "kg", "mass", SCALAR, "", 0, "ball.mass",  \
    "Inertial mass, kg.", SCR_WITH())                                                              \
  V(BALL_MOI, "moi", F64, 1, SCR_G_TWIST, 56, SCR_DM, "kg m2", "moment of inertia", SCALAR, "", 0, \
    "ball.moi", "Inertial moment of inertia, kg m2.", SCR_WITH())                                  \
  V(BALL_DENSITY, "density", F64, 1, 0, 0, SCR_UM, "kg/m3", "density", SCALAR, SCR_SIZED,          \
    SCR_Q_INERTIA, "ball.density", "Density, kg/m3.", SCR_WITH())                                  \
  V(BALL_DAMP, "damp", F64, 1, 0, 0, SCR_UM, "", "coefficient of local damping", SCALAR,           \
    "=f[0,1]", SCR_Q_DAMPING, "ball.damp", "Coefficient of local damping.", SCR_WITH())            \
  C(BALL_FIX, "fix", U8, 1, 0, 0, SCR_SM, "",                                                      \
    "fixed components: bits 0 to 2 velocity, 3 to 5 spin")                                         \
  V(BALL_FORCE_CONTACT, "force-contact", F64, 3, SCR_G_LOAD, 0, SCR_SM, "N",                       \
    "sum of contact forces", VECTOR, "=*", SCR_Q_SYNC, "ball.force.contact",                       \
    "Sum of contact forces, N.", SCR_WITH())                                                       \
  V(BALL_MOMENT_CONTACT, "moment-contact", F64, 3, SCR_G_LOAD, 24, SCR_SM, "N m",                  \
    "sum of contact moments", ROTATION, "=*", SCR_Q_SYNC, "ball.moment.contact",                   \
    "Sum of contact moments, N m; a number in 2D.", SCR_WITH())                                    \
  V(BALL_FORCE_APPLIED, "force-applied", F64, 3, 0, 0, SCR_UM, "N", "applied force", VECTOR, "=*", \
    SCR_Q_FORCE | SCR_Q_SYNC, "ball.force.app", "Applied force, N.", SCR_WITH())                   \
  V(BALL_MOMENT_APPLIED, "moment-applied", F64, 3, 0, 0, SCR_UM, "N m", "applied moment",          \
    ROTATION, "=*", SCR_Q_MOMENT | SCR_Q_SYNC, "ball.moment.app",                                  \
    "Applied moment, N m; a number in 2D.", SCR_WITH())                                            \
  Q(BALL_FORCE_UNBALANCED, "force-unbalanced", "N", "contact, applied and body force", VECTOR, "", \
    SCR_Q_SYNC, "ball.force.unbal", "Contact, applied and gravity force, N.",                      \
    SCR_WITH(.get = force_unbalanced))                                                             \
  Q(BALL_MOMENT_UNBALANCED, "moment-unbalanced", "N m", "contact and applied moment", ROTATION,    \
    "", SCR_Q_SYNC, "ball.moment.unbal", "Contact and applied moment, N m; a number in 2D.",       \
    SCR_WITH(.get = moment_unbalanced))                                                            \
  Q(BALL_STRESS, "stress", "Pa",                                                                   \
    "mean stress by contacts, tension positive: xx, yy, zz, xy, yz, xz; in 2D xx, yy, xy", TENSOR, \
    "", SCR_Q_SYNC | SCR_Q_STRESS, NULL, "", SCR_WITH(.get = stress))                              \
  Q(BALL_DISPLACEMENT, "displacement", "m", "position less the reference position", VECTOR, "=*",  \
    0, "ball.disp", "Displacement, m.", SCR_WITH(.get = displacement, .put = put_displacement))    \
  C(BALL_X_REF, "x-ref", F64, 3, 0, 0, SCR_LIKE(SCR_SM, BALL_POSITION), "m",                       \
    "position from which displacement counts")                                                     \
  C(BALL_IMAGE, "image", I32, 3, 0, 0, SCR_UM, "",                                                 \
    "how often the ball left the periodic cell, by axis")                                          \
  C(BALL_WORK, "work", F64, 3, 0, 0, SCR_UM, "J",                                                  \
    "work since energies are on: damping, body, boundary")                                         \
  C(BALL_GROUPS, "groups", U32, 1, 0, 0, SCR_MEANS(SCR_UM, GROUPS), "", "groups by slot")          \
  C(BALL_SURFACE, "surface", U32, 1, 0, 0, SCR_MEANS(SCR_UM, SURFACE), "", "surface properties")   \
  V(BALL_ROTATION, "rotation", F64, 1, 0, 0, SCR_OM, "degree", SCR_DOC_ROTATION, SCALAR, "=f",     \
    SCR_Q_ANGLE, "ball.rotation", SCR_FISH_ROTATION, SCR_WITH())                                   \
  C(BALL_ORIENTATION, "orientation", F64, 4, 0, 0, SCR_OM, "",                                     \
    "unit quaternion, scalar first, in 3D")                                                        \
  Q(BALL_EULER, "euler", "degree", SCR_DOC_EULER, ROTATION, "=*", SCR_Q_ANGLE, "ball.euler",       \
    SCR_FISH_EULER, SCR_WITH(.get = euler, .put = put_euler))                                      \
  Q(BALL_FRAGMENT, "fragment", "", "id of the fragment it is in, 0: in none", SCALAR, "", 0, NULL, \
    "", SCR_WITH(.get = fragment))                                                                 \
  C(BALL_BODY, "body", U32, 1, 0, 0, SCR_OM, "", "id of the body it is a piece of, 0: of itself")  \
  C(BALL_PART, "part", U32, 1, 0, 0, SCR_OM, "", "number of the piece in its body, from 0")        \
  C(BALL_LOCAL, "local", F64, 3, 0, 0, SCR_OM, "m", "centre of the piece in the body's own axes")  \
  C(BALL_SLOT, "slot", U32, 1, 0, 0, SCR_DM, "", "index of the handle")

#define SCR_WALL_ROWS(C, V, Q)                                                                     \
  C(WALL_ID, "id", U32, 1, 0, 0, SCR_NM, "", "identifier, positive")                               \
  C(WALL_NAME, "name", U32, 1, 0, 0, SCR_MEANS(SCR_NM, WORD), "", "name")                          \
  V(WALL_POSITION, "position", F64, 3, 0, 0, SCR_NM, "m",                                          \
    "centroid of the facets when made, moved along", VECTOR, "=*", SCR_Q_PLACE, "wall.pos",        \
    "Position, m; setting it moves the wall.", SCR_WITH(.put = move_wall))                         \
  V(WALL_VELOCITY, "velocity", F64, 3, 0, 0, SCR_SM, "m/s", "translational velocity", VECTOR,      \
    "=*", SCR_Q_MOTION | SCR_Q_SYNC, "wall.vel", "Velocity, m/s.", SCR_WITH())                     \
  V(WALL_SPIN, "spin", F64, 3, 0, 0, SCR_SM, "rad/s",                                              \
    "angular velocity about the rotation centre", ROTATION, "=*",                                  \
    SCR_Q_MOTION | SCR_Q_SYNC | SCR_Q_SPINS, "wall.spin",                                          \
    "Angular velocity about the centre of rotation, rad/s; a number in 2D.", SCR_WITH())           \
  V(WALL_CENTER, "rotation-center", F64, 3, 0, 0, SCR_LIKE(SCR_SM, WALL_POSITION), "m",            \
    "centre of rotation", VECTOR, "=*", 0, "wall.rotation.center", "Centre of rotation, m.",       \
    SCR_WITH())                                                                                    \
  V(WALL_CONVEYOR, "velocity-conveyor", F64, 3, 0, 0, SCR_SM, "m/s",                               \
    "velocity of the surface along the wall, which does not move", VECTOR, "=*", 0, NULL, NULL,    \
    SCR_WITH(.put = put_conveyor))                                                                 \
  Q(WALL_DISPLACEMENT, "displacement", "m", "position less the reference position", VECTOR, "=*",  \
    0, "wall.disp", "Displacement, m.", SCR_WITH(.get = displacement, .put = put_displacement))    \
  C(WALL_X_REF, "x-ref", F64, 3, 0, 0, SCR_LIKE(SCR_SM, WALL_POSITION), "m",                       \
    "position from which displacement counts")                                                     \
  V(WALL_FORCE_CONTACT, "force-contact", F64, 3, 0, 0, SCR_SM, "N",                                \
    "sum of contact forces on the wall", VECTOR, "", SCR_Q_SYNC, "wall.force.contact",             \
    "Sum of contact forces, N.", SCR_WITH(.get = force_contact))                                   \
  V(WALL_MOMENT_CONTACT, "moment-contact", F64, 3, 0, 0, SCR_SM, "N m",                            \
    "moment of the contact forces about the rotation centre", ROTATION, "", SCR_Q_SYNC,            \
    "wall.moment.contact",                                                                         \
    "Moment of the contact forces about the centre of rotation, N m; a number in 2D.",             \
    SCR_WITH(.get = moment_contact))                                                               \
  V(WALL_CUTOFF, "cutoff-angle", F64, 1, 0, 0, SCR_FIRST(SCR_SM, 20), "degree",                    \
    "neighbouring facets that turn by less count as one smooth patch", SCALAR, "=f[0,180]", 0,     \
    "wall.cutoff", "Neighbours that turn by less count as one, degree.", SCR_WITH())               \
  C(WALL_SIDES, "active-sides", U8, 1, 0, 0, SCR_SM, "", "0 both, 1 top, 2 bottom, 3 neither")     \
  C(WALL_WORK, "work", F64, 1, 0, 0, SCR_SM, "J",                                                  \
    "boundary work done on the balls since energies are on")                                       \
  C(WALL_GROUPS, "groups", U32, 1, 0, 0, SCR_MEANS(SCR_SM, GROUPS), "", "groups by slot")          \
  C(WALL_SURFACE, "surface", U32, 1, 0, 0, SCR_MEANS(SCR_SM, SURFACE), "", "surface properties")   \
  V(WALL_ROTATION, "rotation", F64, 1, 0, 0, SCR_OM, "degree", SCR_DOC_ROTATION, SCALAR, "=f",     \
    SCR_Q_ANGLE, "wall.rotation", SCR_FISH_ROTATION, SCR_WITH())                                   \
  C(WALL_ORIENTATION, "orientation", F64, 4, 0, 0, SCR_OM, "",                                     \
    "unit quaternion, scalar first, in 3D")                                                        \
  Q(WALL_EULER, "euler", "degree", SCR_DOC_EULER, ROTATION, "=*", SCR_Q_ANGLE, "wall.euler",       \
    SCR_FISH_EULER, SCR_WITH(.get = euler, .put = put_euler))                                      \
  V(WALL_MASS, "mass", F64, 1, 0, 0, SCR_OM, "kg", "mass that a free wall moves with; 0: none",    \
    SCALAR, SCR_SIZED, SCR_Q_INERTIA | SCR_Q_SYNC | SCR_Q_FREES, "wall.mass",                      \
    "Mass, kg; 0: it has none.", SCR_WITH(.put = put_mass))                                        \
  V(WALL_INERTIA, "inertia", F64, 3, 0, 0, SCR_OM, "kg m2",                                        \
    "moment of inertia about the rotation centre that a wall turns with; in 3D the principal "     \
    "ones, about axes that are along x, y and z now and turn with the wall",                       \
    ROTATION, "=*", SCR_Q_INERTIA | SCR_Q_SYNC | SCR_Q_TURNS | SCR_Q_WHOLE, "wall.inertia",        \
    "Principal moments of inertia, kg m2; a number in 2D. 0: it has none.",                        \
    SCR_WITH(.put = put_inertia, .check = inertia_fits))                                           \
  C(WALL_AXES, "axes", F64, 4, 0, 0, SCR_OM, "",                                                   \
    "from the principal axes to global ones, in 3D: unit quaternion, scalar first")                \
  V(WALL_DAMP, "damp", F64, 1, 0, 0, SCR_OM, "", "coefficient of local damping, of a free wall",   \
    SCALAR, "=f[0,1]", SCR_Q_DAMPING | SCR_Q_SYNC, "wall.damp", "Coefficient of local damping.",   \
    SCR_WITH(.put = put_damp))                                                                     \
  V(WALL_FORCE_APPLIED, "force-applied", F64, 3, 0, 0, SCR_OM, "N",                                \
    "applied force, of a free wall", VECTOR, "=*", SCR_Q_FORCE | SCR_Q_SYNC | SCR_Q_FREES,         \
    "wall.force.app", "Applied force, N.", SCR_WITH(.put = put_force))                             \
  V(WALL_MOMENT_APPLIED, "moment-applied", F64, 3, 0, 0, SCR_OM, "N m",                            \
    "applied moment, of a free wall", ROTATION, "=*", SCR_Q_MOMENT | SCR_Q_SYNC | SCR_Q_TURNS,     \
    "wall.moment.app", "Applied moment, N m; a number in 2D.", SCR_WITH(.put = put_moment))        \
  C(WALL_FREE, "free", U8, 1, 0, 0, SCR_OM, "",                                                    \
    "free components: bits 0 to 2 velocity, 3 to 5 spin")                                          \
  Q(WALL_FREED, "free", "", "1 for each component of the velocity that is free", VECTOR, "",       \
    SCR_Q_FREES, NULL, NULL, SCR_WITH(.get = freed))                                               \
  Q(WALL_FREED_SPIN, "free-spin", "", "1 for each component of the spin that is free", ROTATION,   \
    "", SCR_Q_TURNS, NULL, NULL, SCR_WITH(.get = freed_spin))                                      \
  Q(WALL_FORCE_SERVO, "force-servo", "N",                                                          \
    "force that its servo makes it exert; 0 without one, and while it is off", VECTOR, "",         \
    SCR_Q_SERVOS, NULL, NULL, SCR_WITH(.get = force_servo))                                        \
  C(WALL_SLOT, "slot", U32, 1, 0, 0, SCR_DM, "", "index of the handle")

#define SCR_DOC_ROTATION "angle turned, in 2D; needs 'model orientation-tracking on'"
#define SCR_DOC_EULER                                                                              \
  "Euler angles of the orientation, in 3D: about the fixed axes x, y and z, in that order; needs " \
  "'model orientation-tracking on'"
#define SCR_FISH_ROTATION "Angle turned, degree; 2D, with 'model orientation-tracking on'."
#define SCR_FISH_EULER                                                                             \
  "Euler angles about the fixed axes x, y, z, degree; 3D, with 'model orientation-tracking on'."

#define SCR_FACET_COLUMNS(C)                                                                       \
  C(FACET_ID, "id", U32, 1, 0, 0, SCR_NM, "", "identifier, positive, unique over all walls")       \
  C(FACET_WALL, "wall", U32, 1, 0, 0, SCR_MEANS(SCR_NM, WALL), "", "row of the wall")              \
  C(FACET_VERTEX, "vertex", U32, 3, 0, 0, SCR_MEANS(SCR_NM, VERTEX), "",                           \
    "rows of the vertices; in 2D the third is unused")                                             \
  C(FACET_GROUPS, "groups", U32, 1, 0, 0, SCR_MEANS(SCR_SM, GROUPS), "", "groups by slot")         \
  C(FACET_CONVEYOR, "conveyor", F64, 3, 0, 0, SCR_OM, "m/s",                                       \
    "velocity of its surface; there while one differs from its wall's")                            \
  C(FACET_SIDES, "active-sides", U8, 1, 0, 0, SCR_OM, "",                                          \
    "0 as its wall, else 1 more than that has; there while one is not 0")                          \
  C(FACET_NORMAL, "normal", F64, 3, 0, 0, SCR_DM, "", "unit normal, right-hand rule")              \
  C(FACET_NEIGHBOUR, "neighbour", I32, 3, 0, 0, SCR_DM, "",                                        \
    "row of the facet across edge k (vertex k to k+1), -1 none")                                   \
  C(FACET_SLOT, "slot", U32, 1, 0, 0, SCR_DM, "", "index of the handle")

#define SCR_VERTEX_COLUMNS(C)                                                                      \
  C(VERTEX_ID, "id", U32, 1, 0, 0, SCR_NM, "", "identifier, positive")                             \
  C(VERTEX_WALL, "wall", U32, 1, 0, 0, SCR_MEANS(SCR_NM, WALL), "", "row of the wall")             \
  C(VERTEX_POSITION, "position", F64, 3, 0, 0, SCR_NM, "m", "position")                            \
  C(VERTEX_VELOCITY, "velocity", F64, 3, 0, 0, SCR_OM, "m/s",                                      \
    "its own velocity, beside that of the wall; there while a vertex has one")                     \
  C(VERTEX_SLOT, "slot", U32, 1, 0, 0, SCR_DM, "", "index of the handle")

/* Of contacts all is computed: rows Q with SCR_WITH(.of_contact = ...). Histories offer the first
 * ones, and of the position, which is a word of its own there, each component. */
#define SCR_CONTACT_ROWS_RECORDED(Q)                                                               \
  Q(CONTACT_FORCE, "force", "N", "force on end 2, global axes", VECTOR, "", 0,                     \
    "contact.force.global", "Force on end 2, N.", SCR_WITH(.of_contact = force))                   \
  Q(CONTACT_LOCAL_FORCE, "localforce", "N",                                                        \
    "force on end 2: normal (compression positive), and in the contact plane", VECTOR, "", 0,      \
    "contact.force.local", "Force on end 2 in the contact frame, N.",                              \
    SCR_WITH(.of_contact = local_force))                                                           \
  Q(CONTACT_MOMENT_1, "momenton1", "N m", "moment on end 1, global axes", ROTATION, "", 0,         \
    "contact.moment.on1", "Moment on end 1 about the centre of its piece, N m; a number in 2D.",   \
    SCR_WITH(.of_contact = moment_on_1))                                                           \
  Q(CONTACT_MOMENT_2, "momenton2", "N m", "moment on end 2, global axes", ROTATION, "", 0,         \
    "contact.moment.on2", "Moment on end 2 about the centre of its piece, N m; a number in 2D.",   \
    SCR_WITH(.of_contact = moment_on_2))                                                           \
  Q(CONTACT_LOCAL_MOMENT_1, "localmomenton1", "N m",                                               \
    "moment on end 1: about the normal, and the axes of the contact plane", ROTATION, "", 0, NULL, \
    NULL, SCR_WITH(.of_contact = local_moment_on_1))                                               \
  Q(CONTACT_LOCAL_MOMENT_2, "localmomenton2", "N m",                                               \
    "moment on end 2: about the normal, and the axes of the contact plane", ROTATION, "", 0, NULL, \
    NULL, SCR_WITH(.of_contact = local_moment_on_2))                                               \
  Q(CONTACT_NORMAL_FORCE, "normalforce", "N", "normal force, compression positive", SCALAR, "", 0, \
    "contact.force.normal", "Normal force, N; positive in compression.",                           \
    SCR_WITH(.of_contact = local_force))                                                           \
  Q(CONTACT_SHEAR_FORCE, "shearforce", "N", "size of the shear force", SCALAR, "", 0,              \
    "contact.force.shear", "Magnitude of the shear force, N.",                                     \
    SCR_WITH(.of_contact = shear_force))                                                           \
  Q(CONTACT_GAP, "gap", "m", "gap, negative in overlap", SCALAR, "", SCR_Q_SHAPE, "contact.gap",   \
    "Gap, m; negative where the pieces overlap.", SCR_WITH(.of_contact = gap))

#define SCR_CONTACT_ROW_PLACE(Q)                                                                   \
  Q(CONTACT_POSITION, "position", "m", "contact point", VECTOR, "", SCR_Q_SHAPE, "contact.pos",    \
    "Its point, m.", SCR_WITH(.of_contact = point))                                                \
  Q(CONTACT_NORMAL, "normal", "", "unit normal from end 1 to end 2", VECTOR, "", SCR_Q_SHAPE,      \
    "contact.normal", "Unit normal from end 1 to end 2.", SCR_WITH(.of_contact = normal))

#define SCR_CONTACT_ROWS(Q)                                                                        \
  SCR_CONTACT_ROWS_RECORDED(Q)                                                                     \
  SCR_CONTACT_ROW_PLACE(Q)                                                                         \
  Q(CONTACT_BRANCH, "branch", "m",                                                                 \
    "from the centre of end 1 to that of end 2, or to the nearest point of a facet", VECTOR, "",   \
    SCR_Q_SHAPE, "contact.branch",                                                                 \
    "From the centre of end 1 to that of end 2, or to the nearest point of a facet, m.",           \
    SCR_WITH(.of_contact = branch))                                                                \
  Q(CONTACT_SHEAR, "shear", "", "first unit vector in the contact plane", VECTOR, "", SCR_Q_SHAPE, \
    "contact.shear", "First unit vector in the contact plane.", SCR_WITH(.of_contact = shear))     \
  Q(CONTACT_OFFSET, "offset", "m", "what takes end 2 beside end 1: 0, or periods of the domain",   \
    VECTOR, "", SCR_Q_SHAPE, "contact.offset",                                                     \
    "What takes end 2 beside end 1, m: 0, or a period along each axis where the contact runs "     \
    "through a periodic side.",                                                                    \
    SCR_WITH(.of_contact = offset))                                                                \
  Q(CONTACT_END_1, "end1", "", "id of the ball at end 1", SCALAR, "", SCR_Q_SHAPE, NULL, NULL,     \
    SCR_WITH(.of_contact = id_of_end_1))                                                           \
  Q(CONTACT_END_2, "end2", "", "id of the ball or facet at end 2", SCALAR, "", SCR_Q_SHAPE, NULL,  \
    NULL, SCR_WITH(.of_contact = id_of_end_2))                                                     \
  Q(CONTACT_FACET, "facet", "", "1 if end 2 is a facet", SCALAR, "", SCR_Q_SHAPE, NULL, NULL,      \
    SCR_WITH(.of_contact = is_of_facet))

/* Rigid bodies of several pieces (world/rigid/): what moves. Pieces are rows of the table of balls;
 * a ball is a piece and a body in one row. */
#define SCR_BODY_COLUMNS(C)                                                                        \
  C(BODY_ID, "id", U32, 1, 0, 0, SCR_NM, "", "identifier, positive")                               \
  C(BODY_POSITION, "position", F64, 3, 0, 0, SCR_NM, "m", "centre of mass")                        \
  C(BODY_ORIENTATION, "orientation", F64, 4, 0, 0, SCR_NM, "",                                     \
    "unit quaternion, scalar first, from the principal axes to global ones")                       \
  C(BODY_VELOCITY, "velocity", F64, 3, 0, 0, SCR_SM, "m/s", "velocity of the centre of mass")      \
  C(BODY_SPIN_MOMENTUM, "angular-momentum", F64, 3, 0, 0, SCR_SM, "kg m2/s",                       \
    "angular momentum about the centre of mass, global axes")                                      \
  C(BODY_MASS, "mass", F64, 1, 0, 0, SCR_NM, "kg", "mass")                                         \
  C(BODY_INERTIA, "inertia", F64, 3, 0, 0, SCR_NM, "kg m2",                                        \
    "principal moments of inertia; in 2D the third one counts")                                    \
  C(BODY_DAMP, "damp", F64, 1, 0, 0, SCR_SM, "", "coefficient of local damping")                   \
  C(BODY_FIX, "fix", U8, 1, 0, 0, SCR_SM, "",                                                      \
    "fixed components: bits 0 to 2 velocity, 3 to 5 spin")                                         \
  C(BODY_FORCE_APPLIED, "force-applied", F64, 3, 0, 0, SCR_SM, "N", "applied force")               \
  C(BODY_MOMENT_APPLIED, "moment-applied", F64, 3, 0, 0, SCR_SM, "N m", "applied moment")          \
  C(BODY_X_REF, "x-ref", F64, 3, 0, 0, SCR_LIKE(SCR_SM, BODY_POSITION), "m",                       \
    "position from which displacement counts")                                                     \
  C(BODY_IMAGE, "image", I32, 3, 0, 0, SCR_SM, "",                                                 \
    "how often the body left the periodic cell, by axis")                                          \
  C(BODY_WORK, "work", F64, 3, 0, 0, SCR_SM, "J",                                                  \
    "work since energies are on: damping, body, boundary")                                         \
  C(BODY_GROUPS, "groups", U32, 1, 0, 0, SCR_MEANS(SCR_SM, GROUPS), "", "groups by slot")          \
  C(BODY_SLOT, "slot", U32, 1, 0, 0, SCR_DM, "", "index of the handle")

#define SCR_NO_ROW(...)
#define SCR_COL_ENUM(id, ...) SCR_##id,
enum { SCR_BALL_ROWS(SCR_COL_ENUM, SCR_COL_ENUM, SCR_NO_ROW) SCR_BALL_NCOL };
enum { SCR_WALL_ROWS(SCR_COL_ENUM, SCR_COL_ENUM, SCR_NO_ROW) SCR_WALL_NCOL };
enum { SCR_FACET_COLUMNS(SCR_COL_ENUM) SCR_FACET_NCOL };
enum { SCR_VERTEX_COLUMNS(SCR_COL_ENUM) SCR_VERTEX_NCOL };
enum { SCR_BODY_COLUMNS(SCR_COL_ENUM) SCR_BODY_NCOL };
#undef SCR_COL_ENUM
#define SCR_Q_ENUM(id, ...) SCR_Q_##id,
enum { SCR_BALL_ROWS(SCR_NO_ROW, SCR_Q_ENUM, SCR_Q_ENUM) SCR_BALL_QUANTITIES };
enum { SCR_WALL_ROWS(SCR_NO_ROW, SCR_Q_ENUM, SCR_Q_ENUM) SCR_WALL_QUANTITIES };
enum { SCR_CONTACT_ROWS(SCR_Q_ENUM) SCR_CONTACT_QUANTITIES };
#undef SCR_Q_ENUM

extern const scr_column scr_ball_column[SCR_BALL_NCOL], scr_wall_column[SCR_WALL_NCOL];
extern const scr_column scr_facet_column[SCR_FACET_NCOL], scr_vertex_column[SCR_VERTEX_NCOL];
extern const scr_column scr_body_column[SCR_BODY_NCOL];

#endif
