/* Checking data files without running them: see check.h. */
#include "cmd/check.h"

#include <string.h>
#include "base/mem.h"
#include "cmd/check_kept.h"
#include "cmd/check_state.h"
#include "cmd/files.h"
#include "cmd/read.h"
#include "cmd/setting.h"
#include "cmd/today_kept.h"

/* ---- files ---- */

static scr_check_file *current_file(scr_session *s) {
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
  scr_check_file *f = current_file(s);
  if (f) f->starts = true;
  scr_today_begins(s);
  s->check->model++;
  if (!scr_session_in_block(s)) s->check->state = 0;
  if (!in_any_block(s)) scr_check_begin_epoch(s->check, false, &s->diag.at);
}

void scr_check_returns(scr_session *s) {
  scr_check_file *f = current_file(s);
  if (f) f->returns = true;
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

bool scr_check_enter(scr_session *s, scr_source *src, int line) {
  scr_check *c = s->check;
  scr_buf key = {0};
  scr_buf_printf(&key, "%d %s", line, src->path);
  bool again = scr_names_get(&c->entered, key.s, 0) != 0;
  if (!again) {
    scr_names_set(&c->entered, key.s, 1);
    SCR_GROW(c->file, c->cap_file, c->nfile + 1);
    c->file[c->nfile++] = (scr_check_file){
        .src = scr_source_hold(src), .dim = s->lib.world->dim, .given = s->frame == NULL};
  }
  scr_buf_free(&key);
  for (size_t k = 0; again && s->frame && k < c->nfile; k++)
    if (strcmp(c->file[k].src->path, src->path) == 0) c->file[k].called = true;
  if (again) scr_check_forget(s), scr_check_open_epoch(c);
  return !again;
}

void scr_check_dimension(scr_session *s) {
  for (const scr_frame *f = s->frame; f; f = f->up)
    for (size_t k = 0; k < s->check->nfile; k++)
      if (s->check->file[k].src == f->src) s->check->file[k].dim = s->lib.world->dim;
}

/* ---- parts, which others call ---- */

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
static bool is_part(const scr_check_file *f) {
  const bool needs = f->acts || !f->runs || holds_functions(f->src);
  return !f->starts && !f->called && (f->returns || (needs && !f->based));
}

/* Who restores a state or makes a domain knows what it needs. */
static bool lacks_names(const scr_check_file *f) { return is_part(f) && !f->based; }

/* It makes a domain, but no model: its caller may have set what it reads. */
static bool may_lack_values(const scr_check_file *f) {
  return f->based && !f->whole && !f->starts && !f->called;
}

bool scr_check_in_part(const scr_check *c, const scr_loc *at) {
  const scr_check_file *given = NULL;
  for (size_t k = 0; k < c->nfile; k++) {
    if (c->file[k].given) given = &c->file[k];
    if (c->file[k].src == at->src) return given && is_part(given);
  }
  return false;
}

bool scr_check_may_be_elsewhere(const scr_check *c, const scr_message *m) {
  const scr_check_file *given = NULL;
  const int file = scr_check_file_of(c, m->where);
  for (int k = 0; k <= file && (size_t)k < c->nfile; k++)
    if (c->file[k].given) given = &c->file[k];
  return !given || is_part(given) || may_lack_values(given) || scr_check_is_open_message(c, m);
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
  scr_check_sort(c);
  for (size_t k = 0; k < c->nitem; k++) {
    scr_check_item *i = &c->item[k];
    const bool lent = part || (i->function && scr_check_is_open_message(c, &i->m)) ||
                      scr_check_is_restored(c, &i->m);
    if (!i->name || (size_t)i->file != file || !lent || (values && i->m.error)) {
      c->item[kept++] = *i;
      continue;
    }
    scr_names_set(&names, i->name, 1);
    scr_free(hint);
    hint = i->m.hint && strncmp(i->m.hint, "did you mean", 12) == 0 ? scr_strdup(i->m.hint) : NULL;
    scr_check_message_drop(&i->m);
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
  const scr_check_file *given = NULL;
  for (size_t k = 0; k < c->nfile; k++) {
    if (c->file[k].given) given = &c->file[k];
    if (given && (lacks_names(given) || may_lack_values(given)))
      judge_part(c, k, true, !lacks_names(given));
    else if (c->open || c->nmark)
      judge_part(c, k, false, false);
  }
}

/* ---- definitions that are left out ---- */

/* First words of a line, which blanks or a parenthesis end. */
static bool starts_with(const char *line, const char *word, const char **behind) {
  line += strspn(line, " \t");
  size_t n = strlen(word);
  if (scr_ncasecmp(line, word, n) != 0 || (line[n] && !strchr(" \t;(", line[n]))) return false;
  *behind = line + n;
  return true;
}

int scr_check_line_of_end(const scr_source *src, int line) {
  const char *rest;
  while (line < src->nline && !starts_with(src->line[line], "end", &rest)) line++;
  return line + 1;
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
      scr_check_symbol_of(s->check, scr_fish_symbol(s->fish, name, true))->broken = true;
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
  if (name) scr_check_symbol_of(s->check, scr_fish_symbol(s->fish, name, true))->broken = true;
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
  const scr_check_symbol *best = NULL;
  for (size_t k = 0; k < c->nsymbol; k++) {
    const scr_check_symbol *y = &c->symbol[k];
    if (y->definition.src != src || y->definition.line > line) continue;
    if (!best || y->definition.line > best->definition.line) best = y;
  }
  return best && !best->used && !scr_check_in_part(c, &best->definition);
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
  s->check->state = scr_check_marked(s->check, src, first_line);
  s->check->now = scr_check_epoch_of(s->check, src, first_line);
  if (last >= first_line) scr_read_source(s, src, dialect, first_line, last, scope, true);
  scr_check_recover(s);
  s->check->unheard = false;
  if (s->check->nitem != before) scr_fish_all_read(scope);
  if (runs == SCR_BLOCK_MAY_RUN || is_idle(s->check, src, first_line))
    excuse_unsupported(s->check, before);
  while (unheard && s->check->nitem > before) {
    scr_check_item *i = &s->check->item[--s->check->nitem];
    scr_check_message_drop(&i->m), scr_free(i->name);
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
    scr_check_begin_epoch(s->check, true, &(scr_loc){0});
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
  for (size_t k = 0; k < c->nitem; k++)
    scr_check_message_drop(&c->item[k].m), scr_free(c->item[k].name);
  scr_free(c->naming);
  for (size_t k = 0; k < c->nneed; k++) scr_check_message_drop(&c->need[k].m);
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
  s->diag.sink = scr_check_take_warning;
  s->diag.user = s;
  scr_check_hear(s);
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
  scr_check_judge_locals(s);
  scr_check_judge_symbols(s);
  scr_check_judge_needs(s);
  judge_parts(s->check);
  scr_check_drop_followers(s->check);
}

static scr_check_count check_files(const scr_options *options, int n, char *const *path,
                                   scr_today *today, scr_buf *out) {
  scr_session *s = check_begin(options, today);
  for (int k = 0; k < n; k++) check_file_given(s, path[k], NULL);
  check_whole(s);
  const scr_check_count count = scr_check_report(s->check, out);
  check_end(s);
  return count;
}

void scr_check_text(const scr_options *options, const char *path, const scr_buf *text,
                    scr_check_error_fn *each, void *user) {
  scr_session *s = check_begin(options, NULL);
  check_file_given(s, path, text);
  check_whole(s);
  scr_check *c = s->check;
  scr_check_sort(c);
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
