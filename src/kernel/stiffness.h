/* What contacts add to the stiffness of the balls they touch, for the timestep; a part of kernel.c.
 * Floor: kernel.
 *
 * Along axis a an end gets kn n_a^2 + ks (1 - n_a^2), about it ks arm^2 (1 - n_a^2) (in 2D about z
 * alone: ks arm^2). A term is split in two parts: rounded to a quantum far below the largest term,
 * and the rest, rounded 2^-44 below that. Sums of parts are exact in any order. */

/* Largest kn or ks, and largest ks, column by column. */
static void stiffness_bounds(scr_tile *t, const scr_batch *b) {
  const double *act = b->act, *kn = b->kn, *ks = b->ks;
  double *top = t->max_k, *top_shear = t->max_ks;
  SCR_EACH(k, b->n) {
    const double n = act[k] != 0 ? kn[k] : 0, s = act[k] != 0 ? ks[k] : 0, larger = n > s ? n : s;
    top[k] = larger > top[k] ? larger : top[k];
    top_shear[k] = s > top_shear[k] ? s : top_shear[k];
  }
}

/* High parts go to columns 0 to 5 (translation, rotation), low ones after them. Terms of
 * translation are the same for both ends; those of inactive contacts are not added. */
static void stiffness_along(const scr_pass *p, const scr_geometry *g, const scr_batch *b,
                            double part[SCR_STIFF][SCR_TILE]) {
  const double *kn = b->kn, *ks = b->ks, high = p->stiff_high[0], low = p->stiff_low[0];
  EACH_AXIS(c) {
    const double *normal = g->n[c];
    double *h = part[c], *l = part[6 + c];
    SCR_EACH(k, b->n) {
      const double n2 = normal[k] * normal[k], s = 1 - n2, term = kn[k] * n2 + ks[k] * s;
      h[k] = ROUNDED(term, high);
      l[k] = ROUNDED(term - h[k], low);
    }
  }
}

static void stiffness_about(const scr_pass *p, const scr_geometry *g, const scr_batch *b,
                            const double *arm, bool rotates, double part[SCR_STIFF][SCR_TILE]) {
  const double *ks = b->ks, *kb = b->kb, *kt = b->kt;
  const double high = p->stiff_high[1], low = p->stiff_low[1];
  EACH_SPIN(c) {
    const double *normal = g->n[c];
    double *h = part[3 + c], *l = part[9 + c];
    SCR_EACH(k, b->n) {
      const double s = DIM == 3 ? 1 - normal[k] * normal[k] : 1,
                   shear = ks[k] * (arm[k] * arm[k]) * s,
                   term = rotates ? shear + kb[k] * s + kt[k] * (1 - s) : shear;
      h[k] = ROUNDED(term, high);
      l[k] = ROUNDED(term - h[k], low);
    }
  }
}

static void add_stiffness(const scr_pass *p, const scr_worker *l, const uint32_t *row,
                          const double *act, int n, int from, double part[SCR_STIFF][SCR_TILE]) {
  const uint32_t lo = l->lo, mine = l->hi - l->lo;
  scr_row4 col[4], quad[3][SCR_QUAD];
  for (int third = 0; third < 3; third++) {
    for (int c = 0; c < 4; c++) col[c] = *(const scr_row4 *)&part[4 * third + c][from];
    scr_transpose_back(col, quad[third]);
  }
  for (int e = 0; e < n; e++) {
    if (act[e] == 0) continue;
    const bool own = row[e] - lo < mine;
    if (!own && l->drops_others) continue;
    const size_t at = own ? row[e] : scr_halo_place(&l->halo, row[e]);
    scr_row4 *to = (scr_row4 *)((own ? p->stiff : l->halo.sum[SCR_HALO_STIFF]) + SCR_STIFF * at);
    for (int third = 0; third < 3; third++) to[third] += quad[third][e];
  }
}

/* The largest stiffness against rotation, column by column. */
static void rotation_bounds(scr_tile *t, const scr_batch *b) {
  const double *act = b->act, *kb = b->kb, *kt = b->kt;
  double *top = t->max_kr;
  SCR_EACH(k, b->n) {
    const double larger = act[k] == 0 ? 0 : kb[k] > kt[k] ? kb[k] : kt[k];
    top[k] = larger > top[k] ? larger : top[k];
  }
}

static void sum_stiffness(const scr_pass *p, scr_worker *l, const scr_batch *b, bool rotates,
                          const lanes *c) {
  double part[SCR_STIFF][SCR_TILE];
  if (DIM == 2) memset(part, 0, sizeof part);
  stiffness_bounds(l->tile, b);
  if (rotates) rotation_bounds(l->tile, b);
  stiffness_along(p, c->g, b, part);
  for (int end = 0; end < (p->type == SCR_BALL_BALL ? 2 : 1); end++) {
    const uint32_t *row = end ? c->g->j : c->g->i;
    stiffness_about(p, c->g, b, end ? l->tile->arm2 : l->tile->arm1, rotates, part);
    for (int k = 0; k < c->n; k += SCR_QUAD)
      add_stiffness(p, l, row + k, b->act + k, SCR_MIN(c->n - k, SCR_QUAD), k, part);
  }
}

/* ---- roughly, beside the forces ----
 *
 * Terms are positive, so that plain sums in any order are as good as 2^-53 times their number:
 * enough to tell which few balls may have the shortest timestep. Those are summed exactly. A row
 * holds three translations and three rotations. */
static void add_rough_stiffness(const scr_pass *p, scr_worker *l, const scr_batch *b, bool rotates,
                                const lanes *c) {
  const scr_geometry *g = c->g;
  scr_tile *t = l->tile;
  scr_load *to = p->rough;
  const bool two = p->type == SCR_BALL_BALL, own1 = own_rows(l, c, g->i),
             own2 = two && own_rows(l, c, g->j);
  const int all = c->n;
  for (int k = 0; k < all; k += SCR_GROUP) {
    const scr_col act = COL(b->act + k), kn = SCR_COL_WHERE(act, COL(b->kn + k)),
                  ks = SCR_COL_WHERE(act, COL(b->ks + k));
    const scr_col arm1 = COL(t->arm1 + k), arm2 = COL(t->arm2 + k), ks1 = ks * arm1 * arm1,
                  ks2 = ks * arm2 * arm2;
    scr_col along[3] = {{0}}, about1[3] = {{0}}, about2[3] = {{0}};
    const int n = SCR_MIN(all - k, SCR_GROUP);
    EACH_AXIS(x) {
      const scr_col normal = COL(g->n[x] + k), n2 = normal * normal;
      along[x] = ks + (kn - ks) * n2;
      if (DIM == 3) about1[x] = ks1 - ks1 * n2, about2[x] = ks2 - ks2 * n2;
    }
    if (DIM == 2) about1[2] = ks1, about2[2] = ks2;
    if (rotates) {
      const scr_col kb = SCR_COL_WHERE(act, COL(b->kb + k)),
                    kt = SCR_COL_WHERE(act, COL(b->kt + k));
      EACH_SPIN(x) {
        const scr_col normal = COL(g->n[x] + k), n2 = DIM == 3 ? normal * normal : 0 * normal;
        const scr_col own = kb + (kt - kb) * n2;
        about1[x] += own, about2[x] += own;
      }
      STORE(t->max_kr + k, SCR_COL_LARGER(SCR_COL_LARGER(kb, kt), COL(t->max_kr + k)));
    }
    STORE(t->max_k + k, SCR_COL_LARGER(SCR_COL_LARGER(kn, ks), COL(t->max_k + k)));
    STORE(t->max_ks + k, SCR_COL_LARGER(ks, COL(t->max_ks + k)));
    add_end(to, l, SCR_HALO_ROUGH, g->i + k, g->place_i + k, n, own1, along, about1);
    if (two) add_end(to, l, SCR_HALO_ROUGH, g->j + k, g->place_j + k, n, own2, along, about2);
  }
}

/* ---- bounds, for many cycles ----
 *
 * What a contact may add at most while its gap becomes no smaller than now by the margin: its
 * stiffness at that gap, as if active where it may become so, along the normals that such a
 * displacement can turn it to. A contact with a facet may get any normal at all. */

/* Pairs of a group that may become stiffer than the stiffest so far; the largest stiffnesses at
 * present are kept before. */
static void note_stiffest(const scr_pass *p, scr_worker *l, const scr_batch *b, const lanes *c,
                          const double *k_now, const double *ks_now) {
  for (int k = 0; k < c->n; k++) {
    const double kn = b->kn[k], ks = b->ks[k], larger = kn > ks ? kn : ks;
    if (!(larger > l->max_k || ks > l->max_ks || k_now[k] > l->max_k || ks_now[k] > l->max_ks))
      continue;
    const uint32_t pair = (uint32_t)p->type << 31 | lane_pair(c, k);
    if (k_now[k] > l->max_k) l->max_k = k_now[k], l->stiffest[0] = pair;
    if (ks_now[k] > l->max_ks) l->max_ks = ks_now[k], l->stiffest[1] = pair;
    if (l->nstiff == SCR_STIFFEST || !(larger > l->max_k || ks > l->max_ks)) continue;
    SCR_GROW(l->stiff, l->cap_stiff, l->nstiff + 1);
    l->stiff[l->nstiff++] = (scr_stiff_pair){pair, larger, ks};
  }
}

/* scr_load.firm: present stiffness of contacts that are sure to stay active.
 * `k_now`: 0 where inactive. */
static void add_bounds(const scr_pass *p, scr_worker *l, const scr_batch *b, const lanes *c,
                       const double *k_now) {
  const scr_geometry *g = c->g;
  const scr_tile *t = l->tile;
  const bool two = p->type == SCR_BALL_BALL, own1 = own_rows(l, c, g->i),
             own2 = two && own_rows(l, c, g->j);
  const scr_col one = SCR_COL_OF(1.0), margin = SCR_COL_OF(p->margin),
                firm_gap = SCR_COL_OF(p->firm - 2 * p->margin);
  const int all = c->n;
  for (int k = 0; k < all; k += SCR_GROUP) {
    const scr_col act = COL(b->act + k), kn = SCR_COL_WHERE(act, COL(b->kn + k)),
                  ks = SCR_COL_WHERE(act, COL(b->ks + k));
    const scr_col gap = COL(g->gap + k), dist = COL(g->ra + k) + gap + COL(g->rb + k);
    const scr_col turn = SCR_COL_WHEN(dist > 0, 2 * margin / dist) + SCR_COL_WHEN(dist <= 0, one);
    scr_col tilt = turn * (2 + turn), firm = SCR_COL_WHEN(gap <= firm_gap, COL(k_now + k));
    if (!two) tilt = one, firm = SCR_COL_OF(0.0);
    const scr_col arm1 = SCR_COL_ABS(COL(t->arm1 + k)) + margin,
                  arm2 = SCR_COL_ABS(COL(t->arm2 + k)) + margin;
    const scr_col ks1 = ks * arm1 * arm1, ks2 = ks * arm2 * arm2;
    const int n = SCR_MIN(all - k, SCR_GROUP);
    scr_col end1[8] = {{0}}, end2[8] = {{0}};
    EACH_AXIS(x) {
      const scr_col normal = COL(g->n[x] + k), n2 = normal * normal,
                    rest = SCR_COL_SMALLER(1 - n2 + tilt, one);
      end1[x] = end2[x] = kn * SCR_COL_SMALLER(n2 + tilt, one) + ks * rest;
      if (DIM == 3) end1[3 + x] = ks1 * rest, end2[3 + x] = ks2 * rest;
    }
    if (DIM == 2) end1[5] = ks1, end2[5] = ks2;
    end1[6] = end2[6] = firm;
    add_columns(p->rough, l, SCR_HALO_ROUGH, g->i + k, g->place_i + k, n, own1, end1);
    if (two) add_columns(p->rough, l, SCR_HALO_ROUGH, g->j + k, g->place_j + k, n, own2, end2);
  }
}

static void stiffness_bounds_of(const scr_pass *p, scr_worker *l, scr_batch *b, int law,
                                const lanes *c) {
  scr_lanes nearest, was, k_now, ks_now;
  const double *gap = b->gap;
  const uint8_t *flag = p->pairs->flag;
  memcpy(was, b->act, sizeof was);
  for (int k = 0; k < c->n && p->type == SCR_BALL_FACET; k++)
    if (flag[lane_pair(c, k)] & SCR_PAIR_BLOCKED) was[k] = 0;
  p->law_stiff[law - 1](b);
  SCR_EACH(k, c->n) {
    const double larger = b->kn[k] > b->ks[k] ? b->kn[k] : b->ks[k];
    k_now[k] = was[k] != 0 ? larger : 0;
    ks_now[k] = was[k] != 0 ? b->ks[k] : 0;
    nearest[k] = gap[k] - p->margin;
    b->act[k] = nearest[k] <= p->reach ? 1 : b->act[k];
  }
  b->gap = nearest;
  p->law_stiff[law - 1](b);
  b->gap = gap;
  note_stiffest(p, l, b, c, k_now, ks_now);
  add_bounds(p, l, b, c, k_now);
}
