/* Passes over pairs (kernel/kernel.h). */
#ifndef SCR_PASS_H
#define SCR_PASS_H

#include "kernel/kernel.h"
#include "world/world.h"

void scr_pass_init(scr_world *w, scr_pass *p, scr_contact_type type, scr_pass_mode mode);
/* The one of that mode that cycles use again and again: what the world gives is filled in, the rest
 * is as its user left it. Those of one mode follow each other by type. */
scr_pass *scr_pass_again(scr_world *w, scr_contact_type type, scr_pass_mode mode);
/* Those as they were used last, by type. */
const scr_pass *scr_passes(const scr_world *w, scr_pass_mode mode);
/* One that has nothing to do. */
void scr_pass_nothing(scr_world *w, scr_contact_type type, scr_pass_mode mode);
/* A pass of any kind over all pairs of its type, that adds nothing to balls: each worker's part by
 * a thread. */
void scr_pass_all(scr_world *w, const scr_pass *p);
/* All tiles of the list in which a pair has an end among the worker's balls [lo, hi): none lies
 * after the block of the last of them. */
void scr_pass_of_balls(const scr_world *w, const scr_pass *p, scr_worker *l);
/* Where row 0 would be, of rows of that size the first of which is row lo; nothing before that is
 * touched where others are dropped. */
static inline void *scr_rows_from(void *rows, uint32_t lo, size_t size) {
  return (void *)((uintptr_t)rows - lo * size);
}
const scr_law_asker *scr_law_askers(void); /* scr_pass.ask */
/* A ball was turned, or a parameter of such a law is another: contacts that follow how balls point
 * are evaluated anew. */
void scr_laws_turned(scr_world *w);
/* False after scr_fail: some contact follows how bodies turn, and orientations are not tracked. */
bool scr_laws_oriented(const scr_world *w, scr_diag *d);
void scr_contacts_new(scr_world *w);
void scr_contacts_free(scr_world *w);
size_t scr_contacts_bytes(const scr_world *w); /* of memory, beside the lists */

#endif
