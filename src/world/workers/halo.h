/* What workers add to balls of other workers: sums of their own for these balls, that are added to
 * the balls' after a barrier (halo.c). Floor: world. */
#ifndef SCR_HALO_H
#define SCR_HALO_H

#include "kernel/kernel.h"
#include "world/world.h"

/* On the world's own thread, before a pass by so many workers that adds to balls: which balls are
 * whose. */
void scr_halos_find(scr_world *w, int workers);
/* Worker t, before it adds: its sums of that kind are zero. */
void scr_halo_clear(scr_world *w, int t, scr_halo_kind kind);
/* Worker t of so many, when all have added: what the others have for its balls is added to `sum`,
 * which has the numbers of that kind, by ball. */
void scr_halos_merge(const scr_world *w, int t, int workers, scr_halo_kind kind, void *sum);

#endif
