/* Expressions of FISH: precedence climbing, code is emitted as operands are read. */
#include "script/gen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct binop {
  int op;
  scr_op code;
  int level;
} binop;

/* The language's own order: each operator of arithmetic has a level to itself (docs/language.md,
 * FISH). */
enum { L_OR = 1, L_AND, L_NOT, L_COMPARE, L_ADD, L_SUB, L_MOD, L_MUL, L_FLOORDIV, L_DIV, L_POW };
static const binop binops[] = {
    {'|', OP_OR, L_OR},
    {OP2('|', '|'), OP_OR, L_OR},
    {'&', OP_AND, L_AND},
    {OP2('&', '&'), OP_AND, L_AND},
    {'=', OP_EQ, L_COMPARE},
    {OP2('=', '='), OP_EQ, L_COMPARE},
    {'#', OP_NE, L_COMPARE},
    {OP2('!', '='), OP_NE, L_COMPARE},
    {OP2('<', '>'), OP_NE, L_COMPARE},
    {'<', OP_LT, L_COMPARE},
    {OP2('<', '='), OP_LE, L_COMPARE},
    {'>', OP_GT, L_COMPARE},
    {OP2('>', '='), OP_GE, L_COMPARE},
    {'+', OP_ADD, L_ADD},
    {'-', OP_SUB, L_SUB},
    {'%', OP_MOD, L_MOD},
    {'*', OP_MUL, L_MUL},
    {OP2('/', '/'), OP_FLOORDIV, L_FLOORDIV},
    {'/', OP_DIV, L_DIV},
    {'^', OP_POW, L_POW},
};

static const binop *find_binop(const scr_token *t) {
  static const binop word_and = {0, OP_AND, L_AND}, word_or = {0, OP_OR, L_OR};
  if (scr_is_word(t, "and")) return &word_and;
  if (scr_is_word(t, "or")) return &word_or;
  if (t->type != T_OP) return NULL;
  for (size_t k = 0; k < SCR_COUNTOF(binops); k++)
    if (binops[k].op == t->op) return &binops[k];
  return NULL;
}

static bool climb(scr_gen *g, int level);

static bool deeper(scr_gen *g) {
  if (++g->depth <= SCR_EXPR_DEPTH) return true;
  return scr_fail_at(g, scr_peek(g), SCR_E_LIMIT,
                     "the expression is nested too deeply (more than %d levels)", SCR_EXPR_DEPTH);
}

bool scr_open_expression(scr_gen *g) {
  const size_t from = g->lex.at;
  if (!deeper(g)) return false;
  bool good = climb(g, L_OR);
  if (good) scr_width_settle(g, from);
  g->depth--;
  return good;
}

static bool splits_nothing(scr_gen *g) {
  scr_fail_at(g, &g->split_at, SCR_E_SYNTAX, "'::' has nothing to do here");
  return scr_hint(g->f->diag, "it splits an argument, f(::l), an operand, ::l + 1, or a value, "
                              "f(::l) = ::m");
}

bool scr_expression(scr_gen *g) {
  return scr_open_expression(g) && (g->split != SCR_SPLIT_BARE || splits_nothing(g));
}

enum { SPLIT_ARGS_MAX = 30 };

/* split NULL: none may be split. */
static bool argument(scr_gen *g, int k, uint32_t *split, bool kept) {
  const scr_token at = *scr_peek(g);
  const size_t from = g->p->n;
  if (!scr_open_expression(g)) return false;
  if (kept) scr_operator_holds(g, &at, from);
  if (g->split != SCR_SPLIT_BARE) return true;
  if (!split) return splits_nothing(g);
  if (k >= SPLIT_ARGS_MAX)
    return scr_fail_at(g, &g->split_at, SCR_E_LIMIT, "a split call takes at most %d arguments",
                       SPLIT_ARGS_MAX);
  *split |= 1u << k;
  return true;
}

static int arguments(scr_gen *g, uint32_t *split) {
  int n = 0, most = 0;
  size_t first = 0;
  const int callee = g->callee; /* arguments may be calls */
  const bool kept = g->keeps;
  g->callee = -1;
  g->keeps = false;
  g->given = 0;
  if (scr_accept(g, ')')) return 0;
  do {
    if (n == SCR_ARGS_MAX) {
      scr_fail_at(g, scr_peek(g), SCR_E_LIMIT, "more than %d arguments", SCR_ARGS_MAX);
      return -1;
    }
    if (!argument(g, n, split, kept)) return -1;
    scr_width_argument(g, callee, n);
    most = SCR_MAX(most, g->bits);
    if (n++ == 0) first = g->p->n;
  } while (scr_accept(g, ','));
  g->first_to = first;
  g->given = most;
  return scr_expect(g, ')', "',' or ')'") ? n : -1;
}

int scr_arguments(scr_gen *g) { return arguments(g, NULL); }
int scr_split_arguments(scr_gen *g, uint32_t *split) { return arguments(g, split); }

/* Refuses a wrong number of arguments of an intrinsic. */
bool scr_check_count(scr_gen *g, const scr_token *name, const scr_fish_fn *fn, int n) {
  if (n >= fn->min && (fn->max < 0 || n <= fn->max)) return true;
  if (fn->max < 0)
    scr_fail_at(g, name, SCR_E_SYNTAX, "'%s' takes at least %d argument%s, %d given", fn->name,
                fn->min, fn->min == 1 ? "" : "s", n);
  else if (fn->max == fn->min)
    scr_fail_at(g, name, SCR_E_SYNTAX, "'%s' takes %d argument%s, %d given", fn->name, fn->min,
                fn->min == 1 ? "" : "s", n);
  else
    scr_fail_at(g, name, SCR_E_SYNTAX, "'%s' takes %d to %d arguments, %d given", fn->name, fn->min,
                fn->max, n);
  if (fn->max == 0 && strcmp(fn->sig, ":l") == 0)
    scr_hint(g->f->diag, "subscripts may stand there: '%s(1)' is the first, '%s(1, 2)' a part",
             fn->name, fn->name);
  return scr_recover(g);
}

/* The host may know more about what a row takes. */
static bool check_literals(scr_gen *g, const scr_token *name, const scr_fish_fn *fn, int n) {
  const scr_val *known[SCR_ARGS_MAX];
  if (!g->f->host.literal) return true;
  scr_known_arguments(g, n, known);
  scr_loc old = g->f->diag->at;
  g->f->diag->at = (scr_loc){g->lex.src, name->line, name->col, name->len};
  bool fine = g->f->host.literal(g->f->host.user, fn, n, known);
  g->f->diag->at = old;
  if (!fine && g->left_out) {
    scr_diag_clear(g->f->diag);
    return true;
  }
  return fine || scr_recover(g);
}

bool scr_check_arguments(scr_gen *g, const scr_token *name, const scr_row *r, int n) {
  if (r->fn->max >= 0 && n > r->fn->max) return true; /* told already */
  return scr_try_row(g, name, r, n) && scr_try_indices(g, name, r, n) &&
         check_literals(g, name, r->fn, n);
}

/* What a row makes of its argument may be the same in all versions, if that is a quotient of
 * integers. */
static void set_tells(scr_gen *g, unsigned flags) {
  scr_instr *last = &g->p->ins[g->p->n - 1];
  const bool operates = last->op >= OP_ADD && last->op <= OP_GE_R;
  if (!operates || (last->op - OP_ADD) % (OP_ADD_K - OP_ADD) != OP_DIV - OP_ADD) return;
  last->a = flags & SCR_FN_CUTS ? SCR_TELLS_NONE : SCR_TELLS_BELOW_ZERO;
}

/* ball.list(k), ball.list(booleans), ball.list(1, 3): of a row that gives a list and takes nothing.
 */
static bool is_picked(const scr_row *r, int n) {
  return (n == 1 || n == 2) && r->fn->max == 0 && r->result == 'l';
}

/* n < 0: without parentheses. The arguments are on the stack. */
bool scr_emit_call(scr_gen *g, const scr_token *name, scr_named what, int n) {
  int given = SCR_MAX(n, 0);
  if (n < 0) g->given = 0;
  scr_width_call(g, name, what);
  if (!scr_operator_calls(g, name, what)) return false;
  if (what.is == M_LOCAL) {
    scr_note_read(g, name, what.index);
    if (n < 0)
      scr_emit(g, name, OP_LOCAL, 0, 0, what.index, 1);
    else
      scr_emit_index(g, name, what.index, n);
    return true;
  }
  if (what.is == M_GLOBAL) {
    const bool now = g->p->symbol < 0 && !g->scope;
    const int late = n < 0 && what.index != g->own ? scr_late_local(g, name->text) : -1;
    scr_tell_use(g, name, what.index,
                 n >= 0      ? SCR_USE_CALL
                 : late >= 0 ? SCR_USE_READ_LATE
                 : now       ? SCR_USE_READ_NOW
                             : SCR_USE_READ,
                 given);
    if (n >= 0)
      scr_emit(g, name, OP_CALL, n, 0, what.index, 1 - n);
    else
      scr_emit(g, name,
               late >= 0              ? OP_LATE_LOCAL
               : what.index == g->own ? OP_OWN
                                      : OP_GLOBAL,
               0, SCR_MAX(late, 0), what.index, 1);
    return true;
  }
  const scr_fish_fn *fn = g->f->row[what.index].fn;
  if (fn->flags & SCR_FN_COMMANDS) scr_unset_unknown(g);
  if (is_picked(&g->f->row[what.index], given)) {
    scr_emit(g, name, OP_CALL_ROW, 0, 0, what.index, 1);
    scr_emit(g, name, OP_PICK, given, 0, what.index, -given);
    return true;
  }
  if (!scr_check_count(g, name, fn, given)) return false;
  if (given >= fn->min && !scr_check_arguments(g, name, &g->f->row[what.index], given))
    return false;
  if (given == 1 && fn->flags & (SCR_FN_CUTS | SCR_FN_FLOORS)) set_tells(g, fn->flags);
  if (!scr_fold_call(g, name, &g->f->row[what.index], given))
    scr_emit_row(g, name, what, given);
  else if (what.component >= 0)
    scr_emit(g, name, OP_COMPONENT, what.component, 0, 0, 0);
  return true;
}

bool scr_emit_split(scr_gen *g, const scr_token *name, scr_named what, int n, uint32_t split) {
  if (n > SPLIT_ARGS_MAX)
    return scr_fail_at(g, name, SCR_E_LIMIT, "a split call takes at most %d arguments",
                       SPLIT_ARGS_MAX);
  if (!scr_operator_calls(g, name, what)) return false;
  if (what.is == M_ROW && n == 1 && is_picked(&g->f->row[what.index], n)) {
    scr_emit(g, name, OP_CALL_ROW, 0, 0, what.index, 1);
    scr_emit(g, name, OP_PICK, n, 1, what.index, -n);
    return true;
  }
  if (what.is == M_ROW && (!scr_check_count(g, name, g->f->row[what.index].fn, n) ||
                           !scr_try_indices(g, name, &g->f->row[what.index], n)))
    return false;
  if (what.is == M_GLOBAL) scr_tell_use(g, name, what.index, SCR_USE_CALL, n);
  if (what.is == M_LOCAL) scr_note_read(g, name, what.index);
  scr_need_room(g, n + 2);
  scr_emit(g, name,
           what.is == M_ROW     ? OP_SPLIT_ROW
           : what.is == M_LOCAL ? OP_SPLIT_INDEX
                                : OP_SPLIT_CALL,
           n, what.is == M_LOCAL ? scr_local_entry(g, what.index) : what.component + 1, what.index,
           1 - n);
  scr_emit(g, name, OP_STOP, 0, 0, (int)split, 0); /* operand */
  scr_width_call(g, name, what);
  return true;
}

bool scr_call_arguments(scr_gen *g, const scr_token *name, scr_named what, int *n,
                        uint32_t *split) {
  const size_t from = g->p->n;
  if (scr_accept(g, '(')) {
    g->callee = what.is == M_GLOBAL ? what.index : -1;
    g->keeps = scr_operator_keeps(g, what);
    if ((*n = scr_split_arguments(g, split)) < 0) return false;
  } else if (scr_accept(g, OP2(':', ':'))) {
    const scr_token at = *(scr_peek(g) - 1);
    if (!scr_operand(g)) return false;
    scr_try_split(g, &at);
    *n = 1, *split = 1;
    g->first_to = g->p->n;
    g->given = g->bits;
  }
  return *n < 1 || scr_operator_acts(g, name, what, *n, from);
}

/* name, name(arguments), and name::list for name(::list) */
static bool name_operand(scr_gen *g) {
  scr_member_dots(g);
  scr_token name = *scr_peek(g);
  scr_named what = scr_resolve(g, &name);
  if (what.is == M_ERROR) return false;
  g->lex.at++;
  int n = -1;
  uint32_t split = 0;
  if (!scr_call_arguments(g, &name, what, &n, &split)) return false;
  const bool good =
      split ? scr_emit_split(g, &name, what, n, split) : scr_emit_call(g, &name, what, n);
  g->split = split ? SCR_SPLIT_LIST : SCR_SPLIT_NONE;
  return good;
}

int scr_member_name(scr_gen *g, int *member) {
  scr_token name = *scr_peek(g);
  if (name.type != T_NAME) {
    scr_unexpected(g, "the name of a member");
    return -1;
  }
  if (!scr_operator_asks(g, &name)) return -1;
  g->lex.at++;
  *member = scr_member_index(g->f, name.text);
  if (g->f->host.mentions) g->f->host.mentions(g->f->host.user, name.text);
  const scr_loc at = {g->lex.src, name.line, name.col, name.len};
  if (g->f->host.today) g->f->host.today->member(g->f->host.user, name.text, &at);
  return scr_accept(g, '(') ? scr_arguments(g) : 0;
}

/* Of what a split gave the members are a list, too. */
static bool members(scr_gen *g) {
  const scr_split split = g->split;
  while (scr_accept(g, OP2('-', '>'))) {
    scr_token t = *scr_peek(g);
    int member = 0;
    int n = scr_member_name(g, &member);
    if (n < 0) return false;
    scr_need_room(g, n + 2);
    scr_emit(g, &t, OP_MEMBER, n, 0, member, -n);
    g->bits = SCR_BITS_UNKNOWN;
  }
  g->split = split;
  return true;
}

/* ( expression ), or the vector (x,y[,z]). */
static bool parenthesis(scr_gen *g) {
  scr_token open = *scr_peek(g);
  g->lex.at++;
  int n = 0;
  bool split = false;
  do {
    if (!scr_open_expression(g)) return false;
    split |= g->split != SCR_SPLIT_NONE;
    n++;
  } while (scr_accept(g, ','));
  if (!scr_expect(g, ')', "')'")) return false;
  if (n > 3)
    return scr_fail_at(g, &open, SCR_E_SYNTAX, "a vector has 2 or 3 components, not %d", n);
  if (n > 1 && split) {
    scr_fail_at(g, &open, SCR_E_SYNTAX, "the components of a vector are numbers, not lists");
    return scr_hint(g->f->diag, "a list of vectors is made by vector(::x, ::y)");
  }
  if (n > 1) g->bits = 0;
  if (n > 1 && !scr_fold_vector(g, &open, n)) scr_emit(g, &open, OP_VECTOR, n, 0, 0, 1 - n);
  return true;
}

static bool int_literal(scr_gen *g, const scr_token *t) {
  const scr_val v = scr_val_number_of_text(g->short_ints, t->i);
  const bool fits = v.type == SCR_V_INT;
  scr_emit_const(g, t, fits ? v : scr_val_real(fabs(v.f)));
  const uint64_t size = t->i < 0 ? 0 - (uint64_t)t->i : (uint64_t)t->i;
  g->bits = fits ? scr_fish_bits(size) : 0;
  if (!fits) scr_width_literal(g, t);
  return true;
}

/* ::list: whoever takes the value takes it element by element. */
static bool split_operand(scr_gen *g) {
  const scr_token at = *scr_peek(g);
  g->lex.at++;
  if (!scr_operand(g)) return false;
  if (g->split == SCR_SPLIT_BARE) return scr_fail_at(g, &at, SCR_E_SYNTAX, "'::' stands twice");
  scr_try_split(g, &at);
  g->split = SCR_SPLIT_BARE;
  g->split_at = at;
  g->bits = SCR_MAX(g->bits, SCR_BITS_UNKNOWN);
  return true;
}

static bool operand(scr_gen *g) {
  const scr_token *t = scr_peek(g);
  g->split = SCR_SPLIT_NONE;
  if (scr_is_op(t, OP2(':', ':'))) return split_operand(g);
  if (t->type == T_NAME) return name_operand(g) && members(g);
  if (scr_is_op(t, '(')) return parenthesis(g) && members(g);
  if (t->type != T_INT && t->type != T_REAL && t->type != T_STRING)
    return scr_unexpected(g, "a value");
  g->lex.at++;
  g->bits = 0;
  if (t->type == T_INT) return int_literal(g, t);
  if (t->type == T_REAL)
    scr_emit_const(g, t, scr_val_real(t->f));
  else
    scr_emit_const(g, t, scr_val_strn(t->text, t->n));
  return true;
}

bool scr_operand(scr_gen *g) {
  if (!deeper(g)) return false;
  bool good = operand(g);
  g->depth--;
  return good;
}

/* An operator whose operands in mask are lists: bit 0 is the left or only one, bit 1 the right one.
 */
static void emit_split_operator(scr_gen *g, const scr_token *t, scr_op op, uint32_t mask) {
  const int n = op == OP_NEG || op == OP_NOT ? 1 : 2;
  scr_need_room(g, n);
  scr_emit(g, t, OP_SPLIT_OPERATOR, n, (int)mask, op, 1 - n);
  g->split = SCR_SPLIT_LIST;
}

static uint32_t mask_of(scr_split left, scr_split right) {
  return (left != SCR_SPLIT_NONE) | (uint32_t)(right != SCR_SPLIT_NONE) << 1;
}

bool scr_split_binary(scr_gen *g, const scr_token *t, scr_op op, scr_split left) {
  const uint32_t mask = mask_of(left, g->split);
  if (mask) emit_split_operator(g, t, op, mask);
  return mask != 0;
}

/* Negates the operand that starts at instruction `from`; a number is negated at once. */
static void negate(scr_gen *g, const scr_token *t, int from) {
  scr_prog *p = g->p;
  scr_instr *last = &p->ins[p->n - 1];
  const bool alone = g->split == SCR_SPLIT_NONE && last->op == OP_CONST && from == (int)p->n - 1;
  scr_val *k = alone ? &p->k[last->c] : NULL;
  scr_width_negated(g, k);
  if (k && k->type == SCR_V_REAL)
    k->f = -k->f;
  else if (k && k->type == SCR_V_INT && k->i != 0)
    k->i = scr_int_wrap(g->short_ints, 0 - (uint64_t)k->i);
  else if (g->split != SCR_SPLIT_NONE)
    emit_split_operator(g, t, OP_NEG, 1);
  else
    scr_emit(g, t, OP_NEG, 0, 0, 0, 0);
}

/* Signs and ~ bind weaker than ^ but stronger than all else: -2^2 is -4. `not` takes a whole
 * comparison. */
static bool prefixed(scr_gen *g) {
  scr_token t = *scr_peek(g);
  bool word = scr_is_word(&t, "not") && !(g->legacy && scr_is_op(scr_peek2(g), '('));
  bool sign = scr_is_op(&t, '-') || scr_is_op(&t, '+');
  if (!word && !sign && !scr_is_op(&t, '~') && !scr_is_op(&t, '!')) return operand(g);
  if (!deeper(g)) return false;
  g->lex.at++;
  int from = (int)g->p->n;
  if (!climb(g, word ? L_COMPARE : L_POW)) return false;
  g->depth--;
  if (scr_is_op(&t, '-'))
    negate(g, &t, from);
  else if (!sign && g->split != SCR_SPLIT_NONE)
    emit_split_operator(g, &t, OP_NOT, 1);
  else if (!sign)
    scr_emit(g, &t, OP_NOT, 0, 0, 0, 0);
  if (!sign) g->bits = 1;
  return true;
}

/* Lists decide element by element: nothing is skipped, and a jump that was emitted for it goes. */
static void logical_split(scr_gen *g, const scr_token *t, scr_op op, scr_split left, int jump) {
  if (jump >= 0) {
    g->p->ins[jump].op = OP_STOP;
    g->height++;
    g->p->maxstack++;
  }
  scr_split_binary(g, t, op, left);
}

/* The right side of & and | is skipped once the left one decides. */
static bool logical(scr_gen *g, const scr_token *t, const binop *b) {
  const scr_split left = g->split;
  const int jump = left == SCR_SPLIT_NONE ? scr_emit(g, t, b->code, 0, 0, -1, 0) : -1;
  if (!climb(g, b->level + 1)) return false;
  if (left != SCR_SPLIT_NONE || g->split != SCR_SPLIT_NONE) {
    logical_split(g, t, b->code, left, jump);
    return true;
  }
  scr_emit(g, t, OP_TRUTH, 0, 0, 0, 0);
  scr_patch(g, jump);
  return true;
}

/* The exponent may have a sign of its own: 2^-1. */
static bool exponent(scr_gen *g) {
  scr_token t = *scr_peek(g);
  if (!scr_is_op(&t, '-') && !scr_is_op(&t, '+')) return operand(g);
  if (!deeper(g)) return false;
  g->lex.at++;
  int from = (int)g->p->n;
  if (!exponent(g)) return false;
  g->depth--;
  if (scr_is_op(&t, '-')) negate(g, &t, from);
  return true;
}

/* Reads an operand and all operators of at least this level after it; equal levels group to the
 * left. */
static bool climb(scr_gen *g, int level) {
  const size_t first = g->lex.at;
  const bool factor = g->factor;
  g->factor = false;
  if (!prefixed(g)) return false;
  for (;;) {
    scr_token t = *scr_peek(g);
    const binop *b = find_binop(&t);
    if (!b || b->level < level) return true;
    const size_t sign = g->lex.at++;
    int right = (int)g->p->n;
    if (b->code == OP_AND || b->code == OP_OR) {
      if (!logical(g, &t, b)) return false;
      g->bits = 1;
      continue;
    }
    const int bits = g->bits;
    const scr_split split = g->split;
    g->factor = g->short_ints && b->code == OP_MUL;
    if (!(b->level == L_POW ? exponent(g) : climb(g, b->level + 1))) return false;
    scr_width_operator(g, first, sign, b->code, bits, split);
    g->factor = factor && b->code == OP_DIV;
    const bool emitted =
        scr_split_binary(g, &t, b->code, split) || scr_binary(g, &t, b->code, right);
    g->factor = false;
    if (!emitted) return false;
  }
}
