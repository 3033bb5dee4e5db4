/* The verification suite from the command line: see verify.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "app/verify.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/summary.h"
#include "base/cpu.h"
#include "base/mem.h"
#include "cmd/files.h"
#include "base/outfile.h"
#include "verify/suite.h"

enum { GOOD = 0, FAILED = 1, NO_USE = 2 };

/* The program's own path with no links in it; NULL: unknown. Free it with free(). */
static char *program_path(const char *name) {
  char *path = realpath("/proc/self/exe", NULL); /* Linux */
  return path || !name || !strchr(name, '/') ? path : realpath(name, NULL);
}

/* The cases that lie with this program: where an installation has them, wherever it lies now, or in
 * the sources that the program was built in (build/release/scree). Free it. */
static char *cases_of_program(const char *name) {
  static const char *const place[] = {SCR_CASES_FROM_PROGRAM, "verify", "../verify",
                                      "../../verify"};
  char *path = program_path(name);
  char *dir = path ? scr_path_dir(path) : NULL, *cases = NULL;
  for (size_t k = 0; dir && !cases && k < SCR_COUNTOF(place); k++) {
    cases = scr_path_join(dir, place[k]);
    if (scr_suite_has_case(cases)) break;
    scr_free(cases);
    cases = NULL;
  }
  free(path);
  scr_free(dir);
  return cases ? cases : scr_strdup(SCR_CASES_DIR);
}

/* ./verify where one is in the source tree, else what lies with the program. Free it. */
static char *folder_of(const scr_verify_options *o) {
  if (o->cases) return scr_strdup(o->cases);
  if (scr_suite_has_case("verify")) return scr_strdup("verify");
  char *cases = cases_of_program(o->program);
  if (access(cases, R_OK) == 0) return cases;
  scr_free(cases);
  return scr_strdup("verify");
}

static int complain(scr_buf *err, int status) {
  fflush(stdout);
  fputs(err->s ? err->s : "", stderr);
  scr_buf_free(err);
  return status;
}

/* Called in order of the cases. */
static void show_case(void *user, const scr_case *c) {
  const scr_verify_options *o = user;
  scr_buf b = {0};
  scr_buf_puts(&b, "");
  if (!o->quiet || !c->pass) scr_buf_printf(&b, "%s: %s\n", c->name, c->title);
  for (size_t k = 0; k < c->nrow; k++)
    if (!o->quiet || !c->row[k].pass) scr_row_text(&c->row[k], &b);
  fputs(b.s, stdout);
  fflush(stdout);
  scr_buf_free(&b);
}

static void list(const scr_suite *s) {
  size_t width = 0;
  for (size_t k = 0; k < s->n; k++) width = SCR_MAX(width, strlen(s->item[k].name));
  for (size_t k = 0; k < s->n; k++)
    printf("%-*s  %s\n", (int)width, s->item[k].name, s->item[k].title);
}

static bool write_file(const char *out, const char *name, scr_buf *text) {
  char *path = scr_path_join(out, name);
  scr_outfile f;
  bool fine = scr_outfile_open(&f, path, false, NULL) && scr_outfile_put(&f, text->s, text->n);
  fine = scr_outfile_close(&f, fine, false);
  if (!fine) fprintf(stderr, "scree: error file: cannot write '%s': %s\n", path, strerror(f.error));
  scr_free(path);
  scr_buf_free(text);
  return fine;
}

static bool write_reports(const scr_suite *s, const char *out, int threads) {
  scr_buf csv = {0}, html = {0}, markdown = {0};
  scr_suite_csv(s, &csv);
  scr_suite_html(s, threads, &html);
  scr_suite_markdown(s, "verification", &markdown);
  bool fine = write_file(out, "results.csv", &csv);
  fine &= write_file(out, "report.html", &html);
  fine &= write_file(out, "verification.md", &markdown);
  return fine;
}

static void print_encoded(const char *path) {
  for (; *path; path++)
    if (isalnum((unsigned char)*path) || strchr("/._~-", *path))
      putchar(*path);
    else
      printf("%%%02X", (unsigned)(unsigned char)*path);
}

/* The address that a browser takes. */
static void show_address(const char *out) {
  char here[4096], *path = scr_path_join(out, "report.html");
  fputs("report: file://", stdout);
  if (path[0] != '/' && getcwd(here, sizeof here)) print_encoded(here), putchar('/');
  print_encoded(path);
  putchar('\n');
  scr_free(path);
}

static void show_failures(const scr_suite *s) {
  for (size_t k = 0; k < s->n; k++)
    for (size_t i = 0; i < s->item[k].nrow; i++)
      if (!s->item[k].row[i].pass)
        printf("FAIL  %s: %s\n", s->item[k].name, s->item[k].row[i].quantity);
}

static int run(scr_suite *s, const scr_verify_options *o) {
  const char *out = o->out ? o->out : "verify-report";
  const int threads = o->threads ? o->threads : scr_cpu_physical_cores();
  scr_buf err = {0};
  double start = scr_clock();
  if (!scr_suite_plan(s, &err)) return complain(&err, FAILED);
  if (!scr_suite_run(s, out, threads, show_case, (void *)o, &err)) return complain(&err, NO_USE);
  int pass, fail;
  scr_suite_count(s, &pass, &fail);
  if (!write_reports(s, out, threads)) return NO_USE;
  if (fail && !o->quiet) show_failures(s);
  printf("%d quantities of %zu cases: %d pass, %d FAIL\n", pass + fail, s->n, pass, fail);
  show_address(out);
  fprintf(stderr, "scree: %.3g s\n", scr_clock() - start);
  return fail ? FAILED : GOOD;
}

int scr_verify(const scr_verify_options *o, int n, char *const *name) {
  scr_suite s;
  scr_buf err = {0};
  char *folder = folder_of(o);
  bool read = scr_suite_read(&s, folder, n, name, &err);
  scr_free(folder);
  if (!read) return complain(&err, FAILED);
  int status = GOOD;
  if (o->list)
    list(&s);
  else
    status = run(&s, o);
  scr_suite_free(&s);
  return status;
}
