/* DXF as text: see geom_file.h. A file consists of pairs of lines, a code and its value. */
#include "base/mem.h"
#include "base/num.h"
#include "io/geom_file.h"

static void put_pair(scr_buf *b, int code, const char *value) {
  scr_buf_printf(b, "%3d\n%s\n", code, value);
}

/* Codes of x, y and z differ by 10. */
static void put_place(scr_buf *b, int code, const double x[3]) {
  for (int k = 0; k < 3; k++) {
    char text[32];
    scr_format_real(text, x[k], true);
    put_pair(b, code + 10 * k, text);
  }
}

static void put_entity(scr_buf *b, const char *kind, const scr_world *w, uint32_t groups) {
  const char *layer = scr_group_get(w, groups, NULL);
  put_pair(b, 0, kind);
  put_pair(b, 8, layer ? layer : "0");
}

static void put_face(const scr_geom *g, const scr_world *w, const scr_geom_poly *p, scr_buf *b) {
  put_entity(b, "3DFACE", w, p->groups);
  for (uint32_t k = 0; k < 4; k++) /* a triangle has its last corner twice */
    put_place(b, 10 + (int)k, g->node[g->corner[p->first + SCR_MIN(k, p->n - 1)]].x);
}

static void put_path(const scr_geom *g, const scr_world *w, const scr_geom_poly *p, scr_buf *b) {
  static const double nowhere[3];
  put_entity(b, "POLYLINE", w, p->groups);
  put_pair(b, 66, "1");
  put_place(b, 10, nowhere);
  put_pair(b, 70, "9"); /* closed, in space */
  for (uint32_t k = 0; k < p->n; k++) {
    put_entity(b, "VERTEX", w, p->groups);
    put_place(b, 10, g->node[g->corner[p->first + k]].x);
    put_pair(b, 70, "32");
  }
  put_entity(b, "SEQEND", w, p->groups);
}

void scr_write_dxf(scr_geom *g, const scr_world *w, scr_buf *out) {
  bool *edge = scr_alloc(g->n[SCR_GEOM_EDGE]), *node = scr_alloc(g->n[SCR_GEOM_NODE]);
  scr_geom_loose(g, edge, node);
  put_pair(out, 0, "SECTION");
  put_pair(out, 2, "ENTITIES");
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) {
    const scr_geom_poly *p = &g->poly[k];
    if (!p->closed) continue;
    (p->n <= 4 ? put_face : put_path)(g, w, p, out);
  }
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++) {
    if (!edge[k]) continue;
    put_entity(out, "LINE", w, g->edge[k].groups);
    put_place(out, 10, g->node[g->edge[k].node[0]].x);
    put_place(out, 11, g->node[g->edge[k].node[1]].x);
  }
  put_pair(out, 0, "ENDSEC");
  put_pair(out, 0, "EOF");
  scr_free(edge);
  scr_free(node);
}
