/* Lists of pairs as columns: room, which columns there are, rows that move. */
#include "world/contacts/pairs.h"

#include <string.h>
#include "base/mem.h"

#define EACH_U32(X) X(i) X(j) X(id)
#define EACH_U8(X)  X(law) X(flag)
#define SOME_U32(X) X(slot) X(pset) X(groups) /* there where contacts differ */

static void reals_reserve(double **col, uint32_t n, uint32_t cap, unsigned place) {
  assert(n <= cap);
  double *fresh = scr_column_alloc(cap * sizeof *fresh, place);
  if (*col) memcpy(fresh, *col, n * sizeof *fresh);
  scr_column_free(*col);
  *col = fresh;
}

void scr_pairs_grow(scr_pairs *p, uint32_t n) {
  if (n <= p->cap) return;
  uint32_t cap = SCR_MAX(n, p->cap + p->cap / 2 + 64);
#define RESERVE(col) p->col = scr_realloc(p->col, cap * sizeof *p->col);
  EACH_U32(RESERVE)
  EACH_U8(RESERVE)
  if (p->facets) RESERVE(shift)
#undef RESERVE
#define RESERVE(col)                                                                               \
  if (p->col) p->col = scr_realloc(p->col, cap * sizeof *p->col);
  SOME_U32(RESERVE)
#undef RESERVE
  for (int c = 0; c < p->states; c++) reals_reserve(&p->state[c], p->n, cap, scr_place_of_state(c));
  for (int c = 0; c < 3; c++) reals_reserve(&p->force[c], p->n, cap, SCR_PLACE_FORCE + (unsigned)c);
  for (int c = 0; c < 3; c++)
    if (p->moment[c]) reals_reserve(&p->moment[c], p->n, cap, SCR_PLACE_MOMENT + (unsigned)c);
  for (int c = 0; c < 4; c++)
    if (p->dash[c]) reals_reserve(&p->dash[c], p->n, cap, SCR_PLACE_DASH + (unsigned)c);
  for (int c = 0; c < SCR_BOOKS; c++)
    if (p->work[c]) reals_reserve(&p->work[c], p->n, cap, SCR_PLACE_WORK + (unsigned)c);
  p->cap = cap;
}

static void need_states(scr_pairs *p, int states) {
  p->state = scr_realloc(p->state, (size_t)states * sizeof *p->state);
  for (; p->states < states; p->states++)
    p->state[p->states] =
        scr_column_alloc(p->cap * sizeof **p->state, scr_place_of_state(p->states));
}

void scr_pairs_need(scr_pairs *p, int states, bool work, bool dash) {
  assert(states >= 0 && states <= SCR_MAX_STATE);
  const bool there = (!p->rotates || p->moment[2]) && states <= p->states &&
                     (!work || p->work[SCR_BOOKS - 1]) && (!dash || p->dash[3]);
  if (there && p->cap) return;
  scr_pairs_grow(p, 1);
  if (states > p->states) need_states(p, states);
  for (int c = 0; c < 3 && p->rotates; c++)
    if (!p->moment[c]) reals_reserve(&p->moment[c], 0, p->cap, SCR_PLACE_MOMENT + (unsigned)c);
  for (int c = 0; c < SCR_BOOKS; c++)
    if (work && !p->work[c]) reals_reserve(&p->work[c], 0, p->cap, SCR_PLACE_WORK + (unsigned)c);
  for (int c = 0; c < 4; c++)
    if (dash && !p->dash[c]) reals_reserve(&p->dash[c], 0, p->cap, SCR_PLACE_DASH + (unsigned)c);
}

void scr_pairs_reserve(scr_pairs *p, uint32_t n, int states, bool work, bool dash) {
  scr_pairs_grow(p, n);
  scr_pairs_need(p, states, work, dash);
}

size_t scr_pairs_bytes(const scr_pairs *p) {
  size_t row = (size_t)p->states * sizeof(double);
#define BYTES(col) +sizeof *p->col
  row += EACH_U32(BYTES) EACH_U8(BYTES);
#undef BYTES
#define BYTES(col) +(p->col ? sizeof *p->col : 0)
  row += SOME_U32(BYTES) BYTES(shift);
#undef BYTES
  for (int c = 0; c < 3; c++) row += p->force[c] ? sizeof(double) : 0;
  for (int c = 0; c < 3; c++) row += p->moment[c] ? sizeof(double) : 0;
  for (int c = 0; c < 4; c++) row += p->dash[c] ? sizeof(double) : 0;
  for (int c = 0; c < SCR_BOOKS; c++) row += p->work[c] ? sizeof(double) : 0;
  return row * p->cap + (size_t)p->states * sizeof *p->state;
}

void scr_pairs_drop_dash(scr_pairs *p) {
  for (int c = 0; c < 4; c++) {
    scr_column_free(p->dash[c]);
    p->dash[c] = NULL;
  }
}

void scr_pairs_free(scr_pairs *p) {
#define FREE(col) scr_free(p->col);
  EACH_U32(FREE)
  EACH_U8(FREE)
  SOME_U32(FREE)
  FREE(shift)
#undef FREE
  for (int c = 0; c < p->states; c++) scr_column_free(p->state[c]);
  scr_free(p->state);
  for (int c = 0; c < 3; c++) scr_column_free(p->force[c]);
  for (int c = 0; c < 3; c++) scr_column_free(p->moment[c]);
  for (int c = 0; c < 4; c++) scr_column_free(p->dash[c]);
  for (int c = 0; c < SCR_BOOKS; c++) scr_column_free(p->work[c]);
  *p = (scr_pairs){.facets = p->facets, .rotates = p->rotates};
}

/* ---- columns that come when contacts differ ---- */

static uint32_t *spread(const scr_pairs *p, uint32_t **col, uint32_t value) {
  assert(p->n <= p->cap);
  if (*col) return *col;
  uint32_t *to = *col = scr_alloc(p->cap * sizeof **col);
  for (uint32_t k = 0; k < p->n && value; k++) to[k] = value;
  return to;
}

void scr_pairs_set_slot(scr_pairs *p, uint32_t k, uint32_t slot) {
  assert(k < p->n && slot < SCR_NONE);
  spread(p, &p->slot, 0)[k] = slot + 1;
}

void scr_pairs_set_groups(scr_pairs *p, uint32_t k, uint32_t groups) {
  assert(k < p->n);
  if (!p->groups && groups == 0) return;
  spread(p, &p->groups, 0)[k] = groups;
}

void scr_pairs_set_set(scr_pairs *p, uint32_t k, uint32_t set) {
  assert(k < p->n && set != SCR_NONE);
  if (!p->pset && p->ncontact == 0) p->one_set = set;
  if (!p->pset && p->one_set == set) return;
  spread(p, &p->pset, p->one_set)[k] = set;
}

void scr_pairs_spread(scr_pairs *p) {
  spread(p, &p->groups, 0);
  spread(p, &p->pset, p->one_set);
}

/* Have all contacts the value of the first one? */
static bool alike(const scr_pairs *p, const uint32_t *col, uint32_t *value) {
  bool any = false;
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k]) continue;
    if (any && col[k] != *value) return false;
    *value = col[k];
    any = true;
  }
  return true;
}

void scr_pairs_settle(scr_pairs *p) {
  uint32_t groups = 0;
  if (p->groups && alike(p, p->groups, &groups) && groups == 0)
    scr_free(p->groups), p->groups = NULL;
  if (p->pset && alike(p, p->pset, &p->one_set)) scr_free(p->pset), p->pset = NULL;
}

/* ---- rows ---- */

static void clear_results(scr_pairs *p, uint32_t k) {
  assert(k < p->n);
  for (int c = 0; c < p->states; c++) scr_clear(&p->state[c][k]);
  for (int c = 0; c < 3; c++) scr_clear(&p->force[c][k]);
  for (int c = 0; c < 3 && p->moment[0]; c++) scr_clear(&p->moment[c][k]);
  for (int c = 0; c < 4; c++)
    if (p->dash[c]) scr_clear(&p->dash[c][k]);
  for (int c = 0; c < SCR_BOOKS; c++)
    if (p->work[c]) scr_clear(&p->work[c][k]);
}

/* Everything but the ends becomes zero. */
void scr_pairs_clear_row(scr_pairs *p, uint32_t k) {
  p->law[k] = p->flag[k] = 0; /* shift belongs to the ends */
  p->id[k] = 0;
#define CLEAR(col)                                                                                 \
  if (p->col) p->col[k] = 0;
  SOME_U32(CLEAR)
#undef CLEAR
  clear_results(p, k);
}

void scr_pairs_other_law(scr_pairs *p, uint32_t k, uint8_t law, uint32_t set) {
  assert(k < p->n && p->law[k] && law >= 1 && law <= SCR_LAWS);
  p->law[k] = law;
  p->flag[k] &= SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT;
  scr_pairs_set_set(p, k, set);
  clear_results(p, k);
}

void scr_pairs_copy_state(scr_pairs *p, uint32_t to, uint32_t from) {
  assert(to < p->n && from < p->n);
  for (int c = 0; c < p->states; c++) p->state[c][to] = p->state[c][from];
  for (int c = 0; c < 3; c++) p->force[c][to] = p->force[c][from];
  for (int c = 0; c < 3 && p->moment[0]; c++) p->moment[c][to] = p->moment[c][from];
  for (int c = 0; c < 4; c++)
    if (p->dash[c]) p->dash[c][to] = p->dash[c][from];
  for (int c = 0; c < SCR_BOOKS; c++)
    if (p->work[c]) p->work[c][to] = p->work[c][from];
}

static void swap_reals(double *col, uint32_t a, uint32_t b) {
  const double of_a = col[a];
  col[a] = col[b], col[b] = of_a;
}

static void swap_words(uint32_t *col, uint32_t a, uint32_t b) {
  if (!col) return;
  const uint32_t of_a = col[a];
  col[a] = col[b], col[b] = of_a;
}

static void swap_bytes(uint8_t *col, uint32_t a, uint32_t b) {
  const uint8_t of_a = col[a];
  col[a] = col[b], col[b] = of_a;
}

void scr_pairs_swap(scr_pairs *p, uint32_t a, uint32_t b) {
  assert(a < p->n && b < p->n && p->i[a] == p->i[b]);
#define SWAP(col) swap_words(p->col, a, b);
  SWAP(id)
  SOME_U32(SWAP)
#undef SWAP
#define SWAP(col) swap_bytes(p->col, a, b);
  EACH_U8(SWAP)
#undef SWAP
  for (int c = 0; c < p->states; c++) swap_reals(p->state[c], a, b);
  for (int c = 0; c < 3; c++) swap_reals(p->force[c], a, b);
  for (int c = 0; c < 3 && p->moment[0]; c++) swap_reals(p->moment[c], a, b);
  for (int c = 0; c < 4; c++)
    if (p->dash[c]) swap_reals(p->dash[c], a, b);
  for (int c = 0; c < SCR_BOOKS; c++)
    if (p->work[c]) swap_reals(p->work[c], a, b);
}

void scr_pairs_move_row(scr_pairs *p, uint32_t to, uint32_t from) {
  assert(to <= from && from < p->n);
  if (to == from) return;
#define COPY(col) p->col[to] = p->col[from];
  EACH_U32(COPY)
  EACH_U8(COPY)
  if (p->facets) COPY(shift)
#undef COPY
#define COPY(col)                                                                                  \
  if (p->col) p->col[to] = p->col[from];
  SOME_U32(COPY)
#undef COPY
  scr_pairs_copy_state(p, to, from);
}
