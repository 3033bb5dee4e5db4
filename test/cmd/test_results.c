/* Frames of results: whole files and a readable series, wherever writing them ends; a restored
 * model goes on with its series. */
#include "../base/test.h"

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/outfile.h"
#include "base/str.h"
#include "support/command.h"
#include "support/folder.h"

enum { FRAMES = 3, KINDS = 2 };
FOLDER_OF("results")

static const char *const kind[KINDS] = {"balls", "walls"};

static const char model[] = "model domain extent -1 1\n"
                            "contact cmat default model linear property kn 1e4\n"
                            "wall generate id 1 plane\n"
                            "ball create id 7 radius 0.1 position (0, 0, 0.09)\n"
                            "ball create id 3 radius 0.1 position (0.3, 0, 0.5)\n"
                            "ball attribute density 1000\n"
                            "model results interval step 2 prefix 'f'\n";

/* ---- files ---- */

static scr_buf content(const char *dir, const char *name) {
  char path[300];
  scr_buf b = {0};
  char part[4096];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *f = fopen(path, "rb");
  for (size_t n; f && (n = fread(part, 1, sizeof part, f)) > 0;) scr_buf_put(&b, part, n);
  if (f) fclose(f);
  return b;
}

static void frame_name(char *to, size_t size, int k, int frame) {
  snprintf(to, size, "f-%s-%06d.vtp", kind[k], frame);
}

static void series_name(char *to, size_t size, int k) { snprintf(to, size, "f-%s.pvd", kind[k]); }

static void same(const scr_buf *a, const scr_buf *b, const char *what) {
  if (a->n != b->n || (a->n && memcmp(a->s, b->s, a->n) != 0))
    fail_msg("%s: other bytes (%zu, %zu)", what, a->n, b->n);
}

static int count_files(const char *dir, const char *part) {
  int n = 0;
  DIR *d = opendir(dir);
  for (const struct dirent *e; d && (e = readdir(d));) n += strstr(e->d_name, part) != NULL;
  if (d) closedir(d);
  return n;
}

static void empty(const char *dir) {
  char line[300];
  snprintf(line, sizeof line, "rm -rf '%s' && mkdir '%s'", dir, dir);
  assert_int_equal(system(line), 0);
}

/* ---- runs ---- */

static scr_session *begin(const char *dir) {
  scr_session *s = scr_session_new(
      &(scr_options){.dim = 3, .threads = 1, .out = dir, .quiet = true, .dialect = -1});
  command(s, model);
  return s;
}

/* What a whole run writes, and where in its bytes (a rename counts as one) each file begins. */
typedef struct reference {
  scr_buf frame[FRAMES][KINDS], series[FRAMES][KINDS];
  int64_t at[FRAMES][KINDS][2]; /* of the frame, of the series behind it */
} reference;

static void reference_free(reference *r) {
  for (int f = 0; f < FRAMES; f++)
    for (int k = 0; k < KINDS; k++) scr_buf_free(&r->frame[f][k]), scr_buf_free(&r->series[f][k]);
}

static void keep_frame(reference *r, int f, int64_t *at) {
  char name[64];
  for (int k = 0; k < KINDS; k++) {
    frame_name(name, sizeof name, k, f);
    r->frame[f][k] = content("whole", name);
    series_name(name, sizeof name, k);
    r->series[f][k] = content("whole", name);
    assert_true(r->frame[f][k].n > 500 && r->series[f][k].n > 100);
    r->at[f][k][0] = *at;
    r->at[f][k][1] = *at += (int64_t)r->frame[f][k].n + 1;
    *at += (int64_t)r->series[f][k].n + 1;
  }
}

static reference whole_run(void) {
  enum { MANY = 1 << 30 };
  reference r = {0};
  int64_t at = 0;
  empty("whole");
  scr_session *s = begin("whole");
  for (int f = 0; f < FRAMES; f++) {
    scr_outfile_fail_after(MANY);
    command(s, "model cycle 2");
    keep_frame(&r, f, &at);
    const int64_t used = MANY - scr_outfile_fault_left().after;
    assert_int_equal(used, at - r.at[f][0][0]); /* the order in which files are written */
    scr_outfile_fail_after(-1);
  }
  scr_session_free(s);
  assert_int_equal(count_files("whole", "f-"), KINDS * (FRAMES + 1));
  return r;
}

/* The files of a run whose writing ended at byte `end`: those that were complete by then. */
static void check_files(const reference *r, int64_t end) {
  char name[64];
  for (int k = 0; k < KINDS; k++) {
    int frames = 0, series = 0;
    for (int f = 0; f < FRAMES; f++) {
      frames += r->at[f][k][1] <= end;
      series += r->at[f][k][1] + (int64_t)r->series[f][k].n + 1 <= end;
    }
    for (int f = 0; f < FRAMES; f++) {
      frame_name(name, sizeof name, k, f);
      scr_buf got = content("cut", name), none = {0};
      same(&got, f < frames ? &r->frame[f][k] : &none, name);
      scr_buf_free(&got);
    }
    series_name(name, sizeof name, k);
    scr_buf got = content("cut", name), none = {0};
    same(&got, series ? &r->series[series - 1][k] : &none, name);
    scr_buf_free(&got);
  }
}

/* Calls `check` at the beginning, within and at the end of each file, before it is renamed. */
static void at_each_write(const reference *r, void (*check)(const reference *r, int64_t end)) {
  for (int f = 0; f < FRAMES; f++)
    for (int k = 0; k < KINDS; k++)
      for (int part = 0; part < 2; part++) {
        const int64_t n = (int64_t)(part ? r->series[f][k].n : r->frame[f][k].n),
                      at = r->at[f][k][part];
        check(r, at), check(r, at + n / 2), check(r, at + n);
      }
}

static void run_cycles(scr_session *s) {
  for (int f = 0; f < FRAMES && !s->diag.failed; f++)
    scr_session_text(s, "test", "model cycle 2", SCR_MODERN);
}

/* ---- a full disk ---- */

/* Each file that a series lists is there. */
static int check_listed(int k) {
  char name[64];
  int n = 0;
  series_name(name, sizeof name, k);
  scr_buf series = content("cut", name);
  for (const char *p = series.s; p && (p = strstr(p, "file=\"")); n++) {
    p += strlen("file=\"");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(p, "\""), p);
    scr_buf frame = content("cut", name);
    assert_true(frame.n > 500);
    scr_buf_free(&frame);
  }
  scr_buf_free(&series);
  return n;
}

static void check_full(const reference *r, int64_t end) {
  empty("cut");
  scr_session *s = begin("cut");
  scr_outfile_fail_after(end);
  run_cycles(s);
  scr_outfile_fail_after(-1);
  assert_true(s->diag.failed);
  assert_int_equal(s->diag.error.code, SCR_E_FILE);
  assert_non_null(strstr(s->diag.error.text, "cannot write 'cut/f-"));
  assert_non_null(strstr(s->diag.error.text, "No space left"));
  assert_string_equal(s->diag.error.excerpt, "model cycle 2");
  check_files(r, end);
  assert_int_equal(count_files("cut", ".tmp"), 0);
  scr_diag_clear(&s->diag);
  command(s, "model cycle 6"); /* there is room again */
  for (int k = 0; k < KINDS; k++) assert_true(check_listed(k) >= FRAMES);
  scr_session_free(s);
}

static void full_disk(void **state) {
  SCR_UNUSED(state);
  reference r = whole_run();
  at_each_write(&r, check_full);
  reference_free(&r);
}

/* ---- a kill ---- */

static void check_killed(const reference *r, int64_t end) {
  empty("cut");
  fflush(NULL);
  const pid_t child = fork();
  if (!child) {
    scr_session *s = begin("cut");
    scr_outfile_fault_set((scr_outfile_fault){end, true});
    run_cycles(s);
    _exit(0);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  check_files(r, end);
}

/* What a killed run left is no obstacle to the next one, and goes. */
static void killed(void **state) {
  SCR_UNUSED(state);
  reference r = whole_run();
  at_each_write(&r, check_killed);
  scr_session *s = begin("cut");
  run_cycles(s);
  assert_false(s->diag.failed);
  scr_session_free(s);
  check_files(&r, INT64_MAX);
  assert_int_equal(count_files("cut", ".tmp"), 0);
  reference_free(&r);
}

/* ---- a series goes on ---- */

static void restored(void **state) {
  SCR_UNUSED(state);
  reference r = whole_run();
  empty("cut");
  scr_session *s = begin("cut");
  command(s, "model cycle 3\nmodel save 'state'");
  scr_session_free(s);
  s = scr_session_new(&(scr_options){.dim = 3, .threads = 1, .out = "cut", .dialect = -1});
  command(s, "model restore 'state'\nmodel cycle 3");
  check_files(&r, INT64_MAX);
  command(s, "model restore 'state'\nmodel cycle 1"); /* frame 1 again: the series ends with it */
  for (int k = 0; k < KINDS; k++) {
    char name[64];
    series_name(name, sizeof name, k);
    scr_buf got = content("cut", name);
    same(&got, &r.series[1][k], name);
    scr_buf_free(&got);
  }
  scr_session_free(s);
  reference_free(&r);
}

/* A series lists no files that were left elsewhere. */
static void restored_elsewhere(void **state) {
  SCR_UNUSED(state);
  empty("whole"), empty("cut");
  scr_session *s = begin("whole");
  command(s, "model cycle 4\nmodel save 'state'");
  scr_session_free(s);
  s = scr_session_new(&(scr_options){.dim = 3, .threads = 1, .out = "cut", .dialect = -1});
  command(s, "model restore 'whole/state'\nmodel cycle 4");
  assert_int_equal(s->diag.warnings, 1);
  for (int k = 0; k < KINDS; k++) assert_int_equal(check_listed(k), 2);
  scr_session_free(s);
}

static const char movie[] = "plot create 'p'\nplot item create ball color-by velocity\n"
                            "model gravity 10\n";

/* A movie that goes on after a restore has the pictures of one that never stopped. */
static void movie_restored(void **state) {
  SCR_UNUSED(state);
  empty("whole"), empty("cut");
  scr_session *s = begin("whole");
  command(s, movie);
  command(s, "ball attribute velocity-x 5\nmodel results movie 'p' size 160 120\nmodel cycle 8");
  scr_session_free(s);
  s = begin("cut");
  command(s, movie);
  command(s, "ball attribute velocity-x 5\nmodel results movie 'p' size 160 120\nmodel cycle 5");
  command(s, "model save 'state'");
  scr_session_free(s);
  s = scr_session_new(&(scr_options){.dim = 3, .threads = 1, .out = "cut", .dialect = -1});
  command(s, "model restore 'state'");
  command(s, movie);
  command(s, "model cycle 3");
  scr_session_free(s);
  for (int f = 0; f < 4; f++) {
    char name[64];
    snprintf(name, sizeof name, "f-p-%06d.png", f);
    scr_buf a = content("whole", name), b = content("cut", name);
    assert_true(a.n > 1000);
    same(&a, &b, name);
    scr_buf_free(&a);
    scr_buf_free(&b);
  }
}

/* ---- what frames hold ---- */

/* Forces of Hertz's law are kept for readers alone, and velocities are those of the half step until
 * somebody asks: a frame asks for both. */
static const char sliding[] =
    "model domain extent -1 1\n"
    "contact cmat default model hertz property hz_shear 1e6 hz_poiss 0.3 fric 0.2 dp_nratio 0.2\n"
    "wall generate id 1 plane\n"
    "ball generate cubic radius 0.06 box -0.2 0.2 -0.2 0.2 0 0.4\n"
    "ball attribute density 1000 velocity (1, 0.5, -1)\n"
    "ball results add-attribute force-contact add-attribute spin\n"
    "wall results add-attribute moment-contact\n"
    "model gravity 9.81\n";

static void run_sliding(const char *dir, const char *contacts, const char *more) {
  scr_session *s = begin(dir);
  command(s, "model new");
  command(s, sliding);
  command(s, contacts);
  command(s, more);
  scr_session_free(s);
}

static void same_frame(const char *kind_of) {
  char name[64];
  snprintf(name, sizeof name, "result-%s-000000.vtp", kind_of);
  scr_buf frame = content("whole", name);
  snprintf(name, sizeof name, "one-%s.vtp", kind_of);
  scr_buf file = content("cut", name);
  assert_true(frame.n > 1000);
  same(&frame, &file, name);
  scr_buf_free(&frame);
  scr_buf_free(&file);
}

/* Also of what is read only at times: forces of contacts, and stresses that are made of them. */
static void frames_tell_of_their_cycle(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *words, *more; /* a kind beside balls and walls */
  } row[] = {{"contact results active on", "contacts"},
             {"", NULL},
             {"ball results add-attribute stress", NULL},
             {"measure create radius 0.6\nmeasure results active on", "measures"}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    empty("whole"), empty("cut");
    run_sliding("whole", row[k].words, "model results interval step 30\nmodel cycle 50");
    run_sliding("cut", row[k].words, "model cycle 30\nmodel results export 'one.vtp'");
    same_frame("balls");
    same_frame("walls");
    if (row[k].more) same_frame(row[k].more);
  }
}

static void movies_tell_of_their_cycle(void **state) {
  SCR_UNUSED(state);
  static const char plot[] =
      "measure create radius 0.6\nplot create 'p'\nplot item create contact\n"
      "plot item create measure color-by stress";
  empty("whole"), empty("cut");
  run_sliding("whole", plot, "model results interval step 30 movie 'p'\nmodel cycle 50");
  run_sliding("cut", plot, "model cycle 30\nplot 'p' export bitmap filename 'one'");
  scr_buf frame = content("whole", "result-p-000000.png"), picture = content("cut", "one.png");
  assert_true(frame.n > 1000);
  same(&frame, &picture, "the picture of the frame");
  scr_buf_free(&frame);
  scr_buf_free(&picture);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(full_disk),
                                     cmocka_unit_test(killed),
                                     cmocka_unit_test(restored),
                                     cmocka_unit_test(movie_restored),
                                     cmocka_unit_test(restored_elsewhere),
                                     cmocka_unit_test(frames_tell_of_their_cycle),
                                     cmocka_unit_test(movies_tell_of_their_cycle)};
  return cmocka_run_group_tests_name("results", tests, setup, teardown);
}
