/* The contact laws of the tree: see models.h. */
#include "model/models.h"

#include <stddef.h>
#include "base/base.h"
#include "base/str.h"

#define MODEL(name) extern const scr_model scr_model_##name;
#include "model/models.def"
#undef MODEL
#define MODEL(name) &scr_model_##name,
static const scr_model *const models[] = {
#include "model/models.def"
};
#undef MODEL

const scr_model *scr_model_at(int k) { return models[k]; }

const scr_model *scr_model_find(const char *name) {
  for (size_t k = 0; k < SCR_COUNTOF(models); k++)
    if (scr_casecmp(models[k]->name, name) == 0) return models[k];
  return NULL;
}

const scr_prop *scr_model_prop(const scr_model *m, const char *name) {
  for (int k = 0; k < m->nprop; k++)
    if (scr_casecmp(m->prop[k].name, name) == 0) return &m->prop[k];
  return NULL;
}

int scr_model_slip(const scr_model *m) {
  for (int k = 0; k < m->nprop; k++)
    if (m->prop[k].type == SCR_P_BOOL && m->prop[k].kind == SCR_PROP_STATE) return m->prop[k].slot;
  return -1;
}

const scr_prop *scr_any_prop(const char *name) {
  for (size_t k = 0; k < SCR_COUNTOF(models); k++) {
    const scr_prop *p = scr_model_prop(models[k], name);
    if (p) return p;
  }
  return NULL;
}
