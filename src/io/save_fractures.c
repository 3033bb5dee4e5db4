/* Fractures to and from bytes: see save_fractures.h. Networks are numbered in order of their ids,
 * and no place in memory is written. */
#include "io/save_fractures.h"

#include <math.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "world/fracture/fracture.h"

enum { LEAST = 4 * 4 + 9 * 8 }; /* bytes of a fracture without corners */

/* ---- writing ---- */

/* Places of networks in order of id; *n of them. */
static uint32_t *dfn_order(const scr_fractures *f, uint32_t *n) {
  uint32_t *order = scr_alloc(f->ndfn * sizeof *order);
  *n = 0;
  for (uint32_t k = 0; k < f->ndfn; k++) {
    if (!f->dfn[k].id) continue;
    uint32_t i = (*n)++;
    for (; i > 0 && f->dfn[order[i - 1]].id > f->dfn[k].id; i--) order[i] = order[i - 1];
    order[i] = k;
  }
  return order;
}

static void put_one(scr_buf *b, const scr_fracture *f, uint32_t dfn, uint32_t groups) {
  scr_put_u32(b, f->id);
  scr_put_u32(b, dfn);
  scr_put_u32(b, groups);
  scr_put_u32(b, f->corners);
  scr_put_f64s(b, f->x, 3);
  scr_put_f64s(b, f->n, 3);
  scr_put_f64(b, f->dip);
  scr_put_f64(b, f->ddir);
  scr_put_f64(b, f->size);
  if (f->corners) scr_put_f64s(b, f->corner, (size_t)f->corners * 3);
}

void scr_put_fractures(scr_world *w, scr_buf *b, uint32_t (*set)(void *user, uint32_t groups),
                       void *user) {
  const scr_fractures *f = &w->fractures;
  uint32_t n;
  uint32_t *dfn = dfn_order(f, &n), *number = scr_alloc(f->ndfn * sizeof *number);
  scr_put_u64(b, n);
  for (uint32_t k = 0; k < n; k++) {
    number[dfn[k]] = k;
    scr_put_u32(b, f->dfn[dfn[k]].id);
    scr_put_text(b, f->dfn[dfn[k]].name);
  }
  const uint32_t *order = scr_fracture_order(w);
  scr_put_u64(b, f->count);
  for (uint32_t k = 0; k < f->count; k++) {
    const scr_fracture *one = &f->at[order[k]];
    put_one(b, one, number[one->dfn], set(user, one->groups));
  }
  scr_free(number);
  scr_free(dfn);
}

static uint64_t apertures(const scr_world *w) {
  uint64_t n = 0;
  for (size_t k = 0; k < w->fractures.n; k++)
    n += w->fractures.at[k].id && w->fractures.at[k].aperture > 0;
  return n;
}

bool scr_has_apertures(const scr_world *w) { return apertures(w) > 0; }

void scr_put_apertures(scr_world *w, scr_buf *b) {
  const uint32_t *order = scr_fracture_order(w);
  scr_put_u64(b, apertures(w));
  for (uint32_t k = 0; k < w->fractures.count; k++) {
    const scr_fracture *f = &w->fractures.at[order[k]];
    if (!(f->aperture > 0)) continue;
    scr_put_u32(b, f->id);
    scr_put_f64(b, f->aperture);
  }
}

/* ---- reading ---- */

static bool finite(const double *x, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (!isfinite(x[k])) return false;
  return true;
}

static bool is_sound(const scr_world *w, const scr_fracture *f) {
  return f->id && f->id < UINT32_MAX && scr_fracture_find(w, f->id) == SCR_NONE &&
         finite(f->x, 3) && finite(f->n, 3) && fabs(scr_dot3(f->n, f->n) - 1) < 1e-9 &&
         f->size >= 0 && isfinite(f->size) && f->dip >= 0 && f->dip <= 180 && f->ddir >= 0 &&
         f->ddir <= 360 && (!f->corners || (w->dim == 3 && f->corners > 2));
}

/* False: it is not as one can be. */
static bool get_one(scr_world *w, scr_bytes *in, const uint32_t *groups, uint32_t ngroups) {
  scr_fracture f = {.id = scr_get_u32(in)};
  f.dfn = scr_get_below(in, (uint32_t)w->fractures.ndfn);
  const uint32_t set = scr_get_below(in, ngroups);
  f.corners = scr_get_u32(in);
  scr_get_f64s(in, f.x, 3);
  scr_get_f64s(in, f.n, 3);
  f.dip = scr_get_f64(in);
  f.ddir = scr_get_f64(in);
  f.size = scr_get_f64(in);
  const size_t room = (size_t)(in->end - in->at) / (3 * sizeof(double));
  if (in->bad || f.corners > room || !is_sound(w, &f)) return false;
  f.groups = groups[set];
  f.corner = f.corners ? scr_alloc(f.corners * 3 * sizeof *f.corner) : NULL;
  if (f.corners) scr_get_f64s(in, f.corner, (size_t)f.corners * 3);
  if (finite(f.corner, (size_t)f.corners * 3)) return scr_fracture_restore(w, &f), true;
  scr_free(f.corner);
  return false;
}

void scr_get_fractures(scr_world *w, scr_bytes *in, const uint32_t *groups, uint32_t ngroups) {
  size_t n = scr_get_count(in, 8);
  for (size_t k = 0; k < n && !in->bad; k++) {
    const uint32_t id = scr_get_u32(in);
    char *name = scr_get_text(in);
    if (in->bad || !scr_dfn_restore(w, id, name)) in->bad = true;
    scr_free(name);
  }
  n = scr_get_count(in, LEAST);
  for (size_t k = 0; k < n && !in->bad; k++)
    if (!get_one(w, in, groups, ngroups)) in->bad = true;
}

void scr_get_apertures(scr_world *w, scr_bytes *in) {
  const size_t n = scr_get_count(in, 4 + 8);
  for (size_t k = 0; k < n && !in->bad; k++) {
    const uint32_t place = scr_fracture_find(w, scr_get_u32(in));
    const double aperture = scr_get_f64(in);
    if (place == SCR_NONE || !(aperture > 0) || !isfinite(aperture)) in->bad = true;
    if (!in->bad) w->fractures.at[place].aperture = aperture;
  }
}
