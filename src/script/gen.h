/* The compiler in one pass: tokens to byte code. gen.c emits, expr.c reads expressions, stmt.c
 * statements. */
#ifndef SCR_GEN_H
#define SCR_GEN_H

#include "script/lex.h"

enum { SCR_EXPR_DEPTH = 200, SCR_BLOCK_DEPTH = 200, SCR_ARGS_MAX = 100, SCR_SLOTS_MAX = 60000 };

typedef enum scr_block_kind { B_FUNCTION, B_IF, B_LOOP, B_CASE, B_SECTION } scr_block_kind;

/* An open block. The chains of jumps that leave it go through the c fields of the jumps, ending in
 * -1. */
typedef struct scr_open {
  scr_block_kind kind;
  scr_token at; /* the word that opened it */
  int breaks, continues;
  bool skipped;   /* a loop whose test comes first: its body may never run */
  size_t nlocal;  /* locals known outside */
  scr_token slip; /* a name alone on its line that may have been meant for the end; line 0: none */
  struct scr_open *up;
} scr_open;

/* Of a value: as any other; to be taken element by element, `::l`; the list that a split gave,
 * which operators go on to take so. */
typedef enum scr_split { SCR_SPLIT_NONE, SCR_SPLIT_BARE, SCR_SPLIT_LIST } scr_split;

typedef struct scr_gen {
  scr_fish *f;
  scr_lex lex;
  scr_prog *p;
  bool legacy;           /* which names it sees */
  bool short_ints;       /* of 32 bits, whose quotients are truncated: versions 3 to 5 */
  bool factor;           /* a quotient that comes now has a factor on its left */
  scr_fish_scope *scope; /* of a [ ] in a command block */
  int own;               /* symbol that is a value here, since its function is running; -1: none */
  int height, depth, blocks;
  int left_out;       /* branches around this place that the dimension of the model rules out */
  int bits;           /* scr_fish_today has them: of the value read last */
  int given;          /* likewise, most of any of the arguments read last */
  size_t place;       /* the token that the assignment being read begins with */
  scr_split split;    /* what the value read last is */
  scr_token split_at; /* the latest `::` before an operand */
  int barrier;        /* instruction that something jumps to: not to be fused with the one before */
  int callee;         /* symbol whose arguments are read next; -1: of none */
  bool keeps;         /* of an operator: arguments that are read next become elements */
  size_t first_to;    /* behind the first of the arguments read last */
  uint8_t *origin;    /* of what an operator's slots hold, see operator.c */
  size_t cap_origin;
  unsigned own_origin; /* of its value */
  scr_open *open;
  struct scr_slip {
    scr_token at; /* line 0: none */
    const char *meant;
  } slip[6]; /* names that may have been meant to open a block of each kind, or one of commands */
  int *mark; /* symbols that get assigned; noted once the whole compiles */
  size_t nmark, cap_mark;
  struct scr_early {
    scr_pos at;
    int slot;
    const scr_open *loop;
  } * early; /* reads of locals before they are assigned, in a loop that may still do so */
  size_t nearly, cap_early;
  struct scr_declared {
    int symbol;
    scr_val layout;
  } * declared; /* structures; known once the whole compiles */
  size_t ndeclared, cap_declared;
} scr_gen;

/* tokens */
static inline const scr_token *scr_peek(const scr_gen *g) { return &g->lex.tok[g->lex.at]; }
static inline const scr_token *scr_peek2(const scr_gen *g) {
  return &g->lex.tok[SCR_MIN(g->lex.at + 1, g->lex.n - 1)];
}
static inline bool scr_is_op(const scr_token *t, int op) { return t->type == T_OP && t->op == op; }
bool scr_is_word(const scr_token *t, const char *word);
bool scr_accept(scr_gen *g, int op);
bool scr_expect(scr_gen *g, int op, const char *what);
bool scr_fail_at(scr_gen *g, const scr_token *t, scr_code code, const char *fmt, ...)
    SCR_PRINTF(4, 5);
bool scr_unexpected(scr_gen *g, const char *expected);

/* emission: returns the index of the instruction. `change` is the change of the stack's height
 * where opcodes.def says 99, and elsewhere 0 or the same. */
int scr_emit(scr_gen *g, const scr_token *t, scr_op op, int a, int b, int c, int change);
/* An element of a local by n subscripts on the stack. */
void scr_emit_index(scr_gen *g, const scr_token *name, int slot, int n);
/* The operation that will set an element of a local: the last instruction, its subscript, may go
 * into it as *both. */
scr_op scr_take_subscript(scr_gen *g, int slot, int n, int32_t *both);
/* Room for n more values than the stack holds now. */
void scr_need_room(scr_gen *g, int n);
int scr_emit_const(scr_gen *g, const scr_token *t, scr_val v); /* takes v over */
int scr_here(scr_gen *g);             /* the next instruction, which becomes a jump target */
void scr_patch(scr_gen *g, int jump); /* lets one jump go to the next instruction */
void scr_patch_chain(scr_gen *g, int chain);
/* right: first instruction of the right operand. False: a warning about constants is an error. */
bool scr_binary(scr_gen *g, const scr_token *t, scr_op op, int right);
void scr_join_results(scr_prog *p); /* of code that is complete */

/* names */
int scr_new_slot(scr_gen *g, const scr_token *t); /* -1 after an error */
bool scr_declare(scr_gen *g, const scr_token *name, int slot);
int scr_find_local(const scr_gen *g, const char *name); /* slot, or -1 */
/* Slot of the latest local of that name whose block has ended, or -1. It counts as read. */
int scr_late_local(scr_gen *g, const char *name);
int scr_local_entry(const scr_gen *g, int slot);
void scr_close_locals(scr_gen *g, size_t keep);
void scr_mark_assigned(scr_gen *g, int symbol);

/* What a name means. */
typedef enum scr_meaning { M_LOCAL, M_GLOBAL, M_ROW, M_ERROR } scr_meaning;
typedef struct scr_named {
  scr_meaning is;
  int index;     /* slot, symbol or row */
  int component; /* of the row's result; -1: all of it */
} scr_named;
scr_named scr_resolve(scr_gen *g, const scr_token *name);
/* The current token `p.a.b`, where p is a variable and no family of intrinsics, becomes `p->a->b`.
 */
void scr_member_dots(scr_gen *g);
/* The same where only a variable may stand. */
scr_named scr_resolve_variable(scr_gen *g, const scr_token *name);
/* Is it the dotted name of what is not offered? It stands for a symbol that nothing may assign. */
bool scr_is_refused(const scr_gen *g, const scr_token *name);

/* checking (scr_fish_host.use) */
void scr_tell_use(scr_gen *g, const scr_token *name, int symbol, scr_use use, int n);
/* width.c: bits of what a name stands for. */
void scr_width_name(scr_gen *g, const scr_token *name, scr_named what);
/* The same of a call, whose arguments were read last: of some intrinsics what they are given
 * tells. */
void scr_width_call(scr_gen *g, const scr_token *name, scr_named what);
/* The value read last is negated. */
void scr_width_negated(scr_gen *g, const scr_val *k); /* k: the constant that it is; or NULL */
/* The value read last is argument k, from 0, of the function of a symbol, if that is one; and the
 * bits that arguments of a function being defined may have. */
void scr_width_argument(scr_gen *g, int symbol, int k);
int scr_width_given(const scr_gen *g, int symbol, int k);
/* The tokens from `from` on are a value that no sum or product goes on with. */
void scr_width_settle(scr_gen *g, size_t from);
/* An operand with these bits, which starts at token `first`, and the one read last, after `sign`.
 */
void scr_width_operator(scr_gen *g, size_t first, size_t sign, scr_op op, int bits,
                        scr_split split);
/* A number of the file that takes more bits, and is a real therefore. */
void scr_width_literal(scr_gen *g, const scr_token *t);
/* `place op= value`, whose value was read last; bits of the old one. */
void scr_width_update(scr_gen *g, size_t sign, scr_op op, int bits, bool splits);
/* The value read last goes into an array, of which others may be computed. */
void scr_width_element(scr_gen *g);
/* Tells such a host of the value that was read last. */
void scr_tell_value(scr_gen *g, const scr_token *name);
/* A value was stored in a symbol; `from` is the first instruction that computes it. */
void scr_tell_stored(scr_gen *g, const scr_token *name, scr_named what, size_t from);
/* The local in a slot is read; or is excused from being read. */
void scr_note_read(scr_gen *g, const scr_token *name, int slot);
void scr_note_excused(scr_gen *g, int slot);
/* After an error told in a statement: what its names hold, tokens `from` on, is not known. */
void scr_tell_broken(scr_gen *g, size_t from);
/* Which of the last n values on the stack are constants? NULL: it is none, or not known to be one.
 */
void scr_known_arguments(const scr_gen *g, int n, const scr_val **v);
/* Hands the pending error to a host that checks: true if the compiler shall go on. */
bool scr_recover(scr_gen *g);

/* constant.c: a row's function, or a vector, of constants is computed at once. False: it is not,
 * and must be emitted. */
bool scr_fold_call(scr_gen *g, const scr_token *name, const scr_row *r, int n);
bool scr_fold_vector(scr_gen *g, const scr_token *t, int n);
/* For who only checks: what fails on constants, and so whenever it is reached, is told. Of a call
 * the n arguments stand at the end of the code, of an operation its operands; left NULL: it is no
 * constant. False: the compiler shall not go on. */
bool scr_try_row(scr_gen *g, const scr_token *name, const scr_row *r, int n);
void scr_try_operation(scr_gen *g, const scr_token *t, scr_op op, int a);
void scr_try_binary(scr_gen *g, const scr_token *t, scr_op op, const scr_val *left,
                    const scr_val *right);
void scr_try_each(scr_gen *g, const scr_token *t);             /* what `loop foreach` goes over */
void scr_try_split(scr_gen *g, const scr_token *t);            /* what stands behind '::' */
void scr_try_bound(scr_gen *g, const scr_token *t, bool step); /* of a counted loop */
void scr_try_subscripts(scr_gen *g, const scr_token *name, int n, bool reads);
/* The value to be assigned to a row of n arguments, if all of it (instruction `from`) is one
 * constant. */
void scr_try_value(scr_gen *g, const scr_token *name, const scr_row *r, int n, size_t from);

/* expr.c */
bool scr_expression(scr_gen *g);
bool scr_open_expression(scr_gen *g); /* g->split may tell that its value is to be split */
/* Emits an operator element by element, if an operand is split (the right one: g->split); else
 * false. */
bool scr_split_binary(scr_gen *g, const scr_token *t, scr_op op, scr_split left);
/* Arguments up to and with the closing parenthesis (the opening one is read); their number, or -1.
 */
int scr_arguments(scr_gen *g);
/* The same; arguments with :: before them are to be split: bits of *split. */
int scr_split_arguments(scr_gen *g, uint32_t *split);
/* The arguments of a call behind its name, `(a, b)` or `::list`, if there are any: *n is their
 * number, and stays as it is without them. */
bool scr_call_arguments(scr_gen *g, const scr_token *name, scr_named what, int *n, uint32_t *split);
/* The arguments are on the stack. part: component of the results, -1: all of them. */
bool scr_emit_split(scr_gen *g, const scr_token *name, scr_named what, int n, uint32_t split);
/* `->name[(arguments)]`: the arrow is read; the object is on the stack. Returns the number of
 * arguments, or -1; nothing is emitted but the arguments. */
int scr_member_name(scr_gen *g, int *member);
bool scr_operand(scr_gen *g);
bool scr_emit_call(scr_gen *g, const scr_token *name, scr_named what, int n);
/* A row of n arguments on the stack, or a component of it. */
void scr_emit_row(scr_gen *g, const scr_token *name, scr_named what, int n);
bool scr_check_count(scr_gen *g, const scr_token *name, const scr_fish_fn *fn, int n);
bool scr_may_be_skipped(const scr_gen *g); /* is this a place where a function may never come to? */
/* For who only checks: do the constants among the last n values on the stack suit the row? */
bool scr_check_arguments(scr_gen *g, const scr_token *name, const scr_row *r, int n);
/* Likewise: is there what they count? */
bool scr_try_indices(scr_gen *g, const scr_token *name, const scr_row *r, int n);

/* operator.c: what an operator may not do, with a message; all else may all. `from`: the first
 * instruction of the value, or of the arguments, that were read last. */
bool scr_operator_calls(scr_gen *g, const scr_token *name, scr_named what);
bool scr_operator_sets(scr_gen *g, const scr_token *name, scr_named what);
bool scr_operator_asks(scr_gen *g, const scr_token *member);
bool scr_operator_does(scr_gen *g, const scr_token *at, const char *what);
/* A call that changes its first argument, as map.add does. */
bool scr_operator_acts(scr_gen *g, const scr_token *name, scr_named what, int n, size_t from);
/* Something of the first argument, or of the value, that ends at instruction `to` is set. */
bool scr_operator_changes(scr_gen *g, const scr_token *name, scr_named what, size_t from,
                          size_t to);
/* An element or a member of a variable is set. */
void scr_operator_fills(scr_gen *g, const scr_token *name, scr_named what);
/* A variable gets the value on the stack, or an element of some container does. */
void scr_operator_gets(scr_gen *g, const scr_token *name, scr_named what, size_t from);
void scr_operator_holds(scr_gen *g, const scr_token *name, size_t from);
/* A variable will go over the value; it gets an element, which is on the stack. */
void scr_operator_goes_over(scr_gen *g, scr_named what, size_t from);
void scr_operator_turns(scr_gen *g, const scr_token *name, scr_named what);
/* Do arguments of the call become elements of a container? */
bool scr_operator_keeps(const scr_gen *g, scr_named what);

/* unset.c: for who only checks, locals that are read before anything is assigned to them. */
void scr_unset_declared(scr_gen *g); /* the one declared last has no value */
void scr_unset_read(scr_gen *g, const scr_token *name, int slot);
void scr_unset_stored(scr_gen *g, int slot);
void scr_unset_unknown(scr_gen *g); /* commands, or what is wrong, may assign any of them */
void scr_unset_loop_ends(scr_gen *g, const scr_open *loop);

/* assign.c */
bool scr_is_assign(const scr_token *t);
/* The current token is a name; does an assignment to it or to its element follow? */
bool scr_assignment_follows(const scr_gen *g);
/* Reads `name [(arguments)] op expression`. keep: leaves the assigned value on the stack (integer 0
 * where it is no variable). */
bool scr_assignment(scr_gen *g, bool keep);
/* Stores the value on the stack in a variable. */
bool scr_store(scr_gen *g, const scr_token *name, scr_named what);

#endif
