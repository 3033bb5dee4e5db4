/* The machine while it runs: what the inner loop (vm.c) and the rarer operations (vm_ops.c) share.
 */
#ifndef SCR_VM_H
#define SCR_VM_H

#include "script/internal.h"

/* The inner loop keeps pc and sp in registers and writes them back before it hands over. */
typedef struct scr_vm {
  scr_fish *f;
  scr_vm_frame *fr;
  const scr_prog *p;
  const scr_instr *pc; /* after the instruction that is executed */
  scr_val *sp, *base, *k;
  bool legacy;     /* which names it sees */
  bool short_ints; /* of 32 bits, whose quotients are truncated: versions 3 to 5 */
} scr_vm;

/* An operation outside the inner loop; false after scr_fail. */
typedef bool (*scr_vm_op)(scr_vm *m, scr_instr in);
extern const scr_vm_op scr_vm_ops[OP_COUNT];

/* Where messages without a place of their own belong: the instruction that is being executed. */
static inline void scr_vm_place(scr_fish *f, const scr_prog *p, const scr_instr *pc) {
  const scr_pos *at = &p->pos[pc - 1 - p->ins];
  f->diag->at = (scr_loc){p->src, at->line, at->col, at->len};
}

static inline void scr_vm_load(scr_vm *m) {
  m->fr = &m->f->frame[m->f->nframe - 1];
  m->p = m->fr->code;
  m->pc = m->fr->pc;
  m->base = m->fr->base;
  m->k = m->p->k;
  m->legacy = m->p->dialect == SCR_LEGACY;
  m->short_ints = m->p->dialect != SCR_MODERN;
}

bool scr_vm_interrupted(const scr_fish *f); /* with a message */

/* Goes on in a function whose arguments are the topmost n values. Fails without a trace of its own.
 */
bool scr_vm_go(scr_vm *m, const scr_prog *p, int n);

static inline void scr_vm_drop_down(scr_val *sp, scr_val *to) {
  while (sp > to) {
    --sp;
    scr_drop(*sp);
  }
}

/* An element of a list or an array of one dimension, or one that a map has; NULL: the long way
 * finds out. */
static inline scr_val *scr_vm_element(const scr_val *container, const scr_val *index) {
  if (SCR_LIKELY(index->type == SCR_V_INT &&
                 (container->type == SCR_V_ARRAY || container->type == SCR_V_LIST))) {
    scr_items *items = (scr_items *)(void *)container->o;
    if (items->ndim != 1 || (uint64_t)index->i - 1 >= items->n) return NULL;
    return items->item ? &items->item[index->i - 1] : NULL;
  }
  if (container->type != SCR_V_MAP || (index->type != SCR_V_INT && index->type != SCR_V_STR))
    return NULL;
  return scr_val_map_find(container, index);
}

/* The same by a constant, which remembers where a map had it: that place is looked at first. */
static inline scr_val *scr_vm_element_k(const scr_val *container, scr_val *key) {
  if (container->type != SCR_V_MAP || key->type != SCR_V_STR) return scr_vm_element(container, key);
  const scr_map *map = (const scr_map *)(const void *)container->o;
  const size_t at = key->place;
  if (at < map->n && map->key[at].type == SCR_V_STR && map->key[at].o == key->o)
    return &map->value[at];
  scr_val *value = scr_val_map_find(container, key);
  if (value) key->place = (uint32_t)(value - map->value);
  return value;
}

#endif
