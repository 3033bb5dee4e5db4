/* FISH's symbols, rows and definitions: the interface of fish.h. */
#include "script/internal.h"

#include <math.h>
#include <string.h>
#include "base/num.h"

/* ---- life ---- */

scr_fish *scr_fish_new(const scr_fish_host *host, scr_diag *diag) {
  scr_fish *f = scr_alloc(sizeof *f);
  static const volatile bool never = false;
  f->host = *host;
  if (!f->host.interrupt) f->host.interrupt = &never;
  f->diag = diag;
  f->dim = 3;
  f->stack = scr_alloc(SCR_STACK_SIZE * sizeof *f->stack);
  f->top = f->stack;
  f->frame = scr_alloc(SCR_DEPTH_MAX * sizeof *f->frame);
  f->ring.before = f->ring.behind = &f->ring;
  return f;
}

void scr_prog_free(scr_prog *p) {
  if (!p) return;
  assert(p->k || p->nk == 0);
  for (size_t k = 0; k < p->nk; k++) scr_drop(p->k[k]);
  for (size_t k = 0; k < p->nlocal; k++) scr_free(p->local[k].name);
  scr_source_drop(p->src);
  scr_free(p->name);
  scr_free(p->ins);
  scr_free(p->pos);
  scr_free(p->k);
  scr_free(p->local);
  scr_free(p->block);
  scr_free(p);
}

static void free_dead(scr_fish *f) {
  for (size_t k = 0; k < f->ndead; k++) scr_prog_free(f->dead[k]);
  f->ndead = 0;
}

static void forget(scr_fish *f) {
  for (size_t k = 0; k < f->nsym; k++) {
    scr_drop(f->sym[k]->value);
    scr_drop(f->sym[k]->layout);
    scr_free(f->sym[k]->name);
    scr_free(f->sym[k]);
  }
  for (size_t k = 0; k < f->ndef; k++) scr_prog_free(f->def[k]);
  free_dead(f);
  scr_ring_empty(f);
  scr_names_free(&f->symbol_of);
  f->nsym = f->ndef = 0;
}

void scr_fish_free(scr_fish *f) {
  if (!f) return;
  forget(f);
  scr_members_free(f);
  scr_text_file_drop(f);
  scr_names_free(&f->row_of);
  scr_names_free(&f->told);
  scr_free(f->row);
  scr_free(f->fn);
  scr_free(f->sym);
  scr_free(f->def);
  scr_free(f->dead);
  scr_free(f->stack);
  scr_free(f->frame);
  scr_free(f);
}

bool scr_fish_reset(scr_fish *f) {
  if (f->nframe)
    return scr_fail(f->diag, NULL, SCR_E_STATE,
                    "functions cannot be forgotten while one of them runs");
  forget(f);
  return true;
}

void *scr_fish_user(scr_fish *f) { return f->host.user; }
scr_diag *scr_fish_diag(scr_fish *f) { return f->diag; }
scr_rng *scr_fish_rng(scr_fish *f) { return f->host.rng; }
void scr_fish_set_rng(scr_fish *f, scr_rng *rng) { f->host.rng = rng; }
const scr_fish_host *scr_fish_host_of(const scr_fish *f) { return &f->host; }
void scr_fish_set_dim(scr_fish *f, int dim) { f->dim = dim; }
int scr_fish_dim(const scr_fish *f) { return f->dim; }
void scr_fish_check(scr_fish *f, const scr_fish_host *host) {
  f->host.use = host->use;
  f->host.recover = host->recover;
  f->host.literal = host->literal;
  f->host.literal_value = host->literal_value;
  f->host.mentions = host->mentions;
  f->host.today = host->today;
}
bool scr_fish_running(const scr_fish *f) { return f->nframe > 0; }

/* ---- rows ---- */

static int kind_index(const scr_fish *f, const char *s, size_t n) {
  for (int k = 0; f->host.kinds && f->host.kinds[k]; k++)
    if (strlen(f->host.kinds[k]) == n && scr_ncasecmp(f->host.kinds[k], s, n) == 0) return k;
  assert(!"unknown kind of pointer in a signature");
  return -1;
}

const scr_index_limit scr_index_limits[] = {{"component", "component", {2, 3}},
                                            {"rotation", "component", {1, 3}},
                                            {"one", "component", {1, 1}},
                                            {"freedom", "degree of freedom", {3, 6}},
                                            {"vertex", "vertex", {2, 3}},
                                            {"edge", "edge", {2, 3}},
                                            {"end", "end", {2, 2}},
                                            {"extra", "extra variable", {128, 128}},
                                            {0}};

static int limit_index(const char *s, size_t n) {
  int k = 0;
  while (scr_index_limits[k].name &&
         (strlen(scr_index_limits[k].name) != n || strncmp(scr_index_limits[k].name, s, n) != 0))
    k++;
  assert(scr_index_limits[k].name);
  return k;
}

/* Reads one letter, with the kind in braces after it, or what an integer counts. */
static const char *read_letter(const scr_fish *f, const char *s, char *letter, int8_t *kind,
                               int8_t *counts) {
  *letter = *s++;
  *kind = -1;
  *counts = 0;
  assert(strchr("idfbsvplamMNTc*", *letter));
  if (*s != '{') return s;
  const char *end = strchr(s, '}');
  assert(end);
  const size_t n = (size_t)(end - s - 1);
  if (*letter == 'i')
    *counts = (int8_t)(1 + limit_index(s + 1, n));
  else
    *kind = (int8_t)kind_index(f, s + 1, n);
  return end + 1;
}

/* "(0,1]" after the letter of a value; a bound that is not there is infinite. */
static void read_interval(const char *s, scr_row *r) {
  int64_t ignored;
  size_t n = 0;
  r->bounded = *s == '(' || *s == '[';
  if (!r->bounded) return;
  r->bound[0] = -HUGE_VAL, r->bound[1] = HUGE_VAL;
  r->open[0] = *s++ == '(';
  for (int k = 0; k < 2; k++, s++) {
    n = 0;
    if (!strchr(",)]", *s)) scr_parse_number(s, &n, &ignored, &r->bound[k]);
    s += n;
    assert(k ? *s == ')' || *s == ']' : *s == ',');
    if (k) r->open[1] = *s == ')';
  }
}

/* "vv:f", "p{ball}:v=v", "s*...:s" */
static scr_row read_row(const scr_fish *f, const scr_fish_fn *fn) {
  scr_row r = {.fn = fn, .result = '*', .value_kind = -1};
  const char *s = fn->sig ? fn->sig : "";
  int8_t ignored, none;
  while (*s && *s != ':' && *s != '=' && *s != '.') {
    assert(r.nsig < SCR_SIG_MAX);
    s = read_letter(f, s, &r.letter[r.nsig], &r.kind[r.nsig], &r.counts[r.nsig]);
    r.nsig++;
  }
  if (strncmp(s, "...", 3) == 0) r.repeat = true, s += 3;
  if (*s == ':' && s[1] && s[1] != '=')
    s = read_letter(f, s + 1, &r.result, &ignored, &none);
  else if (*s == ':')
    s++;
  if (*s == '=') read_interval(read_letter(f, s + 1, &r.value, &r.value_kind, &none), &r);
  for (int k = 0; k < r.nsig; k++) {
    r.accepts[k] = scr_letter_accepts(r.letter[k]);
    r.as_is[k] = scr_letter_as_is(r.letter[k]);
  }
  r.value_accepts = scr_letter_accepts(r.value);
  r.value_as_is = r.bounded ? 0 : scr_letter_as_is(r.value);
  return r;
}

/* A program uses a few of the rows: signatures are taken apart when something names one, and memory
 * of the others is not touched. A build for debugging reads all of them, whose letters it judges.
 */
static void need_row(const scr_fish *f, int k) {
  if (!f->row[k].fn) f->row[k] = read_row(f, f->fn[k]);
}

static void make_room(scr_fish *f, size_t n) {
  enum { ROOM = 2048 }; /* for all rows of the library */
  if (n <= f->cap_row) return;
  const size_t cap = SCR_MAX(SCR_MAX(2 * f->cap_row, n), (size_t)ROOM);
  scr_row *row = scr_alloc(cap * sizeof *row);
  if (f->nrow) memcpy(row, f->row, f->nrow * sizeof *row);
  scr_free(f->row);
  f->row = row;
  f->cap_row = cap;
  f->fn = scr_realloc(f->fn, cap * sizeof *f->fn);
  scr_names_reserve(&f->row_of, cap);
}

void scr_fish_bind(scr_fish *f, const scr_fish_fn *rows, size_t n) {
  make_room(f, f->nrow + n);
  for (size_t k = 0; k < n; k++) {
    assert(scr_names_get(&f->row_of, rows[k].name, -1) < 0 && "a row is bound twice");
    assert(rows[k].call || (rows[k].flags & SCR_FN_REFUSED));
    f->fn[f->nrow] = &rows[k];
    scr_names_set(&f->row_of, rows[k].name, (int32_t)f->nrow++);
#ifndef NDEBUG
    static _Atomic size_t judged; /* rows that an earlier session has read */
    if (f->nrow > judged) need_row(f, (int)f->nrow - 1), judged = f->nrow;
#endif
  }
  assert(f->nrow < UINT16_MAX);
}

void scr_fish_bind_place(scr_fish *f, const char *name, scr_fish_place place) {
  const int k = scr_names_get(&f->row_of, name, -1);
  assert(k >= 0);
  need_row(f, k);
  assert(f->row[k].letter[0] == 'p' && f->row[k].kind[0] >= 0 && f->row[k].fn->min == 1);
  f->row[k].place = place;
}

void scr_fish_bind_base(scr_fish *f) {
  scr_bind_math(f);
  scr_bind_string(f);
  scr_bind_container(f);
  scr_bind_matrix(f);
  scr_bind_memory(f);
  scr_bind_rotation(f);
  scr_bind_type(f);
  scr_bind_file(f);
  scr_bind_note(f);
  scr_bind_io(f);
}

const scr_fish_fn *scr_fish_find(const scr_fish *f, const char *name) {
  int k = scr_names_get(&f->row_of, name, -1);
  return k < 0 ? NULL : f->fn[k];
}

size_t scr_fish_rows(const scr_fish *f) { return f->nrow; }
const scr_fish_fn *scr_fish_row(const scr_fish *f, size_t k) { return f->fn[k]; }

scr_dialect scr_fish_dialect(const scr_fish *f) {
  if (f->folding) return f->folding->dialect;
  return f->nframe ? f->frame[f->nframe - 1].code->dialect : SCR_MODERN;
}

scr_dialect scr_fish_dialect_of(const scr_fish *f, int function) {
  return f->sym[function]->code->dialect;
}

/* All dialects see names with a dot. */
static bool visible(const scr_fish_fn *fn, scr_dialect dialect) {
  if (strchr(fn->name, '.') || (fn->flags & SCR_FN_BOTH)) return true;
  return ((fn->flags & SCR_FN_LEGACY) != 0) == (dialect == SCR_LEGACY);
}

/* `meas.` is how data files abbreviate `measure.`; -1: it is none of its rows. */
static int row_of_measure(const scr_fish *f, const char *name) {
  if (scr_ncasecmp(name, "meas.", 5) != 0) return -1;
  scr_buf full = {0};
  scr_buf_printf(&full, "measure.%s", name + 5);
  const int k = scr_names_get(&f->row_of, full.s, -1);
  scr_buf_free(&full);
  return k;
}

int scr_row_find(const scr_fish *f, const char *name, scr_dialect dialect) {
  int k = scr_names_get(&f->row_of, name, -1);
  if (k < 0) k = row_of_measure(f, name);
  if (k < 0 || !visible(f->fn[k], dialect)) return -1;
  need_row(f, k);
  return k;
}

const scr_row *scr_row_at(const scr_fish *f, size_t k) {
  need_row(f, (int)k);
  return &f->row[k];
}

bool scr_row_component(const scr_fish *f, const char *name, scr_dialect dialect, int *row,
                       int *which) {
  const char *dot = strrchr(name, '.');
  *which = dot ? scr_component(dot + 1) : -1;
  if (*which < 0) return false;
  char *stem = scr_strndup(name, (size_t)(dot - name));
  *row = scr_row_find(f, stem, dialect);
  scr_free(stem);
  return *row >= 0 && !(f->row[*row].fn->flags & SCR_FN_REFUSED) &&
         f->row[*row].result == (*which < 3 ? 'v' : 'T');
}

bool scr_fish_pick(scr_fish *f, const char *name, const scr_val *list, const scr_val *which,
                   scr_val *out) {
  return scr_op_index(f, name, list, 1, which, out);
}

const char *scr_fish_same_today(const scr_fish *f, const scr_fish_fn *fn) {
  const bool older = (fn->flags & (SCR_FN_LEGACY | SCR_FN_OLDER)) != 0;
  for (size_t k = 0; older && fn->call && k < f->nrow; k++) {
    const scr_fish_fn *other = f->fn[k];
    const bool today = !(other->flags & (SCR_FN_LEGACY | SCR_FN_OLDER | SCR_FN_REFUSED));
    const bool kinds = strchr(other->sig, '{') || strchr(fn->sig, '{');
    if (today && other->call == fn->call && (!kinds || strcmp(other->sig, fn->sig) == 0))
      return other->name;
  }
  return NULL;
}

/* sqrt in a modern file: math.sqrt is meant. */
static bool hint_legacy(scr_fish *f, const char *name) {
  static const char *const prefix[] = {"math.", "string.", "io.", "array.", "type."};
  const scr_fish_fn *fn = scr_fish_find(f, name);
  if (!fn || !(fn->flags & SCR_FN_LEGACY)) return false;
  for (size_t k = 0; k < SCR_COUNTOF(prefix); k++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "%s%s", prefix[k], name);
    bool known = scr_fish_find(f, b.s) != NULL;
    if (known) scr_hint(f->diag, "that name belongs to the legacy dialect; here it is '%s'", b.s);
    scr_buf_free(&b);
    if (known) return true;
  }
  scr_hint(f->diag, "that name belongs to the legacy dialect");
  return true;
}

int scr_fish_command_at(const scr_fish *f, const scr_loc *at, bool legacy) {
  if (!f->host.command_words || !at->src || at->line < 1 || at->line > at->src->nline) return 0;
  const char *line = at->src->line[at->line - 1];
  const size_t from = strspn(line, " \t");
  return at->col == (int)from + 1 ? f->host.command_words(line + from, legacy) : 0;
}

void scr_hint_command(scr_fish *f, const scr_loc *at, bool legacy) {
  if (scr_fish_command_at(f, at, legacy) > 0)
    scr_hint(f->diag, "in a function commands stand between 'command' and 'endcommand'");
}

/* The first word of a line, which may be one of a function's. */
static bool begins_line(const scr_loc *at) {
  if (!at || !at->src || at->line < 1 || at->line > at->src->nline) return false;
  return at->col == (int)strspn(at->src->line[at->line - 1], " \t") + 1;
}

void scr_hint_name(scr_fish *f, const char *name, scr_dialect dialect, const scr_loc *at) {
  if (dialect != SCR_LEGACY && hint_legacy(f, name)) return;
  scr_nearest near = {name, NULL, 0};
  if (begins_line(at)) scr_offer_statements(&near);
  for (size_t k = 0; k < f->nsym; k++)
    if (f->sym[k]->code || (f->sym[k]->assigned && !strchr(name, '.')))
      scr_nearest_offer(&near, f->sym[k]->name);
  for (size_t k = 0; k < f->nrow; k++)
    if (visible(f->fn[k], dialect) && !(f->fn[k]->flags & SCR_FN_REFUSED))
      scr_nearest_offer(&near, f->fn[k]->name);
  if (near.best) scr_hint(f->diag, "did you mean '%s'?", scr_statement_meant(near.best));
}

/* ---- symbols ---- */

void scr_symbol_update(scr_symbol *s) {
  s->plain = !s->code && s->layout.type != SCR_V_LIST && (s->assigned || s->warned);
}

int scr_fish_symbol(scr_fish *f, const char *name, bool create) {
  int k = scr_names_get(&f->symbol_of, name, -1);
  if (k >= 0 || !create) return k;
  scr_symbol *s = scr_alloc(sizeof *s);
  s->name = scr_strdup(name);
  SCR_GROW(f->sym, f->cap_sym, f->nsym + 1);
  f->sym[f->nsym] = s;
  scr_names_set(&f->symbol_of, name, (int32_t)f->nsym);
  return (int)f->nsym++;
}

const char *scr_fish_symbol_name(const scr_fish *f, int symbol) { return f->sym[symbol]->name; }
int scr_fish_symbols(const scr_fish *f) { return (int)f->nsym; }
bool scr_fish_is_function(const scr_fish *f, int symbol) { return f->sym[symbol]->code != NULL; }
int scr_fish_takes(const scr_fish *f, int symbol) {
  const scr_prog *code = f->sym[symbol]->code;
  return code ? code->nargs : 0;
}
bool scr_fish_gives(const scr_fish *f, int symbol) {
  return f->sym[symbol]->code && f->sym[symbol]->assigned;
}
bool scr_fish_was_assigned(const scr_fish *f, int symbol) {
  return f->sym[symbol]->assigned || f->sym[symbol]->code;
}
scr_val scr_fish_get(const scr_fish *f, int symbol) { return f->sym[symbol]->value; }

void scr_fish_set(scr_fish *f, int symbol, scr_val v) {
  f->sym[symbol]->assigned = true;
  scr_symbol_update(f->sym[symbol]);
  scr_put(&f->sym[symbol]->value, v);
}

bool scr_fish_lookup(scr_fish *f, scr_fish_scope *scope, const char *name, scr_val *out) {
  const scr_prog *p = scope ? scope->code : NULL;
  for (size_t k = p ? p->nlocal : 0; k-- > 0;) {
    const scr_debug_local *l = &p->local[k];
    if (scope->pc < l->from || scope->pc >= l->to || scr_casecmp(l->name, name) != 0) continue;
    *out = scope->base[l->slot];
    return true;
  }
  int symbol = scr_fish_symbol(f, name, false);
  if (symbol < 0 || !scr_fish_was_assigned(f, symbol)) return false;
  *out = f->sym[symbol]->value;
  return true;
}

bool scr_fish_told(scr_fish *f, int symbol) {
  bool told = f->sym[symbol]->warned;
  f->sym[symbol]->warned = true;
  scr_symbol_update(f->sym[symbol]);
  return told;
}

/* ---- programs ---- */

/* Takes a function out of the list of definitions. It may be running: then it is freed when nothing
 * runs. */
static void retire(scr_fish *f, scr_prog *old) {
  if (!old) return;
  size_t n = 0;
  for (size_t k = 0; k < f->ndef; k++)
    if (f->def[k] != old) f->def[n++] = f->def[k];
  f->ndef = n;
  SCR_GROW(f->dead, f->cap_dead, f->ndead + 1);
  f->dead[f->ndead++] = old;
}

static bool calls(const scr_prog *p, int symbol) {
  for (size_t k = 0; k < p->n; k++) {
    const int op = p->ins[k].op;
    const bool names =
        op == OP_GLOBAL || op == OP_CALL || op == OP_CALL_NAME || op == OP_SPLIT_CALL;
    if (names && p->ins[k].c == symbol) return true;
  }
  return false;
}

/* An operator that was defined before may call it: then it must be one, too. */
static bool suits_operators(scr_fish *f, const scr_prog *p, int col) {
  const scr_loc at = {p->src, p->line, col, (int)strlen(p->name)};
  for (size_t k = 0; k < f->ndef && !p->operates; k++) {
    const scr_prog *by = f->def[k];
    if (!by->operates || by->symbol == p->symbol || !calls(by, p->symbol)) continue;
    scr_fail(f->diag, &at, SCR_E_STATE, "'%s' must be an operator, as the operator '%s' calls it",
             p->name, by->name);
    return scr_hint(f->diag, "'%s' is defined in %s:%d", by->name, by->src->name, by->line);
  }
  return true;
}

static bool define(scr_fish *f, scr_source *src, int *line, int col, scr_dialect dialect,
                   bool operates) {
  scr_prog *p = scr_compile_define(f, src, line, col, dialect, operates);
  if (!p) return false;
  if (!suits_operators(f, p, col)) {
    scr_prog_free(p);
    return false;
  }
  scr_symbol *s = f->sym[p->symbol];
  bool stepped = s->code && s->code->stepping;
  if (f->host.stepping && p->stepping != stepped)
    f->host.stepping(f->host.user, p->symbol, p->stepping);
  retire(f, s->code);
  if (!f->nframe && !f->host.use) free_dead(f); /* who checks looks at all */
  s->code = p;
  scr_symbol_update(s);
  SCR_GROW(f->def, f->cap_def, f->ndef + 1);
  f->def[f->ndef++] = p;
  if (f->host.use)
    f->host.use(f->host.user, p->symbol, SCR_USE_TAKES, p->nargs, &(scr_loc){src, p->line, col, 1});
  return true;
}

bool scr_fish_define(scr_fish *f, scr_source *src, int *line, int col, scr_dialect dialect) {
  return define(f, src, line, col, dialect, false);
}

bool scr_fish_define_operator(scr_fish *f, scr_source *src, int *line, int col,
                              scr_dialect dialect) {
  return define(f, src, line, col, dialect, true);
}

/* A command has declared a structure: it is kept among the definitions, in the place of an older
 * one. */
bool scr_fish_structure(scr_fish *f, scr_source *src, int first, int line, int col,
                        scr_dialect dialect) {
  scr_prog *p = scr_compile_structure(f, src, line, col, dialect);
  if (!p) return false;
  p->line = first;
  for (size_t k = 0; k < f->ndef; k++) {
    if (f->def[k]->symbol != p->symbol) continue;
    retire(f, f->def[k]);
    break;
  }
  SCR_GROW(f->def, f->cap_def, f->ndef + 1);
  f->def[f->ndef++] = p;
  return true;
}

scr_val scr_fish_layout(const scr_fish *f, int symbol) { return f->sym[symbol]->layout; }

/* The value of a text that is nothing but a constant. */
static const scr_val *constant_of(const scr_prog *p) {
  bool alone =
      p->n == 2 && p->ins[0].op == OP_CONST && p->ins[1].op == OP_RETURN_VALUE && !p->faulty;
  return alone ? &p->k[p->ins[0].c] : NULL;
}

bool scr_fish_known(const scr_fish *f) { return f->known; }
bool scr_fish_stored(const scr_fish *f) { return f->stored; }

bool scr_fish_eval(scr_fish *f, scr_source *src, int line, int col, const char *text, size_t n,
                   scr_dialect dialect, scr_fish_scope *scope, scr_val *out) {
  *out = (scr_val){0};
  scr_prog *p = scr_compile_eval(f, src, line, col, text, n, dialect, scope);
  const scr_val *constant = p && f->host.use ? constant_of(p) : NULL;
  f->known = constant != NULL;
  if (constant) *out = scr_hold(*constant);
  bool good = p && (f->host.use || scr_vm_eval(f, p, scope, out));
  f->stored = p && p->assigns; /* after the run, which may evaluate others */
  scr_prog_free(p);
  return good;
}

bool scr_fish_run(scr_fish *f, int symbol, int n, const scr_val *args, scr_val *out) {
  scr_symbol *s = f->sym[symbol];
  if (out) *out = (scr_val){0};
  if (f->host.use) return true;
  if (s->code) return scr_vm_call(f, s->code, n, args, out);
  if (n > 0) return scr_fail(f->diag, NULL, SCR_E_NAME, "'%s' is no function", s->name);
  if (out) *out = scr_hold(s->value);
  return true;
}

bool scr_fish_truth(scr_fish *f, int symbol, const scr_val *v, bool *truth) {
  *truth = scr_val_truth(v);
  if (v->type < SCR_V_STR && v->type != SCR_V_VEC) return true;
  return scr_fail(f->diag, NULL, SCR_E_TYPE, "'%s' gives %s, which is neither true nor false",
                  f->sym[symbol]->name, scr_vtype_phrase((scr_vtype)v->type));
}

void scr_fish_each_definition(scr_fish *f,
                              void (*each)(void *user, int symbol, const char *name,
                                           const char *text, const char *file, int line,
                                           scr_dialect dialect),
                              void *user) {
  for (size_t k = 0; k < f->ndef; k++) {
    const scr_prog *p = f->def[k];
    scr_buf b = {0};
    for (int line = p->line; line <= p->end; line++) {
      scr_buf_puts(&b, p->src->line[line - 1]);
      scr_buf_puts(&b, "\n");
    }
    each(user, p->symbol, f->sym[p->symbol]->name, b.s, p->src->name, p->line, p->dialect);
    scr_buf_free(&b);
  }
}

typedef void (*block_fn)(void *user, scr_source *src, int first, int last, scr_dialect dialect,
                         scr_fish_scope *scope, scr_block_runs runs);

static void each_block_of(const scr_prog *p, block_fn each, void *user) {
  scr_val *locals = scr_alloc((size_t)p->nslots * sizeof *locals); /* integer 0 */
  for (size_t k = 0; k < p->n; k++) {
    if (p->ins[k].op != OP_COMMAND) continue;
    const scr_block *b = &p->block[p->ins[k].c];
    scr_fish_scope scope = {p, locals, (int)k};
    each(user, p->src, b->first, b->last, p->dialect, &scope, b->runs);
  }
  scr_free(locals);
}

void scr_fish_each_block(scr_fish *f, block_fn each, void *user) {
  for (size_t k = 0; k < f->ndead; k++) each_block_of(f->dead[k], each, user);
  for (size_t k = 0; k < f->ndef; k++) each_block_of(f->def[k], each, user);
}

typedef void (*unread_fn)(void *user, int symbol, const char *name, bool argument,
                          const scr_loc *at);

/* A slot that is declared twice in a block is one variable, told at its first place. */
static bool is_unread(const scr_prog *p, size_t at) {
  for (size_t k = 0; k < p->nlocal; k++) {
    const scr_debug_local *l = &p->local[k];
    if (l->slot == p->local[at].slot && (l->read || l->excused || k < at)) return false;
  }
  return true;
}

/* `c_`: the author knows. */
static bool is_meant(const char *name) { return name[0] == '_' || name[strlen(name) - 1] == '_'; }

static bool runs_texts(const scr_fish *f, const scr_prog *p) {
  for (size_t k = 0; k < p->n; k++)
    if (p->ins[k].op == OP_CALL_ROW && f->row[p->ins[k].c].fn->flags & SCR_FN_COMMANDS) return true;
  return false;
}

static void each_unread_of(const scr_fish *f, const scr_prog *p, unread_fn each, void *user) {
  const bool known = !p->faulty && !runs_texts(f, p);
  for (size_t k = 0; k < p->nlocal && known; k++) {
    const scr_debug_local *l = &p->local[k];
    scr_loc at = {p->src, l->line, l->col, (int)strlen(l->name)};
    if (is_unread(p, k) && !is_meant(l->name)) each(user, p->symbol, l->name, l->argument, &at);
  }
}

void scr_fish_each_unread(scr_fish *f, unread_fn each, void *user) {
  for (size_t k = 0; k < f->ndead; k++) each_unread_of(f, f->dead[k], each, user);
  for (size_t k = 0; k < f->ndef; k++) each_unread_of(f, f->def[k], each, user);
}

void scr_fish_all_read(scr_fish_scope *scope) {
  for (size_t k = 0; k < scope->code->nlocal; k++) scope->code->local[k].read = true;
}
