/* `fracture generate`: fractures by a template, until there are enough of them. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/each.h"
#include "cmd/fracture.h"
#include "cmd/import.h"
#include "cmd/range.h"
#include "world/fracture/density.h"
#include "world/fracture/template.h"

enum {
  W_BOX,
  W_COUNT,
  W_DENSITY,
  W_DFN,
  W_FISH_STOP,
  W_GROUP,
  W_MODIFY,
  W_P10,
  W_PERCOLATION,
  W_TEMPLATE,
  W_TOLERANCE
};
const scr_word_row scr_fracture_generate_words[] = {
    {"generation-box", "<xl> <xu> [<yl> <yu> [<zl> <zu>]]",
     "middles lie in it; default the domain. What does not reach into the domain is not kept"},
    {"fracture-count", "<i>", "ends when there are so many"},
    {"mass-density", "<f>",
     "ends when area by volume (P32), in 2D length by area (P21), is reached"},
    {"dfn", "<s>", "the DFN, new or empty; default dfn1, dfn2, ... by its id"},
    {"fish-stop", "<function> <a> ...", "ends when the function returns a number that is not 0"},
    {"group", "<s> [slot <s>]", "group of the fractures"},
    {"modify", "<function> <a> ...",
     "called for each fracture, which it may change; where it returns 'remove' it is taken out"},
    {"p10", "<f> begin <v> end <v> | <f> geometry <s>",
     "ends when lines meet so many of them by length: a line, or all edges of a geometry set"},
    {"percolation", "<f>", "ends when the percolation parameter is reached"},
    {"template", "<s>", "how they are spread; else the default template"},
    {"tolerance-box", "<xl> <xu> [<yl> <yu> [<zl> <zu>]]",
     "densities are those in it, as far as it lies in the domain; none of what lies outside of it; "
     "default the generation box"},
    {"connectivity", "",
     "!generation does not stop at a connectivity by itself; ask for it by 'fish-stop'"},
    {"dfn-dominance", "<i>", "!where several fractures cross a contact, the lowest id counts"},
    {0},
};

enum { STOPS = 5, MAX_IDLE = 1000000, LOOK = 4096 };
typedef enum stop { BY_COUNT, BY_DENSITY, BY_P10, BY_PERCOLATION, BY_FISH } stop;

typedef struct generation {
  char *dfn, *template;
  scr_loc dfn_at, template_at, box_at, tolerance_at, p10_at;
  bool stop[STOPS];
  double target[STOPS], sum[STOPS]; /* sum: so far, times volume or length */
  scr_lines lines;                  /* of P10 */
  double size[STOPS];               /* what sums are divided by */
  bool box, tolerance;
  double lo[3], hi[3], inner_lo[3], inner_hi[3];
  bool modifies;
  scr_each modify, fish_stop;
  scr_group_phrases groups;
  /* while it runs */
  scr_template plan;
  scr_ref home, *made; /* of the DFN, of the fractures */
  size_t n, cap, idle;
  uint32_t link; /* id of the template; 0: the default */
} generation;

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- words ---- */

static bool read_box(scr_args *a, double lo[3], double hi[3], scr_loc *at) {
  const int from = a->k;
  if (!scr_args_extent(a, lo, hi)) return false;
  *at = scr_args_since(a, from);
  return true;
}

static bool read_target(scr_args *a, generation *g, stop by, const char *what) {
  g->stop[by] = true;
  return scr_args_positive(a, what, &g->target[by]);
}

static bool read_count(scr_args *a, generation *g) {
  const scr_loc at = scr_args_loc(a);
  int64_t n;
  if (!scr_args_int(a, "the number of fractures", &n)) return false;
  g->stop[BY_COUNT] = true;
  g->target[BY_COUNT] = (double)n;
  return (n >= 1 && n < UINT32_MAX) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the number of fractures must be positive");
}

static bool read_p10(scr_args *a, generation *g) {
  g->p10_at = scr_args_loc(a);
  if (!read_target(a, g, BY_P10, "the number by length")) return false;
  const bool ok = scr_fracture_lines(a, &g->lines);
  g->size[BY_P10] = g->lines.length;
  return ok;
}

bool scr_fracture_function(scr_args *a, int given, scr_each *out) {
  out->at = scr_args_loc(a);
  if (!scr_args_function(a, "a FISH function", &out->symbol)) return false;
  if (scr_args_checks(a) && !scr_fish_is_function(a->fish, out->symbol)) {
    a->k = a->n; /* nor is known which words are its arguments */
    return false;
  }
  const int all = scr_fish_takes(a->fish, out->symbol);
  if (given < 0) given = all > 0;
  const int takes = all - given;
  if (takes < 0 || takes > SCR_EACH_MAX_ARGS)
    return scr_fail(a->diag, &out->at, SCR_E_VALUE,
                    "'%s' takes %d arguments: %d to %d are possible",
                    scr_fish_symbol_name(a->fish, out->symbol), takes + given, given,
                    SCR_EACH_MAX_ARGS + given);
  for (; out->n < takes; out->n++)
    if (!scr_args_value(a, "an argument of the function", &out->arg[out->n])) return false;
  return true;
}

static bool read_template(scr_args *a, generation *g) {
  g->template_at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a template", &g->template)) return false;
  if (!scr_template_is_standard(g->template))
    scr_args_needs(a, "template", g->template, &g->template_at);
  return true;
}

static bool generate_word(scr_args *a, generation *g) {
  int w;
  if (!scr_args_word(a, scr_fracture_generate_words, &w)) return false;
  switch (w) {
  case W_BOX: return g->box = read_box(a, g->lo, g->hi, &g->box_at);
  case W_COUNT: return read_count(a, g);
  case W_DENSITY: return read_target(a, g, BY_DENSITY, "the density");
  case W_DFN: g->dfn_at = scr_args_loc(a); return scr_args_name(a, "the name of a DFN", &g->dfn);
  case W_FISH_STOP: g->stop[BY_FISH] = true; return scr_fracture_function(a, 0, &g->fish_stop);
  case W_GROUP: scr_args_again(a); return scr_args_group(a, SCR_GROUP_OF_NEW, &g->groups);
  case W_MODIFY: g->modifies = true; return scr_fracture_function(a, 1, &g->modify);
  case W_P10: return read_p10(a, g);
  case W_PERCOLATION: return read_target(a, g, BY_PERCOLATION, "the percolation parameter");
  case W_TEMPLATE: return read_template(a, g);
  default: return g->tolerance = read_box(a, g->inner_lo, g->inner_hi, &g->tolerance_at);
  }
}

static bool generate_words(scr_args *a, generation *g) {
  while (scr_args_more(a))
    if (!generate_word(a, g)) return false;
  for (int k = 0; k < STOPS; k++)
    if (g->stop[k]) return true;
  return scr_args_expected(a, "when it ends: 'fracture-count', 'mass-density', 'p10', "
                              "'percolation' or 'fish-stop'");
}

/* ---- before anything is made ---- */

static bool boxes_fit(scr_args *a, generation *g) {
  const scr_world *w = world_of(a);
  double volume = 1;
  for (int k = 0; k < w->dim; k++) {
    if (!g->box) g->lo[k] = w->domain.lo[k], g->hi[k] = w->domain.hi[k];
    if (!g->tolerance) g->inner_lo[k] = g->lo[k], g->inner_hi[k] = g->hi[k];
    g->inner_lo[k] = SCR_MAX(g->inner_lo[k], w->domain.lo[k]);
    g->inner_hi[k] = SCR_MIN(g->inner_hi[k], w->domain.hi[k]);
    if (!(g->inner_lo[k] < g->inner_hi[k]))
      return scr_fail(a->diag, g->tolerance ? &g->tolerance_at : &g->box_at, SCR_E_VALUE,
                      "the box lies outside of the domain, which reaches from %g to %g along %c",
                      w->domain.lo[k], w->domain.hi[k], "xyz"[k]);
    volume *= g->inner_hi[k] - g->inner_lo[k];
  }
  g->size[BY_DENSITY] = g->size[BY_PERCOLATION] = volume;
  g->size[BY_COUNT] = 1;
  return !g->stop[BY_P10] || g->size[BY_P10] > 0 ||
         scr_fail(a->diag, &g->p10_at, SCR_E_VALUE, "the line has no length");
}

static bool take_template(scr_args *a, generation *g) {
  const scr_world *w = world_of(a);
  uint32_t place = SCR_NONE;
  if (g->template && !scr_template_named(a, g->template, &g->template_at, &place)) return false;
  if (place != SCR_NONE && !g->modifies) g->link = w->fractures.templates[place].id;
  g->plan = scr_template_copy(w, place);
  if (g->template) a->diag->at = g->template_at;
  return scr_template_fits(a->diag, &g->plan, w->dim);
}

/* The DFN that they join; *fresh: it is made. */
static bool take_dfn(scr_args *a, generation *g, bool *fresh) {
  scr_world *w = world_of(a);
  const uint32_t place = scr_fracture_home(w, g->dfn, fresh);
  g->home = scr_dfn_ref(w, place);
  return !w->fractures.dfn[place].fractures ||
         scr_fail(a->diag, &g->dfn_at, SCR_E_STATE,
                  "the DFN '%s' has fractures; what is generated joins a new or empty one", g->dfn);
}

/* ---- making ---- */

bool scr_fracture_ask(scr_args *a, const scr_each *e, int given, const scr_val *thing,
                      scr_val *out) {
  scr_val arg[SCR_EACH_MAX_ARGS + 1];
  if (given) arg[0] = *thing;
  for (int k = 0; k < e->n; k++) arg[k + given] = e->arg[k];
  world_of(a)->asking++;
  const bool ok = scr_fish_run(a->fish, e->symbol, e->n + given, arg, out);
  world_of(a)->asking--;
  return ok;
}

/* The function may have changed it, deleted it, or says 'remove'; *place: SCR_NONE, it is gone. */
static bool modify(scr_args *a, generation *g, uint32_t *place) {
  scr_world *w = world_of(a);
  const scr_ref ref = scr_fracture_ref(w, *place);
  const scr_val thing = scr_val_ptr(SCR_K_FRACTURE, ref);
  scr_val said = {0};
  if (!scr_fracture_ask(a, &g->modify, 1, &thing, &said)) return false;
  const bool gone = said.type == SCR_V_STR && scr_casecmp(scr_val_cstr(&said, NULL), "remove") == 0;
  scr_val_drop(&said);
  *place = scr_fracture_place(w, ref);
  if (gone && *place != SCR_NONE) scr_fracture_delete(w, place, 1), *place = SCR_NONE;
  return scr_dfn_place(w, g->home) != SCR_NONE ||
         scr_fail(a->diag, &g->modify.at, SCR_E_STATE, "the function has deleted the DFN");
}

/* Adds it to the sums; false: it lies outside of the box that counts. */
static bool count_in(const scr_world *w, generation *g, uint32_t place) {
  const double area = scr_fracture_area_in(w, place, g->inner_lo, g->inner_hi);
  const double met = g->stop[BY_P10] ? (double)scr_lines_crossed(w, &g->lines, place) : 0;
  if (g->tolerance && !(area > 0)) return false;
  g->sum[BY_COUNT]++;
  g->sum[BY_DENSITY] += area;
  g->sum[BY_PERCOLATION] += scr_fracture_percolation(w->dim, area);
  g->sum[BY_P10] += met;
  const bool grows = g->stop[BY_COUNT] || g->stop[BY_FISH] || met > 0 ||
                     ((g->stop[BY_DENSITY] || g->stop[BY_PERCOLATION]) && area > 0);
  g->idle = grows ? 0 : g->idle + 1;
  return true;
}

static bool is_done(scr_args *a, generation *g, bool *done) {
  scr_val said = {0};
  double x = 0;
  for (int k = 0; k < BY_FISH; k++) *done |= g->stop[k] && g->sum[k] >= g->target[k] * g->size[k];
  if (*done || !g->stop[BY_FISH]) return true;
  if (!scr_fracture_ask(a, &g->fish_stop, 0, NULL, &said)) return false;
  *done = scr_val_number(&said, &x) ? x != 0 : said.type == SCR_V_BOOL && scr_val_truth(&said);
  scr_val_drop(&said);
  return scr_dfn_place(world_of(a), g->home) != SCR_NONE ||
         scr_fail(a->diag, &g->fish_stop.at, SCR_E_STATE, "the function has deleted the DFN");
}

static bool may_go_on(scr_args *a, const generation *g) {
  enum { EACH = 400 }; /* bytes, not less than a fracture takes */
  if (g->idle > MAX_IDLE)
    return scr_fail(a->diag, &a->loc, SCR_E_STATE, "%d fractures in a row bring the end no nearer",
                    MAX_IDLE);
  if (g->n % LOOK) return true;
  if ((double)g->n * EACH > scr_mem_limit())
    return scr_fail(a->diag, &a->loc, SCR_E_MEMORY,
                    "there is no memory for more than %zu fractures", g->n);
  return !scr_session_interrupted(a->s) ||
         scr_fail(a->diag, &a->loc, SCR_E_INTERRUPT, "interrupted: no fracture is made");
}

static bool make_one(scr_args *a, generation *g, uint32_t groups) {
  scr_world *w = world_of(a);
  scr_fracture_spec s = {.dfn = scr_dfn_place(w, g->home), .groups = groups};
  uint32_t place;
  if (!scr_template_draw(a->diag, &g->plan, w->dim, g->lo, g->hi, &w->rng, &s)) return false;
  s.beyond = true;
  if (!scr_fracture_create(w, a->diag, &s, &place)) return false;
  if (place == SCR_NONE) return g->idle++, true;
  SCR_GROW(g->made, g->cap, g->n + 1);
  g->made[g->n++] = scr_fracture_ref(w, place);
  if (g->modifies && !modify(a, g, &place)) return false;
  if (place != SCR_NONE && count_in(w, g, place)) return true;
  if (place != SCR_NONE) scr_fracture_delete(w, &place, 1);
  g->n--;
  g->idle++;
  return true;
}

static bool make_all(scr_args *a, generation *g) {
  scr_world *w = world_of(a);
  const uint32_t groups = scr_groups_applied(w, &g->groups, 0);
  for (bool done = false; !done;)
    if (!may_go_on(a, g) || !make_one(a, g, groups) || !is_done(a, g, &done)) return false;
  w->fractures.dfn[scr_dfn_place(w, g->home)].template_id = g->link;
  return true;
}

/* After an error all is as it was. */
static void take_back(scr_world *w, generation *g, bool fresh, const scr_rng *rng) {
  for (size_t k = 0; k < g->n; k++) {
    const uint32_t place = scr_fracture_place(w, g->made[k]);
    if (place != SCR_NONE) scr_fracture_delete(w, &place, 1);
  }
  const uint32_t home = scr_dfn_place(w, g->home);
  if (fresh && home != SCR_NONE) scr_dfn_delete(w, home);
  w->rng = *rng;
}

static bool generate(scr_args *a, generation *g) {
  scr_world *w = world_of(a);
  const scr_loc at = a->diag->at;
  const scr_rng rng = w->rng;
  bool fresh;
  if (!boxes_fit(a, g) || !take_template(a, g) || !take_dfn(a, g, &fresh)) return false;
  const bool ok = make_all(a, g);
  if (!ok) take_back(w, g, fresh, &rng);
  if (ok) a->diag->at = at;
  return ok;
}

static void generation_free(generation *g) {
  for (int k = 0; k < g->modify.n; k++) scr_val_drop(&g->modify.arg[k]);
  for (int k = 0; k < g->fish_stop.n; k++) scr_val_drop(&g->fish_stop.arg[k]);
  scr_group_phrases_free(&g->groups);
  scr_template_free(&g->plan);
  scr_free(g->dfn), scr_free(g->template);
  scr_free(g->lines.end), scr_free(g->made);
}

bool scr_fracture_generate(scr_args *a) {
  generation g = {0};
  const bool ok =
      scr_domain_needed(a) && generate_words(a, &g) && scr_args_finish(a) && generate(a, &g);
  generation_free(&g);
  return ok;
}
