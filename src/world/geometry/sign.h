/* On which side of a line or plane a point lies: exact signs of determinants of coordinates, for
 * sizes from 1e-70 to 1e90 m. Pure functions. */
#ifndef SCR_SIGN_H
#define SCR_SIGN_H

/* The sign of (b - a) x (p - a): 1 where p lies to the left of the way from a to b, -1 to the
 * right, 0 on the line. */
int scr_side_of_line(const double a[2], const double b[2], const double p[2]);
/* The sign of ((b - a) x (c - a)) . (p - a): 1 on the side to which the normal of the triangle
 * points by the right-hand rule, 0 in its plane. */
int scr_side_of_plane(const double a[3], const double b[3], const double c[3], const double p[3]);
/* 1 where p lies inside the sphere through the corners of a tetrahedron whose scr_side_of_plane is
 * 1, -1 outside, 0 on it; 2D: the circle through a triangle whose scr_side_of_line is 1. Sizes from
 * 1e-50 to 1e55 m. *sure: how large the determinant is beside the largest that rounding explains;
 * above 1 its sign was plain. */
int scr_side_of_sphere(int dim, const double *const corner[], const double *p, double *sure);

#endif
