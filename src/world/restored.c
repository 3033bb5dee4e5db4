/* A world whose tables and contacts were read from a file: what is derived from them is made, or
 * known to be out of date. */
#include "world/bodies/bodies.h"

#include "world/contacts/count.h"
#include "world/facets/facets.h"
#include "world/state/checks.h"
#include "world/state/handles.h"
#include "world/state/inertia.h"
#include "world/state/rows.h"
#include "world/state/things.h"

/* Ids are what a file says; handles begin anew. */
static bool ids_fit(scr_world *w, scr_diag *d) {
  scr_thing things[SCR_THINGS];
  scr_things_of(w, things);
  for (int t = 0; t < SCR_THINGS; t++) {
    const scr_thing *x = &things[t];
    const uint32_t *id = scr_colu(x->t, x->id);
    for (uint32_t k = 0; k < x->t->n; k++)
      if (id[k] == 0 || id[k] > INT32_MAX)
        return scr_fail(d, NULL, SCR_E_SAVE, "the save file holds an impossible id");
    for (uint32_t k = 0; k < x->t->n; k++) scr_thing_index(x, k);
  }
  return true;
}

static bool facets_fit(const scr_world *w, scr_diag *d) {
  for (uint32_t k = 0; k < w->facet.n; k++) {
    if (scr_colu(&w->facet, SCR_FACET_WALL)[k] >= w->wall.n)
      return scr_fail(d, NULL, SCR_E_SAVE, "a facet of the save file belongs to no wall");
    for (int c = 0; c < w->dim; c++)
      if (scr_colu(&w->facet, SCR_FACET_VERTEX)[3 * (size_t)k + (size_t)c] >= w->vertex.n)
        return scr_fail(d, NULL, SCR_E_SAVE, "a facet of the save file has no vertex");
  }
  return true;
}

static bool contacts_fit(scr_world *w, scr_diag *d) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pairs *p = &w->pair[t];
    uint32_t ends = t == SCR_BALL_BALL ? w->ball.n : w->facet.n;
    p->ncontact = 0;
    for (uint32_t k = 0; k < p->n; k++) {
      const uint32_t set = scr_pair_set(p, k);
      if (p->i[k] >= w->ball.n || p->j[k] >= ends || set >= w->npset ||
          p->law[k] != w->pset[set].law || p->law[k] < 1 || p->law[k] > scr_model_count() ||
          p->id[k] == 0 || scr_ids_has(&w->contact_ids[t], p->id[k]) ||
          (p->facets && !scr_shift_holds(p->shift[k])))
        return scr_fail(d, NULL, SCR_E_SAVE, "the save file holds an impossible contact");
      scr_ids_take(&w->contact_ids[t], p->id[k]);
      p->ncontact++;
    }
  }
  return true;
}

/* Pieces move as their bodies do. */
static bool bodies_move_as_one(const scr_world *w, scr_diag *d) {
  scr_buf why = {0};
  if (!scr_check_pieces(w, &why))
    scr_fail(d, NULL, SCR_E_SAVE, "the save file holds an impossible body: %s", why.s);
  scr_buf_free(&why);
  return !d->failed;
}

bool scr_world_restored(scr_world *w, scr_diag *d) {
  scr_world_refresh(w);
  if (!ids_fit(w, d) || !facets_fit(w, d) || !contacts_fit(w, d)) return false;
  if (!scr_bodies_fit(w, d)) return false;
  for (uint32_t k = 0; k < w->ball.n; k++) scr_ball_inertia(w, k);
  scr_facet_neighbours(w);
  scr_facets_refresh(w, NULL);
  scr_changed(w, SCR_RESTORED);
  scr_made(w, SCR_REPORTS); /* the file holds them */
  scr_count_contacts(w);
  scr_images_remember(w);
  return bodies_move_as_one(w, d);
}
