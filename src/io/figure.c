/* Figures: what can be drawn, and files of each kind. See figure.h. */
#include "io/figure_canvas.h"

#include <math.h>
#include <string.h>
#include "base/num.h"
#include "base/outfile.h"

static const char *const suffix_of[] = {
    [SCR_PICTURE_SVG] = ".svg", [SCR_PICTURE_PNG] = ".png", [SCR_PICTURE_PDF] = ".pdf"};

scr_picture scr_picture_of(const char *path) {
  size_t n = strlen(path);
  for (size_t kind = SCR_PICTURE_NONE + 1; kind < SCR_COUNTOF(suffix_of); kind++)
    if (n > 4 && scr_casecmp(path + n - 4, suffix_of[kind]) == 0) return (scr_picture)kind;
  return SCR_PICTURE_NONE;
}

bool scr_picture_offered(scr_picture kind) {
  return kind == SCR_PICTURE_SVG || (kind != SCR_PICTURE_NONE && scr_cairo_there());
}

bool scr_picture_possible(scr_diag *d, const scr_loc *at, scr_picture kind) {
  assert(kind != SCR_PICTURE_NONE);
  if (scr_picture_offered(kind)) return true;
  if (*scr_figure_part) {
    scr_fail(d, at, SCR_E_UNSUPPORTED, "%s, which draws '%s', cannot be loaded", scr_figure_part,
             suffix_of[kind]);
    return scr_hint(d, "a file .svg is always drawn; for others install libcairo2");
  }
  scr_fail(d, at, SCR_E_UNSUPPORTED, "this scree was built without cairo, which draws '%s'",
           suffix_of[kind]);
  return scr_hint(d,
                  "a file .svg is always drawn; for others install libcairo2-dev and build again");
}

/* The first finite point whose value is not positive; n: there is none. */
static size_t not_positive(const scr_series *s, const double *v) {
  size_t k = 0;
  while (k < s->n && !(isfinite(s->x[k]) && isfinite(s->y[k]) && v[k] <= 0)) k++;
  return k;
}

static bool check_log(const scr_series *s, const double *v, const char *axis, scr_buf *why) {
  size_t k = not_positive(s, v);
  char text[32];
  if (k == s->n) return true;
  scr_format_real(text, v[k], false);
  scr_buf_printf(
      why, "%s is %s at point %zu of %s%s%s: a logarithmic axis shows positive values only", axis,
      text, k + 1, s->name ? "'" : "a series", s->name ? s->name : "", s->name ? "'" : "");
  return false;
}

bool scr_figure_check(const scr_figure *f, scr_buf *why, size_t *series) {
  for (size_t k = 0; k < f->n; k++) {
    const scr_series *s = &f->series[k];
    bool log_y = !s->residual && (s->right ? f->log_right : f->log_y);
    *series = k;
    if (f->log_x && !check_log(s, s->x, "x", why)) return false;
    if (log_y && !check_log(s, s->y, "y", why)) return false;
  }
  return true;
}

const char *scr_layout_title(scr_layout *l) {
  const scr_figure *f = l->figure;
  if (f->title) return f->title;
  const char *y = f->y_label ? f->y_label : f->n ? f->series[0].name : NULL, *x = f->x_label;
  if (!y || !x) return y ? y : x ? x : "";
  scr_buf b = {0};
  scr_buf_printf(&b, "%s over %s", y, x);
  const char *text = scr_arena_strn(&l->arena, b.s, b.n);
  scr_buf_free(&b);
  return text;
}

static bool draw_by_cairo(const scr_figure *f, scr_picture kind, scr_buf *out) {
  scr_layout l;
  scr_layout_make(&l, f);
  bool ok = scr_cairo_draw(&l, kind, f->scale > 0 ? f->scale : 2, scr_layout_title(&l), out);
  scr_layout_free(&l);
  return ok;
}

static bool fail_check(scr_diag *d, const scr_loc *at, const scr_figure *f) {
  scr_buf why = {0};
  size_t series;
  bool ok = scr_figure_check(f, &why, &series);
  if (!ok) scr_fail(d, at, SCR_E_VALUE, "%s", why.s);
  scr_buf_free(&why);
  return ok;
}

bool scr_figure_draw(scr_diag *d, const scr_loc *at, const scr_figure *f, scr_picture kind,
                     scr_buf *out) {
  if (!fail_check(d, at, f)) return false;
  if (!scr_picture_possible(d, at, kind)) return false;
  if (kind == SCR_PICTURE_SVG) return scr_figure_svg(f, false, out);
  return draw_by_cairo(f, kind, out) ||
         scr_fail(d, at, SCR_E_LIMIT, "cairo cannot draw a picture of this size");
}

bool scr_figure_write(scr_diag *d, const scr_loc *at, const scr_figure *f, const char *path) {
  scr_buf bytes = {0};
  scr_outfile file;
  bool ok = scr_figure_draw(d, at, f, scr_picture_of(path), &bytes);
  if (ok) {
    scr_outfile_open(&file, path, false, d->interrupt);
    scr_outfile_put(&file, bytes.s, bytes.n);
    ok = scr_outfile_close(&file, true, false);
    if (!ok) scr_outfile_blame(&file, d, at, SCR_E_FILE, "write", path);
  }
  scr_buf_free(&bytes);
  return ok;
}
