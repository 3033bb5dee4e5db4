/* Contact law `square`: Fn = sq_k delta^2 where pieces overlap by delta, and nothing else. The
 * shortest law that is one; src/model holds longer ones. */
#include <math.h>
#include "scree/model.h"

enum { SQ_K, NPARAM };

#ifdef SCR_KERNEL
#include "kernel/batch.h"

void SCR_NAME(scr_square_force)(scr_batch *b);
void SCR_NAME(scr_square_stiff)(scr_batch *b);

void SCR_NAME(scr_square_force)(scr_batch *b) {
  const double *k1 = b->par[SQ_K], *gap = b->gap;
  SCR_EACH(k, b->n) {
    const double delta = max0(-gap[k]);
    b->act[k] = gap[k] <= 0 ? 1.0 : 0.0;
    b->fn[k] = k1[k] * (delta * delta);
    for (int x = 0; x < (SCR_DIM == 3 ? 3 : 1); x++) b->ft[x][k] = 0;
  }
  if (b->want & SCR_WANT_DASH)
    for (int x = 0; x <= b->nt; x++) SCR_EACH(k, b->n) b->dash[x][k] = 0;
  if (b->want & SCR_WANT_WORK)
    for (int x = 0; x < SCR_BOOKS; x++) SCR_EACH(k, b->n) b->work[x][k] = 0;
}

/* The slope of the force, and a part of it as long as the overlap is small. */
void SCR_NAME(scr_square_stiff)(scr_batch *b) {
  const double *k1 = b->par[SQ_K], *gap = b->gap, *act = b->act;
  SCR_EACH(k, b->n) {
    b->kn[k] = act[k] * (2 * k1[k] * (max0(-gap[k]) + 0.01 * b->r1[k]));
    b->ks[k] = 0;
  }
}

#else

static const scr_prop prop[] = {
    {"sq_k", SCR_P_REAL, SCR_PROP_PARAM, SQ_K, 0, HUGE_VAL, 0, 0, "N/m2",
     "force by the square of the overlap"},
};

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  *kn = 0.02 * p[SQ_K] * e->radius[0];
  *ks = 0;
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  (void)dim, (void)st, (void)what;
  const double delta = e->gap < 0 ? -e->gap : 0;
  return p[SQ_K] * delta * delta * delta / 3;
}

static const scr_law_energy energy[] = {{"energy-strain", false, SCR_STORED_STRAIN}};

const scr_model scr_model_square = {
    .name = "square",
    .doc = "a force by the square of the overlap",
    .prop = prop,
    .nprop = 1,
    .nparam = NPARAM,
    .shear_state = (const int[]){-1},
    .energy = energy,
    .nenergy = 1,
    .starts_with_force = true,
    .twin_stiffness = twin,
    .strain = strain,
    .hints = {.flat = true, .reports = true},
};

#endif
