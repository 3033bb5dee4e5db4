/* `fracture joint-set`: parallel fractures, one above the other. */
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "cmd/attribute.h"
#include "cmd/fracture.h"
#include "cmd/import.h"
#include "world/fracture/density.h"

enum { W_DFN, W_DIP, W_DDIR, W_GROUP, W_NUMBER, W_ORIGIN, W_SIZE, W_SPACING };
const scr_word_row scr_fracture_joint_words[] = {
    {"dfn", "<s>", "the DFN that they join, made where there is none; default dfn1, dfn2, ..."},
    {"dip", "<f> [<f>]", "degrees [at most so much more or less, uniformly]; default 0"},
    {"dip-direction", "<f> [<f>]", "degrees, likewise (3D); default 0"},
    {"group", "<s> [slot <s>]", "group of the fractures"},
    {"number", "<i>", "how many, as far as they lie in the domain; default 1"},
    {"origin", "<v>", "on the first one, the next lie along its normal, upwards; default 0"},
    {"size", "<f> [<f>]",
     "diameters, in 2D lengths, m [at most so much more or less]; else the domain alone cuts them"},
    {"spacing", "<f> [<f>]", "from one to the next, m"},
    {"dfn-dominance", "<i>", "!where several fractures cross a contact, the lowest id counts"},
    {"dominance", "<i>", "!where several fractures cross a contact, the lowest id counts"},
    {"intersection-set", "<s>", "!'fracture intersections compute' finds them afterwards"},
    {0},
};

/* A value, and by how much it may differ, uniformly. */
typedef struct spread {
  double mean, off;
} spread;

typedef struct joints {
  char *dfn;
  spread dip, ddir, size, spacing;
  double x[3];
  int64_t number;
  bool sized, spaced;
  scr_loc number_at, origin_at;
  scr_group_phrases groups;
} joints;

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- words ---- */

static bool read_off(scr_args *a, spread *s) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_number_follows(a)) return true;
  if (!scr_args_real(a, "the deviation", &s->off)) return false;
  return s->off >= 0 || scr_fail(a->diag, &at, SCR_E_VALUE, "a deviation cannot be negative");
}

static bool read_number(scr_args *a, joints *j) {
  j->number_at = scr_args_loc(a);
  if (!scr_args_int(a, "the number of fractures", &j->number)) return false;
  return (j->number >= 1 && j->number < UINT32_MAX) ||
         scr_fail(a->diag, &j->number_at, SCR_E_VALUE, "the number of fractures must be positive");
}

static bool read_spacing(scr_args *a, joints *j) {
  const scr_loc at = scr_args_loc(a);
  j->spaced = true;
  if (!scr_args_positive(a, "the spacing", &j->spacing.mean) || !read_off(a, &j->spacing))
    return false;
  return j->spacing.off < j->spacing.mean || a->unknowns ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the spacing differs by less than it is");
}

static bool read_size(scr_args *a, joints *j) {
  const scr_loc at = scr_args_loc(a);
  j->sized = true;
  if (!scr_fracture_size(a, &j->size.mean) || !read_off(a, &j->size)) return false;
  return j->size.off <= j->size.mean || a->unknowns ||
         scr_fail(a->diag, &at, SCR_E_VALUE,
                  "the second number may not exceed the first: sizes would be negative");
}

static bool joint_word(scr_args *a, joints *j) {
  int w;
  if (!scr_args_word(a, scr_fracture_joint_words, &w)) return false;
  switch (w) {
  case W_DFN: return scr_args_name(a, "the name of a DFN", &j->dfn);
  case W_DIP: return scr_fracture_dip(a, &j->dip.mean) && read_off(a, &j->dip);
  case W_DDIR: return scr_fracture_ddir(a, &j->ddir.mean) && read_off(a, &j->ddir);
  case W_GROUP: scr_args_again(a); return scr_args_group(a, SCR_GROUP_OF_NEW, &j->groups);
  case W_NUMBER: return read_number(a, j);
  case W_ORIGIN:
    j->origin_at = scr_args_loc(a);
    return scr_args_vector(a, "the origin", world_of(a)->dim, j->x);
  case W_SIZE: return read_size(a, j);
  default: return read_spacing(a, j);
  }
}

static bool joint_words(scr_args *a, joints *j) {
  while (scr_args_more(a))
    if (!joint_word(a, j)) return false;
  if (j->number > 1 && !j->spaced) return scr_args_expected(a, "'spacing'");
  return scr_args_finish(a);
}

/* ---- making ---- */

static double draw(const spread *s, scr_rng *rng) {
  return s->off > 0 ? s->mean + s->off * (2 * scr_rng_uniform(rng) - 1) : s->mean;
}

/* The whole plane, as far as it lies in the domain; *there: it does. */
static bool make_plane(scr_args *a, const scr_fracture_spec *s, bool *there) {
  scr_world *w = world_of(a);
  double corner[3 * SCR_SECTION_CORNERS], n[3];
  scr_fracture_spec cut = {.dfn = s->dfn, .groups = s->groups, .corner = corner};
  uint32_t place;
  scr_fracture_upwards(w->dim, s->dip, s->ddir, n);
  cut.corners = scr_section(w->dim, w->domain.lo, w->domain.hi, s->x, n, corner);
  *there = cut.corners > 0;
  return !*there || scr_fracture_create(w, a->diag, &cut, &place);
}

static bool make_one(scr_args *a, const joints *j, scr_fracture_spec *s, bool *there) {
  scr_world *w = world_of(a);
  uint32_t place;
  s->dip = draw(&j->dip, &w->rng);
  s->ddir = draw(&j->ddir, &w->rng);
  if (!j->sized) return make_plane(a, s, there);
  s->size = draw(&j->size, &w->rng);
  *there = scr_point_in(w->dim, s->x, w->domain.lo, w->domain.hi);
  return !*there || scr_fracture_create(w, a->diag, s, &place);
}

static bool make_all(scr_args *a, const joints *j, uint32_t dfn, int64_t *made) {
  scr_world *w = world_of(a);
  scr_fracture_spec s = {.dfn = dfn, .groups = scr_groups_applied(w, &j->groups, 0)};
  double n[3];
  bool there = true;
  memcpy(s.x, j->x, sizeof s.x);
  scr_fracture_upwards(w->dim, j->dip.mean, j->ddir.mean, n);
  for (*made = 0; *made < j->number; (*made)++) {
    if (*made % 4096 == 0 && scr_session_interrupted(a->s)) return true;
    if (!make_one(a, j, &s, &there)) return false;
    if (!there) return true;
    const double step = j->spaced ? draw(&j->spacing, &w->rng) : 0;
    for (int k = 0; k < w->dim; k++) s.x[k] += step * n[k];
  }
  return true;
}

static bool make(scr_args *a, const joints *j) {
  scr_world *w = world_of(a);
  const scr_rng rng = w->rng;
  bool fresh;
  int64_t made;
  const uint32_t dfn = scr_fracture_home(w, j->dfn, &fresh);
  const bool ok = make_all(a, j, dfn, &made);
  if (ok && made == j->number) return true;
  if (ok && made)
    return scr_warn(a->diag, &j->number_at, SCR_E_VALUE,
                    "%lld of %lld fractures are made: the next one lies outside of the domain",
                    (long long)made, (long long)j->number);
  if (fresh) scr_dfn_delete(w, dfn);
  w->rng = rng;
  return ok && scr_fail(a->diag, j->origin_at.src ? &j->origin_at : NULL, SCR_E_VALUE,
                        "the first fracture lies outside of the domain");
}

bool scr_fracture_joint_set(scr_args *a) {
  joints j = {.number = 1};
  const bool ok = scr_domain_needed(a) && joint_words(a, &j) && make(a, &j);
  scr_group_phrases_free(&j.groups);
  scr_free(j.dfn);
  return ok;
}
