/* Legacy commands about cycling, histories, files and output. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/checking.h"
#include "cmd/commands.h"
#include "cmd/history.h"
#include "cmd/legacy_plot.h"
#include "cmd/legacy_rows.h"
#include "cmd/range.h"
#include "script/absent.h"

static bool new_(scr_args *a) {
  scr_today_starts(a);
  if (!scr_args_finish(a)) return false;
  scr_checking_starts(a->s);
  scr_session_reset(a->s, a->lib->world->dim);
  scr_legacy_begin(a->s);
  return true;
}

/* ---- cycling ---- */

/* Contacts exist, and fishcall 6 has fired, before fishcall 0 of the first cycle. */
static bool run_cycles(scr_args *a, const scr_limits *l) {
  return scr_world_clean(a->lib->world, a->diag) && scr_session_solve(a->s, l);
}

static bool cycle(scr_args *a) {
  int64_t n;
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_int(a, "a number of cycles", &n)) return false;
  if (n < 0) return scr_fail(a->diag, &loc, SCR_E_VALUE, "a number of cycles cannot be negative");
  char *count = scr_today_asked(a) ? scr_today_tokens(a, a->k - 1, a->k) : NULL;
  if (count) scr_today_line(a, "model cycle%s", count);
  scr_free(count);
  scr_today_cycles(a);
  scr_today_acts(a);
  if (!scr_args_finish(a)) return false;
  scr_limits l = scr_limits_none();
  l.cycles = (uint64_t)n;
  return run_cycles(a, &l);
}

enum { S_AVERAGE, S_MAXIMUM, S_RATIO, S_STEPS, S_TIME, S_CLOCK };
#define NO_CLOCK "what is computed must not depend on a clock"
static const scr_word_row solve_words[] = {
    {"average", "<f>", "average unbalanced over average contact force (0.01)"},
    {"maximum", "<f>", "largest unbalanced over average contact force (0.01)"},
    {"ratio", "<f>", "the same as average"},
    {"steps", "<i>", "largest number of cycles (100000)"},
    {"time", "<f>", "time of the model from now, s"},
    {"clock", "<f>", "read and ignored: " NO_CLOCK},
    {NULL, NULL, NULL}};

/* What each word of `solve` is today, in the same order. */
static const char *const solve_today[] = {"ratio-average", "ratio-maximum", "ratio-average",
                                          "cycles",        "time",          "clock"};

/* at: the token of each value; 0: not given. */
static void today_solve(scr_args *a, const int at[S_CLOCK + 1], bool usual) {
  scr_buf b = {0};
  scr_buf_puts(&b, "model solve");
  for (int w = 0; w <= S_CLOCK; w++) {
    char *value = at[w] ? scr_today_tokens(a, at[w], at[w] + 1) : NULL;
    if (value) scr_buf_printf(&b, " %s%s", solve_today[w], value);
    scr_free(value);
  }
  if (usual) scr_buf_puts(&b, " ratio-average 0.01 ratio-maximum 0.01");
  if (!at[S_STEPS]) scr_buf_puts(&b, " cycles 100000");
  scr_today_line(a, "%s", b.s);
  scr_today_cycles(a);
  scr_today_acts(a);
  scr_buf_free(&b);
}

static bool solve(scr_args *a) {
  scr_limits l = scr_limits_none();
  int64_t steps = 100000;
  bool ratio = false;
  int places[S_CLOCK + 1] = {0};
  while (!scr_args_end(a)) {
    int w;
    double f = 0;
    if (!scr_args_word(a, solve_words, &w)) return false;
    places[w] = a->k;
    scr_loc at = scr_args_loc(a);
    if (w == S_STEPS ? !scr_args_int(a, "a number of cycles", &steps)
                     : !scr_args_real(a, solve_words[w].word, &f))
      return false;
    if (f < 0 || steps < 0)
      return scr_fail(a->diag, &at, SCR_E_VALUE, "%s must not be negative", solve_words[w].word);
    if (w == S_CLOCK && !scr_warn(a->diag, &a->tok[places[w] - 1].loc, SCR_E_UNSUPPORTED,
                                  "'clock' is read and ignored: " NO_CLOCK))
      return false;
    if (w == S_TIME) l.time = f;
    if (w == S_MAXIMUM) l.ratio_maximum = f;
    if (w == S_AVERAGE || w == S_RATIO) l.ratio_average = f;
    ratio = ratio || w < S_STEPS;
  }
  const bool usual = !ratio && !(l.time < HUGE_VAL);
  if (usual) l.ratio_average = l.ratio_maximum = 0.01;
  if (scr_today_asked(a)) today_solve(a, places, usual);
  l.cycles = (uint64_t)steps;
  return scr_args_finish(a) && run_cycles(a, &l);
}

/* ---- histories ---- */

/* The end of a command whose form of today says more to a check. */
static bool ends(scr_args *a) { return (a->dry && scr_args_end(a)) || scr_args_finish(a); }

static bool one_quantity(scr_args *a) {
  const scr_loc at = scr_args_loc(a);
  scr_fail(a->diag, &at, SCR_E_SYNTAX, "a history records one quantity");
  return scr_hint(a->diag, "'history diagnostic %s' on a line of its own is another history",
                  scr_args_peek(a)->text);
}

/* A point, not the word `id`, which a symbol may be called, too. */
static bool place_follows(const scr_args *a) {
  return scr_args_number_follows(a) && scr_casecmp(scr_args_peek(a)->text, "id") != 0;
}

/* `property friction id 3`: a name of today, and what follows as it stands. */
static bool history_property(scr_args *a, const char *named, const char *family) {
  char *name;
  if (!scr_args_name(a, "the name of a property", &name)) return false;
  const bool place = place_follows(a);
  char *rest = scr_legacy_rest(a);
  const bool ok = scr_legacy_modern(a, "%s history%s property '%s' %s%s", family, named,
                                    scr_legacy_prop_name(name), place ? "position " : "", rest);
  scr_free(rest);
  scr_free(name);
  return ok;
}

static bool history_piece(scr_args *a, const char *named, const char *family) {
  int comp;
  if (scr_args_take(a, "property")) return history_property(a, named, family);
  const scr_token *t = scr_args_peek(a);
  const char *name = t ? scr_legacy_quantity(t->text, false, &comp) : "";
  if (!*name) {
    scr_args_expected(a, "a quantity: xvel, yvel, zvel, xpos, xdisp, xforce, spin");
    return t ? scr_legacy_quantity_hint(a, t->text) : false;
  }
  if (strcmp(family, "wall") == 0 && strcmp(name, "position") == 0) name = "displacement";
  a->k++;
  const bool place = place_follows(a); /* the piece nearest to a point */
  char *rest = scr_legacy_rest(a);
  static const char *const suffix[] = {"", "-x", "-y", "-z"};
  bool scalar = strcmp(name, "spin") == 0 && a->lib->world->dim == 2;
  bool ok = scr_legacy_modern(a, "%s history%s %s%s %s%s", family, named, name,
                              scalar ? "" : suffix[comp + 1], place ? "position " : "", rest);
  scr_free(rest);
  return ok;
}

/* measure s11 id 3: what m_s11 reads; with the words of today. */
#define HISTORY_TENSOR(old, today)                                                                 \
  {old "11", "", today "-xx"}, {old "12", "", today "-xy"}, {old "13", "", today "-xz"},           \
      {old "21", "", today "-xy"}, {old "22", "", today "-yy"}, {old "23", "", today "-yz"},       \
      {old "31", "", today "-xz"}, {old "32", "", today "-yz"}, {                                  \
    old "33", "", today "-zz"                                                                      \
  }
static bool history_measure(scr_args *a, const char *named) {
  static const scr_word_row words[] = {
      {"coordination", "", "coordination"},
      {"porosity", "", "porosity"},
      HISTORY_TENSOR("s", "stress"),
      HISTORY_TENSOR("ed", "strainrate"),
      {"sfraction", "", "!it is not measured how many contacts slip"},
      {0}};
  int w;
  if (!scr_args_word(a, words, &w)) return false;
  char *rest = scr_legacy_rest(a);
  const bool ok = scr_legacy_modern(a, "measure history%s %s %s", named, words[w].doc, rest);
  scr_free(rest);
  return ok;
}

/* What e_kinetic and its like read. */
static bool history_energy(scr_args *a, const char *named) {
  static const scr_word_row words[] = {{"body", "", "energy-body"},
                                       {"bond", "", "energy-pbstrain"},
                                       {"boundary", "", "energy-boundary"},
                                       {"frictional", "", "energy-slip"},
                                       {"kinetic", "", "energy-kinetic"},
                                       {"strain", "", "energy-strain"},
                                       {0}};
  int w;
  return scr_args_word(a, words, &w) && ends(a) &&
         scr_legacy_modern(a, "model history%s energy %s", named, words[w].doc);
}

/* `contact nforce x y z`: of the contact that is nearest now. */
static bool history_contact(scr_args *a, const char *named) {
  static const scr_word_row words[] = {
      {"nforce", "", "normalforce"}, {"sforce", "", "shearforce"}, {"property", "<s>", ""}, {0}};
  int w;
  if (!scr_args_word(a, words, &w)) return false;
  if (!*words[w].doc)
    return scr_legacy_modern(a, "model clean") && history_property(a, named, "contact");
  const bool place = place_follows(a);
  char *rest = scr_legacy_rest(a);
  const bool ok = scr_legacy_modern(a, "model clean") &&
                  scr_legacy_modern(a, "contact history%s %s %s%s", named, words[w].doc,
                                    place ? "position " : "", rest);
  scr_free(rest);
  return ok;
}

/* What the functions of FISH without arguments read, as a history of the model. */
static const char *history_of_model(const char *name) {
  static const struct {
    const char *old, *now;
  } row[] = {{"time", "time-total"},
             {"cycle", "cycles-total"},
             {"step", "cycles-total"},
             {"tdel", "timestep"},
             {"av_cforce", "contact-force-average"},
             {"max_cforce", "contact-force-maximum"},
             {"av_unbal", "unbalanced-average"},
             {"max_unbal", "unbalanced-maximum"},
             {"e_kinetic", "energy energy-kinetic"},
             {"e_strain", "energy energy-strain"},
             {"e_friction", "energy energy-slip"},
             {"e_body", "energy energy-body"},
             {"e_bound", "energy energy-boundary"}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++)
    if (scr_casecmp(row[k].old, name) == 0) return row[k].now;
  return NULL;
}

static bool history_symbol(scr_args *a, const char *named) {
  int symbol;
  const scr_fish_fn *fn = scr_args_own_function(a, scr_args_peek(a));
  const char *now = fn ? history_of_model(fn->name) : NULL;
  const scr_loc at = scr_args_loc(a);
  if (now) return a->k++, ends(a) && scr_legacy_modern(a, "model history%s %s", named, now);
  if (fn)
    return scr_fail(a->diag, &at, SCR_E_NAME,
                    "'%s' belongs to FISH itself: record a function that gives it", fn->name);
  if (!scr_args_symbol(a, "a FISH symbol", &symbol) || !ends(a)) return false;
  return scr_legacy_modern(a, "fish history%s %s", named, scr_fish_symbol_name(a->fish, symbol));
}

/* A symbol whose name may be short for a word: nothing that the word needs follows. */
static bool records_symbol(const scr_args *a) {
  static const char *const full[] = {"nstep", "write", "reset", "delete",    "list",
                                     "id",    "ball",  "wall",  "diagnostic"};
  const int rest = a->n - a->k;
  const bool alone = rest == 1 || (rest == 3 && scr_casecmp(a->tok[a->k + 1].text, "nstep") == 0);
  for (size_t k = 0; alone && k < SCR_COUNTOF(full); k++)
    if (scr_casecmp(scr_args_peek(a)->text, full[k]) == 0) return false;
  return alone && scr_legacy_is_symbol(a);
}

static bool history_define(scr_args *a, const char *named) {
  if (records_symbol(a)) return history_symbol(a, named);
  if (scr_args_take(a, "ball")) return history_piece(a, named, "ball");
  if (scr_args_take(a, "wall")) return history_piece(a, named, "wall");
  const bool more = a->n - a->k > 1;
  if (more && scr_args_take(a, "measure")) return history_measure(a, named);
  if (more && scr_args_take(a, "contact")) return history_contact(a, named);
  if (more && scr_args_take(a, "energy")) return history_energy(a, named);
  if (more && scr_casecmp(scr_args_peek(a)->text, "fish") == 0) a->k++;
  if (scr_args_take(a, "diagnostic")) {
    static const scr_word_row words[] = {{"mcf", "", "contact-force-average"},
                                         {"mxcf", "", "contact-force-maximum"},
                                         {"muf", "", "unbalanced-average"},
                                         {"mxuf", "", "unbalanced-maximum"},
                                         {NULL, NULL, NULL}};
    int w;
    if (!scr_args_word(a, words, &w)) return false;
    if (scr_args_next_is(a, words)) return one_quantity(a);
    return ends(a) && scr_legacy_modern(a, "model history%s %s", named, words[w].doc);
  }
  if (scr_args_peek(a)) return history_symbol(a, named);
  return scr_args_expected(a,
                           "a FISH symbol, 'ball', 'wall', 'contact', 'measure' or 'diagnostic'");
}

/* The number stands at token k. */
static bool history_nstep(scr_args *a, int k, int64_t n) {
  scr_buf b = {0};
  scr_legacy_put_int(a, k, n, &b);
  const bool ok = scr_legacy_modern(a, "history interval %s", b.s);
  scr_buf_free(&b);
  return ok;
}

static bool rest_holds(const scr_args *a, const char *word) {
  for (int k = a->k; k < a->n; k++)
    if (scr_casecmp(a->tok[k].text, word) == 0) return true;
  return false;
}

/* Histories, tables and counts that symbols hold the numbers of. */
static void name_histories(scr_args *a) {
  static const char *const word[] = {"vs",   "table", "step",   "begin",    "end",
                                     "skip", "file",  "append", "truncate", "reverse"};
  for (int k = a->k; k < a->n; k++) {
    bool stays = scr_casecmp(a->tok[k - 1].text, "file") == 0; /* a text follows it */
    for (size_t i = 0; !stays && i < SCR_COUNTOF(word); i++)
      stays = scr_casecmp(a->tok[k].text, word[i]) == 0;
    if (!stays) scr_legacy_stands(a, k);
  }
}

/* `write 1 2 vs 3 file f` is the export of today; without a file or table it goes to pfc.his. The
 * file is replaced. */
static bool history_write(scr_args *a) {
  name_histories(a);
  const bool named = rest_holds(a, "file") || rest_holds(a, "table");
  const bool mode = rest_holds(a, "truncate") || rest_holds(a, "append");
  char *rest = scr_legacy_rest(a);
  bool ok = scr_legacy_modern(a, "history export %s%s%s", rest, named ? "" : " file 'pfc.his'",
                              mode ? "" : " truncate");
  scr_free(rest);
  return ok;
}

/* Commands that live on under another name: the rest of the line follows them. */
static bool forward(scr_args *a, const char *to) {
  char *rest = scr_legacy_rest(a);
  bool ok = scr_legacy_modern(a, "%s %s", to, rest);
  scr_free(rest);
  return ok;
}

/* What stands behind `id`, as the name of today. */
static bool history_id(scr_args *a, scr_buf *named) {
  int64_t n;
  if (!scr_args_int(a, "an id", &n)) return false;
  const bool unknown = scr_legacy_is_unknown(a, a->k - 1);
  scr_buf_puts(named, unknown ? " name " : " name '");
  scr_legacy_put_int(a, a->k - 1, n, named);
  scr_buf_puts(named, unknown ? "" : "'");
  return true;
}

/* `nstep <n>` here, or else at the end of the command; *token: of the number. */
static bool take_nstep(scr_args *a, int64_t *every, int *token) {
  if (*every) return true;
  *token = a->k + 1;
  if (scr_legacy_take(a, "nstep")) return scr_history_every(a, every);
  *token = a->n - 1;
  return scr_history_nstep(a, every);
}

static bool history_symbol_nstep(scr_args *a) {
  const int token = a->n - 1;
  int64_t every = 0;
  return scr_history_nstep(a, &every) && history_define(a, "") &&
         (!every || history_nstep(a, token, every));
}

/* `label 3 text` and the like: the history may be a symbol's number. */
static bool forward_named(scr_args *a, const char *to) {
  scr_legacy_stands(a, a->k);
  return forward(a, to);
}

static bool is_last_word(const scr_args *a, const char *word) {
  return a->n - a->k == 1 && !scr_legacy_is_symbol(a) && scr_args_peek(a)->type == SCR_T_WORD &&
         scr_casecmp(scr_args_peek(a)->text, word) == 0;
}

static bool history(scr_args *a) {
  int64_t every = 0;
  int token = a->k + 1;
  if (records_symbol(a)) return history_symbol_nstep(a);
  if (scr_args_take(a, "nstep") && !scr_history_every(a, &every)) return false;
  if (every && scr_args_end(a)) return ends(a) && history_nstep(a, token, every);
  if (scr_args_take(a, "write")) return history_write(a);
  if (a->n - a->k > 1 && scr_args_take(a, "label")) return forward_named(a, "history label");
  if (a->n - a->k > 1 && scr_args_take(a, "dump")) {
    name_histories(a);
    return forward(a, "history export");
  }
  if (scr_args_take(a, "reset") || scr_args_take(a, "delete"))
    return ends(a) && scr_legacy_modern(a, "history delete");
  if (scr_args_take(a, "list")) return ends(a) && scr_legacy_modern(a, "history list");
  if (is_last_word(a, "limits"))
    return a->k++, ends(a) && scr_legacy_modern(a, "history list limits");
  if (is_last_word(a, "clear")) {
    const scr_loc at = scr_args_loc(a);
    scr_fail(a->diag, &at, SCR_E_NAME, "'clear' is no word of 'history', and no FISH symbol");
    return scr_hint(a->diag, "'history reset' deletes all histories");
  }
  scr_buf named = {0};
  scr_buf_puts(&named, "");
  const bool ok = (!scr_args_take(a, "id") || history_id(a, &named)) &&
                  take_nstep(a, &every, &token) && history_define(a, named.s) &&
                  (!every || history_nstep(a, token, every));
  scr_buf_free(&named);
  return ok;
}

/* ---- macros, files, output ---- */

static bool macro(scr_args *a) {
  char *name, *text;
  if (!scr_args_name(a, "the name of the macro", &name)) return false;
  const scr_token *t = scr_args_peek(a);
  if (t && t->type == SCR_T_STRING) {
    text = scr_strdup(t->text);
    a->k++;
  } else {
    text = scr_legacy_rest(a);
  }
  if (scr_today_expanded(a, name))
    scr_today_leave(a, "a file that is called uses the macro: write its text there");
  else
    scr_today_line(a, "; macro %s: its text stands where it was used", name);
  struct scr_legacy *l = *scr_session_legacy(a->s);
  bool ok = scr_args_finish(a) && (*text || scr_args_expected(a, "what the macro stands for"));
  if (!ok) {
    scr_free(name);
    scr_free(text);
    return false;
  }
  for (size_t k = 0; k < l->n; k++) {
    if (scr_casecmp(l->macro[k].name, name) != 0) continue;
    scr_free(l->macro[k].text);
    l->macro[k].text = text;
    scr_free(name);
    return true;
  }
  SCR_GROW(l->macro, l->cap, l->n + 1);
  l->macro[l->n++] = (scr_macro){name, text};
  return true;
}

static bool save(scr_args *a) { return forward(a, "model save"); }
static bool restore(scr_args *a) { return forward(a, "model restore"); }
static bool call(scr_args *a) { return forward(a, "program call"); }
static bool return_(scr_args *a) { return forward(a, "program return"); }
static bool stop(scr_args *a) { return forward(a, "program stop"); }

/* `table n erase`: files erase before anything is there. */
#define ERASE SCR_FREE "erase_table"
static bool erase_table(scr_args *a, const char *name, const char *shown) {
  a->k++;
  if (!scr_args_end(a)) return scr_args_finish(a);
  scr_today_helper(a, ERASE,
                   "(n) ; one that is there\n  if table.find(n) # null then\n"
                   "    table.clear(n)\n  endif\n");
  scr_today_line(a, "[" ERASE "(%s)]", shown);
  scr_xytable *t = scr_args_finish(a) ? scr_xytable_find(&a->lib->tables, name) : NULL;
  if (t) scr_xytable_clear(t);
  return !a->diag->failed;
}

/* `table 1 0 0 1 2`: points. */
static bool table(scr_args *a) {
  static const scr_word_row before[] = {{"add", "", ""},    {"clear", "", ""},
                                        {"delete", "", ""}, {"export", "", ""},
                                        {"import", "", ""}, {"insert", "", ""},
                                        {"label", "", ""},  {"list", "", ""},
                                        {"sort", "", ""},   {0}};
  const int first = a->k;
  char *name;
  if (!scr_legacy_is_symbol(a) && a->n - first > 1 && scr_args_next_is(a, before)) {
    scr_legacy_stands(a, first + 1);
    return forward(a, "table");
  }
  scr_legacy_stands(a, first);
  if (a->n - first < 2 || !scr_args_name(a, "the name of a table", &name))
    return forward(a, "table");
  const bool value = a->tok[first].type == SCR_T_VALUE;
  char *shown = value ? scr_legacy_tokens(a, first, first + 1) : NULL;
  scr_buf quoted = {0};
  scr_buf_printf(&quoted, "'%s'", name);
  const bool erases = scr_casecmp(scr_args_peek(a)->text, "erase") == 0;
  const bool points = scr_args_number_follows(a);
  if (!points) a->k = first;
  bool ok;
  if (erases) {
    a->k = first + 1;
    ok = erase_table(a, name, value ? a->tok[first].text : quoted.s);
  } else {
    char *rest = scr_legacy_rest(a);
    ok = points ? scr_legacy_modern(a, "table %s add %s", value ? shown : quoted.s, rest)
                : scr_legacy_modern(a, "table %s", rest);
    scr_free(rest);
  }
  scr_buf_free(&quoted);
  scr_free(shown), scr_free(name);
  return ok;
}

#define NO_WAIT  "it does not wait for keys"
#define NO_MOVIE "it records a window; 'model results' of today draws a plot with each frame"
static bool pause_(scr_args *a) { return scr_legacy_passes(a, "pause"); }
static bool movie(scr_args *a) { return scr_legacy_passes(a, "movie"); }
static bool system_(scr_args *a) { return scr_legacy_passes(a, "system"); }
static bool help(scr_args *a) { return scr_legacy_passes(a, "help"); }
static bool continue_(scr_args *a) { return scr_legacy_passes(a, "continue"); }

/* Energies are summed; a trace of particles would only be drawn. */
static bool trace(scr_args *a) {
  bool on = true;
  const scr_token *t = scr_args_peek(a);
  if (!t || strlen(t->text) < 2 || !scr_args_take(a, "energy")) {
    a->k = a->n;
    scr_today_line(a, "; 'trace' of particles has no effect");
    return scr_warn(a->diag, &a->loc, SCR_E_UNSUPPORTED,
                    "'trace' is read and ignored: particle traces are not part of it; record "
                    "histories");
  }
  if (!scr_args_end(a) && !scr_args_switch(a, &on)) return false;
  return ends(a) && scr_legacy_modern(a, "model energy mechanical %s", on ? "on" : "off");
}

/* What is told, with values where symbols stood. */
static char *title_text(scr_args *a) {
  scr_buf b = {0};
  scr_buf_puts(&b, "");
  const bool alone = a->n - a->k == 1;
  for (; a->k < a->n; a->k++) {
    const scr_token *t = scr_args_peek(a);
    if (b.n) scr_buf_puts(&b, " ");
    if (t->type == SCR_T_VALUE && t->val.type == SCR_V_STR)
      scr_buf_puts(&b, scr_val_cstr(&t->val, NULL));
    else if (t->type == SCR_T_VALUE)
      scr_val_format(&t->val, &b);
    else if (t->type == SCR_T_STRING && !alone)
      scr_buf_printf(&b, "'%s'", t->text);
    else
      scr_buf_puts(&b, t->text);
  }
  return b.s;
}

/* Words and values, as one expression. */
static void today_title(scr_args *a) {
  scr_buf b = {0};
  for (int k = a->k; k < a->n; k++) {
    const scr_token *t = &a->tok[k];
    const char *gap = k > a->k ? " " : "";
    if (t->type == SCR_T_VALUE)
      scr_buf_printf(&b, "%s'%s' + string(%s)", b.n ? " + " : "", gap, t->text);
    else
      scr_buf_printf(&b, "%s'%s%s'", b.n ? " + " : "", gap, t->text);
  }
  scr_today_line(a, "model title [%s]", b.s);
  scr_buf_free(&b);
}

/* One text in quotes, or the words of the line. */
static bool title(scr_args *a) {
  const scr_token *t = a->n - a->k == 1 ? scr_args_peek(a) : NULL;
  const bool alone = t && (t->type == SCR_T_STRING || t->type == SCR_T_VALUE);
  bool values = false;
  for (int k = a->k; !alone && k < a->n; k++) values |= a->tok[k].type == SCR_T_VALUE;
  char *value = scr_today_asked(a) ? scr_today_rest(a) : NULL;
  if (values && value) today_title(a);
  char *rest = title_text(a);
  if (alone && value) scr_today_line(a, "model title%s", value);
  if (!alone && !values) scr_today_line(a, "model title '%s'", rest);
  scr_free(value);
  scr_free(a->lib->title);
  a->lib->title = rest;
  return true;
}

/* What PFC 3 prints, and the commands of today that do it. */
static const scr_word_row print_words[] = {
    {"ball", "[info] [<quantity> ...] [range]", "as ball list"},
    {"wall", "[info] [<quantity> ...] [range]", "as wall list"},
    {"contact", "[info] [force] ... [range]", "as contact list"},
    {"history", "", "the histories"},
    {"table", "[<s>]", "the tables, or the points of one"},
    {"group", "", "the groups"},
    {"information", "", "numbers of things, time, gravity"},
    {"energy", "", "all energies of the system"},
    {"range", "", "ranges with a name"},
    {"fishcall", "", "what is called in cycles and at events"},
    {"fish", "[<symbol>]", "symbols with their values, or one"},
    {"directory", "", "where output files go"},
    {"measure", "", "what measurement regions measure"},
    {"clump", "", "!clumps are not part of it"},
    {"macro", "", "!macros are not listed"},
    {"memory", "", "!memory is not accounted for by owner"},
    {"property", "", "!use print ball property <s>"},
    {"reservoir", "", "!there is no fluid in reservoirs"},
    {"stress", "", "!FISH ball.stress has them"},
    {"trace", "", "!particle traces are not part of it"},
    {0}};
#define WALL_LIST "wall list"
static const char *const print_command[] = {
    "ball list",           WALL_LIST,           "contact list",
    "history list",        "table list",        "group list",
    "model list",          "model list energy", "model list range",
    "fish list callbacks", "fish list symbols", "program list directory",
    "measure list"};
enum { PRINT_CONTACT = 2, PRINT_HISTORY, PRINT_TABLE, PRINT_FISH = 10, PRINT_MEASURE = 12 };

/* What today has for it: a name, or a function that is defined. */
static void today_prints(scr_args *a, const scr_fish_fn *fn) {
  const char *today = fn->flags & SCR_FN_LEGACY ? scr_fish_same_today(a->fish, fn) : fn->name;
  if (!today) today = scr_lib_legacy_today(fn->name);
  if (!today) {
    scr_today_refuse(a, "there is no name of today for it");
    return;
  }
  const bool defined = strchr(today, '\n') != NULL;
  if (defined) scr_today_helper(a, fn->name, today);
  scr_today_line(a, "[io.out('%s = ' + string(%s))]", fn->name, defined ? fn->name : today);
}

/* A function of FISH itself, as `time`. */
static bool print_own(scr_args *a, const scr_fish_fn *fn) {
  scr_val v = {0};
  scr_buf b = {0};
  today_prints(a, fn);
  a->k++;
  if (scr_args_checks(a)) return true;
  if (!fn->call(a->fish, 0, NULL, &v)) return false;
  scr_format_value(a->fish, &v, &b);
  scr_session_print(a->s, "%s = %s\n", fn->name, b.s ? b.s : "");
  scr_buf_free(&b);
  scr_val_drop(&v);
  return true;
}

static bool print_symbol(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  int symbol = scr_fish_symbol(a->fish, t->text, false);
  scr_token word = *t;
  if (scr_legacy_is_marked(t)) word.type = SCR_T_WORD;
  const scr_fish_fn *fn = symbol < 0 ? scr_args_own_function(a, &word) : NULL;
  if (fn) return print_own(a, fn);
  if (symbol < 0 && t->type == SCR_T_WORD && scr_may_be_symbol(t->text) &&
      scr_today_lends(a, t->text))
    symbol = scr_fish_symbol(a->fish, t->text, true); /* of who calls the part */
  if (symbol < 0) {
    const bool may = scr_args_may_name(a);
    scr_args_unknown(a, "word that can be printed, and no FISH symbol", print_words);
    if (!may || !scr_args_goes_on(a, false)) return false;
    a->k++;
    return true;
  }
  scr_args_uses(a, symbol, SCR_USE_READ, &scr_args_peek(a)->loc);
  const char *name = scr_fish_symbol_name(a->fish, symbol);
  scr_today_line(a, "[io.out('%s = ' + string(%s))]", name, name);
  scr_val v = {0};
  if (!scr_fish_run(a->fish, symbol, 0, NULL, &v)) return false;
  scr_buf b = {0};
  scr_format_value(a->fish, &v, &b);
  scr_session_print(a->s, "%s = %s\n", scr_fish_symbol_name(a->fish, symbol), b.s ? b.s : "");
  scr_buf_free(&b);
  scr_val_drop(&v);
  a->k++;
  return true;
}

static bool print_value(scr_args *a) {
  do {
    if (!print_symbol(a)) return false;
  } while (!scr_args_end(a));
  return true;
}

/* The place of a wall is its displacement, as w_pos reads it. */
static void name_points(scr_args *a) {
  for (int k = a->k; k < a->n && !scr_abbreviates(a->tok[k].text, "range"); k++) {
    scr_token *t = &a->tok[k];
    const bool place =
        t->type == SCR_T_WORD && strlen(t->text) >= 3 && scr_abbreviates(t->text, "position");
    if (!place) continue;
    scr_free(t->text);
    t->text = scr_strdup("displacement");
  }
}

/* `print ball id 1`: there the word `range` may be left out. */
static bool range_of_ids(scr_args *a) {
  scr_token *t = &a->tok[a->k];
  if (a->n - a->k < 2 || t->type != SCR_T_WORD || scr_casecmp(t->text, "id") != 0) return false;
  scr_free(t->text);
  t->text = scr_strdup("range id");
  return true;
}

/* `print measure [id] 1`, `print his 1 2`: some of them. The samples of histories go to the output.
 */
static bool print_some(scr_args *a, int w) {
  if (w == PRINT_HISTORY) {
    name_histories(a);
    return forward(a, "history export");
  }
  if (!scr_legacy_is_symbol(a)) scr_legacy_take(a, "id");
  return forward(a, "measure list range id");
}

/* `information` means the usual columns, `property` without a name those of the surface; the old
 * name of a force is shorter. */
static bool print_list(scr_args *a, const char *command) {
  const bool wall = strcmp(command, WALL_LIST) == 0;
  bool piece = wall || strcmp(command, "ball list") == 0;
  scr_args_take(a, "information");
  const bool ids = piece && range_of_ids(a);
  if (wall) name_points(a);
  if (wall && (ids || scr_args_end(a) || scr_legacy_at_range(a)))
    command = WALL_LIST " name displacement velocity spin force-contact";
  bool force = piece && scr_args_take(a, "force");
  const bool surface =
      piece && a->n - a->k == 1 && (scr_args_take(a, "property") || scr_args_take(a, "properties"));
  if (surface)
    return scr_legacy_modern(a, "%s property 'kn' property 'ks' property 'fric'", command);
  const scr_token *t = scr_args_peek(a);
  const char *now = piece && t && t->type == SCR_T_WORD ? scr_legacy_prop_name(t->text) : NULL;
  const bool renamed = now && scr_casecmp(now, t->text) != 0; /* damping: damp */
  if (renamed) a->k++;
  char *rest = scr_legacy_rest(a);
  bool ok = scr_legacy_modern(a, "%s %s %s", command,
                              force     ? "force-contact"
                              : renamed ? now
                                        : "",
                              rest);
  scr_free(rest);
  return ok;
}

/* `print balls`: words in the plural, too. */
static void singular(scr_args *a, const scr_word_row *words) {
  scr_token *t = &a->tok[a->k];
  const size_t n = a->k < a->n ? strlen(t->text) : 0;
  if (n < 3 || (t->text[n - 1] | 32) != 's' || scr_fish_symbol(a->fish, t->text, false) >= 0)
    return;
  for (const scr_word_row *r = words; r->word; r++)
    if (strlen(r->word) == n - 1 && scr_ncasecmp(r->word, t->text, n - 1) == 0)
      t->text[n - 1] = 0, t->loc.len--;
}

static bool print(scr_args *a) {
  int w;
  singular(a, print_words);
  const scr_token *t = scr_args_peek(a);
  if (!t)
    return scr_args_expected(
        a,
        "what to print: ball, wall, contact, history, table, group, information or a FISH symbol");
  bool exact = false,
       symbol = t->type == SCR_T_WORD && scr_fish_symbol(a->fish, t->text, false) >= 0;
  for (const scr_word_row *r = print_words; r->word; r++)
    exact = exact || scr_casecmp(t->text, r->word) == 0;
  if ((symbol && !exact) || !scr_args_next_is(a, print_words)) return print_value(a);
  if (!scr_args_word(a, print_words, &w)) return false;
  if (w == PRINT_FISH && !scr_args_end(a)) return print_value(a);
  if (w == PRINT_TABLE) scr_legacy_stands(a, a->k);
  const bool some = !scr_args_end(a) && !scr_legacy_at_range(a);
  if (some && (w == PRINT_HISTORY || w == PRINT_MEASURE)) return print_some(a, w);
  return w <= PRINT_CONTACT ? print_list(a, print_command[w]) : forward(a, print_command[w]);
}

static const scr_word_row config_words[] = {
    {"cppudm", "", "contact laws of users: they are part of the program"},
    {"dynamic", "", "!the model is always dynamic"},
    {"fluid", "", "!fluid is not part of it"},
    {"thermal", "", "!heat is not part of it"},
    {0}};

/* The laws that cppudm asks for are there without it, so that it gets no note. */
static bool config(scr_args *a) {
  int w;
  do {
    if (!scr_args_word(a, config_words, &w)) return false;
    scr_args_again(a);
  } while (!scr_args_end(a));
  scr_today_line(a, "; contact laws are part of the program");
  return true;
}

#define NO_NETWORK "data files do not speak to a network"
static const scr_command rows[] = {
    {"call", call, NULL, "<file>", "runs a data file", SCR_CMD_GOES_ON},
    {"cycle", cycle, NULL, "<n>", "runs cycles", 0},
    {"history", history, NULL, "[nstep <n>] [id <i>] <symbol> | nstep <n> | write ... | reset",
     "records, exports, deletes histories", 0},
    {"macro", macro, NULL, "<name> <text>", "text that stands for other text", SCR_CMD_READING},
    {"new", new_, NULL, "", "starts anew", SCR_CMD_NO_BLOCK | SCR_CMD_READING},
    {"print", print, print_words, "<what>", "lists things or the value of a FISH symbol", 0},
    {"quit", stop, NULL, "", "ends the run", 0},
    {"restore", restore, NULL, "<file>", "brings a saved state back", SCR_CMD_NO_BLOCK},
    {"return", return_, NULL, "", "ends the file", 0},
    {"save", save, NULL, "<file>", "saves the state", 0},
    {"solve", solve, solve_words, "", "cycles to equilibrium", 0},
    {"step", cycle, NULL, "<n>", "runs cycles", 0},
    {"stop", stop, NULL, "", "ends the run", 0},
    {"table", table, NULL, "<s> [<x> <y> ...] | ...", "points of tables; words as today", 0},
    {"title", title, NULL, "<text>", "title of the model", 0},
    {"config", config, config_words, "", "parts of the old program", 0},
    {"config cppudm", NULL, NULL, "", "contact laws are part of the program", SCR_CMD_IGNORED},
    {"model load", NULL, NULL, "<file>", "contact laws are part of the program", SCR_CMD_IGNORED},
    {"plot", scr_legacy_plot, scr_legacy_plot_words, "...", "all but create, add and hardcopy",
     SCR_CMD_IGNORED},
    {"heading", title, NULL, "<text>", "title of the model", 0},
    {"trace", trace, NULL, "energy [on|off]", "sums energies; other traces are read and ignored",
     0},
    {"pause", pause_, NULL, "...", NO_WAIT, SCR_CMD_IGNORED},
    {"movie", movie, NULL, "...", NO_MOVIE, SCR_CMD_IGNORED},
    {"undo", NULL, NULL, "", "commands cannot be taken back", 0},
    {"continue", continue_, NULL, "", NO_WAIT, SCR_CMD_IGNORED},
    {"export", NULL, NULL, "",
     "it writes points and lines of CAD; write a table, or 'geometry export' of today", 0},
    {"help", help, NULL, "...", "ask the program: scree help", SCR_CMD_IGNORED},
    {"close_socket", NULL, NULL, "", NO_NETWORK, 0},
    {"open_socket", NULL, NULL, "", NO_NETWORK, 0},
    {"fluid", NULL, NULL, "", "there is no coupling to a fluid: " SCR_ABOUT_FLUID, 0},
    {"thermal", NULL, NULL, "", "there is no thermal process: " SCR_ABOUT_THERMAL, 0},
    {"inline", NULL, NULL, "", "what it did is not known; leave the line out", 0},
    {"list", NULL, NULL, "", "it is a word of PFC 5; PFC 3 and 4 have 'print'", 0},
    {"system", system_, NULL, "...", "data files start no other programs", SCR_CMD_IGNORED},
    {"import", NULL, NULL, "",
     "it brings points and lines of CAD since PFC 3; balls come from 'ball import' of today", 0},
};
const scr_command_file scr_legacy_program = {rows, sizeof rows / sizeof *rows};
