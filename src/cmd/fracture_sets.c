/* What commands do with fractures as sets: `fracture compute`, `copy` and `import`. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/attribute.h"
#include "cmd/fracture.h"
#include "cmd/geometry.h"
#include "cmd/import.h"
#include "world/fracture/density.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- lines ---- */

static void add_line(scr_lines *l, const double a[3], const double b[3]) {
  double length2 = 0;
  l->end = scr_realloc(l->end, (l->n + 1) * 6 * sizeof *l->end);
  for (size_t k = 0; k < 3; k++) {
    l->end[6 * l->n + k] = a[k];
    l->end[6 * l->n + 3 + k] = b[k];
    length2 += (b[k] - a[k]) * (b[k] - a[k]);
  }
  l->n++;
  l->length += sqrt(length2);
}

/* What lies in the domain counts: fractures may reach beyond it, and are not looked for there.
 * *beyond: a part of the line did. Who checks does not know the domain. */
static void add_part(const scr_args *args, scr_lines *l, const double a[3], const double b[3],
                     bool *beyond) {
  const scr_domain *o = &world_of(args)->domain;
  double from, to, part[2][3];
  if (scr_args_checks(args)) {
    add_line(l, a, b);
    return;
  }
  if (!scr_line_in(world_of(args)->dim, a, b, o->lo, o->hi, &from, &to)) {
    *beyond = true;
    return;
  }
  for (int k = 0; k < 3; k++) {
    part[0][k] = from > 0 ? a[k] + from * (b[k] - a[k]) : a[k];
    part[1][k] = to < 1 ? a[k] + to * (b[k] - a[k]) : b[k];
  }
  *beyond |= from > 0 || to < 1;
  add_line(l, part[0], part[1]);
}

/* The set of that name; *set is NULL where a file is only checked. */
static bool read_set(scr_args *a, scr_loc *at, const scr_geom **set) {
  char *name;
  *at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a geometry set", &name)) return false;
  scr_args_needs(a, "geometry set", name, at);
  *set = scr_geoms_find(&a->lib->geoms, name);
  const bool ok = scr_args_checks(a) || *set ||
                  scr_fail(a->diag, at, SCR_E_NAME, "there is no geometry set '%s'", name);
  scr_free(name);
  return ok;
}

/* False where nothing is left, or if warnings are errors. */
static bool tell_beyond(scr_args *a, const scr_lines *l, const scr_loc *at) {
  if (!l->n) return scr_fail(a->diag, at, SCR_E_VALUE, "the line lies outside of the domain");
  return scr_warn(a->diag, at, SCR_E_VALUE,
                  "the part of the line outside of the domain does not count");
}

static bool lines_of_set(scr_args *a, scr_lines *l) {
  const scr_geom *set;
  scr_loc at;
  bool beyond = false;
  if (!read_set(a, &at, &set)) return false;
  for (uint32_t k = 0; set && k < set->n[SCR_GEOM_EDGE]; k++)
    add_part(a, l, set->node[set->edge[k].node[0]].x, set->node[set->edge[k].node[1]].x, &beyond);
  return !beyond || tell_beyond(a, l, &at);
}

bool scr_fracture_lines(scr_args *a, scr_lines *l) {
  double from[3] = {0}, to[3] = {0};
  const int dim = world_of(a)->dim;
  bool beyond = false;
  const scr_loc at = scr_args_loc(a);
  if (scr_args_take(a, "geometry")) return lines_of_set(a, l);
  if (!scr_args_take(a, "begin")) return scr_args_expected(a, "'begin' or 'geometry'");
  if (!scr_args_vector(a, "the beginning of the line", dim, from)) return false;
  if (!scr_args_take(a, "end")) return scr_args_expected(a, "'end'");
  if (!scr_args_vector(a, "the end of the line", dim, to)) return false;
  if (memcmp(from, to, sizeof from) == 0) return true; /* it has no length, and callers say so */
  add_part(a, l, from, to, &beyond);
  return !beyond || tell_beyond(a, l, &at);
}

size_t scr_lines_crossed(const scr_world *w, const scr_lines *l, uint32_t place) {
  size_t n = 0;
  for (size_t k = 0; k < l->n; k++)
    n += scr_fracture_crossed(w, place, &l->end[6 * k], &l->end[6 * k + 3]);
  return n;
}

/* ---- compute ---- */

enum { M_MIDDLES, M_DENSITY, M_P10, M_PERCOLATION, M_ALL };
const scr_word_row scr_fracture_compute_words[] = {
    {"center-density", "", "middles by volume (P30), in 2D by area (P20)"},
    {"mass-density", "", "area by volume (P32), in 2D length by area (P21)"},
    {"p10", "begin <v> end <v> | geometry <s>",
     "how many a line meets by length, or all edges of a geometry set"},
    {"percolation", "", "the percolation parameter"},
    {"average-trace-length", "<s>", "!FISH dfn.geomtrace measures traces on a geometry set"},
    {"trace-center-density", "<s>", "!FISH dfn.geomp20 measures it"},
    {"trace-mass-density", "<s>", "!FISH dfn.geomp21 measures it"},
    {0},
};

static void print_value(scr_args *a, const char *what, double x) {
  char text[32];
  scr_format_real(text, x, true);
  scr_session_print(a->s, "%s %s\n", what, text);
}

static void compute(scr_args *a, const bool wanted[M_ALL], const scr_lines *l,
                    const uint32_t *places, size_t n) {
  const scr_world *w = world_of(a);
  const bool flat = w->dim == 2;
  double volume = 1, crossed = 0;
  for (int k = 0; k < w->dim; k++) volume *= w->domain.hi[k] - w->domain.lo[k];
  const scr_fracture_sums s = scr_fracture_sum(w, places, n, w->domain.lo, w->domain.hi);
  for (size_t k = 0; k < n; k++) crossed += (double)scr_lines_crossed(w, l, places[k]);
  if (wanted[M_MIDDLES]) print_value(a, flat ? "P20" : "P30", s.middles / volume);
  if (wanted[M_DENSITY]) print_value(a, flat ? "P21" : "P32", s.area / volume);
  if (wanted[M_P10]) print_value(a, "P10", crossed / l->length);
  if (wanted[M_PERCOLATION]) print_value(a, "percolation", s.percolation / volume);
}

bool scr_fracture_compute(scr_args *a) {
  bool wanted[M_ALL] = {0}, ok = scr_domain_needed(a), any = false;
  scr_lines l = {0};
  scr_range *range = NULL;
  uint32_t *places = NULL;
  size_t n = 0;
  int m;
  for (; ok && scr_args_more(a); any = true) {
    ok = scr_args_word(a, scr_fracture_compute_words, &m) &&
         (m != M_P10 || scr_fracture_lines(a, &l));
    if (ok) wanted[m] = true;
  }
  ok = ok && (any || scr_args_expected(a, "what is computed")) && scr_args_range(a, &range) &&
       scr_args_finish(a) && scr_range_fractures(a->s, range, &places, &n);
  if (ok && wanted[M_P10] && !(l.length > 0))
    ok = scr_fail(a->diag, &a->loc, SCR_E_VALUE, "the line has no length");
  if (ok) compute(a, wanted, &l, places, n);
  scr_range_free(range);
  scr_free(places);
  scr_free(l.end);
  return ok;
}

/* ---- copy ---- */

enum { C_FROM, C_TO };
const scr_word_row scr_fracture_copy_words[] = {
    {"from-dfn", "<s>", "fractures of that DFN alone"},
    {"to-dfn", "<s>", "the DFN that they join, made where there is none; default copyOfDfn1, ..."},
    {0},
};

static uint32_t copy_home(scr_world *w, const char *to, uint32_t from) {
  char text[48];
  snprintf(text, sizeof text, "copyOfDfn%u", (unsigned)w->fractures.dfn[from].id);
  return scr_dfn_need(w, to ? to : text);
}

static bool copy_all(scr_args *a, const char *to, uint32_t from, const uint32_t *places, size_t n) {
  scr_world *w = world_of(a);
  uint32_t made;
  for (size_t k = 0; k < n; k++) {
    const uint32_t own = w->fractures.at[places[k]].dfn;
    if (from != SCR_NONE && own != from) continue;
    const uint32_t home = copy_home(w, to, own);
    if (!scr_fracture_copy(w, a->diag, places[k], home, &made)) return false;
    scr_free_props_copy(&a->lib->props, SCR_K_FRACTURE, scr_fracture_ref(w, places[k]),
                        scr_fracture_ref(w, made));
  }
  return true;
}

static bool copy_word(scr_args *a, char **from, char **to, scr_loc *from_at) {
  int m;
  if (!scr_args_word(a, scr_fracture_copy_words, &m)) return false;
  if (m == C_FROM) *from_at = scr_args_loc(a);
  return scr_args_name(a, "the name of a DFN", m == C_FROM ? from : to);
}

bool scr_fracture_copies(scr_args *a) {
  char *from = NULL, *to = NULL;
  scr_loc from_at = {0};
  scr_range *range = NULL;
  uint32_t *places = NULL, dfn = SCR_NONE;
  size_t n = 0;
  bool ok = true;
  while (ok && scr_args_more(a)) ok = copy_word(a, &from, &to, &from_at);
  ok = ok && scr_args_range(a, &range) && scr_args_finish(a) &&
       scr_range_fractures(a->s, range, &places, &n);
  if (ok && from && (dfn = scr_dfn_find(world_of(a), from)) == SCR_NONE)
    ok = scr_fail(a->diag, &from_at, SCR_E_NAME, "there is no DFN '%s'", from);
  ok = ok && copy_all(a, to, dfn, places, n);
  scr_range_free(range);
  scr_free(places);
  scr_free(from), scr_free(to);
  return ok;
}

/* ---- import ---- */

enum { I_CENTER, I_CLEAN, I_DFN, I_SET, I_OFFSET, I_SKIP };
#define NO_FILE "!files of fractures are not read; put them into a geometry set: from-geometry"
const scr_word_row scr_fracture_import_words[] = {
    {"center", "", "the mean of the middles comes to the origin, from which 'offset' moves them"},
    {"clean", "", "the set is deleted afterwards"},
    {"dfn", "<s>", "the new DFN; default the name of the set"},
    {"from-geometry", "<s>", "the geometry set"},
    {"offset", "<v>", "moves all of them"},
    {"skip-errors", "", "none are made whose middle lies outside of the domain"},
    {"dfn-dominance", "<i>", "!where several fractures cross a contact, the lowest id counts"},
    {"file", "<s>", NO_FILE},
    {"from-file", "<s>", NO_FILE},
    {"make-disk", "<i>", "!not yet; fracture.create makes disks"},
    {"make-planar", "", "!corners that lie in no plane are refused"},
    {"property-file", "<s>", "!such files are not read; use 'fracture property'"},
    {"template-file", "<s>", "!such files are not read; use 'fracture template'"},
    {"truncate", "", "!fractures are not cut by the domain"},
    {0},
};

typedef struct import {
  const scr_geom *set;
  scr_loc set_at, dfn_at;
  char *dfn;
  double offset[3];
  bool center, clean, skip;
} import;

static bool import_word(scr_args *a, import *m) {
  int w;
  if (!scr_args_word(a, scr_fracture_import_words, &w)) return false;
  switch (w) {
  case I_CENTER: return m->center = true;
  case I_CLEAN: return m->clean = true;
  case I_DFN: m->dfn_at = scr_args_loc(a); return scr_args_name(a, "the name of a DFN", &m->dfn);
  case I_SET: return read_set(a, &m->set_at, &m->set);
  case I_OFFSET: return scr_args_vector(a, "the offset", world_of(a)->dim, m->offset);
  default: return m->skip = true;
  }
}

static scr_geom_kind kind_of(const scr_world *w) {
  return w->dim == 2 ? SCR_GEOM_EDGE : SCR_GEOM_POLY;
}

/* Corners of a polygon or edge, moved; *middle is their mean. */
static uint32_t corners_of(const import *m, scr_geom_kind kind, uint32_t row, double *corner,
                           double middle[3]) {
  const scr_geom *g = m->set;
  const uint32_t *node = kind == SCR_GEOM_EDGE ? g->edge[row].node : &g->corner[g->poly[row].first];
  const uint32_t n = kind == SCR_GEOM_EDGE ? 2 : g->poly[row].n;
  for (int k = 0; k < 3; k++) middle[k] = 0;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < 3; k++) {
      corner[3 * i + k] = g->node[node[i]].x[k] + m->offset[k];
      middle[k] += corner[3 * i + k] / n;
    }
  return n;
}

static uint32_t most_corners(const scr_geom *g) {
  uint32_t most = 2;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) most = SCR_MAX(most, g->poly[k].n);
  return most;
}

/* An offset is then taken from there. */
static void put_to_origin(import *m, scr_geom_kind kind, double *corner) {
  double mean[3] = {0}, middle[3];
  const import there = {.set = m->set};
  const uint32_t n = m->set->n[kind];
  for (uint32_t row = 0; row < n; row++) {
    corners_of(&there, kind, row, corner, middle);
    for (int k = 0; k < 3; k++) mean[k] += middle[k] / n;
  }
  for (int k = 0; k < 3; k++) m->offset[k] -= mean[k];
}

static bool import_all(scr_args *a, import *m, uint32_t dfn) {
  scr_world *w = world_of(a);
  const scr_geom_kind kind = kind_of(w);
  double *corner = scr_alloc((size_t)most_corners(m->set) * 3 * sizeof *corner), middle[3];
  scr_fracture_spec s = {.dfn = dfn, .corner = corner};
  bool ok = true;
  uint32_t place;
  if (m->center) put_to_origin(m, kind, corner);
  for (uint32_t row = 0; row < m->set->n[kind] && ok; row++) {
    if (kind == SCR_GEOM_POLY && !m->set->poly[row].closed) continue;
    s.corners = corners_of(m, kind, row, corner, middle);
    s.groups = *scr_geom_groups(m->set, kind, row);
    if (m->skip && !scr_point_in(w->dim, middle, w->domain.lo, w->domain.hi)) continue;
    ok = scr_fracture_create(w, a->diag, &s, &place);
    if (!ok)
      scr_hint(a->diag, "it is %s %u of the set", kind == SCR_GEOM_EDGE ? "edge" : "polygon",
               (unsigned)scr_geom_id(m->set, kind, row));
  }
  scr_free(corner);
  return ok;
}

static bool import_set(scr_args *a, import *m) {
  scr_world *w = world_of(a);
  uint32_t dfn;
  const scr_loc at = a->diag->at;
  a->diag->at = m->dfn ? m->dfn_at : m->set_at;
  if (!m->set->n[kind_of(w)])
    return scr_fail(a->diag, &m->set_at, SCR_E_STATE, "'%s' holds no %s", m->set->name,
                    w->dim == 2 ? "edge" : "polygon");
  if (!scr_dfn_create(w, a->diag, 0, m->dfn ? m->dfn : m->set->name, &dfn)) return false;
  a->diag->at = m->set_at;
  if (!import_all(a, m, dfn)) return scr_dfn_delete(w, dfn), false;
  a->diag->at = at;
  if (m->clean) scr_geoms_delete(&a->lib->geoms, scr_geoms_find(&a->lib->geoms, m->set->name));
  return true;
}

bool scr_fracture_import(scr_args *a) {
import m = {0 };
  bool ok = scr_domain_needed(a);
  while (ok && scr_args_more(a)) ok = import_word(a, &m);
  if (ok && !m.set_at.src) ok = scr_args_expected(a, "'from-geometry' with a set");
  ok = ok && scr_args_finish(a) && import_set(a, &m);
  scr_free(m.dfn);
  return ok;
}
