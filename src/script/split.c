/* What FISH does element by element: f(::list) calls f for each element, ::list + 1 adds. */
#include "script/vm.h"

/* One of many: the operands lie at `from`, those in mask are containers of `size` elements. */
typedef struct split {
  scr_val *from;
  int n;
  uint32_t mask;
  size_t size;
} split;

/* Makes one value of the topmost n, or uses n up. */
typedef bool (*split_one)(scr_fish *f, const void *what, int n, scr_val **sp);

/* The values of a map, in the order of its keys: they stay while it changes. The numbers of a
 * vector, tensor or matrix. */
static void list_of(scr_val *v) {
  const size_t size = v->type == SCR_V_VEC ? v->dim : scr_val_size(v);
  scr_val list = scr_val_list(size), *value;
  for (size_t k = 0; k < size; k++) {
    scr_val *item = &scr_val_items(&list)[k];
    if (v->type == SCR_V_MAP)
      scr_val_map_at(v, k, NULL, &value), *item = scr_hold(*value);
    else
      *item = scr_val_real(v->type == SCR_V_VEC ? v->v[k] : scr_val_reals(v)[k]);
  }
  scr_put(v, list);
}

static bool becomes_list(const scr_val *v) {
  return v->type == SCR_V_MAP || v->type == SCR_V_VEC || v->type == SCR_V_MATRIX ||
         v->type == SCR_V_TENSOR;
}

bool scr_op_splits(scr_fish *f, const scr_val *v) {
  if (becomes_list(v) || v->type == SCR_V_LIST || v->type == SCR_V_ARRAY) return true;
  return scr_fail(f->diag, NULL, SCR_E_TYPE, "'::' splits a list or another container, not %s",
                  scr_type_words(f, v));
}

static bool open_split(scr_fish *f, scr_val *from, int n, uint32_t mask, split *s) {
  *s = (split){from, n, mask, 0};
  bool first = true;
  for (int k = 0; k < n; k++) {
    if (!(mask >> k & 1)) continue;
    scr_val *v = &from[k];
    if (becomes_list(v)) list_of(v);
    if (!scr_op_splits(f, v)) return false;
    if (!first && scr_val_size(v) != s->size)
      return scr_fail(f->diag, NULL, SCR_E_VALUE,
                      "lists of %zu and of %zu elements cannot be split together", s->size,
                      scr_val_size(v));
    s->size = scr_val_size(v);
    first = false;
  }
  return true;
}

/* Pushes operand j of call k. */
static void push(const split *s, int j, size_t k, scr_val **sp) {
  bool one = s->mask >> j & 1;
  *(*sp)++ = scr_hold(one ? scr_val_items(&s->from[j])[k] : s->from[j]);
}

static void push_all(const split *s, size_t k, int n, scr_val **sp) {
  for (int j = 0; j < n; j++) push(s, j, k, sp);
}

static void drop_to(scr_val **sp, scr_val *to) {
  while (*sp > to) scr_drop(*--*sp);
}

/* After an error what was pushed goes at once; the operands are dropped with the rest of the stack.
 */
static bool finish(const split *s, scr_val **sp, scr_val list, bool good) {
  drop_to(sp, s->from + s->n);
  if (!good) {
    scr_drop(list);
    return false;
  }
  drop_to(sp, s->from);
  *(*sp)++ = list;
  return true;
}

/* The upper n values become the list of what is made of their elements. */
static bool each(scr_fish *f, int n, uint32_t mask, scr_val **sp, split_one one, const void *what) {
  split s;
  if (!open_split(f, *sp - n, n, mask, &s)) return false;
  scr_val list = scr_val_list(s.size);
  bool good = true;
  for (size_t k = 0; good && k < s.size; k++) {
    push_all(&s, k, n, sp);
    good = !scr_vm_interrupted(f) && one(f, what, n, sp);
    if (good) scr_val_items(&list)[k] = *--*sp;
  }
  return finish(&s, sp, list, good);
}

/* The upper n values are used up. */
static bool each_set(scr_fish *f, int n, uint32_t mask, scr_val **sp, split_one one,
                     const void *what) {
  split s;
  if (!open_split(f, *sp - n, n, mask, &s)) return false;
  bool good = true;
  for (size_t k = 0; good && k < s.size; k++) {
    push_all(&s, k, n, sp);
    good = !scr_vm_interrupted(f) && one(f, what, n, sp);
  }
  if (!finish(&s, sp, (scr_val){0}, good)) return false;
  --*sp;
  return true;
}

/* ---- calls ---- */

typedef struct split_row {
  const scr_row *row;
  int part;
} split_row;

static bool row_one(scr_fish *f, const void *what, int n, scr_val **sp) {
  const split_row *r = what;
  double x = 0;
  if (!scr_vm_row(f, r->row, n, sp)) return false;
  if (r->part < 0) return true;
  if (!scr_op_component(f, *sp - 1, r->part, &x)) return false;
  scr_put(*sp - 1, scr_val_real(x));
  return true;
}

bool scr_split_row(scr_fish *f, const scr_row *r, int n, uint32_t mask, int part, scr_val **sp) {
  return each(f, n, mask, sp, row_one, &(split_row){r, part});
}

/* The machine that runs the function knows its own callers alone. */
static bool trace_caller(scr_fish *f) {
  const char *name = f->frame[f->nframe - 1].code->name;
  const scr_loc *at = &f->diag->at;
  scr_trace(f->diag, "  called from '%s' (%s:%d)", name ? name : "[ ]",
            at->src ? at->src->name : "?", at->line);
  return false;
}

static bool code_one(scr_fish *f, const void *what, int n, scr_val **sp) {
  const scr_symbol *symbol = what;
  const scr_prog *code = symbol->code;
  scr_val out = {0}, *from = *sp - n;
  f->top = *sp;
  if (!code)
    return scr_fail(f->diag, NULL, SCR_E_STATE, "'%s' is no function any more", symbol->name);
  if (!scr_vm_call(f, code, n, from, &out)) return n == code->nargs && trace_caller(f);
  drop_to(sp, from);
  *(*sp)++ = out;
  return true;
}

static bool struct_one(scr_fish *f, const void *what, int n, scr_val **sp) {
  return scr_struct_make(f, what, n, sp);
}

typedef struct split_box {
  const char *name;
  scr_val *box;
} split_box;

static bool index_one(scr_fish *f, const void *what, int n, scr_val **sp) {
  const split_box *b = what;
  scr_val out = {0}, *from = *sp - n;
  if (!scr_op_index(f, b->name, b->box, n, from, &out)) return false;
  drop_to(sp, from);
  *(*sp)++ = out;
  return true;
}

bool scr_split_index(scr_fish *f, const char *name, scr_val *box, int n, uint32_t mask,
                     scr_val **sp) {
  return each(f, n, mask, sp, index_one, &(split_box){name, box});
}

bool scr_split_call(scr_fish *f, scr_symbol *s, int n, uint32_t mask, scr_val **sp) {
  if (s->code) return each(f, n, mask, sp, code_one, s);
  if (s->layout.type == SCR_V_LIST) return each(f, n, mask, sp, struct_one, &s->layout);
  return scr_split_index(f, s->name, &s->value, n, mask, sp);
}

/* ---- assignments ---- */

/* n: with the value. Of a component the row is read, and written with its new part. */
static bool assign_one(scr_fish *f, const void *what, int n, scr_val **sp) {
  const split_row *r = what;
  return (r->part < 0 || scr_vm_part(f, r->row, r->part, n - 1, sp)) &&
         scr_vm_assign_row(f, r->row, n - 1, sp);
}

bool scr_split_assign(scr_fish *f, const scr_row *r, int n, uint32_t mask, int part, scr_val **sp) {
  return each_set(f, n + 1, mask, sp, assign_one, &(split_row){r, part});
}

static bool set_one(scr_fish *f, const void *what, int n, scr_val **sp) {
  const split_box *b = what;
  scr_val *from = *sp - n;
  if (!scr_op_set_index(f, b->name, b->box, n - 1, from, *sp - 1)) return false;
  drop_to(sp, from);
  return true;
}

bool scr_split_set(scr_fish *f, const char *name, scr_val *box, int n, uint32_t mask,
                   scr_val **sp) {
  return each_set(f, n + 1, mask, sp, set_one, &(split_box){name, box});
}

/* ---- operators ---- */

typedef struct split_op {
  scr_op op;
  bool short_ints;
} split_op;

static bool logical(scr_fish *f, scr_op op, const scr_val *a, const scr_val *b, scr_val *out) {
  bool x = false, y = false;
  if (!scr_op_truth(f, a, &x) || !scr_op_truth(f, b, &y)) return false;
  *out = scr_val_bool(op == OP_AND ? x && y : x || y);
  return true;
}

static bool operate(scr_fish *f, const split_op *o, const scr_val *a, const scr_val *b,
                    scr_val *out) {
  switch (o->op) {
  case OP_NEG: return scr_op_negate(f, o->short_ints, a, out);
  case OP_NOT: return scr_op_not(f, a, out);
  case OP_AND:
  case OP_OR: return logical(f, o->op, a, b, out);
  case OP_DIV:
    if (!o->short_ints && scr_op_parts(a, b) && !scr_op_tell_parts(f, &f->diag->at, a, b))
      return false;
    return scr_op_binary(f, o->op, o->short_ints, a, b, out);
  default: return scr_op_binary(f, o->op, o->short_ints, a, b, out);
  }
}

static bool operator_one(scr_fish *f, const void *what, int n, scr_val **sp) {
  scr_val out = {0}, *from = *sp - n;
  if (!operate(f, what, from, *sp - 1, &out)) return false;
  drop_to(sp, from);
  *(*sp)++ = out;
  return true;
}

bool scr_split_operator(scr_fish *f, scr_op op, bool short_ints, int n, uint32_t mask,
                        scr_val **sp) {
  return each(f, n, mask, sp, operator_one, &(split_op){op, short_ints});
}
