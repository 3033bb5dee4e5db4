/* Templates: how sizes, orientations and positions of fractures that are generated are spread.
 * Functions that can fail return false after scr_fail and leave everything as it was. */
#ifndef SCR_TEMPLATE_H
#define SCR_TEMPLATE_H

#include "world/fracture/fracture.h"

extern const char *const scr_spread_word[SCR_SPREAD_KINDS]; /* "uniform", as FISH calls them */
/* How many values it is: of a size 1, of an orientation 1 less than dimensions, of a position one
 * each. */
int scr_spread_values(scr_spread_of of, int dim);
/* How many parameters are numbers. */
int scr_spread_params(scr_spread_kind kind, scr_spread_of of, int dim);
/* May what is spread be spread so? */
bool scr_spread_offers(scr_spread_kind kind, scr_spread_of of, int dim);
void scr_spread_free(scr_spread *s);
/* Do the limits allow what is spread so? If not the error names it ("sizes") and the word that sets
 * limits. */
bool scr_spread_fits(scr_diag *d, const scr_spread *s, const double limits[2], const char *what,
                     const char *word);
/* The next value of one (a size, an aperture: m); it is drawn again where it lies outside of the
 * limits, see scr_template_draw. */
bool scr_spread_draw(scr_diag *d, const scr_spread *s, const double limits[2], const char *what,
                     scr_rng *rng, double *out);

/* As a new one begins: anywhere, any orientation (uniform angles), sizes from 1 m by the power 4.
 */
scr_template scr_template_new(int dim);
void scr_template_free(scr_template *t);
/* Are limits in order, and parameters such as its distributions may have? */
bool scr_template_sound(const scr_template *t, int dim);
/* Do they allow any fracture? */
bool scr_template_fits(scr_diag *d, const scr_template *t, int dim);

uint32_t scr_template_find(const scr_world *w,
                           const char *name); /* place; SCR_NONE: there is none */
uint32_t scr_template_by_id(const scr_world *w, uint32_t id);
uint32_t scr_template_max_id(const scr_world *w); /* 0: there is none */
/* Places in order of id; *n of them. Owned by the caller. */
uint32_t *scr_template_order(const scr_world *w, uint32_t *n);
/* Takes over what is in t, which needs no id. */
bool scr_template_create(scr_world *w, scr_diag *d, const char *name, scr_template *t,
                         uint32_t *place);
/* In place of the one there; SCR_NONE: of the default. Takes over what is in t. */
void scr_template_replace(scr_world *w, uint32_t place, scr_template *t);
/* A copy of it, to be freed; SCR_NONE: of the default. */
scr_template scr_template_copy(const scr_world *w, uint32_t place);
void scr_template_delete(scr_world *w, uint32_t place); /* DFNs of it have none from then on */
scr_ref scr_template_ref(const scr_world *w, uint32_t place);
uint32_t scr_template_place(const scr_world *w, scr_ref ref); /* SCR_NONE: stale */

/* As it was saved, taken over; id 0: the default. False: not possible. */
bool scr_template_restore(scr_world *w, scr_template *saved);

/* The next fracture with its middle between lo and hi, m: draws a position, an orientation, a size.
 * What lies outside its limits is drawn again; false after scr_fail where 100000 in a row do. */
bool scr_template_draw(scr_diag *d, const scr_template *t, int dim, const double lo[3],
                       const double hi[3], scr_rng *rng, scr_fracture_spec *out);

#endif
