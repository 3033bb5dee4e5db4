/* Templates of fractures to and from bytes: see save_templates.h. */
#include "io/save_templates.h"

#include "base/mem.h"
#include "world/fracture/template.h"

enum { LEAST = 4 + 4 + 6 * 8 + SCR_OF_ALL * (4 + 6 * 8 + 4 + 8) }; /* bytes of one */

bool scr_has_templates(const scr_world *w) {
  return scr_template_max_id(w) || w->fractures.standard.name;
}

/* ---- writing ---- */

static void put_spread(scr_buf *b, const scr_spread *s, scr_spread_of of, int dim) {
  scr_put_u32(b, (uint32_t)s->kind);
  scr_put_f64s(b, s->param, SCR_SPREAD_PARAMS);
  scr_put_text(b, s->file);
  scr_put_u64(b, s->samples);
  if (s->samples) scr_put_f64s(b, s->sample, s->samples * (size_t)(scr_spread_values(of, dim) + 1));
}

static void put_one(scr_buf *b, const scr_template *t, int dim) {
  scr_put_u32(b, t->id);
  scr_put_text(b, t->name);
  scr_put_f64s(b, t->size, 2);
  scr_put_f64s(b, t->dip, 2);
  scr_put_f64s(b, t->ddir, 2);
  for (int k = 0; k < SCR_OF_ALL; k++) put_spread(b, &t->spread[k], (scr_spread_of)k, dim);
}

void scr_put_templates(const scr_world *w, scr_buf *b) {
  const scr_fractures *f = &w->fractures;
  uint32_t n;
  uint32_t *order = scr_template_order(w, &n);
  scr_put_u64(b, n + (f->standard.name != NULL));
  if (f->standard.name) put_one(b, &f->standard, w->dim);
  for (uint32_t k = 0; k < n; k++) put_one(b, &f->templates[order[k]], w->dim);
  scr_free(order);
  uint64_t linked = 0;
  for (size_t k = 0; k < f->ndfn; k++) linked += f->dfn[k].template_id != 0;
  scr_put_u64(b, linked);
  for (uint32_t id = 1; id < scr_dfn_next_id(w) && linked; id++) {
    const uint32_t k = scr_dfn_by_id(w, id);
    if (k == SCR_NONE || !f->dfn[k].template_id) continue;
    scr_put_u32(b, id);
    scr_put_u32(b, f->dfn[k].template_id);
    linked--;
  }
}

/* ---- reading ---- */

static void get_spread(scr_bytes *in, scr_spread *s, scr_spread_of of, int dim) {
  const size_t values = (size_t)scr_spread_values(of, dim) + 1;
  s->kind = (scr_spread_kind)scr_get_below(in, SCR_SPREAD_KINDS);
  scr_get_f64s(in, s->param, SCR_SPREAD_PARAMS);
  s->file = scr_get_text(in);
  if (!*s->file) s->file = (scr_free(s->file), NULL);
  s->samples = scr_get_count(in, values * sizeof *s->sample);
  if (!s->samples) return;
  s->sample = scr_alloc(s->samples * values * sizeof *s->sample);
  scr_get_f64s(in, s->sample, s->samples * values);
}

static void get_one(scr_world *w, scr_bytes *in) {
  scr_template t = {.id = scr_get_u32(in)};
  t.name = scr_get_text(in);
  scr_get_f64s(in, t.size, 2);
  scr_get_f64s(in, t.dip, 2);
  scr_get_f64s(in, t.ddir, 2);
  for (int k = 0; k < SCR_OF_ALL; k++) get_spread(in, &t.spread[k], (scr_spread_of)k, w->dim);
  if (in->bad || !scr_template_restore(w, &t)) in->bad = true;
  scr_template_free(&t);
}

void scr_get_templates(scr_world *w, scr_bytes *in) {
  size_t n = scr_get_count(in, LEAST);
  for (size_t k = 0; k < n && !in->bad; k++) get_one(w, in);
  n = scr_get_count(in, 8);
  for (size_t k = 0; k < n && !in->bad; k++) {
    const uint32_t dfn = scr_dfn_by_id(w, scr_get_u32(in)), id = scr_get_u32(in);
    if (dfn == SCR_NONE || scr_template_by_id(w, id) == SCR_NONE)
      in->bad = true;
    else
      w->fractures.dfn[dfn].template_id = id;
  }
}
