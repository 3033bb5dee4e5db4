/* Balls packed at random or on a lattice: `ball generate`. */
#include <inttypes.h>
#include <math.h>
#include "cmd/check_traps.h"
#include "cmd/import.h"
#include "cmd/legacy.h"
#include "cmd/range.h"
#include "cmd/read.h"
#include "world/facets/cells.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* What overlaps by less than that part of its radius, or of the sum of two, touches: rounding takes
 * no place from a lattice. */
static const double ROUNDING = 1e-9;

typedef enum packing { PACK_RANDOM, PACK_CUBIC, PACK_HEXAGONAL } packing;
typedef struct generate {
  packing packing;
  scr_loc number_at, last_at, radius_at, box_at; /* of the values; no source: not given */
  int64_t number, tries;                         /* number 0: not given */
  uint64_t tried;                                /* places, so far */
  double most;                                   /* balls that can find one */
  scr_sizes sizes;
  scr_loc gauss_at;
  scr_size_law law;
  bool box;
  double lo[3], hi[3];
  uint32_t last_id;
  scr_ball_batch batch;
  scr_range *range; /* NULL: everywhere */
  int64_t refused;  /* by it, of the tries: those that had room */
} generate;

enum {
  GEN_BOX,
  GEN_CUBIC,
  GEN_FISH,
  GEN_FISH_SIZE,
  GEN_GAUSS,
  GEN_GROUP,
  GEN_HEXAGONAL,
  GEN_ID,
  GEN_NUMBER,
  GEN_RADIUS,
  GEN_TRIES
};
const scr_word_row scr_ball_generate_words[] = {
    {"box", "<xl> <xu> [<yl> <yu> [<zl> <zu>]]", "region that holds the balls; else the domain"},
    {"cubic", "", "a cubic (square) lattice of touching balls of the smaller radius"},
    {"fish-distribution", "<function> [<f> ...]", "a FISH function gives each radius"},
    {"fish-size", "<function> [<f> ...]", "the same"},
    {"gauss", "[<f>]",
     "radii from a normal distribution: the mean of the two radii, half their difference, none "
     "below f (0.1) times the smaller"},
    {"group", "<s> [slot <s>]", "group of the new balls"},
    {"hexagonal", "",
     "the densest lattice, in 3D face-centred cubic, where balls of the larger radius touch; radii "
     "are uniformly distributed"},
    {"id", "<i> [<i>]", "id of the first ball [and of the last]"},
    {"number", "<i>", "how many balls; a lattice fills the region, whatever it is"},
    {"radius", "<f> [<f>]",
     "radius, or bounds of uniformly distributed radii; default 1/40 of the smallest domain "
     "extent"},
    {"tries", "<i>", "attempts to place balls, in all; default 20000"},
    {0},
};

static bool generate_whole(scr_args *a, const char *what, int64_t *out) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, what, out)) return false;
  if (*out < 1) return scr_fail(a->diag, &at, SCR_E_VALUE, "%s must be positive", what);
  return *out < UINT32_MAX ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "%s must be at most %u", what, UINT32_MAX - 1);
}

static bool generate_radius(scr_args *a, double radius[2]) {
  scr_loc at = scr_args_loc(a);
  const int unknowns = a->unknowns;
  if (!scr_args_positive(a, "a radius", &radius[0])) return false;
  radius[1] = radius[0];
  if (!scr_args_number_follows(a)) return true;
  if (!scr_args_positive(a, "a radius", &radius[1])) return false;
  return radius[0] <= radius[1] || a->unknowns > unknowns ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the smaller radius must come first");
}

static bool generate_ids(scr_args *a, generate *g) {
  if (!scr_ball_batch_first_id(a, &g->batch)) return false;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_number_follows(a)) return true;
  g->last_at = at;
  if (!scr_args_id(a, "the last id", &g->last_id)) return false;
  return g->last_id >= g->batch.first_id ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the last id is below the first");
}

static bool generate_box(scr_args *a, generate *g) {
  int from = a->k;
  if (!scr_args_extent(a, g->lo, g->hi)) return false;
  g->box_at = scr_args_since(a, from);
  return g->box = true;
}

static bool generate_cutoff(scr_args *a, double *out) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, "the cut-off", out)) return false;
  return (*out >= 0 && *out <= 1) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the cut-off is a part of the smaller radius, 0 to 1");
}

static bool read_packing(scr_args *a, generate *g, packing as) {
  const scr_loc at = scr_args_last(a);
  if (g->packing != PACK_RANDOM)
    return scr_fail(a->diag, &at, SCR_E_SYNTAX, "balls lie on one lattice, not on two");
  g->packing = as;
  return true;
}

static bool generate_word(scr_args *a, generate *g) {
  int w;
  if (!scr_args_word(a, scr_ball_generate_words, &w)) return false;
  switch (w) {
  case GEN_BOX: return generate_box(a, g);
  case GEN_CUBIC: return read_packing(a, g, PACK_CUBIC);
  case GEN_FISH:
  case GEN_FISH_SIZE: return scr_size_law_read(a, &g->law);
  case GEN_HEXAGONAL: return read_packing(a, g, PACK_HEXAGONAL);
  case GEN_GAUSS:
    g->sizes.gauss = true, g->gauss_at = scr_args_last(a);
    return !scr_args_number_follows(a) || generate_cutoff(a, &g->sizes.cutoff);
  case GEN_GROUP: scr_args_again(a); return scr_args_group(a, SCR_GROUP_OF_NEW, &g->batch.groups);
  case GEN_ID: return generate_ids(a, g);
  case GEN_NUMBER:
    g->number_at = scr_args_loc(a);
    return generate_whole(a, "the number of balls", &g->number);
  case GEN_RADIUS: g->radius_at = scr_args_loc(a); return generate_radius(a, g->sizes.radius);
  case GEN_TRIES: return generate_whole(a, "the number of tries", &g->tries);
  }
  return false;
}

/* A lattice fills the region. */
static bool ignore_number(scr_args *a, generate *g) {
  const char *why = g->packing == PACK_CUBIC ? "a cubic lattice" : "a hexagonal lattice";
  g->number = g->last_id = 0;
  return (!g->number_at.src ||
          scr_warn(a->diag, &g->number_at, SCR_E_VALUE,
                   "the number is ignored, as in PFC: %s fills the region", why)) &&
         (!g->last_at.src ||
          scr_warn(a->diag, &g->last_at, SCR_E_VALUE,
                   "the last id is ignored, as in PFC: %s fills the region", why));
}

/* Only balls at random places have radii by a function, and it alone gives them. */
static bool law_fits(scr_args *a, const generate *g) {
  const char *with = g->packing == PACK_CUBIC       ? "cubic"
                     : g->packing == PACK_HEXAGONAL ? "hexagonal"
                     : g->sizes.gauss               ? "gauss"
                     : g->radius_at.src             ? "radius"
                                                    : NULL;
  return scr_size_law_alone(a, &g->law, with);
}

/* What the words say must fit together, whatever the world is. */
static bool generate_fits(scr_args *a, generate *g) {
  scr_diag *d = a->diag;
  if (!law_fits(a, g)) return false;
  if (g->packing != PACK_RANDOM && !ignore_number(a, g)) return false;
  if (g->last_id) {
    int64_t room = (int64_t)g->last_id - g->batch.first_id + 1;
    if (g->number > room)
      return scr_fail(d, &g->number_at, SCR_E_VALUE, "the ids suffice for %" PRId64 " balls only",
                      room);
    g->number = room;
  }
  if (g->packing == PACK_RANDOM && !g->number) return scr_args_expected(a, "the number of balls");
  if (g->packing != PACK_RANDOM && g->sizes.gauss)
    return scr_fail(d, &g->gauss_at, SCR_E_VALUE, "a lattice takes no normal distribution");
  if (g->packing == PACK_CUBIC) g->sizes.radius[1] = g->sizes.radius[0];
  return true;
}

static bool region_fits(scr_args *a, generate *g, const scr_domain *o) {
  const scr_world *w = world_of(a);
  scr_diag *d = a->diag;
  for (int k = 0; k < 3 && !g->box; k++) {
    g->lo[k] = k < w->dim ? o->lo[k] : 0;
    g->hi[k] = k < w->dim ? o->hi[k] : 0;
  }
  if (!scr_box_fits(a, &g->box_at, g->lo, g->hi, o)) return false;
  for (int k = 0; k < w->dim; k++)
    if (!scr_size_law_given(&g->law) &&
        g->hi[k] - g->lo[k] < 2 * g->sizes.radius[1] * (1 - ROUNDING))
      return scr_fail(d, g->radius_at.src ? &g->radius_at : NULL, SCR_E_VALUE,
                      "the balls are larger than the region");
  return true;
}

/* Balls in reach of the region, by cell: cells are at least as wide as two radii, so that
 * neighbours lie in adjoining cells. */
typedef struct placed {
  int dim, cells[3];
  double lo[3], width[3]; /* of the region */
  bool wrap[3];           /* periodic, and the region is the whole domain */
  uint32_t *head, *next;  /* index + 1 of a ball, 0 ends */
  scr_pose *pose;         /* periodic images are balls of their own unless the axis wraps */
  uint32_t n;
  size_t cap_next, cap_pose;
  scr_facet_cells *facets; /* NULL: there are none */
} placed;

static void placed_free(placed *p) {
  scr_free(p->head);
  scr_free(p->next);
  scr_free(p->pose);
  scr_facet_cells_free(p->facets);
}

static int placed_cell(const placed *p, int axis, double x) {
  if (axis >= p->dim) return 0;
  double c = floor((x - p->lo[axis]) / p->width[axis] * p->cells[axis]);
  return (int)SCR_MIN(SCR_MAX(c, 0), p->cells[axis] - 1);
}

static uint32_t *placed_head(const placed *p, const int c[3]) {
  int64_t at = 0;
  for (int k = 2; k >= 0; k--) {
    int n = p->cells[k];
    if ((c[k] < 0 || c[k] >= n) && !p->wrap[k]) return NULL;
    at = at * n + (c[k] + n) % n;
  }
  return &p->head[at];
}

static void placed_add(placed *p, const double x[3], double r) {
  uint32_t *head = placed_head(
      p, (int[3]){placed_cell(p, 0, x[0]), placed_cell(p, 1, x[1]), placed_cell(p, 2, x[2])});
  SCR_GROW(p->next, p->cap_next, p->n + 1);
  SCR_GROW(p->pose, p->cap_pose, p->n + 1);
  p->pose[p->n] = (scr_pose){.x = {x[0], x[1], x[2]}, .r = r};
  p->next[p->n] = *head;
  *head = ++p->n;
}

/* Adds the images of a ball along axis, axis + 1, ... that new balls of up to radius `largest` can
 * touch. */
static void placed_add_images(placed *p, const scr_world *w, int axis, double x[3], double r,
                              double largest) {
  if (axis >= SCR_MIN(p->dim, 3)) {
    placed_add(p, x, r);
    return;
  }
  bool images = w->domain.condition[axis] == SCR_B_PERIODIC && !p->wrap[axis];
  double period = w->domain.hi[axis] - w->domain.lo[axis], middle = x[axis];
  for (int shift = images ? -1 : 0; shift <= (images ? 1 : 0); shift++) {
    x[axis] = middle + shift * period;
    bool reach = x[axis] >= p->lo[axis] - r - largest &&
                 x[axis] <= p->lo[axis] + p->width[axis] + r + largest;
    if (p->wrap[axis] || reach) placed_add_images(p, w, axis + 1, x, r, largest);
  }
  x[axis] = middle;
}

/* Holds the balls and facets that there are; `number` more balls will come, none larger than
 * `largest`. Facets that lie too far away fail. */
static placed placed_new(scr_args *a, const generate *g, double largest) {
  scr_world *w = world_of(a);
  placed p = {.dim = w->dim, .cells = {1, 1, 1}};
  double widest = largest;
  for (uint32_t k = 0; k < w->ball.n; k++) widest = SCR_MAX(widest, w->pose[k].r);
  for (int k = 0; k < w->dim; k++) {
    p.lo[k] = g->lo[k];
    p.width[k] = g->hi[k] - g->lo[k];
    p.wrap[k] = !g->box && w->domain.condition[k] == SCR_B_PERIODIC;
    p.cells[k] = (int)SCR_MIN(SCR_MAX(floor(p.width[k] / (2 * widest)), 1), 4096);
  }
  while ((double)p.cells[0] * p.cells[1] * p.cells[2] >
         4.0 * ((double)g->number + w->ball.n) + 64) {
    int most = p.cells[0] >= p.cells[1] && p.cells[0] >= p.cells[2] ? 0
               : p.cells[1] >= p.cells[2]                           ? 1
                                                                    : 2;
    p.cells[most] = (p.cells[most] + 1) / 2;
  }
  p.head = scr_alloc((size_t)p.cells[0] * (size_t)p.cells[1] * (size_t)p.cells[2] * sizeof *p.head);
  for (uint32_t k = 0; k < w->ball.n; k++) {
    double x[3] = {w->pose[k].x[0], w->pose[k].x[1], w->pose[k].x[2]};
    placed_add_images(&p, w, 0, x, w->pose[k].r, largest);
  }
  if (w->facet.n) p.facets = scr_facet_cells_new(w, a->diag, g->lo, g->hi, largest);
  return p;
}

static bool overlap(const placed *p, const scr_pose *a, const double x[3], double r) {
  const double near = (r + a->r) * (1 - ROUNDING);
  double d2 = 0;
  for (int k = 0; k < p->dim; k++) {
    double d = x[k] - a->x[k];
    if (p->wrap[k]) d -= p->width[k] * rint(d / p->width[k]);
    d2 += d * d;
  }
  return d2 < near * near;
}

static bool placed_overlaps(const placed *p, const double x[3], double r) {
  int c[3], at[3], deep = p->dim == 3;
  for (int k = 0; k < 3; k++) c[k] = placed_cell(p, k, x[k]);
  for (at[2] = c[2] - deep; at[2] <= c[2] + deep; at[2]++)
    for (at[1] = c[1] - 1; at[1] <= c[1] + 1; at[1]++)
      for (at[0] = c[0] - 1; at[0] <= c[0] + 1; at[0]++) {
        const uint32_t *head = placed_head(p, at);
        for (uint32_t k = head ? *head : 0; k; k = p->next[k - 1])
          if (overlap(p, &p->pose[k - 1], x, r)) return true;
      }
  return false;
}

static bool is_free(const placed *p, const double x[3], double r) {
  return !placed_overlaps(p, x, r) &&
         (!p->facets || !scr_facet_cells_near(p->facets, x, r * (1 - ROUNDING)));
}

/* Balls outside of the command's range are left out, and what a filter of the legacy dialect
 * refuses; an error of a function is pending then. */
static bool is_wanted(scr_session *s, const generate *g, const double x[3], double r) {
  const scr_pose ball = {.x = {x[0], x[1], x[2]}, .r = r};
  bool in = true, refused;
  if (!scr_legacy_filter(s, x, r, &refused) || refused) return false;
  return !g->range || (scr_range_has_new(s, g->range, &ball, 0, &in) && in);
}

static double fitting_radius(const generate *g, int dim) {
  double fits = HUGE_VAL;
  for (int k = 0; k < dim; k++) fits = SCR_MIN(fits, 0.5 * (g->hi[k] - g->lo[k]));
  return fits;
}

/* What a normal distribution may give is bounded by what fits into the region. What a function
 * gives is not known before; 0. */
static double largest_radius(const generate *g, int dim) {
  const double spread = 9; /* 53 bits give no more than 8.6 deviations */
  if (scr_size_law_given(&g->law)) return 0;
  if (!g->sizes.gauss) return g->sizes.radius[1];
  return SCR_MIN(fitting_radius(g, dim),
                 0.5 * (g->sizes.radius[0] + g->sizes.radius[1]) +
                     0.5 * spread * (g->sizes.radius[1] - g->sizes.radius[0]));
}

double scr_draw_radius(const scr_sizes *s, double largest, scr_rng *rng) {
  const double lo = s->radius[0], hi = s->radius[1];
  if (lo == hi) return lo;
  if (!s->gauss) return lo + (hi - lo) * scr_rng_uniform(rng);
  for (;;) { /* the mean passes, so half of them do or nearly so */
    double z = scr_rng_gauss(rng), r = 0.5 * (lo + hi) + 0.5 * (hi - lo) * z;
    if (r > 0 && r <= largest && r >= s->cutoff * lo) return r;
  }
}

/* Whole balls lie in the region, but across a periodic boundary centres do. */
static void draw_place(const placed *p, scr_rng *rng, double r, double x[3]) {
  for (int k = 0; k < p->dim; k++) {
    double margin = p->wrap[k] ? 0 : r;
    x[k] = p->lo[k] + margin + (p->width[k] - 2 * margin) * scr_rng_uniform(rng);
  }
}

/* A place is looked at: progress is told of it now and then. */
static void count_try(scr_session *s, generate *g) {
  enum { EACH = 4096 };
  if (++g->tried % EACH != 0) return;
  scr_session_tell(s, &(scr_chore){.what = "ball generate",
                                   .balls = g->batch.n,
                                   .of = g->most < 1e18 ? (uint64_t)g->most : 0,
                                   .tries = g->packing == PACK_RANDOM ? g->tried : 0});
}

/* Room for a radius that is larger than those before: cells are made anew, wider by some more, so
 * that growing radii do so seldom. */
static void placed_widen(scr_args *a, placed *p, const generate *g, double largest) {
  placed_free(p);
  *p = placed_new(a, g, largest);
  for (size_t k = 0; k < g->batch.n; k++) placed_add(p, g->batch.pose[k].x, g->batch.pose[k].r);
}

/* The next radius; cells are wide enough for it. 0: the function of radii failed. */
static double draw_radius(scr_args *a, const generate *g, placed *p, double *largest,
                          scr_rng *rng) {
  const scr_world *w = world_of(a);
  if (!scr_size_law_given(&g->law)) return scr_draw_radius(&g->sizes, *largest, rng);
  const double fits = fitting_radius(g, w->dim), r = scr_size_law_draw(a, &g->law, 1, fits);
  if (r > *largest) placed_widen(a, p, g, *largest = SCR_MIN(1.2 * r, fits));
  return r;
}

/* May take long, and ends where the user asks to stop. */
static void pack_random(scr_args *a, generate *g, scr_rng *rng) {
  scr_session *s = a->s;
  scr_world *w = world_of(a);
  double largest = largest_radius(g, w->dim);
  placed p = placed_new(a, g, largest > 0 ? largest : fitting_radius(g, w->dim));
  const bool by_size = scr_range_sizes(g->range);
  bool room = true;
  while (room && (int64_t)g->batch.n < g->number) {
    double r = draw_radius(a, g, &p, &largest, rng), x[3] = {0};
    room = false;
    while (g->tried < (uint64_t)g->tries && !room && !a->diag->failed &&
           !scr_session_interrupted(s)) {
      count_try(s, g);
      draw_place(&p, rng, r, x);
      if (!is_free(&p, x, r)) continue;
      room = is_wanted(s, g, x, r);
      g->refused += !room;
      if (!room && by_size) r = draw_radius(a, g, &p, &largest, rng);
    }
    if (!room) break;
    placed_add(&p, x, r);
    scr_ball_batch_add(&g->batch, x, r);
  }
  placed_free(&p);
}

/* A lattice of places for balls of radius 1 that touch, row by row along x, layer by layer along z.
 * Layers repeat by threes: the hexagonal one is face-centred cubic, with a diagonal along z. */
typedef struct lattice {
  double row, layer; /* distances of rows and layers, radii */
  double layer_y;    /* shift along y of the second layer of three; of the third twice that */
  bool staggered;    /* odd rows (of second layers: even ones) are shifted by a radius */
} lattice;

static lattice lattice_of(const generate *g) {
  if (g->packing == PACK_CUBIC) return (lattice){.row = 2, .layer = 2};
  return (lattice){sqrt(3.0), sqrt(8.0 / 3.0), sqrt(1.0 / 3.0), true};
}

/* One row of a lattice from x[0] on. */
static void pack_row(scr_session *s, generate *g, const placed *p, double x[3], double top,
                     scr_rng *rng) {
  const double r = g->sizes.radius[1], first = x[0];
  for (int64_t i = 0; (x[0] = first + (double)(2 * i) * r) <= top; i++) {
    const double own = scr_draw_radius(&g->sizes, r, rng);
    count_try(s, g);
    if (is_free(p, x, own) && is_wanted(s, g, x, own)) scr_ball_batch_add(&g->batch, x, own);
  }
}

static void pack_lattice(scr_args *a, generate *g, scr_rng *rng) {
  scr_session *s = a->s;
  const scr_world *w = world_of(a);
  const lattice l = lattice_of(g);
  placed p = placed_new(
      a, g, g->sizes.radius[1]); /* what is there already; balls of the lattice only touch */
  double r = g->sizes.radius[1], x[3] = {0}, top[3];
  for (int k = 0; k < 3; k++) top[k] = g->hi[k] - r * (1 - ROUNDING);
  for (int64_t c = 0; (w->dim == 3 || c == 0) && !a->diag->failed; c++) {
    const int64_t kind = c % 3; /* A, B or C */
    if (w->dim == 3) x[2] = g->lo[2] + r + (double)c * l.layer * r;
    if (w->dim == 3 && x[2] > top[2]) break;
    for (int64_t j = 0; !scr_session_interrupted(s); j++) {
      x[1] = g->lo[1] + r + ((double)j * l.row + (double)kind * l.layer_y) * r;
      if (x[1] > top[1]) break;
      x[0] = g->lo[0] + r + (l.staggered && ((j + kind) & 1) ? r : 0);
      pack_row(s, g, &p, x, top[0], rng);
    }
  }
  placed_free(&p);
}

/* ---- how many ---- */

/* Places of a lattice of the larger radius in the region, where nothing lies in it; a few more if
 * it is hexagonal. */
static double lattice_places(const generate *g, int dim) {
  const lattice l = lattice_of(g);
  const double r = g->sizes.radius[1], step[] = {2 * r, l.row * r, l.layer * r};
  double n = 1;
  for (int k = 0; k < dim; k++) n *= floor((g->hi[k] - g->lo[k] - 2 * r) / step[k] + 1e-9) + 1;
  return n;
}

/* No more balls than that find a place, whatever number is asked for: across a periodic side half
 * of them may lie outside. */
static double random_places(const generate *g, int dim) {
  const double r = g->sizes.radius[0];
  double room = 1, ball = dim == 2 ? 3.14 * r * r : 4.18 * r * r * r;
  for (int k = 0; k < dim; k++) room *= g->hi[k] - g->lo[k] + 2 * r;
  return g->sizes.gauss || scr_size_law_given(&g->law) ? HUGE_VAL : room / ball;
}

static double most_balls(const generate *g, int dim) {
  const double places = g->packing == PACK_RANDOM ? random_places(g, dim) : lattice_places(g, dim);
  return g->number ? SCR_MIN(places, (double)g->number) : places;
}

/* Tells how many balls many are, before that takes long; refuses more than there are ids or memory
 * for. */
static bool generate_announce(scr_args *a, generate *g) {
  enum { MANY = 100000 };
  /* what is surely there for each: a place in the batch and one among those placed, and three
   * records of the world */
  const double each = 3 * sizeof(scr_pose) + sizeof(scr_twist) + sizeof(scr_load),
               limit = scr_mem_limit();
  const double n = g->most = most_balls(g, world_of(a)->dim);
  if (n >= UINT32_MAX)
    return scr_fail(a->diag, NULL, SCR_E_LIMIT,
                    "%.3g balls would be made; there are ids for %" PRIu32, n, UINT32_MAX - 1);
  if (n * each > limit)
    return scr_fail(a->diag, NULL, SCR_E_MEMORY,
                    "%.0f balls would be made: they take more than %.3g GB, and there are %.3g", n,
                    n * each * 1e-9, limit * 1e-9);
  if (n >= MANY && !scr_session_options(a->s)->quiet)
    scr_session_print(a->s, "ball generate: up to %.0f balls\n", n);
  return true;
}

static bool generate_place(scr_args *a, generate *g, scr_rng *rng) {
  if (g->packing == PACK_RANDOM)
    pack_random(a, g, rng);
  else
    pack_lattice(a, g, rng);
  scr_session_tell(a->s, &(scr_chore){0});
  return scr_session_interrupted(a->s)
             ? scr_fail(a->diag, &a->loc, SCR_E_INTERRUPT,
                        "interrupted with a place for %zu ball%s: none is made", g->batch.n,
                        g->batch.n == 1 ? "" : "s")
             : !a->diag->failed;
}

static bool warn_few(scr_args *a, const generate *g) {
  const scr_loc *at = g->number_at.src ? &g->number_at : NULL;
  if (g->refused)
    return scr_warn(a->diag, at, SCR_E_LIMIT,
                    "%zu of %" PRId64 " balls were placed within %" PRId64
                    " tries; of these the %s refused %" PRId64 " that had room",
                    g->batch.n, g->number, g->tries, g->range ? "range" : "filter", g->refused);
  return scr_warn(a->diag, at, SCR_E_LIMIT,
                  "%zu of %" PRId64 " balls were placed within %" PRId64
                  " tries; 'tries <i>' allows more",
                  g->batch.n, g->number, g->tries);
}

/* A function that gives radii goes on with the random numbers of the world; others draw from a copy
 * of them, which is theirs once all is made. */
static bool generate_make(scr_args *a, generate *g) {
  scr_world *w = world_of(a);
  const scr_rng before = w->rng;
  scr_rng copy = before, *rng = scr_size_law_given(&g->law) ? &w->rng : &copy;
  const scr_loc at = a->diag->at;
  if (!generate_announce(a, g)) return false;
  bool ok = generate_place(a, g, rng);
  if (ok && g->box) a->diag->at = g->box_at; /* what leads out of the domain */
  ok = ok && scr_ball_batch_make(a, &g->batch);
  w->rng = ok ? *rng : before;
  if (!ok) return false;
  a->diag->at = at;
  return (int64_t)g->batch.n >= g->number || warn_few(a, g);
}

bool scr_ball_generate(scr_args *a) {
  generate g = {.tries = 20000, .sizes.cutoff = 0.1};
  bool ok = scr_domain_needed(a);
  while (ok && scr_args_more(a)) ok = generate_word(a, &g);
  ok = ok && generate_fits(a, &g) && scr_args_range(a, &g.range);
  const bool now = ok && scr_args_finish(a);
  const scr_domain *o = ok ? scr_domain_so_far(a) : NULL;
  if (now && !g.sizes.radius[0])
    g.sizes.radius[0] = g.sizes.radius[1] = scr_ball_default_radius(world_of(a));
  ok = (!o || region_fits(a, &g, o)) && now && generate_make(a, &g);
  scr_size_law_free(&g.law);
  scr_range_free(g.range);
  scr_ball_batch_free(&g.batch);
  return ok;
}
