/* Contact law `burgercbond`: Burger's chain of `burger`, solved exactly for a steady motion in each
 * step, with a bond of no size. Formulas: docs/physics.md, burgercbond. */
#include "model/burger.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include "base/base.h"
#include "base/smath.h"
#include "model/cbond.h"

enum { CB_TENF = BURGER_PARAMS, CB_SHEARF, NPARAM };
enum { CB_STATE = BURGER_STATES, NSTATE };

#ifdef SCR_KERNEL
#include "model/slide.h"

void SCR_NAME(scr_burgercbond_force)(scr_batch *b);
void SCR_NAME(scr_burgercbond_stiff)(scr_batch *b);

/* ---- the chain over a step ---- */

/* Of one direction: f' = ff f + fu uk + fd du, uk' = uf f + uu uk + ud du for a steady motion du;
 * uk' = rest uk + w0 f + w1 f' where the force is given, steady between both. k: stiffness against
 * a jump. */
typedef struct chain {
  double ff, fu, fd, uf, uu, ud, rest, w0, w1, k;
} chain;
enum { COEFS = sizeof(chain) / sizeof(double) };

/* The mean of exp(-z s) over s from 0 to 1. */
static double mean_decay(double z) {
  if (z > 80) return 1 / z;
  const double h = 0.5 * z;
  return h > 0 ? scr_exp(-h) * (scr_sinh(h) / h) : 1;
}

/* The mean of s exp(-z (1 - s)): (1 - mean_decay(z))/z, as a series where that would cancel. */
static double late_mean(double z, double mean) {
  if (z > 0.5) return (1 - mean) / z;
  double sum = 0, term = 0.5;
  for (int n = 3; n < 18; n++) sum += term, term *= -z / n;
  return sum;
}

/* The Kelvin element under a given force. */
static void add_given(chain *c, double kk, double ck, double dt) {
  if (!(kk > 0) && !(ck > 0)) return;
  const double z = kk / ck * dt, mean = ck > 0 ? mean_decay(z) : 0,
               late = ck > 0 ? late_mean(z, mean) : 0;
  c->rest = ck > 0 ? scr_exp(-z) : 0;
  c->w0 = ck > 0 ? dt / ck * (mean - late) : 0;
  c->w1 = ck > 0 ? dt / ck * late : 1 / kk;
}

/* Without the Kelvin element's dashpot both springs share what they are stretched by. */
static chain plain_chain(double kk, double km, double cm, double dt) {
  const double k = kk > 0 ? km / (1 + km / kk) : km, z = k * dt / cm, e = scr_exp(-z),
               ik = kk > 0 ? 1 / kk : 0;
  const double ff = e * (k / km), fu = kk > 0 ? e * k : 0, fd = k * mean_decay(z);
  return (chain){
      .ff = ff, .fu = fu, .fd = fd, .uf = ik * ff, .uu = ik * fu, .ud = ik * fd, .k = km};
}

/* In f/sqrt(Km) and sqrt(Kk) uk the chain's matrix is symmetric: it has a rotation by t = tan of
 * the angle, and two rates of at least 0. The slow rate and the difference of both decays are
 * products, so that they do not cancel. */
static chain full_chain(double kk, double ck, double km, double cm, double dt) {
  const double p = km / cm + km / ck, q = kk / ck, m = sqrt(km * kk) / ck, d = p - q,
               root = sqrt(scr_fma(d, d, 4 * m * m));
  const double t = !(m > 0) ? 0 : d >= 0 ? 2 * m / (d + root) : (root - d) / (2 * m);
  const double fast = scr_fma(m, t, p), slow = (km / cm) * q / fast;
  const double c2 = 1 / scr_fma(t, t, 1), cs = t * c2, s2 = t * cs;
  const double z1 = fast * dt, z2 = slow * dt, e1 = scr_exp(-z1), e2 = scr_exp(-z2),
               m1 = mean_decay(z1), m2 = mean_decay(z2),
               apart = cs * (e2 * ((z1 - z2) * mean_decay(z1 - z2)));
  const double both = sqrt(km * kk), flow = dt / ck;
  return (chain){.ff = scr_fma(c2, e1, s2 * e2),
                 .fu = both * apart,
                 .fd = km * scr_fma(c2, m1, s2 * m2),
                 .uf = kk > 0 ? apart / both : flow * m1,
                 .uu = scr_fma(s2, e1, c2 * e2),
                 .ud = kk > 0 ? sqrt(km / kk) * (cs * (m2 - m1)) : flow * (km * late_mean(z1, m1)),
                 .k = km};
}

/* A dashpot or spring of the Maxwell element that is 0 carries nothing. What a dashpot resists is
 * over in so small a part of a step that it counts as none, and squares would overflow. */
static chain chain_of(double kk, double ck, double km, double cm, double dt) {
  const double AT_ONCE = 1e40;
  if (!((km > 0) & (cm > 0))) return (chain){0};
  const bool kelvin = ck > 0 && (km + kk) * dt / ck < AT_ONCE && km * dt / cm < AT_ONCE;
  chain c = kelvin ? full_chain(kk, ck, km, cm, dt) : plain_chain(kk, km, cm, dt);
  add_given(&c, kk, kelvin ? ck : 0, dt);
  return c;
}

/* The last one is kept by each thread for each direction: its exponentials cost as much as ten
 * contacts, and most contacts of a model have one set of parameters and one timestep. */
typedef struct known {
  double of[5]; /* parameters and timestep */
  chain is;
} known;

static const chain *chain_known(known *last, const double *of) {
  if (memcmp(last->of, of, sizeof last->of) != 0) {
    memcpy(last->of, of, sizeof last->of);
    last->is = chain_of(of[0], of[1], of[2], of[3], of[4]);
  }
  return &last->is;
}

/* The same for all contacts of a tile, column by column in the order of `chain`; `first`: the slot
 * of Kk. */
typedef struct chains {
  scr_lanes of[COEFS];
} chains;
enum { FF, FU, FD, UF, UU, UD, REST, W0, W1, JUMP };

static void put_chain(chains *out, int from, int to, const chain *c) {
  double coef[COEFS];
  memcpy(coef, c, sizeof coef);
  for (int i = 0; i < COEFS; i++)
    for (int k = from; k < to; k++) out->of[i][k] = coef[i];
}

static void find_chains(const scr_batch *b, int first, chains *out) {
  static _Thread_local known last[2];
  known *mine = &last[first != KNK];
  const int n = (b->n + 7) & -8;
  for (int k = 0; k < n; k++) {
    double of[5] = {[4] = b->dt};
    for (int i = 0; i < 4; i++) of[i] = b->par[first + i][k];
    put_chain(out, k, b->same ? n : k + 1, chain_known(mine, of));
    if (b->same) return;
  }
}

/* ---- one step ---- */

/* The state before a step, and what it would be with the bond. */
typedef struct step {
  scr_lanes fn, u, ukn, fs[3], uks[3]; /* before */
  scr_lanes jump;                      /* of the normal displacement, at the step's begin */
  scr_lanes held_n, held_ukn, held_s[3], held_uks[3];
  scr_lanes broken; /* SCR_BOND_TENSION, SCR_BOND_SHEAR or 0 */
  scr_lanes slid, limit;
} step;

static void keep(const scr_batch *b, step *o) {
  const double *was = b->was, *state = b->st[CB_STATE];
  const tcol fs = tang_col(b->st + FS), uks = tang_col(b->st + UKS), to_fs = tang_lanes(o->fs),
             to_uks = tang_lanes(o->uks);
  const tang none = {0};
  SCR_EACH(k, b->n) {
    const bool lives = (was[k] != 0) | (state[k] >= SCR_BOND_HOLDS);
    o->fn[k] = lives ? b->st[FN][k] : 0;
    o->u[k] = lives ? b->st[U][k] : 0;
    o->ukn[k] = lives ? b->st[UKN][k] : 0;
    tang_put(to_fs, k, tang_where(lives, tang_get(fs, k), none));
    tang_put(to_uks, k, tang_where(lives, tang_get(uks, k), none));
  }
}

/* Normal direction, as if the bond held. Overlap that no motion of this step made enters as a jump
 * at its beginning. */
static void pull(const scr_batch *b, const chains *c, step *o) {
  const double *gap = b->gap, *dn = b->dn, *tenf = b->par[CB_TENF], *state = b->st[CB_STATE];
  const double most = b->elastic ? HUGE_VAL : 0;
  SCR_EACH(k, b->n) {
    const double now = -gap[k], u0 = o->u[k], moved = -dn[k] < now ? -dn[k] : now;
    const double du = u0 == 0 ? moved : now - u0, jump = u0 == 0 ? now - moved : 0;
    const double f0 = scr_fma(c->of[JUMP][k], jump, o->fn[k]), uk0 = o->ukn[k];
    const double f = scr_fma(c->of[FF][k], f0, scr_fma(c->of[FU][k], uk0, c->of[FD][k] * du));
    o->jump[k] = jump;
    o->held_n[k] = f + 0.0; /* zeros have no sign */
    o->held_ukn[k] = scr_fma(c->of[UF][k], f0, scr_fma(c->of[UU][k], uk0, c->of[UD][k] * du)) + 0.0;
    o->broken[k] =
        ((state[k] >= SCR_BOND_HOLDS) & (-f > tenf[k] + most)) ? (double)SCR_BOND_TENSION : 0;
  }
}

/* Shear, likewise. */
static void shear(const scr_batch *b, const chains *c, step *o) {
  const double *shearf = b->par[CB_SHEARF], *state = b->st[CB_STATE];
  const double most = b->elastic ? HUGE_VAL : 0;
  const tcol ds = tang_lanes((scr_lanes *)b->ds), fs = tang_lanes(o->fs), uks = tang_lanes(o->uks),
             to_s = tang_lanes(o->held_s), to_uks = tang_lanes(o->held_uks);
  SCR_EACH(k, b->n) {
    const tang f0 = tang_get(fs, k), uk0 = tang_get(uks, k), d = tang_get(ds, k);
    const tang f =
        tang_axpy(c->of[FF][k], f0, tang_axpy(c->of[FU][k], uk0, tang_mul(-c->of[FD][k], d)));
    const tang uk =
        tang_axpy(c->of[UF][k], f0, tang_axpy(c->of[UU][k], uk0, tang_mul(-c->of[UD][k], d)));
    const bool asked = (state[k] >= SCR_BOND_HOLDS) & (o->broken[k] == 0);
    const bool breaks = asked & slides(f, shearf[k] + most, false);
    tang_put(to_s, k, tang_add(f, (tang){0}));
    tang_put(to_uks, k, tang_add(uk, (tang){0}));
    o->broken[k] = breaks ? (double)SCR_BOND_SHEAR : o->broken[k];
  }
}

/* The normal force without a bond is at least 0, and is there where the pieces overlap. */
static void end_normal(scr_batch *b, const chains *c, step *o) {
  const double *gap = b->gap, *fric = b->par[FRIC];
  double *state = b->st[CB_STATE], *fn = b->st[FN], *u = b->st[U], *uk = b->st[UKN], *act = b->act,
         *slip = b->st[SLIP];
  const tcol trial = tang_lanes(o->held_s);
  const bool elastic = b->elastic;
  SCR_EACH(k, b->n) {
    const bool holds = (state[k] >= SCR_BOND_HOLDS) & (o->broken[k] == 0);
    const bool on = holds | (gap[k] <= 0), cut = !holds & (o->held_n[k] < 0);
    const double f = cut ? 0 : o->held_n[k];
    const double given = scr_fma(c->of[REST][k], o->ukn[k], c->of[W0][k] * o->fn[k]);
    const bool slides_on = on & !holds & slides(tang_get(trial, k), fric[k] * f, elastic);
    act[k] = on ? 1 : 0;
    fn[k] = on ? f : 0;
    u[k] = on ? -gap[k] : 0;
    uk[k] = !on ? 0 : cut ? given : o->held_ukn[k];
    state[k] = o->broken[k] != 0 ? o->broken[k] : state[k];
    o->slid[k] = slides_on ? 1 : 0;
    o->limit[k] = on ? f : 0;
    slip[k] = o->slid[k];
  }
}

/* What slides; the Kelvin displacement follows the limited force. */
static void end_shear(scr_batch *b, const chains *c, step *o) {
  const double *act = b->act, *slip = b->st[SLIP];
  const tcol fs = tang_col(b->st + FS), uks = tang_col(b->st + UKS), f0 = tang_lanes(o->fs),
             uk0 = tang_lanes(o->uks), trial = tang_lanes(o->held_s),
             whole = tang_lanes(o->held_uks);
  const tang none = {0};
  SCR_EACH(k, b->n) tang_put(fs, k, tang_get(trial, k));
  slide_all(b->n, fs, o->slid, b->par[FRIC], o->limit);
  SCR_EACH(k, b->n) {
    const tang f = tang_get(fs, k);
    const tang given =
        tang_axpy(c->of[REST][k], tang_get(uk0, k),
                  tang_axpy(c->of[W0][k], tang_get(f0, k), tang_mul(c->of[W1][k], f)));
    const tang uk = tang_where(slip[k] != 0, given, tang_get(whole, k));
    tang_put(fs, k, tang_where(act[k] != 0, f, none));
    tang_put(uks, k, tang_where(act[k] != 0, uk, none));
  }
}

/* ---- what is told of it ---- */

/* Strengths of bonds that broke, and what their springs held then. */
static void tell(scr_batch *b, const step *o) {
  for (int k = 0; k < b->n; k++) {
    const bool torn = b->st[CB_STATE][k] == SCR_BOND_TENSION;
    double sum = burger_stored(o->held_n[k], o->held_ukn[k], b->par[KNK][k], b->par[KNM][k]);
    for (int c = 0; c < b->nt; c++)
      sum += burger_stored(o->held_s[c][k], o->held_uks[c][k], b->par[KSK][k], b->par[KSM][k]);
    b->strength[k] = b->par[torn ? CB_TENF : CB_SHEARF][k];
    b->spent[k] = sum;
  }
}

/* Energies of one direction in this step: what came in by the mean force along the motion and by a
 * jump, less what the springs store more, is what the dashpots took, but for slip. */
typedef struct took {
  double in, more;
} took;

static took took_normal(scr_batch *b, const step *o, int k) {
  const double kk = b->par[KNK][k], ck = b->par[CNK][k], km = b->par[KNM][k];
  const double f = b->st[FN][k], f0 = o->fn[k], jump = o->jump[k], moved = -b->dn[k];
  const double at_once = ck > 0 || !(kk > 0) ? km : kk * km / (kk + km);
  const bool carries = km > 0 && b->par[CNM][k] > 0;
  const double given = carries ? jump * (f0 + 0.5 * at_once * jump) : 0;
  b->work[SCR_BOOK_STIFFNESS][k] = given;
  return (took){given + 0.5 * (f + f0) * moved,
                burger_stored(f, b->st[UKN][k], kk, km) - burger_stored(f0, o->ukn[k], kk, km)};
}

/* `slip`: what the slider takes, by the part of the way that the chain did not go. */
static took took_shear(const scr_batch *b, const step *o, int k, double *slip) {
  const double kk = b->par[KSK][k], km = b->par[KSM][k], cm = b->par[CSM][k];
  const double im = km > 0 ? 1 / km : 0, ic = cm > 0 ? b->dt / cm : 0;
  took t = {0, 0};
  double slid = 0;
  for (int c = 0; c < b->nt; c++) {
    const double f = b->st[FS + c][k], f0 = o->fs[c][k], mean = 0.5 * (f + f0);
    const double uk = b->st[UKS + c][k], uk0 = o->uks[c][k], moved = -b->ds[c][k];
    slid += mean * (moved - (uk - uk0) - (f - f0) * im - mean * ic);
    t.in += mean * moved;
    t.more += burger_stored(f, uk, kk, km) - burger_stored(f0, uk0, kk, km);
  }
  *slip = b->st[SLIP][k] != 0 && slid > 0 ? slid : 0;
  return t;
}

/* What both dashpots take in the normal direction, fm^2 dt/Cm + Ck duk^2/dt; where the contact
 * opens the Kelvin element's spring relaxes in its own one. */
static double resisted(const scr_batch *b, const step *o, int k) {
  const bool open = b->act[k] == 0;
  const double cm = b->par[CNM][k], mean = 0.5 * (b->st[FN][k] + o->fn[k]),
               uk = open ? o->held_ukn[k] : b->st[UKN][k], duk = uk - o->ukn[k];
  return (cm > 0 ? mean * mean * b->dt / cm : 0) + b->par[CNK][k] * duk * duk / b->dt +
         (open ? 0.5 * b->par[KNK][k] * uk * uk : 0);
}

/* What the Maxwell element's spring still holds where the pieces part, J: it relaxes in its own
 * dashpot. */
static double left_in_maxwell(const scr_batch *b, const step *o, int k) {
  const double km = b->par[KNM][k], dn = b->dn[k], f0 = o->fn[k], before = dn - b->gap[k];
  const double slope = dn > 0 ? (f0 - o->held_n[k]) / dn : 0; /* by which the force falls, N/m */
  const double left = max0(left_at_end(f0, slope, before, dn));
  return b->act[k] == 0 && km > 0 ? left * left / (2 * km) : 0;
}

/* What an edit of the overlap, by `jump`, has booked before this step; all that was held where it
 * `opened` the contact. */
typedef struct edited {
  double jump, booked;
  bool opened;
} edited;

static edited edit_of(const scr_batch *b, const step *o, int k) {
  const double before = b->dn[k] - b->gap[k];
  const bool bonded = o->broken[k] != 0 || b->st[CB_STATE][k] >= SCR_BOND_HOLDS;
  edited e = {.jump = b->edited[k] != 0 ? burger_edited(o->u[k], before) : 0};
  e.opened = e.jump != 0 && before < 0 && !bonded;
  e.booked = burger_booked(b, k, (burger_link){o->fn[k], o->ukn[k]}, e.jump, bonded);
  if (!e.opened) return e;
  e.booked = -burger_stored(o->fn[k], o->ukn[k], b->par[KNK][k], b->par[KNM][k]);
  for (int c = 0; c < b->nt; c++)
    e.booked -= burger_stored(o->fs[c][k], o->uks[c][k], b->par[KSK][k], b->par[KSM][k]);
  return e;
}

/* In steps in which a contact begins or ends the mean of its forces is not what acts: the rest is
 * booked as in the other laws. */
static void energies(scr_batch *b, const step *o) {
  for (int k = 0; k < b->n; k++) {
    double slip;
    const took n = took_normal(b, o, k), s = took_shear(b, o, k, &slip);
    const bool open = b->act[k] == 0, broke = o->broken[k] != 0,
               ended = broke && (open || o->broken[k] == SCR_BOND_TENSION),
               free = !broke && b->st[CB_STATE][k] < SCR_BOND_HOLDS,
               kink = free && (b->st[FN][k] > 0) != (o->fn[k] > 0);
    const edited e = edit_of(b, o, k);
    const bool gone = e.opened && open; /* the edit took what it held */
    const double lost_n = n.in + e.booked - n.more, lost_s = gone ? 0 : s.in - s.more - slip;
    const double along = n.in + 0.5 * (b->st[FN][k] + o->fn[k]) * e.jump - n.more;
    const double dash_n = gone ? 0 : kink ? resisted(b, o, k) + left_in_maxwell(b, o, k) : along;
    b->work[SCR_BOOK_SLIP][k] = slip;
    b->work[SCR_BOOK_BREAK][k] = ended ? lost_n + lost_s : 0;
    b->work[SCR_BOOK_DASHPOT][k] = ended ? 0 : dash_n + lost_s;
    b->work[SCR_BOOK_STEP][k] = ended || gone ? 0 : dash_n - lost_n;
    b->work[SCR_BOOK_ROLLING][k] = 0;
  }
}

void SCR_NAME(scr_burgercbond_force)(scr_batch *b) {
  step o;
  chains c;
  if (b->report) {
    memcpy(b->act, b->was, sizeof b->act);
  } else {
    keep(b, &o);
    find_chains(b, KNK, &c);
    pull(b, &c, &o);
    chains cs;
    find_chains(b, KSK, &cs);
    shear(b, &cs, &o);
    end_normal(b, &c, &o);
    end_shear(b, &cs, &o);
    if (b->want & SCR_WANT_WORK) energies(b, &o);
    if (b->want & SCR_WANT_BREAK) tell(b, &o);
  }
  burger_put_force(b);
}

void SCR_NAME(scr_burgercbond_stiff)(scr_batch *b) { SCR_NAME(scr_burger_stiff)(b); }

#else

#include "model/common.h"

enum { D_TENS, D_SHEARS };

static const scr_prop prop[] = {
    BURGER_PROPERTIES,
    BURGER_STATE,
    CBOND_PROPERTIES(CB_TENF, CB_SHEARF, CB_STATE, D_TENS, D_SHEARS),
};

static double area_of(const scr_ends *e) {
  return bond_size_of(e->dim, scr_bond_radius(e, 1, 0)).area;
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  (void)st;
  out[0] = p[m->prop[index].slot == D_TENS ? CB_TENF : CB_SHEARF] / area_of(e);
}

/* Across a gap a bond is as long as that: it carries nothing there. */
static const char *make_bond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                             double *st) {
  (void)p, (void)clears;
  const bool was = st[CB_STATE] >= SCR_BOND_HOLDS;
  const char *why = scr_cbond_make(e, a, &st[CB_STATE]);
  if (!was && st[CB_STATE] >= SCR_BOND_HOLDS && e->gap > 0) st[U] = -e->gap;
  return why;
}

static const char *unbond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                          double *st) {
  (void)p, (void)clears;
  return scr_cbond_end(e, a, &st[CB_STATE]);
}

static const char *strength(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                            double *st) {
  (void)clears, (void)st;
  return scr_cbond_strength(a, area_of(e), &p[CB_TENF], &p[CB_SHEARF]);
}

static void settle(const scr_ends *e, const double *p, double *st) {
  const bool bonded = st[CB_STATE] >= SCR_BOND_HOLDS;
  scr_burger_settle(e, p, st, bonded, bonded);
}

static const scr_method method[] = {CBOND_METHODS(make_bond, unbond, strength)};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},    {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},     {"energy-break", true, SCR_BOOK_BREAK},
    {"energy-stiffness", true, SCR_BOOK_STIFFNESS},
};

const scr_model scr_model_burgercbond = {
    .name = "burgercbond",
    .doc = "Burger's creep law, exact in time, with a bond of no size",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){FS, UKS, -1},
    .bonds = true,
    .bond = CB_STATE,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .derive = derive,
    .twin_stiffness = scr_burger_twin,
    .strain = scr_burger_strain,
    .hints = {.flat = true,
              .reports = true,
              .reported = scr_burger_reported,
              .steady = scr_burger_steady,
              .edits = 1u << U,
              .settle = settle},
};

#endif
