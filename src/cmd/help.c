/* Help: everything is read from the rows that also drive commands, intrinsics and laws. */
#include "cmd/help.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/attribute.h"
#include "cmd/commands.h"
#include "cmd/events.h"
#include "cmd/help_topics.h"
#include "cmd/legacy.h"
#include "cmd/older.h"
#include "cmd/plot_chart.h"
#include "cmd/view.h"

/* ---- commands ---- */

static bool is_ignored(const scr_command *c) { return (c->flags & SCR_CMD_IGNORED) != 0; }
static bool is_refused(const scr_command *c) { return !c->run && !is_ignored(c); }

static void put_words(const scr_word_row *r, scr_buf *out) {
  for (; r && r->word; r++) {
    if (r->doc && r->doc[0] == '!') continue;
    scr_buf_printf(out, "  %-24s %-28s %s\n", r->word, r->args ? r->args : "",
                   r->doc ? r->doc : "");
  }
}

static void put_command(const scr_command *c, bool full, scr_buf *out) {
  if (!full) {
    const char *what = is_refused(c) ? "not supported: " : is_ignored(c) ? "ignored: " : "";
    scr_buf_printf(out, "%-28s %s%s\n", c->name, what, c->doc);
    return;
  }
  scr_buf_printf(out, "%s%s%s\n  %s%s\n", c->name, c->args && *c->args ? " " : "",
                 c->args ? c->args : "",
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

static bool help_rows(size_t count, row_at at, int n, char *const *word, const char *title,
                      scr_buf *out) {
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

static void put_alias(const scr_alias *a, scr_buf *out) {
  if (*a->to == '!')
    scr_buf_printf(out, "%s\n  Not supported: %s\n", a->from, a->to + 1);
  else if (a->renamed)
    scr_buf_printf(out, "%s is '%s' since PFC 6\n", a->from, a->to);
  else
    scr_buf_printf(out, "%s is short for: %s\n", a->from, a->to);
}

/* An alias is explained by what it stands for. */
static bool help_alias(int n, char *const *word, scr_buf *out) {
  for (const scr_alias *a = scr_aliases; a->from; a++) {
    bool exact;
    if (!name_starts(a->from, n, word, &exact) || !exact) continue;
    put_alias(a, out);
    return true;
  }
  return false;
}

/* `nstep`: the last word of aliases. */
static bool help_alias_end(const char *word, scr_buf *out) {
  bool found = false;
  for (const scr_alias *a = scr_aliases; a->from; a++) {
    const char *last = strrchr(a->from, ' ');
    if (!last || scr_casecmp(last + 1, word) != 0) continue;
    put_alias(a, out);
    found = true;
  }
  return found;
}

/* ---- intrinsics ---- */

/* One type of a signature (script/fish.h) in words; returns what stands behind it. */
static const char *put_type(const char *sig, scr_buf *out) {
  static const char letter[] = "idfbsvplamMNTc*";
  static const char *const word[] = {"integer", "id",      "number", "boolean",   "string",
                                     "vector",  "pointer", "list",   "array",     "map",
                                     "matrix",  "matrix",  "tensor", "container", "value"};
  const char *at = strchr(letter, *sig);
  size_t kind = *sig && sig[1] == '{' ? strcspn(sig, "}") : 0;
  if (kind && *sig == 'p')
    scr_buf_put(out, sig + 2, kind - 2);
  else if (at && *sig)
    scr_buf_puts(out, word[at - letter]);
  return sig + (kind ? kind : 0) + 1;
}

/* "(ball [, integer])": arguments behind the first `min` may be missing. */
static const char *put_arguments(const scr_fish_fn *fn, scr_buf *out) {
  const char *sig = fn->sig;
  int n = 0;
  if (*sig == ':') return sig;
  scr_buf_puts(out, "(");
  for (; *sig && *sig != ':'; n++) {
    if (n == fn->min) scr_buf_puts(out, n ? " [" : "[");
    if (n) scr_buf_puts(out, ", ");
    if (strncmp(sig, "...", 3) == 0) {
      scr_buf_puts(out, "...");
      sig += 3;
    } else {
      sig = put_type(sig, out);
    }
  }
  scr_buf_puts(out, n > fn->min ? "])" : ")");
  return sig;
}

/* In words: `p{ball}i:v=*` is (ball [, integer]) gives a vector, and takes any value behind an
 * equal sign. */
static void put_signature(const scr_fish_fn *fn, scr_buf *out) {
  const char *sig = put_arguments(fn, out);
  if (*sig == ':' && sig[1]) {
    scr_buf_puts(out, " gives ");
    sig = put_type(sig + 1, out);
  }
  if (!fn->assign && !fn->edit) return;
  scr_buf_puts(out, "; can be assigned");
  if (*sig == '=' && sig[1] != '*') {
    scr_buf_puts(out, " a ");
    sig = put_type(sig + 1, out);
    if (*sig) scr_buf_printf(out, " in %s", sig);
  }
}

static void put_intrinsic(const scr_fish_fn *fn, scr_buf *out) {
  bool refused = (fn->flags & SCR_FN_REFUSED) != 0;
  scr_buf_printf(out, "FISH: %s", fn->name);
  if (!refused && fn->sig) put_signature(fn, out);
  scr_buf_printf(out, "%s\n  %s%s\n", fn->flags & SCR_FN_LEGACY ? "  (legacy dialect)" : "",
                 refused ? "Not supported: " : "", fn->doc);
}

/* The letters behind a function that gives a vector or tensor: ball.vel.x. */
static const char *const component_name[] = {"x", "y", "z", "xx", "yy", "zz", "xy", "xz", "yz"};

/* From the first to behind the last of the components that the row's value has; *first == the end
 * if it has none. */
static int components(const scr_fish_fn *fn, int *first) {
  const char *result = strchr(fn->sig ? fn->sig : "", ':');
  char letter = result ? result[1] : 0;
  bool dotted = strchr(fn->name, '.') && !(fn->flags & SCR_FN_REFUSED);
  *first = letter == 'T' ? 3 : 0;
  return !dotted ? *first : letter == 'v' ? 3 : letter == 'T' ? 9 : *first;
}

static void help_component(scr_session *s, const char *name, scr_buf *out) {
  const char *dot = strrchr(name, '.');
  for (size_t k = 0; dot && k < scr_fish_rows(scr_session_fish(s)); k++) {
    const scr_fish_fn *fn = scr_fish_row(scr_session_fish(s), k);
    int first, last = components(fn, &first);
    if (strlen(fn->name) != (size_t)(dot - name) ||
        scr_ncasecmp(fn->name, name, (size_t)(dot - name)) != 0)
      continue;
    for (; first < last; first++) {
      if (scr_casecmp(component_name[first], dot + 1) != 0) continue;
      scr_buf_printf(out, "FISH: %s: component of %s\n", name, fn->name);
      put_intrinsic(fn, out);
    }
  }
}

static bool help_intrinsic(scr_session *s, const char *name, scr_buf *out) {
  bool found = false;
  for (size_t k = 0; k < scr_fish_rows(scr_session_fish(s)); k++) {
    const scr_fish_fn *fn = scr_fish_row(scr_session_fish(s), k);
    if (scr_casecmp(fn->name, name) != 0) continue;
    put_intrinsic(fn, out);
    found = true;
  }
  size_t n = strlen(name);
  for (size_t k = 0; !found && n && name[n - 1] == '.' && k < scr_fish_rows(scr_session_fish(s));
       k++) {
    const scr_fish_fn *fn = scr_fish_row(scr_session_fish(s), k);
    if (scr_ncasecmp(fn->name, name, n) == 0) scr_buf_printf(out, "%-28s %s\n", fn->name, fn->doc);
  }
  if (!found && out->n == 0) help_component(s, name, out);
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
  } else if (p->type >= SCR_P_VEC || p->flags & SCR_PROP_NAME) {
    scr_buf_puts(out, p->type >= SCR_P_VEC ? "vector" : "name");
  } else {
    scr_buf_puts(out, p->flags & SCR_PROP_OPEN_LO || p->lo == -HUGE_VAL ? "(" : "[");
    put_bound(p->lo, out);
    scr_buf_puts(out, ", ");
    put_bound(p->hi, out);
    scr_buf_printf(out, "%s default ",
                   p->flags & SCR_PROP_OPEN_HI || p->hi == HUGE_VAL ? ")" : "]");
    put_bound(p->def, out);
    if (p->flags & SCR_PROP_INHERIT) scr_buf_puts(out, " inherited");
  }
  scr_buf_printf(out, "  %s\n", p->doc);
}

static void put_method(const scr_method *m, scr_buf *out) {
  scr_buf_printf(out, "  %s", m->name);
  for (const char *const *a = m->args; a && *a; a++) /* "[+]": a component of a vector */
    if (strcmp(*a, "[+]") != 0) scr_buf_printf(out, " %s", *a);
  scr_buf_printf(out, ": %s\n", m->doc);
}

static void put_law(const scr_model *m, scr_buf *out) {
  scr_buf_printf(out, "contact law %s: %s\nProperties:\n", m->name, m->doc);
  for (int k = 0; k < m->nprop; k++) put_prop(&m->prop[k], out);
  if (m->nmethod) scr_buf_puts(out, "Methods:\n");
  for (int k = 0; k < m->nmethod; k++) put_method(&m->method[k], out);
  if (m->nenergy) scr_buf_puts(out, "Energies:");
  for (int k = 0; k < m->nenergy; k++) scr_buf_printf(out, " %s", m->energy[k].name);
  if (m->nenergy) scr_buf_puts(out, "\n");
}

static void put_laws(scr_buf *out) {
  for (int k = 0; k < scr_model_count(); k++) scr_buf_printf(out, " %s", scr_model_at(k)->name);
}

static void put_refused_law(const char *name, const char *why, scr_buf *out) {
  scr_buf_printf(out,
                 "contact law %s: known, but not supported by scree; the laws there are:", name);
  put_laws(out);
  scr_buf_printf(out, "\n%s\n", why);
}

static bool help_law(const char *name, scr_buf *out) {
  const scr_model *m = scr_model_find(name);
  const char *why, *refused = m ? NULL : scr_lib_law_refused(name, &why);
  if (m) put_law(m, out);
  if (m) return true;
  if (refused) put_refused_law(refused, why, out);
  if (refused) return true;
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

static bool help_method(const char *name, scr_buf *out) {
  bool found = false;
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    for (int i = 0; i < m->nmethod; i++) {
      if (scr_casecmp(m->method[i].name, name) != 0) continue;
      scr_buf_printf(out, "method of the contact law %s\n", m->name);
      put_method(&m->method[i], out);
      found = true;
    }
  }
  return found;
}

/* `LAW NAME`: one property or method of a law. */
static bool help_of_law(char *const *word, scr_buf *out) {
  const scr_model *m = scr_model_find(word[0]);
  const scr_prop *p = m ? scr_model_prop(m, word[1]) : NULL;
  if (p) put_prop(p, out);
  for (int i = 0; m && !p && i < m->nmethod; i++) {
    if (scr_casecmp(m->method[i].name, word[1]) != 0) continue;
    put_method(&m->method[i], out);
    return true;
  }
  return p != NULL;
}

/* ---- events, energies ---- */

static bool help_event(const char *name, scr_buf *out) {
  int event = scr_event_find(name);
  const char *why = scr_event_refused(name);
  if (event < 0 && !why) return false;
  scr_buf_printf(out, "event %s (fish callback add <function> event ...)\n  %s%s\n", name,
                 why ? "Not supported: " : "", why ? why : scr_event_doc(event));
  return true;
}

#define ENERGY_WORD(id, name, kind, sign, source, doc) {name, "", doc},
static const scr_word_row energy_words[] = {SCR_ENERGY_ROWS(ENERGY_WORD){0}};

/* ---- keywords ---- */

/* Tables of words by what they stand behind. */
typedef struct word_table {
  const char *name;
  const scr_word_row *rows;
  bool legacy;
} word_table;

enum { MAX_TABLES = 256 };
typedef struct word_tables {
  word_table table[MAX_TABLES];
  size_t n;
  scr_quantity_words quantity[4];
} word_tables;

static void add_table(word_tables *t, const char *name, const scr_word_row *rows, bool legacy) {
  assert(t->n < MAX_TABLES);
  t->table[t->n++] = (word_table){name, rows, legacy};
}

static const word_table inner_tables[] = {
    {"range", scr_range_words, false},
    {"group", scr_group_words, false},
    {"model domain condition", scr_condition_words, false},
    {"model mechanical timestep", scr_timestep_words, false},
    {"model history energy", energy_words, false},
    {"wall generate box", scr_box_words, false},
    {"wall generate circle", scr_circle_words, false},
    {"wall generate cone", scr_cone_words, false},
    {"wall generate cylinder", scr_cylinder_words, false},
    {"wall generate disk", scr_disk_words, false},
    {"wall generate plane", scr_plane_words, false},
    {"wall generate point", scr_point_words, false},
    {"wall generate polygon", scr_polygon_words, false},
    {"wall generate sphere", scr_sphere_words, false},
    {"plot item", scr_view_item_words, false},
    {"plot view", scr_view_words, false},
    {"plot export", scr_plot_export_words, false},
    {"ball attribute", scr_modifier_words, false},
    {"wall attribute", scr_modifier_words, false},
    {"set fishcall", scr_legacy_fishcall_words, true},
};

static word_tables *tables_new(void) {
  word_tables *t = scr_alloc(sizeof *t);
  static const char *const name[] = {"ball attribute", "ball list", "wall attribute", "wall list"};
  for (size_t k = 0; k < scr_command_count(); k++)
    if (scr_command_at(k)->words)
      add_table(t, scr_command_at(k)->name, scr_command_at(k)->words, false);
  for (int k = 0; k < 4; k++) {
    scr_quantity_words_make(&t->quantity[k], k < 2 ? &scr_ball_piece : &scr_wall_piece, 3,
                            k % 2 == 0);
    add_table(t, name[k], t->quantity[k].row, false);
  }
  for (size_t k = 0; k < SCR_COUNTOF(inner_tables); k++)
    add_table(t, inner_tables[k].name, inner_tables[k].rows, inner_tables[k].legacy);
  for (size_t k = 0; k < scr_legacy_count(); k++)
    if (scr_legacy_at(k)->words)
      add_table(t, scr_legacy_at(k)->name, scr_legacy_at(k)->words, true);
  return t;
}

static void tables_free(word_tables *t) {
  for (int k = 0; k < 4; k++) scr_quantity_words_free(&t->quantity[k]);
  scr_free(t);
}

/* "position-x|-y|-z" and "force[-x|-y|-z]" stand for several words: what comes before counts. */
static bool is_keyword(const scr_word_row *r, const char *word) {
  size_t n = strcspn(r->word, "[|");
  return r->word[0] != '<' && strlen(word) == n && scr_ncasecmp(r->word, word, n) == 0;
}

static bool put_keyword(const word_table *t, const char *word, bool exact, scr_buf *out) {
  bool found = false;
  for (const scr_word_row *r = t->rows; r->word; r++) {
    bool refused = r->doc[0] == '!';
    if (exact ? !is_keyword(r, word) : !scr_abbreviates(word, r->word)) continue;
    scr_buf_printf(out, "%s: %s %s\n  %s%s\n", t->legacy ? "legacy dialect" : "keyword", t->name,
                   r->word, refused ? "Not supported: " : "", r->doc + refused);
    if (r->args && *r->args) scr_buf_printf(out, "  takes %s\n", r->args);
    found = true;
  }
  return found;
}

/* The last word is a keyword behind the others. */
static bool help_behind(const word_tables *t, int n, char *const *word, scr_buf *out) {
  bool found = false;
  for (int exact = 1; exact >= 0 && !found; exact--)
    for (size_t k = 0; k < t->n; k++) {
      bool whole = false;
      if (name_starts(t->table[k].name, n - 1, word, &whole) && whole &&
          put_keyword(&t->table[k], word[n - 1], exact, out))
        found = true;
    }
  return found;
}

static int count_words(const char *text) {
  int n = 1;
  for (; *text; text++) n += *text == ' ';
  return n;
}

/* With the words that an alias stands for in place of its own `from` words. */
static bool help_instead(const word_tables *t, const scr_alias *a, int from, int n,
                         char *const *word, scr_buf *out) {
  int to = 0;
  char *text = scr_strdup(a->to), *rest = NULL;
  char **all = scr_alloc((size_t)(count_words(text) + n) * sizeof *all);
  for (char *w = strtok_r(text, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) all[to++] = w;
  for (int k = from; k < n; k++) all[to++] = word[k];
  const bool found = help_rows(scr_command_count(), scr_command_at, to, all, "", out) ||
                     help_behind(t, to, all, out);
  scr_free(all);
  scr_free(text);
  return found;
}

/* `list model energy`: words behind an alias are those behind what it stands for. */
static bool help_behind_alias(const word_tables *t, int n, char *const *word, scr_buf *out) {
  for (const scr_alias *a = scr_aliases; a->from; a++) {
    const int from = count_words(a->from);
    bool exact;
    if (from < n && name_starts(a->from, from, word, &exact) && exact &&
        help_instead(t, a, from, n, word, out)) {
      put_alias(a, out);
      return true;
    }
  }
  return false;
}

static bool help_keyword(const word_tables *t, const char *word, scr_buf *out) {
  bool found = false;
  for (size_t k = 0; k < t->n; k++)
    if (put_keyword(&t->table[k], word, true, out)) found = true;
  return found;
}

/* ---- words of PFC 5 ---- */

static bool is_older_row(const char *word) {
  for (const scr_older *o = scr_older_words; o->then; o++)
    if (scr_casecmp(o->then, word) == 0) return true;
  return false;
}

/* Written out, not short for another one. */
static bool is_spelling(const char *today, const char *word) {
  char then[SCR_OLDER_MAX];
  for (size_t k = 0; scr_older_spelling(today, k, then); k++)
    if (scr_casecmp(then, word) == 0) return true;
  return false;
}

static void put_older(const char *then, const char *today, const scr_buf *more, scr_buf *out) {
  scr_buf_printf(out, "%s is %s since PFC 6\n", then, today);
  if (more && more->n) scr_buf_puts(out, more->s);
}

/* The last word is older: what it is today, and what that is. */
static bool help_older_word(const word_tables *t, int n, char *const *word, scr_buf *out) {
  char today[SCR_OLDER_MAX];
  scr_buf more = {0};
  const char *then = word[n - 1];
  if (!scr_older_word(then, today) || !is_spelling(today, then)) return false;
  char **all = scr_alloc((size_t)n * sizeof *all);
  for (int k = 0; k < n; k++) all[k] = word[k];
  all[n - 1] = today;
  const bool found = n == 1
                         ? help_keyword(t, today, &more) || is_older_row(then)
                         : help_rows(scr_command_count(), scr_command_at, n, all, "", &more) ||
                               help_behind(t, n, all, &more) || help_behind_alias(t, n, all, &more);
  if (found) put_older(then, today, &more, out);
  scr_buf_free(&more);
  scr_free(all);
  return found;
}

static bool help_older_line(int n, char *const *word, scr_buf *out) {
  bool found = false;
  for (const scr_older *o = scr_older_lines; o->then; o++) {
    bool exact;
    if (!name_starts(o->then, n, word, &exact) || !exact) continue;
    put_older(o->then, o->today, NULL, out);
    found = true;
  }
  return found;
}

static bool help_older(const word_tables *t, int n, char *const *word, scr_buf *out) {
  return n > 0 && (help_older_line(n, word, out) || help_older_word(t, n, word, out) ||
                   (n == 1 && help_alias_end(word[0], out)));
}

/* Words behind a keyword: `help range`, `help set fishcall`, or `help fishcall`. */
static bool help_inner(int n, char *const *word, scr_buf *out) {
  bool found = false;
  for (size_t k = 0; k < SCR_COUNTOF(inner_tables); k++) {
    const word_table *t = &inner_tables[k];
    const char *last = strrchr(t->name, ' ');
    bool whole = false, named = name_starts(t->name, n, word, &whole) && whole;
    if (!named && !(n == 1 && last && scr_casecmp(last + 1, word[0]) == 0)) continue;
    scr_buf_printf(out, "Words after '%s':\n", t->name);
    put_words(t->rows, out);
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
  put_laws(out);
  scr_buf_puts(out,
               "\n\nAlso:\n"
               "  scree help LAW                      properties, methods and energies of a "
               "contact law: scree help hertz\n"
               "  scree help PROPERTY                 laws that have it: scree help kn; so with "
               "their methods\n"
               "  scree help KEYWORD                  commands that know it: scree help "
               "ratio-local; so with events and energies\n"
               "  scree help COMMAND KEYWORD          one keyword: scree help model solve time\n"
               "  scree help run                      options of a run\n"
               "  scree help FUNCTION                 of FISH: scree help ball.vel; all of a "
               "family: scree help ball.\n"
               "  scree help --names                  every name, one a line\n"
               "  scree help ignored                  commands that are read and ignored\n");
}

static void offer_laws(scr_nearest *near) {
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    scr_nearest_offer(near, m->name);
    for (int i = 0; i < m->nprop; i++) scr_nearest_offer(near, m->prop[i].name);
    for (int i = 0; i < m->nmethod; i++) scr_nearest_offer(near, m->method[i].name);
  }
}

static bool unknown(scr_session *s, const word_tables *t, int n, char *const *word, scr_buf *out) {
  scr_buf all = {0};
  for (int k = 0; k < n; k++) scr_buf_printf(&all, "%s%s", k ? " " : "", word[k]);
  scr_nearest near = {.word = all.s};
  for (size_t k = 0; k < scr_command_count(); k++)
    if (!is_refused(scr_command_at(k))) scr_nearest_offer(&near, scr_command_at(k)->name);
  for (size_t k = 0; k < scr_fish_rows(scr_session_fish(s)); k++)
    if (!(scr_fish_row(scr_session_fish(s), k)->flags & SCR_FN_REFUSED))
      scr_nearest_offer(&near, scr_fish_row(scr_session_fish(s), k)->name);
  for (const scr_alias *a = scr_aliases; a->from; a++) scr_nearest_offer(&near, a->from);
  for (const scr_older *o = scr_older_words; o->then; o++) scr_nearest_offer(&near, o->then);
  offer_laws(&near);
  scr_event_offer_near(&near);
  for (size_t k = 0; k < t->n; k++)
    for (const scr_word_row *r = t->table[k].rows; r->word; r++)
      if (r->doc[0] != '!') scr_nearest_offer(&near, r->word);
  scr_buf_printf(out, "nothing is known about '%s'", all.s);
  if (near.best)
    scr_buf_printf(out, "; did you mean '%s'?\n", near.best);
  else
    scr_buf_puts(out, "; 'scree help' lists what there is\n");
  scr_buf_free(&all);
  return false;
}

/* One word may be many things: all of them are told. */
static bool help_word(scr_session *s, const char *word, scr_buf *out) {
  bool intrinsic = help_intrinsic(s, word, out), law = help_law(word, out),
       method = help_method(word, out);
  return help_event(word, out) || intrinsic || law || method;
}

/* Do commands begin with the word: ball, measure? */
static bool is_family(const char *word) {
  const size_t n = strlen(word);
  for (size_t k = 0; k < scr_command_count(); k++) {
    const char *name = scr_command_at(k)->name;
    if (scr_ncasecmp(name, word, n) == 0 && name[n] == ' ') return true;
  }
  return false;
}

static bool explain(scr_session *s, int n, char *const *word, scr_buf *out) {
  if (n == 0) {
    overview(out);
    return true;
  }
  word_tables *t = tables_new();
  bool found = n == 1 && help_word(s, word[0], out);
  if (n == 2 && help_of_law(word, out)) found = true;
  if ((!found || (n == 1 && is_family(word[0]))) &&
      help_rows(scr_command_count(), scr_command_at, n, word, "", out))
    found = true;
  if (!found && help_alias(n, word, out)) found = true;
  if (!found && n > 1 && help_behind(t, n, word, out)) found = true;
  if (!found && help_behind_alias(t, n, word, out)) found = true;
  if (help_rows(scr_legacy_count(), scr_legacy_at, n, word, "Legacy dialect:\n", out)) found = true;
  if (n == 1 && help_keyword(t, word[0], out)) found = true;
  if (help_inner(n, word, out)) found = true;
  if (scr_help_topic(n, word, out)) found = true;
  if (!found) found = help_older(t, n, word, out);
  if (!found) unknown(s, t, n, word, out);
  tables_free(t);
  return found;
}

/* Several words may come as one, in quotes: no name holds blanks. */
bool scr_help(scr_session *s, int n, char *const *word, scr_buf *out) {
  scr_buf all = {0};
  for (int k = 0; k < n; k++) scr_buf_printf(&all, "%s ", word[k]);
  char **part = scr_alloc(all.n / 2 * sizeof *part), *rest = NULL;
  int parts = 0;
  for (char *p = n ? strtok_r(all.s, " \t", &rest) : NULL; p; p = strtok_r(NULL, " \t", &rest))
    part[parts++] = p;
  const bool found = explain(s, parts, part, out);
  scr_free(part);
  scr_buf_free(&all);
  return found;
}

/* Of one keyword, with the older words for it. */
static void put_keyword_names(const word_table *t, const scr_word_row *r, scr_buf *out) {
  char then[SCR_OLDER_MAX];
  scr_buf_printf(out, "%s\t%s %.*s\n", t->legacy ? "legacy-keyword" : "keyword", t->name,
                 (int)strcspn(r->word, "[|"), r->word);
  for (size_t k = 0; !t->legacy && scr_older_spelling(r->word, k, then); k++)
    scr_buf_printf(out, "older-keyword\t%s %s\n", t->name, then);
}

static void keyword_names(scr_buf *out) {
  word_tables *t = tables_new();
  for (size_t k = 0; k < t->n; k++)
    for (const scr_word_row *r = t->table[k].rows; r->word; r++)
      if (r->word[0] != '<' && r->doc[0] != '!') put_keyword_names(&t->table[k], r, out);
  tables_free(t);
}

static void older_names(scr_buf *out) {
  for (const scr_alias *a = scr_aliases; a->from; a++)
    if (*a->to != '!') scr_buf_printf(out, "alias\t%s\n", a->from);
  for (const scr_older *o = scr_older_words; o->then; o++)
    scr_buf_printf(out, "older\t%s\n", o->then);
  for (const scr_older *o = scr_older_lines; o->then; o++)
    scr_buf_printf(out, "older\t%s\n", o->then);
}

void scr_help_names(scr_session *s, scr_buf *out) {
  for (size_t k = 0; k < scr_command_count(); k++)
    if (!is_refused(scr_command_at(k)))
      scr_buf_printf(out, "command\t%s\n", scr_command_at(k)->name);
  for (size_t k = 0; k < scr_fish_rows(scr_session_fish(s)); k++) {
    const scr_fish_fn *fn = scr_fish_row(scr_session_fish(s), k);
    if (fn->flags & SCR_FN_REFUSED) continue;
    const char *kind = fn->flags & SCR_FN_LEGACY ? "legacy" : "intrinsic";
    scr_buf_printf(out, "%s\t%s\n", kind, fn->name);
    int first, last = components(fn, &first);
    for (; first < last; first++) {
      scr_buf part = {0};
      scr_buf_printf(&part, "%s.%s", fn->name, component_name[first]);
      if (!scr_fish_find(scr_session_fish(s), part.s))
        scr_buf_printf(out, "%s\t%s\n", kind, part.s);
      scr_buf_free(&part);
    }
  }
  for (size_t k = 0; k < scr_legacy_count(); k++)
    if (!is_refused(scr_legacy_at(k)) &&
        !scr_fish_find(scr_session_fish(s), scr_legacy_at(k)->name))
      scr_buf_printf(out, "legacy\t%s\n", scr_legacy_at(k)->name);
  for (int k = 0; k < scr_model_count(); k++)
    scr_buf_printf(out, "law\t%s\n", scr_model_at(k)->name);
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    for (int i = 0; i < m->nprop; i++)
      scr_buf_printf(out, "property\t%s %s\n", m->name, m->prop[i].name);
  }
  older_names(out);
}

void scr_help_words(scr_buf *out) {
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    for (int i = 0; i < m->nmethod; i++)
      scr_buf_printf(out, "method\t%s %s\n", m->name, m->method[i].name);
  }
  for (int k = 0; k < SCR_EVENTS; k++)
    if (!scr_event_refused(scr_event_name[k]))
      scr_buf_printf(out, "event\t%s\n", scr_event_name[k]);
  for (int k = 0; scr_energy_name[k]; k++) scr_buf_printf(out, "energy\t%s\n", scr_energy_name[k]);
  keyword_names(out);
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
