/* Values of FISH symbols that are given from outside before a data file is read: `scree run --set
 * dt=1e-6`. */
#ifndef SCR_SETTING_H
#define SCR_SETTING_H

#include "cmd/session.h"

struct scr_setting {
  const char *name;
  const char *value; /* an integer, a real, true, false; anything else is a string */
};

/* Splits NAME=VALUE, in place; false if it is none. */
bool scr_setting_split(char *text, scr_setting *out);
/* Gives the symbols of s->options.set their values, at the start and whenever all symbols have been
 * replaced. In a session that checks they count as assigned and used. */
void scr_settings_give(scr_session *s);
/* A file of PFC 3 to 5 begins, whose integers have 32 bits: larger ones become reals. */
void scr_settings_fit(scr_session *s);

/* Can a symbol of FISH have that name? Words of FISH and its functions are none: nothing could read
 * them. */
bool scr_symbol_can_be(const scr_session *s, const char *name);
bool scr_setting_fits(const scr_setting *set);
/* Is its value, if it is a number, one that a real can hold? */
bool scr_setting_holds(const scr_setting *set);

#endif
