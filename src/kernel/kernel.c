/* The passes over pairs and balls; compiled once for each (SCR_DIM, SCR_ISA). Floor: kernel. See
 * kernel.h. */
#include "kernel/kernel.h"

#include <string.h>
#include "base/mem.h"
#include "kernel/dim.h"
#include "kernel/lanes.h"
#include "kernel/rows.h"
#include "kernel/tile.h"

const scr_kernels *SCR_NAME(scr_kernels)(void);

#define MODEL(name)                                                                                \
  void SCR_NAME(scr_##name##_force)(scr_batch * b);                                                \
  void SCR_NAME(scr_##name##_stiff)(scr_batch * b);
#include "model/models.def"
#undef MODEL
void SCR_NAME(scr_motion_rows)(const scr_motion *m, scr_worker *l, uint32_t first, uint32_t last);
double SCR_NAME(scr_moved_rows)(const scr_motion *m, uint32_t first, uint32_t last);
scr_near_count SCR_NAME(scr_near_balls)(const scr_near *q, const double a[4],
                                        const scr_ball_columns *balls, uint32_t first,
                                        uint32_t last, uint32_t limit, uint32_t *out);
void SCR_NAME(scr_place_pairs)(const scr_placing *p, uint32_t a, const uint32_t *pair, uint32_t n,
                               uint32_t *own);
uint32_t SCR_NAME(scr_near_beside)(const scr_near *q, const scr_near_box *box,
                                   const scr_ball_columns *balls, uint32_t first);
void SCR_NAME(scr_near_gather)(const scr_ball_columns *from, const scr_ball_columns *to,
                               const scr_ball_run *run, int runs);
void SCR_NAME(scr_closest_tile)(scr_closest *t);

/* Columns are computed in whole vectors: lanes from n to wide(n) repeat the last pair, as if far
 * apart. */
enum { WIDE = 8 };
static inline int wide(int n) { return (n + WIDE - 1) & -WIDE; }

static void push(uint32_t **list, size_t *n, size_t *cap, uint32_t value) {
  scr_grow_to((void **)list, cap, *n + 1, sizeof value);
  (*list)[(*n)++] = value;
}

/* ---- contacts of one law ---- */

/* The contacts of one law that are computed together: lane k of [0, n) stands for the pair
 * place[k], or, in place, for the pair `from + k` of a whole tile of neighbours in the list. Such a
 * tile may hold a few holes (candidates), that are computed as if far apart and whose rows stay
 * zero. */
typedef struct lanes {
  int n;
  const uint32_t *place;
  bool in_place; /* the law works on the columns of the list themselves */
  uint32_t from;
  uint32_t contacts;        /* in place: which lanes are contacts, a bit each */
  uint32_t was, slid, held; /* which were active before, which of them slipped; which are bonded */
  scr_geometry *g;
} lanes;

static inline uint32_t lane_pair(const lanes *c, int k) {
  return c->in_place ? c->from + (uint32_t)k : c->place[k];
}

/* A column of the pairs as a column of lanes: itself, or copied into `buffer`. */
static inline double *take_pairs(const lanes *c, double *buffer, double *column) {
  if (c->in_place) return column + c->from;
  scr_take(buffer, column, c->place, c->n);
  return buffer;
}

/* The other way round; holes have zeros in both. */
static inline void give_pairs(const lanes *c, double *to, const double *from) {
  if (c->in_place)
    memcpy(to + c->from, from, sizeof(scr_lanes));
  else
    scr_give(to, from, c->place, c->n);
}

/* The same, of lanes put together, without writing what is there already: zeros take no memory
 * where nobody has written yet. */
static void give_changes(const lanes *c, double *to, const double *from) {
  for (int k = 0; k < c->n; k++) /* by bits: a zero may have got a sign */
    if (memcmp(&to[c->place[k]], &from[k], sizeof *to) != 0) to[c->place[k]] = from[k];
}

/* What a pass found: at the start, where contacts are always put together, most of it is zero. */
static void give_found(const scr_pass *p, const lanes *c, double *to, const double *from) {
  if (p->mode == SCR_PASS_START)
    give_changes(c, to, from);
  else
    give_pairs(c, to, from);
}

static void batch_begin(const scr_pass *p, scr_batch *b, const lanes *c) {
  b->n = c->n;
  b->nt = NT;
  b->want = p->want;
  b->elastic = p->elastic;
  b->report = p->mode == SCR_PASS_REPORT || p->mode == SCR_PASS_SUM_UNKEPT;
  b->dt = p->dt;
  b->curve = p->curve ? *p->curve : NULL;
  b->gap = c->g->gap;
  b->r1 = c->g->ra, b->r2 = c->g->rb;
  for (int x = 0; x < 3; x++) b->normal[x] = c->g->n[x];
}

/* Holes are far apart for the law: it leaves them inactive and their state zero. */
static void blank_holes(const lanes *c) {
  if (c->in_place && c->contacts != UINT32_MAX) scr_bits_else(c->contacts, c->g->gap, SCR_FAR);
}

#include "kernel/geometry.h"

/* Do all contacts have the set `first`? Holes have none. */
static bool same_set(const scr_pass *p, const lanes *c, uint32_t first) {
  const uint32_t *set = p->pairs->pset;
  const uint8_t *law = p->pairs->law;
  if (c->in_place) return !(~scr_bits_word_is(set + c->from, first) & c->contacts);
  unsigned differ = 0;
  for (int k = 0; k < c->n; k++) {
    const uint32_t q = lane_pair(c, k);
    differ |= law[q] ? set[q] ^ first : 0;
  }
  return differ == 0;
}

/* Sets gathered parameter by parameter; holes and lanes after the last take that of the first
 * contact. Returns which parameters are 0. */
static uint64_t mixed_parameters(const scr_pass *p, scr_tile *t, const scr_model *m, const lanes *c,
                                 int lead) {
  const uint32_t *set = p->pairs->pset, first = set[lane_pair(c, lead)];
  const uint8_t *law = p->pairs->law;
  const double *of[SCR_TILE];
  const int n = wide(c->n);
  uint64_t zero = UINT64_MAX;
  for (int k = 0; k < n; k++) {
    const uint32_t q = lane_pair(c, k < c->n ? k : lead);
    of[k] = p->pset[law[q] ? set[q] : first].param;
    __builtin_prefetch(of[k]);
  }
  for (int s = 0; s < m->nparam; s++) {
    double *to = t->batch.par[s];
    unsigned any = 0;
    for (int k = 0; k < n; k++) {
      to[k] = of[k][s];
      any |= to[k] != 0;
    }
    zero &= ~((uint64_t)any << s);
  }
  return zero;
}

/* One set, spread. */
static uint64_t spread_parameters(const double *param, scr_tile *t, const scr_model *m) {
  uint64_t zero = 0;
  for (int s = 0; s < m->nparam; s++) {
    for (int k = 0; k < SCR_TILE; k++) t->batch.par[s][k] = param[s];
    zero |= (uint64_t)(param[s] == 0) << s;
  }
  return zero;
}

/* Columns of state that only readers need: bit = column. */
static uint32_t reported(const scr_pass *p, const scr_model *m, uint64_t zero) {
  return m->hints.reported ? m->hints.reported(zero, p->want & SCR_WANT_WORK) : 0;
}

/* One set for the whole batch is spread and stays for the next one; mixed sets are gathered. */
static void parameters(const scr_pass *p, scr_worker *l, const scr_model *m, const lanes *c) {
  scr_tile *t = l->tile;
  int lead = 0; /* the first that is no hole */
  while (p->pairs->pset && !p->pairs->law[lane_pair(c, lead)]) lead++;
  const uint32_t first = scr_pair_set(p->pairs, lane_pair(c, lead));
  const bool same = !p->pairs->pset || same_set(p, c, first);
  if (same && l->pset_cached != first) {
    l->pset_zero = spread_parameters(p->pset[first].param, t, m);
    l->pset_cached = first;
    l->pset_reported = reported(p, m, l->pset_zero);
  }
  if (!same) l->pset_cached = UINT32_MAX;
  t->batch.same = same;
  t->batch.zero = same ? l->pset_zero : mixed_parameters(p, t, m, c, lead);
  l->passing = p->keep ? 0 : same ? l->pset_reported : reported(p, m, t->batch.zero);
}

/* The flag of all lanes, set in those of `before`, follows what is positive in a column. */
static void flags_from(const scr_pass *p, const lanes *c, uint8_t which, uint32_t before,
                       const double *on) {
  uint8_t *flag = p->pairs->flag;
  const uint32_t now = scr_bits_positive(on);
  if (c->in_place)
    scr_bits_to_byte(now, flag + c->from, which);
  else
    for (uint32_t change = (now ^ before) & UINT32_MAX >> (SCR_TILE - c->n); change;
         change &= change - 1)
      flag[c->place[__builtin_ctz(change)]] ^= which;
}

/* What the dashpots of contacts that were active before carried then, for the works of this step.
 */
static void load_dash(const scr_pass *p, const scr_tile *t, scr_batch *b, const lanes *c) {
  for (int x = 0; x < 1 + NT; x++) {
    double *dash = b->dash_old[x];
    const double *from = take_pairs(c, dash, p->pairs->dash[x]);
    SCR_EACH(k, SCR_TILE) dash[k] = b->was[k] != 0 ? from[k] : 0;
  }
#if DIM == 3
  transport(t, c->g, (double *[]){b->dash_old[1], b->dash_old[2], b->dash_old[3]},
            (const int[]){0, -1}, b->n);
#else
  SCR_UNUSED(t);
#endif
}

/* An edit moves springs, but no velocity: dashpots carry what they did, until the step sees it. */
static void carry_dash(const scr_pass *p, const scr_tile *t, scr_batch *b, const lanes *c) {
  if (!p->pairs->dash[0]) return;
  load_dash(p, t, b, c);
  for (int x = 0; x < 1 + NT; x++) {
    double *dash = b->dash_old[x], *force = x ? b->ft[x - 1] : b->fn;
    SCR_EACH(k, b->n) {
      dash[k] = b->act[k] != 0 ? dash[k] : 0;
      force[k] += dash[k];
    }
    give_found(p, c, p->pairs->dash[x], dash);
  }
}

/* Without increments nothing begins or ceases to slip. */
static void carry_slip(scr_batch *b, const double *before, int slip) {
  double *now = b->st[slip];
  SCR_EACH(k, b->n) {
    const bool stays = (b->act[k] != 0) & (b->was[k] != 0) & (before[k] != 0);
    now[k] = stays ? before[k] : now[k];
  }
}

/* Which contacts an edit has changed before this step. */
static void load_edited(const scr_pass *p, scr_batch *b, const lanes *c) {
  memset(b->edited, 0, sizeof b->edited);
  for (int k = 0; k < b->n && p->edited; k++)
    if (p->pairs->flag[lane_pair(c, k)] & SCR_PAIR_EDITED) b->edited[k] = 1;
}

/* `slip`: the column that tells of it. */
static void load_state(const scr_pass *p, scr_worker *l, scr_batch *b, const scr_model *m, int slip,
                       const lanes *c) {
  const scr_pairs *s = p->pairs;
  scr_tile *t = l->tile;
  uint32_t passing = l->passing;
  l->states = SCR_MIN(m->nstate, s->states);
  for (int x = 0; x < l->states; x++, passing >>= 1)
    b->st[x] = passing & 1 ? t->state[x] : take_pairs(c, t->state[x], s->state[x]);
  scr_bits_spread(c->was, b->was);
  if (b->report && slip >= 0) scr_bits_spread(c->slid, b->st[slip]);
#if DIM == 3
  if (!b->report) transport(t, c->g, b->st, m->shear_state, b->n);
#endif
  if (!(p->want & SCR_WANT_WORK)) return;
  load_dash(p, t, b, c);
  load_edited(p, b, c);
}

/* What lanes hold that are inactive before and after the step is not to be added. */
static void add_work(const lanes *c, const scr_batch *b, double *column, const double *work) {
  const double *act = b->act, *was = b->was;
  if (c->in_place) {
    column += c->from;
    SCR_EACH(k, SCR_TILE) column[k] += act[k] + was[k] != 0 ? work[k] : 0;
    return;
  }
  for (int k = 0; k < b->n; k++)
    if (act[k] + was[k] != 0) column[lane_pair(c, k)] += work[k];
}

/* Which contacts are bonded, after what the law found. */
static void store_bonds(const scr_pass *p, const scr_batch *b, int column, const lanes *c) {
  const double *bond = b->st[column];
  scr_lanes holds;
  SCR_EACH(k, SCR_TILE) holds[k] = bond[k] >= SCR_BOND_HOLDS ? 1.0 : 0.0;
  flags_from(p, c, SCR_PAIR_BONDED, c->held, holds);
}

static void store_state(const scr_pass *p, const scr_worker *l, scr_batch *b, const scr_model *m,
                        int slip, const lanes *c) {
  scr_pairs *s = p->pairs;
  uint32_t passing = l->passing;
  for (int x = 0; x < l->states && !c->in_place; x++, passing >>= 1)
    if (!(passing & 1)) give_found(p, c, s->state[x], b->st[x]);
  flags_from(p, c, SCR_PAIR_ACTIVE, c->was, b->act);
  if (slip >= 0) flags_from(p, c, SCR_PAIR_SLIP, c->slid, b->st[slip]);
  if (p->want & SCR_WANT_DASH)
    for (int x = 0; x < 1 + NT; x++) {
      double *dash = b->dash[x];
      SCR_EACH(k, b->n) dash[k] = b->act[k] != 0 ? dash[k] : 0;
      give_pairs(c, s->dash[x], dash);
    }
  if (m->bonds) store_bonds(p, b, scr_model_lives(m), c);
  if (p->want & SCR_WANT_WORK)
    for (int x = 0, books = scr_model_books(m); x < books; x++)
      if (x != SCR_BOOK_WALL) add_work(c, b, s->work[x], b->work[x]);
}

/* Work that a wall does on the ball: minus the mean force on the facet times the velocity that it
 * is told. */
static void wall_work(const scr_pass *p, scr_tile *t, const scr_batch *b, bool rotates,
                      const lanes *c) {
  scr_pairs *s = p->pairs;
  for (int k = 0; k < b->n; k++) {
    uint32_t q = lane_pair(c, k);
    double power = 0;
    EACH_AXIS(x) power += 0.5 * (s->force[x][q] + t->force[x][k]) * p->facet->driven[x][q];
    EACH_SPIN(x)
    if (rotates) power += 0.5 * (s->moment[x][q] + t->couple[x][k]) * p->facet->told[x][q];
    s->work[SCR_BOOK_WALL][q] -= power * p->dt;
  }
}

/* Those of a start are summed up later. */
static inline bool keeps_forces(const scr_pass *p) { return p->keep || p->mode == SCR_PASS_START; }

#include "kernel/ends.h"

/* ---- a tile ---- */

/* Elements of a contact, lane k, that break, begin or cease to slip. */
SCR_COLD static void note_parts(const scr_pass *p, scr_worker *l, const scr_batch *b,
                                scr_parts parts, int k, uint32_t q) {
  const uint32_t where = (uint32_t)p->type << 31 | q;
  uint8_t part = 1;
  for (int x = parts.first; x < l->states; x += parts.stride, part++) {
    const int before = (int)p->pairs->state[x][q], now = (int)b->st[x][k],
              held = before & SCR_BOND_HOLDS, holds = now & SCR_BOND_HOLDS;
    SCR_GROW(l->note, l->cap_note, l->nnote + 2);
    if (held == SCR_BOND_HOLDS && holds != held)
      l->note[l->nnote++] = (scr_note){where,
                                       SCR_EV_BOND_BREAK,
                                       (int8_t)holds,
                                       part,
                                       b->part_strength[part - 1][k],
                                       b->part_spent[part - 1][k]};
    if ((before ^ now) & SCR_PART_SLIPS)
      l->note[l->nnote++] =
          (scr_note){where, SCR_EV_SLIP_CHANGE, now & SCR_PART_SLIPS ? 0 : 1, part, 0, 0};
  }
}

/* Not every law tells of them. */
static void forget_breaks(scr_batch *b) { SCR_EACH(k, b->n) b->strength[k] = b->spent[k] = 0; }

/* `slip`, `bond`: the columns that tell of it (-1: none); noted when they change. */
static void note_changes(const scr_pass *p, scr_worker *l, const scr_batch *b, int slip, int bond,
                         scr_parts parts, const lanes *c) {
  const scr_pairs *s = p->pairs;
  for (int k = 0; k < b->n; k++) {
    uint32_t q = lane_pair(c, k);
    if (parts.stride) note_parts(p, l, b, parts, k, q);
    bool fresh = b->act[k] != 0 && b->was[k] == 0;
    bool turned = slip >= 0 && (s->state[slip][q] != 0) != (b->st[slip][k] != 0);
    bool broken =
        bond >= 0 && s->state[bond][q] >= SCR_BOND_HOLDS && !(b->st[bond][k] >= SCR_BOND_HOLDS);
    if (!fresh && !turned && !broken) continue;
    uint32_t where = (uint32_t)p->type << 31 | q;
    SCR_GROW(l->note, l->cap_note, l->nnote + 3);
    if (broken)
      l->note[l->nnote++] = (scr_note){where, SCR_EV_BOND_BREAK, (int8_t)b->st[bond][k],
                                       0,     b->strength[k],    b->spent[k]};
    if (fresh) l->note[l->nnote++] = (scr_note){where, SCR_EV_CONTACT_ACTIVATED, -1, 0, 0, 0};
    if (turned)
      l->note[l->nnote++] =
          (scr_note){where, SCR_EV_SLIP_CHANGE, b->st[slip][k] != 0 ? 0 : 1, 0, 0, 0};
  }
}

/* A law whose state begins inside the first step (burger) only becomes active where the pieces
 * touch. */
static void mark_touching(const scr_pass *p, const scr_batch *b, const scr_model *m,
                          const lanes *c) {
  for (int k = 0; k < b->n; k++)
    if (m->nstate > 0 && b->gap[k] <= 0) p->pairs->flag[lane_pair(c, k)] |= SCR_PAIR_ACTIVE;
}

/* A column that the pairs keep, in the tile. */
static void take_kept(const lanes *c, double *to, double *column) {
  const double *from = take_pairs(c, to, column);
  if (from != to) memcpy(to, from, sizeof(scr_lanes));
}

static void sum_again(const scr_pass *p, scr_worker *l, scr_batch *b, bool rotates,
                      const lanes *c) {
  scr_tile *t = l->tile;
  scr_bits_spread(c->was, b->act);
  EACH_AXIS(x) take_kept(c, t->force[x], p->pairs->force[x]);
  for (int x = 0; x < 3 && rotates; x++) take_kept(c, t->couple[x], p->pairs->moment[x]);
  add_kept_forces(p, l, c, rotates);
}

#include "kernel/stiffness.h"

static void stiffness(const scr_pass *p, scr_worker *l, scr_batch *b, int law, const lanes *c) {
  const scr_model *m = scr_model_at(law - 1);
  const bool rotates = m->rotates;
  scr_bits_spread(c->was, b->act);
  if (m->bonds) b->st[m->bond] = take_pairs(c, l->tile->state[m->bond], p->pairs->state[m->bond]);
  for (int x = m->handed; m->handed && x < m->handed + m->nparam - m->handed_from; x++)
    b->st[x] = take_pairs(c, l->tile->state[x], p->pairs->state[x]);
  if (p->margin > 0) {
    stiffness_bounds_of(p, l, b, law, c);
    return;
  }
  p->law_stiff[law - 1](b);
  if (p->stiff) {
    sum_stiffness(p, l, b, rotates, c);
    return;
  }
  give_pairs(c, p->kn, b->kn);
  give_pairs(c, p->ks, b->ks);
  if (!rotates) return;
  give_pairs(c, p->kb, b->kb);
  give_pairs(c, p->kt, b->kt);
}

static void no_increments(scr_tile *t, scr_batch *b, const scr_geometry *g) {
  EACH_AXIS(x) memcpy(t->h[x], g->n[x], sizeof t->h[x]);
  memset(b->dn, 0, sizeof b->dn);
  memset(b->ds, 0, sizeof b->ds);
  memset(b->bend, 0, sizeof b->bend);
  memset(b->twist, 0, sizeof b->twist);
  memset(t->turn, 0, sizeof t->turn);
}

/* The world tells the contacts what no kernel knows (scr_pass.ask). */
static void ask_world(const scr_pass *p, const scr_worker *l, scr_batch *b, int law,
                      const lanes *c) {
  scr_law_ask a = {.pass = p, .batch = b, .states = l->states, .i = c->g->i, .j = c->g->j};
  for (int k = 0; k < b->n; k++) a.pair[k] = lane_pair(c, k);
  p->ask[law - 1](p->caller, &a);
}

/* Everything that happens to the contacts of one law in a tile. */
static void one_law(const scr_pass *p, scr_worker *l, int law, const lanes *c) {
  scr_tile *t = l->tile;
  scr_batch *b = &t->batch;
  const scr_model *m = scr_model_at(law - 1);
  batch_begin(p, b, c);
  blank_holes(c);
  frames(p, t, b, m, c);
  if (p->mode == SCR_PASS_SUM) {
    sum_again(p, l, b, m->rotates, c);
    return;
  }
  parameters(p, l, m, c);
  if (p->mode == SCR_PASS_STIFF) {
    stiffness(p, l, b, law, c);
    return;
  }
  if (p->mode == SCR_PASS_START && !m->starts_with_force) {
    mark_touching(p, b, m, c);
    return;
  }
  if (p->mode == SCR_PASS_START) no_increments(t, b, c->g);
  const int slip = p->slip[law - 1];
  load_state(p, l, b, m, slip, c);
  if (p->notes) forget_breaks(b);
  if (p->ask && p->ask[law - 1]) ask_world(p, l, b, law, c);
  scr_lanes slid;
  if (p->carries && slip >= 0) memcpy(slid, b->st[slip], sizeof slid);
  p->law_force[law - 1](b);
  if (p->carries && slip >= 0) carry_slip(b, slid, slip);
  if (p->carries) carry_dash(p, t, b, c);
  if (p->mode == SCR_PASS_SUM_UNKEPT) {
    find_forces(l, b, c, m->rotates);
    add_kept_forces(p, l, c, m->rotates);
    return;
  }
  if (p->notes)
    note_changes(p, l, b, slip, m->bonds && !m->clings && !m->parts.stride ? m->bond : -1, m->parts,
                 c);
  store_state(p, l, b, m, slip, c);
  if (b->report || p->mode == SCR_PASS_END)
    find_forces(l, b, c, m->rotates);
  else if (m->rotates)
    add_forces_and_moments(p, l, b, c);
  else
    add_forces(p, l, b, c);
  if (p->magnitudes) add_sizes(t, b);
  if (p->rough) {
    p->law_stiff[law - 1](b);
    add_rough_stiffness(p, l, b, m->rotates, c);
  }
  if ((p->want & SCR_WANT_WORK) && p->type == SCR_BALL_FACET) wall_work(p, t, b, m->rotates, c);
  if (!keeps_forces(p)) return;
  EACH_AXIS(x) give_found(p, c, p->pairs->force[x], t->force[x]);
  for (int x = 0; x < 3 && m->rotates; x++) give_found(p, c, p->pairs->moment[x], t->couple[x]);
}

/* ---- contacts put together ---- */

/* What is known of a tile before anything is computed, a bit a pair: most hold contacts of one law
 * and candidates. */
typedef struct outlook {
  int law; /* 0: no contact, -1: several laws, contacts that are silent, or unknown */
  uint32_t contacts, was, slid, held;
} outlook;

static inline void copy_lane(scr_geometry *to, int k, const scr_geometry *from, int a) {
  to->i[k] = from->i[a], to->j[k] = from->j[a];
  to->place_i[k] = from->place_i[a], to->place_j[k] = from->place_j[a];
  EACH_AXIS(c) to->n[c][k] = from->n[c][a];
  to->dist[k] = from->dist[a], to->ra[k] = from->ra[a], to->rb[k] = from->rb[a],
  to->gap[k] = from->gap[a];
}

static void one_gathered(const scr_pass *p, scr_worker *l, int law) {
  scr_gathered *s = &l->tile->gathered[law - 1];
  const int n = s->n;
  if (!n) return;
  s->n = 0;
  for (int k = n; k < wide(n); k++) {
    copy_lane(&s->geometry, k, &s->geometry, n - 1);
    s->geometry.gap[k] = SCR_FAR;
  }
  one_law(p, l, law,
          &(lanes){.n = n,
                   .place = s->pair,
                   .was = s->was,
                   .slid = s->slid,
                   .held = s->held,
                   .g = &s->geometry});
  s->was = s->slid = s->held = 0;
}

/* Pairs of the tile, a bit each, join others of their law; as many as a tile holds are computed. */
static void gather(const scr_pass *p, scr_worker *l, int law, uint32_t which, const outlook *o) {
  scr_gathered *s = &l->tile->gathered[law - 1];
  for (; which; which &= which - 1) {
    const int a = __builtin_ctz(which), k = s->n++;
    s->pair[k] = l->tile->pair[a];
    s->was |= (o->was >> a & 1) << k, s->slid |= (o->slid >> a & 1) << k;
    s->held |= (o->held >> a & 1) << k;
    copy_lane(&s->geometry, k, &l->tile->all, a);
    if (s->n == SCR_TILE) one_gathered(p, l, law);
  }
}

/* ---- tiles ---- */

/* A contact that is inactive and beyond reach stays so, and has nothing to be computed: its state
 * is zero and stays zero; its force is, where it was kept since it became inactive. */
static inline bool leaves_idle(const scr_pass *p) { return p->mode == SCR_PASS_STEP && !p->keep; }

/* Which pairs of the tile are within reach, a bit each. */
static uint32_t reached(const scr_pass *p, const scr_geometry *g) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k += SCR_GROUP)
    bits |= SCR_COL_BITS_AT_MOST(COL(g->gap + k), SCR_COL_OF(p->reach)) << k;
  return bits;
}

/* Of a whole tile of neighbours in the list. */
static outlook outlook_of(const scr_pass *p, uint32_t q) {
  const uint8_t *law = p->pairs->law + q, *flag = p->pairs->flag + q;
  outlook o = {-1, ~scr_bits_byte_is(law, 0), scr_bits_of(flag, SCR_PAIR_ACTIVE),
               scr_bits_of(flag, SCR_PAIR_SLIP), scr_bits_of(flag, SCR_PAIR_BONDED)};
  if (scr_bits_of(flag, SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT)) return o;
  const int first = o.contacts ? law[__builtin_ctz(o.contacts)] : 0;
  if (scr_bits_byte_is(law, (uint8_t)first) == (o.contacts ? o.contacts : UINT32_MAX))
    o.law = first;
  return o;
}

/* A whole tile of one law: where it is, or, if little is to be computed there, together with
 * contacts of other tiles. */
static void contacts_of_tile(const scr_pass *p, scr_worker *l, const outlook *o) {
  enum { DENSE = 20 }; /* where it lies hardly matters: tiles are nearly full or nearly empty */
  scr_tile *t = l->tile;
  scr_geometry *g = &t->all;
  const uint32_t idle = leaves_idle(p) ? ~(o->was | o->held | reached(p, g)) : 0;
  const uint32_t busy = o->contacts & ~idle;
  if (__builtin_popcount(busy) < DENSE)
    gather(p, l, o->law, busy, o);
  else
    one_law(p, l, o->law,
            &(lanes){.n = SCR_TILE,
                     .in_place = true,
                     .from = t->pair[0],
                     .contacts = o->contacts,
                     .was = o->was,
                     .slid = o->slid,
                     .held = o->held,
                     .g = g});
}

static void no_stiffness(const scr_pass *p, uint32_t q) {
  p->kn[q] = p->ks[q] = 0;
  if (p->kb) p->kb[q] = p->kt[q] = 0;
}

/* Pairs one by one: births, deaths, contacts by law. */
static void any_pairs(const scr_pass *p, scr_worker *l, int n) {
  scr_tile *t = l->tile;
  scr_pairs *s = p->pairs;
  const uint32_t awake = leaves_idle(p) ? reached(p, &t->all) : UINT32_MAX;
  /* births and deaths at facets are found before the pass, with the claims */
  const bool watch =
      p->type == SCR_BALL_BALL && (p->mode == SCR_PASS_STEP || p->mode == SCR_PASS_DETECT);
  /* a facet may get its claim back while bounds hold */
  const uint8_t silent = p->margin > 0 ? SCR_PAIR_INHIBIT : SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT;
  uint32_t of[1 + SCR_LAWS] = {0};
  outlook o = {.law = -1};
  for (int k = 0; k < n; k++) {
    uint32_t q = t->pair[k];
    int law = s->law[q];
    const bool held = s->flag[q] & SCR_PAIR_BONDED, in = held || t->all.near >> k & 1;
    if (watch && in != (law != 0)) {
      if (law)
        push(&l->death, &l->ndeath, &l->cap_death, q);
      else
        push(&l->birth, &l->nbirth, &l->cap_birth, q);
      continue;
    }
    if (!law || p->mode == SCR_PASS_DETECT) continue;
    if (s->flag[q] & silent) {
      if (p->mode != SCR_PASS_STIFF && p->mode != SCR_PASS_SUM)
        scr_pair_silence(s, q);
      else if (p->mode == SCR_PASS_STIFF && p->kn)
        no_stiffness(p, q);
      continue;
    }
    const uint32_t bit = (uint32_t)1 << k;
    if (!(s->flag[q] & SCR_PAIR_ACTIVE) && !held && !(awake & bit)) continue;
    of[law] |= bit;
    o.was |= s->flag[q] & SCR_PAIR_ACTIVE ? bit : 0, o.slid |= s->flag[q] & SCR_PAIR_SLIP ? bit : 0;
    o.held |= held ? bit : 0;
  }
  for (int law = 1; law <= SCR_LAWS; law++) {
    if (of[law] == UINT32_MAX >> (SCR_TILE - n))
      one_law(p, l, law,
              &(lanes){.n = n,
                       .place = t->pair,
                       .was = o.was,
                       .slid = o.slid,
                       .held = o.held,
                       .g = &t->all});
    else
      gather(p, l, law, of[law], &o);
  }
}

/* `run`: pairs that follow each other in the list. */
static void one_tile(const scr_pass *p, scr_worker *l, int n, bool run) {
  scr_tile *t = l->tile;
  const outlook o = run && n == SCR_TILE ? outlook_of(p, t->pair[0]) : (outlook){.law = -1};
  geometry(p, t, run, n);
  if (o.law < 0 || (t->all.near | o.held) != o.contacts ||
      p->notes) /* notes compare with the state before */
    any_pairs(p, l, n);
  else if (o.law > 0 && p->mode != SCR_PASS_DETECT)
    contacts_of_tile(p, l, &o);
}

/* Maxima and sums are kept column by column of the tile; `width` columns are in use. */
static int pass_begin(const scr_pass *p, scr_worker *l, size_t count) {
  const int width = wide((int)SCR_MIN(count, (size_t)SCR_TILE));
  scr_tile *t = l->tile;
  if (l->pset_want != p->want) l->pset_cached = UINT32_MAX;
  l->pset_want = p->want;
  double *const column[] = {t->max_force, t->max_moment, t->max_k,   t->max_ks,
                            t->max_kr,    t->sum_size,   t->max_size};
  for (size_t c = 0; c < SCR_COUNTOF(column); c++)
    memset(column[c], 0, (size_t)width * sizeof(double));
  return width;
}

static void pass_end(scr_worker *l, int width) {
  for (int k = 0; k < width; k++) {
    l->max_force = SCR_MAX(l->max_force, l->tile->max_force[k]);
    l->max_moment = SCR_MAX(l->max_moment, l->tile->max_moment[k]);
    l->max_k = SCR_MAX(l->max_k, l->tile->max_k[k]);
    l->max_ks = SCR_MAX(l->max_ks, l->tile->max_ks[k]);
    l->max_kr = SCR_MAX(l->max_kr, l->tile->max_kr[k]);
    l->sum_size += l->tile->sum_size[k];
    l->max_size = SCR_MAX(l->max_size, l->tile->max_size[k]);
  }
}

/* GCC takes a function of prefetches alone for one without effect, and drops its calls. */
#define HAS_EFFECT() __asm__ volatile("")
enum { LINE = 64 }; /* bytes in a cache line */
static inline void prefetch_column(const void *column, size_t size, uint32_t first, uint32_t last) {
  const char *from = (const char *)column + size * first, *to = (const char *)column + size * last;
  HAS_EFFECT();
  for (; from < to; from += LINE) __builtin_prefetch(from, 1);
}

static inline void prefetch_ball(const scr_pass *p, uint32_t row) {
  HAS_EFFECT();
  __builtin_prefetch(&p->pose[row]);
  if (p->stiff) {
    __builtin_prefetch(p->stiff + (size_t)SCR_STIFF * row, 1);
    __builtin_prefetch(p->stiff + (size_t)SCR_STIFF * row + LINE / sizeof(double), 1);
  } else {
    __builtin_prefetch(&p->twist[row]);
    __builtin_prefetch(&p->load[row], 1);
  }
  if (p->rough) __builtin_prefetch(&p->rough[row], 1);
}

/* Rows of balls that lie beyond the caches: the higher one of each pair, whichever end that is. The
 * lower ones are those that the list goes through: they were fetched before, as higher ones of
 * their lower neighbours. */
static inline void prefetch_balls(const scr_pass *p, uint32_t first, uint32_t last) {
  HAS_EFFECT();
  for (uint32_t q = first; q < last; q++) prefetch_ball(p, SCR_MAX(p->pairs->i[q], p->pairs->j[q]));
}

/* Pairs of two balls from here and there: both of each. */
static void prefetch_pairs(const scr_pass *p, const uint32_t *pair, size_t n) {
  HAS_EFFECT();
  for (size_t k = 0; k < n; k++)
    prefetch_ball(p, p->pairs->i[pair[k]]), prefetch_ball(p, p->pairs->j[pair[k]]);
}

/* Asks for what the next tile reads while this one is computed: too many streams for the processor
 * to foresee. */
static void prefetch_rows(const scr_pass *p, const scr_worker *l, uint32_t first, uint32_t last) {
  const scr_pairs *s = p->pairs;
  uint32_t passing = l->passing;
  if (first >= last) return;
  HAS_EFFECT();
  if (p->far_balls && p->type == SCR_BALL_BALL) prefetch_balls(p, first, last);
  if (p->stiff || !p->far_pairs) return;
  for (int c = 0; c < SCR_MIN(l->states, s->states); c++, passing >>= 1)
    if (!(passing & 1)) prefetch_column(s->state[c], sizeof(double), first, last);
  EACH_AXIS(c) if (p->keep) prefetch_column(s->force[c], sizeof(double), first, last);
  for (int c = 0; c < SCR_BOOKS && (p->want & SCR_WANT_WORK); c++)
    prefetch_column(s->work[c], sizeof(double), first, last);
  if (s->pset) prefetch_column(s->pset, sizeof *s->pset, first, last);
  prefetch_column(s->i + SCR_TILE, sizeof *s->i, first, last);
  prefetch_column(s->j + SCR_TILE, sizeof *s->j, first, last);
}

static void pass(const scr_pass *p, scr_worker *l, uint32_t first, uint32_t last) {
  assert(first <= last && last <= p->pairs->n && l->tile);
  int width = pass_begin(p, l, last - first);
  for (uint32_t q = first; q < last; q += SCR_TILE) {
    int n = (int)SCR_MIN(last - q, (uint32_t)SCR_TILE);
    prefetch_rows(p, l, q + (uint32_t)n, SCR_MIN(q + (uint32_t)n + SCR_TILE, last));
    for (int k = 0; k < n; k++) l->tile->pair[k] = q + (uint32_t)k;
    one_tile(p, l, n, true);
  }
  for (int law = 1; law <= SCR_LAWS; law++) one_gathered(p, l, law);
  pass_end(l, width);
}

static void pass_list(const scr_pass *p, scr_worker *l, const uint32_t *pair, size_t count) {
  assert(count == 0 || (pair[0] < p->pairs->n && pair[count - 1] < p->pairs->n));
  int width = pass_begin(p, l, count);
  for (size_t q = 0; q < count; q += SCR_TILE) {
    int n = (int)SCR_MIN(count - q, (size_t)SCR_TILE);
    if (p->far_balls && p->type == SCR_BALL_BALL)
      prefetch_pairs(p, pair + q + n, SCR_MIN(count - q - (size_t)n, (size_t)SCR_TILE));
    memcpy(l->tile->pair, pair + q, (size_t)n * sizeof *pair);
    one_tile(p, l, n, false);
  }
  for (int law = 1; law <= SCR_LAWS; law++) one_gathered(p, l, law);
  pass_end(l, width);
}

const scr_kernels *SCR_NAME(scr_kernels)(void) {
  static const scr_kernels k = {
      .pass = pass,
      .pass_list = pass_list,
      .motion = SCR_NAME(scr_motion_rows),
      .moved = SCR_NAME(scr_moved_rows),
      .near = SCR_NAME(scr_near_balls),
      .place = SCR_NAME(scr_place_pairs),
      .beside = SCR_NAME(scr_near_beside),
      .gather = SCR_NAME(scr_near_gather),
      .closest = SCR_NAME(scr_closest_tile),
#define MODEL(name) SCR_NAME(scr_##name##_force),
      .force =
          {
#include "model/models.def"
          },
#undef MODEL
#define MODEL(name) SCR_NAME(scr_##name##_stiff),
      .stiff =
          {
#include "model/models.def"
          },
#undef MODEL
  };
  return &k;
}
