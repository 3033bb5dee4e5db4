/* Commands about groups as such: which there are, and renaming. Pieces join groups by `ball group`
 * and its like. */
#include <string.h>
#include "base/mem.h"
#include "cmd/columns.h"
#include "cmd/args.h"

/* How many pieces are in one group of one slot. */
typedef struct tally {
  uint64_t slot, group;
  size_t balls, walls, facets, contacts, fractures;
} tally;
typedef struct tallies {
  tally *item;
  size_t n, cap;
} tallies;

static tally *tally_of(tallies *t, uint64_t slot, uint64_t group) {
  for (size_t k = 0; k < t->n; k++)
    if (t->item[k].slot == slot && t->item[k].group == group) return &t->item[k];
  SCR_GROW(t->item, t->cap, t->n + 1);
  t->item[t->n] = (tally){.slot = slot, .group = group};
  return &t->item[t->n++];
}

static void count_set(const scr_world *w, tallies *t, uint32_t set, scr_kind kind) {
  for (uint32_t k = 0; set && k < w->sets.count[set]; k++) {
    tally *item = tally_of(t, w->sets.entry[set][2 * k], w->sets.entry[set][2 * k + 1]);
    if (kind == SCR_K_BALL)
      item->balls++;
    else if (kind == SCR_K_WALL)
      item->walls++;
    else if (kind == SCR_K_FACET)
      item->facets++;
    else if (kind == SCR_K_CONTACT)
      item->contacts++;
    else
      item->fractures++;
  }
}

static void count_table(const scr_world *w, tallies *t, const scr_table *table, int col,
                        scr_kind kind) {
  for (uint32_t row = 0; row < table->n; row++)
    count_set(w, t, *(const uint32_t *)scr_table_at(table, col, row), kind);
}

static void count_all(scr_world *w, tallies *t) {
  count_table(w, t, &w->ball, SCR_BALL_GROUPS, SCR_K_BALL);
  count_table(w, t, &w->wall, SCR_WALL_GROUPS, SCR_K_WALL);
  count_table(w, t, &w->facet, SCR_FACET_GROUPS, SCR_K_FACET);
  scr_contact *c;
  size_t n = scr_contact_list(w, -1, true, &c);
  for (size_t k = 0; k < n; k++) count_set(w, t, scr_contact_groups(w, c[k]), SCR_K_CONTACT);
  scr_free(c);
  for (size_t k = 0; k < w->fractures.n; k++)
    count_set(w, t, w->fractures.at[k].groups, SCR_K_FRACTURE);
}

/* In order of slot and name. */
static void sort_tallies(const scr_world *w, tallies *t) {
  for (size_t k = 1; k < t->n; k++) {
    tally item = t->item[k];
    size_t i = k;
    for (; i > 0; i--) {
      const tally *before = &t->item[i - 1];
      int order = scr_casecmp(scr_word_text(&w->words, (uint32_t)before->slot),
                              scr_word_text(&w->words, (uint32_t)item.slot));
      if (order == 0)
        order = scr_casecmp(scr_word_text(&w->words, (uint32_t)before->group),
                            scr_word_text(&w->words, (uint32_t)item.group));
      if (order <= 0) break;
      t->item[i] = *before;
    }
    t->item[i] = item;
  }
}

static bool group_list(scr_args *a) {
  scr_world *w = a->lib->world;
  if (!scr_args_finish(a)) return false;
  tallies t = {0};
  count_all(w, &t);
  sort_tallies(w, &t);
  static const char *const head[] = {"slot",   "group",    "balls",    "walls",
                                     "facets", "contacts", "fractures"};
  const size_t columns = SCR_COUNTOF(head) - (w->fractures.count ? 0 : 1);
  scr_columns out = {0};
  for (size_t k = 0; k < columns; k++) scr_columns_cell(&out, "%s", head[k]);
  scr_columns_row(&out);
  for (size_t k = 0; k < t.n; k++) {
    const tally *i = &t.item[k];
    scr_columns_cell(&out, "%s", scr_word_text(&w->words, (uint32_t)i->slot));
    scr_columns_cell(&out, "%s", scr_word_text(&w->words, (uint32_t)i->group));
    const size_t number[] = {i->balls, i->walls, i->facets, i->contacts, i->fractures};
    for (size_t j = 0; j + 2 < columns; j++) scr_columns_cell(&out, "%zu", number[j]);
    scr_columns_row(&out);
  }
  scr_columns_print(a->s, &out);
  scr_free(t.item);
  return true;
}

/* ---- renaming ---- */

/* From a set to the one with other words; in place of the slot's name or the group's. */
static uint32_t renamed(scr_world *w, uint32_t set, bool slot, uint64_t from, uint64_t to) {
  uint32_t out = set;
  for (uint32_t k = 0; set && k < w->sets.count[set]; k++) {
    uint64_t key = w->sets.entry[set][2 * k], value = w->sets.entry[set][2 * k + 1];
    if (slot && key == from)
      out = scr_sets_with(&w->sets, scr_sets_without(&w->sets, out, key), to, value);
    if (!slot && value == from) out = scr_sets_with(&w->sets, out, key, to);
  }
  return out;
}

static void rename_table(scr_world *w, scr_table *table, int col, bool slot, uint64_t from,
                         uint64_t to) {
  for (uint32_t row = 0; row < table->n; row++) {
    const uint32_t set =
        renamed(w, *(const uint32_t *)scr_table_at(table, col, row), slot, from, to);
    scr_table_write(table, col, row, &set);
  }
}

static bool rename_all(scr_args *a, bool slot) {
  scr_world *w = a->lib->world;
  char *from, *to;
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_name(a, slot ? "the name of a slot" : "the name of a group", &from)) return false;
  if (!scr_args_name(a, "the new name", &to)) {
    scr_free(from);
    return false;
  }
  scr_loc to_at = scr_args_last(a);
  if (!slot) scr_args_makes(a, "group", to, &to_at);
  bool ok = scr_args_finish(a);
  uint32_t old = scr_word_find(&w->words, from);
  if (ok && old == SCR_NONE)
    ok = scr_fail(a->diag, &loc, SCR_E_NAME, "there is no %s '%s'", slot ? "slot" : "group", from);
  if (ok) {
    uint32_t word = scr_word(&w->words, to);
    rename_table(w, &w->ball, SCR_BALL_GROUPS, slot, old, word);
    rename_table(w, &w->wall, SCR_WALL_GROUPS, slot, old, word);
    rename_table(w, &w->facet, SCR_FACET_GROUPS, slot, old, word);
    scr_contact *c;
    size_t n = scr_contact_list(w, -1, true, &c);
    for (size_t k = 0; k < n; k++)
      scr_contact_set_group(w, c[k], renamed(w, scr_contact_groups(w, c[k]), slot, old, word));
    scr_free(c);
    for (size_t k = 0; k < w->fractures.n; k++)
      w->fractures.at[k].groups = renamed(w, w->fractures.at[k].groups, slot, old, word);
  }
  scr_free(from);
  scr_free(to);
  return ok;
}

static bool group_rename(scr_args *a) { return rename_all(a, false); }
static bool slot_rename(scr_args *a) { return rename_all(a, true); }

/* A group or slot without members: its name alone is made known. */
static bool group_create(scr_args *a) {
  char *name;
  if (!scr_args_name(a, "the name", &name)) return false;
  scr_loc at = scr_args_last(a);
  scr_args_makes(a, "group", name, &at);
  bool ok = scr_args_finish(a);
  if (ok) scr_word(&a->lib->world->words, name);
  scr_free(name);
  return ok;
}

static const scr_command rows[] = {
    {"group create", group_create, NULL, "<s>", "makes a name known", 0},
    {"group list", group_list, NULL, "", "shows groups by slot and how many are in them", 0},
    {"group rename", group_rename, NULL, "<s> <new>", "renames a group in every slot", 0},
    {"group slot create", group_create, NULL, "<s>", "makes a name known", 0},
    {"group slot rename", slot_rename, NULL, "<s> <new>", "renames a slot", 0},
};
const scr_command_file scr_cmd_group = {rows, sizeof rows / sizeof *rows};
