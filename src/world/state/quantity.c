/* Quantities: what their rows say, read and written. See world/quantity.h. */
#include "world/state/quantity.h"

#include <math.h>
#include <string.h>
#include "base/num.h"
#include "base/str.h"
#include "world/state/rows.h"

int scr_quantity_comps(const scr_quantity *q, int dim) {
  switch (q->form) {
  case SCR_VECTOR: return dim;
  case SCR_ROTATION: return dim == 3 ? 3 : 1;
  case SCR_TENSOR: return dim == 3 ? 6 : 3;
  default: return 1;
  }
}

const char *scr_quantity_part(const scr_quantity *q, int dim, int comp) {
  static const char *const axis[] = {"-x", "-y", "-z"}, *const flat[] = {"-xx", "-yy", "-xy"},
                           *const pair[] = {"-xx", "-yy", "-zz", "-xy", "-yz", "-xz"};
  if (comp < 0) return "";
  if (q->form == SCR_TENSOR) return (dim == 3 ? pair : flat)[comp];
  return axis[q->form == SCR_ROTATION && dim == 2 ? 2 : comp];
}

int scr_quantity_find(const scr_quantity *list, const char *name) {
  for (int k = 0; list[k].name; k++)
    if (scr_casecmp(list[k].name, name) == 0) return k;
  return -1;
}

int scr_quantity_first(const scr_world *w, const scr_quantity *q) {
  return q->form == SCR_ROTATION && w->dim == 2 ? 2 : 0;
}

void scr_quantity_get(const scr_world *w, const scr_table *t, const scr_quantity *q, uint32_t row,
                      double *out) {
  double computed[SCR_MOST_COMPS] = {0};
  const double *x = computed;
  if (q->get)
    q->get(w, row, computed);
  else
    x = scr_table_at(t, q->column, row);
  memcpy(out, x + scr_quantity_first(w, q), (size_t)scr_quantity_comps(q, w->dim) * sizeof *out);
}

void scr_quantity_put(scr_world *w, scr_table *t, const scr_quantity *q, uint32_t row,
                      const double *in) {
  if (q->put) {
    q->put(w, row, in);
    return;
  }
  double x[3];
  memcpy(x, scr_table_at(t, q->column, row), (size_t)t->col[q->column].comps * sizeof *x);
  memcpy(x + scr_quantity_first(w, q), in, (size_t)scr_quantity_comps(q, w->dim) * sizeof *x);
  scr_table_write(t, q->column, row, x);
}

/* ---- orientations ---- */

bool scr_orientation_tracked(const scr_world *w) {
  return w->ball.on[w->dim == 2 ? SCR_BALL_ROTATION : SCR_BALL_ORIENTATION];
}

bool scr_quantity_offered(const scr_world *w, scr_diag *d, const scr_quantity *q) {
  const bool angle = q->form == SCR_SCALAR;
  if (!(q->flags & SCR_Q_ANGLE)) return true;
  if (angle != (w->dim == 2))
    return scr_fail(d, NULL, SCR_E_UNSUPPORTED,
                    "the orientation of a model in %dD is '%s', not '%s'", w->dim,
                    w->dim == 2 ? "rotation" : "euler", q->name);
  if (scr_orientation_tracked(w)) return true;
  scr_fail(d, NULL, SCR_E_STATE, "'%s' is not known: orientations are not tracked", q->name);
  return scr_hint(d, "give 'model orientation-tracking on' first");
}

/* Is a wall free to turn? */
static bool any_wall_turns(const scr_world *w) {
  bool any = false;
  for (uint32_t k = 0; scr_any_wall_free(w) && k < w->wall.n && !any; k++)
    any = scr_wall_free_bits(w, k) >> 3;
  return any;
}

bool scr_quantity_joins(const scr_world *w, const scr_quantity *q) {
  return (q->flags & SCR_Q_FREES && scr_any_wall_free(w)) ||
         (q->flags & SCR_Q_SERVOS && w->nservo) ||
         (q->flags & (SCR_Q_TURNS | SCR_Q_SPINS) && any_wall_turns(w)) ||
         (q->flags & SCR_Q_SPINS && scr_any_nonzero(&w->wall, SCR_WALL_SPIN));
}

/* ---- which values may be set ---- */

/* Reads a number, `none` if there is none; returns what follows it. */
static const char *read_bound(const char *s, double none, double *bound) {
  int64_t ignored;
  size_t n = 0;
  *bound = none;
  if (!strchr(",)]", *s)) scr_parse_number(s, &n, &ignored, bound);
  return s + n;
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
  if (x <= 0 && (lo > 0 || (*open == '(' && lo == 0 && hi == HUGE_VAL)))
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

bool scr_energy_is(const char *full, const char *called) {
  static const char stem[] = "energy-";
  const size_t n = sizeof stem - 1;
  if (scr_casecmp(full, called) == 0) return true;
  if (strncmp(full, stem, n) != 0) return false;
  return scr_casecmp(full + n, called) == 0 ||
         (scr_lower(called[0]) == 'e' && scr_casecmp(full + n, called + 1) == 0);
}
