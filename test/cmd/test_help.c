/* Help explains every name that it lists: commands, functions, laws, properties, methods, events,
 * energies, keywords. */
#include "../base/test.h"

#include "base/mem.h"
#include "cmd/help.h"
#include "cmd/view.h"
#include "cmd/events.h"

static scr_session *session(void) {
  scr_options options = {.dim = 3, .threads = 1, .dialect = -1};
  return scr_session_new(&options);
}

/* Splits at blanks; changes the text. */
static int split(char *text, char **word, int most) {
  int n = 0;
  for (char *p = strtok(text, " "); p && n < most; p = strtok(NULL, " ")) word[n++] = p;
  return n;
}

static bool helps(scr_session *s, const char *text, const char *part) {
  char *copy = scr_strdup(text), *word[8];
  scr_buf out = {0};
  int n = split(copy, word, 8);
  bool ok = scr_help(s, n, word, &out) && out.n > 0 && (!part || strstr(out.s, part));
  if (!ok) print_error("help %s: %s\n", text, out.s ? out.s : "nothing");
  scr_buf_free(&out);
  scr_free(copy);
  return ok;
}

static void every_name_is_explained(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session();
  scr_buf names = {0};
  scr_help_names(s, &names);
  scr_help_words(&names);
  int count = 0, failed = 0;
  for (char *line = names.s, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    *next++ = 0;
    char *name = strchr(line, '\t');
    assert_non_null(name);
    count++;
    if (!helps(s, name + 1, NULL)) failed++;
    if (strncmp(line, "keyword\t", 8) != 0) continue;
    if (!helps(s, strrchr(name, ' ') + 1, NULL)) failed++; /* the keyword alone */
  }
  scr_buf_free(&names);
  scr_session_free(s);
  assert_true(count > 1000);
  assert_int_equal(failed, 0);
}

static void some_words(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *words, *part;
  } row[] = {
      {"ball.vel.x", "component of ball.vel"},
      {"contact.normal.x", "component of contact.normal"},
      {"domain.max.x", "component of domain.max"},
      {"global.gravity.y", "component of global.gravity"},
      {"fishcall", "FC_CONT_CREATE"},
      {"deformability", "emod kratio"},
      {"linear deformability", "emod kratio"},
      {"contact_activated", "began to carry force"},
      {"bond_break", "how it broke"},
      {"ball.vel", "FISH: ball.vel(ball [, integer]) gives vector; can be assigned\n"},
      {"comp.x", "FISH: comp.x(vector) gives number; can be assigned a number\n"},
      {"string.build", "FISH: string.build(string [, value, ...]) gives string\n"},
      {"math.pi", "FISH: math.pi gives number\n"},
      {"mech.energies", "Not supported: energies are read one by one"},
      {"clump_create", "Not supported"},
      {"bilinear",
       "known, but not supported by scree; the laws there are: null linear hertz burger "},
      {"SubSpringNetwork", "break one by one"},
      {"BiLinear", "contact law bilinear: known, but not supported"},
      {"energy-strain", "stored"},
      {"model solve time", "time from now"},
      {"mod sol ratio-l", "ratio-local"},
      {"range", "annulus"},
      {"model mechanical timestep", "safety-factor"},
      {"wall generate disk", "dip-direction"},
      {"model list energy", "all energies"},
      {"list model energy", "list model is 'model list' since PFC 6"},
      {"history nstep", "history nstep is 'history interval' since PFC 6"},
      {"set gravity", "set gravity is 'model gravity' since PFC 6"},
      {"cmat", "cmat is 'contact cmat' since PFC 6"},
      {"threads", "threads is short for: program threads"},
      {"damp", "Not supported: it is a word of PFC 3 and 4"},
      {"list model timestep", "the next timestep"},
  };
  scr_session *s = session();
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) assert_true(helps(s, row[k].words, row[k].part));
  for (int k = 0; scr_energy_name[k]; k++) assert_true(helps(s, scr_energy_name[k], ", J"));
  scr_buf one = {0};
  assert_true(scr_help(s, 1, (char *[]){" model  solve time"}, &one));
  assert_non_null(strstr(one.s, "time from now"));
  scr_buf_free(&one);
  for (size_t k = 0; k < scr_events_refused(); k++)
    assert_true(helps(s, scr_event_refused_at(k), "Not supported"));
  scr_session_free(s);
}

/* All that a picture or a file of results needs: items, words, quantities, colours; suffixes. The
 * rows of items stand in the order of the kinds. */
static void topics(void **state) {
  SCR_UNUSED(state);
  scr_session *s = scr_session_new(&(scr_options){.dim = 3, .threads = 1, .dialect = -1});
  const char *const ball[] = {"color-by", "force-contact", "lake", "turquoise", "in 2D disks"};
  const char *const all[] = {"chart-table", "localforce", "velocity-conveyor", "domain"};
  const char *const results[] = {"interval", "bonds", ".vtp", "add-attribute", "momenton1"};
  scr_buf out = {0};
  assert_true(scr_help(s, 1, (char *[]){"plot item create ball"}, &out));
  for (size_t k = 0; k < SCR_COUNTOF(ball); k++) assert_non_null(strstr(out.s, ball[k]));
  assert_null(strstr(out.s, "localforce"));
  scr_buf_clear(&out);
  assert_true(scr_help(s, 1, (char *[]){"plot item create"}, &out));
  for (size_t k = 0; k < SCR_COUNTOF(all); k++) assert_non_null(strstr(out.s, all[k]));
  scr_buf_clear(&out);
  assert_true(scr_help(s, 1, (char *[]){"results"}, &out));
  for (size_t k = 0; k < SCR_COUNTOF(results); k++) assert_non_null(strstr(out.s, results[k]));
  scr_buf_clear(&out);
  assert_true(scr_help(s, 1, (char *[]){"wall export geometry"}, &out));
  assert_non_null(strstr(out.s, "split"));
  assert_false(scr_help(s, 1, (char *[]){"plot item create bal"}, &out));
  for (int k = 0; k < SCR_VIEW_KINDS; k++)
    assert_string_equal(scr_view_kind_words[k].word, scr_view_kind_name((scr_view_kind)k));
  scr_buf_free(&out);
  scr_session_free(s);
}

static void what_is_unknown(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session();
  scr_buf out = {0};
  char *near[] = {"ratio-locl"}, *behind[] = {"model", "solve", "nonsense"};
  assert_false(scr_help(s, 1, near, &out));
  assert_non_null(strstr(out.s, "did you mean 'ratio-local'?"));
  scr_buf_clear(&out);
  assert_false(scr_help(s, 3, behind, &out));
  scr_buf_free(&out);
  scr_session_free(s);
}

/* One text for the word of `model solve` and the history: what world/force/ratio.c computes. */
static void ratios_are_what_is_computed(void **state) {
  SCR_UNUSED(state);
  static const char *const command[] = {"model solve", "model history"};
  static const char *const says[][2] = {
      {"ratio-average", "sum of unbalanced forces over the sum of the forces of contacts, on each "
                        "ball, and of body forces"},
      {"ratio-maximum", "largest unbalanced force over the largest force of a contact, or body "
                        "force if that is larger"},
      {"ratio-local", "largest ratio of a ball's unbalanced force to the largest of its contacts', "
                      "or its body force"}};
  scr_session *s = session();
  for (size_t k = 0; k < SCR_COUNTOF(command); k++)
    for (size_t i = 0; i < SCR_COUNTOF(says); i++) assert_true(helps(s, command[k], says[i][1]));
  for (size_t i = 0; i < SCR_COUNTOF(says); i++) assert_true(helps(s, says[i][0], says[i][1]));
  scr_session_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_name_is_explained), cmocka_unit_test(ratios_are_what_is_computed),
      cmocka_unit_test(some_words), cmocka_unit_test(what_is_unknown), cmocka_unit_test(topics)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
