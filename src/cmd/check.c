/* Checking data files without running them: see check.h. */
#include "cmd/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/map.h"
#include "base/mem.h"
#include "cmd/check_kept.h"
#include "cmd/files.h"
#include "cmd/read.h"
#include "cmd/session_kept.h"
#include "cmd/setting.h"
#include "cmd/today_kept.h"
#include "cmd/wall_make.h"

/* A file, and what tells whether it is a program or a part that others call. */
typedef struct check_file {
  scr_source *src; /* held */
  int dim;
  bool given; /* on the command line */
  bool starts, returns;
  bool called;            /* by a file that is checked, too */
  bool based, acts, runs; /* it brings a model or a domain; it does what needs one, or anything */
  bool whole;             /* it brings a model */
} check_file;

/* What is known about one FISH symbol. */
typedef struct check_symbol {
  bool assigned, defined, broken, used, kept;
  bool late;                         /* it is read first behind the block of a local of that name */
  bool named;                        /* as a callback and the like */
  uint64_t takes;                    /* bit n: a definition takes n arguments */
  scr_loc read, written, definition; /* the first places; no source: none */
  scr_loc early;       /* the first place where it was read before any line assigned it */
  scr_dialect dialect; /* in which it was read first */
  bool anywhen; /* assigned by a command or a block of commands, which may come before all lines */
  scr_loc latest; /* its last definition, in model number `model` */
  int model, acts;
  bool asked; /* used behind its last definition */
} check_symbol;

/* From one `model new` to the next, which empties the session; number 0: it is not known when. */
typedef struct check_epoch {
  scr_loc at; /* of the line that began it */
  bool open;  /* what was before it may be back: a state, or a file that is read again */
  bool saved; /* what it sets up may go on behind another one */
} check_epoch;

/* A definition of a function, and whether lines of its epoch come to it. */
typedef struct check_body {
  const scr_source *src;
  int symbol, first, last, epoch;
  bool runs;
} check_body;

typedef struct check_call {
  int symbol, n;
  scr_loc at;
  scr_dialect dialect;
  bool named; /* for a command that calls it later, which tells itself if there is none */
  bool rare;  /* and only at an event, which may never come */
} check_call;

/* Where a symbol is called, read or named. */
typedef struct check_asked {
  int symbol, epoch;
  bool read, later; /* later: the command hands it to what calls it at another time */
  bool command;     /* no FISH */
  scr_use use;
  scr_dialect dialect;
  scr_loc at;
} check_asked;

/* The lines of a function, and whether anything that may run comes to it. */
typedef struct check_span {
  const scr_source *src;
  int symbol, first, last;
  bool reached;
} check_span;

/* From this line of a file on, names may come from the restored state of that number; 0: from none.
 */
typedef struct check_mark {
  const scr_source *src;
  int line, state;
} check_mark;

/* A history or a named range that a command asks for. */
typedef struct check_need {
  const char *what;
  char *name;
  scr_loc at;
  int epoch;
  bool warns;    /* a name in a range, which may select nothing */
  bool emptied;  /* it counts only where `model new` took it */
  bool gone;     /* lines before have deleted it */
  scr_message m; /* of a file: the error, unless one is written */
} check_need;

typedef struct check_item {
  scr_message m;
  char *name;    /* that nothing defines; NULL: it is about something else */
  bool function; /* it is that of a function */
  int guess;     /* number of a line that is read on as if a value stood there; 0: it is not */
  int follows;   /* of one in which this was found behind that place */
  int file;
  size_t order;
} check_item;

typedef struct scr_check {
  check_item *item;
  size_t nitem, cap_item;
  check_file *file; /* in order of reading */
  size_t nfile, cap_file;
  check_symbol *symbol;
  size_t nsymbol, cap_symbol;
  check_call *call;
  size_t ncall, cap_call;
  check_need *need;
  size_t nneed, cap_need;
  check_asked *asked;
  size_t nasked, cap_asked;
  check_span *span; /* made when all is read */
  size_t nspan, cap_span;
  check_epoch *epoch;
  size_t nepoch, cap_epoch;
  check_body *body;
  size_t nbody, cap_body;
  bool followed;     /* it is known which of them run */
  int now;           /* epoch of the present line */
  scr_names given;   /* "7 1": symbol 7 has a value or a definition from lines of epoch 1 */
  scr_names made;    /* "history x" */
  scr_names made_in; /* "1 history x": in that epoch */
  scr_loc *unknown;  /* of the present line */
  size_t nunknown, cap_unknown;
  scr_names entered, saved; /* saved: 1 + the state of their lines */
  scr_names present;        /* "history x": what the lines so far have made and not removed */
  scr_names gone;           /* "range x": what lines outside of blocks have deleted, and not made */
  scr_names in_block;       /* "range x": what blocks make */
  scr_names restored;       /* states that no line so far has saved: their numbers; "*": any */
  int state;                /* from which names of the present line may come; 0: none */
  check_mark *mark;         /* in order of reading */
  size_t nmark, cap_mark;
  bool unheard;         /* the dimension leaves the present block out */
  int model;            /* counts what makes FISH forget its functions */
  int acts;             /* counts the lines, outside of blocks, that are no definitions */
  char *naming;         /* a message at naming_at is about this name; NULL: about something else */
  scr_loc naming_at;    /* a line and a column */
  bool naming_function; /* which is that of a function */
  int guessed;          /* number of the present line, if a value was taken for granted in it */
  int guesses;          /* how many such lines there are */
  const char *open;     /* why names may come from somewhere else; NULL: they do not */
  scr_buf callers;      /* lines about names that parts have from their callers */
} scr_check;

static bool in_block(const scr_session *s) { return s->frame && s->frame->block; }

/* ---- messages ---- */

static int file_of(const scr_check *c, const char *name) {
  for (size_t k = 0; name && k < c->nfile; k++)
    if (strcmp(c->file[k].src->name, name) == 0) return (int)k;
  return (int)c->nfile;
}

static void forget_naming(scr_check *c) {
  scr_free(c->naming);
  c->naming = NULL;
  c->naming_function = false;
}

/* Takes m over. */
static void add_message(scr_check *c, const scr_message *m) {
  const bool named = c->naming && m->line == c->naming_at.line && m->col == c->naming_at.col;
  SCR_GROW(c->item, c->cap_item, c->nitem + 1);
  c->item[c->nitem] = (check_item){.m = *m,
                                   .name = named ? c->naming : NULL,
                                   .function = named && c->naming_function,
                                   .follows = c->guessed,
                                   .file = file_of(c, m->where),
                                   .order = c->nitem};
  if (named) c->naming = NULL;
  forget_naming(c);
  c->nitem++;
}

static char *copy(const char *text) { return text ? scr_strdup(text) : NULL; }

static void take_warning(void *user, const scr_message *m) {
  scr_message own = *m;
  own.where = copy(m->where);
  own.excerpt = copy(m->excerpt);
  own.text = copy(m->text);
  own.hint = copy(m->hint);
  own.trace = copy(m->trace);
  add_message(((scr_session *)user)->check, &own);
}

static bool place_is_unknown(const scr_check *c, int line, int col, int len) {
  for (size_t k = 0; k < c->nunknown; k++) {
    const scr_loc *u = &c->unknown[k];
    if (u->line == line && col <= u->col + u->len && u->col <= col + len) return true;
  }
  return false;
}

bool scr_check_is_unknown(const scr_session *s, const scr_loc *at) {
  return place_is_unknown(s->check, at->line, at->col, at->len);
}

/* The last mark of a file. */
static int marked(const scr_check *c, const scr_source *src, int line) {
  for (size_t k = c->nmark; k-- > 0;)
    if (c->mark[k].src == src && c->mark[k].line <= line) return c->mark[k].state;
  return 0;
}

static void mark_line(scr_session *s, int line) {
  scr_check *c = s->check;
  if (!s->frame || in_block(s) || marked(c, s->frame->src, line) == c->state) return;
  SCR_GROW(c->mark, c->cap_mark, c->nmark + 1);
  c->mark[c->nmark++] = (check_mark){s->frame->src, line, c->state};
}

void scr_check_line(scr_session *s, int line) {
  mark_line(s, line);
  s->check->nunknown = 0;
  s->check->guessed = 0;
  forget_naming(s->check);
}

void scr_check_naming(scr_session *s, const char *name, const scr_loc *at) {
  forget_naming(s->check);
  s->check->naming = scr_strdup(name);
  s->check->naming_at = *at;
}

void scr_check_naming_function(scr_session *s, const char *name, const scr_loc *at) {
  scr_check_naming(s, name, at);
  s->check->naming_function = true;
}

void scr_check_goes_on(scr_session *s, bool guess) {
  scr_check *c = s->check;
  const size_t before = c->nitem;
  scr_check_recover(s);
  if (!guess || c->nitem == before) return;
  if (!c->guessed) c->guessed = ++c->guesses;
  c->item[before].guess = c->guessed;
}

void scr_check_calls(scr_session *s, const char *name, const scr_loc *at) {
  scr_check_naming(s, name, at);
  for (size_t k = 0; s->frame && k < s->check->nfile; k++)
    if (s->check->file[k].src == s->frame->src) s->check->file[k].acts = true;
}

void scr_check_acts(scr_session *s) {
  s->check->acts += !(s->frame && s->frame->block);
  for (size_t k = 0; s->frame && !s->frame->block && k < s->check->nfile; k++)
    if (s->check->file[k].src == s->frame->src) s->check->file[k].runs = true;
}

void scr_check_unknown(scr_session *s, const scr_loc *at) {
  scr_check *c = s->check;
  SCR_GROW(c->unknown, c->cap_unknown, c->nunknown + 1);
  c->unknown[c->nunknown++] = *at;
}

/* What a value stood in for says nothing about the file; that something else must stand there does.
 */
static bool about_unknown(const scr_session *s, const scr_message *m) {
  if (m->code == SCR_E_SYNTAX || s->check->nunknown == 0) return false;
  bool whole = m->line == s->diag.at.line && m->col == s->diag.at.col; /* of the command */
  return whole || place_is_unknown(s->check, m->line, m->col, m->len);
}

static bool is_state_open(const scr_check *c, int state);
static scr_dialect dialect_of(const scr_session *s);

bool scr_check_may_restore(const scr_session *s) {
  return is_state_open(s->check, s->check->state);
}

/* The word of a message, without the # of macros; NULL: none stands there. The caller frees it. */
static char *word_at(const scr_source *src, int line, int col, int len) {
  if (line < 1 || line > src->nline || col < 1 || len < 1) return NULL;
  const char *text = src->line[line - 1];
  if ((size_t)(col - 1) > strlen(text)) return NULL;
  text += col - 1;
  const size_t hash = *text == '#';
  if (!hash && strchr("'\"", *text)) return NULL;
  return scr_strndup(text + hash, SCR_MIN((size_t)len - hash, strlen(text + hash)));
}

/* The name that an error before this one, in the same line, is about. */
static const char *named_before(const scr_check *c, const scr_message *m) {
  for (size_t k = c->nitem; k-- > 0 && c->item[k].m.line == m->line;)
    if (c->item[k].name && m->where && c->item[k].m.where &&
        strcmp(c->item[k].m.where, m->where) == 0)
      return c->item[k].name;
  return NULL;
}

/* In PFC 3 and 4 any word may be a macro or a name, which a restored state may hold: of such an
 * error, and of what follows from it, nothing is known. */
static void name_restored(scr_session *s, const scr_message *m) {
  scr_check *c = s->check;
  const scr_loc at = {NULL, m->line, m->col, m->len};
  if (s->today || dialect_of(s) != SCR_LEGACY || !scr_check_may_restore(s)) return;
  if ((m->code != SCR_E_NAME && m->code != SCR_E_SYNTAX) ||
      (c->naming && c->naming_at.line == m->line && c->naming_at.col == m->col))
    return;
  const char *before = named_before(c, m);
  char *word = before ? scr_strdup(before) : word_at(s->frame->src, m->line, m->col, m->len);
  if (word && scr_may_be_symbol(word)) scr_check_naming(s, word, &at);
  scr_free(word);
}

bool scr_check_recover(scr_session *s) {
  scr_diag *d = &s->diag;
  if (!d->failed) return true;
  if (about_unknown(s, &d->error)) {
    scr_diag_clear(d);
    return true;
  }
  scr_today_error(s, &d->error);
  name_restored(s, &d->error);
  add_message(s->check, &d->error);
  d->error = (scr_message){0};
  d->failed = false;
  return true;
}

static int by_place(const void *a, const void *b) {
  const check_item *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  if (x->m.line != y->m.line) return x->m.line < y->m.line ? -1 : 1;
  if (x->m.col != y->m.col) return x->m.col < y->m.col ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

static bool same_message(const scr_message *a, const scr_message *b) {
  return a->line == b->line && a->col == b->col && strcmp(a->text, b->text) == 0 && a->where &&
         b->where && strcmp(a->where, b->where) == 0;
}

/* A state that these files do not save may hold any name. */
static bool is_state_open(const scr_check *c, int state) {
  for (size_t k = 0; state && k < c->restored.n; k++) {
    const char *name = c->restored.key[k];
    if (scr_names_get(&c->restored, name, 0) == state) return !scr_names_get(&c->saved, name, 0);
  }
  return false;
}

static bool is_restored_at(const scr_check *c, const scr_source *src, int line) {
  return c->nmark && is_state_open(c, marked(c, src, line));
}

static bool is_open_at(const scr_check *c, const scr_source *src, int line) {
  return c->open || is_restored_at(c, src, line);
}

static bool is_open(const scr_check *c, const scr_loc *at) {
  return is_open_at(c, at->src, at->line);
}

static const scr_source *source_of(const scr_check *c, const scr_message *m) {
  const int file = file_of(c, m->where);
  return (size_t)file < c->nfile ? c->file[file].src : NULL;
}

static bool is_open_message(const scr_check *c, const scr_message *m) {
  return is_open_at(c, source_of(c, m), m->line);
}

/* Why names are not judged, and whether they are again behind a line that begins a new model; NULL:
 * all are. */
static const char *open_reason(const scr_check *c, bool *ends) {
  bool open = false, any = false;
  *ends = false;
  if (c->open) return c->open;
  for (size_t k = 0; k < c->nmark; k++) {
    const int state = c->mark[k].state;
    if (!is_state_open(c, state)) {
      *ends |= open;
      continue;
    }
    open = true;
    any |= state == scr_names_get(&c->restored, "*", 0);
  }
  return !open ? NULL
         : any ? "a state is restored whose name FISH makes"
               : "a state is restored that these files do not save";
}

static scr_check_count report(scr_check *c, scr_buf *out) {
  scr_check_count count = {0, 0};
  if (c->nitem) qsort(c->item, c->nitem, sizeof *c->item, by_place);
  for (size_t k = 0; k < c->nitem; k++) {
    const scr_message *m = &c->item[k].m;
    if (k && same_message(m, &c->item[k - 1].m)) continue;
    ++*(m->error ? &count.errors : &count.warnings);
    scr_message_format(m, out);
  }
  bool ends;
  const char *why = open_reason(c, &ends);
  if (why)
    scr_buf_printf(out,
                   "not checked: whether all symbols of FISH are defined, assigned and used, since "
                   "%s%s%s\n",
                   why, c->open ? "" : ", from there on",
                   ends ? ", up to where a new model begins" : "");
  scr_buf_puts(out, c->callers.s ? c->callers.s : "");
  scr_buf_printf(out, "%d error%s, %d warning%s\n", count.errors, count.errors == 1 ? "" : "s",
                 count.warnings, count.warnings == 1 ? "" : "s");
  return count;
}

/* ---- histories, named ranges ---- */

static char *made_key(const char *what, const char *name) {
  scr_buf b = {0};
  scr_buf_printf(&b, "%s %s", what, name);
  return b.s;
}

static bool is_of(const char *key, const char *what) {
  const size_t n = strlen(what);
  return strncmp(key, what, n) == 0 && key[n] == ' ';
}

static bool is_number(const char *name) {
  return name[strspn(name, "0123456789")] == 0 && strlen(name) < 10;
}

/* ---- what `model new` empties ---- */

static void begin_epoch(scr_check *c, bool open, const scr_loc *at) {
  if (c->nepoch == 0) c->nepoch = 1; /* number 0 is that of settings */
  SCR_GROW(c->epoch, c->cap_epoch, c->nepoch + 1);
  c->now = (int)c->nepoch;
  c->epoch[c->nepoch++] = (check_epoch){.at = *at, .open = open};
}

/* What was before the last `model new` may be back. */
static void open_epoch(scr_check *c) {
  if (c->now) c->epoch[c->now].open = true;
}

/* Is what came in epoch `made` still there in epoch `now`? */
static bool outlasts(const scr_check *c, int made, int now) {
  return !now || !made || made == now || c->epoch[now].open;
}

static void key_in(scr_buf *b, int epoch, const char *key) {
  b->n = 0;
  scr_buf_printf(b, "%d %s", epoch, key);
}

static void note_made_in(scr_check *c, const char *key) {
  scr_buf b = {0};
  key_in(&b, c->now, key);
  scr_names_set(&c->made_in, b.s, 1);
  scr_buf_free(&b);
}

/* Is "history x", which some line makes, there in that epoch? */
static bool is_made_in(const scr_check *c, const char *key, int epoch) {
  if (!epoch || c->epoch[epoch].open) return scr_names_get(&c->made, key, 0) != 0;
  scr_buf b = {0};
  key_in(&b, epoch, key);
  bool made = scr_names_get(&c->made_in, b.s, 0) != 0;
  key_in(&b, 0, key);
  made |= scr_names_get(&c->made_in, b.s, 0) != 0;
  scr_buf_free(&b);
  return made;
}

/* Tells which line took what the pending error is about. */
static void hint_emptied(scr_session *s, int epoch, const scr_loc *at) {
  const scr_loc *by = &s->check->epoch[epoch].at;
  if (by->src == at->src)
    scr_hint(&s->diag, "line %d begins a new model, which has nothing of those before it",
             by->line);
  else if (by->src)
    scr_hint(&s->diag, "%s:%d begins a new model, which has nothing of those before it",
             by->src->name, by->line);
}

void scr_check_made(scr_session *s, const char *what, const char *name, const scr_loc *at) {
  bool unknown = at && at->src && scr_check_is_unknown(s, at);
  char *key = made_key(what, unknown ? "*" : name ? name : "#");
  scr_names_set(&s->check->made, key, 1);
  note_made_in(s->check, key);
  scr_names_set(&s->check->gone, key, 0);
  for (size_t k = 0; unknown && k < s->check->gone.n; k++)
    if (is_of(s->check->gone.key[k], what)) s->check->gone.value[k] = 0;
  if (in_block(s)) scr_names_set(&s->check->in_block, key, 1);
  scr_free(key);
}

void scr_check_deleted(scr_session *s, const char *what, const char *name, const scr_loc *at) {
  scr_check *c = s->check;
  if (in_block(s) || (at && scr_check_is_unknown(s, at))) return;
  char *key = name ? made_key(what, name) : NULL;
  if (key && scr_names_get(&c->made, key, 0)) scr_names_set(&c->gone, key, 1);
  for (size_t k = 0; !key && k < c->made.n; k++)
    if (is_of(c->made.key[k], what)) scr_names_set(&c->gone, c->made.key[k], 1);
  scr_free(key);
}

/* A number may be that of another one by now. */
static bool is_gone(const scr_session *s, const char *what, const char *name) {
  char *key = made_key(what, name);
  const bool gone = !in_block(s) && !is_number(name) && scr_names_get(&s->check->gone, key, 0) != 0;
  scr_free(key);
  return gone;
}

/* Does it outlive `model new`? */
static bool is_kept(const char *what) {
  static const char *const kept[] = {"plot", "chart", "quantity", "added attribute"};
  for (size_t k = 0; k < SCR_COUNTOF(kept); k++)
    if (strcmp(kept[k], what) == 0) return true;
  return false;
}

void scr_check_needs(scr_session *s, const char *what, const char *name, const scr_loc *at) {
  scr_check *c = s->check;
  if (c->unheard || scr_check_is_unknown(s, at)) return;
  SCR_GROW(c->need, c->cap_need, c->nneed + 1);
  c->need[c->nneed++] = (check_need){.what = what,
                                     .name = scr_strdup(name),
                                     .at = *at,
                                     .epoch = is_kept(what) ? 0 : c->now,
                                     .gone = is_gone(s, what, name)};
}

void scr_check_needs_still(scr_session *s, const char *what, const char *name, const scr_loc *at) {
  const size_t before = s->check->nneed;
  scr_check_needs(s, what, name, at);
  if (s->check->nneed > before) s->check->need[before].emptied = true;
}

void scr_check_named(scr_session *s, const char *what, const char *name, const scr_loc *at) {
  const size_t before = s->check->nneed;
  scr_check_needs(s, what, name, at);
  if (s->check->nneed > before) s->check->need[before].warns = true;
}

static bool is_among(const scr_names *all, const char *what, const char *name) {
  char *key = made_key(what, name);
  bool made = scr_names_get(all, key, 0) != 0;
  scr_free(key);
  return made;
}

static bool is_made(const scr_check *c, const char *what, const char *name) {
  return is_among(&c->made, what, name);
}

static bool is_there(const scr_check *c, const check_need *n, const char *what, const char *name) {
  char *key = made_key(what, name);
  const bool there = is_made_in(c, key, n->epoch);
  scr_free(key);
  return there;
}

bool scr_check_makes(const scr_session *s, const char *what, const char *name) {
  return is_made(s->check, what, name);
}

static void offer_made(const scr_check *c, const char *what, scr_nearest *near) {
  const size_t n = strlen(what);
  for (size_t k = 0; k < c->made.n; k++) {
    const char *made = c->made.key[k];
    if (strncmp(made, what, n) == 0 && made[n] == ' ' && made[n + 1] != '*' && made[n + 1] != '#')
      scr_nearest_offer(near, made + n + 1);
  }
}

/* The largest number that a history may have: those with a name go on from the largest so far. */
static long long last_history(const scr_check *c, int epoch) {
  long long largest = 0, others = 0;
  for (size_t k = 0; k < c->made.n; k++) {
    const char *name = strchr(c->made.key[k], ' ') + 1;
    if (!is_of(c->made.key[k], "history") || !is_made_in(c, c->made.key[k], epoch)) continue;
    if (is_number(name))
      largest = SCR_MAX(largest, strtoll(name, NULL, 10));
    else
      others++;
  }
  return largest + others;
}

/* Histories with a name have numbers, too. "#": those of what has no name. */
static bool has_number(const scr_check *c, const check_need *n) {
  if (!is_number(n->name)) return false;
  if (is_there(c, n, n->what, "#")) return true;
  const long long i = strtoll(n->name, NULL, 10);
  return strcmp(n->what, "history") == 0 && i > 0 && i <= last_history(c, n->epoch);
}

static bool is_met(const scr_check *c, const check_need *n) {
  return is_there(c, n, n->what, n->name) || is_there(c, n, n->what, "*") || has_number(c, n);
}

/* Did a line before a `model new` make it? */
static bool is_emptied(const scr_check *c, const check_need *n) {
  const check_need ever = {.what = n->what, .name = n->name};
  return n->epoch && is_met(c, &ever) && !is_met(c, n);
}

static bool is_idle_body(scr_check *c, const scr_loc *at);

/* Is a function of the caller called, which may make anything? */
static bool calls_others(const scr_check *c) {
  for (size_t k = 0; k < c->ncall; k++)
    if (!c->symbol[c->call[k].symbol].defined) return true;
  return c->open != NULL;
}

/* "*": any name, made up by FISH. */
static void judge_need(scr_session *s, const check_need *n) {
  const scr_check *c = s->check;
  const bool gone =
      n->gone && !is_among(&c->in_block, n->what, n->name) && !is_among(&c->in_block, n->what, "*");
  const bool emptied = is_emptied(c, n);
  if (!gone && is_met(c, n)) return;
  if ((n->emptied && !emptied) || (emptied && is_idle_body(s->check, &n->at))) return;
  scr_nearest near = {.word = n->name};
  if (!gone && !emptied) offer_made(c, n->what, &near);
  if (!gone || calls_others(c)) scr_check_naming(s, n->name, &n->at);
  scr_fail(&s->diag, &n->at, SCR_E_NAME, "there is no %s '%s'", n->what, n->name);
  if (near.best) scr_hint(&s->diag, "did you mean '%s'?", near.best);
  if (gone) scr_hint(&s->diag, "a line before this one deletes it");
  if (emptied && !gone) hint_emptied(s, n->epoch, &n->at);
  scr_check_recover(s);
}

/* Walls have names of their own, or made of a given one: `planeWall1`, and of `a` with a box
 * `aTop`. */
static bool may_be_wall(const scr_check *c, const char *name) {
  if (scr_wall_names_itself(name)) return true;
  for (size_t k = 0; k < c->made.n; k++) {
    const char *made = c->made.key[k];
    if (strncmp(made, "wall ", 5) == 0 && scr_ncasecmp(name, made + 5, strlen(made + 5)) == 0)
      return true;
  }
  return false;
}

/* A range over a name that nothing makes selects nothing. */
static void judge_named(scr_session *s, const check_need *n) {
  const scr_check *c = s->check;
  const bool wall = strcmp(n->what, "wall") == 0;
  if (is_there(c, n, n->what, n->name) || is_there(c, n, n->what, "*")) return;
  if (wall &&
      (is_there(c, n, "range", n->name) || is_there(c, n, "range", "*") || may_be_wall(c, n->name)))
    return;
  scr_nearest near = {.word = n->name};
  offer_made(c, n->what, &near);
  if (wall) offer_made(c, "range", &near);
  scr_buf hint = {0};
  if (near.best && is_made(c, n->what, n->name))
    scr_buf_printf(&hint, " in this model");
  else if (near.best)
    scr_buf_printf(&hint, "; did you mean '%s'?", near.best);
  scr_warn(&s->diag, &n->at, SCR_E_NAME,
           wall ? "the range selects nothing: no wall or range is named '%s'%s"
                : "the range selects nothing: nothing is put into the group '%s'%s",
           n->name, hint.s ? hint.s : "");
  scr_buf_free(&hint);
}

/* ---- files that are read and written ---- */

/* A file is found with a suffix and without, and whatever the case of letters. */
static char *file_key(const char *name) {
  const char *slash = strrchr(name, '/'), *back = strrchr(name, '\\');
  const char *base = back > slash ? back + 1 : slash ? slash + 1 : name;
  char *key = scr_strndup(base, strlen(base) - strlen(scr_path_suffix(base)));
  scr_lowercase(key);
  return key;
}

void scr_check_writes(scr_session *s, const char *name, const scr_loc *at) {
  char *key = file_key(name);
  scr_check_made(s, "file", key, at);
  scr_free(key);
}

/* The pending error waits until all is read. Takes the name. */
static void defer(scr_session *s, const char *what, char *name) {
  scr_check *c = s->check;
  forget_naming(c);
  if (c->unheard) {
    scr_free(name);
    scr_diag_clear(&s->diag);
    return;
  }
  SCR_GROW(c->need, c->cap_need, c->nneed + 1);
  c->need[c->nneed++] = (check_need){.what = what, .name = name, .m = s->diag.error};
  s->diag.error = (scr_message){0};
  s->diag.failed = false;
}

void scr_check_file_wanted(scr_session *s, const char *name) { defer(s, "file", file_key(name)); }

void scr_check_deferred(scr_session *s, const char *what, const char *name) {
  s->diag.error.error = false;
  defer(s, what, scr_strdup(name));
}

void scr_check_tracking_wanted(scr_session *s) { defer(s, "tracking", scr_strdup("on")); }

void scr_check_function_wanted(scr_session *s, const char *name) {
  defer(s, "function", scr_strdup(name));
}

/* ---- names that must be new ---- */

bool scr_check_new(scr_session *s, const char *what, const char *name, const scr_loc *at) {
  if (!name || in_block(s) || (at->src && scr_check_is_unknown(s, at))) return true;
  char *key = made_key(what, name);
  bool first_one = scr_names_get(&s->check->present, key, 0) == 0;
  scr_names_set(&s->check->present, key, 1);
  scr_free(key);
  return first_one;
}

/* "removal" of a kind of things is what its blocks may have made. */
void scr_check_doubled(scr_session *s, const char *what) { defer(s, "removal", scr_strdup(what)); }

void scr_check_may_remove(scr_session *s, const char *what) {
  scr_check_made(s, "removal", what, NULL);
}

void scr_check_removed(scr_session *s, const char *what) {
  scr_names *present = &s->check->present;
  if (in_block(s)) scr_check_may_remove(s, what);
  for (size_t k = 0; k < present->n; k++)
    if (strncmp(present->key[k], what, strlen(what)) == 0)
      scr_names_set(present, present->key[k], 0);
}

void scr_check_forget(scr_session *s) {
  scr_names_free(&s->check->present), scr_names_free(&s->check->gone);
  s->check->present = s->check->gone = (scr_names){0};
  scr_check_seen_forget(s);
}

/* ---- symbols ---- */

static check_symbol *symbol_of(scr_check *c, int symbol) {
  size_t need = (size_t)symbol + 1;
  SCR_GROW(c->symbol, c->cap_symbol, need);
  for (; c->nsymbol < need; c->nsymbol++) c->symbol[c->nsymbol] = (check_symbol){0};
  return &c->symbol[symbol];
}

static void first(scr_loc *place, const scr_loc *at) {
  if (!place->src) *place = *at;
}

static scr_dialect dialect_of(const scr_session *s) {
  return s->frame ? s->frame->dialect : SCR_MODERN;
}

static uint64_t arguments_bit(int n) { return UINT64_C(1) << SCR_MIN(n, 63); }

/* A part of a file that is read once more, from another line. */
static bool same_place(const scr_loc *a, const scr_loc *b) {
  return a->line == b->line && a->src->path && b->src->path &&
         strcmp(a->src->path, b->src->path) == 0;
}

static int line_of_end(const scr_source *src, int line);

static void note_body(scr_check *c, int symbol, const scr_loc *at) {
  SCR_GROW(c->body, c->cap_body, c->nbody + 1);
  c->body[c->nbody++] = (check_body){.src = at->src,
                                     .symbol = symbol,
                                     .first = at->line,
                                     .last = line_of_end(at->src, at->line),
                                     .epoch = c->now};
}

/* The definition that holds a line; NULL: none does. */
static check_body *body_at(const scr_check *c, const scr_source *src, int line) {
  for (size_t k = c->nbody; k-- > 0;)
    if (c->body[k].src == src && c->body[k].first <= line && line <= c->body[k].last)
      return &c->body[k];
  return NULL;
}

enum { GIVEN_KEY = 24 };
static void given_key(char key[GIVEN_KEY], int symbol, int epoch) {
  snprintf(key, GIVEN_KEY, "%d %d", symbol, epoch);
}

static void note_given(scr_check *c, int symbol) {
  char key[GIVEN_KEY];
  given_key(key, symbol, c->now);
  scr_names_set(&c->given, key, 1);
}

/* A function that nothing can have used is defined again: the first definition was for nothing.
 * Functions that use it may have run in the lines between. */
static void note_definition(scr_session *s, check_symbol *y, int symbol, const scr_loc *at) {
  const scr_check *c = s->check;
  const bool idle = !y->asked && !(y->used && y->acts != c->acts);
  if (y->latest.src && y->model == c->model && idle && !y->broken && !same_place(&y->latest, at))
    scr_warn(&s->diag, at, SCR_E_NAME,
             "the function '%s' is defined twice: this replaces the one of %s:%d, which nothing "
             "has used",
             scr_fish_symbol_name(s->fish, symbol), y->latest.src->name, y->latest.line);
  first(&y->definition, at);
  note_body(s->check, symbol, at);
  y->latest = *at;
  y->model = c->model, y->acts = c->acts;
  y->defined = true;
  y->asked = false;
}

/* `[n = n + 1]` counts from 0 on purpose. */
static void note_assigned(scr_session *s, check_symbol *y, const scr_loc *at) {
  if (y->early.src && y->early.src == at->src && y->early.line == at->line) y->early = (scr_loc){0};
  y->assigned = true;
  y->anywhen |= in_block(s);
}

static void note_use(scr_session *s, int symbol, scr_use use, int n, const scr_loc *at) {
  scr_check *c = s->check;
  check_symbol *y = symbol_of(c, symbol);
  if (c->unheard && use <= SCR_USE_CALL) use = SCR_USE_LEFT_OUT;
  y->asked |= use <= SCR_USE_LEFT_OUT;
  if (use <= SCR_USE_CALL) {
    SCR_GROW(c->asked, c->cap_asked, c->nasked + 1);
    c->asked[c->nasked++] = (check_asked){.symbol = symbol,
                                          .epoch = c->now,
                                          .read = use < SCR_USE_NAME,
                                          .use = use,
                                          .dialect = dialect_of(s),
                                          .at = *at};
  }
  if (use >= SCR_USE_WRITE && use != SCR_USE_TAKES) note_given(c, symbol);
  switch (use) {
  case SCR_USE_LEFT_OUT: y->used = true; break;
  case SCR_USE_CALL:
    SCR_GROW(c->call, c->cap_call, c->ncall + 1);
    c->call[c->ncall++] = (check_call){symbol, n, *at, dialect_of(s), false, false};
    y->used = true;
    break;
  case SCR_USE_READ_LATE:
    y->late |= !y->read.src;
    first(&y->read, at);
    y->used = true;
    break;
  case SCR_USE_READ_NOW:
    if (!y->assigned && !y->defined && !in_block(s)) first(&y->early, at);
    /* fallthrough */
  case SCR_USE_READ:
  case SCR_USE_READ_LATER:
    if (!y->read.src) y->dialect = dialect_of(s);
    first(&y->read, at);
    y->used = true;
    break;
  case SCR_USE_NAME:
  case SCR_USE_NAME_NOW: y->used = y->named = true; break;
  case SCR_USE_KEEP:
    y->kept = true;
    note_assigned(s, y, at);
    break;
  case SCR_USE_WRITE:
    first(&y->written, at);
    note_assigned(s, y, at);
    break;
  case SCR_USE_DECLARE: note_assigned(s, y, at); break;
  case SCR_USE_DEFINE: note_definition(s, y, symbol, at); break;
  case SCR_USE_TAKES: y->takes |= arguments_bit(n); break;
  case SCR_USE_BROKEN: y->broken = true; break;
  }
}

void scr_check_use(scr_session *s, int symbol, scr_use use, const scr_loc *at) {
  const size_t before = s->check->nasked;
  note_use(s, symbol, use, 0, at);
  if (s->check->nasked > before) s->check->asked[before].command = true;
  symbol_of(s->check, symbol)->anywhen |= use == SCR_USE_WRITE || use == SCR_USE_KEEP;
}

void scr_check_call(scr_session *s, int symbol, int n, const scr_loc *at) {
  note_use(s, symbol, SCR_USE_CALL, n, at);
}

void scr_check_hands(scr_session *s, int symbol, int n, bool rare, const scr_loc *at) {
  scr_check *c = s->check;
  const size_t before = c->ncall, asked = c->nasked;
  scr_check_call(s, symbol, n, at);
  if (c->nasked > asked) c->asked[asked].later = true;
  if (c->ncall > before) c->call[before].named = true, c->call[before].rare = rare;
}

bool scr_check_is_broken(scr_session *s, int symbol) {
  return s->check->open || s->check->state || symbol_of(s->check, symbol)->broken;
}

static void host_use(void *user, int symbol, scr_use use, int n, const scr_loc *at) {
  note_use(user, symbol, use, n, at);
}

static void host_recover(void *user) { scr_check_recover(user); }

/* What file.open writes may be read later. */
static void note_written(scr_session *s, const scr_val *name, const scr_val *mode) {
  if (mode && mode->type == SCR_V_INT && mode->i == 0) return;
  bool known = name && name->type == SCR_V_STR;
  if (known)
    scr_check_writes(s, scr_val_cstr(name, NULL), NULL);
  else
    scr_check_made(s, "file", "*", NULL);
}

static bool host_literal(void *user, const scr_fish_fn *fn, int n, const scr_val *const *args) {
  scr_session *s = user;
  if (strcmp(fn->name, "geom.set.create") == 0)
    scr_check_made(s, "geometry set",
                   args[0] && args[0]->type == SCR_V_STR ? scr_val_cstr(args[0], NULL) : "*", NULL);
  if (n > 1 && (strcmp(fn->name, "file.open") == 0 || scr_casecmp(fn->name, "open") == 0))
    note_written(s, args[0], args[1]);
  return scr_lib_literal(s->fish, fn, n, args);
}

/* Groups are made by FISH, too: of any name, where the value is not known. */
static bool host_literal_value(void *user, const scr_fish_fn *fn, int n, const scr_val *value) {
  scr_session *s = user;
  const char *dot = strrchr(fn->name, '.');
  const bool text = value && value->type == SCR_V_STR;
  if (dot && strcmp(dot, ".group") == 0)
    scr_check_made(s, "group", text ? scr_val_cstr(value, NULL) : "*", NULL);
  if (dot && text && strcmp(dot, ".group") == 0 && !*scr_val_cstr(value, NULL))
    return scr_fail(&s->diag, NULL, SCR_E_VALUE, "the name of a group is empty");
  if (dot && strcmp(dot, ".prop") == 0) scr_check_made(s, "property", "*", NULL);
  if (strcmp(fn->name, "domain.condition") == 0) scr_check_may_remove(s, "ball");
  return !value || scr_lib_literal_value(s->fish, fn, n, value);
}

/* Things are deleted by calls of several kinds, and groups set through members. */
static void host_mentions(void *user, const char *name) {
  static const struct {
    const char *name, *ball, *wall;
  } remover[] = {{"ball.delete", "ball", NULL}, {"b_delete", "ball", NULL},
                 {"del_ball", "ball", NULL},    {"wall.delete", NULL, "wall"},
                 {"w_delete", NULL, "wall"},    {"del_wall", NULL, "wall"},
                 {"delete", "ball", "wall"},    {"wall.facet.delete", NULL, "wall"}};
  for (size_t k = 0; k < SCR_COUNTOF(remover); k++) {
    if (scr_casecmp(remover[k].name, name) != 0) continue;
    if (remover[k].ball) scr_check_may_remove(user, remover[k].ball);
    if (remover[k].wall) scr_check_may_remove(user, remover[k].wall);
  }
  if (scr_casecmp(name, "group") == 0) scr_check_made(user, "group", "*", NULL);
}

static void host_unread(void *user, int symbol, const char *name, bool argument,
                        const scr_loc *at) {
  scr_session *s = user;
  if (!argument)
    scr_warn(&s->diag, at, SCR_E_NAME, "the local variable '%s' is never used", name);
  else if (!symbol_of(s->check, symbol)->named) /* what it is handed is not the function's choice */
    scr_warn(&s->diag, at, SCR_E_NAME, "the argument '%s' of '%s' is never used", name,
             scr_fish_symbol_name(s->fish, symbol));
}

/* Adds the nearest symbol that has a value to the last warning. */
static void hint_symbol(scr_session *s, const char *name) {
  scr_check *c = s->check;
  scr_nearest near = {.word = name};
  for (size_t k = 0; k < c->nsymbol; k++)
    if (c->symbol[k].assigned || c->symbol[k].defined)
      scr_nearest_offer(&near, scr_fish_symbol_name(s->fish, (int)k));
  if (!near.best || c->nitem == 0) return;
  scr_buf hint = {0};
  scr_buf_printf(&hint, "did you mean '%s'?", near.best);
  c->item[c->nitem - 1].m.hint = hint.s;
}

/* ---- functions of called files that nothing comes to ---- */

static bool starts_with(const char *line, const char *word, const char **behind);

static bool is_given(const scr_check *c, const scr_source *src) {
  for (size_t k = 0; k < c->nfile; k++)
    if (c->file[k].src == src) return c->file[k].given;
  return true;
}

static int line_of_end(const scr_source *src, int line) {
  const char *rest;
  while (line < src->nline && !starts_with(src->line[line], "end", &rest)) line++;
  return line + 1;
}

static void list_spans(scr_check *c) {
  for (size_t k = 0; k < c->nsymbol; k++) {
    const scr_loc *at = &c->symbol[k].latest;
    if (!at->src) continue;
    SCR_GROW(c->span, c->cap_span, c->nspan + 1);
    c->span[c->nspan++] =
        (check_span){at->src, (int)k, at->line, line_of_end(at->src, at->line), c->symbol[k].named};
  }
}

/* The function that holds a line; NULL: none does. */
static check_span *span_at(const scr_check *c, const scr_source *src, int line) {
  for (size_t k = 0; k < c->nspan; k++)
    if (c->span[k].src == src && c->span[k].first <= line && line <= c->span[k].last)
      return &c->span[k];
  return NULL;
}

static check_span *span_of(const scr_check *c, int symbol) {
  for (size_t k = 0; k < c->nspan; k++)
    if (c->span[k].symbol == symbol) return &c->span[k];
  return NULL;
}

/* From lines outside of functions to what they call, and on from there. */
static void follow_calls(scr_check *c) {
  check_span **from = scr_alloc(SCR_MAX(c->nasked, 1u) * sizeof *from);
  check_span **to = scr_alloc(SCR_MAX(c->nasked, 1u) * sizeof *to);
  bool more = true;
  list_spans(c);
  for (size_t k = 0; k < c->nasked; k++) {
    from[k] = span_at(c, c->asked[k].at.src, c->asked[k].at.line);
    to[k] = span_of(c, c->asked[k].symbol);
  }
  while (more) {
    more = false;
    for (size_t k = 0; k < c->nasked; k++) {
      if (!to[k] || to[k]->reached || (from[k] && !from[k]->reached)) continue;
      to[k]->reached = more = true;
    }
  }
  scr_free(from), scr_free(to);
}

/* Does the line stand in a function of a called file that nothing comes to? */
static bool is_out_of_reach(const scr_check *c, const scr_source *src, int line) {
  const check_span *in = is_given(c, src) ? NULL : span_at(c, src, line);
  return in && !in->reached;
}

/* What is wrong there is no error of the run; nor is what scree has not, in any function, unless it
 * gets there. */
static void excuse_from(scr_check *c, size_t from, const scr_loc *at) {
  const bool out = is_out_of_reach(c, at->src, at->line), in = span_at(c, at->src, at->line);
  for (size_t k = from; k < c->nitem; k++)
    if (out || (in && c->item[k].m.code == SCR_E_UNSUPPORTED)) c->item[k].m.error = false;
}

static void excuse_out_of_reach(scr_check *c) {
  for (size_t k = 0; k < c->nitem; k++) {
    const check_item *i = &c->item[k];
    if (i->m.code != SCR_E_UNSUPPORTED || (size_t)i->file >= c->nfile) continue;
    const scr_loc at = {.src = c->file[i->file].src, .line = i->m.line};
    if (is_out_of_reach(c, at.src, at.line)) c->item[k].m.error = false;
  }
}

/* Of a command in a function, of which its first word tells. */
static bool is_second_word(const scr_session *s, const scr_loc *at, bool legacy) {
  if (!at->src || at->line < 1 || at->line > at->src->nline) return false;
  scr_loc first = *at;
  first.col = (int)strspn(at->src->line[at->line - 1], " \t") + 1;
  return first.col != at->col && scr_fish_command_at(s->fish, &first, legacy) == 2;
}

static void judge_call(scr_session *s, const check_call *call) {
  const check_symbol *y = &s->check->symbol[call->symbol];
  const char *name = scr_fish_symbol_name(s->fish, call->symbol);
  if (y->broken || is_open(s->check, &call->at)) return;
  if (call->named && !y->defined) return;
  if (!y->defined && !y->assigned) {
    const bool legacy = call->dialect == SCR_LEGACY;
    if (is_second_word(s, &call->at, legacy)) return;
    if (scr_fish_command_at(s->fish, &call->at, legacy) < 2) scr_check_naming(s, name, &call->at);
    scr_today_unnamed(s, name);
    scr_fish_undefined(s->fish, call->symbol, true, call->dialect, &call->at);
  } else if (y->takes &&
             !(y->takes & arguments_bit(call->n))) { /* which definition holds then is not asked */
    int takes = 0;
    while (!(y->takes & arguments_bit(takes))) takes++;
    scr_fail(&s->diag, &call->at, SCR_E_VALUE, "function '%s' takes %d argument%s, %d given", name,
             takes, takes == 1 ? "" : "s", call->n);
    if (call->rare) s->diag.error.error = false;
  }
  scr_check_recover(s);
}

/* Files of functions, by their suffix. */
static bool holds_functions(const scr_source *src) {
  static const char *const suffix[] = {".fis", ".p2fis", ".p3fis", ".f3fis"};
  const size_t n = strlen(src->name);
  for (size_t k = 0; k < SCR_COUNTOF(suffix); k++) {
    const size_t m = strlen(suffix[k]);
    if (n > m && scr_casecmp(src->name + n - m, suffix[k]) == 0) return true;
  }
  return false;
}

/* Others call it: it begins no model, and ends with `return`, needs one or holds functions alone.
 */
static bool is_part(const check_file *f) {
  const bool needs = f->acts || !f->runs || holds_functions(f->src);
  return !f->starts && !f->called && (f->returns || (needs && !f->based));
}

/* Who restores a state or makes a domain knows what it needs. */
static bool lacks_names(const check_file *f) { return is_part(f) && !f->based; }

/* It makes a domain, but no model: its caller may have set what it reads. */
static bool may_lack_values(const check_file *f) {
  return f->based && !f->whole && !f->starts && !f->called;
}

/* Who calls a part may use what it defines, and defines what it uses. What a file calls is a part
 * where that file is one. */
static bool in_part(const scr_check *c, const scr_loc *at) {
  const check_file *given = NULL;
  for (size_t k = 0; k < c->nfile; k++) {
    if (c->file[k].given) given = &c->file[k];
    if (c->file[k].src == at->src) return given && is_part(given);
  }
  return false;
}

/* Places where restored names may be meant tell nothing. */
static check_symbol judged_symbol(const scr_check *c, int symbol) {
  check_symbol y = c->symbol[symbol];
  if (!c->nmark) return y;
  if (y.read.src && is_open(c, &y.read)) {
    y.read = (scr_loc){0};
    for (size_t k = 0; !y.read.src && k < c->nasked; k++)
      if (c->asked[k].symbol == symbol && c->asked[k].read && !is_open(c, &c->asked[k].at))
        y.read = c->asked[k].at;
  }
  if (y.early.src && is_open(c, &y.early)) y.early = (scr_loc){0};
  if (y.written.src && is_open(c, &y.written)) y.written = (scr_loc){0};
  y.used |= y.defined && is_open(c, &y.definition);
  return y;
}

static void judge_symbol(scr_session *s, int symbol) {
  const check_symbol y = judged_symbol(s->check, symbol);
  const char *name = scr_fish_symbol_name(s->fish, symbol);
  bool asked = y.read.src != NULL;
  if (y.broken) return;
  if (asked && y.defined && !y.assigned)
    judge_call(s, &(check_call){symbol, 0, y.read, y.dialect, false, false});
  if (asked && !y.assigned && !y.defined && y.late) {
    scr_warn(&s->diag, &y.read, SCR_E_NAME, SCR_LATE_LOCAL, name);
  } else if (asked && !y.assigned && !y.defined) {
    scr_check_naming(s, name, &y.read);
    scr_today_unnamed(s, name);
    if (scr_fish_undefined(s->fish, symbol, false, y.dialect, &y.read)) hint_symbol(s, name);
    scr_check_recover(s);
  } else if (y.early.src && !y.anywhen && !y.defined) {
    scr_warn(&s->diag, &y.early, SCR_E_NAME,
             "'%s' is read before anything assigns it; its value is 0", name);
  } else if (y.defined && !y.used && !in_part(s->check, &y.definition)) {
    scr_warn(&s->diag, &y.definition, SCR_E_NAME, "the function '%s' is never used", name);
  } else if (y.written.src && !y.defined && !y.used && !y.kept && !in_part(s->check, &y.written)) {
    scr_warn(&s->diag, &y.written, SCR_E_NAME, "'%s' is assigned but never used", name);
  }
}

static bool is_defined(scr_session *s, const char *name) {
  const check_symbol *y = symbol_of(s->check, scr_fish_symbol(s->fish, name, true));
  return y->defined || y->broken;
}

/* May a caller, or a state or file that is not known, have switched it on? */
static bool may_be_elsewhere(const scr_check *c, const scr_message *m) {
  const check_file *given = NULL;
  const int file = file_of(c, m->where);
  for (int k = 0; k <= file && (size_t)k < c->nfile; k++)
    if (c->file[k].given) given = &c->file[k];
  return !given || is_part(given) || may_lack_values(given) || is_open_message(c, m);
}

static void judge_deferred(scr_session *s, check_need *n) {
  scr_check *c = s->check;
  const bool function = strcmp(n->what, "function") == 0;
  const bool plot = strcmp(n->what, "plot") == 0 || strcmp(n->what, "chart") == 0;
  const int file = file_of(c, n->m.where);
  if (plot && (size_t)file < c->nfile && in_part(c, &(scr_loc){.src = c->file[file].src})) return;
  if (is_made(c, n->what, n->name) || is_made(c, n->what, "*")) return;
  if (strcmp(n->what, "tracking") == 0 && may_be_elsewhere(c, &n->m)) return;
  if (function && (is_defined(s, n->name) || is_open_message(c, &n->m))) return;
  if (function) scr_check_naming(s, n->name, &(scr_loc){.line = n->m.line, .col = n->m.col});
  add_message(c, &n->m);
  n->m = (scr_message){0};
}

/* ---- symbols that a `model new` takes ---- */

static bool is_given_in(const scr_check *c, int symbol, int epoch) {
  char key[GIVEN_KEY];
  given_key(key, symbol, epoch);
  bool given = scr_names_get(&c->given, key, 0) != 0;
  given_key(key, symbol, 0);
  return given || scr_names_get(&c->given, key, 0) != 0;
}

/* Definitions that run: lines outside of them, of the same epoch, lead there. */
static void follow_bodies(scr_check *c) {
  for (bool more = !c->followed; more;) {
    more = false;
    for (size_t k = 0; k < c->nasked; k++) {
      const check_asked *q = &c->asked[k];
      const check_body *in = body_at(c, q->at.src, q->at.line);
      for (size_t b = 0; (!in || in->runs) && b < c->nbody; b++) {
        if (c->body[b].runs || c->body[b].symbol != q->symbol ||
            !outlasts(c, c->body[b].epoch, q->epoch))
          continue;
        c->body[b].runs = more = true;
      }
    }
  }
}

/* Does the line stand in a function that no line of its model leads to? */
static bool is_idle_body(scr_check *c, const scr_loc *at) {
  follow_bodies(c);
  c->followed = true;
  const check_body *in = body_at(c, at->src, at->line);
  return in && !in->runs;
}

/* A command of PFC 3 and 4 takes no word for a value that is no symbol, nor any command a function
 * that is none. */
static void tell_emptied(scr_session *s, const check_asked *q) {
  const char *name = scr_fish_symbol_name(s->fish, q->symbol);
  const bool value =
      q->read && !(q->command && q->dialect == SCR_LEGACY && q->use != SCR_USE_READ_LATER);
  scr_check_naming(s, name, &q->at);
  if (q->use == SCR_USE_NAME_NOW || q->use == SCR_USE_NAME)
    scr_fail(&s->diag, &q->at, SCR_E_NAME, "no FISH function '%s' is defined", name);
  else if (value)
    scr_fail(&s->diag, &q->at, SCR_E_NAME,
             "'%s' is read, and nothing of this model assigns it: its value is 0", name);
  else
    scr_fail(&s->diag, &q->at, SCR_E_NAME,
             q->read ? "'%s' is no symbol of this model" : "'%s' is no function of this model",
             name);
  s->diag.error.error = !value && q->use != SCR_USE_NAME;
  hint_emptied(s, q->epoch, &q->at);
  scr_check_recover(s);
}

static void judge_emptied(scr_session *s) {
  scr_check *c = s->check;
  scr_names told = {0};
  for (size_t k = 0; k < c->nasked; k++) {
    const check_asked *q = &c->asked[k];
    const check_symbol *y = &c->symbol[q->symbol];
    if (!q->epoch || c->epoch[q->epoch].open || q->later || q->use == SCR_USE_READ_LATE) continue;
    if (y->broken || !(y->assigned || y->defined) || is_open(c, &q->at)) continue;
    const bool late = q->use == SCR_USE_READ_LATER || q->use == SCR_USE_NAME;
    if (is_given_in(c, q->symbol, q->epoch) || (late && c->epoch[q->epoch].saved)) continue;
    if (is_idle_body(c, &q->at)) continue;
    char key[40];
    snprintf(key, sizeof key, "%d %d %d", q->symbol, q->epoch, q->read);
    if (!scr_names_get(&told, key, 0)) tell_emptied(s, q);
    scr_names_set(&told, key, 1);
  }
  scr_names_free(&told);
}

static void judge(scr_session *s) {
  scr_check *c = s->check;
  follow_calls(c);
  excuse_out_of_reach(c);
  for (size_t k = 0; k < c->ncall; k++) {
    const size_t before = c->nitem;
    judge_call(s, &c->call[k]);
    excuse_from(c, before, &c->call[k].at);
  }
  for (size_t k = 0; !c->open && k < c->nsymbol; k++) {
    const size_t before = c->nitem;
    judge_symbol(s, (int)k);
    excuse_from(c, before, &c->symbol[k].read);
  }
  if (!c->open) judge_emptied(s);
  for (size_t k = 0; k < c->nneed; k++) {
    const bool open = !c->need[k].m.text && is_open(c, &c->need[k].at);
    if (c->need[k].m.text)
      judge_deferred(s, &c->need[k]);
    else if (c->need[k].warns && !open && !in_part(c, &c->need[k].at))
      judge_named(s, &c->need[k]);
    else if (!c->need[k].warns && !open)
      judge_need(s, &c->need[k]);
  }
}

static void message_drop(const scr_message *m) {
  scr_diag holder = {.error = *m};
  scr_diag_clear(&holder);
}

/* "'a', 'b' and 3 more" */
static void list_names(const scr_names *all, scr_buf *b) {
  enum { SHOWN = 5 };
  for (size_t k = 0; k < all->n && k < SHOWN; k++)
    scr_buf_printf(b, "%s'%s'", k == 0 ? "" : k + 1 == all->n ? " and " : ", ", all->key[k]);
  if (all->n > SHOWN) scr_buf_printf(b, " and %zu more", all->n - SHOWN);
}

/* Names that a part does not define are its caller's; functions may be of a file that is not known,
 * and any name of a state: a line that is no warning tells them. values: what is an error stays
 * one. */
static void judge_part(scr_check *c, size_t file, bool part, bool values) {
  scr_names names = {0};
  size_t kept = 0;
  char *hint = NULL;
  if (c->nitem) qsort(c->item, c->nitem, sizeof *c->item, by_place);
  for (size_t k = 0; k < c->nitem; k++) {
    check_item *i = &c->item[k];
    const bool lent = part || (i->function && is_open_message(c, &i->m)) ||
                      is_restored_at(c, source_of(c, &i->m), i->m.line);
    if (!i->name || (size_t)i->file != file || !lent || (values && i->m.error)) {
      c->item[kept++] = *i;
      continue;
    }
    scr_names_set(&names, i->name, 1);
    scr_free(hint);
    hint = i->m.hint && strncmp(i->m.hint, "did you mean", 12) == 0 ? copy(i->m.hint) : NULL;
    message_drop(&i->m);
    scr_free(i->name);
  }
  c->nitem = kept;
  if (names.n) {
    scr_buf_printf(&c->callers,
                   "%s: not checked, since %s may define %s: ", c->file[file].src->name,
                   part ? "its caller" : "what is not known here", names.n == 1 ? "it" : "them");
    list_names(&names, &c->callers);
    scr_buf_printf(&c->callers, "%s%s\n", names.n == 1 && hint ? "; " : "",
                   names.n == 1 && hint ? hint : "");
  }
  scr_free(hint);
  scr_names_free(&names);
}

static void judge_parts(scr_check *c) {
  const check_file *given = NULL;
  for (size_t k = 0; k < c->nfile; k++) {
    if (c->file[k].given) given = &c->file[k];
    if (given && (lacks_names(given) || may_lack_values(given)))
      judge_part(c, k, true, !lacks_names(given));
    else if (c->open || c->nmark)
      judge_part(c, k, false, false);
  }
}

/* Is a value that was taken for granted in that line an error? */
static bool is_wrong_guess(const scr_check *c, int line) {
  for (size_t k = 0; line && k < c->nitem; k++)
    if (c->item[k].guess == line && !c->item[k].follows) return true;
  return false;
}

/* What stands behind an error may be wrong for that reason alone. */
static void drop_followers(scr_check *c) {
  size_t kept = 0;
  bool *drop = scr_alloc(SCR_MAX(c->nitem, 1u) * sizeof *drop);
  for (size_t k = 0; k < c->nitem; k++) drop[k] = is_wrong_guess(c, c->item[k].follows);
  for (size_t k = 0; k < c->nitem; k++) {
    if (!drop[k]) {
      c->item[kept++] = c->item[k];
      continue;
    }
    message_drop(&c->item[k].m);
    scr_free(c->item[k].name);
  }
  c->nitem = kept;
  scr_free(drop);
}

/* ---- files ---- */

static check_file *current_file(scr_session *s) {
  for (size_t k = s->check->nfile; s->frame && k-- > 0;)
    if (s->check->file[k].src == s->frame->src) return &s->check->file[k];
  return NULL;
}

/* Is a block read, or a file that one calls? */
static bool in_any_block(const scr_session *s) {
  for (const scr_frame *f = s->frame; f; f = f->up)
    if (f->block) return true;
  return false;
}

void scr_check_starts(scr_session *s) {
  check_file *f = current_file(s);
  if (f) f->starts = true;
  scr_today_begins(s);
  s->check->model++;
  if (!in_block(s)) s->check->state = 0;
  if (!in_any_block(s)) begin_epoch(s->check, false, &s->diag.at);
}

/* Is this one of the commands, or of a family that ends in a blank? */
static bool is_one_of(const char *name, const char *const *list) {
  for (; *list; list++) {
    const size_t n = strlen(*list);
    if ((*list)[n - 1] == ' ' ? strncmp(name, *list, n) == 0 : strcmp(name, *list) == 0)
      return true;
  }
  return false;
}

void scr_check_command(scr_session *s, const char *name) {
  static const char *const base[] = {"model domain", "model new", "model restore",
                                     "new",          "restore",   NULL},
                           *const whole[] = {"model new", "model restore", "new", "restore", NULL},
                           *const act[] = {
                               "ball ",         "contact ",    "measure ",      "wall ",
                               "ball",          "cycle",       "fix",           "free",
                               "generate",      "initialize",  "model cycle",   "model clean",
                               "model history", "model solve", "fish callback", "fish history",
                               "history",       "property",    "solve",         "step",
                               "wall",          NULL};
  static const char *const ask[] = {"history export", NULL}; /* in functions, too */
  const bool bases = is_one_of(name, base), all = is_one_of(name, whole),
             acts = is_one_of(name, act), asks = is_one_of(name, ask);
  for (const scr_frame *f = s->frame; f && (asks || !f->block); f = f->up)
    for (size_t k = 0; k < s->check->nfile; k++)
      if (s->check->file[k].src == f->src)
        s->check->file[k].based |= bases, s->check->file[k].whole |= all,
            s->check->file[k].acts |= acts || asks;
}

void scr_check_returns(scr_session *s) {
  check_file *f = current_file(s);
  if (f) f->returns = true;
}

void scr_check_open(scr_session *s, const char *why) {
  if (!s->check->open) s->check->open = why;
}
void scr_check_saved(scr_session *s, const char *name) {
  if (s->check->now) s->check->epoch[s->check->now].saved = true;
  char *key = file_key(name);
  scr_names_set(&s->check->saved, key, 1 + s->check->state);
  scr_free(key);
}

/* One that was saved holds what its lines had. */
void scr_check_restored(scr_session *s, const char *name) {
  scr_check *c = s->check;
  char *key = name ? file_key(name) : scr_strdup("*");
  const int saved = scr_names_get(&c->saved, key, 0);
  int state = saved - 1;
  if (!saved) {
    state = scr_names_get(&c->restored, key, (int32_t)c->restored.n + 1);
    scr_names_set(&c->restored, key, state);
  }
  c->model++;
  c->state = state;
  open_epoch(c);
  scr_free(key);
}

bool scr_check_enter(scr_session *s, scr_source *src, int line) {
  scr_check *c = s->check;
  scr_buf key = {0};
  scr_buf_printf(&key, "%d %s", line, src->path);
  bool again = scr_names_get(&c->entered, key.s, 0) != 0;
  if (!again) {
    scr_names_set(&c->entered, key.s, 1);
    SCR_GROW(c->file, c->cap_file, c->nfile + 1);
    c->file[c->nfile++] = (check_file){
        .src = scr_source_hold(src), .dim = s->lib.world->dim, .given = s->frame == NULL};
  }
  scr_buf_free(&key);
  for (size_t k = 0; again && s->frame && k < c->nfile; k++)
    if (strcmp(c->file[k].src->path, src->path) == 0) c->file[k].called = true;
  if (again) scr_check_forget(s), open_epoch(c);
  return !again;
}

void scr_check_dimension(scr_session *s) {
  for (const scr_frame *f = s->frame; f; f = f->up)
    for (size_t k = 0; k < s->check->nfile; k++)
      if (s->check->file[k].src == f->src) s->check->file[k].dim = s->lib.world->dim;
}

/* First words of a line, which blanks or a parenthesis end. */
static bool starts_with(const char *line, const char *word, const char **behind) {
  line += strspn(line, " \t");
  size_t n = strlen(word);
  if (scr_ncasecmp(line, word, n) != 0 || (line[n] && !strchr(" \t;(", line[n]))) return false;
  *behind = line + n;
  return true;
}

static bool starts_definition(const char *line) {
  const char *rest = line;
  if (!starts_with(line, "fish", &rest)) starts_with(line, "f", &rest);
  return starts_with(rest, "define", &rest) || starts_with(rest, "def", &rest) ||
         (rest != line && starts_with(rest, "operator", &rest));
}

/* What a line that is left out assigns or reads is not known; words of FISH do no harm as names. */
static void excuse_line(scr_session *s, const char *line) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_",
                    rest[] = "0123456789.";
  const char *comment = line + strcspn(line, ";");
  for (const char *p = line; (p += strcspn(p, letters)) < comment;) {
    size_t n = 0;
    while (p[n] && (strchr(letters, p[n]) || strchr(rest, p[n]))) n++;
    char *name = scr_strndup(p, n);
    if (!strchr(name, '.'))
      symbol_of(s->check, scr_fish_symbol(s->fish, name, true))->broken = true;
    scr_free(name);
    p += n;
  }
}

/* Line `end` may have been meant for a block: a second `end` before the next definition is the true
 * one. */
static int behind_last_end(scr_session *s, const scr_source *src, int end) {
  const char *rest;
  int last = end;
  for (int k = end + 1; k <= src->nline && !starts_definition(src->line[k - 1]); k++)
    if (starts_with(src->line[k - 1], "end", &rest)) last = k;
  for (int k = end + 1; k <= last; k++) excuse_line(s, src->line[k - 1]);
  return last + 1;
}

int scr_check_skip_definition(scr_session *s, const scr_source *src, int line, const char *name) {
  scr_check_recover(s);
  const char *rest;
  if (name) symbol_of(s->check, scr_fish_symbol(s->fish, name, true))->broken = true;
  for (int k = line + 1; k <= src->nline; k++) {
    if (starts_definition(src->line[k - 1])) return k;
    excuse_line(s, src->line[k - 1]);
    if (starts_with(src->line[k - 1], "end", &rest)) return behind_last_end(s, src, k);
  }
  if (line < src->nline) {
    scr_loc at = {(scr_source *)src, line + 1, 1, 1};
    scr_warn(&s->diag, &at, SCR_E_SYNTAX,
             "the file is not checked from here on: the function above does not end");
  }
  scr_check_open(s, "a file is not read to its end");
  return src->nline + 1;
}

/* ---- a session that checks ---- */

static void set_dimension(scr_session *s, int dim) {
  if (dim && dim != s->lib.world->dim) scr_session_reset(s, dim);
}

/* What scree has not is an error only if it runs. */
static void excuse_unsupported(scr_check *c, size_t from) {
  for (size_t k = from; k < c->nitem; k++)
    if (c->item[k].m.code == SCR_E_UNSUPPORTED) c->item[k].m.error = false;
}

/* Does nothing call the function that holds this line? Of a part its caller may. */
static bool is_idle(const scr_check *c, const scr_source *src, int line) {
  const check_symbol *best = NULL;
  for (size_t k = 0; k < c->nsymbol; k++) {
    const check_symbol *y = &c->symbol[k];
    if (y->definition.src != src || y->definition.line > line) continue;
    if (!best || y->definition.line > best->definition.line) best = y;
  }
  return best && !best->used && !in_part(c, &best->definition);
}

/* What is wrong with a block that the dimension leaves out never shows; what it uses is used. */
static void check_block(void *user, scr_source *src, int first_line, int last, scr_dialect dialect,
                        scr_fish_scope *scope, scr_block_runs runs) {
  scr_session *s = user;
  const bool unheard =
      runs == SCR_BLOCK_NEVER && !s->today; /* who writes a file anew needs all of it */
  for (size_t k = 0; k < s->check->nfile; k++)
    if (s->check->file[k].src == src) set_dimension(s, s->check->file[k].dim);
  size_t before = s->check->nitem;
  s->check->unheard = unheard;
  s->check->state = marked(s->check, src, first_line);
  const check_body *body = body_at(s->check, src, first_line);
  s->check->now = body ? body->epoch : 0;
  if (last >= first_line) scr_read_source(s, src, dialect, first_line, last, scope, true);
  scr_check_recover(s);
  s->check->unheard = false;
  if (s->check->nitem != before) scr_fish_all_read(scope);
  if (runs == SCR_BLOCK_MAY_RUN || is_idle(s->check, src, first_line))
    excuse_unsupported(s->check, before);
  while (unheard && s->check->nitem > before) {
    check_item *i = &s->check->item[--s->check->nitem];
    message_drop(&i->m), scr_free(i->name);
  }
  s->stopped = false;
}

/* text: in the place of what the file holds; NULL: none */
static void check_file_given(scr_session *s, const char *path, const scr_buf *text) {
  scr_source *src = text ? scr_source_new(path, path, text->s, text->n)
                         : scr_read_file(&s->diag, NULL, path, path);
  if (src) {
    set_dimension(s, s->options.dim ? 0 : scr_read_dimension(s, src, path));
    s->configured = true;
    s->stopped = false;
    s->check->model++; /* files of one check may be meant for runs of their own */
    begin_epoch(s->check, true, &(scr_loc){0});
    scr_check_forget(s);
    if (s->today) s->today->src = scr_source_hold(src);
    if (scr_check_enter(s, src, 1))
      scr_read_source(s, src, scr_read_dialect(s, src), 1, src->nline, NULL, false);
    scr_source_drop(src);
  }
  scr_check_recover(s);
  s->diag.at = (scr_loc){0};
}

static void check_free(scr_check *c) {
  for (size_t k = 0; k < c->nfile; k++) scr_source_drop(c->file[k].src);
  for (size_t k = 0; k < c->nitem; k++) message_drop(&c->item[k].m), scr_free(c->item[k].name);
  scr_free(c->naming);
  for (size_t k = 0; k < c->nneed; k++) message_drop(&c->need[k].m);
  scr_free(c->item);
  scr_free(c->file);
  scr_free(c->symbol);
  scr_free(c->call);
  for (size_t k = 0; k < c->nneed; k++) scr_free(c->need[k].name);
  scr_free(c->need);
  scr_free(c->asked);
  scr_free(c->span);
  scr_free(c->epoch), scr_free(c->body);
  scr_names_free(&c->made), scr_names_free(&c->made_in), scr_names_free(&c->given);
  scr_free(c->unknown);
  scr_free(c->mark);
  scr_names_free(&c->entered);
  scr_names_free(&c->saved);
  scr_names_free(&c->restored);
  scr_names_free(&c->present), scr_names_free(&c->gone), scr_names_free(&c->in_block);
  scr_buf_free(&c->callers);
  scr_free(c);
}

static scr_session *check_begin(const scr_options *options, scr_today *today) {
  scr_options own = *options;
  own.strict = false; /* a warning stays one in the report */
  own.threads = 1;
  scr_session *s = scr_session_new(&own);
  s->check = scr_alloc(sizeof *s->check);
  s->today = today;
  scr_session_use_world(s, s->lib.world); /* again, for a check */
  s->diag.sink = take_warning;
  s->diag.user = s;
  scr_fish_check(s->fish, &(scr_fish_host){.use = host_use,
                                           .recover = host_recover,
                                           .literal = host_literal,
                                           .literal_value = host_literal_value,
                                           .mentions = host_mentions,
                                           .today = today ? &scr_today_fish : NULL});
  scr_settings_give(s);
  return s;
}

static void check_end(scr_session *s) {
  check_free(s->check);
  s->check = NULL;
  scr_session_free(s);
}

/* What is known only when all files are read. */
static void check_whole(scr_session *s) {
  s->stopped = false; /* functions ran before the line that ends the run */
  scr_fish_each_block(s->fish, check_block, s);
  scr_check_line(s, 0);
  scr_fish_each_unread(s->fish, host_unread, s);
  judge(s);
  judge_parts(s->check);
  drop_followers(s->check);
}

static scr_check_count check_files(const scr_options *options, int n, char *const *path,
                                   scr_today *today, scr_buf *out) {
  scr_session *s = check_begin(options, today);
  for (int k = 0; k < n; k++) check_file_given(s, path[k], NULL);
  check_whole(s);
  const scr_check_count count = report(s->check, out);
  check_end(s);
  return count;
}

void scr_check_text(const scr_options *options, const char *path, const scr_buf *text,
                    scr_check_error_fn *each, void *user) {
  scr_session *s = check_begin(options, NULL);
  check_file_given(s, path, text);
  check_whole(s);
  scr_check *c = s->check;
  if (c->nitem) qsort(c->item, c->nitem, sizeof *c->item, by_place);
  for (size_t k = 0; k < c->nitem; k++)
    if (c->item[k].m.error && c->item[k].file == 0) each(user, &c->item[k].m);
  check_end(s);
}

scr_check_count scr_check_files(const scr_options *options, int n, char *const *path,
                                scr_buf *out) {
  return check_files(options, n, path, NULL, out);
}

scr_source *scr_check_today(const scr_options *options, const char *path, scr_today *today,
                            scr_buf *out) {
  char *name = (char *)path;
  today->src = NULL;
  check_files(options, 1, &name, today, out);
  return today->src;
}
