/* Save files name their columns: what a program does not know it leaves out and says so, what a
 * file does not hold is as in new rows, and the order does not matter. */
#define _GNU_SOURCE /* memmem */
#include "../base/test.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/session_kept.h"
#include "io/save_layout.h"
#include "io/save_world.h"
#include "io/savefile.h"

static const char scene[] =
    "model domain extent -5 5 condition periodic\n"
    "contact cmat default model linear property kn 1e5 ks 5e4 fric 0.3 dp_nratio 0.1\n"
    "wall generate id 2 plane position (0, 0, -1)\n"
    "wall attribute cutoff-angle 30 position (0, 0.5, -1) rotation-center (1, 2, 3)\n"
    "ball create id 4 radius 0.5 position (0, 0, -0.55)\n"
    "ball create id 9 radius 0.5 position (0.9, 0, -0.55)\n"
    "ball attribute density 1000 damp 0.2 velocity-x 0.1 force-applied-y 2 displacement (1, 2, 3)\n"
    "ball group 'low' range id 4\n"
    "ball property 'fric' 0.5 range id 9\n"
    "contact group 'first'\n"
    "model gravity 10\n"
    "model mechanical timestep fix 1e-4\n"
    "model energy mechanical on\n"
    "model orientation-tracking on\n"
    "model cycle 20\n"
    "contact group 'late'\n";

/* ---- sessions and images ---- */

static scr_buf told; /* warnings */
static void tell(void *user, const scr_message *m) {
  SCR_UNUSED(user);
  scr_buf_printf(&told, "%s\n", m->text);
}

static scr_session *session(bool strict) {
  scr_session *s =
      scr_session_new(&(scr_options){.threads = 1, .quiet = true, .strict = strict, .dialect = -1});
  s->diag.sink = tell;
  scr_buf_clear(&told);
  return s;
}

static void run(scr_session *s, const char *text) {
  if (!scr_session_text(s, "test", text, SCR_MODERN)) fail_msg("%s", s->diag.error.text);
}

static scr_buf image_of(scr_session *s) {
  scr_buf image = {0};
  assert_true(scr_session_save_image(s, &image));
  return image;
}

static scr_buf saved_scene(void) {
  scr_session *s = session(false);
  run(s, scene);
  scr_buf image = image_of(s);
  scr_session_free(s);
  return image;
}

/* Changes the content of one section. */
typedef void (*change)(scr_buf *content, const void *what);

static scr_buf changed(const scr_buf *image, const char *section, change f, const void *what) {
  scr_savefile in;
  scr_diag d = {0};
  scr_buf out = {0};
  assert_true(scr_savefile_parse(&in, &d, "x.sav", image->s, image->n));
  scr_saveout *o = scr_saveout_memory(&d, &out);
  for (size_t k = 0; k < in.n; k++) {
    scr_buf content = {0}, *to = scr_saveout_begin(o, in.section[k].name);
    scr_buf_put(&content, (const char *)in.section[k].data, in.section[k].size);
    if (strcmp(in.section[k].name, section) == 0) f(&content, what);
    scr_buf_put(to, content.s, content.n);
    scr_buf_free(&content);
    scr_saveout_end(o);
  }
  assert_true(scr_saveout_close(o, true));
  scr_savefile_free(&in);
  return out;
}

/* The image, which is freed, with a change. */
static void also(scr_buf *image, const char *section, change f, const void *what) {
  scr_buf next = changed(image, section, f, what);
  scr_buf_free(image);
  *image = next;
}

static bool restored(scr_session *s, const scr_buf *image) {
  return scr_session_restore_image(s, "x.sav", image->s, image->n);
}

static void must_be_restored(scr_session *s, const scr_buf *image) {
  if (!restored(s, image)) fail_msg("%s", s->diag.error.text);
}

static void must_be_refused(const scr_buf *image, const char *part) {
  scr_session *s = session(false);
  run(s, scene);
  scr_buf before = image_of(s);
  assert_false(restored(s, image));
  if (!strstr(s->diag.error.text, part)) fail_msg("'%s' is not in '%s'", part, s->diag.error.text);
  scr_diag_clear(&s->diag);
  scr_buf after = image_of(s);
  assert_int_equal(before.n, after.n);
  assert_memory_equal(before.s, after.s, before.n);
  scr_buf_free(&before);
  scr_buf_free(&after);
  scr_session_free(s);
}

static void must_save_as(scr_session *s, const scr_buf *image) {
  scr_buf now = image_of(s);
  assert_int_equal(now.n, image->n);
  assert_memory_equal(now.s, image->s, now.n);
  scr_buf_free(&now);
}

/* ---- columns within a section ---- */

typedef struct column {
  const char *name;
  scr_ctype type;
  int comps;
} column;

static void put_head(scr_buf *b, const column *c) {
  scr_put_text(b, c->name);
  scr_put_u8(b, (uint8_t)c->type);
  scr_put_u8(b, (uint8_t)c->comps);
}

static uint64_t rows_of(const scr_buf *b) {
  uint64_t n;
  scr_copy_le(&n, b->s, sizeof n);
  return n;
}

/* Head and values, which count up. */
static scr_buf bytes_of(const column *c, uint64_t rows) {
  scr_buf b = {0};
  put_head(&b, c);
  const size_t n = rows * (size_t)c->comps * scr_ctype_size(c->type);
  for (size_t k = 0; k < n; k++) scr_put_u8(&b, (uint8_t)k);
  return b;
}

static void insert(scr_buf *b, size_t at, const scr_buf *what) {
  scr_buf out = {0};
  scr_buf_put(&out, b->s, at);
  scr_buf_put(&out, what->s, what->n);
  scr_buf_put(&out, b->s + at, b->n - at);
  scr_buf_free(b);
  *b = out;
}

/* Where a column begins, and how long it is. */
static size_t place_of(const scr_buf *b, const column *c, size_t *length) {
  scr_buf head = {0};
  put_head(&head, c);
  const char *at = memmem(b->s, b->n, head.s, head.n);
  if (!at) fail_msg("there is no column '%s'", c->name);
  *length = head.n + rows_of(b) * (size_t)c->comps * scr_ctype_size(c->type);
  scr_buf_free(&head);
  return (size_t)(at - b->s);
}

static void drop(scr_buf *b, const void *what) {
  size_t length, at = place_of(b, what, &length);
  memmove(b->s + at, b->s + at + length, b->n - at - length);
  b->n -= length;
}

enum { FIRST = sizeof(uint64_t) }; /* after the number of rows */

static void add_first(scr_buf *b, const void *what) {
  scr_buf bytes = bytes_of(what, rows_of(b));
  insert(b, FIRST, &bytes);
  scr_buf_free(&bytes);
}

static void add_last(scr_buf *b, const void *what) {
  scr_buf bytes = bytes_of(what, rows_of(b));
  insert(b, b->n, &bytes);
  scr_buf_free(&bytes);
}

static void move_last(scr_buf *b, const void *what) {
  size_t length, at = place_of(b, what, &length);
  scr_buf bytes = {0};
  scr_buf_put(&bytes, b->s + at, length);
  drop(b, what);
  insert(b, b->n, &bytes);
  scr_buf_free(&bytes);
}

static void repeat(scr_buf *b, const void *what) {
  size_t length, at = place_of(b, what, &length);
  scr_buf bytes = {0};
  scr_buf_put(&bytes, b->s + at, length);
  insert(b, b->n, &bytes);
  scr_buf_free(&bytes);
}

/* Two numbered columns, with their number before them. */
static void add_family(scr_buf *b, const void *what) {
  scr_put_u32(b, 2);
  add_last(b, what);
  add_last(b, what);
}

static void other_type(scr_buf *b, const void *what) {
  const column *c = what, narrow = {c->name, SCR_C_U8, c->comps};
  drop(b, what);
  add_last(b, &narrow);
}

/* ---- single values ---- */

static void add_field(scr_buf *b, const void *what) {
  uint32_t n;
  scr_copy_le(&n, b->s, sizeof n);
  n++;
  scr_copy_le(b->s, &n, sizeof n);
  scr_put_text(b, what);
  scr_put_u8(b, SCR_F_F64);
  scr_put_u8(b, 3);
  for (int k = 0; k < 3; k++) scr_put_f64(b, 0.5);
}

static void drop_field(scr_buf *b, const void *what) {
  static const size_t size[] = {8, 4, 4, 8, 1, 1};
  uint32_t n, length = (uint32_t)strlen(what);
  scr_copy_le(&n, b->s, sizeof n);
  n--;
  scr_copy_le(b->s, &n, sizeof n);
  scr_buf head = {0};
  scr_put_text(&head, what);
  char *at = memmem(b->s, b->n, head.s, head.n);
  assert_non_null(at);
  const size_t all = 4 + length + 2 + size[(int)at[4 + length]] * (size_t)at[4 + length + 1];
  memmove(at, at + all, b->n - (size_t)(at - b->s) - all);
  b->n -= all;
  scr_buf_free(&head);
}

/* ---- tests ---- */

static const column colour = {"colour", SCR_C_F64, 2}, mark = {"mark", SCR_C_U8, 1},
                    x = {"x", SCR_C_F64, 1}, groups = {"groups", SCR_C_U32, 1};

static void unknown_ones_are_left_out(void **state) {
  SCR_UNUSED(state);
  scr_buf plain = saved_scene(), image = saved_scene();
  also(&image, "ball", add_first, &colour);
  also(&image, "ball", add_last, &mark);
  also(&image, "wall", add_first, &mark);
  also(&image, "facet", add_last, &x);
  also(&image, "vertex", add_first, &x);
  also(&image, "ball-ball", add_first, &mark);
  also(&image, "ball-ball", add_first, &x);
  also(&image, "ball-ball", add_family, &colour);
  also(&image, "ball-facet", add_last, &x);
  also(&image, "model", add_field, "wind");
  scr_session *s = session(false);
  must_be_restored(s, &image);
  assert_string_equal(told.s,
                      "'x.sav' holds what this program does not know and leaves out: 'wind' of "
                      "'model', 'mark' of 'wall', 'x' of 'vertex', 'x' of 'facet', 'colour' of "
                      "'ball', 'mark' of 'ball', 'x' of 'ball-ball', 'mark' of 'ball-ball', "
                      "'colour' of 'ball-ball', 'x' of 'ball-facet'\n");
  must_save_as(s, &plain);
  run(s, "model cycle 5\n");
  scr_session_free(s);
  scr_buf_free(&image);
  scr_buf_free(&plain);
}

/* Nothing is said where nothing is left out, and there is an end to what is said. */
static void how_much_is_told(void **state) {
  SCR_UNUSED(state);
  scr_buf image = saved_scene();
  scr_session *s = session(false);
  must_be_restored(s, &image);
  assert_int_equal(told.n, 0);
  for (int k = 0; k < 200; k++) also(&image, "ball", add_last, &colour);
  must_be_restored(s, &image);
  assert_true(told.n < 1200);
  assert_non_null(strstr(told.s, "and more"));
  scr_session_free(s);
  scr_buf_free(&image);
}

/* Under --strict the session stays what it was. */
static void a_warning_may_be_an_error(void **state) {
  SCR_UNUSED(state);
  scr_buf plain = saved_scene(), image = saved_scene();
  also(&image, "ball", add_last, &colour);
  scr_session *s = session(true);
  must_be_restored(s, &plain);
  run(s, "ball delete\n");
  scr_buf before = image_of(s);
  assert_false(restored(s, &image));
  assert_non_null(strstr(s->diag.error.text, "'colour' of 'ball'"));
  scr_diag_clear(&s->diag);
  must_save_as(s, &before);
  scr_session_free(s);
  scr_buf_free(&before);
  scr_buf_free(&image);
  scr_buf_free(&plain);
}

static double value(scr_session *s, const char *expression) {
  scr_buf b = {0};
  scr_val v;
  double f = NAN;
  scr_buf_printf(&b, "[v = %s]\n", expression);
  run(s, b.s);
  assert_true(scr_fish_lookup(s->fish, NULL, "v", &v) && scr_val_number(&v, &f));
  scr_buf_free(&b);
  return f;
}

/* One that is not there is what it is in a new row: zero, a number, the value of another column. */
static void missing_ones_are_as_in_new_rows(void **state) {
  SCR_UNUSED(state);
  static const column ball[] = {{"damp", SCR_C_F64, 1},   {"velocity", SCR_C_F64, 3},
                                {"x-ref", SCR_C_F64, 3},  {"force-applied", SCR_C_F64, 3},
                                {"groups", SCR_C_U32, 1}, {"surface", SCR_C_U32, 1},
                                {"image", SCR_C_I32, 3}};
  static const column wall[] = {
      {"cutoff-angle", SCR_C_F64, 1}, {"x-ref", SCR_C_F64, 3}, {"rotation-center", SCR_C_F64, 3}};
  scr_buf image = saved_scene();
  for (size_t k = 0; k < SCR_COUNTOF(ball); k++) also(&image, "ball", drop, &ball[k]);
  for (size_t k = 0; k < SCR_COUNTOF(wall); k++) also(&image, "wall", drop, &wall[k]);
  also(&image, "ball-ball", drop, &groups);
  also(&image, "model", drop_field, "gravity");
  scr_session *s = session(false);
  must_be_restored(s, &image);
  assert_int_equal(told.n, 0);
  assert_true(value(s, "ball.damp(ball.find(4))") == 0);
  assert_true(value(s, "math.mag(ball.vel(ball.find(4)))") == 0);
  assert_true(value(s, "math.mag(ball.force.app(ball.find(4)))") == 0);
  assert_true(value(s, "math.mag(ball.disp(ball.find(9)))") == 0);
  assert_true(value(s, "ball.density(ball.find(9))") == 1000); /* the others are there */
  assert_true(value(s, "wall.cutoff(wall.find(2))") == 20);
  assert_true(value(s, "math.mag(wall.disp(wall.find(2)))") == 0);
  assert_true(value(s, "math.mag(wall.rotation.center(wall.find(2)) - wall.pos(wall.find(2)))") ==
              0);
  assert_true(value(s, "global.gravity.z") == 0);
  run(s, "[g = contact.group(contact.find('ball-ball',1)) + ball.group(ball.find(4))]\n"
         "[h = contact.group(contact.find('ball-facet',1))]\n");
  scr_val v;
  assert_true(scr_fish_lookup(s->fish, NULL, "g", &v));
  assert_string_equal(scr_val_cstr(&v, NULL), "NoneNone");
  assert_true(scr_fish_lookup(s->fish, NULL, "h", &v));
  assert_string_equal(scr_val_cstr(&v, NULL), "late");
  run(s, "model cycle 5\n");
  scr_session_free(s);
  scr_buf_free(&image);
}

/* Those without which there is no ball, wall or contact. */
static void needed_ones(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const scr_column *col;
    int n;
  } table[SCR_SAVE_TABLES] = {[SCR_T_WALL] = {scr_wall_column, SCR_WALL_NCOL},
                              [SCR_T_VERTEX] = {scr_vertex_column, SCR_VERTEX_NCOL},
                              [SCR_T_FACET] = {scr_facet_column, SCR_FACET_NCOL},
                              [SCR_T_BALL] = {scr_ball_column, SCR_BALL_NCOL}};
  scr_buf plain = saved_scene();
  int refused = 0;
  for (int t = 0; t < SCR_SAVE_TABLES; t++)
    for (int k = 0; k < table[t].n; k++) {
      const scr_column *c = &table[t].col[k];
      if (!(c->flags & SCR_COL_NEEDED)) continue;
      const column which = {c->name, c->type, c->comps};
      scr_buf image = changed(&plain, scr_save_table_name[t], drop, &which), message = {0};
      scr_buf_printf(&message, "section '%s': it has no column '%s'", scr_save_table_name[t],
                     c->name);
      must_be_refused(&image, message.s);
      refused++;
      scr_buf_free(&message);
      scr_buf_free(&image);
    }
  for (int k = 0; k < SCR_SAVE_PAIRS; k++) {
    if (!scr_save_pair_column[k].needed) continue;
    const column which = {scr_save_pair_column[k].name, scr_save_pair_column[k].type, 1};
    scr_buf image = changed(&plain, "ball-facet", drop, &which);
    must_be_refused(&image, "it has no column");
    refused++;
    scr_buf_free(&image);
  }
  assert_int_equal(refused, 3 + 3 + 3 + 3 + 7);
  scr_buf image = changed(&plain, "model", drop_field, "dim");
  must_be_refused(&image, "dimension");
  scr_buf_free(&image);
  scr_buf_free(&plain);
}

static void order_does_not_matter(void **state) {
  SCR_UNUSED(state);
  static const column first[] = {
      {"id", SCR_C_U32, 1}, {"position", SCR_C_F64, 3}, {"groups", SCR_C_U32, 1}};
  static const column pair[] = {
      {"id", SCR_C_U32, 1}, {"end-2", SCR_C_U32, 1}, {"law", SCR_C_U8, 1}};
  scr_buf plain = saved_scene(), image = saved_scene();
  for (size_t k = 0; k < SCR_COUNTOF(first); k++) also(&image, "ball", move_last, &first[k]);
  for (size_t k = 0; k < SCR_COUNTOF(first); k++) also(&image, "wall", move_last, &first[k]);
  for (size_t k = 0; k < SCR_COUNTOF(pair); k++) also(&image, "ball-ball", move_last, &pair[k]);
  for (size_t k = 0; k < SCR_COUNTOF(pair); k++) also(&image, "ball-facet", move_last, &pair[k]);
  assert_memory_not_equal(image.s, plain.s, plain.n);
  scr_session *s = session(false);
  must_be_restored(s, &image);
  assert_int_equal(told.n, 0);
  must_save_as(s, &plain);
  scr_session_free(s);
  scr_buf_free(&image);
  scr_buf_free(&plain);
}

static void what_cannot_be(void **state) {
  SCR_UNUSED(state);
  static const column damp = {"damp", SCR_C_F64, 1}, id = {"id", SCR_C_U32, 1},
                      blank = {"a b", SCR_C_U8, 1}, empty = {"", SCR_C_U8, 1},
                      none = {"none", SCR_C_U8, 0}, mass = {"mass", SCR_C_F64, 1},
                      state_ = {"state", SCR_C_F64, 1};
  static const struct {
    const char *section;
    change f;
    const void *what;
    const char *message;
  } row[] = {
      {"ball", repeat, &damp, "column 'damp' comes twice"},
      {"ball", other_type, &damp, "column 'damp' has another type"},
      {"ball-ball", repeat, &id, "contradict"},
      {"ball-ball", other_type, &id, "contradict"},
      {"ball-ball", add_family, &state_, "contradict"}, /* a second one */
      {"ball", add_last, &blank, "contradict"},
      {"ball", add_last, &empty, "contradict"},
      {"ball", add_last, &none, "contradict"},
      {"wall", add_last, &empty, "contradict"},
      {"model", add_field, "gravity", "contradict"},
  };
  scr_buf plain = saved_scene();
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_buf image = changed(&plain, row[k].section, row[k].f, row[k].what);
    must_be_refused(&image, row[k].message);
    scr_buf_free(&image);
  }
  /* what is computed is no saved column, whoever writes it */
  scr_buf image = changed(&plain, "ball", add_last, &mass);
  scr_session *s = session(false);
  must_be_restored(s, &image);
  assert_non_null(strstr(told.s, "'mass' of 'ball'"));
  must_save_as(s, &plain);
  scr_session_free(s);
  scr_buf_free(&image);
  scr_buf_free(&plain);
}

static int free_told(void **state) {
  SCR_UNUSED(state);
  scr_buf_free(&told);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unknown_ones_are_left_out),
      cmocka_unit_test(how_much_is_told),
      cmocka_unit_test(a_warning_may_be_an_error),
      cmocka_unit_test(missing_ones_are_as_in_new_rows),
      cmocka_unit_test(needed_ones),
      cmocka_unit_test(order_does_not_matter),
      cmocka_unit_test(what_cannot_be),
  };
  return cmocka_run_group_tests_name("columns", tests, NULL, free_told);
}
