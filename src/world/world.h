/* The world: balls, walls, contacts, the cycle. Floors above change it through these functions
 * only, and read its tables freely.
 *
 * Rows move (balls are kept sorted by cell); ids and handles do not. Every function that lists
 * things does so in canonical order: balls, walls, facets by id; contacts by (type, lower id,
 * higher id). Functions that can fail take a scr_diag, return false and leave the world as it was.
 * One world is used by one thread at a time; it runs threads of its own inside a cycle. */
#ifndef SCR_WORLD_H
#define SCR_WORLD_H

#include "base/base.h"
#include "base/diag.h"
#include "base/rng.h"
#include "base/xsum.h"
#include "kernel/law_call.h"
#include "kernel/state.h"
#include "model/models.h"
#include "world/energies.h"
#include "world/fracture/records.h"
#include "world/quantity.h"
#include "world/state/fresh.h"
#include "world/state/sets.h"
#include "world/shapes/shape.h"

/* ---- things, handles ---- */

typedef enum scr_kind {
  SCR_K_BALL = 1,
  SCR_K_WALL,
  SCR_K_FACET,
  SCR_K_VERTEX,
  SCR_K_CONTACT,
  SCR_K_TABLE,
  SCR_K_MEASURE = SCR_K_TABLE + 1 + SCR_CONTACT_TYPES, /* between them: types of contacts */
  SCR_K_DFN,
  SCR_K_FRACTURE,
  SCR_K_FRAGMENT,
  SCR_K_GEOM_SET,
  SCR_K_GEOM_NODE,
  SCR_K_GEOM_EDGE,
  SCR_K_GEOM_POLY,
  SCR_K_BRICK,
  SCR_K_TEMPLATE, /* of fractures */
  SCR_K_INTER,    /* where two fractures meet */
  SCR_K_INTERSET,
  SCR_KINDS
} scr_kind;
extern const char *const scr_contact_type_name[SCR_CONTACT_TYPES]; /* "ball-ball", "ball-facet" */
/* Which of PFC's other types of contacts it is, those of pebbles of clumps and of rigid blocks,
 * which never come about here, from 0; -1: none. */
int scr_contact_type_absent(const char *name);
int scr_contact_type_find(const char *name); /* -1: it is none of them */

/* Handles of one kind of thing: index to row, with a generation that tells a reused index from its
 * first use. */
typedef struct scr_slots {
  uint32_t *row, *gen;
  uint32_t *free;
  size_t n, cap_row, cap_gen, nfree, cap_free;
} scr_slots;
void scr_slots_reserve(scr_slots *s, size_t n); /* so many will be taken */
scr_ref scr_slots_take(scr_slots *s, uint32_t row);
void scr_slots_give(scr_slots *s, uint32_t index);
uint32_t scr_slots_row(const scr_slots *s, scr_ref ref); /* SCR_NONE: stale or null */

/* Ids in use of one kind: the next free one is the largest in use + 1. */
typedef struct scr_ids {
  uint64_t *bit;
  size_t cap;
  uint32_t max;
} scr_ids;

/* ---- contacts ---- */

/* A contact is named by its type and its place in the list of that type; valid until the next cycle
 * or edit. */
typedef struct scr_contact {
  uint32_t type; /* scr_contact_type */
  uint32_t k;
} scr_contact;

/* One entry of the CMAT: what a new contact gets. */
typedef struct scr_cmat_method {
  const scr_method *method;
  scr_marg arg[8];
} scr_cmat_method;
typedef struct scr_cmat_entry {
  const scr_model *model;
  double param[SCR_MAX_PARAM]; /* defaults of the law, or what the entry sets */
  uint64_t inherit; /* slots that inherit (default: every inheritable property not switched off) */
  uint64_t given;   /* slots that the entry sets */
  double proximity; /* negative: default */
  scr_cmat_method method[4];
  int nmethod;
} scr_cmat_entry;
/* Filled with the defaults of `model`. */
scr_cmat_entry scr_cmat_entry_of(const scr_model *model);
/* The default entry of a type. */
void scr_cmat_set_default(scr_world *w, scr_contact_type type, const scr_cmat_entry *e);
const scr_cmat_entry *scr_cmat_default(const scr_world *w, scr_contact_type type);
/* Entries with a range come before the defaults, lowest index first. The hook in_range tells which
 * contacts lie in one. */
void scr_cmat_add(scr_world *w, int index, const scr_cmat_entry *e, int range);
bool scr_cmat_remove(scr_world *w, int index);
int scr_cmat_count(const scr_world *w);
scr_cmat_entry *scr_cmat_at(scr_world *w, int k, int *index, int *range);
/* Assigns the CMAT again to these contacts; their state is lost. False after an error of a range:
 * nothing has changed. */
/* May a method bond the contact? No, where a ball meets several facets as one contact, and *other
 * (may be NULL) carries it or is bonded. */
typedef bool scr_may_bond(scr_world *w, scr_contact c, scr_contact *other);
scr_may_bond scr_contact_may_bond;
bool scr_method_bonds(const scr_method *m); /* it is for what may be bonded alone */
bool scr_cmat_apply(scr_world *w, scr_diag *d, const scr_contact *c, size_t n,
                    scr_may_bond *may_bond);
/* Is this the contact that is being made, which a range of the CMAT looks at? It has ends, a place
 * and an id, and no law yet. */
bool scr_contact_unmade(const scr_world *w, scr_contact c);

/* Lists contacts in canonical order: of `type`, or all types with -1; only active ones unless
 * `all`. *out is owned by the caller.
 */
size_t scr_contact_list(scr_world *w, int type, bool all, scr_contact **out);
size_t scr_contact_count(scr_world *w, int type, bool all);
bool scr_contact_find(scr_world *w, scr_contact_type type, uint32_t id, scr_contact *out);
scr_ref
scr_contact_ref(scr_world *w,
                scr_contact c); /* made for whoever asks first: most contacts never have one */
scr_ref scr_contact_handle(const scr_world *w,
                           scr_contact c); /* the one that it has; null: nobody asked */
bool scr_contact_of_ref(const scr_world *w, scr_ref ref, scr_contact *out); /* false: stale */
uint32_t scr_contact_id(const scr_world *w, scr_contact c);
bool scr_contact_active(const scr_world *w, scr_contact c);
/* Largest and mean magnitude of the forces of active contacts, N; the mean is exact, so that order
 * does not matter. The world must be in step (scr_world_observe). */
void scr_contact_forces(const scr_world *w, double *largest, double *mean);
const scr_model *scr_contact_model(const scr_world *w, scr_contact c);
/* Ends in the canonical order: end 1 is the ball (ball-facet) or the ball with the lower id. kind:
 * SCR_K_BALL or SCR_K_FACET. */
void scr_contact_end(const scr_world *w, scr_contact c, int end, scr_kind *kind, uint32_t *row);
uint32_t scr_contact_end_id(const scr_world *w, scr_contact c, int end);
/* Contacts of one ball, wall or facet in canonical order. */
size_t scr_contacts_of(scr_world *w, scr_kind kind, uint32_t row, bool all, scr_contact **out);

typedef struct scr_contact_geometry {
  double gap;        /* m */
  double n[3];       /* unit normal from end 1 to end 2 */
  double s[3], t[3]; /* axes of the contact plane: projection of global x (y if |n_x| > 0.9), t = n
                        x s; in 2D s is n turned by 90 degrees */
  double x[3];       /* contact point */
  double
      arm[2]; /* m, distance from the centre of end 1, end 2 (0 for a facet) to the contact point */
} scr_contact_geometry;
void scr_contact_geometry_of(const scr_world *w, scr_contact c, scr_contact_geometry *g);
void scr_contact_ends_of(const scr_world *w, scr_contact c, scr_ends *e);
/* Last force on end 2, global frame. */
void scr_contact_force(const scr_world *w, scr_contact c, double f[3]);
void scr_contact_moment(const scr_world *w, scr_contact c, int end,
                        double m[3]); /* about the centre of that end's piece */
/* A vector in the contact frame (n, s, t) and back; both may be one array. */
void scr_contact_to_local(const scr_contact_geometry *g, const double global[3], double local[3]);
void scr_contact_to_global(const scr_contact_geometry *g, const double local[3], double global[3]);
struct scr_xytable; /* world/state/xytable.h */
/* Value of a property: up to 3 numbers (vectors in the contact frame: normal positive in
 * compression, s, t). Returns how many. */
int scr_contact_get(scr_world *w, scr_contact c, const scr_prop *p, double out[3]);
/* What users see of a property that is a name or a text, in `room` or elsewhere; NULL: it is
 * numbers. */
const char *scr_contact_text(scr_world *w, scr_contact c, const scr_prop *p, char room[SCR_TEXT]);
/* False after scr_fail: that table does not tell what is left of a strength (SCR_PROP_TABLE). */
bool scr_table_suits(scr_diag *d, const scr_loc *at, const scr_prop *p,
                     const struct scr_xytable *t);
/* After scr_fail, where a point was given in place of a table: what tables hold; always false. */
bool scr_table_hint(scr_diag *d, const scr_prop *p);
/* What the next step does not go on from of the force or moment that the user set as that property
 * last: nothing, its normal part, or all of it, as there is no bond or the contact carries nothing.
 * Messages: "%s'name' does not stay: %s". */
typedef enum scr_loss {
  SCR_LOSS_NONE,
  SCR_LOSS_NORMAL,
  SCR_LOSS_PULL,
  SCR_LOSS_UNBONDED,
  SCR_LOSS_ALL,
  SCR_LOSSES
} scr_loss;
scr_loss scr_contact_loses(scr_world *w, scr_contact c, const scr_prop *p);
extern const char *const scr_loss_text[SCR_LOSSES][2];
bool scr_contact_set(scr_world *w, scr_diag *d, scr_contact c, const scr_prop *p,
                     const double *value, int n);
bool scr_refuse_while_giving(scr_diag *d); /* see scr_world.giving; always false */
bool scr_contact_inherits(const scr_world *w, scr_contact c, const scr_prop *p);
void scr_contact_set_inherit(scr_world *w, scr_contact c, const scr_prop *p, bool on);
/* Is the law for contacts of that type? The second one makes an error of it. */
bool scr_law_is_for(const scr_model *m, scr_contact_type type);
bool scr_law_suits(scr_diag *d, const scr_loc *at, const scr_model *m, int dim,
                   scr_contact_type type);
bool scr_contact_set_model(scr_world *w, scr_diag *d, scr_contact c, const scr_model *m);
/* Copies of what methods see: the ends with axes, parameters, all columns of state. */
void scr_contact_copy(const scr_world *w, scr_contact c, scr_ends *e, double *param, double *state);
bool scr_contact_method(scr_world *w, scr_diag *d, scr_contact c, const scr_method *m,
                        const scr_marg *args);
/* The flag of a bond follows its state, which the user, a method or a file may have set. */
void scr_contact_mark_bond(scr_world *w, scr_contact c);
/* No step has found it active yet; SCR_PAIR_UNASKED. False: it is not active. */
bool scr_contact_begun(scr_world *w, scr_contact c, bool unasked);
/* SCR_BOND_...; of one with elements, whether any of them is bonded, or how the first of those
 * broke that did. */
int scr_contact_bond(const scr_world *w, scr_contact c);
/* Does a bond hold it at its facet, whatever others the ball meets? */
bool scr_contact_stays(const scr_world *w, scr_contact c);
/* What is recomputed of it (SCR_STORED_...), J. */
double scr_contact_stored(const scr_world *w, scr_contact c, int what);
bool scr_contact_energy(scr_world *w, scr_contact c, const char *name, double *out);
/* Periodic image in which ball-facet pair k sees its ball now, coded like scr_pairs.shift. */
uint64_t scr_facet_shift(const scr_world *w, uint32_t k);
/* Closest point of facet f to x and its distance; feature: 0 face, 1 to 3 edge, 4 to 6 vertex. */
double scr_facet_closest(const scr_world *w, uint32_t f, const double x[3], double c[3],
                         int *feature);
/* Ends a contact: its dissipated energies stay in the totals. It is made anew where the pieces are
 * still near at the next detection. */
void scr_contact_delete(scr_world *w, scr_contact c);
/* One that is switched off carries nothing and starts anew when it is switched on. Sums of forces
 * are due after it. */
void scr_contact_inhibit(scr_world *w, scr_contact c, bool on);
void scr_contact_set_group(scr_world *w, scr_contact c, uint32_t groups);
uint32_t scr_contact_groups(const scr_world *w, scr_contact c);
/* Range check of one value by the table; false after scr_fail. Used by commands before they apply
 * anything. */
bool scr_prop_check(scr_diag *d, const scr_loc *at, const scr_model *m, const scr_prop *p,
                    const double *value, int n);
/* Fails: of contacts with facets, as the property is marked SCR_PROP_END2. */
bool scr_facet_has_none(scr_diag *d, const scr_loc *at, const scr_prop *p);
/* May property p be what these parameters say, beside the others: of a contact as it is now; or of
 * a law in two or three dimensions, in that state (NULL: none yet)? */
bool scr_contact_suits(const scr_world *w, scr_diag *d, const scr_loc *at, scr_contact c,
                       const scr_prop *p, const double *param);
bool scr_params_suit(scr_diag *d, const scr_loc *at, const scr_model *m, int dim, const scr_prop *p,
                     const double *param, const double *state);
/* The same of a surface property, which some law has: does any law take the value? */
bool scr_surface_prop_check(scr_diag *d, const scr_loc *at, const char *name, const double *v,
                            int n);

/* ---- domain, timestep, energy ---- */

typedef enum scr_boundary { SCR_B_STOP, SCR_B_REFLECT, SCR_B_DESTROY, SCR_B_PERIODIC } scr_boundary;
typedef struct scr_domain {
  bool set;
  double lo[3], hi[3]; /* m; in 2D z is [-0.5, 0.5] and unused */
  uint8_t condition[3];
  double rate[3]; /* at which it is strained about its middle, and all that is in it, 1/s */
} scr_domain;
/* Are lengths within these bounds numbers to compute with? Else an error at that place. */
bool scr_domain_check(scr_diag *d, const scr_loc *at, int dim, const double lo[3],
                      const double hi[3]);
bool scr_domain_set(scr_world *w, scr_diag *d, const double lo[3], const double hi[3]);
bool scr_domain_set_condition(scr_world *w, scr_diag *d, const uint8_t condition[3]);
/* Strains the domain from the next step on, 1/s, positive where it grows. False after scr_fail:
 * there is no domain, or there are walls or rigid bodies. */
bool scr_domain_set_rate(scr_world *w, scr_diag *d, const double rate[3]);
/* Mean stress of the whole domain, Pa, tension positive: -1/V times the sum over contacts of force
 * times branch vector; 3 x 3, of forces and branches in this order. */
void scr_domain_stress(scr_world *w, double stress[9]);

typedef enum scr_dtmode { SCR_DT_AUTOMATIC, SCR_DT_FIX, SCR_DT_SCALE } scr_dtmode;
typedef struct scr_timestep {
  uint8_t mode;
  double given;     /* of fix and scale, s */
  double maximum;   /* s, HUGE_VAL none */
  double increment; /* largest growth in a cycle */
  double safety;
  double current; /* s, the one in use; 0 before the first cycle */
} scr_timestep;
/* What set the timestep, for `model list timestep`. */
typedef struct scr_dt_reason {
  double dt, stiffness_limit,
      kinematic_limit; /* s, HUGE_VAL none; the limits are 0 in mode scale, which asks for none */
  const char *what;    /* "stiffness", "kinematic", "maximum", "increment", "fix", "none" */
  uint32_t ball;       /* row, SCR_NONE */
  uint32_t fastest; /* row of the ball that the kinematic limit comes from, SCR_NONE: none moves, or
                       nobody asked */
  uint32_t
      wall; /* row of the wall in motion that it may meet, if it comes from there; else SCR_NONE */
  uint32_t stiff_wall; /* row of the free wall that the limit of stiffness comes from; SCR_NONE */
  int axis;            /* 0 to 2 translation, 3 to 5 rotation */
  bool contact_known;
  scr_contact contact; /* the stiffest contact of that ball along that axis */
} scr_dt_reason;
/* The timestep that the next cycle would use. False after scr_fail (no mass, ...). */
bool scr_timestep_next(scr_world *w, scr_diag *d, double *dt, scr_dt_reason *why);
/* The same, and no error where nothing limits the automatic timestep: dt is HUGE_VAL then. */
bool scr_timestep_limits(scr_world *w, scr_diag *d, scr_dt_reason *why);

/* The energy of that name (world/energies.h), J. False: unknown name. */
bool scr_energy(scr_world *w, const char *name, double *out);
/* What `energy-step` has of steps after an edit that may have changed Poisson's forces of networks
 * of springs, J: it is of the edit, and no fault of the timestep. */
double scr_energy_of_edited_steps(const scr_world *w);
/* What edits between solves have brought into `energy-step` since the world was made, J. */
double scr_energy_of_edits(const scr_world *w);
/* Has any parameter set of a network of springs Poisson's effect? Without damping it may bring in
 * energy at any timestep. */
bool scr_network_stressed(const scr_world *w);
extern const char *const scr_energy_name[];
/* Is `called` the energy with that full name? energy-strain is strain, and in PFC 5 estrain. */
bool scr_energy_is(const char *full, const char *called);
/* Accumulation starts when switched on, and is forgotten when off. */
void scr_energy_switch(scr_world *w, bool on);
/* Kinetic and strain energy, the latter as the laws see the present overlaps: a force that an edit
 * of properties leaves behind is not what the next cycle computes. 0 while energies are off. J */
void scr_energy_stored(scr_world *w, double stored[2]);
/* Their sum. An edit of state: call before and after; the difference is booked under energy-edit.
 * Does nothing while energies are off. */
double scr_energy_state(scr_world *w);
void scr_energy_edited(scr_world *w, double before);
/* The same figures around an edit of a quantity of one ball: without a look at any contact where it
 * has no part in energies, and with one look for all velocities that are set in a row. */
double scr_energy_state_of_ball(scr_world *w, uint32_t row, const scr_quantity *q);
void scr_energy_edited_of_ball(scr_world *w, uint32_t row, const scr_quantity *q, double before);
/* Has that quantity of a wall no part in energies? No spring knows how fast a wall goes, and one
 * that is not free has no energy of its own. */
bool scr_wall_without_energy(const scr_world *w, uint32_t row, const scr_quantity *q);

/* ---- the world ---- */

typedef struct scr_callback {
  int function; /* the caller's number: a symbol of FISH */
  double point; /* cycle point; ignored for events */
  int event;    /* -1, or scr_event */
  int interval;
  uint64_t number; /* in order of registration, from 1; scr_callback_add() gives it */
} scr_callback;

extern const char *const scr_event_name[SCR_EVENTS]; /* "ball_create", ... */

typedef struct scr_event_arg {
  scr_kind kind;
  scr_ref ref;
  int mode; /* slip_change: 0 start, 1 end; -1: no such argument */
  int part; /* number of the element of the contact; 0: no such argument */
  /* bond_break of a bond that is one: the strength that was exceeded, as the property that gives
   * it, and what the bond stored then, J */
  double strength, spent;
} scr_event_arg;

/* Calls up: the only way by which the world reaches the floors above. */
typedef struct scr_hooks {
  void *user;
  bool (*call)(void *user, const scr_callback *cb,
               const scr_event_arg *arg); /* arg NULL: a cycle point */
  bool (*cycle_end)(
      void *user);           /* histories; called only if history_every divides the cycle number */
  bool (*frame)(void *user); /* results; called only if a frame is due (scr_world.frames) */
  bool (*in_range)(void *user, int range, scr_contact c, bool *in); /* false: an error */
  bool (*range_calls)(
      void *user,
      int range); /* does it ask functions, which may read all there is? NULL: none does */
  /* The function of that name gives the force of a contact of the law `fish`, in the middle of a
   * pass: see scr_contact_set. False: an error. */
  bool (*law)(void *user, scr_contact c, const char *name, const scr_law_call *call);
  /* The user's table of that name; NULL: there is none. */
  const struct scr_xytable *(*table)(void *user, const char *name);
  scr_world *(*brick)(void *user, uint32_t id); /* the brick of that id; NULL: there is none */
  void (*progress)(
      void *user); /* about ten times a second during a long solve; from the calling thread */
  bool (*interrupted)(void *user);
  struct scr_profile *profile; /* world/workers/profile.h; NULL: nobody asks where the time goes */
  bool asks; /* whoever looks at the world after a solve, or changes it, calls scr_world_observe()
                before; else the solve does */
} scr_hooks;

/* When frames of results are due, at the end of a cycle; all 0: never. */
typedef struct scr_frames {
  uint64_t every;  /* cycles */
  double interval; /* s, */
  double next;     /* and the time of the next one */
  bool contacts;   /* they hold contacts */
} scr_frames;

/* A measurement region (world/measure/measure.h). */
typedef struct scr_measure {
  uint32_t id;
  uint32_t bins;    /* of the distribution of sizes; 0: none were given */
  double size[2];   /* m, diameters where the first bin begins and the last one ends */
  double x[3], r;   /* m */
  double tolerance; /* of PFC's porosity; here that is exact */
} scr_measure;

/* A wall that is driven towards a force (world/bodies/servos.h). */
typedef struct scr_servo {
  uint32_t wall; /* its id */
  bool active;
  bool told;       /* that it does nothing, and why; not saved */
  double force[3]; /* N, that the wall is to exert on what touches it */
  double factor;   /* of the gain: below 1 it is stable */
  uint32_t every;  /* cycles after which the gain is found anew */
  double limit;    /* m/s; HUGE_VAL: none */
  double gain;     /* m/s/N; 0: none was found */
} scr_servo;

/* A brick that slides in a box: its balls enter where they leave that (world/bodies/inlets.h). */
typedef struct scr_inlet {
  uint32_t id, brick; /* ids */
  uint32_t groups;    /* of the balls that enter, beside those of the brick's */
  bool active;
  double x[3];        /* m, middle of the box */
  double flow[3];     /* m/s, along the axes of the box */
  double slid[3];     /* m, how far the brick has come so far, */
  double time;        /* and up to what time, s */
  double turn[4];     /* unit quaternion, scalar first: from the axes of the model to its own */
  double velocity[3]; /* of the box, m/s, */
  double spin[3];     /* its angular velocity, rad/s, */
  double center[3];   /* about this point, which moves with that velocity, m */
  bool by_steps;      /* balls that come are held for so many steps, or else s: */
  double hold[2];     /* until the first wholly, until the second less and less; 0: they are not */
} scr_inlet;

/* A ball that is held since it came through an inlet (world/bodies/inlets.h). */
typedef struct scr_held {
  uint32_t ball;   /* id */
  bool by_steps;   /* both are cycles, or else times in s */
  double until[2]; /* the whole of its unbalanced force is taken away, and from then on nothing */
} scr_held;

struct scr_engine; /* neighbours, threads, scratch: private to world and kernel */

struct scr_world {
  int dim;
  /* state: saved */
  scr_table ball, wall, facet, vertex, body;
  scr_pose *pose; /* = column 0 of the rows, refreshed with the table */
  scr_twist *twist;
  scr_load *load;
  scr_pairs pair[SCR_CONTACT_TYPES];
  scr_pset *pset;
  size_t npset, cap_pset;
  scr_sets sets;
  scr_words words;
  scr_cmat_entry cmat_default[SCR_CONTACT_TYPES];
  struct scr_cmat_row {
    int index, range;
    scr_cmat_entry entry;
  } * cmat;
  size_t ncmat, cap_cmat;
  scr_domain domain;
  scr_timestep timestep;
  double gravity[3];
  uint64_t cycle;          /* total */
  double time, time_carry; /* compensated sum, s */
  /* of the exact sums: components lie below 2^exponent, or are set apart; */
  int force_exponent, moment_exponent;
  int next_force_exponent, next_moment_exponent; /* what the last step found, for that after next */
  bool kick_pending; /* velocities are half-step ones: the closing half-kick of the last cycle is
                        due */
  bool energy_on;
  scr_xsum energy_total[SCR_TOTALS];
  scr_rng rng;
  bool large_strain;
  scr_fractures fractures; /* world/fracture/fracture.h */
  scr_fragments fragments; /* world/fracture/fragment.h */
  /* set-up: saved with the state */
  scr_callback *callback;
  size_t ncallback, cap_callback;
  uint64_t history_every; /* 0: no history */
  scr_measure *measure;   /* in order of id */
  uint32_t nmeasure;
  size_t cap_measure;
  scr_servo *servo; /* in order of the walls' ids */
  uint32_t nservo;
  size_t cap_servo;
  scr_inlet *inlet; /* in order of id */
  uint32_t ninlet;
  size_t cap_inlet;
  scr_held *held; /* in order of the balls' ids */
  uint32_t nheld;
  size_t cap_held;
  scr_frames frames; /* not saved: the session does */
  /* not saved */
  scr_hooks hooks;
  scr_slots ball_slots, wall_slots, facet_slots, vertex_slots, body_slots, contact_slots;
  scr_ids ball_ids, wall_ids, facet_ids, vertex_ids, body_ids, contact_ids[SCR_CONTACT_TYPES];
  scr_idmap ball_by_id, wall_by_id, facet_by_id, vertex_by_id, body_by_id;
  double point; /* the cycle point being run; NAN outside of a cycle */
  int asking;   /* functions that are asked about things: until they have answered nothing is made,
                   deleted or moved */
  int choosing; /* the same, of commands that go through things and ask about each */
  const scr_pose *coming; /* the ball to be that one of them is asked about; NULL: none */
  uint32_t comings;       /* how many there were: the generation of its handle */
  bool giving;            /* one of them gives the force of a contact of the law `fish`: */
  scr_contact given;      /* this one */
  uint32_t stale; /* which of what is derived is out of date: a bit each (world/state/fresh.h) */
  uint32_t *ball_order; /* canonical order, while SCR_ORDER is fresh */
  bool checked;         /* debug builds look at its invariants (world/check.h) */
  int threads;
  bool tunes; /* fewer threads are used where that is faster (base/tuner.h), else `threads` */
  uint64_t worker_seed; /* for tests: a number of threads that is drawn anew every few cycles; 0: it
                           is not */
  uint32_t worker_pairs; /* pairs that are worth a thread; 0: as many as pay */
  uint32_t bounds_balls; /* balls from which on bounds on their stiffness are made
                            (world/timestep/timestep_bounds.c); the same */
  struct scr_engine *engine;
};

scr_world *scr_world_new(int dim);
void scr_world_free(scr_world *w);
void scr_world_set_threads(scr_world *w, int threads);
struct scr_par *scr_world_pool(const scr_world *w); /* its threads (base/par.h), between cycles */

/* ---- freshness (world/state/fresh.h) ---- */

/* It is another one now: all that is made from it is out of date. */
static inline void scr_changed(scr_world *w, scr_what what) { w->stale |= scr_spoils[what]; }
/* It is up to date from now on. */
static inline void scr_made(scr_world *w, scr_what what) {
  assert(what < SCR_NDERIVED && !(w->stale & scr_sources_of(what)));
  w->stale &= ~(1u << what);
}
/* The same, unless what it is made from is out of date. */
static inline void scr_made_if_sound(scr_world *w, scr_what what) {
  if (!(w->stale & scr_sources_of(what))) scr_made(w, what);
}
static inline bool scr_fresh(const scr_world *w, scr_what what) { return !(w->stale >> what & 1); }
/* Makes it, where it is out of date. False: there is no way to, or an error. */
bool scr_make(scr_world *w, scr_diag *d, scr_what what);
static inline bool scr_need(scr_world *w, scr_diag *d, scr_what what) {
  return scr_fresh(w, what) || scr_make(w, d, what);
}

/* The world as seen from outside: applies the closing half-kick if it is due. Same bits whether
 * called or not. */
void scr_world_sync(scr_world *w);
void scr_world_set_gravity(scr_world *w, const double g[3]); /* m/s2 */
/* The same, and what contacts tell of the last step: before anything is read or changed after a
 * solve (scr_hooks.asks). Between other cycles, or within one, there is nothing to do. */
static inline void scr_world_observe(scr_world *w) {
  if (scr_fresh(w, SCR_TRACES)) scr_world_sync(w);
}
/* Creates and deletes contacts for the present geometry, as `model clean` does. */
bool scr_world_clean(scr_world *w, scr_diag *d);
/* Tells of new bodies, where bodies may change. False after an error of a callback. */
bool scr_world_announce(scr_world *w, scr_diag *d);

/* ---- balls ---- */

/* Rows in order of id; valid until balls are created, deleted or moved in memory. */
const uint32_t *scr_ball_order(scr_world *w);
uint32_t scr_ball_next_id(const scr_world *w);
/* id 0: the next. x, r in m. The new row goes to *row. */
bool scr_ball_create(scr_world *w, scr_diag *d, uint32_t id, const double x[3], double r,
                     uint32_t *row);
void scr_ball_reserve(scr_world *w, uint32_t n); /* so many will be created */
/* The handle of the ball that is asked about before it is made (w->coming): of no row, and another
 * one for each. */
static inline scr_ref scr_coming_ref(const scr_world *w) { return (scr_ref){SCR_NONE, w->comings}; }
static inline bool scr_is_coming(const scr_world *w, scr_ref ref) {
  return w->coming && ref.index == SCR_NONE && ref.gen == w->comings;
}
/* Why a ball of several cannot come: which of them, and what of it. */
typedef struct scr_misfit {
  enum {
    SCR_MISFIT_NONE,
    SCR_MISFIT_ID,
    SCR_MISFIT_RADIUS,
    SCR_MISFIT_POSITION
  } what;   /* NONE: none of them could */
  int comp; /* of the position */
  uint32_t k;
} scr_misfit;
/* All of these, or none; their rows follow those there are. id NULL: first_id, first_id + 1, ... If
 * none: `why`. */
bool scr_balls_create(scr_world *w, scr_diag *d, const scr_pose *pose, const uint32_t *id,
                      uint32_t first_id, uint32_t n, scr_misfit *why);
/* Deletes the balls whose rows are listed (any order, no doubles). */
bool scr_ball_delete(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n);
uint32_t scr_ball_find(const scr_world *w, uint32_t id); /* row or SCR_NONE */
scr_ref scr_ball_ref(const scr_world *w, uint32_t row);
uint32_t
scr_ball_near(scr_world *w, const double x[3],
              double radius); /* row of the nearest centre within radius (<= 0: any), SCR_NONE */

void scr_ball_fix(scr_world *w, uint32_t row, unsigned mask,
                  bool fixed); /* bits as in column "fix" */
/* Surface property (source of inheritance); contacts of the ball follow. */
void scr_ball_set_surface(scr_world *w, uint32_t row, const char *name, double value);
bool scr_ball_surface(const scr_world *w, uint32_t row, const char *name, double *value);
/* The same of a vector, which contacts take from that end (SCR_PROP_END1). */
void scr_ball_set_vector(scr_world *w, uint32_t row, const char *name, const double v[3]);
bool scr_ball_vector(const scr_world *w, uint32_t row, const char *name, double v[3]);
/* Walls that are free (world/bodies/wall_free.c): components of velocity and spin, bits as in
 * column "free", that follow the forces on the wall. False after scr_fail: the wall has no mass or
 * moment of inertia, a servo drives it along one, its surface is a conveyor, its vertices go their
 * own ways, it is told a spin beside a free one. */
bool scr_walls_may_free(const scr_world *w, scr_diag *d, const uint32_t *rows, size_t n,
                        unsigned mask, bool free);
void scr_walls_free(scr_world *w, const uint32_t *rows, size_t n, unsigned mask, bool free);
/* Could anything have these principal moments of inertia? None is larger than the other two
 * together, but for rounding. */
bool scr_moments_fit(const double *moment, int dim);
bool scr_wall_may_deform(const scr_world *w, scr_diag *d, uint32_t row);
/* `spin`: as in its quantity. */
bool scr_wall_may_spin(const scr_world *w, scr_diag *d, uint32_t row, const double *spin);
/* May its surface, or that of one of its facets, have that velocity, m/s? */
bool scr_wall_may_convey(const scr_world *w, scr_diag *d, uint32_t row, const double v[3]);
void scr_wall_set_surface(scr_world *w, uint32_t row, const char *name, double value);
bool scr_wall_surface(const scr_world *w, uint32_t row, const char *name, double *value);

/* ---- rigid bodies of several pieces (world/rigid/, world/bodies/body.c) ---- */

/* What a body is made of: its pieces as they lie (m), its mass (kg), centre of mass (m), principal
 * moments of inertia (kg m2; in 2D the third one counts) and the unit quaternion from its principal
 * axes to global ones, scalar first. */
typedef struct scr_body_spec {
  const scr_pose *piece; /* borrowed */
  uint32_t n;
  double mass, x[3], inertia[3], orientation[4];
} scr_body_spec;
/* A body of spheres (2D: disks of unit thickness) of that density, kg/m3, each of which counts
 * whole, also where they overlap. False after scr_fail. */
bool scr_body_of_spheres(scr_diag *d, int dim, const scr_pose *piece, uint32_t n, double density,
                         scr_body_spec *out);
/* id 0: the next. Its pieces take the next ids of balls, and go with it alone. */
bool scr_body_create(scr_world *w, scr_diag *d, uint32_t id, const scr_body_spec *spec,
                     uint32_t *row);
bool scr_body_delete(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n); /* no doubles */
uint32_t scr_body_find(const scr_world *w, uint32_t id); /* row or SCR_NONE */
/* Rows of its pieces, in the order of their numbers; valid until rows change. */
const uint32_t *scr_body_pieces(scr_world *w, uint32_t row, uint32_t *n);
/* Velocity (m/s) and spin (rad/s, global axes), damping, bits as in column "fix", applied force (N)
 * and moment (N m). */
void scr_body_set_motion(scr_world *w, uint32_t row, const double v[3], const double spin[3]);
void scr_body_set_damp(scr_world *w, uint32_t row, double damp);
void scr_body_fix(scr_world *w, uint32_t row, unsigned mask, bool fixed);
void scr_body_apply(scr_world *w, uint32_t row, const double force[3], const double moment[3]);
void scr_body_spin(scr_world *w, uint32_t row, double spin[3]);
/* Force (N) and moment about the centre of mass (N m) of its contacts. */
void scr_body_load(scr_world *w, uint32_t row, double force[3], double moment[3]);

/* ---- walls ---- */

/* Makes a wall of nf facets over nv vertices (x: 3 numbers each; facet: 3 indices each, 2 used in
 * 2D). id 0: the next. name may be NULL ("wall<id>"). Checks: area, no facet twice, orientation of
 * neighbours, at most two facets an edge. */
bool scr_wall_create(scr_world *w, scr_diag *d, uint32_t id, const char *name, uint32_t nv,
                     const double *x, uint32_t nf, const uint32_t *facet, uint32_t *row);
/* One facet more of a wall, whose position stays. It has an end (2D) or edge (3D) in common with
 * the others, and is turned round (*turned) where its normal disagrees with theirs. id 0: the next;
 * ids of facets count up. A corner is a vertex of the wall (row), or SCR_NONE and a place. */
typedef struct scr_facet_corner {
  uint32_t vertex;
  double x[3];       /* m */
  const scr_loc *at; /* where it stands, for an error; or NULL */
} scr_facet_corner;
#define SCR_FACET_TURNED "the facet is turned round, so that its normal agrees with its neighbours'"
bool scr_facet_add(scr_world *w, scr_diag *d, uint32_t wall, uint32_t id,
                   const scr_facet_corner corner[3], bool *turned, uint32_t *row);
bool scr_wall_delete(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n);
/* Facets, with vertices that no other facet uses, and walls that have no facet left. */
bool scr_facet_delete(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n);
/* The facets of these walls, wall by wall, added to *out; vertices of different walls stay apart.
 */
void scr_walls_shape(const scr_world *w, const uint32_t *rows, size_t n, scr_shape *out);
uint32_t scr_wall_find(const scr_world *w, uint32_t id);
uint32_t scr_wall_find_name(const scr_world *w, const char *name);
uint32_t scr_facet_find(const scr_world *w, uint32_t id);
scr_ref scr_wall_ref(const scr_world *w, uint32_t row);
scr_ref scr_facet_ref(const scr_world *w, uint32_t row);
scr_ref scr_vertex_ref(const scr_world *w, uint32_t row);
/* Puts a vertex elsewhere, and its facets with it; the wall's position stays. False after scr_fail:
 * a facet would have no area. */
bool scr_vertex_place(scr_world *w, scr_diag *d, uint32_t row, const double x[3]);
/* Gives a vertex a velocity of its own, m/s, beside that of its wall. False after scr_fail: it is
 * not finite. */
bool scr_vertex_drive(scr_world *w, scr_diag *d, uint32_t row, const double v[3]);
typedef struct scr_wall_turn {
  double axis[3], degrees; /* of any length but 0; by the right-hand rule */
  const double *about;     /* m; NULL: each wall about its own position */
  bool orientation;        /* turns, too, where orientations are tracked */
} scr_wall_turn;
/* Turns walls: vertices, position and centre of rotation; velocities stay. False after scr_fail:
 * inside of a cycle. */
bool scr_walls_turn(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n,
                    const scr_wall_turn *how);
/* The velocity of a facet's surface, which does not move it, m/s: that of its wall, until it is
 * given one; a velocity that the wall is given is that of all its facets. */
/* Which sides of a facet balls feel: 0 both, 1 top, 2 bottom, 3 neither; its own, or its wall's. */
uint8_t scr_facet_sides(const scr_world *w, uint32_t f);
/* Of facets (rows); walls that are given whole keep it for all of their facets. */
void scr_facets_set_sides(scr_world *w, const uint32_t *rows, size_t n, uint8_t sides);
const double *scr_facet_conveyor(const scr_world *w, uint32_t f);
bool scr_facet_convey(scr_world *w, scr_diag *d, uint32_t f, const double v[3]);
/* What a turning surface (spin in rad/s about a point) has in the middle of a facet, and in it. */
void scr_facet_conveyor_of_spin(const scr_world *w, uint32_t f, const double point[3],
                                const double spin[3], double v[3]);
uint32_t scr_wall_next_id(const scr_world *w);

/* ---- orientations (world/bodies/rotation.c) ---- */

/* Follows the orientation of balls and walls from now on, or forgets it. */
void scr_orientation_track(scr_world *w, bool on);
bool scr_orientation_tracked(const scr_world *w);
/* Do the columns that were read from a file suit the world? */
bool scr_orientations_fit(const scr_world *w);

/* ---- groups ---- */

/* slot "Default" is word of the default slot. `groups` points at the column's value of a thing. The
 * group "None" is none: what is put there is taken out of the slot. */
void scr_group_set(scr_world *w, uint32_t *groups, const char *group, const char *slot);
void scr_group_remove(scr_world *w, uint32_t *groups, const char *slot);
const char *scr_group_get(const scr_world *w, uint32_t groups,
                          const char *slot); /* "None" if it has none */
/* All groups of a set, with their slots. */
void scr_group_each(const scr_world *w, uint32_t groups,
                    void (*each)(void *user, const char *group, const char *slot), void *user);
bool scr_group_is(const scr_world *w, uint32_t groups, const char *group,
                  const char *slot); /* slot NULL: any; for "None": all */

/* ---- cycling ---- */

typedef struct scr_limits {
  uint64_t cycles; /* UINT64_MAX: none */
  uint64_t cycles_total;
  double time, time_total; /* s; HUGE_VAL: none. `time` counts from the start of this solve */
  double ratio_average, ratio_maximum,
      ratio_local; /* HUGE_VAL: not asked; ends when the ratio is at or below the limit */
  double unbalanced_average, unbalanced_maximum;
  bool all;                 /* `and`: every limit given must be met; else the first one ends it */
  int calm;                 /* zero velocities every so many cycles; 0 never */
  bool (*halt)(void *user); /* fish-halt, asked after each cycle; may be NULL */
  void *halt_user;
  bool elastic;                     /* no slip */
  const struct scr_limits *or_else; /* further limits, each set of which ends the solve as well
                                       (`calm` and `elastic` stand in the first); NULL: none */
} scr_limits;
scr_limits scr_limits_none(void);
/* Runs cycles until a limit is met. False: an error (d holds it), or an interrupt (code INTERRUPT).
 */
bool scr_world_solve(scr_world *w, scr_diag *d, const scr_limits *limits);
/* Unbalanced force over all balls: quantities "unbalanced-maximum", "unbalanced-average",
 * "ratio-average", "ratio-maximum", "ratio-local". */
bool scr_world_ratio(scr_world *w, const char *name, double *out);
/* Is that at or below the limit? The same answer, mostly for less. */
bool scr_world_ratio_met(scr_world *w, const char *name, double limit);
/* The same value, up to rounding, as far as the last cycle of a solve left what tells it; false: it
 * left nothing. For progress: nothing is changed. */
bool scr_world_ratio_about(scr_world *w, const char *name, double *out);
/* What keeps a model from coming to rest: neither balls, walls nor contacts have damping; a wall or
 * the cell moves as it is told. */
bool scr_world_undamped(const scr_world *w);
bool scr_world_driven(const scr_world *w);
void scr_world_calm(scr_world *w);

/* Sets when frames are due from now on: every so many cycles (0: not by cycles) or seconds (0: not
 * by time), at whole multiples of either. */
void scr_frames_set(scr_world *w, uint64_t every, double interval, bool contacts);

uint64_t scr_callback_add(scr_world *w, const scr_callback *cb); /* returns its number */
void scr_callback_end(scr_world *w, uint64_t number);            /* that one, if it is there */
bool scr_callback_remove(scr_world *w, int function, double point,
                         int event); /* one of them; point NAN: any */
/* Has a callback of a deletion failed? The command ends then; scr_call_failure() forgets it, too.
 */
bool scr_call_failed(const scr_world *w);
bool scr_call_failure(scr_world *w);
/* Is a change of bodies, walls or laws allowed now (outside of a cycle or before point 0)? false
 * after scr_fail. */
bool scr_may_edit_bodies(const scr_world *w, scr_diag *d);
/* May what is no body come or go: regions, fractures, bricks? */
bool scr_may_edit_things(const scr_world *w, scr_diag *d);
/* The same of laws alone, which may change at the event contact_create, too: it comes before the
 * first force. */
bool scr_may_edit_laws(const scr_world *w, scr_diag *d);

/* ---- saving ---- */

/* Called by io after it has filled the tables: rebuilds what is derived (maps, slots, masses,
 * neighbours). Contacts in the lists must be complete (i, j, law, id, pset, state, ...). False
 * after scr_fail: inconsistent. */
bool scr_world_restored(scr_world *w, scr_diag *d);
/* Builds lists of what may touch and looks for no contact: the file's world had them, too. They
 * hold all contacts, also those that the next cycle ends. False after scr_fail. */
bool scr_world_list_restored(scr_world *w, scr_diag *d);
/* Columns of numbers that contacts may share become arrays, for those who write all of them; and
 * give their memory back where all have the same. */
void scr_pairs_spread(scr_pairs *p);
void scr_pairs_settle(scr_pairs *p);
/* Contact rows for saving and restoring: room for n pairs. */
void scr_pairs_reserve(scr_pairs *p, uint32_t n, int states, bool work, bool dash);
uint32_t scr_pset_add(scr_world *w, const scr_pset *p);

#endif
