/* Named ranges, and ranges as text (saved with the session). The range phrase of commands is in
 * args.h. */
#ifndef SCR_RANGE_H
#define SCR_RANGE_H

#include "cmd/args.h"

typedef struct scr_named_range {
  char *name;       /* NULL: the range of a CMAT entry */
  char *spec;       /* its words, for saving and listing */
  scr_range *range; /* NULL: deleted */
} scr_named_range;

bool scr_is_range_word(const char *text); /* or short for one */
/* `model range create name <elements>`: reads all remaining tokens as elements. */
bool scr_named_range_create(scr_args *a, const char *name);
bool scr_named_range_delete(scr_session *s, const scr_loc *at, const char *name);
/* For FISH: is a live thing or a point in a named range (what NULL: is there such a range)? See
 * scr_fish_host. */
bool scr_range_in_fish(void *session, const char *name, const scr_val *what, bool *in);
/* Number k of a session, in order of making; NULL: there are no more. */
const scr_named_range *scr_named_range_at(const scr_session *s, size_t k);
int scr_named_range_find(const scr_session *s, const char *name); /* -1 */
/* Keeps a range for a CMAT entry; returns its number (what the world's hook in_range is called
 * with). Takes r over. */
int scr_range_keep(scr_session *s, scr_range *r);
/* Does it ask a FISH function? */
bool scr_range_calls(const scr_range *r);
/* May it depend on how large a ball is? */
bool scr_range_sizes(const scr_range *r);
/* A range as words that scr_range_parse reads again, with reals in full. Free it. */
bool scr_range_is_union(const scr_range *r);
char *scr_range_text(const scr_range *r);
scr_range *scr_range_parse(scr_session *s, const char *text);
/* Restoring: sets number k of s->ranges. name NULL: of a CMAT entry. False after an error. */
bool scr_named_range_set(scr_session *s, size_t k, const char *name, const char *spec);
void scr_named_ranges_clear(scr_session *s);
/* Has a warning at that place been given? Asked once more it has. A command block, which may run in
 * each cycle, warns once for each place. So does what was kept and is asked by the frames of one
 * command; `what` tells such warnings apart ("": there is nothing of that kind). */
bool scr_told_before(scr_session *s, const scr_loc *at, const char *what);
/* The same of all places: was it told of in this session? */
bool scr_told_once(scr_session *s, const char *what);

#endif
