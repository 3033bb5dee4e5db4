/* Freshness: the graph itself, what each edit leaves out of date, and what brings it back. */
#include "../base/test.h"

#include <string.h>
#include "base/mem.h"
#include "../world/scene.h"
#include "world/contacts/kept.h"
#include "world/force/kept.h"

/* ---- the graph ---- */

/* Whatever is out of date with something brings along all that is out of date with it. */
static void graph_is_closed(void **state) {
  SCR_UNUSED(state);
  for (size_t what = 0; what < SCR_COUNTOF(scr_spoils); what++)
    for (int k = 0; k < SCR_NDERIVED; k++)
      if (scr_spoils[what] >> k & 1) assert_int_equal(scr_spoils[k] & ~scr_spoils[what], 0);
}

static void sources_are_read_backwards(void **state) {
  SCR_UNUSED(state);
  assert_int_equal(scr_sources_of(SCR_FACETS), 1u << SCR_LISTS);
  assert_int_equal(scr_sources_of(SCR_STIFFNESS), 1u << SCR_LISTS | 1u << SCR_SURVEY);
  assert_int_equal(scr_sources_of(SCR_LISTS), 0);
  assert_int_equal(scr_stale_before_sources(0), -1);
  assert_int_equal(scr_stale_before_sources(SCR_WITH_LISTS), -1);
  assert_int_equal(scr_stale_before_sources(1u << SCR_LISTS), SCR_ENERGIES);
  assert_string_equal(scr_what_name(SCR_SURVEY), "SURVEY");
  assert_string_equal(scr_what_name(SCR_CALLBACKS), "CALLBACKS");
}

static void what_is_made_of_stale_data_is_stale(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(2);
  w->stale = SCR_WITH_LISTS;
  scr_made_if_sound(w, SCR_FACETS);
  assert_false(scr_fresh(w, SCR_FACETS));
  scr_made(w, SCR_LISTS);
  scr_made_if_sound(w, SCR_FACETS);
  assert_true(scr_fresh(w, SCR_FACETS));
  assert_int_equal(w->stale, 1u << SCR_ENERGIES | 1u << SCR_STIFFNESS | 1u << SCR_LONE);
  scr_changed(w, SCR_LISTS);
  assert_int_equal(w->stale, SCR_WITH_LISTS);
  scr_world_free(w);
}

/* ---- edits ---- */

/* Two balls that touch each other and a wall, after a cycle, with nothing out of date. */
static scr_world *rest(int dim) {
  scr_world *w = scene_new(dim);
  scene_law(w, 1e5, 0);
  scene_floor(w, 5, 0);
  for (uint32_t id = 1; id <= 2; id++) {
    const uint32_t row = scene_ball(w, id, 0.99 * id, 0.49, 0.5, 1000);
    if (dim == 3) w->pose[row].x[1] = 0, w->pose[row].x[2] = 0.49;
  }
  scr_changed(w, SCR_PLACES);
  scene_cycle(w, 1e-6, 2);
  assert_true(w->pair[SCR_BALL_BALL].ncontact == 1 && w->pair[SCR_BALL_FACET].ncontact >= 2);
  scr_ball_order(w); /* nobody asks for it in such a cycle */
  w->stale = 0;
  return w;
}

static void set_ball(scr_world *w, const char *name, double value) {
  const double v[3] = {value, value, value};
  scr_diag d = {0};
  assert_true(scr_ball_set(w, &d, scene_row(w, 1), scr_quantity_find(scr_ball_quantity, name), v));
}

static void set_wall(scr_world *w, const char *name, double value) {
  const double v[3] = {value, value, value};
  scr_diag d = {0};
  assert_true(scr_wall_set(w, &d, 0, scr_quantity_find(scr_wall_quantity, name), v));
}

static scr_contact first_contact(scr_world *w, int type) {
  scr_contact *list, c;
  assert_true(scr_contact_list(w, type, true, &list) > 0);
  c = list[0];
  scr_free(list);
  return c;
}

static void velocity(scr_world *w) { set_ball(w, "velocity", 1); }
static void position(scr_world *w) { set_ball(w, "position", 1); }
static void radius(scr_world *w) { set_ball(w, "radius", 0.45); }
static void density(scr_world *w) { set_ball(w, "density", 2000); }
static void applied(scr_world *w) { set_ball(w, "force-applied", 1); }
static void displacement(scr_world *w) { set_ball(w, "displacement", 1); }
static void fix(scr_world *w) { scr_ball_fix(w, 0, 1, true); }
static void surface(scr_world *w) { scr_ball_set_surface(w, 0, "fric", 0.5); }
static void another_ball(scr_world *w) { scene_ball(w, 3, 5, 5, 0.5, 1000); }
static void wall_velocity(scr_world *w) { set_wall(w, "velocity", 1); }
static void wall_position(scr_world *w) { set_wall(w, "position", 0.01); }
static void cmat(scr_world *w) { scene_law(w, 2e5, 0); }
static void edit(scr_world *w) { scr_energy_edited(w, scr_energy_state(w)); }
static void calm(scr_world *w) { scr_world_calm(w); }

static void one_ball_less(scr_world *w) {
  scr_diag d = {0};
  assert_true(scr_ball_delete(w, &d, &(uint32_t){0}, 1));
}

static void no_wall(scr_world *w) {
  scr_diag d = {0};
  assert_true(scr_wall_delete(w, &d, &(uint32_t){0}, 1));
}

static void domain(scr_world *w) {
  scr_diag d = {0};
  assert_true(scr_domain_set_condition(w, &d, (uint8_t[]){SCR_B_REFLECT, 0, 0}));
}

static void property(scr_world *w) {
  scr_diag d = {0};
  assert_true(scr_contact_set(w, &d, first_contact(w, SCR_BALL_BALL),
                              scr_model_prop(scr_model_find("linear"), "kn"), &(double){3e5}, 1));
}

static void contact_deleted(scr_world *w) { scr_contact_delete(w, first_contact(w, 1)); }
static void contact_inhibited(scr_world *w) { scr_contact_inhibit(w, first_contact(w, 0), true); }

static void callback(scr_world *w) {
  scr_callback_add(w, &(scr_callback){.point = 43, .event = -1, .interval = 1});
}

#define BIT(name) (1u << SCR_##name)
static const uint32_t LISTED = SCR_WITH_LISTS, SURVEYED = SCR_WITH_SURVEY;

static void edits_leave_out_of_date(void **state) {
  SCR_UNUSED(state);
  const struct {
    void (*edit)(scr_world *w);
    uint32_t stale;
  } row[] = {
      {velocity, BIT(ENERGIES)},
      {position, LISTED | SURVEYED | BIT(SPRINGS) | BIT(STRESSES) | BIT(MARKS)},
      {radius, LISTED | SURVEYED | BIT(SPRINGS) | BIT(STRESSES) | BIT(MARKS)},
      {density, SURVEYED | BIT(ENERGIES)},
      {applied, SURVEYED},
      {displacement, LISTED | SURVEYED}, /* images count for facets */
      {fix, SURVEYED},
      {surface, BIT(ENERGIES) | BIT(STRESSES) | BIT(LONE)}, /* its contacts follow */
      {another_ball, LISTED | SURVEYED | BIT(COUNTS) | BIT(MEMBERS) | BIT(ORDER) | BIT(STRESSES)},
      {one_ball_less, LISTED | BIT(SUMS) | BIT(COUNTS) | BIT(MEMBERS) | BIT(ORDER) | BIT(STRESSES)},
      {wall_velocity, BIT(FAST_WALLS)},
      {wall_position, LISTED | BIT(SPRINGS) | BIT(STRESSES) | BIT(MARKS)},
      {no_wall, LISTED | BIT(SUMS) | BIT(STRESSES)},
      {domain, LISTED | BIT(STRESSES) | BIT(IDLE) | BIT(APPLIED) | BIT(MARKS)}, /* an edit */
      {cmat, LISTED | BIT(TWINS)},
      {property, BIT(ENERGIES) | BIT(STRESSES)},
      {contact_deleted, LISTED | BIT(SUMS) | BIT(STRESSES)},
      {contact_inhibited, BIT(SUMS) | BIT(STRESSES)},
      {callback, BIT(GAPS)},
      {edit,
       BIT(IDLE) | BIT(STIFFNESS) | BIT(ENERGIES) | BIT(APPLIED) | BIT(STRESSES) | BIT(MARKS)},
      {calm, BIT(ENERGIES)}};
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
      scr_world *w = rest(dim);
      row[k].edit(w);
      for (int what = 0; what < SCR_NDERIVED; what++)
        if ((w->stale ^ row[k].stale) >> what & 1)
          fail_msg("edit %zu, %dD: %s is %s", k, dim, scr_what_name((scr_what)what),
                   scr_fresh(w, (scr_what)what) ? "fresh" : "out of date");
      scr_world_free(w);
    }
}

/* A cycle brings back all but what only the next one, or a reader, asks for. */
static void cycles_bring_up_to_date(void **state) {
  SCR_UNUSED(state);
  const uint32_t made = BIT(LISTS) | BIT(SURVEY) | BIT(STIFFNESS) | BIT(COUNTS) | BIT(REPORTS) |
                        BIT(SUMS) | BIT(FORCES) | BIT(SPRINGS) | BIT(IDLE) | BIT(FACETS) |
                        BIT(GAPS);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = rest(dim);
    w->stale = SCR_WITH_ALL & ~(BIT(BLANKS) | BIT(TRACES));
    scr_changed(w, SCR_TRACES);
    scene_cycle(w, 1e-6, 2);
    assert_int_equal(w->stale & made, 0);
    assert_int_equal(scr_stale_before_sources(w->stale), -1);
    scr_world_free(w);
  }
}

/* ---- what is asked for ---- */

static void needs_are_met(void **state) {
  SCR_UNUSED(state);
  static const scr_what what[] = {SCR_LISTS, SCR_COUNTS,   SCR_GAPS,      SCR_MEMBERS,
                                  SCR_SUMS,  SCR_ENERGIES, SCR_STIFFNESS, SCR_ORDER};
  scr_world *w = rest(3);
  scr_diag d = {0};
  for (size_t k = 0; k < SCR_COUNTOF(what); k++) {
    scr_changed(w, what[k]);
    if (what[k] == SCR_STIFFNESS) scr_made(w, SCR_SURVEY); /* which the edit before asked for */
    assert_false(scr_fresh(w, what[k]));
    assert_true(scr_need(w, &d, what[k]));
    if (!scr_fresh(w, what[k])) fail_msg("%s is still out of date", scr_what_name(what[k]));
  }
  scr_world_free(w);
}

/* Sums that are made again are those of the step, counts those of the lists. */
static void what_is_made_is_right(void **state) {
  SCR_UNUSED(state);
  scr_world *w = rest(3);
  double before[3], energy = scr_energy_state(w);
  uint32_t count = w->engine->contacts->count[0];
  memcpy(before, w->load[0].f, sizeof before);
  memset(w->load, 0, w->ball.n * sizeof *w->load);
  scr_made(w, SCR_ZEROS);
  w->engine->contacts->count[0] = 77;
  w->engine->force->strain = 77;
  scr_changed(w, SCR_SUMS), scr_changed(w, SCR_COUNTS), scr_changed(w, SCR_ENERGIES);
  assert_true(scr_need(w, NULL, SCR_SUMS) && scr_need(w, NULL, SCR_COUNTS));
  assert_memory_equal(before, w->load[0].f, sizeof before);
  assert_false(scr_fresh(w, SCR_ZEROS));
  assert_int_equal(w->engine->contacts->count[0], count);
  scr_energy_switch(w, true);
  double stored[2];
  scr_energy_stored(w, stored);
  assert_true(energy == 0 && stored[1] > 0 && stored[1] != 77);
  scr_world_free(w);
}

static bool never(void *user) {
  SCR_UNUSED(user);
  return false;
}

/* Reports are told as long as their traces are there, and no longer. */
static void reports_need_traces(void **state) {
  SCR_UNUSED(state);
  for (int late = 0; late < 2; late++) {
    scr_world *w = rest(3);
    scr_diag d = {0};
    w->hooks.asks = true;
    w->hooks.interrupted = never;
    scr_limits l = scr_limits_none();
    l.cycles = 3;
    assert_true(scr_world_solve(w, &d, &l));
    assert_true(!scr_fresh(w, SCR_REPORTS) && scr_fresh(w, SCR_TRACES));
    if (late) scr_changed(w, SCR_MOTION);
    assert_int_equal(scr_need(w, &d, SCR_REPORTS), !late);
    assert_int_equal(scr_fresh(w, SCR_REPORTS), !late);
    assert_false(scr_fresh(w, SCR_TRACES));
    scr_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(graph_is_closed),
      cmocka_unit_test(sources_are_read_backwards),
      cmocka_unit_test(what_is_made_of_stale_data_is_stale),
      cmocka_unit_test(edits_leave_out_of_date),
      cmocka_unit_test(cycles_bring_up_to_date),
      cmocka_unit_test(needs_are_met),
      cmocka_unit_test(what_is_made_is_right),
      cmocka_unit_test(reports_need_traces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
