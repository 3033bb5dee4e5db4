/* Lists of pairs as columns: room, which columns there are, rows that move. */
#include <string.h>
#include "base/mem.h"
#include "world/engine.h"

#define EACH_U32(X) X(i) X(j) X(slot) X(id) X(pset) X(groups)
#define EACH_U8(X)  X(law) X(flag) X(shift)

/* Places of the columns in memory, see scr_column_alloc. */
enum { FORCE = 0, STATE = 3, WORK = STATE + SCR_MAX_STATE, DASH = WORK + 4 };

static void reals_reserve(double **col, uint32_t n, uint32_t cap, unsigned place) {
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
#undef RESERVE
  for (int c = 0; c < SCR_MAX_STATE; c++)
    if (p->state[c]) reals_reserve(&p->state[c], p->n, cap, STATE + (unsigned)c);
  for (int c = 0; c < 3; c++) reals_reserve(&p->force[c], p->n, cap, FORCE + (unsigned)c);
  for (int c = 0; c < 4; c++) {
    if (p->dash[c]) reals_reserve(&p->dash[c], p->n, cap, DASH + (unsigned)c);
    if (p->work[c]) reals_reserve(&p->work[c], p->n, cap, WORK + (unsigned)c);
  }
  p->cap = cap;
}

void scr_pairs_need(scr_pairs *p, int states, bool work, bool dash) {
  const bool there = (!states || p->state[states - 1]) && (!work || p->work[3]) && (!dash || p->dash[3]);
  if (there && p->cap) return;
  scr_pairs_grow(p, 1);
  for (int c = 0; c < states; c++)
    if (!p->state[c]) reals_reserve(&p->state[c], 0, p->cap, STATE + (unsigned)c);
  for (int c = 0; c < 4; c++) {
    if (work && !p->work[c]) reals_reserve(&p->work[c], 0, p->cap, WORK + (unsigned)c);
    if (dash && !p->dash[c]) reals_reserve(&p->dash[c], 0, p->cap, DASH + (unsigned)c);
  }
}

void scr_pairs_reserve(scr_pairs *p, uint32_t n, int states, bool work, bool dash) {
  scr_pairs_grow(p, n);
  scr_pairs_need(p, states, work, dash);
}

size_t scr_pairs_bytes(const scr_pairs *p) {
  size_t row = 0;
#define BYTES(col) +sizeof *p->col
  row += EACH_U32(BYTES) EACH_U8(BYTES);
#undef BYTES
  for (int c = 0; c < SCR_MAX_STATE; c++) row += p->state[c] ? sizeof(double) : 0;
  for (int c = 0; c < 3; c++) row += p->force[c] ? sizeof(double) : 0;
  for (int c = 0; c < 4; c++) row += (p->dash[c] ? sizeof(double) : 0) + (p->work[c] ? sizeof(double) : 0);
  return row * p->cap;
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
#undef FREE
  for (int c = 0; c < SCR_MAX_STATE; c++) scr_column_free(p->state[c]);
  for (int c = 0; c < 3; c++) scr_column_free(p->force[c]);
  for (int c = 0; c < 4; c++) scr_column_free(p->dash[c]), scr_column_free(p->work[c]);
  *p = (scr_pairs){0};
}

/* Everything but the ends becomes zero. */
void scr_pairs_clear_row(scr_pairs *p, uint32_t k) {
  p->law[k] = p->flag[k] = 0; /* shift belongs to the ends */
  p->slot[k] = p->id[k] = p->pset[k] = p->groups[k] = 0;
  for (int c = 0; c < SCR_MAX_STATE; c++)
    if (p->state[c]) p->state[c][k] = 0;
  for (int c = 0; c < 3; c++) p->force[c][k] = 0;
  for (int c = 0; c < 4; c++) {
    if (p->dash[c]) p->dash[c][k] = 0;
    if (p->work[c]) p->work[c][k] = 0;
  }
}

void scr_pairs_copy_row(scr_pairs *to, uint32_t a, const scr_pairs *from, uint32_t b) {
#define COPY(col) to->col[a] = from->col[b];
  EACH_U32(COPY)
  EACH_U8(COPY)
#undef COPY
  scr_pairs_copy_state(to, a, from, b);
}

void scr_pairs_copy_state(scr_pairs *to, uint32_t a, const scr_pairs *from, uint32_t b) {
  for (int c = 0; c < SCR_MAX_STATE; c++)
    if (from->state[c]) to->state[c][a] = from->state[c][b];
  for (int c = 0; c < 3; c++) to->force[c][a] = from->force[c][b];
  for (int c = 0; c < 4; c++) {
    if (from->dash[c]) to->dash[c][a] = from->dash[c][b];
    if (from->work[c]) to->work[c][a] = from->work[c][b];
  }
}

void scr_pairs_move_row(scr_pairs *p, uint32_t to, uint32_t from) {
  if (to != from) scr_pairs_copy_row(p, to, p, from);
}
