/* Kernels: the passes over pairs and balls, compiled for each (dimension, instruction set) and
 * chosen at run time.
 *
 * Every variant gives the same bits: kernels use only + - * /, sqrt and scr_fma, forces are summed
 * exactly (rounded to one power of two before they are added, so that no order matters), and maxima
 * do not depend on order either. */
#ifndef SCR_KERNEL_H
#define SCR_KERNEL_H

#include "base/base.h"
#include "kernel/batch.h"
#include "kernel/closest.h"
#include "kernel/law_call.h"
#include "kernel/state.h"
#include "model/models.h"
#include "scree/law.h"

typedef enum scr_isa { SCR_ISA_BASE, SCR_ISA_AVX2, SCR_ISA_AVX512, SCR_ISAS } scr_isa;

/* Chooses the instruction set by name ("base", "avx2", "avx512"); false if unknown, not built or
 * not supported here. */
bool scr_isa_select(const char *name);
/* Name of the one in use: the one selected, else SCREE_ISA, else the best. */
const char *scr_isa_name(void);

typedef enum scr_pass_mode {
  SCR_PASS_STEP,   /* the cycle: forces of contacts, births and deaths noted */
  SCR_PASS_DETECT, /* births and deaths only */
  SCR_PASS_END,    /* contacts that end in this step, open by now: the works of the step; forces are
                      added nowhere */
  SCR_PASS_START,  /* contacts made outside of the cycle: evaluated once without increments */
  SCR_PASS_STIFF,  /* stiffness offered to the timestep; changes nothing */
  SCR_PASS_SUM,    /* adds the forces kept in the pairs again, at another scale */
  SCR_PASS_SUM_UNKEPT, /* the same of forces that the step before did not keep */
  SCR_PASS_REPORT      /* after a step that did not keep them: forces of pairs, and what laws only
                          report; adds and moves nothing */
} scr_pass_mode;

/* Geometry of ball-facet pairs, found before the pass (world/facets/facet.c); entry k belongs to
 * pair k. */
typedef struct scr_facet_geometry {
  double *gap, *n[3]; /* n from the ball to the facet */
  double
      *v[3]; /* mean velocity in this step of the wall's point at the contact in its middle, m/s */
  double *driven[3]; /* the part of v that the wall is told, and does work with, m/s */
  double *told[3];   /* the same of w, rad/s */
  double *h[3];      /* along n in the middle of the step, with a part of 1 along the present one */
  double *spin;      /* of the wall about n, rad/s */
  double *w[3];      /* its whole spin, rad/s */
  size_t cap;
} scr_facet_geometry;

/* What a pass reads; constant while it runs. */
typedef struct scr_pass {
  scr_pass_mode mode;
  scr_contact_type type;
  unsigned want;       /* SCR_WANT_ */
  bool edited;         /* some pairs are SCR_PAIR_EDITED */
  bool elastic, notes; /* notes: activations and changes of slip are recorded */
  bool carries; /* SCR_PASS_START: what was active before keeps its dashpots' forces and its slip */
  bool keep;    /* forces, and what laws only report, are written to the list: somebody looks after
                   this step */
  bool magnitudes; /* those of the forces of contacts are summed up: scr_worker.sum_size */
  bool far_balls, far_pairs; /* there are more of them than caches hold */
  double dt;
  const scr_pose *pose;
  const scr_twist *twist;
  scr_pairs *pairs;
  const scr_pset *pset;
  scr_curve *const *curve; /* tables of the user's, by the number of their word */
  const scr_facet_geometry *facet;
  double period[3];      /* of periodic axes, m; else 0 */
  bool strains;          /* the domain is strained: */
  double strain[3];      /* what is at x at the end of the step went by strain x dt with it, 1/s */
  double proximity;      /* a new contact may begin at this gap, m, */
  double proximity_part; /* or at this part of the smaller radius: the larger one; the CMAT decides
                            in the end */
  double reach;          /* no inactive contact becomes active at a larger gap, m */
  bool own_proximity; /* some contacts have a proximity of their own, or a law that reaches further
                       */
  scr_load *load;     /* sums, by ball */
  double force_magic, moment_magic; /* 1.5 * 2^52 * quantum */
  double force_limit,
      moment_limit;               /* components as large as that are set apart: scr_worker.giant */
  double force_fine, moment_fine; /* SCR_PASS_SUM, positive: adds what rounding left, at these magic
                                     numbers' quanta */
  double *kn, *ks;                /* SCR_PASS_STIFF: one value a pair, */
  double *kb, *kt;                /* with these those against bending and twist, */
  double *stiff; /* or, if not NULL, sums: SCR_STIFF numbers a ball, see kernel/stiffness.h; */
  double stiff_high[2], stiff_low[2]; /* their magic numbers, of translation and rotation */
  scr_load *rough;     /* SCR_PASS_STEP, not NULL: stiffnesses are added as well, see stiffness.h */
  double margin, firm; /* SCR_PASS_STIFF, margin > 0: bounds are added to `rough` instead, that hold
                          until a gap has changed by the margin; contacts deeper than `firm` by
                          twice the margin stay active (m) */
  const scr_law_fn *law_force, *law_stiff; /* by law - 1 */
  const int *slip;          /* columns of state that tell slip, by law - 1: scr_model_slip() */
  const scr_law_asker *ask; /* by law - 1, NULL: its kernels know all that they need */
  void *caller;             /* whom they ask */
} scr_pass;

typedef struct scr_giant {
  uint32_t row;
  scr_load load;
} scr_giant;

typedef struct scr_giants {
  scr_giant *item;
  size_t n, cap;
} scr_giants;

/* Numbers of a ball in the sums of stiffness: high parts of 3 translations and 3 rotations, then
 * the low ones. */
enum { SCR_STIFF = 12 };

/* What a worker adds to balls of other workers (world/workers/halo.h): forces; stiffnesses, roughly
 * or bounds on them (scr_pass.rough); exact sums of them (scr_pass.stiff). Row k, of block b, lies
 * at place at[b] + k, modulo 2^32, of each array. */
typedef enum scr_halo_kind {
  SCR_HALO_LOAD,
  SCR_HALO_ROUGH,
  SCR_HALO_STIFF,
  SCR_HALO_KINDS
} scr_halo_kind;
/* Rows [first, last) of one block lie from place `at` on. */
typedef struct scr_halo_run {
  uint32_t first, last, at;
} scr_halo_run;
typedef struct scr_halo {
  uint32_t *at;
  scr_halo_run *run;
  size_t nrun, cap_run, cap_at, cap_sum[SCR_HALO_KINDS];
  uint32_t n; /* rows of all runs */
  int block_bits;
  double *sum[SCR_HALO_KINDS];
} scr_halo;
static inline size_t scr_halo_place(const scr_halo *h, uint32_t row) {
  assert(h->at);
  return (uint32_t)(h->at[row >> h->block_bits] + row);
}

enum { SCR_STIFFEST = 1 << 18 };
/* What a pair offers at most, in a pass for bounds, N/m. */
typedef struct scr_stiff_pair {
  uint32_t pair; /* place in the list; bit 31: the type */
  double k, ks;  /* the larger of kn and ks; ks */
} scr_stiff_pair;

/* Activation or change of slip of a pair in this step. */
typedef struct scr_note {
  uint32_t pair; /* place in the list; bit 31: the type */
  uint8_t event; /* scr_event */
  int8_t mode;
  uint8_t part;           /* number of the element, from 1 on; 0: the whole contact */
  double strength, spent; /* of a bond that broke: see scr_batch */
} scr_note;

/* What one thread writes: its own balls [lo, hi) directly, all else into sums and lists that are
 * merged after the pass. */
typedef struct scr_worker {
  uint32_t lo, hi;
  bool drops_others; /* what is added to other balls is dropped, not merged */
  scr_halo halo;
  scr_giants giant; /* components at or beyond the limits, not rounded (the others 0), of any ball's
                       loads */
  uint32_t *birth, *death;
  size_t nbirth, cap_birth, ndeath, cap_death;
  scr_note *note;
  size_t nnote, cap_note;
  double max_force, max_moment; /* largest component of forces and moments before rounding */
  double max_k, max_ks, max_kr; /* largest kn or ks, ks, kb or kt, where stiffnesses are added */
  uint32_t stiffest[2];         /* passes for bounds: pairs that max_k and max_ks are of, */
  scr_stiff_pair *stiff;        /* and those that may become stiffer, as far as these were known */
  size_t nstiff, cap_stiff;     /* SCR_STIFFEST of them: some may be missing */
  double sum_size, max_size; /* sizes of the forces of contacts, where the pass asks for them, N */
  double max_v[3]; /* largest components of the velocities that balls drifted with, m/s; no number:
                      infinite */
  bool wrapped;    /* a ball went through a periodic side */
  bool outside;    /* a ball is outside of the domain: through a side, or more than a period away */
  uint32_t
      pset_cached;    /* the set that lies spread in the tile, UINT32_MAX: none. Sets never change;
                         who gives them other numbers (world/contacts/psets.c) says none */
  uint64_t pset_zero; /* which of its parameters are 0: bit = slot */
  uint32_t pset_reported; /* which columns of state only readers need then: bit = column; */
  unsigned pset_want;     /* as long as this is asked for */
  /* of the last batch: how many columns of state its law has, and which of these it did not touch;
   * the others are fetched ahead */
  int states;
  uint32_t passing;
  struct scr_tile *tile; /* buffers */
} scr_worker;
scr_worker *scr_worker_new(void);
void scr_worker_free(scr_worker *l);
void scr_worker_reset(scr_worker *l);

/* Motion: the closing half-kick of the last step if `closing` > 0, the opening one if `opening` >
 * 0, then the drift. */
typedef struct scr_motion {
  scr_pose *pose;
  scr_twist *twist;
  scr_load *load; /* contact forces */
  bool clear; /* they are set to zero once they are read: nobody looks before the next force pass */
  const double *force_app, *moment_app; /* NULL: none */
  const double *damp;                   /* NULL: none */
  bool damp_alike;                      /* that is one number, of all balls */
  const uint8_t *fix;                   /* NULL: none */
  const double *inertia; /* scaled mass and moment of inertia, 2 a ball; NULL: the real ones */
  double *work;          /* 3 a ball, NULL: energies are off */
  double gravity[3];
  double closing, opening, drift; /* s: half steps and the step; 0: left out */
  const double *built;            /* positions when the list was built, 3 a ball */
  int32_t *image;                 /* NULL where no side is periodic */
  double lo[3], hi[3], period[3];
  bool domain; /* balls that leave it are noted */
} scr_motion;

/* What makes two balls a candidate pair: a gap up to that at which a contact may begin, which is
 * `fixed` (m) or, if that is more, `part` of the smaller radius, and the skin on top. */
typedef struct scr_near {
  double period[3]; /* of periodic axes, m; else 0 */
  bool inside;      /* no image is nearer than the ball itself */
  double fixed, part, skin;
} scr_near;

/* Balls as columns, and some that follow each other in them. Columns have SCR_TILE more numbers
 * than balls. */
typedef struct scr_ball_columns {
  double *x[4]; /* x, y, z, r */
  uint32_t *row;
} scr_ball_columns;
typedef struct scr_ball_run {
  uint32_t first, n;
} scr_ball_run;

/* How near a candidate is: it touches; a contact may begin at once; none can begin yet. */
enum { SCR_NEARNESSES = 3, SCR_NEARNESS_BIT = 30 };
typedef struct scr_near_count {
  uint32_t n, of[SCR_NEARNESSES];
  bool before; /* some rows lie before the limit */
} scr_near_count;

/* A new list of pairs of balls while it is filled, and the contacts of the old one by the lower of
 * their rows. */
typedef struct scr_placing {
  const uint32_t *id; /* of balls, by row */
  uint32_t *i, *j;    /* the list: rows of the ends, the lower id first; */
  uint32_t *from;     /* which place of the old list a contact was at, SCR_NONE for other pairs */
  /* the contacts of row k are entries start[k] ... start[k + 1] of the following */
  const uint32_t *start, *other; /* the other row; in order where there are many */
  const uint64_t *mark;          /* by ball: a bit for each of these, modulo 64 */
  uint32_t *place;               /* in the old list, SCR_NONE once it was found */
} scr_placing;

enum { SCR_MANY_CONTACTS = 48 }; /* of one ball, that are rather sorted than looked through */

static inline uint64_t scr_contact_mark(uint32_t other) { return (uint64_t)1 << other % 64; }

/* The first place in [lo, hi) whose other row is not below b. */
static inline uint32_t scr_contact_from(const uint32_t *other, uint32_t lo, uint32_t hi,
                                        uint32_t b) {
  assert(lo <= hi);
  while (lo < hi) {
    const uint32_t mid = lo + (hi - lo) / 2;
    if (other[mid] < b)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

/* Where a pair of rows a < b stands among the contacts of the old list, SCR_NONE if it was none.
 * How many contacts a ball has cannot be foreseen, and no branch depends on up to four. */
static inline uint32_t scr_contact_before(const scr_placing *p, uint32_t a, uint32_t b) {
  enum { FEW = 4 };
  if (!(p->mark[a] & scr_contact_mark(b))) return SCR_NONE;
  const uint32_t first = p->start[a], n = p->start[a + 1] - first, *other = p->other + first;
  uint32_t behind = 0; /* the place found, counted from 1 */
  if (n > SCR_MANY_CONTACTS) {
    const uint32_t q = scr_contact_from(p->other, first, first + n, b);
    return q < first + n && p->other[q] == b ? q : SCR_NONE;
  }
  for (uint32_t q = 0; q < FEW; q++)
    behind |= (q + 1) & (0 - (uint32_t)((q < n) & (other[SCR_MIN(q, n - 1)] == b)));
  for (uint32_t q = FEW; q < n; q++) behind = other[q] == b ? q + 1 : behind;
  return behind ? first + behind - 1 : SCR_NONE;
}

/* Contact q goes to place `at` of the list. */
static inline void scr_contact_found(const scr_placing *p, uint32_t q, uint32_t at) {
  assert(p->place[q] != SCR_NONE && p->from[at] == SCR_NONE);
  p->from[at] = p->place[q];
  p->place[q] = SCR_NONE;
}

static inline void scr_place_pair(const scr_placing *p, uint32_t a, uint32_t b, uint32_t at) {
  assert(a != b && p->id[a] != p->id[b]);
  const bool turn = p->id[a] > p->id[b];
  const uint32_t q = scr_contact_before(p, SCR_MIN(a, b), SCR_MAX(a, b));
  p->i[at] = turn ? b : a;
  p->j[at] = turn ? a : b;
  if (q != SCR_NONE) scr_contact_found(p, q, at);
}

/* A box and a plane that what lies in it belongs to, where n . x = height; no plane: n = 0. */
typedef struct scr_near_box {
  double lo[3], hi[3], normal[3], height; /* m */
} scr_near_box;

typedef struct scr_kernels {
  /* pairs [first, last) in order */
  void (*pass)(const scr_pass *p, scr_worker *worker, uint32_t first, uint32_t last);
  /* the n pairs whose places are listed */
  void (*pass_list)(const scr_pass *p, scr_worker *worker, const uint32_t *pair, size_t n);
  void (*motion)(const scr_motion *m, scr_worker *worker, uint32_t first, uint32_t last);
  /* The largest squared displacement of balls since the list was built, m2; infinite, if one is no
   * number. Reads one number after the last of scr_motion.built. */
  double (*moved)(const scr_motion *m, uint32_t first, uint32_t last);
  /* Ball a (x, y, z, r) and those at places [first, last) of the columns: rows of the candidates go
   * to `out`, which has room for SCR_TILE more than come, with their nearness from SCR_NEARNESS_BIT
   * on. */
  scr_near_count (*near)(const scr_near *q, const double a[4], const scr_ball_columns *balls,
                         uint32_t first, uint32_t last, uint32_t limit, uint32_t *out);
  /* The n pairs of ball a, rows with their nearness as from `near`, go to places own[nearness],
   * which move on. */
  void (*place)(const scr_placing *p, uint32_t a, const uint32_t *pair, uint32_t n, uint32_t *own);
  /* Copies the runs to `to`, one after the other. */
  void (*gather)(const scr_ball_columns *from, const scr_ball_columns *to, const scr_ball_run *run,
                 int runs);
  /* Which of the SCR_TILE balls from place `first` on may be candidates for what lies in the box
   * and in the plane: a bit each. */
  uint32_t (*beside)(const scr_near *q, const scr_near_box *box, const scr_ball_columns *balls,
                     uint32_t first);
  scr_law_fn force[SCR_LAWS], stiff[SCR_LAWS];
  scr_closest_fn closest;
} scr_kernels;
const scr_kernels *scr_kernels_for(int dim);
/* Another law, from a library, for all worlds of the process: checked before. Its number; -1: there
 * is no room. No other thread may make a world meanwhile. */
int scr_law_add(const scree_law *law);
/* For tests, before the first world: the law of that index is another one. */
void scr_law_replace(int law, const scr_model *m, scr_law_fn force, scr_law_fn stiff);

#endif
