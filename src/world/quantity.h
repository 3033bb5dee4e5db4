/* What users read and write of balls, walls and contacts: the rows of world/columns.h as tables.
 * Included by world/world.h. */
#ifndef SCR_QUANTITY_H
#define SCR_QUANTITY_H

#include "base/diag.h"
#include "world/columns.h"

typedef struct scr_world scr_world;
struct scr_contact;

typedef struct scr_quantity {
  const char *name; /* "velocity"; its components are name-x, name-y, name-z (a rotation in 2D is a
                       scalar: spin) */
  scr_form form;
  const char *assigned; /* what may be, as in FISH: "=*" numbers, "=f(0,)" one in an interval; "":
                           it cannot be set */
  const char *unit;
  const char *doc;
  unsigned flags;   /* SCR_Q_... */
  int column;       /* of the thing's table; -1: computed */
  const char *fish; /* the function that FISH reads it by; NULL: none */
  /* Where they are there, get and put stand for reading and writing the column, check for asking
   * whether the interval holds the value. Vectors and rotations have three components here. */
  void (*get)(const scr_world *w, uint32_t row, double *out);
  void (*put)(scr_world *w, uint32_t row, const double *in);
  bool (*check)(const scr_world *w, scr_diag *d, const double *in);
  void (*of_contact)(const scr_world *w, struct scr_contact c, double out[3]);
} scr_quantity;

/* One that is told of alone, and that whoever has the list computes. */
#define SCR_COMPUTED(name, form, unit, doc)                                                        \
  { name, form, "", unit, doc, 0, -1, NULL, NULL, NULL, NULL, NULL }

/* Each ends with name NULL; SCR_Q_BALL_RADIUS and its like are places in them. */
extern const scr_quantity scr_ball_quantity[], scr_wall_quantity[], scr_contact_quantity[];
int scr_quantity_find(const scr_quantity *list, const char *name); /* -1 */
int scr_quantity_comps(const scr_quantity *q, int dim);            /* at most SCR_MOST_COMPS */
/* What the name of a component adds to that of the quantity: "-x", "-xx"; of all (-1) "". */
const char *scr_quantity_part(const scr_quantity *q, int dim, int comp);
static inline bool scr_quantity_settable(const scr_quantity *q) { return q->assigned[0] != 0; }
/* False after scr_fail where a quantity of orientation (rotation, euler) has no value. Asked before
 * get and set. */
bool scr_quantity_offered(const scr_world *w, scr_diag *d, const scr_quantity *q);
/* Do lists and files of things with that quantity show it now though nobody asked? */
bool scr_quantity_joins(const scr_world *w, const scr_quantity *q);

/* out and in: scr_quantity_comps numbers. get needs scr_world_sync before for SCR_Q_SYNC. check:
 * validity of a value, before anything is applied. */
void scr_ball_get(const scr_world *w, uint32_t row, int q, double *out);
bool scr_ball_set(scr_world *w, scr_diag *d, uint32_t row, int q, const double *in);
bool scr_ball_check(const scr_world *w, scr_diag *d, int q, const double *in);
void scr_wall_get(const scr_world *w, uint32_t row, int q, double *out);
bool scr_wall_set(scr_world *w, scr_diag *d, uint32_t row, int q, const double *in);
bool scr_wall_check(const scr_world *w, scr_diag *d, int q, const double *in);
/* May this wall have that value, as it is now? */
bool scr_wall_allows(const scr_world *w, scr_diag *d, uint32_t row, int q, const double *in);
void scr_contact_read(const scr_world *w, struct scr_contact c, int q, double *out);

#endif
