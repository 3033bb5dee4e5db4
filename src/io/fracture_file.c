/* See fracture_file.h. */
#include "io/fracture_file.h"

#include <math.h>
#include "base/mem.h"
#include "base/num.h"
#include "io/reader.h"

/* ---- records ---- */

scr_fracture_record *scr_fracture_record_add(scr_fracture_records *r) {
  SCR_GROW(r->at, r->cap, r->n + 1);
  r->at[r->n] = (scr_fracture_record){.nprop = 0};
  return &r->at[r->n++];
}

void scr_fracture_records_free(scr_fracture_records *r) {
  for (size_t k = 0; k < r->n; k++) {
    for (size_t i = 0; i < r->at[k].nprop; i++) {
      scr_free(r->at[k].prop[i].name);
      scr_free(r->at[k].prop[i].value);
    }
    scr_free(r->at[k].prop);
    scr_free(r->at[k].corner);
  }
  scr_free(r->at);
  *r = (scr_fracture_records){0};
}

/* ---- writing ---- */

static void put_number(scr_buf *b, double x) {
  char text[32];
  scr_format_real(text, x, false);
  scr_buf_printf(b, " %s", text);
}

static void put_numbers(scr_buf *b, const double *x, int n) {
  for (int k = 0; k < n; k++) put_number(b, x[k]);
}

static void put_quoted(scr_buf *b, const char *s) {
  scr_buf_puts(b, " \"");
  for (; *s; s++) {
    if (*s == '"' || *s == '\\' || *s == '\n') scr_buf_puts(b, "\\");
    scr_buf_put(b, *s == '\n' ? "n" : s, 1);
  }
  scr_buf_puts(b, "\"");
}

void scr_fracture_put_prop(scr_buf *out, const char *name, const char *value, bool text) {
  scr_buf_puts(out, " PROPERTY");
  put_quoted(out, name);
  if (text)
    put_quoted(out, value);
  else
    scr_buf_printf(out, " %s", value);
}

static void put_groups(scr_buf *b, const scr_world *w, uint32_t set) {
  for (uint32_t k = 0; set && k < w->sets.count[set]; k++) {
    const uint64_t *e = w->sets.entry[set] + 2 * (size_t)k;
    scr_buf_puts(b, " GROUP");
    put_quoted(b, scr_word_text(&w->words, (uint32_t)e[1]));
    scr_buf_puts(b, " SLOT");
    put_quoted(b, scr_word_text(&w->words, (uint32_t)e[0]));
  }
}

static void put_corners(scr_buf *b, const scr_world *w, uint32_t place) {
  const uint32_t n = w->fractures.at[place].corners;
  double *corner = scr_alloc(3 * (size_t)n * sizeof *corner);
  scr_fracture_corners(w, place, corner);
  scr_buf_printf(b, " POLYGON %u", (unsigned)n);
  put_numbers(b, corner, 3 * (int)n);
  scr_free(corner);
}

static void put_shape(scr_buf *b, const scr_world *w, uint32_t place) {
  const scr_fracture *f = &w->fractures.at[place];
  const double angle[2] = {f->dip, f->ddir};
  scr_buf_printf(b, "%u", (unsigned)f->id);
  if (f->corners) {
    put_corners(b, w, place);
    return;
  }
  scr_buf_puts(b, w->dim == 2 ? " SEGMENT" : " DISK");
  put_numbers(b, f->x, w->dim);
  put_number(b, f->size);
  put_numbers(b, angle, w->dim - 1);
}

void scr_fractures_write(const scr_world *w, const uint32_t *places, size_t n,
                         void (*props)(void *user, uint32_t place, scr_buf *out), void *user,
                         scr_buf *out) {
  scr_buf_printf(out, "SCREE FRACTURES %dD\n", w->dim);
  for (size_t k = 0; k < n; k++) {
    const scr_fracture *f = &w->fractures.at[places[k]];
    put_shape(out, w, places[k]);
    if (f->aperture > 0) {
      scr_buf_puts(out, " APERTURE");
      put_number(out, f->aperture);
    }
    put_groups(out, w, f->groups);
    props(user, places[k], out);
    scr_buf_puts(out, "\n");
  }
}

/* ---- reading ---- */

static bool numbers(scr_reader *r, double *out, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (!scr_reader_number(r, &out[k])) return false;
  return true;
}

/* A number that may not be beyond bounds; else the error says what it is. */
static bool bounded(scr_reader *r, double lo, double hi, const char *what, double *out) {
  const scr_loc at = scr_reader_here(r, scr_reader_peek(r));
  if (!scr_reader_number(r, out)) return false;
  if (*out >= lo && *out <= hi) return true;
  if (isinf(hi)) return scr_fail(r->d, &at, SCR_E_VALUE, "%s is %g or more", what, lo);
  return scr_fail(r->d, &at, SCR_E_VALUE, "%s is from %g to %g", what, lo, hi);
}

static bool whole(scr_reader *r, uint32_t least, const char *what, uint32_t *out) {
  const scr_loc at = scr_reader_here(r, scr_reader_peek(r));
  double x;
  if (!scr_reader_number(r, &x)) return false;
  if (!(x >= least && x < UINT32_MAX) || x != floor(x))
    return scr_fail(r->d, &at, SCR_E_VALUE, "%s is a whole number, %u or more", what,
                    (unsigned)least);
  return *out = (uint32_t)x, true;
}

static bool read_polygon(scr_reader *r, scr_fracture_record *f) {
  uint32_t n;
  size_t cap = 0;
  if (!whole(r, 3, "the number of corners", &n)) return false;
  for (uint32_t k = 0; k < n; k++) { /* no more room than the file has numbers */
    SCR_GROW(f->corner, cap, 3 * ((size_t)k + 1));
    if (!numbers(r, f->corner + 3 * (size_t)k, 3)) return false;
  }
  f->spec.corners = n;
  return true;
}

static bool read_plane(scr_reader *r, int dim, scr_fracture_record *f) {
  scr_fracture_spec *s = &f->spec;
  return numbers(r, s->x, (size_t)dim) &&
         bounded(r, 0, HUGE_VAL, dim == 2 ? "the length" : "the diameter", &s->size) &&
         bounded(r, 0, dim == 2 ? 180 : 90, "the dip", &s->dip) &&
         (dim == 2 || bounded(r, 0, 360, "the dip direction", &s->ddir));
}

static bool read_group(scr_reader *r, scr_world *w, scr_fracture_record *f) {
  char *name = NULL, *slot = NULL;
  bool ok = scr_reader_text(r, "the name of a group", &name, NULL);
  if (ok && scr_reader_take(r, "SLOT")) ok = scr_reader_text(r, "the name of a slot", &slot, NULL);
  if (ok) scr_group_set(w, &f->spec.groups, name, slot);
  scr_free(name);
  scr_free(slot);
  return ok;
}

static bool read_prop(scr_reader *r, scr_fracture_record *f) {
  SCR_GROW(f->prop, f->cap_prop, f->nprop + 1);
  scr_fracture_prop *p = &f->prop[f->nprop++];
  *p = (scr_fracture_prop){.name = NULL};
  if (!scr_reader_text(r, "the name of a property", &p->name, NULL)) return false;
  p->at = scr_reader_here(r, scr_reader_peek(r));
  return scr_reader_text(r, "the value of the property", &p->value, &p->text);
}

static bool read_more(scr_reader *r, scr_world *w, scr_fracture_record *f) {
  for (;;) {
    bool ok = true;
    if (scr_reader_take(r, "APERTURE"))
      ok = bounded(r, 0, HUGE_VAL, "the aperture", &f->aperture);
    else if (scr_reader_take(r, "GROUP"))
      ok = read_group(r, w, f);
    else if (scr_reader_take(r, "PROPERTY"))
      ok = read_prop(r, f);
    else
      return true;
    if (!ok) return false;
  }
}

static bool read_one(scr_reader *r, scr_world *w, scr_fracture_record *f) {
  f->at = scr_reader_here(r, scr_reader_peek(r));
  if (!whole(r, 1, "an id", &f->id)) return false;
  bool ok;
  if (w->dim == 3 && scr_reader_take(r, "POLYGON"))
    ok = read_polygon(r, f);
  else if (scr_reader_take(r, w->dim == 2 ? "SEGMENT" : "DISK"))
    ok = read_plane(r, w->dim, f);
  else
    return scr_reader_expected(r, w->dim == 2 ? "SEGMENT" : "DISK or POLYGON");
  return ok && read_more(r, w, f);
}

bool scr_fractures_read(scr_diag *d, scr_world *w, scr_source *src, scr_fracture_records *out) {
  scr_reader r = scr_reader_of(d, src);
  if (!scr_reader_need(&r, "SCREE") || !scr_reader_need(&r, "FRACTURES") ||
      !scr_reader_need(&r, w->dim == 2 ? "2D" : "3D"))
    return false;
  while (scr_reader_peek(&r)) {
    if (out->n % 4096 == 0 && scr_interrupted(d))
      return scr_fail(d, NULL, SCR_E_INTERRUPT, "interrupted: no fracture is made");
    if (!read_one(&r, w, scr_fracture_record_add(out))) return false;
  }
  for (size_t k = 0; k < out->n; k++) out->at[k].spec.corner = out->at[k].corner;
  return true;
}
