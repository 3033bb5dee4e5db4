/* What tests of the world share: a world, balls with a mass, one linear law for all contacts. */
#ifndef SCR_TEST_SCENE_H
#define SCR_TEST_SCENE_H

#include "../base/test.h"

#include <math.h>
#include "world/engine.h"

/* A domain of [-10, 10] along each axis. */
static inline scr_world *scene_new(int dim) {
  scr_diag d = {0};
  scr_world *w = scr_world_new(dim);
  assert_true(scr_domain_set(w, &d, (double[]){-10, -10, -10}, (double[]){10, 10, 10}));
  return w;
}

/* Its row. */
static inline uint32_t scene_ball(scr_world *w, uint32_t id, double x, double y, double r,
                                  double density) {
  scr_diag d = {0};
  uint32_t row;
  assert_true(scr_ball_create(w, &d, id, (double[]){x, y, 0}, r, &row));
  assert_true(scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"), &density));
  return row;
}

/* Rows move: where a ball is now. */
static inline uint32_t scene_row(const scr_world *w, uint32_t id) {
  uint32_t row = scr_ball_find(w, id);
  assert_true(row != SCR_NONE);
  return row;
}

static inline int scene_slot(const char *law, const char *property) {
  const scr_prop *p = scr_model_prop(scr_model_find(law), property);
  assert_non_null(p);
  return p->slot;
}

static inline scr_cmat_entry scene_linear(double kn, double ks) {
  scr_cmat_entry e = scr_cmat_entry_of(scr_model_find("linear"));
  e.param[scene_slot("linear", "kn")] = kn;
  e.param[scene_slot("linear", "ks")] = ks;
  return e;
}

static inline void scene_law(scr_world *w, double kn, double ks) {
  const scr_cmat_entry e = scene_linear(kn, ks);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_cmat_set_default(w, (scr_contact_type)t, &e);
}

/* A law with stiffnesses, friction and, of hertz, dashpots, by its name. */
static inline scr_cmat_entry scene_entry(const char *name) {
  static const struct {
    const char *law, *property;
    double value;
  } set[] = {{"linear", "kn", 2e6},       {"linear", "ks", 1e6},       {"linear", "fric", 0.4},
             {"hertz", "hz_shear", 2e7},  {"hertz", "hz_poiss", 0.25}, {"hertz", "fric", 0.4},
             {"hertz", "dp_nratio", 0.1}, {"burger", "bur_knk", 2e6},  {"burger", "bur_cnk", 1e4},
             {"burger", "bur_knm", 2e6},  {"burger", "bur_cnm", 1e6},  {"burger", "bur_ksk", 1e6},
             {"burger", "bur_csk", 1e4},  {"burger", "bur_ksm", 1e6},  {"burger", "bur_csm", 1e6},
             {"burger", "bur_fric", 0.4}, {"rrlinear", "kn", 2e6},     {"rrlinear", "ks", 1e6},
             {"rrlinear", "fric", 0.4},   {"rrlinear", "rr_fric", 2}};
  scr_cmat_entry law = scr_cmat_entry_of(scr_model_find(name));
  for (size_t k = 0; k < SCR_COUNTOF(set); k++)
    if (strcmp(set[k].law, name) == 0) law.param[scene_slot(name, set[k].property)] = set[k].value;
  return law;
}

static inline void scene_law_named(scr_world *w, const char *name) {
  const scr_cmat_entry law = scene_entry(name);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_cmat_set_default(w, (scr_contact_type)t, &law);
}

/* Wall 1, square, across the last axis. */
static inline void scene_floor(scr_world *w, double half, double height) {
  const uint32_t facet[] = {0, 1, 2, 0, 2, 3};
  const double h = half, z = height, corner[] = {-h, -h, z, h, -h, z, h, h, z, -h, h, z},
               line[] = {-h, z, 0, h, z, 0};
  scr_diag d = {0};
  uint32_t row;
  const bool solid = w->dim == 3;
  assert_true(scr_wall_create(w, &d, 1, NULL, solid ? 4 : 2, solid ? corner : line, solid ? 2 : 1,
                              facet, &row));
}

static inline void scene_clean(scr_world *w) {
  scr_diag d = {0};
  if (!scr_world_clean(w, &d)) fail_msg("%s", d.error.text);
}

/* Cycles of a given timestep. */
static inline void scene_cycle(scr_world *w, double dt, uint64_t n) {
  scr_limits l = scr_limits_none();
  scr_diag d = {0};
  w->timestep.mode = SCR_DT_FIX;
  w->timestep.given = dt;
  l.cycles = n;
  if (!scr_world_solve(w, &d, &l)) fail_msg("%s", d.error.text);
  scr_world_sync(w);
  scr_diag_clear(&d);
}

/* A refusal with these words, which leaves no error behind. */
static inline void scene_refused(bool done, scr_diag *d, const char *text) {
  assert_false(done);
  assert_true(d->failed);
  assert_non_null(strstr(d->error.text, text));
  scr_diag_clear(d);
}

#endif
