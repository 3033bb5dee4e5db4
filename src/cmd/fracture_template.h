/* Templates of fractures that are generated, and what `fracture generate` does with them. */
#ifndef SCR_FRACTURE_TEMPLATE_H
#define SCR_FRACTURE_TEMPLATE_H

#include "cmd/args.h"

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

#endif
