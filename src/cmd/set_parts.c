/* Several options of one `set`, as in 'set disk on random 5': each is a command of its own. */
#include "cmd/set_parts.h"

#include <string.h>
#include "base/mem.h"

typedef struct option {
  const char *word;
  size_t values; /* words that follow it at least: no option begins among them; or ALONE */
} option;

#define ALONE SIZE_MAX
static const option legacy[] = {
#define SET(word, read, values, args, doc) {word, values},
#define SET_PASSED(word, values, why)      {word, values},
#include "cmd/legacy_set.def"
    {NULL, 0},
};
/* In PFC 5 the words behind one tell its command, too: an option may have several rows in
 * aliases.def, or be a line of older_lines.def. */
static const option five[] = {
    {"random", 0},     {"gravity", 1},       {"echo", 1},
    {"log", 1},        {"energy", 1},        {"timestep", 1},
    {"mechanical", 2}, {"mech", 2},          {"orientation", 1},
    {"notice", 1},     {"deterministic", 1}, {"warning", 1},
    {"precision", 1},  {"nstep", 1},         {"processors", 1},
    {"hist_rep", 1},   {"pagination", 1},    {"fish", 2},
    {NULL, 0},
};

enum { SHORTEST = 4 /* letters of an option behind another one */ };

static bool is_symbol(const scr_session *s, const char *name) {
  return scr_fish_symbol(scr_session_fish(s), name, false) >= 0;
}

/* The first option may be short; those behind it are not taken for values. */
static const option *option_at(const scr_session *s, const scr_line *l, size_t k,
                               const option *row) {
  const scr_token *t = &l->tok[k];
  if (t->type != SCR_T_WORD || l->raw[k] != SCR_RAW_NONE || is_symbol(s, t->text)) return NULL;
  for (; row->word; row++) {
    if (row->values == ALONE) continue;
    const size_t n = strlen(t->text);
    if (scr_casecmp(t->text, row->word) == 0) return row;
    if ((k == 1 ? n > 2 : n >= SHORTEST) && scr_ncasecmp(t->text, row->word, n) == 0) return row;
  }
  return NULL;
}

size_t scr_set_end(const scr_session *s, const scr_line *l, scr_dialect dialect) {
  const option *rows = dialect == SCR_LEGACY ? legacy : five;
  if (dialect == SCR_MODERN || l->n < 4 || scr_casecmp(l->tok[0].text, "set") != 0) return l->n;
  const option *first = option_at(s, l, 1, rows);
  if (!first) return l->n;
  for (size_t k = 2 + first->values; k < l->n; k++) {
    const option *next = option_at(s, l, k, rows);
    if (next && k + next->values < l->n) return k;
  }
  return l->n;
}

static void copy_token(scr_line *to, const scr_line *from, size_t k) {
  scr_token t = from->tok[k];
  t.text = scr_strdup(t.text);
  t.val = scr_val_hold(t.val);
  SCR_GROW(to->tok, to->cap, to->n + 1);
  SCR_GROW(to->raw, to->cap_raw, to->n + 1);
  to->raw[to->n] = from->raw[k];
  to->tok[to->n++] = t;
}

void scr_set_split(scr_line *l, size_t end, scr_line *rest) {
  *rest = (scr_line){.src = l->src, .first = l->first, .next = l->next};
  copy_token(rest, l, 0);
  rest->tok[0].part++; /* the same word of the file, which becomes another */
  for (size_t k = end; k < l->n; k++) copy_token(rest, l, k);
  for (size_t k = end; k < l->n; k++) {
    scr_free(l->tok[k].text);
    scr_val_drop(&l->tok[k].val);
  }
  l->n = end;
}
