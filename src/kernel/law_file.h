/* Contact laws in libraries. */
#ifndef SCR_LAW_FILE_H
#define SCR_LAW_FILE_H

#include "scree/model.h"

/* Loads the law of the library at `path` for all worlds of the process, once; *law is it. Why it
 * cannot be, for the user, as long as nothing else is loaded; NULL: it is there. No other thread
 * may make a world meanwhile. */
const char *scr_law_load(const char *path, const scr_model **law);

#endif
