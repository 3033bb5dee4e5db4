/* A contact law of tests with many columns of state and parameters in many slots, two properties of
 * which share one. What it does depends on every column. After cmocka's headers. */
#ifndef SCR_TEST_MANY_H
#define SCR_TEST_MANY_H

#include <math.h>
#include "kernel/kernel.h"

/* Columns: a force and its shear, memories of how the gap has changed, more shear vectors, the
 * normal force once more, its age in steps, its bond. */
enum {
  MANY_FN,
  MANY_FS,
  MANY_MEMORY = 4,
  MANY_SHEAR_2 = 60,
  MANY_MORE = MANY_SHEAR_2 + 3,
  MANY_SHEAR_3 = 100,
  MANY_SHEAR_4 = 103,
  MANY_MOST = MANY_SHEAR_4 + 3,
  MANY_LAST_N = 146,
  MANY_LAST = MANY_LAST_N + 1, /* one number in 2D, in 3D the first of three */
  MANY_AGE = MANY_LAST + 3,
  MANY_BOND,
  MANY_STATES
};
enum { MANY_KN, MANY_KS = 35, MANY_RATE = 39, MANY_PARAMS };
static const int many_vector[] = {MANY_FS, MANY_SHEAR_2, MANY_SHEAR_3, MANY_SHEAR_4, MANY_LAST, -1};

static inline bool many_remembers(int column) {
  return (column >= MANY_MEMORY && column < MANY_SHEAR_2) ||
         (column >= MANY_MORE && column < MANY_SHEAR_3) ||
         (column >= MANY_MOST && column < MANY_LAST_N);
}
/* Powers of two: memories differ by them, whatever is rounded. */
static inline double many_weight(int column) { return ldexp(1, column % 41 - 20); }

static inline void many_lane(scr_batch *b, int k) {
  double **st = b->st;
  const bool on = b->gap[k] < 0 || (b->gap[k] < 1 && st[MANY_BOND][k] >= SCR_BOND_HOLDS);
  const double keep = on && b->was[k] != 0 ? 1 : 0, kn = b->par[MANY_KN][k],
               ks = b->par[MANY_KS][k];
  double sum = 0, shear[3] = {0};
  for (int x = MANY_MEMORY; x < MANY_LAST_N; x++) {
    if (!many_remembers(x)) continue;
    const double before = keep != 0 ? st[x][k] : 0;
    st[x][k] = on ? before + many_weight(x) * (b->par[MANY_RATE][k] * b->dn[k]) : 0;
    sum += st[x][k] / many_weight(x);
  }
  for (int v = 0; many_vector[v] >= 0; v++)
    for (int c = 0; c < b->nt; c++) {
      double *s = st[many_vector[v] + c];
      s[k] = on ? (keep != 0 ? s[k] : 0) - (1 + v) * (ks * b->ds[c][k]) + 0.0 : 0;
      shear[c] += s[k];
    }
  b->act[k] = on ? 1 : 0;
  b->fn[k] = on ? -kn * b->gap[k] + 1e-3 * (kn * sum) : 0;
  st[MANY_FN][k] = st[MANY_LAST_N][k] = b->fn[k];
  st[MANY_AGE][k] = on ? (keep != 0 ? st[MANY_AGE][k] : 0) + 1 : 0;
  if (!on || b->gap[k] > 1e-2) st[MANY_BOND][k] = 0;
  for (int c = 0; c < 3; c++) b->ft[c][k] = c < b->nt ? 0.1 * shear[c] : 0;
  for (int c = 0; c < 4; c++) b->dash[c][k] = 0;
  for (int x = 0; x < SCR_BOOKS; x++) b->work[x][k] = 0;
}

static inline void many_force(scr_batch *b) {
  for (int k = 0; k < ((b->n + 7) & -8); k++) many_lane(b, k);
}

static inline void many_stiff(scr_batch *b) {
  for (int k = 0; k < ((b->n + 7) & -8); k++)
    b->kn[k] = b->act[k] * b->par[MANY_KN][k], b->ks[k] = b->act[k] * b->par[MANY_KS][k];
}

static inline const char *many_bond(const scr_ends *e, const scr_marg *args, double *param,
                                    uint64_t *clears, double *state) {
  (void)e, (void)args, (void)param, (void)clears;
  state[MANY_BOND] = SCR_BOND_HOLDS;
  return NULL;
}
static inline const char *many_soft(const scr_ends *e, const scr_marg *args, double *param,
                                    uint64_t *clears, double *state) {
  (void)e, (void)state;
  param[MANY_KS] = args[0].value;
  *clears = SCR_SLOT_BIT(MANY_KS);
  return NULL;
}

/* The names of both ends count, whichever of them each end has. */
static inline uint64_t many_inherit(const double *value[2], const bool *have[2], double *param) {
  double kn[2] = {0};
  uint64_t set = 0;
  for (int end = 0; end < 2; end++)
    for (int k = 0; k < 2; k++)
      if (have[end][k]) kn[end] = value[end][k];
  if (kn[0] > 0 && kn[1] > 0)
    param[MANY_KN] = kn[0] < kn[1] ? kn[0] : kn[1], set |= SCR_SLOT_BIT(MANY_KN);
  if (have[0][2] && have[1][2])
    param[MANY_KS] = value[0][2] < value[1][2] ? value[0][2] : value[1][2],
    set |= SCR_SLOT_BIT(MANY_KS);
  return set;
}

#define MANY_PARAM(name, slot, def, flags)                                                         \
  { name, SCR_P_REAL, SCR_PROP_PARAM, slot, 0, HUGE_VAL, def, flags, "", "a parameter of tests" }
static const scr_prop many_prop[] = {
    MANY_PARAM("many_kn", MANY_KN, 1e6, SCR_PROP_INHERIT),
    MANY_PARAM("many_normal", MANY_KN, 1e6, SCR_PROP_INHERIT),
    MANY_PARAM("many_ks", MANY_KS, 5e5, SCR_PROP_INHERIT),
    MANY_PARAM("many_rate", MANY_RATE, 1, 0),
    {"many_first", SCR_P_REAL, SCR_PROP_STATE, MANY_MEMORY, -HUGE_VAL, HUGE_VAL, 0, 0, "",
     "the first memory"},
    {"many_force", SCR_P_VEC, SCR_PROP_STATE, MANY_FN, 0, 0, 0, 0, "", "the force"},
    {"many_last", SCR_P_VEC, SCR_PROP_STATE, MANY_LAST_N, 0, 0, 0, 0, "", "the last vector"},
    {"many_age", SCR_P_REAL, SCR_PROP_STATE, MANY_AGE, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "",
     "steps that it has carried"},
    {"many_bond", SCR_P_INT, SCR_PROP_STATE, MANY_BOND, 0, 3, 0, SCR_PROP_READONLY, "", "the bond"},
};
static const char *const many_none[] = {NULL}, *const many_args[] = {"ks", NULL};
static const scr_method many_method[] = {
    {"bond", many_none, many_bond, "bonds", true},
    {"many_soft", many_args, many_soft, "sets a parameter", false},
};
static const scr_model many_model = {
    .name = "many",
    .doc = "a law of tests",
    .prop = many_prop,
    .nprop = (int)SCR_COUNTOF(many_prop),
    .nparam = MANY_PARAMS,
    .nstate = MANY_STATES,
    .shear_state = many_vector,
    .bonds = true,
    .bond = MANY_BOND,
    .method = many_method,
    .nmethod = (int)SCR_COUNTOF(many_method),
    .starts_with_force = true,
    .inherit = many_inherit,
};

/* In the place of burger, before the first world. */
static inline int many_begin(void **state) {
  SCR_UNUSED(state);
  scr_law_replace(SCR_LAW_burger, &many_model, many_force, many_stiff);
  return 0;
}

#endif
