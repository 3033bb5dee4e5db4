/* Candidate pairs of balls and facets: for each facet, as each periodic image shows it, the balls of the cells near it. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/detect.h"

typedef struct finding {
  scr_world *w;
  struct scr_finder *f;
} finding;

/* A facet as an image shows it to the balls. */
typedef struct image {
  uint32_t facet;
  int at[3];                /* periods by axis that the balls are shifted */
  double lo[3], hi[3];      /* box of the facet where the balls are */
  double normal[3], height; /* its plane: points with normal . x = height */
} image;

static void facet_box(const scr_world *w, uint32_t f, double lo[3], double hi[3]) {
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
  for (int c = 0; c < 3; c++) lo[c] = HUGE_VAL, hi[c] = -HUGE_VAL;
  for (int k = 0; k < w->dim; k++)
    for (int c = 0; c < 3; c++) {
      double x = scr_col(&w->vertex, SCR_VERTEX_POSITION)[3 * (size_t)v[k] + (size_t)c];
      lo[c] = SCR_MIN(lo[c], x), hi[c] = SCR_MAX(hi[c], x);
    }
}

/* Cells [lo, hi) along the fastest axis of a line that may hold balls within `far` of the plane. */
static void cut_by_plane(const scr_grid *g, const scr_level *v, const image *m, int y, int z, double far, int *lo, int *hi) {
  const int *a = g->axis, at[3] = {0, y, z};
  double room = far * (1 + 1e-6), off = -m->height;
  for (int k = 1; k < 3; k++) {
    const int c = a[k];
    off += m->normal[c] * (g->lo[c] + (at[k] + 0.5) * v->size[c]);
    room += fabs(m->normal[c]) * 0.5 * v->size[c];
  }
  const double slope = m->normal[a[0]], from = g->lo[a[0]] + *lo * v->size[a[0]], to = g->lo[a[0]] + *hi * v->size[a[0]];
  const double end[2] = {off + slope * from, off + slope * to};
  if (SCR_MIN(end[0], end[1]) > room || SCR_MAX(end[0], end[1]) < -room) {
    *hi = *lo;
    return;
  }
  if (fabs(slope) < 1e-3) return;
  const double x = -off / slope, half = room / fabs(slope);
  *lo = SCR_MAX(*lo, scr_grid_at(g, v, a[0], x - half));
  *hi = SCR_MIN(*hi, scr_grid_at(g, v, a[0], x + half) + 1);
}

static void test_balls(const finding *j, scr_finder_lane *l, const image *m, uint32_t from, uint32_t to) {
  const scr_world *w = j->w;
  const scr_grid *g = &j->f->grid;
  const scr_near *near = &j->f->near;
  for (uint32_t k = from; k < to; k++) {
    const double r = g->all.x[3][k], far = r + SCR_MAX(near->fixed, near->part * r) + near->skin;
    const double above =
        m->normal[0] * g->all.x[0][k] + m->normal[1] * g->all.x[1][k] + m->normal[2] * g->all.x[2][k] - m->height;
    if (fabs(above) > far * (1 + 1e-6)) continue;
    double p[3], q[3];
    int feature;
    for (int c = 0; c < 3; c++) p[c] = g->all.x[c][k] + m->at[c] * g->period[c];
    if (scr_facet_closest(w, m->facet, p, q, &feature) > far) continue;
    SCR_GROW(l->facet, l->cap_facet, l->nfacet + 1);
    const uint8_t shift = (uint8_t)(m->at[0] + 1 + 3 * (m->at[1] + 1) + 9 * (m->at[2] + 1));
    l->facet[l->nfacet++] = (scr_found_facet){g->all.row[k], m->facet, shift};
  }
}

/* Balls of one class near one image of a facet. */
static void near_image(const finding *j, scr_finder_lane *l, const scr_level *v, const image *m) {
  const scr_grid *g = &j->f->grid;
  const int *a = g->axis;
  int from[3], to[3];
  for (int c = 0; c < 3; c++) {
    if (c < j->w->dim && (m->hi[c] + v->reach < g->lo[c] || m->lo[c] - v->reach > g->hi[c])) return;
    from[c] = scr_grid_at(g, v, c, m->lo[c] - v->reach);
    to[c] = scr_grid_at(g, v, c, m->hi[c] + v->reach) + 1;
  }
  for (int z = from[a[2]]; z < to[a[2]]; z++)
    for (int y = from[a[1]]; y < to[a[1]]; y++) {
      int lo = from[a[0]], hi = to[a[0]];
      cut_by_plane(g, v, m, y, z, v->reach, &lo, &hi);
      const uint32_t line = scr_grid_line(g, v, y, z);
      if (lo < hi) test_balls(j, l, m, v->start[line + (uint32_t)lo], v->start[line + (uint32_t)hi]);
    }
}

static void near_facet(const finding *j, scr_finder_lane *l, uint32_t f) {
  const scr_grid *g = &j->f->grid;
  const double *normal = scr_col(&j->w->facet, SCR_FACET_NORMAL) + 3 * (size_t)f;
  const double *on =
      scr_col(&j->w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)scr_colu(&j->w->facet, SCR_FACET_VERTEX)[3 * (size_t)f];
  double lo[3], hi[3];
  image m = {.facet = f};
  facet_box(j->w, f, lo, hi);
  for (int q = 0; q < 27; q++) {
    const int at[3] = {q % 3 - 1, q / 3 % 3 - 1, q / 9 - 1};
    bool possible = true;
    for (int c = 0; c < 3; c++) possible &= at[c] == 0 || g->wrap[c];
    if (!possible) continue;
    m.height = 0;
    for (int c = 0; c < 3; c++) {
      const double off = at[c] * g->period[c];
      m.at[c] = at[c];
      m.lo[c] = lo[c] - off, m.hi[c] = hi[c] - off;
      m.normal[c] = normal[c];
      m.height += normal[c] * (on[c] - off);
    }
    for (int k = 0; k < g->levels; k++) near_image(j, l, &g->level[k], &m);
  }
}

static void find_of_lane(void *user, int t, int threads) {
  const finding *j = user;
  SCR_UNUSED(threads);
  if (t >= j->f->lanes) return;
  scr_finder_lane *l = &j->f->lane[t];
  const uint64_t n = j->w->facet.n, lanes = (uint64_t)j->f->lanes;
  l->nfacet = 0;
  for (uint32_t f = (uint32_t)(n * (uint64_t)t / lanes); f < n * (uint64_t)(t + 1) / lanes; f++) near_facet(j, l, f);
}

/* By ball, then by facet and image, the order that they were found in: a counting sort over balls. */
static void sort_found(scr_world *w, struct scr_finder *f) {
  struct scr_engine *e = w->engine;
  scr_new_list *list = &f->fresh[SCR_BALL_FACET];
  const size_t room = (size_t)w->ball.n + 2;
  SCR_GROW(e->first[SCR_BALL_FACET], e->cap_first[SCR_BALL_FACET], room);
  uint32_t *first = e->first[SCR_BALL_FACET];
  memset(first, 0, room * sizeof *first);
  for (int t = 0; t < f->lanes; t++)
    for (size_t k = 0; k < f->lane[t].nfacet; k++) first[f->lane[t].facet[k].ball + 2]++;
  for (size_t k = 2; k < room; k++) first[k] += first[k - 1];
  scr_carry_room(w, f, SCR_BALL_FACET, first[room - 1]);
  for (int t = 0; t < f->lanes; t++)
    for (size_t k = 0; k < f->lane[t].nfacet; k++) {
      const scr_found_facet *found = &f->lane[t].facet[k];
      const uint32_t at = first[found->ball + 1]++;
      list->i[at] = found->ball;
      list->j[at] = found->facet;
      list->shift[at] = found->shift;
    }
}

void scr_find_facets(scr_world *w, struct scr_finder *f) {
  finding j = {w, f};
  scr_finder_run(w, find_of_lane, &j);
  sort_found(w, f);
}
