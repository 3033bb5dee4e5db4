/* FISH: templates of fractures, dfn.template.* and as fracture.template.*. */
#include "world/fracture/template.h"

#include <string.h>
#include "base/mem.h"
#include "script/lib_private.h"

static scr_template *at(scr_fish *f, const scr_val *p) {
  scr_world *w = scr_world_of(f);
  return &w->fractures.templates[scr_template_place(w, p->ref)];
}

static scr_val ptr_of(const scr_world *w, uint32_t place) {
  return place == SCR_NONE ? scr_val_null()
                           : scr_val_ptr(SCR_K_TEMPLATE, scr_template_ref(w, place));
}

/* ---- all of them ---- */

SCR_LIB_GET(template_find) {
  const scr_world *w = scr_world_of(f);
  const char *name;
  uint32_t id;
  SCR_UNUSED(n);
  if (!scr_lib_id_or_name(f, &args[0], "the id or name of a template", &id, &name)) return false;
  *out = ptr_of(w, name ? scr_template_find(w, name) : id ? scr_template_by_id(w, id) : SCR_NONE);
  return true;
}

SCR_LIB_GET(template_list) {
  const scr_world *w = scr_world_of(f);
  uint32_t count;
  uint32_t *order = scr_template_order(w, &count);
  scr_ref *refs;
  *out = scr_val_ptr_list(SCR_K_TEMPLATE, count, &refs);
  for (uint32_t k = 0; k < count; k++) refs[k] = scr_template_ref(w, order[k]);
  scr_free(order);
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_GET(template_num) {
  uint32_t count;
  scr_free(scr_template_order(scr_world_of(f), &count));
  *out = scr_val_int(count);
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_GET(template_maxid) {
  *out = scr_val_int(scr_template_max_id(scr_world_of(f)));
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_GET(template_typeid) {
  *out = scr_val_int(SCR_K_TEMPLATE);
  return SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_GET(template_of_dfn) {
  const scr_world *w = scr_world_of(f);
  const scr_dfn *dfn = &w->fractures.dfn[scr_dfn_place(w, args[0].ref)];
  *out = ptr_of(w, scr_template_by_id(w, dfn->template_id));
  return SCR_UNUSED(n), true;
}

/* ---- one of them ---- */

SCR_LIB_GET(template_name) {
  *out = scr_val_str(at(f, &args[0])->name);
  return SCR_UNUSED(n), true;
}

/* Sets a number of it, which must leave it sound. */
static bool assign(scr_fish *f, scr_template *t, double *to, double value) {
  const double before = *to;
  *to = value;
  if (scr_template_sound(t, scr_world_of(f)->dim)) return true;
  *to = before;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                  "the template cannot have %g there: limits are in order, deviations not negative",
                  value);
}

#define LIMIT(id, member)                                                                          \
  SCR_LIB_GET(template_##id) {                                                                     \
    *out = scr_val_real(at(f, &args[0])->member);                                                  \
    return SCR_UNUSED(n), true;                                                                    \
  }                                                                                                \
  SCR_LIB_SET(set_template_##id) {                                                                 \
    scr_template *t = at(f, &args[0]);                                                             \
    return SCR_UNUSED(n), assign(f, t, &t->member, value->f);                                      \
  }
LIMIT(sizemin, size[0])
LIMIT(sizemax, size[1])
LIMIT(dipmin, dip[0])
LIMIT(dipmax, dip[1])
LIMIT(ddirmin, ddir[0])
LIMIT(ddirmax, ddir[1])

/* ---- distributions ---- */

static int count_of(const scr_fish *f, const scr_spread *s, scr_spread_of of) {
  return s->kind == SCR_SPREAD_SAMPLES ? 1 : scr_spread_params(s->kind, of, scr_fish_dim(f));
}

/* Parameter number k of a distribution, from 1; false after an error. */
static bool param_arg(scr_fish *f, const scr_spread *s, scr_spread_of of, const scr_val *k) {
  const int count = count_of(f, s, of);
  if (k->i >= 1 && k->i <= count) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                  "the distribution '%s' has %d parameters, and no number %lld",
                  scr_spread_word[s->kind], count, (long long)k->i);
}

static bool get_param(scr_fish *f, const scr_val *args, scr_spread_of of, scr_val *out) {
  const scr_spread *s = &at(f, &args[0])->spread[of];
  if (!param_arg(f, s, of, &args[1])) return false;
  *out = s->kind == SCR_SPREAD_SAMPLES ? scr_val_str(s->file ? s->file : "")
                                       : scr_val_real(s->param[args[1].i - 1]);
  return true;
}

static bool set_param(scr_fish *f, const scr_val *args, scr_spread_of of, const scr_val *value) {
  scr_template *t = at(f, &args[0]);
  scr_spread *s = &t->spread[of];
  if (!param_arg(f, s, of, &args[1])) return false;
  if (s->kind == SCR_SPREAD_SAMPLES)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    "samples are read by 'fracture template modify'");
  return assign(f, t, &s->param[args[1].i - 1], value->f);
}

#define SPREAD(id, of)                                                                             \
  SCR_LIB_GET(template_n##id##param) {                                                             \
    *out = scr_val_int(count_of(f, &at(f, &args[0])->spread[of], of));                             \
    return SCR_UNUSED(n), true;                                                                    \
  }                                                                                                \
  SCR_LIB_GET(template_##id##param) { return SCR_UNUSED(n), get_param(f, args, of, out); }         \
  SCR_LIB_SET(set_template_##id##param) { return SCR_UNUSED(n), set_param(f, args, of, value); }   \
  SCR_LIB_GET(template_##id##type) {                                                               \
    *out = scr_val_str(scr_spread_word[at(f, &args[0])->spread[of].kind]);                         \
    return SCR_UNUSED(n), true;                                                                    \
  }
SPREAD(size, SCR_OF_SIZE)
SPREAD(orient, SCR_OF_ORIENTATION)
SPREAD(pos, SCR_OF_POSITION)

/* ---- rows ---- */

#define FN(name, least, most, sig, get, doc)                                                       \
  { name, least, most, sig, get, NULL, NULL, 0, doc }
#define LIMIT_ROW(stem, id, doc)                                                                   \
  { stem "." #id, 1, 1, "p{dfn.template}:f=f", template_##id, set_template_##id, NULL, 0, doc }
#define SPREAD_ROWS(stem, id, what)                                                                \
  FN(stem ".n" #id "param", 1, 1, "p{dfn.template}:i", template_n##id##param,                      \
     "How many parameters the distribution of " what " has."),                                     \
      FN(stem "." #id "type", 1, 1, "p{dfn.template}:s", template_##id##type,                      \
         "The distribution of " what ": uniform, gauss, power-law, fisher, bootstrapped."),        \
  {                                                                                                \
    stem "." #id "param", 2, 2, "p{dfn.template}i:*=f", template_##id##param,                      \
        set_template_##id##param, NULL, 0,                                                         \
        "A parameter of the distribution of " what ", by its number; of samples their file."       \
  }
#define ROWS(stem)                                                                                 \
  FN(stem ".find", 1, 1, "*:p", template_find,                                                     \
     "The template with that name or id, null if there is none."),                                 \
      FN(stem ".list", 0, 0, ":l", template_list, "Every template, in order of id."),              \
      FN(stem ".num", 0, 0, ":i", template_num, "How many templates there are."),                  \
      FN(stem ".maxid", 0, 0, ":i", template_maxid, "The largest id in use."),                     \
      FN(stem ".typeid", 0, 0, ":i", template_typeid, "The number of this kind of pointer."),      \
      FN(stem ".id", 1, 1, "p{dfn.template}:i", scr_lib_id_call, "Its id."),                       \
      FN(stem ".name", 1, 1, "p{dfn.template}:s", template_name, "Its name."),                     \
      LIMIT_ROW(stem, sizemin, "The least size, m."),                                              \
      LIMIT_ROW(stem, sizemax, "The largest size, m."),                                            \
      LIMIT_ROW(stem, dipmin, "The least dip, degrees."),                                          \
      LIMIT_ROW(stem, dipmax, "The largest dip, degrees."),                                        \
      LIMIT_ROW(stem, ddirmin, "The least dip direction, degrees."),                               \
      LIMIT_ROW(stem, ddirmax, "The largest dip direction, degrees."),                             \
      SPREAD_ROWS(stem, size, "sizes"), SPREAD_ROWS(stem, orient, "orientations"),                 \
      SPREAD_ROWS(stem, pos, "positions")

static const scr_fish_fn rows[] = {
    ROWS("dfn.template"),
    ROWS("fracture.template"),
    FN("dfn.template", 1, 1, "p{dfn}:p", template_of_dfn,
       "The template that a DFN was generated from; null if there is none."),
};
const scr_lib_rows scr_lib_rows_template = {rows, SCR_COUNTOF(rows)};
