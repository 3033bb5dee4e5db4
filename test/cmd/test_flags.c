/* Which commands are possible where: each flag of the table, and all commands that have it. */
#include "../base/test.h"

#include "base/mem.h"
#include "cmd/commands.h"

static void has(int flag, const char *expected) {
  scr_buf names = {0};
  for (size_t k = 0; k < scr_command_count(); k++)
    if (scr_command_at(k)->flags & flag)
      scr_buf_printf(&names, "%s%s", names.n ? ", " : "", scr_command_at(k)->name);
  assert_string_equal(names.s, expected);
  scr_buf_free(&names);
}

static void bodies_are_edited_between_cycles(void **state) {
  SCR_UNUSED(state);
  has(SCR_CMD_EDITS_BODIES,
      "ball create, ball distribute, ball generate, ball import, ball delete, ball tractions, wall "
      "generate, "
      "wall create, wall delete, wall "
      "active-sides, wall addfacet, wall import, wall rotate, model domain, model clean, brick "
      "assemble, "
      "brick make");
}

static void some_cannot_stand_in_a_function(void **state) {
  SCR_UNUSED(state);
  has(SCR_CMD_NO_BLOCK, "model new, model configure, model restore");
}

static void some_have_symbols_among_their_words(void **state) {
  SCR_UNUSED(state);
  has(SCR_CMD_SYMBOLS, "fish callback, fish history, fish list");
}

static void a_check_acts_on_what_later_lines_need(void **state) {
  SCR_UNUSED(state);
  has(SCR_CMD_READING, "contact cmat default, model new, model configure, model range, program "
                       "exit, program quit, program load, program "
                       "return, program stop, plot, verify vary");
}

static void what_only_cycles_does_not_look_before(void **state) {
  SCR_UNUSED(state);
  has(SCR_CMD_GOES_ON, "model cycle, model step, model solve, program call, fish define, "
                       "fish operator");
}

static void some_are_read_and_do_nothing(void **state) {
  SCR_UNUSED(state);
  has(SCR_CMD_IGNORED,
      "program threads, plot, ball accumulate-stress, ball tolerance, ball trace, "
      "clump delete, clump order, clump results, clump tolerance, clump trace, "
      "contact detection, contact persist, data label, data label create, data label "
      "delete, data label list, data label modify, data label results, data scalar, "
      "data scalar create, data scalar delete, data scalar export, data scalar group, "
      "data scalar import, data scalar list, data scalar results, data tensor, data "
      "tensor create, data tensor delete, data tensor export, data tensor group, data "
      "tensor import, data tensor list, data tensor results, data vector, data vector "
      "create, data vector delete, data vector export, data vector group, data vector "
      "import, data vector list, data vector results, fish boolean-convert, fish "
      "debug, fish results, fish trace, gui, history results, model deterministic, "
      "model display, model precision, model processors, model update-interval, "
      "movie, program automatic-model-save, plot active, plot copy, plot update, program continue, "
      "program "
      "customer-title-1, program customer-title-2, program directory, program "
      "encrypt, program floating-point-check, program help, program license, program list "
      "cycle-sequence, program list memory, program log, program log-file, program "
      "mail, program pagination, program pause, "
      "program playback, program system, program undo, project execute, project list, "
      "project new, project restore, project save, project save-plugins, "
      "python-reset-state, rblock delete, rblock results, rblock tolerance, rblock "
      "trace, system, table results, trace delete, trace export, trace interval, "
      "trace list, trace name, trace purge, trace results, wall resolution, wall "
      "tolerance");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bodies_are_edited_between_cycles),
      cmocka_unit_test(some_cannot_stand_in_a_function),
      cmocka_unit_test(some_have_symbols_among_their_words),
      cmocka_unit_test(a_check_acts_on_what_later_lines_need),
      cmocka_unit_test(what_only_cycles_does_not_look_before),
      cmocka_unit_test(some_are_read_and_do_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
