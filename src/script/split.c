/* Calls of FISH that are split over lists: f(::list) calls f for each element. */
#include "script/internal.h"

/* One call of many: the operands lie at `from`, those in mask are containers of `size` elements. */
typedef struct split {
  scr_val *from;
  int n;
  uint32_t mask;
  size_t size;
} split;

static bool open_split(scr_fish *f, scr_val *from, int n, uint32_t mask, split *s) {
  *s = (split){from, n, mask, 0};
  bool first = true;
  for (int k = 0; k < n; k++) {
    if (!(mask >> k & 1)) continue;
    const scr_val *v = &from[k];
    if (v->type != SCR_V_LIST && v->type != SCR_V_ARRAY)
      return scr_fail(f->diag, NULL, SCR_E_TYPE, "'::' splits a list or an array, not %s",
                      scr_type_words(f, v));
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

bool scr_split_row(scr_fish *f, const scr_row *r, int n, uint32_t mask, int part, scr_val **sp) {
  split s;
  if (!open_split(f, *sp - n, n, mask, &s)) return false;
  scr_val list = scr_val_list(s.size);
  bool good = true;
  for (size_t k = 0; good && k < s.size; k++) {
    double x = 0;
    push_all(&s, k, n, sp);
    good = scr_vm_row(f, r, n, sp);
    if (good && part >= 0 && (good = scr_op_component(f, *sp - 1, part, &x)))
      scr_put(*sp - 1, scr_val_real(x));
    if (good) scr_val_items(&list)[k] = *--*sp;
  }
  return finish(&s, sp, list, good);
}

bool scr_split_call(scr_fish *f, const scr_symbol *symbol, int n, uint32_t mask, scr_val **sp) {
  split s;
  if (!open_split(f, *sp - n, n, mask, &s)) return false;
  scr_val list = scr_val_list(s.size);
  bool good = true;
  for (size_t k = 0; good && k < s.size; k++) {
    push_all(&s, k, n, sp);
    f->top = *sp;
    good = symbol->code && scr_vm_call(f, symbol->code, n, *sp - n, &scr_val_items(&list)[k]);
    drop_to(sp, s.from + n);
  }
  return finish(&s, sp, list, good);
}

bool scr_split_assign(scr_fish *f, const scr_row *r, int n, uint32_t mask, int part, scr_val **sp) {
  split s;
  if (!open_split(f, *sp - n - 1, n + 1, mask, &s)) return false;
  if (!mask) return false;
  bool good = true;
  for (size_t k = 0; good && k < s.size; k++) {
    push_all(&s, k, n, sp);
    if (part < 0) {
      push(&s, n, k, sp);
    } else {
      push_all(&s, k, n, sp);
      good = scr_vm_row(f, r, n, sp);
      if (!good) break;
      push(&s, n, k, sp);
      good = scr_op_set_component(f, *sp - 2, part, *sp - 1);
      if (!good) break;
      scr_drop(*--*sp);
    }
    good = scr_vm_assign_row(f, r, n, sp);
  }
  if (!finish(&s, sp, (scr_val){0}, good)) return false;
  --*sp;
  return true;
}
