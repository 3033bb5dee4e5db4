/* The command `plot` of PFC files: charts are kept and exported, all else is read and ignored. */
#ifndef SCR_PLOT_CHART_H
#define SCR_PLOT_CHART_H

#include "cmd/args.h"

bool scr_plot_chart(scr_args *a);
extern const scr_word_row scr_plot_chart_words[];

#endif
