/* The reference for one contact between two bodies that move as they are told. */
#include "pair.h"

/* ---- geometry ---- */

static void geometry(pair *p) {
  const body *a = &p->end[0], *b = &p->end[1];
  vec d = vec_sub(b->x, a->x);
  if (b->flat) {
    double side = vec_dot(d, b->normal); /* from the ball to the plane */
    p->n = vec_mul(side < 0 ? -1 : 1, b->normal);
    p->gap = fabs(side) - a->r;
  } else {
    p->n = vec_unit(d);
    p->gap = vec_mag(d) - a->r - b->r;
  }
  p->at = vec_add(a->x, vec_mul(a->r + 0.5 * p->gap, p->n));
}

/* The branch vector, from the ball's centre to the plane or to the other centre. */
static vec branch(const pair *p) {
  const body *a = &p->end[0], *b = &p->end[1];
  return b->flat ? vec_mul(a->r + p->gap, p->n) : vec_sub(b->x, a->x);
}

/* Velocities and spins are those of the middle of the step, and so are the arms: R + gap/2 along
 * the branch vector there. What is not along it is carried on to the plane of the end: along that
 * branch, then turned by the second half of the twist. */
static void increments(pair *p, vec before) {
  const body *a = &p->end[0], *b = &p->end[1];
  vec d = branch(p), v = vec_sub(b->v, a->v);
  double back = 0.5 / vec_mag(d), longer = vec_dot(vec_sub(d, before), p->n);
  p->h = b->flat ? p->n
                 : vec_sub(p->n,
                           vec_mul(back * (1 + back * longer), vec_flat(vec_sub(d, before), p->n)));
  p->ddn = p->dt * vec_dot(v, p->h);
  double gap = p->gap - 0.5 * p->dt * vec_dot(v, p->n);
  v = vec_sub(v, vec_cross(vec_mul(a->r + 0.5 * gap, a->w), p->h));
  if (!b->flat) v = vec_sub(v, vec_cross(vec_mul(b->r + 0.5 * gap, b->w), p->h));
  p->ds = vec_mul(p->dt, vec_sub(v, vec_mul(vec_dot(v, p->n), p->h)));
  p->ds = vec_add(p->ds, vec_mul(0.5 * p->turn, vec_cross(p->n, p->ds)));
}

static vec turned(vec a, vec before, vec now) {
  vec axis = vec_cross(before, now);
  double s = vec_mag(axis);
  return s > 0 ? vec_turn(a, vec_mul(1 / s, axis), s, vec_dot(before, now)) : a;
}

/* Into the plane of the end along the branch of the middle, at the old length. */
static vec projected(const pair *p, vec a) {
  vec b = vec_sub(a, vec_mul(vec_dot(a, p->n), p->h));
  double size = vec_mag(b);
  return size > 0 ? vec_mul(vec_mag(a) / size, b) : b;
}

/* Carries a vector of the contact plane with the normal, then turns it about it by half of both
 * spins along it. */
static vec carried(const pair *p, vec a, vec before) {
  a = p->turns ? turned(a, before, p->n) : projected(p, a);
  return vec_turn(a, p->n, sin(p->turn), cos(p->turn));
}

/* ---- Hertz ---- */

static double hertz_coefficient(const pair *p) {
  const body *a = &p->end[0], *b = &p->end[1];
  double reff = b->flat ? 2 * a->r : 2 * a->r * b->r / (a->r + b->r);
  return 2.0 / 3.0 * p->hz.g / (1 - p->hz.nu) * sqrt(2 * reff);
}

static double contact_mass(const pair *p) {
  double m1 = p->end[0].m, m2 = p->end[1].m;
  return p->end[1].flat ? m1 : m1 * m2 / (m1 + m2);
}

static double shear_ratio(const hertz *h) { return 2 * (1 - h->nu) / (2 - h->nu); }

/* What the dashpots take, by the mean of their forces before and after the step. */
static void book_dashpots(pair *p, double normal, vec shear) {
  p->dashed -= 0.5 * ((normal + p->dash_n) * p->ddn + vec_dot(vec_add(shear, p->dash_s), p->ds));
}

static void open(pair *p) {
  vec zero = vec_of(0, 0, 0);
  p->active = p->slip = false;
  p->fn = p->power = p->dash_n = p->ukn = p->u = p->strain = 0;
  p->fs = p->dash_s = p->uks = zero;
}

static void hertz_dashpots(pair *p, double delta, double kn, double ks) {
  const hertz *h = &p->hz;
  double scale = h->dp_alpha > 0 ? pow(delta, h->dp_alpha) : 1;
  double cn = scale * 2 * h->nratio * sqrt(contact_mass(p) * kn),
         cs = scale * 2 * h->sratio * sqrt(contact_mass(p) * ks);
  bool no_tension = h->dp_mode == 1 || h->dp_mode == 3, cut = h->dp_mode >= 2 && p->slip;
  const double normal = p->dash_n;
  const vec shear = p->dash_s;
  p->dash_n = -cn * p->ddn / p->dt;
  if (no_tension && p->dash_n + p->fn < 0) p->dash_n = -p->fn;
  p->dash_s = vec_mul(cut ? 0 : -cs / p->dt, p->ds);
  book_dashpots(p, normal, shear);
}

static void hertz_slip(pair *p, vec before, double ks) {
  double limit = p->hz.fric * p->fn, size = vec_mag(p->fs);
  p->slip = size > limit;
  if (!p->slip) return;
  p->fs = vec_mul(limit / size, p->fs);
  vec mean = vec_mul(0.5, vec_add(p->fs, before)), spring = vec_mul(1 / ks, vec_sub(p->fs, before));
  p->slipped -= fmin(0, vec_dot(mean, vec_add(p->ds, spring)));
}

static double half_square(vec f, double k) { return k > 0 ? vec_dot(f, f) / (2 * k) : 0; }

/* The dashpots let go half-way, and the shear spring loses what it holds beyond what it gives back.
 */
static void hertz_open(pair *p, double ks) {
  const double normal = p->dash_n, given = -0.5 * vec_dot(p->fs, p->ds),
               held = half_square(p->fs, ks);
  const vec shear = p->dash_s;
  p->slipped += fmax(0, given + held);
  open(p);
  book_dashpots(p, normal, shear);
}

static void hertz_force(pair *p) {
  double delta = p->hz.rgap - p->gap, alpha = p->hz.alpha, hn = hertz_coefficient(p);
  if (delta < 0) {
    hertz_open(p, shear_ratio(&p->hz) * alpha * hn * p->power);
    return;
  }
  double power = pow(delta, alpha - 1), fn = hn * pow(delta, alpha);
  double kn = alpha * hn * power, ks = shear_ratio(&p->hz) * kn,
         ks_old = shear_ratio(&p->hz) * alpha * hn * p->power;
  vec before = p->fs;
  if (p->hz.mode == 1 && p->active && fn < p->fn) before = vec_mul(ks / ks_old, before);
  p->stiffened += half_square(before, ks) - half_square(p->fs, ks_old) +
                  0.5 * vec_dot(vec_sub(p->fs, before), p->ds);
  p->fn = fn;
  p->fs = vec_sub(before, vec_mul(ks, p->ds));
  hertz_slip(p, before, ks);
  hertz_dashpots(p, delta, kn, ks);
  p->strain = kn > 0 ? alpha * fn * fn / ((alpha + 1) * kn) + half_square(p->fs, ks) : 0;
  p->power = power;
  p->active = true;
}

/* ---- Burger ---- */

/* Kelvin's displacement at the end of a step in which the force went from f0 to f1, by the
 * trapezoidal rule: Ck (x1 - x0)/dt + Kk (x1 + x0)/2 = (f1 + f0)/2. */
static double kelvin(const chain *c, double dt, double x0, double f0, double f1) {
  return (0.5 * (f1 + f0) + x0 * (c->ck / dt - 0.5 * c->kk)) / (c->ck / dt + 0.5 * c->kk);
}

/* Force at the end of a step. Two linear equations for f1 and x1, solved by Cramer's rule:
 * Kelvin's, and the chain's du = (x1 - x0) + (f1 - f0)/Km + dt (f1 + f0)/(2 Cm). */
static double chain_force(const chain *c, double dt, double x0, double f0, double du) {
  double a11 = -0.5, a12 = c->ck / dt + 0.5 * c->kk,
         b1 = 0.5 * f0 + x0 * (c->ck / dt - 0.5 * c->kk);
  double a21 = 1 / c->km + 0.5 * dt / c->cm, a22 = 1,
         b2 = du + x0 + f0 * (1 / c->km - 0.5 * dt / c->cm);
  return (b1 * a22 - b2 * a12) / (a11 * a22 - a21 * a12);
}

static void burger_normal(pair *p) {
  const chain *c = &p->bu.n;
  double f0 = p->fn, x0 = p->ukn;
  double f = chain_force(c, p->dt, x0, f0, -p->gap - p->u);
  p->fn = p->bu.mode == 1 && f < 0 ? 0 : f;
  p->ukn = kelvin(c, p->dt, x0, f0, p->fn);
  p->u = -p->gap;
}

/* Component by component; the force on end 2 opposes the displacement. */
static void burger_shear(pair *p) {
  const chain *c = &p->bu.s;
  vec f0 = p->fs;
  for (int k = 0; k < 3; k++)
    p->fs.c[k] = -chain_force(c, p->dt, p->uks.c[k], -f0.c[k], p->ds.c[k]);
  double size = vec_mag(p->fs), limit = p->bu.fric * fmax(0, p->fn);
  p->slip = size > limit;
  if (p->slip) p->fs = vec_mul(limit / size, p->fs);
  for (int k = 0; k < 3; k++) p->uks.c[k] = kelvin(c, p->dt, p->uks.c[k], -f0.c[k], -p->fs.c[k]);
}

static void burger_force(pair *p) {
  if (p->gap > 0) {
    open(p);
    return;
  }
  burger_normal(p);
  burger_shear(p);
  p->active = true;
}

/* ---- steps ---- */

void pair_start(pair *p) {
  open(p);
  p->slipped = p->dashed = p->stiffened = p->ddn = 0;
  p->ds = vec_of(0, 0, 0);
  geometry(p);
  if (p->is_burger) return;
  hertz_force(p);
  p->slip = false;
}

void pair_step(pair *p) {
  const vec before = p->n, from = branch(p);
  for (int e = 0; e < 2; e++) p->end[e].x = vec_add(p->end[e].x, vec_mul(p->dt, p->end[e].v));
  geometry(p);
  p->turn = 0.5 * p->dt * vec_dot(vec_add(p->end[0].w, p->end[1].w), p->n);
  increments(p, from);
  p->fs = carried(p, p->fs, before);
  p->dash_s = carried(p, p->dash_s, before);
  p->uks = carried(p, p->uks, before);
  if (p->is_burger)
    burger_force(p);
  else
    hertz_force(p);
}

vec pair_force(const pair *p) {
  return vec_add(vec_mul(p->fn + p->dash_n, p->n), vec_add(p->fs, p->dash_s));
}

vec pair_moment(const pair *p, int end) {
  return vec_mul(end == 1 ? 1 : -1, vec_cross(vec_sub(p->at, p->end[end].x), pair_force(p)));
}
