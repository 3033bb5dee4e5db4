/* Pictures of models as files: PNG, and SVG. See scene_caption.h. */
#include <math.h>
#include <string.h>
#include "base/outfile.h"
#include "io/figure_canvas.h"
#include "io/scene_caption.h"

/* ---- PNG without a library: chunks with a CRC around a zlib stream of stored blocks ---- */

static uint32_t crc_of(const uint8_t *s, size_t n, uint32_t crc) {
  for (size_t k = 0; k < n; k++) {
    crc ^= s[k];
    for (int i = 0; i < 8; i++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
  }
  return crc;
}

static void put_u32(scr_buf *b, uint32_t v) {
  const char s[4] = {(char)(v >> 24), (char)(v >> 16), (char)(v >> 8), (char)v};
  scr_buf_put(b, s, 4);
}

static void put_chunk(scr_buf *out, const char *type, const scr_buf *body) {
  put_u32(out, (uint32_t)body->n);
  size_t from = out->n;
  scr_buf_put(out, type, 4);
  if (body->n) scr_buf_put(out, body->s, body->n);
  put_u32(out, ~crc_of((const uint8_t *)out->s + from, out->n - from, ~0u));
}

/* A block for each row: filter 0 and its bytes. */
static void put_rows(const scr_pixels *p, scr_buf *out) {
  const size_t row = 3 * (size_t)p->width, n = row + 1;
  uint32_t a = 1, b = 0;
  scr_buf_put(out, "\x78\x01", 2);
  for (int y = 0; y < p->height; y++) {
    const uint8_t *rgb = p->rgb + (size_t)y * row;
    const char head[6] = {y + 1 == p->height, (char)n,         (char)(n >> 8),
                          (char)~n,           (char)(~n >> 8), 0};
    scr_buf_put(out, head, 6);
    scr_buf_put(out, (const char *)rgb, row);
    b = (b + a) % 65521;
    for (size_t k = 0; k < row; k++) {
      a = (a + rgb[k]) % 65521;
      b = (b + a) % 65521;
    }
  }
  put_u32(out, b << 16 | a);
}

void scr_png_put(const scr_pixels *p, scr_buf *out) {
  scr_buf body = {0};
  scr_buf_put(out, "\x89PNG\r\n\x1a\n", 8);
  put_u32(&body, (uint32_t)p->width);
  put_u32(&body, (uint32_t)p->height);
  scr_buf_put(&body, "\x08\x02\0\0\0", 5); /* 8 bits of red, green and blue */
  put_chunk(out, "IHDR", &body);
  scr_buf_clear(&body);
  put_rows(p, &body);
  put_chunk(out, "IDAT", &body);
  scr_buf_clear(&body);
  put_chunk(out, "IEND", &body);
  scr_buf_free(&body);
}

/* ---- SVG ---- */

static void put_fill(scr_buf *b, scr_rgba c) {
  scr_buf_printf(b, " fill=\"#%06X\"", (unsigned)(c >> 8));
  if ((c & 255) != 255) scr_buf_printf(b, " fill-opacity=\"0.%03u\"", (c & 255) * 1000 / 255);
}

static void put_value(scr_buf *b, const char *name, double v) {
  scr_buf_printf(b, " %s=\"", name);
  scr_svg_number(b, v);
  scr_buf_puts(b, "\"");
}

static void put_base64(scr_buf *b, const scr_buf *bytes) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t k = 0; k < bytes->n; k += 3) {
    uint32_t v = 0;
    size_t n = SCR_MIN(bytes->n - k, (size_t)3);
    for (size_t i = 0; i < 3; i++) v = v << 8 | (i < n ? (uint8_t)bytes->s[k + i] : 0);
    char s[4];
    for (size_t i = 0; i < 4; i++) s[i] = i <= n ? digit[v >> (18 - 6 * i) & 63] : '=';
    scr_buf_put(b, s, 4);
  }
}

static void put_image(scr_buf *b, const scr_pixels *p) {
  scr_buf png = {0};
  scr_overlay none = {0};
  if (!scr_cairo_there() || !scr_cairo_picture(p, &none, &png)) {
    scr_buf_clear(&png);
    scr_png_put(p, &png);
  }
  scr_buf_puts(b, "<image width=\"100%\" height=\"100%\" href=\"data:image/png;base64,");
  put_base64(b, &png);
  scr_buf_puts(b, "\"/>\n");
  scr_buf_free(&png);
}

static void put_polygon(scr_buf *b, const double *xy, int n, scr_rgba color) {
  scr_buf_puts(b, "<path d=\"");
  for (int k = 0; k < n; k++) {
    scr_buf_puts(b, k ? "L" : "M");
    scr_svg_number(b, xy[2 * k]);
    scr_buf_puts(b, " ");
    scr_svg_number(b, xy[2 * k + 1]);
  }
  scr_buf_puts(b, "z\"");
  put_fill(b, color);
  scr_buf_puts(b, "/>\n");
}

static void put_disk(scr_buf *b, const scr_scene *s, const scr_port *p, const scr_sphere *from) {
  double at[2], r = from->r * p->h / s->camera.height, rim = SCR_MIN(SCR_MAX(r / 14, 0.5), 2);
  if (!scr_camera_see(&s->camera, p, from->x, at) || (from->color & 255) == 0) return;
  bool outlined = r > 2.5;
  scr_buf_puts(b, "<circle");
  put_value(b, "cx", at[0]);
  put_value(b, "cy", at[1]);
  put_value(b, "r", outlined ? r - rim / 2 : r);
  put_fill(b, from->color);
  if (outlined) {
    uint32_t c = from->color;
    for (int k = 8; k < 32; k += 8) c = (c & ~(255u << k)) | (unsigned)((c >> k & 255) * 0.45) << k;
    scr_buf_printf(b, " stroke=\"#%06X\"", (unsigned)(c >> 8));
    put_value(b, "stroke-width", rim);
  }
  scr_buf_puts(b, "/>\n");
}

static void put_rod(scr_buf *b, const scr_scene *s, const scr_port *p, const scr_rod *from) {
  double u[2], v[2];
  double width = from->r < 0 ? -2 * from->r : 2 * from->r * p->h / s->camera.height;
  if (!scr_camera_see(&s->camera, p, from->a, u) || !scr_camera_see(&s->camera, p, from->b, v))
    return;
  scr_buf_puts(b, "<line stroke-linecap=\"round\"");
  put_value(b, "x1", u[0]);
  put_value(b, "y1", u[1]);
  put_value(b, "x2", v[0]);
  put_value(b, "y2", v[1]);
  scr_buf_printf(b, " stroke=\"#%06X\"", (unsigned)(from->color >> 8));
  if ((from->color & 255) != 255)
    scr_buf_printf(b, " stroke-opacity=\"0.%03u\"", (from->color & 255) * 1000 / 255);
  put_value(b, "stroke-width", width);
  scr_buf_puts(b, "/>\n");
}

/* Nothing of the model is seen outside of its place. */
static void put_lines(scr_buf *b, const scr_scene *s, const scr_port *p) {
  scr_buf_puts(b, "<clipPath id=\"place\"><rect");
  put_value(b, "x", p->x);
  put_value(b, "y", p->y);
  put_value(b, "width", p->w);
  put_value(b, "height", p->h);
  scr_buf_puts(b, "/></clipPath>\n<g clip-path=\"url(#place)\">\n");
  for (size_t k = 0; k < s->nsphere; k++) put_disk(b, s, p, &s->sphere[k]);
  for (size_t k = 0; k < s->nrod; k++) put_rod(b, s, p, &s->rod[k]);
  scr_buf_puts(b, "</g>\n");
}

static void put_head(scr_buf *b, const scr_scene *s, const scr_port *p) {
  scr_buf_printf(b,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%d\" "
                 "height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n"
                 "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06X\"/>\n",
                 p->width, p->height, p->width, p->height,
                 (unsigned)(scr_scene_ground(s->dark) >> 8));
}

void scr_scene_svg(const scr_scene *s, const scr_overlay *o, const scr_port *p,
                   const scr_pixels *pixels, scr_buf *out) {
  put_head(out, s, p);
  if (pixels)
    put_image(out, pixels);
  else
    put_lines(out, s, p);
  for (size_t k = 0; k < o->npatch; k++)
    put_polygon(out, o->patch[k].xy, o->patch[k].n, o->patch[k].color);
  scr_buf_printf(out, "<g fill=\"#%06X\" xml:space=\"preserve\">\n", (unsigned)(o->ink >> 8));
  for (size_t k = 0; k < o->nlabel; k++) scr_svg_text(out, &o->label[k]);
  scr_buf_puts(out, "</g>\n</svg>\n");
}

/* ---- files ---- */

/* Small pictures can afford more samples; the largest have pixels enough. */
static int fineness(const scr_port *p) {
  const double pixels = (double)p->width * p->height;
  return pixels <= 1.6e6 ? 3 : pixels <= 1.6e7 ? 2 : 1;
}

static bool put_png(scr_diag *d, const scr_loc *at, scr_pixels *px, const scr_overlay *o,
                    scr_buf *out) {
  scr_overlay_paint(o, px);
  if (scr_cairo_there() && scr_cairo_picture(px, o, out)) return true;
  scr_buf_clear(out);
  scr_png_put(px, out);
  return o->nlabel == 0 ||
         scr_warn(d, at, SCR_E_UNSUPPORTED,
                  "the picture has no letters: cairo sets them, and it %s",
                  *scr_figure_part ? "cannot be loaded" : "was not there when scree was built");
}

static bool make_bytes(scr_diag *d, const scr_loc *at, const scr_scene *s, const scr_overlay *o,
                       const scr_port *p, scr_par *pool, scr_picture kind, scr_buf *out) {
  scr_pixels px = {0};
  bool lines = kind == SCR_PICTURE_SVG && s->dim == 2 && s->nclip == 0 && s->nface == 0;
  if (!lines) scr_scene_draw(s, p, fineness(p), pool, &px);
  bool ok = true;
  if (kind == SCR_PICTURE_SVG)
    scr_scene_svg(s, o, p, lines ? NULL : &px, out);
  else
    ok = put_png(d, at, &px, o, out);
  scr_free(px.rgb);
  return ok && !scr_interrupted(d);
}

bool scr_scene_write(scr_diag *d, const scr_loc *at, const scr_scene *s, const scr_caption *c,
                     const scr_port *p, scr_par *pool, const char *path) {
  scr_buf bytes = {0};
  scr_overlay o;
  scr_outfile file;
  scr_overlay_make(&o, c, s, p);
  bool ok = make_bytes(d, at, s, &o, p, pool, scr_picture_of(path), &bytes);
  if (ok) {
    scr_outfile_open(&file, path, false, d->interrupt);
    scr_outfile_put(&file, bytes.s, bytes.n);
    ok = scr_outfile_close(&file, true, false);
    if (!ok) scr_outfile_blame(&file, d, at, SCR_E_FILE, "write", path);
  }
  scr_overlay_free(&o);
  scr_buf_free(&bytes);
  return ok;
}
