/* Contacts of the law `fish`, whose force a function gives in the middle of a pass. */
#include "model/fish.h"
#include "world/contacts/kept.h"
#include "world/contacts/pass.h"
#include "world/engine.h"
#include "world/state/events.h"

/* The first one that fails ends the pass for the others, and then the cycle. */
void scr_law_called(void *world, const scr_law_call *call) {
  scr_world *w = world;
  const scr_contact c = {call->type, call->pair};
  const scr_pset *set = &w->pset[scr_pair_set(&w->pair[c.type], c.k)];
  const char *name = scr_word_text(&w->words, (uint32_t)set->param[FISH_SYMBOL]);
  if (w->engine->call_failed) return;
  assert(!w->giving && w->hooks.law);
  const double point = scr_telling_begin(w);
  w->giving = true, w->given = c;
  const bool fine = w->hooks.law(w->hooks.user, c, name, call);
  w->giving = false;
  scr_telling_end(w, point);
  w->engine->call_failed |= !fine && w->engine->solving;
}
