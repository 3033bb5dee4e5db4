/* Many balls on a rough mesh that moves: births, deaths and hand-over from facet to facet, by one
 * to four threads, and against the plain path, which computes all candidates in each step pair by
 * pair and compares all claims. Always the same bits. */
#include "../base/test.h"
#include "../support/command.h"
#include "../support/night.h"

#include "base/mem.h"
#include "world/facets/kept.h"
#include "world/claims/claim.h"
#include "world/engine.h"
#include "world/search/detect.h"

enum { CYCLES = 600, PARTS = 100, BALLS = 5000, ACROSS = 64, DEEP = 32 };

static const char *const scene[2] = {
    "model large-strain on\nmodel domain extent 0 0.4 -0.02 0.08 condition periodic destroy\n"
    "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.3 fric 0.3 dp_nratio 0.2 "
    "dp_sratio 0.1\n"
    "ball generate number 5000 radius 0.5e-3 0.7e-3 box 0.0011 0.3989 0.0010 0.06 tries 1000000\n"
    "ball attribute density 2500 velocity-x 0.4 velocity-y -0.3 gradient (0, -10)\n"
    "model gravity (0, -9.81)\nmodel mechanical timestep fix 1.4e-5\nmodel energy mechanical on\n",
    "model large-strain on\nmodel domain extent 0 0.1 0 0.05 -0.02 0.08 condition periodic "
    "periodic destroy\n"
    "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.3 fric 0.3 dp_nratio 0.2 "
    "dp_sratio 0.1\n"
    "ball generate number 5000 radius 0.8e-3 1.1e-3 box 0.0011 0.0989 0.0011 0.0489 0.0014 0.03 "
    "tries 1000000\n"
    "ball attribute density 2500 velocity-x 0.4 velocity-z -0.3 gradient (0, 0, -10)\n"
    "model gravity (0, 0, -9.81)\nmodel mechanical timestep fix 1.4e-5\nmodel energy mechanical "
    "on\n"};

typedef struct outcome {
  uint32_t n, id[BALLS], contacts, made;
  size_t carried, elsewhere; /* balls seen on a facet, on another one than at the look before */
  scr_pose pose[BALLS];
  scr_twist twist[BALLS];
  double force[BALLS][3], kinetic, slip, edit;
  uint32_t on[BALLS + 1]; /* id of the facet that carries a ball, by id */
} outcome;

/* Heights without any order: some seams turn by less than the cut-off angle, some by more. */
static double height(uint32_t k) { return 4e-4 * ((double)(k * 2654435761u >> 8) * 0x1p-24 - 0.5); }

static void rough_wall(scr_world *w) {
  const uint32_t dim = (uint32_t)w->dim, nx = dim == 3 ? ACROSS : 8 * DEEP,
                 ny = dim == 3 ? DEEP : 0;
  double *x = scr_alloc(3 * (size_t)(nx + 1) * (ny + 1) * sizeof *x);
  uint32_t *facet = scr_alloc(6 * (size_t)nx * (ny + 1) * sizeof *facet), nf = 0, nv = 0, row;
  scr_diag d = {0};
  for (uint32_t j = 0; j <= ny; j++)
    for (uint32_t i = 0; i <= nx; i++, nv++) {
      x[3 * (size_t)nv] = (dim == 3 ? 0.1 : 0.4) * i / nx;
      x[3 * (size_t)nv + 1] = dim == 3 ? 0.05 * j / ny : height(nv);
      x[3 * (size_t)nv + 2] = dim == 3 ? height(nv) : 0;
    }
  for (uint32_t j = 0; j < SCR_MAX(ny, 1u); j++)
    for (uint32_t i = 0; i < nx; i++) {
      const uint32_t a = j * (nx + 1) + i,
                     two[6] = {a, a + 1, a + nx + 2, a, a + nx + 2, a + nx + 1};
      for (uint32_t k = 0; k < dim - 1; k++, nf++)
        for (uint32_t c = 0; c < 3; c++)
          facet[3 * (size_t)nf + c] = dim == 3 ? two[3 * k + c] : c < 2 ? a + c : 0;
    }
  assert_true(scr_wall_create(w, &d, 1, NULL, nv, x, nf, facet, &row));
  scr_free(x);
  scr_free(facet);
}

static void keep_balls(scr_world *w, outcome *o) {
  const uint32_t *order = scr_ball_order(w);
  o->n = w->ball.n;
  for (uint32_t k = 0; k < o->n; k++) {
    const uint32_t q = order[k];
    o->id[k] = scr_colu(&w->ball, SCR_BALL_ID)[q];
    o->pose[k] = w->pose[q], o->twist[k] = w->twist[q];
    memcpy(o->force[k], w->load[q].f, sizeof o->force[k]);
  }
}

/* Who is carried by which facet. */
static void look(const scr_world *w, outcome *o) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k] || !(p->flag[k] & SCR_PAIR_ACTIVE)) continue;
    const uint32_t ball = scr_colu(&w->ball, SCR_BALL_ID)[p->i[k]],
                   facet = scr_colu(&w->facet, SCR_FACET_ID)[p->j[k]];
    o->carried++;
    o->elsewhere += o->on[ball] != 0 && o->on[ball] != facet;
    o->on[ball] = facet;
  }
}

static void run(int dim, int threads, bool plain, outcome *o) {
  char cycle[32];
  scr_session *s = scr_session_new(
      &(scr_options){.dim = dim, .threads = threads, .out = "/tmp", .quiet = true, .dialect = -1});
  command(s, scene[dim - 2]);
  scr_world *w = s->lib.world;
  rough_wall(w);
  command(s,
          dim == 3 ? "wall attribute velocity 0.3 0.1 0.2\n" : "wall attribute velocity 0.3 0.2\n");
  memset(o, 0, sizeof *o);
  w->engine->facets->plain = plain;
  w->engine->search->skin = dim == 3 ? 1e-3 : 6e-4; /* lists last: what is far waits for long */
  snprintf(cycle, sizeof cycle, "model cycle %d\n", CYCLES / PARTS);
  for (int k = 0; k < PARTS; k++) {
    command(s, cycle);
    look(w, o);
    if (k > PARTS * 3 / 4) assert_true(w->engine->claims->workers >= SCR_MIN(threads, dim));
    for (int t = 0; t < w->engine->claims->workers && k > PARTS * 3 / 4; t++)
      assert_true(w->engine->claims->worker[t]->ncarry > 0);
  }
  scr_world_sync(w);
  keep_balls(w, o);
  o->made = w->contact_ids[SCR_BALL_FACET].max;
  assert_true(w->engine->builds < CYCLES / 10);
  o->contacts = (uint32_t)scr_contact_count(w, SCR_BALL_FACET, true);
  assert_true(scr_energy(w, "energy-kinetic", &o->kinetic) &&
              scr_energy(w, "energy-slip", &o->slip));
  assert_true(scr_energy(w, "energy-edit", &o->edit));
  scr_session_free(s);
}

static void rough_floor(void **state) {
  SCR_UNUSED(state);
  const int step = by_day(3, 3, 1);
  outcome *plain = scr_alloc(sizeof *plain), *other = scr_alloc(sizeof *other);
  for (int dim = 2; dim <= 3; dim++) {
    run(dim, 1, true, plain);
    print_message("%dD: %u contacts, %u made, %zu carried, %zu elsewhere\n", dim, plain->contacts,
                  plain->made, plain->carried, plain->elsewhere);
    assert_true(plain->contacts > 100 && plain->made > plain->contacts + 20); /* some have ended */
    assert_true(plain->elsewhere > 30);
    assert_true(plain->slip > 0 &&
                (dim == 2 || plain->edit != 0)); /* claims changed under overlap */
    for (int threads = dim == 2 ? 3 : 1; threads <= (dim == 2 ? 3 : 4); threads += step) {
      run(dim, threads, false, other);
      assert_memory_equal(plain, other, sizeof *plain);
    }
  }
  scr_free(plain);
  scr_free(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rough_floor)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
