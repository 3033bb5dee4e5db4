/* Columns of tables as arrays and row by row. */
#ifndef SCR_ROWS_H
#define SCR_ROWS_H

#include <math.h>
#include "base/vec3.h"
#include "world/world.h"

/* Whole columns, of which each row has its value in memory. */
static inline void *scr_column_of(const scr_table *t, int col) {
  assert(!(t->col[col].flags & SCR_COL_UNIFORM));
  return t->base[col];
}
static inline double *scr_col(const scr_table *t, int col) { return scr_column_of(t, col); }
static inline uint32_t *scr_colu(const scr_table *t, int col) { return scr_column_of(t, col); }
static inline int32_t *scr_coli(const scr_table *t, int col) { return scr_column_of(t, col); }
/* What one row has of any column. */
static inline const double *scr_real_at(const scr_table *t, int col, uint32_t row) {
  return scr_table_at(t, col, row);
}
static inline uint32_t scr_word_at(const scr_table *t, int col, uint32_t row) {
  return *(const uint32_t *)scr_table_at(t, col, row);
}
static inline const int32_t *scr_int_at(const scr_table *t, int col, uint32_t row) {
  return scr_table_at(t, col, row);
}
/* Is the domain strained, and all that is in it? */
static inline bool scr_strained(const scr_world *w) {
  return w->domain.rate[0] != 0 || w->domain.rate[1] != 0 || w->domain.rate[2] != 0;
}
/* Period of an axis, 0 if it is not periodic. */
static inline double scr_period(const scr_world *w, int c) {
  return w->domain.set && w->domain.condition[c] == SCR_B_PERIODIC && c < w->dim
             ? w->domain.hi[c] - w->domain.lo[c]
             : 0;
}
/* From a to b in the shortest way, m; the square of its length. */
static inline double scr_nearest_way(const scr_world *w, const double a[3], const double b[3],
                                     double way[3]) {
  double d2 = 0;
  way[2] = 0;
  for (int c = 0; c < w->dim; c++) {
    const double period = scr_period(w, c), d = b[c] - a[c];
    way[c] = period > 0 ? d - period * rint(d / period) : d;
    d2 += way[c] * way[c];
  }
  return d2;
}
/* A point beyond a periodic side comes back by whole periods; one on a side stays. */
static inline void scr_into_cell(const scr_world *w, double x[3]) {
  for (int c = 0; c < w->dim; c++) {
    const double period = scr_period(w, c), lo = w->domain.lo[c], hi = w->domain.hi[c];
    if (!(period > 0) || !isfinite(x[c]) || (x[c] >= lo && x[c] <= hi)) continue;
    const double back = x[c] - period * floor((x[c] - lo) / period);
    x[c] = back < lo ? lo : back > hi ? hi : back;
  }
}
/* Id of the body that a row of the table of balls is a piece of; 0: it is a ball, its own body. */
static inline uint32_t scr_body_of(const scr_world *w, uint32_t row) {
  return w->ball.on[SCR_BALL_BODY] ? scr_colu(&w->ball, SCR_BALL_BODY)[row] : 0;
}
/* The row of that body. */
static inline uint32_t scr_body_row(const scr_world *w, uint32_t id) {
  return scr_idmap_get(&w->body_by_id, id, SCR_NONE);
}
/* Bits of the components of velocity, 0 to 2, and spin, 3 to 5, that there are. */
static inline unsigned scr_freedoms(int dim) { return dim == 2 ? 3u | 4u << 3 : 0x3fu; }
/* Is any wall free? */
static inline bool scr_any_wall_free(const scr_world *w) { return w->wall.on[SCR_WALL_FREE]; }
/* The column of free components is there while any wall has one. */
void scr_walls_free_settle(scr_world *w);
/* Bits of the components of its velocity and spin that follow the forces. */
static inline unsigned scr_wall_free_bits(const scr_world *w, uint32_t row) {
  return scr_any_wall_free(w) ? *(const uint8_t *)scr_table_at(&w->wall, SCR_WALL_FREE, row) : 0;
}
bool scr_any_nonzero(const scr_table *t, int col); /* of numbers: in any row */
void scr_world_refresh(scr_world *w);              /* typed pointers into the tables */

#endif
