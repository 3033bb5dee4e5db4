/* What is kept of a file that is written anew. For cmd/today.c, translate.c and check.c alone. */
#ifndef SCR_TODAY_KEPT_H
#define SCR_TODAY_KEPT_H

#include "base/map.h"
#include "cmd/today.h"

#define SCR_LEFT_MARK "; not translated: " /* before a line that stays as it is, and why */

/* Text in the place of `len` bytes of the file. */
typedef struct scr_edit {
  int line, col, len, key;
  char *text;
  size_t order;
} scr_edit;

typedef struct scr_text_piece {
  char *text;
  scr_loc at; /* of the token that it stands for; no source: none */
  bool whole; /* the token stands there as it is: edits inside of it count */
} scr_text_piece;

typedef struct scr_piece_line {
  scr_text_piece *piece;
  size_t n, cap;
  bool of_source; /* a line of the file itself, whose words may be replaced where they stand */
  bool spaced;    /* blanks are among the pieces */
  bool starts;    /* stands for what a new model of PFC 3 and 4 has */
} scr_piece_line;

/* A logical line of the file, and the lines in its place. */
typedef struct scr_anew {
  int first, next;
  scr_piece_line *line;
  size_t n;
} scr_anew;

typedef struct scr_left {
  int line, col;
  char *why;
} scr_left;

struct scr_today {
  scr_source *src; /* the file; borrowed */
  int pass;
  const scr_frame *frame; /* in which the line stands */
  bool reading;           /* a line of it */
  bool failed, told;      /* of the present line */
  scr_loc *token;         /* places of the words that the line had at first */
  size_t ntoken, cap_token;
  scr_piece_line *line;
  size_t nline, cap_line;
  scr_edit *edit;
  size_t nedit, cap_edit;
  scr_anew *anew;
  size_t nanew, cap_anew;
  scr_left *left;
  size_t nleft, cap_left;
  bool started, starts_late, cycled, damped;
  bool paced;            /* some line gives the timestep */
  char *dashpot[2];      /* normal and shear of contacts to come, as words; NULL: not given */
  scr_names real, other; /* symbols that get reals, and other values */
  scr_names helper;      /* functions that stand for old ones, and their text */
  scr_buf helpers;
  scr_names called; /* files, and the lines that call them */
};

extern const scr_fish_today scr_today_fish;
void scr_today_left(scr_today *t, int line, int col, const char *why);
void scr_today_sort(scr_today *t);
void scr_today_put(const scr_today *t, scr_buf *out);
void scr_today_clear(scr_today *t); /* but for what passes tell each other */

#endif
