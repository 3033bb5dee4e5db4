/* The column store: see table.h. */
#include "table/table.h"

#include <string.h>
#include "base/mem.h"

size_t scr_ctype_size(scr_ctype t) {
  static const size_t size[] = {[SCR_C_F64] = 8, [SCR_C_I32] = 4, [SCR_C_U32] = 4, [SCR_C_U8] = 1};
  return size[t];
}

static bool owner(const scr_table *t, int c) { return t->on[c] && (t->col[c].group == 0 || t->col[c].offset == 0); }

/* The column that owns the memory of column c: the one at offset 0 of its group. */
static int owner_of(const scr_table *t, int c) {
  if (owner(t, c)) return c;
  for (int k = 0; k < t->ncol; k++)
    if (t->col[k].group == t->col[c].group && t->col[k].offset == 0) return k;
  assert(!"a group without a column at offset 0");
  return c;
}

void scr_table_init(scr_table *t, const scr_column *col, int ncol, const size_t *group_size) {
  assert(ncol <= SCR_MAX_COLUMNS);
  *t = (scr_table){.col = col, .ncol = ncol};
  for (int c = 0; c < ncol; c++)
    t->on[c] = !(col[c].flags & SCR_COL_OPTIONAL),
    t->stride[c] = col[c].group ? group_size[col[c].group] : scr_ctype_size(col[c].type) * (size_t)col[c].comps;
}

void scr_table_free(scr_table *t) {
  for (int c = 0; c < t->ncol; c++) scr_column_free(t->block[c]);
  memset(t->block, 0, sizeof t->block);
  memset(t->base, 0, sizeof t->base);
  t->n = t->cap = 0;
}

static void rebase(scr_table *t) {
  for (int c = 0; c < t->ncol; c++)
    if (t->on[c]) t->base[c] = (unsigned char *)t->block[owner_of(t, c)] + (t->col[c].group ? t->col[c].offset : 0);
}

void scr_table_reserve(scr_table *t, uint32_t n) {
  if (n <= t->cap) return;
  uint32_t cap = SCR_MAX(n, t->cap + t->cap / 2 + 16);
  for (int c = 0; c < t->ncol; c++) {
    if (!owner(t, c)) continue;
    void *fresh = scr_column_alloc(t->stride[c] * cap, (unsigned)c);
    if (t->block[c]) memcpy(fresh, t->block[c], t->stride[c] * t->n);
    scr_column_free(t->block[c]);
    t->block[c] = fresh;
  }
  t->cap = cap;
  rebase(t);
}

uint32_t scr_table_push(scr_table *t) { return scr_table_push_rows(t, 1); }

uint32_t scr_table_push_rows(scr_table *t, uint32_t n) {
  const uint32_t first = t->n;
  scr_table_reserve(t, first + n);
  for (int c = 0; c < t->ncol; c++)
    if (owner(t, c)) memset((unsigned char *)t->block[c] + t->stride[c] * first, 0, t->stride[c] * n);
  t->n += n;
  return first;
}

void scr_table_permute(scr_table *t, const uint32_t *from, uint32_t n) {
  assert(n <= t->n);
  for (int c = 0; c < t->ncol; c++) {
    if (!owner(t, c) || !t->block[c]) continue;
    size_t s = t->stride[c];
    unsigned char *fresh = scr_column_alloc(s * t->cap, (unsigned)c), *old = t->block[c];
    for (uint32_t k = 0; k < n; k++) memcpy(fresh + s * k, old + s * from[k], s);
    scr_column_free(old);
    t->block[c] = fresh;
  }
  t->n = n;
  rebase(t);
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
