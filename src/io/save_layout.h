/* How a world lies in the sections of a save file: what writing and reading share. Private to
 * io/save_world.c and io/load_world.c. */
#ifndef SCR_SAVE_LAYOUT_H
#define SCR_SAVE_LAYOUT_H

#include "base/bytes.h"
#include "io/savefile.h"
#include "table/table.h"
#include "world/world.h"

/* ---- sections ---- */

#define SCR_SECTION_MODEL    "model"
#define SCR_SECTION_WORDS    "words"
#define SCR_SECTION_GROUPS   "group-sets"
#define SCR_SECTION_SURFACES "surface-sets"
#define SCR_SECTION_LAWS     "laws"
#define SCR_SECTION_PSETS    "parameter-sets"
#define SCR_SECTION_DASH     "dashpots"
#define SCR_SECTION_CMAT     "cmat"
#define SCR_SECTION_ENERGY   "energy"
#define SCR_SECTION_MEASURE  "measure"      /* only where there are any */
#define SCR_SECTION_SERVO    "servo"        /* only where there are any */
#define SCR_SECTION_INLET    "inlet"        /* only where there are any */
#define SCR_SECTION_MOVING   "inlet-motion" /* only where one is turned, moves or holds balls */
#define SCR_SECTION_HELD     "held"         /* balls, only where there are any */
#define SCR_SECTION_STRAIN   "strain"       /* only while the domain is strained */
#define SCR_SECTION_FRESH    "fresh"        /* only where there is something */
/* The contacts of a type: scr_contact_type_name. */

/* The tables, in the order in which they are written: references go to tables before their
 * own. */
typedef enum scr_save_table {
  SCR_T_WALL,
  SCR_T_VERTEX,
  SCR_T_FACET,
  SCR_T_BALL,
  SCR_T_BODY, /* only where there are any */
  SCR_SAVE_TABLES
} scr_save_table;
extern const char *const scr_save_table_name[SCR_SAVE_TABLES]; /* also the section's name */
scr_table *scr_save_table_of(scr_world *w, scr_save_table t);

/* ---- single values: a row of description each ---- */

typedef enum scr_ftype {
  SCR_F_F64,
  SCR_F_I32,
  SCR_F_U32,
  SCR_F_U64,
  SCR_F_U8,
  SCR_F_BOOL
} scr_ftype;
typedef struct scr_field {
  const char *name;
  scr_ftype type;
  int comps;
  size_t offset; /* in the structure */
} scr_field;

extern const scr_field scr_save_model_field[];
extern const int scr_save_model_fields;

void scr_put_fields(scr_buf *b, const scr_field *f, int n, const void *from);
/* By name, in any order: those that the section does not hold stay as they are, those that f does
 * not are skipped, and told to `file` unless that is NULL. */
void scr_get_fields(scr_bytes *in, const scr_field *f, int n, void *to, scr_savefile *file,
                    const char *section);

/* ---- columns: name, type, components, and the values by row ---- */

typedef struct scr_save_column {
  const char *name;
  scr_ctype type;
  int comps;
  unsigned char *base; /* value of row 0 */
  size_t stride;       /* 0: all rows have that one */
} scr_save_column;

size_t scr_column_head_size(const scr_save_column *c);
void scr_put_column_head(scr_buf *b, const scr_save_column *c);
/* The n rows that `order` names. */
void scr_put_rows(unsigned char *to, const scr_save_column *c, const uint32_t *order, uint32_t n);

/* A column as the file describes it, and its values. */
typedef struct scr_save_head {
  const char *name; /* without a zero at its end */
  size_t length;    /* of the name */
  scr_ctype type;
  int comps;
  const unsigned char *value;
} scr_save_head;
/* The next column of n rows; what is no column makes *in bad, and the name is empty then. */
scr_save_head scr_get_head(scr_bytes *in, uint32_t n);
bool scr_head_is(const scr_save_head *h, const char *name);
/* The values to where c says; false if the file's are of another type. */
bool scr_take_column(const scr_save_head *h, const scr_save_column *c, uint32_t n);
scr_save_column scr_save_column_of(const scr_table *t, int col);

/* ---- contacts ---- */

/* The byte that stands for an image of a ball beside the cell or in it. */
static inline int scr_save_shift(const int by[3]) {
  return by[0] + 1 + 3 * (by[1] + 1) + 9 * (by[2] + 1);
}

/* Columns of a list of contacts: these, and families of numbered doubles. Before the columns of a
 * family stands how many they are. */
typedef enum scr_save_pair {
  SCR_SP_ID,
  SCR_SP_END_1, /* ids; of facets where the list is one of those */
  SCR_SP_END_2,
  SCR_SP_LAW, /* places in the sections of laws, */
  SCR_SP_FLAG,
  SCR_SP_SHIFT,
  SCR_SP_SET,    /* parameter sets, */
  SCR_SP_GROUPS, /* sets of groups */
  SCR_SAVE_PAIRS
} scr_save_pair;
typedef struct scr_save_pair_row {
  const char *name;
  scr_ctype type;
  bool needed;   /* no value stands for it */
  size_t offset; /* of its pointer in scr_pairs */
} scr_save_pair_row;
extern const scr_save_pair_row scr_save_pair_column[SCR_SAVE_PAIRS];
/* Where the list has no such column, its base is NULL. */
scr_save_column scr_save_pair_column_of(const scr_pairs *p, scr_save_pair column);

typedef enum scr_save_family {
  SCR_FAMILY_STATE,
  SCR_FAMILY_FORCE,
  SCR_FAMILY_WORK,
  SCR_FAMILY_MOMENT,
  SCR_FAMILY_DASH,
  SCR_FAMILIES
} scr_save_family;
extern const char *const scr_save_family_name[SCR_FAMILIES];
double **scr_save_family_of(scr_pairs *p, scr_save_family f, int *most);
/* Does the number of columns of a family stand next, not a column? */
bool scr_family_follows(const scr_bytes *in);

/* Parts of the flags of a contact that are its state. */
enum { SCR_SAVE_PAIR_FLAGS = SCR_PAIR_ACTIVE | SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT };

int scr_method_arity(const scr_method *m);

#endif
