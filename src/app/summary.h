/* The last line of a run: what was computed, how fast, and how well the energies close. */
#ifndef SCR_APP_SUMMARY_H
#define SCR_APP_SUMMARY_H

#include "cmd/session.h"

double scr_clock(void); /* s, from any start; for people only */
/* On standard error, if cycles were run, and not with --quiet. `seconds`: how long the run took. */
/* The parts of scr_profile, one a line, with their share of `seconds`. */
void scr_profile_show(const scr_session *s, double seconds);
void scr_summary_show(scr_session *s, double seconds);

#endif
