/* The pass over pairs in every instruction set against a plain loop over single pairs, bit for bit:
 * tiles of every size, runs with holes, lists, mixed laws and sets, facets, periodic axes, several
 * workers; any order of pairs gives the same sums. */
#include "support/check.h"

#include <stddef.h>
#include <stdlib.h>
#include "base/mem.h"
#include "base/xsum.h"
#include "model/models.h"

enum { BALLS = 48, PAIRS = 200, SETS = 9, STATES = 16 };
enum { LINEAR = 2, HERTZ = 3, BURGER = 4 }; /* 1 + index of the law */
static const unsigned ALL = SCR_WANT_DASH | SCR_WANT_WORK;

/* ---- a scene: balls, pairs, parameter sets; copied for each way to run it ---- */

typedef struct scene {
  int dim;
  scr_contact_type type;
  scr_pose pose[BALLS];
  scr_twist twist[BALLS];
  scr_load load[BALLS];
  scr_pset pset[SETS];
  uint32_t n, i[PAIRS], j[PAIRS], set[PAIRS];
  uint8_t law[PAIRS], flag[PAIRS];
  double state[STATES][PAIRS], *column[STATES], force[3][PAIRS], dash[4][PAIRS],
      work[SCR_BOOKS][PAIRS], kn[PAIRS], ks[PAIRS];
  double facet_gap[PAIRS], facet_n[3][PAIRS], facet_v[3][PAIRS], facet_h[3][PAIRS],
      facet_spin[PAIRS], facet_w[3][PAIRS];
  double period[3];
} scene;

/* What a worker found. */
typedef struct found {
  size_t nbirth, ndeath, nnote;
  uint32_t birth[PAIRS], death[PAIRS];
  scr_note note[2 * PAIRS];
  double max_force, max_moment;
  scr_xsum giant[BALLS][6]; /* what was set apart: force, moment */
} found;

static const double PROXIMITY = 0.01, DT = 1e-3;
static double magic(int exponent) {
  return 1.5 * ldexp(1, exponent + 6);
} /* 7 bits of headroom, see world/force/force.c */

static void set_param(scr_pset *s, const char *name, double value) {
  const scr_prop *p = scr_model_prop(scr_model_at(s->law - 1), name);
  assert_non_null(p);
  s->param[p->slot] = value;
}

/* Three sets of each law; everything that the user may set is set. */
static void make_sets(scene *s, scr_rng *r) {
  for (int k = 0; k < SETS; k++) {
    scr_pset *p = &s->pset[k];
    *p = (scr_pset){.law = (uint8_t)(LINEAR + k / 3), .proximity = k % 3 == 2 ? 0.02 : -1};
    const scr_model *m = scr_model_at(p->law - 1);
    for (int q = 0; q < m->nprop; q++)
      if (m->prop[q].kind == SCR_PROP_PARAM) p->param[m->prop[q].slot] = m->prop[q].def;
    if (p->law == BURGER) {
      for (int c = 0; c < 8; c++) p->param[c] = between(r, 1e3, 1e4) * (c % 2 ? 0.05 : 1);
      set_param(p, "bur_fric", 0.4);
      continue;
    }
    set_param(p, p->law == LINEAR ? "kn" : "hz_shear", between(r, 1e4, 1e5));
    set_param(p, p->law == LINEAR ? "ks" : "hz_poiss",
              p->law == LINEAR ? between(r, 1e4, 1e5) : 0.25);
    set_param(p, "fric", k % 3 ? 0.3 : 5);
    set_param(p, "dp_nratio", k % 3 ? 0.2 : 0), set_param(p, "dp_sratio", k % 3 == 1 ? 0.1 : 0);
    if (m->prepare) m->prepare(p->param);
  }
}

static void make_balls(scene *s, scr_rng *r) {
  for (int k = 0; k < BALLS; k++) {
    s->pose[k].r = between(r, 0.15, 0.35);
    s->twist[k].m = between(r, 1, 2), s->twist[k].moi = between(r, 0.01, 0.02);
    for (int c = 0; c < s->dim; c++)
      s->pose[k].x[c] = between(r, 0, 1), s->twist[k].v[c] = between(r, -1, 1);
    for (int c = s->dim == 3 ? 0 : 2; c < 3; c++) s->twist[k].w[c] = between(r, -5, 5);
  }
}

static double gap_of(const scene *s, uint32_t q);

/* What the law keeps between steps: zero in candidates and inactive contacts, some shear and slip
 * in the others. */
static void make_state(scene *s, uint32_t q, scr_rng *r) {
  const scr_model *m = scr_model_at(s->law[q] - 1);
  s->flag[q] = SCR_PAIR_ACTIVE;
  for (int x = 0; x < m->nstate; x++) s->state[x][q] = between(r, 0, 3);
  s->state[4][q] = chance(r, 0.5);
  for (int x = 0; x < s->dim; x++) s->force[x][q] = between(r, -9, 9);
  for (int x = 0; x < (s->dim == 3 ? 4 : 2); x++) s->dash[x][q] = between(r, -9, 9);
  for (int x = 0; x < SCR_BOOKS; x++) s->work[x][q] = between(r, 0, 1);
}

/* Near pairs are contacts with this probability; if it is not 1, some far ones are too, and die. */
static void make_pairs(scene *s, uint32_t n, int laws, double contacts, scr_rng *r) {
  const double deaths = contacts < 1 ? 0.1 : 0;
  s->n = n;
  for (uint32_t q = 0; q < n; q++) {
    s->i[q] = (uint32_t)between(r, 0, BALLS), s->j[q] = (uint32_t)between(r, 0, BALLS);
    if (s->i[q] == s->j[q]) s->j[q] = (s->i[q] + 1) % BALLS;
    for (int c = 0; c < s->dim; c++)
      s->facet_n[c][q] = between(r, -1, 1), s->facet_v[c][q] = between(r, -1, 1);
    double length = 0;
    for (int c = 0; c < s->dim; c++) length += s->facet_n[c][q] * s->facet_n[c][q];
    for (int c = 0; c < s->dim; c++) s->facet_n[c][q] /= sqrt(length);
    s->facet_gap[q] = between(r, -0.02, 0.005), s->facet_spin[q] = between(r, -9, 9);
    for (int c = 0; c < s->dim; c++)
      s->facet_h[c][q] = s->facet_n[c][q] + between(r, -1e-2, 1e-2); /* about */
    bool near = gap_of(s, q) < PROXIMITY ? chance(r, contacts) : chance(r, deaths);
    if (!near) continue;
    s->set[q] = (uint32_t)between(r, 0, 3) + 3 * (uint32_t)between(r, 0, laws);
    s->law[q] = s->pset[s->set[q]].law;
    if (gap_of(s, q) <= 0 || chance(r, 0.3)) make_state(s, q, r);
  }
}

static scene *scene_new(int dim, uint32_t n, int laws, double contacts, bool periodic,
                        uint64_t seed) {
  scene *s = scr_alloc_aligned(sizeof *s);
  scr_rng r;
  scr_rng_seed(&r, seed);
  s->dim = dim;
  for (int c = 0; c < dim; c++) s->period[c] = periodic ? 1 : 0;
  make_sets(s, &r);
  make_balls(s, &r);
  make_pairs(s, n, laws, contacts, &r);
  return s;
}

static scene *copy_of(const scene *s) {
  scene *c = scr_alloc_aligned(sizeof *c);
  *c = *s;
  return c;
}

/* ---- the plain loop: one pair at a time, its law through a batch of one ---- */

typedef struct geometry {
  double gap, dist, n[3], h[3], arm1, arm2, reff, meff, dn, ds[3], turn;
} geometry;

static double image(double d, double period) {
  if (period > 0 && d > 0.5 * period) return d - period;
  if (period > 0 && d < -0.5 * period) return d + period;
  return d;
}

static double distance(const scene *s, uint32_t q, double *d) {
  const scr_pose *a = &s->pose[s->i[q]], *b = &s->pose[s->j[q]];
  for (int c = 0; c < 3; c++) d[c] = image(b->x[c] - a->x[c], s->period[c]);
  double sum = d[0] * d[0] + d[1] * d[1];
  return sqrt(s->dim == 3 ? sum + d[2] * d[2] : sum);
}

static double gap_of(const scene *s, uint32_t q) {
  double d[3];
  if (s->type == SCR_BALL_FACET) return s->facet_gap[q];
  return distance(s, q, d) - (s->pose[s->i[q]].r + s->pose[s->j[q]].r);
}

static double near_of(const scene *s, uint32_t q, bool own) {
  double ra = s->pose[s->i[q]].r, rb = s->type == SCR_BALL_FACET ? ra : s->pose[s->j[q]].r,
         r = SCR_MIN(ra, rb);
  if (!own || !s->law[q]) return SCR_MAX(PROXIMITY, 0.05 * r);
  return s->pset[s->set[q]].proximity >= 0 ? s->pset[s->set[q]].proximity : 0.05 * r;
}

static void frame(const scene *s, uint32_t q, geometry *g) {
  double d[3], r1 = s->pose[s->i[q]].r, r2 = s->pose[s->j[q]].r, m1 = s->twist[s->i[q]].m,
               m2 = s->twist[s->j[q]].m;
  g->gap = gap_of(s, q);
  double half = 0.5 * g->gap;
  g->arm1 = r1 + half;
  if (s->type == SCR_BALL_FACET) {
    for (int c = 0; c < 3; c++) g->n[c] = s->facet_n[c][q];
    g->arm2 = 0, g->reff = 2 * r1, g->meff = m1;
    memcpy(g->h, g->n, sizeof g->h);
    return;
  }
  double dist = g->dist = distance(s, q, d), inv = dist > 0 ? 1 / dist : 0;
  for (int c = 0; c < 3; c++) g->h[c] = g->n[c] = dist > 0 ? d[c] * inv : c == 0;
  g->arm2 = r2 + half, g->reff = 2 * r1 * r2 / (r1 + r2), g->meff = m1 * m2 / (m1 + m2);
}

static void cross(const double *a, const double *b, double *out) {
  for (int c = 0; c < 3; c++) {
    const int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    out[c] = fma(a[c1], b[c2], -(a[c2] * b[c1]));
  }
}

static double dot(const double *a, const double *b) {
  return fma(a[2], b[2], fma(a[1], b[1], a[0] * b[0]));
}

static double dot_of(const scene *s, const double *a, const double *b) {
  return s->dim == 3 ? dot(a, b) : fma(a[1], b[1], a[0] * b[0]);
}

/* The branch of the middle of the step, with a part of 1 along the normal; the normal where the
 * ball is too fast. Returns v along it. */
static double middle(const scene *s, uint32_t q, const double *v, geometry *g) {
  const double back = 0.5 * DT * (1 / g->dist), back2 = back * back, *n = g->n,
               vn = dot_of(s, v, n), v2 = dot_of(s, v, v);
  const double lean = back2 * v2 <= 1 ? fma(back2, vn, back) : 0;
  if (s->type == SCR_BALL_FACET) {
    for (int c = 0; c < 3; c++) g->h[c] = s->facet_h[c][q];
    return dot_of(s, v, g->h);
  }
  for (int c = 0; c < s->dim; c++) g->h[c] = fma(-lean, fma(-vn, n[c], v[c]), n[c]);
  return fma(-lean, fma(-vn, vn, v2), vn);
}

static void increments(const scene *s, uint32_t q, geometry *g) {
  const scr_twist *a = &s->twist[s->i[q]];
  const bool facet = s->type == SCR_BALL_FACET;
  scr_twist e = s->twist[s->j[q]];
  const double *n = g->n, *h = g->h;
  if (facet) e = (scr_twist){.v = {s->facet_v[0][q], s->facet_v[1][q], s->facet_v[2][q]}};
  double v[3], o[3], both[3], u[3], side[3];
  for (int c = 0; c < 3; c++) v[c] = e.v[c] - a->v[c], both[c] = a->w[c] + e.w[c];
  g->dn = middle(s, q, v, g) * DT;
  const double closer = 0.25 * DT * dot_of(s, v, n);
  for (int c = 0; c < 3; c++) o[c] = fma(-closer, both[c], fma(g->arm1, a->w[c], g->arm2 * e.w[c]));
  if (s->dim == 2) {
    u[0] = fma(o[2], h[1], v[0]), u[1] = fma(-o[2], h[0], v[1]);
    const double along = fma(u[1], n[1], u[0] * n[0]);
    u[0] = fma(-along, h[0], u[0]), u[1] = fma(-along, h[1], u[1]);
    g->ds[0] = fma(u[1], n[0], -(u[0] * n[1])) * DT;
    return;
  }
  for (int c = 0; c < 3; c++) {
    const int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    u[c] = fma(o[c2], h[c1], fma(-o[c1], h[c2], v[c]));
  }
  g->turn = dot(both, n) * (0.5 * DT);
  if (facet) g->turn = fma(s->facet_spin[q], 0.5 * DT, g->turn);
  const double along = dot(u, n);
  for (int c = 0; c < 3; c++) u[c] = fma(-along, h[c], u[c]) * DT;
  cross(n, u, side);
  for (int c = 0; c < 3; c++) g->ds[c] = fma(0.5 * g->turn, side[c], u[c]);
}

/* What restores the length of a vector that is a little out of the plane (u), and turns it by a
 * small angle. */
static void transport_near(const geometry *g, double u, double *v) {
  double a = g->turn, scale = fma(u, fma(u, 3.0 / 8, 1.0 / 2), 1), a2 = a * a, side[3];
  double sine = scale * (a * fma(-a2, fma(-a2, 1.0 / 120, 1.0 / 6), 1));
  double cosine = scale * fma(-a2, fma(-a2, 1.0 / 24, 1.0 / 2), 1);
  cross(g->n, v, side);
  for (int c = 0; c < 3; c++) v[c] = fma(sine, side[c], cosine * v[c]);
}

/* The same for large ones; nothing is rounded together. */
static void transport_far(const geometry *g, double *v) {
  const double *n = g->n;
  double before = v[0] * v[0] + v[1] * v[1] + v[2] * v[2],
         along = v[0] * n[0] + v[1] * n[1] + v[2] * n[2], side[3];
  double h = 0.5 * g->turn, h2 = h * h,
         t = h * (1 + h2 * (1.0 / 3 + h2 * (2.0 / 15 + h2 * (17.0 / 315)))), q = 1 + t * t;
  for (int c = 0; c < 3; c++) v[c] -= along * g->h[c];
  double after = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  double scale = sqrt((after > 0 ? before : 1) / ((after > 0 ? after : 1) * (q * q)));
  for (int c = 0; c < 3; c++)
    side[c] = n[(c + 1) % 3] * v[(c + 2) % 3] - n[(c + 2) % 3] * v[(c + 1) % 3];
  for (int c = 0; c < 3; c++) v[c] = (1 - t * t) * scale * v[c] + 2 * t * scale * side[c] + 0.0;
}

/* Into the new contact plane along the branch of the middle of the step, at its old length, then
 * turned about n. */
static void transport(const geometry *g, double *v) {
  const double along = dot(v, g->n), before = dot(v, v);
  double in[3];
  for (int c = 0; c < 3; c++) in[c] = fma(-along, g->h[c], v[c]);
  const double u = (before - dot(in, in)) / (before + 1e-300);
  if (fabs(u) > 0x1p-18 || g->turn * g->turn > 0x1p-16) {
    transport_far(g, v);
    return;
  }
  transport_near(g, u, in);
  memcpy(v, in, sizeof in);
}

/* What a law sees of one contact, and what it answers. */
typedef struct single {
  double gap, dn, ds[3], reff, meff, was, act, fn, ft[3], dash[4], dash_old[4], work[SCR_BOOKS], kn,
      ks, st[STATES];
} single;

/* A batch of one: laws work in whole vectors, whose other lanes hold nothing here. */
enum { WHOLE = 8, CELLS = sizeof(single) / sizeof(double) };
typedef struct batch_of_one {
  double cell[CELLS][WHOLE];
} batch_of_one;
#define CELL(t, field) ((t)->cell[offsetof(single, field) / sizeof(double)])

static void run_law(scr_law_fn law, single *o, const scene *s, uint32_t q, unsigned want) {
  batch_of_one t = {0};
  double *value = (double *)o;
  for (int c = 0; c < CELLS; c++) t.cell[c][0] = value[c];
  for (int k = 1; k < WHOLE; k++) CELL(&t, gap)[k] = 1e300;
  scr_batch b = {.n = 1, .nt = s->dim == 3 ? 3 : 1, .want = want, .dt = DT, .gap = CELL(&t, gap)};
  double *st[STATES];
  b.st = st;
  for (int c = 0; c < STATES; c++) st[c] = CELL(&t, st[c]);
  for (int c = 0; c < SCR_MAX_PARAM; c++) /* b.zero stays 0: here nothing is left out */
    for (int k = 0; k < WHOLE; k++) b.par[c][k] = s->pset[s->set[q]].param[c];
  b.dn[0] = o->dn, b.reff[0] = o->reff, b.meff[0] = o->meff, b.was[0] = o->was, b.act[0] = o->act;
  for (int c = 0; c < 3; c++) b.ds[c][0] = o->ds[c];
  for (int c = 0; c < 4; c++) b.dash_old[c][0] = o->dash_old[c];
  law(&b);
  for (int c = 0; c < CELLS; c++) value[c] = t.cell[c][0]; /* the state is written in place */
  o->act = b.act[0], o->fn = b.fn[0], o->kn = b.kn[0], o->ks = b.ks[0];
  for (int c = 0; c < 3; c++) o->ft[c] = b.ft[c][0];
  for (int c = 0; c < SCR_BOOKS; c++) o->work[c] = b.work[c][0];
  for (int c = 0; c < 4; c++) o->dash[c] = b.dash[c][0];
}

/* An inactive contact carries zeros, whose signs are those of the same formulas. */
static void global_force(const scene *s, const geometry *g, const single *o, double *f,
                         double *torque) {
  const double *n = g->n, fn = o->act != 0 ? o->fn : 0;
  double ft[3];
  for (int c = 0; c < 3; c++) ft[c] = o->act != 0 ? o->ft[c] : 0, f[c] = torque[c] = 0;
  if (s->dim == 2) {
    f[0] = fma(fn, n[0], -(ft[0] * n[1]));
    f[1] = fma(fn, n[1], ft[0] * n[0]);
    torque[2] = -ft[0];
    return;
  }
  for (int c = 0; c < 3; c++) f[c] = fma(fn, n[c], ft[c]);
  cross(ft, n, torque);
}

/* One component, a product that is rounded to the quantum at once: to the sum, or set apart. */
static void part(double *sum, scr_xsum *giant, double a, double b, double m, double limit) {
  if (fabs(a * b) >= limit)
    scr_xsum_add(giant, a * b);
  else
    *sum += fma(a, b, m) - m;
}

/* Adds what one contact does to both ends, rounded; the largest components are taken before. */
static void add(scene *s, uint32_t q, const scr_pass *p, const geometry *g, const double *f,
                const double *torque, found *l) {
  scr_load *a = &s->load[s->i[q]], *b = &s->load[s->j[q]];
  double arm =
      SCR_MAX(fabs(g->arm1), fabs(g->arm2)); /* where centres nearly coincide one may be negative */
  for (int c = 0; c < 3; c++) {
    l->max_force = SCR_MAX(l->max_force, fabs(f[c]));
    l->max_moment = SCR_MAX(l->max_moment, fabs(arm * torque[c]));
    part(&a->f[c], &l->giant[s->i[q]][c], -1, f[c], p->force_magic, p->force_limit);
    part(&a->m[c], &l->giant[s->i[q]][3 + c], g->arm1, torque[c], p->moment_magic, p->moment_limit);
    if (s->type == SCR_BALL_FACET) continue;
    part(&b->f[c], &l->giant[s->j[q]][c], 1, f[c], p->force_magic, p->force_limit);
    part(&b->m[c], &l->giant[s->j[q]][3 + c], g->arm2, torque[c], p->moment_magic, p->moment_limit);
  }
}

static void note(found *l, const scr_pass *p, uint32_t q, const single *o, double slipped) {
  uint32_t where = (uint32_t)p->type << 31 | q;
  if (o->act != 0 && o->was == 0)
    l->note[l->nnote++] = (scr_note){where, SCR_EV_CONTACT_ACTIVATED, -1, 0, 0, 0};
  if ((slipped != 0) == (o->st[4] != 0)) return;
  l->note[l->nnote++] = (scr_note){where, SCR_EV_SLIP_CHANGE, o->st[4] != 0 ? 0 : 1, 0, 0, 0};
}

static void keep(scene *s, uint32_t q, const scr_pass *p, const single *o, const double *f) {
  const scr_model *m = scr_model_at(s->law[q] - 1);
  for (int x = 0; x < m->nstate; x++) s->state[x][q] = o->st[x];
  const int slip = scr_model_slip(m);
  s->flag[q] = (uint8_t)((s->flag[q] & ~SCR_PAIR_ACTIVE) | (o->act != 0));
  if (slip >= 0)
    s->flag[q] = (uint8_t)((s->flag[q] & ~SCR_PAIR_SLIP) | (o->st[slip] != 0 ? SCR_PAIR_SLIP : 0));
  for (int x = 0; p->want & SCR_WANT_DASH && x < (s->dim == 3 ? 4 : 2); x++)
    s->dash[x][q] = o->act != 0 ? o->dash[x] : 0;
  for (int x = 0; p->want & SCR_WANT_WORK && (o->act != 0 || o->was != 0) && x < SCR_BOOKS; x++)
    if (x != SCR_BOOK_WALL) s->work[x][q] += o->work[x];
  if (p->want & SCR_WANT_WORK && s->type == SCR_BALL_FACET) {
    double power = 0;
    for (int x = 0; x < s->dim; x++) power += 0.5 * (s->force[x][q] + f[x]) * s->facet_v[x][q];
    s->work[SCR_BOOK_WALL][q] -= power * p->dt;
  }
  for (int x = 0; x < s->dim; x++) s->force[x][q] = f[x];
}

static void silence(scene *s, uint32_t q) {
  if (!(s->flag[q] & SCR_PAIR_ACTIVE)) return;
  s->flag[q] &= (uint8_t) ~(SCR_PAIR_ACTIVE | SCR_PAIR_SLIP);
  for (int x = 0; x < STATES; x++) s->state[x][q] = 0;
  for (int x = 0; x < 3; x++) s->force[x][q] = 0;
  for (int x = 0; x < 4; x++) s->dash[x][q] = 0;
}

static void load_single(const scene *s, uint32_t q, const geometry *g, single *o) {
  const scr_model *m = scr_model_at(s->law[q] - 1);
  *o = (single){.gap = g->gap,
                .dn = g->dn,
                .reff = g->reff,
                .meff = g->meff,
                .was = s->flag[q] & SCR_PAIR_ACTIVE};
  for (int x = 0; x < 3; x++) o->ds[x] = g->ds[x];
  for (int x = 0; x < m->nstate; x++) o->st[x] = s->state[x][q];
  for (int x = 0; x < 4; x++) o->dash_old[x] = o->was != 0 ? s->dash[x][q] : 0;
  for (const int *v = m->shear_state; s->dim == 3 && *v >= 0; v++) transport(g, &o->st[*v]);
  if (s->dim == 3) transport(g, &o->dash_old[1]);
}

static void plain_force(scene *s, const scr_pass *p, uint32_t q, found *l) {
  geometry g = {0};
  single o;
  double f[3], torque[3];
  frame(s, q, &g);
  if (p->mode == SCR_PASS_START && !scr_model_at(s->law[q] - 1)->starts_with_force) {
    if (g.gap <= 0) s->flag[q] |= SCR_PAIR_ACTIVE;
    return;
  }
  if (p->mode == SCR_PASS_STEP) increments(s, q, &g);
  load_single(s, q, &g, &o);
  run_law(p->law_force[s->law[q] - 1], &o, s, q, p->want);
  if (p->notes) note(l, p, q, &o, s->state[4][q]);
  global_force(s, &g, &o, f, torque);
  keep(s, q, p, &o, f);
  add(s, q, p, &g, f, torque, l);
}

static void plain_stiff(scene *s, const scr_pass *p, uint32_t q) {
  geometry g = {0};
  single o;
  frame(s, q, &g);
  load_single(s, q, &g, &o);
  o.act = o.was;
  run_law(p->law_stiff[s->law[q] - 1], &o, s, q, p->want);
  s->kn[q] = o.kn, s->ks[q] = o.ks;
}

static void plain_sum(scene *s, const scr_pass *p, uint32_t q, found *l) {
  geometry g = {0};
  double f[3] = {s->force[0][q], s->force[1][q], s->force[2][q]}, torque[3];
  frame(s, q, &g);
  cross(f, g.n, torque);
  if (s->dim == 2) torque[0] = torque[1] = 0, torque[2] = g.n[1] * f[0] - g.n[0] * f[1];
  add(s, q, p, &g, f, torque, l);
}

static void plain_pair(scene *s, const scr_pass *p, uint32_t q, found *l) {
  const bool watch =
      p->type == SCR_BALL_BALL && (p->mode == SCR_PASS_STEP || p->mode == SCR_PASS_DETECT);
  const bool in = gap_of(s, q) <= near_of(s, q, p->own_proximity), is = s->law[q] != 0;
  if (watch && in && !is) l->birth[l->nbirth++] = q;
  if (watch && !in && is) l->death[l->ndeath++] = q;
  if (!is || (watch && !in) || p->mode == SCR_PASS_DETECT) return;
  if (s->flag[q] & (SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT)) {
    if (p->mode == SCR_PASS_STIFF) s->kn[q] = s->ks[q] = 0;
    if (p->mode == SCR_PASS_STEP || p->mode == SCR_PASS_START) silence(s, q);
  } else if (p->mode == SCR_PASS_STIFF) {
    plain_stiff(s, p, q);
  } else if (p->mode == SCR_PASS_SUM) {
    plain_sum(s, p, q, l);
  } else {
    plain_force(s, p, q, l);
  }
}

/* ---- running both ---- */

typedef struct way {
  scr_pass_mode mode;
  bool own_proximity;
  int exponent;         /* of the largest force */
  int workers;          /* parts of the balls, each with the pairs of its first ends */
  double limit;         /* of components that are added; 0: none */
  bool forget;          /* the kernels do not keep what only readers need */
  const uint32_t *list; /* NULL: all pairs in order */
  uint32_t count;
} way;

static scr_pairs pairs_of(scene *s) {
  scr_pairs p = {.n = s->n,
                 .cap = PAIRS,
                 .i = s->i,
                 .j = s->j,
                 .law = s->law,
                 .flag = s->flag,
                 .pset = s->set};
  for (int c = 0; c < STATES; c++) s->column[c] = s->state[c];
  p.state = s->column, p.states = STATES;
  for (int c = 0; c < 3; c++) p.force[c] = s->force[c];
  for (int c = 0; c < 4; c++) p.dash[c] = s->dash[c];
  for (int c = 0; c < SCR_BOOKS; c++) p.work[c] = s->work[c];
  return p;
}

static const int *slip_columns(void) {
  static int column[SCR_LAWS];
  for (int k = 0; k < scr_model_count(); k++) column[k] = scr_model_slip(scr_model_at(k));
  return column;
}

static scr_pass pass_of(scene *s, const way *w, scr_pairs *pairs, scr_facet_geometry *facet) {
  *pairs = pairs_of(s);
  *facet = (scr_facet_geometry){.gap = s->facet_gap, .cap = PAIRS};
  for (int c = 0; c < 3; c++)
    facet->n[c] = s->facet_n[c], facet->v[c] = s->facet_v[c], facet->h[c] = s->facet_h[c],
    facet->driven[c] = s->facet_v[c]; /* of walls that are told how they move */
  facet->spin = s->facet_spin;
  for (int c = 0; c < 3; c++) facet->w[c] = s->facet_w[c];
  scr_pass p = {.mode = w->mode,
                .type = s->type,
                .want = ALL,
                .notes = true,
                .dt = DT,
                .pose = s->pose,
                .twist = s->twist};
  p.pairs = pairs, p.pset = s->pset, p.facet = facet, p.load = s->load, p.kn = s->kn, p.ks = s->ks;
  p.proximity = PROXIMITY, p.proximity_part = 0.05, p.own_proximity = w->own_proximity;
  for (int c = 0; c < 3; c++) p.period[c] = s->type == SCR_BALL_BALL ? s->period[c] : 0;
  for (size_t k = 0; k < SCR_COUNTOF(s->pset); k++) {
    const scr_model *m = s->pset[k].law ? scr_model_at(s->pset[k].law - 1) : NULL;
    if (m && m->reach) p.reach = SCR_MAX(p.reach, m->reach(s->pset[k].param));
  }
  p.keep = true, p.force_limit = p.moment_limit = w->limit > 0 ? w->limit : HUGE_VAL;
  p.force_magic = magic(w->exponent), p.moment_magic = magic(w->exponent - 2);
  const scr_kernels *k = scr_kernels_for(s->dim);
  p.law_force = k->force, p.law_stiff = k->stiff, p.slip = slip_columns();
  return p;
}

static void plain_loop(scene *s, const way *w, found *l) {
  scr_pairs pairs;
  scr_facet_geometry facet;
  assert_true(scr_isa_select("base"));
  scr_pass p = pass_of(s, w, &pairs, &facet);
  *l = (found){0};
  for (uint32_t k = 0; k < (w->list ? w->count : s->n); k++)
    plain_pair(s, &p, w->list ? w->list[k] : k, l);
}

static void take_worker(const scr_worker *from, found *l) {
  for (size_t k = 0; k < from->nbirth; k++) l->birth[l->nbirth++] = from->birth[k];
  for (size_t k = 0; k < from->ndeath; k++) l->death[l->ndeath++] = from->death[k];
  for (size_t k = 0; k < from->nnote; k++) l->note[l->nnote++] = from->note[k];
  l->max_force = SCR_MAX(l->max_force, from->max_force),
  l->max_moment = SCR_MAX(l->max_moment, from->max_moment);
}

/* Room for what the worker adds to balls of others: blocks of eight, the last one first. */
enum { HALO_BITS = 3, HALO_BLOCKS = BALLS >> HALO_BITS };
static void give_halo(scr_worker *worker) {
  scr_halo *h = &worker->halo;
  h->block_bits = HALO_BITS, h->n = BALLS;
  h->at = scr_alloc(HALO_BLOCKS * sizeof *h->at);
  for (uint32_t b = 0; b < HALO_BLOCKS; b++)
    h->at[b] = ((HALO_BLOCKS - 1 - b) << HALO_BITS) - (b << HALO_BITS);
  h->sum[SCR_HALO_LOAD] = scr_alloc_aligned(BALLS * sizeof(scr_load));
}

static void take_halo(scene *s, const scr_worker *worker) {
  for (uint32_t row = 0; row < BALLS; row++) {
    const scr_load *from = (const scr_load *)(const void *)worker->halo.sum[SCR_HALO_LOAD] +
                           scr_halo_place(&worker->halo, row);
    for (int c = 0; c < 3; c++) {
      if (row >= worker->lo && row < worker->hi) assert_true(from->f[c] == 0 && from->m[c] == 0);
      s->load[row].f[c] += from->f[c], s->load[row].m[c] += from->m[c];
    }
  }
}

/* Worker t owns a part of the balls and takes a part of the pairs; what falls on the balls of
 * others is added afterwards. */
static void kernel_pass(scene *s, const way *w, found *l) {
  scr_pairs pairs;
  scr_facet_geometry facet;
  scr_pass p = pass_of(s, w, &pairs, &facet);
  if (w->forget) p.keep = p.notes = false, p.want = 0;
  if (w->mode == SCR_PASS_REPORT) p.notes = false, p.want = SCR_WANT_DASH;
  const scr_kernels *k = scr_kernels_for(s->dim);
  uint32_t workers = (uint32_t)(w->workers ? w->workers : 1);
  *l = (found){0};
  for (uint32_t t = 0; t < workers; t++) {
    scr_worker *worker = scr_worker_new();
    worker->lo = BALLS * t / workers, worker->hi = BALLS * (t + 1) / workers;
    give_halo(worker);
    if (w->list)
      k->pass_list(&p, worker, w->list, w->count);
    else
      k->pass(&p, worker, s->n * t / workers, s->n * (t + 1) / workers);
    take_halo(s, worker);
    for (size_t m = 0; m < worker->giant.n; m++)
      for (int c = 0; c < 3; c++) {
        const scr_giant *r = &worker->giant.item[m];
        scr_xsum_add(&l->giant[r->row][c], r->load.f[c]),
            scr_xsum_add(&l->giant[r->row][3 + c], r->load.m[c]);
      }
    take_worker(worker, l);
    scr_worker_free(worker);
  }
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* In a tile of several laws notes come law by law: at one pair they keep their order, activation
 * first. */
static int by_pair(const void *a, const void *b) {
  const scr_note *x = a, *y = b;
  return x->pair != y->pair ? (x->pair < y->pair ? -1 : 1) : x->event - y->event;
}

static void compare_found(found *a, found *b) {
  for (int k = 0; k < BALLS; k++)
    for (int c = 0; c < 6; c++)
      assert_true(scr_xsum_value(&a->giant[k][c]) == scr_xsum_value(&b->giant[k][c]));
  assert_int_equal(a->nbirth, b->nbirth);
  assert_int_equal(a->ndeath, b->ndeath);
  assert_int_equal(a->nnote, b->nnote);
  qsort(a->birth, a->nbirth, sizeof *a->birth, by_number),
      qsort(b->birth, b->nbirth, sizeof *b->birth, by_number);
  qsort(a->death, a->ndeath, sizeof *a->death, by_number),
      qsort(b->death, b->ndeath, sizeof *b->death, by_number);
  qsort(a->note, a->nnote, sizeof *a->note, by_pair),
      qsort(b->note, b->nnote, sizeof *b->note, by_pair);
  check_bits(a->birth, b->birth);
  check_bits(a->death, b->death);
  for (size_t k = 0; k < a->nnote; k++)
    assert_true(a->note[k].pair == b->note[k].pair && a->note[k].event == b->note[k].event &&
                a->note[k].mode == b->note[k].mode);
  check_bits(a->max_force, b->max_force);
  check_bits(a->max_moment, b->max_moment);
}

/* Rows of candidates are cleared at birth: their zeros may have either sign until then. */
static void compare_columns(const scene *s, const double *a, const double *b) {
  for (uint32_t q = 0; q < s->n; q++)
    if (s->law[q])
      check_bits(a[q], b[q]);
    else
      assert_true(a[q] == b[q]);
}

static void compare_scenes(const scene *a, const scene *b) {
  check_bits(a->load, b->load);
  check_bits(a->flag, b->flag);
  for (int c = 0; c < STATES; c++) compare_columns(a, a->state[c], b->state[c]);
  for (int c = 0; c < a->dim; c++) compare_columns(a, a->force[c], b->force[c]);
  for (int c = 0; c < 4; c++) compare_columns(a, a->dash[c], b->dash[c]);
  for (int c = 0; c < SCR_BOOKS; c++) compare_columns(a, a->work[c], b->work[c]);
}

/* A way to run a scene, in the plain loop and in every instruction set. */
static void check(const scene *s, const way *w) {
  found want, *plain = scr_alloc(sizeof *plain), *got = scr_alloc(sizeof *got);
  scene *a = copy_of(s);
  plain_loop(a, w, plain);
  EACH_ISA(isa) {
    scene *b = copy_of(s);
    want = *plain;
    kernel_pass(b, w, got);
    compare_found(&want, got);
    compare_scenes(a, b);
    for (uint32_t q = 0; w->mode == SCR_PASS_STIFF && q < s->n;
         q++) /* of candidates they mean nothing */
      if (s->law[q]) assert_true(a->kn[q] == b->kn[q] && a->ks[q] == b->ks[q]);
    scr_free(b);
  }
  scr_free(a), scr_free(plain), scr_free(got);
}

/* ---- tests ---- */

/* Contacts near, candidates far: tiles that pass as one run with holes. */
static void settle(scene *s) {
  for (uint32_t q = 0; q < s->n; q++) {
    if (s->law[q] || gap_of(s, q) > near_of(s, q, false)) continue;
    s->set[q] = s->law[0] ? s->set[0] : 0;
    s->law[q] = s->pset[s->set[q]].law;
  }
}

static void every_size(void **state) {
  SCR_UNUSED(state);
  for (uint32_t n = 1; n <= SCR_TILE; n++)
    for (int dim = 2; dim <= 3; dim++)
      for (int periodic = 0; periodic < 2; periodic++)
        for (int settled = 0; settled < 2; settled++) {
          scene *s = scene_new(dim, n, 1, settled ? 1 : 0.8, periodic, n + 1000 * (uint64_t)dim);
          if (settled) settle(s);
          check(s, &(way){SCR_PASS_STEP, .exponent = 16});
          scr_free(s);
        }
}

static const uint32_t sizes[] = {63, 64, 65, 128, 130, PAIRS};
static const scr_pass_mode modes[] = {SCR_PASS_STEP, SCR_PASS_DETECT, SCR_PASS_START,
                                      SCR_PASS_STIFF, SCR_PASS_SUM};

static void mixed_laws(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(sizes); k++)
    for (int dim = 2; dim <= 3; dim++)
      for (size_t m = 0; m < SCR_COUNTOF(modes); m++)
        for (int workers = 1; workers <= 3; workers++) {
          scene *s = scene_new(dim, sizes[k], 3, 0.7, workers == 2, 77 + sizes[k]);
          check(s, &(way){modes[m], .own_proximity = workers == 3, .exponent = 16,
                          .workers = workers});
          scr_free(s);
        }
}

/* A run of one law, with holes; the first tile has one set. */
static scene *plain_scene(int dim, uint32_t law) {
  scene *s = scene_new(dim, PAIRS, 1, 1, false, 5);
  for (uint32_t q = 0; q < s->n; q++) {
    if (!s->law[q]) continue;
    s->set[q] = 3 * (law - LINEAR) + (q < SCR_TILE ? 1 : s->set[q]);
    s->law[q] = (uint8_t)law;
  }
  settle(s);
  return s;
}

static void plain_tiles(void **state) {
  SCR_UNUSED(state);
  for (uint32_t law = LINEAR; law <= BURGER; law++)
    for (int dim = 2; dim <= 3; dim++)
      for (size_t m = 0; m < SCR_COUNTOF(modes); m++) {
        scene *s = plain_scene(dim, law);
        check(s, &(way){modes[m], .exponent = 16});
        scr_free(s);
      }
}

/* With a large reference gap all contacts carry force, however far; the candidates between them
 * must not. */
static void holes_stay_empty(void **state) {
  SCR_UNUSED(state);
  for (uint32_t law = LINEAR; law <= HERTZ; law++)
    for (int dim = 2; dim <= 3; dim++)
      for (size_t m = 0; m < SCR_COUNTOF(modes); m++) {
        scene *s = plain_scene(dim, law);
        for (int k = 0; k < SETS; k++)
          if (s->pset[k].law == law) set_param(&s->pset[k], "rgap", 3);
        check(s, &(way){modes[m], .exponent = 24});
        scr_free(s);
      }
}

static void facets(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (size_t m = 0; m < SCR_COUNTOF(modes); m++)
      for (int own = 0; own < 2; own++) {
        scene *s = scene_new(dim, PAIRS, 3, 0.8, false, 31);
        s->type = SCR_BALL_FACET;
        check(s, &(way){modes[m], .own_proximity = own, .exponent = 16});
        scr_free(s);
      }
}

/* Contacts that another facet claims or the user inhibits fall silent. */
static void blocked(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (size_t m = 0; m < SCR_COUNTOF(modes); m++) {
      scene *s = scene_new(dim, PAIRS, 1, 1, false, 32);
      settle(s);
      for (uint32_t q = 0; q < s->n; q += 5)
        if (s->law[q]) s->flag[q] |= q % 2 ? SCR_PAIR_BLOCKED : SCR_PAIR_INHIBIT;
      check(s, &(way){modes[m], .exponent = 16});
      scr_free(s);
    }
}

/* Lists ascend or not, and may hold stretches of neighbours. */
static void lists(void **state) {
  SCR_UNUSED(state);
  uint32_t list[PAIRS];
  for (int dim = 2; dim <= 3; dim++)
    for (int kind = 0; kind < 4; kind++)
      for (size_t m = 0; m < SCR_COUNTOF(modes); m++) {
        scene *s = scene_new(dim, PAIRS, 1 + kind % 2, 1, false, 33);
        uint32_t n = 0;
        for (uint32_t q = 0; q < PAIRS; q++) {
          uint32_t at = kind < 2 ? q : PAIRS - 1 - q;
          if (kind == 1 ? q % 3 : q % 40 < 30) list[n++] = at;
        }
        check(s, &(way){modes[m], .exponent = 16, .list = list, .count = n});
        scr_free(s);
      }
}

/* Centres that coincide: the normal is the x axis. */
static void coincident(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scene *s = scene_new(dim, 5, 1, 1, false, 34);
    for (uint32_t q = 0; q < 5; q++) {
      s->i[q] = 2 * q, s->j[q] = 2 * q + 1, s->law[q] = LINEAR, s->set[q] = 0;
      memcpy(s->pose[2 * q].x, s->pose[2 * q + 1].x, sizeof s->pose[0].x);
    }
    check(s, &(way){SCR_PASS_STEP, .exponent = 16});
    scene *b = copy_of(s);
    found *l = scr_alloc(sizeof *l);
    b->state[1][0] = 0, b->flag[0] = 0;
    kernel_pass(b, &(way){SCR_PASS_START, .exponent = 16}, l);
    assert_true(b->force[0][0] > 0 && b->force[1][0] == 0);
    scr_free(b), scr_free(l), scr_free(s);
  }
}

/* The same contacts in any order leave the same sums and the same state, each in its place. */
static void any_order(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 8);
  for (int dim = 2; dim <= 3; dim++)
    for (int round = 0; round < 10; round++) {
      scene *s = scene_new(dim, PAIRS, 3, 0.7, round % 2, 35), *a = copy_of(s), *b = copy_of(s);
      found *fa = scr_alloc(sizeof *fa), *fb = scr_alloc(sizeof *fb);
      uint32_t to[PAIRS];
      for (uint32_t q = 0; q < PAIRS; q++) to[q] = q;
      for (uint32_t q = PAIRS - 1; q > 0; q--) {
        uint32_t other = (uint32_t)between(&r, 0, q + 1), t = to[q];
        to[q] = to[other], to[other] = t;
      }
      for (uint32_t q = 0; q < PAIRS; q++) {
        uint32_t p = to[q];
        b->i[p] = s->i[q], b->j[p] = s->j[q], b->set[p] = s->set[q], b->law[p] = s->law[q],
        b->flag[p] = s->flag[q];
        for (int c = 0; c < STATES; c++) b->state[c][p] = s->state[c][q];
        for (int c = 0; c < 3; c++) b->force[c][p] = s->force[c][q];
      }
      kernel_pass(a, &(way){SCR_PASS_STEP, .exponent = 16}, fa);
      kernel_pass(b, &(way){SCR_PASS_STEP, .exponent = 16}, fb);
      check_bits(a->load, b->load);
      check_bits(fa->max_force, fb->max_force);
      check_bits(fa->max_moment, fb->max_moment);
      for (uint32_t q = 0; q < PAIRS; q++) {
        if (!s->law[q]) continue; /* rows of candidates are nobody's: cleared at birth */
        for (int c = 0; c < STATES; c++) check_bits(a->state[c][q], b->state[c][to[q]]);
        for (int c = 0; c < 3; c++) check_bits(a->force[c][q], b->force[c][to[q]]);
      }
      scr_free(s), scr_free(a), scr_free(b), scr_free(fa), scr_free(fb);
    }
}

/* The largest component is reported as it was, whatever the quantum; summed again at a scale that
 * holds it the forces are those of a pass that had this scale at once. */
static void overflow(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scene *s = scene_new(dim, PAIRS, 3, 0.7, false, 36), *a = copy_of(s), *b = copy_of(s);
    found *fa = scr_alloc(sizeof *fa), *fb = scr_alloc(sizeof *fb),
          *again = scr_alloc(sizeof *again);
    const int small = 0;
    kernel_pass(a, &(way){SCR_PASS_STEP, .exponent = small}, fa);
    assert_true(fa->max_force >= ldexp(1, small)); /* beyond the quantum */
    int enough = ilogb(fa->max_force) + 2;
    kernel_pass(b, &(way){SCR_PASS_STEP, .exponent = enough}, fb);
    check_bits(fa->max_force, fb->max_force);
    check_bits(fa->max_moment, fb->max_moment);
    memset(a->load, 0, sizeof a->load);
    for (size_t k = 0; k < fa->ndeath; k++) silence(a, fa->death[k]);
    kernel_pass(a, &(way){SCR_PASS_SUM, .exponent = enough}, again);
    double quantum = ldexp(1, enough - 46), largest = 0, sum[3] = {0};
    for (int k = 0; k < BALLS; k++)
      for (int c = 0; c < 3; c++) {
        check_bits(a->load[k].f[c], b->load[k].f[c]);
        assert_true(fmod(a->load[k].f[c], quantum) == 0);
        largest = fmax(largest, fabs(a->load[k].f[c]));
        sum[c] += a->load[k].f[c];
      }
    assert_true(largest > 0 && again->max_force == fa->max_force);
    for (int c = 0; c < 3; c++) assert_true(sum[c] == 0); /* action and reaction, exactly */
    scr_free(s), scr_free(a), scr_free(b), scr_free(fa), scr_free(fb), scr_free(again);
  }
}

/* Components that the quantum was not made for are set apart, for whichever thread's balls. */
static void giants(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int facets = 0; facets < 2; facets++)
      for (int workers = 1; workers <= 3; workers++) {
        scene *s = scene_new(dim, PAIRS, 3, 0.7, false, 36);
        if (facets) s->type = SCR_BALL_FACET;
        scene *copy = copy_of(s);
        found *l = scr_alloc(sizeof *l);
        kernel_pass(copy, &(way){SCR_PASS_STEP, .exponent = 16}, l);
        const int most = ilogb(l->max_force);
        check(s, &(way){SCR_PASS_STEP, .exponent = most - 1, .workers = workers,
                        .limit = ldexp(1, most - 1)});
        check(s, &(way){SCR_PASS_STEP, .exponent = 16, .workers = workers,
                        .limit = 1e-300}); /* all of them */
        scr_free(s), scr_free(l), scr_free(copy);
      }
}

/* A pass for reports, after one that did not keep them, finds them, and nothing else changes. */
static void check_report(scene *kept, scene *lost, const found *l) {
  for (size_t k = 0; k < l->ndeath; k++) kept->law[l->death[k]] = lost->law[l->death[k]] = 0;
  scene *before = copy_of(lost);
  found *none = scr_alloc(sizeof *none);
  kernel_pass(lost, &(way){SCR_PASS_REPORT, .exponent = 16}, none);
  check_bits(before->load, lost->load);
  check_bits(before->flag, lost->flag);
  check_bits(before->work, lost->work);
  assert_true(none->nbirth == 0 && none->ndeath == 0 && none->nnote == 0 && none->max_force == 0);
  for (uint32_t q = 0; q < kept->n; q++) {
    if (!kept->law[q]) continue;
    const scr_model *m = scr_model_at(kept->law[q] - 1);
    for (int x = 0; x < m->nstate; x++) check_bits(kept->state[x][q], lost->state[x][q]);
    for (int x = 0; x < kept->dim; x++) check_bits(kept->force[x][q], lost->force[x][q]);
    for (int x = 0; x < (kept->dim == 3 ? 4 : 2); x++)
      check_bits(kept->dash[x][q], lost->dash[x][q]);
  }
  scr_free(before), scr_free(none);
}

/* Where nobody looks, forces and what laws only report stay as they were; all else is the same. */
static void not_kept(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int settled = 0; settled < 3; settled++) {
      scene *s = scene_new(dim, PAIRS, settled ? 1 : 3, settled ? 1 : 0.7, false, 41), *kept, *lost;
      if (settled) settle(s);
      for (uint32_t q = 0; settled == 2 && q < s->n;
           q++) { /* tiles of contacts that do not touch yet are left out */
        s->flag[q] = 0;
        for (int x = 0; x < STATES; x++) s->state[x][q] = 0;
        for (int x = 0; x < 3; x++) s->force[x][q] = 0;
      }
      kept = copy_of(s), lost = copy_of(s);
      found *a = scr_alloc(sizeof *a), *b = scr_alloc(sizeof *b);
      kernel_pass(kept, &(way){SCR_PASS_STEP, .exponent = 16}, a);
      kernel_pass(lost, &(way){SCR_PASS_STEP, .exponent = 16, .forget = true}, b);
      check_bits(kept->load, lost->load);
      check_bits(kept->flag, lost->flag);
      int same = 0, left = 0;
      for (uint32_t q = 0; q < s->n; q++) {
        if (!s->law[q] || !(kept->flag[q] & SCR_PAIR_ACTIVE)) continue;
        for (int c = 0; c < dim; c++) assert_true(lost->force[c][q] == s->force[c][q]);
        const scr_model *m = scr_model_at(s->law[q] - 1);
        for (int x = 0; x < m->nstate; x++) {
          if (lost->state[x][q] == kept->state[x][q]) {
            same++;
            continue;
          }
          assert_true(m->hints.reported && lost->state[x][q] == s->state[x][q] &&
                      m->hints.reported(UINT32_MAX, false) >> x & 1);
          left++;
        }
      }
      assert_true(same > 100 && left > 20);
      check_report(kept, lost, b);
      scr_free(s), scr_free(kept), scr_free(lost), scr_free(a), scr_free(b);
    }
}

/* A contact that is silenced carries nothing: no zero with a sign, no slip. */
static void silenced(void **state) {
  SCR_UNUSED(state);
  for (int active = 0; active < 2; active++) {
    scene *s = scene_new(3, PAIRS, 1, 1, false, 7);
    scr_pairs p = pairs_of(s);
    const double nothing = 0;
    s->flag[5] = (uint8_t)(SCR_PAIR_INHIBIT | (active ? SCR_PAIR_ACTIVE | SCR_PAIR_SLIP : 0));
    for (int c = 0; c < 3; c++) s->force[c][5] = c == 1 ? -0.0 : 3;
    for (int c = 0; c < STATES; c++) s->state[c][5] = active ? c - 1 : 0;
    scr_pair_silence(&p, 5);
    assert_int_equal(s->flag[5], SCR_PAIR_INHIBIT);
    for (int c = 0; c < 3; c++) assert_memory_equal(&s->force[c][5], &nothing, sizeof nothing);
    for (int c = 0; c < STATES; c++) assert_memory_equal(&s->state[c][5], &nothing, sizeof nothing);
    scr_free(s);
  }
}

/* The scenes above are worth something: they hold what the tests are about. */
static void scenes_hold_everything(void **state) {
  SCR_UNUSED(state);
  scene *s = scene_new(3, PAIRS, 3, 0.7, true, 77 + PAIRS);
  found *l = scr_alloc(sizeof *l);
  int active = 0, laws[5] = {0}, wrapped = 0;
  for (uint32_t q = 0; q < s->n; q++) {
    laws[s->law[q]]++;
    double d[3];
    distance(s, q, d);
    wrapped += s->law[q] && d[0] != s->pose[s->j[q]].x[0] - s->pose[s->i[q]].x[0];
  }
  kernel_pass(s, &(way){SCR_PASS_STEP, .exponent = 16}, l);
  for (uint32_t q = 0; q < s->n; q++) active += s->flag[q] & SCR_PAIR_ACTIVE;
  for (int k = 0; k < 5; k++) assert_true(k == 1 || laws[k] > 3);
  assert_true(active > 10 && wrapped > 5 && l->nbirth > 0 && l->ndeath > 0 && l->nnote > 5);
  scr_free(s), scr_free(l);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scenes_hold_everything),
      cmocka_unit_test(every_size),
      cmocka_unit_test(mixed_laws),
      cmocka_unit_test(holes_stay_empty),
      cmocka_unit_test(plain_tiles),
      cmocka_unit_test(facets),
      cmocka_unit_test(blocked),
      cmocka_unit_test(lists),
      cmocka_unit_test(coincident),
      cmocka_unit_test(any_order),
      cmocka_unit_test(overflow),
      cmocka_unit_test(giants),
      cmocka_unit_test(not_kept),
      cmocka_unit_test(silenced),
  };
  return cmocka_run_group_tests_name("kernel", tests, NULL, NULL);
}
