/* PolyData of VTK as XML with appended raw data, and its series: what ParaView opens. Layout: the
 * XML file formats of VTK's documentation. */
#include <stdio.h>
#include <string.h>
#include "base/bytes.h"
#include "io/deflate.h"
#include "io/format.h"

/* ---- arrays ---- */

/* An array that the head names and the body holds, in the same order. */
typedef struct array {
  const void *bytes;
  size_t n, at; /* at: where in the file its offset is to stand */
} array;

enum { ARRAYS = SCR_DATA_FIELDS + 7, TEMPORARY = SCR_DATA_FIELDS + 3 };
typedef struct writer {
  const scr_dataset *s;
  scr_buf *out;
  array all[ARRAYS];
  int n;
  void *made[TEMPORARY]; /* arrays that are no columns */
  int nmade;
} writer;

enum { BLOCK = 1 << 18 }; /* bytes of a block; readers unpack one at a time */

/* Coordinates and velocities hardly shrink, and would take most of the time: the beginning tells
 * whether it pays. Blocks that are stored are zlib streams as well. */
static bool pays(const unsigned char *bytes, size_t n) {
  enum { FAST = 1, PROBE = 1 << 14 };
  scr_buf probe = {0};
  const size_t size = SCR_MIN(n, (size_t)PROBE);
  scr_deflate(&probe, bytes, size, FAST);
  const bool less = probe.n <= size / 4;
  scr_buf_free(&probe);
  return less;
}

static void set_u64(scr_buf *b, size_t at, uint64_t x) { scr_copy_le(b->s + at, &x, sizeof x); }

/* Number of blocks, their size, that of a shorter last one (0: there is none), sizes when packed,
 * then the blocks. */
static void put_packed(scr_buf *b, const unsigned char *bytes, size_t n) {
  enum { FAST = 1 };
  const size_t blocks = (n + BLOCK - 1) / BLOCK, sizes = b->n + 3 * sizeof(uint64_t);
  const bool packs = n && pays(bytes, n);
  scr_put_u64(b, blocks);
  scr_put_u64(b, BLOCK);
  scr_put_u64(b, n % BLOCK);
  for (size_t k = 0; k < blocks; k++) scr_put_u64(b, 0);
  for (size_t k = 0; k < blocks; k++) {
    const size_t before = b->n, size = SCR_MIN((size_t)BLOCK, n - k * BLOCK);
    if (packs)
      scr_deflate(b, bytes + k * BLOCK, size, FAST);
    else
      scr_deflate_plain(b, bytes + k * BLOCK, size);
    set_u64(b, sizes + 8 * k, b->n - before);
  }
}

/* Names an array; its offset is not known yet. */
static void put_array(writer *w, const char *type, const char *name, const char *unit, int comps,
                      const void *bytes, size_t n) {
  assert(w->n < ARRAYS);
  scr_buf_printf(w->out, "        <DataArray type=\"%s\" Name=\"%s\" ", type, name);
  if (*unit) scr_buf_printf(w->out, "unit=\"%s\" ", unit);
  scr_buf_printf(w->out, "NumberOfComponents=\"%d\" format=\"appended\" offset=\"", comps);
  w->all[w->n++] = (array){bytes, n, w->out->n};
  scr_buf_puts(w->out, "0000000000000\"/>\n");
}

/* Behind the head: the arrays, and where each of them begins. */
static void put_body(writer *w) {
  const bool packs = scr_deflate_there();
  const size_t start = w->out->n;
  char offset[16];
  for (int k = 0; k < w->n; k++) {
    const array *a = &w->all[k];
    snprintf(offset, sizeof offset, "%013zu", w->out->n - start);
    memcpy(w->out->s + a->at, offset, 13);
    if (packs) {
      put_packed(w->out, a->bytes, a->n);
      continue;
    }
    scr_put_u64(w->out, a->n);
    if (a->n) scr_buf_put(w->out, a->bytes, a->n);
  }
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "arrays are written as they lie in memory, and the head says little endian"
#endif
static void put_reals(writer *w, const char *name, const char *unit, const double *x, size_t n,
                      int comps) {
  put_array(w, "Float64", name, unit, comps, x, n * (size_t)comps * sizeof *x);
}

static void put_wholes(writer *w, const char *name, const char *type, const uint32_t *x, size_t n) {
  put_array(w, type, name, "", 1, x, n * sizeof *x);
}

static void *keep_made(writer *w, void *memory) {
  assert(w->nmade < TEMPORARY);
  return w->made[w->nmade++] = memory;
}

static void *made(writer *w, size_t bytes) { return keep_made(w, scr_alloc(bytes)); }

static void put_field(writer *w, const scr_field *f) {
  const size_t n = w->s->n;
  if (f->whole) {
    put_wholes(w, f->name, "UInt32", f->whole, n);
    return;
  }
  int comps;
  double *wide = scr_field_widened(f, n, &comps);
  if (wide) keep_made(w, wide);
  put_reals(w, f->name, f->unit, wide ? wide : f->real, n, comps);
}

/* ---- parts of the file ---- */

/* Texts are codes of characters there, each text with a zero after it. */
static void put_labels(writer *w, const scr_field *f) {
  scr_buf_printf(w->out,
                 "      <DataArray type=\"String\" Name=\"%s-names\" NumberOfTuples=\"%u\" "
                 "format=\"ascii\">\n       ",
                 f->name, f->nlabel);
  for (uint32_t k = 0; k < f->nlabel; k++)
    for (const char *p = f->label[k];; p++) {
      scr_buf_printf(w->out, " %d", (unsigned char)*p);
      if (!*p) break;
    }
  scr_buf_puts(w->out, "\n      </DataArray>\n");
}

static void put_facts(writer *w) {
  scr_buf_puts(w->out, "    <FieldData>\n"
                       "      <DataArray type=\"Float64\" Name=\"TimeValue\" "
                       "NumberOfTuples=\"1\" format=\"ascii\">");
  scr_put_real(w->out, w->s->time);
  scr_buf_printf(w->out,
                 "</DataArray>\n      <DataArray type=\"UInt64\" Name=\"cycle\" "
                 "NumberOfTuples=\"1\" format=\"ascii\">%llu</DataArray>\n",
                 (unsigned long long)w->s->cycle);
  for (int k = 0; k < w->s->nfield; k++)
    if (w->s->field[k].label && w->s->field[k].nlabel) put_labels(w, &w->s->field[k]);
  scr_buf_puts(w->out, "    </FieldData>\n");
}

static void put_data(writer *w, const char *element, bool here) {
  scr_buf_printf(w->out, "      <%s>\n", element);
  for (int k = 0; here && k < w->s->nfield; k++) put_field(w, &w->s->field[k]);
  scr_buf_printf(w->out, "      </%s>\n", element);
}

/* Things from one place to another are cells of one section, by how many points they have. */
typedef struct section {
  const char *name;
  size_t from, to;
} section;

static int section_of(int corners) { return SCR_MIN(corners, 3) - 1; }

/* Things with fewer points stand first. */
static void find_sections(const scr_dataset *s, section all[3]) {
  static const char *const name[] = {"Verts", "Lines", "Polys"};
  size_t k = 0;
  for (int i = 0; i < 3; i++) {
    all[i] = (section){name[i], k, k};
    if (!s->first && section_of(s->corners) == i) k = s->n;
    while (s->first && k < s->n && section_of(scr_dataset_corners(s, k)) == i) k++;
    all[i].to = k;
  }
  assert(k == s->n);
}

/* Thing k is a cell with its points: a vertex, a line or a polygon. */
static void put_cells(writer *w, const section *part) {
  const scr_dataset *s = w->s;
  const size_t n = part->to - part->from;
  size_t all = 0;
  for (size_t k = part->from; k < part->to; k++) all += (size_t)scr_dataset_corners(s, k);
  uint32_t *number = made(w, (all + n) * sizeof *number), *end = number + all, at = 0;
  for (size_t k = part->from; k < part->to; k++) {
    for (int c = 0; c < scr_dataset_corners(s, k); c++)
      number[at++] = (uint32_t)scr_dataset_point(s, k, c);
    *end++ = at;
  }
  scr_buf_printf(w->out, "      <%s>\n", part->name);
  put_wholes(w, "connectivity", "Int32", number, all);
  put_wholes(w, "offsets", "Int32", number + all, n);
  scr_buf_printf(w->out, "      </%s>\n", part->name);
}

/* Of things that all have as many points, that section is there even if there are none. */
static void put_piece(writer *w) {
  const scr_dataset *s = w->s;
  section part[3];
  find_sections(s, part);
  scr_buf_printf(w->out, "    <Piece NumberOfPoints=\"%u\"", s->npoint);
  for (int i = 0; i < 3; i++)
    scr_buf_printf(w->out, " NumberOf%s=\"%zu\"", part[i].name, part[i].to - part[i].from);
  scr_buf_puts(w->out, " NumberOfStrips=\"0\">\n      <Points>\n");
  put_reals(w, "Points", "m", s->point, s->npoint, 3);
  scr_buf_puts(w->out, "      </Points>\n");
  for (int i = 0; i < 3; i++)
    if (part[i].to > part[i].from || (!s->first && section_of(s->corners) == i))
      put_cells(w, &part[i]);
  put_data(w, "PointData", s->corners == 1);
  put_data(w, "CellData", s->corners != 1);
  scr_buf_puts(w->out, "    </Piece>\n");
}

bool scr_write_vtp(scr_diag *d, const scr_dataset *s, scr_buf *out) {
  writer w = {.s = s, .out = out};
  SCR_UNUSED(d);
  scr_buf_printf(out,
                 "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
                 "byte_order=\"LittleEndian\" header_type=\"UInt64\"%s>\n  <PolyData>\n",
                 scr_deflate_there() ? " compressor=\"vtkZLibDataCompressor\"" : "");
  put_facts(&w);
  put_piece(&w);
  scr_buf_puts(out, "  </PolyData>\n  <AppendedData encoding=\"raw\">\n_");
  put_body(&w);
  scr_buf_puts(out, "\n  </AppendedData>\n</VTKFile>\n");
  for (int k = 0; k < w.nmade; k++) scr_free(w.made[k]);
  return true;
}

/* ---- series ---- */

void scr_write_pvd(const char *prefix, const char *kind, const scr_frame_entry *frame, size_t n,
                   scr_buf *out) {
  scr_buf_puts(out, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
                    "byte_order=\"LittleEndian\">\n  <Collection>\n");
  for (size_t k = 0; k < n; k++) {
    scr_buf_puts(out, "    <DataSet timestep=\"");
    scr_put_real(out, frame[k].time);
    scr_buf_puts(out, "\" file=\"");
    scr_buf_put_markup(out, prefix, strlen(prefix));
    scr_buf_printf(out, "-%s-%06llu.vtp\"/>\n", kind, (unsigned long long)frame[k].index);
  }
  scr_buf_puts(out, "  </Collection>\n</VTKFile>\n");
}
