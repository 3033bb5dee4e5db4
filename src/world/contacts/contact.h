/* Contacts: what rooms ask beyond world.h. */
#ifndef SCR_CONTACT_H
#define SCR_CONTACT_H

#include "world/world.h"

uint64_t scr_contact_key(const scr_world *w, scr_contact_type type,
                         uint32_t k); /* canonical order: lower id, higher id */
void scr_sort_canonical(const scr_world *w, scr_contact_type type, uint32_t *pairs, size_t n);
/* The first state of a contact that has just got its law. */
void scr_contact_first(scr_world *w, scr_contact c);
/* The same of one that had another law, which left `force` on end 2. */
void scr_contact_replaced(scr_world *w, scr_contact c, const double force[3]);
void scr_contact_book(scr_world *w, scr_contact_type type,
                      uint32_t k); /* what it has lost stays in the totals */
void scr_contact_moved(scr_world *w,
                       scr_contact c); /* it stands at another place now: its handle follows */
void scr_contact_drop(scr_world *w, scr_contact_type type,
                      uint32_t k); /* makes it a candidate again; books its energies */
/* Before a step: marks contacts whose state an edit has changed since the last one, so that the
 * step tells that from what its increments are wrong by (SCR_PAIR_EDITED). And after it. */
void scr_contacts_edited(scr_world *w);
/* An edit makes the contact carry; the next step tells of it, if its law agrees. */
void scr_contact_carries(scr_world *w, scr_contact c);
/* Tells of contacts that are active by births or edits, after the forces of a step. */
void scr_contacts_tell_begun(scr_world *w);
void scr_contacts_edits_over(scr_world *w);

#endif
