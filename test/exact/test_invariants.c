/* What no law and no case may change: momentum, and results seen from elsewhere (shifted, moving,
 * turned, renumbered, on another mesh); and impacts and rolling against their exact answers. */
#include "exact.h"

#include "base/mem.h"
#include "world/engine.h"
#include "world/state/rows.h"

static void cycle(run *r, int n) {
  scr_limits l = scr_limits_none();
  l.cycles = (uint64_t)n;
  assert_true(scr_world_solve(r->s->lib.world, &r->s->diag, &l));
}

/* Hertz's dashpot grows with the overlap to the power 1/4, so steeply where contact begins that a
 * rounding of the position shows; with dp_alpha 1/2 it is 3/4. */
static const char *const law_text[] = {
    "linear property kn 1e6 ks 7e5 fric 0.4 dp_nratio 0.1 dp_sratio 0.1",
    "hertz property hz_shear 1e9 hz_poiss 0.25 fric 0.4 dp_nratio 0.9 dp_sratio 0.9 dp_alpha 0.5",
    ("burger property bur_knm 1e6 bur_knk 1e6 bur_cnm 1e5 bur_cnk 1e3 bur_ksm 8e5 bur_ksk 1e6 "
     "bur_csm 1e5 bur_csk 1e3 bur_fric "
     "0.4"),
};
enum { LAWS = SCR_COUNTOF(law_text) };

/* ---- a cloud of balls that collide ---- */

enum { BALLS = 50 };
typedef struct cloud {
  int dim;
  vec x[BALLS], v[BALLS], w[BALLS];
  double r[BALLS];
} cloud;

/* On a jittered grid of 0.25 m, all drawn to the middle. */
static cloud draw_cloud(lcg *g, int dim) {
  cloud c = {.dim = dim};
  int side = dim == 3 ? 4 : 8;
  for (int k = 0; k < BALLS; k++) {
    c.r[k] = lcg_in(g, 0.08, 0.11);
    double p[3] = {k % side, k / side % side, dim == 3 ? k / (side * side) : 0};
    for (int a = 0; a < dim; a++) {
      c.x[k].c[a] = 0.24 * (p[a] - 0.5 * (side - 1)) + lcg_in(g, -0.012, 0.012);
      c.v[k].c[a] = -12 * c.x[k].c[a] + lcg_in(g, -2, 2);
    }
    for (int a = dim == 3 ? 0 : 2; a < 3; a++) c.w[k].c[a] = lcg_in(g, -20, 20);
  }
  return c;
}

/* How a cloud is told: by which ids, in which order, turned, shifted and moving. */
typedef struct view {
  int turn; /* quarter turns about axis `axis` */
  int axis;
  vec shift, speed;
  int id_step, order_step; /* multipliers that are prime to BALLS; 1: as it is */
  bool periodic;
} view;

static vec quarter(vec a, int axis, int n) {
  int i = (axis + 1) % 3, j = (axis + 2) % 3;
  for (; n > 0; n--) {
    double t = a.c[i];
    a.c[i] = -a.c[j];
    a.c[j] = t;
  }
  return a;
}

static uint32_t id_of(const view *s, int k) { return 1 + (uint32_t)(k * s->id_step % BALLS); }

static const double period = 4;

static vec wrapped(vec x) {
  for (int a = 0; a < 3; a++) x.c[a] -= period * floor(x.c[a] / period + 0.5);
  return x;
}

static void tell3(run *r, const char *what, vec v, const char *end) {
  if (r->s->lib.world->dim == 3)
    run_text(r, "%s (%.17g,%.17g,%.17g) %s", what, v.c[0], v.c[1], v.c[2], end);
  else
    run_text(r, "%s (%.17g,%.17g) %s", what, v.c[0], v.c[1], end);
}

static void cloud_open(run *r, const cloud *c, int law, double dt, const view *s) {
  run_open(r, c->dim, NULL);
  run_text(r,
           "model large-strain on\nmodel domain extent %s\nmodel mechanical timestep fix "
           "%.17g\ncontact cmat default model %s",
           s->periodic ? "-2 2 condition periodic" : "-9 9", dt, law_text[law]);
  for (int q = 0; q < BALLS; q++) {
    int k = q * s->order_step % BALLS;
    char range[32], head[64];
    snprintf(range, sizeof range, "range id %u", id_of(s, k));
    snprintf(head, sizeof head, "ball create id %u radius %.17g position", id_of(s, k), c->r[k]);
    vec x = vec_add(quarter(c->x[k], s->axis, s->turn), s->shift);
    tell3(r, head, s->periodic ? wrapped(x) : x, "");
    tell3(r, "ball attribute density 1000 velocity",
          vec_add(quarter(c->v[k], s->axis, s->turn), s->speed), range);
    vec w = quarter(c->w[k], s->axis, s->turn);
    if (c->dim == 3)
      tell3(r, "ball attribute spin", w, range);
    else
      run_text(r, "ball attribute spin %.17g %s", w.c[2], range);
  }
}

/* ---- momentum ---- */

typedef struct sums {
  long double p[3], l[3], scale_p, scale_l;
} sums;

static sums sums_of(run *r) {
  scr_world *w = r->s->lib.world;
  sums s = {0};
  scr_world_sync(w);
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const scr_twist *t = &w->twist[k];
    const double *x = w->pose[k].x;
    for (int a = 0; a < 3; a++) {
      int b = (a + 1) % 3, c = (a + 2) % 3;
      s.p[a] += (long double)t->m * t->v[a];
      s.l[a] += (long double)t->m * ((long double)x[b] * t->v[c] - (long double)x[c] * t->v[b]) +
                (long double)t->moi * t->w[a];
    }
    s.scale_p += t->m * sqrt(scr_dot3(t->v, t->v));
    s.scale_l += t->m * sqrt(scr_dot3(t->v, t->v)) * sqrt(scr_dot3(x, x)) +
                 t->moi * sqrt(scr_dot3(t->w, t->w));
  }
  return s;
}

/* Forces are rounded once and added exactly at both ends, so momentum changes by the rounding of
 * fifty velocities, 1e-16 of each. Torques are rounded at each end to 2^-45 of the largest, F R: in
 * a step that is dt F R 2^-46, and dt F is a part of m v; their sum and the roundings of positions
 * and spins stay below 1e-14 of the scale. */
static void momentum(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("momentum", 11);
  for (int dim = 2; dim <= 3; dim++)
    for (int law = 0; law < LAWS; law++) {
      cloud c = draw_cloud(&g, dim);
      view plain = {.id_step = 1, .order_step = 1};
      run r;
      cloud_open(&r, &c, law, 1e-4, &plain);
      subject("%.6s, %dD", law_text[law], dim);
      sums last = sums_of(&r), first = last;
      double worst_p = 0, worst_l = 0;
      int most = 0;
      for (int n = 0; n < 400; n++) {
        cycle(&r, 1);
        sums now = sums_of(&r);
        for (int a = 0; a < 3; a++) {
          worst_p = fmax(worst_p, (double)(fabsl(now.p[a] - last.p[a]) / now.scale_p));
          worst_l = fmax(worst_l, (double)(fabsl(now.l[a] - last.l[a]) / now.scale_l));
        }
        most = SCR_MAX(most, run_active(&r, NULL));
        last = now;
      }
      print_message("%.6s, %dD: momentum to %.2g, angular momentum to %.2g a step; %d contacts at "
                    "a time; scales fell to %.2f\n",
                    law_text[law], dim, worst_p, worst_l, most,
                    (double)(last.scale_p / first.scale_p));
      assert_true(most > 10);
      near("momentum", worst_p, 0, 1e-14);
      near("angular momentum", worst_l, 0, 1e-14);
      run_close(&r);
    }
}

/* ---- the same seen from elsewhere ---- */

enum { VIEW_STEPS = 200 };

/* Largest difference of positions, velocities and spins, over the largest of each. */
static void compare_views(const char *what, const cloud *c, int law, const view *s) {
  const double dt = 1e-4;
  view plain = {.id_step = 1, .order_step = 1, .periodic = s->periodic};
  run a, b;
  cloud_open(&a, c, law, dt, &plain);
  cloud_open(&b, c, law, dt, s);
  cycle(&a, VIEW_STEPS);
  cycle(&b, VIEW_STEPS);
  subject("%s, %.6s, %dD", what, law_text[law], c->dim);
  assert_int_equal(run_active(&a, NULL), run_active(&b, NULL));
  assert_true(run_active(&a, NULL) > 5);
  double dx = 0, dv = 0, dw = 0, v = 0, w = 0;
  for (int k = 0; k < BALLS; k++) {
    uint32_t id = id_of(s, k), old = id_of(&plain, k);
    vec x = vec_add(quarter(run_ball(&a, old, SCR_BALL_POSITION), s->axis, s->turn),
                    vec_add(s->shift, vec_mul(VIEW_STEPS * dt, s->speed)));
    vec miss = vec_sub(run_ball(&b, id, SCR_BALL_POSITION), x);
    if (s->periodic) miss = wrapped(miss);
    vec va = run_ball(&a, old, SCR_BALL_VELOCITY), wa = run_ball(&a, old, SCR_BALL_SPIN);
    dx = fmax(dx, vec_mag(miss));
    dv = fmax(dv, vec_mag(vec_sub(vec_sub(run_ball(&b, id, SCR_BALL_VELOCITY), s->speed),
                                  quarter(va, s->axis, s->turn))));
    dw = fmax(dw, vec_mag(vec_sub(run_ball(&b, id, SCR_BALL_SPIN), quarter(wa, s->axis, s->turn))));
    v = fmax(v, vec_mag(va)), w = fmax(w, vec_mag(wa));
  }
  print_message("%-22s %.6s %dD: x %.2g, v %.2g, w %.2g\n", what, law_text[law], c->dim, dx, dv / v,
                dw / w);
  /* 1e-12 a step, relative, up to 200 steps */
  near("position", dx, 0, VIEW_STEPS * 1e-12);
  near("velocity", dv / v, 0, VIEW_STEPS * 1e-12);
  near("spin", dw / w, 0, VIEW_STEPS * 1e-12);
  run_close(&a);
  run_close(&b);
}

static void views(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("views", 12);
  for (int dim = 2; dim <= 3; dim++)
    for (int law = 0; law < LAWS; law++) {
      cloud c = draw_cloud(&g, dim);
      double z = dim == 3 ? 1 : 0;
      compare_views("renumbered", &c, law, &(view){.id_step = 17, .order_step = 1});
      compare_views("other order", &c, law, &(view){.id_step = 1, .order_step = 23});
      compare_views("both", &c, law, &(view){.id_step = 49, .order_step = 49});
      compare_views("moving", &c, law,
                    &(view){.id_step = 1, .order_step = 1, .speed = vec_of(3, -2, 5 * z)});
      compare_views("across the seam", &c, law,
                    &(view){.id_step = 1,
                            .order_step = 1,
                            .periodic = true,
                            .shift = vec_of(2.03, -1.97, 1.95 * z)});
      compare_views("across one seam, moving", &c, law,
                    &(view){.id_step = 1,
                            .order_step = 1,
                            .periodic = true,
                            .shift = vec_of(1.9, 0, 0),
                            .speed = vec_of(7, 0, 0)});
      for (int axis = dim == 3 ? 0 : 2; axis < 3; axis++)
        for (int turn = 1; turn < 4; turn++)
          compare_views("turned", &c, law,
                        &(view){.id_step = 1, .order_step = 1, .axis = axis, .turn = turn});
    }
}

/* ---- walls ---- */

/* The square [-1, 1]^2 at z = 0 in n by n cells of two triangles; inner vertices are moved about in
 * the plane. */
static void put_square(run *r, lcg *g, uint32_t n) {
  uint32_t nv = (n + 1) * (n + 1), nf = 2 * n * n, q = 0;
  double *x = scr_alloc(3 * nv * sizeof *x);
  uint32_t *facet = scr_alloc(3 * nf * sizeof *facet);
  for (uint32_t k = 0; k < nv; k++) {
    uint32_t i = k % (n + 1), j = k / (n + 1);
    bool inner = i && j && i < n && j < n;
    x[3 * k] = -1 + 2.0 * i / n + (inner ? lcg_in(g, -0.5, 0.5) / n : 0);
    x[3 * k + 1] = -1 + 2.0 * j / n + (inner ? lcg_in(g, -0.5, 0.5) / n : 0);
    x[3 * k + 2] = 0;
  }
  for (uint32_t c = 0; c < n * n; c++) {
    uint32_t a = c % n + c / n * (n + 1), v[6] = {a, a + 1, a + n + 2, a, a + n + 2, a + n + 1};
    for (int k = 0; k < 6; k++) facet[q++] = v[k];
  }
  uint32_t row;
  assert_true(scr_wall_create(r->s->lib.world, &r->s->diag, 1, NULL, nv, x, nf, facet, &row));
  scr_free(x);
  scr_free(facet);
}

typedef struct rolled {
  vec x, v, w, f;
} rolled;

static void roll(lcg *g, uint32_t cells, int law, int steps, rolled *out, int samples,
                 int *touching) {
  run r;
  run_open(&r, 3, NULL);
  run_text(&r,
           "model large-strain on\nmodel domain extent -1.5 1.5\nmodel gravity (0,0,-9.81)\nmodel "
           "mechanical timestep fix "
           "1e-4\ncontact cmat default model %s",
           law_text[law]);
  put_square(&r, g, cells);
  run_text(&r, "ball create id 1 radius 0.05 position (-0.71,-0.637,0.049997)\nball attribute "
               "density 1000 velocity (3,2.1,0) "
               "spin (5,-7,11)\nmodel clean");
  for (int k = 0; k < samples; k++) {
    cycle(&r, steps / samples);
    int n = run_active(&r, NULL);
    assert_true(n <= 1);
    *touching += n;
    out[k] = (rolled){run_ball(&r, 1, SCR_BALL_POSITION), run_ball(&r, 1, SCR_BALL_VELOCITY),
                      run_ball(&r, 1, SCR_BALL_SPIN), run_ball(&r, 1, SCR_BALL_FORCE_CONTACT)};
  }
  run_close(&r);
}

/* One ball, one plane: all meshes agree to rounding, 1e-12 a step. Forces are 1 N, from an overlap
 * of 1e-6 to 1e-5 m that rounds at 1e-17 m a step. */
static void other_mesh(void **state) {
  SCR_UNUSED(state);
  enum { STEPS = 4000, SAMPLES = 40 };
  static const uint32_t cells[] = {1, 10, 45};
  lcg g = lcg_begin("meshes", 13);
  for (int law = 0; law < 2; law++) {
    rolled want[SAMPLES], got[SAMPLES];
    int touching = 0;
    roll(&g, cells[0], law, STEPS, want, SAMPLES, &touching);
    assert_true(want[SAMPLES - 1].x.c[0] > -0.2 && touching > SAMPLES / 2);
    for (size_t k = 1; k < SCR_COUNTOF(cells); k++) {
      roll(&g, cells[k], law, STEPS, got, SAMPLES, &touching);
      double dx = 0, dv = 0, dw = 0, df = 0, f = 0;
      for (int n = 0; n < SAMPLES; n++) {
        dx = fmax(dx, vec_mag(vec_sub(got[n].x, want[n].x)));
        dv = fmax(dv, vec_mag(vec_sub(got[n].v, want[n].v)) / 3);
        dw = fmax(dw, vec_mag(vec_sub(got[n].w, want[n].w)) / 10);
        df = fmax(df, vec_mag(vec_sub(got[n].f, want[n].f)));
        f = fmax(f, vec_mag(want[n].f));
      }
      print_message("%.6s, %u triangles: x %.2g, v %.2g, w %.2g, f %.2g of %.2g N\n", law_text[law],
                    2 * cells[k] * cells[k], dx, dv, dw, df, f);
      subject("%.6s, %u triangles", law_text[law], 2 * cells[k] * cells[k]);
      near("position", dx, 0, STEPS * 1e-12);
      near("velocity", dv, 0, STEPS * 1e-12);
      near("spin", dw, 0, STEPS * 1e-12);
      near("force", df, 0, STEPS * 1e-12 * f);
    }
  }
}

static void corners(void **state) {
  SCR_UNUSED(state);
  for (int one = 0; one < 2; one++) {
    run r;
    run_open(&r, 3, NULL);
    run_text(&r,
             "model large-strain on\nmodel domain extent -2 2\ncontact cmat default model linear "
             "property kn 1e6\nwall generate "
             "box -1 1 -1 1 -1 1 %s\n"
             "ball create id 1 radius 0.1 position (0.899,0.898,-0.897)\nball attribute density "
             "1000\nmodel clean",
             one ? "one-wall" : "");
    assert_int_equal(run_active(&r, NULL), 0);
    run_text(&r, "ball attribute position (0.9005,0.901,-0.902)\nmodel mechanical timestep fix "
                 "1e-7\nmodel cycle 1");
    assert_int_equal(run_active(&r, NULL), 3);
    near_vec("force in the corner", run_ball(&r, 1, SCR_BALL_FORCE_CONTACT),
             vec_of(-500, -1000, 2000), 1e-5);
    run_close(&r);
  }
  for (int law = 0; law < 2; law++) {
    run r;
    run_open(&r, 3, NULL);
    run_text(&r,
             "model large-strain on\nmodel domain extent -2 2\ncontact cmat default model %s\nwall "
             "generate disk radius 1 "
             "position (0,0,0)\n"
             "ball create id 1 radius 0.1 position (0,0,0.0999)\nball attribute density "
             "1000\nmodel clean",
             law_text[law]);
    assert_int_equal(run_active(&r, NULL), 1);
    vec f = run_ball(&r, 1, SCR_BALL_FORCE_CONTACT);
    assert_true(f.c[2] > 0);
    near("sideways", hypot(f.c[0], f.c[1]), 0, 1e-15 * f.c[2]);
    run_close(&r);
  }
}

/* ---- impacts ---- */

typedef struct bounce {
  double fmax, overlap, time; /* N, m, s */
  double out;                 /* speed of departure */
} bounce;

/* Two equal balls head on (or one ball and a plane); sampled each step, ends found by linear
 * interpolation of the gap. */
static bounce collide(int dim, bool wall, const char *law, double radius, double density,
                      double speed, double dt) {
  run r;
  run_open(&r, dim, NULL);
  double e = 4 * radius, start = 2.5 * speed * dt;
  const char *z = dim == 3 ? ",0" : "";
  run_text(&r,
           "model large-strain on\nmodel domain extent %.17g %.17g\nmodel mechanical timestep fix "
           "%.17g\ncontact cmat default "
           "model %s",
           -e, e, dt, law);
  if (wall)
    run_text(&r, "wall create vertices %s",
             dim == 3 ? "(0,-1,-1) (0,1,-1) (0,1,1) (0,-1,-1) (0,1,1) (0,-1,1)" : "(0,-1) (0,1)");
  if (wall)
    run_text(&r,
             "ball create id 1 radius %.17g position (%.17g,%s)\nball attribute density %.17g "
             "velocity-x %.17g",
             radius, -radius - start, dim == 3 ? "0.01,0.002" : "0.01", density, speed);
  else
    run_text(
        &r,
        "ball create id 1 radius %.17g position (%.17g,0%s)\nball create id 2 radius %.17g "
        "position (%.17g,0%s)\nball "
        "attribute density %.17g\n"
        "ball attribute velocity-x %.17g range id 1\nball attribute velocity-x %.17g range id 2",
        radius, -radius - start, z, radius, radius + start, z, density, speed, -speed);
  bounce b = {0};
  double sign = wall ? 1 : 2, gap = sign * start, entry = -1;
  for (int n = 1; n < 100000; n++) {
    cycle(&r, 1);
    double x = run_ball(&r, 1, SCR_BALL_POSITION).c[0], now = sign * (-x - radius);
    b.fmax = fmax(b.fmax, fabs(run_ball(&r, 1, SCR_BALL_FORCE_CONTACT).c[0]));
    b.overlap = fmax(b.overlap, -now);
    double cross = (n - 1 + gap / (gap - now)) * dt;
    if (gap > 0 && now <= 0) entry = cross;
    if (gap <= 0 && now > 0) {
      b.time = cross - entry;
      break;
    }
    gap = now;
  }
  assert_true(b.time > 0);
  b.out = -run_ball(&r, 1, SCR_BALL_VELOCITY).c[0];
  run_close(&r);
  return b;
}

/* Published to four or more digits; gate 0.1 %, and the closed forms to 1e-5 (3000 steps:
 * (pi/3000)^2). */
static void published_impacts(void **state) {
  SCR_UNUSED(state);
  static const struct row {
    const char *name;
    bool wall;
    double r, v, e, nu, rho, f, d, t;
  } list[] = {
      {"glass", false, 0.01, 10, 48e9, 0.20, 2800, 10696.9, 2.74113e-4, 4.03395e-5},
      {"limestone", false, 0.01, 10, 20e9, 0.25, 2500, 7108.24, 3.68304e-4, 5.4201e-5},
      {"aluminium alloy on a plane", true, 0.1, 0.2, 70e9, 0.30, 2699, 11369.9, 4.97172e-5,
       7.31657e-4},
      {"magnesium alloy on a plane", true, 0.1, 0.2, 40e9, 0.35, 1800, 7232.68, 5.21233e-5,
       7.67066e-4},
  };
  for (size_t k = 0; k < SCR_COUNTOF(list); k++) {
    const struct row *p = &list[k];
    char law[128];
    /* the plane is rigid: twice the modulus */
    snprintf(law, sizeof law, "hertz property hz_shear %.17g hz_poiss %.17g",
             (p->wall ? 2 : 1) * p->e / (2 * (1 + p->nu)), p->nu);
    bounce b = collide(3, p->wall, law, p->r, p->rho, p->v, p->t / 3000);
    double m = p->rho * 4.0 / 3.0 * PI * pow(p->r, 3), es = p->e / (1 - p->nu * p->nu),
           kh = 4.0 / 3.0 * es * sqrt(p->r), v = p->v;
    if (!p->wall) m *= 0.5, v *= 2, kh *= 0.5 * sqrt(0.5);
    double d = pow(5 * m * v * v / (4 * kh), 0.4);
    print_message("%s: %.6g N, %.6g m, %.6g s, speed kept to %.2g\n", p->name, b.fmax, b.overlap,
                  b.time, b.out / p->v - 1);
    subject("%s", p->name);
    near("force", b.fmax, p->f, 1e-3 * p->f);
    near("overlap", b.overlap, p->d, 1e-3 * p->d);
    near("time", b.time, p->t, 1e-3 * p->t);
    near("force, closed form", b.fmax, kh * pow(d, 1.5), 1e-5 * p->f);
    near("overlap, closed form", b.overlap, d, 1e-5 * d);
    near("time, closed form", b.time, 2.943275 * d / v, 1e-5 * p->t);
    near("speed", b.out, p->v, 1e-5 * p->v);
  }
}

/* Restitution and duration of a linear dashpot, with attraction and without; first order in dt. */
static void restitution(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int wall = 0; wall < 2; wall++)
      for (int mode = 0; mode < 2; mode++)
        for (double h = 0.1; h < 0.5; h += 0.3) {
          double m = 1000 * PI * (dim == 3 ? 4.0 / 3.0 * 1e-3 : 1e-2) * (wall ? 1 : 0.5),
                 w = sqrt(1e6 / m), s = sqrt(1 - h * h), error[3];
          const double fine[3] = {0.016, 0.004, 0.001};
          double want =
              mode ? exp(-h / s * (PI - atan(2 * h * s / (1 - 2 * h * h)))) : exp(-PI * h / s);
          char law[128];
          snprintf(law, sizeof law, "linear property kn 1e6 dp_nratio %.17g dp_mode %d", h, mode);
          for (int k = 0; k < 3; k++) {
            double dt = fine[k] / w, v = wall ? 0.5 : 0.25;
            bounce b = collide(dim, wall, law, 0.1, 1000, v, dt);
            error[k] = b.out / v - want;
            /* with attraction contact ends when the overlap does */
            subject("%dD, %s, mode %d, ratio %g", dim, wall ? "wall" : "balls", mode, h);
            if (!mode) near("duration", b.time, PI / (w * s), 4 * dt);
            /* The dashpot sees the velocity of half a step ago: h w dt of the speed. The steps of
             * entry and exit are cut by the contact's beginning and end: its force, 2 h w m v, acts
             * for up to a step too long or short: 2 h w dt each at most, with opposite signs. */
            near("restitution", b.out / v, want, 4 * h * w * dt * want);
          }
          print_message("%dD, %s, mode %d, ratio %g: %.6f, errors %.2g %.2g %.2g\n", dim,
                        wall ? "wall" : "balls", mode, h, want, error[0], error[1], error[2]);
        }
}

/* ---- rolling ---- */

/* A sphere set down sliding: rolls from t = 2 u0/(7 mu g) on with 5/7 u0 (disk: u0/(3 mu g), 2/3
 * u0). A dashpot quiets the shear spring. */
static void slip_to_roll(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int q = 0; q < 3; q++) {
      double mu = 0.2 + 0.4 * q, part = dim == 3 ? 5.0 / 7.0 : 2.0 / 3.0, u0 = 0.1, g = 9.81,
             t = (1 - part) * u0 / (mu * g), r0 = 5e-4;
      double m = 1e4 * PI * (dim == 3 ? 4.0 / 3.0 * r0 * r0 * r0 : r0 * r0), k = 1e4,
             sink = m * g / k, dt = 0.02 * sqrt(m / k);
      run r;
      run_open(&r, dim, NULL);
      run_text(&r,
               "model large-strain on\nmodel domain extent -0.1 0.1\nmodel gravity %s\nmodel "
               "mechanical timestep fix %.17g\n"
               "contact cmat default model linear property kn 1e4 ks 1e4 fric %.17g dp_nratio 0.2 "
               "dp_sratio 0.2 dp_mode 2\n"
               "wall generate plane\nball create id 1 radius 5e-4 position %s%.17g)\nball "
               "attribute density 1e4 velocity-x "
               "0.1\nmodel clean",
               dim == 3 ? "(0,0,-9.81)" : "(0,-9.81)", dt, mu, dim == 3 ? "(0,0.01," : "(0,",
               r0 - sink);
      subject("%dD, mu %g", dim, mu);
      cycle(&r, (int)(0.5 * t / dt));
      double time = 0.5 * t - fmod(0.5 * t, dt);
      /* Sliding: the shear spring is filled up in a few steps of mu m g/(ks u0 dt), a swing of some
       * sqrt(m/k). */
      near("sliding", run_ball(&r, 1, SCR_BALL_VELOCITY).c[0], u0 - mu * g * time,
           mu * g * 3 * sqrt(m / k));
      cycle(&r, (int)(4.5 * t / dt));
      /* The arm is short by half the overlap: u (1 + I/(m a^2)) = u0. The slip velocity swings by
       * mu g sqrt(m_s/kt), m_s = 2/7 m (1/3 m), at a ratio of 0.2 sqrt(m/m_s), from the time on at
       * which it rolls. */
      double arm = r0 - 0.5 * sink, moi = (dim == 3 ? 0.4 : 0.5) * r0 * r0 / (arm * arm),
             roll = u0 / (1 + moi);
      double ms = m / (1 + 1 / moi), ws = sqrt(k / ms),
             after = floor(0.5 * t / dt) * dt + floor(4.5 * t / dt) * dt - t;
      double swing = 2 * mu * g / (ws * ms / m) * exp(-0.2 * sqrt(m / ms) * ws * after);
      double u = run_ball(&r, 1, SCR_BALL_VELOCITY).c[0],
             w = vec_mag(run_ball(&r, 1, SCR_BALL_SPIN));
      print_message("%dD, mu %g: u %.8f, want %.8f, allowed %.2g\n", dim, mu, u, roll, swing);
      near("rolling", u, roll, swing + 1e-9 * u0);
      near("no slip", w * arm, u, swing + 1e-9 * u0);
      run_close(&r);
    }
}

/* A sphere (disk) let go on an incline: rolls with 5/7 (2/3) g sin a while tan a <= 7/2 mu (3 mu),
 * else slides with g (sin a - mu cos a). */
static void incline(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int q = 0; q < 4; q++) {
      double a = (10 + 15 * q) * PI / 180, mu = 0.2, part = dim == 3 ? 5.0 / 7.0 : 2.0 / 3.0,
             g = 9.81, r0 = 0.01;
      double m = 2500 * PI * (dim == 3 ? 4.0 / 3.0 * r0 * r0 * r0 : r0 * r0),
             k = m * g / (1e-5 * r0), dt = 0.05 * sqrt(m / k);
      bool rolls = tan(a) <= mu / (1 - part);
      double want = rolls ? part * g * sin(a) : g * (sin(a) - mu * cos(a)),
             sink = m * g * cos(a) / k;
      run r;
      run_open(&r, dim, NULL);
      run_text(&r,
               "model large-strain on\nmodel domain extent -0.5 0.5\nmodel mechanical timestep fix "
               "%.17g\n"
               "contact cmat default model linear property kn %.17g ks %.17g fric 0.2 dp_nratio "
               "0.2 dp_sratio 0.2 dp_mode "
               "2\nwall generate plane\n"
               "ball create id 1 radius 0.01 position %s%.17g)\nball attribute density 2500\nmodel "
               "gravity "
               "(%.17g,%s%.17g)\nmodel clean",
               dt, k, k, dim == 3 ? "(0,0.02," : "(0,", r0 - sink, g * sin(a), dim == 3 ? "0," : "",
               -g * cos(a));
      int n = (int)(0.05 / dt);
      cycle(&r, n);
      double u = run_ball(&r, 1, SCR_BALL_VELOCITY).c[0],
             w = vec_mag(run_ball(&r, 1, SCR_BALL_SPIN)), time = n * dt;
      print_message("%dD, %2.0f degrees: %s, acceleration %.7f, want %.7f\n", dim, a * 180 / PI,
                    rolls ? "rolls" : "slides", u / time, want);
      subject("%dD, %g degrees", dim, a * 180 / PI);
      /* the shear spring fills in sqrt(m/k), and the arm is short by half the overlap */
      near("acceleration", u / time, want, g * (4 * sqrt(m / k) / time + sink / r0));
      if (rolls)
        near("no slip", w * r0, u, 4 * g * sqrt(m / k) + u * sink / r0);
      else
        assert_true(w * r0 < u * 0.99);
      run_close(&r);
    }
}

/* Two equal spheres meet with spins that leave their surfaces at rest against each other: nothing
 * tangential happens. */
static void spins_that_cancel(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int q = 0; q < 4; q++) {
      static const double spin[] = {0.175, 1, 5, 22.86};
      run r;
      run_open(&r, dim, NULL);
      run_text(
          &r,
          "model large-strain on\nmodel domain extent -1 1\nmodel mechanical timestep fix "
          "1e-6\ncontact cmat default "
          "model hertz property hz_shear 2.69e10 hz_poiss 0.3 fric 0.4\n"
          "ball create id 1 radius 0.1 position-x -0.100001\nball create id 2 radius 0.1 "
          "position-x 0.100001\nball "
          "attribute density 2699\n"
          "ball attribute velocity-x 0.2 range id 1\nball attribute velocity-x -0.2 range id 2");
      run_text(
          &r,
          dim == 3
              ? "ball attribute spin-z %.17g range id 1\nball attribute spin-z %.17g range id 2"
              : "ball attribute spin %.17g range id 1\nball attribute spin %.17g range id 2",
          spin[q], -spin[q]);
      cycle(&r, 2000);
      subject("%dD, spin %g", dim, spin[q]);
      assert_int_equal(run_active(&r, NULL), 0);
      assert_true(run_ball(&r, 1, SCR_BALL_VELOCITY).c[0] < -0.199);
      for (uint32_t id = 1; id <= 2; id++) {
        near("tangential velocity", run_ball(&r, id, SCR_BALL_VELOCITY).c[1], 0,
             2000 * 1e-12 * 0.2);
        near("spin", fabs(run_ball(&r, id, SCR_BALL_SPIN).c[2]), spin[q], 2000 * 1e-12 * spin[q]);
      }
      run_close(&r);
    }
}

/* Five equal balls with gaps: the speed goes from the first to the last. */
static void cradle(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int law = 0; law < 2; law++) {
      run r;
      run_open(&r, dim, NULL);
      subject("cradle, %dD, law %d", dim, law);
      double m = 1000 * PI * (dim == 3 ? 4.0 / 3.0 * 1e-3 : 1e-2), dt = 0.02 * sqrt(0.5 * m / 1e7);
      run_text(&r,
               "model large-strain on\nmodel domain extent -2 2\nmodel mechanical timestep fix "
               "%.17g\ncontact cmat default model %s",
               dt, law ? "hertz property hz_shear 3e8 hz_poiss 0.2" : "linear property kn 1e7");
      for (int k = 0; k < 5; k++)
        run_text(&r, "ball create id %d radius 0.1 position-x %.17g", k + 1, -1 + 0.22 * k);
      run_text(&r, "ball attribute density 1000\nball attribute velocity-x 1 range id 1");
      cycle(&r, (int)(0.4 / dt));
      assert_int_equal(run_active(&r, NULL), 0);
      /* each impact may change the speeds by 5e-5 of the energy */
      for (uint32_t id = 1; id <= 5; id++)
        near("velocity", run_ball(&r, id, SCR_BALL_VELOCITY).c[0], id == 5, 4 * 5e-5);
      run_close(&r);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(momentum),          cmocka_unit_test(views),
      cmocka_unit_test(other_mesh),        cmocka_unit_test(corners),
      cmocka_unit_test(published_impacts), cmocka_unit_test(restitution),
      cmocka_unit_test(slip_to_roll),      cmocka_unit_test(incline),
      cmocka_unit_test(spins_that_cancel), cmocka_unit_test(cradle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
