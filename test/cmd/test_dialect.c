/* The dialect of a file that says little: what single commands and functions show. */
#include "../base/test.h"

#include "cmd/dialect.h"

static scr_dialect told(const char *text, const scr_dialect *caller) {
  scr_source *src = scr_source_new("test", NULL, text, strlen(text));
  const scr_dialect dialect = scr_dialect_of(NULL, src, caller);
  scr_source_drop(src);
  return dialect;
}

/* Commands that stand without `model` are of version 5, one alone. */
static void commands_alone(void **state) {
  static const char *const line[] = {"restore a",
                                     "rest a",
                                     "save a",
                                     "title 'x'",
                                     "heading 'x'",
                                     "calm",
                                     "clean",
                                     "cycle 10",
                                     "cyc 10",
                                     "step 10",
                                     "solve",
                                     "solve time 1",
                                     "history id 1 ball xpos id 1",
                                     "history write 1",
                                     "new",
                                     "call run",
                                     "list @x",
                                     "list ball",
                                     "pause",
                                     "pause key",
                                     "echo off",
                                     "log on",
                                     "logfile 'a.log'",
                                     "notice off",
                                     "stop",
                                     "trace ball id 1",
                                     "plot create view",
                                     "plot add ball",
                                     "plot bitmap filename 'a.png'",
                                     "movie start",
                                     "range name left x -1 0",
                                     "ball list",
                                     "ball extra 1 2",
                                     "wall list",
                                     "contact list all",
                                     "measure list"};
  const scr_dialect modern = SCR_MODERN;
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(line); k++) {
    scr_buf b = {0};
    assert_int_equal(told(line[k], NULL), SCR_PFC5);
    assert_int_equal(told(line[k], &modern), SCR_MODERN);
    scr_buf_printf(&b, "[x = 5/2]\n%s\n", line[k]);
    assert_int_equal(told(b.s, NULL), SCR_PFC5);
    scr_buf_printf(&b, "model title 'today'\n");
    assert_int_equal(told(b.s, NULL), SCR_MODERN);
    scr_buf_free(&b);
  }
}

/* Functions, what today's words run, and names of symbols tell nothing. */
static void no_commands(void **state) {
  static const char *const text[] = {
      "[io.out(5/2)]",
      "program call 'run'",
      "fish define f\n  title = 5/2\n  step=2\n  f = save(1)\nend\n[f]",
      "; restore a\n",
      "",
      "solve fish-halt @f",
      "model restore 'a'",
      "cycle 10\nhistory export 1",
      "plot item create ball\nplot export bitmap",
      "plot create 'a'\nplot 'a' export bitmap",
      "wall active-sides top",
      "ball list\nfracture list",
      "echo-line 'x'\npause",
      "ball free velocity-x",
      "list = 5/2\nlog (1) = 5/2\npause[1] = 5/2",
      "table 'a' add 1 2\n[x = 5/2]",
      "geometry set 'a'"};
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(text); k++) assert_int_equal(told(text[k], NULL), SCR_MODERN);
}

/* The line behind a bare title is its text, whatever it says; another one is not. */
static void titles(void **state) {
  static const char body[] = "wall id 1 nodes (-1,0) (1,0)\nball id 1 rad 1\nprop dens 1\n";
  static const char *const text[] = {"title\nModel range of friction", "tit\nDefine the friction",
                                     "heading\nmodel domain of friction"};
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(text); k++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "new\n%s\n%s", text[k], body);
    assert_int_equal(told(b.s, NULL), SCR_LEGACY);
    scr_buf_free(&b);
  }
  assert_int_equal(told("title 'a'\nmodel domain extent -1 1", NULL), SCR_MODERN);
  assert_int_equal(told("def f\n  title\nend\nmodel domain extent -1 1", NULL), SCR_MODERN);
}

/* One word that only today has is enough, though commands stand without `model` before them. */
static void today_alone(void **state) {
  static const char *const line[] = {"ball create position-x 1",
                                     "ball attribute velocity-x 1",
                                     "ball fix spin-z",
                                     "ball attribute POS-Y 1",
                                     "wall generate box -1 1 one-wall",
                                     "solve fish-halt @f",
                                     "solve ratio-average 1e-3",
                                     "ball list force-contact-x",
                                     "ball delete range cylinder end-1 0 0 0",
                                     "range plane dip-direction 90",
                                     "ball group 'a' slot 'my'",
                                     "ball history name 'a' velocity id 1",
                                     "[t = mech.time.total]",
                                     "[a = 5//2]",
                                     "def f\n  f = 5 // 2\nend",
                                     "[f(::b)]",
                                     "ball create ...\n  position-x [2*(a-b)]",
                                     "fracture list",
                                     "wall active-sides top",
                                     "echo-line 'x'"};
  static const char *const five[] = {"new\ndomain extent -1 1\ncmat default model linear",
                                     "set fish autocreate off", "ball distribute porosity 0.3"};
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(line); k++)
    for (size_t i = 0; i < SCR_COUNTOF(five); i++) {
      scr_buf b = {0};
      scr_buf_printf(&b, "%s\n%s\n", five[i], line[k]);
      assert_int_equal(told(five[i], NULL), SCR_PFC5);
      if (told(b.s, NULL) != SCR_MODERN) fail_msg("not today's: %s", b.s);
      scr_buf_free(&b);
    }
}

/* In FISH a minus stands between names; texts and comments are none, and slots may be numbers. */
static void not_today(void **state) {
  static const char *const line[] = {"[d = pos-x]",
                                     "[pos-x]",
                                     "[f(vel-x)]",
                                     "@f(pos-y)",
                                     "def f\n  d = pos-x\nend",
                                     "def f\n  local d = pos-x\nend",
                                     "def f\n  if pos-x > 1\n    return vel-y\n  endif\nend",
                                     "def f\n  loop n (1,pos-x)\n  endloop\nend",
                                     "def f\n  g(pos-x)\nend",
                                     "title 'velocity-x one-wall // ::f'",
                                     "title\nModel energy of a collision",
                                     "  heading ; of the run\nfish define velocity-x",
                                     "title\nDefine the friction of platens",
                                     "save force-x",
                                     "restore velocity-x",
                                     "ball group velocity-x",
                                     "ball delete range name one-wall",
                                     "cycle 1 ; velocity-x",
                                     "call 'a//b.dat'",
                                     "call a//b.dat",
                                     "call //server/b.dat",
                                     "ball group 'a' slot '2'",
                                     "ball group 'a' slot 2",
                                     "wall history xforce name 'a'",
                                     "ball create x -1 y -2",
                                     "[t = mech.age]"};
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(line); k++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "new\ncmat default model linear\n%s\n", line[k]);
    if (told(b.s, NULL) != SCR_PFC5) fail_msg("not of version 5: %s", b.s);
    scr_buf_free(&b);
  }
}

/* Marks of versions 3 and 4 weigh more. */
static void older(void **state) {
  static const char *const text[] = {"restore a\nprop dens 1\n", "ball id 1 rad 1\ncycle 10",
                                     "save a\nini xv 0"};
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(text); k++) assert_int_equal(told(text[k], NULL), SCR_LEGACY);
}

/* Lines of a function are no commands, those of its blocks are; nor is what goes on with a line, or
 * gives a symbol of that name a value. */
static void lines_of_fish(void **state) {
  static const char *const five = "new\ndomain extent -1 1\ncmat default model linear\n",
                           *const old = "new\nball id 1 rad 0.1\nprop dens 1000\n";
  static const char *const text[] = {"def f\n  program = 2\n  x = 5/2\nend",
                                     "def f\n  program(2)\n  if program > 1\n"
                                     "    program\n  endif\nend",
                                     "def f\n  fish = 2\n  model = fish\nend",
                                     "program = 2",
                                     "[n = 1 + ...\nprogram]",
                                     "def f\n  command\n    cycle 1\n  end_command\n"
                                     "  program\nend",
                                     "def f\n  command\n    def g\n      program\n    end\n"
                                     "  endcommand\n  program\nend"};
  static const char *const today[] = {"def f\n  command\n    program echo off\n  endcommand\nend",
                                      "def f\n  x = 2\nend\nprogram echo off",
                                      "def f\n  command\n    def g\n      x = 1\n    end\n"
                                      "    program echo off\n  end_command\nend"};
  SCR_UNUSED(state);
  for (int legacy = 0; legacy < 2; legacy++)
    for (size_t k = 0; k < SCR_COUNTOF(text) + SCR_COUNTOF(today); k++) {
      const bool of_today = k >= SCR_COUNTOF(text);
      scr_buf b = {0};
      scr_buf_printf(&b, "%s%s\n", legacy ? old : five,
                     of_today ? today[k - SCR_COUNTOF(text)] : text[k]);
      const scr_dialect want = of_today ? SCR_MODERN : legacy ? SCR_LEGACY : SCR_PFC5;
      if (told(b.s, NULL) != want) fail_msg("not of dialect %d: %s", (int)want, b.s);
      scr_buf_free(&b);
    }
  assert_int_equal(told("def f\n  prop\n  gen\n  macro\nend\ndomain extent -1 1", NULL), SCR_PFC5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(commands_alone), cmocka_unit_test(no_commands), cmocka_unit_test(titles),
      cmocka_unit_test(today_alone),    cmocka_unit_test(not_today),   cmocka_unit_test(older),
      cmocka_unit_test(lines_of_fish)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
