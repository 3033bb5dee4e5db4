/* The FISH machine: a stack of values, frames without allocation, re-entrant through the host. The inner loop does each operation
 * in the usual case; vm_ops.c has the complete forms. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "script/vm.h"

/* Pairs of 8-byte copies must not be merged: a wide load stalls behind the narrow stores that made the value. Where a program
 * goes on must be guessed by the processor, not selected: a selection would wait for the values that decide it. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

enum { TRACE_HEAD = 10, TRACE_TAIL = 3 };
enum { AHEAD = 8 }; /* elements of a loop over things: about what memory takes, in times of a short body */

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

/* ---- frames ---- */

static inline bool stop_asked(const scr_fish *f) { return f->host.interrupt && *(const volatile bool *)f->host.interrupt; }

bool scr_vm_interrupted(const scr_fish *f) {
  return stop_asked(f) && scr_fail(f->diag, NULL, SCR_E_INTERRUPT, "interrupted") == false;
}

static bool no_room(scr_fish *f, const scr_prog *p, int n) {
  if (n != p->nargs) {
    scr_fail(f->diag, NULL, SCR_E_VALUE, "function '%s' takes %d argument%s, %d given", p->name, p->nargs,
             p->nargs == 1 ? "" : "s", n);
    return scr_hint(f->diag, "it is defined in %s:%d", p->src->name, p->line);
  }
  scr_fail(f->diag, NULL, SCR_E_LIMIT, "functions call each other too deeply (more than %d levels)", f->nframe);
  return scr_hint(f->diag, "'%s' seems to call itself without end", p->name);
}

static inline bool fits(const scr_fish *f, const scr_prog *p, int n, const scr_val *sp) {
  return n == p->nargs && f->nframe < SCR_DEPTH_MAX && sp - n + p->nslots + p->maxstack <= f->stack + SCR_STACK_SIZE;
}

/* Opens a frame whose arguments are the topmost n values below sp. */
static inline void enter(scr_fish *f, const scr_prog *p, int n, scr_val *sp) {
  for (int k = n; k < p->nslots; k++) sp[k - n] = (scr_val){0};
  f->frame[f->nframe++] = (scr_vm_frame){p, p->ins, sp - n};
}

static inline void go(scr_vm *m, const scr_prog *p, int n) {
  m->fr->pc = m->pc;
  enter(m->f, p, n, m->sp);
  m->sp += p->nslots - n;
  scr_vm_load(m);
}

bool scr_vm_go(scr_vm *m, const scr_prog *p, int n) {
  if (scr_vm_interrupted(m->f)) return false;
  if (!fits(m->f, p, n, m->sp)) return no_room(m->f, p, n);
  go(m, p, n);
  return true;
}

/* Leaves the running function: its value goes to the caller's stack. False: this was the first frame. */
static inline bool leave(scr_vm *m, int entry, scr_val *out) {
  scr_val r = scr_hold(m->f->sym[m->p->symbol]->value);
  scr_vm_drop_down(m->sp, m->base);
  m->sp = m->base;
  if (--m->f->nframe == entry) {
    *out = r;
    return false;
  }
  *m->sp++ = r;
  scr_vm_load(m);
  return true;
}

/* ---- values in the inner loop ---- */

static inline void set_type(scr_val *v, scr_vtype type) {
  scr_val head = {.type = (uint8_t)type};
  memcpy(v, &head, offsetof(scr_val, i));
}
static inline void set_int(scr_val *v, int64_t i) { set_type(v, SCR_V_INT), v->i = i; }
static inline void set_real(scr_val *v, double x) { set_type(v, SCR_V_REAL), v->f = x; }

/* Only vectors are longer than 16 bytes. */
static inline void copy_short(scr_val *to, const scr_val *from) {
  uint64_t head, content;
  memcpy(&head, from, sizeof head);
  memcpy(&content, &from->i, sizeof content);
  memcpy(to, &head, sizeof head);
  memcpy(&to->i, &content, sizeof content);
}
static inline void copy(scr_val *to, const scr_val *from) {
  bool vector = from->type == SCR_V_VEC;
  double y = vector ? from->v[1] : 0, z = vector ? from->v[2] : 0;
  copy_short(to, from);
  if (SCR_UNLIKELY(vector)) to->v[1] = y, to->v[2] = z;
}
static inline void copy_hold(scr_val *to, const scr_val *from) {
  if (from->type >= SCR_V_STR) from->o->refs++;
  copy(to, from);
}
static inline void put(scr_val *to, const scr_val *from) {
  if (SCR_UNLIKELY(to->type >= SCR_V_STR))
    scr_put(to, *from);
  else
    copy(to, from);
}

static inline double number(const scr_val *v) { return SCR_LIKELY(v->type == SCR_V_REAL) ? v->f : (double)v->i; }

/* What a sum, difference, product or quotient of two numbers is; false: the complete form must do it. */
static inline bool arithmetic(scr_op op, bool legacy, const scr_val *x, const scr_val *y, scr_val *r) {
  bool ints = x->type == SCR_V_INT && y->type == SCR_V_INT;
  if (SCR_UNLIKELY(x->type > SCR_V_REAL || y->type > SCR_V_REAL)) return false;
  if (op != OP_DIV && ints) {
    uint64_t a = (uint64_t)x->i, b = (uint64_t)y->i, c = op == OP_ADD ? a + b : op == OP_SUB ? a - b : a * b;
    set_int(r, legacy ? (int64_t)(int32_t)(uint32_t)c : (int64_t)c);
    return true;
  }
  double a = number(x), b = number(y);
  if (op == OP_DIV && SCR_UNLIKELY(b == 0 || (legacy && ints))) return false;
  const double c = op == OP_ADD ? a + b : op == OP_SUB ? a - b : op == OP_MUL ? a * b : a / b;
  if (SCR_UNLIKELY(fabs(c) > DBL_MAX)) return false; /* too large, unless an operand is infinite */
  set_real(r, c);
  return true;
}

#define ORDER(a, b)                                                                                                              \
  (op == OP_EQ ? a == b : op == OP_NE ? a != b : op == OP_LT ? a < b : op == OP_LE ? a <= b : op == OP_GT ? a > b : a >= b)
static inline bool compare(scr_op op, const scr_val *x, const scr_val *y, bool *r) {
  if (x->type > SCR_V_REAL || y->type > SCR_V_REAL) return false;
  if (x->type == SCR_V_INT && y->type == SCR_V_INT) {
    *r = ORDER(x->i, y->i);
    return true;
  }
  double a = number(x), b = number(y);
  *r = ORDER(a, b);
  return true;
}

/* ---- things of the host ---- */

static inline bool finite(const scr_val *v, int n) {
  double size = n == 1 ? number(v) : 0;
  for (int k = 0; n > 1 && k < n; k++) size += fabs(v->v[k]);
  return isfinite(size);
}

/* Where the numbers of a thing lie that a row reads or writes; NULL: its functions must do it. */
static inline double *place(const scr_fish *f, const scr_row *r, const scr_val *thing, bool write, int *n) {
  if (!r->place || thing->type != SCR_V_PTR || thing->kind != r->kind[0]) return NULL;
  return r->place(f->host.user, thing->ref, write, n);
}

/* part: component, -1: all. False: the complete form must do it. */
static inline bool read_place(const scr_fish *f, const scr_row *r, const scr_val *thing, int part, scr_val *out) {
  int n = 0;
  const double *x = place(f, r, thing, false, &n);
  if (!x || (part >= 0 && (n == 1 || part >= n))) return false;
  if (part >= 0 || n == 1) {
    set_real(out, x[SCR_MAX(part, 0)]);
    return true;
  }
  set_type(out, SCR_V_VEC);
  out->dim = (uint8_t)n;
  out->v[0] = x[0], out->v[1] = x[1], out->v[2] = n == 3 ? x[2] : 0;
  return true;
}

static inline bool write_place(const scr_fish *f, const scr_row *r, const scr_val *thing, int part, const scr_val *value) {
  int n = 0;
  const bool vector = value->type == SCR_V_VEC;
  if (vector ? part >= 0 : value->type > SCR_V_REAL || part > 2) return false;
  if (!finite(value, vector ? value->dim : 1)) return false;
  double *x = place(f, r, thing, true, &n);
  if (!x || (part < 0 ? n != (vector ? value->dim : 1) : n == 1 || part >= n)) return false;
  if (vector)
    for (int k = 0; k < n; k++) x[k] = value->v[k];
  else
    x[SCR_MAX(part, 0)] = number(value);
  return true;
}

/* ---- the inner loop ---- */

/* A result goes to the stack, or at once to the local that the next instruction stores it in. */
#define PUSH_RESULT(set, r)                                                                                                      \
  {                                                                                                                              \
    scr_val *to_ = pc->op == OP_SET_LOCAL && base[pc->c].type < SCR_V_STR ? &base[pc++->c] : sp++;                               \
    set(to_, r);                                                                                                                 \
    continue;                                                                                                                    \
  }
#define ARITHMETIC(id, form, x, y, pops)                                                                                         \
  case id##form: {                                                                                                               \
    scr_val r_;                                                                                                                  \
    if (SCR_UNLIKELY(!arithmetic(id, m.legacy, x, y, &r_))) break;                                                               \
    sp -= pops;                                                                                                                  \
    PUSH_RESULT(copy_short, &r_)                                                                                                 \
  }
/* The jump that follows most comparisons is done with them. */
#define COMPARE(id, form, x, y, pops)                                                                                            \
  case id##form: {                                                                                                               \
    bool r_;                                                                                                                     \
    if (SCR_UNLIKELY(!compare(id, x, y, &r_))) break;                                                                            \
    sp -= pops;                                                                                                                  \
    if (pc->op == OP_JUMP_FALSE)                                                                                                 \
      pc = r_ ? pc + 1 : code + pc->c;                                                                                           \
    else                                                                                                                         \
      *sp++ = scr_val_bool(r_);                                                                                                  \
    continue;                                                                                                                    \
  }
#define FORMS(DO, id)                                                                                                            \
  DO(id, , sp - 2, sp - 1, 2)                                                                                                    \
  DO(id, _K, sp - 1, &k[in.c], 1)                                                                                                \
  DO(id, _L, sp - 1, &base[in.c], 1)                                                                                             \
  DO(id, _LK, &base[in.b], &k[in.c], 0)                                                                                          \
  DO(id, _LL, &base[in.b], &base[in.c], 0)                                                                                       \
  DO(id, _R, &base[in.b], sp - 1, 1)

#define LOAD() (pc = m.pc, sp = m.sp, base = m.base, k = m.k, code = m.p->ins)

/* Runs the topmost frame until it returns. `floor`: first value that this run owns. After an error everything
 * above it is dropped. A case that breaks leaves its operation to vm_ops.c. */
static bool interpret(scr_fish *f, scr_val *floor, scr_val *top, scr_val *out) {
  const int entry = f->nframe - 1;
  scr_vm m = {.f = f, .sp = top};
  const scr_instr *pc;
  const scr_instr *code;
  scr_val *sp, *base, *k;
  scr_vm_load(&m);
  LOAD();
  for (;;) {
    const scr_instr in = *pc++;
    switch ((scr_op)in.op) {
      FORMS(ARITHMETIC, OP_ADD)
      FORMS(ARITHMETIC, OP_SUB)
      FORMS(ARITHMETIC, OP_MUL)
      FORMS(ARITHMETIC, OP_DIV)
      FORMS(COMPARE, OP_EQ)
      FORMS(COMPARE, OP_NE)
      FORMS(COMPARE, OP_LT)
      FORMS(COMPARE, OP_LE)
      FORMS(COMPARE, OP_GT)
      FORMS(COMPARE, OP_GE)
    case OP_STOP: continue;
    case OP_CONST: copy_hold(sp++, &k[in.c]); continue;
    case OP_LOCAL: copy_hold(sp++, &base[in.c]); continue;
    case OP_SET_LOCAL: put(&base[in.c], --sp); continue;
    case OP_SET_GLOBAL: put(&f->sym[in.c]->value, --sp); continue;
    case OP_OWN: copy_hold(sp++, &f->sym[in.c]->value); continue;
    case OP_GLOBAL:
      if (!f->sym[in.c]->plain) break;
      copy_hold(sp++, &f->sym[in.c]->value);
      continue;
    case OP_JUMP:
      if (in.a && stop_asked(f)) break;
      pc = code + in.c;
      continue;
    case OP_JUMP_FALSE:
      if (sp[-1].type != SCR_V_BOOL) break;
      pc = (--sp)->b ? pc : code + in.c;
      continue;
    case OP_LOOP_LOCAL: {
      scr_val *var = &base[pc->c];
      const scr_val *h = &base[in.b];
      if (SCR_UNLIKELY(var->type != SCR_V_INT || !h[1].dim || stop_asked(f))) break;
      if (SCR_LIKELY(var->i < h[0].i)) {
        var->i++;
        pc = code + in.c;
        continue;
      }
      pc++;
      continue;
    }
    case OP_INDEX: {
      scr_val *item = in.a == 1 ? scr_vm_element(&base[in.c], sp - 1) : NULL;
      if (!item) break;
      if (item->type >= SCR_V_STR) item->o->refs++;
      put(sp - 1, item);
      continue;
    }
    case OP_INDEX_L: {
      const scr_val *item = scr_vm_element(&base[(uint32_t)in.c & UINT16_MAX], &base[(uint32_t)in.c >> 16]);
      if (!item) break;
      copy_hold(sp++, item);
      continue;
    }
    case OP_INDEX_K: {
      const scr_val *item = scr_vm_element_k(&base[(uint32_t)in.c & UINT16_MAX], &k[(uint32_t)in.c >> 16]);
      if (!item) break;
      copy_hold(sp++, item);
      continue;
    }
    case OP_SET_INDEX_LOCAL: {
      scr_val *item = in.a == 1 && base[in.c].type != SCR_V_LIST ? scr_vm_element(&base[in.c], sp - 2) : NULL;
      if (!item || sp[-1].type > SCR_V_STR) break;
      put(item, sp - 1);
      sp -= 2;
      scr_drop(*sp);
      continue;
    }
    case OP_SET_INDEX_L:
    case OP_SET_INDEX_K: {
      const scr_val *container = &base[(uint32_t)in.c & UINT16_MAX];
      if (container->type == SCR_V_LIST || sp[-1].type > SCR_V_STR) break;
      scr_val *item = in.op == OP_SET_INDEX_L ? scr_vm_element(container, &base[(uint32_t)in.c >> 16])
                                              : scr_vm_element_k(container, &k[(uint32_t)in.c >> 16]);
      if (!item) break;
      put(item, --sp);
      continue;
    }
    case OP_CALL_ROW: {
      const bool part = pc->op == OP_COMPONENT;
      if (in.a != 1 || !read_place(f, &f->row[in.c], sp - 1, part ? pc->a : -1, sp - 1)) break;
      pc += part;
      continue;
    }
    case OP_ROW_L:
      if (!read_place(f, &f->row[in.c], &base[in.b], (int)in.a - 1, sp)) break;
      sp++;
      continue;
    case OP_ASSIGN_ROW:
    case OP_ASSIGN_PART:
      if (in.a != 1 || !write_place(f, &f->row[in.c], sp - 2, in.op == OP_ASSIGN_ROW ? -1 : in.b, sp - 1)) break;
      sp -= 2;
      continue;
    case OP_EACH_NEXT: {
      const scr_items *items = base[in.b].type == SCR_V_LIST ? (const scr_items *)(const void *)base[in.b].o : NULL;
      uint64_t at = (uint64_t)base[in.b + 1].i;
      if (!items || !items->ref || at >= items->n) break;
      base[in.b + 1].i++;
      if (at + AHEAD < items->n && f->host.ahead) f->host.ahead(f->host.user, items->kind, items->ref[at + AHEAD]);
      scr_val thing = {.type = SCR_V_PTR, .kind = (uint8_t)items->kind, .ref = items->ref[at]};
      PUSH_RESULT(copy, &thing)
    }
    case OP_CALL: {
      const scr_prog *called = f->sym[in.c]->code;
      if (!called || stop_asked(f) || !fits(f, called, in.a, sp)) break;
      m.pc = pc, m.sp = sp;
      go(&m, called, in.a);
      LOAD();
      continue;
    }
    case OP_RETURN:
      m.sp = sp;
      if (!leave(&m, entry, out)) return true;
      LOAD();
      continue;
    case OP_RETURN_VALUE:
      *out = *--sp;
      scr_vm_drop_down(sp, floor);
      f->nframe--;
      return true;
    default: break;
    }
    scr_vm_place(f, m.p, pc);
    m.pc = pc, m.sp = sp;
    if (SCR_UNLIKELY(!scr_vm_ops[in.op](&m, in))) break;
    LOAD();
  }
  m.fr->pc = m.pc;
  trace(f, entry);
  scr_vm_drop_down(m.sp, floor);
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
  if (!fits(f, p, n, floor + n)) {
    scr_vm_drop_down(floor + n, floor);
    return no_room(f, p, n);
  }
  enter(f, p, n, floor + n);
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
