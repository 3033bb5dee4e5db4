/* The column store: a table is rows of columns described by data. Saving, hashing, reordering and
 * documentation iterate over the description; a column is base and stride, so several columns may
 * share one aligned row of memory. */
#ifndef SCR_TABLE_H
#define SCR_TABLE_H

#include "base/base.h"
#include "base/par.h"

typedef enum scr_ctype { SCR_C_F64, SCR_C_I32, SCR_C_U32, SCR_C_U8 } scr_ctype;

enum {
  SCR_COL_SAVED = 1,
  SCR_COL_MOVED = 2 /* permuted with the rows */,
  SCR_COL_DERIVED = 4 /* neither saved nor hashed */,
  SCR_COL_OPTIONAL = 8 /* there only while it is switched on; no group */,
  SCR_COL_UNIFORM = 16 /* one value, without memory, until a row gets another one; no group */,
  SCR_COL_NEEDED = 32 /* no value stands for it: a save file without it is refused */
};

typedef struct scr_column {
  const char *name;
  scr_ctype type;
  int comps;
  int group;  /* columns of one group share a row of memory; 0: an array of its own */
  int offset; /* in that row, bytes */
  unsigned flags;
  const char *unit;
  const char *doc;
  int means;    /* what its numbers stand for, where not for themselves: the floors above say */
  double first; /* what a new row holds, */
  int like;     /* or the number of the column whose value it takes over; 0: none does */
} scr_column;

enum { SCR_MAX_COLUMNS = 40, SCR_MAX_GROUPS = 4, SCR_MAX_VALUE = 24 };

typedef struct scr_table {
  const scr_column *col;
  int ncol;
  size_t stride[SCR_MAX_COLUMNS];
  unsigned char *base[SCR_MAX_COLUMNS]; /* first row's value; NULL of a column that is one value, */
  double one[SCR_MAX_COLUMNS][SCR_MAX_VALUE / sizeof(double)]; /* which stands here */
  void *block[SCR_MAX_COLUMNS];       /* what is allocated; owner columns only */
  bool on[SCR_MAX_COLUMNS];           /* all but optional columns always are */
  int begun[SCR_MAX_COLUMNS], nbegun; /* columns whose new rows do not hold zero */
  uint32_t n, cap;
} scr_table;

size_t scr_ctype_size(scr_ctype t);
/* `group_size[g]` is the size in bytes of a row of group g (index 0 unused). */
void scr_table_init(scr_table *t, const scr_column *col, int ncol, const size_t *group_size);
void scr_table_free(scr_table *t);
/* Room for n rows; new memory is zero. Pointers into the table change: callers refresh what they
 * keep. */
void scr_table_reserve(scr_table *t, uint32_t n);
uint32_t scr_table_push(scr_table *t); /* a zero row at the end, its index */
uint32_t scr_table_push_rows(scr_table *t, uint32_t n);
/* A zero row gets what new rows hold (`first`, `like`), once the columns that others are like are
 * set; in one column, or in all. */
void scr_table_begin_in(scr_table *t, int col, uint32_t row);
void scr_table_begin(scr_table *t, uint32_t row);
/* Row k becomes old row from[k], for k in [0, n); n may be smaller than before (rows left out are
 * gone). */
void scr_table_permute(scr_table *t, const uint32_t *from, uint32_t n);
/* The same by so many threads of a pool (NULL: one), with room for all rows of the widest column (a
 * cache line's alignment). */
void scr_table_permute_by(scr_table *t, const uint32_t *from, uint32_t n, scr_par *par, int threads,
                          void *spare);
size_t scr_table_widest(const scr_table *t); /* bytes a row */
/* An optional column comes, with zeros, or goes. Every function leaves those that are off alone. */
void scr_table_switch(scr_table *t, int col, bool on);

static inline const void *scr_table_at(const scr_table *t, int col, uint32_t row) {
  return t->base[col] ? t->base[col] + t->stride[col] * row : (const void *)t->one[col];
}
/* A row's value is written. */
void scr_table_write(scr_table *t, int col, uint32_t row, const void *value);
/* The same in place: a column that is one value becomes an array, whatever is written. */
void *scr_table_edit(scr_table *t, int col, uint32_t row);
/* Such a column becomes an array, for those who write all of it (no other column changes); one
 * value for all rows (NULL: zero); and one value again if all rows have the same. */
void scr_table_spread(scr_table *t, int col);
void scr_table_fill(scr_table *t, int col, const void *value);
void scr_table_settle(scr_table *t, int col);
size_t scr_table_bytes(const scr_table *t); /* of memory, in all columns */

#endif
