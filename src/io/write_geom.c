/* Geometry in PFC's own format: see read_geom.c. */
#include "io/geom_file.h"

#include "base/num.h"

static void put_groups(scr_buf *b, const scr_world *w, uint32_t set) {
  for (uint32_t k = 0; set && k < w->sets.count[set]; k++) {
    const uint64_t *e = w->sets.entry[set] + 2 * (size_t)k;
    scr_buf_printf(b, " GROUP \"%s\" SLOT \"%s\"", scr_word_text(&w->words, (uint32_t)e[1]),
                   scr_word_text(&w->words, (uint32_t)e[0]));
  }
  scr_buf_puts(b, "\n");
}

static void put_node(scr_buf *b, const scr_geom_node *node) {
  char number[32];
  scr_buf_printf(b, "%u", (unsigned)node->id);
  for (int c = 0; c < 3; c++) {
    scr_format_real(number, node->x[c], false);
    scr_buf_printf(b, " %s", number);
  }
}

void scr_write_geom(const scr_geom *g, const scr_world *w, scr_buf *out) {
  scr_buf_puts(out, "ITASCA GEOMETRY3D\nNODES ; id x y z\n");
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++) {
    put_node(out, &g->node[k]);
    put_groups(out, w, g->node[k].groups);
  }
  scr_buf_puts(out, "EDGES ; id node node\n");
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++) {
    const scr_geom_edge *e = &g->edge[k];
    scr_buf_printf(out, "%u %u %u", (unsigned)e->id, (unsigned)g->node[e->node[0]].id,
                   (unsigned)g->node[e->node[1]].id);
    put_groups(out, w, e->groups);
  }
  scr_buf_puts(out, "POLYS ; id NODE node node node ...\n");
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) {
    const scr_geom_poly *p = &g->poly[k];
    if (!p->closed) continue;
    scr_buf_printf(out, "%u NODE", (unsigned)p->id);
    for (uint32_t i = 0; i < p->n; i++)
      scr_buf_printf(out, " %u", (unsigned)g->node[g->corner[p->first + i]].id);
    put_groups(out, w, p->groups);
  }
}
