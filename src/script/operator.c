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

/* What an operator does instead of what the name says; NULL: it may. Containers are values of its
 * own, and groups are set by it. */
static const char *why_not(const char *name) {
  const char *last = strrchr(name, '.');
  last = last ? last + 1 : name;
  const size_t size = strlen(name), n_group = strlen("group.remove");
  if (size > n_group && scr_casecmp(name + size - n_group, "group.remove") == 0) return NULL;
  if (scr_ncasecmp(name, "map.", 4) == 0 || scr_ncasecmp(name, "array.", 6) == 0 ||
      scr_ncasecmp(name, "list.", 5) == 0)
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
  scr_fail_at(g, name, SCR_E_SYNTAX,
              "an operator sets its locals, its value and what belongs to its arguments, not '%s'",
              name->text);
  return what.is == M_GLOBAL ? scr_hint(g->f->diag, "'local %s' would be its own", name->text)
                             : false;
}
