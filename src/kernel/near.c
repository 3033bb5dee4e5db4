/* Which balls may come near another one: distances of many of them at a time; compiled once for
 * each (SCR_DIM, SCR_ISA). Floor: kernel. See kernel.h. */
#include "kernel/kernel.h"

#include "kernel/dim.h"
#include "kernel/lanes.h"

scr_near_count SCR_NAME(scr_near_balls)(const scr_near *q, const double a[4],
                                        const scr_ball_columns *balls, uint32_t first,
                                        uint32_t last, uint32_t limit, uint32_t *out);
uint32_t SCR_NAME(scr_near_beside)(const scr_near *q, const scr_near_box *box,
                                   const scr_ball_columns *balls, uint32_t first);
void SCR_NAME(scr_near_gather)(const scr_ball_columns *from, const scr_ball_columns *to,
                               const scr_ball_run *run, int runs);

#if defined(__AVX512F__) && defined(__AVX512VL__)

/* The nearest image: by one period less or more where the distance along an axis is more than half
 * of it. */
static inline __m512d nearest(__m512d d, double period) {
  const __m512d half = _mm512_set1_pd(0.5 * period), whole = _mm512_set1_pd(period);
  const __mmask8 above = _mm512_cmp_pd_mask(d, half, _CMP_GT_OQ),
                 below = _mm512_cmp_pd_mask(d, _mm512_set1_pd(-0.5 * period), _CMP_LT_OQ);
  return _mm512_mask_add_pd(_mm512_mask_sub_pd(d, above, d, whole), below, d, whole);
}

static inline __mmask8 at_most(__m512d a, __m512d b) {
  return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ);
}

/* Eight at a time; candidates are put together in the register and stored whole. */
scr_near_count SCR_NAME(scr_near_balls)(const scr_near *q, const double a[4],
                                        const scr_ball_columns *balls, uint32_t first,
                                        uint32_t last, uint32_t limit, uint32_t *out) {
  assert(first <= last && a[3] > 0 && q->skin >= 0);
  const __m512d ra = _mm512_set1_pd(a[3]), fixed = _mm512_set1_pd(q->fixed),
                part = _mm512_set1_pd(q->part), skin = _mm512_set1_pd(q->skin);
  const __m256i bit = _mm256_set1_epi32(1 << SCR_NEARNESS_BIT),
                least_row = _mm256_set1_epi32((int)limit);
  uint32_t n = 0, touching = 0, contacts = 0;
  unsigned before = 0;
  for (uint32_t k = first; k < last; k += 8) {
    __m512d d2 = _mm512_setzero_pd();
    EACH_AXIS(c) {
      __m512d d = _mm512_sub_pd(_mm512_loadu_pd(balls->x[c] + k), _mm512_set1_pd(a[c]));
      if (!q->inside && q->period[c] > 0) d = nearest(d, q->period[c]);
      d2 = c == 0 ? _mm512_mul_pd(d, d) : _mm512_add_pd(d2, _mm512_mul_pd(d, d));
    }
    const __m512d rb = _mm512_loadu_pd(balls->x[3] + k), touch = _mm512_add_pd(ra, rb),
                  near = _mm512_add_pd(
                      touch, _mm512_max_pd(fixed, _mm512_mul_pd(part, _mm512_min_pd(ra, rb)))),
                  far = _mm512_add_pd(near, skin);
    const __mmask8 there = (__mmask8)(last - k < 8 ? (1u << (last - k)) - 1 : 255u);
    const __mmask8 is = at_most(d2, _mm512_mul_pd(far, far)) & there,
                   contact = at_most(d2, _mm512_mul_pd(near, near)) & is,
                   touches = at_most(d2, _mm512_mul_pd(touch, touch)) & is;
    const __m256i row = _mm256_loadu_si256((const __m256i *)(balls->row + k));
    __m256i with = _mm256_mask_add_epi32(row, (__mmask8)~touches, row, bit);
    with = _mm256_mask_add_epi32(with, (__mmask8)~contact, with, bit);
    _mm256_storeu_si256((__m256i *)(out + n), _mm256_maskz_compress_epi32(is, with));
    before |= (unsigned)_mm256_mask_cmplt_epu32_mask(is, row, least_row);
    n += (uint32_t)__builtin_popcount(is);
    contacts += (uint32_t)__builtin_popcount(contact);
    touching += (uint32_t)__builtin_popcount(touches);
  }
  return (scr_near_count){n, {touching, contacts - touching, n - contacts}, before != 0};
}

#else

/* Of a tile, a bit a lane: those that are candidates, of these those whose contact may begin at
 * once, of these those that touch.
 */
typedef struct bits {
  uint32_t candidate, contact, touch;
} bits;

/* Squared distance of every lane, by the nearest image. */
static inline void distances(const scr_near *q, const double a[4], const double *const col[4],
                             double *d2) {
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

static inline bits candidates(const scr_near *q, double ra, const double *rb, const double *d2) {
  double touch2[SCR_TILE], near2[SCR_TILE], far2[SCR_TILE];
  const double fixed = q->fixed, part = q->part, skin = q->skin;
  SCR_EACH(k, SCR_TILE) {
    const double least = part * (ra < rb[k] ? ra : rb[k]);
    const double touch = ra + rb[k], near = touch + (fixed > least ? fixed : least),
                 far = near + skin;
    touch2[k] = touch * touch;
    near2[k] = near * near;
    far2[k] = far * far;
  }
  return (bits){scr_bits_at_most(d2, far2), scr_bits_at_most(d2, near2),
                scr_bits_at_most(d2, touch2)};
}

static inline bits near_tile(const scr_near *q, const double a[4], const double *const col[4]) {
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

/* Lanes of a tile, from place k on, that lie in [first, last). */
static inline uint32_t lanes_of(uint32_t k, uint32_t first, uint32_t last) {
  uint32_t in = UINT32_MAX;
  if (last - k < SCR_TILE) in = ((uint32_t)1 << (last - k)) - 1;
  if (first > k) in &= UINT32_MAX << (first - k);
  return in;
}

scr_near_count SCR_NAME(scr_near_balls)(const scr_near *q, const double a[4],
                                        const scr_ball_columns *balls, uint32_t first,
                                        uint32_t last, uint32_t limit, uint32_t *out) {
  assert(first <= last && a[3] > 0 && q->skin >= 0);
  scr_near_count count = {0};
  for (uint32_t k = first & ~(uint32_t)(SCR_TILE - 1); k < last; k += SCR_TILE) {
    const double *const col[4] = {balls->x[0] + k, balls->x[1] + k, balls->x[2] + k,
                                  balls->x[3] + k};
    const bits is = near_tile(q, a, col);
    for (uint32_t in = lanes_of(k, first, last) & is.candidate; in; in &= in - 1) {
      const int lane = __builtin_ctz(in);
      const uint32_t row = balls->row[k + (uint32_t)lane],
                     nearness = (~is.touch >> lane & 1) + (~is.contact >> lane & 1);
      out[count.n++] = row | nearness << SCR_NEARNESS_BIT;
      count.of[nearness]++;
      count.before |= row < limit;
    }
  }
  return count;
}

#endif

typedef uint32_t row8 __attribute__((vector_size(32), aligned(4), may_alias));

/* Whole vectors are copied: what lies after the end of a run is overwritten by the next one. */
void SCR_NAME(scr_near_gather)(const scr_ball_columns *from, const scr_ball_columns *to,
                               const scr_ball_run *run, int runs) {
  assert(runs >= 0);
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

/* The distance to the box and that to the plane are no larger than the distance to what lies there.
 */
uint32_t SCR_NAME(scr_near_beside)(const scr_near *q, const scr_near_box *box,
                                   const scr_ball_columns *balls, uint32_t first) {
  const double slack = 1 + 1e-6, *r = balls->x[3] + first;
  double d2[SCR_TILE], off[SCR_TILE], far2[SCR_TILE];
  SCR_EACH(k, SCR_TILE) d2[k] = 0, off[k] = -box->height;
  EACH_AXIS(c) {
    const double *x = balls->x[c] + first, lo = box->lo[c], hi = box->hi[c],
                 normal = box->normal[c];
    SCR_EACH(k, SCR_TILE) {
      const double below = lo - x[k], above = x[k] - hi, further = below > above ? below : above,
                   d = further > 0 ? further : 0;
      d2[k] += d * d;
      off[k] += normal * x[k];
    }
  }
  SCR_EACH(k, SCR_TILE) {
    const double least = q->part * r[k],
                 far = (r[k] + (q->fixed > least ? q->fixed : least) + q->skin) * slack;
    const double plane2 = off[k] * off[k];
    d2[k] = plane2 > d2[k] ? plane2 : d2[k];
    far2[k] = far * far;
  }
  return scr_bits_at_most(d2, far2);
}
