/* Euler angles and rotation matrices (row by row). Angles are degrees about the fixed axes x, y and
 * z, in that order: R = Rz Ry Rx. */
#ifndef SCR_EULER_H
#define SCR_EULER_H

void scr_euler_to_matrix(const double e[3], double r[9]);
/* Where the angle about y is 90 degrees, the one about x is taken as 0. */
void scr_matrix_to_euler(const double r[9], double e[3]);

#endif
