/* Contact law `rrlinear`: linear, and a spring with a slider against rolling. Formulas:
 * docs/physics.md, rrlinear. */
#include "model/rrlinear.h"

#include <math.h>
#include <stddef.h>

#ifdef SCR_KERNEL
#include "model/slide.h"

/* kr = ks R^2, with R = R1 R2/(R1 + R2), half of the effective radius; of a facet that of the ball.
 */
static inline double rolling_stiffness(const scr_batch *b, int k) {
  const double r = 0.5 * b->reff[k];
  return b->par[KS][k] * (r * r);
}

/* `report`: a constant in each call, as the compiler makes no vectors of a choice that is the same
 * for all lanes. */
__attribute__((always_inline)) static inline void roll(scr_batch *b, tcol before,
                                                       const bool report) {
  const double *fric = b->par[RR_FRIC], *fn = b->st[FN], *act = b->act, *was = b->was;
  double *slip = b->st[RR_SLIP], *twist = b->st[RT], *mt = b->mt;
  const tcol moment = tang_col(b->st + RB), bend = tang_lanes(b->bend), mb = tang_lanes(b->mb);
  const bool elastic = b->elastic;
  SCR_EACH(k, b->n) {
    const double kr = rolling_stiffness(b, k), limit = fric[k] * (0.5 * b->reff[k]) * fn[k];
    const bool on = (act[k] != 0) & (kr > 0);
    const tang old = tang_where(was[k] != 0, tang_get(moment, k), (tang){0});
    const tang trial = report ? old : tang_axpy(-kr, tang_get(bend, k), old);
    const bool slid = report ? slip[k] != 0 : on & slides(trial, limit, elastic);
    const tang held = tang_where(slid & !report, slide_back(trial, limit), trial);
    const tang m = tang_where(on, held, (tang){0});
    tang_put(before, k, old);
    tang_put(moment, k, m);
    tang_put(mb, k, m);
    slip[k] = slid ? 1.0 : 0.0;
    twist[k] = 0;
    mt[k] = 0;
  }
}

/* What the slider takes, and what the spring of a contact that opens still held. */
static void put_rolling_work(scr_batch *b, tcol before) {
  const double *slip = b->st[RR_SLIP], *act = b->act;
  const tcol moment = tang_col(b->st + RB), bend = tang_lanes(b->bend);
  SCR_EACH(k, b->n) {
    const bool slides = (slip[k] != 0) | (act[k] == 0);
    const double kr = rolling_stiffness(b, k);
    b->work[SCR_BOOK_ROLLING][k] =
        slides ? slide_work(tang_get(moment, k), tang_get(before, k), tang_get(bend, k), kr) : 0;
  }
}

void SCR_NAME(scr_rrlinear_force)(scr_batch *b) {
  scr_lanes old[3];
  SCR_NAME(scr_linear_force)(b);
  if (b->report)
    roll(b, tang_lanes(old), true);
  else
    roll(b, tang_lanes(old), false);
  if (b->want & SCR_WANT_WORK) put_rolling_work(b, tang_lanes(old));
}

void SCR_NAME(scr_rrlinear_stiff)(scr_batch *b) {
  const double *act = b->act;
  SCR_NAME(scr_linear_stiff)(b);
  SCR_EACH(k, b->n) {
    b->kb[k] = act[k] * rolling_stiffness(b, k);
    b->kt[k] = 0;
  }
}

#else

static const scr_prop prop[] = {RRLINEAR_PROPERTIES};

static double rolling_stiffness(const scr_ends *e, const double *p) {
  const double r = 1 / (e->curvature[0] + e->curvature[1]);
  return p[KS] * (r * r);
}

void scr_rrlinear_derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                         const double *st, double *out) {
  if (m->prop[index].slot == D_RR_KR)
    out[0] = rolling_stiffness(e, p);
  else
    scr_linear_derive(m, index, e, p, st, out);
}

uint64_t scr_rrlinear_inherit(const double *value[2], const bool *have[2], double *param) {
  enum { FIRST = LINEAR_ROWS }; /* of the law's own properties: rr_fric */
  return scr_linear_inherit(value, have, param) |
         scr_inherit_friction(value, have, FIRST, RR_FRIC, param);
}

double scr_rrlinear_strain(const scr_ends *e, int dim, const double *p, const double *st,
                           int what) {
  if (what == SCR_STORED_STRAIN) return scr_linear_strain(dim, p, st);
  const double kr = rolling_stiffness(e, p);
  return kr > 0 ? scr_shear_square(dim, st + RB) / (2 * kr) : 0;
}

static const scr_method method[] = {LINEAR_METHODS};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN}, {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},  {"energy-rrstrain", false, SCR_STORED_ROLLING},
    {"energy-rrslip", true, SCR_BOOK_ROLLING},   {"energy-break", true, SCR_BOOK_BREAK},
};

const scr_model scr_model_rrlinear = {
    .name = "rrlinear",
    .doc = "linear, with resistance to rolling",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = RRLINEAR_PARAMS,
    .nstate = RRLINEAR_STATES,
    .shear_state = (const int[]){FS, RB, -1},
    .rotates = true,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_rrlinear_inherit,
    .prepare = scr_linear_prepare,
    .reach = scr_linear_reach,
    .derive = scr_rrlinear_derive,
    .state_set = scr_linear_state_set,
    .twin_stiffness = scr_linear_twin,
    .strain = scr_rrlinear_strain,
    .dampers = SCR_DAMPERS(FRIC, RR_FRIC),
    .hints = {.reports = true,
              .edits = 1u << FN,
              .edits_of = scr_linear_sums,
              .reported = scr_linear_reported,
              .settle = scr_linear_settle},
};

#endif
