/* Bonds of linearpbond at their strength: whoever asks cheaply whether one may break must not miss
 * any that does. Loads of all sizes, strengths within a few last places of the stresses. */
#include "law.h"

#include <math.h>
#include "base/smath.h"

/* One contact a lane, of one set of parameters but for the strengths. */
typedef struct bonds {
  scr_batch b;
  double *column[LAW_STATES];
  scr_lanes gap, r1, r2, normal[3], st[LAW_STATES], before[LAW_STATES];
  int dim, state, force, moment, ten, coh;
  double mcf, tangent; /* of the friction angle */
} bonds;

static int slot(const scr_model *m, const char *name) { return scr_model_prop(m, name)->slot; }

static double length(const bonds *t, int first, int k) {
  double sum = t->st[first][k] * t->st[first][k];
  for (int x = 1; x < t->b.nt; x++) sum = fma(t->st[first + x][k], t->st[first + x][k], sum);
  return t->b.nt == 1 ? fabs(t->st[first][k]) : sqrt(sum);
}

/* Stresses at the rim of the bond, as physics says and in the order of the law: pull, normal,
 * shear. */
static void stresses(const bonds *t, int k, double out[3]) {
  const double r = fmin(t->r1[k], t->r2[k]);
  const double area = t->dim == 3 ? SCR_PI * (r * r) : 2 * r;
  const double i = t->dim == 3 ? 0.25 * area * (r * r) : (2.0 / 3.0) * (r * r * r);
  const double twist = t->dim == 3 ? fabs(t->st[t->moment][k]) * r / (2 * i) : 0;
  out[0] = -t->st[t->force][k] / area;
  out[1] = fma(t->mcf, length(t, t->moment + 1, k) * r / i, out[0]);
  out[2] = fma(t->mcf, twist, length(t, t->force + 1, k) / area);
}

static double near_to(scr_rng *r, double x) { return x * (1 + floor(between(r, -3, 4)) * 0x1p-53); }

static void load(bonds *t, const scr_model *m, int dim, scr_rng *r) {
  memset(t, 0, sizeof *t);
  scr_batch *b = &t->b;
  t->dim = dim, b->n = SCR_TILE, b->nt = tangents_of(dim), b->dt = 1e-3;
  b->gap = t->gap, b->r1 = t->r1, b->r2 = t->r2, b->st = t->column;
  t->state = slot(m, "pb_state"), t->force = slot(m, "pb_force");
  t->moment = slot(m, "pb_moment");
  t->ten = slot(m, "pb_ten"), t->coh = slot(m, "pb_coh");
  double param[SCR_MAX_PARAM] = {0};
  for (int k = 0; k < m->nprop; k++)
    if (m->prop[k].kind == SCR_PROP_PARAM) param[m->prop[k].slot] = m->prop[k].def;
  const double angle = chance(r, 0.5) ? 0 : between(r, 0, 60);
  t->mcf = chance(r, 0.3) ? 0 : between(r, 0, 1), t->tangent = scr_tan(angle * (SCR_PI / 180));
  param[slot(m, "pb_mcf")] = t->mcf, param[slot(m, "pb_fa")] = angle;
  m->prepare(param);
  const double size = exp(between(r, -12, 12)), force = exp(between(r, -380, 200));
  for (int x = 0; x < 3; x++) b->normal[x] = t->normal[x];
  for (int x = 0; x < LAW_STATES; x++) b->st[x] = t->st[x];
  for (int k = 0; k < SCR_TILE; k++) {
    for (int s = 0; s < SCR_MAX_PARAM; s++) b->par[s][k] = param[s];
    t->gap[k] = 0.1 * size, t->r1[k] = size * between(r, 0.5, 1), t->r2[k] = size;
    b->was[k] = b->meff[k] = b->reff[k] = 1;
    t->st[t->state][k] = SCR_BOND_HOLDS;
    for (int x = 0; x < b->nt; x++) {
      t->st[t->force + 1 + x][k] = chance(r, 0.2) ? 0 : force * between(r, -1, 1);
      t->st[t->moment + 1 + x][k] = chance(r, 0.2) ? 0 : force * size * between(r, -1, 1);
    }
    t->st[t->force][k] = chance(r, 0.2) ? 0 : force * between(r, -1, 1);
    t->st[t->moment][k] = dim == 3 ? force * size * between(r, -1, 1) : 0;
  }
}

/* Strengths near the stresses, or far from them; which state they mean. */
static int choose_strengths(bonds *t, int k, bool close, scr_rng *r) {
  double s[3], *ten = &t->b.par[t->ten][k], *coh = &t->b.par[t->coh][k];
  stresses(t, k, s);
  *ten = fmax(0, close && chance(r, 0.5) ? near_to(r, s[1]) : 3 * fabs(s[1]));
  const double pull = fmin(s[0], *ten), exact = fma(t->tangent, pull, s[2]);
  *coh = fmax(0, close && chance(r, 0.5) ? near_to(r, exact) : 3 * fabs(exact));
  if (s[1] >= *ten) return SCR_BOND_TENSION;
  return s[2] >= fma(-t->tangent, pull, *coh) ? SCR_BOND_SHEAR : SCR_BOND_HOLDS;
}

/* Of one tile: every bond breaks as its stresses say, and keeps its load if it does not. */
static void check_tile(const scr_model *m, int law, int dim, scr_rng *r) {
  bonds t;
  load(&t, m, dim, r);
  int expect[SCR_TILE];
  const bool far = chance(r, 0.3); /* all strengths but one are far away */
  for (int k = 0; k < SCR_TILE; k++) expect[k] = choose_strengths(&t, k, !far || k == 5, r);
  memcpy(t.before, t.st, sizeof t.st);
  scr_kernels_for(dim)->force[law](&t.b);
  for (int k = 0; k < SCR_TILE; k++) {
    assert_int_equal((int)t.st[t.state][k], expect[k]);
    const double part = expect[k] == SCR_BOND_HOLDS ? 1 : 0;
    for (int x = t.force; x < t.state; x++) assert_true(t.st[x][k] == part * t.before[x][k]);
    assert_true(t.b.fn[k] == part * t.before[t.force][k]);
    assert_true(t.b.act[k] == part);
  }
}

static void strengths(void **state) {
  SCR_UNUSED(state);
  const scr_model *m = scr_model_find("linearpbond");
  int law = 0;
  while (scr_model_at(law) != m) law++;
  scr_rng r;
  scr_rng_seed(&r, 28);
  EACH_ISA(isa)
  for (int dim = 2; dim <= 3; dim++)
    for (int n = 0; n < 400; n++) check_tile(m, law, dim, &r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strengths),
  };
  return cmocka_run_group_tests_name("bonds", tests, NULL, NULL);
}
