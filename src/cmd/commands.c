/* The registry: which row the words of a line select, and how a row is run. */
#include "cmd/commands.h"

#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/checking.h"
#include "cmd/legacy.h"
#include "cmd/older.h"
#include "cmd/plot.h"
#include "cmd/range.h"
#include "cmd/session_kept.h"
#include "cmd/today.h"
#include "world/check.h"

static const scr_command_file *const file[] = {
    &scr_cmd_ball,     &scr_cmd_wall,     &scr_cmd_contact,  &scr_cmd_model,   &scr_cmd_program,
    &scr_cmd_fish,     &scr_cmd_history,  &scr_cmd_table,    &scr_cmd_measure, &scr_cmd_group,
    &scr_cmd_fracture, &scr_cmd_fragment, &scr_cmd_geometry, &scr_cmd_plot,    &scr_cmd_verify,
    &scr_cmd_brick,    &scr_cmd_inlet,    &scr_cmd_refused};
enum { NFILE = sizeof file / sizeof *file };

size_t scr_command_count(void) {
  size_t n = 0;
  for (size_t k = 0; k < NFILE; k++) n += file[k]->n;
  return n;
}

const scr_command *scr_command_at(size_t k) {
  for (size_t f = 0; f < NFILE; f++) {
    if (k < file[f]->n) return &file[f]->row[k];
    k -= file[f]->n;
  }
  return NULL;
}

/* All rows in turn: each command is looked up so. */
typedef struct row_place {
  size_t file, row;
} row_place;

static const scr_command *next_row(row_place *at) {
  for (; at->file < NFILE; at->file++, at->row = 0)
    if (at->row < file[at->file]->n) return &file[at->file]->row[at->row++];
  return NULL;
}

/* Longer ones first: the first that fits is taken. Only asked when the first word names no module.
 */
const scr_alias scr_aliases[] = {
#define ALIAS(from, to)   {from, to, false},
#define RENAMED(from, to) {from, to, true},
#include "cmd/aliases.def"
#undef ALIAS
#undef RENAMED
    {NULL, NULL, false}};

/* ---- words of names ---- */

typedef struct name_word {
  char text[32];
} name_word;

/* Word number k of a command's name; false if it has fewer. */
static bool word_of(const char *name, size_t k, name_word *w) {
  while (k-- > 0) {
    name = strchr(name, ' ');
    if (!name) return false;
    name++;
  }
  size_t n = strcspn(name, " ");
  if (n >= sizeof w->text) n = sizeof w->text - 1;
  memcpy(w->text, name, n);
  w->text[n] = 0;
  return true;
}

/* Do the first k words of the row agree with those already settled? */
static bool has_prefix(const scr_command *c, const name_word *settled, size_t k) {
  name_word w;
  for (size_t i = 0; i < k; i++)
    if (!word_of(c->name, i, &w) || strcmp(w.text, settled[i].text) != 0) return false;
  return true;
}

typedef struct choice {
  name_word word; /* the one meant */
  int rank, count;
  scr_buf all; /* those it may stand for */
} choice;

static void choice_offer(choice *c, const char *given, const name_word *w, bool offered) {
  int m = scr_abbreviates(given, w->text);
  if (m == 0) return;
  m = 2 * m + offered;
  if (m > c->rank) {
    c->rank = m;
    c->count = 1;
    c->word = *w;
    scr_buf_clear(&c->all);
    scr_buf_puts(&c->all, w->text);
  } else if (m == c->rank && strcmp(w->text, c->word.text) != 0) {
    c->count++;
    if (c->all.s && !strstr(c->all.s, w->text)) scr_buf_printf(&c->all, ", %s", w->text);
  }
}

static bool row_offered(const scr_command *c) {
  return c->run != NULL || (c->flags & SCR_CMD_IGNORED);
}

/* What older files abbreviate, though words that came later begin so, too. */
static const char *meant(const char *given, const name_word *settled, size_t k) {
  static const struct {
    const char *first, *given, *word;
  } row[] = {{"", "f", "fish"}, {"model", "res", "restore"}};
  for (size_t n = 0; n < SCR_COUNTOF(row); n++)
    if (k == (*row[n].first != 0) && scr_casecmp(given, row[n].given) == 0 &&
        (k == 0 || strcmp(settled[0].text, row[n].first) == 0))
      return row[n].word;
  return given;
}

/* Settles word k from what was given, among rows that agree so far. */
static void settle(const char *text, const name_word *settled, size_t k, choice *out) {
  const char *given = meant(text, settled, k);
  *out = (choice){0};
  row_place at = {0};
  for (const scr_command *c; (c = next_row(&at));) {
    name_word w;
    if (has_prefix(c, settled, k) && word_of(c->name, k, &w))
      choice_offer(out, given, &w, row_offered(c));
  }
}

static const scr_command *find_row(const name_word *settled, size_t k) {
  row_place at = {0};
  for (const scr_command *c; (c = next_row(&at));) {
    name_word w;
    if (has_prefix(c, settled, k) && !word_of(c->name, k, &w)) return c;
  }
  return NULL;
}

/* ---- messages ---- */

static const scr_command *fail_ambiguous(scr_session *s, const scr_token *t, choice *c) {
  scr_fail(&s->diag, &t->loc, SCR_E_NAME, "'%s' is ambiguous", t->text);
  scr_hint(&s->diag, "it may stand for: %s", c->all.s);
  scr_buf_free(&c->all);
  return NULL;
}

static bool same_first_word(const scr_command *a, const scr_command *b) {
  const size_t n = strcspn(a->name, " ");
  return strncmp(a->name, b->name, n) == 0 && (b->name[n] == ' ' || b->name[n] == 0);
}

/* `clump delete` is read and ignored, yet clumps are not offered. */
static bool row_shown(const scr_command *c) {
  bool refused = false;
  if (c->run || !row_offered(c)) return c->run != NULL;
  row_place at = {0};
  for (const scr_command *other; (other = next_row(&at));) {
    if (!same_first_word(c, other)) continue;
    if (other->run) return true;
    refused |= !row_offered(other);
  }
  return !refused;
}

enum { MAX_KEPT = 160 };

/* The words that may stand at place k; `kept` holds the candidates that `near` points to: offered
 * ones, and refused ones. */
static void list_choices(const name_word *settled, size_t k, name_word *kept, scr_nearest near[2],
                         scr_buf *all) {
  name_word last = {""};
  size_t nkept = 0;
  row_place at = {0};
  for (const scr_command *c; (c = next_row(&at));) {
    name_word w;
    if (!has_prefix(c, settled, k) || !word_of(c->name, k, &w) || strcmp(w.text, last.text) == 0)
      continue;
    last = w;
    if (nkept < MAX_KEPT) {
      kept[nkept] = w;
      scr_nearest_offer(&near[!row_shown(c)], kept[nkept++].text);
    }
    bool again = false;
    for (size_t j = 0; j + 1 < nkept; j++) again = again || strcmp(kept[j].text, w.text) == 0;
    if (row_shown(c) && !again) scr_buf_printf(all, "%s%s", all->n ? ", " : "", w.text);
  }
}

/* A word as the file has it: those of older versions have been put in the words of today. */
static const char *as_written(const scr_line *l, const scr_token *t, char out[64]) {
  const size_t from = (size_t)t->loc.col - 1, n = (size_t)t->loc.len;
  if (t->type != SCR_T_WORD || n == strlen(t->text) || n >= 64) return t->text;
  if (t->loc.src != l->src || t->loc.line > l->src->nline) return t->text;
  const char *line = l->src->line[t->loc.line - 1];
  if (from + n > strlen(line)) return t->text;
  snprintf(out, 64, "%.*s", t->loc.len, line + from);
  return out;
}

/* What stands in a short form behind its first k words, which are those of the line, or settled;
 * NULL: they are not, or nothing does. */
static const char *rest_of_alias(const scr_alias *a, const scr_line *l, const name_word *settled,
                                 size_t k) {
  const char *rest = a->from;
  for (size_t i = 0; i < k; i++) {
    const char *word = settled ? settled[i].text : l->tok[i].text;
    const size_t n = strlen(word);
    if (scr_ncasecmp(rest, word, n) != 0 || rest[n] != ' ') return NULL;
    rest += n + 1;
  }
  return *a->to == '!' ? NULL : rest;
}

/* `list foo`, `set fish foo`: the first words begin a short form, and what is wrong is the next. */
static bool fail_alias(scr_session *s, const scr_line *l) {
  size_t k = 0;
  scr_buf all = {0}, head = {0};
  for (bool more = true; more && k + 1 < l->n;) {
    more = false;
    for (const scr_alias *a = scr_aliases; a->from; a++)
      more |= rest_of_alias(a, l, NULL, k + 1) != NULL;
    k += more;
  }
  scr_nearest near = {.word = l->tok[k].text};
  for (const scr_alias *a = scr_aliases; k && a->from; a++) {
    const char *rest = rest_of_alias(a, l, NULL, k);
    if (!rest) continue;
    scr_nearest_offer(&near, rest);
    scr_buf_printf(&all, "%s%s", all.n ? ", " : "", rest);
  }
  const bool found = all.n > 0;
  const scr_token *t = &l->tok[k];
  char space[64];
  for (size_t i = 0; i < k; i++)
    scr_buf_printf(&head, "%s%s", i ? " " : "", as_written(l, &l->tok[i], space));
  if (found) scr_fail(&s->diag, &t->loc, SCR_E_NAME, "unknown command '%s %s'", head.s, t->text);
  if (found && near.best) scr_hint(&s->diag, "did you mean '%s %s'?", head.s, near.best);
  scr_buf_free(&head);
  if (found) scr_hint(&s->diag, "expected one of: %s", all.s);
  scr_buf_free(&all);
  return found;
}

static bool is_structure(const char *word) {
  return scr_casecmp(word, "struct") == 0 || scr_casecmp(word, "structure") == 0;
}

/* A word of FLAC's `structure beam ...`: in full, or so much of it that it is no name by chance. */
static bool is_element(const char *word) {
  enum { MUCH = 4 };
  row_place at = {0};
  for (const scr_command *c; (c = next_row(&at));) {
    const char *name = c->name;
    if (strncmp(name, "structure ", 10) != 0 || scr_ncasecmp(name + 10, word, strlen(word)) != 0)
      continue;
    if (strlen(word) >= MUCH || !name[10 + strlen(word)]) return true;
  }
  return false;
}

/* `structure name a b` declares a structure of FISH; `structure beam ...` would be a command. */
static bool declares_structure(const scr_line *l) {
  return l->n >= 2 && is_structure(l->tok[0].text) && l->tok[1].type == SCR_T_WORD &&
         !is_element(l->tok[1].text);
}

/* A statement of FISH, or the call of a function, where a command should stand. */
static bool fail_fish(scr_session *s, const scr_line *l, const name_word *settled, size_t k) {
  const scr_token *t = &l->tok[0];
  const char *line = l->src->line[t->loc.line - 1];
  const size_t behind = (size_t)(t->loc.col + t->loc.len) - 1;
  if ((k == 0 && scr_word_of_fish(t->text)) || (k <= 1 && is_structure(t->text))) {
    scr_fail(&s->diag, &t->loc, SCR_E_SYNTAX, "'%s' is a word of FISH, not a command", t->text);
    scr_hint(&s->diag,
             is_structure(t->text)
                 ? "as a command it takes names: 'structure point x0 y0'"
                 : "it belongs inside of a function: between 'fish define <name>' and its 'end'");
    return true;
  }
  if (behind > strlen(line) || line[behind] != '(' ||
      (k && scr_casecmp(settled[0].text, t->text) == 0))
    return false;
  scr_nearest near = {.word = t->text};
  for (int f = 0; f < scr_fish_symbols(s->fish); f++)
    if (scr_fish_is_function(s->fish, f))
      scr_nearest_offer(&near, scr_fish_symbol_name(s->fish, f));
  scr_fail(&s->diag, &t->loc, SCR_E_NAME, "'%s' is no command", t->text);
  if (near.best)
    scr_hint(&s->diag, "a function of FISH is called in brackets: [%s(..)]", near.best);
  else
    scr_hint(&s->diag, "a function of FISH would be called in brackets, but there is no '%s'",
             t->text);
  return true;
}

/* All that begins so is refused: the reason says more than a list of nothing. */
static bool fail_family(scr_session *s, const scr_loc *loc, const name_word *settled, size_t k) {
  scr_buf head = {0};
  const scr_command *refused = NULL;
  row_place at = {0};
  while ((refused = next_row(&at)) && (!has_prefix(refused, settled, k) || row_offered(refused))) {
  }
  for (size_t i = 0; i < k; i++) scr_buf_printf(&head, "%s%s", i ? " " : "", settled[i].text);
  scr_fail(&s->diag, loc, SCR_E_UNSUPPORTED, "'%s' is not supported by scree%s%s", head.s,
           refused ? ": " : "", refused ? refused->doc : "");
  scr_buf_free(&head);
  return true;
}

/* The first words of a command, in full but for what an older name gave way to: that as it stands.
 */
static void put_said(const scr_line *l, const name_word *settled, size_t k, scr_buf *out) {
  char space[64];
  scr_buf_puts(out, "");
  for (size_t i = 0; i < k; i++) {
    const scr_loc *at = &l->tok[i].loc;
    const char *word = as_written(l, &l->tok[i], space);
    const scr_loc *before = &l->tok[i ? i - 1 : 0].loc;
    if (i && before->line == at->line && before->col == at->col) continue;
    scr_buf_printf(out, "%s ", scr_abbreviates(word, settled[i].text) ? settled[i].text : word);
  }
}

static const scr_command *fail_unknown(scr_session *s, scr_line *l, const name_word *settled,
                                       size_t k) {
  scr_buf all = {0}, head = {0};
  if (fail_fish(s, l, settled, k) || (k == 0 && fail_alias(s, l))) return NULL;
  for (size_t i = 0; i < k; i++) scr_buf_printf(&head, "%s ", settled[i].text);
  const scr_token *t = k < l->n ? &l->tok[k] : NULL;
  char space[64];
  const char *word = t ? as_written(l, t, space) : "";
  scr_nearest both[2] = {{.word = word}, {.word = word}};
  name_word kept[MAX_KEPT];
  list_choices(settled, k, kept, both, &all);
  if (!all.n && k && !(t && both[1].best) && fail_family(s, &l->tok[k - 1].loc, settled, k)) {
    scr_buf_free(&head);
    return NULL;
  }
  const bool refused = !both[0].best && both[1].best; /* known, and the reason is worth a look */
  scr_nearest near = both[refused];
  for (const scr_alias *a = scr_aliases; a->from; a++) {
    const char *rest = rest_of_alias(a, l, settled, k);
    if (rest) scr_nearest_offer(&near, rest);
  }
  scr_loc behind = l->tok[l->n - 1].loc;
  behind.col += behind.len;
  behind.len = 1;
  scr_buf said = {0};
  put_said(l, settled, k, &said);
  if (t)
    scr_fail(&s->diag, &t->loc, SCR_E_NAME, "unknown command '%s%s'", said.s, word);
  else
    scr_fail(&s->diag, &behind, SCR_E_SYNTAX, "expected one more word after '%.*s'",
             (int)head.n - 1, head.s);
  if (t && near.best)
    scr_hint(&s->diag, "did you mean '%s%s'?%s", head.s ? head.s : "", near.best,
             refused && near.best == both[1].best ? " It is not supported" : "");
  else
    scr_hint(&s->diag, "expected one of: %s", all.s);
  scr_buf_free(&all);
  scr_buf_free(&head);
  scr_buf_free(&said);
  return NULL;
}

/* ---- selection ---- */

enum { MAX_NAME_WORDS = 4 }; /* of the longest name of a command */

/* What stands in quotes is a name, never a word of a command. */
static bool selectable(const scr_line *l, size_t k) {
  return k < l->n && l->raw[k] == SCR_RAW_NONE && l->tok[k].type == SCR_T_WORD;
}

/* How well the line starts with an alias: its words count more than how well they fit. 0: not at
 * all. */
static int alias_rank(const scr_line *l, const scr_alias *a, size_t *words) {
  name_word w;
  int worst = 3;
  size_t k = 0;
  for (; word_of(a->from, k, &w); k++) {
    int m = selectable(l, k) ? scr_abbreviates(l->tok[k].text, w.text) : 0;
    if (m == 0) return 0;
    if (m < worst) worst = m;
  }
  *words = k;
  return *a->to == '!' && worst < 3 ? 0 : (int)k * 10 + worst; /* what is refused stands in full */
}

/* The place of messages that belong to the whole command: its words. */
static void widen(scr_line *l, size_t words) {
  scr_loc *first = &l->tok[0].loc;
  const scr_loc *last = &l->tok[words ? words - 1 : 0].loc;
  if (first->line == last->line && last->col >= first->col)
    first->len = last->col + last->len - first->col;
}

static bool fail_older(scr_session *s, scr_line *l, size_t words, const char *why) {
  scr_buf name = {0};
  char space[64];
  for (size_t k = 0; k < words; k++)
    scr_buf_printf(&name, "%s%s", k ? " " : "", as_written(l, &l->tok[k], space));
  widen(l, words);
  scr_fail(&s->diag, &l->tok[0].loc, SCR_E_UNSUPPORTED, "'%s' is not supported by scree: %s",
           name.s, why);
  scr_buf_free(&name);
  return true;
}

/* Replaces the first words of an older or shorter form, more than those `settled` already; false if
 * there is none, or more than one. *refused: there is one that is refused, after the error. */
static bool apply_alias(scr_session *s, scr_line *l, size_t settled, bool *refused) {
  int best = 0;
  size_t drop = 0;
  const char *to = NULL;
  for (const scr_alias *a = scr_aliases; a->from; a++) {
    size_t words;
    int rank = alias_rank(l, a, &words);
    if (rank == 0 || rank < best || words <= settled) continue;
    to = rank == best && to && strcmp(to, a->to) != 0 ? NULL : a->to;
    best = rank;
    drop = words;
  }
  if (!to) return false;
  if (*to == '!') return *refused = fail_older(s, l, drop, to + 1);
  scr_line_replace(l, drop, to);
  return true;
}

const scr_command *scr_command_select(scr_session *s, scr_line *l, size_t *words) {
  name_word settled[MAX_NAME_WORDS];
  const scr_command *row = NULL;
  bool again = false, refused = false; /* a line is put in today's words once */
  if (declares_structure(l)) scr_line_replace(l, 1, "fish structure");
  for (size_t k = 0; k <= MAX_NAME_WORDS; k++) {
    row = find_row(settled, k);
    choice c = {0};
    if (selectable(l, k)) settle(l->tok[k].text, settled, k, &c);
    if (c.count == 0 && !row && !again && apply_alias(s, l, k, &refused)) {
      if (refused) return NULL;
      again = true;
      settle(l->tok[k = 0].text, settled, 0, &c);
    }
    *words = k;
    if (c.count == 0) return row ? row : fail_unknown(s, l, settled, k);
    if (c.count > 1) return fail_ambiguous(s, &l->tok[k], &c);
    assert(k < MAX_NAME_WORDS);
    settled[k] = c.word;
    scr_buf_free(&c.all);
  }
  return row;
}

/* ---- running ---- */

/* The next word of a text, which ends before what is none; "" at its end. */
static const char *text_word(const char *p, name_word *w) {
  p += strspn(p, " \t");
  const size_t n = strcspn(p, " \t,=()[].;+*/<>#&|^%'\"@");
  const size_t kept = SCR_MIN(n, sizeof w->text - 1);
  memcpy(w->text, p, kept);
  w->text[kept] = 0;
  return p + n;
}

static bool abbreviated(const name_word *given, const char *name, size_t k) {
  name_word w;
  return strlen(given->text) >= 3 && word_of(name, k, &w) && scr_abbreviates(given->text, w.text);
}

int scr_command_words(const char *text, bool legacy) {
  name_word first, second, w;
  int most = 0;
  const char *behind = text_word(text, &first);
  text_word(behind, &second);
  behind += strspn(behind, " \t");
  if (*behind && strchr("=([.", *behind)) return 0; /* it is of FISH */
  for (size_t k = 0; legacy && k < scr_legacy_count(); k++)
    if (abbreviated(&first, scr_legacy_at(k)->name, 0)) return 1;
  row_place at = {0};
  for (const scr_command *c; !legacy && (c = next_row(&at));)
    if (abbreviated(&first, c->name, 0) && abbreviated(&second, c->name, 1)) return 2;
  for (const scr_alias *s = scr_aliases; !legacy && s->from; s++)
    if (word_of(s->from, 0, &w) && scr_casecmp(first.text, w.text) == 0)
      most = SCR_MAX(most, !word_of(s->from, 1, &w) ? 1 : abbreviated(&second, s->from, 1) ? 2 : 0);
  return most;
}

bool scr_command_ignored(scr_session *s, const scr_command *c, const scr_loc *at) {
  for (size_t k = 0; k < s->nnoted; k++)
    if (s->noted[k] == c) return true;
  SCR_GROW(s->noted, s->cap_noted, s->nnoted + 1);
  s->noted[s->nnoted++] = c;
  return scr_warn(&s->diag, at, SCR_E_UNSUPPORTED, "'%s' is read and ignored: %s", c->name, c->doc);
}

static bool may_run(scr_session *s, const scr_command *c, const scr_loc *at) {
  if (!c->run && (c->flags & SCR_CMD_IGNORED)) return scr_command_ignored(s, c, at);
  if (!c->run)
    return scr_fail(&s->diag, at, SCR_E_UNSUPPORTED, "'%s' is not supported by scree: %s", c->name,
                    c->doc);
  if ((c->flags & SCR_CMD_NO_BLOCK) &&
      ((s->frame && s->frame->block) || scr_fish_running(s->fish))) {
    scr_fail(&s->diag, at, SCR_E_STATE, "'%s' is not possible while a FISH function runs", c->name);
    return scr_hint(&s->diag, "move it out of command ... endcommand");
  }
  if (c->flags & SCR_CMD_EDITS_BODIES) return scr_may_edit_bodies(s->lib.world, &s->diag);
  return true;
}

bool scr_command_call(scr_session *s, const scr_command *c, scr_line *l, size_t k,
                      scr_dialect dialect) {
  scr_args a = scr_args_of(s, l->tok + k, l->n - k, l->n ? &l->tok[0].loc : &s->diag.at);
  a.dialect = dialect;
  bool block = s->frame && s->frame->block; /* which may never run, or in another order */
  a.dry = scr_checking(s) && (block || !(c->flags & SCR_CMD_READING));
  s->diag.at = a.loc;
  scr_checking_command(s, c->name);
  if (!may_run(s, c, &a.loc)) return false;
  if (!c->run) return true;
  if (!(c->flags & SCR_CMD_GOES_ON)) scr_world_observe(s->lib.world);
  if (!c->run(&a)) {
    if (scr_checking(s)) return !s->diag.failed;
    if (!s->diag.failed) scr_fail(&s->diag, &a.loc, SCR_E_STATE, "'%s' failed", c->name);
    return false;
  }
  assert(!s->diag.failed || s->diag.error.code == SCR_E_INTERRUPT); /* a list stops printing */
  if (!(c->flags & SCR_CMD_GOES_ON)) scr_world_assert(s->lib.world);
  return true;
}

bool scr_command_run(scr_session *s, scr_line *l, scr_dialect dialect) {
  size_t words = 0;
  scr_older_line(l);
  s->diag.at = l->tok[0].loc;
  const scr_command *c = scr_command_select(s, l, &words);
  if (!c) return false;
  scr_today_selected(s, l);
  widen(l, words);
  s->diag.at = l->tok[0].loc;
  if (!c->run) return may_run(s, c, &l->tok[0].loc);
  if ((c->flags & SCR_CMD_IGNORED) && !scr_plot_acts(s, l, words))
    return scr_command_ignored(s, c, &l->tok[0].loc);
  if (!scr_line_evaluate(s, l, words, c->flags))
    return (c->flags & SCR_CMD_IGNORED) && scr_plot_forgives(s, l, words);
  return scr_command_call(s, c, l, words, dialect);
}

bool scr_command_text(scr_session *s, const char *text) {
  scr_source *src = scr_source_new("command", NULL, text, strlen(text));
  scr_line l;
  scr_loc at = s->diag.at;
  bool ok = scr_lex(s, src, 1, 1, &l) && (l.n == 0 || scr_command_run(s, &l, SCR_MODERN));
  scr_line_free(&l);
  scr_source_drop(src);
  s->diag.at = at;
  return ok;
}
