/* Sets of intersections to and from bytes: see save_inters.h. */
#include "io/save_inters.h"

#include "base/mem.h"
#include "world/fracture/inter.h"

void scr_put_inters(const scr_world *w, scr_buf *b) {
  const scr_fractures *f = &w->fractures;
  scr_put_u32(b, f->last_interset); /* ids are not given again */
  scr_put_u32(b, f->last_inter);
  scr_put_u64(b, f->ninterset);
  for (size_t k = 0; k < f->ninterset; k++) {
    scr_put_u32(b, f->interset[k].id);
    scr_put_text(b, f->interset[k].name);
  }
  scr_put_u64(b, f->ninter);
  for (size_t k = 0; k < f->ninter; k++) {
    const scr_inter *i = &f->inter[k];
    scr_put_u32(b, i->id);
    scr_put_u32(b, i->set);
    scr_put_u32(b, i->fracture[0]);
    scr_put_u32(b, i->fracture[1]);
    scr_put_f64s(b, i->end[0], 3);
    scr_put_f64s(b, i->end[1], 3);
  }
}

void scr_get_inters(scr_world *w, scr_bytes *in) {
  const uint32_t last_set = scr_get_u32(in), last = scr_get_u32(in);
  size_t n = scr_get_count(in, 8);
  for (size_t k = 0; k < n && !in->bad; k++) {
    const uint32_t id = scr_get_u32(in);
    char *name = scr_get_text(in);
    if (in->bad || !scr_interset_restore(w, id, name)) in->bad = true;
    scr_free(name);
  }
  n = scr_get_count(in, 4 * 4 + 6 * 8);
  for (size_t k = 0; k < n && !in->bad; k++) {
    scr_inter i = {.id = scr_get_u32(in)};
    i.set = scr_get_u32(in);
    i.fracture[0] = scr_get_u32(in);
    i.fracture[1] = scr_get_u32(in);
    scr_get_f64s(in, i.end[0], 3);
    scr_get_f64s(in, i.end[1], 3);
    if (in->bad || !scr_inter_restore(w, &i)) in->bad = true;
  }
  if (!in->bad && !scr_inters_last(w, last_set, last)) in->bad = true;
}
