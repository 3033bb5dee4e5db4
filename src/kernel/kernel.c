/* The passes over pairs and balls; compiled once for each (SCR_DIM, SCR_ISA). Floor: kernel. See kernel.h. */
#include "kernel/kernel.h"

#include <string.h>
#include "base/mem.h"
#include "kernel/tile.h"

#define DIM          SCR_DIM
#define EACH_AXIS(c) for (int c = 0; c < DIM; c++)
/* Components of spins and moments: all three in 3D, z alone in 2D. */
#if DIM == 3
#define ROT0 0
#else
#define ROT0 2
#endif
#define EACH_SPIN(c) for (int c = ROT0; c < 3; c++)
enum { NT = DIM == 3 ? 3 : 1 };

const scr_kernels *SCR_NAME(scr_kernels)(void);

#define MODEL(name)                                                                                                              \
  void SCR_NAME(scr_##name##_force)(scr_batch * b);                                                                              \
  void SCR_NAME(scr_##name##_stiff)(scr_batch * b);
#include "model/models.def"
#undef MODEL

/* A row of eight numbers (scr_twist, scr_load) as one vector; compilers split it where registers are narrower. */
typedef double row8 __attribute__((vector_size(64), aligned(8), may_alias));

/* ---- geometry of a tile ---- */

static void gather_balls(const scr_pass *p, scr_tile *t, int n) {
  const uint32_t *pi = p->pairs->i, *pj = p->pairs->j;
  for (int k = 0; k < n; k++) {
    t->pa[k] = p->pose[pi[t->pair[k]]];
    t->pb[k] = p->pose[pj[t->pair[k]]];
  }
  SCR_EACH(k, n) {
    t->dx[0][k] = t->pb[k].x[0] - t->pa[k].x[0];
    t->dx[1][k] = t->pb[k].x[1] - t->pa[k].x[1];
    t->dx[2][k] = t->pb[k].x[2] - t->pa[k].x[2];
    t->ra[k] = t->pa[k].r;
    t->rb[k] = t->pb[k].r;
  }
  EACH_AXIS(c) {
    const double period = p->period[c], half = 0.5 * period;
    double *dx = t->dx[c];
    if (period > 0) SCR_EACH(k, n) {
        double d = dx[k];
        dx[k] = d > half ? d - period : d < -half ? d + period : d;
      }
  }
  SCR_EACH(k, n) {
    double d2 = t->dx[0][k] * t->dx[0][k] + t->dx[1][k] * t->dx[1][k];
#if DIM == 3
    d2 += t->dx[2][k] * t->dx[2][k];
#endif
    double dist = sqrt(d2);
    t->dist[k] = dist;
#ifdef SCR_SWAP_SUMMANDS /* the bits test must see this (test/bits/ctest.cmake) */
    t->gap[k] = (dist - t->ra[k]) - t->rb[k];
#else
    t->gap[k] = dist - (t->ra[k] + t->rb[k]);
#endif
  }
}

static void gather_facets(const scr_pass *p, scr_tile *t, int n) {
  for (int k = 0; k < n; k++) {
    uint32_t q = t->pair[k];
    t->gap[k] = p->facet->gap[q];
    EACH_AXIS(c) t->dx[c][k] = p->facet->n[c][q];
    t->dist[k] = 1;
    t->ra[k] = t->rb[k] = p->pose[p->pairs->i[q]].r;
  }
}

/* How near is a contact? Writes the proximity of each pair of the tile to near[]. */
static void proximities(const scr_pass *p, const scr_tile *t, int n, double *near) {
  const double fixed = p->proximity, part = p->proximity_part;
  SCR_EACH(k, n) {
    double r = t->ra[k] < t->rb[k] ? t->ra[k] : t->rb[k];
    near[k] = part * r > fixed ? part * r : fixed;
  }
  if (!p->own_proximity) return;
  for (int k = 0; k < n; k++) {
    uint32_t q = t->pair[k];
    if (!p->pairs->law[q]) continue;
    double own = p->pset[p->pairs->pset[q]].proximity;
    near[k] = own >= 0 ? own : 0.05 * (t->ra[k] < t->rb[k] ? t->ra[k] : t->rb[k]);
  }
}

static void push(uint32_t **list, size_t *n, size_t *cap, uint32_t value) {
  scr_grow_to((void **)list, cap, *n + 1, sizeof value);
  (*list)[(*n)++] = value;
}

/* ---- contacts of one law ---- */

/* A contact that another facet claims, or that the user inhibits, carries nothing. */
static void silence(scr_pairs *s, uint32_t q) {
  if (!(s->flag[q] & SCR_PAIR_ACTIVE)) return;
  s->flag[q] &= (uint8_t)~SCR_PAIR_ACTIVE;
  for (int c = 0; c < SCR_MAX_STATE; c++)
    if (s->state[c]) s->state[c][q] = 0;
  for (int c = 0; c < 3; c++) s->force[c][q] = 0;
  for (int c = 0; c < 4; c++)
    if (s->dash[c]) s->dash[c][q] = 0;
}

/* The contacts of one law in a tile: lanes k of [0, n) stand for the pairs place[k]. They may be a run of neighbours in the list,
 * which copies fast; such a run may hold a few holes (candidates), that are computed as if far apart and whose rows stay zero. */
typedef struct lanes {
  int n;
  bool run;
  int start;             /* of a run: place in the tile of lane 0, */
  uint32_t from;         /* and its place in the list */
  const uint8_t *at;     /* else: places in the tile, */
  const uint32_t *place; /* and in the list */
} lanes;

static inline uint32_t lane_pair(const lanes *c, int k) { return c->run ? c->from + (uint32_t)k : c->place[k]; }

/* Columns of the tile to columns of lanes. */
static inline void take_tile(const lanes *c, double *to, const double *from) {
  if (c->run) {
    from += c->start;
    SCR_EACH(k, c->n) to[k] = from[k];
  } else {
    for (int k = 0; k < c->n; k++) to[k] = from[c->at[k]];
  }
}

/* Columns of the pairs to and from columns of lanes. */
static inline void take_pairs(const lanes *c, double *to, const double *from) {
  if (c->run) {
    from += c->from;
    SCR_EACH(k, c->n) to[k] = from[k];
  } else {
    for (int k = 0; k < c->n; k++) to[k] = from[c->place[k]];
  }
}

static inline void give_pairs(const lanes *c, double *to, const double *from) {
  if (c->run) {
    to += c->from;
    SCR_EACH(k, c->n) to[k] = from[k];
  } else {
    for (int k = 0; k < c->n; k++) to[c->place[k]] = from[k];
  }
}

/* Velocities and masses of both ends; a wall has no mass and its velocity is that of the contact point. */
static void gather_motion(const scr_pass *p, scr_tile *t, const lanes *c) {
  const uint32_t *pi = p->pairs->i, *pj = p->pairs->j;
  if (p->type == SCR_BALL_BALL) {
    for (int k = 0; k < c->n; k++) {
      uint32_t q = lane_pair(c, k);
      t->a[k] = p->twist[pi[q]];
      t->b[k] = p->twist[pj[q]];
    }
    return;
  }
  static const scr_twist rest;
  for (int k = 0; k < c->n; k++) {
    uint32_t q = lane_pair(c, k);
    t->a[k] = p->twist[pi[q]];
    t->b[k] = rest;
    EACH_AXIS(x) t->b[k].v[x] = p->facet->v[x][q];
  }
}

enum { B_GAP, B_DN, B_DS, B_REFF = B_DS + 3, B_MEFF, B_WAS, B_ACT, B_FN, B_FT, B_KN = B_FT + 3, B_KS };

static void batch_bind(const scr_pass *p, scr_tile *t, scr_batch *b, int n) {
  b->n = n; /* every field is set here or by parameters(): clearing the batch first would cost more than a contact */
  b->nt = NT;
  b->want = p->want;
  b->elastic = p->elastic;
  b->dt = p->dt;
  b->gap = t->column[B_GAP];
  b->dn = t->column[B_DN];
  b->reff = t->column[B_REFF];
  b->meff = t->column[B_MEFF];
  b->was = t->column[B_WAS];
  b->act = t->column[B_ACT];
  b->fn = t->column[B_FN];
  b->kn = t->column[B_KN];
  b->ks = t->column[B_KS];
  for (int c = 0; c < 3; c++) {
    b->ds[c] = t->column[B_DS + c];
    b->ft[c] = t->column[B_FT + c];
    b->work[c] = t->work[c];
  }
  for (int c = 0; c < 4; c++) b->dash[c] = t->dash[c];
  for (int c = 0; c < SCR_MAX_STATE; c++) b->st[c] = t->state[c];
}

/* Normals, arms, effective radius and mass. */
static void pair_frames(const scr_pass *p, scr_tile *t, scr_batch *b, const lanes *c) {
  const int n = b->n;
  double r1[SCR_TILE], r2[SCR_TILE], dist[SCR_TILE];
  take_tile(c, b->gap, t->gap);
  take_tile(c, dist, t->dist);
  take_tile(c, r1, t->ra);
  take_tile(c, r2, t->rb);
  SCR_EACH(k, n) dist[k] = dist[k] > 0 ? 1 / dist[k] : 0;
  EACH_AXIS(x) {
    const double alone = x == 0; /* centres that coincide: the normal is the x axis */
    double *to = t->n[x];
    take_tile(c, to, t->dx[x]);
    SCR_EACH(k, n) to[k] = dist[k] > 0 ? to[k] * dist[k] : alone;
  }
  if (p->type == SCR_BALL_FACET) {
    SCR_EACH(k, n) {
      t->arm1[k] = r1[k] + 0.5 * b->gap[k];
      t->arm2[k] = 0;
      b->reff[k] = 2 * r1[k];
      b->meff[k] = t->a[k].m;
    }
  } else {
    SCR_EACH(k, n) {
      double half = 0.5 * b->gap[k];
      t->arm1[k] = r1[k] + half;
      t->arm2[k] = r2[k] + half;
      b->reff[k] = 2 * r1[k] * r2[k] / (r1[k] + r2[k]);
      b->meff[k] = t->a[k].m * t->b[k].m / (t->a[k].m + t->b[k].m);
    }
  }
}

/* Holes of a run are far apart for the law: it leaves them inactive and their state zero. */
static void blank_holes(const scr_pass *p, const lanes *c, scr_batch *b) {
  const uint8_t *law = p->pairs->law + c->from;
  SCR_EACH(k, c->n) b->gap[k] = law[k] ? b->gap[k] : 1e300;
}

/* Displacement increments of end 2 relative to end 1 at the contact point: V = v2 - v1 - (arm1 w1 + arm2 w2) x n. */
static void increments(const scr_pass *p, scr_tile *t, scr_batch *b) {
  const int n = b->n;
  const double dt = p->dt;
  const scr_twist *a = t->a, *e = t->b;
#if DIM == 3
  SCR_EACH(k, n) {
    double nx = t->n[0][k], ny = t->n[1][k], nz = t->n[2][k], p1 = t->arm1[k], p2 = t->arm2[k];
    double vx = e[k].v[0] - a[k].v[0], vy = e[k].v[1] - a[k].v[1], vz = e[k].v[2] - a[k].v[2];
    double ox = p1 * a[k].w[0] + p2 * e[k].w[0];
    double oy = p1 * a[k].w[1] + p2 * e[k].w[1];
    double oz = p1 * a[k].w[2] + p2 * e[k].w[2];
    double vn = vx * nx + vy * ny + vz * nz;
    b->dn[k] = vn * dt;
    b->ds[0][k] = (vx - vn * nx - (oy * nz - oz * ny)) * dt;
    b->ds[1][k] = (vy - vn * ny - (oz * nx - ox * nz)) * dt;
    b->ds[2][k] = (vz - vn * nz - (ox * ny - oy * nx)) * dt;
    /* half the angle by which both bodies turn about the normal in this step */
    double wn = (a[k].w[0] + e[k].w[0]) * nx + (a[k].w[1] + e[k].w[1]) * ny + (a[k].w[2] + e[k].w[2]) * nz;
    t->spin[k] = 0.25 * wn * dt;
  }
#else
  SCR_EACH(k, n) {
    double nx = t->n[0][k], ny = t->n[1][k];
    double vx = e[k].v[0] - a[k].v[0], vy = e[k].v[1] - a[k].v[1];
    b->dn[k] = (vx * nx + vy * ny) * dt;
    b->ds[0][k] = (vy * nx - vx * ny - (t->arm1[k] * a[k].w[2] + t->arm2[k] * e[k].w[2])) * dt;
  }
#endif
}

#if DIM == 3
/* Carries a state vector into the new contact plane: projected, its length restored, then turned about the normal by the mean
 * spin of both bodies. The turn is exact: sine and cosine from t = tan(half angle), a series whose error is of order 9 in the
 * angle. */
static void transport(scr_tile *t, double *const *v, int n) {
  double *vx = v[0], *vy = v[1], *vz = v[2];
  SCR_EACH(k, n) {
    double nx = t->n[0][k], ny = t->n[1][k], nz = t->n[2][k], x = vx[k], y = vy[k], z = vz[k];
    double before = x * x + y * y + z * z, along = x * nx + y * ny + z * nz;
    x -= along * nx;
    y -= along * ny;
    z -= along * nz;
    double after = x * x + y * y + z * z;
    double scale = ((after > 0) & (along != 0)) ? sqrt(before / after) : 1.0;
    double h = t->spin[k], h2 = h * h;
    double tn = h * (1 + h2 * (1.0 / 3 + h2 * (2.0 / 15 + h2 * (17.0 / 315)))), inv = 1 / (1 + tn * tn);
    double c = (1 - tn * tn) * inv * scale, s = 2 * tn * inv * scale;
    vx[k] = c * x + s * (ny * z - nz * y);
    vy[k] = c * y + s * (nz * x - nx * z);
    vz[k] = c * z + s * (nx * y - ny * x);
  }
}
#endif

/* Parameters: one set for the whole batch is spread once and kept; mixed sets are gathered. Holes take those of the first
 * contact. */
static void parameters(const scr_pass *p, scr_lane *lane, scr_batch *b, const scr_model *m, const lanes *c) {
  scr_tile *t = lane->tile;
  const uint32_t *set = p->pairs->pset;
  const uint8_t *law = p->pairs->law;
  int lead = 0; /* the first that is no hole */
  while (!law[lane_pair(c, lead)]) lead++;
  const uint32_t first = set[lane_pair(c, lead)];
  unsigned differ = 0;
  if (c->run) {
    set += c->from, law += c->from;
    for (int k = 0; k < c->n; k++) differ |= law[k] ? set[k] ^ first : 0;
    set -= c->from, law -= c->from;
  } else {
    for (int k = 0; k < c->n; k++) differ |= set[c->place[k]] ^ first;
  }
  const bool same = differ == 0;
  if (!same) {
    for (int k = 0; k < b->n; k++) {
      uint32_t q = lane_pair(c, k);
      const double *param = p->pset[law[q] ? set[q] : first].param;
      for (int s = 0; s < m->nparam; s++) t->param[s][k] = param[s];
    }
  } else if (lane->pset_cached != first) {
    for (int s = 0; s < m->nparam; s++)
      for (int k = 0; k < SCR_TILE; k++) t->common[s][k] = p->pset[first].param[s];
    lane->pset_cached = first;
  }
  for (int s = 0; s < m->nparam; s++) b->par[s] = same ? t->common[s] : t->param[s];
}

/* 1 for active contacts. */
static void flags_to(const scr_pass *p, const lanes *c, double *to) {
  const uint8_t *flag = p->pairs->flag;
  if (c->run) {
    flag += c->from;
    SCR_EACH(k, c->n) to[k] = (double)(flag[k] & SCR_PAIR_ACTIVE);
  } else {
    for (int k = 0; k < c->n; k++) to[k] = (double)(flag[c->place[k]] & SCR_PAIR_ACTIVE);
  }
}

static void flags_from(const scr_pass *p, const lanes *c, const double *act) {
  uint8_t *flag = p->pairs->flag;
  for (int k = 0; k < c->n; k++) {
    uint8_t *f = &flag[lane_pair(c, k)];
    *f = (uint8_t)((*f & ~SCR_PAIR_ACTIVE) | (act[k] != 0)); /* SCR_PAIR_ACTIVE is bit 0 */
  }
}

static void load_state(const scr_pass *p, scr_tile *t, scr_batch *b, const scr_model *m, const lanes *c) {
  const scr_pairs *s = p->pairs;
  for (int x = 0; x < m->nstate; x++) take_pairs(c, t->state[x], s->state[x]);
  flags_to(p, c, b->was);
#if DIM == 3
  for (const int *v = m->shear_state; *v >= 0; v++) transport(t, &b->st[*v], b->n);
#endif
}

static void store_state(const scr_pass *p, scr_tile *t, const scr_batch *b, const scr_model *m, const lanes *c) {
  scr_pairs *s = p->pairs;
  for (int x = 0; x < m->nstate; x++) give_pairs(c, s->state[x], t->state[x]);
  flags_from(p, c, b->act);
  if (p->want & SCR_WANT_DASH)
    for (int x = 0; x < 1 + NT; x++) {
      double *dash = b->dash[x];
      SCR_EACH(k, b->n) dash[k] = b->act[k] != 0 ? dash[k] : 0;
      give_pairs(c, s->dash[x], dash);
    }
  if (!(p->want & SCR_WANT_WORK)) return;
  for (int x = 0; x < 3; x++)
    for (int k = 0; k < b->n; k++)
      if (b->act[k] != 0) s->work[x][lane_pair(c, k)] += b->work[x][k];
}

/* Global force on end 2 and the torque for an arm of 1 m; zero where inactive. */
static void global_forces(scr_tile *t, const scr_batch *b) {
  const int n = b->n;
#if DIM == 3
  SCR_EACH(k, n) {
    const bool on = b->act[k] != 0;
    double nx = t->n[0][k], ny = t->n[1][k], nz = t->n[2][k], f = on ? b->fn[k] : 0;
    double x = on ? b->ft[0][k] : 0, y = on ? b->ft[1][k] : 0, z = on ? b->ft[2][k] : 0;
    t->f[0][k] = f * nx + x;
    t->f[1][k] = f * ny + y;
    t->f[2][k] = f * nz + z;
    t->torque[0][k] = nz * y - ny * z;
    t->torque[1][k] = nx * z - nz * x;
    t->torque[2][k] = ny * x - nx * y;
  }
#else
  SCR_EACH(k, n) {
    const bool on = b->act[k] != 0;
    double nx = t->n[0][k], ny = t->n[1][k], f = on ? b->fn[k] : 0, s = on ? b->ft[0][k] : 0;
    t->f[0][k] = f * nx - s * ny;
    t->f[1][k] = f * ny + s * nx;
    t->torque[2][k] = -s;
  }
#endif
}

/* Work that a wall does on the ball: minus the mean force on the facet times its velocity. */
static void wall_work(const scr_pass *p, scr_tile *t, const scr_batch *b, const lanes *c) {
  scr_pairs *s = p->pairs;
  for (int k = 0; k < b->n; k++) {
    uint32_t q = lane_pair(c, k);
    double power = 0;
    EACH_AXIS(x) power += 0.5 * (s->force[x][q] + t->f[x][k]) * t->b[k].v[x];
    s->work[3][q] -= power * p->dt;
  }
}

/* Force and torque from the force kept in the pair, for a sum at another scale. */
static void kept_forces(const scr_pass *p, scr_tile *t, const lanes *c) {
  const int n = c->n;
  EACH_AXIS(x) take_pairs(c, t->f[x], p->pairs->force[x]);
#if DIM == 3
  SCR_EACH(k, n) {
    double nx = t->n[0][k], ny = t->n[1][k], nz = t->n[2][k], x = t->f[0][k], y = t->f[1][k], z = t->f[2][k];
    t->torque[0][k] = nz * y - ny * z;
    t->torque[1][k] = nx * z - nz * x;
    t->torque[2][k] = ny * x - nx * y;
  }
#else
  SCR_EACH(k, n) t->torque[2][k] = t->n[1][k] * t->f[0][k] - t->n[0][k] * t->f[1][k];
#endif
}

/* ---- exact sums ---- */

/* Rounds to the quantum behind the magic number, for both ends; keeps the largest component as it was before. */
static void round_forces(const scr_pass *p, scr_tile *t, int n) {
  const double mf = p->force_magic, mm = p->moment_magic;
  SCR_EACH(k, n) {
    double x = t->f[0][k], y = t->f[1][k], z = DIM == 3 ? t->f[2][k] : 0, big = t->max_force[k];
    big = fabs(x) > big ? fabs(x) : big;
    big = fabs(y) > big ? fabs(y) : big;
    big = fabs(z) > big ? fabs(z) : big;
    t->max_force[k] = big;
    x = (x + mf) - mf;
    y = (y + mf) - mf;
    z = (z + mf) - mf;
    double qx = DIM == 3 ? t->torque[0][k] : 0, qy = DIM == 3 ? t->torque[1][k] : 0, qz = t->torque[2][k];
    double p1 = t->arm1[k], p2 = t->arm2[k], arm = p1 > p2 ? p1 : p2;
    big = t->max_moment[k];
    big = fabs(arm * qx) > big ? fabs(arm * qx) : big;
    big = fabs(arm * qy) > big ? fabs(arm * qy) : big;
    big = fabs(arm * qz) > big ? fabs(arm * qz) : big;
    t->max_moment[k] = big;
    t->load1[k] = (scr_load){{-x, -y, -z}, {(p1 * qx + mm) - mm, (p1 * qy + mm) - mm, (p1 * qz + mm) - mm}, {0, 0}};
    t->load2[k] = (scr_load){{x, y, z}, {(p2 * qx + mm) - mm, (p2 * qy + mm) - mm, (p2 * qz + mm) - mm}, {0, 0}};
  }
}

static void add_remote(scr_lane *l, uint32_t row, const scr_load *load) {
  SCR_GROW(l->remote, l->cap_remote, l->nremote + 1);
  l->remote[l->nremote++] = (scr_remote){row, *load};
}

/* A cache line is added as a whole. */
static inline void add_own(scr_load *to, const scr_load *load) { *(row8 *)to += *(const row8 *)load; }

/* Adds what inactive contacts carry too: it is zero, and asking would cost more. */
static void scatter(const scr_pass *p, scr_lane *l, const scr_batch *b, const lanes *c) {
  const scr_tile *t = l->tile;
  const scr_pairs *s = p->pairs;
  const bool balls = p->type == SCR_BALL_BALL;
  const uint32_t lo = l->lo, mine = l->hi - l->lo;
  for (int k = 0; k < c->n; k++) {
    uint32_t q = lane_pair(c, k), i = s->i[q], j = s->j[q];
    if (SCR_LIKELY(i - lo < mine))
      add_own(&p->load[i], &t->load1[k]);
    else if (b->act[k] != 0)
      add_remote(l, i, &t->load1[k]);
    if (!balls) continue;
    if (SCR_LIKELY(j - lo < mine))
      add_own(&p->load[j], &t->load2[k]);
    else if (b->act[k] != 0)
      add_remote(l, j, &t->load2[k]);
  }
}

/* ---- a tile ---- */

/* Slip is the state column that the law's property of type BOOL names; noted when it changes. */
static int slip_column(const scr_model *m) {
  for (int k = 0; k < m->nprop; k++)
    if (m->prop[k].type == SCR_P_BOOL && m->prop[k].kind == SCR_PROP_STATE) return m->prop[k].slot;
  return -1;
}

static void note_changes(const scr_pass *p, scr_lane *l, const scr_batch *b, const scr_model *m, const lanes *c) {
  const scr_pairs *s = p->pairs;
  int slip = slip_column(m);
  for (int k = 0; k < b->n; k++) {
    uint32_t q = lane_pair(c, k);
    bool fresh = b->act[k] != 0 && b->was[k] == 0;
    bool turned = slip >= 0 && (s->state[slip][q] != 0) != (b->st[slip][k] != 0);
    if (!fresh && !turned) continue;
    uint32_t where = (uint32_t)p->type << 31 | q;
    SCR_GROW(l->note, l->cap_note, l->nnote + 2);
    if (fresh) l->note[l->nnote++] = (scr_note){where, SCR_EV_CONTACT_ACTIVATED, -1};
    if (turned) l->note[l->nnote++] = (scr_note){where, SCR_EV_SLIP_CHANGE, b->st[slip][k] != 0 ? 0 : 1};
  }
}

/* A law whose state begins inside the first step (burger) only becomes active where the pieces touch. */
static void mark_touching(const scr_pass *p, const scr_batch *b, const scr_model *m, const lanes *c) {
  for (int k = 0; k < b->n; k++)
    if (m->nstate > 0 && b->gap[k] <= 0) p->pairs->flag[lane_pair(c, k)] |= SCR_PAIR_ACTIVE;
}

static void sum_again(const scr_pass *p, scr_lane *l, scr_batch *b, const lanes *c) {
  flags_to(p, c, b->act);
  kept_forces(p, l->tile, c);
  round_forces(p, l->tile, c->n);
  scatter(p, l, b, c);
}

static void stiffness(const scr_pass *p, scr_lane *l, scr_batch *b, int law, const lanes *c) {
  SCR_UNUSED(l);
  flags_to(p, c, b->act);
  p->law_stiff[law - 1](b);
  give_pairs(c, p->kn, b->kn);
  give_pairs(c, p->ks, b->ks);
}

static void no_increments(scr_tile *t, scr_batch *b) {
  memset(b->dn, 0, SCR_TILE * sizeof(double));
  for (int c = 0; c < 3; c++) memset(b->ds[c], 0, SCR_TILE * sizeof(double));
  memset(t->spin, 0, sizeof t->spin);
}

/* Everything that happens to the contacts of one law in a tile. */
static void one_law(const scr_pass *p, scr_lane *l, int law, const lanes *c, bool holes) {
  scr_tile *t = l->tile;
  const scr_model *m = scr_model_at(law - 1);
  scr_batch b;
  batch_bind(p, t, &b, c->n);
  gather_motion(p, t, c);
  pair_frames(p, t, &b, c);
  if (holes) blank_holes(p, c, &b);
  if (p->mode == SCR_PASS_SUM) {
    sum_again(p, l, &b, c);
    return;
  }
  parameters(p, l, &b, m, c);
  if (p->mode == SCR_PASS_STIFF) {
    stiffness(p, l, &b, law, c);
    return;
  }
  if (p->mode == SCR_PASS_START && !m->starts_with_force) {
    mark_touching(p, &b, m, c);
    return;
  }
  if (p->mode == SCR_PASS_START)
    no_increments(t, &b);
  else
    increments(p, t, &b);
  load_state(p, t, &b, m, c);
  p->law_force[law - 1](&b);
  if (p->notes) note_changes(p, l, &b, m, c);
  store_state(p, t, &b, m, c);
  global_forces(t, &b);
  if ((p->want & SCR_WANT_WORK) && p->type == SCR_BALL_FACET) wall_work(p, t, &b, c);
  EACH_AXIS(x) give_pairs(c, p->pairs->force[x], t->f[x]);
  round_forces(p, t, c->n);
  scatter(p, l, &b, c);
}

/* Contacts of one law among others: one by one, or as a run where they happen to be neighbours. */
static void one_group(const scr_pass *p, scr_lane *l, int law, const uint8_t *at, int n) {
  const scr_tile *t = l->tile;
  uint32_t place[SCR_TILE];
  lanes c = {.n = n, .at = at, .place = place, .start = at[0], .from = t->pair[at[0]]};
  c.run = true;
  for (int k = 0; k < n; k++) { /* a list of births need not ascend: every step counts */
    place[k] = t->pair[at[k]];
    c.run &= at[k] == at[0] + k && place[k] == place[0] + (uint32_t)k;
  }
  one_law(p, l, law, &c, false);
}

/* Most tiles hold contacts of one law and candidates that stay candidates. Returns that law, 0 if there is no contact, -1 for any
 * other tile. */
static int plain_law(const scr_pass *p, const scr_tile *t, int n, const double *near) {
  const uint8_t *law = p->pairs->law + t->pair[0], *flag = p->pairs->flag + t->pair[0];
  int top = 0, odd = 0;
  for (int k = 0; k < n; k++) top = law[k] > top ? law[k] : top;
  for (int k = 0; k < n; k++) {
    int is = law[k] != 0, in = t->gap[k] <= near[k];
    odd |= (in ^ is) | (is & (law[k] != top)) | (flag[k] & (SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT));
  }
  return odd ? -1 : top;
}

/* Sorts the pairs of a tile by what happens to them: births, deaths, contacts by law. */
static void one_tile(const scr_pass *p, scr_lane *l, int n, bool run) {
  scr_tile *t = l->tile;
  scr_pairs *s = p->pairs;
  double near[SCR_TILE];
  uint8_t at[8][SCR_TILE];
  int count[8] = {0};
  if (p->type == SCR_BALL_BALL)
    gather_balls(p, t, n);
  else
    gather_facets(p, t, n);
  proximities(p, t, n, near);
  const int law0 = run ? plain_law(p, t, n, near) : -1;
  if (law0 == 0 || (law0 > 0 && p->mode == SCR_PASS_DETECT)) return;
  if (law0 > 0) {
    const lanes c = {.n = n, .run = true, .from = t->pair[0]};
    one_law(p, l, law0, &c, true);
    return;
  }
  /* births and deaths at facets are found before the pass, with the claims */
  const bool watch = p->type == SCR_BALL_BALL && (p->mode == SCR_PASS_STEP || p->mode == SCR_PASS_DETECT);
  for (int k = 0; k < n; k++) {
    uint32_t q = t->pair[k];
    int law = s->law[q];
    bool in = t->gap[k] <= near[k];
    if (watch && in != (law != 0)) {
      if (law)
        push(&l->death, &l->ndeath, &l->cap_death, q), silence(s, q);
      else
        push(&l->birth, &l->nbirth, &l->cap_birth, q);
      continue;
    }
    if (!law || p->mode == SCR_PASS_DETECT) continue;
    if (s->flag[q] & (SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT)) {
      if (p->mode != SCR_PASS_STIFF && p->mode != SCR_PASS_SUM)
        silence(s, q);
      else if (p->mode == SCR_PASS_STIFF)
        p->kn[q] = p->ks[q] = 0;
      continue;
    }
    at[law][count[law]++] = (uint8_t)k;
  }
  for (int law = 1; law < 8; law++)
    if (count[law]) one_group(p, l, law, at[law], count[law]);
}

/* Maxima are kept column by column of the tile; `width` columns are in use. */
static int pass_begin(scr_lane *l, size_t count) {
  int width = (int)SCR_MIN(count, (size_t)SCR_TILE);
  memset(l->tile->max_force, 0, (size_t)width * sizeof(double));
  memset(l->tile->max_moment, 0, (size_t)width * sizeof(double));
  return width;
}

static void pass_end(scr_lane *l, int width) {
  for (int k = 0; k < width; k++) {
    l->max_force = SCR_MAX(l->max_force, l->tile->max_force[k]);
    l->max_moment = SCR_MAX(l->max_moment, l->tile->max_moment[k]);
  }
}

static inline void prefetch_column(const double *col, uint32_t first, uint32_t last) {
  enum { LINE = 64 / sizeof(double) };
  for (uint32_t q = first; q < last; q += LINE) __builtin_prefetch(&col[q], 1);
}

/* Asks for what the next tile reads while this one is computed: too many streams for the processor to foresee. */
static void prefetch_rows(const scr_pass *p, uint32_t first, uint32_t last) {
  const scr_pairs *s = p->pairs;
  if (first >= last) return;
  for (int c = 0; c < SCR_MAX_STATE && s->state[c]; c++) prefetch_column(s->state[c], first, last);
  EACH_AXIS(c) prefetch_column(s->force[c], first, last);
  for (uint32_t q = first; q < last; q += 64 / sizeof(uint32_t)) {
    __builtin_prefetch(&s->pset[q]);
    __builtin_prefetch(&s->i[q + SCR_TILE]);
    __builtin_prefetch(&s->j[q + SCR_TILE]);
  }
  if (p->type != SCR_BALL_BALL) return;
  for (uint32_t q = first; q < last; q++) {
    uint32_t j = s->j[q], i = s->i[q];
    __builtin_prefetch(&p->pose[j]);
    __builtin_prefetch(&p->twist[j]);
    __builtin_prefetch(&p->load[j], 1);
    __builtin_prefetch(&p->pose[i]);
    __builtin_prefetch(&p->twist[i]);
    __builtin_prefetch(&p->load[i], 1);
  }
}

static void pass(const scr_pass *p, scr_lane *l, uint32_t first, uint32_t last) {
  int width = pass_begin(l, last - first);
  for (uint32_t q = first; q < last; q += SCR_TILE) {
    int n = (int)SCR_MIN(last - q, (uint32_t)SCR_TILE);
    prefetch_rows(p, q + (uint32_t)n, SCR_MIN(q + (uint32_t)n + SCR_TILE, last));
    for (int k = 0; k < n; k++) l->tile->pair[k] = q + (uint32_t)k;
    one_tile(p, l, n, true);
  }
  pass_end(l, width);
}

static void pass_list(const scr_pass *p, scr_lane *l, const uint32_t *pair, size_t count) {
  int width = pass_begin(l, count);
  for (size_t q = 0; q < count; q += SCR_TILE) {
    int n = (int)SCR_MIN(count - q, (size_t)SCR_TILE);
    memcpy(l->tile->pair, pair + q, (size_t)n * sizeof *pair);
    one_tile(p, l, n, false);
  }
  pass_end(l, width);
}

/* ---- motion ---- */

static inline double sign_of(double v) { return v > 0 ? 1.0 : v < 0 ? -1.0 : 0.0; }

/* One half-kick of one component. f: contact and body force; body: the body's part of it; hm: half a step over the inertia. Work
 * is that of this half step with the mean of the velocities before and after, so that it equals the change of kinetic energy to
 * rounding. */
static inline double kick(double v, double f, double body, double damp, bool fixed, double hm, double h, double *work) {
  double drag = damp * fabs(f) * sign_of(v);
  double after = fixed ? v : v + (f - drag) * hm;
  if (work) {
    double mean = 0.5 * (v + after) * h;
    if (!fixed) work[0] += drag * mean;
    work[1] += body * mean;
    if (fixed) work[2] -= f * v * h;
  }
  return after;
}

static inline void kicks(const scr_motion *m, uint32_t row, double h) {
  scr_twist *t = &m->twist[row];
  const size_t at = 3 * (size_t)row;
  const double damp = m->damp ? m->damp[row] : 0;
  const double hm = h / (m->inertia ? m->inertia[2 * (size_t)row] : t->m),
               hi = h / (m->inertia ? m->inertia[2 * (size_t)row + 1] : t->moi);
  const unsigned fix = m->fix ? m->fix[row] : 0;
  double *work = m->work ? m->work + at : NULL;
  EACH_AXIS(c) {
    double body = t->m * m->gravity[c] + (m->force_app ? m->force_app[at + c] : 0);
    t->v[c] = kick(t->v[c], m->load[row].f[c] + body, body, damp, fix >> c & 1, hm, h, work);
  }
  EACH_SPIN(c) {
    double body = m->moment_app ? m->moment_app[at + c] : 0;
    t->w[c] = kick(t->w[c], m->load[row].m[c] + body, body, damp, fix >> (3 + c) & 1, hi, h, work);
  }
}

/* The same for a ball without damping, fixing, applied forces and accounts, as one row of eight numbers: v, w and the masses, to
 * which zero is added. */
static inline void plain_kicks(const scr_motion *m, uint32_t row, double h, row8 *at) {
  const row8 t = *at;
  const double hm = h / t[6], hi = h / t[7];
  const row8 body = {t[6] * m->gravity[0], t[6] * m->gravity[1], t[6] * m->gravity[2]}, scale = {hm, hm, hm, hi, hi, hi, 0, 0};
  *at = t + (*(const row8 *)&m->load[row] + body) * scale;
}

static inline void drift(const scr_motion *m, scr_lane *l, uint32_t row) {
  const size_t at = 3 * (size_t)row;
  double move2 = 0;
  EACH_AXIS(c) {
    double x = m->pose[row].x[c] + m->twist[row].v[c] * m->drift, period = m->period[c];
    if (period > 0) {
      if (x >= m->hi[c])
        x -= period, m->image[at + c]++, l->wrapped = true;
      else if (x < m->lo[c])
        x += period, m->image[at + c]--, l->wrapped = true;
    } else if (m->domain && (x < m->lo[c] || x > m->hi[c])) {
      l->outside = true;
    }
    m->pose[row].x[c] = x;
    double d = x - m->built[at + c];
    if (period > 0) d = d > 0.5 * period ? d - period : d < -0.5 * period ? d + period : d;
    move2 += d * d;
  }
  if (!(move2 <= l->max_move2)) l->max_move2 = move2;
}

static void motion(const scr_motion *m, scr_lane *l, uint32_t first, uint32_t last) {
  const bool plain = !m->damp && !m->fix && !m->work && !m->force_app && !m->moment_app && !m->inertia;
  for (uint32_t row = first; row < last; row++) {
    if (plain) {
      row8 t = *(const row8 *)&m->twist[row];
      if (m->closing > 0) plain_kicks(m, row, m->closing, &t);
      if (m->opening > 0) plain_kicks(m, row, m->opening, &t);
      *(row8 *)&m->twist[row] = t;
    } else {
      if (m->closing > 0) kicks(m, row, m->closing);
      if (m->opening > 0) kicks(m, row, m->opening);
    }
    if (m->drift > 0) drift(m, l, row);
  }
}

const scr_kernels *SCR_NAME(scr_kernels)(void) {
  static const scr_kernels k = {
      .pass = pass,
      .pass_list = pass_list,
      .motion = motion,
#define MODEL(name) SCR_NAME(scr_##name##_force),
      .force =
          {
#include "model/models.def"
          },
#undef MODEL
#define MODEL(name) SCR_NAME(scr_##name##_stiff),
      .stiff =
          {
#include "model/models.def"
          },
#undef MODEL
  };
  return &k;
}
