/* A world to the sections of a save file: see save_world.h. Everything is written in canonical
 * order, and every number that only counts places in memory (rows, interned words and sets) is
 * replaced by the order of first appearance. */
#include "io/save_world.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "base/map.h"
#include "base/mem.h"
#include "io/save_bricks.h"
#include "io/save_columns.h"
#include "io/save_fractures.h"
#include "io/save_inters.h"
#include "io/save_templates.h"
#include "io/save_fragments.h"
#include "io/save_order.h"
#include "world/bodies/inlets.h"

/* New numbers by first appearance. Number 0 keeps its meaning (nothing) where `zero` is set. */
typedef struct renumber {
  uint32_t *fresh; /* new number + 1 by old number */
  uint32_t *old;   /* old number by new number */
  uint32_t n;
} renumber;

static renumber renumber_new(size_t n, bool zero) {
  renumber r = {scr_alloc(n * sizeof *r.fresh), scr_alloc(n * sizeof *r.old), 0};
  if (zero) r.fresh[0] = ++r.n;
  return r;
}

static void renumber_free(renumber *r) {
  scr_free(r->fresh);
  scr_free(r->old);
}

static uint32_t renumbered(renumber *r, uint32_t old) {
  if (!r->fresh[old]) {
    r->old[r->n] = old;
    r->fresh[old] = ++r->n;
  }
  return r->fresh[old] - 1;
}

/* Parameter sets with equal contents are one, whatever their numbers. */
typedef struct psets {
  uint32_t *fresh; /* new number + 1 by old number */
  scr_buf content; /* of the sets written so far, each with its length before it */
  scr_buf one;
  scr_u64map by_hash; /* to the place in `at` */
  size_t *at;         /* start of a set's content */
  size_t n, cap;
} psets;

typedef struct saver {
  scr_world *w;
  scr_saveout *o;
  uint32_t *order[SCR_SAVE_TABLES]; /* rows in order of id */
  uint32_t *place[SCR_SAVE_TABLES]; /* place in that order by row */
  uint32_t *contact[SCR_CONTACT_TYPES], ncontact[SCR_CONTACT_TYPES]; /* places in order of ids */
  renumber words, groups, surfaces, laws;
  psets psets;
} saver;

/* ---- order ---- */

static uint32_t *ids_of(scr_world *w, scr_save_table t) {
  return (uint32_t *)(void *)scr_save_table_of(w, t)
      ->base[0]; /* the id is the first column of each table */
}

static void order_table(saver *s, scr_save_table t) {
  scr_save_order_rows(ids_of(s->w, t), scr_save_table_of(s->w, t)->n, &s->order[t], &s->place[t]);
}

/* What contacts of a type have at their second end. */
static scr_save_table second_end(scr_contact_type type) {
  return type == SCR_BALL_BALL ? SCR_T_BALL : SCR_T_FACET;
}

static void order_contacts(saver *s, scr_contact_type type) {
  s->contact[type] = scr_save_order_contacts(&s->w->pair[type], s->place[SCR_T_BALL], s->w->ball.n,
                                             ids_of(s->w, second_end(type)), &s->ncontact[type]);
}

/* ---- parameter sets ---- */

/* Names have the numbers of words in the file. */
static void put_params(saver *s, scr_buf *b, const scr_model *m, const double *param) {
  double out[SCR_MAX_PARAM];
  scr_put_u32(b, m ? (uint32_t)m->nparam : 0);
  if (!m || !m->nparam) return;
  memcpy(out, param, (size_t)m->nparam * sizeof *out);
  for (int k = 0; k < m->nprop; k++)
    if (m->prop[k].flags & SCR_PROP_NAME)
      out[m->prop[k].slot] = renumbered(&s->words, (uint32_t)param[m->prop[k].slot]);
  scr_put_f64s(b, out, (size_t)m->nparam);
}

/* A set of parameters; only laws with many of them need a second word. */
static void put_slots(scr_buf *b, const scr_model *m, uint64_t set) {
  scr_put_u32(b, (uint32_t)set);
  if (m && m->nparam > 32) scr_put_u32(b, (uint32_t)(set >> 32));
}

static uint32_t law_of(saver *s, uint8_t law) { return renumbered(&s->laws, law); }

/* Number of the set whose content is p->one: an earlier equal one, or a new one. */
static uint32_t pset_intern(psets *p) {
  uint64_t h = XXH3_64bits(p->one.s, p->one.n);
  for (;; h++) {
    uint32_t found = scr_u64map_get(&p->by_hash, h, UINT32_MAX);
    if (found == UINT32_MAX) break;
    size_t end = found + 1u < p->n ? p->at[found + 1] : p->content.n;
    if (end - p->at[found] == p->one.n &&
        memcmp(p->content.s + p->at[found], p->one.s, p->one.n) == 0)
      return found;
  }
  SCR_GROW(p->at, p->cap, p->n + 1);
  p->at[p->n] = p->content.n;
  scr_buf_put(&p->content, p->one.s, p->one.n);
  scr_u64map_set(&p->by_hash, h, (uint32_t)p->n);
  return (uint32_t)p->n++;
}

static uint32_t pset_number(saver *s, uint32_t old) {
  psets *p = &s->psets;
  if (p->fresh[old]) return p->fresh[old] - 1;
  const scr_pset *set = &s->w->pset[old];
  scr_buf_clear(&p->one);
  scr_put_u32(&p->one, law_of(s, set->law));
  put_slots(&p->one, scr_model_at(set->law - 1), set->inherit);
  scr_put_f64(&p->one, set->proximity);
  put_params(s, &p->one, scr_model_at(set->law - 1), set->param);
  uint32_t fresh = pset_intern(p);
  p->fresh[old] = fresh + 1;
  return fresh;
}

static void psets_free(psets *p) {
  scr_free(p->fresh);
  scr_free(p->at);
  scr_buf_free(&p->content);
  scr_buf_free(&p->one);
  scr_u64map_free(&p->by_hash);
}

/* ---- tables ---- */

/* The new numbers of one meaning; NULL: the place in its table is the number. */
static renumber *numbers_of(saver *s, int meaning) {
  switch (meaning) {
  case SCR_M_WORD: return &s->words;
  case SCR_M_GROUPS: return &s->groups;
  case SCR_M_SURFACE: return &s->surfaces;
  default: return NULL;
  }
}

/* Gives numbers to what a column has, in the order of the rows; most rows have what the one before
 * has. */
static void meet_all(renumber *r, const scr_save_column *c, const uint32_t *order, uint32_t n) {
  const bool one = c->stride == 0 && c->comps == 1;
  uint32_t last = 0;
  for (uint32_t k = 0; k < (one ? SCR_MIN(n, 1u) : n); k++) {
    const unsigned char *row = c->base + c->stride * order[k];
    for (int i = 0; i < c->comps; i++) {
      const uint32_t value =
          c->type == SCR_C_U8 ? row[i] : ((const uint32_t *)(const void *)row)[i];
      if (value != last || k == 0) renumbered(r, last = value);
    }
  }
}

/* A column of numbers that mean something else. The third vertex of a facet is unused in 2D, so
 * what stands there is not looked at. */
static void add_translated(saver *s, scr_outcols *all, const scr_save_column *c, int meaning,
                           const uint32_t *order, uint32_t n) {
  scr_outcol *col = scr_outcols_add(all, c, order, n);
  renumber *r = numbers_of(s, meaning);
  if (r) meet_all(r, c, order, n);
  col->map = r ? r->fresh : s->place[meaning == SCR_M_WALL ? SCR_T_WALL : SCR_T_VERTEX];
  col->less = r != NULL;
  if (meaning == SCR_M_VERTEX) col->used = s->w->dim;
}

static void save_table(saver *s, scr_save_table which) {
  const scr_table *t = scr_save_table_of(s->w, which);
  if (which == SCR_T_BODY && t->n == 0) return;
  scr_outcols all = {0};
  scr_outcols_add_u64(&all, t->n);
  for (int k = 0; k < t->ncol; k++) {
    if (!(t->col[k].flags & SCR_COL_SAVED) || !t->on[k]) continue;
    const scr_save_column c = scr_save_column_of(t, k);
    const int meaning = t->col[k].means;
    if (meaning == SCR_M_PLAIN)
      scr_outcols_add(&all, &c, s->order[which], t->n);
    else
      add_translated(s, &all, &c, meaning, s->order[which], t->n);
  }
  scr_outcols_write(&all, s->o, scr_save_table_name[which], scr_world_pool(s->w));
}

/* ---- contacts ---- */

/* Of the contacts of one type. */
typedef struct contacts {
  saver *s;
  scr_contact_type type;
  scr_pairs *p;
  const uint32_t *order;
  uint32_t n;
  scr_outcols all;
} contacts;

static contacts contacts_of(saver *s, scr_contact_type type) {
  return (contacts){s, type, &s->w->pair[type], s->contact[type], s->ncontact[type], {0}};
}

static scr_outcol *add_pair(contacts *c, scr_save_pair column) {
  const scr_save_column col = scr_save_pair_column_of(c->p, column);
  return scr_outcols_add(&c->all, &col, c->order, c->n);
}

/* The same, or one value of all. */
static scr_outcol *add_alike(contacts *c, scr_save_pair column, uint32_t *one) {
  scr_outcol *col = add_pair(c, column);
  if (col->c.base) return col;
  col->c.base = (unsigned char *)one;
  col->c.stride = 0;
  return col;
}

static void add_renumbered(scr_outcol *col, renumber *r) {
  meet_all(r, &col->c, col->order, col->rows);
  col->map = r->fresh;
  col->less = 1;
}

static void fill_flags(const scr_outcol *c, uint32_t from, uint32_t n, unsigned char *to) {
  for (uint32_t k = from; k < from + n; k++) *to++ = c->c.base[c->order[k]] & SCR_SAVE_PAIR_FLAGS;
}

/* Images beside the cell take a byte, as they always did; others three integers. */
static void fill_shifts(const scr_outcol *c, uint32_t from, uint32_t n, unsigned char *to) {
  for (uint32_t k = from; k < from + n; k++) {
    const uint64_t shift = scr_facet_shift(c->user, c->order[k]);
    const int s[3] = {scr_shift_along(shift, 0), scr_shift_along(shift, 1),
                      scr_shift_along(shift, 2)};
    if (c->c.type == SCR_C_U8) *to++ = (unsigned char)scr_save_shift(s);
    for (int a = 0; a < 3 && c->c.type == SCR_C_I32; a++, to += 4) scr_copy_le(to, &s[a], 4);
  }
}

static bool shifts_are_near(const contacts *c) {
  for (uint32_t k = 0; k < c->n && c->type == SCR_BALL_FACET; k++) {
    const uint64_t shift = scr_facet_shift(c->s->w, c->order[k]);
    for (int a = 0; a < 3; a++)
      if (abs(scr_shift_along(shift, a)) > 1) return false;
  }
  return true;
}

static void fill_no_shifts(const scr_outcol *c, uint32_t from, uint32_t n, unsigned char *to) {
  SCR_UNUSED(c), SCR_UNUSED(from);
  memset(to, scr_save_shift((int[3]){0, 0, 0}), n);
}

static void meet_sets(saver *s, const scr_pairs *p, const uint32_t *order, uint32_t n) {
  for (uint32_t k = 0, last = 0; k < n; k++)
    if (k == 0 || scr_pair_set(p, order[k]) != last)
      pset_number(s, last = scr_pair_set(p, order[k]));
}

/* Who, which law, which parameters. */
static void add_identity(contacts *c) {
  static uint32_t no_groups;
  saver *s = c->s;
  scr_pairs *p = c->p;
  add_pair(c, SCR_SP_ID);
  add_pair(c, SCR_SP_END_1)->map = ids_of(s->w, SCR_T_BALL);
  add_pair(c, SCR_SP_END_2)->map = ids_of(s->w, second_end(c->type));
  add_renumbered(add_pair(c, SCR_SP_LAW), &s->laws);
  add_pair(c, SCR_SP_FLAG)->fill = fill_flags;
  scr_outcol *shift = add_pair(c, SCR_SP_SHIFT);
  if (!shifts_are_near(c)) shift->c.type = SCR_C_I32, shift->c.comps = 3;
  shift->fill = c->type == SCR_BALL_FACET ? fill_shifts : fill_no_shifts;
  shift->user = s->w;
  meet_sets(s, p, c->order, c->n);
  scr_outcol *set = add_alike(c, SCR_SP_SET, &p->one_set);
  set->map = s->psets.fresh;
  set->less = 1;
  add_renumbered(add_alike(c, SCR_SP_GROUPS, &no_groups), &s->groups);
}

/* The most and the fewest columns of state that any of these contacts uses. */
static void states_used(const scr_world *w, const scr_pairs *p, int *least, int *most) {
  uint32_t last = SCR_NONE;
  *least = p->states, *most = 0;
  for (uint32_t k = 0; k < p->n; k++) {
    const uint32_t set = p->law[k] ? scr_pair_set(p, k) : last;
    if (set == last) continue;
    last = set;
    const scr_model *m = scr_model_at(p->law[k] - 1);
    const int columns = scr_model_columns(m, w->dim, w->pset[set].param);
    *least = SCR_MIN(*least, columns);
    *most = SCR_MAX(*most, columns);
  }
}

/* A column that laws with fewer of them do not use: 0 for their contacts. */
typedef struct some_states {
  const uint8_t *law;
  int column;
} some_states;

static void fill_some_states(const scr_outcol *c, uint32_t from, uint32_t n, unsigned char *to) {
  const some_states *some = c->user;
  for (uint32_t k = from; k < from + n; k++, to += sizeof(double)) {
    const uint32_t q = c->order[k];
    const bool has = c->c.base && some->column < scr_model_at(some->law[q] - 1)->nstate;
    const double value = has ? ((const double *)(const void *)c->c.base)[q] : 0;
    scr_copy_le(to, &value, sizeof value);
  }
}

static void fill_zeros(const scr_outcol *c, uint32_t from, uint32_t n, unsigned char *to) {
  SCR_UNUSED(c), SCR_UNUSED(from);
  memset(to, 0, n * sizeof(double));
}

/* Column by column; those from `common` on are used by some contacts only. One that is not there
 * yet holds zeros. */
static void add_family(contacts *c, scr_save_family family, int count, int common,
                       some_states *some) {
  int most;
  double **column = scr_save_family_of(c->p, family, &most);
  assert(count <= most);
  SCR_UNUSED(most);
  scr_outcols_add_u32(&c->all, (uint32_t)count);
  for (int k = 0; k < count; k++) {
    const scr_save_column col = {scr_save_family_name[family], SCR_C_F64, 1,
                                 (unsigned char *)column[k], sizeof(double)};
    scr_outcol *out = scr_outcols_add(&c->all, &col, c->order, c->n);
    if (!column[k]) out->fill = fill_zeros;
    if (k < common) continue;
    some[k] = (some_states){c->p->law, k};
    out->fill = fill_some_states;
    out->user = &some[k];
  }
}

/* Does a law of a contact or of the CMAT make moments? The columns themselves may be there for what
 * has been forgotten, or not yet, and a restored model would differ. */
static bool has_moments(const scr_world *w) {
  bool has = false;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    has |= w->cmat_default[t].model->rotates;
    for (uint32_t k = 0; k < w->pair[t].n && !has; k++)
      has = w->pair[t].law[k] && scr_model_at(w->pair[t].law[k] - 1)->rotates;
  }
  for (size_t k = 0; k < w->ncmat; k++) has |= w->cmat[k].entry.model->rotates;
  return has;
}

static void save_contacts(saver *s, scr_contact_type type) {
  order_contacts(s, type);
  contacts c = contacts_of(s, type);
  const int forces = SCR_COUNTOF(c.p->force),
            works = s->w->energy_on ? (int)SCR_COUNTOF(c.p->work) : 0;
  int least, most;
  states_used(s->w, c.p, &least, &most);
  some_states *some = scr_alloc((size_t)most * sizeof *some);
  scr_outcols_add_u64(&c.all, c.n);
  add_identity(&c);
  add_family(&c, SCR_FAMILY_STATE, most, least, some);
  add_family(&c, SCR_FAMILY_FORCE, forces, forces, NULL);
  add_family(&c, SCR_FAMILY_WORK, works, works, NULL);
  const int moments = has_moments(s->w) ? (int)SCR_COUNTOF(c.p->moment) : 0;
  add_family(&c, SCR_FAMILY_MOMENT, moments, moments, NULL);
  scr_outcols_write(&c.all, s->o, scr_contact_type_name[type], scr_world_pool(s->w));
  scr_free(some);
}

/* Forces of dashpots are kept only for those who look, so they have a section of their own, which
 * no hash is made of. Nothing but zeros is the same as none. */
static bool has_dash(const scr_pairs *p) {
  for (size_t c = 0; c < SCR_COUNTOF(p->dash); c++)
    for (uint32_t k = 0; p->dash[c] && k < p->n; k++)
      if (p->law[k] && p->dash[c][k] != 0) return true;
  return false;
}

static void save_dash(saver *s) {
  contacts c = {0};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_outcols so_far = c.all;
    c = contacts_of(s, (scr_contact_type)t);
    c.all = so_far;
    const int count = has_dash(c.p) ? (int)SCR_COUNTOF(c.p->dash) : 0;
    add_family(&c, SCR_FAMILY_DASH, count, count, NULL);
  }
  scr_outcols_write(&c.all, s->o, SCR_SECTION_DASH, scr_world_pool(s->w));
}

/* ---- what the numbers of columns mean ---- */

typedef struct pair_of_text {
  const char *key;
  uint64_t value;
} pair_of_text;

static int by_key(const void *a, const void *b) {
  return scr_casecmp(((const pair_of_text *)a)->key, ((const pair_of_text *)b)->key);
}

/* Sets of (word, value) by first appearance, each in the order of its words' texts: in memory the
 * order depends on when a word was first heard. Values are words in sets of groups, and doubles in
 * sets of surface properties. */
static void save_sets(saver *s, const char *section, const renumber *r, bool of_words) {
  scr_buf *b = scr_saveout_begin(s->o, section);
  scr_put_u64(b, r->n - 1);
  for (uint32_t k = 1; k < r->n; k++) {
    const uint64_t *e = s->w->sets.entry[r->old[k]];
    uint32_t n = s->w->sets.count[r->old[k]];
    pair_of_text *pair = scr_alloc(n * sizeof *pair);
    for (uint32_t i = 0; i < n; i++)
      pair[i] = (pair_of_text){scr_word_text(&s->w->words, (uint32_t)e[2 * i]), e[2 * i + 1]};
    qsort(pair, n, sizeof *pair, by_key);
    scr_put_u32(b, n);
    for (uint32_t i = 0; i < n; i++) {
      scr_put_u32(b, renumbered(&s->words, scr_word_find(&s->w->words, pair[i].key)));
      scr_put_u64(b, of_words ? renumbered(&s->words, (uint32_t)pair[i].value) : pair[i].value);
    }
    scr_free(pair);
  }
  scr_saveout_end(s->o);
}

static void save_words(saver *s) {
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_WORDS);
  scr_put_u64(b, s->words.n - 1);
  for (uint32_t k = 1; k < s->words.n; k++)
    scr_put_text(b, scr_word_text(&s->w->words, s->words.old[k]));
  scr_saveout_end(s->o);
}

static void save_psets(saver *s) {
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_PSETS);
  scr_put_u64(b, s->psets.n);
  if (s->psets.n) scr_buf_put(b, s->psets.content.s, s->psets.content.n);
  scr_saveout_end(s->o);
}

static void save_laws(saver *s) {
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_LAWS);
  scr_put_u64(b, s->laws.n);
  for (uint32_t k = 0; k < s->laws.n; k++)
    scr_put_text(b, scr_model_at((int)s->laws.old[k] - 1)->name);
  scr_saveout_end(s->o);
}

/* ---- the rest ---- */

static void put_cmat_entry(saver *s, scr_buf *b, const scr_cmat_entry *e) {
  scr_put_text(b, e->model ? e->model->name : "");
  put_slots(b, e->model, e->inherit);
  put_slots(b, e->model, e->given);
  scr_put_f64(b, e->proximity);
  put_params(s, b, e->model, e->param);
  scr_put_u32(b, (uint32_t)e->nmethod);
  for (int k = 0; k < e->nmethod; k++) {
    const scr_cmat_method *m = &e->method[k];
    scr_put_text(b, m->method->name);
    for (int a = 0; a < scr_method_arity(m->method); a++) {
      scr_put_u8(b, m->arg[a].given);
      scr_put_f64(b, m->arg[a].given ? m->arg[a].value : 0);
    }
  }
}

static void save_cmat(saver *s) {
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_CMAT);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) put_cmat_entry(s, b, &s->w->cmat_default[t]);
  scr_put_u64(b, s->w->ncmat);
  for (size_t k = 0; k < s->w->ncmat; k++) {
    scr_put_u32(b, (uint32_t)s->w->cmat[k].index);
    scr_put_u32(b, (uint32_t)s->w->cmat[k].range);
    put_cmat_entry(s, b, &s->w->cmat[k].entry);
  }
  scr_saveout_end(s->o);
}

/* Words that only it names get their numbers before the words are written. */
static void number_cmat(saver *s) {
  scr_buf none = {0};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) put_cmat_entry(s, &none, &s->w->cmat_default[t]);
  for (size_t k = 0; k < s->w->ncmat; k++) put_cmat_entry(s, &none, &s->w->cmat[k].entry);
  scr_buf_free(&none);
}

static bool is_zero(const scr_xsum *sum) {
  scr_xsum s = *sum;
  scr_xsum_normalize(&s);
  for (int k = 0; k < SCR_XSUM_LIMBS; k++)
    if (s.limb[k]) return false;
  return true;
}

/* What edits leave to the next step is the last total: it is there if they did. */
static void save_energy(saver *s) {
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_ENERGY);
  size_t n = s->w->energy_on ? SCR_COUNTOF(s->w->energy_total) : 0;
  if (n && is_zero(&s->w->energy_total[SCR_TOTAL_EDITED])) n--;
  scr_put_u64(b, n);
  for (size_t k = 0; k < n; k++) {
    scr_xsum sum = s->w->energy_total[k];
    scr_xsum_normalize(&sum);
    for (int i = 0; i < SCR_XSUM_LIMBS; i++) scr_put_u64(b, (uint64_t)sum.limb[i]);
  }
  scr_saveout_end(s->o);
}

static void save_measures(saver *s) {
  if (!s->w->nmeasure) return;
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_MEASURE);
  scr_put_u64(b, s->w->nmeasure);
  for (uint32_t k = 0; k < s->w->nmeasure; k++) {
    const scr_measure *m = &s->w->measure[k];
    scr_put_u32(b, m->id);
    scr_put_u32(b, m->bins);
    scr_put_f64s(b, m->size, SCR_COUNTOF(m->size));
    scr_put_f64s(b, m->x, SCR_COUNTOF(m->x));
    scr_put_f64(b, m->r);
    scr_put_f64(b, m->tolerance);
  }
  scr_saveout_end(s->o);
}

static void save_strain(saver *s) {
  const double *rate = s->w->domain.rate;
  if (rate[0] == 0 && rate[1] == 0 && rate[2] == 0) return;
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_STRAIN);
  for (int c = 0; c < 3; c++) scr_put_f64(b, rate[c]);
  scr_saveout_end(s->o);
}

static size_t count_begun(const saver *s, int type) {
  size_t n = 0;
  for (size_t k = 0; k < s->ncontact[type]; k++)
    n += (s->w->pair[type].flag[s->contact[type][k]] & SCR_PAIR_BEGUN) != 0;
  return n;
}

/* Contacts that no step has found active: numbers in the order of the file, doubled, odd with
 * SCR_PAIR_UNASKED. */
static void put_begun(const saver *s, int type, scr_buf *b) {
  scr_put_u64(b, count_begun(s, type));
  for (uint32_t k = 0; k < s->ncontact[type]; k++) {
    const uint8_t flag = s->w->pair[type].flag[s->contact[type][k]];
    if (flag & SCR_PAIR_BEGUN) scr_put_u64(b, 2 * (uint64_t)k + (flag & SCR_PAIR_UNASKED ? 1 : 0));
  }
}

/* What an edit leaves to the next cycle to do, and it alone: no part of the state. */
static void save_fresh(saver *s) {
  const bool listed = scr_fresh(s->w, SCR_LISTS), moved = !scr_fresh(s->w, SCR_SPRINGS);
  bool begun = false;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) begun |= count_begun(s, t) > 0;
  if (!listed && !moved && !begun) return;
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_FRESH);
  scr_put_u8(b, listed);
  scr_put_u8(b, moved);
  for (int t = 0; t < SCR_CONTACT_TYPES && begun; t++) put_begun(s, t, b);
  scr_saveout_end(s->o);
}

static void save_servos(saver *s) {
  if (!s->w->nservo) return;
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_SERVO);
  scr_put_u64(b, s->w->nservo);
  for (uint32_t k = 0; k < s->w->nservo; k++) {
    const scr_servo *v = &s->w->servo[k];
    scr_put_u32(b, v->wall);
    scr_put_u32(b, v->active);
    scr_put_f64s(b, v->force, SCR_COUNTOF(v->force));
    scr_put_f64(b, v->factor);
    scr_put_u32(b, v->every);
    scr_put_f64(b, v->limit);
    scr_put_f64(b, v->gain);
  }
  scr_saveout_end(s->o);
}

static void save_inlets(saver *s) {
  if (!s->w->ninlet) return;
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_INLET);
  scr_put_u64(b, s->w->ninlet);
  for (uint32_t k = 0; k < s->w->ninlet; k++) {
    const scr_inlet *i = &s->w->inlet[k];
    scr_put_u32(b, i->id);
    scr_put_u32(b, i->brick);
    scr_put_u32(b, renumbered(&s->groups, i->groups));
    scr_put_u32(b, i->active);
    scr_put_f64s(b, i->x, SCR_COUNTOF(i->x));
    scr_put_f64s(b, i->flow, SCR_COUNTOF(i->flow));
    scr_put_f64s(b, i->slid, SCR_COUNTOF(i->slid));
    scr_put_f64(b, i->time);
  }
  scr_saveout_end(s->o);
}

/* Of all inlets, in their order. */
static void save_moving_inlets(saver *s) {
  bool any = false;
  for (uint32_t k = 0; k < s->w->ninlet; k++) any |= scr_inlet_moves(&s->w->inlet[k]);
  if (!any) return;
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_MOVING);
  for (uint32_t k = 0; k < s->w->ninlet; k++) {
    const scr_inlet *i = &s->w->inlet[k];
    scr_put_f64s(b, i->turn, SCR_COUNTOF(i->turn));
    scr_put_f64s(b, i->velocity, SCR_COUNTOF(i->velocity));
    scr_put_f64s(b, i->spin, SCR_COUNTOF(i->spin));
    scr_put_f64s(b, i->center, SCR_COUNTOF(i->center));
    scr_put_u32(b, i->by_steps);
    scr_put_f64s(b, i->hold, SCR_COUNTOF(i->hold));
  }
  scr_saveout_end(s->o);
}

static void save_held(saver *s) {
  if (!s->w->nheld) return;
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_HELD);
  scr_put_u64(b, s->w->nheld);
  for (uint32_t k = 0; k < s->w->nheld; k++) {
    const scr_held *h = &s->w->held[k];
    scr_put_u32(b, h->ball);
    scr_put_u32(b, h->by_steps);
    scr_put_f64s(b, h->until, SCR_COUNTOF(h->until));
  }
  scr_saveout_end(s->o);
}

static void save_model(saver *s) {
  scr_put_fields(scr_saveout_begin(s->o, SCR_SECTION_MODEL), scr_save_model_field,
                 scr_save_model_fields, s->w);
  scr_saveout_end(s->o);
}

static uint32_t groups_number(void *user, uint32_t groups) {
  return renumbered(&((saver *)user)->groups, groups);
}

static void save_fractures(saver *s) {
  if (!scr_has_fractures(s->w)) return;
  scr_put_fractures(s->w, scr_saveout_begin(s->o, SCR_SECTION_FRACTURES), groups_number, s);
  scr_saveout_end(s->o);
}

static void save_apertures(saver *s) {
  if (!scr_has_apertures(s->w)) return;
  scr_put_apertures(s->w, scr_saveout_begin(s->o, SCR_SECTION_APERTURES));
  scr_saveout_end(s->o);
}

static void save_templates(saver *s) {
  if (!scr_has_templates(s->w)) return;
  scr_put_templates(s->w, scr_saveout_begin(s->o, SCR_SECTION_TEMPLATES));
  scr_saveout_end(s->o);
}

static void save_inters(saver *s) {
  if (!s->w->fractures.last_interset) return;
  scr_put_inters(s->w, scr_saveout_begin(s->o, SCR_SECTION_INTERS));
  scr_saveout_end(s->o);
}

static void save_fragments(saver *s) {
  if (!scr_has_fragments(s->w)) return;
  scr_put_fragments(s->w, scr_saveout_begin(s->o, SCR_SECTION_FRAGMENTS));
  scr_saveout_end(s->o);
  if (!s->w->fragments.ncell) return;
  scr_put_cells(s->w, scr_saveout_begin(s->o, SCR_SECTION_CELLS));
  scr_saveout_end(s->o);
}

/* ---- all of it ---- */

static void saver_free(saver *s) {
  for (int t = 0; t < SCR_SAVE_TABLES; t++) scr_free(s->order[t]), scr_free(s->place[t]);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_free(s->contact[t]);
  renumber_free(&s->words);
  renumber_free(&s->groups);
  renumber_free(&s->surfaces);
  renumber_free(&s->laws);
  psets_free(&s->psets);
}

void scr_save_world(scr_world *w, scr_saveout *o) {
  scr_world_sync(w); /* a save file shows what a user would see; no bit of the future changes */
  saver s = {.w = w, .o = o};
  s.words = renumber_new(w->words.index.n, true);
  s.groups = renumber_new(w->sets.n, true);
  s.surfaces = renumber_new(w->sets.n, true);
  s.laws = renumber_new((size_t)SCR_LAWS + 1, false); /* by 1 + index of the model */
  s.psets.fresh = scr_alloc(w->npset * sizeof *s.psets.fresh);
  for (int t = 0; t < SCR_SAVE_TABLES; t++) order_table(&s, (scr_save_table)t);
  save_model(&s);
  for (int t = 0; t < SCR_SAVE_TABLES; t++) save_table(&s, (scr_save_table)t);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) save_contacts(&s, (scr_contact_type)t);
  save_dash(&s);
  save_fractures(&s);
  save_apertures(&s);
  save_templates(&s);
  save_inters(&s);
  save_fragments(&s);
  save_inlets(&s); /* before the sets that it names */
  save_moving_inlets(&s);
  save_held(&s);
  save_psets(&s);
  save_laws(&s);
  save_sets(&s, SCR_SECTION_GROUPS, &s.groups, true);
  save_sets(&s, SCR_SECTION_SURFACES, &s.surfaces, false);
  number_cmat(&s);
  save_words(&s);
  save_cmat(&s);
  save_energy(&s);
  save_measures(&s);
  save_servos(&s);
  save_strain(&s);
  save_fresh(&s);
  saver_free(&s);
}

/* Set-up that leads to the same state (rules for contacts to come) is state too; titles, functions,
 * histories are not. */
bool scr_save_is_state(const char *section) {
  static const char *const fixed[] = {
      SCR_SECTION_MODEL,     SCR_SECTION_WORDS,     SCR_SECTION_GROUPS,    SCR_SECTION_SURFACES,
      SCR_SECTION_LAWS,      SCR_SECTION_PSETS,     SCR_SECTION_CMAT,      SCR_SECTION_ENERGY,
      SCR_SECTION_FRACTURES, SCR_SECTION_FRAGMENTS, SCR_SECTION_SERVO,     SCR_SECTION_STRAIN,
      SCR_SECTION_BRICKS,    SCR_SECTION_TEMPLATES, SCR_SECTION_INLET,     SCR_SECTION_INTERS,
      SCR_SECTION_MOVING,    SCR_SECTION_HELD,      SCR_SECTION_APERTURES, SCR_SECTION_CELLS};
  for (size_t k = 0; k < SCR_COUNTOF(fixed); k++)
    if (strcmp(section, fixed[k]) == 0) return true;
  for (int t = 0; t < SCR_SAVE_TABLES; t++)
    if (strcmp(section, scr_save_table_name[t]) == 0) return true;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    if (strcmp(section, scr_contact_type_name[t]) == 0) return true;
  return false;
}
