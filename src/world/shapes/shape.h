/* Geometry of walls before they are walls: vertices and facets of a shape. Pure functions, no
 * world.
 *
 * Facets are triangles in 3D, normal by the right-hand rule of their vertices, and segments in 2D,
 * whose normal lies to the left of the way from the first vertex to the second; every facet has
 * three indices, the third is 0 in 2D. */
#ifndef SCR_SHAPE_H
#define SCR_SHAPE_H

#include "base/base.h"

typedef struct scr_shape {
  double *x;       /* 3 numbers a vertex, m; z is 0 in 2D */
  uint32_t *facet; /* 3 indices a facet */
  uint32_t nv, nf;
  size_t cap_x, cap_facet;
  const volatile bool *stop; /* becomes true when the user asks to stop: what is made then is of no
                                use; NULL: never */
} scr_shape;
static inline bool scr_shape_stopped(const scr_shape *s) { return s->stop && *s->stop; }
void scr_shape_free(scr_shape *s);
uint32_t scr_shape_vertex(scr_shape *s, const double x[3]);
void scr_shape_facet(scr_shape *s, uint32_t a, uint32_t b, uint32_t c);
/* Vertices at equal places become one, so that facets that meet there are neighbours. Keeps the
 * order of first use. */
void scr_shape_weld(scr_shape *s);
/* The same of vertices that lie within so much of each other, m, or some steps of their numbers: at
 * the place of the first. */
void scr_shape_weld_near(scr_shape *s, double near);
/* The largest extent, m. */
double scr_shape_size(const scr_shape *s);
/* Sum of the facets: m2, in 2D m. */
double scr_shape_area(const scr_shape *s, int dim);
void scr_shape_normal(const scr_shape *s, int dim, uint32_t facet, double n[3]);

/* The centre of a small shape that is the same seen from there in opposite directions, as planes
 * through the middle of a box, sides and boxes are: exact where its vertices are. False: it has
 * none. */
bool scr_shape_centre(const scr_shape *s, int dim, double c[3]);

/* Axes of an inclined plane: strike u, down-dip v, normal n = (sin dip sin dd, sin dip cos dd, cos
 * dip), right-handed; angles in degrees, exact at multiples of 90. In 2D dip turns from the +x axis
 * to the +y axis: u = (cos dip, sin dip), n to its left. */
typedef struct scr_dip {
  double u[3], v[3], n[3];
} scr_dip;
scr_dip scr_dip_axes(int dim, double dip, double dip_direction);

/* A fan of triangles round the centre, whose rim edges are shorter than resolution * radius. 0 <
 * resolution
 * <= 1. */
void scr_shape_disk(scr_shape *s, const scr_dip *axes, const double centre[3], double radius,
                    double resolution);
/* Axes with n along `axis`, which has a length; exact along x, y and z. */
scr_dip scr_axes_along(const double axis[3]);
/* 2D: a closed ring of segments shorter than resolution * radius, normals inward. */
void scr_shape_circle(scr_shape *s, const double centre[3], double radius, double resolution);
/* The side of a cone from the circle of radius r[0] round `base` to that of r[1] at `base` + height
 * n, either of which may be a point; a cylinder if they are equal. Edges of the rims are shorter
 * than resolution * the larger radius, lines along the side are whole. Normals inward. */
void scr_shape_cone(scr_shape *s, const scr_dip *axes, const double base[3], double height,
                    const double r[2], double resolution);
/* The lower (upper) end of that cone: a disk on the same rim, normal inward. r > 0. */
void scr_shape_cone_end(scr_shape *s, const scr_dip *axes, const double base[3], double height,
                        const double r[2], double resolution, bool upper);
/* An icosahedron, each triangle of which is cut into four until all edges are shorter than
 * resolution * radius; vertices on the sphere, normals inward. 0.005 <= resolution <= 1. */
void scr_shape_sphere(scr_shape *s, const double centre[3], double radius, double resolution);
/* A polygon of n corners: 2D n segments, 3D triangles, a fan from the first corner if it is convex,
 * else ears, one after the other. `planar`: corners are moved onto their mean plane first. Normal
 * by the right-hand rule of the corners; in 2D to the left of the way. */
typedef enum scr_polygon_fault {
  SCR_POLYGON_FINE,
  SCR_POLYGON_FEW,     /* fewer than three corners */
  SCR_POLYGON_DOUBLE,  /* *corner stands where the one before it does */
  SCR_POLYGON_FLAT,    /* no area */
  SCR_POLYGON_BENT,    /* *corner lies off the plane of the others */
  SCR_POLYGON_CONCAVE, /* *corner turns inward, and that was not allowed */
  SCR_POLYGON_CROSSED  /* sides cross */
} scr_polygon_fault;
scr_polygon_fault scr_shape_polygon(scr_shape *s, int dim, const double *x, uint32_t n, bool planar,
                                    bool concave, uint32_t *corner);
/* Newell's normal of n corners seen from m: the sum over the sides, twice the area long. */
void scr_newell(const double *x, uint32_t n, const double m[3], double out[3]);

/* What a plane (a line in 2D) through `at` and a box have in common. False: they do not meet, or
 * only in an edge or corner. */
bool scr_shape_plane(scr_shape *s, int dim, const scr_dip *axes, const double at[3],
                     const double lo[3], const double hi[3]);

/* Sides of a box in the order in which its walls get their ids. */
typedef struct scr_box_side {
  const char *name; /* "Top" */
  int axis;
  bool high;
} scr_box_side;
extern const scr_box_side scr_box_sides_2d[4], scr_box_sides_3d[6];
static inline int scr_box_sides(int dim, const scr_box_side **side) {
  *side = dim == 2 ? scr_box_sides_2d : scr_box_sides_3d;
  return 2 * dim;
}
/* One side, normal inward, drawn out by the factor `expand` about its centre. */
void scr_shape_box_side(scr_shape *s, int dim, const scr_box_side *side, const double lo[3],
                        const double hi[3], double expand);
/* The closed box, normals inward. */
void scr_shape_box(scr_shape *s, int dim, const double lo[3], const double hi[3]);

#endif
