/* PFC's own format of geometry, as text: a first line ITASCA GEOMETRY3D (or 2D), then sections
 * NODES (id x y z), EDGES (id node node) and POLYS (id NODE or EDGE id id ...), a thing a line. A
 * line may go on with GROUP name [SLOT slot] and EXTRA i value; a semicolon begins a comment. */
#include "io/geom_file.h"

#include <math.h>
#include <string.h>
#include "base/map.h"
#include "base/mem.h"
#include "base/num.h"

typedef enum section { NOWHERE, NODES, EDGES, POLYS } section;

typedef struct reader {
  const scr_geom_input *in;
  scr_geom *out;
  scr_source *src;
  int line; /* that is read, from 1 */
  const char *p;
  const char *word; /* the word read last, without its quotes */
  size_t len;
  bool quoted; /* it had them */
  int dim;     /* numbers of a place */
  section section;
  scr_idmap row[POLYS + 1]; /* of things by their ids in the file */
  size_t extras;            /* values that are not kept */
  uint32_t *list;           /* corners of a polygon */
  uint32_t nlist;
  size_t cap_list;
} reader;

static const char blank[] = " \t\r\f\v,";

/* The next word of the line; false at its end. */
static bool next_word(reader *r) {
  r->p += strspn(r->p, blank);
  if (!*r->p || *r->p == ';') return false;
  const char quote = *r->p;
  const bool quoted = r->quoted = quote == '"' || quote == '\'';
  r->word = r->p + quoted;
  r->len = quoted ? strcspn(r->word, quote == '"' ? "\"" : "'") : strcspn(r->word, " \t\r\f\v,;");
  r->p = r->word + r->len + (quoted && r->word[r->len]);
  return true;
}

static bool is_word(const reader *r, const char *word) {
  return r->len == strlen(word) && scr_ncasecmp(r->word, word, r->len) == 0;
}

static scr_loc here(const reader *r, bool found) {
  const char *at = found ? r->word : r->p;
  return (scr_loc){r->src, r->line, (int)(at - r->src->line[r->line - 1]) + 1,
                   found ? (int)SCR_MAX(r->len, (size_t)1) : 1};
}

/* At the word read last, or where one is missing. */
static bool expected(reader *r, bool found, const char *what) {
  const scr_loc at = here(r, found);
  if (!found)
    return scr_fail(r->in->d, &at, SCR_E_FILE, "expected %s at the end of the line", what);
  return scr_fail(r->in->d, &at, SCR_E_FILE, "expected %s, found '%.*s'", what,
                  (int)SCR_MIN(r->len, (size_t)40), r->word);
}

static bool to_number(const reader *r, double *x) {
  size_t len = 0;
  int64_t i;
  return scr_parse_number(r->word, &len, &i, x) != SCR_NUM_NONE && len == r->len && isfinite(*x);
}

static bool to_id(const reader *r, uint32_t *id) {
  size_t len = 0;
  int64_t i = 0;
  double f;
  const bool whole = scr_parse_number(r->word, &len, &i, &f) == SCR_NUM_INT && len == r->len;
  *id = (uint32_t)i;
  return whole && i > 0 && i < UINT32_MAX;
}

static bool need_id(reader *r, uint32_t *id) {
  const bool found = next_word(r);
  return (found && to_id(r, id)) || expected(r, found, "an id");
}

/* The row of a thing that stands above. */
static bool need_row(reader *r, section kind, uint32_t *row) {
  uint32_t id = 0;
  if (!need_id(r, &id)) return false;
  *row = scr_idmap_get(&r->row[kind], id, SCR_NONE);
  const scr_loc at = here(r, true);
  return *row != SCR_NONE || scr_fail(r->in->d, &at, SCR_E_FILE, "no %s above has the id %u",
                                      kind == NODES ? "node" : "edge", (unsigned)id);
}

/* ---- things ---- */

/* GROUP name [SLOT slot], or the slot and then the name. */
static bool read_group(reader *r, scr_geom_kind kind, uint32_t thing) {
  bool found = next_word(r);
  if (!found) return expected(r, found, "the name of a group");
  char *name = scr_strndup(r->word, r->len), *slot = NULL;
  const char *before = r->p;
  found = next_word(r);
  if (found && is_word(r, "SLOT")) {
    found = next_word(r);
    if (found) slot = scr_strndup(r->word, r->len);
  } else if (found && r->quoted) {
    slot = name, name = scr_strndup(r->word, r->len);
  } else {
    r->p = before;
    found = true;
  }
  const bool ok = found ? *name || expected(r, true, "the name of a group")
                        : expected(r, false, "the name of a slot");
  if (ok && thing != SCR_NONE)
    scr_group_set(r->in->w, scr_geom_groups(r->out, kind, thing), name, slot);
  scr_free(name);
  scr_free(slot);
  return ok;
}

/* What may stand behind a thing; the word there was read. */
static bool read_rest(reader *r, bool found, scr_geom_kind kind, uint32_t thing) {
  for (; found; found = next_word(r)) {
    if (is_word(r, "GROUP")) {
      if (!read_group(r, kind, thing)) return false;
    } else if (is_word(r, "EXTRA")) {
      uint32_t index;
      if (!need_id(r, &index)) return false;
      if (!next_word(r)) return expected(r, false, "a value");
      r->extras++;
    } else {
      return expected(r, true, "GROUP or EXTRA");
    }
  }
  return true;
}

/* The id that a line begins with: not one that stands above already. */
static bool new_id(reader *r, uint32_t *id) {
  if (!to_id(r, id)) return expected(r, true, "an id, or NODES, EDGES or POLYS");
  const scr_loc at = here(r, true);
  return scr_idmap_get(&r->row[r->section], *id, SCR_NONE) == SCR_NONE ||
         scr_fail(r->in->d, &at, SCR_E_FILE, "the id %u stands above already", (unsigned)*id);
}

static bool read_node(reader *r, uint32_t id) {
  double x[3] = {0};
  for (int k = 0; k < r->dim; k++) {
    const bool found = next_word(r);
    if (!found || !to_number(r, &x[k])) return expected(r, found, "a number");
  }
  const uint32_t row = scr_geom_input_node(r->in, r->out, x);
  scr_idmap_set(&r->row[NODES], id, row);
  return read_rest(r, next_word(r), SCR_GEOM_NODE, row);
}

static bool read_edge(reader *r, uint32_t id) {
  uint32_t end[2];
  if (!need_row(r, NODES, &end[0]) || !need_row(r, NODES, &end[1])) return false;
  const uint32_t row = scr_geom_edge_between(r->out, end[0], end[1]);
  if (row != SCR_NONE) scr_idmap_set(&r->row[EDGES], id, row);
  return read_rest(r, next_word(r), SCR_GEOM_EDGE, row);
}

static void list_put(reader *r, uint32_t node) {
  SCR_GROW(r->list, r->cap_list, (size_t)r->nlist + 1);
  r->list[r->nlist++] = node;
}

/* Edges one behind another: the end that the next one has, too. */
static bool edges_to_corners(reader *r) {
  const uint32_t n = r->nlist;
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t *a = r->out->edge[r->list[k]].node, *b = r->out->edge[r->list[(k + 1) % n]].node;
    const bool first = a[0] == b[0] || a[0] == b[1];
    if (!first && a[1] != b[0] && a[1] != b[1]) return false;
    list_put(r, a[!first]);
  }
  memmove(r->list, r->list + n, n * sizeof *r->list);
  r->nlist = n;
  return true;
}

static bool read_poly(reader *r, uint32_t id) {
  bool found = next_word(r);
  const bool edges = found && is_word(r, "EDGE");
  if (!edges && !(found && is_word(r, "NODE"))) return expected(r, found, "NODE or EDGE");
  const scr_loc at = here(r, true);
  uint32_t thing = 0;
  r->nlist = 0;
  while ((found = next_word(r)) && to_id(r, &thing)) {
    r->p = r->word;
    if (!need_row(r, edges ? EDGES : NODES, &thing)) return false;
    list_put(r, thing);
  }
  const scr_loc rest = here(r, found);
  if (edges && !edges_to_corners(r))
    return scr_fail(r->in->d, &at, SCR_E_FILE, "these edges do not follow each other");
  const uint32_t row = r->nlist ? scr_geom_poly_of(r->out, r->list, r->nlist) : SCR_NONE;
  if (row == SCR_NONE)
    return scr_fail(r->in->d, found ? &rest : &at, SCR_E_FILE,
                    "a polygon has three different corners at least");
  scr_idmap_set(&r->row[POLYS], id, row);
  return read_rest(r, found, SCR_GEOM_POLY, row);
}

/* ---- lines ---- */

static bool read_heading(reader *r) {
  static const char *const heading[] = {[NODES] = "NODES", [EDGES] = "EDGES", [POLYS] = "POLYS"};
  for (int k = NODES; k <= POLYS; k++)
    if (is_word(r, heading[k])) return r->section = (section)k, true;
  return false;
}

static bool read_line(reader *r) {
  uint32_t id;
  r->p = r->src->line[r->line - 1];
  if (!next_word(r) || read_heading(r)) return !scr_interrupted(r->in->d);
  if (r->section == NOWHERE) return expected(r, true, "NODES, EDGES or POLYS");
  if (!new_id(r, &id)) return false;
  return r->section == NODES   ? read_node(r, id)
         : r->section == EDGES ? read_edge(r, id)
                               : read_poly(r, id);
}

static bool read_title(reader *r) {
  while (r->line <= r->src->nline) {
    r->p = r->src->line[r->line++ - 1];
    if (next_word(r)) break;
  }
  next_word(r);
  r->dim = is_word(r, "GEOMETRY2D") ? 2 : 3;
  return true;
}

bool scr_read_geom(const scr_geom_input *in, scr_geom *out) {
  reader r = {.in = in, .out = out, .line = 1, .word = "", .p = ""};
  r.src = scr_source_new(in->name, NULL, in->bytes, in->n);
  bool ok = read_title(&r);
  for (; ok && r.line <= r.src->nline; r.line++) ok = read_line(&r);
  if (ok && r.extras)
    ok = scr_warn(in->d, in->at, SCR_E_UNSUPPORTED,
                  "'%s': extra values (%zu) are not read: commands and FISH set them", in->name,
                  r.extras);
  for (size_t k = 0; k < SCR_COUNTOF(r.row); k++) scr_idmap_free(&r.row[k]);
  scr_free(r.list);
  scr_source_drop(r.src);
  return ok;
}

bool scr_is_geom(const char *bytes, size_t n) {
  const char *p = bytes;
  if (n >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0) p += 3;
  for (p += strspn(p, " \t\r\n"); *p == ';'; p += strspn(p, " \t\r\n")) p += strcspn(p, "\n");
  if (scr_ncasecmp(p, "ITASCA", 6) != 0) return false;
  p += 6 + strspn(p + 6, " \t");
  return scr_ncasecmp(p, "GEOMETRY", 8) == 0;
}
