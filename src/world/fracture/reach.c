/* See reach.h: Dijkstra's shortest ways. */
#include "world/fracture/reach.h"

#include <math.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "world/fracture/density.h"
#include "world/fracture/meeting.h"

/* A place where the way may pass: a middle of an intersection. */
typedef struct node {
  double x[3];
  uint32_t in[2]; /* the chosen fractures there, by number; SCR_NONE: the start */
  double reach;   /* the least so far */
  bool done;
} node;

typedef struct graph {
  node *node;
  size_t n, cap;
  uint32_t *number; /* of a chosen fracture by its place; SCR_NONE: it is not chosen */
  uint32_t *of;     /* nodes of fractures, one after the other */
  size_t *first;    /* of each fracture in `of`, and behind the last */
  double *weight;   /* of a metre in each fracture */
  scr_reach_by by;
} graph;

static void add_node(graph *g, double end[2][3], uint32_t a, uint32_t b, double reach) {
  SCR_GROW(g->node, g->cap, g->n + 1);
  node *new = &g->node[g->n++];
  *new = (node){.in = {a, b}, .reach = reach};
  for (int k = 0; k < 3; k++) new->x[k] = 0.5 * (end[0][k] + end[1][k]);
}

/* ---- nodes ---- */

static double first_step(const graph *g) { return g->by == SCR_REACH_LEVEL ? 1 : 0; }

static void meet_fractures(const scr_world *w, graph *g, uint32_t set, uint32_t start) {
  const scr_fractures *f = &w->fractures;
  for (size_t k = 0; k < f->ninter; k++) {
    scr_inter i = f->inter[k];
    uint32_t in[2];
    bool from_start = false, all = true;
    if (i.set != set || !i.fracture[1]) continue;
    for (int e = 0; e < 2; e++) {
      in[e] = g->number[scr_fracture_find(w, i.fracture[e])];
      from_start |= i.fracture[e] == start;
      all &= in[e] != SCR_NONE || i.fracture[e] == start;
    }
    if (all) add_node(g, i.end, in[0], in[1], from_start ? first_step(g) : HUGE_VAL);
  }
}

static void meet_patch(const scr_world *w, graph *g, const scr_patch *p, const uint32_t *places,
                       const scr_extent *e, size_t n) {
  double end[2][3];
  for (size_t i = 0; i < n; i++)
    if (scr_patch_met(w, p, places[i], &e[i], end))
      add_node(g, end, (uint32_t)i, SCR_NONE, first_step(g));
}

static bool meet_geometry(const scr_world *w, scr_diag *d, graph *g, const scr_geom *s,
                          const uint32_t *places, size_t n) {
  const scr_geom_kind kind = w->dim == 2 ? SCR_GEOM_EDGE : SCR_GEOM_POLY;
  const uint32_t count = s->n[kind];
  scr_extent *e = scr_fracture_extents(w, places, n);
  bool ok = true;
  for (uint32_t k = 0; k < count && (ok = !scr_interrupted(d)); k++) {
    const scr_patch p = scr_patch_of(s, kind, k);
    meet_patch(w, g, &p, places, e, n);
    scr_free(p.corner);
  }
  scr_free(e);
  return ok;
}

/* Nodes by fractures. */
static void sort_nodes(graph *g, size_t n) {
  g->first = scr_alloc((n + 2) * sizeof *g->first);
  g->of = scr_alloc(SCR_MAX(2 * g->n, (size_t)1) * sizeof *g->of);
  for (size_t k = 0; k < g->n; k++)
    for (int e = 0; e < 2; e++)
      if (g->node[k].in[e] != SCR_NONE) g->first[g->node[k].in[e] + 2]++;
  for (size_t k = 2; k < n + 2; k++) g->first[k] += g->first[k - 1];
  for (uint32_t k = 0; k < g->n; k++)
    for (int e = 0; e < 2; e++)
      if (g->node[k].in[e] != SCR_NONE) g->of[g->first[g->node[k].in[e] + 1]++] = k;
}

/* ---- ways ---- */

typedef struct heap {
  struct item {
    double reach;
    uint32_t node;
  } * at;
  size_t n, cap;
} heap;

static void push(heap *h, double reach, uint32_t which) {
  SCR_GROW(h->at, h->cap, h->n + 1);
  size_t k = h->n++;
  for (; k && h->at[(k - 1) / 2].reach > reach; k = (k - 1) / 2) h->at[k] = h->at[(k - 1) / 2];
  h->at[k] = (struct item){reach, which};
}

static struct item pop(heap *h) {
  const struct item least = h->at[0], last = h->at[--h->n];
  size_t k = 0;
  for (size_t c; (c = 2 * k + 1) < h->n; k = c) {
    if (c + 1 < h->n && h->at[c + 1].reach < h->at[c].reach) c++;
    if (last.reach <= h->at[c].reach) break;
    h->at[k] = h->at[c];
  }
  h->at[k] = last;
  return least;
}

static double step_of(const graph *g, uint32_t fracture, const node *a, const node *b) {
  if (g->by == SCR_REACH_LEVEL) return 1;
  const double d[3] = {b->x[0] - a->x[0], b->x[1] - a->x[1], b->x[2] - a->x[2]};
  return sqrt(scr_dot3(d, d)) * g->weight[fracture];
}

/* From a node that is done to all others in its fractures. */
static void spread(graph *g, heap *h, uint32_t from) {
  const node *a = &g->node[from];
  for (int e = 0; e < 2; e++) {
    if (a->in[e] == SCR_NONE) continue;
    for (size_t k = g->first[a->in[e]]; k < g->first[a->in[e] + 1]; k++) {
      node *b = &g->node[g->of[k]];
      const double reach = a->reach + step_of(g, a->in[e], a, b);
      if (b->done || reach >= b->reach) continue;
      b->reach = reach;
      push(h, reach, g->of[k]);
    }
  }
}

static bool find_ways(graph *g, scr_diag *d) {
  heap h = {0};
  bool ok = true;
  for (uint32_t k = 0; k < g->n; k++)
    if (g->node[k].reach < HUGE_VAL) push(&h, g->node[k].reach, k);
  while (h.n && ok) {
    const struct item next = pop(&h);
    if (g->node[next.node].done) continue;
    g->node[next.node].done = true;
    spread(g, &h, next.node);
    ok = !scr_interrupted(d);
  }
  scr_free(h.at);
  return ok;
}

/* ---- all of it ---- */

static double weight_of(const scr_fracture *f, scr_reach_by by) {
  const double a = f->aperture;
  return by == SCR_REACH_APERTURE ? 1 / a : by == SCR_REACH_CUBIC ? 1 / (a * a * a) : 1;
}

static void number(const scr_world *w, graph *g, const uint32_t *places, size_t n) {
  const size_t room = SCR_MAX(w->fractures.n, (size_t)1);
  g->number = scr_alloc(room * sizeof *g->number);
  g->weight = scr_alloc(SCR_MAX(n, (size_t)1) * sizeof *g->weight);
  for (size_t k = 0; k < room; k++) g->number[k] = SCR_NONE;
  for (size_t k = 0; k < n; k++) {
    g->number[places[k]] = (uint32_t)k;
    g->weight[k] = weight_of(&w->fractures.at[places[k]], g->by);
  }
}

/* Of each fracture the least of its nodes; the start itself is not away at all. */
static double *gather(const scr_world *w, const graph *g, uint32_t start, const uint32_t *places,
                      size_t n) {
  double *reach = scr_alloc(SCR_MAX(n, (size_t)1) * sizeof *reach);
  for (size_t k = 0; k < n; k++) {
    double least = HUGE_VAL;
    for (size_t i = g->first[k]; i < g->first[k + 1]; i++)
      least = SCR_MIN(least, g->node[g->of[i]].reach);
    reach[k] = start && w->fractures.at[places[k]].id == start ? 0 : least < HUGE_VAL ? least : -1;
  }
  return reach;
}

bool scr_fractures_reach(scr_world *w, scr_diag *d, uint32_t set, scr_reach_by by, uint32_t start,
                         const scr_geom *s, const uint32_t *places, size_t n, double **reach) {
  graph g = {.by = by};
  number(w, &g, places, n);
  meet_fractures(w, &g, set, start);
  bool ok = !s || meet_geometry(w, d, &g, s, places, n);
  if (ok) sort_nodes(&g, n);
  ok = ok && find_ways(&g, d);
  *reach = ok ? gather(w, &g, start, places, n) : NULL;
  scr_free(g.node), scr_free(g.number);
  scr_free(g.of), scr_free(g.first), scr_free(g.weight);
  return ok;
}
