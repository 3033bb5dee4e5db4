/* Walls that are driven towards a force. With n along the force F that a wall is to exert, and the
 * sum f of its contact forces, its velocity along n becomes G (F + f).n, at most the limit; other
 * parts of it stay. G = a/(K dt + C), with the sums of what springs and dashpots of its contacts
 * answer to a velocity in one step: K dt and C (PFC's wall servo, where C is 0; docs/physics.md).
 */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/xsum.h"
#include "world/bodies/bodies.h"
#include "world/cycle/kept.h"
#include "world/engine.h"
#include "world/state/rows.h"
#include "world/bodies/servos.h"
#include "world/state/solving.h"
#include "world/timestep/stepper.h"

/* What a servo knows of its wall's contacts. Exact sums: no order of rows shows. */
typedef struct scr_touched {
  int axes, axis[3];         /* along which the wanted force has a part */
  scr_xsum force[3], answer; /* N; N s/m, to a velocity of the wall in one step */
} touched;

static bool works(const scr_servo *s) { return s->active && scr_dot3(s->force, s->force) > 0; }

static bool renews(const scr_world *w, const scr_servo *s) {
  return s->gain == 0 || scr_every(w->cycle, s->every);
}

/* Number of the active servo by row of wall; SCR_NONE: none. NULL: no wall has one. */
static uint32_t *servo_of_walls(scr_world *w) {
  struct scr_cycle *c = w->engine->cycle;
  uint32_t *of = NULL;
  for (uint32_t k = 0; k < w->nservo; k++) {
    const scr_servo *s = &w->servo[k];
    if (!works(s)) continue;
    if (!of) {
      SCR_GROW(c->servo_of, c->cap_servo_of, w->wall.n);
      of = c->servo_of;
      memset(of, 0xff, w->wall.n * sizeof *of);
    }
    of[scr_wall_find(w, s->wall)] = k;
  }
  return of;
}

/* One of each servo. Across its direction no force counts, and those sums stay what they are. */
static touched *sums_begin(scr_world *w) {
  struct scr_cycle *c = w->engine->cycle;
  SCR_GROW(c->sums, c->cap_sums, w->nservo);
  for (uint32_t k = 0; k < w->nservo; k++) {
    touched *sum = &c->sums[k];
    sum->axes = 0;
    for (int i = 0; i < 3; i++) {
      if (w->servo[k].force[i] == 0) continue;
      sum->axis[sum->axes++] = i;
      sum->force[i] = (scr_xsum){0};
    }
    sum->answer = (scr_xsum){0};
  }
  return c->sums;
}

/* The active contacts of walls with servos, in the order of the list: their number. Others have no
 * force. */
static uint32_t find_touching(scr_world *w, const uint32_t *of) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  struct scr_cycle *c = w->engine->cycle;
  SCR_GROW(c->touching, c->cap_touching, p->n);
  SCR_GROW(c->touched, c->cap_touched, p->n);
  const uint32_t *wall = scr_colu(&w->facet, SCR_FACET_WALL), *facet = p->j;
  const uint8_t *flag = p->flag;
  uint32_t *pair = c->touching, *servo = c->touched, found = 0;
  for (uint32_t k = 0, n = p->n; k < n; k++) {
    if (!p->law[k] || !(flag[k] & SCR_PAIR_ACTIVE)) continue;
    pair[found] = k;
    servo[found] = of[wall[facet[k]]];
    found += servo[found] != SCR_NONE;
  }
  return found;
}

static bool any_renews(const scr_world *w) {
  for (uint32_t k = 0; k < w->nservo; k++)
    if (works(&w->servo[k]) && renews(w, &w->servo[k])) return true;
  return false;
}

static void add_forces(scr_world *w, uint32_t n, touched *sum) {
  const struct scr_cycle *cycle = w->engine->cycle;
  const uint32_t *pair = cycle->touching, *servo = cycle->touched;
  double *const *force = w->pair[SCR_BALL_FACET].force;
  for (uint32_t q = 0; q < n; q++) {
    touched *to = &sum[servo[q]];
    for (int a = 0; a < to->axes; a++)
      scr_xsum_add(&to->force[to->axis[a]], force[to->axis[a]][pair[q]]);
  }
}

/* Adds K dt + C of each contact. Most walls have contacts of one law and one set of parameters. */
static void add_answers(scr_world *w, uint32_t n, touched *sum) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t *pair = w->engine->cycle->touching, *servo = w->engine->cycle->touched;
  const double *kn = scr_facet_stiffness(w, pair, n), dt = w->timestep.current;
  scr_dashpot of = {0};
  for (uint32_t q = 0; q < n; q++) {
    const uint32_t k = pair[q];
    scr_dashpot_of(w, SCR_BALL_FACET, k, &of);
    const double answer = kn[k] * dt + scr_viscosity(&of, 0, w->twist[p->i[k]].m, kn[k]);
    scr_xsum_add(&sum[servo[q]].answer, answer);
  }
}

static void add_contacts(scr_world *w, const uint32_t *of, touched *sum) {
  const uint32_t n = find_touching(w, of);
  add_forces(w, n, sum);
  if (any_renews(w)) add_answers(w, n, sum);
}

/* Without a contact a wall goes towards the force as fast as it may. */
static bool free_speed(scr_diag *d, scr_servo *s, double *speed) {
  *speed = s->limit < HUGE_VAL ? s->limit : 0;
  if (s->limit < HUGE_VAL || s->told) return true;
  s->told = true;
  return scr_warn(d, NULL, SCR_E_STATE,
                  "wall %u is driven towards a force and touches nothing: it stands still, as "
                  "'wall servo velocity-max' gives no velocity",
                  s->wall);
}

static void renew(scr_servo *s, double answer) { s->gain = answer > 0 ? s->factor / answer : 0; }

static bool drive(scr_world *w, scr_diag *d, scr_servo *s, const touched *sum) {
  const double wanted = sqrt(scr_dot3(s->force, s->force));
  double n[3], f[3], v[3], speed;
  for (int c = 0; c < 3; c++) {
    n[c] = s->force[c] / wanted;
    f[c] = s->force[c] != 0 ? scr_xsum_value(&sum->force[c]) : 0;
  }
  if (renews(w, s)) renew(s, scr_xsum_value(&sum->answer));
  if (s->gain > 0)
    speed = SCR_MAX(-s->limit, SCR_MIN(s->limit, s->gain * (wanted + scr_dot3(n, f))));
  else if (!free_speed(d, s, &speed))
    return false;
  const uint32_t row = scr_wall_find(w, s->wall);
  memcpy(v, scr_table_at(&w->wall, SCR_WALL_VELOCITY, row), sizeof v);
  const double by = speed - scr_dot3(v, n);
  for (int c = 0; c < 3; c++) v[c] += by * n[c];
  scr_table_write(&w->wall, SCR_WALL_VELOCITY, row, v);
  scr_changed(w, SCR_DRIVES);
  return true;
}

/* Of those that are active without a force: once each. */
bool scr_servos_tell(scr_world *w, scr_diag *d) {
  for (uint32_t k = 0; k < w->nservo; k++) {
    scr_servo *s = &w->servo[k];
    if (!s->active || s->told || works(s)) continue;
    s->told = true;
    if (!scr_warn(d, NULL, SCR_E_STATE,
                  "wall %u has an active servo without a force: it moves as it did", s->wall))
      return false;
  }
  return true;
}

bool scr_servos_drive(scr_world *w, scr_diag *d) {
  const bool may_get_force = w->ncallback && !scr_looks_again(w);
  bool fine = may_get_force || scr_servos_tell(w, d);
  uint32_t *of = fine && w->nservo ? servo_of_walls(w) : NULL;
  if (!of) return fine;
  touched *sum = sums_begin(w);
  add_contacts(w, of, sum);
  for (uint32_t k = 0; fine && k < w->nservo; k++)
    if (works(&w->servo[k])) fine = drive(w, d, &w->servo[k], &sum[k]);
  return fine;
}
