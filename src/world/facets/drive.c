/* Walls in motion. */
#include "world/engine.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "world/facets/deform.h"
#include "world/facets/kept.h"
#include "world/shapes/mesh.h"
#include "world/state/rows.h"
#include "world/state/wall_inertia.h"

/* The turn of a wall in one step about its axis, exactly (Cayley's form with tan of the half
 * angle). */
typedef struct turning {
  bool moves, spins, turns;
  double axis[3], sine, cosine;
  double spin[3];             /* at which a steady turn is the same, rad/s */
  double center[3], shift[3]; /* m */
  double furthest;            /* that a vertex went, m */
} turning;

/* A wall whose spin changes as it turns. */
static void wobble(scr_world *w, uint32_t wall, double dt, turning *t) {
  double by[4];
  scr_wall_wobble(w, wall, dt, by);
  const double length = sqrt(scr_dot3(by + 1, by + 1));
  t->turns = length > 0;
  if (!t->turns) return;
  const double angle = 2 * scr_atan2(length, by[0]);
  t->sine = 2 * by[0] * length, t->cosine = 1 - 2 * length * length;
  for (int c = 0; c < 3; c++) t->axis[c] = by[c + 1] / length, t->spin[c] = t->axis[c] * angle / dt;
}

static turning turning_of(scr_world *w, uint32_t wall, double dt) {
  const size_t at = 3 * (size_t)wall;
  const double *spin = scr_col(&w->wall, SCR_WALL_SPIN) + at,
               *velocity = scr_col(&w->wall, SCR_WALL_VELOCITY) + at;
  turning t = {.moves = false};
  for (int c = 0; c < 3; c++) {
    t.spins |= spin[c] != 0;
    t.moves |= spin[c] != 0 || velocity[c] != 0;
    t.center[c] = scr_col(&w->wall, SCR_WALL_CENTER)[at + (size_t)c];
    t.shift[c] = velocity[c] * dt;
  }
  const double speed = sqrt(scr_dot3(spin, spin));
  t.moves |= w->engine->facets->wall[wall].deforms;
  t.turns = speed != 0;
  if (!t.turns) return t;
  if (dt > 0 && scr_wall_wobbles(w, wall)) {
    wobble(w, wall, dt, &t);
    return t;
  }
  memcpy(t.spin, spin, sizeof t.spin);
  scr_wall_axes_turn(w, wall, spin, dt);
  const double h = scr_tan(0.5 * speed * dt), inv = 1 / (1 + h * h);
  t.sine = 2 * h * inv, t.cosine = (1 - h * h) * inv;
  for (int k = 0; k < 3; k++) t.axis[k] = spin[k] / speed;
  return t;
}

static void turn(const turning *t, double r[3]) {
  if (!t->turns) return;
  double ur[3];
  const double along = scr_dot3(t->axis, r), *u = t->axis;
  scr_cross3(u, r, ur);
  for (int k = 0; k < 3; k++)
    r[k] = t->cosine * r[k] + t->sine * ur[k] + (1 - t->cosine) * along * u[k];
}

/* `own`: how far its own velocity takes it, m. */
static void move_vertex(turning *t, double *x, const double own[3]) {
  double old[3], r[3], d[3];
  memcpy(old, x, sizeof old);
  for (int c = 0; c < 3; c++) r[c] = x[c] - t->center[c];
  turn(t, r);
  for (int c = 0; c < 3; c++) {
    if (t->spins) x[c] = t->center[c] + r[c];
    x[c] += t->shift[c];
    if (own[c] != 0) x[c] += own[c];
    d[c] = x[c] - old[c];
  }
  t->furthest = SCR_MAX(t->furthest, sqrt(scr_dot3(d, d)));
}

static void move_wall(scr_world *w, uint32_t wall, const turning *t) {
  double *x = scr_col(&w->wall, SCR_WALL_POSITION) + 3 * (size_t)wall,
         *from = scr_col(&w->wall, SCR_WALL_X_REF) + 3 * (size_t)wall,
         *center = scr_col(&w->wall, SCR_WALL_CENTER) + 3 * (size_t)wall;
  double r[3];
  for (int c = 0; c < 3; c++) r[c] = x[c] - center[c];
  turn(t, r);
  for (int c = 0; c < 3; c++) {
    const double turned = center[c] + r[c];
    if (t->turns && turned != x[c]) from[c] += turned - x[c]; /* a turn displaces nothing */
    x[c] = turned + t->shift[c];
    center[c] += t->shift[c];
  }
}

/* The turns of this step, for the contacts. */
static void keep_turns(scr_world *w, const turning *t) {
  assert(w->engine->facets->nwall == w->wall.n);
  for (uint32_t k = 0; k < w->wall.n; k++) {
    scr_facet_wall *q = &w->engine->facets->wall[k];
    memcpy(q->axis, t[k].axis, sizeof q->axis);
    memcpy(q->spin, t[k].spin, sizeof q->spin);
    q->sine = t[k].sine, q->versine = t[k].turns ? 1 - t[k].cosine : 0;
  }
}

/* How far walls have moved since the lists were built. */
static void add_paths(scr_world *w, const turning *t) {
  struct scr_engine *e = w->engine;
  struct scr_facets *s = e->facets;
  const bool afresh = s->path_builds != e->builds;
  double furthest = 0;
  for (uint32_t k = 0; k < w->wall.n; k++) {
    s->wall[k].path = (afresh ? 0 : s->wall[k].path) + t[k].furthest;
    e->wall_move = SCR_MAX(e->wall_move, s->wall[k].path);
    furthest = SCR_MAX(furthest, t[k].furthest);
  }
  s->path = (afresh ? 0 : s->path) + furthest;
  s->path_builds = e->builds;
}

static bool any_driven(const scr_world *w) {
  const double *spin = scr_col(&w->wall, SCR_WALL_SPIN),
               *velocity = scr_col(&w->wall, SCR_WALL_VELOCITY);
  for (size_t k = 0; k < 3 * (size_t)w->wall.n; k++)
    if (spin[k] != 0 || velocity[k] != 0) return true;
  return scr_any_nonzero(&w->vertex, SCR_VERTEX_VELOCITY);
}

static void move_vertices(scr_world *w, turning *t, double dt) {
  const uint32_t *of = scr_colu(&w->vertex, SCR_VERTEX_WALL);
  for (uint32_t v = 0; v < w->vertex.n; v++) {
    if (!t[of[v]].moves) continue;
    double own[3];
    for (int c = 0; c < 3; c++) own[c] = scr_vertex_velocity(w, v)[c] * dt;
    move_vertex(&t[of[v]], scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v, own);
  }
}

/* Vertices that go their own ways may leave a facet without area. */
static bool facets_stay(const scr_world *w, scr_diag *d) {
  const double *x = scr_col(&w->vertex, SCR_VERTEX_POSITION);
  for (uint32_t f = 0; f < w->facet.n; f++) {
    const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f,
                   wall = scr_colu(&w->facet, SCR_FACET_WALL)[f];
    double corner[3][3] = {{0}};
    if (!w->engine->facets->wall[wall].deforms) continue;
    for (int k = 0; k < w->dim; k++) memcpy(corner[k], x + 3 * (size_t)v[k], sizeof corner[k]);
    if (scr_mesh_degenerate(corner, w->dim))
      return scr_fail(d, NULL, SCR_E_STATE,
                      "the vertices of facet %u of wall %u have met: it has no %s",
                      scr_colu(&w->facet, SCR_FACET_ID)[f], scr_colu(&w->wall, SCR_WALL_ID)[wall],
                      w->dim == 3 ? "area" : "length");
  }
  return true;
}

bool scr_walls_move(scr_world *w, scr_diag *d, double dt) {
  assert(dt >= 0);
  if (!any_driven(w)) return true;
  scr_facets_survey(w);
  turning *t = scr_alloc(w->wall.n * sizeof *t);
  bool *moves = scr_alloc(w->wall.n * sizeof *moves);
  for (uint32_t k = 0; k < w->wall.n; k++) {
    t[k] = turning_of(w, k, dt);
    moves[k] = t[k].moves;
  }
  move_vertices(w, t, dt);
  for (uint32_t k = 0; k < w->wall.n; k++) move_wall(w, k, &t[k]);
  add_paths(w, t);
  keep_turns(w, t);
  scr_facets_refresh(w, moves);
  scr_free(t);
  scr_free(moves);
  return !w->vertex.on[SCR_VERTEX_VELOCITY] || facets_stay(w, d);
}

/* ---- at a contact ---- */

/* What the wall's turn in this step did to a vector that is r now. */
static void turned_by(const scr_facet_wall *q, const double r[3], double by[3]) {
  double ur[3];
  const double along = scr_dot3(q->axis, r);
  scr_cross3(q->axis, r, ur);
  for (int c = 0; c < 3; c++) by[c] = q->sine * ur[c] - q->versine * (along * q->axis[c] - r[c]);
}

/* Unit vector along edge `feature` of facet f. */
static void edge_of(const scr_world *w, uint32_t f, int feature, double t[3]) {
  assert(f < w->facet.n && feature >= 1 && feature <= 3);
  const scr_facet_shape *s = &w->engine->facets->shape[f];
  const double *a = s->x[feature - 1], *b = s->x[feature % 3];
  double length2 = 0;
  for (int c = 0; c < 3; c++) t[c] = b[c] - a[c], length2 += t[c] * t[c];
  for (int c = 0; c < 3; c++) t[c] /= sqrt(length2);
}

/* One ball at one facet. */
typedef struct touch {
  const scr_facet_wall *wall;
  uint32_t row;        /* of the wall */
  scr_deformation own; /* of its vertices, where the wall deforms */
  bool turns;          /* the facet: by the wall's turn, or as its vertices go their own ways */
  double n[3], dist;   /* from the ball's centre to the nearest point */
  double u[3];         /* velocity of the wall's nearest point relative to the ball's centre, m/s */
  double slide[3];     /* at which the nearest point goes over the wall, m/s */
} touch;

/* What the step did to a vector of the facet that is r now: the wall's turn came first. */
static void moved_by(const touch *t, const double r[3], double by[3]) {
  double own[3], before[3];
  if (!t->wall->deforms) {
    turned_by(t->wall, r, by);
    return;
  }
  scr_deformed_by(&t->own, r, own);
  for (int c = 0; c < 3; c++) before[c] = r[c] - own[c];
  turned_by(t->wall, before, by);
  for (int c = 0; c < 3; c++) by[c] += own[c];
}

/* Mean velocity in this step of the wall's point that is at x now, without the conveyor. */
static void point_velocity(const scr_world *w, const touch *t, const double x[3], double v[3]) {
  const size_t at = 3 * (size_t)t->row;
  const double *center = scr_col(&w->wall, SCR_WALL_CENTER) + at,
               *velocity = scr_col(&w->wall, SCR_WALL_VELOCITY) + at, dt = w->timestep.current;
  double own[3] = {0, 0, 0}, r[3], by[3] = {0, 0, 0};
  if (t->wall->deforms) scr_deformed_velocity(&t->own, x, own);
  for (int c = 0; c < 3; c++) r[c] = x[c] - own[c] * dt - center[c];
  turned_by(t->wall, r, by);
  for (int c = 0; c < 3; c++) v[c] = velocity[c] + by[c] / dt + own[c];
}

/* In a face the nearest point goes along with the ball and with the turn of the face, on an edge
 * only along it; a vertex stays where it is. */
static void find_slide(const scr_world *w, uint32_t k, touch *t) {
  const int feature = w->engine->facets->feature[k];
  const double dt = w->timestep.current, *n = t->n;
  double along[3], by[3] = {0, 0, 0}, part = 0;
  memset(t->slide, 0, sizeof t->slide);
  if (feature >= 4) return;
  if (feature == 0) {
    const double un = scr_dot3(t->u, n);
    moved_by(t, n, by);
    for (int c = 0; c < 3; c++) t->slide[c] = un * n[c] - t->u[c] + t->dist * by[c] / dt;
    return;
  }
  edge_of(w, w->pair[SCR_BALL_FACET].j[k], feature, along);
  moved_by(t, along, by);
  for (int c = 0; c < 3; c++) part -= t->u[c] * along[c] + t->dist * n[c] * by[c] / dt;
  for (int c = 0; c < 3; c++) t->slide[c] = part * along[c];
}

/* The normal of the middle of the step, with a part of 1 along the present one: a face turns with
 * its wall, and half of that comes after the middle. Where it leans by more than 45 degrees it
 * means nothing: the normal itself. */
static void find_middle(const scr_world *w, uint32_t k, const touch *t, double h[3]) {
  assert(k < w->pair[SCR_BALL_FACET].n);
  const double half = 0.5 * w->timestep.current / t->dist;
  double by[3] = {0, 0, 0};
  memcpy(h, t->n, 3 * sizeof *h);
  if (w->engine->facets->feature[k] == 0 && !t->turns) return;
  if (w->engine->facets->feature[k] == 0) moved_by(t, t->n, by);
  for (int c = 0; c < 3; c++)
    h[c] -= w->engine->facets->feature[k] == 0 ? 0.5 * by[c] : half * (t->u[c] + t->slide[c]);
  const double along = scr_dot3(h, t->n);
  for (int c = 0; c < 3; c++) h[c] /= along;
  if (!(along > 0 && scr_dot3(h, h) <= 2)) memcpy(h, t->n, 3 * sizeof *h);
}

/* From the nearest point now to where the wall's point is that was at the contact in the middle of
 * the step: half of the gap of then before the nearest one of then, along h, which turned on. */
static void find_way(const scr_world *w, uint32_t k, const touch *t, const double h[3],
                     const double spin[3], double way[3]) {
  const double half = 0.5 * w->timestep.current;
  const double gap = w->engine->facets->geometry.gap[k] - half * scr_dot3(t->u, t->n);
  double turn[3];
  scr_cross3(spin, h, turn);
  for (int c = 0; c < 3; c++) way[c] = -half * t->slide[c] - 0.5 * gap * (h[c] + half * turn[c]);
}

/* The surface goes along the contact alone: it presses nothing together. */
static void find_conveyor(const scr_world *w, uint32_t k, const double h[3], double v[3]) {
  memcpy(v, scr_facet_conveyor(w, w->pair[SCR_BALL_FACET].j[k]), 3 * sizeof *v);
  const double across = scr_dot3(v, h) / scr_dot3(h, h);
  for (int c = 0; c < 3 && across != 0; c++) v[c] -= across * h[c];
}

static bool turns(const scr_facet_wall *q) { return q->sine != 0 || q->versine != 0 || q->deforms; }

static touch touch_of(const scr_world *w, uint32_t k) {
  const scr_facet_geometry *g = &w->engine->facets->geometry;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t wall = scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]];
  assert(k < p->n && wall < w->engine->facets->nwall && k < g->cap);
  touch t = {.wall = &w->engine->facets->wall[wall],
             .row = wall,
             .n = {g->n[0][k], g->n[1][k], g->n[2][k]},
             .dist = w->pose[p->i[k]].r + g->gap[k]};
  t.turns = turns(t.wall);
  if (t.wall->deforms) t.own = scr_facet_deformation(w, p->j[k], w->timestep.current);
  return t;
}

const double *scr_wall_spin_of_step(const scr_world *w, uint32_t row) {
  return scr_wall_wobbles(w, row) ? w->engine->facets->wall[row].spin
                                  : scr_col(&w->wall, SCR_WALL_SPIN) + 3 * (size_t)row;
}

/* The spin of the facet, rad/s. */
static void spin_of(const scr_world *w, const touch *t, double spin[3]) {
  const double *of_wall = scr_wall_spin_of_step(w, t->row);
  double own[3] = {0, 0, 0};
  if (t->wall->deforms) scr_deformed_spin(&t->own, own);
  for (size_t c = 0; c < 3; c++) spin[c] = of_wall[c] + own[c];
}

/* What the wall is told of its velocity at the contact, v, and of its spin. A wall that turns by
 * itself neither conveys nor deforms, and is told no spin. */
static void find_told(const scr_world *w, uint32_t k, uint32_t row, const double v[3],
                      const double spin[3]) {
  scr_facet_geometry *g = &w->engine->facets->geometry;
  const double *velocity = scr_col(&w->wall, SCR_WALL_VELOCITY) + 3 * (size_t)row;
  const unsigned bits = scr_wall_free_bits(w, row);
  for (int c = 0; c < 3; c++) {
    const bool free = bits >> c & 1, turns = bits >> 3;
    g->driven[c][k] = free ? (turns ? 0 : v[c] - velocity[c]) : turns ? velocity[c] : v[c];
    g->told[c][k] = turns ? 0 : spin[c];
  }
}

void scr_facet_drive(scr_world *w, uint32_t k) {
  const struct scr_engine *e = w->engine;
  const scr_facet_geometry *g = &e->facets->geometry;
  touch t = touch_of(w, k);
  const uint32_t ball = w->pair[SCR_BALL_FACET].i[k];
  double x[3], v[3] = {0, 0, 0}, h[3], spin[3] = {0, 0, 0};
  const bool drives = t.wall->drives;
  assert(drives || !t.turns);
  if (drives) {
    scr_facet_ball_position(w, k, x);
    for (int c = 0; c < 3; c++) x[c] += t.dist * t.n[c];
    point_velocity(w, &t, x, v);
    spin_of(w, &t, spin);
  }
  if (t.turns || e->facets->feature[k] != 0) {
    for (int c = 0; c < 3; c++) t.u[c] = v[c] - w->twist[ball].v[c];
    find_slide(w, k, &t);
  }
  find_middle(w, k, &t, h);
  if (t.turns) {
    double way[3];
    find_way(w, k, &t, h, spin, way);
    for (int c = 0; c < 3; c++) x[c] += way[c];
    point_velocity(w, &t, x, v);
  }
  double along[3] = {0, 0, 0};
  if (drives) find_conveyor(w, k, h, along);
  for (int c = 0; c < 3; c++) {
    v[c] = drives ? v[c] + along[c] : 0;
    g->v[c][k] = v[c];
    g->h[c][k] = h[c];
    g->w[c][k] = spin[c];
  }
  find_told(w, k, t.row, v, spin);
  g->spin[k] = drives ? scr_dot3(spin, t.n) : 0;
}
