/* Events that wait to be told. */
#include "scene.h"
#include "world/engine.h"
#include "world/state/queue.h"

/* What is taken out of the queue is no longer counted among new bodies. */
static void taken_back(void **state) {
  (void)state;
  scr_world *w = scene_new(3);
  const struct scr_events *e = w->engine->events;
  scr_callback_add(w, &(scr_callback){.event = SCR_EV_BALL_CREATE, .interval = 1});
  scr_callback_add(w, &(scr_callback){.event = SCR_EV_CONTACT_CREATE, .interval = 1});
  for (uint64_t k = 0; k < 4; k++)
    scr_world_event(w, k % 2 ? SCR_EV_CONTACT_CREATE : SCR_EV_BALL_CREATE, k, SCR_K_BALL,
                    (scr_ref){0, 0}, -1);
  assert_int_equal(scr_events_queued(w), 4);
  assert_int_equal(e->nbody, 2);
  scr_events_unqueue(w, 1);
  assert_int_equal(scr_events_queued(w), 1);
  assert_int_equal(e->nbody, 1);
  scr_events_unqueue(w, 0);
  assert_int_equal(e->nbody, 0);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(taken_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
