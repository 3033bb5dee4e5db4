/* The tables of laws and of their properties: every row by itself, and how rows are found. */
#include "law.h"

#include "base/str.h"
#include "model/common.h"

static bool blank(const char *s) { return !s || !*s; }

static void laws(void **state) {
  SCR_UNUSED(state);
  /* the order is that of the numbers in older save files: a new law comes at the end */
  static const char *const first[] = {"null",     "linear",      "hertz",      "burger",
                                      "rrlinear", "linearpbond", "linearcbond"};
  assert_true(SCR_LAWS >= (int)SCR_COUNTOF(first));
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    if (k < (int)SCR_COUNTOF(first)) assert_string_equal(m->name, first[k]);
    assert_false(blank(m->doc));
    assert_ptr_equal(scr_model_find(m->name), m);
    for (int dim = 2; dim <= 3; dim++)
      assert_true(scr_kernels_for(dim)->force[k] && scr_kernels_for(dim)->stiff[k]);
  }
  assert_ptr_equal(scr_model_find("HERTZ"), scr_model_find("hertz"));
  assert_null(scr_model_find("hert"));
  assert_null(scr_model_find(""));
}

/* A default may lie on an open bound: there it means `not set` (user_area). */
static void check_prop(const scr_model *m, const scr_prop *p) {
  const unsigned known = SCR_PROP_READONLY | SCR_PROP_INHERIT | SCR_PROP_OPEN_LO |
                         SCR_PROP_OPEN_HI | SCR_PROP_DAMPS | SCR_PROP_IDLE | SCR_PROP_NAME |
                         SCR_PROP_END1 | SCR_PROP_END2 | SCR_PROP_TABLE | SCR_PROP_TEXT |
                         SCR_PROP_SPACE;
  assert_false(blank(p->name) || blank(p->doc));
  assert_non_null(p->unit);
  assert_true(p->type >= SCR_P_REAL && p->type <= SCR_P_PAIR);
  assert_int_equal(p->flags & ~known, 0);
  assert_true(p->lo <= p->hi);
  if (p->kind == SCR_PROP_PARAM) {
    assert_in_range(p->slot + scr_prop_slots(p) - 1, 0, m->nparam - 1);
    assert_int_equal(p->flags & SCR_PROP_READONLY, 0);
    assert_true(p->type < SCR_P_VEC || p->type >= SCR_P_MOMENT);
    assert_true((p->def >= p->lo && p->def <= p->hi));
  }
  if (p->kind == SCR_PROP_STATE)
    assert_in_range(p->slot + (p->type == SCR_P_XYZ   ? 2
                               : p->type >= SCR_P_VEC ? 3
                                                      : 0),
                    0, m->nstate - 1);
  if (p->kind == SCR_PROP_DERIVED) assert_true(m->assign || p->flags & SCR_PROP_READONLY);
  if (p->kind != SCR_PROP_PARAM) {
    assert_int_equal(p->flags & SCR_PROP_INHERIT, 0);
    assert_true(p->def == 0);
  }
  if (p->flags & SCR_PROP_TABLE) assert_true(p->kind == SCR_PROP_PARAM && p->flags & SCR_PROP_NAME);
  if (p->flags & SCR_PROP_TEXT) assert_true(m->text && p->flags & SCR_PROP_READONLY);
  if (p->type == SCR_P_BOOL) assert_true(p->lo == 0 && p->hi == 1);
  if (p->type >= SCR_P_VEC) assert_true(p->lo == 0 && p->hi == 0);
  assert_ptr_equal(scr_model_prop(m, p->name), p);
  assert_non_null(scr_any_prop(p->name));
}

static void properties(void **state) {
  SCR_UNUSED(state);
  for (int l = 0; l < scr_model_count(); l++) {
    const scr_model *m = scr_model_at(l);
    uint64_t taken = 0;
    assert_in_range(m->nparam, 0, SCR_MAX_PARAM);
    assert_in_range(m->nprop, 0, SCR_MAX_PROP);
    assert_in_range(m->nstate, 0, SCR_MAX_STATE);
    for (int k = 0; k < m->nprop; k++) {
      const scr_prop *p = &m->prop[k];
      check_prop(m, p);
      for (int j = 0; j < k; j++) assert_int_not_equal(scr_casecmp(p->name, m->prop[j].name), 0);
      if (p->kind != SCR_PROP_PARAM) continue;
      const scr_prop *first = scr_prop_first(p);
      assert_true((first == p) == !(taken >> p->slot & 1));
      assert_true(scr_prop_bits(first) & SCR_SLOT_BIT(p->slot));
      assert_true(first->def == p->def && ((first->flags ^ p->flags) & SCR_PROP_INHERIT) == 0);
      assert_true(first == p || p->type < SCR_P_VEC);
      taken |= scr_prop_bits(p);
    }
    if (!m->prepare)
      assert_true(taken ==
                  SCR_SLOT_BIT(m->nparam) - 1); /* else some are computed from the others */
  }
}

static void rest_of_the_descriptor(void **state) {
  SCR_UNUSED(state);
  for (int l = 0; l < scr_model_count(); l++) {
    const scr_model *m = scr_model_at(l);
    int k = 0;
    for (; m->shear_state[k] >= 0; k++) assert_in_range(m->shear_state[k] + 2, 0, m->nstate - 1);
    for (k = 0; k < m->nmethod; k++) {
      assert_false(blank(m->method[k].name) || blank(m->method[k].doc));
      assert_non_null(m->method[k].apply);
      for (int j = 0; j < k; j++) assert_string_not_equal(m->method[k].name, m->method[j].name);
    }
    for (k = 0; k < m->nenergy; k++) {
      assert_int_equal(strncmp(m->energy[k].name, "energy-", 7), 0);
      assert_in_range(m->energy[k].slot, 0,
                      m->energy[k].accumulated ? SCR_BOOKS - 1 : SCR_STORED - 1);
    }
    assert_int_equal(m->strain != NULL, m->nenergy > 0);
  }
}

/* Names are found in any case of letters, whole: abbreviations are a matter of commands. */
static void lookup(void **state) {
  SCR_UNUSED(state);
  const scr_model *m = scr_model_find("linear");
  assert_ptr_equal(scr_model_prop(m, "DP_NRATIO"), scr_model_prop(m, "dp_nratio"));
  assert_null(scr_model_prop(m, "dp_nrat"));
  assert_null(scr_model_prop(m, "hz_shear"));
  assert_string_equal(scr_any_prop("Hz_Shear")->name, "hz_shear");
  assert_ptr_equal(scr_any_prop("fric"), scr_model_prop(m, "fric")); /* the first law that has it */
  assert_null(scr_any_prop("hz_shea"));
  assert_null(scr_model_prop(scr_model_find("null"), "kn"));
}

/* What a user may mistype in each name leads back to it, unless another name is as near. */
static void nearest_word(void **state) {
  SCR_UNUSED(state);
  static const char *const row[][2] = {{"hz_sher", "hz_shear"},    {"bur_fri", "bur_fric"},
                                       {"lin_mdoe", "lin_mode"},   {"kration", "kratio"},
                                       {"user_aera", "user_area"}, {"xxxxxxxx", NULL}};
  for (size_t r = 0; r < SCR_COUNTOF(row); r++) {
    scr_nearest near = {.word = row[r][0]};
    for (int l = 0; l < scr_model_count(); l++)
      for (int k = 0; k < scr_model_at(l)->nprop; k++)
        scr_nearest_offer(&near, scr_model_at(l)->prop[k].name);
    if (row[r][1])
      assert_string_equal(near.best, row[r][1]);
    else
      assert_null(near.best);
  }
}

/* ---- what laws share ---- */

static void shared_formulas(void **state) {
  SCR_UNUSED(state);
  static const double series[][3] = {{6, 3, 2}, {0, 3, 3}, {6, 0, 6}, {0, 0, 0}};
  for (size_t k = 0; k < SCR_COUNTOF(series); k++)
    assert_true(scr_in_series(series[k][0], series[k][1]) == series[k][2]);
  assert_true(scr_damped_stiffness(3, 0) == 3);
  assert_true(scr_damped_stiffness(3, 0.75) == 12); /* sqrt(1 + 9/16) - 3/4 = 1/2 */
  const double v[] = {2, 3, 6};
  assert_true(scr_shear_square(3, v) == 49);
  assert_true(scr_shear_square(2, v) == 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(laws),
      cmocka_unit_test(properties),
      cmocka_unit_test(rest_of_the_descriptor),
      cmocka_unit_test(lookup),
      cmocka_unit_test(nearest_word),
      cmocka_unit_test(shared_formulas),
  };
  return cmocka_run_group_tests_name("models", tests, NULL, NULL);
}
