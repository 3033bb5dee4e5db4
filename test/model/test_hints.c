/* What a law says of itself for the engine's sake, against its kernels on random contacts: hints of
 * scr_model, its reach, its bonds. A law that says nothing passes. */
#include "law.h"
#include "support/night.h"

#include <math.h>

#include "model/linear.h"

/* A batch of whole vectors with random contacts of one set of parameters. */
typedef struct trial {
  scr_batch b;
  double *column[LAW_STATES];
  scr_lanes gap, r1, r2, normal[3], st[LAW_STATES];
} trial;

static int law_of(const scr_model *m) {
  int k = 0;
  while (scr_model_at(k) != m) k++;
  return k;
}

/* Within the ranges of the properties, but no larger than 2; some are 0. */
static void random_parameters(const scr_model *m, scr_rng *r, double *param) {
  for (int k = 0; k < m->nprop; k++) {
    const scr_prop *p = &m->prop[k];
    if (p->kind != SCR_PROP_PARAM) continue;
    const double lo = fmax(p->lo, -0.01), hi = fmin(p->hi, 2);
    double x = p->type == SCR_P_INT ? floor(between(r, lo, hi + 0.999)) : between(r, lo, hi);
    if (strcmp(p->name, "rgap") == 0) x = between(r, -0.002, 0.002);
    if (chance(r, 0.3) && p->lo <= 0 && !(p->flags & SCR_PROP_OPEN_LO)) x = 0;
    param[p->slot] = x;
  }
  if (m->prepare) m->prepare(param);
}

/* Some contacts are bonded; energies are on, dashpots are asked for, zeros are known, or not. */
static void fill(trial *t, const scr_model *m, int dim, scr_rng *r, const double *param) {
  memset(t, 0, sizeof *t);
  scr_batch *b = &t->b;
  b->n = SCR_TILE, b->nt = tangents_of(dim), b->dt = 1e-3;
  b->want = chance(r, 0.5) ? SCR_WANT_DASH | SCR_WANT_WORK : 0;
  for (int s = 0; s < m->nparam; s++) b->zero |= (uint64_t)(param[s] == 0) << s;
  b->same = chance(r, 0.5);
  if (!b->same) b->zero = 0;
  b->gap = t->gap, b->r1 = t->r1, b->r2 = t->r2;
  for (int x = 0; x < 3; x++) b->normal[x] = t->normal[x];
  b->st = t->column;
  for (int x = 0; x < LAW_STATES; x++) b->st[x] = t->st[x];
  for (int k = 0; k < SCR_TILE; k++) {
    t->gap[k] = between(r, -0.01, 0.004), t->r1[k] = between(r, 0.5, 1),
    t->r2[k] = between(r, 0.5, 1);
    b->dn[k] = between(r, -0.002, 0.002), b->meff[k] = between(r, 0.5, 2);
    b->reff[k] = 2 * t->r1[k] * t->r2[k] / (t->r1[k] + t->r2[k]);
    t->normal[0][k] = 1;
    for (int x = 0; x < b->nt; x++) b->ds[x][k] = between(r, -0.002, 0.002);
    for (int x = 0; x < b->nt; x++) b->bend[x][k] = between(r, -0.01, 0.01);
    b->twist[k] = dim == 3 ? between(r, -0.01, 0.01) : 0;
    for (int s = 0; s < SCR_MAX_PARAM; s++) b->par[s][k] = param[s];
    if (!m->bonds || chance(r, 0.5)) continue;
    t->st[m->bond][k] = SCR_BOND_HOLDS, b->was[k] = 1;
  }
}

static scr_law_fn force_of(const scr_model *m, int dim) {
  return scr_kernels_for(dim)->force[law_of(m)];
}

/* Steps that follow each other: contacts that have a history. */
static void run_in(trial *t, const scr_model *m, int dim, scr_rng *r) {
  for (int step = 0; step < 3; step++) {
    force_of(m, dim)(&t->b);
    for (int k = 0; k < SCR_TILE; k++) {
      t->b.was[k] = t->b.act[k];
      for (int x = 0; x < 4; x++) t->b.dash_old[x][k] = t->b.act[k] * t->b.dash[x][k];
      t->b.dn[k] = between(r, -0.001, 0.001), t->gap[k] += t->b.dn[k];
      for (int x = 0; x < m->nstate && t->b.act[k] == 0; x++) t->st[x][k] = 0;
    }
  }
}

static void same_column(const trial *a, const trial *b, const double *x, const double *y) {
  for (int k = 0; k < SCR_TILE; k++)
    if (a->b.act[k] != 0 || b->b.act[k] != 0) assert_true(x[k] == y[k]);
}

/* Works of contacts that end count, too. */
static void same_works(const trial *a, const trial *b, const scr_model *m) {
  for (int x = 0; x < scr_model_books(m); x++)
    for (int k = 0; k < SCR_TILE && x != SCR_BOOK_WALL; k++)
      assert_true(a->b.work[x][k] == b->b.work[x][k]);
}

static void same_results(const trial *a, const trial *b, const scr_model *m) {
  check_memory(a->b.act, b->b.act, sizeof a->b.act);
  same_column(a, b, a->b.fn, b->b.fn);
  for (int x = 0; x < a->b.nt; x++) same_column(a, b, a->b.ft[x], b->b.ft[x]);
  for (int x = 0; x < a->b.nt && m->rotates; x++) same_column(a, b, a->b.mb[x], b->b.mb[x]);
  if (m->rotates && a->b.nt == 3) same_column(a, b, a->b.mt, b->b.mt);
  for (int x = 0; x <= a->b.nt && a->b.want & SCR_WANT_DASH; x++)
    same_column(a, b, a->b.dash[x], b->b.dash[x]);
  for (int x = 0; x < m->nstate; x++) same_column(a, b, a->st[x], b->st[x]);
  if (a->b.want & SCR_WANT_WORK) same_works(a, b, m);
}

/* The same batch in another place. */
static trial copy_of(const trial *t) {
  trial c = *t;
  c.b.gap = NULL;
  return c;
}
static void settle_in(trial *t) {
  t->b.gap = t->gap, t->b.r1 = t->r1, t->b.r2 = t->r2;
  for (int x = 0; x < 3; x++) t->b.normal[x] = t->normal[x];
  t->b.st = t->column;
  for (int x = 0; x < LAW_STATES; x++) t->b.st[x] = t->st[x];
}

/* A flat law does not see effective radii, one that does not rotate no rotations, and one that does
 * not say so no edits. */
static void check_unread(const trial *t, const scr_model *m, int dim) {
  trial plain = copy_of(t), other = copy_of(t);
  settle_in(&plain), settle_in(&other);
  for (int k = 0; k < SCR_TILE; k++) {
    if (m->hints.flat) other.b.reff[k] *= 3;
    if (!m->hints.edits) other.b.edited[k] = 1;
    for (int x = 0; x < 3 && !m->rotates; x++) other.b.bend[x][k] = 7;
  }
  force_of(m, dim)(&plain.b);
  force_of(m, dim)(&other.b);
  same_results(&plain, &other, m);
}

/* Columns that are only reported are written without being read. */
static void check_reported(const trial *t, const scr_model *m, int dim) {
  if (!m->hints.reported) return;
  uint64_t zero = 0;
  for (int s = 0; s < m->nparam; s++) zero |= (uint64_t)(t->b.par[s][0] == 0) << s;
  const uint32_t columns = m->hints.reported(zero, t->b.want & SCR_WANT_WORK);
  trial plain = copy_of(t), other = copy_of(t);
  settle_in(&plain), settle_in(&other);
  for (int x = 0; x < m->nstate; x++)
    for (int k = 0; k < SCR_TILE && columns >> x & 1; k++) other.st[x][k] = 0.25;
  force_of(m, dim)(&plain.b);
  force_of(m, dim)(&other.b);
  same_results(&plain, &other, m);
}

/* Asked again after a step, the law tells the same, and leaves the state as it is. */
static void check_report(const trial *t, const scr_model *m, int dim) {
  if (!m->hints.reports) return;
  trial step = copy_of(t), again;
  settle_in(&step);
  step.b.want &= ~(unsigned)SCR_WANT_WORK;
  force_of(m, dim)(&step.b);
  again = copy_of(&step);
  settle_in(&again);
  again.b.report = true;
  for (int k = 0; k < SCR_TILE; k++) again.b.was[k] = step.b.act[k];
  force_of(m, dim)(&again.b);
  same_results(&step, &again, m);
}

/* A law writes all that it tells, whatever the batch before left there. */
static void check_written(const trial *t, const scr_model *m, int dim) {
  trial plain = copy_of(t), other = copy_of(t);
  settle_in(&plain), settle_in(&other);
  scr_batch *b = &other.b;
  for (int k = 0; k < SCR_TILE; k++) {
    b->act[k] = b->fn[k] = b->mt[k] = 7.5;
    for (int x = 0; x < 3; x++) b->ft[x][k] = b->mb[x][k] = 7.5;
    for (int x = 0; x < 4; x++) b->dash[x][k] = 7.5;
    for (int x = 0; x < SCR_BOOKS; x++) b->work[x][k] = 7.5;
  }
  force_of(m, dim)(&plain.b);
  force_of(m, dim)(&other.b);
  for (int k = 0; k < SCR_TILE; k++) /* nobody asks for it */
    for (int x = 0; x < SCR_BOOKS && b->act[k] + b->was[k] == 0; x++)
      b->work[x][k] = plain.b.work[x][k];
  same_results(&plain, &other, m);
}

/* Beyond its reach nothing that is not bonded is active; what is bonded is at any gap. */
static void check_reach(const trial *t, const scr_model *m, int dim, const double *param) {
  const bool bonds = m->bonds && !m->clings;
  trial far = copy_of(t);
  settle_in(&far);
  const double reach = m->reach ? m->reach(param) : 0;
  for (int k = 0; k < SCR_TILE; k++) {
    far.gap[k] = reach + 1e-9 + 0.01 * k, far.b.was[k] = 0;
    for (int x = 0; x < m->nstate; x++) far.st[x][k] = 0;
    if (bonds && k % 2) far.st[m->bond][k] = SCR_BOND_HOLDS;
    if (bonds && k % 2 && m->parts.stride) far.st[m->parts.first][k] = SCR_BOND_HOLDS;
  }
  far.b.elastic = true; /* nothing breaks */
  force_of(m, dim)(&far.b);
  for (int k = 0; k < SCR_TILE; k++) assert_true(far.b.act[k] == (bonds && k % 2 ? 1 : 0));
}

/* Stiffness does not grow where the overlap becomes less, and at half of it is no other one. */
static void check_shrinks(const double *half, const double *whole) {
  for (int k = 0; k < SCR_TILE; k++) {
    assert_true(half[k] <= whole[k] * (1 + 1e-12));
    assert_true(half[k] * 0x1p16 >= whole[k]);
  }
}

static void check_steady(const trial *t, const scr_model *m, int dim, const double *param) {
  if (!m->hints.steady || !m->hints.steady(param)) return;
  trial deep[2] = {copy_of(t), copy_of(t)};
  const double reach = m->reach ? m->reach(param) : 0;
  for (int half = 0; half < 2; half++) {
    settle_in(&deep[half]);
    for (int k = 0; k < SCR_TILE; k++) {
      deep[half].gap[k] = reach - 1e-3 * (1 + k) / (1 + half), deep[half].b.act[k] = 1;
      for (int x = 0; x < m->nstate; x++) deep[half].st[x][k] = 0;
    }
    scr_kernels_for(dim)->stiff[law_of(m)](&deep[half].b);
  }
  check_shrinks(deep[1].b.kn, deep[0].b.kn);
  check_shrinks(deep[1].b.ks, deep[0].b.ks);
  if (!m->rotates) return;
  check_shrinks(deep[1].b.kb, deep[0].b.kb);
  if (dim == 3) check_shrinks(deep[1].b.kt, deep[0].b.kt);
}

static bool tells_slip(const scr_model *m, int column) {
  for (int k = 0; k < m->nprop; k++)
    if (m->prop[k].kind == SCR_PROP_STATE && m->prop[k].slot == column)
      return m->prop[k].type == SCR_P_BOOL;
  return false;
}

static bool is_shear(const scr_model *m, int column, int nt) {
  for (const int *v = m->shear_state; v && *v >= 0; v++)
    if (column >= *v && column < *v + nt) return true;
  return false;
}

/* Sums over elements, which nothing stored follows from. */
static bool is_sum(const scr_model *m, int column) {
  return m->parts.stride && column < m->parts.first && column != m->bond;
}

/* A contact of a network that sums increments begins with the force of its overlap. It has none in
 * its state before it is evaluated, which an edit then books. */
static bool is_due(const trial *t, const scr_model *m, const double *param, int k) {
  return strcmp(m->name, "springnetwork") == 0 && param[LIN_MODE] != 0 && t->b.was[k] == 0;
}

/* A joint knows where it was and what it carried last, which nothing stored follows from, and ends
 * by a step alone. */
static bool is_memory(const scr_model *m, int column, bool active) {
  return strcmp(m->name, "smoothjoint") == 0 && (column >= 4 || !active);
}

/* Chains relax in time: what settles is the state after a step of no length, but for rounding, of a
 * contact that a step has seen. */
static bool relaxes(const scr_model *m) { return strncmp(m->name, "burger", 6) == 0; }

static bool is_like(const scr_model *m, double kernel, double mine) {
  if (relaxes(m)) return fabs(kernel - mine) <= 1e-9 * (fabs(kernel) + fabs(mine)) + 1e-12;
  return kernel == mine;
}

/* What settles is what the force kernel makes of the state where nothing moves, slides or breaks.
 * The gap is any, as after an edit. Shear forces of a contact that opens may stay. */
static void check_settle(const trial *t, const scr_model *m, int dim, const double *param,
                         scr_rng *r) {
  if (!m->hints.settle) return;
  trial still = copy_of(t);
  settle_in(&still);
  scr_batch *b = &still.b;
  b->elastic = true;
  if (relaxes(m)) b->dt = 1e-30;
  memset(b->dn, 0, sizeof b->dn), memset(b->ds, 0, sizeof b->ds);
  memset(b->bend, 0, sizeof b->bend), memset(b->twist, 0, sizeof b->twist);
  double settled[SCR_TILE][LAW_STATES];
  for (int k = 0; k < SCR_TILE; k++) {
    still.gap[k] = between(r, -0.01, 0.006);
    const scr_ends e = {.radius = {still.r1[k], still.r2[k]},
                        .curvature = {1 / still.r1[k], 1 / still.r2[k]},
                        .gap = still.gap[k],
                        .dim = dim};
    for (int x = 0; x < m->nstate; x++) settled[k][x] = still.st[x][k];
    m->hints.settle(&e, param, settled[k]);
  }
  trial after = copy_of(&still);
  settle_in(&after);
  force_of(m, dim)(&after.b);
  for (int x = 0; x < m->nstate; x++)
    for (int k = 0; k < SCR_TILE && !tells_slip(m, x) && !is_sum(m, x); k++) {
      if (is_memory(m, x, after.b.act[k] != 0)) continue;
      if (is_due(&still, m, param, k) || (relaxes(m) && still.b.was[k] == 0)) continue;
      const double kernel = after.st[x][k], mine = settled[k][x];
      const bool let_go = after.b.act[k] == 0 && is_shear(m, x, b->nt) && mine == still.st[x][k];
      if (!is_like(m, kernel, mine) && !let_go)
        fail_msg("%s, column %d: the kernel has %.17g, what settles %.17g", m->name, x, kernel,
                 mine);
    }
}

static void check_law(const scr_model *m, int dim, scr_rng *r) {
  static trial t;
  double param[SCR_MAX_PARAM] = {0};
  random_parameters(m, r, param);
  fill(&t, m, dim, r, param);
  run_in(&t, m, dim, r);
  check_unread(&t, m, dim);
  check_reported(&t, m, dim);
  check_report(&t, m, dim);
  if (dim == 3 || !m->space_only) check_written(&t, m, dim);
  check_reach(&t, m, dim, param);
  check_steady(&t, m, dim, param);
  check_settle(&t, m, dim, param, r);
}

static void hints(void **state) {
  SCR_UNUSED(state);
  EACH_ISA(isa) {
    scr_rng r;
    const int tries = by_day(150, 150, 600);
    scr_rng_seed(&r, 26);
    for (int law = 0; law < scr_model_count(); law++)
      for (int dim = 2; dim <= 3; dim++)
        for (int n = 0; n < tries; n++) check_law(scr_model_at(law), dim, &r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(hints)};
  return cmocka_run_group_tests_name("hints", tests, NULL, NULL);
}
