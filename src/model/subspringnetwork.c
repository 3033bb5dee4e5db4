/* Contact law `subspringnetwork`: the springs of `springnetwork` at the places of two subcontacts
 * (3D: three), without moments of their own; each opens, slips and breaks by itself. Formulas:
 * docs/physics.md, subspringnetwork. */
#include "model/subspringnetwork.h"

#include <math.h>
#include <stddef.h>
#include "base/smath.h"
#include "base/vec3.h"
#include "model/bond.h"

#ifdef SCR_KERNEL
#include "model/interface_axes.h"
#include "model/network_step.h"

void SCR_NAME(scr_subspringnetwork_force)(scr_batch *b);
void SCR_NAME(scr_subspringnetwork_stiff)(scr_batch *b);

/* The contact in one step: its axes, how it turns, Poisson's force of each bonded subcontact before
 * the step and in it, and what its subcontacts add up to. spent: what is lost if nothing is held
 * after the step, J. */
typedef struct whole {
  axes x;
  bond_size z;
  bond_springs k;
  pair turn;
  double twist;
  bond_load p_old, p;
  double spent;
  step sum;
} whole;

/* A force in the contact plane along s and t, as subcontacts have it, and back. */
#if SCR_DIM == 3
static inline tang in_axes(axes x, tang v) { return (tang){tang_dot(v, x.s), tang_dot(v, x.t), 0}; }
static inline tang from_axes(axes x, tang v) { return shear_of(x, v.x, v.y); }
static inline tang plane_get(double *const *st, int n, int k) {
  return (tang){st[n][k], st[n + 1][k], 0};
}
static inline void plane_put(double *const *st, int n, int k, tang v) {
  st[n][k] = v.x, st[n + 1][k] = v.y;
}
static inline tang spun(double twist, pair at, tang d) {
  return (tang){d.x - twist * at.t, d.y + twist * at.s, 0};
}
static inline double twist_of(pair at, tang f) { return at.s * f.y - at.t * f.x; }
#else
static inline tang in_axes(axes x, tang v) {
  SCR_UNUSED(x);
  return v;
}
static inline tang from_axes(axes x, tang v) {
  SCR_UNUSED(x);
  return v;
}
static inline tang plane_get(double *const *st, int n, int k) { return (tang){st[n + 1][k]}; }
static inline void plane_put(double *const *st, int n, int k, tang v) {
  st[n][k] = 0, st[n + 1][k] = v.x;
}
static inline tang spun(double twist, pair at, tang d) {
  SCR_UNUSED(twist), SCR_UNUSED(at);
  return d;
}
static inline double twist_of(pair at, tang f) {
  SCR_UNUSED(at), SCR_UNUSED(f);
  return 0;
}
#endif

static inline pair place(const scr_batch *b, int k, const whole *w, int e, int arm) {
  double at[2];
  scr_sub_place(SCR_DIM, e, at);
  const double by = w->z.r * b->par[arm][k];
  return (pair){by * at[0], by * at[1]};
}

/* Poisson's force of each subcontact that is bonded. */
static inline bond_load share(double bonded, double n, tang s) {
  const double part = bonded > 0 ? 1 / bonded : 0;
  return (bond_load){.n = part * n, .s = tang_mul(part, s)};
}

static inline double told_at(const scr_batch *b, int k, int e) {
  return b->st[SUB_FIRST + SUB_STRIDE * e + SUB_TOLD][k];
}

static inline void begin(const scr_batch *b, int k, whole *w) {
  double bonded = 0;
  for (int e = 0; e < SCR_DIM; e++) bonded += told_at(b, k, e) == SCR_BOND_HOLDS ? 1 : 0;
  *w = (whole){.z = size_of(b, k)};
  w->x = b->report ? axes_left(b, k, SUB_AXIS) : axes_of(b, k, SUB_AXIS);
  w->k = springs_of(b, k, w->z);
  w->turn = turn_along(w->x, tang_get(tang_lanes((scr_lanes *)b->bend), k));
  w->twist = SCR_DIM == 3 ? b->twist[k] : 0;
  w->p_old = (bond_load){.n = b->st[SUB_P][k], .s = plane_get(b->st, SUB_P + 1, k)};
  w->p = share(bonded, b->st[SN_QN][k], in_axes(w->x, tang_get(tang_col(b->st + SN_QS), k)));
  w->sum.k = w->k;
}

/* How the springs of a subcontact move in the step. */
static inline bond_load motion(const scr_batch *b, int k, const whole *w, int e) {
  const pair at = place(b, k, w, e, SCR_DIM == 3 ? SUB_BEND_3D : SUB_BEND_2D),
             beside = place(b, k, w, e, SUB_TURN);
  const double opens = b->dn[k] + (w->turn.s * at.t - w->turn.t * at.s);
  const tang d = in_axes(w->x, tang_get(tang_lanes((scr_lanes *)b->ds), k));
  return (bond_load){.n = opens, .s = spun(w->twist, beside, d)};
}

/* A subcontact before anything slides or breaks in it. */
static inline void begin_part(const scr_batch *b, int k, const whole *w, int e, step *t) {
  double *const *st = b->st + SUB_FIRST + SUB_STRIDE * e;
  const double told = told_at(b, k, e), part = 1.0 / SCR_DIM, rgap = b->par[RGAP][k],
               tilt = st[SUB_TILT][k];
  const bool was = b->was[k] != 0, lived = was & (b->st[SUB_LIVES][k] != 0);
  *t = (step){.z = {.area = part * w->z.area, .i = 1, .j = 1}, .d = motion(b, k, w, e)};
  t->own_gap = true, t->sums = b->par[LIN_MODE][k] != 0;
  t->k = (bond_springs){.n = part * w->k.n, .s = part * w->k.s};
  t->state = scr_sub_state(told), t->slips = told >= SCR_PART_SLIPS;
  t->bonded = t->state >= SCR_BOND_HOLDS;
  const double more = b->report ? 0 : t->d.n - b->dn[k];
  t->over = rgap - (b->gap[k] + (lived ? tilt + more : 0));
  t->was = was & (t->bonded | (lived & (st[SUB_ON][k] != 0)));
  t->joins = lived & !t->was;
  t->touches = b->report ? was & (st[SUB_ON][k] != 0) : t->over >= 0;
  t->longer = st[SUB_LONGER][k], t->way = st[SUB_WAY][k];
  t->dilated = tang_mag(plane_get(st, SUB_MS, k));
  const bond_load held = {.n = st[SUB_N][k], .s = plane_get(st, SUB_S, k)};
  t->old = load_where(t->was, held);
  t->p_old = load_where(t->was & t->bonded, w->p_old);
  if (b->report) {
    t->now = t->old, t->p = t->p_old;
    return;
  }
  step_follow(t);
  t->p = load_where(t->bonded, w->p);
}

static inline bool is_on(const step *t) { return (t->state >= SCR_BOND_HOLDS) | t->touches; }

static inline bond_load with_moments(const scr_batch *b, int k, const whole *w, int e,
                                     bond_load l) {
  const pair at = place(b, k, w, e, SCR_DIM == 3 ? SUB_BEND_3D : SUB_BEND_2D),
             beside = place(b, k, w, e, SUB_TURN);
  return (bond_load){l.n, twist_of(beside, l.s), from_axes(w->x, l.s),
                     turn_of(w->x, l.n * at.t, -(l.n * at.s))};
}

static inline void add_part(const scr_batch *b, int k, whole *w, int e, const step *t) {
  w->sum.now = sum_of(w->sum.now, with_moments(b, k, w, e, t->now));
  w->sum.p = sum_of(w->sum.p, with_moments(b, k, w, e, t->p));
  w->sum.touches |= t->touches, w->sum.slips |= t->slips & is_on(t);
  if (t->state > w->sum.state) w->sum.state = t->state;
}

static inline void keep_part(scr_batch *b, int k, int e, const step *t) {
  double *const *st = b->st + SUB_FIRST + SUB_STRIDE * e;
  const bool on = is_on(t), holds = t->state >= SCR_BOND_HOLDS,
             lived = (b->was[k] != 0) & (b->st[SUB_LIVES][k] != 0);
  const tang moved = tang_add(plane_get(st, SUB_MS, k), t->d.s);
  st[SUB_N][k] = t->now.n;
  plane_put(st, SUB_S, k, t->now.s);
  st[SUB_TOLD][k] = holds ? SCR_BOND_HOLDS : t->state + (t->slips ? SCR_PART_SLIPS : 0);
  st[SUB_LONGER][k] = t->longer, st[SUB_WAY][k] = on ? t->way : 0;
  st[SUB_ON][k] = on;
  const double tilt = lived ? st[SUB_TILT][k] + (t->d.n - b->dn[k]) : 0;
  st[SUB_TILT][k] = t->breaks ? b->par[RGAP][k] - t->over - b->gap[k] : tilt;
  plane_put(st, SUB_MS, k, tang_where(on, moved, (tang){0}));
}

static inline void keep(scr_batch *b, int k, const whole *w) {
  double *const *st = b->st;
  const bool on = b->act[k] != 0;
  load_put(b, k, FN, w->sum.now);
  put_poisson(b, k, w->sum.p);
  st[SN_STATE][k] = w->sum.state;
  const bool holds = w->sum.state >= SCR_BOND_HOLDS, rocks = b->gap[k] > b->par[RGAP][k];
  st[SUB_LIVES][k] = !on ? 0 : (holds | rocks) ? SCR_BOND_HOLDS : SUB_ACTS;
  const bond_load share = load_where(holds, w->p);
  st[SUB_P][k] = share.n;
  plane_put(st, SUB_P + 1, k, share.s);
  put_axis(b, k, SUB_AXIS, w->x, on);
  for (int e = 0; e < SCR_DIM && !on; e++) st[SUB_FIRST + SUB_STRIDE * e + SUB_TILT][k] = 0;
}

/* Places that were bonded with an overlap may be apart while the pieces are not: the contact keeps
 * their gaps. */
static inline bool rests(const scr_batch *b, int k) {
  return (b->was[k] != 0) & (b->st[SUB_LIVES][k] != 0) & (b->gap[k] <= b->par[RGAP][k]);
}

static inline void no_force(scr_batch *b, int k) {
  b->fn[k] = b->mt[k] = 0;
  tang_put(tang_lanes(b->ft), k, (tang){0});
  tang_put(tang_lanes(b->mb), k, (tang){0});
  for (int x = 0; x < 1 + b->nt && b->want & SCR_WANT_DASH; x++) b->dash[x][k] = 0;
}

/* Surfaces without a bond that have passed each other by their diameter, as where a ball rolls on,
 * are over: they hold nothing, and begin anew where the pieces touch, by the strain of the overlap.
 */
static inline void end_far(scr_batch *b, int k, whole *w) {
  const double reach = 2 * w->z.r;
  bool far = false;
  for (int e = 0; e < SCR_DIM; e++) {
    double *const *st = b->st + SUB_FIRST + SUB_STRIDE * e;
    const tang moved = plane_get(st, SUB_MS, k);
    const double gap = b->gap[k] + st[SUB_TILT][k];
    far |= gap * gap + tang_dot(moved, moved) > reach * reach;
  }
  if (!far | (w->sum.state >= SCR_BOND_HOLDS) | (b->act[k] == 0) | b->elastic) return;
  const double over = b->par[RGAP][k] - b->gap[k];
  const bool touches = over >= 0, sums = b->par[LIN_MODE][k] != 0;
  if (b->want & SCR_WANT_WORK) {
    clear_books(b, k);
    b->work[SCR_BOOK_SLIP][k] = w->spent;
    b->work[SCR_BOOK_STEP][k] = (touches & !sums) ? 0.5 * (w->k.n * over) * over : 0;
  }
  for (int x = 0; x < SUB_FIRST + SUB_STRIDE * SCR_DIM; x++) b->st[x][k] = 0;
  b->st[SUB_LIVES][k] = touches ? SUB_ANEW : 0;
  b->act[k] = touches;
  for (int e = 0; e < SCR_DIM; e++) b->st[SUB_FIRST + SUB_STRIDE * e + SUB_ON][k] = touches;
  no_force(b, k);
}

static inline void one_part(scr_batch *b, int k, whole *w, int e) {
  step t;
  begin_part(b, k, w, e, &t);
  if (!b->report) step_decide(b, k, &t);
  add_part(b, k, w, e, &t);
  if (b->want & SCR_WANT_BREAK) {
    b->part_strength[e][k] = t.breaks ? t.strength : 0;
    b->part_spent[e][k] = t.breaks ? t.spent : 0;
  }
  if (b->want & SCR_WANT_WORK) step_lose(b, k, &t, is_on(&t));
  w->spent += held_by(t.old, t.p_old, t.k) -
              0.5 * ((t.old.n + t.p_old.n) * t.d.n + tang_dot(tang_add(t.old.s, t.p_old.s), t.d.s));
  if (!b->report) keep_part(b, k, e, &t);
}

void SCR_NAME(scr_subspringnetwork_force)(scr_batch *b) {
  for (int k = 0; k < ((b->n + 7) & -8); k++) {
    whole w;
    begin(b, k, &w);
    if (b->want & SCR_WANT_WORK) clear_books(b, k);
    for (int e = 0; e < SCR_DIM; e++) one_part(b, k, &w, e);
    put_total(b, k, &w.sum);
    if (rests(b, k)) b->act[k] = 1.0;
    if (b->want & SCR_WANT_WORK) put_dashpot_work(b, k, &w.sum);
    if (b->report) {
      if (b->st[SUB_LIVES][k] == SUB_ANEW) no_force(b, k);
      continue;
    }
    keep(b, k, &w);
    end_far(b, k, &w);
  }
}

void SCR_NAME(scr_subspringnetwork_stiff)(scr_batch *b) { network_stiff(b); }

#else

enum {
  D_FORCE = LINEAR_DERIVED,
  D_MOMENT,
  D_POISSON,
  D_STATE,
  D_SLIP,
  D_GAP,
  D_SDISP,
  D_AREA,
  D_TAU,
  D_SHEAR,
  D_STATES
};

#define CHOICE(name, slot, lo, hi, def, flags, doc)                                                \
  { name, SCR_P_INT, SCR_PROP_PARAM, slot, lo, hi, def, flags, "", doc }
#define DERIVED(name, type, slot, lo, hi, unit, doc)                                               \
  { name, type, SCR_PROP_DERIVED, slot, lo, hi, 0, SCR_PROP_READONLY, unit, doc }
#define GIVEN(name, type, slot, hi, unit, doc)                                                     \
  { name, type, SCR_PROP_DERIVED, slot, 0, hi, 0, 0, unit, doc }
static const scr_prop prop[] = {
    NETWORK_SPRINGS,
    NETWORK_DASHPOTS,
    NETWORK_PARAM("user_area", USER_AREA, 0, HUGE_VAL, 0, SCR_PROP_OPEN_LO, "m2",
                  "area that replaces that of the smaller radius"),
    NETWORK_STRENGTHS,
    NETWORK_PARAM("sn_dil", SN_DIL, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees",
                  "dilation angle of surfaces that slip"),
    NETWORK_SOLID,
    CHOICE("sn_non_diag", SN_NON_DIAG, 0, 1, 1, 0, "does Poisson's force act in shear, too?"),
    NETWORK_PARAM("sn_conv", SUB_CONV, -HUGE_VAL, HUGE_VAL, 1000, SCR_PROP_IDLE, "",
                  "without effect: Poisson's force follows in closed form, and does not diverge"),
    CHOICE("sn_cntconv", SUB_COUNT, -HUGE_VAL, HUGE_VAL, -1, SCR_PROP_IDLE,
           "without effect: Poisson's force follows in closed form, and does not diverge"),
    {"sn_convlim", SCR_P_BOOL, SCR_PROP_PARAM, SUB_STOPS, 0, 1, 0, SCR_PROP_IDLE, "",
     "without effect: Poisson's force follows in closed form, and does not diverge"},
    CHOICE("sn_index", SUB_INDEX, 0, 3, 0, 0,
           "the subcontact that the following properties are of; 0: all of them"),
    GIVEN("sn_force", SCR_P_VEC, D_FORCE, 0, "N",
          "force of the springs: normal (compression positive) and shear"),
    GIVEN("sn_moment", SCR_P_MOMENT, D_MOMENT, 0, "N m",
          "moment of the springs; 0 of one subcontact"),
    DERIVED("sn_pois_force", SCR_P_VEC, D_POISSON, 0, 0, "N",
            "Poisson's force, beside that of the springs"),
    DERIVED("sn_state", SCR_P_INT, D_STATE, 0, 4, "",
            "0 not bonded, 1 broken in tension, 2 broken in shear, 3 bonded, 4 softening; of all: "
            "the largest"),
    {"sn_states", SCR_P_INT, SCR_PROP_DERIVED, D_STATES, 0, 444, 0,
     SCR_PROP_READONLY | SCR_PROP_TEXT, "", "the state of each subcontact, one after the other"},
    DERIVED("sn_slip", SCR_P_BOOL, D_SLIP, 0, 1, "", "does it slip? of all: does any?"),
    DERIVED("sn_gap", SCR_P_REAL, D_GAP, -HUGE_VAL, HUGE_VAL, "m", "gap; of all: their mean"),
    GIVEN("sn_sdisp", SCR_P_REAL, D_SDISP, HUGE_VAL, "m",
          "size of the shear displacement, which keeps its direction; of all: of its mean"),
    {"dp_force", SCR_P_VEC, SCR_PROP_DERIVED, SCR_DERIVED_DASH, 0, 0, 0, SCR_PROP_READONLY, "N",
     "dashpot force of the contact"},
    DERIVED("sn_area", SCR_P_REAL, D_AREA, 0, HUGE_VAL, "m2", "area"),
    DERIVED("emod", SCR_P_REAL, D_EMOD, 0, HUGE_VAL, "Pa", "modulus kn h"),
    DERIVED("kratio", SCR_P_REAL, D_KRATIO, 0, HUGE_VAL, "", "stiffness ratio kn / ks"),
    DERIVED("sn_tau", SCR_P_REAL, D_TAU, 0, HUGE_VAL, "Pa", "shear stress"),
    DERIVED("sn_shear", SCR_P_REAL, D_SHEAR, -HUGE_VAL, HUGE_VAL, "Pa",
            "shear strength of the bond under its normal force"),
};

static int states(int dim, const double *p) {
  (void)p;
  return SUB_FIRST + SUB_STRIDE * dim;
}

static const double *own_of(const double *st, int e) { return st + SUB_FIRST + SUB_STRIDE * e; }

static double count_bonded(int dim, const double *st) {
  double n = 0;
  for (int k = 0; k < dim; k++) n += scr_sub_state(own_of(st, k)[SUB_TOLD]) >= SCR_BOND_HOLDS;
  return n;
}

/* What is told of one subcontact, or of all: forces of springs and of Poisson's effect (N), gap,
 * shear displacement (m), area, state, the part of the strength that is left. Vectors of the
 * contact plane: of all as the state has them, of one along s and t. */
typedef struct account {
  double n, s[3], pn, ps[3], gap, moved[2], area, state, left;
  bool one, slips;
} account;

/* A vector along s and t, as laws have those of the contact plane; in 2D the first is 0. */
static void in_plane(int dim, const double *v, double out[3]) {
  out[0] = v[dim == 2 ? 1 : 0];
  out[1] = dim == 2 ? 0 : v[1];
  out[2] = 0;
}

/* `part`: by how much its displacements count. */
static void add_own(const double *own, double part, account *a) {
  const double state = scr_sub_state(own[SUB_TOLD]);
  const bool softens = state >= SCR_BOND_HOLDS && own[SUB_LONGER] > 0;
  for (int c = 0; c < 2; c++) a->moved[c] += part * own[SUB_MS + c];
  a->gap += part * own[SUB_TILT];
  a->state = fmax(a->state, softens ? SCR_BOND_HOLDS + 1 : state);
  a->slips |= own[SUB_TOLD] >= SCR_PART_SLIPS;
}

static void account_of_one(const scr_ends *e, const double *p, const double *st, int k,
                           account *a) {
  const double *own = own_of(st, k);
  a->one = true, a->area /= e->dim, a->n = own[SUB_N];
  a->left = scr_network_left(e, p, own[SUB_LONGER]);
  in_plane(e->dim, own + SUB_S, a->s);
  add_own(own, 1, a);
  if (a->state < SCR_BOND_HOLDS) return;
  a->pn = st[SUB_P];
  in_plane(e->dim, st + SUB_P + 1, a->ps);
}

/* The mean of what bonds have left. */
static double mean_left(const scr_ends *e, const double *p, const double *st) {
  double sum = 0, n = 0;
  for (int k = 0; k < e->dim; k++) {
    const double *own = own_of(st, k);
    if (scr_sub_state(own[SUB_TOLD]) < SCR_BOND_HOLDS) continue;
    sum += scr_network_left(e, p, own[SUB_LONGER]), n++;
  }
  return n > 0 ? sum / n : 1;
}

static account account_of(const scr_ends *e, const double *p, const double *st) {
  account a = {.area = scr_network_size(e, p).area, .n = st[FN], .pn = st[SN_PN], .gap = e->gap};
  if (p[SUB_INDEX] > 0) {
    a.pn = 0;
    account_of_one(e, p, st, (int)p[SUB_INDEX] - 1, &a);
    return a;
  }
  for (int c = 0; c < 3; c++) a.s[c] = st[FS + c], a.ps[c] = st[SN_PS + c];
  for (int j = 0; j < e->dim; j++) add_own(own_of(st, j), 1.0 / e->dim, &a);
  a.left = mean_left(e, p, st);
  return a;
}

/* A vector as users see it, along n and the axes of the contact. `one`: it is along s and t. */
static void in_frame(const scr_ends *e, const double *st, bool one, double normal, const double *v,
                     double *out) {
  double n[3], t[3], u[3];
  out[0] = normal, out[1] = v[0];
  if (e->dim == 2) return;
  scr_cross3(e->axis[0], e->axis[1], n);
  scr_cross3(n, st + SUB_AXIS, t);
  for (int c = 0; c < 3; c++) u[c] = one ? v[0] * st[SUB_AXIS + c] + v[1] * t[c] : v[c];
  out[1] = scr_dot3(u, e->axis[0]), out[2] = scr_dot3(u, e->axis[1]);
}

static void moment_of(const scr_ends *e, const double *st, bool one, double *out) {
  const double none[3] = {0};
  if (e->dim == 2)
    out[0] = one ? 0 : st[SN_MB];
  else
    in_frame(e, st, false, one ? 0 : st[SN_MT], one ? none : st + SN_MB, out);
}

static double size_of_sum(int dim, const double *a, const double *b) {
  double v[3];
  for (int c = 0; c < 3; c++) v[c] = a[c] + b[c];
  return sqrt(scr_shear_square(dim, v));
}

/* A digit each. */
static double states_of(const scr_ends *e, const double *p, const double *st) {
  double all = 0;
  for (int k = 0; k < e->dim; k++) {
    account one = {.area = scr_network_size(e, p).area};
    account_of_one(e, p, st, k, &one);
    all = 10 * all + one.state;
  }
  return all;
}

static void text(int index, int dim, const double *number, char *to) {
  (void)index;
  int digits = (int)number[0];
  for (int k = dim - 1; k >= 0; k--, digits /= 10) {
    to[2 * k] = (char)('0' + digits % 10);
    to[2 * k + 1] = k == dim - 1 ? '\0' : ' ';
  }
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const account a = account_of(e, p, st);
  switch (m->prop[index].slot) {
  case D_FORCE: in_frame(e, st, a.one, a.n, a.s, out); break;
  case D_MOMENT: moment_of(e, st, a.one, out); break;
  case D_POISSON: in_frame(e, st, a.one, a.pn, a.ps, out); break;
  case D_STATE: out[0] = a.state; break;
  case D_STATES: out[0] = states_of(e, p, st); break;
  case D_SLIP: out[0] = a.slips; break;
  case D_GAP: out[0] = a.gap; break;
  case D_SDISP: out[0] = sqrt(a.moved[0] * a.moved[0] + a.moved[1] * a.moved[1]); break;
  case D_AREA: out[0] = a.area; break;
  case D_EMOD: out[0] = p[KN] * scr_network_spacing(e); break;
  case D_KRATIO: out[0] = p[KN] > 0 && p[KS] > 0 ? p[KN] / p[KS] : 0; break;
  case D_TAU: out[0] = size_of_sum(e->dim, a.s, a.ps) / a.area; break;
  default: out[0] = a.left * (p[SN_COH] - p[SN_TAN_FA] * (p[SN_PORP] - (a.n + a.pn) / a.area));
  }
}

static const char *refuse(int dim, int index, const double *p, const double *st) {
  (void)st;
  if (prop[index].kind == SCR_PROP_DERIVED && prop[index].slot == D_MOMENT && p[SUB_INDEX] > 0)
    return "a subcontact has no moment of its own; with 'sn_index' 0 it is that of all";
  if (prop[index].kind != SCR_PROP_PARAM) return NULL;
  if (prop[index].slot == SN_KROT) return scr_network_refuse_krot(dim, p);
  if (prop[index].slot == SUB_INDEX && p[SUB_INDEX] > dim) return "in 2D there are two subcontacts";
  return NULL;
}

static double arm_for(double against, double k) {
  return against > 0 && k > 0 ? sqrt(against / k) : 1;
}

/* Other stiffnesses against rotation are other arms: so each spring still stores what its force
 * says, however many of them are left. */
static void prepare(double *p) {
  scr_network_prepare(p);
  p[SN_RMUL] = 1;
  p[LIN_MODE] = p[SN_DIL] > 0; /* forces from the overlap would forget what dilation added */
  p[SUB_BEND_2D] = arm_for(p[SN_KROT], p[KN]);
  p[SUB_BEND_3D] = arm_for(p[SN_KROT + 1], p[KN]);
  p[SUB_TURN] = arm_for(p[SN_KROT], p[KS]);
}

/* ---- methods ---- */

static const char *const no_such = "there is no such subcontact";

/* The subcontact that is meant, from 0; -1: all. False: there is none of that number. */
static bool which_of(const scr_ends *e, const scr_marg *a, int *k) {
  *k = a->given ? (int)a->value - 1 : -1;
  return !a->given || (a->value >= 1 && a->value <= e->dim && a->value == floor(a->value));
}

/* A subcontact without a bond has the gap of its force, or holds nothing. */
static void go_on(const scr_ends *e, const double *p, double *own) {
  const double kn = p[KN] * scr_network_size(e, p).area / e->dim;
  scr_ends at = *e;
  if (kn > 0) own[SUB_TILT] = p[RGAP] - own[SUB_N] / kn - e->gap;
  at.gap += own[SUB_TILT];
  scr_bond_leave(&at, p[RGAP], own + SUB_N, 3);
  own[SUB_ON] = p[RGAP] - at.gap >= 0;
}

/* The springs of a subcontact whose bond is ended take over what Poisson's force did. */
static void leave(const scr_ends *e, const double *p, double *own, const double *st) {
  for (int c = 0; c < 3; c++) own[SUB_N + c] += st[SUB_P + c];
  go_on(e, p, own);
}

/* The whole is the sum of its parts, as the kernel makes it. */
static void sum_forces(const scr_ends *e, const double *p, double *st) {
  const double r = scr_network_size(e, p).r, bend = r * p[e->dim == 3 ? SUB_BEND_3D : SUB_BEND_2D],
               turn = r * p[SUB_TURN];
  double n[3], t[3], at[2];
  scr_cross3(e->axis[0], e->axis[1], n);
  scr_cross3(n, st + SUB_AXIS, t);
  for (int c = FN; c < SN_SLIP; c++) st[c] = 0;
  for (int k = 0; k < e->dim; k++) {
    const double *own = own_of(st, k), fn = own[SUB_N];
    scr_sub_place(e->dim, k, at);
    st[FN] += fn;
    if (e->dim == 2) st[FS] += own[SUB_T], st[SN_MB] -= fn * bend * at[1];
    for (int c = 0; c < 3 && e->dim == 3; c++) {
      st[FS + c] += own[SUB_S] * st[SUB_AXIS + c] + own[SUB_T] * t[c];
      st[SN_MB + c] += fn * bend * (at[1] * st[SUB_AXIS + c] - at[0] * t[c]);
    }
    if (e->dim == 3) st[SN_MT] += turn * (at[0] * own[SUB_T] - at[1] * own[SUB_S]);
  }
}

/* The bond of subcontact k (-1: of all) holds, or ends. Poisson's force acts on those that hold. */
static void set_bonds(const scr_ends *e, const double *p, int k, double to, double *st) {
  const double before = count_bonded(e->dim, st);
  for (int j = 0; j < e->dim; j++) {
    double *own = st + SUB_FIRST + SUB_STRIDE * j;
    const bool holds = scr_sub_state(own[SUB_TOLD]) >= SCR_BOND_HOLDS;
    if ((k >= 0 && j != k) || holds == (to >= SCR_BOND_HOLDS)) continue;
    own[SUB_TOLD] = to, own[SUB_LONGER] = own[SUB_WAY] = 0;
    if (holds) leave(e, p, own, st);
  }
  const double after = count_bonded(e->dim, st), part = before > 0 ? after / before : 1;
  for (int c = 0; c < 4; c++) st[SN_PN + c] *= part;
  sum_forces(e, p, st);
  st[SN_STATE] = after > 0 ? SCR_BOND_HOLDS : SCR_BOND_NONE;
}

static const char *make_bond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                             double *st) {
  (void)clears;
  int k;
  if (!which_of(e, &a[2], &k)) return no_such;
  if (!scr_bond_covers(e, a)) return NULL;
  set_bonds(e, p, k, SCR_BOND_HOLDS, st);
  st[SUB_LIVES] = SCR_BOND_HOLDS;
  return NULL;
}

static const char *unbond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                          double *st) {
  (void)clears;
  int k;
  if (!which_of(e, &a[2], &k)) return no_such;
  if (scr_bond_covers(e, a)) set_bonds(e, p, k, SCR_BOND_NONE, st);
  return NULL;
}

/* ---- what users set ---- */

/* A vector along n and the axes of the contact as subcontacts have it. */
static void in_own(const scr_ends *e, const double *st, const double *v, double out[3]) {
  double n[3], t[3], u[3];
  out[0] = v[0], out[1] = 0, out[2] = v[1];
  if (e->dim == 2) return;
  scr_cross3(e->axis[0], e->axis[1], n);
  scr_cross3(n, st + SUB_AXIS, t);
  for (int c = 0; c < 3; c++) u[c] = v[1] * e->axis[0][c] + v[2] * e->axis[1][c];
  out[1] = scr_dot3(u, st + SUB_AXIS), out[2] = scr_dot3(u, t);
}

/* Before the first step there are no axes yet: those that it begins with. */
static void begin_axes(const scr_ends *e, double *st) {
  if (e->dim == 2 || scr_dot3(st + SUB_AXIS, st + SUB_AXIS) > 0) return;
  for (int c = 0; c < 3; c++) st[SUB_AXIS + c] = e->axis[0][c];
}

/* Springs hold `more`, along n, s, t. */
static void add_force(const scr_ends *e, const double *p, const double more[3], double *own) {
  for (int c = 0; c < 3; c++) own[SUB_N + c] += more[c];
  for (int c = 0; c < 3; c++) own[SUB_N + c] += 0.0; /* zeros have no sign */
  if (scr_sub_state(own[SUB_TOLD]) < SCR_BOND_HOLDS) go_on(e, p, own);
}

/* Of one subcontact, or of all: these share what is new alike, so that moments stay. */
static void set_force(const scr_ends *e, const double *p, const double *value, double *st) {
  const int one = (int)p[SUB_INDEX] - 1;
  double more[3];
  in_own(e, st, value, more);
  for (int k = 0; k < e->dim; k++)
    for (int c = 0; c < 3 && (one < 0 || k == one); c++) more[c] -= own_of(st, k)[SUB_N + c];
  for (int c = 0; c < 3; c++) more[c] /= one < 0 ? e->dim : 1;
  for (int k = 0; k < e->dim; k++)
    if (one < 0 || k == one) add_force(e, p, more, st + SUB_FIRST + SUB_STRIDE * k);
}

/* By forces that are linear in the places, so that their sum stays: places have no mean, and second
 * moments that are alike. */
static void set_moment(const scr_ends *e, const double *p, const double *value, double *st) {
  const double r = scr_network_size(e, p).r, bend = r * p[e->dim == 3 ? SUB_BEND_3D : SUB_BEND_2D],
               turn = r * p[SUB_TURN];
  double want[3] = {0, -value[0], 0}, now[3] = {0}, at[2], second = 0;
  if (e->dim == 3) in_own(e, st, value, want);
  for (int k = 0; k < e->dim; k++) {
    const double *own = own_of(st, k);
    scr_sub_place(e->dim, k, at);
    second += at[1] * at[1];
    now[0] += turn * (at[0] * own[SUB_T] - at[1] * own[SUB_S]);
    now[1] += bend * at[1] * own[SUB_N], now[2] -= bend * at[0] * own[SUB_N];
  }
  const double twist = e->dim == 3 ? (want[0] - now[0]) / (2 * turn * second) : 0,
               s = (want[1] - now[1]) / (bend * second), t = (want[2] - now[2]) / (bend * second);
  for (int k = 0; k < e->dim; k++) {
    scr_sub_place(e->dim, k, at);
    const double more[3] = {s * at[1] - t * at[0], -twist * at[1], twist * at[0]};
    add_force(e, p, more, st + SUB_FIRST + SUB_STRIDE * k);
  }
}

/* Where there is no direction yet it is the first axis. */
static void set_moved(const scr_ends *e, const double *p, double size, double *st) {
  const int one = (int)p[SUB_INDEX] - 1;
  double way[2] = {0};
  for (int k = 0; k < e->dim; k++)
    for (int c = 0; c < 2 && (one < 0 || k == one); c++) way[c] += own_of(st, k)[SUB_MS + c];
  const double had = sqrt(way[0] * way[0] + way[1] * way[1]);
  if (!(had > 0)) way[e->dim == 2 ? 1 : 0] = 1;
  for (int k = 0; k < e->dim; k++)
    for (int c = 0; c < 2 && (one < 0 || k == one); c++)
      st[SUB_FIRST + SUB_STRIDE * k + SUB_MS + c] = size * (way[c] / (had > 0 ? had : 1)) + 0.0;
}

static void assign(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *value, double *st) {
  if (m->prop[index].slot == D_SDISP) {
    set_moved(e, p, value[0], st);
    return;
  }
  begin_axes(e, st);
  if (m->prop[index].slot == D_FORCE)
    set_force(e, p, value, st);
  else
    set_moment(e, p, value, st);
  sum_forces(e, p, st);
}

static const char *reset_displacement(const scr_ends *e, const scr_marg *a, double *p,
                                      uint64_t *clears, double *st) {
  (void)a, (void)p, (void)clears;
  for (int k = 0; k < e->dim; k++)
    for (int c = 0; c < 2; c++) st[SUB_FIRST + SUB_STRIDE * k + SUB_MS + c] = 0;
  return NULL;
}

/* What one element holds in the present gap of the contact, as begin_part() and keep_part() have
 * it. lived: the contact keeps gaps of its elements. */
static void settle_part(const scr_ends *e, const double *p, bool lived, double *own) {
  const double kn = 1.0 / e->dim * (p[KN] * scr_network_size(e, p).area),
               over = p[RGAP] - (e->gap + (lived ? own[SUB_TILT] : 0)),
               state = scr_sub_state(own[SUB_TOLD]);
  const bool holds = state >= SCR_BOND_HOLDS, on = holds || over >= 0,
             was = holds || (lived && own[SUB_ON] != 0);
  own[SUB_TOLD] = holds ? SCR_BOND_HOLDS : state, own[SUB_ON] = on;
  if (!lived) own[SUB_TILT] = 0;
  for (int c = SUB_N; c <= SUB_T && !was; c++) own[c] = 0;
  if (holds) return;
  for (int c = SUB_N; c <= SUB_T && !on; c++) own[c] = 0;
  if (!on || p[SN_HEAL] != 0) own[SUB_WAY] = 0;
  if (!on) own[SUB_MS] = own[SUB_MT] = 0;
  if (on && (p[LIN_MODE] == 0 || !was)) own[SUB_N] = kn * over;
  own[SUB_N] = SCR_MAX(own[SUB_N], 0);
}

/* The elements; sums of them, which nothing stored depends on, stay. */
static void settle(const scr_ends *e, const double *p, double *st) {
  const bool lived = st[SUB_LIVES] != 0, rocks = e->gap > p[RGAP];
  bool on = lived && !rocks, holds = false;
  for (int k = 0; k < e->dim; k++) {
    double *own = st + SUB_FIRST + SUB_STRIDE * k;
    settle_part(e, p, lived, own);
    on |= own[SUB_ON] != 0, holds |= own[SUB_TOLD] == SCR_BOND_HOLDS;
  }
  st[SUB_LIVES] = !on ? 0 : holds || rocks ? SCR_BOND_HOLDS : SUB_ACTS;
  for (int k = 0; k < e->dim && !on; k++) st[SUB_FIRST + SUB_STRIDE * k + SUB_TILT] = 0;
}

/* As the kernel's held_by() has it. */
static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  const double area = scr_network_size(e, p).area / dim, kn = p[KN] * area, ks = p[KS] * area;
  double sum = 0;
  (void)what;
  for (int k = 0; k < dim; k++) {
    const double *own = own_of(st, k);
    const bool holds = scr_sub_state(own[SUB_TOLD]) >= SCR_BOND_HOLDS;
    const double part = holds ? 1 : 0;
    if (kn > 0) sum += own[SUB_N] * (own[SUB_N] + part * st[SUB_P]) / (2 * kn);
    for (int c = 0; c < 2 && ks > 0; c++)
      sum += own[SUB_S + c] * (own[SUB_S + c] + part * st[SUB_P + 1 + c]) / (2 * ks);
  }
  return sum;
}

static const scr_method method[] = {
    {"area", scr_no_args, scr_linear_area, "keeps the present cross-section as user_area", false},
    {"compute-stiffness", scr_network_compute_args, scr_network_compute_stiffness,
     "stiffnesses and Poisson's ratio of an elastic solid", false},
    {"assign-stiffness", scr_network_assign_args, scr_network_assign_stiffness,
     "stiffnesses by the area, without Poisson's effect", false},
    {"bond", scr_part_args, make_bond,
     "bonds the subcontacts, or one, if the gap of the contact is at most this, or between", true},
    {"unbond", scr_part_args, unbond, "ends the bonds of the subcontacts, or of one", true},
    {"reset-disp", scr_no_args, reset_displacement,
     "shear displacements, by which dilation ends, are counted anew from 0", true},
};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},
    {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},
    {"energy-break", true, SCR_BOOK_BREAK},
};

const scr_model scr_model_subspringnetwork = {
    .name = "subspringnetwork",
    .doc = "springs of an elastic solid at two or three places, which break one by one",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = SUB_PARAMS,
    .nstate = SUB_STATES,
    .states = states,
    .shear_state = (const int[]){FS, SN_MB, SN_PS, SUB_AXIS, -1},
    .rotates = true,
    .bonds = true,
    .bond = SUB_LIVES,
    .parts = {SUB_FIRST + SUB_TOLD, SUB_STRIDE},
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .refuse = refuse,
    .inherit = scr_linear_inherit,
    .prepare = prepare,
    .reach = scr_linear_reach,
    .derive = derive,
    .assign = assign,
    .text = text,
    .twin_stiffness = scr_network_twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(FRIC, -1),
    .hints = {.flat = true, .reports = true, .settle = settle},
};

#endif
