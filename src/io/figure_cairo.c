/* Figures as PNG and PDF, through cairo where it was found at build time; it is loaded with the
 * first of them. */
#include "io/figure_canvas.h"
#include "io/scene_caption.h"

#ifdef SCR_HAVE_CAIRO
#include <cairo.h>
#include <cairo-pdf.h>
#include <math.h>
#include <string.h>
#include "base/late.h"
#include "base/smath.h"

const char scr_figure_part[] = "cairo";

/* clang-format off */
#define FUNCTIONS(F) \
  F(cairo_, arc) F(cairo_, close_path) F(cairo_, create) F(cairo_, destroy) \
  F(cairo_, fill_preserve) F(cairo_, image_surface_create) F(cairo_, image_surface_get_data) \
  F(cairo_, image_surface_get_stride) F(cairo_, line_to) F(cairo_, move_to) \
  F(cairo_, new_sub_path) F(cairo_, paint) F(cairo_, pdf_surface_create_for_stream) \
  F(cairo_, pdf_surface_set_metadata) F(cairo_, restore) F(cairo_, rotate) F(cairo_, save) \
  F(cairo_, scale) F(cairo_, select_font_face) F(cairo_, set_dash) F(cairo_, set_font_size) \
  F(cairo_, set_line_join) F(cairo_, set_line_width) F(cairo_, set_source_rgb) \
  F(cairo_, set_source_rgba) F(cairo_, show_page) F(cairo_, show_text) F(cairo_, stroke) \
  F(cairo_, surface_destroy) F(cairo_, surface_finish) F(cairo_, surface_mark_dirty) \
  F(cairo_, surface_status) F(cairo_, surface_write_to_png_stream) F(cairo_, text_extents) \
  F(cairo_, translate)
/* clang-format on */
SCR_LATE(cairo, FUNCTIONS, SCR_HAVE_CAIRO);

bool scr_cairo_there(void) { return scr_late_load(&cairo_library); }

static void set_ink(cairo_t *c, const scr_ink *ink) {
  uint32_t rgb = scr_color_rgb[ink->color];
  const double *dash = scr_dash[ink->dash];
  int n = 0;
  while (dash[n] > 0) n++;
  cairo.set_source_rgba(c, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0,
                        ink->opacity);
  cairo.set_line_width(c, ink->width);
  cairo.set_dash(c, dash, n, 0);
}

static void outline(cairo_t *c, const double *xy, size_t n, double x, double y, double scale) {
  bool down = false;
  for (size_t k = 0; k < n; k++) {
    double px = x + scale * xy[2 * k], py = y + scale * xy[2 * k + 1];
    if (isnan(px)) {
      down = false;
      continue;
    }
    if (down)
      cairo.line_to(c, px, py);
    else
      cairo.move_to(c, px, py);
    down = true;
  }
}

static void draw_path(void *user, const double *xy, size_t n, const scr_ink *ink) {
  set_ink(user, ink);
  outline(user, xy, n, 0, 0, 1);
  cairo.stroke(user);
}

static void draw_marks(void *user, const double *xy, size_t n, int shape, double radius,
                       const scr_ink *ink) {
  cairo_t *c = user;
  const scr_shape_of_mark *m = &scr_mark_shape[shape];
  set_ink(c, ink);
  for (size_t k = 0; k < n; k++) {
    cairo.new_sub_path(c);
    if (m->n)
      outline(c, m->xy, m->n, xy[2 * k], xy[2 * k + 1], radius);
    else
      cairo.arc(c, xy[2 * k], xy[2 * k + 1], radius, 0, 2 * SCR_PI);
    if (m->closed) cairo.close_path(c);
    if (m->closed && ink->filled) cairo.fill_preserve(c);
    cairo.stroke(c);
  }
}

static double run_size(const scr_run *run, double size) {
  return run->raised ? SCR_RAISED_SIZE * size : size;
}

static double text_width(cairo_t *c, const scr_label *t) {
  scr_run run;
  double width = 0;
  for (const char *s = t->text; scr_run_next(&s, &run);) {
    cairo_text_extents_t e;
    cairo.set_font_size(c, run_size(&run, t->size));
    cairo.text_extents(c, run.text, &e);
    width += e.x_advance;
  }
  return width;
}

static void draw_text_in(cairo_t *c, const scr_label *t, scr_rgba ink) {
  scr_run run;
  cairo.save(c);
  cairo.select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         t->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo.set_source_rgb(c, (ink >> 24) / 255.0, (ink >> 16 & 255) / 255.0, (ink >> 8 & 255) / 255.0);
  cairo.translate(c, t->x, t->y);
  if (t->upright) cairo.rotate(c, -SCR_PI / 2);
  double width = text_width(c, t), x = t->anchor < 0 ? 0 : t->anchor > 0 ? -width : -width / 2;
  for (const char *s = t->text; scr_run_next(&s, &run);) {
    cairo_text_extents_t e;
    cairo.set_font_size(c, run_size(&run, t->size));
    cairo.text_extents(c, run.text, &e);
    cairo.move_to(c, x, run.raised ? -SCR_RAISED_BY * t->size : 0);
    cairo.show_text(c, run.text);
    x += e.x_advance;
  }
  cairo.restore(c);
}

static void draw_text(void *user, const scr_label *t) { draw_text_in(user, t, 255); }

static cairo_status_t put_bytes(void *user, const unsigned char *bytes, unsigned int n) {
  scr_buf_put(user, (const char *)bytes, n);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *make_surface(const scr_layout *l, scr_picture kind, double scale,
                                     const char *title, scr_buf *out) {
  if (kind == SCR_PICTURE_PNG)
    return cairo.image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(l->width * scale),
                                      (int)ceil(l->height * scale));
  cairo_surface_t *s = cairo.pdf_surface_create_for_stream(put_bytes, out, l->width, l->height);
  cairo.pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_TITLE, title);
  cairo.pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_CREATE_DATE,
                                 ""); /* else it is the clock's */
  return s;
}

static void draw_all(const scr_layout *l, cairo_surface_t *s, double scale) {
  cairo_t *c = cairo.create(s);
  cairo.scale(c, scale, scale);
  cairo.set_line_join(c, CAIRO_LINE_JOIN_ROUND);
  cairo.set_source_rgb(c, 1, 1, 1);
  cairo.paint(c);
  scr_layout_draw(
      l, &(scr_canvas){.user = c, .path = draw_path, .marks = draw_marks, .text = draw_text});
  cairo.show_page(c);
  cairo.destroy(c);
}

bool scr_cairo_draw(const scr_layout *l, scr_picture kind, double scale, const char *title,
                    scr_buf *out) {
  cairo_surface_t *s = make_surface(l, kind, scale, title, out);
  draw_all(l, s, kind == SCR_PICTURE_PNG ? scale : 1);
  bool ok = kind != SCR_PICTURE_PNG ||
            cairo.surface_write_to_png_stream(s, put_bytes, out) == CAIRO_STATUS_SUCCESS;
  cairo.surface_finish(s);
  ok = ok && cairo.surface_status(s) == CAIRO_STATUS_SUCCESS;
  cairo.surface_destroy(s);
  return ok;
}

static void copy_pixels(const scr_pixels *p, cairo_surface_t *s) {
  uint8_t *to = cairo.image_surface_get_data(s);
  const size_t stride = (size_t)cairo.image_surface_get_stride(s);
  for (int y = 0; y < p->height; y++)
    for (int x = 0; x < p->width; x++) {
      const uint8_t *rgb = &p->rgb[3 * ((size_t)y * (size_t)p->width + (size_t)x)];
      uint32_t v = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
      memcpy(to + (size_t)y * stride + 4 * (size_t)x, &v, sizeof v);
    }
  cairo.surface_mark_dirty(s);
}

bool scr_cairo_picture(const scr_pixels *p, const scr_overlay *o, scr_buf *png) {
  cairo_surface_t *s = cairo.image_surface_create(CAIRO_FORMAT_RGB24, p->width, p->height);
  bool ok = cairo.surface_status(s) == CAIRO_STATUS_SUCCESS;
  if (ok) {
    copy_pixels(p, s);
    cairo_t *c = cairo.create(s);
    for (size_t k = 0; k < o->nlabel; k++) draw_text_in(c, &o->label[k], o->ink);
    cairo.destroy(c);
    ok = cairo.surface_write_to_png_stream(s, put_bytes, png) == CAIRO_STATUS_SUCCESS;
  }
  cairo.surface_destroy(s);
  return ok;
}

#else
const char scr_figure_part[] = "";

bool scr_cairo_picture(const scr_pixels *p, const scr_overlay *o, scr_buf *png) {
  SCR_UNUSED(p), SCR_UNUSED(o), SCR_UNUSED(png);
  return false;
}

bool scr_cairo_there(void) { return false; }

bool scr_cairo_draw(const scr_layout *l, scr_picture kind, double scale, const char *title,
                    scr_buf *out) {
  SCR_UNUSED(l), SCR_UNUSED(kind), SCR_UNUSED(scale), SCR_UNUSED(title), SCR_UNUSED(out);
  return false;
}
#endif
