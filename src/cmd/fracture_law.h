/* `fracture contact-model`: contacts that a fracture crosses get a law of their own. */
#ifndef SCR_FRACTURE_LAW_H
#define SCR_FRACTURE_LAW_H

#include "cmd/args.h"

extern const scr_word_row scr_fracture_law_words[];
bool scr_fracture_law(scr_args *a);

#endif
