/* The stiffness limit of free walls. Along each free axis K = sum [kn n_i^2 + ks (1 - n_i^2)] over
 * the contacts of a wall, with the undamped stiffnesses, and C is the same sum of the viscosities
 * of their dashpots: those are given by the masses of the balls, so that a light wall may feel them
 * as strong ones. With b = C/(2 sqrt(M K)) the limit is that of a ball: M/(K (b + sqrt(1 +
 * b^2))^2). About a free axis e each contact counts at its arm a, by the way e x a that its point
 * goes, against the moment of inertia there. Contacts that carry nothing yet count as if they just
 * did, and a wall without any as if it had one, with its stiffest ball and the longest arm: else
 * the step in which they begin would be too long. */
#include "world/timestep/timestep.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/sym3.h"
#include "base/xsum.h"
#include "world/facets/facets.h"
#include "world/motion/wall_loads.h"
#include "world/state/rows.h"
#include "world/state/wall_inertia.h"

/* ---- dashpots ---- */

static scr_dashpot dashpot(const scr_world *w, int law, uint32_t set) {
  const scr_dampers *of = scr_model_at(law - 1)->dampers;
  scr_dashpot d = {.law = law, .set = set, .known = of && of->ratio[0] >= 0};
  for (int k = 0; k < 3; k++) {
    const double b = of && of->ratio[k] >= 0 ? w->pset[set].param[of->ratio[k]] : 0,
                 counts = k == 2 ? SCR_SPIN_RATIO * b : b;
    d.twice[k] = b > 0 ? 2 * b : 0;
    d.under[k] = counts + sqrt(1 + counts * counts);
  }
  return d;
}

void scr_dashpot_of(const scr_world *w, scr_contact_type type, uint32_t pair, scr_dashpot *of) {
  const scr_pairs *p = &w->pair[type];
  const uint32_t set = scr_pair_set(p, pair);
  if (p->law[pair] != of->law || set != of->set) *of = dashpot(w, p->law[pair], set);
}

double scr_viscosity(const scr_dashpot *d, int which, double mass, double stiffness) {
  assert(mass > 0 && stiffness >= 0);
  return d->twice[which] > 0 ? d->twice[which] * sqrt(mass * stiffness) / d->under[which] : 0;
}

/* ---- axes ---- */

enum { AXES = 6 };

/* What a free wall has: along x, y and z its mass; about three axes, along which its inertia does
 * not couple them, its moments of inertia. 0: that is not free. */
typedef struct free_axes {
  uint32_t row;
  double inertia[AXES];
  double about[3][3];
  bool touched;
  scr_xsum stiffness[AXES], viscosity[AXES]; /* N/m, N s/m; N m, N m s */
} free_axes;

/* Where two components of the spin are free, the third axis is a principal one of what is left. */
static void find_about(const scr_world *w, uint32_t row, unsigned spins, free_axes *f) {
  double s[9], e[9];
  scr_wall_tensor(w, row, s);
  for (int a = 0; a < 9; a++)
    if (!(spins >> (a / 3) & 1 && spins >> (a % 3) & 1)) s[a] = 0;
  scr_sym3_principal(s, e);
  for (int a = 0; a < 3; a++) {
    f->inertia[3 + a] = s[4 * a];
    for (int c = 0; c < 3; c++) f->about[a][c] = e[3 * c + a];
  }
}

static void find_axes(const scr_world *w, uint32_t row, free_axes *f) {
  const unsigned bits = scr_wall_free_bits(w, row);
  f->row = row;
  for (int c = 0; c < w->dim; c++)
    if (bits >> c & 1) f->inertia[c] = *scr_real_at(&w->wall, SCR_WALL_MASS, row);
  if (bits >> 3) find_about(w, row, bits >> 3, f);
}

/* All free walls in order of row, and the number of each by row (SCR_NONE: it is not free): the
 * caller's to free. */
static uint32_t find_walls(const scr_world *w, uint32_t **number, free_axes **out) {
  uint32_t n = 0;
  *number = scr_alloc(w->wall.n * sizeof **number);
  for (uint32_t k = 0; k < w->wall.n; k++) (*number)[k] = scr_wall_free_bits(w, k) ? n++ : SCR_NONE;
  *out = scr_alloc(n * sizeof **out);
  for (uint32_t k = 0; k < w->wall.n; k++)
    if ((*number)[k] != SCR_NONE) find_axes(w, k, &(*out)[(*number)[k]]);
  return n;
}

/* ---- sums ---- */

/* What a law tells of a ball that begins to touch a wall, N/m. */
static void begins(const scr_world *w, uint32_t ball, const scr_model *m, const double *param,
                   double k[2]) {
  const double r = w->pose[ball].r, mass = w->twist[ball].m;
  const scr_ends e = {
      .radius = {r, r}, .curvature = {1 / r, 0}, .mass = {mass, mass}, .dim = w->dim};
  k[0] = k[1] = 0;
  if (m->twin_stiffness) m->twin_stiffness(&e, param, &k[0], &k[1]);
}

/* A contact as a free wall feels it: stiffnesses without dashpots and viscosities, along n and
 * across; against bending and twisting. */
typedef struct felt {
  double n[3], arm[3], k[2], c[2], bend, twist;
  double mass; /* of the ball, kg */
  bool known;  /* are the viscosities? */
} felt;

static felt felt_of(const scr_world *w, uint32_t pair, const scr_dashpot *d) {
  const struct scr_stepper *s = w->engine->stepper;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const scr_facet_geometry *g = scr_facets_geometry(w);
  double k[2] = {s->kn[SCR_BALL_FACET][pair], s->ks[SCR_BALL_FACET][pair]};
  if (!(p->flag[pair] & SCR_PAIR_ACTIVE))
    begins(w, p->i[pair], scr_model_at(p->law[pair] - 1), w->pset[scr_pair_set(p, pair)].param, k);
  felt f = {.n = {g->n[0][pair], g->n[1][pair], g->n[2][pair]},
            .bend = s->kb[SCR_BALL_FACET][pair],
            .twist = s->kt[SCR_BALL_FACET][pair],
            .mass = w->twist[p->i[pair]].m,
            .known = d->known};
  for (int q = 0; q < 2; q++) {
    f.k[q] = k[q] / (d->under[q] * d->under[q]);
    f.c[q] = scr_viscosity(d, q, f.mass, k[q]);
  }
  return f;
}

/* What a contact adds where its point goes by u, of the length 1 or of an arm, and turns against
 * `turn`. Where the viscosity of a law is not known, its share in the stiffness is that of a ball:
 * for a lighter wall it is at most m/M times as large. */
static void add_way(free_axes *to, int axis, const felt *f, const double u[3], double turn) {
  const double un = scr_dot3(u, f->n), n2 = un * un, u2 = scr_dot3(u, u),
               mass = u2 > 0 ? to->inertia[axis] / u2 : HUGE_VAL,
               more = f->known || f->mass <= mass ? 1 : f->mass / mass;
  scr_xsum_add(&to->stiffness[axis],
               more * f->k[0] * n2 + more * f->k[1] * (u2 - n2) + more * turn);
  scr_xsum_add(&to->viscosity[axis], f->c[0] * n2 + f->c[1] * (u2 - n2));
}

static void add_contact(free_axes *to, const felt *f) {
  for (int a = 0; a < AXES; a++) {
    double u[3] = {0}, turn = 0;
    if (!(to->inertia[a] > 0)) continue;
    if (a < 3) {
      u[a] = 1;
    } else {
      const double along = scr_dot3(to->about[a - 3], f->n), n2 = along * along;
      scr_cross3(to->about[a - 3], f->arm, u);
      turn = f->bend * (1 - n2) + f->twist * n2;
    }
    add_way(to, a, f, u, turn);
  }
}

/* The contacts of free walls, in the order of the list; the caller's to free. */
static uint32_t contacts_of(const scr_world *w, const uint32_t *number, uint32_t **out) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  uint32_t n = 0;
  *out = scr_alloc(p->n * sizeof **out);
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k] && number[scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]]] != SCR_NONE)
      (*out)[n++] = k;
  return n;
}

static void add_contacts(scr_world *w, const uint32_t *number, free_axes *of) {
  const uint32_t *wall = scr_colu(&w->facet, SCR_FACET_WALL);
  uint32_t *pair;
  const uint32_t n = contacts_of(w, number, &pair);
  scr_dashpot d = {0};
  (void)scr_facet_stiffness(w, pair, n);
  for (uint32_t k = 0; k < n; k++) {
    free_axes *to = &of[number[wall[w->pair[SCR_BALL_FACET].j[pair[k]]]]];
    scr_dashpot_of(w, SCR_BALL_FACET, pair[k], &d);
    felt f = felt_of(w, pair[k], &d);
    if (scr_wall_free_spins(w, to->row)) scr_wall_arm(w, pair[k], f.arm);
    to->touched = true;
    add_contact(to, &f);
  }
  scr_free(pair);
}

/* ---- walls that nothing touches ---- */

/* The stiffest contact that a ball could have with a wall by the default law, N/m; kept until a
 * ball or that law is another one. */
static double stiffest_ball(scr_world *w) {
  double *most = &w->engine->stepper->lone, k[2];
  if (scr_fresh(w, SCR_LONE)) return *most;
  *most = 0;
  for (uint32_t row = 0; row < w->ball.n; row++) {
    scr_twin_beside(w, row, SCR_BALL_FACET, k);
    *most = fmax(*most, fmax(k[0], k[1]));
  }
  scr_made_if_sound(w, SCR_LONE);
  return *most;
}

/* The square of the longest arm of a wall, m2. */
static double longest_arm2(const scr_world *w, uint32_t wall) {
  const double *center = scr_col(&w->wall, SCR_WALL_CENTER) + 3 * (size_t)wall;
  double most = 0;
  for (uint32_t v = 0; v < w->vertex.n; v++) {
    if (scr_colu(&w->vertex, SCR_VERTEX_WALL)[v] != wall) continue;
    const double *x = scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v,
                 arm[3] = {x[0] - center[0], x[1] - center[1], x[2] - center[2]};
    most = fmax(most, scr_dot3(arm, arm));
  }
  return most;
}

static void add_lone(scr_world *w, free_axes *to) {
  const double k = stiffest_ball(w),
               arm2 = scr_wall_free_spins(w, to->row) ? longest_arm2(w, to->row) : 0;
  for (int a = 0; a < AXES; a++) scr_xsum_add(&to->stiffness[a], a < 3 ? k : k * arm2);
}

/* ---- the whole ---- */

/* M/K along or about one axis; HUGE_VAL: nothing touches the wall. */
static double ratio_along(const free_axes *f, int a) {
  const double k = scr_xsum_value(&f->stiffness[a]),
               half = 0.5 * scr_xsum_value(&f->viscosity[a]) / sqrt(f->inertia[a]),
               root = half + sqrt(half * half + k);
  return root > 0 ? f->inertia[a] / (root * root) : HUGE_VAL;
}

static void take_less(const scr_world *w, const free_axes *f, scr_stiff_wall *least) {
  const uint32_t *id = scr_colu(&w->wall, SCR_WALL_ID);
  for (int a = 0; a < AXES; a++) {
    if (!(f->inertia[a] > 0)) continue;
    const double ratio = ratio_along(f, a);
    const bool first =
        ratio == least->ratio && least->wall != SCR_NONE && id[f->row] < id[least->wall];
    if (ratio < least->ratio || first) *least = (scr_stiff_wall){ratio, f->row, a};
  }
}

scr_stiff_wall scr_free_walls_limit(scr_world *w) {
  scr_stiff_wall least = {.ratio = HUGE_VAL, .wall = SCR_NONE};
  uint32_t *number;
  free_axes *of;
  if (!scr_any_wall_free(w) || !w->wall.n) return least;
  const uint32_t n = find_walls(w, &number, &of);
  add_contacts(w, number, of);
  for (uint32_t k = 0; k < n; k++) {
    if (!of[k].touched) add_lone(w, &of[k]);
    take_less(w, &of[k], &least);
  }
  scr_free(number);
  scr_free(of);
  return least;
}
