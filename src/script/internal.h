/* What the files of the FISH floor share: objects, compiled code, symbols, the machine. Not for
 * other floors.
 */
#ifndef SCR_FISH_INTERNAL_H
#define SCR_FISH_INTERNAL_H

#include <stdio.h>
#include "base/map.h"
#include "base/mem.h"
#include "script/fish.h"

/* ---- objects ---- */

struct scr_obj {
  int refs;
  scr_vtype type;
  scr_obj *next;            /* used only while objects are freed */
  scr_obj *before, *behind; /* in the ring of scr_fish.ring; NULL: not there */
};

/* Of an array, map or structure: the run of an operator, with all that it calls, which made it, or
 * may not fill it, as a global symbol holds it. */
typedef struct scr_owner {
  uint32_t run;
  bool barred;
} scr_owner;

/* List, array and structure. A list of pointers to things of one kind is kept as handles until
 * someone asks for its elements: `ref` then stands for `item`, of which one is NULL. */
typedef struct scr_items {
  scr_obj head;
  size_t n;
  int ndim, kind;
  scr_owner owner;
  bool fleeting; /* see scr_val_fleeting */
  size_t dim[SCR_DIMS_MAX];
  scr_ref *ref;
  unsigned char first[offsetof(scr_val, i)]; /* what a pointer of that kind begins with */
  scr_val *item;
  scr_val place[]; /* of the items, unless they came later */
} scr_items;

/* Keys in order. `last`: where a key of each hash was found last, which is only where to look
 * first. */
enum { SCR_MAP_HASH_BITS = 5 };
typedef struct scr_map {
  scr_obj head;
  scr_owner owner;
  bool fleeting;
  size_t n, cap_key, cap_value;
  scr_val *key, *value;
  uint32_t last[1 << SCR_MAP_HASH_BITS];
} scr_map;

static inline scr_val scr_hold(scr_val v) {
  if (v.type >= SCR_V_STR) v.o->refs++;
  return v;
}
void scr_obj_free(scr_obj *o);
static inline void scr_drop(scr_val v) {
  if (v.type >= SCR_V_STR && --v.o->refs == 0) scr_obj_free(v.o);
}
/* *slot = v, taking v over. The old value goes last, so that v may lie inside it. */
static inline void scr_put(scr_val *slot, scr_val v) {
  scr_val old = *slot;
  *slot = v;
  scr_drop(old);
}
scr_val scr_val_join(const scr_val *a, const scr_val *b); /* a new string */
/* Appends a text to a string that has no other owner. */
void scr_val_append(scr_val *string, const scr_val *text);
/* A list, matrix or tensor is a plain value: makes *v the only owner of its object before an
 * element is changed. */
void scr_val_own(scr_val *v);
scr_val scr_val_clone(const scr_val *v); /* of a list, array, matrix or tensor: one level deep */
/* A container that exists got `value` as an element. Where that is a container too, the two may be
 * in a circle from now on, which counting references never frees: *box joins the machine's ring,
 * and is emptied at its end. */
void scr_box_holds(scr_fish *f, const scr_val *box, const scr_val *value);
void scr_ring_empty(scr_fish *f);
/* NULL: it is neither an array nor a map nor a structure. */
static inline scr_owner *scr_val_owner(const scr_val *v) {
  if (v->type == SCR_V_MAP) return &((scr_map *)(void *)v->o)->owner;
  const bool items = v->type == SCR_V_ARRAY || v->type == SCR_V_STRUCT;
  return items ? &((scr_items *)(void *)v->o)->owner : NULL;
}
void scr_box_empty(scr_val *box); /* of a list, array, structure or map */
/* Equality of plain values: false for unlike types, and of lists that are not the very same. */
bool scr_val_same(const scr_val *a, const scr_val *b);
bool scr_val_same_lists(const scr_fish *f, const scr_val *a, const scr_val *b);

/* ---- byte code ---- */

typedef enum scr_op {
#define OP(id, effect) OP_##id,
#include "script/opcodes.def"
#undef OP
  OP_COUNT
} scr_op;

/* Where the value of OP_OWNED is: a local, a symbol, the lowest of c values on the stack. */
typedef enum scr_owned { SCR_OWNED_LOCAL, SCR_OWNED_SYMBOL, SCR_OWNED_STACK } scr_owned;

typedef struct scr_instr {
  uint8_t op, a;
  uint16_t b;
  int32_t c;
} scr_instr;

typedef struct scr_pos {
  int32_t line, col, len;
} scr_pos;

/* A local variable and the instructions among which its name is known. */
typedef struct scr_debug_local {
  char *name;
  int slot, from, to;
  int line, col;                /* of the declaration */
  bool read, excused, argument; /* excused: of a loop, or given what a call gave */
  bool unset;                   /* for a check: nothing has been assigned so far */
} scr_debug_local;

typedef struct scr_block {
  int first, last; /* lines of a command block; last < first: empty */
  scr_block_runs runs;
} scr_block;

typedef struct scr_prog {
  char *name;
  int symbol; /* -1: the text of a [ ] */
  scr_source *src;
  int line, end; /* lines of the definition */
  scr_dialect dialect;
  bool stepping; /* whilestepping stands in it */
  bool operates; /* it is an operator, see operator.c */
  bool faulty;   /* errors in it were told, and the compiler went on */
  bool assigns;  /* of a [ ]: it is an assignment */
  bool refused;  /* it asks for a name that is not offered, of which the user was told */
  int nargs, nslots, maxstack;
  scr_instr *ins;
  scr_pos *pos;
  scr_val *k;
  scr_debug_local *local;
  scr_block *block;
  size_t n, cap, cap_pos, nk, cap_k, nlocal, cap_local, nblock, cap_block;
} scr_prog;
void scr_prog_free(scr_prog *c);

/* ---- symbols and rows ---- */

typedef struct scr_symbol {
  char *name;
  scr_val value;
  scr_prog *code; /* NULL: a variable */
  scr_val layout; /* a list: the name of a structure, see scr_val_struct */
  bool assigned;  /* by anything, or somewhere in compiled code */
  bool plain;     /* a variable whose reading needs no thought: no function, and assigned or already
                   * warned about
                   */
  bool warned;
  bool late_told; /* a local of the name was read behind its block, and that was told */
} scr_symbol;

/* What an integer of a signature may count, and how far in 2D and 3D. */
typedef struct scr_index_limit {
  const char *name, *what;
  int most[2];
} scr_index_limit;
extern const scr_index_limit scr_index_limits[]; /* name NULL: the end */

enum { SCR_SIG_MAX = 14 };
/* A bound row with its signature taken apart. */
typedef struct scr_row {
  const scr_fish_fn *fn;
  int nsig;
  bool repeat;
  char letter[SCR_SIG_MAX], result, value;
  uint16_t accepts[SCR_SIG_MAX], value_accepts; /* types, as bits; '*' takes all */
  uint16_t as_is[SCR_SIG_MAX],
      value_as_is;      /* those of them that need neither conversion nor question */
  scr_fish_place place; /* of the numbers of a thing; NULL: by the row's functions */
  int8_t kind[SCR_SIG_MAX], value_kind;
  int8_t counts[SCR_SIG_MAX]; /* 1 + the row of scr_index_limits; 0: none */
  bool bounded, open[2];      /* the value lies between `bound`, which are left out where `open` */
  double bound[2];
} scr_row;

/* A name after ->, and what it means for each kind of pointer. */
enum { SCR_MEMBER_KINDS = 16 };
typedef struct scr_member {
  char *name;
  int letters;                   /* component of a vector or tensor; -1: none */
  int32_t row[SCR_MEMBER_KINDS]; /* 1 + row; 0: not looked up yet */
  int8_t part[SCR_MEMBER_KINDS]; /* component of the row's result; -1: all of it */
} scr_member;

/* ---- the machine ---- */

enum { SCR_DEPTH_MAX = 1000, SCR_NESTING_MAX = 100, SCR_STACK_SIZE = 1 << 17 };

typedef struct scr_frame_of_vm {
  const scr_prog *code;
  const scr_instr *pc; /* where to go on (a caller: after its call) */
  scr_val *base;       /* slot 0 */
} scr_vm_frame;

struct scr_fish_scope {
  const scr_prog *code;
  scr_val *base;
  int pc; /* instruction of the command block */
};

struct scr_fish {
  scr_fish_host host;
  scr_obj ring; /* head of the ring of containers that got containers as elements */
  scr_diag *diag;
  int dim;
  scr_names row_of;
  const scr_fish_fn **fn; /* what is bound */
  scr_row *row;           /* the same, read as far as something named it: then it has its fn */
  size_t nrow, cap_row;
  scr_names symbol_of;
  scr_symbol **sym;
  size_t nsym, cap_sym;
  scr_prog **def; /* in order of definition */
  size_t ndef, cap_def;
  scr_prog **dead; /* replaced while something ran */
  size_t ndead, cap_dead;
  scr_val *stack, *top; /* top: first free slot whenever foreign code runs */
  scr_vm_frame *frame;
  int nframe, nesting;
  uint32_t run; /* of the operator that other code called last, and of those that it calls */
  const scr_prog *folding; /* code that is compiled, while a constant of it is computed */
  scr_names member_of;
  scr_member *member;
  size_t nmember, cap_member;
  bool known, stored;         /* see scr_fish_known, scr_fish_stored */
  struct scr_text_file *text; /* of file.open; NULL: none is open */
  scr_names told;             /* places where a quotient of integers was warned of */
};

scr_symbol *scr_symbol_at(scr_fish *f, int k);
void scr_symbol_update(scr_symbol *s);
/* Row that a name means in a dialect; -1: none. */
int scr_row_find(const scr_fish *f, const char *name,
                 scr_dialect dialect); /* its row may be read */
const scr_row *scr_row_at(const scr_fish *f, size_t k);
/* `ball.vel.x`, where only `ball.vel` is bound and gives a vector: its row and the component. */
bool scr_row_component(const scr_fish *f, const char *name, scr_dialect dialect, int *row,
                       int *which);
/* Adds where commands stand in functions, if the line of the pending error begins with one. */
void scr_hint_command(scr_fish *f, const scr_loc *at, bool legacy);
/* Words that begin statements of functions; what the best of them stands for: of `while` it is
 * `loop while`. */
void scr_offer_statements(scr_nearest *near);
const char *scr_statement_meant(const char *best);
/* Adds the nearest known word to the pending error, or the modern name of a legacy one. at: where
 * it stands; the first word of a line may be meant for one that begins statements. */
void scr_hint_name(scr_fish *f, const char *name, scr_dialect dialect, const scr_loc *at);

/* Calls a function with arguments, or runs the code of a [ ] over the locals of a scope. */
bool scr_vm_call(scr_fish *f, const scr_prog *code, int n, const scr_val *args, scr_val *out);
bool scr_vm_eval(scr_fish *f, const scr_prog *code, scr_fish_scope *scope, scr_val *out);

/* A row's function over the topmost n values below *sp, which its result replaces; an assignment
 * over n arguments and the value, which go. */
bool scr_vm_row(scr_fish *f, const scr_row *r, int n, scr_val **sp);
bool scr_vm_assign_row(scr_fish *f, const scr_row *r, int n, scr_val **sp);
/* n arguments, the value of a component: it becomes the row's value with that component. Needs room
 * for n more values. */
bool scr_vm_part(scr_fish *f, const scr_row *r, int part, int n, scr_val **sp);

/* ---- members, structures (member.c), splitting (split.c) ---- */

int scr_member_index(scr_fish *f, const char *name);
/* Is the member, of any kind of things, a row that a test holds for? */
bool scr_member_is(const scr_fish *f, int member, bool (*test)(const scr_row *));
void scr_members_free(scr_fish *f);
/* object, n arguments -> value */
bool scr_member_get(scr_fish *f, int member, int n, scr_val **sp);
/* object, n arguments, value -> object, which was changed in place if it is a vector or tensor.
 * Needs room for n + 2 more values. */
bool scr_member_put(scr_fish *f, int member, int n, scr_val **sp);
/* Was it made just now? Then by the operator that runs, if one does. */
static inline void scr_val_made(const scr_fish *f, const scr_val *v) {
  scr_owner *owner = scr_val_owner(v);
  if (owner && v->o->refs == 1) *owner = (scr_owner){.run = f->run};
}
/* Vectors and tensors must be written back once a member of theirs has changed. */
static inline bool scr_is_plain(const scr_val *v) {
  return v->type == SCR_V_VEC || v->type == SCR_V_TENSOR;
}
/* A new instance; n values for its members, the others are integer 0. */
bool scr_struct_make(scr_fish *f, const scr_val *layout, int n, scr_val **sp);
const char *scr_struct_name(const scr_val *v);
const char *scr_struct_member_name(const scr_val *v, size_t k); /* NULL: it has none */

/* f(::list): the arguments in `mask` are lists, and the result is the list of the results. part:
 * component of each result, -1: all of it. */
bool scr_split_row(scr_fish *f, const scr_row *r, int n, uint32_t mask, int part, scr_val **sp);
/* Of a function, a structure that is made, or the elements of a variable. */
bool scr_split_call(scr_fish *f, scr_symbol *s, int n, uint32_t mask, scr_val **sp);
bool scr_split_index(scr_fish *f, const char *name, scr_val *box, int n, uint32_t mask,
                     scr_val **sp);
/* Bit n of the mask: the value is a list too. */
bool scr_split_assign(scr_fish *f, const scr_row *r, int n, uint32_t mask, int part, scr_val **sp);
bool scr_split_set(scr_fish *f, const char *name, scr_val *box, int n, uint32_t mask, scr_val **sp);
/* An operator on n values: OP_ADD to OP_GE, OP_NEG, OP_NOT, OP_AND or OP_OR. */
bool scr_split_operator(scr_fish *f, scr_op op, bool short_ints, int n, uint32_t mask,
                        scr_val **sp);

void scr_text_file_drop(scr_fish *f); /* without a trace of what was written */

/* ---- operators ---- */

/* out = a op b; op is OP_ADD to OP_GE. The location of errors is diag->at. Slow, general path. */
bool scr_op_binary(scr_fish *f, scr_op op, bool short_ints, const scr_val *a, const scr_val *b,
                   scr_val *out);
enum { SCR_OF_CASE = 1 }; /* a comparison that belongs to a `case` */
/* Which quotients of integers an instruction tells of: all, none (any more), those below zero, and
 * in versions 3 to 5 those that a factor on the left would make another. */
typedef enum scr_tells {
  SCR_TELLS_ALL,
  SCR_TELLS_NONE,
  SCR_TELLS_BELOW_ZERO,
  SCR_TELLS_FACTOR
} scr_tells;
/* Are both integers, and is their quotient not whole? */
bool scr_op_parts(const scr_val *a, const scr_val *b);
/* Versions of PFC differ about such a quotient: warns, once for each place. False: warnings are
 * errors. */
bool scr_op_tell_parts(scr_fish *f, const scr_loc *at, const scr_val *a, const scr_val *b);
/* x*y/z of versions 3 to 5, which is read as x*(y/z): warns, once for each place, where integers
 * make x*y divided by z another. False: warnings are errors. */
bool scr_op_tell_order(scr_fish *f, const scr_loc *at, const scr_val *x, const scr_val *y,
                       const scr_val *z);
/* The same of a file that is only checked, whose x is not known. */
bool scr_op_tell_cut(scr_fish *f, const scr_loc *at, const scr_val *y, const scr_val *z);
/* ints.c: has the code that is running integers of 32 bits, as versions 3 to 5 have? */
bool scr_fish_short_ints(const scr_fish *f);
static inline int64_t scr_int_wrap(bool short_ints, uint64_t x) {
  return short_ints ? (int64_t)(int32_t)(uint32_t)x : (int64_t)x;
}
/* A real without its fraction as an integer, or an integer: false after scr_fail, if it is too
 * large for that code. */
bool scr_fish_to_int(scr_fish *f, double x, scr_val *out);
bool scr_fish_fits_int(scr_fish *f, int64_t i);
bool scr_op_negate(scr_fish *f, bool short_ints, const scr_val *a, scr_val *out);
/* Operators on a list, and on two of one length, element by element (lists.c). */
bool scr_list_binary(scr_fish *f, scr_op op, bool short_ints, const scr_val *a, const scr_val *b,
                     scr_val *out);
bool scr_list_negate(scr_fish *f, bool short_ints, const scr_val *a, scr_val *out);
/* Elements index[0] to index[1]; they become those of another list; one more, where `where` says.
 */
bool scr_list_part(scr_fish *f, const char *name, const scr_val *list, const scr_val *index,
                   scr_val *out);
bool scr_list_replace(scr_fish *f, const char *name, scr_val *list, const scr_val *index,
                      const scr_val *value);
/* A text as subscript of a list that is read: false, with a message. */
bool scr_list_has_no(scr_fish *f, const char *name, const scr_val *where);
bool scr_list_extend(scr_fish *f, const char *name, scr_val *list, const scr_val *where,
                     const scr_val *value);
/* Is it the value of a `case`? What is of another type is not. */
bool scr_op_case(const scr_fish *f, const scr_val *a, const scr_val *b);
bool scr_op_not(scr_fish *f, const scr_val *v, scr_val *out);
bool scr_op_truth(scr_fish *f, const scr_val *v, bool *truth);
/* The full 3 by 3 form of a tensor. */
scr_val scr_val_full(const scr_val *tensor);
/* Sizes of a new array of n dimensions. */
bool scr_op_sizes(scr_fish *f, int n, const scr_val *v, size_t dim[SCR_DIMS_MAX]);
bool scr_op_component_fails(scr_fish *f, int k,
                            const scr_val *v); /* v is none of a vector, k from 0; returns false */
/* May a loop go over the elements of v? Can a loop count from first to last? */
bool scr_op_goes_over(scr_fish *f, const scr_val *v);
bool scr_op_splits(scr_fish *f, const scr_val *v); /* behind :: */
bool scr_op_counts(scr_fish *f, const scr_val *first, const scr_val *last, const scr_val *step);
/* Elements: a(i[,j[,...]]) of an array, list, matrix, tensor, map, vector or string. */
bool scr_op_index(scr_fish *f, const char *name, const scr_val *container, int n,
                  const scr_val *index, scr_val *out);
bool scr_op_set_index(scr_fish *f, const char *name, scr_val *container, int n,
                      const scr_val *index, const scr_val *value);
/* Component of a vector (0 to 2) or tensor (3 to 8: xx yy zz xy xz yz). */
bool scr_op_component(scr_fish *f, const scr_val *v, int which, double *x);
bool scr_op_set_component(scr_fish *f, scr_val *v, int which, const scr_val *x);
/* Component by its letters; -1: none. */
int scr_component(const char *letters);
/* "real", "vector", "ball pointer" */
const char *scr_type_words(const scr_fish *f, const scr_val *v);
/* The types that a letter of a signature takes, as bits. */
uint16_t scr_letter_accepts(char letter);
uint16_t scr_letter_as_is(char letter); /* those among them that are taken as they are */
/* Checks and converts n arguments by the row's signature, in place; args[0] is argument `first`
 * (from 0). */
bool scr_row_check(scr_fish *f, const scr_row *r, int first, int n, scr_val *args);
bool scr_row_check_value(scr_fish *f, const scr_row *r, scr_val *value);

/* ---- compiler ---- */

/* Compiles a definition into code (not yet bound to its symbol); NULL after an error. */
scr_prog *scr_compile_define(scr_fish *f, scr_source *src, int *line, int col, scr_dialect dialect,
                             bool operates);
/* Declares a structure: the name of its type stands at line, col. The code is empty. */
scr_prog *scr_compile_structure(scr_fish *f, scr_source *src, int line, int col,
                                scr_dialect dialect);
/* Compiles the text of a [ ]. */
scr_prog *scr_compile_eval(scr_fish *f, scr_source *src, int line, int col, const char *text,
                           size_t n, scr_dialect dialect, scr_fish_scope *scope);

/* ---- base library, one function a file ---- */

void scr_bind_math(scr_fish *f);
void scr_bind_string(scr_fish *f);
void scr_bind_container(scr_fish *f);
void scr_bind_matrix(scr_fish *f);
void scr_bind_memory(scr_fish *f);
void scr_bind_rotation(scr_fish *f);
void scr_bind_type(scr_fish *f);
void scr_bind_file(scr_fish *f);
void scr_bind_note(scr_fish *f);
void scr_bind_io(scr_fish *f);

#endif
