/* Passes over pairs: what each has of the world, and the quanta of the sums that they add to. */
#include "world/contacts/pass.h"

#include <math.h>
#include <string.h>
#include "base/cpu.h"
#include "base/mem.h"
#include "world/contacts/cmat.h"
#include "world/contacts/kept.h"
#include "world/contacts/network.h"
#include "world/contacts/quantum.h"
#include "world/contacts/tables.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/state/rows.h"
#include "world/state/solving.h"
#include "world/workers/workers.h"

void scr_contacts_new(scr_world *w) {
  struct scr_contacts *c = w->engine->contacts = scr_alloc(sizeof *c);
  for (int k = 0; k < scr_model_count(); k++) c->slip[k] = scr_model_slip(scr_model_at(k));
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) c->cmat_pset[t] = SCR_NONE;
}

void scr_contacts_free(scr_world *w) {
  scr_free(w->engine->contacts->count);
  scr_free(w->engine->contacts->balls_with);
  scr_free(w->engine->contacts->stress);
  scr_free(w->engine->contacts->face);
  scr_free(w->engine->contacts->brought);
  scr_free(w->engine->contacts->given);
  scr_free(w->engine->contacts->begun);
  scr_tables_free(w);
  scr_free(w->engine->contacts);
}

size_t scr_contacts_bytes(const scr_world *w) {
  const struct scr_contacts *c = w->engine->contacts;
  return (c->cap_count + c->cap_balls_with) * sizeof *c->count + c->cap_stress * sizeof *c->stress +
         c->cap_brought * sizeof *c->brought + c->cap_begun * sizeof *c->begun +
         scr_network_bytes(w) + scr_tables_bytes(w);
}

/* ---- quanta ---- */

/* For twice as many contacts as there were before those of this step begin and end: where that is
 * found, before the forces or with them, makes no difference then. */
int scr_headroom(const scr_world *w) {
  const struct scr_contacts *c = w->engine->contacts;
  const uint64_t before = c->held ? c->count_before : c->max_count,
                 most = SCR_MAX(2 * before, (uint64_t)c->max_count);
  int bits = SCR_HEADROOM;
  while (bits < 31 && (UINT64_C(1) << bits) < most) bits++;
  return bits;
}

double scr_magic(const scr_world *w, int exponent) {
  return 1.5 * scr_power_of_two(exponent + scr_headroom(w) - 1);
}

/* ---- passes ---- */

/* Do so many things lie beyond the caches, so that they had better be asked for before they are
 * needed? What a second-level cache of 1 to 2 MB holds does not, nor does what the last one holds,
 * where its size is known. With 32 MiB it pays from 50,000 balls on, that is 700 bytes a ball (they
 * and their pairs take two thirds of that), and about a third as much for each pair. Nothing but
 * speed depends on it. */
static bool is_far(scr_world *w, uint32_t n, size_t bytes) {
  enum { FEW = 12000 };
  struct scr_engine *e = w->engine;
  if (n <= FEW) return false;
  if (!e->contacts->cache_known) e->contacts->cache = scr_cpu_last_cache();
  e->contacts->cache_known = true;
  return n * bytes > e->contacts->cache;
}

/* What each pass over that type of contacts has of the world. */
static void pass_fill(scr_world *w, scr_pass *p, scr_contact_type type) {
  assert(w->load && w->pose && w->twist);
  struct scr_engine *e = w->engine;
  p->dt = w->timestep.current;
  p->elastic = scr_solves_elastic(w);
  p->edited = e->contacts->edited;
  p->far_balls = is_far(w, w->ball.n, 700);
  p->far_pairs = is_far(w, w->pair[type].n, 224);
  p->pose = w->pose;
  p->twist = w->twist;
  p->pset = w->pset;
  p->curve = scr_tables_take(w);
  p->facet = scr_facets_geometry(w);
  scr_cmat_reach(w, type, &p->proximity, &p->proximity_part);
  p->own_proximity = p->proximity > 0 || e->survey.proximities || e->survey.reach > 0;
  for (size_t k = 0; k < w->ncmat; k++) p->own_proximity |= w->cmat[k].entry.proximity >= 0;
  p->reach = e->survey.reach;
  for (int c = 0; c < 3; c++) p->period[c] = type == SCR_BALL_BALL ? scr_period(w, c) : 0;
  p->strains = false;
  for (int c = 0; c < 3; c++) {
    p->strain[c] = e->strain[c];
    p->strains |= e->strain[c] != 0;
  }
  p->load = w->load;
  p->keep = true;
  p->force_magic = scr_magic(w, w->force_exponent);
  p->moment_magic = scr_magic(w, w->moment_exponent);
  p->force_limit = p->moment_limit = HUGE_VAL;
  p->slip = e->contacts->slip;
  p->law_force = e->kernels->force;
  p->law_stiff = e->kernels->stiff;
  p->ask = scr_law_askers();
  p->caller = w;
}

void scr_pass_init(scr_world *w, scr_pass *p, scr_contact_type type, scr_pass_mode mode) {
  *p = (scr_pass){.mode = mode, .type = type, .pairs = &w->pair[type]};
  if (w->pair[type].n) pass_fill(w, p, type);
}

scr_pass *scr_pass_again(scr_world *w, scr_contact_type type, scr_pass_mode mode) {
  scr_pass *p = &w->engine->contacts->pass[mode][type];
  p->mode = mode, p->type = type, p->pairs = &w->pair[type];
  if (w->pair[type].n) pass_fill(w, p, type);
  return p;
}

const scr_pass *scr_passes(const scr_world *w, scr_pass_mode mode) {
  return w->engine->contacts->pass[mode];
}

void scr_pass_nothing(scr_world *w, scr_contact_type type, scr_pass_mode mode) {
  w->engine->contacts->pass[mode][type].pairs = &w->engine->contacts->none;
}

typedef struct job {
  scr_world *w;
  const scr_pass *pass;
  int workers;
} job;

static void pairs_of_worker(void *user, int t, int threads) {
  const job *j = user;
  SCR_UNUSED(threads);
  scr_worker_pass(j->w, j->pass, t, j->workers);
}

void scr_pass_all(scr_world *w, const scr_pass *p) {
  job j = {w, p, scr_workers_for(w)};
  if (p->pairs->n == 0) return;
  scr_par_run_by(w->engine->par, j.workers, pairs_of_worker, &j);
}

static bool any_end_in(const scr_pass *p, const scr_worker *l, uint32_t first, uint32_t last) {
  assert(first <= last && last <= p->pairs->n && l->lo <= l->hi);
  const uint32_t *i = p->pairs->i, *j = p->pairs->j, lo = l->lo, count = l->hi - l->lo;
  uint32_t hits = 0;
  for (uint32_t q = first; q < last; q++) hits |= (uint32_t)(i[q] - lo < count);
  for (uint32_t q = first; q < last && p->type == SCR_BALL_BALL; q++)
    hits |= (uint32_t)(j[q] - lo < count);
  return hits != 0;
}

void scr_pass_of_balls(const scr_world *w, const scr_pass *p, scr_worker *l) {
  assert(l->drops_others && l->hi <= w->ball.n);
  const struct scr_engine *e = w->engine;
  const uint32_t hi = SCR_MIN((l->hi + scr_block(e) - 1) & -scr_block(e), w->ball.n),
                 end = p->pairs->n ? scr_first_pair(e, p->type, hi) : 0;
  for (uint32_t first = 0; first < end; first += SCR_TILE) {
    const uint32_t last = SCR_MIN(first + SCR_TILE, end);
    if (any_end_in(p, l, first, last)) e->kernels->pass(p, l, first, last);
  }
}
