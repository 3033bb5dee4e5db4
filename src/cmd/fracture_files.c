/* Fractures from files and geometry sets, and to files: `fracture import` and `export`. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/attribute.h"
#include "cmd/files.h"
#include "cmd/fracture.h"
#include "cmd/import.h"
#include "io/fracture_file.h"
#include "world/fracture/density.h"

static const char *const suffixes[] = {".dat", ".txt", NULL};

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- properties ---- */

static void put_props(void *user, uint32_t place, scr_buf *out) {
  scr_args *a = user;
  const scr_ref ref = scr_fracture_ref(world_of(a), place);
  const scr_val all = scr_extra_get(&a->lib->props, SCR_K_FRACTURE, ref, 0);
  const size_t n = all.type == SCR_V_MAP ? scr_val_size(&all) : 0;
  for (size_t k = 0; k < n; k++) {
    const scr_val *key;
    scr_val *value;
    scr_buf text = {0};
    scr_val_map_at(&all, k, &key, &value);
    scr_val_format(value, &text);
    scr_fracture_put_prop(out, scr_val_cstr(key, NULL), text.n ? text.s : "",
                          value->type == SCR_V_STR);
    scr_buf_free(&text);
  }
}

static bool number_of(const char *s, const char *end, scr_val *out) {
  size_t len = 0;
  int64_t i;
  double x;
  const scr_numkind kind = scr_parse_number(s, &len, &i, &x);
  if (kind == SCR_NUM_NONE || s + len != end || (kind != SCR_NUM_INT && !isfinite(x))) return false;
  *out = kind == SCR_NUM_INT ? scr_val_int(i) : scr_val_real(x);
  return true;
}

/* (x,y) or (x,y,z) */
static bool vector_of(const char *s, scr_val *out) {
  double v[3];
  int n = 0;
  do {
    scr_val x;
    s++;
    const char *end = s + strcspn(s, ",)");
    if (n == 3 || !number_of(s, end, &x) || !scr_val_number(&x, &v[n++])) return false;
    s = end;
  } while (*s == ',');
  if (strcmp(s, ")") != 0 || n < 2) return false;
  return *out = scr_val_vec(n, v), true;
}

static bool value_of(const scr_fracture_prop *p, scr_val *out) {
  const char *s = p->value;
  if (p->text) return *out = scr_val_str(s), true;
  if (strcmp(s, "true") == 0 || strcmp(s, "false") == 0)
    return *out = scr_val_bool(*s == 't'), true;
  return *s == '(' ? vector_of(s, out) : number_of(s, s + strlen(s), out);
}

/* ---- import ---- */

enum { I_CENTER, I_CLEAN, I_DFN, I_FILE, I_SET, I_OFFSET, I_SKIP, I_TRUNCATE };
#define NO_DOMINANCE "!where several fractures cross a contact, the lowest id counts"
#define NO_OTHER     "!such files are not read"
const scr_word_row scr_fracture_import_words[] = {
    {"center", "", "the mean of the middles comes to the origin, before any offset"},
    {"clean", "", "the geometry set is deleted afterwards"},
    {"dfn", "<s>", "the new DFN; default the name of the file or of the set"},
    {"from-file", "<s>", "a file of 'fracture export'"},
    {"from-geometry", "<s>", "the geometry set: its polygons, in 2D its edges"},
    {"offset", "<v>", "moves all of them"},
    {"skip-errors", "", "none are made whose middle lies outside of the domain"},
    {"truncate", "",
     "those that reach into the domain are made, whole, wherever their middles lie"},
    {"dfn-dominance", "<i>", NO_DOMINANCE},
    {"dominance", "<i>", NO_DOMINANCE},
    {"file", "<s>", "!it is called 'from-file'"},
    {"fracman", "", NO_OTHER ": put them into a geometry set, and take 'from-geometry'"},
    {"make-disk", "<i>", "!polygons stay as they are; fracture.create makes disks in FISH"},
    {"make-planar", "", "!corners that lie in no plane are refused"},
    {"property-file", "<s>", "!properties stand in the file of the fractures"},
    {"rockmass", "", NO_OTHER ": put them into a geometry set, and take 'from-geometry'"},
    {"template-file", "<s>", NO_OTHER "; use 'fracture template'"},
    {0},
};

static const int apart[][2] = {{I_FILE, I_SET}, {I_SKIP, I_TRUNCATE}};

typedef struct import {
  const scr_geom *set;
  char *file, *dfn;
  scr_loc from_at, dfn_at;
  double offset[3];
  bool given[I_TRUNCATE + 1];
  scr_fracture_records all;
} import;

static bool import_word(scr_args *a, import *m) {
  int w;
  if (!scr_args_word(a, scr_fracture_import_words, &w)) return false;
  m->given[w] = true;
  if (!scr_fracture_excludes(a, scr_fracture_import_words, m->given, w, apart, SCR_COUNTOF(apart)))
    return false;
  switch (w) {
  case I_DFN: m->dfn_at = scr_args_loc(a); return scr_args_name(a, "the name of a DFN", &m->dfn);
  case I_FILE: m->from_at = scr_args_loc(a); return scr_args_file(a, false, &m->file);
  case I_SET: return scr_fracture_geometry(a, &m->from_at, &m->set);
  case I_OFFSET: return scr_args_vector(a, "the offset", world_of(a)->dim, m->offset);
  default: return true;
  }
}

static bool import_words(scr_args *a, import *m) {
  while (scr_args_more(a))
    if (!import_word(a, m)) return false;
  if (m->given[I_FILE] && m->given[I_CLEAN])
    return scr_fail(a->diag, &a->loc, SCR_E_VALUE, "'clean' deletes a geometry set, not a file");
  return m->given[I_FILE] || m->given[I_SET] ||
         scr_args_expected(a, "'from-file' or 'from-geometry'");
}

/* The polygons of the set, in 2D its edges. */
static bool records_of_set(scr_args *a, import *m) {
  const scr_geom *g = m->set;
  const scr_geom_kind kind = world_of(a)->dim == 2 ? SCR_GEOM_EDGE : SCR_GEOM_POLY;
  for (uint32_t row = 0; row < g->n[kind]; row++) {
    if (kind == SCR_GEOM_POLY && !g->poly[row].closed) continue;
    const uint32_t *node =
        kind == SCR_GEOM_EDGE ? g->edge[row].node : g->corner + g->poly[row].first;
    scr_fracture_record *f = scr_fracture_record_add(&m->all);
    f->at = m->from_at;
    f->id = scr_geom_id(g, kind, row);
    f->spec.groups = *scr_geom_groups(g, kind, row);
    f->spec.corners = kind == SCR_GEOM_EDGE ? 2 : g->poly[row].n;
    f->spec.corner = f->corner = scr_alloc(3 * (size_t)f->spec.corners * sizeof *f->corner);
    for (uint32_t i = 0; i < f->spec.corners; i++)
      memcpy(f->corner + 3 * (size_t)i, g->node[node[i]].x, 3 * sizeof *f->corner);
  }
  return m->all.n || scr_fail(a->diag, &m->from_at, SCR_E_STATE, "'%s' holds no %s", g->name,
                              kind == SCR_GEOM_EDGE ? "edge" : "polygon");
}

static void middle_of(const scr_fracture_spec *s, double x[3]) {
  memcpy(x, s->x, sizeof s->x);
  for (uint32_t k = 0; k < s->corners; k++)
    for (int i = 0; i < 3; i++) x[i] += s->corner[3 * (size_t)k + (size_t)i] / s->corners;
}

static void put_to_origin(import *m) {
  double sum[3] = {0}, x[3];
  for (size_t k = 0; k < m->all.n; k++) {
    middle_of(&m->all.at[k].spec, x);
    for (int i = 0; i < 3; i++) sum[i] += x[i] / (double)m->all.n;
  }
  for (int i = 0; i < 3; i++) m->offset[i] -= sum[i];
}

static void move(scr_fracture_record *f, const double offset[3]) {
  for (uint32_t k = 0; k < 3 * f->spec.corners; k++) f->corner[k] += offset[k % 3];
  for (int i = 0; i < 3 && !f->spec.corners; i++) f->spec.x[i] += offset[i];
}

static bool give_props(scr_args *a, const scr_fracture_record *f, uint32_t place) {
  for (size_t k = 0; k < f->nprop; k++) {
    scr_val v = {0};
    if (!value_of(&f->prop[k], &v))
      return scr_fail(a->diag, &f->prop[k].at, SCR_E_FILE,
                      "a property is a number, true, false, a text in quotes, or a vector (1,2,3)");
    scr_free_prop_set(&a->lib->props, SCR_K_FRACTURE, scr_fracture_ref(world_of(a), place),
                      f->prop[k].name, v);
  }
  return true;
}

static bool make_one(scr_args *a, const import *m, scr_fracture_record *f, uint32_t dfn) {
  scr_world *w = world_of(a);
  double x[3];
  uint32_t place;
  move(f, m->offset);
  middle_of(&f->spec, x);
  f->spec.dfn = dfn;
  f->spec.beyond = m->given[I_TRUNCATE];
  if (m->given[I_SKIP] && !scr_fracture_may_lie(w, x)) return true;
  a->diag->at = f->at;
  if (!scr_fracture_create(w, a->diag, &f->spec, &place)) {
    if (m->set)
      scr_hint(a->diag, "it is %s %u of the set", w->dim == 2 ? "edge" : "polygon",
               (unsigned)f->id);
    return false;
  }
  if (place == SCR_NONE) return true; /* it does not reach into the domain */
  w->fractures.at[place].aperture = f->aperture;
  return give_props(a, f, place);
}

static bool make_all(scr_args *a, import *m) {
  scr_world *w = world_of(a);
  const scr_loc at = a->diag->at;
  uint32_t dfn;
  char *called = m->dfn   ? scr_strdup(m->dfn)
                 : m->set ? scr_strdup(m->set->name)
                          : scr_path_stem(m->file);
  if (m->given[I_CENTER]) put_to_origin(m);
  a->diag->at = m->dfn ? m->dfn_at : m->from_at;
  bool ok = scr_dfn_create(w, a->diag, 0, called, &dfn);
  const bool fresh = ok;
  for (size_t k = 0; k < m->all.n && ok; k++) ok = make_one(a, m, &m->all.at[k], dfn);
  if (!ok && fresh) scr_dfn_delete(w, dfn);
  if (ok) a->diag->at = at;
  scr_free(called);
  return ok;
}

/* What is made has the file's places in its messages, so the source lives until then. */
static bool import_file(scr_args *a, import *m) {
  char *path = scr_file_find(a->s, m->file, suffixes);
  if (!path) return scr_file_missing(a->s, &m->from_at, m->file, suffixes);
  char *called = scr_file_called(m->file, path);
  scr_source *src = scr_read_file(a->diag, &m->from_at, called, path);
  bool ok = src && scr_fractures_read(a->diag, world_of(a), src, &m->all);
  if (ok && !m->all.n)
    ok = scr_fail(a->diag, &m->from_at, SCR_E_FILE, "'%s' holds no fracture", called);
  ok = ok && make_all(a, m);
  scr_session_trace_file(a->s, called, &a->loc, "fracture import");
  scr_source_drop(src);
  scr_free(called);
  scr_free(path);
  return ok;
}

static bool import_set(scr_args *a, import *m) {
  if (!records_of_set(a, m) || !make_all(a, m)) return false;
  if (m->given[I_CLEAN])
    scr_geoms_delete(&a->lib->geoms, scr_geoms_find(&a->lib->geoms, m->set->name));
  return true;
}

bool scr_fracture_import(scr_args *a) {
import m = {0 };
  bool ok = scr_domain_needed(a) && import_words(a, &m);
  if (ok && m.file) scr_args_file_there(a, &m.from_at, m.file, suffixes);
  ok = ok && scr_args_finish(a) && (m.file ? import_file(a, &m) : import_set(a, &m));
  scr_fracture_records_free(&m.all);
  scr_free(m.file);
  scr_free(m.dfn);
  return ok;
}

/* ---- export ---- */

const scr_word_row scr_fracture_export_words[] = {
    {"fracman", "", "!such files are not written"},
    {"intersect-with-plane", "", "!such files are not written; FISH dfn.geomtrace measures traces"},
    {"origin", "<v>", "!such files are not written; FISH dfn.geomtrace measures traces"},
    {"property-file", "<s>", "!properties stand in the file of the fractures"},
    {"template-file", "<s>", "!such files are not written; 'fracture template' makes templates"},
    {0},
};

static bool warn_suffix(scr_args *a, const scr_loc *at, const char *file) {
  const char *suffix = scr_path_suffix(file);
  for (size_t k = 0; suffixes[k]; k++)
    if (!*suffix || scr_casecmp(suffix, suffixes[k]) == 0) return true;
  return scr_warn(a->diag, at, SCR_E_VALUE,
                  "'%s' holds text as 'fracture import' reads it, whatever its suffix says", file);
}

bool scr_fracture_export(scr_args *a) {
  char *file = NULL;
  scr_range *range = NULL;
  uint32_t *places = NULL;
  size_t n = 0;
  int w;
  scr_args_take_filename(a);
  const scr_loc at = scr_args_loc(a);
  bool ok = scr_args_file(a, true, &file) && warn_suffix(a, &at, file);
  while (ok && scr_args_more(a)) ok = scr_args_word(a, scr_fracture_export_words, &w);
  ok = ok && scr_args_range(a, &range) && scr_args_finish(a) &&
       scr_range_fractures(a->s, range, &places, &n);
  if (ok && !n) ok = scr_fail(a->diag, &at, SCR_E_STATE, "there are no fractures to be written");
  if (ok) {
    scr_buf out = {0};
    char *path = scr_session_out_path(a->s, file, suffixes[0]);
    scr_fractures_write(world_of(a), places, n, put_props, a, &out);
    ok = scr_session_write(a->s, &at, path, &out, false);
    scr_buf_free(&out);
    scr_free(path);
  }
  scr_range_free(range);
  scr_free(places);
  scr_free(file);
  return ok;
}
