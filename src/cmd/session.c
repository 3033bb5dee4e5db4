/* A session: one world, one FISH machine, and the hooks that join them to the files being read. */
#include "cmd/session.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/par.h"
#include "base/vec3.h"
#include "cmd/args.h"
#include "cmd/checking.h"
#include "cmd/commands.h"
#include "cmd/events.h"
#include "cmd/history.h"
#include "cmd/legacy.h"
#include "cmd/plot.h"
#include "cmd/range.h"
#include "cmd/read.h"
#include "cmd/results.h"
#include "cmd/session_kept.h"
#include "cmd/setting.h"
#include "base/outfile.h"

/* ---- what it holds ---- */

scr_diag *scr_session_diag(scr_session *s) { return &s->diag; }
scr_lib *scr_session_lib(scr_session *s) { return &s->lib; }
scr_world *scr_session_world(const scr_session *s) { return s->lib.world; }
scr_fish *scr_session_fish(const scr_session *s) { return s->fish; }
const scr_options *scr_session_options(const scr_session *s) { return &s->options; }
const char *scr_session_out(const scr_session *s) { return s->out_dir; }
const scr_frame *scr_session_frame(const scr_session *s) { return s->frame; }

scr_fish_scope *scr_session_scope(const scr_session *s) {
  return s->frame ? s->frame->scope : NULL;
}

bool scr_session_in_block(const scr_session *s) { return s->frame && s->frame->block; }
bool scr_session_stopped(const scr_session *s) { return s->stopped; }
bool *scr_session_interrupt(scr_session *s) { return &s->interrupt; }
void scr_session_settle(scr_session *s) { s->configured = true; }
void scr_session_echo(scr_session *s, bool on) { s->echo = on; }
struct scr_legacy **scr_session_legacy(scr_session *s) {
  return &s->legacy;
}
struct scr_plots **scr_session_plots(scr_session *s) {
  return &s->plots;
}

struct scr_results *scr_session_results(const scr_session *s) {
  return s->results;
}

size_t scr_session_room(const scr_session *s) {
  return s->width ? (size_t)SCR_MAX(s->width(), 1) : 0;
}

void scr_session_prompt(scr_session *s, scr_frame *frame, int (*width)(void)) {
  s->configured = s->show = true;
  s->width = width;
  s->frame = frame;
}

void scr_session_on_print(scr_session *s, bool (*print)(void *user, const char *text), void *user) {
  s->print = print;
  s->print_user = user;
}

void scr_session_on_progress(scr_session *s, void (*progress)(scr_session *s), void *user) {
  s->progress = progress;
  s->progress_user = user;
}

void *scr_session_progress_user(const scr_session *s) { return s->progress_user; }

scr_solving scr_session_solving(const scr_session *s) {
  return (scr_solving){s->solving, s->solve_cycle, s->solve_time};
}

/* What edits have brought into `energy-step` since the gaps were looked at. */
static double news_of_edits(const scr_session *s) {
  return scr_energy_of_edits(s->lib.world) - s->edits_before;
}

scr_tally scr_session_tally(const scr_session *s) {
  return (scr_tally){s->cycled, s->ball_steps, s->energy_gap - news_of_edits(s), s->energy_scale,
                     &s->unnamed};
}

/* ---- printing ---- */

static void print_text(scr_session *s, const char *text) {
  if (scr_checking(s)) return;
  s->printed++;
  if (s->print)
    s->print(s->print_user, text);
  else
    fputs(text, stdout);
}

void scr_session_print(scr_session *s, const char *fmt, ...) {
  scr_buf b = {0};
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(&b, fmt, ap);
  va_end(ap);
  if (b.s) print_text(s, b.s);
  scr_buf_free(&b);
}

static void print_warning(void *user, const scr_message *m) {
  (void)user;
  scr_buf b = {0};
  scr_message_format(m, &b);
  fflush(stdout);
  fputs(b.s, stderr);
  scr_buf_free(&b);
}

void scr_session_complain(scr_session *s) {
  if (s->diag.failed && s->diag.sink) s->diag.sink(s->diag.user, &s->diag.error);
  scr_diag_clear(&s->diag);
}

/* ---- what FISH needs from a session ---- */

static bool host_command(void *user, scr_source *src, int first, int last, scr_fish_scope *scope) {
  scr_session *s = user;
  /* of the function that runs them, whatever the file that calls it is written in */
  const scr_dialect dialect = scr_fish_dialect(s->fish);
  if (s->lib.world->asking) {
    const scr_loc at = {src, first, 0, 0};
    return scr_fail(&s->diag, &at, SCR_E_STATE,
                    "a function that is asked about things runs no commands: it reads the model");
  }
  return scr_read_source(s, src, dialect, first, last, scope, true);
}

static void host_print(void *user, const char *text) { print_text(user, text); }

/* A function with `whilestepping` is a callback at this point. */
#define POINT_STEPPING -1.0

static void host_stepping(void *user, int symbol, bool on) {
  scr_session *s = user;
  scr_callback cb = {.function = symbol, .point = POINT_STEPPING, .event = -1, .interval = 1};
  if (s->restoring) return;
  scr_checking_use(s, symbol, SCR_USE_NAME, &s->diag.at);
  if (on)
    scr_callback_add(s->lib.world, &cb);
  else
    scr_callback_remove(s->lib.world, symbol, POINT_STEPPING, -1);
}

/* ---- what a world needs from a session ---- */

/* Events of the modern dialect hand over the thing, or an array of it, the number of its element
 * and the mode, as far as the event has them; of a bond that broke also its strength and what it
 * stored. */
static bool call_event(scr_session *s, const scr_callback *cb, const scr_event_arg *arg) {
  scr_val thing = scr_val_ptr(arg->kind, arg->ref);
  if (!scr_event_hands_array(cb->event))
    return scr_fish_run(s->fish, cb->function, 1, &thing, NULL);
  const bool bond = cb->event == SCR_EV_BOND_BREAK;
  const size_t mode = 1 + (arg->part > 0), n = mode + (arg->mode >= 0) + (bond ? 2 : 0);
  scr_val list = scr_val_array(1, &n);
  scr_val_items(&list)[0] = thing;
  if (arg->part > 0) scr_val_items(&list)[1] = scr_val_int(arg->part);
  if (arg->mode >= 0) scr_val_items(&list)[mode] = scr_val_int(arg->mode);
  if (bond) scr_val_items(&list)[mode + 1] = scr_val_real(arg->strength);
  if (bond) scr_val_items(&list)[mode + 2] = scr_val_real(arg->spent);
  bool ok = scr_fish_run(s->fish, cb->function, 1, &list, NULL);
  scr_val_drop(&list);
  return ok;
}

/* Fishcalls 9 and 11 are the same event, of contact bonds and of parallel bonds: the point of the
 * callback tells which is meant (legacy_set.c). */
static bool wants_bond(scr_session *s, const scr_callback *cb, const scr_event_arg *arg) {
  scr_contact c;
  if (cb->point != SCR_FISHCALL_BOND && cb->point != SCR_FISHCALL_PARALLEL) return true;
  if (!scr_contact_of_ref(s->lib.world, arg->ref, &c)) return true;
  const bool parallel = strcmp(scr_contact_model(s->lib.world, c)->name, "linearpbond") == 0;
  return parallel == (cb->point == SCR_FISHCALL_PARALLEL);
}

/* fc_arg(0) is the thing, fc_arg(1) of a bond that broke 0 for tension and 1 for shear. */
static bool call_legacy_event(scr_session *s, const scr_callback *cb, const scr_event_arg *arg) {
  const scr_lib old = s->lib;
  const bool bond = cb->event == SCR_EV_BOND_BREAK && arg->mode >= 0;
  s->lib.legacy_fc_narg = bond ? 2 : 1;
  s->lib.legacy_fc_arg[0] = scr_val_ptr(arg->kind, arg->ref);
  if (bond) s->lib.legacy_fc_arg[1] = scr_val_int(arg->mode == SCR_BOND_SHEAR);
  bool ok = scr_fish_run(s->fish, cb->function, 0, NULL, NULL);
  s->lib.legacy_fc_narg = old.legacy_fc_narg;
  memcpy(s->lib.legacy_fc_arg, old.legacy_fc_arg, sizeof old.legacy_fc_arg);
  return ok;
}

/* What was wrong: nothing, since an error ends the run before. */
static bool call_complete(scr_session *s, const scr_callback *cb) {
  scr_val text = scr_val_str("");
  const bool ok = scr_fish_run(s->fish, cb->function, 1, &text, NULL);
  scr_val_drop(&text);
  return ok;
}

static bool call_back(scr_session *s, const scr_callback *cb, const scr_event_arg *arg) {
  if (!scr_fish_is_function(s->fish, cb->function)) /* nothing has defined it by now */
    return scr_no_function(s->fish, &s->diag, NULL, scr_fish_symbol_name(s->fish, cb->function));
  if (cb->event == SCR_EV_SOLVE_COMPLETE && scr_fish_takes(s->fish, cb->function) > 0)
    return call_complete(s, cb);
  if (!arg || arg->kind == 0) return scr_fish_run(s->fish, cb->function, 0, NULL, NULL);
  if (!wants_bond(s, cb, arg)) return true;
  const bool legacy = scr_fish_dialect_of(s->fish, cb->function) == SCR_LEGACY;
  return legacy ? call_legacy_event(s, cb, arg) : call_event(s, cb, arg);
}

static bool hook_call(void *user, const scr_callback *cb, const scr_event_arg *arg) {
  scr_session *s = user;
  if (call_back(s, cb, arg)) return true;
  if (cb->event >= 0)
    scr_trace(&s->diag, "  called from callback at event %s", scr_event_name[cb->event]);
  else
    scr_trace(&s->diag, "  called from callback at cycle point %g", cb->point);
  return false;
}

static bool hook_cycle_end(void *user) { return scr_history_sample(user); }

static bool hook_frame(void *user) { return scr_results_frame(user); }

static scr_world *hook_brick(void *user, uint32_t id) {
  const scr_bricks *all = &((const scr_session *)user)->lib.bricks;
  const uint32_t k = scr_brick_find(all, id);
  return k == SCR_NONE ? NULL : all->item[k].of;
}

static bool hook_in_range(void *user, int range, scr_contact c, bool *in) {
  scr_session *s = user;
  *in = true;
  if (range < 0 || (size_t)range >= s->nrange) return true;
  return scr_range_has_contact(s, s->ranges[range].range, c, in);
}

/* What the function of a contact of the law `fish` is told. */
static void law_args(scr_world *w, scr_contact c, const scr_law_call *call, scr_val *arg) {
  double moved[3] = {call->dn, call->ds[0]}, turned[3] = {call->twist};
  if (w->dim == 3) {
    scr_contact_geometry g;
    scr_contact_geometry_of(w, c, &g);
    moved[1] = scr_dot3(call->ds, g.s), moved[2] = scr_dot3(call->ds, g.t);
    turned[1] = scr_dot3(call->bend, g.s), turned[2] = scr_dot3(call->bend, g.t);
  }
  const scr_val value[SCR_LAW_ARGS] = {scr_val_ptr(SCR_K_CONTACT, scr_contact_ref(w, c)),
                                       scr_val_bool(call->activated),
                                       scr_val_bool(call->can_fail),
                                       scr_val_real(call->gap),
                                       scr_val_vec(w->dim, moved),
                                       w->dim == 3 ? scr_val_vec(3, turned)
                                                   : scr_val_real(call->bend[0]),
                                       scr_val_real(call->mass),
                                       scr_val_real(call->dt),
                                       scr_val_bool(call->energies)};
  memcpy(arg, value, sizeof value);
}

static bool hook_law(void *user, scr_contact c, const char *name, const scr_law_call *call) {
  scr_session *s = user;
  scr_world *w = s->lib.world;
  const uint32_t id = scr_contact_id(w, c);
  const int symbol = scr_fish_symbol(s->fish, name, false);
  if (!*name) {
    scr_fail(&s->diag, NULL, SCR_E_STATE, "contact %u has the law 'fish', but no function", id);
    return scr_hint(&s->diag, "contact property 'symbol' names it");
  }
  scr_val arg[SCR_LAW_ARGS];
  law_args(w, c, call, arg);
  w->asking++;
  const bool ok = scr_lib_law_symbol(s->fish, NULL, name, symbol) &&
                  scr_fish_run(s->fish, symbol, SCR_LAW_ARGS, arg, NULL);
  w->asking--;
  if (!ok) scr_trace(&s->diag, "  called from contact %u, of the law 'fish'", id);
  return ok;
}

static const scr_xytable *hook_table(void *user, const char *name) {
  const scr_session *s = user;
  return scr_xytable_find(&s->lib.tables, name);
}

static bool hook_range_calls(void *user, int range) {
  const scr_session *s = user;
  return range >= 0 && (size_t)range < s->nrange && scr_range_calls(s->ranges[range].range);
}

static void hook_progress(void *user) {
  scr_session *s = user;
  if (s->progress && !s->options.quiet) s->progress(s);
}

void scr_session_tell(scr_session *s, const scr_chore *work) {
  s->work = work;
  hook_progress(s);
  s->work = NULL;
}

const scr_chore *scr_session_chore(const scr_session *s) { return s->work; }

bool scr_session_interrupted(const scr_session *s) { return *(const volatile bool *)&s->interrupt; }

static bool hook_interrupted(void *user) { return scr_session_interrupted(user); }

/* What is held and lost, less what was brought in, J: zero but for rounding. */
#define TERM(id, name, kind, sign, source, doc) {name, kind, sign},
static double imbalance(scr_session *s) {
  enum { HELD, BOOKED };
  static const struct {
    const char *name;
    int kind, sign;
  } term[] = {SCR_ENERGY_ROWS(TERM)};
  scr_world *w = s->lib.world;
  double stored[2], value;
  scr_energy_stored(w, stored);
  double sum = stored[0] + stored[1], strain = stored[1];
  if (w->energy_on && w->point >= 10 && w->point < 42)
    scr_energy(w, "energy-strain", &strain); /* as the forces of the step before have it */
  s->model_scale = fmax(s->model_scale, fmax(stored[0], fabs(strain)));
  for (size_t k = 0; k < SCR_COUNTOF(term) && w->energy_on; k++) {
    if (term[k].kind == HELD || !scr_energy(w, term[k].name, &value)) continue;
    sum += term[k].sign * value;
    s->model_scale = fmax(s->model_scale, fabs(value));
  }
  s->energy_scale = fmax(s->energy_scale, s->model_scale);
  return sum;
}

static void count_edits(scr_session *s) {
  const double more = news_of_edits(s);
  s->edits_before += more;
  s->model_gap -= more;
  s->energy_gap -= more;
}

bool scr_session_closure(scr_session *s, double *gap, double *scale) {
  const double now = imbalance(s);
  count_edits(s);
  *gap = s->model_gap + (s->solving ? now - s->open_before : 0);
  *scale = s->model_scale;
  return s->restored;
}

void scr_session_energies(scr_session *s, bool on) {
  scr_world *w = s->lib.world;
  const bool begins = on && !w->energy_on;
  double step = 0;
  scr_energy_switch(w, on);
  if (!begins || !scr_energy(w, "energy-step", &step)) return;
  s->model_gap -= step;
  s->energy_gap -= step;
}

/* `energy-step` but for what is of edits. */
static double own_of_steps(const scr_session *s) {
  double step = 0;
  if (!scr_energy(s->lib.world, "energy-step", &step)) return 0;
  return step - scr_energy_of_edited_steps(s->lib.world);
}

void scr_session_other_model(scr_session *s, bool restored) {
  s->restored = restored;
  s->model_gap = s->model_scale = 0;
  s->steps_told = false;
  s->steps_before = own_of_steps(s);
  s->edits_before = scr_energy_of_edits(s->lib.world);
}

/* Told once a model; the share: docs/physics.md, energies. */
static bool tell_of_steps(scr_session *s, const scr_loc *at) {
  const double most = 0.11; /* what an impact at the stable timestep takes */
  const double step = own_of_steps(s) - s->steps_before;
  const double share = s->model_scale > 0 ? step / s->model_scale : 0;
  if (s->steps_told || !(fabs(share) > most)) return true;
  s->steps_told = true;
  if (step > 0 && scr_network_stressed(s->lib.world))
    return scr_warn(&s->diag, at, SCR_E_VALUE,
                    "steps brought in %.3g J so far, %.2g of the largest energy ('energy-step'): "
                    "Poisson's effect in networks of springs does that at any timestep, and enough "
                    "damping stops it",
                    step, fabs(share));
  return scr_warn(&s->diag, at, SCR_E_VALUE,
                  "steps of finite length %s %.3g J so far, %.2g of the largest energy "
                  "('energy-step'): the timestep is long for these contacts",
                  step > 0 ? "brought in" : "took", fabs(step), fabs(share));
}

/* A solve is done: what it left open counts. Without energies there is no balance. */
static bool close_balance(scr_session *s, bool on, const scr_loc *at) {
  if (!on || !s->lib.world->energy_on) return true;
  const double gap = imbalance(s) - s->open_before;
  count_edits(s);
  s->energy_gap += gap;
  s->model_gap += gap;
  return s->diag.failed || tell_of_steps(s, at);
}

void scr_session_trace(scr_session *s, const scr_loc *at, const char *command) {
  if (at->src) scr_trace(&s->diag, "  called from '%s' (%s:%d)", command, at->src->name, at->line);
}

void scr_session_trace_file(scr_session *s, const char *file, const scr_loc *at,
                            const char *command) {
  const scr_message *m = &s->diag.error;
  if (s->diag.failed && m->where && strcmp(m->where, file) == 0) scr_session_trace(s, at, command);
}

/* What a place covers in its line. */
static char *text_at(const scr_loc *at) {
  const char *line =
      at->src && at->line >= 1 && at->line <= at->src->nline ? at->src->line[at->line - 1] : "";
  size_t n = strlen(line), from = at->col > 0 ? (size_t)at->col - 1 : n;
  return from < n ? scr_strndup(line + from, SCR_MIN((size_t)at->len, n - from))
                  : scr_strdup("a command");
}

/* The error lies in what the cycles called: its place is not that of the command. */
static void trace_solve(scr_session *s, const scr_loc *at) {
  if (!s->diag.error.trace) return;
  char *command = text_at(at);
  scr_session_trace(s, at, command);
  scr_free(command);
}

bool scr_session_solve(scr_session *s, const scr_limits *limits) {
  scr_loc at = s->diag.at;
  if (scr_checking(s)) return true;
  if (!scr_history_ready(s)) return false;
  if (!s->print) fflush(stdout); /* cycles may take long */
  const scr_limits *outer = s->solving;
  uint64_t cycle = s->solve_cycle;
  double time = s->solve_time;
  s->solving = limits;
  s->solve_cycle = s->lib.world->cycle;
  s->solve_time = s->lib.world->time;
  if (!outer) s->open_before = imbalance(s);
  bool on = s->lib.world->energy_on;
  bool ok = scr_world_solve(s->lib.world, &s->diag, limits);
  ok = scr_results_settle(s) && ok;
  if (!outer) ok = close_balance(s, on, &at) && ok;
  if (!outer) { /* cycles within cycles are cycles of the outer solve, too */
    uint64_t cycles = s->lib.world->cycle - s->solve_cycle;
    s->cycled += cycles;
    s->ball_steps += (double)cycles * s->lib.world->ball.n;
  }
  s->solving = outer;
  s->solve_cycle = cycle;
  s->solve_time = time;
  if (!outer) hook_progress(s);
  if (s->diag.failed) trace_solve(s, &at); /* of a fish-halt, too */
  return ok;
}

/* ---- life ---- */

/* May some threads rest while several others work? Then none keeps to a core, lest it stays on one
 * that another process wants while a core beside it is idle. (Of two threads only the one that does
 * not keep to a core goes on.) */
static bool may_rest(const scr_options *o) { return o->tunes && o->threads > 2; }

void scr_session_use_world(scr_session *s, scr_world *w) {
  w->hooks = (scr_hooks){.user = s,
                         .call = hook_call,
                         .cycle_end = hook_cycle_end,
                         .frame = hook_frame,
                         .in_range = hook_in_range,
                         .brick = hook_brick,
                         .range_calls = hook_range_calls,
                         .law = hook_law,
                         .table = hook_table,
                         .progress = hook_progress,
                         .interrupted = hook_interrupted,
                         .profile = s->options.profile,
                         .asks = true};
  scr_world_set_threads(w, s->options.threads);
  w->tunes = s->options.tunes;
  w->worker_seed = (uint64_t)s->options.worker_seed;
  if (s->options.pin && !may_rest(&s->options)) scr_par_pin(scr_world_pool(w));
  w->worker_pairs = (uint32_t)s->options.worker_pairs;
  w->bounds_balls = (uint32_t)s->options.bounds_balls;
  if (scr_checking(s)) scr_orientation_track(w, true); /* whether it is at that time is not known */
  const bool other = s->lib.world != w;
  if (other) scr_world_free(s->lib.world);
  s->lib.world = w;
  if (other) scr_session_other_model(s, false);
  scr_fish_set_rng(s->fish, &w->rng);
  scr_fish_set_dim(s->fish, w->dim);
}

/* Files of FISH: read beside the file that runs or where output goes, written below the directory
 * of outputs and nowhere else. */
static char *host_path(void *user, const char *name, bool write) {
  scr_session *s = user;
  static const char *const as_given[] = {NULL};
  char *dir = scr_file_dir(s);
  char *path = write ? scr_session_out_path(s, name, NULL) : scr_file_find(s, name, as_given);
  char *below = scr_path_join(".", name);
  bool out = below[0] == '/' || strstr(below, "..") || strchr(below, ':');
  if (!path) path = scr_path_join(dir, name); /* it is not there */
  scr_free(dir);
  scr_free(below);
  if (!write || !out) return path;
  scr_free(path);
  scr_fail(&s->diag, NULL, SCR_E_FILE,
           "file.open writes below the directory of outputs only, not '%s'", name);
  return NULL;
}

static void make_fish(scr_session *s) {
  scr_fish_host host = {.user = s,
                        .command = host_command,
                        .print = host_print,
                        .kinds = scr_lib_kinds,
                        .alive = scr_lib_alive,
                        .unmade = scr_lib_unmade,
                        .ends = scr_lib_ends,
                        .pointer_id = scr_lib_pointer_id,
                        .pointer_type = scr_lib_pointer_type,
                        .path = host_path,
                        .in_range = scr_range_in_fish,
                        .stepping = host_stepping,
                        .ahead = scr_lib_ahead,
                        .command_words = scr_command_words,
                        .interrupt = &s->interrupt};
  s->fish = scr_fish_new(&host, &s->diag);
  scr_fish_bind_base(s->fish);
  scr_lib_bind(s->fish);
}

scr_session *scr_session_new(const scr_options *options) {
  scr_session *s = scr_alloc(sizeof *s);
  s->options = *options;
  s->diag.sink = print_warning;
  s->diag.strict = options->strict;
  s->diag.interrupt = &s->interrupt;
  s->lib.title = scr_strdup("");
  s->lib.histories.interval = 10;
  s->results = scr_results_new();
  if (options->out) s->out_dir = scr_strdup(options->out);
  make_fish(s);
  scr_session_use_world(s, scr_world_new(options->dim ? options->dim : 3));
  s->configured = options->dim != 0;
  scr_settings_give(s);
  return s;
}

static void forget(scr_session *s) {
  scr_history_delete(&s->lib.histories, NULL);
  s->lib.histories.interval = 10;
  scr_results_free(s->results);
  s->results = scr_results_new();
  scr_xytables_clear(&s->lib.tables);
  scr_geoms_free(&s->lib.geoms);
  scr_bricks_free(&s->lib.bricks);
  scr_extras_clear(&s->lib.extras);
  scr_extras_clear(&s->lib.props);
  scr_shells_free(&s->lib.shells);
  scr_named_ranges_clear(s);
  s->lib.group_ends = 0;
  scr_free(s->lib.title);
  s->lib.title = scr_strdup("");
}

void scr_session_reset(scr_session *s, int dim) {
  scr_rng rng = s->lib.world->rng;
  if (!scr_checking(s) && !scr_fish_reset(s->fish))
    return; /* who checks asks where symbols are used, in all files */
  forget(s);
  scr_checking_forget(s);
  scr_session_use_world(s, scr_world_new(dim));
  s->lib.world->rng = rng;
  if (!scr_checking(s)) scr_settings_give(s);
}

scr_dialect scr_session_dialect(const scr_session *s) {
  if (s->frame) return s->frame->dialect;
  return s->options.dialect >= 0 ? (scr_dialect)s->options.dialect : SCR_MODERN;
}

bool scr_session_end(scr_session *s) { return scr_fish_end_file(s->fish, !s->diag.failed); }

void scr_session_free(scr_session *s) {
  if (!s) return;
  if (!scr_session_end(s)) scr_session_complain(s);
  forget(s);
  scr_free(s->lib.title);
  scr_free(s->lib.histories.item);
  scr_free(s->lib.histories.step);
  scr_free(s->lib.tables.item);
  scr_free(s->ranges);
  scr_names_free(&s->told);
  scr_names_free(&s->unnamed);
  scr_checking_end(s);
  scr_legacy_free(s);
  scr_plots_free(s);
  scr_free(s->noted);
  scr_results_free(s->results);
  scr_fish_free(s->fish);
  scr_world_free(s->lib.world);
  scr_diag_clear(&s->diag);
  scr_free(s->out_dir);
  scr_free(s);
}

/* ---- files ---- */

/* The first file settles the dimension and where output goes. */
static void settle(scr_session *s, const scr_source *src, const char *path) {
  if (!s->out_dir) s->out_dir = scr_path_dir(path);
  if (s->configured) return;
  int dim = scr_read_dimension(s, src, path);
  s->configured = true;
  if (dim == 2) scr_session_reset(s, 2);
}

bool scr_session_file(scr_session *s, const char *path) {
  scr_source *src = scr_read_file(&s->diag, NULL, path, path);
  if (!src) return false;
  settle(s, src, path);
  s->calls_failed = 0;
  scr_dialect dialect = scr_read_dialect(s, src);
  if (dialect != SCR_MODERN) scr_settings_fit(s);
  bool ok = scr_read_source(s, src, dialect, 1, src->nline, NULL, false);
  scr_source_drop(src);
  s->diag.at = (scr_loc){0};
  return ok;
}

bool scr_session_text(scr_session *s, const char *name, const char *text, scr_dialect dialect) {
  scr_source *src = scr_source_new(name, NULL, text, strlen(text));
  if (!s->out_dir) s->out_dir = scr_strdup(".");
  s->configured = true;
  s->calls_failed = 0;
  bool ok = scr_read_source(s, src, dialect, 1, src->nline, NULL, false);
  scr_source_drop(src);
  s->diag.at = (scr_loc){0};
  return ok;
}

char *scr_session_out_path(const scr_session *s, const char *name, const char *suffix) {
  scr_buf b = {0};
  scr_buf_puts(&b, name);
  if (suffix && !*scr_path_suffix(name)) scr_buf_puts(&b, suffix);
  char *path = scr_path_join(s->out_dir ? s->out_dir : ".", b.s);
  scr_buf_free(&b);
  return path;
}

bool scr_session_write(scr_session *s, const scr_loc *at, const char *path, const scr_buf *text,
                       bool append) {
  if (scr_checking(s)) return true;
  scr_outfile f;
  scr_outfile_open(&f, path, append, s->diag.interrupt);
  scr_outfile_put(&f, text->s, text->n);
  if (scr_outfile_close(&f, true, false)) return true;
  return scr_outfile_blame(&f, &s->diag, at, SCR_E_FILE, "write", path);
}
