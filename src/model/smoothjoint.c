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
typedef struct fate {
  joint f;
  double open, state, strength; /* strength: what was exceeded, if it broke */
  bool slip;
} fate;

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

/* Coulomb's limit; the way of the slider lifts the surfaces by its part tan(sj_da), which presses
 * them on each other, so that the limit grows with it. */
static inline bool slide_joint(const scr_batch *b, int k, joint *f, double kn, double ks) {
  const double fric = b->par[SJ_FRIC][k], lift = kn * b->par[TAN_DA][k],
               size = sqrt(dot(f->s, f->s));
  const double over = size - fric * f->n, way = over / scr_fma(fric, lift, ks);
  const bool slip = (over > 0) & !b->elastic;
  const double n = slip ? scr_fma(lift, way, f->n) : f->n, part = slip ? fric * n / size : 1.0;
  *f = (joint){n, axpy(part, f->s, (xyz){0, 0, 0})};
  return slip;
}

static inline fate fate_of(const scr_batch *b, int k, joint old, joint d, double kn, double ks,
                           double area) {
  const double state = b->st[SJ_STATE][k], ten = b->par[SJ_TEN][k];
  const bool bonded = state >= SCR_BOND_HOLDS, can = bonded & !b->elastic;
  const joint whole = {scr_fma(-kn, d.n, old.n), axpy(-ks, d.s, old.s)};
  const double sigma = whole.n / area, tau = sqrt(dot(whole.s, whole.s)) / area,
               most = scr_fma(b->par[TAN_FA][k], sigma, b->par[SJ_COH][k]);
  const bool tears = can & (-sigma >= ten), shears = can & !tears & (tau >= most);
  const bool holds = bonded & !tears & !shears;
  double open;
  joint f = meet(old, b->st[OPEN][k], d, kn, ks, &open);
  const bool presses = !tears & (whole.n > 0);
  if (bonded) f = (joint){presses ? whole.n : 0, where(presses, whole.s)};
  if (bonded) open = kn > 0 ? max0(-(whole.n / kn)) : 0;
  const bool slip = slide_joint(b, k, &f, kn, ks);
  return (fate){{holds ? whole.n : f.n,
                 {holds ? whole.s.x : f.s.x, holds ? whole.s.y : f.s.y, holds ? whole.s.z : f.s.z}},
                holds ? 0 : open,
                tears    ? (double)SCR_BOND_TENSION
                : shears ? (double)SCR_BOND_SHEAR
                         : state,
                tears ? ten : most,
                slip & !holds};
}

/* What the step took: the work of the mean force less what the springs store of it. */
static void put_lost(scr_batch *b, int k, joint old, joint d, const fate *f, double kn, double ks) {
  const bool bonded = b->st[SJ_STATE][k] >= SCR_BOND_HOLDS,
             breaks = bonded & (f->state != b->st[SJ_STATE][k]);
  const bool parts = !bonded & ((f->f.n > 0) != (old.n > 0)), loose = !bonded & (f->f.n <= 0);
  const xyz sum = axpy(1, old.s, f->f.s);
  const double gain = stored_n(f->f, kn) - stored_n(old, kn) + 0.5 * (old.n + f->f.n) * d.n;
  const double slid = stored_s(old, ks) - stored_s(f->f, ks) - 0.5 * dot(sum, d.s);
  const bool slips = !breaks && (f->slip | loose);
  b->work[SCR_BOOK_BREAK][k] = breaks ? slid - gain : 0;
  b->work[SCR_BOOK_SLIP][k] = slips ? slid - ((f->slip & !parts) ? gain : 0) : 0;
  b->work[SCR_BOOK_STEP][k] = (!breaks & parts) ? gain - (slips ? 0 : slid) : 0;
  b->work[SCR_BOOK_DASHPOT][k] = b->work[SCR_BOOK_ROLLING][k] = b->work[SCR_BOOK_STIFFNESS][k] = 0;
}

static inline void put_joint(scr_batch *b, int k, bool on, const fate *f, joint d, xyz n, xyz m,
                             double side) {
  double *const *st = b->st;
  const double one = on ? 1.0 : 0.0;
  const bool stays = on & ((f->state >= SCR_BOND_HOLDS) | (b->par[SJ_LARGE][k] == 0));
  const xyz force = where(on, axpy(f->f.n, m, f->f.s));
  const double along = dot(force, n);
  st[SJ_FN][k] = on ? f->f.n : 0;
  put(b, SJ_FS, k, where(on, f->f.s));
  st[SJ_GAP][k] = one * (st[SJ_GAP][k] + d.n), st[SJ_UN][k] = one * (st[SJ_UN][k] + d.n);
  put(b, SJ_US, k, where(on, axpy(1, d.s, get(b, SJ_US, k))));
  st[OPEN][k] = on ? f->open : 0, st[SIDE][k] = on ? side : 0;
  put(b, WAS_N, k, where(on, n));
  put(b, LAST, k, force);
  st[SJ_SLIP][k] = (on & f->slip) ? 1.0 : 0.0;
  st[SJ_STATE][k] = on ? f->state : 0;
  st[LIVES][k] = stays ? (double)SCR_BOND_HOLDS : 0;
  b->act[k] = one;
  b->fn[k] = along + 0.0;
  tang_put(tang_lanes(b->ft), k, tang_axpy(1, across(force, along, n), (tang){0}));
}

static inline void one_joint(scr_batch *b, int k) {
  const double before = b->st[SIDE][k];
  const bool bonded = b->st[SJ_STATE][k] >= SCR_BOND_HOLDS,
             lives = (b->st[LIVES][k] != 0) & (b->par[SJ_LARGE][k] == 0);
  const bool on = (b->gap[k] <= 0) | bonded | lives;
  const xyz n = normal_of(b, k), plane = plane_of(b, k), zero = {0, 0, 0};
  const double side = before != 0 ? before : dot(n, plane) >= 0 ? 1.0 : -1.0;
  const xyz m = axpy(side, plane, zero), was = get(b, WAS_N, k);
  const bool fresh = !(dot(was, was) > 0);
  const xyz n_old = {fresh ? n.x : was.x, fresh ? n.y : was.y, fresh ? n.z : was.z};
  const xyz u = motion_of(b, k, n, n_old);
  const double un = dot(u, m), area = bond_size_at(b, k, 0, b->par[SJ_RMUL][k]).area;
  const joint d = {un, axpy(-un, m, u)}, old = {b->st[SJ_FN][k], get(b, SJ_FS, k)};
  const double kn = b->par[SJ_KN][k] * area, ks = b->par[SJ_KS][k] * area;
  const fate f = fate_of(b, k, old, d, kn, ks, area);
  if (b->want & SCR_WANT_BREAK) {
    const joint trial = {scr_fma(-kn, d.n, old.n), axpy(-ks, d.s, old.s)};
    b->strength[k] = f.strength, b->spent[k] = stored_n(trial, kn) + stored_s(trial, ks);
  }
  if (b->want & SCR_WANT_WORK) put_lost(b, k, old, d, &f, kn, ks);
  put_joint(b, k, on, &f, d, n, m, side);
}

void SCR_NAME(scr_smoothjoint_force)(scr_batch *b) {
  SCR_EACH(k, b->n) one_joint(b, k);
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
    PARAM("ddir", DDIR, -HUGE_VAL, HUGE_VAL, 0, 0, "degrees",
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

/* A force that is set closes the joint, a gap opens it, a bond keeps it in the lists. */
static void state_set(const scr_ends *e, int index, double *p, double *st) {
  (void)e, (void)p;
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
  if (a[2].given) return scr_no_element;
  if (scr_bond_covers(e, a)) st[SJ_STATE] = SCR_BOND_HOLDS, st[LIVES] = SCR_BOND_HOLDS;
  return NULL;
}

static const char *unbond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                          double *st) {
  (void)clears, (void)p;
  if (a[2].given) return scr_no_element;
  if (scr_unbond_covers(e, a) && st[SJ_STATE] >= SCR_BOND_HOLDS) st[SJ_STATE] = SCR_BOND_NONE;
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

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  (void)what, (void)dim;
  const double area = size_of(e, p).area, kn = p[SJ_KN] * area, ks = p[SJ_KS] * area;
  return (kn > 0 ? st[SJ_FN] * st[SJ_FN] / (2 * kn) : 0) +
         (ks > 0 ? scr_shear_square(3, st + SJ_FS) / (2 * ks) : 0);
}

static const scr_method method[] = {
    {"bond", scr_bond_args, make_bond,
     "bonds the joint if the gap of the contact is at most this, or between", true},
    {"unbond", scr_unbond_args, unbond, "ends the bond", true},
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
    .hints = {.flat = true},
};

#endif
