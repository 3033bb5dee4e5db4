/* The public interface: see scree/scree.h. Everything here forwards to a session. Floor: api. */
#include "scree/scree.h"

#include <math.h>
#include <string.h>
#include "base/cpu.h"
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/setting.h"
#include "kernel/kernel.h"

struct scree {
  scr_session *session;
  scr_buf message;
  scree_text_fn output, warning;
  void *output_user, *warning_user;
};

/* ---- results ---- */

static scr_world *world_of(const scree *s) {
  scr_world *w = scr_session_world(s->session);
  scr_world_observe(w);
  return w;
}

static void begin(scree *s) {
  scr_diag_clear(scr_session_diag(s->session));
  scr_buf_clear(&s->message);
  *scr_session_interrupt(s->session) = false;
}

static scree_status finish(scree *s, bool ok) {
  const scr_diag *d = scr_session_diag(s->session);
  if (ok) return SCREE_OK;
  scr_message_format(&d->error, &s->message);
  if (d->error.code == SCR_E_INTERRUPT) return SCREE_INTERRUPTED;
  return scr_diag_exhausted(d) ? SCREE_ERROR_RESOURCES : SCREE_ERROR_DATA;
}

static scree_status misuse(scree *s, const char *fmt, const char *what) {
  scr_buf_clear(&s->message);
  scr_buf_printf(&s->message, fmt, what);
  scr_buf_puts(&s->message, "\n");
  return SCREE_ERROR_USE;
}

/* Begins a call that needs `p`; false with a message where it is NULL. */
static bool begin_with(scree *s, const void *p, const char *function) {
  begin(s);
  if (!p) misuse(s, "%s: NULL is given", function);
  return p != NULL;
}

/* ---- sessions ---- */

static bool print(void *user, const char *text) {
  scree *s = user;
  if (s->output) s->output(s->output_user, text);
  return true;
}

static void warn(void *user, const scr_message *m) {
  scree *s = user;
  if (!s->warning) return;
  scr_buf b = {0};
  scr_message_format(m, &b);
  s->warning(s->warning_user, b.s);
  scr_buf_free(&b);
}

scree *scree_new(const scree_options *options) {
  const scree_options o = options ? *options : SCREE_OPTIONS;
  if ((o.dim != 0 && o.dim != 2 && o.dim != 3) || o.threads < 0 || o.dialect < -1 ||
      o.dialect > SCREE_DIALECT_PFC5)
    return NULL;
  const scr_options inner = {.dim = o.dim,
                             .threads = o.threads ? o.threads : scr_cpu_physical_cores(),
                             .tunes = o.threads == 0,
                             .out = o.out,
                             .quiet = true,
                             .strict = o.strict,
                             .dialect = (int)o.dialect};
  scree *s = scr_alloc(sizeof *s);
  s->session = scr_session_new(&inner);
  scr_session_on_print(s->session, print, s);
  scr_session_diag(s->session)->sink = warn;
  scr_session_diag(s->session)->user = s;
  return s;
}

void scree_free(scree *s) {
  if (!s) return;
  scr_session_free(s->session);
  scr_buf_free(&s->message);
  scr_free(s);
}

void scree_on_output(scree *s, scree_text_fn fn, void *user) {
  s->output = fn, s->output_user = user;
}
void scree_on_warning(scree *s, scree_text_fn fn, void *user) {
  s->warning = fn, s->warning_user = user;
}
void scree_on_exhaustion(void (*fn)(size_t size)) { scr_set_oom_handler(fn); }
const char *scree_message(const scree *s) { return s->message.s ? s->message.s : ""; }
int scree_warnings(const scree *s) { return scr_session_diag(s->session)->warnings; }
void scree_interrupt(scree *s) { *(volatile bool *)&*scr_session_interrupt(s->session) = true; }

/* ---- running ---- */

scree_status scree_run(scree *s, const char *path) {
  if (!begin_with(s, path, "scree_run")) return SCREE_ERROR_USE;
  return finish(s, scr_session_file(s->session, path));
}

scree_status scree_command(scree *s, const char *text) {
  if (!begin_with(s, text, "scree_command")) return SCREE_ERROR_USE;
  return finish(s, scr_session_text(s->session, "command", text, SCR_MODERN));
}

scree_status scree_cycle(scree *s, uint64_t cycles) {
  begin(s);
  scr_limits limits = scr_limits_none();
  limits.cycles = cycles;
  return finish(s, scr_session_solve(s->session, &limits));
}

scree_status scree_save(scree *s, const char *path) {
  if (!begin_with(s, path, "scree_save")) return SCREE_ERROR_USE;
  return finish(s, scr_session_save(s->session, path));
}

scree_status scree_restore(scree *s, const char *path) {
  if (!begin_with(s, path, "scree_restore")) return SCREE_ERROR_USE;
  return finish(s, scr_session_restore(s->session, path));
}

scree_status scree_hash(scree *s, char out[33]) {
  if (!begin_with(s, out, "scree_hash")) return SCREE_ERROR_USE;
  return finish(s, scr_session_hash(s->session, out));
}

/* ---- the model ---- */

int scree_dim(const scree *s) { return world_of(s)->dim; }
uint64_t scree_cycles(const scree *s) { return world_of(s)->cycle; }
double scree_time(const scree *s) { return world_of(s)->time; }
double scree_timestep(const scree *s) { return world_of(s)->timestep.current; }

/* ---- balls and walls ---- */

static const scr_piece *piece_of(scree_kind kind) {
  return kind == SCREE_BALL ? &scr_ball_piece : &scr_wall_piece;
}

/* Rows in order of id; owned by the caller. */
static uint32_t *rows_of(scree *s, const scr_piece *p, size_t *n) {
  uint32_t *rows = NULL;
  p->range(s->session, NULL, &rows, n); /* cannot fail without a range */
  return rows;
}

static void piece_get(scree *s, const scr_piece *p, int q, int comps, double *out) {
  size_t n = 0;
  uint32_t *rows = rows_of(s, p, &n);
  scr_world_sync(world_of(s));
  for (size_t k = 0; k < n; k++) p->get(world_of(s), rows[k], q, out + k * (size_t)comps);
  scr_free(rows);
}

static bool values_fit(scree *s, const scr_piece *p, int q, int comps, const double *in, size_t n) {
  scr_diag *d = scr_session_diag(s->session);
  for (size_t k = 0; k < n; k++)
    if (!isfinite(in[k]))
      return scr_fail(d, NULL, SCR_E_VALUE, "%s: every value must be a finite number",
                      p->quantity[q].name);
  for (size_t k = 0; k < n; k += (size_t)comps)
    if (!p->check(world_of(s), d, q, in + k)) return false;
  return true;
}

static bool piece_set(scree *s, const scr_piece *p, int q, int comps, const double *in) {
  scr_world *w = world_of(s);
  size_t n = 0;
  bool ok = true;
  uint32_t *rows = rows_of(s, p, &n);
  scr_world_sync(w);
  for (size_t k = 0; ok && p->allows && k < n; k++)
    ok = p->allows(w, scr_session_diag(s->session), rows[k], q, in + k * (size_t)comps);
  double before = scr_energy_state(w);
  for (size_t k = 0; ok && k < n; k++)
    ok = p->set(w, scr_session_diag(s->session), rows[k], q, in + k * (size_t)comps);
  scr_energy_edited(w, before);
  scr_free(rows);
  return ok;
}

/* ---- contacts ---- */

static void contact_property(scr_world *w, scr_contact c, const char *name, int comps,
                             double *out) {
  const scr_prop *p = scr_model_prop(scr_contact_model(w, c), name);
  double value[3] = {NAN, NAN, NAN};
  if (p) scr_contact_get(w, c, p, value);
  memcpy(out, value, (size_t)comps * sizeof *out);
}

static void contact_get(scr_world *w, const char *quantity, int comps, double *out) {
  const int q = scr_quantity_find(scr_contact_quantity, quantity);
  scr_contact *list;
  size_t n = scr_contact_list(w, -1, false, &list);
  scr_world_sync(w);
  for (size_t k = 0; k < n; k++, out += comps)
    if (q >= 0)
      scr_contact_read(w, list[k], q, out);
    else
      contact_property(w, list[k], quantity, comps, out);
  scr_free(list);
}

static int contact_components(const scr_world *w, const char *quantity) {
  const int q = scr_quantity_find(scr_contact_quantity, quantity);
  if (q >= 0) return scr_quantity_comps(&scr_contact_quantity[q], w->dim);
  const scr_prop *p = scr_any_prop(quantity);
  return !p ? 0 : scr_ptype_numbers(p->type, w->dim);
}

/* ---- arrays ---- */

/* The value of an enumeration may be any number in C. */
static bool is_kind(scree_kind kind) {
  return kind == SCREE_BALL || kind == SCREE_WALL || kind == SCREE_CONTACT;
}

size_t scree_count(scree *s, scree_kind kind) {
  scr_world *w = world_of(s);
  if (!is_kind(kind)) return 0;
  return kind == SCREE_CONTACT ? scr_contact_count(w, -1, false)
         : kind == SCREE_BALL  ? w->ball.n
                               : w->wall.n;
}

int scree_components(scree *s, scree_kind kind, const char *quantity) {
  if (!quantity || !is_kind(kind)) return 0;
  if (kind == SCREE_CONTACT) return contact_components(world_of(s), quantity);
  const scr_quantity *list = piece_of(kind)->quantity;
  int q = scr_quantity_find(list, quantity);
  return q < 0 ? 0 : scr_quantity_comps(&list[q], world_of(s)->dim);
}

scree_status scree_ids(scree *s, scree_kind kind, uint32_t *out, size_t room) {
  const size_t count = scree_count(s, kind);
  begin(s);
  scr_world *w = world_of(s);
  if (!is_kind(kind)) return misuse(s, "%s: there is no such kind of thing", "scree_ids");
  if (count && !out) return misuse(s, "%s: NULL is given", "scree_ids");
  if (room < count) return misuse(s, "%s: the array is too small", "scree_ids");
  size_t n = 0;
  if (kind == SCREE_CONTACT) {
    scr_contact *list;
    n = scr_contact_list(w, -1, false, &list);
    for (size_t k = 0; k < n; k++) out[k] = scr_contact_id(w, list[k]);
    scr_free(list);
  } else {
    uint32_t *rows = rows_of(s, piece_of(kind), &n);
    for (size_t k = 0; k < n; k++) out[k] = piece_of(kind)->id(w, rows[k]);
    scr_free(rows);
  }
  return SCREE_OK;
}

scree_status scree_get(scree *s, scree_kind kind, const char *quantity, double *out, size_t room) {
  if (!begin_with(s, quantity, "scree_get")) return SCREE_ERROR_USE;
  if (!is_kind(kind)) return misuse(s, "%s: there is no such kind of thing", "scree_get");
  scr_world *w = world_of(s);
  const int comps = scree_components(s, kind, quantity);
  if (comps == 0) return misuse(s, "scree_get: there is no quantity '%s'", quantity);
  const size_t count = scree_count(s, kind) * (size_t)comps;
  if (count && !out) return misuse(s, "scree_get: NULL is given for '%s'", quantity);
  if (room < count) return misuse(s, "scree_get: the array is too small for '%s'", quantity);
  if (kind == SCREE_CONTACT) {
    contact_get(w, quantity, comps, out);
    return SCREE_OK;
  }
  const scr_piece *p = piece_of(kind);
  const int q = scr_quantity_find(p->quantity, quantity);
  if (!scr_quantity_offered(w, scr_session_diag(s->session), &p->quantity[q]))
    return finish(s, false);
  piece_get(s, p, q, comps, out);
  return SCREE_OK;
}

scree_status scree_set(scree *s, scree_kind kind, const char *quantity, const double *in,
                       size_t n) {
  if (!begin_with(s, quantity, "scree_set")) return SCREE_ERROR_USE;
  if (!is_kind(kind)) return misuse(s, "%s: there is no such kind of thing", "scree_set");
  if (kind == SCREE_CONTACT)
    return misuse(s, "scree_set: '%s' of contacts is set by 'contact property'", quantity);
  const scr_piece *p = piece_of(kind);
  const int q = scr_quantity_find(p->quantity, quantity),
            comps = scree_components(s, kind, quantity);
  if (q < 0 || !scr_quantity_settable(&p->quantity[q]))
    return misuse(s, "scree_set: '%s' cannot be set", quantity);
  if (n != scree_count(s, kind) * (size_t)comps)
    return misuse(s, "scree_set: wrong number of values for '%s'", quantity);
  if (n && !in) return misuse(s, "scree_set: NULL is given for '%s'", quantity);
  scr_world *w = world_of(s);
  scr_diag *d = scr_session_diag(s->session);
  bool ok = scr_quantity_offered(w, d, &p->quantity[q]) && scr_may_edit_bodies(w, d) &&
            values_fit(s, p, q, comps, in, n) && piece_set(s, p, q, comps, in);
  return finish(s, ok);
}

/* ---- FISH ---- */

scree_status scree_symbol(scree *s, const char *name, double *out) {
  if (!begin_with(s, name, "scree_symbol") || !begin_with(s, out, "scree_symbol"))
    return SCREE_ERROR_USE;
  int symbol = scr_fish_symbol(scr_session_fish(s->session), name, false);
  scr_val v = symbol < 0 ? (scr_val){0} : scr_fish_get(scr_session_fish(s->session), symbol);
  if (symbol < 0 || !scr_fish_was_assigned(scr_session_fish(s->session), symbol) ||
      !scr_val_number(&v, out))
    return misuse(s, "scree_symbol: '%s' is no number", name);
  return SCREE_OK;
}

scree_status scree_symbol_set(scree *s, const char *name, double value) {
  if (!begin_with(s, name, "scree_symbol_set")) return SCREE_ERROR_USE;
  static const char letters[] = "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  enum { DIGITS = 10 };
  const bool fits =
      *name && strspn(name, letters) == strlen(name) && memchr(letters, name[0], DIGITS) == NULL;
  if (!fits || !scr_symbol_can_be(s->session, name))
    return misuse(s, "scree_symbol_set: '%s' cannot be a name", name);
  scr_fish_set(scr_session_fish(s->session),
               scr_fish_symbol(scr_session_fish(s->session), name, true), scr_val_real(value));
  return SCREE_OK;
}

const char *scree_version(void) { return SCR_VERSION; }
const char *scree_isa(void) { return scr_isa_name(); }
