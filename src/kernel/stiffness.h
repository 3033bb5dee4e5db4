/* What contacts add to the stiffness of the balls they touch, for the timestep; a part of kernel.c. Floor: kernel.
 *
 * Along axis a an end gets kn n_a^2 + ks (1 - n_a^2), about it ks arm^2 (1 - n_a^2) (in 2D about z alone: ks arm^2). A term is
 * split in two parts: rounded to a quantum far below the largest term, and the rest, rounded 2^-44 below that. Sums of parts are
 * exact in any order. */

/* Largest kn or ks, and largest ks, column by column: where maxima of forces are kept in other passes. */
static void stiffness_bounds(scr_tile *t, const scr_batch *b) {
  const double *act = b->act, *kn = b->kn, *ks = b->ks;
  double *top = t->max_force, *top_shear = t->max_moment;
  SCR_EACH(k, b->n) {
    const double n = act[k] != 0 ? kn[k] : 0, s = act[k] != 0 ? ks[k] : 0, larger = n > s ? n : s;
    top[k] = larger > top[k] ? larger : top[k];
    top_shear[k] = s > top_shear[k] ? s : top_shear[k];
  }
}

/* High parts go to columns 0 to 5 (translation, rotation), low ones behind them. Terms of translation are the same for both ends.
 */
static void stiffness_along(const scr_pass *p, const scr_geometry *g, const scr_batch *b, double part[SCR_STIFF][SCR_TILE]) {
  const double *act = b->act, *kn = b->kn, *ks = b->ks, high = p->stiff_high[0], low = p->stiff_low[0];
  EACH_AXIS(c) {
    const double *normal = g->n[c];
    double *h = part[c], *l = part[6 + c];
    SCR_EACH(k, b->n) {
      const double n2 = normal[k] * normal[k], s = 1 - n2, term = act[k] != 0 ? kn[k] * n2 + ks[k] * s : 0;
      h[k] = ROUNDED(term, high);
      l[k] = ROUNDED(term - h[k], low);
    }
  }
}

static void stiffness_about(const scr_pass *p, const scr_geometry *g, const scr_batch *b, const double *arm,
                            double part[SCR_STIFF][SCR_TILE]) {
  const double *act = b->act, *ks = b->ks, high = p->stiff_high[1], low = p->stiff_low[1];
  EACH_SPIN(c) {
    const double *normal = g->n[c];
    double *h = part[3 + c], *l = part[9 + c];
    SCR_EACH(k, b->n) {
      const double s = DIM == 3 ? 1 - normal[k] * normal[k] : 1, term = act[k] != 0 ? ks[k] * (arm[k] * arm[k]) * s : 0;
      h[k] = ROUNDED(term, high);
      l[k] = ROUNDED(term - h[k], low);
    }
  }
}

static void add_remote_stiffness(scr_lane *l, uint32_t row, const scr_row4 part[3]) {
  SCR_GROW(l->far_stiff, l->cap_far_stiff, l->nfar_stiff + 1);
  scr_far_stiff *r = &l->far_stiff[l->nfar_stiff++];
  r->row = row;
  memcpy(r->k, part, sizeof r->k);
}

static void add_stiffness(const scr_pass *p, scr_lane *l, const uint32_t *row, const double *act, int n, int from,
                          double part[SCR_STIFF][SCR_TILE]) {
  const uint32_t lo = l->lo, mine = l->hi - l->lo;
  scr_row4 col[4], quad[3][SCR_QUAD];
  for (int third = 0; third < 3; third++) {
    for (int c = 0; c < 4; c++) col[c] = *(const scr_row4 *)&part[4 * third + c][from];
    scr_transpose_back(col, quad[third]);
  }
  for (int e = 0; e < n; e++) {
    if (act[e] == 0) continue;
    if (SCR_LIKELY(row[e] - lo < mine)) {
      scr_row4 *to = (scr_row4 *)(p->stiff + (size_t)SCR_STIFF * row[e]);
      for (int third = 0; third < 3; third++) to[third] += quad[third][e];
    } else {
      add_remote_stiffness(l, row[e], (const scr_row4[3]){quad[0][e], quad[1][e], quad[2][e]});
    }
  }
}

static void sum_stiffness(const scr_pass *p, scr_lane *l, const scr_batch *b, const lanes *c) {
  double part[SCR_STIFF][SCR_TILE];
  if (DIM == 2) memset(part, 0, sizeof part);
  stiffness_bounds(l->tile, b);
  stiffness_along(p, c->g, b, part);
  for (int end = 0; end < (p->type == SCR_BALL_BALL ? 2 : 1); end++) {
    const uint32_t *row = end ? c->g->j : c->g->i;
    stiffness_about(p, c->g, b, end ? l->tile->arm2 : l->tile->arm1, part);
    for (int k = 0; k < c->n; k += SCR_QUAD) add_stiffness(p, l, row + k, b->act + k, SCR_MIN(c->n - k, SCR_QUAD), k, part);
  }
}

/* ---- roughly, beside the forces ----
 *
 * Terms are positive, so that plain sums in any order are as good as 2^-53 times their number: enough to tell which few balls may
 * have the shortest timestep. Those are summed exactly. A row holds three translations and three rotations. */
static void add_rough_stiffness(const scr_pass *p, scr_lane *l, const scr_batch *b, const lanes *c) {
  const scr_geometry *g = c->g;
  scr_tile *t = l->tile;
  scr_load *to = p->rough;
  const bool two = p->type == SCR_BALL_BALL, own1 = own_rows(l, c, g->i), own2 = two && own_rows(l, c, g->j);
  const int all = c->n;
  for (int k = 0; k < all; k += SCR_GROUP) {
    const scr_col act = COL(b->act + k), kn = SCR_COL_WHERE(act, COL(b->kn + k)), ks = SCR_COL_WHERE(act, COL(b->ks + k));
    const scr_col arm1 = COL(t->arm1 + k), arm2 = COL(t->arm2 + k), ks1 = ks * arm1 * arm1, ks2 = ks * arm2 * arm2;
    scr_col along[3] = {{0}}, about1[3] = {{0}}, about2[3] = {{0}};
    const int n = SCR_MIN(all - k, SCR_GROUP);
    EACH_AXIS(x) {
      const scr_col normal = COL(g->n[x] + k), n2 = normal * normal;
      along[x] = ks + (kn - ks) * n2;
      if (DIM == 3) about1[x] = ks1 - ks1 * n2, about2[x] = ks2 - ks2 * n2;
    }
    if (DIM == 2) about1[2] = ks1, about2[2] = ks2;
    STORE(t->max_k + k, SCR_COL_LARGER(SCR_COL_LARGER(kn, ks), COL(t->max_k + k)));
    STORE(t->max_ks + k, SCR_COL_LARGER(ks, COL(t->max_ks + k)));
    add_end(to, l, &l->remote_stiff, g->i + k, g->place_i + k, b->act + k, n, own1, along, about1);
    if (two) add_end(to, l, &l->remote_stiff, g->j + k, g->place_j + k, b->act + k, n, own2, along, about2);
  }
}
