/* `fracture aperture`: how far the sides of fractures are apart. */
#include <math.h>
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/fracture.h"
#include "world/fracture/template.h"

enum { W_CONSTANT, W_DFN, W_FISH, W_GAUSS, W_LIMITS, W_LOG, W_POWER, W_UNIFORM, WORDS };
const scr_word_row scr_fracture_aperture_words[] = {
    {"constant", "<f>", "all the same, m; 0: they have none"},
    {"dfn", "<s>", "fractures of that DFN alone"},
    {"fish", "<function> <a> ...",
     "called for each fracture, which comes first unless the function takes nothing; returns m"},
    {"gauss", "<f> <f>", "mean and standard deviation, m"},
    {"limits", "<fmin> <fmax>", "what is drawn beyond them is drawn again, m; default 0 and none"},
    {"log-normal", "<f> <f>", "mean and standard deviation of the aperture itself, m"},
    {"power-law", "<f>", "the density falls with that power"},
    {"uniform", "", "between the limits"},
    {0},
};

typedef struct plan {
  bool given[WORDS];
  int way; /* the word; -1: none yet */
  scr_loc way_at, dfn_at, limits_at;
  char *dfn;
  double constant, limits[2];
  scr_spread spread;
  scr_each fish;
} plan;

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

static bool read_way(scr_args *a, plan *p, int w) {
  static const scr_spread_kind kind[WORDS] = {[W_GAUSS] = SCR_SPREAD_GAUSS,
                                              [W_LOG] = SCR_SPREAD_LOG,
                                              [W_POWER] = SCR_SPREAD_POWER,
                                              [W_UNIFORM] = SCR_SPREAD_UNIFORM};
  p->way_at = scr_args_last(a);
  if (p->way >= 0)
    return scr_fail(a->diag, &p->way_at, SCR_E_SYNTAX, "'%s' and '%s' exclude each other",
                    scr_fracture_aperture_words[p->way].word, scr_fracture_aperture_words[w].word);
  p->way = w;
  if (w == W_CONSTANT)
    return scr_fracture_not_negative(a, "the aperture", "an aperture", &p->constant);
  if (w == W_FISH) return scr_fracture_function(a, -1, &p->fish);
  return scr_fracture_spread(a, kind[w], &p->spread);
}

static bool read_word(scr_args *a, plan *p) {
  int w;
  if (!scr_args_word(a, scr_fracture_aperture_words, &w)) return false;
  p->given[w] = true;
  if (w == W_DFN) {
    p->dfn_at = scr_args_loc(a);
    return scr_args_name(a, "the name of a DFN", &p->dfn);
  }
  if (w != W_LIMITS) return read_way(a, p, w);
  p->limits_at = scr_args_last(a);
  return scr_fracture_limits(a, "a limit of apertures", p->limits);
}

static bool read_plan(scr_args *a, plan *p) {
  *p = (plan){.way = -1, .limits = {0, HUGE_VAL}};
  while (scr_args_more(a))
    if (!read_word(a, p)) return false;
  if (p->way < 0)
    return scr_args_expected(a,
                             "'constant', 'fish', 'gauss', 'log-normal', 'power-law' or 'uniform'");
  const bool drawn = p->way != W_CONSTANT && p->way != W_FISH;
  if (p->given[W_LIMITS] && !drawn)
    return scr_fail(a->diag, &p->limits_at, SCR_E_VALUE, "limits are for what is drawn");
  a->diag->at = p->way_at;
  return !drawn || a->unknowns ||
         scr_spread_fits(a->diag, &p->spread, p->limits, "apertures", "limits");
}

/* What a fracture gets. Functions may delete fractures and make others, so that places do not
 * last. */
typedef struct gift {
  scr_ref ref;
  uint32_t id;
  double aperture;
} gift;

static bool still_there(scr_args *a, const plan *p, const gift *g) {
  return scr_fracture_place(world_of(a), g->ref) != SCR_NONE ||
         scr_fail(a->diag, &p->fish.at, SCR_E_STATE, "the function has deleted fracture %u",
                  (unsigned)g->id);
}

static bool ask(scr_args *a, const plan *p, gift *g) {
  const int given = scr_fish_takes(a->fish, p->fish.symbol) > 0;
  const scr_val thing = scr_val_ptr(SCR_K_FRACTURE, g->ref);
  scr_val said = {0};
  if (!still_there(a, p, g) || !scr_fracture_ask(a, &p->fish, given, &thing, &said)) return false;
  double *out = &g->aperture;
  const bool fits = scr_val_number(&said, out) && *out >= 0 && isfinite(*out);
  if (!fits)
    scr_fail(a->diag, &p->fish.at, SCR_E_VALUE, "an aperture is a number, 0 or more: '%s' gives %s",
             scr_fish_symbol_name(a->fish, p->fish.symbol),
             scr_val_number(&said, out) ? "another one" : scr_vtype_phrase(said.type));
  scr_val_drop(&said);
  return fits;
}

static bool find(scr_args *a, const plan *p, gift *g) {
  if (p->way == W_CONSTANT) return g->aperture = p->constant, true;
  if (p->way == W_FISH) return ask(a, p, g);
  return scr_spread_draw(a->diag, &p->spread, p->limits, "aperture", &world_of(a)->rng,
                         &g->aperture);
}

/* All of them are found before the first one is set; after an error no number was drawn. */
static bool set_all(scr_args *a, const plan *p, const uint32_t *places, size_t n) {
  scr_world *w = world_of(a);
  const scr_rng rng = w->rng;
  gift *all = scr_alloc(n * sizeof *all);
  bool ok = true;
  for (size_t k = 0; k < n; k++)
    all[k] = (gift){scr_fracture_ref(w, places[k]), w->fractures.at[places[k]].id, 0};
  for (size_t k = 0; k < n && ok; k++) ok = find(a, p, &all[k]);
  for (size_t k = 0; k < n && ok; k++) ok = still_there(a, p, &all[k]);
  for (size_t k = 0; k < n && ok; k++)
    w->fractures.at[scr_fracture_place(w, all[k].ref)].aperture = all[k].aperture;
  if (!ok) w->rng = rng;
  scr_free(all);
  return ok;
}

static size_t of_dfn(const scr_world *w, uint32_t dfn, uint32_t *places, size_t n) {
  size_t kept = 0;
  for (size_t k = 0; k < n; k++)
    if (dfn == SCR_NONE || w->fractures.at[places[k]].dfn == dfn) places[kept++] = places[k];
  return kept;
}

bool scr_fracture_aperture(scr_args *a) {
  plan p;
  scr_range *range = NULL;
  uint32_t *places = NULL, dfn = SCR_NONE;
  size_t n = 0;
  bool ok = read_plan(a, &p) && scr_args_range(a, &range) && scr_args_finish(a) &&
            scr_range_fractures(a->s, range, &places, &n);
  ok = ok && (!p.dfn || scr_fracture_dfn_named(a, p.dfn, &p.dfn_at, &dfn));
  ok = ok && set_all(a, &p, places, of_dfn(world_of(a), dfn, places, n));
  for (int k = 0; k < p.fish.n; k++) scr_val_drop(&p.fish.arg[k]);
  scr_range_free(range);
  scr_free(places);
  scr_free(p.dfn);
  return ok;
}
