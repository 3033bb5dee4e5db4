/* Assignments of FISH: to variables, to elements, to what intrinsics offer, in place. */
#include "script/gen.h"

#include <string.h>

bool scr_is_assign(const scr_token *t) {
  if (t->type != T_OP) return false;
  return t->op == '=' || t->op == OP2('+', '=') || t->op == OP2('-', '=') ||
         t->op == OP2('*', '=') || t->op == OP2('/', '=') || t->op == OP2('^', '=');
}

/* Operator of a compound assignment; OP_STOP for a plain one. */
static scr_op compound(const scr_token *t) {
  switch (t->op & 0xff) {
  case '+': return OP_ADD;
  case '-': return OP_SUB;
  case '*': return OP_MUL;
  case '/': return OP_DIV;
  case '^': return OP_POW;
  default: return OP_STOP;
  }
}

/* Index of the token after the parentheses that open at k, if any do; of T_EOL if they do not
 * close. */
static size_t behind_parentheses(const scr_token *t, size_t k) {
  if (!scr_is_op(&t[k], '(')) return k;
  int depth = 0;
  for (; t[k].type != T_EOL; k++) {
    depth += scr_is_op(&t[k], '(') - scr_is_op(&t[k], ')');
    if (depth == 0) return k + 1;
  }
  return k;
}

/* After `->name(..)->name..`; *n: how many. */
static size_t behind_members(const scr_token *t, size_t k, int *n) {
  for (*n = 0; scr_is_op(&t[k], OP2('-', '>')) && t[k + 1].type == T_NAME; ++*n)
    k = behind_parentheses(t, k + 2);
  return k;
}

bool scr_assignment_follows(const scr_gen *g) {
  const scr_token *t = g->lex.tok;
  size_t k = behind_parentheses(t, g->lex.at + 1);
  int ignored;
  if (scr_is_op(&t[k], OP2(':', ':'))) {
    k += t[k + 1].type == T_NAME ? 2 : 1;
    k = behind_parentheses(t, k);
  }
  return scr_is_assign(&t[behind_members(t, k, &ignored)]);
}

/* Is it an assignment to a member of what starts at the current token? How many members deep? */
static int members_follow(const scr_gen *g) {
  int n;
  behind_members(g->lex.tok, behind_parentheses(g->lex.tok, g->lex.at + 1), &n);
  return n;
}

void scr_tell_value(scr_gen *g, const scr_token *name) {
  const scr_fish_today *today = g->f->host.today;
  if (today) today->stored(g->f->host.user, name->text, g->bits);
}

bool scr_store(scr_gen *g, const scr_token *name, scr_named what) {
  scr_tell_value(g, name);
  if (!scr_operator_sets(g, name, what)) return false;
  if (what.is == M_LOCAL) {
    scr_unset_stored(g, what.index);
    scr_emit(g, name, OP_SET_LOCAL, 0, 0, what.index, -1);
  } else if (what.is == M_GLOBAL) {
    bool type = g->f->sym[what.index]->layout.type == SCR_V_LIST;
    for (size_t k = 0; k < g->ndeclared; k++) type |= g->declared[k].symbol == what.index;
    if (type)
      return scr_fail_at(g, name, SCR_E_NAME,
                         "'%s' is the name of a structure and cannot be a variable", name->text);
    scr_mark_assigned(g, what.index);
    scr_emit(g, name, OP_SET_GLOBAL, 0, 0, what.index, -1);
  } else if (what.is == M_ROW) {
    return scr_fail_at(g, name, SCR_E_NAME, "'%s' is a FISH intrinsic and cannot be a variable",
                       name->text);
  }
  return what.is != M_ERROR;
}

/* Reads `op expression`; for a compound operator the old value, which may have `bits`, is on the
 * stack. */
static bool right_side(scr_gen *g, int bits) {
  scr_token t = *scr_peek(g);
  const size_t sign = g->lex.at++;
  int right = (int)g->p->n;
  if (compound(&t) == OP_STOP) return scr_expression(g);
  if (!scr_open_expression(g)) return false;
  scr_width_update(g, sign, compound(&t), bits, g->split != SCR_SPLIT_NONE);
  return scr_split_binary(g, &t, compound(&t), SCR_SPLIT_NONE) ||
         scr_binary(g, &t, compound(&t), right);
}

static bool to_variable(scr_gen *g, const scr_token *name, scr_named what, bool keep) {
  scr_width_name(g, name, what);
  if (compound(scr_peek(g)) != OP_STOP) {
    if (what.is == M_LOCAL) {
      scr_unset_read(g, name, what.index);
      scr_emit(g, name, OP_LOCAL, 0, 0, what.index, 1);
    } else {
      scr_emit(g, name, OP_OWN, 0, 0, what.index, 1);
    }
  }
  size_t from = g->p->n;
  if (!right_side(g, g->bits)) return false;
  scr_tell_stored(g, name, what, from);
  if (keep) scr_emit(g, name, OP_DUP, 1, 0, 0, 1);
  return scr_store(g, name, what);
}

/* a(i) = value; the subscripts are on the stack. */
static bool to_element(scr_gen *g, const scr_token *name, scr_named what, int n) {
  if (n < 1)
    return scr_fail_at(g, name, SCR_E_SYNTAX, "an element of '%s' needs a subscript", name->text);
  if (!scr_operator_sets(g, name, what)) return false;
  bool local = what.is == M_LOCAL;
  if (!local) scr_tell_use(g, name, what.index, SCR_USE_READ, 0);
  if (local) scr_note_read(g, name, what.index);
  int entry = local ? scr_local_entry(g, what.index) : 0;
  if (compound(scr_peek(g)) != OP_STOP) {
    scr_emit(g, name, OP_DUP, n, 0, 0, n);
    scr_emit(g, name, local ? OP_INDEX : OP_CALL, n, entry, what.index, 1 - n);
  }
  scr_try_subscripts(g, name, n, false);
  int32_t both = what.index;
  const bool may = local && compound(scr_peek(g)) == OP_STOP;
  const scr_op op = may     ? scr_take_subscript(g, what.index, n, &both)
                    : local ? OP_SET_INDEX_LOCAL
                            : OP_SET_INDEX_GLOBAL;
  scr_width_name(g, name, what);
  const size_t from = g->p->n;
  if (!right_side(g, g->bits)) return false;
  scr_width_element(g);
  scr_tell_value(g, name);
  scr_need_room(g, 1);
  scr_operator_holds(g, name, from);
  scr_operator_fills(g, name, what);
  const bool stacked = op == OP_SET_INDEX_LOCAL || op == OP_SET_INDEX_GLOBAL;
  scr_emit(g, name, op, n, entry, both, stacked ? -n - 1 : -1);
  return true;
}

static bool read_only(scr_gen *g, const scr_token *name, const scr_fish_fn *fn) {
  scr_fail_at(g, name, SCR_E_NAME, "'%s' cannot be assigned: it is read only", name->text);
  const char *instead = strstr(fn->doc, "; set by ");
  return instead ? scr_hint(g->f->diag, "it is %s", instead + 2) : false;
}

/* ball.vel(b) = value, and ball.vel.x(b) = value where only ball.vel is bound: the value is
 * computed, then the row is read, and written with its new component. */
static bool to_row(scr_gen *g, const scr_token *name, scr_named what, int n, size_t first) {
  const scr_fish_fn *fn = g->f->row[what.index].fn;
  if (!fn->assign) return read_only(g, name, fn);
  if (!scr_operator_sets(g, name, what) || !scr_operator_changes(g, name, what, first, g->first_to))
    return false;
  if (!scr_check_count(g, name, fn, n) || !scr_check_arguments(g, name, &g->f->row[what.index], n))
    return false;
  bool part = what.component >= 0, update = compound(scr_peek(g)) != OP_STOP;
  if (update) {
    scr_emit(g, name, OP_DUP, n, 0, 0, n);
    scr_emit_row(g, name, what, n);
  }
  const size_t from = g->p->n;
  scr_width_name(g, name, what);
  if (!right_side(g, g->bits)) return false;
  scr_try_value(g, name, &g->f->row[what.index], n, part || update ? SIZE_MAX - 1 : from);
  scr_need_room(g, n + 1);
  scr_emit(g, name, part ? OP_ASSIGN_PART : OP_ASSIGN_ROW, n, SCR_MAX(what.component, 0),
           what.index, -n - 1);
  return true;
}

/* Reads `op value`, where the n arguments on the stack are split. A value that a split gave is
 * split with them; with a compound operator it always is, as the old values are. */
static bool split_side(scr_gen *g, const scr_token *name, scr_named what, int n, uint32_t *split) {
  const scr_token t = *scr_peek(g);
  const bool update = compound(&t) != OP_STOP;
  const size_t sign = g->lex.at;
  scr_need_room(g, 2 * n + 2);
  if (update) scr_emit(g, name, OP_DUP, n, 0, 0, n);
  if (update && !scr_emit_split(g, name, what, n, *split)) return false;
  g->lex.at++;
  const int bits = g->bits;
  if (!scr_open_expression(g)) return false;
  if (update) scr_width_update(g, sign, compound(&t), bits, true);
  if (update || g->split != SCR_SPLIT_NONE) *split |= 1u << n;
  if (update) scr_split_binary(g, &t, compound(&t), SCR_SPLIT_LIST);
  return true;
}

/* ball.vel(::list) = value: for each element. */
static bool to_split_row(scr_gen *g, const scr_token *name, scr_named what, int n, uint32_t split,
                         size_t first) {
  const scr_fish_fn *fn = g->f->row[what.index].fn;
  if (!fn->assign) return read_only(g, name, fn);
  if (!scr_operator_sets(g, name, what) || !scr_operator_changes(g, name, what, first, g->first_to))
    return false;
  if (!scr_check_count(g, name, fn, n) || !split_side(g, name, what, n, &split)) return false;
  scr_try_value(g, name, &g->f->row[what.index], n, SIZE_MAX - 1); /* a list gives one for each */
  scr_need_room(g, 2 * n + 2);
  scr_emit(g, name, OP_SPLIT_ASSIGN, n, what.component + 1, what.index, -n - 1);
  scr_emit(g, name, OP_STOP, 0, 0, (int)split, 0); /* operand */
  return true;
}

/* a(::list) = value */
static bool to_split_element(scr_gen *g, const scr_token *name, scr_named what, int n,
                             uint32_t split) {
  const bool local = what.is == M_LOCAL;
  if (!scr_operator_sets(g, name, what)) return false;
  if (local) scr_note_read(g, name, what.index);
  if (!local) scr_tell_use(g, name, what.index, SCR_USE_READ, 0);
  const size_t from = g->p->n;
  if (!split_side(g, name, what, n, &split)) return false;
  scr_operator_holds(g, name, from);
  scr_operator_fills(g, name, what);
  scr_need_room(g, n + 2);
  scr_emit(g, name, local ? OP_SPLIT_SET_LOCAL : OP_SPLIT_SET_GLOBAL, n,
           local ? scr_local_entry(g, what.index) : 0, what.index, -n - 1);
  scr_emit(g, name, OP_STOP, 0, 0, (int)split, 0); /* operand */
  return true;
}

static bool to_split(scr_gen *g, const scr_token *name, scr_named what, int n, uint32_t split,
                     size_t first) {
  return what.is == M_ROW ? to_split_row(g, name, what, n, split, first)
                          : to_split_element(g, name, what, n, split);
}

/* comp.x(v) = value: changes the variable v. */
static bool in_place(scr_gen *g, const scr_token *name, int row) {
  const scr_fish_fn *fn = g->f->row[row].fn;
  scr_token var = *scr_peek(g);
  bool simple =
      var.type == T_NAME && (scr_is_op(scr_peek2(g), ',') || scr_is_op(scr_peek2(g), ')'));
  scr_named what = {M_ERROR, -1, -1};
  if (simple) {
    what = scr_resolve(g, &var);
    if (what.is == M_ERROR) return false;
  }
  if (what.is != M_LOCAL && what.is != M_GLOBAL) {
    scr_fail_at(g, &var, SCR_E_SYNTAX,
                "assignment to '%s' changes a variable, but its first argument is none", fn->name);
    return scr_hint(g->f->diag, "assign the value to a variable first, then back");
  }
  if (!scr_operator_sets(g, &var, what)) return false;
  g->lex.at++;
  int rest = 0;
  if (!scr_accept(g, ')')) {
    if (!scr_expect(g, ',', "','") || (rest = scr_arguments(g)) < 0) return false;
  }
  if (!scr_check_count(g, name, fn, rest + 1)) return false;
  if (compound(scr_peek(g)) != OP_STOP) {
    if (rest)
      return scr_fail_at(g, scr_peek(g), SCR_E_UNSUPPORTED, "write '%s(..) = %s(..) + ..' out here",
                         fn->name, fn->name);
    scr_emit(g, &var, what.is == M_LOCAL ? OP_LOCAL : OP_OWN, 0, 0, what.index, 1);
    scr_emit(g, name, OP_CALL_ROW, 1, 0, row, 0);
  }
  if (!right_side(g, 0)) return false;
  scr_operator_fills(g, name, what);
  if (what.is == M_LOCAL) scr_note_read(g, &var, what.index);
  if (what.is == M_GLOBAL) {
    scr_mark_assigned(g, what.index);
    scr_tell_use(g, &var, what.index, SCR_USE_READ, 0);
  }
  scr_emit(g, name, what.is == M_LOCAL ? OP_EDIT_LOCAL : OP_EDIT_GLOBAL, rest, row, what.index,
           -rest - 1);
  return true;
}

/* Reads the last `->name[(arguments)] op expression` of a chain; what has that member is on the
 * stack, and stays. */
static bool put_member(scr_gen *g) {
  int member = 0;
  if (!scr_expect(g, OP2('-', '>'), "'->'")) return false;
  scr_token at = *scr_peek(g);
  int n = scr_member_name(g, &member);
  if (n < 0) return false;
  if (compound(scr_peek(g)) != OP_STOP) {
    scr_emit(g, &at, OP_DUP, n + 1, 0, 0, n + 1);
    scr_need_room(g, n + 2);
    scr_emit(g, &at, OP_MEMBER, n, 0, member, -n);
  }
  const size_t from = g->p->n;
  if (!right_side(g, SCR_BITS_UNKNOWN)) return false;
  scr_operator_holds(g, &at, from);
  scr_need_room(g, n + 3);
  scr_emit(g, &at, OP_PUT_MEMBER, n, 0, member, -n - 1);
  return true;
}

/* What a member of is set: n arguments are on the stack, -1 without parentheses. */
static bool of_member(scr_gen *g, const scr_token *name, scr_named what, int n) {
  const size_t from = g->p->n - (size_t)(n > 0);
  scr_operator_fills(g, name, what);
  return scr_emit_call(g, name, what, n) &&
         scr_operator_changes(g, name, (scr_named){M_ERROR, -1, -1}, from, g->p->n);
}

/* base->a = value: where the base is a vector it is written back; n: arguments, -1 without
 * parentheses. */
static bool to_member(scr_gen *g, const scr_token *name, scr_named what, int n) {
  bool row = what.is == M_ROW;
  bool place = !row || (g->f->row[what.index].fn->assign && what.component < 0);
  if (row) n = SCR_MAX(n, 0);
  int extra = place ? SCR_MAX(n, 0) : 0;
  if (!row && !scr_operator_sets(g, name, what)) return false;
  if (extra) scr_emit(g, name, OP_DUP, n, 0, 0, n);
  if (!of_member(g, name, what, n) || !put_member(g)) return false;
  int keep = scr_emit(g, name, OP_KEEP, extra, 0, -1, 0);
  if (!place) {
    scr_emit(g, name, OP_POP, 0, 0, 0, -1);
    return true;
  }
  if (row)
    scr_emit(g, name, OP_ASSIGN_ROW, n, 0, what.index, -n - 1);
  else if (n < 0 && !scr_store(g, name, what))
    return false;
  else if (n >= 0)
    scr_emit(g, name, what.is == M_LOCAL ? OP_SET_INDEX_LOCAL : OP_SET_INDEX_GLOBAL, n,
             what.is == M_LOCAL ? scr_local_entry(g, what.index) : 0, what.index, -n - 1);
  scr_patch(g, keep);
  return true;
}

/* base->..->a->b = value: only a may be a vector, which is then put back as a member. */
static bool to_deep_member(scr_gen *g, const scr_token *name, scr_named what, int n, int depth) {
  int member = 0;
  if (what.is != M_ROW && !scr_operator_sets(g, name, what)) return false;
  if (!of_member(g, name, what, n)) return false;
  for (;; depth--) {
    scr_accept(g, OP2('-', '>'));
    scr_token at = *scr_peek(g);
    int m = scr_member_name(g, &member);
    if (m < 0) return false;
    if (depth == 2) scr_emit(g, &at, OP_DUP, m + 1, 0, 0, m + 1);
    scr_need_room(g, m + 2);
    scr_emit(g, &at, OP_MEMBER, m, 0, member, -m);
    if (depth > 2) continue;
    if (!put_member(g)) return false;
    scr_need_room(g, m + 3);
    scr_emit(g, &at, OP_BACK_MEMBER, m, 0, member, -m - 2);
    return true;
  }
}

static bool to_chain(scr_gen *g, const scr_token *name, scr_named what, int depth) {
  bool parens = scr_accept(g, '(');
  int n = parens ? scr_arguments(g) : -1;
  if (parens && n < 0) return false;
  return depth == 1 ? to_member(g, name, what, n) : to_deep_member(g, name, what, n, depth);
}

static bool to_place(scr_gen *g, const scr_token *name, scr_named what) {
  uint32_t split = 0;
  const size_t first = g->p->n;
  if (scr_accept(g, OP2(':', ':'))) {
    const scr_token at = *(scr_peek(g) - 1);
    if (!scr_operand(g)) return false;
    scr_try_split(g, &at);
    g->first_to = g->p->n;
    return to_split(g, name, what, 1, 1, first);
  }
  bool parens = scr_accept(g, '(');
  if (what.is == M_ROW && what.component < 0 &&
      (g->f->row[what.index].fn->flags & SCR_FN_INPLACE)) {
    if (!parens) return scr_unexpected(g, "'('");
    return in_place(g, name, what.index);
  }
  int n = parens ? scr_split_arguments(g, &split) : 0;
  if (n < 0) return false;
  if (split) return to_split(g, name, what, n, split, first);
  return what.is == M_ROW ? to_row(g, name, what, n, first) : to_element(g, name, what, n);
}

/* clump.pos(c) = v, in a function that may not get there: reading the name fails. */
static bool to_refused(scr_gen *g, const scr_token *name, scr_named what) {
  g->lex.at++;
  scr_emit(g, name, OP_GLOBAL, 0, 0, what.index, 1);
  int n = scr_accept(g, '(') ? scr_arguments(g) : 0;
  if (n < 0) return false;
  if (!scr_is_assign(scr_peek(g))) return scr_unexpected(g, "'='");
  g->lex.at++;
  if (!scr_expression(g)) return false;
  for (n += 2; n > 0; n--) scr_emit(g, name, OP_POP, 0, 0, 0, -1);
  return true;
}

static bool assignment(scr_gen *g, bool keep) {
  scr_token name = *scr_peek(g);
  scr_named what = scr_resolve(g, &name);
  if (what.is == M_ERROR) return false;
  if (what.is == M_GLOBAL && scr_is_refused(g, &name)) {
    if (!to_refused(g, &name, what)) return false;
    if (keep) scr_emit_const(g, &name, scr_val_int(0));
    return true;
  }
  int depth = members_follow(g);
  g->lex.at++;
  if (depth) {
    if (!to_chain(g, &name, what, depth)) return false;
    if (keep) scr_emit_const(g, &name, scr_val_int(0));
    return true;
  }
  if (what.is == M_ROW && scr_is_assign(scr_peek(g)) && !g->f->row[what.index].fn->assign)
    return scr_store(g, &name, what);
  if (what.is != M_ROW && scr_is_assign(scr_peek(g))) return to_variable(g, &name, what, keep);
  if (!to_place(g, &name, what)) return false;
  if (keep) scr_emit_const(g, &name, scr_val_int(0));
  return true;
}

bool scr_assignment(scr_gen *g, bool keep) {
  const size_t outer = g->place;
  g->place = g->lex.at;
  const bool good = assignment(g, keep);
  g->place = outer;
  return good;
}
