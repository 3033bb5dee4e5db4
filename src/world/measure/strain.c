/* The rate at which a region deforms: the gradient of velocity that fits those inside best. */
#include "base/xsum.h"
#include "world/measure/kept.h"

typedef struct means {
  scr_xsum v[3], x[3];
  uint64_t n;
} means;

static void add_means(void *user, const scr_inside *in) {
  means *s = user;
  s->n++;
  for (int c = 0; c < 3; c++) scr_xsum_add(&s->v[c], in->v[c]), scr_xsum_add(&s->x[c], in->way[c]);
}

/* Sums of v_i x_k and x_i x_k, less the means. */
typedef struct products {
  double v[3], x[3];
  scr_xsum vx[9], xx[9];
} products;

static void add_products(void *user, const scr_inside *in) {
  products *s = user;
  double v[3], x[3];
  for (int c = 0; c < 3; c++) v[c] = in->v[c] - s->v[c], x[c] = in->way[c] - s->x[c];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      scr_xsum_add(&s->vx[3 * i + k], v[i] * x[k]);
      if (k <= i) scr_xsum_add(&s->xx[3 * i + k], x[i] * x[k]);
    }
}

/* Cofactors of the symmetric tensor b, and its determinant; in 2D b[8] stands apart as 1. */
static double cofactors(const double b[9], double c[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      c[3 * i + j] = b[3 * i1 + j1] * b[3 * i2 + j2] - b[3 * i1 + j2] * b[3 * i2 + j1];
    }
  return b[0] * c[0] + b[1] * c[1] + b[2] * c[2];
}

/* Rounding leaves this much of the volume that points in a plane (2D: a line) span. */
static const double FLAT = 1e-13;

/* rate = (sum v x) (sum x x)^-1; false: they span no space. */
static bool fit(int dim, const products *s, double rate[9]) {
  double b[9], c[9], a[9], size = 0, cube = 1;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      a[3 * i + k] = scr_xsum_value(&s->vx[3 * i + k]);
      b[3 * i + k] = scr_xsum_value(&s->xx[i < k ? 3 * k + i : 3 * i + k]);
    }
  for (int k = 0; k < dim; k++) size += b[4 * k] / dim;
  for (int k = 0; k < dim; k++) cube *= size;
  if (dim == 2) b[8] = 1;
  const double det = cofactors(b, c);
  if (!(det > FLAT * cube)) return false;
  for (int i = 0; i < dim; i++)
    for (int j = 0; j < dim; j++)
      rate[3 * i + j] = (a[3 * i] * c[j] + a[3 * i + 1] * c[3 + j] + a[3 * i + 2] * c[6 + j]) / det;
  return true;
}

void scr_measure_strain_rate(scr_world *w, const scr_measure *m, double rate[9]) {
  means mean = {.n = 0};
  products s = {.v = {0}};
  scr_world_sync(w);
  for (int k = 0; k < 9; k++) rate[k] = 0;
  scr_measure_each(w, m, add_means, &mean);
  if (mean.n <= (uint64_t)w->dim) return;
  for (int c = 0; c < 3; c++) {
    s.v[c] = scr_xsum_value(&mean.v[c]) / (double)mean.n;
    s.x[c] = scr_xsum_value(&mean.x[c]) / (double)mean.n;
  }
  scr_measure_each(w, m, add_products, &s);
  if (!fit(w->dim, &s, rate)) return;
  for (int c = 0; c < w->dim; c++) rate[4 * c] += w->domain.rate[c];
}
