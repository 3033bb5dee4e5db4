/* scree check: traps, and what commands need that no line before them gives. */
#include "report.h"

FOLDER_OF("check-traps")

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_traps),
      cmocka_unit_test(test_domain_so_far),
      cmocka_unit_test(test_needs_so_far),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
