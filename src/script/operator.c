/* Operators of FISH, `fish operator`: functions that read, and set nothing but what belongs to
 * their arguments. PFC runs them in threads, so that it refuses all else; so does this compiler
 * where it can be seen. */
#include "script/gen.h"

#include <string.h>

/* Names of intrinsics that act: the last word, or with a point at its end the first one. */
static const struct {
  const char *word, *why;
} acts[] = {
    {"create", "makes nothing"},           {"add", "makes nothing"},
    {"addfracture", "makes nothing"},      {"assemble", "makes nothing"},
    {"delete", "deletes nothing"},         {"deletefracture", "deletes nothing"},
    {"remove", "deletes nothing"},         {"clear", "deletes nothing"},
    {"io.", "prints and asks nothing"},    {"file.", "reads and writes no files"},
    {"system.", "runs no commands"},       {"util.", "runs no commands"},
    {"random.", "draws no random number"}, {"memory.", "has no memory that others see"},
    {"close", "changes no geometry"},      {"geom.poly.add.", "changes no geometry"},
    {"clonefracture", "makes nothing"},
};

static bool ends_with(const char *name, const char *end) {
  const size_t size = strlen(name), n = strlen(end);
  return size > n && scr_casecmp(name + size - n, end) == 0;
}

static bool of_containers(const char *name) {
  return scr_ncasecmp(name, "map.", 4) == 0 || scr_ncasecmp(name, "array.", 6) == 0 ||
         scr_ncasecmp(name, "list.", 5) == 0;
}

/* What an operator does instead of what the name says; NULL: it may. Containers are values of its
 * own, and groups are set by it. */
static const char *why_not(const char *name) {
  const char *last = strrchr(name, '.');
  last = last ? last + 1 : name;
  if (ends_with(name, "group.remove")) return NULL;
  if (of_containers(name))
    return scr_casecmp(name, "array.command") == 0 ? "runs no commands" : NULL;
  if (scr_ncasecmp(name, "math.", 5) == 0) name += 5;
  for (size_t k = 0; k < SCR_COUNTOF(acts); k++) {
    const size_t n = strlen(acts[k].word);
    const bool family = acts[k].word[n - 1] == '.';
    if (family ? scr_ncasecmp(name, acts[k].word, n) == 0 : scr_casecmp(last, acts[k].word) == 0)
      return acts[k].why;
  }
  return NULL;
}

bool scr_operator_does(scr_gen *g, const scr_token *at, const char *what) {
  if (!g->p->operates) return true;
  scr_fail_at(g, at, SCR_E_SYNTAX, "an operator %s", what);
  return scr_hint(g->f->diag, "'%s' would do so as a function: 'fish define'", g->p->name);
}

bool scr_operator_asks(scr_gen *g, const scr_token *member) {
  const char *why = g->p->operates ? why_not(member->text) : NULL;
  return !why || scr_operator_does(g, member, why);
}

bool scr_operator_calls(scr_gen *g, const scr_token *name, scr_named what) {
  if (!g->p->operates || what.is == M_LOCAL) return true;
  if (what.is == M_ROW) return scr_operator_asks(g, name);
  const scr_prog *code = what.is == M_GLOBAL ? g->f->sym[what.index]->code : NULL;
  if (!code || code->operates || what.index == g->own) return true;
  scr_fail_at(g, name, SCR_E_SYNTAX, "an operator calls operators alone, and '%s' is a function",
              name->text);
  return scr_hint(g->f->diag, "it is defined in %s:%d", code->src->name, code->line);
}

/* Of an intrinsic: does it set something of its first argument, a thing or a container? */
static bool sets_own(const scr_row *r) { return r->nsig > 0 && strchr("pmac", r->letter[0]); }

bool scr_operator_sets(scr_gen *g, const scr_token *name, scr_named what) {
  if (!g->p->operates || what.is == M_LOCAL || what.is == M_ERROR) return true;
  if (what.is == M_GLOBAL && what.index == g->own) return true;
  if (what.is == M_ROW && sets_own(&g->f->row[what.index])) return true;
  if (what.is == M_GLOBAL && strchr(name->text, '.')) return true; /* told: it is unknown */
  scr_fail_at(g, name, SCR_E_SYNTAX,
              "an operator sets its locals, its value and what belongs to its arguments, not '%s'",
              name->text);
  return what.is == M_GLOBAL ? scr_hint(g->f->diag, "'local %s' would be its own", name->text)
                             : false;
}

/* ---- where values come from ---- */

/* A value may come from a global symbol, be a thing that an intrinsic found, or a copy of an array
 * of a global symbol, which shares elements. What comes from arguments has no bit, nor has what the
 * operator makes itself. */
enum { OF_GLOBAL = 1, FOUND = 2, COPIED = 4, SHARED = OF_GLOBAL | COPIED };

static unsigned of_slot(const scr_gen *g, size_t slot) {
  return slot < g->cap_origin ? g->origin[slot] : 0;
}

/* Does a row find things that are no part of its first argument? */
static bool finds(const scr_row *r) {
  const char *name = r->fn->name;
  const bool part = r->nsig > 0 && r->letter[0] == 'p' &&
                    (ends_with(name, "list") || ends_with(name, "facet.vertex"));
  if (!strchr(name, '.') || of_containers(name) || part) return false;
  return r->result == 'p' || r->result == 'l' || r->result == 'm';
}

/* Is the value a new one, so that nobody else holds it? */
static bool makes(const scr_row *r) { return !strchr("pl*", r->result); }

/* Of one instruction, if it gives a value by itself. */
static unsigned of_leaf(const scr_gen *g, const scr_instr *in) {
  switch (in->op) {
  case OP_GLOBAL: return g->f->sym[in->c]->code ? 0 : OF_GLOBAL;
  case OP_OWN: return in->c == g->own ? g->own_origin : OF_GLOBAL;
  case OP_LOCAL:
  case OP_INDEX:
  case OP_SPLIT_INDEX: return of_slot(g, (size_t)in->c);
  case OP_INDEX_L:
  case OP_INDEX_K: return of_slot(g, (uint32_t)in->c & UINT16_MAX);
  case OP_CALL_ROW: return finds(&g->f->row[in->c]) ? FOUND : 0;
  default: return 0;
  }
}

/* Of the value that instructions from .. to - 1 give: of the variable that it begins with, unless
 * what ends it makes or finds another one. */
static unsigned origin_of(const scr_gen *g, size_t from, size_t to) {
  const scr_instr *ins = g->p->ins;
  if (to > from && ins[to - 1].op == OP_SET_LOCAL) to--;
  if (to > from && ins[to - 1].op == OP_BAR) to--;
  if (to > from + 1 && ins[to - 1].op == OP_STOP) to--; /* operand */
  if (to <= from) return 0;
  const scr_instr *last = &ins[to - 1];
  const unsigned first = of_leaf(g, &ins[from]);
  const bool call = last->op == OP_CALL || last->op == OP_SPLIT_CALL;
  const scr_symbol *s = call ? g->f->sym[last->c] : NULL;
  switch (last->op) {
  case OP_MEMBER: return first | (scr_member_is(g->f, last->c, finds) ? FOUND : 0);
  case OP_PICK: return FOUND;
  case OP_SPLIT_CALL:
  case OP_CALL: return s->code || s->layout.type == SCR_V_LIST ? 0 : OF_GLOBAL;
  case OP_CALL_ROW:
  case OP_SPLIT_ROW:
    if (finds(&g->f->row[last->c])) return FOUND;
    if (!makes(&g->f->row[last->c])) return first;
    return first & SHARED && of_containers(g->f->row[last->c].fn->name) ? COPIED : 0;
  default: return of_leaf(g, last);
  }
}

static void mark_origin(scr_gen *g, size_t slot, unsigned origin) {
  const size_t old = g->cap_origin;
  SCR_GROW(g->origin, g->cap_origin, slot + 1);
  memset(g->origin + old, 0, g->cap_origin - old);
  g->origin[slot] = (uint8_t)origin;
}

/* While it runs, the container on the stack is barred if it is none that the operator made. */
static void bar(scr_gen *g, const scr_token *t, unsigned origin) {
  if (origin & SHARED) scr_emit(g, t, OP_BAR, 0, 0, 0, 0);
}

static unsigned of_variable(const scr_gen *g, scr_named what) {
  const bool own = what.is == M_GLOBAL && what.index == g->own;
  return own ? g->own_origin : what.is == M_LOCAL ? of_slot(g, (size_t)what.index) : 0;
}

/* A variable gets values of that origin, maybe by a later turn of a loop. */
static void mark_variable(scr_gen *g, scr_named what, unsigned got) {
  if (what.is == M_GLOBAL && what.index == g->own) g->own_origin |= got & SHARED;
  if (what.is == M_LOCAL) mark_origin(g, (size_t)what.index, (of_variable(g, what) & SHARED) | got);
}

void scr_operator_gets(scr_gen *g, const scr_token *name, scr_named what, size_t from) {
  if (!g->p->operates) return;
  const unsigned got = origin_of(g, from, g->p->n);
  mark_variable(g, what, got);
  bar(g, name, got);
}

void scr_operator_goes_over(scr_gen *g, scr_named what, size_t from) {
  if (g->p->operates) mark_variable(g, what, origin_of(g, from, g->p->n));
}

void scr_operator_turns(scr_gen *g, const scr_token *name, scr_named what) {
  if (g->p->operates) bar(g, name, of_variable(g, what));
}

void scr_operator_holds(scr_gen *g, const scr_token *name, size_t from) {
  if (g->p->operates) bar(g, name, origin_of(g, from, g->p->n));
}

bool scr_operator_changes(scr_gen *g, const scr_token *name, scr_named what, size_t from,
                          size_t to) {
  const bool row = what.is == M_ROW;
  const char letter = row ? g->f->row[what.index].letter[0] : 'p';
  const scr_loc at = {g->lex.src, name->line, name->col, name->len};
  const unsigned origin = g->p->operates ? origin_of(g, from, to) & (row ? ~0u : FOUND) : 0;
  if (!origin) return true;
  if (letter == 'p')
    return scr_warn(g->f->diag, &at, SCR_E_STATE,
                    "what changes here is no argument of the operator: "
                    "PFC runs operators in threads, in any order");
  if (!(origin & OF_GLOBAL)) return true;
  scr_fail_at(g, name, SCR_E_SYNTAX, "an operator changes no container that a global symbol holds");
  return scr_hint(g->f->diag, "what it may change is handed over as an argument");
}

/* An argument may be filled, whatever it is. */
static bool is_argument(const scr_gen *g, size_t slot) {
  return slot < (size_t)g->p->nargs && !of_slot(g, slot);
}
static bool reads_argument(const scr_gen *g, size_t from, size_t to) {
  const scr_instr *in = &g->p->ins[from];
  return to == from + 1 && in->op == OP_LOCAL && is_argument(g, (size_t)in->c);
}

void scr_operator_fills(scr_gen *g, const scr_token *name, scr_named what) {
  const bool own = what.is == M_GLOBAL && what.index == g->own;
  if (!g->p->operates || !(own || what.is == M_LOCAL)) return;
  if (!own && is_argument(g, (size_t)what.index)) return;
  const bool things = of_variable(g, what) & OF_GLOBAL;
  scr_emit(g, name, OP_OWNED, own ? SCR_OWNED_SYMBOL : SCR_OWNED_LOCAL, things, what.index, 0);
}

bool scr_operator_acts(scr_gen *g, const scr_token *name, scr_named what, int n, size_t from) {
  static const char *const acting[] = {"map.add", "map.remove", "array.delete"};
  if (!g->p->operates || what.is != M_ROW) return true;
  const char *row = g->f->row[what.index].fn->name;
  bool fills = false;
  for (size_t k = 0; k < SCR_COUNTOF(acting); k++) fills |= strcmp(row, acting[k]) == 0;
  if (!fills && !ends_with(row, "group.remove")) return true;
  if (!scr_operator_changes(g, name, what, from, g->first_to)) return false;
  if (fills && !reads_argument(g, from, g->first_to))
    scr_emit(g, name, OP_OWNED, SCR_OWNED_STACK, 0, n, 0);
  return true;
}

/* Intrinsics whose arguments become elements; so do those of structures. */
bool scr_operator_keeps(const scr_gen *g, scr_named what) {
  static const char *const keeping[] = {"list", "map", "list.append", "map.add"};
  if (!g->p->operates) return false;
  if (what.is == M_GLOBAL) return g->f->sym[what.index]->layout.type == SCR_V_LIST;
  const char *row = what.is == M_ROW ? g->f->row[what.index].fn->name : "";
  for (size_t k = 0; k < SCR_COUNTOF(keeping); k++)
    if (strcmp(row, keeping[k]) == 0) return true;
  return false;
}
