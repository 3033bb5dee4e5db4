/* Contacts begin and end. */
#ifndef SCR_BIRTH_H
#define SCR_BIRTH_H

#include "world/world.h"

/* Makes the contacts of `pairs` (places in the list of that type) in canonical order. False after
 * an error of a range: none of them is made, and the next search finds them again. */
bool scr_contacts_born(scr_world *w, scr_diag *d, scr_contact_type type, uint32_t *pairs, size_t n);
/* Methods of the CMAT for contacts with facets that were just made; `may_bond` is asked for each
 * where one of them makes bonds. Ids from `first` on are those of these contacts. */
void scr_contacts_begin(scr_world *w, uint32_t first,
                        bool (*may_bond)(scr_world *w, scr_contact c, uint32_t first));
/* The same of pairs of balls at any gap, which are given a law that reaches over it before the
 * next search. */
bool scr_contacts_born_apart(scr_world *w, scr_diag *d, uint32_t *pairs, size_t n);
/* Books what methods of the CMAT gave contacts that were made within a step and carry their ball;
 * those with facets once claims are settled. */
void scr_contacts_brought(scr_world *w);
/* After the forces: what contacts brought in whose bond broke as soon as it was there. */
void scr_contacts_take_back(scr_world *w);
/* Takes back contacts that were just made, and have carried nothing. */
void scr_contacts_unborn(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n);
void scr_contacts_gone(scr_world *w, scr_contact_type type, uint32_t *pairs, size_t n);
void scr_contacts_part(scr_world *w, scr_contact_type type, uint32_t *pairs,
                       size_t n); /* the same: their pieces moved apart */
/* Contacts made outside of the cycle are evaluated once without increments. Is any of them active?
 */
bool scr_forces_start(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n);
/* The same after an edit that moved pieces: forces of dashpots and slip stay what they were. */
bool scr_forces_again(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n);
/* A contact got another law outside of the cycle: it is evaluated like a new one. */
void scr_contact_restart(scr_world *w, scr_contact c);

#endif
