/* What a suite found as text: lines for a terminal, CSV, markdown. */
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/files.h"
#include "verify/format.h"
#include "verify/suite.h"

const char *scr_verdict_word(bool pass) { return pass ? "pass" : "FAIL"; }

void scr_put_rounded(scr_buf *b, double x, int digits) {
  char text[32];
  snprintf(text, sizeof text, "%.*g", digits, x);
  scr_buf_puts(b, text);
}

/* All of them where nothing may differ. */
int scr_digits(const scr_row *r) { return r->gate > 0 ? 9 : 16; }

void scr_row_text(const scr_row *r, scr_buf *out) {
  scr_buf_printf(out, "  %s  ", scr_verdict_word(r->pass));
  if (r->message) {
    scr_buf_printf(out, "%s:\n", r->quantity);
    scr_buf_puts(out, r->message);
    return;
  }
  scr_buf_printf(out, "%-48s %15.*g%s%s", r->quantity, scr_digits(r), r->value, *r->unit ? " " : "",
                 r->unit);
  if (r->compared) scr_buf_printf(out, ", expected %.*g", scr_digits(r), r->expected);
  scr_buf_printf(out, ", error %.3g%s, gate %.3g\n", r->error, r->relative ? " relative" : "",
                 r->gate);
  if (!r->pass && *r->because) scr_buf_printf(out, "        gate: %s\n", r->because);
}

/* ---- CSV ---- */

static void put_real(scr_buf *b, double x) {
  char text[32];
  scr_format_real(text, x, false);
  scr_buf_puts(b, text);
}

static void put_field(scr_buf *b, const char *text) {
  if (!strpbrk(text, ",\"\r\n")) {
    scr_buf_puts(b, text);
    return;
  }
  scr_buf_puts(b, "\"");
  for (; *text; text++) scr_buf_put(b, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
  scr_buf_puts(b, "\"");
}

/* Says whether the error is relative: in the name, so that all columns of numbers hold numbers. */
static void put_quantity(scr_buf *b, const scr_row *r) {
  scr_buf name = {0};
  scr_buf_puts(&name, r->quantity);
  if (r->relative) scr_buf_puts(&name, " [relative error]");
  put_field(b, name.s);
  scr_buf_free(&name);
}

void scr_suite_csv(const scr_suite *s, scr_buf *out) {
  scr_buf_puts(out, "case,quantity,value,expected,error,gate,verdict\n");
  for (size_t k = 0; k < s->n; k++)
    for (size_t i = 0; i < s->item[k].nrow; i++) {
      const scr_row *r = &s->item[k].row[i];
      put_field(out, s->item[k].name);
      scr_buf_puts(out, ",");
      put_quantity(out, r);
      for (int c = 0; c < 4; c++) {
        const double x[] = {r->value, r->expected, r->error, r->gate};
        scr_buf_puts(out, ",");
        if (!r->message && (c != 1 || r->compared)) put_real(out, x[c]);
      }
      scr_buf_printf(out, ",%s\n", scr_verdict_word(r->pass));
    }
}

/* ---- markdown ---- */

/* One line; a bar would end the cell. */
static void put_cell(scr_buf *b, const char *text) {
  for (; *text && *text != '\n'; text++)
    scr_buf_put(b, *text == '|' ? "\\|" : text, *text == '|' ? 2 : 1);
}

static void markdown_row(const scr_row *r, scr_buf *out) {
  scr_buf_puts(out, "| ");
  put_cell(out, r->quantity);
  scr_buf_puts(out, " | ");
  if (r->message) {
    scr_buf_puts(out, "| | | | FAIL: ");
    put_cell(out, r->message);
    scr_buf_puts(out, " |\n");
    return;
  }
  scr_put_rounded(out, r->value, scr_digits(r));
  scr_buf_printf(out, "%s%s | ", *r->unit ? " " : "", r->unit);
  if (r->compared) scr_put_rounded(out, r->expected, scr_digits(r));
  scr_buf_puts(out, " | ");
  scr_put_rounded(out, r->error, 3);
  scr_buf_puts(out, r->relative ? " relative | " : " | ");
  scr_put_rounded(out, r->gate, 3);
  scr_buf_printf(out, " | %s |\n", scr_verdict_word(r->pass));
}

static void markdown_published(const scr_case *c, scr_buf *out) {
  const scr_verdicts *v = &c->run[0].found;
  for (size_t k = 0; k < v->npublished; k++)
    scr_buf_printf(out, "%s- %s,\n  error of %s as published: %.3g\n", k ? "" : "\n",
                   v->published[k].by, v->published[k].of, v->published[k].error);
}

static void markdown_case(const scr_case *c, const char *figures, scr_buf *out) {
  scr_buf_printf(out, "\n## %s\n", c->title);
  scr_buf_puts(out, c->about);
  scr_buf_printf(out,
                 "\nCase `%s`.\n\n| quantity | value | expected | error | gate | verdict "
                 "|\n|---|---|---|---|---|---|\n",
                 c->name);
  for (size_t k = 0; k < c->nrow; k++) markdown_row(&c->row[k], out);
  markdown_published(c, out);
  for (size_t k = 0; k < c->nfigure; k++)
    scr_buf_printf(out, "%s![%.*s](%s/%s/%s)\n", k ? "" : "\n", (int)strcspn(c->figure[k], "."),
                   c->figure[k], figures, c->name, c->figure[k]);
}

void scr_suite_markdown(const scr_suite *s, const char *figures, scr_buf *out) {
  int pass, fail;
  char hash[33];
  scr_suite_count(s, &pass, &fail);
  scr_suite_hash(s, hash);
  scr_buf_puts(out, "# Verification\n\n");
  scr_buf_printf(
      out,
      "What `scree verify` prints, on every machine the same: %d quantities of %zu "
      "cases pass their gates,\n%d do not. Hash of the last states of all runs:\n`%s`.\n",
      pass, s->n, fail, hash);
  for (size_t k = 0; k < s->n; k++) markdown_case(&s->item[k], figures, out);
}
