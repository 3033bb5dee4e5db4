/* Locals that are read before anything is assigned to them hold 0. Who only checks is told where
 * that is so whenever the place is reached. */
#include "script/gen.h"

/* The entry of a local that is known here; -1: the slot is none of this code. */
static int entry_of(const scr_gen *g, int slot) {
  int k = g->scope ? -1 : (int)g->p->nlocal - 1;
  while (k >= 0 && (g->p->local[k].slot != slot || g->p->local[k].to >= 0)) k--;
  return k;
}

/* The outermost loop around this place that begins behind the declaration: another turn may assign
 * what this one only reads. */
static const scr_open *loop_since(const scr_gen *g, int entry) {
  const scr_open *loop = NULL;
  for (const scr_open *o = g->open; o && o->nlocal > (size_t)entry; o = o->up)
    if (o->kind == B_LOOP) loop = o;
  return loop;
}

void scr_unset_declared(scr_gen *g) {
  g->p->local[g->p->nlocal - 1].unset = g->f->host.use != NULL;
}

static void tell(scr_gen *g, const scr_pos *p, int slot) {
  const scr_loc at = {g->lex.src, p->line, p->col, p->len};
  size_t k = g->p->nlocal - 1;
  while (g->p->local[k].slot != slot) k--;
  scr_warn(g->f->diag, &at, SCR_E_NAME,
           "the local '%s' is read before anything is assigned to it: it is 0",
           g->p->local[k].name);
  scr_unset_stored(g, slot); /* once is enough */
}

void scr_unset_read(scr_gen *g, const scr_token *name, int slot) {
  const int entry = entry_of(g, slot);
  if (entry < 0 || !g->p->local[entry].unset) return;
  const scr_open *loop = loop_since(g, entry);
  const scr_pos at = {name->line, name->col, name->len};
  if (!loop) {
    tell(g, &at, slot);
    return;
  }
  SCR_GROW(g->early, g->cap_early, g->nearly + 1);
  g->early[g->nearly++] = (struct scr_early){at, slot, loop};
}

void scr_unset_stored(scr_gen *g, int slot) {
  size_t n = 0;
  for (size_t k = 0; k < g->nearly; k++)
    if (g->early[k].slot != slot) g->early[n++] = g->early[k];
  g->nearly = n;
  for (size_t k = 0; k < g->p->nlocal && !g->scope; k++)
    if (g->p->local[k].slot == slot) g->p->local[k].unset = false;
}

void scr_unset_unknown(scr_gen *g) {
  g->nearly = 0;
  for (size_t k = 0; k < g->p->nlocal; k++) g->p->local[k].unset = false;
}

void scr_unset_loop_ends(scr_gen *g, const scr_open *loop) {
  for (size_t k = 0; k < g->nearly;) {
    const struct scr_early e = g->early[k];
    if (e.loop != loop)
      k++;
    else
      tell(g, &e.at, e.slot); /* all of the slot go */
  }
}
