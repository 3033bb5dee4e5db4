/* Items of pictures that touch nothing: measurement regions, geometry sets, inlets, servos. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/vec3.h"
#include "cmd/attribute.h"
#include "cmd/view_builder.h"
#include "world/bodies/inlets.h"
#include "world/bodies/servos.h"
#include "world/geometry/geom.h"
#include "world/measure/measure.h"
#include "world/shapes/shape.h"

typedef scr_builder builder;

/* ---- measurement regions ---- */

/* Across an axis, of so many straight pieces. */
static void add_circle(builder *b, const scr_measure *m, int axis, double pixels, scr_rgba color) {
  enum { PIECES = 72 };
  double before[3] = {0}, x[3];
  for (int k = 0; k <= PIECES; k++) {
    double s, c;
    scr_sincos_degrees(360.0 / PIECES * k, &s, &c);
    memcpy(x, m->x, sizeof x);
    x[(axis + 1) % 3] += m->r * c, x[(axis + 2) % 3] += m->r * s;
    if (k) scr_view_line(b, before, x, pixels, color);
    if (k) scr_view_lift(b, 1.9);
    memcpy(before, x, sizeof before);
  }
}

static void tint_measures(builder *b, const scr_view_item *i, const uint32_t *rows, scr_tint *t) {
  for (size_t k = 0; t->value && k < t->n; k++) {
    const scr_measure *m = &b->w->measure[rows[k]];
    double v[SCR_MOST_COMPS];
    t->value[k] = m->id;
    if (i->by == SCR_BY_ID) continue;
    scr_measure_get(b->w, m, (scr_measured)i->q, v);
    t->value[k] = scr_tint_quantity(i, &scr_measured_quantity[i->q], b->w->dim, v);
  }
  scr_tint_end(t, b->keep);
}

bool scr_view_add_measures(builder *b, const scr_view_item *i) {
  scr_range *r = NULL;
  uint32_t *rows = NULL;
  size_t n = 0;
  scr_tint t = {0};
  char title[128];
  const bool ok = scr_view_range(b, i, &r) && scr_range_measures(b->s, r, &rows, &n);
  if (ok) scr_tint_begin(&t, i, n, b->view->dark ? 0xF2C14EFFu : 0xB5482BFFu, 1, SCR_RAMP_LAKE);
  if (ok) tint_measures(b, i, rows, &t);
  for (size_t k = 0; ok && k < n; k++)
    for (int axis = b->w->dim == 2 ? 2 : 0; axis < 3; axis++)
      add_circle(b, &b->w->measure[rows[k]], axis, t.value ? 3 : 1.6, scr_tint_of(&t, k));
  if (ok) scr_view_title(b->w->dim, scr_measured_quantity, i, "measure ", title);
  if (ok) scr_tint_legend(&t, title, b->caption, b->arena);
  scr_tint_free(&t);
  scr_range_free(r);
  scr_free(rows);
  return ok;
}

/* ---- geometry sets ---- */

/* A polygon, an edge of none, or a node of neither, in the order in which they are drawn. */
typedef struct part {
  const scr_geom *g;
  scr_geom_kind kind;
  uint32_t row;
} part;

typedef struct parts {
  part *at;
  size_t n, cap;
} parts;

static void add_part(parts *p, const scr_geom *g, scr_geom_kind kind, uint32_t row) {
  SCR_GROW(p->at, p->cap, p->n + 1);
  p->at[p->n++] = (part){g, kind, row};
}

/* The polygons at each edge that are drawn: the first two, and how many. */
typedef struct side {
  uint32_t poly[2], n;
} side;

static uint32_t edge_of(scr_geom *g, const scr_geom_poly *p, uint32_t c) {
  return scr_geom_edge_find(g, g->corner[p->first + c], g->corner[p->first + (c + 1) % p->n]);
}

static side *sides_of(scr_geom *g, const bool *drawn) {
  side *sides = scr_alloc(g->n[SCR_GEOM_EDGE] * sizeof *sides);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++)
    for (uint32_t c = 0; g->poly[k].closed && drawn[k] && c < g->poly[k].n; c++) {
      const uint32_t e = edge_of(g, &g->poly[k], c);
      if (e == SCR_NONE) continue;
      if (sides[e].n < 2) sides[e].poly[sides[e].n] = k;
      sides[e].n++;
    }
  return sides;
}

static void normal_of(const scr_geom *g, uint32_t poly, double n[3]) {
  const scr_geom_poly *p = &g->poly[poly];
  double *x = scr_alloc(3 * (size_t)p->n * sizeof *x);
  for (uint32_t k = 0; k < p->n; k++)
    memcpy(x + 3 * (size_t)k, g->node[g->corner[p->first + k]].x, 3 * sizeof *x);
  scr_newell(x, p->n, x, n);
  scr_free(x);
}

/* Two polygons that meet there bend by less than some 15 degrees; either may be turned round. */
static bool is_flat(const scr_geom *g, const side *s) {
  double n[2][3];
  if (s->n != 2) return false;
  for (int k = 0; k < 2; k++) normal_of(g, s->poly[k], n[k]);
  const double cosine = scr_dot3(n[0], n[1]);
  return cosine * cosine > 0.966 * 0.966 * scr_dot3(n[0], n[0]) * scr_dot3(n[1], n[1]);
}

static void add_outline(builder *b, const scr_view_item *i, const scr_geom *g, const side *sides) {
  if (i->bare || b->w->dim == 2) return; /* there the sides are all there is to see */
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++) {
    const side *s = &sides[k];
    if (!s->n || (!i->meshed && !i->hollow && is_flat(g, s))) continue;
    scr_view_line(b, g->node[g->edge[k].node[0]].x, g->node[g->edge[k].node[1]].x, 1.3,
                  i->has_edge ? i->edge : scr_view_line_color(b));
  }
}

/* Edges that are sides of polygons are drawn with these, nodes with their edges. */
static void collect(scr_geom *g, bool *const marked[SCR_GEOM_KINDS], parts *p) {
  bool *edge = scr_alloc(g->n[SCR_GEOM_EDGE]), *node = scr_alloc(g->n[SCR_GEOM_NODE]);
  scr_geom_loose(g, edge, node);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++)
    if (g->poly[k].closed && marked[SCR_GEOM_POLY][k]) add_part(p, g, SCR_GEOM_POLY, k);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++)
    if (edge[k] && marked[SCR_GEOM_EDGE][k]) add_part(p, g, SCR_GEOM_EDGE, k);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++)
    if (node[k] && marked[SCR_GEOM_NODE][k]) add_part(p, g, SCR_GEOM_NODE, k);
  scr_free(edge);
  scr_free(node);
}

static bool add_set(builder *b, const scr_view_item *i, const scr_range *r, scr_geom *g, parts *p) {
  bool *marked[SCR_GEOM_KINDS] = {0}, ok = true;
  for (int kind = 0; ok && kind < SCR_GEOM_KINDS; kind++)
    ok = scr_range_geometry(b->s, r, g, (scr_geom_kind)kind, &marked[kind]);
  if (ok) {
    side *sides = sides_of(g, marked[SCR_GEOM_POLY]);
    collect(g, marked, p);
    add_outline(b, i, g, sides);
    scr_free(sides);
  }
  for (int kind = 0; kind < SCR_GEOM_KINDS; kind++) scr_free(marked[kind]);
  return ok;
}

static void add_triangles(builder *b, const part *p, scr_rgba color) {
  scr_shape s = {0};
  scr_geom_cut(p->g, p->row, &s);
  for (uint32_t k = 0; k < s.nf; k++) {
    scr_face *f = scr_scene_face(b->scene);
    for (int c = 0; c < 3; c++)
      memcpy(f->v[c], s.x + 3 * (size_t)s.facet[3 * (size_t)k + (size_t)c], sizeof f->v[c]);
    f->color = color;
  }
  scr_shape_free(&s);
}

static void add_line(builder *b, const double *a, const double *c, double pixels, scr_rgba color) {
  scr_view_line(b, a, c, pixels, color);
  scr_view_lift(b, 1.7);
}

/* Polygons let through what lies behind them, lines do not unless that is asked for. */
static void draw_part(builder *b, const scr_view_item *i, const part *p, scr_rgba fill) {
  const scr_geom *g = p->g;
  const scr_rgba color = i->opacity < 0 ? fill | 255 : fill;
  if (p->kind == SCR_GEOM_NODE) add_line(b, g->node[p->row].x, g->node[p->row].x, 6, color);
  if (p->kind == SCR_GEOM_EDGE) {
    const uint32_t *end = g->edge[p->row].node;
    add_line(b, g->node[end[0]].x, g->node[end[1]].x, 2.4, color);
  }
  if (p->kind != SCR_GEOM_POLY) return;
  const scr_geom_poly *poly = &g->poly[p->row];
  if (b->w->dim == 3) add_triangles(b, p, i->hollow ? 0 : fill);
  for (uint32_t c = 0; b->w->dim == 2 && c < poly->n; c++)
    add_line(b, g->node[g->corner[poly->first + c]].x,
             g->node[g->corner[poly->first + (c + 1) % poly->n]].x, 2.4, color);
}

static bool tint_parts(builder *b, const scr_view_item *i, const parts *p, scr_tint *t) {
  for (size_t k = 0; k < t->n; k++) {
    const part *at = &p->at[k];
    if (t->value)
      t->value[k] = scr_geom_id(at->g, at->kind, at->row);
    else if (i->by == SCR_BY_SET)
      scr_tint_name(t, k, at->g->name);
    else if (t->group)
      scr_tint_group(t, b->w, k, *scr_geom_groups(at->g, at->kind, at->row));
  }
  scr_tint_end(t, b->keep);
  return scr_view_check_slot(b, i, t);
}

/* A run of hours does not end because a set is gone. */
static bool tell_no_set(builder *b, const scr_view_item *i) {
  scr_diag *d = scr_session_diag(b->s);
  return scr_told_before(b->s, &d->at, i->set) ||
         scr_warn(d, NULL, SCR_E_NAME, "there is no geometry set '%s' to draw", i->set);
}

static bool collect_sets(builder *b, const scr_view_item *i, const scr_range *r, parts *p) {
  const scr_geoms *all = &scr_session_lib(b->s)->geoms;
  if (i->set && !scr_geoms_find(all, i->set)) return tell_no_set(b, i);
  for (size_t k = 0; k < all->n; k++)
    if (!i->set || scr_casecmp(i->set, all->item[k]->name) == 0)
      if (!add_set(b, i, r, all->item[k], p)) return false;
  return true;
}

bool scr_view_add_geometry(builder *b, const scr_view_item *i) {
  scr_range *r = NULL;
  parts p = {0};
  scr_tint t = {0};
  char title[128];
  scr_view_item item = *i; /* coloured by their sets if nothing is said */
  if (item.by == SCR_BY_NOTHING && !item.colored) item.by = SCR_BY_SET;
  bool ok = scr_view_range(b, i, &r) && collect_sets(b, &item, r, &p);
  if (ok) scr_tint_begin(&t, &item, p.n, scr_view_line_color(b), 0.4, SCR_RAMP_LAKE);
  ok = ok && tint_parts(b, &item, &p, &t);
  for (size_t k = 0; ok && k < p.n; k++) draw_part(b, &item, &p.at[k], scr_tint_of(&t, k));
  if (ok) scr_view_title(b->w->dim, NULL, &item, "geometry ", title);
  if (ok) scr_tint_legend(&t, title, b->caption, b->arena);
  scr_tint_free(&t);
  scr_range_free(r);
  scr_free(p.at);
  return ok;
}

/* ---- inlets ---- */

static void add_box(builder *b, double corner[8][3], scr_rgba color) {
  const int n = b->w->dim == 3 ? 8 : 4;
  for (int k = 0; k < n; k++)
    for (int axis = 0; axis < b->w->dim; axis++)
      if (!(k >> axis & 1)) add_line(b, corner[k], corner[k | 1 << axis], 1.8, color);
}

/* How far the box reaches from its middle along a direction of the model, m. */
static double reach_of(const builder *b, double corner[8][3], const double d[3]) {
  double reach = HUGE_VAL;
  for (int axis = 0; axis < b->w->dim; axis++) {
    double half[3];
    for (int c = 0; c < 3; c++) half[c] = 0.5 * (corner[1 << axis][c] - corner[0][c]);
    const double along = fabs(scr_dot3(half, d));
    if (along > 0) reach = SCR_MIN(reach, scr_dot3(half, half) / along);
  }
  return reach;
}

/* So long along a unit vector, to the tip, with two barbs, in 3D four. */
static void add_arrow(builder *b, const double tip[3], const double d[3], double reach,
                      scr_rgba color) {
  double across[2][3], from[3], x[3];
  const double other[3] = {0, fabs(d[2]) > 0.9, b->w->dim == 2 || fabs(d[2]) <= 0.9};
  scr_cross3(d, other, across[0]);
  const double size = sqrt(scr_dot3(across[0], across[0]));
  for (int c = 0; c < 3; c++) across[0][c] /= size;
  scr_cross3(d, across[0], across[1]);
  for (int c = 0; c < 3; c++) from[c] = tip[c] - reach * d[c];
  add_line(b, from, tip, 2.4, color);
  for (int barb = 0; barb < 2 * (b->w->dim - 1); barb++) {
    const double *aside = across[barb / 2], sign = barb % 2 ? 0.15 : -0.15;
    for (int c = 0; c < 3; c++) x[c] = tip[c] - reach * (0.3 * d[c] + sign * aside[c]);
    add_line(b, tip, x, 2.4, color);
  }
}

/* From the middle to where balls leave the box. */
static void add_flow(builder *b, const scr_inlet *i, double corner[8][3], scr_rgba color) {
  double d[3], tip[3];
  scr_inlet_flow(i, d);
  const double speed = sqrt(scr_dot3(d, d));
  if (!(speed > 0)) return;
  for (int c = 0; c < 3; c++) d[c] /= speed;
  const double reach = reach_of(b, corner, d);
  for (int c = 0; c < 3; c++) tip[c] = i->x[c] + reach * d[c];
  add_arrow(b, tip, d, reach, color);
}

static bool tint_inlets(builder *b, const scr_view_item *i, scr_tint *t) {
  for (size_t k = 0; k < t->n; k++)
    if (t->value)
      t->value[k] = b->w->inlet[k].id;
    else if (i->by == SCR_BY_STATE)
      scr_tint_name(t, k, b->w->inlet[k].active ? "feeds" : "off");
    else if (t->group)
      scr_tint_group(t, b->w, k, b->w->inlet[k].groups);
  scr_tint_end(t, b->keep);
  return scr_view_check_slot(b, i, t);
}

static void draw_inlet(builder *b, uint32_t k, scr_rgba color) {
  const scr_inlet now = scr_inlet_now(b->w, &b->w->inlet[k]);
  double corner[8][3];
  const size_t first = b->scene->nrod;
  if (!scr_inlet_corners(b->w, &now, corner))
    return; /* the next cycle tells that its brick is gone */
  add_box(b, corner, color);
  add_flow(b, &now, corner, color);
  for (size_t r = first; r < b->scene->nrod; r++) b->scene->rod[r].whole = true;
}

bool scr_view_add_inlets(builder *b, const scr_view_item *i) {
  scr_tint t;
  char title[128];
  scr_view_item item = *i; /* coloured by whether they feed if nothing is said */
  if (item.by == SCR_BY_NOTHING && !item.colored) item.by = SCR_BY_STATE;
  scr_tint_begin(&t, &item, b->w->ninlet, scr_view_line_color(b), 1, SCR_RAMP_LAKE);
  if (item.by == SCR_BY_STATE) t.none = "off", t.first = 2; /* not the colours of sets */
  const bool ok = tint_inlets(b, &item, &t);
  for (uint32_t k = 0; ok && k < b->w->ninlet; k++) draw_inlet(b, k, scr_tint_of(&t, k));
  scr_view_title(b->w->dim, NULL, &item, "inlet ", title);
  if (ok) scr_tint_legend(&t, title, b->caption, b->arena);
  scr_tint_free(&t);
  return ok;
}

/* ---- servos ---- */

static const scr_servo *servo_of(const builder *b, uint32_t wall) {
  return scr_servo_find(b->w, scr_wall_piece.id(b->w, wall));
}

/* To the middle of the wall's vertices, a quarter as long as its box is wide. */
static void draw_servo(builder *b, const scr_servo *s, uint32_t wall, scr_rgba color) {
  const double force = sqrt(scr_dot3(s->force, s->force));
  double lo[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, hi[3], middle[3], d[3], wide = 0;
  for (int c = 0; c < 3; c++) hi[c] = -HUGE_VAL;
  if (!(force > 0)) return;
  for (uint32_t v = 0; v < b->w->vertex.n; v++) {
    if (*(const uint32_t *)scr_table_at(&b->w->vertex, SCR_VERTEX_WALL, v) != wall) continue;
    const double *x = scr_table_at(&b->w->vertex, SCR_VERTEX_POSITION, v);
    for (int c = 0; c < 3; c++) lo[c] = SCR_MIN(lo[c], x[c]), hi[c] = SCR_MAX(hi[c], x[c]);
  }
  for (int c = 0; c < 3; c++) {
    middle[c] = 0.5 * (lo[c] + hi[c]);
    d[c] = s->force[c] / force;
    wide += (hi[c] - lo[c]) * (hi[c] - lo[c]);
  }
  const size_t first = b->scene->nrod;
  add_arrow(b, middle, d, 0.25 * sqrt(wide), color);
  for (size_t r = first; r < b->scene->nrod; r++) b->scene->rod[r].whole = true;
}

static bool tint_servos(builder *b, const scr_view_item *i, const uint32_t *rows, scr_tint *t) {
  for (size_t k = 0; k < t->n; k++) {
    if (t->value) t->value[k] = scr_wall_piece.id(b->w, rows[k]);
    if (i->by == SCR_BY_STATE) scr_tint_name(t, k, servo_of(b, rows[k])->active ? "drives" : "off");
  }
  scr_tint_end(t, b->keep);
  return true;
}

bool scr_view_add_servos(builder *b, const scr_view_item *i) {
  scr_range *r = NULL;
  uint32_t *rows = NULL;
  size_t all = 0, n = 0;
  scr_tint t = {0};
  char title[128];
  scr_view_item item = *i; /* coloured by whether they drive if nothing is said */
  if (item.by == SCR_BY_NOTHING && !item.colored) item.by = SCR_BY_STATE;
  const bool ok = scr_view_range(b, i, &r) && scr_range_walls(b->s, r, &rows, &all);
  for (size_t k = 0; ok && k < all; k++)
    if (servo_of(b, rows[k])) rows[n++] = rows[k];
  if (ok) {
    scr_tint_begin(&t, &item, n, scr_view_line_color(b), 1, SCR_RAMP_LAKE);
    if (item.by == SCR_BY_STATE) t.none = "off", t.first = 2; /* not the colours of sets */
    tint_servos(b, &item, rows, &t);
    for (size_t k = 0; k < n; k++) draw_servo(b, servo_of(b, rows[k]), rows[k], scr_tint_of(&t, k));
    scr_view_title(b->w->dim, NULL, &item, "servo ", title);
    scr_tint_legend(&t, title, b->caption, b->arena);
  }
  scr_tint_free(&t);
  scr_range_free(r);
  scr_free(rows);
  return ok;
}
