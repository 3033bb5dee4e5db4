/* Geometry sets: nodes, edges and polygons beside the model. They take no part in the physics;
 * ranges ask them, and walls are made of them.
 *
 * Things of a set stand in order of id, and are named by their place (row) among their kind, which
 * changes only when something is removed. Each side of a polygon is an edge of the set. In 2D z is
 * 0. One thread at a time changes the sets of a session. */
#ifndef SCR_GEOM_H
#define SCR_GEOM_H

#include "base/base.h"
#include "base/map.h"
#include "world/shapes/shape.h"

typedef enum scr_geom_kind {
  SCR_GEOM_NODE,
  SCR_GEOM_EDGE,
  SCR_GEOM_POLY,
  SCR_GEOM_KINDS
} scr_geom_kind;

typedef struct scr_geom_node {
  uint32_t id, groups; /* groups: a set of the world (world/state/sets.h) */
  double x[3];         /* m */
} scr_geom_node;
typedef struct scr_geom_edge {
  uint32_t id, groups;
  uint32_t node[2]; /* rows */
} scr_geom_edge;
typedef struct scr_geom_poly {
  uint32_t id, groups;
  uint32_t first, n; /* its corners: scr_geom.corner[first...first + n) */
  bool closed;       /* the last corner is joined to the first */
} scr_geom_poly;

/* One edge that ends at a node, or one polygon at an edge: its row, and which end or side it is
 * there. What walk.h makes of them, one behind the other. */
typedef struct scr_geom_use {
  uint32_t row, as;
} scr_geom_use;
typedef struct scr_geom_walk {
  uint32_t *first_edge, *first_poly; /* by node, by edge */
  scr_geom_use *edge, *poly;
  uint64_t version; /* of the set as it was then; 0: nothing is made */
} scr_geom_walk;

typedef struct scr_geom {
  uint32_t id;
  char *name;
  scr_geom_node *node;
  scr_geom_edge *edge;
  scr_geom_poly *poly;
  uint32_t n[SCR_GEOM_KINDS], last[SCR_GEOM_KINDS]; /* how many; the largest id there ever was */
  uint32_t *corner;                                 /* rows of nodes */
  uint32_t ncorner;
  size_t cap[SCR_GEOM_KINDS], cap_corner;
  uint64_t version;         /* another one after each change of places, edges or polygons */
  scr_u64map places, pairs; /* made when asked: from places to nodes, from two nodes to edges */
  bool sought;
  scr_geom_walk walk;
} scr_geom;

typedef struct scr_geoms {
  scr_geom **item; /* in order of id */
  size_t n, cap;
  uint32_t last;    /* the largest id there ever was */
  uint32_t current; /* id of the set that commands work on; 0: none has been named */
  uint64_t changes; /* of all sets, for their versions */
} scr_geoms;

scr_geom *scr_geoms_find(const scr_geoms *s, const char *name); /* without case; NULL */
scr_geom *scr_geoms_by_id(const scr_geoms *s, uint32_t id);
scr_geom *scr_geoms_need(scr_geoms *s, const char *name); /* finds or makes */
void scr_geoms_delete(scr_geoms *s, scr_geom *g);
void scr_geoms_free(scr_geoms *s); /* all of them; the structure is as new */

/* Must follow a change of what a set holds. */
void scr_geom_changed(scr_geoms *s, scr_geom *g);
uint32_t scr_geom_id(const scr_geom *g, scr_geom_kind kind, uint32_t row);
uint32_t *scr_geom_groups(const scr_geom *g, scr_geom_kind kind, uint32_t row);
uint32_t scr_geom_find(const scr_geom *g, scr_geom_kind kind, uint32_t id); /* row, SCR_NONE */
/* The centre of a thing: of a polygon the mean of its corners. */
void scr_geom_centre(const scr_geom *g, scr_geom_kind kind, uint32_t row, double x[3]);

/* The node at that place, made if there is none; the edge between two nodes (SCR_NONE: they are
 * one). Rows. */
uint32_t scr_geom_node_at(scr_geom *g, const double x[3]);
uint32_t scr_geom_edge_between(scr_geom *g, uint32_t a, uint32_t b);
uint32_t scr_geom_edge_find(scr_geom *g, uint32_t a, uint32_t b); /* SCR_NONE: there is none */
/* A new node, even where there is one. */
uint32_t scr_geom_node_new(scr_geom *g, const double x[3]);
/* A polygon without corners; one more of them, with the edge to the one before (false: it is that
 * one); the last edge (false: fewer than three corners). */
uint32_t scr_geom_poly_begin(scr_geom *g);
bool scr_geom_poly_corner(scr_geom *g, uint32_t poly, uint32_t node);
bool scr_geom_poly_close(scr_geom *g, uint32_t poly);
/* An edge as the next side; the first one is turned round if the second needs that. False: it does
 * not begin where the last one ends. */
bool scr_geom_poly_side(scr_geom *g, uint32_t poly, uint32_t edge);
/* A closed polygon over nodes, of which equal neighbours count once. SCR_NONE, and nothing is made:
 * fewer than three are left. */
uint32_t scr_geom_poly_of(scr_geom *g, const uint32_t *node, uint32_t n);
void scr_geom_place(scr_geom *g, uint32_t node, const double x[3]);
/* Facets become polygons (2D: edges) of new or present nodes. Groups of the new things. */
void scr_geom_add_shape(scr_geom *g, int dim, const scr_shape *s, uint32_t groups);
/* The same; groups: NULL, or one set, or one of each facet. */
void scr_geom_add_facets(scr_geom *g, int dim, const scr_shape *s, const uint32_t *groups,
                         bool each);

/* Removes what is marked, a flag a row (NULL: none of that kind), with the edges and polygons that
 * lose a node, and the polygons that lose an edge. `retain`: edges and nodes that belonged to what
 * went, and to nothing else, stay. */
void scr_geom_remove(scr_geom *g, const bool *node, const bool *edge, const bool *poly,
                     bool retain);

/* What stands for itself, a flag a row: edges that are no side of a closed polygon, and nodes that
 * are no end of an edge. */
void scr_geom_loose(scr_geom *g, bool *edge, bool *node);
/* The polygons (2D: edges) as facets, in their order; of those that are marked alone, unless marked
 * is NULL. Polygons of more than three corners are cut into triangles. */
void scr_geom_shape(const scr_geom *g, int dim, const bool *marked, scr_shape *out);
/* The first polygon, of those that are marked unless marked is NULL, that is cut into no triangles
 * as its sides cross or touch: it has no facets. SCR_NONE: there is none. */
uint32_t scr_geom_uncut(const scr_geom *g, const bool *marked);
/* One polygon, in triangles over its own corners. */
void scr_geom_cut(const scr_geom *g, uint32_t poly, scr_shape *out);
/* Places for scr_geom_tree_new(), three a piece, owned by the caller; their number.
 * surface: triangles (2D: segments), which rays meet, each of them once. Else all that has a
 * distance: polygons as areas, edges, and nodes without any. */
size_t scr_geom_pieces(const scr_geom *g, int dim, bool surface, double **corner);
double scr_geom_area(const scr_geom *g, uint32_t poly); /* m2 */

#endif
