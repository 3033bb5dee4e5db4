/* Facets by cells: see cells.h. */
#include "world/facets/cells.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "world/facets/facets.h"

/* A facet as balls see it that are shifted by so much. */
typedef struct seen {
  uint32_t facet;
  double off[3];
} seen;

typedef struct entry {
  uint32_t seen, next; /* place + 1 of the next of its cell, 0 ends */
} entry;

struct scr_facet_cells {
  const scr_world *w;
  int n[3];
  double lo[3], size[3]; /* m */
  double reach;          /* so far from a cell are its facets, and rounding, m */
  uint32_t *head;        /* by cell: place + 1 of an entry, 0: none */
  seen *seen;
  entry *entry;
  size_t nseen, cap_seen, nentry, cap_entry;
};

static int cell_at(const scr_facet_cells *s, int c, double x) {
  const double at = floor((x - s->lo[c]) / s->size[c]);
  return !(at > 0) ? 0 : at < s->n[c] ? (int)at : s->n[c] - 1;
}

/* Can the plane of a facet come near a cell? */
static bool plane_meets(const scr_facet_cells *s, const scr_facet_shape *shape, const double off[3],
                        const int at[3]) {
  double height = 0, room = s->reach;
  for (int c = 0; c < 3; c++) {
    const double half = 0.5 * s->size[c], middle = s->lo[c] + (2 * at[c] + 1) * half + off[c];
    height += shape->normal[c] * (middle - shape->x[0][c]);
    room += fabs(shape->normal[c]) * half;
  }
  return fabs(height) <= room + shape->blur;
}

static void put(scr_facet_cells *s, const int at[3]) {
  uint32_t *head =
      &s->head[((size_t)at[2] * (size_t)s->n[1] + (size_t)at[1]) * (size_t)s->n[0] + (size_t)at[0]];
  SCR_GROW(s->entry, s->cap_entry, s->nentry + 1);
  s->entry[s->nentry] = (entry){(uint32_t)s->nseen - 1, *head};
  *head = (uint32_t)++s->nentry;
}

/* A facet in one image goes into the cells that it comes near. */
static void put_image(scr_facet_cells *s, uint32_t facet, const double off[3]) {
  const scr_facet_shape *shape = &scr_facets_shapes(s->w)[facet];
  int from[3], to[3], at[3];
  for (int c = 0; c < 3; c++) {
    double lo = shape->x[0][c], hi = lo;
    for (int k = 1; k < 3; k++) lo = SCR_MIN(lo, shape->x[k][c]), hi = SCR_MAX(hi, shape->x[k][c]);
    lo -= off[c] + s->reach, hi += s->reach - off[c];
    if (lo > s->lo[c] + s->n[c] * s->size[c] || hi < s->lo[c]) return;
    from[c] = cell_at(s, c, lo), to[c] = cell_at(s, c, hi);
  }
  SCR_GROW(s->seen, s->cap_seen, s->nseen + 1);
  s->seen[s->nseen++] = (seen){facet, {off[0], off[1], off[2]}};
  for (at[2] = from[2]; at[2] <= to[2]; at[2]++)
    for (at[1] = from[1]; at[1] <= to[1]; at[1]++)
      for (at[0] = from[0]; at[0] <= to[0]; at[0]++)
        if (plane_meets(s, shape, off, at)) put(s, at);
}

static void put_facet(scr_facet_cells *s, uint32_t facet, const scr_image_room *room) {
  const scr_image_span m = scr_images_of_facet(s->w, facet, room);
  for (int z = m.from[2]; z <= m.to[2]; z++)
    for (int y = m.from[1]; y <= m.to[1]; y++)
      for (int x = m.from[0]; x <= m.to[0]; x++)
        put_image(s, facet,
                  (double[]){x * room->period[0], y * room->period[1], z * room->period[2]});
}

/* Cells as wide as the largest ball, fewer where there are few facets. */
static void lay_cells(scr_facet_cells *s, const double hi[3], double largest) {
  enum { FEW = 32768, MOST = 4096 }; /* cells in all; along an axis */
  const double many = FEW + 8.0 * s->w->facet.n;
  for (int c = 0; c < 3; c++) {
    const double wide = c < s->w->dim ? hi[c] - s->lo[c] : 0, fit = floor(wide / (2 * largest));
    s->n[c] = (int)SCR_MIN(SCR_MAX(fit, 1), MOST);
  }
  while ((double)s->n[0] * s->n[1] * s->n[2] > many) {
    int most = 0;
    for (int c = 1; c < 3; c++)
      if (s->n[c] > s->n[most]) most = c;
    s->n[most] = (s->n[most] + 1) / 2;
  }
  s->reach = largest;
  for (int c = 0; c < 3; c++) {
    s->size[c] = c < s->w->dim ? (hi[c] - s->lo[c]) / s->n[c] : 1;
    if (c < s->w->dim) s->reach = SCR_MAX(s->reach, largest + 1e-6 * s->size[c]);
  }
}

scr_facet_cells *scr_facet_cells_new(scr_world *w, scr_diag *d, const double lo[3],
                                     const double hi[3], double largest) {
  scr_image_room room = {.far = largest};
  for (int c = 0; c < 3; c++)
    room.lo[c] = lo[c], room.hi[c] = hi[c], room.period[c] = scr_period(w, c);
  if (!scr_images_hold(w, d, &room)) return NULL;
  scr_facet_cells *s = scr_alloc(sizeof *s);
  s->w = w;
  memcpy(s->lo, lo, sizeof s->lo);
  lay_cells(s, hi, largest);
  s->head = scr_alloc((size_t)s->n[0] * (size_t)s->n[1] * (size_t)s->n[2] * sizeof *s->head);
  for (uint32_t f = 0; f < w->facet.n; f++) put_facet(s, f, &room);
  return s;
}

void scr_facet_cells_free(scr_facet_cells *s) {
  if (!s) return;
  scr_free(s->head);
  scr_free(s->seen);
  scr_free(s->entry);
  scr_free(s);
}

bool scr_facet_cells_near(const scr_facet_cells *s, const double x[3], double far) {
  assert(far <= s->reach);
  const size_t at[3] = {(size_t)cell_at(s, 0, x[0]), (size_t)cell_at(s, 1, x[1]),
                        (size_t)cell_at(s, 2, x[2])};
  const size_t cell = (at[2] * (size_t)s->n[1] + at[1]) * (size_t)s->n[0] + at[0];
  for (uint32_t k = s->head[cell]; k; k = s->entry[k - 1].next) {
    const seen *m = &s->seen[s->entry[k - 1].seen];
    const double y[3] = {x[0] + m->off[0], x[1] + m->off[1], x[2] + m->off[2]};
    double c[3];
    int feature;
    if (scr_facet_closest(s->w, m->facet, y, c, &feature) < far) return true;
  }
  return false;
}
