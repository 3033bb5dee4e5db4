/* Forces of contacts that stand for a given stress: each is stress . n times the area of the face
 * between the radical cells of both balls (world/measure/cells.h). Formulas: docs/physics.md. */
#ifndef SCR_TRACTIONS_H
#define SCR_TRACTIONS_H

#include "world/measure/cells.h"

typedef enum scr_stress_kind {
  SCR_STRESS_CONSTANT, /* tensor: the stress, Pa */
  SCR_STRESS_WEIGHT,   /* tensor: the stress over the vertical one, which is `surface` (Pa) on top
                          and grows by the weight of the balls over the volume of their box */
  SCR_STRESS_OF_BALLS  /* of_ball: each has its own, a face the mean of both, Pa; 9 a row */
} scr_stress_kind;

typedef struct scr_traction {
  scr_stress_kind kind;
  double tensor[9], surface; /* row by row, tension positive */
  const double *of_ball;
  bool layered;  /* SCR_STRESS_WEIGHT: of what stands straight above, not of all over the box */
  bool inactive; /* contacts that carry nothing take forces as well */
  bool area;     /* the property user_area becomes the area of the face */
  double
      alignment; /* cosine of the largest angle between a facet's contact and a side of the box */
} scr_traction;

/* What came of it. */
typedef struct scr_tractions_done {
  size_t set;              /* contacts that took a force */
  size_t unfit;            /* contacts whose law takes none; */
  const char *law;         /* the law of one of them */
  size_t short_of;         /* contacts that hold another force than they were given */
  double area[2], bare[2]; /* m2: of all faces; of those with a force that no contact took;
                              between balls, and at sides */
} scr_tractions_done;

/* The axis of gravity; -1: there is none, or it points along no axis. */
int scr_gravity_axis(const scr_world *w);
/* Makes contacts of balls between whose cells there is a face, at any gap: they last if they are
 * given a force at once. Lists must be up to date, and may be made anew, with other rows. *cells
 * are those of now and are replaced by those after it. False after scr_fail. */
bool scr_tractions_join(scr_world *w, scr_diag *d, bool radical, scr_cells *cells);
void scr_tractions_give(scr_world *w, const scr_cells *cells, const scr_traction *t,
                        scr_tractions_done *done);

#endif
