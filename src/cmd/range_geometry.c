/* Ranges over geometry sets: see range_geometry.h. */
#include "cmd/range_geometry.h"

#include <string.h>
#include "base/mem.h"
#include "cmd/geometry.h"
#include "cmd/range.h"
#include "world/geometry/tree.h"
#include "world/shapes/mesh.h"

typedef enum want { WANT_ODD, WANT_EVEN, WANT_COUNT, WANT_NEAR } want;

struct scr_geom_ask {
  char *set;
  want want;
  bool counted;        /* `count`: of surfaces that need not be closed, too */
  size_t count;        /* of a ray, for WANT_COUNT */
  double direction[3]; /* of the ray */
  double gap;          /* m, for WANT_NEAR */
  uint64_t version;    /* of the set as it was when the tree was made; 0: it is not */
  scr_geom_tree *tree; /* of the surface; for WANT_NEAR of all that has a distance */
};

/* What sets there are, where none is called nearly as was asked. */
static void list_sets(scr_args *a) {
  enum { MOST = 10 };
  const scr_geoms *all = &a->lib->geoms;
  scr_buf b = {0};
  for (size_t k = 0; k < all->n && k < MOST; k++)
    scr_buf_printf(&b, "%s'%s'", k ? ", " : "", all->item[k]->name);
  if (all->n)
    scr_hint(a->diag, "%s %s%s", all->n == 1 ? "the only set is" : "the sets are", b.s,
             all->n > MOST ? ", ..." : "");
  else
    scr_hint(a->diag, "there is no set yet: 'geometry import' and 'geometry set' make them");
  scr_buf_free(&b);
}

scr_geom *scr_geom_named(scr_args *a, const char *name, const scr_loc *at) {
  const scr_geoms *all = &a->lib->geoms;
  scr_args_needs(a, "geometry set", name, at);
  if (scr_args_checks(a)) return NULL;
  scr_geom *g = scr_geoms_find(all, name);
  if (g) return g;
  scr_nearest near = {.word = name};
  for (size_t k = 0; k < all->n; k++) scr_nearest_offer(&near, all->item[k]->name);
  scr_fail(a->diag, at, SCR_E_NAME, "there is no geometry set '%s'", name);
  if (near.best) scr_hint(a->diag, "did you mean '%s'?", near.best);
  if (!near.best) list_sets(a);
  return NULL;
}

/* ---- reading ---- */

static bool read_count(scr_args *a, scr_geom_ask *q) {
  int64_t n;
  q->counted = true;
  if (scr_args_take(a, "odd")) return q->want = WANT_ODD, true;
  if (scr_args_take(a, "even")) return q->want = WANT_EVEN, true;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_number_follows(a)) return scr_args_expected(a, "'odd', 'even' or a number");
  if (!scr_args_int(a, "how often a ray meets the set", &n)) return false;
  if (n < 0) return scr_fail(a->diag, &at, SCR_E_VALUE, "a count cannot be negative");
  q->want = WANT_COUNT, q->count = (size_t)n;
  return true;
}

static bool read_direction(scr_args *a, scr_geom_ask *q) {
  const int from = a->k;
  double v[3] = {0};
  if (!scr_args_vector(a, "the direction of the rays", a->lib->world->dim, v)) return false;
  const scr_loc at = scr_args_since(a, from);
  memcpy(q->direction, v, sizeof v);
  return v[0] != 0 || v[1] != 0 || v[2] != 0 ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the direction has no length");
}

static bool read_gap(scr_args *a, scr_geom_ask *q) {
  const scr_loc at = scr_args_loc(a);
  q->want = WANT_NEAR;
  if (!scr_args_real(a, "the distance", &q->gap)) return false;
  return q->gap >= 0 || scr_fail(a->diag, &at, SCR_E_VALUE, "a distance cannot be negative");
}

static bool read_space_words(scr_args *a, scr_geom_ask *q) {
  for (;;) {
    bool ok = true;
    if (scr_args_take(a, "count"))
      ok = read_count(a, q);
    else if (scr_args_take(a, "inside"))
      q->want = WANT_ODD;
    else if (scr_args_take(a, "outside"))
      q->want = WANT_EVEN;
    else if (scr_args_take(a, "direction"))
      ok = read_direction(a, q);
    else
      return true;
    if (!ok) return false;
  }
}

/* A range that is kept may outlive its set: whoever asks it is told then. */
static bool read_set(scr_args *a, scr_geom_ask *q) {
  const scr_loc at = scr_args_loc(a);
  return scr_args_name(a, "the name of a geometry set", &q->set) &&
         (a->reread || scr_geom_named(a, q->set, &at) || !a->diag->failed);
}

static scr_geom_ask *ask_new(scr_args *a, bool (*read)(scr_args *a, scr_geom_ask *q)) {
  scr_geom_ask *q = scr_alloc(sizeof *q);
  q->direction[a->lib->world->dim - 1] = 1;
  if (read_set(a, q) && read(a, q)) return q;
  scr_geom_ask_free(q);
  return NULL;
}

static bool read_distance_words(scr_args *a, scr_geom_ask *q) {
  q->want = WANT_NEAR;
  return !scr_args_take(a, "gap") || read_gap(a, q);
}

static bool read_either(scr_args *a, scr_geom_ask *q) {
  return scr_args_take(a, "distance") ? read_gap(a, q) : read_space_words(a, q);
}

scr_geom_ask *scr_geom_ask_space(scr_args *a) { return ask_new(a, read_space_words); }
scr_geom_ask *scr_geom_ask_distance(scr_args *a) { return ask_new(a, read_distance_words); }
scr_geom_ask *scr_geom_ask_either(scr_args *a) { return ask_new(a, read_either); }

void scr_geom_ask_free(scr_geom_ask *q) {
  if (!q) return;
  scr_geom_tree_free(q->tree);
  scr_free(q->set);
  scr_free(q);
}

/* ---- asking ---- */

/* Was it told of the set already, or is there nothing to tell? */
static bool is_told(const scr_geom *g, scr_session *s, const char *what, uint32_t n) {
  scr_buf key = {0};
  scr_buf_printf(&key, "%s geometry set %u", what, (unsigned)g->id);
  const bool told = n == 0 || scr_told_once(s, key.s);
  scr_buf_free(&key);
  return told;
}

/* Nothing is inside of a surface with gaps, and where surfaces meet it hangs on the direction: told
 * once of a set. Facets that are there twice count once. */
static bool tell_faults(const scr_geom *g, scr_session *s, bool counted) {
  const int dim = scr_session_world(s)->dim;
  const char *edge = dim == 3 ? "edge" : "end", *facet = dim == 3 ? "facet" : "edge";
  scr_diag *d = scr_session_diag(s);
  scr_mesh_report r = {0};
  scr_shape shape = {0};
  scr_geom_shape(g, dim, NULL, &shape);
  if (shape.nf) r = scr_mesh_survey(&shape, dim);
  scr_shape_free(&shape);
  if (!is_told(g, s, "twice", r.duplicate) &&
      !scr_warn(d, NULL, SCR_E_VALUE,
                "the geometry set '%s' has %u %s%s more than once: a range counts each once",
                g->name, (unsigned)r.duplicate, facet, r.duplicate == 1 ? "" : "s"))
    return false;
  if (counted) return true;
  if (!is_told(g, s, "open", r.open) &&
      !scr_warn(
          d, NULL, SCR_E_VALUE,
          "the geometry set '%s' is not closed: it has %u open %s%s, and beyond a gap a range "
          "takes inside for outside",
          g->name, (unsigned)r.open, edge, r.open == 1 ? "" : "s"))
    return false;
  return is_told(g, s, "crowded", r.crowded) ||
         scr_warn(d, NULL, SCR_E_VALUE,
                  "the geometry set '%s' has %u %s%s where more than two %ss meet: what is inside "
                  "there hangs on the direction; a set for each body says it",
                  g->name, (unsigned)r.crowded, edge, r.crowded == 1 ? "" : "s", facet);
}

bool scr_geom_ask_ready(scr_geom_ask *q, scr_session *s) {
  const scr_geom *g = scr_geoms_find(&scr_session_lib(s)->geoms, q->set);
  const int dim = scr_session_world(s)->dim;
  if (!g)
    return scr_fail(scr_session_diag(s), NULL, SCR_E_STATE,
                    "the geometry set '%s' of a range is no longer there", q->set);
  if (q->version == g->version) return true;
  if ((dim == 3 || q->want == WANT_NEAR) && !scr_geom_cuts(scr_session_diag(s), NULL, g, NULL))
    return false;
  double *corner;
  const size_t n = scr_geom_pieces(g, dim, q->want != WANT_NEAR, &corner);
  scr_geom_tree_free(q->tree);
  q->tree = scr_geom_tree_new(dim, corner, n, q->direction);
  q->version = g->version;
  scr_free(corner);
  return q->want == WANT_NEAR || tell_faults(g, s, q->counted);
}

static bool counts(const scr_geom_ask *q, const double x[3]) {
  const size_t n = scr_geom_tree_meets(q->tree, x);
  return q->want == WANT_COUNT ? n == q->count : (n & 1) == (q->want == WANT_ODD);
}

bool scr_geom_ask_holds(const scr_geom_ask *q, const double x[3], double r) {
  if (q->want == WANT_NEAR) return scr_geom_tree_near(q->tree, x, q->gap + r);
  return counts(q, x) || (r > 0 && scr_geom_tree_near(q->tree, x, r));
}
