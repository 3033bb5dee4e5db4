/* Which balls may come near another one: distances of a tile of them at a time; compiled once for each (SCR_DIM, SCR_ISA). Floor:
 * kernel. See kernel.h. */
#include "kernel/kernel.h"

#include "kernel/dim.h"
#include "kernel/lanes.h"

scr_near_bits SCR_NAME(scr_near_tile)(const scr_near *q, const double a[4], const double *const col[4]);
void SCR_NAME(scr_near_gather)(const scr_ball_columns *from, const scr_ball_columns *to, const scr_ball_run *run, int runs);

/* Squared distance of every lane, by the nearest image. */
static inline void distances(const scr_near *q, const double a[4], const double *const col[4], double *d2) {
  EACH_AXIS(c) {
    const double at = a[c], period = q->period[c], half = 0.5 * period, *x = col[c];
    if (period > 0) SCR_EACH(k, SCR_TILE) {
        double d = x[k] - at;
        d = d > half ? d - period : d < -half ? d + period : d;
        d2[k] = c == 0 ? d * d : d2[k] + d * d;
      }
    else
      SCR_EACH(k, SCR_TILE) {
        const double d = x[k] - at;
        d2[k] = c == 0 ? d * d : d2[k] + d * d;
      }
  }
}

static inline scr_near_bits candidates(const scr_near *q, double ra, const double *rb, const double *d2) {
  double touch2[SCR_TILE], near2[SCR_TILE], far2[SCR_TILE];
  const double fixed = q->fixed, part = q->part, skin = q->skin;
  SCR_EACH(k, SCR_TILE) {
    const double least = part * (ra < rb[k] ? ra : rb[k]);
    const double touch = ra + rb[k], near = touch + (fixed > least ? fixed : least), far = near + skin;
    touch2[k] = touch * touch;
    near2[k] = near * near;
    far2[k] = far * far;
  }
  return (scr_near_bits){scr_bits_at_most(d2, far2), scr_bits_at_most(d2, near2), scr_bits_at_most(d2, touch2)};
}

scr_near_bits SCR_NAME(scr_near_tile)(const scr_near *q, const double a[4], const double *const col[4]) {
  double d2[SCR_TILE];
  if (SCR_LIKELY(q->inside)) { /* all axes in one loop, which stays in registers */
    SCR_EACH(k, SCR_TILE) {
      const double dx = col[0][k] - a[0], dy = col[1][k] - a[1];
      d2[k] = dx * dx + dy * dy;
#if DIM == 3
      const double dz = col[2][k] - a[2];
      d2[k] += dz * dz;
#endif
    }
  } else {
    distances(q, a, col, d2);
  }
  return candidates(q, a[3], col[3], d2);
}

typedef uint32_t row8 __attribute__((vector_size(32), aligned(4), may_alias));

/* Whole vectors are copied: what lies behind the end of a run is overwritten by the next one. */
void SCR_NAME(scr_near_gather)(const scr_ball_columns *from, const scr_ball_columns *to, const scr_ball_run *run, int runs) {
  enum { GROUP = 8 };
  typedef double group __attribute__((vector_size(8 * GROUP), aligned(8), may_alias));
  uint32_t at = 0;
  for (int q = 0; q < runs; at += run[q++].n)
    for (uint32_t k = 0; k < run[q].n; k += GROUP) {
      const uint32_t a = at + k, b = run[q].first + k;
      EACH_AXIS(c) * (group *)(to->x[c] + a) = *(const group *)(from->x[c] + b);
      *(group *)(to->x[3] + a) = *(const group *)(from->x[3] + b);
      *(row8 *)(to->row + a) = *(const row8 *)(from->row + b);
    }
}
