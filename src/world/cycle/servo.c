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
typedef struct touched {
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
  uint32_t *of = NULL;
  for (uint32_t k = 0; k < w->nservo; k++) {
    const scr_servo *s = &w->servo[k];
    if (!works(s)) continue;
    if (!of) {
      of = scr_alloc(w->wall.n * sizeof *of);
      memset(of, 0xff, w->wall.n * sizeof *of);
    }
    of[scr_wall_find(w, s->wall)] = k;
  }
  return of;
}

static void add_contacts(scr_world *w, const uint32_t *of, touched *sum) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const double *kn = NULL;
  int law = 0, ratio = -1; /* that of the contact before: most walls have one law */
  for (uint32_t k = 0; k < w->nservo && !kn; k++)
    if (works(&w->servo[k]) && renews(w, &w->servo[k])) kn = scr_facet_stiffness(w);
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k]) continue;
    const uint32_t servo = of[scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]]];
    if (servo == SCR_NONE) continue;
    for (int c = 0; c < 3; c++)
      if (p->force[c][k] != 0) scr_xsum_add(&sum[servo].force[c], p->force[c][k]);
    if (!kn || !(p->flag[k] & SCR_PAIR_ACTIVE)) continue;
    if (p->law[k] != law) law = p->law[k], ratio = ratio_parameter(law);
    scr_xsum_add(&sum[servo].answer, answer_of(w, k, kn[k], ratio));
  }
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

static bool drive(scr_world *w, scr_diag *d, scr_servo *s, const touched *sum) {
  const double answer = scr_xsum_value(&sum->answer), wanted = sqrt(scr_dot3(s->force, s->force));
  double n[3], f[3], v[3], speed;
  for (int c = 0; c < 3; c++) n[c] = s->force[c] / wanted, f[c] = scr_xsum_value(&sum->force[c]);
  if (renews(w, s)) s->gain = answer > 0 ? s->factor / answer : 0;
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
  touched *sum = scr_alloc(w->nservo * sizeof *sum);
  add_contacts(w, of, sum);
  bool fine = true;
  for (uint32_t k = 0; fine && k < w->nservo; k++)
    if (works(&w->servo[k])) fine = drive(w, d, &w->servo[k], &sum[k]);
  scr_free(sum);
  scr_free(of);
  return fine;
}
