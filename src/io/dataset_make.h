/* What makes datasets: dataset.c has balls, walls, contacts and bonds, by all threads;
 * dataset_more.c what there is little of. */
#ifndef SCR_DATASET_MAKE_H
#define SCR_DATASET_MAKE_H

#include "io/dataset.h"
#include "world/world.h"

/* A column of a quantity, and one of whole numbers, for s->n things. */
double *scr_dataset_real(scr_dataset *s, const scr_quantity *q);
uint32_t *scr_dataset_whole(scr_dataset *s, const char *name);
/* Room for so many points, for rows of corners (0: none), and for places in these. */
void scr_dataset_room(scr_dataset *s, uint32_t npoint, size_t corners, bool first);
/* The whole numbers of a column, all below n, become places in a list of names. */
void scr_dataset_label(scr_dataset *s, const char *field, size_t n,
                       const char *(*name)(const void *of, uint32_t key), const void *of);
const char *scr_dataset_group(const void *world, uint32_t key);

void scr_dataset_fractures(scr_world *w, scr_dataset *s);
void scr_dataset_measures(scr_world *w, scr_dataset *s);
void scr_dataset_geometry(const scr_world *w, scr_geoms *sets, scr_dataset *s);
void scr_dataset_inlets(const scr_world *w, scr_dataset *s);
extern const scr_quantity scr_fracture_columns[], scr_inlet_columns[];
/* Its number of the column in that place. */
double scr_fracture_number(const scr_fracture *f, int column);

#endif
