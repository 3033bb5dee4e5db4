/* scree check: each kind of error and warning at its place, all of them in order, and nothing
 * executed. */
#include "../base/test.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/str.h"
#include "cmd/check.h"
#include "cmd/files.h"
#include "cmd/setting.h"
#include "script/absent.h"

static char folder[] = "/tmp/scree-check-XXXXXX";

static int setup(void **state) {
  SCR_UNUSED(state);
  assert_non_null(mkdtemp(folder));
  return chdir(folder);
}

static int teardown(void **state) {
  SCR_UNUSED(state);
  char line[64];
  snprintf(line, sizeof line, "rm -rf %s", folder);
  return system(line);
}

static void put_file(const char *name, const char *text) {
  FILE *f = fopen(name, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static const scr_options plain = {.threads = 1, .dialect = -1};

/* The lines of the report that start with the name of a file, without hints and excerpts; then the
 * count. */
static char *places(const scr_options *options, int n, char *const *path, scr_check_count *count) {
  scr_buf all = {0}, out = {0};
  *count = scr_check_files(options, n, path, &all);
  scr_buf_puts(&out, "");
  for (char *p = all.s, *end; *p; p = end + 1) {
    end = strchr(p, '\n');
    *end = 0;
    if (strstr(p, ": error ") || strstr(p, ": warning ") || strstr(p, " error, ") ||
        strstr(p, " errors, "))
      scr_buf_printf(&out, "%s\n", p);
  }
  scr_buf_free(&all);
  return out.s;
}

static void expect(const char *text, const char *expected) {
  char name[] = "t.dat", *path[] = {name};
  scr_check_count count;
  put_file(name, text);
  char *got = places(&plain, 1, path, &count);
  if (strcmp(got, expected) != 0) fail_msg("%s\n--- gave\n%s--- expected\n%s", text, got, expected);
  scr_free(got);
}

/* ---- one line of commands ---- */

static const struct {
  const char *line, *message; /* column: kind code: text; NULL: nothing */
} lines[] = {
    {"bal creat id 1", NULL},
    {"foo bar", "1: error name: unknown command 'foo'"},
    {"ball createe", "6: error name: unknown command 'ball createe'"},
    {"ball create idd 2", "13: error name: 'idd' is no keyword of this command"},
    {"ball create id 1 radius -1", "25: error value: the radius must be positive"},
    {"ball create id 1 radius", "24: error syntax: expected the radius at the end of the command"},
    {"ball attribute density -5", "24: error value: density must be positive, not -5"},
    {"ball attribute density -5 multiply -1", NULL},
    {"ball attribute damp 3", "21: error value: damp must lie in [0, 1], not 3"},
    {"ball attribute velocity-x 1 range position-x 3 1", NULL},
    {"ball attribute velocity-x 1 range position-x 3 tolerance -1",
     "58: error value: a tolerance cannot be negative"},
    {"ball delete id 3", "13: error syntax: 'id' is not expected here"},
    {"ball delete range id 99", NULL},
    {"ball property 'kn' -3",
     "20: error value: -3 is out of range for property 'kn' of law 'linear'"},
    {"ball property 'knn' 3", "15: warning name: no contact law has a property 'knn': it is kept, "
                              "and nothing inherits it (there "
                              "is 'kn')"},
    {"contact cmat default model linear property hz_shear 3",
     "44: warning name: the law 'linear' has no property 'hz_shear': it is ignored"},
    {"contact cmat default model hertz property hz_poiss 0.7",
     "52: error value: 0.7 is out of range for property 'hz_poiss' of law 'hertz'"},
    {"contact cmat default model lineer", "28: error name: there is no contact law 'lineer'"},
    {"contact cmat modify 1 property kn 3", NULL},
    {"contact cmat modify 1 property knn 3", "32: error name: no contact law has a property 'knn'"},
    {"contact property kn -1",
     "21: error value: -1 is out of range for property 'kn' of law 'linear'"},
    {"contact property dp_force 1 2 3",
     "27: error name: property 'dp_force' of law 'linear' cannot be set"},
    {"contact method deforn emod 1", "16: error name: 'deforn' is no keyword of this command"},
    {"wall generate disk radius 1 resolution 7",
     "40: error value: the resolution must lie between 1e-4 and 1"},
    {"wall generate plane dip 100", "25: error value: dip must lie between 0 and 90 degrees"},
    {"wall attribute cutoff-angle 200",
     "29: error value: cutoff-angle must lie in [0, 180], not 200"},
    {"model cycle -3", "13: error value: the number of cycles must not be negative"},
    {"model cycle 3 foo", "15: error name: 'foo' is no keyword of this command"},
    {"model solve time -1", "18: error value: time must not be negative"},
    {"model solve clock 1", "13: error unsupported: 'clock' is not supported by scree: what is "
                            "computed must not depend on a clock; use cycles or time"},
    {"model mechanical timestep fix 0", "31: error value: the timestep must be positive"},
    {"model domain extent 1 -1",
     "21: error value: the lower bound in x is not below the upper one"},
    {"history interval 0", "18: error value: the interval must be at least 1 cycle, not 0"},
    {"history export 'a'", "16: error name: there is no history 'a'"},
    {"ball history velocity-x id 77", NULL},
    {"ball history velocity-q id 77", "14: error name: 'velocity-q' is no keyword of this command"},
    {"ball delete range named-range 'r'", "31: error name: there is no range 'r'"},
    {"fish callback add f 9", "19: error name: no FISH function 'f' is defined"},
    {"model solve fish-halt f", "23: error name: no FISH function 'f' is defined"},
    {"fish automatic-create off", "23: warning unsupported: 'off' is read and ignored: symbols are "
                                  "made by their first assignment"},
    {"table 't' add (1,2", NULL},
    {"table 't' add (1,)", "17: error syntax: expected a point (x,y) at the end of the command"},
    {"program call 'nothere'", "14: error file: no file 'nothere' is found"},
    {"program call 't'", "14: error limit: 't' calls itself without end"},
    {"model title 'abc", "13: error syntax: the string is not closed"},
    {"model restore 'x' y", "19: error syntax: 'y' is not expected here"},
    {"clump create", "1: error unsupported: 'clump create' is not supported by scree: clumps are "
                     "not part of it: " SCR_ABOUT_CLUMP},
    {"plot anything at all", "1: warning unsupported: 'plot' is read and ignored: all but charts "
                             "and pictures of the model"},
    {"[io.out(1)", "1: warning syntax: '[' is not closed; taken as closed at the end of the line"},
    {"[x = math.sqrtt(2)]", "6: error name: unknown name 'math.sqrtt'"},
    {"[io.out(math.sqrt(2,3))]", "9: error syntax: 'math.sqrt' takes 1 argument, 2 given"},
    {"[io.out(math.sqrt('a'))]",
     "19: error type: argument 1 of 'math.sqrt' must be a number, not string"},
    {"[io.out(1 + )]", "13: error syntax: ')' stands where a value is expected"},
    {"[nofn(1)]", "2: error name: unknown function 'nofn'"},
    {"[io.out(x)]", "9: warning name: 'x' is read but assigned nowhere; its value is 0"},
    {"model gravity @x", "16: warning name: 'x' is read but assigned nowhere; its value is 0"},
    {"fish history x", "14: warning name: 'x' is read but assigned nowhere; its value is 0"},
    {"[x = 3]", "2: warning name: 'x' is assigned but never used"},
    {"[x = ball.num]", NULL},
    {"wall generate cylinder radius 1",
     "32: error syntax: expected the height of the cylinder at the end of the command"},
    {"wall generate sphere",
     "21: error syntax: expected the radius of the sphere at the end of the command"},
    {"wall generate disk",
     "19: error syntax: expected the radius of the disk at the end of the command"},
    {"wall generate polygon 0 0 0 1 0 0",
     "34: error syntax: expected at least three corners at the end of the command"},
    {"wall generate polygon [ball.num] 0 0 1 0 0 0 1 0", NULL},
    {"wall import filename 'nofile'", "22: error file: no file 'nofile' is found"},
    {"table 'a' import 'nofile'", "18: error file: no file 'nofile' is found"},
    {"ball import 'nofile'", "13: error file: no file 'nofile' is found"},
    {"model save ''", "12: error value: the name of a file is empty"},
    {"[if = 3]", "2: error name: 'if' is a word of FISH, it cannot be the name of a symbol"},
    {"contact method deform emod -1 kratio 2",
     "28: error value: method 'deformability': emod must not be negative"},
    {"contact method deform emod [math.random.uniform] kratio 2", NULL},
    {"[io.out(1/0)]", "10: error math: division by zero"},
    {"[io.out('a' + 1)]", "13: error type: operator + does not take string and integer"},
    {"ball attribute density [-5]", "24: error value: density must be positive, not -5"},
    {"ball attribute density [2*-5]", "24: error value: density must be positive, not -10"},
    {"[io.out(contact.prop(contact.find('ball-ball', 1), 'knn'))]",
     "9: error name: the property 'knn' is unknown"},
    {"[ball.prop(ball.find(1), 'knn') = 3]", "2: warning name: no contact law has a property "
                                             "'knn': it is kept, and nothing inherits it (there "
                                             "is 'kn')"},
    {"[io.out(mech.energy('energy-foo'))]", "9: error name: the energy 'energy-foo' is unknown"},
    {"[io.out(contact.find('ball-bal', 1))]",
     "9: error name: the contact type 'ball-bal' is unknown"},
    {"[io.out(contact.prop(contact.find('ball-ball', 1), 'k' + 'n'))]", NULL},
    {"model domain extent 0 1e-320", "21: error value: the domain is 9.99989e-321 m wide along x, "
                                     "too small to compute with: 1e-50 m at least"},
    {"ball create rad .1 pos 0 0 0 rad .2", "30: error syntax: 'radius' is given twice"},
    {"contact property kn 1e5 kn 2e5",
     "25: warning syntax: 'kn' is given twice: the last value counts"},
    {"ball attribute density 1 density 2", "26: error syntax: 'density' is given twice"},
    {"ball attribute position 0 0 0 position-z 1", "31: error syntax: 'position-z' is given twice"},
    {"ball attribute velocity-x 1 velocity-y 1 velocity 1 2 3",
     "42: error syntax: 'velocity-x' is given twice"},
    {"ball attribute spin 1 1 1 spin 1 1 1", "27: error syntax: 'spin' is given twice"},
    {"ball attribute spin multiply 0.0 spin-x 0.00628", NULL}, /* modifiers go from left to right */
    {"ball attribute density 1 density multiply 2", NULL},
    {"wall attribute velocity-x 1 velocity-x 1", "29: error syntax: 'velocity-x' is given twice"},
    {"ball property 'kn' 1 'kn' 2",
     "22: warning syntax: 'kn' is given twice: the last value counts"},
    {"ball create position 0 0 0 position-x 1", "28: error syntax: 'position-x' is given twice"},
    {"ball create position-y 1 position 0 0 0", "26: error syntax: 'position-y' is given twice"},
    {"ball create group 'a' group 'b' slot '2'", NULL},
    {"ball create group 'a' group 'b'", "23: error syntax: a second group for the slot 'Default'"},
    {"contact cmat default model linear property kn 1 ks 1 property kn 3",
     "63: warning syntax: 'kn' is given twice: the last value counts"},
    {"contact cmat default model linear inheritance kn on kn off property kn 1",
     "53: error syntax: 'kn' is given twice"},
    {"contact cmat default model linear method deform emod 1 emod 2",
     "56: error syntax: 'emod' is given twice"},
    {"contact cmat default model linear method deform emod 1 krat 1 method deform emod 2",
     "70: error syntax: 'deformability' is given twice"},
    {"contact method deform emod 1 emod 2", "30: error syntax: 'emod' is given twice"},
    {"model mechanical timestep safety-factor 5",
     "41: error value: the safety factor must lie in (0, 1], not 5"},
    {"[mech.safety.factor = 9]", "2: error value: mech.safety.factor must lie in (0, 1], not 9"},
    {"[mech.safety.factor = 1]", NULL},
    {"[mech.timestep.max = 0]", "2: error value: mech.timestep.max must be positive, not 0"},
    {"[ball.damp(ball.find(1)) = 2]", "2: error value: ball.damp must lie in [0, 1], not 2"},
    {"[io.out(contact.energy(contact.find('ball-ball', 1), 'energy-slipp'))]",
     "9: error name: the energy 'energy-slipp' is unknown"},
    {"[io.out(contact.energy(contact.find('ball-ball', 1), 'energy-slip'))]", NULL},
    {"[contact.model(contact.find('ball-ball', 1)) = 'linnear']",
     "2: error name: there is no contact law 'linnear'"},
    {"[contact.model(contact.find('ball-ball', 1)) = 'linear']", NULL},
    {"[domain.condition(1) = 'periodc']",
     "2: error name: the boundary condition 'periodc' is unknown"},
    {"[io.out(matrix(2,2)*matrix(3,3))]",
     "20: error value: product of a matrix with 2 columns and one with 3 rows"},
    {"[io.out(list(1,2)+list(1,2,3))]",
     "18: error value: an operator takes lists of one length, not of 2 and of 3 elements"},
    {"[io.out(matrix.inverse(matrix(2,2)))]", "9: error math: the matrix is singular"},
    {"[io.out(vector(1,2)+vector(1,2,3))]",
     "20: error type: operator + does not take 2D vector and 3D vector"},
    {"[io.out(vector(1,2,3,4))]", "9: error syntax: 'vector' takes 1 to 3 arguments, 4 given"},
    {"[io.out(1e308*10)]",
     "14: error math: the result of * is too large for a real (at most 1.8e308)"},
    {"[io.out(1e999)]", "9: error value: the number is too large for a real (at most 1.8e308)"},
    {"[io.out(99999999999999999999)]",
     "9: error value: the number is too large for an integer (at most 9223372036854775807)"},
    {"ball group ''", "12: error value: the name of a group is empty"},
    {"[ball.group(ball.find(1)) = '']", "2: error value: the name of a group is empty"},
    {"if 1 = 1", "1: error syntax: 'if' is a word of FISH, not a command"},
    {"fra(3)", "1: error name: 'fra' is ambiguous"},
    {"model restore 'nosave'", "15: error file: no file 'nosave' is found"},
    {"plot 'nope' export svg", "6: warning name: there is no plot 'nope'"},
};

static void test_lines(void **state) {
  SCR_UNUSED(state);
  int wrong = 0;
  for (size_t k = 0; k < SCR_COUNTOF(lines); k++) {
    scr_buf text = {0}, expected = {0};
    scr_buf_printf(&text, "model new\n%s\nmodel clean\n", lines[k].line);
    bool error = lines[k].message && strstr(lines[k].message, ": error ");
    if (lines[k].message) scr_buf_printf(&expected, "t.dat:2:%s\n", lines[k].message);
    const bool warning = lines[k].message && !error;
    scr_buf_printf(&expected, "%d error%s, %d warning%s\n", error, error ? "" : "s", warning,
                   warning ? "" : "s");
    char name[] = "t.dat", *path[] = {name};
    scr_check_count count;
    put_file(name, text.s);
    char *got = places(&plain, 1, path, &count);
    if (strcmp(got, expected.s) != 0) {
      fprintf(stderr, "%s\n--- gave\n%s--- expected\n%s", lines[k].line, got, expected.s);
      wrong++;
    }
    scr_free(got);
    scr_buf_free(&text);
    scr_buf_free(&expected);
  }
  assert_int_equal(wrong, 0);
}

/* ---- names in ranges, things made twice ---- */

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

/* What version a file is for, a check does not ask. */
static void test_quotients(void **state) {
  SCR_UNUSED(state);
  expect("model new\nfish define f(n)\n  f = n/2 + 4/3\nend\n[io.out(f(5) + 7/2)]\n",
         "0 errors, 0 warnings\n");
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

/* `end` may have been meant for `endif`: the true one says nothing more. */
static void test_end_of_block(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "fish define f\n"
         "  if ball.num > 0\n"
         "    f = 1\n"
         "  end\n"
         "  f = 2\n"
         "end\n"
         "[io.out(f)]\n"
         "ball createe\n",
         "t.dat:3:3: error syntax: this 'if' has no 'endif'\n"
         "t.dat:9:6: error name: unknown command 'ball createe'\n"
         "2 errors, 0 warnings\n");
}

/* ---- files ---- */

static void test_all_in_order(void **state) {
  SCR_UNUSED(state);
  expect(
      "model new\n"
      "fish define f\n"
      "  f = unset + ball.foo(1)\n"
      "  if ball.bar(1) > 0 then\n"
      "    local b = (1 +\n"
      "    f = 3 4\n"
      "  endif\n"
      "end\n"
      "ball createe\n"
      "[f]\n"
      "ball fix velo spinn\n",
      "t.dat:3:7: warning name: 'unset' is read but assigned nowhere; its value is 0\n"
      "t.dat:3:15: error name: unknown name 'ball.foo'\n"
      "t.dat:4:6: error name: unknown name 'ball.bar'\n"
      "t.dat:5:19: error syntax: the line ends where a value is expected\n"
      "t.dat:6:11: error syntax: '4' stands where an operator or the end of the line is expected\n"
      "t.dat:9:6: error name: unknown command 'ball createe'\n"
      "t.dat:11:15: error name: 'spinn' is no keyword of this command\n"
      "6 errors, 1 warning\n");
}

static void test_blocks(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "fish define f(a)\n"
         "  local b = a\n"
         "  command\n"
         "    ball create id [a] radius [b] position-x [c]\n"
         "    ball create id 3 radiuss 4\n"
         "    fish callback add later 9.5\n"
         "    [later(3)]\n"
         "    model new\n"
         "    program return\n"
         "    model cycle -1\n"
         "  endcommand\n"
         "end\n"
         "fish define later\n"
         "  io.out('x')\n"
         "end\n"
         "[f(1,2)]\n",
         "t.dat:5:47: warning name: 'c' is read but assigned nowhere; its value is 0\n"
         "t.dat:6:22: error name: 'radiuss' is no keyword of this command\n"
         "t.dat:8:6: error value: function 'later' takes 0 arguments, 1 given\n"
         "t.dat:9:5: error state: 'model new' is not possible while a FISH function runs\n"
         "t.dat:11:17: error value: the number of cycles must not be negative\n"
         "t.dat:17:2: error value: function 'f' takes 1 argument, 2 given\n"
         "5 errors, 1 warning\n");
}

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

/* What FISH will give fits where it stands, but the words around it are read. */
static void test_unknown_values(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "[v = vector(1,2,3)]\n[a = 1.0]\n[law = 'linear']\n[s = 'name']\n"
         "model domain extent [a] [a] [a] [a]\n"
         "ball create id [a] radius [a] position [v] group [s]\n"
         "ball create id [a] radius [a] position [a] [a] 3\n"
         "ball attribute velocity [v] spin (0,[a],0) damp [a]\n"
         "model gravity [v]\n"
         "contact cmat default model [law] property kn [a]\n"
         "contact cmat default model linear method deform emod [a] kratio [a]\n"
         "wall generate disk radius [a] resolution [a] dip [a]\n"
         "ball group [s] range position-x [a] [a]\n"
         "model save [s]\n"
         "history export [s]\n"
         "ball create id [a] radiuss 3\n"
         "ball create id [a] radius -3\n",
         "t.dat:17:20: error name: 'radiuss' is no keyword of this command\n"
         "t.dat:18:27: error value: the radius must be positive\n"
         "2 errors, 0 warnings\n");
}

/* Traps: each where the words of the file leave no doubt, however they are shortened. */
static void test_traps(void **state) {
  SCR_UNUSED(state);
  static const char law[] = "model new\nmodel domain extent -1 1\n"
                            "contact cmat default model linear property kn 1e5 dp_nratio 0.2\n",
                    wall[] = "wall generate plane position (0,0,-0.9)\nball create radius 0.1\n"
                             "model mechanical timestep fix 1e-3\n",
                    none[] = "0 errors, 0 warnings\n",
                    two[] = "ball create radius 0.1\n"
                            "ball cr rad 0.1 pos (0,0,0.15)\n";
  static const char *const overlap =
      "t.dat:5:1: warning value: balls overlap by more than a quarter of a radius; this one and "
      "that of line 4 by 0.5 of the smaller one\n0 errors, 1 warning\n";
  static const char *const fast = "t.dat:7:1: warning value: this wall moves by 0.15 m in a step, "
                                  "1.5 of the smallest radius: it may pass through balls\n"
                                  "0 errors, 1 warning\n";
  const struct {
    const char *before, *rest, *says;
  } row[] = {
      {two, "cycle 2\n", overlap},
      {two, "mod cyc 2\nmodel cycle 2\n", overlap},
      {two, "ball attribute radius 0.01\nmodel cycle 2\n", none},
      {two, "ball delete\nmodel cycle 2\n", none},
      {two, "model cycle 0\n", none},
      {two, "", none},
      {two, "[ball.pos(ball.find(1)) = (0,0,-0.5)]\nmodel cycle 2\n", none},
      {"[r = 0.1]\nball create radius [r] position (0,0,0.15)\nball create radius 0.1\n",
       "model cycle 2\n", none},
      {wall, "wall attribute velocity-z 150\nmodel step 1\n", fast},
      {wall, "wall attr vel (0,90,120) range id 1\nstep 1\n", fast},
      {wall, "wall attribute velocity-z 150\nwall attribute velocity 0 0 0\ncycle 1\n", none},
      {wall, "wall attribute velocity-z 150 range position-x 0 1\nmodel cycle 1\n", none},
      {wall, "wall attribute velocity-z 150\nmodel mechanical timestep automatic\ncycle 1\n", none},
      {wall, "wall attribute velocity-z 50\nmodel cycle 1\n", none},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s%s", law, row[k].before, row[k].rest);
    expect(text, row[k].says);
  }
  static const char *const solve[] = {"model solve", "mod sol", "solve", "solve rat-m 1e-3",
                                      "model solve cycles 10 or unbal-m 1e-3"};
  for (size_t k = 0; k < SCR_COUNTOF(solve); k++) {
    char text[256];
    snprintf(text, sizeof text,
             "model new\ncontact cmat default model linear property kn 1e5\n%s\n", solve[k]);
    expect(text, "t.dat:3:1: warning value: this solve may never come to its ratio: there is no "
                 "damping of any kind\n0 errors, 1 warning\n");
  }
}

/* What the domain and the walls are at that line, where the lines above leave no doubt. */
static void test_domain_so_far(void **state) {
  SCR_UNUSED(state);
  static const char none[] = "0 errors, 0 warnings\n",
                    strain[] = "error state: the domain cannot be strained while there are walls\n"
                               "1 error, 0 warnings\n",
                    brick[] = "error state: a brick needs a domain that is periodic in every "
                              "direction: along y it is not\n1 error, 0 warnings\n",
                    large[] = "error value: the balls are larger than the region\n"
                              "1 error, 0 warnings\n",
                    out[] = "error value: the box leaves the domain, which reaches from 0 to 8 "
                            "along x\n1 error, 0 warnings\n";
  static const char box[] = "wall generate box 1 2\n", open[] = "condition periodic stop stop\n";
  const struct {
    const char *domain, *rest, *at, *says;
  } row[] = {
      {"\n", box, NULL, none},
      {"\n", "wall generate box 1 2\nmodel domain strain-rate-xx -1\n", "4:1: ", strain},
      {"\n", "wall generate box 1 2\nmodel domain strain-rate-xx 0\n", NULL, none},
      {"\n", "model domain strain-rate-xx -1\nwall generate box 1 2\n", NULL, none},
      {"\n", "wall generate box 1 2\nwall delete\nmodel domain strain-rate-xx -1\n", NULL, none},
      {"\n", "wall generate box 1 2\n[wall.delete(wall.find(1))]\nmodel domain strain-rate-xx -1\n",
       NULL, none},
      {open, "brick make id 1\n", "3:1: ", brick},
      {"\n", "brick make id 1\n", "3:1: ",
       "error state: a brick needs a domain that is periodic in every direction: along x it is "
       "not\n1 error, 0 warnings\n"},
      {"condition periodic\n", "brick make id 1\n", NULL, none},
      {open, "model domain condition periodic\nbrick make id 1\n", NULL, none},
      {open, "[domain.condition(2) = 'periodic']\nbrick make id 1\n", NULL, none},
      {"\n", "ball distribute porosity 0.2 radius 5\n", "3:37: ", large},
      {"\n", "ball distribute porosity 0.2 radius 3\n", NULL, none},
      {"\n", "ball distribute porosity 0.2 radius 3 box 1 2\n", "3:37: ", large},
      {"\n", "ball distribute porosity 0.2 radius 0.3 box 1 9 1 2 1 2\n", "3:45: ", out},
      {"\n", "ball generate number 3 radius 5\n", "3:31: ", large},
      {"\n", "ball generate number 3 radius 3\n", NULL, none},
      {"\n", "ball generate number 3 radius 0.6 box 1 2\n", "3:31: ", large},
      {"\n", "[r = 5]\nball generate number 3 radius [r]\n", NULL, none},
      {"\n", "[e = 20]\nmodel domain extent 0 [e]\nball generate number 3 radius 5\n", NULL, none},
      {"\n",
       "def f\n  command\n    model domain condition periodic\n  endcommand\nend\n[f]\nbrick make "
       "id 1\n",
       NULL, none},
      {"\n",
       "def f\n  command\n    wall del\n  endcommand\nend\nwall gen box 1 2\n[f]\nmodel domain "
       "strain-rate-xx -1\n",
       NULL, none},
      {"\n", "model domain strain-rate-xx 1\nball generate number 3 radius 5\n", NULL, none},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    char text[512], says[512];
    snprintf(text, sizeof text, "model new\nmodel domain extent 0 8 %s%s", row[k].domain,
             row[k].rest);
    snprintf(says, sizeof says, "%s%s%s", row[k].at ? "t.dat:" : "", row[k].at ? row[k].at : "",
             row[k].says);
    expect(text, says);
  }
}

/* What no line gives, though a command needs it: a mass, gravity, balls; and walls that a line
 * frees, driven towards a force. Silent where a word could give it. */
static void test_needs_so_far(void **state) {
  SCR_UNUSED(state);
  static const char none[] = "0 errors, 0 warnings\n",
                    mass[] = "error state: no line gives a wall a mass: walls cannot be free\n"
                             "1 error, 0 warnings\n",
                    inertia[] = "error state: no line gives a wall a moment of inertia: walls "
                                "cannot turn freely\n1 error, 0 warnings\n",
                    driven[] = "error state: line 4 frees walls along y: they cannot be driven "
                               "there towards a force as well\n1 error, 0 warnings\n",
                    weight[] = "error state: gravity points along no axis\n1 error, 0 warnings\n",
                    balls[] = "error state: there are no balls\n1 error, 0 warnings\n";
#define OFF      " update-position off update-volume off\n"
#define WALL     "wall generate box -1 1\n"
#define RATIO    "ball create radius 1\nball tractions ratio 1" OFF
#define CONSTANT "ball tractions constant 1 1 1 0 0 0" OFF
  const struct {
    const char *rest, *at, *says;
  } row[] = {
      {WALL "wall free velocity\n", "3:1: ", mass},
      {WALL "wall free velocity range id 1\n", NULL, none},
      {"wall free velocity\n", NULL, none},
      {WALL "wall att m 2\nwall free velocity\n", NULL, none},
      {WALL "wall attribute mass 2\nwall free velocity\n", NULL, none},
      {WALL "wall free spin\n", "3:1: ", inertia},
      {WALL "wall attribute mass 2 range id 1\nwall free velocity spin-z\n", "4:1: ", inertia},
      {WALL "wall attribute inertia (1,1,1)\nwall free velocity spin-z\n", "4:1: ", mass},
      {WALL "wall attribute inertia (1,1,1)\nwall free spin\n", NULL, none},
      {WALL "wall att i 1 1 1\nwall free spin\n", NULL, none},
      {WALL "wall attribute mass 2\nwall fr vel-y\nwall servo force 0 1 0\n", "5:1: ", driven},
      {WALL "wall attribute mass 2\nwall free velocity\nwall servo force-y 1\n", "5:1: ", driven},
      {WALL "wall attribute mass 2\nwall free velocity\nwall servo force-y 1 activate off\n", NULL,
       none},
      {WALL "wall attribute mass 2\nwall free velocity-x\nwall servo force-y 1\n", NULL, none},
      {WALL "wall attribute mass 2\nwall free velocity-y\nwall fix velocity-y range id 1\n"
            "wall servo force-y 1\n",
       NULL, none},
      {WALL "wall attribute mass 2\nwall free velocity-y\nwall delete\n" WALL
            "wall servo force-y 1\n",
       NULL, none},
      {RATIO, "3:16: ", weight},
      {"model g 10\n" RATIO, NULL, none},
      {"[global.gravity = vector(0,0,-10)]\n" RATIO, NULL, none},
      {CONSTANT, "2:1: ", balls},
      {"[b = ball.create(1.0, vector(0,0,0))]\n[b = b]\n" CONSTANT, NULL, none},
      {"ba ge number 3 radius 1\n" CONSTANT, NULL, none},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    char text[512], says[512];
    snprintf(text, sizeof text, "model new\n%s", row[k].rest);
    snprintf(says, sizeof says, "%s%s%s", row[k].at ? "t.dat:" : "", row[k].at ? row[k].at : "",
             row[k].says);
    expect(text, says);
  }
#undef OFF
#undef WALL
#undef RATIO
#undef CONSTANT
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

/* What an error hides is not told of as well. */
static void test_behind_errors(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "fish define f\n"
         "  a = (1\n"
         "  if a > 0\n"
         "    f = a\n"
         "  end_if\n"
         "end\n"
         "fish define g\n"
         "  if (f\n"
         "    w = 3\n"
         "  endif\n"
         "end\n"
         "[g]\n"
         "[io.out(w)]\n"
         "[v = (1]\n"
         "[io.out(v)]\n",
         "t.dat:3:9: error syntax: the line ends where ')' is expected\n"
         "t.dat:9:8: error syntax: the line ends where ')' is expected\n"
         "t.dat:15:8: error syntax: the line ends where ')' is expected\n"
         "3 errors, 0 warnings\n");
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

/* What the files themselves write is there when they run. */
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

static void test_called_files(void **state) {
  SCR_UNUSED(state);
  put_file("part.dat", "[height = 2]\nball createe\nfish define tell\n  "
                       "io.out(height)\nend\nprogram return\nball nonsense\n");
  put_file("open.dat", "ball create id -3\nfish define never\n  x = 3\n");
  expect("model new\nprogram call 'part' 'part'\n[tell]\nball foo\n",
         "t.dat:4:6: error name: unknown command 'ball foo'\n"
         "part.dat:2:6: error name: unknown command 'ball createe'\n"
         "2 errors, 0 warnings\n");
  expect("model new\nprogram call 'open'\nball foo\n[maybe(1)]\n",
         "t.dat:3:6: error name: unknown command 'ball foo'\n"
         "open.dat:1:16: error value: the id must be positive\n"
         "open.dat:2:13: error syntax: this 'define' has no 'end'\n"
         "open.dat:3:1: warning syntax: the file is not checked from here on: the function above "
         "does not end\n"
         "3 errors, 1 warning\n");
  expect("model new\n[f = 'a' + 'b']\nprogram call [f]\n[maybe(1)]\n",
         "t.dat:3:14: warning file: which file is called here is known only when the file runs: it "
         "is not checked\n"
         "0 errors, 1 warning\n");
}

/* Each line stands in a function that nothing calls: what is certain to fail once it is reached is
 * told. */
static const struct {
  const char *line, *message;
} constants[] = {
    {"x = math.sqrt(-1)", "7: error math: the square root of -1 is not defined"},
    {"x = math.log(0)", "7: error math: the logarithm of 0 is not defined"},
    {"x = math.acos(math.sqrt(4))", "7: error math: the arc cosine of 2 is not defined"},
    {"x = math.unit((0,0,0))", NULL},
    {"x = index(-2)", "7: error value: an index is 0 or more, not -2"},
    {"x = math.sqrt(v - 1)", NULL},
    {"x = array.create(-1)", "7: error value: an array cannot have the size -1"},
    {"x = array.create(100000000)", NULL},
    {"local array a(0)", "15: error value: an array cannot have the size 0"},
    {"x = map(1, 2, 3)",
     "7: error value: map() takes keys and values in turn: an even number of arguments"},
    {"x = matrix(0, 3)", "7: error value: a matrix cannot have 0 rows and 3 columns"},
    {"x = comp((1,2,3), 4)", "7: error value: subscript 4 of 'argument of comp' is outside 1 to 3"},
    {"x = string.sub('abc', 0)", "7: error value: part of a string cannot begin at character 0"},
    {"x = (1,'a')", "7: error type: component 2 of a vector must be a number, not string"},
    {"x = -'a'", "7: error type: operator - does not take string"},
    {"x = v / 0", "9: error math: division by zero"},
    {"x = v // 0", "9: error math: division by zero"},
    {"x = v % (2-2)", "9: error math: division by zero"},
    {"x /= 0", "5: error math: division by zero"},
    {"x = 0 / v", NULL},
    {"x = v(1.5)", "7: error type: subscript of 'v' is real, not integer"},
    {"v(true) = 3", "3: error type: subscript of 'v' is boolean, not integer"},
    {"x = v('a') + v(1)", NULL},
    {"ball.radius(v) = 'a'",
     "3: error type: the value of 'ball.radius' must be a number, not string"},
    {"if 'a' then\nendif", "6: error type: string is neither true nor false"},
    {"loop while (1,2)\nendloop", "3: error type: 2D vector is neither true nor false"},
    {"loop foreach local y 3\nendloop",
     "3: error type: 'loop foreach' goes over a list or another container, not integer"},
    {"loop foreach local y v\nendloop", NULL},
    {"loop local k ('a', 3)\nendloop",
     "3: error type: the bounds and the step of a loop are numbers, not string"},
    {"loop local k (1, 3, 0)\nendloop", "3: error value: the step of a loop is zero"},
};

static void test_constants(void **state) {
  SCR_UNUSED(state);
  int wrong = 0;
  for (size_t k = 0; k < SCR_COUNTOF(constants); k++) {
    scr_buf text = {0}, expected = {0};
    const bool error = constants[k].message != NULL;
    scr_buf_printf(
        &text, "model new\nfish define f(v)\n  local x = v\n  %s\n  f = x\nend\n[io.out(f(2))]\n",
        constants[k].line);
    if (error) scr_buf_printf(&expected, "t.dat:4:%s\n", constants[k].message);
    scr_buf_printf(&expected, "%d error%s, 0 warnings\n", error, error ? "" : "s");
    char name[] = "t.dat", *path[] = {name};
    scr_check_count count;
    put_file(name, text.s);
    char *got = places(&plain, 1, path, &count);
    if (strcmp(got, expected.s) != 0) {
      fprintf(stderr, "%s\n--- gave\n%s--- expected\n%s", constants[k].line, got, expected.s);
      wrong++;
    }
    scr_free(got);
    scr_buf_free(&text);
    scr_buf_free(&expected);
  }
  assert_int_equal(wrong, 0);
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

/* A name may be defined anew: a call suits if it suits one of the definitions. */
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

/* Blocks are read in the dimension that their file has, even if another file settles it. */
static void test_dimension_of_blocks(void **state) {
  SCR_UNUSED(state);
  put_file("conf.dat", "model configure dim 2\n");
  expect("model new\nprogram call 'conf'\nfish define f\n  command\n    ball create position-z 1\n"
         "    ball create position 0 0 radius 1\n  endcommand\nend\n[f]\n",
         "t.dat:5:17: error name: a position has no position-z in 2D\n"
         "1 error, 0 warnings\n");
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

/* Files given together know each other's symbols; each may have a dimension of its own. */
static void test_files_together(void **state) {
  SCR_UNUSED(state);
  put_file("a.p2dat", "model new\n[size = 2]\nball create position-z 1\n");
  put_file("b.p3dat", "model new\nball create position-z [size]\n");
  char a[] = "a.p2dat", b[] = "b.p3dat", *path[] = {a, b};
  scr_check_count count;
  char *got = places(&plain, 2, path, &count);
  assert_string_equal(
      got, "a.p2dat:3:13: error name: a position has no position-z in 2D\n"
           "b.p3dat:2:25: warning name: 'size' is read, and nothing of this model assigns it: its "
           "value is 0\n1 error, 1 warning\n");
  assert_int_equal(count.errors, 1);
  scr_free(got);
  scr_options three = plain;
  three.dim = 3;
  got = places(&three, 2, path, &count);
  assert_string_equal(got, "b.p3dat:2:25: warning name: 'size' is read, and nothing of this model "
                           "assigns it: its value is 0\n0 errors, 1 warning\n");
  scr_free(got);
}

static void test_legacy(void **state) {
  SCR_UNUSED(state);
  expect("new\n"
         "set dt max 1e-5\n"
         "macro RR 'rad = r0'\n"
         "def sp\n  r0 = 0.05\n  lost = 3\n  command\n    ball id 3 radd 3\n  endcommand\nend\n"
         "sp\n"
         "spp\n"
         "ball id = 1 RR x = 0 y = r0\n"
         "ball id = 2 rad = -1 x = 0\n"
         "prop bur_knx = 3\n"
         "ini dens -2\n"
         "set fishcall 6 nofn\n"
         "set fishcall 99 sp\n"
         "his id = 1 nowhere\n"
         "his ball xvel id 3\n"
         "hist nstep = 0\n"
         "wall id 5 xvel 3\n"
         "cycle nn\n"
         "delete ball 99\n"
         "call 'nothere.dat'\n",
         "t.dat:8:15: error name: 'radd' is no keyword of this command\n"
         "t.dat:12:1: error name: 'spp' is no command of the legacy dialect, and no function\n"
         "t.dat:14:19: error value: the radius must be positive\n"
         "t.dat:15:6: error name: no ball and no contact law has a property 'bur_knx'\n"
         "t.dat:16:10: error value: density must be positive, not -2\n"
         "t.dat:18:14: error value: there is no fishcall 99\n"
         "t.dat:21:14: error value: the interval must be at least 1 cycle, not 0\n"
         "t.dat:23:7: error syntax: expected a number of cycles, found 'nn'\n"
         "t.dat:25:6: error file: no file 'nothere.dat' is found\n"
         "9 errors, 0 warnings\n");
  expect("new\nset dt max 1e-5\ndef f\n  lost = 3\n  x = c_jset(1)\nend\nhis id = 1 nowhere\n",
         "t.dat:3:5: warning name: the function 'f' is never used\n"
         "t.dat:4:3: warning name: 'lost' is assigned but never used\n"
         "t.dat:5:7: warning unsupported: 'c_jset' is not offered: joint sets of PFC 3 and 4 "
         "are not made; 'fracture create' and a range 'fracture' find what contacts cross a plane\n"
         "t.dat:7:12: warning name: 'nowhere' is read but assigned nowhere; its value is 0\n"
         "0 errors, 4 warnings\n");
}

/* ---- names that a caller gives ---- */

/* One line of a part: `old`, of PFC 3 and 4 in 2D; else of today in 3D. */
static void expect_part(bool old, const char *line, const char *expected) {
  char name[] = "part.dat", *path[] = {name};
  scr_buf text = {0}, want = {0};
  scr_check_count count;
  scr_options options = plain;
  options.dialect = old ? 1 : -1;
  options.dim = old ? 2 : 0;
  scr_buf_printf(&text, "%s\n%s\n", line, old ? "return" : "program return");
  put_file(name, text.s);
  if (expected) scr_buf_printf(&want, "part.dat:1:%s\n", expected);
  const bool warns = expected && strstr(expected, ": warning ");
  const bool fails = expected && !warns;
  scr_buf_printf(&want, "%d error%s, %d warning%s\n", fails, fails ? "" : "s", warns,
                 warns ? "" : "s");
  char *got = places(&options, 1, path, &count);
  if (strcmp(got, want.s) != 0) fail_msg("%s\n--- gave\n%s--- expected\n%s", line, got, want.s);
  scr_free(got);
  scr_buf_free(&text), scr_buf_free(&want);
}

static const struct {
  bool old;
  const char *line, *message;
} part_lines[] = {
    {false, "fish callback add bar event ball_create", NULL},
    {false, "fish callback add bar event nonsense",
     "29: error name: no event is called 'nonsense'"},
    {false, "fish callback add bar 41",
     "23: error value: between points 40 and 42 forces are not complete, no function can be called "
     "there"},
    {false, "fish callback add bar 43 interval",
     "34: error syntax: expected an interval at the end of the command"},
    {false, "fish callback add bar [point] interval 0",
     "40: error value: an interval is a positive number of cycles"},
    {false, "fish callback remove bar event nonsense",
     "32: error name: no event is called 'nonsense'"},
    {false, "set fish callback 41 @bar",
     "19: error value: between points 40 and 42 forces are not complete, no function can be called "
     "there"},
    {false, "fish history name 'x' bar junk", "27: error syntax: 'junk' is not expected here"},
    {false, "model solve fish-halt bar cycle [n]", NULL},
    {false, "model solve fish-halt bar junk",
     "27: error name: 'junk' is no keyword of this command"},
    {false, "model solve fish-call 1.0 bar time [t] junk",
     "40: error name: 'junk' is no keyword of this command"},
    {false, "ball list position range fish @near", NULL},
    {false, "ball list position range fish @near junk",
     "37: error name: 'junk' is no keyword of this command"},
    {false, "ball attribute velocity-x [v] gradient",
     "39: error syntax: expected the gradient at the end of the command"},
    {false, "model energy mechanical [on] junk", "30: error syntax: 'junk' is not expected here"},
    {false, "plot 'theirs' export bitmap filename [f] size 100 100", NULL},
    {false, "plot 'theirs' export bitmap filename [f] sizee 100 100",
     "42: error name: 'sizee' is no word of a picture"},
    {true, "ini xvel v yvel w", NULL},
    {true, "ini xvel v yvel", "16: error syntax: expected a value at the end of the command"},
    {true, "ini xvel v yvel w junk",
     "19: error syntax: expected a quantity of balls: xvel, yvel, zvel, spin, x, y, z, rad, xdisp, "
     "xfap, damp, found 'junk'"},
    {true, "prop theirs 3 fric", "19: error syntax: expected a value at the end of the command"},
    {true, "ball id=i, rad=r, x=a y=b", NULL},
    {true, "ball id=i, rad=r, x=a y=b hertzz",
     "27: error name: 'hertzz' is no keyword of this command"},
    {true, "cyc n m", "7: error syntax: 'm' is not expected here"},
    {true, "set grav 0 g h", "14: error syntax: 'h' is not expected here"},
    {true, "set dt t max", "10: error syntax: 'max' is not expected here"},
    {true, "wall id=1 nodes (0,0) (a,b) kn=k", NULL},
    {true, "wall id=1 nodes (0,0) (a,b) ksn=k",
     "29: error name: 'ksn' is no keyword of this command"},
    {true, "group heap range theirs", NULL},
    {true, "group heap range id n m", NULL},
    {true, "del ball range theirs zz=3", "23: error name: 'zz' is no keyword of this command"},
    {true, "print theirs others", NULL},
    {true, "solve aver r maxx 3", "14: error name: 'maxx' is no keyword of this command"},
    {true, "ini xvel 12abc", "10: error syntax: expected a value, found '12abc'"},
};

static void test_behind_names_of_callers(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(part_lines); k++)
    expect_part(part_lines[k].old, part_lines[k].line, part_lines[k].message);
}

/* Where the name is an error, what stands behind it is not told: it may be wrong for that reason.
 */
static void test_behind_wrong_names(void **state) {
  SCR_UNUSED(state);
  expect("new\nset dt max 1e-5\nini xvel yvel 3\nprop theirs 3 fricc 4\n",
         "t.dat:3:10: error syntax: expected a value, found 'yvel'\n"
         "t.dat:4:6: error name: no ball and no contact law has a property 'theirs'\n"
         "2 errors, 0 warnings\n");
  expect("model new\nfish callback add bar event nonsense\n",
         "t.dat:2:19: error name: no FISH function 'bar' is defined\n"
         "t.dat:2:29: error name: no event is called 'nonsense'\n"
         "2 errors, 0 warnings\n");
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

/* ---- branches of another dimension ---- */

static void test_left_out(void **state) {
  SCR_UNUSED(state);
  static const char *const head = "model new\nmodel configure dim 2\n[k = 1]\nfish define f\n",
                           *const foot = "end\n[f]\n[io.out(k)]\n";
  static const struct {
    const char *body, *expected;
  } row[] = {
      {"if global.dim = 3\n f = nof(1) + nov + math.sqrt(-1)\n endif\n", NULL},
      {"if 3 = global.dim then\n f = nof(1)\n endif\n", NULL},
      {"if global.dim = 3 & k > 0\n f = nof(1)\n endif\n", NULL},
      {"if (global.dim > 2) and (k > 0 | k < 0)\n f = nof(1)\n endif\n", NULL},
      {"if global.dim = 2 | k > 0\n f = 1\n else\n f = nof(1)\n endif\n", NULL},
      {"if global.dim = 2\n f = 1\n else if k = 1\n f = nof(1)\n endif\n", NULL},
      {"case_of global.dim\n case 3\n f = nof(1)\n endcase\n", NULL},
      {"if global.dim = 3\n command\n fish callback add nof 1.0\n history export 'no'\n [nov]\n "
       "[nof(1)]\n endcommand\n endif\n",
       NULL},
      {"if global.dim = 2\n f = nof(1)\n endif\n",
       "t.dat:6:6: error name: unknown function 'nof'\n1 error, 0 warnings\n"},
      {"if global.dim = 3 | k > 0\n f = nof(1)\n endif\n",
       "t.dat:6:6: error name: unknown function 'nof'\n1 error, 0 warnings\n"},
      {"if global.dim = 3 & k > 0 | k = 1\n f = nof(1)\n endif\n",
       "t.dat:6:6: error name: unknown function 'nof'\n1 error, 0 warnings\n"},
      {"if k > 0 & global.dim = 2\n f = nof(1)\n endif\n",
       "t.dat:6:6: error name: unknown function 'nof'\n1 error, 0 warnings\n"},
      {"if global.dim = 3 & nof(1)\n f = 1\n endif\n",
       "t.dat:5:21: error name: unknown function 'nof'\n1 error, 0 warnings\n"},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_buf text = {0};
    scr_buf_printf(&text, "%s%s%s", head, row[k].body, foot);
    expect(text.s, row[k].expected ? row[k].expected : "0 errors, 0 warnings\n");
    scr_buf_free(&text);
  }
  /* a function that only such a branch calls is used */
  expect("model new\nmodel configure dim 2\nfish define g\n  g = 1\nend\nfish define f\n"
         "  if global.dim = 3\n    f = g\n  endif\nend\n[f]\n",
         "0 errors, 0 warnings\n");
}

/* ---- a new model behind a restored state ---- */

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

/* ---- behind the end of the run ---- */

/* A function may have run before it. */
static void test_stopped(void **state) {
  SCR_UNUSED(state);
  static const char *const ends[] = {"program stop", "program quit", "program exit",
                                     "program return"},
                           *const old[] = {"stop", "quit", "return"};
  char text[400];
  for (size_t k = 0; k < SCR_COUNTOF(ends); k++) {
    snprintf(text, sizeof text,
             "model new\nfish define mk\n  r = 0.05\n  command\n    ball create radius [r]\n"
             "    ball attribute densitty 5\n  endcommand\nend\n[mk]\n%s\n",
             ends[k]);
    expect(text, "t.dat:6:20: error name: 'densitty' is no keyword of this command\n"
                 "1 error, 0 warnings\n");
  }
  for (size_t k = 0; k < SCR_COUNTOF(old); k++) {
    snprintf(text, sizeof text,
             "; PFC3D 3.0\nnew\ndef mk\n  r = 0.05\n  command\n    ball id 1 rad=r\n"
             "    prop densitty 5\n  endcommand\nend\nmk\n%s\n",
             old[k]);
    expect(text, "t.dat:7:10: error name: no ball and no contact law has a property 'densitty'\n"
                 "1 error, 0 warnings\n");
  }
}

/* ---- nothing is executed ---- */

static int files_here(void) {
  int n = 0;
  DIR *d = opendir(".");
  while (readdir(d)) n++;
  closedir(d);
  return n;
}

static void test_nothing_runs(void **state) {
  SCR_UNUSED(state);
  put_file("t.dat", "");
  int before = files_here();
  fflush(stdout);
  int old = dup(STDOUT_FILENO);
  FILE *out = tmpfile();
  dup2(fileno(out), STDOUT_FILENO);
  expect("model new\n"
         "fish define f\n"
         "  io.out('printed')\n"
         "  file.open('written', 1, 1)\n"
         "  loop while true\n  endloop\n"
         "  command\n    model save 'in_block'\n    model cycle 100000000\n    program echo-line "
         "'x'\n  endcommand\n"
         "end\n"
         "program echo on\n"
         "[f]\n"
         "@f\n"
         "fish callback add f 1.0\n"
         "fish history name '1' f\n"
         "model cycle 1000000000\n"
         "model solve\n"
         "model save 'saved'\n"
         "table 't' add (1,2)\n"
         "table 't' export 'exported'\n"
         "history export '1' file 'history'\n"
         "program echo-line 'said'\n"
         "program list\n"
         "table list\n"
         "model list\n"
         "program warning 'warned'\n",
         "0 errors, 0 warnings\n");
  fflush(stdout);
  dup2(old, STDOUT_FILENO);
  close(old);
  fseek(out, 0, SEEK_END);
  assert_int_equal(ftell(out), 0);
  fclose(out);
  assert_int_equal(files_here(), before);
}

/* ---- the seeds and the examples ---- */

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void collect(const char *dir, char **path, int *n) {
  DIR *d = opendir(dir);
  for (struct dirent *e; d && (e = readdir(d));) {
    scr_buf b = {0};
    if (e->d_name[0] == '.' || !scr_file_is_data(e->d_name) || *n == 32)
      continue; /* what runs have left stays out */
    scr_buf_printf(&b, "%s/%s", dir, e->d_name);
    path[(*n)++] = b.s;
  }
  if (d) closedir(d);
  qsort(path, (size_t)*n, sizeof *path, by_name);
}

/* All in one session, and each alone. */
static void check_all(char **path, int n, int warnings) {
  scr_check_count count, sum = {0, 0};
  char *got = places(&plain, n, path, &count);
  if (count.errors || count.warnings != warnings) fail_msg("%s", got);
  scr_free(got);
  for (int k = 0; k < n; k++) {
    got = places(&plain, 1, &path[k], &count);
    if (count.errors) fail_msg("%s", got);
    sum.warnings += count.warnings;
    scr_free(got);
  }
  assert_int_equal(sum.warnings, warnings);
  for (int k = 0; k < n; k++) scr_free(path[k]);
}

static void test_examples(void **state) {
  SCR_UNUSED(state);
  char *path[32];
  int n = 0;
  collect(CMD_DIR "/../../examples", path, &n);
  assert_true(n >= 6);
  check_all(path, n, 0);
}

/* Nor does it matter what runs have left beside the files. */
static void test_products(void **state) {
  SCR_UNUSED(state);
  static const char *const left[] = {"a.his", "a.sav", "a.svg", "a.P3DAT", "b.dat", "c.fis"};
  char *path[32];
  int n = 0;
  assert_int_equal(mkdir("left", 0700), 0);
  for (size_t k = 0; k < SCR_COUNTOF(left); k++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "left/%s", left[k]);
    put_file(b.s, "; nothing\n");
    scr_buf_free(&b);
  }
  collect("left", path, &n);
  assert_int_equal(n, 3);
  check_all(path, n, 0);
}

static void test_seeds(void **state) {
  SCR_UNUSED(state);
  static const char *const folders[] = {"burger-2d", "burger-3d", "burger-legacy", "hertz-3d"};
  char *path[32];
  int n = 0;
  for (size_t k = 0; k < SCR_COUNTOF(folders); k++) {
    scr_buf dir = {0};
    scr_buf_printf(&dir, CMD_DIR "/../../../shared/seeds/%s", folders[k]);
    collect(dir.s, path, &n);
    scr_buf_free(&dir);
  }
  if (n == 0) {
    fputs("the seeds (../shared/seeds) are missing: they are not checked\n", stderr);
    skip();
  }
  assert_int_equal(n, 6);
  check_all(path, n, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines),
      cmocka_unit_test(test_range_names),
      cmocka_unit_test(test_ranges_of_ranges),
      cmocka_unit_test(test_quotients),
      cmocka_unit_test(test_groups_of_fish),
      cmocka_unit_test(test_things_twice),
      cmocka_unit_test(test_things_gone),
      cmocka_unit_test(test_end_of_block),
      cmocka_unit_test(test_all_in_order),
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_symbols),
      cmocka_unit_test(test_unknown_values),
      cmocka_unit_test(test_traps),
      cmocka_unit_test(test_domain_so_far),
      cmocka_unit_test(test_needs_so_far),
      cmocka_unit_test(test_unread),
      cmocka_unit_test(test_behind_errors),
      cmocka_unit_test(test_doubled),
      cmocka_unit_test(test_written_files),
      cmocka_unit_test(test_called_files),
      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_replaced),
      cmocka_unit_test(test_read_before),
      cmocka_unit_test(test_restored),
      cmocka_unit_test(test_defined_twice),
      cmocka_unit_test(test_defined_in_two_files),
      cmocka_unit_test(test_dimension_of_blocks),
      cmocka_unit_test(test_arguments_missing),
      cmocka_unit_test(test_bare_histories),
      cmocka_unit_test(test_files_together),
      cmocka_unit_test(test_legacy),
      cmocka_unit_test(test_behind_names_of_callers),
      cmocka_unit_test(test_behind_wrong_names),
      cmocka_unit_test(test_components),
      cmocka_unit_test(test_components_in_2d),
      cmocka_unit_test(test_left_out),
      cmocka_unit_test(test_new_behind_restored),
      cmocka_unit_test(test_emptied),
      cmocka_unit_test(test_emptied_legacy),
      cmocka_unit_test(test_emptied_by_parts),
      cmocka_unit_test(test_legacy_restored),
      cmocka_unit_test(test_stopped),
      cmocka_unit_test(test_nothing_runs),
      cmocka_unit_test(test_examples),
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_seeds),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
