/* What contacts add to the balls at their ends, SCR_GROUP lanes at a time in registers; a part of
 * kernel.c. Floor: kernel. */

/* ---- exact sums ---- */

/* Adds to one end of a group of contacts, n of them real: columns as rows of eight numbers
 * (scr_load). `own`: all rows are the worker's own. Adds what inactive contacts carry, too: it is
 * zero, and asking would cost more. */
static inline void add_columns(scr_load *to, const scr_worker *l, scr_halo_kind kind,
                               const uint32_t *row, const scr_place *place, int n, bool own,
                               const scr_col col[8]) {
  scr_row8 load[SCR_GROUP];
  scr_rows8(col, load);
  if (SCR_LIKELY(own && n == SCR_GROUP)) {
    for (int e = 0; e < SCR_GROUP; e++)
      scr_row8_add((double *)(void *)((char *)to + 2 * place[e]), &load[e]);
    return;
  }
  const uint32_t lo = l->lo, mine = l->hi - l->lo;
  scr_load *const others = (scr_load *)(void *)l->halo.sum[kind];
  for (int e = 0; e < n; e++) {
    if (row[e] - lo < mine)
      scr_row8_add(to[row[e]].f, &load[e]);
    else if (!l->drops_others)
      scr_row8_add(others[scr_halo_place(&l->halo, row[e])].f, &load[e]);
  }
}

/* The same of forces and moments. */
static inline void add_end(scr_load *to, const scr_worker *l, scr_halo_kind kind,
                           const uint32_t *row, const scr_place *place, int n, bool own,
                           const scr_col f[3], const scr_col m[3]) {
  static const scr_col zero;
  const scr_col col[8] = {
      f[0], f[1], DIM == 3 ? f[2] : zero, DIM == 3 ? m[0] : zero, DIM == 3 ? m[1] : zero, m[2],
      zero, zero};
  add_columns(to, l, kind, row, place, n, own, col);
}

/* x to the quantum of the magic number m; or, for fine sums, what that leaves, to the quantum
 * of the magic number f. (Plain sums, which depend on their order, are for the bench alone:
 * cmake/bench.cmake.) */
#if defined(SCR_PLAIN_SUMS)
#define ROUNDED(x, m) ((void)(m), (x)-0.0)
#else
#define SCR_PLAIN_SUMS 0
#define ROUNDED(x, m)  (((x) + (m)) - (m))
#endif
#define REMAINDER(x, m, f) ROUNDED((x)-ROUNDED(x, m), f)

/* The same of the product a b of columns, which is rounded but once. */
#if SCR_PLAIN_SUMS
#define ROUNDED_PRODUCT(a, b, m) ((void)(m), (a) * (b))
#else
#define ROUNDED_PRODUCT(a, b, m) (SCR_COL_FMA(a, b, SCR_COL_OF(m)) - (m))
#endif
#define REMAINDER_PRODUCT(a, b, m, f) ROUNDED(SCR_COL_FMA(a, b, -ROUNDED_PRODUCT(a, b, m)), f)

/* What does not change from group to group. Copies: the compiler must take each sum that is stored
 * for a change of anything that lies in memory. */
typedef struct adding {
  bool own1, own2; /* are all rows of the tile this worker's? */
  bool two;        /* both ends are balls */
  int n;           /* contacts of the tile */
  scr_load *to;
  double force_magic, moment_magic, force_fine, moment_fine, force_limit, moment_limit;
} adding;

static inline bool own_rows(const scr_worker *l, const lanes *c, const uint32_t *row) {
  return c->n == SCR_TILE && scr_bits_within(row, l->lo, l->hi - l->lo) == UINT32_MAX;
}

__attribute__((always_inline)) static inline adding adding_of(const scr_pass *p,
                                                              const scr_worker *l, const lanes *c) {
  adding a = {.two = p->type == SCR_BALL_BALL, .n = c->n, .to = p->load};
  a.own1 = own_rows(l, c, c->g->i), a.own2 = a.two && own_rows(l, c, c->g->j);
  a.force_magic = p->force_magic, a.moment_magic = p->moment_magic;
  a.force_fine = p->force_fine, a.moment_fine = p->moment_fine;
  a.force_limit = p->force_limit, a.moment_limit = p->moment_limit;
  return a;
}

/* A component that the quantum of this pass was not made for is not summed but kept as it is (0: it
 * is none); its ball's sum gets it at the end. (A sum at another scale has no such components, or
 * has had them.) */
static inline double giant_of(double x, double limit, double *sum) {
  if (!(fabs(x) >= limit)) return 0;
  *sum = 0;
  return x;
}

static void note_giant(scr_giants *to, uint32_t row, const void *load) {
  SCR_GROW(to->item, to->cap, to->n + 1);
  scr_giant *r = &to->item[to->n++];
  r->row = row;
  memcpy(&r->load, load, sizeof r->load);
}

/* `n` contacts of a group, from lane k on: columns of it as numbers, those of `sum` as in
 * add_group(). Seldom called. */
static void set_giants_apart(const scr_pass *p, scr_worker *l, const scr_tile *t,
                             const scr_geometry *g, int k, int n, const double *f,
                             const double *torque, const double *couple, double *sum) {
  const double *arm1 = t->arm1 + k, *arm2 = t->arm2 + k;
  double *const force = sum, *const m1 = sum + 3 * SCR_GROUP, *const m2 = sum + 6 * SCR_GROUP;
  for (int e = 0; e < n; e++) {
    scr_load end1 = {{0}, {0}, 0, 0}, end2 = end1;
    bool any = false;
    EACH_AXIS(x) {
      const double giant =
          giant_of(f[x * SCR_GROUP + e], p->force_limit, &force[x * SCR_GROUP + e]);
      end1.f[x] = -giant, end2.f[x] = giant;
      any |= giant != 0;
    }
    EACH_SPIN(x) {
      const int at = x * SCR_GROUP + e;
      end1.m[x] = giant_of(scr_fma(arm1[e], torque[at], -couple[at]), p->moment_limit, &m1[at]);
      end2.m[x] = giant_of(scr_fma(arm2[e], torque[at], couple[at]), p->moment_limit, &m2[at]);
      any |= (end1.m[x] != 0) | (end2.m[x] != 0);
    }
    if (!any || p->mode == SCR_PASS_SUM) continue;
    note_giant(&l->giant, g->i[k + e], &end1);
    if (p->type == SCR_BALL_BALL) note_giant(&l->giant, g->j[k + e], &end2);
  }
}

/* The moment on an end: of the force, at this arm, and, where there is one, of the contact itself;
 * to the quanta of the pass. */
#define MOMENT_OF(arm, torque, couple)                                                             \
  (SCR_UNLIKELY(ff != 0) ? REMAINDER(SCR_COL_FMA(arm, torque, couple), mm, fm)                     \
                         : ROUNDED(SCR_COL_FMA(arm, torque, couple), mm))

/* Adds the force f on end 2 and its moments to both ends; `torque` is that of an arm of 1 m,
 * `couple` the moment of the contact on end 2 (NULL: none). Keeps the largest components as they
 * were before rounding. */
__attribute__((always_inline)) static inline void
add_group(const scr_pass *p, scr_worker *l, scr_tile *t, const scr_geometry *g, const adding *a,
          int k, const scr_col f[3], const scr_col torque[3], const scr_col *couple) {
  const double mf = a->force_magic, mm = a->moment_magic, ff = a->force_fine, fm = a->moment_fine;
  const scr_col arm1 = COL(t->arm1 + k), arm2 = COL(t->arm2 + k);
  const int n = SCR_MIN(a->n - k, SCR_GROUP);
  /* force on end 2, moments on end 1 and end 2 */
  scr_col sum[9] = {{0}}, minus[3], force = {0}, moment = {0}, own = {0};
  EACH_AXIS(x) {
    force = SCR_COL_LARGER_SIZE(f[x], force);
    sum[x] = SCR_LIKELY(ff == 0) ? ROUNDED(f[x], mf) : REMAINDER(f[x], mf, ff);
  }
  EACH_SPIN(x) {
    moment = SCR_COL_LARGER_SIZE(torque[x], moment);
    if (couple) {
      own = SCR_COL_LARGER_SIZE(couple[x], own);
      sum[3 + x] = MOMENT_OF(arm1, torque[x], -couple[x]);
      sum[6 + x] = MOMENT_OF(arm2, torque[x], couple[x]);
      continue;
    }
    sum[3 + x] = SCR_LIKELY(ff == 0) ? ROUNDED_PRODUCT(arm1, torque[x], mm)
                                     : REMAINDER_PRODUCT(arm1, torque[x], mm, fm);
    sum[6 + x] = SCR_LIKELY(ff == 0) ? ROUNDED_PRODUCT(arm2, torque[x], mm)
                                     : REMAINDER_PRODUCT(arm2, torque[x], mm, fm);
  }
  moment *= SCR_COL_LARGER_SIZE(arm1, SCR_COL_ABS(arm2));
  if (couple) moment += own;
  if (SCR_PLAIN_SUMS) {
    t->max_force[0] = t->max_moment[0] = 1; /* some scale: nobody needs it */
  } else {
    STORE(t->max_force + k, SCR_COL_LARGER(force, COL(t->max_force + k)));
    STORE(t->max_moment + k, SCR_COL_LARGER(moment, COL(t->max_moment + k)));
  }
  if (!SCR_PLAIN_SUMS && SCR_UNLIKELY(SCR_COL_ANY_FROM(force, a->force_limit) ||
                                      SCR_COL_ANY_FROM(moment, a->moment_limit))) {
    double some[18][SCR_GROUP] = {{0}};
    for (int x = 0; x < 9; x++) STORE(some[x], sum[x]);
    for (int x = 0; x < 3; x++) STORE(some[9 + x], f[x]), STORE(some[12 + x], torque[x]);
    for (int x = 0; x < 3 && couple; x++) STORE(some[15 + x], couple[x]);
    set_giants_apart(p, l, t, g, k, n, some[9], some[12], some[15], some[0]);
    for (int x = 0; x < 9; x++) sum[x] = COL(some[x]);
  }
  EACH_AXIS(x) minus[x] = -sum[x];
  add_end(a->to, l, SCR_HALO_LOAD, g->i + k, g->place_i + k, n, a->own1, minus, sum + 3);
  if (a->two) add_end(a->to, l, SCR_HALO_LOAD, g->j + k, g->place_j + k, n, a->own2, sum, sum + 6);
}

/* Global force on end 2, zero where inactive, and the moment of it about an arm of 1 m. */
__attribute__((always_inline)) static inline void
force_of_group(const scr_batch *b, const scr_geometry *g, int k, scr_col f[3], scr_col torque[3]) {
  const scr_col act = COL(b->act + k), fn = SCR_COL_WHERE(act, COL(b->fn + k));
  scr_col n[3] = {{0}}, s[3] = {{0}};
  EACH_AXIS(x) n[x] = COL(g->n[x] + k);
  for (int x = 0; x < NT; x++) s[x] = SCR_COL_WHERE(act, COL(b->ft[x] + k));
#if DIM == 3
  EACH_AXIS(x) f[x] = SCR_COL_FMA(fn, n[x], s[x]);
  torque[0] = SCR_COL_FMS(n[2], s[1], n[1] * s[2]);
  torque[1] = SCR_COL_FMS(n[0], s[2], n[2] * s[0]);
  torque[2] = SCR_COL_FMS(n[1], s[0], n[0] * s[1]);
#else
  f[0] = SCR_COL_FMS(fn, n[0], s[0] * n[1]);
  f[1] = SCR_COL_FMA(fn, n[1], s[0] * n[0]);
  torque[2] = -s[0];
#endif
}

/* Global moment of the contact on end 2, zero where inactive. */
__attribute__((always_inline)) static inline void
couple_of_group(const scr_batch *b, const scr_geometry *g, int k, scr_col couple[3]) {
  const scr_col act = COL(b->act + k);
#if DIM == 3
  const scr_col twist = SCR_COL_WHERE(act, COL(b->mt + k));
  EACH_AXIS(x) {
    couple[x] = SCR_COL_FMA(twist, COL(g->n[x] + k), SCR_COL_WHERE(act, COL(b->mb[x] + k)));
  }
#else
  SCR_UNUSED(g);
  couple[2] = SCR_COL_WHERE(act, COL(b->mb[0] + k));
#endif
}

/* Added to both ends; it stays in the tile where somebody looks, or asks for its size. */
__attribute__((always_inline)) static inline void
add_forces_of(const scr_pass *p, scr_worker *l, const scr_batch *b, const lanes *c, bool rotates) {
  const scr_geometry *g = c->g;
  scr_tile *t = l->tile;
  const adding a = adding_of(p, l, c);
  const bool keep = keeps_forces(p) || p->magnitudes;
  for (int k = 0; k < a.n; k += SCR_GROUP) {
    scr_col f[3] = {{0}}, torque[3] = {{0}}, couple[3] = {{0}};
    force_of_group(b, g, k, f, torque);
    if (rotates) couple_of_group(b, g, k, couple);
    if (keep) EACH_AXIS(x) STORE(t->force[x] + k, f[x]);
    if (keep && rotates)
      for (int x = 0; x < 3; x++) STORE(t->couple[x] + k, couple[x]);
    add_group(p, l, t, g, &a, k, f, torque, rotates ? couple : NULL);
  }
}

static void add_forces(const scr_pass *p, scr_worker *l, const scr_batch *b, const lanes *c) {
  add_forces_of(p, l, b, c, false);
}

static void add_forces_and_moments(const scr_pass *p, scr_worker *l, const scr_batch *b,
                                   const lanes *c) {
  add_forces_of(p, l, b, c, true);
}

/* Only kept. */
static void find_forces(scr_worker *l, const scr_batch *b, const lanes *c, bool rotates) {
  scr_tile *t = l->tile;
  for (int k = 0; k < c->n; k += SCR_GROUP) {
    scr_col f[3] = {{0}}, torque[3] = {{0}}, couple[3] = {{0}};
    force_of_group(b, c->g, k, f, torque);
    EACH_AXIS(x) STORE(t->force[x] + k, f[x]);
    if (!rotates) continue;
    couple_of_group(b, c->g, k, couple);
    for (int x = 0; x < 3; x++) STORE(t->couple[x] + k, couple[x]);
  }
}

/* Sizes of the forces that add_forces() has found. Their sum depends on the order of the contacts:
 * see world/force/ratio.c. */
static void add_sizes(scr_tile *t, const scr_batch *b) {
  const double *x = t->force[0], *y = t->force[1], *z = t->force[2];
  double *sum = t->sum_size, *largest = t->max_size;
  for (int k = b->n; k < wide(b->n); k++) t->force[0][k] = t->force[1][k] = t->force[2][k] = 0;
  SCR_EACH(k, b->n) {
    const double size = sqrt(x[k] * x[k] + y[k] * y[k] + (DIM == 3 ? z[k] * z[k] : 0));
    sum[k] += size;
    largest[k] = size > largest[k] ? size : largest[k];
  }
}

/* The force, and the moment of the contact, that the pairs keep, for a sum at another scale. */
static void add_kept_forces(const scr_pass *p, scr_worker *l, const lanes *c, bool rotates) {
  const scr_geometry *g = c->g;
  scr_tile *t = l->tile;
  const adding a = adding_of(p, l, c);
  for (int k = 0; k < a.n; k += SCR_GROUP) {
    scr_col n[3] = {{0}}, f[3] = {{0}}, torque[3] = {{0}}, couple[3] = {{0}};
    EACH_AXIS(x) n[x] = COL(g->n[x] + k), f[x] = COL(t->force[x] + k);
    for (int x = 0; x < 3 && rotates; x++) couple[x] = COL(t->couple[x] + k);
#if DIM == 3
    torque[0] = SCR_COL_FMS(n[2], f[1], n[1] * f[2]);
    torque[1] = SCR_COL_FMS(n[0], f[2], n[2] * f[0]);
    torque[2] = SCR_COL_FMS(n[1], f[0], n[0] * f[1]);
#else
    torque[2] = n[1] * f[0] - n[0] * f[1];
#endif
    add_group(p, l, t, g, &a, k, f, torque, rotates ? couple : NULL);
  }
}
