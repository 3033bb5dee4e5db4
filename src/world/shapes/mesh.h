/* Facets of a shape as a surface: what is wrong with it, and what can be mended. Vertices at equal
 * places must be one (scr_shape_weld). An edge of a facet is in 2D one of its two ends. */
#ifndef SCR_MESH_H
#define SCR_MESH_H

#include "base/diag.h"
#include "world/shapes/shape.h"

typedef enum scr_mesh_kind {
  SCR_MESH_FINE,
  SCR_MESH_NOT_FINITE, /* a vertex */
  SCR_MESH_NO_VERTEX,  /* a facet names a vertex that is not there */
  SCR_MESH_DEGENERATE, /* a facet without area (length), to rounding */
  SCR_MESH_TWICE,      /* two facets with the same vertices */
  SCR_MESH_TURNED      /* 3D: two facets run along one edge in the same direction */
} scr_mesh_kind;
typedef struct scr_mesh_fault {
  scr_mesh_kind kind;
  uint32_t facet, other,
      vertex; /* the later of two facets, the earlier; for NOT_FINITE the vertex */
} scr_mesh_fault;
/* The first fault that a wall may not have. */
/* What was found before s->stop, if that ends it. */
scr_mesh_fault scr_mesh_check(const scr_shape *s, int dim);
/* The error that says so, facets counted from 1; returns false. */
bool scr_mesh_fail(scr_diag *d, const scr_loc *at, const scr_shape *s, int dim,
                   const scr_mesh_fault *f);

/* Has a facet with these corners (two in 2D) no area (length), to rounding? */
bool scr_mesh_degenerate(const double x[3][3], int dim);

typedef struct scr_mesh_report {
  uint32_t facets, vertices, degenerate, duplicate;
  uint32_t open;     /* edges of one facet */
  uint32_t crowded;  /* edges of more than two facets */
  uint32_t inverted; /* facets whose normal disagrees with the larger part of those that they hang
                        together with */
  uint32_t pieces;   /* of facets that hang together by edges */
  bool one_sided;    /* a Moebius strip: no orientation fits */
  bool closed;       /* every edge belongs to two facets */
} scr_mesh_report;
/* Looks at all of it; changes nothing. Degenerate and repeated facets are counted and otherwise
 * left out. */
scr_mesh_report scr_mesh_survey(const scr_shape *s, int dim);
/* Drops repeated facets: the first one stays. */
void scr_mesh_drop_repeated(scr_shape *s, int dim);
/* Drops degenerate and repeated facets (the first one stays) and vertices without a facet, and
 * turns inverted ones round. */
void scr_mesh_mend(scr_shape *s, int dim);

#endif
