/* Points of VTK's files: what both forms share, and legacy files. See read_vtk.h. Format: VTK's
 * file format documentation, simple legacy formats. */
#include "io/read_vtk.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"

void scr_points_free(scr_points *p) {
  for (size_t k = 0; k < p->ncol; k++) {
    scr_free(p->col[k].name);
    scr_free(p->col[k].value);
  }
  scr_free(p->col);
  scr_free(p->x);
  *p = (scr_points){0};
}

double *scr_points_add(scr_points *p, const char *name, size_t length, int comps) {
  double *value = NULL;
  if (p->n <= SIZE_MAX / sizeof *value / (size_t)comps)
    value = scr_try_alloc(p->n * (size_t)comps * sizeof *value + 1);
  if (!value) return NULL;
  SCR_GROW(p->col, p->cap, p->ncol + 1);
  p->col[p->ncol++] = (scr_points_column){scr_strndup(name, length), comps, value};
  return value;
}

static bool has_suffix(const char *path, const char *suffix) {
  const size_t n = strlen(path), m = strlen(suffix);
  return n > m && scr_casecmp(path + n - m, suffix) == 0;
}

bool scr_vtk_is(const char *path) { return has_suffix(path, ".vtk") || has_suffix(path, ".vtp"); }

/* ---- words ---- */

typedef struct reader {
  scr_diag *d;
  scr_source *src;
  int line;
  const char *p; /* next character */
  size_t size;   /* of the file */
} reader;

/* The next word, over the ends of lines; length 0 at the end of the file, where the reader stays
 * behind the last word. */
static size_t peek_word(reader *r) {
  const reader before = *r;
  for (;;) {
    r->p += strspn(r->p, " \t\r");
    if (*r->p || r->line >= r->src->nline) break;
    r->p = r->src->line[r->line++];
  }
  const size_t n = strcspn(r->p, " \t\r");
  if (!n) *r = before;
  return n;
}

static scr_loc here(const reader *r, size_t n) {
  return (scr_loc){r->src, r->line, (int)(r->p - r->src->line[r->line - 1]) + 1,
                   (int)SCR_MAX(n, (size_t)1)};
}

static bool expected(reader *r, const char *what) {
  const size_t n = peek_word(r);
  const scr_loc at = here(r, n);
  if (!n) return scr_fail(r->d, &at, SCR_E_FILE, "expected %s at the end of the file", what);
  return scr_fail(r->d, &at, SCR_E_FILE, "expected %s, found '%.*s'", what,
                  (int)SCR_MIN(n, (size_t)40), r->p);
}

static bool take(reader *r, const char *word) {
  const size_t n = peek_word(r);
  if (n != strlen(word) || scr_ncasecmp(r->p, word, n) != 0) return false;
  r->p += n;
  return true;
}

static bool need(reader *r, const char *word) { return take(r, word) || expected(r, word); }

static bool any_word(reader *r, const char *what, const char **word, size_t *n) {
  *n = peek_word(r), *word = r->p;
  r->p += *n;
  return *n || expected(r, what);
}

static bool read_number(reader *r, double *out) {
  const size_t n = peek_word(r);
  size_t len = 0;
  int64_t i;
  if (scr_parse_number(r->p, &len, &i, out) == SCR_NUM_NONE || len != n)
    return expected(r, "a number");
  const scr_loc at = here(r, n);
  if (!isfinite(*out)) return scr_fail(r->d, &at, SCR_E_VALUE, "the number is too large");
  r->p += n;
  return true;
}

static bool read_count(reader *r, size_t *out) {
  double f;
  const size_t n = peek_word(r);
  const scr_loc at = here(r, n);
  if (!read_number(r, &f)) return false;
  *out = f >= 0 && f < UINT32_MAX ? (size_t)f : 0;
  return (double)*out == f ||
         scr_fail(r->d, &at, SCR_E_VALUE, "expected a whole number that is not negative");
}

static bool read_values(reader *r, double *to, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (!read_number(r, &to[k])) return false;
  return true;
}

static bool no_memory(reader *r) {
  const scr_loc at = here(r, 1);
  return scr_fail(r->d, &at, SCR_E_LIMIT, "there is no memory for so many numbers");
}

/* ---- columns ---- */

static bool read_column(reader *r, scr_points *out, const char *name, size_t length, int comps) {
  double *value = scr_points_add(out, name, length, comps);
  if (!value) return no_memory(r);
  return read_values(r, value, out->n * (size_t)comps);
}

static bool read_scalars(reader *r, scr_points *out) {
  const char *name, *type;
  size_t n, m, comps = 1;
  if (!any_word(r, "the name of scalars", &name, &n) || !any_word(r, "a type", &type, &m))
    return false;
  if (peek_word(r) == 1 && *r->p >= '1' && *r->p <= '4' && !read_count(r, &comps)) return false;
  if (take(r, "LOOKUP_TABLE") && !any_word(r, "the name of a table", &type, &m)) return false;
  return read_column(r, out, name, n, (int)comps);
}

static bool read_vectors(reader *r, scr_points *out) {
  const char *name, *type;
  size_t n, m;
  return any_word(r, "the name of vectors", &name, &n) && any_word(r, "a type", &type, &m) &&
         read_column(r, out, name, n, 3);
}

/* Information that other programs may leave out ends at an empty line. */
static bool skip_metadata(reader *r) {
  while (r->line < r->src->nline && *r->src->line[r->line]) r->line++;
  r->p = "";
  return true;
}

static bool read_array(reader *r, scr_points *out) {
  enum { MOST = 9 };
  const char *name, *type;
  size_t n, m, comps, tuples;
  if (take(r, "METADATA") && !skip_metadata(r)) return false;
  if (!any_word(r, "the name of an array", &name, &n) || !read_count(r, &comps)) return false;
  const scr_loc at = here(r, peek_word(r));
  if (!read_count(r, &tuples) || !any_word(r, "a type", &type, &m)) return false;
  if (comps >= 1 && comps <= MOST && tuples == out->n)
    return read_column(r, out, name, n, (int)comps);
  return scr_fail(r->d, &at, SCR_E_VALUE, "expected as many rows as there are points, %zu", out->n);
}

static bool read_field(reader *r, scr_points *out) {
  const char *name;
  size_t n, arrays;
  if (!any_word(r, "the name of a field", &name, &n) || !read_count(r, &arrays)) return false;
  for (size_t k = 0; k < arrays; k++)
    if (!read_array(r, out)) return false;
  return true;
}

static bool read_point_data(reader *r, scr_points *out) {
  size_t n;
  if (!read_count(r, &n)) return false;
  while (peek_word(r) && !take(r, "CELL_DATA")) {
    const bool ok = take(r, "SCALARS")                         ? read_scalars(r, out)
                    : take(r, "VECTORS") || take(r, "NORMALS") ? read_vectors(r, out)
                    : take(r, "FIELD")                         ? read_field(r, out)
                    : take(r, "METADATA")
                        ? skip_metadata(r)
                        : expected(r, "SCALARS, VECTORS, NORMALS, FIELD or CELL_DATA");
    if (!ok) return false;
  }
  return true;
}

/* ---- the file ---- */

static bool read_points(reader *r, scr_points *out) {
  const char *type;
  size_t n;
  const scr_loc at = here(r, peek_word(r));
  if (!read_count(r, &out->n) || !any_word(r, "a type", &type, &n)) return false;
  if (out->n > r->size / 6 + 1) /* three digits and what separates them */
    return scr_fail(r->d, &at, SCR_E_VALUE, "the file holds fewer points than that");
  out->x = scr_try_alloc(3 * out->n * sizeof *out->x + 1);
  if (!out->x) return no_memory(r);
  return read_values(r, out->x, 3 * out->n);
}

/* What stands between points and their data are cells, which no ball needs. */
static bool find(reader *r, const char *word) {
  size_t n;
  while ((n = peek_word(r)) && !take(r, word)) r->p += n;
  return n > 0;
}

static bool read_legacy(reader *r, scr_points *out) {
  if (r->src->nline < 3) return expected(r, "a title and the word ASCII");
  r->line = 3, r->p = r->src->line[2]; /* behind the version and the title */
  if (take(r, "BINARY")) {
    const scr_loc at = {r->src, 3, 1, 6};
    scr_fail(r->d, &at, SCR_E_UNSUPPORTED, "legacy files of VTK are read as text alone");
    return scr_hint(r->d, "save it as ASCII, or as .vtp");
  }
  if (!need(r, "ASCII") || !need(r, "DATASET")) return false;
  if (!find(r, "POINTS")) return expected(r, "POINTS");
  return read_points(r, out) && (!find(r, "POINT_DATA") || read_point_data(r, out));
}

bool scr_vtk_read_text(scr_diag *d, const char *name, const char *bytes, size_t n,
                       scr_points *out) {
  reader r = {.d = d, .src = scr_source_new(name, NULL, bytes, n), .line = 1, .size = n};
  r.p = r.src->nline ? r.src->line[0] : "";
  const bool ok =
      r.src->nline ? read_legacy(&r, out) : scr_fail(d, NULL, SCR_E_FILE, "'%s' is empty", name);
  scr_source_drop(r.src);
  return ok;
}

bool scr_vtk_read(scr_diag *d, const scr_loc *at, const char *name, const char *bytes, size_t n,
                  scr_points *out) {
  static const char head[] = "# vtk DataFile";
  if (n > sizeof head && strncmp(bytes, head, sizeof head - 1) == 0)
    return scr_vtk_read_text(d, name, bytes, n, out);
  return scr_vtk_read_xml(d, at, name, bytes, n, out);
}
