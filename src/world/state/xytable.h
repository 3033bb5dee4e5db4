/* Tables of (x, y) that the user fills, exports and plots. Table '1' and table id 1 are one object.
 */
#ifndef SCR_XYTABLE_H
#define SCR_XYTABLE_H

#include "base/base.h"

typedef struct scr_xytable {
  uint32_t id;
  char *name;  /* the id as text if none was given */
  char *label; /* or NULL */
  size_t n, cap_x, cap_y;
  double *x, *y;
  size_t in_order; /* so many points at the beginning are known to be in order of x */
  bool told;       /* a warning said that they are not */
} scr_xytable;

typedef struct scr_xytables {
  scr_xytable **item; /* in order of id */
  size_t n, cap;
} scr_xytables;

scr_xytable *scr_xytable_find(const scr_xytables *t,
                              const char *name); /* by name, or by id if name is a number; NULL */
scr_xytable *scr_xytable_by_id(const scr_xytables *t, uint32_t id);
scr_xytable *scr_xytable_need(scr_xytables *t, const char *name); /* finds or creates */
void scr_xytable_delete(scr_xytables *t, scr_xytable *which);
void scr_xytables_clear(scr_xytables *t);
void scr_xytable_put(scr_xytable *t, size_t k, double x, double y); /* k = n appends */
void scr_xytable_insert(scr_xytable *t, double x, double y);        /* keeps x sorted */
/* So that y is what is read at x: of a row that is there, else of a new one, which is inserted. */
void scr_xytable_set(scr_xytable *t, double x, double y);
void scr_xytable_sort(scr_xytable *t);
bool scr_xytable_is_sorted(scr_xytable *t); /* as interpolation needs it */
void scr_xytable_clear(scr_xytable *t);
double scr_xytable_value(const scr_xytable *t,
                         double x); /* linear interpolation, end values outside; n > 0 */

#endif
