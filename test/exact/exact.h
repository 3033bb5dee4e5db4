/* What the exact-answer tests share: a session that stops the test at the first error, ways to read
 * numbers out of it, vectors, random numbers, two coupled oscillators. Formulas are written from
 * the literature, none is taken from src/model. */
#ifndef SCR_TEST_EXACT_H
#define SCR_TEST_EXACT_H

#include "base/test.h"

#include <math.h>
#include "base/str.h"
#include "cmd/session_kept.h"

#define PI 3.14159265358979323846

/* ---- vectors ---- */

typedef struct vec {
  double c[3];
} vec;
vec vec_of(double x, double y, double z);
vec vec_add(vec a, vec b);
vec vec_sub(vec a, vec b);
vec vec_mul(double f, vec a);
double vec_dot(vec a, vec b);
vec vec_cross(vec a, vec b);
double vec_mag(vec a);
vec vec_unit(vec a);
vec vec_flat(vec a, vec n); /* the part of a that is normal to the unit vector n */
vec vec_turn(vec a, vec axis, double s,
             double c); /* about a unit axis, by the angle whose sine and cosine are given */

/* ---- random numbers (Knuth's MMIX generator) ---- */

typedef struct lcg {
  uint64_t state;
} lcg;
lcg lcg_begin(const char *family,
              uint64_t seed); /* prints the seed; the variable EXACT_SEED overrides it */
double lcg_unit(lcg *g);      /* [0, 1) */
double lcg_in(lcg *g, double lo, double hi);
double lcg_log(lcg *g, double lo, double hi); /* the logarithm is even */
int lcg_int(lcg *g, int n);                   /* 0 .. n - 1 */
vec lcg_direction(lcg *g, int dim);

/* ---- sessions ---- */

typedef struct run {
  scr_session *s;
  scr_buf out; /* what the data file printed */
  char dir[64];
  bool own; /* dir is removed by run_close */
} run;

/* dim 0: the first file says. Output goes to `dir`; NULL: to a new directory that run_close
 * removes. */
void run_open(run *r, int dim, const char *dir);
void run_close(run *r);
void run_file(run *r, const char *path);
/* Commands of the modern dialect; a failure fails the test and prints the engine's message. */
void run_text(run *r, const char *fmt, ...) SCR_PRINTF(2, 3);
void run_dialect(run *r, scr_dialect dialect, const char *text);
double run_symbol(run *r, const char *name);
double run_energy(run *r, const char *name);
const scr_history *run_history(run *r, const char *name);
vec run_ball(run *r, uint32_t id, int column); /* a column of three numbers */
vec run_property(run *r, scr_contact c, const char *name);
int run_active(run *r,
               scr_contact *only); /* active contacts; the first goes to *only, which may be NULL */

const char *
root_path(const char *name); /* below the repository; valid until the next call but three */
bool have_file(const char *path);
char *read_text(const char *path); /* scr_free */

/* What is being tested, for the messages of `near`. */
void subject(const char *fmt, ...) SCR_PRINTF(1, 2);
/* Fails unless |got - want| <= tolerance. */
void near(const char *what, double got, double want, double tolerance);
void near_vec(const char *what, vec got, vec want, double tolerance);

/* ---- Burger's chain ---- */

typedef struct chain {
  double kk, ck, km, cm; /* Kelvin's spring and dashpot, Maxwell's spring and dashpot */
} chain;
/* Relaxation: force over imposed displacement G(t) = sum of a exp(-r t). */
typedef struct relaxation {
  double a[2], r[2];
} relaxation;
relaxation chain_relaxation(const chain *c);
double relaxation_at(const relaxation *g, double t);
/* What the engine's scheme gives n steps after the displacement, and a bound on what it is away
 * from the curve at n dt. The scheme starts from zero, so the displacement acts as a ramp over its
 * step: for each of the two exponentials, z = r dt, scheme  a/(1 + z/2) [(1 - z/2)/(1 + z/2)]^(n -
 * 1) = a exp(-z (n - 1/2)) (1 + z^2/8 + ...), which lags by dt/2. |scheme - exact| <= a (z/2 + z^2
 * (1/8 + 1/(12 e))) (1 + z): the first term is the lag, exp(z/2) - 1 at its largest; of the second,
 * n z exp(-n z) <= 1/e. */
double relaxation_scheme(const relaxation *g, double dt, double n);
double relaxation_lag(const relaxation *g, double dt);

/* ---- two spheres between two walls, along one axis ---- */

typedef struct stack {
  double m[2], r[2], k[3], c[3]; /* contacts: lower wall, between the spheres, upper wall */
  double height, g, y0[2];
} stack;
/* Constants of a stack of spheres (dim 3) or disks of unit thickness made by `lsd young
 * restitution`. */
void stack_set(stack *s, int dim, const double density[2], double young, double restitution);
/* Fourth-order Runge-Kutta with steps of t/n; lag is the timestep by whose half a dashpot looks
 * back (0: the exact equations). */
typedef struct motion {
  double y[2], v[2];
} motion;
motion stack_start(const stack *s, double lag);
void stack_advance(const stack *s, double lag, motion *at, double t, int n);
/* What velocity Verlet of those equations adds to its error in a step dt, divided by dt^3, as a
 * bound on each position. Of the step x + v dt + a dt^2/2 and v + (a + a') dt/2 the defects are
 * x''' dt^3/6 and v''' dt^3/12; both are measured by the energy norm x K x + v M v, in which the
 * exact motion carries an error on without growth, and |x_i| <= sqrt(inverse K_ii) norm. */
void stack_defect(const stack *s, double lag, const motion *at, double bound[2]);
bool stack_closed(const stack *s, const motion *at); /* all three contacts overlap */
/* Exact motion without dashpots, from rest. */
typedef struct modes {
  double rest[2], omega[2],
      part[2][2]; /* y[i] = rest[i] + sum over k of part[k][i] cos(omega[k] t) */
} modes;
modes stack_modes(const stack *s);
double modes_at(const modes *m, int sphere, double t);
/* Velocity Verlet from rest after n steps, exactly: the modes at the frequencies 2/dt asin(omega
 * dt/2). */
double modes_verlet(const modes *m, int sphere, double dt, int n);
/* Largest error of velocity Verlet up to time t: the shift of the frequencies, omega (omega
 * dt)^2/24 + ..., times t. */
double modes_verlet_error(const modes *m, int sphere, double dt, double t);

#endif
