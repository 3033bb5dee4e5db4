/* Statements and definitions of FISH: one pass from lines to byte code. */
#include "script/gen.h"

#include <assert.h>
#include <string.h>

typedef enum word {
  W_NONE, /* not a statement word */
  W_EOL,  /* end of a single-line form */
  W_END,
  W_IF,
  W_THEN,
  W_ELSE,
  W_ELSEIF,
  W_ENDIF,
  W_LOOP,
  W_ENDLOOP,
  W_EXIT,
  W_CONTINUE,
  W_CASEOF,
  W_CASE,
  W_ENDCASE,
  W_SECTION,
  W_ENDSECTION,
  W_COMMAND,
  W_ENDCOMMAND,
  W_LOCAL,
  W_GLOBAL,
  W_ARGUMENT,
  W_ARRAY,
  W_RETURN,
  W_DEFINE,
  W_STRUCT,
  W_STEPPING,
  W_ERROR
} word;
#define BIT(w) (1u << (w))

static const struct {
  const char *text;
  word w;
} words[] = {
    {"end", W_END},
    {"if", W_IF},
    {"then", W_THEN},
    {"else", W_ELSE},
    {"elseif", W_ELSEIF},
    {"else_if", W_ELSEIF},
    {"endif", W_ENDIF},
    {"end_if", W_ENDIF},
    {"loop", W_LOOP},
    {"endloop", W_ENDLOOP},
    {"end_loop", W_ENDLOOP},
    {"exit", W_EXIT},
    {"continue", W_CONTINUE},
    {"case_of", W_CASEOF},
    {"caseof", W_CASEOF},
    {"case", W_CASE},
    {"endcase", W_ENDCASE},
    {"end_case", W_ENDCASE},
    {"section", W_SECTION},
    {"endsection", W_ENDSECTION},
    {"end_section", W_ENDSECTION},
    {"command", W_COMMAND},
    {"endcommand", W_ENDCOMMAND},
    {"end_command", W_ENDCOMMAND},
    {"local", W_LOCAL},
    {"global", W_GLOBAL},
    {"argument", W_ARGUMENT},
    {"array", W_ARRAY},
    {"return", W_RETURN},
    {"define", W_DEFINE},
    {"def", W_DEFINE},
    {"fish", W_DEFINE},
    {"struct", W_STRUCT},
    {"structure", W_STRUCT},
    {"whilestepping", W_STEPPING},
    {"while_stepping", W_STEPPING},
};

static word word_of(const scr_token *t) {
  if (t->type != T_NAME) return W_NONE;
  for (size_t k = 0; k < SCR_COUNTOF(words); k++)
    if (scr_casecmp(t->text, words[k].text) == 0) return words[k].w;
  return W_NONE;
}

static const char *const block_word[] = {"define", "if", "loop", "case_of", "section"};

static word body(scr_gen *g, unsigned stops, bool single);

/* ---- misspelt words ---- */

/* Words that follow `loop`: alone they begin no statement. */
static const struct {
  const char *text, *meant;
} loop_words[] = {{"while", "loop while"}, {"foreach", "loop foreach"}, {"for", "loop for"}};

void scr_offer_statements(scr_nearest *near) {
  static const unsigned none = BIT(W_THEN) | BIT(W_DEFINE) | BIT(W_STRUCT);
  for (size_t k = 0; k < SCR_COUNTOF(words); k++)
    if (!(BIT(words[k].w) & none)) scr_nearest_offer(near, words[k].text);
  for (size_t k = 0; k < SCR_COUNTOF(loop_words); k++) scr_nearest_offer(near, loop_words[k].text);
}

const char *scr_statement_meant(const char *best) {
  for (size_t k = 0; best && k < SCR_COUNTOF(loop_words); k++)
    if (best == loop_words[k].text) return loop_words[k].meant;
  return best;
}

/* Has the name a meaning of its own? */
static bool is_known(const scr_gen *g, const scr_token *name) {
  const int symbol = scr_fish_symbol(g->f, name->text, false);
  return scr_find_local(g, name->text) >= 0 || symbol == g->own ||
         scr_row_find(g->f, name->text, g->legacy ? SCR_LEGACY : SCR_MODERN) >= 0 ||
         (symbol >= 0 && scr_fish_was_assigned(g->f, symbol));
}

/* What a line that begins with this token may have been meant to begin with; NULL: nothing near. */
static const char *near_statement(const scr_gen *g, const scr_token *first) {
  if (first->type != T_NAME || word_of(first) != W_NONE || is_known(g, first)) return NULL;
  scr_nearest near = {.word = first->text};
  scr_offer_statements(&near);
  return scr_statement_meant(near.best);
}

/* Words that open and end blocks: those of scr_block_kind, then those of `command`. */
enum { BLOCKS = B_SECTION + 2, B_COMMAND = B_SECTION + 1 };
static const char *const block_end[BLOCKS][2] = {
    {"end", "end"},          {"endif", "end_if"},           {"endloop", "end_loop"},
    {"endcase", "end_case"}, {"endsection", "end_section"}, {"endcommand", "end_command"}};
static const word opens[BLOCKS] = {W_NONE, W_IF, W_LOOP, W_CASEOF, W_SECTION, W_COMMAND},
                  closes[BLOCKS] = {W_END,     W_ENDIF,      W_ENDLOOP,
                                    W_ENDCASE, W_ENDSECTION, W_ENDCOMMAND};

/* Are these letters of the word, in order, its first one first? */
static bool shortens(const char *letters, const char *whole) {
  if (!*letters || scr_lower((unsigned char)*letters) != *whole) return false;
  for (; *letters && *whole; whole++) letters += scr_lower((unsigned char)*letters) == *whole;
  return !*letters;
}

/* The end of such a block that a word is near to, or shortens, as `end_cmd`; NULL: it is neither.
 */
static const char *meant_end(const char *name, int kind) {
  scr_nearest near = {.word = name};
  for (int k = 0; k < 2; k++) scr_nearest_offer(&near, block_end[kind][k]);
  if (near.best || kind == B_FUNCTION || scr_ncasecmp(name, "end", 3) != 0) return near.best;
  const bool joined = name[3] == '_' || name[3] == '-';
  return shortens(name + 3 + joined, block_end[kind][0] + 3) ? block_end[kind][joined] : NULL;
}

/* A name alone on its line, or the first of one: it may be meant for a word of blocks. */
static void note_slip(scr_gen *g, const scr_token *first, bool alone) {
  const char *meant = near_statement(g, first);
  scr_open *o = g->open;
  const bool loops = meant && strncmp(meant, "loop", 4) == 0;
  for (int k = 1; meant && k < BLOCKS; k++)
    if (word_of(&(scr_token){.type = T_NAME, .text = meant}) == opens[k] || (loops && k == B_LOOP))
      g->slip[k] = (struct scr_slip){*first, meant};
  if (alone && !o->slip.line && !is_known(g, first) && meant_end(first->text, o->kind))
    o->slip = *first;
}

/* A block that is still open, as its end is misspelt. */
static bool misspelt_end(scr_gen *g, const scr_token *slip, int kind, const char *opener,
                         int line) {
  scr_fail_at(g, slip, SCR_E_SYNTAX, "'%s' ends nothing: the '%s' of line %d has no '%s'",
              slip->text, opener, line, block_end[kind][0]);
  return scr_hint(g->f->diag, "did you mean '%s'?", meant_end(slip->text, kind));
}

/* Of an end whose block is not open: a line since `from` that may have been meant to open it. */
static void hint_opener(scr_gen *g, word end, int from) {
  for (int k = 1; k < BLOCKS; k++)
    if (closes[k] == end && g->slip[k].at.line > from)
      scr_hint(g->f->diag, "line %d begins with '%s': did you mean '%s'?", g->slip[k].at.line,
               g->slip[k].at.text, g->slip[k].meant);
}

/* ---- blocks ---- */

static void push_open(scr_gen *g, scr_open *o, scr_block_kind kind, const scr_token *at) {
  *o = (scr_open){.kind = kind,
                  .at = *at,
                  .breaks = -1,
                  .continues = -1,
                  .nlocal = g->p->nlocal,
                  .up = g->open};
  g->open = o;
}

/* The end of a block may have been meant for one around it, while its own was misspelt. */
static void hand_slip(const scr_open *o) {
  for (scr_open *up = o->up; o->slip.line && up; up = up->up)
    if (up->kind == o->kind) {
      if (!up->slip.line) up->slip = o->slip;
      return;
    }
}

static void pop_open(scr_gen *g) {
  if (g->open->kind == B_LOOP) scr_unset_loop_ends(g, g->open);
  scr_close_locals(g, g->open->nlocal);
  hand_slip(g->open);
  g->open = g->open->up;
}

/* Emits a jump that joins a chain. */
static void jump_chain(scr_gen *g, const scr_token *t, int *chain) {
  *chain = scr_emit(g, t, OP_JUMP, 0, 0, *chain, 0);
}

static void jump_back(scr_gen *g, const scr_token *t, int target) {
  scr_emit(g, t, OP_JUMP, 1, 0, target, 0);
}

static const char *word_of_block(const scr_gen *g, const scr_open *o) {
  return o->kind == B_FUNCTION && g->p->operates ? "operator" : block_word[o->kind];
}

static bool unclosed(scr_gen *g, const char *found) {
  const scr_open *o = g->open;
  const char *opener = word_of_block(g, o);
  if (o->slip.line) return misspelt_end(g, &o->slip, (int)o->kind, opener, o->at.line);
  scr_fail_at(g, &o->at, SCR_E_SYNTAX, "this '%s' has no '%s'", opener, block_end[o->kind][0]);
  return scr_hint(g->f->diag, "%s was reached with the '%s' of line %d still open", found, opener,
                  o->at.line);
}

/* A closing word that does not fit the innermost open block. */
static bool misplaced(scr_gen *g, const scr_token *t, word w) {
  if (w == W_END || w == W_DEFINE) {
    scr_buf b = {0};
    scr_buf_printf(&b, "'%s' in line %d", t->text, t->line);
    unclosed(g, b.s);
    scr_buf_free(&b);
    return false;
  }
  if (g->open->kind == B_FUNCTION) {
    scr_fail_at(g, t, SCR_E_SYNTAX, "'%s' closes nothing", t->text);
    hint_opener(g, w, 0);
    return false;
  }
  if (g->open->slip.line)
    return misspelt_end(g, &g->open->slip, (int)g->open->kind, block_word[g->open->kind],
                        g->open->at.line);
  scr_fail_at(g, t, SCR_E_SYNTAX, "'%s' does not belong to the '%s' that is open", t->text,
              block_word[g->open->kind]);
  hint_opener(g, w, g->open->at.line);
  return scr_hint(g->f->diag, "the '%s' of line %d has no '%s' yet", block_word[g->open->kind],
                  g->open->at.line, block_end[g->open->kind][0]);
}

/* ---- declarations ---- */

/* Words of the language are no variables: nothing could be assigned to them. */
static bool may_name(scr_gen *g, const scr_token *name) {
  return word_of(name) == W_NONE ||
         scr_fail_at(g, name, SCR_E_SYNTAX,
                     "'%s' is a word of the language and cannot be a variable", name->text);
}

/* For who only checks: a second declaration in one block is the same variable, and often meant to
 * be another one. */
static void check_declared(scr_gen *g, const scr_token *name) {
  for (size_t k = g->p->nlocal; g->f->host.use && k-- > g->open->nlocal;) {
    const scr_debug_local *l = &g->p->local[k];
    if (l->to >= 0 || scr_casecmp(l->name, name->text) != 0) continue;
    const scr_loc at = {g->lex.src, name->line, name->col, name->len};
    scr_warn(g->f->diag, &at, SCR_E_NAME,
             l->argument ? "'%s' is an argument already (line %d)"
                         : "'%s' is declared already in this block (line %d)",
             name->text, l->line);
    return;
  }
}

/* array a(n[,m[,...]]) creates an array where it is executed. */
static bool array_item(scr_gen *g, bool local) {
  scr_token name = *scr_peek(g);
  if (name.type != T_NAME) return scr_unexpected(g, "the name of an array");
  if (!may_name(g, &name)) return false;
  g->lex.at++;
  if (!scr_expect(g, '(', "'(' and the size of the array")) return false;
  int n = scr_arguments(g);
  if (n < 0) return false;
  if (n < 1 || n > SCR_DIMS_MAX)
    return scr_fail_at(g, &name, SCR_E_SYNTAX, "an array has 1 to %d dimensions, not %d",
                       SCR_DIMS_MAX, n);
  scr_emit(g, &name, OP_ARRAY, n, 0, 0, 1 - n);
  if (!local) {
    scr_named what = scr_resolve(g, &name);
    scr_tell_stored(g, &name, what, g->p->n);
    return scr_store(g, &name, what);
  }
  check_declared(g, &name);
  int slot = scr_new_slot(g, &name);
  if (slot < 0) return false;
  scr_emit(g, &name, OP_SET_LOCAL, 0, 0, slot, -1);
  g->bits = 1;
  scr_tell_value(g, &name);
  return scr_declare(g, &name, slot);
}

static bool array_statement(scr_gen *g, bool local) {
  do {
    if (!array_item(g, local)) return false;
    scr_accept(g, ',');
  } while (scr_peek(g)->type == T_NAME);
  return true;
}

/* The slot of a name in this block: the one it has, or a new one. */
static int slot_in_block(scr_gen *g, const scr_token *name) {
  for (size_t k = g->p->nlocal; k-- > g->open->nlocal;)
    if (g->p->local[k].to < 0 && scr_casecmp(g->p->local[k].name, name->text) == 0)
      return g->p->local[k].slot;
  return scr_new_slot(g, name);
}

/* A local becomes known after its initial value: `local a = a` reads the outer one. */
static bool local_item(scr_gen *g) {
  scr_token name = *scr_peek(g);
  if (!may_name(g, &name)) return false;
  g->lex.at++;
  check_declared(g, &name);
  int slot = slot_in_block(g, &name);
  if (slot < 0) return false;
  size_t from = g->p->n;
  g->bits = 1;
  if (scr_accept(g, '=')) {
    if (!scr_expression(g)) return false;
    scr_emit(g, &name, OP_SET_LOCAL, 0, 0, slot, -1);
  } else {
    scr_emit(g, &name, OP_ZERO_LOCAL, 0, 0, slot, 0);
  }
  const bool unset = g->p->ins[g->p->n - 1].op == OP_ZERO_LOCAL;
  if (!unset) scr_unset_stored(g, slot);
  scr_declare(g, &name, slot);
  if (unset) scr_unset_declared(g);
  scr_tell_value(g, &name);
  scr_tell_stored(g, &name, (scr_named){M_LOCAL, slot, -1}, from);
  return true;
}

static bool global_item(scr_gen *g) {
  scr_token name = *scr_peek(g);
  if (!may_name(g, &name)) return false;
  if (scr_find_local(g, name.text) >= 0)
    return scr_fail_at(g, &name, SCR_E_NAME, "'%s' is a local variable here", name.text);
  if (scr_is_assign(scr_peek2(g))) return scr_assignment(g, false);
  scr_named what = scr_resolve(g, &name);
  g->lex.at++;
  if (what.is == M_GLOBAL) {
    scr_mark_assigned(g, what.index);
    scr_tell_use(g, &name, what.index, SCR_USE_DECLARE, 0);
  }
  if (what.is == M_ROW) return scr_store(g, &name, what);
  return what.is == M_GLOBAL;
}

static bool argument_item(scr_gen *g) {
  scr_token name = *scr_peek(g);
  if (!may_name(g, &name)) return false;
  g->lex.at++;
  if (g->p->nslots != g->p->nargs)
    return scr_fail_at(g, &name, SCR_E_SYNTAX,
                       "arguments must be declared before local variables and statements");
  int slot = scr_new_slot(g, &name);
  g->p->nargs++;
  if (slot < 0 || !scr_declare(g, &name, slot)) return false;
  g->p->local[g->p->nlocal - 1].argument = true;
  if (g->f->host.today)
    g->f->host.today->stored(g->f->host.user, name.text,
                             scr_width_given(g, g->own, g->p->nargs - 1));
  return true;
}

static bool declaration(scr_gen *g, word w) {
  if (word_of(scr_peek(g)) == W_ARRAY && w != W_ARGUMENT) {
    g->lex.at++;
    return array_statement(g, w == W_LOCAL);
  }
  do {
    if (scr_peek(g)->type != T_NAME) return scr_unexpected(g, "the name of a variable");
    if (!(w == W_LOCAL ? local_item(g) : w == W_GLOBAL ? global_item(g) : argument_item(g)))
      return false;
    scr_accept(g, ',');
  } while (scr_peek(g)->type == T_NAME && word_of(scr_peek(g)) == W_NONE);
  return true;
}

/* The layout of a structure: its name and those of its members, in parentheses or not. */
static bool struct_members(scr_gen *g, scr_buf *names, size_t *n) {
  bool parens = scr_accept(g, '(');
  for (; scr_peek(g)->type == T_NAME; g->lex.at++, ++*n) {
    for (const char *s = names->s; s < names->s + names->n; s += strlen(s) + 1)
      if (s != names->s && scr_casecmp(s, scr_peek(g)->text) == 0)
        return scr_fail_at(g, scr_peek(g), SCR_E_NAME, "two members have the name '%s'", s);
    scr_buf_put(names, scr_peek(g)->text, scr_peek(g)->n + 1);
    if (scr_is_op(scr_peek2(g), ',')) g->lex.at++;
  }
  if (*n < 2) return scr_unexpected(g, "the name of a member");
  return !parens || scr_expect(g, ')', "',' or ')'");
}

/* struct name(a, b, ..): from here on name(1, 2) makes an instance. */
static bool struct_statement(scr_gen *g, const scr_token *at) {
  if (!scr_operator_does(g, at, "declares nothing for others")) return false;
  scr_token name = *scr_peek(g);
  if (name.type != T_NAME) return scr_unexpected(g, "the name of a structure");
  scr_named what = scr_resolve(g, &name);
  if (what.is == M_ERROR) return false;
  if (what.is != M_GLOBAL || what.index == g->own || g->f->sym[what.index]->code)
    return scr_fail_at(g, &name, SCR_E_NAME,
                       "'%s' means something else and cannot name a structure", name.text);
  g->lex.at++;
  scr_tell_use(g, &name, what.index, SCR_USE_DECLARE, 0);
  scr_buf names = {0};
  size_t n = 1;
  scr_buf_put(&names, name.text, name.n + 1);
  bool good = struct_members(g, &names, &n);
  if (good) {
    SCR_GROW(g->declared, g->cap_declared, g->ndeclared + 1);
    struct scr_declared *d = &g->declared[g->ndeclared++];
    *d = (struct scr_declared){what.index, scr_val_list(n)};
    const char *s = names.s;
    for (size_t k = 0; k < n; k++, s += strlen(s) + 1)
      scr_val_items(&d->layout)[k] = scr_val_str(s);
  }
  scr_buf_free(&names);
  return good;
}

static bool is_structure(const scr_gen *g, scr_named what) {
  if (what.is != M_GLOBAL) return false;
  bool is = g->f->sym[what.index]->layout.type == SCR_V_LIST;
  for (size_t k = 0; k < g->ndeclared; k++) is |= g->declared[k].symbol == what.index;
  return is;
}

/* One variable of `construct`, with the values of its members or without. */
static bool construct_item(scr_gen *g, int type) {
  const scr_token name = *scr_peek(g);
  if (name.type != T_NAME) return scr_unexpected(g, "the name of a variable");
  if (!may_name(g, &name)) return false;
  const scr_named what = scr_resolve_variable(g, &name);
  g->lex.at++;
  const int n = scr_accept(g, '(') ? scr_arguments(g) : 0;
  if (n < 0) return false;
  scr_emit(g, &name, OP_CALL, n, 0, type, 1 - n);
  scr_tell_stored(g, &name, what, g->p->n - 1);
  return scr_store(g, &name, what);
}

/* construct point p(1, 2): p = point(1, 2) */
static bool construct_statement(scr_gen *g) {
  const scr_token type = *scr_peek(g);
  const scr_named what = scr_resolve(g, &type);
  if (what.is == M_ERROR) return false;
  if (!is_structure(g, what)) {
    scr_fail_at(g, &type, SCR_E_NAME, "'%s' is no structure", type.text);
    return scr_hint(g->f->diag, "'structure %s a b' would declare one with members a and b",
                    type.text);
  }
  g->lex.at++;
  scr_tell_use(g, &type, what.index, SCR_USE_READ, 0);
  do {
    if (!construct_item(g, what.index)) return false;
    scr_accept(g, ',');
  } while (scr_peek(g)->type == T_NAME && word_of(scr_peek(g)) == W_NONE);
  return true;
}

/* ---- if ---- */

/* Does the next line go on with this `if`, whose first branch stands on its own line? It does if it
 * starts with else or endif, unless an `if` around this one could be meant. */
static bool next_line_goes_on(const scr_gen *g) {
  char first[16];
  if (g->open->up && g->open->up->kind == B_IF) return false;
  if (g->lex.line > g->lex.src->nline) return false;
  scr_lex_first_word(g->lex.src->line[g->lex.line - 1], first, sizeof first);
  scr_token t = {.type = T_NAME, .text = first};
  word w = word_of(&t);
  return w == W_ELSE || w == W_ELSEIF || w == W_ENDIF;
}

/* -1: it does not compare. */
static int holds(int op, int64_t a, int64_t b) {
  switch (op) {
  case '=':
  case OP2('=', '='): return a == b;
  case '<': return a < b;
  case '>': return a > b;
  case OP2('<', '='): return a <= b;
  case OP2('>', '='): return a >= b;
  case '#':
  case OP2('!', '='): return a != b;
  default: return -1;
  }
}

/* How many there are of what scree has not, if the name asks for it. */
static bool none_asked(scr_gen *g, const scr_token *t) {
  return t->type == T_NAME && scr_find_local(g, t->text) < 0 &&
         (scr_casecmp(t->text, "clump.num") == 0 || scr_casecmp(t->text, "rblock.num") == 0);
}

/* The model's dimension, if the name asks for it; 0: it does not. */
static int64_t dimension_asked(scr_gen *g, const scr_token *t) {
  if (t->type != T_NAME || scr_find_local(g, t->text) >= 0) return 0;
  const int row = scr_row_find(g->f, t->text, g->legacy ? SCR_LEGACY : SCR_MODERN);
  const char *name = row < 0 ? "" : g->f->fn[row]->name;
  scr_val dim;
  if (strcmp(name, "global.dim") != 0 && strcmp(name, "dim") != 0) return 0;
  return g->f->fn[row]->call(g->f, 0, NULL, &dim) ? dim.i : 0;
}

static bool ends_condition(const scr_token *t) { return t->type == T_EOL || word_of(t) == W_THEN; }

static bool is_and(const scr_token *t) {
  return scr_is_op(t, '&') || scr_is_op(t, OP2('&', '&')) || scr_is_word(t, "and");
}

static bool is_or(const scr_token *t) {
  return scr_is_op(t, '|') || scr_is_op(t, OP2('|', '|')) || scr_is_word(t, "or");
}

/* Does no `or` follow? Parts in parentheses are not looked at. */
static bool all_needed(const scr_token *t, const scr_token *end) {
  for (int depth = 0; t < end && !ends_condition(t); t++) {
    depth += scr_is_op(t, '(') ? 1 : scr_is_op(t, ')') ? -1 : 0;
    if (depth < 0 || (depth == 0 && is_or(t))) return false;
  }
  return true;
}

/* A comparison of the model's dimension, or of the number of clumps or rigid blocks, which is 0,
 * with a number: 1 if it holds, 0 if not; -1: it is another condition. *t goes behind it. */
static int comparison(scr_gen *g, const scr_token **t, const scr_token *end) {
  int open = 0;
  const scr_token *p = *t;
  for (; p < end && scr_is_op(p, '('); p++) open++;
  if (end - p < 3 || p[1].type != T_OP) return -1;
  const bool turned = p->type == T_INT; /* 2 = global.dim */
  const scr_token *name = turned ? p + 2 : p, *number = turned ? p : p + 2;
  if (number->type != T_INT) return -1;
  for (*t = p + 3; *t < end && open && scr_is_op(*t, ')'); ++*t) open--;
  const int64_t dim = dimension_asked(g, name);
  if (open || (!dim && !none_asked(g, name))) return -1;
  return turned ? holds(p[1].op, number->i, dim) : holds(p[1].op, dim, number->i);
}

/* A condition on the model's dimension and the like alone, or joined to others that then do not
 * matter: 1 if it holds, 0 if not; -1: that is not known. */
static int surely_holds(scr_gen *g) {
  const scr_token *t = scr_peek(g), *end = &g->lex.tok[g->lex.n - 1];
  const int first = comparison(g, &t, end);
  if (first < 0 || ends_condition(t)) return first;
  if (first == 0 && is_and(t) && all_needed(t, end)) return 0;
  if (first == 1 && is_or(t)) return 1;
  return -1;
}

/* Of a case_of the model's dimension: is it none of the values of the case that begins here? */
static bool rules_out(const scr_gen *g, int64_t dim) {
  const scr_token *t = &g->lex.tok[g->lex.at];
  for (;; t += 2) {
    if (t->type != T_INT || t->i == dim) return false;
    if (!scr_is_op(t + 1, ',')) return t[1].type == T_EOL || scr_is_op(t + 1, ':');
  }
}

/* One branch: condition (unless it is the last else) and body. `done`: one before is always taken.
 */
static word branch(scr_gen *g, bool conditional, bool *single, int *leave, bool *done) {
  scr_token at = *scr_peek(g);
  int skip = -1;
  const int sure = conditional && g->f->host.use ? surely_holds(g) : -1, outside = g->left_out;
  g->left_out += *done;
  if (conditional) {
    if (!scr_expression(g)) return W_ERROR;
    if (word_of(scr_peek(g)) == W_THEN) g->lex.at++;
    skip = scr_emit(g, &at, OP_JUMP_FALSE, 0, 0, -1, -1);
  }
  g->left_out += sure == 0;
  *done |= sure == 1;
  size_t outer = g->p->nlocal;
  *single = *single && scr_peek(g)->type != T_EOL;
  word w = body(g, BIT(W_ENDIF) | (conditional ? BIT(W_ELSE) | BIT(W_ELSEIF) : 0), *single);
  if (w == W_EOL && next_line_goes_on(g)) {
    *single = false;
    w = body(g, BIT(W_ENDIF) | (conditional ? BIT(W_ELSE) | BIT(W_ELSEIF) : 0), false);
  }
  scr_close_locals(g, outer);
  g->left_out = outside;
  if (w == W_ELSE || w == W_ELSEIF) jump_chain(g, &at, leave);
  if (skip >= 0) scr_patch(g, skip);
  return w;
}

static bool if_statement(scr_gen *g, const scr_token *at) {
  scr_open o;
  push_open(g, &o, B_IF, at);
  bool single = true, done = false;
  word w = branch(g, true, &single, &o.breaks, &done);
  while (w == W_ELSE || w == W_ELSEIF) {
    int line = g->lex.tok[g->lex.at - 1].line;
    bool again = w == W_ELSEIF;
    if (!again && word_of(scr_peek(g)) == W_IF && scr_peek(g)->line == line) {
      g->lex.at++;
      again = true;
    }
    single = true;
    w = branch(g, again, &single, &o.breaks, &done);
  }
  if (w == W_ERROR) return false;
  scr_patch_chain(g, o.breaks);
  pop_open(g);
  return true;
}

/* ---- loops ---- */

static bool loop_end(scr_gen *g) {
  word w = body(g, BIT(W_ENDLOOP), false);
  if (w == W_ERROR) return false;
  return true;
}

/* Leaves the loop where the value on the stack is false. */
static void leave_unless(scr_gen *g, const scr_token *at) {
  g->open->breaks = scr_emit(g, at, OP_JUMP_FALSE, 0, 0, g->open->breaks, -1);
}

static bool loop_while(scr_gen *g, const scr_token *at) {
  int test = scr_here(g);
  if (!scr_expression(g)) return false;
  leave_unless(g, at);
  if (!loop_end(g)) return false;
  scr_patch_chain(g, g->open->continues);
  jump_back(g, at, test);
  return true;
}

/* The header of `loop for (init, test, update)`: the update is emitted before the body and jumped
 * over once.
 */
static bool loop_for(scr_gen *g, const scr_token *at) {
  if (!scr_expect(g, '(', "'('")) return false;
  if (word_of(scr_peek(g)) == W_LOCAL) {
    g->lex.at++;
    if (scr_peek(g)->type != T_NAME) return scr_unexpected(g, "the name of a variable");
    if (!local_item(g)) return false;
  } else if (scr_peek(g)->type != T_NAME || !scr_assignment_follows(g)) {
    return scr_unexpected(g, "an assignment");
  } else if (!scr_assignment(g, false)) {
    return false;
  }
  if (!scr_expect(g, ',', "','")) return false;
  int test = scr_here(g);
  if (!scr_expression(g) || !scr_expect(g, ',', "','")) return false;
  leave_unless(g, at);
  int over = scr_emit(g, at, OP_JUMP, 0, 0, -1, 0);
  int update = scr_here(g);
  if (scr_peek(g)->type != T_NAME || !scr_assignment_follows(g))
    return scr_unexpected(g, "an assignment");
  if (!scr_assignment(g, false) || !scr_expect(g, ')', "')'")) return false;
  jump_back(g, at, test);
  scr_patch(g, over);
  if (!loop_end(g)) return false;
  scr_patch_chain(g, g->open->continues);
  jump_back(g, at, update);
  return true;
}

/* A local variable of a loop is known from here on; its values need not be read. */
static void loop_variable_known(scr_gen *g, const scr_token *name, scr_named var, bool known) {
  if (!known) scr_declare(g, name, var.index);
  if (var.is == M_LOCAL) scr_note_excused(g, var.index);
}

/* [local] name: the variable of a loop. A local one becomes known at once. */
static bool loop_variable(scr_gen *g, scr_token *name, scr_named *var) {
  bool local = word_of(scr_peek(g)) == W_LOCAL;
  if (local || word_of(scr_peek(g)) == W_GLOBAL) g->lex.at++;
  *name = *scr_peek(g);
  if (name->type != T_NAME) return scr_unexpected(g, "the variable of the loop");
  if (!may_name(g, name)) return false;
  g->lex.at++;
  if (local) {
    *var = (scr_named){M_LOCAL, scr_new_slot(g, name), -1};
    return var->index >= 0;
  }
  *var = scr_resolve_variable(g, name);
  if (var->is == M_GLOBAL) scr_tell_use(g, name, var->index, SCR_USE_KEEP, 0);
  return var->is != M_ERROR;
}

static bool loop_each(scr_gen *g, const scr_token *at) {
  scr_token name;
  scr_named var = {0};
  if (!loop_variable(g, &name, &var)) return false;
  bool known = var.is != M_LOCAL || scr_find_local(g, name.text) == var.index;
  int hidden = scr_new_slot(g, at);
  const size_t from = g->p->n;
  if (hidden < 0 || scr_new_slot(g, at) < 0 || !scr_expression(g)) return false;
  scr_try_each(g, at);
  scr_operator_goes_over(g, var, from);
  scr_emit(g, at, OP_SET_LOCAL, 0, 0, hidden, -1);
  scr_emit(g, at, OP_EACH_INIT, 0, hidden, 0, 0);
  int next = scr_here(g);
  g->open->breaks = scr_emit(g, at, OP_EACH_NEXT, 0, hidden, g->open->breaks, 1);
  g->bits = SCR_BITS_UNKNOWN;
  scr_operator_turns(g, &name, var);
  if (!scr_store(g, &name, var)) return false;
  loop_variable_known(g, &name, var, known);
  if (!loop_end(g)) return false;
  scr_patch_chain(g, g->open->continues);
  jump_back(g, at, next);
  return true;
}

/* loop i (first, last [, step]): hidden slots hold last and step; the test stands at the end, so
 * the body runs at least once. */
static bool loop_count(scr_gen *g, const scr_token *at) {
  scr_token name;
  scr_named var = {0};
  if (!loop_variable(g, &name, &var)) return false;
  bool known = var.is != M_LOCAL || scr_find_local(g, name.text) == var.index;
  int hidden = scr_new_slot(g, at);
  if (hidden < 0 || scr_new_slot(g, at) < 0) return false;
  if (!scr_expect(g, '(', "'(first,last)', 'while', 'foreach' or 'for'")) return false;
  if (!scr_expression(g) || !scr_expect(g, ',', "','")) return false;
  scr_try_bound(g, at, false);
  if (!scr_expression(g)) return false;
  scr_try_bound(g, at, false);
  scr_emit(g, at, OP_SET_LOCAL, 0, 0, hidden, -1);
  if (!scr_accept(g, ','))
    scr_emit_const(g, at, scr_val_int(1));
  else if (!scr_expression(g))
    return false;
  scr_try_bound(g, at, true);
  scr_emit(g, at, OP_SET_LOCAL, 0, 0, hidden + 1, -1);
  if (!scr_expect(g, ')', "')'")) return false;
  scr_emit(g, at, OP_LOOP_INIT, 0, hidden, 0, 0);
  g->bits = SCR_BITS_UNKNOWN;
  if (!scr_store(g, &name, var)) return false;
  loop_variable_known(g, &name, var, known);
  int top = scr_here(g);
  if (!loop_end(g)) return false;
  scr_patch_chain(g, g->open->continues);
  scr_emit(g, at, var.is == M_LOCAL ? OP_LOOP_LOCAL : OP_LOOP_GLOBAL, 0, hidden, top, 0);
  scr_emit(g, at, OP_STOP, 0, 0, var.index, 0); /* operand of the loop */
  return true;
}

static bool loop_statement(scr_gen *g, const scr_token *at) {
  scr_open o;
  push_open(g, &o, B_LOOP, at);
  const scr_token *t = scr_peek(g);
  bool variable =
      scr_is_op(scr_peek2(g), '(') && !scr_is_word(t, "for") && !scr_is_word(t, "while");
  bool (*form)(scr_gen *, const scr_token *) = loop_count;
  if (!variable && scr_is_word(t, "while"))
    form = loop_while;
  else if (!variable && scr_is_word(t, "foreach"))
    form = loop_each;
  else if (!variable && scr_is_word(t, "for"))
    form = loop_for;
  if (form != loop_count) g->lex.at++;
  o.skipped = form != loop_count;
  if (!form(g, at)) return false;
  scr_patch_chain(g, o.breaks);
  pop_open(g);
  return true;
}

static scr_open *innermost(scr_gen *g, scr_block_kind kind) {
  scr_open *o = g->open;
  while (o && o->kind != kind) o = o->up;
  return o;
}

static bool leave_statement(scr_gen *g, const scr_token *at, word w) {
  if (w == W_CONTINUE) {
    scr_open *loop = innermost(g, B_LOOP);
    if (!loop) return scr_fail_at(g, at, SCR_E_SYNTAX, "'continue' outside a loop");
    if (word_of(scr_peek(g)) == W_LOOP) g->lex.at++;
    jump_chain(g, at, &loop->continues);
    return true;
  }
  word what = word_of(scr_peek(g));
  if (what != W_LOOP && what != W_SECTION) {
    scr_emit(g, at, OP_RETURN, 0, 0, 0, 0);
    return true;
  }
  scr_open *o = innermost(g, what == W_LOOP ? B_LOOP : B_SECTION);
  if (!o)
    return scr_fail_at(g, at, SCR_E_SYNTAX, "'exit %s' outside a %s", scr_peek(g)->text,
                       scr_peek(g)->text);
  g->lex.at++;
  jump_chain(g, at, &o->breaks);
  return true;
}

/* return [value]: sets the function's value and leaves it. */
static bool return_statement(scr_gen *g, const scr_token *at) {
  const scr_token *t = scr_peek(g);
  if (t->type != T_EOL && word_of(t) == W_NONE) {
    if (!scr_expression(g)) return false;
    scr_mark_assigned(g, g->own);
    scr_emit(g, at, OP_SET_GLOBAL, 0, 0, g->own, -1);
  }
  scr_emit(g, at, OP_RETURN, 0, 0, 0, 0);
  return true;
}

/* ---- case_of, section, command ---- */

/* One `case value[, value ...]`: jumps to its body if one of them equals the hidden slot. dim: what
 * this holds, if the model's dimension alone is asked for and somebody checks; else 0. */
static word case_branch(scr_gen *g, const scr_token *at, int hidden, int64_t dim, int *next) {
  int hits = -1;
  const int outside = g->left_out;
  g->left_out += dim > 0 && rules_out(g, dim);
  do {
    if (!scr_expression(g)) return W_ERROR;
    scr_emit(g, at, OP_EQ_L, SCR_OF_CASE, 0, hidden, 0);
    hits = scr_emit(g, at, OP_JUMP_TRUE, 0, 0, hits, -1);
  } while (scr_accept(g, ','));
  scr_accept(g, ':'); /* PFC 3 and 4 may end the values so */
  *next = scr_emit(g, at, OP_JUMP, 0, 0, -1, 0);
  scr_patch_chain(g, hits);
  size_t outer = g->p->nlocal;
  word w = body(g, BIT(W_CASE) | BIT(W_ENDCASE), false);
  scr_close_locals(g, outer);
  g->left_out = outside;
  return w;
}

/* What stands before the first case is done where none of them fits: it is jumped over, and back
 * to. *over: that jump; *first: the place to come back to; -1: nothing stands there. */
static word case_default(scr_gen *g, const scr_token *at, scr_open *o, int *over, int *first) {
  const size_t outer = g->p->nlocal;
  *over = scr_emit(g, at, OP_JUMP, 0, 0, -1, 0);
  *first = scr_here(g);
  word w = body(g, BIT(W_CASE) | BIT(W_ENDCASE), false);
  scr_close_locals(g, outer);
  if (scr_here(g) == *first)
    *first = -1;
  else
    jump_chain(g, at, &o->breaks);
  return w;
}

static bool case_statement(scr_gen *g, const scr_token *at) {
  scr_open o;
  push_open(g, &o, B_CASE, at);
  const bool alone = g->f->host.use && scr_peek(g)[1].type == T_EOL;
  const int64_t dim = alone ? dimension_asked(g, scr_peek(g)) : 0;
  int hidden = scr_new_slot(g, at), next, first;
  if (hidden < 0 || !scr_expression(g)) return false;
  scr_emit(g, at, OP_SET_LOCAL, 0, 0, hidden, -1);
  word w = case_default(g, at, &o, &next, &first);
  bool any = false;
  for (; w == W_CASE; any = true) {
    scr_token here = g->lex.tok[g->lex.at - 1];
    if (any) jump_chain(g, &here, &o.breaks);
    scr_patch(g, next);
    w = case_branch(g, &here, hidden, dim, &next);
  }
  if (w == W_ERROR) return false;
  if (any && first >= 0) jump_chain(g, at, &o.breaks);
  scr_patch(g, next);
  if (first >= 0) jump_back(g, at, first);
  scr_patch_chain(g, o.breaks);
  pop_open(g);
  return true;
}

static bool section_statement(scr_gen *g, const scr_token *at) {
  scr_open o;
  push_open(g, &o, B_SECTION, at);
  if (body(g, BIT(W_ENDSECTION), false) == W_ERROR) return false;
  scr_patch_chain(g, o.breaks);
  pop_open(g);
  return true;
}

/* 1 where a block of commands begins, -1 where one ends. */
static int command_depth(const char *line) {
  char first[32];
  scr_lex_first_word(line, first, sizeof first);
  if (strcmp(first, "command") == 0) return 1;
  return strcmp(first, "endcommand") == 0 || strcmp(first, "end_command") == 0 ||
                 strcmp(first, "end-command") == 0
             ? -1
             : 0;
}

/* The line of the endcommand; after the last one if there is none. Functions that the block
 * defines have blocks of their own. */
static int end_of_command(const scr_source *src, int line) {
  for (int depth = 1; line <= src->nline; line++) {
    depth += command_depth(src->line[line - 1]);
    if (depth == 0) return line;
  }
  return line;
}

/* A block of commands that does not end; a word alone on a line may have been meant for its end. */
static bool endless_command(scr_gen *g, const scr_token *at) {
  const scr_source *src = g->lex.src;
  for (int line = g->lex.line; line <= src->nline; line++) {
    char first[32];
    const char *text = src->line[line - 1], *from = text + strspn(text, " \t");
    scr_lex_first_word(text, first, sizeof first);
    const size_t n = strlen(first);
    const char behind = from[n + strspn(from + n, " \t\r")];
    const scr_token slip = {
        .type = T_NAME, .text = first, .line = line, .col = (int)(from - text) + 1, .len = (int)n};
    if (strcmp(first, "command") == 0) break;
    const bool alone = !behind || behind == ';';
    if (alone && word_of(&slip) == W_NONE && meant_end(first, B_COMMAND))
      return misspelt_end(g, &slip, B_COMMAND, at->text, at->line);
  }
  return scr_fail_at(g, at, SCR_E_SYNTAX, "this 'command' has no 'endcommand'");
}

bool scr_may_be_skipped(const scr_gen *g) {
  const scr_open *o = g->open;
  while (o && o->kind != B_IF && o->kind != B_CASE && !o->skipped) o = o->up;
  return o != NULL;
}

/* The lines up to endcommand are kept as they are; the host runs them. */
static bool command_statement(scr_gen *g, const scr_token *at) {
  if (!scr_operator_does(g, at, "runs no commands")) return false;
  if (scr_peek(g)->type != T_EOL) return scr_unexpected(g, "the end of the line");
  const scr_source *src = g->lex.src;
  const int line = end_of_command(src, g->lex.line);
  if (line > src->nline) return endless_command(g, at);
  scr_prog *p = g->p;
  SCR_GROW(p->block, p->cap_block, p->nblock + 1);
  p->block[p->nblock] = (scr_block){g->lex.line, line - 1,
                                    g->left_out > 0         ? SCR_BLOCK_NEVER
                                    : scr_may_be_skipped(g) ? SCR_BLOCK_MAY_RUN
                                                            : SCR_BLOCK_RUNS};
  scr_emit(g, at, OP_COMMAND, 0, 0, (int)p->nblock++, 0);
  scr_unset_unknown(g);
  g->lex.line = line;
  if (!scr_lex_line(&g->lex)) return false;
  if (scr_peek(g)->type == T_NAME) g->lex.at++;
  g->lex.at = scr_is_op(scr_peek(g), '-') ? g->lex.n - 1 : g->lex.at; /* end-command */
  return true;
}

/* ---- bodies ---- */

/* `a %= 2` and `a //= 2`, which FISH has not. */
static bool hint_compound(scr_gen *g, const scr_token *name) {
  const scr_token *t = scr_peek(g);
  const char *op = scr_is_op(t, '%') ? "%" : scr_is_op(t, OP2('/', '/')) ? "//" : NULL;
  return op && scr_is_op(scr_peek2(g), '=') &&
         scr_hint(g->f->diag, "'%s = %s %s ..' is meant?", name->text, name->text, op);
}

/* A line of names: functions to be called, in order; with arguments too. */
static bool call_statement(scr_gen *g) {
  do {
    scr_token name = *scr_peek(g);
    scr_named what = scr_resolve(g, &name);
    if (what.is == M_ERROR) return false;
    g->lex.at++;
    int n = -1;
    uint32_t split = 0;
    if (!scr_call_arguments(g, &name, what, &n, &split)) return false;
    if (what.is == M_LOCAL) {
      scr_fail_at(g, &name, SCR_E_SYNTAX, "'%s' is a variable; a statement is expected", name.text);
      return hint_compound(g, &name);
    }
    if (!scr_operator_calls(g, &name, what)) return false;
    if (split) {
      if (!scr_emit_split(g, &name, what, n, split)) return false;
    } else if (what.is == M_GLOBAL && n < 0) {
      scr_tell_use(g, &name, what.index, SCR_USE_CALL, 0);
      scr_emit(g, &name, OP_CALL_NAME, 0, 0, what.index, 1);
    } else if (!scr_emit_call(g, &name, what, n))
      return false;
    scr_emit(g, &name, OP_POP, 0, 0, 0, -1);
  } while (scr_peek(g)->type == T_NAME && word_of(scr_peek(g)) == W_NONE);
  return true;
}

static bool block_statement(scr_gen *g, const scr_token *at, word w) {
  if (++g->blocks > SCR_BLOCK_DEPTH)
    return scr_fail_at(g, at, SCR_E_LIMIT, "blocks are nested too deeply (more than %d)",
                       SCR_BLOCK_DEPTH);
  bool good = w == W_IF       ? if_statement(g, at)
              : w == W_LOOP   ? loop_statement(g, at)
              : w == W_CASEOF ? case_statement(g, at)
                              : section_statement(g, at);
  g->blocks--;
  return good;
}

static bool word_statement(scr_gen *g, const scr_token *at, word w) {
  if (scr_is_assign(scr_peek(g))) return may_name(g, at);
  switch (w) {
  case W_IF:
  case W_LOOP:
  case W_CASEOF:
  case W_SECTION: return block_statement(g, at, w);
  case W_EXIT:
  case W_CONTINUE: return leave_statement(g, at, w);
  case W_RETURN: return return_statement(g, at);
  case W_COMMAND: return command_statement(g, at);
  case W_LOCAL:
  case W_GLOBAL:
  case W_ARGUMENT:
    if (w == W_GLOBAL && !scr_operator_does(g, at, "declares nothing for others")) return false;
    return declaration(g, w);
  case W_ARRAY: return array_statement(g, false);
  case W_STRUCT: return struct_statement(g, at);
  case W_STEPPING:
    if (!scr_operator_does(g, at, "is called by others, not by the cycle")) return false;
    g->p->stepping = true;
    return g->p->nargs == 0 ||
           scr_fail_at(g, at, SCR_E_SYNTAX, "a function with '%s' takes no arguments", at->text);
  default: return misplaced(g, at, w);
  }
}

static bool statement(scr_gen *g);

/* `[f]` or `[x = 1]` in a function, as it stands in commands. */
static bool enclosed_statement(scr_gen *g, const scr_token *at) {
  if (++g->blocks > SCR_BLOCK_DEPTH)
    return scr_fail_at(g, at, SCR_E_LIMIT, "blocks are nested too deeply (more than %d)",
                       SCR_BLOCK_DEPTH);
  const scr_token *first = scr_peek(g);
  const bool good = first->type == T_NAME && word_of(first) == W_NONE
                        ? statement(g) && scr_expect(g, ')', "the end of the bracket")
                        : scr_unexpected(g, "a call or an assignment");
  g->blocks--;
  return good;
}

/* Words of later versions that begin statements: PFC 3 and 4 have variables of these names. */
static bool is_later_word(const scr_gen *g, word w) {
  static const unsigned later =
      BIT(W_LOCAL) | BIT(W_GLOBAL) | BIT(W_ARGUMENT) | BIT(W_CONTINUE) | BIT(W_STRUCT);
  const scr_fish_today *today = g->f->host.today;
  const scr_token *t = &g->lex.tok[g->lex.at];
  const scr_loc at = {g->lex.src, t->line, t->col, t->len};
  if (!g->legacy || !(BIT(w) & later) || !scr_is_assign(t + 1)) return false;
  if (today) today->clashes(g->f->host.user, t->text, &at);
  return true;
}

static bool statement(scr_gen *g) {
  scr_member_dots(g);
  scr_token t = *scr_peek(g);
  if (scr_accept(g, '(')) return enclosed_statement(g, &t);
  if (scr_is_word(&t, "construct") && t.type == T_NAME && scr_peek2(g)->type == T_NAME &&
      scr_peek(g)[2].type == T_NAME) {
    g->lex.at++;
    return construct_statement(g);
  }
  if (t.type != T_NAME) return scr_unexpected(g, "a statement");
  word w = word_of(&t);
  if (w == W_DEFINE && (scr_peek2(g)->type != T_NAME ||
                        (scr_is_word(&t, "fish") && word_of(scr_peek2(g)) != W_DEFINE &&
                         !scr_is_word(scr_peek2(g), "operator"))))
    w = W_NONE; /* a variable of that name */
  if (w != W_NONE && !is_later_word(g, w)) {
    g->lex.at++;
    return word_statement(g, &t, w);
  }
  return scr_assignment_follows(g) ? scr_assignment(g, false) : call_statement(g);
}

/* May the compiler go on after a statement that failed? Not where it opened a block or stands for
 * the end of one: what follows would be taken for something else. */
static bool may_go_on(const scr_gen *g, const scr_open *open, word w) {
  static const unsigned ends = BIT(W_END) | BIT(W_DEFINE) | BIT(W_COMMAND);
  static const unsigned alone = BIT(W_NONE) | BIT(W_EXIT) | BIT(W_CONTINUE) | BIT(W_LOCAL) |
                                BIT(W_GLOBAL) | BIT(W_ARGUMENT) | BIT(W_ARRAY) | BIT(W_RETURN) |
                                BIT(W_STRUCT) | BIT(W_STEPPING);
  if (g->open != open || BIT(w) & ends) return false;
  return open->kind == B_FUNCTION || BIT(w) & alone;
}

/* Is it a command, or does it begin with a misspelt word? */
static bool hint_block(scr_gen *g, const scr_loc *at, const scr_token *first, bool named) {
  const char *meant = named ? near_statement(g, first) : NULL;
  scr_hint_command(g->f, at, g->legacy);
  if (meant) note_slip(g, first, false);
  if (meant) scr_hint(g->f->diag, "did you mean '%s'?", meant);
  return false;
}

/* A whole statement, up to the end of its line or to the word after it. */
static bool whole_statement(scr_gen *g, unsigned stops, bool single) {
  const int height = g->height;
  const scr_token t = *scr_peek(g);
  const bool reserved = word_of(&t) != W_NONE, alone = g->lex.n == 2,
             named = !scr_is_assign(scr_peek2(g)); /* else it is a variable */
  const scr_loc at = {reserved ? NULL : g->lex.src, t.line, t.col, t.len};
  if (!statement(g)) return hint_block(g, &at, &t, named);
  assert(g->height == height); /* it leaves nothing on the stack */
  SCR_UNUSED(height);
  word next = word_of(scr_peek(g));
  bool at_end = scr_peek(g)->type == T_EOL || (next != W_NONE && (single || BIT(next) & stops));
  if (at_end && !reserved && named) note_slip(g, &t, alone);
  if (at_end) return true;
  scr_unexpected(g, "an operator or the end of the line");
  return hint_block(g, &at, &t, named);
}

/* The same; who only checks takes an error over, and the rest of the line is left out. */
static bool checked_statement(scr_gen *g, unsigned stops, bool single) {
  const scr_open *open = g->open;
  int height = g->height, depth = g->depth, blocks = g->blocks, left_out = g->left_out;
  word w = word_of(scr_peek(g));
  size_t from = g->lex.at;
  int line = g->lex.line;
  if (whole_statement(g, stops, single)) return true;
  if (!may_go_on(g, open, w) || !scr_recover(g)) return false;
  scr_tell_broken(g, g->lex.line == line ? from : 0);
  scr_unset_unknown(g);
  g->height = height, g->depth = depth, g->blocks = blocks, g->left_out = left_out;
  g->lex.at = g->lex.n - 1;
  return true;
}

/* Next line, or the message which block is still open. */
static bool next_line(scr_gen *g) {
  for (; !scr_lex_line(&g->lex); g->lex.line++) {
    if (!g->f->diag->failed) return unclosed(g, "the end of the file");
    if (!scr_recover(g)) return false;
  }
  return true;
}

/* Reads statements up to one of the words in stops, which is read too and returned; W_ERROR after
 * an error. A single-line form ends with its line (W_EOL). */
static word body(scr_gen *g, unsigned stops, bool single) {
  for (;;) {
    if (scr_peek(g)->type == T_EOL) {
      if (single) return W_EOL;
      if (!next_line(g)) return W_ERROR;
      continue;
    }
    word w = word_of(scr_peek(g));
    if (BIT(w) & stops && w != W_NONE) {
      g->lex.at++;
      return w;
    }
    size_t before = g->lex.at;
    int line = g->lex.line;
    if (!checked_statement(g, stops, single)) return W_ERROR;
    assert(g->lex.at != before || g->lex.line != line);
    SCR_UNUSED(before), SCR_UNUSED(line);
    word next = word_of(scr_peek(g));
    if (scr_peek(g)->type != T_EOL && !(BIT(next) & stops))
      return W_EOL; /* belongs to a block around */
  }
}

/* ---- definitions ---- */

static bool header(scr_gen *g) {
  scr_token name = *scr_peek(g);
  if (name.type != T_NAME) return scr_unexpected(g, "the name of the function");
  scr_dialect dialect = g->legacy ? SCR_LEGACY : SCR_MODERN;
  int row = scr_row_find(g->f, name.text, dialect);
  if (row >= 0 && !(g->f->row[row].fn->flags & (SCR_FN_REFUSED | SCR_FN_FREE)))
    return scr_fail_at(g, &name, SCR_E_NAME, "'%s' is a FISH intrinsic and cannot be defined anew",
                       name.text);
  if (word_of(&name) != W_NONE)
    return scr_fail_at(g, &name, SCR_E_NAME, "'%s' is a word of the language", name.text);
  g->lex.at++;
  g->p->name = scr_strdup(name.text);
  g->p->symbol = g->own = scr_fish_symbol(g->f, name.text, true);
  scr_tell_use(g, &name, g->own, SCR_USE_DEFINE, 0);
  if (!scr_accept(g, '(') || scr_accept(g, ')')) return true;
  do {
    if (scr_peek(g)->type != T_NAME) return scr_unexpected(g, "the name of an argument");
    if (scr_find_local(g, scr_peek(g)->text) >= 0)
      return scr_fail_at(g, scr_peek(g), SCR_E_NAME, "two arguments have the name '%s'",
                         scr_peek(g)->text);
    if (!argument_item(g)) return false;
  } while (scr_accept(g, ','));
  return scr_expect(g, ')', "',' or ')'");
}

static bool definition(scr_gen *g, const scr_token *at) {
  scr_open o;
  push_open(g, &o, B_FUNCTION, at);
  o.nlocal = 0;
  if (!header(g)) return false;
  if (scr_peek(g)->type != T_EOL) return scr_unexpected(g, "the end of the line");
  /* A call of an operator knows nothing of the one before. */
  if (g->p->operates) scr_emit(g, at, OP_ZERO_OWN, 0, 0, g->own, 0);
  if (body(g, BIT(W_END), false) == W_ERROR) return false;
  scr_token end = g->lex.tok[g->lex.at - 1];
  if (scr_peek(g)->type != T_EOL) return scr_unexpected(g, "the end of the line");
  scr_emit(g, &end, OP_RETURN, 0, 0, 0, 0);
  pop_open(g);
  g->p->end = end.line;
  return true;
}

static scr_prog *new_prog(scr_source *src, int line, scr_dialect dialect) {
  scr_prog *p = scr_alloc(sizeof *p);
  p->src = scr_source_hold(src);
  p->line = line;
  p->dialect = dialect;
  p->symbol = -1;
  p->maxstack = 1;
  return p;
}

/* Ends a compilation: what it assigns is known from now on, unless it failed. */
static scr_prog *finish(scr_gen *g, bool good) {
  assert(!good || !g->lex.diag->failed || g->lex.diag->error.code == SCR_E_INTERRUPT);
  for (size_t k = 0; good && k < g->nmark; k++) {
    g->f->sym[g->mark[k]]->assigned = true;
    scr_symbol_update(g->f->sym[g->mark[k]]);
  }
  for (size_t k = 0; k < g->ndeclared; k++) {
    scr_symbol *s = g->f->sym[g->declared[k].symbol];
    scr_put(good ? &s->layout : &g->declared[k].layout,
            good ? g->declared[k].layout : (scr_val){0});
    scr_symbol_update(s);
  }
  scr_lex_free(&g->lex);
  scr_free(g->declared);
  scr_free(g->mark);
  scr_free(g->origin);
  scr_free(g->early);
  if (good) {
    scr_join_results(g->p);
    return g->p;
  }
  scr_prog_free(g->p);
  return NULL;
}

scr_prog *scr_compile_define(scr_fish *f, scr_source *src, int *line, int col, scr_dialect dialect,
                             bool operates) {
  scr_gen g = {.f = f,
               .lex = {.diag = f->diag, .src = src},
               .legacy = dialect == SCR_LEGACY,
               .short_ints = dialect != SCR_MODERN,
               .own = -1,
               .callee = -1,
               .barrier = -1};
  g.p = new_prog(src, *line, dialect);
  g.p->operates = operates;
  bool good = scr_lex_from(&g.lex, *line, col);
  scr_token at = {.line = *line, .col = col, .len = 1};
  if (good) at = *scr_peek(&g);
  good = good && definition(&g, &at);
  scr_prog *p = finish(&g, good);
  if (p) *line = p->end + 1;
  return p;
}

scr_prog *scr_compile_structure(scr_fish *f, scr_source *src, int line, int col,
                                scr_dialect dialect) {
  scr_gen g = {.f = f,
               .lex = {.diag = f->diag, .src = src},
               .legacy = dialect == SCR_LEGACY,
               .own = -1,
               .callee = -1,
               .barrier = -1};
  g.p = new_prog(src, line, dialect);
  bool good = scr_lex_from(&g.lex, line, col);
  const scr_token at = good ? *scr_peek(&g) : (scr_token){0};
  good = good && struct_statement(&g, &at) &&
         (scr_peek(&g)->type == T_EOL || scr_unexpected(&g, "the name of a member"));
  g.p->symbol = good ? g.declared[0].symbol : -1;
  g.p->end = g.lex.line - 1;
  return finish(&g, good);
}

static bool bracket(scr_gen *g) {
  const scr_token *t = scr_peek(g);
  if (t->type == T_EOL) return scr_fail_at(g, t, SCR_E_SYNTAX, "nothing stands in the brackets");
  if (word_of(t) == W_GLOBAL && scr_peek2(g)->type == T_NAME) g->lex.at++;
  scr_member_dots(g);
  scr_token at = *scr_peek(g);
  bool assign = at.type == T_NAME && scr_assignment_follows(g);
  g->p->assigns = assign;
  if (!(assign ? scr_assignment(g, true) : scr_expression(g))) return false;
  if (scr_peek(g)->type != T_EOL) return scr_unexpected(g, "an operator or the closing bracket");
  scr_emit(g, &at, OP_RETURN_VALUE, 0, 0, 0, -1);
  return true;
}

scr_prog *scr_compile_eval(scr_fish *f, scr_source *src, int line, int col, const char *text,
                           size_t n, scr_dialect dialect, scr_fish_scope *scope) {
  scr_gen g = {.f = f,
               .lex = {.diag = f->diag, .src = src},
               .legacy = dialect == SCR_LEGACY,
               .short_ints = dialect != SCR_MODERN,
               .scope = scope,
               .barrier = -1};
  g.own = scope ? scope->code->symbol : -1;
  g.callee = -1;
  g.p = new_prog(src, line, dialect);
  bool good = scr_lex_text(&g.lex, text, n, line, col) && bracket(&g);
  if (!good) scr_tell_broken(&g, 0);
  return finish(&g, good);
}
