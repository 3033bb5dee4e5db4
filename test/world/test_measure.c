/* Measurement regions: porosity against sums of integrals in more digits, stress of lattices
 * against the one that is applied, rate of strain of a linear field; what no order of balls
 * changes. */
#include "world/scene.h"

#include <string.h>
#include "base/mem.h"
#include "base/rng.h"
#include "base/smath.h"
#include "world/check.h"
#include "world/engine.h"
#include "world/measure/measure.h"

static double draw(scr_rng *g, double lo, double hi) { return lo + (hi - lo) * scr_rng_uniform(g); }

static scr_measure region_at(scr_rng *g, int dim, double half, double lo, double hi) {
  scr_measure m = scr_measure_new();
  for (int c = 0; c < dim; c++) m.x[c] = draw(g, -half, half);
  m.r = draw(g, lo, hi);
  return m;
}

/* ---- what two spheres or disks share: the integral of cross-sections, in more digits ---- */

/* Of x^2 + y^2 <= r^2 from x = a to r; 3D: turned about x. */
static long double beyond(int dim, long double r, long double a) {
  if (dim == 3) return acosl(-1) * (r * r * (r - a) - (r * r * r - a * a * a) / 3);
  return r * r * acosl(a / r) - a * sqrtl(r * r - a * a);
}

static long double shared(int dim, long double r1, long double r2, long double d) {
  if (d >= r1 + r2) return 0;
  const long double least = r1 < r2 ? r1 : r2;
  if (d <= fabsl(r1 - r2)) return beyond(dim, least, -least);
  const long double a = (d * d + r1 * r1 - r2 * r2) / (2 * d);
  return beyond(dim, r1, a) + beyond(dim, r2, d - a);
}

/* ---- lattices of balls of radius 0.5 ---- */

typedef struct lattice {
  const char *name;
  int dim, nsite;
  double cell[3];    /* edges, */
  double site[4][3]; /* in edges */
  double nearest;    /* and the distance of neighbours */
} lattice;
static const lattice lattices[] = {
    {"cubic", 3, 1, {1, 1, 1}, {{0}}, 1},
    {"bcc", 3, 2, {1, 1, 1}, {{0}, {0.5, 0.5, 0.5}}, 0.86602540378443864676},
    {"fcc",
     3,
     4,
     {1, 1, 1},
     {{0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}},
     0.70710678118654752440},
    {"square", 2, 1, {1, 1, 1}, {{0}}, 1},
    {"hexagonal", 2, 2, {1, 1.7320508075688772935, 1}, {{0}, {0.5, 0.5}}, 1}};

static void add_site(scr_world *w, const double x[3], double half) {
  scr_diag d = {0};
  uint32_t row;
  if (fabs(x[0]) <= half && fabs(x[1]) <= half && fabs(x[2]) <= half)
    assert_true(scr_ball_create(w, &d, 0, x, 0.5, &row));
}

/* Within `half` of the origin; neighbours overlap by a part of their distance. */
static scr_world *lattice_new(const lattice *l, double half, double overlap) {
  scr_world *w = scene_new(l->dim);
  const double edge = (1 - overlap) / l->nearest;
  const int n = (int)(half / edge) + 1, layers = l->dim == 3 ? n : 0;
  scene_law(w, 1e6, 0);
  for (int i = -n; i <= n; i++)
    for (int j = -n; j <= n; j++)
      for (int k = -layers; k <= layers; k++)
        for (int s = 0; s < l->nsite; s++)
          add_site(w,
                   (double[]){(i + l->site[s][0]) * edge * l->cell[0],
                              (j + l->site[s][1]) * edge * l->cell[1],
                              (k + l->site[s][2]) * edge * l->cell[2]},
                   half);
  scene_clean(w);
  return w;
}

static long double away(const double *a, const double *b) {
  const long double x = (long double)b[0] - a[0], y = (long double)b[1] - a[1],
                    z = (long double)b[2] - a[2];
  return sqrtl(x * x + y * y + z * z);
}

/* Ball by ball, and pair by pair whose middle is inside. */
static long double porosity_of(const scr_world *w, const scr_measure *m) {
  long double sum = 0, whole = beyond(w->dim, m->r, -(long double)m->r);
  for (uint32_t i = 0; i < w->ball.n; i++) {
    const scr_pose *a = &w->pose[i];
    sum += shared(w->dim, m->r, a->r, away(m->x, a->x));
    for (uint32_t j = 0; j < i; j++) {
      const scr_pose *b = &w->pose[j];
      const double middle[3] = {0.5 * (a->x[0] + b->x[0]), 0.5 * (a->x[1] + b->x[1]),
                                0.5 * (a->x[2] + b->x[2])};
      const double x = a->x[0] - b->x[0], y = a->x[1] - b->x[1], z = a->x[2] - b->x[2];
      if (x * x + y * y + z * z < 1 && away(m->x, middle) <= m->r)
        sum -= shared(w->dim, a->r, b->r, away(a->x, b->x));
    }
  }
  return 1 - sum / whole;
}

static void porosity_of_lattices_is_exact(void **state) {
  static const double overlap[] = {-1e-3, 1e-3, 0.05};
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(lattices); k++)
    for (size_t o = 0; o < SCR_COUNTOF(overlap); o++) {
      scr_world *w = lattice_new(&lattices[k], 3, overlap[o]);
      scr_rng g;
      scr_rng_seed(&g, 1 + k);
      for (int i = 0; i < 50; i++) {
        const scr_measure m = region_at(&g, w->dim, 2, 0.2, 3);
        const double error = scr_measure_porosity(w, &m) - (double)porosity_of(w, &m);
        if (!(fabs(error) < 1e-12)) fail_msg("%s: %g", lattices[k].name, error);
      }
      scr_world_free(w);
    }
}

/* A region inside of a ball, one that holds all, and one that shares the ball's surface. */
static void porosity_at_its_ends(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scene_new(dim);
    scene_ball(w, 1, 1, 0, 0.5, 1000);
    scr_measure m = scr_measure_new();
    m.x[0] = 1.1, m.r = 0.3;
    assert_true(scr_measure_porosity(w, &m) == 0);
    m.r = 0.4; /* touches from inside */
    assert_true(fabs(scr_measure_porosity(w, &m)) < 1e-15);
    m.r = 5;
    assert_true(fabs(scr_measure_porosity(w, &m) - (1 - pow(0.1, dim))) < 1e-15);
    m.x[0] = 3, m.r = 1.5; /* touches from outside */
    assert_true(scr_measure_porosity(w, &m) == 1);
    scr_world_free(w);
  }
}

/* ---- periodic cells ---- */

/* Balls of up to a quarter of the shortest period, periodic along the axes that are bits. */
static scr_world *seamed_new(int dim, unsigned periodic, scr_rng *g) {
  scr_world *w = scr_world_new(dim);
  scr_diag d = {0};
  const double lo[3] = {-1, -1.3, -0.9}, hi[3] = {1, 1.3, 0.9};
  uint8_t condition[3];
  for (int c = 0; c < 3; c++) condition[c] = periodic >> c & 1 ? SCR_B_PERIODIC : SCR_B_STOP;
  assert_true(scr_domain_set(w, &d, lo, hi));
  assert_true(scr_domain_set_condition(w, &d, condition));
  for (uint32_t k = 0; k < 12; k++) {
    double x[3] = {0};
    for (int c = 0; c < dim; c++) x[c] = k % 4 == 0 && c == 0 ? 0.9999 : draw(g, lo[c], hi[c]);
    assert_true(scr_ball_create(w, &d, 0, x, draw(g, 0.1, 0.45), &(uint32_t){0}));
  }
  return w;
}

/* All images, one by one, up to the volume of the ball. */
static long double parts_inside(const scr_world *w, unsigned periodic, const scr_measure *m) {
  long double sum = 0;
  int far[3];
  for (int c = 0; c < 3; c++) far[c] = periodic >> c & 1 ? 9 : 0;
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const scr_pose *p = &w->pose[k];
    long double part = 0;
    for (int i = -far[0]; i <= far[0]; i++)
      for (int j = -far[1]; j <= far[1]; j++)
        for (int l = -far[2]; l <= far[2]; l++) {
          const double x[3] = {p->x[0] + 2 * i, p->x[1] + 2.6 * j, p->x[2] + 1.8 * l};
          part += shared(w->dim, m->r, p->r, away(m->x, x));
        }
    const long double whole = beyond(w->dim, p->r, -(long double)p->r);
    sum += part < whole ? part : whole;
  }
  return sum / beyond(w->dim, m->r, -(long double)m->r);
}

/* A region within the cell that a ball cuts at both ends, and regions wider than the cell. */
static void porosity_counts_all_images(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (unsigned periodic = 1; periodic < 1u << dim; periodic++) {
      scr_rng g;
      scr_rng_seed(&g, 10 * periodic + (unsigned)dim);
      scr_world *w = seamed_new(dim, periodic & ~(dim == 2 ? 4u : 0u), &g);
      for (int k = 0; k < 60; k++) {
        const scr_measure m = k % 3 ? region_at(&g, dim, 3, 0.5, 0.9) : region_at(&g, dim, 1, 1, 3);
        const double want = (double)(1 - parts_inside(w, periodic, &m)),
                     got = scr_measure_porosity(w, &m);
        if (!(fabs(got - want) < 1e-12))
          fail_msg("%dD, %u, radius %g: %.17g, not %.17g", dim, periodic, m.r, got, want);
      }
      scr_world_free(w);
    }
}

/* ---- stress ---- */

/* A lattice in a periodic cell, n balls along each axis at spacings that compress it. */
static scr_world *cell_new(int dim, int n, const double spacing[3]) {
  scr_world *w = scr_world_new(dim);
  scr_diag d = {0};
  double lo[3] = {0}, hi[3] = {1, 1, 1};
  uint8_t condition[3] = {SCR_B_PERIODIC, SCR_B_PERIODIC, SCR_B_PERIODIC};
  for (int c = 0; c < dim; c++) hi[c] = n * spacing[c];
  assert_true(scr_domain_set(w, &d, lo, hi));
  assert_true(scr_domain_set_condition(w, &d, condition));
  scene_law(w, 1e6, 0);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < (dim == 3 ? n : 1); k++) {
        const double x[3] = {(i + 0.5) * spacing[0], (j + 0.5) * spacing[1],
                             dim == 3 ? (k + 0.5) * spacing[2] : 0};
        const double density = 1000;
        uint32_t row;
        assert_true(scr_ball_create(w, &d, 0, x, 0.5, &row));
        scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"), &density);
      }
  scene_clean(w);
  scene_cycle(w, 1e-9, 1);
  return w;
}

/* The region that holds the whole cell has each contact once, wherever its centre lies. */
static void stress_of_a_strained_cell(void **state) {
  static const double spacing[3] = {0.99, 0.995, 0.97};
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = cell_new(dim, 5, spacing);
    const double side[3] = {spacing[0], spacing[1], dim == 3 ? spacing[2] : 1};
    double cell = 1, s[9];
    for (int c = 0; c < dim; c++) cell *= 5 * spacing[c];
    for (int k = 0; k < 9; k++) {
      scr_measure m = scr_measure_new();
      m.x[0] = 0.7 * k, m.x[1] = 0.3 * k, m.r = 5;
      scr_measure_stress(w, &m, s);
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
          const double force = i < dim ? 1e6 * (1 - spacing[i]) : 0;
          const double want =
              i == j && i < dim ? -force * side[i] / (side[0] * side[1] * side[2]) : 0;
          const double got = s[3 * i + j] * scr_measure_volume(dim, m.r) / cell;
          if (!(fabs(got - want) < 1e-12 * 4e4))
            fail_msg("%d%d: %.17g, not %.17g", i, j, got, want);
        }
    }
    assert_true(
        fabs(scr_measure_porosity(w, &(scr_measure){.r = 9}) -
             (1 - (pow(5, dim) * scr_measure_volume(dim, 0.5) -
                   pow(5, dim) * (scr_measure_shared(dim, 0.5, 0.5, spacing[0]) +
                                  scr_measure_shared(dim, 0.5, 0.5, spacing[1]) +
                                  (dim == 3) * scr_measure_shared(dim, 0.5, 0.5, spacing[2]))) /
                      scr_measure_volume(dim, 9))) < 1e-14);
    assert_true(scr_measure_coordination(w, &(scr_measure){.r = 9}) == 2 * dim);
    scr_world_free(w);
  }
}

/* Of lattices that touch along all axes, and along some; each third of the normals is exact. */
static void fabric_of_lattices(void **state) {
  static const struct {
    double spacing[3];
    int axes[2]; /* that balls touch along, as bits; 2D, 3D */
  } row[] = {{{0.99, 0.99, 0.99}, {3, 7}},
             {{0.99, 1.01, 0.97}, {1, 5}},
             {{1.01, 0.98, 1.01}, {2, 2}},
             {{1.01, 1.01, 1.01}, {0, 0}}};
  SCR_UNUSED(state);
  for (size_t l = 0; l < SCR_COUNTOF(row); l++)
    for (int dim = 2; dim <= 3; dim++) {
      scr_world *w = cell_new(dim, 5, row[l].spacing);
      const scr_measure m = {.id = 1, .r = 9};
      const int axes = row[l].axes[dim - 2], n = (axes & 1) + (axes >> 1 & 1) + (axes >> 2);
      double f[9];
      scr_measure_fabric(w, &m, f);
      for (int i = 0; i < 9; i++) {
        const double want = i % 4 == 0 && axes >> i / 4 & 1 ? 1.0 / n : 0;
        if (f[i] != want) fail_msg("%zu, %dD, %d: %.17g, not %.17g", l, dim, i, f[i], want);
      }
      scr_world_free(w);
    }
}

/* Hexagonal: three directions at 60 degrees, as many contacts of each: 1/2, as of a disk. Of a
 * contact with a floor it is the floor's normal. */
static void fabric_of_other_contacts(void **state) {
  SCR_UNUSED(state);
  static const double density = 1000, up[3] = {0, 0, 0.49};
  const int q = scr_quantity_find(scr_ball_quantity, "density");
  double f[9];
  scr_diag d = {0};
  uint32_t row;
  scr_world *w = lattice_new(&lattices[4], 3, 1e-3);
  for (row = 0; row < w->ball.n; row++) assert_true(scr_ball_set(w, &d, row, q, &density));
  scene_cycle(w, 1e-9, 1);
  scr_measure_fabric(w, &(scr_measure){.id = 1, .r = 1.3}, f);
  assert_true(fabs(f[0] - 0.5) < 1e-13 && fabs(f[4] - 0.5) < 1e-13 && fabs(f[1]) < 1e-13);
  scr_world_free(w);
  w = scene_new(3);
  scene_law(w, 1e6, 0);
  scene_floor(w, 3, 0);
  assert_true(scr_ball_create(w, &d, 0, up, 0.5, &row));
  assert_true(scr_ball_set(w, &d, row, q, &density));
  scene_clean(w);
  scene_cycle(w, 1e-9, 1);
  scr_measure_fabric(w, &(scr_measure){.id = 1, .r = 2}, f);
  assert_true(f[8] == 1 && f[0] == 0 && f[4] == 0 && f[5] == 0);
  scr_world_free(w);
}

/* A column that stands on a floor under its own weight's worth of load: the branch to the floor
 * ends at the contact point. */
static void branch_to_a_floor(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scene_new(dim);
    scr_measure m = {.id = 1, .r = 2};
    double s[9];
    const int up = dim - 1;
    scr_diag d = {0};
    double x[3] = {0};
    uint32_t row;
    const double density = 1000;
    scene_law(w, 1e6, 0);
    scene_floor(w, 3, 0);
    for (int k = 0; k < 2; k++) {
      x[up] = 0.49 + 0.98 * k;
      assert_true(scr_ball_create(w, &d, 0, x, 0.5, &row));
      scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"), &density);
    }
    scene_clean(w);
    scene_cycle(w, 1e-9, 1);
    scr_measure_stress(w, &m, s);
    /* from floor to ball 0.01 and from ball to ball 0.02 of overlap */
    const double want = -(1e6 * 0.01 * 0.495 + 1e6 * 0.02 * 0.98) / scr_measure_volume(dim, 2);
    if (!(fabs(s[4 * up] / want - 1) < 1e-9)) fail_msg("%.17g, not %.17g", s[4 * up], want);
    scr_world_free(w);
  }
}

/* One contact that is sheared, of balls of two sizes: -F_i l_j, from the point where they touch. */
static void stress_of_one_contact(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(3);
  scr_measure m = {.id = 1, .x = {0.76, 0, 0}, .r = 0.01};
  double s[9], f[3];
  scr_cmat_entry law = scene_linear(1e6, 1e6);
  law.param[scene_slot("linear", "fric")] = 10;
  scr_cmat_set_default(w, SCR_BALL_BALL, &law);
  scene_ball(w, 1, 0, 0, 0.75, 1000);
  w->twist[scene_ball(w, 2, 0.99, 0, 0.25, 1000)].v[1] = 1;
  scene_clean(w);
  scene_cycle(w, 1e-4, 5);
  const double *a = w->pose[scene_row(w, 1)].x, *b = w->pose[scene_row(w, 2)].x,
               volume = scr_measure_volume(3, m.r);
  scr_contact_force(w, (scr_contact){SCR_BALL_BALL, 0}, f);
  assert_true(f[1] < -1);
  for (int k = 0; k < 2; k++) {
    m.x[0] = k ? 0.5 : 0.745; /* the middle of the centres is not where they touch */
    scr_measure_stress(w, &m, s);
    for (int i = 0; i < 9; i++) {
      const double want = k ? 0 : -f[i / 3] * (b[i % 3] - a[i % 3]) / volume;
      assert_true(fabs(s[i] - want) < 1e-9 * fabs(f[0]) / volume);
    }
  }
  scr_world_free(w);
}

/* ---- stress of a ball ---- */

/* Each ball of a lattice holds its part of the volume: V s is that of its cell. */
static void stress_of_a_ball_in_a_strained_cell(void **state) {
  static const double spacing[3] = {0.99, 0.995, 0.97};
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = cell_new(dim, 5, spacing);
    for (uint32_t k = 0; k < w->ball.n; k++) {
      double s[9];
      scr_ball_stress(w, k, s);
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
          const double want = i == j && i < dim ? -1e6 * (1 - spacing[i]) * spacing[i] : 0;
          const double got = s[3 * i + j] * scr_measure_volume(dim, 0.5);
          if (!(fabs(got - want) < 1e-12 * 3e4))
            fail_msg("%d%d: %.17g, not %.17g", i, j, got, want);
        }
    }
    scr_world_free(w);
  }
}

/* On a floor alone: the force there times the way down. */
static void stress_of_a_ball_on_a_floor(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scene_new(dim);
    scr_buf why = {0};
    const int up = dim - 1;
    double s[9];
    scene_law(w, 1e5, 0);
    scene_floor(w, 5, 0);
    const uint32_t row = scene_ball(w, 1, 0, 0.49, 0.5, 1000);
    if (dim == 3) w->pose[row].x[1] = 0, w->pose[row].x[2] = 0.49;
    scr_changed(w, SCR_PLACES);
    for (int k = 0; k < 3; k++) { /* what is kept goes with each cycle */
      scene_cycle(w, 1e-4, 1 + 9 * k);
      scr_ball_stress(w, row, s);
      assert_true(scr_fresh(w, SCR_STRESSES));
      const double x = w->pose[row].x[up], force = 1e5 * (0.5 - x);
      const double want = -force * (0.5 - 0.5 * (0.5 - x)) / scr_measure_volume(dim, 0.5);
      assert_true(fabs(s[4 * up] - want) < 1e-12 * fabs(want) && force > 0);
      assert_true(scr_world_check(w, &why));
    }
    w->engine->stress[4 * up] *= 1.001; /* the check looks */
    assert_false(scr_world_check(w, &why));
    scr_buf_free(&why);
    scr_world_free(w);
  }
}

/* ---- rate of strain ---- */

static scr_world *field_new(int dim, scr_rng *g, const double l[9]) {
  scr_world *w = scene_new(dim);
  for (uint32_t k = 1; k <= 300; k++) {
    const uint32_t row = scene_ball(w, k, draw(g, -4, 4), draw(g, -4, 4), 0.01, 1000);
    double *x = w->pose[row].x, *v = w->twist[row].v;
    if (dim == 3) x[2] = draw(g, -4, 4);
    for (int i = 0; i < dim; i++)
      v[i] = i + 0.5 + l[3 * i] * x[0] + l[3 * i + 1] * x[1] + (dim == 3) * l[3 * i + 2] * x[2];
  }
  return w;
}

static void rate_of_a_linear_field(void **state) {
  static const double l[9] = {0.1, -0.2, 0.3, 0.7, 0.05, -0.4, 0.2, 0.6, -0.15};
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_rng g;
    scr_rng_seed(&g, 4);
    scr_world *w = field_new(dim, &g, l);
    for (int k = 0; k < 20; k++) {
      const scr_measure m = region_at(&g, dim, 2, 2, 3);
      double got[9];
      scr_measure_strain_rate(w, &m, got);
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
          const double want = i < dim && j < dim ? l[3 * i + j] : 0;
          if (!(fabs(got[3 * i + j] - want) < 1e-14))
            fail_msg("%d%d: %.17g, not %g", i, j, got[3 * i + j], want);
        }
    }
    scr_world_free(w);
  }
}

/* Balls on a line, or in 3D in a plane, tell nothing, however these are turned. */
static void rate_of_what_spans_no_space(void **state) {
  scr_rng g;
  SCR_UNUSED(state);
  scr_rng_seed(&g, 3);
  for (int k = 0; k < 40; k++) {
    const int dim = 2 + k % 2;
    scr_world *w = scene_new(dim);
    scr_measure m = {.id = 1, .r = 5};
    double got[9], e[2][3];
    for (int i = 0; i < 6; i++) e[i / 3][i % 3] = i % 3 < dim ? draw(&g, -1, 1) : 0;
    for (uint32_t i = 1; i <= 9; i++) {
      const double a = draw(&g, -1, 1), b = dim == 3 ? draw(&g, -1, 1) : 0;
      const uint32_t row = scene_ball(w, i, 0, 0, 0.01, 1000);
      for (int c = 0; c < dim; c++) w->pose[row].x[c] = a * e[0][c] + b * e[1][c];
      w->twist[row].v[0] = a;
    }
    w->domain.rate[k % dim] = k % 3; /* nor does a cell that is strained */
    scr_measure_strain_rate(w, &m, got);
    for (int i = 0; i < 9; i++) assert_true(got[i] == 0);
    scr_world_free(w);
  }
}

/* ---- what no order of balls changes ---- */

static scr_world *heap_new(bool backwards) {
  scr_world *w = scene_new(3);
  scr_rng g;
  scr_pose p[200];
  scr_diag d = {0};
  scr_rng_seed(&g, 9);
  scene_law(w, 1e6, 5e5);
  for (int k = 0; k < 200; k++) {
    for (int c = 0; c < 3; c++) p[k].x[c] = draw(&g, -1.5, 1.5);
    p[k].r = draw(&g, 0.2, 0.4);
  }
  for (int k = 0; k < 200; k++) {
    const int at = backwards ? 199 - k : k;
    uint32_t row;
    const double density = 1000;
    assert_true(scr_ball_create(w, &d, (uint32_t)at + 1, p[at].x, p[at].r, &row));
    scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"), &density);
  }
  scene_clean(w);
  scene_cycle(w, 1e-6, 20);
  return w;
}

static void all_of(scr_world *w, const scr_measure *m, double out[20]) {
  out[0] = scr_measure_porosity(w, m);
  out[1] = scr_measure_coordination(w, m);
  scr_measure_stress(w, m, out + 2);
  scr_measure_strain_rate(w, m, out + 11);
}

static void no_order_changes_a_bit(void **state) {
  SCR_UNUSED(state);
  scr_world *a = heap_new(false), *b = heap_new(true);
  scr_measure m = {.id = 1, .x = {0.1, 0.2, 0.3}, .r = 1.2};
  double of_a[20], of_b[20];
  all_of(a, &m, of_a);
  all_of(b, &m, of_b);
  assert_memory_equal(of_a, of_b, sizeof of_a);
  assert_true(of_a[1] > 1 && of_a[2] < 0 && of_a[11] != 0);
  scr_world_free(a);
  scr_world_free(b);
}

/* Asking in the midst of cycles leaves their bits. */
static void asking_changes_nothing(void **state) {
  SCR_UNUSED(state);
  scr_world *a = heap_new(false), *b = heap_new(false);
  const scr_measure m = {.id = 1, .x = {0.1, 0.2, 0.3}, .r = 1.2};
  double out[20];
  for (int k = 0; k < 10; k++) {
    all_of(b, &m, out);
    scene_cycle(a, 1e-6, 3);
    scene_cycle(b, 1e-6, 3);
  }
  assert_memory_equal(a->pose, b->pose, a->ball.n * sizeof *a->pose);
  assert_memory_equal(a->twist, b->twist, a->ball.n * sizeof *a->twist);
  assert_int_equal(a->stale, b->stale);
  scr_world_free(a);
  scr_world_free(b);
}

/* ---- bodies of several pieces ---- */

/* A dumbbell counts as one: its volume without what its spheres share, contacts of both, one
 * centre. */
static void a_body_counts_once(void **state) {
  static const scr_pose piece[] = {{{-0.3, 0, 0}, 0.5}, {{0.3, 0, 0}, 0.5}};
  SCR_UNUSED(state);
  scr_world *w = scene_new(3);
  scr_measure m = {.id = 1, .r = 4, .bins = 2, .size = {0, 2.6}};
  scr_diag d = {0};
  scr_body_spec s;
  uint32_t row;
  double x[2], part[2];
  scene_law(w, 1e6, 0);
  assert_true(scr_body_of_spheres(&d, 3, piece, 2, 1000, &s));
  assert_true(scr_body_create(w, &d, 0, &s, &row));
  scene_ball(w, 10, 1.29, 0, 0.5, 1000);
  scene_clean(w);
  scene_cycle(w, 1e-9, 1);
  const double one = scr_measure_volume(3, 0.5),
               both = 2 * one - scr_measure_shared(3, 0.5, 0.5, 0.6),
               lens = scr_measure_shared(3, 0.5, 0.5, 0.99), all = scr_measure_volume(3, 4);
  assert_true(fabs(scr_measure_porosity(w, &m) - (1 - (both + one - lens) / all)) < 1e-12);
  assert_true(scr_measure_coordination(w, &m) == 1);
  double t[9];
  scr_measure_stress(w, &m, t);
  assert_true(fabs(t[0] * all / (-1e6 * 0.01 * 1.29) - 1) < 1e-9); /* from centre of mass */
  assert_true(scr_measure_sizes(w, &m, x, part));
  assert_true(x[0] == 0.65 && part[0] == 0 && part[1] == 1);
  const double d_body = 2 * cbrt(0.75 * both / SCR_PI); /* of the ball that is as large */
  m.bins = 1;
  for (int k = 0; k < 2; k++) {
    m.size[1] = 2 * d_body * (k ? 1 + 1e-9 : 1 - 1e-9);
    assert_true(scr_measure_sizes(w, &m, x, part));
    assert_true(fabs(part[0] - (k ? 1 : one / (one + both))) < 1e-14);
  }
  m.r = 0.2; /* its centre is inside, those of its pieces are not */
  assert_true(scr_measure_coordination(w, &m) == 1);
  scr_world_free(w);
}

/* n bins, 2 half wide each, from lo on; all in m/200. */
static void ball_in_each_bin(int n, int lo, int half) {
  scr_measure m = {.id = 1, .r = 9, .bins = (uint32_t)n};
  m.size[0] = lo / 200.0, m.size[1] = (lo + 2 * half * n) / 200.0;
  for (int k = 0; k < n; k++) {
    const int middle = lo + (2 * k + 1) * half;
    double x[12], part[12];
    scr_world *w = scene_new(3);
    scene_ball(w, 1, 0, 0, middle / 400.0, 1000);
    assert_true(scr_measure_sizes(w, &m, x, part));
    for (int b = 0; b < n; b++)
      if (part[b] != (b >= k))
        fail_msg("%.17g in %d bins from %g to %g: %g up to %.17g", middle / 200.0, n, m.size[0],
                 m.size[1], part[b], x[b]);
    if (!(fabs(x[k] - middle / 200.0) <= 5 * 0x1p-53 * x[k])) /* so many roundings */
      fail_msg("%.17g, not %.17g", x[k], middle / 200.0);
    scr_world_free(w);
  }
}

/* A diameter that is meant to be the middle of a bin belongs to it, whatever rounding makes of
 * both. */
static void a_diameter_at_the_middle_of_a_bin(void **state) {
  static const int half[] = {7, 20, 37};
  SCR_UNUSED(state);
  for (int n = 1; n <= 12; n++)
    for (int lo = 0; lo < 420; lo += 70)
      for (size_t h = 0; h < SCR_COUNTOF(half); h++) ball_in_each_bin(n, lo, half[h]);
}

/* ---- the table of regions ---- */

static void regions_stay_in_order(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(3);
  static const uint32_t id[] = {5, 2, 9, 7, 2};
  assert_int_equal(scr_measure_next_id(w), 1);
  for (size_t k = 0; k < SCR_COUNTOF(id); k++)
    scr_measure_put(w, &(scr_measure){.id = id[k], .r = 1.0 + (double)k});
  assert_int_equal(w->nmeasure, 4);
  assert_int_equal(scr_measure_next_id(w), 10);
  assert_true(w->measure[scr_measure_find(w, 2)].r == 5);
  scr_measure_delete(w, scr_measure_find(w, 5));
  assert_true(scr_measure_find(w, 5) == SCR_NONE && scr_measure_find(w, 7) == 1);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(porosity_of_lattices_is_exact),
      cmocka_unit_test(porosity_at_its_ends),
      cmocka_unit_test(porosity_counts_all_images),
      cmocka_unit_test(stress_of_a_strained_cell),
      cmocka_unit_test(fabric_of_lattices),
      cmocka_unit_test(fabric_of_other_contacts),
      cmocka_unit_test(branch_to_a_floor),
      cmocka_unit_test(stress_of_a_ball_in_a_strained_cell),
      cmocka_unit_test(stress_of_a_ball_on_a_floor),
      cmocka_unit_test(stress_of_one_contact),
      cmocka_unit_test(rate_of_a_linear_field),
      cmocka_unit_test(rate_of_what_spans_no_space),
      cmocka_unit_test(no_order_changes_a_bit),
      cmocka_unit_test(asking_changes_nothing),
      cmocka_unit_test(a_body_counts_once),
      cmocka_unit_test(a_diameter_at_the_middle_of_a_bin),
      cmocka_unit_test(regions_stay_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
