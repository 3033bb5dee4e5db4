/* Points of VTK's files: what both forms share, and legacy files. See read_vtk.h. Format: VTK's
 * file format documentation, simple legacy formats. */
#include "io/read_vtk.h"

#include <string.h>
#include "base/mem.h"
#include "io/reader.h"

void scr_points_free(scr_points *p) {
  for (size_t k = 0; k < p->ncol; k++) {
    scr_free(p->col[k].name);
    scr_free(p->col[k].value);
  }
  scr_free(p->col);
  scr_free(p->group_names);
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

static bool any_word(scr_reader *r, const char *what, const char **word, size_t *n) {
  *n = scr_reader_peek(r), *word = r->p;
  r->p += *n;
  return *n || scr_reader_expected(r, what);
}

static bool read_count(scr_reader *r, size_t *out) {
  double f;
  const size_t n = scr_reader_peek(r);
  const scr_loc at = scr_reader_here(r, n);
  if (!scr_reader_number(r, &f)) return false;
  *out = f >= 0 && f < UINT32_MAX ? (size_t)f : 0;
  return (double)*out == f ||
         scr_fail(r->d, &at, SCR_E_VALUE, "expected a whole number that is not negative");
}

static bool read_values(scr_reader *r, double *to, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (!scr_reader_number(r, &to[k])) return false;
  return true;
}

static bool no_memory(scr_reader *r) {
  const scr_loc at = scr_reader_here(r, 1);
  return scr_fail(r->d, &at, SCR_E_LIMIT, "there is no memory for so many numbers");
}

/* ---- columns ---- */

static bool read_column(scr_reader *r, scr_points *out, const char *name, size_t length,
                        int comps) {
  double *value = scr_points_add(out, name, length, comps);
  if (!value) return no_memory(r);
  return read_values(r, value, out->n * (size_t)comps);
}

static bool read_scalars(scr_reader *r, scr_points *out) {
  const char *name, *type;
  size_t n, m, comps = 1;
  if (!any_word(r, "the name of scalars", &name, &n) || !any_word(r, "a type", &type, &m))
    return false;
  if (scr_reader_peek(r) == 1 && *r->p >= '1' && *r->p <= '4' && !read_count(r, &comps))
    return false;
  if (scr_reader_take(r, "LOOKUP_TABLE") && !any_word(r, "the name of a table", &type, &m))
    return false;
  return read_column(r, out, name, n, (int)comps);
}

static bool read_vectors(scr_reader *r, scr_points *out) {
  const char *name, *type;
  size_t n, m;
  return any_word(r, "the name of vectors", &name, &n) && any_word(r, "a type", &type, &m) &&
         read_column(r, out, name, n, 3);
}

/* Information that other programs may leave out ends at an empty line. */
static bool skip_metadata(scr_reader *r) {
  while (r->line < r->src->nline && *r->src->line[r->line]) r->line++;
  r->p = "";
  return true;
}

/* How many rows there are: as many as points. */
static bool read_rows(scr_reader *r, const scr_points *out) {
  size_t n;
  const scr_loc at = scr_reader_here(r, scr_reader_peek(r));
  if (!read_count(r, &n)) return false;
  return n == out->n ||
         scr_fail(r->d, &at, SCR_E_VALUE, "expected as many rows as there are points, %zu", out->n);
}

static bool read_array(scr_reader *r, scr_points *out) {
  enum { MOST = 9 };
  const char *name, *type;
  size_t n, m, comps;
  if (scr_reader_take(r, "METADATA") && !skip_metadata(r)) return false;
  if (!any_word(r, "the name of an array", &name, &n)) return false;
  const scr_loc at = scr_reader_here(r, scr_reader_peek(r));
  if (!read_count(r, &comps)) return false;
  if (comps < 1 || comps > MOST)
    return scr_fail(r->d, &at, SCR_E_VALUE, "expected 1 to %d columns", MOST);
  return read_rows(r, out) && any_word(r, "a type", &type, &m) &&
         read_column(r, out, name, n, (int)comps);
}

static bool read_field(scr_reader *r, scr_points *out) {
  const char *name;
  size_t n, arrays;
  if (!any_word(r, "the name of a field", &name, &n) || !read_count(r, &arrays)) return false;
  for (size_t k = 0; k < arrays; k++)
    if (!read_array(r, out)) return false;
  return true;
}

static bool read_point_data(scr_reader *r, scr_points *out) {
  if (!read_rows(r, out)) return false;
  while (scr_reader_peek(r) && !scr_reader_take(r, "CELL_DATA")) {
    const bool ok = scr_reader_take(r, "SCALARS") ? read_scalars(r, out)
                    : scr_reader_take(r, "VECTORS") || scr_reader_take(r, "NORMALS")
                        ? read_vectors(r, out)
                    : scr_reader_take(r, "FIELD") ? read_field(r, out)
                    : scr_reader_take(r, "METADATA")
                        ? skip_metadata(r)
                        : scr_reader_expected(r, "SCALARS, VECTORS, NORMALS, FIELD or CELL_DATA");
    if (!ok) return false;
  }
  return true;
}

/* ---- the file ---- */

static bool read_points(scr_reader *r, size_t size, scr_points *out) {
  const char *type;
  size_t n;
  const scr_loc at = scr_reader_here(r, scr_reader_peek(r));
  if (!read_count(r, &out->n) || !any_word(r, "a type", &type, &n)) return false;
  if (out->n > size / 6 + 1) /* three digits and what separates them */
    return scr_fail(r->d, &at, SCR_E_VALUE, "the file holds fewer points than that");
  out->x = scr_try_alloc(3 * out->n * sizeof *out->x + 1);
  if (!out->x) return no_memory(r);
  return read_values(r, out->x, 3 * out->n);
}

/* What stands between points and their data are cells, which no ball needs. */
static bool find(scr_reader *r, const char *word) {
  size_t n;
  while ((n = scr_reader_peek(r)) && !scr_reader_take(r, word)) r->p += n;
  return n > 0;
}

/* `size`: bytes of the file. */
static bool read_legacy(scr_reader *r, size_t size, scr_points *out) {
  if (r->src->nline < 3) return scr_reader_expected(r, "a title and the word ASCII");
  r->line = 3, r->p = r->src->line[2]; /* after the version and the title */
  if (scr_reader_take(r, "BINARY")) {
    const scr_loc at = {r->src, 3, 1, 6};
    scr_fail(r->d, &at, SCR_E_UNSUPPORTED, "legacy files of VTK are read as text alone");
    return scr_hint(r->d, "save it as ASCII, or as .vtp");
  }
  if (!scr_reader_need(r, "ASCII") || !scr_reader_need(r, "DATASET")) return false;
  if (!find(r, "POINTS")) return scr_reader_expected(r, "POINTS");
  return read_points(r, size, out) && (!find(r, "POINT_DATA") || read_point_data(r, out));
}

bool scr_vtk_read_text(scr_diag *d, const char *name, const char *bytes, size_t n,
                       scr_points *out) {
  scr_reader r = scr_reader_of(d, scr_source_new(name, NULL, bytes, n));
  const bool ok =
      r.src->nline ? read_legacy(&r, n, out) : scr_fail(d, NULL, SCR_E_FILE, "'%s' is empty", name);
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
