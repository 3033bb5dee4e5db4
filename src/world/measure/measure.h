/* Measurement regions: spheres (2D: disks of unit thickness) over which a user averages. They
 * change nothing in the world, and are computed when somebody asks. Formulas: docs/physics.md.
 *
 * In a periodic domain a ball, body or contact counts once, at its image nearest to the centre. All
 * sums are exact (base/xsum.h): they depend neither on the order of rows nor on threads. */
#ifndef SCR_MEASURE_H
#define SCR_MEASURE_H

#include "world/world.h"

/* ---- the regions of a world: scr_world.measure, in order of id ---- */

enum { SCR_MEASURE_BINS = 100000 }; /* the most of one region */

/* Radius 1 m about the origin. */
scr_measure scr_measure_new(void);
/* Its place in w->measure; SCR_NONE: there is none. */
uint32_t scr_measure_find(const scr_world *w, uint32_t id);
uint32_t scr_measure_next_id(const scr_world *w);
/* Puts it in its place by id; one of that id is replaced. */
void scr_measure_put(scr_world *w, const scr_measure *m);
/* Deletes number k, which moves those behind it. */
void scr_measure_delete(scr_world *w, uint32_t k);

/* ---- what is measured ---- */

/* Volume of the region, m3 (2D: area times 1 m). */
double scr_measure_volume(int dim, double radius);
/* Volume that two spheres share whose centres are d apart, m3 (2D: disks of unit thickness). */
double scr_measure_shared(int dim, double r1, double r2, double d);

/* One less the part of the region that balls and bodies fill. What a contact inside of the region
 * overlaps counts once; walls do not count. */
double scr_measure_porosity(scr_world *w, const scr_measure *m);
/* Active contacts of a ball or body, on average over those with their centres inside; 0 of none. */
double scr_measure_coordination(scr_world *w, const scr_measure *m);
/* Row by row, also in 2D: -(1/V) sum F_i l_j over contacts whose points lie inside, Pa. Tension is
 * positive. Not symmetrised. */
void scr_measure_stress(scr_world *w, const scr_measure *m, double stress[9]);
/* Row by row, also in 2D: (1/N) sum n_i n_j over the N active contacts whose points lie inside, n
 * their unit normals. Symmetric, of trace 1; zeros where there is no contact. */
void scr_measure_fabric(scr_world *w, const scr_measure *m, double fabric[9]);
/* Of a ball, Pa: (1/V) sum (x_c - x)_i F_j over its contacts, with V its volume, x_c their points
 * and F the forces on it. Tension is positive. Not symmetrised; plain sums in order of ids. */
void scr_ball_stress(scr_world *w, uint32_t row, double stress[9]);
/* Those of all balls are found now. */
void scr_ball_stresses(scr_world *w);
/* Gradient of the velocity that fits those with their centres inside best, dv_i/dx_j row by row,
 * 1/s. Zeros where they do not span space. Not symmetrised. */
void scr_measure_strain_rate(scr_world *w, const scr_measure *m, double rate[9]);
/* Of those with their centres inside, the part of the volume up to the middle of each bin:
 * m->bins numbers to diameter (m) and to part. False: nothing is inside, and all parts are 0. */
bool scr_measure_sizes(scr_world *w, const scr_measure *m, double *diameter, double *part);
/* What has numbers for histories, lists, pictures and files, as a list of quantities whose places
 * these are; tensors are symmetric. */
typedef enum scr_measured {
  SCR_MEASURED_POROSITY,
  SCR_MEASURED_COORDINATION,
  SCR_MEASURED_RADIUS,
  SCR_MEASURED_POSITION,
  SCR_MEASURED_STRESS,
  SCR_MEASURED_STRAIN_RATE,
  SCR_MEASURED_FABRIC,
  SCR_MEASURED
} scr_measured;
extern const scr_quantity scr_measured_quantity[]; /* ends with name NULL */
/* All components: one, three, or nine row by row. Returns how many. */
int scr_measure_read(scr_world *w, const scr_measure *m, scr_measured what, double out[9]);
/* Those of the quantity (scr_quantity_comps): in 2D without what lies along z. */
void scr_measure_get(scr_world *w, const scr_measure *m, scr_measured what, double *out);
/* The symmetric part of a tensor; both may be one array. */
void scr_measure_symmetric(const double full[9], double out[9]);

#endif
