/* Threads on cores of their own. Results never depend on it. */
#ifndef SCR_PIN_H
#define SCR_PIN_H

#include <pthread.h>
#include "base/base.h"

extern const char
    scr_pin_part[]; /* the optional library that knows the cores, "" if none is built in */

/* Gives each of n threads of the caller a physical core of its own, and none that one the caller is
 * on now. Only if they and the caller have one core each, of those that the caller may use: with
 * fewer threads than cores nobody could know which cores other programs leave free, and with more
 * of them there is nothing to give. The caller itself stays free. False: nothing was done. */
bool scr_pin_threads(const pthread_t *thread, int n);

#endif
