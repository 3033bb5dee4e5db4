/* Histories seen from the command language: what is recorded is given by a specification in words,
 * read again on restore. */
#ifndef SCR_CMD_HISTORY_H
#define SCR_CMD_HISTORY_H

#include "cmd/args.h"

/* Why convergence ends no solve and is no history. */
#define SCR_NO_CONVERGENCE                                                                         \
  "versions up to 6 have none of balls, and the target that later ones compare a ball with is "    \
  "not published; use ratio-local"

/* What the ratios of unbalanced forces are (world/force/ratio.c), for help. A ball's body force is
 * its weight and what is applied. */
#define SCR_RATIO_AVERAGE                                                                          \
  "sum of unbalanced forces over the sum of the forces of contacts, on each ball, and of body "    \
  "forces"
#define SCR_RATIO_MAXIMUM                                                                          \
  "largest unbalanced force over the largest force of a contact, or body force if that is larger"
#define SCR_RATIO_LOCAL                                                                            \
  "largest ratio of a ball's unbalanced force to the largest of its contacts', or its body force"

/* The rest of `<family> history [name s] [label s] ...`; family is "ball", "wall", "contact",
 * "measure", "model" or "fish". */
/* A number of cycles between two samples; the interval of all histories. */
bool scr_history_every(scr_args *a, int64_t *n);
/* `... nstep <i>` ends the line in older files: takes it off. 0: there is none. */
bool scr_history_nstep(scr_args *a, int64_t *n);
void scr_history_sample_every(scr_session *s, int64_t n);
bool scr_history_define(scr_args *a, const char *family);
/* Resolves h->spec (restore). False after an error. */
bool scr_history_resolve(scr_session *s, scr_history *h);
/* Cycles begin: warns of symbols that nothing assigns, once each. False if warnings are errors. */
bool scr_history_ready(scr_session *s);
/* Takes one sample of each history: the world's hook cycle_end. */
bool scr_history_sample(scr_session *s);
/* Sets world->history_every from the histories that there are. Call after restoring them. */
void scr_history_schedule(scr_session *s);
/* The history of that name; NULL after an error with the nearest one. In a file that is only
 * checked it is made. */
scr_history *scr_history_named(scr_args *a, const char *name, const scr_loc *at);
bool scr_history_missing(scr_session *s, const char *name,
                         const scr_loc *at); /* that error; returns false */
/* The unit of what it records; "" if that is not known, or a mere number. */
const char *scr_history_unit(const scr_history *h);
/* The words behind `model history`, for help. */
extern const scr_word_row scr_model_history_words[], scr_ball_history_words[],
    scr_wall_history_words[], scr_contact_history_words[], scr_measure_history_words[];

#endif
