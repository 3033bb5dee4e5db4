/* One step of a contact of a network of springs, or of one of its subcontacts, in kernels: it is
 * followed and decided, and its losses are booked. Formulas: docs/physics.md, springnetwork. */
#ifndef SCR_MODEL_NETWORK_STEP_H
#define SCR_MODEL_NETWORK_STEP_H

#include "model/bond_load.h"
#include "model/dashpot.h"
#include "model/softening.h"
#include "model/springnetwork.h"

/* Springs before the step, and as it goes on; Poisson's force before and in it; strength that was
 * exceeded; what the bond stored before it broke. */
typedef struct step {
  bond_size z;
  bond_springs k;
  bond_load d; /* increments, */
  double over; /* and what the overlap then is beyond the reference gap, m */
  bond_load old, now, p_old, p;
  bond_load trial, p_trial; /* both forces before anything slid, softened or broke */
  bool bonded, was, touches, breaks, softened, slips, slipsb, slipst;
  bool sums;    /* the normal force grows by increments, without a bond, too */
  bool own_gap; /* it goes on from the springs where the bond breaks */
  bool joins;   /* a place of a contact that lives; it carried nothing before the step */
  double state, longer, way, dilated, strength, spent; /* dilated: shear displacement so far */
} step;

static inline bond_load sum_of(bond_load a, bond_load c) {
  return (bond_load){a.n + c.n, a.t + c.t, tang_add(a.s, c.s), tang_add(a.b, c.b)};
}

/* What the springs hold, and half of what Poisson's force does along their displacements. */
static inline double held_by(bond_load l, bond_load p, bond_springs k) {
  return load_stored(l, k) + (k.n > 0 ? 0.5 * p.n * l.n / k.n : 0) +
         (k.s > 0 ? 0.5 * tang_dot(p.s, l.s) / k.s : 0);
}

/* The springs follow the step, as if nothing slid or broke. A new contact has been one for a part
 * of the step. */
static inline void step_follow(step *t) {
  double part = t->d.n != 0 ? -t->over / t->d.n : 1.0;
  part = part < 0 ? 1.0 : part > 1.0 ? 1.0 : part;
  part = t->was ? 1.0 : part;
  const double n = t->was ? scr_fma(-t->k.n, t->d.n, t->old.n) : t->k.n * t->over;
  t->now.n = (t->bonded | t->sums) ? n : t->k.n * t->over;
  t->now.t = SCR_DIM == 3 ? scr_fma(-t->k.t, t->d.t, t->old.t) : 0;
  t->now.s = tang_axpy(-(t->k.s * part), t->d.s, t->old.s);
  t->now.b = tang_axpy(-t->k.b, t->d.b, t->old.b);
}

/* Stresses of both forces at the rim, effective ones: tension along the axis, of bending, shear. */
typedef struct stress {
  double axial, bending, tau;
} stress;
static inline stress stress_of(const scr_batch *b, int k, const step *t) {
  const double mcf = b->par[SN_MCF][k], twist = SCR_DIM == 3 ? fabs(t->now.t) * t->z.r / t->z.j : 0;
  return (stress){b->par[SN_PORP][k] - (t->now.n + t->p.n) / t->z.area,
                  mcf * (tang_mag(t->now.b) * t->z.r / t->z.i),
                  tang_mag(tang_add(t->now.s, t->p.s)) / t->z.area + mcf * twist};
}

/* The bond is none from now on: what it carries stays as the springs' own. */
static inline void let_go(step *t, double state) {
  t->state = state, t->breaks = true;
  t->now = state == SCR_BOND_TENSION ? (bond_load){0} : sum_of(t->now, t->p);
  t->p = (bond_load){0};
  t->longer = t->way = 0;
}

/* Tensile strength at that elongation beyond the peak; `once`: it is exceeded. */
static inline double tension_at(const scr_batch *b, int k, double longer, bool once) {
  const double ten = b->par[SN_TEN][k], dc = b->par[SN_TENDC][k];
  const scr_curve *c = curve_of(b, SN_TENTAB, k);
  if (c) return longer > 0 || once ? ten * curve_at(c, longer) : ten;
  return dc > 0 ? ten * (1 - longer / dc) : once ? 0 : ten;
}

/* Tension falls with the elongation beyond the peak: scaled down to the line, or broken. */
static inline double tense(const scr_batch *b, int k, step *t) {
  const double kn = b->par[KN][k];
  const stress s = stress_of(b, k, t);
  const double strong = tension_at(b, k, t->longer, false), sigma = s.axial + s.bending;
  if (!(sigma > strong)) return strong;
  t->strength = strong;
  const double longer = t->longer + (kn > 0 ? (sigma - strong) / kn : 0),
               limit = tension_at(b, k, longer, true);
  if (!(kn > 0 && limit > 0)) {
    let_go(t, SCR_BOND_TENSION);
    return 0;
  }
  const double press = s.axial < 0 ? -s.axial : 0, part = (limit + press) / (sigma + press);
  if (press == 0) t->now.n = (b->par[SN_PORP][k] - part * s.axial) * t->z.area - t->p.n;
  t->now.b = tang_axpy(part, t->now.b, (tang){0});
  t->longer = longer, t->softened = true;
  t->state = SCR_BOND_HOLDS + 1;
  return limit;
}

static inline void hold(const scr_batch *b, int k, step *t) {
  const double ten = b->par[SN_TEN][k], strong = tense(b, k, t);
  if (t->breaks) return;
  const stress s = stress_of(b, k, t);
  const double weak = ten > 0 ? strong / ten : 1,
               most = weak * (b->par[SN_COH][k] - b->par[SN_TAN_FA][k] * s.axial);
  if (!(s.tau > most)) return;
  t->strength = most;
  let_go(t, SCR_BOND_SHEAR);
}

static inline double friction_of(const scr_batch *b, int k) {
  return b->par[FRIC][k] > 0 ? b->par[FRIC][k] : b->par[SN_TAN_FA][k];
}

/* Cohesion by the area of surfaces that were sheared apart, after that way of the slider. */
static inline double cohesion_of(const scr_batch *b, int k, const step *t, double way) {
  const double coh = b->par[SN_COH][k], rest = b->par[SN_COHRES][k], dc = b->par[SN_COHDC][k];
  const scr_curve *c = curve_of(b, SN_COHTAB, k);
  if (t->state != SCR_BOND_SHEAR) return 0;
  if (c) return scr_fma(curve_at(c, way), coh - rest, rest);
  return way < dc ? coh + (rest - coh) * (way / dc) : rest;
}

static inline double limit_of(const scr_batch *b, int k, const step *t, double way) {
  const double a = t->z.area, mu = friction_of(b, k);
  return max0(mu * (t->now.n - b->par[SN_PORP][k] * a) + cohesion_of(b, k, t, way) * a);
}

/* The way of a slider whose cohesion a table gives. */
static inline glide slip_along(const scr_batch *b, int k, const step *t, const scr_curve *c,
                               double size) {
  const bool lifts = t->dilated < b->par[SN_DILZERO][k];
  const double a = t->z.area, coh = b->par[SN_COH][k], rest = b->par[SN_COHRES][k];
  const slider s = {{friction_of(b, k), 0},
                    {rest * a, (coh - rest) * a},
                    {lifts ? b->par[SN_TAN_DIL][k] : 0, 0},
                    b->par[SN_PORP][k] * a,
                    t->k.n,
                    t->k.s};
  return slide_along(c, &s, t->way, size, t->now.n);
}

static inline void slip_by(step *t, double size, glide by) {
  t->now.s = tang_axpy((size - t->k.s * by.way) / size, t->now.s, (tang){0});
  t->now.n += by.press;
  t->way += by.way;
}

/* The slider goes so far that the spring is as its strength then is: this falls with the way, and
 * dilation adds to it. A spring without stiffness takes no way. */
static inline void slip(const scr_batch *b, int k, step *t) {
  const scr_curve *c = curve_of(b, SN_COHTAB, k);
  if (!(t->k.s > 0)) {
    t->now.s = slide_back(t->now.s, limit_of(b, k, t, t->way));
    return;
  }
  if (c && t->state == SCR_BOND_SHEAR) {
    const double whole = tang_mag(t->now.s);
    slip_by(t, whole, slip_along(b, k, t, c, whole));
    return;
  }
  const double dc = b->par[SN_COHDC][k], a = t->z.area, size = tang_mag(t->now.s),
               over = size - limit_of(b, k, t, t->way);
  const bool lifts = t->dilated < b->par[SN_DILZERO][k];
  const double press = lifts ? t->k.n * b->par[SN_TAN_DIL][k] : 0,
               firm = t->k.s + friction_of(b, k) * press;
  const bool falling = (t->state == SCR_BOND_SHEAR) & (t->way < dc);
  const double falls = falling ? (b->par[SN_COH][k] - b->par[SN_COHRES][k]) * a / dc : 0,
               soft = over / (firm - falls);
  const bool ends = falling & ((firm <= falls) | (t->way + soft > dc));
  const double du = ends ? (size - limit_of(b, k, t, dc)) / firm : soft;
  slip_by(t, size, (glide){du, press * du});
}

/* Surfaces without a bond: friction, rolling, twist (Jiang and others). */
static inline void rub(const scr_batch *b, int k, step *t) {
  t->slips = slides(t->now.s, limit_of(b, k, t, t->way), b->elastic);
  if (t->slips) slip(b, k, t);
  if (!t->slips && b->par[SN_HEAL][k] != 0) t->way = 0;
  const double n = t->now.n, roll = 2.1 * 0.25 * b->par[SN_BMUL][k] * (t->z.r * n),
               turn = 0.65 * b->par[SN_TMUL][k] * (friction_of(b, k) * t->z.r * n);
  t->slipsb = slides(t->now.b, roll, b->elastic);
  if (t->slipsb) t->now.b = slide_back(t->now.b, roll);
  t->slipst = (fabs(t->now.t) > turn) & !b->elastic;
  if (t->slipst) t->now.t = (t->now.t > 0 ? turn : -turn) + 0.0;
}

/* What is left of a bond begins with the gap that its springs had: with their force, or as far
 * apart as they were drawn and softened. */
static inline void go_on_from(step *t, double n, double longer) {
  if (!t->own_gap || !t->breaks || !(t->k.n > 0)) return;
  t->over = t->state == SCR_BOND_TENSION ? n / t->k.n - longer : t->now.n / t->k.n;
  t->touches = t->over >= 0;
}

static inline void step_decide(const scr_batch *b, int k, step *t) {
  const double n = t->now.n, longer = t->longer;
  t->trial = t->now, t->p_trial = t->p;
  if (t->bonded) {
    t->slips = t->slipsb = t->slipst = false;
    if (b->want & SCR_WANT_BREAK) t->spent = load_stored(t->now, t->k);
    if (!b->elastic) hold(b, k, t);
  }
  if (t->state >= SCR_BOND_HOLDS) return;
  go_on_from(t, n, longer);
  if (t->breaks && !t->sums) t->now.n = t->k.n * t->over;
  t->now = load_where(t->touches, t->now);
  t->now.n = max0(t->now.n);
  rub(b, k, t);
}

static inline double across(bond_load a, bond_load c, bond_springs k) {
  return (k.n > 0 ? a.n * c.n / k.n : 0) + (k.s > 0 ? tang_dot(a.s, c.s) / k.s : 0);
}

/* What Poisson's force brings in where a bond is hurt: it came with this step, and becomes the
 * springs' own where the bond breaks. So the bond takes what its springs lose by parting, under
 * both forces; docs/physics.md. */
static inline double poisson_gain(const step *t, bond_load old, bond_load p0) {
  const bond_load p = t->p_trial;
  return 0.5 * (across(p, sum_of(sum_of(t->trial, old), p), t->k) - across(p0, t->trial, t->k) -
                across(t->p, sum_of(t->now, t->p), t->k));
}

/* What the step took: the work of the mean load less what is stored of it, added to the books.
 * `on`: the contact is one after the step. Where an edit gave a contact its stiffness, or closed a
 * place of a contact that lives, it has booked the strain of the overlap. Of edits that open a gap
 * of its own the marks do not tell. */
static inline void step_lose(scr_batch *b, int k, const step *t, bool on) {
  const double overlap = t->over + t->d.n; /* before the step */
  const bool marked = t->sums & !t->own_gap,
             opened = (overlap < 0) & (!marked | (b->edited[k] != 0)),
             held = t->was & (t->bonded | !opened), joined = t->joins & (overlap > 0),
             gained = (joined | (held & !t->sums & (t->old.n <= 0))) & !t->bonded;
  const bond_load old = load_where(held, t->old), p0 = load_where(held, t->p_old), now = t->now,
                  d = t->d, f = sum_of(sum_of(old, p0), sum_of(now, t->p));
  const bond_load n0 = {.n = gained ? t->k.n * overlap : old.n}, n1 = {.n = now.n},
                  s0 = {.s = old.s}, s1 = {.s = now.s}, m0 = {.t = old.t, .b = old.b},
                  m1 = {.t = now.t, .b = now.b};
  const double gain = held_by(n1, t->p, t->k) - held_by(n0, p0, t->k) + 0.5 * f.n * d.n;
  const double slid = held_by(s0, p0, t->k) - held_by(s1, t->p, t->k) - 0.5 * tang_dot(f.s, d.s);
  const double rolled =
      load_stored(m0, t->k) - load_stored(m1, t->k) - 0.5 * (f.t * d.t + tang_dot(f.b, d.b));
  const bool hurt = t->breaks | t->softened, holds = (t->state >= SCR_BOND_HOLDS) & !hurt,
             slips = t->slips | !on, rolls = t->slipsb | t->slipst | !on,
             kink = ((old.n > 0) != (now.n > 0)) & (d.n != 0);
  const double pressed = (t->sums & slips & !kink) ? gain : 0; /* what dilation lifts */
  const double rest = max0(left_at_end(old.n, t->k.n, overlap, d.n));
  const bool parts = kink & t->sums & !on & !t->bonded;
  const double left = parts ? load_stored((bond_load){.n = rest}, t->k) : 0;
  const double brought = hurt ? poisson_gain(t, old, p0) : 0;
  b->work[SCR_BOOK_BREAK][k] += hurt ? slid + rolled - gain + brought : left;
  b->work[SCR_BOOK_SLIP][k] += (!hurt & !holds & slips) ? slid - pressed : 0;
  b->work[SCR_BOOK_ROLLING][k] += (!hurt & !holds & rolls) ? max0(rolled) : 0;
  b->work[SCR_BOOK_STEP][k] += holds  ? gain - slid - rolled
                               : hurt ? brought
                               : kink ? gain + left
                                      : 0;
}

/* ---- the contact as a whole ---- */

/* A force without moments, in four columns of the state. */
static inline bond_load force_at(const scr_batch *b, int k, int n) {
  return (bond_load){.n = b->st[n][k], .s = tang_get(tang_col(b->st + n + 1), k)};
}
static inline void put_force(scr_batch *b, int k, int n, bond_load l) {
  b->st[n][k] = l.n;
  tang_put(tang_col(b->st + n + 1), k, l.s);
}

/* Poisson's force of this step, and what the world said of it: the same, whoever looks later. */
static inline void put_poisson(scr_batch *b, int k, bond_load p) {
  put_force(b, k, SN_PN, p);
  put_force(b, k, SN_QN, p);
}

/* Dashpots, and the load of springs and Poisson's force. Bonded contacts are damped in full. */
static inline void put_total(scr_batch *b, int k, const step *t) {
  const bool holds = t->state >= SCR_BOND_HOLDS, on = holds | t->touches;
  const double rate = on ? 2 / b->dt : 0, m = b->meff[k];
  const bond_load l = sum_of(t->now, t->p);
  const dashpot d = dashpot_force(
      holds ? 0 : b->par[DP_MODE][k], b->par[DP_NRATIO][k] * (rate * sqrt(m * t->k.n)),
      b->par[DP_SRATIO][k] * (rate * sqrt(m * t->k.s)), l.n, !holds & t->slips, b->dn[k]);
  b->act[k] = on ? 1.0 : 0.0;
  b->fn[k] = on ? d.fn : 0;
  tang_put(tang_lanes(b->ft), k, tang_axpy(on ? d.cs : 0, tang_get(tang_lanes(b->ds), k), l.s));
  b->mt[k] = l.t;
  tang_put(tang_lanes(b->mb), k, l.b);
  if (!(b->want & SCR_WANT_DASH)) return;
  b->dash[0][k] = b->fn[k] - l.n;
  tang_put(tang_lanes(b->dash + 1), k, tang_sub(tang_get(tang_lanes(b->ft), k), l.s));
}

static inline void put_dashpot_work(scr_batch *b, int k, const step *t) {
  const bond_load l = sum_of(t->now, t->p);
  b->work[SCR_BOOK_DASHPOT][k] =
      dashpot_work(b, k, b->fn[k], l.n, tang_get(tang_lanes(b->ft), k), l.s);
}

static inline void clear_books(scr_batch *b, int k) {
  b->work[SCR_BOOK_BREAK][k] = b->work[SCR_BOOK_SLIP][k] = b->work[SCR_BOOK_ROLLING][k] =
      b->work[SCR_BOOK_STEP][k] = b->work[SCR_BOOK_STIFFNESS][k] = 0;
}

static inline bond_size size_of(const scr_batch *b, int k) {
  return bond_size_at(b, k, b->par[SCR_DIM == 3 ? SN_FIXED_3D : SN_FIXED_2D][k],
                      b->par[SN_RMUL][k]);
}

static inline bond_springs springs_of(const scr_batch *b, int k, bond_size z) {
  bond_springs s = load_springs(b->par[KN][k], b->par[KS][k], z);
  const double first = b->par[SN_KROT][k], second = b->par[SN_KROT + 1][k],
               bend = SCR_DIM == 3 ? second : first;
  s.t = first != 0 ? first * z.j : s.t;
  s.b = bend != 0 ? bend * z.i : s.b;
  return s;
}

/* Poisson's force makes a solid stiffer against compression without a way out. */
static inline double firmer(double nu) { return (1 - nu) / ((1 + nu) * (1 - 2 * nu)); }

/* What both laws offer to the timestep. */
static inline void network_stiff(scr_batch *b) {
  const double *act = b->act;
  SCR_EACH(k, b->n) {
    const bond_springs s = springs_of(b, k, size_of(b, k));
    const double more = act[k] * firmer(b->par[SN_POIS][k]);
    b->kn[k] = more * (s.n * b->par[STIFFER_N][k]);
    b->ks[k] = more * (s.s * b->par[STIFFER_S][k]);
    b->kb[k] = act[k] * s.b;
    b->kt[k] = act[k] * s.t;
  }
}

#endif
