/* Bricks: worlds that are copied into worlds. See brick.h. */
#include "world/bodies/brick.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/contacts/cmat.h"
#include "world/contacts/contact.h"
#include "world/contacts/pairs.h"
#include "world/state/events.h"
#include "world/state/handles.h"
#include "world/state/inertia.h"
#include "world/state/rows.h"

/* ---- the list ---- */

/* The first place whose id is not below. */
static size_t place_of(const scr_bricks *all, uint32_t id) {
  size_t k = all->n;
  while (k > 0 && all->item[k - 1].id >= id) k--;
  return k;
}

uint32_t scr_brick_find(const scr_bricks *all, uint32_t id) {
  const size_t k = place_of(all, id);
  return k < all->n && all->item[k].id == id ? (uint32_t)k : SCR_NONE;
}

uint32_t scr_brick_next_id(const scr_bricks *all) {
  return all->n ? all->item[all->n - 1].id + 1 : 1;
}

void scr_brick_put(scr_bricks *all, uint32_t id, scr_world *of) {
  const size_t k = place_of(all, id);
  assert(k == all->n || all->item[k].id != id);
  SCR_GROW(all->item, all->cap, all->n + 1);
  memmove(all->item + k + 1, all->item + k, (all->n - k) * sizeof *all->item);
  all->item[k] = (scr_brick){id, of};
  all->n++;
}

void scr_brick_delete(scr_bricks *all, uint32_t k) {
  assert(k < all->n);
  scr_world_free(all->item[k].of);
  all->n--;
  memmove(all->item + k, all->item + k + 1, (all->n - k) * sizeof *all->item);
}

void scr_bricks_free(scr_bricks *all) {
  for (size_t k = 0; k < all->n; k++) scr_world_free(all->item[k].of);
  scr_free(all->item);
  *all = (scr_bricks){0};
}

/* ---- numbers of one world to those of another ---- */

typedef struct numbers {
  scr_world *to;
  const scr_world *from;
  uint32_t *groups, *surface, *pset; /* SCR_NONE: not met yet */
} numbers;

static uint32_t *unmet(size_t n) {
  uint32_t *to = scr_alloc(n * sizeof *to);
  for (size_t k = 0; k < n; k++) to[k] = SCR_NONE;
  return to;
}

static numbers numbers_new(scr_world *to, const scr_world *from) {
  return (numbers){to, from, unmet(from->sets.n), unmet(from->sets.n), unmet(from->npset)};
}

static void numbers_free(numbers *m) {
  scr_free(m->groups);
  scr_free(m->surface);
  scr_free(m->pset);
}

static uint32_t word_of(numbers *m, uint64_t word) {
  return scr_word(&m->to->words, scr_word_text(&m->from->words, (uint32_t)word));
}

/* The values of groups are words, those of surface properties are numbers. */
static uint32_t set_of(numbers *m, uint32_t *met, uint32_t set, bool of_words) {
  assert(set < m->from->sets.n);
  const uint64_t *e = m->from->sets.entry[set];
  if (met[set] != SCR_NONE) return met[set];
  met[set] = 0;
  for (uint32_t k = 0; k < m->from->sets.count[set]; k++)
    met[set] = scr_sets_with(&m->to->sets, met[set], word_of(m, e[2 * (size_t)k]),
                             of_words ? word_of(m, e[2 * (size_t)k + 1]) : e[2 * (size_t)k + 1]);
  return met[set];
}

static uint32_t groups_of(numbers *m, uint32_t set) { return set_of(m, m->groups, set, true); }

/* Parameters of the law that are names are words, too. */
static uint32_t pset_of(numbers *m, uint32_t set) {
  assert(set < m->from->npset);
  if (m->pset[set] != SCR_NONE) return m->pset[set];
  scr_pset p = m->from->pset[set];
  const scr_model *law = scr_model_at(p.law - 1);
  for (int k = 0; k < law->nprop; k++) {
    const scr_prop *name = &law->prop[k];
    if (name->flags & SCR_PROP_NAME)
      p.param[name->slot] = word_of(m, (uint64_t)p.param[name->slot]);
  }
  return m->pset[set] = scr_pset_variant(m->to, &p);
}

/* ---- the plan ---- */

/* Far above the rounding of sums of lengths, far below any ball. */
static const double NEAR = 1e-12;

static bool fail_size(scr_diag *d) {
  return scr_fail(d, NULL, SCR_E_VALUE, "so many copies have more balls than there are ids");
}

static bool plan_count(const scr_world *w, scr_diag *d, scr_brick_plan *p) {
  uint64_t n = 1;
  for (int c = 0; c < 3; c++) {
    assert(p->size[c] >= 1);
    n *= p->size[c];
    if (n * SCR_MAX(p->of->ball.n, 1u) > INT32_MAX) return fail_size(d);
  }
  const double each = 2 * sizeof(scr_pose) + sizeof(scr_twist) + sizeof(scr_load);
  p->copies = (uint32_t)n;
  p->balls = p->copies * p->of->ball.n;
  if (p->balls > INT32_MAX - scr_ball_next_id(w)) return fail_size(d);
  return p->balls * each <= scr_mem_limit() ||
         scr_fail(d, NULL, SCR_E_MEMORY, "%u balls would be made: there is no memory for them",
                  (unsigned)p->balls);
}

static void plan_sides(const scr_world *w, scr_brick_plan *p) {
  for (int c = 0; c < w->dim; c++) {
    const scr_domain *o = &p->of->domain;
    p->period[c] = scr_period(p->of, c);
    p->shift[c] = p->origin[c] - o->lo[c];
    p->closed[c] = fabs(scr_period(w, c) - p->size[c] * p->period[c]) <= NEAR * scr_period(w, c);
  }
}

/* The domain may be a rounding narrower than the copies. */
static bool sides_fit(const scr_world *w, scr_diag *d, const scr_brick_plan *p) {
  if (!w->domain.set)
    return scr_fail(d, NULL, SCR_E_STATE, "there is no model domain yet"),
           scr_hint(d, "give `model domain extent` first");
  for (int c = 0; c < w->dim; c++) {
    const double lo = p->origin[c], hi = lo + p->size[c] * p->period[c],
                 slack = NEAR * (w->domain.hi[c] - w->domain.lo[c]);
    if (lo >= w->domain.lo[c] - slack && hi <= w->domain.hi[c] + slack) continue;
    scr_fail(d, NULL, SCR_E_VALUE,
             "the copies reach from %g to %g along %c, beyond the domain from %g to %g", lo, hi,
             "xyz"[c], w -> domain.lo[c], w->domain.hi[c]);
    return scr_hint(d, "one copy is %g m wide along %c", p->period[c], "xyz"[c]);
  }
  return true;
}

/* Copy number k by axes. */
static void copy_at(const scr_brick_plan *p, uint32_t k, uint32_t at[3]) {
  at[0] = k % p->size[0];
  at[1] = k / p->size[0] % p->size[1];
  at[2] = k / p->size[0] / p->size[1];
}

static void put_pose(const scr_world *w, const scr_brick_plan *p, const scr_pose *from,
                     uint32_t copy, scr_pose *to) {
  uint32_t at[3];
  copy_at(p, copy, at);
  *to = *from;
  for (int c = 0; c < w->dim; c++) {
    const double x = from->x[c] + (p->shift[c] + at[c] * p->period[c]);
    to->x[c] = fmin(fmax(x, w->domain.lo[c]), w->domain.hi[c]); /* within a rounding */
  }
}

bool scr_brick_plan_make(scr_world *w, scr_diag *d, scr_brick_plan *p) {
  assert(w->dim == p->of->dim);
  plan_sides(w, p);
  if (!scr_may_edit_bodies(w, d) || !sides_fit(w, d, p) || !plan_count(w, d, p)) return false;
  const uint32_t *order = scr_ball_order(p->of);
  p->pose = scr_alloc(p->balls * sizeof *p->pose);
  p->left_out = scr_alloc(p->balls * sizeof *p->left_out);
  for (uint32_t k = 0; k < p->of->ball.n; k++)
    for (uint32_t i = 0; i < p->copies; i++)
      put_pose(w, p, &p->of->pose[order[k]], i, &p->pose[k * (size_t)p->copies + i]);
  return true;
}

void scr_brick_plan_free(scr_brick_plan *p) {
  scr_free(p->pose);
  scr_free(p->left_out);
  p->pose = NULL, p->left_out = NULL;
}

/* ---- balls ---- */

typedef struct laying {
  scr_world *w;
  const scr_brick_plan *p;
  numbers m;
  uint32_t *row;  /* of each ball of the plan; SCR_NONE: left out */
  uint32_t *rank; /* place in the order of ids, by rows of the brick */
  bool cut;       /* some contact has lost an end */
} laying;

static bool make_balls(laying *l, scr_diag *d, uint32_t *n) {
  const scr_brick_plan *p = l->p;
  scr_pose *pose = scr_alloc(p->balls * sizeof *pose);
  scr_misfit why;
  *n = 0;
  for (uint32_t k = 0; k < p->balls; k++) {
    l->row[k] = p->left_out[k] ? SCR_NONE : l->w->ball.n + *n;
    if (!p->left_out[k]) pose[(*n)++] = p->pose[k];
  }
  const bool ok = scr_balls_create(l->w, d, pose, NULL, scr_ball_next_id(l->w), *n, &why);
  scr_free(pose);
  return ok;
}

/* Does a column tell of motion and forces? */
static bool is_motion(int col) {
  return col == SCR_BALL_VELOCITY || col == SCR_BALL_SPIN || col == SCR_BALL_FORCE_CONTACT ||
         col == SCR_BALL_MOMENT_CONTACT;
}

/* Columns that are taken over as they stand. Works are those of this model alone. */
static bool is_copied(const scr_world *from, const scr_world *to, int col) {
  static const int others[] = {SCR_BALL_ID,     SCR_BALL_POSITION, SCR_BALL_RADIUS,
                               SCR_BALL_X_REF,  SCR_BALL_IMAGE,    SCR_BALL_WORK,
                               SCR_BALL_GROUPS, SCR_BALL_SURFACE};
  for (size_t k = 0; k < SCR_COUNTOF(others); k++)
    if (col == others[k]) return false;
  return from->ball.col[col].flags & SCR_COL_SAVED && from->ball.on[col] && to->ball.on[col];
}

/* A ball keeps its displacement; how often it has left the cell goes into that. */
static void copy_reference(const laying *l, uint32_t from, uint32_t to) {
  const double *ref = scr_real_at(&l->p->of->ball, SCR_BALL_X_REF, from);
  const int32_t *image = scr_int_at(&l->p->of->ball, SCR_BALL_IMAGE, from);
  double x[3] = {0};
  for (int c = 0; c < l->w->dim; c++)
    x[c] = ref[c] + (l->w->pose[to].x[c] - l->p->of->pose[from].x[c]) - image[c] * l->p->period[c];
  scr_table_write(&l->w->ball, SCR_BALL_X_REF, to, x);
}

static void copy_ball(numbers *m, uint32_t from, uint32_t to, bool motion) {
  const scr_table *old = &m->from->ball;
  scr_table *fresh = &m->to->ball;
  for (int c = 0; c < SCR_BALL_NCOL; c++)
    if (is_copied(m->from, m->to, c) && (motion || !is_motion(c)))
      scr_table_write(fresh, c, to, scr_table_at(old, c, from));
  const uint32_t groups = groups_of(m, scr_word_at(old, SCR_BALL_GROUPS, from)),
                 surface = set_of(m, m->surface, scr_word_at(old, SCR_BALL_SURFACE, from), false);
  scr_table_write(fresh, SCR_BALL_GROUPS, to, &groups);
  scr_table_write(fresh, SCR_BALL_SURFACE, to, &surface);
  scr_ball_inertia(m->to, to);
}

static void copy_balls(laying *l) {
  const uint32_t *order = scr_ball_order(l->p->of);
  for (uint32_t k = 0; k < l->p->of->ball.n; k++) {
    l->rank[order[k]] = k;
    for (uint32_t i = 0; i < l->p->copies; i++) {
      const uint32_t row = l->row[k * (size_t)l->p->copies + i];
      if (row == SCR_NONE) continue;
      copy_ball(&l->m, order[k], row, true);
      copy_reference(l, order[k], row);
    }
  }
  scr_world_refresh(l->w);
}

/* ---- contacts ---- */

/* Contacts see the nearest image: in the copy of end 1, or in one beside it. */
static void seams_of(const laying *l, uint32_t k, int step[3]) {
  const scr_pairs *s = &l->p->of->pair[SCR_BALL_BALL];
  const double *a = l->p->of->pose[s->i[k]].x, *b = l->p->of->pose[s->j[k]].x;
  for (int c = 0; c < 3; c++) {
    const double half = 0.5 * l->p->period[c], d = b[c] - a[c];
    step[c] = c >= l->w->dim || fabs(d) <= half ? 0 : d > half ? -1 : 1;
  }
}

/* The copy that many steps beside copy `from`; SCR_NONE: beyond the outer boundary. */
static uint32_t copy_beside(const scr_brick_plan *p, uint32_t from, const int step[3]) {
  uint32_t at[3];
  copy_at(p, from, at);
  for (int c = 0; c < 3; c++) {
    const uint32_t n = p->size[c], to = (at[c] + n + (uint32_t)step[c]) % n;
    const bool outside = (step[c] < 0 && at[c] == 0) || (step[c] > 0 && at[c] == n - 1);
    if (outside && !p->closed[c]) return SCR_NONE;
    at[c] = to;
  }
  return at[0] + p->size[0] * (at[1] + p->size[1] * at[2]);
}

/* Rows of the ends of contact k of the brick, whose end 1 is in that copy. False: one is missing.
 */
static bool ends_of(const laying *l, uint32_t k, uint32_t copy, const int step[3],
                    uint32_t row[2]) {
  const scr_pairs *s = &l->p->of->pair[SCR_BALL_BALL];
  const size_t n = l->p->copies;
  const uint32_t beside = copy_beside(l->p, copy, step);
  row[0] = l->row[l->rank[s->i[k]] * n + copy];
  row[1] = beside == SCR_NONE ? SCR_NONE : l->row[l->rank[s->j[k]] * n + beside];
  return row[0] != SCR_NONE && row[1] != SCR_NONE;
}

/* Ids of balls go ball by ball, then copy by copy: end 1 keeps the lower one, and no contact turns
 * round. */
static void copy_contact(laying *l, uint32_t from, uint32_t to, const uint32_t row[2]) {
  enum { KEPT = SCR_PAIR_ACTIVE | SCR_PAIR_INHIBIT | SCR_PAIR_SLIP };
  const scr_pairs *old = &l->p->of->pair[SCR_BALL_BALL];
  scr_pairs *p = &l->w->pair[SCR_BALL_BALL];
  const scr_contact c = {SCR_BALL_BALL, to};
  const int states = scr_model_at(old->law[from] - 1)->nstate;
  double state[SCR_MAX_STATE];
  scr_pairs_clear_row(p, to);
  scr_pairs_set_set(p, to, pset_of(&l->m, scr_pair_set(old, from)));
  scr_pairs_set_groups(p, to, groups_of(&l->m, scr_pair_groups(old, from)));
  p->i[to] = row[0], p->j[to] = row[1];
  p->law[to] = old->law[from];
  p->flag[to] = old->flag[from] & KEPT;
  p->id[to] = l->w->contact_ids[SCR_BALL_BALL].max + 1;
  scr_ids_take(&l->w->contact_ids[SCR_BALL_BALL], p->id[to]);
  p->ncontact++;
  scr_pair_state(old, from, states, state);
  scr_pair_set_state(p, to, states, state);
  for (int k = 0; k < 3; k++) p->force[k][to] = old->force[k][from];
  for (int k = 0; k < 3 && p->moment[0] && old->moment[0]; k++)
    p->moment[k][to] = old->moment[k][from];
  for (int k = 0; k < 4; k++)
    if (p->dash[k] && old->dash[k]) p->dash[k][to] = old->dash[k][from];
  scr_contact_mark_bond(l->w, c);
  if (scr_watched(l->w, SCR_EV_CONTACT_CREATE))
    scr_world_event(l->w, SCR_EV_CONTACT_CREATE, scr_contact_key(l->w, SCR_BALL_BALL, to),
                    SCR_K_CONTACT, scr_contact_ref(l->w, c), -1);
}

/* Columns for all that comes: which states there are depends on the parameters. */
static void reserve(laying *l, const scr_contact *c, size_t n) {
  const scr_pairs *old = &l->p->of->pair[SCR_BALL_BALL];
  scr_pairs *p = &l->w->pair[SCR_BALL_BALL];
  for (size_t k = 0; k < n; k++) (void)pset_of(&l->m, scr_pair_set(old, c[k].k));
  scr_pairs_reserve(p, p->n + (uint32_t)n * l->p->copies, scr_states_needed(l->w), l->w->energy_on,
                    old->dash[0] != NULL);
}

static void copy_contacts(laying *l) {
  scr_contact *c;
  scr_pairs *p = &l->w->pair[SCR_BALL_BALL];
  const size_t n = scr_contact_list(l->p->of, SCR_BALL_BALL, true, &c);
  reserve(l, c, n);
  for (size_t k = 0; k < n; k++) {
    int step[3];
    seams_of(l, c[k].k, step);
    for (uint32_t i = 0; i < l->p->copies; i++) {
      uint32_t row[2];
      const bool whole = ends_of(l, c[k].k, i, step, row);
      if (whole) copy_contact(l, c[k].k, p->n++, row);
      l->cut |= !whole;
    }
  }
  scr_pairs_settle(p);
  scr_free(c);
}

/* Sums are rounded to the quanta of the brick at least. */
static void raise_exponents(scr_world *w, const scr_world *of) {
  int *const to[] = {&w->force_exponent, &w->moment_exponent, &w->next_force_exponent,
                     &w->next_moment_exponent};
  const int from[] = {of->force_exponent, of->moment_exponent, of->next_force_exponent,
                      of->next_moment_exponent};
  for (size_t k = 0; k < SCR_COUNTOF(to); k++) *to[k] = SCR_MAX(*to[k], from[k]);
}

bool scr_brick_lay(scr_world *w, scr_diag *d, const scr_brick_plan *p, uint32_t *first,
                   uint32_t *n) {
  laying l = {.w = w, .p = p};
  const double before = scr_energy_state(w);
  *first = w->ball.n;
  l.row = scr_alloc(p->balls * sizeof *l.row);
  const bool ok = make_balls(&l, d, n);
  if (ok && *n) {
    l.m = numbers_new(w, p->of);
    l.rank = scr_alloc(p->of->ball.n * sizeof *l.rank);
    copy_balls(&l);
    copy_contacts(&l);
    scr_need(w, d, SCR_COUNTS); /* sums have room for so many */
    raise_exponents(w, p->of);
    scr_changed(w, SCR_VALUES);
    scr_changed(w, SCR_HELD);
    scr_changed(w, SCR_ZEROS);
    scr_changed(w, SCR_RESTORED);
    if (l.cut) scr_changed(w, SCR_CARRIED); /* else each ball has the sum that it had */
    scr_made(w, SCR_REPORTS);               /* forces of contacts are copied, too */
    scr_energy_edited(w, before);
    numbers_free(&l.m);
  }
  scr_free(l.rank);
  scr_free(l.row);
  return ok;
}

/* ---- single balls ---- */

uint32_t *scr_brick_groups(scr_world *w, scr_world *of) {
  const uint32_t *order = scr_ball_order(of);
  uint32_t *groups = scr_alloc(of->ball.n * sizeof *groups);
  numbers m = numbers_new(w, of);
  for (uint32_t k = 0; k < of->ball.n; k++)
    groups[k] = groups_of(&m, scr_word_at(&of->ball, SCR_BALL_GROUPS, order[k]));
  numbers_free(&m);
  return groups;
}

static void join_groups(scr_world *w, uint32_t row, uint32_t more) {
  uint32_t set = scr_word_at(&w->ball, SCR_BALL_GROUPS, row);
  for (uint32_t k = 0; k < w->sets.count[more]; k++)
    set = scr_sets_with(&w->sets, set, w->sets.entry[more][2 * (size_t)k],
                        w->sets.entry[more][2 * (size_t)k + 1]);
  scr_table_write(&w->ball, SCR_BALL_GROUPS, row, &set);
}

bool scr_brick_drop(scr_world *w, scr_diag *d, const scr_world *of, const scr_brick_ball *ball,
                    uint32_t n, uint32_t groups) {
  if (n == 0) return true; /* and nothing is edited */
  const uint32_t first = w->ball.n;
  const double before = scr_energy_state(w);
  scr_pose *pose = scr_alloc(n * sizeof *pose);
  scr_misfit why;
  for (uint32_t k = 0; k < n; k++) pose[k] = ball[k].pose;
  const bool ok = scr_balls_create(w, d, pose, NULL, scr_ball_next_id(w), n, &why);
  scr_free(pose);
  if (!ok) return false;
  numbers m = numbers_new(w, of);
  for (uint32_t k = 0; k < n; k++) {
    copy_ball(&m, ball[k].row, first + k, false);
    join_groups(w, first + k, groups);
    memcpy(w->twist[first + k].v, ball[k].v, sizeof ball[k].v);
    memcpy(w->twist[first + k].w, ball[k].spin, sizeof ball[k].spin);
  }
  numbers_free(&m);
  scr_world_refresh(w);
  scr_changed(w, SCR_VALUES);
  scr_changed(w, SCR_SPEEDS);
  scr_energy_edited(w, before);
  return true;
}

/* ---- from a model to a brick ---- */

bool scr_brick_sides_fit(const uint8_t condition[3], scr_diag *d, int dim) {
  for (int c = 0; c < dim; c++) {
    if (condition[c] == SCR_B_PERIODIC) continue;
    scr_fail(d, NULL, SCR_E_STATE,
             "a brick needs a domain that is periodic in every direction: "
             "along %c it is not",
             "xyz"[c]);
    return scr_hint(d, "give `model domain condition periodic` before the packing settles");
  }
  return true;
}

bool scr_brick_fits(const scr_world *of, scr_diag *d, int dim) {
  if (of->dim != dim)
    return scr_fail(d, NULL, SCR_E_STATE, "the brick has %d dimensions, and the model has %d",
                    of->dim, dim);
  uint8_t condition[3] = {0};
  for (int c = 0; c < dim; c++)
    if (scr_period(of, c) > 0) condition[c] = SCR_B_PERIODIC;
  if (!scr_brick_sides_fit(condition, d, dim)) return false;
  if (of->body.n)
    return scr_fail(d, NULL, SCR_E_STATE, "rigid bodies of several pieces cannot be in a brick");
  return true;
}

scr_world *scr_brick_copy(scr_world *w, scr_diag *d) {
  if (!scr_brick_fits(w, d, w->dim)) return NULL;
  scr_world_sync(w);
  scr_world *of = scr_world_new(w->dim);
  scr_brick_plan plan = {.of = w, .size = {1, 1, 1}};
  uint32_t first, n;
  of->domain = w->domain;
  memset(of->domain.rate, 0, sizeof of->domain.rate);
  memcpy(plan.origin, w->domain.lo, sizeof plan.origin);
  scr_orientation_track(of, scr_orientation_tracked(w));
  const bool ok = scr_brick_plan_make(of, d, &plan) && scr_brick_lay(of, d, &plan, &first, &n);
  scr_brick_plan_free(&plan);
  if (ok) return of;
  scr_world_free(of);
  return NULL;
}
