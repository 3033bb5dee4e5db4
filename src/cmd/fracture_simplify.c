/* What makes a network of fractures simpler, or tells how it hangs together: `fracture combine`,
 * `prune` and `connectivity`. */
#include <math.h>
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/fracture.h"
#include "world/fracture/combine.h"
#include "world/fracture/inter.h"
#include "world/fracture/reach.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- combine ---- */

enum { B_ANGLE, B_COLLAPSE, B_DISTANCE, B_MERGE };
const scr_word_row scr_fracture_combine_words[] = {
    {"angle", "<f>", "degrees: fractures whose normals differ by less are turned"},
    {"collapse", "", "what is turned comes into the plane of the larger fracture"},
    {"distance", "<f>", "m: ... and whose middles lie nearer to the plane of the larger one"},
    {"merge", "", "what overlaps in that plane joins the larger one, which grows by its area"},
    {"merge-convex", "[iterations <i>]",
     "!hulls of fractures are not computed; 'merge' makes one of those that overlap"},
    {0},
};

/* Normals are at most 90 degrees apart: they have no side. */
static bool read_angle(scr_args *a, double *out) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, "the angle", out)) return false;
  return (*out >= 0 && *out <= 90) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the angle is from 0 to 90 degrees");
}

static bool combine_word(scr_args *a, scr_combining *c, int w) {
  if (w == B_ANGLE) return read_angle(a, &c->angle);
  return w != B_DISTANCE ||
         scr_fracture_not_negative(a, "the distance", "a distance", &c->distance);
}

static bool combine_words(scr_args *a, scr_combining *c) {
  bool given[B_MERGE + 1] = {0};
  while (scr_args_more(a)) {
    int w;
    if (!scr_args_word(a, scr_fracture_combine_words, &w)) return false;
    given[w] = true;
    if (!combine_word(a, c, w)) return false;
  }
  c->collapse = given[B_COLLAPSE], c->merge = given[B_MERGE];
  if (!given[B_ANGLE]) return scr_args_expected(a, "'angle'");
  return given[B_DISTANCE] || scr_args_expected(a, "'distance'");
}

static bool tell_combined(scr_args *a, const scr_combined *done) {
  if (!done->turned)
    return scr_warn(a->diag, &a->loc, SCR_E_STATE, "no two fractures lie nearly in one plane");
  return !done->outside ||
         scr_warn(
             a->diag, &a->loc, SCR_E_STATE,
             "%zu of the fractures stay out of the plane: their middles would leave the domain",
             done->outside);
}

bool scr_fracture_combine(scr_args *a) {
  scr_combining c = {0};
  scr_combined done;
  uint32_t *places = NULL;
  size_t n = 0;
  const bool ok = combine_words(a, &c) && scr_fracture_chosen(a, &places, &n) &&
                  scr_fractures_combine(world_of(a), a->diag, &c, places, n, &done) &&
                  tell_combined(a, &done);
  scr_free(places);
  return ok;
}

/* ---- prune ---- */

enum { P_CRITICAL, P_SET };
const scr_word_row scr_fracture_prune_words[] = {
    {"critical-number", "<i>", "fractures with fewer intersections go; default 1"},
    {"intersection-set", "<s>", "the set; without it one of all fractures is computed"},
    {0},
};

/* How often each fracture meets another, by place; owned by the caller. */
static uint32_t *meetings(const scr_world *w, uint32_t set) {
  const scr_fractures *f = &w->fractures;
  uint32_t *count = scr_alloc(f->n * sizeof *count);
  for (size_t k = 0; k < f->ninter; k++)
    for (int e = 0; e < 2 && f->inter[k].set == set && f->inter[k].fracture[e]; e++)
      count[scr_fracture_find(w, f->inter[k].fracture[e])]++;
  return count;
}

static void prune(scr_world *w, uint32_t set, int64_t critical, uint32_t *places, size_t n) {
  uint32_t *count = meetings(w, set);
  size_t gone = 0;
  for (size_t k = 0; k < n; k++)
    if (count[places[k]] < critical) places[gone++] = places[k];
  scr_fracture_delete(w, places, gone);
  scr_free(count);
}

static bool read_critical(scr_args *a, int64_t *out) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, "the number of intersections", out)) return false;
  return *out >= 1 || scr_fail(a->diag, &at, SCR_E_VALUE,
                               "the number of intersections that keeps a fracture is 1 or more");
}

bool scr_fracture_prune(scr_args *a) {
  int64_t critical = 1;
  char *name = NULL;
  scr_loc at = a->loc;
  uint32_t *places = NULL, set;
  size_t n = 0;
  bool ok = true;
  int w;
  while (ok && scr_args_more(a))
    ok = scr_args_word(a, scr_fracture_prune_words, &w) &&
         (w == P_CRITICAL ? read_critical(a, &critical) : scr_inter_read_set(a, &name, &at));
  if (ok && !name) scr_args_makes(a, "set of intersections", "*", &at);
  ok = ok && scr_fracture_chosen(a, &places, &n) && scr_inter_set_needed(a, name, &at, &set);
  if (ok) prune(world_of(a), set, critical, places, n);
  scr_free(places);
  scr_free(name);
  return ok;
}

/* ---- connectivity ---- */

enum { C_APERTURE, C_CUBIC, C_DISTANCE, C_EXTRA, C_FRACTURE, C_GEOMETRY, C_SET, C_WORDS };
const scr_word_row scr_fracture_connectivity_words[] = {
    {"aperture", "", "the distance in each fracture by its aperture, summed along the way"},
    {"cubic", "", "the distance in each fracture by the cube of its aperture, 1/m2"},
    {"distance", "", "the distance along the way through middles of intersections, m"},
    {"extra-index", "<i>", "the extra variable that holds it; default 1"},
    {"starting-fracture", "<i>", "the way begins at the fracture of that id"},
    {"starting-geometry", "<s>", "the way begins at polygons of the set, in 2D at its edges"},
    {"intersection-set", "<s>", "the set of intersections, computed where there is none"},
    {0},
};

static const int apart[][2] = {{C_APERTURE, C_CUBIC},
                               {C_APERTURE, C_DISTANCE},
                               {C_CUBIC, C_DISTANCE},
                               {C_FRACTURE, C_GEOMETRY}};

typedef struct way {
  bool given[C_WORDS];
  scr_reach_by by;
  size_t extra;
  uint32_t start;
  scr_loc start_at, set_at;
  const scr_geom *geometry;
  char *set;
} way;

static bool read_start(scr_args *a, way *y, int w) {
  if (w == C_GEOMETRY) return scr_fracture_geometry(a, &y->start_at, &y->geometry);
  y->start_at = scr_args_loc(a);
  return scr_args_id(a, "the id of a fracture", &y->start);
}

static bool read_new_set(scr_args *a, way *y) {
  y->set_at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a set of intersections", &y->set)) return false;
  return scr_args_makes(a, "set of intersections", y->set, &y->set_at), true;
}

static bool connectivity_word(scr_args *a, way *y) {
  static const scr_reach_by by[] = {[C_APERTURE] = SCR_REACH_APERTURE,
                                    [C_CUBIC] = SCR_REACH_CUBIC,
                                    [C_DISTANCE] = SCR_REACH_DISTANCE};
  int w;
  if (!scr_args_word(a, scr_fracture_connectivity_words, &w)) return false;
  y->given[w] = true;
  if (!scr_fracture_excludes(a, scr_fracture_connectivity_words, y->given, w, apart,
                             SCR_COUNTOF(apart)))
    return false;
  switch (w) {
  case C_EXTRA: return scr_args_extra_index(a, &y->extra);
  case C_FRACTURE:
  case C_GEOMETRY: return read_start(a, y, w);
  case C_SET: return read_new_set(a, y);
  default: return y->by = by[w], true;
  }
}

static bool connectivity_words(scr_args *a, way *y) {
  while (scr_args_more(a))
    if (!connectivity_word(a, y)) return false;
  if (!y->set) scr_args_makes(a, "set of intersections", "*", &a->loc);
  return y->given[C_FRACTURE] || y->given[C_GEOMETRY] ||
         scr_args_expected(a, "'starting-fracture' or 'starting-geometry'");
}

static bool has_apertures(scr_args *a, const way *y, const uint32_t *places, size_t n) {
  const bool needed = y->by == SCR_REACH_APERTURE || y->by == SCR_REACH_CUBIC;
  for (size_t k = 0; k < n && needed; k++) {
    const scr_fracture *f = &world_of(a)->fractures.at[places[k]];
    if (!(f->aperture > 0))
      return scr_fail(a->diag, &a->loc, SCR_E_STATE,
                      "fracture %u has no aperture: 'fracture aperture' gives it one",
                      (unsigned)f->id);
  }
  return true;
}

static bool start_is_there(scr_args *a, const way *y) {
  return !y->given[C_FRACTURE] || scr_fracture_find(world_of(a), y->start) != SCR_NONE ||
         scr_fail(a->diag, &y->start_at, SCR_E_NAME, "there is no fracture with id %u",
                  (unsigned)y->start);
}

/* The set of that name, or a new one. */
static bool take_set(scr_args *a, const way *y, uint32_t *set) {
  const scr_interset *old = y->set ? scr_interset_named(world_of(a), y->set) : NULL;
  scr_world *w = world_of(a);
  if (old) return *set = old->id, true;
  return scr_inters_compute(w, a->diag, y->set, scr_fracture_order(w), w->fractures.count, set);
}

static bool set_extras(scr_args *a, const way *y, const uint32_t *places, size_t n,
                       const double *reach) {
  const uint32_t start = y->given[C_FRACTURE] ? scr_fracture_find(world_of(a), y->start) : SCR_NONE;
  bool any = false;
  for (size_t k = 0; k < n; k++) {
    const scr_val v =
        y->by == SCR_REACH_LEVEL ? scr_val_int((int64_t)reach[k]) : scr_val_real(reach[k]);
    scr_extra_set(&a->lib->extras, SCR_K_FRACTURE, scr_fracture_ref(world_of(a), places[k]),
                  y->extra, v);
    any |= reach[k] >= 0 && places[k] != start;
  }
  return any || scr_warn(a->diag, &a->loc, SCR_E_STATE, "the start meets none of the fractures");
}

bool scr_fracture_connectivity(scr_args *a) {
  way y = {.by = SCR_REACH_LEVEL};
  uint32_t *places = NULL, set;
  size_t n = 0;
  double *reach = NULL;
  bool ok = connectivity_words(a, &y) && scr_fracture_chosen(a, &places, &n) &&
            start_is_there(a, &y) && has_apertures(a, &y, places, n) && take_set(a, &y, &set);
  ok = ok &&
       scr_fractures_reach(world_of(a), a->diag, set, y.by, y.start, y.geometry, places, n, &reach);
  ok = ok && set_extras(a, &y, places, n, reach);
  scr_free(places);
  scr_free(reach);
  scr_free(y.set);
  return ok;
}
