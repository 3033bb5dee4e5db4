/* Is the timestep too long for dashpots? Their force follows the velocity of half a step before, so
 * that a motion x grows where x.(dt^2/4 K + dt/2 C) x > x.M x, with stiffnesses K, viscosities C
 * and masses M. The limits count the dashpot of each contact by itself; those of several contacts,
 * and across spins, may be more (docs/physics.md, "Timestep"). A growing motion is looked for among
 * the balls around that one which is the most likely to have it. What is found there does grow
 * where contacts stick, as balls beyond count as fixed. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "world/state/rows.h"
#include "world/state/solving.h"
#include "world/timestep/timestep.h"

enum { MOST_BALLS = 512, PASSES = 400, COMPONENTS = 6 };

/* One contact, normal, shear and rolling; m. A ball that is not looked at, or a facet, is fixed:
 * SCR_NONE. */
typedef struct link {
  uint32_t ball[2];
  double n[3], arm[2], k[3], c[3];
} link;

/* Some balls: their place (by row; SCR_NONE: not one of them), 1/m along and about each axis, and
 * what moves them. */
typedef struct cluster {
  uint32_t *place, *row, n;
  double (*light)[COMPONENTS], (*motion)[COMPONENTS], (*pushed)[COMPONENTS];
  link *link;
  size_t nlink, cap;
} cluster;

static bool has_dashpot(const scr_dashpot *d) {
  return d->twice[0] > 0 || d->twice[1] > 0 || d->twice[2] > 0;
}

static bool lives(const scr_pairs *p, uint32_t k) {
  return p->law[k] && (p->flag[k] & SCR_PAIR_ACTIVE);
}

static bool any_dashpot(const scr_world *w) {
  scr_dashpot d = {0};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t k = 0; k < w->pair[t].n; k++) {
      if (!lives(&w->pair[t], k)) continue;
      scr_dashpot_of(w, (scr_contact_type)t, k, &d);
      if (has_dashpot(&d)) return true;
    }
  return false;
}

/* ---- one contact ---- */

static double mass_of_contact(const scr_world *w, int t, uint32_t k) {
  const double a = w->twist[w->pair[t].i[k]].m;
  if (t == SCR_BALL_FACET) return a;
  const double b = w->twist[w->pair[t].j[k]].m;
  return a * b / (a + b);
}

/* By the smaller radius, as scr_dampers says. */
static double inertia_of_contact(const scr_world *w, int t, uint32_t k, double mass) {
  const double a = w->pose[w->pair[t].i[k]].r,
               b = t == SCR_BALL_FACET ? a : w->pose[w->pair[t].j[k]].r, r = SCR_MIN(a, b);
  return (w->dim == 3 ? 1.4 : 1.5) * (mass * r * r);
}

/* Without friction nothing holds across, whatever the shear stiffness; likewise of rolling. */
static void let_slip(const scr_world *w, int t, uint32_t k, link *l) {
  const scr_pairs *p = &w->pair[t];
  const scr_dampers *of = scr_model_at(p->law[k] - 1)->dampers;
  const double *param = w->pset[scr_pair_set(p, k)].param;
  if (!of) l->k[2] = 0; /* nobody knows its limit */
  if (!of || scr_contact_stays(w, (scr_contact){(uint32_t)t, k})) return; /* a bond holds it */
  for (int a = 1; a < 3; a++) {
    if (of->limit[a] < 0 || param[of->limit[a]] > 0) continue;
    l->k[a] = 0;
    if (a == 2 || (of->mode >= 0 && param[of->mode] >= 2)) l->c[a] = 0;
  }
}

static void feel(const scr_world *w, int t, uint32_t k, const scr_dashpot *d, link *l) {
  const struct scr_stepper *s = w->engine->stepper;
  const double mass = mass_of_contact(w, t, k),
               given[3] = {s->kn[t][k], s->ks[t][k], s->kb[t] ? s->kb[t][k] : 0};
  for (int a = 0; a < 3; a++) {
    l->k[a] = given[a] / (d->under[a] * d->under[a]);
    l->c[a] = scr_viscosity(d, a, a < 2 ? mass : inertia_of_contact(w, t, k, mass), given[a]);
  }
  let_slip(w, t, k, l);
}

/* What the contact has for x.(dt^2/4 K + dt/2 C) x, normal, shear and rolling. */
static void stiffen(const link *l, double dt, double out[3]) {
  for (int a = 0; a < 3; a++) out[a] = 0.25 * dt * dt * l->k[a] + 0.5 * dt * l->c[a];
}

/* ---- which balls ---- */

static double inertia(const scr_world *w, uint32_t row, int which) {
  const scr_scaled_inertia *s = &w->engine->inertia;
  if (s->scaled) return s->of[2 * (size_t)row + (size_t)which];
  return which ? w->twist[row].moi : w->twist[row].m;
}

/* No motion of balls grows where this is at most their mass: a contact of two equal spheres that
 * shear and turn has 7 times its stiffness, 2 along the normal. Rolling counts by 2 m/I. */
static void add_to_sum(const scr_world *w, int t, uint32_t k, const link *l, double *sum) {
  const uint32_t row[2] = {w->pair[t].i[k], t == SCR_BALL_BALL ? w->pair[t].j[k] : SCR_NONE};
  double s[3];
  stiffen(l, w->timestep.current, s);
  for (int e = 0; e < 2 && row[e] != SCR_NONE; e++)
    sum[row[e]] += 2 * s[0] + 7 * (w->dim - 1) * s[1] +
                   2 * s[2] * (inertia(w, row[e], 0) / inertia(w, row[e], 1));
}

/* The ball whose contacts are the most for its mass; SCR_NONE: no motion can grow. */
static uint32_t worst_ball(const scr_world *w) {
  double *sum = scr_alloc(w->ball.n * sizeof *sum), most = 1;
  uint32_t worst = SCR_NONE;
  scr_dashpot d = {0};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t k = 0; k < w->pair[t].n; k++) {
      link l = {0};
      if (!lives(&w->pair[t], k)) continue;
      scr_dashpot_of(w, (scr_contact_type)t, k, &d);
      feel(w, t, k, &d, &l);
      add_to_sum(w, t, k, &l, sum);
    }
  const uint32_t *id = scr_colu(&w->ball, SCR_BALL_ID);
  for (uint32_t row = 0; row < w->ball.n; row++) {
    const double part = sum[row] / inertia(w, row, 0);
    if (part > most || (part == most && worst != SCR_NONE && id[row] < id[worst]))
      most = part, worst = row;
  }
  scr_free(sum);
  return worst;
}

static void take(cluster *c, uint32_t row) {
  if (c->place[row] != SCR_NONE || c->n == MOST_BALLS) return;
  c->place[row] = c->n;
  c->row[c->n++] = row;
}

/* The balls that touch those who are there come, until there are many or no more. */
static void grow(const scr_world *w, cluster *c) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  for (uint32_t before = 0; before < c->n && c->n < MOST_BALLS;) {
    const uint32_t n = before = c->n;
    for (uint32_t k = 0; k < p->n; k++) {
      if (!lives(p, k)) continue;
      const uint32_t i = p->i[k], j = p->j[k];
      if (c->place[i] < n) take(c, j);
      if (c->place[j] < n) take(c, i);
    }
  }
}

/* Fixed components, and pieces of bodies, which move with the others, do not answer. */
static void set_light(const scr_world *w, cluster *c) {
  const uint8_t *fix = (const uint8_t *)w->ball.base[SCR_BALL_FIX];
  for (uint32_t q = 0; q < c->n; q++)
    for (int a = 0; a < COMPONENTS; a++) {
      const bool there = w->dim == 3 || a < 2 || a == 5;
      if (there && !(fix[c->row[q]] >> a & 1) && !scr_body_of(w, c->row[q]))
        c->light[q][a] = 1 / inertia(w, c->row[q], a / 3);
    }
}

static void add_link(const scr_world *w, cluster *c, int t, uint32_t k, scr_dashpot *d) {
  const scr_pairs *p = &w->pair[t];
  scr_contact_geometry g;
  link l = {.ball = {c->place[p->i[k]], t == SCR_BALL_BALL ? c->place[p->j[k]] : SCR_NONE}};
  if (!lives(p, k) || (l.ball[0] == SCR_NONE && l.ball[1] == SCR_NONE)) return;
  scr_dashpot_of(w, (scr_contact_type)t, k, d);
  feel(w, t, k, d, &l);
  scr_contact_geometry_of(w, (scr_contact){(uint32_t)t, k}, &g);
  memcpy(l.n, g.n, sizeof l.n);
  memcpy(l.arm, g.arm, sizeof l.arm);
  SCR_GROW(c->link, c->cap, c->nlink + 1);
  c->link[c->nlink++] = l;
}

static void gather(const scr_world *w, uint32_t worst, cluster *c) {
  scr_dashpot d = {0};
  c->place = scr_alloc(w->ball.n * sizeof *c->place);
  c->row = scr_alloc(MOST_BALLS * sizeof *c->row);
  for (uint32_t row = 0; row < w->ball.n; row++) c->place[row] = SCR_NONE;
  take(c, worst);
  grow(w, c);
  c->light = scr_alloc(c->n * sizeof *c->light);
  c->motion = scr_alloc(c->n * sizeof *c->motion);
  c->pushed = scr_alloc(c->n * sizeof *c->pushed);
  set_light(w, c);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t k = 0; k < w->pair[t].n; k++) add_link(w, c, t, k, &d);
}

static void cluster_free(cluster *c) {
  scr_free(c->place), scr_free(c->row), scr_free(c->link);
  scr_free(c->light), scr_free(c->motion), scr_free(c->pushed);
}

/* ---- their motion ---- */

/* Of end 2 relative to end 1, at the contact: velocity, and spin across the normal. */
static void relative(const cluster *c, const link *l, double v[3], double spin[3]) {
  memset(v, 0, 3 * sizeof *v), memset(spin, 0, 3 * sizeof *spin);
  for (int e = 0; e < 2; e++) {
    if (l->ball[e] == SCR_NONE) continue;
    const double *m = c->motion[l->ball[e]];
    double turn[3];
    scr_cross3(m + 3, l->n, turn);
    /* arms are along n at end 1, against it at end 2 */
    for (int a = 0; a < 3; a++) v[a] += (e ? 1 : -1) * m[a] - l->arm[e] * turn[a];
    for (int a = 0; a < 3; a++) spin[a] += (e ? 1 : -1) * m[3 + a];
  }
  const double twist = scr_dot3(spin, l->n);
  for (int a = 0; a < 3; a++) spin[a] -= twist * l->n[a];
}

static void push(cluster *c, const link *l, const double f[3], const double moment[3]) {
  double turn[3];
  scr_cross3(l->n, f, turn);
  for (int e = 0; e < 2; e++)
    for (int a = 0; a < 3 && l->ball[e] != SCR_NONE; a++) {
      c->pushed[l->ball[e]][a] += (e ? 1 : -1) * f[a];
      c->pushed[l->ball[e]][3 + a] += (e ? 1 : -1) * moment[a] - l->arm[e] * turn[a];
    }
}

/* x.K x/4 and x.C x/2; what pushes the balls, at the timestep dt. */
static void push_all(cluster *c, double dt, double out[2]) {
  memset(c->pushed, 0, c->n * sizeof *c->pushed);
  out[0] = out[1] = 0;
  for (size_t k = 0; k < c->nlink; k++) {
    const link *l = &c->link[k];
    double v[3], spin[3], s[3], f[3], moment[3];
    relative(c, l, v, spin);
    stiffen(l, dt, s);
    const double vn = scr_dot3(v, l->n), n2 = vn * vn, t2 = scr_dot3(v, v) - n2;
    for (int a = 0; a < 3; a++) f[a] = s[1] * v[a] + (s[0] - s[1]) * vn * l->n[a];
    for (int a = 0; a < 3; a++) moment[a] = s[2] * spin[a];
    push(c, l, f, moment);
    const double r2 = scr_dot3(spin, spin);
    out[0] += 0.25 * (l->k[0] * n2 + l->k[1] * t2 + l->k[2] * r2);
    out[1] += 0.5 * (l->c[0] * n2 + l->c[1] * t2 + l->c[2] * r2);
  }
}

/* x.M x of what moves. */
static double weight(const cluster *c) {
  double sum = 0;
  for (uint32_t q = 0; q < c->n; q++)
    for (int a = 0; a < COMPONENTS; a++)
      if (c->light[q][a] > 0) sum += c->motion[q][a] * c->motion[q][a] / c->light[q][a];
  return sum;
}

/* Some motion in which no mode is missing, by ids alone. */
static void begin(const scr_world *w, cluster *c) {
  const uint32_t *id = scr_colu(&w->ball, SCR_BALL_ID);
  for (uint32_t q = 0; q < c->n; q++)
    for (int a = 0; a < COMPONENTS; a++) {
      uint32_t x = id[c->row[q]] * 6 + (uint32_t)a;
      x = (x ^ x >> 16) * 0x45d9f3bu;
      x = (x ^ x >> 16) * 0x45d9f3bu;
      const double size = a < 3 ? 1 : 1 / w->pose[c->row[q]].r;
      c->motion[q][a] = c->light[q][a] > 0 ? size * ((x ^ x >> 16) / 4294967296.0 - 0.5) : 0;
    }
}

/* M^-1 of what pushed, as long as before. */
static void go_on(cluster *c) {
  for (uint32_t q = 0; q < c->n; q++)
    for (int a = 0; a < COMPONENTS; a++) c->motion[q][a] = c->light[q][a] * c->pushed[q][a];
  const double size = sqrt(weight(c));
  for (uint32_t q = 0; q < c->n && size > 0; q++)
    for (int a = 0; a < COMPONENTS; a++) c->motion[q][a] /= size;
}

/* The longest timestep at which none of the motions met grows, s; HUGE_VAL: dt is one. */
static double stable_step(const scr_world *w, cluster *c, double dt) {
  double best = HUGE_VAL;
  begin(w, c);
  for (int pass = 0; pass < PASSES; pass++) {
    double s[2];
    push_all(c, dt, s);
    const double m = weight(c);
    if (!(m > 0)) break;
    if (s[0] * dt * dt + s[1] * dt > m)
      best = SCR_MIN(best, 2 * m / (s[1] + sqrt(s[1] * s[1] + 4 * s[0] * m)));
    go_on(c);
  }
  return best;
}

/* What the dashpots there bear, s; HUGE_VAL: the timestep that is. */
static double limit_around(const scr_world *w, uint32_t worst) {
  cluster c = {0};
  gather(w, worst, &c);
  const double limit = stable_step(w, &c, w->timestep.current);
  cluster_free(&c);
  return limit;
}

/* What the user may do. Scaled masses follow the timestep, dashpots do not. */
static const char *remedy(const scr_world *w, double limit, char *room, size_t size) {
  const double safety = 0.99 * w->timestep.safety * limit / w->timestep.current;
  switch (w->timestep.mode) {
  case SCR_DT_AUTOMATIC:
    snprintf(room, size, "a safety factor of %.2g, or smaller dashpots", floor(safety * 100) / 100);
    return room;
  case SCR_DT_FIX: return "a shorter one, or smaller dashpots";
  default: return "smaller dashpots";
  }
}

static bool warn(scr_world *w, scr_diag *d, uint32_t worst, double limit) {
  char room[64];
  w->engine->stepper->dashpots_told = limit;
  return scr_warn(d, NULL, SCR_E_VALUE,
                  "dashpots make motion grow: the timestep of %.3g s is too long for those around "
                  "ball %u, which bear %.3g s; they need %s",
                  w->timestep.current, scr_colu(&w->ball, SCR_BALL_ID)[worst], limit,
                  remedy(w, limit, room, sizeof room));
}

/* Cycles of a solve at which it is looked at: 64 and its doubles, as contacts come later. Dashpots
 * that are too large for masses that were scaled end the motion before that: from the first on. */
static bool is_due(const scr_world *w) {
  const struct scr_solving *s = w->engine->solving;
  const uint64_t n = s ? w->cycle - s->first : 0, first = w->timestep.mode == SCR_DT_SCALE ? 0 : 64;
  return n >= first && (n & (n - 1)) == 0;
}

bool scr_dashpots_look(scr_world *w, scr_diag *d) {
  const double told = w->engine->stepper->dashpots_told;
  if (!is_due(w) || !any_dashpot(w)) return true;
  scr_stiffness_columns(w);
  const uint32_t worst = worst_ball(w);
  const double limit = worst == SCR_NONE ? HUGE_VAL : limit_around(w, worst);
  scr_stiffness_columns_rest(w);
  const bool news = limit < w->timestep.current && !(told > 0 && limit > 0.95 * told);
  return !news || warn(w, d, worst, limit);
}
