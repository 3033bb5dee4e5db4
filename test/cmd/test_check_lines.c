/* scree check: lines, each with its one message and the place of it, or with none. */
#include "report.h"

#include "script/absent.h"

FOLDER_OF("check-lines")

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

/* ---- one line of a function ---- */

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines),
      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_behind_names_of_callers),
      cmocka_unit_test(test_behind_wrong_names),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
