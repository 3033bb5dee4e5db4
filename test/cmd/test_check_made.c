/* scree check: things that have names, which are made, deleted and asked for, and files. */
#include "report.h"

FOLDER_OF("check-made")

static void test_range_names(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "ball create group 'arch' slot 'x'\n"
         "wall generate name 'floor' plane\n"
         "wall generate name 'side' box 0 1\n"
         "model range create 'zone' position-x 0 1\n"
         "ball attribute density 1 range group 'arhc'\n"
         "ball attribute density 1 range group 'arhc' not\n"
         "ball attribute density 1 range group 'arhc' union position-x 0 1\n"
         "ball attribute density 1 range group 'ARCH'\n"
         "wall attribute velocity-x 1 range name 'flor'\n"
         "wall attribute velocity-x 1 range name 'sideTop'\n"
         "wall attribute velocity-x 1 range name 'planeWall1'\n"
         "wall attribute velocity-x 1 range name 'zone'\n",
         "t.dat:6:38: warning name: the range selects nothing: nothing is put into the group "
         "'arhc'; did you mean 'arch'?\n"
         "t.dat:10:40: warning name: the range selects nothing: no wall or range is named 'flor'; "
         "did you mean 'floor'?\n"
         "0 errors, 2 warnings\n");
}

/* A range is held, and not read again, by those that name it. */
static void test_ranges_of_ranges(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "model range create 'b' named-range 'zz'\n"
         "ball attribute velocity-x 1 range named-range 'b'\n"
         "model range create 'c' position-x 0 [ball.num]\n"
         "model range create 'c' named-range 'c' not group 'nowhere' slot [ball.num] union\n"
         "model range create 'd' named-range 'c' named-range 'b'\n"
         "ball attribute velocity-x 1 range named-range 'd'\n"
         "model range delete 'c'\n"
         "ball attribute velocity-x 1 range named-range 'd'\n",
         "t.dat:2:36: error name: there is no range 'zz'\n"
         "1 error, 0 warnings\n");
}

/* FISH makes groups, too, and what it calls them may not be known. */
static void test_groups_of_fish(void **state) {
  SCR_UNUSED(state);
  static const char *const line[] = {"ball.group(b) = 'aa'", "ball.group(b) = name",
                                     "ball.group(::ball.list) = 'aa'", "b->group = 'aa'"};
  for (size_t k = 0; k < SCR_COUNTOF(line); k++) {
    scr_buf text = {0};
    scr_buf_printf(&text,
                   "model new\nfish define f(b, name)\n  io.out(name)\n  io.out(b)\n  "
                   "%s\nend\n[f(ball.find(1),'q')]\n",
                   line[k]);
    scr_buf_puts(&text, "ball delete range group 'aa'\n");
    expect(text.s, "0 errors, 0 warnings\n");
    scr_buf_free(&text);
  }
  expect("model new\n"
         "[ball.group(ball.find(1)) = 'ab']\n"
         "ball delete range group 'aa'\n",
         "t.dat:3:25: warning name: the range selects nothing: nothing is put into the group "
         "'aa'\n0 errors, 1 warning\n");
}

static void test_things_twice(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "ball create id 1\n"
         "ball create id 2\n"
         "ball create id 1\n"
         "wall generate name 'a' plane\n"
         "wall generate name 'a' plane\n"
         "wall generate id 7 name 'b' box 0 1\n"
         "wall generate id 17 name 'b' box 0 1\n"
         "wall generate id 27 name 'b' plane\n"
         "wall generate id 37 name 'b' cylinder radius 1 height 1\n"
         "wall generate id 47 name 'b' cylinder radius 1 height 1 cap off off\n"
         "wall generate id 7 plane\n"
         "contact cmat add 1 model linear range contact type 'ball-ball'\n"
         "contact cmat add 1 model hertz\n",
         "t.dat:4:16: error value: there is a ball with id 1 already\n"
         "t.dat:6:20: error value: there is a wall named 'a' already\n"
         "t.dat:8:26: error value: there is a wall named 'bBottom' already\n"
         "t.dat:11:26: error value: there is a wall named 'b' already\n"
         "t.dat:12:18: error value: there is a wall with id 7 already\n"
         "t.dat:14:18: error value: there is an entry 1 already; use 'contact cmat modify'\n"
         "6 errors, 0 warnings\n");
}

/* Where the first one may be gone nothing is said. */
static void test_things_gone(void **state) {
  SCR_UNUSED(state);
  static const char *const between[] = {
      "ball delete range id 1\nwall delete",
      "model new",
      "program call 'part'",
      "[ball.delete(ball.find(1))]\n[wall.delete(wall.find(1))]",
      "fish define g\n  loop foreach b ball.list\n    io.out(b->delete)\n  endloop\nend\n[g]",
      "[ball.delete(::ball.list)]\n[wall.delete(::wall.list)]",
      "model save 'x'\nmodel restore 'x'"};
  put_file("part.dat", "model new\n");
  for (size_t k = 0; k < SCR_COUNTOF(between); k++) {
    static const char make[] = "ball create id 1\nwall generate name 'a' plane\n";
    scr_buf text = {0};
    scr_buf_printf(&text, "program call 'part'\n%s%s\n%s", make, between[k], make);
    expect(text.s, "0 errors, 0 warnings\n");
    scr_buf_free(&text);
  }
  expect("model new\nmodel domain condition destroy\nball create id 1\nmodel cycle 9\nball create "
         "id 1\n",
         "0 errors, 0 warnings\n");
  expect("model new\n[x = 1 + ball.num]\nball create id [x]\nball create id [x]\n",
         "0 errors, 0 warnings\n");
}

static void test_doubled(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "ball history name 'z' position-z id 1\n"
         "ball history name 'z' position-z id 1\n"
         "history delete 'z'\n"
         "ball history name 'z' position-z id 1\n"
         "contact cmat add 1 model linear\n"
         "contact cmat add 1 model linear\n"
         "contact cmat remove 1\n"
         "contact cmat add 1 model linear\n"
         "model new\n"
         "ball history name 'z' position-z id 1\n"
         "contact cmat add 1 model linear\n",
         "t.dat:3:19: error name: a history named 'z' exists already\n"
         "t.dat:7:18: error value: there is an entry 1 already; use 'contact cmat modify'\n"
         "2 errors, 0 warnings\n");
  expect("model new\n"
         "fish define clear\n  command\n    history delete\n  endcommand\nend\n"
         "ball history name 'z' position-z id 1\n"
         "[clear]\n"
         "ball history name 'z' position-z id 1\n",
         "0 errors, 0 warnings\n");
}

/* Names without quotes, which abbreviate keywords, too. */
static void test_bare_histories(void **state) {
  SCR_UNUSED(state);
  expect(
      "model domain extent -1 1\nmodel history name t mechanical time-total\nball create id 1 "
      "radius 0.1\n"
      "ball history name r radius id 1\nhistory export r vs t file 'x'\nhistory export t r table "
      "'y'\n",
      "t.dat:6:26: error value: only one history can go to a table, not 2\n1 error, 0 warnings\n");
}

/* What the files themselves write is there when they run. */
static void test_regions(void **state) {
  SCR_UNUSED(state);
  expect("model new\nmodel domain extent -5 5\nmeasure create id 2 radius 1\n"
         "measure history porosity id 2\nmeasure history porosity id 1\n"
         "measure modify id 3 radius 2\n",
         "t.dat:5:29: error name: there is no measurement region '1'\n"
         "t.dat:6:19: error name: there is no measurement region '3'\n"
         "2 errors, 0 warnings\n");
  expect("model new\nmodel domain extent -5 5\nmeasure create radius 1\n"
         "measure history porosity id 1\n",
         "0 errors, 0 warnings\n");
  expect("measure history porosity id 1\n", "0 errors, 0 warnings\n"); /* a part */
}

static void test_written_files(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "table 'a' add 1 2\n"
         "table 'a' export 'later.txt'\n"
         "table 'b' import 'Later'\n"
         "wall export 'walls' text\n"
         "wall import filename 'walls'\n",
         "0 errors, 0 warnings\n");
  expect("model new\n"
         "[status = file.open('balls.txt', 1, 1)]\n"
         "[io.out(status)]\n"
         "ball import 'balls'\n"
         "ball import 'others'\n",
         "t.dat:5:13: error file: no file 'others' is found\n"
         "1 error, 0 warnings\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_range_names),    cmocka_unit_test(test_ranges_of_ranges),
      cmocka_unit_test(test_groups_of_fish), cmocka_unit_test(test_things_twice),
      cmocka_unit_test(test_things_gone),    cmocka_unit_test(test_doubled),
      cmocka_unit_test(test_bare_histories), cmocka_unit_test(test_regions),
      cmocka_unit_test(test_written_files),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
