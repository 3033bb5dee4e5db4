/* Values of FISH symbols from outside. */
#include "cmd/setting.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include "base/num.h"
#include "cmd/checking.h"
#include "cmd/token.h"

static bool is_name(const char *s) {
  if (!isalpha((unsigned char)*s) && *s != '_') return false;
  while (isalnum((unsigned char)*s) || *s == '_' || *s == '-') s++;
  return *s == 0;
}

bool scr_symbol_can_be(const scr_session *s, const char *name) {
  const scr_fish_fn *fn = scr_fish_find(scr_session_fish(s), name);
  bool offered = fn && !(fn->flags & (SCR_FN_REFUSED | SCR_FN_LEGACY));
  return is_name(name) && !offered && !scr_word_of_fish(name);
}

bool scr_setting_fits(const scr_setting *set) {
  scr_session *s = scr_session_new(&(scr_options){.dim = 3, .threads = 1, .dialect = -1});
  bool fits = scr_symbol_can_be(s, set->name);
  scr_session_free(s);
  return fits;
}

bool scr_setting_split(char *text, scr_setting *out) {
  char *sign = strchr(text, '=');
  if (!sign) return false;
  *sign = 0;
  *out = (scr_setting){text, sign + 1};
  if (is_name(text) && out->value[0]) return true;
  *sign = '=';
  return false;
}

/* short_ints: for files of PFC 3 to 5, in which a larger number is a real. */
static scr_val value_of(const char *text, bool short_ints) {
  int64_t i;
  double f;
  size_t n;
  scr_numkind kind = scr_parse_number(text, &n, &i, &f);
  if (kind == SCR_NUM_INT && !text[n]) return scr_val_number_of_text(short_ints, i);
  if (kind == SCR_NUM_REAL && !text[n]) return scr_val_real(f);
  if (scr_casecmp(text, "true") == 0 || scr_casecmp(text, "false") == 0)
    return scr_val_bool(scr_lower(*text) == 't');
  return scr_val_str(text);
}

bool scr_setting_holds(const scr_setting *set) {
  int64_t i;
  double f;
  size_t n;
  return scr_parse_number(set->value, &n, &i, &f) != SCR_NUM_REAL || set->value[n] || isfinite(f);
}

void scr_settings_give(scr_session *s) {
  const bool short_ints = scr_session_dialect(s) != SCR_MODERN;
  for (int k = 0; k < scr_session_options(s)->nset; k++) {
    int symbol = scr_fish_symbol(scr_session_fish(s), scr_session_options(s)->set[k].name, true);
    if (scr_checking(s)) {
      scr_checking_use(s, symbol, SCR_USE_KEEP, &(scr_loc){0});
      continue;
    }
    if (scr_fish_is_function(scr_session_fish(s), symbol))
      scr_warn(scr_session_diag(s), NULL, SCR_E_NAME,
               "'%s' is a function of the saved state: --set %s=%s changes nothing",
               scr_session_options(s)->set[k].name, scr_session_options(s)->set[k].name,
               scr_session_options(s)->set[k].value);
    else
      scr_fish_set(scr_session_fish(s), symbol,
                   value_of(scr_session_options(s)->set[k].value, short_ints));
  }
}

void scr_settings_fit(scr_session *s) {
  for (int k = 0; k < scr_session_options(s)->nset && !scr_checking(s); k++) {
    const scr_setting *set = &scr_session_options(s)->set[k];
    const int symbol = scr_fish_symbol(scr_session_fish(s), set->name, false);
    const scr_val given = value_of(set->value, false), fits = value_of(set->value, true);
    if (symbol < 0 || given.type != SCR_V_INT || fits.type == SCR_V_INT) continue;
    const scr_val now = scr_fish_get(scr_session_fish(s), symbol);
    if (now.type == SCR_V_INT && now.i == given.i) scr_fish_set(scr_session_fish(s), symbol, fits);
  }
}
