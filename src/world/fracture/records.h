/* Fractures and the networks (DFNs) that they belong to: records of planes, which take no part in
 * the physics. What breaks is kept as such. Part of scr_world; one thread at a time. */
#ifndef SCR_FRACTURE_RECORDS_H
#define SCR_FRACTURE_RECORDS_H

#include "base/map.h"

/* A segment in 2D; a disk or a plane polygon in 3D. */
typedef struct scr_fracture {
  uint32_t id;  /* 0: the place is free */
  uint32_t gen; /* of its handle, whose index is the place */
  uint32_t dfn; /* place of its network */
  uint32_t groups;
  double x[3];      /* m, the middle; of a polygon the mean of its corners */
  double n[3];      /* unit normal, upwards (2D: y) */
  double dip, ddir; /* degrees, as they were given, or by the normal; in 2D no direction */
  double size;      /* m, length or diameter; of a polygon that of the disk of the same area */
  double aperture;  /* m, how far its sides are apart; 0: nobody said */
  uint32_t corners; /* of a polygon; else 0 */
  double *corner;   /* m, 3 numbers each, as seen from x; owned */
} scr_fracture;

typedef struct scr_dfn {
  uint32_t id;  /* 0: the place is free */
  uint32_t gen; /* as above */
  char *name;
  uint32_t fractures;   /* how many are in it */
  uint32_t template_id; /* of the template it was generated from; 0: none, or it is gone */
} scr_dfn;

/* ---- templates: how fractures that are generated are spread ---- */

typedef enum scr_spread_kind {
  SCR_SPREAD_UNIFORM, /* between the limits */
  SCR_SPREAD_GAUSS,   /* mean and deviation of each value in turns */
  SCR_SPREAD_POWER,   /* of sizes: the density falls with that power, which is positive */
  SCR_SPREAD_FISHER,  /* of normals in 3D: dip, dip direction, kappa */
  SCR_SPREAD_SAMPLES, /* one of the samples ("bootstrapped") */
  SCR_SPREAD_LOG,     /* of sizes: the logarithm is normal; mean and deviation of the size itself */
  SCR_SPREAD_KINDS
} scr_spread_kind;

/* What a template spreads, and how many values that are: in 2D an orientation is a dip alone. */
typedef enum scr_spread_of {
  SCR_OF_SIZE,
  SCR_OF_ORIENTATION,
  SCR_OF_POSITION,
  SCR_OF_ALL
} scr_spread_of;
enum { SCR_SPREAD_PARAMS = 6 };

typedef struct scr_spread {
  scr_spread_kind kind;
  double param[SCR_SPREAD_PARAMS]; /* m or degrees */
  char *file;                      /* of samples, as it was named; owned */
  size_t samples;
  double *sample; /* m or degrees, the values of each and how often it counts; owned */
} scr_spread;

typedef struct scr_template {
  uint32_t id;  /* 0: the place is free, or it is the default */
  uint32_t gen; /* as above */
  char *name;
  scr_spread spread[SCR_OF_ALL];
  double size[2], dip[2], ddir[2]; /* limits: m, degrees */
} scr_template;

/* ---- where fractures meet, as it was computed ---- */

typedef struct scr_inter {
  uint32_t id, set;     /* positive; id of its set */
  uint32_t fracture[2]; /* ids, the lower one first; a thing of a geometry set: 0, the second */
  double end[2][3];     /* m; in 2D twice the same */
} scr_inter;

typedef struct scr_interset {
  uint32_t id; /* positive */
  char *name;
} scr_interset;

/* All zero: there are none. Places stay, ids do not follow them. */
typedef struct scr_fractures {
  scr_fracture *at;
  size_t n, cap; /* places */
  uint32_t *free;
  size_t nfree, cap_free;
  scr_idmap by_id;
  uint32_t count;  /* of fractures that there are */
  uint32_t *order; /* places in order of id, unless `unsorted` */
  size_t cap_order;
  bool unsorted;
  scr_dfn *dfn;
  size_t ndfn, cap_dfn;
  scr_template *templates;
  size_t ntemplate, cap_template; /* places */
  scr_inter *inter;               /* in order of id, as sets are; ids are not given again */
  size_t ninter, cap_inter;
  scr_interset *interset;
  size_t ninterset, cap_interset;
  uint32_t last_inter, last_interset;
  scr_template standard; /* what is generated from no template; no name: as in a new model */
} scr_fractures;

/* ---- fragments: connected bodies, as they were computed ---- */

/* A body as a number: the id of a ball; SCR_FRAGMENT_WALL more, that of a wall. */
#define SCR_FRAGMENT_WALL ((uint64_t)1 << 32)

typedef struct scr_fragment {
  uint32_t id;     /* positive */
  uint32_t parent; /* the fragment it broke off from; 0: none */
  double volume;   /* m3, in 2D m2: sum over its balls */
  double x[3];     /* m, mean of the positions of its bodies */
  size_t first, n; /* its bodies in scr_catalog.body */
} scr_fragment;

/* What one computation found. */
typedef struct scr_catalog {
  uint64_t cycle;
  double time;            /* s */
  scr_fragment *fragment; /* in order of id */
  size_t n, cap;
  uint64_t *body; /* fragment by fragment, in order of number */
  size_t nbody, cap_body;
} scr_catalog;

typedef struct scr_fragments {
  /* what is registered: types of contacts, a bit each; 0: nothing is */
  uint32_t types;
  bool ignore_bonds;
  bool anew;       /* ids do not persist: each computation numbers from 1 */
  uint64_t every;  /* cycles between computations while cycles run; 0: none */
  double interval; /* s; 0: none */
  double next;     /* s, when the next is due */
  char *slot;      /* of groups made then; NULL: none */
  uint32_t max_id; /* given so far */
  scr_catalog *catalog;
  size_t n, cap;
  scr_idmap of_ball, of_wall; /* id to the fragment's, of the last computation; absent: 0 */
  /* Periods by which a body of the last catalogue was moved to be beside the others (none along an
   * axis on which they go round), less how often it had gone through sides: 3 numbers each, as
   * bodies stand there. None: no side was periodic. */
  int32_t *cell;
  size_t ncell, cap_cell;
} scr_fragments;

#endif
