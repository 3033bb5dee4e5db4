/* The report as one HTML page: opens from disk, prints, follows light and dark, needs no script. */
#include <string.h>
#include "base/mem.h"
#include "cmd/files.h"
#include "kernel/kernel.h"
#include "verify/format.h"
#include "verify/suite.h"

static const char style[] =
    ":root{color-scheme:light "
    "dark;--fg:#1b1f24;--bg:#ffffff;--soft:#5b6570;--line:#d5dae0;--code:#f3f5f7;--good:#00664a;--"
    "bad:#b3261e}\n"
    "@media(prefers-color-scheme:dark){:root{--fg:#e4e8ec;--bg:#14181c;--soft:#9aa5b1;--line:#"
    "343c45;--code:#1d2329;--good:#"
    "4fc79a;"
    "--bad:#ff8a80}}\n"
    "body{font:16px/1.5 "
    "system-ui,sans-serif;color:var(--fg);background:var(--bg);max-width:64rem;margin:0 "
    "auto;padding:1.5rem}\n"
    "h1{font-size:1.7rem;margin:0 0 .3rem}h2{font-size:1.25rem;margin:2.5rem 0 "
    ".4rem;border-top:1px solid "
    "var(--line);padding-top:1.5rem}\n"
    "p{max-width:46rem;margin:.6rem 0}a{color:inherit}code,pre{font:.82em/1.45 "
    "ui-monospace,monospace;background:var(--code)}\n"
    "code{padding:.1em "
    ".25em;overflow-wrap:anywhere}pre{padding:.7rem;overflow:auto;max-height:13rem;margin:.2rem 0 "
    ".8rem}\n"
    "h3{font-size:.86em;font-weight:600;color:var(--soft);margin:1rem 0 0}\n"
    "table{border-collapse:collapse;font-size:.86em;margin:.8rem "
    "0;font-variant-numeric:tabular-nums}\n"
    "th,td{text-align:right;padding:.2rem .7rem;border-bottom:1px solid "
    "var(--line);white-space:nowrap}\n"
    "th:first-child,td:first-child{padding-left:0;text-align:left}th:nth-child(2),td:nth-child(2){"
    "text-align:left;white-space:"
    "normal;min-width:12em}th{color:var(--soft);font-weight:600}.run{white-space:nowrap}.unit{"
    "white-space:normal}td.message{"
    "white-space:normal;text-align:left;overflow-wrap:anywhere}\n"
    ".wide{overflow-x:auto}.pass{color:var(--good)}.fail{color:var(--bad);font-weight:700}.soft{"
    "color:var(--soft)}\n"
    ".verdict{font-size:1.1rem}.figures{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;flex:"
    "1 1 26rem;max-width:38rem}\n"
    "figure svg{width:100%;height:auto;color:inherit}figure "
    "svg>rect{fill:none}dl{display:grid;grid-template-columns:max-content "
    "1fr;gap:.1rem "
    "1rem;margin:.8rem 0}\n"
    "dt{color:var(--soft)}dd{margin:0}ol{padding-left:1.4rem}\n"
    "@media "
    "print{body{font-size:10.5px;max-width:none;padding:0}h2,h3{break-after:avoid}figure,tr{break-"
    "inside:avoid}"
    "figure{flex-basis:45%}pre{white-space:pre-wrap;max-height:none;font-size:8px}a{text-"
    "decoration:none}"
    "td,th{white-space:normal;padding:.1rem .4rem}}\n";

/* ---- text ---- */

static void put_escaped(scr_buf *b, const char *text) { scr_buf_put_markup(b, text, strlen(text)); }

/* Of markdown: paragraphs, and `code`. */
static void put_paragraphs(scr_buf *b, const char *text) {
  while (*text) {
    text += strspn(text, "\n");
    if (!*text) break;
    const char *end = strstr(text, "\n\n");
    const size_t n = end ? (size_t)(end - text) : strlen(text);
    bool code = false;
    scr_buf_puts(b, "<p>");
    for (size_t k = 0; k < n;) {
      size_t part = k;
      while (part < n && text[part] != '`') part++;
      scr_buf_put_markup(b, text + k, part - k);
      if (part < n) scr_buf_puts(b, code ? "</code>" : "<code>"), code = !code;
      k = part + 1;
    }
    scr_buf_puts(b, code ? "</code></p>\n" : "</p>\n");
    text += n;
  }
}

static void put_verdict(scr_buf *b, bool pass) {
  scr_buf_printf(b, "<span class=\"%s\">%s</span>", pass ? "pass" : "fail", scr_verdict_word(pass));
}

/* ---- one case ---- */

/* What stands in brackets at the end, the run, is not divided between lines. */
static void put_name(scr_buf *b, const char *name) {
  const char *run = strrchr(name, '(');
  if (!run) run = name + strlen(name);
  scr_buf_put_markup(b, name, (size_t)(run - name));
  if (!*run) return;
  scr_buf_puts(b, "<span class=\"run\">");
  put_escaped(b, run);
  scr_buf_puts(b, "</span>");
}

/* Words may go to the next line, numbers never. */
static void put_unit(scr_buf *b, const char *unit) {
  if (!*unit) return;
  scr_buf_puts(b, strchr(unit, ' ') ? "<span class=\"unit\"> " : "<span> ");
  put_escaped(b, unit);
  scr_buf_puts(b, "</span>");
}

static void put_numbers(scr_buf *b, const scr_row *r) {
  scr_buf_puts(b, "</td><td>");
  scr_put_rounded(b, r->value, scr_digits(r));
  put_unit(b, r->unit);
  scr_buf_puts(b, "</td><td>");
  if (r->compared) scr_put_rounded(b, r->expected, scr_digits(r));
  scr_buf_puts(b, "</td><td>");
  scr_put_rounded(b, r->error, 3);
  if (r->relative) scr_buf_puts(b, " rel.");
  scr_buf_puts(b, "</td><td>");
  scr_put_rounded(b, r->gate, 3);
}

/* A message stands after the name, over all columns that would hold numbers. */
static void put_message(scr_buf *b, const char *message) {
  const size_t n = strcspn(message, "\n");
  scr_buf_puts(b, ": ");
  scr_buf_put_markup(b, message, n);
}

static void put_row(scr_buf *b, const scr_row *r) {
  scr_buf_puts(b, "<tr><td>");
  put_verdict(b, r->pass);
  scr_buf_puts(b, r->message ? "</td><td class=\"message\" colspan=\"5\">" : "</td><td>");
  put_name(b, r->quantity);
  if (r->message)
    put_message(b, r->message);
  else
    put_numbers(b, r);
  scr_buf_puts(b, "</td></tr>\n");
}

static void put_published(scr_buf *b, const scr_case *c) {
  const scr_verdicts *v = &c->run[0].found;
  for (size_t k = 0; k < v->npublished; k++) {
    scr_buf_puts(b, "<tr class=\"soft\"><td></td><td>");
    put_escaped(b, v->published[k].of);
    scr_buf_puts(b, ", ");
    put_escaped(b, v->published[k].by);
    scr_buf_puts(b, "</td><td></td><td></td><td>");
    scr_put_rounded(b, v->published[k].error, 3);
    scr_buf_puts(b, " (published)</td><td></td></tr>\n");
  }
}

/* Why gates lie where they lie: each reason once, with the quantities that it holds for. */
static void put_reasons(scr_buf *b, const scr_case *c) {
  for (size_t k = 0; k < c->nrow; k++) {
    const char *why = c->row[k].because;
    bool told = !*why;
    for (size_t i = 0; i < k && !told; i++) told = strcmp(c->row[i].because, why) == 0;
    if (told) continue;
    scr_buf_puts(b, "<p class=\"soft\">Gate of ");
    const size_t name = strcspn(c->row[k].quantity, "(");
    scr_buf_put_markup(b, c->row[k].quantity, c->row[k].quantity[name] ? name - 1 : name);
    scr_buf_puts(b, ": ");
    put_escaped(b, why);
    scr_buf_puts(b, "</p>\n");
  }
}

/* In a window of its own that scrolls; on paper in full. */
static void put_file(scr_buf *b, const char *path) {
  scr_diag d = {0};
  scr_buf text = {0};
  if (scr_read_bytes(&d, NULL, path, path, &text)) {
    scr_buf_puts(b, "<h3>");
    put_escaped(b, path);
    scr_buf_puts(b, "</h3>\n<pre tabindex=\"0\">");
    put_escaped(b, text.s);
    scr_buf_puts(b, "</pre>\n");
  }
  scr_buf_free(&text);
  scr_diag_clear(&d);
}

/* The SVG itself, without what stands before its root. */
static void put_figure(scr_buf *b, const char *dir, const char *name) {
  char *path = scr_path_join(dir, name);
  scr_diag d = {0};
  scr_buf text = {0};
  if (scr_read_bytes(&d, NULL, path, path, &text)) {
    const char *root = strstr(text.s, "<svg");
    if (root) {
      scr_buf_puts(b, "<figure>");
      scr_buf_puts(b, root);
      scr_buf_puts(b, "</figure>\n");
    }
  }
  scr_buf_free(&text);
  scr_diag_clear(&d);
  scr_free(path);
}

static void put_case(scr_buf *b, const scr_case *c, size_t number) {
  scr_buf_printf(b, "<section>\n<h2 id=\"case-%zu\">", number);
  put_escaped(b, c->title);
  scr_buf_puts(b, " ");
  put_verdict(b, c->pass);
  scr_buf_puts(b, "</h2>\n");
  put_paragraphs(b, c->about);
  for (size_t k = 0; k < c->nfile; k++) put_file(b, c->file[k]);
  for (size_t k = 0; k < c->nmore; k++) put_file(b, c->more[k]);
  scr_buf_puts(b, "<div "
                  "class=\"wide\"><table>\n<tr><th></th><th>quantity</th><th>value</"
                  "th><th>expected</th><th>error</th><th>gate</th></tr>\n");
  for (size_t k = 0; k < c->nrow; k++) put_row(b, &c->row[k]);
  put_published(b, c);
  scr_buf_puts(b, "</table></div>\n");
  put_reasons(b, c);
  scr_buf_puts(b, "<div class=\"figures\">\n");
  for (size_t k = 0; k < c->nfigure; k++) put_figure(b, c->out, c->figure[k]);
  scr_buf_puts(b, "</div>\n");
  put_file(b, c->check);
  scr_buf_puts(b, "</section>\n");
}

/* ---- the page ---- */

static void put_head(scr_buf *b, const scr_suite *s, int threads) {
  int pass, fail;
  char hash[33];
  scr_suite_count(s, &pass, &fail);
  scr_suite_hash(s, hash);
  scr_buf_puts(b, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
                  "name=\"viewport\" "
                  "content=\"width=device-width,initial-scale=1\">\n<title>scree: "
                  "verification</title>\n<style>\n");
  scr_buf_puts(b, style);
  scr_buf_puts(b, "</style>\n</head>\n<body>\n<h1>Verification</h1>\n<p class=\"verdict\">");
  if (fail)
    scr_buf_printf(b, "<span class=\"fail\">%d of %d quantities FAIL</span>", fail, pass + fail);
  else
    scr_buf_printf(b, "<span class=\"pass\">All %d quantities of %zu cases pass</span>", pass,
                   s->n);
  scr_buf_printf(
      b,
      "</p>\n<dl><dt>scree</dt><dd>%s</dd><dt>compiler</dt><dd>%s</dd><dt>instruction "
      "set</dt><dd>%s</dd>"
      "<dt>threads</dt><dd>%d</dd><dt>hash of all last states</dt><dd><code>%s</code></dd></dl>\n",
      SCR_VERSION, SCR_COMPILER, scr_isa_name(), threads, hash);
}

static void put_contents(scr_buf *b, const scr_suite *s) {
  scr_buf_puts(b, "<ol>\n");
  for (size_t k = 0; k < s->n; k++) {
    scr_buf_printf(b, "<li><a href=\"#case-%zu\">", k + 1);
    put_escaped(b, s->item[k].title);
    scr_buf_puts(b, "</a> ");
    put_verdict(b, s->item[k].pass);
    scr_buf_puts(b, "</li>\n");
  }
  scr_buf_puts(b, "</ol>\n");
}

void scr_suite_html(const scr_suite *s, int threads, scr_buf *out) {
  put_head(out, s, threads);
  put_contents(out, s);
  for (size_t k = 0; k < s->n; k++) put_case(out, &s->item[k], k + 1);
  scr_buf_puts(out, "</body>\n</html>\n");
}
