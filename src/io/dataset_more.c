/* Datasets of what there is little of: fractures, measurement regions, geometry sets, the boxes of
 * inlets. One thread makes them. */
#include <string.h>
#include "base/mem.h"
#include "io/dataset_make.h"
#include "world/bodies/inlets.h"
#include "world/fracture/fracture.h"
#include "world/geometry/geom.h"
#include "world/measure/measure.h"

/* The columns of a list, by their places in it. */
enum { MOST_COLUMNS = 8 };
static void add_columns(scr_dataset *s, const scr_quantity *list, double *to[MOST_COLUMNS]) {
  for (int k = 0; list[k].name; k++) to[k] = scr_dataset_real(s, &list[k]);
}

/* The numbers of one thing: in 2D rotations are about z. */
static void put(const scr_dataset *s, const scr_quantity *q, double *to, size_t k,
                const double *v) {
  const int comps = scr_quantity_comps(q, s->dim);
  const int first = q->form == SCR_ROTATION && s->dim == 2 ? 2 : 0;
  for (int c = 0; c < comps; c++) to[k * (size_t)comps + (size_t)c] = v[first + c];
}

/* ---- fractures ---- */

enum { F_SIZE, F_DIP, F_DIRECTION, F_APERTURE, F_COLUMNS };
const scr_quantity scr_fracture_columns[] = {
    [F_SIZE] = SCR_COMPUTED("size", SCR_SCALAR, "m", "Length or diameter."),
    [F_DIP] = SCR_COMPUTED("dip", SCR_SCALAR, "degree", "Dip."),
    [F_DIRECTION] = SCR_COMPUTED("dip-direction", SCR_SCALAR, "degree", "Its direction; in 2D 0."),
    [F_APERTURE] = SCR_COMPUTED("aperture", SCR_SCALAR, "m", "How far its sides are apart."),
    {0}};

double scr_fracture_number(const scr_fracture *f, int column) {
  const double all[F_COLUMNS] = {f->size, f->dip, f->ddir, f->aperture};
  return all[column];
}

static const char *dfn_name(const void *world, uint32_t key) {
  return ((const scr_world *)world)->fractures.dfn[key].name;
}

/* Places of their corners: a disk has the corners that pictures give it. */
static void place_fractures(const scr_world *w, const uint32_t *order, scr_dataset *s) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < s->n; k++) n += scr_fracture_outline(w, order[k], NULL);
  scr_dataset_room(s, n, 0, w->dim == 3);
  n = 0;
  for (uint32_t k = 0; k < s->n; k++) {
    const uint32_t corners = scr_fracture_outline(w, order[k], s->point + 3 * (size_t)n);
    s->corners = SCR_MAX(s->corners, (int)corners);
    if (s->first) s->first[k] = n;
    n += corners;
  }
  if (s->first) s->first[s->n] = n;
}

void scr_dataset_fractures(scr_world *w, scr_dataset *s) {
  const uint32_t *order = scr_fracture_order(w);
  double *to[MOST_COLUMNS];
  s->n = w->fractures.count, s->corners = 2;
  place_fractures(w, order, s);
  uint32_t *id = scr_dataset_whole(s, "id"), *dfn = scr_dataset_whole(s, "dfn"),
           *group = scr_dataset_whole(s, "group");
  add_columns(s, scr_fracture_columns, to);
  for (uint32_t k = 0; k < s->n; k++) {
    const scr_fracture *f = &w->fractures.at[order[k]];
    id[k] = f->id, dfn[k] = f->dfn, group[k] = f->groups;
    for (int c = 0; c < F_COLUMNS; c++) to[c][k] = scr_fracture_number(f, c);
  }
  scr_dataset_label(s, "dfn", w->fractures.ndfn, dfn_name, w);
  scr_dataset_label(s, "group", w->sets.n, scr_dataset_group, w);
}

/* ---- measurement regions: points with radii, as balls ---- */

void scr_dataset_measures(scr_world *w, scr_dataset *s) {
  double *to[SCR_MEASURED];
  s->n = w->nmeasure, s->corners = 1;
  scr_dataset_room(s, s->n, 0, false);
  uint32_t *id = scr_dataset_whole(s, "id");
  for (int q = 0; q < SCR_MEASURED; q++)
    to[q] = q == SCR_MEASURED_POSITION ? NULL : scr_dataset_real(s, &scr_measured_quantity[q]);
  for (uint32_t k = 0; k < s->n; k++) {
    const scr_measure *m = &w->measure[k];
    memcpy(s->point + 3 * (size_t)k, m->x, sizeof m->x);
    id[k] = m->id;
    for (int q = 0; q < SCR_MEASURED; q++) {
      const int comps = scr_quantity_comps(&scr_measured_quantity[q], w->dim);
      if (to[q]) scr_measure_get(w, m, (scr_measured)q, to[q] + (size_t)k * (size_t)comps);
    }
  }
}

/* ---- geometry sets ---- */

/* Things of all sets in the order of points, lines and polygons, as files of VTK want them. */
typedef struct parts {
  scr_dataset *s;
  const uint32_t *base; /* of each set, the row of its first point */
  uint32_t *id, *set, *type, *group;
  size_t n, corners; /* so far */
} parts;

static void add_part(parts *p, uint32_t set, const scr_geom *g, scr_geom_kind kind, uint32_t row,
                     const uint32_t *node, uint32_t n) {
  const size_t k = p->n++;
  p->s->first[k] = (uint32_t)p->corners;
  for (uint32_t c = 0; c < n; c++) p->s->corner[p->corners++] = p->base[set] + node[c];
  p->id[k] = scr_geom_id(g, kind, row);
  p->group[k] = *scr_geom_groups(g, kind, row);
  p->set[k] = set, p->type[k] = kind;
}

/* Which nodes and edges stand for themselves, set by set; how many things and corners of each. */
typedef struct loose {
  bool *node, *edge;
} loose;

static void count_set(scr_geom *g, loose *of, uint32_t *n, size_t *corners, int *most) {
  of->node = scr_alloc(g->n[SCR_GEOM_NODE]);
  of->edge = scr_alloc(g->n[SCR_GEOM_EDGE]);
  scr_geom_loose(g, of->edge, of->node);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++) *n += of->node[k], *corners += of->node[k];
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++)
    *n += of->edge[k], *corners += of->edge[k] ? 2 : 0;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) {
    if (!g->poly[k].closed) continue;
    ++*n, *corners += g->poly[k].n;
    *most = SCR_MAX(*most, (int)g->poly[k].n);
  }
}

static void add_kind(parts *p, uint32_t set, const scr_geom *g, const loose *of,
                     scr_geom_kind kind) {
  for (uint32_t k = 0; k < g->n[kind]; k++)
    if (kind == SCR_GEOM_NODE && of->node[k])
      add_part(p, set, g, kind, k, &k, 1);
    else if (kind == SCR_GEOM_EDGE && of->edge[k])
      add_part(p, set, g, kind, k, g->edge[k].node, 2);
    else if (kind == SCR_GEOM_POLY && g->poly[k].closed)
      add_part(p, set, g, kind, k, g->corner + g->poly[k].first, g->poly[k].n);
}

/* All nodes of all sets are points, one set after the other. */
static void place_nodes(const scr_geoms *sets, uint32_t *base, scr_dataset *s) {
  uint32_t n = 0;
  for (size_t k = 0; k < sets->n; k++) {
    base[k] = n;
    for (uint32_t i = 0; i < sets->item[k]->n[SCR_GEOM_NODE]; i++, n++)
      memcpy(s->point + 3 * (size_t)n, sets->item[k]->node[i].x, 3 * sizeof(double));
  }
}

static const char *set_name(const void *sets, uint32_t key) {
  return ((const scr_geoms *)sets)->item[key]->name;
}
static const char *kind_name(const void *of, uint32_t key) {
  static const char *const name[SCR_GEOM_KINDS] = {"node", "edge", "polygon"};
  SCR_UNUSED(of);
  return name[key];
}

static void fill_geometry(const scr_world *w, const scr_geoms *sets, const loose *of,
                          scr_dataset *s) {
  uint32_t *base = scr_alloc(sets->n * sizeof *base);
  parts p = {.s = s, .base = base};
  p.id = scr_dataset_whole(s, "id"), p.set = scr_dataset_whole(s, "set");
  p.type = scr_dataset_whole(s, "type"), p.group = scr_dataset_whole(s, "group");
  place_nodes(sets, base, s);
  for (int kind = 0; kind < SCR_GEOM_KINDS; kind++)
    for (size_t k = 0; k < sets->n; k++)
      add_kind(&p, (uint32_t)k, sets->item[k], &of[k], (scr_geom_kind)kind);
  s->first[p.n] = (uint32_t)p.corners;
  scr_dataset_label(s, "set", sets->n, set_name, sets);
  scr_dataset_label(s, "type", SCR_GEOM_KINDS, kind_name, NULL);
  scr_dataset_label(s, "group", w->sets.n, scr_dataset_group, w);
  scr_free(base);
}

void scr_dataset_geometry(const scr_world *w, scr_geoms *sets, scr_dataset *s) {
  static const scr_geoms none;
  const scr_geoms *all = sets ? sets : &none;
  loose *of = scr_alloc(all->n * sizeof *of);
  size_t corners = 0;
  uint32_t nodes = 0;
  s->n = 0, s->corners = 2;
  for (size_t k = 0; k < all->n; k++) {
    nodes += all->item[k]->n[SCR_GEOM_NODE];
    count_set(all->item[k], &of[k], &s->n, &corners, &s->corners);
  }
  scr_dataset_room(s, nodes, SCR_MAX(corners, (size_t)1), true);
  fill_geometry(w, all, of, s);
  for (size_t k = 0; k < all->n; k++) scr_free(of[k].node), scr_free(of[k].edge);
  scr_free(of);
}

/* ---- inlets: a thing is a side of a box ---- */

enum { I_FLOW, I_VELOCITY, I_SPIN };
const scr_quantity scr_inlet_columns[] = {
    [I_FLOW] =
        SCR_COMPUTED("flow-velocity", SCR_VECTOR, "m/s", "Of balls that enter, without the box."),
    [I_VELOCITY] = SCR_COMPUTED("velocity", SCR_VECTOR, "m/s", "Of the box."),
    [I_SPIN] = SCR_COMPUTED("spin", SCR_ROTATION, "rad/s", "Angular velocity of the box."),
    {0}};

typedef struct sides {
  scr_dataset *s;
  uint32_t *id, *brick, *active, *opens, *group;
  double *to[MOST_COLUMNS];
} sides;

/* Side number `side`, at the upper end of its axis if odd; its corners follow each other round. */
static void add_side(const sides *a, const scr_world *w, const scr_inlet *i, double corner[8][3],
                     uint32_t k, int side) {
  const int axis = side / 2, upper = side % 2, u = (axis + 1) % w->dim, v = (axis + 2) % w->dim;
  double flow[3];
  for (int c = 0; c < a->s->corners; c++) {
    const int along = c == 1 || c == 2, up = c >= 2,
              bits = upper << axis | along << u | (w->dim == 3 ? up << v : 0);
    memcpy(a->s->point + 3 * ((size_t)k * (size_t)a->s->corners + (size_t)c), corner[bits],
           3 * sizeof(double));
  }
  a->id[k] = i->id, a->brick[k] = i->brick, a->active[k] = i->active, a->group[k] = i->groups;
  a->opens[k] = upper ? i->flow[axis] > 0 : i->flow[axis] < 0;
  scr_inlet_flow(i, flow);
  put(a->s, &scr_inlet_columns[I_FLOW], a->to[I_FLOW], k, flow);
  put(a->s, &scr_inlet_columns[I_VELOCITY], a->to[I_VELOCITY], k, i->velocity);
  put(a->s, &scr_inlet_columns[I_SPIN], a->to[I_SPIN], k, i->spin);
}

/* Inlets whose brick is gone have no box. */
void scr_dataset_inlets(const scr_world *w, scr_dataset *s) {
  double corner[8][3];
  const uint32_t each = 2 * (uint32_t)w->dim;
  uint32_t n = 0;
  s->n = 0, s->corners = w->dim == 3 ? 4 : 2;
  for (uint32_t k = 0; k < w->ninlet; k++)
    s->n += scr_inlet_corners(w, &w->inlet[k], corner) ? each : 0;
  scr_dataset_room(s, s->n * (uint32_t)s->corners, 0, false);
  sides a = {.s = s};
  a.id = scr_dataset_whole(s, "id"), a.brick = scr_dataset_whole(s, "brick");
  a.active = scr_dataset_whole(s, "active"), a.opens = scr_dataset_whole(s, "opens");
  a.group = scr_dataset_whole(s, "group");
  add_columns(s, scr_inlet_columns, a.to);
  for (uint32_t k = 0; k < w->ninlet; k++) {
    const scr_inlet now = scr_inlet_now(w, &w->inlet[k]);
    if (!scr_inlet_corners(w, &now, corner)) continue;
    for (uint32_t side = 0; side < each; side++) add_side(&a, w, &now, corner, n++, (int)side);
  }
  scr_dataset_label(s, "group", w->sets.n, scr_dataset_group, w);
}
