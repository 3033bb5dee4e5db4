/* Numbers as text. Independent of the locale. */
#ifndef SCR_NUM_H
#define SCR_NUM_H

#include "base/base.h"

/* Shortest decimal form that reads back equal; "nan", "inf", "-inf" for those. A whole number
 * prints without a point unless `point` (then "2.0"). Returns the length; buf holds at least 32
 * bytes. */
int scr_format_real(char *buf, double x, bool point);
int scr_format_int(char *buf, int64_t x);

typedef enum scr_numkind { SCR_NUM_NONE, SCR_NUM_INT, SCR_NUM_REAL } scr_numkind;
/* Reads a number at the start of s: optional sign, digits, optional fraction and exponent (e, E, d
 * or D). Sets *len to the characters read. A whole number that does not fit 64 bits is a real. No
 * hexadecimal, no "inf" or "nan". */
scr_numkind scr_parse_number(const char *s, size_t *len, int64_t *i, double *f);
/* The same of a field of a table of text: double quotes may stand around the number, and blanks
 * within them. */
scr_numkind scr_parse_field(const char *s, size_t *len, int64_t *i, double *f);

#endif
