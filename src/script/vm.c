/* The FISH machine: a stack of values, frames without allocation, re-entrant through the host. The
 * inner loop does each operation in the usual case; vm_ops.c has the complete forms. */
#include "script/vm_fast.h"

enum { TRACE_HEAD = 10, TRACE_TAIL = 3 };
enum {
  AHEAD = 8
}; /* elements of a loop over things: about what memory takes, in times of a short body */

static const char *name_of(const scr_prog *p) { return p->name ? p->name : "[ ]"; }

/* Adds the callers of the failed function, innermost first, as far as this run of the machine goes.
 */
static void trace(scr_fish *f, int entry) {
  int n = f->nframe - 1 - entry;
  for (int k = 0; k < n; k++) {
    if (k == TRACE_HEAD && n > TRACE_HEAD + TRACE_TAIL + 1) {
      scr_trace(f->diag, "  ... %d more calls", n - TRACE_HEAD - TRACE_TAIL);
      k = n - TRACE_TAIL;
    }
    const scr_vm_frame *up = &f->frame[f->nframe - 2 - k];
    const scr_pos *at = &up->code->pos[up->pc - 1 - up->code->ins];
    scr_trace(f->diag, "  called from '%s' (%s:%d)", name_of(up->code),
              up->code->src ? up->code->src->name : "?", at->line);
  }
}

/* ---- frames ---- */

static inline bool stop_asked(const scr_fish *f) { return *f->host.interrupt; }

bool scr_vm_interrupted(const scr_fish *f) {
  return stop_asked(f) && scr_fail(f->diag, NULL, SCR_E_INTERRUPT, "interrupted") == false;
}

static bool no_room(scr_fish *f, const scr_prog *p, int n) {
  if (n != p->nargs) {
    scr_fail(f->diag, NULL, SCR_E_VALUE, "function '%s' takes %d argument%s, %d given", p->name,
             p->nargs, p->nargs == 1 ? "" : "s", n);
    return scr_hint(f->diag, "it is defined in %s:%d", p->src->name, p->line);
  }
  scr_fail(f->diag, NULL, SCR_E_LIMIT, "functions call each other too deeply (more than %d levels)",
           f->nframe);
  return scr_hint(f->diag, "'%s' seems to call itself without end", p->name);
}

static inline bool fits(const scr_fish *f, const scr_prog *p, int n, const scr_val *sp) {
  return n == p->nargs && f->nframe < SCR_DEPTH_MAX &&
         sp - n + p->nslots + p->maxstack <= f->stack + SCR_STACK_SIZE;
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

/* Leaves the running function: its value goes to the caller's stack. False: this was the first
 * frame. */
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

/* ---- the inner loop ---- */

/* x becomes what `now` is, without waiting for it: the processor foresees that the jump is not
 * taken, goes on with what x was, and `now` is compared behind its back. (The empty statement keeps
 * compilers from selecting one of two values, which would wait.) */
#define FORETOLD(x, now)                                                                           \
  do {                                                                                             \
    if (SCR_UNLIKELY((x) != (now))) {                                                              \
      (x) = (now);                                                                                 \
      __asm__("" : "+r"(x));                                                                       \
    }                                                                                              \
  } while (0)

/* Each operation goes to the next one by a jump of its own, which processors foresee better than
 * one jump for all. Compilers that have no such jumps take a `switch`, and so do builds for
 * debugging, lest nobody tests it. */
#if defined(__GNUC__) && defined(NDEBUG)
#define SCR_THREADED 1
#endif
#ifdef SCR_THREADED
#pragma GCC diagnostic ignored "-Wpedantic"
#define CASE(id) at_##id:
#define NEXT     goto *place_of[(pc++)->op]
#else
#define CASE(id) case OP_##id:
#define NEXT     goto next
#endif

#define IN (pc[-1]) /* the instruction that is executed */
#define RARELY(condition)                                                                          \
  do {                                                                                             \
    if (SCR_UNLIKELY(condition)) goto rarely;                                                      \
  } while (0)

#define ARITHMETIC(id, form, x, y, pops)                                                           \
  CASE(id##form) {                                                                                 \
    RARELY(!arithmetic(OP_##id, m.short_ints, (scr_tells)IN.a, x, y, sp - (pops)) &&               \
           !vectors(OP_##id, x, y, sp - (pops)));                                                  \
    sp += 1 - (pops);                                                                              \
    NEXT;                                                                                          \
  }                                                                                                \
  CASE(id##form##_SET) {                                                                           \
    scr_val *to = &base[pc->c];                                                                    \
    RARELY(to->type >= SCR_V_STR ||                                                                \
           (!arithmetic(OP_##id, m.short_ints, (scr_tells)IN.a, x, y, to) &&                       \
            !vectors(OP_##id, x, y, to)));                                                         \
    sp -= pops;                                                                                    \
    pc++;                                                                                          \
    NEXT;                                                                                          \
  }
#define COMPARE(id, form, x, y, pops)                                                              \
  CASE(id##form) {                                                                                 \
    bool r;                                                                                        \
    RARELY(!compare(OP_##id, x, y, &r));                                                           \
    sp += 1 - (pops);                                                                              \
    scr_val_set_type(sp - 1, SCR_V_BOOL), sp[-1].b = r;                                            \
    NEXT;                                                                                          \
  }                                                                                                \
  CASE(id##form##_SET) {                                                                           \
    bool r;                                                                                        \
    RARELY(!compare(OP_##id, x, y, &r));                                                           \
    sp -= pops;                                                                                    \
    if (!r) {                                                                                      \
      pc = code + pc->c;                                                                           \
      NEXT;                                                                                        \
    }                                                                                              \
    pc++;                                                                                          \
    NEXT;                                                                                          \
  }
#define FORMS(DO, id)                                                                              \
  DO(id, , sp - 2, sp - 1, 2)                                                                      \
  DO(id, _K, sp - 1, &k[IN.c], 1)                                                                  \
  DO(id, _L, sp - 1, &base[IN.c], 1)                                                               \
  DO(id, _LK, &base[IN.b], &k[IN.c], 0)                                                            \
  DO(id, _LL, &base[IN.b], &base[IN.c], 0)                                                         \
  DO(id, _R, &base[IN.b], sp - 1, 1)

#define LOAD() (pc = m.pc, sp = m.sp, base = m.base, k = m.k, code = m.p->ins)

/* Runs the topmost frame until it returns. `floor`: first value that this run owns. After an error
 * everything above it is dropped. What goes to `rarely` leaves its operation to vm_ops.c. */
static bool interpret(scr_fish *f, scr_val *floor, scr_val *top, scr_val *out) {
#ifdef SCR_THREADED
  static const void *const place_of[OP_COUNT] = {
#define OP(id, effect)   &&at_##id,
#define RARE(id, effect) &&rarely,
#include "script/opcodes.def"
#undef OP
  };
#endif
  const int entry = f->nframe - 1;
  scr_vm m = {.f = f, .sp = top};
  const scr_instr *pc, *code;
  scr_val *sp, *base, *k;
  const scr_instr *body = NULL; /* of the counted loop that went on last: where the next one goes,
                                   unless it is another, */
  int64_t count = 0;            /* and what its variable is; both come slower from memory */
  scr_vm_load(&m);
  LOAD();
#ifdef SCR_THREADED
  NEXT;
#else
next:
  switch ((scr_op)(pc++)->op) {
  default: goto rarely;
#endif
  FORMS(ARITHMETIC, ADD)
  FORMS(ARITHMETIC, SUB)
  FORMS(ARITHMETIC, MUL)
  FORMS(ARITHMETIC, DIV)
  FORMS(COMPARE, EQ)
  FORMS(COMPARE, NE)
  FORMS(COMPARE, LT)
  FORMS(COMPARE, LE)
  FORMS(COMPARE, GT)
  FORMS(COMPARE, GE)
  CASE(STOP) NEXT;
  CASE(CONST) {
    copy_hold(sp++, &k[IN.c]);
    NEXT;
  }
  CASE(LOCAL) {
    copy_hold(sp++, &base[IN.c]);
    NEXT;
  }
  CASE(SET_LOCAL) {
    put(&base[IN.c], --sp);
    NEXT;
  }
  CASE(SET_GLOBAL) {
    put(&f->sym[IN.c]->value, --sp);
    NEXT;
  }
  CASE(GLOBAL) {
    RARELY(!f->sym[IN.c]->plain);
    copy_hold(sp++, &f->sym[IN.c]->value);
    NEXT;
  }
  CASE(OWN) {
    copy_hold(sp++, &f->sym[IN.c]->value);
    NEXT;
  }
  CASE(JUMP) {
    RARELY(IN.a && stop_asked(f));
    pc = code + IN.c;
    NEXT;
  }
  CASE(JUMP_FALSE) {
    RARELY(sp[-1].type != SCR_V_BOOL);
    if (!(--sp)->b) pc = code + IN.c;
    NEXT;
  }
  CASE(LOOP_LOCAL) {
    scr_val *var = &base[pc->c];
    const scr_val *h = &base[IN.b];
    RARELY((var->type | h[1].dim | stop_asked(f)) != 0);
    FORETOLD(count, var->i);
    if (SCR_UNLIKELY(count >= h[0].i)) {
      pc++;
      NEXT;
    }
    var->i = ++count;
    FORETOLD(body, code + IN.c);
    pc = body;
    NEXT;
  }
  CASE(INDEX) {
    RARELY(IN.a != 1 || !element(&base[IN.c], sp - 1));
    NEXT;
  }
  CASE(INDEX_L) {
    const scr_val *item =
        scr_vm_element(&base[(uint32_t)IN.c & UINT16_MAX], &base[(uint32_t)IN.c >> 16]);
    RARELY(!item);
    copy_hold(sp++, item);
    NEXT;
  }
  CASE(INDEX_K) {
    const scr_val *item =
        scr_vm_element_k(&base[(uint32_t)IN.c & UINT16_MAX], &k[(uint32_t)IN.c >> 16]);
    RARELY(!item);
    copy_hold(sp++, item);
    NEXT;
  }
  CASE(SET_INDEX_LOCAL) {
    RARELY(IN.a != 1 || !set_element(&base[IN.c], sp - 2, sp - 1));
    sp -= 2;
    scr_drop(*sp);
    NEXT;
  }
  CASE(SET_INDEX_GLOBAL) {
    RARELY(IN.a != 1 || !set_element(&f->sym[IN.c]->value, sp - 2, sp - 1));
    sp -= 2;
    scr_drop(*sp);
    NEXT;
  }
  CASE(SET_INDEX_L) {
    RARELY(!set_element(&base[(uint32_t)IN.c & UINT16_MAX], &base[(uint32_t)IN.c >> 16], sp - 1));
    sp--;
    NEXT;
  }
  CASE(SET_INDEX_K) {
    const scr_val *container = &base[(uint32_t)IN.c & UINT16_MAX];
    RARELY(container->type == SCR_V_LIST || sp[-1].type > SCR_V_STR);
    scr_val *item = scr_vm_element_k(container, &k[(uint32_t)IN.c >> 16]);
    RARELY(!item);
    put(item, --sp);
    NEXT;
  }
  CASE(CALL_ROW) {
    const bool part = pc->op == OP_COMPONENT;
    RARELY(IN.a != 1 || !read_place(f, &f->row[IN.c], sp - 1, part ? pc->a : -1, sp - 1));
    pc += part;
    NEXT;
  }
  CASE(ROW_L) {
    RARELY(!read_place(f, &f->row[IN.c], &base[IN.b], (int)IN.a - 1, sp));
    sp++;
    NEXT;
  }
  CASE(ASSIGN_ROW) {
    RARELY(IN.a != 1 || !write_place(f, &f->row[IN.c], sp - 2, -1, sp - 1));
    sp -= 2;
    NEXT;
  }
  CASE(ASSIGN_PART) {
    RARELY(IN.a != 1 || !write_place(f, &f->row[IN.c], sp - 2, IN.b, sp - 1));
    sp -= 2;
    NEXT;
  }
  CASE(EACH_NEXT) {
    scr_val *h = &base[IN.b];
    const scr_items *items = h->type == SCR_V_LIST ? (const scr_items *)(const void *)h->o : NULL;
    const uint64_t at = (uint64_t)h[1].i;
    RARELY(!items || !items->ref || at >= items->n);
    h[1].i++;
    if (at + AHEAD < items->n && f->host.ahead)
      f->host.ahead(f->host.user, items->kind, items->ref[at + AHEAD]);
    scr_val *to = pc->op == OP_SET_LOCAL && base[pc->c].type < SCR_V_STR ? &base[pc++->c] : sp++;
    memcpy(to, items->first, sizeof items->first);
    memcpy(&to->ref, &items->ref[at], sizeof to->ref);
    NEXT;
  }
  CASE(CALL) {
    const scr_symbol *symbol = f->sym[IN.c];
    const int n = IN.a;
    if (!symbol->code) {
      RARELY(n != 1 || symbol->layout.type == SCR_V_LIST || !element(&symbol->value, sp - 1));
      NEXT;
    }
    RARELY(stop_asked(f) || !fits(f, symbol->code, n, sp));
    m.pc = pc, m.sp = sp;
    go(&m, symbol->code, n);
    LOAD();
    NEXT;
  }
  CASE(RETURN) {
    m.sp = sp;
    if (!leave(&m, entry, out)) return true;
    LOAD();
    NEXT;
  }
  CASE(RETURN_VALUE) {
    *out = *--sp;
    scr_vm_drop_down(sp, floor);
    f->nframe--;
    return true;
  }
  /* clang-format off */
#ifndef SCR_THREADED
  }
#endif
rarely:
  scr_vm_place(f, m.p, pc);
  m.pc = pc, m.sp = sp;
  if (SCR_LIKELY(scr_vm_ops[IN.op](&m, IN))) {
    LOAD();
    NEXT;
  }
  m.fr->pc = m.pc;
  trace(f, entry);
  scr_vm_drop_down(m.sp, floor);
  f->nframe = entry;
  return false;
}
/* clang-format on */

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
  scr_fail(f->diag, NULL, SCR_E_LIMIT,
           "functions and command blocks call each other too deeply (more than %d levels)",
           SCR_NESTING_MAX);
  return true;
}

bool scr_vm_call(scr_fish *f, const scr_prog *p, int n, const scr_val *args, scr_val *out) {
  scr_val *floor = f->top;
  if (too_nested(f)) return false;
  if (floor + n > f->stack + SCR_STACK_SIZE)
    return scr_fail(f->diag, NULL, SCR_E_LIMIT, "the stack of FISH is exhausted");
  scr_loc at = f->diag->at;
  for (int k = 0; k < n; k++) floor[k] = scr_hold(args[k]);
  if (!fits(f, p, n, floor + n)) {
    scr_vm_drop_down(floor + n, floor);
    return no_room(f, p, n);
  }
  enter(f, p, n, floor + n);
  return run_frame(f, floor, floor + p->nslots, at, out);
}

/* The frame of a [ ] shares the slots of the function around it; its operands lie on top of
 * everything. */
bool scr_vm_eval(scr_fish *f, const scr_prog *p, scr_fish_scope *scope, scr_val *out) {
  scr_val *floor = f->top;
  if (too_nested(f)) return false;
  if (f->nframe >= SCR_DEPTH_MAX || floor + p->maxstack > f->stack + SCR_STACK_SIZE)
    return scr_fail(f->diag, NULL, SCR_E_LIMIT,
                    "functions call each other too deeply (more than %d levels)", f->nframe);
  f->frame[f->nframe++] = (scr_vm_frame){p, p->ins, scope ? scope->base : floor};
  return run_frame(f, floor, floor, f->diag->at, out);
}
