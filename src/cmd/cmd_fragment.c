/* Commands on fragments, bodies that hang together (world/fracture/fragment.h). */
#include "world/fracture/fragment.h"

#include "cmd/attribute.h"
#include "cmd/columns.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- register ---- */

enum { R_IGNORE, R_PERSIST, R_FIRST_TYPE };
static const scr_word_row register_words[] = {
    {"ignorebond", "", "contacts without a bond count, too"},
    {"persist", "<b>",
     "ids last from one computation to the next (default); off: each numbers anew"},
    {"ball-ball", "", "a type of contact that counts; without any all do"},
    {"ball-facet", "", "the same; walls are bodies then"},
    {"ball-pebble", "", "!clumps are not part of it"},
    {"pebble-pebble", "", "!clumps are not part of it"},
    {"pebble-facet", "", "!clumps are not part of it"},
    {"rblock-rblock", "", "!rigid blocks are not part of it"},
    {"ball-rblock", "", "!rigid blocks are not part of it"},
    {0},
};

static bool fragment_register(scr_args *a) {
  uint32_t types = 0;
  bool ignore = false, persist = true, ok = true;
  while (ok && scr_args_more(a)) {
    int w;
    ok = scr_args_word(a, register_words, &w);
    if (!ok) break;
    if (w == R_IGNORE)
      ignore = true;
    else if (w == R_PERSIST)
      ok = scr_args_bool(a, "whether ids persist", &persist);
    else
      types |= 1u << (w - R_FIRST_TYPE);
  }
  const scr_loc at = scr_args_loc(a);
  const bool ranged = ok && !scr_args_end(a);
  scr_range *r = NULL;
  if (ranged && !scr_warn(a->diag, &at, SCR_E_UNSUPPORTED,
                          "the range has no effect: all bodies are looked at"))
    return false;
  if (!ok || !scr_args_range(a, &r)) return false;
  scr_range_free(r);
  if (!persist && (world_of(a)->fragments.every || world_of(a)->fragments.interval > 0))
    return scr_fail(a->diag, &a->loc, SCR_E_STATE,
                    "ids must persist while fragments are computed in cycles");
  scr_fragment_register(world_of(a), types ? types : (1u << SCR_CONTACT_TYPES) - 1, ignore,
                        persist);
  return true;
}

/* ---- compute, groups ---- */

typedef struct grouping {
  char *slot, *isolated, *isolated_slot;
} grouping;

static void grouping_free(grouping *g) {
  scr_free(g->slot);
  scr_free(g->isolated);
  scr_free(g->isolated_slot);
}

static bool read_isolated(scr_args *a, grouping *g) {
  if (!scr_args_name(a, "the name of a group", &g->isolated)) return false;
  const scr_loc at = scr_args_last(a);
  scr_args_makes(a, "group", g->isolated, &at);
  return !scr_args_take(a, "slot") || scr_args_slot(a, &g->isolated_slot);
}

/* Names of groups are made: fragment1, ... */
static bool read_slot(scr_args *a, char **slot) {
  const scr_loc at = scr_args_loc(a);
  scr_args_makes(a, "group", "*", &at);
  return scr_args_slot(a, slot);
}

static void apply_grouping(scr_world *w, const grouping *g) {
  if (g->slot) scr_fragment_group(w, g->slot);
  if (g->isolated)
    scr_fragment_group_isolated(w, g->isolated, g->isolated_slot ? g->isolated_slot : "Default");
}

static const scr_word_row compute_words[] = {
    {"group-slot", "<s>", "bodies of fragment i join group 'fragment<i>' of that slot"},
    {"group-isolated", "<s> [slot <s>]", "bodies that are alone join that group"},
    {0},
};

static bool fragment_compute(scr_args *a) {
  grouping g = {0};
  bool ok = true;
  while (ok && !scr_args_end(a)) {
    int w;
    ok = scr_args_word(a, compute_words, &w) &&
         (w == 0 ? read_slot(a, &g.slot) : read_isolated(a, &g));
  }
  ok = ok && scr_args_finish(a) && scr_fragment_compute(world_of(a), a->diag);
  if (ok) apply_grouping(world_of(a), &g);
  grouping_free(&g);
  return ok;
}

static bool computed(scr_args *a) {
  return world_of(a)->fragments.n ||
         scr_fail(a->diag, &a->loc, SCR_E_STATE, "no fragments have been computed") ||
         scr_hint(a->diag, "give `fragment compute` first");
}

static bool fragment_group_slot(scr_args *a) {
  grouping g = {0};
  const bool ok = read_slot(a, &g.slot) && scr_args_finish(a) && computed(a);
  if (ok) apply_grouping(world_of(a), &g);
  grouping_free(&g);
  return ok;
}

static bool fragment_group_isolated(scr_args *a) {
  grouping g = {0};
  const bool ok = read_isolated(a, &g) && scr_args_finish(a) && computed(a);
  if (ok) apply_grouping(world_of(a), &g);
  grouping_free(&g);
  return ok;
}

/* ---- activate, deactivate, clear ---- */

enum { A_CYCLES, A_TIME, A_SLOT };
static const scr_word_row activate_words[] = {
    {"cycles", "<i>", "computes them each so many cycles"},
    {"time", "<f>", "each so many seconds"},
    {"group-slot", "<s>", "and puts bodies into groups of that slot"},
    {0},
};

static bool read_cycles(scr_args *a, int64_t *cycles) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, "a number of cycles", cycles)) return false;
  return *cycles > 0 || scr_fail(a->diag, &at, SCR_E_VALUE, "a number of cycles is positive");
}

static bool may_activate(scr_args *a) {
  const scr_fragments *f = &world_of(a)->fragments;
  if (!f->types)
    return scr_fail(a->diag, &a->loc, SCR_E_STATE,
                    "no type of contact is registered for fragments") ||
           scr_hint(a->diag, "give `fragment register` first");
  return !f->anew ||
         scr_fail(a->diag, &a->loc, SCR_E_STATE,
                  "ids must persist where fragments are computed in cycles: fragment register "
                  "persist on");
}

static bool fragment_activate(scr_args *a) {
  int64_t cycles = 0;
  double time = 0;
  char *slot = NULL;
  bool ok = true;
  while (ok && !scr_args_end(a)) {
    int w;
    ok = scr_args_word(a, activate_words, &w) &&
         (w == A_CYCLES ? read_cycles(a, &cycles)
          : w == A_TIME ? scr_args_positive(a, "the time", &time)
                        : read_slot(a, &slot));
  }
  if (ok && !cycles == !(time > 0)) ok = scr_args_expected(a, "'cycles' or 'time'");
  ok = ok && scr_args_finish(a) && may_activate(a);
  if (ok) scr_fragment_schedule(world_of(a), (uint64_t)cycles, time, slot);
  scr_free(slot);
  return ok;
}

static bool fragment_deactivate(scr_args *a) {
  if (!scr_args_finish(a)) return false;
  scr_fragment_schedule(world_of(a), 0, 0, NULL);
  return true;
}

static bool fragment_clear(scr_args *a) {
  if (!scr_args_finish(a)) return false;
  scr_fragment_clear(world_of(a));
  return true;
}

/* ---- list ---- */

enum { L_CATALOG, L_ID };
static const scr_word_row list_words[] = {
    {"catalog", "[<i>]", "all catalogues, or the fragments of one"},
    {"id", "<i>", "one fragment in all catalogues"},
    {0},
};

static void row_of(const scr_args *a, const scr_fragment *f, scr_columns *out) {
  scr_columns_cell(out, "%u", (unsigned)f->id);
  scr_columns_cell(out, "%zu", f->n);
  scr_columns_real(out, f->volume);
  scr_columns_reals(out, f->x, world_of(a)->dim);
  if (f->parent)
    scr_columns_cell(out, "%u", (unsigned)f->parent);
  else
    scr_columns_cell(out, "%s", "");
  scr_columns_row(out);
}

static void head_of(const scr_args *a, scr_columns *out) {
  scr_columns_cell(out, "fragment");
  scr_columns_cell(out, "bodies");
  scr_columns_head(out, "volume", world_of(a)->dim == 3 ? "m3" : "m2");
  scr_columns_head(out, "position", "m");
  scr_columns_cell(out, "parent");
  scr_columns_row(out);
}

static void list_catalog(scr_args *a, size_t k) {
  const scr_catalog *c = &world_of(a)->fragments.catalog[k];
  scr_columns out = {0};
  head_of(a, &out);
  for (size_t i = 0; i < c->n; i++) row_of(a, &c->fragment[i], &out);
  scr_columns_print(a->s, &out);
}

static void list_catalogs(scr_args *a) {
  const scr_fragments *all = &world_of(a)->fragments;
  scr_columns out = {0};
  scr_columns_cell(&out, "catalogue");
  scr_columns_cell(&out, "cycle");
  scr_columns_head(&out, "time", "s");
  scr_columns_cell(&out, "fragments");
  scr_columns_row(&out);
  for (size_t k = 0; k < all->n; k++) {
    scr_columns_cell(&out, "%zu", k + 1);
    scr_columns_cell(&out, "%llu", (unsigned long long)all->catalog[k].cycle);
    scr_columns_real(&out, all->catalog[k].time);
    scr_columns_cell(&out, "%zu", all->catalog[k].n);
    scr_columns_row(&out);
  }
  scr_columns_print(a->s, &out);
}

static void list_id(scr_args *a, uint32_t id) {
  const scr_world *w = world_of(a);
  scr_columns out = {0};
  scr_columns_cell(&out, "catalogue");
  head_of(a, &out);
  for (size_t k = 0; k < w->fragments.n; k++) {
    const scr_fragment *f = scr_fragment_find(w, k, id);
    if (!f) continue;
    scr_columns_cell(&out, "%zu", k + 1);
    row_of(a, f, &out);
  }
  scr_columns_print(a->s, &out);
}

static bool list_which(scr_args *a, int w, int64_t i, const scr_loc *at) {
  const size_t n = world_of(a)->fragments.n;
  if (!computed(a)) return false;
  if (w == L_ID && (i < 1 || i > UINT32_MAX || !scr_fragment_known(world_of(a), (uint32_t)i)))
    return scr_fail(a->diag, at, SCR_E_VALUE, "there is no fragment %lld", (long long)i);
  if (w == L_ID) return list_id(a, (uint32_t)i), true;
  if (i > (int64_t)n)
    return scr_fail(a->diag, at, SCR_E_VALUE, "there %s %zu catalogue%s, and no number %lld",
                    n == 1 ? "is" : "are", n, n == 1 ? "" : "s", (long long)i);
  if (w == L_CATALOG && !i)
    list_catalogs(a);
  else
    list_catalog(a, i ? (size_t)i - 1 : n - 1);
  return true;
}

static bool fragment_list(scr_args *a) {
  int w = -1;
  int64_t i = 0;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_end(a) && !scr_args_word(a, list_words, &w)) return false;
  if (w == L_ID || (w == L_CATALOG && !scr_args_end(a))) {
    at = scr_args_loc(a);
    if (!scr_args_int(a, w == L_ID ? "the id of a fragment" : "the number of a catalogue", &i))
      return false;
    if (i < 1) return scr_fail(a->diag, &at, SCR_E_VALUE, "a number from 1 is expected");
  }
  return scr_args_finish(a) && list_which(a, w, i, &at);
}

/* ---- map ---- */

static bool fragment_map(scr_args *a) {
  int symbol;
  if (!scr_args_variable(a, &symbol) || !scr_args_finish(a) || !computed(a)) return false;
  scr_fish_set(a->fish, symbol, scr_lib_fragments(world_of(a), world_of(a)->fragments.n - 1));
  return true;
}

/* ---- rows ---- */

static const scr_command rows[] = {
    {"fragment activate", fragment_activate, activate_words, "",
     "computes fragments while cycles run, before histories are taken", 0},
    {"fragment clear", fragment_clear, NULL, "", "forgets fragments and their catalogues", 0},
    {"fragment compute", fragment_compute, compute_words, "",
     "finds bodies that hang together, and adds a catalogue of them", 0},
    {"fragment deactivate", fragment_deactivate, NULL, "", "ends 'fragment activate'", 0},
    {"fragment group-isolated", fragment_group_isolated, NULL, "<s> [slot <s>]",
     "bodies that are alone join that group", 0},
    {"fragment group-slot", fragment_group_slot, NULL, "<s>",
     "bodies of fragment i join group 'fragment<i>' of that slot", 0},
    {"fragment list", fragment_list, list_words, "", "shows the fragments of the last catalogue",
     0},
    {"fragment map", fragment_map, NULL, "<symbol>",
     "sets a FISH variable to the map of the last catalogue, as fragment.map gives it", 0},
    {"fragment register", fragment_register, register_words, "",
     "which contacts hold bodies together: those of these types that are active and bonded", 0},
};
const scr_command_file scr_cmd_fragment = {rows, sizeof rows / sizeof *rows};
