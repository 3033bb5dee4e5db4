/* Where the pairs of a tile are, and their contact frames, SCR_GROUP lanes at a time in registers;
 * a part of kernel.c. Floor: kernel. */

/* Not functions: vectors as arguments would depend on the instruction set. */
#define COL(at)      (*(const scr_col *)(at))
#define STORE(to, v) (*(scr_col *)(to) = (v))

_Static_assert(sizeof(scr_twist) == 2 * sizeof(scr_pose) &&
                   sizeof(scr_load) == 2 * sizeof(scr_pose),
               "places count both");

/* ---- rows ---- */

/* Rows of both ends and their places; in whole tiles, which are nearly all, the copies have a
 * constant length. */
static void end_rows(const scr_pass *p, const uint32_t *pair, bool run, int n, scr_geometry *g) {
  const uint32_t *pi = p->pairs->i, *pj = p->pairs->j;
  if (run && n == SCR_TILE) {
    memcpy(g->i, pi + pair[0], sizeof g->i);
    memcpy(g->j, pj + pair[0], sizeof g->j);
  } else {
    for (int k = 0; k < n; k++) g->i[k] = pi[pair[k]], g->j[k] = pj[pair[k]];
    for (int k = n; k < SCR_TILE; k++) g->i[k] = g->i[n - 1], g->j[k] = g->j[n - 1];
  }
  SCR_EACH(k, SCR_TILE) {
    g->place_i[k] = (scr_place)g->i[k] * sizeof(scr_pose);
    g->place_j[k] = (scr_place)g->j[k] * sizeof(scr_pose);
  }
}

/* ---- distances ---- */

/* What makes a contact near, in registers: stores might change what lies in memory, for all the
 * compiler knows. */
typedef struct nearness {
  scr_col fixed, part;
  uint32_t near;
} nearness;

__attribute__((always_inline)) static inline nearness nearness_of(const scr_pass *p) {
  return (nearness){SCR_COL_OF(p->proximity), SCR_COL_OF(p->proximity_part), 0};
}

/* Lanes from k on: which are as near as a contact (the larger of `fixed` and `part` of the smaller
 * radius). */
#define HOW_NEAR(q, k, ra, rb, gap)                                                                \
  {                                                                                                \
    const scr_col own_ = (q).part * SCR_COL_SMALLER(ra, rb),                                       \
                  near_ = SCR_COL_LARGER(own_, (q).fixed);                                         \
    (q).near |= SCR_COL_BITS_AT_MOST(gap, near_) << (k);                                           \
  }

/* No pair whose square of a distance is below this can be nearer through a periodic side (a little
 * below half a period, squared).
 */
static double nearest_image(const scr_pass *p) {
  double least = HUGE_VAL;
  EACH_AXIS(c) least = p->period[c] > 0 && p->period[c] < least ? p->period[c] : least;
  return 0.24 * least * least;
}

/* Products and sums apart: whoever computes a gap outside of the kernels gets the same one. */
#if DIM == 3
#define SQUARE(d) ((d)[0] * (d)[0] + (d)[1] * (d)[1] + (d)[2] * (d)[2])
#else
#define SQUARE(d) ((d)[0] * (d)[0] + (d)[1] * (d)[1])
#endif

/* Branch vectors, by the nearest image, radii and gaps. */
static void gather_balls(const scr_pass *p, scr_geometry *g, int n) {
  const scr_pose *pose = p->pose;
  const double far = nearest_image(p);
  nearness q = nearness_of(p);
  for (int k = 0; k < wide(n); k += SCR_GROUP) {
    scr_col a[4], b[4], d[3] = {{0}};
    scr_columns4(pose, g->place_i + k, a);
    scr_columns4(pose, g->place_j + k, b);
    EACH_AXIS(c) d[c] = b[c] - a[c];
    scr_col d2 = SQUARE(d);
    if (SCR_UNLIKELY(SCR_COL_ANY_FROM(d2, far))) {
      EACH_AXIS(c) {
        const scr_col whole = SCR_COL_OF(p->period[c]), half = 0.5 * whole, before = d[c];
        if (!(p->period[c] > 0)) continue;
        d[c] -= SCR_COL_WHEN(before > half, whole); /* a zero that is subtracted changes no sign */
        d[c] -= SCR_COL_WHEN(before < -half, -whole);
      }
      d2 = SQUARE(d);
    }
    const scr_col dist = SCR_COL_ROOT(d2), ra = a[3], rb = b[3];
#ifdef SCR_SWAP_SUMMANDS /* the bits test must see this (test/bits/ctest.cmake) */
    const scr_col gap = (dist - ra) - rb;
#else
    const scr_col gap = dist - (ra + rb);
#endif
    EACH_AXIS(c) STORE(g->n[c] + k, d[c]);
    STORE(g->ra + k, ra);
    STORE(g->rb + k, rb);
    STORE(g->dist + k, dist);
    STORE(g->gap + k, gap);
    HOW_NEAR(q, k, ra, rb, gap)
  }
  g->near = q.near;
}

static void gather_facets(const scr_pass *p, const uint32_t *pair, scr_geometry *g, int n) {
  nearness q = nearness_of(p);
  for (int k = 0; k < wide(n); k++) {
    const uint32_t at = pair[k < n ? k : n - 1];
    g->gap[k] = k < n ? p->facet->gap[at] : SCR_FAR;
    EACH_AXIS(c) g->n[c][k] = p->facet->n[c][at];
    g->dist[k] = 1;
    g->ra[k] = g->rb[k] = p->pose[g->i[k]].r;
  }
  for (int k = 0; k < wide(n); k += SCR_GROUP) {
    const scr_col r = COL(g->ra + k), gap = COL(g->gap + k);
    HOW_NEAR(q, k, r, r, gap)
  }
  g->near = q.near;
}

/* The same where some contacts have a proximity of their own, or laws that reach beyond theirs. */
static void own_proximities(const scr_pass *p, const scr_tile *t, scr_geometry *g, int n) {
  for (int k = 0; k < n; k++) {
    const uint32_t q = t->pair[k];
    if (!p->pairs->law[q]) continue;
    const double near = scr_pset_gap(&p->pset[scr_pair_set(p->pairs, q)],
                                     g->ra[k] < g->rb[k] ? g->ra[k] : g->rb[k]);
    const uint32_t bit = (uint32_t)1 << k;
    g->near = g->gap[k] <= near ? g->near | bit : g->near & ~bit;
  }
}

/* Everything that is asked of the pairs of a tile before their laws. */
static void geometry(const scr_pass *p, scr_tile *t, bool run, int n) {
  scr_geometry *g = &t->all;
  end_rows(p, t->pair, run, n, g);
  if (p->type == SCR_BALL_BALL)
    gather_balls(p, g, n);
  else
    gather_facets(p, t->pair, g, n);
  if (p->own_proximity) own_proximities(p, t, g, n);
  if (n == SCR_TILE) return;
  for (int k = n; k < SCR_TILE; k++) g->gap[k] = SCR_FAR;
  g->near &= ((uint32_t)1 << n) - 1;
}

/* ---- contact frames and motion ---- */

/* a . b */
__attribute__((always_inline)) static inline scr_col dot(const scr_col a[3], const scr_col b[3]) {
  scr_col sum = a[0] * b[0];
  for (int c = 1; c < DIM; c++) sum = SCR_COL_FMA(a[c], b[c], sum);
  return sum;
}

/* Spins of both ends: w1 arm1 + w2 arm2 with the arms of the end, w1 + w2, and the angle by which
 * both turn about the normal in a step. */
typedef struct spins {
  scr_col rim[3], sum[3], turn;
} spins;

__attribute__((always_inline)) static inline spins spins_of(double dt, const scr_col n[3],
                                                            const scr_col arm[2],
                                                            const scr_col wa[3],
                                                            const scr_col wb[3]) {
  spins s = {.turn = {0}};
  EACH_SPIN(c) s.rim[c] = SCR_COL_FMA(arm[0], wa[c], arm[1] * wb[c]), s.sum[c] = wa[c] + wb[c];
#if DIM == 3
  s.turn = dot(s.sum, n) * (0.5 * dt);
#else
  SCR_UNUSED(dt), SCR_UNUSED(n);
#endif
  return s;
}

/* Displacement increments of end 2 relative to end 1 at the contact point, from lane k on, of
 * velocities v and spins of the middle of the step: V = v - (arm1 w1 + arm2 w2) x h. h: the branch
 * vector there, with a part of 1 along the normal n of the end; vn, vh: parts of v along both. The
 * shear increment is what is left of V dt along h, turned on from the middle to the end of the step
 * like the shear force (docs/physics.md, the middle of the step). What n and h have to wait for is
 * kept short: this chain is the time. */
__attribute__((always_inline)) static inline void
increments(double dt, scr_tile *t, scr_batch *b, int k, const scr_col n[3], const scr_col h[3],
           scr_col vn, scr_col vh, const scr_col v[3], const spins *w) {
  const scr_col closer = (0.25 * dt) * vn; /* by so much the arms of the middle are shorter */
  scr_col u[3] = {{0}};
  STORE(b->dn + k, vh * dt);
#if DIM == 3
  scr_col o[3], s[3];
  EACH_AXIS(c) o[c] = SCR_COL_FNMA(closer, w->sum[c], w->rim[c]);
  EACH_AXIS(c)
  u[c] = SCR_COL_FMA(o[(c + 2) % 3], h[(c + 1) % 3],
                     SCR_COL_FNMA(o[(c + 1) % 3], h[(c + 2) % 3], v[c]));
  const scr_col along = dot(u, n), half = 0.5 * w->turn;
  EACH_AXIS(c) s[c] = SCR_COL_FNMA(along, h[c], u[c]) * dt;
  EACH_AXIS(c) {
    const int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    STORE(b->ds[c] + k, SCR_COL_FMA(half, SCR_COL_FMS(n[c1], s[c2], n[c2] * s[c1]), s[c]));
    STORE(t->h[c] + k, h[c]);
  }
  STORE(t->turn + k, w->turn);
#else
  SCR_UNUSED(t);
  const scr_col o = SCR_COL_FNMA(closer, w->sum[2], w->rim[2]);
  u[0] = SCR_COL_FMA(o, h[1], v[0]), u[1] = SCR_COL_FNMA(o, h[0], v[1]);
  const scr_col along = dot(u, n);
  u[0] = SCR_COL_FNMA(along, h[0], u[0]), u[1] = SCR_COL_FNMA(along, h[1], u[1]);
  STORE(b->ds[0] + k, SCR_COL_FMS(u[1], n[0], u[0] * n[1]) * dt);
#endif
}

/* The branch vector of two balls in the middle of the step is that of the end less v dt/2, that is
 * h = n - lean vt, with vt the part of v in the contact plane; back: dt/2 over the distance at the
 * end. lean is back/(1 - x), x = back vn, and 1 + x will do: a division would cost more, and v vn
 * dt^3 is left out elsewhere. Returns v . h. Where a ball passes more than the distance in half a
 * step the middle means nothing: the normal itself. */
__attribute__((always_inline)) static inline scr_col
middle(scr_col back, const scr_col n[3], const scr_col v[3], scr_col vn, scr_col h[3]) {
  const scr_col back2 = back * back, v2 = dot(v, v), slow = back2 * v2;
  scr_col lean = SCR_COL_FMA(back2, vn, back);
  lean = SCR_COL_WHEN(slow <= 1, lean);
  EACH_AXIS(c) h[c] = SCR_COL_FNMA(lean, SCR_COL_FNMA(vn, n[c], v[c]), n[c]);
  return SCR_COL_FNMA(lean, SCR_COL_FNMA(vn, vn, v2), vn);
}

/* Increments of the angle of end 2 relative to end 1, of the spins wa and wb of the middle of the
 * step: about the normal there (twist), and what is left, carried to the end of the step like a
 * shear increment (bending). */
__attribute__((always_inline)) static inline void rotations(double dt, scr_batch *b, int k,
                                                            const scr_col n[3], const scr_col h[3],
                                                            const scr_col wa[3],
                                                            const scr_col wb[3], scr_col turn) {
#if DIM == 3
  scr_col r[3] = {{0}}, s[3] = {{0}};
  EACH_AXIS(c) r[c] = (wb[c] - wa[c]) * dt;
  const scr_col along = dot(r, n), half = 0.5 * turn;
  EACH_AXIS(c) s[c] = SCR_COL_FNMA(along, h[c], r[c]);
  EACH_AXIS(c) {
    const int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    STORE(b->bend[c] + k, SCR_COL_FMA(half, SCR_COL_FMS(n[c1], s[c2], n[c2] * s[c1]), s[c]));
  }
  STORE(b->twist + k, dot(r, h));
#else
  SCR_UNUSED(n), SCR_UNUSED(h), SCR_UNUSED(turn);
  STORE(b->bend[0] + k, (wb[2] - wa[2]) * dt);
#endif
}

/* Unit normals and arms of contacts of two balls; with `moving` increments and effective masses,
 * with `curved` effective radii, with `rotating` relative rotations, too. Where the centres
 * coincide the normal is the x axis. */
__attribute__((always_inline)) static inline void ball_frames(const scr_pass *p, scr_tile *t,
                                                              scr_batch *b, scr_geometry *g,
                                                              bool moving, bool curved,
                                                              bool rotating) {
  const double dt = p->dt;
  const scr_twist *twist = p->twist;
  const int n_wide = wide(b->n);
  for (int k = 0; k < n_wide; k += SCR_GROUP) {
    const scr_col dist = COL(g->dist + k), inv = 1 / dist, ra = COL(g->ra + k), rb = COL(g->rb + k);
    const scr_col half = 0.5 * COL(g->gap + k), arm[2] = {ra + half, rb + half};
    scr_col n[3] = {{0}};
    EACH_AXIS(c) n[c] = COL(g->n[c] + k) * inv;
    if (SCR_UNLIKELY(SCR_COL_BITS_AT_MOST(dist, SCR_COL_OF(0.0)))) EACH_AXIS(c) {
        const scr_col axis = SCR_COL_OF(c == 0 ? 1.0 : 0.0);
        n[c] = SCR_COL_OR(SCR_COL_WHEN(dist > 0, n[c]), SCR_COL_WHEN(dist <= 0, axis));
      }
    EACH_AXIS(c) STORE(g->n[c] + k, n[c]);
    STORE(t->arm1 + k, arm[0]);
    STORE(t->arm2 + k, arm[1]);
    if (curved) STORE(b->reff + k, 2 * ra * rb / (ra + rb));
#ifndef NDEBUG
    if (!curved)
      STORE(b->reff + k, SCR_COL_OF(NAN)); /* a law that reads it without saying so shall notice */
#endif
    if (!moving) continue;
    scr_col a[8], o[8], v[3] = {{0}}, h[3] = {{0}}; /* v, w, m, moi of both ends */
    scr_columns8(twist, g->place_i + k, a);
    scr_columns8(twist, g->place_j + k, o);
    const scr_col back = (0.5 * dt) * inv;
    EACH_AXIS(c) v[c] = o[c] - a[c];
    if (SCR_UNLIKELY(p->strains)) EACH_AXIS(c) {
        const scr_col rate = SCR_COL_OF(p->strain[c]);
        v[c] = SCR_COL_FMA(rate * dist, n[c], v[c]);
      }
    const scr_col vn = dot(v, n), vh = middle(back, n, v, vn, h);
    const spins w = spins_of(dt, n, arm, a + 3, o + 3);
    increments(dt, t, b, k, n, h, vn, vh, v, &w);
    if (rotating) rotations(dt, b, k, n, h, a + 3, o + 3, w.turn);
    STORE(b->meff + k, a[6] * o[6] / (a[6] + o[6]));
  }
}

/* A wall has no mass; its velocity, spin and middle of the step are found with the claims. */
static void facet_motion(const scr_pass *p, scr_tile *t, scr_batch *b, bool rotating,
                         const lanes *c) {
  static const scr_col none[3];
  const scr_geometry *g = c->g;
  const scr_facet_geometry *f = p->facet;
  for (int k = 0; k < wide(c->n); k++) {
    const scr_twist *a = &p->twist[g->i[k]];
    const uint32_t q = lane_pair(c, k < c->n ? k : c->n - 1);
    EACH_AXIS(x) t->v[x][k] = f->v[x][q] - a->v[x], t->h[x][k] = f->h[x][q];
    EACH_SPIN(x) t->w[x][k] = a->w[x], t->wall[x][k] = f->w[x][q];
    t->turn[k] = f->spin[q];
    b->meff[k] = a->m;
  }
  for (int k = 0; k < wide(c->n); k += SCR_GROUP) {
    scr_col v[3] = {{0}}, w[3] = {{0}}, n[3] = {{0}}, h[3] = {{0}};
    const scr_col arm[2] = {COL(t->arm1 + k), COL(t->arm2 + k)};
    EACH_AXIS(x) v[x] = COL(t->v[x] + k), n[x] = COL(g->n[x] + k), h[x] = COL(t->h[x] + k);
    EACH_SPIN(x) w[x] = COL(t->w[x] + k);
    spins s = spins_of(p->dt, n, arm, w, none);
#if DIM == 3
    s.turn = SCR_COL_FMA(COL(t->turn + k), SCR_COL_OF(0.5 * p->dt), s.turn);
#endif
    increments(p->dt, t, b, k, n, h, dot(v, n), dot(v, h), v, &s);
    if (!rotating) continue;
    scr_col wall[3] = {{0}};
    EACH_SPIN(x) wall[x] = COL(t->wall[x] + k);
    rotations(p->dt, b, k, n, h, w, wall, s.turn);
  }
}

static void facet_frames(scr_tile *t, scr_batch *b, const scr_geometry *g) {
  SCR_EACH(k, b->n) {
    t->arm1[k] = g->ra[k] + 0.5 * g->gap[k];
    t->arm2[k] = 0;
    b->reff[k] = 2 * g->ra[k];
  }
}

static void frames(const scr_pass *p, scr_tile *t, scr_batch *b, const scr_model *m,
                   const lanes *c) {
  const bool moving = p->mode != SCR_PASS_SUM && p->mode != SCR_PASS_STIFF;
  if (p->type == SCR_BALL_FACET) {
    facet_frames(t, b, c->g);
    if (moving) facet_motion(p, t, b, m->rotates, c);
  } else if (!moving) {
    ball_frames(p, t, b, c->g, false, true, false); /* seldom: whatever the law */
  } else if (m->rotates && !m->hints.flat) {
    ball_frames(p, t, b, c->g, true, true, true);
  } else if (m->rotates) {
    ball_frames(p, t, b, c->g, true, false, true);
  } else if (!m->hints.flat) {
    ball_frames(p, t, b, c->g, true, true, false);
  } else {
    ball_frames(p, t, b, c->g, true, false, false);
  }
}

/* ---- history ---- */

#if DIM == 3
/* Carries state vectors into the new contact plane: projected along the branch of the middle of the
 * step, which halves the angle between the old normal and the new one, so that this is the rotation
 * that takes one to the other; their length restored; then turned about the normal by the mean spin
 * of both bodies. In one step both are small, and series do: 1/sqrt(1 - u) with u the part of the
 * square of the length that is missing, sine and cosine of the angle a. Their errors are below
 * 2^-55 up to u = 2^-18 and a = 2^-8; beyond, transport_far() follows. */
static const double FAR_TILT = 1.0 / (1 << 18), FAR_TURN = 1.0 / (1 << 8);
static const double TINY = 1e-300; /* a vector of length 0 lacks nothing */

/* One lane of any size, by roots and divisions: `from` as it was before the step. The turn keeps
 * the length: sine and cosine from tan(half angle), whose series has an error of order 9 in the
 * angle. */
static void transport_far(const scr_tile *t, const scr_geometry *g, const double from[3],
                          double *const *v, int k) {
  double nx = g->n[0][k], ny = g->n[1][k], nz = g->n[2][k], x = from[0], y = from[1], z = from[2];
  double before = x * x + y * y + z * z, along = x * nx + y * ny + z * nz;
  double px = x - along * t->h[0][k], py = y - along * t->h[1][k], pz = z - along * t->h[2][k];
  double after = px * px + py * py + pz * pz;
  double h = 0.5 * t->turn[k], h2 = h * h;
  double tn = h * (1 + h2 * (1.0 / 3 + h2 * (2.0 / 15 + h2 * (17.0 / 315)))), tn2 = tn * tn,
         q = 1 + tn2;
  double scale = sqrt((after > 0 ? before : 1.0) / ((after > 0 ? after : 1.0) * (q * q)));
  double c = (1 - tn2) * scale, s = 2 * tn * scale;
  v[0][k] =
      c * px + s * (ny * pz - nz * py) + 0.0; /* zeros have no sign, though c may: model/slide.h */
  v[1][k] = c * py + s * (nz * px - nx * pz) + 0.0;
  v[2][k] = c * pz + s * (nx * py - ny * px) + 0.0;
}

/* What turns all vectors of a group of lanes: the frame, sine and cosine of the turn, and the angle
 * that is asked whether it is small. */
typedef struct turning {
  scr_col n[3], h[3], sine, cosine, size;
} turning;

__attribute__((always_inline)) static inline turning turning_of(const scr_tile *t,
                                                                const scr_geometry *g, int k) {
  const scr_col a = COL(t->turn + k), a2 = a * a, one = SCR_COL_OF(1.0);
  turning w;
  EACH_AXIS(c) w.n[c] = COL(g->n[c] + k), w.h[c] = COL(t->h[c] + k);
  w.sine = a * SCR_COL_FNMA(a2, SCR_COL_FNMA(a2, SCR_COL_OF(1.0 / 120), SCR_COL_OF(1.0 / 6)), one);
  w.cosine = SCR_COL_FNMA(a2, SCR_COL_FNMA(a2, SCR_COL_OF(1.0 / 24), SCR_COL_OF(1.0 / 2)), one);
  w.size = a2 * (FAR_TILT / (FAR_TURN * FAR_TURN));
  return w;
}

/* Carries the vector in the columns v, lanes from k on. */
__attribute__((always_inline)) static inline void carry(const scr_tile *t, const scr_geometry *g,
                                                        const turning *w, double *const *v, int k) {
  const scr_col x = COL(v[0] + k), y = COL(v[1] + k), z = COL(v[2] + k), one = SCR_COL_OF(1.0);
  const scr_col before = SCR_COL_FMA(z, z, SCR_COL_FMA(y, y, x * x)),
                along = SCR_COL_FMA(z, w->n[2], SCR_COL_FMA(y, w->n[1], x * w->n[0]));
  const scr_col px = SCR_COL_FNMA(along, w->h[0], x), py = SCR_COL_FNMA(along, w->h[1], y);
  const scr_col pz = SCR_COL_FNMA(along, w->h[2], z),
                after = SCR_COL_FMA(pz, pz, SCR_COL_FMA(py, py, px * px));
  const scr_col u = (before - after) / (before + TINY);
  const scr_col scale =
      SCR_COL_FMA(u, SCR_COL_FMA(u, SCR_COL_OF(3.0 / 8), SCR_COL_OF(1.0 / 2)), one);
  const scr_col s = scale * w->sine, c = scale * w->cosine;
  const scr_col size = SCR_COL_LARGER(SCR_COL_ABS(u), w->size), most = SCR_COL_OF(FAR_TILT);
  const uint32_t all = ((uint32_t)1 << SCR_GROUP) - 1,
                 far = all & ~SCR_COL_BITS_AT_MOST(size, most);
  STORE(v[0] + k, SCR_COL_FMA(s, SCR_COL_FMS(w->n[1], pz, w->n[2] * py), c * px));
  STORE(v[1] + k, SCR_COL_FMA(s, SCR_COL_FMS(w->n[2], px, w->n[0] * pz), c * py));
  STORE(v[2] + k, SCR_COL_FMA(s, SCR_COL_FMS(w->n[0], py, w->n[1] * px), c * pz));
  for (uint32_t left = far; SCR_UNLIKELY(left); left &= left - 1) {
    const int e = __builtin_ctz(left);
    transport_far(t, g, (double[]){x[e], y[e], z[e]}, v, k + e);
  }
}

/* Vectors whose columns begin at first[0], first[1], ... of `column`; -1 ends. */
static void transport(const scr_tile *t, const scr_geometry *g, double *const *column,
                      const int *first, int n) {
  for (int k = 0; k < wide(n); k += SCR_GROUP) {
    const turning w = turning_of(t, g, k);
    for (const int *v = first; *v >= 0; v++) carry(t, g, &w, column + *v, k);
  }
}
#endif
