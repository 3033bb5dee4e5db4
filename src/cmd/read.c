/* Reading data files: telling dialect and dimension, running their lines. */
#include "cmd/read.h"

#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/checking.h"
#include "cmd/commands.h"
#include "cmd/dialect.h"
#include "cmd/legacy.h"
#include "cmd/session_kept.h"
#include "cmd/set_parts.h"
#include "cmd/today.h"

enum { MAX_FRAMES = 100 };

/* ---- dialect and dimension ---- */

static bool stopped(const scr_session *s) { return s && scr_session_interrupted(s); }

/* First word of a line, and where the next one starts; false for empty lines and comments. */
static const char *line_word(const char *p, char *word, size_t size) {
  while (*p && strchr(" \t,=()", *p)) p++;
  size_t n = strcspn(p, " \t,=();");
  size_t keep = n < size ? n : size - 1;
  memcpy(word, p, keep);
  word[keep] = 0;
  return p + n;
}

scr_dialect scr_read_dialect(const scr_session *s, const scr_source *src) {
  if (s->options.dialect >= 0) return (scr_dialect)s->options.dialect;
  return scr_dialect_of(s, src, s->frame ? &s->frame->dialect : NULL);
}

static int suffix_dimension(const char *path) {
  const char *suffix = scr_path_suffix(path);
  if (scr_lower(suffix[0] ? suffix[1] : 0) != 'p') return 0;
  return suffix[2] == '2' ? 2 : suffix[2] == '3' ? 3 : 0;
}

/* `model configure dimension 2`, `configure 2d`. */
static int configure_dimension(const scr_session *s, const scr_source *src) {
  for (int k = 0; k < src->nline && !stopped(s); k++) {
    char word[24];
    const char *p = line_word(src->line[k], word, sizeof word);
    if (scr_casecmp(word, "model") == 0) p = line_word(p, word, sizeof word);
    if (scr_ncasecmp(word, "conf", 4) != 0) continue;
    while (*(p = line_word(p, word, sizeof word)) || *word) {
      if (!*word) break;
      if (scr_casecmp(word, "2") == 0 || scr_casecmp(word, "2d") == 0) return 2;
      if (scr_casecmp(word, "3") == 0 || scr_casecmp(word, "3d") == 0) return 3;
    }
  }
  return 0;
}

static bool is_dimension(const char *p) {
  return (p[0] == '2' || p[0] == '3') && scr_lower(p[1]) == 'd';
}

/* A mark (2D) or (3D) in the block of comments that starts the file; else PFC2D or PFC3D, one of
 * them alone. */
static int comment_dimension(const scr_source *src) {
  bool named[4] = {false};
  for (int k = 0; k < src->nline; k++) {
    const char *p = src->line[k] + strspn(src->line[k], " \t");
    if (*p && *p != ';') break;
    for (; *p; p++) {
      if (p[0] == '(' && is_dimension(p + 1) && p[3] == ')') return p[1] - '0';
      if (scr_ncasecmp(p, "pfc", 3) == 0 && is_dimension(p + 3)) named[p[3] - '0'] = true;
    }
  }
  return named[2] == named[3] ? 0 : named[2] ? 2 : 3;
}

static int stem_dimension(const char *path) {
  const char *suffix = scr_path_suffix(path);
  size_t n = strlen(path) - strlen(suffix);
  if (n < 2 || scr_lower(path[n - 1]) != 'd') return 0;
  return path[n - 2] == '2' ? 2 : path[n - 2] == '3' ? 3 : 0;
}

/* ---- what commands tell of the dimension ---- */

/* Shortest forms of a command and its second word (NULL: any), and of a word (NULL: these alone)
 * behind which so many coordinates stand in 2D and in 3D (0: it does not tell), or multiples of
 * them. Each is a number or an expression in brackets. Boxes of four numbers are read in 3D, too
 * (z is as y), but hardly ever written there: they tell where no other command does. */
enum { ANY = -1 };
typedef struct dimension_mark {
  const char *command, *second, *word;
  int in2, in3;
  bool times;
} dimension_mark;
static const dimension_mark mark[] = {
    {"ball", "cr", "pos", 2, 3, false},      {"ball", "id", "z", 0, 1, false},
    {"gen", NULL, "z", 0, 2, false},         {"ball", "gen", "box", 0, 6, false},
    {"ball", "dist", "box", 0, 6, false},    {"domain", NULL, "ext", 0, 6, false},
    {"geometry", "gen", "pos", 2, 3, false}, {"measure", "cr", "pos", 2, 3, false},
    {"wall", "cr", "vert", 4, 9, true},      {"fracture", "cr", "pos", 2, 3, false},
    {"wall", "gen", "box", 0, 6, false},     {"wall", "gen", "pos", 2, 3, false},
    {"wall", NULL, "nodes", ANY, 0, false},  {"set", "disk", NULL, ANY, 0, false},
    {"set", "grav", NULL, 2, 3, false},      {"grav", NULL, NULL, 2, 3, false},
    {"ball", "hist", "pos", 2, 3, false},
};
static const dimension_mark box_mark[] = {
    {"ball", "gen", "box", 4, 6, false},
    {"ball", "dist", "box", 4, 6, false},
    {"domain", NULL, "ext", 4, 6, false},
    {"wall", "gen", "box", 4, 6, false},
};

/* Is the word at *p that one, or a longer form of it? Then *p is behind it. */
static bool goes_on_with(const char **p, const char *least) {
  char word[24];
  const char *next = line_word(*p, word, sizeof word);
  if (scr_ncasecmp(word, least, strlen(least)) != 0) return false;
  *p = next;
  return true;
}

/* How many coordinates follow, up to another word or the end of the line; -1: the next line goes
 * on, or one of them may be a vector. */
static int coordinates(const char *p) {
  int n = 0;
  for (;; n++) {
    p += strspn(p, " \t,()");
    if (*p == '[' && strchr(p, ']'))
      p = strchr(p, ']') + 1;
    else if (strchr("+-.0123456789", *p) && *p && strncmp(p, "...", 3) != 0)
      p += strcspn(p, " \t,();");
    else
      return *p == '@' || *p == '&' || strncmp(p, "...", 3) == 0 ? -1 : n;
  }
}

static bool is_count(const dimension_mark *m, int n, int of) {
  return n > 0 && of > 0 && (m->times ? n % of == 0 : n == of);
}

static int told_by(const dimension_mark *m, int n) {
  const bool in2 = m->in2 == ANY || is_count(m, n, m->in2), in3 = is_count(m, n, m->in3);
  return in2 == in3 ? 0 : in2 ? 2 : 3;
}

static int line_dimension(const char *line, const dimension_mark *m) {
  const char *p = line;
  goes_on_with(&p, "model");
  if (!goes_on_with(&p, m->command) || (m->second && !goes_on_with(&p, m->second))) return 0;
  if (!m->word) return told_by(m, coordinates(p));
  while (*p && *p != ';') {
    if (goes_on_with(&p, m->word)) return told_by(m, coordinates(p));
    char word[24];
    p = line_word(p, word, sizeof word);
  }
  return 0;
}

/* By the first command that one of n marks is in. */
static int marked_dimension(const scr_session *s, const scr_source *src, const dimension_mark *m,
                            size_t n) {
  for (int k = 0; k < src->nline && !stopped(s); k++)
    for (size_t i = 0; i < n; i++) {
      const int dim = line_dimension(src->line[k], &m[i]);
      if (dim) return dim;
    }
  return 0;
}

bool scr_read_goes_on(const char *line) {
  size_t n = strcspn(line, ";");
  while (n && strchr(" \t\r", line[n - 1])) n--;
  return n && (line[n - 1] == '&' || (n > 2 && strncmp(line + n - 3, "...", 3) == 0));
}

/* Which of x, y, z stand as words in a command from line k on: bits 1, 2, 4. */
static int axes(const scr_source *src, int k) {
  int found = 0;
  for (bool more = true; more && k < src->nline; k++) {
    char word[24];
    more = scr_read_goes_on(src->line[k]);
    for (const char *p = src->line[k]; *(p = line_word(p, word, sizeof word)) || *word;) {
      if (!*word) break;
      if (!word[1] && strchr("xyz", scr_lower(word[0]))) found |= 1 << (scr_lower(word[0]) - 'x');
    }
  }
  return found;
}

/* Balls of PFC 3 to 5, and regions, that have x and y, none of them z. */
static int ball_dimension(const scr_session *s, const scr_source *src) {
  int found = 0;
  for (int k = 0; k < src->nline && !stopped(s); k++) {
    char word[24];
    const char *p = line_word(src->line[k], word, sizeof word);
    const bool ball = scr_casecmp(word, "ball") == 0, region = scr_ncasecmp(word, "meas", 4) == 0;
    if (!ball && !region && scr_ncasecmp(word, "gen", 3) != 0) continue;
    line_word(p, word, sizeof word);
    static const char *const first[] = {"id", "rad", "radius", "x", "y", "hertz"};
    bool old = (!ball && !region) || scr_ncasecmp(word, "cr", 2) == 0;
    for (size_t i = 0; i < SCR_COUNTOF(first); i++) old |= scr_casecmp(word, first[i]) == 0;
    if (old) found |= axes(src, k);
  }
  return found == 3 ? 2 : found == 7 ? 3 : 0;
}

/* The first command that has as many coordinates as only one dimension has. */
static int command_dimension(const scr_session *s, const scr_source *src) {
  return marked_dimension(s, src, mark, SCR_COUNTOF(mark));
}

/* Where neither that nor a called file tells: balls by their axes, then boxes. */
static int usual_dimension(const scr_session *s, const scr_source *src) {
  const int dim = ball_dimension(s, src);
  return dim ? dim : marked_dimension(s, src, box_mark, SCR_COUNTOF(box_mark));
}

char *scr_read_called(const char *line) {
  const char *p = line;
  goes_on_with(&p, "program");
  if (!goes_on_with(&p, "call")) return NULL;
  p += strspn(p, " \t");
  const char quote[2] = {*p == '\'' || *p == '"' ? *p : 0};
  p += quote[0] != 0;
  const size_t n = strcspn(p, quote[0] ? quote : " \t;");
  return n ? scr_strndup(p, n) : NULL;
}

enum { CALLS_DEEP = 3 };

/* What the files that a file calls tell, the first of which tells anything. */
static int called_dimension(const scr_session *s, const scr_source *src, const char *path,
                            int depth) {
  const char *slash = strrchr(path, '/');
  int dim = 0;
  const bool deep = depth >= CALLS_DEEP;
  for (int k = 0; !dim && !deep && k < src->nline && !stopped(s); k++) {
    char *name = scr_read_called(src->line[k]);
    if (!name) continue;
    scr_buf beside = {0};
    scr_buf_printf(&beside, "%.*s%s", slash ? (int)(slash - path) + 1 : 0, path, name);
    scr_diag none = {0};
    scr_source *part = scr_path_is_file(beside.s) /* a pipe can be read once */
                           ? scr_read_file(&none, NULL, beside.s, beside.s)
                           : NULL;
    if (part) dim = suffix_dimension(beside.s);
    if (part && !dim) dim = configure_dimension(s, part);
    if (part && !dim) dim = command_dimension(s, part);
    if (part && !dim) dim = called_dimension(s, part, beside.s, depth + 1);
    if (part && !dim) dim = usual_dimension(s, part);
    if (part) scr_source_drop(part);
    scr_diag_clear(&none);
    scr_buf_free(&beside);
    scr_free(name);
  }
  return dim;
}

int scr_read_dimension(const scr_session *s, const scr_source *src, const char *path) {
  int dim = suffix_dimension(path);
  if (!dim) dim = configure_dimension(s, src);
  if (!dim) dim = comment_dimension(src);
  if (!dim) dim = stem_dimension(path);
  if (!dim) dim = command_dimension(s, src);
  if (!dim) dim = called_dimension(s, src, path, 0);
  return dim ? dim : usual_dimension(s, src);
}

/* ---- running lines ---- */

static bool begins(const char *whole, const char *word) {
  return strlen(word) >= 3 && scr_ncasecmp(whole, word, strlen(word)) == 0;
}

/* Which of the first two words is `define`, or `operator`? -1: none. */
static int define_at(const char *first, const char *second) {
  if (scr_casecmp(first, "def") == 0 || scr_casecmp(first, "define") == 0) return 0;
  const bool fish = *first && scr_ncasecmp("fish", first, strlen(first)) == 0;
  if (!fish || !second) return -1;
  return begins("define", second) || begins("operator", second) ? 1 : -1;
}

static bool is_define(const scr_line *l, size_t *k) {
  if (l->n == 0 || l->raw[0] != SCR_RAW_NONE) return false;
  int at =
      define_at(l->tok[0].text, l->n > 1 && l->tok[1].type == SCR_T_WORD ? l->tok[1].text : NULL);
  *k = at > 0;
  return at >= 0;
}

bool scr_read_defines(const char *line) {
  char first[24], second[24];
  line_word(line_word(line, first, sizeof first), second, sizeof second);
  return define_at(first, second) >= 0;
}

bool scr_read_ends(const char *line) {
  char word[24];
  line_word(line, word, sizeof word);
  return scr_casecmp(word, "end") == 0;
}

static bool run_define(scr_session *s, scr_frame *fr, const scr_line *l, size_t k) {
  int line = l->tok[k].loc.line;
  const int col = l->tok[k].loc.col + l->tok[k].loc.len;
  const bool operates = begins("operator", l->tok[k].text);
  scr_today_define(s, l, k);
  if ((operates ? scr_fish_define_operator : scr_fish_define)(s->fish, fr->src, &line, col,
                                                              fr->dialect)) {
    fr->line = line;
    if (fr->dialect == SCR_LEGACY && k + 1 < l->n) return scr_legacy_hides(s, &l->tok[k + 1]);
  } else {
    const char *name = k + 1 < l->n ? l->tok[k + 1].text : NULL;
    scr_checking_skip(s, fr->src, l->first, name, &fr->line);
  }
  return !s->diag.failed;
}

static bool run_one(scr_session *s, scr_frame *fr, scr_line *l) {
  size_t k;
  if (l->n == 0) return true;
  s->diag.at = l->tok[0].loc;
  if (l->tok[0].type == SCR_T_WORD && l->tok[0].text[0] == ':') return true; /* a label */
  if (is_define(l, &k)) return run_define(s, fr, l, k);
  scr_checking_acts(s);
  if (scr_line_is_fish(l)) return scr_line_run_fish(s, l);
  return fr->dialect == SCR_LEGACY ? scr_legacy_run(s, l) : scr_command_run(s, l, fr->dialect);
}

/* One of several options in a `set` after the other. A check goes on where one is wrong. */
static bool run_parts(scr_session *s, scr_frame *fr, scr_line *l, bool first) {
  scr_line rest;
  const size_t end = l->n ? scr_set_end(s, l, fr->dialect) : 0;
  if (end == l->n) {
    const bool ok = run_one(s, fr, l);
    if (!first) scr_today_part(s, true);
    return ok;
  }
  scr_set_split(l, end, &rest);
  const bool good = run_one(s, fr, l) || (scr_checking(s) && !s->diag.failed);
  scr_today_part(s, false);
  const bool ok = good && run_parts(s, fr, &rest, false);
  scr_line_free(&rest);
  return ok;
}

/* What the line has made is told before the next one. */
static bool run_line(scr_session *s, scr_frame *fr, scr_line *l) {
  return run_parts(s, fr, l, true) && scr_world_announce(s->lib.world, &s->diag);
}

static void echo_lines(scr_session *s, const scr_line *l) {
  for (int k = l->first; l->n > 0 && k < l->next; k++)
    scr_session_print(s, "%s>%s\n", l->src->name, l->src->line[k - 1]);
}

/* Does the line consist of `title` or `heading`, whose text stands on the next one? */
static bool awaits_text(const scr_line *l, scr_dialect dialect) {
  static const char *const word[] = {"title", "heading"};
  if (l->n != 1 || l->raw[0] != SCR_RAW_NONE || l->tok[0].type != SCR_T_WORD) return false;
  for (size_t k = 0; k < SCR_COUNTOF(word); k++)
    if (strlen(l->tok[0].text) >= (dialect == SCR_LEGACY ? 3u : strlen(word[k])) &&
        scr_abbreviates(l->tok[0].text, word[k]))
      return true;
  return false;
}

/* PFC 3 to 5: the whole next line is the text; an empty one is an empty title. */
static void take_text(scr_session *s, scr_frame *fr, scr_line *l, int last) {
  if (!awaits_text(l, fr->dialect) || l->next > last) return;
  const char *line = fr->src->line[l->next - 1], *text = line + strspn(line, " \t");
  size_t n = strlen(text);
  while (n && strchr(" \t\r", text[n - 1])) n--;
  const int quote = n > 1 && strchr("'\"", *text) && text[n - 1] == *text;
  if (quote) text++, n -= 2;
  char *copy = scr_strndup(text, n);
  const scr_loc *title = &l->tok[0].loc, here = {fr->src, title->line, title->col + title->len, 0};
  const scr_loc there = {fr->src, l->next, (int)(text - line) + 1 - quote, (int)n + 2 * quote};
  SCR_GROW(l->tok, l->cap, l->n + 1);
  SCR_GROW(l->raw, l->cap_raw, l->n + 1);
  l->tok[1] = (scr_token){
      .type = SCR_T_STRING, .text = copy, .val = scr_val_str(copy), .loc = n ? there : here};
  l->raw[1] = SCR_RAW_NONE;
  l->n = 2;
  l->next++;
  if (n) scr_today_goes_on(s, &l->tok[0].loc);
}

bool scr_read_frame(scr_session *s, int last) {
  scr_frame *fr = s->frame;
  bool ok = true;
  while (ok && fr->line <= last && !fr->returned && !s->stopped) {
    scr_line l;
    ok = scr_lex(s, fr->src, fr->line, last, &l);
    if (ok) take_text(s, fr, &l, last);
    fr->line = l.next;
    if (ok && s->echo && !s->options.quiet) echo_lines(s, &l);
    scr_checking_line(s, l.first);
    if (ok && l.n > 0 && scr_session_interrupted(s))
      ok = scr_fail(&s->diag, &l.tok[0].loc, SCR_E_INTERRUPT, "interrupted before this command");
    scr_today_begin(s, &l);
    if (ok) ok = run_line(s, fr, &l);
    ok = scr_checking_recover(s, ok);
    scr_today_end(s, &l);
    scr_line_free(&l);
  }
  return ok;
}

static int depth_of(const scr_session *s) {
  int n = 0;
  for (const scr_frame *f = s->frame; f; f = f->up) n++;
  return n;
}

bool scr_read_source(scr_session *s, scr_source *src, scr_dialect dialect, int line, int last,
                     scr_fish_scope *scope, bool block) {
  if (depth_of(s) >= MAX_FRAMES)
    return scr_fail(&s->diag, NULL, SCR_E_LIMIT,
                    "files and command blocks call each other more than %d deep", MAX_FRAMES);
  scr_loc at = s->diag.at;
  scr_frame fr = {.up = s->frame,
                  .src = scr_source_hold(src),
                  .line = line,
                  .dialect = dialect,
                  .scope = scope,
                  .block = block};
  s->frame = &fr;
  bool ok = scr_read_frame(s, last < src->nline ? last : src->nline);
  s->frame = fr.up;
  if (fr.returned && block && s->frame) s->frame->returned = true;
  s->diag.at = at;
  scr_source_drop(src);
  return ok;
}
