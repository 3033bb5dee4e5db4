/* Templates: made, found, deleted. See template.h; what they draw is in draw.c. */
#include "world/fracture/template.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/str.h"
#include "world/fracture/kept.h"
#include "world/state/checks.h"

const char *const scr_spread_word[SCR_SPREAD_KINDS] = {"uniform", "gauss",        "power-law",
                                                       "fisher",  "bootstrapped", "log-normal"};

int scr_spread_values(scr_spread_of of, int dim) {
  return of == SCR_OF_SIZE ? 1 : of == SCR_OF_POSITION ? dim : dim - 1;
}

int scr_spread_params(scr_spread_kind kind, scr_spread_of of, int dim) {
  switch (kind) {
  case SCR_SPREAD_GAUSS:
  case SCR_SPREAD_LOG: return 2 * scr_spread_values(of, dim);
  case SCR_SPREAD_POWER: return 1;
  case SCR_SPREAD_FISHER: return 3;
  default: return 0;
  }
}

bool scr_spread_offers(scr_spread_kind kind, scr_spread_of of, int dim) {
  if (kind == SCR_SPREAD_POWER || kind == SCR_SPREAD_LOG) return of == SCR_OF_SIZE;
  return kind != SCR_SPREAD_FISHER || (of == SCR_OF_ORIENTATION && dim == 3);
}

void scr_spread_free(scr_spread *s) {
  scr_free(s->file);
  scr_free(s->sample);
  *s = (scr_spread){0};
}

/* ---- one of them ---- */

scr_template scr_template_new(int dim) {
  scr_template t = {.size = {1, HUGE_VAL}, .dip = {0, dim == 2 ? 180 : 90}, .ddir = {0, 360}};
  t.spread[SCR_OF_SIZE] = (scr_spread){.kind = SCR_SPREAD_POWER, .param = {4}};
  return t;
}

void scr_template_free(scr_template *t) {
  for (int k = 0; k < SCR_OF_ALL; k++) scr_spread_free(&t->spread[k]);
  scr_free(t->name);
  *t = (scr_template){.gen = t->gen};
}

bool scr_spread_fits(scr_diag *d, const scr_spread *s, const double limits[2], const char *what,
                     const char *word) {
  const bool endless = isinf(limits[1]);
  if (s->kind == SCR_SPREAD_UNIFORM && endless)
    return scr_fail(d, NULL, SCR_E_VALUE, "uniform %s need an upper limit: '%s'", what, word);
  if (s->kind != SCR_SPREAD_POWER) return true;
  if (endless && s->param[0] <= 1)
    return scr_fail(d, NULL, SCR_E_VALUE, "a power of 1 or less needs an upper limit of %s: '%s'",
                    what, word);
  return limits[0] > 0 || s->param[0] < 1 ||
         scr_fail(d, NULL, SCR_E_VALUE,
                  "a power of 1 or more needs a lower limit of %s above 0: '%s'", what, word);
}

bool scr_template_fits(scr_diag *d, const scr_template *t, int dim) {
  SCR_UNUSED(dim);
  return scr_spread_fits(d, &t->spread[SCR_OF_SIZE], t->size, "sizes", "size-limits");
}

static scr_spread spread_copy(const scr_spread *s, scr_spread_of of, int dim) {
  scr_spread c = *s;
  const size_t n = s->samples * (size_t)(scr_spread_values(of, dim) + 1);
  c.file = s->file ? scr_strdup(s->file) : NULL;
  c.sample = n ? scr_alloc(n * sizeof *c.sample) : NULL;
  if (n) memcpy(c.sample, s->sample, n * sizeof *c.sample);
  return c;
}

scr_template scr_template_copy(const scr_world *w, uint32_t place) {
  const scr_fractures *f = &w->fractures;
  const scr_template *from = place == SCR_NONE ? &f->standard : &f->templates[place];
  if (!from->name) return scr_template_new(w->dim);
  scr_template c = *from;
  c.name = scr_strdup(from->name);
  for (int k = 0; k < SCR_OF_ALL; k++)
    c.spread[k] = spread_copy(&from->spread[k], (scr_spread_of)k, w->dim);
  return c;
}

/* ---- all of them ---- */

uint32_t scr_template_find(const scr_world *w, const char *name) {
  const scr_fractures *f = &w->fractures;
  for (uint32_t k = 0; k < f->ntemplate; k++)
    if (f->templates[k].id && scr_casecmp(f->templates[k].name, name) == 0) return k;
  return SCR_NONE;
}

uint32_t scr_template_by_id(const scr_world *w, uint32_t id) {
  for (uint32_t k = 0; k < w->fractures.ntemplate && id; k++)
    if (w->fractures.templates[k].id == id) return k;
  return SCR_NONE;
}

uint32_t scr_template_max_id(const scr_world *w) {
  uint32_t most = 0;
  for (uint32_t k = 0; k < w->fractures.ntemplate; k++)
    most = SCR_MAX(most, w->fractures.templates[k].id);
  return most;
}

uint32_t *scr_template_order(const scr_world *w, uint32_t *n) {
  const scr_fractures *f = &w->fractures;
  uint32_t *order = scr_alloc(SCR_MAX(f->ntemplate, 1u) * sizeof *order);
  *n = 0;
  for (uint32_t k = 0; k < f->ntemplate; k++) {
    if (!f->templates[k].id) continue;
    uint32_t i = (*n)++;
    for (; i > 0 && f->templates[order[i - 1]].id > f->templates[k].id; i--)
      order[i] = order[i - 1];
    order[i] = k;
  }
  return order;
}

static uint32_t free_place(scr_fractures *f) {
  for (uint32_t k = 0; k < f->ntemplate; k++)
    if (!f->templates[k].id) return k;
  SCR_GROW(f->templates, f->cap_template, f->ntemplate + 1);
  f->templates[f->ntemplate] = (scr_template){0};
  return (uint32_t)f->ntemplate++;
}

static uint32_t put(scr_fractures *f, scr_template *t) {
  const uint32_t place = free_place(f), gen = f->templates[place].gen + 1;
  f->templates[place] = *t;
  f->templates[place].gen = gen;
  *t = (scr_template){0};
  return place;
}

bool scr_template_create(scr_world *w, scr_diag *d, const char *name, scr_template *t,
                         uint32_t *place) {
  const uint32_t most = scr_template_max_id(w);
  if (!*name) return scr_fail(d, NULL, SCR_E_VALUE, "the name of a template is empty");
  if (scr_template_find(w, name) != SCR_NONE)
    return scr_fail(d, NULL, SCR_E_VALUE, "there is a template '%s' already", name);
  if (most == UINT32_MAX)
    return scr_fail(d, NULL, SCR_E_LIMIT, "there is no id left for a template");
  t->id = most + 1;
  t->name = scr_strdup(name);
  *place = put(&w->fractures, t);
  return true;
}

void scr_template_replace(scr_world *w, uint32_t place, scr_template *t) {
  scr_fractures *f = &w->fractures;
  scr_template *to = place == SCR_NONE ? &f->standard : &f->templates[place];
  const uint32_t id = to->id, gen = to->gen;
  char *name = to->name ? to->name : scr_strdup("Default");
  to->name = NULL;
  scr_template_free(to);
  scr_free(t->name);
  *to = *t;
  to->id = id, to->gen = gen, to->name = name;
  *t = (scr_template){0};
}

void scr_template_delete(scr_world *w, uint32_t place) {
  scr_fractures *f = &w->fractures;
  for (size_t k = 0; k < f->ndfn; k++)
    if (f->dfn[k].template_id == f->templates[place].id) f->dfn[k].template_id = 0;
  scr_template_free(&f->templates[place]);
}

scr_ref scr_template_ref(const scr_world *w, uint32_t place) {
  return (scr_ref){place, w->fractures.templates[place].gen};
}

uint32_t scr_template_place(const scr_world *w, scr_ref ref) {
  const scr_fractures *f = &w->fractures;
  const bool there = ref.index < f->ntemplate && f->templates[ref.index].id;
  return there && f->templates[ref.index].gen == ref.gen ? ref.index : SCR_NONE;
}

/* ---- what must hold ---- */

static bool between(const double x[2], double lo, double hi) {
  return x[0] >= lo && x[0] <= x[1] && x[1] <= hi;
}

static bool spread_sound(const scr_spread *s, scr_spread_of of, int dim) {
  const int n = scr_spread_params(s->kind, of, dim);
  const int values = scr_spread_values(of, dim);
  if (s->kind >= SCR_SPREAD_KINDS || !scr_spread_offers(s->kind, of, dim)) return false;
  for (int k = 0; k < n; k++)
    if (!isfinite(s->param[k])) return false;
  if (s->kind == SCR_SPREAD_POWER && !(s->param[0] > 0)) return false;
  if (s->kind == SCR_SPREAD_FISHER && !(s->param[2] >= 0)) return false;
  if (s->kind == SCR_SPREAD_LOG && !(s->param[0] > 0)) return false;
  const bool deviates = s->kind == SCR_SPREAD_GAUSS || s->kind == SCR_SPREAD_LOG;
  for (int k = 1; k < n && deviates; k += 2)
    if (!(s->param[k] >= 0)) return false;
  if ((s->kind == SCR_SPREAD_SAMPLES) != (s->samples > 0)) return false;
  for (size_t k = 0; k < s->samples * (size_t)(values + 1); k++)
    if (!isfinite(s->sample[k]) || ((int)(k % (size_t)(values + 1)) == values && s->sample[k] <= 0))
      return false;
  return true;
}

bool scr_template_sound(const scr_template *t, int dim) {
  for (int k = 0; k < SCR_OF_ALL; k++)
    if (!spread_sound(&t->spread[k], (scr_spread_of)k, dim)) return false;
  return between(t->size, 0, HUGE_VAL) && isfinite(t->size[0]) &&
         between(t->dip, 0, dim == 2 ? 180 : 90) && between(t->ddir, 0, 360);
}

bool scr_template_restore(scr_world *w, scr_template *saved) {
  if (!*saved->name || !scr_template_sound(saved, w->dim)) return false;
  if (!saved->id) return scr_template_replace(w, SCR_NONE, saved), true;
  if (scr_template_find(w, saved->name) != SCR_NONE || scr_template_by_id(w, saved->id) != SCR_NONE)
    return false;
  return put(&w->fractures, saved), true;
}

bool scr_check_templates(const scr_world *w, scr_buf *why) {
  const scr_fractures *f = &w->fractures;
  SCR_HOLDS(!f->standard.name || scr_template_sound(&f->standard, w->dim),
            "the default template is unsound");
  for (uint32_t k = 0; k < f->ntemplate; k++)
    SCR_HOLDS(!f->templates[k].id || scr_template_sound(&f->templates[k], w->dim),
              "template %u is unsound", f->templates[k].id);
  for (size_t k = 0; k < f->ndfn; k++)
    SCR_HOLDS(!f->dfn[k].template_id || scr_template_by_id(w, f->dfn[k].template_id) != SCR_NONE,
              "DFN %u is of a template that is gone", f->dfn[k].id);
  return true;
}

/* ---- the whole ---- */

void scr_templates_free(scr_fractures *f) {
  for (size_t k = 0; k < f->ntemplate; k++) scr_template_free(&f->templates[k]);
  scr_template_free(&f->standard);
  scr_free(f->templates);
}

size_t scr_templates_bytes(const scr_fractures *f) {
  size_t n = f->cap_template * sizeof *f->templates;
  for (size_t k = 0; k < f->ntemplate; k++)
    for (int i = 0; i < SCR_OF_ALL; i++)
      n += f->templates[k].spread[i].samples * 2 * sizeof(double);
  return n;
}
