/* Groups of things by slot, and surface properties: interned sets (sets.h). */
#include "world/state/rows.h"

#include <stdio.h>
#include <string.h>
#include "base/str.h"

/* What has no group is said to be in this one. */
static bool is_none(const char *group) { return scr_casecmp(group, "None") == 0; }

void scr_group_set(scr_world *w, uint32_t *groups, const char *group, const char *slot) {
  if (is_none(group)) {
    scr_group_remove(w, groups, slot);
    return;
  }
  *groups = scr_sets_with(&w->sets, *groups, scr_word(&w->words, slot ? slot : "Default"),
                          scr_word(&w->words, group));
}

void scr_group_remove(scr_world *w, uint32_t *groups, const char *slot) {
  uint32_t key = scr_word_find(&w->words, slot ? slot : "Default");
  if (key != UINT32_MAX) *groups = scr_sets_without(&w->sets, *groups, key);
}

const char *scr_group_get(const scr_world *w, uint32_t groups, const char *slot) {
  uint32_t key = scr_word_find(&w->words, slot ? slot : "Default");
  uint64_t value;
  if (key == UINT32_MAX || !scr_sets_get(&w->sets, groups, key, &value)) return "None";
  return scr_word_text(&w->words, (uint32_t)value);
}

bool scr_group_is(const scr_world *w, uint32_t groups, const char *group, const char *slot) {
  uint32_t word = scr_word_find(&w->words, group);
  if (slot) return scr_casecmp(scr_group_get(w, groups, slot), group) == 0;
  if (is_none(group)) return !groups || w->sets.count[groups] == 0;
  return word != UINT32_MAX && scr_sets_has_value(&w->sets, groups, word);
}

void scr_group_each(const scr_world *w, uint32_t groups,
                    void (*each)(void *user, const char *group, const char *slot), void *user) {
  for (uint32_t k = 0; groups && k < w->sets.count[groups]; k++) {
    const uint64_t *pair = w->sets.entry[groups] + 2 * (size_t)k;
    each(user, scr_word_text(&w->words, (uint32_t)pair[1]),
         scr_word_text(&w->words, (uint32_t)pair[0]));
  }
}

/* ---- surface properties ---- */

static bool get_surface(const scr_world *w, uint32_t set, const char *name, double *value) {
  uint32_t key = scr_word_find(&w->words, name);
  uint64_t bits;
  if (key == UINT32_MAX || !scr_sets_get(&w->sets, set, key, &bits)) return false;
  memcpy(value, &bits, sizeof bits);
  return true;
}

bool scr_ball_surface(const scr_world *w, uint32_t row, const char *name, double *value) {
  return get_surface(w, scr_word_at(&w->ball, SCR_BALL_SURFACE, row), name, value);
}

bool scr_wall_surface(const scr_world *w, uint32_t row, const char *name, double *value) {
  return get_surface(w, scr_word_at(&w->wall, SCR_WALL_SURFACE, row), name, value);
}

void scr_vector_key(const char *name, int c, char key[SCR_VECTOR_KEY]) {
  snprintf(key, SCR_VECTOR_KEY, "%s %c", name, 'x' + c);
}

bool scr_ball_vector(const scr_world *w, uint32_t row, const char *name, double v[3]) {
  char key[SCR_VECTOR_KEY];
  for (int c = 0; c < 3; c++) {
    scr_vector_key(name, c, key);
    if (!scr_ball_surface(w, row, key, &v[c])) return false;
  }
  return true;
}
