/* Contact law `fish`: a function of the user gives force and moment. The pass has it asked before
 * this kernel, which takes what it gave (kernel.c, ask_all). Formulas: docs/physics.md, fish. */
#include "model/fish.h"

#include <math.h>
#include <stddef.h>
#include "base/base.h"
#include "scree/model.h"

#ifdef SCR_KERNEL
#include "kernel/batch.h"

void SCR_NAME(scr_fish_force)(scr_batch *b);
void SCR_NAME(scr_fish_stiff)(scr_batch *b);

static inline void no_works(scr_batch *b, int k) {
  for (int x = 0; x < SCR_BOOK_PLASTIC; x++)
    if (x != SCR_BOOK_WALL) b->work[x][k] = 0;
}

static inline double larger(double a, double c) { return a > c ? a : c; }

void SCR_NAME(scr_fish_force)(scr_batch *b) {
  double *const *st = b->st;
  const tcol fs = tang_col(st + FISH_FS), mb = tang_col(st + FISH_MB), ft = tang_lanes(b->ft),
             bend = tang_lanes(b->mb), dash = tang_lanes(b->dash + 1);
  const tang none = {0};
  SCR_EACH(k, b->n) {
    const bool on = (st[FISH_BOND][k] >= SCR_BOND_HOLDS) | (b->par[FISH_RGAP][k] - b->gap[k] >= 0);
    b->act[k] = on ? 1.0 : 0.0;
    st[FISH_SLIP][k] = on ? st[FISH_SLIP][k] : 0;
    b->fn[k] = st[FISH_FN][k] = on ? st[FISH_FN][k] : 0;
    b->mt[k] = st[FISH_MT][k] = on ? st[FISH_MT][k] : 0;
    tang_put(fs, k, tang_where(on, tang_get(fs, k), none));
    tang_put(mb, k, tang_where(on, tang_get(mb, k), none));
    tang_put(ft, k, tang_get(fs, k));
    tang_put(bend, k, tang_get(mb, k));
    b->dash[0][k] = 0;
    tang_put(dash, k, none);
    b->strength[k] = b->spent[k] = 0;
    no_works(b, k);
  }
  for (int x = FISH_GIVEN; x < FISH_STATES; x++)
    SCR_EACH(k, b->n) st[x][k] = b->act[k] != 0 ? st[x][k] : 0;
}

/* What the function handed over, or else the parameter. */
static inline double stiffness_at(const scr_batch *b, int param, int k) {
  const double given = b->st[FISH_GIVEN + param - FISH_KN][k];
  return given != 0 ? given : b->par[param][k];
}

/* Of stiffnesses about three axes the largest one is safe about any. */
void SCR_NAME(scr_fish_stiff)(scr_batch *b) {
  const double *act = b->act;
  for (int k = 0; k < ((b->n + 7) & -8); k++) {
    const bool on = act[k] != 0;
    double about = 0;
    for (int x = FISH_KA; x < FISH_PARAMS; x++) about = larger(about, stiffness_at(b, x, k));
    b->kn[k] = on ? stiffness_at(b, FISH_KN, k) : 0;
    b->ks[k] = on ? stiffness_at(b, FISH_KS, k) : 0;
    b->kb[k] = on ? larger(about, stiffness_at(b, FISH_KB, k)) : 0;
    b->kt[k] = on ? larger(about, stiffness_at(b, FISH_KT, k)) : 0;
  }
}

#else

#define STIFFNESS(name, slot, unit, doc)                                                           \
  { name, SCR_P_REAL, SCR_PROP_PARAM, slot, 0, HUGE_VAL, 0, 0, unit, doc }
static const scr_prop prop[] = {
    {"rgap", SCR_P_REAL, SCR_PROP_PARAM, FISH_RGAP, -HUGE_VAL, HUGE_VAL, 0, 0, "m",
     "reference gap: the contact is active up to there"},
    {"symbol", SCR_P_INT, SCR_PROP_PARAM, FISH_SYMBOL, 0, HUGE_VAL, 0, SCR_PROP_NAME, "",
     "the function, of contact, activated, can fail, gap, displacement, rotation, mass, timestep, "
     "energies"},
    {"stifft", SCR_P_PAIR, SCR_PROP_PARAM, FISH_KN, 0, 0, 0, 0, "N/m",
     "normal and shear stiffness, for the timestep alone; the function may hand it over, too"},
    {"stiffa", SCR_P_MOMENT, SCR_PROP_PARAM, FISH_KA, 0, 0, 0, 0, "N m",
     "stiffness about the axes of the model, for the timestep alone; likewise"},
    STIFFNESS("stifft_n", FISH_KN, "N/m", "normal stiffness, for the timestep alone"),
    STIFFNESS("stifft_s", FISH_KS, "N/m", "shear stiffness, for the timestep alone"),
    STIFFNESS("stiffa_b", FISH_KB, "N m", "stiffness against bending, for the timestep alone"),
    STIFFNESS("stiffa_t", FISH_KT, "N m", "stiffness against twist, for the timestep alone"),
    {"force", SCR_P_VEC, SCR_PROP_STATE, FISH_FN, 0, 0, 0, 0, "N",
     "force on end 2: normal (compression positive) and shear"},
    {"moment", SCR_P_MOMENT, SCR_PROP_STATE, FISH_MT, 0, 0, 0, 0, "N m",
     "moment on end 2: twist and bending"},
    {"slip", SCR_P_BOOL, SCR_PROP_STATE, FISH_SLIP, 0, 1, 0, 0, "",
     "does it slip? The function says so"},
    {"bond", SCR_P_BOOL, SCR_PROP_STATE, FISH_BOND, 0, 1, 0, 0, "",
     "is it bonded, and so active at any gap?"},
};

static double reach(const double *p) { return p[FISH_RGAP]; }

static const char *refuse(int dim, int index, const double *p, const double *st) {
  (void)dim, (void)st;
  if (prop[index].kind != SCR_PROP_PARAM || prop[index].type < SCR_P_VEC) return NULL;
  const int slots = prop[index].type == SCR_P_PAIR ? 2 : 3;
  for (int k = 0; k < slots; k++)
    if (!(p[prop[index].slot + k] >= 0)) return "a stiffness is not negative";
  return NULL;
}

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  (void)e;
  *kn = p[FISH_KN], *ks = p[FISH_KS];
}

const scr_model scr_model_fish = {
    .name = "fish",
    .doc = "a function of FISH gives the force; what it stores is in no energy",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = FISH_PARAMS,
    .handed = FISH_GIVEN,
    .handed_from = FISH_KN,
    .nstate = FISH_STATES,
    .shear_state = (const int[]){FISH_FS, FISH_MB, -1},
    .rotates = true,
    .bonds = true,
    .bond = FISH_BOND,
    .starts_with_force = true,
    .refuse = refuse,
    .twin_stiffness = twin,
    .reach = reach,
    .hints = {.flat = true},
};

#endif
