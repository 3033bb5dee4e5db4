/* What a law says of itself for the engine's sake, against its kernels on random contacts: hints of
 * scr_model, its reach, its bonds. A law that says nothing passes. */
#include "law.h"

#include <math.h>

enum { TRIES = 300 };

/* A batch of whole vectors with random contacts of one set of parameters. */
typedef struct trial {
  scr_batch b;
  double *column[LAW_STATES];
  scr_lanes gap, r1, r2, st[LAW_STATES];
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

static void fill(trial *t, int dim, scr_rng *r, const double *param) {
  memset(t, 0, sizeof *t);
  scr_batch *b = &t->b;
  b->n = SCR_TILE, b->nt = tangents_of(dim), b->dt = 1e-3;
  b->gap = t->gap, b->r1 = t->r1, b->r2 = t->r2;
  b->st = t->column;
  for (int x = 0; x < LAW_STATES; x++) b->st[x] = t->st[x];
  for (int k = 0; k < SCR_TILE; k++) {
    t->gap[k] = between(r, -0.01, 0.004), t->r1[k] = between(r, 0.5, 1),
    t->r2[k] = between(r, 0.5, 1);
    b->dn[k] = between(r, -0.002, 0.002), b->meff[k] = between(r, 0.5, 2);
    b->reff[k] = 2 * t->r1[k] * t->r2[k] / (t->r1[k] + t->r2[k]);
    for (int x = 0; x < b->nt; x++) b->ds[x][k] = between(r, -0.002, 0.002);
    for (int x = 0; x < b->nt; x++) b->bend[x][k] = between(r, -0.01, 0.01);
    b->twist[k] = dim == 3 ? between(r, -0.01, 0.01) : 0;
    for (int s = 0; s < SCR_MAX_PARAM; s++) b->par[s][k] = param[s];
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
      t->b.dn[k] = between(r, -0.001, 0.001), t->gap[k] += t->b.dn[k];
      for (int x = 0; x < m->nstate && t->b.act[k] == 0; x++) t->st[x][k] = 0;
    }
  }
}

static void same_results(const trial *a, const trial *b, const scr_model *m, uint32_t but) {
  for (int k = 0; k < SCR_TILE; k++) {
    assert_true(a->b.act[k] == b->b.act[k]);
    if (a->b.act[k] == 0) continue;
    assert_true(a->b.fn[k] == b->b.fn[k]);
    for (int x = 0; x < a->b.nt; x++) assert_true(a->b.ft[x][k] == b->b.ft[x][k]);
    for (int x = 0; x < a->b.nt && m->rotates; x++) assert_true(a->b.mb[x][k] == b->b.mb[x][k]);
    for (int x = 0; x < m->nstate; x++)
      if (!(but >> x & 1)) assert_true(a->st[x][k] == b->st[x][k]);
  }
}

/* The same batch in another place. */
static trial copy_of(const trial *t) {
  trial c = *t;
  c.b.gap = NULL;
  return c;
}
static void settle_in(trial *t) {
  t->b.gap = t->gap, t->b.r1 = t->r1, t->b.r2 = t->r2;
  t->b.st = t->column;
  for (int x = 0; x < LAW_STATES; x++) t->b.st[x] = t->st[x];
}

/* A flat law does not see effective radii, and one that does not rotate no rotations. */
static void check_unread(const trial *t, const scr_model *m, int dim) {
  trial plain = copy_of(t), other = copy_of(t);
  settle_in(&plain), settle_in(&other);
  for (int k = 0; k < SCR_TILE; k++) {
    if (m->hints.flat) other.b.reff[k] *= 3;
    for (int x = 0; x < 3 && !m->rotates; x++) other.b.bend[x][k] = 7;
  }
  force_of(m, dim)(&plain.b);
  force_of(m, dim)(&other.b);
  same_results(&plain, &other, m, 0);
}

/* Columns that are only reported are written without being read. */
static void check_reported(const trial *t, const scr_model *m, int dim) {
  if (!m->hints.reported) return;
  uint64_t zero = 0;
  for (int s = 0; s < m->nparam; s++) zero |= (uint64_t)(t->b.par[s][0] == 0) << s;
  const uint32_t columns = m->hints.reported(zero, false);
  trial plain = copy_of(t), other = copy_of(t);
  settle_in(&plain), settle_in(&other);
  for (int x = 0; x < m->nstate; x++)
    for (int k = 0; k < SCR_TILE && columns >> x & 1; k++) other.st[x][k] = 0.25;
  force_of(m, dim)(&plain.b);
  force_of(m, dim)(&other.b);
  same_results(&plain, &other, m, 0);
}

/* Asked again after a step, the law tells the same, and leaves the state as it is. */
static void check_report(const trial *t, const scr_model *m, int dim) {
  if (!m->hints.reports) return;
  trial step = copy_of(t), again;
  settle_in(&step);
  force_of(m, dim)(&step.b);
  again = copy_of(&step);
  settle_in(&again);
  again.b.report = true;
  for (int k = 0; k < SCR_TILE; k++) again.b.was[k] = step.b.act[k];
  force_of(m, dim)(&again.b);
  same_results(&step, &again, m, 0);
}

/* Beyond its reach nothing that is not bonded is active; what is bonded is at any gap. */
static void check_reach(const trial *t, const scr_model *m, int dim, const double *param) {
  trial far = copy_of(t);
  settle_in(&far);
  const double reach = m->reach ? m->reach(param) : 0;
  for (int k = 0; k < SCR_TILE; k++) {
    far.gap[k] = reach + 1e-9 + 0.01 * k, far.b.was[k] = 0;
    for (int x = 0; x < m->nstate; x++) far.st[x][k] = 0;
    if (m->bonds && k % 2) far.st[m->bond][k] = SCR_BOND_HOLDS;
  }
  far.b.elastic = true; /* nothing breaks */
  force_of(m, dim)(&far.b);
  for (int k = 0; k < SCR_TILE; k++) assert_true(far.b.act[k] == (m->bonds && k % 2 ? 1 : 0));
}

/* Stiffness does not grow where the overlap becomes less, and at half of it is no other one. */
static void check_steady(trial *t, const scr_model *m, int dim, const double *param) {
  if (!m->hints.steady || !m->hints.steady(param)) return;
  trial deep = copy_of(t);
  settle_in(&deep);
  const double reach = m->reach ? m->reach(param) : 0;
  double before[SCR_TILE];
  for (int half = 0; half < 2; half++) {
    for (int k = 0; k < SCR_TILE; k++) {
      deep.gap[k] = reach - 1e-3 * (1 + k) / (1 + half), deep.b.act[k] = 1;
      for (int x = 0; x < m->nstate; x++) deep.st[x][k] = 0;
    }
    scr_kernels_for(dim)->stiff[law_of(m)](&deep.b);
    for (int k = 0; k < SCR_TILE && half; k++) {
      assert_true(deep.b.kn[k] <= before[k] * (1 + 1e-12));
      assert_true(deep.b.kn[k] * 0x1p16 >= before[k]);
    }
    memcpy(before, deep.b.kn, sizeof before);
  }
}

static void hints(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 26);
  assert_true(scr_isa_select("base"));
  for (int law = 0; law < SCR_LAWS; law++)
    for (int dim = 2; dim <= 3; dim++)
      for (int n = 0; n < TRIES; n++) {
        static trial t;
        const scr_model *m = scr_model_at(law);
        double param[SCR_MAX_PARAM] = {0};
        random_parameters(m, &r, param);
        fill(&t, dim, &r, param);
        run_in(&t, m, dim, &r);
        check_unread(&t, m, dim);
        check_reported(&t, m, dim);
        check_report(&t, m, dim);
        check_reach(&t, m, dim, param);
        check_steady(&t, m, dim, param);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(hints)};
  return cmocka_run_group_tests_name("hints", tests, NULL, NULL);
}
