/* Walls in motion. */
#include "world/engine.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "world/facets/kept.h"
#include "world/state/rows.h"

/* The turn of a wall in one step about its axis, exactly (Cayley's form with tan of the half
 * angle). */
typedef struct turning {
  bool moves, spins, turns;
  double axis[3], sine, cosine;
  double center[3], shift[3]; /* m */
  double furthest;            /* that a vertex went, m */
} turning;

static turning turning_of(const scr_world *w, uint32_t wall, double dt) {
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
  t.turns = speed != 0;
  if (!t.turns) return t;
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

static void move_vertex(turning *t, double *x) {
  double old[3], r[3], d[3];
  memcpy(old, x, sizeof old);
  for (int c = 0; c < 3; c++) r[c] = x[c] - t->center[c];
  turn(t, r);
  for (int c = 0; c < 3; c++) {
    if (t->spins) x[c] = t->center[c] + r[c];
    x[c] += t->shift[c];
    d[c] = x[c] - old[c];
  }
  t->furthest = SCR_MAX(t->furthest, sqrt(scr_dot3(d, d)));
}

static void move_wall(scr_world *w, uint32_t wall, const turning *t) {
  double *x = scr_col(&w->wall, SCR_WALL_POSITION) + 3 * (size_t)wall,
         *center = scr_col(&w->wall, SCR_WALL_CENTER) + 3 * (size_t)wall;
  double r[3];
  for (int c = 0; c < 3; c++) r[c] = x[c] - center[c];
  turn(t, r);
  for (int c = 0; c < 3; c++) {
    x[c] = center[c] + r[c] + t->shift[c];
    center[c] += t->shift[c];
  }
}

/* The turns of this step, for the contacts. */
static void keep_turns(scr_world *w, const turning *t) {
  assert(w->engine->facets->nwall == w->wall.n);
  for (uint32_t k = 0; k < w->wall.n; k++) {
    scr_facet_wall *q = &w->engine->facets->wall[k];
    memcpy(q->axis, t[k].axis, sizeof q->axis);
    q->sine = t[k].sine, q->versine = t[k].turns ? 1 - t[k].cosine : 0;
  }
}

/* How far walls have moved since the lists were built. */
static void add_paths(scr_world *w, const turning *t) {
  struct scr_engine *e = w->engine;
  struct scr_facets *s = e->facets;
  const bool afresh = s->path_builds != e->builds;
  double furthest = 0;
  scr_facets_survey(w);
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
  return false;
}

void scr_walls_move(scr_world *w, double dt) {
  assert(dt >= 0);
  const uint32_t *of = scr_colu(&w->vertex, SCR_VERTEX_WALL);
  if (!any_driven(w)) return;
  turning *t = scr_alloc(w->wall.n * sizeof *t);
  bool *moves = scr_alloc(w->wall.n * sizeof *moves);
  for (uint32_t k = 0; k < w->wall.n; k++) {
    t[k] = turning_of(w, k, dt);
    moves[k] = t[k].moves;
  }
  for (uint32_t v = 0; v < w->vertex.n; v++)
    if (moves[of[v]])
      move_vertex(&t[of[v]], scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v);
  for (uint32_t k = 0; k < w->wall.n; k++) move_wall(w, k, &t[k]);
  add_paths(w, t);
  keep_turns(w, t);
  scr_facets_refresh(w, moves);
  scr_free(t);
  scr_free(moves);
}

/* ---- at a contact ---- */

/* What the wall's turn in this step did to a vector that is r now. */
static void turned_by(const scr_facet_wall *q, const double r[3], double by[3]) {
  double ur[3];
  const double along = scr_dot3(q->axis, r);
  scr_cross3(q->axis, r, ur);
  for (int c = 0; c < 3; c++) by[c] = q->sine * ur[c] - q->versine * (along * q->axis[c] - r[c]);
}

/* Mean velocity in this step of the wall's point that is at x now, without the conveyor. */
static void point_velocity(const scr_world *w, uint32_t wall, const double x[3], double v[3]) {
  const scr_facet_wall *q = &w->engine->facets->wall[wall];
  const size_t at = 3 * (size_t)wall;
  const double *center = scr_col(&w->wall, SCR_WALL_CENTER) + at,
               *velocity = scr_col(&w->wall, SCR_WALL_VELOCITY) + at;
  double r[3], by[3] = {0, 0, 0};
  for (int c = 0; c < 3; c++) r[c] = x[c] - center[c];
  turned_by(q, r, by);
  for (int c = 0; c < 3; c++) v[c] = velocity[c] + by[c] / w->timestep.current;
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

static bool turns(const scr_facet_wall *q) { return q->sine != 0 || q->versine != 0; }

/* One ball at one facet. */
typedef struct touch {
  const scr_facet_wall *wall;
  double n[3], dist; /* from the ball's centre to the nearest point */
  double u[3];       /* velocity of the wall's point relative to the ball's centre, m/s */
  double slide[3];   /* at which the nearest point goes over the wall, m/s */
} touch;

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
    turned_by(t->wall, n, by);
    for (int c = 0; c < 3; c++) t->slide[c] = un * n[c] - t->u[c] + t->dist * by[c] / dt;
    return;
  }
  edge_of(w, w->pair[SCR_BALL_FACET].j[k], feature, along);
  turned_by(t->wall, along, by);
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
  if (w->engine->facets->feature[k] == 0 && !turns(t->wall)) return;
  if (w->engine->facets->feature[k] == 0) turned_by(t->wall, t->n, by);
  for (int c = 0; c < 3; c++)
    h[c] -= w->engine->facets->feature[k] == 0 ? 0.5 * by[c] : half * (t->u[c] + t->slide[c]);
  const double along = scr_dot3(h, t->n);
  for (int c = 0; c < 3; c++) h[c] /= along;
  if (!(along > 0 && scr_dot3(h, h) <= 2)) memcpy(h, t->n, 3 * sizeof *h);
}

void scr_facet_drive(scr_world *w, uint32_t k) {
  const struct scr_engine *e = w->engine;
  const scr_facet_geometry *g = &e->facets->geometry;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t wall = scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]], ball = p->i[k];
  const size_t at = 3 * (size_t)wall;
  const double r = w->pose[ball].r, half = 0.5 * w->timestep.current;
  assert(k < p->n && wall < e->facets->nwall && k < g->cap);
  touch t = {.wall = &e->facets->wall[wall],
             .n = {g->n[0][k], g->n[1][k], g->n[2][k]},
             .dist = r + g->gap[k]};
  double x[3], v[3] = {0, 0, 0}, h[3];
  const bool drives = t.wall->drives, spins = turns(t.wall);
  assert(drives || !spins);
  if (drives) {
    scr_facet_ball_position(w, k, x);
    for (int c = 0; c < 3; c++) x[c] += (r + 0.5 * g->gap[k]) * t.n[c];
    point_velocity(w, wall, x, v);
  }
  if (spins || e->facets->feature[k] != 0) {
    for (int c = 0; c < 3; c++) t.u[c] = v[c] - w->twist[ball].v[c];
    find_slide(w, k, &t);
  }
  find_middle(w, k, &t, h);
  if (spins) { /* the point that is at the contact in the middle of the step */
    for (int c = 0; c < 3; c++) x[c] -= half * t.slide[c];
    point_velocity(w, wall, x, v);
  }
  for (int c = 0; c < 3; c++) {
    g->v[c][k] = drives ? v[c] + scr_col(&w->wall, SCR_WALL_CONVEYOR)[at + (size_t)c] : 0;
    g->h[c][k] = h[c];
  }
  const double *spin = scr_col(&w->wall, SCR_WALL_SPIN) + at;
  g->spin[k] = drives ? scr_dot3(spin, t.n) : 0;
  for (int c = 0; c < 3; c++) g->w[c][k] = drives ? spin[c] : 0;
}
