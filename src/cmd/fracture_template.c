/* `fracture template`: how fractures that are generated are spread. */
#include "cmd/fracture.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "base/str.h"
#include "cmd/attribute.h"
#include "cmd/columns.h"
#include "cmd/files.h"
#include "cmd/range.h"
#include "io/dfn_file.h"
#include "world/fracture/template.h"

enum { W_DDIR, W_DIP, W_ORIENTATION, W_POSITION, W_SIZE, W_SIZES };
const scr_word_row scr_template_words[] = {
    {"dip-direction-limits", "<fmin> <fmax>", "degrees (3D); default 0 to 360"},
    {"dip-limits", "<fmin> <fmax>", "degrees; default 0 to 90, in 2D to 180"},
    {"orientation", "uniform | gauss <f> ... | fisher <f> <f> <f> | bootstrapped <s>",
     "dips and dip directions: uniform angles (default); mean and deviation of the dip, in 3D of "
     "the "
     "dip direction, too; dip, dip direction and kappa (3D); samples of a file"},
    {"position", "uniform | gauss <f> ... | bootstrapped <s>",
     "middles: anywhere in the box (default); mean and deviation of x, of y, in 3D of z; samples "
     "of "
     "a file"},
    {"size", "uniform | gauss <f> <f> | power-law <f> | bootstrapped <s> | log-normal <f> <f>",
     "diameters, in 2D lengths: between the limits; mean and deviation; falling by a power (4 by "
     "default); samples of a file; mean and deviation of sizes whose logarithms are normal"},
    {"size-limits", "<fmin> <fmax>", "m; default from 1 on"},
    {0},
};

/* In the order of scr_spread_kind. */
enum { ALSO_DIPS = SCR_SPREAD_KINDS };
static const scr_word_row spread_words[] = {
    {"uniform", "", "between the limits"},
    {"gauss", "<f> ...", "mean and deviation of each value in turns"},
    {"power-law", "<f>", "falls by that power"},
    {"fisher", "<f> <f> <f>", "dip, dip direction, kappa"},
    {"bootstrapped", "<s>", "samples of a file"},
    {"log-normal", "<f> <f>", "mean and deviation of sizes whose logarithms are normal"},
    {"dips", "", "!files of that program are not read; write the angles as samples: bootstrapped"},
    {"fish", "",
     "!FISH draws nothing for a template; 'fracture generate modify' changes each fracture in "
     "FISH"},
    {"rockmass", "", "!such files are not read; write the angles as samples: bootstrapped"},
    {0},
};
static const char *const spread_of[] = {"sizes", "orientations", "positions"};

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- distributions ---- */

static bool read_samples(scr_args *a, scr_spread_of of, scr_spread *out) {
  static const char *const suffixes[] = {".txt", ".dat", ".csv", NULL};
  const scr_loc at = scr_args_loc(a);
  char *name;
  if (!scr_args_file(a, false, &name)) return false;
  if (scr_args_checks(a)) {
    scr_args_file_there(a, &at, name, suffixes);
    return scr_free(name), true;
  }
  char *path = scr_file_find(a->s, name, suffixes);
  scr_buf bytes = {0};
  const bool ok =
      (path ? scr_read_bytes(a->diag, &at, name, path, &bytes)
            : scr_file_missing(a->s, &at, name, suffixes)) &&
      scr_samples_read(a->diag, &at, name, bytes.s, scr_spread_values(of, world_of(a)->dim), out);
  if (ok) out->file = name, name = NULL;
  scr_buf_free(&bytes);
  scr_free(path);
  scr_free(name);
  return ok;
}

static bool read_number(scr_args *a, const char *what, double lo, double hi, double *out) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, what, out)) return false;
  if (*out >= lo && *out <= hi) return true;
  if (isinf(hi)) return scr_fail(a->diag, &at, SCR_E_VALUE, "%s is %g or more", what, lo);
  return scr_fail(a->diag, &at, SCR_E_VALUE, "%s is from %g to %g", what, lo, hi);
}

static bool read_gauss(scr_args *a, int values, scr_spread *s) {
  for (int k = 0; k < values; k++)
    if (!read_number(a, "the mean", -HUGE_VAL, HUGE_VAL, &s->param[2 * k]) ||
        !read_number(a, "the standard deviation", 0, HUGE_VAL, &s->param[2 * k + 1]))
      return false;
  return true;
}

static bool read_power(scr_args *a, scr_spread *s) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, "the power", &s->param[0])) return false;
  return s->param[0] > 0 ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the power by which they fall is positive");
}

static bool read_log(scr_args *a, scr_spread *s) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, "the mean", &s->param[0])) return false;
  if (!(s->param[0] > 0))
    return scr_fail(a->diag, &at, SCR_E_VALUE, "the mean of what has a logarithm is positive");
  return read_number(a, "the standard deviation", 0, HUGE_VAL, &s->param[1]);
}

static bool read_limits(scr_args *a, const char *what, double lo, double hi, double out[2]) {
  const scr_loc at = scr_args_loc(a);
  const int unknowns = a->unknowns;
  if (!read_number(a, what, lo, hi, &out[0]) || !read_number(a, what, lo, hi, &out[1]))
    return false;
  return out[0] <= out[1] || a->unknowns > unknowns ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the lower limit is above the upper one");
}

bool scr_fracture_spread(scr_args *a, scr_spread_kind kind, scr_spread *out) {
  *out = (scr_spread){.kind = kind};
  return kind == SCR_SPREAD_GAUSS   ? read_gauss(a, 1, out)
         : kind == SCR_SPREAD_POWER ? read_power(a, out)
         : kind == SCR_SPREAD_LOG   ? read_log(a, out)
                                    : true;
}

bool scr_fracture_limits(scr_args *a, const char *what, double out[2]) {
  return read_limits(a, what, 0, HUGE_VAL, out);
}

static bool read_fisher(scr_args *a, scr_spread *s) {
  return read_number(a, "the dip", 0, 90, &s->param[0]) &&
         read_number(a, "the dip direction", 0, 360, &s->param[1]) &&
         read_number(a, "kappa", 0, HUGE_VAL, &s->param[2]);
}

static bool read_spread(scr_args *a, scr_spread_of of, scr_spread *out) {
  const scr_loc at = scr_args_loc(a);
  const int dim = world_of(a)->dim;
  scr_spread s = {0};
  int w;
  if (!scr_args_word(a, spread_words, &w)) return false;
  scr_args_again(a);
  s.kind = (scr_spread_kind)w;
  if (!scr_spread_offers(s.kind, of, dim))
    return scr_fail(a->diag, &at, SCR_E_VALUE, "%s are not spread by '%s' in %s dimensions",
                    spread_of[of], spread_words[w].word, dim == 2 ? "two" : "three");
  const bool ok = s.kind == SCR_SPREAD_GAUSS     ? read_gauss(a, scr_spread_values(of, dim), &s)
                  : s.kind == SCR_SPREAD_POWER   ? read_power(a, &s)
                  : s.kind == SCR_SPREAD_LOG     ? read_log(a, &s)
                  : s.kind == SCR_SPREAD_FISHER  ? read_fisher(a, &s)
                  : s.kind == SCR_SPREAD_SAMPLES ? read_samples(a, of, &s)
                                                 : true;
  if (!ok) return false;
  scr_spread_free(out);
  return *out = s, true;
}

static bool read_ddir_limits(scr_args *a, scr_template *t) {
  const scr_loc at = scr_args_last(a);
  if (world_of(a)->dim == 2) return scr_fail(a->diag, &at, SCR_E_NAME, "2D has no dip direction");
  return read_limits(a, "a limit of dip directions", 0, 360, t->ddir);
}

static bool template_word(scr_args *a, scr_template *t) {
  int w;
  if (!scr_args_word(a, scr_template_words, &w)) return false;
  switch (w) {
  case W_DDIR: return read_ddir_limits(a, t);
  case W_DIP: return read_limits(a, "a limit of dips", 0, world_of(a)->dim == 2 ? 180 : 90, t->dip);
  case W_ORIENTATION: return read_spread(a, SCR_OF_ORIENTATION, &t->spread[SCR_OF_ORIENTATION]);
  case W_POSITION: return read_spread(a, SCR_OF_POSITION, &t->spread[SCR_OF_POSITION]);
  case W_SIZE: return read_spread(a, SCR_OF_SIZE, &t->spread[SCR_OF_SIZE]);
  default: return read_limits(a, "a limit of sizes", 0, HUGE_VAL, t->size);
  }
}

/* ---- create, modify ---- */

static const char STANDARD[] = "Default";
bool scr_template_is_standard(const char *name) { return scr_casecmp(name, STANDARD) == 0; }

static bool template_words(scr_args *a, scr_template *t) {
  while (scr_args_more(a))
    if (!template_word(a, t)) return false;
  if (!a->unknowns && !scr_template_fits(a->diag, t, world_of(a)->dim)) return false;
  return scr_args_finish(a);
}

bool scr_template_make(scr_args *a) {
  scr_template t = scr_template_new(world_of(a)->dim);
  const scr_loc at = scr_args_loc(a);
  uint32_t place;
  char *name = NULL;
  bool ok = scr_args_name(a, "the name of the template", &name);
  if (ok && scr_template_is_standard(name))
    ok = scr_fail(a->diag, &at, SCR_E_NAME, "there is a template 'Default': 'modify' changes it");
  if (ok) scr_args_makes(a, "template", name, &at);
  ok = ok && template_words(a, &t);
  if (ok) a->diag->at = at;
  ok = ok && scr_template_create(world_of(a), a->diag, name, &t, &place);
  scr_template_free(&t);
  scr_free(name);
  return ok;
}

bool scr_template_named(scr_args *a, const char *name, const scr_loc *at, uint32_t *place) {
  const scr_world *w = world_of(a);
  *place = scr_template_find(w, name);
  if (*place != SCR_NONE || scr_template_is_standard(name)) return true;
  scr_nearest near = {.word = name};
  for (size_t k = 0; k < w->fractures.ntemplate; k++)
    if (w->fractures.templates[k].id) scr_nearest_offer(&near, w->fractures.templates[k].name);
  scr_fail(a->diag, at, SCR_E_NAME, "there is no template '%s'", name);
  return near.best ? scr_hint(a->diag, "did you mean '%s'?", near.best) : false;
}

static bool modify(scr_args *a, uint32_t place) {
  scr_template t = scr_template_copy(world_of(a), place);
  const bool ok = template_words(a, &t);
  if (ok) scr_template_replace(world_of(a), place, &t);
  scr_template_free(&t);
  return ok;
}

bool scr_template_modify(scr_args *a) {
  const scr_loc at = scr_args_loc(a);
  uint32_t place = SCR_NONE;
  char *name;
  if (!scr_args_name(a, "the name of a template", &name)) return false;
  if (!scr_template_is_standard(name)) scr_args_needs(a, "template", name, &at);
  const bool ok =
      (scr_args_checks(a) || scr_template_named(a, name, &at, &place)) && modify(a, place);
  scr_free(name);
  return ok;
}

bool scr_template_modify_default(scr_args *a) { return modify(a, SCR_NONE); }

/* ---- delete ---- */

bool scr_template_remove(scr_args *a) {
  scr_range *range = NULL;
  uint32_t *places = NULL;
  size_t n = 0;
  const bool ok = scr_args_range_unasked(a, &range) && scr_args_finish(a) &&
                  scr_range_templates(a->s, range, &places, &n);
  for (size_t k = 0; ok && k < n; k++) scr_template_delete(world_of(a), places[k]);
  scr_free(places);
  scr_range_free(range);
  return ok;
}

/* ---- list ---- */

static void spread_cell(const scr_spread *s, scr_spread_of of, int dim, scr_columns *out) {
  scr_buf b = {0};
  char text[32];
  scr_buf_printf(&b, "%s", scr_spread_word[s->kind]);
  for (int k = 0; k < scr_spread_params(s->kind, of, dim); k++) {
    scr_format_real(text, s->param[k], false);
    scr_buf_printf(&b, " %s", text);
  }
  if (s->file) scr_buf_printf(&b, " %s", s->file);
  scr_columns_cell(out, "%s", b.s);
  scr_buf_free(&b);
}

static void template_row(const scr_template *t, int dim, scr_columns *out) {
  scr_columns_cell(out, "%u", (unsigned)t->id);
  scr_columns_cell(out, "%s", t->name ? t->name : STANDARD);
  spread_cell(&t->spread[SCR_OF_SIZE], SCR_OF_SIZE, dim, out);
  scr_columns_reals(out, t->size, 2);
  spread_cell(&t->spread[SCR_OF_ORIENTATION], SCR_OF_ORIENTATION, dim, out);
  scr_columns_reals(out, t->dip, 2);
  if (dim == 3) scr_columns_reals(out, t->ddir, 2);
  spread_cell(&t->spread[SCR_OF_POSITION], SCR_OF_POSITION, dim, out);
  scr_columns_row(out);
}

static void head(int dim, scr_columns *out) {
  scr_columns_cell(out, "template");
  scr_columns_cell(out, "name");
  scr_columns_cell(out, "size");
  scr_columns_head(out, "size-limits", "m");
  scr_columns_cell(out, "orientation");
  scr_columns_head(out, "dip-limits", "degree");
  if (dim == 3) scr_columns_head(out, "dip-direction-limits", "degree");
  scr_columns_cell(out, "position");
  scr_columns_row(out);
}

bool scr_template_show(scr_args *a) {
  const scr_world *w = world_of(a);
  scr_columns out = {0};
  uint32_t n;
  if (!scr_args_finish(a)) return false;
  uint32_t *order = scr_template_order(w, &n);
  scr_template standard = scr_template_copy(w, SCR_NONE);
  head(w->dim, &out);
  template_row(&standard, w->dim, &out);
  for (uint32_t k = 0; k < n; k++) template_row(&w->fractures.templates[order[k]], w->dim, &out);
  scr_columns_print(a->s, &out);
  scr_template_free(&standard);
  scr_free(order);
  return true;
}
