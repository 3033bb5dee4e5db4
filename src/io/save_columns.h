/* Sections of columns on their way to a save file: what each column is made of is said first, so
 * that the size of all is known and the threads can pack any part of it. */
#ifndef SCR_SAVE_COLUMNS_H
#define SCR_SAVE_COLUMNS_H

#include "io/save_layout.h"
#include "io/savefile.h"

typedef struct scr_outcol scr_outcol;
struct scr_outcol {
  scr_save_column c; /* base NULL: zeros; name NULL: the bare number that follows */
  uint64_t number;
  uint32_t rows;
  const uint32_t *order; /* rows of memory by row of the file */
  const uint32_t *map;   /* of u32 and u8: written is map[value] - less; NULL: the value itself */
  uint32_t less;
  int used; /* components that are looked at; the others are written as 0 */
  /* Instead of all this: rows [from, from + n) of the order to bytes. */
  void (*fill)(const scr_outcol *c, uint32_t from, uint32_t n, unsigned char *to);
  void *user;
};

typedef struct scr_outcols {
  scr_outcol *col;
  size_t n, cap;
} scr_outcols;

/* A column of so many rows at the end; what goes beyond plain values is set in the result. */
scr_outcol *scr_outcols_add(scr_outcols *all, const scr_save_column *c, const uint32_t *order,
                            uint32_t rows);
void scr_outcols_add_u32(scr_outcols *all, uint32_t number);
void scr_outcols_add_u64(scr_outcols *all, uint64_t number);
/* Writes the section, by the threads of par (NULL: the caller's), and forgets the columns. */
void scr_outcols_write(scr_outcols *all, scr_saveout *o, const char *section, scr_par *par);

#endif
