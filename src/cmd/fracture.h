/* What the files of commands on fractures share. */
#ifndef SCR_CMD_FRACTURE_H
#define SCR_CMD_FRACTURE_H

#include "cmd/args.h"

/* Words that several of them read: degrees, m. */
bool scr_fracture_dip(scr_args *a, double *dip);
bool scr_fracture_ddir(scr_args *a, double *ddir); /* behind its word: 2D has none */
bool scr_fracture_size(scr_args *a, double *size);
/* The place of the DFN of that name, NULL: of "dfn" and the next id; *fresh: it is made. */
uint32_t scr_fracture_home(scr_world *w, const char *name, bool *fresh);

extern const scr_word_row scr_template_words[];
bool scr_template_make(scr_args *a);           /* fracture template create */
bool scr_template_modify(scr_args *a);         /* ... modify */
bool scr_template_modify_default(scr_args *a); /* ... modify-default */
bool scr_template_remove(scr_args *a);         /* ... delete */
bool scr_template_show(scr_args *a);           /* ... list */
/* The template of that name; false after an error with the nearest one. */
bool scr_template_named(scr_args *a, const char *name, const scr_loc *at, uint32_t *place);

extern const scr_word_row scr_fracture_generate_words[];
bool scr_fracture_generate(scr_args *a);

extern const scr_word_row scr_fracture_joint_words[];
bool scr_fracture_joint_set(scr_args *a);

#endif
