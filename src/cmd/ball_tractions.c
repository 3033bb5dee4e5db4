/* ball tractions: forces of contacts by a given stress (world/cycle/tractions.h). */
#include <math.h>
#include <string.h>
#include "base/smath.h"
#include "base/vec3.h"
#include "cmd/attribute.h"
#include "cmd/check_traps.h"
#include "cmd/import.h"
#include "world/cycle/tractions.h"

#define BOX "the sides are those of the box around all balls, or of the period"
enum {
  T_ANGLE,
  T_BOUNDARY,
  T_ACTIVE,
  T_CREATE,
  T_CONSTANT,
  T_DIRECTION,
  T_EXTRA,
  T_LAYERED,
  T_OVERBURDEN,
  T_PERIODICITY,
  T_POLYDISPERSE,
  T_RATIO,
  T_AREA,
  T_POSITION,
  T_VOLUME
};
const scr_word_row scr_ball_tractions_words[] = {
    {"angular-tolerance", "<f>",
     "degrees by which the contact with a wall may point away from a side of the sample; 10"},
    {"boundary-group", "<s>", "!no groups tell where the sample ends: " BOX},
    {"contact-active", "<b>", "on: contacts that carry nothing stay as they are; on if not given"},
    {"contact-create", "<b>",
     "contacts of all balls with adjacent cells at any gap, none with walls; off"},
    {"constant", "<f> <f> <f> [<f> <f> <f>]",
     "the stress, tension positive: xx yy zz xy xz yz, in 2D xx yy xy, Pa"},
    {"direction-x", "<v>", "along which the first of two ratios acts (3D); (1,0,0) if not given"},
    {"extra", "<i>", "the stress of each ball is the tensor in its extra variable"},
    {"layered", "<b>",
     "on: the weight is that of what stands straight above, not of all balls over the box; off"},
    {"overburden", "<f>", "stress along gravity on top of the sample, tension positive, Pa"},
    {"periodicity", "<b> <b> [<b>]", "as the domain is; it decides"},
    {"polydisperse", "<b>", "on: radii count, the cells are radical ones; on if not given"},
    {"ratio", "<f> [<f>]",
     "stress across gravity over that along it, which follows from the weight; or along two axes"},
    {"update-area", "<b>", "the property user_area becomes the area of the face; off"},
    {"update-position", "<b>", "off, as here: balls stay where they are"},
    {"update-volume", "<b>", "off, as here: the volume of a ball is that of its radius"},
    {0}};

/* What the words say; a bit of `given` and a place for each. */
typedef struct spec {
  scr_traction t;
  unsigned given;
  scr_loc at[T_VOLUME + 1];
  bool create, radical;
  double ratio[2], along[3];
  bool two; /* ratios */
  size_t extra;
} spec;

static scr_world *world_of(const scr_args *a) { return a->lib->world; }
static bool gives(const spec *s, int word) { return s->given >> word & 1; }

/* ---- words ---- */

static bool read_tensor(scr_args *a, spec *s) {
  static const int place[2][6] = {{0, 4, 1, -1, -1, -1}, {0, 4, 8, 1, 2, 5}};
  const int dim = world_of(a)->dim, n = dim == 2 ? 3 : 6;
  for (int k = 0; k < n; k++) {
    double x;
    const int to = place[dim - 2][k];
    if (!scr_args_real(a, dim == 2 ? "the stresses xx, yy and xy" : "the stresses xx to yz", &x))
      return false;
    s->t.tensor[to] = s->t.tensor[3 * (to % 3) + to / 3] = x;
  }
  return true;
}

static bool read_ratio(scr_args *a, spec *s) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, "the ratio", &s->ratio[0])) return false;
  s->ratio[1] = s->ratio[0];
  s->two = scr_args_number_follows(a);
  if (s->two && world_of(a)->dim == 2)
    return scr_fail(a->diag, &at, SCR_E_VALUE, "2D has one axis across gravity: one ratio");
  return !s->two || scr_args_real(a, "the second ratio", &s->ratio[1]);
}

static bool read_angle(scr_args *a, spec *s) {
  double x;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, "the angle", &x)) return false;
  s->t.alignment = scr_cos(x * (SCR_PI / 180));
  return (x >= 0 && x < 90) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the angle lies between 0 and 90 degrees");
}

static bool read_periodicity(scr_args *a) {
  const scr_world *w = world_of(a);
  for (int c = 0; c < w->dim; c++) {
    bool on;
    const scr_loc at = scr_args_loc(a);
    if (!scr_args_bool(a, "on or off", &on)) return false;
    if (a->dry || on == (w->domain.condition[c] == SCR_B_PERIODIC)) continue;
    scr_fail(a->diag, &at, SCR_E_VALUE, "the domain is %speriodic along %c", on ? "not " : "",
             "xyz"[c]);
    return scr_hint(a->diag, "cells are periodic as the domain is: see 'model domain condition'");
  }
  return true;
}

/* Behind all words, where PFC takes a range. */
static bool no_range(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (!t || scr_args_more(a)) return true;
  return scr_fail(a->diag, &t->loc, SCR_E_UNSUPPORTED,
                  "a range is not supported: only the cells of all balls fill the box, and only "
                  "forces at all their faces balance");
}

/* What PFC does by default, and scree does not. */
static bool read_off(scr_args *a, int word) {
  static const char *const why[] = {
      [T_POSITION] = "balls stay where they are: moved to the middles of their cells they would "
                     "have other gaps",
      [T_VOLUME] = "the volume of a ball follows from its radius"};
  bool on;
  const scr_loc at = scr_args_last(a);
  if (!scr_args_bool(a, "on or off", &on)) return false;
  if (!on) return true;
  return scr_fail(a->diag, &at, SCR_E_UNSUPPORTED, "'%s on' is not supported: %s",
                  scr_ball_tractions_words[word].word, why[word]);
}

static bool read_word(scr_args *a, spec *s) {
  int word;
  if (!scr_args_word(a, scr_ball_tractions_words, &word)) return false;
  s->given |= 1u << word;
  s->at[word] = scr_args_last(a);
  switch (word) {
  case T_ANGLE: return read_angle(a, s);
  case T_ACTIVE:
    if (!scr_args_bool(a, "on or off", &s->t.inactive)) return false;
    s->t.inactive = !s->t.inactive;
    return true;
  case T_CREATE: return scr_args_bool(a, "on or off", &s->create);
  case T_CONSTANT: return read_tensor(a, s);
  case T_DIRECTION: return scr_args_vector(a, "the direction", 3, s->along);
  case T_EXTRA: return scr_args_extra_index(a, &s->extra);
  case T_LAYERED: return scr_args_bool(a, "on or off", &s->t.layered);
  case T_OVERBURDEN: return scr_args_real(a, "the overburden", &s->t.surface);
  case T_PERIODICITY: return read_periodicity(a);
  case T_POLYDISPERSE: return scr_args_bool(a, "on or off", &s->radical);
  case T_RATIO: return read_ratio(a, s);
  case T_AREA: return scr_args_bool(a, "on or off", &s->t.area);
  default: return read_off(a, word);
  }
}

/* ---- what they mean together ---- */

static bool clash(scr_args *a, const spec *s, int word, int with) {
  if (!gives(s, word) || !gives(s, with)) return true;
  return scr_fail(a->diag, &s->at[word], SCR_E_VALUE, "'%s' and '%s' both tell the stress",
                  scr_ball_tractions_words[word].word, scr_ball_tractions_words[with].word);
}

static bool one_stress(scr_args *a, spec *s) {
  if (!clash(a, s, T_EXTRA, T_CONSTANT) || !clash(a, s, T_RATIO, T_CONSTANT) ||
      !clash(a, s, T_OVERBURDEN, T_CONSTANT) || !clash(a, s, T_RATIO, T_EXTRA) ||
      !clash(a, s, T_OVERBURDEN, T_EXTRA))
    return false;
  s->t.kind = gives(s, T_CONSTANT) ? SCR_STRESS_CONSTANT
              : gives(s, T_EXTRA)  ? SCR_STRESS_OF_BALLS
                                   : SCR_STRESS_WEIGHT;
  if (s->t.layered && s->t.kind != SCR_STRESS_WEIGHT)
    return scr_fail(a->diag, &s->at[T_LAYERED], SCR_E_VALUE,
                    "'layered' is a word of the weight: give 'ratio', not the stress itself");
  if (s->t.kind != SCR_STRESS_WEIGHT || gives(s, T_RATIO)) return true;
  if (gives(s, T_OVERBURDEN))
    return scr_fail(a->diag, &s->at[T_OVERBURDEN], SCR_E_SYNTAX,
                    "an overburden needs the ratio of the stress across gravity: ratio <f>");
  return scr_args_expected(a, "the stress: constant, ratio or extra");
}

static bool direction_fits(scr_args *a, const spec *s) {
  if (!gives(s, T_DIRECTION)) return true;
  if (world_of(a)->dim == 2)
    return scr_fail(a->diag, &s->at[T_DIRECTION], SCR_E_NAME, "2D has one axis across gravity");
  return s->two || scr_fail(a->diag, &s->at[T_DIRECTION], SCR_E_VALUE,
                            "it is the axis of the first of two ratios, which are not given");
}

/* PFC does both unless it is told not to: without these words results differ from there. */
static bool tell_updates(scr_args *a, const spec *s) {
  return (gives(s, T_POSITION) && gives(s, T_VOLUME)) ||
         scr_warn(a->diag, &a->loc, SCR_E_UNSUPPORTED,
                  "PFC also moves balls into their cells and changes their volumes, scree does "
                  "neither: say so by 'update-position off update-volume off'");
}

static bool fail_axis(scr_args *a, const spec *s) {
  scr_fail(a->diag, &s->at[T_RATIO], SCR_E_STATE, "gravity points along no axis");
  return scr_hint(a->diag, "give 'model gravity' along one, or the stress by 'constant'");
}

/* What a check can tell. */
static bool may_run(scr_args *a, const spec *s) {
  if (s->t.kind == SCR_STRESS_WEIGHT && scr_trap_weightless(a)) return fail_axis(a, s);
  return !scr_trap_no_balls(a) || scr_fail(a->diag, NULL, SCR_E_STATE, "there are no balls");
}

/* The stress over the vertical one: 1 along gravity, the ratios across. */
static bool weigh(scr_args *a, spec *s) {
  const scr_world *w = world_of(a);
  const int axis = scr_gravity_axis(w);
  const double *v = s->along;
  if (axis < 0) return fail_axis(a, s);
  if (w->domain.condition[axis] == SCR_B_PERIODIC)
    return scr_fail(a->diag, &s->at[T_RATIO], SCR_E_STATE,
                    "gravity points along the periodic axis %c: nothing is on top", "xyz"[axis]);
  double x[3] = {v[0], v[1], v[2]};
  x[axis] = 0;
  const double len2 = scr_dot3(x, x);
  if (s->two && !(len2 > 0))
    return scr_fail(a->diag, &s->at[gives(s, T_DIRECTION) ? T_DIRECTION : T_RATIO], SCR_E_VALUE,
                    "the first ratio is along (%g,%g,%g), which is that of gravity", v[0], v[1],
                    v[2]);
  for (int k = 0; k < 9; k++) {
    const int i = k / 3, j = k % 3;
    const double both = i == j && i != axis && i < w->dim ? s->ratio[1] : 0;
    s->t.tensor[k] = both;
    if (s->two) s->t.tensor[k] += (s->ratio[0] - s->ratio[1]) * (x[i] * x[j] / len2);
  }
  s->t.tensor[4 * axis] = 1;
  return true;
}

/* The tensors of all balls, 9 a row. */
static bool read_balls(scr_args *a, const spec *s, double *out) {
  static const int place[6] = {0, 4, 8, 1, 2, 5};
  scr_world *w = world_of(a);
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const scr_val v = scr_extra_get(&a->lib->extras, SCR_K_BALL, scr_ball_ref(w, k), s->extra);
    if (v.type != SCR_V_TENSOR)
      return scr_fail(a->diag, &s->at[T_EXTRA], SCR_E_VALUE,
                      "ball %u has no tensor in its extra variable %zu",
                      *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, k), s->extra + 1);
    for (int c = 0; c < 6; c++) {
      const int to = place[c];
      out[9 * (size_t)k + (size_t)to] = out[9 * (size_t)k + (size_t)(3 * (to % 3) + to / 3)] =
          scr_val_reals(&v)[c];
    }
  }
  return true;
}

/* ---- what came of it ---- */

/* What would give the bare faces a contact, or why there is none. */
static const char *remedy(const spec *s) {
  if (s->create) return "contacts see the nearest image alone, and some take no given force";
  if (s->t.inactive) return "'contact-create on' makes the contacts that lack";
  return "'contact-active off' takes those without force, 'contact-create on' makes all";
}

static bool tell_bare(scr_args *a, const spec *s, const scr_tractions_done *done) {
  const double least = 1e-9 * (done->area[0] + done->area[1]);
  if (done->bare[0] > least &&
      !scr_warn(a->diag, &a->loc, SCR_E_STATE,
                "%.3g %% of the area between balls has no contact that takes its force: %s",
                100 * done->bare[0] / done->area[0], remedy(s)))
    return false;
  return !(done->bare[1] > least) ||
         scr_warn(a->diag, &a->loc, SCR_E_STATE,
                  "%.3g %% of the area of the sides has no contact with a wall: nothing holds the "
                  "sample there%s",
                  100 * done->bare[1] / done->area[1],
                  s->create ? "; 'contact-create' makes none: balls must touch the walls" : "");
}

static bool tell(scr_args *a, const spec *s, const scr_tractions_done *done) {
  if (done->unfit && !scr_warn(a->diag, &a->loc, SCR_E_UNSUPPORTED,
                               "%zu contacts stay as they are: the law '%s' takes no given force",
                               done->unfit, done->law))
    return false;
  if (done->short_of &&
      !scr_warn(a->diag, &a->loc, SCR_E_STATE,
                "%zu of %zu contacts hold less than the stress asks for: without a bond there is "
                "no tension, and what exceeds friction slides",
                done->short_of, done->set))
    return false;
  return tell_bare(a, s, done);
}

/* ---- the command ---- */

static bool give(scr_args *a, spec *s, scr_cells *cells) {
  scr_world *w = world_of(a);
  scr_tractions_done done;
  double *of_ball = NULL;
  if (s->create && !scr_tractions_join(w, a->diag, s->radical, cells)) return false;
  if (s->t.kind == SCR_STRESS_OF_BALLS) {
    s->t.of_ball = of_ball = scr_alloc(9 * (size_t)w->ball.n * sizeof *of_ball);
    if (!read_balls(a, s, of_ball)) return scr_free(of_ball), false;
  }
  const double before = scr_energy_state(w);
  scr_tractions_give(w, cells, &s->t, &done);
  scr_energy_edited(w, before);
  scr_free(of_ball);
  return tell(a, s, &done);
}

static bool balls_have_tensors(scr_args *a, const spec *s) {
  if (s->t.kind != SCR_STRESS_OF_BALLS) return true;
  double *all = scr_alloc(9 * ((size_t)world_of(a)->ball.n + 1) * sizeof *all);
  const bool ok = read_balls(a, s, all);
  scr_free(all);
  return ok;
}

bool scr_ball_tractions(scr_args *a) {
  spec s = {.radical = true, .along = {1, 0, 0}, .t = {.alignment = scr_cos(SCR_PI / 18)}};
  scr_cells cells = {0};
  while (scr_args_more(a))
    if (!read_word(a, &s)) return false;
  if (!no_range(a) || !one_stress(a, &s) || !direction_fits(a, &s) || !tell_updates(a, &s) ||
      !may_run(a, &s) || !scr_args_finish(a))
    return false;
  if (s.t.kind == SCR_STRESS_WEIGHT && !weigh(a, &s)) return false;
  s.t.inactive |= s.create;
  if (s.t.surface > 0 &&
      !scr_warn(a->diag, &s.at[T_OVERBURDEN], SCR_E_VALUE,
                "an overburden of %g Pa pulls: compression is negative", s.t.surface))
    return false;
  if (!balls_have_tensors(a, &s) || !scr_world_clean(world_of(a), a->diag)) return false;
  const bool ok = scr_cells_find(world_of(a), a->diag, s.radical, &cells) && give(a, &s, &cells);
  scr_cells_free(&cells);
  return ok;
}
