/* The command `fish list`. */
#ifndef SCR_FISH_LIST_H
#define SCR_FISH_LIST_H

#include "cmd/args.h"

extern const scr_word_row scr_fish_list_words[];
bool scr_fish_list(scr_args *a);

#endif
