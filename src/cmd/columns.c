/* Aligned columns: see columns.h. */
#include "cmd/columns.h"

#include <string.h>
#include "base/mem.h"
#include "base/num.h"

static void end_cell(scr_columns *c) {
  size_t from = c->n ? c->end[c->n - 1] : 0;
  if (c->text.n == from) scr_buf_puts(&c->text, "-");
  SCR_GROW(c->end, c->cap, c->n + 1);
  c->end[c->n++] = c->text.n;
}

void scr_columns_cell(scr_columns *c, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(&c->text, fmt, ap);
  va_end(ap);
  end_cell(c);
}

void scr_columns_head(scr_columns *c, const char *name, const char *unit) {
  bool has = unit && *unit;
  scr_columns_cell(c, "%s%s%s%s", name, has ? " (" : "", has ? unit : "", has ? ")" : "");
}

void scr_columns_reals(scr_columns *c, const double *x, int n) {
  char text[32];
  scr_buf_puts(&c->text, n > 1 ? "(" : "");
  for (int k = 0; k < n; k++) {
    scr_format_real(text, x[k], false);
    scr_buf_printf(&c->text, "%s%s", k ? "," : "", text);
  }
  scr_buf_puts(&c->text, n > 1 ? ")" : "");
  end_cell(c);
}

void scr_columns_real(scr_columns *c, double x) { scr_columns_reals(c, &x, 1); }

void scr_columns_row(scr_columns *c) {
  SCR_GROW(c->row, c->cap_row, c->nrow + 1);
  c->row[c->nrow++] = c->n;
}

void scr_columns_fact(scr_columns *c, const char *name, double x, const char *unit) {
  scr_columns_cell(c, "%s", name);
  scr_columns_real(c, x);
  if (*unit) scr_columns_cell(c, "%s", unit);
  scr_columns_row(c);
}

/* ---- printing ---- */

static const char *cell(const scr_columns *c, size_t k, size_t *n) {
  size_t from = k ? c->end[k - 1] : 0;
  *n = c->end[k] - from;
  return c->text.s + from;
}

/* Characters, not bytes. */
static size_t width_of(const char *text, size_t n) {
  size_t width = 0;
  for (size_t k = 0; k < n; k++) width += ((unsigned char)text[k] & 0xc0) != 0x80;
  return width;
}

static void measure(const scr_columns *c, size_t *width) {
  for (size_t row = 0, k = 0; row < c->nrow; row++)
    for (size_t column = 0; k < c->row[row]; k++, column++) {
      size_t n;
      const char *text = cell(c, k, &n);
      width[column] = SCR_MAX(width[column], width_of(text, n));
    }
}

void scr_columns_print(scr_session *s, scr_columns *c) {
  scr_buf out = {0};
  if (scr_interrupted(&s->diag)) c->nrow = 0;
  size_t *width = scr_alloc((c->n + 1) * sizeof *width);
  measure(c, width);
  for (size_t row = 0, k = 0; row < c->nrow; row++) {
    for (size_t column = 0; k < c->row[row]; k++, column++) {
      size_t n;
      const char *text = cell(c, k, &n);
      bool last = k + 1 == c->row[row];
      scr_buf_put(&out, text, n);
      if (!last) scr_buf_printf(&out, "%*s", (int)(width[column] - width_of(text, n) + 2), "");
    }
    scr_buf_puts(&out, "\n");
  }
  if (out.s) scr_session_print(s, "%s", out.s);
  scr_buf_free(&out);
  scr_buf_free(&c->text);
  scr_free(width);
  scr_free(c->end);
  scr_free(c->row);
  *c = (scr_columns){0};
}

void scr_columns_groups(scr_columns *c, const scr_world *w, uint32_t set) {
  scr_buf text = {0};
  for (int others = 0; others < 2; others++)
    for (uint32_t k = 0; set && k < w->sets.count[set]; k++) {
      const char *slot = scr_word_text(&w->words, (uint32_t)w->sets.entry[set][2 * k]);
      const char *group = scr_word_text(&w->words, (uint32_t)w->sets.entry[set][2 * k + 1]);
      if ((scr_casecmp(slot, "Default") != 0) != others) continue;
      scr_buf_printf(&text, "%s%s%s%s", text.n ? "," : "", others ? slot : "", others ? ":" : "", group);
    }
  scr_columns_cell(c, "%s", text.n ? text.s : "None");
  scr_buf_free(&text);
}
