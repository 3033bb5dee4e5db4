/* Balls of given sizes up to a porosity: `ball distribute`. They overlap, and are not kept apart.
 */
#include <inttypes.h>
#include <math.h>
#include "base/mem.h"
#include "base/smath.h"
#include "cmd/check_traps.h"
#include "cmd/import.h"
#include "cmd/read.h"

enum { MAX_BINS = 64 };

/* Sizes of one share of the solid volume. */
typedef struct bin {
  bool given;
  scr_loc at, radius_at;
  scr_sizes sizes;
  double fraction; /* < 0: not given */
  scr_size_law law;
  scr_group_phrases groups;
  size_t end; /* its balls end there in the batch */
} bin;

typedef struct distribute {
  bin *bin;
  int bins, named;            /* named: by 'number-bins'; 0: not given */
  scr_loc named_at, share_at; /* of it; of the last fraction */
  bin *at;                    /* the one that words of sizes belong to */
  double porosity, resolution;
  bool box;
  scr_loc box_at;
  double lo[3], hi[3];
  scr_range *range;
  scr_ball_batch batch;
} distribute;

enum {
  DIST_BIN,
  DIST_BOX,
  DIST_FISH,
  DIST_FRACTION,
  DIST_GAUSS,
  DIST_GROUP,
  DIST_NUMBER,
  DIST_POROSITY,
  DIST_RADIUS,
  DIST_RESOLUTION
};
const scr_word_row scr_ball_distribute_words[] = {
    {"bin", "<i>", "what follows belongs to that bin"},
    {"box", "<xl> <xu> [<yl> <yu> [<zl> <zu>]]", "region that holds the balls; else the domain"},
    {"fish-distribution", "<function> [<f> ...]", "a FISH function draws each radius"},
    {"volume-fraction", "<f>", "share of the bin in the solid volume; all add up to 1"},
    {"gauss", "[<f>]",
     "radii from a normal distribution: the mean of the two radii, half their difference, none "
     "below f (0.1) times the smaller"},
    {"group", "<s> [slot <s>]", "group of the new balls"},
    {"number-bins", "<i>", "how many bins follow"},
    {"porosity", "<f>",
     "balls are made until the solid volume, overlaps not subtracted, leaves this share of the "
     "region; default 0.16 in 2D, 0.359 in 3D"},
    {"radius", "<f> [<f>]", "radius, or bounds of uniformly distributed radii; default 1"},
    {"resolution", "<f>", "multiplies all radii; default 1"},
    {0},
};

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- words ---- */

static bool read_radii(scr_args *a, bin *b) {
  b->radius_at = scr_args_loc(a);
  if (!scr_args_positive(a, "a radius", &b->sizes.radius[0])) return false;
  b->sizes.radius[1] = b->sizes.radius[0];
  if (scr_args_number_follows(a) && !scr_args_positive(a, "a radius", &b->sizes.radius[1]))
    return false;
  const double lo = SCR_MIN(b->sizes.radius[0], b->sizes.radius[1]);
  b->sizes.radius[1] = SCR_MAX(b->sizes.radius[0], b->sizes.radius[1]);
  b->sizes.radius[0] = lo;
  return true;
}

static bool read_share(scr_args *a, const char *what, bool all, double *out) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, what, out)) return false;
  return (*out >= 0 && (*out < 1 || (all && *out == 1))) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "%s lies between 0 and 1, and is not %g", what, *out);
}

static bool read_count(scr_args *a, const char *what, int64_t most, int *out) {
  int64_t i;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, what, &i)) return false;
  *out = (int)i;
  return (i >= 1 && i <= most) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "%s lies between 1 and %" PRId64, what, most);
}

static bool read_bin(scr_args *a, distribute *d) {
  int i;
  const scr_loc at = scr_args_loc(a);
  if (!read_count(a, "the number of a bin", d->named ? d->named : MAX_BINS, &i)) return false;
  d->at = &d->bin[i - 1];
  if (d->at->given) return scr_fail(a->diag, &at, SCR_E_SYNTAX, "bin %d is given twice", i);
  d->at->given = true;
  d->at->at = at;
  d->bins = SCR_MAX(d->bins, i);
  return true;
}

static bool read_box(scr_args *a, distribute *d) {
  const int from = a->k;
  if (!scr_args_extent(a, d->lo, d->hi)) return false;
  d->box_at = scr_args_since(a, from);
  return d->box = true;
}

/* Another bin may say the word, too. */
static bool once_a_bin(scr_args *a, const bin *b, int w, const scr_loc *at) {
  const void *thing = w == DIST_FRACTION ? (const void *)&b->fraction
                      : w == DIST_GAUSS  ? (const void *)&b->sizes.gauss
                                         : (const void *)b->sizes.radius;
  scr_args_again(a);
  return w == DIST_BIN || w == DIST_FISH || w == DIST_GROUP ||
         scr_args_once(a, thing, at, scr_ball_distribute_words[w].word);
}

static bool read_word(scr_args *a, distribute *d) {
  int w;
  if (!scr_args_word(a, scr_ball_distribute_words, &w)) return false;
  const scr_loc at = scr_args_last(a);
  if (w != DIST_BOX && w != DIST_NUMBER && w != DIST_POROSITY && w != DIST_RESOLUTION &&
      !once_a_bin(a, d->at, w, &at))
    return false;
  switch (w) {
  case DIST_BIN: return read_bin(a, d);
  case DIST_BOX: return read_box(a, d);
  case DIST_FISH: return scr_size_law_read(a, &d->at->law);
  case DIST_FRACTION:
    d->share_at = scr_args_loc(a);
    return read_share(a, "the volume fraction", true, &d->at->fraction);
  case DIST_GAUSS:
    d->at->sizes.gauss = true;
    return !scr_args_number_follows(a) || read_share(a, "the cut-off", true, &d->at->sizes.cutoff);
  case DIST_GROUP: return scr_args_group(a, SCR_GROUP_OF_NEW, &d->at->groups);
  case DIST_NUMBER:
    d->named_at = scr_args_loc(a);
    return read_count(a, "the number of bins", MAX_BINS, &d->named);
  case DIST_POROSITY: return read_share(a, "the porosity", false, &d->porosity);
  case DIST_RADIUS: return read_radii(a, d->at);
  case DIST_RESOLUTION: return scr_args_positive(a, "the resolution", &d->resolution);
  }
  return false;
}

/* ---- what must fit together ---- */

/* One bin without a fraction has all; of several each has one, and they add up to 1. */
static bool fractions_fit(scr_args *a, distribute *d) {
  double sum = 0;
  const scr_loc *most = d->bins > d->named ? &d->bin[d->bins - 1].at : &d->named_at;
  d->bins = SCR_MAX(SCR_MAX(d->bins, d->named), 1);
  for (int k = 0; k < d->bins; k++) {
    bin *b = &d->bin[k];
    if (d->bins == 1 && b->fraction < 0) b->fraction = 1;
    if (b->fraction < 0 && b->given)
      return scr_fail(a->diag, &b->at, SCR_E_VALUE, "bin %d has no volume-fraction", k + 1);
    if (b->fraction < 0)
      return scr_fail(a->diag, most, SCR_E_VALUE, "bin %d of %d is not given", k + 1, d->bins);
    sum += b->fraction;
  }
  return fabs(sum - 1) <= 1e-6 ||
         scr_fail(a->diag, &d->share_at, SCR_E_VALUE,
                  "the volume fractions of the bins add up to %g, not to 1", sum);
}

/* A function of a bin alone gives its radii. */
static bool laws_fit(scr_args *a, const distribute *d) {
  for (int k = 0; k < d->bins; k++) {
    const bin *b = &d->bin[k];
    const char *with = b->sizes.gauss ? "gauss" : b->radius_at.src ? "radius" : NULL;
    if (!scr_size_law_alone(a, &b->law, with)) return false;
  }
  return true;
}

static bool region_fits(scr_args *a, distribute *d, const scr_domain *o) {
  const scr_world *w = world_of(a);
  for (int k = 0; k < w->dim && !d->box; k++) d->lo[k] = o->lo[k], d->hi[k] = o->hi[k];
  if (!scr_box_fits(a, &d->box_at, d->lo, d->hi, o)) return false;
  for (int i = 0; i < d->bins; i++)
    for (int k = 0; k < w->dim; k++)
      if (!scr_size_law_given(&d->bin[i].law) &&
          d->hi[k] - d->lo[k] < 2 * d->bin[i].sizes.radius[1] * d->resolution)
        return scr_fail(a->diag, d->bin[i].radius_at.src ? &d->bin[i].radius_at : &a->loc,
                        SCR_E_VALUE, "the balls are larger than the region");
  return true;
}

static double volume_of(int dim, double r) {
  return dim == 3 ? 4.0 / 3.0 * SCR_PI * r * r * r : SCR_PI * r * r;
}

/* An estimate by the mean radius: a request for more than there is memory for is refused. */
static bool count_fits(scr_args *a, const distribute *d, double solid) {
  const double each = 2 * sizeof(scr_pose) + sizeof(scr_twist) + sizeof(scr_load);
  double n = 0;
  for (int k = 0; k < d->bins; k++) {
    const double r = 0.5 * (d->bin[k].sizes.radius[0] + d->bin[k].sizes.radius[1]) * d->resolution;
    if (!scr_size_law_given(&d->bin[k].law))
      n += d->bin[k].fraction * solid / volume_of(world_of(a)->dim, r);
  }
  if (n < UINT32_MAX / 2 && n * each <= scr_mem_limit()) return true;
  return scr_fail(a->diag, NULL, SCR_E_MEMORY,
                  "%.3g balls would be made: there is no memory for them", n);
}

/* ---- making ---- */

static double largest_of(const distribute *d, int dim) {
  double largest = HUGE_VAL;
  for (int k = 0; k < dim; k++) largest = SCR_MIN(largest, 0.5 * (d->hi[k] - d->lo[k]));
  return largest;
}

/* A radius of a bin; 0 after an error of its function. */
static double draw(scr_args *a, const distribute *d, const bin *b, double largest, scr_rng *rng) {
  const double s = d->resolution;
  scr_sizes sizes = b->sizes;
  sizes.radius[0] *= s, sizes.radius[1] *= s;
  return scr_size_law_given(&b->law) ? scr_size_law_draw(a, &b->law, s, largest)
                                     : scr_draw_radius(&sizes, largest, rng);
}

/* Whole balls lie in the region, but across a periodic side of the domain centres do. */
static void place(const scr_world *w, const distribute *d, double r, double x[3], scr_rng *rng) {
  for (int k = 0; k < w->dim; k++) {
    const bool open = !d->box && w->domain.condition[k] == SCR_B_PERIODIC;
    const double margin = open ? 0 : r;
    x[k] = d->lo[k] + margin + (d->hi[k] - d->lo[k] - 2 * margin) * scr_rng_uniform(rng);
  }
}

static bool is_wanted(scr_args *a, const distribute *d, const double x[3], double r, bool *in) {
  const scr_pose ball = {.x = {x[0], x[1], x[2]}, .r = r};
  return scr_range_has_new(a->s, d->range, &ball, 0, in);
}

/* Progress is told of the balls, and stops are asked for, now and then. False: the user stops. */
static bool go_on(scr_args *a, const distribute *d, double filled) {
  enum { EACH = 4096 };
  if (d->batch.n % EACH != 0) return true;
  scr_session_tell(a->s, &(scr_chore){"ball distribute", .balls = d->batch.n, .part = filled});
  return !scr_session_interrupted(a->s) ||
         scr_fail(a->diag, &a->loc, SCR_E_INTERRUPT, "interrupted: no ball is made");
}

/* Until its share is reached: the ball that does so stays. One outside of the range is left out,
 * and counts. `filled`: by bins before, of 1. */
static bool fill_bin(scr_args *a, distribute *d, bin *b, double solid, double filled,
                     scr_rng *rng) {
  scr_world *w = world_of(a);
  const double largest = largest_of(d, w->dim);
  for (double sum = 0; sum < solid;) {
    double x[3] = {0};
    bool in = true;
    const double r = draw(a, d, b, largest, rng);
    if (r == 0) return false;
    place(w, d, r, x, rng);
    sum += volume_of(w->dim, r);
    if (d->range && !is_wanted(a, d, x, r, &in)) return false;
    if (in) scr_ball_batch_add(&d->batch, x, r);
    if (!go_on(a, d, filled + b->fraction * SCR_MIN(sum / solid, 1))) return false;
  }
  b->end = d->batch.n;
  return true;
}

/* Groups of bins: their balls stand one after the other in the table. */
static void set_groups(scr_world *w, const distribute *d, uint32_t first) {
  size_t k = 0;
  for (int i = 0; i < d->bins; i++) {
    const uint32_t groups = scr_groups_applied(w, &d->bin[i].groups, 0);
    for (; k < d->bin[i].end; k++)
      if (groups) scr_table_write(&w->ball, SCR_BALL_GROUPS, first + (uint32_t)k, &groups);
  }
}

static bool make(scr_args *a, distribute *d) {
  scr_world *w = world_of(a);
  double solid = 1 - d->porosity;
  for (int k = 0; k < w->dim; k++) solid *= d->hi[k] - d->lo[k];
  if (!count_fits(a, d, solid)) return false;
  const scr_rng before = w->rng; /* functions that draw radii go on with the same numbers */
  const uint32_t first = w->ball.n;
  double filled = 0;
  bool ok = true;
  for (int k = 0; k < d->bins && ok; filled += d->bin[k++].fraction)
    ok = fill_bin(a, d, &d->bin[k], d->bin[k].fraction * solid, filled, &w->rng);
  scr_session_tell(a->s, &(scr_chore){0});
  ok = ok && scr_ball_batch_make(a, &d->batch);
  if (ok)
    set_groups(w, d, first);
  else
    w->rng = before;
  return ok;
}

static distribute new_distribute(const scr_world *w) {
  distribute d = {.porosity = w->dim == 3 ? 0.359 : 0.16, .resolution = 1};
  d.bin = scr_alloc(MAX_BINS * sizeof *d.bin);
  for (int k = 0; k < MAX_BINS; k++)
    d.bin[k] = (bin){.sizes = {{1, 1}, false, 0.1}, .fraction = -1};
  d.at = d.bin;
  return d;
}

bool scr_ball_distribute(scr_args *a) {
  if (!scr_domain_needed(a)) return false;
  distribute d = new_distribute(world_of(a));
  bool ok = true;
  while (ok && scr_args_more(a)) ok = read_word(a, &d);
  ok = ok && fractions_fit(a, &d) && laws_fit(a, &d) && scr_args_range(a, &d.range);
  const bool now = ok && scr_args_finish(a);
  const scr_domain *o = ok ? scr_domain_so_far(a) : NULL;
  ok = (!o || region_fits(a, &d, o)) && now && make(a, &d);
  for (int k = 0; k < MAX_BINS; k++) {
    scr_size_law_free(&d.bin[k].law);
    scr_group_phrases_free(&d.bin[k].groups);
  }
  scr_free(d.bin);
  scr_range_free(d.range);
  scr_ball_batch_free(&d.batch);
  return ok;
}
