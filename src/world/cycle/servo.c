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
  scr_xsum force[3], answer; /* N; N s/m, to a velocity of the wall in one step */
} touched;

static bool works(const scr_servo *s) { return s->active && scr_dot3(s->force, s->force) > 0; }

static bool renews(const scr_world *w, const scr_servo *s) {
  return s->gain == 0 || scr_every(w->cycle, s->every);
}

/* The parameter that holds the normal damping ratio of a law; -1: it has none. */
static int ratio_parameter(int law) {
  const scr_model *m = scr_model_at(law - 1);
  for (int k = 0; k < m->nprop; k++)
    if (strcmp(m->prop[k].name, "dp_nratio") == 0 && m->prop[k].kind == SCR_PROP_PARAM)
      return m->prop[k].slot;
  return -1;
}

/* K dt + C of one contact, whose damping ratio b is parameter `ratio`. The stiffness kn' that
 * counts for the timestep is kn (b + sqrt(1 + b^2))^2, and C is 2 b sqrt(m kn). */
static double answer_of(const scr_world *w, uint32_t k, double stiffness, int ratio) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const double spring = stiffness * w->timestep.current;
  const double b = ratio < 0 ? 0 : w->pset[scr_pair_set(p, k)].param[ratio];
  if (!(b > 0)) return spring;
  return spring + 2 * b * sqrt(w->twist[p->i[k]].m * stiffness) / (b + sqrt(1 + b * b));
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
    for (int i = 0; i < 3; i++)
      if (w->servo[k].force[i] != 0) sum->force[i] = (scr_xsum){0};
    sum->answer = (scr_xsum){0};
  }
  return c->sums;
}

/* The contacts of walls with servos, in the order of the list: their number. */
static uint32_t find_touching(scr_world *w, const uint32_t *of) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t *wall = scr_colu(&w->facet, SCR_FACET_WALL);
  struct scr_cycle *c = w->engine->cycle;
  uint32_t n = 0;
  SCR_GROW(c->touching, c->cap_touching, p->n);
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k] && of[wall[p->j[k]]] != SCR_NONE) c->touching[n++] = k;
  return n;
}

static bool any_renews(const scr_world *w) {
  for (uint32_t k = 0; k < w->nservo; k++)
    if (works(&w->servo[k]) && renews(w, &w->servo[k])) return true;
  return false;
}

static void add_forces(scr_world *w, const uint32_t *of, uint32_t n, touched *sum) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t *pair = w->engine->cycle->touching;
  for (uint32_t q = 0; q < n; q++) {
    const uint32_t k = pair[q], servo = of[scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]]];
    for (int c = 0; c < 3; c++)
      if (p->force[c][k] != 0 && w->servo[servo].force[c] != 0)
        scr_xsum_add(&sum[servo].force[c], p->force[c][k]);
  }
}

static void add_answers(scr_world *w, const uint32_t *of, uint32_t n, touched *sum) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  uint32_t *pair = w->engine->cycle->touching, active = 0;
  int law = 0, ratio = -1; /* that of the contact before: most walls have one law */
  for (uint32_t q = 0; q < n; q++)
    if (p->flag[pair[q]] & SCR_PAIR_ACTIVE) pair[active++] = pair[q];
  const double *kn = scr_facet_stiffness(w, pair, active);
  for (uint32_t q = 0; q < active; q++) {
    const uint32_t k = pair[q], servo = of[scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]]];
    if (p->law[k] != law) law = p->law[k], ratio = ratio_parameter(law);
    scr_xsum_add(&sum[servo].answer, answer_of(w, k, kn[k], ratio));
  }
}

static void add_contacts(scr_world *w, const uint32_t *of, touched *sum) {
  const uint32_t n = find_touching(w, of);
  add_forces(w, of, n, sum);
  if (any_renews(w)) add_answers(w, of, n, sum);
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

bool scr_servos_drive(scr_world *w, scr_diag *d) {
  uint32_t *of = w->nservo ? servo_of_walls(w) : NULL;
  if (!of) return true;
  touched *sum = sums_begin(w);
  add_contacts(w, of, sum);
  bool fine = true;
  for (uint32_t k = 0; fine && k < w->nservo; k++)
    if (works(&w->servo[k])) fine = drive(w, d, &w->servo[k], &sum[k]);
  return fine;
}
