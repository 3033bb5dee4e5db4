/* Commands on bricks: periodic packings that are kept aside and laid side by side. */
#include <stdio.h>
#include "cmd/attribute.h"
#include "cmd/check_traps.h"
#include "cmd/columns.h"
#include "cmd/import.h"
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
  if (b->id > INT32_MAX)
    return scr_fail(a->diag, &b->at, SCR_E_VALUE, "the id %u of a brick is too large",
                    (unsigned)b->id),
           0u;
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

/* ---- assemble ---- */

enum { PUT_GROUP, PUT_ID, PUT_ORIGIN, PUT_SIZE };
static const scr_word_row assemble_words[] = {
    {"group", "<s> [slot <s>]", "group of the new balls, which have those of the brick, too"},
    {"id", "<i>", "the brick"},
    {"origin", "<v>", "low corner of the first copy; default the origin"},
    {"size", "<i> <i> [<i>]", "numbers of copies along x, y (and z); default 1"},
    {0},
};

typedef struct assembling {
  brick_id id;
  scr_brick_plan plan;
  scr_loc origin_at, size_at;
  scr_group_phrases groups;
  scr_range *range;
} assembling;

static bool read_size(scr_args *a, assembling *m) {
  m->size_at = scr_args_loc(a);
  for (int c = 0; c < a->lib->world->dim; c++) {
    const scr_loc at = scr_args_loc(a);
    int64_t n;
    if (!scr_args_int(a, "a number of copies along each axis", &n)) return false;
    if (n < 1 || n > INT32_MAX)
      return scr_fail(a->diag, &at, SCR_E_VALUE, "there cannot be %lld copies along %c",
                      (long long)n, "xyz"[c]);
    m->plan.size[c] = (uint32_t)n;
  }
  return true;
}

static bool assemble_word(scr_args *a, assembling *m) {
  int w;
  if (!scr_args_word(a, assemble_words, &w)) return false;
  switch (w) {
  case PUT_GROUP: scr_args_again(a); return scr_args_group(a, SCR_GROUP_OF_NEW, &m->groups);
  case PUT_ID: return read_id(a, &m->id);
  case PUT_SIZE: return read_size(a, m);
  default: m->origin_at = scr_args_loc(a);
  }
  return scr_args_vector(a, "the low corner of the first copy", a->lib->world->dim, m->plan.origin);
}

static bool read_assemble(scr_args *a, assembling *m) {
  char id[16];
  while (scr_args_more(a))
    if (!assemble_word(a, m)) return false;
  if (!m->id.id) return scr_args_expected(a, "'id', the brick");
  id_text(&m->id, id);
  scr_args_needs(a, "brick", id, &m->id.at);
  scr_trap_balls_differ(a);
  return scr_args_range(a, &m->range) && scr_args_finish(a);
}

/* The brick of that id; NULL after an error. */
static scr_world *brick_of(scr_args *a, const brick_id *b) {
  const scr_bricks *all = &a->lib->bricks;
  const uint32_t k = scr_brick_find(all, b->id);
  if (k != SCR_NONE) return all->item[k].of;
  scr_fail(a->diag, &b->at, SCR_E_NAME, "there is no brick %u", (unsigned)b->id);
  scr_hint(a->diag, all->n ? "'brick list' shows which there are"
                           : "'brick make' makes one, 'brick import' reads one");
  return NULL;
}

/* Balls outside of the range are left out; a warning where all of them are. */
static bool leave_out(scr_args *a, assembling *m) {
  uint32_t left = 0;
  for (uint32_t k = 0; k < m->plan.balls && m->range; k++) {
    bool in;
    if (!scr_range_has_place(a->s, m->range, m->plan.pose[k].x, &in)) return false;
    m->plan.left_out[k] = !in;
    left += !in;
    if (k % 4096 == 0 && scr_session_interrupted(a->s))
      return scr_fail(a->diag, &a->loc, SCR_E_INTERRUPT, "interrupted: no ball is made");
  }
  return left == 0 || left < m->plan.balls ||
         scr_warn(a->diag, &a->loc, SCR_E_VALUE, "no ball of the copies lies in the range");
}

static bool lay(scr_args *a, assembling *m) {
  scr_world *w = a->lib->world;
  uint32_t first, n;
  a->diag->at = m->origin_at.src ? m->origin_at : m->size_at.src ? m->size_at : a->loc;
  bool ok = scr_brick_plan_make(w, a->diag, &m->plan);
  a->diag->at = a->loc;
  ok = ok && leave_out(a, m) && scr_brick_lay(w, a->diag, &m->plan, &first, &n);
  for (uint32_t k = 0; ok && m->groups.n && k < n; k++) {
    uint32_t *groups = scr_table_edit(&w->ball, SCR_BALL_GROUPS, first + k);
    *groups = scr_groups_applied(w, &m->groups, *groups);
  }
  return ok;
}

static bool brick_assemble(scr_args *a) {
  assembling m = {.plan.size = {1, 1, 1}};
  bool ok = scr_domain_needed(a) && read_assemble(a, &m);
  ok = ok && (m.plan.of = brick_of(a, &m.id)) != NULL && lay(a, &m);
  scr_brick_plan_free(&m.plan);
  scr_group_phrases_free(&m.groups);
  scr_range_free(m.range);
  return ok;
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
    {"brick assemble", brick_assemble, assemble_words, "[range]",
     "lays copies of a brick side by side; contacts run on across the seams", SCR_CMD_EDITS_BODIES},
    {"brick list", brick_list, NULL, "", "prints bricks, and what is in them", 0},
    {"brick make", brick_make, make_words, "",
     "keeps the balls of a periodic domain and their contacts aside, as a brick",
     SCR_CMD_EDITS_BODIES},
};
const scr_command_file scr_cmd_brick = {rows, SCR_COUNTOF(rows)};
