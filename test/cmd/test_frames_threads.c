/* Frames are taken by all threads and written beside the cycles: small enough for the thread
 * sanitizer. */
#include "../base/test.h"

#include "support/command.h"
#include "support/folder.h"

FOLDER_OF("frames")

static void beside_the_cycles(void **state) {
  SCR_UNUSED(state);
  scr_session *s = scr_session_new(&(scr_options){
      .dim = 3, .threads = 3, .worker_pairs = 1, .out = folder, .quiet = true, .dialect = -1});
  command(s, "model domain extent -1 1\n"
             "contact cmat default model hertz property hz_shear 1e6 hz_poiss 0.3\n"
             "wall generate box -0.5 0.5\n"
             "ball generate cubic radius 0.08 box -0.4 0.4\n"
             "ball attribute density 1000 radius multiply 1.01\n"
             "contact results active on bonds on\n"
             "ball results add-attribute force-unbalanced\n"
             "model results interval step 1\n"
             "model cycle 25\n"
             "model results export 'all.vtp'\n"
             "model cycle 5\n");
  scr_session_free(s);
  assert_int_equal(access("result-balls-000029.vtp", R_OK), 0);
  assert_int_equal(access("result-contacts-000000.vtp", R_OK), 0); /* they part soon */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(beside_the_cycles)};
  return cmocka_run_group_tests_name("frames_threads", tests, setup, teardown);
}
