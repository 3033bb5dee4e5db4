/* Components of forces that were set apart since the step's quantum has no room for them
 * (scr_worker.giant), put into the sums. */
#include "world/force/giants.h"

#include "base/mem.h"
#include "base/sort.h"
#include "world/engine.h"

static double round_to(double x, double magic) { return (x + magic) - magic; }

/* Adds x to a sum of high parts, and what rounding leaves to a sum of low ones. */
static void add_parts(double *high, double *low, double x, double magic, double fine) {
  const double h = round_to(x, magic);
  *high += h;
  *low += round_to(x - h, fine);
}

/* All components that were set apart, by ball: item[place[k]] is one of ball row[k]. */
typedef struct giants {
  size_t n;
  const scr_giant **item;
  uint32_t *row, *place;
} giants;

static giants giants_by_ball(const scr_world *w, size_t n) {
  const struct scr_engine *e = w->engine;
  giants g = {.item = scr_alloc(n * sizeof *g.item),
              .row = scr_alloc(n * sizeof *g.row),
              .place = scr_alloc(n * sizeof *g.place)};
  uint32_t *spare[2] = {scr_alloc(n * sizeof *g.row), scr_alloc(n * sizeof *g.row)};
  for (int t = 0; t < e->nworker; t++)
    for (size_t k = 0; k < e->worker[t]->giant.n; k++, g.n++) {
      g.item[g.n] = &e->worker[t]->giant.item[k];
      g.row[g.n] = g.item[g.n]->row;
      g.place[g.n] = (uint32_t)g.n;
    }
  scr_sort_u32(g.row, g.place, g.n, spare[0], spare[1]);
  assert(g.n == n);
  for (int k = 0; k < 2; k++) scr_free(spare[k]);
  return g;
}

/* A step that sets apart the components of all contacts is a rare one: its lists do not stay. */
static void giants_free(scr_world *w, giants *g) {
  enum { FEW = 1000 };
  for (int t = 0; t < w->engine->nworker; t++) {
    scr_giants *list = &w->engine->worker[t]->giant;
    list->n = 0;
    if (list->cap > FEW) SCR_DROP(list->item, list->cap);
  }
  scr_free(g->item);
  scr_free(g->row);
  scr_free(g->place);
}

/* Sums of high parts and of low parts are exact, so that no order matters, and are put together in
 * one order. */
void scr_giants_add(scr_world *w, size_t n, const double magic[2], const double fine[2]) {
  assert(n > 0 && magic[0] > 0 && magic[1] > 0);
  giants g = giants_by_ball(w, n);
  for (size_t k = 0; k < n;) {
    scr_load high = {{0}, {0}, 0, 0}, low = high, *to = &w->load[g.row[k]];
    for (const uint32_t row = g.row[k]; k < n && g.row[k] == row; k++) {
      const scr_load *part = &g.item[g.place[k]]->load;
      for (int c = 0; c < 3; c++) {
        add_parts(&high.f[c], &low.f[c], part->f[c], magic[0], fine[0]);
        add_parts(&high.m[c], &low.m[c], part->m[c], magic[1], fine[1]);
      }
    }
    for (int c = 0; c < 3; c++) to->f[c] += high.f[c] + low.f[c], to->m[c] += high.m[c] + low.m[c];
  }
  giants_free(w, &g);
}
