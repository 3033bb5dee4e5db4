/* Help: everything is read from the rows that also drive commands, intrinsics and laws. */
#include "cmd/help.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/commands.h"
#include "cmd/legacy.h"

/* ---- commands ---- */

static bool is_ignored(const scr_command *c) { return (c->flags & SCR_CMD_IGNORED) != 0; }
static bool is_refused(const scr_command *c) { return !c->run && !is_ignored(c); }

static void put_words(const scr_word_row *r, scr_buf *out) {
  for (; r && r->word; r++) {
    if (r->doc && r->doc[0] == '!') continue;
    scr_buf_printf(out, "  %-24s %-28s %s\n", r->word, r->args ? r->args : "", r->doc ? r->doc : "");
  }
}

static void put_command(const scr_command *c, bool full, scr_buf *out) {
  if (!full) {
    const char *what = is_refused(c) ? "not supported: " : is_ignored(c) ? "ignored: " : "";
    scr_buf_printf(out, "%-28s %s%s\n", c->name, what, c->doc);
    return;
  }
  scr_buf_printf(out, "%s%s%s\n  %s%s\n", c->name, c->args && *c->args ? " " : "", c->args ? c->args : "",
                 is_refused(c)   ? "Not supported: "
                 : is_ignored(c) ? "Read and ignored: "
                                 : "",
                 c->doc);
  if (c->words && c->words->word) scr_buf_puts(out, "Keywords:\n");
  put_words(c->words, out);
}

/* Do the given words abbreviate the first words of the name? *exact: they are all of it. */
static bool name_starts(const char *name, int n, char *const *word, bool *exact) {
  for (int k = 0; k < n; k++) {
    if (!*name) return false;
    char part[64];
    size_t len = strcspn(name, " ");
    size_t keep = len < sizeof part ? len : sizeof part - 1;
    memcpy(part, name, keep);
    part[keep] = 0;
    if (!scr_abbreviates(word[k], part)) return false;
    name += len;
    if (*name) name++;
  }
  *exact = !*name;
  return true;
}

typedef const scr_command *(*row_at)(size_t k);

static bool help_rows(size_t count, row_at at, int n, char *const *word, const char *title, scr_buf *out) {
  size_t found = 0;
  const scr_command *only = NULL, *whole = NULL;
  for (size_t k = 0; k < count; k++) {
    bool exact;
    if (!name_starts(at(k)->name, n, word, &exact)) continue;
    found++;
    only = at(k);
    if (exact && !whole) whole = at(k);
  }
  if (found == 0) return false;
  scr_buf_puts(out, title);
  if (found == 1) whole = only;
  if (whole) put_command(whole, true, out);
  if (found == 1) return true;
  for (size_t k = 0; k < count; k++) {
    bool exact;
    if (at(k) != whole && name_starts(at(k)->name, n, word, &exact)) put_command(at(k), false, out);
  }
  return true;
}

/* An alias is explained by what it stands for. */
static bool help_alias(int n, char *const *word, scr_buf *out) {
  for (const scr_alias *a = scr_aliases; a->from; a++) {
    bool exact;
    if (!name_starts(a->from, n, word, &exact) || !exact) continue;
    scr_buf_printf(out, "%s is short for: %s\n", a->from, a->to);
    return true;
  }
  return false;
}

/* ---- intrinsics ---- */

static void put_intrinsic(const scr_fish_fn *fn, scr_buf *out) {
  bool refused = (fn->flags & SCR_FN_REFUSED) != 0;
  scr_buf_printf(out, "FISH: %s(%s)%s%s\n  %s%s\n", fn->name, refused ? "" : fn->sig,
                 fn->assign || fn->edit ? "  can be assigned" : "", fn->flags & SCR_FN_LEGACY ? "  (legacy dialect)" : "",
                 refused ? "Not supported: " : "", fn->doc);
}

static bool help_intrinsic(scr_session *s, const char *name, scr_buf *out) {
  bool found = false;
  for (size_t k = 0; k < scr_fish_rows(s->fish); k++) {
    const scr_fish_fn *fn = scr_fish_row(s->fish, k);
    if (scr_casecmp(fn->name, name) != 0) continue;
    put_intrinsic(fn, out);
    found = true;
  }
  size_t n = strlen(name);
  for (size_t k = 0; !found && n && name[n - 1] == '.' && k < scr_fish_rows(s->fish); k++) {
    const scr_fish_fn *fn = scr_fish_row(s->fish, k);
    if (scr_ncasecmp(fn->name, name, n) == 0) scr_buf_printf(out, "%-28s %s\n", fn->name, fn->doc);
  }
  return out->n > 0;
}

/* ---- laws ---- */

static void put_bound(double x, scr_buf *out) {
  char text[32];
  scr_format_real(text, x, false);
  scr_buf_puts(out, x == HUGE_VAL ? "inf" : x == -HUGE_VAL ? "-inf" : text);
}

static void put_prop(const scr_prop *p, scr_buf *out) {
  scr_buf_printf(out, "  %-14s %-6s ", p->name, p->unit);
  if (p->flags & SCR_PROP_READONLY) {
    scr_buf_puts(out, "read only");
  } else if (p->type == SCR_P_VEC) {
    scr_buf_puts(out, "vector");
  } else {
    scr_buf_puts(out, p->flags & SCR_PROP_OPEN_LO || p->lo == -HUGE_VAL ? "(" : "[");
    put_bound(p->lo, out);
    scr_buf_puts(out, ", ");
    put_bound(p->hi, out);
    scr_buf_printf(out, "%s default ", p->flags & SCR_PROP_OPEN_HI || p->hi == HUGE_VAL ? ")" : "]");
    put_bound(p->def, out);
    if (p->flags & SCR_PROP_INHERIT) scr_buf_puts(out, " inherited");
  }
  scr_buf_printf(out, "  %s\n", p->doc);
}

static void put_law(const scr_model *m, scr_buf *out) {
  scr_buf_printf(out, "contact law %s: %s\nProperties:\n", m->name, m->doc);
  for (int k = 0; k < m->nprop; k++) put_prop(&m->prop[k], out);
  if (m->nmethod) scr_buf_puts(out, "Methods:\n");
  for (int k = 0; k < m->nmethod; k++) {
    scr_buf_printf(out, "  %s", m->method[k].name);
    for (const char *const *a = m->method[k].args; a && *a; a++) scr_buf_printf(out, " %s", *a);
    scr_buf_printf(out, ": %s\n", m->method[k].doc);
  }
  if (m->nenergy) scr_buf_puts(out, "Energies:");
  for (int k = 0; k < m->nenergy; k++) scr_buf_printf(out, " %s", m->energy[k].name);
  if (m->nenergy) scr_buf_puts(out, "\n");
}

static bool help_law(const char *name, scr_buf *out) {
  const scr_model *m = scr_model_find(name);
  if (m) put_law(m, out);
  if (m) return true;
  bool found = false;
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_prop *p = scr_model_prop(scr_model_at(k), name);
    if (!p) continue;
    scr_buf_printf(out, "property of the contact law %s\n", scr_model_at(k)->name);
    put_prop(p, out);
    found = true;
  }
  return found;
}

/* ---- whole ---- */

static void overview(scr_buf *out) {
  scr_buf_puts(out, "Commands (scree help COMMAND tells more):\n");
  for (size_t k = 0; k < scr_command_count(); k++)
    if (!is_refused(scr_command_at(k))) put_command(scr_command_at(k), false, out);
  scr_buf_puts(out, "\nContact laws:");
  for (int k = 0; k < scr_model_count(); k++) scr_buf_printf(out, " %s", scr_model_at(k)->name);
  scr_buf_puts(out, "\n\nAlso:\n"
                    "  scree help LAW                      properties, methods and energies of a contact law: scree help hertz\n"
                    "  scree help PROPERTY                 laws that have it: scree help kn\n"
                    "  scree help FUNCTION                 of FISH: scree help ball.vel; all of a family: scree help ball.\n"
                    "  scree help --names                  every name, one a line\n"
                    "  scree help ignored                  commands that are read and ignored\n");
}

static bool unknown(scr_session *s, int n, char *const *word, scr_buf *out) {
  scr_buf all = {0};
  for (int k = 0; k < n; k++) scr_buf_printf(&all, "%s%s", k ? " " : "", word[k]);
  scr_nearest near = {.word = all.s};
  for (size_t k = 0; k < scr_command_count(); k++) scr_nearest_offer(&near, scr_command_at(k)->name);
  for (size_t k = 0; k < scr_fish_rows(s->fish); k++) scr_nearest_offer(&near, scr_fish_row(s->fish, k)->name);
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    scr_nearest_offer(&near, m->name);
    for (int i = 0; i < m->nprop; i++) scr_nearest_offer(&near, m->prop[i].name);
  }
  scr_buf_printf(out, "nothing is known about '%s'", all.s);
  if (near.best) scr_buf_printf(out, "; did you mean '%s'?", near.best);
  scr_buf_puts(out, "\n");
  scr_buf_free(&all);
  return false;
}

bool scr_help(scr_session *s, int n, char *const *word, scr_buf *out) {
  if (n == 0) {
    overview(out);
    return true;
  }
  bool found = false;
  if (n == 1 && help_intrinsic(s, word[0], out)) found = true;
  if (n == 1 && help_law(word[0], out)) found = true;
  if (!found && help_rows(scr_command_count(), scr_command_at, n, word, "", out)) found = true;
  if (!found && help_alias(n, word, out)) found = true;
  /* the last word may be a keyword */
  if (!found && n > 1 && help_rows(scr_command_count(), scr_command_at, n - 1, word, "", out)) found = true;
  if (help_rows(scr_legacy_count(), scr_legacy_at, n, word, "Legacy dialect:\n", out)) found = true;
  return found || unknown(s, n, word, out);
}

void scr_help_names(scr_session *s, scr_buf *out) {
  for (size_t k = 0; k < scr_command_count(); k++)
    if (!is_refused(scr_command_at(k))) scr_buf_printf(out, "command\t%s\n", scr_command_at(k)->name);
  for (size_t k = 0; k < scr_fish_rows(s->fish); k++) {
    const scr_fish_fn *fn = scr_fish_row(s->fish, k);
    if (fn->flags & SCR_FN_REFUSED) continue;
    scr_buf_printf(out, "%s\t%s\n", fn->flags & SCR_FN_LEGACY ? "legacy" : "intrinsic", fn->name);
  }
  for (size_t k = 0; k < scr_legacy_count(); k++)
    if (!is_refused(scr_legacy_at(k)) && !scr_fish_find(s->fish, scr_legacy_at(k)->name))
      scr_buf_printf(out, "legacy\t%s\n", scr_legacy_at(k)->name);
  for (int k = 0; k < scr_model_count(); k++) scr_buf_printf(out, "law\t%s\n", scr_model_at(k)->name);
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    for (int i = 0; i < m->nprop; i++) scr_buf_printf(out, "property\t%s %s\n", m->name, m->prop[i].name);
  }
}

static void ignored_rows(size_t count, row_at at, const char *title, scr_buf *out) {
  for (size_t k = 0; k < count; k++)
    if (is_ignored(at(k))) scr_buf_printf(out, "%s%-24s %s\n", title, at(k)->name, at(k)->doc);
}

void scr_help_ignored(scr_buf *out) {
  scr_buf_puts(out, "These commands are read and ignored:\n");
  ignored_rows(scr_command_count(), scr_command_at, "  ", out);
  scr_buf_puts(out, "and in the legacy dialect:\n");
  ignored_rows(scr_legacy_count(), scr_legacy_at, "  ", out);
}
