/* What the lines of a file make, remove and ask for by name: histories, ranges, files. */
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/check_kept.h"
#include "cmd/check_state.h"
#include "cmd/files.h"
#include "cmd/wall_make.h"

/* ---- keys ---- */

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

void scr_check_begin_epoch(scr_check *c, bool open, const scr_loc *at) {
  if (c->nepoch == 0) c->nepoch = 1; /* number 0 is that of settings */
  SCR_GROW(c->epoch, c->cap_epoch, c->nepoch + 1);
  c->now = (int)c->nepoch;
  c->epoch[c->nepoch++] = (scr_check_epoch){.at = *at, .open = open};
}

void scr_check_open_epoch(scr_check *c) {
  if (c->now) c->epoch[c->now].open = true;
}

bool scr_check_outlasts(const scr_check *c, int made, int now) {
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

void scr_check_hint_emptied(scr_session *s, int epoch, const scr_loc *at) {
  const scr_loc *by = &s->check->epoch[epoch].at;
  if (by->src == at->src)
    scr_hint(&s->diag, "line %d begins a new model, which has nothing of those before it",
             by->line);
  else if (by->src)
    scr_hint(&s->diag, "%s:%d begins a new model, which has nothing of those before it",
             by->src->name, by->line);
}

/* ---- what is made and asked for ---- */

void scr_check_made(scr_session *s, const char *what, const char *name, const scr_loc *at) {
  bool unknown = at && at->src && scr_check_is_unknown(s, at);
  char *key = made_key(what, unknown ? "*" : name ? name : "#");
  scr_names_set(&s->check->made, key, 1);
  note_made_in(s->check, key);
  scr_names_set(&s->check->gone, key, 0);
  for (size_t k = 0; unknown && k < s->check->gone.n; k++)
    if (is_of(s->check->gone.key[k], what)) s->check->gone.value[k] = 0;
  if (scr_session_in_block(s)) scr_names_set(&s->check->in_block, key, 1);
  scr_free(key);
}

void scr_check_deleted(scr_session *s, const char *what, const char *name, const scr_loc *at) {
  scr_check *c = s->check;
  if (scr_session_in_block(s) || (at && scr_check_is_unknown(s, at))) return;
  char *key = name ? made_key(what, name) : NULL;
  if (key && scr_names_get(&c->made, key, 0)) scr_names_set(&c->gone, key, 1);
  for (size_t k = 0; !key && k < c->made.n; k++)
    if (is_of(c->made.key[k], what)) scr_names_set(&c->gone, c->made.key[k], 1);
  scr_free(key);
}

/* A number may be that of another one by now. */
static bool is_gone(const scr_session *s, const char *what, const char *name) {
  char *key = made_key(what, name);
  const bool gone =
      !scr_session_in_block(s) && !is_number(name) && scr_names_get(&s->check->gone, key, 0) != 0;
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
  c->need[c->nneed++] = (scr_check_need){.what = what,
                                         .name = scr_strdup(name),
                                         .at = *at,
                                         .epoch = is_kept(what) ? 0 : c->now,
                                         .gone = is_gone(s, what, name)};
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

static bool is_there(const scr_check *c, const scr_check_need *n, const char *what,
                     const char *name) {
  char *key = made_key(what, name);
  const bool there = is_made_in(c, key, n->epoch);
  scr_free(key);
  return there;
}

bool scr_check_makes(const scr_session *s, const char *what, const char *name) {
  return is_made(s->check, what, name);
}

/* ---- files that are read and written ---- */

char *scr_check_file_key(const char *name) {
  const char *slash = strrchr(name, '/'), *back = strrchr(name, '\\');
  const char *base = back > slash ? back + 1 : slash ? slash + 1 : name;
  char *key = scr_strndup(base, strlen(base) - strlen(scr_path_suffix(base)));
  scr_lowercase(key);
  return key;
}

void scr_check_writes(scr_session *s, const char *name, const scr_loc *at) {
  char *key = scr_check_file_key(name);
  scr_check_made(s, "file", key, at);
  scr_free(key);
}

/* The pending error waits until all is read. Takes the name. */
static void defer(scr_session *s, const char *what, char *name) {
  scr_check *c = s->check;
  scr_check_forget_naming(c);
  if (c->unheard) {
    scr_free(name);
    scr_diag_clear(&s->diag);
    return;
  }
  SCR_GROW(c->need, c->cap_need, c->nneed + 1);
  c->need[c->nneed++] = (scr_check_need){.what = what, .name = name, .m = s->diag.error};
  s->diag.error = (scr_message){0};
  s->diag.failed = false;
}

void scr_check_file_wanted(scr_session *s, const char *name) {
  defer(s, "file", scr_check_file_key(name));
}

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
  if (!name || scr_session_in_block(s) || (at->src && scr_check_is_unknown(s, at))) return true;
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
  if (scr_session_in_block(s)) scr_check_may_remove(s, what);
  for (size_t k = 0; k < present->n; k++)
    if (strncmp(present->key[k], what, strlen(what)) == 0)
      scr_names_set(present, present->key[k], 0);
}

void scr_check_forget(scr_session *s) {
  scr_names_free(&s->check->present), scr_names_free(&s->check->gone);
  s->check->present = s->check->gone = (scr_names){0};
  scr_check_seen_forget(s);
}

/* ---- when all is read ---- */

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
static bool has_number(const scr_check *c, const scr_check_need *n) {
  if (!is_number(n->name)) return false;
  if (is_there(c, n, n->what, "#")) return true;
  const long long i = strtoll(n->name, NULL, 10);
  return strcmp(n->what, "history") == 0 && i > 0 && i <= last_history(c, n->epoch);
}

static bool is_met(const scr_check *c, const scr_check_need *n) {
  return is_there(c, n, n->what, n->name) || is_there(c, n, n->what, "*") || has_number(c, n);
}

/* Did a line before a `model new` make it? */
static bool is_emptied(const scr_check *c, const scr_check_need *n) {
  const scr_check_need ever = {.what = n->what, .name = n->name};
  return n->epoch && is_met(c, &ever) && !is_met(c, n);
}

/* Is a function of the caller called, which may make anything? */
static bool calls_others(const scr_check *c) {
  for (size_t k = 0; k < c->ncall; k++)
    if (!c->symbol[c->call[k].symbol].defined) return true;
  return c->open != NULL;
}

/* "*": any name, made up by FISH. */
static void judge_need(scr_session *s, const scr_check_need *n) {
  const scr_check *c = s->check;
  const bool gone =
      n->gone && !is_among(&c->in_block, n->what, n->name) && !is_among(&c->in_block, n->what, "*");
  const bool emptied = is_emptied(c, n);
  if (!gone && is_met(c, n)) return;
  if (emptied && scr_check_is_idle_body(s->check, &n->at)) return;
  scr_nearest near = {.word = n->name};
  if (!gone && !emptied) offer_made(c, n->what, &near);
  if (!gone || calls_others(c)) scr_check_naming(s, n->name, &n->at);
  scr_fail(&s->diag, &n->at, SCR_E_NAME, "there is no %s '%s'", n->what, n->name);
  if (near.best) scr_hint(&s->diag, "did you mean '%s'?", near.best);
  if (gone) scr_hint(&s->diag, "a line before this one deletes it");
  if (emptied && !gone) scr_check_hint_emptied(s, n->epoch, &n->at);
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
static void judge_named(scr_session *s, const scr_check_need *n) {
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

static bool is_defined(scr_session *s, const char *name) {
  const scr_check_symbol *y = scr_check_symbol_of(s->check, scr_fish_symbol(s->fish, name, true));
  return y->defined || y->broken;
}

static void judge_deferred(scr_session *s, scr_check_need *n) {
  scr_check *c = s->check;
  const bool function = strcmp(n->what, "function") == 0;
  const bool plot = strcmp(n->what, "plot") == 0 || strcmp(n->what, "chart") == 0;
  const int file = scr_check_file_of(c, n->m.where);
  if (plot && (size_t)file < c->nfile && scr_check_in_part(c, &(scr_loc){.src = c->file[file].src}))
    return;
  if (is_made(c, n->what, n->name) || is_made(c, n->what, "*")) return;
  if (strcmp(n->what, "tracking") == 0 && scr_check_may_be_elsewhere(c, &n->m)) return;
  if (function && (is_defined(s, n->name) || scr_check_is_open_message(c, &n->m))) return;
  if (function) scr_check_naming(s, n->name, &(scr_loc){.line = n->m.line, .col = n->m.col});
  scr_check_add_message(c, &n->m);
  n->m = (scr_message){0};
}

void scr_check_judge_needs(scr_session *s) {
  const scr_check *c = s->check;
  for (size_t k = 0; k < c->nneed; k++) {
    const bool open = !c->need[k].m.text && scr_check_is_open(c, &c->need[k].at);
    if (c->need[k].m.text)
      judge_deferred(s, &c->need[k]);
    else if (c->need[k].warns && !open && !scr_check_in_part(c, &c->need[k].at))
      judge_named(s, &c->need[k]);
    else if (!c->need[k].warns && !open)
      judge_need(s, &c->need[k]);
  }
}
