/* The program: runs data files, prints help and hashes; the only place that exits. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "app/options.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/prompt.h"
#include "app/repl.h"
#include "app/signals.h"
#include "app/summary.h"
#include "app/verify.h"
#include "world/workers/profile.h"
#include "base/cpu.h"
#include "base/mem.h"
#include "base/outfile.h"
#include "base/par.h"
#include "base/pin.h"
#include "cmd/check.h"
#include "cmd/help.h"
#include "cmd/read.h"
#include "cmd/results.h"
#include "cmd/translate.h"
#include "io/deflate.h"
#include "io/figure.h"
#include "kernel/kernel.h"

enum { EXIT_DONE = 0, EXIT_DATA = 1, EXIT_USE = 2, EXIT_EXHAUSTED = 3, EXIT_INTERRUPT = 130 };

static scr_session *running;

/* Without memory: the place of the command that runs, and its line as far as it is shown. */
static void out_of_memory(size_t size) {
  enum { SHOWN = 100 };
  const scr_loc *at = running ? &scr_session_diag(running)->at : NULL;
  const bool line = at && at->src && at->line >= 1 && at->line <= at->src->nline;
  if (line)
    fprintf(stderr, "%s:%d: ", at->src->name, at->line);
  else
    fputs("scree: ", stderr);
  fprintf(stderr, "error memory: no %zu bytes are left\n", size);
  if (line) fprintf(stderr, "  %.*s\n", SHOWN, at->src->line[at->line - 1]);
  fflush(stdout);
  _exit(EXIT_EXHAUSTED);
}

/* ---- results ---- */

static int status_of(const scr_diag *d) {
  if (!d->failed) return EXIT_DONE;
  if (d->error.code == SCR_E_INTERRUPT) return EXIT_INTERRUPT;
  if (scr_diag_exhausted(d)) return EXIT_EXHAUSTED;
  return EXIT_DATA;
}

static void print_error(const scr_diag *d) {
  scr_buf b = {0};
  if (!d->error.where) scr_buf_puts(&b, "scree: ");
  scr_message_format(&d->error, &b);
  fflush(stdout);
  fputs(b.s, stderr);
  scr_buf_free(&b);
}

/* Standard output may end on a full disk: that must not pass in silence. */
static int flush_output(int status) {
  const bool flushed = fflush(stdout) == 0 && !ferror(stdout);
  const int error = scr_output_error() ? scr_output_error() : errno;
  if (flushed && !scr_output_error()) return status;
  fprintf(stderr, "scree: error file: cannot write the output: %s\n", strerror(error));
  return status ? status : EXIT_EXHAUSTED;
}

static int print_text(scr_buf *b, bool good) {
  fputs(b->s ? b->s : "", good ? stdout : stderr);
  scr_buf_free(b);
  return good ? EXIT_DONE : EXIT_USE;
}

/* ---- subcommands ---- */

static bool make_out_dir(const char *path) {
  if (!path) return true;
  if (scr_path_make(path, 0777)) return true;
  fprintf(stderr, "scree: error: cannot make the directory '%s': %s\n", path, strerror(errno));
  return false;
}

static bool no_file(const char *path) {
  fprintf(stderr, "scree: error file: cannot open '%s': %s\n", path, strerror(errno));
  char *near = errno == ENOENT ? scr_path_nearest(path, NULL, NULL) : NULL;
  if (near) fprintf(stderr, "  hint: did you mean '%s'?\n", near);
  scr_free(near);
  return false;
}

/* Nothing is opened: what is written to a pipe can be read once. */
static bool check_files(const scr_command_line *c) {
  for (int k = 0; k < c->nword; k++) {
    struct stat st;
    bool there = stat(c->word[k], &st) == 0 && access(c->word[k], R_OK) == 0;
    if (there && S_ISDIR(st.st_mode)) {
      there = false;
      errno = EISDIR;
    }
    if (!there) return no_file(c->word[k]);
  }
  return true;
}

static scr_session *session_new(scr_command_line *c) {
  c->options.tunes = c->options.threads == 0;
  if (c->options.tunes) c->options.threads = scr_cpu_physical_cores();
  scr_session *s = scr_session_new(&c->options);
  scr_progress_begin(&c->shows, s, c->progress, c->progress_seconds);
  scr_session_on_print(s, scr_output_print, NULL);
  running = s;
  scr_signals_catch(scr_session_interrupt(s));
  return s;
}

static int session_end(scr_session *s, int status) {
  status = flush_output(status);
  scr_signals_release();
  running = NULL;
  scr_session_free(s);
  return status;
}

static int sub_check(const scr_command_line *c) {
  scr_buf b = {0};
  scr_check_count n = scr_check_files(&c->options, c->nword, c->word, &b);
  fputs(b.s, stderr);
  scr_buf_free(&b);
  return n.errors || (c->options.strict && n.warnings) ? EXIT_DATA : EXIT_DONE;
}

/* The text goes to a file, or where output goes. */
static bool put_translation(const char *path, const scr_buf *text) {
  scr_outfile f;
  if (!path) return fwrite(text->s, 1, text->n, stdout) == text->n;
  scr_diag d = {0};
  bool ok = scr_outfile_open(&f, path, false, NULL) && scr_outfile_put(&f, text->s, text->n);
  ok = scr_outfile_close(&f, ok, false);
  if (!ok) {
    scr_outfile_blame(&f, &d, NULL, SCR_E_FILE, "write", path);
    print_error(&d);
    scr_diag_clear(&d);
  }
  return ok;
}

static int sub_translate(const scr_command_line *c) {
  scr_translation t;
  if (!check_files(c)) return EXIT_DATA;
  scr_translate_file(&c->options, c->word[0], &t);
  int status = t.left || !t.text.n ? EXIT_DATA : EXIT_DONE;
  fputs(t.messages.s ? t.messages.s : "", stderr);
  if (t.text.n && !put_translation(c->options.out, &t.text)) status = EXIT_EXHAUSTED;
  scr_buf_free(&t.text);
  scr_buf_free(&t.messages);
  return flush_output(status);
}

/* Prints the error that ended the run, or that of ending it. */
static void end_run(scr_session *s, bool ok) {
  if (!ok) print_error(scr_session_diag(s));
  if (!scr_session_end(s) && ok) print_error(scr_session_diag(s));
}

static int sub_run(scr_command_line *c) {
  if (!check_files(c)) return EXIT_DATA;
  if (!make_out_dir(c->options.out)) return EXIT_USE;
  double start = scr_clock();
  scr_profile profile = {0};
  if (c->profile) c->options.profile = &profile;
  scr_session *s = session_new(c);
  bool ok = true;
  for (int k = 0; ok && k < c->nword && !scr_session_stopped(s); k++)
    ok = scr_session_file(s, c->word[k]);
  end_run(s, ok);
  const double seconds = scr_clock() - start;
  if (c->profile) scr_profile_show(s, seconds);
  scr_summary_show(s, seconds);
  c->options.profile = NULL; /* it ends here */
  return session_end(s, status_of(scr_session_diag(s)));
}

static int sub_export(scr_command_line *c) {
  const char *out = c->options.out;
  if (!check_files(c)) return EXIT_DATA;
  c->options.out = "."; /* a folder elsewhere */
  scr_session *s = session_new(c);
  const bool ok =
      scr_session_restore(s, c->word[0]) && scr_results_export(s, NULL, out, c->what, false);
  end_run(s, ok);
  return session_end(s, status_of(scr_session_diag(s)));
}

static int sub_repl(scr_command_line *c) {
  if (!make_out_dir(c->options.out)) return EXIT_USE;
  scr_session *s = session_new(c);
  bool fine = scr_repl(s);
  end_run(s, !scr_session_diag(s)->failed);
  return session_end(s, scr_session_diag(s)->failed ? status_of(scr_session_diag(s))
                        : fine                      ? EXIT_DONE
                                                    : EXIT_DATA);
}

static int sub_hash(const scr_command_line *c) {
  scr_diag d = {0};
  char hash[33];
  if (!check_files(c)) return EXIT_DATA;
  bool ok = scr_save_hash(&d, c->word[0], hash);
  if (ok)
    puts(hash);
  else
    print_error(&d);
  int status = flush_output(status_of(&d));
  scr_diag_clear(&d);
  return status;
}

/* Says what it wrote, as a program that was asked to make a file of a name of its own should. */
static int sub_draw(scr_command_line *c) {
  if (!check_files(c)) return EXIT_DATA;
  char *path = NULL;
  c->draw.file = c->word[0];
  scr_session *s = session_new(c);
  if (scr_draw_file(s, &c->draw, &path))
    printf("%s\n", path);
  else
    print_error(scr_session_diag(s));
  scr_free(path);
  return session_end(s, status_of(scr_session_diag(s)));
}

static int sub_help(const scr_command_line *c) {
  scr_sub about = c->nword == 1 && !c->names ? scr_sub_find(c->word[0]) : SCR_SUB_NONE;
  if (about != SCR_SUB_NONE) {
    scr_usage(about);
    return flush_output(EXIT_DONE);
  }
  scr_options options = {.dim = 3, .threads = 1, .dialect = -1};
  scr_session *s = scr_session_new(&options);
  scr_buf b = {0};
  bool good = true;
  if (c->names)
    scr_help_names(s, &b);
  else if (c->nword == 1 && strcmp(c->word[0], "ignored") == 0)
    scr_help_ignored(&b);
  else
    good = scr_help(s, c->nword, c->word, &b);
  scr_session_free(s);
  return flush_output(print_text(&b, good));
}

static int sub_version(void) {
  const char *const part[] = {scr_prompt_part, scr_figure_part, scr_pin_part, scr_deflate_part,
                              scr_hdf5_part};
  char parts[64] = "";
  for (size_t k = 0; k < SCR_COUNTOF(part); k++)
    if (*part[k])
      snprintf(parts + strlen(parts), sizeof parts - strlen(parts), "%s%s", parts[0] ? ", " : "",
               part[k]);
  printf("scree %s\ncompiler: %s\ninstruction set: %s\noptional parts: %s\n", SCR_VERSION,
         SCR_COMPILER, scr_isa_name(), parts[0] ? parts : "none");
  return flush_output(EXIT_DONE);
}

static int sub_verify(const scr_command_line *c) {
  scr_verify_options o = {.cases = c->cases,
                          .out = c->options.out,
                          .program = c->program,
                          .threads = c->options.threads,
                          .list = c->list,
                          .quiet = c->options.quiet};
  return flush_output(scr_verify(&o, c->nword, c->word));
}

static bool select_isa(void) {
  const char *name = getenv("SCREE_ISA");
  if (!name || !*name || scr_isa_select(name)) return true;
  fprintf(stderr,
          "scree: error: SCREE_ISA=%s is unknown or not supported by this processor\n  hint: base, "
          "avx2 or "
          "avx512\n",
          name);
  return false;
}

typedef struct invocation {
  int argc;
  char **argv;
  int status;
} invocation;

static void *run_program(void *user) {
  invocation *v = user;
  scr_command_line c;
  v->status = EXIT_USE;
  if (scr_command_line_read(v->argc, v->argv, &c) && select_isa()) {
    switch (c.sub) {
    case SCR_SUB_RUN: v->status = sub_run(&c); break;
    case SCR_SUB_CHECK: v->status = sub_check(&c); break;
    case SCR_SUB_TRANSLATE: v->status = sub_translate(&c); break;
    case SCR_SUB_REPL: v->status = sub_repl(&c); break;
    case SCR_SUB_DRAW: v->status = sub_draw(&c); break;
    case SCR_SUB_HASH: v->status = sub_hash(&c); break;
    case SCR_SUB_EXPORT: v->status = sub_export(&c); break;
    case SCR_SUB_HELP: v->status = sub_help(&c); break;
    case SCR_SUB_VERIFY: v->status = sub_verify(&c); break;
    case SCR_SUB_VERSION: v->status = sub_version(); break;
    default: scr_usage(c.about); v->status = flush_output(EXIT_DONE);
    }
  }
  scr_command_line_free(&c);
  return NULL;
}

/* Files that call each other and nested expressions need a usual stack: where `ulimit -s` allows
 * less, a thread that has one runs the program. */
static bool run_with_room(invocation *v) {
  struct rlimit r;
  pthread_attr_t attr;
  pthread_t thread;
  if (getrlimit(RLIMIT_STACK, &r) != 0 || r.rlim_cur == RLIM_INFINITY ||
      r.rlim_cur >= SCR_STACK_BYTES)
    return false;
  pthread_attr_init(&attr);
  bool fine = pthread_attr_setstacksize(&attr, SCR_STACK_BYTES) == 0 &&
              pthread_create(&thread, &attr, run_program, v) == 0;
  pthread_attr_destroy(&attr);
  return fine && pthread_join(thread, NULL) == 0;
}

int main(int argc, char **argv) {
  scr_set_oom_handler(out_of_memory);
  scr_mem_give_back();
  signal(SIGXFSZ, SIG_IGN); /* a limit on the size of files is an error of writing, not the end */
  invocation v = {argc, argv, EXIT_USE};
  if (!run_with_room(&v)) run_program(&v);
  return v.status;
}
