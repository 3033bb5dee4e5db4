/* Balls from points of VTK: columns have the names of quantities, as in files that this program
 * writes. See import_kept.h. */
#include <math.h>
#include <string.h>
#include "cmd/files.h"
#include "cmd/import_kept.h"
#include "io/read_vtk.h"

static int dim_of(const scr_import *m) { return m->a->lib->world->dim; }

static const scr_points_column *find(const scr_points *p, const char *name) {
  for (size_t k = 0; k < p->ncol; k++)
    if (p->col[k].comps == 1 && scr_casecmp(p->col[k].name, name) == 0) return &p->col[k];
  return NULL;
}

static bool wrong(scr_import *m, const scr_loc *at, const char *name, const char *what) {
  return scr_fail(m->a->diag, at, SCR_E_VALUE, "'%s': %s", name, what);
}

static bool put_poses(scr_import *m, const scr_loc *at, const char *name, const scr_points *p) {
  const scr_points_column *radius = find(p, "radius"), *diameter = find(p, "diameter");
  const scr_points_column *size = radius ? radius : diameter;
  if (!size) return wrong(m, at, name, "its points have neither 'radius' nor 'diameter'");
  for (size_t k = 0; k < p->n; k++) {
    const double r = radius ? size->value[k] : size->value[k] / 2;
    double x[3] = {0};
    memcpy(x, p->x + 3 * k, (size_t)dim_of(m) * sizeof *x);
    if (!(r > 0)) return wrong(m, at, name, "a radius is not positive");
    scr_ball_batch_add(&m->batch, x, r);
  }
  return true;
}

static bool put_ids(scr_import *m, const scr_loc *at, const char *name, const scr_points *p) {
  const scr_points_column *id = find(p, "id");
  if (!id) return true;
  SCR_GROW(m->batch.id, m->batch.cap_id, p->n + 1);
  for (size_t k = 0; k < p->n; k++) {
    const double x = id->value[k];
    if (!(x >= 1 && x < UINT32_MAX) || x != floor(x))
      return wrong(m, at, name, "an id is no positive whole number");
    m->batch.id[k] = (uint32_t)x;
  }
  return true;
}

/* The names go with the batch; a text of one piece, so that they stay where they are. */
static bool put_groups(scr_import *m, const scr_loc *at, const char *name, scr_points *p) {
  const scr_points_column *group = find(p, "group");
  if (!group || !p->ngroup) return true;
  scr_import_name *names = scr_alloc(p->ngroup * sizeof *names);
  const char *text = m->text = p->group_names;
  p->group_names = NULL;
  for (size_t k = 0; k < p->ngroup; k++, text += strlen(text) + 1)
    names[k] = (scr_import_name){text, strlen(text)};
  m->group = scr_alloc(p->n * sizeof *m->group);
  bool ok = true;
  for (size_t k = 0; ok && k < p->n; k++) {
    const double x = group->value[k];
    ok = x >= 0 && x < (double)p->ngroup && x == floor(x);
    if (ok) m->group[k] = names[(size_t)x];
  }
  scr_free(names);
  return ok || wrong(m, at, name, "a group has no name");
}

/* Vectors have three components there, in 2D too; a rotation has one, or its third counts. */
static int first_of(const scr_import *m, const scr_quantity *q, int comps) {
  const int need = scr_quantity_comps(q, dim_of(m));
  if (comps == need) return 0;
  if (comps != 3 || q->form == SCR_SCALAR) return -1;
  return q->form == SCR_ROTATION ? 2 : 0;
}

static bool is_known(const char *name) {
  static const char *const known[] = {"radius", "diameter", "id", "position"};
  for (size_t k = 0; k < SCR_COUNTOF(known); k++)
    if (scr_casecmp(name, known[k]) == 0) return true;
  return false;
}

/* The quantity that the column holds; -1: balls have none such, or it cannot be set. */
static int quantity_of(const scr_import *m, const scr_points_column *c) {
  const int q = scr_quantity_find(scr_ball_quantity, c->name);
  if (q < 0 || !scr_quantity_settable(&scr_ball_quantity[q])) return -1;
  return first_of(m, &scr_ball_quantity[q], c->comps) < 0 ? -1 : q;
}

static void put_values(scr_import *m, const scr_points *p) {
  int place = 0;
  m->extra = scr_alloc(p->n * (size_t)m->nextra * sizeof *m->extra + 1);
  for (size_t i = 0; i < p->ncol; i++) {
    const scr_points_column *c = &p->col[i];
    const int q = is_known(c->name) ? -1 : quantity_of(m, c);
    if (q < 0) continue;
    const int n = scr_quantity_comps(&scr_ball_quantity[q], dim_of(m)),
              first = first_of(m, &scr_ball_quantity[q], c->comps);
    for (size_t k = 0; k < p->n; k++)
      memcpy(m->extra + k * (size_t)m->nextra + place, c->value + k * (size_t)c->comps + first,
             (size_t)n * sizeof *m->extra);
    place += n;
  }
}

static bool put_columns(scr_import *m, const scr_loc *at, const scr_points *p) {
  scr_buf left = {0};
  for (size_t i = 0; i < p->ncol; i++) {
    const scr_points_column *c = &p->col[i];
    const int q = is_known(c->name) ? -1 : quantity_of(m, c);
    if (q >= 0 && m->nbehind + 3 <= SCR_IMPORT_COLUMNS)
      scr_import_behind(m, q);
    else if (!is_known(c->name) && !(m->group && scr_casecmp(c->name, "group") == 0))
      scr_import_leave(&left, c->name);
  }
  m->nextra = m->nbehind;
  if (m->nextra) put_values(m, p);
  const bool ok =
      !left.n || scr_warn(m->a->diag, at, SCR_E_NAME,
                          "columns that balls have no place for are left out: %s", left.s);
  scr_buf_free(&left);
  return ok;
}

bool scr_import_vtk(scr_import *m, const scr_loc *at, const char *name, const char *path) {
  scr_buf bytes = {0};
  scr_points p = {0};
  const bool ok = scr_read_bytes(m->a->diag, at, name, path, &bytes) &&
                  scr_vtk_read(m->a->diag, at, name, bytes.s, bytes.n, &p) &&
                  put_poses(m, at, name, &p) && put_ids(m, at, name, &p) &&
                  put_groups(m, at, name, &p) && put_columns(m, at, &p);
  scr_points_free(&p);
  scr_buf_free(&bytes);
  return ok;
}
