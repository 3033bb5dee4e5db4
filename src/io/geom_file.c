/* Files of geometry by their content: see geom_file.h. */
#include "io/geom_file.h"

#include <string.h>
#include "base/mem.h"
#include "io/stl.h"

uint32_t scr_geom_input_node(const scr_geom_input *in, scr_geom *out, double x[3]) {
  if (in->w->dim == 2) x[2] = 0;
  return scr_geom_node_at(out, x);
}

bool scr_geom_tell_flat(const scr_geom_input *in, size_t n) {
  return !n || scr_warn(in->d, in->at, SCR_E_VALUE, "'%s': %zu facet%s without area %s left out",
                        in->name, n, n == 1 ? "" : "s", n == 1 ? "is" : "are");
}

/* Facets of which two corners are one vertex. */
static size_t flat_facets(const scr_shape *s) {
  size_t n = 0;
  for (uint32_t f = 0; f < s->nf; f++) {
    const uint32_t *v = s->facet + 3 * (size_t)f;
    n += v[0] == v[1] || v[1] == v[2] || v[2] == v[0];
  }
  return n;
}

static bool is_any(const char *bytes, size_t n) {
  SCR_UNUSED(bytes);
  SCR_UNUSED(n);
  return true;
}

/* The name of a solid is a group of its facets, in the slot Default. */
static void add_solids(const scr_geom_input *in, const scr_shape *s, const scr_stl_solids *solids,
                       scr_geom *out) {
  uint32_t *groups = scr_alloc(SCR_MAX(s->nf, 1u) * sizeof *groups);
  for (size_t k = 0; k < solids->n; k++) {
    const uint32_t last = k + 1 < solids->n ? solids->solid[k + 1].first : s->nf;
    uint32_t set = 0;
    if (*solids->solid[k].name) scr_group_set(in->w, &set, solids->solid[k].name, NULL);
    for (uint32_t f = solids->solid[k].first; f < last; f++) groups[f] = set;
  }
  scr_geom_add_facets(out, 3, s, groups, true);
  scr_free(groups);
}

static bool read_stl(const scr_geom_input *in, scr_geom *out) {
  scr_shape s = {0};
  scr_stl_solids solids = {0};
  uint32_t against;
  bool ok =
      in->w->dim == 3 ||
      scr_fail(in->d, in->at, SCR_E_VALUE,
               "'%s': STL files hold triangles, and geometry of 2D consists of edges", in->name);
  ok = ok && scr_stl_read_solids(in->d, in->at, in->name, in->bytes, in->n, &s, &against, &solids);
  ok = ok && scr_geom_tell_flat(in, flat_facets(&s));
  if (ok) add_solids(in, &s, &solids, out);
  scr_stl_solids_free(&solids);
  scr_shape_free(&s);
  return ok;
}

const scr_geom_format scr_geom_formats[SCR_GEOM_FORMATS] = {{"geom", scr_is_geom, scr_read_geom},
                                                            {"dxf", scr_is_dxf, scr_read_dxf},
                                                            {"stl", is_any, read_stl}};
