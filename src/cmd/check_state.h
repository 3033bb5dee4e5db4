/* What a session that checks knows, and what its files ask of each other. For check.c,
 * check_report.c, check_made.c and check_symbols.c alone: all else tells them by check_kept.h. */
#ifndef SCR_CHECK_STATE_H
#define SCR_CHECK_STATE_H

#include "base/map.h"
#include "cmd/check.h"
#include "cmd/session_kept.h"

/* A file, and what tells whether it is a program or a part that others call. */
typedef struct scr_check_file {
  scr_source *src; /* held */
  int dim;
  bool given; /* on the command line */
  bool starts, returns;
  bool called;            /* by a file that is checked, too */
  bool based, acts, runs; /* it brings a model or a domain; it does what needs one, or anything */
  bool whole;             /* it brings a model */
} scr_check_file;

/* What is known about one FISH symbol. */
typedef struct scr_check_symbol {
  bool assigned, defined, broken, used, kept;
  bool late;                         /* it is read first behind the block of a local of that name */
  bool named;                        /* as a callback and the like */
  uint64_t takes;                    /* bit n: a definition takes n arguments */
  scr_loc read, written, definition; /* the first places; no source: none */
  scr_loc early;       /* the first place where it was read before any line assigned it */
  scr_loc ahead;       /* the first line that calls it before any defined it */
  scr_dialect dialect; /* in which it was read first */
  bool anywhen;   /* given by a command or a block of commands, which may come before all lines */
  scr_loc latest; /* its last definition, in model number `model` */
  int model, acts;
  bool asked; /* used behind its last definition */
} scr_check_symbol;

/* From one `model new` to the next, which empties the session; number 0: it is not known when. */
typedef struct scr_check_epoch {
  scr_loc at; /* of the line that began it */
  bool open;  /* what was before it may be back: a state, or a file that is read again */
  bool saved; /* what it sets up may go on behind another one */
} scr_check_epoch;

/* A definition of a function, and whether lines of its epoch come to it. */
typedef struct scr_check_body {
  const scr_source *src;
  int symbol, first, last, epoch;
  bool runs;
} scr_check_body;

typedef struct scr_check_called {
  int symbol, n;
  scr_loc at;
  scr_dialect dialect;
  bool named; /* for a command that calls it later, which tells itself if there is none */
  bool rare;  /* and only at an event, which may never come */
} scr_check_called;

/* Where a symbol is called, read or named. */
typedef struct scr_check_asked {
  int symbol, epoch;
  bool read, later; /* later: the command hands it to what calls it at another time */
  bool command;     /* no FISH */
  scr_use use;
  scr_dialect dialect;
  scr_loc at;
} scr_check_asked;

/* The lines of a function, and whether anything that may run comes to it. */
typedef struct scr_check_span {
  const scr_source *src;
  int symbol, first, last;
  bool reached;
} scr_check_span;

/* From this line of a file on, names may come from the restored state of that number; 0: from none.
 */
typedef struct scr_check_mark {
  const scr_source *src;
  int line, state;
} scr_check_mark;

/* A history or a named range that a command asks for. */
typedef struct scr_check_need {
  const char *what;
  char *name;
  scr_loc at;
  int epoch;
  bool warns;    /* a name in a range, which may select nothing */
  bool gone;     /* lines before have deleted it */
  scr_message m; /* of a file: the error, unless one is written */
} scr_check_need;

typedef struct scr_check_item {
  scr_message m;
  char *name;    /* that nothing defines; NULL: it is about something else */
  bool function; /* it is that of a function */
  int guess;     /* number of a line that is read on as if a value stood there; 0: it is not */
  int follows;   /* of one in which this was found behind that place */
  int file;
  size_t order;
} scr_check_item;

typedef struct scr_check {
  scr_check_item *item;
  size_t nitem, cap_item;
  scr_check_file *file; /* in order of reading */
  size_t nfile, cap_file;
  scr_check_symbol *symbol;
  size_t nsymbol, cap_symbol;
  scr_check_called *call;
  size_t ncall, cap_call;
  scr_check_need *need;
  size_t nneed, cap_need;
  scr_check_asked *asked;
  size_t nasked, cap_asked;
  scr_check_span *span; /* made when all is read */
  size_t nspan, cap_span;
  scr_check_epoch *epoch;
  size_t nepoch, cap_epoch;
  scr_check_body *body;
  size_t nbody, cap_body;
  bool followed;     /* it is known which of them run */
  int now;           /* epoch of the present line */
  scr_names given;   /* "7 1": symbol 7 has a value or a definition from lines of epoch 1 */
  scr_names made;    /* "history x" */
  scr_names made_in; /* "1 history x": in that epoch */
  scr_loc *unknown;  /* of the present line */
  size_t nunknown, cap_unknown;
  scr_names entered, saved; /* saved: 1 + the state of their lines */
  scr_names present;        /* "history x": what the lines so far have made and not removed */
  scr_names gone;           /* "range x": what lines outside of blocks have deleted, and not made */
  scr_names in_block;       /* "range x": what blocks make */
  scr_names restored;       /* states that no line so far has saved: their numbers; "*": any */
  int state;                /* from which names of the present line may come; 0: none */
  scr_check_mark *mark;     /* in order of reading */
  size_t nmark, cap_mark;
  bool unheard;         /* the dimension leaves the present block out */
  int model;            /* counts what makes FISH forget its functions */
  int acts;             /* counts the lines, outside of blocks, that are no definitions */
  char *naming;         /* a message at naming_at is about this name; NULL: about something else */
  scr_loc naming_at;    /* a line and a column */
  bool naming_function; /* which is that of a function */
  int guessed;          /* number of the present line, if a value was taken for granted in it */
  int guesses;          /* how many such lines there are */
  const char *open;     /* why names may come from somewhere else; NULL: they do not */
  scr_buf callers;      /* lines about names that parts have from their callers */
} scr_check;

static inline scr_dialect scr_check_dialect_of(const scr_session *s) {
  return s->frame ? s->frame->dialect : SCR_MODERN;
}

/* ---- check.c ---- */

/* Does the place stand in a part? Who calls a part may use what it defines, and defines what it
 * uses. What a file calls is a part where that file is one. */
bool scr_check_in_part(const scr_check *c, const scr_loc *at);
/* May a caller, or a state or file that is not known, have done what the message misses? */
bool scr_check_may_be_elsewhere(const scr_check *c, const scr_message *m);
/* The line of the first `end` behind a line; the last one of the file where there is none. */
int scr_check_line_of_end(const scr_source *src, int line);

/* ---- check_report.c ---- */

/* The number of the first file of that name; c->nfile: none has it. */
int scr_check_file_of(const scr_check *c, const char *name);
/* The message that comes is about nothing that scr_check_naming told. */
void scr_check_forget_naming(scr_check *c);
void scr_check_add_message(scr_check *c, const scr_message *m); /* takes what m holds */
void scr_check_message_drop(const scr_message *m);
void scr_check_take_warning(void *user, const scr_message *m); /* sink of a scr_diag; the session */
/* The restored state from which names of a line may come; 0: none. */
int scr_check_marked(const scr_check *c, const scr_source *src, int line);
/* May names at this place come from somewhere else, which is not known? */
bool scr_check_is_open(const scr_check *c, const scr_loc *at);
bool scr_check_is_open_message(const scr_check *c, const scr_message *m);
/* ... from a restored state? */
bool scr_check_is_restored(const scr_check *c, const scr_message *m);
void scr_check_sort(scr_check *c); /* messages by file, line and column */
/* Drops what stands behind an error, and may be wrong for that reason alone. */
void scr_check_drop_followers(scr_check *c);
scr_check_count scr_check_report(scr_check *c, scr_buf *out);

/* ---- check_made.c ---- */

/* A `model new` at that place, or the first line of a file that is given. */
void scr_check_begin_epoch(scr_check *c, bool open, const scr_loc *at);
/* What was before the last `model new` may be back. */
void scr_check_open_epoch(scr_check *c);
/* Is what came in epoch `made` still there in epoch `now`? */
bool scr_check_outlasts(const scr_check *c, int made, int now);
/* Tells which line took what the pending error is about. */
void scr_check_hint_emptied(scr_session *s, int epoch, const scr_loc *at);
/* A file is found with a suffix and without, and whatever the case of letters. Free the key. */
char *scr_check_file_key(const char *name);
/* Which needs are met is known when all is read. */
void scr_check_judge_needs(scr_session *s);

/* ---- check_symbols.c ---- */

scr_check_symbol *scr_check_symbol_of(scr_check *c,
                                      int symbol); /* until another one is asked for */
/* The epoch of the definition that holds a line; 0: none does. */
int scr_check_epoch_of(const scr_check *c, const scr_source *src, int line);
/* Does the line stand in a function that no line of its model leads to? */
bool scr_check_is_idle_body(scr_check *c, const scr_loc *at);
void scr_check_hear(scr_session *s); /* from now on FISH tells what it compiles */
/* When all is read: locals that are never used; then calls, symbols, and what a `model new` took.
 */
void scr_check_judge_locals(scr_session *s);
void scr_check_judge_symbols(scr_session *s);

#endif
