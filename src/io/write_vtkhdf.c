/* VTKHDF, through the HDF5 library where it was found at build time: an UnstructuredGrid of
 * version 1.0, which VTK reads since 9.1. Layout: VTK's file format documentation. */
#include "io/format.h"

#ifdef SCR_HAVE_HDF5
#include <hdf5.h>
#include <string.h>
#include "base/bytes.h"
#include "base/late.h"

/* Types and classes are variables of the library. */
#define FUNCTIONS(F)                                                                               \
  F(H5, open)                                                                                      \
  F(H5, Fcreate)                                                                                   \
  F(H5, Fclose)                                                                                    \
  F(H5, Fflush)                                                                                    \
  F(H5, Fget_file_image)                                                                           \
  F(H5, Gcreate2)                                                                                  \
  F(H5, Gclose)                                                                                    \
  F(H5, Screate)                                                                                   \
  F(H5, Screate_simple)                                                                            \
  F(H5, Sclose)                                                                                    \
  F(H5, Dcreate2)                                                                                  \
  F(H5, Dwrite)                                                                                    \
  F(H5, Dclose)                                                                                    \
  F(H5, Acreate2)                                                                                  \
  F(H5, Awrite)                                                                                    \
  F(H5, Aclose)                                                                                    \
  F(H5, Tcopy)                                                                                     \
  F(H5, Tset_size)                                                                                 \
  F(H5, Tclose)                                                                                    \
  F(H5, Pcreate)                                                                                   \
  F(H5, Pset_fapl_core)                                                                            \
  F(H5, Pset_libver_bounds)                                                                        \
  F(H5, Pset_obj_track_times)                                                                      \
  F(H5, Pclose)                                                                                    \
  F(H5, P_CLS_FILE_ACCESS_ID_g)                                                                    \
  F(H5, P_CLS_DATASET_CREATE_ID_g)                                                                 \
  F(H5, T_NATIVE_DOUBLE_g)                                                                         \
  F(H5, T_NATIVE_INT64_g) F(H5, T_NATIVE_UINT32_g) F(H5, T_NATIVE_UINT8_g) F(H5, T_C_S1_g)
SCR_LATE(hdf5, FUNCTIONS, SCR_HAVE_HDF5);

enum { REPLACE = 2 }; /* H5F_ACC_TRUNC, which as a macro calls the library */

typedef struct writer {
  const scr_dataset *s;
  hid_t file, create; /* create: how datasets are made, without times */
  bool fine;
} writer;

/* A dataset of n rows of `comps` numbers; 0: one dimension. */
static void put(writer *w, hid_t where, const char *name, hid_t type, const void *data, size_t n,
                int comps) {
  const hsize_t size[2] = {n, (hsize_t)comps};
  const hid_t space = hdf5.Screate_simple(comps ? 2 : 1, size, NULL),
              set = hdf5.Dcreate2(where, name, type, space, H5P_DEFAULT, w->create, H5P_DEFAULT);
  w->fine &= set >= 0 && (!n || hdf5.Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
  hdf5.Dclose(set);
  hdf5.Sclose(space);
}

static hid_t text_type(const char *text) {
  const hid_t type = hdf5.Tcopy(*hdf5.T_C_S1_g);
  hdf5.Tset_size(type, SCR_MAX(strlen(text), (size_t)1));
  return type;
}

static void put_attribute(writer *w, hid_t at, const char *name, hid_t type, hid_t space,
                          const void *data) {
  const hid_t a = hdf5.Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  w->fine &= a >= 0 && hdf5.Awrite(a, type, data) >= 0;
  hdf5.Aclose(a);
  hdf5.Sclose(space);
}

static void put_type(writer *w, hid_t root) {
  static const char kind[] = "UnstructuredGrid";
  const int64_t version[2] = {1, 0};
  const hsize_t two = 2;
  const hid_t text = text_type(kind);
  put_attribute(w, root, "Version", *hdf5.T_NATIVE_INT64_g, hdf5.Screate_simple(1, &two, NULL),
                version);
  put_attribute(w, root, "Type", text, hdf5.Screate(H5S_SCALAR), kind);
  hdf5.Tclose(text);
}

/* ---- cells ---- */

static size_t count_corners(const scr_dataset *s) {
  return s->first ? s->first[s->n] : (size_t)s->n * (size_t)s->corners;
}

static void put_counts(writer *w, hid_t root) {
  const scr_dataset *s = w->s;
  const int64_t points = s->npoint, cells = s->n, all = (int64_t)count_corners(s);
  put(w, root, "NumberOfPoints", *hdf5.T_NATIVE_INT64_g, &points, 1, 0);
  put(w, root, "NumberOfCells", *hdf5.T_NATIVE_INT64_g, &cells, 1, 0);
  put(w, root, "NumberOfConnectivityIds", *hdf5.T_NATIVE_INT64_g, &all, 1, 0);
}

static void put_cells(writer *w, hid_t root) {
  static const uint8_t vtk_type[] = {0, 1, 3, 5, 7}; /* vertex, line, triangle, polygon */
  const scr_dataset *s = w->s;
  const size_t n = s->n, all = count_corners(s);
  int64_t *number = scr_alloc((all + n + 1) * sizeof *number), *at = number;
  uint8_t *type = scr_alloc(n);
  for (size_t k = 0; k < n; k++) {
    const int corners = scr_dataset_corners(s, k);
    type[k] = vtk_type[SCR_MIN(corners, 4)];
    number[all + k] = at - number;
    for (int c = 0; c < corners; c++) *at++ = (int64_t)scr_dataset_point(s, k, c);
  }
  number[all + n] = at - number;
  put(w, root, "Connectivity", *hdf5.T_NATIVE_INT64_g, number, all, 0);
  put(w, root, "Offsets", *hdf5.T_NATIVE_INT64_g, number + all, n + 1, 0);
  put(w, root, "Types", *hdf5.T_NATIVE_UINT8_g, type, n, 0);
  scr_free(number);
  scr_free(type);
}

/* ---- columns ---- */

static void put_reals(writer *w, hid_t group, const scr_field *f) {
  int comps;
  double *wide = scr_field_widened(f, w->s->n, &comps);
  put(w, group, f->name, *hdf5.T_NATIVE_DOUBLE_g, wide ? wide : f->real, w->s->n,
      comps > 1 ? comps : 0);
  scr_free(wide);
}

static void put_fields(writer *w, hid_t group) {
  for (int i = 0; i < w->s->nfield; i++) {
    const scr_field *f = &w->s->field[i];
    if (f->whole)
      put(w, group, f->name, *hdf5.T_NATIVE_UINT32_g, f->whole, w->s->n, 0);
    else
      put_reals(w, group, f);
  }
}

static void put_group(writer *w, hid_t root, const char *name, bool fields) {
  const hid_t group = hdf5.Gcreate2(root, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (fields) put_fields(w, group);
  w->fine &= group >= 0;
  hdf5.Gclose(group);
}

static void put_facts(writer *w, hid_t root) {
  const hid_t group = hdf5.Gcreate2(root, "FieldData", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const int64_t cycle = (int64_t)w->s->cycle;
  put(w, group, "TimeValue", *hdf5.T_NATIVE_DOUBLE_g, &w->s->time, 1, 0);
  put(w, group, "cycle", *hdf5.T_NATIVE_INT64_g, &cycle, 1, 0);
  hdf5.Gclose(group);
}

/* ---- the file, in memory ---- */

static void put_all(writer *w) {
  const hid_t root = hdf5.Gcreate2(w->file, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  put_type(w, root);
  put_counts(w, root);
  put(w, root, "Points", *hdf5.T_NATIVE_DOUBLE_g, w->s->point, w->s->npoint, 3);
  put_cells(w, root);
  put_group(w, root, "PointData", w->s->corners == 1);
  put_group(w, root, "CellData", w->s->corners != 1);
  put_facts(w, root);
  w->fine &= root >= 0;
  hdf5.Gclose(root);
}

static void take_image(writer *w, scr_buf *out) {
  w->fine = w->fine && hdf5.Fflush(w->file, H5F_SCOPE_GLOBAL) >= 0;
  const ssize_t size = w->fine ? hdf5.Fget_file_image(w->file, NULL, 0) : -1;
  w->fine = size > 0;
  if (w->fine)
    w->fine = hdf5.Fget_file_image(w->file, scr_put_room(out, (size_t)size), (size_t)size) == size;
}

/* The earliest form of HDF5 that holds it, whatever the library would choose: every reader knows
 * it, and the bytes stay the same. */
static bool write_image(const scr_dataset *s, scr_buf *out) {
  enum { STEP = 1 << 20 };
  const hid_t access = hdf5.Pcreate(*hdf5.P_CLS_FILE_ACCESS_ID_g);
  writer w = {.s = s, .create = hdf5.Pcreate(*hdf5.P_CLS_DATASET_CREATE_ID_g)};
  hdf5.Pset_fapl_core(access, STEP, false);
  hdf5.Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
  hdf5.Pset_obj_track_times(w.create, false);
  w.file = hdf5.Fcreate("scree", REPLACE, H5P_DEFAULT, access);
  w.fine = w.file >= 0;
  if (w.fine) put_all(&w), take_image(&w, out);
  if (w.file >= 0) hdf5.Fclose(w.file);
  hdf5.Pclose(w.create);
  hdf5.Pclose(access);
  return w.fine;
}

bool scr_write_vtkhdf(scr_diag *d, const scr_dataset *s, scr_buf *out) {
  if (!scr_late_load(&hdf5_library) || hdf5.open() < 0)
    return scr_fail(d, NULL, SCR_E_UNSUPPORTED,
                    "hdf5, which writes '.vtkhdf', cannot be loaded: is %s installed?",
                    SCR_HAVE_HDF5);
  return write_image(s, out) ||
         scr_fail(d, NULL, SCR_E_FILE, "hdf5 could not make the bytes of a '.vtkhdf' file");
}
#endif
