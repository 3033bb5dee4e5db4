/* Commands on balls. */
#include <stdio.h>
#include <string.h>
#include "cmd/attribute.h"
#include "cmd/check_traps.h"
#include "cmd/history.h"
#include "cmd/import.h"
#include "cmd/results.h"
#include "world/state/rows.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- what balls share with walls ---- */

static uint32_t ball_groups(const scr_world *w, uint32_t row) {
  return *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_GROUPS, row);
}
static void set_ball_groups(scr_world *w, uint32_t row, uint32_t groups) {
  scr_table_write(&w->ball, SCR_BALL_GROUPS, row, &groups);
}
static uint32_t ball_id(const scr_world *w, uint32_t row) {
  return *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, row);
}

static const scr_word_row ball_refused_attributes[] = {
    {"fragment", "<i>", "!fragments follow from contacts: fragment compute"},
    {0},
};
static const char *const ball_list_default[] = {"radius", "position", "velocity", NULL};

const scr_piece scr_ball_piece = {
    .name = "ball",
    .quantity = scr_ball_quantity,
    .refused = ball_refused_attributes,
    .list_default = ball_list_default,
    .range = scr_range_balls,
    .get = scr_ball_get,
    .set = scr_ball_set,
    .check = scr_ball_check,
    .set_surface = scr_ball_set_surface,
    .surface = scr_ball_surface,
    .groups = ball_groups,
    .set_groups = set_ball_groups,
    .id = ball_id,
    .kind = SCR_K_BALL,
    .ref = scr_ball_ref,
};

static bool ball_attribute(scr_args *a) { return scr_piece_attribute(a, &scr_ball_piece); }
static bool ball_property(scr_args *a) { return scr_piece_property(a, &scr_ball_piece); }
static bool ball_group(scr_args *a) { return scr_piece_group(a, &scr_ball_piece); }
static bool ball_extra(scr_args *a) { return scr_piece_extra(a, &scr_ball_piece); }
static bool ball_list(scr_args *a) { return scr_piece_list(a, &scr_ball_piece); }
static bool ball_delete(scr_args *a) {
  scr_args_removes(a, "ball");
  scr_trap_balls_differ(a);
  return scr_piece_delete(a, &scr_ball_piece, scr_ball_delete);
}
static bool ball_history(scr_args *a) { return scr_history_define(a, "ball"); }

/* ---- create ---- */

enum { CREATE_GROUP, CREATE_ID, CREATE_POSITION, CREATE_X, CREATE_Y, CREATE_Z, CREATE_RADIUS };
static const scr_word_row create_words[] = {
    {"group", "<s> [slot <s>]", "group of the ball"},
    {"id", "<i>", "id; default the largest in use + 1"},
    {"position", "<v>", "centre; default the origin"},
    {"position-x", "<f>", "x of the centre"},
    {"position-y", "<f>", "y of the centre"},
    {"position-z", "<f>", "z of the centre"},
    {"radius", "<f>",
     "radius, below a quarter of the domain's smallest extent; default 1/40 of that"},
    {0},
};

typedef struct create_places {
  scr_loc x[3], r; /* of the values; no source: not given */
} create_places;

/* `position` gives all that the words of its components give. */
static bool place_once(scr_args *a, int w, const scr_pose *p) {
  const scr_loc at = scr_args_last(a);
  for (int c = 0; c < world_of(a)->dim; c++)
    if ((w == CREATE_POSITION || w == CREATE_X + c) &&
        !scr_args_once(a, &p->x[c], &at, create_words[CREATE_X + c].word))
      return false;
  return true;
}

static bool create_word(scr_args *a, scr_ball_batch *b, scr_pose *p, create_places *at) {
  int w;
  if (!scr_args_word(a, create_words, &w) || !place_once(a, w, p)) return false;
  scr_loc here = scr_args_loc(a);
  if (w == CREATE_ID) b->id_at = here;
  if (w == CREATE_RADIUS) at->r = here;
  for (int c = 0; c < 3; c++)
    if (w == CREATE_X + c || w == CREATE_POSITION) at->x[c] = here;
  switch (w) {
  case CREATE_GROUP: scr_args_again(a); return scr_args_group(a, SCR_GROUP_OF_NEW, &b->groups);
  case CREATE_ID: return scr_args_id(a, "the id", &b->first_id);
  case CREATE_POSITION: return scr_args_vector(a, "the position", world_of(a)->dim, p->x);
  case CREATE_X:
  case CREATE_Y:
  case CREATE_Z: return scr_args_component(a, w - CREATE_X, p->x);
  case CREATE_RADIUS: return scr_args_positive(a, "the radius", &p->r);
  }
  return false;
}

/* The word that is to blame if the world refuses the ball: messages point there. */
static scr_loc create_blame(const scr_world *w, const scr_ball_batch *b, const create_places *at) {
  if (b->first_id > INT32_MAX) return b->id_at;
  for (int c = 0; c < w->dim; c++)
    if (b->pose[0].x[c] < w->domain.lo[c] || b->pose[0].x[c] > w->domain.hi[c]) return at->x[c];
  return at->r;
}

/* Where the command is only checked: have the lines above made a ball of that id? */
static void check_id(scr_args *a, const scr_ball_batch *b) {
  char id[16];
  snprintf(id, sizeof id, "%u", (unsigned)b->first_id);
  if (!a->dry || a->diag->failed || !b->id_at.src || scr_args_is_new(a, "ball", id, &b->id_at))
    return;
  scr_fail(a->diag, &b->id_at, SCR_E_VALUE, "there is a ball with id %s already", id);
  scr_args_doubled(a, "ball");
}

/* PFC's limit: beyond it a ball may touch two periodic images of another. */
static bool radius_fits(scr_args *a, double r, const scr_loc *at) {
  const scr_domain *o = a->unknowns ? NULL : scr_domain_so_far(a);
  for (int c = 0; o && c < world_of(a)->dim; c++)
    if (4 * r >= o->hi[c] - o->lo[c])
      return scr_fail(a->diag, at, SCR_E_VALUE,
                      "the radius must be below a quarter of the domain's extent, %g m along %c",
                      0.25 * (o->hi[c] - o->lo[c]), "xyz"[c]);
  return true;
}

static bool ball_create(scr_args *a) {
  create_places at = {0};
  scr_ball_batch b = {.n = 1};
  SCR_GROW(b.pose, b.cap_pose, 1);
  b.pose[0] = (scr_pose){0};
  bool ok = scr_domain_needed(a);
  if (ok) b.pose[0].r = scr_ball_default_radius(world_of(a));
  while (ok && scr_args_more(a)) ok = create_word(a, &b, b.pose, &at);
  const bool now = ok && scr_args_finish(a);
  ok = ok && (!at.r.src || radius_fits(a, b.pose[0].r, &at.r)) && now;
  check_id(a, &b);
  scr_trap_ball(a, b.pose);
  scr_loc blame = ok ? create_blame(world_of(a), &b, &at) : a->loc;
  if (blame.src) a->diag->at = blame;
  ok = ok && scr_ball_batch_make(a, &b);
  scr_ball_batch_free(&b);
  return ok;
}

/* ---- fix and free ---- */

const scr_word_row scr_fix_words[] = {
    {"velocity", "", "all components of the velocity"},
    {"velocity-x", "", "one component"},
    {"velocity-y", "", "one component"},
    {"velocity-z", "", "one component (3D)"},
    {"spin", "", "all components of the spin"},
    {"spin-x", "", "one component (3D)"},
    {"spin-y", "", "one component (3D)"},
    {"spin-z", "", "one component"},
    {0},
};
static const uint8_t fix_mask[] = {7, 1, 2, 4, 7 << 3, 1 << 3, 2 << 3, 4 << 3};

bool scr_args_fixed(scr_args *a, unsigned *mask) {
  const unsigned exist = scr_freedoms(world_of(a)->dim);
  *mask = 0;
  if (!scr_args_more(a)) return scr_args_expected(a, "velocity, spin or one of their components");
  while (scr_args_more(a)) {
    int k;
    scr_loc at = scr_args_loc(a);
    if (!scr_args_word(a, scr_fix_words, &k)) return false;
    if (!(fix_mask[k] & exist))
      return scr_fail(a->diag, &at, SCR_E_NAME, "2D has no %s", scr_fix_words[k].word);
    *mask |= fix_mask[k] & exist;
  }
  return true;
}

static bool fix_or_free(scr_args *a, bool fixed) {
  scr_world *w = world_of(a);
  unsigned mask;
  if (!scr_args_fixed(a, &mask)) return false;
  uint32_t *rows = NULL;
  size_t n = 0;
  if (!scr_piece_rows(a, &scr_ball_piece, &rows, &n)) return false;
  scr_world_sync(w); /* the half-kick that is due belongs to the conditions of the last cycle */
  for (size_t k = 0; k < n; k++) scr_ball_fix(w, rows[k], mask, fixed);
  scr_free(rows);
  return true;
}

static bool ball_fix(scr_args *a) { return fix_or_free(a, true); }
static bool ball_free(scr_args *a) { return fix_or_free(a, false); }

/* ---- rows ---- */

static const scr_command rows[] = {
    {"ball create", ball_create, create_words, "", "makes one ball", SCR_CMD_EDITS_BODIES},
    {"ball distribute", scr_ball_distribute, scr_ball_distribute_words, "[range]",
     "balls of given sizes, which overlap, up to a porosity", SCR_CMD_EDITS_BODIES},
    {"ball generate", scr_ball_generate, scr_ball_generate_words, "",
     "fills a region with balls that overlap neither each other nor a wall", SCR_CMD_EDITS_BODIES},
    {"ball import", scr_ball_import, scr_ball_import_words, "<s>",
     "reads balls from a file, one a line: x y z radius (2D: x y radius); a first line may name "
     "the columns",
     SCR_CMD_EDITS_BODIES},
    {"ball attribute", ball_attribute, NULL,
     "<quantity> [<value>] [add|multiply|replace <f>] [gradient <v>] ... [range]",
     "sets quantities of balls, from left to right; a modifier without a value changes the present "
     "one",
     0},
    {"ball initialize", ball_attribute, NULL,
     "<quantity> [<value>] [add|multiply|replace <f>] [gradient <v>] ... [range]",
     "the same as 'ball attribute'", 0},
    {"ball fix", ball_fix, scr_fix_words, "", "keeps components of the velocity as they are", 0},
    {"ball free", ball_free, scr_fix_words, "", "lets components of the velocity follow the forces",
     0},
    {"ball property", ball_property, NULL, "<s> <value> ... [range]",
     "sets properties of the surface, from which contacts inherit", 0},
    {"ball group", ball_group, NULL, "<s> [slot <s>] [remove] [range]", "assigns balls to a group",
     0},
    {"ball extra", ball_extra, NULL, "<i> <value> [range]",
     "sets an extra variable, which FISH reads as ball.extra", 0},
    {"ball delete", ball_delete, NULL, "[range]", "deletes balls", SCR_CMD_EDITS_BODIES},
    {"ball history", ball_history, scr_ball_history_words, "[name <s>]",
     "records a quantity of a ball", 0},
    {"ball list", ball_list, NULL, "[<quantity>|group [slot <s>]|property [<s>]] ... [range]",
     "prints quantities of balls", 0},
    {"ball clump", NULL, NULL, "", "there are no clumps", 0},
    {"ball export", NULL, NULL, "",
     "balls are not exported as geometry; write 'ball results export' files, or a table from FISH",
     0},
    {"ball results", scr_ball_results, scr_piece_results_words, "",
     "what frames of results hold of balls, and files of them", 0},
    {"ball tractions", scr_ball_tractions, scr_ball_tractions_words, "",
     "gives contacts the forces of a stress: that times the area of the face between the cells of "
     "both balls",
     SCR_CMD_EDITS_BODIES},
};
const scr_command_file scr_cmd_ball = {rows, SCR_COUNTOF(rows)};
