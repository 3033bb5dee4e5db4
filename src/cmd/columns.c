/* Aligned columns: see columns.h. */
#include "cmd/columns.h"

#include <stdio.h>
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

/* n numbers of cell k. */
typedef struct scr_cell_reals {
  size_t k;
  int n;
  double x[SCR_MOST_COMPS];
} cell_reals;

static void put_reals(scr_buf *out, const double *x, int n, bool rounded) {
  char text[32];
  scr_buf_puts(out, n > 1 ? "(" : "");
  for (int k = 0; k < n; k++) {
    if (rounded)
      snprintf(text, sizeof text, "%.6g", x[k]);
    else
      scr_format_real(text, x[k], false);
    scr_buf_printf(out, "%s%s", k ? "," : "", text);
  }
  scr_buf_puts(out, n > 1 ? ")" : "");
}

void scr_columns_reals(scr_columns *c, const double *x, int n) {
  assert(n <= SCR_MOST_COMPS);
  SCR_GROW(c->reals, c->cap_reals, c->nreals + 1);
  cell_reals *r = &c->reals[c->nreals++];
  *r = (cell_reals){.k = c->n, .n = n};
  for (int k = 0; k < n; k++) r->x[k] = x[k];
  put_reals(&c->text, x, n, false);
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

/* The cells once more, with numbers of 6 digits. */
static void round_reals(scr_columns *c) {
  scr_buf text = {0};
  size_t next = 0;
  scr_buf_puts(&text, "");
  for (size_t k = 0, from = 0; k < c->n; k++) {
    const size_t end = c->end[k];
    if (next < c->nreals && c->reals[next].k == k) {
      put_reals(&text, c->reals[next].x, c->reals[next].n, true);
      next++;
    } else
      scr_buf_put(&text, c->text.s + from, end - from);
    from = end;
    c->end[k] = text.n;
  }
  scr_buf_free(&c->text);
  c->text = text;
}

static size_t most_cells(const scr_columns *c) {
  size_t most = 0;
  for (size_t row = 0, k = 0; row < c->nrow; k = c->row[row++])
    most = SCR_MAX(most, c->row[row] - k);
  return most;
}

/* Columns [from, to) of each row that has any of them, behind the first one. */
static void put_block(const scr_columns *c, const size_t *width, size_t from, size_t to,
                      scr_buf *out) {
  for (size_t row = 0, first = 0; row < c->nrow; first = c->row[row++]) {
    const size_t cells = c->row[row] - first;
    if (from > 1 && cells <= from) continue;
    for (size_t column = 0; column < SCR_MIN(cells, to);
         column = column ? column + 1 : SCR_MAX(from, (size_t)1)) {
      size_t n;
      const char *text = cell(c, first + column, &n);
      const bool last = column + 1 == SCR_MIN(cells, to);
      scr_buf_put(out, text, n);
      if (!last) scr_buf_printf(out, "%*s", (int)(width[column] - width_of(text, n) + 2), "");
    }
    scr_buf_puts(out, "\n");
  }
}

/* The first column behind those from `from` on that fit into a line with the first one; at least
 * one. room 0: all do. */
static size_t block_end(const size_t *width, size_t from, size_t columns, size_t room) {
  size_t to = SCR_MAX(from, (size_t)1), used = width[0];
  while (to < columns && (!room || to == SCR_MAX(from, (size_t)1) || used + 2 + width[to] <= room))
    used += 2 + width[to++];
  return SCR_MIN(to, columns);
}

void scr_columns_print(scr_session *s, scr_columns *c) {
  scr_buf out = {0};
  if (scr_interrupted(scr_session_diag(s))) c->nrow = 0;
  size_t *width = scr_alloc(c->n * sizeof *width);
  const size_t room = scr_session_room(s);
  if (room) round_reals(c);
  measure(c, width);
  const size_t columns = most_cells(c);
  for (size_t from = 0; from < columns;) {
    const size_t to = block_end(width, from, columns, room);
    if (from) scr_buf_puts(&out, "\n");
    put_block(c, width, from, to, &out);
    from = to;
  }
  if (out.s) scr_session_print(s, "%s", out.s);
  scr_buf_free(&out);
  scr_buf_free(&c->text);
  scr_free(width);
  scr_free(c->end);
  scr_free(c->row);
  scr_free(c->reals);
  *c = (scr_columns){0};
}

void scr_columns_groups(scr_columns *c, const scr_world *w, uint32_t set) {
  scr_buf text = {0};
  for (int others = 0; others < 2; others++)
    for (uint32_t k = 0; set && k < w->sets.count[set]; k++) {
      const char *slot = scr_word_text(&w->words, (uint32_t)w->sets.entry[set][2 * k]);
      const char *group = scr_word_text(&w->words, (uint32_t)w->sets.entry[set][2 * k + 1]);
      if ((scr_casecmp(slot, "Default") != 0) != others) continue;
      scr_buf_printf(&text, "%s%s%s%s", text.n ? "," : "", others ? slot : "", others ? ":" : "",
                     group);
    }
  scr_columns_cell(c, "%s", text.n ? text.s : "None");
  scr_buf_free(&text);
}
