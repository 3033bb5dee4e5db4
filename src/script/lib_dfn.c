/* FISH: what is measured of DFNs and done with all of their fractures. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "script/lib_private.h"
#include "world/fracture/density.h"
#include "world/fracture/meeting.h"

static uint32_t dfn_of(const scr_world *w, const scr_val *p) { return scr_dfn_place(w, p->ref); }

/* Places of its fractures (SCR_NONE: of all) in order of id, owned by the caller. */
static uint32_t *members(scr_world *w, uint32_t dfn, size_t *n) {
  const scr_fractures *all = &w->fractures;
  const uint32_t *order = scr_fracture_order(w);
  uint32_t *places = scr_alloc(SCR_MAX(all->count, 1u) * sizeof *places);
  *n = 0;
  for (uint32_t k = 0; k < all->count; k++)
    if (dfn == SCR_NONE || all->at[order[k]].dfn == dfn) places[(*n)++] = order[k];
  return places;
}

/* Its volume, in 2D its area. */
static bool box_size(scr_fish *f, const double lo[3], const double hi[3], double *volume) {
  const scr_world *w = scr_counts_of(f);
  *volume = 1;
  for (int k = 0; k < w->dim; k++) {
    *volume *= hi[k] - lo[k];
    if (!(lo[k] < hi[k]))
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                      "the first corner of the box is not below the second");
  }
  return true;
}

/* Two corners, and the boolean behind them, which stays as it is if none is given. */
static bool corners(scr_fish *f, int n, const scr_val *args, double lo[3], double hi[3],
                    bool *truth) {
  const int comps = args[0].type == SCR_V_VEC ? 2 : 2 * scr_counts_of(f)->dim;
  const bool usual = *truth;
  if (!scr_lib_box_args(f, n, args, lo, hi, truth)) return false;
  if (n == comps) *truth = usual;
  return true;
}

/* Two corners of a box behind the DFN; else the domain. */
static bool box_args(scr_fish *f, int n, const scr_val *args, double lo[3], double hi[3],
                     double *volume) {
  const scr_world *w = scr_world_of(f);
  memcpy(lo, w->domain.lo, 3 * sizeof *lo);
  memcpy(hi, w->domain.hi, 3 * sizeof *hi);
  if (n == 2)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "both corners of the box are needed");
  if (n > 2 && !(scr_lib_vec_arg(f, &args[1], lo) && scr_lib_vec_arg(f, &args[2], hi)))
    return false;
  return box_size(f, lo, hi, volume);
}

static bool sums(scr_fish *f, int n, const scr_val *args, scr_fracture_sums *s, double *volume) {
  scr_world *w = scr_world_of(f);
  double lo[3], hi[3];
  size_t count;
  if (!box_args(f, n, args, lo, hi, volume)) return false;
  uint32_t *places = members(w, dfn_of(w, &args[0]), &count);
  *s = scr_fracture_sum(w, places, count, lo, hi);
  scr_free(places);
  return true;
}

#define DENSITY(id, member)                                                                        \
  SCR_LIB_GET(id) {                                                                                \
    scr_fracture_sums s;                                                                           \
    double volume;                                                                                 \
    if (!sums(f, n, args, &s, &volume)) return false;                                              \
    *out = scr_val_real(s.member / volume);                                                        \
    return true;                                                                                   \
  }
DENSITY(dfn_centerdensity, middles)
DENSITY(dfn_density, area)
DENSITY(dfn_percolation, percolation)

SCR_LIB_GET(dfn_p10) {
  scr_world *w = scr_world_of(f);
  double a[3], b[3], length2 = 0;
  size_t count, met = 0;
  SCR_UNUSED(n);
  if (!scr_lib_vec_arg(f, &args[1], a) || !scr_lib_vec_arg(f, &args[2], b)) return false;
  for (int k = 0; k < 3; k++) length2 += (b[k] - a[k]) * (b[k] - a[k]);
  if (!(length2 > 0))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "both ends of the line are one");
  uint32_t *places = members(w, dfn_of(w, &args[0]), &count);
  for (size_t k = 0; k < count; k++) met += scr_fracture_crossed(w, places[k], a, b);
  scr_free(places);
  *out = scr_val_real((double)met / sqrt(length2));
  return true;
}

/* ---- fractures ---- */

static bool in_box(const scr_world *w, uint32_t place, const double lo[3], const double hi[3],
                   bool whole) {
  double from[3], to[3];
  scr_fracture_extent(w, place, from, to);
  for (int k = 0; k < w->dim; k++)
    if (whole ? from[k] < lo[k] || to[k] > hi[k] : to[k] < lo[k] || from[k] > hi[k]) return false;
  return true;
}

SCR_LIB_GET(dfn_fracturesinbox) {
  scr_world *w = scr_world_of(f);
  double lo[3], hi[3], volume;
  size_t count, kept = 0;
  scr_ref *refs;
  bool reach = true;
  if (!corners(f, n - 1, args + 1, lo, hi, &reach) || !box_size(f, lo, hi, &volume)) return false;
  uint32_t *places = members(w, dfn_of(w, &args[0]), &count);
  for (size_t k = 0; k < count; k++)
    if (in_box(w, places[k], lo, hi, !reach)) places[kept++] = places[k];
  *out = scr_val_ptr_list(SCR_K_FRACTURE, kept, &refs);
  for (size_t k = 0; k < kept; k++) refs[k] = scr_fracture_ref(w, places[k]);
  scr_free(places);
  return true;
}

SCR_LIB_GET(dfn_clonefracture) {
  scr_world *w = scr_world_of(f);
  uint32_t made;
  SCR_UNUSED(n);
  if (!scr_fracture_copy(w, scr_fish_diag(f), scr_fracture_place(w, args[1].ref),
                         dfn_of(w, &args[0]), &made))
    return false;
  const scr_ref ref = scr_fracture_ref(w, made);
  scr_free_props_copy(&scr_lib_of(f)->props, SCR_K_FRACTURE, args[1].ref, ref);
  *out = scr_val_ptr(SCR_K_FRACTURE, ref);
  return true;
}

SCR_LIB_GET(fracture_intersect) {
  const scr_world *w = scr_world_of(f);
  double end[2][3];
  SCR_UNUSED(n);
  *out = scr_val_bool(scr_fractures_meet(w, scr_fracture_place(w, args[0].ref),
                                         scr_fracture_place(w, args[1].ref), end));
  return true;
}

/* Of the fracture with the lowest id. */
SCR_LIB_GET(dfn_prop) {
  scr_world *w = scr_world_of(f);
  const char *name = scr_val_cstr(&args[1], NULL);
  size_t count;
  uint32_t *places = members(w, dfn_of(w, &args[0]), &count);
  const scr_val *own = count ? scr_free_prop(&scr_lib_of(f)->props, SCR_K_FRACTURE,
                                             scr_fracture_ref(w, places[0]), name)
                             : NULL;
  scr_free(places);
  SCR_UNUSED(n);
  if (!own)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    "the DFN has no fracture with a property '%s'", name);
  *out = scr_val_hold(*own);
  return true;
}

SCR_LIB_SET(set_dfn_prop) {
  scr_world *w = scr_world_of(f);
  size_t count;
  SCR_UNUSED(n);
  if (!scr_free_prop_fits(value))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "a property is a number, a boolean, a string or a vector, not %s",
                    scr_vtype_phrase(value->type));
  uint32_t *places = members(w, dfn_of(w, &args[0]), &count);
  for (size_t k = 0; k < count; k++)
    scr_free_prop_set(&scr_lib_of(f)->props, SCR_K_FRACTURE, scr_fracture_ref(w, places[k]),
                      scr_val_cstr(&args[1], NULL), scr_val_hold(*value));
  scr_free(places);
  return true;
}

/* ---- contacts ---- */

static bool meets_any(const scr_world *w, const uint32_t *places, size_t count, scr_contact c) {
  for (size_t k = 0; k < count; k++)
    if (scr_fracture_meets(w, places[k], c, 0)) return true;
  return false;
}

/* A map from 1, 2, ... to contacts whose line of centres meets one of the fractures. */
static bool contact_map(scr_fish *f, int n, const scr_val *args, bool all, scr_val *out) {
  scr_world *w = scr_world_of(f);
  const bool whole = args[0].kind == SCR_K_DFN;
  const uint32_t one = whole ? 0 : scr_fracture_place(w, args[0].ref);
  scr_contact *c;
  size_t count = 1;
  int64_t met = 0;
  int type;
  if (!scr_lib_contact_type(f, n, args, 1, &type)) return false;
  uint32_t *places = whole ? members(w, dfn_of(w, &args[0]), &count) : NULL;
  const size_t contacts = scr_contact_list(w, type, all, &c);
  *out = scr_val_map();
  for (size_t k = 0; k < contacts; k++) {
    if (!meets_any(w, whole ? places : &one, count, c[k])) continue;
    const scr_val key = scr_val_int(++met);
    scr_val_map_set(out, &key, scr_lib_contact_ptr(w, c[k]));
  }
  scr_free(places);
  scr_free(c);
  return true;
}

SCR_LIB_GET(contactmap) { return contact_map(f, n, args, false, out); }
SCR_LIB_GET(contactmap_all) { return contact_map(f, n, args, true, out); }

/* ---- geometry sets ---- */

/* A set by its pointer or name; NULL after an error. */
static const scr_geom *set_arg(scr_fish *f, const scr_val *v) {
  const scr_lib *lib = scr_lib_of(f);
  const char *name;
  if (v->type == SCR_V_PTR && v->kind == SCR_K_GEOM_SET)
    return scr_geoms_by_id(&lib->geoms, v->ref.index);
  if (!scr_lib_string_arg(f, v, "a geometry set or its name", &name)) return NULL;
  const scr_geom *g = scr_geoms_find(&lib->geoms, name);
  if (!g) scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "there is no geometry set '%s'", name);
  return g;
}

/* Corners of polygon or edge number k, owned by the caller; *n of them. */
static double *corners_of(const scr_geom *g, scr_geom_kind kind, uint32_t k, uint32_t *n) {
  const uint32_t *node = kind == SCR_GEOM_EDGE ? g->edge[k].node : g->corner + g->poly[k].first;
  *n = kind == SCR_GEOM_EDGE ? 2 : g->poly[k].n;
  double *corner = scr_alloc(3 * (size_t)*n * sizeof *corner);
  for (uint32_t i = 0; i < *n; i++)
    memcpy(corner + 3 * (size_t)i, g->node[node[i]].x, 3 * sizeof *corner);
  return corner;
}

/* How often fractures meet polygons of a set (2D: edges), and how long that is, m. */
static size_t traces(const scr_world *w, const scr_geom *g, const uint32_t *places, size_t count,
                     double *length) {
  const scr_geom_kind kind = w->dim == 2 ? SCR_GEOM_EDGE : SCR_GEOM_POLY;
  size_t met = 0;
  *length = 0;
  for (uint32_t k = 0; k < g->n[kind]; k++) {
    uint32_t n;
    double end[2][3], *corner = corners_of(g, kind, k, &n);
    for (size_t i = 0; i < count; i++) {
      if (!scr_fracture_meets_polygon(w, places[i], corner, n, end)) continue;
      met++;
      *length += sqrt(scr_lib_distance2(end[0], end[1]));
    }
    scr_free(corner);
  }
  return met;
}

SCR_LIB_GET(fracture_gintersect) {
  const scr_world *w = scr_world_of(f);
  const scr_geom *g = set_arg(f, &args[1]);
  const uint32_t place = scr_fracture_place(w, args[0].ref);
  double length;
  SCR_UNUSED(n);
  if (!g) return false;
  *out = scr_val_int((int64_t)traces(w, g, &place, 1, &length));
  return true;
}

typedef struct trace_sums {
  double met, length, area;
} trace_sums;

/* The fractures of the DFN that comes first, of all DFNs where a set is the only argument. */
static uint32_t *meant(scr_world *w, int n, const scr_val *args, size_t *count) {
  return members(w, n == 1 ? SCR_NONE : dfn_of(w, &args[0]), count);
}

static bool trace_args(scr_fish *f, int n, const scr_val *args, trace_sums *s) {
  scr_world *w = scr_world_of(f);
  const scr_geom *g = set_arg(f, &args[n - 1]);
  size_t count;
  if (!g) return false;
  if (w->dim == 2)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "there are traces in three dimensions");
  uint32_t *places = meant(w, n, args, &count);
  s->met = (double)traces(w, g, places, count, &s->length);
  scr_free(places);
  s->area = 0;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) s->area += scr_geom_area(g, k);
  return s->area > 0 || scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                                 "the geometry set '%s' has no polygon", g->name);
}

#define TRACE(id, expression)                                                                      \
  SCR_LIB_GET(id) {                                                                                \
    trace_sums s;                                                                                  \
    if (!trace_args(f, n, args, &s)) return false;                                                 \
    *out = scr_val_real(expression);                                                               \
    return true;                                                                                   \
  }
TRACE(dfn_geomp20, s.met / s.area)
TRACE(dfn_geomp21, s.length / s.area)
TRACE(dfn_geomtrace, s.met > 0 ? s.length / s.met : 0)

SCR_LIB_GET(dfn_geomp10) {
  scr_world *w = scr_world_of(f);
  const scr_geom *g = set_arg(f, &args[n - 1]);
  size_t count, met = 0;
  double length = 0;
  if (!g) return false;
  uint32_t *places = meant(w, n, args, &count);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++) {
    const double *a = g->node[g->edge[k].node[0]].x, *b = g->node[g->edge[k].node[1]].x;
    length += sqrt(scr_lib_distance2(a, b));
    for (size_t i = 0; i < count; i++) met += scr_fracture_crossed(w, places[i], a, b);
  }
  scr_free(places);
  *out = scr_val_real(length > 0 ? (double)met / length : 0);
  return length > 0 || scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                                "the geometry set '%s' has no edge", g->name);
}

/* ---- rows ---- */

#define FN(name, least, most, sig, get, doc)                                                       \
  { name, least, most, sig, get, NULL, NULL, 0, doc }
/* clang-format off */
static const scr_fish_fn rows[] = {
    FN("dfn.centerdensity", 1, 3, "p{dfn}vv:f", dfn_centerdensity,
       "Middles of its fractures by volume (2D: area) of the domain, or of the box between two "
       "corners."),
    FN("dfn.density", 1, 3, "p{dfn}vv:f", dfn_density,
       "Area of its fractures by volume (2D: length by area) of the domain or box."),
    FN("dfn.percolation", 1, 3, "p{dfn}vv:f", dfn_percolation,
       "Its percolation parameter in the domain or box."),
    FN("dfn.p10", 3, 3, "p{dfn}vv:f", dfn_p10,
       "How many of its fractures the line between two points meets, by its length."),
    FN("dfn.fracturesinbox", 3, 8, "p{dfn}*******:l", dfn_fracturesinbox,
       "Its fractures whose extent meets the box between two corners; with false those inside."),
    FN("dfn.clonefracture", 2, 2, "p{dfn}p{fracture}:p", dfn_clonefracture,
       "A copy of a fracture, with groups and properties, in the DFN."),
    {"dfn.prop", 2, 2, "p{dfn}s:*=*", dfn_prop, set_dfn_prop, NULL, 0,
     "A value that its fractures keep: set for all, read from the one with the lowest id."},
    FN("dfn.contactmap", 1, 2, "p{dfn}*:m", contactmap,
       "Map from 1, 2, ... to active contacts whose line of centres meets one of its fractures; a "
       "type restricts them."),
    FN("dfn.contactmap.all", 1, 2, "p{dfn}*:m", contactmap_all, "The same with inactive ones."),
    FN("fracture.contactmap", 1, 2, "p{fracture}*:m", contactmap,
       "Map from 1, 2, ... to active contacts whose line of centres meets it; a type restricts "
       "them."),
    FN("fracture.contactmap.all", 1, 2, "p{fracture}*:m", contactmap_all,
       "The same with inactive ones."),
    {"dfn.fracture.contactmap", 1, 2, "p{fracture}*:m", contactmap, NULL, NULL, SCR_FN_OLDER,
     "Contacts that meet it."},
    {"dfn.fracture.contactmap.all", 1, 2, "p{fracture}*:m", contactmap_all, NULL, NULL,
     SCR_FN_OLDER, "The same with inactive ones."},
    FN("dfn.geomp10", 2, 2, "p{dfn}*:f", dfn_geomp10,
       "How many of its fractures the edges of a geometry set meet, by their length."),
    FN("dfn.geomp20", 2, 2, "p{dfn}*:f", dfn_geomp20,
       "Traces of its fractures on the polygons of a geometry set, by their area; 3D."),
    FN("dfn.geomp21", 2, 2, "p{dfn}*:f", dfn_geomp21, "Length of these traces, by area; 3D."),
    FN("dfn.geomtrace", 2, 2, "p{dfn}*:f", dfn_geomtrace, "Mean length of these traces, m; 3D."),
    FN("fracture.geomp10", 1, 1, "*:f", dfn_geomp10, "dfn.geomp10 of all fractures."),
    FN("fracture.geomp20", 1, 1, "*:f", dfn_geomp20, "dfn.geomp20 of all fractures; 3D."),
    FN("fracture.geomp21", 1, 1, "*:f", dfn_geomp21, "dfn.geomp21 of all fractures; 3D."),
    FN("fracture.geomtrace", 1, 1, "*:f", dfn_geomtrace, "dfn.geomtrace of all fractures, m; 3D."),
    FN("fracture.gintersect", 2, 2, "p{fracture}*:i", fracture_gintersect,
       "How many polygons of a geometry set it meets, in 2D edges."),
    {"dfn.fracture.gintersect", 2, 2, "p{fracture}*:i", fracture_gintersect, NULL, NULL,
     SCR_FN_OLDER, "The same."},
    FN("fracture.intersect", 2, 2, "p{fracture}p{fracture}:b", fracture_intersect,
       "Do two fractures meet? Parallel ones do not."),
    {"dfn.fracture.intersect", 2, 2, "p{fracture}p{fracture}:b", fracture_intersect, NULL, NULL,
     SCR_FN_OLDER, "The same."},
};
/* clang-format on */
const scr_lib_rows scr_lib_rows_dfn = {rows, SCR_COUNTOF(rows)};
