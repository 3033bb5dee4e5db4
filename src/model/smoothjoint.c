/* Contact law `smoothjoint`: two balls slide along a joint plane that is fixed in space, whatever
 * the direction between them. Formulas: docs/physics.md, smoothjoint. */
#include <math.h>
#include <stddef.h>
#include "model/bond.h"
#include "model/linear.h"

enum {
  DIP,
  DDIR,
  SJ_KN,
  SJ_KS,
  SJ_FRIC,
  SJ_DA,
  SJ_RMUL,
  SJ_LARGE,
  SJ_TEN,
  SJ_COH,
  SJ_FA,
  TAN_FA,
  TAN_DA,
  NX_2D, /* the unit normal of the plane, in 2D and in 3D */
  NY_2D,
  NX_3D,
  NY_3D,
  NZ_3D,
  NPARAM
};
/* Columns of state; vectors are global, in 2D with a zero. OPEN: how far the surfaces have still to
 * close before force begins, m; SIDE: 1 where end 2 lies on the side the normal points into, -1
 * where it is end 1, 0 before the first cycle; WAS_N: normal of the contact before the step; LAST:
 * the whole force on end 2; LIVES: SCR_BOND_HOLDS while the joint lasts at any gap. */
enum {
  SJ_FN,
  SJ_FS,
  SJ_GAP = SJ_FS + 3,
  SJ_UN,
  SJ_US,
  OPEN = SJ_US + 3,
  SIDE,
  WAS_N,
  LAST = WAS_N + 3,
  SJ_SLIP = LAST + 3,
  SJ_STATE,
  LIVES,
  NSTATE
};

#ifdef SCR_KERNEL
#include "kernel/batch.h"
#include "model/bond_load.h"

void SCR_NAME(scr_smoothjoint_force)(scr_batch *b);
void SCR_NAME(scr_smoothjoint_stiff)(scr_batch *b);

typedef struct xyz {
  double x, y, z;
} xyz;

static inline double dot(xyz a, xyz b) { return scr_fma(a.z, b.z, scr_fma(a.y, b.y, a.x * b.x)); }
static inline xyz axpy(double a, xyz v, xyz w) {
  return (xyz){scr_fma(a, v.x, w.x), scr_fma(a, v.y, w.y), scr_fma(a, v.z, w.z)};
}
static inline xyz where(bool on, xyz a) { return (xyz){on ? a.x : 0, on ? a.y : 0, on ? a.z : 0}; }
static inline xyz get(const scr_batch *b, int first, int k) {
  double *const *st = b->st + first;
  return (xyz){st[0][k], st[1][k], st[2][k]};
}
static inline void put(scr_batch *b, int first, int k, xyz v) {
  double *const *st = b->st + first;
  st[0][k] = v.x + 0.0, st[1][k] = v.y + 0.0, st[2][k] = v.z + 0.0;
}

#if SCR_DIM == 3
static inline xyz normal_of(const scr_batch *b, int k) {
  return (xyz){b->normal[0][k], b->normal[1][k], b->normal[2][k]};
}
static inline xyz plane_of(const scr_batch *b, int k) {
  return (xyz){b->par[NX_3D][k], b->par[NY_3D][k], b->par[NZ_3D][k]};
}
static inline xyz shear_of(const scr_batch *b, int k, xyz n) {
  SCR_UNUSED(n);
  return (xyz){b->ds[0][k], b->ds[1][k], b->ds[2][k]};
}
static inline tang across(xyz f, double along, xyz n) {
  const xyz s = axpy(-along, n, f);
  return (tang){s.x, s.y, s.z};
}
#else
static inline xyz normal_of(const scr_batch *b, int k) {
  return (xyz){b->normal[0][k], b->normal[1][k], 0};
}
static inline xyz plane_of(const scr_batch *b, int k) {
  return (xyz){b->par[NX_2D][k], b->par[NY_2D][k], 0};
}
static inline xyz shear_of(const scr_batch *b, int k, xyz n) {
  return (xyz){-n.y * b->ds[0][k], n.x * b->ds[0][k], 0};
}
static inline tang across(xyz f, double along, xyz n) {
  SCR_UNUSED(along);
  return (tang){scr_fma(f.y, n.x, -(f.x * n.y))};
}
#endif

/* How end 2 has moved relative to end 1 in the step, in space. Increments are told along the branch
 * of the middle of the step, which lies halfway between both normals. */
static inline xyz motion_of(const scr_batch *b, int k, xyz n, xyz n_old) {
  const double c = 1 + dot(n, n_old), part = 1 / c;
  const bool turned = !(c > 0.5); /* by more than a right angle: there is no middle */
  const xyz zero = {0, 0, 0}, sum = axpy(1, n, n_old), mid = axpy(part, sum, zero);
  const xyz h = {turned ? n.x : mid.x, turned ? n.y : mid.y, turned ? n.z : mid.z};
  const xyz s = shear_of(b, k, n);
  return axpy((b->dn[k] - dot(s, h)) / dot(h, h), h, s);
}

/* A joint before or after a step, and the step: force across (compression positive) and along it.
 */
typedef struct joint {
  double n;
  xyz s;
} joint;
/* A tile from loop to loop; loops are short, as the compiler makes no vectors of long ones. m: the
 * normal of the plane, from end 1 to end 2; d: increments of the step across it and along it; old,
 * f: forces before and after; most: the strength that was exceeded, if it broke. */
typedef struct steps {
  scr_lanes on, side, m[3], d_n, d_s[3], kn, ks, old_n, old_s[3];
  scr_lanes whole_n, whole_s[3], f_n, f_s[3], open, tears, shears, holds, slips, state, most;
} steps;

static inline xyz lanes_get(const scr_lanes v[3], int k) {
  return (xyz){v[0][k], v[1][k], v[2][k]};
}
static inline void lanes_put(scr_lanes v[3], int k, xyz x) {
  v[0][k] = x.x, v[1][k] = x.y, v[2][k] = x.z;
}
static inline joint old_of(const steps *t, int k) {
  return (joint){t->old_n[k], lanes_get(t->old_s, k)};
}
static inline joint step_of(const steps *t, int k) {
  return (joint){t->d_n[k], lanes_get(t->d_s, k)};
}
static inline joint whole_of(const steps *t, int k) {
  return (joint){t->whole_n[k], lanes_get(t->whole_s, k)};
}
static inline joint force_of(const steps *t, int k) {
  return (joint){t->f_n[k], lanes_get(t->f_s, k)};
}
static inline void put_force(steps *t, int k, joint f) {
  t->f_n[k] = f.n;
  lanes_put(t->f_s, k, f.s);
}

static inline double stored_n(joint f, double kn) { return kn > 0 ? f.n * f.n / (2 * kn) : 0; }
static inline double stored_s(joint f, double ks) { return ks > 0 ? dot(f.s, f.s) / (2 * ks) : 0; }

/* The surfaces touch, part, or meet: what they carry if nothing slides, and the way that is left.
 * d.n, d.s: increments of the step; kn, ks: of the joint, N/m. */
static inline joint meet(joint old, double open, joint d, double kn, double ks, double *left) {
  const double gap = open + d.n, part = old.n > 0 || gap >= 0 ? 1.0 : gap / d.n;
  const double trial = old.n > 0 ? scr_fma(-kn, d.n, old.n) : -(kn * gap);
  const double inv = kn > 0 ? 1 / kn : 0, apart = old.n > 0 ? -(trial * inv) : gap;
  *left = max0(apart);
  return (joint){max0(trial), where(trial > 0, axpy(-(ks * part), d.s, old.s))};
}

static void find_steps(const scr_batch *b, steps *t) {
  const double *before = b->st[SIDE], *state = b->st[SJ_STATE], *lives = b->st[LIVES],
               *large = b->par[SJ_LARGE], *of_n = b->st[SJ_FN], *of_kn = b->par[SJ_KN],
               *of_ks = b->par[SJ_KS], *rmul = b->par[SJ_RMUL];
  SCR_EACH(k, b->n) {
    const bool stays = (lives[k] != 0) & (large[k] == 0), bonded = state[k] >= SCR_BOND_HOLDS;
    const xyz n = normal_of(b, k), plane = plane_of(b, k), zero = {0, 0, 0};
    const double first = dot(n, plane) >= 0 ? 1.0 : -1.0, side = before[k] != 0 ? before[k] : first;
    const xyz m = axpy(side, plane, zero), was = get(b, WAS_N, k);
    const bool fresh = !(dot(was, was) > 0);
    const xyz n_old = {fresh ? n.x : was.x, fresh ? n.y : was.y, fresh ? n.z : was.z};
    const xyz u = motion_of(b, k, n, n_old);
    const bool lets_go = !bonded & (of_n[k] < 0); /* an edit has taken the bond */
    const double un = dot(u, m), area = bond_size_at(b, k, 0, rmul[k]).area;
    t->on[k] = ((b->gap[k] <= 0) | bonded | stays) ? 1.0 : 0.0;
    t->side[k] = side, t->kn[k] = of_kn[k] * area, t->ks[k] = of_ks[k] * area;
    lanes_put(t->m, k, m);
    t->d_n[k] = un, t->old_n[k] = lets_go ? 0 : of_n[k];
    lanes_put(t->d_s, k, axpy(-un, m, u));
    lanes_put(t->old_s, k, where(!lets_go, get(b, SJ_FS, k)));
  }
}

/* The load of a bond, and whether it breaks. */
static void find_breaks(const scr_batch *b, steps *t) {
  const double never = b->elastic ? HUGE_VAL : 0; /* no strength exceeds that */
  const double *state = b->st[SJ_STATE], *ten = b->par[SJ_TEN], *coh = b->par[SJ_COH],
               *tan_fa = b->par[TAN_FA], *rmul = b->par[SJ_RMUL];
  SCR_EACH(k, b->n) {
    const joint old = old_of(t, k), d = step_of(t, k);
    const joint whole = {scr_fma(-t->kn[k], d.n, old.n), axpy(-t->ks[k], d.s, old.s)};
    const double area = bond_size_at(b, k, 0, rmul[k]).area, sigma = whole.n / area,
                 tau = sqrt(dot(whole.s, whole.s)) / area, most = scr_fma(tan_fa[k], sigma, coh[k]);
    const bool bonded = state[k] >= SCR_BOND_HOLDS, tears = bonded & (-sigma >= ten[k] + never),
               shears = bonded & !tears & (tau >= most + never);
    t->whole_n[k] = whole.n;
    lanes_put(t->whole_s, k, whole.s);
    t->tears[k] = tears ? 1.0 : 0.0, t->shears[k] = shears ? 1.0 : 0.0;
    t->most[k] = tears ? ten[k] : most;
  }
}

/* What the surfaces carry if nothing slides, bonded ones as if the bond had just gone. */
static void find_meeting(const scr_batch *b, steps *t) {
  const double *state = b->st[SJ_STATE], *open = b->st[OPEN];
  SCR_EACH(k, b->n) {
    const bool bonded = state[k] >= SCR_BOND_HOLDS;
    const double kn = t->kn[k];
    double left;
    const joint loose = meet(old_of(t, k), open[k], step_of(t, k), kn, t->ks[k], &left),
                whole = whole_of(t, k);
    const double pressed = t->tears[k] != 0 ? 0 : whole.n;
    const xyz held = where(pressed > 0, whole.s);
    const double apart = kn > 0 ? max0(-(whole.n / kn)) : 0;
    put_force(t, k,
              (joint){bonded ? max0(pressed) : loose.n,
                      {bonded ? held.x : loose.s.x, bonded ? held.y : loose.s.y,
                       bonded ? held.z : loose.s.z}});
    t->open[k] = bonded ? apart : left;
  }
}

/* Coulomb's limit; the way of the slider lifts the surfaces by its part tan(sj_da), which presses
 * them on each other, so that the limit grows with it. */
static void slide(const scr_batch *b, steps *t) {
  const double never = b->elastic ? HUGE_VAL : 0;
  const double *of_fric = b->par[SJ_FRIC], *tan_da = b->par[TAN_DA];
  SCR_EACH(k, b->n) {
    const joint f = force_of(t, k);
    const double fric = of_fric[k], lift = t->kn[k] * tan_da[k], size = sqrt(dot(f.s, f.s)),
                 over = size - fric * f.n, way = over / scr_fma(fric, lift, t->ks[k]);
    const bool slips = over > 0 + never;
    const double more = scr_fma(lift, way, f.n), n = slips ? more : f.n,
                 part = slips ? fric * n / size : 1.0;
    put_force(t, k, (joint){n, axpy(part, f.s, (xyz){0, 0, 0})});
    t->slips[k] = slips ? 1.0 : 0.0;
  }
}

/* Bonds that hold carry the whole load. */
static void hold(const scr_batch *b, steps *t) {
  const double *state = b->st[SJ_STATE];
  SCR_EACH(k, b->n) {
    const double broken = t->tears[k] + t->shears[k];
    const double holds = state[k] >= SCR_BOND_HOLDS ? 1 - broken : 0;
    const double hurt = t->shears[k] != 0 ? (double)SCR_BOND_SHEAR : state[k];
    t->holds[k] = holds;
    t->state[k] = t->tears[k] != 0 ? (double)SCR_BOND_TENSION : hurt;
  }
  SCR_EACH(k, b->n) {
    const bool holds = t->holds[k] != 0;
    const joint f = force_of(t, k), whole = whole_of(t, k);
    put_force(
        t, k,
        (joint){holds ? whole.n : f.n,
                {holds ? whole.s.x : f.s.x, holds ? whole.s.y : f.s.y, holds ? whole.s.z : f.s.z}});
    t->open[k] = holds ? 0 : t->open[k];
    t->slips[k] = holds ? 0 : t->slips[k];
  }
}

/* What the step took: the work of the mean force less what the springs store of it. A joint that
 * ends where the balls part lets go what still presses along its plane. */
static void put_lost(scr_batch *b, const steps *t, int k) {
  const double kn = t->kn[k], ks = t->ks[k];
  const joint old = old_of(t, k), d = step_of(t, k), whole = force_of(t, k);
  const bool bonded = b->st[SJ_STATE][k] >= SCR_BOND_HOLDS, ends = (t->on[k] == 0) & (whole.n > 0),
             breaks = ends | (bonded & (t->state[k] != b->st[SJ_STATE][k])),
             slides = t->slips[k] != 0;
  const joint f = {ends ? 0 : whole.n, where(!ends, whole.s)};
  const bool parts = !bonded & ((f.n > 0) != (old.n > 0)), loose = !bonded & (f.n <= 0);
  const xyz sum = axpy(1, old.s, f.s);
  const double gain = stored_n(f, kn) - stored_n(old, kn) + 0.5 * (old.n + f.n) * d.n;
  const double slid = stored_s(old, ks) - stored_s(f, ks) - 0.5 * dot(sum, d.s);
  const bool slips = !breaks && (slides | loose);
  b->work[SCR_BOOK_BREAK][k] = breaks ? slid - gain : 0;
  b->work[SCR_BOOK_SLIP][k] = slips ? slid - ((slides & !parts) ? gain : 0) : 0;
  b->work[SCR_BOOK_STEP][k] = (!breaks & parts) ? gain - (slips ? 0 : slid) : 0;
  b->work[SCR_BOOK_DASHPOT][k] = b->work[SCR_BOOK_ROLLING][k] = b->work[SCR_BOOK_STIFFNESS][k] = 0;
}

static void tell(scr_batch *b, const steps *t) {
  for (int k = 0; k < b->n; k++) {
    const joint whole = whole_of(t, k);
    b->strength[k] = t->most[k];
    b->spent[k] = stored_n(whole, t->kn[k]) + stored_s(whole, t->ks[k]);
  }
}

/* The whole force, in the frame of the contact. */
static void put_totals(scr_batch *b, const steps *t) {
  const tcol ft = tang_lanes(b->ft);
  SCR_EACH(k, b->n) {
    const bool on = t->on[k] != 0;
    const joint f = force_of(t, k);
    const xyz n = normal_of(b, k), force = where(on, axpy(f.n, lanes_get(t->m, k), f.s));
    const double along = dot(force, n);
    put(b, LAST, k, force);
    b->act[k] = t->on[k];
    b->fn[k] = along + 0.0;
    tang_put(ft, k, tang_axpy(1, across(force, along, n), (tang){0}));
  }
}

static void keep(scr_batch *b, const steps *t) {
  double *const *st = b->st;
  const double *large = b->par[SJ_LARGE];
  double *fn = st[SJ_FN], *gap = st[SJ_GAP], *un = st[SJ_UN], *open = st[OPEN], *side = st[SIDE],
         *slip = st[SJ_SLIP], *state = st[SJ_STATE], *lives = st[LIVES];
  SCR_EACH(k, b->n) {
    const double one = t->on[k];
    const bool on = one != 0;
    const joint f = force_of(t, k), d = step_of(t, k);
    fn[k] = on ? f.n : 0;
    put(b, SJ_FS, k, where(on, f.s));
    gap[k] = one * (gap[k] + d.n), un[k] = one * (un[k] + d.n);
    put(b, SJ_US, k, where(on, axpy(1, d.s, get(b, SJ_US, k))));
    put(b, WAS_N, k, where(on, normal_of(b, k)));
  }
  SCR_EACH(k, b->n) {
    const bool on = t->on[k] != 0, stays = on & ((t->state[k] >= SCR_BOND_HOLDS) | (large[k] == 0));
    open[k] = on ? t->open[k] : 0, side[k] = on ? t->side[k] : 0;
    slip[k] = on ? t->slips[k] : 0, state[k] = on ? t->state[k] : 0;
    lives[k] = stays ? (double)SCR_BOND_HOLDS : 0;
  }
}

void SCR_NAME(scr_smoothjoint_force)(scr_batch *b) {
  steps t;
  find_steps(b, &t);
  find_breaks(b, &t);
  find_meeting(b, &t);
  slide(b, &t);
  hold(b, &t);
  if (b->want & SCR_WANT_BREAK) tell(b, &t);
  if (b->want & SCR_WANT_WORK) SCR_EACH(k, b->n) put_lost(b, &t, k);
  put_totals(b, &t);
  keep(b, &t);
  if (!(b->want & SCR_WANT_DASH)) return;
  for (int x = 0; x < 1 + b->nt; x++) SCR_EACH(k, b->n) b->dash[x][k] = 0;
}

/* The plane has its own directions: the larger stiffness in all of them. */
void SCR_NAME(scr_smoothjoint_stiff)(scr_batch *b) {
  const double *kn = b->par[SJ_KN], *ks = b->par[SJ_KS], *act = b->act;
  SCR_EACH(k, b->n) {
    const double area = bond_size_at(b, k, 0, b->par[SJ_RMUL][k]).area;
    b->kn[k] = b->ks[k] = act[k] * (area * (kn[k] > ks[k] ? kn[k] : ks[k]));
  }
}

#else

enum { D_RADIUS, D_AREA, D_SHEAR, D_NORMAL };

#define PARAM(name, slot, lo, hi, def, flags, unit, doc)                                           \
  { name, SCR_P_REAL, SCR_PROP_PARAM, slot, lo, hi, def, flags, unit, doc }
#define DERIVED(name, slot, lo, unit, doc)                                                         \
  { name, SCR_P_REAL, SCR_PROP_DERIVED, slot, lo, HUGE_VAL, 0, SCR_PROP_READONLY, unit, doc }
static const scr_prop prop[] = {
    PARAM("dip", DIP, -HUGE_VAL, HUGE_VAL, 0, 0, "degrees", "dip of the joint plane"),
    PARAM("ddir", DDIR, -HUGE_VAL, HUGE_VAL, 0, SCR_PROP_SPACE, "degrees",
          "dip direction of the joint plane, from y towards x (3D)"),
    PARAM("sj_kn", SJ_KN, 0, HUGE_VAL, 0, 0, "N/m3", "normal stiffness by the area"),
    PARAM("sj_ks", SJ_KS, 0, HUGE_VAL, 0, 0, "N/m3", "shear stiffness by the area"),
    PARAM("sj_fric", SJ_FRIC, 0, HUGE_VAL, 0, 0, "", "friction coefficient"),
    PARAM("sj_da", SJ_DA, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees", "dilation angle"),
    PARAM("sj_rmul", SJ_RMUL, 0, HUGE_VAL, 1, SCR_PROP_OPEN_LO, "",
          "radius of the joint over the smaller radius"),
    {"sj_large", SCR_P_BOOL, SCR_PROP_PARAM, SJ_LARGE, 0, 1, 0, 0, "",
     "does a joint without a bond end where the balls part?"},
    PARAM("sj_ten", SJ_TEN, 0, HUGE_VAL, 0, 0, "Pa", "tensile strength"),
    PARAM("sj_coh", SJ_COH, 0, HUGE_VAL, 0, 0, "Pa", "cohesion"),
    PARAM("sj_fa", SJ_FA, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees",
          "friction angle of the shear strength"),
    {"sj_fn", SCR_P_REAL, SCR_PROP_STATE, SJ_FN, -HUGE_VAL, HUGE_VAL, 0, 0, "N",
     "force across the joint, compression positive"},
    {"sj_fs", SCR_P_XYZ, SCR_PROP_STATE, SJ_FS, 0, 0, 0, 0, "N",
     "force along the joint on surface 2, in global axes"},
    {"sj_gap", SCR_P_REAL, SCR_PROP_STATE, SJ_GAP, -HUGE_VAL, HUGE_VAL, 0, 0, "m",
     "gap across the joint; a positive one that is set parts the surfaces by so much"},
    {"sj_un", SCR_P_REAL, SCR_PROP_STATE, SJ_UN, -HUGE_VAL, HUGE_VAL, 0, SCR_PROP_READONLY, "m",
     "displacement across the joint since it began, opening positive"},
    {"sj_us", SCR_P_XYZ, SCR_PROP_STATE, SJ_US, 0, 0, 0, SCR_PROP_READONLY, "m",
     "displacement along the joint since it began, in global axes"},
    {"sj_slip", SCR_P_BOOL, SCR_PROP_STATE, SJ_SLIP, 0, 1, 0, SCR_PROP_READONLY, "",
     "does the joint slip?"},
    {"sj_state", SCR_P_INT, SCR_PROP_STATE, SJ_STATE, 0, 3, 0, 0, "",
     "0 not bonded, 1 broken in tension, 2 broken in shear, 3 bonded"},
    DERIVED("sj_radius", D_RADIUS, 0, "m", "radius of the joint"),
    DERIVED("sj_area", D_AREA, 0, "m2", "area of the joint"),
    DERIVED("sj_shear", D_SHEAR, -HUGE_VAL, "Pa",
            "shear strength of the bond under the present force"),
    {"sj_unorm", SCR_P_XYZ, SCR_PROP_DERIVED, D_NORMAL, 0, 0, 0, SCR_PROP_READONLY, "",
     "unit normal of the joint plane"},
};

static bond_size size_of(const scr_ends *e, const double *p) {
  return bond_size_of(e->dim, scr_bond_radius(e, p[SJ_RMUL], 0));
}

static const double *plane(int dim, const double *p) { return p + (dim == 3 ? NX_3D : NX_2D); }

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const bond_size z = size_of(e, p);
  switch (m->prop[index].slot) {
  case D_RADIUS: out[0] = z.r; break;
  case D_AREA: out[0] = z.area; break;
  case D_SHEAR: out[0] = p[SJ_COH] + p[TAN_FA] * (st[SJ_FN] / z.area); break;
  default:
    for (int x = 0; x < e->dim; x++) out[x] = plane(e->dim, p)[x];
  }
}

/* The part of the shear force that lies in the plane is what the joint holds. */
static void turn_in(const scr_ends *e, const double *p, double *st) {
  const double *n = plane(e->dim, p);
  double across = 0;
  for (int x = 0; x < e->dim; x++) across += st[SJ_FS + x] * n[x];
  for (int x = 0; x < e->dim; x++) st[SJ_FS + x] = st[SJ_FS + x] - across * n[x] + 0.0;
}

/* A force that is set closes the joint, a gap opens it, a bond keeps it in the lists; a plane that
 * is set takes its part of the shear force. */
static void state_set(const scr_ends *e, int index, double *p, double *st) {
  const bool given = prop[index].kind == SCR_PROP_STATE;
  const int slot = prop[index].slot;
  if (given ? slot == SJ_FS : slot == DIP || slot == DDIR) turn_in(e, p, st);
  if (!given) return;
  if (prop[index].slot == SJ_FN) st[OPEN] = 0;
  if (prop[index].slot == SJ_GAP) {
    st[OPEN] = fmax(0, st[SJ_GAP]);
    if (st[OPEN] > 0) st[SJ_FN] = st[SJ_FS] = st[SJ_FS + 1] = st[SJ_FS + 2] = 0;
  }
  if (prop[index].slot == SJ_STATE && st[SJ_STATE] >= SCR_BOND_HOLDS) st[LIVES] = SCR_BOND_HOLDS;
}

static const char *make_bond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                             double *st) {
  (void)p, (void)clears;
  if (scr_bond_covers(e, a)) st[SJ_STATE] = SCR_BOND_HOLDS, st[LIVES] = SCR_BOND_HOLDS;
  return NULL;
}

static const char *unbond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                          double *st) {
  (void)clears, (void)p;
  if (scr_bond_covers(e, a) && st[SJ_STATE] >= SCR_BOND_HOLDS) st[SJ_STATE] = SCR_BOND_NONE;
  return NULL;
}

/* The pressure of the contact as it was, also under the law that it had before, goes on. */
static const char *set_force(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                             double *st) {
  (void)a, (void)clears;
  const double *s = e->axis[0], *t = e->axis[1], *m = plane(e->dim, p);
  const double n3[3] = {s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2],
                        s[0] * t[1] - s[1] * t[0]};
  const double n2[3] = {s[1], -s[0], 0}, *n = e->dim == 3 ? n3 : n2;
  double along = 0, force = 0;
  for (int x = 0; x < e->dim; x++) along += n[x] * m[x], force += st[LAST + x] * m[x];
  const double press = (st[SIDE] != 0 ? st[SIDE] < 0 : along < 0) ? -force : force;
  st[SJ_FN] = (st[SJ_STATE] >= SCR_BOND_HOLDS ? press : fmax(0, press)) + 0.0;
  if (st[SJ_FN] > 0) st[OPEN] = 0;
  return NULL;
}

static void prepare(double *p) {
  double sd, cd;
  p[TAN_FA] = scr_tan(p[SJ_FA] * (SCR_PI / 180));
  p[TAN_DA] = scr_tan(p[SJ_DA] * (SCR_PI / 180));
  scr_sincos_degrees(p[DIP], &p[NX_2D], &p[NY_2D]);
  scr_sincos_degrees(p[DDIR], &sd, &cd);
  p[NX_2D] += 0.0, p[NY_2D] += 0.0; /* zeros have no sign */
  p[NX_3D] = p[NX_2D] * sd + 0.0;
  p[NY_3D] = p[NX_2D] * cd + 0.0;
  p[NZ_3D] = p[NY_2D];
}

static void begin(double *st) { st[LIVES] = SCR_BOND_HOLDS; }

static void replace(const double force[3], double *st) {
  for (int x = 0; x < 3; x++) st[LAST + x] = force[x] + 0.0;
}

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  *kn = *ks = fmax(p[SJ_KN], p[SJ_KS]) * size_of(e, p).area;
}

/* What no bond holds any more does not pull. */
static void settle(const scr_ends *e, const double *p, double *st) {
  (void)e, (void)p;
  if (st[SJ_STATE] < SCR_BOND_HOLDS && st[SJ_FN] < 0)
    st[SJ_FN] = st[SJ_FS] = st[SJ_FS + 1] = st[SJ_FS + 2] = 0;
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  (void)what, (void)dim;
  const double area = size_of(e, p).area, kn = p[SJ_KN] * area, ks = p[SJ_KS] * area;
  return (kn > 0 ? st[SJ_FN] * st[SJ_FN] / (2 * kn) : 0) +
         (ks > 0 ? scr_shear_square(3, st + SJ_FS) / (2 * ks) : 0);
}

static const scr_method method[] = {
    {"bond", scr_bond_args, make_bond,
     "bonds the joint if the gap of the contact is at most this, or between", true},
    {"unbond", scr_bond_args, unbond, "ends the bond", true},
    {"sj_setforce", scr_no_args, set_force,
     "presses the joint by what the contact carried last, also under another law", true},
};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},
    {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-break", true, SCR_BOOK_BREAK},
};

const scr_model scr_model_smoothjoint = {
    .name = "smoothjoint",
    .doc = "a joint plane of its own direction, along which two balls slide",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){-1},
    .balls_only = true,
    .bonds = true,
    .bond = SJ_STATE,
    .lives = LIVES,
    .begin = begin,
    .replace = replace,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .prepare = prepare,
    .derive = derive,
    .state_set = state_set,
    .twin_stiffness = twin,
    .strain = strain,
    .hints = {.flat = true, .settle = settle},
};

#endif
