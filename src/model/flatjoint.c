/* Contact law `flatjoint`: an interface of finite size between two faces, one rigid with each
 * piece. Its elements are bonded, or rub, and break one by one. Formulas: docs/physics.md,
 * flatjoint. */
#include "model/linear.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include "base/smath.h"
#include "base/vec3.h"
#include "model/bond.h"

/* Of the first parameters only KN, KS (by the area), FRIC and USER_AREA are used. */
enum {
  FJ_NR = LINEAR_PARAMS,
  FJ_NAL,
  FJ_RMUL,
  FJ_GAP0,
  FJ_TEN,
  FJ_COH,
  FJ_FA,
  FJ_RESMODE,
  FJ_COHRES,
  FJ_ELEM,
  FJ_TRACK,
  TAN_FA,   /* of the friction angle */
  FIXED_2D, /* radius that a user's area gives, in 2D and in 3D; 0: none was given */
  FIXED_3D,
  HALF, /* half the angle of a sector, its cosine and sine, and those of the whole angle */
  COS_HALF,
  SIN_HALF,
  COS_STEP,
  SIN_STEP,
  CHORD, /* sin(HALF)/HALF */
  NPARAM
};
/* Columns of state: the whole load, as bonds have it (bond_load.h); by how much end 2 has moved and
 * turned since the joint began, along the normal and the axes of the interface; the axis s, which
 * turns with it (3D); was the joint cycled; are all elements to be bonded when it is. */
enum {
  FN_ALL = 0,
  MT = 4,
  MB,
  MOVED_N = MB + 3,
  MOVED_S,
  MOVED_T,
  TWIST,
  TURN_S,
  TURN_T,
  AXIS,
  CYCLED = AXIS + 3,
  WISHED,
  LIVES, /* ALIVE or more while it is active: the engine takes this column for its bond */
  FIRST
};
/* Then those of each element: shear stress along the axis s of the interface and along t = n x s
 * (2D: t alone), and what tells of its bond and of slip (scr_parts). */
enum { TAU_S, TAU_T, TOLD, STRIDE };
enum { MOST = SCR_MAX_PARTS, NSTATE = FIRST + MOST * STRIDE };
enum { ALIVE = SCR_BOND_HOLDS, UNBONDED };

/* An element: its centroid in the interface, area (m2) and, in 2D, half its length. */
typedef struct spot {
  double s, t, area, half;
} spot;

/* `ring` from the centre (2D: number of the element), cosine and sine of the middle of its sector;
 * unit: the radius by the number of rings, m. */
static inline spot spot_of(int dim, double ring, double c, double s, double unit, double number,
                           double half, double chord) {
  const double odd = 2 * ring + 1;
  if (dim == 2) return (spot){0, unit * (odd - number), 2 * unit, unit};
  const double rho = (2.0 / 3.0) * (chord * unit) * ((3 * ring * (ring + 1) + 1) / odd);
  return (spot){rho * c, rho * s, half * (unit * unit) * odd, 0};
}

/* What the springs of an element do at the opening `gap` of its centroid, where the opening grows
 * by `slope` along t: force (compression positive), moment about s beside that of the force at the
 * centroid, energy. Source: docs/physics.md; in 2D the exact integral over what is closed. */
typedef struct pressed {
  double n, m, held;
} pressed;

static inline pressed press(int dim, double kn, spot at, double gap, double slope, bool bonded) {
  if (dim == 3) {
    const double n = (bonded | (gap < 0)) ? -(kn * at.area * gap) + 0.0 : 0;
    return (pressed){n, 0, -0.5 * n * gap + 0.0};
  }
  const double h = at.half, rise = fabs(slope) * h, least = gap - rise, most = gap + rise;
  const double i = (2.0 / 3.0) * (h * h * h);
  const bool full = bonded | (most <= 0), part = !full & (least < 0);
  const double c = part ? 2 * h * (-least / (most - least)) : 0;
  const double n = 0.5 * kn * (c * -least), arm = h - c / 3;
  const pressed whole = {-(kn * at.area * gap) + 0.0, -(kn * i * slope) + 0.0,
                         0.5 * kn * (at.area * gap * gap + i * slope * slope)};
  const pressed some = {n, slope > 0 ? -(n * arm) : n * arm, kn * (least * least) * (c / 6)};
  const pressed none = {0, 0, 0};
  return full ? whole : part ? some : none;
}

static inline double state_told(double told) {
  return told >= SCR_PART_SLIPS ? told - SCR_PART_SLIPS : told;
}

#ifdef SCR_KERNEL
#include "model/bond_load.h"
#include "model/dashpot.h"
#include "model/interface_axes.h"

void SCR_NAME(scr_flatjoint_force)(scr_batch *b);
void SCR_NAME(scr_flatjoint_stiff)(scr_batch *b);

/* The joints of a batch while their elements are gone through. */
typedef struct joints {
  scr_lanes lives, count, unit;              /* 0 or 1; elements; radius by the number of rings */
  scr_lanes gap, turn_s, turn_t;             /* opening at the centre, bending */
  scr_lanes gap_old, turn_s_old, turn_t_old; /* the same before the step */
  scr_lanes move_s, move_t, twist;           /* increments */
  scr_lanes ring, sector, c, s;              /* where the present element lies */
  scr_lanes n, f_s, f_t, m_s, m_t, m_n;      /* sums: force and moment along n, s, t */
  scr_lanes bonded, loose, breaks,
      slides; /* is any element bonded, not bonded, breaking, sliding? */
  scr_lanes held, held_old, strained, strained_old; /* energies of springs across and along */
  scr_lanes old_n, old_t;                           /* the load before the step */
  scr_lanes old_f[3], old_m[3];
} joints;

static inline double radius_of(const scr_batch *b, int k) {
  const double fixed = b->par[SCR_DIM == 3 ? FIXED_3D : FIXED_2D][k];
  const double r1 = b->r1[k], r2 = b->r2[k], least = r1 < r2 ? r1 : r2;
  return fixed > 0 ? fixed : b->par[FJ_RMUL][k] * least;
}

static inline double count_of(const scr_batch *b, int k) {
  const double n = SCR_DIM == 3 ? b->par[FJ_NR][k] * b->par[FJ_NAL][k] : b->par[FJ_NR][k];
  return n < MOST ? n : MOST;
}

/* Sums before the first element, which lies at the centre. */
static void first_element(const scr_batch *b, joints *j) {
  SCR_EACH(k, b->n) {
    j->ring[k] = j->sector[k] = 0;
    j->c[k] = b->par[COS_HALF][k], j->s[k] = b->par[SIN_HALF][k];
    j->n[k] = j->f_s[k] = j->f_t[k] = j->m_s[k] = j->m_t[k] = j->m_n[k] = 0;
    j->bonded[k] = j->loose[k] = j->breaks[k] = j->slides[k] = 0;
    j->held[k] = j->held_old[k] = j->strained[k] = j->strained_old[k] = 0;
  }
}

static void next_element(const scr_batch *b, joints *j) {
  const double *nal = b->par[FJ_NAL], *ch = b->par[COS_HALF], *sh = b->par[SIN_HALF],
               *cs = b->par[COS_STEP], *ss = b->par[SIN_STEP];
  SCR_EACH(k, b->n) {
    const double next = j->sector[k] + 1, c = j->c[k], s = j->s[k];
    const bool over = SCR_DIM == 2 || next >= nal[k];
    j->ring[k] += over ? 1.0 : 0.0;
    j->sector[k] = over ? 0 : next;
    j->c[k] = over ? ch[k] : c * cs[k] - s * ss[k];
    j->s[k] = over ? sh[k] : c * ss[k] + s * cs[k];
  }
}

/* Moves the joints on by a step, and notes where they were. One that ended begins anew where the
 * pieces touch. Returns the largest number of elements. */
static int move(scr_batch *b, joints *j) {
  double *const *st = b->st;
  scr_lanes many;
  SCR_EACH(k, b->n) {
    const bool lives = (st[LIVES][k] >= ALIVE) | (b->gap[k] <= 0);
    const double on = lives ? 1.0 : 0.0;
    const axes x = axes_of(b, k, AXIS);
    const pair turn = turn_along(x, tang_get(tang_lanes(b->bend), k)),
               step = shear_along(x, tang_get(tang_lanes(b->ds), k));
    j->lives[k] = on, j->count[k] = many[k] = on * count_of(b, k);
    j->unit[k] = radius_of(b, k) / b->par[FJ_NR][k];
    j->gap_old[k] = b->par[FJ_GAP0][k] + st[MOVED_N][k];
    j->turn_s_old[k] = st[TURN_S][k], j->turn_t_old[k] = st[TURN_T][k];
    j->move_s[k] = on * step.s, j->move_t[k] = on * step.t;
    j->twist[k] = SCR_DIM == 3 ? on * b->twist[k] : 0;
    j->old_n[k] = st[FN_ALL][k], j->old_t[k] = st[MT][k];
    st[MOVED_N][k] += on * b->dn[k];
    st[MOVED_S][k] += j->move_s[k], st[MOVED_T][k] += j->move_t[k];
    st[TWIST][k] += j->twist[k];
    st[TURN_S][k] += on * turn.s, st[TURN_T][k] += on * turn.t;
    j->gap[k] = b->par[FJ_GAP0][k] + st[MOVED_N][k];
    j->turn_s[k] = st[TURN_S][k], j->turn_t[k] = st[TURN_T][k];
    tang_put(tang_lanes(j->old_f), k, tang_get(tang_col(st + FS), k));
    tang_put(tang_lanes(j->old_m), k, tang_get(tang_col(st + MB), k));
    put_axis(b, k, AXIS, x, lives);
  }
  double most = 0;
  for (int k = 0; k < b->n; k++) most = many[k] > most ? many[k] : most;
  return (int)most;
}

/* The opening at an element's centroid; it grows along t by the turn about s. */
static inline double opening(double gap, double turn_s, double turn_t, spot at) {
  return scr_fma(turn_s, at.t, scr_fma(-turn_t, at.s, gap));
}

/* The present element of all joints from loop to loop; loops are short, as the compiler makes no
 * vectors of long ones. has: the joint has one; at_: its centroid and area; gap: its opening; s, t:
 * shear stresses as if nothing slid or broke, tau: their size; state: SCR_BOND_... before, now:
 * after; strength: what is exceeded if it breaks; n, m, held: as `pressed`; gone: it carries no
 * shear; new_: what stays of the stresses. */
typedef struct elements {
  scr_lanes has, at_s, at_t, area, gap, s, t, tau, state;
  scr_lanes tears, shears, now, strength;
  scr_lanes n, m, held, gone, slips, new_s, new_t;
} elements;

static inline spot spot_at(const elements *x, const joints *j, int k) {
  return (spot){x->at_s[k], x->at_t[k], x->area[k], SCR_DIM == 2 ? j->unit[k] : 0};
}

/* The springs follow the step. */
static void try_elements(const scr_batch *b, const joints *j, int e, elements *x) {
  double *const *st = b->st + FIRST + STRIDE * e;
  const double *ks = b->par[KS], *half = b->par[HALF], *chord = b->par[CHORD], *nr = b->par[FJ_NR],
               *cycled = b->st[CYCLED], *wished = b->st[WISHED];
  SCR_EACH(k, b->n) {
    const spot at =
        spot_of(SCR_DIM, j->ring[k], j->c[k], j->s[k], j->unit[k], nr[k], half[k], chord[k]);
    const double old_s = st[TAU_S][k], old_t = st[TAU_T][k], twist = j->twist[k];
    const double s = SCR_DIM == 3 ? scr_fma(-ks[k], scr_fma(-twist, at.t, j->move_s[k]), old_s) : 0,
                 t = scr_fma(-ks[k], scr_fma(twist, at.s, j->move_t[k]), old_t);
    const bool begins = (cycled[k] == 0) & (wished[k] != 0);
    const double told = state_told(st[TOLD][k]);
    x->has[k] = e < j->count[k] ? 1.0 : 0.0;
    x->at_s[k] = at.s, x->at_t[k] = at.t, x->area[k] = at.area;
    x->gap[k] = opening(j->gap[k], j->turn_s[k], j->turn_t[k], at);
    x->s[k] = s, x->t[k] = t, x->tau[k] = sqrt(scr_fma(s, s, t * t));
    x->state[k] = begins ? (double)SCR_BOND_HOLDS : told;
  }
}

/* never: that no strength exceeds where nothing may break or slide, else 0. */
static void break_elements(const scr_batch *b, const joints *j, elements *x, double never) {
  const double *kn = b->par[KN], *ten = b->par[FJ_TEN], *coh = b->par[FJ_COH],
               *tan_fa = b->par[TAN_FA];
  SCR_EACH(k, b->n) {
    const bool bonded = x->state[k] >= SCR_BOND_HOLDS;
    const pressed whole = press(SCR_DIM, kn[k], spot_at(x, j, k), x->gap[k], j->turn_s[k], bonded);
    x->n[k] = whole.n;
  }
  SCR_EACH(k, b->n) {
    const bool bonded = x->state[k] >= SCR_BOND_HOLDS;
    const double sigma = -x->n[k] / x->area[k], strength = scr_fma(-tan_fa[k], sigma, coh[k]);
    const bool tears = bonded & (sigma > ten[k] + never),
               shears = bonded & !tears & (x->tau[k] > strength + never);
    x->tears[k] = tears ? 1.0 : 0.0, x->shears[k] = shears ? 1.0 : 0.0;
    x->strength[k] = tears ? ten[k] : strength;
  }
  SCR_EACH(k, b->n) {
    const double whole = x->shears[k] != 0 ? (double)SCR_BOND_SHEAR : x->state[k];
    x->now[k] = x->tears[k] != 0 ? (double)SCR_BOND_TENSION : whole;
  }
}

/* What is pressed, and what it carries in shear. */
static void load_elements(const scr_batch *b, const joints *j, elements *x, double never) {
  const double *kn = b->par[KN], *fric = b->par[FRIC], *rests = b->par[FJ_RESMODE],
               *cohres = b->par[FJ_COHRES];
  SCR_EACH(k, b->n) {
    const bool holds = x->now[k] >= SCR_BOND_HOLDS;
    const pressed load = press(SCR_DIM, kn[k], spot_at(x, j, k), x->gap[k], j->turn_s[k], holds);
    x->n[k] = load.n, x->m[k] = load.m, x->held[k] = load.held;
  }
  SCR_EACH(k, b->n) {
    const double drops = x->tears[k] + (rests[k] == 0 ? x->shears[k] : 0);
    const double open = x->n[k] > 0 ? drops : 1.0;
    x->gone[k] = x->now[k] >= SCR_BOND_HOLDS ? 0 : open;
  }
  SCR_EACH(k, b->n) {
    const bool holds = x->now[k] >= SCR_BOND_HOLDS, gone = x->gone[k] != 0;
    const double rest = ((rests[k] != 0) & (x->now[k] > 0)) ? cohres[k] : 0,
                 limit = scr_fma(fric[k], x->n[k] / x->area[k], rest);
    const bool slips = !holds & !gone & (x->tau[k] > limit + never);
    const double keeps = slips ? limit / x->tau[k] : 1.0, part = gone ? 0 : keeps;
    x->slips[k] = slips ? 1.0 : 0.0;
    x->new_s[k] = part * x->s[k] + 0.0, x->new_t[k] = part * x->t[k] + 0.0;
  }
}

static void add_elements(scr_batch *b, joints *j, const elements *x) {
  SCR_EACH(k, b->n) {
    const double on = x->has[k], f_s = x->area[k] * x->new_s[k], f_t = x->area[k] * x->new_t[k];
    const double n = x->n[k], at_s = x->at_s[k], at_t = x->at_t[k];
    j->n[k] += on * n, j->f_s[k] += on * f_s, j->f_t[k] += on * f_t;
    j->m_s[k] += on * scr_fma(n, at_t, x->m[k]);
    j->m_t[k] -= on * (n * at_s);
    j->m_n[k] += on * scr_fma(at_s, f_t, -(at_t * f_s));
  }
  SCR_EACH(k, b->n) {
    const bool has = x->has[k] != 0, bonded = has & (x->now[k] >= SCR_BOND_HOLDS),
               loose = has & (x->now[k] < SCR_BOND_HOLDS);
    const bool broke = loose & (x->state[k] >= SCR_BOND_HOLDS),
               slides = loose & ((x->slips[k] != 0) | (x->n[k] <= 0));
    j->bonded[k] = bonded ? 1.0 : j->bonded[k];
    j->loose[k] = loose ? 1.0 : j->loose[k];
    j->breaks[k] = broke ? 1.0 : j->breaks[k];
    j->slides[k] = slides ? 1.0 : j->slides[k];
  }
}

static void tell_elements(scr_batch *b, const joints *j, const elements *x, int e) {
  const double *ks = b->par[KS];
  for (int k = 0; k < b->n; k++) {
    const spot at = spot_at(x, j, k);
    b->part_strength[e][k] = x->strength[k];
    b->part_spent[e][k] =
        press(SCR_DIM, b->par[KN][k], at, x->gap[k], j->turn_s[k], true).held +
        (ks[k] > 0 ? 0.5 * at.area * scr_fma(x->s[k], x->s[k], x->t[k] * x->t[k]) / ks[k] : 0);
  }
}

/* Before the state changes. */
static void add_energies(const scr_batch *b, joints *j, const elements *x, int e) {
  double *const *st = b->st + FIRST + STRIDE * e;
  const double *ks = b->par[KS];
  SCR_EACH(k, b->n) {
    const spot at = spot_at(x, j, k);
    const double before = opening(j->gap_old[k], j->turn_s_old[k], j->turn_t_old[k], at);
    const double on = x->has[k], soft = ks[k] > 0 ? on * (0.5 * at.area) / ks[k] : 0;
    const double s = st[TAU_S][k], t = st[TAU_T][k], now_s = x->new_s[k], now_t = x->new_t[k];
    const bool was = (on != 0) & (x->state[k] >= SCR_BOND_HOLDS);
    j->held[k] += on * x->held[k];
    j->held_old[k] += on * press(SCR_DIM, b->par[KN][k], at, before, j->turn_s_old[k], was).held;
    j->strained[k] += soft * scr_fma(now_s, now_s, now_t * now_t);
    j->strained_old[k] += soft * scr_fma(s, s, t * t);
  }
}

static void keep_elements(scr_batch *b, const elements *x, int e) {
  double *const *st = b->st + FIRST + STRIDE * e;
  double *s = st[TAU_S], *t = st[TAU_T], *told = st[TOLD];
  SCR_EACH(k, b->n) {
    const bool has = x->has[k] != 0;
    const double now = x->now[k] + (x->slips[k] != 0 ? (double)SCR_PART_SLIPS : 0);
    s[k] = has ? x->new_s[k] : s[k];
    t[k] = has ? x->new_t[k] : t[k];
    told[k] = has ? now : told[k];
  }
}

/* Element number e of all joints that have one. */
static void one_element(scr_batch *b, joints *j, int e) {
  const double never = b->elastic ? HUGE_VAL : 0;
  elements x;
  try_elements(b, j, e, &x);
  break_elements(b, j, &x, never);
  load_elements(b, j, &x, never);
  add_elements(b, j, &x);
  if (b->want & SCR_WANT_BREAK) tell_elements(b, j, &x, e);
  if (b->want & SCR_WANT_WORK) add_energies(b, j, &x, e);
  keep_elements(b, &x, e);
}

/* What the step took: the work of the mean load less what the springs store of it. */
static void put_lost(scr_batch *b, const joints *j) {
  SCR_EACH(k, b->n) {
    const bond_load d = increments(b, k), now = load_get(b, k, FN_ALL);
    const tang f = tang_add(tang_get(tang_lanes((scr_lanes *)j->old_f), k), now.s),
               m = tang_add(tang_get(tang_lanes((scr_lanes *)j->old_m), k), now.b);
    const double across = 0.5 * ((j->old_n[k] + now.n) * d.n + tang_dot(m, d.b));
    const double along = 0.5 * (tang_dot(f, d.s) + (j->old_t[k] + now.t) * d.t);
    const double gain = j->held[k] - j->held_old[k] + across;
    const double slid = j->strained_old[k] - j->strained[k] - along;
    const bool lives = j->lives[k] != 0, breaks = lives & (j->breaks[k] != 0);
    b->work[SCR_BOOK_SLIP][k] = (lives & !breaks & (j->slides[k] != 0)) ? max0(slid) : 0;
    b->work[SCR_BOOK_BREAK][k] = breaks ? slid - gain : 0;
    b->work[SCR_BOOK_STEP][k] = (lives & !breaks & (j->loose[k] != 0)) ? gain : 0;
    b->work[SCR_BOOK_DASHPOT][k] = b->work[SCR_BOOK_ROLLING][k] = b->work[SCR_BOOK_STIFFNESS][k] =
        0;
  }
}

/* The load of all elements. */
static void put_loads(scr_batch *b, const joints *j) {
  double *const *st = b->st;
  SCR_EACH(k, b->n) {
    const axes x = axes_of(b, k, AXIS);
    const double on = j->lives[k];
    const tang f = shear_of(x, j->f_s[k], j->f_t[k]), m = turn_of(x, j->m_s[k], j->m_t[k]);
    load_put(b, k, FN_ALL, (bond_load){j->n[k], SCR_DIM == 3 ? j->m_n[k] : 0, f, m});
    st[CYCLED][k] = on;
    st[LIVES][k] = on != 0 ? j->bonded[k] != 0 ? (double)ALIVE : (double)UNBONDED : 0;
    b->act[k] = on;
    b->fn[k] = j->n[k], b->mt[k] = st[MT][k];
    tang_put(tang_lanes(b->ft), k, f);
    tang_put(tang_lanes(b->mb), k, m);
  }
}

/* A joint without a bond whose faces have passed each other, by its diameter, is over: it holds
 * nothing, and begins anew where the pieces touch. */
static void end_far(scr_batch *b, const joints *j) {
  scr_lanes over;
  SCR_EACH(k, b->n) {
    const double reach = 2 * radius_of(b, k), n = b->st[MOVED_N][k], s = b->st[MOVED_S][k],
                 t = b->st[MOVED_T][k];
    const bool far = n * n + s * s + t * t > reach * reach;
    over[k] = (far & (j->lives[k] != 0) & (j->bonded[k] == 0) & !b->elastic) ? 1.0 : 0.0;
  }
  for (int k = 0; k < b->n; k++) {
    if (over[k] == 0) continue;
    const int columns = FIRST + STRIDE * (int)j->count[k];
    for (int x = 0; x < columns; x++) b->st[x][k] = 0;
    const bool touches = b->gap[k] <= 0;
    b->st[LIVES][k] = touches ? (double)UNBONDED : 0;
    b->act[k] = touches ? 1.0 : 0.0;
    b->fn[k] = b->mt[k] = 0;
    tang_put(tang_lanes(b->ft), k, (tang){0});
    tang_put(tang_lanes(b->mb), k, (tang){0});
    if (b->want & SCR_WANT_WORK) b->work[SCR_BOOK_SLIP][k] += j->held[k] + j->strained[k];
  }
}

void SCR_NAME(scr_flatjoint_force)(scr_batch *b) {
  joints j;
  const int most = move(b, &j);
  first_element(b, &j);
  for (int e = 0; e < most; e++) {
    one_element(b, &j, e);
    next_element(b, &j);
  }
  put_loads(b, &j);
  if (b->want & SCR_WANT_WORK) put_lost(b, &j);
  end_far(b, &j);
  if (b->want & SCR_WANT_DASH) put_dash(b, b->st[FN_ALL], tang_col(b->st + FS));
}

void SCR_NAME(scr_flatjoint_stiff)(scr_batch *b) {
  const double *kn = b->par[KN], *ks = b->par[KS], *act = b->act;
  SCR_EACH(k, b->n) {
    const bond_springs s = load_springs(kn[k], ks[k], bond_size_of(SCR_DIM, radius_of(b, k)));
    b->kn[k] = act[k] * s.n;
    b->ks[k] = act[k] * s.s;
    b->kb[k] = act[k] * s.b;
    b->kt[k] = act[k] * s.t;
  }
}

#else

enum {
  D_RADIUS = LINEAR_DERIVED,
  D_AREA,
  D_CEN,
  D_EGAP,
  D_GAP,
  D_TURN,
  D_MTYPE,
  D_SIGMA,
  D_TAU,
  D_SHEAR,
  D_SLIP,
  D_STATE
};

#define PARAM(name, slot, lo, hi, def, flags, unit, doc)                                           \
  { name, SCR_P_REAL, SCR_PROP_PARAM, slot, lo, hi, def, flags, unit, doc }
#define CHOICE(name, slot, lo, hi, def, doc)                                                       \
  { name, SCR_P_INT, SCR_PROP_PARAM, slot, lo, hi, def, 0, "", doc }
#define DERIVED(name, type, slot, lo, hi, unit, doc)                                               \
  { name, type, SCR_PROP_DERIVED, slot, lo, hi, 0, SCR_PROP_READONLY, unit, doc }
#define OF_2D "fj_n" /* fj_nr by a name that is for 2D alone */
static const scr_prop prop[] = {
    PARAM("fj_kn", KN, 0, HUGE_VAL, 0, 0, "N/m3", "normal stiffness by the area"),
    PARAM("fj_ks", KS, 0, HUGE_VAL, 0, 0, "N/m3", "shear stiffness by the area"),
    PARAM("fj_fric", FRIC, 0, HUGE_VAL, 0, 0, "", "friction coefficient"),
    CHOICE("fj_nr", FJ_NR, 1, MOST, 2, "elements along the radius (2D: in all)"),
    CHOICE(OF_2D, FJ_NR, 1, MOST, 2, "elements in all, as early files of 2D have it: fj_nr"),
    {"fj_nal", SCR_P_INT, SCR_PROP_PARAM, FJ_NAL, 1, MOST, 4, SCR_PROP_SPACE, "",
     "elements around the normal (3D)"},
    PARAM("fj_rmul", FJ_RMUL, 0, HUGE_VAL, 1, SCR_PROP_OPEN_LO, "",
          "radius of the interface over the smaller radius"),
    PARAM("user_area", USER_AREA, 0, HUGE_VAL, 0, SCR_PROP_OPEN_LO, "m2",
          "area that replaces that of fj_rmul"),
    PARAM("fj_gap0", FJ_GAP0, 0, HUGE_VAL, 0, 0, "m", "gap between the faces at the start"),
    PARAM("fj_ten", FJ_TEN, 0, HUGE_VAL, 0, 0, "Pa", "tensile strength"),
    PARAM("fj_coh", FJ_COH, 0, HUGE_VAL, 0, 0, "Pa", "cohesion"),
    PARAM("fj_fa", FJ_FA, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees",
          "friction angle of the shear strength"),
    CHOICE("fj_resmode", FJ_RESMODE, 0, 1, 0,
           "shear stress of an element that breaks in shear: 0 none, 1 what friction and fj_cohres "
           "hold"),
    PARAM("fj_cohres", FJ_COHRES, 0, HUGE_VAL, 0, 0, "Pa",
          "cohesion of broken elements with fj_resmode 1"),
    CHOICE("fj_elem", FJ_ELEM, 1, MOST, 1, "the element that the properties of one are of"),
    {"fj_track", SCR_P_BOOL, SCR_PROP_PARAM, FJ_TRACK, 0, 1, 0, SCR_PROP_IDLE, "",
     "taken without effect: faces are not drawn, bonds and cracks are"},
    {"fj_force", SCR_P_VEC, SCR_PROP_STATE, FN_ALL, 0, 0, 0, SCR_PROP_READONLY, "N",
     "force: normal (compression positive) and shear"},
    {"fj_moment", SCR_P_MOMENT, SCR_PROP_STATE, MT, 0, 0, 0, SCR_PROP_READONLY, "N m", "moment"},
    DERIVED("fj_relbr", SCR_P_MOMENT, D_TURN, 0, 0, "rad",
            "rotation of end 2 relative to end 1 since the start: twist, bending"),
    DERIVED("fj_gap", SCR_P_REAL, D_GAP, -HUGE_VAL, HUGE_VAL, "m",
            "gap between the faces at the centre"),
    DERIVED("fj_radius", SCR_P_REAL, D_RADIUS, 0, HUGE_VAL, "m", "radius of the interface"),
    DERIVED("fj_emod", SCR_P_REAL, D_EMOD, 0, HUGE_VAL, "Pa", "effective modulus fj_kn L"),
    DERIVED("fj_kratio", SCR_P_REAL, D_KRATIO, 0, HUGE_VAL, "", "stiffness ratio fj_kn / fj_ks"),
    DERIVED("fj_mtype", SCR_P_INT, D_MTYPE, 1, 4, "",
            "1 all elements bonded, 2 none and a gap at the start, 3 none and no gap, 4 else"),
    DERIVED("fj_area", SCR_P_REAL, D_AREA, 0, HUGE_VAL, "m2", "area of the element"),
    DERIVED("fj_cen", SCR_P_VEC, D_CEN, 0, 0, "m", "centroid of the element, in global axes"),
    DERIVED("fj_egap", SCR_P_REAL, D_EGAP, -HUGE_VAL, HUGE_VAL, "m",
            "gap at the centroid of the element"),
    DERIVED("fj_sigma", SCR_P_REAL, D_SIGMA, -HUGE_VAL, HUGE_VAL, "Pa",
            "normal stress of the element, tension positive"),
    DERIVED("fj_tau", SCR_P_REAL, D_TAU, 0, HUGE_VAL, "Pa", "shear stress of the element"),
    DERIVED("fj_shear", SCR_P_REAL, D_SHEAR, -HUGE_VAL, HUGE_VAL, "Pa",
            "shear strength of the element under its normal stress"),
    DERIVED("fj_slip", SCR_P_BOOL, D_SLIP, 0, 1, "", "does the element slip?"),
    DERIVED("fj_state", SCR_P_INT, D_STATE, 0, 3, "",
            "bond of the element: 0 none, 1 broken in tension, 2 broken in shear, 3 holds"),
};

static double radius_of(const scr_ends *e, const double *p) {
  return scr_bond_radius(e, p[FJ_RMUL], p[USER_AREA]);
}

static int count_of(int dim, const double *p) {
  const double n = dim == 3 ? p[FJ_NR] * p[FJ_NAL] : p[FJ_NR];
  return n < MOST ? SCR_MAX((int)n, 0) : MOST;
}

static int states(int dim, const double *p) { return FIRST + STRIDE * count_of(dim, p); }

static double state_of(const double *st, int element) {
  if (st[CYCLED] == 0 && st[WISHED] != 0) return SCR_BOND_HOLDS;
  return state_told(st[FIRST + STRIDE * element + TOLD]);
}

/* Element number k, as the kernel comes to it. */
static spot spot_at(const scr_ends *e, const double *p, int k) {
  const double unit = radius_of(e, p) / p[FJ_NR];
  const int around = e->dim == 3 ? (int)p[FJ_NAL] : 1;
  double c = p[COS_HALF], s = p[SIN_HALF];
  for (int j = 0; j < k % around; j++) {
    const double before = c;
    c = before * p[COS_STEP] - s * p[SIN_STEP];
    s = before * p[SIN_STEP] + s * p[COS_STEP];
  }
  return spot_of(e->dim, k / around, c, s, unit, p[FJ_NR], p[HALF], p[CHORD]);
}

static double gap_at(const double *p, const double *st, spot at) {
  return p[FJ_GAP0] + st[MOVED_N] + (st[TURN_S] * at.t - st[TURN_T] * at.s);
}

static pressed pressed_at(const scr_ends *e, const double *p, const double *st, int k) {
  const spot at = spot_at(e, p, k);
  const bool bonded = state_of(st, k) >= SCR_BOND_HOLDS;
  return press(e->dim, p[KN], at, gap_at(p, st, at), st[TURN_S], bonded);
}

static double stored_at(const scr_ends *e, const double *p, const double *st, int k) {
  const double *tau = st + FIRST + STRIDE * k, area = spot_at(e, p, k).area;
  const double along = tau[TAU_S] * tau[TAU_S] + tau[TAU_T] * tau[TAU_T];
  return pressed_at(e, p, st, k).held + (p[KS] > 0 ? 0.5 * area * along / p[KS] : 0);
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  (void)what;
  double sum = 0;
  for (int k = 0; k < count_of(dim, p); k++) sum += stored_at(e, p, st, k);
  return sum;
}

/* A vector along the axes of the interface, (s, t), in global axes. Before the first cycle these
 * are the axes of the contact. */
static void in_space(const scr_ends *e, const double *st, double s, double t, double out[3]) {
  if (e->dim == 2) {
    for (int x = 0; x < 2; x++) out[x] = t * e->axis[0][x];
    return;
  }
  const double *a = st[CYCLED] != 0 ? st + AXIS : e->axis[0];
  double n[3], b[3];
  scr_cross3(e->axis[0], e->axis[1], n);
  scr_cross3(n, a, b);
  for (int x = 0; x < 3; x++) out[x] = s * a[x] + t * b[x];
}

static void turned(const scr_ends *e, const double *st, double *out) {
  double v[3];
  out[0] = e->dim == 2 ? -st[TURN_S] + 0.0 : st[TWIST];
  if (e->dim == 2) return;
  in_space(e, st, st[TURN_S], st[TURN_T], v);
  out[1] = scr_dot3(v, e->axis[0]), out[2] = scr_dot3(v, e->axis[1]);
}

static void centroid(const scr_ends *e, const double *p, const double *st, int k, double *out) {
  const spot at = spot_at(e, p, k);
  in_space(e, st, at.s, at.t, out);
  for (int x = 0; x < e->dim; x++) out[x] += e->x[x];
}

static double type_of(const scr_ends *e, const double *p, const double *st) {
  int bonded = 0;
  const int n = count_of(e->dim, p);
  for (int k = 0; k < n; k++) bonded += state_of(st, k) >= SCR_BOND_HOLDS;
  const bool open = p[FJ_GAP0] > 0;
  return bonded == n && !open ? 1 : bonded > 0 ? 4 : open ? 2 : 3;
}

/* Properties of element number k. */
static void derive_element(int slot, const scr_ends *e, const double *p, const double *st, int k,
                           double *out) {
  const spot at = spot_at(e, p, k);
  const double *own = st + FIRST + STRIDE * k, sigma = -pressed_at(e, p, st, k).n / at.area + 0.0;
  switch (slot) {
  case D_AREA: out[0] = at.area; break;
  case D_CEN: centroid(e, p, st, k, out); break;
  case D_EGAP: out[0] = gap_at(p, st, at); break;
  case D_SIGMA: out[0] = sigma; break;
  case D_TAU: out[0] = sqrt(own[TAU_S] * own[TAU_S] + own[TAU_T] * own[TAU_T]); break;
  case D_SHEAR: out[0] = p[FJ_COH] - p[TAN_FA] * sigma; break;
  case D_SLIP: out[0] = own[TOLD] >= SCR_PART_SLIPS; break;
  default: out[0] = state_of(st, k);
  }
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const int slot = m->prop[index].slot, last = count_of(e->dim, p) - 1, k = (int)p[FJ_ELEM] - 1;
  switch (slot) {
  case D_RADIUS: out[0] = radius_of(e, p); break;
  case D_EMOD: out[0] = p[KN] * scr_linear_length(e, p); break;
  case D_KRATIO: out[0] = p[KN] > 0 && p[KS] > 0 ? p[KN] / p[KS] : 0; break;
  case D_GAP: out[0] = p[FJ_GAP0] + st[MOVED_N]; break;
  case D_TURN: turned(e, st, out); break;
  case D_MTYPE: out[0] = type_of(e, p, st); break;
  default: derive_element(slot, e, p, st, k < last ? k : last, out);
  }
}

/* Elements are what they are from the first cycle on; there are so many of them. */
static const char *refuse(int dim, int index, const double *p, const double *st) {
  const int slot = prop[index].slot;
  const bool shape =
      prop[index].kind == SCR_PROP_PARAM &&
      (slot == FJ_NR || slot == FJ_NAL || slot == FJ_RMUL || slot == FJ_GAP0 || slot == USER_AREA);
  if (shape && st && st[CYCLED] != 0) return "the joint has been cycled, its elements are fixed";
  if (shape && dim == 3 && p[FJ_NR] * p[FJ_NAL] > MOST)
    return "a joint has at most 64 elements, fj_nr times fj_nal";
  if (dim == 3 && strcmp(prop[index].name, OF_2D) == 0)
    return "it is for 2D: in 3D fj_nr counts along the radius, fj_nal around the normal";
  if (prop[index].kind == SCR_PROP_PARAM && slot == FJ_ELEM && p[FJ_ELEM] > count_of(dim, p))
    return "the joint has fewer elements";
  return NULL;
}

static const char *deformability(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                                 double *st) {
  (void)st, (void)clears;
  return scr_linear_moduli(a, 1, scr_linear_length(e, p), &p[KN], &p[KS]);
}

static const char *area(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                        double *st) {
  if (st[CYCLED] != 0) return "the joint has been cycled, its elements are fixed";
  return scr_linear_area(e, a, p, clears, st);
}

/* The whole joint before its first cycle: elements may become more until then. */
static void wish(const double *p, int dim, double *st, bool bonded) {
  if (bonded) st[LIVES] = ALIVE;
  st[WISHED] = bonded ? 1 : 0;
  for (int k = 0; k < count_of(dim, p); k++)
    st[FIRST + STRIDE * k + TOLD] = bonded ? SCR_BOND_HOLDS : SCR_BOND_NONE;
}

/* What `bond` and `unbond` make of elements: those of `which` (NULL: all) that are not so yet. */
static const char *set_bonds(const scr_ends *e, const scr_marg *which, const double *p, double *st,
                             bool bonded) {
  const int n = count_of(e->dim, p), only = which->given ? (int)which->value : 0;
  if (which->given && !(which->value >= 1 && which->value <= n && only == which->value))
    return "there is no such element";
  if (st[CYCLED] == 0 && !only) return wish(p, e->dim, st, bonded), NULL;
  if (st[CYCLED] == 0 && st[WISHED] != 0) wish(p, e->dim, st, true), st[WISHED] = 0;
  for (int k = 0; k < n; k++) {
    double *told = st + FIRST + STRIDE * k + TOLD;
    const bool is = *told >= SCR_BOND_HOLDS && *told < SCR_PART_SLIPS;
    if ((only && k != only - 1) || is == bonded) continue;
    *told = bonded ? SCR_BOND_HOLDS : SCR_BOND_NONE;
    if (bonded) st[LIVES] = ALIVE;
  }
  return NULL;
}

static const char *make_bond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                             double *st) {
  (void)clears;
  return scr_bond_covers(e, a) ? set_bonds(e, &a[2], p, st, true) : NULL;
}

static const char *unbond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                          double *st) {
  (void)clears;
  return scr_bond_covers(e, a) ? set_bonds(e, &a[2], p, st, false) : NULL;
}

/* ---- initialize ---- */

/* Sums over elements: areas, first and second moments; own: second moments of the elements of 2D
 * about their middles. */
typedef struct sums {
  double a, s, t, ss, st, tt, own;
} sums;

static sums sums_of(const scr_ends *e, const double *p) {
  sums x = {0};
  for (int k = 0; k < count_of(e->dim, p); k++) {
    const spot at = spot_at(e, p, k);
    x.a += at.area, x.s += at.area * at.s, x.t += at.area * at.t;
    x.ss += at.area * at.s * at.s, x.st += at.area * at.s * at.t, x.tt += at.area * at.t * at.t;
    x.own += (2.0 / 3.0) * (at.half * at.half * at.half);
  }
  return x;
}

/* m x = b, by columns; an unknown on which nothing depends is 0. `least`: what pivots are rounding.
 * False: there is no x. */
static bool solve(double m[3][3], const double least[3], double b[3]) {
  for (int k = 0; k < 3; k++) {
    if (!(fabs(m[k][k]) > 1e-9 * least[k])) {
      if (fabs(b[k]) > 0) return false;
      m[k][k] = 1;
    }
    for (int i = 0; i < 3; i++) {
      if (i == k) continue;
      const double factor = m[i][k] / m[k][k];
      for (int j = 0; j < 3; j++) m[i][j] -= factor * m[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = 0; k < 3; k++) b[k] = b[k] / m[k][k] + 0.0;
  return true;
}

/* A load along the axes of the interface, and the motion that makes it. */
typedef struct loaded {
  double n, s, t, m_n, m_s, m_t; /* N, N m */
  double gap, turn_s, turn_t;    /* m, rad */
  double tau_s, tau_t, about;    /* Pa at the centre; Pa by which it grows with the distance, 1/m */
} loaded;

static bool press_all(const scr_ends *e, const double *p, const sums *x, loaded *l) {
  double m[3][3] = {{x->a, x->t, x->s}, {x->t, x->tt + x->own, x->st}, {x->s, x->st, x->ss}};
  double b[3] = {-l->n / p[KN], -l->m_s / p[KN], l->m_t / p[KN]};
  const double i = x->a * radius_of(e, p) * radius_of(e, p), least[3] = {0, i, i};
  if (!solve(m, least, b)) return false;
  l->gap = b[0], l->turn_s = b[1], l->turn_t = -b[2] + 0.0;
  return true;
}

static bool shear_all(const scr_ends *e, const double *p, const sums *x, loaded *l) {
  double m[3][3] = {{x->a, 0, x->t}, {0, x->a, -x->s}, {-x->t, x->s, -(x->ss + x->tt)}};
  double b[3] = {l->s, l->t, l->m_n};
  const double i = x->a * radius_of(e, p) * radius_of(e, p), least[3] = {0, 0, i};
  if (!solve(m, least, b)) return false;
  l->tau_s = b[0], l->tau_t = b[1], l->about = b[2];
  return true;
}

/* Is an element without a bond open, in part at least? */
static bool gapes(const scr_ends *e, const double *p, const double *st, const loaded *l) {
  for (int k = 0; k < count_of(e->dim, p); k++) {
    const spot at = spot_at(e, p, k);
    const double gap = l->gap + (l->turn_s * at.t - l->turn_t * at.s);
    if (state_of(st, k) < SCR_BOND_HOLDS && gap + fabs(l->turn_s) * at.half >= 0) return true;
  }
  return false;
}

/* The axis s of the interface: of a joint that begins, that of its contact. */
static void axis_of(const scr_ends *e, const double *st, double s[3], double t[3]) {
  double n[3];
  scr_cross3(e->axis[0], e->axis[1], n);
  for (int x = 0; x < 3; x++) s[x] = st[CYCLED] != 0 ? st[AXIS + x] : e->axis[0][x];
  scr_cross3(n, s, t);
}

/* What the user says along the axes of the contact, along those of the interface. */
static void load_of(const scr_ends *e, const scr_marg *a, const double *st, loaded *l) {
  double s[3], t[3];
  l->n = a[0].value;
  if (e->dim == 2) {
    l->t = a[1].value, l->m_s = -a[3].value + 0.0;
    return;
  }
  axis_of(e, st, s, t);
  const double ss = scr_dot3(e->axis[0], s), st_ = scr_dot3(e->axis[0], t),
               ts = scr_dot3(e->axis[1], s), tt = scr_dot3(e->axis[1], t);
  l->s = a[1].value * ss + a[2].value * ts, l->t = a[1].value * st_ + a[2].value * tt;
  l->m_n = a[3].value;
  l->m_s = a[4].value * ss + a[5].value * ts, l->m_t = a[4].value * st_ + a[5].value * tt;
}

static void put_vector(const scr_ends *e, const double *s, const double *t, double along_s,
                       double along_t, double *out) {
  for (int x = 0; x < e->dim; x++) out[x] = s[x] * along_s + t[x] * along_t + 0.0;
}

static void put_load(const scr_ends *e, const double *p, const loaded *l, double *st) {
  double s[3] = {0}, t[3] = {0};
  if (e->dim == 3) axis_of(e, st, s, t);
  st[FN_ALL] = l->n, st[MT] = e->dim == 3 ? l->m_n : 0;
  if (e->dim == 3) {
    put_vector(e, s, t, l->s, l->t, st + FS);
    put_vector(e, s, t, l->m_s, l->m_t, st + MB);
    for (int x = 0; x < 3; x++) st[AXIS + x] = s[x] + 0.0;
  } else {
    st[FS] = l->t, st[MB] = -l->m_s + 0.0;
  }
  st[MOVED_N] = l->gap - p[FJ_GAP0] + 0.0;
  st[TURN_S] = l->turn_s, st[TURN_T] = l->turn_t;
  st[TWIST] = p[KS] > 0 ? l->about / p[KS] : 0;
}

static void put_elements(const scr_ends *e, const double *p, const loaded *l, double *st) {
  bool bonded = false;
  for (int k = 0; k < count_of(e->dim, p); k++) {
    const spot at = spot_at(e, p, k);
    double *own = st + FIRST + STRIDE * k;
    own[TOLD] = state_of(st, k);
    bonded |= own[TOLD] >= SCR_BOND_HOLDS;
    own[TAU_S] = e->dim == 3 ? l->tau_s + l->about * at.t + 0.0 : 0;
    own[TAU_T] = l->tau_t - l->about * at.s + 0.0;
  }
  st[CYCLED] = 1, st[WISHED] = 0;
  st[LIVES] = bonded ? ALIVE : UNBONDED;
}

static const char *count_components(const scr_ends *e, const scr_marg *a) {
  const int moment = a[3].given + a[4].given + a[5].given;
  if (a[0].given && a[0].given + a[1].given + a[2].given != e->dim)
    return e->dim == 2 ? "force has 2 components" : "force has 3 components";
  if (a[3].given && moment != (e->dim == 2 ? 1 : 3))
    return e->dim == 2 ? "moment is one number" : "moment has 3 components";
  return a[0].given || a[3].given ? NULL : "a 'force' or a 'moment' is needed";
}

/* The joint carries that load: its elements open and are strained as if it were one piece. */
static const char *initialize(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                              double *st) {
  (void)clears;
  loaded l = {0};
  const char *why = count_components(e, a);
  if (why) return why;
  if (st[LIVES] < ALIVE) return scr_not_there;
  if (!(p[KN] > 0)) return "fj_kn is 0";
  load_of(e, a, st, &l);
  const sums x = sums_of(e, p);
  if (!press_all(e, p, &x, &l) || !shear_all(e, p, &x, &l))
    return "moment: the elements carry none of that direction";
  if (gapes(e, p, st, &l)) return "an element that is not bonded would be open";
  put_load(e, p, &l, st);
  put_elements(e, p, &l, st);
  return NULL;
}

static void prepare(double *p) {
  const double half = SCR_PI / p[FJ_NAL];
  scr_linear_prepare(p);
  p[TAN_FA] = scr_tan(p[FJ_FA] * (SCR_PI / 180));
  p[FIXED_2D] = p[USER_AREA] / 2;
  p[FIXED_3D] = sqrt(p[USER_AREA] / SCR_PI);
  p[HALF] = half;
  scr_sincos_degrees(180 / p[FJ_NAL], &p[SIN_HALF], &p[COS_HALF]);
  scr_sincos_degrees(360 / p[FJ_NAL], &p[SIN_STEP], &p[COS_STEP]);
  p[CHORD] = p[SIN_HALF] / half;
}

static void begin(double *st) { st[LIVES] = UNBONDED; }

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  const double area = bond_size_of(e->dim, radius_of(e, p)).area;
  *kn = p[KN] * area;
  *ks = p[KS] * area;
}

static const char *const load_args[] = {"[force]", "[+]", "[+]", "[moment]", "[+]", "[+]", NULL};
static const scr_method method[] = {
    {"deformability", scr_deformability_args, deformability,
     "stiffnesses from a modulus and a stiffness ratio", false},
    {"area", scr_no_args, area, "keeps the present cross-section as user_area", false},
    {"bond", scr_part_args, make_bond,
     "bonds the elements, or one, if the gap of the contact is at most this, or between", true},
    {"unbond", scr_part_args, unbond, "ends the bonds of the elements, or of one", true},
    {"initialize", load_args, initialize,
     "gives the joint a load as fj_force and fj_moment tell it; what is not given is 0", true},
};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},
    {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-break", true, SCR_BOOK_BREAK},
};

const scr_model scr_model_flatjoint = {
    .name = "flatjoint",
    .doc = "an interface of finite size whose elements are bonded or rub",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .states = states,
    .shear_state = (const int[]){FS, MB, AXIS, -1},
    .rotates = true,
    .bonds = true,
    .bond = LIVES,
    .parts = {FIRST + TOLD, STRIDE},
    .begin = begin,
    .refuse = refuse,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .prepare = prepare,
    .derive = derive,
    .twin_stiffness = twin,
    .strain = strain,
    .hints = {.flat = true},
};

#endif
