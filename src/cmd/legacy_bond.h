/* Bonds of PFC 3 and 4: `prop n_bond 1e5 s_bond 1e5`, `prop pb_kn 1e9 pb_nstrength 1e6`. */
#ifndef SCR_LEGACY_BOND_H
#define SCR_LEGACY_BOND_H

#include "cmd/args.h"

/* An old word, the law that has such bonds, and its property. */
typedef struct scr_legacy_bond {
  const char *old, *law, *prop;
} scr_legacy_bond;

/* The words, for help. */
extern const scr_word_row scr_legacy_bond_words[];
/* The row of a word, which may be shortened; NULL: it is not about bonds. */
const scr_legacy_bond *scr_legacy_bond_find(const char *word);
/* Is it about bonds, though none of the rows: pb_something? */
bool scr_legacy_bond_like(const char *word);
/* Offers all the words. */
void scr_legacy_bond_offer(scr_nearest *near);
/* Do the balls of a contact lie in the range? False after an error of its functions. */
bool scr_legacy_has_balls(scr_args *a, const scr_range *r, scr_contact c, bool *in);
/* Sets the values of contacts between balls in the range, and bonds those whose gap is at most 1e-6
 * of the mean radius; strengths of 0 end bonds. `n` pairs of row and value. False after an error.
 */
bool scr_legacy_bond_set(scr_args *a, const scr_range *r, const scr_legacy_bond *const *row,
                         const double *value, int n);
/* The same in the words of today, with the tokens of the values; what follows them is the range. */
void scr_legacy_bond_today(scr_args *a, const scr_legacy_bond *const *row, const int *token, int n);

#endif
