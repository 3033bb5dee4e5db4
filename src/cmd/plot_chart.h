/* The command `plot` of PFC files: charts and pictures of the model are kept and exported, all else
 * is read and ignored. */
#ifndef SCR_PLOT_CHART_H
#define SCR_PLOT_CHART_H

#include "cmd/args.h"

struct scr_plot;
struct scr_view;
bool scr_plot_chart(scr_args *a);
/* The plot that is spoken of; an empty one of that name, which is from now on; what of the model a
 * plot shows. */
struct scr_plot *scr_plot_current(scr_session *s);
void scr_plot_begin(scr_session *s, const char *name);
struct scr_view *scr_plot_view(struct scr_plot *p);
/* PFC 3 and 4: `history 1 vs 2` or `his 1` in the next place, as a plot of its own that is current,
 * or in the current one; what is not there is told where it is drawn. */
bool scr_plot_at_history(const scr_args *a);
bool scr_plot_history(scr_args *a, bool own);
/* Is there such a plot? An error if not; in a check at its end, unless something makes one. */
bool scr_plot_wanted(scr_args *a, const char *name, const scr_loc *at);
/* Two numbers of pixels, after `size`. */
bool scr_plot_read_size(scr_args *a, int64_t *size);
/* Tells, once in a session, of a word of the display that has no effect (NULL: there is none).
 * False if warnings are errors. */
bool scr_plot_tell_passed(scr_args *a, const scr_token *passed);
extern const scr_word_row scr_plot_chart_words[], scr_plot_export_words[];

#endif
