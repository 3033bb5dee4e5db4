/* Energies and their balance. Sums over the system are exact, whatever the order. */
#include "world/force/energy.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "kernel/kick.h"
#include "world/contacts/cmat.h"
#include "world/contacts/pairs.h"
#include "world/engine.h"
#include "world/force/kept.h"
#include "world/motion/free_walls.h"
#include "world/motion/motion.h"
#include "world/rigid/rigid.h"
#include "world/state/rows.h"
#include "world/state/survey.h"

#define NAME(id, name, ...) name,
const char *const scr_energy_name[] = {SCR_ENERGY_ROWS(NAME) NULL};

/* Many terms are nothing. */
static inline void add(scr_xsum *s, double x) {
  if (x != 0) scr_xsum_add(s, x);
}

/* Of a ball; pieces move with their bodies, whose energy is none of theirs. */
double scr_ball_kinetic(const scr_world *w, uint32_t row) {
  assert(row < w->ball.n);
  if (scr_body_of(w, row)) return 0;
  const scr_twist *t = &w->twist[row];
  return 0.5 * t->m * scr_dot3(t->v, t->v) + 0.5 * t->moi * scr_dot3(t->w, t->w);
}

static scr_xsum kinetic_sum(const scr_world *w) {
  scr_xsum s = {0};
  for (uint32_t k = 0; k < w->ball.n; k++) scr_xsum_add(&s, scr_ball_kinetic(w, k));
  for (uint32_t b = 0; b < w->body.n; b++) scr_xsum_add(&s, scr_body_kinetic(w, b));
  for (uint32_t k = 0; scr_any_wall_free(w) && k < w->wall.n; k++)
    add(&s, scr_free_wall_kinetic(w, k));
  return s;
}

static double kinetic(const scr_world *w) {
  const scr_xsum s = kinetic_sum(w);
  return scr_xsum_value(&s);
}

/* Of what is recomputed: SCR_STORED_... */
static double strain(scr_world *w, int what) {
  scr_xsum s = {0};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t k = 0; k < w->pair[t].n; k++) {
      if (!w->pair[t].law[k] || !(w->pair[t].flag[k] & SCR_PAIR_ACTIVE)) continue;
      scr_xsum_add(&s, scr_contact_stored(w, (scr_contact){(uint32_t)t, k}, what));
    }
  return scr_xsum_value(&s);
}

enum { ALL = -1 };

/* Of one contact, if its law settled it where it is now. */
static double settled(const scr_world *w, scr_contact c, int what) {
  const scr_pairs *p = &w->pair[c.type];
  const scr_model *m = scr_contact_model(w, c);
  const bool active = p->flag[c.k] & SCR_PAIR_ACTIVE;
  double state[SCR_MAX_STATE], sum = 0;
  scr_ends e;
  if (p->flag[c.k] & (SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT) || !m->strain ||
      !(active || m->hints.settle))
    return 0;
  scr_contact_ends_of(w, c, &e);
  if (active)
    scr_pair_state(p, c.k, m->nstate, state);
  else
    memset(state, 0, sizeof state);
  const double *param = w->pset[scr_pair_set(p, c.k)].param;
  if (m->hints.settle) m->hints.settle(&e, param, state);
  for (int k = 0; k < m->nenergy; k++)
    if (!m->energy[k].accumulated && (what == ALL || what == m->energy[k].slot))
      sum += m->strain(&e, w->dim, param, state, m->energy[k].slot);
  return sum;
}

static double settled_strain(const scr_world *w, int what) {
  scr_xsum s = {0};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t k = 0; k < w->pair[t].n; k++)
      if (w->pair[t].law[k]) add(&s, settled(w, (scr_contact){(uint32_t)t, k}, what));
  return scr_xsum_value(&s);
}

void scr_energy_add_settled(const scr_world *w, const uint8_t *of, double sign, scr_xsum *sum) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++)
      if (p->law[k] && (of[p->i[k]] || (t == SCR_BALL_BALL && of[p->j[k]])))
        add(sum, sign * settled(w, (scr_contact){(uint32_t)t, k}, ALL));
  }
}

static bool within_step(const scr_world *w) { return w->point >= 10 && w->point < 42; }

/* Where contacts are as their laws left them, or, outside of that, as edits make them. */
static double stored(scr_world *w, int what) {
  return within_step(w) ? strain(w, what) : settled_strain(w, what);
}

/* Sum over living contacts of column `slot`, and what is in the totals. */
static double of_contacts(const scr_world *w, int slot, int total) {
  assert(slot >= 0 && slot < SCR_BOOKS && total >= 0 && total < SCR_TOTALS);
  scr_xsum s = w->energy_total[total];
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; p->work[slot] && k < p->n; k++)
      if (p->law[k]) add(&s, p->work[slot][k]);
  }
  return scr_xsum_value(&s);
}

void scr_energy_edited_step(scr_world *w, bool begins) {
  struct scr_force *f = w->engine->force;
  if (begins || f->edited_step) {
    const double now = of_contacts(w, SCR_BOOK_STEP, SCR_TOTAL_STEP);
    if (!begins) f->of_edited_steps += now - f->step_before;
    f->step_before = now;
  }
  f->edited_step = begins;
}

double scr_energy_of_edited_steps(const scr_world *w) { return w->engine->force->of_edited_steps; }
double scr_energy_of_edits(const scr_world *w) { return w->engine->force->of_edits; }

static void add_balls(const scr_world *w, int comp, scr_xsum *s) {
  for (uint32_t k = 0; k < w->ball.n; k++)
    scr_xsum_add(s, scr_real_at(&w->ball, SCR_BALL_WORK, k)[comp]);
  for (uint32_t b = 0; b < w->body.n; b++)
    scr_xsum_add(s, scr_real_at(&w->body, SCR_BODY_WORK, b)[comp]);
}

static double of_balls(const scr_world *w, int comp, int total) {
  assert(comp >= 0 && comp < 3 && total >= 0 && total < SCR_TOTALS);
  scr_xsum s = w->energy_total[total];
  add_balls(w, comp, &s);
  return scr_xsum_value(&s);
}

/* Work of prescribed velocities: fixed balls and walls. */
static double boundary(const scr_world *w) {
  scr_xsum s = w->energy_total[SCR_TOTAL_BOUNDARY];
  add_balls(w, 2, &s);
  scr_xsum_merge(&s, &w->energy_total[SCR_TOTAL_WALL]);
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  for (uint32_t k = 0; p->work[SCR_BOOK_WALL] && k < p->n; k++)
    if (p->law[k]) scr_xsum_add(&s, p->work[SCR_BOOK_WALL][k]);
  return scr_xsum_value(&s);
}

/* What edits take of Verlet's term counts at once; what they add, from the next step on, whose
 * length may be another one. Sums alone are kept, so that it does not matter in how many edits. */
static double edited(const scr_world *w) {
  return SCR_MAX(scr_xsum_value(&w->energy_total[SCR_TOTAL_EDITED]), 0);
}

#define PLACE(id, ...) ENERGY_##id,
enum { SCR_ENERGY_ROWS(PLACE) };
#define TAKEN(id, name, kind, sign, source, doc)                                                   \
  case ENERGY_##id: *out = source; return true;

bool scr_energy(scr_world *w, const char *name, double *out) {
  int k = 0;
  while (scr_energy_name[k] && !scr_energy_is(scr_energy_name[k], name)) k++;
  scr_world_sync(w);
  switch (k) {
    SCR_ENERGY_ROWS(TAKEN)
  default: return false;
  }
}

/* ---- Verlet's term: timesteps that change, and edits ---- */

/* Against the velocity that the closing half-kick of m leaves, whether or not it was taken. */
static double drag_of(const scr_motion *m, double v, double f, double damp, double inertia) {
  const double now = scr_kick(v, f, 0, damp, false, m->closing / inertia, m->closing, true, NULL);
  return now != 0 ? copysign(damp * fabs(f), now) : 0;
}

/* Force times acceleration and moment times angular acceleration of contacts, W/s, of what is free
 * to move. */
static double rush(const scr_motion *m, uint32_t row) {
  assert(m->twist[row].m > 0 && m->twist[row].moi > 0);
  const scr_twist *t = &m->twist[row];
  const scr_load *f = &m->load[row];
  const unsigned fix = m->fix ? m->fix[row] : 0;
  const double damp = m->damp ? m->damp[m->damp_alike ? 0 : row] : 0;
  const double *force = m->force_app ? m->force_app + 3 * (size_t)row : NULL;
  const double *moment = m->moment_app ? m->moment_app + 3 * (size_t)row : NULL;
  const double real[2] = {t->m, t->moi},
               *inertia = m->inertia && m->closing > 0 ? m->inertia + 2 * (size_t)row : real;
  double sum = 0;
  for (int c = 0; c < 3; c++) {
    const double all = f->f[c] + t->m * m->gravity[c] + (force ? force[c] : 0),
                 turn = f->m[c] + (moment ? moment[c] : 0);
    const double drag = drag_of(m, t->v[c], all, damp, inertia[0]),
                 brake = drag_of(m, t->w[c], turn, damp, inertia[1]);
    if (!(fix >> c & 1)) sum += f->f[c] * (all - drag) / t->m;
    if (!(fix >> (3 + c) & 1)) sum += f->m[c] * (turn - brake) / t->moi;
  }
  return sum;
}

static double rush_of_ball(const scr_world *w, const scr_motion *m, uint32_t row) {
  return !scr_body_of(w, row) && w->twist[row].m > 0 ? rush(m, row) : 0;
}

static void add_rush(scr_world *w, const scr_motion *m, double by, scr_xsum *sum) {
  for (uint32_t k = 0; k < w->ball.n; k++) add(sum, by * rush_of_ball(w, m, k));
  if (w->body.n) scr_need(w, NULL, SCR_MEMBERS);
  for (uint32_t b = 0; b < w->body.n; b++) add(sum, by * scr_body_rush(w, m, b));
  add(sum, by * scr_free_walls_rush(w, m));
}

static void take_edited(scr_world *w) {
  scr_xsum *sum = &w->energy_total[SCR_TOTAL_EDITED];
  scr_xsum_merge(&w->energy_total[SCR_TOTAL_STEP], sum);
  memset(sum, 0, sizeof *sum);
}

static void show_edited(scr_world *w, double before) {
  if (!w->engine->solving) w->engine->force->of_edits += edited(w) - before;
}

void scr_energy_timestep(scr_world *w, const scr_motion *m, double last) {
  const double by = (m->drift * m->drift - last * last) / 8;
  if (!w->energy_on) return;
  take_edited(w);
  if (by != 0) add_rush(w, m, -by, &w->energy_total[SCR_TOTAL_STEP]);
}

/* Verlet's term between two steps, `sign` times, each part for itself: what an edit leaves as it
 * was cancels exactly. Within a step it belongs to no time. */
static void add_verlet(scr_world *w, double sign, scr_xsum *sum) {
  const double dt = w->timestep.current;
  if (!within_step(w) && dt > 0) add_rush(w, scr_motion_of_now(w), sign * dt * dt / 8, sum);
}

static void find_verlet(scr_world *w) {
  scr_xsum *verlet = &w->engine->force->verlet;
  memset(verlet, 0, sizeof *verlet);
  add_verlet(w, 1, verlet);
}

double scr_energy_verlet_of_ball(scr_world *w, uint32_t row) {
  if (!w->energy_on || within_step(w)) return 0;
  const double dt = w->timestep.current, *f = w->load[row].f, *m = w->load[row].m;
  if (scr_dot3(f, f) == 0 && scr_dot3(m, m) == 0) return 0;
  return dt * dt / 8 * rush_of_ball(w, scr_motion_of_now(w), row);
}

void scr_energy_verlet_edited(scr_world *w, double before, double now) {
  if (now == before) return;
  const double shown = edited(w);
  scr_xsum_add(&w->energy_total[SCR_TOTAL_EDITED], before);
  scr_xsum_add(&w->energy_total[SCR_TOTAL_EDITED], -now);
  show_edited(w, shown);
}

/* Of an edit: what it was before, less what it is now. */
static void book_verlet(scr_world *w) {
  scr_xsum *sum = &w->energy_total[SCR_TOTAL_EDITED];
  const double shown = edited(w);
  scr_xsum_merge(sum, &w->engine->force->verlet);
  add_verlet(w, -1, sum);
  show_edited(w, shown);
}

/* ---- switched on; edits ---- */

/* Verlet's term of the contacts that carry now is open from here, as if it had been before. */
static void begin_in_motion(scr_world *w) {
  if (within_step(w)) return;
  scr_survey(w);
  scr_energy_timestep(w, scr_motion_of_now(w), 0);
}

void scr_energy_switch(scr_world *w, bool on) {
  if (on == w->energy_on) return;
  scr_world_sync(w);
  w->energy_on = on;
  scr_changed(w, SCR_ENERGIES);
  memset(w->energy_total, 0, sizeof w->energy_total);
  w->engine->force->of_edited_steps = 0;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pairs *p = &w->pair[t];
    for (int c = 0; c < SCR_BOOKS; c++) {
      scr_column_free(p->work[c]);
      p->work[c] = NULL;
    }
    scr_pairs_need(p, scr_states_needed(w), on, false);
  }
  scr_table_fill(&w->ball, SCR_BALL_WORK, NULL);
  if (w->body.n)
    memset(scr_col(&w->body, SCR_BODY_WORK), 0, 3 * (size_t)w->body.n * sizeof(double));
  if (on) begin_in_motion(w);
}

/* Found once for all who ask before anything changes. */
void scr_energies_find(scr_world *w) {
  struct scr_engine *e = w->engine;
  e->force->kinetic = kinetic_sum(w);
  e->force->strain = settled_strain(w, ALL);
  scr_made_if_sound(w, SCR_ENERGIES);
}

bool scr_energies_hold(const scr_world *w) {
  return kinetic(w) == scr_xsum_value(&w->engine->force->kinetic) &&
         settled_strain(w, ALL) == w->engine->force->strain;
}

static void find_stored(scr_world *w) {
  scr_world_sync(w);
  scr_need(w, NULL, SCR_ENERGIES);
}

void scr_energy_stored(scr_world *w, double stored[2]) {
  stored[0] = stored[1] = 0;
  if (!w->energy_on) return;
  find_stored(w);
  stored[0] = scr_xsum_value(&w->engine->force->kinetic), stored[1] = w->engine->force->strain;
}

double scr_energy_state(scr_world *w) {
  double stored[2];
  scr_energy_stored(w, stored);
  if (w->energy_on) find_verlet(w);
  scr_changed(w, SCR_EDIT);
  return stored[0] + stored[1];
}

void scr_energy_edited(scr_world *w, double before) {
  if (!w->energy_on) return;
  scr_world_sync(w);
  scr_xsum_add(&w->energy_total[SCR_TOTAL_EDIT], kinetic(w) + settled_strain(w, ALL) - before);
  book_verlet(w);
}

double scr_energy_of_motion(scr_world *w) {
  if (!w->energy_on) return 0;
  find_verlet(w);
  return kinetic(w);
}

void scr_energy_calmed(scr_world *w, double before) {
  if (!w->energy_on) return;
  scr_xsum_add(&w->energy_total[SCR_TOTAL_EDIT], kinetic(w) - before);
  book_verlet(w);
}

/* The half-kick that is due belongs to the old value. */
void scr_world_set_gravity(scr_world *w, const double g[3]) {
  scr_world_sync(w);
  if (w->energy_on) find_verlet(w);
  memcpy(w->gravity, g, sizeof w->gravity);
  if (w->energy_on) book_verlet(w);
}

/* ---- strain of the domain ---- */

/* Springs that come nearer take up what the sides lose: -F . (strain d) for each contact, with the
 * branch d of the end of the step, by which its contacts are moved. */
void scr_energy_strained(scr_world *w) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  const double half = 0.5 * w->timestep.current, *rate = w->engine->strain;
  if (!w->energy_on || (rate[0] == 0 && rate[1] == 0 && rate[2] == 0)) return;
  for (uint32_t k = 0; k < p->n; k++) {
    double way[3];
    if (!p->law[k] || (p->force[0][k] == 0 && p->force[1][k] == 0 && p->force[2][k] == 0)) continue;
    scr_nearest_way(w, w->pose[p->i[k]].x, w->pose[p->j[k]].x, way);
    for (int c = 0; c < w->dim; c++)
      scr_xsum_add(&w->energy_total[SCR_TOTAL_BOUNDARY], -half * rate[c] * p->force[c][k] * way[c]);
  }
}

/* ---- edits of one ball ---- */

/* Neither springs nor velocities are touched. */
static bool without_energy(const scr_quantity *q) { return q->flags & SCR_Q_OPTION; }
static bool is_velocity(const scr_quantity *q) { return q->flags & SCR_Q_MOTION; }

bool scr_wall_without_energy(const scr_world *w, uint32_t row, const scr_quantity *q) {
  return is_velocity(q) && !scr_wall_free_bits(w, row);
}

/* Sums are exact, so that a term taken off and another one added give the bits of a new sum. */
double scr_energy_state_of_ball(scr_world *w, uint32_t row, const scr_quantity *q) {
  struct scr_engine *e = w->engine;
  if (!is_velocity(q) && !without_energy(q)) return scr_energy_state(w);
  if (!w->energy_on) return 0;
  assert(row < w->ball.n);
  scr_world_sync(w);
  e->force->verlet_of_one = scr_energy_verlet_of_ball(w, row);
  if (without_energy(q)) return 0;
  scr_need(w, NULL, SCR_ENERGIES);
  e->force->kinetic_of_one = scr_ball_kinetic(w, row);
  return scr_xsum_value(&e->force->kinetic) + e->force->strain;
}

void scr_energy_edited_of_ball(scr_world *w, uint32_t row, const scr_quantity *q, double before) {
  struct scr_engine *e = w->engine;
  if (!w->energy_on) return;
  if (!is_velocity(q) && !without_energy(q)) {
    scr_energy_edited(w, before);
    return;
  }
  scr_energy_verlet_edited(w, e->force->verlet_of_one, scr_energy_verlet_of_ball(w, row));
  if (without_energy(q)) return;
  scr_xsum_add(&e->force->kinetic, -e->force->kinetic_of_one);
  scr_xsum_add(&e->force->kinetic, scr_ball_kinetic(w, row));
  scr_made_if_sound(w,
                    SCR_ENERGIES); /* scr_ball_set, which does not know the sum, says it is not */
  scr_xsum_add(&w->energy_total[SCR_TOTAL_EDIT],
               scr_xsum_value(&e->force->kinetic) + e->force->strain - before);
}
