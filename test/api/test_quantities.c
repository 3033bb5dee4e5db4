/* Each row of the tables of quantities (world/columns.h) is known to each reader: attributes,
 * lists, histories, FISH, the C interface; and all of them tell the same. */
#include "../base/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/num.h"
#include "base/str.h"
#include "cmd/history.h"
#include "scree/scree.h"
#include "world/world.h"

/* ---- a model with a ball 3, a wall 1, contacts of both ---- */

static const char model_3d[] = "model domain extent -10 10\n"
                               "contact cmat default model linear property kn 1e6 ks 1e6 fric 0.5\n"
                               "wall generate id 1 plane position (0, 0, -0.75)\n"
                               "wall attribute inertia (1, 2, 2.5)\n"
                               "ball create id 3 radius 1 position (0, 0, 0)\n"
                               "ball create id 7 radius 1 position (0.5, 1.5, 0)\n";
static const char model_2d[] = "model domain extent -10 10\n"
                               "contact cmat default model linear property kn 1e6 ks 1e6 fric 0.5\n"
                               "wall create id 1 vertices (-5, -0.75) (5, -0.75)\n"
                               "wall attribute inertia 2.5\n"
                               "ball create id 3 radius 1 position (0, 0)\n"
                               "ball create id 7 radius 1 position (1.5, 1)\n";
static const char moving[] =
    "model orientation-tracking on\n"
    "ball attribute density 1000 damp 0.25 velocity-x 1 spin-z 2 "
    "force-applied-y 3 moment-applied-z 4\n"
    "wall attribute velocity-x 0.5 spin-z 0.25 velocity-conveyor-x 1\n"
    "wall attribute mass 5 damp 0.125 force-applied-x 6 moment-applied-z 7\n"
    "model gravity 10\n"
    "model mechanical timestep fix 1e-5\n"
    "history interval 1\n";

static scr_buf printed;
static void keep(void *user, const char *text) { SCR_UNUSED(user), scr_buf_puts(&printed, text); }

static bool does(scree *s, const char *command) {
  scr_buf_clear(&printed);
  return scree_command(s, command) == SCREE_OK;
}

static void must(scree *s, const char *command) {
  if (!does(s, command)) fail_msg("%s\n%s", command, scree_message(s));
}

static scree *model(int dim) {
  scree_options o = SCREE_OPTIONS;
  o.dim = dim, o.threads = 1, o.out = "/tmp";
  scree *s = scree_new(&o);
  assert_non_null(s);
  scree_on_output(s, keep, NULL);
  must(s, dim == 3 ? model_3d : model_2d);
  must(s, moving);
  must(s, "model cycle 3\n");
  return s;
}

/* ---- one thing of each kind, and each quantity of it ---- */

typedef struct thing {
  scree_kind kind;
  const char *word, *which, *found; /* "ball", the words that name it, the expression of FISH */
  const scr_quantity *quantity;
} thing;
static const thing things[] = {
    {SCREE_BALL, "ball", "id 3", "ball.find(3)", scr_ball_quantity},
    {SCREE_WALL, "wall", "id 1", "wall.find(1)", scr_wall_quantity},
    {SCREE_CONTACT, "contact", "id 1", "contact.find('ball-ball',1)", scr_contact_quantity}};

enum { MOST = 32 };
/* The values of all there are; those of the first come first. */
static int values(scree *s, const thing *t, const scr_quantity *q, double v[MOST]) {
  const int comps = scree_components(s, t->kind, q->name);
  assert_int_equal(comps, scr_quantity_comps(q, scree_dim(s)));
  if (scree_get(s, t->kind, q->name, v, MOST) != SCREE_OK) fail_msg("%s", scree_message(s));
  return comps;
}

/* An orientation is one angle in 2D and three in 3D, which are two quantities. */
static bool is_there(int dim, const scr_quantity *q) {
  return !(q->flags & SCR_Q_ANGLE) || (q->form == SCR_SCALAR) == (dim == 2);
}

static void format(scr_buf *out, const double *v, int n) {
  char text[32];
  if (n > 1) scr_buf_puts(out, "(");
  for (int k = 0; k < n; k++) {
    scr_format_real(text, v[k], false);
    scr_buf_printf(out, "%s%s", k ? "," : "", text);
  }
  if (n > 1) scr_buf_puts(out, ")");
}

static void same(const thing *t, const scr_quantity *q, const char *reader, double got,
                 double want) {
  if (memcmp(&got, &want, sizeof got) != 0)
    fail_msg("%s of %s %s: %.17g, expected %.17g", q->name, t->word, reader, got, want);
}

static double number(scree *s, const char *expression) {
  double x = NAN;
  scr_buf b = {0};
  scr_buf_printf(&b, "[x = %s]\n", expression);
  must(s, b.s);
  assert_int_equal(scree_symbol(s, "x", &x), SCREE_OK);
  scr_buf_free(&b);
  return x;
}

/* ---- readers ---- */

/* Its components are functions of their own: "-xx" is ball.stress.xx. */
static void in_fish_tensor(scree *s, const thing *t, const scr_quantity *q, const double *v) {
  for (int k = 0; k < scr_quantity_comps(q, scree_dim(s)); k++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "%s.%s.%s(%s)", t->word, q->name, scr_quantity_part(q, scree_dim(s), k) + 1,
                   t->found);
    same(t, q, "in FISH", number(s, b.s), v[k]);
    scr_buf_free(&b);
  }
}

static void in_fish(scree *s, const thing *t, const scr_quantity *q) {
  double v[MOST];
  const int n = values(s, t, q, v);
  if (q->form == SCR_TENSOR) {
    in_fish_tensor(s, t, q, v);
    return;
  }
  if (!q->fish) {
    /* PFC has no names for these, or the function gives an integer, or one component at a time */
    assert_true(strcmp(q->name, "velocity-conveyor") == 0 || strcmp(q->name, "fragment") == 0 ||
                strcmp(q->name, "force-servo") == 0 || strncmp(q->name, "free", 4) == 0 ||
                t->kind == SCREE_CONTACT);
    return;
  }
  for (int k = 0; k < n; k++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "%s%s(%s)", q->fish, n > 1 ? (const char *[]){".x", ".y", ".z"}[k] : "",
                   t->found);
    same(t, q, "in FISH", number(s, b.s), v[k]);
    scr_buf_free(&b);
  }
}

static void in_list(scree *s, const thing *t, const scr_quantity *q) {
  scr_buf line = {0}, head = {0}, value = {0};
  double v[MOST];
  format(&value, v, values(s, t, q, v));
  scr_buf_printf(&line, "%s list %s range id %d\n", t->word, q->name,
                 t->kind == SCREE_BALL ? 3 : 1);
  scr_buf_printf(&head, *q->unit ? "%s (%s)\n" : "%s\n", q->name, q->unit);
  must(s, line.s);
  if (!strstr(printed.s, head.s) || !strstr(printed.s, value.s))
    fail_msg("%s%s: no '%s'", line.s, printed.s, value.s);
  scr_buf_free(&line);
  scr_buf_free(&head);
  scr_buf_free(&value);
}

static void record(scree *s, const thing *t, const scr_quantity *q) {
  for (int k = 0; k < scr_quantity_comps(q, scree_dim(s)); k++) {
    const char *part = q->form == SCR_SCALAR ? "" : scr_quantity_part(q, scree_dim(s), k);
    scr_buf b = {0};
    scr_buf_printf(&b, "%s history name '%s %s%d' %s%s %s\n", t->word, t->word, q->name, k, q->name,
                   part, t->which);
    must(s, b.s);
    scr_buf_free(&b);
  }
}

/* The sample of the cycle that was run, and the value now. */
static void in_history(scree *s, const thing *t, const scr_quantity *q) {
  double v[MOST];
  const int n = values(s, t, q, v);
  for (int k = 0; k < n; k++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "history export '%s %s%d' table 't' truncate\n", t->word, q->name, k);
    must(s, b.s);
    same(t, q, "in a history", number(s, "table.y('t',1)"), v[k]);
    scr_buf_free(&b);
  }
}

static void in_interface(scree *s, const thing *t, const scr_quantity *q) {
  double v[MOST], now[MOST];
  const int n = values(s, t, q, v);
  const size_t all = scree_count(s, t->kind) * (size_t)n;
  const scree_status status = scree_set(s, t->kind, q->name, v, all);
  assert_int_equal(status, scr_quantity_settable(q) ? SCREE_OK : SCREE_ERROR_USE);
  values(s, t, q, now);
  for (int k = 0; k < n; k++) assert_true(fabs(now[k] - v[k]) <= 1e-12 * (1 + fabs(v[k])));
}

/* A value that each may have; 1 beside the interval, if it has a bound. */
static const double fine[SCR_MOST_COMPS] = {0.25, 0.5, 0.75};

static bool set(scree *s, const thing *t, const scr_quantity *q, const double *v) {
  scr_buf b = {0};
  scr_buf_printf(&b, "%s attribute %s ", t->word, q->name);
  format(&b, v, scr_quantity_comps(q, scree_dim(s)));
  scr_buf_puts(&b, "\n");
  const bool ok = does(s, b.s);
  scr_buf_free(&b);
  return ok;
}

static bool assign(scree *s, const thing *t, const scr_quantity *q, const double *v) {
  scr_buf b = {0};
  const int n = scr_quantity_comps(q, scree_dim(s));
  scr_buf_printf(&b, "[%s(%s) = %s", q->fish, t->found, n > 1 ? "vector" : "");
  format(&b, v, n);
  scr_buf_puts(&b, "]\n");
  const bool ok = does(s, b.s);
  scr_buf_free(&b);
  return ok;
}

static void in_attribute(scree *s, const thing *t, const scr_quantity *q) {
  double v[MOST];
  const bool settable = scr_quantity_settable(q);
  assert_int_equal(set(s, t, q, fine), settable);
  if (settable)
    for (int k = 0, n = values(s, t, q, v); k < n; k++) assert_true(fabs(v[k] - fine[k]) < 1e-12);
  if (q->fish) assert_int_equal(assign(s, t, q, fine), settable);
  if (!strpbrk(q->assigned, "([")) return;
  const double wrong = -1;
  assert_false(set(s, t, q, &wrong));
  assert_non_null(strstr(scree_message(s), q->name));
  if (q->fish) assert_false(assign(s, t, q, &wrong));
  assert_int_equal(
      scree_set(s, t->kind, q->name, (double[]){wrong, wrong}, scree_count(s, t->kind)),
      SCREE_ERROR_DATA);
}

/* ---- tests ---- */

typedef void (*reader)(scree *s, const thing *t, const scr_quantity *q);

/* Asks a reader for each quantity of the things from `first` on; how many those were. */
static int ask_things(scree *s, size_t first, size_t count, reader ask) {
  int n = 0;
  for (size_t k = first; k < first + count; k++)
    for (const scr_quantity *q = things[k].quantity; q->name; q++)
      if (is_there(scree_dim(s), q)) ask(s, &things[k], q), n++;
  return n;
}

static void balls_and_walls(void **state) {
  SCR_UNUSED(state);
  static const reader readers[] = {in_fish, in_list, in_history, in_interface, in_attribute};
  for (int dim = 2; dim <= 3; dim++) {
    scree *s = model(dim);
    ask_things(s, 0, 2, record);
    must(s, "model cycle 1\n");
    for (size_t k = 0; k < SCR_COUNTOF(readers); k++)
      assert_int_equal(ask_things(s, 0, 2, readers[k]),
                       SCR_BALL_QUANTITIES + SCR_WALL_QUANTITIES - 2);
    scree_free(s);
  }
}

/* Histories offer the first ones (SCR_CONTACT_ROWS_RECORDED), the position and the normal. */
static void each_recorded(scree *s, reader ask) {
  for (int q = 0; q <= SCR_Q_CONTACT_NORMAL; q++) ask(s, &things[2], &scr_contact_quantity[q]);
}

static bool has_help(const char *name) {
  const size_t n = strlen(name);
  for (const scr_word_row *r = scr_contact_history_words; r->word; r++)
    if (strncmp(r->word, name, n) == 0 && (!r->word[n] || strchr("[-", r->word[n]))) return true;
  return false;
}

static void contacts(void **state) {
  SCR_UNUSED(state);
  static const char *const listed[] = {"force", "gap", "normal"};
  for (int dim = 2; dim <= 3; dim++) {
    scree *s = model(dim);
    assert_true(scree_count(s, SCREE_CONTACT) >= 2);
    each_recorded(s, record);
    must(s, "model cycle 1\n");
    each_recorded(s, in_history);
    assert_int_equal(ask_things(s, 2, 1, in_fish), SCR_CONTACT_QUANTITIES);
    for (size_t k = 0; k < SCR_COUNTOF(listed); k++) {
      const int q = scr_quantity_find(scr_contact_quantity, listed[k]);
      assert_true(q >= 0);
      in_list(s, &things[2], &scr_contact_quantity[q]);
    }
    for (int q = 0; q <= SCR_Q_CONTACT_NORMAL; q++)
      if (!has_help(scr_contact_quantity[q].name)) fail_msg("%s", scr_contact_quantity[q].name);
    scree_free(s);
  }
}

/* What a row of the table says of itself. */
static void rows(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(things); k++)
    for (const scr_quantity *q = things[k].quantity; q->name; q++) {
      const scr_column *col = k == 0 ? scr_ball_column : scr_wall_column;
      assert_true(*q->name && *q->doc && q->unit && q->assigned);
      assert_int_equal(scr_quantity_find(things[k].quantity, q->name),
                       q - things[k].quantity); /* no name stands twice */
      if (q->column >= 0) assert_string_equal(col[q->column].name, q->name);
      if (k < 2) assert_true(q->column >= 0 || (q->get && (!*q->assigned || q->put)));
      if (k == 2) assert_true(q->column < 0 && q->of_contact && !*q->assigned);
    }
}

static int free_printed(void **state) {
  SCR_UNUSED(state);
  scr_buf_free(&printed);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows), cmocka_unit_test(balls_and_walls),
                                     cmocka_unit_test(contacts)};
  return cmocka_run_group_tests(tests, NULL, free_printed);
}
