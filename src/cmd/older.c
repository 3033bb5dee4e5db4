/* Older spellings: a table of words (older.def), and lines whose words stood in another order. */
#include "cmd/older.h"

#include <stdio.h>
#include <string.h>
#include "base/mem.h"

const scr_older scr_older_words[] = {
#define OLDER(then, today) {then, today},
#include "cmd/older.def"
#undef OLDER
    {NULL, NULL}};

/* ---- words ---- */

enum { FEWEST = 4 /* letters of an abbreviation: `fish` would be one of too many */ };

static const char *row_of(const char *word) {
  const size_t n = strlen(word);
  for (const scr_older *o = scr_older_words; o->then; o++)
    if (scr_casecmp(o->then, word) == 0) return o->today;
  for (const scr_older *o = scr_older_words; n >= FEWEST && o->then; o++)
    if (scr_ncasecmp(o->then, word, n) == 0 && scr_ncasecmp("fish", word, n) != 0) return o->today;
  return NULL;
}

static bool is_axis(char c) { return scr_lower(c) >= 'x' && scr_lower(c) <= 'z'; }

/* stressxx, strainratexy: the components of a tensor. */
static bool tensor_word(const char *then, char today[SCR_OLDER_MAX]) {
  static const char *const stem[] = {"stress", "strainrate"};
  for (size_t k = 0; k < SCR_COUNTOF(stem); k++) {
    const size_t n = strlen(stem[k]);
    if (strlen(then) == n + 2 && scr_ncasecmp(then, stem[k], n) == 0 && is_axis(then[n]) &&
        is_axis(then[n + 1]))
      return snprintf(today, SCR_OLDER_MAX, "%s-%s", stem[k], then + n) < SCR_OLDER_MAX;
  }
  return false;
}

bool scr_older_word(const char *then, char today[SCR_OLDER_MAX]) {
  const char axis = scr_lower(then[0]), *row = row_of(then);
  if (row) return snprintf(today, SCR_OLDER_MAX, "%s", row) < SCR_OLDER_MAX;
  if (tensor_word(then, today)) return true;
  if (is_axis(axis) && !then[1]) return snprintf(today, SCR_OLDER_MAX, "position-%c", axis) > 0;
  const bool leads = is_axis(axis) && strlen(then) > 3 && !strchr(then, '-');
  if (!leads) return false;
  row = row_of(then + 1);
  return snprintf(today, SCR_OLDER_MAX, "%s-%c", row ? row : then + 1, axis) < SCR_OLDER_MAX;
}

/* A word of a row, or one with an axis before it, which ends in that axis today. */
static bool offer_rows(const char *today, size_t n, const char *axis, size_t *k,
                       char then[SCR_OLDER_MAX]) {
  for (const scr_older *o = scr_older_words; o->then; o++)
    if (strlen(o->today) == n && scr_ncasecmp(o->today, today, n) == 0 && (*k)-- == 0)
      return snprintf(then, SCR_OLDER_MAX, "%s%s", axis, o->then) < SCR_OLDER_MAX;
  return false;
}

bool scr_older_spelling(const char *today, size_t k, char then[SCR_OLDER_MAX]) {
  const size_t n = strlen(today);
  if (offer_rows(today, n, "", &k, then)) return true;
  if (n > 2 && today[n - 2] == '-' && is_axis(today[n - 1])) {
    const char axis[] = {today[n - 1], 0};
    if (!memchr(today, '-', n - 2) && k-- == 0)
      return snprintf(then, SCR_OLDER_MAX, "%s%.*s", axis, (int)n - 2, today) < SCR_OLDER_MAX;
    return offer_rows(today, n - 2, axis, &k, then);
  }
  char back[SCR_OLDER_MAX];
  if (n < 4 || n >= SCR_OLDER_MAX || today[n - 3] != '-' || k) return false;
  snprintf(then, SCR_OLDER_MAX, "%.*s%s", (int)n - 3, today, today + n - 2);
  return tensor_word(then, back);
}

/* ---- lines ---- */

static bool is(const scr_line *l, size_t k, const char *word, size_t fewest) {
  if (k >= l->n || l->raw[k] != SCR_RAW_NONE || l->tok[k].type != SCR_T_WORD) return false;
  const size_t n = strlen(l->tok[k].text);
  return n >= fewest && n <= strlen(word) && scr_ncasecmp(l->tok[k].text, word, n) == 0;
}

static bool is_at(const scr_line *l, size_t k) { return k < l->n && l->raw[k] == SCR_RAW_AT; }

static void drop(scr_line *l, size_t k) {
  scr_free(l->tok[k].text);
  scr_val_drop(&l->tok[k].val);
  l->n--;
  memmove(l->tok + k, l->tok + k + 1, (l->n - k) * sizeof *l->tok);
  memmove(l->raw + k, l->raw + k + 1, l->n - k);
}

/* What was @name becomes the bare name of a symbol, or a word becomes another. */
static void rename_token(scr_line *l, size_t k, const char *text) {
  scr_token *t = &l->tok[k];
  char *copy = scr_strdup(text);
  scr_free(t->text);
  scr_val_drop(&t->val);
  *t = (scr_token){.type = SCR_T_WORD, .text = copy, .val = scr_val_str(copy), .loc = t->loc};
  l->raw[k] = SCR_RAW_NONE;
}

static void to_front(scr_line *l, size_t k) {
  const scr_token t = l->tok[k];
  const unsigned char raw = l->raw[k];
  memmove(l->tok + 1, l->tok, k * sizeof *l->tok);
  memmove(l->raw + 1, l->raw, k);
  l->tok[0] = t;
  l->raw[0] = raw;
}

/* A word before all others, at the place of the first one. */
static void put_front(scr_line *l, const char *word) {
  scr_buf both = {0};
  scr_buf_printf(&both, "%s %s", word, l->tok[0].text);
  scr_line_replace(l, 1, both.s);
  scr_buf_free(&both);
}

/* Those whose histories are theirs: `history ball ...` is `ball history ...`. */
static bool is_family(const scr_line *l, size_t k) {
  static const char *const family[] = {"ball", "wall", "contact", "measure", "clump", "fish"};
  for (size_t i = 0; i < SCR_COUNTOF(family); i++)
    if (is(l, k, family[i], i == 3 ? 4 : strlen(family[i]))) return true;
  return false;
}

static void to_end(scr_line *l, size_t k) {
  const scr_token t = l->tok[k];
  const unsigned char raw = l->raw[k];
  memmove(l->tok + k, l->tok + k + 1, (l->n - k - 1) * sizeof *l->tok);
  memmove(l->raw + k, l->raw + k + 1, l->n - k - 1);
  l->tok[l->n - 1] = t, l->raw[l->n - 1] = raw;
}

/* `nstep n` before the quantity goes behind it; alone it is a command. */
static void nstep_behind(scr_line *l, size_t k) {
  if (!is(l, k, "nstep", 5) || k + 2 >= l->n) return;
  to_end(l, k);
  to_end(l, k);
}

/* history delete|label|list|rename|write id i */
static void without_id(scr_line *l) {
  static const char *const verb[] = {"delete", "label", "list",  "rename",
                                     "write",  "dump",  "export"};
  for (size_t k = 0; k < SCR_COUNTOF(verb); k++)
    if (is(l, 1, verb[k], 4) && is(l, 2, "id", 2) && l->n > 3) drop(l, 2);
}

/* history [add] [nstep n] [id i] [nstep n] @f | fish @f | KIND ... | mechanical [solve] ... */
static void history_line(scr_line *l) {
  while (is(l, 1, "add", 3)) drop(l, 1);
  without_id(l);
  nstep_behind(l, 1);
  if (is(l, 1, "id", 2)) nstep_behind(l, 3);
  size_t k = 1;
  if (is(l, 1, "id", 2) || is(l, 1, "name", 4)) k = 3;
  while (is(l, k, "add", 3)) drop(l, k);
  if (k >= l->n) return;
  if (k == 3) rename_token(l, 1, "name");
  if (is_at(l, k)) {
    put_front(l, "fish");
  } else if (is_family(l, k)) {
    to_front(l, k);
  } else if (is(l, k, "mechanical", 4)) {
    if (is(l, k + 1, "solve", 3)) drop(l, k + 1);
    put_front(l, "model");
  } else if (is(l, k, "timestep", 5) && (k + 1 == l->n || is(l, k + 1, "nstep", 5))) {
    put_front(l, "model");
  }
}

/* `ball history id 3 velocity-z id 25`: of two ids the first names the history. */
static void named_history(scr_line *l) {
  if (!is(l, 2, "id", 2)) return;
  if (is(l, 0, "model", 5)) rename_token(l, 2, "name"); /* which has no things with ids */
  for (size_t k = 4; k < l->n; k++)
    if (is(l, k, "id", 2) || is(l, k, "position", 3) || is(l, k, "name", 4)) {
      rename_token(l, 2, "name");
      return;
    }
}

/* What stands before each value is a symbol, with @ or without. */
static void symbols_set(scr_line *l, size_t k) {
  for (; k < l->n; k += 2)
    if (is_at(l, k)) rename_token(l, k, l->tok[k].text);
}

static void swap_tokens(scr_line *l, size_t i, size_t j) {
  const scr_token t = l->tok[i];
  const unsigned char raw = l->raw[i];
  l->tok[i] = l->tok[j], l->raw[i] = l->raw[j];
  l->tok[j] = t, l->raw[j] = raw;
}

/* set fish callback WHEN [remove] f: fish callback add|remove f WHEN */
static void callback_line(scr_line *l) {
  const bool remove = is(l, 4, "remove", 3);
  if (!is(l, 2, "callback", 4) || l->n != (remove ? 6u : 5u)) return;
  if (is(l, 3, "add", 3) || is(l, 3, "remove", 3)) return;
  swap_tokens(l, 3, l->n - 1);
  rename_token(l, 0, "fish");
  rename_token(l, 1, "callback");
  rename_token(l, 2, remove ? "remove" : "add");
  if (remove) drop(l, 4);
}

/* range name N [range] elements, or range name N delete */
static void range_line(scr_line *l) {
  const bool deleted = l->n == 4 && is(l, 3, "delete", 3);
  if (l->n < 4) return;
  rename_token(l, 1, deleted ? "delete" : "create");
  if (deleted || is(l, 3, "range", 4)) drop(l, 3);
  put_front(l, "model");
}

/* One more word behind token k, at its place. */
static void put_behind(scr_line *l, size_t k, const char *word) {
  const scr_loc at = l->tok[k].loc;
  put_front(l, word);
  scr_token t = l->tok[0];
  t.loc = at;
  memmove(l->tok, l->tok + 1, (k + 1) * sizeof *l->tok);
  memmove(l->raw, l->raw + 1, k + 1);
  l->tok[k + 1] = t;
  l->raw[k + 1] = SCR_RAW_NONE;
}

/* set fishcall WHEN [remove] f, where WHEN is an event or a cycle point that no fishcall of PFC 3
 * is: fish callback add|remove f WHEN */
static void fishcall_line(scr_line *l) {
  const bool remove = is(l, 3, "remove", 3);
  const scr_token *when = &l->tok[2];
  if (l->n != (remove ? 5u : 4u)) return;
  if (l->raw[2] == SCR_RAW_NONE && when->type == SCR_T_INT && when->text[0] != '-') return;
  if (remove)
    swap_tokens(l, 2, 3);
  else
    put_behind(l, 1, "add");
  swap_tokens(l, 3, 4);
  rename_token(l, 0, "fish");
  rename_token(l, 1, "callback");
}

/* A value, not a word: the file or FISH gives it. */
static bool is_value(const scr_line *l, size_t k) {
  return k < l->n && (l->raw[k] != SCR_RAW_NONE || l->tok[k].type > SCR_T_STRING);
}

/* geometry [set s] polygon positions v v v, polygon nodes i i i, edge v v, node v: today `create`
 * stands before. */
static void geometry_line(scr_line *l) {
  const size_t k = is(l, 1, "set", 3) ? 3 : 1;
  const bool node = is(l, k, "node", 4), polygon = is(l, k, "polygon", 4);
  if (!node && !polygon && !is(l, k, "edge", 4)) return;
  const bool positions = is(l, k + 1, "positions", 3);
  const bool nodes = !node && !positions && is(l, k + 1, "nodes", 4);
  if (!positions && !nodes && !is_value(l, k + 1)) return;
  if (positions) rename_token(l, k + 1, node ? "by-position" : "by-positions");
  if (nodes) rename_token(l, k + 1, "by-nodes");
  put_behind(l, k, "create");
}

/* write history [id] 1 FILE: history write 1 file FILE */
static void write_line(scr_line *l) {
  to_front(l, 1);
  if (is(l, 2, "id", 1)) drop(l, 2);
  bool file = false;
  for (size_t k = 2; k < l->n; k++) file = file || is(l, k, "file", 1) || is(l, k, "table", 5);
  if (!file && l->n > 3) put_behind(l, l->n - 2, "file");
}

/* fix x: fix velocity-x */
static void fix_line(scr_line *l) {
  for (size_t k = 2; k < l->n && !is(l, k, "range", 3); k++)
    if (l->tok[k].type == SCR_T_WORD && is_axis(l->tok[k].text[0]) && !l->tok[k].text[1]) {
      char word[] = "velocity-x";
      word[9] = scr_lower(l->tok[k].text[0]);
      rename_token(l, k, word);
    }
}

/* dfn gimport geometry S */
static void gimport_line(scr_line *l) {
  if (is(l, 2, "geometry", 4)) rename_token(l, 2, "from-geometry");
}

/* model results map @symbol */
static void results_line(scr_line *l) {
  for (size_t k = 2; k + 1 < l->n; k++)
    if (is(l, k, "map", 3) && is_at(l, k + 1)) rename_token(l, k + 1, l->tok[k + 1].text);
}

/* dfn model [name] LAW ... */
static void dfn_law_line(scr_line *l) {
  if (l->n < 3 || is(l, 2, "model", 5)) return;
  if (is(l, 2, "name", 4))
    rename_token(l, 2, "model");
  else
    put_behind(l, 1, "model");
}

static bool is_any(const scr_line *l, size_t k, const char *const *word, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (is(l, k, word[i], 3)) return true;
  return false;
}

/* dfn template [create] [name] N ... */
static void template_line(scr_line *l) {
  static const char *const verb[] = {"create", "default", "delete", "list"};
  if (!is_any(l, 2, verb, SCR_COUNTOF(verb))) put_behind(l, 1, "create");
  if (is(l, 3, "name", 4) && l->n > 4) drop(l, 3);
}

/* dfn generate name N template name T ... */
static void dfn_generate_line(scr_line *l) {
  for (size_t k = 2; k < l->n; k++) {
    if (is(l, k, "name", 4) && is(l, k - 1, "template", 4))
      drop(l, k);
    else if (is(l, k, "name", 4))
      rename_token(l, k, "dfn");
  }
}

/* dfn addfracture [name D] [x y z] ... */
static void add_fracture_line(scr_line *l) {
  const bool named = is(l, 2, "name", 4);
  const size_t place = named ? 4 : 2;
  if (is_value(l, place)) put_behind(l, place - 1, "position");
  for (size_t k = 2; k < l->n; k++)
    if (is(l, k, "name", 4)) rename_token(l, k, "dfn");
}

/* dfn intersection [...] */
static void intersection_line(scr_line *l) {
  static const char *const verb[] = {"compute", "delete", "list", "scanline", "automatic-update"};
  if (!is_any(l, 2, verb, SCR_COUNTOF(verb))) put_behind(l, 1, "compute");
}

static void list_line(scr_line *l) {
  if (l->n > 1 && l->raw[1] != SCR_RAW_NONE) put_front(l, "fish");
}

/* print KIND ..., print @x: list */
static void print_line(scr_line *l) {
  rename_token(l, 0, "list");
  list_line(l);
}

static void set_line(scr_line *l) {
  if (is_at(l, 1)) put_front(l, "fish");
}

static void symbols_line(scr_line *l) { symbols_set(l, 2); }

static const struct line_row {
  const char *first, *second;
  size_t fewest[2];
  void (*turn)(scr_line *l); /* NULL: another row does it */
} line_rows[] = {
#define OLDER_LINE(first, least, second, fewest, turn, then, today)                                \
  {first, second, {least, fewest}, turn},
#include "cmd/older_lines.def"
#undef OLDER_LINE
};

const scr_older scr_older_lines[] = {
#define OLDER_LINE(first, least, second, fewest, turn, then, today) {then, today},
#include "cmd/older_lines.def"
#undef OLDER_LINE
    {NULL, NULL}};

void scr_older_line(scr_line *l) {
  for (const struct line_row *r = line_rows; l->n > 1 && r < line_rows + SCR_COUNTOF(line_rows);
       r++)
    if (r->turn && (!r->first || is(l, 0, r->first, r->fewest[0])) &&
        (!r->second || is(l, 1, r->second, r->fewest[1])))
      r->turn(l);
}
