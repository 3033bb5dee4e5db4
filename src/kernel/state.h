/* What kernels work on: rows of balls, lists of pairs, sets of parameters. */
#ifndef SCR_STATE_H
#define SCR_STATE_H

#include "base/base.h"
#include "scree/model.h"

#define SCR_NONE UINT32_MAX

/* The gap of what cannot touch, m: its arms, moments and increments stay finite. */
static const double SCR_FAR = 1e200;

/* What kernels gather lies in two aligned rows. In 2D the third component of x and v is 0 and only
 * w[2] is used. */
typedef struct scr_pose {
  double x[3]; /* m */
  double r;    /* m */
} scr_pose;
typedef struct scr_twist {
  double v[3]; /* m/s */
  double w[3]; /* rad/s */
  double m;    /* kg */
  double moi;  /* kg m2 */
} scr_twist;

/* What contacts do to a ball: one cache line, added to as a whole. A row of scr_pass.rough is one
 * of stiffnesses instead. */
typedef struct scr_load {
  double f[3]; /* N; of stiffnesses: in translation, N/m */
  double m[3]; /* N m; of stiffnesses: in rotation, N m */
  double firm; /* of stiffnesses alone: present one of contacts that are sure to stay, N/m */
  double unused;
} scr_load;

typedef enum scr_contact_type { SCR_BALL_BALL, SCR_BALL_FACET, SCR_CONTACT_TYPES } scr_contact_type;

typedef enum scr_event {
  SCR_EV_BALL_CREATE,
  SCR_EV_BALL_DELETE,
  SCR_EV_CONTACT_CREATE,
  SCR_EV_CONTACT_DELETE,
  SCR_EV_CONTACT_ACTIVATED,
  SCR_EV_SLIP_CHANGE,
  SCR_EV_BOND_BREAK,
  SCR_EV_WALL_CREATE,
  SCR_EV_WALL_DELETE,
  SCR_EV_FACET_CREATE,
  SCR_EV_FACET_DELETE,
  SCR_EV_SOLVE_START,
  SCR_EV_SOLVE_ENDING,
  SCR_EV_SOLVE_COMPLETE,
  SCR_EVENTS
} scr_event;

/* One list of pairs: candidates (law 0) and contacts, in sweep order. Only what has a law is a
 * contact and visible. Pairs that could not be contacts yet when the list was made stand after all
 * others: few of them ever become one, and large columns that nobody writes to take no memory
 * there. */
typedef struct scr_pairs {
  uint32_t n, cap;
  uint32_t *i, *j; /* rows of end 1 (ball with the lower id; the ball) and end 2 (ball with the
                      higher id; the facet) */
  uint8_t *law;    /* 0: candidate only; else 1 + index of the model */
  uint8_t *flag;   /* SCR_PAIR_ */
  uint32_t *slot;  /* handle + 1, contacts only, 0: nobody asked for one yet; NULL: of no contact */
  uint32_t *id;    /* contacts only */
  uint32_t *pset;  /* parameters, contacts only; NULL: all contacts have the same, */
  uint32_t one_set;  /* which is this one */
  uint32_t *groups;  /* contacts only; NULL: all have 0 */
  uint64_t *shift;   /* ball-facet alone: periodic image of the ball when the list was built, see
                        scr_shift_of() */
  double **state;    /* of the law: as many columns as any law in the world has had, */
  int states;        /* which are so many */
  double *force[3];  /* last force on end 2, global frame, N */
  double *moment[3]; /* and moment of the contact on it, N m; NULL while no law rotates */
  double *dash[4];   /* last dashpot force: normal, shear (3 components in 3D); NULL until wanted */
  double *work[SCR_BOOKS]; /* accumulated since energies are on, J; else NULL */
  uint32_t ncontact;
  bool facets;  /* pairs of balls and facets */
  bool rotates; /* some law gives moments: `moment` is wanted */
} scr_pairs;

static inline uint32_t scr_pair_set(const scr_pairs *s, uint32_t q) {
  assert(q < s->n);
  return s->pset ? s->pset[q] : s->one_set;
}
static inline uint32_t scr_pair_groups(const scr_pairs *s, uint32_t q) {
  assert(q < s->n);
  return s->groups ? s->groups[q] : 0;
}

/* An image of a ball: by how many periods along each axis it is shifted, fewer than SCR_SHIFTS
 * either way. Codes are in the order of z, y, x. */
enum { SCR_SHIFT_BITS = 21, SCR_SHIFTS = 1 << (SCR_SHIFT_BITS - 1) };
#define SCR_NO_SHIFT                                                                               \
  ((uint64_t)SCR_SHIFTS << 2 * SCR_SHIFT_BITS | (uint64_t)SCR_SHIFTS << SCR_SHIFT_BITS |           \
   (uint64_t)SCR_SHIFTS)

static inline uint64_t scr_shift_of(const int by[3]) {
  uint64_t code = 0;
  for (int c = 2; c >= 0; c--) {
    assert(by[c] > -SCR_SHIFTS && by[c] < SCR_SHIFTS);
    code = code << SCR_SHIFT_BITS | (uint64_t)(by[c] + SCR_SHIFTS);
  }
  return code;
}
static inline int scr_shift_along(uint64_t code, int axis) {
  return (int)(code >> axis * SCR_SHIFT_BITS & (2 * SCR_SHIFTS - 1)) - SCR_SHIFTS;
}
/* Is that number one? */
static inline bool scr_shift_holds(uint64_t code) {
  bool holds = code >> 3 * SCR_SHIFT_BITS == 0;
  for (int c = 0; c < 3; c++) holds &= scr_shift_along(code, c) != -SCR_SHIFTS;
  return holds;
}

enum {
  SCR_PAIR_ACTIVE = 1,  /* the law carries force */
  SCR_PAIR_BLOCKED = 2, /* ball-facet: another facet claims the ball */
  SCR_PAIR_INHIBIT = 4, /* switched off by the user */
  SCR_PAIR_SLIP = 8,    /* the slider of the law slipped in the last step */
  SCR_PAIR_BONDED = 16, /* it lives on at any gap (scr_model.bonds) */
  SCR_PAIR_EDITED = 32, /* in the step after an edit that changed what it holds (scr_hints.edits) */
  SCR_PAIR_BEGUN = 64,  /* active by a birth or an edit, and no step has found it so yet */
  SCR_PAIR_UNASKED = 128 /* begun, and the function of the law `fish` has not been called since */
};

/* What is zero is not written: large columns that nobody has written to take no memory. */
static inline void scr_clear(double *x) {
  uint64_t bits;
  __builtin_memcpy(&bits, x, sizeof bits);
  if (bits) *x = 0;
}

/* A contact that another facet claims, or that the user inhibits, or that ends, carries nothing;
 * not even a zero with a sign, that a step left where somebody looked. */
static inline void scr_pair_silence(scr_pairs *s, uint32_t q) {
  assert(q < s->n && s->law[q]);
  for (int c = 0; c < 3; c++) scr_clear(&s->force[c][q]);
  for (int c = 0; c < 3 && s->moment[0]; c++) scr_clear(&s->moment[c][q]);
  if (!(s->flag[q] & SCR_PAIR_ACTIVE)) return;
  s->flag[q] &= (uint8_t) ~(SCR_PAIR_ACTIVE | SCR_PAIR_SLIP | SCR_PAIR_BONDED | SCR_PAIR_BEGUN |
                            SCR_PAIR_UNASKED);
  for (int c = 0; c < s->states; c++) scr_clear(&s->state[c][q]);
  for (int c = 0; c < 4; c++)
    if (s->dash[c]) scr_clear(&s->dash[c][q]);
}

/* A set of parameters shared by contacts: law, values, which of them are inherited from the pieces.
 */
typedef struct scr_pset {
  uint8_t law;      /* 1 + index of the model */
  uint64_t inherit; /* bit = slot: follows the surface properties of the pieces */
  double proximity; /* m; negative: default (0.05 of the smaller radius) */
  double reach;     /* of the law with these parameters, m: scr_model.reach */
  double param[SCR_MAX_PARAM];
} scr_pset;

/* The gap up to which a contact with these parameters begins and lasts, m: that where its law may
 * become active, or the proximity if that is larger; r is the smaller radius. */
static inline double scr_pset_gap(const scr_pset *p, double r) {
  assert(p->law && r > 0);
  const double near = p->proximity >= 0 ? p->proximity : 0.05 * r;
  return p->reach > near ? p->reach : near;
}

#endif
