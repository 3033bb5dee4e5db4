/* Emission of byte code, and what names mean: see gen.h. */
#include "script/gen.h"

#include <stdio.h>
#include <string.h>

bool scr_is_word(const scr_token *t, const char *word) {
  return t->type == T_NAME && scr_casecmp(t->text, word) == 0;
}

bool scr_accept(scr_gen *g, int op) {
  if (!scr_is_op(scr_peek(g), op)) return false;
  g->lex.at++;
  return true;
}

bool scr_expect(scr_gen *g, int op, const char *what) {
  return scr_accept(g, op) || scr_unexpected(g, what);
}

bool scr_fail_at(scr_gen *g, const scr_token *t, scr_code code, const char *fmt, ...) {
  scr_loc loc = {g->lex.src, t->line, t->col, t->len};
  scr_buf b = {0};
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(&b, fmt, ap);
  va_end(ap);
  scr_fail(g->f->diag, &loc, code, "%s", b.s);
  scr_buf_free(&b);
  return false;
}

/* Fails at the current token, which is not what the grammar asks for. */
bool scr_unexpected(scr_gen *g, const char *expected) {
  const scr_token *t = scr_peek(g);
  if (t->type == T_EOL)
    return scr_fail_at(g, t, SCR_E_SYNTAX, "the line ends where %s is expected", expected);
  if (scr_is_op(t, OP2('-', '>')))
    return scr_fail_at(g, t, SCR_E_SYNTAX,
                       "'->' asks a value for its member and cannot stand here");
  if (scr_is_op(t, OP2(':', ':')))
    return scr_fail_at(g, t, SCR_E_SYNTAX,
                       "'::' stands before a list that is split: ball.vel(::ball.list), ::l + 1");
  if (scr_is_op(t, '(') && g->lex.at > 0 && scr_is_op(t - 1, ')')) {
    scr_fail_at(g, t, SCR_E_SYNTAX, "an element of an element is not taken at once");
    return scr_hint(g->f->diag, "'local e = l(1)' gives the first a name, then 'e(2)'");
  }
  if (t->type == T_STRING)
    return scr_fail_at(g, t, SCR_E_SYNTAX, "a string stands where %s is expected", expected);
  const char *text =
      g->lex.src && t->line <= g->lex.src->nline ? g->lex.src->line[t->line - 1] : NULL;
  if (text && (size_t)(t->col - 1 + t->len) <= strlen(text))
    return scr_fail_at(g, t, SCR_E_SYNTAX, "'%.*s' stands where %s is expected",
                       SCR_MIN(t->len, 60), text + t->col - 1, expected);
  return scr_fail_at(g, t, SCR_E_SYNTAX, "expected %s", expected);
}

int scr_emit(scr_gen *g, const scr_token *t, scr_op op, int a, int b, int c, int change) {
  static const int8_t effect[] = {
#define OP(id, e) e,
#include "script/opcodes.def"
#undef OP
  };
  scr_prog *p = g->p;
  assert(effect[op] == 99 || change == effect[op] || change == 0);
  scr_try_operation(g, t, op, a);
  SCR_GROW(p->ins, p->cap, p->n + 1);
  SCR_GROW(p->pos, p->cap_pos, p->n + 1);
  p->ins[p->n] = (scr_instr){(uint8_t)op, (uint8_t)a, (uint16_t)b, c};
  p->pos[p->n] = (scr_pos){t->line, t->col, t->len};
  g->height += effect[op] == 99 ? change : effect[op];
  assert(g->height >= 0);
  p->maxstack = SCR_MAX(p->maxstack, g->height);
  return (int)p->n++;
}

void scr_emit_index(scr_gen *g, const scr_token *name, int slot, int n) {
  scr_instr *last = g->p->n ? &g->p->ins[g->p->n - 1] : NULL;
  int entry = scr_local_entry(g, slot);
  scr_try_subscripts(g, name, n, true);
  bool constant = last && last->op == OP_CONST && last->c <= UINT16_MAX;
  if (n != 1 || !(constant || (last && last->op == OP_LOCAL)) || g->barrier == (int)g->p->n) {
    scr_emit(g, name, OP_INDEX, n, entry, slot, 1 - n);
    return;
  }
  *last = (scr_instr){constant ? OP_INDEX_K : OP_INDEX_L, 0, (uint16_t)entry,
                      (int32_t)((uint32_t)last->c << 16 | (uint32_t)slot)};
  g->p->pos[g->p->n - 1] = (scr_pos){name->line, name->col, name->len};
}

/* One subscript that is a constant or a local need not wait on the stack for the value: it is taken
 * back. */
scr_op scr_take_subscript(scr_gen *g, int slot, int n, int32_t *both) {
  const scr_instr *last = g->p->n ? &g->p->ins[g->p->n - 1] : NULL;
  const bool plain =
      last && (last->op == OP_CONST || last->op == OP_LOCAL) && last->c <= UINT16_MAX;
  if (n != 1 || !plain || g->barrier == (int)g->p->n) return OP_SET_INDEX_LOCAL;
  *both = (int32_t)((uint32_t)last->c << 16 | (uint32_t)slot);
  g->p->n--;
  g->height--;
  return last->op == OP_CONST ? OP_SET_INDEX_K : OP_SET_INDEX_L;
}

void scr_emit_row(scr_gen *g, const scr_token *name, scr_named what, int n) {
  scr_instr *last = g->p->n ? &g->p->ins[g->p->n - 1] : NULL;
  if (n == 1 && g->f->row[what.index].place && last && last->op == OP_LOCAL &&
      g->barrier != (int)g->p->n) {
    *last = (scr_instr){OP_ROW_L, (uint8_t)(what.component + 1), (uint16_t)last->c, what.index};
    g->p->pos[g->p->n - 1] = (scr_pos){name->line, name->col, name->len};
    return;
  }
  scr_emit(g, name, OP_CALL_ROW, n, 0, what.index, 1 - n);
  if (what.component >= 0) scr_emit(g, name, OP_COMPONENT, what.component, 0, 0, 0);
}

void scr_need_room(scr_gen *g, int n) { g->p->maxstack = SCR_MAX(g->p->maxstack, g->height + n); }

/* Equal texts among the latest constants are one object: maps know a key that they hold at once. */
static scr_val shared_text(const scr_prog *p, scr_val v) {
  enum { LATEST = 64 };
  for (size_t k = p->nk; v.type == SCR_V_STR && k > 0 && k + LATEST > p->nk; k--)
    if (p->k[k - 1].type == SCR_V_STR && scr_val_same(&p->k[k - 1], &v)) {
      scr_drop(v);
      return scr_hold(p->k[k - 1]);
    }
  return v;
}

int scr_emit_const(scr_gen *g, const scr_token *t, scr_val v) {
  scr_prog *p = g->p;
  SCR_GROW(p->k, p->cap_k, p->nk + 1);
  p->k[p->nk] = shared_text(p, v);
  return scr_emit(g, t, OP_CONST, 0, 0, (int)p->nk++, 1);
}

int scr_here(scr_gen *g) { return g->barrier = (int)g->p->n; }
void scr_patch(scr_gen *g, int jump) { g->p->ins[jump].c = scr_here(g); }

void scr_patch_chain(scr_gen *g, int chain) {
  while (chain >= 0) {
    int next = g->p->ins[chain].c;
    scr_patch(g, chain);
    chain = next;
  }
}

/* Both operands are constants: the result is one. What fails or is no number is left to the running
 * program. */
static bool fold(scr_gen *g, scr_op op, int right) {
  scr_prog *p = g->p;
  const scr_instr *x = &p->ins[right - 1], *y = &p->ins[right];
  if (right < 1 || g->barrier >= right || x->op != OP_CONST || y->op != OP_CONST) return false;
  scr_val *a = &p->k[x->c], *b = &p->k[y->c], r = {0};
  double ignored = 0;
  const bool any = g->f->host.use != NULL; /* where nothing runs, containers and texts too */
  if (!any && (a->type > SCR_V_REAL || !scr_val_number(b, &ignored) || op == OP_POW)) return false;
  scr_diag *diag = g->f->diag, unheard = {0};
  g->f->diag = &unheard;
  const bool fine = scr_op_binary(g->f, op, g->short_ints, a, b, &r);
  g->f->diag = diag;
  scr_diag_clear(&unheard);
  if (!fine) return false;
  scr_put(a, r);
  p->n--;
  g->height--;
  return true;
}

/* What is folded does not run: a quotient of constants is told while compiling, but for a check,
 * which runs nothing. */
static bool tell_constants(scr_gen *g, const scr_token *t, scr_op op, int right) {
  const scr_prog *p = g->p;
  const scr_loc at = {g->lex.src, t->line, t->col, t->len};
  if (op != OP_DIV || g->short_ints || g->f->host.use || right < 1 || g->barrier >= right)
    return true;
  const scr_instr *x = &p->ins[right - 1], *y = &p->ins[right];
  const bool constants = x->op == OP_CONST && y->op == OP_CONST;
  return !constants || !scr_op_parts(&p->k[x->c], &p->k[y->c]) ||
         scr_op_tell_parts(g->f, &at, &p->k[x->c], &p->k[y->c]);
}

/* x*y/z of versions 3 to 5: a check tells of numbers, which a run would tell of with x. */
static bool tell_factor(scr_gen *g, const scr_token *t, int right) {
  const scr_prog *p = g->p;
  const scr_loc at = {g->lex.src, t->line, t->col, t->len};
  if (!g->factor || !g->f->host.use || right < 1 || g->barrier >= right) return true;
  const scr_instr *y = &p->ins[right - 1], *z = &p->ins[right],
                  *x = right > 1 && g->barrier < right - 1 ? y - 1 : NULL;
  if (y->op != OP_CONST || z->op != OP_CONST) return true;
  return x && x->op == OP_CONST
             ? scr_op_tell_order(g->f, &at, &p->k[x->c], &p->k[y->c], &p->k[z->c])
             : scr_op_tell_cut(g->f, &at, &p->k[y->c], &p->k[z->c]);
}

/* Does a quotient from there on look at the factor on the left, which must stand on the stack? */
static bool looks_left(const scr_prog *p, int from) {
  for (size_t k = (size_t)from; k < p->n; k++) {
    const scr_instr *in = &p->ins[k];
    const bool operates = in->op >= OP_ADD && in->op <= OP_GE_R;
    if (operates && (in->op - OP_ADD) % (OP_ADD_K - OP_ADD) == OP_DIV - OP_ADD &&
        in->a == SCR_TELLS_FACTOR)
      return true;
  }
  return false;
}

static void check_fold(scr_gen *g, const scr_token *t, scr_op op, int right) {
  const scr_prog *p = g->p;
  const scr_instr *x = right > 0 && g->barrier < right ? &p->ins[right - 1] : NULL,
                  *y = &p->ins[right];
  if (y->op == OP_CONST)
    scr_try_binary(g, t, op, x && x->op == OP_CONST ? &p->k[x->c] : NULL, &p->k[y->c]);
}

/* The left operand is a local: the operator itself reads it, as nothing on the right can change it.
 */
static scr_op left_local(scr_gen *g, scr_op op, int right, int *slot) {
  scr_prog *p = g->p;
  if (right < 1 || g->barrier >= right || p->ins[right - 1].op != OP_LOCAL) return op;
  *slot = p->ins[right - 1].c;
  size_t rest = p->n - (size_t)right;
  memmove(&p->ins[right - 1], &p->ins[right], rest * sizeof *p->ins);
  memmove(&p->pos[right - 1], &p->pos[right], rest * sizeof *p->pos);
  p->n--;
  g->height--;
  return (scr_op)((int)op + OP_ADD_R - OP_ADD);
}

/* Emits an operator. A right operand that is just a constant or a local is fused with it, and so is
 * a left one that is a local.
 */
static bool binary(scr_gen *g, const scr_token *t, scr_op op, int right) {
  scr_prog *p = g->p;
  int slot = 0;
  scr_instr *last = &p->ins[p->n - 1];
  bool alone = right == (int)p->n - 1 && g->barrier != (int)p->n;
  if (!alone || (last->op != OP_CONST && last->op != OP_LOCAL)) {
    if (op != OP_MUL || !looks_left(p, right)) op = left_local(g, op, right, &slot);
    scr_emit(g, t, op, 0, slot, 0, 0);
    return true;
  }
  if (!tell_constants(g, t, op, right) || !tell_factor(g, t, right)) return false;
  if ((!g->factor || g->f->host.use) && fold(g, op, right)) return true;
  check_fold(g, t, op, right);
  bool constant = last->op == OP_CONST,
       local = right > 0 && g->barrier < right && last[-1].op == OP_LOCAL;
  int form = constant ? (local ? OP_ADD_LK : OP_ADD_K) : (local ? OP_ADD_LL : OP_ADD_L);
  g->height -= 1;
  if (local) {
    last[-1] = (scr_instr){.b = (uint16_t)last[-1].c, .c = last->c};
    p->n--;
    last--;
  }
  last->op = (uint8_t)((int)op + form - OP_ADD);
  p->pos[p->n - 1] = (scr_pos){t->line, t->col, t->len};
  return true;
}

bool scr_binary(scr_gen *g, const scr_token *t, scr_op op, int right) {
  if (!binary(g, t, op, right)) return false;
  if (g->factor && !g->f->host.use) g->p->ins[g->p->n - 1].a = SCR_TELLS_FACTOR;
  return true;
}

/* Operators whose result the next instruction stores in a local, or asks whether to jump, are
 * marked as such: it stays where it is, for results that are no numbers and for jumps to it. */
void scr_join_results(scr_prog *p) {
  for (size_t k = 0; k + 1 < p->n; k++) {
    scr_instr *in = &p->ins[k];
    if (in->op < OP_ADD || in->op > OP_GE_R) continue;
    const int op = OP_ADD + (in->op - OP_ADD) % (OP_ADD_K - OP_ADD), next = p->ins[k + 1].op;
    const bool constant = in->op - op == OP_ADD_K - OP_ADD || in->op - op == OP_ADD_LK - OP_ADD;
    if (constant && p->k[in->c].type > SCR_V_REAL) continue; /* a text may be appended in place */
    if (op <= OP_DIV ? next == OP_SET_LOCAL : op >= OP_EQ && next == OP_JUMP_FALSE)
      in->op = (uint8_t)(in->op + OP_ADD_SET - OP_ADD);
  }
}

int scr_new_slot(scr_gen *g, const scr_token *t) {
  if (g->p->nslots >= SCR_SLOTS_MAX) {
    scr_fail_at(g, t, SCR_E_LIMIT, "too many local variables");
    return -1;
  }
  return g->p->nslots++;
}

bool scr_declare(scr_gen *g, const scr_token *name, int slot) {
  scr_prog *p = g->p;
  SCR_GROW(p->local, p->cap_local, p->nlocal + 1);
  p->local[p->nlocal++] = (scr_debug_local){.name = scr_strdup(name->text),
                                            .slot = slot,
                                            .from = (int)p->n,
                                            .to = -1,
                                            .line = name->line,
                                            .col = name->col};
  return true;
}

/* The latest local of that name that is still known; in a [ ], what was known where the command
 * block stands.
 */
int scr_find_local(const scr_gen *g, const char *name) {
  for (size_t k = g->p->nlocal; k-- > 0;) {
    const scr_debug_local *l = &g->p->local[k];
    if (l->to < 0 && scr_casecmp(l->name, name) == 0) return l->slot;
  }
  if (!g->scope) return -1;
  const scr_prog *p = g->scope->code;
  for (size_t k = p->nlocal; k-- > 0;) {
    const scr_debug_local *l = &p->local[k];
    if (l->from <= g->scope->pc && g->scope->pc < l->to && scr_casecmp(l->name, name) == 0)
      return l->slot;
  }
  return -1;
}

int scr_late_local(scr_gen *g, const char *name) {
  for (size_t k = g->p->nlocal; k-- > 0;) {
    scr_debug_local *l = &g->p->local[k];
    if (l->to >= 0 && scr_casecmp(l->name, name) == 0) return l->read = true, l->slot;
  }
  for (size_t k = g->scope ? g->scope->code->nlocal : 0; k-- > 0;) {
    scr_debug_local *l = &g->scope->code->local[k];
    if (l->to <= g->scope->pc && scr_casecmp(l->name, name) == 0) return l->read = true, l->slot;
  }
  return -1;
}

/* Number (from 1) of the entry that names a slot, for messages; 0: none of this code. */
int scr_local_entry(const scr_gen *g, int slot) {
  for (size_t k = SCR_MIN(g->p->nlocal, (size_t)UINT16_MAX); k-- > 0;)
    if (g->p->local[k].slot == slot && g->p->local[k].to < 0) return (int)k + 1;
  return 0;
}

void scr_close_locals(scr_gen *g, size_t keep) {
  for (size_t k = keep; k < g->p->nlocal; k++)
    if (g->p->local[k].to < 0) g->p->local[k].to = (int)g->p->n;
}

void scr_mark_assigned(scr_gen *g, int symbol) {
  SCR_GROW(g->mark, g->cap_mark, g->nmark + 1);
  g->mark[g->nmark++] = symbol;
}

/* ---- checking ---- */

void scr_tell_use(scr_gen *g, const scr_token *name, int symbol, scr_use use, int n) {
  if (!g->f->host.use) return;
  scr_loc loc = {g->lex.src, name->line, name->col, name->len};
  bool own = symbol == g->own &&
             use < SCR_USE_DEFINE; /* a function's own value says nothing about who uses it */
  if (g->left_out && use < SCR_USE_LEFT_OUT) use = SCR_USE_LEFT_OUT;
  if (!own) g->f->host.use(g->f->host.user, symbol, use, n, &loc);
}

/* Does the code from instruction `from` on call something whose result depends on more than its
 * arguments, or make a container, which may be changed later? */
static bool asks_outside(const scr_gen *g, size_t from) {
  for (size_t k = from; k < g->p->n; k++) {
    const scr_instr *in = &g->p->ins[k];
    switch (in->op) {
    case OP_CONST:
      if (g->p->k[in->c].type >= SCR_V_LIST) return true;
      break;
    case OP_CALL_ROW:
      if (!(g->f->row[in->c].fn->flags & SCR_FN_PURE)) return true;
      break;
    case OP_ROW_L: return true;
    case OP_GLOBAL:
      if (g->f->sym[in->c]->code) return true;
      break;
    case OP_CALL:
    case OP_SPLIT_CALL:
    case OP_SPLIT_ROW:
    case OP_SPLIT_INDEX:
    case OP_SPLIT_OPERATOR:
    case OP_MEMBER: return true;
    }
  }
  return false;
}

/* In a [ ] the locals are those of the function around it. */
static const scr_prog *owner(const scr_gen *g) { return g->scope ? g->scope->code : g->p; }

void scr_note_read(scr_gen *g, const scr_token *name, int slot) {
  scr_unset_read(g, name, slot);
  const scr_prog *p = owner(g);
  for (size_t k = 0; k < p->nlocal; k++)
    if (p->local[k].slot == slot) p->local[k].read = true;
}

void scr_note_excused(scr_gen *g, int slot) {
  const scr_prog *p = owner(g);
  for (size_t k = 0; k < p->nlocal; k++)
    if (p->local[k].slot == slot) p->local[k].excused = true;
}

void scr_tell_broken(scr_gen *g, size_t from) {
  if (!g->f->host.use) return;
  for (size_t k = from; k < g->lex.n; k++) {
    const scr_token *t = &g->lex.tok[k];
    bool plain = t->type == T_NAME && !strchr(t->text, '.') && scr_find_local(g, t->text) < 0;
    if (!plain || scr_row_find(g->f, t->text, g->legacy ? SCR_LEGACY : SCR_MODERN) >= 0) continue;
    int symbol = scr_fish_symbol(g->f, t->text, true);
    if (symbol != g->own) scr_tell_use(g, t, symbol, SCR_USE_BROKEN, 0);
  }
}

void scr_known_arguments(const scr_gen *g, int n, const scr_val **v) {
  const scr_prog *p = g->p;
  for (int k = 0; k < n; k++) v[k] = NULL;
  for (int at = (int)p->n - 1; n-- > 0 && at >= 0 && g->barrier <= at; at--) {
    const scr_instr *in = &p->ins[at];
    if (in->op == OP_CONST) v[n] = &p->k[in->c];
    if (in->op != OP_CONST && in->op != OP_LOCAL && in->op != OP_GLOBAL) return;
  }
}

void scr_tell_stored(scr_gen *g, const scr_token *name, scr_named what, size_t from) {
  scr_operator_gets(g, name, what, from);
  if (what.is == M_LOCAL && asks_outside(g, from)) scr_note_excused(g, what.index);
  if (what.is == M_GLOBAL && g->f->host.use)
    scr_tell_use(g, name, what.index, asks_outside(g, from) ? SCR_USE_KEEP : SCR_USE_WRITE, 0);
}

bool scr_recover(scr_gen *g) {
  if (!g->f->host.recover || !g->f->diag->failed) return false;
  g->p->faulty = true;
  g->f->host.recover(g->f->host.user);
  return true;
}

/* After an error about a name: it stands for a symbol if the compiler goes on. */
static scr_named unnamed(scr_gen *g, const scr_token *name) {
  if (!scr_recover(g)) return (scr_named){M_ERROR, -1, -1};
  int symbol = scr_fish_symbol(g->f, name->text, true);
  scr_tell_use(g, name, symbol, SCR_USE_BROKEN, 0);
  return (scr_named){M_GLOBAL, symbol, -1};
}

/* ---- names ---- */

/* A function of a file may never come to what is not offered: its definition is warned about, and
 * fails where it does. */
static bool fails_later(scr_gen *g, const scr_token *name, const scr_fish_fn *fn) {
  const scr_loc at = {g->lex.src, name->line, name->col, name->len};
  if (g->p->symbol < 0) return false;
  if (g->p->refused && !g->f->host.use) return true; /* who checks is told of every one */
  g->p->refused = true;
  return scr_warn(g->f->diag, &at, SCR_E_UNSUPPORTED,
                  "'%s' is not offered: %s; '%s' fails where it gets there", name->text, fn->doc,
                  g->p->name);
}

static scr_named refused(scr_gen *g, const scr_token *name, const scr_fish_fn *fn) {
  if (fails_later(g, name, fn)) {
    const int symbol = scr_fish_symbol(g->f, name->text, true);
    scr_tell_use(g, name, symbol, SCR_USE_BROKEN, 0);
    return (scr_named){M_GLOBAL, symbol, -1};
  }
  if (g->f->diag->failed) return (scr_named){M_ERROR, -1, -1}; /* a warning that is an error */
  scr_fail_at(g, name, SCR_E_UNSUPPORTED, "'%s' is not offered: %s", name->text, fn->doc);
  return unnamed(g, name);
}

/* PFC 3 and 4 have neither `true` nor `false`: who assigns them has variables. */
static bool is_own_truth(const scr_gen *g, const char *name) {
  const size_t n = strlen(name);
  if (!g->legacy || (scr_casecmp(name, "true") != 0 && scr_casecmp(name, "false") != 0))
    return false;
  const int symbol = scr_fish_symbol(g->f, name, false);
  if (symbol >= 0 && scr_fish_was_assigned(g->f, symbol)) return true;
  for (int k = 0; k < g->lex.src->nline; k++) {
    const char *p = g->lex.src->line[k] + strspn(g->lex.src->line[k], " \t");
    if (scr_ncasecmp(p, name, n) != 0) continue;
    p += n + strspn(p + n, " \t");
    if (p[0] == '=' && p[1] != '=') return true;
  }
  return false;
}

/* Tells a host that writes code anew what a name means. */
static scr_named told(scr_gen *g, const scr_token *name, scr_named what) {
  const scr_fish_today *today = g->f->host.today;
  const scr_loc at = {g->lex.src, name->line, name->col, name->len};
  if (!today) return what;
  const int row =
      g->legacy && what.is == M_GLOBAL ? scr_row_find(g->f, name->text, SCR_LEGACY) : -1;
  if (row >= 0 && g->f->row[row].fn->flags & SCR_FN_REFUSED)
    today->refused(g->f->host.user, g->f->row[row].fn, &at);
  if (what.is == M_ROW)
    today->named(g->f->host.user, g->f->row[what.index].fn, what.component, &at);
  else if (g->legacy && scr_row_find(g->f, name->text, SCR_MODERN) >= 0 &&
           (scr_row_find(g->f, name->text, SCR_LEGACY) < 0 || is_own_truth(g, name->text)) &&
           !(scr_fish_find(g->f, name->text)->flags & SCR_FN_REFUSED))
    today->clashes(g->f->host.user, name->text, &at);
  return what;
}

static bool is_marked(const scr_gen *g, int symbol) {
  for (size_t k = 0; k < g->nmark; k++)
    if (g->mark[k] == symbol) return true;
  return false;
}

/* The intrinsic is meant where a call stands and no variable has the name. */
static bool is_taken(scr_gen *g, const scr_token *name) {
  const int known = scr_fish_symbol(g->f, name->text, false);
  const scr_token *next = scr_peek(g); /* or the name itself */
  if (next->line == name->line && next->col == name->col) next = scr_peek2(g);
  return !scr_is_op(next, '(') || (known >= 0 && (known == g->own || is_marked(g, known) ||
                                                  scr_fish_was_assigned(g->f, known)));
}

/* `and(i,j)` and `or(i,j)` of PFC 5, which later versions have between values alone. */
static bool is_function_of_five(scr_gen *g, const scr_token *name) {
  if (!g->short_ints || g->legacy) return false;
  if (!scr_is_word(name, "and") && !scr_is_word(name, "or")) return false;
  const scr_token *next = scr_peek2(g);
  return scr_is_op(next, '(') && next->line == name->line;
}

/* Locals hide all else; the name of the running function is its value; a refused name without a dot
 * is free for variables. */
static scr_named resolve(scr_gen *g, const scr_token *name) {
  const bool legacy = g->legacy || is_function_of_five(g, name);
  const scr_dialect dialect = legacy ? SCR_LEGACY : SCR_MODERN;
  bool dotted = strchr(name->text, '.') != NULL;
  int slot = scr_find_local(g, name->text);
  if (slot >= 0) return (scr_named){M_LOCAL, slot, -1};
  if (is_own_truth(g, name->text))
    return (scr_named){M_GLOBAL, scr_fish_symbol(g->f, name->text, true), -1};
  int row = scr_row_find(g->f, name->text, dialect);
  if (row >= 0 && g->f->host.mentions) g->f->host.mentions(g->f->host.user, name->text);
  const unsigned flags = row >= 0 ? g->f->row[row].fn->flags : SCR_FN_REFUSED;
  if (flags & SCR_FN_FREE && is_taken(g, name))
    return (scr_named){M_GLOBAL, scr_fish_symbol(g->f, name->text, true), -1};
  if (!(flags & SCR_FN_REFUSED)) return (scr_named){M_ROW, row, -1};
  if (row >= 0 && dotted) return refused(g, name, g->f->row[row].fn);
  if (dotted) {
    scr_named r;
    int known = scr_fish_symbol(g->f, name->text, false);
    if (known >= 0 && (known == g->own || scr_fish_was_assigned(g->f, known)))
      return (scr_named){M_GLOBAL, known, -1};
    if (scr_row_component(g->f, name->text, dialect, &r.index, &r.component)) {
      r.is = M_ROW;
      return r;
    }
    scr_fail_at(g, name, SCR_E_NAME, "unknown name '%s'", name->text);
    scr_hint_name(g->f, name->text, dialect, NULL);
    return unnamed(g, name);
  }
  return (scr_named){M_GLOBAL, scr_fish_symbol(g->f, name->text, true), -1};
}

static bool is_variable(const scr_gen *g, const char *name) {
  const int symbol = scr_fish_symbol(g->f, name, false);
  if (scr_find_local(g, name) >= 0) return true;
  if (is_marked(g, symbol)) return true;
  return symbol >= 0 && !g->f->sym[symbol]->code && g->f->sym[symbol]->assigned;
}

/* Do names of intrinsics begin so? */
static bool is_family(const scr_fish *f, const char *stem) {
  const size_t n = strlen(stem);
  for (size_t k = 0; k < f->nrow; k++)
    if (scr_ncasecmp(f->fn[k]->name, stem, n) == 0 && f->fn[k]->name[n] == '.') return true;
  return false;
}

/* Room for n more tokens behind the current one. */
static scr_token *open_tokens(scr_gen *g, size_t n) {
  scr_lex *x = &g->lex;
  SCR_GROW(x->tok, x->cap, x->n + n);
  memmove(&x->tok[x->at + 1 + n], &x->tok[x->at + 1], (x->n - x->at - 1) * sizeof *x->tok);
  x->n += n;
  return &x->tok[x->at];
}

static void replace_dots(scr_gen *g) {
  const scr_token whole = *scr_peek(g);
  size_t parts = 0, from = 0;
  for (const char *p = whole.text; (p = strchr(p, '.')); p++) parts++;
  scr_token *t = open_tokens(g, 2 * parts);
  for (size_t k = 0; k <= parts; k++) {
    const char *part = whole.text + from;
    const size_t n = strcspn(part, ".");
    const int col = whole.col + (int)from;
    if (k > 0)
      t[2 * k - 1] = (scr_token){
          .type = T_OP, .op = OP2('-', '>'), .line = whole.line, .col = col - 1, .len = 1};
    t[2 * k] = (scr_token){.type = T_NAME, .line = whole.line, .col = col, .len = (int)n, .n = n};
    t[2 * k].text = scr_arena_strn(&g->lex.arena, part, n);
    from += n + 1;
  }
}

void scr_member_dots(scr_gen *g) {
  const scr_token *t = scr_peek(g);
  const scr_dialect dialect = g->legacy ? SCR_LEGACY : SCR_MODERN;
  const char *dot = t->type == T_NAME ? strchr(t->text, '.') : NULL;
  int row, part;
  if (!dot || scr_row_find(g->f, t->text, dialect) >= 0 ||
      scr_fish_symbol(g->f, t->text, false) >= 0 ||
      scr_row_component(g->f, t->text, dialect, &row, &part))
    return;
  char *stem = scr_strndup(t->text, (size_t)(dot - t->text));
  const bool is = is_variable(g, stem) && !is_family(g->f, stem);
  scr_free(stem);
  if (is) replace_dots(g);
}

bool scr_is_refused(const scr_gen *g, const scr_token *name) {
  const int row = scr_row_find(g->f, name->text, g->legacy ? SCR_LEGACY : SCR_MODERN);
  return row >= 0 && strchr(name->text, '.') && (g->f->row[row].fn->flags & SCR_FN_REFUSED);
}

scr_named scr_resolve(scr_gen *g, const scr_token *name) { return told(g, name, resolve(g, name)); }

scr_named scr_resolve_variable(scr_gen *g, const scr_token *name) {
  const scr_named what = resolve(g, name);
  const bool is_free = what.is == M_ROW && g->f->row[what.index].fn->flags & SCR_FN_FREE;
  if (!is_free) return told(g, name, what);
  return (scr_named){M_GLOBAL, scr_fish_symbol(g->f, name->text, true), -1};
}
