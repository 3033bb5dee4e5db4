/* The command `plot` of PFC 3 and 4. */
#ifndef SCR_LEGACY_PLOT_H
#define SCR_LEGACY_PLOT_H

#include "cmd/args.h"

bool scr_legacy_plot(scr_args *a);
extern const scr_word_row scr_legacy_plot_words[];

#endif
