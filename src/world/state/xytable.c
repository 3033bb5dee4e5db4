/* Tables of (x, y): see xytable.h. */
#include "world/state/xytable.h"

#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "base/str.h"

/* A name that is a whole number is an id; 0 if it is none. */
static uint32_t id_of(const char *name) {
  size_t len;
  int64_t i;
  double f;
  if (scr_parse_number(name, &len, &i, &f) != SCR_NUM_INT || name[len]) return 0;
  return i > 0 && i < UINT32_MAX ? (uint32_t)i : 0; /* room for the next */
}

scr_xytable *scr_xytable_by_id(const scr_xytables *t, uint32_t id) {
  for (size_t k = 0; k < t->n; k++)
    if (t->item[k]->id == id) return t->item[k];
  return NULL;
}

scr_xytable *scr_xytable_find(const scr_xytables *t, const char *name) {
  for (size_t k = 0; k < t->n; k++)
    if (scr_casecmp(t->item[k]->name, name) == 0) return t->item[k];
  uint32_t id = id_of(name);
  return id ? scr_xytable_by_id(t, id) : NULL;
}

scr_xytable *scr_xytable_need(scr_xytables *t, const char *name) {
  scr_xytable *found = scr_xytable_find(t, name);
  if (found) return found;
  uint32_t id = id_of(name);
  if (!id) id = t->n ? t->item[t->n - 1]->id + 1 : 1;
  scr_xytable *table = scr_alloc(sizeof *table);
  table->id = id;
  table->name = scr_strdup(name);
  SCR_GROW(t->item, t->cap, t->n + 1);
  size_t k = t->n++;
  for (; k > 0 && t->item[k - 1]->id > id; k--) t->item[k] = t->item[k - 1];
  t->item[k] = table;
  return table;
}

static void table_free(scr_xytable *t) {
  scr_free(t->name);
  scr_free(t->label);
  scr_free(t->x);
  scr_free(t->y);
  scr_free(t);
}

void scr_xytable_delete(scr_xytables *t, scr_xytable *which) {
  for (size_t k = 0; k < t->n; k++) {
    if (t->item[k] != which) continue;
    memmove(t->item + k, t->item + k + 1, (t->n - k - 1) * sizeof *t->item);
    t->n--;
    table_free(which);
    return;
  }
}

void scr_xytables_clear(scr_xytables *t) {
  for (size_t k = 0; k < t->n; k++) table_free(t->item[k]);
  t->n = 0;
}

static void reserve(scr_xytable *t, size_t n) {
  SCR_GROW(t->x, t->cap_x, n);
  SCR_GROW(t->y, t->cap_y, n);
}

void scr_xytable_put(scr_xytable *t, size_t k, double x, double y) {
  if (k >= t->n) {
    k = t->n++;
    reserve(t, t->n);
  }
  t->in_order = SCR_MIN(t->in_order, k);
  t->x[k] = x;
  t->y[k] = y;
}

void scr_xytable_insert(scr_xytable *t, double x, double y) {
  reserve(t, t->n + 1);
  size_t k = t->n++;
  for (; k > 0 && t->x[k - 1] > x; k--) {
    t->x[k] = t->x[k - 1];
    t->y[k] = t->y[k - 1];
  }
  t->x[k] = x;
  t->y[k] = y;
  t->in_order = SCR_MIN(t->in_order, k);
}

void scr_xytable_set(scr_xytable *t, double x, double y) {
  size_t k = t->n;
  while (k > 0 && t->x[k - 1] > x) k--;
  if (k == 0 || t->x[k - 1] != x)
    scr_xytable_insert(t, x, y);
  else
    t->y[t->x[0] == x ? 0 : k - 1] = y; /* of several the one that is read */
}

/* Merge sort from the bottom: stable, so that points with equal x keep their order. */
void scr_xytable_sort(scr_xytable *t) {
  size_t n = t->n;
  t->in_order = 0;
  double *x = scr_alloc(n * sizeof *x), *y = scr_alloc(n * sizeof *y);
  for (size_t width = 1; width < n; width *= 2) {
    for (size_t lo = 0; lo < n; lo += 2 * width) {
      size_t mid = lo + width < n ? lo + width : n, hi = lo + 2 * width < n ? lo + 2 * width : n;
      for (size_t i = lo, j = mid, k = lo; k < hi; k++) {
        size_t from = i < mid && (j >= hi || t->x[i] <= t->x[j]) ? i++ : j++;
        x[k] = t->x[from];
        y[k] = t->y[from];
      }
    }
    memcpy(t->x, x, n * sizeof *x);
    memcpy(t->y, y, n * sizeof *y);
  }
  scr_free(x);
  scr_free(y);
}

void scr_xytable_clear(scr_xytable *t) { t->n = t->in_order = 0; }

bool scr_xytable_is_sorted(scr_xytable *t) {
  size_t k = t->in_order;
  while (k < t->n && (k == 0 || t->x[k - 1] <= t->x[k])) k++;
  t->in_order = k;
  return k == t->n;
}

double scr_xytable_value(const scr_xytable *t, double x) {
  assert(t->n > 0);
  size_t last = t->n - 1;
  if (x <= t->x[0]) return t->y[0];
  if (x >= t->x[last]) return t->y[last];
  size_t lo = 0, hi = last;
  while (hi - lo > 1) {
    size_t mid = lo + (hi - lo) / 2;
    if (t->x[mid] <= x)
      lo = mid;
    else
      hi = mid;
  }
  double dx = t->x[hi] - t->x[lo];
  return dx > 0 ? t->y[lo] + (t->y[hi] - t->y[lo]) * ((x - t->x[lo]) / dx) : t->y[lo];
}
