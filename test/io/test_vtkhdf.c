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

/* Balls in groups, walls, contacts with and without bonds; ids that are not the rows. Sets of
 * geometry with polygons of several numbers of corners, fractures, regions, an inlet. */
static const char
    model[] = "model domain extent -0.5 0.5 condition periodic\n"
              "ball create id 1 radius 0.1\n"
              "ball attribute density 1000\n"
              "brick make id 1\n"
              "ball delete\n"
              "model domain extent -1 1 condition stop\n"
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
              "ball results add-attribute spin add-attribute force-contact add-attribute stress\n"
              "fracture results active on\n"
              "measure results active on\n"
              "geometry results active on\n"
              "inlet results active on\n"
              "measure create id 9 radius 0.45\n"
              "measure create id 4 radius 0.3\n"
              "wall results add-attribute displacement\n"
              "model cycle 20\n",
    more[2][900] = {"geometry set 'b'\n"
                    "geometry polygon create by-positions 0 0 1 0 1 1 0 1 group 'left'\n"
                    "geometry polygon create by-positions 2 0 3 0 2 1\n"
                    "geometry edge create by-positions 5 0 5 1\n"
                    "geometry edge create by-positions 5 1 6 1\n"
                    "geometry set 'a'\n"
                    "geometry node create 7 7\n"
                    "geometry polygon create by-positions 0 4 1 4 1.5 5 0.5 6 -0.5 5\n"
                    "fracture create position 0 0 size 0.5 dip 30 dfn 'one'\n"
                    "fracture create position 0.1 0 size 0.25 dip 60 dfn 'two'\n"
                    "inlet create brick-id 1 position 0.3 0.2 orientation 30 flow-velocity 1 0\n",
                    "geometry set 'b'\n"
                    "geometry polygon create by-positions 0 0 0 1 0 0 1 1 0 0 1 0 group 'left'\n"
                    "geometry polygon create by-positions 2 0 0 3 0 0 2 1 0\n"
                    "geometry edge create by-positions 5 0 0 5 1 0\n"
                    "geometry edge create by-positions 5 1 0 6 1 0\n"
                    "geometry set 'a'\n"
                    "geometry node create 7 7 7\n"
                    "geometry polygon create by-positions 0 4 1 1 4 1 1.5 5 1 0.5 6 1 -0.5 5 1\n"
                    "fracture create position 0 0 0 size 0.5 dip 30 dip-direction 20 dfn 'one'\n"
                    "fracture create position 0.1 0 0 size 0.25 dip 60 dip-direction 5 dfn 'two'\n"
                    "inlet create brick-id 1 position 0.3 0.2 0 orientation 30 0 0 "
                    "flow-velocity 1 0 0\n"};

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
  static const int type_of[] = {0, 1, 3, 5,
                                7}; /* of VTK: a vertex, a line, a triangle, a polygon */
  size_t all = 0, at = 0;
  for (size_t k = 0; k < s->n; k++) all += (size_t)scr_dataset_corners(s, k);
  const hdf_array corner = get(f, root, "Connectivity", 'i', 8, all, 0),
                  begin = get(f, root, "Offsets", 'i', 8, s->n + 1, 0),
                  type = get(f, root, "Types", 'u', 1, s->n, 0);
  check_one(f, root, "NumberOfCells", s->n);
  check_one(f, root, "NumberOfConnectivityIds", (int64_t)all);
  for (size_t k = 0; k < s->n; k++) {
    const int corners = scr_dataset_corners(s, k);
    same_whole(hdf_whole(&begin, k), (int64_t)at, "Offsets", k);
    for (int c = 0; c < corners; c++, at++)
      same_whole(hdf_whole(&corner, at), (int64_t)scr_dataset_point(s, k, c), "Connectivity", at);
    same_whole(hdf_whole(&type, k), type_of[SCR_MIN(corners, 4)], "Types", k);
  }
  same_whole(hdf_whole(&begin, s->n), (int64_t)at, "Offsets", s->n);
}

/* Which number of the column a component is that the file has; -1: it is 0. In 2D vectors have
 * three there, tensors xx, yy, zz, xy, yz, xz. */
static int source_of(const scr_field *f, int comp) {
  static const int plane[] = {0, 1, -1, 2, -1, -1};
  const bool tensor = f->of && f->of->form == SCR_TENSOR && f->comps == 3;
  return tensor ? plane[comp] : comp < f->comps ? comp : -1;
}

static void check_field(const hdf *f, uint64_t group, const scr_dataset *s, const scr_field *of) {
  const scr_form form = of->of ? of->of->form : SCR_SCALAR;
  const int wide = form == SCR_VECTOR ? 3 : form == SCR_TENSOR ? 6 : of->comps;
  const hdf_array a = get(f, group, of->name, of->whole ? 'u' : 'f', of->whole ? 4 : 8, s->n,
                          wide > 1 ? (uint64_t)wide : 0);
  for (size_t k = 0; k < s->n; k++)
    for (int c = 0; c < wide; c++) {
      const size_t to = k * (size_t)wide + (size_t)c, from = k * (size_t)of->comps;
      const int source = source_of(of, c);
      if (of->whole)
        same_whole(hdf_whole(&a, to), of->whole[from], of->name, to);
      else
        same_real(hdf_real(&a, to), source < 0 ? 0 : of->real[from + (size_t)source], of->name, to);
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

enum { MOST = 3 };
static int more_of(scr_dataset_kind kind, int out[MOST]) {
  if (kind == SCR_DATA_BALLS) {
    out[0] = scr_quantity_find(scr_ball_quantity, "spin");
    out[1] = scr_quantity_find(scr_ball_quantity, "force-contact");
    out[2] = scr_quantity_find(scr_ball_quantity, "stress");
    return 3;
  }
  out[0] = scr_quantity_find(scr_wall_quantity, "displacement");
  return kind == SCR_DATA_WALLS;
}

/* Is there a column whose components are not all zero? */
static bool tells(const scr_dataset *s, const char *field) {
  const scr_field *f = scr_dataset_field(s, field);
  for (size_t k = 0; k < s->n * (size_t)f->comps; k++)
    if (f->real[k] != 0) return true;
  return false;
}

static void check_kind(scr_session *s, scr_dataset_kind kind) {
  char path[64];
  int also[MOST];
  scr_dataset set = {0};
  const int n = more_of(kind, also);
  scr_world_sync(s->lib.world);
  scr_dataset_make(s->lib.world, &s->lib.geoms, kind, also, n, &set);
  assert_true(set.n > 1 && set.cycle == 20);
  if (kind == SCR_DATA_BALLS || kind == SCR_DATA_MEASURES) assert_true(tells(&set, "stress"));
  if (kind == SCR_DATA_GEOMETRY) assert_true(set.n == 6 && set.corners == 5);
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
  command(s, more[dim - 2]);
  command(s, "model results export 'all.vtkhdf'");
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
