/* Lexer of FISH: one logical line (with its continuations) at a time becomes an array of tokens. */
#ifndef SCR_LEX_H
#define SCR_LEX_H

#include "script/internal.h"

typedef enum scr_tok {
  T_EOL,
  T_NAME,
  T_INT,
  T_REAL,
  T_STRING,
  T_OP, /* op is its characters: '+', or packed with OP2 */
} scr_tok;
#define OP2(a, b) ((a) | (b) << 8)

typedef struct scr_token {
  scr_tok type;
  int op, line, col, len;
  const char *text; /* name as written, or the text of a string; in the arena, zero terminated */
  size_t n;
  int64_t i;
  double f;
} scr_token;

typedef struct scr_lex {
  scr_diag *diag;
  scr_source *src;
  scr_arena arena; /* texts of tokens */
  int line;        /* next line to be read, from 1; 0: a text of its own, see scr_lex_text */
  scr_token *tok;  /* of the current logical line; the last one is T_EOL */
  size_t n, cap;
  size_t at; /* current token */
  int depth; /* open brackets of the logical line, and which of the first 64 are square */
  uint64_t square;
} scr_lex;

/* Reads the next logical line; blank ones come as a single T_EOL. False at the end of the source or
 * after an error. */
bool scr_lex_line(scr_lex *x);
/* Reads the rest of a line from a column on (with its continuations). */
bool scr_lex_from(scr_lex *x, int line, int col);
/* Reads a text that lies at line, col; line ends in it count as blanks. */
bool scr_lex_text(scr_lex *x, const char *text, size_t n, int line, int col);
/* What a raw line has before its first blank or comment, in lower case, cut to the room there is.
 */
void scr_lex_first_word(const char *line, char *word, size_t size);
void scr_lex_free(scr_lex *x);

#endif
