/* What a run would do without a word though hardly anybody wants it. Each is told once a world,
 * when a solve begins. */
#include "world/cycle/traps.h"

#include <math.h>
#include "world/contacts/cmat.h"
#include "world/contacts/contact.h"
#include "world/cycle/kept.h"
#include "world/engine.h"
#include "world/facets/deform.h"
#include "world/state/events.h"
#include "world/state/rows.h"

enum {
  NO_LAW = 1,
  OVERLAP = 2,
  UNDAMPED = 4,
  FAST_WALL = 8,
  LOOSE_JOINT = 16,
  LATE_LAW = 32,
  IDLE_WALL = 64,
  NO_PERIOD = 128
};
static const double DEEP = 0.25; /* of the smaller radius: what nobody packs on purpose */
static const double FAR =
    1; /* of the smallest radius: a wall that goes further in a step may pass a centre */

static bool is_null(const scr_model *m) { return m == scr_model_find("null"); }

/* May a contact of that type have a law? Those that are there tell; else the CMAT does, whose
 * ranges are not asked. */
static bool any_law(const scr_world *w, scr_contact_type type) {
  const scr_pairs *p = &w->pair[type];
  bool any = false, law = !is_null(w->cmat_default[type].model);
  if (scr_watched(w, SCR_EV_CONTACT_CREATE)) return true;
  for (uint32_t k = 0; k < p->n; k++) {
    any |= p->law[k] != 0;
    if (p->law[k] && !is_null(scr_model_at(p->law[k] - 1))) return true;
  }
  for (size_t k = 0; k < w->ncmat; k++) law |= !is_null(w->cmat[k].entry.model);
  return !any && law;
}

/* Where nothing has a law, none is missing, unless weight draws balls through a wall. */
static bool tell_of_law(scr_world *w, scr_diag *d) {
  const bool none = is_null(w->cmat_default[SCR_BALL_BALL].model);
  if (!w->facet.n || any_law(w, SCR_BALL_FACET)) return true;
  if (none && (scr_dot3(w->gravity, w->gravity) == 0 || any_law(w, SCR_BALL_BALL))) return true;
  w->engine->cycle->traps_told |= NO_LAW;
  return scr_warn(d, NULL, SCR_E_STATE,
                  none ? "no contact has a law: balls pass through each other and through walls; "
                         "`contact cmat default model linear ...` gives one"
                       : "contacts with walls have no law: balls pass through them; `contact cmat "
                         "default type ball-facet` gives one");
}

/* `model mechanical timestep fix`, `model clean` and cycles make contacts. */
static bool tell_of_late_law(scr_world *w, scr_diag *d) {
  uint32_t n;
  if (!scr_cmat_missed(w, d, &n)) return false;
  if (!n) return true;
  w->engine->cycle->traps_told |= LATE_LAW | NO_LAW;
  return scr_warn(d, NULL, SCR_E_STATE,
                  "%u contact%s no law: the CMAT got one for %s later, and it is for new contacts; "
                  "write `contact cmat apply` behind it, or move it up",
                  n, n == 1 ? " has" : "s have", n == 1 ? "it" : "them");
}

/* A joint that has no stiffness carries nothing, and nothing says so: a timestep may follow from
 * other contacts. */
static bool tell_of_joint(scr_world *w, scr_diag *d) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  const scr_model *m = scr_model_at(SCR_LAW_smoothjoint);
  const int slot = scr_model_prop(m, "sj_kn")->slot;
  uint32_t first = SCR_NONE;
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k] == 1 + SCR_LAW_smoothjoint && w->pset[scr_pair_set(p, k)].param[slot] == 0)
      first = SCR_MIN(first, p->id[k]);
  if (first == SCR_NONE) return true;
  w->engine->cycle->traps_told |= LOOSE_JOINT;
  return scr_warn(d, NULL, SCR_E_VALUE,
                  "contact %u has the law 'smoothjoint' with 'sj_kn' 0: such a joint carries no "
                  "normal force; 'sj_kn' and 'sj_ks' are stiffnesses by the area, Pa/m",
                  first);
}

/* How deep pair k is, as a part of the smaller radius; by the nearest image. */
static double depth(const scr_world *w, const scr_pairs *p, uint32_t k) {
  assert(k < p->n && p->law[k]);
  const scr_pose *a = &w->pose[p->i[k]], *b = &w->pose[p->j[k]];
  double d2 = 0;
  for (int c = 0; c < w->dim; c++) {
    const double period = scr_period(w, c);
    double x = fabs(b->x[c] - a->x[c]);
    if (period > 0 && x > 0.5 * period) x = period - x;
    d2 += x * x;
  }
  return (a->r + b->r - sqrt(d2)) / SCR_MIN(a->r, b->r);
}

static bool tell_of_overlap(scr_world *w, scr_diag *d) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  const uint32_t *id = scr_colu(&w->ball, SCR_BALL_ID);
  uint32_t n = 0, worst = SCR_NONE;
  double most = DEEP;
  if (scr_fresh(w, SCR_OVERLAPS)) return true;
  scr_made(w, SCR_OVERLAPS);
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k] || is_null(scr_model_at(p->law[k] - 1))) continue;
    const double part = depth(w, p, k);
    n += part > DEEP;
    const bool deeper = part > most || (part == most && worst != SCR_NONE &&
                                        scr_contact_key(w, SCR_BALL_BALL, k) <
                                            scr_contact_key(w, SCR_BALL_BALL, worst));
    if (deeper) most = part, worst = k;
  }
  if (worst == SCR_NONE) return true;
  w->engine->cycle->traps_told |= OVERLAP;
  const uint32_t a = id[p->i[worst]], b = id[p->j[worst]];
  return scr_warn(d, NULL, SCR_E_VALUE,
                  "%u pair%s of balls overlap%s by more than a quarter of a radius; balls %u and "
                  "%u by %.3g of the smaller one",
                  n, n == 1 ? "" : "s", n == 1 ? "s" : "", SCR_MIN(a, b), SCR_MAX(a, b), most);
}

static bool tell_of_damping(scr_world *w, scr_diag *d, bool ratio) {
  if (!ratio || !scr_world_undamped(w)) return true;
  w->engine->cycle->traps_told |= UNDAMPED;
  return scr_warn(d, NULL, SCR_E_VALUE,
                  "this solve may never come to its ratio: there is no damping of any kind");
}

/* How far the wall goes in a step, m: its vertices at most. */
static double way_of_wall(const scr_world *w, uint32_t wall) {
  assert(wall < w->wall.n);
  const double *v = scr_col(&w->wall, SCR_WALL_VELOCITY) + 3 * (size_t)wall;
  const double *spin = scr_col(&w->wall, SCR_WALL_SPIN) + 3 * (size_t)wall,
               *x0 = scr_col(&w->wall, SCR_WALL_CENTER) + 3 * (size_t)wall;
  double most = 0;
  for (uint32_t k = 0; k < w->vertex.n; k++) {
    if (scr_colu(&w->vertex, SCR_VERTEX_WALL)[k] != wall) continue;
    double arm[3], turn[3];
    for (int c = 0; c < 3; c++)
      arm[c] = scr_col(&w->vertex, SCR_VERTEX_POSITION)[3 * (size_t)k + (size_t)c] - x0[c];
    scr_cross3(spin, arm, turn);
    for (int c = 0; c < 3; c++) turn[c] += v[c] + scr_vertex_velocity(w, k)[c];
    most = SCR_MAX(most, scr_dot3(turn, turn));
  }
  return sqrt(most) * w->timestep.current;
}

/* An automatic timestep is short enough by itself. */
static bool tell_of_walls(scr_world *w, scr_diag *d) {
  const double far = FAR * w->engine->survey.radius_lo;
  const bool vertices = scr_any_nonzero(&w->vertex, SCR_VERTEX_VELOCITY);
  if (w->timestep.mode == SCR_DT_AUTOMATIC || !(far > 0)) return true;
  for (uint32_t k = 0; k < w->wall.n; k++) {
    const double *v = scr_col(&w->wall, SCR_WALL_VELOCITY) + 3 * (size_t)k,
                 *spin = scr_col(&w->wall, SCR_WALL_SPIN) + 3 * (size_t)k;
    if (!vertices && scr_dot3(v, v) + scr_dot3(spin, spin) == 0) continue;
    const double way = way_of_wall(w, k);
    if (!(way > far)) continue;
    w->engine->cycle->traps_told |= FAST_WALL;
    return scr_warn(
        d, NULL, SCR_E_VALUE,
        "wall %u moves by %.3g m in a step, %.3g of the smallest radius: it may pass through balls",
        scr_colu(&w->wall, SCR_WALL_ID)[k], way, way / w->engine->survey.radius_lo);
  }
  return true;
}

static bool any_set(const double v[3]) { return v[0] != 0 || v[1] != 0 || v[2] != 0; }

/* What only a free wall feels, and what of it would have to be free; NULL: there is nothing. */
static const char *idle(const scr_world *w, uint32_t wall, const char **of) {
  const unsigned free = scr_wall_free_bits(w, wall);
  const bool pushed = any_set(scr_real_at(&w->wall, SCR_WALL_FORCE_APPLIED, wall)),
             turned = any_set(scr_real_at(&w->wall, SCR_WALL_MOMENT_APPLIED, wall));
  *of = "velocity";
  if (pushed && !(free & 7)) return "an applied force";
  if (!free && !turned && *scr_real_at(&w->wall, SCR_WALL_DAMP, wall) > 0) return "local damping";
  *of = "spin";
  return turned && !(free >> 3) ? "an applied moment" : NULL;
}

static bool tell_of_idle(scr_world *w, scr_diag *d) {
  for (uint32_t k = 0; k < w->wall.n; k++) {
    const char *of, *what = idle(w, k, &of);
    if (!what) continue;
    w->engine->cycle->traps_told |= IDLE_WALL;
    return scr_warn(d, NULL, SCR_E_STATE,
                    "wall %u has %s, which it does not feel: no component of its %s is free",
                    scr_colu(&w->wall, SCR_WALL_ID)[k], what, of);
  }
  return true;
}

/* A callback may set the rate within a solve. */
bool scr_traps_tell_strain(scr_world *w, scr_diag *d) {
  unsigned *told = &w->engine->cycle->traps_told;
  for (int c = 0; c < w->dim; c++) {
    if (*told & NO_PERIOD || w->domain.rate[c] == 0 || w->domain.condition[c] == SCR_B_PERIODIC)
      continue;
    *told |= NO_PERIOD;
    return scr_warn(
        d, NULL, SCR_E_STATE,
        "the domain is strained along %c, where it is not periodic: balls go along, and "
        "nothing joins those at its two sides; `model domain condition periodic` does",
        "xyz"[c]);
  }
  return true;
}

bool scr_traps_tell(scr_world *w, scr_diag *d, bool ratio) {
  struct scr_engine *e = w->engine;
  const unsigned told = e->cycle->traps_told;
  const bool all = !scr_fresh(w, SCR_TRAPS), walls = all || !scr_fresh(w, SCR_FAST_WALLS);
  scr_made(w, SCR_TRAPS);
  scr_made(w, SCR_FAST_WALLS);
  if (!w->ball.n || !walls) return true;
  if (!(told & FAST_WALL) && !tell_of_walls(w, d)) return false;
  return !all ||
         ((told & LOOSE_JOINT || tell_of_joint(w, d)) &&
          (told & LATE_LAW || tell_of_late_law(w, d)) &&
          (e->cycle->traps_told & NO_LAW || tell_of_law(w, d)) &&
          (told & OVERLAP || tell_of_overlap(w, d)) && (told & IDLE_WALL || tell_of_idle(w, d)) &&
          (told & UNDAMPED || tell_of_damping(w, d, ratio)));
}
