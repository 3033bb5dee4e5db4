/* Files of VTKHDF, by a reader of its own (read_hdf5.h): they hold each number of the dataset that
 * was written, and nothing else. */
#include "../base/test.h"

#include "io/format.h"
#include "io/read_hdf5.h"
#include "support/command.h"
#include "support/content.h"
#include "support/folder.h"
#include "world/world.h"

FOLDER_OF("vtkhdf")

/* Balls in groups, walls, contacts with and without bonds; ids that are not the rows. */
static const char model[] =
    "model domain extent -1 1\n"
    "contact cmat default model linearpbond property kn 1e6 ks 5e5 fric 0.4\n"
    "wall generate id 4 box -0.5 0.5\n"
    "ball generate cubic radius 0.1 box -0.5 0.5\n"
    "ball attribute radius multiply 1.02\n"
    "ball group 'left' range position-x -1 0\n"
    "ball create id 100000 radius 0.04 position-x 0.8\n"
    "ball create id 5000 radius 0.04 position-x 0.7\n"
    "ball attribute density 2000 velocity-x 1 velocity-y -0.25\n"
    "model clean all\n"
    "contact method bond gap 0.01 range position-x -0.5 0.1\n"
    "contact property pb_kn 1e8 pb_ks 1e8 pb_ten 1e9 pb_coh 1e9\n"
    "model gravity 9.81\n"
    "contact results active on bonds on\n"
    "ball results add-attribute spin add-attribute force-contact\n"
    "wall results add-attribute displacement\n"
    "model cycle 20\n"
    "model results export 'all.vtkhdf'\n";

/* ---- arrays ---- */

static void has_form(const hdf_array *a, const char *what, char type, uint64_t bytes, uint64_t rows,
                     uint64_t comps) {
  const bool wide = comps > 0;
  if (a->type != type || a->bytes != bytes || a->rank != 1 + wide || a->size[0] != rows ||
      (wide && a->size[1] != comps))
    fail_msg("%s: type %c of %d bytes, rank %d, %d by %d", what, a->type, (int)a->bytes, a->rank,
             (int)a->size[0], (int)a->size[1]);
}

static void same_real(double got, double want, const char *what, size_t k) {
  if (memcmp(&got, &want, sizeof got) != 0)
    fail_msg("%s, number %zu: %.17g, expected %.17g", what, k, got, want);
}

static void same_whole(int64_t got, int64_t want, const char *what, size_t k) {
  if (got != want)
    fail_msg("%s, number %zu: %lld, expected %lld", what, k, (long long)got, (long long)want);
}

static hdf_array get(const hdf *f, uint64_t group, const char *name, char type, uint64_t bytes,
                     uint64_t rows, uint64_t comps) {
  const hdf_array a = hdf_dataset(f, hdf_member(f, group, name));
  has_form(&a, name, type, bytes, rows, comps);
  return a;
}

static void check_one(const hdf *f, uint64_t group, const char *name, int64_t want) {
  const hdf_array a = get(f, group, name, 'i', 8, 1, 0);
  same_whole(hdf_whole(&a, 0), want, name, 0);
}

/* ---- what a file holds ---- */

static void check_head(const hdf *f, uint64_t root) {
  const hdf_array version = hdf_attribute(f, root, "Version"),
                  type = hdf_attribute(f, root, "Type");
  has_form(&version, "Version", 'i', 8, 2, 0);
  same_whole(hdf_whole(&version, 0), 1, "Version", 0);
  same_whole(hdf_whole(&version, 1), 0, "Version", 1);
  assert_int_equal(type.type, 's');
  assert_int_equal(type.rank, 0);
  assert_int_equal(type.bytes, strlen("UnstructuredGrid"));
  assert_memory_equal(type.s, "UnstructuredGrid", strlen("UnstructuredGrid"));
}

static void check_points(const hdf *f, uint64_t root, const scr_dataset *s) {
  const hdf_array a = get(f, root, "Points", 'f', 8, s->npoint, 3);
  check_one(f, root, "NumberOfPoints", s->npoint);
  for (size_t k = 0; k < 3 * (size_t)s->npoint; k++)
    same_real(hdf_real(&a, k), s->point[k], "Points", k);
}

static void check_cells(const hdf *f, uint64_t root, const scr_dataset *s) {
  static const int type_of[] = {0, 1, 3, 5}; /* of VTK: a vertex, a line, a triangle */
  const size_t all = (size_t)s->n * (size_t)s->corners;
  const hdf_array corner = get(f, root, "Connectivity", 'i', 8, all, 0),
                  begin = get(f, root, "Offsets", 'i', 8, s->n + 1, 0),
                  type = get(f, root, "Types", 'u', 1, s->n, 0);
  check_one(f, root, "NumberOfCells", s->n);
  check_one(f, root, "NumberOfConnectivityIds", (int64_t)all);
  for (size_t k = 0; k <= s->n; k++)
    same_whole(hdf_whole(&begin, k), (int64_t)k * s->corners, "Offsets", k);
  for (size_t k = 0; k < all; k++)
    same_whole(hdf_whole(&corner, k),
               (int64_t)scr_dataset_point(s, k / (size_t)s->corners, (int)(k % (size_t)s->corners)),
               "Connectivity", k);
  for (size_t k = 0; k < s->n; k++)
    same_whole(hdf_whole(&type, k), type_of[s->corners], "Types", k);
}

/* Vectors have three components in 2D, too. */
static void check_field(const hdf *f, uint64_t group, const scr_dataset *s, const scr_field *of) {
  const bool vector = of->of && of->of->form == SCR_VECTOR;
  const int wide = vector && of->comps == 2 ? 3 : of->comps;
  const hdf_array a = get(f, group, of->name, of->whole ? 'u' : 'f', of->whole ? 4 : 8, s->n,
                          wide > 1 ? (uint64_t)wide : 0);
  for (size_t k = 0; k < s->n; k++)
    for (int c = 0; c < wide; c++) {
      const size_t to = k * (size_t)wide + (size_t)c, from = k * (size_t)of->comps + (size_t)c;
      if (of->whole)
        same_whole(hdf_whole(&a, to), of->whole[from], of->name, to);
      else
        same_real(hdf_real(&a, to), c < of->comps ? of->real[from] : 0, of->name, to);
    }
}

static void check_columns(const hdf *f, uint64_t root, const scr_dataset *s) {
  const bool points = s->corners == 1;
  const uint64_t full = hdf_member(f, root, points ? "PointData" : "CellData"),
                 empty = hdf_member(f, root, points ? "CellData" : "PointData");
  for (int k = 0; k < s->nfield; k++) check_field(f, full, s, &s->field[k]);
  assert_int_equal(hdf_members(f, full, NULL, NULL), s->nfield);
  assert_int_equal(hdf_members(f, empty, NULL, NULL), 0);
}

static void check_facts(const hdf *f, uint64_t root, const scr_dataset *s) {
  const uint64_t facts = hdf_member(f, root, "FieldData");
  const hdf_array time = get(f, facts, "TimeValue", 'f', 8, 1, 0);
  same_real(hdf_real(&time, 0), s->time, "TimeValue", 0);
  check_one(f, facts, "cycle", (int64_t)s->cycle);
  assert_int_equal(hdf_members(f, facts, NULL, NULL), 2);
}

static void check_file(const hdf *f, const scr_dataset *s) {
  const uint64_t top = hdf_root(f), root = hdf_member(f, top, "VTKHDF");
  enum { MEMBERS = 10 }; /* that are looked at here */
  check_head(f, root);
  check_points(f, root, s);
  check_cells(f, root, s);
  check_columns(f, root, s);
  check_facts(f, root, s);
  assert_int_equal(hdf_members(f, top, NULL, NULL), 1);
  assert_int_equal(hdf_members(f, root, NULL, NULL), MEMBERS);
}

/* ---- files ---- */

static int more_of(scr_dataset_kind kind, int more[2]) {
  more[0] = more[1] = -1;
  if (kind == SCR_DATA_BALLS) {
    more[0] = scr_quantity_find(scr_ball_quantity, "spin");
    more[1] = scr_quantity_find(scr_ball_quantity, "force-contact");
    return 2;
  }
  more[0] = scr_quantity_find(scr_wall_quantity, "displacement");
  return kind == SCR_DATA_WALLS;
}

static void check_kind(scr_session *s, scr_dataset_kind kind) {
  char path[64];
  int more[2];
  scr_dataset set = {0};
  const int n = more_of(kind, more);
  scr_world_sync(s->lib.world);
  scr_dataset_make(s->lib.world, kind, more, n, &set);
  assert_true(set.n > 3 && set.cycle == 20);
  snprintf(path, sizeof path, "all-%s.vtkhdf", scr_dataset_name[kind]);
  scr_buf b = content(path);
  check_file(&(hdf){(const unsigned char *)b.s, b.n}, &set);
  scr_buf_free(&b);
  scr_dataset_free(&set);
}

static void check_model(int dim) {
  if (!scr_format_of("a.vtkhdf")->write) {
    print_message("this scree was built without hdf5\n");
    skip();
  }
  scr_session *s = scr_session_new(
      &(scr_options){.dim = dim, .threads = 1, .out = ".", .quiet = true, .dialect = -1});
  command(s, model);
  for (int k = 0; k < SCR_DATA_KINDS; k++) check_kind(s, (scr_dataset_kind)k);
  scr_session_free(s);
}

static void plane(void **state) {
  SCR_UNUSED(state);
  check_model(2);
}

static void space(void **state) {
  SCR_UNUSED(state);
  check_model(3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(plane), cmocka_unit_test(space)};
  return cmocka_run_group_tests_name("vtkhdf", tests, setup, teardown);
}
