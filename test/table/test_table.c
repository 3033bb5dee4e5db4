/* The column store, and the tables of columns: every row by itself and the rows together. */
#include "../base/test.h"

#include "base/mem.h"
#include "table/table.h"
#include "world/columns.h"

/* ---- the columns of balls, walls, facets, vertices ---- */

typedef struct described {
  const char *what;
  const scr_column *col;
  int ncol;
} described;

static const described tables[] = {
    {"ball", scr_ball_column, SCR_BALL_NCOL},
    {"wall", scr_wall_column, SCR_WALL_NCOL},
    {"facet", scr_facet_column, SCR_FACET_NCOL},
    {"vertex", scr_vertex_column, SCR_VERTEX_NCOL},
};
static const size_t group_size[SCR_MAX_GROUPS] = {0, sizeof(scr_pose), sizeof(scr_twist),
                                                  sizeof(scr_load)};

static void check_column(const scr_column *c) {
  assert_true(c->name && *c->name && c->unit && c->doc && *c->doc);
  for (const char *p = c->name; *p; p++)
    assert_true((*p >= 'a' && *p <= 'z') || *p == '-'); /* what a user can type */
  assert_true(c->type == SCR_C_F64 || c->type == SCR_C_I32 || c->type == SCR_C_U32 ||
              c->type == SCR_C_U8);
  assert_in_range(c->comps, 1, 4);
  /* rows move, so every column does; what is not derived is saved */
  const unsigned flags =
      c->flags & ~(unsigned)(SCR_COL_OPTIONAL | SCR_COL_UNIFORM | SCR_COL_NEEDED);
  assert_true(!(c->flags & SCR_COL_NEEDED) || c->flags & SCR_COL_SAVED);
  assert_true(flags == (SCR_COL_SAVED | SCR_COL_MOVED) ||
              flags == (SCR_COL_DERIVED | SCR_COL_MOVED));
  assert_true(!(c->flags & SCR_COL_UNIFORM) ||
              (c->group == 0 && scr_ctype_size(c->type) * (size_t)c->comps <= SCR_MAX_VALUE));
  assert_in_range(c->group, 0, SCR_MAX_GROUPS - 1);
  assert_int_equal((size_t)c->offset % scr_ctype_size(c->type), 0);
  if (c->group == 0)
    assert_int_equal(c->offset, 0);
  else
    assert_true((size_t)c->offset + scr_ctype_size(c->type) * (size_t)c->comps <=
                group_size[c->group]);
}

static bool overlap(const scr_column *a, const scr_column *b) {
  if (a->group == 0 || a->group != b->group) return false;
  size_t na = scr_ctype_size(a->type) * (size_t)a->comps,
         nb = scr_ctype_size(b->type) * (size_t)b->comps;
  return (size_t)a->offset < (size_t)b->offset + nb && (size_t)b->offset < (size_t)a->offset + na;
}

static void columns(void **state) {
  SCR_UNUSED(state);
  for (size_t t = 0; t < SCR_COUNTOF(tables); t++) {
    const described *d = &tables[t];
    bool owned[SCR_MAX_GROUPS] = {true}, used[SCR_MAX_GROUPS] = {false};
    assert_in_range(d->ncol, 1, SCR_MAX_COLUMNS);
    assert_string_equal(d->col[0].name, "id"); /* lists are in order of it */
    for (int k = 0; k < d->ncol; k++) {
      check_column(&d->col[k]);
      used[d->col[k].group] = true;
      owned[d->col[k].group] |= d->col[k].offset == 0;
      for (int j = 0; j < k; j++) {
        assert_string_not_equal(d->col[j].name, d->col[k].name);
        assert_false(overlap(&d->col[j], &d->col[k]));
      }
    }
    for (int g = 0; g < SCR_MAX_GROUPS; g++)
      assert_true(owned[g] || !used[g]); /* a group has a column at offset 0 */
  }
}

/* Rows of the X-macro lie where the records have their fields. */
static void records(void **state) {
  SCR_UNUSED(state);
  static const struct {
    int col;
    size_t offset;
  } row[] = {
      {SCR_BALL_POSITION, offsetof(scr_pose, x)},
      {SCR_BALL_RADIUS, offsetof(scr_pose, r)},
      {SCR_BALL_VELOCITY, offsetof(scr_twist, v)},
      {SCR_BALL_SPIN, offsetof(scr_twist, w)},
      {SCR_BALL_MASS, offsetof(scr_twist, m)},
      {SCR_BALL_MOI, offsetof(scr_twist, moi)},
      {SCR_BALL_FORCE_CONTACT, offsetof(scr_load, f)},
      {SCR_BALL_MOMENT_CONTACT, offsetof(scr_load, m)},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++)
    assert_int_equal(scr_ball_column[row[k].col].offset, row[k].offset);
}

/* ---- the store ---- */

typedef struct record {
  double x[2];
  uint32_t tag;
} record;
enum { C_ID, C_X, C_TAG, C_FLAG, C_N };
static const scr_column sample[C_N] = {
    [C_ID] = {"id", SCR_C_U32, 1, 0, 0, 0, "", ""},
    [C_X] = {"x", SCR_C_F64, 2, 1, 0, 0, "", ""},
    [C_TAG] = {"tag", SCR_C_U32, 1, 1, offsetof(record, tag), 0, "", ""},
    [C_FLAG] = {"flag", SCR_C_U8, 3, 0, 0, 0, "", ""},
};
static const size_t sample_group[] = {0, sizeof(record)};

static void sizes(void **state) {
  SCR_UNUSED(state);
  static const size_t want[] = {
      [SCR_C_F64] = sizeof(double), [SCR_C_I32] = 4, [SCR_C_U32] = 4, [SCR_C_U8] = 1};
  for (size_t k = 0; k < SCR_COUNTOF(want); k++)
    assert_int_equal(scr_ctype_size((scr_ctype)k), want[k]);
  scr_table t;
  scr_table_init(&t, sample, C_N, sample_group);
  assert_int_equal(t.stride[C_ID], 4);
  assert_int_equal(t.stride[C_X], sizeof(record));
  assert_int_equal(t.stride[C_TAG], sizeof(record));
  assert_int_equal(t.stride[C_FLAG], 3);
  scr_table_free(&t);
}

static void put(scr_table *t, uint32_t row) {
  *(uint32_t *)scr_table_edit(t, C_ID, row) = 100 + row;
  ((double *)scr_table_edit(t, C_X, row))[1] = row + 0.5;
  *(uint32_t *)scr_table_edit(t, C_TAG, row) = 7 * row;
  ((uint8_t *)scr_table_edit(t, C_FLAG, row))[2] = (uint8_t)row;
}

static void holds(const scr_table *t, uint32_t row, uint32_t as) {
  assert_int_equal(*(uint32_t *)scr_table_at(t, C_ID, row), 100 + as);
  assert_true(((double *)scr_table_at(t, C_X, row))[0] == 0 &&
              ((double *)scr_table_at(t, C_X, row))[1] == as + 0.5);
  assert_int_equal(*(uint32_t *)scr_table_at(t, C_TAG, row), 7 * as);
  assert_int_equal(((uint8_t *)scr_table_at(t, C_FLAG, row))[2], (uint8_t)as);
}

/* Rows come zero, also where a longer table was before, and stay while the table grows. */
static void rows(void **state) {
  SCR_UNUSED(state);
  scr_table t;
  scr_table_init(&t, sample, C_N, sample_group);
  for (uint32_t k = 0; k < 1000; k++) {
    assert_int_equal(scr_table_push(&t), k);
    static const record zero;
    assert_memory_equal(scr_table_at(&t, C_X, k), &zero, sizeof zero);
    assert_int_equal(*(uint32_t *)scr_table_at(&t, C_ID, k), 0);
    put(&t, k);
  }
  assert_true(t.n == 1000 && t.cap >= 1000);
  for (uint32_t k = 0; k < 1000; k++) holds(&t, k, k);
  uint32_t cap = t.cap, few[] = {3, 2};
  scr_table_reserve(&t, 5);
  assert_int_equal(t.cap, cap);
  scr_table_permute(&t, few, 2);
  assert_int_equal(scr_table_push(&t), 2);
  assert_int_equal(*(uint32_t *)scr_table_at(&t, C_ID, 2), 0);
  assert_int_equal(*(uint32_t *)scr_table_at(&t, C_TAG, 2), 0);
  t.n = 1; /* whoever drops rows from the end leaves their numbers there */
  assert_int_equal(scr_table_push(&t), 1);
  assert_int_equal(*(uint32_t *)scr_table_at(&t, C_TAG, 1), 0);
  scr_table_push_rows(&t, 2);
  for (uint32_t k = 1; k < 4; k++) put(&t, k);
  t.n = 1;
  assert_int_equal(scr_table_push_rows(&t, 3), 1);
  for (uint32_t k = 1; k < 4; k++) assert_int_equal(*(uint32_t *)scr_table_at(&t, C_TAG, k), 0);
  assert_int_equal(scr_table_push_rows(&t, 5000), 4); /* it grows */
  assert_true(t.n == 5004 && *(uint32_t *)scr_table_at(&t, C_TAG, 5003) == 0);
  holds(&t, 0, 3);
  scr_table_free(&t);
  assert_true(t.n == 0 && t.cap == 0);
}

/* Row k becomes the old row from[k]: whole records move, rows left out are gone. */
static void permute(void **state) {
  SCR_UNUSED(state);
  for (int threads = 0; threads <= 5; threads++) {
    scr_par *par = threads ? scr_par_new(threads) : NULL;
    scr_table t;
    scr_table_init(&t, sample, C_N, sample_group);
    scr_table_permute(&t, NULL, 0); /* nothing is allocated yet */
    for (uint32_t k = 0; k < 97; k++) put(&t, scr_table_push(&t));
    uint32_t from[96];
    for (uint32_t k = 0; k < 96; k++) from[k] = 5 * k % 97;
    void *spare = scr_alloc_aligned(97 * scr_table_widest(&t));
    if (par)
      scr_table_permute_by(&t, from, 96, par, threads, spare);
    else
      scr_table_permute(&t, from, 96);
    assert_int_equal(t.n, 96);
    for (uint32_t k = 0; k < 96; k++) holds(&t, k, from[k]);
    scr_free(spare);
    scr_table_free(&t);
    scr_par_free(par);
  }
}

/* ---- columns that are one value until a second is written ---- */

enum { U_ID, U_ONE, U_THREE, U_N };
static const scr_column lazy[U_N] = {
    [U_ID] = {"id", SCR_C_U32, 1, 0, 0, 0, "", ""},
    [U_ONE] = {"one", SCR_C_F64, 1, 0, 0, SCR_COL_UNIFORM, "", ""},
    [U_THREE] = {"three", SCR_C_I32, 3, 0, 0, SCR_COL_UNIFORM, "", ""},
};

static double one_of(const scr_table *t, uint32_t row) {
  return *(const double *)scr_table_at(t, U_ONE, row);
}
static int three_of(const scr_table *t, uint32_t row) {
  return ((const int32_t *)scr_table_at(t, U_THREE, row))[2];
}
static void put_one(scr_table *t, uint32_t row, double v) { scr_table_write(t, U_ONE, row, &v); }

static void uniform(void **state) {
  SCR_UNUSED(state);
  scr_table t;
  scr_table_init(&t, lazy, U_N, NULL);
  scr_table_settle(&t, U_ONE); /* nothing is allocated yet */
  scr_table_push_rows(&t, 100);
  const size_t ids = 4 * (size_t)t.cap;
  assert_int_equal(scr_table_bytes(&t), ids);
  put_one(&t, 7, 0);
  scr_table_write(&t, U_THREE, 99, (int32_t[]){0, 0, 0});
  assert_int_equal(scr_table_bytes(&t), ids); /* what it has already */
  put_one(&t, 7, 2.5);
  assert_int_equal(scr_table_bytes(&t), ids + 8 * (size_t)t.cap);
  for (uint32_t k = 0; k < 100; k++)
    assert_true(one_of(&t, k) == (k == 7 ? 2.5 : 0) && three_of(&t, k) == 0);
  scr_table_settle(&t, U_ONE); /* they differ */
  assert_non_null(t.base[U_ONE]);
  for (uint32_t k = 0; k < 100; k++) put_one(&t, k, 2.5);
  scr_table_settle(&t, U_ONE);
  assert_int_equal(scr_table_bytes(&t), ids);
  for (uint32_t k = 0; k < 100; k++) assert_true(one_of(&t, k) == 2.5);
  /* the last row alone is another one */
  put_one(&t, 99, 1);
  scr_table_settle(&t, U_ONE);
  for (uint32_t k = 0; k < 100; k++) assert_true(one_of(&t, k) == (k == 99 ? 1 : 2.5));
  scr_table_fill(&t, U_ONE, (double[]){4});
  assert_true(one_of(&t, 0) == 4 && one_of(&t, 99) == 4 && !t.base[U_ONE]);
  scr_table_fill(&t, U_ONE, NULL);
  assert_true(one_of(&t, 50) == 0);
  scr_table_free(&t);
}

/* New rows are zero, whatever the others have; rows that go leave nothing behind. */
static void uniform_rows(void **state) {
  SCR_UNUSED(state);
  scr_table t;
  scr_table_init(&t, lazy, U_N, NULL);
  scr_table_push_rows(&t, 5);
  scr_table_fill(&t, U_ONE, (double[]){3});
  scr_table_push_rows(&t, 1000); /* it grows, and becomes an array */
  for (uint32_t k = 0; k < t.n; k++)
    assert_true(one_of(&t, k) == (k < 5 ? 3 : 0) && three_of(&t, k) == 0);
  ((int32_t *)scr_table_edit(&t, U_THREE, 1004))[2] = -8;
  uint32_t from[] = {1004, 4, 7};
  scr_table_permute(&t, from, 3);
  assert_true(one_of(&t, 0) == 0 && one_of(&t, 1) == 3 && one_of(&t, 2) == 0);
  assert_true(three_of(&t, 0) == -8 && three_of(&t, 1) == 0 && three_of(&t, 2) == 0);
  scr_table_fill(&t, U_ONE, (double[]){9});
  scr_table_permute(&t, from + 2, 0); /* a column of one value does not mind */
  assert_int_equal(t.n, 0);
  scr_table_push(&t);
  assert_true(one_of(&t, 0) == 0 && three_of(&t, 0) == 0);
  scr_table_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns),      cmocka_unit_test(records), cmocka_unit_test(sizes),
      cmocka_unit_test(rows),         cmocka_unit_test(permute), cmocka_unit_test(uniform),
      cmocka_unit_test(uniform_rows),
  };
  return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
