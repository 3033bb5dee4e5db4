/* Transcendental functions with the same bits on every processor: SLEEF's scalar, deterministic
 * versions (1 ulp). libm's versions choose their code by processor, so they are never used for
 * anything that reaches the state. */
#ifndef SCR_SMATH_H
#define SCR_SMATH_H

double scr_exp(double x);
double scr_log(double x);
double scr_log10(double x);
double scr_pow(double x, double y);
double scr_sin(double x);
double scr_cos(double x);
double scr_tan(double x);
double scr_asin(double x);
double scr_acos(double x);
double scr_atan(double x);
double scr_atan2(double y, double x);
double scr_sinh(double x);
double scr_cosh(double x);
double scr_tanh(double x);

/* sin and cos of an angle in degrees; exact at multiples of 90 (and of 30 where sin or cos is 0.5).
 */
void scr_sincos_degrees(double degrees, double *s, double *c);
/* The matrix that turns vectors about an axis (of any length but 0), by the right-hand rule; exact
 * at multiples of 90 degrees about axes of coordinates. */
void scr_turn_matrix(const double axis[3], double degrees, double turn[3][3]);

#define SCR_PI 3.14159265358979323846

#endif
