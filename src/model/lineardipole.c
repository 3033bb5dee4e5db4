/* Contact law `lineardipole`: linear, and magnetic dipoles of both balls, which the world turns
 * with these before each pass. Formulas: docs/physics.md, lineardipole. */
#include "model/lineardipole.h"

#include <math.h>
#include <stddef.h>

static const double PER_DISTANCE = 1e-7; /* mu0/(4 pi), N/A2 */

/* The largest stiffness that two dipoles of that size have at such a distance: N/m against
 * displacement, N m against rotation. */
typedef struct firmness {
  double push, turn;
} firmness;

static inline firmness firmness_of(double m1, double m2, double r) {
  const double inv = r > 0 ? 1 / r : 0, inv2 = inv * inv,
               turn = 2 * PER_DISTANCE * m1 * m2 * inv * inv2;
  return (firmness){12 * turn * inv2, turn};
}

static inline double size_of(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }

#ifdef SCR_KERNEL
void SCR_NAME(scr_lineardipole_force)(scr_batch *b);
void SCR_NAME(scr_lineardipole_stiff)(scr_batch *b);

static inline double distance(const scr_batch *b, int k) {
  const double r = b->r1[k] + b->r2[k] + b->gap[k], cap = b->par[DIPOLE_CAP][k];
  return r > cap ? r : cap;
}

#if SCR_DIM == 3

static inline void put_part(double *const *col, int k, bool on, tang v) {
  col[0][k] = on ? v.x + 0.0 : 0; /* zeros have no sign */
  col[1][k] = on ? v.y + 0.0 : 0;
  col[2][k] = on ? v.z + 0.0 : 0;
}

static inline tang across(tang a, tang b) {
  return (tang){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Nearer than `dipole_cap` the force is that of the cap, and acts at points so far apart. The
 * moment of the contact is the one on end 2 and what its arm leaves: end 1 gets its own by it. */
static inline void attract_lane(scr_batch *b, int k) {
  double *const *st = b->st;
  const tang m1 = tang_get(tang_col(st + DIPOLE_M1), k), m2 = tang_get(tang_col(st + DIPOLE_M2), k),
             n = {b->normal[0][k], b->normal[1][k], b->normal[2][k]};
  const double r = distance(b, k), beyond = r - (b->r1[k] + b->r2[k] + b->gap[k]);
  const double inv = r > 0 ? 1 / r : 0, field = PER_DISTANCE * (inv * inv * inv),
               f = 3 * field * inv, a = tang_dot(n, m1), c = tang_dot(n, m2), mm = tang_dot(m1, m2);
  const double lever = b->r2[k] + 0.5 * b->gap[k] + 0.5 * beyond, fn = f * (mm - 3 * a * c);
  const tang fs = tang_mul(
                 f, tang_add(tang_mul(a, tang_axpy(-c, n, m2)), tang_mul(c, tang_axpy(-a, n, m1)))),
             torque = tang_mul(field, across(m2, tang_axpy(3 * a, n, tang_mul(-1, m1)))),
             couple = tang_axpy(lever, across(n, fs), torque);
  const double twist = tang_dot(couple, n);
  const bool on = scr_dipoles_act(b->par[RGAP][k], b->par[DIPOLE_D][k], b->gap[k]);
  st[DIPOLE_FN][k] = on ? fn + 0.0 : 0;
  put_part(st + DIPOLE_FS, k, on, fs);
  st[DIPOLE_MT][k] = on ? twist + 0.0 : 0;
  put_part(st + DIPOLE_MB, k, on, tang_axpy(-twist, n, couple));
  put_part(st + DIPOLE_M1, k, on, m1);
  put_part(st + DIPOLE_M2, k, on, m2);
  st[DIPOLE_U][k] = on ? field * (mm - 3 * a * c) + fn * beyond + 0.0 : 0;
  b->act[k] = on ? 1.0 : 0.0;
}

static void put_old(const scr_batch *b, scr_lanes *old) {
  for (int x = 0; x < DIPOLE_STATES - DIPOLE_FN; x++) {
    const double *st = b->st[DIPOLE_FN + x];
    SCR_EACH(k, b->n) old[x][k] = b->was[k] != 0 ? st[k] : 0;
  }
}

/* What the step stores beyond the work of the mean force and moment. */
static void put_gain(scr_batch *b, scr_lanes *old) {
  double *const *st = b->st + DIPOLE_FN;
  enum {
    FN_ = 0,
    FS_ = DIPOLE_FS - DIPOLE_FN,
    MT_ = DIPOLE_MT - DIPOLE_FN,
    MB_ = DIPOLE_MB - DIPOLE_FN,
    U_ = DIPOLE_U - DIPOLE_FN
  };
  SCR_EACH(k, b->n) {
    double twice = (st[FN_][k] + old[FN_][k]) * b->dn[k] + (st[MT_][k] + old[MT_][k]) * b->twist[k];
    twice += tang_dot(tang_add(tang_get(tang_col(st + FS_), k), tang_get(tang_lanes(old + FS_), k)),
                      tang_get(tang_lanes(b->ds), k));
    twice += tang_dot(tang_add(tang_get(tang_col(st + MB_), k), tang_get(tang_lanes(old + MB_), k)),
                      tang_get(tang_lanes(b->bend), k));
    b->work[SCR_BOOK_STEP][k] += st[U_][k] - old[U_][k] + 0.5 * twice;
  }
}

void SCR_NAME(scr_lineardipole_force)(scr_batch *b) {
  double *const *st = b->st;
  scr_lanes was, old[DIPOLE_STATES - DIPOLE_FN];
  put_old(b, old);
  was_of_springs(b, was);
  SCR_NAME(scr_linear_force)(b);
  put_column(b->n, was, b->was);
  const tcol ft = tang_lanes(b->ft), mb = tang_lanes(b->mb);
  SCR_EACH(k, b->n) {
    attract_lane(b, k);
    b->fn[k] += st[DIPOLE_FN][k];
    tang_put(ft, k, tang_add(tang_get(ft, k), tang_get(tang_col(st + DIPOLE_FS), k)));
    b->mt[k] = st[DIPOLE_MT][k];
    tang_put(mb, k, tang_get(tang_col(st + DIPOLE_MB), k));
  }
  if (b->want & SCR_WANT_WORK) put_gain(b, old);
}

#else

/* There are no dipoles in the plane, whose contacts never have this law. */
void SCR_NAME(scr_lineardipole_force)(scr_batch *b) {
  SCR_NAME(scr_linear_force)(b);
  SCR_EACH(k, b->n) b->mt[k] = b->mb[0][k] = 0;
}

#endif

static inline double dipole_of(const scr_batch *b, int slot, int k) {
  return size_of(b->par[slot][k], b->par[slot + 1][k], b->par[slot + 2][k]);
}

/* The springs count across a gap, too: the dipoles may close it within a step. */
void SCR_NAME(scr_lineardipole_stiff)(scr_batch *b) {
  SCR_NAME(scr_linear_stiff)(b);
  SCR_EACH(k, b->n) {
    const firmness f =
        firmness_of(dipole_of(b, DIPOLE_MO1, k), dipole_of(b, DIPOLE_MO2, k), distance(b, k));
    b->kn[k] += b->act[k] * f.push;
    b->ks[k] += b->act[k] * f.push;
    b->kb[k] = b->kt[k] = b->act[k] * f.turn;
  }
}

#else

#define DIPOLE(name, type, kind, slot, flags, unit, doc)                                           \
  { name, type, kind, slot, 0, 0, 0, flags, unit, doc }
static const scr_prop prop[] = {
    LINEAR_PROPERTIES,
    {"dipole_d", SCR_P_REAL, SCR_PROP_PARAM, DIPOLE_D, 0, HUGE_VAL, 0, 0, "m",
     "gap up to which dipoles act"},
    {"dipole_cap", SCR_P_REAL, SCR_PROP_PARAM, DIPOLE_CAP, 0, HUGE_VAL, 0, 0, "m",
     "distance of centres below which their force does not grow"},
    DIPOLE("dipole_mo1", SCR_P_XYZ, SCR_PROP_PARAM, DIPOLE_MO1, SCR_PROP_INHERIT | SCR_PROP_END1,
           "A m2", "dipole of end 1 before it turned, in global axes"),
    DIPOLE("dipole_mo2", SCR_P_XYZ, SCR_PROP_PARAM, DIPOLE_MO2, SCR_PROP_INHERIT | SCR_PROP_END2,
           "A m2", "dipole of end 2 before it turned, in global axes"),
    DIPOLE("dipole_m1", SCR_P_XYZ, SCR_PROP_STATE, DIPOLE_M1, SCR_PROP_READONLY, "A m2",
           "dipole of end 1 as it points now"),
    DIPOLE("dipole_m2", SCR_P_XYZ, SCR_PROP_STATE, DIPOLE_M2, SCR_PROP_READONLY, "A m2",
           "dipole of end 2 as it points now"),
    DIPOLE("dipole_f", SCR_P_VEC, SCR_PROP_STATE, DIPOLE_FN, SCR_PROP_READONLY, "N",
           "force of the dipoles on end 2: normal (compression positive) and shear"),
};

static double reach(const double *p) { return p[RGAP] > p[DIPOLE_D] ? p[RGAP] : p[DIPOLE_D]; }

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  const double *m1 = p + DIPOLE_MO1, *m2 = p + DIPOLE_MO2;
  const firmness f = firmness_of(size_of(m1[0], m1[1], m1[2]), size_of(m2[0], m2[1], m2[2]),
                                 fmax(e->radius[0] + e->radius[1], p[DIPOLE_CAP]));
  scr_linear_twin(e, p, kn, ks);
  *kn += f.push, *ks += f.push;
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  (void)e;
  return what == SCR_STORED_DIPOLE ? st[DIPOLE_U] : scr_linear_strain(dim, p, st);
}

static const scr_method method[] = {LINEAR_METHODS};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN}, {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},  {"energy-break", true, SCR_BOOK_BREAK},
    {"energy-dipole", false, SCR_STORED_DIPOLE},
};

const scr_model scr_model_lineardipole = {
    .name = "lineardipole",
    .doc = "linear, with a magnetic dipole in each ball; 3D alone",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = DIPOLE_PARAMS,
    .nstate = DIPOLE_STATES,
    .shear_state = (const int[]){FS, DIPOLE_FS, DIPOLE_MB, -1},
    .rotates = true,
    .space_only = true,
    .oriented = true,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_linear_inherit,
    .prepare = scr_linear_prepare,
    .reach = reach,
    .derive = scr_linear_derive,
    .state_set = scr_linear_state_set,
    .twin_stiffness = twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(FRIC, -1),
    .hints = {.flat = true,
              .reports = true,
              .edits = 1u << FN,
              .edits_of = scr_linear_sums,
              .settle = scr_linear_settle_closed},
};

#endif
