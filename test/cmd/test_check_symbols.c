/* scree check: symbols of FISH, and which of them, and of other names, a state or a new model has.
 */
#include "report.h"

#include "cmd/setting.h"

FOLDER_OF("check-symbols")

/* ---- symbols ---- */

static void test_symbols(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "[one = 1]\n"
         "[two = one*2]\n"
         "fish define used\n  loop n (1,3)\n    time0 = mech.time.total\n  endloop\nend\n"
         "fish define unused\n  unused = 3\nend\n"
         "fish define halt\n  halt = true\nend\n"
         "fish define where(pos,b)\n  where = true\nend\n"
         "fish history name 'h' used\n"
         "model solve fish-halt @halt\n"
         "ball delete range fish where\n"
         "model range create 'r' position-x 0 1\n"
         "ball delete range named-range 'r'\n"
         "history export 'h' file 'x'\n",
         "t.dat:3:2: warning name: 'two' is assigned but never used\n"
         "t.dat:9:13: warning name: the function 'unused' is never used\n"
         "0 errors, 2 warnings\n");
}

/* What version a file is for, a check does not ask. */
static void test_quotients(void **state) {
  SCR_UNUSED(state);
  expect("model new\nfish define f(n)\n  f = n/2 + 4/3\nend\n[io.out(f(5) + 7/2)]\n",
         "0 errors, 0 warnings\n");
}

static void test_unread(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "fish define f(a,b,c_)\n"
         "  local c = 1\n"
         "  local d\n"
         "  local e = ball.create(1.0, vector(0,0,0))\n"
         "  local g = 3\n"
         "  local h = 3\n"
         "  h = h + 1\n"
         "  local i\n"
         "  i = 4\n"
         "  command\n"
         "    ball create id [g]\n"
         "  endcommand\n"
         "  loop local k (1,2)\n"
         "    io.out(a)\n"
         "  endloop\n"
         "end\n"
         "fish define back(x)\n"
         "end\n"
         "fish callback add back event ball_create\n"
         "[f(1,2,3)]\n"
         "fish define faulty(x)\n"
         "  local y = (1\n"
         "end\n"
         "[faulty(1)]\n",
         "t.dat:2:17: warning name: the argument 'b' of 'f' is never used\n"
         "t.dat:3:9: warning name: the local variable 'c' is never used\n"
         "t.dat:4:9: warning name: the local variable 'd' is never used\n"
         "t.dat:9:9: warning name: the local variable 'i' is never used\n"
         "t.dat:23:15: error syntax: the line ends where ')' is expected\n"
         "1 error, 4 warnings\n");
}

/* A function that is replaced before anything used it, and a name that is declared twice. */
static void test_replaced(void **state) {
  SCR_UNUSED(state);
  put_file("part.dat", "fish define h\n  h = 1\nend\nprogram return\n");
  expect(
      "model new\nfish define main\n  f\nend\nfish define f\n  f = 1\nend\nfish define f\n  f = "
      "2\nend\n[main]\n"
      "fish define f\n  f = 3\nend\n[main]\n[f]\nfish define f\n  f = 4\nend\n[main]\n" /* each has
                                                                                           run */
      "program call 'part'\nprogram call 'part'\nfish define h\n  h = 2\nend\n[h]\n"
      "model new\nfish define h\n  h = 2\nend\n[h]\n",
      "t.dat:8:13: warning name: the function 'f' is defined twice: this replaces the one of "
      "t.dat:5, which nothing has used\n"
      "t.dat:23:13: warning name: the function 'h' is defined twice: this replaces the one of "
      "part.dat:1, which nothing has "
      "used\n"
      "0 errors, 2 warnings\n");
  expect("model new\nfish define f(a)\n  local x = a\n  local x = 3\n  local a = 4\n  if x > a "
         "then\n    local x = 5\n"
         "    io.out(x)\n  endif\n  local array x(3)\nend\n[f(1)]\n",
         "t.dat:4:9: warning name: 'x' is declared already in this block (line 3)\n"
         "t.dat:5:9: warning name: 'a' is an argument already (line 2)\n"
         "t.dat:10:15: warning name: 'x' is declared already in this block (line 4)\n"
         "t.dat:10:15: warning name: the local variable 'x' is never used\n"
         "0 errors, 4 warnings\n");
}

/* A line in brackets runs where it stands: what is assigned further down is no value yet, as `scree
 * run` says. */
static void test_read_before(void **state) {
  SCR_UNUSED(state);
  expect("model new\n[a = b]\n[b = a]\n[n = n + 1]\n[c = n]\nfish define g\n  d = c\n  command\n   "
         " [e = d]\n  endcommand\nend\n"
         "[g]\n[io.out(e)]\n[io.out(d)]\n",
         "t.dat:2:6: warning name: 'b' is read before anything assigns it; its value is 0\n"
         "0 errors, 1 warning\n");
}

/* A name may be defined anew: a call suits if it suits one of the definitions. */
static void test_called_ahead(void **state) {
  SCR_UNUSED(state);
  expect("model new\n[a = later(7)]\n[io.out(a)]\n[again]\n"
         "fish define later(n)\n  later = n + other(n)\nend\n"
         "fish define again\n  again = later(1)\nend\nfish define other(n)\n  other = n\nend\n"
         "[again]\n",
         "t.dat:2:6: error name: function 'later' is not known yet\n"
         "t.dat:4:2: warning name: function 'again' is not known yet: its value is 0\n"
         "1 error, 1 warning\n");
  expect("fish define maker\n  command\n    fish define inner(k)\n      inner = k\n    end\n"
         "  end_command\nend\n[maker]\n[io.out(inner(1))]\n",
         "0 errors, 0 warnings\n");
}

/* What a file sets up and saves, those that restore it may use. */
static void test_saved_unused(void **state) {
  SCR_UNUSED(state);
  expect("model new\nfish define servo\n  servo = 1\nend\n[a = 2]\nmodel save 's'\n",
         "0 errors, 0 warnings\n");
}

static void test_defined_twice(void **state) {
  SCR_UNUSED(state);
  expect("model new\nfish define f(a)\n  f = a\nend\n[io.out(f(1))]\n"
         "model new\nfish define f(a,b)\n  f = "
         "a+b\nend\n[io.out(f(1,2))]\n[io.out(f)]\n[io.out(f(1,2,3))]\n",
         "t.dat:11:9: error value: function 'f' takes 1 argument, 0 given\n"
         "t.dat:12:9: error value: function 'f' takes 1 argument, 3 given\n"
         "2 errors, 0 warnings\n");
  expect("fish define f\n  f = 1\nend\nfish define f\n  f = 2\nend\n[io.out(f)]\n",
         "t.dat:4:13: warning name: the function 'f' is defined twice: this replaces the one of "
         "t.dat:1, which nothing has used\n"
         "0 errors, 1 warning\n");
}

/* Files of one check may be meant for runs of their own: each may have its own function. */
static void test_defined_in_two_files(void **state) {
  SCR_UNUSED(state);
  char *path[] = {"one.dat", "two.dat"};
  scr_check_count count;
  put_file(path[0], "fish define f\n  f = 1\nend\n");
  put_file(path[1], "fish define f\n  f = 2\nend\n[io.out(f)]\n");
  char *said = places(&plain, 2, path, &count);
  assert_string_equal(said, "0 errors, 0 warnings\n");
  scr_free(said);
}

/* A call that lacks arguments is not tried, not even of what depends on them alone. */
static void test_arguments_missing(void **state) {
  SCR_UNUSED(state);
  expect("new\nset dt max 1e-3\ndef go\n  x = max\n  max\nend\ngo\n",
         "t.dat:4:3: warning name: 'x' is assigned but never used\n"
         "t.dat:4:7: error syntax: 'max' takes at least 1 argument, 0 given\n"
         "t.dat:5:3: error syntax: 'max' takes at least 1 argument, 0 given\n"
         "2 errors, 1 warning\n");
}

/* ---- components ---- */

static void test_components(void **state) {
  SCR_UNUSED(state);
  expect("model new\nmodel configure dim 3\nfish define f(b, v)\n"
         "  f = ball.pos(b,4) + ball.pos(b,0) + ball.pos(b,3) + ball.pos(b,2+2)\n"
         "  ball.vel(b,4) = 1\n  ball.fix(b,7) = true\n"
         "  f = domain.min(4) + global.gravity(0) + wall.vertex.pos(v,5)\n"
         "  f = contact.pos(b,4) + ball.radius(b,2) + measure.stress(b,1,4)\n"
         "  f = ball.extra(b,129) + wall.facet.vertex(v,4)\n"
         "  f = ball.pos(::b,4) + ball.pos(ball.find(1),4) + ball.pos(b,int(v))\n"
         "end\n[f(1,2)]\n",
         "t.dat:4:7: error value: component 4 is out of range: 1 to 3\n"
         "t.dat:4:23: error value: component 0 is out of range: 1 to 3\n"
         "t.dat:4:55: error value: component 4 is out of range: 1 to 3\n"
         "t.dat:5:3: error value: component 4 is out of range: 1 to 3\n"
         "t.dat:6:3: error value: degree of freedom 7 is out of range: 1 to 6\n"
         "t.dat:7:7: error value: component 4 is out of range: 1 to 3\n"
         "t.dat:7:23: error value: component 0 is out of range: 1 to 3\n"
         "t.dat:7:43: error value: component 5 is out of range: 1 to 3\n"
         "t.dat:8:7: error value: component 4 is out of range: 1 to 3\n"
         "t.dat:8:26: error value: component 2 is out of range: 1 to 1\n"
         "t.dat:8:45: error value: component 4 is out of range: 1 to 3\n"
         "t.dat:9:7: error value: extra variable 129 is out of range: 1 to 128\n"
         "t.dat:9:27: error value: vertex 4 is out of range: 1 to 3\n"
         "t.dat:10:7: error value: component 4 is out of range: 1 to 3\n"
         "t.dat:10:25: error value: component 4 is out of range: 1 to 3\n"
         "15 errors, 0 warnings\n");
}

/* What only 3D has may never be reached in a branch. */
static void test_components_in_2d(void **state) {
  SCR_UNUSED(state);
  expect("model new\nmodel configure dim 2\nfish define f(b)\n"
         "  f = ball.pos(b,3)\n  if b = 1\n    f = ball.pos(b,3) + ball.pos(b,4)\n  endif\n"
         "  if global.dim = 3\n    f = ball.pos(b,3)\n  endif\n"
         "  f = ball.spin(b,1) + ball.spin(b,2) + ball.fix(b,3)\nend\n[f(1)]\n",
         "t.dat:4:7: error value: component 3 is out of range: 1 to 2\n"
         "t.dat:6:9: warning value: component 3 is out of range: 1 to 2\n"
         "t.dat:6:25: error value: component 4 is out of range: 1 to 2\n"
         "t.dat:11:24: error value: component 2 is out of range: 1 to 1\n"
         "3 errors, 1 warning\n");
}

/* ---- restored states ---- */

/* A state that a line or a block of the files saves is known; one that lies there from elsewhere
 * hides which symbols there are.
 */
static void test_restored(void **state) {
  SCR_UNUSED(state);
  expect("model new\nfish define keep\n  command\n    model save 'later.sav'\n  "
         "endcommand\nend\n[keep]\nmodel restore 'Later'\n"
         "model save 'now'\nmodel restore 'now.sav'\nmodel restore 'never'\n[io.out(lost)]\n",
         "t.dat:11:15: error file: no file 'never' is found\n"
         "1 error, 0 warnings\n");
  put_file("there.sav", "");
  expect("model new\nmodel restore 'there'\n[io.out(lost)]\nfish callback add lost 9.5\n"
         "ball list euler\n",
         "0 errors, 0 warnings\n");
}

/* In PFC 3 and 4 any word may be a name, a range or a macro of a restored state. */
static void test_legacy_restored(void **state) {
  SCR_UNUSED(state);
  put_file("there.sav", "");
  expect("; PFC3D 3.0\nrestore there\nshow\nprop fric frc\nset frc 0.9\nset n3 = 9\nprint cnt\n"
         "his id 7 frc\nini xvel frc range rr\nsteel\nprop steel\nwall id 1 #geo\nball rock 5\n"
         "set fishcall 0 show\n",
         "0 errors, 0 warnings\n");
  expect("; PFC3D 3.0\nrestore there\nball id 1 rad -1\nshow\nnew\nshow\nprop steel\n",
         "t.dat:3:15: error value: the radius must be positive\n"
         "t.dat:6:1: error name: 'show' is no command of the legacy dialect, and no function\n"
         "t.dat:7:6: error name: no ball and no contact law has a property 'steel'\n"
         "3 errors, 0 warnings\n");
  expect("; PFC3D 3.0\nnew\nprop fric 0.5\nsave own\nrestore own\nshow\nset frc 0.9\n",
         "t.dat:6:1: error name: 'show' is no command of the legacy dialect, and no function\n"
         "t.dat:7:5: warning name: 'frc' is no word of 'set': it becomes a symbol of FISH\n"
         "1 error, 1 warning\n");
}

static void test_new_behind_restored(void **state) {
  SCR_UNUSED(state);
  put_file("there.sav", "");
  expect("model restore 'there'\n[io.out(lost)]\nfish define g\n  g = theirs(1)\nend\n[g]\n"
         "fish callback add theirs 1.0\nhistory export 'theirs'\n"
         "model new\n[io.out(bar)]\nfish define h\n  h = mine(1)\nend\n[h]\n"
         "fish callback add nope 1.0\nhistory export 'a'\n",
         "t.dat:10:9: warning name: 'bar' is read but assigned nowhere; its value is 0\n"
         "t.dat:12:7: error name: unknown function 'mine'\n"
         "t.dat:15:19: error name: no FISH function 'nope' is defined\n"
         "t.dat:16:16: error name: there is no history 'a'\n"
         "3 errors, 1 warning\n");
  /* what was saved while it was there may hold its names, too */
  expect("model new\nmodel save 'own'\nmodel restore 'own'\n[io.out(one)]\nmodel restore 'there'\n"
         "model save 'both'\nmodel new\n[io.out(two)]\nmodel restore 'both'\n[io.out(three)]\n",
         "t.dat:4:9: warning name: 'one' is read but assigned nowhere; its value is 0\n"
         "t.dat:8:9: warning name: 'two' is read but assigned nowhere; its value is 0\n"
         "0 errors, 2 warnings\n");
  /* blocks are read last, in the state of their lines */
  expect(
      "model restore 'there'\nfish define g\n  command\n    [theirs(1)]\n  endcommand\nend\n[g]\n"
      "model new\nfish define h\n  command\n    [mine(1)]\n  endcommand\nend\n[h]\n",
      "t.dat:11:6: error name: unknown function 'mine'\n1 error, 0 warnings\n");
  put_file("brings.dat", "model restore 'there'\n");
  expect("model new\nprogram call 'brings'\n[io.out(lost)]\nmodel new\n[io.out(bar)]\n",
         "t.dat:5:9: warning name: 'bar' is read but assigned nowhere; its value is 0\n"
         "0 errors, 1 warning\n");
}

/* ---- what a new model takes ---- */

static const char first_model[] =
    "new\ndomain extent -1 1\n[a = 0.1]\ndefine ff\n  ff = 3 + a\nend\n@ff\n"
    "history id 1 ball zpos id 1\nrange name r id 1\nmeasure create id 2 radius 0.1\n"
    "ball group g\n";

/* Line 11 begins the second model; the line comes behind it. */
static const struct {
  const char *line, *message;
} emptied[] = {
    {"ball create id 1 radius @a",
     "26: warning name: 'a' is read, and nothing of this model assigns it: its value is 0"},
    {"[x = a]\n[io.out(x)]",
     "6: warning name: 'a' is read, and nothing of this model assigns it: its value is 0"},
    {"@ff", "2: warning name: 'ff' is read, and nothing of this model assigns it: its value is 0"},
    {"[io.out(ff())]", "9: error name: 'ff' is no function of this model"},
    {"solve fishhalt @ff", "16: error name: no FISH function 'ff' is defined"},
    {"history write 1", "15: error name: there is no history '1'"},
    {"history delete 1", "16: error name: there is no history '1'"},
    {"history measure porosity id 2", "29: error name: there is no measurement region '2'"},
    {"ball list range nrange r", "24: error name: there is no range 'r'"},
    {"ball list range group g",
     "23: warning name: the range selects nothing: nothing is put into the group 'g' in this "
     "model"},
    {"set fish callback 1 @ff", "21: warning name: no FISH function 'ff' is defined"},
    /* it is there again */
    {"[a = 1]\nball create id 1 radius @a", NULL},
    {"define ff\n  ff = 1\nend\n@ff\nsolve fishhalt @ff", NULL},
    {"set fish callback 1 @ff\ndefine ff\n  ff = 1\nend", NULL},
    {"define gg\n  a = 1\nend\n@gg\n[io.out(a)]", NULL},
    {"history id 1 ball zpos id 1\nhistory write 1", NULL},
    {"measure create radius 0.1\nhistory measure porosity id 2", NULL},
    {"define gg\n  command\n    range name r id 1\n  endcommand\nend\n@gg\n"
     "ball list range nrange r",
     NULL},
    {"ball group g\nball list range group g", NULL},
    /* so it may be */
    {"restore there\n@ff\nhistory write 1\n[io.out(a)]", NULL},
    {"call theirs\n@ff\n[io.out(a)]", NULL},
    /* functions of this model */
    {"define gg\n  gg = a\nend\n@gg",
     "8: warning name: 'a' is read, and nothing of this model assigns it: its value is 0"},
    {"define gg\n  gg = a\n  command\n    history write 1\n  endcommand\nend", NULL},
};

static void test_emptied(void **state) {
  SCR_UNUSED(state);
  put_file("there.sav", "");
  for (size_t k = 0; k < SCR_COUNTOF(emptied); k++) {
    scr_buf text = {0}, out = {0};
    char name[] = "t.p3dat", *path[] = {name};
    scr_buf_printf(&text, "%snew\n%s\n", first_model, emptied[k].line);
    put_file(name, text.s);
    scr_check_count count;
    char *got = places(&plain, 1, path, &count);
    for (char *p = got, *end; *p; p = end + 1) {
      end = strchr(p, '\n');
      *end = 0;
      const bool about = strstr(p, "this model") || strstr(p, "no FISH function") ||
                         strstr(p, "there is no") || strstr(p, "selects nothing");
      if (about) scr_buf_printf(&out, "%s\n", strchr(strchr(p, ':') + 1, ':') + 1);
      *end = '\n';
    }
    const char *want = emptied[k].message;
    const bool same =
        want ? out.s && strlen(out.s) == strlen(want) + 1 && strncmp(out.s, want, strlen(want)) == 0
             : !out.s;
    if (!same) fail_msg("%s\n--- gave\n%s--- whole\n%s", text.s, out.s ? out.s : "", got);
    scr_free(got);
    scr_buf_free(&text), scr_buf_free(&out);
  }
}

static void test_emptied_legacy(void **state) {
  SCR_UNUSED(state);
  static const char head[] = "new\nset dt max 1e-5\ndef ff\n  ff = 3\n  a = 0.1\nend\nff\n"
                             "ball id 1 rad a x 0 y 0\nhis id 1 ball yvel id 1\nnew\n";
  static const struct {
    const char *rest, *report;
  } row[] = {
      {"ff\n", "t.dat:11:1: error name: 'ff' is no function of this model\n1 error, 0 warnings\n"},
      {"ball id 1 rad a x 0 y 0\n",
       "t.dat:11:15: error name: 'a' is no symbol of this model\n1 error, 0 warnings\n"},
      {"his write 1\n", "t.dat:11:11: error name: there is no history '1'\n1 error, 0 warnings\n"},
      {"def gg\n  b = a\n  ff = b\nend\ngg\nprint ff\n",
       "t.dat:12:7: warning name: 'a' is read, and nothing of this model assigns it: its value is "
       "0\n0 errors, 1 warning\n"},
      {"def ff\n  a = 1\nend\nff\nball id 1 rad a x 0 y 0\n", "0 errors, 0 warnings\n"},
      {"his ff\ndef ff\n  ff = 1\nend\n", "0 errors, 0 warnings\n"},
      {"set a 3\nprop fric a\n", "0 errors, 0 warnings\n"},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_buf text = {0};
    scr_buf_printf(&text, "%s%s", head, row[k].rest);
    expect(text.s, row[k].report);
    scr_buf_free(&text);
  }
}

/* A file that is called again defines again what it defines; what a caller gives is there until the
 * part begins a model. Settings outlast each of them, and files of one check are runs of their own.
 */
static void test_emptied_by_parts(void **state) {
  SCR_UNUSED(state);
  put_file("defs.dat", "fish define ff\n  ff = 1\nend\n[a = 3]\n");
  expect("model new\nprogram call 'defs'\n[ff]\nmodel new\nprogram call 'defs'\n[ff]\n"
         "[io.out(a)]\n",
         "0 errors, 0 warnings\n");
  expect("program call 'defs'\nmodel new\nfish define g\n  command\n    program call 'defs'\n"
         "  endcommand\nend\n[g]\n[ff]\n[io.out(a)]\n",
         "0 errors, 0 warnings\n");
  put_file("begins.dat", "model new\n[b = 1]\n");
  expect("model new\n[a = 1]\nprogram call 'begins'\n[io.out(a)]\n[io.out(b)]\n",
         "t.dat:4:9: warning name: 'a' is read, and nothing of this model assigns it: its value is "
         "0\n0 errors, 1 warning\n");
  expect("[io.out(a)]\n[a = 1]\nball create id 1\nprogram call 'begins'\n"
         "[io.out(b)]\nprogram return\n",
         "t.dat:1:9: warning name: 'a' is read before anything assigns it; its value is 0\n"
         "0 errors, 1 warning\n");
  char one[] = "one.dat", two[] = "two.dat", *path[] = {one, two};
  put_file(one, "model new\n[a = 1]\nmodel new\n[io.out(set)]\n");
  put_file(two, "[io.out(a)]\n");
  scr_options own = plain;
  scr_setting set = {"set", "3"};
  own.set = &set, own.nset = 1;
  scr_check_count count;
  char *got = places(&own, 2, path, &count);
  assert_string_equal(got, "0 errors, 0 warnings\n");
  scr_free(got);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_symbols),
      cmocka_unit_test(test_quotients),
      cmocka_unit_test(test_unread),
      cmocka_unit_test(test_replaced),
      cmocka_unit_test(test_read_before),
      cmocka_unit_test(test_called_ahead),
      cmocka_unit_test(test_saved_unused),
      cmocka_unit_test(test_defined_twice),
      cmocka_unit_test(test_defined_in_two_files),
      cmocka_unit_test(test_arguments_missing),
      cmocka_unit_test(test_components),
      cmocka_unit_test(test_components_in_2d),
      cmocka_unit_test(test_restored),
      cmocka_unit_test(test_legacy_restored),
      cmocka_unit_test(test_new_behind_restored),
      cmocka_unit_test(test_emptied),
      cmocka_unit_test(test_emptied_legacy),
      cmocka_unit_test(test_emptied_by_parts),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
