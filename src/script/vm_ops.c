/* The operations of the FISH machine outside its inner loop, one short function each; the complete
 * form of those that the loop does only in the usual case. */
#include <math.h>
#include <string.h>
#include "script/copy.h"
#include "script/vm.h"

#define RUN(name) static bool name(scr_vm *m, scr_instr in)

/* ---- names ---- */

/* The row of a name that is not offered; NULL: it is none. */
static const scr_fish_fn *not_offered(scr_fish *f, const char *name, bool legacy) {
  const int row = scr_row_find(f, name, legacy ? SCR_LEGACY : SCR_MODERN);
  return row >= 0 && f->row[row].fn->flags & SCR_FN_REFUSED ? f->row[row].fn : NULL;
}

/* The nearest symbol that has a value; NULL: none, or a check finds it when all is read. */
static const char *near_symbol(const scr_fish *f, const char *name) {
  scr_nearest near = {.word = name};
  for (size_t k = 0; !f->host.use && k < f->nsym; k++)
    if ((f->sym[k]->code || f->sym[k]->assigned) && !strchr(f->sym[k]->name, '.'))
      scr_nearest_offer(&near, f->sym[k]->name);
  return near.best;
}

/* Value of a name that is no plain variable: the first reading of one that nothing assigns is
 * reported. */
static bool undefined(scr_fish *f, scr_symbol *s, bool legacy) {
  const scr_fish_fn *fn = not_offered(f, s->name, legacy);
  if (!s->assigned && fn)
    return scr_fail(f->diag, NULL, SCR_E_UNSUPPORTED, "'%s' is not offered: %s", s->name, fn->doc);
  if (!s->assigned && !s->warned) {
    s->warned = true;
    bool other = !legacy && scr_row_find(f, s->name, SCR_LEGACY) >= 0;
    const char *near = near_symbol(f, s->name);
    if (!scr_warn(f->diag, NULL, SCR_E_NAME,
                  "'%s' is read but assigned nowhere; its value is 0%s%s%s%s", s->name,
                  other ? " (it means something in the legacy dialect only)" : "",
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : ""))
      return false;
  }
  scr_symbol_update(s);
  return true;
}

static bool unknown_function(scr_fish *f, const scr_symbol *s, bool legacy) {
  const scr_dialect dialect = legacy ? SCR_LEGACY : SCR_MODERN;
  const scr_fish_fn *fn = not_offered(f, s->name, legacy);
  if (fn)
    return scr_fail(f->diag, NULL, SCR_E_UNSUPPORTED, "'%s' is not offered: %s", s->name, fn->doc);
  if (s->assigned)
    return scr_fail(f->diag, NULL, SCR_E_TYPE, "'%s' is no function and no array, its value is %s",
                    s->name, scr_vtype_phrase((scr_vtype)s->value.type));
  scr_fail(f->diag, NULL, SCR_E_NAME, "unknown function '%s'", s->name);
  scr_hint_command(f, &f->diag->at, legacy);
  scr_hint_name(f, s->name, dialect, &f->diag->at);
  return false;
}

bool scr_fish_undefined(scr_fish *f, int symbol, bool call, scr_dialect dialect,
                        const scr_loc *at) {
  scr_loc old = f->diag->at;
  bool legacy = dialect == SCR_LEGACY;
  f->diag->at = *at;
  bool fine =
      call ? unknown_function(f, f->sym[symbol], legacy) : undefined(f, f->sym[symbol], legacy);
  f->diag->at = old;
  return fine;
}

/* ---- elements, rows, members ---- */

/* Name of the local an instruction works on, for messages; the locals around a [ ] go without. */
static const char *local_name(const scr_prog *p, int b) {
  return b ? p->local[b - 1].name : "local variable";
}

static bool is_container(const scr_val *v) {
  return v->type == SCR_V_VEC || (v->type >= SCR_V_LIST && v->type != SCR_V_STRUCT);
}

/* Replaces the n values below sp by one. */
static inline scr_val *replace(scr_val *sp, int n, const scr_val *result) {
  for (int k = 1; k <= n; k++)
    if (SCR_UNLIKELY(sp[-k].type >= SCR_V_STR)) scr_val_drop(&sp[-k]);
  sp -= n;
  copy(sp++, result);
  return sp;
}

static bool element(scr_fish *f, const char *name, const scr_val *container, int n, scr_val **sp) {
  scr_val out = {0};
  if (!scr_op_index(f, name, container, n, *sp - n, &out)) return false;
  *sp = replace(*sp, n, &out);
  return true;
}

static bool set_element(scr_fish *f, const char *name, scr_val *container, int n, scr_val **sp) {
  if (!scr_op_set_index(f, name, container, n, *sp - n - 1, *sp - 1)) return false;
  *sp = replace(*sp, n + 1, &(scr_val){0}) - 1;
  return true;
}

/* Nothing to convert, and no pointer to ask about. */
static inline bool suits(const scr_row *r, int n, const scr_val *args) {
  bool fine = n <= r->nsig;
  for (int k = 0; fine && k < n; k++) fine = r->as_is[k] >> args[k].type & 1;
  return fine;
}

static bool call_row(scr_fish *f, const scr_row *r, int n, scr_val **sp) {
  scr_val out = {0};
  if (!suits(r, n, *sp - n) && !scr_row_check(f, r, 0, n, *sp - n)) return false;
  f->top = *sp;
  bool good = r->fn->call(f, n, *sp - n, &out);
  if (SCR_UNLIKELY(!good)) {
    scr_drop(out);
    if (!f->diag->failed) scr_fail(f->diag, NULL, SCR_E_STATE, "'%s' failed", r->fn->name);
    return false;
  }
  assert(!f->diag->failed);
  scr_val_made(f, &out);
  *sp = replace(*sp, n, &out);
  return true;
}

static bool assign_row(scr_fish *f, const scr_row *r, int n, scr_val **sp) {
  if (!suits(r, n, *sp - n - 1) && !scr_row_check(f, r, 0, n, *sp - n - 1)) return false;
  if (!(r->value_as_is >> (*sp - 1)->type & 1) && !scr_row_check_value(f, r, *sp - 1)) return false;
  f->top = *sp;
  if (!r->fn->assign(f, n, *sp - n - 1, *sp - 1)) return false;
  assert(!f->diag->failed);
  *sp = replace(*sp, n + 1, &(scr_val){0}) - 1;
  return true;
}

bool scr_vm_row(scr_fish *f, const scr_row *r, int n, scr_val **sp) {
  return call_row(f, r, n, sp);
}
bool scr_vm_assign_row(scr_fish *f, const scr_row *r, int n, scr_val **sp) {
  return assign_row(f, r, n, sp);
}

bool scr_vm_part(scr_fish *f, const scr_row *r, int part, int n, scr_val **sp) {
  scr_val *value = *sp - 1;
  for (int k = 0; k < n; k++, ++*sp) **sp = scr_hold(*(value - n + k));
  if (!scr_vm_row(f, r, n, sp) || !scr_op_set_component(f, *sp - 1, part, value)) return false;
  scr_put(value, *--*sp);
  return true;
}

/* object, n arguments, value: the value goes back where the member is plain. */
static bool back_member(scr_fish *f, int member, int n, scr_val **sp) {
  bool plain = scr_is_plain(*sp - 1);
  if (plain && !scr_member_put(f, member, n, sp)) return false;
  for (int k = plain ? 1 : n + 2; k > 0; k--) scr_drop(*--*sp);
  return true;
}

static bool is_copy(scr_fish *f, const scr_val *v) {
  scr_fail(f->diag, NULL, SCR_E_VALUE, "the assignment changes a copy of a %s",
           scr_type_words(f, v));
  return scr_hint(f->diag, "assign it to a variable first, then back");
}

static bool edit_row(scr_fish *f, const scr_row *r, scr_val *first, int rest, scr_val **sp) {
  scr_val probe = *first;
  if (!scr_row_check(f, r, 0, 1, &probe) || !scr_row_check(f, r, 1, rest, *sp - rest - 1) ||
      !scr_row_check_value(f, r, *sp - 1))
    return false;
  f->top = *sp;
  if (!r->fn->edit(f, first, rest, *sp - rest - 1, *sp - 1)) return false;
  *sp = replace(*sp, rest + 1, &(scr_val){0}) - 1;
  return true;
}

static bool make_vector(scr_fish *f, int n, scr_val **sp) {
  double x[3] = {0};
  for (int k = 0; k < n; k++)
    if (!scr_val_number(*sp - n + k, &x[k])) return scr_op_component_fails(f, k, *sp - n + k);
  const scr_val vector = scr_val_vec(n, x);
  *sp = replace(*sp, n, &vector);
  return true;
}

static bool make_array(scr_fish *f, int n, scr_val **sp) {
  size_t dim[SCR_DIMS_MAX] = {0};
  if (!scr_op_sizes(f, n, *sp - n, dim)) return false;
  const scr_val array = scr_val_array(n, dim);
  scr_val_made(f, &array);
  *sp = replace(*sp, n, &array);
  return true;
}

/* ---- loops ---- */

/* hidden: the last value and the step. All but a loop over integers by one is marked in the step's
 * unused dim. */
static bool loop_init(scr_fish *f, const scr_val *first, scr_val *hidden) {
  if (!scr_op_counts(f, first, hidden, hidden + 1)) return false;
  hidden[1].dim = hidden[0].type != SCR_V_INT || hidden[1].type != SCR_V_INT || hidden[1].i != 1;
  return true;
}

/* Advances a counted loop; *go tells whether it goes on. The variable keeps its last value when it
 * does not. A real variable may exceed the bound by rounding. */
static bool loop_next(scr_fish *f, scr_val *var, const scr_val *hidden, bool *go) {
  double x, last = 0, step = 0;
  if (var->type == SCR_V_INT && hidden[0].type == SCR_V_INT && hidden[1].type == SCR_V_INT) {
    int64_t next;
    *go = !__builtin_add_overflow(var->i, hidden[1].i, &next) &&
          (hidden[1].i > 0 ? next <= hidden[0].i : next >= hidden[0].i);
    if (*go) var->i = next;
    return true;
  }
  if (!scr_val_number(var, &x))
    return scr_fail(f->diag, NULL, SCR_E_TYPE, "the variable of the loop became %s",
                    scr_type_words(f, var));
  scr_val_number(hidden, &last);
  scr_val_number(hidden + 1, &step);
  double next = x + step, slack = 1e-10 * fabs(step);
  *go = step > 0 ? next <= last + slack : next >= last - slack;
  if (!*go) return true;
  *var = var->type == SCR_V_INT && hidden[1].type == SCR_V_INT ? scr_val_int(var->i + hidden[1].i)
                                                               : scr_val_real(next);
  return true;
}

static bool each_init(scr_fish *f, scr_val *hidden) {
  hidden[1] = scr_val_int(0);
  return scr_op_goes_over(f, hidden);
}

/* The values of a list or map of pointers that loses them; NULL: it is none. */
static const scr_val *fleeting(const scr_val *c) {
  const scr_items *items = (const scr_items *)(const void *)c->o;
  const scr_map *map = (const scr_map *)(const void *)c->o;
  if (c->type == SCR_V_LIST) return items->fleeting ? items->item : NULL;
  return c->type == SCR_V_MAP && map->fleeting ? map->value : NULL;
}

static void pass_over(scr_fish *f, const scr_val *c, int64_t *k) {
  const scr_val *v = fleeting(c);
  if (!v || !f->host.alive) return;
  const size_t n = scr_val_size(c);
  while ((size_t)*k < n && v[*k].type == SCR_V_PTR &&
         !f->host.alive(f->host.user, v[*k].kind, v[*k].ref))
    ++*k;
}

/* Next element of a container; false at its end. */
static bool each_next(scr_fish *f, scr_val *hidden, scr_val *out) {
  const scr_val *c = hidden;
  pass_over(f, c, &hidden[1].i);
  size_t k = (size_t)hidden[1].i++;
  if (k >= scr_val_size(c)) return false;
  scr_val *value;
  switch (c->type) {
  case SCR_V_VEC: *out = scr_val_real(c->v[k]); break;
  case SCR_V_MATRIX:
  case SCR_V_TENSOR: *out = scr_val_real(scr_val_reals(c)[k]); break;
  case SCR_V_STR: *out = scr_val_strn(scr_val_cstr(c, NULL) + k, 1); break;
  case SCR_V_MAP: scr_val_map_at(c, k, NULL, &value), *out = scr_hold(*value); break;
  case SCR_V_LIST: {
    const scr_items *items = (const scr_items *)(const void *)c->o;
    *out = items->ref ? scr_val_ptr(items->kind, items->ref[k]) : scr_hold(items->item[k]);
    break;
  }
  default: *out = scr_hold(scr_val_items(c)[k]);
  }
  return true;
}

static bool run_block(scr_fish *f, const scr_prog *p, scr_val *base, const scr_instr *pc,
                      const scr_block *b) {
  if (b->last < b->first) return true;
  if (!f->host.command)
    return scr_fail(f->diag, NULL, SCR_E_UNSUPPORTED, "there is nothing to run commands here");
  scr_fish_scope scope = {p, base, (int)(pc - 1 - p->ins)};
  if (f->host.command(f->host.user, p->src, b->first, b->last, &scope)) return true;
  return f->diag->failed ? false : scr_fail(f->diag, NULL, SCR_E_STATE, "the command block failed");
}

/* ---- operators ---- */

enum { OPERATORS = OP_GE - OP_ADD + 1, FORMS_OF_ALL = 6 };
static_assert(OP_ADD_K == OP_ADD + OPERATORS && OP_ADD_L == OP_ADD + 2 * OPERATORS &&
                  OP_ADD_LK == OP_ADD + 3 * OPERATORS && OP_ADD_LL == OP_ADD + 4 * OPERATORS &&
                  OP_ADD_R == OP_ADD + 5 * OPERATORS &&
                  OP_ADD_SET == OP_ADD + FORMS_OF_ALL * OPERATORS &&
                  OP_NEG == OP_ADD + 2 * FORMS_OF_ALL * OPERATORS,
              "six forms of each operator, twice");

/* The variable that the result is about to be stored in, with nothing but constant texts appended
 * before; NULL: none. */
static scr_val *destination(const scr_vm *m) {
  const scr_instr *pc = m->pc;
  while (pc->op == OP_ADD_K && m->k[pc->c].type == SCR_V_STR) pc++;
  return pc->op == OP_SET_LOCAL    ? &m->base[pc->c]
         : pc->op == OP_SET_GLOBAL ? &m->f->sym[pc->c]->value
                                   : NULL;
}

/* s = s + text grows s where it stands if nobody else holds it. x lies on the stack, or is s
 * itself. */
static bool append(scr_vm *m, scr_val *x, const scr_val *y) {
  if (x->type != SCR_V_STR || y->type != SCR_V_STR || x->o == y->o || x->o->refs > 2) return false;
  if (x->o->refs == 2) {
    scr_val *to = destination(m);
    if (!to || to->type != SCR_V_STR || to->o != x->o) return false;
    scr_val_drop(to);
  }
  scr_val_append(x, y);
  return true;
}

enum { FORM_STACK, FORM_K, FORM_L, FORM_LK, FORM_LL, FORM_R };

/* What may be done without a new value: x is on the stack, or a text that is about to be stored in
 * x. */
static bool in_place(scr_vm *m, scr_op op, int form, scr_val *x, const scr_val *y) {
  if (form == FORM_R) {
    if (op != OP_ADD || x->type != SCR_V_STR || x->o->refs > 1 || y->type != SCR_V_STR ||
        destination(m) != x)
      return false;
    scr_val_append(x, y);
    scr_put(m->sp - 1, scr_hold(*x));
    return true;
  }
  if (op != OP_ADD || !append(m, x, y)) return false;
  if (form == FORM_STACK) scr_val_drop(--m->sp);
  return true;
}

/* The instruction remembers that it has told. */
static bool tell_parts(scr_vm *m, scr_tells which, const scr_val *x, const scr_val *y) {
  if (m->short_ints || which == SCR_TELLS_NONE || !scr_op_parts(x, y)) return true;
  if (which == SCR_TELLS_BELOW_ZERO && (x->i < 0) == (y->i < 0)) return true;
  m->p->ins[m->pc - 1 - m->p->ins].a = SCR_TELLS_NONE;
  return scr_op_tell_parts(m->f, &m->f->diag->at, x, y);
}

/* All operators, all forms. */
RUN(op_operator) {
  static const uint8_t pushed[] = {2, 1, 1, 0, 0, 1};
  int form = (in.op - OP_ADD) / OPERATORS % FORMS_OF_ALL;
  scr_op op = (scr_op)(OP_ADD + (in.op - OP_ADD) % OPERATORS);
  bool left = form >= FORM_LK;
  scr_val *x = left ? &m->base[in.b] : m->sp - pushed[form];
  const scr_val *y = form == FORM_K || form == FORM_LK   ? &m->k[in.c]
                     : form == FORM_L || form == FORM_LL ? &m->base[in.c]
                                                         : m->sp - 1;
  scr_val out = {0};
  if ((!left || form == FORM_R) && in_place(m, op, form, x, y)) return true;
  if (op == OP_DIV && in.a == SCR_TELLS_FACTOR &&
      !scr_op_tell_order(m->f, &m->f->diag->at, m->sp - pushed[form] - 1, x, y))
    return false;
  if (op == OP_DIV && !tell_parts(m, (scr_tells)in.a, x, y)) return false;
  if (op == OP_EQ && in.a == SCR_OF_CASE)
    out = scr_val_bool(scr_op_case(m->f, x, y));
  else if (!scr_op_binary(m->f, op, m->short_ints, x, y, &out))
    return false;
  scr_vm_drop_down(m->sp, m->sp - pushed[form]);
  m->sp -= pushed[form];
  *m->sp++ = out;
  return true;
}

RUN(op_neg) {
  scr_val r = {0};
  SCR_UNUSED(in);
  if (!scr_op_negate(m->f, m->short_ints, m->sp - 1, &r)) return false;
  scr_put(m->sp - 1, r);
  return true;
}

RUN(op_truth) {
  bool truth;
  SCR_UNUSED(in);
  if (!scr_op_truth(m->f, m->sp - 1, &truth)) return false;
  m->sp[-1] = scr_val_bool(truth);
  return true;
}

/* Of a list, of each of its elements. */
RUN(op_not) {
  scr_val r;
  SCR_UNUSED(in);
  if (!scr_op_not(m->f, m->sp - 1, &r)) return false;
  scr_put(m->sp - 1, r);
  return true;
}

/* JUMP_FALSE, JUMP_TRUE, AND, OR */
RUN(op_branch) {
  bool truth = false;
  if (!scr_op_truth(m->f, m->sp - 1, &truth)) return false;
  bool jump = truth == (in.op == OP_JUMP_TRUE || in.op == OP_OR);
  if (jump) m->pc = m->p->ins + in.c;
  if (jump && in.op >= OP_AND)
    m->sp[-1] = scr_val_bool(truth);
  else
    m->sp--;
  return true;
}

/* ---- values ---- */

RUN(op_global) {
  scr_symbol *s = m->f->sym[in.c];
  if (!s->plain) {
    if (s->code) return scr_vm_go(m, s->code, 0);
    if (s->layout.type == SCR_V_LIST) return scr_struct_make(m->f, &s->layout, 0, &m->sp);
    if (!undefined(m->f, s, m->legacy)) return false;
  }
  *m->sp++ = scr_hold(s->value);
  return true;
}
/* A global symbol of the name, else the local whose block has ended. */
RUN(op_late_local) {
  scr_symbol *s = m->f->sym[in.c];
  if (s->assigned || s->code || s->layout.type == SCR_V_LIST) return op_global(m, in);
  *m->sp++ = scr_hold(m->base[in.b]);
  if (s->late_told) return true;
  s->late_told = true;
  return scr_warn(m->f->diag, NULL, SCR_E_NAME, SCR_LATE_LOCAL, s->name);
}
RUN(op_zero_local) {
  scr_put(&m->base[in.c], (scr_val){0});
  return true;
}
RUN(op_pop) {
  SCR_UNUSED(in);
  scr_drop(*--m->sp);
  return true;
}
RUN(op_dup) {
  for (int k = 0; k < in.a; k++, m->sp++) *m->sp = scr_hold(m->sp[-in.a]);
  return true;
}
RUN(op_vector) { return make_vector(m->f, in.a, &m->sp); }
RUN(op_component) {
  double x = 0;
  if (!scr_op_component(m->f, m->sp - 1, in.a, &x)) return false;
  scr_put(m->sp - 1, scr_val_real(x));
  return true;
}

/* ---- calls ---- */

RUN(op_call_row) {
  m->fr->pc = m->pc; /* for commands, which see the locals of this place */
  return call_row(m->f, &m->f->row[in.c], in.a, &m->sp);
}
RUN(op_assign_row) { return assign_row(m->f, &m->f->row[in.c], in.a, &m->sp); }
RUN(op_row_l) {
  double x = 0;
  *m->sp++ = scr_hold(m->base[in.b]);
  if (!call_row(m->f, &m->f->row[in.c], 1, &m->sp)) return false;
  if (in.a == 0) return true;
  if (!scr_op_component(m->f, m->sp - 1, in.a - 1, &x)) return false;
  scr_put(m->sp - 1, scr_val_real(x));
  return true;
}
RUN(op_assign_part) {
  const scr_row *r = &m->f->row[in.c];
  return scr_vm_part(m->f, r, in.b, in.a, &m->sp) && assign_row(m->f, r, in.a, &m->sp);
}
RUN(op_split_row) {
  uint32_t mask = (uint32_t)m->pc++->c;
  return scr_split_row(m->f, &m->f->row[in.c], in.a, mask, in.b - 1, &m->sp);
}
RUN(op_split_call) {
  uint32_t mask = (uint32_t)m->pc++->c;
  scr_symbol *s = m->f->sym[in.c];
  if (!s->code && s->layout.type != SCR_V_LIST && !is_container(&s->value))
    return unknown_function(m->f, s, m->legacy);
  m->fr->pc = m->pc;
  return scr_split_call(m->f, s, in.a, mask, &m->sp);
}
RUN(op_split_index) {
  uint32_t mask = (uint32_t)m->pc++->c;
  return scr_split_index(m->f, local_name(m->p, in.b), &m->base[in.c], in.a, mask, &m->sp);
}
RUN(op_split_assign) {
  uint32_t mask = (uint32_t)m->pc++->c;
  return scr_split_assign(m->f, &m->f->row[in.c], in.a, mask, in.b - 1, &m->sp);
}
/* thing.list(k): the container lies above its subscripts. */
RUN(op_pick) {
  scr_val box = *--m->sp;
  const char *name = m->f->row[in.c].fn->name;
  const bool good = in.b ? scr_split_index(m->f, name, &box, in.a, 1, &m->sp)
                         : element(m->f, name, &box, in.a, &m->sp);
  scr_drop(box);
  return good;
}
RUN(op_split_set_local) {
  uint32_t mask = (uint32_t)m->pc++->c;
  return scr_split_set(m->f, local_name(m->p, in.b), &m->base[in.c], in.a, mask, &m->sp);
}
RUN(op_split_set_global) {
  uint32_t mask = (uint32_t)m->pc++->c;
  scr_symbol *s = m->f->sym[in.c];
  return scr_split_set(m->f, s->name, &s->value, in.a, mask, &m->sp);
}
RUN(op_split_operator) {
  return scr_split_operator(m->f, (scr_op)in.c, m->short_ints, in.a, in.b, &m->sp);
}
RUN(op_member) { return scr_member_get(m->f, in.c, in.a, &m->sp); }
RUN(op_put_member) { return scr_member_put(m->f, in.c, in.a, &m->sp); }
RUN(op_back_member) { return back_member(m->f, in.c, in.a, &m->sp); }
RUN(op_keep) {
  if (scr_is_plain(m->sp - 1)) return in.c >= 0 || is_copy(m->f, m->sp - 1);
  if (in.c < 0) return true;
  scr_vm_drop_down(m->sp, m->sp - in.a - 1);
  m->sp -= in.a + 1;
  m->pc = m->p->ins + in.c;
  return true;
}
RUN(op_edit_local) { return edit_row(m->f, &m->f->row[in.b], &m->base[in.c], in.a, &m->sp); }
RUN(op_edit_global) {
  return edit_row(m->f, &m->f->row[in.b], &m->f->sym[in.c]->value, in.a, &m->sp);
}
RUN(op_call) {
  scr_symbol *s = m->f->sym[in.c];
  if (s->code) return scr_vm_go(m, s->code, in.a);
  if (s->layout.type == SCR_V_LIST) return scr_struct_make(m->f, &s->layout, in.a, &m->sp);
  if (is_container(&s->value)) return element(m->f, s->name, &s->value, in.a, &m->sp);
  return unknown_function(m->f, s, m->legacy);
}
RUN(op_call_name) {
  const scr_symbol *s = m->f->sym[in.c];
  return s->code ? scr_vm_go(m, s->code, 0) : unknown_function(m->f, s, m->legacy);
}
RUN(op_index) { return element(m->f, local_name(m->p, in.b), &m->base[in.c], in.a, &m->sp); }
RUN(op_index_l) {
  uint32_t both = (uint32_t)in.c;
  *m->sp++ = scr_hold(m->base[both >> 16]);
  return element(m->f, local_name(m->p, in.b), &m->base[both & UINT16_MAX], 1, &m->sp);
}
RUN(op_index_k) {
  uint32_t both = (uint32_t)in.c;
  *m->sp++ = scr_hold(m->k[both >> 16]);
  return element(m->f, local_name(m->p, in.b), &m->base[both & UINT16_MAX], 1, &m->sp);
}
RUN(op_set_index_local) {
  return set_element(m->f, local_name(m->p, in.b), &m->base[in.c], in.a, &m->sp);
}
RUN(op_set_index_global) {
  scr_symbol *s = m->f->sym[in.c];
  return set_element(m->f, s->name, &s->value, in.a, &m->sp);
}
/* The subscript goes below the value. */
static bool set_index(scr_vm *m, scr_instr in, const scr_val *index) {
  m->sp[0] = m->sp[-1];
  m->sp[-1] = scr_hold(*index);
  m->sp++;
  return set_element(m->f, local_name(m->p, in.b), &m->base[(uint32_t)in.c & UINT16_MAX], 1,
                     &m->sp);
}
RUN(op_set_index_l) { return set_index(m, in, &m->base[(uint32_t)in.c >> 16]); }
RUN(op_set_index_k) { return set_index(m, in, &m->k[(uint32_t)in.c >> 16]); }
RUN(op_array) { return make_array(m->f, in.a, &m->sp); }
/* ---- operators of FISH ---- */

static const scr_val *owned_value(const scr_vm *m, scr_instr in) {
  switch ((scr_owned)in.a) {
  case SCR_OWNED_LOCAL: return &m->base[in.c];
  case SCR_OWNED_SYMBOL: return &m->f->sym[in.c]->value;
  default: return m->sp - in.c;
  }
}

RUN(op_owned) {
  const scr_val *v = owned_value(m, in);
  const scr_owner *owner = scr_val_owner(v);
  const bool good =
      owner ? !owner->barred || owner->run != m->f->run : !in.b || v->type != SCR_V_PTR;
  if (good) return true;
  scr_fail(m->f->diag, NULL, SCR_E_STATE, "an operator changes no %s that a global symbol holds",
           scr_type_words(m->f, v));
  return scr_hint(m->f->diag, "what it may change is handed over as an argument");
}

RUN(op_bar) {
  scr_owner *owner = scr_val_owner(m->sp - 1);
  SCR_UNUSED(in);
  if (owner && owner->run != m->f->run) *owner = (scr_owner){m->f->run, true};
  return true;
}

/* Is the machine in an operator that another one called? */
static bool within(const scr_fish *f) {
  for (int k = f->nframe - 2; k >= 0; k--)
    if (f->frame[k].code->operates) return true;
  return false;
}

/* An operator begins. */
RUN(op_zero_own) {
  scr_put(&m->f->sym[in.c]->value, (scr_val){0});
  if (!within(m->f)) m->f->run++;
  return true;
}

/* ---- flow ---- */

RUN(op_jump) {
  m->pc = m->p->ins + in.c;
  return !scr_vm_interrupted(m->f);
}
RUN(op_loop_init) { return loop_init(m->f, m->sp - 1, &m->base[in.b]); }
RUN(op_loop) {
  bool go = false;
  scr_val *var = in.op == OP_LOOP_LOCAL ? &m->base[m->pc->c] : &m->f->sym[m->pc->c]->value;
  if (scr_vm_interrupted(m->f) || !loop_next(m->f, var, &m->base[in.b], &go)) return false;
  m->pc = go ? m->p->ins + in.c : m->pc + 1;
  return true;
}
RUN(op_each_init) { return each_init(m->f, &m->base[in.b]); }
RUN(op_each_next) {
  if (each_next(m->f, &m->base[in.b], m->sp))
    m->sp++;
  else
    m->pc = m->p->ins + in.c;
  return true;
}
RUN(op_command) {
  m->f->top = m->sp;
  m->fr->pc = m->pc;
  return run_block(m->f, m->p, m->base, m->pc, &m->p->block[in.c]);
}

/* Those that the loop always does itself are not here. */
/* clang-format off */
#define TWICE(op) [op] = op_operator, [op##_SET] = op_operator
#define FORMS(op) \
  TWICE(op), TWICE(op##_K), TWICE(op##_L), TWICE(op##_LK), TWICE(op##_LL), TWICE(op##_R)
const scr_vm_op scr_vm_ops[OP_COUNT] = {
    FORMS(OP_ADD), FORMS(OP_SUB), FORMS(OP_MUL), FORMS(OP_DIV), FORMS(OP_FLOORDIV), FORMS(OP_MOD),
    FORMS(OP_POW), FORMS(OP_EQ), FORMS(OP_NE), FORMS(OP_LT), FORMS(OP_LE), FORMS(OP_GT),
    FORMS(OP_GE), [OP_GLOBAL] = op_global, [OP_LATE_LOCAL] = op_late_local,
    [OP_ZERO_LOCAL] = op_zero_local, [OP_ZERO_OWN] = op_zero_own, [OP_POP] = op_pop,
    [OP_DUP] = op_dup, [OP_NEG] = op_neg, [OP_NOT] = op_not, [OP_TRUTH] = op_truth,
    [OP_JUMP] = op_jump, [OP_JUMP_FALSE] = op_branch, [OP_JUMP_TRUE] = op_branch,
    [OP_AND] = op_branch, [OP_OR] = op_branch, [OP_VECTOR] = op_vector,
    [OP_COMPONENT] = op_component, [OP_CALL_ROW] = op_call_row, [OP_ROW_L] = op_row_l,
    [OP_ASSIGN_ROW] = op_assign_row, [OP_ASSIGN_PART] = op_assign_part,
    [OP_SPLIT_ROW] = op_split_row, [OP_SPLIT_CALL] = op_split_call,
    [OP_SPLIT_ASSIGN] = op_split_assign, [OP_SPLIT_INDEX] = op_split_index,
    [OP_SPLIT_SET_LOCAL] = op_split_set_local, [OP_SPLIT_SET_GLOBAL] = op_split_set_global,
    [OP_SPLIT_OPERATOR] = op_split_operator, [OP_PICK] = op_pick,
    [OP_MEMBER] = op_member, [OP_PUT_MEMBER] = op_put_member,
    [OP_BACK_MEMBER] = op_back_member, [OP_KEEP] = op_keep, [OP_EDIT_LOCAL] = op_edit_local,
    [OP_EDIT_GLOBAL] = op_edit_global, [OP_CALL] = op_call, [OP_CALL_NAME] = op_call_name,
    [OP_INDEX] = op_index, [OP_INDEX_L] = op_index_l, [OP_INDEX_K] = op_index_k,
    [OP_SET_INDEX_LOCAL] = op_set_index_local, [OP_SET_INDEX_GLOBAL] = op_set_index_global,
    [OP_SET_INDEX_L] = op_set_index_l, [OP_SET_INDEX_K] = op_set_index_k, [OP_OWNED] = op_owned,
    [OP_BAR] = op_bar,
    [OP_ARRAY] = op_array,
    [OP_LOOP_INIT] = op_loop_init, [OP_LOOP_LOCAL] = op_loop, [OP_LOOP_GLOBAL] = op_loop,
    [OP_EACH_INIT] = op_each_init, [OP_EACH_NEXT] = op_each_next, [OP_COMMAND] = op_command,
};
/* clang-format on */
