/* The table of formats: see format.h. */
#include "io/format.h"

#include <string.h>
#include "base/num.h"
#include "world/columns.h"

const char scr_axis_name[3] = {'x', 'y', 'z'};

void scr_put_real(scr_buf *b, double x) {
  char text[32];
  const int n = scr_format_real(text, x, false);
  scr_buf_put(b, text, (size_t)n);
}

#define BALLS (1u << SCR_DATA_BALLS)
#define ALL   ((1u << SCR_DATA_KINDS) - 1)
#ifdef SCR_HAVE_HDF5
#define VTKHDF scr_write_vtkhdf
const char scr_hdf5_part[] = "hdf5";
#else
#define VTKHDF NULL
const char scr_hdf5_part[] = "";
#endif

const scr_format scr_formats[] = {
    {".vtp", "PolyData of VTK, for ParaView", ALL, false, scr_write_vtp, NULL, {0}, 0},
    {".vtkhdf", "VTKHDF, for ParaView and h5py", ALL, false, VTKHDF, "hdf5", {0}, 0},
    {".csv", "a table with names and units", ALL, false, scr_write_csv, NULL, {0}, 0},
    {".data",
     "balls for read_data of LAMMPS, atom style sphere",
     BALLS,
     false,
     scr_write_lammps_data,
     NULL,
     {SCR_Q_BALL_DENSITY, SCR_Q_BALL_SPIN},
     2},
    {".dump",
     "balls as a dump of LAMMPS, also for OVITO",
     BALLS,
     true,
     scr_write_lammps_dump,
     NULL,
     {SCR_Q_BALL_SPIN},
     1},
    {".xyz", "balls as extended XYZ", BALLS, true, scr_write_xyz, NULL, {0}, 0},
    {0}};

const scr_format *scr_format_of(const char *path) {
  const size_t n = strlen(path);
  for (const scr_format *f = scr_formats; f->suffix; f++) {
    const size_t m = strlen(f->suffix);
    if (n > m && scr_casecmp(path + n - m, f->suffix) == 0) return f;
  }
  return NULL;
}

void scr_format_list(scr_buf *out) {
  for (const scr_format *f = scr_formats; f->suffix; f++)
    scr_buf_printf(out, "%s%s", f == scr_formats ? "" : ", ", f->suffix);
}

bool scr_format_possible(scr_diag *d, const scr_loc *at, const scr_format *f) {
  if (f->write) return true;
  scr_fail(d, at, SCR_E_UNSUPPORTED, "this scree was built without %s, which writes '%s'",
           f->library, f->suffix);
  return scr_hint(d, "'.vtp' holds the same and needs no library");
}
