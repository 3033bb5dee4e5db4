/* Traps that `scree check` can see: what src/world/cycle/traps.c tells of when a run comes to it.
 * Told from the words of the file, and only where none of them could mean something else. */
#include "cmd/check.h"

#include <ctype.h>
#include <string.h>
#include "base/str.h"
#include "cmd/read.h"
#include "cmd/session.h"
#include "cmd/token.h"

/* Does the line hold the word, whatever the case? Comments count, on the side of silence. */
static bool holds(const char *line, const char *word) {
  const size_t n = strlen(word);
  for (; *line; line++)
    if (scr_ncasecmp(line, word, n) == 0) return true;
  return false;
}

static bool any_of(const scr_source *src, const char *const *word) {
  for (int k = 0; k < src->nline; k++)
    for (const char *const *w = word; *w; w++)
      if (holds(src->line[k], *w)) return true;
  return false;
}

/* Walls there are, a law for contacts of two balls, and no word that could give one to others. */
static bool walls_lack_law(const scr_source *src) {
  static const char *const other[] = {"ball-facet",    "cmat add", "cmat apply", "contact model",
                                      "contact.model", "restore",  "call",       "system",
                                      "extra",         NULL};
  static const char *const walls[] = {"wall generate", "wall create", "wall import", NULL};
  bool law = false;
  for (int k = 0; k < src->nline; k++) {
    if (!holds(src->line[k], "cmat default")) continue;
    if (!holds(src->line[k], "type ball-ball")) return false; /* that is for both */
    law |= holds(src->line[k], "model") && !holds(src->line[k], "null");
  }
  return law && any_of(src, walls) && !any_of(src, other);
}

static bool nothing_damps(const scr_source *src) {
  static const char *const word[] = {"damp", "dp_",     "bur_",   "burger", "calm",
                                     "call", "restore", "system", "method", NULL};
  return !any_of(src, word);
}

static bool to_ratio(const scr_line *l) {
  bool any = l->n == 2;
  for (size_t k = 2; k < l->n; k++)
    if (l->tok[k].type == SCR_T_WORD)
      any |= scr_ncasecmp(l->tok[k].text, "rat", 3) == 0 ||
             scr_ncasecmp(l->tok[k].text, "unbal", 5) == 0;
  return any;
}

static void tell(scr_session *s, const scr_line *l, unsigned trap, const char *text) {
  if (s->trapped & trap) return;
  s->trapped |= trap;
  const scr_loc at = l->tok[0].loc;
  scr_warn(&s->diag, &at, SCR_E_STATE, "%s", text);
}

void scr_check_traps(scr_session *s, const scr_line *l) {
  enum { NO_LAW = 1, UNDAMPED = 2 };
  if (l->n < 2 || s->frame->block || scr_casecmp(l->tok[0].text, "model") != 0 ||
      l->tok[1].type != SCR_T_WORD)
    return;
  const bool solve = scr_casecmp(l->tok[1].text, "solve") == 0;
  if (!solve && scr_casecmp(l->tok[1].text, "cycle") != 0) return;
  if (walls_lack_law(l->src))
    tell(s, l, NO_LAW, "contacts with walls have no law: balls pass through them");
  if (solve && to_ratio(l) && nothing_damps(l->src))
    tell(s, l, UNDAMPED, "this solve may never come to its ratio: there is no damping of any kind");
}
