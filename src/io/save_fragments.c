/* Fragments to and from bytes: see save_fragments.h. */
#include "io/save_fragments.h"

#include <math.h>
#include "base/mem.h"
#include "world/fracture/fragment.h"

/* Bytes of a catalogue without fragments, and of a fragment without bodies. */
enum { LEAST_CATALOG = 3 * 8, LEAST_FRAGMENT = 2 * 4 + 5 * 8 };

static void put_catalog(scr_buf *b, const scr_catalog *c) {
  scr_put_u64(b, c->cycle);
  scr_put_f64(b, c->time);
  scr_put_u64(b, c->n);
  for (size_t k = 0; k < c->n; k++) {
    const scr_fragment *f = &c->fragment[k];
    scr_put_u32(b, f->id);
    scr_put_u32(b, f->parent);
    scr_put_f64(b, f->volume);
    scr_put_f64s(b, f->x, 3);
    scr_put_u64(b, f->n);
  }
  for (size_t k = 0; k < c->nbody; k++) scr_put_u64(b, c->body[k]);
}

void scr_put_fragments(const scr_world *w, scr_buf *b) {
  const scr_fragments *f = &w->fragments;
  scr_put_u32(b, f->types);
  scr_put_u8(b, f->ignore_bonds);
  scr_put_u8(b, f->anew);
  scr_put_u64(b, f->every);
  scr_put_f64(b, f->interval);
  scr_put_f64(b, f->next);
  scr_put_text(b, f->slot);
  scr_put_u32(b, f->max_id);
  scr_put_u64(b, f->n);
  for (size_t k = 0; k < f->n; k++) put_catalog(b, &f->catalog[k]);
}

void scr_put_cells(const scr_world *w, scr_buf *b) {
  const scr_fragments *f = &w->fragments;
  for (size_t k = 0; k < f->ncell; k++) scr_put_u32(b, (uint32_t)f->cell[k]);
}

void scr_get_cells(scr_world *w, scr_bytes *in) {
  scr_fragments *f = &w->fragments;
  const size_t n = f->n ? 3 * f->catalog[f->n - 1].nbody : 0;
  in->bad |= (size_t)(in->end - in->at) / 4 != n;
  if (in->bad) return;
  SCR_GROW(f->cell, f->cap_cell, n);
  for (f->ncell = 0; f->ncell < n; f->ncell++) f->cell[f->ncell] = (int32_t)scr_get_u32(in);
}

/* False: it is not as one can be. */
static bool get_fragment(scr_bytes *in, scr_catalog *c) {
  SCR_GROW(c->fragment, c->cap, c->n + 1);
  scr_fragment *f = &c->fragment[c->n++];
  *f = (scr_fragment){.id = scr_get_u32(in), .first = c->nbody};
  f->parent = scr_get_u32(in);
  f->volume = scr_get_f64(in);
  scr_get_f64s(in, f->x, 3);
  f->n = scr_get_u64(in);
  const size_t room = (size_t)(in->end - in->at) / 8;
  if (in->bad || !f->n || f->n > room || c->nbody + f->n > room) return false;
  c->nbody += f->n;
  return f->id > (c->n > 1 ? f[-1].id : 0) && f->volume >= 0 && isfinite(f->volume) &&
         isfinite(f->x[0]) && isfinite(f->x[1]) && isfinite(f->x[2]);
}

static bool is_body(uint64_t body) {
  return body < 2 * SCR_FRAGMENT_WALL && (uint32_t)body && (uint32_t)body < UINT32_MAX;
}

static bool get_catalog(scr_bytes *in, scr_catalog *c) {
  c->cycle = scr_get_u64(in);
  c->time = scr_get_f64(in);
  const size_t n = scr_get_count(in, LEAST_FRAGMENT);
  bool ok = isfinite(c->time);
  for (size_t k = 0; k < n && ok && !in->bad; k++) ok = get_fragment(in, c);
  if (!ok || in->bad) return false;
  SCR_GROW(c->body, c->cap_body, c->nbody);
  for (size_t k = 0; k < c->nbody && ok; k++) ok = is_body(c->body[k] = scr_get_u64(in));
  return ok && !in->bad;
}

/* Each id that was given stands in a catalogue. */
static bool are_sound(const scr_fragments *f) {
  size_t all = 0;
  for (size_t k = 0; k < f->n; k++) {
    const scr_catalog *c = &f->catalog[k];
    all += c->n;
    if (c->n && (!f->anew || k + 1 == f->n) && c->fragment[c->n - 1].id > f->max_id) return false;
  }
  return f->max_id <= all && f->interval >= 0 && isfinite(f->interval) && isfinite(f->next) &&
         !(f->types >> SCR_CONTACT_TYPES);
}

void scr_get_fragments(scr_world *w, scr_bytes *in) {
  scr_fragments *f = &w->fragments;
  f->types = scr_get_u32(in);
  f->ignore_bonds = scr_get_bool(in);
  f->anew = scr_get_bool(in);
  f->every = scr_get_u64(in);
  f->interval = scr_get_f64(in);
  f->next = scr_get_f64(in);
  f->slot = scr_get_text(in);
  f->max_id = scr_get_u32(in);
  if (!*f->slot) scr_free(f->slot), f->slot = NULL;
  const size_t n = scr_get_count(in, LEAST_CATALOG);
  for (size_t k = 0; k < n && !in->bad; k++)
    if (!get_catalog(in, scr_fragment_restore(w))) in->bad = true;
  if (in->bad || !are_sound(f))
    in->bad = true, scr_fragment_clear(w);
  else
    scr_fragment_restored(w);
}
