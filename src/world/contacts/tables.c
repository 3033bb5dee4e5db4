/* Tables that properties of contacts name: see tables.h. */
#include "world/contacts/tables.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "model/models.h"
#include "world/contacts/kept.h"
#include "world/contacts/pairs.h"

/* A table that some property of some contact has named, and the copy of it. */
struct scr_known_table {
  uint32_t word;
  const scr_prop *prop; /* which named it first, for messages */
  double *x, *y;
  size_t cap_x, cap_y;
};

/* ---- which tables suit ---- */

/* The rule that row k breaks; NULL: none. */
static const char *wrong_row(const scr_xytable *t, size_t k) {
  const double x = t->x[k], y = t->y[k];
  if (!isfinite(x) || !isfinite(y)) return "its numbers are finite";
  if (x < 0) return "the ways (x, m) are not negative";
  if (k > 0 && !(x > t->x[k - 1])) return "the ways (x, m) ascend from row to row";
  if (y < 0 || y > 1) return "the parts that are left (y) lie between 0 and 1";
  if (k > 0 && y > t->y[k - 1]) return "the parts that are left (y) do not rise";
  return NULL;
}

bool scr_table_hint(scr_diag *d, const scr_prop *p) {
  return scr_hint(d,
                  "rows of the table of '%s' are a way (x, m) and what is left then (y): table "
                  "'t' add (0,1) (1e-3,0)",
                  p->name);
}

bool scr_table_suits(scr_diag *d, const scr_loc *at, const scr_prop *p, const scr_xytable *t) {
  if (t->n == 0) {
    scr_fail(d, at, SCR_E_VALUE, "the table '%s' of '%s' is empty", t->name, p->name);
    return scr_table_hint(d, p);
  }
  for (size_t k = 0; k < t->n; k++) {
    char x[32], y[32];
    const char *rule = wrong_row(t, k);
    if (!rule) continue;
    scr_format_real(x, t->x[k], false);
    scr_format_real(y, t->y[k], false);
    scr_fail(d, at, SCR_E_VALUE, "row %zu of the table '%s' of '%s' is (%s,%s): %s", k + 1, t->name,
             p->name, x, y, rule);
    return scr_table_hint(d, p);
  }
  return true;
}

/* ---- those in use ---- */

static const scr_xytable *find(const scr_world *w, uint32_t word) {
  return w->hooks.table ? w->hooks.table(w->hooks.user, scr_word_text(&w->words, word)) : NULL;
}

static bool suits(const struct scr_known_table *own, const scr_xytable *t) {
  scr_diag none = {0};
  const bool fine = scr_table_suits(&none, NULL, own->prop, t);
  scr_diag_clear(&none);
  return fine;
}

/* Most passes find what the pass before them copied, and judged. */
static bool is_copied(const scr_curve *c, const scr_xytable *t) {
  return c->n > 0 && (size_t)c->n == t->n && memcmp(c->x, t->x, t->n * sizeof *t->x) == 0 &&
         memcmp(c->y, t->y, t->n * sizeof *t->y) == 0;
}

/* A table that does not suit leaves the copy as it was: the next cycle tells of it. */
static void take(scr_world *w, struct scr_known_table *own) {
  const scr_xytable *t = find(w, own->word);
  if (!t || is_copied(&w->engine->contacts->curve[own->word], t)) return;
  if (t->n > INT32_MAX || !suits(own, t)) return;
  SCR_GROW(own->x, own->cap_x, t->n);
  SCR_GROW(own->y, own->cap_y, t->n);
  memcpy(own->x, t->x, t->n * sizeof *t->x);
  memcpy(own->y, t->y, t->n * sizeof *t->y);
  w->engine->contacts->curve[own->word] = (scr_curve){(int)t->n, own->x, own->y};
}

static void make_room(struct scr_contacts *c, uint32_t word) {
  const size_t before = c->ncurve;
  if (word < before) return;
  c->ncurve = (size_t)word + 1;
  SCR_GROW(c->curve, c->cap_curve, c->ncurve);
  memset(c->curve + before, 0, (c->ncurve - before) * sizeof *c->curve);
}

/* The copy is made at once: contacts that are born in the middle of a step are computed in it. */
static void know(scr_world *w, const scr_prop *p, uint32_t word) {
  struct scr_contacts *c = w->engine->contacts;
  for (size_t k = 0; k < c->ntable; k++)
    if (c->table[k].word == word) return;
  SCR_GROW(c->table, c->cap_table, c->ntable + 1);
  c->table[c->ntable++] = (struct scr_known_table){.word = word, .prop = p};
  make_room(c, word);
  take(w, &c->table[c->ntable - 1]);
}

void scr_tables_note(scr_world *w, const scr_model *m, const double *param) {
  for (int k = 0; k < m->nprop; k++)
    if (m->prop[k].flags & SCR_PROP_TABLE && param[m->prop[k].slot] != 0)
      know(w, &m->prop[k], (uint32_t)param[m->prop[k].slot]);
}

scr_curve *const *scr_tables_take(scr_world *w) {
  struct scr_contacts *c = w->engine->contacts;
  for (size_t k = 0; k < c->ntable; k++) take(w, &c->table[k]);
  return &c->curve;
}

/* A contact that names the table by that property, and so needs it. */
static const scr_prop *used_by(const scr_world *w, uint32_t word) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t q = 0; q < p->n; q++) {
      if (!p->law[q]) continue;
      const scr_model *m = scr_model_at(p->law[q] - 1);
      const double *param = w->pset[scr_pair_set(p, q)].param;
      for (int k = 0; k < m->nprop; k++)
        if (m->prop[k].flags & SCR_PROP_TABLE && param[m->prop[k].slot] == word) return &m->prop[k];
    }
  }
  return NULL;
}

static bool sound(scr_world *w, scr_diag *d, const struct scr_known_table *own) {
  const scr_xytable *t = find(w, own->word);
  if (t && suits(own, t)) return true;
  const scr_prop *by = used_by(w, own->word);
  if (!by) return true;
  if (t) return scr_table_suits(d, NULL, by, t);
  scr_fail(d, NULL, SCR_E_STATE, "there is no table '%s', which '%s' of contacts names",
           scr_word_text(&w->words, own->word), by->name);
  return scr_hint(d, "contact property '%s' 0: contacts without one", by->name);
}

bool scr_tables_sound(scr_world *w, scr_diag *d) {
  const struct scr_contacts *c = w->engine->contacts;
  for (size_t k = 0; k < c->ntable; k++)
    if (!sound(w, d, &c->table[k])) return false;
  return true;
}

void scr_tables_free(scr_world *w) {
  struct scr_contacts *c = w->engine->contacts;
  for (size_t k = 0; k < c->ntable; k++) scr_free(c->table[k].x), scr_free(c->table[k].y);
  scr_free(c->table);
  scr_free(c->curve);
}

size_t scr_tables_bytes(const scr_world *w) {
  const struct scr_contacts *c = w->engine->contacts;
  size_t sum = c->cap_table * sizeof *c->table + c->cap_curve * sizeof *c->curve;
  for (size_t k = 0; k < c->ntable; k++)
    sum += (c->table[k].cap_x + c->table[k].cap_y) * sizeof *c->table->x;
  return sum;
}
