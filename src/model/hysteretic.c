/* Contact law `hysteretic`: hertz, and a normal dashpot that grows with the spring's force and
 * gives a coefficient of restitution at any speed. Formulas: docs/physics.md, hysteretic. */
#include "model/hertz.h"

#include <math.h>
#include <stddef.h>
#include "base/smath.h"

/* HYS_C: the factor c(e) of the dashpot. HYS_RATIO: twice the damping ratio that an impact comes
 * to. */
enum { DP_EN = HERTZ_PARAMS, DP_ENMIN, HYS_MODE, HYS_C, HYS_RATIO, NPARAM };
/* Speed of approach when the contact began, m/s. */
enum { V0 = HERTZ_STATES, NSTATE };

#ifdef SCR_KERNEL

void SCR_NAME(scr_hysteretic_force)(scr_batch *b);
void SCR_NAME(scr_hysteretic_stiff)(scr_batch *b);

/* The largest viscosity: what an impact comes to at its deepest point, or what takes a quarter of
 * the velocity in a step, if that is more. Beyond both a step would give energy. */
static void bounds_of(const scr_batch *b, double *most) {
  const double *ratio = b->par[HYS_RATIO], *alpha = b->par[HZ_ALPHA], *modulus = b->par[MODULUS];
  const double *mass = b->meff, *power = b->st[POWER];
  const double quarter = 0.25 / b->dt;
  SCR_EACH(k, b->n) {
    const double kn = alpha[k] * (modulus[k] * fabs(power[k]));
    const double impact = ratio[k] * sqrt(mass[k] * kn), step = mass[k] * quarter;
    most[k] = impact > step ? impact : step;
  }
}

/* On top of the springs: Fn c/v0 times the rate of the overlap, none where the contact began at
 * rest. */
static void dampen(scr_batch *b) {
  const double *c = b->par[HYS_C], *dn = b->dn, *was = b->was, *act = b->act, *fne = b->st[FN];
  scr_lanes most;
  double *v0 = b->st[V0], *fn = b->fn, *dash = b->dash[0];
  const bool report = b->report, tell = b->want & SCR_WANT_DASH, works = b->want & SCR_WANT_WORK;
  const double rate = 1 / b->dt;
  bounds_of(b, most);
  SCR_EACH(k, b->n) {
    const double speed = -dn[k] * rate, began = speed > 0 ? speed : 0;
    const double start = act[k] == 0 ? 0 : ((was[k] != 0) | report) ? v0[k] : began;
    const double full = fne[k] * (c[k] * (speed / start)), limit = most[k] * speed;
    const double bound = fabs(full) < fabs(limit) ? full : limit;
    const double force = ((start > 0) & (fne[k] > 0) & (c[k] > 0)) ? bound : 0;
    v0[k] = start;
    fn[k] += force;
    if (tell) dash[k] += force;
    if (works) b->work[SCR_BOOK_DASHPOT][k] -= 0.5 * (force * dn[k]);
  }
}

void SCR_NAME(scr_hysteretic_force)(scr_batch *b) {
  SCR_NAME(scr_hertz_force)(b);
  dampen(b);
}

void SCR_NAME(scr_hysteretic_stiff)(scr_batch *b) { SCR_NAME(scr_hertz_stiff)(b); }

#else

enum { GONTHIER, LANKARANI, FLORES, EXACT };

static const scr_prop prop[] = {
    HERTZ_PROPERTIES,
    {"dp_en", SCR_P_REAL, SCR_PROP_PARAM, DP_EN, 0, 1, 1, SCR_PROP_DAMPS, "",
     "coefficient of restitution"},
    {"dp_enmin", SCR_P_REAL, SCR_PROP_PARAM, DP_ENMIN, 0, 1, 0, 0, "",
     "least coefficient of restitution"},
    {"dp_mode", SCR_P_INT, SCR_PROP_PARAM, HYS_MODE, 0, 3, 0, 0, "",
     "dashpot: 0 Gonthier, 1 Lankarani and Nikravesh, 2 Flores, 3 exact"},
    HERTZ_STATE_PROPERTIES(SCR_FORCE_PASSES),
};

/* The d with which e comes out, ln(1 + d) - ln(1 - d e) = d (1 + e), by bisection of (0, 1/e):
 * docs/physics.md. */
static double exact_factor(double e) {
  double lo = 0, hi = 1 / e;
  for (int k = 0; k < 200; k++) {
    const double d = 0.5 * (lo + hi);
    if (!(d > lo && d < hi)) break;
    const double more = d * e < 1 ? scr_log(1 + d) - scr_log(1 - d * e) - d * (1 + e) : HUGE_VAL;
    *(more < 0 ? &lo : &hi) = d;
  }
  return 0.5 * (lo + hi);
}

/* A restitution below this is taken for it: the factors grow without bound. */
static double restitution(const double *p) {
  const double least = 1e-3, e = SCR_MAX(p[DP_EN], p[DP_ENMIN]);
  return SCR_MAX(e, least);
}

/* The damping ratio at the deepest point of an impact, where it is largest: docs/physics.md. */
static double deepest_ratio(double c, double alpha) {
  return 0.5 * sqrt((1 + 1 / alpha) * (c - scr_log(1 + c)));
}

static void prepare(double *p) {
  const double e = restitution(p);
  scr_hertz_prepare(p);
  switch ((int)p[HYS_MODE]) {
  case GONTHIER: p[HYS_C] = (1 - e * e) / e; break;
  case LANKARANI: p[HYS_C] = 0.75 * (1 - e * e); break;
  case FLORES: p[HYS_C] = 8 * (1 - e) / (5 * e); break;
  default: p[HYS_C] = e < 1 ? exact_factor(e) : 0;
  }
  const double most = deepest_ratio(p[HYS_C], p[HZ_ALPHA]);
  p[HYS_RATIO] = 2 * most;
  p[STIFFER_N] = scr_damped_stiffness(1, most);
}

static void settle(const scr_ends *e, const double *p, double *st) {
  scr_hertz_settle(e, p, st);
  if (e->gap > 0) st[V0] = 0;
}

static void state_set(const scr_ends *e, int index, double *p, double *st) {
  scr_hertz_follow(e, &prop[index], p, st);
}

const scr_model scr_model_hysteretic = {
    .name = "hysteretic",
    .doc = "hertz, with a normal dashpot for a coefficient of restitution",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){FS, -1},
    .energy = scr_slip_energies,
    .nenergy = 4,
    .starts_with_force = true,
    .inherit = scr_hertz_inherit,
    .prepare = prepare,
    .state_set = state_set,
    .twin_stiffness = scr_hertz_twin,
    .strain = scr_hertz_strain,
    .hints = {.reports = true, .steady = scr_hertz_steady, .settle = settle},
};

#endif
