/* Balls from extended XYZ: a count, a line with `Properties=name:type:columns:...`, and a particle
 * a line. Format: the documentation of extended XYZ in ASE and OVITO. See import_kept.h. */
#include <stdlib.h>
#include <string.h>
#include "base/num.h"
#include "cmd/import_kept.h"

static const char *line_of(const scr_import *m, int line) { return m->src->line[line - 1]; }

/* The number that stands alone in a line; -1: something else stands there. */
static int64_t count_in(const scr_import *m, int line) {
  size_t len;
  int64_t n;
  double f;
  const char *p = scr_import_first(m, line);
  if (scr_parse_number(p, &len, &n, &f) != SCR_NUM_INT || n < 0) return -1;
  p = scr_import_skip(m, p + len);
  return *p ? -1 : n;
}

static bool fail_line(scr_import *m, int line, const char *text) {
  return scr_import_fail(m, line, line_of(m, line), strlen(line_of(m, line)), SCR_E_FILE, text,
                         NULL);
}

/* Finds the last frame; *head is its second line. Blank lines at the end hold no particles. */
static bool find_frame(scr_import *m, int *head) {
  int line = 1, last = m->src->nline;
  while (last > 2 && !*scr_import_first(m, last)) last--;
  while (line <= m->src->nline && *scr_import_first(m, line)) {
    const int64_t n = count_in(m, line);
    if (n < 0) return fail_line(m, line, "expected the number of particles of a frame");
    if (n > last - line - 1)
      return fail_line(m, line, "the file ends before the last particle of this frame");
    *head = line + 1;
    m->begin = line + 2;
    m->end = line = m->begin + (int)n;
  }
  return true;
}

/* Some programs have other names for what balls have. */
static int quantity_of(const char *name) {
  static const struct {
    const char *name;
    int q;
  } other[] = {{"velo", SCR_Q_BALL_VELOCITY},
               {"vel", SCR_Q_BALL_VELOCITY},
               {"angular_velocity", SCR_Q_BALL_SPIN},
               {"omega", SCR_Q_BALL_SPIN}};
  for (size_t k = 0; k < SCR_COUNTOF(other); k++)
    if (scr_casecmp(other[k].name, name) == 0) return other[k].q;
  const int q = scr_quantity_find(scr_ball_quantity, name);
  return q >= 0 && scr_quantity_settable(&scr_ball_quantity[q]) ? q : -1;
}

/* What one of `n` columns of a property is. A rotation in 2D has one column, or its third counts.
 */
static scr_import_column column_of(const scr_import *m, const char *name, char type, int n, int k) {
  const int dim = m->a->lib->world->dim, q = quantity_of(name);
  const scr_import_column none = {SCR_COLUMN_NONE, 0, 0};
  const bool one = n == 1;
  if (scr_casecmp(name, "pos") == 0)
    return k < dim ? (scr_import_column){SCR_COLUMN_POSITION, 0, k} : none;
  if (one && type == 'S' && scr_casecmp(name, "species") == 0)
    return (scr_import_column){SCR_COLUMN_GROUP, 0, 0};
  if (type == 'S') return none;
  if (one && scr_casecmp(name, "radius") == 0) return (scr_import_column){SCR_COLUMN_RADIUS, 0, 0};
  if (one && scr_casecmp(name, "diameter") == 0)
    return (scr_import_column){SCR_COLUMN_DIAMETER, 0, 0};
  if (one && scr_casecmp(name, "id") == 0) return (scr_import_column){SCR_COLUMN_ID, 0, 0};
  if (q < 0) return none;
  const bool scalar = scr_quantity_comps(&scr_ball_quantity[q], dim) == 1;
  if (one) return scalar ? (scr_import_column){SCR_COLUMN_QUANTITY, q, 0} : none;
  return scr_ball_quantity[q].form == SCR_SCALAR ? none : scr_import_vector(m, q, k);
}

/* One property: name:type:columns; *p goes past it. */
static bool read_property(scr_import *m, int line, const char **p, scr_buf *left) {
  const size_t n = strcspn(*p, ": \"");
  char name[64] = "", *end = NULL;
  memcpy(name, *p, SCR_MIN(n, sizeof name - 1));
  const char *type = *p + n + 1;
  const long columns = (*p)[n] == ':' && *type && type[1] == ':' ? strtol(type + 2, &end, 10) : 0;
  if (columns < 1 || columns > 9)
    return scr_import_fail(m, line, *p, n, SCR_E_SYNTAX, "expected name:type:columns", NULL);
  if (m->ncol + columns > SCR_IMPORT_COLUMNS)
    return scr_import_fail(m, line, *p, n, SCR_E_LIMIT, "too many columns", NULL);
  bool used = false;
  for (int k = 0; k < columns; k++) {
    m->col[m->ncol] = column_of(m, name, *type, (int)columns, k);
    used |= m->col[m->ncol++].kind != SCR_COLUMN_NONE;
  }
  if (!used) scr_import_leave(left, name);
  *p = end;
  return true;
}

static bool read_properties(scr_import *m, int line) {
  static const char key[] = "Properties=";
  const char *p = strstr(line_of(m, line), key);
  scr_buf left = {0};
  bool ok = true;
  if (!p) {
    fail_line(m, line, "an XYZ file without 'Properties=' holds no radii");
    return scr_hint(m->a->diag, "extended XYZ has radius:R:1 among its properties; or import a "
                                "dump, .vtp or .csv");
  }
  p += sizeof key - 1;
  p += *p == '"';
  do ok = read_property(m, line, &p, &left);
  while (ok && *p++ == ':');
  return scr_import_tell_left(m, line, &left) && ok;
}

static bool has_suffix(const char *name) {
  const size_t n = strlen(name);
  return n > 4 && scr_casecmp(name + n - 4, ".xyz") == 0;
}

bool scr_import_xyz(scr_import *m, bool *mine) {
  int head = 0;
  *mine = m->src->nline >= 2 && count_in(m, 1) >= 0 &&
          (strstr(line_of(m, 2), "Properties=") || has_suffix(m->src->name));
  return !*mine || (find_frame(m, &head) && read_properties(m, head));
}
