/* Quantities: what their rows say, read and written. See world/quantity.h. */
#include "world/state/quantity.h"

#include <math.h>
#include <string.h>

int scr_quantity_comps(const scr_quantity *q, int dim) {
  return q->form == SCR_SCALAR ? 1 : q->form == SCR_VECTOR ? dim : dim == 3 ? 3 : 1;
}

int scr_quantity_find(const scr_quantity *list, const char *name) {
  for (int k = 0; list[k].name; k++)
    if (scr_casecmp(list[k].name, name) == 0) return k;
  return -1;
}

/* Of three components, in 2D: a rotation is its third one. */
static int first_comp(const scr_world *w, const scr_quantity *q) {
  return q->form == SCR_ROTATION && w->dim == 2 ? 2 : 0;
}

void scr_quantity_get(const scr_world *w, const scr_table *t, const scr_quantity *q, uint32_t row,
                      double *out) {
  double computed[3] = {0};
  const double *x = computed;
  if (q->get)
    q->get(w, row, computed);
  else
    x = scr_table_at(t, q->column, row);
  memcpy(out, x + first_comp(w, q), (size_t)scr_quantity_comps(q, w->dim) * sizeof *out);
}

void scr_contact_read(const scr_world *w, scr_contact c, int q, double *out) {
  const scr_quantity *row = &scr_contact_quantity[q];
  double x[3] = {0};
  row->of_contact(w, c, x);
  memcpy(out, x + first_comp(w, row), (size_t)scr_quantity_comps(row, w->dim) * sizeof *out);
}

void scr_quantity_put(scr_world *w, scr_table *t, const scr_quantity *q, uint32_t row,
                      const double *in) {
  if (q->put) {
    q->put(w, row, in);
    return;
  }
  double x[3];
  memcpy(x, scr_table_at(t, q->column, row), (size_t)t->col[q->column].comps * sizeof *x);
  memcpy(x + first_comp(w, q), in, (size_t)scr_quantity_comps(q, w->dim) * sizeof *x);
  scr_table_write(t, q->column, row, x);
}

/* ---- which values may be set ---- */

/* Reads a whole number, `none` if there is none; returns what follows it. */
static const char *read_bound(const char *s, double none, double *bound) {
  *bound = *s >= '0' && *s <= '9' ? 0 : none;
  for (; *s >= '0' && *s <= '9'; s++) *bound = 10 * *bound + (*s - '0');
  return s;
}

/* "=f(0,1]": what may be assigned lies above 0, and at 1 at most. */
static bool in_interval(scr_diag *d, const scr_quantity *q, double x) {
  const char *open = q->assigned + strcspn(q->assigned, "([");
  double lo, hi;
  if (!*open) return true;
  const char *comma = read_bound(open + 1, -HUGE_VAL, &lo);
  const char *close = read_bound(comma + 1, HUGE_VAL, &hi);
  assert(*comma == ',' && (*close == ')' || *close == ']'));
  if ((*open == '(' ? x > lo : x >= lo) && (*close == ')' ? x < hi : x <= hi)) return true;
  if (*open == '(' && lo == 0 && hi == HUGE_VAL)
    return scr_fail(d, NULL, SCR_E_VALUE, "%s must be positive, not %g", q->name, x);
  return scr_fail(d, NULL, SCR_E_VALUE, "%s must lie in %c%g, %g%c, not %g", q->name, *open, lo, hi,
                  *close, x);
}

bool scr_quantity_check(const scr_world *w, scr_diag *d, const scr_quantity *q, const double *in) {
  if (!scr_quantity_settable(q)) return scr_fail(d, NULL, SCR_E_NAME, "%s cannot be set", q->name);
  if (!scr_quantity_offered(w, d, q)) return false;
  for (int c = 0; c < scr_quantity_comps(q, w->dim); c++)
    if (!isfinite(in[c]))
      return scr_fail(d, NULL, SCR_E_VALUE, "%s must be a finite number", q->name);
  return q->check ? q->check(w, d, in) : in_interval(d, q, in[0]);
}
