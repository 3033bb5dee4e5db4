/* Walls: names and ids, what is refused, handles of deleted walls, facets and vertices, the shape
 * of several. */
#include "scene.h"
#include "world/state/rows.h"

static const double corner[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const uint32_t two[] = {0, 1, 2, 1, 0, 3};

static uint32_t wall(scr_world *w, uint32_t id, const char *name, uint32_t facets) {
  scr_diag d = {0};
  uint32_t row;
  if (!scr_wall_create(w, &d, id, name, 4, corner, facets, two, &row)) fail_msg("%s", d.error.text);
  return row;
}

static void names_and_ids(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_world *w = scene_new(3);
  uint32_t a = wall(w, 4, "Floor", 2), b = wall(w, 0, NULL, 1);
  assert_int_equal(scr_wall_find(w, 4), a);
  assert_int_equal(scr_wall_find(w, 5), b);
  assert_int_equal(scr_wall_find_name(w, "fLOOR"), a);
  assert_int_equal(scr_wall_find_name(w, "wall5"), b);
  assert_int_equal(scr_wall_find_name(w, "wall4"), SCR_NONE);
  assert_int_equal(scr_wall_next_id(w), 6);
  assert_int_equal(w->facet.n, 3);
  assert_int_equal(w->vertex.n, 8);
  scene_refused(scr_wall_create(w, &d, 5, NULL, 4, corner, 1, two, NULL), &d,
                "there is a wall with id 5 already");
  scene_refused(scr_wall_create(w, &d, 0, "FLOOR", 4, corner, 1, two, NULL), &d,
                "there is a wall named 'FLOOR' already");
  scene_refused(scr_wall_create(w, &d, 0, NULL, 4, corner, 0, two, NULL), &d, "at least one facet");
  scene_refused(scr_wall_create(w, &d, 0, NULL, 3, corner, 2, two, NULL), &d,
                "facet 2 names vertex 4 of 3");
  assert_int_equal(w->wall.n, 2);
  assert_int_equal(w->facet.n, 3);
  scr_world_free(w);
}

static void no_domain(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_world *w = scr_world_new(3);
  scene_refused(scr_wall_create(w, &d, 0, NULL, 4, corner, 1, two, NULL), &d,
                "there is no model domain yet");
  scr_world_free(w);
}

static void handles(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_world *w = scene_new(3);
  uint32_t first = wall(w, 1, NULL, 1);
  wall(w, 2, NULL, 2);
  scr_ref gone = scr_wall_ref(w, first), stays = scr_wall_ref(w, scr_wall_find(w, 2));
  scr_ref facet[] = {scr_facet_ref(w, scr_facet_find(w, 1)),
                     scr_facet_ref(w, scr_facet_find(w, 3))},
          vertex = scr_vertex_ref(w, 7);
  assert_true(scr_wall_delete(w, &d, &first, 1));
  assert_int_equal(scr_slots_row(&w->wall_slots, gone), SCR_NONE);
  assert_int_equal(scr_slots_row(&w->facet_slots, facet[0]), SCR_NONE);
  assert_int_equal(scr_slots_row(&w->wall_slots, stays), scr_wall_find(w, 2));
  assert_int_equal(scr_slots_row(&w->facet_slots, facet[1]), scr_facet_find(w, 3));
  assert_int_equal(scr_slots_row(&w->vertex_slots, vertex), 3); /* the last of four */
  assert_int_equal(scr_facet_find(w, 1), SCR_NONE);
  assert_int_equal(scr_colu(&w->facet, SCR_FACET_WALL)[scr_facet_find(w, 3)], scr_wall_find(w, 2));
  assert_int_equal(w->vertex.n, 4);
  scr_world_free(w);
}

/* Vertices of different walls stay apart. */
static void shape_of_walls(void **state) {
  (void)state;
  scr_world *w = scene_new(3);
  scr_shape s = {0};
  uint32_t rows[] = {wall(w, 1, NULL, 2), wall(w, 2, NULL, 1)};
  scr_walls_shape(w, (uint32_t[]){rows[1], rows[0]}, 2, &s);
  assert_int_equal(s.nf, 3);
  assert_int_equal(s.nv, 8);
  static const uint32_t want[] = {0, 1, 2, 4, 5, 6, 5, 4, 7};
  assert_memory_equal(s.facet, want, sizeof want);
  assert_memory_equal(s.x + 12, corner, sizeof corner);
  scr_shape_free(&s);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(names_and_ids), cmocka_unit_test(no_domain),
                                     cmocka_unit_test(handles), cmocka_unit_test(shape_of_walls)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
