/* FISH: the scripting language of the data files. Compiler to byte code and re-entrant virtual
 * machine.
 *
 * This floor knows only base. What FISH can do to a world is given to it as rows of intrinsics
 * (scr_fish_fn) and through a host (scr_fish_host). Functions and variables share one table of
 * global symbols, names are case-insensitive. Not thread safe: one scr_fish is used by one thread
 * at a time. */
#ifndef SCR_FISH_H
#define SCR_FISH_H

#include <stddef.h>
#include <string.h>
#include "base/base.h"
#include "base/diag.h"
#include "base/rng.h"

/* ---- values ---- */

typedef enum scr_vtype {
  SCR_V_INT = 0, /* the zero value of scr_val is integer 0, what an undefined symbol holds */
  SCR_V_REAL,
  SCR_V_BOOL,
  SCR_V_NULL,  /* null pointer */
  SCR_V_VEC,   /* dim 2 or 3, a plain value */
  SCR_V_PTR,   /* handle of a thing in the world: kind + scr_ref */
  SCR_V_STR,   /* from here on: reference-counted objects */
  SCR_V_LIST,  /* immutable size, elements any value */
  SCR_V_ARRAY, /* 1 to 12 dimensions, by reference */
  SCR_V_MAP,
  SCR_V_MATRIX,
  SCR_V_TENSOR, /* symmetric 3 by 3 */
  SCR_V_STRUCT, /* named members, by reference */
  SCR_V_TYPES
} scr_vtype;

typedef struct scr_obj scr_obj; /* head of each reference-counted object: int refs */

typedef struct scr_val {
  uint8_t type; /* scr_vtype */
  uint8_t dim;  /* of a vector */
  uint8_t kind; /* of a pointer: an index into the host's kinds */
  union {
    int64_t i;
    double f;
    bool b;
    double v[3];
    scr_ref ref;
    struct {
      scr_obj *o;
      uint32_t place; /* of a constant: where a map had it as a key when last asked */
    };
  };
} scr_val;

/* Ownership: a scr_val holds one reference to its object. Arguments of intrinsics are borrowed;
 * results are owned by the caller.
 */
scr_val scr_val_hold(scr_val v); /* one more reference; returns v */
void scr_val_drop(scr_val *v);   /* gives the reference up; *v becomes integer 0 */

/* In pieces of 8 bytes, as values are read: compilers would put a whole one together elsewhere and
 * wait for it. */
static inline void scr_val_set_type(scr_val *v, scr_vtype type) {
  const scr_val head = {.type = (uint8_t)type};
  memcpy(v, &head, offsetof(scr_val, i));
}
static inline void scr_val_set_int(scr_val *v, int64_t i) {
  scr_val_set_type(v, SCR_V_INT), v->i = i;
}
static inline void scr_val_set_real(scr_val *v, double f) {
  scr_val_set_type(v, SCR_V_REAL), v->f = f;
}
static inline scr_val scr_val_int(int64_t i) {
  scr_val v;
  return scr_val_set_int(&v, i), v;
}
static inline scr_val scr_val_real(double f) {
  scr_val v;
  return scr_val_set_real(&v, f), v;
}
static inline scr_val scr_val_bool(bool b) { return (scr_val){.type = SCR_V_BOOL, .b = b}; }
static inline scr_val scr_val_null(void) { return (scr_val){.type = SCR_V_NULL}; }
/* A whole number that a file or a text holds: one of more than 32 bits is a real where integers
 * have no more. */
scr_val scr_val_number_of_text(bool short_ints, int64_t i);
scr_val scr_val_vec(int dim, const double *v);
scr_val scr_val_ptr(int kind, scr_ref ref);
scr_val scr_val_str(const char *s);
scr_val scr_val_strn(const char *s, size_t n);
const char *scr_val_cstr(const scr_val *v, size_t *n); /* of a string; n may be NULL */
scr_val scr_val_list(size_t n);                        /* n times integer 0 */
/* Loops over this list or map of pointers pass over what is gone by then. */
void scr_val_fleeting(scr_val *v);
scr_val scr_val_ptr_list(int kind, size_t n,
                         scr_ref **refs); /* of pointers; the caller fills in the handles */
scr_val scr_val_map(void);
enum { SCR_DIMS_MAX = 12 };                          /* dimensions of an array */
scr_val scr_val_array(int ndim, const size_t *size); /* filled with integer 0 */
scr_val scr_val_matrix(size_t rows, size_t cols);    /* filled with 0.0 */
scr_val scr_val_tensor(const double xx_yy_zz_xy_xz_yz[6]);
/* Item 0 of a structure is its layout: a list of its type's name and those of its members; they
 * follow in that order. */
scr_val scr_val_struct(size_t items);  /* n times integer 0 */
size_t scr_val_size(const scr_val *v); /* elements of a list, array (all), matrix (all) or map;
                                          characters of a string; items of a structure */
scr_val *
scr_val_items(const scr_val *v); /* elements of a list or array, items of a structure, borrowed */
double *scr_val_reals(const scr_val *v); /* matrix, row by row; tensor */
bool scr_val_finite(const scr_val *v);   /* is each number of a value finite? */
size_t scr_val_rows(const scr_val *v), scr_val_cols(const scr_val *v); /* matrix */
int scr_val_ndim(const scr_val *v); /* array: its dimensions and their sizes */
const size_t *scr_val_dims(const scr_val *v);
/* Maps keep keys (integers or strings) in sorted order: integers by value, then strings. Returns
 * NULL if absent. */
scr_val *scr_val_map_find(const scr_val *map, const scr_val *key);
void scr_val_map_set(scr_val *map, const scr_val *key, scr_val value); /* takes value over */
bool scr_val_map_remove(scr_val *map, const scr_val *key,
                        scr_val *out); /* out: the value, or NULL */
void scr_val_map_at(const scr_val *map, size_t k, const scr_val **key, scr_val **value);

bool scr_val_number(const scr_val *v, double *f); /* integer or real as real; false else */
bool scr_val_truth(const scr_val *v);
/* Text as string() and io.out show it: reals in the shortest form that reads back equal, vectors
 * "(1,2,3)", lists "{1,2}". */
void scr_val_format(const scr_val *v, scr_buf *out);
const char *scr_vtype_name(scr_vtype t);
const char *scr_vtype_phrase(scr_vtype t); /* with its article: "an integer", "null" */

/* ---- intrinsics ---- */

typedef struct scr_fish scr_fish;
typedef struct scr_fish_scope
    scr_fish_scope; /* the locals of a running function; NULL for global scope */

/* A function of FISH. args[0..n) are borrowed; *out is integer 0 on entry and owned by the caller.
 * Returns false after scr_fail (the location may be NULL: the VM supplies line and column). */
typedef bool (*scr_fish_call)(scr_fish *f, int n, const scr_val *args, scr_val *out);
/* Assignment `name(args) = value`. For component rows like comp.x(v) = 1 see SCR_FN_INPLACE. */
typedef bool (*scr_fish_assign)(scr_fish *f, int n, const scr_val *args, const scr_val *value);

enum {
  SCR_FN_PURE = 1,   /* the result depends on the arguments alone: constants may be folded */
  SCR_FN_LEGACY = 2, /* name of the 3.x/4.0 dialect only */
  SCR_FN_BOTH = 4,   /* in both dialects; without LEGACY or BOTH: modern only */
  SCR_FN_INPLACE =
      8, /* assign changes its first argument, a variable (comp.x(v) = 1): `edit` is used */
  SCR_FN_REFUSED = 16, /* known but not offered; doc is the reason */
  SCR_FN_TRY = 32,   /* makes a thing from its arguments and changes nothing: who checks may call it
                        with constants, as what is pure */
  SCR_FN_SHAPE = 64, /* of a thing that is being made (scr_fish_host.unmade), too: asks where it is
                        and what it joins */
  SCR_FN_CUTS = 128, /* cuts a fraction off: all versions agree about what it makes of a quotient of
                        integers, */
  SCR_FN_FLOORS = 256,   /* or rounds down: they do from zero on */
  SCR_FN_OLDER = 512,    /* name of PFC 5; another row has that of today */
  SCR_FN_FREE = 1024,    /* variables may have its name, too: PFC 5 did not know it */
  SCR_FN_COMMANDS = 2048 /* runs a text as commands, which may read any local */
};
typedef bool (*scr_fish_edit)(scr_fish *f, scr_val *first, int n, const scr_val *rest,
                              const scr_val *value);

/* One row: name, smallest and largest number of arguments (max -1: any), signature, functions,
 * flags, documentation. Signature, one letter an argument, ':' and the result: i integer, d id (a
 * whole real counts), f number (as real), b boolean (numbers count), s string, v vector, p any
 * pointer, l list, a array, m map, M matrix, N that or a tensor, T tensor, c any container, * any.
 * Checked before the call, so bodies contain no checking of types. Letters after the last given
 * argument are ignored; "..." repeats the last letter. For pointers a kind can be demanded with
 * {name}: "p{ball}". Of an integer that counts from 1, what it counts can be named: "i{component}"
 * (scr_index_limits), which checks alone read. An integer is accepted for f, and arrives as a real.
 * An assignable row may name the type of the value after '=': "p{ball}:v=v". Of a number it may
 * name the interval, too:
 * ":f=f(0,1]", ":f=f(0,)". */
typedef struct scr_fish_fn {
  const char *name;
  int min, max;
  const char *sig;
  scr_fish_call call;
  scr_fish_assign assign; /* NULL: read only */
  scr_fish_edit edit;     /* SCR_FN_INPLACE */
  unsigned flags;
  const char *doc;
} scr_fish_fn;

/* Argument k of a row, a number that is an id: files count with reals, too, and one without a
 * fraction becomes an integer. False after scr_fail. */
bool scr_fish_whole(scr_fish *f, const char *row, int k, scr_val *v);

/* ---- words of today ---- */

/* Tokens of an expression, from the first to the last one. */
typedef struct scr_fish_span {
  scr_loc first, last;
  bool split; /* the list that a split gave: operators take its elements */
} scr_fish_span;

/* Bits of the magnitude of an integer of which nothing is known: of counts, of ids. All bits that
 * integers of versions 3 to 5 have. */
enum { SCR_BITS_UNKNOWN = 10, SCR_BITS_ALL = 31 };
int scr_fish_bits(uint64_t magnitude); /* of a number */

/* For a host that checks and writes older code anew: what the compiler knows of names and types.
 * All but bits may be told of the same place more than once. */
typedef struct scr_fish_today {
  /* A row is named there; component: of `ball.vel.x` where ball.vel is the row, else -1. */
  void (*named)(void *user, const scr_fish_fn *fn, int component, const scr_loc *at);
  /* A symbol of that name gets a value; bits: of an integer that it may be, 0: it is none; -1: not
   * known by now. */
  void (*stored)(void *user, const char *name, int bits);
  int (*bits)(void *user, const char *name); /* of all that it gets */
  /* In versions 3 to 5, whose integers have 32 bits: a quotient or remainder (`/`, `%`) that may be
   * one of integers; a value that may take more bits; the same in `place op= value`; a number in
   * the file that does. */
  void (*divides)(void *user, const scr_fish_span *dividend, const scr_loc *sign,
                  const scr_fish_span *divisor);
  void (*grows)(void *user, const scr_fish_span *value, int bits);
  void (*updates)(void *user, const scr_fish_span *place, const scr_loc *sign,
                  const scr_fish_span *value);
  void (*literal)(void *user, const scr_loc *at);
  /* In the legacy dialect: the name of a symbol that is an intrinsic of today. */
  void (*clashes)(void *user, const char *name, const scr_loc *at);
  /* There: the name of a row that is refused, or of a variable where one has that name. */
  void (*refused)(void *user, const scr_fish_fn *fn, const scr_loc *at);
  void (*member)(void *user, const char *name, const scr_loc *at); /* `->name` */
} scr_fish_today;

/* ---- the host ---- */

/* What compiled code does with a global symbol. */
typedef enum scr_use {
  SCR_USE_READ,
  SCR_USE_READ_LATE,  /* behind a block that had a local of that name */
  SCR_USE_READ_NOW,   /* by a [ ] outside of functions, which runs where it stands */
  SCR_USE_READ_LATER, /* by what a command sets up, as a history */
  SCR_USE_NAME,       /* named where its value is not asked for, as that of a callback */
  SCR_USE_NAME_NOW,   /* named by a command that is an error unless it is a function by then */
  SCR_USE_CALL, /* with parentheses, or alone as a statement: a function, or an element of an array
                 */
  SCR_USE_LEFT_OUT, /* any of these, where the dimension of the model never lets it come */
  SCR_USE_WRITE,
  SCR_USE_KEEP, /* written by a loop, or with what a call gave: it may be made for its effect, or
                   record the model */
  SCR_USE_DECLARE,
  SCR_USE_DEFINE, /* as a function */
  SCR_USE_TAKES,  /* as a function that takes n arguments */
  SCR_USE_BROKEN  /* an error about its name, or in what it is given, was told */
} scr_use;

typedef struct scr_fish_host {
  void *user;
  /* Runs lines first..last (from 1) of a command block; `scope` lets [..] and @ see the function's
   * locals. False after scr_fail.
   */
  bool (*command)(void *user, scr_source *src, int first, int last, scr_fish_scope *scope);
  /* Text output of io.out (with its newline) and of other printing intrinsics. */
  void (*print)(void *user, const char *text);
  /* Names of pointer kinds for messages and type.pointer, index = kind; NULL-terminated. */
  const char *const *kinds;
  /* Live check for pointers; a stale one makes an error before the intrinsic is called. */
  bool (*alive)(void *user, int kind, scr_ref ref);
  /* Of what is not alive: is it being made, so that rows marked SCR_FN_SHAPE may ask about it? Then
   * what there is to ask, for a hint; else NULL. The function NULL: nothing ever is. */
  const char *(*unmade)(void *user, int kind, scr_ref ref);
  /* Why things of a kind end by themselves, for a hint about one that is gone; NULL: they do not.
   * The function NULL: nothing does. */
  const char *(*ends)(int kind);
  int64_t (*pointer_id)(void *user, int kind, scr_ref ref); /* for printing */
  /* Name and number of what a pointer points to, where one kind has several types; NULL: those of
   * the kind. */
  const char *(*pointer_type)(void *user, int kind, scr_ref ref, int64_t *number);
  /* Path of a file for file.open, owned by the caller; NULL after scr_fail. The function NULL:
   * there are no files. */
  char *(*path)(void *user, const char *name, bool write);
  /* Is a thing or a point in a named range? `what` NULL: is there such a range? False after
   * scr_fail. NULL: there are none. */
  bool (*in_range)(void *user, const char *name, const scr_val *what, bool *in);
  /* For a host that checks and runs nothing: is told each use of a global symbol (n: arguments
   * given) as it is compiled. scr_fish_eval then compiles only and scr_fish_run does nothing; both
   * give integer 0. NULL: code runs. */
  void (*use)(void *user, int symbol, scr_use use, int n, const scr_loc *at);
  void (*recover)(void *user); /* goes with `use`: takes the pending error over, and the compiler
                                  goes on after it */
  /* Goes with `use`: a call of a row; args[k] is NULL where the argument is no constant. False
   * after scr_fail. */
  bool (*literal)(void *user, const scr_fish_fn *fn, int n, const scr_val *const *args);
  /* The same of what is assigned to a row of n arguments; value NULL: not known. */
  bool (*literal_value)(void *user, const scr_fish_fn *fn, int n, const scr_val *value);
  void (*mentions)(void *user,
                   const char *name); /* goes with `use`: a row, or a member after ->, is named */
  const scr_fish_today *today;        /* goes with `use`; NULL: nothing is written anew */
  /* `whilestepping` stands (or no longer stands) in the function: it is (not) to be called in each
   * cycle. NULL: nothing is. */
  void (*stepping)(void *user, int symbol, bool on);
  void (*ahead)(void *user, int kind,
                scr_ref ref); /* a loop over things comes to this one soon; NULL: nobody cares */
  /* How many words at the beginning of a text are those of a command, 2 at most; for a hint. NULL:
   * there are no commands. */
  int (*command_words)(const char *text, bool legacy);
  scr_rng *rng;                   /* shared with the commands */
  const volatile bool *interrupt; /* becomes true when the user asked to stop; checked at loop ends
                                     and calls; NULL: never */
} scr_fish_host;

/* SCR_PFC5 has the names of SCR_MODERN; save files hold these numbers. */
typedef enum scr_dialect { SCR_MODERN, SCR_LEGACY, SCR_PFC5 } scr_dialect;
/* Of the code that is running; SCR_MODERN where none is. */
scr_dialect scr_fish_dialect(const scr_fish *f);
/* In which the function was defined. */
scr_dialect scr_fish_dialect_of(const scr_fish *f, int function);

/* What begins in this place is a line of a function, and not in a block: so many of its words are
 * those of a command (scr_fish_host.command_words). */
int scr_fish_command_at(const scr_fish *f, const scr_loc *at, bool legacy);
scr_fish *scr_fish_new(const scr_fish_host *host, scr_diag *diag);
void scr_fish_free(scr_fish *f);
void *scr_fish_user(scr_fish *f); /* host.user */
scr_diag *scr_fish_diag(scr_fish *f);
scr_rng *scr_fish_rng(scr_fish *f);
void scr_fish_set_rng(scr_fish *f, scr_rng *rng);
const scr_fish_host *scr_fish_host_of(const scr_fish *f);
void scr_fish_set_dim(scr_fish *f, int dim); /* of the model, and so of normals of planes; 2 or 3 */
int scr_fish_dim(const scr_fish *f);
/* For the end of a run that left a file of file.open open. A good run closes it, with a warning; of
 * another one what was written is kept beside the file, with the suffix `.part`, and a warning says
 * so. False after scr_fail. */
bool scr_fish_end_file(scr_fish *f, bool good);
/* What belongs to the run, not to the model, goes on to another machine of the same session: an
 * open file, of which that has none, and which places have told of a quotient. */
void scr_fish_move_run(scr_fish *from, scr_fish *to);
/* From now on nothing runs: what the host has for checks is taken over. */
void scr_fish_check(scr_fish *f, const scr_fish_host *host);

/* Adds rows; they must outlive f. A name defined twice is a programmer's error. */
void scr_fish_bind(scr_fish *f, const scr_fish_fn *rows, size_t n);
/* Where the n numbers (1 to 3) lie that a row of one pointer reads, or writes if they are finite;
 * NULL: the row's functions must do it. Rows that have it are read and written by the machine
 * itself. */
typedef double *(*scr_fish_place)(void *user, scr_ref ref, bool write, int *n);
void scr_fish_bind_place(scr_fish *f, const char *name, scr_fish_place place);
const scr_fish_fn *scr_fish_find(const scr_fish *f, const char *name);
/* The name of today for the function of an older row, where another row has it; else NULL. */
const char *scr_fish_same_today(const scr_fish *f, const scr_fish_fn *fn);
size_t scr_fish_rows(const scr_fish *f);
const scr_fish_fn *scr_fish_row(const scr_fish *f, size_t k);
/* Elements of a list: those at the places, or beside a true, that another list holds. `name` is for
 * messages. */
bool scr_fish_pick(scr_fish *f, const char *name, const scr_val *list, const scr_val *which,
                   scr_val *out);
/* The rows of this floor: math, comp, string, list, map, array, matrix, io, type, ... */
void scr_fish_bind_base(scr_fish *f);

/* ---- programs ---- */

/* Compiles a definition. *line is the line (from 1) that holds `fish define name...` / `define` /
 * `def`, col the column after that keyword (start of the name). On success *line becomes the first
 * line after its `end`. On failure nothing is defined. */
bool scr_fish_define(scr_fish *f, scr_source *src, int *line, int col, scr_dialect dialect);
/* The same of `fish operator name...`: a function that reads, and sets nothing but what belongs to
 * its arguments. */
bool scr_fish_define_operator(scr_fish *f, scr_source *src, int *line, int col,
                              scr_dialect dialect);

/* Declares a structure, `fish structure name a b`: its name stands at line, col; `first` is where
 * the command begins, which save files hold. */
bool scr_fish_structure(scr_fish *f, scr_source *src, int first, int line, int col,
                        scr_dialect dialect);
/* The names of a type of structures and of its members, borrowed; integer 0 if the symbol is none.
 */
scr_val scr_fish_layout(const scr_fish *f, int symbol);

/* Evaluates what stands in [ ] : an expression or an assignment. text[0..n) lies in src at line,
 * col (for messages); scope may be NULL. The result goes to *out (owned by the caller; integer 0
 * for an assignment... the assigned value). */
bool scr_fish_eval(scr_fish *f, scr_source *src, int line, int col, const char *text, size_t n,
                   scr_dialect dialect, scr_fish_scope *scope, scr_val *out);
/* Where nothing runs: did the last scr_fish_eval give a value all the same, since its text is a
 * constant? */
bool scr_fish_known(const scr_fish *f);
/* Was the text of the last scr_fish_eval an assignment? */
bool scr_fish_stored(const scr_fish *f);

/* Symbols. -1: unknown. */
int scr_fish_symbol(scr_fish *f, const char *name, bool create);
const char *scr_fish_symbol_name(const scr_fish *f, int symbol);
/* Text of a value as scr_val_format gives it; f (may be NULL) supplies the names of pointers. */
void scr_format_value(scr_fish *f, const scr_val *v, scr_buf *out);
/* The same for lists: null for a pointer to what is gone, which counts as null. */
void scr_format_listed(scr_fish *f, const scr_val *v, scr_buf *out);
/* The name of the symbol that holds what memory.create gave; no data file can write it. */
#define SCR_FISH_CELLS "cells of memory"
int scr_fish_symbols(const scr_fish *f); /* how many */
bool scr_fish_is_function(const scr_fish *f, int symbol);
int scr_fish_takes(const scr_fish *f, int symbol);  /* arguments; 0 if it is no function */
bool scr_fish_gives(const scr_fish *f, int symbol); /* a function that sets a value of its own */
bool scr_fish_was_assigned(const scr_fish *f,
                           int symbol); /* by anything, or assigned somewhere in compiled code */
scr_val scr_fish_get(const scr_fish *f, int symbol);   /* borrowed: the value last assigned */
void scr_fish_set(scr_fish *f, int symbol, scr_val v); /* takes v over */
/* The value that a local or global of that name has in scope (borrowed); false if there is none.
 * Does not call functions. */
bool scr_fish_lookup(scr_fish *f, scr_fish_scope *scope, const char *name, scr_val *out);

/* Calls a function (or reads a variable, if it is none). Re-entrant. out may be NULL. False after
 * scr_fail: the message holds file, line, column and the call chain. */
bool scr_fish_run(scr_fish *f, int symbol, int n, const scr_val *args, scr_val *out);

/* Of what a function gave that was asked yes or no: false after scr_fail, if it is neither. */
bool scr_fish_truth(scr_fish *f, int symbol, const scr_val *v, bool *truth);

/* Has the user been told that nothing assigns the symbol? From now on he has. */
bool scr_fish_told(scr_fish *f, int symbol);

/* Forgets all functions, symbols and values (model new / restore); refused while a function runs.
 */
bool scr_fish_reset(scr_fish *f);
bool scr_fish_running(const scr_fish *f);
/* Writes the source text of every defined function in order of definition; for save files. The
 * callback gets the text of one definition from its first line to its `end`, the name of its file
 * and the line in it. */
void scr_fish_each_definition(scr_fish *f,
                              void (*each)(void *user, int symbol, const char *name,
                                           const char *text, const char *file, int line,
                                           scr_dialect dialect),
                              void *user);
/* Tells, at a place, what is wrong with a symbol that nothing defines or assigns: an error if it is
 * called (or known and refused), a warning if it is read. */
bool scr_fish_undefined(scr_fish *f, int symbol, bool call, scr_dialect dialect, const scr_loc *at);
/* Does a block of commands run where its function does? Under a condition it may; under one that
 * the dimension of the model rules out it never does. */
/* What is told of a name that only locals have, behind their block. */
#define SCR_LATE_LOCAL "the local '%s' is read behind its block: it has the value that it had there"
typedef enum scr_block_runs { SCR_BLOCK_RUNS, SCR_BLOCK_MAY_RUN, SCR_BLOCK_NEVER } scr_block_runs;
/* Calls `each` for every command block of the functions, replaced ones too, with a scope in which
 * its locals are known. For a host that checks: blocks that are defined meanwhile come, too. */
void scr_fish_each_block(scr_fish *f,
                         void (*each)(void *user, scr_source *src, int first, int last,
                                      scr_dialect dialect, scr_fish_scope *scope,
                                      scr_block_runs runs),
                         void *user);
/* Tells each local variable and argument that nothing reads, in functions without an error. What a
 * loop assigns, what holds the result of a call and names that begin or end with '_' are left out.
 * For a host that checks, when all blocks are compiled.
 */
void scr_fish_each_unread(scr_fish *f,
                          void (*each)(void *user, int symbol, const char *name, bool argument,
                                       const scr_loc *at),
                          void *user);
/* The locals that a scope shows count as read: an error hides what a command block does with them.
 */
void scr_fish_all_read(scr_fish_scope *scope);
#endif
