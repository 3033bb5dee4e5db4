/* Stresses of balls in networks of springs (laws `springnetwork` and `subspringnetwork`), from
 * which Poisson's forces of a step follow. Formulas: docs/physics.md, springnetwork. */
#include "world/contacts/network.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/par.h"
#include "base/sym3.h"
#include "base/vec3.h"
#include "model/subspringnetwork.h"
#include "world/contacts/cmat.h"
#include "world/contacts/kept.h"
#include "world/contacts/pairs.h"
#include "world/contacts/pass.h"
#include "world/contacts/quantum.h"
#include "world/facets/facets.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

/* A bond as its bodies feel it: normal from end 1 to end 2, force on end 2, area by arm of each;
 * whole: with what has broken of it. */
typedef struct scr_face {
  uint32_t row[2], pair;
  uint8_t type;
  int ends;
  double n[3], f[3], arm[2], area, whole;
} face;

size_t scr_network_bytes(const scr_world *w) {
  return w->engine->contacts->cap_face * sizeof(face);
}

static bool has_parts(uint8_t law) { return law == 1 + SCR_LAW_subspringnetwork; }

bool scr_law_is_network(uint8_t law) { return law == 1 + SCR_LAW_springnetwork || has_parts(law); }

static bool is_face(const scr_pairs *p, uint32_t q) {
  return scr_law_is_network(p->law[q]) && p->flag[q] & SCR_PAIR_BONDED;
}

/* Is subcontact e of contact q bonded? */
static bool holds(double *const *st, int e, uint32_t q) {
  return scr_sub_state(st[SUB_FIRST + SUB_STRIDE * e + SUB_TOLD][q]) >= SCR_BOND_HOLDS;
}

/* The part of the area that is bonded. */
static double bonded_part(int dim, uint8_t law, double *const *st, uint32_t q) {
  double n = 0;
  if (!has_parts(law)) return 1;
  for (int e = 0; e < dim; e++) n += holds(st, e, q);
  return n / dim;
}

static void branch_of(const scr_world *w, uint32_t i, uint32_t j, double n[3], double *gap) {
  double d2 = 0;
  for (int c = 0; c < 3; c++) {
    const double period = scr_period(w, c);
    n[c] = w->pose[j].x[c] - w->pose[i].x[c];
    if (period > 0 && n[c] > 0.5 * period) n[c] -= period;
    if (period > 0 && n[c] < -0.5 * period) n[c] += period;
    d2 += n[c] * n[c];
  }
  const double r = sqrt(d2);
  for (int c = 0; c < 3; c++) n[c] = r > 0 ? n[c] / r : c == 0;
  *gap = r - (w->pose[i].r + w->pose[j].r);
}

/* Displacement of end 2 relative to end 1 in this step, at the contact, and its rotation. */
static void motion_of(const scr_world *w, scr_contact_type type, uint32_t q, const face *f,
                      double u[3], double turn[3]) {
  const scr_facet_geometry *g = scr_facets_geometry(w);
  const scr_twist *one = &w->twist[f->row[0]],
                  *two = &w->twist[type == SCR_BALL_BALL ? f->row[1] : 0];
  const double dt = w->timestep.current;
  double rim[3], across[3];
  for (int c = 0; c < 3; c++) {
    rim[c] = f->arm[0] * one->w[c] + (f->ends == 2 ? f->arm[1] * two->w[c] : 0);
    u[c] = (f->ends == 2 ? two->v[c] : c < w->dim ? g->v[c][q] : 0) - one->v[c];
    if (f->ends == 2) u[c] += w->engine->strain[c] * (f->arm[0] + f->arm[1]) * f->n[c];
    turn[c] = ((f->ends == 2 ? two->w[c] : g->w[c] ? g->w[c][q] : 0) - one->w[c]) * dt;
  }
  scr_cross3(rim, f->n, across);
  for (int c = 0; c < 3; c++) u[c] = (u[c] - across[c]) * dt;
}

/* What springs carry at the end of this step, if nothing slides or breaks in it: n and `held`, a
 * vector of the contact plane, before it; u moves them; kn, ks: N/m. */
static void add_force(const face *f, double n, const double held[3], const double u[3], double kn,
                      double ks, double out[3]) {
  const double opens = scr_dot3(u, f->n);
  for (int c = 0; c < 3; c++)
    out[c] += (n - kn * opens) * f->n[c] + held[c] - ks * (u[c] - opens * f->n[c]);
}

/* The axes along which subcontacts lie. */
static void axes_of(int dim, const face *f, double *const *st, uint32_t q, double s[3],
                    double t[3]) {
  for (int c = 0; c < 3; c++) s[c] = dim == 3 ? st[SUB_AXIS + c][q] : c == 2 ? -1 : 0;
  scr_cross3(f->n, s, t);
}

/* The same of those subcontacts that are bonded. */
static void parts_force(const scr_world *w, const double *param, double *const *st, uint32_t q,
                        const double u[3], const double turn[3], face *f) {
  const double part = f->whole / w->dim, r = scr_network_radius(w->dim, f->whole),
               bend = r * param[w->dim == 3 ? SUB_BEND_3D : SUB_BEND_2D],
               spin = r * param[SUB_TURN];
  const double twist = scr_dot3(turn, f->n);
  double s[3], t[3];
  axes_of(w->dim, f, st, q, s, t);
  for (int e = 0; e < w->dim; e++) {
    double *const *own = st + SUB_FIRST + SUB_STRIDE * e;
    double at[2], v[3], held[3];
    if (!holds(st, e, q)) continue;
    scr_sub_place(w->dim, e, at);
    const double opens = bend * (at[1] * scr_dot3(turn, s) - at[0] * scr_dot3(turn, t));
    for (int c = 0; c < 3; c++) {
      v[c] = u[c] + opens * f->n[c] + spin * twist * (at[0] * t[c] - at[1] * s[c]);
      held[c] = own[SUB_S][q] * s[c] + own[SUB_T][q] * t[c];
    }
    add_force(f, own[SUB_N][q], held, v, param[KN] * part, param[KS] * part, f->f);
  }
}

static void force_of(const scr_world *w, scr_contact_type type, uint32_t q, face *f) {
  const scr_pairs *p = &w->pair[type];
  const double *param = w->pset[scr_pair_set(p, q)].param;
  double u[3], turn[3], held[3];
  motion_of(w, type, q, f, u, turn);
  if (has_parts(p->law[q])) {
    parts_force(w, param, p->state, q, u, turn, f);
    return;
  }
  for (int c = 0; c < 3; c++) held[c] = w->dim == 3 ? p->state[FS + c][q] : 0;
  add_force(f, p->state[FN][q], held, u, param[KN] * f->area, param[KS] * f->area, f->f);
  if (w->dim == 2) f->f[0] -= p->state[FS][q] * f->n[1], f->f[1] += p->state[FS][q] * f->n[0];
}

static void face_of(const scr_world *w, face *f) {
  const scr_contact_type type = (scr_contact_type)f->type;
  const uint32_t q = f->pair;
  const scr_pairs *p = &w->pair[type];
  double gap, r = w->pose[p->i[q]].r;
  *f = (face){
      .row = {p->i[q], p->j[q]}, .pair = q, .type = f->type, .ends = type == SCR_BALL_BALL ? 2 : 1};
  if (type == SCR_BALL_BALL) {
    branch_of(w, p->i[q], p->j[q], f->n, &gap);
    f->arm[1] = w->pose[p->j[q]].r + 0.5 * gap;
    r = SCR_MIN(r, w->pose[p->j[q]].r);
  } else {
    const scr_facet_geometry *g = scr_facets_geometry(w);
    for (int c = 0; c < w->dim; c++) f->n[c] = g->n[c][q];
    gap = g->gap[q];
  }
  f->arm[0] = w->pose[p->i[q]].r + 0.5 * gap;
  f->whole = scr_network_area(w->dim, w->pset[scr_pair_set(p, q)].param, r);
  f->area = f->whole * bonded_part(w->dim, p->law[q], p->state, q);
  force_of(w, type, q, f);
}

/* Sums of a ball, row by row: arm x force on it x normal outwards; area x arm x normal x normal. */
enum { SUMS = 18 };

/* Rounded to a quantum, so that neither order nor grouping of contacts matters. `looks`: the
 * largest part is asked for instead. */
typedef struct adding {
  scr_world *w;
  double *sum;
  double magic[2], largest[2];
  bool looks;
} adding;

static void add_part(adding *a, double *to, int kind, double x) {
  if (a->looks)
    a->largest[kind] = SCR_MAX(a->largest[kind], fabs(x));
  else
    *to += (x + a->magic[kind]) - a->magic[kind];
}

static void add_face(adding *a, const face *f) {
  for (int end = 0; end < f->ends; end++) {
    double *to = a->sum + (size_t)SUMS * f->row[end];
    for (int x = 0; x < 3; x++)
      for (int y = 0; y < 3; y++) {
        add_part(a, &to[3 * x + y], 0, -f->arm[end] * f->f[x] * f->n[y]);
        add_part(a, &to[9 + 3 * x + y], 1, f->arm[end] * f->area * f->n[x] * f->n[y]);
      }
  }
}

/* Each face is found by itself, on any thread. */
typedef struct finding {
  scr_world *w;
  face *face;
  size_t n;
  int workers;
} finding;

static void find_worker(void *user, int t, int threads) {
  const finding *j = user;
  const size_t lo = j->n * (size_t)t / (size_t)j->workers,
               hi = j->n * (size_t)(t + 1) / (size_t)j->workers;
  SCR_UNUSED(threads);
  for (size_t k = lo; k < hi; k++) face_of(j->w, &j->face[k]);
}

static finding find_faces(scr_world *w) {
  struct scr_contacts *c = w->engine->contacts;
  finding j = {.w = w, .workers = scr_workers_for(w)};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t q = 0; q < w->pair[t].n; q++) {
      if (!is_face(&w->pair[t], q)) continue;
      SCR_GROW(c->face, c->cap_face, j.n + 1);
      c->face[j.n++] = (face){.pair = q, .type = (uint8_t)t};
    }
  j.face = c->face;
  scr_par_run_by(w->engine->par, j.workers, find_worker, &j);
  return j;
}

static void add_faces(adding *a, const finding *found) {
  for (size_t k = 0; k < found->n; k++) add_face(a, &found->face[k]);
}

enum { TRACE = 9, RANK, STRESS };

/* The stress that the tractions of all faces stand for: the first sums by the inverse of the second
 * ones, along axes in which there are faces, RANK of them. For a cell that its faces close the
 * second sums are its volume. */
static void stress_of(const double *sum, double out[STRESS]) {
  static const double LEAST = 0.1; /* of the largest: below, a direction is free */
  double h[9], axis[9], inverse[9] = {0}, s[9] = {0};
  memcpy(h, sum + 9, sizeof h);
  scr_sym3_principal(h, axis);
  const double most = SCR_MAX(h[0], SCR_MAX(h[4], h[8]));
  out[RANK] = 0;
  for (int k = 0; k < 3; k++) {
    if (!(most > 0 && h[4 * k] > LEAST * most)) continue;
    out[RANK]++;
    for (int x = 0; x < 3; x++)
      for (int y = 0; y < 3; y++)
        inverse[3 * x + y] += axis[3 * x + k] * axis[3 * y + k] / h[4 * k];
  }
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++)
      for (int k = 0; k < 3; k++) s[3 * x + y] += sum[3 * x + k] * inverse[3 * k + y];
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++) out[3 * x + y] = 0.5 * (s[3 * x + y] + s[3 * y + x]);
  out[TRACE] = out[0] + out[4] + out[8];
}

/* May contacts that the entry makes ask for stresses? Methods but `bond` may set what asks. */
static bool makes_stressed(const scr_cmat_entry *e) {
  const bool network = e->model == scr_model_at(SCR_LAW_springnetwork) ||
                       e->model == scr_model_at(SCR_LAW_subspringnetwork);
  return network && (e->param[SN_POIS] > 0 || e->nmethod > scr_cmat_bonds(e));
}

bool scr_network_stressed(const scr_world *w) {
  for (size_t k = 0; w->engine->any_networks && k < w->npset; k++)
    if (scr_law_is_network(w->pset[k].law) && w->pset[k].param[SN_POIS] > 0) return true;
  return false;
}

bool scr_network_may_be_stressed(const scr_world *w) {
  bool any = scr_network_stressed(w);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) any |= makes_stressed(&w->cmat_default[t]);
  for (size_t k = 0; k < w->ncmat; k++) any |= makes_stressed(&w->cmat[k].entry);
  return any;
}

void scr_network_stresses(scr_world *w) {
  struct scr_contacts *c = w->engine->contacts;
  adding a = {.w = w, .looks = true};
  if (!scr_network_stressed(w)) return; /* where they may be, all births are over */
  SCR_GROW(c->stress, c->cap_stress, STRESS * (size_t)w->ball.n);
  const finding found = find_faces(w);
  add_faces(&a, &found);
  a.looks = false;
  for (int k = 0; k < 2; k++) a.magic[k] = scr_magic(w, scr_exponent_for(a.largest[k]));
  a.sum = scr_alloc((size_t)SUMS * w->ball.n * sizeof *a.sum);
  add_faces(&a, &found);
  for (uint32_t k = 0; k < w->ball.n; k++)
    stress_of(a.sum + (size_t)SUMS * k, c->stress + STRESS * (size_t)k);
  scr_free(a.sum);
}

/* ---- what contacts ask ---- */

/* What the stress of an elastic solid adds to that of its springs, S = (S0 + nu tr S0/(1 - (d - 1)
 * nu))/(1 + nu), as a force on end 2; by half of each of both balls, d: directions with faces. */
static void add_poisson(const scr_batch *b, int k, const double *s, double part, double area) {
  const double nu = b->par[SN_POIS][k], by = part * area * nu / (1 + nu);
  const double n[3] = {b->normal[0][k], b->normal[1][k], b->nt == 3 ? b->normal[2][k] : 0};
  double along[3], normal = 0;
  for (int x = 0; x < 3; x++) along[x] = scr_dot3(s + 3 * x, n), normal += along[x] * n[x];
  b->st[SN_QN][k] += by * (normal - s[TRACE] / (1 - (s[RANK] - 1) * nu));
  const double shear = b->par[SN_NON_DIAG][k] * by;
  if (b->nt == 3)
    for (int x = 0; x < 3; x++) b->st[SN_QS + x][k] += shear * (along[x] - normal * n[x]);
  else
    b->st[SN_QS][k] += shear * (along[1] * n[0] - along[0] * n[1]);
}

static void no_poisson(const scr_batch *b, int k) {
  for (int x = 0; x < 4; x++) b->st[SN_QN + x][k] = 0;
}

/* Outside of a step, where stresses are not known, it stays as it is. */
static void as_before(const scr_batch *b, int k) {
  for (int x = 0; x < 4; x++) b->st[SN_QN + x][k] = b->st[SN_PN + x][k];
}

static double area_of(const scr_world *w, const scr_law_ask *a, int k) {
  const scr_batch *b = a->batch;
  double p[NETWORK_PARAMS];
  for (int x = 0; x < NETWORK_PARAMS; x++) p[x] = b->par[x][k];
  const double least = a->pass->type == SCR_BALL_BALL ? SCR_MIN(b->r1[k], b->r2[k]) : b->r1[k];
  return scr_network_area(w->dim, p, least) *
         bonded_part(w->dim, w->pair[a->pass->type].law[a->pair[k]], b->st, (uint32_t)k);
}

void scr_network_ask(void *world, const scr_law_ask *a) {
  const scr_world *w = world;
  const scr_batch *b = a->batch;
  const double *stress = w->engine->contacts->stress;
  const bool two = a->pass->type == SCR_BALL_BALL;
  for (int k = 0; k < b->n; k++) {
    const bool bonded = b->st[SN_STATE][k] >= SCR_BOND_HOLDS, acts = b->par[SN_POIS][k] > 0;
    if (bonded && acts && a->pass->mode != SCR_PASS_STEP) {
      as_before(b, k);
      continue;
    }
    no_poisson(b, k);
    if (!bonded || !acts) continue;
    const double area = area_of(w, a, k), part = two ? 0.5 : 1;
    add_poisson(b, k, stress + STRESS * (size_t)a->i[k], part, area);
    if (two) add_poisson(b, k, stress + STRESS * (size_t)a->j[k], part, area);
    for (int x = 0; x < 4; x++) b->st[SN_QN + x][k] += 0.0; /* zeros have no sign */
  }
}
