/* Contact law `capillary`: hertz, and a bridge of a given volume of liquid between grains, which
 * forms where they touch and holds until it ruptures. Formulas: docs/physics.md, capillary. */
#include "model/bridge.h"

#include <math.h>
#include <stddef.h>
#include "base/smath.h"

/* ANGLE in radians and its cosine follow from CAP_ANGLE. */
enum { VOLUME = HERTZ_PARAMS, TENSION, CAP_ANGLE, CAP_MODE, CAP_END, ANGLE, COSINE, NPARAM };
enum { NSTATE = BRIDGE_STATES };
/* WET of pieces that `make_dry` left dry while they touch, until they part: to readers it is 0. */
static const double DRIED = SCR_BOND_NONE + 0.5;
enum { WILLETT, WILLETT_FULL, RABINOVICH, SOULIE };
enum { LIAN, WILLETT_END };

/* r: effective radius, twice R1 R2/(R1 + R2); large: the larger radius, product: of both. A ball
 * beside a wall is like two balls of twice its radius. */
typedef struct liquid {
  double volume, tension, angle, cosine, r, large, product;
  int mode, end;
} liquid;

/* The fit of Willett and others: polynomials of the angle and of L = ln(V/R^3). */
static inline double fit(const double c[4][3], double t, double l) {
  double sum = 0;
  for (int k = 3; k >= 0; k--) sum = sum * l + (c[k][0] + t * (c[k][1] + t * c[k][2]));
  return sum;
}
static inline double willett(liquid q, double s) {
  static const double c1[4][3] = {{-0.44507, 0.050832, -1.1466},
                                  {-0.1119, -0.000411, -0.1490},
                                  {-0.012101, -0.0036456, -0.01255},
                                  {-0.0005, -0.0003505, -0.00029076}},
                      c2[4][3] = {{1.9222, -0.57473, -1.2918},
                                  {-0.0668, -0.1201, -0.22574},
                                  {-0.0013375, -0.0068988, -0.01137},
                                  {0, 0, 0}},
                      c3[4][3] = {{1.268, -0.01396, -0.23566},
                                  {0.198, 0.092, -0.06418},
                                  {0.02232, 0.02238, -0.009853},
                                  {0.0008585, 0.001318, -0.00053}},
                      c4[4][3] = {{-0.010703, 0.073776, -0.34742},
                                  {0.03345, 0.04543, -0.09056},
                                  {0.0018574, 0.004456, -0.006257},
                                  {0, 0, 0}};
  const double l = scr_log(q.volume / (q.r * q.r * q.r)), t = q.angle;
  double most = fit(c1, t, l);
  if (s > 0) {
    const double p = scr_log(s / (2 * sqrt(q.volume / q.r)));
    most -= fit(c2, t, l) * scr_exp(p * (fit(c3, t, l) + p * fit(c4, t, l)));
  }
  return 2 * SCR_PI * (q.r * q.tension) * scr_exp(most);
}

static inline double rabinovich(liquid q, double s) {
  const double whole = 2 * SCR_PI * (q.r * q.tension);
  if (!(s > 0)) return whole * q.cosine;
  const double root = sqrt(1 + 2 * q.volume / (SCR_PI * q.r * (s * s))) - 1, depth = 0.5 * s * root,
               half = sqrt(s * root / q.r);
  return whole * (q.cosine / (1 + s / (2 * depth)) + scr_sin(half) * scr_sin(half + q.angle));
}

static inline double soulie(liquid q, double s) {
  const double w = q.volume / (q.large * q.large * q.large), l = scr_log(w);
  const double a = -1.1 * scr_exp(-0.53 * l),
               b = (-0.148 * l - 0.96) * (q.angle * q.angle) - 0.0082 * l + 0.48,
               c = 0.0018 * l + 0.078;
  return SCR_PI * q.tension * sqrt(q.product) * (c + scr_exp(a * s / q.large + b));
}

/* Attraction over the gap s >= 0, N. */
static inline double pull_over(liquid q, double s) {
  const double x = s * sqrt(q.r / q.volume);
  switch (q.mode) {
  case WILLETT_FULL: return willett(q, s);
  case RABINOVICH: return rabinovich(q, s);
  case SOULIE: return soulie(q, s);
  default: return 2 * SCR_PI * (q.r * q.tension) * q.cosine / (1 + x * (1.05 + 2.5 * x));
  }
}

/* By how much Rabinovich's attraction grows with the overlap, 1/m; the others' do not. */
static inline double growth(liquid q) {
  return q.mode == RABINOVICH ? sqrt(SCR_PI * q.r / (2 * q.volume)) : 0;
}

static inline bool holds_liquid(liquid q) { return (q.volume > 0) & (q.tension > 0); }

static inline double pull_at(liquid q, double gap) {
  if (!holds_liquid(q)) return 0;
  return gap > 0 ? pull_over(q, gap) : pull_over(q, 0) * (1 - growth(q) * gap);
}

/* Work against the attraction from the gap 0 on, J: by Gauss's rule with 8 points of u, s = gap
 * u^2. */
static inline double held_at(liquid q, double gap) {
  static const double x[] = {0.98014492824876809, 0.89833323870681336, 0.76276620495816449,
                             0.59171732124782495, 0.40828267875217511, 0.23723379504183550,
                             0.10166676129318664, 0.01985507175123188},
                      w[] = {0.05061426814518813, 0.11119051722668724, 0.15685332293894363,
                             0.18134189168918099, 0.18134189168918099, 0.15685332293894363,
                             0.11119051722668724, 0.05061426814518813};
  if (!holds_liquid(q)) return 0;
  if (!(gap > 0)) return pull_over(q, 0) * (gap - 0.5 * growth(q) * (gap * gap));
  double sum = 0;
  for (int k = 0; k < 8; k++) sum += w[k] * x[k] * pull_over(q, gap * (x[k] * x[k]));
  return 2 * gap * sum;
}

/* The gap at which the bridge ruptures, m. */
static inline double rupture_gap(liquid q, double root) {
  const double more = q.end == WILLETT_END ? root * root / (10 * q.r) : 0;
  return (1 + 0.5 * q.angle) * (root + more);
}

static inline double cube_root(double x) { return x > 0 ? scr_exp(scr_log(x) / 3) : 0; }

#ifdef SCR_KERNEL

void SCR_NAME(scr_capillary_force)(scr_batch *b);
void SCR_NAME(scr_capillary_stiff)(scr_batch *b);

static inline liquid liquid_at(const scr_batch *b, int k) {
  const double r1 = b->r1[k], r2 = b->r2[k], r = b->reff[k], more = r1 > r2 ? r1 : r2;
  const bool wall = r > 1.5 * more; /* twice the radius; of balls it is at most the larger one */
  return (liquid){.volume = b->par[VOLUME][k],
                  .tension = b->par[TENSION][k],
                  .angle = b->par[ANGLE][k],
                  .cosine = b->par[COSINE][k],
                  .r = r,
                  .large = wall ? r : more,
                  .product = wall ? r * r : r1 * r2,
                  .mode = (int)b->par[CAP_MODE][k],
                  .end = (int)b->par[CAP_END][k]};
}

/* What the step stores and what a rupture takes; `was`: there was a bridge. Where one forms between
 * pieces that are pressed already, the edit that gave it its liquid has booked what it holds. So it
 * has where it left the bridge beyond `end`: that ruptures with what it holds there. */
static void put_bridge_work(scr_batch *b, int k, liquid q, bool was, bool now, double end,
                            double force) {
  const double gap = b->gap[k], before = gap - b->dn[k];
  const bool ruptures = was & !now, booked = now & (b->was[k] != 0) & !(before > 0);
  const double from = before > end ? before : end, lost = ruptures ? held_at(q, from) : 0,
               held = now ? held_at(q, gap) : lost;
  const double old = (was | booked) ? held_at(q, before) : 0, pulled = was ? pull_at(q, before) : 0;
  b->work[SCR_BOOK_BREAK][k] = lost;
  b->work[SCR_BOOK_ROLLING][k] = 0;
  b->work[SCR_BOOK_STEP][k] += b->dn[k] == 0 ? 0 : held - old - 0.5 * (force + pulled) * b->dn[k];
}

/* Contacts one by one: what they hold goes by exponentials. */
static void pull_together(scr_batch *b) {
  const bool fails = !b->report && !b->elastic, works = b->want & SCR_WANT_WORK;
  double *wet = b->st[WET];
  for (int k = 0; k < b->n; k++) {
    const bool was = wet[k] >= SCR_BOND_HOLDS, touches = b->act[k] != 0;
    const double dry = ((wet[k] == DRIED) & !touches) ? (double)SCR_BOND_NONE : wet[k];
    const liquid q = liquid_at(b, k);
    const bool forms = !was & touches & (dry != DRIED) & holds_liquid(q) & !b->report;
    const bool apart = was & (b->gap[k] > 0); /* bridges of what touches do not rupture */
    const double end = apart ? rupture_gap(q, cube_root(q.volume)) : 0;
    const bool ruptures = apart & fails & (b->gap[k] > end), now = (was | forms) & !ruptures;
    const double force = now ? pull_at(q, b->gap[k]) : 0;
    if (works) put_bridge_work(b, k, q, was, now, end, force);
    wet[k] = now ? (double)SCR_BOND_HOLDS : ruptures ? (double)SCR_BOND_TENSION : dry;
    b->act[k] = (now | touches) ? 1.0 : 0.0;
    b->fn[k] -= force;
  }
}

void SCR_NAME(scr_capillary_force)(scr_batch *b) {
  SCR_NAME(scr_hertz_force)(b);
  pull_together(b);
}

/* Attraction fades at a rate of at most 1.05 sqrt(R/V) of what it is (Willett's short formula). */
void SCR_NAME(scr_capillary_stiff)(scr_batch *b) {
  const double *wet = b->st[WET];
  scr_lanes pulled;
  SCR_EACH(k, b->n) pulled[k] = wet[k] >= SCR_BOND_HOLDS ? 1.0 : 0.0;
  SCR_NAME(scr_hertz_stiff_pulled)(b, pulled);
  for (int k = 0; k < b->n; k++) {
    const liquid q = liquid_at(b, k);
    if (pulled[k] != 0 && holds_liquid(q))
      b->kn[k] += 2 * SCR_PI * (q.r * q.tension) * 1.05 * sqrt(q.r / q.volume);
  }
}

#else

enum { D_FORCE, D_STATE, D_REACH };

static const scr_prop prop[] = {
    HERTZ_PROPERTIES,
    {"dp_nratio", SCR_P_REAL, SCR_PROP_PARAM, DP_NRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",
     "normal critical damping ratio"},
    {"dp_sratio", SCR_P_REAL, SCR_PROP_PARAM, DP_SRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",
     "shear critical damping ratio"},
    {"cap_vol", SCR_P_REAL, SCR_PROP_PARAM, VOLUME, 0, HUGE_VAL, 0, 0, "m3",
     "volume of the bridge's liquid"},
    {"cap_tension", SCR_P_REAL, SCR_PROP_PARAM, TENSION, 0, HUGE_VAL, 0, 0, "N/m",
     "surface tension"},
    {"cap_angle", SCR_P_REAL, SCR_PROP_PARAM, CAP_ANGLE, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees",
     "contact angle"},
    {"cap_mode", SCR_P_INT, SCR_PROP_PARAM, CAP_MODE, 0, 3, 0, 0, "",
     "attraction: 0 Willett's short formula, 1 Willett's fit, 2 Rabinovich, 3 Soulie"},
    {"cap_end", SCR_P_INT, SCR_PROP_PARAM, CAP_END, 0, 1, 0, 0, "",
     "gap of the rupture: 0 Lian, 1 Willett"},
    HERTZ_STATE_PROPERTIES(SCR_FORCE_PASSES),
    {"cap_force", SCR_P_REAL, SCR_PROP_DERIVED, D_FORCE, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "N",
     "attraction of the bridge"},
    {"cap_state", SCR_P_INT, SCR_PROP_DERIVED, D_STATE, 0, 2, 0, SCR_PROP_READONLY, "",
     "0 dry, 1 dry after a rupture, 2 wet"},
    {"cap_reach", SCR_P_REAL, SCR_PROP_DERIVED, D_REACH, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "m",
     "gap at which the bridge ruptures"},
};

static void prepare(double *p) {
  scr_hertz_prepare(p);
  p[ANGLE] = p[CAP_ANGLE] * (SCR_PI / 180);
  p[COSINE] = scr_cos(p[ANGLE]);
}

static liquid liquid_of(const scr_ends *e, const double *p) {
  const double r1 = e->facet ? 2 * e->radius[0] : e->radius[0], r2 = e->facet ? r1 : e->radius[1];
  return (liquid){.volume = p[VOLUME],
                  .tension = p[TENSION],
                  .angle = p[ANGLE],
                  .cosine = p[COSINE],
                  .r = e->facet ? r1 : 2 * r1 * r2 / (r1 + r2), /* as the kernel has it */
                  .large = r1 > r2 ? r1 : r2,
                  .product = r1 * r2,
                  .mode = (int)p[CAP_MODE],
                  .end = (int)p[CAP_END]};
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const liquid q = liquid_of(e, p);
  const int wet = (int)st[WET];
  switch (m->prop[index].slot) {
  case D_FORCE: out[0] = wet >= SCR_BOND_HOLDS ? pull_at(q, e->gap) : 0; break;
  case D_STATE: out[0] = wet >= SCR_BOND_HOLDS ? 2 : wet == SCR_BOND_TENSION ? 1 : 0; break;
  default: out[0] = rupture_gap(q, cube_root(q.volume));
  }
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  if (what != SCR_STORED_ADHESION) return scr_hertz_strain(e, dim, p, st, what);
  return st[WET] >= SCR_BOND_HOLDS ? held_at(liquid_of(e, p), e->gap) : 0;
}

static void settle(const scr_ends *e, const double *p, double *st) {
  scr_bridge_settle(e, p, st);
  if (!(e->gap > 0) && st[WET] != DRIED && holds_liquid(liquid_of(e, p))) st[WET] = SCR_BOND_HOLDS;
}

static const char *make_wet(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                            double *st) {
  (void)clears;
  if (!holds_liquid(liquid_of(e, p))) return "a bridge needs cap_vol and cap_tension above 0";
  if (scr_wet_covers(e, a)) st[WET] = SCR_BOND_HOLDS;
  return NULL;
}

/* Where pieces touch a bridge would form again at once. */
static const char *make_dry(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                            double *st) {
  (void)a, (void)p, (void)clears;
  st[WET] = e->gap > 0 ? SCR_BOND_NONE : DRIED;
  return NULL;
}

static const scr_method method[] = {
    {"make_wet", scr_wet_args, make_wet, "a bridge where the gap is at most this (default 0)",
     true},
    {"make_dry", scr_no_args, make_dry,
     "ends the bridge; pieces that touch stay dry until they part", true},
};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},     {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},      {"energy-stiffness", true, SCR_BOOK_STIFFNESS},
    {"energy-adhesive", false, SCR_STORED_ADHESION}, {"energy-break", true, SCR_BOOK_BREAK},
};

static void state_set(const scr_ends *e, int index, double *p, double *st) {
  scr_hertz_follow(e, &prop[index], p, st);
}

const scr_model scr_model_capillary = {
    .name = "capillary",
    .doc = "hertz, with liquid bridges of given volume",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){FS, -1},
    .bonds = true,
    .bond = WET,
    .wanders = true,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_hertz_inherit,
    .prepare = prepare,
    .derive = derive,
    .state_set = state_set,
    .twin_stiffness = scr_hertz_twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(FRIC, -1),
    .hints = {.reports = true, .settle = settle},
};

#endif
