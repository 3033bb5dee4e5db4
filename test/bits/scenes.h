/* Small inputs of the bench's data files: loose or slightly overlapping lattices, shaken a little,
 * so that balls meet and part soon. Only + - * / and sqrt, so that they are the same everywhere. */
#ifndef SCR_TEST_SCENES_H
#define SCR_TEST_SCENES_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* ---- numbers ---- */

static uint64_t scene_state;

/* In [-1, 1), the same after each scene_restart(). */
static inline double scene_random(void) {
  scene_state = scene_state * 6364136223846793005u + 1442695040888963407u;
  return (double)(scene_state >> 11) / 4503599627370496.0 - 1.0;
}
static inline void scene_restart(void) { scene_state = 777; }

/* ---- lattices ---- */

#define SCENE_PITCH 2.1e-3 /* m: balls of 0.9 to 1.1 mm overlap here and there */

static inline double scene_shaken(int k) {
  return SCENE_PITCH * (k + 0.5) + 0.04e-3 * scene_random();
}
static inline double scene_radius(void) { return 1e-3 + 0.1e-3 * scene_random(); }

/* So many balls in x, y and z, lengths times `scale`. */
static inline void scene_lattice(FILE *f, int nx, int ny, int nz, double scale) {
  scene_restart();
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        const double x = scene_shaken(i), y = scene_shaken(j), z = scene_shaken(k),
                     r = scene_radius();
        fprintf(f, "%.17g %.17g %.17g %.17g\n", scale * x, scale * y, scale * z, scale * r);
      }
}
#define SCENE_SIDE  "0.0168" /* 8 pitches */
#define SCENE_CHUTE "8.4"    /* in units of a diameter */
static void scene_bed(FILE *f) { scene_lattice(f, 8, 8, 7, 1); }
static void scene_chute(FILE *f) { scene_lattice(f, 8, 8, 7, 500); }

#define SCENE_SIDE_2D "0.063" /* 30 pitches */
static void scene_bed_2d(FILE *f) {
  scene_restart();
  for (int j = 0; j < 14; j++)
    for (int i = 0; i < 30; i++) {
      const double x = scene_shaken(i), y = scene_shaken(j);
      fprintf(f, "%.17g %.17g %.17g\n", x, y, scene_radius());
    }
}

/* ---- two sizes ---- */

/* Large balls on the floor, n by n, and over them layers of small ones, m by m, each as low as the
 * large ball below it lets it.
 */
static inline void scene_sizes(FILE *f, int ratio, int n, int m, int layers) {
  const double large = 1e-3 * ratio, pitch = 2.05 * large, side = n * pitch,
               margin = 0.5 * (side - m * SCENE_PITCH);
  scene_restart();
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      fprintf(f, "%.17g %.17g %.17g %.17g\n", pitch * (i + 0.5), pitch * (j + 0.5), 0.999 * large,
              large);
  for (int k = 0; k < layers; k++)
    for (int j = 0; j < m; j++)
      for (int i = 0; i < m; i++) {
        const double x = margin + scene_shaken(i), y = margin + scene_shaken(j), r = scene_radius();
        const double a = x / pitch - floor(x / pitch) - 0.5, b = y / pitch - floor(y / pitch) - 0.5;
        const double free = (large + r) * (large + r) - (a * a + b * b) * pitch * pitch;
        const double z = large + sqrt(free > 0 ? free : 0) + SCENE_PITCH * k - 0.02e-3;
        fprintf(f, "%.17g %.17g %.17g %.17g\n", x, y, z, r);
      }
}
#define SCENE_BOX_3  "0.01845"
#define SCENE_BOX_10 "0.0205"
#define SCENE_BOX_50 "0.1025"
static void scene_sizes_3(FILE *f) { scene_sizes(f, 3, 3, 8, 5); }
static void scene_sizes_10(FILE *f) { scene_sizes(f, 10, 1, 8, 5); }
static void scene_sizes_50(FILE *f) { scene_sizes(f, 50, 1, 9, 4); }

/* ---- the silo ---- */

/* Balls in the cone, just above the plug. */
static void scene_silo(FILE *f) {
  scene_restart();
  for (int k = 0; k < 7; k++)
    for (int j = 0; j < 12; j++)
      for (int i = 0; i < 12; i++) {
        const double x = scene_shaken(i) - 6 * SCENE_PITCH, y = scene_shaken(j) - 6 * SCENE_PITCH,
                     z = scene_shaken(k);
        const double r = scene_radius(), room = 7e-3 + 0.9 * z - 1.25 * r;
        if (x * x + y * y < room * room) fprintf(f, "%.17g %.17g %.17g %.17g\n", x, y, z, r);
      }
}

/* Corner k of 16 of a ring. */
static inline void scene_corner(FILE *f, const double ring[2], int k) {
  static const double cosine[5] = {1, 0.92387953251128674, 0.70710678118654757, 0.38268343236508978,
                                   0};
  const int turn = k / 4 % 4, rest = k % 4;
  const double c = cosine[rest], s = cosine[4 - rest];
  const double x = turn == 0   ? c
                   : turn == 1 ? -s
                   : turn == 2 ? -c
                               : s,
               y = turn == 0   ? s
                   : turn == 1 ? c
                   : turn == 2 ? -s
                               : -c;
  fprintf(f, "vertex %.9e %.9e %.9e\n", ring[0] * x, ring[0] * y, ring[1]);
}

static inline void scene_facet(FILE *f, const double *a, int ka, const double *b, int kb,
                               const double *c, int kc) {
  fprintf(f, "facet normal 0 0 0\nouter loop\n");
  scene_corner(f, a, ka);
  scene_corner(f, b, kb);
  scene_corner(f, c, kc);
  fprintf(f, "endloop\nendfacet\n");
}

/* The cone and the cylinder of bench/inputs.py with 160 triangles. */
static void scene_silo_mesh(FILE *f) {
  static const double ring[6][2] = {{7e-3, 0},      {16e-3, 10e-3},  {25e-3, 20e-3},
                                    {25e-3, 60e-3}, {25e-3, 100e-3}, {25e-3, 140e-3}};
  fprintf(f, "solid silo\n");
  for (int q = 0; q < 5; q++)
    for (int k = 0; k < 16; k++) {
      scene_facet(f, ring[q], k, ring[q + 1], k + 1, ring[q], k + 1);
      scene_facet(f, ring[q], k, ring[q + 1], k, ring[q + 1], k + 1);
    }
  fprintf(f, "endsolid silo\n");
}

#endif
