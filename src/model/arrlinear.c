/* Contact law `arrlinear`: rrlinear, and an attraction that fades with the distance. Formulas:
 * docs/physics.md, arrlinear. */
#include "model/rrlinear.h"

#include <math.h>
#include <stddef.h>
#include "model/attraction.h"

/* ADH_K: F0/D0, 0 without a range. */
enum { ADH_F0 = RRLINEAR_PARAMS, ADH_D0, ADH_K, NPARAM };

#ifdef SCR_KERNEL
void SCR_NAME(scr_arrlinear_force)(scr_batch *b);
void SCR_NAME(scr_arrlinear_stiff)(scr_batch *b);

void SCR_NAME(scr_arrlinear_force)(scr_batch *b) {
  scr_lanes was;
  was_of_springs(b, was);
  SCR_NAME(scr_rrlinear_force)(b);
  put_column(b->n, was, b->was);
  const double *rgap = b->par[RGAP], *d0 = b->par[ADH_D0], *act = b->act;
  scr_lanes gap;
  SCR_EACH(k, b->n) gap[k] = b->gap[k] - rgap[k];
  attract(b, gap, was, b->par[ADH_F0], d0, b->par[ADH_K]);
  SCR_EACH(k, b->n) b->act[k] = ((act[k] != 0) | (gap[k] <= d0[k])) ? 1.0 : 0.0;
}

/* The springs count across a gap, too: the attraction may close it within a step. */
void SCR_NAME(scr_arrlinear_stiff)(scr_batch *b) {
  const double *slope = b->par[ADH_K], *act = b->act;
  SCR_NAME(scr_rrlinear_stiff)(b);
  SCR_EACH(k, b->n) b->kn[k] += act[k] * slope[k];
}

#else

enum { D_ADH_FORCE = RRLINEAR_DERIVED };

static const scr_prop prop[] = {
    RRLINEAR_PROPERTIES,
    {"adh_f0", SCR_P_REAL, SCR_PROP_PARAM, ADH_F0, 0, HUGE_VAL, 0, 0, "N",
     "attraction of pieces that touch"},
    {"adh_d0", SCR_P_REAL, SCR_PROP_PARAM, ADH_D0, 0, HUGE_VAL, 0, 0, "m",
     "distance at which the attraction ends"},
    {"adh_force", SCR_P_REAL, SCR_PROP_DERIVED, D_ADH_FORCE, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "N",
     "attraction at the present distance"},
};

static attraction at_gap(const scr_ends *e, const double *p) {
  return attraction_at(p[ADH_F0], p[ADH_D0], p[ADH_K], e->gap - p[RGAP]);
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  if (m->prop[index].slot == D_ADH_FORCE)
    out[0] = at_gap(e, p).force;
  else
    scr_rrlinear_derive(m, index, e, p, st, out);
}

static void prepare(double *p) {
  scr_linear_prepare(p);
  p[ADH_K] = p[ADH_D0] > 0 ? p[ADH_F0] / p[ADH_D0] : 0;
}

static double reach(const double *p) { return p[RGAP] + p[ADH_D0]; }

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  scr_linear_twin(e, p, kn, ks);
  *kn += p[ADH_K];
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  if (what != SCR_STORED_ADHESION) return scr_rrlinear_strain(e, dim, p, st, what);
  return at_gap(e, p).held;
}

/* Nor does a rolling spring outlast the contact of the pieces. */
static void settle(const scr_ends *e, const double *p, double *st) {
  scr_linear_settle_closed(e, p, st);
  for (int k = RT; k < RR_SLIP && !(p[RGAP] - e->gap >= 0); k++) st[k] = 0;
}

static const scr_method method[] = {LINEAR_METHODS};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},     {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},      {"energy-rrstrain", false, SCR_STORED_ROLLING},
    {"energy-rrslip", true, SCR_BOOK_ROLLING},       {"energy-break", true, SCR_BOOK_BREAK},
    {"energy-adhesive", false, SCR_STORED_ADHESION},
};

const scr_model scr_model_arrlinear = {
    .name = "arrlinear",
    .doc = "rrlinear, with an attraction that fades with the distance",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = RRLINEAR_STATES,
    .shear_state = (const int[]){FS, RB, -1},
    .rotates = true,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_rrlinear_inherit,
    .prepare = prepare,
    .reach = reach,
    .derive = derive,
    .state_set = scr_linear_state_set,
    .twin_stiffness = twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(FRIC, RR_FRIC),
    .hints = {.reports = true, .edits = 1u << FN, .edits_of = scr_linear_sums, .settle = settle},
};

#endif
