/* What the frames of a movie share: see view_kept.h. */
#include "cmd/view_kept.h"

#include <math.h>
#include "base/mem.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- which words it belongs to ---- */

static void put_bool(scr_buf *b, bool x) { scr_put_u8(b, x); }

static void put_item(const scr_view_item *i, scr_buf *b) {
  const int number[] = {(int)i->kind, (int)i->by, i->q, i->comp, i->ramp};
  for (size_t k = 0; k < SCR_COUNTOF(number); k++) scr_put_u32(b, (uint32_t)number[k]);
  put_bool(b, i->off), put_bool(b, i->unscaled);
  put_bool(b, i->has_lo), put_bool(b, i->has_hi);
  scr_put_f64(b, i->lo), scr_put_f64(b, i->hi);
  scr_put_text(b, i->slot), scr_put_text(b, i->prop), scr_put_text(b, i->range);
  if (i->set) scr_put_text(b, i->set);
}

/* Of all words that the camera or the bounds of colours depend on. */
static uint64_t mark_of(const scr_view *v) {
  scr_buf b = {0};
  for (size_t k = 0; k < v->n; k++) put_item(&v->item[k], &b);
  put_bool(&b, v->perspective);
  put_bool(&b, v->has_center), put_bool(&b, v->has_from), put_bool(&b, v->has_size);
  scr_put_f64s(&b, v->center, 3), scr_put_f64s(&b, v->from, 3), scr_put_f64s(&b, v->size, 3);
  scr_put_f64(&b, v->distance), scr_put_f64(&b, v->magnification), scr_put_f64(&b, v->roll);
  const uint64_t mark = XXH3_64bits(b.s, b.n);
  scr_buf_free(&b);
  return mark;
}

void scr_view_kept_begin(scr_view_kept *kept, const scr_view *v) {
  const uint64_t mark = mark_of(v);
  if (kept->mark == mark && kept->n == v->n) return;
  scr_view_kept_clear(kept);
  kept->mark = mark;
  kept->n = v->n;
  SCR_GROW(kept->item, kept->cap, kept->n);
  for (size_t k = 0; k < kept->n; k++) kept->item[k] = (scr_kept_item){HUGE_VAL, -HUGE_VAL, 0};
}

void scr_view_kept_clear(scr_view_kept *kept) {
  scr_free(kept->item);
  *kept = (scr_view_kept){0};
}

/* ---- the camera ---- */

void scr_view_kept_place(scr_view_kept *kept, scr_port *port) {
  kept->beside = SCR_MIN(SCR_MAX(kept->beside, port->width - port->w), port->width / 2.0);
  port->w = port->width - kept->beside;
}

static bool any_seen(const scr_scene *s) { return s->nsphere || s->nrod || s->nface; }

void scr_view_kept_aim(scr_view_kept *kept, scr_scene *scene) {
  scr_camera *c = &scene->camera;
  if (kept->height > 0) {
    memcpy(c->center, kept->center, sizeof c->center);
    c->height = kept->height;
    c->distance = kept->distance;
  } else if (any_seen(scene)) {
    memcpy(kept->center, c->center, sizeof c->center);
    kept->height = c->height;
    kept->distance = c->distance;
  }
}

/* ---- save files ---- */

void scr_view_kept_put(const scr_view_kept *kept, scr_buf *b) {
  scr_put_u64(b, kept->mark);
  scr_put_f64s(b, kept->center, 3);
  scr_put_f64(b, kept->height), scr_put_f64(b, kept->distance), scr_put_f64(b, kept->beside);
  scr_put_u64(b, kept->n);
  for (size_t k = 0; k < kept->n; k++) {
    const scr_kept_item *i = &kept->item[k];
    scr_put_f64(b, i->lo), scr_put_f64(b, i->hi), scr_put_f64(b, i->most);
  }
}

/* A length of a camera: finite and not below 0. */
static double get_length(scr_bytes *in) {
  const double x = scr_get_f64(in);
  if (!(x >= 0 && x < HUGE_VAL)) in->bad = true;
  return x;
}

void scr_view_kept_get(scr_view_kept *kept, scr_bytes *in) {
  scr_view_kept_clear(kept);
  kept->mark = scr_get_u64(in);
  scr_get_f64s(in, kept->center, 3);
  for (int k = 0; k < 3; k++)
    if (!isfinite(kept->center[k])) in->bad = true;
  kept->height = get_length(in), kept->distance = get_length(in), kept->beside = get_length(in);
  if (kept->beside > 1e5) in->bad = true;
  kept->n = scr_get_count(in, sizeof(scr_kept_item));
  SCR_GROW(kept->item, kept->cap, kept->n);
  for (size_t k = 0; k < kept->n; k++) {
    scr_kept_item *i = &kept->item[k];
    i->lo = scr_get_f64(in), i->hi = scr_get_f64(in), i->most = get_length(in);
    if (isnan(i->lo) || isnan(i->hi)) in->bad = true;
  }
}
