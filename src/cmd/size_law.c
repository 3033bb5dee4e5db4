/* Radii by a FISH function: see import.h. */
#include "cmd/import.h"
#include "cmd/read.h"

bool scr_size_law_given(const scr_size_law *l) { return l->at.src != NULL; }

bool scr_size_law_read(scr_args *a, scr_size_law *l) {
  const scr_loc at = scr_args_loc(a);
  if (scr_size_law_given(l))
    return scr_fail(a->diag, &at, SCR_E_SYNTAX, "one function gives the radii, not two");
  if (!scr_args_function(a, "a FISH function", &l->function)) return false;
  l->at = at;
  while (scr_args_number_follows(a) && l->nargs < (int)SCR_COUNTOF(l->arg)) {
    if (!scr_args_value(a, "an argument", &l->arg[l->nargs])) return false;
    l->nargs++;
  }
  scr_args_hands(a, l->function, l->nargs, &at);
  return true;
}

bool scr_size_law_alone(scr_args *a, const scr_size_law *l, const char *with) {
  return !with || !scr_size_law_given(l) ||
         scr_fail(a->diag, &l->at, SCR_E_VALUE, "a function gives the radii, so '%s' cannot", with);
}

double scr_size_law_draw(scr_args *a, const scr_size_law *l, double scale, double largest) {
  scr_val v = {0};
  double r = 0;
  bool ok = scr_fish_run(a->fish, l->function, l->nargs, l->arg, &v);
  if (ok && !(scr_val_number(&v, &r) && r > 0 && r * scale <= largest))
    ok = scr_fail(a->diag, NULL, SCR_E_VALUE,
                  "the function '%s' gave a radius that is no number, or does not fit",
                  scr_fish_symbol_name(a->fish, l->function));
  scr_val_drop(&v);
  return ok ? r * scale : 0;
}

void scr_size_law_free(scr_size_law *l) {
  for (int k = 0; k < l->nargs; k++) scr_val_drop(&l->arg[k]);
}
