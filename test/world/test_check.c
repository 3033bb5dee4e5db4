/* Invariants: a good world has them all, and each thing that is spoilt is noticed. */
#include "../base/test.h"

#include <string.h>
#include "base/mem.h"
#include "../world/scene.h"
#include "world/bodies/inlets.h"
#include "world/check.h"
#include "world/facets/kept.h"
#include "world/contacts/kept.h"
#include "world/force/kept.h"
#include "world/measure/measure.h"
#include "world/search/detect.h"
#include "world/state/queue.h"

/* Four balls on a floor, touching each other and it; one ball and one contact are gone, one contact
 * has a handle and groups, energies are on. */
static scr_world *scene(int dim) {
  scr_world *w = scene_new(dim);
  scr_diag d = {0};
  const double at = dim == 3 ? 0.49 : 0;
  uint32_t groups = 0;
  scr_contact *c;
  scr_cmat_entry law = scene_linear(1e5, 1e5);
  scene_law(w, 1e5, 1e5);
  scr_cmat_add(w, 1, &law, 1);
  scr_cmat_add(w, 2, &law, 1);
  scene_floor(w, 8, 0);
  scr_energy_switch(w, true);
  scr_measure_put(w, &(scr_measure){.id = 5, .r = 1});
  scr_measure_put(w, &(scr_measure){.id = 2, .x = {1, 1, 0}, .r = 1});
  scr_inlet_put(w, &(scr_inlet){.id = 4, .brick = 1, .turn = {1}});
  scr_inlet_put(w, &(scr_inlet){.id = 2, .brick = 1, .turn = {0.6, 0, 0, 0.8}});
  for (uint32_t id = 1; id <= 5; id++) {
    const uint32_t row = scene_ball(w, id, 0.99 * id, 0.49, 0.5, 1000);
    if (dim == 3) w->pose[row].x[1] = 0, w->pose[row].x[2] = at;
    w->twist[row].v[0] = 1e-3 * id;
  }
  scr_changed(w, SCR_PLACES);
  scene_cycle(w, 1e-6, 2);
  assert_true(scr_ball_delete(w, &d, &(uint32_t){scene_row(w, 5)}, 1));
  assert_true(scr_contact_list(w, SCR_BALL_BALL, true, &c) == 3);
  scr_contact_ref(w, c[0]);
  scr_contact_ref(w, c[1]);
  scr_group_set(w, &groups, "some", NULL);
  scr_contact_set_group(w, c[1], groups);
  scr_contact_delete(w, c[0]);
  scr_free(c);
  scene_cycle(w, 1e-6, 2);
  assert_true(w->pair[0].ncontact == 3 && w->pair[1].ncontact >= 4);
  return w;
}

static void good_worlds_are_good(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scene(dim);
    scr_buf why = {0};
    double stored[2];
    scr_energy_stored(w, stored);
    scr_ball_order(w);
    if (!scr_world_check(w, &why)) fail_msg("%dD: %s", dim, why.s);
    assert_null(why.s);
    scr_world_free(w);
  }
}

static void empty_worlds_are_good(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scr_world_new(dim);
    scr_buf why = {0};
    if (!scr_world_check(w, &why)) fail_msg("%dD: %s", dim, why.s);
    scr_world_free(w);
  }
}

/* ---- what is spoilt ---- */

static scr_pairs *balls(scr_world *w) { return &w->pair[SCR_BALL_BALL]; }
static scr_pairs *facets(scr_world *w) { return &w->pair[SCR_BALL_FACET]; }

static uint32_t contact_of(const scr_pairs *p, uint32_t nth) {
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k] && nth-- == 0) return k;
  fail_msg("there is no such contact");
  return 0;
}
static uint32_t first(const scr_pairs *p) { return contact_of(p, 0); }
static uint32_t with_handle(const scr_pairs *p) {
  for (uint32_t k = 0; k < p->n; k++)
    if (p->slot[k]) return k;
  fail_msg("no contact has a handle");
  return 0;
}

static void ball_id(scr_world *w) { scr_colu(&w->ball, SCR_BALL_ID)[0] = 0; }
static void ball_id_twice(scr_world *w) {
  scr_colu(&w->ball, SCR_BALL_ID)[0] = scr_colu(&w->ball, SCR_BALL_ID)[1];
}
static void id_bit(scr_world *w) { w->ball_ids.bit[0] |= 1u << 9; }
static void id_max(scr_world *w) { w->wall_ids.max = 7; }
static void id_not_taken(scr_world *w) { w->facet_ids.bit[0] = 0; }
static void map(scr_world *w) { scr_idmap_set(&w->vertex_by_id, 1, 1); }
static void map_of_gone(scr_world *w) { scr_idmap_set(&w->ball_by_id, 99, 0); }
static void slot_row(scr_world *w) { w->ball_slots.row[0] = 3; }
static void slot_twice(scr_world *w) {
  scr_colu(&w->facet, SCR_FACET_SLOT)[0] = scr_colu(&w->wall, SCR_WALL_SLOT)[0] + 50;
}
static void free_slot(scr_world *w) { w->ball_slots.row[w->ball_slots.free[0]] = 0; }
static void lost_slot(scr_world *w) { w->ball_slots.nfree = 0; }
static void contact_slot(scr_world *w) {
  w->contact_slots.row[balls(w)->slot[with_handle(balls(w))] - 1]++;
}
static void mass(scr_world *w) { w->twist[0].m *= 2; }
static void inertia(scr_world *w) { w->twist[0].moi *= 2; }
static void radius(scr_world *w) { w->pose[0].r = -w->pose[0].r; }
static void plane(scr_world *w) { w->pose[0].x[2] = w->dim == 2 ? 1 : NAN; }
static void fixed(scr_world *w) { ((uint8_t *)w->ball.base[SCR_BALL_FIX])[0] = 64; }
static void groups(scr_world *w) {
  scr_table_write(&w->ball, SCR_BALL_GROUPS, 0, &(uint32_t){1000});
}
static void pointer(scr_world *w) { w->load++; }
static void order(scr_world *w) {
  scr_ball_order(w);
  w->ball_order[0] = w->ball_order[1];
}
static void domain(scr_world *w) { w->domain.hi[0] = w->domain.lo[0]; }
static void timestep(scr_world *w) { w->timestep.current = -1; }
static void time_of(scr_world *w) { w->time = NAN; }
static void exponent(scr_world *w) { w->force_exponent = 5000; }
static void region_ids(scr_world *w) { w->measure[1].id = w->measure[0].id; }
static void region_id(scr_world *w) { w->measure[0].id = 0; }
static void region_radius(scr_world *w) { w->measure[1].r = 0; }
static void region_place(scr_world *w) { w->measure[1].x[w->dim - 1] = NAN; }
static void inlet_ids(scr_world *w) { w->inlet[1].id = w->inlet[0].id; }
static void inlet_brick(scr_world *w) { w->inlet[0].brick = 0; }
static void inlet_flow(scr_world *w) { w->inlet[1].flow[0] = NAN; }
static void inlet_turn(scr_world *w) { w->inlet[1].turn[0] = 0.9; }
static void inlet_spin(scr_world *w) { w->inlet[0].spin[2] = NAN; }
static void inlet_hold(scr_world *w) { w->inlet[0].hold[0] = 2, w->inlet[0].hold[1] = 1; }
static void held_none(scr_world *w) {
  scr_held_put(w, &(scr_held){.ball = 5, .by_steps = true, .until = {1e9, 1e9}});
}
static void held_order(scr_world *w) {
  scr_held_put(w, &(scr_held){.ball = 1, .by_steps = true, .until = {1e9, 1e9}});
  scr_held_put(w, &(scr_held){.ball = 2, .by_steps = true, .until = {1e9, 1e9}});
  w->held[1].ball = 1;
}
static void held_time(scr_world *w) { scr_held_put(w, &(scr_held){.ball = 1, .until = {2, 1}}); }
static void outside(scr_world *w) {
  w->domain.condition[0] = SCR_B_PERIODIC;
  w->domain.hi[0] = 3;
}

static void facet_wall(scr_world *w) { scr_colu(&w->facet, SCR_FACET_WALL)[0] = 5; }
static void facet_vertex(scr_world *w) { scr_colu(&w->facet, SCR_FACET_VERTEX)[0] = 500; }
static void neighbour(scr_world *w) { scr_coli(&w->facet, SCR_FACET_NEIGHBOUR)[0] = 500; }
static void normal(scr_world *w) { scr_col(&w->facet, SCR_FACET_NORMAL)[0] = 2; }
/* Of the facet's own copy, too: each component counts. */
static void normal_kept(scr_world *w) { w->engine->facets->shape[0].normal[2] += 1; }
static void vertex_kept(scr_world *w) { w->engine->facets->shape[0].x[w->dim - 1][2] += 1; }
static void label_wall(scr_world *w) { w->engine->facets->label[0].wall++; }
static void normal_nan(scr_world *w) { scr_col(&w->facet, SCR_FACET_NORMAL)[2] = NAN; }
static void facet_vertex_last(scr_world *w) {
  scr_colu(&w->facet, SCR_FACET_VERTEX)[w->dim - 1] = 500;
}
static void vertex_wall(scr_world *w) { scr_colu(&w->vertex, SCR_VERTEX_WALL)[0]++; }
static void neighbour_below(scr_world *w) { scr_coli(&w->facet, SCR_FACET_NEIGHBOUR)[2] = -2; }
static void wall_groups(scr_world *w) {
  scr_table_write(&w->wall, SCR_WALL_GROUPS, 0, &(uint32_t){1000});
}
static void wall_surface(scr_world *w) {
  scr_table_write(&w->wall, SCR_WALL_SURFACE, 0, &(uint32_t){1000});
}
static void vertex(scr_world *w) { scr_col(&w->vertex, SCR_VERTEX_POSITION)[0] += 1; }
static void label(scr_world *w) { w->engine->facets->label[0].id = 17; }
static void wall_name(scr_world *w) { scr_colu(&w->wall, SCR_WALL_NAME)[0] = 5000; }
static void sides(scr_world *w) { ((uint8_t *)w->wall.base[SCR_WALL_SIDES])[0] = 4; }
static void facet_gap(scr_world *w) { w->engine->facets->geometry.gap[first(facets(w))] -= 1e-3; }

static void pair_end(scr_world *w) { balls(w)->j[first(balls(w))] = 1000; }
static void pair_ends_turned(scr_world *w) {
  scr_pairs *p = balls(w);
  const uint32_t k = first(p), i = p->i[k];
  p->i[k] = p->j[k], p->j[k] = i;
}
static void shift(scr_world *w) { facets(w)->shift[first(facets(w))] = 0; }
static void candidate(scr_world *w) {
  scr_pairs *p = balls(w);
  const uint32_t k = first(p);
  p->law[k] = 0;
}
static void contact_law(scr_world *w) { balls(w)->law[first(balls(w))]++; }
static void no_law(scr_world *w) { balls(w)->law[first(balls(w))] = 200; }
static void contact_id(scr_world *w) { balls(w)->id[first(balls(w))] = 77; }
static void contact_ids(scr_world *w) { w->contact_ids[1].bit[0] |= 1u << 30; }
static void contact_twice(scr_world *w) {
  scr_pairs *p = balls(w);
  const uint32_t a = contact_of(p, 0), b = contact_of(p, 1);
  p->i[a] = p->i[b], p->j[a] = p->j[b];
}
static void contact_twice_late(scr_world *w) {
  contact_twice(w);
  scr_changed(w, SCR_LISTS); /* old candidates are forgiven, contacts are not */
}
static void contact_set(scr_world *w) { balls(w)->one_set = 1000, balls(w)->pset = NULL; }
static void contact_groups(scr_world *w) { balls(w)->groups[first(balls(w))] = 1000; }
static void claimed(scr_world *w) { balls(w)->flag[first(balls(w))] |= SCR_PAIR_BLOCKED; }
static void unknown_flag(scr_world *w) { facets(w)->flag[first(facets(w))] |= SCR_PAIR_EDITED; }
static void ncontact(scr_world *w) { facets(w)->ncontact++; }
static void room(scr_world *w) { facets(w)->cap = 0; }
static void counted(scr_world *w) { w->engine->contacts->count[2]++; }
static void most(scr_world *w) { w->engine->contacts->max_count++; }
static void pset_reach(scr_world *w) { w->pset[0].reach = 1; }
static void pset_law(scr_world *w) { w->pset[w->npset - 1].law = 0; }
static void states(scr_world *w) { w->engine->contacts->states = 0; }
static void cmat_order(scr_world *w) { w->cmat[0].index = 5; }
static void cmat_default(scr_world *w) { w->cmat_default[0].model = NULL; }
static void cmat_pset(scr_world *w) { w->engine->contacts->cmat_pset[1] = 1000; }

static void freed(scr_world *w, uint8_t bits) {
  scr_table_switch(&w->wall, SCR_WALL_FREE, true);
  scr_table_write(&w->wall, SCR_WALL_FREE, 0, &bits);
}
static void no_mass(scr_world *w) { freed(w, 2); }
static void no_inertia(scr_world *w) { freed(w, 4 << 3); }
static void no_freedom(scr_world *w) { freed(w, 1 << 6); }
static void no_axes(scr_world *w) { scr_table_switch(&w->wall, SCR_WALL_AXES, true); }

static void block(scr_world *w) { w->engine->blocks.first[0][1]--; }
static void block_begin(scr_world *w) { w->engine->blocks.first[1][0]++; }
static void runner(scr_world *w) {
  w->engine->search->nrunner = 0, w->engine->search->head_start = 1;
}
static void missing(scr_world *w) {
  w->pose[0].x[0] = w->pose[3].x[0], w->pose[0].x[1] = w->pose[3].x[1];
  memcpy(w->pose[0].x, w->pose[3].x, sizeof w->pose[0].x);
  memcpy(w->pose[1].x, w->pose[3].x, sizeof w->pose[0].x);
}
static void never_made(scr_world *w) { w->engine->builds = 0; }

static void load(scr_world *w) { w->load[1].f[0] += 1; }
static void load_moment(scr_world *w) { w->load[1].m[2] += 1; }
static void contact_force(scr_world *w) { balls(w)->force[0][first(balls(w))] += 1; }
static void idle_force(scr_world *w) {
  scr_pairs *p = balls(w);
  const uint32_t k = first(p);
  p->flag[k] &= (uint8_t)~SCR_PAIR_ACTIVE;
}
static void zeros(scr_world *w) { scr_made(w, SCR_ZEROS); }
static void energy(scr_world *w) {
  double stored[2];
  scr_energy_stored(w, stored);
  w->engine->force->strain *= 2;
}
static void energy_of_speed(scr_world *w) {
  double stored[2];
  scr_energy_stored(w, stored);
  w->twist[0].v[0] += 1;
}

static void early(scr_world *w) { w->stale = 1u << SCR_LISTS; }
static void strange_bit(scr_world *w) { w->stale |= 1u << 31; }
static void told(scr_world *w) { scr_made(w, SCR_TRACES); }
static void telling(scr_world *w) { w->engine->telling = 1; }

static const struct {
  void (*spoil)(scr_world *w);
  const char *text; /* in what is said */
} row[] = {
    {ball_id, "has id 0"},
    {ball_id_twice, "leads to another row"},
    {id_bit, "ids are taken"},
    {id_max, "the largest id is 1, not 7"},
    {id_not_taken, "its id is not taken"},
    {map, "its id leads to another row"},
    {map_of_gone, "ids lead to rows"},
    {slot_row, "handle"},
    {slot_twice, "its handle leads to another row"},
    {free_slot, "given back"},
    {lost_slot, "handles are used"},
    {contact_slot, "its handle leads to another"},
    {mass, "mass"},
    {inertia, "moment of inertia"},
    {radius, "its radius"},
    {plane, ""},
    {fixed, "fixed beyond spin"},
    {groups, "are no set"},
    {pointer, "pointers"},
    {order, "the order by id"},
    {domain, "the domain"},
    {timestep, "the timestep"},
    {time_of, "the time"},
    {exponent, "exponents"},
    {region_ids, "no order at place 1"},
    {region_id, "no order at place 0"},
    {region_radius, "region 5: its place or radius"},
    {region_place, "region 5: its place or radius"},
    {inlet_ids, "inlet 2 is out of order"},
    {inlet_brick, "its brick or groups"},
    {inlet_flow, "its place or flow"},
    {inlet_turn, "inlet 4: its motion or holding"},
    {inlet_spin, "inlet 2: its motion or holding"},
    {inlet_hold, "inlet 2: its motion or holding"},
    {held_none, "ball 5 is held"},
    {held_order, "ball 1 is held"},
    {held_time, "ball 1 is held"},
    {outside, "outside of the periodic cell"},
    {facet_wall, "belongs to no wall"},
    {facet_vertex, "a vertex of another wall"},
    {neighbour, "a neighbour is no row"},
    {normal, "normal"},
    {vertex, "another vertex is kept"},
    {normal_kept, "another normal is kept"},
    {vertex_kept, "another vertex is kept"},
    {label_wall, "another label is kept"},
    {normal_nan, "its normal has length"},
    {facet_vertex_last, "a vertex of another wall"},
    {vertex_wall, "a vertex of another wall"},
    {neighbour_below, "a neighbour is no row"},
    {wall_groups, "its groups or surface are no set"},
    {wall_surface, "its groups or surface are no set"},
    {label, "another label is kept"},
    {wall_name, "no name"},
    {sides, "sides"},
    {facet_gap, "its gap is"},
    {pair_end, "an end is no row"},
    {pair_ends_turned, "the higher id comes first"},
    {shift, "its image"},
    {candidate, "it is no contact"},
    {contact_law, "of another law"},
    {no_law, "law 200"},
    {contact_id, "its id is not taken"},
    {contact_ids, "ids are taken"},
    {contact_twice, "listed twice"},
    {contact_twice_late, "listed twice"},
    {contact_set, "parameters"},
    {contact_groups, "are no set"},
    {claimed, "flags"},
    {unknown_flag, "flags"},
    {ncontact, "are counted"},
    {room, "more pairs than room"},
    {counted, "number of contacts"},
    {most, "the largest number of contacts"},
    {pset_reach, "another gap"},
    {pset_law, "law 0"},
    {states, "no room for the state"},
    {cmat_order, "out of order"},
    {cmat_default, "no default"},
    {cmat_pset, "is no set"},
    {no_mass, "is free and has no mass"},
    {no_inertia, "turns freely and has no inertia"},
    {no_freedom, "free components"},
    {no_axes, "axes of walls"},
    {block, "block"},
    {block_begin, "block"},
    {runner, "head start"},
    {missing, "are not listed"},
    {never_made, "never made"},
    {load, "not the sum"},
    {load_moment, "not the sum"},
    {contact_force, "not the sum"},
    {idle_force, "it does not act"},
    {zeros, "should be zero"},
    {energy, "energies"},
    {energy_of_speed, "energies"},
    {early, "is up to date"},
    {strange_bit, "nobody derives"},
    {told, "was told"},
    {telling, "a callback"},
};

static void spoilt_things_are_noticed(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
      if (row[k].spoil == plane && dim == 3) continue;
      scr_world *w = scene(dim);
      scr_buf why = {0};
      uint32_t *pset = balls(w)->pset;
      row[k].spoil(w);
      if (scr_world_check(w, &why)) fail_msg("%zu, %dD: nothing was noticed", k, dim);
      if (!strstr(why.s, row[k].text)) fail_msg("%zu, %dD: %s", k, dim, why.s);
      scr_buf_free(&why);
      balls(w)->pset = pset;
      w->checked = false;
      scr_world_free(w);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(good_worlds_are_good),
      cmocka_unit_test(empty_worlds_are_good),
      cmocka_unit_test(spoilt_things_are_noticed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
