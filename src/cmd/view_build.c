/* From the world to a scene: each kind of item is a row with a function. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/vec3.h"
#include "cmd/attribute.h"
#include "cmd/view_builder.h"
#include "io/dataset_make.h"
#include "world/fracture/fracture.h"

typedef scr_builder builder;

/* ---- what all kinds need ---- */

bool scr_view_range(builder *b, const scr_view_item *i, scr_range **r) {
  *r = i->range ? scr_range_parse(b->s, i->range) : NULL;
  return !i->range || *r != NULL;
}

void scr_view_title(int dim, const scr_quantity *list, const scr_view_item *i, const char *thing,
                    char out[128]) {
  out[0] = 0;
  if (i->by == SCR_BY_NOTHING) return;
  if (i->by == SCR_BY_BOND) thing = "bond ";
  const char *name = i->by == SCR_BY_GROUP      ? i->slot ? i->slot : "group"
                     : i->by == SCR_BY_ID       ? "id"
                     : i->by == SCR_BY_PROPERTY ? i->prop
                     : i->by == SCR_BY_BOND     ? "state"
                     : i->by == SCR_BY_LAW      ? "model"
                     : i->by == SCR_BY_SET      ? "set"
                     : i->by == SCR_BY_STATE    ? "state"
                                                : NULL;
  if (name) {
    snprintf(out, 128, "%s%s", thing, name);
    return;
  }
  const scr_quantity *q = &list[i->q];
  const bool mean = q->form == SCR_TENSOR && i->comp < 0;
  snprintf(out, 128, "%s%s%s%s%s%s%s", thing, mean ? "mean " : "", q->name,
           scr_quantity_part(q, dim, i->comp), *q->unit ? " (" : "", q->unit, *q->unit ? ")" : "");
}

/* The quantities of a thing as histories and legends name them, for a piece in row `row`. */
static double value_of(const builder *b, const scr_piece *p, const scr_view_item *i, uint32_t row) {
  double v[SCR_MOST_COMPS];
  if (i->by == SCR_BY_ID) return p->id(b->w, row);
  if (i->by == SCR_BY_PROPERTY) return p->surface(b->w, row, i->prop, v) ? v[0] : NAN;
  p->get(b->w, row, i->q, v);
  return scr_tint_quantity(i, &p->quantity[i->q], b->w->dim, v);
}

bool scr_view_check_slot(builder *b, const scr_view_item *i, const scr_tint *t) {
  const bool none = t->names.n == 1 && scr_casecmp(t->names.key[0], "None") == 0;
  scr_diag *d = scr_session_diag(b->s);
  scr_buf what = {0};
  if (!none || i->by != SCR_BY_GROUP) return true;
  scr_buf_printf(&what, "no %s that is drawn has a group in the slot '%s'",
                 scr_view_kind_name(i->kind), i->slot ? i->slot : "Default");
  const bool fine =
      scr_told_before(b->s, &d->at, what.s) || scr_warn(d, NULL, SCR_E_NAME, "%s", what.s);
  scr_buf_free(&what);
  return fine;
}

/* An item without what the model does not know: orientations that are not tracked. A warning tells
 * of it once, since a run should not end for a picture. *out borrows the texts of i. */
static bool known_part(builder *b, const scr_piece *p, const scr_view_item *i, scr_view_item *out) {
  scr_diag *d = scr_session_diag(b->s), none = {0};
  const scr_quantity *turn = &scr_ball_quantity[SCR_Q_BALL_ROTATION],
                     *by = i->by == SCR_BY_QUANTITY ? &p->quantity[i->q] : NULL, *missing = NULL;
  *out = *i;
  if (by && !scr_quantity_offered(b->w, &none, by)) missing = by, out->by = SCR_BY_NOTHING;
  if (i->turned && b->w->dim == 2 && !scr_quantity_offered(b->w, &none, turn))
    missing = turn, out->turned = false;
  scr_diag_clear(&none);
  if (!missing || scr_told_before(b->s, &d->at, missing->name)) return true;
  return scr_warn(d, NULL, SCR_E_STATE,
                  "a picture is drawn without '%s': orientations are not tracked; give 'model "
                  "orientation-tracking on' first",
                  missing->name);
}

static bool tint_pieces(builder *b, const scr_piece *p, const scr_view_item *i,
                        const uint32_t *rows, scr_tint *t) {
  for (size_t k = 0; k < t->n; k++)
    if (t->value)
      t->value[k] = value_of(b, p, i, rows[k]);
    else if (t->group)
      scr_tint_group(t, b->w, k, p->groups(b->w, rows[k]));
  scr_tint_end(t, b->keep);
  return scr_view_check_slot(b, i, t);
}

void scr_view_line(builder *b, const double *a, const double *c, double pixels, scr_rgba color) {
  scr_rod *r = scr_scene_rod(b->scene);
  memcpy(r->a, a, sizeof r->a);
  memcpy(r->b, c, sizeof r->b);
  r->r = -pixels / 2;
  r->color = color;
}

/* So far apart that thick rods do not reach into the next layer, nor lines of a later item hide. */
static void lift(builder *b, scr_rod *r, double layer) {
  enum { LAYER = 1000, ITEM = 3 };
  if (b->w->dim == 2) r->a[2] = r->b[2] = (LAYER * layer + ITEM * (double)b->item) * b->largest;
}

void scr_view_lift(builder *b, double layer) { lift(b, &b->scene->rod[b->scene->nrod - 1], layer); }

scr_rgba scr_view_line_color(const builder *b) { return b->view->dark ? 0xA9B4C0FFu : 0x3D4852FFu; }

/* ---- balls ---- */

/* A radius of a disk, which turns with it. */
static void add_spoke(builder *b, uint32_t row) {
  double angle, s, c, v[3];
  scr_ball_get(b->w, row, SCR_Q_BALL_ROTATION, &angle);
  scr_sincos_degrees(angle, &s, &c);
  const scr_pose *p = &b->w->pose[row];
  for (int k = 0; k < 3; k++) v[k] = p->x[k] + p->r * (k == 0 ? c : k == 1 ? s : 0);
  scr_view_line(b, p->x, v, 1.2, scr_view_line_color(b));
  scr_view_lift(b, 1.5);
}

static bool add_balls(builder *b, const scr_view_item *asked) {
  scr_view_item known;
  const scr_view_item *i = &known;
  scr_range *r = NULL;
  uint32_t *rows = NULL;
  size_t n = 0;
  scr_tint t = {0};
  char title[128];
  bool ok = known_part(b, &scr_ball_piece, asked, &known) && scr_view_range(b, i, &r) &&
            scr_range_balls(b->s, r, &rows, &n);
  if (ok) scr_tint_begin(&t, i, n, 0xC9A878FFu, 1, SCR_RAMP_LAKE);
  ok = ok && tint_pieces(b, &scr_ball_piece, i, rows, &t);
  if (ok && n > b->scene->cap_sphere)
    SCR_GROW(b->scene->sphere, b->scene->cap_sphere, b->scene->nsphere + n);
  for (size_t k = 0; ok && k < n; k++) {
    scr_sphere *s = scr_scene_sphere(b->scene);
    memcpy(s->x, b->w->pose[rows[k]].x, sizeof s->x);
    s->r = b->w->pose[rows[k]].r;
    s->color = scr_tint_of(&t, k);
    if (i->turned && b->w->dim == 2) add_spoke(b, rows[k]);
  }
  if (ok) scr_view_title(b->w->dim, scr_ball_quantity, i, "", title);
  if (ok) scr_tint_legend(&t, title, b->caption, b->arena);
  scr_tint_free(&t);
  scr_range_free(r);
  scr_free(rows);
  return ok;
}

/* ---- walls ---- */

static const double *vertex(const builder *b, const uint32_t *v, int k) {
  return scr_table_at(&b->w->vertex, SCR_VERTEX_POSITION, v[k]);
}

/* An edge is drawn where the surface ends or bends by more than some 15 degrees, or everywhere; by
 * the facet with the lower row where two share it. */
static bool is_edge(const builder *b, uint32_t facet, int k, bool all) {
  const int32_t *near = scr_table_at(&b->w->facet, SCR_FACET_NEIGHBOUR, facet);
  if (near[k] < 0) return true;
  if (all) return facet < (uint32_t)near[k];
  const double *n = scr_table_at(&b->w->facet, SCR_FACET_NORMAL, facet);
  const double *m = scr_table_at(&b->w->facet, SCR_FACET_NORMAL, (uint32_t)near[k]);
  return facet < (uint32_t)near[k] && n[0] * m[0] + n[1] * m[1] + n[2] * m[2] < 0.966;
}

static void add_facet(builder *b, const scr_view_item *i, uint32_t facet, scr_rgba color) {
  const uint32_t *v = scr_table_at(&b->w->facet, SCR_FACET_VERTEX, facet);
  if (b->w->dim == 2) {
    scr_view_line(b, vertex(b, v, 0), vertex(b, v, 1), 2.4, color | 255);
    scr_view_lift(b, 1.1);
    return;
  }
  scr_face *f = scr_scene_face(b->scene);
  for (int k = 0; k < 3; k++) memcpy(f->v[k], vertex(b, v, k), sizeof f->v[k]);
  f->color = i->hollow ? 0 : color; /* it is there all the same, so that the camera stays */
  for (int k = 0; k < 3; k++)
    if (!i->bare && is_edge(b, facet, k, i->meshed || i->hollow))
      scr_view_line(b, vertex(b, v, k), vertex(b, v, (k + 1) % 3), 1.3,
                    i->has_edge ? i->edge : scr_view_line_color(b));
}

static bool add_walls(builder *b, const scr_view_item *asked) {
  scr_view_item known;
  const scr_view_item *i = &known;
  scr_range *r = NULL;
  uint32_t *rows = NULL;
  size_t n = 0;
  scr_tint t = {0};
  char title[128];
  bool ok = known_part(b, &scr_wall_piece, asked, &known) && scr_view_range(b, i, &r) &&
            scr_range_walls(b->s, r, &rows, &n);
  scr_rgba usual = b->w->dim == 2  ? scr_view_line_color(b)
                   : b->view->dark ? 0x7F93A8FFu
                                   : 0x7D93AAFFu;
  if (ok) scr_tint_begin(&t, i, n, usual, 0.16, SCR_RAMP_LAKE);
  ok = ok && tint_pieces(b, &scr_wall_piece, i, rows, &t);
  size_t *place = scr_alloc(b->w->wall.n * sizeof *place); /* of a wall in the rows, from 1 */
  for (size_t k = 0; ok && k < n; k++) place[rows[k]] = k + 1;
  for (uint32_t f = 0; ok && f < b->w->facet.n; f++) {
    uint32_t wall = *(const uint32_t *)scr_table_at(&b->w->facet, SCR_FACET_WALL, f);
    if (place[wall]) add_facet(b, i, f, scr_tint_of(&t, place[wall] - 1));
  }
  if (ok) scr_view_title(b->w->dim, scr_wall_quantity, i, "wall ", title);
  if (ok) scr_tint_legend(&t, title, b->caption, b->arena);
  scr_tint_free(&t);
  scr_range_free(r);
  scr_free(place);
  scr_free(rows);
  return ok;
}

/* ---- contacts ---- */

static double length(const double *v, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += v[k] * v[k];
  return sqrt(sum);
}

/* From centre to centre, or to the point on a facet; the second end beside the first. */
static void ends_of(const builder *b, scr_contact c, scr_rod *rod) {
  double x[2][3], offset[3] = {0};
  for (int e = 0; e < 2; e++) {
    scr_kind kind;
    uint32_t row;
    scr_contact_end(b->w, c, e, &kind, &row);
    scr_contact_geometry g;
    if (kind == SCR_K_BALL)
      memcpy(x[e], b->w->pose[row].x, sizeof x[e]);
    else {
      scr_contact_geometry_of(b->w, c, &g);
      memcpy(x[e], g.x, sizeof x[e]);
    }
    if (kind == SCR_K_BALL && e) scr_contact_read(b->w, c, SCR_Q_CONTACT_OFFSET, offset);
  }
  for (int k = 0; k < 3; k++) {
    rod->a[k] = x[0][k];
    rod->b[k] = x[1][k] + offset[k];
  }
}

static const char *bond_name(const builder *b, scr_contact c) {
  switch (scr_contact_bond(b->w, c)) {
  case SCR_BOND_NONE: return "none";
  case SCR_BOND_TENSION: return "broken in tension";
  case SCR_BOND_SHEAR: return "broken in shear";
  default: return "holds";
  }
}

/* A contact whose law has no such property has no value. */
static double value_of_contact(const builder *b, const scr_view_item *i, scr_contact c) {
  double v[3] = {0};
  if (i->by == SCR_BY_PROPERTY) {
    const scr_prop *p = scr_model_prop(scr_contact_model(b->w, c), i->prop);
    const int comps = p ? scr_contact_get(b->w, c, p, v) : 0;
    return p ? scr_tint_number(i, v, comps) : NAN;
  }
  scr_contact_read(b->w, c, i->q, v);
  return scr_tint_quantity(i, &scr_contact_quantity[i->q], b->w->dim, v);
}

static bool tint_contacts(builder *b, const scr_view_item *i, const scr_contact *c, scr_tint *t) {
  for (size_t k = 0; k < t->n; k++)
    if (t->value)
      t->value[k] = value_of_contact(b, i, c[k]);
    else if (i->by == SCR_BY_GROUP)
      scr_tint_group(t, b->w, k, scr_contact_groups(b->w, c[k]));
    else if (t->group)
      scr_tint_name(t, k,
                    i->by == SCR_BY_LAW ? scr_contact_model(b->w, c[k])->name : bond_name(b, c[k]));
  scr_tint_end(t, b->keep);
  return scr_view_check_slot(b, i, t);
}

/* The largest force of the item and of those before it, N: of a movie so far. */
static bool force_most(builder *b, const scr_view_item *i) {
  scr_range *r = NULL;
  scr_contact *c = NULL;
  size_t n = 0;
  if (i->kind != SCR_VIEW_CONTACT || i->unscaled || i->off) return true;
  const bool ok = scr_view_range(b, i, &r) && scr_range_contacts(b->s, r, false, &c, &n);
  if (b->keep) b->most = SCR_MAX(b->most, b->keep->most);
  for (size_t k = 0; ok && k < n; k++) {
    double f[3];
    scr_contact_force(b->w, c[k], f);
    b->most = SCR_MAX(b->most, length(f, b->w->dim));
  }
  if (b->keep) b->keep->most = b->most;
  scr_range_free(r);
  scr_free(c);
  return ok;
}

/* As thick as the force is large; what carries less than a hundredth of the largest is left out. */
static void add_contact(builder *b, const scr_view_item *i, scr_contact c, scr_rgba color) {
  double f[3], part = 0.35;
  const bool scaled = !i->unscaled && b->most > 0;
  scr_contact_force(b->w, c, f);
  if (scaled) part = length(f, b->w->dim) / b->most;
  if (scaled && part < 0.01) return;
  scr_rod *rod = scr_scene_rod(b->scene);
  ends_of(b, c, rod);
  rod->r = i->lined ? -0.75 : b->radius * (0.02 + 0.48 * part);
  rod->color = color;
  lift(b, rod, 1.2 + (i->lined || i->unscaled ? 1 : part)); /* weak ones do not hide strong ones */
}

static bool is_bonded(const builder *b, scr_contact c) {
  return scr_contact_bond(b->w, c) >= SCR_BOND_HOLDS;
}

static bool add_contacts(builder *b, const scr_view_item *i) {
  scr_range *r = NULL;
  scr_contact *c = NULL;
  size_t n = 0, kept = 0;
  scr_tint t = {0};
  char title[128];
  bool bonds = i->kind == SCR_VIEW_BOND;
  scr_view_item item = *i; /* contacts are coloured by their force if nothing is said */
  if (!bonds && item.by == SCR_BY_NOTHING && !item.colored)
    item.by = SCR_BY_QUANTITY, item.q = SCR_Q_CONTACT_FORCE;
  if (bonds) item.unscaled = true;
  bool ok = scr_view_range(b, i, &r) && scr_range_contacts(b->s, r, false, &c, &n);
  for (size_t k = 0; ok && k < n; k++)
    if (!bonds || is_bonded(b, c[k])) c[kept++] = c[k];
  scr_ramp ramp = b->view->dark ? SCR_RAMP_LAKE : SCR_RAMP_HEAT;
  if (ok) scr_tint_begin(&t, &item, kept, scr_view_line_color(b), 1, ramp);
  ok = ok && tint_contacts(b, &item, c, &t);
  for (size_t k = 0; ok && k < kept; k++) add_contact(b, &item, c[k], scr_tint_of(&t, k));
  if (ok)
    scr_view_title(b->w->dim, scr_contact_quantity, &item, bonds ? "bond " : "contact ", title);
  if (ok) scr_tint_legend(&t, title, b->caption, b->arena);
  scr_tint_free(&t);
  scr_range_free(r);
  scr_free(c);
  return ok;
}

/* ---- fractures ---- */

static void add_fracture(builder *b, uint32_t k, scr_rgba color) {
  const uint32_t n = scr_fracture_outline(b->w, k, NULL);
  double *corner = scr_alloc(n * 3 * sizeof *corner);
  scr_fracture_outline(b->w, k, corner);
  if (b->w->dim == 2) {
    scr_view_line(b, corner, corner + 3, 2.4, color);
    scr_view_lift(b, 1.6);
  }
  for (uint32_t i = 0; i < n && b->w->dim == 3; i++) {
    scr_face *f = scr_scene_face(b->scene);
    memcpy(f->v[0], b->w->fractures.at[k].x, sizeof f->v[0]);
    memcpy(f->v[1], corner + 3 * i, sizeof f->v[1]);
    memcpy(f->v[2], corner + 3 * ((i + 1) % n), sizeof f->v[2]);
    f->color = color;
  }
  scr_free(corner);
}

/* A property that is no number has no value. */
static double value_of_fracture(const builder *b, const scr_view_item *i, uint32_t k) {
  const scr_fracture *f = &b->w->fractures.at[k];
  const scr_val *v = i->by == SCR_BY_PROPERTY
                         ? scr_free_prop(&scr_session_lib(b->s)->props, SCR_K_FRACTURE,
                                         scr_fracture_ref(b->w, k), i->prop)
                         : NULL;
  double x;
  if (i->by == SCR_BY_ID) return f->id;
  if (i->by == SCR_BY_QUANTITY) return scr_fracture_number(f, i->q);
  return v && scr_val_number(v, &x) ? x : NAN;
}

static bool tint_fractures(builder *b, const scr_view_item *i, bool by_dfn, const uint32_t *rows,
                           scr_tint *t) {
  const scr_fractures *all = &b->w->fractures;
  for (size_t k = 0; k < t->n; k++)
    if (t->value)
      t->value[k] = value_of_fracture(b, i, rows[k]);
    else if (by_dfn)
      scr_tint_name(t, k, all->dfn[all->at[rows[k]].dfn].name);
    else if (t->group)
      scr_tint_group(t, b->w, k, all->at[rows[k]].groups);
  scr_tint_end(t, b->keep);
  return by_dfn || scr_view_check_slot(b, i, t);
}

static bool add_fractures(builder *b, const scr_view_item *i) {
  scr_range *r = NULL;
  uint32_t *rows = NULL;
  size_t n = 0;
  scr_tint t = {0};
  char title[128];
  scr_view_item item = *i; /* coloured by their DFNs if nothing is said */
  const bool by_dfn = item.by == SCR_BY_NOTHING && !item.colored;
  if (by_dfn) item.by = SCR_BY_GROUP;
  bool ok = scr_view_range(b, i, &r) && scr_range_fractures(b->s, r, &rows, &n);
  if (ok) scr_tint_begin(&t, &item, n, scr_view_line_color(b), 1, SCR_RAMP_LAKE);
  ok = ok && tint_fractures(b, &item, by_dfn, rows, &t);
  for (size_t k = 0; ok && k < n; k++) add_fracture(b, rows[k], scr_tint_of(&t, k));
  if (ok && by_dfn) snprintf(title, sizeof title, "DFN");
  if (ok && !by_dfn) scr_view_title(b->w->dim, scr_fracture_columns, &item, "fracture ", title);
  if (ok) scr_tint_legend(&t, title, b->caption, b->arena);
  scr_tint_free(&t);
  scr_range_free(r);
  scr_free(rows);
  return ok;
}

/* ---- the domain and what stands beside ---- */

static void add_box_edge(builder *b, int axis, int corner, scr_rgba color) {
  const scr_scene *s = b->scene;
  double a[3] = {0}, c[3] = {0};
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  if (s->dim == 2 && corner & (u == 2 ? 1 : 2)) return; /* it has the same place in the plane */
  a[axis] = s->box_lo[axis];
  c[axis] = s->box_hi[axis];
  a[u] = c[u] = corner & 1 ? s->box_hi[u] : s->box_lo[u];
  a[v] = c[v] = corner & 2 ? s->box_hi[v] : s->box_lo[v];
  scr_view_line(b, a, c, 1.2, color);
}

static bool add_domain(builder *b, const scr_view_item *i) {
  const scr_domain *d = &b->w->domain;
  scr_scene *s = b->scene;
  if (!d->set) return true;
  s->has_box = true;
  s->box_rod = s->nrod;
  for (int k = 0; k < b->w->dim; k++) s->box_lo[k] = d->lo[k], s->box_hi[k] = d->hi[k];
  for (int axis = 0; axis < b->w->dim; axis++)
    for (int corner = 0; corner < 4; corner++)
      add_box_edge(b, axis, corner, i->colored ? i->color : scr_view_line_color(b));
  s->box_end = s->nrod;
  return true;
}

static bool add_axes(builder *b, const scr_view_item *i) {
  SCR_UNUSED(i);
  return b->caption->axes = true;
}

static bool add_scale(builder *b, const scr_view_item *i) {
  SCR_UNUSED(i);
  return b->caption->scale = true;
}

/* Legends come with what they explain. */
static bool add_nothing(builder *b, const scr_view_item *i) {
  SCR_UNUSED(b), SCR_UNUSED(i);
  return true;
}

static const struct kind_row {
  const char *name;
  bool (*add)(builder *b, const scr_view_item *i);
} kind_row[SCR_VIEW_KINDS] = {[SCR_VIEW_BALL] = {"ball", add_balls},
                              [SCR_VIEW_WALL] = {"wall", add_walls},
                              [SCR_VIEW_CONTACT] = {"contact", add_contacts},
                              [SCR_VIEW_BOND] = {"bond", add_contacts},
                              [SCR_VIEW_FRACTURE] = {"fracture", add_fractures},
                              [SCR_VIEW_DOMAIN] = {"domain", add_domain},
                              [SCR_VIEW_AXES] = {"axes", add_axes},
                              [SCR_VIEW_LEGEND] = {"legend", add_nothing},
                              [SCR_VIEW_SCALE] = {"scale", add_scale},
                              [SCR_VIEW_MEASURE] = {"measure", scr_view_add_measures},
                              [SCR_VIEW_GEOMETRY] = {"geometry", scr_view_add_geometry},
                              [SCR_VIEW_INLET] = {"inlet", scr_view_add_inlets},
                              [SCR_VIEW_SERVO] = {"servo", scr_view_add_servos}};

const char *scr_view_kind_name(scr_view_kind kind) {
  return kind < SCR_VIEW_KINDS ? kind_row[kind].name : NULL;
}

int scr_view_kind_of(const char *word) {
  for (int k = 0; k < SCR_VIEW_KINDS; k++)
    if (scr_casecmp(kind_row[k].name, word) == 0) return k;
  return scr_casecmp(word, "dfn") == 0 ? SCR_VIEW_FRACTURE : -1; /* as PFC 5 calls them */
}

/* ---- the whole ---- */

static void measure(builder *b) {
  double sum = 0;
  b->largest = 0;
  const uint32_t *order = scr_ball_order(b->w); /* rows move, and sums would change with them */
  for (uint32_t k = 0; k < b->w->ball.n; k++) {
    sum += b->w->pose[order[k]].r;
    b->largest = SCR_MAX(b->largest, b->w->pose[order[k]].r);
  }
  b->radius = b->w->ball.n ? sum / b->w->ball.n : 0;
}

bool scr_view_build(scr_session *s, const scr_view *v, scr_view_kept *kept, scr_scene *scene,
                    scr_caption *caption, scr_arena *arena) {
  builder b = {.s = s,
               .w = scr_session_world(s),
               .view = v,
               .scene = scene,
               .caption = caption,
               .arena = arena};
  bool ok = true;
  scr_world_sync(b.w);
  measure(&b);
  scene->dim = b.w->dim;
  scene->dark = v->dark;
  caption->axes = caption->scale = false;
  for (size_t k = 0; ok && k < v->n; k++) {
    b.keep = kept ? &kept->item[k] : NULL;
    ok = force_most(&b, &v->item[k]);
  }
  for (size_t k = 0; ok && k < v->n; k++) {
    b.item = k;
    b.keep = kept ? &kept->item[k] : NULL;
    if (!v->item[k].off) ok = kind_row[v->item[k].kind].add(&b, &v->item[k]);
  }
  return ok;
}
