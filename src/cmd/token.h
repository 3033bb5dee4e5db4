/* One command as tokens, before anything in it is evaluated. */
#ifndef SCR_TOKEN_H
#define SCR_TOKEN_H

#include "cmd/args.h"

enum { SCR_RAW_NONE = 0, SCR_RAW_BRACKET = '[', SCR_RAW_AT = '@' };

/* A logical line: all physical lines that continuation joins. */
typedef struct scr_line {
  scr_token *tok;
  unsigned char *raw; /* for each token: SCR_RAW_; brackets hold their inside as text until they are
                         evaluated */
  size_t n, cap, cap_raw;
  scr_source *src;
  int first, next; /* first physical line, and the one behind the last */
} scr_line;

/* Splits the logical line that starts at `line` and ends at `last` or before. Comments, noise and
 * continuation marks are gone. */
bool scr_lex(scr_session *s, scr_source *src, int line, int last, scr_line *out);
/* Evaluates [..] and @ of tokens k, k+1, ... in the scope of the session's innermost frame.
 * `flags` of the command: SCR_CMD_SYMBOLS, SCR_CMD_EACH. */
bool scr_line_evaluate(scr_session *s, scr_line *l, size_t k, unsigned flags);
/* Runs a line that holds nothing but [..] and @name. */
bool scr_line_is_fish(const scr_line *l);
bool scr_line_run_fish(scr_session *s, scr_line *l);
/* Evaluates FISH that stands at a place of a line. Where the session shows values: prints it,
 * unless the text assigns, or what it calls has printed something. */
bool scr_line_value(scr_session *s, const scr_loc *at, const char *text, size_t n);
/* Does the logical line go on behind this physical one? `fish`: it is a line of a FISH function. */
bool scr_text_continues(const char *line, bool fish);
/* Replaces the first `drop` tokens by the words of `text` (aliases). */
void scr_line_replace(scr_line *l, size_t drop, const char *text);
void scr_line_free(scr_line *l);
/* The text as a token in quotes that reads back as it. */
void scr_put_quoted(scr_buf *b, const char *text);
/* Is this a word of FISH's statements, which cannot be the name of a symbol? */
bool scr_word_of_fish(const char *name);
/* How well `given` abbreviates `word`: 3 exact, 2 part by part, 1 with fewer parts, 0 not at all.
 */
int scr_abbreviates(const char *given, const char *word);

#endif
