/* STL files: see stl.h. */
#include "io/stl.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include "base/bytes.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/str.h"
#include "io/reader.h"

enum { HEADER = 80, RECORD = 50 };

static void add_triangle(scr_shape *out, const double normal[3], double x[3][3],
                         uint32_t *against) {
  uint32_t v[3];
  double n[3];
  for (int k = 0; k < 3; k++) v[k] = scr_shape_vertex(out, x[k]);
  scr_shape_facet(out, v[0], v[1], v[2]);
  scr_shape_normal(out, 3, out->nf - 1, n);
  *against += n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2] < 0;
}

/* ---- binary ---- */

static double get_f32(scr_bytes *b) {
  uint32_t bits = scr_get_u32(b);
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}

static bool read_record(scr_diag *d, const scr_loc *at, const char *name, const char *start,
                        scr_bytes *b, uint32_t facet, scr_shape *out, uint32_t *against) {
  double v[4][3];
  for (int k = 0; k < 4; k++)
    for (int c = 0; c < 3; c++) {
      size_t byte = (size_t)((const char *)b->at - start);
      v[k][c] = get_f32(b);
      if (k > 0 && !isfinite(v[k][c]))
        return scr_fail(d, at, SCR_E_VALUE,
                        "'%s', byte %zu: %c of corner %d of facet %u is not a finite number", name,
                        byte, "xyz"[c], k, facet + 1);
    }
  scr_get_span(b, 2); /* attributes: nobody agrees what they mean */
  add_triangle(out, v[0], v + 1, against);
  return true;
}

static bool read_binary(scr_diag *d, const scr_loc *at, const char *name, const char *bytes,
                        size_t n, scr_shape *out, uint32_t *against) {
  scr_bytes b = {(const unsigned char *)bytes, (const unsigned char *)bytes + n, false};
  scr_get_span(&b, HEADER);
  uint32_t count = scr_get_u32(&b);
  if (b.bad)
    return scr_fail(d, at, SCR_E_FILE,
                    "'%s' is no STL file: it ends at byte %zu, inside of the header of %d bytes",
                    name, n, HEADER + 4);
  uint64_t want = HEADER + 4 + (uint64_t)RECORD * count;
  if (n < want) {
    scr_fail(d, at, SCR_E_FILE,
             "'%s' ends at byte %zu, but %u facets, as byte %d says, need %llu bytes", name, n,
             count, HEADER, (unsigned long long)want);
    return scr_hint(d, "the file is cut off, or no STL file");
  }
  if (n > want)
    return scr_fail(d, at, SCR_E_FILE,
                    "'%s' goes on for %llu bytes after its %u facets, which end at byte %llu", name,
                    (unsigned long long)(n - want), count, (unsigned long long)want);
  for (uint32_t f = 0; f < count; f++)
    if (scr_interrupted(d) || !read_record(d, at, name, bytes, &b, f, out, against)) return false;
  return true;
}

/* ---- text ---- */

static bool read_triple(scr_reader *r, double x[3]) {
  return scr_reader_number(r, &x[0]) && scr_reader_number(r, &x[1]) && scr_reader_number(r, &x[2]);
}

/* What programs write for a number that is none, or none that is finite. */
static bool is_no_number(const char *p, size_t n) {
  static const char *const begin[] = {"nan", "inf", "1.#"};
  const size_t sign = n > 0 && (*p == '-' || *p == '+');
  for (size_t k = 0; k < SCR_COUNTOF(begin); k++) {
    const size_t len = strlen(begin[k]);
    if (n - sign >= len && scr_ncasecmp(p + sign, begin[k], len) == 0) return true;
  }
  return false;
}

/* Triangles without area have none, and nothing needs it. */
static bool read_normal(scr_reader *r, double x[3]) {
  for (int c = 0; c < 3; c++) {
    const size_t n = scr_reader_peek(r);
    if (is_no_number(r->p, n))
      x[c] = NAN, r->p += n;
    else if (!scr_reader_number(r, &x[c]))
      return false;
  }
  return true;
}

/* After the word `facet`. */
static bool read_facet(scr_reader *r, scr_shape *out, uint32_t *against) {
  double normal[3], x[3][3];
  if (scr_interrupted(r->d) || !scr_reader_need(r, "normal") || !read_normal(r, normal) ||
      !scr_reader_need(r, "outer") || !scr_reader_need(r, "loop"))
    return false;
  for (int k = 0; k < 3; k++)
    if (!scr_reader_need(r, "vertex") || !read_triple(r, x[k])) return false;
  if (!scr_reader_need(r, "endloop") || !scr_reader_need(r, "endfacet")) return false;
  add_triangle(out, normal, x, against);
  return true;
}

static void skip_line(scr_reader *r) { r->p += strlen(r->p); }

/* The name that is written, where there is none. */
#define OURS "scree"

/* What is left of the line, without blanks around it. */
static void note_solid(const scr_reader *r, const scr_shape *out, scr_stl_solids *solids) {
  const char *name = r->p + strspn(r->p, " \t");
  size_t n = strlen(name);
  while (n && strchr(" \t\r", name[n - 1])) n--;
  if (n == strlen(OURS) && memcmp(name, OURS, n) == 0) n = 0;
  SCR_GROW(solids->solid, solids->cap, solids->n + 1);
  solids->solid[solids->n++] = (struct scr_stl_solid){scr_strndup(name, n), out->nf};
}

void scr_stl_solids_free(scr_stl_solids *s) {
  for (size_t k = 0; k < s->n; k++) scr_free(s->solid[k].name);
  scr_free(s->solid);
  *s = (scr_stl_solids){0};
}

/* One solid after another; what stands after `solid` and `endsolid` on their lines is a name. Some
 * programs write `end solid`. */
static bool read_solids(scr_reader *r, scr_shape *out, uint32_t *against, scr_stl_solids *solids) {
  do {
    if (!scr_reader_need(r, "solid")) return false;
    if (solids) note_solid(r, out, solids);
    skip_line(r);
    while (scr_reader_take(r, "facet"))
      if (!read_facet(r, out, against)) return false;
    if (!scr_reader_take(r, "endsolid") && !scr_reader_take(r, "end"))
      return scr_reader_expected(r, "'facet' or 'endsolid'");
    skip_line(r);
  } while (scr_reader_peek(r));
  return true;
}

static bool read_text(scr_diag *d, const char *name, const char *bytes, size_t n, scr_shape *out,
                      uint32_t *against, scr_stl_solids *solids) {
  scr_reader r = scr_reader_of(d, scr_source_new(name, NULL, bytes, n));
  bool ok = read_solids(&r, out, against, solids);
  scr_source_drop(r.src);
  return ok;
}

/* ---- either ---- */

/* Binary files may begin with `solid`, too: the length decides, then whether there is a byte that
 * text does not hold. */
static bool is_text(const char *bytes, size_t n) {
  if (n >= HEADER + 4) {
    scr_bytes b = {(const unsigned char *)bytes + HEADER, (const unsigned char *)bytes + n, false};
    if (n == HEADER + 4 + (uint64_t)RECORD * scr_get_u32(&b)) return false;
  }
  size_t k = n >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  while (k < n && strchr(" \t\r\f\v\n", bytes[k]) && bytes[k]) k++;
  return n - k >= 5 && scr_ncasecmp(bytes + k, "solid", 5) == 0 && !memchr(bytes, 0, n);
}

bool scr_stl_read(scr_diag *d, const scr_loc *at, const char *name, const char *bytes, size_t n,
                  scr_shape *out, uint32_t *against) {
  return scr_stl_read_solids(d, at, name, bytes, n, out, against, NULL);
}

bool scr_stl_read_solids(scr_diag *d, const scr_loc *at, const char *name, const char *bytes,
                         size_t n, scr_shape *out, uint32_t *against, scr_stl_solids *solids) {
  *against = 0;
  bool ok = is_text(bytes, n) ? read_text(d, name, bytes, n, out, against, solids)
                              : read_binary(d, at, name, bytes, n, out, against);
  if (ok && !out->nf) return scr_fail(d, at, SCR_E_FILE, "'%s' holds no facet", name);
  if (ok) scr_shape_weld(out);
  return ok;
}

/* ---- writing ---- */

static void put_triple(scr_buf *b, const char *word, const double x[3]) {
  char number[32];
  scr_buf_puts(b, word);
  for (int c = 0; c < 3; c++) {
    scr_format_real(number, x[c], false);
    scr_buf_printf(b, " %s", number);
  }
  scr_buf_puts(b, "\n");
}

static void put_f32s(scr_buf *b, const double x[3]) {
  for (int c = 0; c < 3; c++) {
    float f = (float)x[c];
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    scr_put_u32(b, bits);
  }
}

static void put_facet(scr_buf *out, const scr_shape *s, uint32_t f, bool text) {
  double n[3];
  scr_shape_normal(s, 3, f, n);
  if (text)
    put_triple(out, " facet normal", n), scr_buf_puts(out, "  outer loop\n");
  else
    put_f32s(out, n);
  for (size_t k = 0; k < 3; k++) {
    const double *x = s->x + 3 * (size_t)s->facet[3 * (size_t)f + k];
    if (text)
      put_triple(out, "   vertex", x);
    else
      put_f32s(out, x);
  }
  if (text)
    scr_buf_puts(out, "  endloop\n endfacet\n");
  else
    scr_buf_put(out, "\0\0", 2);
}

bool scr_stl_write(scr_diag *d, const scr_loc *at, const scr_shape *s, bool text, scr_buf *out) {
  char header[HEADER] = "binary STL written by scree";
  for (size_t k = 0; k < 3 * (size_t)s->nv && !text; k++)
    if (!(fabs(s->x[k]) <= (double)FLT_MAX)) {
      scr_fail(d, at, SCR_E_VALUE,
               "the position %g is too large for the single precision of a binary STL file",
               s->x[k]);
      return scr_hint(d, "'text' holds it");
    }
  if (text)
    scr_buf_puts(out, "solid " OURS "\n");
  else
    scr_buf_put(out, header, sizeof header), scr_put_u32(out, s->nf);
  for (uint32_t f = 0; f < s->nf; f++) put_facet(out, s, f, text);
  if (text) scr_buf_puts(out, "endsolid " OURS "\n");
  return true;
}
