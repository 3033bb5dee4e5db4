/* A world to the sections of a save file: see save_world.h. Everything is written in canonical order, and
 * every number that only counts places in memory (rows, interned words and sets) is replaced by the order of
 * first appearance. */
#include "io/save_world.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "base/map.h"
#include "base/mem.h"
#include "base/sort.h"
#include "io/save_layout.h"

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
  uint32_t *order[SCR_SAVE_TABLES];                                  /* rows in order of id */
  uint32_t *place[SCR_SAVE_TABLES];                                  /* place in that order by row */
  uint32_t *contact[SCR_CONTACT_TYPES], ncontact[SCR_CONTACT_TYPES]; /* places in order of ids */
  renumber words, groups, surfaces, laws;
  psets psets;
} saver;

/* ---- order ---- */

static uint32_t *ids_of(scr_world *w, scr_save_table t) {
  return (uint32_t *)(void *)scr_save_table_of(w, t)->base[0]; /* the id is the first column of each table */
}

static void order_table(saver *s, scr_save_table t) {
  uint32_t n = scr_save_table_of(s->w, t)->n;
  uint32_t *order = scr_alloc(n * sizeof *order), *place = scr_alloc(n * sizeof *place);
  uint32_t *key = scr_alloc(n * sizeof *key), *scratch = scr_alloc(n * sizeof *scratch);
  for (uint32_t k = 0; k < n; k++) key[k] = ids_of(s->w, t)[k], order[k] = k;
  scr_sort_u32(key, order, n, scratch, place);
  for (uint32_t k = 0; k < n; k++) place[order[k]] = k;
  scr_free(key);
  scr_free(scratch);
  s->order[t] = order;
  s->place[t] = place;
}

/* Places of the contacts of a type in order of (lower id, higher id); candidates are left out. */
static void order_contacts(saver *s, scr_contact_type type) {
  const scr_pairs *p = &s->w->pair[type];
  const uint32_t *id1 = ids_of(s->w, SCR_T_BALL), *id2 = type == SCR_BALL_BALL ? id1 : ids_of(s->w, SCR_T_FACET);
  uint64_t *key = scr_alloc(p->n * sizeof *key), *scratch_key = scr_alloc(p->n * sizeof *key);
  uint32_t *order = scr_alloc(p->n * sizeof *order), *scratch = scr_alloc(p->n * sizeof *scratch), n = 0;
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k]) continue;
    key[n] = (uint64_t)id1[p->i[k]] << 32 | id2[p->j[k]];
    order[n++] = k;
  }
  scr_sort_u64(key, order, n, scratch_key, scratch);
  scr_free(key);
  scr_free(scratch_key);
  scr_free(scratch);
  s->contact[type] = order;
  s->ncontact[type] = n;
}

/* ---- parameter sets ---- */

static void put_params(scr_buf *b, const scr_model *m, const double *param) {
  scr_put_u32(b, m ? (uint32_t)m->nparam : 0);
  if (m) scr_put_f64s(b, param, (size_t)m->nparam);
}

static uint32_t law_of(saver *s, uint8_t law) { return renumbered(&s->laws, law - 1u); }

/* Number of the set whose content is p->one: an earlier equal one, or a new one. */
static uint32_t pset_intern(psets *p) {
  uint64_t h = XXH3_64bits(p->one.s, p->one.n);
  for (;; h++) {
    uint32_t found = scr_u64map_get(&p->by_hash, h, UINT32_MAX);
    if (found == UINT32_MAX) break;
    size_t end = found + 1u < p->n ? p->at[found + 1] : p->content.n;
    if (end - p->at[found] == p->one.n && memcmp(p->content.s + p->at[found], p->one.s, p->one.n) == 0) return found;
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
  scr_put_u32(&p->one, set->inherit);
  scr_put_f64(&p->one, set->proximity);
  put_params(&p->one, scr_model_at(set->law - 1), set->param);
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

static uint32_t translated(saver *s, scr_save_meaning meaning, uint32_t value) {
  switch (meaning) {
  case SCR_M_WORD: return renumbered(&s->words, value);
  case SCR_M_GROUPS: return renumbered(&s->groups, value);
  case SCR_M_SURFACE: return renumbered(&s->surfaces, value);
  case SCR_M_WALL: return s->place[SCR_T_WALL][value];
  case SCR_M_VERTEX: return s->place[SCR_T_VERTEX][value];
  default: return value;
  }
}

/* A column of numbers that mean something else: translated row by row in canonical order. The third vertex of
 * a facet is unused in 2D, so what stands there is not looked at. */
static void put_translated(saver *s, scr_buf *b, scr_save_column c, scr_save_meaning meaning, const uint32_t *order, uint32_t n) {
  int used = meaning == SCR_M_VERTEX ? s->w->dim : c.comps;
  uint32_t *value = scr_alloc((size_t)n * (size_t)c.comps * sizeof *value), *to = value;
  for (uint32_t k = 0; k < n; k++, to += c.comps) {
    const uint32_t *from = (const uint32_t *)(const void *)(c.base + c.stride * order[k]);
    for (int i = 0; i < used; i++) to[i] = translated(s, meaning, from[i]);
  }
  c.base = (unsigned char *)value;
  c.stride = (size_t)c.comps * sizeof *value;
  scr_put_column(b, &c, NULL, n);
  scr_free(value);
}

static void save_table(saver *s, scr_save_table which) {
  const scr_table *t = scr_save_table_of(s->w, which);
  scr_buf *b = scr_saveout_begin(s->o, scr_save_table_name[which]);
  scr_put_u64(b, t->n);
  for (int k = 0; k < t->ncol; k++) {
    if (!(t->col[k].flags & SCR_COL_SAVED) || !t->on[k]) continue;
    scr_save_column c = scr_save_column_of(t, k);
    scr_save_meaning meaning = scr_save_meaning_of(&t->col[k]);
    if (meaning == SCR_M_PLAIN)
      scr_put_column(b, &c, s->order[which], t->n);
    else
      put_translated(s, b, c, meaning, s->order[which], t->n);
  }
  scr_saveout_end(s->o);
}

/* ---- contacts ---- */

static void put_u32s(scr_buf *b, const char *name, uint32_t *value, uint32_t n) {
  scr_save_column c = {name, SCR_C_U32, 1, (unsigned char *)value, sizeof *value};
  scr_put_column(b, &c, NULL, n);
}

static void put_bytes(scr_buf *b, const char *name, uint8_t *value, uint32_t n) {
  scr_save_column c = {name, SCR_C_U8, 1, value, 1};
  scr_put_column(b, &c, NULL, n);
}

/* Who, which law, which parameters. */
static void put_identity(saver *s, scr_buf *b, scr_contact_type type, const uint32_t *order, uint32_t n) {
  const scr_pairs *p = &s->w->pair[type];
  const uint32_t *id1 = ids_of(s->w, SCR_T_BALL), *id2 = type == SCR_BALL_BALL ? id1 : ids_of(s->w, SCR_T_FACET);
  uint32_t *number = scr_alloc(n * sizeof *number);
  uint8_t *byte = scr_alloc(n);
  for (uint32_t k = 0; k < n; k++) number[k] = p->id[order[k]];
  put_u32s(b, "id", number, n);
  for (uint32_t k = 0; k < n; k++) number[k] = id1[p->i[order[k]]];
  put_u32s(b, "end-1", number, n);
  for (uint32_t k = 0; k < n; k++) number[k] = id2[p->j[order[k]]];
  put_u32s(b, "end-2", number, n);
  for (uint32_t k = 0; k < n; k++) byte[k] = (uint8_t)law_of(s, p->law[order[k]]);
  put_bytes(b, "law", byte, n);
  for (uint32_t k = 0; k < n; k++) byte[k] = p->flag[order[k]] & SCR_SAVE_PAIR_FLAGS;
  put_bytes(b, "flag", byte, n);
  for (uint32_t k = 0; k < n; k++) byte[k] = type == SCR_BALL_FACET ? scr_facet_shift(s->w, order[k]) : 13;
  put_bytes(b, "shift", byte, n);
  for (uint32_t k = 0; k < n; k++) number[k] = pset_number(s, p->pset[order[k]]);
  put_u32s(b, "set", number, n);
  for (uint32_t k = 0; k < n; k++) number[k] = renumbered(&s->groups, p->groups[order[k]]);
  put_u32s(b, "groups", number, n);
  scr_free(number);
  scr_free(byte);
}

/* Columns of state that the laws of these contacts use. Those of a contact whose law has fewer are written as
 * 0. */
static int states_used(const scr_pairs *p, const uint32_t *order, uint32_t n) {
  int most = 0;
  for (uint32_t k = 0; k < n; k++) most = SCR_MAX(most, scr_model_at(p->law[order[k]] - 1)->nstate);
  return most;
}

/* Columns of state that every one of these contacts uses. */
static int states_common(const scr_pairs *p, const uint32_t *order, uint32_t n) {
  int least = SCR_COUNTOF(p->state);
  for (uint32_t k = 0; k < n; k++) least = SCR_MIN(least, scr_model_at(p->law[order[k]] - 1)->nstate);
  return least;
}

static void put_family(scr_buf *b, scr_pairs *p, scr_save_family family, int count, const uint32_t *order, uint32_t n) {
  int most;
  double **column = scr_save_family_of(p, family, &most), *value = NULL;
  assert(count <= most);
  const int common = family == SCR_FAMILY_STATE ? states_common(p, order, n) : count;
  scr_put_u32(b, (uint32_t)count);
  for (int c = 0; c < count; c++) {
    if (!value && !(column[c] && c < common)) value = scr_alloc(n * sizeof *value);
    for (uint32_t k = 0; c >= common && k < n; k++) {
      bool has = column[c] && c < scr_model_at(p->law[order[k]] - 1)->nstate;
      value[k] = has ? column[c][order[k]] : 0;
    }
    const bool whole = column[c] && c < common;
    scr_save_column col = {scr_save_family_name[family], SCR_C_F64, 1, (unsigned char *)(whole ? column[c] : value),
                           sizeof *value};
    scr_put_column(b, &col, whole ? order : NULL, n);
  }
  scr_free(value);
}

enum { CONTACT_BYTES = 5 * 4 + 3, CONTACT_HEADS = 4096 }; /* of put_identity, and enough for the heads of all columns */

static void save_contacts(saver *s, scr_contact_type type) {
  order_contacts(s, type);
  const uint32_t n = s->ncontact[type], *order = s->contact[type];
  scr_pairs *p = &s->w->pair[type];
  scr_buf *b = scr_saveout_begin(s->o, scr_contact_type_name[type]);
  const int states = states_used(p, order, n), works = s->w->energy_on ? (int)SCR_COUNTOF(p->work) : 0;
  scr_put_reserve(b, n * (CONTACT_BYTES + sizeof(double) * ((size_t)states + (size_t)works + SCR_COUNTOF(p->force))) +
                         CONTACT_HEADS);
  scr_put_u64(b, n);
  put_identity(s, b, type, order, n);
  put_family(b, p, SCR_FAMILY_STATE, states, order, n);
  put_family(b, p, SCR_FAMILY_FORCE, SCR_COUNTOF(p->force), order, n);
  put_family(b, p, SCR_FAMILY_WORK, works, order, n);
  scr_saveout_end(s->o);
}

/* Forces of dashpots are kept only for those who look, so they have a section of their own, which no hash is
 * made of. Nothing but zeros is the same as none. */
static bool has_dash(const scr_pairs *p, const uint32_t *order, uint32_t n) {
  for (size_t c = 0; c < SCR_COUNTOF(p->dash); c++)
    for (uint32_t k = 0; p->dash[c] && k < n; k++)
      if (p->dash[c][order[k]] != 0) return true;
  return false;
}

static void save_dash(saver *s) {
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_DASH);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const uint32_t n = s->ncontact[t], *order = s->contact[t];
    scr_pairs *p = &s->w->pair[t];
    put_family(b, p, SCR_FAMILY_DASH, has_dash(p, order, n) ? (int)SCR_COUNTOF(p->dash) : 0, order, n);
  }
  scr_saveout_end(s->o);
}

/* ---- what the numbers of columns mean ---- */

typedef struct pair_of_text {
  const char *key;
  uint64_t value;
} pair_of_text;

static int by_key(const void *a, const void *b) {
  return scr_casecmp(((const pair_of_text *)a)->key, ((const pair_of_text *)b)->key);
}

/* Sets of (word, value) by first appearance, each in the order of its words' texts: in memory the order
 * depends on when a word was first heard. Values are words in sets of groups, and doubles in sets of surface
 * properties. */
static void save_sets(saver *s, const char *section, const renumber *r, bool of_words) {
  scr_buf *b = scr_saveout_begin(s->o, section);
  scr_put_u64(b, r->n - 1);
  for (uint32_t k = 1; k < r->n; k++) {
    const uint64_t *e = s->w->sets.entry[r->old[k]];
    uint32_t n = s->w->sets.count[r->old[k]];
    pair_of_text *pair = scr_alloc(n * sizeof *pair);
    for (uint32_t i = 0; i < n; i++) pair[i] = (pair_of_text){scr_word_text(&s->w->words, (uint32_t)e[2 * i]), e[2 * i + 1]};
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
  for (uint32_t k = 1; k < s->words.n; k++) scr_put_text(b, scr_word_text(&s->w->words, s->words.old[k]));
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
  for (uint32_t k = 0; k < s->laws.n; k++) scr_put_text(b, scr_model_at((int)s->laws.old[k])->name);
  scr_saveout_end(s->o);
}

/* ---- the rest ---- */

static void put_cmat_entry(scr_buf *b, const scr_cmat_entry *e) {
  scr_put_text(b, e->model ? e->model->name : "");
  scr_put_u32(b, e->inherit);
  scr_put_u32(b, e->given);
  scr_put_f64(b, e->proximity);
  put_params(b, e->model, e->param);
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
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) put_cmat_entry(b, &s->w->cmat_default[t]);
  scr_put_u64(b, s->w->ncmat);
  for (size_t k = 0; k < s->w->ncmat; k++) {
    scr_put_u32(b, (uint32_t)s->w->cmat[k].index);
    scr_put_u32(b, (uint32_t)s->w->cmat[k].range);
    put_cmat_entry(b, &s->w->cmat[k].entry);
  }
  scr_saveout_end(s->o);
}

static void save_energy(saver *s) {
  scr_buf *b = scr_saveout_begin(s->o, SCR_SECTION_ENERGY);
  size_t n = s->w->energy_on ? SCR_COUNTOF(s->w->energy_total) : 0;
  scr_put_u64(b, n);
  for (size_t k = 0; k < n; k++) {
    scr_xsum sum = s->w->energy_total[k];
    scr_xsum_normalize(&sum);
    for (int i = 0; i < SCR_XSUM_LIMBS; i++) scr_put_u64(b, (uint64_t)sum.limb[i]);
  }
  scr_saveout_end(s->o);
}

static void save_model(saver *s) {
  scr_put_fields(scr_saveout_begin(s->o, SCR_SECTION_MODEL), scr_save_model_field, scr_save_model_fields, s->w);
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
  s.laws = renumber_new((size_t)scr_model_count(), false);
  s.psets.fresh = scr_alloc(w->npset * sizeof *s.psets.fresh);
  for (int t = 0; t < SCR_SAVE_TABLES; t++) order_table(&s, (scr_save_table)t);
  save_model(&s);
  for (int t = 0; t < SCR_SAVE_TABLES; t++) save_table(&s, (scr_save_table)t);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) save_contacts(&s, (scr_contact_type)t);
  save_dash(&s);
  save_psets(&s);
  save_laws(&s);
  save_sets(&s, SCR_SECTION_GROUPS, &s.groups, true);
  save_sets(&s, SCR_SECTION_SURFACES, &s.surfaces, false);
  save_words(&s);
  save_cmat(&s);
  save_energy(&s);
  saver_free(&s);
}

/* Set-up that leads to the same state (rules for contacts to come) is state too; titles, functions, histories
 * are not. */
bool scr_save_is_state(const char *section) {
  static const char *const fixed[] = {SCR_SECTION_MODEL, SCR_SECTION_WORDS, SCR_SECTION_GROUPS, SCR_SECTION_SURFACES,
                                      SCR_SECTION_LAWS,  SCR_SECTION_PSETS, SCR_SECTION_CMAT,   SCR_SECTION_ENERGY};
  for (size_t k = 0; k < SCR_COUNTOF(fixed); k++)
    if (strcmp(section, fixed[k]) == 0) return true;
  for (int t = 0; t < SCR_SAVE_TABLES; t++)
    if (strcmp(section, scr_save_table_name[t]) == 0) return true;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    if (strcmp(section, scr_contact_type_name[t]) == 0) return true;
  return false;
}
