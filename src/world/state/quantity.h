/* What the tables of quantities have in common: for the rooms that make them. */
#ifndef SCR_STATE_QUANTITY_H
#define SCR_STATE_QUANTITY_H

#include "world/world.h"

/* Rows of world/columns.h to the table of one kind of thing. */
#define SCR_QUANTITY_V(id, name_, type, comps, group, offset, colflags, unit_, doc_, form_, set,   \
                       change, fish_, fishdoc, functions)                                          \
  {.name = name_,                                                                                  \
   .form = SCR_##form_,                                                                            \
   .assigned = set,                                                                                \
   .unit = unit_,                                                                                  \
   .doc = doc_,                                                                                    \
   .flags = change,                                                                                \
   .column = SCR_##id,                                                                             \
   .fish = fish_,                                                                                  \
   functions},
#define SCR_QUANTITY_Q(id, name_, unit_, doc_, form_, set, change, fish_, fishdoc, functions)      \
  {.name = name_,                                                                                  \
   .form = SCR_##form_,                                                                            \
   .assigned = set,                                                                                \
   .unit = unit_,                                                                                  \
   .doc = doc_,                                                                                    \
   .flags = change,                                                                                \
   .column = -1,                                                                                   \
   .fish = fish_,                                                                                  \
   functions},
/* Columns that users see hold one number or three. */
#define SCR_QUANTITY_FITS(id, name, type, comps, ...)                                              \
  static_assert(SCR_C_##type == SCR_C_F64 && ((comps) == 1 || (comps) == 3),                       \
                name " is no number and no vector");

/* Which of three components is its first one: in 2D a rotation is the third. */
int scr_quantity_first(const scr_world *w, const scr_quantity *q);
void scr_quantity_get(const scr_world *w, const scr_table *t, const scr_quantity *q, uint32_t row,
                      double *out);
/* The components in `in` are written; others of the column stay. */
void scr_quantity_put(scr_world *w, scr_table *t, const scr_quantity *q, uint32_t row,
                      const double *in);
/* Settable, offered, finite, and in its interval? */
bool scr_quantity_check(const scr_world *w, scr_diag *d, const scr_quantity *q, const double *in);

#endif
