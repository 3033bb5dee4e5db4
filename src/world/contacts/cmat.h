/* The contact model assignment table and sets of parameters: what rooms ask beyond world.h. */
#ifndef SCR_CMAT_H
#define SCR_CMAT_H

#include "world/world.h"

uint32_t scr_pset_variant(scr_world *w,
                          const scr_pset *p); /* number of an equal set, or a new one */
void scr_pset_for(scr_world *w, scr_contact c, const scr_cmat_entry *e, scr_pset *out);
/* The largest gap at which any entry for that type lets a contact begin, by its proximity or by the
 * reach of its law: m, or a part of the smaller radius (0: none). */
void scr_cmat_reach(const scr_world *w, scr_contact_type type, double *gap, double *part);
/* Parameters of a contact between a ball and its twin, as far as they follow surface properties. */
void scr_inherit_twin(const scr_world *w, uint32_t row, const scr_cmat_entry *e, double *param);
/* The first entry in whose range the contact lies. NULL: a range had an error. */
const scr_cmat_entry *scr_cmat_for(scr_world *w, scr_diag *d, scr_contact c);
/* How many contacts have the null law though the CMAT would give them another one by now: they came
 * before it. False: a range had an error. */
bool scr_cmat_missed(scr_world *w, scr_diag *d, uint32_t *n);
bool scr_cmat_bonds(const scr_cmat_entry *e); /* is one of its methods `bond`? */
/* Methods of its entry that change the state of a contact (bonds), which has just got its law. */
void scr_contact_begin(scr_world *w, scr_contact c, const scr_cmat_entry *e, bool bonds);
void scr_contacts_reinherit(scr_world *w, scr_kind kind, uint32_t row);
/* Values of the properties that follow the pieces of the contact: only slots in p->inherit change.
 */
void scr_contact_inherit(scr_world *w, scr_contact c, scr_pset *p);
int scr_states_needed(const scr_world *w);

/* Forgets sets that no contact has any more, where there are many: contacts whose parameters follow
 * from their ends have one each, and come and go. When that happens changes no bits: workers forget
 * what they keep by number, too. Contacts must be complete; not between a search and the end of its
 * lists. */
void scr_psets_settle(scr_world *w);

#endif
