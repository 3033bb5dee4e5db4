/* The motion of balls in every instruction set against the formulas of docs/physics.md, bit for
 * bit: both half-kicks, drift, damping, fixing, applied forces, accounts, periodic and open sides.
 */
#include "support/check.h"

#include "base/mem.h"

enum { BALLS = 64 };
enum {
  DAMP = 1,
  FIX = 2,
  FORCE = 4,
  MOMENT = 8,
  INERTIA = 16,
  WORK = 32,
  ALIKE = 64,
  OPTIONS = 128
};

typedef struct scene {
  scr_pose pose[BALLS];
  scr_twist twist[BALLS];
  scr_load load[BALLS];
  double force[3 * BALLS], moment[3 * BALLS], damp[BALLS], inertia[2 * BALLS], work[3 * BALLS];
  double built[3 * BALLS];
  uint8_t fix[BALLS];
  int32_t image[3 * BALLS];
} scene;

/* Balls of one block each: all free; some held altogether, others not at all; anything. In 2D a bit
 * may stand for nothing. */
static uint8_t fix_of(scr_rng *r, int dim, int k) {
  const uint8_t all = dim == 3 ? 0x3f : 0x23,
                nothing = (uint8_t)(dim == 3 || chance(r, 0.5) ? 0 : 0x3f & ~all);
  if (k < 20) return 0;
  return k < 40 ? (uint8_t)(chance(r, 0.5) ? nothing : all | nothing) : (uint8_t)between(r, 0, 64);
}

static scene *scene_new(int dim, uint64_t seed) {
  scene *s = scr_alloc_aligned(sizeof *s);
  scr_rng r;
  scr_rng_seed(&r, seed);
  for (int k = 0; k < BALLS; k++) {
    s->twist[k].m = between(&r, 1, 2), s->twist[k].moi = between(&r, 0.1, 0.2);
    s->inertia[2 * k] = between(&r, 3, 4), s->inertia[2 * k + 1] = between(&r, 3, 4);
    s->damp[k] = between(&r, 0, 1);
    s->fix[k] = fix_of(&r, dim, k);
    for (int c = 0; c < dim; c++) {
      s->pose[k].x[c] = between(&r, 0, 1), s->built[3 * k + c] = between(&r, 0, 1);
      s->twist[k].v[c] = chance(&r, 0.1) ? 0 : between(&r, -1, 1),
      s->load[k].f[c] = between(&r, -9, 9);
    }
    for (int c = dim == 3 ? 0 : 2; c < 3; c++)
      s->twist[k].w[c] = between(&r, -1, 1), s->load[k].m[c] = between(&r, -9, 9);
    if (chance(&r, 0.2)) s->load[k].m[2] = -0.0, s->twist[k].w[2] = -0.0;
    for (int c = 0; c < 3; c++)
      s->force[3 * k + c] = between(&r, -9, 9), s->moment[3 * k + c] = between(&r, -9, 9);
    for (int c = 0; c < 3; c++) s->work[3 * k + c] = between(&r, -1, 1);
  }
  return s;
}

static scr_motion motion_of(scene *s, unsigned options, int closing, int opening) {
  scr_motion m = {
      .pose = s->pose, .twist = s->twist, .load = s->load, .built = s->built, .image = s->image};
  m.damp = options & DAMP ? s->damp : NULL, m.fix = options & FIX ? s->fix : NULL;
  m.force_app = options & FORCE ? s->force : NULL,
  m.moment_app = options & MOMENT ? s->moment : NULL;
  m.inertia = options & INERTIA ? s->inertia : NULL, m.work = options & WORK ? s->work : NULL;
  m.damp_alike = options & ALIKE;
  m.gravity[0] = 0.5, m.gravity[1] = -9.81, m.gravity[2] = 0.25;
  m.clear = opening;
  m.closing = 0.01 * closing, m.opening = opening ? 0.02 : 0, m.drift = opening ? 0.3 : 0;
  m.period[0] = 1, m.hi[0] = 1, m.lo[1] = 0.1, m.hi[1] = 0.9, m.hi[2] = 1, m.domain = true;
  return m;
}

static double drag_of(double v, double f, double damp) {
  return v == 0 ? 0 : copysign(damp * fabs(f), v);
}

/* Half a kick v += (F - drag) h/m with drag = damp |F| sign(v); accounts take the mean velocity
 * over the kick, and what drag that turns after the closing one makes of Verlet's term. */
static void plain_kick(double *v, double contact, double body, double damp, bool fixed,
                       double inertia, bool closes, double h, double *work) {
  double f = contact + body, before = *v, drag = drag_of(before, f, damp);
  if (!fixed) *v = before + (f - drag) * (h / inertia);
  double way = 0.5 * (before + *v) * h;
  if (!fixed) work[0] += drag * way;
  work[1] += body * way;
  if (!fixed && closes && before != 0) {
    const double turned = (drag_of(*v, f, damp) - drag) * (0.5 * h * (h / inertia));
    work[0] -= f * turned, work[1] -= body * turned;
  }
  if (fixed) work[2] -= f * before * h;
}

static void plain_kicks(const scr_motion *m, int dim, int k, bool closes) {
  scr_twist *t = &m->twist[k];
  const double h = closes ? m->closing : m->opening;
  double none[3], *work = m->work ? m->work + 3 * k : none;
  double mass = m->inertia ? m->inertia[2 * k] : t->m,
         moi = m->inertia ? m->inertia[2 * k + 1] : t->moi;
  unsigned fix = m->fix ? m->fix[k] : 0;
  double damp = m->damp ? m->damp[m->damp_alike ? 0 : k] : 0;
  for (int c = 0; c < dim; c++) {
    double body = t->m * m->gravity[c] + (m->force_app ? m->force_app[3 * k + c] : 0);
    plain_kick(&t->v[c], m->load[k].f[c], body, damp, fix >> c & 1, mass, closes, h, work);
  }
  for (int c = dim == 3 ? 0 : 2; c < 3; c++) {
    double body = m->moment_app ? m->moment_app[3 * k + c] : 0;
    plain_kick(&t->w[c], m->load[k].m[c], body, damp, fix >> (3 + c) & 1, moi, closes, h, work);
  }
}

static void plain_drift(const scr_motion *m, int dim, int k, scr_worker *l) {
  for (int c = 0; c < dim; c++) {
    double x = m->pose[k].x[c] + m->twist[k].v[c] * m->drift, period = m->period[c];
    int turn = period > 0 ? (x >= m->hi[c]) - (x < m->lo[c]) : 0;
    if (turn) x -= turn * period, m->image[3 * k + c] += turn, l->wrapped = true;
    l->outside |= !(period > 0) && m->domain && (x < m->lo[c] || x > m->hi[c]);
    m->pose[k].x[c] = x;
    l->max_v[c] = SCR_MAX(l->max_v[c], fabs(m->twist[k].v[c]));
  }
}

static double plain_moved(const scr_motion *m, int dim, uint32_t first, uint32_t last) {
  double most = 0;
  for (uint32_t k = first; k < last; k++) {
    double move2 = 0;
    for (int c = 0; c < dim; c++) {
      double d = m->pose[k].x[c] - m->built[3 * k + (uint32_t)c], period = m->period[c];
      if (period > 0 && fabs(d) > 0.5 * period) d += d > 0 ? -period : period;
      move2 += d * d;
    }
    most = SCR_MAX(most, move2);
  }
  return most;
}

static void plain_motion(const scr_motion *m, int dim, uint32_t first, uint32_t last,
                         scr_worker *l) {
  for (uint32_t k = first; k < last; k++) {
    if (m->closing > 0) plain_kicks(m, dim, (int)k, true);
    if (m->opening > 0) plain_kicks(m, dim, (int)k, false);
    if (m->drift > 0) plain_drift(m, dim, (int)k, l);
    if (m->clear) m->load[k] = (scr_load){{0}, {0}, 0, 0};
  }
}

static void compare(const scene *a, const scene *b, int dim) {
  for (int k = 0; k < BALLS; k++)
    for (int c = 0; c < 3; c++) {
      if (c < dim) check_bits(a->twist[k].v[c], b->twist[k].v[c]);
      if (c < dim) check_bits(a->pose[k].x[c], b->pose[k].x[c]);
      if (dim == 3 || c == 2) check_bits(a->twist[k].w[c], b->twist[k].w[c]);
    }
  check_bits(a->load, b->load);
  check_bits(a->work, b->work);
  check_bits(a->image, b->image);
}

static void check(int dim, unsigned options, int closing, int opening, uint32_t first,
                  uint32_t last) {
  scene *a = scene_new(dim, options + 1);
  scr_worker want = {0};
  scr_motion m = motion_of(a, options, closing, opening);
  if (dim == 2) m.gravity[2] = 0;
  plain_motion(&m, dim, first, last, &want);
  EACH_ISA(isa) {
    scene *b = scene_new(dim, options + 1);
    scr_worker *got = scr_worker_new();
    scr_motion n = motion_of(b, options, closing, opening);
    if (dim == 2) n.gravity[2] = 0;
    scr_kernels_for(dim)->motion(&n, got, first, last);
    compare(a, b, dim);
    for (int c = 0; c < 3; c++) check_bits(got->max_v[c], want.max_v[c]);
    const double moved = scr_kernels_for(dim)->moved(&n, first, last),
                 expected = plain_moved(&m, dim, first, last);
    check_bits(moved, expected);
    assert_int_equal(got->wrapped, want.wrapped);
    assert_int_equal(got->outside, want.outside);
    scr_worker_free(got), scr_free(b);
  }
  scr_free(a);
}

/* Closing and opening half-kick alone and together, the latter of different and of equal lengths.
 */
static void every_option(void **state) {
  SCR_UNUSED(state);
  static const int halves[][2] = {{1, 0}, {0, 1}, {1, 1}, {2, 1}};
  for (int dim = 2; dim <= 3; dim++)
    for (unsigned options = 0; options < OPTIONS; options++)
      for (size_t k = 0; k < SCR_COUNTOF(halves); k++)
        check(dim, options, halves[k][0], halves[k][1], 0, BALLS);
}

static void part_of_the_rows(void **state) {
  SCR_UNUSED(state);
  static const unsigned options[] = {0, FIX, DAMP | WORK, OPTIONS - 1};
  for (int dim = 2; dim <= 3; dim++)
    for (uint32_t k = 0; k < BALLS; k++)
      for (size_t o = 0; o < SCR_COUNTOF(options); o++) check(dim, options[o], 2, 1, k / 2, k);
}

/* Damping stops at rest, a fixed component keeps its velocity, a ball that stays inside is not
 * noted. */
static void by_hand(void **state) {
  SCR_UNUSED(state);
  EACH_ISA(isa) {
    scene *s = scr_alloc_aligned(sizeof *s);
    scr_worker *l = scr_worker_new();
    s->twist[0] = (scr_twist){.v = {0, 2, 4}, .w = {0, 0, 8}, .m = 2, .moi = 4};
    s->load[0] = (scr_load){{4, -4, 4}, {0, 0, 8}, 0, 0};
    s->damp[0] = 0.5, s->fix[0] = 1u << 2;
    s->pose[0].x[0] = 0.5, s->pose[0].x[1] = 0.5;
    scr_motion m = motion_of(s, DAMP | FIX | WORK, 0, 1);
    m.gravity[0] = m.gravity[1] = m.gravity[2] = 0;
    m.opening = 0.5, m.drift = 0.125;
    scr_kernels_for(3)->motion(&m, l, 0, 1);
    static const double v[] = {1, 0.5, 4}, w[] = {0, 0, 8.5}, x[] = {0.625, 0.5625, 0.5};
    for (int c = 0; c < 3; c++)
      assert_true(s->twist[0].v[c] == v[c] && s->twist[0].w[c] == w[c] && s->pose[0].x[c] == x[c]);
    assert_true(s->work[0] == 0.5 * 2 * 1.25 + 0.5 * 4 * 8.25 && s->work[1] == 0 &&
                s->work[2] == -8);
    assert_false(l->outside || l->wrapped);
    scr_worker_free(l), scr_free(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_option),
                                     cmocka_unit_test(part_of_the_rows), cmocka_unit_test(by_hand)};
  return cmocka_run_group_tests_name("motion", tests, NULL, NULL);
}
