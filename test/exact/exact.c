/* Helpers of the exact-answer tests. */
#define _GNU_SOURCE /* mkdtemp */
#include "exact.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/mem.h"

/* ---- vectors ---- */

vec vec_of(double x, double y, double z) { return (vec){{x, y, z}}; }
vec vec_add(vec a, vec b) { return vec_of(a.c[0] + b.c[0], a.c[1] + b.c[1], a.c[2] + b.c[2]); }
vec vec_sub(vec a, vec b) { return vec_of(a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2]); }
vec vec_mul(double f, vec a) { return vec_of(f * a.c[0], f * a.c[1], f * a.c[2]); }
double vec_dot(vec a, vec b) { return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2]; }
vec vec_cross(vec a, vec b) {
  return vec_of(a.c[1] * b.c[2] - a.c[2] * b.c[1], a.c[2] * b.c[0] - a.c[0] * b.c[2],
                a.c[0] * b.c[1] - a.c[1] * b.c[0]);
}
double vec_mag(vec a) { return sqrt(vec_dot(a, a)); }
vec vec_unit(vec a) { return vec_mul(1 / vec_mag(a), a); }
vec vec_flat(vec a, vec n) { return vec_sub(a, vec_mul(vec_dot(a, n), n)); }

vec vec_turn(vec a, vec axis, double s, double c) {
  vec along = vec_mul((1 - c) * vec_dot(axis, a), axis);
  return vec_add(vec_add(vec_mul(c, a), vec_mul(s, vec_cross(axis, a))), along);
}

/* ---- random numbers ---- */

lcg lcg_begin(const char *family, uint64_t seed) {
  const char *text = getenv("EXACT_SEED");
  if (text) seed = strtoull(text, NULL, 10);
  print_message("%s: seed %llu\n", family, (unsigned long long)seed);
  lcg g = {seed};
  for (int k = 0; k < 4; k++) lcg_unit(&g);
  return g;
}

double lcg_unit(lcg *g) {
  g->state = g->state * 6364136223846793005u + 1442695040888963407u;
  return (double)(g->state >> 11) * 0x1p-53;
}

double lcg_in(lcg *g, double lo, double hi) { return lo + (hi - lo) * lcg_unit(g); }
double lcg_log(lcg *g, double lo, double hi) { return lo * pow(hi / lo, lcg_unit(g)); }
int lcg_int(lcg *g, int n) { return (int)(n * lcg_unit(g)); }

vec lcg_direction(lcg *g, int dim) {
  for (;;) {
    vec a = vec_of(lcg_in(g, -1, 1), lcg_in(g, -1, 1), dim == 3 ? lcg_in(g, -1, 1) : 0);
    double mag = vec_mag(a);
    if (mag > 0.1 && mag < 1) return vec_mul(1 / mag, a);
  }
}

/* ---- sessions ---- */

static bool keep_output(void *user, const char *text) {
  scr_buf_puts(user, text);
  return true;
}

static void no_warning(void *user, const scr_message *m) { SCR_UNUSED(user), SCR_UNUSED(m); }

void run_open(run *r, int dim, const char *dir) {
  *r = (run){.own = !dir};
  snprintf(r->dir, sizeof r->dir, "%s", dir ? dir : "/tmp/scree-exact-XXXXXX");
  if (r->own) assert_non_null(mkdtemp(r->dir));
  r->s = scr_session_new(
      &(scr_options){.dim = dim, .threads = 1, .out = r->dir, .quiet = true, .dialect = -1});
  r->s->print = keep_output;
  r->s->print_user = &r->out;
  r->s->diag.sink = no_warning;
}

static void remove_dir(const char *path) {
  DIR *d = opendir(path);
  if (!d) return;
  for (struct dirent *e; (e = readdir(d));) {
    char name[512];
    snprintf(name, sizeof name, "%s/%s", path, e->d_name);
    if (e->d_name[0] != '.') unlink(name);
  }
  closedir(d);
  rmdir(path);
}

void run_close(run *r) {
  scr_session_free(r->s);
  scr_buf_free(&r->out);
  if (r->own) remove_dir(r->dir);
}

static void stop(run *r) {
  scr_buf b = {0};
  scr_message_format(&r->s->diag.error, &b);
  print_error("%s", b.s);
  scr_buf_free(&b);
  fail_msg("the data file failed");
}

void run_file(run *r, const char *path) {
  if (!scr_session_file(r->s, path)) stop(r);
}

void run_dialect(run *r, scr_dialect dialect, const char *text) {
  if (!scr_session_text(r->s, "test", text, dialect)) stop(r);
}

void run_text(run *r, const char *fmt, ...) {
  scr_buf b = {0};
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(&b, fmt, ap);
  va_end(ap);
  run_dialect(r, SCR_MODERN, b.s);
  scr_buf_free(&b);
}

double run_symbol(run *r, const char *name) {
  int k = scr_fish_symbol(r->s->fish, name, false);
  if (k < 0) fail_msg("no symbol '%s'", name);
  scr_val v = scr_fish_get(r->s->fish, k);
  double x = NAN;
  if (!scr_val_number(&v, &x)) fail_msg("'%s' is no number", name);
  return x;
}

double run_energy(run *r, const char *name) {
  double e = NAN;
  assert_true(scr_energy(r->s->lib.world, name, &e));
  return e;
}

const scr_history *run_history(run *r, const char *name) {
  const scr_history *h = scr_history_find(&r->s->lib.histories, name);
  if (!h) fail_msg("no history '%s'", name);
  return h;
}

vec run_ball(run *r, uint32_t id, int column) {
  scr_world *w = r->s->lib.world;
  uint32_t row = scr_ball_find(w, id);
  assert_true(row != SCR_NONE);
  scr_world_sync(w);
  const double *x = scr_table_at(&w->ball, column, row);
  return vec_of(x[0], x[1], x[2]);
}

vec run_property(run *r, scr_contact c, const char *name) {
  scr_world *w = r->s->lib.world;
  const scr_prop *p = scr_model_prop(scr_contact_model(w, c), name);
  if (!p) fail_msg("no property '%s'", name);
  double x[3] = {0};
  scr_contact_get(w, c, p, x);
  return vec_of(x[0], x[1], x[2]);
}

int run_active(run *r, scr_contact *only) {
  scr_contact *list;
  size_t n = scr_contact_list(r->s->lib.world, -1, false, &list);
  if (n && only) *only = list[0];
  scr_free(list);
  return (int)n;
}

/* ---- files ---- */

const char *root_path(const char *name) {
  static char path[4][1024];
  static int next;
  char *p = path[next++ % 4];
  snprintf(p, sizeof path[0], "%s/%s", EXACT_ROOT, name);
  return p;
}

bool have_file(const char *path) { return access(path, R_OK) == 0; }

char *read_text(const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f) fail_msg("cannot read %s", path);
  scr_buf b = {0};
  char part[4096];
  for (size_t n; (n = fread(part, 1, sizeof part, f));) scr_buf_put(&b, part, n);
  fclose(f);
  return b.s;
}

static char about[256];

void subject(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(about, sizeof about, fmt, ap);
  va_end(ap);
}

void near(const char *what, double got, double want, double tolerance) {
  if (fabs(got - want) <= tolerance) return;
  fail_msg("%s %s: got %.17g, want %.17g, differs by %.3g, allowed %.3g", about, what, got, want,
           got - want, tolerance);
}

void near_vec(const char *what, vec got, vec want, double tolerance) {
  if (vec_mag(vec_sub(got, want)) <= tolerance) return;
  fail_msg("%s %s: got (%.17g, %.17g, %.17g), want (%.17g, %.17g, %.17g), allowed %.3g", about,
           what, got.c[0], got.c[1], got.c[2], want.c[0], want.c[1], want.c[2], tolerance);
}

/* ---- Burger's chain ---- */

/* With the compliance J(s) = 1/Km + 1/(Cm s) + 1/(Kk + Ck s) the force after a unit displacement
 * has the transform 1/(s J(s)). Its poles s = -r solve Ck/Km s^2 + (Kk/Km + Ck/Cm + 1) s + Kk/Cm =
 * 0, its residues are 1/(d(s J)/ds). */
relaxation chain_relaxation(const chain *c) {
  double a = c->ck / c->km, b = c->kk / c->km + c->ck / c->cm + 1, e = c->kk / c->cm;
  double q = 0.5 * (b + sqrt(b * b - 4 * a * e));
  relaxation g = {.r = {e / q, q / a}};
  for (int k = 0; k < 2; k++) {
    double d = c->kk - c->ck * g.r[k];
    g.a[k] = 1 / (1 / c->km + c->kk / (d * d));
  }
  return g;
}

double relaxation_at(const relaxation *g, double t) {
  return g->a[0] * exp(-g->r[0] * t) + g->a[1] * exp(-g->r[1] * t);
}

double relaxation_scheme(const relaxation *g, double dt, double n) {
  double sum = 0;
  for (int k = 0; k < 2; k++) {
    double h = 0.5 * g->r[k] * dt;
    sum += g->a[k] / (1 + h) * pow((1 - h) / (1 + h), n - 1);
  }
  return sum;
}

double relaxation_lag(const relaxation *g, double dt) {
  double sum = 0;
  for (int k = 0; k < 2; k++) {
    double z = g->r[k] * dt;
    sum += g->a[k] * (0.5 * z + z * z * (0.125 + 1 / (12 * exp(1)))) * (1 + z);
  }
  return sum;
}

/* ---- the stack ---- */

static double in_series(double a, double b) { return a * b / (a + b); }

void stack_set(stack *s, int dim, const double density[2], double young, double restitution) {
  for (int i = 0; i < 2; i++) {
    double r = s->r[i];
    s->m[i] = density[i] * PI * (dim == 3 ? 4.0 / 3.0 * r * r * r : r * r);
  }
  double k0 = young * 2 * s->r[0], k1 = young * 2 * s->r[1], ln = log(restitution);
  double mass[3] = {s->m[0], in_series(s->m[0], s->m[1]), s->m[1]};
  s->k[0] = in_series(k0, k0);
  s->k[1] = in_series(k0, k1);
  s->k[2] = in_series(k1, k1);
  for (int j = 0; j < 3; j++) s->c[j] = 2 * -ln / sqrt(PI * PI + ln * ln) * sqrt(mass[j] * s->k[j]);
}

static void overlaps(const stack *s, const double y[2], double u[3]) {
  u[0] = s->r[0] - y[0];
  u[1] = s->r[0] + s->r[1] - (y[1] - y[0]);
  u[2] = s->r[1] - (s->height - y[1]);
}

/* M a = springs + weight - C v. With a lag the dashpots see v - a lag/2, so (M - C lag/2) a = ...
 */
static void acceleration(const stack *s, double lag, const motion *at, double a[2]) {
  double u[3], h = 0.5 * lag;
  overlaps(s, at->y, u);
  double c00 = s->c[0] + s->c[1], c01 = -s->c[1], c11 = s->c[1] + s->c[2];
  double f0 = s->k[0] * u[0] - s->k[1] * u[1] - s->m[0] * s->g - c00 * at->v[0] - c01 * at->v[1];
  double f1 = s->k[1] * u[1] - s->k[2] * u[2] - s->m[1] * s->g - c01 * at->v[0] - c11 * at->v[1];
  double m00 = s->m[0] - h * c00, m01 = -h * c01, m11 = s->m[1] - h * c11,
         det = m00 * m11 - m01 * m01;
  a[0] = (m11 * f0 - m01 * f1) / det;
  a[1] = (m00 * f1 - m01 * f0) / det;
}

/* The accelerations without their constant part: d/dt of them is this, applied to the derivatives
 * of y and v. */
static void linear_part(const stack *s, double lag, const double y[2], const double v[2],
                        double a[2]) {
  motion none = {0}, at = {{y[0], y[1]}, {v[0], v[1]}};
  double constant[2];
  acceleration(s, lag, &none, constant);
  acceleration(s, lag, &at, a);
  for (int i = 0; i < 2; i++) a[i] -= constant[i];
}

void stack_defect(const stack *s, double lag, const motion *at, double bound[2]) {
  double a[2], jerk[2], snap[2];
  acceleration(s, lag, at, a);
  linear_part(s, lag, at->v, a, jerk);
  linear_part(s, lag, a, jerk, snap);
  double k00 = s->k[0] + s->k[1], k01 = -s->k[1], k11 = s->k[1] + s->k[2],
         det = k00 * k11 - k01 * k01;
  double strain = k00 * jerk[0] * jerk[0] + 2 * k01 * jerk[0] * jerk[1] + k11 * jerk[1] * jerk[1];
  double kinetic = s->m[0] * snap[0] * snap[0] + s->m[1] * snap[1] * snap[1];
  double norm = sqrt(strain / 36 + kinetic / 144);
  bound[0] = sqrt(k11 / det) * norm;
  bound[1] = sqrt(k00 / det) * norm;
}

/* The first half-kick comes before any dashpot has acted: its acceleration is that without a lag.
 */
motion stack_start(const stack *s, double lag) {
  motion at = {.y = {s->y0[0], s->y0[1]}};
  double first[2], later[2];
  acceleration(s, 0, &at, first);
  acceleration(s, lag, &at, later);
  for (int i = 0; i < 2; i++) at.v[i] = 0.5 * lag * (first[i] - later[i]);
  return at;
}

static motion slope(const stack *s, double lag, const motion *at) {
  motion d = {.y = {at->v[0], at->v[1]}};
  acceleration(s, lag, at, d.v);
  return d;
}

static motion moved(const motion *at, double h, const motion *d) {
  motion m = *at;
  for (int i = 0; i < 2; i++) m.y[i] += h * d->y[i], m.v[i] += h * d->v[i];
  return m;
}

void stack_advance(const stack *s, double lag, motion *at, double t, int n) {
  double h = t / n;
  for (int k = 0; k < n; k++) {
    motion d1 = slope(s, lag, at), m = moved(at, 0.5 * h, &d1);
    motion d2 = slope(s, lag, &m);
    m = moved(at, 0.5 * h, &d2);
    motion d3 = slope(s, lag, &m);
    m = moved(at, h, &d3);
    motion d4 = slope(s, lag, &m);
    *at = moved(at, h / 6, &d1);
    *at = moved(at, h / 3, &d2);
    *at = moved(at, h / 3, &d3);
    *at = moved(at, h / 6, &d4);
  }
}

bool stack_closed(const stack *s, const motion *at) {
  double u[3];
  overlaps(s, at->y, u);
  return u[0] > 0 && u[1] > 0 && u[2] > 0;
}

modes stack_modes(const stack *s) {
  modes m;
  double k00 = s->k[0] + s->k[1], k01 = -s->k[1], k11 = s->k[1] + s->k[2],
         det = k00 * k11 - k01 * k01;
  double touch = s->r[0] + s->r[1];
  double f0 = s->k[0] * s->r[0] - s->k[1] * touch - s->m[0] * s->g;
  double f1 = s->k[1] * touch - s->k[2] * (s->r[1] - s->height) - s->m[1] * s->g;
  m.rest[0] = (k11 * f0 - k01 * f1) / det;
  m.rest[1] = (k00 * f1 - k01 * f0) / det;
  /* det(K - w^2 M) = 0, and the shape (1, p) of a mode from its first row */
  double a = s->m[0] * s->m[1], b = k00 * s->m[1] + k11 * s->m[0], root = sqrt(b * b - 4 * a * det);
  double w2[2] = {(b - root) / (2 * a), (b + root) / (2 * a)}, p[2];
  for (int k = 0; k < 2; k++) m.omega[k] = sqrt(w2[k]), p[k] = (k00 - w2[k] * s->m[0]) / -k01;
  double d0 = s->y0[0] - m.rest[0], d1 = s->y0[1] - m.rest[1];
  m.part[0][0] = (d1 - p[1] * d0) / (p[0] - p[1]);
  m.part[1][0] = d0 - m.part[0][0];
  for (int k = 0; k < 2; k++) m.part[k][1] = p[k] * m.part[k][0];
  return m;
}

double modes_at(const modes *m, int sphere, double t) {
  return m->rest[sphere] + m->part[0][sphere] * cos(m->omega[0] * t) +
         m->part[1][sphere] * cos(m->omega[1] * t);
}

double modes_verlet(const modes *m, int sphere, double dt, int n) {
  double y = m->rest[sphere];
  for (int k = 0; k < 2; k++) y += m->part[k][sphere] * cos(2 * n * asin(0.5 * m->omega[k] * dt));
  return y;
}

double modes_verlet_error(const modes *m, int sphere, double dt, double t) {
  double sum = 0;
  for (int k = 0; k < 2; k++) {
    double x = 0.5 * m->omega[k] * dt, shift = asin(x) / x - 1;
    sum += fabs(m->part[k][sphere]) * fmin(2, shift * m->omega[k] * t);
  }
  return sum;
}
