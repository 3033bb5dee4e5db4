/* Walls in motion. */
#include "world/facets.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"

/* The turn of a wall in one step about its axis, exactly (Cayley's form with tan of the half angle). */
typedef struct turning {
  bool moves, spins, turns;
  double axis[3], sine, cosine;
  double center[3], shift[3]; /* m */
  double furthest;            /* that a vertex went, m */
} turning;

static turning turning_of(const scr_world *w, uint32_t wall, double dt) {
  const size_t at = 3 * (size_t)wall;
  const double *spin = scr_col(&w->wall, SCR_WALL_SPIN) + at, *velocity = scr_col(&w->wall, SCR_WALL_VELOCITY) + at;
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
  for (int k = 0; k < 3; k++) r[k] = t->cosine * r[k] + t->sine * ur[k] + (1 - t->cosine) * along * u[k];
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
  const double *spin = scr_col(&w->wall, SCR_WALL_SPIN), *velocity = scr_col(&w->wall, SCR_WALL_VELOCITY);
  for (size_t k = 0; k < 3 * (size_t)w->wall.n; k++)
    if (spin[k] != 0 || velocity[k] != 0) return true;
  return false;
}

void scr_walls_move(scr_world *w, double dt) {
  const uint32_t *of = scr_colu(&w->vertex, SCR_VERTEX_WALL);
  if (!any_driven(w)) return;
  turning *t = scr_alloc(w->wall.n * sizeof *t);
  bool *moves = scr_alloc(w->wall.n * sizeof *moves);
  for (uint32_t k = 0; k < w->wall.n; k++) {
    t[k] = turning_of(w, k, dt);
    moves[k] = t[k].moves;
  }
  for (uint32_t v = 0; v < w->vertex.n; v++)
    if (moves[of[v]]) move_vertex(&t[of[v]], scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v);
  for (uint32_t k = 0; k < w->wall.n; k++) move_wall(w, k, &t[k]);
  add_paths(w, t);
  scr_facets_refresh(w, moves);
  scr_free(t);
  scr_free(moves);
}
