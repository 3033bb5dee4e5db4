/* Geometry sets from and to files. */
#include <string.h>
#include "base/mem.h"
#include "cmd/files.h"
#include "cmd/geometry.h"
#include "cmd/wall_make.h"
#include "io/geom_file.h"
#include "io/stl.h"
#include "world/geometry/join.h"

enum {
  IMPORT_DXF,
  IMPORT_FORMAT,
  IMPORT_GEOM,
  IMPORT_GROUP,
  IMPORT_MERGE,
  IMPORT_OFFSET,
  IMPORT_POSITION,
  IMPORT_SET,
  IMPORT_STL
};
const scr_word_row scr_geometry_import_words[] = {
    {"dxf", "", "the file is DXF; else its content tells"},
    {"format", "dxf|geom|stl", "the format; else the content tells"},
    {"geometry", "", "the file is in PFC's own format; else its content tells"},
    SCR_GEOM_WORD_GROUP,
    {"merge", "<b>", "nodes nearer than 1e-7 of the size are one; default on"},
    {"offset", "<v>", "moves all places"},
    {"position", "<v>", "the same as offset"},
    {"set", "<s>", "the set, made if there is none; default the name of the file"},
    {"stl", "", "the file is STL; else its content tells"},
    {0},
};

static const char *const suffixes[] = {".stl", ".dxf", ".geom", ".txt", NULL};

typedef struct import {
  char *file;
  scr_loc at;
  scr_geom_words words;
  double offset[3];
  bool keep; /* nodes that are near each other stay apart */
  const scr_geom_format *format;
} import;

static const scr_geom_format *format_of(const char *word) {
  for (int k = 0; k < SCR_GEOM_FORMATS; k++)
    if (scr_ncasecmp(scr_geom_formats[k].word, word, 3) == 0) return &scr_geom_formats[k];
  return NULL;
}

static bool read_format(scr_args *a, import *m) {
  for (int k = 0; k < SCR_GEOM_FORMATS; k++)
    if (scr_args_take(a, scr_geom_formats[k].word)) return m->format = &scr_geom_formats[k], true;
  if (scr_args_take(a, "geometry")) return m->format = format_of("geom"), true;
  return scr_args_expected(a, "'stl', 'dxf' or 'geom'");
}

static bool read_merge(scr_args *a, import *m) {
  bool on;
  if (!scr_args_bool(a, "whether near nodes are one", &on)) return false;
  return m->keep = !on, true;
}

static bool import_word(scr_args *a, import *m) {
  int w;
  if (!scr_args_word(a, scr_geometry_import_words, &w)) return false;
  switch (w) {
  case IMPORT_FORMAT: return read_format(a, m);
  case IMPORT_GROUP: scr_args_again(a); return scr_geom_words_group(a, &m->words);
  case IMPORT_MERGE: return read_merge(a, m);
  case IMPORT_OFFSET:
  case IMPORT_POSITION: return scr_args_place(a, "the offset", m->offset);
  case IMPORT_SET: return scr_geom_words_set(a, &m->words, true);
  }
  m->format = format_of(scr_geometry_import_words[w].word);
  return true;
}

/* The set is called like the file, without folders and suffix. */
static void name_set(scr_args *a, import *m) {
  if (m->words.set) return;
  m->words.set = scr_path_stem(m->file);
  scr_args_makes(a, "geometry set", m->words.set, &m->at);
}

/* Groups of the command join those of the file. */
static void group_all(scr_args *a, const import *m, scr_geom *g) {
  for (int kind = 0; kind < SCR_GEOM_KINDS; kind++)
    for (uint32_t k = 0; k < g->n[kind]; k++) {
      uint32_t *groups = scr_geom_groups(g, (scr_geom_kind)kind, k);
      *groups = scr_groups_applied(a->lib->world, &m->words.groups, *groups);
    }
}

/* What the surface of the set is like now (3D), as `wall import` tells it. */
static void tell_surface(scr_args *a, const scr_geom *g) {
  scr_shape s = {0};
  if (a->lib->world->dim == 3) scr_geom_shape(g, 3, NULL, &s);
  if (s.nf) {
    const scr_mesh_report r = scr_mesh_survey(&s, 3);
    scr_mesh_report_print(a->s, g->name, &r);
  }
  scr_shape_free(&s);
}

static bool import_bytes(scr_args *a, const import *m, const char *called, const scr_buf *bytes) {
  const scr_geom_input in = {a->diag, &m->at, called, bytes->s, bytes->n, a->lib->world};
  const scr_geom_format *f = m->format;
  for (int k = 0; !f; k++)
    if (scr_geom_formats[k].is(in.bytes, in.n)) f = &scr_geom_formats[k];
  scr_geoms draft = {0};
  scr_geom *from = scr_geoms_need(&draft, "draft");
  bool ok = f->read(&in, from);
  if (ok && !from->n[SCR_GEOM_NODE])
    ok = scr_fail(a->diag, &m->at, SCR_E_FILE, "'%s' holds no geometry", called);
  if (ok && !a->dry) {
    scr_geom *to = scr_geom_target(a, &m->words);
    const double near = m->keep ? 0 : 1e-7 * scr_geom_size(from);
    group_all(a, m, from);
    scr_geom_join(to, from, m->offset, near);
    tell_surface(a, to);
    scr_geom_edited(a, to);
    a->lib->geoms.current = to->id;
  }
  scr_geoms_free(&draft);
  return ok;
}

static bool import_file(scr_args *a, const import *m) {
  char *path = scr_file_find(a->s, m->file, suffixes);
  char *called = path ? scr_file_called(m->file, path) : NULL;
  scr_buf bytes = {0};
  bool ok = path ? scr_read_bytes(a->diag, &m->at, called, path, &bytes)
                 : scr_file_missing(a->s, &m->at, m->file, suffixes);
  ok = ok && import_bytes(a, m, called, &bytes);
  scr_session_trace_file(a->s, called ? called : m->file, &a->loc, "geometry import");
  scr_buf_free(&bytes);
  scr_free(called);
  scr_free(path);
  return ok;
}

bool scr_geometry_import(scr_args *a) {
import m = {0 };
  scr_args_take_filename(a);
  m.at = scr_args_loc(a);
  bool ok = scr_args_file(a, false, &m.file);
  while (ok && scr_args_more(a)) ok = import_word(a, &m);
  if (ok) name_set(a, &m);
  const bool all = ok && scr_args_finish(a);
  if (ok && scr_args_file_there(a, &m.at, m.file, suffixes) && !import_file(a, &m) &&
      a->diag->failed)
    scr_args_file_wanted(a, m.file);
  ok = all && import_file(a, &m);
  scr_free(m.file);
  scr_geom_words_free(&m.words);
  return ok;
}

/* ---- export ---- */

enum { EXPORT_BINARY, EXPORT_DXF, EXPORT_GEOMETRY, EXPORT_SET, EXPORT_STL };
const scr_word_row scr_geometry_export_words[] = {
    {"binary", "", "STL alone: positions are rounded to single precision; else it is text"},
    {"dxf", "", "DXF: faces and lines, in layers that are groups of the slot Default"},
    {"geometry", "", "PFC's own format; without a word the suffix tells, else it is this one"},
    {"set", "<s>", "the set; default the current one"},
    {"stl", "", "STL: polygons as triangles (3D)"},
    {0},
};

/* What is exported, as its words say. */
typedef struct file_words {
  char *file;
  scr_loc at, said; /* of the file's name, of the word that names a format */
  int format;       /* EXPORT_...; -1: none yet */
  bool binary;
  scr_geom_words words;
} file_words;

static bool write_stl(scr_args *a, const scr_loc *at, const scr_geom *g, bool binary,
                      scr_buf *out) {
  scr_shape s = {0};
  if (!scr_geom_cuts(a->diag, at, g, NULL)) return false;
  scr_geom_shape(g, 3, NULL, &s);
  const bool ok = (s.nf || scr_fail(a->diag, at, SCR_E_STATE, "'%s' holds no polygon", g->name)) &&
                  scr_stl_write(a->diag, at, &s, !binary, out);
  scr_shape_free(&s);
  return ok;
}

/* DXF as written here holds faces and lines. Sides of polygons are edges, too. */
static bool tell_loose(scr_args *a, const scr_loc *at, scr_geom *g) {
  bool *edge = scr_alloc(g->n[SCR_GEOM_EDGE]), *node = scr_alloc(g->n[SCR_GEOM_NODE]);
  uint32_t loose = 0;
  scr_geom_loose(g, edge, node);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++) loose += node[k];
  scr_free(edge);
  scr_free(node);
  return !loose || scr_warn(a->diag, at, SCR_E_VALUE,
                            "%u node%s of '%s' belong%s to no edge: the file leaves %s out",
                            (unsigned)loose, loose == 1 ? "" : "s", g->name, loose == 1 ? "s" : "",
                            loose == 1 ? "it" : "them");
}

static bool export_set(scr_args *a, const file_words *e, scr_geom *g) {
  scr_buf out = {0};
  const bool stl = e->format == EXPORT_STL, dxf = e->format == EXPORT_DXF;
  char *path = scr_session_out_path(a->s, e->file, stl ? ".stl" : dxf ? ".dxf" : ".geom");
  bool ok = !dxf || tell_loose(a, &e->at, g);
  if (stl)
    ok = write_stl(a, &e->at, g, e->binary, &out);
  else if (dxf)
    scr_write_dxf(g, a->lib->world, &out);
  else
    scr_write_geom(g, a->lib->world, &out);
  ok = ok && scr_session_write(a->s, &e->at, path, &out, false);
  scr_buf_free(&out);
  scr_free(path);
  return ok;
}

static bool export_word(scr_args *a, file_words *e) {
  int w;
  if (!scr_args_word(a, scr_geometry_export_words, &w)) return false;
  if (w == EXPORT_SET) return scr_geom_words_set(a, &e->words, false);
  e->binary = e->binary || w == EXPORT_BINARY;
  if (w == EXPORT_BINARY) return true;
  e->said = scr_args_last(a);
  if (e->format >= 0)
    return scr_fail(a->diag, &e->said, SCR_E_VALUE,
                    "a file has one format, and this is the second");
  return e->format = w, true;
}

/* The format that the suffix names; -1: none. */
static int format_of_suffix(const char *file) {
  static const struct {
    const char *suffix;
    int format;
  } row[] = {{".dxf", EXPORT_DXF}, {".geom", EXPORT_GEOMETRY}, {".stl", EXPORT_STL}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++)
    if (scr_casecmp(scr_path_suffix(file), row[k].suffix) == 0) return row[k].format;
  return -1;
}

/* The word counts where it and the suffix differ. */
static bool settle_format(scr_args *a, file_words *e) {
  const int by_suffix = format_of_suffix(e->file), said = e->format;
  if (said < 0) e->format = by_suffix < 0 ? EXPORT_GEOMETRY : by_suffix;
  if (said >= 0 && by_suffix >= 0 && said != by_suffix &&
      !scr_warn(a->diag, &e->said, SCR_E_VALUE, "'%s' holds %s, whatever its suffix says", e->file,
                scr_geometry_export_words[said].word))
    return false;
  if (e->binary && e->format != EXPORT_STL) return scr_args_expected(a, "'stl'");
  return e->format != EXPORT_STL || a->lib->world->dim == 3 ||
         scr_fail(a->diag, &a->loc, SCR_E_VALUE, "STL holds triangles, and 2D has edges");
}

bool scr_geometry_export(scr_args *a) {
  file_words e = {.format = -1};
  scr_args_take_filename(a);
  e.at = scr_args_loc(a);
  bool ok = scr_args_file(a, true, &e.file);
  while (ok && scr_args_more(a)) ok = export_word(a, &e);
  ok = ok && settle_format(a, &e) && scr_args_finish(a);
  scr_geom *g = ok ? scr_geom_wanted(a, &e.words) : NULL;
  ok = g && export_set(a, &e, g);
  scr_free(e.file);
  scr_geom_words_free(&e.words);
  return ok;
}
