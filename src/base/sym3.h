/* Symmetric 3 x 3 matrices, row by row. */
#ifndef SCR_SYM3_H
#define SCR_SYM3_H

/* Principal values on the diagonal of s; their axes are the columns of e. Jacobi's method: after a
 * few sweeps s is diagonal to rounding. Where the third row of s is zero but for its diagonal
 * (2D), its value stays the third one. */
void scr_sym3_principal(double s[9], double e[9]);

#endif
