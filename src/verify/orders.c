/* Figures of convergence: errors over the varied value, on logarithmic axes, beside a line of the
 * expected slope. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "cmd/files.h"
#include "io/figure.h"
#include "verify/suite.h"

static bool drawable(const scr_study *s) {
  for (size_t k = 0; k < s->n; k++)
    if (!(s->x[k] > 0) || !(s->y[k] > 0) || !isfinite(s->y[k])) return false;
  return s->n > 1;
}

static bool same_subject(const scr_study *a, const scr_study *b) {
  return strcmp(a->of, b->of) == 0 && strcmp(a->over, b->over) == 0;
}

/* "order-lower-sphere.svg"; with a number where that is there already: "e < 1" and "e = 1" have the
 * same letters. */
static char *file_name(const scr_case *c, const scr_study *s) {
  scr_buf stem = {0}, name = {0};
  scr_buf_puts(&stem, "order-");
  for (const char *p = s->of; *p; p++) {
    const char a = isalnum((unsigned char)*p) ? (char)scr_lower((unsigned char)*p) : '-';
    if (a != '-' || stem.s[stem.n - 1] != '-') scr_buf_put(&stem, &a, 1);
  }
  scr_buf_printf(&name, "%s.svg", stem.s);
  for (int k = 2; scr_case_has_figure(c, name.s); k++) {
    scr_buf_free(&name);
    scr_buf_printf(&name, "%s-%d.svg", stem.s, k);
  }
  scr_buf_free(&stem);
  return name.s;
}

/* A straight line of slope `order` below the errors of a study: through half of its first one. */
typedef struct guide {
  double x[2], y[2];
  char name[32];
} guide;

static void make_guide(const scr_study *s, guide *g) {
  size_t far = 0;
  for (size_t k = 1; k < s->n; k++)
    if (fabs(scr_log(s->x[k] / s->x[0])) > fabs(scr_log(s->x[far] / s->x[0]))) far = k;
  g->x[0] = s->x[0], g->x[1] = s->x[far];
  g->y[0] = 0.5 * s->y[0], g->y[1] = g->y[0] * scr_pow(g->x[1] / g->x[0], s->expected);
  snprintf(g->name, sizeof g->name, "order %g", s->expected);
}

/* Both have room for all studies, the lines also for their guides. */
typedef struct chart {
  scr_series *line;
  guide *guide;
  size_t n, nguide;
} chart;

/* Would one hide the other? */
static bool coincide(const scr_series *a, const scr_study *s) {
  if (a->n != s->n) return false;
  for (size_t k = 0; k < s->n; k++)
    if (a->x[k] != s->x[k] || fabs(scr_log(a->y[k] / s->y[k])) > 0.05) return false;
  return true;
}

/* A line with marks; open marks alone where a line is there already. */
static scr_style style_of(const chart *c, const scr_study *s) {
  for (size_t k = 0; k < c->n; k++)
    if (coincide(&c->line[k], s)) return SCR_STYLE_MARKS;
  return SCR_STYLE_BOTH;
}

static void add_study(chart *c, const scr_study *s) {
  if (!drawable(s)) return;
  const char *name = *s->label ? s->label : "computed";
  c->line[c->n] =
      (scr_series){.name = name, .x = s->x, .y = s->y, .n = s->n, .style = style_of(c, s)};
  c->n++;
  guide *g = &c->guide[c->nguide];
  make_guide(s, g);
  for (size_t k = 0; k < c->nguide; k++)
    if (strcmp(c->guide[k].name, g->name) == 0) return;
  c->nguide++;
}

static void take_figure(scr_case *c, const char *name) {
  SCR_GROW(c->figure, c->cap_figure, c->nfigure + 1);
  c->figure[c->nfigure++] = scr_strdup(name);
}

static void tell_failure(scr_case *c, const char *name, const scr_diag *d) {
  scr_buf b = {0};
  scr_message_format(&d->error, &b);
  scr_case_fail(c, name, "", b.s);
  scr_buf_free(&b);
}

static void draw(scr_case *c, const scr_study *first) {
  chart all = {.line = scr_alloc(2 * c->nstudy * sizeof *all.line),
               .guide = scr_alloc(c->nstudy * sizeof *all.guide)};
  for (size_t k = 0; k < c->nstudy; k++)
    if (same_subject(&c->study[k], first)) add_study(&all, &c->study[k]);
  for (size_t k = 0; k < all.nguide; k++)
    all.line[all.n++] = (scr_series){all.guide[k].name, all.guide[k].x, all.guide[k].y, 2,
                                     SCR_STYLE_DASHED,  false,          false};
  scr_buf title = {0};
  scr_buf_printf(&title, "Convergence: %s", first->of);
  scr_buf error = {0};
  scr_buf_puts(&error, first->relative ? "relative error" : "error");
  if (!first->relative && *first->unit) scr_buf_printf(&error, " (%s)", first->unit);
  const char *over = strcmp(first->over, "dt") == 0 ? "timestep (s)" : first->over;
  scr_figure f = {
      .title = title.s, .x_label = over, .y_label = error.s, .log_x = true, .log_y = true};
  f.series = all.line, f.n = all.n;
  char *name = file_name(c, first), *path = scr_path_join(c->out, name);
  scr_diag d = {0};
  if (all.n) {
    if (scr_figure_write(&d, NULL, &f, path))
      take_figure(c, name);
    else
      tell_failure(c, name, &d);
  }
  scr_diag_clear(&d);
  scr_free(path);
  scr_free(name);
  scr_buf_free(&title);
  scr_buf_free(&error);
  scr_free(all.line);
  scr_free(all.guide);
}

void scr_case_draw_orders(scr_case *c) {
  for (size_t k = 0; k < c->nstudy; k++) {
    bool first = true;
    for (size_t i = 0; i < k; i++) first = first && !same_subject(&c->study[i], &c->study[k]);
    if (first) draw(c, &c->study[k]);
  }
}
