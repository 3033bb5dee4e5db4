/* Forces of contacts by a given stress. */
#include "world/cycle/tractions.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "base/xsum.h"
#include "world/contacts/birth.h"
#include "world/contacts/contact.h"
#include "world/contacts/count.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/search/search.h"
#include "world/state/rows.h"

/* ---- laws that take a force ---- */

/* Where a law holds its force. A bond beside the springs takes what these cannot hold. What turns
 * is let go. */
typedef struct carrier {
  const char *law, *force, *bond, *moment;
} carrier;

static const carrier carriers[] = {
    {"linear", "lin_force", NULL, NULL},
    {"linearcbond", "lin_force", NULL, NULL},
    {"linearpbond", "lin_force", "pb_force", "pb_moment"},
    {"rrlinear", "lin_force", NULL, "rr_moment"},
    {"softbond", "sb_force", NULL, "sb_moment"},
    {"hertz", "hz_force", NULL, NULL},
};

static const carrier *carrier_of(const scr_model *m) {
  for (size_t k = 0; k < SCR_COUNTOF(carriers); k++)
    if (strcmp(carriers[k].law, m->name) == 0) return &carriers[k];
  return NULL;
}

static void put(scr_world *w, scr_contact c, const char *name, const double *v, int n) {
  scr_diag none = {0};
  const scr_prop *p = scr_model_prop(scr_contact_model(w, c), name);
  if (p) scr_contact_set(w, &none, c, p, v, n);
  scr_diag_clear(&none);
}

static double get(scr_world *w, scr_contact c, const char *name) {
  double v[3] = {0};
  const scr_prop *p = scr_model_prop(scr_contact_model(w, c), name);
  if (p) scr_contact_get(w, c, p, v);
  return v[0];
}

/* Do springs with a slider hold that force? Numbers of it: normal (compression positive), shear. */
static bool springs_hold(scr_world *w, scr_contact c, const double f[3]) {
  const double most = get(w, c, "fric") * f[0];
  return f[0] >= 0 && f[1] * f[1] + f[2] * f[2] <= most * most;
}

/* The contact opens where nothing is left of its force. (A force that the springs hold moves the
 * reference gap on by itself.) */
static void put_gap(scr_world *w, scr_contact c) {
  scr_ends e;
  scr_contact_ends_of(w, c, &e);
  put(w, c, "rgap", &e.gap, 1);
}

/* f: on end 2, N. */
static void impose(scr_world *w, scr_contact c, const carrier *to, const double f[3]) {
  static const double none[3] = {0};
  const int n = w->dim;
  scr_contact_geometry g;
  double local[3];
  scr_contact_geometry_of(w, c, &g);
  scr_contact_to_local(&g, f, local);
  if (w->dim == 2) local[2] = 0;
  const bool bonds = to->bond && scr_contact_bond(w, c) >= SCR_BOND_HOLDS,
             shifts = bonds && !springs_hold(w, c, local);
  const double normal = shifts && local[0] < 0 ? 0 : local[0];
  put_gap(w, c);
  put(w, c, to->force, shifts ? (double[]){normal, 0, 0} : local, n);
  if (bonds) put(w, c, to->bond, none, n);
  if (shifts) put(w, c, to->bond, (double[]){local[0] - normal, local[1], local[2]}, n);
  if (to->moment) put(w, c, to->moment, none, w->dim == 2 ? 1 : 3);
  scr_contact_carries(w, c);
}

/* ---- the stress ---- */

int scr_gravity_axis(const scr_world *w) {
  int axis = -1;
  for (int c = 0; c < w->dim; c++) {
    if (w->gravity[c] == 0) continue;
    if (axis >= 0) return -1;
    axis = c;
  }
  return axis;
}

typedef struct field {
  const scr_traction *t;
  const scr_cells *cells;
  int axis;
  double top, rise; /* of the weight: m; Pa/m upwards along the axis */
  double *above;    /* layered: the weight above each face over its area, Pa */
} field;

/* The side of a cell through which a line leaves it that goes up from x, relative to its ball;
 * *way: how far that is. `up` is the sign of upwards along the axis. */
static const scr_cell_face *side_above(const scr_cells *cells, uint32_t i, int axis, double up,
                                       const double x[3], double *way) {
  const scr_cell_face *out = NULL;
  *way = HUGE_VAL;
  for (size_t k = cells->first[i]; k < cells->first[i + 1]; k++) {
    const scr_cell_face *f = &cells->face[k];
    const double slope = up * f->n[axis], far = f->h - scr_dot3(f->n, x);
    if (slope <= 1e-9 || far >= slope * *way) continue;
    *way = far / slope, out = f;
  }
  *way = SCR_MAX(*way, 0);
  return out;
}

/* The weight of what stands straight above a place, over its area, Pa. x is relative to ball i, in
 * whose cell the way up begins; each next ball stands higher, so it ends. */
static double weight_above(const scr_world *w, const field *f, uint32_t i, const double at[3]) {
  const double g = w->gravity[f->axis], up = g < 0 ? 1 : -1;
  double x[3] = {at[0], at[1], at[2]}, sum = 0, way;
  for (;;) {
    const scr_cell_face *out = side_above(f->cells, i, f->axis, up, x, &way);
    if (!out) return sum;
    sum += fabs(g) * (w->twist[i].m / f->cells->volume[i]) * way;
    if (scr_cell_is_side(out)) return sum;
    x[f->axis] += up * way;
    for (int c = 0; c < 3; c++) x[c] -= out->d * out->n[c];
    i = out->other;
  }
}

/* Of one face: from the cell above it, of an upright face from both. */
static double above_face(const scr_world *w, const field *f, uint32_t i,
                         const scr_cell_face *face) {
  const double up = w->gravity[f->axis] < 0 ? 1 : -1, slope = up * face->n[f->axis];
  double from[2][3];
  for (int c = 0; c < 3; c++) {
    from[0][c] = face->way[c];
    from[1][c] = face->way[c] - face->d * face->n[c];
  }
  if (scr_cell_is_side(face)) return slope > 0.5 ? 0 : weight_above(w, f, i, from[0]);
  const double own = slope < 1e-9 ? weight_above(w, f, i, from[0]) : 0,
               other = slope > -1e-9 ? weight_above(w, f, face->other, from[1]) : 0;
  return fabs(slope) < 1e-9 ? 0.5 * (own + other) : own + other;
}

static void find_weights(const scr_world *w, field *f) {
  f->above = scr_alloc((f->cells->nface + 1) * sizeof *f->above);
  for (uint32_t i = 0; i < f->cells->n; i++)
    for (size_t k = f->cells->first[i]; k < f->cells->first[i + 1]; k++)
      f->above[k] = above_face(w, f, i, &f->cells->face[k]);
}

static field field_of(const scr_world *w, const scr_cells *cells, const scr_traction *t) {
  field f = {.t = t, .cells = cells};
  scr_xsum mass = {0};
  double volume = 1;
  if (t->kind != SCR_STRESS_WEIGHT) return f;
  f.axis = scr_gravity_axis(w);
  for (uint32_t k = 0; k < w->ball.n; k++) scr_xsum_add(&mass, w->twist[k].m);
  for (int c = 0; c < 3; c++) volume *= cells->hi[c] - cells->lo[c];
  f.rise = -w->gravity[f.axis] * (scr_xsum_value(&mass) / volume);
  f.top = w->gravity[f.axis] < 0 ? cells->hi[f.axis] : cells->lo[f.axis];
  if (t->layered) find_weights(w, &f);
  return f;
}

/* Of the weight the stress along gravity, by which the tensor is multiplied; else 1. */
static double vertical(const field *f, const scr_cell_face *face) {
  const scr_traction *t = f->t;
  if (t->kind != SCR_STRESS_WEIGHT) return 1;
  return f->above ? t->surface - f->above[face - f->cells->face]
                  : t->surface + f->rise * (face->x[f->axis] - f->top);
}

/* Of the face between two balls, or of one at a side (both rows are its). */
static void stress_at(const field *f, uint32_t i, const scr_cell_face *face, double s[9]) {
  const scr_traction *t = f->t;
  const uint32_t j = scr_cell_is_side(face) ? i : face->other;
  const double by = vertical(f, face);
  for (int k = 0; k < 9; k++)
    s[k] =
        t->kind == SCR_STRESS_OF_BALLS
            ? 0.5 * (t->of_ball[9 * (size_t)i + (size_t)k] + t->of_ball[9 * (size_t)j + (size_t)k])
            : by * t->tensor[k];
}

/* On end 2, N. */
static void force_of(const field *f, uint32_t i, const scr_cell_face *face, double out[3]) {
  double s[9];
  stress_at(f, i, face, s);
  for (int c = 0; c < 3; c++) out[c] = -face->area * scr_dot3(s + 3 * (size_t)c, face->n) + 0.0;
}

/* ---- which contact takes which face ---- */

/* A contact and the face whose force it takes; none: it carries nothing. */
typedef struct taker {
  scr_contact c;
  const scr_cell_face *face;
  double force[3];
} taker;

static bool takes(const scr_world *w, scr_contact c, const scr_traction *t) {
  const uint8_t flag = w->pair[c.type].flag[c.k];
  return !(flag & (SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT)) && (t->inactive || flag & SCR_PAIR_ACTIVE);
}

/* The side of the box along which a contact with a facet points; NULL: it points elsewhere. */
static const scr_cell_face *side_towards(const scr_world *w, const scr_cells *cells, scr_contact c,
                                         double least) {
  const uint32_t i = w->pair[c.type].i[c.k];
  scr_contact_geometry g;
  scr_contact_geometry_of(w, c, &g);
  for (size_t k = cells->first[i]; k < cells->first[i + 1]; k++)
    if (scr_cell_is_side(&cells->face[k]) && scr_dot3(cells->face[k].n, g.n) >= least)
      return &cells->face[k];
  return NULL;
}

/* One contact takes a face, the first: others of the same wall carry nothing then. False: a contact
 * that has nothing to do with the cells. */
static bool choose(const scr_world *w, const scr_cells *cells, const scr_traction *t, bool *taken,
                   taker *k) {
  const scr_pairs *p = &w->pair[k->c.type];
  k->face = k->c.type == SCR_BALL_BALL ? scr_cell_towards(cells, p->i[k->c.k], p->j[k->c.k])
                                       : side_towards(w, cells, k->c, t->alignment);
  if (!k->face) return k->c.type == SCR_BALL_BALL;
  bool *own = &taken[k->face - cells->face];
  if (*own) k->face = NULL;
  *own = true;
  return true;
}

static double square(const double f[3]) { return scr_dot3(f, f); }

static double square_of(const field *f, uint32_t i, const scr_cell_face *face) {
  double force[3];
  force_of(f, i, face, force);
  return square(force);
}

/* The square of the largest force of a face, N^2. */
static double largest_of(const field *f, const scr_cells *cells) {
  double largest = 0;
  for (uint32_t i = 0; i < cells->n; i++)
    for (size_t k = cells->first[i]; k < cells->first[i + 1]; k++)
      largest = SCR_MAX(largest, square_of(f, i, &cells->face[k]));
  return largest;
}

/* Beside the largest, a force below this part of it is one of rounding; squares. */
static const double NOTHING = 1e-20;

/* Faces of two balls count once, as the lower id sees them: so contacts do. Where there is no force
 * to be taken, as on a free surface, no contact lacks. */
static void sum_bare(const scr_world *w, const scr_cells *cells, const field *f, double largest,
                     const bool *taken, scr_tractions_done *done) {
  scr_xsum sum[2] = {0}, bare[2] = {0};
  const uint32_t *id = scr_colu(&w->ball, SCR_BALL_ID);
  for (uint32_t i = 0; i < cells->n; i++)
    for (size_t k = cells->first[i]; k < cells->first[i + 1]; k++) {
      const scr_cell_face *face = &cells->face[k];
      const bool side = scr_cell_is_side(face);
      if (!side && id[face->other] < id[i]) continue;
      scr_xsum_add(&sum[side], face->area);
      if (!taken[k] && square_of(f, i, face) > NOTHING * largest)
        scr_xsum_add(&bare[side], face->area);
    }
  for (int s = 0; s < 2; s++)
    done->area[s] = scr_xsum_value(&sum[s]), done->bare[s] = scr_xsum_value(&bare[s]);
}

/* ---- giving ---- */

static void give_one(scr_world *w, const field *f, taker *k, scr_tractions_done *done) {
  const scr_traction *t = f->t;
  const scr_model *m = scr_contact_model(w, k->c);
  const carrier *to = carrier_of(m);
  if (k->face && t->area) put(w, k->c, "user_area", &k->face->area, 1);
  memset(k->force, 0, sizeof k->force);
  if (k->face) force_of(f, w->pair[k->c.type].i[k->c.k], k->face, k->force);
  impose(w, k->c, to, k->force);
  done->set++;
}

/* Laws see what they were given, without increments; sums of forces follow. */
static void evaluate(scr_world *w, const taker *k, size_t n) {
  uint32_t *list = scr_alloc((n + 1) * sizeof *list);
  if (w->pair[SCR_BALL_FACET].n) scr_facet_geometry_all(w);
  for (uint32_t type = 0; type < SCR_CONTACT_TYPES; type++) {
    size_t m = 0;
    for (size_t q = 0; q < n; q++)
      if (k[q].c.type == type) list[m++] = k[q].c.k;
    if (m) scr_forces_start(w, (scr_contact_type)type, list, m);
  }
  scr_changed(w, SCR_CARRIED);
  scr_free(list);
}

/* By more than rounding of gaps can do: a small force has few digits beside the others. */
static size_t count_short(const scr_world *w, const taker *k, size_t n, double largest) {
  size_t count = 0;
  for (size_t q = 0; q < n; q++) {
    double f[3];
    scr_contact_force(w, k[q].c, f);
    for (int c = 0; c < 3; c++) f[c] -= k[q].force[c];
    count += square(f) > SCR_MAX(1e-12 * square(k[q].force), NOTHING * largest);
  }
  return count;
}

void scr_tractions_give(scr_world *w, const scr_cells *cells, const scr_traction *t,
                        scr_tractions_done *done) {
  field f = field_of(w, cells, t);
  scr_contact *c;
  const size_t all = scr_contact_list(w, -1, true, &c);
  bool *taken = scr_alloc(cells->nface + 1);
  taker *k = scr_alloc((all + 1) * sizeof *k);
  size_t n = 0;
  *done = (scr_tractions_done){0};
  for (size_t q = 0; q < all; q++) {
    if (!takes(w, c[q], t)) continue;
    const bool fits = carrier_of(scr_contact_model(w, c[q]));
    if (!fits) done->unfit++, done->law = scr_contact_model(w, c[q])->name;
    k[n].c = c[q];
    n += fits && choose(w, cells, t, taken, &k[n]) &&
         (k[n].face || scr_contact_active(w, c[q])); /* one that touches nothing stays so */
  }
  for (size_t q = 0; q < n; q++) give_one(w, &f, &k[q], done);
  evaluate(w, k, n);
  const double largest = largest_of(&f, cells);
  done->short_of = count_short(w, k, n, largest);
  sum_bare(w, cells, &f, largest, taken, done);
  scr_free(f.above);
  scr_free(k);
  scr_free(taken);
  scr_free(c);
}

/* ---- contacts of all faces ---- */

/* Pairs of the list by their face; *gap: the largest of faces that have no contact, m. False: some
 * of these are in no list. */
static bool find_pairs(const scr_world *w, const scr_cells *cells, uint32_t *pair, double *gap) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  const uint32_t *id = scr_colu(&w->ball, SCR_BALL_ID);
  bool listed = true;
  *gap = -HUGE_VAL;
  for (size_t k = 0; k < cells->nface; k++) pair[k] = SCR_NONE;
  for (uint32_t q = 0; q < p->n; q++) {
    const scr_cell_face *f = scr_cell_towards(cells, p->i[q], p->j[q]);
    if (f) pair[f - cells->face] = q;
  }
  for (uint32_t i = 0; i < cells->n; i++)
    for (size_t k = cells->first[i]; k < cells->first[i + 1]; k++) {
      const scr_cell_face *f = &cells->face[k];
      double way[3];
      if (scr_cell_is_side(f) || !f->nearest || id[f->other] < id[i]) continue;
      if (pair[k] != SCR_NONE && p->law[pair[k]]) continue;
      const double d = sqrt(scr_nearest_way(w, w->pose[i].x, w->pose[f->other].x, way));
      *gap = SCR_MAX(*gap, d - (w->pose[i].r + w->pose[f->other].r));
      listed &= pair[k] != SCR_NONE;
    }
  return listed;
}

/* Contacts see the nearest image alone, so that lists reach over half a period at most. */
static bool spans(const scr_world *w, scr_diag *d, double gap) {
  const double reach = 2 * w->engine->survey.radius_hi + gap;
  for (int c = 0; c < w->dim; c++) {
    if (!(scr_period(w, c) > 0) || 2 * reach <= scr_period(w, c)) continue;
    scr_fail(d, NULL, SCR_E_STATE,
             "the period %g along %c is too small for contacts over gaps up to %g m",
             scr_period(w, c), "xyz"[c], gap);
    return scr_hint(d, "without 'contact-create' only the contacts that are there take forces");
  }
  return true;
}

/* Lists hold what may touch up to the largest reach of any law: they shall hold these gaps, too. */
static bool list_wider(scr_world *w, scr_diag *d, double gap) {
  const double before = w->engine->survey.reach;
  if (!spans(w, d, gap)) return false;
  w->engine->survey.reach = SCR_MAX(before, gap * (1 + 1e-6));
  scr_changed(w, SCR_CMAT);
  if (scr_world_clean(w, d)) return true;
  w->engine->survey.reach = before;
  scr_changed(w, SCR_CMAT);
  return false;
}

static bool make_all(scr_world *w, scr_diag *d, const scr_cells *cells, const uint32_t *pair) {
  uint32_t *list = scr_alloc((cells->nface + 1) * sizeof *list);
  size_t n = 0;
  for (size_t k = 0; k < cells->nface; k++)
    if (pair[k] != SCR_NONE && !w->pair[SCR_BALL_BALL].law[pair[k]]) list[n++] = pair[k];
  scr_count_release(w);
  const bool ok = !n || (scr_contacts_born_apart(w, d, list, n) && scr_need(w, d, SCR_COUNTS));
  if (ok) scr_search_births(w, (uint32_t)n);
  scr_free(list);
  return ok;
}

bool scr_tractions_join(scr_world *w, scr_diag *d, bool radical, scr_cells *cells) {
  uint32_t *pair = scr_alloc((cells->nface + 1) * sizeof *pair);
  double gap;
  bool ok = true;
  if (!find_pairs(w, cells, pair, &gap)) {
    ok = list_wider(w, d, gap);
    if (ok) {
      scr_cells_free(cells);
      ok = scr_cells_find(w, d, radical, cells);
    }
    scr_free(pair);
    pair = scr_alloc((cells->nface + 1) * sizeof *pair);
    if (ok) find_pairs(w, cells, pair, &gap);
  }
  ok = ok && make_all(w, d, cells, pair);
  scr_free(pair);
  return ok;
}
