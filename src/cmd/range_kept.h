/* What a range consists of: between those who read it (range_read.c) and those who ask it
 * (range.c).
 */
#ifndef SCR_RANGE_KEPT_H
#define SCR_RANGE_KEPT_H

#include "cmd/polygon.h"
#include "cmd/range.h"
#include "cmd/range_geometry.h"

typedef enum scr_elem_kind {
  SCR_IN_ANNULUS,
  SCR_IN_BOX,
  SCR_IN_CONTACT,
  SCR_IN_CYLINDER,
  SCR_IN_DFN,
  SCR_IN_EXTRA,
  SCR_IN_FISH,
  SCR_IN_FRACTURE,
  SCR_IN_GEOMETRY,
  SCR_IN_GROUP,
  SCR_IN_ID,
  SCR_IN_ID_LIST,
  SCR_IN_NAME,
  SCR_IN_NAMED,
  SCR_IN_PLANE,
  SCR_IN_POINT,
  SCR_IN_POLYGON,
  SCR_IN_RADIUS,
  SCR_IN_AXIS,
  SCR_IN_SPHERE
} scr_elem_kind;

/* What an element is asked of: the thing itself, or its parts or owner of that kind. */
typedef enum scr_by { SCR_BY_ITSELF, SCR_BY_WALL, SCR_BY_FACET, SCR_BY_BALL } scr_by;

typedef enum scr_side { SCR_BELOW = -1, SCR_WITHIN = 0, SCR_ABOVE = 1 } scr_side;

typedef struct scr_elem {
  scr_elem_kind kind;
  bool negate, extent;
  bool always; /* all things must be in it, whatever `union` says */
  scr_by by;
  int axis, side, type; /* type: of contacts, -1 any; side of a plane; axis: also the number of an
                           extra variable */
  int matches;    /* of the ends of a contact in a group, so many at least; 0: one, or the contact
                     itself */
  bool all, only; /* groups: in each of them, and in no others */
  bool unsaid;    /* `matches` is not among its words: contact groupbehavior said it */
  bool assumed;   /* likewise, and its text has it by now: it is not asked of what `by` names */
  int symbol;     /* FISH function */
  bool active, inactive; /* only such contacts */
  bool must;             /* the name is that of a range */
  double a[3], b[3];     /* box, ends of an axis, centre, normal */
  double lo, hi;         /* interval, radii */
  uint32_t *ids;
  size_t nids, cap_ids;
  double *value; /* of an extra variable, those there are; none: between lo and hi */
  size_t nvalue, cap_value;
  char **text; /* groups in pairs (group, slot or NULL), names */
  size_t ntext, cap_text;
  scr_polygon *polygon;
  scr_geom_ask *geometry;
  const scr_model *model;
  scr_range *named; /* held: what the name meant when it was read */
  scr_loc at;       /* where it was read: good while its command runs */
} scr_elem;

struct scr_range {
  scr_elem *e;
  size_t n, cap;
  bool any;              /* union */
  bool leading, inverts; /* it begins with 'not'; the next element is inverted */
  char *spec;            /* its words as those of today, whatever they are in their file */
  int holders;           /* other ranges that name it */
  int depth;             /* of ranges named by ranges in it */
  size_t all;            /* elements, with those of the ranges that it names */
};

/* All that is left of the tokens as elements; NULL after an error. */
scr_range *scr_range_new(scr_args *a);
/* A warning where two names exclude each other. False if warnings are errors. */
bool scr_range_two_names(scr_session *s, const scr_range *r);

#endif
