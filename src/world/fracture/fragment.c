/* Fragments: see fragment.h. Bodies are nodes, balls in order of id and then walls in order of id;
 * a component's root is its lowest node. */
#include "world/fracture/fragment.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/sort.h"
#include "world/facets/facets.h"
#include "world/state/checks.h"
#include "world/state/rows.h"

typedef struct graph {
  scr_world *w;
  uint32_t n, balls; /* nodes; those below `balls` are balls */
  uint32_t *row;     /* of each node */
  uint32_t *node;    /* of each row of balls, then of walls */
  uint32_t *up;      /* towards the root */
  uint32_t *count;   /* of nodes, by root */
  double *volume;    /* by root */
  uint32_t *label;   /* by root: the id that it gets; 0: none yet, or none */
  uint32_t *parent;  /* by root */
  int32_t *cell;     /* 3 a node: periods by which it is moved to be beside the one above it */
  uint8_t *closed;   /* by root: axes (a bit each) along which a way through bonds goes round */
} graph;

/* ---- nodes ---- */

static uint32_t wall_id(const scr_world *w, uint32_t row) {
  return *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, row);
}

static uint32_t ball_id(const scr_world *w, uint32_t row) {
  return *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, row);
}

static void number_walls(graph *g) {
  const uint32_t n = g->w->wall.n;
  uint32_t *key = scr_alloc(n * sizeof *key), *scratch = scr_alloc(2 * (size_t)n * sizeof *scratch);
  for (uint32_t k = 0; k < n; k++) key[k] = wall_id(g->w, k), g->row[g->balls + k] = k;
  scr_sort_u32(key, g->row + g->balls, n, scratch, scratch + n);
  for (uint32_t k = 0; k < n; k++) g->node[g->balls + g->row[g->balls + k]] = g->balls + k;
  scr_free(scratch);
  scr_free(key);
}

static void graph_new(graph *g, scr_world *w) {
  *g = (graph){.w = w, .n = w->ball.n + w->wall.n, .balls = w->ball.n};
  const uint32_t *order = scr_ball_order(w);
  g->row = scr_alloc(g->n * sizeof *g->row);
  g->node = scr_alloc(g->n * sizeof *g->node);
  g->up = scr_alloc(g->n * sizeof *g->up);
  g->count = scr_alloc(g->n * sizeof *g->count);
  g->volume = scr_alloc(g->n * sizeof *g->volume);
  g->label = scr_alloc(g->n * sizeof *g->label);
  g->parent = scr_alloc(g->n * sizeof *g->parent);
  g->cell = scr_alloc(3 * (size_t)g->n * sizeof *g->cell);
  g->closed = scr_alloc(g->n * sizeof *g->closed);
  for (uint32_t k = 0; k < g->balls; k++) g->row[k] = order[k], g->node[order[k]] = k;
  number_walls(g);
  for (uint32_t k = 0; k < g->n; k++) g->up[k] = k;
}

static void graph_free(graph *g) {
  scr_free(g->row);
  scr_free(g->node);
  scr_free(g->up);
  scr_free(g->count);
  scr_free(g->volume);
  scr_free(g->label);
  scr_free(g->parent);
  scr_free(g->cell);
  scr_free(g->closed);
}

/* Whatever a file says of how often balls went through sides. */
static int32_t cells(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static int32_t cells_less(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }

static int32_t *cell_at(const graph *g, uint32_t k) { return g->cell + 3 * (size_t)k; }

static uint32_t root_of(graph *g, uint32_t k) {
  for (; g->up[k] != k; k = g->up[k]) {
    for (int c = 0; c < 3; c++) cell_at(g, k)[c] = cells(cell_at(g, k)[c], cell_at(g, g->up[k])[c]);
    g->up[k] = g->up[g->up[k]];
  }
  return k;
}

/* As seen from the root. */
static void cell_of(const graph *g, uint32_t k, int32_t cell[3]) {
  memset(cell, 0, 3 * sizeof *cell);
  for (; g->up[k] != k; k = g->up[k])
    for (int c = 0; c < 3; c++) cell[c] = cells(cell[c], cell_at(g, k)[c]);
}

/* Node b is moved by so many periods to be beside a. */
static void join(graph *g, uint32_t a, uint32_t b, const int32_t step[3]) {
  const uint32_t ra = root_of(g, a), rb = root_of(g, b), root = SCR_MIN(ra, rb),
                 below = SCR_MAX(ra, rb);
  int32_t of_a[3], of_b[3];
  cell_of(g, a, of_a), cell_of(g, b, of_b);
  for (int c = 0; c < 3; c++) {
    const int32_t off = cells_less(cells(of_a[c], step[c]), of_b[c]);
    if (ra == rb)
      g->closed[root] = (uint8_t)(g->closed[root] | (off != 0) << c);
    else
      cell_at(g, below)[c] = ra < rb ? off : cells_less(0, off);
  }
  if (ra == rb) return;
  g->up[below] = root;
  g->closed[root] = (uint8_t)(g->closed[root] | g->closed[below]);
}

static uint64_t number_of(const graph *g, uint32_t k) {
  return k < g->balls ? ball_id(g->w, g->row[k]) : SCR_FRAGMENT_WALL | wall_id(g->w, g->row[k]);
}

/* Of a ball: a sphere, or a disk of unit thickness. */
static double volume_of(const graph *g, uint32_t k) {
  if (k >= g->balls) return 0;
  const double r = g->w->pose[g->row[k]].r;
  return g->w->dim == 3 ? 4.0 / 3.0 * SCR_PI * (r * r * r) : SCR_PI * (r * r);
}

/* ---- who hangs together ---- */

static uint32_t end_node(const graph *g, scr_contact c, int end) {
  scr_kind kind;
  uint32_t row;
  scr_contact_end(g->w, c, end, &kind, &row);
  if (kind == SCR_K_BALL) return g->node[row];
  return g->node[g->balls + *(const uint32_t *)scr_table_at(&g->w->facet, SCR_FACET_WALL, row)];
}

/* Periods by which end 2 is moved to be beside end 1, as the contact sees them. */
static void step_of(const scr_world *w, scr_contact c, int32_t step[3]) {
  const scr_pairs *p = &w->pair[c.type];
  const double *a = w->pose[p->i[c.k]].x;
  double seen[3], way[3];
  if (c.type == SCR_BALL_FACET) /* the ball is moved, not the wall */
    scr_facet_ball_position(w, c.k, seen);
  else
    scr_nearest_way(w, a, w->pose[p->j[c.k]].x, way);
  for (int i = 0; i < 3; i++) {
    const double period = scr_period(w, i), by = c.type == SCR_BALL_FACET
                                                     ? a[i] - seen[i]
                                                     : way[i] - (w->pose[p->j[c.k]].x[i] - a[i]);
    step[i] = period > 0 ? (int32_t)rint(by / period) : 0;
  }
}

static void join_contacts(graph *g, int type) {
  scr_contact *c;
  const size_t n = scr_contact_list(g->w, type, false, &c);
  for (size_t k = 0; k < n; k++) {
    int32_t step[3];
    if (!g->w->fragments.ignore_bonds && scr_contact_bond(g->w, c[k]) < SCR_BOND_HOLDS) continue;
    step_of(g->w, c[k], step);
    join(g, end_node(g, c[k], 0), end_node(g, c[k], 1), step);
  }
  scr_free(c);
}

/* The pieces of a rigid body are one: each has gone through sides as often as its images say. */
static void join_pieces(graph *g) {
  for (uint32_t b = 0; b < g->w->body.n; b++) {
    uint32_t n;
    const uint32_t *piece = scr_body_pieces(g->w, b, &n);
    for (uint32_t k = 1; k < n; k++) {
      const int32_t *first = scr_int_at(&g->w->ball, SCR_BALL_IMAGE, piece[0]),
                    *own = scr_int_at(&g->w->ball, SCR_BALL_IMAGE, piece[k]);
      int32_t step[3];
      for (int c = 0; c < 3; c++) step[c] = cells_less(own[c], first[c]);
      join(g, g->node[piece[0]], g->node[piece[k]], step);
    }
  }
}

static void join_all(graph *g) {
  join_pieces(g);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    if (g->w->fragments.types >> t & 1) join_contacts(g, t);
  for (uint32_t k = 0; k < g->n; k++) {
    const uint32_t root = root_of(g, k);
    g->count[root]++;
    g->volume[root] += volume_of(g, k);
  }
}

/* ---- ids ---- */

/* Is the component with that root a fragment? Walls alone never are. */
static bool counts(const graph *g, uint32_t root) {
  return g->count[root] > 1 || (g->w->fragments.anew && root < g->balls);
}

static uint32_t old_label(const graph *g, uint32_t k) {
  return k < g->balls ? scr_fragment_of_ball(g->w, g->row[k])
                      : scr_fragment_of_wall(g->w, g->row[k]);
}

/* By old id: the root of the largest part, the first of equal ones. */
static uint32_t *find_heirs(graph *g) {
  const uint32_t most = g->w->fragments.max_id;
  uint32_t *heir = scr_alloc(((size_t)most + 1) * sizeof *heir);
  for (uint32_t k = 0; k <= most; k++) heir[k] = SCR_NONE;
  for (uint32_t k = 0; k < g->n; k++) {
    const uint32_t old = old_label(g, k), root = root_of(g, k);
    if (!old || !counts(g, root)) continue;
    if (heir[old] == SCR_NONE || g->volume[root] > g->volume[heir[old]] ||
        (g->volume[root] == g->volume[heir[old]] && root < heir[old]))
      heir[old] = root;
  }
  return heir;
}

/* Old ids go to their heirs, of several the lowest. */
static void inherit(graph *g) {
  uint32_t *heir = find_heirs(g);
  for (uint32_t old = 1; old <= g->w->fragments.max_id; old++)
    if (heir[old] != SCR_NONE && !g->label[heir[old]]) g->label[heir[old]] = old;
  scr_free(heir);
}

/* What broke off has the lowest old id of its bodies for a parent. */
static void find_parents(graph *g) {
  for (uint32_t k = 0; k < g->n; k++) {
    const uint32_t root = root_of(g, k), old = old_label(g, k);
    if (g->label[root] || !old) continue;
    if (!g->parent[root] || old < g->parent[root]) g->parent[root] = old;
  }
}

static void give_labels(graph *g) {
  scr_fragments *f = &g->w->fragments;
  if (f->anew)
    f->max_id = 0;
  else
    inherit(g), find_parents(g);
  for (uint32_t k = 0; k < g->n; k++)
    if (g->up[k] == k && counts(g, k) && !g->label[k]) g->label[k] = ++f->max_id;
}

/* ---- the catalogue ---- */

static void catalog_free(scr_catalog *c) {
  scr_free(c->fragment);
  scr_free(c->body);
}

/* Fragments in order of id with the sizes of their rooms: `root` by id. */
static void lay_out(const graph *g, scr_catalog *c, uint32_t *root, uint32_t *place) {
  for (uint32_t k = 0; k < g->n; k++)
    if (g->up[k] == k && g->label[k]) root[g->label[k]] = k;
  for (uint32_t id = 1; id <= g->w->fragments.max_id; id++) {
    if (root[id] == SCR_NONE) continue;
    SCR_GROW(c->fragment, c->cap, c->n + 1);
    place[id] = (uint32_t)c->n;
    c->fragment[c->n++] = (scr_fragment){
        .id = id, .parent = g->parent[root[id]], .volume = g->volume[root[id]], .first = c->nbody};
    c->nbody += g->count[root[id]];
  }
}

/* How often a body has gone through periodic sides; a wall never has. */
static const int32_t *gone_through(const scr_world *w, bool wall, uint32_t row) {
  static const int32_t never[3];
  return wall ? never : scr_int_at(&w->ball, SCR_BALL_IMAGE, row);
}

/* What is kept of the body of node k. */
static void keep_cell(graph *g, uint32_t k, int32_t kept[3]) {
  const uint32_t root = root_of(g, k);
  const int32_t *image = gone_through(g->w, k >= g->balls, g->row[k]);
  int32_t cell[3];
  cell_of(g, k, cell);
  for (int c = 0; c < 3; c++)
    kept[c] = cells_less(g->closed[root] >> c & 1 ? 0 : cell[c], image[c]);
}

static void fill_bodies(graph *g, scr_catalog *c, const uint32_t *place) {
  scr_fragments *all = &g->w->fragments;
  SCR_GROW(c->body, c->cap_body, c->nbody);
  all->ncell = scr_any_period(g->w) ? 3 * c->nbody : 0;
  SCR_GROW(all->cell, all->cap_cell, all->ncell);
  for (uint32_t k = 0; k < g->n; k++) {
    const uint32_t id = g->label[root_of(g, k)];
    if (!id) continue;
    scr_fragment *f = &c->fragment[place[id]];
    const size_t at = f->first + f->n++;
    c->body[at] = number_of(g, k);
    if (all->ncell) keep_cell(g, k, all->cell + 3 * at);
  }
  for (size_t k = 0; k < c->n; k++) scr_fragment_where(g->w, &c->fragment[k], c->fragment[k].x);
}

static void add_catalog(graph *g) {
  scr_world *w = g->w;
  const size_t ids = (size_t)w->fragments.max_id + 1;
  uint32_t *root = scr_alloc(ids * sizeof *root), *place = scr_alloc(ids * sizeof *place);
  for (size_t k = 0; k < ids; k++) root[k] = SCR_NONE;
  scr_catalog *c = scr_fragment_restore(w);
  c->cycle = w->cycle;
  c->time = w->time;
  lay_out(g, c, root, place);
  fill_bodies(g, c, place);
  scr_fragment_restored(w);
  scr_free(place);
  scr_free(root);
}

/* Where body `at` of the last catalogue is beside the others, added to a sum, m. False: it is gone.
 */
static bool add_body(const scr_world *w, size_t at, double sum[3]) {
  const scr_fragments *f = &w->fragments;
  const uint64_t body = f->catalog[f->n - 1].body[at];
  const bool wall = body & SCR_FRAGMENT_WALL;
  const uint32_t row =
      scr_idmap_get(wall ? &w->wall_by_id : &w->ball_by_id, (uint32_t)body, SCR_NONE);
  if (row == SCR_NONE) return false;
  const double *x = wall ? scr_table_at(&w->wall, SCR_WALL_POSITION, row) : w->pose[row].x;
  const int32_t *cell = f->ncell ? f->cell + 3 * at : NULL, *image = gone_through(w, wall, row);
  for (int c = 0; c < w->dim; c++)
    sum[c] += cell ? x[c] + scr_period(w, c) * cells(cell[c], image[c]) : x[c];
  return true;
}

size_t scr_fragment_where(const scr_world *w, const scr_fragment *f, double x[3]) {
  size_t there = 0;
  memset(x, 0, 3 * sizeof *x);
  for (size_t i = 0; i < f->n; i++) there += add_body(w, f->first + i, x);
  for (int c = 0; c < 3 && there; c++) x[c] /= (double)there;
  scr_into_cell(w, x);
  return there;
}

/* Where a ball of that id stands among the bodies of its fragment. */
static size_t place_of(const scr_catalog *c, const scr_fragment *f, uint32_t ball) {
  size_t lo = f->first, hi = f->first + f->n;
  while (lo + 1 < hi) {
    const size_t mid = lo + (hi - lo) / 2;
    if (c->body[mid] <= ball)
      lo = mid;
    else
      hi = mid;
  }
  return lo;
}

void scr_fragment_begin(scr_world *w, uint32_t row) {
  scr_fragments *f = &w->fragments;
  const uint32_t id = f->ncell ? scr_fragment_of_ball(w, row) : 0;
  if (!id) return;
  const scr_fragment *one = scr_fragment_find(w, f->n - 1, id);
  const size_t at = 3 * place_of(&f->catalog[f->n - 1], one, ball_id(w, row));
  const int32_t *image = scr_int_at(&w->ball, SCR_BALL_IMAGE, row);
  for (size_t c = 0; c < 3; c++) f->cell[at + c] = cells(f->cell[at + c], image[c]);
}

scr_catalog *scr_fragment_restore(scr_world *w) {
  scr_fragments *f = &w->fragments;
  SCR_GROW(f->catalog, f->cap, f->n + 1);
  f->catalog[f->n] = (scr_catalog){0};
  return &f->catalog[f->n++];
}

void scr_fragment_restored(scr_world *w) {
  scr_fragments *f = &w->fragments;
  scr_idmap_free(&f->of_ball);
  scr_idmap_free(&f->of_wall);
  f->of_ball = f->of_wall = (scr_idmap){0};
  if (!f->n) return;
  const scr_catalog *c = &f->catalog[f->n - 1];
  for (size_t k = 0; k < c->n; k++)
    for (size_t i = 0; i < c->fragment[k].n; i++) {
      const uint64_t body = c->body[c->fragment[k].first + i];
      scr_idmap_set(body & SCR_FRAGMENT_WALL ? &f->of_wall : &f->of_ball, (uint32_t)body,
                    c->fragment[k].id);
    }
}

/* ---- what others call ---- */

void scr_fragment_register(scr_world *w, uint32_t types, bool ignore_bonds, bool persist) {
  w->fragments.types = types;
  w->fragments.ignore_bonds = ignore_bonds;
  w->fragments.anew = !persist;
}

bool scr_fragment_compute(scr_world *w, scr_diag *d) {
  graph g;
  if (!w->fragments.types) {
    scr_fail(d, NULL, SCR_E_STATE, "no type of contact is registered for fragments");
    return scr_hint(d, "give `fragment register` first");
  }
  graph_new(&g, w);
  join_all(&g);
  give_labels(&g);
  add_catalog(&g);
  graph_free(&g);
  return true;
}

void scr_fragment_clear(scr_world *w) {
  scr_fragments *f = &w->fragments;
  for (size_t k = 0; k < f->n; k++) catalog_free(&f->catalog[k]);
  f->n = f->ncell = 0;
  f->max_id = 0;
  scr_fragment_restored(w);
}

uint32_t scr_fragment_of_ball(const scr_world *w, uint32_t row) {
  return scr_idmap_get(&w->fragments.of_ball, ball_id(w, row), 0);
}

uint32_t scr_fragment_of_wall(const scr_world *w, uint32_t row) {
  return scr_idmap_get(&w->fragments.of_wall, wall_id(w, row), 0);
}

const scr_fragment *scr_fragment_find(const scr_world *w, size_t k, uint32_t id) {
  const scr_catalog *c = &w->fragments.catalog[k];
  size_t lo = 0, hi = c->n;
  while (lo < hi) {
    const size_t mid = lo + (hi - lo) / 2;
    if (c->fragment[mid].id < id)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < c->n && c->fragment[lo].id == id ? &c->fragment[lo] : NULL;
}

bool scr_fragment_known(const scr_world *w, uint32_t id) {
  for (size_t k = w->fragments.n; k-- > 0;)
    if (scr_fragment_find(w, k, id)) return true;
  return false;
}

static void put_group(scr_world *w, scr_table *t, int column, uint32_t row, const char *group,
                      const char *slot) {
  uint32_t groups = *(const uint32_t *)scr_table_at(t, column, row);
  scr_group_set(w, &groups, group, slot);
  scr_table_write(t, column, row, &groups);
}

void scr_fragment_group(scr_world *w, const char *slot) {
  char group[32];
  for (uint32_t row = 0; row < w->ball.n; row++) {
    const uint32_t id = scr_fragment_of_ball(w, row);
    snprintf(group, sizeof group, "fragment%u", (unsigned)id);
    if (id) put_group(w, &w->ball, SCR_BALL_GROUPS, row, group, slot);
  }
  for (uint32_t row = 0; row < w->wall.n; row++) {
    const uint32_t id = scr_fragment_of_wall(w, row);
    snprintf(group, sizeof group, "fragment%u", (unsigned)id);
    if (id) put_group(w, &w->wall, SCR_WALL_GROUPS, row, group, slot);
  }
}

void scr_fragment_group_isolated(scr_world *w, const char *group, const char *slot) {
  for (uint32_t row = 0; row < w->ball.n; row++) {
    const uint32_t id = scr_fragment_of_ball(w, row);
    const scr_fragment *f = id ? scr_fragment_find(w, w->fragments.n - 1, id) : NULL;
    if (!f || f->n == 1) put_group(w, &w->ball, SCR_BALL_GROUPS, row, group, slot);
  }
}

/* ---- while cycles run ---- */

void scr_fragment_schedule(scr_world *w, uint64_t cycles, double interval, const char *slot) {
  scr_fragments *f = &w->fragments;
  f->every = cycles;
  f->interval = interval;
  f->next = interval > 0 ? w->time + interval : 0;
  char *kept = slot ? scr_strdup(slot) : NULL;
  scr_free(f->slot);
  f->slot = kept;
}

bool scr_fragment_cycle(scr_world *w, scr_diag *d) {
  scr_fragments *f = &w->fragments;
  const bool due =
      f->every ? w->cycle % f->every == 0 : f->interval > 0 && w->time >= f->next * (1 - 1e-12);
  if (!due) return true;
  while (f->interval > 0 && f->next * (1 - 1e-12) <= w->time) f->next += f->interval;
  scr_world_observe(w);
  if (!scr_fragment_compute(w, d)) return false;
  if (f->slot) scr_fragment_group(w, f->slot);
  return true;
}

/* ---- the whole ---- */

void scr_fragments_free(scr_world *w) {
  scr_fragment_clear(w);
  scr_free(w->fragments.catalog);
  scr_free(w->fragments.cell);
  scr_free(w->fragments.slot);
  w->fragments = (scr_fragments){0};
}

size_t scr_fragments_bytes(const scr_world *w) {
  const scr_fragments *f = &w->fragments;
  size_t n = f->cap * sizeof *f->catalog + f->cap_cell * sizeof *f->cell +
             scr_idmap_bytes(&f->of_ball) + scr_idmap_bytes(&f->of_wall);
  for (size_t k = 0; k < f->n; k++)
    n += f->catalog[k].cap * sizeof *f->catalog[k].fragment +
         f->catalog[k].cap_body * sizeof *f->catalog[k].body;
  return n;
}

static bool check_catalog(const scr_world *w, size_t k, scr_buf *why) {
  const scr_catalog *c = &w->fragments.catalog[k];
  size_t bodies = 0;
  for (size_t i = 0; i < c->n; i++) {
    const scr_fragment *f = &c->fragment[i];
    SCR_HOLDS(f->id && f->id <= w->fragments.max_id && (!i || f[-1].id < f->id),
              "fragments of catalogue %zu are not in order", k + 1);
    SCR_HOLDS(f->n && f->first == bodies, "fragment %u has not the bodies it should", f->id);
    bodies += f->n;
  }
  SCR_HOLDS(bodies == c->nbody, "catalogue %zu has bodies in no fragment", k + 1);
  return true;
}

bool scr_check_fragments(const scr_world *w, scr_buf *why) {
  for (size_t k = 0; k < w->fragments.n; k++)
    if ((k + 1 == w->fragments.n || !w->fragments.anew) && !check_catalog(w, k, why)) return false;
  const scr_fragments *f = &w->fragments;
  SCR_HOLDS(!f->ncell || (f->n && f->ncell == 3 * f->catalog[f->n - 1].nbody),
            "the cells of %zu bodies are kept", f->ncell / 3);
  return true;
}
