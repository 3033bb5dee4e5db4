/* What the files of this room share. */
#ifndef SCR_FRACTURE_KEPT_H
#define SCR_FRACTURE_KEPT_H

#include "world/fracture/fracture.h"

/* The geometry of a new fracture by its description; false after scr_fail. */
bool scr_fracture_shape(const scr_world *w, scr_diag *d, const scr_fracture_spec *spec,
                        scr_fracture *out);
/* Its point nearest to p, m; the point of a polygon's rim nearest to q, both as seen from the
 * middle. */
void scr_fracture_point_near(int dim, const scr_fracture *f, const double p[3], double out[3]);
void scr_fracture_rim_near(const scr_fracture *f, const double q[3], double out[3]);
/* Turns it about its middle until it is parallel to the other one. */
void scr_fracture_face(scr_fracture *f, const scr_fracture *like);
/* The area by the normal (Newell): half the sum of products of corners that follow each other. */
void scr_fracture_newell(const double *corner, uint32_t n, double sum[3]);

void scr_inters_free(scr_fractures *f);
void scr_inters_forget(scr_world *w); /* where fractures met that are gone */
bool scr_check_inters(const scr_world *w, scr_buf *why);
void scr_templates_free(scr_fractures *f);
size_t scr_templates_bytes(const scr_fractures *f);
bool scr_check_templates(const scr_world *w, scr_buf *why);

#endif
