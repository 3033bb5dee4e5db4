/* Meshes without kicks: how a surface is cut into facets must not be felt. Seams, roofs, valleys,
 * corners, conveyors. */
#include "exact.h"

#include "base/mem.h"
#include "world/world.h"

static void cycle(run *r, int n) {
  scr_limits l = scr_limits_none();
  l.cycles = (uint64_t)n;
  assert_true(scr_world_solve(r->s->lib.world, &r->s->diag, &l));
}

static const char *place(int dim, vec a) {
  static char text[4][96];
  static int k;
  char *t = text[k++ % 4];
  if (dim == 3)
    snprintf(t, sizeof text[0], "(%.17g,%.17g,%.17g)", a.c[0], a.c[1], a.c[2]);
  else
    snprintf(t, sizeof text[0], "(%.17g,%.17g)", a.c[0], a.c[1]);
  return t;
}

/* ---- seams ---- */

/* A plane square (a line) of side 2 through the origin, normal n, with u (and v) in it: n*n*2
 * triangles, or n segments. */
typedef struct slope {
  int dim;
  vec u, v, n;
} slope;

static slope slope_of(int dim) {
  double a = 0.3, b = 0.7;
  if (dim == 2)
    return (slope){2, vec_of(cos(a), sin(a), 0), vec_of(0, 0, 0), vec_of(-sin(a), cos(a), 0)};
  slope s = {.dim = 3, .n = vec_of(sin(a) * sin(b), sin(a) * cos(b), cos(a))};
  s.u = vec_unit(vec_flat(vec_of(1, 0.4, 0), s.n));
  s.v = vec_cross(s.n, s.u);
  return s;
}

static vec on_slope(const slope *s, double a, double b, double h) {
  return vec_add(vec_add(vec_mul(a, s->u), vec_mul(b, s->v)), vec_mul(h, s->n));
}

static void put_slope(run *r, const slope *s, uint32_t cells, lcg *g) {
  uint32_t row, rows = s->dim == 3 ? cells + 1 : 1, nv = rows * (cells + 1),
                nf = s->dim == 3 ? 2 * cells * cells : cells, q = 0;
  double *x = scr_alloc(3 * (size_t)nv * sizeof *x);
  uint32_t *facet = scr_alloc(3 * (size_t)nf * sizeof *facet);
  for (uint32_t k = 0; k < nv; k++) {
    uint32_t i = k % (cells + 1), j = k / (cells + 1);
    bool inner = i > 0 && i < cells && (s->dim == 2 || (j > 0 && j < cells));
    double shift[2] = {inner ? lcg_in(g, -0.5, 0.5) / cells : 0,
                       inner && s->dim == 3 ? lcg_in(g, -0.5, 0.5) / cells : 0};
    vec p = on_slope(s, -1 + 2.0 * i / cells + shift[0], -1 + 2.0 * j / cells + shift[1], 0);
    for (size_t c = 0; c < 3; c++) x[3 * (size_t)k + c] = p.c[c];
  }
  for (uint32_t c = 0; c < (s->dim == 3 ? cells * cells : cells); c++) {
    uint32_t a = s->dim == 3 ? c % cells + c / cells * (cells + 1) : c;
    const uint32_t v[6] = {a, a + 1, a + cells + 2, a, a + cells + 2, a + cells + 1},
                   line[3] = {a, a + 1, 0};
    for (int k = 0; k < (s->dim == 3 ? 6 : 3); k++) facet[q++] = s->dim == 3 ? v[k] : line[k];
  }
  assert_true(scr_wall_create(r->s->lib.world, &r->s->diag, 1, NULL, nv, x, nf, facet, &row));
  scr_free(x);
  scr_free(facet);
}

enum { SAMPLES = 30 };
typedef struct rolled {
  vec x, v, w, f;
} rolled;

static double mass_of(int dim, double radius) {
  return 1000 * PI * (dim == 3 ? 4.0 / 3.0 * radius * radius * radius : radius * radius);
}

typedef struct ride {
  double radius, speed, shear; /* speed: times 3.6 m/s; ks over kn */
  int steps;
} ride;

/* The ball begins in balance and slides, turns and rolls without leaving the plane. */
static void roll(const slope *s, uint32_t cells, const ride *q, rolled *out) {
  run r;
  lcg g = {.state = 77};
  const double radius = q->radius, sink = 2e-3 * radius, k = mass_of(s->dim, radius) * 9.81 / sink;
  run_open(&r, s->dim, NULL);
  run_text(&r,
           "model large-strain on\nmodel domain extent -2 2\nmodel gravity %s\nmodel mechanical "
           "timestep fix 1e-4\n",
           place(s->dim, vec_mul(-9.81, s->n)));
  run_text(&r,
           "contact cmat default model linear property kn %.17g ks %.17g fric 0.3 dp_nratio 0.2 "
           "dp_sratio 0.2\n",
           k, q->shear * k);
  put_slope(&r, s, cells, &g);
  run_text(&r,
           "ball create id 1 radius %.17g position %s\nball attribute density 1000 velocity %s "
           "spin %s\nmodel clean",
           radius, place(s->dim, on_slope(s, -0.43, -0.371, radius - sink)),
           place(s->dim, vec_mul(q->speed, vec_add(vec_mul(3, s->u), vec_mul(2, s->v)))),
           s->dim == 3 ? "(5,-7,11)" : "9");
  for (int n = 0; n < SAMPLES; n++) {
    cycle(&r, q->steps / SAMPLES);
    assert_int_equal(run_active(&r, NULL), 1);
    out[n] = (rolled){run_ball(&r, 1, SCR_BALL_POSITION), run_ball(&r, 1, SCR_BALL_VELOCITY),
                      run_ball(&r, 1, SCR_BALL_SPIN), run_ball(&r, 1, SCR_BALL_FORCE_CONTACT)};
  }
  run_close(&r);
}

/* The same ride over the coarsest and over finer meshes; rounding allows 1e-12 a step. */
static void compare(int dim, const ride *q, const uint32_t *cells, int n) {
  rolled want[SAMPLES], got[SAMPLES];
  slope s = slope_of(dim);
  double weight = mass_of(dim, q->radius) * 9.81, v = 3 * q->speed;
  roll(&s, 1, q, want);
  double far = vec_mag(vec_sub(want[SAMPLES - 1].x, want[0].x));
  assert_true(far > 0.1); /* several facets of either mesh */
  for (int k = 0; k < n; k++) {
    double d[4] = {0};
    roll(&s, cells[k], q, got);
    for (int i = 0; i < SAMPLES; i++) {
      d[0] = fmax(d[0], vec_mag(vec_sub(got[i].x, want[i].x)));
      d[1] = fmax(d[1], vec_mag(vec_sub(got[i].v, want[i].v)) / v);
      d[2] = fmax(d[2], vec_mag(vec_sub(got[i].w, want[i].w)) / 10);
      d[3] = fmax(d[3], vec_mag(vec_sub(got[i].f, want[i].f)) / weight);
    }
    subject("%dD, radius %g, speed %g, %u cells", dim, q->radius, v, cells[k]);
    print_message("%dD, radius %g, way %.2g, %u cells: x %.2g, v %.2g, w %.2g, f %.2g\n", dim,
                  q->radius, far, cells[k], d[0], d[1], d[2], d[3]);
    for (int c = 0; c < 4; c++) near("difference", d[c], 0, 3000 * 1e-12);
  }
}

/* A ball of half the square's size touches hundreds of the small triangles at once. */
static void seams(void **state) {
  SCR_UNUSED(state);
  static const uint32_t cells[2][2] = {{100, 1000}, {10, 100}};
  for (int dim = 2; dim <= 3; dim++)
    for (int q = 0; q < 2; q++)
      compare(dim, &(ride){q ? 0.5 : 0.05, 1, 0.7, 3000}, cells[dim - 2], 2);
}

/* A ball that crosses several facets in a step: its shear force, which takes some ten steps to
 * grow, goes along. */
static void leaps(void **state) {
  SCR_UNUSED(state);
  static const uint32_t cells[2][1] = {{300}, {100}};
  for (int dim = 2; dim <= 3; dim++)
    compare(dim, &(ride){0.5, 120, 6e-4, SAMPLES}, cells[dim - 2], 1);
}

/* ---- roofs and valleys ---- */

static void scene(run *r, int dim, const char *law) {
  run_open(r, dim, NULL);
  run_text(r,
           "model large-strain on\nmodel domain extent -3 3\nmodel mechanical timestep fix "
           "1e-4\ncontact cmat default model linear "
           "property kn 1e6 %s\n",
           law);
}

/* Two planes that meet along z = x = 0 (2D: y = x = 0) and fall away (rise, if negative) by `angle`
 * degrees on either side. */
static void put_roof(run *r, int dim, double angle, bool turned) {
  double h = -tan(angle * PI / 180);
  if (dim == 2) {
    run_text(r,
             turned ? "wall create vertices (1,%.17g) (0,0) (0,0) (-1,%.17g)"
                    : "wall create vertices (-1,%.17g) (0,0) (0,0) (1,%.17g)",
             h, h);
    if (turned)
      run_text(r, "wall delete\nwall create vertices (0,0) (1,%.17g) (-1,%.17g) (0,0)", h, h);
    return;
  }
  char left[256], right[256];
  snprintf(left, sizeof left, "(-1,-1,%.17g) (0,-1,0) (0,1,0) (-1,-1,%.17g) (0,1,0) (-1,1,%.17g)",
           h, h, h);
  snprintf(right, sizeof right, "(0,-1,0) (1,-1,%.17g) (1,1,%.17g) (0,-1,0) (1,1,%.17g) (0,1,0)", h,
           h, h);
  run_text(r, "wall create vertices %s %s", turned ? right : left, turned ? left : right);
}

/* A ball that moves on a straight line at constant speed: one contact; its force changes by no more
 * than the motion explains, (kn
 * + ks) v dt and what comes of the turning normal. */
static void pass(run *r, int dim, vec from, vec v, int steps, double bound) {
  run_text(r,
           "ball create id 1 radius 0.1 position %s\nball attribute density 1000 velocity %s\nball "
           "fix velocity spin\nmodel "
           "clean\nmodel cycle 1",
           place(dim, from), place(dim, v));
  vec last = run_ball(r, 1, SCR_BALL_FORCE_CONTACT);
  for (int n = 1; n < steps; n++) {
    cycle(r, 1);
    vec f = run_ball(r, 1, SCR_BALL_FORCE_CONTACT);
    int active = run_active(r, NULL);
    if (active > 1) print_error("step %d: %d contacts\n", n, active);
    assert_true(active <= 1);
    near("jump of the force", vec_mag(vec_sub(f, last)), 0, bound);
    last = f;
  }
  assert_true(vec_mag(last) < 1 || bound > 0);
}

static void roofs(void **state) {
  SCR_UNUSED(state);
  static const double angle[] = {0.01, 5, 15, 45, 80};
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(angle); k++)
      for (int q = 0; q < 8; q++) {
        run r;
        bool friction = q & 1, turned = q & 2, one_side = q & 4;
        subject("%dD, %g degrees, case %d", dim, angle[k], q);
        scene(&r, dim, friction ? "ks 1e6 fric 0.5" : "");
        put_roof(&r, dim, angle[k], turned);
        if (one_side) run_text(&r, "wall active-sides top");
        double h = 0.1 - 1e-3; /* above the ridge */
        vec from = dim == 3 ? vec_of(-0.02, -0.01, h) : vec_of(-0.02, h, 0),
            v = dim == 3 ? vec_of(0.1, 0.03, 0) : vec_of(0.1, 0, 0);
        /* up to 21 mm of overlap on the flank: kn times that times the turn of the normal, v dt/r
         */
        pass(&r, dim, from, v, 4000, 1e6 * vec_mag(v) * 1e-4 * (friction ? 3 : 1.3));
        run_close(&r);
      }
}

/* At a sharp edge the ball may lie behind the plane of one side; the other one holds it, though
 * only the tops are active. */
static void knives(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int q = 0; q < 4; q++) {
      run r;
      double a = (q & 1 ? 70 : -70) * PI / 180, d = 0.099;
      subject("%dD, knife, case %d", dim, q);
      scene(&r, dim, "");
      put_roof(&r, dim, 80, q & 2);
      run_text(&r,
               "wall active-sides top\nball create id 1 radius 0.1 position %s\nball attribute "
               "density 1000\nmodel clean",
               place(dim, dim == 3 ? vec_of(d * sin(a), 0.1, d * cos(a))
                                   : vec_of(d * sin(a), d * cos(a), 0)));
      assert_int_equal(run_active(&r, NULL), 1);
      vec f = run_ball(&r, 1, SCR_BALL_FORCE_CONTACT);
      near("sideways", f.c[0], 1000 * sin(a), 1e-8);
      near("upwards", f.c[dim - 1], 1000 * cos(a), 1e-8);
      run_close(&r);
    }
}

/* Over the tip of a pyramid with five sides, first along one face, then along an edge and across.
 */
static void tips(void **state) {
  SCR_UNUSED(state);
  for (int q = 0; q < 12; q++) {
    run r;
    scr_buf text = {0};
    double a = q * 0.11;
    for (int k = 0; k < 5; k++)
      scr_buf_printf(&text, " (0,0,0) (%.17g,%.17g,-0.5) (%.17g,%.17g,-0.5)", cos(k * 0.4 * PI),
                     sin(k * 0.4 * PI), cos((k + 1) % 5 * 0.4 * PI), sin((k + 1) % 5 * 0.4 * PI));
    subject("tip, direction %g", a);
    scene(&r, 3, q % 2 ? "ks 1e6 fric 0.5" : "");
    run_text(&r, "wall create vertices %s", text.s);
    if (q % 3 == 0) run_text(&r, "wall active-sides top");
    vec v = vec_of(0.1 * cos(a), 0.1 * sin(a), 0),
        from = vec_add(vec_mul(-0.2, v), vec_of(0, q < 6 ? 0 : 0.001, 0.099));
    pass(&r, 3, from, v, 4000, 1e6 * 0.1 * 1e-4 * (q % 2 ? 3 : 1.3));
    scr_buf_free(&text);
    run_close(&r);
  }
}

/* What a valley whose sides stand at the angles +-half does to a ball of 0.1 at (x, h) from its
 * bottom. With one contact: the deeper side, but near the bottom an arc, for the centre, of 0.01
 * radii about the corner of both sides moved inwards. */
static vec of_valley(double half, double x, double h, int contacts) {
  const double r = 0.1, arc = 0.01 * r, k = 1e6;
  const double right = r - (h * cos(half) - x * sin(half)),
               left = r - (h * cos(half) + x * sin(half));
  const double dx = x, dh = h - (r + arc) / cos(half), d = sqrt(dx * dx + dh * dh);
  if (contacts == 2)
    return vec_of(-k * (right - fmax(left, 0)) * sin(half), k * (right + fmax(left, 0)) * cos(half),
                  0);
  if (fabs(dx) < -dh * tan(half))
    return vec_of(-k * (d - arc) * dx / d, -k * (d - arc) * dh / d, 0);
  return vec_of(-k * right * sin(half), k * right * cos(half), 0);
}

/* Below the cut-off angle (20 degrees unless given) a valley is one smooth surface with a round
 * bottom, above it has two sides.
 */
static void valleys(void **state) {
  SCR_UNUSED(state);
  static const struct {
    double angle, cutoff; /* between the sides; 0: the default */
    int contacts;
  } row[] = {{19.9, 0, 1}, {20.1, 0, 2}, {90, 0, 2}, {19.9, 19, 2},
             {30, 31, 1},  {5, 4.9, 2},  {5, 5.1, 1}};
  static const double aside[] = {0, 1e-6, 2e-5, 4e-4};
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(row) * SCR_COUNTOF(aside); k++) {
      run r;
      const size_t at = k / SCR_COUNTOF(aside);
      double x = aside[k % SCR_COUNTOF(aside)], half = 0.5 * row[at].angle * PI / 180,
             h = (0.1 - 1e-4) / cos(half);
      const bool both = (0.1 - h * cos(half)) - x * sin(half) >
                        0; /* far from the middle the left side is out of reach */
      subject("%dD, valley of %g degrees, cut-off %g, %g beside its bottom", dim, row[at].angle,
              row[at].cutoff, x);
      scene(&r, dim, "");
      put_roof(&r, dim, -0.5 * row[at].angle, false);
      if (row[at].cutoff > 0) run_text(&r, "wall attribute cutoff-angle %.17g", row[at].cutoff);
      run_text(&r,
               "ball create id 1 radius 0.1 position %s\nball attribute density 1000\nmodel clean",
               place(dim, dim == 3 ? vec_of(x, 0.1, h) : vec_of(x, h, 0)));
      assert_int_equal(run_active(&r, NULL), both ? row[at].contacts : 1);
      const vec want = of_valley(half, x, h, row[at].contacts);
      vec got = run_ball(&r, 1, SCR_BALL_FORCE_CONTACT);
      near("sideways", got.c[0], want.c[0], 1e-6);
      near("upwards", got.c[dim - 1], want.c[1], 1e-6);
      run_close(&r);
    }
}

/* A ball comes to rest in a round vessel: merged to the deepest face alone its contact would be
 * thrown from face to face for ever, and make energy out of nothing. */
static void vessels(void **state) {
  SCR_UNUSED(state);
  static const struct {
    int dim;
    const char *wall;
  } row[] = {{2, "circle position 0 0 radius 1"},
             {2, "circle position 0 0 radius 1 resolution 0.3"},
             {3, "sphere position 0 0 0 radius 1"},
             {3, "cylinder base -1 0 0 axis 1 0 0 height 2 radius 1"}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++)
    for (int law = row[k].dim - 2; law < 2; law++) {
      run r;
      subject("vessel: %s, %s", row[k].wall, law ? "friction" : "no friction");
      scene(&r, row[k].dim, law ? "ks 1e6 fric 0.5 dp_nratio 0.2" : "");
      run_text(
          &r,
          "wall generate %s\nball create id 1 radius 0.2 position %s\nball attribute density 1000 "
          "damp 0.7",
          row[k].wall,
          place(row[k].dim, row[k].dim == 2 ? vec_of(0.02, -0.79, 0) : vec_of(0.02, 0.01, -0.79)));
      run_text(&r, "model gravity 9.81\nmodel energy mechanical on\nmodel mechanical timestep fix "
                   "3e-4\nmodel cycle 12000");
      near("speed", vec_mag(run_ball(&r, 1, SCR_BALL_VELOCITY)), 0, 1e-9);
      double most = 0;
      for (int n = 0; n < 200; n++) {
        cycle(&r, 1);
        most = fmax(most, vec_mag(run_ball(&r, 1, SCR_BALL_VELOCITY)));
      }
      near("speed from then on", most, 0, 1e-9);
      run_close(&r);
    }
}

/* Each wall has a cut-off of its own: shear force survives the bottom of a flat valley while a
 * second wall, which has none, touches the ball from above. */
static void own_cutoff(void **state) {
  SCR_UNUSED(state);
  run r;
  scene(&r, 2, "ks 1e6 fric 0.5");
  put_roof(&r, 2, -1, false);
  run_text(&r,
           "wall create vertices (-1,0.199) (1,0.199)\nwall attribute cutoff-angle 0 range id 2\n"
           "ball create id 1 radius 0.1 position (-0.01,0.099)\nball attribute density 1000 "
           "velocity (0.1,0)\nball fix velocity "
           "spin\nmodel clean\nmodel cycle 1");
  vec last = run_ball(&r, 1, SCR_BALL_FORCE_CONTACT);
  for (int n = 0; n < 2000; n++) {
    cycle(&r, 1);
    vec f = run_ball(&r, 1, SCR_BALL_FORCE_CONTACT);
    assert_int_equal(run_active(&r, NULL), 2);
    /* at the bottom the normal of 1000 N turns by 2 degrees; a shear force lost would be 500 N */
    near("jump of the force", vec_mag(vec_sub(f, last)), 0, 1500 * 0.035 + 50);
    last = f;
  }
  run_close(&r);
}

/* A ball in a closed box: three contacts in a corner, two on an edge, one on a side; in 2D two and
 * one. */
static void box(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int one = 0; one < 2; one++)
      for (int k = 0; k < 1 << dim; k++) {
        run r;
        vec x = vec_of(0.2, 0.1, -0.3), want = vec_of(0, 0, 0);
        int touching = 0;
        for (int c = 0; c < dim; c++)
          if (k >> c & 1) x.c[c] = 0.9 + 1e-3 * (c + 1), want.c[c] = -1000.0 * (c + 1), touching++;
        scene(&r, dim, "");
        run_text(&r,
                 "wall generate box -1 1 %s\nball create id 1 radius 0.1 position %s\nball "
                 "attribute density 1000\nmodel clean",
                 one ? "one-wall" : "", place(dim, x));
        subject("%dD, box %d, sides %d", dim, one, k);
        assert_int_equal(run_active(&r, NULL), touching);
        near_vec("force", run_ball(&r, 1, SCR_BALL_FORCE_CONTACT), want, 1e-9 * 3000);
        run_close(&r);
      }
}

/* ---- conveyors ---- */

/* A ball set down on a conveyor of speed u: v = mu g t while it slides, then it rolls with u/(1 + m
 * a^2/I); a ball that cannot turn ends at u. The wall stays where it is. */
static void conveyors(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int rolls = 0; rolls < 2; rolls++) {
      const double mu = 0.3, u = 0.1, g = 9.81, r0 = 5e-4, k = 1e4;
      double m = 1e4 * PI * (dim == 3 ? 4.0 / 3.0 * r0 * r0 * r0 : r0 * r0), sink = m * g / k,
             dt = 0.02 * sqrt(m / k);
      double arm = r0 - 0.5 * sink,
             part = rolls ? 1 / (1 + arm * arm / ((dim == 3 ? 0.4 : 0.5) * r0 * r0)) : 1,
             t = part * u / (mu * g);
      run r;
      run_open(&r, dim, NULL);
      run_text(&r,
               "model large-strain on\nmodel domain extent -0.1 0.1\nmodel gravity %s\nmodel "
               "mechanical timestep fix %.17g\n"
               "contact cmat default model linear property kn 1e4 ks 1e4 fric %.17g dp_nratio 0.2 "
               "dp_sratio 0.2 dp_mode 2\n"
               "wall generate plane\nwall attribute velocity-conveyor %s\nball create id 1 radius "
               "5e-4 position %s\n"
               "ball attribute density 1e4\n%s\nmodel clean",
               dim == 3 ? "(0,0,-9.81)" : "(0,-9.81)", dt, mu,
               dim == 3 ? "(0.08,0.06,0)" : "(0.1,0)",
               place(dim, dim == 3 ? vec_of(0, 0.01, r0 - sink) : vec_of(0, r0 - sink, 0)),
               rolls ? "" : "ball fix spin");
      subject("conveyor, %dD, %s", dim, rolls ? "rolls" : "slides");
      vec along = dim == 3 ? vec_of(0.8, 0.6, 0) : vec_of(1, 0, 0),
          x0 = run_ball(&r, 1, SCR_BALL_POSITION);
      int n = (int)(0.5 * t / dt);
      cycle(&r, n);
      vec v = run_ball(&r, 1, SCR_BALL_VELOCITY);
      near("sliding", vec_dot(v, along), mu * g * n * dt, mu * g * 3 * sqrt(m / k));
      near("way", vec_dot(vec_sub(run_ball(&r, 1, SCR_BALL_POSITION), x0), along),
           0.5 * mu * g * n * dt * n * dt, mu * g * 3 * sqrt(m / k) * n * dt);
      cycle(&r, 12 * n);
      v = run_ball(&r, 1, SCR_BALL_VELOCITY);
      near_vec("speed at the end", v, vec_mul(part * u, along), 1e-6 * u);
      print_message("%dD, %s: %.9f, want %.9f\n", dim, rolls ? "rolls" : "slides",
                    vec_dot(v, along), part * u);
      double where[3];
      scr_wall_get(r.s->lib.world, 0, 0, where);
      for (int c = 0; c < dim; c++) assert_true(where[c] == 0);
      run_close(&r);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(seams),      cmocka_unit_test(leaps),   cmocka_unit_test(roofs),
      cmocka_unit_test(knives),     cmocka_unit_test(tips),    cmocka_unit_test(valleys),
      cmocka_unit_test(own_cutoff), cmocka_unit_test(vessels), cmocka_unit_test(box),
      cmocka_unit_test(conveyors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
