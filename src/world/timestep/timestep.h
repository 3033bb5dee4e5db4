/* What the two ways to the automatic timestep share: exact sums of stiffness of all balls
 * (timestep.c), or of the few that rough sums point to (timestep_rough.c). */
#ifndef SCR_TIMESTEP_H
#define SCR_TIMESTEP_H

#include "world/engine.h"
#include "world/timestep/stepper.h"

/* What the twin of a ball would offer, and of which ball: rows move. */
typedef struct scr_twin {
  double r, m, k[2]; /* r 0: not known */
  uint32_t surface;
} scr_twin;

/* What the room keeps. */
struct scr_stepper {
  double *kn[SCR_CONTACT_TYPES], *ks[SCR_CONTACT_TYPES];
  double *kb[SCR_CONTACT_TYPES], *kt[SCR_CONTACT_TYPES];
  size_t cap_kn[SCR_CONTACT_TYPES], cap_ks[SCR_CONTACT_TYPES];
  size_t cap_kb[SCR_CONTACT_TYPES], cap_kt[SCR_CONTACT_TYPES];
  double *stiff; /* SCR_STIFF a ball: high and low parts of K and K_rot: scratch of all balls, or
                    `few` */
  double *few;   /* the same where only those of some balls are touched: the rest costs no memory */
  size_t cap_few;
  scr_twin *twin; /* by row, of balls that nothing touched */
  size_t cap_twin;
  double lone; /* the stiffest contact of a ball with a wall, by the default law, N/m: LONE */
  double stiff_high[2], stiff_low[2]; /* magic numbers of those sums: translation, rotation */
  double stiff_max[2];                /* the largest contributions that they are for */
  int stiff_room;                     /* and how many of them: 2^(room + 1) */
  double fix_checked;                 /* the fixed timestep that was warned of */
  double dashpots_told;               /* what dashpots bear, s: the last that was told; 0: none */
  scr_rough rough;                    /* what the force pass made for the next timestep */
  size_t cap_rough;
  uint64_t rough_cycle;      /* the cycle that may use them; UINT64_MAX: none */
  bool rough_zero;           /* they are zero */
  struct scr_bounds *bounds; /* on stiffness, for many cycles (timestep_bounds.c); NULL: never made
                              */
  uint64_t bounds_from;      /* the first cycle that may make some */
};

typedef struct scr_limits_found {
  double stiffness; /* the smallest m/K */
  double kinematic; /* the smallest (R/|v|)^2 */
  double radius;    /* the largest */
  double k, ks, kr; /* the largest kn or ks; ks; stiffness of a contact against rotation */
  double speed;     /* no ball is faster, m/s; 0: the kinematic limit tells */
  char line[64];    /* workers write side by side */
} scr_limits_found;

/* Of three numbers along the axes. */
static inline double scr_largest_of(const double *k) { return SCR_MAX(k[0], SCR_MAX(k[1], k[2])); }
/* The smaller and larger of both, by field. */
void scr_limits_add(scr_limits_found *all, const scr_limits_found *f);
/* Bodies of several pieces (timestep_bodies.c): bounds on their stiffness, along and about any
 * axis; the smallest m/K of all of them; a piece of the first body with just that; scaled masses.
 * They read the exact sums of all pieces. */
void scr_body_stiffness(const scr_world *w, uint32_t body, double *k, double *k_rot);
void scr_bodies_limit(scr_world *w, scr_limits_found *f);
uint32_t scr_bodies_limited_by(scr_world *w, double stiffness);
void scr_bodies_scale(scr_world *w, double factor);
/* The smallest m/K of free walls (timestep_free.c), and which wall and axis it is of. */
typedef struct scr_stiff_wall {
  double ratio;  /* HUGE_VAL: none is free and touched */
  uint32_t wall; /* row; SCR_NONE; of equal ones that with the lowest id */
  int axis;
} scr_stiff_wall;
scr_stiff_wall scr_free_walls_limit(scr_world *w);
/* Stiffnesses of all contacts as they lie now, by pair; their memory goes back. */
void scr_stiffness_columns(scr_world *w);
void scr_stiffness_columns_rest(scr_world *w);
/* Tells where dashpots of several contacts make motion grow at this timestep
 * (timestep_dashpots.c). False: that is an error. */
bool scr_dashpots_look(scr_world *w, scr_diag *d);
/* A pass that adds to the exact sums. */
const scr_pass *scr_stiffness_pass(scr_world *w, scr_contact_type type);
/* Sets the magic numbers for contributions up to kn or ks, and ks arm^2 with an arm of twice the
 * largest radius; false: they are the same as before. */
bool scr_stiffness_quanta(scr_world *w, const scr_limits_found *f);
/* Stiffness of a contact that a ball would have by the default law with its twin, or with a wall
 * that has its surface. */
void scr_twin_beside(const scr_world *w, uint32_t row, scr_contact_type type, double k[2]);
/* Stiffness of the twin contact of a ball that nothing touches: translation, rotation / R^2.
 * scr_twins_ready() first. */
void scr_twins_ready(scr_world *w);
const double *scr_twin_known(const scr_world *w, uint32_t row);
/* m/K, the smaller one of translation and rotation; 0 is no stiffness. */
double scr_ratio_of(const scr_world *w, uint32_t row, double k, double k_rot);
/* The smallest m/K of one ball over its axes, by its exact sums. */
double scr_ball_ratio(const scr_world *w, uint32_t row);
/* The limits from the sums that the force pass left, with the closing half-kick where it is due;
 * false: the exact sums of all balls are needed. */
bool scr_sum_roughly(scr_world *w, scr_limits_found *all);
/* An edit came between; will the next timestep be known without sums of all balls? */
void scr_bounds_drop(scr_world *w);
bool scr_bounds_serve(const scr_world *w);
/* The sums of the force pass get their memory. */
void scr_rough_room(scr_world *w);
/* The same limits by bounds that hold for many cycles, where the closing half-kick need not be
 * done; false: another way is needed. */
bool scr_bounded_limits(scr_world *w, scr_limits_found *all);
/* The shortest time in which a ball may go by 0.1 R beside a wall in motion, as this sees it, or up
 * to where a contact may begin, if that is further: s; HUGE_VAL: no wall moves. No ball is faster
 * than `speed`; a limit of `enough` or more may come out as HUGE_VAL. With `who` it is exact in any
 * case, and ball and wall are named if it is shorter than `enough`. */
double scr_walls_limit(scr_world *w, double speed, double enough, scr_dt_reason *who);
void scr_bounds_free(struct scr_bounds *b);
size_t scr_bounds_bytes(const struct scr_bounds *b); /* of memory */
/* For tests: m/K that all balls but the leaders are sure to exceed, and who leads (by row), if the
 * last timestep came from there; else 0. */
double scr_bounds_rest(const scr_world *w, bool *leads);
/* The exact sums of some balls and their smallest m/K, by lists of all their contacts by type
 * (others may be among them). The largest kn or ks and the largest ks of those remain in the first
 * worker. */
double scr_exact_ratio(scr_world *w, const uint32_t *rows, int nrow, uint32_t *const list[],
                       const size_t n[]);

#endif
