/* Values that a FISH function finds for each thing of a range. */
#include "cmd/each.h"

#include <stdio.h>
#include "base/mem.h"
#include "cmd/session_kept.h"

bool scr_args_each_follows(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  return t && t->each > 0;
}

bool scr_args_each(scr_args *a, scr_each *out) {
  const scr_token *t = scr_args_peek(a);
  *out = (scr_each){.symbol = t->each - 1, .at = t->loc};
  const int takes = scr_fish_takes(a->fish, out->symbol) - 1;
  scr_args_uses(a, out->symbol, SCR_USE_NAME, &t->loc);
  a->k++;
  if (scr_fish_is_function(a->fish, out->symbol) && !scr_fish_gives(a->fish, out->symbol))
    return scr_fail(a->diag, &out->at, SCR_E_VALUE,
                    "'%s' gives no value: nothing in it assigns '%s', and it returns none",
                    scr_fish_symbol_name(a->fish, out->symbol),
                    scr_fish_symbol_name(a->fish, out->symbol));
  if (takes > SCR_EACH_MAX_ARGS)
    return scr_fail(a->diag, &out->at, SCR_E_LIMIT, "'%s' takes more than %d arguments",
                    scr_fish_symbol_name(a->fish, out->symbol), SCR_EACH_MAX_ARGS + 1);
  for (; out->n < takes; out->n++) {
    char what[96];
    snprintf(what, sizeof what, "argument %d of '%s'", out->n + 2,
             scr_fish_symbol_name(a->fish, out->symbol));
    if (!scr_args_value(a, what, &out->arg[out->n])) return false;
  }
  return true;
}

static void tell_asked(scr_session *s, const scr_each *e) {
  char call[80];
  snprintf(call, sizeof call, "@%s", scr_fish_symbol_name(s->fish, e->symbol));
  scr_session_trace(s, &e->at, call);
}

bool scr_each_ask(scr_session *s, const scr_each *e, scr_val thing, scr_val *out) {
  scr_val arg[SCR_EACH_MAX_ARGS + 1] = {thing};
  for (int k = 0; k < e->n; k++) arg[k + 1] = e->arg[k];
  s->lib.world->asking++, s->lib.world->choosing++;
  const bool ok = scr_fish_run(s->fish, e->symbol, e->n + 1, arg, out);
  s->lib.world->asking--, s->lib.world->choosing--;
  if (!ok) tell_asked(s, e);
  return ok;
}

void scr_each_free(scr_each *e) {
  for (int k = 0; e && k < e->n; k++) scr_val_drop(&e->arg[k]);
  scr_free(e);
}
