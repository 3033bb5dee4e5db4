/* The words of one command, read from left to right. Words are already tokens: [..] and @ are
 * evaluated, noise is gone. */
#ifndef SCR_ARGS_H
#define SCR_ARGS_H

#include "cmd/session.h"

typedef enum scr_toktype {
  SCR_T_WORD,
  SCR_T_STRING,
  SCR_T_INT,
  SCR_T_REAL,
  SCR_T_VALUE /* of [..] or @ */
} scr_toktype;
typedef struct scr_token {
  scr_toktype type;
  char *text;  /* as written, without quotes */
  scr_val val; /* the value: of strings and words their text */
  scr_loc loc;
  bool unknown; /* a value of FISH in a file that is only checked: it may be anything */
  int each;     /* 1 + the symbol of a function that is asked for each thing (cmd/each.h); else 0 */
  int part;     /* the number of a word that a macro stands for, of those at its place; else 0 */
} scr_token;

enum { SCR_MAX_GIVEN = 80 };
typedef struct scr_args {
  scr_session *s;
  scr_diag *diag; /* what commands need of the session most: */
  scr_lib *lib;   /* its world, histories, tables */
  scr_fish *fish;
  scr_token *tok;
  int n, k;    /* tokens, next one */
  scr_loc loc; /* of the command itself */
  scr_dialect dialect;
  bool dry;     /* the command is only checked: it ends where all is read */
  bool reread;  /* its words are read once more: warnings were given */
  bool ranged;  /* a range may stand in the next place */
  int nested;   /* so many ranges are around the one that is read */
  char **spelt; /* of each token of a range, what its text says instead; else NULL */
  int unknowns; /* values made up for unknown ones */
  const void *given[SCR_MAX_GIVEN]; /* words and things that must not be given again */
  int ngiven;
} scr_args;

/* One word that a command knows. Commands list their words in such rows; help and error messages
 * read the same rows. */
typedef struct scr_word_row {
  const char *word; /* hyphenated words abbreviate part by part: z a-r */
  const char *args; /* for help: "<f>", "<v>", "" */
  const char
      *doc; /* for help; starts with '!' where the word is known but refused: the reason follows */
} scr_word_row;

/* A text that is kept, and read again in another place, says this instead of token k. */
void scr_args_spell(scr_args *a, int k, const char *text);
/* The words of a command of that session; `loc` is the place of the command itself. */
scr_args scr_args_of(scr_session *s, scr_token *tok, size_t n, const scr_loc *loc);
bool scr_args_end(const scr_args *a);
const scr_token *scr_args_peek(const scr_args *a); /* NULL at the end */
/* Places for messages: of the next token, or behind the last one; of the token taken last; just
 * behind that one; all that was taken since token number `from`. */
scr_loc scr_args_loc(const scr_args *a);
scr_loc scr_args_last(const scr_args *a);
scr_loc scr_args_behind(const scr_args *a);
scr_loc scr_args_since(const scr_args *a, int from);
/* Warns at that place of a word whose row begins with "read and ignored: ". */
bool scr_args_ignored(const scr_args *a, const scr_loc *at, const scr_word_row *row);
/* Takes the next token if it is a word (not one in quotes) that abbreviates `word`. Never fails. */
bool scr_args_take(scr_args *a, const char *word);
/* Reads one of the words; ambiguous, unknown, refused or given before: error with the nearest one.
 * rows end with word NULL. */
bool scr_args_word(scr_args *a, const scr_word_row *rows, int *which);
/* The word read last may come again: what it says adds to what was said, or belongs to what stands
 * before it. */
void scr_args_again(scr_args *a);
/* The same rule for what is named by more than keywords (properties, components): an error at a
 * place if the thing, which any address may stand for, was given before in this command. */
bool scr_args_once(scr_args *a, const void *thing, const scr_loc *at, const char *name);
/* Of a property: a warning, since the last of its values counts, in PFC too. */
bool scr_args_twice(scr_args *a, const void *thing, const scr_loc *at, const char *name,
                    bool *again); /* again: it was given, may be NULL */
/* Readers: false after an error that says what was expected. Values of FISH are converted where
 * that loses nothing. */
bool scr_args_int(scr_args *a, const char *what, int64_t *out);
/* An id: a whole number, which a point may follow (25.0). */
bool scr_args_id_number(scr_args *a, int64_t *out);
bool scr_args_real(scr_args *a, const char *what, double *out); /* finite numbers only */
bool scr_args_bool(
    scr_args *a, const char *what,
    bool *out); /* on off true false yes no; absent (end of command, or another keyword): true */
bool scr_args_switch(
    scr_args *a,
    bool *on); /* the same where nothing but a range may follow: error at another word */
bool scr_args_string(scr_args *a, const char *what,
                     char **out); /* word, string or value; owned by the caller */
bool scr_args_name(scr_args *a, const char *what, char **out); /* the same, not empty */
/* The name of a file, not empty. out: it is written; who checks then knows that it may be read
 * later. */
bool scr_args_file(scr_args *a, bool out, char **name);
void scr_args_take_filename(scr_args *a); /* the word 'filename' or 'file', if a name follows it */
/* Where a command is only checked: is there the file that it reads, or does a command write one of
 * that name? True: it is there, and a check may look into it; an error in it is one that
 * scr_args_file_wanted puts off, lest a command write the file. */
bool scr_args_file_there(scr_args *a, const scr_loc *at, const char *name,
                         const char *const *suffix);
bool scr_args_value(scr_args *a, const char *what,
                    scr_val *out); /* anything; owned by the caller */
/* A vector of `comps` numbers: (x,y,z), x y z, or a FISH vector. */
bool scr_args_vector(scr_args *a, const char *what, int comps, double *out);
/* One of the world's dimension whose length does not overflow; x[2] stays in 2D. */
bool scr_args_place(scr_args *a, const char *what, double x[3]);
/* A function without arguments that FISH of PFC 3 and 4 has, as `time`; NULL: it names none. */
const scr_fish_fn *scr_args_own_function(const scr_args *a, const scr_token *t);
bool scr_args_number_follows(const scr_args *a);
int scr_args_enclosed(const scr_args *a); /* so many tokens that follow stand in parentheses */
/* The name of a FISH symbol: word, string or @name. scr_args_function: it must be a function. */
bool scr_args_symbol(scr_args *a, const char *what, int *symbol);
bool scr_args_function(scr_args *a, const char *what, int *symbol);
bool scr_args_variable(scr_args *a, int *symbol); /* one that the command sets: no function */
/* The same where it may be defined later: whoever calls it asks whether it is there. Not wanted: it
 * need never be there. */
bool scr_args_function_late(scr_args *a, const char *what, int *symbol, bool wanted);
/* Error "no FISH function ... is defined" with the nearest name; returns false. */
bool scr_no_function(scr_fish *f, scr_diag *d, const scr_loc *at, const char *name);
/* Error "expected <what>, found ..." at the next token; returns false. */
bool scr_args_expected(scr_args *a, const char *what);
/* Error "unknown <what> ..." at the next token with the nearest of the rows; returns false. */
/* Is token k nearly the word `range`, and a word of ranges behind it? */
bool scr_args_misspells_range(const scr_args *a, int k);
bool scr_args_unknown(scr_args *a, const char *what, const scr_word_row *rows);
/* All is read: error if tokens are left. False without an error where the command is only checked:
 * it ends here, so each command calls this before it changes or asks the world. */
bool scr_args_finish(scr_args *a);

/* ---- what a check is told of a command (checking.c): nothing, where the command runs ---- */

bool scr_args_checks(const scr_args *a); /* is the file only checked? */
/* Is a value at this place known only when the file runs? */
bool scr_args_is_unknown(const scr_args *a, const scr_loc *at);
/* The command uses a FISH symbol; did the definition of this function fail? An error said so. */
void scr_args_uses(scr_args *a, int symbol, scr_use use, const scr_loc *at);
bool scr_args_is_broken(const scr_args *a, int symbol);
/* The function at that place will be called with n arguments; or may be, at an event. */
void scr_args_hands(scr_args *a, int symbol, int n, const scr_loc *at);
void scr_args_may_hand(scr_args *a, int symbol, int n, const scr_loc *at);
/* May a state that these files do not save have brought names? */
bool scr_args_may_restore(const scr_args *a);
/* An error that comes at the next token is about a name that nothing defines: in a part of a
 * program its caller may. */
void scr_args_naming(scr_args *a, const char *name);
void scr_args_naming_function(scr_args *a, const char *name);
/* Likewise where it is a word that a caller of PFC 3 or 4 may define; else false. */
bool scr_args_may_name(scr_args *a);
bool scr_may_be_symbol(const char *name); /* does a name of FISH look so? */
/* Where a command is only checked, and not written anew, the pending error is told and its line is
 * read on: true. guess: as if the next token was a value; what is wrong behind it counts only where
 * the error does not. */
bool scr_args_goes_on(scr_args *a, bool guess);
/* The command makes, or asks for, a "history" or a "range" of that name (NULL: it gets a number).
 * Whether there is one is asked when all is read, since what runs when is not known. */
void scr_args_makes(scr_args *a, const char *what, const char *name, const scr_loc *at);
void scr_args_needs(scr_args *a, const char *what, const char *name, const scr_loc *at);
/* Has a command made one of that name so far? */
bool scr_args_has_made(const scr_args *a, const char *what, const char *name);
/* A range is over a "group" or the name of a "wall" (which may be that of a range): a warning if
 * nothing makes one. */
void scr_args_selects(scr_args *a, const char *what, const char *name, const scr_loc *at);
/* The command makes a "history", an "entry", a "ball", a "wall" or a "wall name"; false: the lines
 * above have made it, and none of them removed it. The caller's error then goes to
 * scr_args_doubled: it counts unless a block, which may run anywhere, removes things of that kind.
 */
bool scr_args_is_new(scr_args *a, const char *what, const char *name, const scr_loc *at);
void scr_args_doubled(scr_args *a, const char *what);
void scr_args_removes(scr_args *a, const char *what); /* some or all of them */
/* That one (NULL: all), a "history" or a "range": later lines cannot ask for it. */
void scr_args_deletes(scr_args *a, const char *what, const char *name, const scr_loc *at);
void scr_args_may_remove(scr_args *a, const char *what); /* at a time that is not known */
/* The command writes a file of that name; or reads one that is not there, of which the pending
 * error tells: it counts unless the files that are checked write one. */
void scr_args_writes(scr_args *a, const char *name, const scr_loc *at);
void scr_args_file_wanted(scr_args *a, const char *name);
/* The pending error, no function of this name, counts unless some line defines one; it always does
 * in a file that runs. True where it waits. */
bool scr_args_function_wanted(scr_args *a, const char *name);
/* The pending error, orientations are not tracked, counts unless some line may track them. */
bool scr_args_tracking_wanted(scr_args *a);
/* The pending error is a warning, unless some command makes such a thing of that name. True. */
bool scr_args_deferred(scr_args *a, const char *what, const char *name);

/* The table of that name; NULL after an error with the nearest one. In a file that is only checked
 * it is made. */
scr_xytable *scr_table_named(scr_args *a, const char *name, const scr_loc *at);
bool scr_table_missing(scr_session *s, const char *name,
                       const scr_loc *at); /* that error; returns false */

/* A range phrase: what stands behind the word `range`, always last. Absent: everything. */
typedef struct scr_range scr_range;
bool scr_args_range(scr_args *a,
                    scr_range **out); /* call when all else is read; NULL in *out if absent */
/* The same of things whose names and groups are their own (geometry, templates): a check asks
 * nothing of them. */
bool scr_args_range_unasked(scr_args *a, scr_range **out);
void scr_range_free(scr_range *r);
/* Is a thing in the range? kind SCR_K_BALL, _WALL, _FACET with its row; contacts separately. *in is
 * the answer; false after an error. */
bool scr_range_has(scr_session *s, const scr_range *r, scr_kind kind, uint32_t row, bool *in);
/* The same of a ball that is not there yet: a place, a radius and groups, and no id. */
bool scr_range_has_new(scr_session *s, const scr_range *r, const scr_pose *ball, uint32_t groups,
                       bool *in);
bool scr_range_has_contact(scr_session *s, const scr_range *r, scr_contact c, bool *in);
/* Rows of all balls (walls) in the range, in order of id; owned by the caller. False after an
 * error. */
bool scr_range_balls(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n);
/* Vertices: each has its own place, and the name, id and groups of its wall. */
bool scr_range_vertices(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n);
bool scr_range_walls(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n);
bool scr_range_facets(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n);
bool scr_range_measures(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n);
bool scr_range_bricks(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n);
bool scr_range_fractures(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n);
bool scr_range_templates(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n);
/* A flag for each node, edge or polygon of a set: is its centre in the range? Owned by the caller.
 */
bool scr_range_geometry(scr_session *s, const scr_range *r, const scr_geom *g, scr_geom_kind kind,
                        bool **marked);
bool scr_range_contacts(scr_session *s, const scr_range *r, bool all, scr_contact **c, size_t *n);

/* A command: one row and one function. `words` are its keywords (NULL: none); the function is
 * called with the cursor behind the command's own words. `name` may hold up to four words: "contact
 * cmat default". */
typedef bool (*scr_cmd_fn)(scr_args *a);
typedef struct scr_command {
  const char *name;
  scr_cmd_fn run; /* NULL: known but refused; doc is the reason */
  const scr_word_row *words;
  const char *args; /* for help, what stands before the keywords: "<i>" */
  const char *doc;
  unsigned flags;
} scr_command;
enum {
  SCR_CMD_EDITS_BODIES = 1 /* only outside of cycles or before point 0 */,
  SCR_CMD_NO_BLOCK = 2 /* not inside command/endcommand */
};

/* Each file of commands exports its rows; cmd/commands.c lists the files. */
typedef struct scr_command_file {
  const scr_command *row;
  size_t n;
} scr_command_file;
extern const scr_command_file scr_cmd_ball, scr_cmd_wall, scr_cmd_contact, scr_cmd_model,
    scr_cmd_program, scr_cmd_fish, scr_cmd_history, scr_cmd_table, scr_cmd_measure, scr_cmd_group,
    scr_cmd_fracture, scr_cmd_fragment, scr_cmd_geometry, scr_cmd_plot, scr_cmd_verify,
    scr_cmd_brick, scr_cmd_inlet, scr_cmd_refused;

#endif
