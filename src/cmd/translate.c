/* `scree translate`: the file is checked, and what the check tells of it is written anew. */
#include "cmd/translate.h"

#include <string.h>
#include "base/mem.h"
#include "cmd/check.h"
#include "cmd/dialect.h"
#include "cmd/files.h"
#include "cmd/read.h"
#include "cmd/today_kept.h"

static void note(scr_buf *out, const scr_today *t, const scr_left *l) {
  scr_buf_printf(out, "%s:%d:%d: warning unsupported: not translated: %s\n", t->src->name, l->line,
                 l->col, l->why);
}

/* Types of symbols are known once a pass tells nothing new: first of those of which any is known.
 */
static scr_source *passes(const scr_options *options, const char *path, scr_today *t,
                          scr_buf *errors) {
  scr_source *src = NULL;
  for (bool more = true; more; t->pass++) {
    const size_t known = scr_today_known(t);
    const bool learnt = t->learnt;
    scr_today_clear(t);
    scr_buf_clear(errors);
    if (src) scr_source_drop(src);
    src = scr_check_today(options, path, t, errors);
    if (!src) return NULL;
    t->learnt |= t->pass > 0 && known == scr_today_known(t);
    more = !learnt || known != scr_today_known(t);
  }
  return src;
}

/* Byte for byte; the check has read the file before. */
static void same_text(const char *path, scr_buf *out) {
  scr_diag d = {0};
  scr_read_bytes(&d, NULL, path, path, out);
  scr_diag_clear(&d);
}

/* Files that the file calls are not followed. */
static void tell_calls(const scr_today *t, scr_buf *out) {
  static const char *const option[] = {[SCR_LEGACY] = "legacy", [SCR_PFC5] = "pfc5"};
  for (size_t k = 0; k < t->called.n; k++) {
    const char *name = t->called.key[k], *quote = *name ? "'" : "";
    scr_buf_printf(out, "%s:%d: note: it calls %s%s%s, which is to be translated, too\n",
                   t->src->name, (int)t->called.value[k], quote,
                   *name ? name : "a file that FISH names", quote);
  }
  for (size_t k = 0; k < t->marked.n; k++)
    scr_buf_printf(out, "%s: note: alone it shows no version: translate it with --dialect %s\n",
                   t->marked.key[k], option[t->marked.value[k]]);
}

/* What stands at the head of a file without `new` is for a run of its own. */
static void tell_head(const scr_today *t, scr_buf *out) {
  if (t->starts_late)
    scr_buf_printf(out,
                   "%s: note: it has no 'new': the domain, the law and the damping at its head are "
                   "for a run of its own; where another file calls it, that file has them\n",
                   t->src->name);
}

static void tell_lent(const scr_today *t, scr_buf *out) {
  for (size_t k = 0; k < t->lent.n; k++)
    scr_buf_printf(out, k ? ", '%s'" : "%s: note: its caller is to give '%s'",
                   k ? t->lent.key[k] : t->src->name, t->lent.key[k]);
  if (t->lent.n) scr_buf_puts(out, "\n");
}

static void tell_lines(const scr_today *t, const scr_names *lines, const char *what, scr_buf *out) {
  if (!lines->n) return;
  scr_buf_printf(out, "%s: note: %s: line%s", t->src->name, what, lines->n > 1 ? "s" : "");
  for (size_t k = 0; k < lines->n; k++) scr_buf_printf(out, "%s %s", k ? "," : "", lines->key[k]);
  scr_buf_puts(out, "\n");
}

/* What may be another thing today, and is written as it was. */
static void tell_doubts(const scr_today *t, scr_buf *out) {
  tell_lines(t, &t->laws,
             "dashpots that 'damp default viscous' of another file gives do not go on with the law",
             out);
  tell_lines(t, &t->due,
             "a timestep that a function gives makes the contacts that are due, which it did not "
             "in PFC 3 and 4",
             out);
  tell_lines(t, &t->large,
             "integers of PFC 3 to 5 wrap beyond 2147483647, those of today do not; sums and "
             "products that may come near it, and shifts to the right",
             out);
}

/* ---- the result ---- */

typedef struct verdict {
  const scr_today *t;
  scr_translation *out;
} verdict;

/* Lines that are left as they are have been told. */
static bool is_left(const scr_buf *text, int line) {
  const char *p = text->s, *before = NULL;
  for (int k = 1; p && k < line; k++) {
    before = p;
    p = strchr(p, '\n');
    if (p) p++;
  }
  return before && p &&
         strncmp(before + strspn(before, " \t"), SCR_LEFT_MARK, strlen(SCR_LEFT_MARK)) == 0;
}

static void tell_fault(void *user, const scr_message *m) {
  const verdict *v = user;
  if (m->code == SCR_E_FILE || is_left(&v->out->text, m->line)) return;
  scr_buf_printf(&v->out->messages, "%s: error %s: line %d of the translation does not run: %s\n",
                 v->t->src->name, scr_code_word(m->code), m->line, m->text);
  v->out->left++;
}

/* What would stop the new file, and no line above has told. */
static void verify(const scr_options *options, const char *path, const scr_today *t,
                   scr_translation *out) {
  scr_options own = *options;
  own.dialect = -1;
  scr_check_text(&own, path, &out->text, tell_fault, &(verdict){t, out});
}

static int dimension_of(const char *path, const char *text, size_t n) {
  scr_source *src = scr_source_new(path, path, text, n);
  const int dim = scr_read_dimension(NULL, src, path);
  scr_source_drop(src);
  return dim ? dim : 3;
}

/* What only words of old tell is told by a comment. */
static void keep_dimension(const scr_source *src, const char *path, scr_buf *text) {
  const int dim = scr_read_dimension(NULL, src, path);
  if (!dim || !text->n || dimension_of(path, text->s, text->n) == dim) return;
  scr_buf whole = {0};
  scr_buf_printf(&whole, "; (%dD)\n", dim);
  scr_buf_put(&whole, text->s, text->n);
  scr_buf_free(text);
  *text = whole;
}

void scr_translate_file(const scr_options *options, const char *path, scr_translation *out) {
  scr_today t = {0};
  scr_buf errors = {0};
  *out = (scr_translation){0};
  scr_source *src = passes(options, path, &t, &errors);
  if (src && t.nedit + t.nanew == 0 && scr_dialect_of(NULL, src, NULL) != SCR_LEGACY) {
    scr_buf_printf(&out->messages, "%s: all its words are of today; nothing is changed\n", path);
    same_text(path, &out->text);
  } else if (src) {
    scr_today_sort(&t);
    scr_today_put(&t, &out->text);
    keep_dimension(src, path, &out->text);
    out->left = (int)t.nleft;
    for (size_t k = 0; k < t.nleft; k++) note(&out->messages, &t, &t.left[k]);
    verify(options, path, &t, out);
    tell_calls(&t, &out->messages);
    tell_head(&t, &out->messages);
    tell_lent(&t, &out->messages);
    tell_doubts(&t, &out->messages);
  } else {
    scr_buf_puts(&out->messages, errors.s ? errors.s : "");
  }
  if (src) scr_source_drop(src);
  scr_today_clear(&t);
  scr_names_free(&t.real);
  scr_names_free(&t.other);
  scr_names_free(&t.words);
  scr_names_free(&t.marked);
  scr_names_free(&t.macros);
  scr_buf_free(&errors);
}
