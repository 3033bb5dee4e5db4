/* Small parts that the reports share. */
#ifndef SCR_VERIFY_FORMAT_H
#define SCR_VERIFY_FORMAT_H

#include "verify/suite.h"

const char *scr_verdict_word(bool pass);
void scr_put_rounded(scr_buf *b, double x, int digits); /* significant ones */

int scr_digits(const scr_row *r); /* of a value */

#endif
