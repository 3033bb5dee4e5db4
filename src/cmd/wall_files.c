/* Walls from and to STL files, and what `wall list mesh` says of a surface. */
#include <string.h>
#include "cmd/files.h"
#include "cmd/wall_make.h"
#include "io/stl.h"
#include "world/mesh.h"

static scr_world *world_of(const scr_args *a) { return a->s->lib.world; }

static bool of_3d(scr_args *a) {
  return world_of(a)->dim == 3 ||
         scr_fail(&a->s->diag, &a->loc, SCR_E_VALUE, "STL files hold triangles: walls of 2D are segments");
}

/* ---- what a surface is like ---- */

static void print_report(scr_session *s, const char *what, const scr_mesh_report *r) {
  scr_session_print(
      s,
      "%s: %u facets, %u vertices, %u degenerate, %u duplicate, %u open edges, %u edges of more than two facets, %u "
      "inverted; %s\n",
      what, r->facets, r->vertices, r->degenerate, r->duplicate, r->open, r->crowded, r->inverted,
      r->closed ? "closed" : "not closed");
}

bool scr_wall_list_mesh(scr_args *a) {
  const scr_world *w = world_of(a);
  uint32_t *rows = NULL;
  size_t n = 0;
  if (!scr_piece_rows(a, &scr_wall_piece, &rows, &n)) return false;
  for (size_t k = 0; k < n; k++) {
    scr_shape s = {0};
    scr_buf what = {0};
    scr_walls_shape(w, rows + k, 1, &s);
    scr_mesh_report r = scr_mesh_survey(&s, w->dim);
    scr_buf_printf(&what, "wall %u", (unsigned)*(uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, rows[k]));
    print_report(a->s, what.s, &r);
    scr_buf_free(&what);
    scr_shape_free(&s);
  }
  scr_free(rows);
  return true;
}

/* ---- import ---- */

enum { IMPORT_FILE, IMPORT_GROUP, IMPORT_ID, IMPORT_NAME };
const scr_word_row scr_wall_import_words[] = {
    {"filename", "<s>", "the file; .stl is appended"},
    {"group", "<s> [slot <s>]", "group of the wall"},
    {"id", "<i>", "id; default the largest in use + 1"},
    {"name", "<s>", "name; default wall<id>"},
    {"seed", "<i>", "!the larger part of the facets says how the others are turned"},
    {"skip-errors", "", "!what can be mended is mended, with a warning; else nothing is made"},
    {0},
};

typedef struct stl_import {
  char *file;
  scr_loc at;
  scr_wall_batch batch;
} stl_import;

static bool import_word(scr_args *a, stl_import *m) {
  int w;
  if (!scr_args_word(a, scr_wall_import_words, &w)) return false;
  switch (w) {
  case IMPORT_GROUP: return scr_args_group(a, SCR_GROUP_OF_NEW, &m->batch.groups);
  case IMPORT_ID: return scr_wall_batch_id(a, &m->batch);
  case IMPORT_NAME: return scr_wall_batch_name(a, &m->batch);
  }
  m->at = scr_args_loc(a);
  scr_free(m->file);
  m->file = NULL;
  return scr_args_string(a, "the name of a file", &m->file);
}

/* Warns of what scr_mesh_mend will do; false: it cannot be mended, or warnings are errors. */
static bool can_mend(scr_args *a, const stl_import *m, const scr_mesh_report *r, uint32_t against) {
  scr_diag *d = &a->s->diag;
  const struct {
    uint32_t n;
    const char *text;
  } warning[] = {
      {r->degenerate, "facets without area are left out"},
      {r->duplicate, "facets that repeat another one are left out"},
      {r->inverted, "facets are turned round, so that their normals agree with their neighbours'"},
      {against, "normals in the file point against the order of their corners, which counts"},
  };
  if (r->crowded)
    return scr_fail(d, &m->at, SCR_E_VALUE, "'%s' is no surface: %u edges belong to more than two facets", m->file, r->crowded);
  if (r->one_sided) return scr_fail(d, &m->at, SCR_E_VALUE, "'%s' is a surface with one side: no orientation fits", m->file);
  if (r->degenerate + r->duplicate == r->facets) return scr_fail(d, &m->at, SCR_E_VALUE, "no facet of '%s' has an area", m->file);
  for (size_t k = 0; k < SCR_COUNTOF(warning); k++)
    if (warning[k].n && !scr_warn(d, &m->at, SCR_E_VALUE, "'%s': %u %s", m->file, warning[k].n, warning[k].text)) return false;
  return true;
}

static bool import_bytes(scr_args *a, stl_import *m, const scr_buf *bytes) {
  scr_shape *s = scr_wall_batch_shape(&m->batch, NULL);
  uint32_t against;
  if (!scr_stl_read(&a->s->diag, &m->at, m->file, bytes->s, bytes->n, s, &against)) return false;
  scr_mesh_report r = scr_mesh_survey(s, 3);
  if (!a->s->options.quiet) print_report(a->s, m->file, &r);
  if (!can_mend(a, m, &r, against)) return false;
  scr_mesh_mend(s, 3);
  return scr_wall_batch_make(a, &m->batch);
}

static bool import_file(scr_args *a, stl_import *m) {
  static const char *const suffix[] = {".stl", NULL};
  char *path = scr_file_find(a->s, m->file, suffix);
  scr_buf bytes = {0};
  bool ok = path ? scr_read_bytes(&a->s->diag, &m->at, m->file, path, &bytes) : scr_file_missing(a->s, &m->at, m->file, suffix);
  ok = ok && import_bytes(a, m, &bytes);
  scr_buf_free(&bytes);
  scr_free(path);
  return ok;
}

bool scr_wall_import(scr_args *a) {
  stl_import m = {0};
  bool ok = of_3d(a);
  while (ok && scr_args_more(a)) ok = import_word(a, &m);
  if (ok && !m.file) ok = scr_args_expected(a, "filename");
  ok = ok && scr_args_finish(a) && import_file(a, &m);
  scr_free(m.file);
  scr_wall_batch_free(&m.batch);
  return ok;
}

/* ---- export ---- */

const scr_word_row scr_wall_export_words[] = {
    {"text", "", "as text, in full precision; else binary, in which positions are rounded to single precision"},
    {"split", "", "!one file for each command: choose the walls by a range"},
    {0},
};

static bool export_rows(scr_args *a, const scr_loc *at, const char *file, bool text, const uint32_t *rows, size_t n) {
  scr_shape s = {0};
  scr_buf out = {0};
  scr_walls_shape(world_of(a), rows, n, &s);
  char *path = scr_session_out_path(a->s, file, ".stl");
  bool ok = s.nf || scr_fail(&a->s->diag, at, SCR_E_STATE, "there is no wall to export");
  ok = ok && scr_stl_write(&a->s->diag, at, &s, text, &out) && scr_session_write(a->s, at, path, &out, false);
  scr_free(path);
  scr_buf_free(&out);
  scr_shape_free(&s);
  return ok;
}

bool scr_wall_export(scr_args *a) {
  char *file = NULL;
  uint32_t *rows = NULL;
  size_t n = 0;
  bool text = false;
  int w;
  scr_loc at = scr_args_loc(a);
  bool ok = of_3d(a) && scr_args_string(a, "the name of a file", &file);
  while (ok && scr_args_more(a)) ok = scr_args_word(a, scr_wall_export_words, &w), text = true;
  ok = ok && scr_piece_rows(a, &scr_wall_piece, &rows, &n) && export_rows(a, &at, file, text, rows, n);
  scr_free(rows);
  scr_free(file);
  return ok;
}
