/* Walls from files and to files: what is mended, what is refused, and that a refused file changes
 * nothing. */
#include "../base/test.h"

#include <stdlib.h>
#include <unistd.h>
#include "base/mem.h"
#include "cmd/session_kept.h"

static char dir[64];
static scr_buf said;

static bool keep(void *user, const char *text) {
  SCR_UNUSED(user);
  scr_buf_puts(&said, text);
  return true;
}

static scr_session *session(bool strict) {
  scr_options options = {.dim = 3, .threads = 1, .dialect = -1, .out = dir, .strict = strict};
  scr_session *s = scr_session_new(&options);
  s->print = keep;
  scr_buf_clear(&said);
  assert_true(scr_session_text(s, "test", "model domain extent -2 2", SCR_MODERN));
  return s;
}

static bool run(scr_session *s, const char *text) {
  return scr_session_text(s, "test", text, SCR_MODERN);
}

static void put(const char *name, const char *text, size_t n) {
  scr_buf path = {0};
  scr_buf_printf(&path, "%s/%s", dir, name);
  FILE *f = fopen(path.s, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, n, f), n);
  fclose(f);
  scr_buf_free(&path);
}

/* Facets by their corners: 0 origin, 1 to 3 ends of the axes, 4 the middle of 1 and 2, 5 (1,1,1).
 */
static void put_text(const char *name, const char *facets) {
  static const char *const place[] = {"0 0 0", "1 0 0", "0 1 0", "0 0 1", "0.5 0.5 0", "1 1 1"};
  scr_buf b = {0};
  scr_buf_puts(&b, "solid t\n");
  for (const char *p = facets; *p; p += 3 + (p[3] == ' ')) {
    scr_buf_puts(&b, "facet normal 0 0 0\nouter loop\n");
    for (int k = 0; k < 3; k++) scr_buf_printf(&b, "vertex %s\n", place[p[k] - '0']);
    scr_buf_puts(&b, "endloop\nendfacet\n");
  }
  scr_buf_puts(&b, "endsolid t\n");
  put(name, b.s, b.n);
  scr_buf_free(&b);
}

static void there_and_back(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(true);
  assert_true(run(
      s,
      "wall generate id 4 sphere radius 0.7 position (0.1,0.2,0.3) resolution 0.6\n"
      "wall generate box -1 1\nwall export 'a' range id 4\nwall export 'b' text range id 4\n"
      "wall import filename 'a' id 20 name 'one' group 'g'\nwall import filename \"B.STL\" id 21\n"
      "wall list mesh range id 20\n"));
  scr_world *w = s->lib.world;
  scr_shape shape[3] = {{0}};
  for (uint32_t k = 0; k < 3; k++) {
    uint32_t row = scr_wall_find(w, k ? 19 + k : 4);
    scr_walls_shape(w, &row, 1, &shape[k]);
    assert_int_equal(shape[k].nf, shape[0].nf);
    for (size_t i = 0; i < 3 * (size_t)shape[0].nf; i++)
      for (size_t c = 0; c < 3; c++) {
        double x = shape[0].x[3 * (size_t)shape[0].facet[i] + c],
               got = shape[k].x[3 * (size_t)shape[k].facet[i] + c];
        assert_true(got == (k == 1 ? (double)(float)x : x));
      }
  }
  for (int k = 0; k < 3; k++) scr_shape_free(&shape[k]);
  assert_string_equal(said.s, "a.stl: 320 facets, 162 vertices, 0 degenerate, 0 duplicate, 0 open "
                              "edges, 0 edges of more than two "
                              "facets, 0 inverted; closed\n"
                              "B.STL: 320 facets, 162 vertices, 0 degenerate, 0 duplicate, 0 open "
                              "edges, 0 edges of more than two "
                              "facets, 0 inverted; closed\n"
                              "wall  name  facets  vertices  degenerate  duplicate  open edges  "
                              "crowded edges  inverted  closed\n"
                              "20    one   320     162       0           0          0           0  "
                              "            0         yes\n");
  scr_session_free(s);
}

static void mended(void **state) {
  SCR_UNUSED(state);
  put_text("mend.stl", "021 013 032 123 132 011 124 021"); /* a tetrahedron; 1 3 2 and 0 2 1 again,
                                                              0 1 1 and 1 2 4 flat */
  put_text("turned.stl", "021 031 032 123");               /* one facet turned */
  scr_session *s = session(false);
  assert_true(run(s, "wall import filename 'mend'\nwall import filename 'turned'"));
  assert_int_equal(s->diag.warnings, 3); /* without area, repeated; turned */
  assert_int_equal(s->lib.world->facet.n, 8);
  assert_int_equal(s->lib.world->vertex.n, 8);
  assert_string_equal(said.s, "mend.stl: 8 facets, 5 vertices, 2 degenerate, 2 duplicate, 0 open "
                              "edges, 0 edges of more than two "
                              "facets, 0 inverted; closed\n"
                              "turned.stl: 4 facets, 4 vertices, 0 degenerate, 0 duplicate, 0 open "
                              "edges, 0 edges of more than two "
                              "facets, 1 inverted; closed\n");
  scr_session_free(s);
  s = session(true); /* warnings are errors: nothing is made */
  assert_false(run(s, "wall import filename 'turned'"));
  assert_int_equal(s->lib.world->wall.n, 0);
  scr_session_free(s);
}

static void refused(void **state) {
  SCR_UNUSED(state);
  static const char
      junk[] = "solid t\nfacet normal 0 0 1\nouter lop\n",
      none[] = "solid t\nfacet normal 0 0 1\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"
               "vertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid t\n";
  char cut[84 + 70] = "binary";
  cut[80] = 2;
  put("junk.stl", junk, sizeof junk - 1);
  put("none.stl", none, sizeof none - 1);
  put("cut.stl", cut, sizeof cut);
  put_text("crowd.stl", "123 125 120");
  put_text("flat.stl", "011 124");
  static const struct {
    const char *name, *text;
    int line, col;
  } row[] = {
      {"junk", "expected loop, found 'lop'", 3, 7},
      {"none", "expected outer, found 'facet'", 3, 1},
      {"cut", "'cut.stl' ends at byte 154, but 2 facets, as byte 80 says, need 184 bytes", 1, 22},
      {"crowd", "'crowd.stl' is no surface: 1 edge belongs to more than two facets", 1, 22},
      {"flat", "no facet of 'flat.stl' has an area", 1, 22},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_session *s = session(false);
    scr_buf line = {0};
    scr_buf_printf(&line, "wall import filename %s id 7 group 'g'", row[k].name);
    assert_false(run(s, line.s));
    assert_string_equal(s->diag.error.text, row[k].text);
    assert_int_equal(s->diag.error.line, row[k].line);
    assert_int_equal(s->diag.error.col, row[k].col);
    assert_int_equal(s->lib.world->wall.n + s->lib.world->facet.n + s->lib.world->vertex.n, 0);
    scr_buf_free(&line);
    scr_session_free(s);
  }
}

int main(void) {
  snprintf(dir, sizeof dir, "/tmp/test_walls_XXXXXX");
  assert_non_null(mkdtemp(dir));
  const struct CMUnitTest tests[] = {cmocka_unit_test(there_and_back), cmocka_unit_test(mended),
                                     cmocka_unit_test(refused)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  static const char *const file[] = {"a.stl",    "b.stl",   "mend.stl",  "turned.stl", "junk.stl",
                                     "none.stl", "cut.stl", "crowd.stl", "flat.stl"};
  for (size_t k = 0; k < SCR_COUNTOF(file); k++) {
    scr_buf path = {0};
    scr_buf_printf(&path, "%s/%s", dir, file[k]);
    unlink(path.s);
    scr_buf_free(&path);
  }
  rmdir(dir);
  scr_buf_free(&said);
  return failed;
}
