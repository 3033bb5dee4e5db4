/* The contact laws of the tree: see models.h. */
#include "model/models.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "base/base.h"
#include "base/str.h"

#define MODEL(name) extern const scr_model scr_model_##name;
#include "model/models.def"
#undef MODEL
#define MODEL(name) &scr_model_##name,
static const scr_model *models[SCR_LAWS] = {
#include "model/models.def"
};
#undef MODEL
static int count = SCR_LAWS_BUILT;

int scr_model_count(void) { return count; }

int scr_model_add(const scr_model *m) {
  if (count == SCR_LAWS) return -1;
  models[count] = m;
  return count++;
}

const scr_model *scr_model_at(int k) { return models[k]; }
void scr_model_replace(int k, const scr_model *m) { models[k] = m; }

int scr_model_columns(const scr_model *m, int dim, const double *param) {
  return m->states ? m->states(dim, param) : m->nstate;
}

int scr_model_states(void) {
  int most = 0;
  for (int k = 0; k < count; k++) most = SCR_MAX(most, models[k]->nstate);
  return most;
}

const scr_model *scr_model_find(const char *name) {
  for (int k = 0; k < count; k++)
    if (scr_casecmp(models[k]->name, name) == 0) return models[k];
  return NULL;
}

const scr_prop *scr_model_prop(const scr_model *m, const char *name) {
  for (int k = 0; k < m->nprop; k++)
    if (scr_casecmp(m->prop[k].name, name) == 0) return &m->prop[k];
  return NULL;
}

const scr_method *scr_model_method(const scr_model *m, const char *name) {
  for (int k = 0; k < m->nmethod; k++)
    if (strcmp(m->method[k].name, name) == 0) return &m->method[k];
  return NULL;
}

const scr_prop *scr_prop_first(const scr_prop *p) {
  for (int k = 0; p->kind == SCR_PROP_PARAM && k < count; k++) {
    const scr_prop *first = NULL;
    for (int j = 0; j < models[k]->nprop; j++) {
      const scr_prop *q = &models[k]->prop[j];
      if (!first && q->kind == p->kind && scr_prop_bits(q) & SCR_SLOT_BIT(p->slot)) first = q;
      if (q == p) return first;
    }
  }
  return p;
}

int scr_model_slip(const scr_model *m) {
  for (int k = 0; k < m->nprop; k++)
    if (m->prop[k].type == SCR_P_BOOL && m->prop[k].kind == SCR_PROP_STATE) return m->prop[k].slot;
  return -1;
}

const char *const scr_not_there = "it is for contacts that are there: 'contact method'";

const char *scr_method_try(const scr_model *m, const scr_method *method, const scr_ends *e,
                           const scr_marg *args, double *param, uint64_t *clears) {
  double state[SCR_MAX_STATE];
  assert(m->nstate <= SCR_MAX_STATE);
  memset(state, 0, (size_t)m->nstate * sizeof *state);
  *clears = 0;
  return method->apply(e, args, param, clears, state);
}

/* Of a name that is a whole number in one law and any in another, the latter takes both. */
const scr_prop *scr_any_prop(const char *name) {
  const scr_prop *found = NULL;
  for (int k = 0; k < count; k++) {
    const scr_prop *p = scr_model_prop(models[k], name);
    if (p && (!found || (found->type == SCR_P_INT && p->type == SCR_P_REAL))) found = p;
  }
  return found;
}

static bool is_end(const scr_prop *p) { return p->flags & (SCR_PROP_END1 | SCR_PROP_END2); }

const scr_prop *scr_end_prop(const char *name) {
  const size_t n = strlen(name);
  for (int k = 0; k < count; k++)
    for (int i = 0; i < models[k]->nprop; i++) {
      const scr_prop *p = &models[k]->prop[i];
      if (!is_end(p)) continue;
      if (strlen(p->name) == n + 1 && scr_ncasecmp(p->name, name, n) == 0) return p;
    }
  return NULL;
}

const scr_prop *scr_surface_prop(const char *name) {
  const scr_prop *p = scr_any_prop(name);
  return p ? p : scr_end_prop(name);
}

void scr_surface_name(const scr_prop *p, char name[SCR_SURFACE_NAME]) {
  snprintf(name, SCR_SURFACE_NAME, "%.*s", (int)strlen(p->name) - is_end(p), p->name);
}

const char *scr_surface_nearest(const char *word, char room[SCR_SURFACE_NAME]) {
  scr_nearest near = {.word = word};
  for (int k = 0; k < count; k++)
    for (int i = 0; i < models[k]->nprop; i++) {
      const scr_prop *p = &models[k]->prop[i];
      char name[SCR_SURFACE_NAME];
      if (!is_end(p) && !scr_surface_number(p)) continue;
      scr_surface_name(p, name);
      scr_nearest_offer(&near, name);
      if (near.best == name) near.best = strcpy(room, name);
    }
  return near.best;
}
