/* What is kept of a file that is written anew. For cmd/today*.c, translate.c, check.c and
 * check_symbols.c alone. */
#ifndef SCR_TODAY_KEPT_H
#define SCR_TODAY_KEPT_H

#include "base/map.h"
#include "cmd/today.h"

#define SCR_LEFT_MARK "; not translated: " /* before a line that stays as it is, and why */

/* Text in the place of `len` bytes of the file. */
typedef struct scr_edit {
  int line, col, len, key;
  char *text;
  bool opens; /* before what it encloses: the outer one goes first */
  size_t order;
  int part; /* of one of the words that a macro at that place stands for, which are not there */
} scr_edit;

typedef struct scr_text_piece {
  char *text;
  scr_loc at; /* of the token that it stands for; no source: none */
  int part;   /* of that token */
  bool whole; /* the token stands there as it is: edits inside of it count */
} scr_text_piece;

typedef struct scr_piece_line {
  scr_text_piece *piece;
  size_t n, cap;
  bool of_source; /* a line of the file itself, whose words may be replaced where they stand */
  bool spaced;    /* blanks are among the pieces */
  bool stays;     /* in the place of its command, whatever those behind it wait for */
  bool late;      /* of a part of the line that waits, whatever the others do */
  bool starts;    /* stands for what a new model of PFC 3 and 4 has */
} scr_piece_line;

/* A logical line of the file, and the lines in its place. */
typedef struct scr_anew {
  int first, next, before; /* before: the line that they wait for; 0: none; -1: not known yet */
  bool bare;               /* comments of the old lines stand elsewhere */
  scr_piece_line *line;
  size_t n;
} scr_anew;

typedef struct scr_left {
  int line, col;
  char *why;
} scr_left;

typedef struct scr_refused {
  const scr_fish_fn *fn;
  int line, col;
} scr_refused;

struct scr_today {
  scr_source *src; /* the file; borrowed */
  int pass;
  bool learnt;                 /* passes that leave open what they do not know have told all */
  const scr_frame *frame;      /* in which the line stands */
  bool reading;                /* a line of it */
  bool failed, told;           /* of the present line */
  bool waits, passes;          /* likewise (scr_today_waits) */
  bool part_waits, part_stops; /* likewise, of its parts so far */
  size_t part;                 /* lines that those have told */
  bool asked;                  /* since a line waits a line has asked for contacts */
  scr_loc *token;              /* places of the words that the line had at first */
  size_t ntoken, cap_token;
  scr_piece_line *line;
  size_t nline, cap_line;
  scr_edit *edit;
  size_t nedit, cap_edit;
  scr_anew *anew;
  size_t nanew, cap_anew;
  scr_left *left;
  size_t nleft, cap_left;
  scr_refused *refused; /* names that are not offered, unless a variable has them */
  size_t nrefused, cap_refused;
  bool begun; /* a model, in any dialect */
  bool started, starts_late, cycled, damped;
  bool paced;               /* some line gives the timestep */
  bool dashes, dashes_late; /* some line gives dashpots; one of a block does */
  bool dashes_kept;         /* values that symbols had are needed later */
  bool cycles_late;         /* a line of a block cycles */
  bool runs_late;           /* a line of a block does what lines that wait cannot pass */
  bool owned;               /* FISH gives contacts properties of their own */
  char *dashpot[2];         /* normal and shear of contacts to come, as words; NULL: not given */
  bool dash_symbol[2];   /* it is the value that a symbol had then, kept in one of the new file */
  scr_names real, other; /* symbols that get reals, and others with the bits of their integers */
  scr_names words;       /* all words of the file and of those that it calls, and these files */
  scr_names due;         /* lines of functions that make contacts which are due, as they did not */
  scr_names lent;        /* names that only a caller can give */
  scr_names large;       /* lines with products that may take more than 32 bits */
  scr_names helper;      /* functions that stand for old ones, and their text */
  scr_buf helpers;
  scr_names called; /* files, and the lines that call them */
  scr_names marked; /* files that are in the dialect of their caller alone, and that dialect */
  scr_names laws;   /* lines of a part that set a law with dashpots */
  scr_names macros; /* that other files use, as passes have learnt */
  bool hears;       /* likewise: a line sets a fishcall of an event, or another file may */
  scr_names saved;  /* states that the file saves, and functions with them */
  scr_names again;  /* lines that bring other states back, which have none of the functions */
};

extern const scr_fish_today scr_today_fish;
/* Text in the place of `len` bytes. `key` keeps apart what stands at one place for different
 * reasons. */
void scr_today_edit(scr_today *t, const scr_edit *e);
scr_today *scr_today_of(const scr_session *s); /* NULL: nothing is written anew */
bool scr_today_is_mine(const scr_today *t, const scr_loc *at);
/* A function that the new file defines: its name and what stands between that and its `end`. */
void scr_today_use(scr_today *t, const char *name, const char *body);
int scr_today_code(const char *line); /* how much of it is code: without a comment */
/* today_names.c: what a file has is not free. Names behind SCR_FREE become free ones. */
bool scr_today_words(scr_today *t, const scr_source *src); /* true: they were not known */
bool scr_today_is_function(const scr_today *t, const char *name, size_t n); /* of these files */
void scr_today_fit(const scr_today *t, const char *text, scr_buf *out);
/* today_ints.c: what is told of integers (scr_fish_today), and how much passes have learnt. */
void scr_today_stored(void *user, const char *name, int bits);
int scr_today_bits(void *user, const char *name);
void scr_today_divides(void *user, const scr_fish_span *a, const scr_loc *sign,
                       const scr_fish_span *b);
void scr_today_grows(void *user, const scr_fish_span *value, int bits);
void scr_today_updates(void *user, const scr_fish_span *place, const scr_loc *sign,
                       const scr_fish_span *value);
void scr_today_literal(void *user, const scr_loc *at);
size_t scr_today_known(const scr_today *t);
void scr_today_left(scr_today *t, int line, int col, const char *why);
void scr_today_sort(scr_today *t);
void scr_today_put(const scr_today *t, scr_buf *out);
void scr_today_clear(scr_today *t); /* but for what passes tell each other */

#endif
