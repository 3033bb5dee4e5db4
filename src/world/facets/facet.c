/* Facets: closest points, geometry by pair, what is kept of facets and walls. */
#include "world/engine.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "world/facets/deform.h"
#include "world/facets/kept.h"
#include "world/state/rows.h"

static const double *vertex_x(const scr_world *w, uint32_t v) {
  assert(v < w->vertex.n);
  return scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v;
}

static void sub3(const double *a, const double *b, double *c) {
  for (int k = 0; k < 3; k++) c[k] = a[k] - b[k];
}

/* ---- what others read ---- */

const scr_facet_geometry *scr_facets_geometry(const scr_world *w) {
  return &w->engine->facets->geometry;
}
const uint8_t *scr_facets_features(const scr_world *w) { return w->engine->facets->feature; }
const scr_facet_shape *scr_facets_shapes(const scr_world *w) { return w->engine->facets->shape; }
const scr_facet_label *scr_facets_labels(const scr_world *w) { return w->engine->facets->label; }
const scr_facet_wall *scr_facets_walls(const scr_world *w) { return w->engine->facets->wall; }
uint64_t scr_facets_version(const scr_world *w) { return w->engine->facets->version; }
bool scr_facets_periodic(const scr_world *w) { return w->engine->facets->periodic; }
bool scr_facets_plain(const scr_world *w) { return w->engine->facets->plain; }

double scr_facets_path(const scr_world *w, uint32_t wall) {
  const struct scr_facets *s = w->engine->facets;
  assert(wall == SCR_NONE || wall < s->nwall);
  return s->path_builds != w->engine->builds ? 0 : wall == SCR_NONE ? s->path : s->wall[wall].path;
}

void scr_facets_forget(scr_world *w, uint32_t k) {
  assert(k < w->pair[SCR_BALL_FACET].n);
  w->engine->facets->geometry.gap[k] = SCR_FAR;
}

const double *scr_facet_conveyor(const scr_world *w, uint32_t f) {
  assert(f < w->facet.n);
  return w->facet.on[SCR_FACET_CONVEYOR] ? scr_col(&w->facet, SCR_FACET_CONVEYOR) + 3 * (size_t)f
                                         : scr_col(&w->wall, SCR_WALL_CONVEYOR) +
                                               3 * (size_t)scr_colu(&w->facet, SCR_FACET_WALL)[f];
}

/* ---- closest points ---- */

/* Closest point of segment (a, b) to x: 0 inside, 1 at a, 2 at b. Written from the vertex with the
 * lower row, so that both facets of an edge find the same bits. */
static int closest_segment(const scr_world *w, uint32_t va, uint32_t vb, const double x[3],
                           double c[3]) {
  bool turned = vb < va;
  const double *a = vertex_x(w, turned ? vb : va), *b = vertex_x(w, turned ? va : vb);
  double ab[3], ax[3];
  sub3(b, a, ab);
  sub3(x, a, ax);
  double t = scr_dot3(ax, ab), len2 = scr_dot3(ab, ab);
  int at = t <= 0 ? 1 : t >= len2 ? 2 : 0;
  for (int k = 0; k < 3; k++) c[k] = at == 1 ? a[k] : at == 2 ? b[k] : a[k] + t / len2 * ab[k];
  return at && turned ? 3 - at : at;
}

static double distance(const double *a, const double *b) {
  double d[3];
  sub3(a, b, d);
  return sqrt(scr_dot3(d, d));
}

/* Voronoi regions of a triangle (Ericson 2005, 5.1.5): the face if x projects inside, else the
 * nearest of the three edges. */
static int closest_triangle(const scr_world *w, const uint32_t v[3], const double n[3],
                            const double x[3], double c[3]) {
  const double *p[3] = {vertex_x(w, v[0]), vertex_x(w, v[1]), vertex_x(w, v[2])};
  bool inside = true;
  for (int k = 0; k < 3; k++) {
    double e[3], ax[3], out[3];
    sub3(p[(k + 1) % 3], p[k], e);
    sub3(x, p[k], ax);
    scr_cross3(n, e, out); /* points inwards */
    inside &= scr_dot3(out, ax) > 0;
  }
  if (inside) {
    double ax[3];
    sub3(x, p[0], ax);
    double h = scr_dot3(ax, n);
    for (int k = 0; k < 3; k++) c[k] = x[k] - h * n[k];
    return 0;
  }
  int feature = 1;
  double best = HUGE_VAL, q[3];
  memcpy(c, p[0], sizeof q); /* where no distance is a number */
  for (int k = 0; k < 3; k++) {
    int at = closest_segment(w, v[k], v[(k + 1) % 3], x, q);
    double d = distance(x, q);
    if (!(d < best)) continue;
    best = d;
    memcpy(c, q, sizeof q);
    feature = at == 0 ? 1 + k : at == 1 ? 4 + k : 4 + (k + 1) % 3;
  }
  return feature;
}

double scr_facet_closest(const scr_world *w, uint32_t f, const double x[3], double c[3],
                         int *feature) {
  assert(f < w->facet.n);
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
  if (w->dim == 2) {
    double y[3] = {x[0], x[1], 0};
    int at = closest_segment(w, v[0], v[1], y, c);
    *feature = at == 0 ? 0 : 3 + at;
    return distance(y, c);
  }
  *feature = closest_triangle(w, v, scr_col(&w->facet, SCR_FACET_NORMAL) + 3 * (size_t)f, x, c);
  return distance(x, c);
}

/* Velocity of the point x of facet f. */
static void point_velocity(const scr_world *w, uint32_t f, const double x[3], double v[3]) {
  assert(f < w->facet.n);
  const size_t at = 3 * (size_t)scr_colu(&w->facet, SCR_FACET_WALL)[f];
  double r[3], own[3] = {0, 0, 0};
  if (w->vertex.on[SCR_VERTEX_VELOCITY]) {
    const scr_deformation still = scr_facet_deformation(w, f, 0);
    scr_deformed_velocity(&still, x, own);
  }
  sub3(x, scr_col(&w->wall, SCR_WALL_CENTER) + at, r);
  scr_cross3(scr_col(&w->wall, SCR_WALL_SPIN) + at, r, v);
  for (int k = 0; k < 3; k++) v[k] += scr_col(&w->wall, SCR_WALL_VELOCITY)[at + k] + own[k];
}

/* ---- a centre on a facet ---- */

static const double ON_PART = 0x1p-20; /* of the radius: what is further off is not looked at */

/* What rounding may make of a distance of nothing: a few last places of the largest coordinate. */
bool scr_facet_is_on(const scr_world *w, uint32_t k, double dist) {
  assert(k < w->pair[SCR_BALL_FACET].n);
  enum { ROUNDINGS = 64 };
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)p->j[k];
  double largest = 0;
  if (!(dist <= ON_PART * w->pose[p->i[k]].r)) return false;
  for (int e = 0; e < w->dim; e++)
    for (int c = 0; c < w->dim; c++) largest = SCR_MAX(largest, fabs(vertex_x(w, v[e])[c]));
  return dist <= ROUNDINGS * 0x1p-52 * largest;
}

/* Above 0: the ball belongs to the front of the facet; below 0: to its back; 0: nothing tells. */
static double side_of(const scr_world *w, uint32_t k, const double x[3], const double normal[3]) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  double moved[3], pushed = 0, came = 0;
  for (int c = 0; c < 3 && p->flag[k] & SCR_PAIR_ACTIVE; c++) pushed -= p->force[c][k] * normal[c];
  if (pushed != 0) return pushed;
  point_velocity(w, p->j[k], x, moved);
  for (int c = 0; c < 3; c++) came -= (w->twist[p->i[k]].v[c] - moved[c]) * normal[c];
  return came;
}

void scr_facet_normal_on(const scr_world *w, uint32_t k, const double x[3], double n[3]) {
  const double *normal =
      scr_col(&w->facet, SCR_FACET_NORMAL) + 3 * (size_t)w->pair[SCR_BALL_FACET].j[k];
  const bool behind = side_of(w, k, x, normal) < 0;
  for (int c = 0; c < 3; c++) n[c] = behind ? normal[c] : 0 - normal[c];
}

/* ---- what is kept ---- */

enum { ROUNDINGS = 64 }; /* last places that a distance may be wrong by, and more */
static const double LAST_PLACE = 0x1p-52;

/* A direction is lost to rounding where a triangle is a needle: its plane is wrong by that at its
 * far end. */
static double blur_of(const scr_world *w, const scr_facet_shape *s) {
  double largest = 0, longest = 0, n[3];
  for (int k = 0; k < w->dim; k++) {
    longest = SCR_MAX(longest, distance(s->x[k], s->x[(k + 1) % w->dim]));
    for (int c = 0; c < 3; c++) largest = SCR_MAX(largest, fabs(s->x[k][c]));
  }
  double a[3], b[3];
  sub3(s->x[1], s->x[0], a);
  sub3(s->x[2], s->x[0], b);
  scr_cross3(a, b, n);
  const double twice_area = w->dim == 3 ? sqrt(scr_dot3(n, n)) : longest * longest;
  return ROUNDINGS * LAST_PLACE *
         (largest + (twice_area > 0 ? longest * longest * longest / twice_area : HUGE_VAL));
}

static void shape_of(const scr_world *w, uint32_t f, scr_facet_shape *s) {
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
  for (int k = 0; k < 3; k++) {
    const int next = (k + 1) % w->dim;
    memcpy(s->x[k], vertex_x(w, k < w->dim ? v[k] : v[0]), sizeof s->x[k]);
    s->turned[k] = k < w->dim && v[next] < v[k];
  }
  memcpy(s->normal, scr_col(&w->facet, SCR_FACET_NORMAL) + 3 * (size_t)f, sizeof s->normal);
  s->blur = blur_of(w, s);
}

static void normal_of(const scr_world *w, uint32_t f) {
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
  double *n = scr_col(&w->facet, SCR_FACET_NORMAL) + 3 * (size_t)f, a[3], b[3];
  sub3(vertex_x(w, v[1]), vertex_x(w, v[0]), a);
  if (w->dim == 2) {
    n[0] = -a[1], n[1] = a[0], n[2] = 0;
  } else {
    sub3(vertex_x(w, v[2]), vertex_x(w, v[0]), b);
    scr_cross3(a, b, n);
  }
  double len = sqrt(scr_dot3(n, n));
  for (int c = 0; c < 3; c++) n[c] = len > 0 ? n[c] / len : 0;
}

static scr_facet_label label_of(const scr_world *w, uint32_t f) {
  scr_facet_label l = {.wall = scr_colu(&w->facet, SCR_FACET_WALL)[f],
                       .id = scr_colu(&w->facet, SCR_FACET_ID)[f]};
  memcpy(l.vertex, scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f, sizeof l.vertex);
  return l;
}

static void refresh_from(scr_world *w, const bool *wall, uint32_t first) {
  struct scr_facets *s = w->engine->facets;
  const uint32_t *of = scr_colu(&w->facet, SCR_FACET_WALL);
  scr_changed(w, SCR_FACETS);
  s->version++;
  if (w->facet.n > s->cap_shape) {
    scr_free(s->shape);
    s->cap_shape = w->facet.cap;
    s->shape = scr_alloc_aligned(s->cap_shape * sizeof *s->shape);
    wall = NULL, first = 0;
  }
  SCR_GROW(s->label, s->cap_label, w->facet.n);
  for (uint32_t f = first; f < w->facet.n; f++) {
    if (wall && !wall[of[f]]) continue;
    normal_of(w, f);
    shape_of(w, f, &s->shape[f]);
    s->label[f] = label_of(w, f);
  }
}

void scr_facets_refresh(scr_world *w, const bool *wall) { refresh_from(w, wall, 0); }
void scr_facets_refresh_last(scr_world *w) { refresh_from(w, NULL, w->facet.n - 1); }

static bool any_set(const double v[3]) { /* -0, too */
  static const double none[3];
  return memcmp(v, none, sizeof none) != 0;
}

static bool turns(const double spin[3]) { return spin[0] != 0 || spin[1] != 0 || spin[2] != 0; }

static double cosine_of(double degrees) {
  double sine, cosine;
  scr_sincos_degrees(degrees, &sine, &cosine);
  return cosine;
}

double scr_facet_cutoff(const scr_world *w, uint32_t wall) {
  assert(wall < w->wall.n);
  const struct scr_facets *s = w->engine->facets;
  const double cutoff = scr_col(&w->wall, SCR_WALL_CUTOFF)[wall];
  return wall < s->nwall && s->wall[wall].cutoff == cutoff ? s->wall[wall].cosine
                                                           : cosine_of(cutoff);
}

void scr_facets_survey(scr_world *w) {
  struct scr_facets *s = w->engine->facets;
  if (s->nwall != w->wall.n) {
    SCR_GROW(s->wall, s->cap_wall, w->wall.n);
    for (uint32_t k = 0; k < w->wall.n; k++) s->wall[k] = (scr_facet_wall){.cutoff = -1};
    s->nwall = w->wall.n;
  }
  for (uint32_t k = 0; k < w->wall.n; k++) {
    scr_facet_wall *q = &s->wall[k];
    const double cutoff = scr_col(&w->wall, SCR_WALL_CUTOFF)[k];
    const uint8_t sides = ((const uint8_t *)w->wall.base[SCR_WALL_SIDES])[k];
    const size_t at = 3 * (size_t)k;
    if (q->cutoff != cutoff) q->cosine = cosine_of(cutoff);
    if (!turns(scr_col(&w->wall, SCR_WALL_SPIN) + at)) {
      q->sine = q->versine = 0;
      memset(q->spin, 0, sizeof q->spin);
    }
    if (q->cutoff != cutoff || q->sides != sides) scr_changed(w, SCR_FACETS);
    q->cutoff = cutoff, q->sides = sides;
    q->drives = any_set(scr_col(&w->wall, SCR_WALL_VELOCITY) + at) ||
                any_set(scr_col(&w->wall, SCR_WALL_SPIN) + at) ||
                any_set(scr_col(&w->wall, SCR_WALL_CONVEYOR) + at);
    q->deforms = false;
  }
  for (uint32_t f = 0; f < w->facet.n && w->facet.on[SCR_FACET_CONVEYOR]; f++)
    if (any_set(scr_col(&w->facet, SCR_FACET_CONVEYOR) + 3 * (size_t)f))
      s->wall[scr_colu(&w->facet, SCR_FACET_WALL)[f]].drives = true;
  for (uint32_t v = 0; v < w->vertex.n && w->vertex.on[SCR_VERTEX_VELOCITY]; v++) {
    scr_facet_wall *q = &s->wall[scr_colu(&w->vertex, SCR_VERTEX_WALL)[v]];
    if (any_set(scr_vertex_velocity(w, v))) q->deforms = q->drives = true;
  }
  s->periodic = scr_any_period(w);
}

void scr_facets_room(scr_world *w) {
  struct scr_engine *e = w->engine;
  scr_facet_geometry *g = &e->facets->geometry;
  const size_t n = w->pair[SCR_BALL_FACET].n;
  SCR_GROW(e->facets->feature, e->facets->cap_feature, n);
  if (n <= g->cap) return;
  const size_t cap = n + n / 2 + 64, old = g->cap;
  g->gap = scr_realloc(g->gap, cap * sizeof(double));
  for (size_t k = old; k < cap; k++) g->gap[k] = SCR_FAR;
  for (int c = 0; c < 3; c++) {
    g->n[c] = scr_realloc(g->n[c], cap * sizeof(double));
    g->v[c] = scr_realloc(g->v[c], cap * sizeof(double));
    g->driven[c] = scr_realloc(g->driven[c], cap * sizeof(double));
    g->told[c] = scr_realloc(g->told[c], cap * sizeof(double));
    g->h[c] = scr_realloc(g->h[c], cap * sizeof(double));
    g->w[c] = scr_realloc(g->w[c], cap * sizeof(double));
    memset(g->w[c] + old, 0, (cap - old) * sizeof(double));
    memset(g->n[c] + old, 0, (cap - old) * sizeof(double));
    memset(g->v[c] + old, 0, (cap - old) * sizeof(double));
    memset(g->driven[c] + old, 0, (cap - old) * sizeof(double));
    memset(g->told[c] + old, 0, (cap - old) * sizeof(double));
    memset(g->h[c] + old, 0, (cap - old) * sizeof(double));
  }
  g->spin = scr_realloc(g->spin, cap * sizeof(double));
  memset(g->spin + old, 0, (cap - old) * sizeof(double));
  g->cap = cap;
}

void scr_facets_new(scr_world *w) { w->engine->facets = scr_alloc(sizeof *w->engine->facets); }

size_t scr_facets_bytes(const scr_world *w) {
  return w->engine->facets->cap_image * sizeof *w->engine->facets->image_built;
}

void scr_facets_free(scr_world *w) {
  struct scr_facets *s = w->engine->facets;
  scr_facet_geometry *g = &s->geometry;
  scr_free(g->gap);
  for (int c = 0; c < 3; c++) scr_free(g->n[c]), scr_free(g->v[c]), scr_free(g->h[c]);
  for (int c = 0; c < 3; c++) scr_free(g->w[c]), scr_free(g->driven[c]), scr_free(g->told[c]);
  scr_free(g->spin);
  scr_free(s->feature);
  scr_free(s->image_built);
  scr_free(s->shape);
  scr_free(s->label);
  scr_free(s->wall);
  scr_free(s);
}

/* ---- geometry by pair ---- */

static void take_tile(scr_world *w, scr_closest *t, const uint32_t *pair) {
  assert(t->n > 0 && t->n <= SCR_TILE && w->engine->facets->cap_shape >= w->facet.n);
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const struct scr_facets *s = w->engine->facets;
  const bool wrapped = w->engine->wrapped;
  for (int k = 0; k < t->n; k++) {
    t->ball[k] = w->pose[p->i[pair[k]]];
    t->shape[k] = &s->shape[p->j[pair[k]]];
    if (s->periodic && (wrapped || p->shift[pair[k]] != SCR_NO_SHIFT))
      scr_facet_ball_position(w, pair[k], t->ball[k].x);
  }
}

static void set_normal_on(scr_world *w, uint32_t k, const double x[3]) {
  double n[3];
  scr_facet_normal_on(w, k, x, n);
  for (int c = 0; c < 3; c++) w->engine->facets->geometry.n[c][k] = n[c];
}

/* The same, pair by pair. */
static void plain_geometry(scr_world *w, const uint32_t *pair, size_t n) {
  struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  for (size_t k = 0; k < n; k++) {
    const uint32_t q = pair[k];
    double x[3], c[3];
    int feature;
    scr_facet_ball_position(w, q, x);
    const double dist = scr_facet_closest(w, p->j[q], x, c, &feature),
                 inverse = dist > 0 ? 1 / dist : 0;
    e->facets->geometry.gap[q] = dist - w->pose[p->i[q]].r;
    e->facets->feature[q] = (uint8_t)feature;
    for (int a = 0; a < 3; a++) e->facets->geometry.n[a][q] = (c[a] - x[a]) * inverse;
    if (scr_facet_is_on(w, q, dist)) set_normal_on(w, q, x);
  }
}

void scr_facets_closest(scr_world *w, scr_closest *t, const uint32_t *pair, size_t n) {
  struct scr_engine *e = w->engine;
  if (e->facets->plain) {
    plain_geometry(w, pair, n);
    return;
  }
  for (size_t from = 0; from < n; from += SCR_TILE) {
    t->n = (int)SCR_MIN(n - from, (size_t)SCR_TILE);
    take_tile(w, t, pair + from);
    e->kernels->closest(t);
    for (int k = 0; k < t->n; k++) {
      const uint32_t q = pair[from + (size_t)k];
      e->facets->geometry.gap[q] = t->gap[k];
      assert(q < e->facets->geometry.cap && t->feature[k] >= 0 && t->feature[k] <= 6);
      e->facets->feature[q] = (uint8_t)t->feature[k];
      for (int c = 0; c < 3; c++) e->facets->geometry.n[c][q] = t->n_to[c][k];
      if (t->best[k] <= ON_PART * t->ball[k].r && scr_facet_is_on(w, q, t->best[k]))
        set_normal_on(w, q, t->ball[k].x);
    }
  }
}

/* The geometry that the contacts in places[0...n) take part in the sums with. */
static void contacts_geometry(scr_world *w, const uint32_t *places, size_t n) {
  assert(n <= w->pair[SCR_BALL_FACET].n);
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  scr_closest *tile = scr_alloc_aligned(sizeof *tile);
  scr_facets_room(w);
  scr_facets_closest(w, tile, places, n);
  scr_free(tile);
  for (size_t k = 0; k < n; k++) {
    const uint32_t q = places[k];
    if (!p->law[q] || p->flag[q] & SCR_PAIR_BLOCKED) continue;
    scr_valley_round(w, q);
    scr_facet_drive(w, q);
  }
}

void scr_facets_closest_of(scr_world *w, uint32_t from, uint32_t to) {
  scr_closest *tile = scr_alloc_aligned(sizeof *tile);
  uint32_t *list = scr_alloc((to - from) * sizeof *list), n = 0;
  scr_facets_survey(w);
  scr_facets_room(w);
  for (uint32_t k = from; k < to; k++)
    if (w->pair[SCR_BALL_FACET].law[k]) list[n++] = k;
  scr_facets_closest(w, tile, list, n);
  scr_free(list);
  scr_free(tile);
}

void scr_facet_geometry_all(scr_world *w) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  scr_facets_survey(w);
  if (scr_fresh(w, SCR_FACETS) && !w->engine->facets->plain) return;
  uint32_t *list = scr_alloc(p->n * sizeof *list), n = 0;
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k]) list[n++] = k;
  contacts_geometry(w, list, n);
  scr_free(list);
}

void scr_facet_geometry_one(scr_world *w, uint32_t k) {
  scr_facets_survey(w);
  contacts_geometry(w, &k, 1);
}
