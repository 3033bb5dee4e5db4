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
  uint32_t corners; /* of a polygon; else 0 */
  double *corner;   /* m, 3 numbers each, as seen from x; owned */
} scr_fracture;

typedef struct scr_dfn {
  uint32_t id;  /* 0: the place is free */
  uint32_t gen; /* as above */
  char *name;
  uint32_t fractures; /* how many are in it */
} scr_dfn;

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
} scr_fractures;

#endif
