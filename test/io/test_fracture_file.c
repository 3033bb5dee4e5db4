/* Files of fractures: what is wrong in them is told at its place; any text goes there and back. */
#include "base/test.h"

#include <string.h>
#include "base/mem.h"
#include "io/fracture_file.h"

typedef struct wrong {
  int dim;
  const char *text; /* behind the first line */
  int line, col;
  const char *message;
} wrong;

static const wrong wrongs[] = {
    {3, "SCREE FRACTURE 3D", 1, 7, "expected FRACTURES, found 'FRACTURE'"},
    {2, "SCREE FRACTURES 3D", 1, 17, "expected 2D, found '3D'"},
    {3, "SCREE FRACTURES 3D\n1 SEGMENT 0 0 1 0", 2, 3, "expected DISK or POLYGON, found 'SEGMENT'"},
    {2, "SCREE FRACTURES 2D\n1 DISK", 2, 3, "expected SEGMENT, found 'DISK'"},
    {3, "SCREE FRACTURES 3D\n0 DISK", 2, 1, "an id is a whole number, 1 or more"},
    {3, "SCREE FRACTURES 3D\n1 DISK 0 0 0 -1 0 0", 2, 14, "the diameter is 0 or more"},
    {3, "SCREE FRACTURES 3D\n1 DISK 0 0 0 1 91 0", 2, 16, "the dip is from 0 to 90"},
    {3, "SCREE FRACTURES 3D\n1 DISK 0 0 0 1 0 361", 2, 18, "the dip direction is from 0 to 360"},
    {2, "SCREE FRACTURES 2D\n1 SEGMENT 0 0 1 181", 2, 17, "the dip is from 0 to 180"},
    {3, "SCREE FRACTURES 3D\n1 POLYGON 2", 2, 11,
     "the number of corners is a whole number, 3 or more"},
    {3, "SCREE FRACTURES 3D\n1 POLYGON 3 0 0 0\n1 0 0 1", 3, 8,
     "expected a number at the end of the file"},
    {2, "SCREE FRACTURES 2D\n1 SEGMENT 0 0 1 0\nGROUP \"a", 3, 7,
     "the text has no second quote on its line"},
    {2, "SCREE FRACTURES 2D\n1 SEGMENT 0 0 1 0 GROUP", 2, 24,
     "expected the name of a group at the end of the file"},
    {2, "SCREE FRACTURES 2D\n1 SEGMENT 0 0 1 0 APERTURE -1", 2, 28, "the aperture is 0 or more"},
    {2, "SCREE FRACTURES 2D\n1 SEGMENT 0 0 1 0 DOMINANCE 1", 2, 19,
     "expected a number, found 'DOMINANCE'"},
};

static bool read(scr_diag *d, int dim, const char *text, scr_fracture_records *out) {
  scr_world *w = scr_world_new(dim);
  scr_source *src = scr_source_new("f.dat", NULL, text, strlen(text));
  const bool ok = scr_fractures_read(d, w, src, out);
  scr_source_drop(src);
  scr_world_free(w);
  return ok;
}

static void test_wrong(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(wrongs); k++) {
    scr_diag d = {0};
    scr_fracture_records r = {0};
    const wrong *x = &wrongs[k];
    if (read(&d, x->dim, x->text, &r)) fail_msg("'%s' is read", x->text);
    if (strcmp(d.error.text, x->message) != 0 || d.error.line != x->line || d.error.col != x->col)
      fail_msg("'%s': %d:%d %s", x->text, d.error.line, d.error.col, d.error.text);
    scr_fracture_records_free(&r);
    scr_diag_clear(&d);
  }
}

static const char odd[] = "a \"b\"\\n\n;\\";

static void props(void *user, uint32_t place, scr_buf *out) {
  SCR_UNUSED(user), SCR_UNUSED(place);
  scr_fracture_put_prop(out, odd, odd, true);
  scr_fracture_put_prop(out, "k", "1", false);
}

static void test_odd(void **state) {
  SCR_UNUSED(state);
  scr_diag d = {0};
  scr_buf b = {0};
  scr_fracture_records r = {0};
  scr_world *w = scr_world_new(2);
  uint32_t place;
  scr_fracture_spec s = {.dfn = scr_dfn_need(w, "a"), .size = 1};
  assert_true(scr_fracture_create(w, &d, &s, &place));
  scr_fractures_write(w, &place, 1, props, NULL, &b);
  assert_true(read(&d, 2, b.s, &r));
  assert_int_equal(r.n, 1);
  assert_int_equal(r.at[0].nprop, 2);
  assert_string_equal(r.at[0].prop[0].name, odd);
  assert_string_equal(r.at[0].prop[0].value, odd);
  assert_true(r.at[0].prop[0].text && !r.at[0].prop[1].text);
  scr_fracture_records_free(&r);
  scr_buf_free(&b);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_wrong), cmocka_unit_test(test_odd)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
