/* Commands on the model as a whole: domain, timestep, cycling, energy, saving. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/num.h"
#include "cmd/attribute.h"
#include "cmd/check_traps.h"
#include "cmd/checking.h"
#include "cmd/columns.h"
#include "cmd/commands.h"
#include "cmd/history.h"
#include "cmd/import.h"
#include "cmd/range.h"
#include "cmd/read.h"
#include "cmd/results.h"
#include "cmd/today.h"
#include "world/bodies/inlets.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- new, configure, title, options ---- */

enum { NEW_FORCE, NEW_PROJECT };
static const scr_word_row new_words[] = {
    {"force", "", "no question is asked anyway"},
    {"project", "", "read and ignored: there are no project files"},
    {0}};

static bool model_new(scr_args *a) {
  int w;
  while (!scr_args_end(a)) {
    const scr_loc at = scr_args_loc(a);
    if (!scr_args_word(a, new_words, &w)) return false;
    if (w == NEW_PROJECT && !scr_args_ignored(a, &at, &new_words[w])) return false;
  }
  if (!scr_args_finish(a)) return false;
  scr_checking_starts(a->s);
  scr_session_reset(a->s, world_of(a)->dim);
  return true;
}

enum {
  CONFIGURE_DIM,
  CONFIGURE_2D,
  CONFIGURE_3D,
  CONFIGURE_DYNAMIC,
  CONFIGURE_PLUGINS,
  CONFIGURE_CPPUDM
};
#define NO_PROCESS "!scree has the mechanical process of balls and walls only"
static const scr_word_row configure_words[] = {
    {"dim", "<i>", "dimension, 2 or 3"},
    {"2d", "", "two dimensions"},
    {"3d", "", "three dimensions"},
    {"dynamic", "", "no effect: the model is always dynamic"},
    {"plugins", "", "no effect: contact laws are part of the program"},
    {"cppudm", "", "no effect: contact laws are part of the program"},
    {"energy", "", "!use 'model energy mechanical on'"},
    {"axisymmetry", "", "!a model of balls has two dimensions or three"},
    {"ccfd", "", NO_PROCESS},
    {"cfd", "", NO_PROCESS},
    {"creep", "", NO_PROCESS},
    {"feblock", "", NO_PROCESS},
    {"fluid", "", NO_PROCESS},
    {"highorder", "", NO_PROCESS},
    {"hotetra", "", NO_PROCESS},
    {"imass", "", NO_PROCESS},
    {"matrixflow", "", NO_PROCESS},
    {"thermal", "", NO_PROCESS},
    {0},
};

/* *dim is 0 after a word without effect. */
static bool read_dimension(scr_args *a, int64_t *dim) {
  int w;
  if (!scr_args_word(a, configure_words, &w)) return false;
  const scr_loc word = scr_args_last(a);
  *dim = 0;
  if (w >= CONFIGURE_DYNAMIC)
    return scr_warn(a->diag, &word, SCR_E_UNSUPPORTED, "'%s' has %s", configure_words[w].word,
                    configure_words[w].doc);
  *dim = w == CONFIGURE_2D ? 2 : 3;
  scr_loc at = scr_args_loc(a);
  if (w == CONFIGURE_DIM && !scr_args_int(a, "2 or 3", dim)) return false;
  return *dim == 2 || *dim == 3 || scr_fail(a->diag, &at, SCR_E_VALUE, "the dimension is 2 or 3");
}

static bool model_configure(scr_args *a) {
  scr_session *s = a->s;
  scr_world *w = world_of(a);
  int64_t dim;
  if (!read_dimension(a, &dim) || !scr_args_finish(a)) return false;
  if (!dim) return true;
  scr_loc at = scr_args_last(a);
  if (scr_session_options(s)->dim && scr_session_options(s)->dim != dim)
    return scr_fail(scr_session_diag(s), &at, SCR_E_STATE, "the option --dim %d says otherwise",
                    scr_session_options(s)->dim);
  scr_session_settle(s);
  if (w->dim == dim) return true;
  if (w->domain.set || w->ball.n || w->wall.n || w->cycle) {
    scr_fail(scr_session_diag(s), &at, SCR_E_STATE,
             "the dimension of a model in use cannot change");
    return scr_hint(scr_session_diag(s), "put 'model configure' right after 'model new'");
  }
  scr_world *fresh = scr_world_new((int)dim);
  fresh->rng = w->rng;
  scr_session_use_world(s, fresh);
  scr_checking_dimension(s);
  return true;
}

static bool model_title(scr_args *a) {
  char *title = NULL;
  if (!scr_args_string(a, "a title", &title)) return false;
  if (!scr_args_finish(a)) {
    scr_free(title);
    return false;
  }
  scr_free(a->lib->title);
  a->lib->title = title;
  return true;
}

static bool model_large_strain(scr_args *a) {
  bool on;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_switch(a, &on) || !scr_args_finish(a)) return false;
  world_of(a)->large_strain = true;
  return on || scr_warn(a->diag, &at, SCR_E_UNSUPPORTED,
                        "'model large-strain off' has no effect: balls always move, and contacts "
                        "follow the motion");
}

static bool model_random(scr_args *a) {
  int64_t seed = 10000;
  if (!scr_args_end(a) && !scr_args_int(a, "the seed", &seed)) return false;
  if (!scr_args_finish(a)) return false;
  scr_rng_seed(&world_of(a)->rng, (uint64_t)seed);
  return true;
}

static bool model_gravity(scr_args *a) {
  scr_world *w = world_of(a);
  const scr_token *t = scr_args_peek(a);
  double g[3] = {0}, size;
  int k = a->k;
  bool vector = t && t->type == SCR_T_VALUE && t->val.type == SCR_V_VEC;
  if (!vector) {
    if (!scr_args_real(a, "a number or a vector", &size)) return false;
    vector = scr_args_number_follows(a);
    g[w->dim - 1] = 0 - size; /* no negative zero */
  }
  if (vector) {
    a->k = k;
    if (!scr_args_vector(a, "gravity", w->dim, g)) return false;
  }
  if (!scr_args_finish(a)) return false;
  scr_world_set_gravity(w, g);
  return true;
}

/* ---- domain ---- */

const scr_word_row scr_condition_words[] = {
    {"stop", "", "a ball whose centre leaves stands still"},
    {"reflect", "", "a ball whose centre leaves is thrown back"},
    {"destroy", "", "a ball whose centre leaves is deleted"},
    {"periodic", "", "what leaves on one side comes in on the other"},
    {0},
};

enum {
  DOMAIN_EXTENT,
  DOMAIN_CONDITION,
  DOMAIN_TOLERANCE,
  DOMAIN_PERIODIC,
  DOMAIN_RATE,
  DOMAIN_RATE_XX,
  DOMAIN_RATE_XY = DOMAIN_RATE_XX + 3
};
#define DOMAIN_TILTED "!sides of the domain stay at right angles: give -xx, -yy and -zz"
static const scr_word_row domain_words[] = {
    {"extent", "<xl> <xu> [<yl> <yu> [<zl> <zu>]]",
     "bounds; the last pair stands for the axes not given"},
    {"condition", "stop|reflect|destroy|periodic ...",
     "what happens at the bounds, for all axes or one by one"},
    {"tolerance", "<f>", "read and ignored: contacts are detected exactly"},
    {"periodic", "", "!use 'condition periodic'"},
    {"strain-rate", "<xx> [<xy> <xz> <yx> <yy> ...]",
     "all that is in the domain is strained with it about its middle, 1/s; or the diagonal as a "
     "vector, (x,y,z)"},
    {"strain-rate-xx", "<f>", "along x; the others stay"},
    {"strain-rate-yy", "<f>", "along y"},
    {"strain-rate-zz", "<f>", "along z"},
    {"strain-rate-xy", "", DOMAIN_TILTED},
    {"strain-rate-xz", "", DOMAIN_TILTED},
    {"strain-rate-yx", "", DOMAIN_TILTED},
    {"strain-rate-yz", "", DOMAIN_TILTED},
    {"strain-rate-zx", "", DOMAIN_TILTED},
    {"strain-rate-zy", "", DOMAIN_TILTED},
    {0},
};

/* What may stand behind the condition of one axis. */
static const scr_word_row behind_condition_words[] = {{"stop", "", ""},    {"reflect", "", ""},
                                                      {"destroy", "", ""}, {"periodic", "", ""},
                                                      {"extent", "", ""},  {0}};

static bool read_conditions(scr_args *a, uint8_t out[3]) {
  int n = 0, dim = world_of(a)->dim;
  do {
    int w;
    if (!scr_args_word(a, scr_condition_words, &w)) return false;
    scr_args_again(a);     /* one for each axis */
    out[n++] = (uint8_t)w; /* rows stand in the order of scr_boundary */
    if (w == SCR_B_DESTROY) scr_args_may_remove(a, "ball");
  } while (n < dim && scr_args_next_is(a, scr_condition_words));
  const scr_token *t = scr_args_peek(a);
  if (t && t->type == SCR_T_WORD && n < dim && !scr_args_next_is(a, domain_words))
    return scr_args_unknown(a, "keyword of this command", behind_condition_words);
  scr_loc behind = scr_args_behind(a);
  if (n != 1 && n != dim)
    return scr_fail(a->diag, &behind, SCR_E_VALUE,
                    "expected one condition for all axes or one for each, found %d", n);
  for (int k = n; k < 3; k++) out[k] = out[0];
  return true;
}

static bool read_extent(scr_args *a, scr_domain *d) {
  int from = a->k;
  if (!scr_args_extent(a, d->lo, d->hi)) return false;
  scr_loc at = scr_args_since(a, from);
  return scr_domain_check(a->diag, &at, world_of(a)->dim, d->lo, d->hi);
}

static bool read_tolerance(scr_args *a) {
  const scr_loc at = scr_args_last(a);
  double none;
  return scr_args_real(a, "the tolerance", &none) &&
         scr_args_ignored(a, &at, &domain_words[DOMAIN_TOLERANCE]);
}

static bool read_rate(scr_args *a, int axis, double rate[3]) {
  const scr_loc at = scr_args_last(a);
  if (axis >= world_of(a)->dim)
    return scr_fail(a->diag, &at, SCR_E_NAME, "there is no component along z in 2D");
  return scr_args_real(a, "the rate of strain", &rate[axis]);
}

/* PFC 5: `strainrate xx <f> yy <f>`. */
static const scr_word_row rate_words[] = {{"xx", "", ""},
                                          {"yy", "", ""},
                                          {"zz", "", ""},
                                          {"xy", "", DOMAIN_TILTED},
                                          {"xz", "", DOMAIN_TILTED},
                                          {"yx", "", DOMAIN_TILTED},
                                          {"yz", "", DOMAIN_TILTED},
                                          {"zx", "", DOMAIN_TILTED},
                                          {"zy", "", DOMAIN_TILTED},
                                          {0}};

/* Row by row; what is not given is 0. A vector is the diagonal. By components, the others stay. */
static bool read_rates(scr_args *a, double rate[3]) {
  const int dim = world_of(a)->dim;
  if (scr_args_next_is(a, rate_words)) {
    int axis;
    do
      if (!scr_args_word(a, rate_words, &axis) || !read_rate(a, axis, rate)) return false;
    while (scr_args_next_is(a, rate_words));
    return true;
  }
  const scr_token *t = scr_args_peek(a);
  memset(rate, 0, 3 * sizeof *rate);
  if ((t && t->type == SCR_T_VALUE && t->val.type == SCR_V_VEC) || scr_args_enclosed(a) == dim)
    return scr_args_vector(a, "the rate of strain", dim, rate);
  for (int k = 0; k < dim * dim && (k == 0 || scr_args_number_follows(a)); k++) {
    const scr_loc at = scr_args_loc(a);
    double f;
    if (!scr_args_real(a, "a rate of strain", &f)) return false;
    if (k % (dim + 1) == 0) rate[k / (dim + 1)] = f;
    if (k % (dim + 1) == 0 || f == 0) continue;
    scr_fail(a->diag, &at, SCR_E_UNSUPPORTED, "this is the rate %c%c, and must be 0",
             "xyz"[k / dim], "xyz"[k % dim]);
    return scr_hint(a->diag, "%s", &DOMAIN_TILTED[1]);
  }
  return true;
}

static bool read_domain_word(scr_args *a, int word, scr_domain *next) {
  switch (word) {
  case DOMAIN_EXTENT: return read_extent(a, next);
  case DOMAIN_CONDITION: return read_conditions(a, next->condition);
  case DOMAIN_TOLERANCE: return read_tolerance(a);
  case DOMAIN_RATE: return read_rates(a, next->rate);
  default: return read_rate(a, word - DOMAIN_RATE_XX, next->rate);
  }
}

static bool model_domain(scr_args *a) {
  scr_world *w = world_of(a);
  scr_diag *d = a->diag;
  scr_domain next = w->domain, old = w->domain;
  bool extent = false, condition = false, rate = false;
  do {
    int word;
    if (!scr_args_word(a, domain_words, &word)) return false;
    extent |= word == DOMAIN_EXTENT;
    condition |= word == DOMAIN_CONDITION;
    rate |= word >= DOMAIN_RATE;
    if (!read_domain_word(a, word, &next)) return false;
  } while (!scr_args_end(a));
  scr_trap_domain(a, &next, extent, condition);
  if (!scr_args_finish(a)) return false;
  if (w->dim == 2 && extent) next.lo[2] = -0.5, next.hi[2] = 0.5;

  if (extent && !scr_domain_set(w, d, next.lo, next.hi)) return false;
  if ((!condition || scr_domain_set_condition(w, d, next.condition)) &&
      (!rate || scr_domain_set_rate(w, d, next.rate)))
    return true;
  if (extent && old.set)
    scr_domain_set(w, d, old.lo, old.hi);
  else
    w->domain = old;
  return false;
}

/* ---- timestep ---- */

static const scr_word_row mechanical_words[] = {
    {"timestep", "fix <f>|automatic|scale [<f>]|maximum <f>|increment <f>|safety-factor <f>",
     "how the timestep is chosen"},
    {"time-total", "<f>", "sets the clock: cycles go on from this time, s"},
    {"active", "<b>", "read and ignored if on: it is the only process"},
    {"dynamic", "<b>", "!the model is always dynamic"},
    {"follower", "<b>", "!it is the only process"},
    {"list", "", "!use 'model list timestep'"},
    {"slave", "<b>", "!it is the only process"},
    {"substep", "<i>", "!it is the only process"},
    {"update", "<i>", "!the timestep is determined in every cycle"},
    {0},
};

enum { DT_AUTOMATIC, DT_FIX, DT_INCREMENT, DT_MAXIMUM, DT_SAFETY, DT_SCALE, DT_UPDATE };
const scr_word_row scr_timestep_words[] = {
    {"automatic", "",
     "stable for the present stiffness and velocity; makes the contacts that are due, as 'model "
     "clean' does"},
    {"fix", "<f>", "this value, s; makes the contacts that are due, too"},
    {"increment", "<f>", "largest growth from cycle to cycle; default 1.05"},
    {"maximum", "<f>", "never more than this, s"},
    {"safety-factor", "<f>", "part of the stability limit; default 0.8"},
    {"scale", "[<f>]", "inertial masses are scaled so that this timestep (default 1 s) is stable"},
    {"update", "<i>", "read and ignored: the timestep is determined in every cycle"},
    {0},
};

static bool timestep_update(scr_args *a) {
  int64_t ignored;
  const scr_loc at = scr_args_last(a);
  return scr_args_int(a, "a number of cycles", &ignored) &&
         scr_args_ignored(a, &at, &scr_timestep_words[DT_UPDATE]);
}

/* 'fix' and 'automatic' also make the contacts that are due: *settles. */
static bool timestep_word(scr_args *a, scr_timestep *t, bool *settles) {
  int w;
  if (!scr_args_word(a, scr_timestep_words, &w)) return false;
  scr_loc at = scr_args_loc(a);
  switch (w) {
  case DT_AUTOMATIC: t->mode = SCR_DT_AUTOMATIC; return *settles = true;
  case DT_FIX:
    t->mode = SCR_DT_FIX, *settles = true;
    return scr_args_positive(a, "the timestep", &t->given);
  case DT_SCALE:
    t->mode = SCR_DT_SCALE;
    t->given = 1;
    return !scr_args_number_follows(a) || scr_args_positive(a, "the timestep", &t->given);
  case DT_MAXIMUM: return scr_args_positive(a, "the maximum", &t->maximum);
  case DT_SAFETY: return scr_args_safety(a, &t->safety);
  case DT_INCREMENT:
    if (!scr_args_real(a, "the increment", &t->increment)) return false;
    return t->increment >= 1 ||
           scr_fail(a->diag, &at, SCR_E_VALUE, "the increment must be at least 1");
  case DT_UPDATE: return timestep_update(a);
  }
  return false;
}

static bool set_clock(scr_args *a) {
  double t;
  if (!scr_args_real(a, "a time", &t) || !scr_args_finish(a)) return false;
  scr_clock_set(world_of(a), t);
  return true;
}

enum { MECHANICAL_TIMESTEP, MECHANICAL_TIME, MECHANICAL_ACTIVE };

/* It runs in any case. */
static bool only_process(scr_args *a) {
  const scr_loc at = scr_args_last(a), where = scr_args_loc(a);
  bool on = true;
  if (!scr_args_end(a) && !scr_args_bool(a, "on or off", &on)) return false;
  if (!on)
    return scr_fail(a->diag, &where, SCR_E_UNSUPPORTED,
                    "the mechanical process cannot be off: there is no other");
  return scr_args_ignored(a, &at, &mechanical_words[MECHANICAL_ACTIVE]) && scr_args_finish(a);
}

static bool model_mechanical(scr_args *a) {
  scr_world *w = world_of(a);
  int word;
  if (!scr_args_word(a, mechanical_words, &word)) return false;
  if (word == MECHANICAL_TIME) return set_clock(a);
  if (word == MECHANICAL_ACTIVE) return only_process(a);
  scr_timestep t = w->timestep;
  bool settles = false;
  do {
    if (!timestep_word(a, &t, &settles)) return false;
  } while (!scr_args_end(a));
  scr_trap_timestep(a, t.mode == SCR_DT_AUTOMATIC ? 0 : t.given);
  if (!scr_args_finish(a)) return false;
  scr_world_sync(w); /* the half-kick that is due belongs to the old step */
  w->timestep = t;
  return !settles || !isnan(w->point) || w->ball.n == 0 || scr_need(w, a->diag, SCR_LISTS);
}

/* ---- cycling ---- */

static bool cycling_allowed(scr_args *a) {
  if (isnan(world_of(a)->point)) return true;
  return scr_fail(a->diag, &a->loc, SCR_E_STATE, "cycles cannot run inside of a cycle");
}

static bool read_count(scr_args *a, const char *what, uint64_t *out) {
  int64_t i;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, what, &i)) return false;
  if (i < 0) return scr_fail(a->diag, &at, SCR_E_VALUE, "%s must not be negative", what);
  *out = (uint64_t)i;
  return true;
}

static bool read_calm(scr_args *a, int *calm) {
  uint64_t n;
  scr_loc at = scr_args_loc(a);
  if (!read_count(a, "the number of cycles between calms", &n)) return false;
  if (n > INT32_MAX)
    return scr_fail(a->diag, &at, SCR_E_VALUE, "the number of cycles is too large");
  *calm = (int)n;
  return true;
}

static const scr_word_row cycle_words[] = {{"calm", "<i>", "zero velocities every so many cycles"},
                                           {0}};

static bool model_cycle(scr_args *a) {
  scr_limits l = scr_limits_none();
  if (!cycling_allowed(a) || !read_count(a, "the number of cycles", &l.cycles)) return false;
  while (!scr_args_end(a)) {
    int w;
    if (!scr_args_word(a, cycle_words, &w) || !read_calm(a, &l.calm)) return false;
  }
  if (l.cycles) scr_trap_solve(a, false);
  return scr_args_finish(a) && scr_session_solve(a->s, &l);
}

/* Limits that `and` joins; or all there are, where only one of the two words is used. */
typedef struct solve_group {
  scr_limits limits;
  scr_session *s;
  int halt;       /* symbol */
  unsigned given; /* bits by word */
} solve_group;

enum { MAX_GROUPS = 8, MAX_CALLS = 16 };
typedef struct solve {
  solve_group group[MAX_GROUPS];
  int ngroup;
  scr_callback call[MAX_CALLS]; /* for this solve alone */
  int ncall;
  bool all, elastic, elastic_only;
  bool mixed;            /* both words are used: each stands between two limits */
  bool joined, complete; /* a word was read since the last limit; there is a limit to join */
  scr_loc join, clock;   /* of the last such word, and of 'clock'; no source: none */
} solve;

/* An error in the function ends the solve, too; it stands in the session's diag. */
static bool solve_halt(void *user) {
  const solve_group *v = user;
  scr_val out = {0};
  if (!scr_fish_run(scr_session_fish(v->s), v->halt, 0, NULL, &out)) {
    scr_trace(scr_session_diag(v->s), "  called from model solve fish-halt");
    return true;
  }
  bool stop = false;
  const bool fine = scr_fish_truth(scr_session_fish(v->s), v->halt, &out, &stop);
  scr_val_drop(&out);
  return !fine || stop;
}

enum {
  SOLVE_AND,
  SOLVE_CALM,
  SOLVE_CYCLES,
  SOLVE_CYCLES_TOTAL,
  SOLVE_ELASTIC,
  SOLVE_CALL,
  SOLVE_HALT,
  SOLVE_MECHANICAL,
  SOLVE_OR,
  SOLVE_RATIO,
  SOLVE_RATIO_AVERAGE,
  SOLVE_RATIO_LOCAL,
  SOLVE_RATIO_MAXIMUM,
  SOLVE_TIME,
  SOLVE_TIME_TOTAL,
  SOLVE_UNBALANCED_AVERAGE,
  SOLVE_UNBALANCED_MAXIMUM,
  SOLVE_CLOCK,
  SOLVE_CYCLES_SUPER,
  SOLVE_EXACT
};
#define NO_CLOCK "what is computed must not depend on a clock"
static const scr_word_row solve_words[] = {
    {"and", "",
     "all limits must be met; together with 'or' it joins the limits beside it, and binds tighter"},
    {"calm", "<i>", "zero velocities every so many cycles"},
    {"cycles", "<i>", "cycles from now"},
    {"cycles-total", "<i>", "cycles of the model"},
    {"elastic", "[only]", "first without slip, then (unless 'only') with slip"},
    {"fish-call", "<point>|event <name> <function> [interval <i>] [process mechanical]",
     "calls a function at a point of each cycle of this solve, or at an event"},
    {"fish-halt", "<s>", "ends when this function returns true"},
    {"mechanical", "", "the process of the limit after it; may be left out"},
    {"or", "", "one limit suffices (default)"},
    {"ratio", "<f>", "the same as ratio-average"},
    {"ratio-average", "<f>", SCR_RATIO_AVERAGE "; 1e-5 if nothing else is given"},
    {"ratio-local", "<f>", SCR_RATIO_LOCAL},
    {"ratio-maximum", "<f>", SCR_RATIO_MAXIMUM},
    {"time", "<f>", "time from now, s"},
    {"time-total", "<f>", "time of the model, s"},
    {"unbalanced-average", "<f>", "average unbalanced force, N"},
    {"unbalanced-maximum", "<f>", "largest unbalanced force, N"},
    {"clock", "<f>", "read and ignored beside another limit: " NO_CLOCK},
    {"cycles-super", "<i>", "read as cycles: there is one process"},
    {"exact", "", "read and ignored: a solve ends with the cycle that meets its limits"},
    {"convergence", "<f>", "!" SCR_NO_CONVERGENCE},
    {"time-total-zone", "<f>", "!there are no zones"},
    {"thermal", "", NO_PROCESS},
    {0},
};

static bool solve_real(scr_args *a, int w, double *out) {
  char what[64];
  snprintf(what, sizeof what, "a value of '%s'", solve_words[w].word);
  scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, what, out)) return false;
  return *out >= 0 ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "%s must not be negative", solve_words[w].word);
}

static bool solve_limit(scr_args *a, solve_group *v, int w) {
  scr_limits *l = &v->limits;
  switch (w) {
  case SOLVE_CYCLES: return read_count(a, "the number of cycles", &l->cycles);
  case SOLVE_CYCLES_TOTAL: return read_count(a, "the number of cycles", &l->cycles_total);
  case SOLVE_HALT: {
    const scr_loc at = scr_args_loc(a);
    l->halt = solve_halt;
    l->halt_user = v;
    if (!scr_args_function(a, "the name of a function", &v->halt)) return false;
    scr_args_hands(a, v->halt, 0, &at);
    return true;
  }
  case SOLVE_RATIO:
  case SOLVE_RATIO_AVERAGE: return solve_real(a, w, &l->ratio_average);
  case SOLVE_RATIO_LOCAL: return solve_real(a, w, &l->ratio_local);
  case SOLVE_RATIO_MAXIMUM: return solve_real(a, w, &l->ratio_maximum);
  case SOLVE_TIME: return solve_real(a, w, &l->time);
  case SOLVE_TIME_TOTAL: return solve_real(a, w, &l->time_total);
  case SOLVE_UNBALANCED_AVERAGE: return solve_real(a, w, &l->unbalanced_average);
  case SOLVE_UNBALANCED_MAXIMUM: return solve_real(a, w, &l->unbalanced_maximum);
  }
  return false;
}

/* A limit that is left out must not be the only one, nor one of those that 'or' sets apart. */
static bool solve_clock(scr_args *a, solve *v, const scr_loc *at) {
  double minutes;
  v->clock = *at;
  if (!solve_real(a, SOLVE_CLOCK, &minutes)) return false;
  return !v->mixed || scr_fail(a->diag, at, SCR_E_UNSUPPORTED,
                               "'clock' is not supported by scree where both 'and' and 'or' are "
                               "used: " NO_CLOCK);
}

static bool solve_clock_tell(scr_args *a, const solve *v) {
  if (!v->clock.src) return true;
  if (v->complete)
    return scr_warn(a->diag, &v->clock, SCR_E_UNSUPPORTED,
                    "'clock' is read and ignored: " NO_CLOCK);
  return scr_fail(a->diag, &v->clock, SCR_E_UNSUPPORTED,
                  "'clock' is not supported by scree: " NO_CLOCK "; use cycles or time");
}

static bool solve_cycles_super(scr_args *a, const scr_loc *at) {
  return scr_warn(a->diag, at, SCR_E_UNSUPPORTED, "'cycles-super' is %s",
                  solve_words[SOLVE_CYCLES_SUPER].doc);
}

static solve_group *solve_new_group(scr_args *a, solve *v) {
  if (v->ngroup == MAX_GROUPS) {
    scr_fail(a->diag, NULL, SCR_E_LIMIT, "more than %d sets of limits in one command", MAX_GROUPS);
    return NULL;
  }
  solve_group *g = &v->group[v->ngroup++];
  *g = (solve_group){.limits = scr_limits_none(), .s = a->s};
  return g;
}

static bool solve_join(scr_args *a, solve *v, int w, const scr_loc *at) {
  v->all |= w == SOLVE_AND;
  v->join = *at;
  if (!v->mixed) return true;
  if (!v->complete || v->joined)
    return scr_fail(a->diag, at, SCR_E_SYNTAX,
                    "'%s' stands between two limits where both 'and' and 'or' are used",
                    solve_words[w].word);
  v->joined = true;
  return w == SOLVE_AND || solve_new_group(a, v);
}

static bool solve_add(scr_args *a, solve *v, int w, const scr_loc *at) {
  solve_group *g = &v->group[v->ngroup - 1];
  unsigned bit = 1u << (w == SOLVE_RATIO ? SOLVE_RATIO_AVERAGE : w);
  if (v->mixed && v->complete && !v->joined)
    return scr_fail(a->diag, at, SCR_E_SYNTAX,
                    "'and' or 'or' is missing before '%s': both are used in this command",
                    solve_words[w].word);
  if (g->given & bit)
    return scr_fail(a->diag, at, SCR_E_SYNTAX, "the limit '%s' is given twice",
                    solve_words[w].word);
  g->given |= bit;
  v->complete = true;
  v->joined = false;
  return solve_limit(a, g, w);
}

static bool option_follows(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  return t && t->type == SCR_T_WORD &&
         (scr_abbreviates(t->text, "interval") || scr_abbreviates(t->text, "process"));
}

static bool solve_call(scr_args *a, solve *v, const scr_loc *at) {
  scr_callback cb = {.point = NAN, .event = -1, .interval = 1};
  if (v->ncall == MAX_CALLS)
    return scr_fail(a->diag, at, SCR_E_LIMIT, "more than %d functions to be called", MAX_CALLS);
  if (!scr_callback_when(a, &cb)) return false;
  const scr_loc function = scr_args_loc(a);
  if (!scr_args_function(a, "a FISH function", &cb.function)) return false;
  scr_callback_hands(a, &cb, &function);
  const int given = a->ngiven; /* each call has options of its own */
  while (option_follows(a))
    if (!scr_callback_option(a, &cb)) return false;
  a->ngiven = given;
  v->call[v->ncall++] = cb;
  return true;
}

static bool solve_word(scr_args *a, solve *v) {
  int w;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_word(a, solve_words, &w)) return false;
  if (w != SOLVE_CALM && w != SOLVE_ELASTIC)
    scr_args_again(a); /* 'or' begins another set of limits */
  switch (w) {
  case SOLVE_AND:
  case SOLVE_OR: return solve_join(a, v, w, &at);
  case SOLVE_MECHANICAL: return true;
  case SOLVE_CALL: return solve_call(a, v, &at);
  case SOLVE_CALM: return read_calm(a, &v->group[0].limits.calm);
  case SOLVE_ELASTIC:
    v->elastic = true;
    v->elastic_only = scr_args_take(a, "only");
    return true;
  case SOLVE_CLOCK: return solve_clock(a, v, &at);
  case SOLVE_EXACT: return scr_args_ignored(a, &at, &solve_words[w]);
  case SOLVE_CYCLES_SUPER: return solve_cycles_super(a, &at) && solve_add(a, v, SOLVE_CYCLES, &at);
  default: return solve_add(a, v, w, &at);
  }
}

static bool solve_read(scr_args *a, solve *v, bool mixed) {
  *v = (solve){.mixed = mixed};
  solve_new_group(a, v);
  while (!scr_args_end(a))
    if (!solve_word(a, v)) return false;
  return !v->mixed || !v->joined || scr_args_expected(a, "a limit");
}

/* Does the word stand anywhere in the rest of the command? */
static bool word_ahead(const scr_args *a, const char *word) {
  for (int k = a->k; k < a->n; k++)
    if (a->tok[k].type == SCR_T_WORD && scr_casecmp(a->tok[k].text, word) == 0) return true;
  return false;
}

static bool solve_read_limits(scr_args *a, solve *v) {
  bool mixed = word_ahead(a, "and") && word_ahead(a, "or");
  if (!solve_read(a, v, mixed) || !solve_clock_tell(a, v)) return false;
  const unsigned given = v->group[0].given;
  if (v->join.src && v->ngroup == 1 && !(given & (given - 1)) &&
      !scr_warn(a->diag, &v->join, SCR_E_SYNTAX, "this word joins nothing: there is %s",
                given ? "one limit" : "no limit"))
    return false;
  for (int i = 0; i < v->ngroup; i++) {
    v->group[i].limits.all = mixed ? (v->group[i].given & (v->group[i].given - 1)) != 0 : v->all;
    if (i) v->group[i - 1].limits.or_else = &v->group[i].limits;
  }
  return true;
}

static bool goes_to_ratio(const solve *v) {
  const unsigned ratios = 1u << SOLVE_RATIO_AVERAGE | 1u << SOLVE_RATIO_LOCAL |
                          1u << SOLVE_RATIO_MAXIMUM | 1u << SOLVE_UNBALANCED_AVERAGE |
                          1u << SOLVE_UNBALANCED_MAXIMUM;
  bool any = !v->complete;
  for (int k = 0; k < v->ngroup; k++) any |= (v->group[k].given & ratios) != 0;
  return any;
}

static bool run_solve(scr_args *a, const solve *v) {
  scr_limits l = v->group[0].limits;
  l.elastic = v->elastic;
  const bool ok = scr_session_solve(a->s, &l) && !a->diag->failed;
  if (!ok || !v->elastic || v->elastic_only) return ok;
  l.elastic = false;
  return scr_session_solve(a->s, &l) && !a->diag->failed;
}

static bool model_solve(scr_args *a) {
  solve v;
  if (!cycling_allowed(a) || !solve_read_limits(a, &v)) return false;
  scr_trap_solve(a, goes_to_ratio(&v));
  if (!scr_args_finish(a)) return false;
  if (!v.complete) v.group[0].limits.ratio_average = 1e-5;
  for (int k = 0; k < v.ncall; k++) v.call[k].number = scr_callback_add(world_of(a), &v.call[k]);
  const bool ok = run_solve(a, &v);
  for (int k = 0; k < v.ncall; k++) scr_callback_end(world_of(a), v.call[k].number);
  return ok;
}

static const scr_word_row clean_words[] = {{"all", "", "everything, as without it"}, {0}};

static bool model_clean(scr_args *a) {
  scr_world *w = world_of(a);
  int word;
  if (!scr_args_end(a) && !scr_args_word(a, clean_words, &word)) return false;
  if (!scr_args_finish(a)) return false;
  return scr_world_clean(w, a->diag);
}

static bool model_calm(scr_args *a) {
  scr_world *w = world_of(a);
  if (!scr_args_finish(a)) return false;
  double before = scr_energy_state(w);
  scr_world_calm(w);
  scr_energy_edited(w, before);
  return true;
}

/* ---- energy, histories, ranges ---- */

static const scr_word_row energy_words[] = {
    {"mechanical", "<b>", "accumulate energies from now on, or forget them"},
    {"all", "<b>", "the same: there is one process"},
    {0}};

static bool model_energy(scr_args *a) {
  int w;
  bool on;
  if (!scr_args_word(a, energy_words, &w) || !scr_args_switch(a, &on) || !scr_args_finish(a))
    return false;
  scr_session_energies(a->s, on);
  return true;
}

static bool model_orientation(scr_args *a) {
  bool on;
  if (!scr_args_switch(a, &on)) return false;
  if (on) scr_args_makes(a, "tracking", "on", NULL);
  if (!scr_args_finish(a)) return false;
  scr_world *w = world_of(a);
  const double before = scr_energy_state(w);
  scr_orientation_track(w, on);
  scr_energy_edited(w, before); /* whatever was turned points as at the beginning again */
  return true;
}

static bool model_history(scr_args *a) { return scr_history_define(a, "model"); }

static const scr_word_row range_words[] = {
    {"create", "<s> <elements>", "a range with a name, for 'range named-range <s>'"},
    {"delete", "<s>", "forgets it"},
    {0},
};

/* In a part it may be a range of the caller. */
static bool forget(scr_args *a, const scr_loc *at, const char *name) {
  if (!scr_args_checks(a) || scr_named_range_find(a->s, name) >= 0)
    return scr_args_deletes(a, "range", name, at), scr_named_range_delete(a->s, at, name);
  scr_args_needs(a, "range", name, at);
  return true;
}

static bool model_range(scr_args *a) {
  int w;
  char *name = NULL;
  if (!scr_args_word(a, range_words, &w)) return false;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a range", &name)) return false;
  bool ok = w == 0 ? scr_named_range_create(a, name) : scr_args_finish(a) && forget(a, &at, name);
  scr_free(name);
  return ok;
}

/* ---- save, restore ---- */

static const scr_word_row save_words[] = {
    {"inputdir", "", "read and ignored: the file is written where all output is"},
    {"localdir", "", "read and ignored: the file is written where all output is"},
    {"compress", "", "!files are written one way only"},
    {"nocompress", "", "!files are written one way only"},
    {"readonly", "", "!not offered; use the rights of the file"},
    {"text", "", "!files are written one way only"},
    {0},
};

/* Those that are read say where PFC would write; the others are refused. */
static bool save_word(scr_args *a) {
  int w;
  const scr_loc at = scr_args_loc(a);
  return scr_args_word(a, save_words, &w) && scr_args_ignored(a, &at, &save_words[w]);
}

/* PFC 5: contacts that are due are made before, as far as bodies may change. */
static bool cleans_first(scr_args *a) {
  if (a->dialect != SCR_PFC5 || world_of(a)->point >= 0) return true;
  return scr_world_clean(world_of(a), a->diag);
}

static bool model_save(scr_args *a) {
  char *name = NULL;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_file(a, true, &name)) return false;
  bool ok = true;
  while (ok && !scr_args_end(a)) ok = save_word(a);
  if (ok) scr_checking_saved(a->s, name);
  if (ok) scr_today_saves(a, name);
  if (ok && a->dialect == SCR_PFC5 && !scr_session_in_block(a->s))
    scr_today_before(a, "model clean");
  if (ok && (ok = scr_args_finish(a) && cleans_first(a))) {
    a->diag->at = at; /* what cannot be written is the file */
    char *path = scr_session_out_path(a->s, name, ".sav");
    ok = scr_session_save(a->s, path);
    scr_free(path);
  }
  scr_free(name);
  return ok;
}

static const char *const saved_suffix[] = {".sav", ".p3sav", ".p2sav", NULL};

static char *saved_named(const scr_session *s, const char *name) {
  char *path = scr_file_in(scr_session_out(s) ? scr_session_out(s) : ".", name, saved_suffix);
  if (!path) path = scr_file_beside(s, name, saved_suffix);
  return path ? path : scr_file_in(".", name, saved_suffix);
}

/* Among the output, then beside the file that asks, then in the working directory; `a.p2sav` and
 * `a.p3sav` as `a.sav`, too, as which it is saved here. NULL: nowhere. */
static char *find_saved(const scr_session *s, const char *name) {
  char *path = saved_named(s, name);
  const char *suffix = scr_path_suffix(name);
  if (path || (scr_casecmp(suffix, ".p2sav") != 0 && scr_casecmp(suffix, ".p3sav") != 0))
    return path;
  char *stem = scr_strndup(name, (size_t)(suffix - name));
  path = saved_named(s, stem);
  scr_free(stem);
  return path;
}

/* A file that is only checked brings back what it saves, or what lies on the disk by now. */
static void check_restored(scr_args *a, const char *name, const scr_loc *at) {
  char *path = find_saved(a->s, name);
  const bool made = scr_args_is_unknown(a, at);
  scr_checking_restored(a->s, made ? NULL : name);
  scr_checking_forget(a->s);
  if (!path && !a->diag->failed && !made) {
    scr_file_missing(a->s, at, name, saved_suffix);
    scr_args_file_wanted(a, name);
  }
  scr_free(path);
}

static bool model_restore(scr_args *a) {
  char *name = NULL;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_file(a, false, &name)) return false;
  bool ok = scr_args_finish(a);
  if (scr_args_checks(a)) check_restored(a, name, &at);
  scr_today_restores(a, name);
  char *path = ok ? find_saved(a->s, name) : NULL;
  if (ok && !path) ok = scr_file_missing(a->s, &at, name, saved_suffix);
  a->diag->at = at; /* what cannot be read is the file */
  ok = ok && scr_session_restore(a->s, path);
  scr_free(path);
  scr_free(name);
  return ok;
}

/* ---- list ---- */

static void heads(scr_columns *out, const char *first, const char *second, const char *third) {
  scr_columns_cell(out, "%s", first);
  scr_columns_cell(out, "%s", second);
  if (third) scr_columns_cell(out, "%s", third);
  scr_columns_row(out);
}

static void count(scr_columns *out, const char *name, size_t n) {
  scr_columns_cell(out, "%s", name);
  scr_columns_cell(out, "%zu", n);
  scr_columns_row(out);
}

static void word(scr_columns *out, const char *name, const char *text) {
  scr_columns_cell(out, "%s", name);
  scr_columns_cell(out, "%s", text);
  scr_columns_row(out);
}

static bool list_domain(scr_args *a, scr_columns *out) {
  static const char *const axis[] = {"x", "y", "z"};
  const scr_world *w = world_of(a);
  if (!w->domain.set) {
    scr_columns_cell(out, "the domain is not set");
    scr_columns_row(out);
    return true;
  }
  scr_columns_cell(out, "axis");
  const double *rate = w->domain.rate;
  const bool strained = rate[0] != 0 || rate[1] != 0 || rate[2] != 0;
  scr_columns_cell(out, "from (m)");
  scr_columns_cell(out, "to (m)");
  scr_columns_cell(out, "condition");
  if (strained) scr_columns_cell(out, "rate of strain (1/s)");
  scr_columns_row(out);
  assert(w->dim <= 3);
  for (int k = 0; k < w->dim; k++) {
    scr_columns_cell(out, "%s", axis[k]);
    scr_columns_real(out, w->domain.lo[k]);
    scr_columns_real(out, w->domain.hi[k]);
    scr_columns_cell(out, "%s", scr_condition_words[w->domain.condition[k]].word);
    if (strained) scr_columns_real(out, rate[k]);
    scr_columns_row(out);
  }
  return true;
}

static bool list_information(scr_args *a, scr_columns *out) {
  scr_world *w = world_of(a);
  heads(out, "fact", "value", "unit");
  word(out, "title", a->lib->title);
  count(out, "dimension", (size_t)w->dim);
  count(out, "balls", w->ball.n);
  count(out, "walls", w->wall.n);
  count(out, "facets", w->facet.n);
  count(out, "contacts", scr_contact_count(w, -1, true));
  count(out, "active contacts", scr_contact_count(w, -1, false));
  count(out, "cycles", (size_t)w->cycle);
  scr_columns_fact(out, "time", w->time, "s");
  scr_columns_fact(out, "timestep", w->timestep.current, "s");
  scr_columns_cell(out, "gravity");
  scr_columns_reals(out, w->gravity, w->dim);
  scr_columns_cell(out, "m/s2");
  scr_columns_row(out);
  word(out, "large-strain", w->large_strain ? "on" : "off");
  return true;
}

static bool list_energy(scr_args *a, scr_columns *out) {
  scr_world *w = world_of(a);
  if (w->energy_on) {
    heads(out, "energy", "value", "unit");
  } else {
    scr_columns_cell(out,
                     "energies are off: model energy mechanical on (PFC 3 to 5: set energy on)");
    scr_columns_row(out);
  }
  for (int k = 0; scr_energy_name[k] && w->energy_on; k++) {
    double value;
    if (scr_energy(w, scr_energy_name[k], &value))
      scr_columns_fact(out, scr_energy_name[k], value, "J");
  }
  if (w->energy_on) {
    double gap, scale;
    const bool restored = scr_session_closure(a->s, &gap, &scale);
    scr_columns_fact(out, restored ? "closure since restore" : "closure error", gap, "J");
    scr_columns_fact(out, "of the largest", scale > 0 ? fabs(gap) / scale : 0, "");
  }
  return true;
}

static bool list_range(scr_args *a, scr_columns *out) {
  heads(out, "range", "elements", NULL);
  const scr_named_range *r;
  for (size_t k = 0; (r = scr_named_range_at(a->s, k)); k++)
    if (r->name && r->range) word(out, r->name, r->spec);
  return true;
}

/* Which limit set the timestep; and where the one of stiffness comes from: ball, axis and its
 * stiffest contact. */
static void put_reason(scr_world *w, const scr_dt_reason *why, scr_columns *out) {
  static const char *const axis[] = {"velocity-x", "velocity-y", "velocity-z",
                                     "spin-x",     "spin-y",     "spin-z"};
  const bool limited = why->dt < HUGE_VAL;
  word(out, "set by", limited ? why->what : "nothing: there is no stiffness and no velocity");
  if (why->ball == SCR_NONE && why->stiff_wall == SCR_NONE) return;
  if (why->fastest != SCR_NONE)
    count(out, "fastest ball", *(uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, why->fastest));
  if (why->wall != SCR_NONE)
    count(out, "beside wall", *(uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, why->wall));
  if (why->ball != SCR_NONE)
    count(out, "stiffest ball", *(uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, why->ball));
  else
    count(out, "stiffest wall", *(uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, why->stiff_wall));
  if (why->axis >= 0) word(out, "stiffest axis", axis[why->axis]);
  if (why->ball == SCR_NONE) return;
  scr_columns_cell(out, "stiffest contact");
  if (why->contact_known)
    scr_columns_cell(out, "%s %" PRIu32, scr_contact_type_name[why->contact.type],
                     scr_contact_id(w, why->contact));
  else
    scr_columns_cell(out, "none: its twin counts");
  scr_columns_row(out);
}

static bool list_timestep(scr_args *a, scr_columns *out) {
  static const char *const mode[] = {"automatic", "fix", "scale"};
  scr_world *w = world_of(a);
  const bool fixed = w->timestep.mode == SCR_DT_FIX;
  scr_dt_reason why = {
      .ball = SCR_NONE, .fastest = SCR_NONE, .wall = SCR_NONE, .stiff_wall = SCR_NONE};
  if (!scr_timestep_limits(w, a->diag, &why)) return false;
  heads(out, "timestep", "value", "unit");
  word(out, "mode", mode[w->timestep.mode]);
  if (why.dt < HUGE_VAL)
    scr_columns_fact(out, "next", why.dt, "s");
  else
    word(out, "next", "");
  if (fixed) scr_columns_fact(out, "stable", why.stiffness_limit, "s");
  scr_columns_fact(out, "current", w->timestep.current, "s");
  if (w->timestep.mode == SCR_DT_AUTOMATIC)
    scr_columns_fact(out, "stiffness limit", why.stiffness_limit, "s");
  if (w->timestep.mode != SCR_DT_SCALE)
    scr_columns_fact(out, "kinematic limit", why.kinematic_limit, "s");
  scr_columns_fact(out, "maximum", w->timestep.maximum, "s");
  scr_columns_fact(out, "increment", w->timestep.increment, "");
  scr_columns_fact(out, "safety-factor", w->timestep.safety, "");
  put_reason(w, &why, out);
  return true;
}

static const scr_word_row list_words[] = {
    {"domain", "", "bounds and conditions"},
    {"energy", "", "all energies of the system"},
    {"information", "", "numbers of things, time, gravity"},
    {"range", "", "ranges with a name"},
    {"timestep", "", "the next timestep and what sets it"},
    {"requirements", "", "!no memory is planned ahead"},
    {0},
};
static bool (*const list_part[])(scr_args *a, scr_columns *out) = {
    list_domain, list_energy, list_information, list_range, list_timestep};

static bool model_list(scr_args *a) {
  int w = 2; /* information */
  if (!scr_args_end(a) && !scr_args_word(a, list_words, &w)) return false;
  if (!scr_args_finish(a)) return false;
  scr_columns out = {0};
  if (!list_part[w](a, &out)) return false;
  scr_columns_print(a->s, &out);
  return true;
}

/* ---- rows ---- */

static const scr_command rows[] = {
    {"model new", model_new, new_words, "", "an empty model; the random seed stays",
     SCR_CMD_NO_BLOCK | SCR_CMD_READING},
    {"model configure", model_configure, configure_words, "", "sets the dimension of a new model",
     SCR_CMD_NO_BLOCK | SCR_CMD_READING},
    {"model title", model_title, NULL, "<s>", "title of the model", 0},
    {"model large-strain", model_large_strain, NULL, "<b>",
     "on: contacts follow the motion, as they always do", 0},
    {"model random", model_random, NULL, "[<i>]", "seed of the random numbers; default 10000", 0},
    {"model gravity", model_gravity, NULL, "<f>|<v>",
     "gravity, m/s2; a number points down the last axis", 0},
    {"model domain", model_domain, domain_words, "", "where balls and walls may be; set it first",
     SCR_CMD_EDITS_BODIES},
    {"model mechanical", model_mechanical, mechanical_words, "", "how the timestep is chosen", 0},
    {"model cycle", model_cycle, cycle_words, "<i>", "runs so many cycles", SCR_CMD_GOES_ON},
    {"model step", model_cycle, cycle_words, "<i>", "the same as 'model cycle'", SCR_CMD_GOES_ON},
    {"model solve", model_solve, solve_words, "", "runs cycles until a limit is met",
     SCR_CMD_GOES_ON},
    {"model clean", model_clean, clean_words, "",
     "makes and deletes contacts for the present geometry", SCR_CMD_EDITS_BODIES},
    {"model calm", model_calm, NULL, "", "sets free velocities to zero", 0},
    {"model energy", model_energy, energy_words, "", "switches energies on or off", 0},
    {"model orientation-tracking", model_orientation, NULL, "<b>",
     "follows the orientations of balls and walls from now on, or forgets them", 0},
    {"model history", model_history, scr_model_history_words, "[name <s>]",
     "records a quantity of the model", 0},
    {"model range", model_range, range_words, "", "ranges with a name", SCR_CMD_READING},
    {"model save", model_save, save_words, "<s>", "writes everything to a file", 0},
    {"model restore", model_restore, NULL, "<s>", "goes back to a saved model", SCR_CMD_NO_BLOCK},
    {"model list", model_list, list_words, "", "prints facts about the model", 0},
    {"model creep", NULL, NULL, "", "there is no creep process", 0},
    {"model dynamic", NULL, NULL, "", "the model is always dynamic; see 'model mechanical'", 0},
    {"model factor-of-safety", NULL, NULL, "",
     "it lowers the strength of zones until they fail (FLAC); of bonds and friction do it in FISH, "
     "solve by solve",
     0},
    {"model fluid", NULL, NULL, "", "there is no fluid", 0},
    {"model results", scr_model_results, scr_model_results_words, "",
     "frames for other programs while cycles run, and files on request", 0},
    {"model thermal", NULL, NULL, "", "there is no thermal process", 0},
};
const scr_command_file scr_cmd_model = {rows, SCR_COUNTOF(rows)};
