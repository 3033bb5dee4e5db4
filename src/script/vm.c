/* The FISH machine: a stack of values, frames without allocation, re-entrant through the host. */
#include "script/internal.h"

#include <math.h>
#include <string.h>

enum { TRACE_HEAD = 10, TRACE_TAIL = 3 };

/* Where messages without a place of their own belong: the instruction that is being executed. */
static void set_place(scr_fish *f, const scr_prog *p, const scr_instr *pc) {
  const scr_pos *at = &p->pos[pc - 1 - p->ins];
  f->diag->at = (scr_loc){p->src, at->line, at->col, at->len};
}

static const char *name_of(const scr_prog *p) { return p->name ? p->name : "[ ]"; }

/* Adds the callers of the failed function, innermost first, as far as this run of the machine goes. */
static void trace(scr_fish *f, int entry) {
  int n = f->nframe - 1 - entry;
  for (int k = 0; k < n; k++) {
    if (k == TRACE_HEAD && n > TRACE_HEAD + TRACE_TAIL) {
      scr_trace(f->diag, "  ... %d more calls", n - TRACE_HEAD - TRACE_TAIL);
      k = n - TRACE_TAIL;
    }
    const scr_vm_frame *up = &f->frame[f->nframe - 2 - k];
    const scr_pos *at = &up->code->pos[up->pc - 1 - up->code->ins];
    scr_trace(f->diag, "  called from '%s' (%s:%d)", name_of(up->code), up->code->src ? up->code->src->name : "?", at->line);
  }
}

static bool interrupted(const scr_fish *f) {
  return f->host.interrupt && *(const volatile bool *)f->host.interrupt &&
         scr_fail(f->diag, NULL, SCR_E_INTERRUPT, "interrupted") == false;
}

/* Opens a frame whose arguments are the topmost n values below sp. Fails without a trace of its own. */
static bool enter(scr_fish *f, const scr_prog *p, int n, scr_val *sp) {
  if (n != p->nargs) {
    scr_fail(f->diag, NULL, SCR_E_VALUE, "function '%s' takes %d argument%s, %d given", p->name, p->nargs,
             p->nargs == 1 ? "" : "s", n);
    return scr_hint(f->diag, "it is defined in %s:%d", p->src->name, p->line);
  }
  scr_val *base = sp - n;
  if (f->nframe >= SCR_DEPTH_MAX || base + p->nslots + p->maxstack > f->stack + SCR_STACK_SIZE) {
    scr_fail(f->diag, NULL, SCR_E_LIMIT, "functions call each other too deeply (more than %d levels)", f->nframe);
    return scr_hint(f->diag, "'%s' seems to call itself without end", p->name);
  }
  if (p->nslots > n) memset(sp, 0, (size_t)(p->nslots - n) * sizeof *sp);
  f->frame[f->nframe++] = (scr_vm_frame){p, p->ins, base};
  return true;
}

/* Value of a name that is no plain variable: the first reading of one that nothing assigns is reported. */
static bool undefined(scr_fish *f, scr_symbol *s, bool legacy) {
  int row = scr_row_find(f, s->name, legacy ? SCR_LEGACY : SCR_MODERN);
  if (!s->assigned && row >= 0)
    return scr_fail(f->diag, NULL, SCR_E_UNSUPPORTED, "'%s' is not offered: %s", s->name, f->row[row].fn->doc);
  if (!s->assigned && !s->warned) {
    s->warned = true;
    bool other = !legacy && scr_row_find(f, s->name, SCR_LEGACY) >= 0;
    if (!scr_warn(f->diag, NULL, SCR_E_NAME, "'%s' is read but assigned nowhere; its value is 0%s", s->name,
                  other ? " (it means something in the legacy dialect only)" : ""))
      return false;
  }
  scr_symbol_update(s);
  return true;
}

static bool unknown_function(scr_fish *f, const scr_symbol *s, bool legacy) {
  scr_dialect dialect = legacy ? SCR_LEGACY : SCR_MODERN;
  int row = scr_row_find(f, s->name, dialect);
  if (row >= 0) return scr_fail(f->diag, NULL, SCR_E_UNSUPPORTED, "'%s' is not offered: %s", s->name, f->row[row].fn->doc);
  scr_fail(f->diag, NULL, SCR_E_NAME, "unknown function '%s'", s->name);
  scr_hint_name(f, s->name, dialect);
  return false;
}

bool scr_fish_undefined(scr_fish *f, int symbol, bool call, scr_dialect dialect, const scr_loc *at) {
  scr_loc old = f->diag->at;
  bool legacy = dialect == SCR_LEGACY;
  f->diag->at = *at;
  bool fine = call ? unknown_function(f, f->sym[symbol], legacy) : undefined(f, f->sym[symbol], legacy);
  f->diag->at = old;
  return fine;
}

/* Name of the local an instruction works on, for messages; the locals around a [ ] go without. */
static const char *local_name(const scr_prog *p, int b) { return b ? p->local[b - 1].name : "local variable"; }

static bool is_container(const scr_val *v) { return v->type == SCR_V_VEC || (v->type >= SCR_V_LIST && v->type != SCR_V_STRUCT); }

/* Replaces the n values below sp by one. */
static scr_val *replace(scr_val *sp, int n, scr_val result) {
  for (int k = 1; k <= n; k++) scr_drop(sp[-k]);
  sp -= n;
  *sp++ = result;
  return sp;
}

static bool element(scr_fish *f, const char *name, const scr_val *container, int n, scr_val **sp) {
  scr_val out = {0};
  if (!scr_op_index(f, name, container, n, *sp - n, &out)) return false;
  *sp = replace(*sp, n, out);
  return true;
}

static bool set_element(scr_fish *f, const char *name, scr_val *container, int n, scr_val **sp) {
  if (!scr_op_set_index(f, name, container, n, *sp - n - 1, *sp - 1)) return false;
  *sp = replace(*sp, n + 1, (scr_val){0}) - 1;
  return true;
}

static bool call_row(scr_fish *f, const scr_row *r, int n, scr_val **sp) {
  scr_val out = {0};
  if (!scr_row_check(f, r, 0, n, *sp - n)) return false;
  f->top = *sp;
  bool good = r->fn->call(f, n, *sp - n, &out);
  if (SCR_UNLIKELY(!good)) {
    scr_drop(out);
    if (!f->diag->failed) scr_fail(f->diag, NULL, SCR_E_STATE, "'%s' failed", r->fn->name);
    return false;
  }
  *sp = replace(*sp, n, out);
  return true;
}

static bool assign_row(scr_fish *f, const scr_row *r, int n, scr_val **sp) {
  if (!scr_row_check(f, r, 0, n, *sp - n - 1) || !scr_row_check_value(f, r, *sp - 1)) return false;
  f->top = *sp;
  if (!r->fn->assign(f, n, *sp - n - 1, *sp - 1)) return false;
  *sp = replace(*sp, n + 1, (scr_val){0}) - 1;
  return true;
}

bool scr_vm_row(scr_fish *f, const scr_row *r, int n, scr_val **sp) { return call_row(f, r, n, sp); }
bool scr_vm_assign_row(scr_fish *f, const scr_row *r, int n, scr_val **sp) { return assign_row(f, r, n, sp); }

/* object, n arguments, value: the value goes back where the member is plain. */
static bool back_member(scr_fish *f, int member, int n, scr_val **sp) {
  bool plain = scr_is_plain(*sp - 1);
  if (plain && !scr_member_put(f, member, n, sp)) return false;
  for (int k = plain ? 1 : n + 2; k > 0; k--) scr_drop(*--*sp);
  return true;
}

static bool is_copy(scr_fish *f, const scr_val *v) {
  scr_fail(f->diag, NULL, SCR_E_VALUE, "the assignment changes a copy of a %s", scr_type_words(f, v));
  return scr_hint(f->diag, "assign it to a variable first, then back");
}

static bool edit_row(scr_fish *f, const scr_row *r, scr_val *first, int rest, scr_val **sp) {
  scr_val probe = *first;
  if (!scr_row_check(f, r, 0, 1, &probe) || !scr_row_check(f, r, 1, rest, *sp - rest - 1) || !scr_row_check_value(f, r, *sp - 1))
    return false;
  f->top = *sp;
  if (!r->fn->edit(f, first, rest, *sp - rest - 1, *sp - 1)) return false;
  *sp = replace(*sp, rest + 1, (scr_val){0}) - 1;
  return true;
}

static bool binary(scr_fish *f, scr_op op, bool legacy, scr_val *a, scr_val *b, bool owned) {
  scr_val out = {0};
  if (!scr_op_binary(f, op, legacy, a, b, &out)) return false;
  scr_put(a, out);
  if (owned) scr_drop(*b);
  return true;
}

static bool make_vector(scr_fish *f, int n, scr_val **sp) {
  double x[3] = {0};
  for (int k = 0; k < n; k++)
    if (!scr_val_number(*sp - n + k, &x[k]))
      return scr_fail(f->diag, NULL, SCR_E_TYPE, "component %d of a vector must be a number, not %s", k + 1,
                      scr_type_words(f, *sp - n + k));
  *sp = replace(*sp, n, scr_val_vec(n, x));
  return true;
}

enum { ARRAY_MAX = 1 << 27 };
static bool make_array(scr_fish *f, int n, scr_val **sp) {
  size_t dim[3] = {0}, all = 1;
  for (int k = 0; k < n; k++) {
    const scr_val *v = *sp - n + k;
    if (v->type != SCR_V_INT)
      return scr_fail(f->diag, NULL, SCR_E_TYPE, "the size of an array must be an integer, not %s", scr_type_words(f, v));
    if (v->i < 1 || v->i > ARRAY_MAX || (all *= (size_t)v->i) > ARRAY_MAX)
      return scr_fail(f->diag, NULL, SCR_E_VALUE, "an array cannot have the size %lld", (long long)v->i);
    dim[k] = (size_t)v->i;
  }
  *sp = replace(*sp, n, scr_val_array(n, dim));
  return true;
}

/* ---- loops ---- */

static bool loop_init(scr_fish *f, const scr_val *first, const scr_val *hidden) {
  double x, last, step;
  if (!scr_val_number(first, &x) || !scr_val_number(hidden, &last) || !scr_val_number(hidden + 1, &step)) {
    const scr_val *bad = !scr_val_number(first, &x) ? first : !scr_val_number(hidden, &last) ? hidden : hidden + 1;
    return scr_fail(f->diag, NULL, SCR_E_TYPE, "the bounds and the step of a loop are numbers, not %s", scr_type_words(f, bad));
  }
  return step != 0 || scr_fail(f->diag, NULL, SCR_E_VALUE, "the step of a loop is zero");
}

/* Advances a counted loop; *go tells whether it goes on. The variable keeps its last value when it does not.
 * A real variable may exceed the bound by rounding. */
static bool loop_next(scr_fish *f, scr_val *var, const scr_val *hidden, bool *go) {
  double x, last = 0, step = 0;
  if (var->type == SCR_V_INT && hidden[0].type == SCR_V_INT && hidden[1].type == SCR_V_INT) {
    int64_t next;
    *go = !__builtin_add_overflow(var->i, hidden[1].i, &next) && (hidden[1].i > 0 ? next <= hidden[0].i : next >= hidden[0].i);
    if (*go) var->i = next;
    return true;
  }
  if (!scr_val_number(var, &x))
    return scr_fail(f->diag, NULL, SCR_E_TYPE, "the variable of the loop became %s", scr_type_words(f, var));
  scr_val_number(hidden, &last);
  scr_val_number(hidden + 1, &step);
  double next = x + step, slack = 1e-10 * fabs(step);
  *go = step > 0 ? next <= last + slack : next >= last - slack;
  if (!*go) return true;
  *var = var->type == SCR_V_INT && hidden[1].type == SCR_V_INT ? scr_val_int(var->i + hidden[1].i) : scr_val_real(next);
  return true;
}

static bool each_init(scr_fish *f, scr_val *hidden) {
  hidden[1] = scr_val_int(0);
  if (is_container(hidden) || hidden->type == SCR_V_STR) return true;
  return scr_fail(f->diag, NULL, SCR_E_TYPE, "'loop foreach' goes over a list or another container, not %s",
                  scr_type_words(f, hidden));
}

/* Next element of a container; false at its end. */
static bool each_next(scr_val *hidden, scr_val *out) {
  const scr_val *c = hidden;
  size_t k = (size_t)hidden[1].i++;
  if (k >= scr_val_size(c)) return false;
  scr_val *value;
  switch (c->type) {
  case SCR_V_VEC: *out = scr_val_real(c->v[k]); break;
  case SCR_V_MATRIX:
  case SCR_V_TENSOR: *out = scr_val_real(scr_val_reals(c)[k]); break;
  case SCR_V_STR: *out = scr_val_strn(scr_val_cstr(c, NULL) + k, 1); break;
  case SCR_V_MAP: scr_val_map_at(c, k, NULL, &value), *out = scr_hold(*value); break;
  default: *out = scr_hold(scr_val_items(c)[k]);
  }
  return true;
}

static bool run_block(scr_fish *f, const scr_prog *p, scr_val *base, const scr_instr *pc, const scr_block *b) {
  if (b->last < b->first) return true;
  if (!f->host.command) return scr_fail(f->diag, NULL, SCR_E_UNSUPPORTED, "there is nothing to run commands here");
  scr_fish_scope scope = {p, base, (int)(pc - 1 - p->ins)};
  if (f->host.command(f->host.user, p->src, b->first, b->last, &scope)) return true;
  return f->diag->failed ? false : scr_fail(f->diag, NULL, SCR_E_STATE, "the command block failed");
}

/* ---- the interpreter ---- */

#define NUM(v)     ((v)->type == SCR_V_REAL ? (v)->f : (double)(v)->i)
#define NUMBERS(b) (sp[-1 - pops].type <= SCR_V_REAL && (b)->type <= SCR_V_REAL)
#define INTS(b)    (sp[-1 - pops].type == SCR_V_INT && (b)->type == SCR_V_INT)

#define SLOW(op, b)                                                                                                              \
  AT();                                                                                                                          \
  if (!binary(f, op, legacy, sp - 1 - pops, b, pops > 0)) goto fail

#define ARITHMETIC(op, b, builtin, sign)                                                                                         \
  {                                                                                                                              \
    scr_val *y = (b), *x = sp - 1 - pops;                                                                                        \
    if (INTS(y)) {                                                                                                               \
      int64_t r;                                                                                                                 \
      SCR_UNUSED(builtin(x->i, y->i, &r));                                                                                       \
      x->i = legacy ? (int64_t)(int32_t)(uint32_t)(uint64_t)r : r;                                                               \
    } else if (NUMBERS(y)) {                                                                                                     \
      double r = NUM(x) sign NUM(y);                                                                                             \
      x->type = SCR_V_REAL;                                                                                                      \
      x->f = r;                                                                                                                  \
    } else {                                                                                                                     \
      SLOW(op, y);                                                                                                               \
    }                                                                                                                            \
    sp -= pops;                                                                                                                  \
    NEXT;                                                                                                                        \
  }

#define DIVISION(b)                                                                                                              \
  {                                                                                                                              \
    scr_val *y = (b), *x = sp - 1 - pops;                                                                                        \
    if (NUMBERS(y) && NUM(y) != 0 && !(legacy && INTS(y))) {                                                                     \
      double r = NUM(x) / NUM(y);                                                                                                \
      x->type = SCR_V_REAL;                                                                                                      \
      x->f = r;                                                                                                                  \
    } else {                                                                                                                     \
      SLOW(OP_DIV, y);                                                                                                           \
    }                                                                                                                            \
    sp -= pops;                                                                                                                  \
    NEXT;                                                                                                                        \
  }

#define COMPARE(op, b, sign)                                                                                                     \
  {                                                                                                                              \
    scr_val *y = (b), *x = sp - 1 - pops;                                                                                        \
    if (INTS(y)) {                                                                                                               \
      *x = scr_val_bool(x->i sign y->i);                                                                                         \
    } else if (NUMBERS(y)) {                                                                                                     \
      *x = scr_val_bool(NUM(x) sign NUM(y));                                                                                     \
    } else {                                                                                                                     \
      SLOW(op, y);                                                                                                               \
    }                                                                                                                            \
    sp -= pops;                                                                                                                  \
    NEXT;                                                                                                                        \
  }

#define OTHER(op, b)                                                                                                             \
  {                                                                                                                              \
    scr_val *y = (b);                                                                                                            \
    SLOW(op, y);                                                                                                                 \
    sp -= pops;                                                                                                                  \
    NEXT;                                                                                                                        \
  }

/* The operators, once for each kind of right operand. */
#define OPERATORS(suffix, b, npops)                                                                                              \
  case OP_ADD##suffix: {                                                                                                         \
    enum { pops = npops };                                                                                                       \
    ARITHMETIC(OP_ADD, b, __builtin_add_overflow, +)                                                                             \
  }                                                                                                                              \
  case OP_SUB##suffix: {                                                                                                         \
    enum { pops = npops };                                                                                                       \
    ARITHMETIC(OP_SUB, b, __builtin_sub_overflow, -)                                                                             \
  }                                                                                                                              \
  case OP_MUL##suffix: {                                                                                                         \
    enum { pops = npops };                                                                                                       \
    ARITHMETIC(OP_MUL, b, __builtin_mul_overflow, *)                                                                             \
  }                                                                                                                              \
  case OP_DIV##suffix: {                                                                                                         \
    enum { pops = npops };                                                                                                       \
    DIVISION(b)                                                                                                                  \
  }                                                                                                                              \
  case OP_FLOORDIV##suffix: {                                                                                                    \
    enum { pops = npops };                                                                                                       \
    OTHER(OP_FLOORDIV, b)                                                                                                        \
  }                                                                                                                              \
  case OP_MOD##suffix: {                                                                                                         \
    enum { pops = npops };                                                                                                       \
    OTHER(OP_MOD, b)                                                                                                             \
  }                                                                                                                              \
  case OP_POW##suffix: {                                                                                                         \
    enum { pops = npops };                                                                                                       \
    OTHER(OP_POW, b)                                                                                                             \
  }                                                                                                                              \
  case OP_EQ##suffix: {                                                                                                          \
    enum { pops = npops };                                                                                                       \
    COMPARE(OP_EQ, b, ==)                                                                                                        \
  }                                                                                                                              \
  case OP_NE##suffix: {                                                                                                          \
    enum { pops = npops };                                                                                                       \
    COMPARE(OP_NE, b, !=)                                                                                                        \
  }                                                                                                                              \
  case OP_LT##suffix: {                                                                                                          \
    enum { pops = npops };                                                                                                       \
    COMPARE(OP_LT, b, <)                                                                                                         \
  }                                                                                                                              \
  case OP_LE##suffix: {                                                                                                          \
    enum { pops = npops };                                                                                                       \
    COMPARE(OP_LE, b, <=)                                                                                                        \
  }                                                                                                                              \
  case OP_GT##suffix: {                                                                                                          \
    enum { pops = npops };                                                                                                       \
    COMPARE(OP_GT, b, >)                                                                                                         \
  }                                                                                                                              \
  case OP_GE##suffix: {                                                                                                          \
    enum { pops = npops };                                                                                                       \
    COMPARE(OP_GE, b, >=)                                                                                                        \
  }

#define NEXT continue
#define AT() set_place(f, p, pc)
#define TRY(call)                                                                                                                \
  do {                                                                                                                           \
    AT();                                                                                                                        \
    if (SCR_UNLIKELY(!(call))) goto fail;                                                                                        \
  } while (0)
#define LOAD_FRAME()                                                                                                             \
  (fr = &f->frame[f->nframe - 1], p = fr->code, pc = fr->pc, base = fr->base, k = p->k, legacy = p->dialect == SCR_LEGACY)
#define ENTER(callee, n)                                                                                                         \
  do {                                                                                                                           \
    AT();                                                                                                                        \
    if (interrupted(f)) goto fail;                                                                                               \
    fr->pc = pc;                                                                                                                 \
    if (!enter(f, callee, n, sp)) goto fail;                                                                                     \
    sp += (callee)->nslots - (n);                                                                                                \
    LOAD_FRAME();                                                                                                                \
  } while (0)

static void drop_down(scr_val *sp, scr_val *to) {
  while (sp > to) scr_drop(*--sp);
}

/* Runs the topmost frame until it returns. `floor`: first value that this run owns. After an error everything
 * above it is dropped. */
static bool interpret(scr_fish *f, scr_val *floor, scr_val *sp, scr_val *out) {
  const int entry = f->nframe - 1;
  scr_vm_frame *fr;
  const scr_prog *p;
  const scr_instr *pc;
  scr_val *base, *k;
  bool legacy;
  LOAD_FRAME();
  for (;;) {
    const scr_instr in = *pc++;
    switch ((scr_op)in.op) {
    case OP_STOP: NEXT;
    case OP_CONST: *sp++ = scr_hold(k[in.c]); NEXT;
    case OP_LOCAL: *sp++ = scr_hold(base[in.c]); NEXT;
    case OP_GLOBAL: {
      scr_symbol *s = f->sym[in.c];
      if (SCR_UNLIKELY(!s->plain)) {
        if (s->code) {
          ENTER(s->code, 0);
          NEXT;
        }
        if (s->layout.type == SCR_V_LIST) {
          TRY(scr_struct_make(f, &s->layout, 0, &sp));
          NEXT;
        }
        TRY(undefined(f, s, legacy));
      }
      *sp++ = scr_hold(s->value);
      NEXT;
    }
    case OP_OWN: *sp++ = scr_hold(f->sym[in.c]->value); NEXT;
    case OP_SET_LOCAL: scr_put(&base[in.c], *--sp); NEXT;
    case OP_SET_GLOBAL: scr_put(&f->sym[in.c]->value, *--sp); NEXT;
    case OP_ZERO_LOCAL: scr_put(&base[in.c], (scr_val){0}); NEXT;
    case OP_POP: scr_drop(*--sp); NEXT;
    case OP_DUP:
      for (int j = 0; j < in.a; j++, sp++) *sp = scr_hold(sp[-in.a]);
      NEXT;
      OPERATORS(, sp - 1, 1)
      OPERATORS(_K, &k[in.c], 0)
      OPERATORS(_L, &base[in.c], 0)
    case OP_NEG: {
      scr_val r = {0};
      TRY(scr_op_negate(f, legacy, sp - 1, &r));
      scr_put(sp - 1, r);
      NEXT;
    }
    case OP_NOT:
    case OP_TRUTH: {
      bool truth = false;
      TRY(scr_op_truth(f, sp - 1, &truth));
      sp[-1] = scr_val_bool(in.op == OP_NOT ? !truth : truth);
      NEXT;
    }
    case OP_JUMP:
      pc = p->ins + in.c;
      if (in.a && f->host.interrupt && *(const volatile bool *)f->host.interrupt) TRY(!interrupted(f));
      NEXT;
    case OP_JUMP_FALSE:
    case OP_JUMP_TRUE:
    case OP_AND:
    case OP_OR: {
      bool truth = false;
      if (SCR_LIKELY(sp[-1].type == SCR_V_BOOL))
        truth = sp[-1].b;
      else
        TRY(scr_op_truth(f, sp - 1, &truth));
      bool jump = truth == (in.op == OP_JUMP_TRUE || in.op == OP_OR);
      if (jump) pc = p->ins + in.c;
      if (jump && in.op >= OP_AND)
        sp[-1] = scr_val_bool(truth);
      else
        sp--;
      NEXT;
    }
    case OP_VECTOR: TRY(make_vector(f, in.a, &sp)); NEXT;
    case OP_COMPONENT: {
      double x = 0;
      TRY(scr_op_component(f, sp - 1, in.a, &x));
      scr_put(sp - 1, scr_val_real(x));
      NEXT;
    }
    case OP_PUT_COMPONENT:
      TRY(scr_op_set_component(f, sp - 2, in.a, sp - 1));
      scr_drop(*--sp);
      NEXT;
    case OP_CALL_ROW: TRY(call_row(f, &f->row[in.c], in.a, &sp)); NEXT;
    case OP_ASSIGN_ROW: TRY(assign_row(f, &f->row[in.c], in.a, &sp)); NEXT;
    case OP_SPLIT_ROW: {
      uint32_t mask = (uint32_t)pc++->c;
      TRY(scr_split_row(f, &f->row[in.c], in.a, mask, in.b - 1, &sp));
      NEXT;
    }
    case OP_SPLIT_CALL: {
      uint32_t mask = (uint32_t)pc++->c;
      scr_symbol *s = f->sym[in.c];
      if (!s->code) TRY(unknown_function(f, s, legacy));
      fr->pc = pc;
      TRY(scr_split_call(f, s, in.a, mask, &sp));
      NEXT;
    }
    case OP_SPLIT_ASSIGN: {
      uint32_t mask = (uint32_t)pc++->c;
      TRY(scr_split_assign(f, &f->row[in.c], in.a, mask, in.b - 1, &sp));
      NEXT;
    }
    case OP_MEMBER: TRY(scr_member_get(f, in.c, in.a, &sp)); NEXT;
    case OP_PUT_MEMBER: TRY(scr_member_put(f, in.c, in.a, &sp)); NEXT;
    case OP_BACK_MEMBER: TRY(back_member(f, in.c, in.a, &sp)); NEXT;
    case OP_KEEP:
      if (scr_is_plain(sp - 1)) {
        if (in.c < 0) TRY(is_copy(f, sp - 1));
      } else if (in.c >= 0) {
        for (int j = 0; j <= in.a; j++) scr_drop(*--sp);
        pc = p->ins + in.c;
      }
      NEXT;
    case OP_EDIT_LOCAL: TRY(edit_row(f, &f->row[in.b], &base[in.c], in.a, &sp)); NEXT;
    case OP_EDIT_GLOBAL: TRY(edit_row(f, &f->row[in.b], &f->sym[in.c]->value, in.a, &sp)); NEXT;
    case OP_CALL: {
      scr_symbol *s = f->sym[in.c];
      if (s->code)
        ENTER(s->code, in.a);
      else if (s->layout.type == SCR_V_LIST)
        TRY(scr_struct_make(f, &s->layout, in.a, &sp));
      else if (is_container(&s->value))
        TRY(element(f, s->name, &s->value, in.a, &sp));
      else
        TRY(unknown_function(f, s, legacy));
      NEXT;
    }
    case OP_CALL_NAME: {
      scr_symbol *s = f->sym[in.c];
      if (s->code)
        ENTER(s->code, 0);
      else
        TRY(unknown_function(f, s, legacy));
      NEXT;
    }
    case OP_INDEX: TRY(element(f, local_name(p, in.b), &base[in.c], in.a, &sp)); NEXT;
    case OP_SET_INDEX_LOCAL: TRY(set_element(f, local_name(p, in.b), &base[in.c], in.a, &sp)); NEXT;
    case OP_SET_INDEX_GLOBAL: TRY(set_element(f, f->sym[in.c]->name, &f->sym[in.c]->value, in.a, &sp)); NEXT;
    case OP_ARRAY: TRY(make_array(f, in.a, &sp)); NEXT;
    case OP_LOOP_INIT: TRY(loop_init(f, sp - 1, &base[in.b])); NEXT;
    case OP_LOOP_LOCAL:
    case OP_LOOP_GLOBAL: {
      bool go = false;
      scr_val *var = in.op == OP_LOOP_LOCAL ? &base[pc->c] : &f->sym[pc->c]->value;
      const scr_val *h = &base[in.b];
      if (SCR_LIKELY(var->type == SCR_V_INT && h[0].type == SCR_V_INT && h[1].type == SCR_V_INT && h[1].i == 1)) {
        go = var->i < h[0].i;
        var->i += go;
        if (f->host.interrupt) TRY(!interrupted(f));
      } else {
        TRY(!interrupted(f) && loop_next(f, var, h, &go));
      }
      pc = go ? p->ins + in.c : pc + 1;
      NEXT;
    }
    case OP_EACH_INIT: TRY(each_init(f, &base[in.b])); NEXT;
    case OP_EACH_NEXT:
      if (each_next(&base[in.b], sp))
        sp++;
      else
        pc = p->ins + in.c;
      NEXT;
    case OP_COMMAND:
      f->top = sp;
      fr->pc = pc;
      TRY(run_block(f, p, base, pc, &p->block[in.c]));
      NEXT;
    case OP_RETURN: {
      scr_val r = scr_hold(f->sym[p->symbol]->value);
      drop_down(sp, base);
      f->nframe--;
      if (f->nframe == entry) {
        *out = r;
        return true;
      }
      sp = base;
      *sp++ = r;
      LOAD_FRAME();
      NEXT;
    }
    case OP_RETURN_VALUE:
      *out = *--sp;
      drop_down(sp, floor);
      f->nframe--;
      return true;
    case OP_COUNT: assert(0);
    }
  }
fail:
  fr->pc = pc;
  trace(f, entry);
  drop_down(sp, floor);
  f->nframe = entry;
  return false;
}

/* Runs the frame that was just opened and restores what belongs to the caller. */
static bool run_frame(scr_fish *f, scr_val *floor, scr_val *sp, scr_loc at, scr_val *out) {
  scr_val result = {0};
  f->nesting++;
  bool good = interpret(f, floor, sp, &result);
  f->nesting--;
  f->top = floor;
  f->diag->at = at;
  if (good && out)
    *out = result;
  else
    scr_drop(result);
  return good;
}

static bool too_nested(scr_fish *f) {
  if (f->nesting < SCR_NESTING_MAX) return false;
  scr_fail(f->diag, NULL, SCR_E_LIMIT, "functions and command blocks call each other too deeply (more than %d levels)",
           SCR_NESTING_MAX);
  return true;
}

bool scr_vm_call(scr_fish *f, const scr_prog *p, int n, const scr_val *args, scr_val *out) {
  scr_val *floor = f->top;
  if (too_nested(f)) return false;
  if (floor + n > f->stack + SCR_STACK_SIZE) return scr_fail(f->diag, NULL, SCR_E_LIMIT, "the stack of FISH is exhausted");
  scr_loc at = f->diag->at;
  for (int k = 0; k < n; k++) floor[k] = scr_hold(args[k]);
  if (!enter(f, p, n, floor + n)) {
    drop_down(floor + n, floor);
    return false;
  }
  return run_frame(f, floor, floor + p->nslots, at, out);
}

/* The frame of a [ ] shares the slots of the function around it; its operands lie on top of everything. */
bool scr_vm_eval(scr_fish *f, const scr_prog *p, scr_fish_scope *scope, scr_val *out) {
  scr_val *floor = f->top;
  if (too_nested(f)) return false;
  if (f->nframe >= SCR_DEPTH_MAX || floor + p->maxstack > f->stack + SCR_STACK_SIZE)
    return scr_fail(f->diag, NULL, SCR_E_LIMIT, "functions call each other too deeply (more than %d levels)", f->nframe);
  f->frame[f->nframe++] = (scr_vm_frame){p, p->ins, scope ? scope->base : floor};
  return run_frame(f, floor, floor, f->diag->at, out);
}
