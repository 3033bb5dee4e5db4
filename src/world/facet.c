/* Facets: closest points, which of several facets claims a ball, hand-over from facet to facet, motion of walls. */
#include "world/world.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "world/engine.h"
#include "world/seam.h"

static const double *vertex_x(const scr_world *w, uint32_t v) { return scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v; }

static void sub3(const double *a, const double *b, double *c) {
  for (int k = 0; k < 3; k++) c[k] = a[k] - b[k];
}

/* ---- closest points ---- */

/* Closest point of segment (a, b) to x: 0 inside, 1 at a, 2 at b. Written from the vertex with the lower row, so that both facets
 * of an edge find the same bits. */
static int closest_segment(const scr_world *w, uint32_t va, uint32_t vb, const double x[3], double c[3]) {
  bool turned = vb < va;
  const double *a = vertex_x(w, turned ? vb : va), *b = vertex_x(w, turned ? va : vb);
  double ab[3], ax[3];
  sub3(b, a, ab);
  sub3(x, a, ax);
  double t = scr_dot3(ax, ab), len2 = scr_dot3(ab, ab);
  int at = t <= 0 ? 1 : t >= len2 ? 2 : 0;
  for (int k = 0; k < 3; k++) c[k] = at == 1 ? a[k] : at == 2 ? b[k] : a[k] + t / len2 * ab[k];
  return at && turned ? 3 - at : at;
}

static double distance(const double *a, const double *b) {
  double d[3];
  sub3(a, b, d);
  return sqrt(scr_dot3(d, d));
}

/* Voronoi regions of a triangle (Ericson 2005, 5.1.5): the face if x projects inside, else the nearest of the three edges. */
static int closest_triangle(const scr_world *w, const uint32_t v[3], const double n[3], const double x[3], double c[3]) {
  const double *p[3] = {vertex_x(w, v[0]), vertex_x(w, v[1]), vertex_x(w, v[2])};
  bool inside = true;
  for (int k = 0; k < 3; k++) {
    double e[3], ax[3], out[3];
    sub3(p[(k + 1) % 3], p[k], e);
    sub3(x, p[k], ax);
    scr_cross3(n, e, out); /* points inwards */
    inside &= scr_dot3(out, ax) > 0;
  }
  if (inside) {
    double ax[3];
    sub3(x, p[0], ax);
    double h = scr_dot3(ax, n);
    for (int k = 0; k < 3; k++) c[k] = x[k] - h * n[k];
    return 0;
  }
  int feature = 1;
  double best = HUGE_VAL, q[3];
  for (int k = 0; k < 3; k++) {
    int at = closest_segment(w, v[k], v[(k + 1) % 3], x, q);
    double d = distance(x, q);
    if (!(d < best)) continue;
    best = d;
    memcpy(c, q, sizeof q);
    feature = at == 0 ? 1 + k : at == 1 ? 4 + k : 4 + (k + 1) % 3;
  }
  return feature;
}

double scr_facet_closest(const scr_world *w, uint32_t f, const double x[3], double c[3], int *feature) {
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
  if (w->dim == 2) {
    double y[3] = {x[0], x[1], 0};
    int at = closest_segment(w, v[0], v[1], y, c);
    *feature = at == 0 ? 0 : 3 + at;
    return distance(y, c);
  }
  *feature = closest_triangle(w, v, scr_col(&w->facet, SCR_FACET_NORMAL) + 3 * (size_t)f, x, c);
  return distance(x, c);
}

void scr_facet_velocity(const scr_world *w, uint32_t f, const double x[3], double v[3]) {
  size_t at = 3 * (size_t)scr_colu(&w->facet, SCR_FACET_WALL)[f];
  double r[3];
  sub3(x, scr_col(&w->wall, SCR_WALL_CENTER) + at, r);
  scr_cross3(scr_col(&w->wall, SCR_WALL_SPIN) + at, r, v);
  for (int k = 0; k < 3; k++) v[k] += scr_col(&w->wall, SCR_WALL_VELOCITY)[at + k] + scr_col(&w->wall, SCR_WALL_CONVEYOR)[at + k];
}

static bool any_period(const scr_world *w) {
  for (int c = 0; c < w->dim; c++)
    if (scr_period(w, c) > 0) return true;
  return false;
}

/* Images of a pair by axis: those it was built with, and those its ball went through since. */
static void shifts(const scr_world *w, uint32_t k, int out[3]) {
  const struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  size_t at = 3 * (size_t)p->i[k];
  out[0] = p->shift[k] % 3 - 1;
  out[1] = p->shift[k] / 3 % 3 - 1;
  out[2] = p->shift[k] / 9 - 1;
  for (int c = 0; c < 3; c++)
    if (scr_period(w, c) > 0) out[c] += scr_coli(&w->ball, SCR_BALL_IMAGE)[at + (size_t)c] - e->image_built[at + (size_t)c];
}

uint8_t scr_facet_shift(const scr_world *w, uint32_t k) {
  int s[3];
  shifts(w, k, s);
  return (uint8_t)(s[0] + 1 + 3 * (s[1] + 1) + 9 * (s[2] + 1));
}

void scr_facet_shifts_settle(scr_world *w) {
  struct scr_engine *e = w->engine;
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  for (uint32_t k = 0; k < p->n; k++) {
    int s[3];
    shifts(w, k, s);
    bool near = true; /* a candidate may be more than one image away; a contact never is */
    for (int c = 0; c < 3; c++) near &= s[c] >= -1 && s[c] <= 1;
    p->shift[k] = near ? (uint8_t)(s[0] + 1 + 3 * (s[1] + 1) + 9 * (s[2] + 1)) : 13;
  }
  SCR_GROW(e->image_built, e->cap_image, 3 * (size_t)w->ball.n);
  if (w->ball.n) memcpy(e->image_built, scr_coli(&w->ball, SCR_BALL_IMAGE), 3 * sizeof(int32_t) * w->ball.n);
}

void scr_facet_ball_position(const scr_world *w, uint32_t k, double x[3]) {
  memcpy(x, w->pose[w->pair[SCR_BALL_FACET].i[k]].x, 3 * sizeof *x);
  if (!any_period(w) || (!w->engine->wrapped && w->pair[SCR_BALL_FACET].shift[k] == 13)) return;
  int s[3];
  shifts(w, k, s);
  for (int c = 0; c < 3; c++) x[c] += scr_period(w, c) * s[c];
}

/* ---- claims ---- */

/* One facet near a ball, while it is decided who claims it. */
typedef struct claim {
  uint32_t pair, facet, wall;
  int feature;
  double gap;
  double x[3], c[3]; /* ball in the image of the pair, closest point */
  double cutoff_cos; /* of its wall */
  bool off, keep;    /* the ball lies on a side that is not active; it is the facet's */
} claim;

/* All claims on one ball; the memory serves the next ball, too. */
typedef struct claims {
  claim *q;
  size_t n, cap;
} claims;

static bool share_vertex(const scr_world *w, uint32_t f, uint32_t g) {
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX), *a = v + 3 * (size_t)f, *b = v + 3 * (size_t)g;
  for (int i = 0; i < w->dim; i++)
    for (int j = 0; j < w->dim; j++)
      if (a[i] == b[j]) return true;
  return false;
}

/* Does facet g hold the edge or vertex of facet f that `feature` names? */
static bool holds_feature(const scr_world *w, uint32_t f, int feature, uint32_t g) {
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX), *a = v + 3 * (size_t)f, *b = v + 3 * (size_t)g;
  uint32_t need[2] = {feature >= 4 ? a[feature - 4] : a[feature - 1], feature >= 4 ? a[feature - 4] : a[feature % 3]};
  for (int k = 0; k < 2; k++) {
    bool found = false;
    for (int j = 0; j < w->dim; j++) found |= b[j] == need[k];
    if (!found) return false;
  }
  return true;
}

static int rank(int feature) { return feature == 0 ? 0 : feature < 4 ? 1 : 2; }

/* Cosine of the angle between two facets' normals, whatever side they show. */
static bool nearly_flat(const scr_world *w, uint32_t f, uint32_t g, double cutoff_cos) {
  const double *n = scr_col(&w->facet, SCR_FACET_NORMAL);
  return scr_dot3(n + 3 * (size_t)f, n + 3 * (size_t)g) >= cutoff_cos;
}

/* A wall that ends at a periodic boundary may go on behind it: does the rim point that claim a holds lie on the facet of claim b,
 * as another image of the ball sees it? */
static bool joined_across(const scr_world *w, const claim *a, const claim *b) {
  double point[3], q[3], reach = 0;
  int feature;
  if (a->feature == 0 || scr_facet_shift(w, a->pair) == scr_facet_shift(w, b->pair)) return false;
  for (int c = 0; c < 3; c++) {
    point[c] = b->x[c] + (a->c[c] - a->x[c]);
    reach = SCR_MAX(reach, scr_period(w, c));
  }
  return scr_facet_closest(w, b->facet, point, q, &feature) <= 1e-9 * reach;
}

/* Between claims of one rank: the nearer, then the one whose side is active (at a sharp edge the ball may lie behind the plane of
 * one facet only), then the lower id. */
static bool goes_before(const scr_world *w, const claim *b, const claim *a) {
  const uint32_t *id = scr_colu(&w->facet, SCR_FACET_ID);
  if (b->gap != a->gap) return b->gap < a->gap;
  if (b->off != a->off) return a->off;
  return id[b->facet] != id[a->facet] ? id[b->facet] < id[a->facet] : b->pair < a->pair;
}

/* Does claim b beat claim a? On a shared edge or vertex a face beats an edge, an edge a vertex, then the nearer, then the lower
 * id; faces (and what is left) of one smooth patch merge to the deepest. */
static bool beats(const scr_world *w, const claim *b, const claim *a) {
  if (joined_across(w, a, b) || (a->feature != 0 && holds_feature(w, a->facet, a->feature, b->facet)))
    return rank(b->feature) != rank(a->feature) ? rank(b->feature) < rank(a->feature) : goes_before(w, b, a);
  if (b->feature != 0 && holds_feature(w, b->facet, b->feature, a->facet)) return false;
  return share_vertex(w, a->facet, b->facet) && nearly_flat(w, a->facet, b->facet, a->cutoff_cos) && goes_before(w, b, a);
}

static bool side_is_off(const scr_world *w, uint32_t f, const double n_to_facet[3]) {
  uint8_t sides = ((const uint8_t *)w->wall.base[SCR_WALL_SIDES])[scr_colu(&w->facet, SCR_FACET_WALL)[f]];
  double s = scr_dot3(n_to_facet, scr_col(&w->facet, SCR_FACET_NORMAL) + 3 * (size_t)f); /* negative: the ball is on top */
  return sides == 3 || (sides == 1 && s > 0) || (sides == 2 && s < 0);
}

/* ---- round valleys ---- */

static const double ROUND_PART = 0.01; /* radius of the bottom by that of the ball, see docs/decisions.md */

/* Pair k as a side of a valley that pair `of` may form with others; false if the ball does not see its face, or it belongs to no
 * smooth patch with the facet of `of`. */
static bool valley_side(const scr_world *w, uint32_t of, uint32_t k, double cutoff_cos, scr_seam_side *side) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t *wall = scr_colu(&w->facet, SCR_FACET_WALL), f = p->j[of], g = p->j[k];
  if (k != of && (wall[f] != wall[g] || !share_vertex(w, f, g) || !nearly_flat(w, f, g, cutoff_cos))) return false;
  double x[3], c[3];
  int feature;
  scr_facet_ball_position(w, k, x);
  const double dist = scr_facet_closest(w, g, x, c, &feature);
  if (feature != 0 || !(dist > 0)) return false;
  for (int a = 0; a < 3; a++) side->n[a] = a < w->dim ? (c[a] - x[a]) / dist : 0;
  side->depth = w->pose[p->i[k]].r - dist;
  return !side_is_off(w, g, side->n);
}

bool scr_facet_round(const scr_world *w, uint32_t k, double *gap, double n[3]) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t wall = scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]];
  const double radius = ROUND_PART * w->pose[p->i[k]].r;
  scr_seam_side side[SCR_SEAM_SIDES];
  int count = 1;
  double sine, cosine;
  uint32_t first = k, last = k + 1;
  while (first > 0 && p->i[first - 1] == p->i[k]) first--;
  while (last < p->n && p->i[last] == p->i[k]) last++;
  if (last - first == 1) return false;
  scr_sincos_degrees(scr_col(&w->wall, SCR_WALL_CUTOFF)[wall], &sine, &cosine);
  if (!valley_side(w, k, k, cosine, &side[0])) return false;
  for (uint32_t q = first; q < last && count < SCR_SEAM_SIDES; q++)
    if (q != k && valley_side(w, k, q, cosine, &side[count]) && side[count].depth > -radius) count++;
  return count > 1 && scr_seam_round(count, side, radius, gap, n);
}

/* The contact that carries a ball in a valley takes the geometry of the round bottom. */
static void round_pair(scr_world *w, uint32_t k) {
  struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  double gap, n[3], x[3], speed[3];
  if (e->feature[k] != 0 || !scr_facet_round(w, k, &gap, n)) return;
  scr_facet_ball_position(w, k, x);
  for (int a = 0; a < 3; a++) x[a] += (w->pose[p->i[k]].r + 0.5 * gap) * n[a];
  scr_facet_velocity(w, p->j[k], x, speed);
  e->facet.gap[k] = gap;
  for (int a = 0; a < 3; a++) e->facet.n[a][k] = n[a], e->facet.v[a][k] = speed[a];
}

/* What all pairs of a pass share. */
typedef struct survey {
  double period[3], gap, part; /* see scr_cmat_reach */
  const uint32_t *id, *wall;
} survey;

static survey survey_of(const scr_world *w) {
  survey v = {.gap = 0};
  scr_cmat_reach(w, SCR_BALL_FACET, &v.gap, &v.part);
  for (int c = 0; c < 3; c++) v.period[c] = scr_period(w, c);
  v.id = scr_colu(&w->facet, SCR_FACET_ID);
  v.wall = scr_colu(&w->facet, SCR_FACET_WALL);
  return v;
}

/* Distance up to which pair k is, or would become, a contact. */
static double proximity_of(const scr_world *w, const survey *v, uint32_t k, double r) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  if (!p->law[k]) return SCR_MAX(v->gap, v->part * r);
  double own = w->pset[p->pset[k]].proximity;
  return own >= 0 ? own : 0.05 * r;
}

/* Geometry of all pairs of one ball; fills claims (near ones only) in order of facet id. */
static void ball_claims(scr_world *w, const survey *v, uint32_t first, uint32_t last, bool contacts_only, claims *out) {
  struct scr_engine *e = w->engine;
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t ball = p->i[first];
  const double r = w->pose[ball].r;
  out->n = 0;
  for (uint32_t k = first; k < last; k++) {
    claim q = {.pair = k, .facet = p->j[k], .wall = v->wall[p->j[k]]};
    scr_facet_ball_position(w, k, q.x);
    double dist = scr_facet_closest(w, q.facet, q.x, q.c, &q.feature), normal[3], xc[3], speed[3];
    q.gap = dist - r;
    e->facet.gap[k] = q.gap;
    e->feature[k] = (uint8_t)q.feature;
    bool near = q.gap <= proximity_of(w, v, k, r);
    const double inverse = dist > 0 ? 1 / dist : 0;
    for (int a = 0; a < 3; a++) {
      normal[a] = dist > 0 ? (q.c[a] - q.x[a]) * inverse : a == 0;
      xc[a] = q.x[a] + (r + 0.5 * q.gap) * normal[a];
      e->facet.n[a][k] = normal[a];
    }
    scr_facet_velocity(w, q.facet, xc, speed);
    for (int a = 0; a < 3; a++) e->facet.v[a][k] = speed[a];
    if (!near || (contacts_only && !p->law[k])) continue;
    q.off = side_is_off(w, q.facet, normal);
    q.keep = !q.off;
    SCR_GROW(out->q, out->cap, out->n + 1);
    size_t at = out->n++;
    for (; at > 0 && v->id[out->q[at - 1].facet] > v->id[q.facet]; at--) out->q[at] = out->q[at - 1];
    out->q[at] = q;
  }
}

/* Do claims lead from a to b over facets that hang together smoothly? A ball may cross several small facets in a step. */
static bool same_patch(const scr_world *w, const claims *list, size_t a, size_t b) {
  bool *reached = scr_alloc(list->n * sizeof *reached), more = true;
  reached[a] = true;
  while (more && !reached[b]) {
    more = false;
    for (size_t i = 0; i < list->n; i++)
      for (size_t j = 0; j < list->n && reached[i]; j++) {
        const claim *p = &list->q[i], *q = &list->q[j];
        if (reached[j] || p->wall != q->wall || !share_vertex(w, p->facet, q->facet) ||
            !nearly_flat(w, p->facet, q->facet, p->cutoff_cos))
          continue;
        reached[j] = more = true;
      }
  }
  more = reached[b];
  scr_free(reached);
  return more;
}

static bool follows(const scr_world *w, const claims *list, size_t a, size_t b) {
  const claim *lost = &list->q[a], *won = &list->q[b];
  if (share_vertex(w, lost->facet, won->facet) && (nearly_flat(w, lost->facet, won->facet, lost->cutoff_cos) ||
                                                   (won->feature && holds_feature(w, won->facet, won->feature, lost->facet))))
    return true;
  return joined_across(w, lost, won) || same_patch(w, list, a, b);
}

/* Place `to` takes the state of place `from`, which begins anew; what was accumulated on either side stays in the balance. */
static void move_state(scr_pairs *p, uint32_t to, uint32_t from) {
  p->pset[to] = p->pset[from];
  for (int s = 0; s < 4; s++)
    if (p->work[s]) p->work[s][from] += p->work[s][to];
  scr_pairs_copy_state(p, to, p, from);
  p->flag[to] |= SCR_PAIR_ACTIVE;
  p->flag[from] &= (uint8_t)~SCR_PAIR_ACTIVE;
  for (int s = 0; s < SCR_MAX_STATE; s++)
    if (p->state[s]) p->state[s][from] = 0;
  for (int s = 0; s < 4; s++) {
    if (p->work[s]) p->work[s][from] = 0;
    if (p->dash[s]) p->dash[s][from] = 0;
  }
  for (int s = 0; s < 3; s++) p->force[s][from] = 0;
}

/* The state of a contact that lost its claim moves to the one that took over, if that one is fresh. */
static void hand_over(scr_world *w, const claims *list) {
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  for (size_t a = 0; a < list->n; a++) {
    const claim *lost = &list->q[a];
    if (lost->keep || !p->law[lost->pair] || !(p->flag[lost->pair] & SCR_PAIR_ACTIVE)) continue;
    for (size_t b = 0; b < list->n; b++) {
      const claim *won = &list->q[b];
      if (!won->keep || !p->law[won->pair] || (p->flag[won->pair] & SCR_PAIR_ACTIVE)) continue;
      if (lost->wall != won->wall || p->law[won->pair] != p->law[lost->pair] || !follows(w, list, a, b)) continue;
      move_state(p, won->pair, lost->pair);
      break;
    }
  }
}

static void find_cutoffs(const scr_world *w, claims *list) {
  for (size_t k = 0; k < list->n; k++) {
    claim *q = &list->q[k];
    double s;
    if (k > 0 && q->wall == q[-1].wall)
      q->cutoff_cos = q[-1].cutoff_cos;
    else
      scr_sincos_degrees(scr_col(&w->wall, SCR_WALL_CUTOFF)[q->wall], &s, &q->cutoff_cos);
  }
}

/* Energy stored in the springs of the contacts that carry the ball. */
static double claimed_strain(scr_world *w, const claims *list) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  double sum = 0, e;
  for (size_t a = 0; a < list->n; a++) {
    const uint32_t k = list->q[a].pair;
    if (!p->law[k] || p->flag[k] & SCR_PAIR_BLOCKED) continue;
    if (scr_contact_energy(w, (scr_contact){SCR_BALL_FACET, k}, "energy-strain", &e)) sum += e;
  }
  return sum;
}

static void set_blocked(scr_world *w, const claims *list, bool book) {
  struct scr_engine *e = w->engine;
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  for (size_t a = 0; a < list->n; a++) {
    const uint32_t k = list->q[a].pair;
    const bool was = p->flag[k] & SCR_PAIR_BLOCKED;
    p->flag[k] = (uint8_t)(list->q[a].keep ? p->flag[k] & ~SCR_PAIR_BLOCKED : p->flag[k] | SCR_PAIR_BLOCKED);
    if (!book || !was || !list->q[a].keep) continue;
    SCR_GROW(e->fresh, e->cap_fresh, e->nfresh + 1);
    e->fresh[e->nfresh++] = k;
  }
}

/* Contacts that took over a state begin with its energy. */
static void forget_active(scr_world *w, size_t from) {
  struct scr_engine *e = w->engine;
  size_t n = from;
  for (size_t k = from; k < e->nfresh; k++)
    if (!(w->pair[SCR_BALL_FACET].flag[e->fresh[k]] & SCR_PAIR_ACTIVE)) e->fresh[n++] = e->fresh[k];
  e->nfresh = n;
}

/* May claim a be at the bottom of a valley? A first look, without computing anything. */
static bool in_valley(const scr_world *w, const claims *list, size_t a) {
  const claim *q = &list->q[a];
  const double reach = ROUND_PART * w->pose[w->pair[SCR_BALL_FACET].i[q->pair]].r;
  if (q->feature != 0) return false;
  for (size_t b = 0; b < list->n; b++)
    if (b != a && list->q[b].wall == q->wall && list->q[b].feature == 0 && list->q[b].gap < reach) return true;
  return false;
}

/* Where claims change at a concave corner under overlap, springs come and go though nothing moved that far: booked under
 * energy-edit, what goes here, what comes when it was evaluated (scr_facet_book_fresh). */
static void resolve(scr_world *w, claims *list, bool in_cycle) {
  const bool book = in_cycle && w->energy_on && list->n > 1;
  if (list->n > 1) find_cutoffs(w, list);
  for (size_t a = 0; a < list->n && list->n > 1; a++) {
    claim *q = &list->q[a];
    for (size_t b = 0; b < list->n && q->keep; b++)
      if (b != a && q->wall == list->q[b].wall && beats(w, &list->q[b], q)) q->keep = false;
  }
  const double before = book ? claimed_strain(w, list) : 0;
  const size_t from = w->engine->nfresh;
  set_blocked(w, list, book);
  if (list->n > 1) hand_over(w, list);
  for (size_t a = 0; a < list->n && list->n > 1; a++)
    if (list->q[a].keep && in_valley(w, list, a)) round_pair(w, list->q[a].pair);
  if (!book) return;
  forget_active(w, from);
  scr_xsum_add(&w->energy_total[SCR_TOTAL_EDIT], claimed_strain(w, list) - before);
}

static double reference_gap(scr_world *w, scr_contact c) {
  const scr_prop *p = scr_model_prop(scr_contact_model(w, c), "rgap");
  double gap[3] = {0};
  return p && scr_contact_get(w, c, p, gap) ? gap[0] : 0;
}

/* Which part of the strain a fresh contact would have had before this step's motion: the rest is what the ball itself has just
 * pressed into the spring. Exact for linear springs; 0 where there was no overlap yet. */
static double part_before(scr_world *w, scr_contact c) {
  const struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  double opened = 0;
  for (int a = 0; a < w->dim; a++)
    opened += (e->facet.v[a][c.k] - w->twist[p->i[c.k]].v[a]) * e->facet.n[a][c.k] * w->timestep.current;
  const double now = reference_gap(w, c) - e->facet.gap[c.k], before = now + opened;
  return now > 0 && before > 0 ? before * before / (now * now) : 0;
}

void scr_facet_book_fresh(scr_world *w) {
  struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  double strain;
  for (size_t k = 0; k < e->nfresh; k++) {
    const scr_contact c = {SCR_BALL_FACET, e->fresh[k]};
    if (c.k < p->n && p->law[c.k] && scr_contact_energy(w, c, "energy-strain", &strain))
      scr_xsum_add(&w->energy_total[SCR_TOTAL_EDIT], strain * part_before(w, c));
  }
  e->nfresh = 0;
}

static void geometry_room(struct scr_engine *e, size_t n) {
  scr_facet_geometry *g = &e->facet;
  SCR_GROW(e->feature, e->cap_feature, n);
  if (n <= g->cap) return;
  size_t cap = n + n / 2 + 64;
  g->gap = scr_realloc(g->gap, cap * sizeof(double));
  for (int c = 0; c < 3; c++) {
    g->n[c] = scr_realloc(g->n[c], cap * sizeof(double));
    g->v[c] = scr_realloc(g->v[c], cap * sizeof(double));
  }
  g->cap = cap;
}

/* Places that were born or have gone, and balls whose claims wait until the births are done. */
typedef struct changes {
  uint32_t *born, *gone, *waiting;
  size_t nborn, cap_born, ngone, cap_gone, nwaiting, cap_waiting;
} changes;

static uint32_t ball_end(const scr_pairs *p, uint32_t first) {
  uint32_t last = first + 1;
  while (last < p->n && p->i[last] == p->i[first]) last++;
  return last;
}

/* Births and deaths among the pairs of one ball; true if there is any. */
static bool find_changes(const scr_pairs *p, uint32_t first, uint32_t last, const claims *list, changes *c) {
  size_t before = c->nborn + c->ngone;
  for (size_t k = 0; k < list->n; k++) {
    if (p->law[list->q[k].pair]) continue;
    SCR_GROW(c->born, c->cap_born, c->nborn + 1);
    c->born[c->nborn++] = list->q[k].pair;
  }
  for (uint32_t k = first; k < last; k++) {
    bool in = p->law[k] == 0;
    for (size_t q = 0; q < list->n && !in; q++) in = list->q[q].pair == k;
    if (in) continue;
    SCR_GROW(c->gone, c->cap_gone, c->ngone + 1);
    c->gone[c->ngone++] = k;
  }
  return c->nborn + c->ngone > before;
}

/* Geometry and births first, claims after them, so that a contact that takes over exists. */
void scr_facet_update(scr_world *w, scr_diag *d, bool in_cycle) {
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  if (!p->n) return;
  const survey v = survey_of(w);
  claims list = {0};
  changes c = {0};
  geometry_room(w->engine, p->n);
  for (uint32_t first = 0, last; first < p->n; first = last) {
    last = ball_end(p, first);
    ball_claims(w, &v, first, last, false, &list);
    if (find_changes(p, first, last, &list, &c)) {
      SCR_GROW(c.waiting, c.cap_waiting, c.nwaiting + 1);
      c.waiting[c.nwaiting++] = first;
    } else {
      resolve(w, &list, in_cycle);
    }
  }
  if (c.ngone) scr_contacts_gone(w, SCR_BALL_FACET, c.gone, c.ngone);
  if (c.nborn) scr_contacts_born(w, d, SCR_BALL_FACET, c.born, c.nborn);
  for (size_t k = 0; k < c.nwaiting; k++) {
    ball_claims(w, &v, c.waiting[k], ball_end(p, c.waiting[k]), true, &list);
    resolve(w, &list, in_cycle);
  }
  if (!in_cycle && c.nborn) scr_forces_start(w, SCR_BALL_FACET, c.born, c.nborn);
  if (c.nborn || c.ngone) scr_count_contacts(w);
  scr_free(c.born);
  scr_free(c.gone);
  scr_free(c.waiting);
  scr_free(list.q);
}

static bool carries(const scr_pairs *p, uint32_t k) { return p->law[k] && !(p->flag[k] & SCR_PAIR_BLOCKED); }

void scr_facet_geometry_all(scr_world *w) {
  claims list = {0};
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const survey v = survey_of(w);
  geometry_room(w->engine, p->n);
  for (uint32_t k = 0; k < p->n; k++) {
    ball_claims(w, &v, k, k + 1, true, &list);
    if (carries(p, k)) round_pair(w, k);
  }
  scr_free(list.q);
}

void scr_facet_geometry_one(scr_world *w, uint32_t k) {
  claims list = {0};
  const survey v = survey_of(w);
  geometry_room(w->engine, w->pair[SCR_BALL_FACET].n);
  ball_claims(w, &v, k, k + 1, true, &list);
  if (carries(&w->pair[SCR_BALL_FACET], k)) round_pair(w, k);
  scr_free(list.q);
}

/* ---- walls in motion ---- */

void scr_facets_refresh(scr_world *w) {
  for (uint32_t f = 0; f < w->facet.n; f++) {
    const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
    double *n = scr_col(&w->facet, SCR_FACET_NORMAL) + 3 * (size_t)f, a[3], b[3];
    sub3(vertex_x(w, v[1]), vertex_x(w, v[0]), a);
    if (w->dim == 2) {
      n[0] = -a[1], n[1] = a[0], n[2] = 0;
    } else {
      sub3(vertex_x(w, v[2]), vertex_x(w, v[0]), b);
      scr_cross3(a, b, n);
    }
    double len = sqrt(scr_dot3(n, n));
    for (int c = 0; c < 3; c++) n[c] = len > 0 ? n[c] / len : 0;
  }
}

/* Turns r about axis w by the angle |w| dt, exactly (Cayley's form with tan of the half angle). */
static void turn(const double spin[3], double dt, double r[3]) {
  double speed = sqrt(scr_dot3(spin, spin));
  if (speed == 0) return;
  double t = scr_tan(0.5 * speed * dt), inv = 1 / (1 + t * t), s = 2 * t * inv, c = (1 - t * t) * inv, u[3], ur[3];
  for (int k = 0; k < 3; k++) u[k] = spin[k] / speed;
  double along = scr_dot3(u, r);
  scr_cross3(u, r, ur);
  for (int k = 0; k < 3; k++) r[k] = c * r[k] + s * ur[k] + (1 - c) * along * u[k];
}

static bool moves(const scr_world *w, uint32_t wall) {
  for (int c = 0; c < 3; c++)
    if (scr_col(&w->wall, SCR_WALL_VELOCITY)[3 * (size_t)wall + c] != 0 ||
        scr_col(&w->wall, SCR_WALL_SPIN)[3 * (size_t)wall + c] != 0)
      return true;
  return false;
}

void scr_walls_move(scr_world *w, double dt) {
  bool any = false;
  double furthest = 0;
  for (uint32_t k = 0; k < w->wall.n; k++) any |= moves(w, k);
  if (!any) return;
  for (uint32_t v = 0; v < w->vertex.n; v++) {
    size_t wall = 3 * (size_t)scr_colu(&w->vertex, SCR_VERTEX_WALL)[v];
    if (!moves(w, (uint32_t)(wall / 3))) continue;
    double *x = scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v, r[3], old[3];
    memcpy(old, x, sizeof old);
    sub3(x, scr_col(&w->wall, SCR_WALL_CENTER) + wall, r);
    turn(scr_col(&w->wall, SCR_WALL_SPIN) + wall, dt, r);
    bool spins = false;
    for (int c = 0; c < 3; c++) spins |= scr_col(&w->wall, SCR_WALL_SPIN)[wall + c] != 0;
    for (int c = 0; c < 3; c++) {
      if (spins) x[c] = scr_col(&w->wall, SCR_WALL_CENTER)[wall + c] + r[c];
      x[c] += scr_col(&w->wall, SCR_WALL_VELOCITY)[wall + c] * dt;
    }
    furthest = SCR_MAX(furthest, distance(x, old));
  }
  for (uint32_t k = 0; k < w->wall.n; k++) {
    double *x = scr_col(&w->wall, SCR_WALL_POSITION) + 3 * (size_t)k, *c0 = scr_col(&w->wall, SCR_WALL_CENTER) + 3 * (size_t)k,
           r[3];
    sub3(x, c0, r);
    turn(scr_col(&w->wall, SCR_WALL_SPIN) + 3 * (size_t)k, dt, r);
    for (int c = 0; c < 3; c++) {
      double step = scr_col(&w->wall, SCR_WALL_VELOCITY)[3 * (size_t)k + c] * dt;
      x[c] = c0[c] + r[c] + step;
      c0[c] += step;
    }
  }
  w->engine->wall_move += furthest;
  scr_facets_refresh(w);
}
