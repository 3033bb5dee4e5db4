/* wall servo: words into the servos of walls (world/bodies/servos.h). */
#include <math.h>
#include <string.h>
#include "base/vec3.h"
#include "cmd/attribute.h"
#include "cmd/check_traps.h"
#include "cmd/columns.h"
#include "cmd/range.h"
#include "cmd/wall_make.h"
#include "world/bodies/servos.h"

enum { V_ACTIVATE, V_FORCE, V_X, V_Y, V_Z, V_FACTOR, V_UPDATE, V_LIMIT };
const scr_word_row scr_wall_servo_words[] = {
    {"activate", "<b>", "off: the wall keeps the velocity that it has"},
    {"force", "<v>", "that the wall is to exert, N"},
    {"force-x", "<f>", "x of it"},
    {"force-y", "<f>", "y of it"},
    {"force-z", "<f>", "z of it"},
    {"gain-factor", "<f>", "0.8 if not given; larger is faster, and above 1 hardly stable"},
    {"gain-update", "<i>", "cycles after which the gain is found anew, 1 if not given"},
    {"velocity-max", "<f>", "that the wall may have along the force, m/s; any if not given"},
    {0}};

/* What the words say; a bit of `given` for each. */
typedef struct servo_words {
  scr_servo s;
  unsigned given;
} servo_words;

static scr_world *world_of(const scr_args *a) { return a->lib->world; }
static bool gives(const servo_words *v, int word) { return v->given >> word & 1; }

static bool read_force(scr_args *a, int word, servo_words *v) {
  const int dim = world_of(a)->dim;
  const scr_loc at = scr_args_last(a);
  if (word == V_Z && dim == 2) return scr_fail(a->diag, &at, SCR_E_VALUE, "there is no z in 2D");
  for (int c = 0; c < dim; c++)
    if ((word == V_FORCE || word == V_X + c) &&
        !scr_args_once(a, &v->s.force[c], &at, scr_wall_servo_words[V_X + c].word))
      return false;
  if (word == V_FORCE) return scr_args_place(a, "the force", v->s.force);
  const scr_loc number = scr_args_loc(a);
  return scr_args_real(a, "the force", &v->s.force[word - V_X]) &&
         scr_vector_fits(a->diag, &number, "the force", v->s.force);
}

static bool read_update(scr_args *a, servo_words *v) {
  int64_t n;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, "a number of cycles", &n)) return false;
  if (n < 1 || n > INT32_MAX)
    return scr_fail(a->diag, &at, SCR_E_VALUE,
                    "the gain is found anew after 1 to %d cycles, not %lld", INT32_MAX,
                    (long long)n);
  v->s.every = (uint32_t)n;
  return true;
}

static bool read_word(scr_args *a, servo_words *v) {
  int word;
  if (!scr_args_word(a, scr_wall_servo_words, &word)) return false;
  v->given |= 1u << word;
  switch (word) {
  case V_ACTIVATE: return scr_args_bool(a, "on or off", &v->s.active);
  case V_FACTOR: return scr_args_positive(a, "the gain factor", &v->s.factor);
  case V_UPDATE: return read_update(a, v);
  case V_LIMIT: return scr_args_positive(a, "the largest velocity", &v->s.limit);
  default: return read_force(a, word, v);
  }
}

/* The servo of a wall as the words make it. */
static scr_servo given(const scr_world *w, uint32_t wall, const servo_words *v) {
  const scr_servo *old = scr_servo_find(w, wall);
  scr_servo s = old ? *old : scr_servo_new(wall);
  s.active = gives(v, V_ACTIVATE) ? v->s.active : true;
  for (int c = 0; c < w->dim; c++)
    if (gives(v, V_FORCE) || gives(v, V_X + c)) s.force[c] = v->s.force[c];
  if (gives(v, V_FACTOR)) s.factor = v->s.factor;
  if (gives(v, V_UPDATE)) s.every = v->s.every;
  if (gives(v, V_LIMIT)) s.limit = v->s.limit;
  s.gain = 0; /* found anew */
  s.told = false;
  return s;
}

static bool fit(scr_args *a, const uint32_t *rows, size_t n, const servo_words *v) {
  const scr_world *w = world_of(a);
  for (size_t k = 0; k < n; k++) {
    const scr_servo s = given(w, scr_wall_piece.id(w, rows[k]), v);
    if (!scr_servo_fits(w, a->diag, &s)) return false;
  }
  return true;
}

/* Ranges of space may be empty in silence, but nobody drives walls to make sure. */
static bool tell_none(scr_args *a, int warnings) {
  return a->diag->warnings > warnings || scr_told_before(a->s, &a->loc, "servo") ||
         scr_warn(a->diag, &a->loc, SCR_E_STATE, "the range selects nothing: no wall is driven");
}

bool scr_wall_servo(scr_args *a) {
  servo_words v = {.given = 0};
  uint32_t *rows = NULL;
  size_t n = 0;
  while (scr_args_more(a))
    if (!read_word(a, &v)) return false;
  if (!gives(&v, V_ACTIVATE) || v.s.active) scr_trap_wall_servo(a, v.s.force);
  const int warnings = a->diag->warnings;
  if (!scr_piece_rows(a, &scr_wall_piece, &rows, &n)) return false;
  scr_world *w = world_of(a);
  const bool ok = (n || tell_none(a, warnings)) && fit(a, rows, n, &v);
  for (size_t k = 0; ok && k < n; k++) {
    const scr_servo s = given(w, scr_wall_piece.id(w, rows[k]), &v);
    scr_servo_put(w, &s);
  }
  scr_free(rows);
  return ok;
}

static void list_servo(const scr_world *w, const scr_servo *s, uint32_t row, scr_columns *out) {
  scr_columns_cell(out, "%u", s->wall);
  scr_columns_cell(out, "%s", scr_wall_piece.called(w, row));
  scr_columns_reals(out, s->force, w->dim);
  scr_columns_real(out, s->gain);
  if (s->limit < HUGE_VAL)
    scr_columns_real(out, s->limit);
  else
    scr_columns_cell(out, "any");
  scr_columns_cell(out, "%s", s->active ? "yes" : "no");
  scr_columns_row(out);
}

/* Of walls without a servo nothing is said. */
bool scr_wall_list_servos(scr_args *a) {
  const scr_world *w = world_of(a);
  uint32_t *rows = NULL;
  size_t n = 0;
  scr_columns out = {0};
  if (!scr_piece_rows(a, &scr_wall_piece, &rows, &n)) return false;
  scr_columns_cell(&out, "wall");
  scr_columns_cell(&out, "name");
  scr_columns_head(&out, "force", "N");
  scr_columns_head(&out, "gain", "m/s/N");
  scr_columns_head(&out, "velocity-max", "m/s");
  scr_columns_cell(&out, "active");
  scr_columns_row(&out);
  for (size_t k = 0; k < n; k++) {
    const scr_servo *s = scr_servo_find(w, scr_wall_piece.id(w, rows[k]));
    if (s) list_servo(w, s, rows[k], &out);
  }
  scr_columns_print(a->s, &out);
  scr_free(rows);
  return true;
}
