/* Balls in bulk: see import.h. */
#include "cmd/import.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "base/num.h"
#include "base/par.h"
#include "cmd/import_kept.h"
#include "cmd/read.h"
#include "cmd/token.h"
#include "io/read_vtk.h"
#include "world/state/rows.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- making a batch ---- */

bool scr_domain_needed(scr_args *a) {
  if (world_of(a)->domain.set || scr_args_checks(a)) return true; /* a check knows no domain */
  scr_fail(a->diag, &a->loc, SCR_E_STATE, "the domain must be set first");
  return scr_hint(a->diag, "for instance: model domain extent -1 1");
}

bool scr_box_fits(scr_args *a, const scr_loc *at, const double lo[3], const double hi[3],
                  const scr_domain *domain) {
  for (int k = 0; k < world_of(a)->dim; k++)
    if (lo[k] < domain->lo[k] || hi[k] > domain->hi[k])
      return scr_fail(a->diag, at, SCR_E_VALUE,
                      "the box leaves the domain, which reaches from %g to %g along %c",
                      domain->lo[k], domain->hi[k], "xyz"[k]);
  return true;
}

double scr_ball_default_radius(const scr_world *w) {
  double least = HUGE_VAL;
  for (int k = 0; k < w->dim; k++) least = SCR_MIN(least, w->domain.hi[k] - w->domain.lo[k]);
  return least / 40;
}

void scr_ball_batch_free(scr_ball_batch *b) {
  scr_free(b->pose);
  scr_free(b->id);
  scr_group_phrases_free(&b->groups);
  *b = (scr_ball_batch){0};
}

void scr_ball_batch_add(scr_ball_batch *b, const double x[3], double r) {
  SCR_GROW(b->pose, b->cap_pose, b->n + 1);
  b->pose[b->n++] = (scr_pose){.x = {x[0], x[1], x[2]}, .r = r};
}

static uint32_t batch_id(const scr_ball_batch *b, size_t k) {
  return b->id ? b->id[k] : b->first_id + (uint32_t)k;
}

static bool batch_create(scr_args *a, scr_ball_batch *b) {
  scr_world *w = world_of(a);
  const uint32_t groups = scr_groups_applied(w, &b->groups, 0), first = w->ball.n,
                 n = (uint32_t)b->n;
  if (!scr_balls_create(w, a->diag, b->pose, b->id, b->first_id, n, &b->misfit)) return false;
  for (uint32_t k = 0; groups && k < n; k++)
    scr_table_write(&w->ball, SCR_BALL_GROUPS, first + k, &groups);
  return true;
}

/* Behind the largest in use, if the command names none. */
static void choose_ids(const scr_world *w, scr_ball_batch *b) {
  if (!b->first_id) b->first_id = scr_ball_next_id(w);
}

bool scr_ball_batch_make(scr_args *a, scr_ball_batch *b) {
  scr_world *w = world_of(a);
  choose_ids(w, b);
  if (b->n >= UINT32_MAX - b->first_id)
    return scr_fail(a->diag, NULL, SCR_E_LIMIT, "the ids of balls would exceed %" PRIu32,
                    UINT32_MAX);
  for (size_t k = 0; k < b->n; k++)
    if (batch_id(b, k) <= w->ball_ids.max && scr_ball_find(w, batch_id(b, k)) != SCR_NONE) {
      b->misfit = (scr_misfit){.what = SCR_MISFIT_ID, .k = (uint32_t)k};
      return scr_fail(a->diag, b->id_at.src ? &b->id_at : NULL, SCR_E_VALUE,
                      "there is a ball with id %" PRIu32 " already", batch_id(b, k));
    }
  double before = scr_energy_state(w);
  bool ok = batch_create(a, b);
  scr_energy_edited(w, before);
  return ok;
}

bool scr_ball_batch_first_id(scr_args *a, scr_ball_batch *b) {
  b->id_at = scr_args_loc(a);
  return scr_args_id(a, "the id", &b->first_id);
}

/* ---- import ---- */

typedef scr_import import;
typedef scr_import_column column;

/* What one thread read: lines [begin, end), up to the first that is wrong. */
typedef struct part {
  import *m;
  int begin, end, wrong; /* wrong 0: none */
  bool tells;            /* of what is wrong */
  size_t n, cap_pose, cap_id, cap_extra, cap_group;
  scr_pose *pose;
  uint32_t *id;
  double *extra;
  scr_import_name *group;
} part;

const scr_word_row scr_ball_import_words[] = {
    {"group", "<s> [slot <s>]", "group of the new balls"},
    {"id", "<i>", "id of the first ball; else after the largest in use"},
    {0},
};

static bool is_separator(const import *m, char c) {
  return c == ' ' || c == '\t' || c == ',' || (c == ';' && m->semicolons);
}
const char *scr_import_skip(const import *m, const char *p) {
  while (is_separator(m, *p)) p++;
  return p;
}
/* A line that begins with a semicolon is a comment in any file. */
const char *scr_import_first(const import *m, int line) {
  const char *text = m->src->line[line - 1], *p = text + strspn(text, " \t");
  return *p == ';' ? p + strlen(p) : scr_import_skip(m, p);
}
bool scr_import_line_ends(const import *m, const char *p) {
  return *p == 0 || *p == '#' || (*p == ';' && !m->semicolons);
}

bool scr_import_fail(import *m, int line, const char *p, size_t len, scr_code code,
                     const char *text, const char *word) {
  scr_loc at = {m->src, line, (int)(p - m->src->line[line - 1]) + 1, (int)SCR_MAX(len, 1)};
  return scr_fail(m->a->diag, &at, code, "%s%s%s%s", text, word ? " '" : "", word ? word : "",
                  word ? "'" : "");
}

/* With its quotes, between which anything may stand; two of them are one quote of the word. */
size_t scr_import_word(const import *m, const char *p) {
  size_t n = 0;
  for (const char *quote; p[n] == '"' && (quote = strchr(p + n + 1, '"'));)
    n = (size_t)(quote - p) + 1;
  while (!is_separator(m, p[n]) && !scr_import_line_ends(m, p + n)) n++;
  return n;
}

/* A word without its quotes; of two that follow each other one is left. */
static char *unquoted(const char *p, size_t n) {
  const bool quoted = n >= 2 && *p == '"' && p[n - 1] == '"';
  char *word = quoted ? scr_strndup(p + 1, n - 2) : scr_strndup(p, n), *to = word;
  for (const char *from = word; quoted && *from; from++, to++) {
    *to = *from;
    from += *from == '"' && from[1] == '"';
  }
  if (quoted) *to = 0;
  return word;
}

/* x y z radius, id, or any quantity that can be set. */
bool scr_import_column_of(const import *m, const scr_quantity_words *words, const char *name,
                          column *c) {
  static const char *const short_name[] = {"x", "y", "z"};
  assert(world_of(m->a)->dim <= 3);
  for (int k = 0; k < world_of(m->a)->dim; k++)
    if (scr_casecmp(name, short_name[k]) == 0)
      return *c = (column){SCR_COLUMN_POSITION, 0, k}, true;
  if (scr_casecmp(name, "r") == 0) return *c = (column){SCR_COLUMN_RADIUS, 0, 0}, true;
  if (scr_casecmp(name, "id") == 0) return *c = (column){SCR_COLUMN_ID, 0, 0}, true;
  if (scr_casecmp(name, "group") == 0) return *c = (column){SCR_COLUMN_GROUP, 0, 0}, true;
  for (int k = 0; k < words->n; k++) {
    if (scr_casecmp(name, words->row[k].word) != 0 || words->row[k].doc[0] == '!') continue;
    const scr_quantity *q = &scr_ball_quantity[words->q[k]];
    if (words->comp[k] < 0 && q->form != SCR_SCALAR) return false;
    *c = (column){SCR_COLUMN_QUANTITY, words->q[k], SCR_MAX(words->comp[k], 0)};
    if (c->q == SCR_Q_BALL_POSITION) c->kind = SCR_COLUMN_POSITION;
    if (c->q == SCR_Q_BALL_RADIUS) c->kind = SCR_COLUMN_RADIUS;
    return true;
  }
  return false;
}

static bool named_twice(const import *m) {
  const column *last = &m->col[m->ncol - 1];
  if (last->kind == SCR_COLUMN_NONE) return false;
  for (const column *c = m->col; c < last; c++)
    if (c->kind == last->kind && (c->kind != SCR_COLUMN_QUANTITY || c->q == last->q) &&
        c->comp == last->comp)
      return true;
  return false;
}

static const char *unit_of(const column *c) {
  return c->kind == SCR_COLUMN_QUANTITY ? scr_ball_quantity[c->q].unit
         : c->kind == SCR_COLUMN_POSITION || c->kind == SCR_COLUMN_RADIUS ? "m"
                                                                          : "";
}

/* `name (unit)`: the unit must be that of this program. */
static bool skip_unit(import *m, int line, const char **p) {
  const char *open = *p + strspn(*p, " "), *close = *open == '(' ? strchr(open, ')') : NULL;
  const char *unit = unit_of(&m->col[m->ncol - 1]);
  if (!close) return true;
  const size_t n = (size_t)(close - open) + 1;
  *p = close + 1;
  if (m->col[m->ncol - 1].kind == SCR_COLUMN_NONE) return true;
  if (n - 2 == strlen(unit) && strncmp(open + 1, unit, n - 2) == 0) return true;
  scr_import_fail(m, line, open, n, SCR_E_VALUE, "expected the unit", unit);
  return scr_hint(m->a->diag, "numbers are in SI units, without factors");
}

/* A quantity of balls that follows from others, as `mass`: exports have it, imports do not need it.
 */
static bool is_read_only(const import *m, const char *name) {
  scr_quantity_words all;
  scr_quantity_words_make(&all, &scr_ball_piece, world_of(m->a)->dim, false);
  bool found = false;
  for (int k = 0; k < all.n && !found; k++)
    found = scr_casecmp(name, all.row[k].word) == 0 && all.row[k].doc[0] != '!' &&
            !scr_quantity_settable(&scr_ball_quantity[all.q[k]]);
  scr_quantity_words_free(&all);
  return found;
}

static void leave_out(scr_buf *left, const char *name, column *c) {
  scr_import_leave(left, name);
  *c = (column){SCR_COLUMN_NONE, 0, 0};
}

static bool read_header(import *m, int line) {
  scr_quantity_words words;
  scr_buf left = {0};
  scr_quantity_words_make(&words, &scr_ball_piece, world_of(m->a)->dim, true);
  bool ok = true;
  for (const char *p = scr_import_first(m, line); ok && !scr_import_line_ends(m, p);
       p = scr_import_skip(m, p)) {
    size_t n = scr_import_word(m, p);
    char *name = unquoted(p, n);
    if (m->ncol == SCR_IMPORT_COLUMNS)
      ok = scr_import_fail(m, line, p, n, SCR_E_LIMIT, "too many columns", NULL);
    else if (is_read_only(m, name))
      leave_out(&left, name, &m->col[m->ncol++]);
    else if (!scr_import_column_of(m, &words, name, &m->col[m->ncol++]))
      ok = scr_import_fail(m, line, p, n, SCR_E_NAME, "balls have no column", name);
    else if (named_twice(m))
      ok = scr_import_fail(m, line, p, n, SCR_E_NAME, "there are two columns", name);
    scr_free(name);
    p += n;
    ok = ok && skip_unit(m, line, &p);
  }
  scr_quantity_words_free(&words);
  return scr_import_tell_left(m, line, &left) && ok;
}

/* The names may stand after a comment mark. */
static bool read_foreign(import *m, int line) {
  scr_quantity_words words;
  scr_buf left = {0};
  bool ok = true;
  scr_quantity_words_make(&words, &scr_ball_piece, world_of(m->a)->dim, true);
  const char *p = scr_import_first(m, line);
  for (p = scr_import_skip(m, p + (*p == '#')); ok && !scr_import_line_ends(m, p);
       p = scr_import_skip(m, p)) {
    const size_t n = scr_import_word(m, p);
    char *name = unquoted(p, n);
    if (m->ncol == SCR_IMPORT_COLUMNS)
      ok = scr_import_fail(m, line, p, n, SCR_E_LIMIT, "too many columns", NULL);
    else
      scr_import_foreign(m, &words, name, &m->col[m->ncol++], &left);
    if (ok && named_twice(m))
      ok = scr_import_fail(m, line, p, n, SCR_E_NAME, "there are two columns", name);
    scr_free(name);
    p += n;
  }
  scr_quantity_words_free(&words);
  return scr_import_tell_left(m, line, &left) && ok;
}

static void default_columns(import *m) {
  int dim = world_of(m->a)->dim;
  for (int k = 0; k < dim; k++) m->col[m->ncol++] = (column){SCR_COLUMN_POSITION, 0, k};
  m->col[m->ncol++] = (column){SCR_COLUMN_RADIUS, 0, 0};
}

/* Position and radius must be there; ids get their array. */
static bool finish_columns(import *m, int line) {
  int seen = 0, dim = world_of(m->a)->dim;
  for (int k = 0; k < m->ncol + m->nbehind; k++) {
    const column *c = &m->col[k];
    if (c->kind == SCR_COLUMN_POSITION) seen |= 1 << c->comp;
    if (c->kind == SCR_COLUMN_RADIUS || c->kind == SCR_COLUMN_DIAMETER) seen |= 8;
    m->nextra += c->kind == SCR_COLUMN_QUANTITY;
  }
  int needed = (dim == 2 ? 3 : 7) | 8;
  if ((seen & needed) == needed) return true;
  return scr_import_fail(m, line, m->src->line[line - 1], 1, SCR_E_VALUE,
                         dim == 2 ? "columns x, y and radius are needed"
                                  : "columns x, y, z and radius are needed",
                         NULL);
}

static bool part_fail(part *r, int line, const char *p, size_t len, scr_code code,
                      const char *text) {
  return r->tells && scr_import_fail(r->m, line, p, len, code, text, NULL);
}

static bool store_id(part *r, int line, const char *p, size_t len, double value) {
  if (!(value >= 1 && value < UINT32_MAX) || value != floor(value))
    return part_fail(r, line, p, len, SCR_E_VALUE, "an id must be a positive whole number");
  SCR_GROW(r->id, r->cap_id, r->n + 1);
  r->id[r->n] = (uint32_t)value;
  return true;
}

/* What stands from p on is more than the columns take, if anything is there. */
static bool ends_here(part *r, int line, const char *p) {
  return scr_import_line_ends(r->m, p) ||
         part_fail(r, line, p, scr_import_word(r->m, p), SCR_E_SYNTAX,
                   "more numbers in this line than columns");
}

/* Told before anything else: decimal commas make two numbers of each, and these may be wrong. */
static bool fits_columns(part *r, int line, const char *p) {
  const import *m = r->m;
  for (int k = 0; k < m->ncol; k++) p = scr_import_skip(m, p + scr_import_word(m, p));
  return ends_here(r, line, p);
}

/* One ball, while its line is read. */
typedef struct ball {
  scr_pose pose;
  double *extra; /* where its next further value goes */
} ball;

static bool store_group(part *r, const char *p, size_t len) {
  SCR_GROW(r->group, r->cap_group, r->n + 1);
  r->group[r->n] = (scr_import_name){p, len};
  return true;
}

static bool store(part *r, const column *c, int line, const char *p, size_t len, double value,
                  ball *b) {
  switch (c->kind) {
  case SCR_COLUMN_POSITION: b->pose.x[c->comp] = value; return true;
  case SCR_COLUMN_RADIUS: b->pose.r = value; break;
  case SCR_COLUMN_DIAMETER: b->pose.r = value / 2; break;
  case SCR_COLUMN_ID: return store_id(r, line, p, len, value);
  case SCR_COLUMN_QUANTITY:
    assert(b->extra); /* one such column is one of m->nextra */
    *b->extra++ = value;
    return true;
  default: return true;
  }
  return value > 0 || part_fail(r, line, p, len, SCR_E_VALUE, "a radius must be positive");
}

/* The word of a column; *p goes after it. */
static bool read_word(part *r, const column *c, int line, const char **p, ball *b) {
  const import *m = r->m;
  size_t len = 0;
  int64_t i;
  double value;
  const char *at = *p;
  if (c->kind == SCR_COLUMN_GROUP && !scr_import_line_ends(m, at)) {
    *p += len = scr_import_word(m, at);
    return store_group(r, at, len);
  }
  if (c->kind == SCR_COLUMN_NONE && !scr_import_line_ends(m, at)) {
    *p += scr_import_word(m, at);
    return true;
  }
  if (scr_parse_field(at, &len, &i, &value) == SCR_NUM_NONE ||
      !(is_separator(m, at[len]) || scr_import_line_ends(m, at + len)))
    return part_fail(r, line, at, scr_import_word(m, at), SCR_E_SYNTAX,
                     scr_import_line_ends(m, at) ? "too few numbers in this line"
                                                 : "a number is expected");
  if (!isfinite(value)) return part_fail(r, line, at, len, SCR_E_VALUE, "the number is too large");
  *p += len;
  return store(r, c, line, at, len, value, b);
}

static bool read_ball(part *r, int line, const char *p) {
  const import *m = r->m;
  ball b = {0};
  if (r->tells && !fits_columns(r, line, p)) return false;
  if (m->nextra) {
    const size_t extra = r->n * (size_t)m->nextra;
    SCR_GROW(r->extra, r->cap_extra, extra + (size_t)m->nextra);
    b.extra = r->extra + extra;
    memset(b.extra, 0, (size_t)m->nextra * sizeof *b.extra);
  }
  for (int k = 0; k < m->ncol; k++, p = scr_import_skip(m, p))
    if (!read_word(r, &m->col[k], line, &p, &b)) return false;
  if (!ends_here(r, line, p)) return false;
  SCR_GROW(r->pose, r->cap_pose, r->n + 1);
  r->pose[r->n++] = b.pose;
  return true;
}

static void read_part(part *r) {
  const scr_session *s = r->m->a->s;
  for (int line = r->begin; line < r->end && !r->wrong && !scr_session_interrupted(s); line++) {
    const char *p = scr_import_first(r->m, line);
    if (!scr_import_line_ends(r->m, p) && !read_ball(r, line, p)) r->wrong = line;
  }
}

/* One word before a semicolon is no whole line of a ball: more must follow. */
static bool separated_by_semicolons(const import *m, const char *p) {
  p += scr_import_word(m, p);
  p += strspn(p, " \t");
  return *p == ';' && p[1 + strspn(p + 1, " \t")] != 0;
}

/* The first line that is no comment names the columns, or holds the first ball. */
static bool read_columns(import *m) {
  bool mine;
  m->end = m->src->nline + 1;
  if (!scr_import_lammps(m, &mine) || (!mine && !scr_import_xyz(m, &mine))) return false;
  if (mine) return finish_columns(m, m->begin - 1);
  for (int line = 1; line <= m->src->nline; line++) {
    const char *p = scr_import_first(m, line);
    if (scr_import_is_foreign(p)) {
      m->begin = line + 1;
      return read_foreign(m, line) && finish_columns(m, line);
    }
    if (scr_import_line_ends(m, p)) continue;
    size_t len;
    int64_t i;
    double f;
    m->semicolons = separated_by_semicolons(m, p);
    const bool header = scr_parse_field(p, &len, &i, &f) == SCR_NUM_NONE;
    m->begin = line + header;
    if (header && !read_header(m, line)) return false;
    if (!header) default_columns(m);
    return finish_columns(m, line);
  }
  m->begin = m->end;
  return true;
}

typedef struct parts {
  part *part;
  int n;
} parts;

static void read_worker(void *user, int thread, int threads) {
  const parts *all = user;
  for (int k = thread; k < all->n; k += threads) read_part(&all->part[k]);
}

static void part_free(part *r) {
  scr_free(r->pose);
  scr_free(r->id);
  scr_free(r->extra);
  scr_free(r->group);
}

/* One part after the other. */
static void join_parts(import *m, const parts *all) {
  scr_ball_batch *b = &m->batch;
  size_t n = 0;
  bool ids = false, groups = false;
  for (int k = 0; k < all->n; k++) {
    n += all->part[k].n;
    ids |= all->part[k].id != NULL, groups |= all->part[k].group != NULL;
  }
  SCR_GROW(b->pose, b->cap_pose, n);
  if (ids) SCR_GROW(b->id, b->cap_id, n);
  if (groups) m->group = scr_alloc(n * sizeof *m->group);
  if (m->nextra) m->extra = scr_alloc(n * (size_t)m->nextra * sizeof *m->extra);
  for (int k = 0; k < all->n; k++) {
    const part *r = &all->part[k];
    if (r->n) memcpy(b->pose + b->n, r->pose, r->n * sizeof *r->pose);
    if (r->n && r->id) memcpy(b->id + b->n, r->id, r->n * sizeof *r->id);
    if (r->n && r->group) memcpy(m->group + b->n, r->group, r->n * sizeof *r->group);
    if (r->n && m->nextra)
      memcpy(m->extra + b->n * (size_t)m->nextra, r->extra,
             r->n * (size_t)m->nextra * sizeof *r->extra);
    b->n += r->n;
  }
}

/* The whole of a short file, or of one that a single thread reads, goes straight where it belongs.
 */
static void take_part(import *m, part *r) {
  scr_ball_batch *b = &m->batch;
  b->pose = r->pose, b->cap_pose = r->cap_pose;
  b->id = r->id, b->cap_id = r->cap_id;
  m->extra = r->extra;
  m->group = r->group;
  b->n = r->n;
  *r = (part){0};
}

static bool read_lines(import *m) {
  enum { LINES_A_PART = 10000 };
  if (!read_columns(m)) return false;
  scr_par *par = scr_world_pool(world_of(m->a));
  const int lines = m->end - m->begin;
  parts all = {.n = lines < 2 * LINES_A_PART ? 1 : scr_par_threads(par)};
  all.part = scr_alloc((size_t)all.n * sizeof *all.part);
  for (int k = 0; k < all.n; k++) {
    all.part[k] = (part){.m = m, .begin = m->begin + (int)((int64_t)lines * k / all.n)};
    all.part[k].end = m->begin + (int)((int64_t)lines * (k + 1) / all.n);
  }
  if (all.n > 1)
    scr_par_run(par, read_worker, &all);
  else
    read_part(all.part);
  int wrong = 0;
  for (int k = 0; k < all.n && !wrong; k++) wrong = all.part[k].wrong;
  const bool stop = scr_interrupted(m->a->diag);
  part aloud = {.m = m, .begin = wrong, .end = wrong + 1, .tells = true};
  if (wrong && !stop)
    read_part(&aloud);
  else if (all.n > 1)
    join_parts(m, &all);
  else
    take_part(m, all.part);
  part_free(&aloud);
  for (int k = 0; k < all.n; k++) part_free(&all.part[k]);
  scr_free(all.part);
  return !wrong && !stop;
}

/* The number in column c of ball k. */
static scr_loc number_at(const import *m, size_t k, int c) {
  int line = m->begin;
  while (scr_import_line_ends(m, scr_import_first(m, line)) || k-- > 0) line++;
  const char *begin = m->src->line[line - 1], *p = scr_import_first(m, line);
  for (; c > 0; c--) p = scr_import_skip(m, p + scr_import_word(m, p));
  return (scr_loc){m->src, line, (int)(p - begin) + 1, (int)scr_import_word(m, p)};
}

/* The pending error is about that number; returns false. */
static bool name_number(import *m, size_t k, int c) {
  if (c >= m->ncol) return false; /* it stands elsewhere */
  const scr_loc at = number_at(m, k, c);
  scr_buf about = {0};
  scr_buf_printf(&about, "ball %" PRIu32 ": ", batch_id(&m->batch, k));
  scr_diag_place(m->a->diag, &at, m->col[c].kind == SCR_COLUMN_ID ? "" : about.s);
  scr_buf_free(&about);
  return false;
}

/* An id that no column holds is that of the command. */
static bool name_misfit(import *m) {
  static const scr_import_kind kind[] = {[SCR_MISFIT_ID] = SCR_COLUMN_ID,
                                         [SCR_MISFIT_RADIUS] = SCR_COLUMN_RADIUS,
                                         [SCR_MISFIT_POSITION] = SCR_COLUMN_POSITION};
  const scr_misfit *f = &m->batch.misfit;
  for (int c = 0; f->what != SCR_MISFIT_NONE && c < m->ncol; c++)
    if (m->col[c].kind == kind[f->what] &&
        (m->col[c].kind != SCR_COLUMN_POSITION || m->col[c].comp == f->comp))
      return name_number(m, f->k, c);
  return false;
}

/* Further columns of ball k; they are checked like the values of `ball attribute`. */
static bool set_extra(import *m, size_t k, bool check) {
  scr_world *w = world_of(m->a);
  const double *value = m->extra + k * (size_t)m->nextra;
  uint32_t row = check ? 0 : scr_ball_find(w, batch_id(&m->batch, k));
  for (int c = 0; c < m->ncol + m->nbehind; c++) {
    if (m->col[c].kind != SCR_COLUMN_QUANTITY) continue;
    double v[3] = {0};
    if (!check) scr_ball_get(w, row, m->col[c].q, v);
    v[m->col[c].comp] = *value++;
    if (check ? !scr_ball_check(w, m->a->diag, m->col[c].q, v)
              : !scr_ball_set(w, m->a->diag, row, m->col[c].q, v))
      return name_number(m, k, c);
  }
  return true;
}

/* Equal groups mostly follow each other. */
static void set_groups(import *m) {
  scr_world *w = world_of(m->a);
  const scr_import_name *last = NULL;
  uint32_t groups = 0;
  for (size_t k = 0; k < m->batch.n; k++) {
    const scr_import_name *g = &m->group[k];
    const uint32_t row = scr_ball_find(w, batch_id(&m->batch, k));
    if (!last || last->n != g->n || memcmp(last->p, g->p, g->n) != 0) {
      char *name = unquoted(g->p, g->n);
      groups = scr_word_at(&w->ball, SCR_BALL_GROUPS, row);
      if (scr_casecmp(name, "none") != 0) scr_group_set(w, &groups, name, NULL);
      scr_free(name);
      last = g;
    }
    scr_table_write(&w->ball, SCR_BALL_GROUPS, row, &groups);
  }
}

static const char *const import_suffix[] = {".txt", ".csv", ".dat", ".data", ".dump",
                                            ".vtp", ".vtk", ".xyz", NULL};

/* Text is read line by line; points of VTK lie as they like. */
static bool read_file(import *m, const char *name, const char *path, const scr_loc *at) {
  char *called = scr_file_called(name, path);
  bool ok;
  if (scr_vtk_is(path)) {
    ok = scr_import_vtk(m, at, called, path);
  } else {
    m->src = scr_read_file(m->a->diag, at, name, path);
    ok = m->src && read_lines(m) && scr_import_lammps_rest(m);
  }
  if (ok && m->batch.n == 0)
    ok = scr_warn(m->a->diag, at, SCR_E_FILE, "'%s' holds no ball", called);
  if (!ok) scr_session_trace_file(m->a->s, called, &m->a->loc, "ball import");
  scr_free(called);
  return ok;
}

static bool import_file(import *m, const char *name, const scr_loc *at) {
  scr_session *s = m->a->s;
  char *path = scr_file_find(s, name, import_suffix);
  bool ok = path ? read_file(m, name, path, at) : scr_file_missing(s, at, name, import_suffix);
  scr_free(path);
  const bool read = ok;
  choose_ids(world_of(m->a), &m->batch);
  for (size_t k = 0; ok && m->nextra && k < m->batch.n; k++)
    ok = !scr_interrupted(scr_session_diag(s)) && set_extra(m, k, true);
  ok = ok && (scr_ball_batch_make(m->a, &m->batch) || name_misfit(m));
  for (size_t k = 0; ok && m->nextra && k < m->batch.n; k++) ok = set_extra(m, k, false);
  if (ok && m->group) set_groups(m);
  if (read && m->src) scr_session_trace_file(s, m->src->name, &m->a->loc, "ball import");
  scr_source_drop(m->src);
  return ok;
}

bool scr_ball_import(scr_args *a) {
import m = {.a = a };
  char *name = NULL;
  scr_args_take_filename(a);
  scr_loc at = scr_args_loc(a);
  bool ok = scr_domain_needed(a) && scr_args_file(a, false, &name);
  while (ok && scr_args_more(a)) {
    int w;
    ok = scr_args_word(a, scr_ball_import_words, &w);
    if (ok && w == 0) scr_args_again(a);
    ok = ok && (w == 0 ? scr_args_group(a, SCR_GROUP_OF_NEW, &m.batch.groups)
                       : scr_ball_batch_first_id(a, &m.batch));
  }
  bool all = ok && scr_args_finish(a);
  if (ok) scr_args_file_there(a, &at, name, import_suffix);
  ok = all && import_file(&m, name, &at);
  scr_ball_batch_free(&m.batch);
  scr_free(m.extra);
  scr_free(m.group);
  scr_free(m.text);
  scr_free(name);
  return ok;
}
