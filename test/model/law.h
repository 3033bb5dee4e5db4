/* A contact law by itself: hand-made contacts go through the law's rows in the tables of laws and
 * kernels. */
#ifndef SCR_TEST_LAW_H
#define SCR_TEST_LAW_H

#include "support/check.h"
#include "model/models.h"

typedef long double real;

enum { LAW_STATES = 256 }; /* columns that no law of the tree exceeds */

/* What a law reads of one contact. dt and elastic are those of the whole batch. */
typedef struct contact {
  const scr_model *m;
  int dim;
  bool was, edited, elastic;
  double dt, gap, dn, ds[3], reff, meff, dash_old[4];
  double param[SCR_MAX_PARAM], st[LAW_STATES];
} contact;

/* What a law writes; UNTOUCHED where it wrote nothing. */
#define UNTOUCHED -7.25e-77
typedef struct outcome {
  double act, fn, ft[3], dash[4], work[SCR_BOOKS], kn, ks, st[LAW_STATES];
} outcome;

/* What physics says, in long double. fs: spring; dash: normal, shear; work: by SCR_BOOK_; the
 * scales bound the terms that were added. */
typedef struct expected {
  bool on, slip;
  real fn, fs[3], dash[4], work[SCR_BOOKS], kn, ks;
  real fs_scale, work_scale[SCR_BOOKS];
} expected;

enum { SLIP_STATE = 4 }; /* column of the slip flag in every law that has one */
static inline int tangents_of(int dim) { return dim == 3 ? 3 : 1; }

contact contact_of(const char *law, int dim);
void set(contact *c, const char *property,
         double value); /* and prepares the parameters that follow from it */
double get(const contact *c, const char *property);
/* Shear vectors have one direction in the hand-made cases: a length, with sign, along it. */
void along(int dim, double length, double *v);
double length_along(int dim, const double *v);

/* One batch of n contacts with the instruction set that is chosen; lanes beyond n and columns that
 * only are read must stay. */
void law_batch(const contact *c, int n, unsigned want, outcome *out);
/* Copies of one contact in batches of several sizes, with every instruction set: the same bits in
 * every lane. */
outcome law_run(const contact *c, unsigned want);
/* Each contact of a batch as if it were alone, whatever the others are. */
void law_check_company(const contact *c, int n);
/* Dashpot forces and works are written when they are wanted, and only then; the rest does not
 * depend on it. */
void law_check_wants(const contact *c);

/* Parts of laws, from docs/physics.md. */
real ref_dot(int nt, const real *a, const real *b);
bool ref_slide(int nt, real *f, real limit, bool elastic);
void ref_dashpots(const contact *c, real cn, real cs, const expected *e, real *dash);
void ref_works(const contact *c, expected *e, const real *fs_old, real ks);
void ref_step(const contact *c, expected *e, real now, real old, real f, real before);
real ref_damped(real k, real ratio);
void law_compare(const contact *c, const outcome *o, const expected *e);

/* What a hand-made contact must give; shear along one direction. */
typedef struct hand_expected {
  const char *what;
  double act, slip, fn, fs, dash_n, dash_s;
} hand_expected;
void law_check_hand(const contact *c, const hand_expected *e,
                    double scale); /* scale: no term is larger */

/* A range that a property allows, its default, and whether surface properties reach it. */
typedef struct prop_row {
  const char *name;
  double lo, hi, def;
  bool open_lo, inherits, integer;
} prop_row;
void check_params(const char *law, const prop_row *row, int n); /* these are all the parameters */
/* Of what is no parameter the user may set these alone; NULL ends the list. */
void check_settable(const char *law, const char *const *settable);

/* A random contact, active or not, with default parameters and an empty state. */
contact near_contact(const char *law, int dim, scr_rng *r);
/* Two balls, or a ball and a facet (r2 = 0). */
scr_ends ends_of(int dim, double r1, double r2);

#endif
