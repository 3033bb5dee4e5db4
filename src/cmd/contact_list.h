/* The contacts of a range, and contacts and the CMAT as lists. */
#ifndef SCR_CONTACT_LIST_H
#define SCR_CONTACT_LIST_H

#include "cmd/args.h"
#include "cmd/columns.h"

#define SCR_NO_THERMAL "!scree has the mechanical process only"

/* Of the arguments of a method: how many, and how long a name is. "[emod]" in its row is the
 * optional argument emod. */
enum { SCR_METHOD_ARGS = 8, SCR_METHOD_NAME = 40 };
void scr_method_arg_name(const char *arg, char out[SCR_METHOD_NAME]);
/* Reads the rest of a command, a range; all: inactive contacts, too. *c is the caller's to free. */
bool scr_args_contacts(scr_args *a, bool all, scr_contact **c, size_t *n);
/* The name of an energy of a law, kept as the law writes it. */
bool scr_args_law_energy(scr_args *a, char **name);
extern const scr_word_row scr_contacts_list_words[];
bool scr_contacts_list(scr_args *a);
/* Name and value of each property that a thing keeps itself, behind others. */
void scr_free_props_put(const scr_extras *props, scr_kind kind, scr_ref ref, scr_buf *b);
/* The value of one of them; "-" where it is not given. */
void scr_free_prop_cell(const scr_extras *props, scr_kind kind, scr_ref ref, const char *name,
                        scr_columns *out);
bool scr_cmat_list(scr_args *a); /* all its words are read */

#endif
