/* Completion of words: see complete.h. */
#include "app/complete.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/commands.h"
#include "cmd/files.h"
#include "cmd/help.h"
#include "cmd/token.h"
#include "verify/folder.h"

enum { MAX_WORDS = 64 };

/* The words of a line before the one that is being typed; an alias at its head is written out. */
typedef struct words {
  char *text;
  const char *word[MAX_WORDS];
  size_t n;
} words;

typedef struct finder {
  scr_session *s;
  bool legacy;
  words before;
  const char *part; /* of the word so far */
  size_t len;
  scr_completion *out;
} finder;

/* ---- candidates ---- */

static void offer(finder *f, const char *word, size_t n) {
  if (n < f->len || scr_ncasecmp(word, f->part, f->len) != 0) return;
  for (size_t k = 0; k < f->out->n; k++)
    if (strlen(f->out->word[k]) == n && scr_ncasecmp(f->out->word[k], word, n) == 0) return;
  SCR_GROW(f->out->word, f->out->cap, f->out->n + 1);
  f->out->word[f->out->n++] = scr_strndup(word, n);
}

static void offer_symbols(finder *f) {
  for (int k = 0; k < scr_fish_symbols(scr_session_fish(f->s)); k++) {
    const char *name = scr_fish_symbol_name(scr_session_fish(f->s), k);
    offer(f, name, strlen(name));
  }
}

/* Does a word that was typed stand for the n letters of `name`? */
static bool stands_for(const char *typed, const char *name, size_t n) {
  char *whole = scr_strndup(name, n);
  bool same = scr_abbreviates(typed, whole) != 0;
  scr_free(whole);
  return same;
}

/* The words of `name` agree with the first ones of the line: the next one of `name`, "" after its
 * last, NULL if they differ. */
static const char *behind_words(const finder *f, const char *name) {
  for (size_t k = 0; k < f->before.n; k++) {
    size_t n = strcspn(name, " ");
    if (!*name || !stands_for(f->before.word[k], name, n)) return NULL;
    name += n + (name[n] == ' ');
  }
  return name;
}

/* All words of a table's name stand in the line in their order: `range` and `group` anywhere after
 * a command, the others from its beginning. The last word of `name` is left out. */
static bool is_behind(const finder *f, const char *name, const char *last) {
  bool inner = strncmp(name, "range ", 6) == 0 || strncmp(name, "group ", 6) == 0;
  size_t k = inner;
  for (bool first = true; name < last; first = false) {
    size_t n = strcspn(name, " ");
    while (k < f->before.n && (!first || inner) && !stands_for(f->before.word[k], name, n)) k++;
    if (k >= f->before.n || !stands_for(f->before.word[k], name, n)) return false;
    k++;
    name += n + 1;
  }
  return true;
}

/* ---- the lists of help ---- */

static const char *last_word(const char *name) {
  const char *space = strrchr(name, ' ');
  return space ? space + 1 : name;
}

static const char *word_before(const finder *f, size_t back) {
  return f->before.n >= back ? f->before.word[f->before.n - back] : "";
}

/* Where in the line one of these words stands, counted from 1; 0: nowhere. */
static size_t place_of(const finder *f, const char *word) {
  for (size_t k = f->before.n; k > 1; k--)
    if (strlen(f->before.word[k - 1]) >= 3 && scr_abbreviates(f->before.word[k - 1], word))
      return k;
  return 0;
}

/* Names of properties and methods: those of the law that the line names, or of all laws. */
static bool is_of_law(const finder *f, const char *name) {
  size_t at = place_of(f, "model");
  const char *law = at && at < f->before.n ? f->before.word[at] : NULL;
  return !law || stands_for(law, name, strcspn(name, " "));
}

typedef enum entry_place { AT_FISH, AT_START, AT_WORDS } entry_place;

static void offer_entry(finder *f, const char *kind, const char *name, entry_place place) {
  const char *last = last_word(name), *next;
  size_t n = strlen(last);
  bool fish = strcmp(kind, f->legacy ? "legacy" : "intrinsic") == 0;
  if (fish && (place == AT_FISH || (place == AT_START && (f->len || f->legacy))))
    offer(f, name, strlen(name));
  if (place == AT_FISH) return;
  if (strcmp(kind, "command") == 0 && !f->legacy && (next = behind_words(f, name)) && *next)
    offer(f, next, strcspn(next, " "));
  const bool form = strcmp(kind, "alias") == 0 || strcmp(kind, "older") == 0;
  if (form && place == AT_WORDS && !f->legacy && f->len && (next = behind_words(f, name)) && *next)
    offer(f, next, strcspn(next, " "));
  if (place == AT_START) return;
  const bool older = strcmp(kind, "older-keyword") == 0 && !f->legacy && f->len;
  if ((older || strcmp(kind, f->legacy ? "legacy-keyword" : "keyword") == 0) &&
      is_behind(f, name, last))
    offer(f, last, n);
  if (strcmp(kind, "property") == 0 && place_of(f, "property") && is_of_law(f, name))
    offer(f, last, n);
  if (strcmp(kind, "method") == 0 && place_of(f, "method") && is_of_law(f, name)) offer(f, last, n);
}

/* Kinds that are the only ones after a certain word. */
static const char *only_kind(const finder *f) {
  const char *before = word_before(f, 1);
  if (f->before.n < 2) return NULL;
  if (scr_casecmp(before, "model") == 0) return "law";
  if (scr_casecmp(before, "event") == 0) return "event";
  if (scr_casecmp(before, "energy") == 0) return "energy";
  if (strlen(before) >= 3 && scr_abbreviates(before, "property")) return "property";
  return scr_casecmp(before, "method") == 0 ? "method" : NULL;
}

static void offer_names(finder *f, entry_place place) {
  scr_buf b = {0};
  const char *only = place == AT_WORDS ? only_kind(f) : NULL;
  scr_help_names(f->s, &b);
  scr_help_words(&b);
  for (char *line = b.s, *end; line && *line; line = end) {
    end = line + strcspn(line, "\n");
    if (*end) *end++ = 0;
    char *name = strchr(line, '\t');
    if (!name) continue;
    *name++ = 0;
    bool law = only && (strcmp(only, "law") == 0 || strcmp(only, "event") == 0 ||
                        strcmp(only, "energy") == 0);
    if (!only || (strcmp(line, only) == 0 && !law))
      offer_entry(f, line, name, place);
    else if (strcmp(line, only) == 0)
      offer(f, name, strlen(name));
  }
  scr_buf_free(&b);
}

/* ---- the line ---- */

static void split(words *w, const char *line, size_t n) {
  w->text = scr_strndup(line, n);
  for (char *p = strtok(w->text, " \t,=()"); p && w->n < MAX_WORDS; p = strtok(NULL, " \t,=()"))
    w->word[w->n++] = p;
}

/* "solve" at the head of a line stands for "model solve". */
static void write_out_alias(words *w) {
  for (const scr_alias *a = scr_aliases; a->from; a++) {
    if (*a->to == '!') continue;
    words from = {0}, to = {0};
    split(&from, a->from, strlen(a->from));
    size_t k = 0;
    while (k < from.n && k < w->n && scr_casecmp(from.word[k], w->word[k]) == 0) k++;
    bool same = k == from.n;
    scr_free(from.text);
    if (!same) continue;
    scr_buf b = {0};
    scr_buf_puts(&b, a->to);
    for (; k < w->n; k++) scr_buf_printf(&b, " %s", w->word[k]);
    split(&to, b.s, b.n);
    scr_buf_free(&b);
    scr_free(w->text);
    *w = to;
    return;
  }
}

/* ---- names of files ---- */

/* The quote that is open at the end of the text: its place, counted from 1; 0: none, or a comment.
 */
static size_t open_quote(const char *p, size_t n) {
  size_t open = 0;
  for (size_t k = 0; k < n; k++) {
    if (open && p[k] == p[open - 1])
      open = 0;
    else if (!open && p[k] == ';')
      return 0;
    else if (!open && (p[k] == '\'' || p[k] == '"'))
      open = k + 1;
  }
  return open;
}

/* Do the words belong to a command that reads a file next, or soon? */
static bool reads_file(const words *w, bool legacy) {
  static const char *const row[][2] = {{"program", "call"},
                                       {"model", "restore"},
                                       {"ball", "import"},
                                       {"wall", "import"},
                                       {"table", "import"}};
  if (legacy)
    return w->n > 0 &&
           (scr_abbreviates(w->word[0], "call") || scr_abbreviates(w->word[0], "restore"));
  for (size_t k = 0; k < SCR_COUNTOF(row); k++)
    for (size_t i = 1; i < w->n; i++)
      if (scr_abbreviates(w->word[0], row[k][0]) && scr_abbreviates(w->word[i], row[k][1]))
        return true;
  return false;
}

/* Files and folders that begin like what is typed, in `base` or the folder that is typed. */
static void offer_files(finder *f, const char *base) {
  char *part = scr_strndup(f->part, f->len), *slash = strrchr(part, '/');
  char *inner = scr_strndup(part, slash ? (size_t)(slash + 1 - part) : 0),
       *dir = scr_path_join(base, *inner ? inner : ".");
  char **name = NULL;
  size_t n = 0;
  if (scr_folder_names(dir, NULL, &name, &n)) {
    for (size_t k = 0; k < n; k++) {
      scr_buf whole = {0};
      char *path = scr_path_join(dir, name[k]);
      scr_buf_printf(&whole, "%s%s%s", inner, name[k], scr_is_folder(path) ? "/" : "");
      offer(f, whole.s, whole.n);
      scr_buf_free(&whole);
      scr_free(path);
    }
    scr_names_list_free(name, n);
  }
  scr_free(part);
  scr_free(inner);
  scr_free(dir);
}

/* Depth of brackets at the end of the text; -1 inside of a string or a comment. */
static int depth_at(const char *p, size_t n) {
  int depth = 0;
  char quote = 0;
  for (size_t k = 0; k < n; k++) {
    if (quote)
      quote = p[k] == quote ? 0 : quote;
    else if (p[k] == '\'' || p[k] == '"')
      quote = p[k];
    else if (p[k] == ';')
      return -1;
    else
      depth += p[k] == '[' ? 1 : p[k] == ']' ? -1 : 0;
  }
  return quote ? -1 : depth;
}

static bool in_name(char c) {
  return scr_lower(c) != c || strchr("abcdefghijklmnopqrstuvwxyz0123456789_.", c);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void finish(scr_completion *c) {
  if (c->n) qsort(c->word, c->n, sizeof *c->word, by_text);
  c->common = c->n ? strlen(c->word[0]) : 0;
  for (size_t k = 1; k < c->n; k++) {
    size_t same = 0;
    while (same < c->common && scr_lower(c->word[k][same]) == scr_lower(c->word[0][same])) same++;
    c->common = same;
  }
}

/* In quotes after a command that reads a file; false: there is no such place. */
static bool complete_file(scr_session *s, bool legacy, const char *line, size_t at,
                          scr_completion *out) {
  size_t quote = open_quote(line, at);
  if (!quote) return false;
  finder f = {s, legacy, .part = line + quote, .len = at - quote, .out = out};
  split(&f.before, line, quote - 1);
  if (!legacy) write_out_alias(&f.before);
  bool reads = reads_file(&f.before, legacy);
  if (reads) {
    out->start = quote;
    offer_files(&f, ".");
    if (scr_session_out(s)) offer_files(&f, scr_session_out(s));
    finish(out);
    bool folder = out->n == 1 && out->word[0][out->common - 1] == '/';
    out->close = folder ? 0 : line[quote - 1];
  }
  scr_free(f.before.text);
  return reads;
}

void scr_complete(scr_session *s, scr_dialect dialect, const char *line, size_t at,
                  scr_completion *out) {
  *out = (scr_completion){.start = at, .close = ' '};
  if (complete_file(s, dialect == SCR_LEGACY, line, at, out)) return;
  int depth = depth_at(line, at);
  if (depth < 0) return;
  bool fish = depth > 0;
  while (out->start &&
         (fish ? in_name(line[out->start - 1]) : !strchr(" \t,=()", line[out->start - 1])))
    out->start--;
  if (!fish && line[out->start] == '@' && out->start < at) {
    out->start++;
    fish = true;
  }
  finder f = {s, dialect == SCR_LEGACY, .part = line + out->start, .len = at - out->start,
              .out = out};
  split(&f.before, line, out->start);
  if (!f.legacy) write_out_alias(&f.before);
  bool first = !fish && f.before.n == 0;
  offer_names(&f, fish ? AT_FISH : first ? AT_START : AT_WORDS);
  if (fish || (first && f.len)) offer_symbols(&f);
  for (const scr_alias *a = scr_aliases; first && !f.legacy && a->from; a++)
    if (*a->to != '!') offer(&f, a->from, strcspn(a->from, " "));
  scr_free(f.before.text);
  finish(out);
}

void scr_completion_free(scr_completion *c) {
  for (size_t k = 0; k < c->n; k++) scr_free(c->word[k]);
  scr_free(c->word);
  *c = (scr_completion){0};
}
