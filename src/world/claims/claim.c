/* Claims: which of several facets a ball touches carries it, and the hand-over of state from facet
 * to facet. */
#include "world/claims/claim.h"

#include <string.h>
#include "base/mem.h"
#include "world/claims/claims.h"
#include "world/contacts/contact.h"
#include "world/contacts/pairs.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/state/rows.h"

/* A facet may meet a ball in several images: what these see are different places. */
static bool same_image(const scr_world *w, const scr_claim *a, const scr_claim *b) {
  return !scr_facets_periodic(w) || scr_facet_shift(w, a->pair) == scr_facet_shift(w, b->pair);
}

/* Does claim g's facet hold the edge or vertex that claim f is nearest by? */
static bool holds_feature(const scr_world *w, const scr_claim *f, const scr_claim *g) {
  assert(f->feature >= 1 && f->feature <= 6);
  const int dim = w->dim;
  if (!same_image(w, f, g)) return false;
  const int at = f->feature >= 4 ? f->feature - 4 : f->feature - 1,
            to = f->feature >= 4 ? at : (at + 1) % 3;
  bool from = false, end = false;
  for (int j = 0; j < dim; j++)
    from |= g->of.vertex[j] == f->of.vertex[at], end |= g->of.vertex[j] == f->of.vertex[to];
  return from && end;
}

static int rank(int feature) { return feature == 0 ? 0 : feature < 4 ? 1 : 2; }

static bool is_flat(const scr_world *w, const scr_claim *a, const scr_claim *b) {
  return scr_nearly_flat(w, a->facet, b->facet, scr_facets_walls(w)[a->of.wall].cosine);
}

static bool hang_together(const scr_world *w, const scr_claim *a, const scr_claim *b) {
  return scr_facets_meet(w, a->pair, b->pair) && is_flat(w, a, b);
}

/* A wall that ends at a periodic boundary may go on beyond it, and one that crosses it may lie over
 * itself: is the point that claim a holds one of the facet of claim b, as another image of the ball
 * sees it? */
static bool joined_across(const scr_world *w, const scr_claim *a, const scr_claim *b) {
  return !same_image(w, a, b) && scr_facet_continues(w, a->pair, b->pair);
}

/* Between claims of one rank: the nearer, then the one whose side is active (at a sharp edge the
 * ball may lie behind the plane of one facet only), then the lower id. */
static bool goes_before(const scr_claim *b, const scr_claim *a) {
  if (b->gap != a->gap) return b->gap < a->gap;
  if (b->off != a->off) return a->off;
  return b->of.id != a->of.id ? b->of.id < a->of.id : b->pair < a->pair;
}

/* Does claim b beat claim a? On a shared edge or vertex a face beats an edge, an edge a vertex,
 * then the nearer, then the lower id; faces (and what is left) of one smooth patch merge to the
 * deepest. */
static bool beats(const scr_world *w, const scr_claim *b, const scr_claim *a) {
  if ((a->feature != 0 && holds_feature(w, a, b)) || joined_across(w, a, b))
    return rank(b->feature) != rank(a->feature) ? rank(b->feature) < rank(a->feature)
                                                : goes_before(b, a);
  if (b->feature != 0 && holds_feature(w, b, a)) return false;
  return goes_before(b, a) && hang_together(w, a, b);
}

/* Does the ball lie on a side of the facet that is not active? */
static bool is_off(const scr_world *w, uint32_t wall, uint32_t pair) {
  const double n[3] = {scr_facets_geometry(w)->n[0][pair], scr_facets_geometry(w)->n[1][pair],
                       scr_facets_geometry(w)->n[2][pair]};
  return (scr_facets_walls(w)[wall].sides || w->facet.on[SCR_FACET_SIDES]) &&
         scr_side_is_off(w, w->pair[SCR_BALL_FACET].j[pair], n);
}

static void add_claim(scr_world *w, scr_facet_worker *l, uint32_t pair) {
  assert(pair < w->pair[SCR_BALL_FACET].n && scr_facets_features(w)[pair] <= 6);
  const uint32_t f = w->pair[SCR_BALL_FACET].j[pair];
  scr_claim q = {.pair = pair,
                 .facet = f,
                 .of = scr_facets_labels(w)[f],
                 .gap = scr_facets_geometry(w)->gap[pair],
                 .feature = scr_facets_features(w)[pair]};
  q.off = is_off(w, q.of.wall, pair);
  q.keep = !q.off;
  SCR_GROW(l->claim, l->cap, l->n + 1);
  size_t at = l->n++;
  for (; at > 0 && l->claim[at - 1].of.id > q.of.id; at--) l->claim[at] = l->claim[at - 1];
  l->claim[at] = q;
}

static bool is_beaten(const scr_world *w, const scr_facet_worker *l, size_t k, size_t by) {
  assert(k < l->n && by < l->n);
  const scr_claim *q = &l->claim[k], *b = &l->claim[by];
  return by != k && q->of.wall == b->of.wall && beats(w, b, q);
}

/* One that beats a claim is enough, so those that probably do are asked first: the nearest of all,
 * then facets made one after the other, which are neighbours in most meshes. */
static void decide(const scr_world *w, scr_facet_worker *l) {
  size_t best = 0;
  for (size_t k = 1; k < l->n; k++)
    if (goes_before(&l->claim[k], &l->claim[best])) best = k;
  for (size_t k = 0; k < l->n; k++) {
    bool keep = l->claim[k].keep && (scr_facets_plain(w) || !is_beaten(w, l, k, best));
    for (size_t b = 0; b < l->n && scr_facets_plain(w); b++) keep &= !is_beaten(w, l, k, b);
    for (size_t far = 1; far < l->n && keep; far++)
      keep = !(far <= k && is_beaten(w, l, k, k - far)) &&
             !(k + far < l->n && is_beaten(w, l, k, k + far));
    l->claim[k].keep = keep;
  }
}

/* ---- ties ----
 *
 * Above a vertex several facets of a smooth patch are equally near, and the last places of what
 * they find may contradict each other: all of them beat each other in a circle, or two do not beat
 * each other at all. One of them carries. */

static bool any_stands(const scr_world *w, const scr_facet_worker *l, uint32_t wall) {
  for (size_t k = 0; k < l->n; k++) {
    bool stands = l->claim[k].of.wall == wall;
    for (size_t b = 0; b < l->n && stands; b++) stands = !is_beaten(w, l, k, b);
    if (stands) return true;
  }
  return false;
}

/* The first of the wall carries where each is beaten by another one. */
static void open_circle(const scr_world *w, scr_facet_worker *l, uint32_t wall) {
  size_t best = l->n;
  if (any_stands(w, l, wall)) return;
  for (size_t k = 0; k < l->n; k++)
    if (l->claim[k].of.wall == wall && (best == l->n || goes_before(&l->claim[k], &l->claim[best])))
      best = k;
  l->claim[best].keep = !l->claim[best].off;
}

static bool lie_together(const scr_world *w, const scr_claim *a, const scr_claim *b) {
  return hang_together(w, a, b) || (joined_across(w, a, b) && joined_across(w, b, a));
}

/* Of two that carry on one patch the first. */
static void part_pair(const scr_world *w, scr_claim *a, scr_claim *b) {
  if (!a->keep || !b->keep || a->of.wall != b->of.wall || !lie_together(w, a, b)) return;
  if (goes_before(a, b))
    b->keep = false;
  else
    a->keep = false;
}

static void break_ties(const scr_world *w, scr_facet_worker *l) {
  for (size_t k = 0; k < l->n; k++) {
    const uint32_t wall = l->claim[k].of.wall;
    size_t kept = 0, all = 0, first = l->n;
    for (size_t b = 0; b < l->n; b++) {
      if (l->claim[b].of.wall != wall) continue;
      first = SCR_MIN(first, b), all++, kept += l->claim[b].keep;
    }
    if (first < k || all == 1 || kept == 1)
      continue; /* each wall once; nearly always one carries */
    for (size_t a = k; a < l->n; a++)
      for (size_t b = a + 1; b < l->n; b++) part_pair(w, &l->claim[a], &l->claim[b]);
    if (!kept) open_circle(w, l, wall);
  }
}

/* ---- hand-over ---- */

/* Do claims lead from a to b over facets that hang together smoothly? A ball may cross several
 * small facets in a step. */
static bool same_patch(const scr_world *w, const scr_facet_worker *l, size_t a, size_t b) {
  assert(a < l->n && b < l->n);
  bool *reached = scr_alloc(l->n * sizeof *reached), more = true;
  reached[a] = true;
  while (more && !reached[b]) {
    more = false;
    for (size_t i = 0; i < l->n; i++)
      for (size_t j = 0; j < l->n && reached[i]; j++) {
        const scr_claim *p = &l->claim[i], *q = &l->claim[j];
        if (reached[j] || p->of.wall != q->of.wall || !lie_together(w, p, q)) continue;
        reached[j] = more = true;
      }
  }
  more = reached[b];
  scr_free(reached);
  return more;
}

/* Is claim a's edge or vertex one of claim b's facet? */
static bool turns_into(const scr_world *w, const scr_claim *a, const scr_claim *b) {
  return a->feature && holds_feature(w, a, b);
}

/* Around an edge or a vertex one contact goes on, whichever way the ball goes. */
static bool follows(const scr_world *w, const scr_facet_worker *l, size_t a, size_t b) {
  const scr_claim *lost = &l->claim[a], *won = &l->claim[b];
  if (scr_facets_meet(w, lost->pair, won->pair) &&
      (is_flat(w, lost, won) || turns_into(w, won, lost) || turns_into(w, lost, won)))
    return true;
  return joined_across(w, lost, won) || same_patch(w, l, a, b);
}

/* Place `to` takes the state of place `from`, which begins anew; what was accumulated on either
 * side stays in the balance. */
static void move_state(scr_pairs *p, uint32_t to, uint32_t from) {
  assert(to != from && p->law[to] == p->law[from] && !(p->flag[to] & SCR_PAIR_ACTIVE));
  scr_pairs_set_set(p, to, scr_pair_set(p, from));
  for (int s = 0; s < SCR_BOOKS; s++)
    if (p->work[s]) p->work[s][from] += p->work[s][to];
  scr_pairs_copy_state(p, to, from);
  enum { MOVES = SCR_PAIR_ACTIVE | SCR_PAIR_BONDED | SCR_PAIR_BEGUN | SCR_PAIR_UNASKED };
  p->flag[to] |= (uint8_t)(p->flag[from] & MOVES);
  p->flag[from] &= (uint8_t)~MOVES;
  for (int s = 0; s < p->states; s++) p->state[s][from] = 0;
  for (int s = 0; s < SCR_BOOKS; s++)
    if (p->work[s]) p->work[s][from] = 0;
  for (int s = 0; s < 4; s++)
    if (p->dash[s]) p->dash[s][from] = 0;
  for (int s = 0; s < 3; s++) p->force[s][from] = 0;
  for (int s = 0; s < 3 && p->moment[0]; s++) p->moment[s][from] = 0;
}

/* The state of a contact that lost its claim moves to the one that took over, if that one is fresh.
 */
static void hand_over(scr_world *w, const scr_facet_worker *l) {
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  for (size_t a = 0; a < l->n; a++) {
    const scr_claim *lost = &l->claim[a];
    if (lost->keep || !p->law[lost->pair] || !(p->flag[lost->pair] & SCR_PAIR_ACTIVE)) continue;
    for (size_t b = 0; b < l->n; b++) {
      const scr_claim *won = &l->claim[b];
      if (!won->keep || !p->law[won->pair] || (p->flag[won->pair] & SCR_PAIR_ACTIVE)) continue;
      if (lost->of.wall != won->of.wall || p->law[won->pair] != p->law[lost->pair] ||
          !follows(w, l, a, b))
        continue;
      move_state(p, won->pair, lost->pair);
      break;
    }
  }
}

/* ---- energies ---- */

/* Energy stored in the springs of a contact that carries the ball. */
static double strain_of(scr_world *w, uint32_t k) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  double e;
  return p->law[k] && !(p->flag[k] & (SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT)) &&
                 scr_contact_energy(w, (scr_contact){SCR_BALL_FACET, k}, "energy-strain", &e)
             ? e
             : 0;
}

static double claimed_strain(scr_world *w, const scr_facet_worker *l) {
  double sum = 0;
  for (size_t a = 0; a < l->n; a++) sum += strain_of(w, l->claim[a].pair);
  return sum;
}

/* What else a contact stores, as its place has it: what attracts. Where it is handed over, it is
 * not lost. */
static double attracted_by(scr_world *w, uint32_t k) {
  const scr_contact c = {SCR_BALL_FACET, k};
  const scr_model *m = scr_contact_model(w, c);
  double sum = 0, e;
  for (int q = 0; q < m->nenergy; q++)
    if (!m->energy[q].accumulated && strcmp(m->energy[q].name, "energy-strain") != 0 &&
        scr_contact_energy(w, c, m->energy[q].name, &e))
      sum += e;
  return sum;
}

/* Of contacts that took over what they are not to hold. */
static double lost_attraction(scr_world *w, const scr_facet_worker *l) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  double sum = 0;
  for (size_t a = 0; a < l->n; a++) {
    const uint32_t k = l->claim[a].pair;
    if (p->law[k] && p->flag[k] & SCR_PAIR_ACTIVE && p->flag[k] & SCR_PAIR_INHIBIT)
      sum += attracted_by(w, k);
  }
  return sum;
}

static void push(uint32_t **list, size_t *n, size_t *cap, uint32_t value) {
  scr_grow_to((void **)list, cap, *n + 1, sizeof value);
  (*list)[(*n)++] = value;
}

static void set_blocked(scr_pairs *p, uint32_t k, bool keep) {
  assert(k < p->n && p->law[k]);
  p->flag[k] = (uint8_t)(keep ? p->flag[k] & ~SCR_PAIR_BLOCKED : p->flag[k] | SCR_PAIR_BLOCKED);
}

/* A bond ends at no gap. What merely lives on at any gap is no bond. */
static bool stays(const scr_world *w, uint32_t k) {
  return w->pair[SCR_BALL_FACET].flag[k] & SCR_PAIR_BONDED &&
         scr_contact_stays(w, (scr_contact){SCR_BALL_FACET, k});
}

/* Which claim took the ball from claim a, that of a bond: l->n if none did, or another bond. */
static size_t follower_of(const scr_world *w, const scr_facet_worker *l, size_t a) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  size_t best = l->n;
  for (size_t b = 0; b < l->n; b++) {
    const scr_claim *won = &l->claim[b];
    if (!won->keep || won->of.wall != l->claim[a].of.wall || !p->law[won->pair] ||
        stays(w, won->pair) || !follows(w, l, a, b))
      continue;
    if (best == l->n || goes_before(won, &l->claim[best])) best = b;
  }
  return best;
}

/* A bond goes to the facet that claims the ball, with its contact: that one and the contact there
 * change their facets. */
static void move_bonds(scr_world *w, scr_facet_worker *l) {
  for (size_t a = 0; a < l->n; a++) {
    const uint32_t from = l->claim[a].pair;
    if (l->claim[a].keep || !stays(w, from)) continue;
    const size_t b = follower_of(w, l, a);
    if (b == l->n) continue;
    const uint32_t to = l->claim[b].pair;
    scr_pairs_swap(&w->pair[SCR_BALL_FACET], from, to);
    scr_contact_moved(w, (scr_contact){SCR_BALL_FACET, from});
    scr_contact_moved(w, (scr_contact){SCR_BALL_FACET, to});
    l->moved = true;
  }
}

static void keep_bonded(const scr_world *w, scr_facet_worker *l) {
  for (size_t k = 0; k < l->n; k++)
    if (stays(w, l->claim[k].pair)) l->claim[k].keep = true;
}

static void set_all_blocked(scr_world *w, scr_facet_worker *l, bool book) {
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  for (size_t a = 0; a < l->n; a++) {
    const uint32_t k = l->claim[a].pair;
    const bool was = p->flag[k] & SCR_PAIR_BLOCKED, keep = l->claim[a].keep;
    set_blocked(p, k, keep);
    if (book && was && keep) push(&l->fresh, &l->nfresh, &l->cap_fresh, k);
  }
}

/* Contacts that took over a state begin with its energy. */
static void forget_active(scr_world *w, scr_facet_worker *l, size_t from) {
  size_t n = from;
  for (size_t k = from; k < l->nfresh; k++)
    if (!(w->pair[SCR_BALL_FACET].flag[l->fresh[k]] & SCR_PAIR_ACTIVE)) l->fresh[n++] = l->fresh[k];
  l->nfresh = n;
}

static double reference_gap(scr_world *w, scr_contact c) {
  const scr_prop *p = scr_model_prop(scr_contact_model(w, c), "rgap");
  double gap[3] = {0};
  return p && scr_contact_get(w, c, p, gap) ? gap[0] : 0;
}

/* Which part of the strain a fresh contact would have had before this step's motion: the rest is
 * what the ball itself has just pressed into the spring. Exact for linear springs; 0 where there
 * was no overlap yet. */
static double part_before(scr_world *w, scr_contact c) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  double opened = 0;
  for (int a = 0; a < w->dim; a++)
    opened += (scr_facets_geometry(w)->v[a][c.k] - w->twist[p->i[c.k]].v[a]) *
              scr_facets_geometry(w)->n[a][c.k] * w->timestep.current;
  const double now = reference_gap(w, c) - scr_facets_geometry(w)->gap[c.k], before = now + opened;
  return now > 0 && before > 0 ? before * before / (now * now) : 0;
}

void scr_facet_book_fresh(scr_world *w) {
  struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  double strain;
  for (size_t k = 0; k < e->claims->nfresh; k++) {
    const scr_contact c = {SCR_BALL_FACET, e->claims->fresh[k]};
    if (c.k < p->n && p->law[c.k] && scr_contact_energy(w, c, "energy-strain", &strain)) {
      const double given = strain * part_before(w, c);
      scr_xsum_add(&w->energy_total[SCR_TOTAL_EDIT], given);
      if (p->work[SCR_BOOK_STEP][c.k] != 0) /* the law took all of it for what its step began */
        scr_xsum_add(&w->energy_total[SCR_TOTAL_STEP], -given);
    }
  }
  e->claims->nfresh = 0;
}

/* ---- who is bonded ---- */

/* Pairs from..to-1 are those of the ball of pair k. */
static void pairs_beside(const scr_pairs *p, uint32_t k, uint32_t *from, uint32_t *to) {
  *from = k, *to = k + 1;
  while (*from > 0 && p->i[*from - 1] == p->i[k]) --*from;
  while (*to < p->n && p->i[*to] == p->i[k]) ++*to;
}

/* Claims on the ball of pair k, raw geometry of its contacts; where claim k stands among them. */
static size_t claims_beside(scr_world *w, scr_facet_worker *l, uint32_t k) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  uint32_t from, to;
  size_t at = 0;
  pairs_beside(p, k, &from, &to);
  for (uint32_t q = from; q < to; q++)
    if (p->law[q]) add_claim(w, l, q);
  decide(w, l), break_ties(w, l);
  while (l->claim[at].pair != k) at++;
  return at;
}

/* Which claim carries the ball where claim k loses it: each is followed by the first that beats it.
 * SCR_NONE: claim k is not beaten. */
static uint32_t carrier_of(const scr_world *w, const scr_facet_worker *l, size_t k) {
  size_t at = k;
  if (l->claim[k].keep) return SCR_NONE;
  for (size_t steps = 0; steps < l->n && (at == k || !l->claim[at].keep); steps++) {
    size_t best = l->n;
    for (size_t b = 0; b < l->n; b++)
      if (is_beaten(w, l, at, b) && (best == l->n || goes_before(&l->claim[b], &l->claim[best])))
        best = b;
    if (best == l->n) break;
    at = best;
  }
  return at == k ? SCR_NONE : l->claim[at].pair;
}

/* What stands in the way of a bond of claim k, which carries: of the claims that lead to it one
 * that is bonded, or that was a contact before `first` was the next id. */
static uint32_t held_beside(scr_world *w, const scr_facet_worker *l, size_t k, uint32_t first) {
  bool *led = scr_alloc(l->n * sizeof *led), more = true;
  uint32_t found = SCR_NONE;
  led[k] = true;
  while (more) {
    more = false;
    for (size_t a = 0; a < l->n; a++)
      for (size_t b = 0; b < l->n && !led[a]; b++)
        if (led[b] && is_beaten(w, l, a, b)) led[a] = more = true;
  }
  for (size_t a = 0; a < l->n && found == SCR_NONE; a++) {
    const uint32_t q = l->claim[a].pair;
    if (a != k && led[a] && (stays(w, q) || w->pair[SCR_BALL_FACET].id[q] < first)) found = q;
  }
  scr_free(led);
  return found;
}

uint32_t scr_claims_against_bond(scr_world *w, uint32_t k, uint32_t first) {
  scr_facet_worker l = {0};
  const size_t at = claims_beside(w, &l, k);
  uint32_t other = SCR_NONE;
  if (!stays(w, k)) other = carrier_of(w, &l, at);
  if (!stays(w, k) && other == SCR_NONE) other = held_beside(w, &l, at, first);
  scr_free(l.claim);
  return other;
}

bool scr_contact_may_bond(scr_world *w, scr_contact c, scr_contact *other) {
  const scr_pairs *p = &w->pair[c.type];
  if (c.type != SCR_BALL_FACET || w->giving) return true;
  assert(c.k < p->n && p->law[c.k]);
  uint32_t from, to;
  pairs_beside(p, c.k, &from, &to);
  if (to - from == 1) return true;
  scr_facets_closest_of(w, from, to);
  const uint32_t k = scr_claims_against_bond(w, c.k, 0);
  for (uint32_t q = from; q < to; q++)
    if (p->law[q]) scr_facet_geometry_one(w, q);
  if (k != SCR_NONE && other) *other = (scr_contact){SCR_BALL_FACET, k};
  return k == SCR_NONE;
}

/* ---- the whole ---- */

/* May claim a be at the bottom of a valley? A first look, without computing anything. */
static bool in_valley(const scr_world *w, const scr_facet_worker *l, size_t a) {
  const scr_claim *q = &l->claim[a];
  const double reach = SCR_ROUND_PART * w->pose[w->pair[SCR_BALL_FACET].i[q->pair]].r;
  if (q->feature != 0) return false;
  for (size_t b = 0; b < l->n; b++)
    if (b != a && l->claim[b].of.wall == q->of.wall && l->claim[b].feature == 0 &&
        l->claim[b].gap < reach)
      return true;
  return false;
}

/* Those that may carry force go into the pass, the others fall silent. */
static void carry(scr_world *w, scr_facet_worker *l, uint32_t k) {
  assert(w->pair[SCR_BALL_FACET].law[k]);
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  if (p->flag[k] & (SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT))
    scr_pair_silence(p, k);
  else
    push(&l->carry, &l->ncarry, &l->cap_carry, k);
}

/* The geometry that those which keep their claim carry the ball with. */
static void carry_all(scr_world *w, scr_facet_worker *l, bool step) {
  for (size_t a = 0; a < l->n; a++) {
    const uint32_t k = l->claim[a].pair;
    if (l->claim[a].keep && l->n > 1 && in_valley(w, l, a)) scr_valley_round(w, k);
    if (l->claim[a].keep) scr_facet_drive(w, k);
    if (step) carry(w, l, k);
  }
}

/* Where claims change at a corner under overlap, springs come and go though nothing moved
 * that far: booked under energy-edit, what goes here, what comes when it was evaluated
 * (scr_facet_book_fresh). */
static void resolve(scr_world *w, scr_facet_worker *l, scr_facets_mode mode) {
  assert(l->n >= 1);
  const bool book = mode != SCR_FACETS_EDIT && w->energy_on && l->n > 1;
  if (l->n > 1) decide(w, l), break_ties(w, l);
  const double before = book ? claimed_strain(w, l) : 0;
  if (w->engine->any_bonds && l->n > 1) move_bonds(w, l);
  if (w->engine->any_bonds) keep_bonded(w, l);
  const size_t from = l->nfresh;
  set_all_blocked(w, l, book);
  if (l->n > 1) hand_over(w, l);
  if (book) {
    forget_active(w, l, from);
    scr_xsum_add(&l->edit, claimed_strain(w, l) - before - lost_attraction(w, l));
    l->booked = true;
  }
  carry_all(w, l, mode == SCR_FACETS_STEP);
}

/* A ball passed to a side that is not active, or to one that is. */
static void book_one(scr_world *w, scr_facet_worker *l, uint32_t k, bool keep) {
  if (keep) {
    push(&l->fresh, &l->nfresh, &l->cap_fresh, k);
    return;
  }
  scr_xsum_add(&l->edit, -strain_of(w, k) - attracted_by(w, k));
  l->booked = true;
}

/* What all of that comes to where one pair alone is within reach: nobody hands over. */
static void settle_one(scr_world *w, scr_facet_worker *l, uint32_t k, scr_facets_mode mode) {
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const bool keep = stays(w, k) || !is_off(w, scr_facets_labels(w)[p->j[k]].wall, k),
             was = !(p->flag[k] & SCR_PAIR_BLOCKED);
  if (keep != was && mode != SCR_FACETS_EDIT && w->energy_on) book_one(w, l, k, keep);
  set_blocked(p, k, keep);
  if (keep) scr_facet_drive(w, k);
  if (mode == SCR_FACETS_STEP) carry(w, l, k);
}

void scr_claims_settle(scr_world *w, scr_facet_worker *l, const uint32_t *pair, size_t n,
                       scr_facets_mode mode) {
  if (n == 1 && !scr_facets_plain(w)) {
    settle_one(w, l, *pair, mode);
    return;
  }
  l->n = 0;
  for (size_t k = 0; k < n; k++) add_claim(w, l, pair[k]);
  if (n) resolve(w, l, mode);
}
