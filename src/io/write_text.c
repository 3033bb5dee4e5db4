/* Balls and other things as text: CSV, LAMMPS data and dump, extended XYZ. Numbers read back equal.
 */
#include <string.h>
#include "io/format.h"
#include "world/world.h"

static void put_component(scr_buf *b, const scr_field *f, size_t k, int c) {
  if (f->real)
    scr_put_real(b, f->real[k * (size_t)f->comps + (size_t)c]);
  else
    scr_buf_printf(b, "%u", f->whole[k]);
}

static void put_name(scr_buf *b, int dim, const scr_field *f, int c) {
  scr_buf_puts(b, f->name);
  if (f->comps > 1) scr_buf_puts(b, scr_quantity_part(f->of, dim, c));
}

/* Rotations of 2D have one number, about z. */
static double component(const scr_field *f, int dim, size_t k, int c) {
  if (f->comps == 1) return c == 2 ? f->real[k] : 0;
  return c < dim ? f->real[k * (size_t)f->comps + (size_t)c] : 0;
}

/* ---- CSV ---- */

/* Quotes stand around what may be taken for several cells or a comment; quotes within are doubled.
 */
static void put_cell(scr_buf *b, const char *text) {
  if (*text && !strpbrk(text, " \t,;#\"\r\n")) {
    scr_buf_puts(b, text);
    return;
  }
  scr_buf_puts(b, "\"");
  for (; *text; text++) scr_buf_printf(b, *text == '"' ? "\"\"" : "%c", *text);
  scr_buf_puts(b, "\"");
}

static void put_points_head(const scr_dataset *s, scr_buf *b) {
  for (int p = 0; p < s->corners; p++)
    for (int c = 0; c < s->dim; c++) {
      scr_buf_printf(b, ",%c", scr_axis_name[c]);
      if (s->corners > 1) scr_buf_printf(b, "%d", p + 1);
      scr_buf_puts(b, " (m)");
    }
}

/* The last of the numbers that each line begins with: points stand after it. */
static int last_number(const scr_dataset *s) {
  int k = 0;
  while (k + 1 < s->nfield && s->field[k + 1].whole && !s->field[k + 1].label) k++;
  return k;
}

static void put_head(const scr_dataset *s, scr_buf *b) {
  for (int i = 0; i < s->nfield; i++) {
    const scr_field *f = &s->field[i];
    for (int c = 0; c < f->comps; c++) {
      if (i || c) scr_buf_puts(b, ",");
      put_name(b, s->dim, f, c);
      if (*f->unit) scr_buf_printf(b, " (%s)", f->unit);
    }
    if (i == last_number(s)) put_points_head(s, b);
  }
  scr_buf_puts(b, "\n");
}

/* Cells of corners that a thing has not are empty. */
static void put_points(const scr_dataset *s, size_t k, scr_buf *b) {
  for (int p = 0; p < s->corners; p++)
    for (int c = 0; c < s->dim; c++) {
      scr_buf_puts(b, ",");
      if (p < scr_dataset_corners(s, k))
        scr_put_real(b, s->point[3 * scr_dataset_point(s, k, p) + (size_t)c]);
    }
}

bool scr_write_csv(scr_diag *d, const scr_dataset *s, scr_buf *out) {
  put_head(s, out);
  for (size_t k = 0; k < s->n; k++) {
    if (scr_interrupted(d)) return false;
    for (int i = 0; i < s->nfield; i++) {
      const scr_field *f = &s->field[i];
      for (int c = 0; c < f->comps; c++) {
        if (i || c) scr_buf_puts(out, ",");
        if (f->label)
          put_cell(out, f->label[f->whole[k]]);
        else
          put_component(out, f, k, c);
      }
      if (i == last_number(s)) put_points(s, k, out);
    }
    scr_buf_puts(out, "\n");
  }
  return true;
}

/* ---- LAMMPS ---- */

/* Without a domain the balls themselves say how far the box goes. */
static void bounds_of(const scr_dataset *s, int c, double bound[2]) {
  const scr_field *radius = scr_dataset_field(s, "radius");
  bound[0] = s->bounded ? s->lo[c] : -0.5, bound[1] = s->bounded ? s->hi[c] : 0.5;
  for (size_t k = 0; k < s->n && !s->bounded; k++) {
    bound[0] = SCR_MIN(bound[0], s->point[3 * k + (size_t)c] - radius->real[k]);
    bound[1] = SCR_MAX(bound[1], s->point[3 * k + (size_t)c] + radius->real[k]);
  }
}

static void put_triple(scr_buf *b, const double *x) {
  for (int c = 0; c < 3; c++) {
    scr_buf_puts(b, " ");
    scr_put_real(b, x[c]);
  }
}

static void put_bounds(const scr_dataset *s, int c, scr_buf *b) {
  double bound[2];
  bounds_of(s, c, bound);
  scr_put_real(b, bound[0]);
  scr_buf_puts(b, " ");
  scr_put_real(b, bound[1]);
}

static void put_atoms(const scr_dataset *s, scr_buf *b) {
  const uint32_t *id = scr_dataset_field(s, "id")->whole,
                 *group = scr_dataset_field(s, "group")->whole;
  const double *radius = scr_dataset_field(s, "radius")->real,
               *density = scr_dataset_field(s, "density")->real;
  for (size_t k = 0; k < s->n; k++) {
    scr_buf_printf(b, "%u %u ", id[k], group[k] + 1);
    scr_put_real(b, 2 * radius[k]);
    scr_buf_puts(b, " ");
    scr_put_real(b, density[k]);
    put_triple(b, s->point + 3 * k);
    scr_buf_puts(b, "\n");
  }
}

/* Velocities and spins about all axes. */
static void put_velocities(const scr_dataset *s, scr_buf *b) {
  const uint32_t *id = scr_dataset_field(s, "id")->whole;
  const scr_field *of[2] = {scr_dataset_field(s, "velocity"), scr_dataset_field(s, "spin")};
  for (size_t k = 0; k < s->n; k++) {
    scr_buf_printf(b, "%u", id[k]);
    for (int i = 0; i < 2; i++) {
      double v[3];
      for (int c = 0; c < 3; c++) v[c] = component(of[i], s->dim, k, c);
      put_triple(b, v);
    }
    scr_buf_puts(b, "\n");
  }
}

bool scr_write_lammps_data(scr_diag *d, const scr_dataset *s, scr_buf *out) {
  const scr_field *group = scr_dataset_field(s, "group");
  SCR_UNUSED(d);
  scr_buf_printf(out, "LAMMPS data file by scree, units si, cycle %llu, time ",
                 (unsigned long long)s->cycle);
  scr_put_real(out, s->time);
  scr_buf_printf(out, " s\n\n%u atoms\n%u atom types\n\n", s->n, SCR_MAX(group->nlabel, 1u));
  for (int c = 0; c < 3; c++) {
    put_bounds(s, c, out);
    scr_buf_printf(out, " %clo %chi\n", scr_axis_name[c], scr_axis_name[c]);
  }
  if (!s->n) return true;
  scr_buf_puts(out, "\nAtoms # sphere\n\n");
  put_atoms(s, out);
  scr_buf_puts(out, "\nVelocities\n\n");
  put_velocities(s, out);
  return true;
}

/* Columns that the reader of a dump knows by short names. */
static void put_dump_name(scr_buf *b, int dim, const scr_field *f, int c) {
  if (strcmp(f->name, "velocity") == 0)
    scr_buf_printf(b, " v%c", scr_axis_name[c]);
  else if (strcmp(f->name, "spin") == 0)
    scr_buf_printf(b, " omega%c", scr_axis_name[f->comps == 1 ? 2 : c]);
  else
    scr_buf_puts(b, " "), put_name(b, dim, f, c);
}

static bool in_dump(const scr_field *f) {
  return strcmp(f->name, "id") != 0 && strcmp(f->name, "group") != 0;
}

static void put_dump_head(const scr_dataset *s, scr_buf *b) {
  scr_buf_puts(b, "ITEM: UNITS\nsi\nITEM: TIME\n");
  scr_put_real(b, s->time);
  scr_buf_printf(b, "\nITEM: TIMESTEP\n%llu\nITEM: NUMBER OF ATOMS\n%u\nITEM: BOX BOUNDS",
                 (unsigned long long)s->cycle, s->n);
  for (int c = 0; c < 3; c++) scr_buf_puts(b, s->periodic[c] || c >= s->dim ? " pp" : " ff");
  scr_buf_puts(b, "\n");
  for (int c = 0; c < 3; c++) put_bounds(s, c, b), scr_buf_puts(b, "\n");
  scr_buf_puts(b, "ITEM: ATOMS id type x y z");
  for (int i = 0; i < s->nfield; i++)
    for (int c = 0; in_dump(&s->field[i]) && c < s->field[i].comps; c++)
      put_dump_name(b, s->dim, &s->field[i], c);
  scr_buf_puts(b, "\n");
}

bool scr_write_lammps_dump(scr_diag *d, const scr_dataset *s, scr_buf *out) {
  const uint32_t *id = scr_dataset_field(s, "id")->whole,
                 *group = scr_dataset_field(s, "group")->whole;
  put_dump_head(s, out);
  for (size_t k = 0; k < s->n; k++) {
    if (scr_interrupted(d)) return false;
    scr_buf_printf(out, "%u %u", id[k], group[k] + 1);
    put_triple(out, s->point + 3 * k);
    for (int i = 0; i < s->nfield; i++)
      for (int c = 0; in_dump(&s->field[i]) && c < s->field[i].comps; c++)
        scr_buf_puts(out, " "), put_component(out, &s->field[i], k, c);
    scr_buf_puts(out, "\n");
  }
  return true;
}

/* ---- extended XYZ ---- */

/* Names of columns and species are words there. */
static void put_word(scr_buf *b, const char *text) {
  for (; *text; text++) scr_buf_put(b, strchr(" :\t=\"", *text) ? "_" : text, 1);
}

static void put_xyz_head(const scr_dataset *s, scr_buf *b) {
  double bound[3][2];
  for (int c = 0; c < 3; c++) bounds_of(s, c, bound[c]);
  scr_buf_printf(b, "%u\nLattice=\"", s->n);
  for (int i = 0; i < 9; i++) {
    if (i) scr_buf_puts(b, " ");
    scr_put_real(b, i % 4 == 0 ? bound[i / 4][1] - bound[i / 4][0] : 0);
  }
  scr_buf_puts(b, "\" Origin=\"");
  for (int c = 0; c < 3; c++) {
    if (c) scr_buf_puts(b, " ");
    scr_put_real(b, bound[c][0]);
  }
  scr_buf_puts(b, "\" Properties=species:S:1:pos:R:3");
  for (int i = 0; i < s->nfield; i++) {
    const scr_field *f = &s->field[i];
    if (strcmp(f->name, "group") == 0) continue;
    scr_buf_puts(b, ":");
    put_word(b, f->name);
    scr_buf_printf(b, ":%c:%d", f->real ? 'R' : 'I', f->comps);
  }
  scr_buf_printf(b, " pbc=\"%c %c %c\" Cycle=%llu Time=", s->periodic[0] ? 'T' : 'F',
                 s->periodic[1] ? 'T' : 'F', s->periodic[2] ? 'T' : 'F',
                 (unsigned long long)s->cycle);
  scr_put_real(b, s->time);
  scr_buf_puts(b, "\n");
}

bool scr_write_xyz(scr_diag *d, const scr_dataset *s, scr_buf *out) {
  const scr_field *group = scr_dataset_field(s, "group");
  put_xyz_head(s, out);
  for (size_t k = 0; k < s->n; k++) {
    if (scr_interrupted(d)) return false;
    put_word(out, group->label[group->whole[k]]);
    put_triple(out, s->point + 3 * k);
    for (int i = 0; i < s->nfield; i++)
      for (int c = 0; &s->field[i] != group && c < s->field[i].comps; c++)
        scr_buf_puts(out, " "), put_component(out, &s->field[i], k, c);
    scr_buf_puts(out, "\n");
  }
  return true;
}
