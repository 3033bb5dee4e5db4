/* Things of one kind (balls, facets, contacts, fractures, ...) as plain columns: what writers of
 * files for other programs read (io/format.h). It holds copies alone, in order of id (contacts:
 * type, lower id, higher id), so that it can be written while the world goes on. */
#ifndef SCR_DATASET_H
#define SCR_DATASET_H

#include "base/base.h"
#include "base/mem.h"

typedef struct scr_world scr_world;
typedef struct scr_quantity scr_quantity;
typedef struct scr_geoms scr_geoms;

typedef enum scr_dataset_kind {
  SCR_DATA_BALLS,
  SCR_DATA_WALLS,
  SCR_DATA_CONTACTS,
  SCR_DATA_BONDS,
  SCR_DATA_FRACTURES,
  SCR_DATA_MEASURES,
  SCR_DATA_GEOMETRY, /* of sets: nodes of no edge, edges of no polygon, polygons */
  SCR_DATA_INLETS,   /* sides of their boxes */
  SCR_DATA_KINDS
} scr_dataset_kind;

/* One column, of the things in their order. `real` or `whole` holds it, the other is NULL. */
typedef struct scr_field {
  const char *name, *unit; /* static; the unit may be "" */
  int comps;               /* numbers a thing */
  const scr_quantity *of;  /* whose numbers they are; NULL: of none */
  double *real;
  uint32_t *whole;
  const char *const *label; /* whole[k] counts into these names; NULL: it is a number */
  uint32_t nlabel;
  void *memory; /* of the numbers, and its bytes: kept for what is made next */
  size_t cap;
} scr_field;

enum { SCR_DATA_FIELDS = 40 };
typedef struct scr_dataset {
  scr_dataset_kind kind;
  int dim;
  uint64_t cycle;
  double time;         /* s */
  double lo[3], hi[3]; /* of the domain, m; in 2D z is [-0.5, 0.5] */
  bool bounded, periodic[3];
  uint32_t n, npoint;
  double *point;    /* 3 each, m */
  int corners;      /* of each thing: 1 (thing k is point k), 2 or more points */
  uint32_t *corner; /* rows of points; NULL: those of thing k follow those of thing k - 1 */
  uint32_t *first;  /* where things differ: n + 1 places in the corners, points before lines before
                       polygons, and `corners` is the most of any; else NULL */
  size_t cap_point, cap_corner, cap_first;
  scr_field field[SCR_DATA_FIELDS];
  int nfield;
  scr_arena memory;
} scr_dataset;

extern const char *const scr_dataset_name[SCR_DATA_KINDS]; /* "balls", "walls", ... */

/* Does the world have any such thing, or the sets beside it? */
bool scr_dataset_any(const scr_world *w, const scr_geoms *sets, scr_dataset_kind kind);
/* The quantities that such files may hold. */
const scr_quantity *scr_dataset_quantities(scr_dataset_kind kind);
/* Do the usual columns, or these `n` more, need what the contacts of the last step carry? */
bool scr_dataset_reads_contacts(scr_dataset_kind kind, const int *more, int n);
/* The columns that each such file has: places in the list of quantities, the last one -1. */
const int *scr_dataset_usual(scr_dataset_kind kind);
/* Fills *out with the usual columns and `n` more: quantities of balls, walls or contacts by their
 * places (world/quantity.h). What *out held before goes, and its memory is used again; zeroed it
 * holds nothing. By the threads of the world; asks for scr_world_sync before. */
void scr_dataset_make(scr_world *w, scr_geoms *sets, scr_dataset_kind kind, const int *more, int n,
                      scr_dataset *out);
void scr_dataset_free(scr_dataset *s);
/* Row of point `corner` of thing k. */
static inline int scr_dataset_corners(const scr_dataset *s, size_t k) {
  return s->first ? (int)(s->first[k + 1] - s->first[k]) : s->corners;
}
static inline size_t scr_dataset_point(const scr_dataset *s, size_t k, int corner) {
  const size_t from = s->first ? s->first[k] : k * (size_t)s->corners, at = from + (size_t)corner;
  return s->corner ? s->corner[at] : at;
}
/* As VTK wants the numbers: 3 of a vector and 6 of a tensor in 2D, too; *comps says how many. NULL:
 * as they are. Owned by the caller. */
double *scr_field_widened(const scr_field *f, size_t n, int *comps);
/* The column of that name; NULL: there is none. */
const scr_field *scr_dataset_field(const scr_dataset *s, const char *name);

#endif
