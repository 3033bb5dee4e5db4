/* Assignments of FISH: to variables, to elements, to what intrinsics offer, in place. */
#include "script/gen.h"

bool scr_is_assign(const scr_token *t) {
  if (t->type != T_OP) return false;
  return t->op == '=' || t->op == OP2('+', '=') || t->op == OP2('-', '=') || t->op == OP2('*', '=') ||
         t->op == OP2('/', '=') || t->op == OP2('^', '=');
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

bool scr_assignment_follows(const scr_gen *g) {
  size_t k = g->lex.at + 1;
  const scr_token *t = g->lex.tok;
  if (scr_is_op(&t[k], '(')) {
    int depth = 0;
    for (; t[k].type != T_EOL; k++) {
      depth += scr_is_op(&t[k], '(') - scr_is_op(&t[k], ')');
      if (depth == 0) break;
    }
    if (t[k].type == T_EOL) return false;
    k++;
  }
  return scr_is_assign(&t[k]);
}

bool scr_store(scr_gen *g, const scr_token *name, scr_named what) {
  if (what.is == M_LOCAL) {
    scr_emit(g, name, OP_SET_LOCAL, 0, 0, what.index, -1);
  } else if (what.is == M_GLOBAL) {
    scr_mark_assigned(g, what.index);
    scr_emit(g, name, OP_SET_GLOBAL, 0, 0, what.index, -1);
  } else if (what.is == M_ROW) {
    return scr_fail_at(g, name, SCR_E_NAME, "'%s' is a FISH intrinsic and cannot be a variable", name->text);
  }
  return what.is != M_ERROR;
}

/* Reads `op expression`; for a compound operator the old value is on the stack. */
static bool right_side(scr_gen *g) {
  scr_token t = *scr_peek(g);
  g->lex.at++;
  int right = (int)g->p->n;
  if (!scr_expression(g)) return false;
  if (compound(&t) != OP_STOP) scr_binary(g, &t, compound(&t), right);
  return true;
}

static bool to_variable(scr_gen *g, const scr_token *name, scr_named what, bool keep) {
  if (compound(scr_peek(g)) != OP_STOP) {
    if (what.is == M_LOCAL)
      scr_emit(g, name, OP_LOCAL, 0, 0, what.index, 1);
    else
      scr_emit(g, name, OP_OWN, 0, 0, what.index, 1);
  }
  if (!right_side(g)) return false;
  if (keep) scr_emit(g, name, OP_DUP, 1, 0, 0, 1);
  return scr_store(g, name, what);
}

/* a(i) = value; the subscripts are on the stack. */
static bool to_element(scr_gen *g, const scr_token *name, scr_named what, int n) {
  if (n < 1) return scr_fail_at(g, name, SCR_E_SYNTAX, "an element of '%s' needs a subscript", name->text);
  bool local = what.is == M_LOCAL;
  int entry = local ? scr_local_entry(g, what.index) : 0;
  if (compound(scr_peek(g)) != OP_STOP) {
    scr_emit(g, name, OP_DUP, n, 0, 0, n);
    scr_emit(g, name, local ? OP_INDEX : OP_CALL, n, entry, what.index, 1 - n);
  }
  if (!right_side(g)) return false;
  scr_emit(g, name, local ? OP_SET_INDEX_LOCAL : OP_SET_INDEX_GLOBAL, n, entry, what.index, -n - 1);
  return true;
}

/* ball.vel(b) = value, and ball.vel.x(b) = value where only ball.vel is bound: read, change the component,
 * write back. */
static bool to_row(scr_gen *g, const scr_token *name, scr_named what, int n) {
  const scr_fish_fn *fn = g->f->row[what.index].fn;
  if (!fn->assign)
    return scr_fail_at(g, name, SCR_E_NAME, "'%s' cannot be assigned: it is read only", name->text);
  if (!scr_check_count(g, name, fn, n)) return false;
  bool part = what.component >= 0, update = compound(scr_peek(g)) != OP_STOP;
  if (part || update) {
    scr_emit(g, name, OP_DUP, n, 0, 0, n);
    scr_emit(g, name, OP_CALL_ROW, n, 0, what.index, 1 - n);
  }
  if (part && update) {
    scr_emit(g, name, OP_DUP, 1, 0, 0, 1);
    scr_emit(g, name, OP_COMPONENT, what.component, 0, 0, 0);
  }
  if (!right_side(g)) return false;
  if (part) scr_emit(g, name, OP_PUT_COMPONENT, what.component, 0, 0, -1);
  scr_emit(g, name, OP_ASSIGN_ROW, n, 0, what.index, -n - 1);
  return true;
}

/* comp.x(v) = value: changes the variable v. */
static bool in_place(scr_gen *g, const scr_token *name, int row) {
  const scr_fish_fn *fn = g->f->row[row].fn;
  scr_token var = *scr_peek(g);
  bool simple = var.type == T_NAME && (scr_is_op(scr_peek2(g), ',') || scr_is_op(scr_peek2(g), ')'));
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
  g->lex.at++;
  int rest = 0;
  if (!scr_accept(g, ')')) {
    if (!scr_expect(g, ',', "','") || (rest = scr_arguments(g)) < 0) return false;
  }
  if (!scr_check_count(g, name, fn, rest + 1)) return false;
  if (compound(scr_peek(g)) != OP_STOP) {
    if (rest)
      return scr_fail_at(g, scr_peek(g), SCR_E_UNSUPPORTED, "write '%s(..) = %s(..) + ..' out here", fn->name,
                         fn->name);
    scr_emit(g, &var, what.is == M_LOCAL ? OP_LOCAL : OP_OWN, 0, 0, what.index, 1);
    scr_emit(g, name, OP_CALL_ROW, 1, 0, row, 0);
  }
  if (!right_side(g)) return false;
  if (what.is == M_GLOBAL) scr_mark_assigned(g, what.index);
  scr_emit(g, name, what.is == M_LOCAL ? OP_EDIT_LOCAL : OP_EDIT_GLOBAL, rest, row, what.index, -rest - 1);
  return true;
}

static bool to_place(scr_gen *g, const scr_token *name, scr_named what) {
  bool parens = scr_accept(g, '(');
  if (what.is == M_ROW && what.component < 0 && (g->f->row[what.index].fn->flags & SCR_FN_INPLACE)) {
    if (!parens) return scr_unexpected(g, "'('");
    return in_place(g, name, what.index);
  }
  int n = parens ? scr_arguments(g) : 0;
  if (n < 0) return false;
  return what.is == M_ROW ? to_row(g, name, what, n) : to_element(g, name, what, n);
}

bool scr_assignment(scr_gen *g, bool keep) {
  scr_token name = *scr_peek(g);
  scr_named what = scr_resolve(g, &name);
  if (what.is == M_ERROR) return false;
  g->lex.at++;
  if (what.is == M_ROW && scr_is_assign(scr_peek(g)) && !g->f->row[what.index].fn->assign)
    return scr_store(g, &name, what);
  if (what.is != M_ROW && scr_is_assign(scr_peek(g))) return to_variable(g, &name, what, keep);
  if (!to_place(g, &name, what)) return false;
  if (keep) scr_emit_const(g, &name, scr_val_int(0));
  return true;
}
