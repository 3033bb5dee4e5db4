/* Commands on bricks: periodic packings that are kept aside and laid side by side. */
#include <stdio.h>
#include "cmd/attribute.h"
#include "cmd/columns.h"
#include "world/bodies/brick.h"

/* ---- the id ---- */

typedef struct brick_id {
  uint32_t id; /* 0: not given */
  scr_loc at;
} brick_id;

static bool read_id(scr_args *a, brick_id *b) {
  b->at = scr_args_loc(a);
  return scr_args_id(a, "the id of a brick", &b->id);
}

static void id_text(const brick_id *b, char text[16]) { snprintf(text, 16, "%u", (unsigned)b->id); }

static bool fail_taken(scr_args *a, const brick_id *b) {
  return scr_fail(a->diag, &b->at, SCR_E_VALUE, "there is a brick with id %u already",
                  (unsigned)b->id);
}

/* Where the command is only checked: have the lines above made a brick of that id? */
static void check_new(scr_args *a, const brick_id *b) {
  char id[16];
  id_text(b, id);
  scr_args_makes(a, "brick", b->id ? id : NULL, &b->at);
  if (!a->dry || a->diag->failed || !b->id || scr_args_is_new(a, "brick", id, &b->at)) return;
  fail_taken(a, b);
  scr_args_doubled(a, "brick");
}

/* The id that a new brick gets; 0 after an error. */
static uint32_t new_id(scr_args *a, const brick_id *b) {
  const scr_bricks *all = &a->lib->bricks;
  if (!b->id) return scr_brick_next_id(all);
  if (scr_brick_find(all, b->id) == SCR_NONE) return b->id;
  return fail_taken(a, b), 0u;
}

/* ---- make ---- */

static const scr_word_row make_words[] = {
    {"id", "<i>", "id; default the largest in use + 1"},
    {0},
};

static bool brick_make(scr_args *a) {
  brick_id b = {0};
  int w;
  bool ok = true;
  while (ok && scr_args_more(a)) ok = scr_args_word(a, make_words, &w) && read_id(a, &b);
  ok = ok && scr_args_finish(a);
  check_new(a, &b);
  const uint32_t id = ok ? new_id(a, &b) : 0;
  scr_world *of = id ? scr_brick_copy(a->lib->world, a->diag) : NULL;
  if (of) scr_brick_put(&a->lib->bricks, id, of);
  return of != NULL;
}

/* ---- list ---- */

static bool brick_list(scr_args *a) {
  scr_columns out = {0};
  if (!scr_args_finish(a)) return false;
  scr_columns_cell(&out, "id");
  scr_columns_cell(&out, "balls");
  scr_columns_cell(&out, "contacts");
  scr_columns_head(&out, "size", "m");
  scr_columns_row(&out);
  for (size_t k = 0; k < a->lib->bricks.n; k++) {
    const scr_brick *b = &a->lib->bricks.item[k];
    const scr_domain *o = &b->of->domain;
    const double size[3] = {o->hi[0] - o->lo[0], o->hi[1] - o->lo[1], o->hi[2] - o->lo[2]};
    scr_columns_cell(&out, "%u", (unsigned)b->id);
    scr_columns_cell(&out, "%u", (unsigned)b->of->ball.n);
    scr_columns_cell(&out, "%zu", scr_contact_count(b->of, -1, true));
    scr_columns_reals(&out, size, b->of->dim);
    scr_columns_row(&out);
  }
  scr_columns_print(a->s, &out);
  return true;
}

/* ---- rows ---- */

static const scr_command rows[] = {
    {"brick list", brick_list, NULL, "", "prints bricks, and what is in them", 0},
    {"brick make", brick_make, make_words, "",
     "keeps the balls of a periodic domain and their contacts aside, as a brick",
     SCR_CMD_EDITS_BODIES},
};
const scr_command_file scr_cmd_brick = {rows, SCR_COUNTOF(rows)};
