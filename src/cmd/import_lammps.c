/* Balls from LAMMPS: files for read_data (atom style sphere) and dumps. Lines are read like those
 * of any table of balls; here is found where they stand and what their columns are. Formats: the
 * documentation of LAMMPS, commands read_data and dump. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/map.h"
#include "base/num.h"
#include "cmd/import_kept.h"

static int dim_of(const scr_import *m) { return m->a->lib->world->dim; }
static const char *line_of(const scr_import *m, int line) { return m->src->line[line - 1]; }

static bool begins(const char *text, const char *word) {
  return strncmp(text, word, strlen(word)) == 0;
}

static void add(scr_import *m, scr_import_kind kind, int q, int comp) {
  m->col[m->ncol++] = (scr_import_column){kind, q, comp};
}

/* In 2D the third component of a position has no place, and of a spin it is the only one. */
static void add_position(scr_import *m, int comp) {
  add(m, comp < dim_of(m) ? SCR_COLUMN_POSITION : SCR_COLUMN_NONE, 0, comp);
}

scr_import_column scr_import_vector(const scr_import *m, int q, int comp) {
  const bool rotation = scr_ball_quantity[q].form == SCR_ROTATION;
  const int first = rotation && dim_of(m) == 2 ? 2 : 0;
  const bool there =
      comp >= first && comp - first < scr_quantity_comps(&scr_ball_quantity[q], dim_of(m));
  return (scr_import_column){there ? SCR_COLUMN_QUANTITY : SCR_COLUMN_NONE, q, comp - first};
}

/* A file that ends early is not taken for a whole one. `asked`: how many its line `head` says. */
static bool count_atoms(scr_import *m, int head, double asked) {
  const char *text = line_of(m, head);
  char words[96];
  int n = 0;
  for (int line = m->begin; line < m->end; line++)
    n += !scr_import_line_ends(m, scr_import_first(m, line));
  if (n == asked) return true;
  snprintf(words, sizeof words, "the file says %.15g atom%s and holds %d", asked,
           asked == 1 ? "" : "s", n);
  return scr_import_fail(m, head, text, strlen(text), SCR_E_FILE, words, NULL);
}

/* The number that a line begins with; -1: none. *rest: what follows it. */
static double leading_number(const scr_import *m, int line, const char **rest) {
  double x;
  int64_t i;
  size_t len;
  const char *p = scr_import_first(m, line);
  if (scr_parse_number(p, &len, &i, &x) == SCR_NUM_NONE) return -1;
  *rest = scr_import_skip(m, p + len);
  return x;
}

/* ---- dumps ---- */

/* Columns of dumps that have other names here. */
static bool known_column(const scr_import *m, const char *name, scr_import_column *c) {
  static const struct {
    const char *name;
    int q;
  } vector[] = {{"v", SCR_Q_BALL_VELOCITY}, {"omega", SCR_Q_BALL_SPIN}};
  if (strcmp(name, "diameter") == 0)
    return *c = (scr_import_column){SCR_COLUMN_DIAMETER, 0, 0}, true;
  for (size_t k = 0; k < SCR_COUNTOF(vector); k++) {
    const size_t n = strlen(vector[k].name);
    if (strlen(name) != n + 1 || strncmp(name, vector[k].name, n) != 0) continue;
    if (name[n] < 'x' || name[n] > 'z') continue;
    *c = scr_import_vector(m, vector[k].q, name[n] - 'x');
    return true;
  }
  return false;
}

/* x, xs, xu or xsu. Where there are several along an axis the first of that order counts. */
static bool place_column(scr_import *m, const char *name, scr_import_column *c) {
  static const char *const tail[] = {"", "s", "u", "su"};
  const int comp = *name - 'x';
  int place = -1;
  for (int k = 0; k < 4 && comp >= 0 && comp < 3; k++)
    if (strcmp(name + 1, tail[k]) == 0) place = k;
  if (place < 0) return false;
  *c = (scr_import_column){comp < dim_of(m) ? SCR_COLUMN_POSITION : SCR_COLUMN_NONE, 0, comp};
  for (scr_import_column *k = m->col; k < c; k++) {
    if (k->kind != SCR_COLUMN_POSITION || k->comp != comp) continue;
    const bool better = place < (int)m->place[comp];
    (better ? k : c)->kind = SCR_COLUMN_NONE;
    if (!better) return true;
  }
  m->place[comp] = (scr_import_place)place;
  return true;
}

/* What balls have no place for is told, but for the type, which each dump has. */
static void dump_column(scr_import *m, const scr_quantity_words *words, const char *name,
                        scr_buf *left) {
  scr_import_column *c = &m->col[m->ncol++];
  *c = (scr_import_column){SCR_COLUMN_NONE, 0, 0};
  if (place_column(m, name, c) || known_column(m, name, c) || strcmp(name, "type") == 0) return;
  if (scr_import_column_of(m, words, name, c) && c->kind != SCR_COLUMN_GROUP) return;
  *c = (scr_import_column){SCR_COLUMN_NONE, 0, 0};
  scr_import_leave(left, name);
}

void scr_import_leave(scr_buf *left, const char *name) {
  scr_buf_printf(left, "%s'%s'", left->n ? ", " : "", name);
}

bool scr_import_tell_left(scr_import *m, int line, scr_buf *left) {
  const scr_loc at = {m->src, line, 1, (int)strlen(line_of(m, line))};
  const bool ok =
      !left->n || scr_warn(m->a->diag, &at, SCR_E_NAME,
                           "columns that balls have no place for are left out: %s", left->s);
  scr_buf_free(left);
  return ok;
}

static bool dump_columns(scr_import *m, int line) {
  static const char head[] = "ITEM: ATOMS";
  scr_quantity_words words;
  scr_buf left = {0};
  bool ok = true;
  scr_quantity_words_make(&words, &scr_ball_piece, dim_of(m), true);
  const char *p = line_of(m, line) + sizeof head - 1;
  for (p = scr_import_skip(m, p); ok && *p; p = scr_import_skip(m, p)) {
    const size_t n = scr_import_word(m, p);
    char *name = scr_strndup(p, n);
    if (m->ncol == SCR_IMPORT_COLUMNS)
      ok = scr_import_fail(m, line, p, n, SCR_E_LIMIT, "too many columns", NULL);
    else
      dump_column(m, &words, name, &left);
    scr_free(name);
    p += n;
  }
  scr_quantity_words_free(&words);
  return scr_import_tell_left(m, line, &left) && ok;
}

/* ---- the box of a dump ---- */

static bool read_bounds(scr_import *m, int line, double bound[2]) {
  const char *p = scr_import_first(m, line);
  for (int k = 0; k < 2; k++) {
    size_t len;
    int64_t i;
    const size_t n = scr_import_word(m, p);
    if (scr_parse_number(p, &len, &i, &bound[k]) == SCR_NUM_NONE || len != n)
      return scr_import_fail(m, line, p, n, SCR_E_SYNTAX, "expected the bounds of the box", NULL);
    if (!isfinite(bound[k]))
      return scr_import_fail(m, line, p, n, SCR_E_VALUE, "the number is too large", NULL);
    p = scr_import_skip(m, p + len);
  }
  return bound[1] > bound[0] ||
         scr_import_fail(m, line, line_of(m, line), 1, SCR_E_VALUE, "the box has no width", NULL);
}

/* ITEM: BOX BOUNDS pp ff ff, above the atoms. */
static bool read_box(scr_import *m, int atoms) {
  static const char head[] = "ITEM: BOX BOUNDS";
  int line = atoms;
  while (line > 0 && !begins(line_of(m, line), head)) line--;
  const char *text = line_of(m, line ? line : atoms);
  if (!line || line + 3 > m->src->nline)
    return scr_import_fail(m, atoms, text, strlen(text), SCR_E_FILE,
                           "scaled or unwrapped positions need the bounds of the box", NULL);
  const char *p = text + sizeof head - 1;
  if (strstr(p, "xy"))
    return scr_import_fail(m, line, text, strlen(text), SCR_E_VALUE,
                           "boxes with inclined sides have no place here", NULL);
  for (int c = 0; c < dim_of(m); c++) {
    p = scr_import_skip(m, p);
    m->periodic[c] = *p == 'p';
    p += scr_import_word(m, p);
    if (!read_bounds(m, line + 1 + c, m->box[c])) return false;
  }
  return true;
}

static bool needs_box(const scr_import *m) {
  bool any = false;
  for (int c = 0; c < dim_of(m); c++) any |= m->place[c] != SCR_PLACE_PLAIN;
  return any;
}

/* Into the domain again: a ball that has gone through a periodic side is that many periods away. */
static double place_of(const scr_import *m, int c, double x) {
  const double lo = m->box[c][0], width = m->box[c][1] - lo;
  const scr_import_place place = m->place[c];
  if (place == SCR_PLACE_SCALED || place == SCR_PLACE_SCALED_UNWRAPPED) x = lo + x * width;
  const bool wraps = place >= SCR_PLACE_UNWRAPPED && m->periodic[c];
  return wraps && (x < lo || x >= lo + width) ? x - floor((x - lo) / width) * width : x;
}

static void put_places(scr_import *m) {
  for (int c = 0; c < dim_of(m); c++)
    for (size_t k = 0; m->place[c] != SCR_PLACE_PLAIN && k < m->batch.n; k++)
      m->batch.pose[k].x[c] = place_of(m, c, m->batch.pose[k].x[c]);
}

/* ITEM: NUMBER OF ATOMS, above the atoms. */
static bool count_of_dump(scr_import *m, int atoms) {
  const char *rest;
  int line = atoms - 1;
  while (line > 0 && !begins(line_of(m, line), "ITEM: NUMBER OF ATOMS")) line--;
  const double n = line ? leading_number(m, line + 1, &rest) : -1;
  return n < 0 || count_atoms(m, line + 1, n);
}

/* Of several frames the last one counts. */
static bool begin_dump(scr_import *m) {
  int line = m->src->nline;
  while (line > 0 && !begins(line_of(m, line), "ITEM: ATOMS")) line--;
  if (!line)
    return scr_import_fail(m, 1, line_of(m, 1), strlen(line_of(m, 1)), SCR_E_FILE,
                           "a dump without a line 'ITEM: ATOMS'", NULL);
  m->begin = line + 1;
  for (m->end = m->begin; m->end <= m->src->nline && !begins(line_of(m, m->end), "ITEM:");)
    m->end++;
  return count_of_dump(m, line) && dump_columns(m, line) && (!needs_box(m) || read_box(m, line));
}

/* ---- files for read_data ---- */

/* The line that begins a section: its name, alone or before a comment; 0: there is none. */
static int section(const scr_import *m, const char *name) {
  const size_t n = strlen(name);
  for (int line = 2; line <= m->src->nline; line++) {
    const char *text = line_of(m, line);
    const char *rest = text + n;
    if (strncmp(text, name, n) == 0 && (rest += strspn(rest, " \t"), !*rest || *rest == '#'))
      return line;
  }
  return 0;
}

/* Sections go on up to the next line that begins with a letter. */
static int section_end(const scr_import *m, int line) {
  while (++line <= m->src->nline) {
    const int c = scr_lower(*scr_import_first(m, line));
    if (c >= 'a' && c <= 'z') break;
  }
  return line;
}

static int count_words(const scr_import *m, int line) {
  int n = 0;
  for (const char *p = scr_import_first(m, line); !scr_import_line_ends(m, p); n++)
    p = scr_import_skip(m, p + scr_import_word(m, p));
  return n;
}

static bool is_style_sphere(scr_import *m, int line) {
  const char *text = line_of(m, line), *mark = strchr(text, '#');
  const char *style = mark ? mark + 1 + strspn(mark + 1, " \t") : "";
  const size_t n = strcspn(style, " \t");
  if (!n || (n == 6 && strncmp(style, "sphere", n) == 0)) return true;
  scr_import_fail(m, line, style, n, SCR_E_VALUE, "the atoms have another style than 'sphere'",
                  NULL);
  return scr_hint(m->a->diag, "other styles hold no radii and densities");
}

/* `N atoms`, in the head of the file. */
static bool count_of_data(scr_import *m, int atoms) {
  const char *rest = "";
  for (int line = 2; line < atoms; line++) {
    const double n = leading_number(m, line, &rest);
    if (n >= 0 && begins(rest, "atoms") && scr_import_word(m, rest) == 5)
      return count_atoms(m, line, n);
  }
  return true;
}

/* id type diameter density x y z, and three counts of periods that may follow. */
static bool begin_data(scr_import *m, int line) {
  enum { USUAL = 7, WITH_PERIODS = 10 };
  if (!is_style_sphere(m, line)) return false;
  m->begin = line + 1, m->end = section_end(m, line);
  if (!count_of_data(m, line)) return false;
  int first = m->begin;
  while (first < m->end && !count_words(m, first)) first++;
  add(m, SCR_COLUMN_ID, 0, 0), add(m, SCR_COLUMN_NONE, 0, 0), add(m, SCR_COLUMN_DIAMETER, 0, 0);
  add(m, SCR_COLUMN_QUANTITY, SCR_Q_BALL_DENSITY, 0);
  for (int c = 0; c < 3; c++) add_position(m, c);
  const bool periods = first < m->end && count_words(m, first) == WITH_PERIODS;
  for (int k = USUAL; periods && k < WITH_PERIODS; k++) add(m, SCR_COLUMN_NONE, 0, 0);
  if (!section(m, "Velocities")) return true;
  scr_import_behind(m, SCR_Q_BALL_VELOCITY);
  scr_import_behind(m, SCR_Q_BALL_SPIN);
  return true;
}

/* ---- velocities: lines of their own, in any order ---- */

enum { VELOCITIES = 7 };

static bool read_numbers(scr_import *m, int line, double v[VELOCITIES]) {
  const char *p = scr_import_first(m, line);
  for (int k = 0; k < VELOCITIES; k++, p = scr_import_skip(m, p)) {
    size_t len = 0;
    int64_t i;
    const size_t n = scr_import_word(m, p);
    if (scr_parse_number(p, &len, &i, &v[k]) == SCR_NUM_NONE || len != n)
      return scr_import_fail(m, line, p, n, SCR_E_SYNTAX, "a number is expected", NULL);
    if (!isfinite(v[k]))
      return scr_import_fail(m, line, p, n, SCR_E_VALUE, "the number is too large", NULL);
    p += n;
  }
  return scr_import_line_ends(m, p) ||
         scr_import_fail(m, line, p, scr_import_word(m, p), SCR_E_SYNTAX,
                         "more numbers in this line than columns", NULL);
}

/* v: id, velocity, spin. The columns after those of the line are what the ball has of them. */
static void keep(scr_import *m, size_t ball, const double v[VELOCITIES]) {
  double *to = m->extra + (ball + 1) * (size_t)m->nextra - m->nbehind;
  for (int k = 1; k < VELOCITIES; k++) {
    const int q = k < 4 ? SCR_Q_BALL_VELOCITY : SCR_Q_BALL_SPIN;
    if (scr_import_vector(m, q, (k - 1) % 3).kind == SCR_COLUMN_QUANTITY) *to++ = v[k];
  }
}

static bool read_velocity(scr_import *m, int line, const scr_u64map *by_id) {
  double v[VELOCITIES];
  if (!read_numbers(m, line, v)) return false;
  const bool whole = v[0] >= 1 && v[0] < UINT32_MAX && v[0] == floor(v[0]);
  const uint32_t ball = whole ? scr_u64map_get(by_id, (uint64_t)v[0], UINT32_MAX) : UINT32_MAX;
  if (ball != UINT32_MAX) return keep(m, ball, v), true;
  const char *p = scr_import_first(m, line);
  return scr_import_fail(m, line, p, scr_import_word(m, p), SCR_E_NAME,
                         "no atom of the file has this id", NULL);
}

bool scr_import_lammps_rest(scr_import *m) {
  put_places(m);
  if (!m->nbehind || !m->batch.n) return true;
  const int line = section(m, "Velocities"), end = section_end(m, line);
  scr_u64map by_id = {0};
  bool ok = true;
  scr_u64map_reserve(&by_id, m->batch.n);
  for (size_t k = 0; k < m->batch.n; k++) scr_u64map_set(&by_id, m->batch.id[k], (uint32_t)k);
  for (int k = line + 1; ok && k < end; k++)
    if (count_words(m, k)) ok = read_velocity(m, k, &by_id);
  scr_u64map_free(&by_id);
  return ok;
}

/* ---- either ---- */

void scr_import_behind(scr_import *m, int q) {
  for (int c = 0; c < scr_quantity_comps(&scr_ball_quantity[q], dim_of(m)); c++, m->nbehind++)
    m->col[m->ncol + m->nbehind] = (scr_import_column){SCR_COLUMN_QUANTITY, q, c};
  assert(m->ncol + m->nbehind <= SCR_IMPORT_COLUMNS);
}

bool scr_import_lammps(scr_import *m, bool *mine) {
  const bool dump = m->src->nline && begins(line_of(m, 1), "ITEM:");
  const int atoms = dump ? 0 : section(m, "Atoms");
  *mine = dump || atoms;
  return dump ? begin_dump(m) : !atoms || begin_data(m, atoms);
}
