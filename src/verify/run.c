/* Running a suite: several runs at once, each in a session of its own; then the lines of each case.
 */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "base/mem.h"
#include "base/num.h"
#include "base/par.h"
#include "base/smath.h"
#include "cmd/files.h"
#include "verify/folder.h"
#include "verify/suite.h"

/* ---- one run ---- */

static bool drop_text(void *user, const char *text) {
  SCR_UNUSED(user), SCR_UNUSED(text);
  return true;
}

static void run_one(const scr_case *c, scr_run *r) {
  scr_options o = {.threads = 1, .out = r->out, .quiet = true, .strict = true, .dialect = -1};
  o.set = r->set, o.nset = r->nset, o.verdicts = &r->found;
  scr_session *s = scr_session_new(&o);
  scr_session_on_print(s, drop_text, NULL);
  bool fine =
      scr_session_file(s, r->file) && scr_session_file(s, c->check) && scr_session_hash(s, r->hash);
  if (!fine) {
    scr_buf b = {0};
    scr_message_format(&scr_session_diag(s)->error, &b);
    r->message = b.s;
  }
  scr_session_free(s);
}

/* ---- the lines of a case ---- */

static void add_row(scr_case *c, scr_row row, const char *name, const char *label) {
  scr_buf b = {0};
  scr_buf_puts(&b, name);
  if (*label) scr_buf_printf(&b, " (%s)", label);
  row.quantity = b.s;
  SCR_GROW(c->row, c->cap_row, c->nrow + 1);
  c->row[c->nrow++] = row;
  c->pass = c->pass && row.pass;
}

void scr_case_fail(scr_case *c, const char *name, const char *label, const char *message) {
  add_row(c, (scr_row){.unit = "", .because = "", .message = scr_strdup(message)}, name, label);
}

static void rows_of_run(scr_case *c, const scr_run *r) {
  for (size_t k = 0; k < r->found.nfinding; k++) {
    const scr_finding *f = &r->found.finding[k];
    add_row(c,
            (scr_row){.unit = f->unit,
                      .because = f->because,
                      .value = f->value,
                      .expected = f->expected,
                      .error = f->error,
                      .gate = f->gate,
                      .compared = f->compared,
                      .relative = f->relative,
                      .pass = f->error <= f->gate},
            f->name, r->label);
  }
  if (r->message) scr_case_fail(c, "run", r->label, r->message);
}

static const scr_finding *finding_of(const scr_run *r, const char *name) {
  for (size_t k = 0; k < r->found.nfinding; k++)
    if (strcmp(r->found.finding[k].name, name) == 0) return &r->found.finding[k];
  return NULL;
}

static int place_of(const scr_run *r, const char *name) {
  for (int k = 0; k < r->nset; k++)
    if (scr_casecmp(r->set[k].name, name) == 0) return k;
  return -1;
}

/* Do two runs differ in nothing but that symbol? */
static bool same_but(const scr_run *a, const scr_run *b, int place) {
  if (a->file != b->file) return false;
  for (int k = 0; k < a->nset; k++)
    if (k != place && a->set[k].value != b->set[k].value) return false;
  return true;
}

/* Slope of log error over log value by least squares; NaN where an error is 0 or a value is no
 * number. */
static double slope(size_t n, const double *x, const double *y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (size_t k = 0; k < n; k++) {
    const double a = scr_log(x[k]), b = scr_log(y[k]);
    sx += a, sy += b, sxx += a * a, sxy += a * b;
  }
  return ((double)n * sxy - sx * sy) / ((double)n * sxx - sx * sx);
}

/* One line for each set of runs that differ in the varied symbol alone. */
static void rows_of_order(scr_case *c, const scr_run *first, const scr_order *o) {
  const int place = place_of(first, o->over);
  double *x = scr_alloc(c->nrun * sizeof *x), *y = scr_alloc(c->nrun * sizeof *y);
  const scr_finding *last = NULL;
  size_t n = 0;
  for (size_t k = 0; k < c->nrun; k++) {
    const scr_finding *f =
        same_but(first, &c->run[k], place) ? finding_of(&c->run[k], o->of) : NULL;
    if (!f) continue;
    x[n] = strtod(c->run[k].set[place].value, NULL);
    y[n++] = f->error;
    last = f;
  }
  const double order = slope(n, x, y);
  scr_buf name = {0};
  if (!last || !isfinite(order)) {
    scr_case_fail(c, o->of, "", "an order cannot be found: an error is 0, or no number\n");
    scr_free(x);
    scr_free(y);
    return;
  }
  scr_buf_printf(&name, "order of %s over %s", o->of, o->over);
  char *label = scr_run_label(c, first, place);
  add_row(c,
          (scr_row){.unit = "",
                    .because = o->because,
                    .value = order,
                    .expected = o->expected,
                    .error = fabs(order - o->expected),
                    .gate = o->within,
                    .compared = true,
                    .order = true,
                    .pass = n >= SCR_ORDER_RUNS && fabs(order - o->expected) <= o->within},
          name.s, label);
  scr_buf_free(&name);
  SCR_GROW(c->study, c->cap_study, c->nstudy + 1);
  c->study[c->nstudy++] = (scr_study){.of = o->of,
                                      .over = o->over,
                                      .unit = last->unit,
                                      .relative = last->relative,
                                      .label = label,
                                      .expected = o->expected,
                                      .x = x,
                                      .y = y,
                                      .n = n};
}

static void judge(scr_case *c) {
  c->pass = true;
  for (size_t k = 0; k < c->nrun; k++) rows_of_run(c, &c->run[k]);
  for (size_t k = 0; k < c->nrun; k++)
    for (size_t o = 0; o < c->run[k].found.norder; o++) {
      const scr_order *order = &c->run[k].found.order[o];
      bool first = true;
      for (size_t i = 0; i < k; i++)
        first = first && !same_but(&c->run[i], &c->run[k], place_of(&c->run[k], order->over));
      if (first) rows_of_order(c, &c->run[k], order);
    }
  if (c->nrow == 0) scr_case_fail(c, "run", "", "the check file names no quantity\n");
}

/* ---- figures ---- */

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* From the folder of a run to that of its case; what cannot be moved is a failure, and does not
 * stay behind. */
static void move_figure(scr_case *c, const scr_run *r, const char *name) {
  char *from = scr_path_join(r->out, name), *to = scr_path_join(c->out, name);
  if (rename(from, to) == 0) {
    SCR_GROW(c->figure, c->cap_figure, c->nfigure + 1);
    c->figure[c->nfigure++] = scr_strdup(name);
  } else {
    scr_buf why = {0};
    scr_buf_printf(&why, "cannot write '%s': %s\n", to, strerror(errno));
    scr_case_fail(c, name, r->label, why.s);
    scr_buf_free(&why);
    unlink(from);
  }
  scr_free(from);
  scr_free(to);
}

/* Each run draws in a folder of its own. Together the figures lie in that of the case, where no
 * name may come twice: which of two runs came last would decide. */
static void take_figures(scr_case *c, const scr_run *r) {
  char **name;
  size_t n;
  scr_folder_names(r->out, ".svg", &name, &n);
  for (size_t k = 0; k < n; k++) {
    if (scr_case_has_figure(c, name[k]))
      scr_case_fail(c, name[k], r->label, "an earlier run drew the same figure\n");
    else
      move_figure(c, r, name[k]);
  }
  scr_names_list_free(name, n);
  rmdir(r->out); /* where it wrote nothing else */
}

/* ---- all of them ---- */

typedef struct running {
  scr_suite *suite;
  size_t next;  /* run, over all cases */
  size_t told;  /* cases that `done` was called for */
  size_t *left; /* runs of each case that are not done */
  pthread_mutex_t lock;
  void (*done)(void *user, const scr_case *c);
  void *user;
} running;

/* The next run; false: there is none. */
static bool take_run(running *j, size_t *which, scr_run **r) {
  size_t k = j->next++;
  for (*which = 0; *which < j->suite->n; ++*which) {
    scr_case *c = &j->suite->item[*which];
    if (k < c->nrun) {
      *r = &c->run[k];
      return true;
    }
    k -= c->nrun;
  }
  return false;
}

static void tell(running *j) {
  for (; j->told < j->suite->n && j->left[j->told] == 0; j->told++) {
    scr_case *c = &j->suite->item[j->told];
    judge(c);
    for (size_t k = 0; k < c->nrun; k++) take_figures(c, &c->run[k]);
    scr_case_draw_orders(c);
    if (c->nfigure) qsort(c->figure, c->nfigure, sizeof *c->figure, by_text);
    if (j->done) j->done(j->user, c);
  }
}

static void work(void *user, int thread, int threads) {
  running *j = user;
  SCR_UNUSED(thread), SCR_UNUSED(threads);
  pthread_mutex_lock(&j->lock);
  scr_run *r = NULL;
  for (size_t which; take_run(j, &which, &r);) {
    pthread_mutex_unlock(&j->lock);
    run_one(&j->suite->item[which], r);
    pthread_mutex_lock(&j->lock);
    j->left[which]--;
    tell(j);
  }
  pthread_mutex_unlock(&j->lock);
}

/* Figures of an earlier run go. */
static void clear_figures(const char *dir) {
  char **name;
  size_t n;
  scr_folder_names(dir, ".svg", &name, &n);
  for (size_t k = 0; k < n; k++) {
    char *old = scr_path_join(dir, name[k]);
    unlink(old);
    scr_free(old);
  }
  scr_names_list_free(name, n);
}

/* `usable` says whether a directory can be written to, or else sets errno. */
static bool must_be(bool (*usable)(const char *path), const char *path, scr_buf *err) {
  if (usable(path)) return true;
  scr_buf_printf(err, "scree: error: cannot write to the directory '%s': %s\n", path,
                 strerror(errno));
  return false;
}

static bool make_folder(const char *path) {
  return scr_path_make(path, 0777) && access(path, W_OK) == 0;
}

/* What is there under the name of a report or figure must be a file, which a new one replaces. */
static bool may_write(const char *out, const char *name, scr_buf *err) {
  char *path = scr_path_join(out, name);
  const bool taken = access(path, F_OK) == 0 && !scr_path_is_file(path);
  if (taken)
    scr_buf_printf(err, "scree: error: cannot write '%s': it is there, and is no file\n", path);
  scr_free(path);
  return !taken;
}

/* The names of figures are not known yet: nothing that is called like one may be a folder. */
static bool may_draw(const char *dir, scr_buf *err) {
  char **name;
  size_t n;
  bool may = true;
  scr_folder_names(dir, ".svg", &name, &n);
  for (size_t k = 0; may && k < n; k++) may = may_write(dir, name[k], err);
  scr_names_list_free(name, n);
  return may;
}

static bool may_draw_all(const scr_suite *s, scr_buf *err) {
  for (size_t k = 0; k < s->n; k++) {
    const scr_case *c = &s->item[k];
    if (!may_draw(c->out, err)) return false;
    for (size_t i = 0; i < c->nrun; i++)
      if (!may_draw(c->run[i].out, err)) return false;
  }
  return true;
}

static void name_folders(scr_suite *s, const char *out) {
  for (size_t k = 0; k < s->n; k++) {
    scr_case *c = &s->item[k];
    c->out = scr_path_join(out, c->name);
    for (size_t i = 0; i < c->nrun; i++) {
      scr_buf path = {0};
      scr_buf_printf(&path, "%s/run-%zu", c->out, i + 1);
      c->run[i].out = path.s;
    }
  }
}

/* Of all cases, and of all their runs. */
static bool each_folder(const scr_suite *s, bool (*usable)(const char *path), scr_buf *err) {
  for (size_t k = 0; k < s->n; k++) {
    const scr_case *c = &s->item[k];
    if (!must_be(usable, c->out, err)) return false;
    for (size_t i = 0; i < c->nrun; i++)
      if (!must_be(usable, c->run[i].out, err)) return false;
  }
  return true;
}

/* All is looked at before anything is made, so that nothing is left half made. */
static bool make_folders(scr_suite *s, const char *out, scr_buf *err) {
  static const char *const report[] = {"results.csv", "report.html", "verification.md"};
  for (size_t k = 0; k < SCR_COUNTOF(report); k++)
    if (!may_write(out, report[k], err)) return false;
  name_folders(s, out);
  if (!each_folder(s, scr_path_may_make, err) || !may_draw_all(s, err) ||
      !each_folder(s, make_folder, err))
    return false;
  for (size_t k = 0; k < s->n; k++) {
    clear_figures(s->item[k].out);
    for (size_t i = 0; i < s->item[k].nrun; i++) clear_figures(s->item[k].run[i].out);
  }
  return true;
}

bool scr_suite_run(scr_suite *s, const char *out, int threads,
                   void (*done)(void *user, const scr_case *c), void *user, scr_buf *err) {
  if (!make_folders(s, out, err)) return false;
  running j = {.suite = s, .done = done, .user = user};
  j.left = scr_alloc(s->n * sizeof *j.left);
  for (size_t k = 0; k < s->n; k++) j.left[k] = s->item[k].nrun;
  pthread_mutex_init(&j.lock, NULL);
  scr_par *par = scr_par_new(threads);
  scr_par_run(par, work, &j);
  scr_par_free(par);
  pthread_mutex_destroy(&j.lock);
  scr_free(j.left);
  return true;
}

void scr_suite_count(const scr_suite *s, int *pass, int *fail) {
  *pass = *fail = 0;
  for (size_t k = 0; k < s->n; k++)
    for (size_t i = 0; i < s->item[k].nrow; i++) ++*(s->item[k].row[i].pass ? pass : fail);
}

void scr_suite_hash(const scr_suite *s, char out[33]) {
  scr_buf all = {0};
  for (size_t k = 0; k < s->n; k++)
    for (size_t i = 0; i < s->item[k].nrun; i++) scr_buf_puts(&all, s->item[k].run[i].hash);
  XXH128_canonical_t c;
  XXH128_canonicalFromHash(&c, XXH3_128bits(all.s, all.n));
  for (int k = 0; k < 16; k++) snprintf(out + 2 * k, 3, "%02x", c.digest[k]);
  scr_buf_free(&all);
}
