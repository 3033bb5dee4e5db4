/* Commands that make more of what a geometry set holds: finer polygons, sets of its parts, nodes
 * inside of it. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/geometry.h"
#include "cmd/range_geometry.h"
#include "world/geometry/tree.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- refine ---- */

const scr_word_row scr_geometry_refine_words[] = {SCR_GEOM_WORD_SET, {0}};

static uint32_t middle_of(scr_geom *g, const uint32_t *node, uint32_t n) {
  double x[3] = {0};
  for (int c = 0; c < 3; c++) {
    for (uint32_t k = 0; k < n; k++) x[c] += g->node[node[k]].x[c];
    x[c] /= n;
  }
  return scr_geom_node_at(g, x);
}

static void add_part(scr_geom *g, const uint32_t *node, uint32_t n, uint32_t groups) {
  const uint32_t made = scr_geom_poly_of(g, node, n);
  if (made != SCR_NONE) g->poly[made].groups = groups;
}

/* A part at each corner, from the middles of its two sides; a triangle has one more between the
 * middles, parts of a quadrilateral meet in its middle. */
static void cut_in_four(scr_geom *g, uint32_t row) {
  const uint32_t n = g->poly[row].n, groups = g->poly[row].groups;
  uint32_t corner[4], half[4], side[2];
  for (uint32_t k = 0; k < n; k++) corner[k] = g->corner[g->poly[row].first + k];
  const uint32_t middle = n == 4 ? middle_of(g, corner, 4) : SCR_NONE;
  for (uint32_t k = 0; k < n; k++) {
    side[0] = corner[k], side[1] = corner[(k + 1) % n];
    half[k] = middle_of(g, side, 2);
  }
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t part[4] = {corner[k], half[k], middle, half[(k + n - 1) % n]};
    const uint32_t three[3] = {part[0], part[1], part[3]};
    n == 4 ? add_part(g, part, 4, groups) : add_part(g, three, 3, groups);
  }
  if (n == 3) add_part(g, half, 3, groups);
}

static bool is_fine(const scr_geom *g, uint32_t row) {
  return g->poly[row].closed && g->poly[row].n <= 4;
}

static bool any_fine(const scr_geom *g, const bool *marked) {
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++)
    if (marked[k] && is_fine(g, k)) return true;
  return false;
}

/* The new ones stand behind the others. */
static void refine_once(scr_geom *g, bool **marked) {
  const uint32_t n = g->n[SCR_GEOM_POLY];
  uint32_t gone = 0;
  for (uint32_t k = 0; k < n; k++) {
    (*marked)[k] = (*marked)[k] && is_fine(g, k);
    if ((*marked)[k]) cut_in_four(g, k), gone++;
  }
  const uint32_t all = g->n[SCR_GEOM_POLY];
  *marked = scr_realloc(*marked, all * sizeof **marked);
  for (uint32_t k = n; k < all; k++) (*marked)[k] = false;
  scr_geom_remove(g, NULL, NULL, *marked, false);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) (*marked)[k] = k >= n - gone;
}

enum { MOST_STEPS = 10 }; /* a million parts of one */

static bool refine_words(scr_args *a, int64_t *steps, scr_geom_words *words) {
  const scr_loc at = scr_args_loc(a);
  int w;
  if (scr_args_number_follows(a) && !scr_args_int(a, "how many times", steps)) return false;
  if (*steps < 1 || *steps > MOST_STEPS)
    return scr_fail(a->diag, &at, SCR_E_VALUE, "polygons are cut once to %d times", MOST_STEPS);
  while (scr_args_more(a))
    if (!scr_args_word(a, scr_geometry_refine_words, &w) || !scr_geom_words_set(a, words, false))
      return false;
  return true;
}

bool scr_geometry_refine(scr_args *a) {
  scr_geom_words words = {0};
  scr_range *r = NULL;
  int64_t steps = 1;
  bool *marked = NULL;
  bool ok = refine_words(a, &steps, &words) && scr_args_range_unasked(a, &r) && scr_args_finish(a);
  scr_geom *g = ok ? scr_geom_wanted(a, &words) : NULL;
  ok = g && scr_range_geometry(a->s, r, g, SCR_GEOM_POLY, &marked);
  if (ok && !any_fine(g, marked))
    ok = scr_warn(a->diag, &a->loc, SCR_E_VALUE,
                  "no polygon of '%s'%s has three or four corners: nothing is refined", g->name,
                  r ? " in the range" : "");
  for (int64_t k = 0; ok && k < steps; k++) refine_once(g, &marked);
  if (ok) scr_geom_edited(a, g);
  scr_free(marked);
  scr_range_free(r);
  scr_geom_words_free(&words);
  return ok;
}

/* ---- separate ---- */

enum { SEPARATE_CONNECTED, SEPARATE_GROUP, SEPARATE_NAME, SEPARATE_SET };
const scr_word_row scr_geometry_separate_words[] = {
    {"by-connected", "", "polygons that hang together by edges"},
    {"by-group", "", "polygons of the same groups"},
    {"name", "<s>", "name of the new sets, with 1, 2, ... behind it; default that of the set"},
    SCR_GEOM_WORD_SET,
    {"by-closed-volume", "",
     "!closed parts of a set are not looked for; 'by-connected' finds those that do not touch"},
    {0},
};

static uint32_t root_of(const uint32_t *up, uint32_t k) {
  while (up[k] != k) k = up[k];
  return k;
}

/* The lowest polygon of each part that hangs together by edges. */
static void join_by_edges(scr_geom *g, const bool *marked, uint32_t *up) {
  uint32_t *first = scr_alloc(g->n[SCR_GEOM_EDGE] * sizeof *first);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++) first[k] = SCR_NONE;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++)
    for (uint32_t i = 0; marked[k] && i < g->poly[k].n; i++) {
      const uint32_t *c = g->corner + g->poly[k].first;
      const uint32_t edge = scr_geom_edge_find(g, c[i], c[(i + 1) % g->poly[k].n]);
      if (edge == SCR_NONE) continue;
      if (first[edge] == SCR_NONE) first[edge] = k;
      const uint32_t p = root_of(up, first[edge]), q = root_of(up, k);
      up[SCR_MAX(p, q)] = SCR_MIN(p, q);
    }
  scr_free(first);
}

static void join_by_groups(const scr_geom *g, const bool *marked, uint32_t *up) {
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++)
    for (uint32_t i = 0; marked[k] && i < k && up[k] == k; i++)
      if (marked[i] && g->poly[i].groups == g->poly[k].groups) up[k] = i;
}

static void copy_polygon(const scr_geom *g, uint32_t row, scr_geom *to) {
  const scr_geom_poly *p = &g->poly[row];
  uint32_t *node = scr_alloc((size_t)p->n * sizeof *node);
  for (uint32_t k = 0; k < p->n; k++)
    node[k] = scr_geom_node_at(to, g->node[g->corner[p->first + k]].x);
  add_part(to, node, p->n, p->groups);
  scr_free(node);
}

/* Parts are numbered by their lowest polygons. Sets move in memory as others are made. */
static void make_sets(scr_args *a, uint32_t source, const char *name, const bool *marked,
                      const uint32_t *up) {
  scr_geoms *all = &a->lib->geoms;
  const uint32_t n = scr_geoms_by_id(all, source)->n[SCR_GEOM_POLY];
  unsigned count = 0;
  for (uint32_t root = 0; root < n; root++) {
    if (!marked[root] || up[root] != root) continue;
    scr_buf b = {0};
    scr_buf_printf(&b, "%s%u", name, ++count);
    scr_geom *to = scr_geoms_need(all, b.s);
    for (uint32_t k = root; k < n && to->id != source; k++)
      if (marked[k] && root_of(up, k) == root) copy_polygon(scr_geoms_by_id(all, source), k, to);
    scr_geom_edited(a, to);
    scr_buf_free(&b);
  }
}

static bool separate(scr_args *a, const scr_geom_words *words, const char *name, bool by_group,
                     const scr_range *r) {
  scr_geom *g = scr_geom_wanted(a, words);
  bool *marked;
  if (!g || !scr_range_geometry(a->s, r, g, SCR_GEOM_POLY, &marked)) return false;
  uint32_t *up = scr_alloc(g->n[SCR_GEOM_POLY] * sizeof *up);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) {
    up[k] = k;
    marked[k] = marked[k] && g->poly[k].closed;
  }
  by_group ? join_by_groups(g, marked, up) : join_by_edges(g, marked, up);
  make_sets(a, g->id, name ? name : g->name, marked, up);
  scr_free(up);
  scr_free(marked);
  return true;
}

bool scr_geometry_separate(scr_args *a) {
  scr_geom_words words = {0};
  scr_range *r = NULL;
  char *name = NULL;
  bool ok = true, by[2] = {false};
  int w;
  while (ok && scr_args_more(a)) {
    ok = scr_args_word(a, scr_geometry_separate_words, &w);
    if (ok && w == SEPARATE_NAME) ok = scr_args_name(a, "the name of the new sets", &name);
    if (ok && w == SEPARATE_SET) ok = scr_geom_words_set(a, &words, false);
    if (ok && w <= SEPARATE_GROUP) by[w] = true;
  }
  if (ok && by[0] == by[1]) ok = scr_args_expected(a, "one of 'by-connected' and 'by-group'");
  if (ok) scr_args_makes(a, "geometry set", "*", &a->loc);
  ok = ok && scr_args_range_unasked(a, &r) && scr_args_finish(a) &&
       separate(a, &words, name, by[1], r);
  scr_range_free(r);
  scr_free(name);
  scr_geom_words_free(&words);
  return ok;
}

/* ---- fill ---- */

const scr_word_row scr_geometry_fill_words[] = {SCR_GEOM_WORD_SET, {0}};

typedef struct filling {
  double step, off, lo[3], hi[3];
  scr_rng *rng;
  scr_geom_tree *tree;
  size_t made;
} filling;

static void bounds_of(const scr_geom *g, double lo[3], double hi[3]) {
  for (int c = 0; c < 3; c++) {
    lo[c] = HUGE_VAL, hi[c] = -HUGE_VAL;
    for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++) {
      lo[c] = SCR_MIN(lo[c], g->node[k].x[c]);
      hi[c] = SCR_MAX(hi[c], g->node[k].x[c]);
    }
  }
}

/* A place of the grid, moved at random; what comes to lie outside is left out. */
static void fill_place(filling *f, int dim, scr_geom *g, double x[3]) {
  for (int c = 0; c < dim && f->off > 0; c++) x[c] += f->off * scr_rng_gauss(f->rng);
  if (scr_geom_tree_meets(f->tree, x) % 2 == 0) return;
  scr_geom_node_at(g, x);
  f->made++;
}

static bool fill(scr_args *a, filling *f, scr_geom *g) {
  enum { X, Y, Z, MOST = 1 << 27 };
  const int dim = world_of(a)->dim;
  double count[3] = {[Z] = 1}, x[3] = {0};
  for (int c = 0; c < dim; c++) count[c] = ceil((f->hi[c] - f->lo[c]) / f->step);
  if (!(count[X] * count[Y] * count[Z] < MOST))
    return scr_fail(a->diag, &a->loc, SCR_E_LIMIT, "the grid has more than %d places", MOST);
  for (double k = 0; k < count[Z]; k++)
    for (double j = 0; j < count[Y]; j++)
      for (double i = 0; i < count[X]; i++) {
        const double at[3] = {i, j, k}; /* the grid lies in the middle */
        for (int c = 0; c < dim; c++)
          x[c] = 0.5 * (f->lo[c] + f->hi[c]) + (at[c] - 0.5 * (count[c] - 1)) * f->step;
        fill_place(f, dim, g, x);
      }
  return f->made ||
         scr_warn(a->diag, &a->loc, SCR_E_STATE, "no node of the grid lies inside of the set");
}

static bool fill_set(scr_args *a, filling *f, scr_geom *g) {
  static const double up[3] = {0, 0, 1}, right[3] = {1, 0, 0};
  const int dim = world_of(a)->dim;
  double *corner;
  if (dim == 3 && !scr_geom_cuts(a->diag, &a->loc, g, NULL)) return false;
  const size_t n = scr_geom_pieces(g, dim, true, &corner);
  if (!n) {
    scr_free(corner);
    return scr_fail(a->diag, &a->loc, SCR_E_STATE, "'%s' holds no %s", g->name,
                    dim == 3 ? "polygon" : "edge");
  }
  f->tree = scr_geom_tree_new(dim, corner, n, dim == 3 ? up : right);
  scr_free(corner);
  bounds_of(g, f->lo, f->hi);
  const bool ok = fill(a, f, g);
  scr_geom_tree_free(f->tree);
  scr_geom_edited(a, g);
  return ok;
}

bool scr_geometry_fill(scr_args *a) {
  scr_geom_words words = {0};
  filling f = {.rng = &world_of(a)->rng};
  const bool reads = scr_args_positive(a, "the spacing", &f.step);
  const scr_loc at = scr_args_loc(a);
  bool ok = reads && (!scr_args_number_follows(a) || scr_args_real(a, "the deviation", &f.off));
  int w;
  if (ok && f.off < 0) ok = scr_fail(a->diag, &at, SCR_E_VALUE, "a deviation cannot be negative");
  while (ok && scr_args_more(a))
    ok = scr_args_word(a, scr_geometry_fill_words, &w) && scr_geom_words_set(a, &words, false);
  ok = ok && scr_args_finish(a);
  scr_geom *g = ok ? scr_geom_wanted(a, &words) : NULL;
  ok = g && fill_set(a, &f, g);
  scr_geom_words_free(&words);
  return ok;
}
