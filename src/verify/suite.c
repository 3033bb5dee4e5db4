/* Finding the cases of a suite and planning their runs. */
#include "verify/suite.h"

#include <errno.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/check.h"
#include "cmd/files.h"
#include "verify/folder.h"

static void case_free(scr_case *c) {
  for (size_t k = 0; k < c->nfile; k++) scr_free(c->file[k]);
  for (size_t k = 0; k < c->nmore; k++) scr_free(c->more[k]);
  for (size_t k = 0; k < c->nfigure; k++) scr_free(c->figure[k]);
  for (size_t k = 0; k < c->nrow; k++) scr_free(c->row[k].quantity), scr_free(c->row[k].message);
  for (size_t k = 0; k < c->nrun; k++) {
    scr_free(c->run[k].label);
    scr_free(c->run[k].set);
    scr_free(c->run[k].out);
    scr_free(c->run[k].message);
    scr_verdicts_free(&c->run[k].found);
  }
  for (size_t k = 0; k < c->nstudy; k++)
    scr_free(c->study[k].label), scr_free(c->study[k].x), scr_free(c->study[k].y);
  scr_free(c->study);
  scr_verdicts_free(&c->plan);
  char *text[] = {c->name, c->dir, c->title, c->about, c->check, c->out};
  for (size_t k = 0; k < SCR_COUNTOF(text); k++) scr_free(text[k]);
  scr_free(c->file);
  scr_free(c->more);
  scr_free(c->figure);
  scr_free(c->row);
  scr_free(c->run);
}

void scr_suite_free(scr_suite *s) {
  for (size_t k = 0; k < s->n; k++) case_free(&s->item[k]);
  scr_free(s->item);
  *s = (scr_suite){0};
}

bool scr_case_has_figure(const scr_case *c, const char *name) {
  for (size_t k = 0; k < c->nfigure; k++)
    if (strcmp(c->figure[k], name) == 0) return true;
  return false;
}

/* ---- reading ---- */

/* case.dat, case.p3dat; not case.fis, case.p3fis. */
static bool is_case_file(const char *name) {
  return scr_ncasecmp(name, "case.", 5) == 0 && scr_path_suffix(name) == name + 4 &&
         scr_casecmp(name + strlen(name) - 3, "fis") != 0;
}

static void add_path(char ***list, size_t *n, size_t *cap, const char *dir, const char *name) {
  SCR_GROW(*list, *cap, *n + 1);
  (*list)[(*n)++] = scr_path_join(dir, name);
}

static bool lacks(const scr_case *c, const char *what, scr_buf *err) {
  scr_buf_printf(err, "scree: error: the case '%s' has no %s\n  hint: expected %s/%s\n", c->name,
                 what, c->dir, what);
  return false;
}

/* The title is the first line, after `# `. */
static bool read_about(scr_case *c, scr_buf *err) {
  char *path = scr_path_join(c->dir, "about.md");
  scr_diag d = {0};
  scr_buf text = {0};
  bool there = scr_path_is_file(path) && scr_read_bytes(&d, NULL, path, path, &text);
  scr_free(path);
  scr_diag_clear(&d);
  if (!there) return lacks(c, "about.md", err);
  char *end = text.s ? strchr(text.s, '\n') : NULL;
  bool fine = end && strncmp(text.s, "# ", 2) == 0;
  if (fine) {
    c->title = scr_strndup(text.s + 2, (size_t)(end - text.s - 2));
    c->about = scr_strdup(end + 1);
  } else {
    scr_buf_printf(err,
                   "scree: error: %s/about.md does not begin with a title\n  hint: expected '# "
                   "<title>' in line 1\n",
                   c->dir);
  }
  scr_buf_free(&text);
  return fine;
}

static bool read_case(scr_case *c, scr_buf *err) {
  char **name;
  size_t n;
  if (!scr_folder_names(c->dir, NULL, &name, &n)) {
    scr_buf_printf(err, "scree: error: cannot read '%s': %s\n", c->dir, strerror(errno));
    return false;
  }
  for (size_t k = 0; k < n; k++) {
    if (!scr_file_is_data(name[k])) continue;
    if (is_case_file(name[k]))
      add_path(&c->file, &c->nfile, &c->cap_file, c->dir, name[k]);
    else if (strcmp(name[k], "check.dat") == 0)
      c->check = scr_path_join(c->dir, name[k]);
    else
      add_path(&c->more, &c->nmore, &c->cap_more, c->dir, name[k]);
  }
  scr_names_list_free(name, n);
  if (!c->nfile) return lacks(c, "case.dat", err);
  if (!c->check) return lacks(c, "check.dat", err);
  return read_about(c, err);
}

static bool is_wanted(const char *folder, int n, char *const *name) {
  for (int k = 0; k < n; k++)
    if (strcmp(name[k], folder) == 0) return true;
  return n == 0;
}

static bool unknown_case(const char *name, char *const *folder, size_t n, scr_buf *err) {
  scr_nearest near = {.word = name};
  for (size_t k = 0; k < n; k++) scr_nearest_offer(&near, folder[k]);
  scr_buf_printf(err, "scree: error: there is no case '%s'\n", name);
  if (near.best)
    scr_buf_printf(err, "  hint: did you mean '%s'?\n", near.best);
  else
    scr_buf_puts(err, "  hint: scree verify --list shows them\n");
  return false;
}

static bool all_known(int n, char *const *name, char *const *folder, size_t nfolder, scr_buf *err) {
  for (int k = 0; k < n; k++) {
    bool known = false;
    for (size_t i = 0; i < nfolder; i++) known |= strcmp(name[k], folder[i]) == 0;
    if (!known) return unknown_case(name[k], folder, nfolder, err);
  }
  return true;
}

bool scr_suite_has_case(const char *dir) {
  char **folder;
  size_t n;
  bool has = false;
  if (!scr_folder_names(dir, NULL, &folder, &n)) return false;
  for (size_t k = 0; !has && k < n; k++) {
    char *inner = scr_path_join(dir, folder[k]), *about = scr_path_join(inner, "about.md");
    has = scr_path_is_file(about);
    scr_free(inner);
    scr_free(about);
  }
  scr_names_list_free(folder, n);
  return has;
}

bool scr_suite_read(scr_suite *s, const char *dir, int n, char *const *name, scr_buf *err) {
  char **folder;
  size_t nfolder;
  *s = (scr_suite){0};
  if (!scr_folder_names(dir, NULL, &folder, &nfolder)) {
    scr_buf_printf(err,
                   "scree: error: cannot read the folder of cases '%s': %s\n  hint: scree verify "
                   "--cases DIR; the cases are the "
                   "folder 'verify' of the sources, which is installed with the program\n",
                   dir, strerror(errno));
    return false;
  }
  bool fine = all_known(n, name, folder, nfolder, err);
  for (size_t k = 0; fine && k < nfolder; k++) {
    scr_case c = {.name = scr_strdup(folder[k]), .dir = scr_path_join(dir, folder[k])};
    if (!is_wanted(c.name, n, name) || !scr_is_folder(c.dir)) {
      case_free(&c);
      continue;
    }
    fine = read_case(&c, err);
    SCR_GROW(s->item, s->cap, s->n + 1);
    s->item[s->n++] = c;
  }
  scr_names_list_free(folder, nfolder);
  if (fine && s->n == 0) {
    scr_buf_printf(err,
                   "scree: error: '%s' holds no case\n  hint: a case is a folder with about.md, "
                   "case.dat and check.dat\n",
                   dir);
    fine = false;
  }
  if (!fine) scr_suite_free(s);
  return fine;
}

/* ---- planning ---- */

static const char *dimension_of(const char *file) {
  const char *suffix = scr_path_suffix(file);
  if (scr_lower(suffix[0] ? suffix[1] : 0) != 'p') return "";
  return suffix[2] == '2' ? "2D" : suffix[2] == '3' ? "3D" : "";
}

char *scr_run_label(const scr_case *c, const scr_run *r, int but) {
  scr_buf b = {0};
  scr_buf_puts(&b, c->nfile > 1 ? dimension_of(r->file) : "");
  for (int k = 0; k < r->nset; k++)
    if (k != but && c->plan.vary[k].n > 1)
      scr_buf_printf(&b, "%s%s = %s", b.n ? ", " : "", r->set[k].name, r->set[k].value);
  return b.s;
}

/* Combination number k of the varied values; the last symbol changes fastest. */
static void plan_run(const scr_case *c, const char *file, size_t k, scr_run *r) {
  *r = (scr_run){.file = file, .nset = (int)c->plan.nvary};
  r->set = scr_alloc(c->plan.nvary * sizeof *r->set);
  for (size_t i = c->plan.nvary; i-- > 0;) {
    const scr_vary *v = &c->plan.vary[i];
    r->set[i] = (scr_setting){v->name, v->value[k % v->n]};
    k /= v->n;
  }
  r->label = scr_run_label(c, r, -1);
}

static void plan_case(scr_case *c) {
  size_t combinations = 1;
  for (size_t k = 0; k < c->plan.nvary; k++) combinations *= c->plan.vary[k].n;
  c->nrun = c->nfile * combinations;
  c->run = scr_alloc(c->nrun * sizeof *c->run);
  for (size_t k = 0; k < c->nrun; k++)
    plan_run(c, c->file[k / combinations], k % combinations, &c->run[k]);
}

/* The files of a case are checked together, as each of its runs reads them; what the check file
 * varies is learnt by it. */
static bool check_case(scr_case *c, scr_buf *err) {
  for (size_t k = 0; k < c->nfile; k++) {
    scr_verdicts_free(&c->plan);
    char *path[] = {c->file[k], c->check};
    scr_options o = {.dialect = -1, .verdicts = &c->plan};
    scr_buf report = {0};
    scr_check_count count = scr_check_files(&o, 2, path, &report);
    if (count.errors || count.warnings) scr_buf_put(err, report.s, report.n);
    if (!count.errors && count.warnings)
      scr_buf_puts(
          err, "scree: error: in the files of a verification case a warning counts as an error\n");
    scr_buf_free(&report);
    if (count.errors || count.warnings) return false;
  }
  return true;
}

bool scr_suite_plan(scr_suite *s, scr_buf *err) {
  bool fine = true;
  for (size_t k = 0; k < s->n; k++) {
    if (check_case(&s->item[k], err))
      plan_case(&s->item[k]);
    else
      fine = false;
  }
  return fine;
}
