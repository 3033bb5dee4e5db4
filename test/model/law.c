/* A contact law by itself: see law.h. */
#include "law.h"

#include "base/str.h"
#include "world/world.h"

enum { C_GAP, C_DN, C_DS, C_REFF = C_DS + 3, C_MEFF, C_WAS, C_EDITED, C_OLD, C_PAR = C_OLD + 4 };
enum {
  C_ST = C_PAR + SCR_MAX_PARAM,
  C_ACT = C_ST + LAW_STATES,
  C_FN,
  C_FT,
  C_DASH = C_FT + 3,
  C_WORK = C_DASH + 4
};
enum { C_KN = C_WORK + SCR_BOOKS, C_KS, COLUMNS };

/* Everything a batch points to: columns [0, C_ST) are read, the others written. */
typedef struct columns {
  double at[COLUMNS][SCR_TILE];
} columns;

contact contact_of(const char *law, int dim) {
  contact c = {.m = scr_model_find(law), .dim = dim, .was = true, .dt = 0.25, .reff = 2, .meff = 4};
  assert_non_null(c.m);
  assert_in_range(c.m->nstate, 0, LAW_STATES);
  for (int k = 0; k < c.m->nprop; k++)
    if (c.m->prop[k].kind == SCR_PROP_PARAM) c.param[c.m->prop[k].slot] = c.m->prop[k].def;
  if (c.m->prepare) c.m->prepare(c.param);
  return c;
}

static int slot_of(const contact *c, const char *property) {
  const scr_prop *p = scr_model_prop(c->m, property);
  assert_non_null(p);
  assert_int_equal(p->kind, SCR_PROP_PARAM);
  return p->slot;
}

void set(contact *c, const char *property, double value) {
  c->param[slot_of(c, property)] = value;
  if (c->m->prepare) c->m->prepare(c->param);
}

double get(const contact *c, const char *property) { return c->param[slot_of(c, property)]; }

static const double direction[3] = {0.6, 0, 0.8};

void along(int dim, double length, double *v) {
  for (int c = 0; c < 3; c++) v[c] = dim == 3 ? direction[c] * length : c == 0 ? length : 0;
}

double length_along(int dim, const double *v) {
  return dim == 3 ? v[0] * direction[0] + v[1] * direction[1] + v[2] * direction[2] : v[0];
}

/* ---- batches ---- */

static void fill_lane(columns *t, int k, const contact *c) {
  t->at[C_GAP][k] = c->gap, t->at[C_DN][k] = c->dn;
  t->at[C_REFF][k] = c->reff, t->at[C_MEFF][k] = c->meff, t->at[C_WAS][k] = c->was;
  t->at[C_EDITED][k] = c->edited;
  for (int x = 0; x < 3; x++) t->at[C_DS + x][k] = c->ds[x];
  for (int x = 0; x < 4; x++) t->at[C_OLD + x][k] = c->dash_old[x];
  for (int x = 0; x < SCR_MAX_PARAM; x++) t->at[C_PAR + x][k] = c->param[x];
  for (int x = 0; x < LAW_STATES; x++) t->at[C_ST + x][k] = c->st[x];
}

/* Laws work in whole vectors of 8. */
static int whole(int n) { return (n + 7) & -8; }

/* The lanes after the last contact, up to a whole vector, hold one whose ends are far apart, as
 * the kernels fill them. */
static void fill(columns *t, const contact *c, int n) {
  contact far = c[n - 1];
  far.gap = 1e300, far.was = far.edited = false;
  memset(far.st, 0, sizeof far.st);
  memset(far.dash_old, 0, sizeof far.dash_old);
  for (int x = 0; x < COLUMNS; x++)
    for (int k = 0; k < SCR_TILE; k++) t->at[x][k] = UNTOUCHED;
  for (int k = 0; k < whole(n); k++) fill_lane(t, k, k < n ? &c[k] : &far);
}

/* Where the columns of a batch lie in it; those of state stay in `columns`. */
#define PLACE(first, field)                                                                        \
  { first, sizeof((scr_batch *)0)->field, offsetof(scr_batch, field) }
static const struct place {
  int first;
  size_t bytes, offset;
} place[] = {PLACE(C_DN, dn),   PLACE(C_DS, ds),        PLACE(C_REFF, reff),    PLACE(C_MEFF, meff),
             PLACE(C_WAS, was), PLACE(C_PAR, par),      PLACE(C_ACT, act),      PLACE(C_FN, fn),
             PLACE(C_FT, ft),   PLACE(C_DASH, dash),    PLACE(C_WORK, work),    PLACE(C_KN, kn),
             PLACE(C_KS, ks),   PLACE(C_OLD, dash_old), PLACE(C_EDITED, edited)};

/* Runs a function of a law on the columns. */
static void run(scr_law_fn fn, columns *t, const contact *c, int n, unsigned want, uint64_t zero,
                bool same) {
  double *st[LAW_STATES];
  scr_batch b = {.n = n,
                 .nt = tangents_of(c->dim),
                 .want = want,
                 .elastic = c->elastic,
                 .dt = c->dt,
                 .gap = t->at[C_GAP],
                 .r1 = t->at[C_REFF], /* of equal balls */
                 .r2 = t->at[C_REFF]};
  b.zero = zero;
  b.same = same;
  b.st = st;
  for (int x = 0; x < LAW_STATES; x++) st[x] = t->at[C_ST + x];
  for (size_t k = 0; k < SCR_COUNTOF(place); k++)
    memcpy((char *)&b + place[k].offset, t->at[place[k].first], place[k].bytes);
  fn(&b);
  for (size_t k = 0; k < SCR_COUNTOF(place); k++)
    memcpy(t->at[place[k].first], (char *)&b + place[k].offset, place[k].bytes);
}

static void take(const columns *t, int k, outcome *o) {
  *o = (outcome){
      .act = t->at[C_ACT][k], .fn = t->at[C_FN][k], .kn = t->at[C_KN][k], .ks = t->at[C_KS][k]};
  for (int x = 0; x < 3; x++) o->ft[x] = t->at[C_FT + x][k];
  for (int x = 0; x < SCR_BOOKS; x++) o->work[x] = t->at[C_WORK + x][k];
  for (int x = 0; x < 4; x++) o->dash[x] = t->at[C_DASH + x][k];
  for (int x = 0; x < LAW_STATES; x++) o->st[x] = t->at[C_ST + x][k];
}

/* Parameters that are 0 in all lanes. */
static uint64_t zeros(const columns *t, int n) {
  uint64_t zero = 0;
  for (int x = 0; x < SCR_MAX_PARAM; x++) {
    bool all = true;
    for (int k = 0; k < n; k++) all &= t->at[C_PAR + x][k] == 0;
    zero |= (uint64_t)all << x;
  }
  return zero;
}

/* Do all lanes, those after the last too, have one set of parameters? */
static bool one_set(const columns *t, int n) {
  bool one = true;
  for (int x = 0; x < SCR_MAX_PARAM; x++)
    for (int k = 1; k < n; k++)
      one &= memcmp(&t->at[C_PAR + x][k], &t->at[C_PAR + x][0], sizeof(double)) == 0;
  return one;
}

void law_batch(const contact *c, int n, unsigned want, outcome *out) {
  int law = 0;
  while (scr_model_at(law) != c->m) law++;
  columns t, before, whole_law;
  fill(&t, c, n);
  before = whole_law = t;
  const scr_kernels *kernels = scr_kernels_for(c->dim);
  const uint64_t zero = zeros(&t, n);
  const bool same = one_set(&t, n);
  run(kernels->force[law], &t, c, n, want, zero, same);
  run(kernels->force[law], &whole_law, c, n, want, 0, false); /* nothing left out */
  check_memory(t.at, whole_law.at, sizeof t.at);
  run(kernels->stiff[law], &t, c, n, want, zero, same);
  check_memory(t.at, before.at, sizeof t.at[0] * C_ST);
  for (int x = C_ST; x < COLUMNS; x++)
    check_memory(&t.at[x][whole(n)], &before.at[x][whole(n)],
                 sizeof(double) * (size_t)(SCR_TILE - whole(n)));
  for (int k = 0; k < n; k++) take(&t, k, &out[k]);
}

outcome law_run(const contact *c, unsigned want) {
  static const int size[] = {1, 2, 13, SCR_TILE};
  outcome first, out[SCR_TILE];
  contact copy[SCR_TILE];
  for (int k = 0; k < SCR_TILE; k++) copy[k] = *c;
  assert_true(scr_isa_select("base"));
  law_batch(copy, 1, want, &first);
  EACH_ISA(isa)
  for (size_t s = 0; s < SCR_COUNTOF(size); s++) {
    law_batch(copy, size[s], want, out);
    for (int k = 0; k < size[s]; k++) check_bits(out[k], first);
  }
  return first;
}

void law_check_company(const contact *c, int n) {
  outcome alone, out[SCR_TILE];
  EACH_ISA(isa) {
    law_batch(c, n, SCR_WANT_DASH | SCR_WANT_WORK, out);
    for (int k = 0; k < n; k++) {
      law_batch(&c[k], 1, SCR_WANT_DASH | SCR_WANT_WORK, &alone);
      check_bits(out[k], alone);
    }
  }
}

void law_check_wants(const contact *c) {
  const outcome full = law_run(c, SCR_WANT_DASH | SCR_WANT_WORK);
  for (unsigned want = 0; want < 4; want++) {
    outcome o = law_run(c, want), expect = full;
    for (int x = 0; x < 4; x++)
      if (!(want & SCR_WANT_DASH)) expect.dash[x] = UNTOUCHED;
    for (int x = 0; x < SCR_BOOKS; x++)
      if (!(want & SCR_WANT_WORK)) expect.work[x] = UNTOUCHED;
    check_bits(o, expect);
  }
}

/* ---- parts of laws ---- */

real ref_dot(int nt, const real *a, const real *b) {
  real sum = 0;
  for (int c = 0; c < nt; c++) sum += a[c] * b[c];
  return sum;
}

bool ref_slide(int nt, real *f, real limit, bool elastic) {
  real length = sqrtl(ref_dot(nt, f, f));
  if (elastic || length <= limit) return false;
  for (int c = 0; c < nt; c++) f[c] *= limit / length;
  return true;
}

/* dp_mode 1, 3: no tension; 2, 3: no shear dashpot while slipping. */
void ref_dashpots(const contact *c, real cn, real cs, const expected *e, real *dash) {
  int mode = (int)get(c, "dp_mode");
  dash[0] = -cn * c->dn / c->dt;
  if ((mode == 1 || mode == 3) && dash[0] + e->fn < 0) dash[0] = -e->fn;
  for (int x = 0; x < tangents_of(c->dim); x++)
    dash[1 + x] = e->slip && mode >= 2 ? 0 : -cs * c->ds[x] / c->dt;
}

/* Slip work -(mean force) . (slid displacement) >= 0 and dashpot work; their terms bound the
 * rounding. */
void ref_works(const contact *c, expected *e, const real *fs_old, real ks) {
  int nt = tangents_of(c->dim);
  const double was = c->was ? 1 : 0;
  real slip = 0, normal = e->dash[0] + was * c->dash_old[0], dash = -normal / 2 * c->dn;
  real total = e->fn + fabsl(e->dash[0]) + was * fabs(c->dash_old[0]);
  for (int x = 0; x < nt; x++) {
    real spring = ks > 0 ? (e->fs[x] - fs_old[x]) / ks : 0,
         size = ks > 0 ? (fabsl(e->fs[x]) + fabsl(fs_old[x])) / ks : 0;
    real old = was * c->dash_old[1 + x];
    slip -= (e->fs[x] + fs_old[x]) / 2 * (c->ds[x] + spring);
    dash -= (e->dash[1 + x] + old) / 2 * c->ds[x];
    e->work_scale[SCR_BOOK_SLIP] += (e->fs_scale + fabsl(fs_old[x])) *
                                    (fabs(c->ds[x]) + size + (ks > 0 ? e->fs_scale / ks : 0));
    e->work_scale[SCR_BOOK_DASHPOT] +=
        (fabsl(e->dash[1 + x]) + fabsl(old) + e->fs_scale) * fabs(c->ds[x]);
  }
  e->work_scale[SCR_BOOK_DASHPOT] += total * fabs(c->dn);
  e->work[SCR_BOOK_SLIP] = (e->slip || !e->on) && slip > 0
                               ? slip
                               : 0; /* a contact that opens loses what its shear spring holds */
  e->work[SCR_BOOK_DASHPOT] = dash;
}

/* A spring that held `old` and now holds `now`, its force f before `before`: what the mean of both
 * does over dn is missing or too much. */
void ref_step(const contact *c, expected *e, real now, real old, real f, real before) {
  if (c->dn == 0) return;
  e->work[SCR_BOOK_STEP] = now - old + (f + before) / 2 * c->dn;
  e->work_scale[SCR_BOOK_STEP] = now + old + (f + before) * fabs(c->dn);
}

real ref_damped(real k, real ratio) {
  real root = sqrtl(1 + ratio * ratio) - ratio;
  return k / (root * root);
}

void law_compare(const contact *c, const outcome *o, const expected *e) {
  assert_true(o->act == (e->on ? 1 : 0));
  assert_true(o->st[SLIP_STATE] == (e->slip ? 1 : 0));
  check_near(o->st[0], e->fn, e->fn);
  check_near(o->fn, e->fn + e->dash[0], e->fn + fabsl(e->dash[0]));
  check_near(o->dash[0], e->dash[0], e->fn + fabsl(e->dash[0]));
  for (int x = 0; x < tangents_of(c->dim); x++) {
    real scale = e->fs_scale + fabsl(e->dash[1 + x]);
    check_near(o->st[1 + x], e->fs[x], e->fs_scale);
    check_near(o->ft[x], e->fs[x] + e->dash[1 + x], scale);
    check_near(o->dash[1 + x], e->dash[1 + x], scale);
  }
  for (int x = 0; x < SCR_BOOKS; x++)
    if (x != SCR_BOOK_WALL && x < SCR_BOOK_ROLLING)
      check_near(o->work[x], e->work[x], e->work_scale[x]);
  assert_true(o->work[SCR_BOOK_WALL] == UNTOUCHED);
  check_near(o->kn, e->kn, e->kn);
  check_near(o->ks, e->ks, e->ks);
}

/* ---- properties ---- */

static void check_value(const contact *c, const scr_prop *p, double value, bool allowed) {
  scr_diag d = {0};
  assert_int_equal(scr_prop_check(&d, NULL, c->m, p, &value, 1), allowed);
  scr_diag_clear(&d);
}

static void check_param(const contact *c, const prop_row *row) {
  const scr_prop *p = scr_model_prop(c->m, row->name);
  assert_int_equal(p->type, row->integer ? SCR_P_INT : SCR_P_REAL);
  assert_int_equal((p->flags & SCR_PROP_INHERIT) != 0, row->inherits);
  assert_true(get(c, row->name) == row->def);
  const double step = row->integer ? 1 : 0x1p-20, lo = isinf(row->lo) ? -0x1p100 : row->lo,
               hi = isinf(row->hi) ? 0x1p100 : row->hi;
  check_value(c, p, lo, !row->open_lo);
  check_value(c, p, hi, true);
  check_value(c, p, lo + step, true);
  check_value(c, p, lo - step, isinf(row->lo));
  check_value(c, p, hi + step, isinf(row->hi));
  check_value(c, p, lo + step / 2, !row->integer);
  check_value(c, p, HUGE_VAL, false);
  check_value(c, p, NAN, false);
}

void check_params(const char *law, const prop_row *row, int n) {
  contact c = contact_of(law, 3);
  int params = 0;
  for (int k = 0; k < c.m->nprop; k++) params += c.m->prop[k].kind == SCR_PROP_PARAM;
  assert_int_equal(params, n);
  for (int k = 0; k < n; k++) check_param(&c, &row[k]);
}

void check_settable(const char *law, const char *const *settable) {
  const scr_model *m = scr_model_find(law);
  for (int k = 0; k < m->nprop; k++) {
    const scr_prop *p = &m->prop[k];
    bool named = false;
    for (const char *const *s = settable; *s; s++) named |= strcmp(*s, p->name) == 0;
    if (p->kind != SCR_PROP_PARAM) assert_int_equal(!(p->flags & SCR_PROP_READONLY), named);
    if (p->flags & SCR_PROP_READONLY) check_value(&(contact){.m = m}, p, 0, false);
  }
}

contact near_contact(const char *law, int dim, scr_rng *r) {
  contact c = contact_of(law, dim);
  c.was = chance(r, 0.7), c.elastic = chance(r, 0.2);
  c.dt = between(r, 1e-4, 1e-2), c.gap = between(r, -0.02, 0.004), c.dn = between(r, -0.03, 0.03);
  c.reff = between(r, 0.1, 1), c.meff = between(r, 0.5, 20);
  if (chance(r, 0.1)) c.dn = 0;
  for (int x = 0; x < tangents_of(dim); x++) c.ds[x] = between(r, -0.01, 0.01);
  for (int x = 0; x < 1 + tangents_of(dim); x++) c.dash_old[x] = c.was ? between(r, -30, 30) : 0;
  return c;
}

scr_ends ends_of(int dim, double r1, double r2) {
  bool facet = r2 == 0;
  return (scr_ends){.radius = {r1, r2},
                    .curvature = {1 / r1, facet ? 0 : 1 / r2},
                    .mass = {1, facet ? 0 : 1},
                    .facet = facet,
                    .dim = dim,
                    .dt = 0.25};
}

void law_check_hand(const contact *c, const hand_expected *e, double scale) {
  outcome o = law_run(c, SCR_WANT_DASH | SCR_WANT_WORK);
  if (o.act != e->act || o.st[SLIP_STATE] != e->slip) print_error("%s\n", e->what);
  assert_true(o.act == e->act);
  assert_true(o.st[SLIP_STATE] == e->slip);
  check_near(o.st[0], e->fn, scale);
  check_near(length_along(c->dim, o.st + 1), e->fs, scale);
  check_near(o.dash[0], e->dash_n, scale);
  check_near(length_along(c->dim, o.dash + 1), e->dash_s, scale);
  check_near(o.fn, e->fn + e->dash_n, scale);
  check_near(length_along(c->dim, o.ft), e->fs + e->dash_s, scale);
}
