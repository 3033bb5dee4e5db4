/* Which facet carries a ball: what others may ask. */
#ifndef SCR_CLAIMS_H
#define SCR_CLAIMS_H

#include "world/world.h"

/* Who asks for the claims on balls: an edit, a look at what comes and goes, or the step, after
 * which what is not claimed is silent.
 */
typedef enum scr_facets_mode {
  SCR_FACETS_EDIT,
  SCR_FACETS_DETECT,
  SCR_FACETS_STEP
} scr_facets_mode;

void scr_claims_new(scr_world *w);
void scr_claims_free(scr_world *w);
/* Geometry and claims of all balls near facets, births and deaths of their contacts. */
void scr_facet_update(scr_world *w, scr_diag *d, scr_facets_mode mode);
/* The pairs of worker t of n that may carry force in this step; false: all of them must be looked
 * at. */
bool scr_facets_carrying(const scr_world *w, int t, int workers, const uint32_t **pair, size_t *n);
/* Does a claim let any contact carry again in this cycle? No more of that: a cycle that failed may
 * have left some. */
bool scr_claims_fresh(const scr_world *w);
void scr_claims_forget(scr_world *w);
void scr_facet_book_fresh(
    scr_world *w); /* energy of contacts that a claim let carry in this cycle */

#endif
