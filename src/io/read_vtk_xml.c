/* Points of VTK's XML files: see read_vtk.h. Format: VTK's file format documentation, XML formats.
 */
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include "base/bytes.h"
#include "base/mem.h"
#include "base/num.h"
#include "io/deflate.h"
#include "io/read_vtk.h"

typedef struct reader {
  scr_diag *d;
  const scr_loc *at;
  const char *name;
  const char *head, *head_end; /* the XML before the appended data */
  const char *data, *end;      /* after the underscore of the appended data; NULL: there is none */
  bool base64, packed;         /* of the appended data; of all arrays but those of text */
  size_t word;                 /* bytes of the numbers before arrays: 4 or 8 */
  size_t size;                 /* of the file */
} reader;

SCR_PRINTF(2, 3) static bool bad(reader *r, const char *fmt, ...) {
  scr_buf what = {0};
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(&what, fmt, ap);
  va_end(ap);
  scr_fail(r->d, r->at, SCR_E_FILE, "'%s' is no file of VTK that can be read: %s", r->name, what.s);
  scr_buf_free(&what);
  return false;
}

/* ---- tags ---- */

typedef struct tag {
  const char *at, *end; /* from behind '<' up to '>' */
} tag;

static bool next_tag(const reader *r, const char *from, tag *t) {
  const char *at = from < r->head_end ? memchr(from, '<', (size_t)(r->head_end - from)) : NULL;
  const char *end = at ? memchr(at, '>', (size_t)(r->head_end - at)) : NULL;
  if (!end) return false;
  *t = (tag){at + 1, end};
  return true;
}

static bool is(const tag *t, const char *name) {
  const size_t n = strlen(name);
  return (size_t)(t->end - t->at) >= n && strncmp(t->at, name, n) == 0 &&
         (t->at + n == t->end || strchr(" \t\r\n/", t->at[n]));
}

static bool find_tag(const reader *r, const char *name, const char *from, tag *t) {
  while (next_tag(r, from, t)) {
    if (is(t, name)) return true;
    from = t->end;
  }
  return false;
}

/* The value of an attribute; NULL: it has none such. */
static const char *attribute(const tag *t, const char *name, size_t *n) {
  const size_t m = strlen(name);
  for (const char *p = t->at; p + m + 2 < t->end; p++) {
    if (!strchr(" \t\r\n", *p) || strncmp(p + 1, name, m) != 0 || p[m + 1] != '=') continue;
    const char quote = p[m + 2], *value = p + m + 3;
    const char *end = value < t->end ? memchr(value, quote, (size_t)(t->end - value)) : NULL;
    if ((quote != '"' && quote != '\'') || !end) return NULL;
    *n = (size_t)(end - value);
    return value;
  }
  return NULL;
}

static bool attribute_is(const tag *t, const char *name, const char *value) {
  size_t n;
  const char *at = attribute(t, name, &n);
  return at && n == strlen(value) && strncmp(at, value, n) == 0;
}

/* `usual` where there is none; SIZE_MAX: it is no number. */
static size_t number_of(const tag *t, const char *name, size_t usual) {
  size_t n, len;
  int64_t i;
  double f;
  const char *at = attribute(t, name, &n);
  if (!at) return usual;
  while (n && *at == ' ') at++, n--;
  if (scr_parse_number(at, &len, &i, &f) != SCR_NUM_INT || i < 0) return SIZE_MAX;
  return (size_t)i;
}

/* ---- bytes ---- */

static int digit_of(char c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = c ? strchr(digits, c) : NULL;
  return at ? (int)(at - digits) : -1;
}

/* Up to n bytes of base64, in whole groups of four digits; returns what follows them, NULL: that is
 * none. */
static const char *decode(const char *p, const char *end, size_t n, scr_buf *out) {
  const size_t want = out->n + n;
  while (out->n < want) {
    if (end - p < 4) return NULL;
    int d[4];
    for (int k = 0; k < 4; k++) d[k] = digit_of(p[k]);
    if (d[0] < 0 || d[1] < 0) return NULL;
    const int bits = d[0] << 18 | d[1] << 12 | SCR_MAX(d[2], 0) << 6 | SCR_MAX(d[3], 0);
    const int got = p[2] == '=' ? 1 : p[3] == '=' ? 2 : 3;
    const char byte[3] = {(char)(bits >> 16), (char)(bits >> 8 & 255), (char)(bits & 255)};
    scr_buf_put(out, byte, (size_t)got);
    p += 4;
    if (got < 3) break;
  }
  return out->n >= want ? p : NULL;
}

/* n bytes from p on, as they are or decoded; returns what follows. */
static const char *fetch(const char *p, const char *end, size_t n, bool base64, scr_buf *out) {
  if (base64) return decode(p, end, n, out);
  if ((size_t)(end - p) < n) return NULL;
  scr_buf_put(out, p, n);
  return p + n;
}

static uint64_t word_at(const reader *r, const scr_buf *b, size_t k) {
  scr_bytes in = {(const unsigned char *)b->s + k * r->word, (const unsigned char *)b->s + b->n,
                  false};
  return r->word == 4 ? scr_get_u32(&in) : scr_get_u64(&in);
}

/* The size and the bytes are coded in one. */
static bool plain_bytes(const reader *r, const char *p, const char *end, bool base64, size_t n,
                        unsigned char *to) {
  scr_buf b = {0};
  bool ok = fetch(p, end, r->word, base64, &b) && word_at(r, &b, 0) == n;
  scr_buf_clear(&b);
  ok = ok && fetch(p, end, r->word + n, base64, &b);
  if (ok) memcpy(to, b.s + r->word, n);
  scr_buf_free(&b);
  return ok;
}

static bool unpack_blocks(const reader *r, const scr_buf *head, const scr_buf *body, size_t n,
                          unsigned char *to) {
  const uint64_t blocks = word_at(r, head, 0), size = word_at(r, head, 1),
                 last = word_at(r, head, 2);
  size_t done = 0, from = 0;
  for (size_t k = 0; k < blocks; k++) {
    const uint64_t packed = word_at(r, head, 3 + k), whole = k + 1 == blocks && last ? last : size;
    if (whole > n - done || packed > body->n - from) return false;
    if (!scr_inflate(to + done, (size_t)whole, body->s + from, (size_t)packed)) return false;
    done += (size_t)whole, from += (size_t)packed;
  }
  return done == n;
}

/* No array has more: sums of damaged sizes must not overflow. */
#define MOST_BYTES ((uint64_t)1 << 48)

/* Number of blocks, their size, that of a shorter last one, sizes when packed; then the blocks,
 * which take `all` bytes. Returns where they begin; NULL: the head is not all there. */
static const char *packed_head(const reader *r, const char *p, const char *end, bool base64,
                               scr_buf *head, uint64_t *all) {
  const uint64_t room = (uint64_t)(end - p) / r->word; /* no more can be there */
  const uint64_t blocks = fetch(p, end, r->word, base64, head) ? word_at(r, head, 0) : room;
  scr_buf_clear(head);
  const char *next =
      blocks < room ? fetch(p, end, (3 + (size_t)blocks) * r->word, base64, head) : NULL;
  *all = 0;
  for (size_t k = 0; next && k < blocks && *all < MOST_BYTES; k++)
    *all += SCR_MIN(word_at(r, head, 3 + k), MOST_BYTES);
  return next;
}

static bool packed_bytes(const reader *r, const char *p, const char *end, bool base64, size_t n,
                         unsigned char *to) {
  scr_buf head = {0}, body = {0};
  uint64_t all;
  const char *next = packed_head(r, p, end, base64, &head, &all);
  bool ok = next && all <= (uint64_t)(end - next) &&
            (!all || fetch(next, end, (size_t)all, base64, &body));
  ok = ok && unpack_blocks(r, &head, &body, n, to);
  scr_buf_free(&head);
  scr_buf_free(&body);
  return ok;
}

/* ---- arrays ---- */

typedef enum form { REAL, SIGNED, UNSIGNED } form;
typedef struct type {
  const char *name;
  form form;
  size_t size;
} type;
static const type types[] = {{"Float64", REAL, 8},    {"Float32", REAL, 4},
                             {"Int64", SIGNED, 8},    {"Int32", SIGNED, 4},
                             {"Int16", SIGNED, 2},    {"Int8", SIGNED, 1},
                             {"UInt64", UNSIGNED, 8}, {"UInt32", UNSIGNED, 4},
                             {"UInt16", UNSIGNED, 2}, {"UInt8", UNSIGNED, 1}};

static double number_from(const type *t, const unsigned char *p) {
  uint64_t bits = 0;
  for (size_t k = t->size; k-- > 0;) bits = bits << 8 | p[k];
  if (t->form == REAL && t->size == 8) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
  }
  if (t->form == REAL) {
    const uint32_t half = (uint32_t)bits;
    float x;
    memcpy(&x, &half, sizeof x);
    return (double)x;
  }
  const size_t above = 64 - 8 * t->size;
  return t->form == UNSIGNED ? (double)bits : (double)((int64_t)(bits << above) >> above);
}

static bool text_values(const char *p, const char *end, double *to, size_t n) {
  for (size_t k = 0; k < n; k++) {
    size_t len;
    int64_t i;
    while (p < end && strchr(" \t\r\n", *p)) p++;
    if (p >= end || scr_parse_number(p, &len, &i, &to[k]) == SCR_NUM_NONE) return false;
    p += len;
  }
  return true;
}

/* Its name, of `n` characters. */
static const char *name_of(const tag *t, int *n) {
  enum { MOST = 60 };
  size_t length;
  const char *name = attribute(t, "Name", &length);
  *n = name ? (int)SCR_MIN(length, (size_t)MOST) : (int)strlen("Points");
  return name ? name : "Points";
}

/* It begins at p, and there are not so many of what it should hold. */
static bool bad_array(reader *r, const tag *t, const char *p, size_t n, const char *what) {
  int length;
  const char *name = name_of(t, &length);
  return bad(r, "its array '%.*s', at byte %zu of %zu, does not hold %zu %s", length, name,
             (size_t)(p - r->head), r->size, n, what);
}

static bool binary_values(reader *r, const tag *t, const type *of, double *to, size_t n) {
  const bool here = attribute_is(t, "format", "binary");
  const size_t offset = number_of(t, "offset", 0);
  const char *p = here ? t->end + 1 : r->data, *end = here ? r->head_end : r->end;
  int length;
  const char *name = name_of(t, &length);
  if (!p) return bad(r, "it has no appended data");
  if (!here && offset > (size_t)(end - p))
    return bad(r, "its array '%.*s' lies outside of its %zu appended bytes", length, name,
               (size_t)(end - p));
  p += here ? strspn(p, " \t\r\n") : offset;
  unsigned char *bytes = scr_try_alloc(n * of->size + 1);
  const bool base64 = here || r->base64;
  if (!bytes) return bad(r, "there is no memory for its points");
  const bool ok = r->packed ? packed_bytes(r, p, end, base64, n * of->size, bytes)
                            : plain_bytes(r, p, end, base64, n * of->size, bytes);
  for (size_t k = 0; ok && k < n; k++) to[k] = number_from(of, bytes + k * of->size);
  scr_free(bytes);
  return ok || bad_array(r, t, p, n * of->size, "bytes");
}

static bool read_values(reader *r, const tag *t, double *to, size_t n) {
  const type *of = NULL;
  for (size_t k = 0; k < SCR_COUNTOF(types); k++)
    if (attribute_is(t, "type", types[k].name)) of = &types[k];
  int length;
  const char *name = name_of(t, &length);
  if (!of) return bad(r, "its array '%.*s' holds no numbers", length, name);
  bool ok = true;
  if (attribute_is(t, "format", "ascii"))
    ok = text_values(t->end + 1, r->head_end, to, n) || bad_array(r, t, t->end + 1, n, "numbers");
  else
    ok = binary_values(r, t, of, to, n);
  for (size_t k = 0; ok && k < n; k++)
    if (!isfinite(to[k]))
      return bad(r, "number %zu of its array '%.*s' is not finite", k + 1, length, name);
  return ok;
}

static bool read_point_data(reader *r, const char *from, scr_points *out) {
  enum { MOST = 9 };
  tag t;
  while (next_tag(r, from, &t) && !is(&t, "/PointData")) {
    from = t.end;
    if (!is(&t, "DataArray")) continue;
    size_t n;
    const char *name = attribute(&t, "Name", &n);
    const size_t comps = number_of(&t, "NumberOfComponents", 1);
    if (!name) return bad(r, "it has an array without a name");
    if (comps < 1 || comps > MOST)
      return bad(r, "its array '%.*s' has not 1 to %d components", (int)SCR_MIN(n, (size_t)60),
                 name, MOST);
    double *value = scr_points_add(out, name, n, (int)comps);
    if (!value) return bad(r, "there is no memory for its points");
    if (!read_values(r, &t, value, out->n * comps)) return false;
  }
  return true;
}

static bool find_names(const reader *r, tag *t) {
  for (const char *from = r->head; next_tag(r, from, t) && !is(t, "Piece"); from = t->end)
    if (is(t, "DataArray") && attribute_is(t, "Name", "group-names") &&
        attribute_is(t, "type", "String") && attribute_is(t, "format", "ascii"))
      return true;
  return false;
}

/* Names of groups in the field data, as codes of characters. Other programs may pack them: then
 * groups are numbers that mean nothing. */
static void read_names(const reader *r, scr_points *out) {
  tag t;
  scr_buf text = {0};
  if (!find_names(r, &t)) return;
  for (const char *p = t.end + 1; p < r->head_end;) {
    size_t len;
    int64_t code;
    double f;
    if (strchr(" \t\r\n", *p)) {
      p++;
      continue;
    }
    if (scr_parse_number(p, &len, &code, &f) != SCR_NUM_INT || code < 0 || code > 255) break;
    const char byte = (char)code;
    scr_buf_put(&text, &byte, 1);
    out->ngroup += !byte;
    p += len;
  }
  out->group_names = text.s;
}

static bool read_piece(reader *r, scr_points *out) {
  tag piece, points, array;
  if (!find_tag(r, "Piece", r->head, &piece)) return bad(r, "it has no piece");
  if (find_tag(r, "Piece", piece.end, &points)) return bad(r, "it has several pieces");
  out->n = number_of(&piece, "NumberOfPoints", SIZE_MAX);
  enum { MOST_OF_A_BYTE = 64 }; /* 24 bytes a point, which zlib makes 1032 times smaller at most */
  if (out->n >= UINT32_MAX) return bad(r, "it does not say how many points it has");
  if (out->n / MOST_OF_A_BYTE > r->size) return bad(r, "it holds fewer points than it says");
  out->x = scr_try_alloc(3 * out->n * sizeof *out->x + 1);
  if (!out->x) return bad(r, "there is no memory for its points");
  if (!find_tag(r, "Points", piece.end, &points) || !find_tag(r, "DataArray", points.end, &array))
    return bad(r, "it has no points");
  if (!read_values(r, &array, out->x, 3 * out->n)) return false;
  tag data;
  return !find_tag(r, "PointData", piece.end, &data) || data.end[-1] == '/' ||
         read_point_data(r, data.end, out);
}

/* ---- the file ---- */

static bool read_form(reader *r, const tag *file) {
  r->word = attribute_is(file, "header_type", "UInt64") ? 8 : 4;
  if (!attribute_is(file, "byte_order", "LittleEndian"))
    return bad(r, "its bytes have another order than LittleEndian");
  size_t n;
  r->packed = attribute(file, "compressor", &n) != NULL;
  if (!r->packed) return true;
  if (!attribute_is(file, "compressor", "vtkZLibDataCompressor"))
    return bad(r, "it is packed by something else than zlib");
  return scr_deflate_there() || bad(r, "it is packed, and this scree has no zlib");
}

/* The last place of a word; NULL: it is not there. */
static const char *find_last(const char *bytes, size_t n, const char *word) {
  const size_t m = strlen(word);
  for (size_t k = n; k >= m; k--)
    if (memcmp(bytes + k - m, word, m) == 0) return bytes + k - m;
  return NULL;
}

/* The XML ends where the appended data begin. */
static void find_data(reader *r, const char *bytes, size_t n) {
  tag t;
  if (!find_tag(r, "AppendedData", bytes, &t)) return;
  const char *mark = memchr(t.end, '_', (size_t)(r->head_end - t.end));
  r->base64 = attribute_is(&t, "encoding", "base64");
  r->head_end = t.at - 1;
  if (!mark) return;
  const char *end = find_last(mark, (size_t)(bytes + n - mark), "</AppendedData");
  r->data = mark + 1, r->end = end ? end : bytes + n;
}

/* ---- a file that is cut off ---- */

static size_t coded(const reader *r, uint64_t n) { return r->base64 ? (n + 2) / 3 * 4 : n; }

/* Where the appended array ends that begins at `offset`, counted as well: at least there, as its
 * sizes may be missing themselves. */
static size_t end_of(const reader *r, size_t offset) {
  const char *p = r->data + SCR_MIN(offset, (size_t)(r->end - r->data));
  scr_buf head = {0};
  uint64_t all;
  size_t n = coded(r, (r->packed ? 3 : 1) * r->word);
  if (r->packed) {
    const char *next = packed_head(r, p, r->end, r->base64, &head, &all);
    if (next) n = (size_t)(next - p) + coded(r, all);
  } else if (fetch(p, r->end, r->word, r->base64, &head)) {
    n = coded(r, r->word + SCR_MIN(word_at(r, &head, 0), MOST_BYTES));
  }
  scr_buf_free(&head);
  return offset + n;
}

/* Bytes that the arrays of the head need at least, with all before them. */
static size_t least_size(const reader *r) {
  size_t least = 0;
  tag t;
  for (const char *from = r->head; r->data && find_tag(r, "DataArray", from, &t); from = t.end) {
    const size_t offset = number_of(&t, "offset", 0);
    if (!attribute_is(&t, "format", "appended") || offset > MOST_BYTES) continue;
    const size_t end = end_of(r, offset);
    least = SCR_MAX(least, end);
  }
  return least ? (size_t)(r->data - r->head) + least : 0;
}

static bool ends_early(reader *r) {
  const size_t least = least_size(r);
  scr_buf of = {0};
  if (least > r->size) scr_buf_printf(&of, " of at least %zu", least);
  scr_fail(r->d, r->at, SCR_E_FILE, "'%s' ends early, at byte %zu%s: '</VTKFile>' is missing",
           r->name, r->size, of.n ? of.s : "");
  scr_buf_free(&of);
  return false;
}

/* XML that ends before its first element does. */
static bool only_begins(const reader *r) {
  tag t;
  const size_t blanks = strspn(r->head, " \t\r\n");
  if (r->head[blanks] != '<') return false;
  for (const char *from = r->head; next_tag(r, from, &t); from = t.end)
    if (*t.at != '?' && *t.at != '!') return false;
  return true;
}

bool scr_vtk_read_xml(scr_diag *d, const scr_loc *at, const char *name, const char *bytes, size_t n,
                      scr_points *out) {
  reader r = {.d = d, .at = at, .name = name, .head = bytes, .head_end = bytes + n, .size = n};
  tag file;
  if (!n) return scr_fail(d, at, SCR_E_FILE, "'%s' is empty", name);
  if (!find_tag(&r, "VTKFile", bytes, &file))
    return only_begins(&r) ? ends_early(&r) : bad(&r, "it has no element VTKFile");
  find_data(&r, bytes, n);
  if (!read_form(&r, &file)) return false;
  const char *last = find_last(bytes, n, "</VTKFile");
  if (file.end[-1] != '/' && !(last && memchr(last, '>', (size_t)(bytes + n - last))))
    return ends_early(&r);
  read_names(&r, out);
  return read_piece(&r, out);
}
