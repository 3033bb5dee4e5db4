/* Files about fractures: samples that a template draws from. */
#ifndef SCR_DFN_FILE_H
#define SCR_DFN_FILE_H

#include "base/diag.h"
#include "world/fracture/records.h"

/* Samples of `values` numbers each: a header, then lines of an id, the values, and how often the
 * sample counts (default 1), by blanks, commas or semicolons; an empty line ends them. False after
 * scr_fail; *out is then as it was. */
bool scr_samples_read(scr_diag *d, const scr_loc *at, const char *name, const char *text,
                      int values, scr_spread *out);

#endif
