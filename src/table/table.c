/* The column store: see table.h. */
#include "table/table.h"

#include <string.h>
#include "base/mem.h"

size_t scr_ctype_size(scr_ctype t) {
  static const size_t size[] = {[SCR_C_F64] = 8, [SCR_C_I32] = 4, [SCR_C_U32] = 4, [SCR_C_U8] = 1};
  return size[t];
}

static bool owner(const scr_table *t, int c) {
  return t->on[c] && (t->col[c].group == 0 || t->col[c].offset == 0);
}

/* The column that owns the memory of column c: the one at offset 0 of its group. */
static int owner_of(const scr_table *t, int c) {
  if (owner(t, c)) return c;
  for (int k = 0; k < t->ncol; k++)
    if (t->col[k].group == t->col[c].group && t->col[k].offset == 0) return k;
  assert(!"a group without a column at offset 0");
  return c;
}

/* One value without memory. */
static bool single(const scr_table *t, int c) {
  return t->col[c].flags & SCR_COL_UNIFORM && !t->block[c];
}

void scr_table_init(scr_table *t, const scr_column *col, int ncol, const size_t *group_size) {
  assert(ncol <= SCR_MAX_COLUMNS);
  *t = (scr_table){.col = col, .ncol = ncol};
  for (int c = 0; c < ncol; c++) {
    t->on[c] = !(col[c].flags & SCR_COL_OPTIONAL);
    t->stride[c] = col[c].group ? group_size[col[c].group]
                                : scr_ctype_size(col[c].type) * (size_t)col[c].comps;
    if (col[c].like || col[c].first != 0) t->begun[t->nbegun++] = c;
    assert(!col[c].like ||
           (col[col[c].like].type == col[c].type && col[col[c].like].comps == col[c].comps));
    assert(!(col[c].flags & SCR_COL_UNIFORM) ||
           (col[c].group == 0 && t->stride[c] <= SCR_MAX_VALUE));
  }
}

void scr_table_free(scr_table *t) {
  for (int c = 0; c < t->ncol; c++) scr_column_free(t->block[c]);
  memset(t->block, 0, sizeof t->block);
  memset(t->base, 0, sizeof t->base);
  t->n = t->cap = 0;
}

static void rebase(scr_table *t) {
  for (int c = 0; c < t->ncol; c++)
    if (t->on[c] && !single(t, c))
      t->base[c] =
          (unsigned char *)t->block[owner_of(t, c)] + (t->col[c].group ? t->col[c].offset : 0);
}

void scr_table_reserve(scr_table *t, uint32_t n) {
  if (n <= t->cap) return;
  uint32_t cap = SCR_MAX(n, t->cap + t->cap / 2 + 16);
  for (int c = 0; c < t->ncol; c++) {
    if (!owner(t, c) || single(t, c)) continue;
    void *fresh = scr_column_alloc(t->stride[c] * cap, (unsigned)c);
    if (t->block[c]) memcpy(fresh, t->block[c], t->stride[c] * t->n);
    scr_column_free(t->block[c]);
    t->block[c] = fresh;
  }
  t->cap = cap;
  rebase(t);
}

static bool is_zero(const scr_table *t, int c) {
  static const double zero[SCR_MAX_VALUE / sizeof(double)];
  return memcmp(t->one[c], zero, t->stride[c]) == 0;
}

uint32_t scr_table_push(scr_table *t) { return scr_table_push_rows(t, 1); }

uint32_t scr_table_push_rows(scr_table *t, uint32_t n) {
  const uint32_t first = t->n;
  scr_table_reserve(t, first + n);
  for (int c = 0; c < t->ncol; c++) {
    if (!single(t, c) || is_zero(t, c)) continue;
    if (first == 0)
      scr_table_fill(t, c, NULL); /* nobody has the old value */
    else
      scr_table_spread(t, c);
  }
  for (int c = 0; c < t->ncol; c++)
    if (owner(t, c) && !single(t, c))
      memset((unsigned char *)t->block[c] + t->stride[c] * first, 0, t->stride[c] * n);
  t->n += n;
  return first;
}

void scr_table_begin_in(scr_table *t, int c, uint32_t row) {
  const scr_column *col = &t->col[c];
  double value[SCR_MAX_VALUE / sizeof(double)] = {0};
  if (!col->like && col->first == 0) return;
  assert(col->type == SCR_C_F64 && (size_t)col->comps <= SCR_COUNTOF(value));
  for (int k = 0; k < col->comps; k++) value[k] = col->first;
  scr_table_write(t, c, row, col->like ? scr_table_at(t, col->like, row) : value);
}

void scr_table_begin(scr_table *t, uint32_t row) {
  for (int k = 0; k < t->nbegun; k++) scr_table_begin_in(t, t->begun[k], row);
}

/* Rows of a size that the compiler knows, so that each is a few loads and stores. */
#define GATHER(size)                                                                               \
  case size:                                                                                       \
    for (uint32_t k = 0; k < n; k++)                                                               \
      memcpy(to + (size_t)size * k, old + (size_t)size * from[k], size);                           \
    return;

static void gather(unsigned char *to, const unsigned char *old, const uint32_t *from, uint32_t n,
                   size_t s) {
  switch (s) {
    GATHER(1)
    GATHER(4)
    GATHER(8)
    GATHER(12)
    GATHER(24)
    GATHER(32)
    GATHER(64)
  default:
    for (uint32_t k = 0; k < n; k++) memcpy(to + s * k, old + s * from[k], s);
  }
}

typedef struct permuting {
  scr_table *t;
  const uint32_t *from;
  uint32_t n;
  unsigned char *spare;
  scr_par *par; /* NULL: one thread */
} permuting;

/* Each column goes through the same spare memory, so that there is never more than one too many;
 * all threads copy a part of it, then gather one. */
static void permute_part(void *user, int thread, int threads) {
  const permuting *j = user;
  const scr_table *t = j->t;
  const uint64_t part = (uint64_t)thread, parts = (uint64_t)threads;
  const size_t a = t->n * part / parts, b = t->n * (part + 1) / parts;
  const uint32_t lo = (uint32_t)(j->n * part / parts), hi = (uint32_t)(j->n * (part + 1) / parts);
  for (int c = 0; c < t->ncol; c++) {
    const size_t s = t->stride[c];
    if (!owner(t, c) || !t->block[c]) continue;
    if (b > a) memcpy(j->spare + s * a, (unsigned char *)t->block[c] + s * a, s * (b - a));
    if (j->par) scr_par_barrier(j->par, thread);
    if (hi > lo) gather((unsigned char *)t->block[c] + s * lo, j->spare, j->from + lo, hi - lo, s);
    if (j->par) scr_par_barrier(j->par, thread);
  }
}

size_t scr_table_widest(const scr_table *t) {
  size_t widest = 0;
  for (int c = 0; c < t->ncol; c++)
    if (owner(t, c) && t->block[c]) widest = SCR_MAX(widest, t->stride[c]);
  return widest;
}

void scr_table_permute_by(scr_table *t, const uint32_t *from, uint32_t n, scr_par *par, int threads,
                          void *spare) {
  assert(n <= t->n);
  permuting j = {t, from, n, spare, par};
  if (par)
    scr_par_run_by(par, threads, permute_part, &j);
  else
    permute_part(&j, 0, 1);
  t->n = n;
}

void scr_table_permute(scr_table *t, const uint32_t *from, uint32_t n) {
  void *spare = scr_column_alloc(scr_table_widest(t) * t->n, 0);
  scr_table_permute_by(t, from, n, NULL, 1, spare);
  scr_column_free(spare);
}

void scr_table_switch(scr_table *t, int c, bool on) {
  assert(t->col[c].flags & SCR_COL_OPTIONAL && t->col[c].group == 0);
  if (t->on[c] == on) return;
  t->on[c] = on;
  if (on && t->cap) t->block[c] = scr_column_alloc(t->stride[c] * t->cap, (unsigned)c);
  if (!on) {
    scr_column_free(t->block[c]);
    t->block[c] = NULL;
  }
  t->base[c] = t->block[c];
}

/* ---- columns that are one value ---- */

void scr_table_spread(scr_table *t, int c) {
  const size_t s = t->stride[c];
  if (!single(t, c) || t->cap == 0) return;
  t->base[c] = t->block[c] = scr_column_alloc(s * t->cap, (unsigned)c);
  if (is_zero(t, c)) return;
  for (uint32_t k = 0; k < t->n; k++) memcpy(t->base[c] + s * k, t->one[c], s);
}

void scr_table_fill(scr_table *t, int c, const void *value) {
  assert(t->col[c].flags & SCR_COL_UNIFORM);
  memset(t->one[c], 0, sizeof t->one[c]);
  if (value) memcpy(t->one[c], value, t->stride[c]);
  scr_column_free(t->block[c]);
  t->base[c] = t->block[c] = NULL;
}

/* Rows are alike if each is like the one before. */
void scr_table_settle(scr_table *t, int c) {
  if (!(t->col[c].flags & SCR_COL_UNIFORM) || !t->block[c]) return;
  double value[SCR_MAX_VALUE / sizeof(double)] = {0};
  const size_t s = t->stride[c];
  if (t->n > 1 && memcmp(t->base[c], t->base[c] + s, s * (t->n - 1)) != 0) return;
  if (t->n) memcpy(value, t->base[c], s);
  scr_table_fill(t, c, value);
}

void *scr_table_edit(scr_table *t, int c, uint32_t row) {
  scr_table_spread(t, c);
  return t->base[c] + t->stride[c] * row;
}

void scr_table_write(scr_table *t, int c, uint32_t row, const void *value) {
  const size_t size = scr_ctype_size(t->col[c].type) * (size_t)t->col[c].comps;
  if (single(t, c) && memcmp(t->one[c], value, size) == 0) return;
  memcpy(scr_table_edit(t, c, row), value, size);
}

size_t scr_table_bytes(const scr_table *t) {
  size_t n = 0;
  for (int c = 0; c < t->ncol; c++)
    if (t->block[c]) n += t->stride[c] * t->cap;
  return n;
}
