/* Frames and files of results: see results.h. */
#include "cmd/results.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/aside.h"
#include "base/mem.h"
#include "base/outfile.h"
#include "cmd/checking.h"
#include "cmd/files.h"
#include "cmd/range.h"
#include "cmd/view_kept.h"

/* ---- what is written when ---- */

static void free_job(struct scr_frame_job *j);

scr_results *scr_results_new(void) {
  scr_results *r = scr_alloc(sizeof *r);
  r->prefix = scr_strdup("result");
  r->kind[SCR_DATA_BALLS].active = r->kind[SCR_DATA_WALLS].active = true;
  return r;
}

void scr_results_free(scr_results *r) {
  if (!r) return;
  free_job(r->job);
  for (int k = 0; k < SCR_DATA_KINDS; k++) scr_free(r->kind[k].frame);
  scr_free(r->prefix);
  scr_results_movie(r, NULL);
  scr_free(r);
}

void scr_results_movie(scr_results *r, char *movie) {
  if (r->kept) scr_view_kept_clear(r->kept);
  scr_free(r->kept);
  scr_free(r->movie);
  r->movie = movie;
  r->kept = NULL;
  r->size[0] = r->size[1] = 0;
  r->awaits = false;
}

void scr_results_rename_movie(scr_results *r, const char *from, const char *to) {
  if (!r->movie || scr_casecmp(r->movie, from) != 0) return;
  scr_free(r->movie);
  r->movie = scr_strdup(to);
}

/* Pictures may show anything. */
static bool read_contacts(const scr_results *r) {
  bool reads = r->movie != NULL;
  for (int k = 0; k < SCR_DATA_KINDS; k++)
    reads |= r->kind[k].active &&
             scr_dataset_reads_contacts((scr_dataset_kind)k, r->kind[k].more, r->kind[k].nmore);
  return reads;
}

void scr_results_schedule(scr_session *s) {
  const scr_results *r = scr_session_results(s);
  scr_frames_set(scr_session_world(s), r->on ? r->every : 0, r->on ? r->interval : 0,
                 read_contacts(r));
}

static scr_geoms *sets_of(scr_session *s) { return &scr_session_lib(s)->geoms; }

/* ---- one file ---- */

/* The columns that the user asked for, and those that the format holds anyway. */
static void make(scr_session *s, scr_dataset_kind kind, const scr_format *f, scr_dataset *out) {
  const struct scr_results_kind *k = &scr_session_results(s)->kind[kind];
  int q[SCR_RESULTS_MORE + SCR_COUNTOF(f->needs)], n = 0;
  for (int i = 0; i < f->nneeds; i++) q[n++] = f->needs[i];
  for (int i = 0; i < k->nmore; i++) q[n++] = k->more[i];
  scr_dataset_make(scr_session_world(s), sets_of(s), kind, q, n, out);
}

static bool write_kind(scr_session *s, const scr_loc *at, scr_dataset_kind kind,
                       const scr_format *f, const char *path, bool append) {
  scr_dataset set = {0};
  scr_buf bytes = {0};
  make(s, kind, f, &set);
  const bool ok =
      f->write(scr_session_diag(s), &set, &bytes) && scr_session_write(s, at, path, &bytes, append);
  scr_buf_free(&bytes);
  scr_dataset_free(&set);
  return ok;
}

/* ---- frames ---- */

/* A frame holds copies, so that it is written while cycles go on; what went wrong is told when the
 * next one is due, or after the solve, and so in the same place in every run. */
struct scr_frame_job {
  scr_aside aside;
  scr_dataset set[SCR_DATA_KINDS]; /* the memory serves all frames */
  scr_buf bytes, series;
  bool holds[SCR_DATA_KINDS];
  char *path[SCR_DATA_KINDS], *series_path[SCR_DATA_KINDS];
  char *swept;                /* where paths begin that nothing is left of */
  const char *base;           /* of the names of files, as series give them */
  const scr_results *results; /* whose lists of frames stay as they are meanwhile */
  bool pending;
  scr_outfile failed; /* of the first file that could not be written: */
  int kind;           /* -1: none */
  const char *failed_path;
  scr_outfile_fault fault; /* of tests: files are written in the place of the caller */
};

static char *output_path(scr_session *s, const scr_results *r, int kind, const char *tail) {
  scr_buf name = {0};
  scr_buf_printf(&name, "%s-%s%s", r->prefix, scr_dataset_name[kind], tail);
  char *path = scr_session_out_path(s, name.s, NULL);
  scr_buf_free(&name);
  return path;
}

char *scr_results_frame_path(scr_session *s, int kind, uint64_t index) {
  char tail[40];
  snprintf(tail, sizeof tail, "-%06" PRIu64 ".vtp", index);
  return output_path(s, scr_session_results(s), kind, tail);
}

static bool put_file(struct scr_frame_job *j, int kind, const char *path, const scr_buf *bytes) {
  scr_outfile f;
  scr_outfile_open_swept(&f, path);
  scr_outfile_put(&f, bytes->s, bytes->n);
  if (scr_outfile_close(&f, true, false)) return true;
  j->failed = f, j->failed_path = path, j->kind = kind;
  return false;
}

/* The frame comes first: whatever happens between the two, the series lists whole files alone. */
static bool put_kind_of(struct scr_frame_job *j, int kind) {
  const struct scr_results_kind *k = &j->results->kind[kind];
  scr_diag none = {0};
  scr_buf_clear(&j->bytes);
  scr_buf_clear(&j->series);
  scr_formats[0].write(&none, &j->set[kind], &j->bytes); /* .vtp, which cannot fail */
  if (!put_file(j, kind, j->path[kind], &j->bytes)) return false;
  scr_write_pvd(j->base, scr_dataset_name[kind], k->frame, k->n, &j->series);
  return put_file(j, kind, j->series_path[kind], &j->series);
}

static void run_job(void *user) {
  struct scr_frame_job *j = user;
  bool ok = true;
  scr_outfile_fault_set(j->fault);
  for (int kind = 0; ok && kind < SCR_DATA_KINDS; kind++)
    ok = !j->holds[kind] || put_kind_of(j, kind);
  j->fault = scr_outfile_fault_left();
}

static void forget_paths(struct scr_frame_job *j) {
  for (int k = 0; k < SCR_DATA_KINDS; k++) {
    scr_free(j->path[k]), scr_free(j->series_path[k]);
    j->path[k] = j->series_path[k] = NULL;
  }
}

static void free_job(struct scr_frame_job *j) {
  if (!j) return;
  scr_aside_wait(&j->aside);
  forget_paths(j);
  for (int k = 0; k < SCR_DATA_KINDS; k++) scr_dataset_free(&j->set[k]);
  scr_free(j->swept);
  scr_buf_free(&j->bytes);
  scr_buf_free(&j->series);
  scr_free(j);
}

/* The kinds after the one that failed were not written either. */
static bool blame_job(scr_session *s, struct scr_frame_job *j) {
  scr_results *r = scr_session_results(s);
  for (int k = j->kind; k < SCR_DATA_KINDS; k++) r->kind[k].n -= j->holds[k];
  return scr_outfile_blame(&j->failed, scr_session_diag(s), NULL, SCR_E_FILE, "write",
                           j->failed_path);
}

bool scr_results_settle(scr_session *s) {
  struct scr_frame_job *j = scr_session_results(s)->job;
  if (!j || !j->pending) return true;
  scr_aside_wait(&j->aside);
  scr_outfile_fault_set(j->fault);
  const bool ok = j->kind < 0 || blame_job(s, j);
  j->pending = false;
  forget_paths(j);
  return ok;
}

static void add_entry(struct scr_results_kind *k, uint64_t index, double time) {
  SCR_GROW(k->frame, k->cap, k->n + 1);
  k->frame[k->n++] = (scr_frame_entry){index, time};
}

/* Series name files as they lie beside them. */
static const char *base_of(const char *prefix) {
  const char *slash = strrchr(prefix, '/');
  return slash ? slash + 1 : prefix;
}

static void take_kind(scr_session *s, scr_results *r, int kind) {
  struct scr_frame_job *j = r->job;
  const struct scr_results_kind *k = &r->kind[kind];
  scr_world *w = scr_session_world(s);
  j->holds[kind] = k->active && scr_dataset_any(w, sets_of(s), (scr_dataset_kind)kind);
  if (!j->holds[kind]) return;
  j->path[kind] = scr_results_frame_path(s, kind, r->index);
  j->series_path[kind] = output_path(s, r, kind, ".pvd");
  scr_dataset_make(w, sets_of(s), (scr_dataset_kind)kind, k->more, k->nmore, &j->set[kind]);
  add_entry(&r->kind[kind], r->index, w->time);
}

/* Plots may lose their items while the model runs: a solve of hours does not end for a picture. */
static bool tell_empty(scr_session *s, const scr_results *r) {
  scr_diag *d = scr_session_diag(s);
  scr_buf what = {0};
  scr_buf_printf(&what, "a frame holds no picture: the plot '%s' has no item", r->movie);
  const bool fine =
      scr_told_before(s, &d->at, what.s) || scr_warn(d, NULL, SCR_E_NAME, "%s", what.s);
  scr_buf_free(&what);
  return fine;
}

/* One picture of a movie; frames for other programs and pictures share their numbers. */
static bool draw_movie(scr_session *s, scr_results *r) {
  scr_buf name = {0};
  if (r->awaits && !scr_plot_there(s, r->movie)) return true;
  if (!scr_plot_shows(s, r->movie)) return tell_empty(s, r);
  scr_buf_printf(&name, "%s-%s-%06" PRIu64 ".png", r->prefix, r->movie, r->index);
  char *path = scr_session_out_path(s, name.s, NULL);
  if (!r->kept) r->kept = scr_alloc(sizeof *r->kept);
  const bool ok = scr_view_export(s, r->movie, r->kept, r->size[0] ? r->size : NULL, path, NULL);
  scr_free(path);
  scr_buf_free(&name);
  return ok;
}

/* A model that goes on elsewhere has not taken its frames with it: the series lists those that are
 * there. */
static bool drop_gone(scr_session *s, scr_results *r) {
  size_t gone = 0;
  for (int kind = 0; kind < SCR_DATA_KINDS; kind++) {
    struct scr_results_kind *k = &r->kind[kind];
    size_t kept = 0;
    for (size_t i = 0; i < k->n; i++) {
      char *path = scr_results_frame_path(s, kind, k->frame[i].index);
      if (access(path, F_OK) == 0) k->frame[kept++] = k->frame[i];
      scr_free(path);
    }
    gone += k->n - kept;
    k->n = kept;
  }
  return !gone || scr_warn(scr_session_diag(s), NULL, SCR_E_FILE,
                           "earlier frames are not in this folder: series leave out %zu of "
                           "their files",
                           gone);
}

/* Once for each name of frames: was it now? */
static bool sweep_once(scr_session *s, const char *prefix, struct scr_frame_job *j) {
  scr_buf start = {0};
  scr_buf_printf(&start, "%s-", prefix);
  char *path = scr_session_out_path(s, start.s, NULL);
  scr_buf_free(&start);
  const bool first = !j->swept || strcmp(j->swept, path) != 0;
  if (first) scr_outfile_sweep(path);
  scr_free(j->swept);
  j->swept = path;
  return first;
}

bool scr_results_frame(scr_session *s) {
  scr_results *r = scr_session_results(s);
  if (!scr_results_settle(s) || (r->movie && !draw_movie(s, r))) return false;
  if (!r->job) r->job = scr_alloc(sizeof *r->job);
  const bool first = sweep_once(s, r->prefix, r->job);
  if (first && !drop_gone(s, r)) return false;
  scr_world_sync(scr_session_world(s));
  for (int kind = 0; kind < SCR_DATA_KINDS; kind++) take_kind(s, r, kind);
  r->job->results = r, r->job->base = base_of(r->prefix);
  r->job->pending = true, r->job->kind = -1;
  r->job->fault = scr_outfile_fault_left();
  r->index++;
  scr_results_schedule(s);
  scr_aside_start(&r->job->aside, run_job, r->job);
  return !first || scr_results_settle(s); /* a folder that is not there is told of at once */
}

/* ---- files on request ---- */

static bool unknown_suffix(scr_session *s, const scr_loc *at, const char *name) {
  scr_buf all = {0};
  scr_nearest near = {.word = scr_path_suffix(name)};
  for (const scr_format *f = scr_formats; f->suffix; f++) scr_nearest_offer(&near, f->suffix);
  scr_format_list(&all);
  scr_fail(scr_session_diag(s), at, SCR_E_NAME, "'%s' ends in none of %s", name, all.s);
  scr_buf_free(&all);
  return near.best ? scr_hint(scr_session_diag(s), "did you mean '%s'?", near.best) : false;
}

static bool wrong_kind(scr_session *s, const scr_loc *at, const scr_format *f, int kind) {
  scr_fail(scr_session_diag(s), at, SCR_E_VALUE, "'%s' holds balls alone, not %s", f->suffix,
           scr_dataset_name[kind]);
  return scr_hint(scr_session_diag(s), "for instance: .vtp or .csv");
}

char *scr_results_file_name(const char *name, int kind, bool several) {
  const int stem = (int)(strlen(name) - strlen(scr_path_suffix(name)));
  scr_buf b = {0};
  scr_buf_printf(&b, "%.*s%s%s%s", stem, name, several ? "-" : "",
                 several ? scr_dataset_name[kind] : "", name + stem);
  return b.s;
}

static int count_bits(unsigned kinds) {
  int n = 0;
  for (; kinds; kinds &= kinds - 1) n++;
  return n;
}

/* What is wrong with the words is found before anything is written. */
static const scr_format *format_for(scr_session *s, const scr_loc *at, const char *name,
                                    unsigned kinds, bool append) {
  const scr_format *f = scr_format_of(name);
  if (!f) return unknown_suffix(s, at, name), NULL;
  for (int k = 0; k < SCR_DATA_KINDS && count_bits(kinds) == 1; k++)
    if (kinds >> k & 1 && !(f->kinds >> k & 1)) return wrong_kind(s, at, f, k), NULL;
  if (append && !f->appends)
    return scr_fail(scr_session_diag(s), at, SCR_E_VALUE, "a file '%s' holds one frame alone",
                    f->suffix),
           NULL;
  return scr_format_possible(scr_session_diag(s), at, f) ? f : NULL;
}

bool scr_results_exportable(scr_session *s, const scr_loc *at, const char *name, unsigned kinds,
                            bool append) {
  return format_for(s, at, name, kinds, append) != NULL;
}

bool scr_results_export(scr_session *s, const scr_loc *at, const char *name, unsigned kinds,
                        bool append) {
  const scr_format *f = format_for(s, at, name, kinds, append);
  if (!f) return false;
  const bool several = count_bits(kinds & f->kinds) > 1;
  bool ok = true, any = false;
  scr_world_sync(scr_session_world(s));
  for (int k = 0; ok && k < SCR_DATA_KINDS; k++) {
    if (!(kinds & f->kinds & 1u << k)) continue;
    if (several && !scr_dataset_any(scr_session_world(s), sets_of(s), (scr_dataset_kind)k))
      continue;
    char *file = scr_results_file_name(name, k, several),
         *path = scr_session_out_path(s, file, NULL);
    ok = write_kind(s, at, (scr_dataset_kind)k, f, path, append);
    any = true;
    scr_free(file);
    scr_free(path);
  }
  return ok &&
         (any || scr_warn(scr_session_diag(s), at, SCR_E_VALUE,
                          "nothing is written: the model holds nothing of what is asked for"));
}

/* ---- save files ---- */

bool scr_results_tell_movie(scr_session *s) {
  const scr_results *r = scr_session_results(s);
  if (!r->movie || scr_plot_there(s, r->movie)) return true;
  return scr_warn(scr_session_diag(s), NULL, SCR_E_NAME,
                  "frames hold no pictures before the plot '%s' is made: plots are not saved",
                  r->movie);
}

static bool is_usual(const struct scr_results_kind *k, const struct scr_results_kind *usual) {
  return k->active == usual->active && !k->nmore && !k->n;
}

/* Kinds from that number on are as they were at first; the first of them are always saved. */
static int kinds_to_save(const scr_results *r) {
  scr_results *usual = scr_results_new();
  int n = SCR_DATA_KINDS;
  while (n > SCR_DATA_BONDS + 1 && is_usual(&r->kind[n - 1], &usual->kind[n - 1])) n--;
  scr_results_free(usual);
  return n;
}

bool scr_results_are_set(const scr_results *r) {
  scr_results *usual = scr_results_new();
  bool set = r->every || r->interval > 0 || r->index || strcmp(r->prefix, usual->prefix) != 0;
  for (int k = 0; k < SCR_DATA_KINDS; k++) set |= !is_usual(&r->kind[k], &usual->kind[k]);
  scr_results_free(usual);
  return set;
}

static void put_kind(const struct scr_results_kind *k, scr_dataset_kind kind, scr_buf *b) {
  scr_put_u8(b, k->active);
  scr_put_u32(b, (uint32_t)k->nmore);
  for (int i = 0; i < k->nmore; i++) scr_put_text(b, scr_dataset_quantities(kind)[k->more[i]].name);
  scr_put_u64(b, k->n);
  for (size_t i = 0; i < k->n; i++) {
    scr_put_u64(b, k->frame[i].index);
    scr_put_f64(b, k->frame[i].time);
  }
}

void scr_results_put(const scr_results *r, scr_buf *b) {
  scr_put_u64(b, r->every);
  scr_put_f64(b, r->interval);
  scr_put_u8(b, r->on);
  scr_put_text(b, r->prefix);
  scr_put_u64(b, r->index);
  const int kinds = kinds_to_save(r);
  scr_put_u32(b, (uint32_t)kinds);
  for (int k = 0; k < kinds; k++) put_kind(&r->kind[k], (scr_dataset_kind)k, b);
}

static void get_kind(struct scr_results_kind *k, scr_dataset_kind kind, scr_bytes *in) {
  k->active = scr_get_bool(in);
  k->nmore = (int)scr_get_below(in, SCR_RESULTS_MORE + 1);
  for (int i = 0; i < k->nmore; i++) {
    char *name = scr_get_text(in);
    k->more[i] = scr_quantity_find(scr_dataset_quantities(kind), name);
    if (k->more[i] < 0) in->bad = true, k->more[i] = 0;
    scr_free(name);
  }
  k->n = scr_get_count(in, sizeof(uint64_t) + sizeof(double));
  SCR_GROW(k->frame, k->cap, k->n);
  for (size_t i = 0; i < k->n; i++) {
    k->frame[i].index = scr_get_u64(in);
    k->frame[i].time = scr_get_f64(in);
  }
}

void scr_results_get(scr_results *r, scr_bytes *in) {
  r->every = scr_get_u64(in);
  r->interval = scr_get_f64(in);
  r->on = scr_get_bool(in);
  scr_free(r->prefix);
  r->prefix = scr_get_text(in);
  r->index = scr_get_u64(in);
  if (!(r->interval >= 0 && r->interval < HUGE_VAL) || !*r->prefix) in->bad = true;
  const uint32_t kinds = scr_get_u32(in);
  if (kinds <= SCR_DATA_BONDS || kinds > SCR_DATA_KINDS) in->bad = true;
  for (uint32_t k = 0; k < kinds && !in->bad; k++) get_kind(&r->kind[k], (scr_dataset_kind)k, in);
}
