/* Commands on inlets: bricks that slide, and of which balls enter. */
#include <stdio.h>
#include <string.h>
#include "cmd/attribute.h"
#include "cmd/columns.h"
#include "cmd/import.h"
#include "cmd/results.h"
#include "world/bodies/brick.h"
#include "world/bodies/inlets.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- words ---- */

#define HELD    "balls are held against their unbalanced force wholly, then less and less: so many "
#define ABOUT_Z "angles about the fixed axes x, y and z, degrees; in 2D one number"
#define INLET_WORDS(of_id, of_brick, of_active)                                                    \
  {"active", "<b>", of_active}, {"brick-id", "<i>", of_brick},                                     \
      {"flow-velocity", "<v>",                                                                     \
       "along the axes of the box: the brick slides with it, and its balls enter; default 0"},     \
      {"group", "<s> [slot <s>]", "group of the balls, which have those of the brick, too"},       \
      {"id", "<i>", of_id},                                                                        \
      {"orientation", "<v>", "how the box is turned, and the flow with it: " ABOUT_Z},             \
      {"position", "<v>", "middle of the box in which the brick slides"},                          \
      {"relaxation-steps", "<i> [<i>]", HELD "steps"}, {"relaxation-time", "<f> [<f>]", HELD "s"}, \
      {"rotation-center", "<v>", "point about which the box turns; default its middle"},           \
      {"spin", "<v>", "angular velocity of the box while it feeds, rad/s; in 2D one number"}, {    \
    "velocity", "<v>", "with which the box moves while it feeds; the balls have it, too"           \
  }
enum {
  I_ACTIVE,
  I_BRICK,
  I_FLOW,
  I_GROUP,
  I_ID,
  I_ORIENTATION,
  I_POSITION,
  I_STEPS,
  I_TIME,
  I_CENTER,
  I_SPIN,
  I_VELOCITY
};
static const scr_word_row create_words[] = {
    INLET_WORDS("id; default the largest in use + 1", "the brick", "does it feed? Default off"),
    {0}};
static const scr_word_row modify_words[] = {
    INLET_WORDS("the inlet", "another brick", "does it feed from now on?"), {0}};

typedef struct inlet_words {
  scr_inlet i;
  unsigned given; /* a bit for each word */
  double degrees[3];
  scr_loc id_at, brick_at, position_at, active_at;
  scr_group_phrases groups;
} inlet_words;

static bool gives(const inlet_words *n, int w) { return n->given >> w & 1; }

/* In 2D one number, about z. */
static bool read_rotation(scr_args *a, const char *what, double out[3]) {
  if (world_of(a)->dim == 3) return scr_args_vector(a, what, 3, out);
  return scr_args_real(a, what, &out[2]);
}

/* How long: wholly, and until nothing is left; by steps or by time. */
static bool read_holding(scr_args *a, bool by_steps, inlet_words *n) {
  static const char what[] = "how long balls are held";
  double *hold = n->i.hold;
  const scr_loc at = scr_args_loc(a), word = scr_args_last(a);
  n->i.by_steps = by_steps;
  if (gives(n, I_STEPS) && gives(n, I_TIME))
    return scr_fail(a->diag, &word, SCR_E_SYNTAX,
                    "balls are held by steps or by time, not by both");
  for (int k = 0; k < 2 && (k == 0 || scr_args_number_follows(a)); k++) {
    int64_t steps = 0;
    if (!(by_steps ? scr_args_int(a, what, &steps) : scr_args_real(a, what, &hold[k])))
      return false;
    if (by_steps) hold[k] = (double)steps;
    if (k == 0) hold[1] = hold[0];
  }
  return (hold[0] >= 0 && hold[1] >= hold[0]) || a->unknowns ||
         scr_fail(a->diag, &at, SCR_E_VALUE,
                  "the first of the two is 0 or more, and the second one not less");
}

static bool read_word(scr_args *a, const scr_word_row *words, inlet_words *n) {
  const int dim = world_of(a)->dim;
  int w;
  if (!scr_args_word(a, words, &w)) return false;
  n->given |= 1u << w;
  switch (w) {
  case I_ACTIVE:
    n->active_at = scr_args_last(a);
    return scr_args_bool(a, "whether the inlet feeds", &n->i.active);
  case I_BRICK:
    n->brick_at = scr_args_loc(a);
    return scr_args_id(a, "the id of a brick", &n->i.brick);
  case I_FLOW: return scr_args_vector(a, "the velocity of the flow", dim, n->i.flow);
  case I_GROUP: scr_args_again(a); return scr_args_group(a, SCR_GROUP_OF_NEW, &n->groups);
  case I_ID: n->id_at = scr_args_loc(a); return scr_args_id(a, "the id of an inlet", &n->i.id);
  case I_ORIENTATION: return read_rotation(a, "the orientation of the inlet", n->degrees);
  case I_CENTER: return scr_args_vector(a, "the centre of rotation", dim, n->i.center);
  case I_STEPS:
  case I_TIME: return read_holding(a, w == I_STEPS, n);
  case I_SPIN: return read_rotation(a, "the spin of the inlet", n->i.spin);
  case I_VELOCITY: return scr_args_vector(a, "the velocity of the inlet", dim, n->i.velocity);
  default:
    n->position_at = scr_args_loc(a);
    return scr_args_vector(a, "the middle of the inlet", dim, n->i.x);
  }
}

static bool read_words(scr_args *a, const scr_word_row *words, inlet_words *n) {
  char id[16];
  while (scr_args_more(a))
    if (!read_word(a, words, n)) return false;
  snprintf(id, sizeof id, "%u", (unsigned)n->i.brick);
  if (gives(n, I_BRICK)) scr_args_needs(a, "brick", id, &n->brick_at);
  return true;
}

/* ---- what they say ---- */

static const scr_domain *brick_domain(scr_args *a, const inlet_words *n, uint32_t brick) {
  const scr_bricks *all = &a->lib->bricks;
  const uint32_t k = scr_brick_find(all, brick);
  if (k != SCR_NONE) return &all->item[k].of->domain;
  scr_fail(a->diag, gives(n, I_BRICK) ? &n->brick_at : &a->loc, SCR_E_NAME, "there is no brick %u",
           (unsigned)brick);
  return NULL;
}

/* Its box lies in the domain: balls enter where they leave it. */
static bool box_fits(scr_args *a, const inlet_words *n, const scr_inlet *i) {
  const scr_domain *o = brick_domain(a, n, i->brick), *all = &world_of(a)->domain;
  double all_half[3] = {0};
  if (o) scr_inlet_half(i, o, world_of(a)->dim, all_half);
  for (int c = 0; o && c < world_of(a)->dim; c++) {
    const double half = all_half[c], slack = 1e-12 * half;
    const char axis = "xyz"[c];
    if (i->x[c] - half >= all->lo[c] - slack && i->x[c] + half <= all->hi[c] + slack) continue;
    return scr_fail(a->diag, gives(n, I_POSITION) ? &n->position_at : &a->loc, SCR_E_VALUE,
                    "the inlet reaches from %g to %g along %c, beyond the domain from %g to %g",
                    i->x[c] - half, i->x[c] + half, axis, all->lo[c], all->hi[c]);
  }
  return o != NULL;
}

static bool is_idle(const scr_inlet *i) {
  return i->active && i->flow[0] == 0 && i->flow[1] == 0 && i->flow[2] == 0;
}

/* May what is complete be put? A warning where nothing would ever enter. */
static bool fits(scr_args *a, const inlet_words *n, const scr_inlet *i) {
  return box_fits(a, n, i) &&
         (!is_idle(i) ||
          scr_warn(a->diag, n->active_at.src ? &n->active_at : &a->loc, SCR_E_VALUE,
                   "nothing enters through inlet %u: its flow-velocity is 0", (unsigned)i->id));
}

static bool put(scr_args *a, const inlet_words *n, scr_inlet *i) {
  scr_world *w = world_of(a);
  i->groups = scr_groups_applied(w, &n->groups, i->groups);
  scr_inlet_put(w, i);
  return true;
}

/* ---- create, modify ---- */

static bool create(scr_args *a, inlet_words *n) {
  scr_world *w = world_of(a);
  const bool there = n->i.id && scr_inlet_find(w, n->i.id) != SCR_NONE;
  n->i.id = scr_args_new_id(a, "inlet", n->i.id, &n->id_at, scr_inlet_next_id(w), there);
  if (!n->i.id) return false;
  n->i.time = w->time;
  scr_inlet_orient(&n->i, n->degrees);
  if (!gives(n, I_CENTER)) memcpy(n->i.center, n->i.x, sizeof n->i.center);
  return fits(a, n, &n->i) && put(a, n, &n->i);
}

static bool inlet_create(scr_args *a) {
  inlet_words n = {0};
  bool ok = scr_domain_needed(a) && read_words(a, create_words, &n) &&
            (gives(&n, I_BRICK) || scr_args_expected(a, "'brick-id', the brick")) &&
            scr_args_finish(a);
  scr_args_check_new_id(a, "inlet", n.i.id, &n.id_at);
  ok = ok && create(a, &n);
  scr_group_phrases_free(&n.groups);
  return ok;
}

/* From now on; what was not given stays, and the centre of rotation keeps its place beside the box.
 * One that begins to feed goes on from where it was. */
static bool modify(scr_args *a, const inlet_words *n) {
  scr_world *w = world_of(a);
  const uint32_t k = scr_inlet_find(w, n->i.id);
  if (k == SCR_NONE)
    return scr_fail(a->diag, &n->id_at, SCR_E_NAME, "there is no inlet %u", (unsigned)n->i.id);
  scr_inlet i = scr_inlet_now(w, &w->inlet[k]);
  if (gives(n, I_BRICK)) i.brick = n->i.brick;
  for (int c = 0; c < 3; c++) {
    if (gives(n, I_FLOW)) i.flow[c] = n->i.flow[c];
    if (gives(n, I_VELOCITY)) i.velocity[c] = n->i.velocity[c];
    if (gives(n, I_SPIN)) i.spin[c] = n->i.spin[c];
    if (gives(n, I_POSITION)) i.center[c] += n->i.x[c] - i.x[c], i.x[c] = n->i.x[c];
    if (gives(n, I_CENTER)) i.center[c] = n->i.center[c];
  }
  if (gives(n, I_STEPS) || gives(n, I_TIME)) {
    i.by_steps = n->i.by_steps;
    memcpy(i.hold, n->i.hold, sizeof i.hold);
  }
  if (gives(n, I_ORIENTATION)) scr_inlet_orient(&i, n->degrees);
  if (gives(n, I_ACTIVE)) i.active = n->i.active;
  return fits(a, n, &i) && scr_inlet_catch_up(w, a->diag, k) && put(a, n, &i);
}

static bool inlet_modify(scr_args *a) {
  inlet_words n = {0};
  char id[16];
  bool ok = read_words(a, modify_words, &n) &&
            (gives(&n, I_ID) || scr_args_expected(a, "'id', the inlet"));
  snprintf(id, sizeof id, "%u", (unsigned)n.i.id);
  if (ok) scr_args_needs(a, "inlet", id, &n.id_at);
  ok = ok && scr_args_finish(a) && modify(a, &n);
  scr_group_phrases_free(&n.groups);
  return ok;
}

/* ---- list ---- */

/* What only a box that moves has. */
static void list_motion(const scr_world *w, const scr_inlet *i, scr_columns *out) {
  const int turns = w->dim == 3 ? 0 : 2;
  if (!i) {
    scr_columns_head(out, "velocity", "m/s");
    scr_columns_head(out, "spin", "rad/s");
    scr_columns_head(out, "rotation-center", "m");
    scr_columns_head(out, "orientation", "degree");
    scr_columns_cell(out, "relaxation");
    return;
  }
  scr_columns_reals(out, i->velocity, w->dim);
  scr_columns_reals(out, i->spin + turns, 3 - turns);
  scr_columns_reals(out, i->center, w->dim);
  double degrees[3];
  scr_inlet_angles(i, degrees);
  scr_columns_reals(out, degrees + turns, 3 - turns);
  if (i->hold[1] > 0)
    scr_columns_cell(out, "%g, %g %s", i->hold[0], i->hold[1], i->by_steps ? "steps" : "s");
  else
    scr_columns_cell(out, "none");
}

static bool any_moves(const scr_world *w) {
  for (uint32_t k = 0; k < w->ninlet; k++)
    if (scr_inlet_moves(&w->inlet[k])) return true;
  return false;
}

static bool inlet_list(scr_args *a) {
  const scr_world *w = world_of(a);
  const bool moves = any_moves(w);
  scr_columns out = {0};
  if (!scr_args_finish(a)) return false;
  scr_columns_cell(&out, "id");
  scr_columns_cell(&out, "brick");
  scr_columns_cell(&out, "active");
  scr_columns_head(&out, "position", "m");
  scr_columns_head(&out, "flow-velocity", "m/s");
  if (moves) list_motion(w, NULL, &out);
  scr_columns_cell(&out, "group");
  scr_columns_row(&out);
  for (uint32_t k = 0; k < w->ninlet; k++) {
    const scr_inlet i = scr_inlet_now(w, &w->inlet[k]);
    scr_columns_cell(&out, "%u", (unsigned)i.id);
    scr_columns_cell(&out, "%u", (unsigned)i.brick);
    scr_columns_cell(&out, "%s", i.active ? "on" : "off");
    scr_columns_reals(&out, i.x, w->dim);
    scr_columns_reals(&out, i.flow, w->dim);
    if (moves) list_motion(w, &i, &out);
    scr_columns_groups(&out, w, i.groups);
    scr_columns_row(&out);
  }
  scr_columns_print(a->s, &out);
  return true;
}

/* ---- rows ---- */

static const scr_command rows[] = {
    {"inlet create", inlet_create, create_words, "",
     "makes an inlet: a brick slides in a box, and its balls enter where they leave that", 0},
    {"inlet list", inlet_list, NULL, "", "prints the inlets", 0},
    {"inlet modify", inlet_modify, modify_words, "", "changes an inlet", 0},
    {"inlet results", scr_inlet_results, scr_thing_results_words, "",
     "whether frames of results hold the boxes of inlets, and files of them", 0},
};
const scr_command_file scr_cmd_inlet = {rows, SCR_COUNTOF(rows)};
