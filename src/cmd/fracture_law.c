/* `fracture contact-model`. Each fracture that gives contacts a law is an entry of the CMAT before
 * all others, whose range is that fracture; `install` asks it of the contacts that are there. */
#include "cmd/fracture_law.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/str.h"
#include "cmd/attribute.h"
#include "cmd/fracture.h"
#include "cmd/range.h"
#include "world/fracture/fracture.h"

enum {
  W_ACTIVATE,
  W_GROUPS,
  W_PROPERTIES,
  W_DEACTIVATE,
  W_DISTANCE,
  W_INSTALL,
  W_MODEL,
  W_TYPE,
  W_APERTURE,
  WORDS
};
const scr_word_row scr_fracture_law_words[] = {
    {"activate", "", "contacts that are made later get the law, too"},
    {"apply-groups", "<b>", "contacts join the groups of the fracture; default off"},
    {"apply-properties", "<b>", "properties of the fracture go to the law; default on"},
    {"deactivate", "", "contacts that are made later get what the CMAT says"},
    {"distance", "<f>", "contacts that far from the fracture count as well, m"},
    {"install", "", "contacts that are there get the law"},
    {"model", "<s>", "the law; one with 'dip' and 'ddir' takes those of the fracture"},
    {"type", "<s>", "ball-ball (default) or ball-facet"},
    {"use-aperture", "",
     "half of the aperture that each fracture has now in place of the distance"},
    {0},
};

static const int apart[][2] = {{W_ACTIVATE, W_DEACTIVATE}, {W_APERTURE, W_DISTANCE}};

typedef struct law {
  const scr_model *model;
  bool given[WORDS], groups, properties;
  double distance;
  int type;
} law;

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

static bool read_type(scr_args *a, int *type) {
  char *name;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_name(a, "a type of contact", &name)) return false;
  *type = scr_contact_type_find(name);
  scr_free(name);
  return *type >= 0 || scr_fail(a->diag, &at, SCR_E_NAME, "a type is ball-ball or ball-facet");
}

static bool read_word(scr_args *a, law *l) {
  int w;
  if (!scr_args_word(a, scr_fracture_law_words, &w)) return false;
  l->given[w] = true;
  if (!scr_fracture_excludes(a, scr_fracture_law_words, l->given, w, apart, SCR_COUNTOF(apart)))
    return false;
  switch (w) {
  case W_GROUPS: return scr_args_bool(a, "apply-groups", &l->groups);
  case W_PROPERTIES: return scr_args_bool(a, "apply-properties", &l->properties);
  case W_DISTANCE: return scr_fracture_not_negative(a, "the distance", "a distance", &l->distance);
  case W_MODEL: return scr_args_law(a, &l->model);
  case W_TYPE: return read_type(a, &l->type);
  default: return true;
  }
}

static bool read_law(scr_args *a, law *l) {
  *l = (law){.properties = true, .type = SCR_BALL_BALL};
  while (scr_args_more(a))
    if (!read_word(a, l)) return false;
  const bool gives = l->given[W_ACTIVATE] || l->given[W_INSTALL];
  if (!gives && !l->given[W_DEACTIVATE])
    return scr_args_expected(a, "'install', 'activate' or 'deactivate'");
  return !gives || l->given[W_MODEL] || scr_args_expected(a, "'model' with a law");
}

/* ---- entries of the CMAT ---- */

static void entry_set(scr_cmat_entry *e, const scr_prop *p, double value) {
  e->param[p->slot] = value;
  e->given |= SCR_SLOT_BIT(p->slot);
  e->inherit &= ~SCR_SLOT_BIT(p->slot);
}

static void entry_set_named(scr_cmat_entry *e, const char *name, double value) {
  const scr_prop *p = scr_model_prop(e->model, name);
  if (p && p->kind == SCR_PROP_PARAM) entry_set(e, p, value);
}

/* What the fracture keeps under the name of a property of the law. */
static bool take_property(scr_args *a, scr_cmat_entry *e, const scr_prop *p, const scr_fracture *f,
                          uint32_t place) {
  const scr_val *v =
      scr_free_prop(&a->lib->props, SCR_K_FRACTURE, scr_fracture_ref(world_of(a), place), p->name);
  double x = 0;
  if (!v || p->kind != SCR_PROP_PARAM) return true;
  if (v->type == SCR_V_BOOL)
    x = scr_val_truth(v);
  else if (!scr_val_number(v, &x))
    return scr_fail(a->diag, &a->loc, SCR_E_TYPE, "property '%s' of fracture %u is no number",
                    p->name, (unsigned)f->id);
  if (!scr_prop_check(a->diag, &a->loc, e->model, p, &x, 1)) return false;
  return entry_set(e, p, x), true;
}

static bool entry_of(scr_args *a, const law *l, uint32_t place, scr_cmat_entry *e) {
  scr_world *w = world_of(a);
  const scr_fracture *f = &w->fractures.at[place];
  *e = scr_cmat_entry_of(l->model);
  e->proximity = scr_cmat_default(w, (scr_contact_type)l->type)->proximity;
  entry_set_named(e, "dip", f->dip);
  entry_set_named(e, "ddir", f->ddir);
  for (int k = 0; l->properties && k < l->model->nprop; k++)
    if (!take_property(a, e, &l->model->prop[k], f, place)) return false;
  return true;
}

/* How far contacts may lie from that fracture, m. */
static double distance_of(const scr_world *w, const law *l, uint32_t place) {
  return l->given[W_APERTURE] ? 0.5 * w->fractures.at[place].aperture : l->distance;
}

static bool range_of(scr_args *a, const law *l, uint32_t place, scr_range **out) {
  scr_buf b = {0};
  const double distance = distance_of(world_of(a), l, place);
  const uint32_t id = world_of(a)->fractures.at[place].id;
  scr_buf_printf(&b, "contact type %s fracture %u", scr_contact_type_name[l->type], (unsigned)id);
  if (distance > 0) {
    char text[32];
    scr_format_real(text, distance, true);
    scr_buf_printf(&b, " distance %s", text);
  }
  *out = scr_range_parse(a->s, b.s);
  scr_buf_free(&b);
  return *out != NULL;
}

/* The entries of the fractures, and those that they had. */
typedef struct entries {
  size_t n;
  scr_cmat_entry *now, *old;
  int *range, *old_range; /* -1: there was none */
} entries;

static void entries_free(entries *e) {
  scr_free(e->now), scr_free(e->old);
  scr_free(e->range), scr_free(e->old_range);
}

static void find_old(scr_world *w, entries *e, size_t k, int index) {
  e->old_range[k] = -1;
  for (int i = 0; i < scr_cmat_count(w); i++) {
    int at, range;
    const scr_cmat_entry *old = scr_cmat_at(w, i, &at, &range);
    if (at == index) e->old[k] = *old, e->old_range[k] = range;
  }
}

static bool find_entries(scr_args *a, const law *l, const uint32_t *places, entries *e) {
  scr_world *w = world_of(a);
  const size_t room = SCR_MAX(e->n, 1u);
  e->now = scr_alloc(room * sizeof *e->now);
  e->old = scr_alloc(room * sizeof *e->old);
  e->range = scr_alloc(room * sizeof *e->range);
  e->old_range = scr_alloc(room * sizeof *e->old_range);
  for (size_t k = 0; k < e->n; k++) {
    const uint32_t id = w->fractures.at[places[k]].id;
    scr_range *r;
    if (!entry_of(a, l, places[k], &e->now[k])) return false;
    find_old(w, e, k, scr_cmat_of_fracture(id));
    if (!range_of(a, l, places[k], &r)) return false;
    e->range[k] = scr_range_keep(a->s, r);
  }
  return true;
}

static void put_entries(scr_world *w, const uint32_t *places, const entries *e, bool old) {
  for (size_t k = 0; k < e->n; k++) {
    const int index = scr_cmat_of_fracture(w->fractures.at[places[k]].id);
    const int range = old ? e->old_range[k] : e->range[k];
    if (range >= 0)
      scr_cmat_add(w, index, old ? &e->old[k] : &e->now[k], range);
    else
      scr_cmat_remove(w, index);
  }
}

/* False if warnings are errors. */
static bool remove_entries(scr_args *a, const uint32_t *places, size_t n) {
  scr_world *w = world_of(a);
  bool any = false;
  for (size_t k = 0; k < n; k++)
    any |= scr_cmat_remove(w, scr_cmat_of_fracture(w->fractures.at[places[k]].id));
  return any || scr_warn(a->diag, &a->loc, SCR_E_STATE, "none of these fractures was active");
}

/* ---- contacts that are there ---- */

/* The first of the fractures that the contact meets; SCR_NONE: none. */
static uint32_t met_by(const scr_world *w, const law *l, scr_contact c, const uint32_t *places,
                       size_t n) {
  for (size_t k = 0; k < n; k++)
    if (scr_fracture_meets(w, places[k], c, distance_of(w, l, places[k]))) return places[k];
  return SCR_NONE;
}

static void join_groups(scr_world *w, scr_contact c, uint32_t place) {
  const uint32_t from = w->fractures.at[place].groups;
  uint32_t groups = scr_contact_groups(w, c);
  for (uint32_t k = 0; k < w->sets.count[from]; k++)
    groups =
        scr_sets_with(&w->sets, groups, w->sets.entry[from][2 * k], w->sets.entry[from][2 * k + 1]);
  scr_contact_set_group(w, c, groups);
}

static bool install(scr_args *a, const law *l, const uint32_t *places, size_t n) {
  scr_world *w = world_of(a);
  scr_contact *c;
  const size_t all = scr_contact_list(w, l->type, true, &c);
  uint32_t *by = scr_alloc(SCR_MAX(all, 1u) * sizeof *by);
  size_t met = 0;
  for (size_t k = 0; k < all; k++) {
    const uint32_t place = met_by(w, l, c[k], places, n);
    if (place == SCR_NONE) continue;
    by[met] = place;
    c[met++] = c[k];
  }
  const double before = scr_energy_state(w);
  const bool ok = scr_cmat_apply(w, a->diag, c, met, scr_contact_may_bond);
  for (size_t k = 0; ok && l->groups && k < met; k++) join_groups(w, c[k], by[k]);
  if (ok) scr_energy_edited(w, before);
  scr_free(by);
  scr_free(c);
  return ok && (met || scr_warn(a->diag, &a->loc, SCR_E_STATE, "no contact meets the fractures"));
}

static bool give(scr_args *a, const law *l, const uint32_t *places, size_t n) {
  scr_world *w = world_of(a);
  entries e = {.n = n};
  bool ok = find_entries(a, l, places, &e);
  if (ok) {
    put_entries(w, places, &e, false);
    if (l->given[W_INSTALL]) ok = install(a, l, places, n);
    if (!(ok && l->given[W_ACTIVATE])) put_entries(w, places, &e, true);
  }
  entries_free(&e);
  return ok;
}

bool scr_fracture_law(scr_args *a) {
  law l;
  scr_range *range = NULL;
  uint32_t *places = NULL;
  size_t n = 0;
  bool ok = read_law(a, &l) && scr_args_range(a, &range) && scr_args_finish(a) &&
            scr_may_edit_laws(world_of(a), a->diag) &&
            scr_range_fractures(a->s, range, &places, &n);
  if (ok && l.given[W_DEACTIVATE]) ok = remove_entries(a, places, n);
  if (ok && l.model) ok = give(a, &l, places, n);
  scr_range_free(range);
  scr_free(places);
  return ok;
}
