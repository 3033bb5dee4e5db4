/* Contacts are carried from the old list of pairs to the new one: found by the lower of their rows,
 * then moved column by column, so that there is never more than one column too many. Columns that
 * nobody will read are not moved. */
#include "world/contacts/birth.h"

#include <string.h>
#include "base/mem.h"
#include "base/sort.h"
#include "world/contacts/cmat.h"
#include "world/contacts/contact.h"
#include "world/contacts/pairs.h"
#include "world/engine.h"
#include "world/search/detect.h"
#include "world/search/search.h"
#include "world/state/events.h"
#include "world/workers/workers.h"

typedef struct carrying {
  scr_world *w;
  struct scr_finder *f;
  scr_contact_type type;
  int workers;
} carrying;

/* ---- contacts of the old list by ball ---- */

static inline uint32_t lower_end(const carrying *j, const uint32_t *a, const uint32_t *b,
                                 uint32_t k) {
  return j->type == SCR_BALL_BALL ? SCR_MIN(a[k], b[k]) : a[k];
}
static inline uint32_t other_end(const carrying *j, const uint32_t *a, const uint32_t *b,
                                 uint32_t k) {
  return j->type == SCR_BALL_BALL ? SCR_MAX(a[k], b[k]) : b[k];
}

/* The next contact from place k on, `last` if there is none: most of the list are candidates, law
 * 0. */
static inline uint32_t next_contact(const uint8_t *law, uint32_t k, uint32_t last) {
  uint64_t eight = 0;
  for (; k + sizeof eight <= last; k += (uint32_t)sizeof eight) {
    memcpy(&eight, law + k, sizeof eight);
    if (eight) break;
  }
  while (k < last && !law[k]) k++;
  return k;
}
#define EACH_CONTACT(k, law, first, last)                                                          \
  for (uint32_t k = next_contact(law, first, last); k < (last); k = next_contact(law, k + 1, last))

/* Of both types: j->type does not matter. */
static void rows_of_worker(void *user, int t, int threads) {
  const carrying *j = user;
  const uint32_t *to = j->f->to;
  SCR_UNUSED(threads);
  for (int type = 0; type < SCR_CONTACT_TYPES && t < j->workers; type++) {
    const scr_pairs *p = &j->w->pair[type];
    const uint32_t last = scr_part(p->n, t + 1, j->workers);
    EACH_CONTACT(k, p->law, scr_part(p->n, t, j->workers), last) {
      p->i[k] = to[p->i[k]];
      if (type == SCR_BALL_BALL) p->j[k] = to[p->j[k]];
    }
  }
}

void scr_carry_rows(scr_world *w, struct scr_finder *f) {
  carrying j = {w, f, SCR_BALL_BALL, scr_finder_workers(w)};
  scr_finder_run_by(w, j.workers, rows_of_worker, &j);
}

/* Places [first, last) of the old list hold the contacts of balls [lo, hi) if list and balls are
 * what the last search left. */
typedef struct part {
  uint32_t lo, hi, first, last;
} part;

static part part_of(const carrying *j, int t) {
  const struct scr_engine *e = j->w->engine;
  part q = {0, j->w->ball.n, 0, j->w->pair[j->type].n};
  if (j->workers == 1) return q;
  scr_worker_rows(j->w, t, j->workers, &q.lo, &q.hi);
  q.first = scr_first_pair(e, j->type, q.lo);
  q.last = scr_first_pair(e, j->type, q.hi);
  return q;
}

/* The same of the new list. */
static part new_part_of(const carrying *j, int t) {
  assert(t < j->workers);
  const struct scr_engine *e = j->w->engine;
  part q = {.hi = j->w->ball.n};
  if (j->workers > 1) scr_worker_rows(j->w, t, j->workers, &q.lo, &q.hi);
  q.first = scr_first_pair(e, j->type, q.lo);
  q.last = scr_first_pair(e, j->type, q.hi);
  return q;
}

/* Numbers of contacts, each after the place of its ball in `start`. */
static void count_of_worker(void *user, int t, int threads) {
  const carrying *j = user;
  SCR_UNUSED(threads);
  const part q = part_of(j, t);
  const scr_pairs *p = &j->w->pair[j->type];
  uint32_t *start = j->f->old.start;
  if (q.hi > q.lo) memset(start + q.lo + 1, 0, (q.hi - q.lo) * sizeof *start);
  j->f->worker[t].strange = false;
  EACH_CONTACT(k, p->law, q.first, q.last) {
    const uint32_t a = lower_end(j, p->i, p->j, k);
    if (a - q.lo < q.hi - q.lo)
      start[a + 1]++;
    else
      j->f->worker[t].strange = true;
  }
}

/* Contacts of balls with many of them, by the other row. */
static void sort_many(const carrying *j, scr_finder_worker *l, uint32_t lo, uint32_t hi) {
  scr_old_list *old = &j->f->old;
  for (uint32_t a = lo; a < hi; a++) {
    const uint32_t first = old->start[a], n = old->start[a + 1] - first;
    if (n <= SCR_MANY_CONTACTS) continue;
    for (int c = 0; c < 2; c++) SCR_GROW(l->sorted[c], l->cap_sorted[c], n);
    scr_sort_u32(old->other + first, old->place + first, n, l->sorted[0], l->sorted[1]);
  }
}

static void place_of_worker(void *user, int t, int threads) {
  const carrying *j = user;
  SCR_UNUSED(threads);
  const part q = part_of(j, t);
  const scr_pairs *p = &j->w->pair[j->type];
  scr_old_list *old = &j->f->old;
  scr_finder_worker *l = &j->f->worker[t];
  SCR_GROW(l->next, l->cap_next, (size_t)(q.hi - q.lo) + 1);
  memcpy(l->next, old->start + q.lo, (q.hi - q.lo) * sizeof *l->next);
  if (q.hi > q.lo) memset(old->mark + q.lo, 0, (q.hi - q.lo) * sizeof *old->mark);
  EACH_CONTACT(k, p->law, q.first, q.last) {
    const uint32_t a = lower_end(j, p->i, p->j, k), b = other_end(j, p->i, p->j, k),
                   at = l->next[a - q.lo]++;
    assert(a >= q.lo && a < q.hi && at < old->start[a + 1]);
    old->place[at] = k;
    old->other[at] = b;
    old->mark[a] |= scr_contact_mark(b);
  }
  if (j->type == SCR_BALL_BALL) sort_many(j, l, q.lo, q.hi);
}

static void run(const carrying *j, void (*body)(void *user, int t, int threads)) {
  carrying copy = *j;
  scr_finder_run_by(j->w, j->workers, body, &copy);
}

/* Threads for that many pairs: to wait for them takes as long as to carry a few thousand. */
static carrying carrying_of(scr_world *w, struct scr_finder *f, scr_contact_type type,
                            uint32_t pairs) {
  enum { FEW = 4000 };
  return (carrying){w, f, type, pairs < FEW ? 1 : f->workers};
}

void scr_carry_begin(scr_world *w, struct scr_finder *f, scr_contact_type type) {
  carrying j = carrying_of(w, f, type, w->pair[type].n);
  scr_old_list *old = &f->old;
  const uint32_t n = w->ball.n;
  bool strange = f->moved || f->listed[type].balls != n || f->listed[type].pairs != w->pair[type].n;
  SCR_GROW(old->start, old->cap_start, (size_t)n + 1);
  if (!strange) run(&j, count_of_worker);
  for (int t = 0; t < j.workers && !strange; t++) strange = f->worker[t].strange;
  if (strange) {
    j.workers = 1;
    run(&j, count_of_worker);
  }
  old->start[0] = 0;
  for (uint32_t k = 0; k < n; k++) old->start[k + 1] += old->start[k];
  assert(old->start[n] == w->pair[type].ncontact);
  SCR_GROW(old->place, old->cap_place, old->start[n]);
  SCR_GROW(old->other, old->cap_other, old->start[n]);
  SCR_GROW(old->kept, old->cap_kept,
           (size_t)old->start[n] + 1); /* never NULL: places in it are counted from */
  SCR_GROW(old->mark, old->cap_mark, n);
  run(&j, place_of_worker);
}

/* ---- where the new pairs were ---- */

/* A facet may be there in several images. */
static uint32_t facet_before(const carrying *j, uint32_t ball, uint32_t facet, uint64_t shift) {
  const scr_old_list *old = &j->f->old;
  for (uint32_t q = old->start[ball]; q < old->start[ball + 1]; q++)
    if (old->other[q] == facet && old->place[q] != SCR_NONE &&
        j->w->pair[j->type].shift[old->place[q]] == shift)
      return q;
  return SCR_NONE;
}

/* Pairs of balls were found while they were placed; they are listed in order. */
static uint32_t keep_balls(const carrying *j, const part *q, struct scr_carried *kept) {
  const scr_old_list *old = &j->f->old;
  const uint32_t *from = old->from, most = old->start[q->hi] - old->start[q->lo];
  uint32_t n = 0;
  for (uint32_t k = q->first; k < q->last && n < most; k++) {
    kept[n] = (struct scr_carried){from[k], k};
    n += from[k] != SCR_NONE;
  }
  return n;
}

static uint32_t find_facets(const carrying *j, const part *q, struct scr_carried *kept) {
  const scr_new_list *list = &j->f->fresh[j->type];
  scr_old_list *old = &j->f->old;
  uint32_t n = 0;
  for (uint32_t k = q->first; k < q->last; k++) {
    const uint32_t at = facet_before(j, list->i[k], list->j[k], list->shift[k]);
    if (at == SCR_NONE) continue;
    assert(old->place[at] < j->w->pair[j->type].n);
    kept[n++] = (struct scr_carried){old->place[at], k};
    old->place[at] = SCR_NONE;
  }
  return n;
}

static void find_of_worker(void *user, int t, int threads) {
  const carrying *j = user;
  SCR_UNUSED(threads);
  const part q = new_part_of(j, t);
  struct scr_carried *kept = j->f->old.kept + j->f->old.start[q.lo];
  j->f->worker[t].kept = (j->type == SCR_BALL_BALL ? keep_balls : find_facets)(j, &q, kept);
}

/* Contacts that lie outside of the reach after an edit of positions or proximities: they end. */
static void drop_leftovers(const carrying *j) {
  const scr_old_list *old = &j->f->old;
  const uint32_t total = old->start[j->w->ball.n];
  uint32_t n = 0, found = 0;
  for (int t = 0; t < j->workers; t++) found += j->f->worker[t].kept;
  assert(found <= total);
  if (found == total) return;
  uint32_t *gone = scr_alloc((total - found) * sizeof *gone);
  for (uint32_t q = 0; q < total; q++)
    if (old->place[q] != SCR_NONE) gone[n++] = old->place[q];
  assert(n == total - found);
  scr_contacts_part(j->w, j->type, gone, n);
  scr_free(gone);
}

/* ---- columns ---- */

void scr_new_list_free(scr_new_list *list) {
  scr_free(list->i);
  scr_free(list->j);
  scr_free(list->shift);
  scr_column_free(list->real);
  scr_free(list->word);
  scr_free(list->byte);
  *list = (scr_new_list){0};
}

void scr_carry_room(scr_world *w, struct scr_finder *f, scr_contact_type type, uint32_t n) {
  assert(f->holds);
  scr_new_list *list = &f->fresh[type];
  const uint32_t have = w->pair[type].cap, cap = have >= n && have > 0 ? have : n + n / 16 + 64;
  if (list->cap != cap) {
    scr_new_list_free(list);
    list->i = scr_realloc(NULL, cap * sizeof *list->i);
    list->j = scr_realloc(NULL, cap * sizeof *list->j);
    if (type == SCR_BALL_FACET) list->shift = scr_realloc(NULL, cap * sizeof *list->shift);
    list->cap = cap;
  }
  list->n = n;
}

typedef struct moving {
  const carrying *j;
  const void *old;
  void *to;
  size_t size;
  bool zero; /* what it goes to is zero already, and nobody has touched it */
} moving;

/* A part that the first-level cache holds is cleared and filled at a time: kept[] goes by places in
 * the new list. */
#define MOVE(type)                                                                                 \
  {                                                                                                \
    type *to = m->to;                                                                              \
    const type *old = m->old;                                                                      \
    uint32_t k = 0;                                                                                \
    for (uint32_t first = q.first; first < q.last; first += PART) {                                \
      const uint32_t last = SCR_MIN(first + PART, q.last);                                         \
      if (!m->zero) memset(to + first, 0, (last - first) * sizeof *to);                            \
      for (; k < n && kept[k].to < last; k++) to[kept[k].to] = old[kept[k].from];                  \
    }                                                                                              \
  }

static void move_of_worker(void *user, int t, int threads) {
  const moving *m = user;
  SCR_UNUSED(threads);
  enum { PART = 1024 };
  const part q = new_part_of(m->j, t);
  const struct scr_carried *kept = m->j->f->old.kept + m->j->f->old.start[q.lo];
  const uint32_t n = m->j->f->worker[t].kept;
  if (m->size == sizeof(double)) MOVE(double)
  if (m->size == sizeof(uint32_t)) MOVE(uint32_t)
  if (m->size == sizeof(uint8_t)) MOVE(uint8_t)
}

static void move(const carrying *j, const void *old, void *to, size_t size, bool zero) {
  assert(old && to && old != to);
  moving m = {j, old, to, size, zero};
  scr_finder_run_by(j->w, j->workers, move_of_worker, &m);
}

/* A column goes to the one that is not in use, and its memory is the next one's if it is large
 * enough. */
static void move_reals(const carrying *j, double **column, unsigned place) {
  scr_new_list *list = &j->f->fresh[j->type];
  if (!*column) return;
  const bool zero = !list->real;
  if (zero) list->real = scr_column_alloc(list->cap * sizeof **column, place);
  move(j, *column, list->real, sizeof **column, zero);
  double *old = *column;
  *column = list->real;
  list->real = old;
  if (list->cap == j->w->pair[j->type].cap) return;
  scr_column_free(old);
  list->real = NULL;
}

static void move_words(const carrying *j, uint32_t **column) {
  scr_new_list *list = &j->f->fresh[j->type];
  if (!*column) return;
  const bool zero = !list->word;
  if (zero) list->word = scr_alloc(list->cap * sizeof **column);
  move(j, *column, list->word, sizeof **column, zero);
  uint32_t *old = *column;
  *column = list->word;
  list->word = old;
  if (list->cap == j->w->pair[j->type].cap) return;
  scr_free(old);
  list->word = NULL;
}

static void move_bytes(const carrying *j, uint8_t **column) {
  scr_new_list *list = &j->f->fresh[j->type];
  const bool zero = !list->byte;
  if (zero) list->byte = scr_alloc(list->cap);
  move(j, *column, list->byte, 1, zero);
  uint8_t *old = *column;
  *column = list->byte;
  list->byte = old;
  if (list->cap == j->w->pair[j->type].cap) return;
  scr_free(old);
  list->byte = NULL;
}

static void slots_of_worker(void *user, int t, int threads) {
  const carrying *j = user;
  SCR_UNUSED(threads);
  const scr_pairs *p = &j->w->pair[j->type];
  const struct scr_carried *kept = j->f->old.kept + j->f->old.start[new_part_of(j, t).lo];
  for (uint32_t k = 0; k < j->f->worker[t].kept; k++)
    if (p->law[kept[k].to]) scr_contact_moved(j->w, (scr_contact){j->type, kept[k].to});
}

/* The ends are known already: they change places with those of the old list. */
static void move_ends(const carrying *j) {
  scr_pairs *p = &j->w->pair[j->type];
  scr_new_list *list = &j->f->fresh[j->type];
  uint32_t *i = p->i, *k = p->j;
  uint64_t *shift = p->shift;
  p->i = list->i, p->j = list->j, p->shift = list->shift;
  list->i = i, list->j = k, list->shift = shift;
}

/* States that no contact of the list needs from the step before, a bit each: their laws only report
 * them (model.h); none beyond the first 32. */
static uint32_t only_reported(const scr_world *w) {
  enum { FEW = 16 };
  uint32_t all = UINT32_MAX;
  if (w->npset > FEW || scr_watched(w, SCR_EV_SLIP_CHANGE) || scr_watched(w, SCR_EV_BOND_BREAK) ||
      scr_watched(w, SCR_EV_CONTACT_ACTIVATED))
    return 0;
  for (size_t k = 0; k < w->npset; k++) {
    const scr_model *m = scr_model_at(w->pset[k].law - 1);
    const uint32_t none = m->nstate < 32 ? UINT32_MAX << m->nstate : 0;
    uint64_t zero = 0;
    for (int s = 0; s < m->nparam; s++) zero |= (uint64_t)(w->pset[k].param[s] == 0) << s;
    all &= (m->hints.reported ? m->hints.reported(zero, w->energy_on) : 0) | none;
  }
  return all;
}

/* A column of zeros, where there is one. */
static void renew(double **column, uint32_t cap, unsigned place) {
  if (!*column) return;
  scr_column_free(*column);
  *column = scr_column_alloc(cap * sizeof **column, place);
}

/* A column whose numbers are of a step that nobody looks at; was it zero in the old list? */
static void clear_reals(const carrying *j, double **column, unsigned place, bool zero) {
  const scr_new_list *list = &j->f->fresh[j->type];
  const scr_pairs *p = &j->w->pair[j->type];
  const uint32_t from = zero ? p->n : 0;
  if (!*column) return;
  if (list->cap == p->cap) {
    if (list->n > from) memset(*column + from, 0, (list->n - from) * sizeof **column);
    return;
  }
  renew(column, list->cap, place);
}

/* Forces and states. Those that nobody needs are cleared, once for all lists until a pass writes
 * them. */
static void move_results(const carrying *j, bool unseen) {
  scr_pairs *p = &j->w->pair[j->type];
  struct scr_finder *f = j->f;
  uint32_t idle = unseen ? only_reported(j->w) : 0,
           zero = scr_fresh(j->w, SCR_BLANKS) ? f->zero.state : 0;
  const bool no_force = f->zero.force && scr_fresh(j->w, SCR_BLANKS);
  if (j->type == SCR_BALL_BALL) f->zero.force = unseen, f->zero.state = idle;
  for (int c = 0; c < 3; c++) {
    if (unseen)
      clear_reals(j, &p->force[c], SCR_PLACE_FORCE + (unsigned)c, no_force);
    else
      move_reals(j, &p->force[c], SCR_PLACE_FORCE + (unsigned)c);
  }
  for (int c = 0; c < p->states; c++, idle >>= 1, zero >>= 1) {
    if (idle & 1)
      clear_reals(j, &p->state[c], scr_place_of_state(c), zero & 1);
    else
      move_reals(j, &p->state[c], scr_place_of_state(c));
  }
  if (j->type == SCR_BALL_BALL) scr_made(j->w, SCR_BLANKS);
}

void scr_results_forget(scr_world *w) {
  struct scr_engine *e = w->engine;
  scr_pairs *p = &w->pair[SCR_BALL_BALL];
  if (!w->energy_on) scr_pairs_drop_dash(p);
  if (scr_fresh(w, SCR_BLANKS) || !e->search->finder) return;
  const uint32_t idle = only_reported(w);
  for (int c = 0; c < 3; c++) renew(&p->force[c], p->cap, SCR_PLACE_FORCE + (unsigned)c);
  for (int c = 0; c < SCR_MIN(p->states, 32); c++)
    if (idle >> c & 1) renew(&p->state[c], p->cap, scr_place_of_state(c));
  e->search->finder->zero.force = true;
  e->search->finder->zero.state = idle;
  scr_made(w, SCR_BLANKS);
}

static void move_columns(const carrying *j, bool unseen) {
  scr_world *w = j->w;
  scr_pairs *p = &w->pair[j->type];
  scr_new_list *list = &j->f->fresh[j->type];
  scr_pairs_settle(p);
  move_words(j, &p->slot);
  move_words(j, &p->id);
  move_words(j, &p->pset);
  move_words(j, &p->groups);
  move_bytes(j, &p->law);
  move_bytes(j, &p->flag);
  move_results(j, unseen);
  for (int c = 0; c < SCR_BOOKS; c++) move_reals(j, &p->work[c], SCR_PLACE_WORK + (unsigned)c);
  for (int c = 0; c < 4; c++) move_reals(j, &p->dash[c], SCR_PLACE_DASH + (unsigned)c);
  for (int c = 0; c < 3; c++) move_reals(j, &p->moment[c], SCR_PLACE_MOMENT + (unsigned)c);
  move_ends(j);
  if (p->slot) run(j, slots_of_worker);
  const bool grown = p->cap != list->cap;
  p->n = list->n;
  p->cap = list->cap;
  assert(p->n <= p->cap);
  if (grown) scr_new_list_free(list);
}

void scr_carry_end(scr_world *w, struct scr_finder *f, scr_contact_type type) {
  scr_pairs *p = &w->pair[type];
  const carrying j = carrying_of(w, f, type, SCR_MAX(p->n, f->fresh[type].n));
  run(&j, find_of_worker);
  drop_leftovers(&j);
  const bool old = scr_results_old(w);
  scr_pairs_need(p, scr_states_needed(w), p->work[0] != NULL, false);
  move_columns(&j, old && type == SCR_BALL_BALL);
  f->listed[type].balls = w->ball.n;
  f->listed[type].pairs = p->n;
}
