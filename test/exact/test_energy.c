/* The balance of energy: kinetic + strain + slip + dashpot + damp - stiffness = body + boundary +
 * edit, law by law and event by event; Burger's chain to rounding in each direction; and that an
 * impact gains nothing. Bounds come from velocity Verlet itself, derived beside each of them. */
#include "exact.h"

#include "base/mem.h"
#include "world/engine.h"
#include "world/state/rows.h"

/* ---- the balance ---- */

static double total(run *r, const char *plus[], size_t n) {
  double sum = 0;
  for (size_t k = 0; k < n; k++) sum += run_energy(r, plus[k]);
  return sum;
}

/* What is left of the balance, J. */
static double imbalance(run *r) {
  static const char *left[] = {"energy-kinetic", "energy-strain", "energy-slip", "energy-dashpot",
                               "energy-damp"};
  static const char *right[] = {"energy-stiffness", "energy-body", "energy-boundary",
                                "energy-edit"};
  return total(r, left, SCR_COUNTOF(left)) - total(r, right, SCR_COUNTOF(right));
}

static double present(run *r) {
  return run_energy(r, "energy-kinetic") + run_energy(r, "energy-strain");
}

static void cycle(run *r, int n) {
  scr_limits l = scr_limits_none();
  l.cycles = (uint64_t)n;
  assert_true(scr_world_solve(r->s->lib.world, &r->s->diag, &l));
}

static double step_of(run *r) { return r->s->lib.world->timestep.current; }

/* ---- Burger's chain, step by step ---- */

/* A ball is moved by prescribed velocities against a plane, whose normal does not turn. Two worlds
 * share the normal motion; one has no shear element, so that its energies are those of the normal
 * direction, and the rest of the other's those of the shear one. */
typedef struct creep {
  run r;
  scr_contact c;
  double gap, fn, fs[3], strain, slip, dash; /* of the last step */
} creep;

static void creep_open(creep *w, int dim, const chain *n, const chain *s, double fric, int mode,
                       bool shear) {
  run_open(&w->r, dim, NULL);
  run_text(&w->r,
           "model large-strain on\nmodel domain extent -1 1\ncontact cmat default model burger "
           "property bur_knk %.17g bur_cnk "
           "%.17g bur_knm %.17g bur_cnm %.17g ...\n bur_ksk %.17g bur_csk %.17g bur_ksm %.17g "
           "bur_csm %.17g bur_fric %.17g "
           "bur_mode %d\nmodel mechanical timestep fix 1e-3\nmodel energy mechanical on\nwall "
           "generate plane",
           n->kk, n->ck, n->km, n->cm, s->kk, s->ck, shear ? s->km : 0, s->cm, fric, mode);
  run_text(&w->r, "ball create id 1 radius 0.1 position %s",
           dim == 3 ? "(0.5,-0.2,0.1001)" : "(0,0.1001)");
  run_text(&w->r, "ball attribute density 1000\nball fix velocity spin\nmodel clean");
  assert_int_equal(scr_contact_count(w->r.s->lib.world, -1, true), 1);
  scr_contact *list;
  scr_contact_list(w->r.s->lib.world, -1, true, &list);
  w->c = list[0];
  scr_free(list);
  w->fn = w->strain = w->slip = w->dash = 0;
  for (int k = 0; k < 3; k++) w->fs[k] = 0;
  w->gap = 0;
}

static void tell_velocity(run *r, double along, double aside, double across) {
  if (r->s->lib.world->dim == 3)
    run_text(r, "ball attribute velocity (%.17g, %.17g, %.17g)", aside, across, along);
  else
    run_text(r, "ball attribute velocity (%.17g, %.17g)", aside, along);
}

typedef struct creep_step {
  double fm, du, fms, dus, strain, slip,
      dash;          /* mean force and displacement; what the energies rose by */
  double shear_work; /* minus mean shear force times displacement */
  bool active, slides;
} creep_step;

/* Force on the wall in global axes; the shear displacement of the wall against the ball is -v dt.
 */
static creep_step creep_advance(creep *w, const double v[3]) {
  creep_step d = {0};
  scr_world *m = w->r.s->lib.world;
  cycle(&w->r, 1);
  scr_contact_geometry g;
  scr_contact_geometry_of(m, w->c, &g);
  double f[3];
  scr_contact_force(m, w->c, f);
  int up = m->dim - 1;
  double fn = f[up] * g.n[up];
  d.active = scr_contact_active(m, w->c);
  d.slides = d.active && run_property(&w->r, w->c, "bur_slip").c[0] != 0;
  d.fm = 0.5 * (fn + w->fn);
  d.du = -g.gap - w->gap;
  for (int k = 0; k < up; k++) {
    d.shear_work -= 0.5 * (f[k] + w->fs[k]) * -v[k] * 1e-3;
    w->fs[k] = f[k];
  }
  double strain = run_energy(&w->r, "energy-strain"), slip = run_energy(&w->r, "energy-slip"),
         dash = run_energy(&w->r, "energy-dashpot");
  d.strain = strain - w->strain;
  d.slip = slip - w->slip;
  d.dash = dash - w->dash;
  w->fn = fn;
  w->gap = d.active ? -g.gap : 0;
  w->strain = strain, w->slip = slip, w->dash = dash;
  return d;
}

/* fm du is compared with what the energies say. A gap is a difference of numbers of 0.1 m: 1e-16 m
 * against forces of at most 1e3 N; energies are sums of at most 1 J with ten roundings: 1e-13 +
 * 1e-15 J. */
static int slid, stuck, tension, clipped, left, cut; /* steps of each kind, over all trials */

static void creep_balance(lcg *g, int dim, int mode, double fric) {
  const double bound = 2e-13;
  chain n = {lcg_log(g, 1e5, 1e6), lcg_log(g, 1e3, 1e5), lcg_log(g, 1e5, 1e6),
             lcg_log(g, 1e3, 1e5)};
  chain s = {lcg_log(g, 1e5, 1e6), lcg_log(g, 1e3, 1e5), lcg_log(g, 1e5, 1e6),
             lcg_log(g, 1e3, 1e5)};
  creep full, plain;
  creep_open(&full, dim, &n, &s, fric, mode, true);
  creep_open(&plain, dim, &n, &s, fric, mode, false);
  for (int piece = 0; piece < 24; piece++) {
    /* down for half of the time, then up and down; sideways to and fro */
    double fast = lcg_log(g, 1e-4, 0.02), along = piece < 8 ? -0.008 : lcg_in(g, -0.01, 0.01);
    double v[3] = {lcg_in(g, -fast, fast), dim == 3 ? lcg_in(g, -fast, fast) : 0, 0};
    v[dim - 1] = along;
    double depth = full.gap;
    if (piece >= 8 && depth + -along * 0.02 < 1e-4) along = v[dim - 1] = -fabs(along);
    tell_velocity(&full.r, along, v[0], v[1]);
    tell_velocity(&plain.r, along, v[0], v[1]);
    for (int k = 0; k < 20; k++) {
      creep_step a = creep_advance(&full, v), b = creep_advance(&plain, v);
      if (!a.active) continue;
      subject("%dD mode %d fric %g piece %d step %d%s%s", dim, mode, fric, piece, k,
              a.slides ? " sliding" : "", full.fn < 0 ? " tension" : "");
      /* bur_mode 1: the step in which the force is cut off takes the bodies further than the chain;
       * the trapezoidal rule says that the mean force, half of the last one, does work over the
       * rest. Nothing may be booked that is less than nothing. */
      if (plain.fn == 0 && b.fm > 0)
        near("cut", fmax(0, b.fm * b.du - b.strain - b.dash), 0, bound), cut++;
      else
        near("normal work", b.strain + b.dash + b.slip, b.fm * b.du, bound);
      double elements = (a.strain - b.strain) + (a.dash - b.dash);
      /* slip work is never negative: where the limit falls so fast that the slider would give some
       * back, nothing is booked */
      if (a.slides && a.slip == b.slip)
        near("slip left out", fmin(0, elements - a.shear_work), 0, bound),
            left += elements - a.shear_work > bound;
      else
        near("shear work", elements + (a.slip - b.slip), a.shear_work, bound);
      if (!a.slides) near("slip while it sticks", a.slip, b.slip, bound);
      slid += a.slides, stuck += !a.slides, tension += full.fn < 0, clipped += full.fn == 0;
      assert_true(mode == 0 ? full.fn != 0 : full.fn >= 0);
    }
  }
  run_close(&full.r);
  run_close(&plain.r);
}

static void burger_chain(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("Burger's energies", 71);
  for (int k = 0; k < 8; k++) {
    creep_balance(&g, 3, 0, 0.3);
    creep_balance(&g, 2, 0, 0.3);
    creep_balance(&g, 3, 1, 0.5);
    creep_balance(&g, 2, 1, 0.1);
    creep_balance(&g, 3, 0, 1e6);
  }
  print_message("steps: %d stick, %d slide, %d pull, %d without force after %d cuts, %d of a "
                "slider that would give back\n",
                stuck, slid, tension, clipped, cut, left);
  assert_true(stuck > 1000 && slid > 1000 && tension > 100 && clipped > 100 && cut > 10 &&
              cut < 100 && left < 100);
}

/* ---- scenes ---- */

/* Text that makes one; [step] is set before it. The balls are in contact from the start or meet
 * later. */
typedef struct scene {
  const char *name;
  int dim;
  const char *text;
  double time, dt;
} scene;

static void scene_open(run *r, const scene *s, double dt) {
  run_open(r, s->dim, NULL);
  run_text(r,
           "[step = %.17g]\nmodel large-strain on\nmodel domain extent -1 1\nmodel mechanical "
           "timestep fix [step]\nmodel energy "
           "mechanical on",
           dt);
  run_text(r, "%s", s->text);
  subject("%s, %dD, dt %g", s->name, s->dim, dt);
}

/* Imbalance at the end of a time in which contacts stay closed. */
static double closure(const scene *s, double dt, double *scale) {
  run r;
  scene_open(&r, s, dt);
  double start = imbalance(&r);
  int n = run_active(&r, NULL);
  long steps = lround(s->time / dt);
  for (long k = 0; k < steps; k += 8) {
    cycle(&r, (int)SCR_MIN(8, steps - k));
    assert_int_equal(run_active(&r, NULL), n);
  }
  double end = imbalance(&r);
  *scale = present(&r);
  run_close(&r);
  return fabs(end - start);
}

/* The order over four timesteps, each half of the one before, must lie in [low, high]. */
static void order_of(const scene *s, double low, double high) {
  double last = 0, scale;
  for (int k = 0; k < 4; k++) {
    double dt = s->dt / (1 << k), e = closure(s, dt, &scale), order = k ? log2(last / e) : 0;
    print_message("%-34s %dD dt %.3g: imbalance %.3g of %.3g J, order %.3f\n", s->name, s->dim, dt,
                  e, scale, order);
    if (k && !(order >= low && order <= high))
      fail_msg("%s, %dD: order %.3f", s->name, s->dim, order);
    last = e;
  }
}

/* m = rho 4/3 pi r^3 = 4.19 kg, m* = 2.09 kg, k = 1e6 N/m: a quarter of a period is 2.27 ms. In 2D
 * the mass of the disk is 31.4 kg and a quarter 6.2 ms. Hertz: stiffness about 1e6 N/m at 1 mm. */
#define LINEAR "contact cmat default model linear property kn 1e6 ks 7e5 fric 0 "
#define HERTZ  "contact cmat default model hertz property hz_shear 1e8 hz_poiss 0.25 fric 0 "
#define PAIR3                                                                                      \
  "ball create id 1 radius 0.1 position (-0.0999,0,0)\nball create id 2 radius 0.1 position "      \
  "(0.0995,0.01,0)\n"
#define PAIR2                                                                                      \
  "ball create id 1 radius 0.1 position (-0.0999,0)\nball create id 2 radius 0.1 position "        \
  "(0.0995,0.01)\n"
#define MEET3                                                                                      \
  "ball attribute density 1000\nball attribute velocity (0.7,0.1,0) range id 1\nball attribute "   \
  "velocity (-0.5,0,0.1) range id "                                                                \
  "2\nmodel clean"
#define MEET2                                                                                      \
  "ball attribute density 1000\nball attribute velocity (0.7,0.1) range id 1\nball attribute "     \
  "velocity (-0.5,0) range id "                                                                    \
  "2\nmodel clean"
#define WALL3                                                                                      \
  "wall generate plane\nball create id 1 radius 0.1 position (0,0,0.0995)\nball attribute "        \
  "density 1000 velocity "                                                                         \
  "(0.3,0.1,-1)\nmodel clean"
#define NINE                                                                                       \
  "fish define nine\nloop local k "                                                                \
  "(1,9)\nball.create(0.05,vector(0.15*k-0.75,0,0.0495),k)\nendloop\n"                             \
  "end\n[nine]\n"
#define WALL2                                                                                      \
  "wall generate plane\nball create id 1 radius 0.1 position (0,0.0995)\nball attribute density "  \
  "1000 velocity (0.3,-1)\nmodel "                                                                 \
  "clean"

/* Velocities and strain both bring the balls of a pair together. */
#define STRAINED "\nmodel domain strain-rate-xx -3 strain-rate-yy 2"
#define PULSED                                                                                     \
  "\nfish define begin\ndomain.strain.rate.xx = -3\nend\n"                                         \
  "fish define rest\ndomain.strain.rate.xx = 0\nend\n"                                             \
  "fish callback add begin 5.0\nfish callback add rest 25.0"

/* Normal contact without friction, closed all the time, in the first quarter of a swing. */
static void elastic_second_order(void **state) {
  SCR_UNUSED(state);
  static const scene list[] = {
      {"linear, balls", 3, LINEAR "\n" PAIR3 MEET3, 1.6e-3, 8e-5},
      {"linear, balls", 2, LINEAR "\n" PAIR2 MEET2, 3.2e-3, 1.6e-4},
      {"linear, wall", 3, LINEAR "\n" WALL3, 1.6e-3, 8e-5},
      {"linear, wall", 2, LINEAR "\n" WALL2, 3.2e-3, 1.6e-4},
      {"hertz, balls", 3, HERTZ "\n" PAIR3 MEET3, 1.6e-3, 8e-5},
      {"hertz, balls", 2, HERTZ "\n" PAIR2 MEET2, 3.2e-3, 1.6e-4},
      {"hertz, wall", 3, HERTZ "\n" WALL3, 1.6e-3, 8e-5},
      {"hertz, wall", 2, HERTZ "\n" WALL2, 3.2e-3, 1.6e-4},
      {"gravity, linear", 3, "model gravity (3,0,-200)\n" LINEAR "\n" WALL3, 1.6e-3, 8e-5},
      {"gravity, hertz", 2, "model gravity (3,-200)\n" HERTZ "\n" WALL2, 3.2e-3, 1.6e-4},
      {"local damping, linear", 3, LINEAR "\n" WALL3 "\nball attribute damp 0.3", 1.2e-3, 8e-5},
      {"local damping, hertz", 2, HERTZ "\n" WALL2 "\nball attribute damp 0.3", 2.4e-3, 1.6e-4},
      {"applied force and moment", 3,
       LINEAR "\n" WALL3 "\nball attribute force-applied (10,0,-300) moment-applied (1,2,3)",
       1.6e-3, 8e-5},
      {"hertz alpha 1.2", 3,
       "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.25 hz_alpha 1.2\n" WALL3,
       1.6e-3, 8e-5},
      {"strained cell", 3, LINEAR "\n" PAIR3 MEET3 STRAINED, 1.6e-3, 8e-5},
      {"strained cell", 2, LINEAR "\n" PAIR2 MEET2 STRAINED, 3.2e-3, 1.6e-4},
      {"strained cell, across its sides", 2,
       "model domain condition periodic\n" HERTZ
       "\nball create id 1 radius 0.1 position (0.9001,0)\n"
       "ball create id 2 radius 0.1 position (-0.9005,0.01)\n" MEET2 STRAINED,
       3.2e-3, 1.6e-4},
      {"strain that ends within each step", 3, LINEAR "\n" PAIR3 MEET3 PULSED, 1.6e-3, 8e-5},
  };
  for (size_t k = 0; k < SCR_COUNTOF(list); k++) order_of(&list[k], 1.8, 2.2);
}

static void dissipative_second_order(void **state) {
  SCR_UNUSED(state);
  static const scene list[] = {
      {"dashpot, linear", 3, LINEAR "dp_nratio 0.2 dp_sratio 0.1\n" WALL3, 1.6e-3, 8e-5},
      {"dashpot, linear balls", 2, LINEAR "dp_nratio 0.2 dp_sratio 0.1\n" PAIR2 MEET2, 3.2e-3,
       1.6e-4},
      {"dashpot, hertz", 3, HERTZ "dp_nratio 0.2 dp_sratio 0.1\n" PAIR3 MEET3, 1.6e-3, 8e-5},
      {"dashpot, hertz", 2, HERTZ "dp_nratio 0.2\n" WALL2, 3.2e-3, 1.6e-4},
  };
  for (size_t k = 0; k < SCR_COUNTOF(list); k++) order_of(&list[k], 1.8, 2.2);
  /* Where the slider begins to move in the midst of a step orders fluctuate from step to step. */
  static const scene slides[] = {
      {"shear spring, linear", 3,
       "contact cmat default model linear property kn 1e6 ks 7e5 fric 100\n" WALL3, 1.6e-3, 8e-5},
      {"shear spring, linear", 2,
       "contact cmat default model linear property kn 1e6 ks 7e5 fric 100\n" WALL2, 3.2e-3, 1.6e-4},
      {"shear spring, unloading", 3,
       "contact cmat default model linear property kn 1e6 ks 7e5 fric 100\nwall generate plane\n"
       "ball create id 1 radius 0.1 position (0.3,0.1,0.098)\nball attribute density 1000 velocity "
       "(0.3,0.1,0.4)\nmodel clean",
       1e-3, 1e-4},
      {"shear spring, unloading", 2,
       "contact cmat default model linear property kn 1e6 ks 7e5 fric 100\nwall generate plane\n"
       "ball create id 1 radius 0.1 position (0,0.098)\nball attribute density 1000 velocity "
       "(0.3,0.4)\nmodel clean",
       2e-3, 2e-4},
      {"sliding, linear", 3,
       "contact cmat default model linear property kn 1e6 ks 7e5 fric 0.1\n" WALL3, 1.6e-3, 8e-5},
      {"sliding, linear", 2,
       "contact cmat default model linear property kn 1e6 ks 7e5 fric 0.1\n" WALL2, 3.2e-3, 1.6e-4},
      {"sliding, hertz", 3,
       "contact cmat default model hertz property hz_shear 1e8 hz_poiss 0.25 fric 0.1\n" WALL3,
       1.6e-3, 8e-5},
      {"spinning wall", 3,
       "contact cmat default model linear property kn 1e6 ks 7e5 fric 0.1\n" WALL3
       "\nwall attribute rotation-center (0.3,0.2,0) spin (1,2,-30) velocity (0,0.1,0.3)",
       1.6e-3, 8e-5},
      {"spinning line", 2,
       "contact cmat default model linear property kn 1e6 ks 7e5 fric 0.1\n" WALL2
       "\nwall attribute rotation-center (0.3,0.2) spin 3 velocity (0,0.3)",
       3.2e-3, 4e-5},
      {"conveyor", 3,
       "contact cmat default model linear property kn 1e6 ks 7e5 fric 0.1\n" WALL3
       "\nwall attribute velocity-conveyor (-3,1,0)",
       1.6e-3, 8e-5},
      {"conveyor", 2,
       "contact cmat default model hertz property hz_shear 1e8 hz_poiss 0.25 fric 0.1\n" WALL2
       "\nwall attribute velocity-conveyor (-3,0)",
       3.2e-3, 1.6e-4},
      {"sliding, hertz", 2,
       "contact cmat default model hertz property hz_shear 1e8 hz_poiss 0.25 fric 0.1\n" WALL2,
       3.2e-3, 1.6e-4},
  };
  for (size_t k = 0; k < SCR_COUNTOF(slides); k++) {
    double scale, coarse = closure(&slides[k], slides[k].dt, &scale),
                  fine = closure(&slides[k], slides[k].dt / 8, &scale);
    print_message("%-34s %dD: imbalance %.3g, at an eighth %.3g of %.3g J\n", slides[k].name,
                  slides[k].dim, coarse, fine, scale);
    if (!(fine <= coarse / pow(8, 1.8)))
      fail_msg("%s, %dD: order %.3f", slides[k].name, slides[k].dim, log2(coarse / fine) / 3);
  }
}

/* A contact under shear that an edit of its reference gap opens: the edit books what its normal
 * spring held, and the step after it does not do so again. What remains is first
 * order in that step: half of the force that was by the opening, 3e-6 of the energies here. */
static void opened_by_an_edit(void **state) {
  SCR_UNUSED(state);
  static const char *const law[] = {
      "linear property kn 1e6 ks 7e5", "rrlinear property kn 1e6 ks 7e5",
      "linearcbond property kn 1e6 ks 7e5", "hertz property hz_shear 1e8 hz_poiss 0.25"};
  for (size_t k = 0; k < SCR_COUNTOF(law); k++)
    for (int dim = 2; dim <= 3; dim++) {
      scene s = {.name = law[k], .dim = dim};
      run r;
      char text[1000];
      snprintf(text, sizeof text,
               "contact cmat default model %s fric 10\nball create id 1 radius 0.1 position "
               "%s\nball create id 2 radius 0.1 "
               "position %s\nball attribute density 1000\nball fix velocity spin\nball attribute "
               "velocity-x 0.5 range id 2\nmodel clean",
               law[k], dim == 2 ? "(0,0)" : "(0,0,0)", dim == 2 ? "(0,0.199)" : "(0,0,0.199)");
      s.text = text;
      scene_open(&r, &s, 1e-5);
      cycle(&r, 200);
      const double before = imbalance(&r), scale = present(&r);
      run_text(&r, "contact property rgap -0.05");
      cycle(&r, 1);
      const double error = fabs(imbalance(&r) - before);
      if (!(error <= 1e-5 * scale)) fail_msg("%s: %g of %g J", law[k], error, scale);
      assert_int_equal(run_active(&r, NULL), 0);
      run_close(&r);
    }
}

/* The contact's share f of a force times what damping leaves of all of it. */
static double rush(double f, double own, double damp, double v) {
  const double all = f + own, sign = v > 0 ? 1 : v < 0 ? -1 : 0;
  return f * (all - damp * fabs(all) * sign);
}

/* Of a wall that moves along its last axis, by what it does to balls, W/s. */
static double rush_of_wall(scr_world *w) {
  const int c = w->dim - 1;
  double f = 0;
  if (!w->wall.n || !scr_wall_free_bits(w, 0)) return 0;
  for (uint32_t k = 0; k < w->ball.n; k++) f -= w->load[k].f[c];
  const double m = *scr_real_at(&w->wall, SCR_WALL_MASS, 0);
  return rush(f, m * w->gravity[c], *scr_real_at(&w->wall, SCR_WALL_DAMP, 0),
              scr_real_at(&w->wall, SCR_WALL_VELOCITY, 0)[c]) /
         m;
}

/* Verlet with a linear spring of fixed direction: in one step the kinetic energy rises by (F0 +
 * F1)/2 . v dt + dt^2/(8 m) (F1^2 - F0^2), and the contact's share of the second term is dt^2/(8 m)
 * [f . F]. So the imbalance is known, to rounding. */
static double verlet_term(run *r) {
  scr_world *w = r->s->lib.world;
  double sum = 0, dt = step_of(r);
  scr_world_sync(w);
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const scr_twist *t = &w->twist[k];
    const double *f = w->load[k].f, *a = scr_real_at(&w->ball, SCR_BALL_FORCE_APPLIED, k);
    double damp = *scr_real_at(&w->ball, SCR_BALL_DAMP, k);
    unsigned fix = ((const uint8_t *)w->ball.base[SCR_BALL_FIX])[k];
    for (int c = 0; c < w->dim; c++)
      if (!(fix >> c & 1))
        sum += dt * dt / (8 * t->m) * rush(f[c], t->m * w->gravity[c] + a[c], damp, t->v[c]);
    for (int c = 0; c < 3; c++)
      if (!(fix >> (3 + c) & 1))
        sum += dt * dt / (8 * t->moi) * rush(w->load[k].m[c], 0, damp, t->w[c]);
  }
  return sum + dt * dt / 8 * rush_of_wall(w);
}

static void linear_exactly(void **state) {
  SCR_UNUSED(state);
#define HEAD3                                                                                      \
  "ball create id 1 radius 0.1 position (-0.0999,0,0)\nball create id 2 radius 0.05 position "     \
  "(0.0499,0,0)\nball attribute "                                                                  \
  "density 1000\n"
  static const scene list[] = {
      {"two balls", 3,
       LINEAR "\n" HEAD3 "ball attribute velocity (0.7,0,0) range id 1\nmodel clean", 2e-3, 5e-5},
      {"two balls in free fall", 3,
       "model gravity (5,0,0)\n" LINEAR "\n" HEAD3
       "ball attribute velocity (0.7,0,0) range id 1\nmodel clean",
       2e-3, 5e-5},
      {"ball on a wall", 3, "model gravity (0,0,-100)\n" LINEAR "\n" WALL3, 2e-3, 5e-5},
      {"disk on a line", 2, "model gravity (0,-100)\n" LINEAR "\n" WALL2, 4e-3, 5e-5},
      {"ball on a wall, damped", 3,
       "model gravity (0,0,-100)\n" LINEAR "\n" WALL3 "\nball attribute damp 0.4", 1.2e-3, 5e-5},
      {"wall that rises", 3,
       "model gravity (0,0,-100)\n" LINEAR "\n" WALL3 "\nwall attribute velocity (0.2,0.1,0.4)",
       2e-3, 5e-5},
      {"line that sinks", 2, LINEAR "\n" WALL2 "\nwall attribute velocity (0.2,-0.3)", 4e-3, 5e-5},
      {"fixed ball that pushes", 3,
       "model gravity (5,0,0)\n" LINEAR "\n" HEAD3
       "ball fix velocity spin range id 1\nball attribute velocity (0.7,0,0) range id 1\nmodel "
       "clean",
       1e-3, 2e-5},
      {"disk fixed along x", 2,
       LINEAR "\nball create id 1 radius 0.1 position (-0.0999,0)\nball create id 2 radius 0.05 "
              "position (0.0499,0)\nball "
              "attribute density 1000\nball fix velocity-x range id 1\nball attribute velocity "
              "(0.7,0) range id 1\nmodel clean",
       1e-3, 2e-5},
      {"disk under a load", 2, LINEAR "\n" WALL2 "\nball attribute force-applied (3,-500)", 4e-3,
       5e-5},
      /* past the turns of their velocities */
      {"ball that swings, damped", 3,
       "model gravity (0,0,-2000)\n" LINEAR "\n" WALL3 "\nball attribute damp 0.3", 4e-2, 5e-5},
      {"disk that swings, damped", 2,
       LINEAR "\n" WALL2 "\nball attribute damp 0.3 force-applied (0,-40000)", 4e-2, 5e-5},
      {"nine balls that swing", 3,
       "model gravity (0,0,-2000)\n" LINEAR "\nwall generate plane\n" NINE
       "ball attribute density 1000 damp 0.3\nball attribute velocity-z 0.1 range id 1 4\n"
       "model clean",
       2e-2, 2e-5},
      {"disk that is twisted", 2,
       "contact cmat default model linear property kn 1e6 ks 7e5 fric 1e6\n" WALL2
       "\nball attribute velocity (0,0) spin 3 damp 0.3\nball fix velocity",
       2e-2, 2e-5},
      {"wall that swings", 3,
       "model gravity (0,0,200)\n" LINEAR "\n" WALL3
       "\nball attribute velocity (0,0,0)\nball fix velocity spin\n"
       "wall attribute mass 5 damp 0.3\nwall free velocity-z",
       4e-2, 5e-5},
  };
  for (size_t k = 0; k < SCR_COUNTOF(list); k++) {
    run r;
    scene_open(&r, &list[k], list[k].dt);
    cycle(&r, 1); /* the timestep is known from here */
    double start = imbalance(&r), term = verlet_term(&r), worst = 0, most = 0, scale = present(&r);
    const int carry = run_active(&r, NULL);
    const bool swings = strstr(list[k].name, "swing"); /* its works are what is rounded */
    for (int n = 1; n < lround(list[k].time / list[k].dt); n++) {
      cycle(&r, 1);
      if (run_active(&r, NULL) < carry) break;
      if (swings) scale = fmax(scale, present(&r) + fabs(run_energy(&r, "energy-body")));
      worst = fmax(worst, fabs(imbalance(&r) - start - (verlet_term(&r) - term)));
      most = fmax(most, fabs(verlet_term(&r) - term));
    }
    print_message("%-24s %dD: imbalance of %.2g is Verlet's to %.2g of %.3g J\n", list[k].name,
                  list[k].dim, most, worst, scale);
    assert_true(most > 1e-7 * scale);
    if (swings) assert_int_equal(run_active(&r, NULL), carry);
    /* some ten sums of some 80 roundings of 1e-16, and gaps of 1e-17 m against 1e3 N */
    near("imbalance", worst, 0, 1e-13 * scale + 1e-13);
    run_close(&r);
  }
}

/* Whole impacts, from gap to gap: entry and exit each lose or gain at most k (v dt)^2/8 in a linear
 * contact, in between the imbalance swings by dt^2/(8 m*) Fmax^2. Both are (w dt)^2/4 of the energy
 * of the approach at most. */
static void whole_impact(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int n = 0; n < 12; n++) {
      double gap = 1e-5 * (1 + n * 0.37), k = 1e6, v = 1;
      run r;
      scene s = {"impact", dim, "", 0, 0};
      double m = 1000 * PI * (dim == 3 ? 4e-3 / 3 : 1e-2), w = sqrt(k / (0.5 * m)), dt = 0.05 / w,
             worst = 0;
      scene_open(&r, &s, dt);
      run_text(&r,
               LINEAR "\nball create id 1 radius 0.1 position-x %.17g\nball create id 2 radius 0.1 "
                      "position-x 0.1\nball "
                      "attribute density 1000\nball attribute velocity-x 1 range id 1",
               -0.1 - gap);
      near("edits", imbalance(&r), 0, 1e-15 * m);
      for (int q = 0; q < 90; q++) {
        cycle(&r, 1);
        worst = fmax(worst, fabs(imbalance(&r)));
      }
      assert_int_equal(run_active(&r, NULL), 0);
      assert_true(run_ball(&r, 1, SCR_BALL_VELOCITY).c[0] < 0.01);
      double bound = 0.25 * (w * dt) * (w * dt) * 0.25 * m * v * v;
      /* swing and entry together */
      near("imbalance", worst, 0, 2 * bound);
      near("imbalance at the end", imbalance(&r), 0, bound);
      run_close(&r);
    }
}

/* A ball falls on a plane, slides and rolls there, damped, at a timestep that changes; or a wall
 * falls on a ball. */
static void fall(run *r, int dim, bool wall, double fric) {
  run_open(r, dim, NULL);
  run_text(r,
           "model large-strain on\nmodel domain extent -1 1\nmodel gravity %s50\n"
           "contact cmat default model linear property kn 1e5 ks 7e4 fric %g\n"
           "wall generate plane\nball create id 1 radius 0.05 position-%c 0.051\n"
           "ball attribute density 2500 damp 0.3 %s 5\n",
           wall ? "-" : "", fric, "yz"[dim - 2], dim == 2 ? "spin" : "spin-x");
  if (wall)
    run_text(r, "ball fix velocity spin\nwall attribute mass 3 damp 0.3\nwall free velocity-%c\n",
             "yz"[dim - 2]);
}

static void all_energies(run *r, double *out) {
  for (int k = 0; scr_energy_name[k]; k++) out[k] = run_energy(r, scr_energy_name[k]);
}

/* Who looks at energies between changes none of them. */
static void looks_change_nothing(void **state) {
  SCR_UNUSED(state);
  for (int k = 0; k < 4; k++) {
    double seen[2][32] = {{0}};
    subject("%dD, wall %d", 2 + k % 2, k / 2);
    for (int looks = 0; looks < 2; looks++) {
      run r;
      fall(&r, 2 + k % 2, k / 2, 0.3);
      run_text(&r, "model energy mechanical on\n");
      for (int n = 0; n < 1000; n += looks ? 1 : 1000) {
        cycle(&r, looks ? 1 : 1000);
        all_energies(&r, seen[looks]);
      }
      run_close(&r);
    }
    for (int e = 0; scr_energy_name[e]; e++)
      if (seen[0][e] != seen[1][e]) near(scr_energy_name[e], seen[1][e], seen[0][e], 0);
  }
}

/* Energies that are switched on in motion leave open what they would have if they had been on
 * before: Verlet's term of contacts that carry, to rounding. */
static void begun_in_motion(void **state) {
  SCR_UNUSED(state);
  int terms = 0;
  for (int k = 0; k < 4; k++)
    for (int when = 1; when < 90; when += 8) {
      double open[2], scale = 0, most = 0;
      subject("%dD, wall %d, from cycle %d", 2 + k % 2, k / 2, when);
      for (int later = 0; later < 2; later++) {
        run r;
        fall(&r, 2 + k % 2, k / 2, 0);
        double held = present(&r);
        if (!later) run_text(&r, "model energy mechanical on\n");
        cycle(&r, when);
        if (later) run_text(&r, "model energy mechanical on\n"), held = present(&r);
        if (later) most = fabs(run_energy(&r, "energy-step"));
        cycle(&r, 200);
        open[later] = imbalance(&r) - run_energy(&r, "energy-step") - held;
        scale = fmax(scale, held + present(&r) + fabs(run_energy(&r, "energy-body")));
        run_close(&r);
      }
      near("open", open[1], open[0], 1e-12 * scale);
      terms += most > 1e-6 * scale;
    }
  assert_true(terms > 8);
}

/* Edits of bodies that carry, each alone and with the next one before a step: what is open after
 * the step is Verlet's term of the contacts that carry then, to rounding. All act along x. */
static void carry_on(run *r, const char *edit, double *scale) {
  for (int n = 0; n < 5; n++) {
    cycle(r, 1);
    *scale = fmax(*scale, present(r) + fabs(run_energy(r, "energy-edit")) +
                              fabs(run_energy(r, "energy-body")));
    subject("%dD, %s, %d cycles later", r->s->lib.world->dim, edit, n + 1);
    near("open", imbalance(r) - run_energy(r, "energy-step"), verlet_term(r), 1e-12 * *scale);
  }
}

static void edited_under_load(void **state) {
  SCR_UNUSED(state);
  static const char *const edit[] = {
      "ball attribute position-x 0.245 range id 2",
      "[ball.pos.x(ball.find(1)) = 0.0985]",
      "ball attribute radius 0.101 range id 1",
      "[ball.radius(ball.find(2)) = 0.0515]",
      "model mechanical timestep fix 2e-4",
      "ball create id 3 radius 0.05 position-x 0.34\nball attribute density 1000 range id 3",
      "model mechanical timestep fix 3e-5",
      "ball attribute density 1500 range id 2",
      "[ball.density(ball.find(1)) = 1400.0]",
      "[wall.pos.x(wall.find(1)) = 0.004]",
      "ball attribute damp 0.2",
      "[ball.damp(ball.find(2)) = 0.4]",
      "ball attribute force-applied-x 300",
      "[ball.force.app.x(ball.find(1)) = -500.0]",
      "[ball.vel.x(ball.find(1)) = -ball.vel.x(ball.find(1))]",
      "ball attribute velocity-x -0.3 range id 2",
      "model calm",
      "model gravity 5 @",
      "ball fix velocity-x range id 1",
      "ball attribute position-x 0.242 range id 2",
      "ball free velocity-x range id 1",
      "wall attribute position-x 0.006",
      "contact inhibit on range id 1",
      "contact inhibit off",
      "contact model null range id 1",
      "contact model linear range id 1\ncontact property kn 1e6",
      "contact delete",
      "ball delete range id 3",
      "[ball.pos.x(ball.find(1)) = 0.11]",
      "[ball.delete(ball.find(2))]",
      "ball attribute radius 0.11",
      "wall delete",
  };
  for (int dim = 2; dim <= 3; dim++)
    for (int size = 1; size <= 2; size++) {
      run r;
      double scale = 1e-3;
      run_open(&r, dim, NULL);
      run_text(&r,
               "model large-strain on\nmodel domain extent -1 1\nmodel mechanical timestep fix "
               "1e-4\nmodel energy mechanical on\n" LINEAR "\nwall generate plane dip 90%s\n"
               "ball create id 1 radius 0.1 position-x 0.0995\n"
               "ball create id 2 radius 0.05 position-x 0.2493\nball attribute density 1000",
               dim == 2 ? "" : " dip-direction 90");
      carry_on(&r, "at the beginning", &scale);
      for (size_t k = 0; k < SCR_COUNTOF(edit); k += (size_t)size) {
        for (size_t i = k; i < k + (size_t)size; i++)
          if (strstr(edit[i], "@"))
            run_text(&r, dim == 2 ? "model gravity (5,0)" : "model gravity (5,0,0)");
          else
            run_text(&r, "%s", edit[i]);
        carry_on(&r, edit[k], &scale);
      }
      near("open at the end", imbalance(&r) - run_energy(&r, "energy-step"), 0, 1e-12 * scale);
      run_close(&r);
    }
}

/* The same of a wall that is free, on a fixed ball. */
static void edited_free_wall(void **state) {
  SCR_UNUSED(state);
  static const char *const edit[] = {"wall attribute mass 5",
                                     "wall attribute damp 0.5",
                                     "model gravity -20",
                                     "model mechanical timestep fix 3e-5",
                                     "wall fix velocity-$",
                                     "ball attribute position-$ 0.0495",
                                     "[wall.vel.$(wall.find(1)) = 0.3]",
                                     "wall free velocity-$",
                                     "[wall.mass(wall.find(1)) = 4.0]",
                                     "ball delete"};
  for (int dim = 2; dim <= 3; dim++) {
    run r;
    double scale = 1e-3;
    int terms = 0;
    fall(&r, dim, true, 0);
    run_text(&r,
             "model mechanical timestep fix 1e-4\nball attribute %s 0\n"
             "model energy mechanical on\nball attribute position-%c 0.0499",
             dim == 2 ? "spin" : "spin-x", "yz"[dim - 2]);
    carry_on(&r, "at the beginning", &scale);
    for (size_t k = 0; k < SCR_COUNTOF(edit); k++) {
      char text[100];
      snprintf(text, sizeof text, "%s", edit[k]);
      for (char *c = text; *c; c++)
        if (*c == '$') *c = "yz"[dim - 2];
      run_text(&r, "%s", text);
      carry_on(&r, text, &scale);
      terms += fabs(verlet_term(&r)) > 1e-9 * scale; /* a thousand bounds */
    }
    assert_true(terms > 3);
    run_close(&r);
  }
}

/* Two balls at rest are put into each other. When they are apart, what is missing of their energy
 * is what `energy-step` says. Verlet keeps k d^2/2 less T = F^2 dt^2/(4 m) of them. The step in
 * which they part, after an overlap e and by a way u = v dt, gives back k e (u - e)/2: from nothing
 * to k u^2/8, which is T. */
static void pushed_apart(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int k = 0; k < 3; k++) {
      const double dt = 1e-3 / (1 << k), edit = 0.5 * 1e6 * 0.05 * 0.05;
      run r;
      run_open(&r, dim, NULL);
      run_text(&r,
               "model domain extent -1e4 1e4\nmodel energy mechanical on\n" LINEAR "\n"
               "ball create id 1 radius 0.1 position-x 0\nball create id 2 radius 0.1 position-x "
               "0.25\nball attribute density 2000\nmodel mechanical timestep fix %.17g\n"
               "model cycle 10\nball attribute position-x 0.15 range id 2\nmodel cycle %d",
               dt, 100 << k);
      subject("%dD, dt %g", dim, dt);
      const double step = run_energy(&r, "energy-step"), m = r.s->lib.world->twist[0].m,
                   term = 5e4 * 5e4 * dt * dt / (4 * m), part = 2e6 / m * dt * dt;
      assert_int_equal(run_active(&r, NULL), 0);
      near("edit", run_energy(&r, "energy-edit"), edit, 1e-12 * edit);
      near("closure", run_energy(&r, "energy-kinetic") - step, edit, 1e-12 * edit);
      print_message("%dD, dt %g: steps took %.3g, Verlet's term was %.3g of %.3g J\n", dim, dt,
                    -step, term, edit);
      assert_true(step < part * term && step > -(1 + part) * term);
      run_close(&r);
    }
}

/* ---- events: what an edit changes is booked, what contacts have lost stays lost ---- */

enum { LINEAR_LAW, HERTZ_LAW, BURGER_LAW, LAWS };
static const char *const law_name[LAWS] = {"linear", "hertz", "burger"};
static const char *const law_text[LAWS] = {
    "model linear property kn 1e6 ks 7e5 fric 0.3 dp_nratio 0.05",
    "model hertz property hz_shear 1e9 hz_poiss 0.25 fric 0.3 dp_nratio 0.05",
    ("model burger property bur_knm 1e6 bur_knk 1e6 bur_cnm 1e6 bur_cnk 1e3 bur_ksm 1e6 bur_ksk "
     "1e6 bur_csk 1e3 "
     "bur_csm 1e6 bur_fric 0.3"),
};

/* A ball that falls on a plane at the automatic timestep, which changes with its speed and with the
 * stiffness of its contact: what steps of finite length bring in is booked, so that the balance
 * closes to rounding while no contact carries. */
static void steps_are_booked(void **state) {
  SCR_UNUSED(state);
  static const char *const law[] = {
      "linear property kn 1e5 dp_nratio 0.02", "hertz property hz_shear 4e6 hz_poiss 0.3",
      "hertz property hz_shear 4e6 hz_poiss 0.3 hz_alpha 1.8 dp_nratio 0.02"};
  for (int k = 0; k < 6; k++) {
    run r;
    run_open(&r, 2 + k % 2, NULL);
    run_text(&r,
             "model large-strain on\nmodel domain extent -1 1\nmodel gravity 9.81\nmodel energy "
             "mechanical on\n"
             "contact cmat default model %s\nwall generate plane\n"
             "ball create id 1 radius 0.05 position %s\nball attribute density 2500",
             law[k / 2], k % 2 ? "(0.3,-0.2,0.3)" : "(0.3,0.3)");
    subject("%dD, %s", 2 + k % 2, law[k / 2]);
    int open = 0;
    double largest = 0, scale = 0;
    for (int n = 0; n < 600; n++) {
      cycle(&r, 1);
      const double brought = run_energy(&r, "energy-step");
      scale = fmax(scale, fabs(run_energy(&r, "energy-body")) + present(&r));
      largest = fmax(largest, fabs(brought) / scale);
      if (run_active(&r, NULL)) continue;
      near("balance", imbalance(&r) - brought, 0, 1e-12 * scale);
      open++;
    }
    print_message("%d cycles open, at most %.2g\n", open, largest);
    assert_true(open > 30 && open < 600 && largest > 1e-3);
    run_close(&r);
  }
}

static void overlapping(run *r, int dim, int law) {
  run_open(r, dim, NULL);
  subject("%s, %dD", law_name[law], dim);
  run_text(r,
           "model large-strain on\nmodel domain extent -1 1\nmodel mechanical timestep fix "
           "1e-5\nmodel energy mechanical on\n"
           "contact cmat default %s\nball create id 1 radius 0.1 position-x 0\nball create id 2 "
           "radius 0.1 position-x 0.199\n"
           "ball attribute density 1000",
           law_text[law]);
}

/* After a command nothing is left of the balance but what was left before. */
static void books(run *r, const char *command) {
  double before = imbalance(r);
  run_text(r, "%s", command);
  near(command, imbalance(r), before, 1e-12 * (1 + fabs(present(r))));
}

static void edits(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int law = 0; law < LAWS; law++) {
      run r;
      bool flat = dim == 2;
      overlapping(&r, dim, law);
      books(&r, "model clean");
      run_text(&r, "model cycle 3");
      books(&r, flat ? "ball attribute velocity (0.1,0.2) range id 1"
                     : "ball attribute velocity (0.1,0.2,0.3) range id 1");
      run_text(&r, "model cycle 10");
      books(&r,
            flat ? "ball attribute spin 5 range id 2" : "ball attribute spin (1,-2,5) range id 2");
      books(&r, flat ? "[ball.vel(ball.find(1)) = vector(0,0.3)]"
                     : "[ball.vel(ball.find(1)) = vector(0,0.3,1)]");
      books(&r, flat ? "[ball.spin(ball.find(1)) = 3.0]"
                     : "[ball.spin(ball.find(1)) = vector(0,0.3,1)]");
      run_text(&r, "model cycle 10");
      books(&r, "ball attribute density 1500 range id 2");
      books(&r, "[ball.density(ball.find(1)) = 1400.0]");
      books(&r, "ball fix velocity-x range id 1");
      run_text(&r, "model cycle 5");
      books(&r, "ball free velocity-x");
      books(&r, "ball attribute damp 0.2 force-applied-x 3");
      run_text(&r, "model cycle 5");
      books(&r, "model calm");
      run_text(&r, "model cycle 5");
      books(&r, "contact property rgap 1e-5");
      books(&r, "ball delete range id 2");
      near("strain without contacts", run_energy(&r, "energy-strain"), 0, 0);
      run_close(&r);
    }
}

/* A ball slides over another, or over a wall, with dashpots; then the contact opens, or one of its
 * ends is deleted. */
static void totals_stay(void **state) {
  SCR_UNUSED(state);
  static const char *const end[] = {"ball delete range id 2", "ball delete", "wall delete",
                                    "ball attribute velocity-y 5 range id 1\nmodel cycle 200",
                                    "contact delete"};
  for (int dim = 2; dim <= 3; dim++)
    for (int law = 0; law < LAWS; law++)
      for (size_t k = 0; k < 4; k++) {
        run r;
        run_open(&r, dim, NULL);
        subject("%s, %dD, %s", law_name[law], dim, end[k]);
        run_text(&r,
                 "model large-strain on\nmodel domain extent -1 1\nmodel mechanical timestep fix "
                 "1e-5\nmodel energy mechanical "
                 "on\ncontact cmat default %s\n"
                 "wall generate plane dip 90\nball create id 1 radius 0.1 position %s\nball create "
                 "id 2 radius 0.1 position "
                 "%s\nball attribute density 1000\n"
                 "ball attribute velocity %s range id 1\nball attribute damp 0.1\nmodel "
                 "clean\nmodel cycle 100",
                 law_text[law], dim == 2 ? "(0.0995,0)" : "(0.2,0.0995,0.1)",
                 dim == 2 ? "(0.298,0)" : "(0.398,0.0995,0.1)", dim == 2 ? "(0,1)" : "(0,-0.1,1)");
        double slip = run_energy(&r, "energy-slip"), dash = run_energy(&r, "energy-dashpot"),
               damp = run_energy(&r, "energy-damp"), boundary = run_energy(&r, "energy-boundary"),
               stiffness = run_energy(&r, "energy-stiffness");
        assert_true(slip > 1e-9 && dash > 1e-9 && damp > 1e-9);
        if (k == 3) {
          run_text(&r, "ball attribute velocity %s range id 1\nmodel cycle 2000",
                   dim == 2 ? "(50,50)" : "(0,50,50)");
          assert_true(run_energy(&r, "energy-slip") >= slip);
          assert_true(run_energy(&r, "energy-dashpot") >= dash - 1e-12);
        } else {
          books(&r, end[k]);
          near("slip", run_energy(&r, "energy-slip"), slip, 1e-14 * slip);
          near("dashpot", run_energy(&r, "energy-dashpot"), dash, 1e-14 * dash);
          near("damp", run_energy(&r, "energy-damp"), damp, 1e-14 * damp);
          near("boundary", run_energy(&r, "energy-boundary"), boundary, 1e-14 * fabs(boundary));
          near("stiffness", run_energy(&r, "energy-stiffness"), stiffness, 1e-14 * fabs(stiffness));
        }
        run_close(&r);
      }
}

/* An overlap that an edit makes is booked under energy-edit, at once or in the first step after it.
 * That step of 1e-5 s moves no body by more than 1e-6 of the overlap: its own error is below 1e-4
 * of the energy. */
static void booked_with_a_step(run *r, const char *command) {
  double before = imbalance(r);
  run_text(r, "%s\nmodel cycle 1", command);
  near(command, imbalance(r), before, 2e-4 * present(r));
}

static void overlap_by_creation(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int law = 0; law < LAWS; law++)
      for (int clean = 0; clean < 2; clean++) {
        run r;
        overlapping(&r, dim, law);
        subject("%s, %dD, overlap at creation%s", law_name[law], dim,
                clean ? "" : " without `model clean`");
        booked_with_a_step(&r, clean ? "model clean" : "");
        run_close(&r);
      }
}

static void overlap_by_edit(void **state) {
  SCR_UNUSED(state);
  static const char *const edit[] = {"ball attribute position-x 0.0001 range id 1",
                                     "[ball.pos.x(ball.find(1)) = -0.0002]",
                                     "ball attribute radius 0.1001 range id 2"};
  for (size_t k = 0; k < SCR_COUNTOF(edit); k++)
    for (int law = 0; law < BURGER_LAW; law++) {
      run r;
      overlapping(&r, 3, law);
      run_text(&r, "model clean\nmodel cycle 1");
      booked_with_a_step(&r, edit[k]);
      run_close(&r);
    }
}

/* Another law, or the CMAT once more: the old contact's energies stay, the new one's strain is
 * booked. */
static void another_law(void **state) {
  SCR_UNUSED(state);
  static const char *const edit[] = {"contact cmat apply", "contact model linear"};
  for (size_t k = 0; k < SCR_COUNTOF(edit); k++)
    for (int law = 0; law < LAWS; law++) {
      run r;
      overlapping(&r, 3, law);
      run_text(&r, "model clean\nball attribute velocity-y 1 range id 1\nmodel cycle 50");
      double slip = run_energy(&r, "energy-slip"), dash = run_energy(&r, "energy-dashpot");
      assert_true(slip > 0 && dash > 0);
      subject("%s, %s", law_name[law], edit[k]);
      books(&r, edit[k]);
      near("slip", run_energy(&r, "energy-slip"), slip, 1e-14 * slip);
      near("dashpot", run_energy(&r, "energy-dashpot"), dash, 1e-14 * dash);
      run_close(&r);
    }
}

/* ---- Hertz's loading path: press, shear along x and z, twist, pull apart; everything is
 * prescribed ---- */

/* What is prescribed moves by h a step, so the boundary's work is the trapezoidal rule of the
 * force: in the normal direction its error is h^2/12 kn at the deepest overlap and goes back to
 * nothing, in shear, where ks stands still, there is none; slip and the change of stiffness close
 * to rounding. The last step opens the contact and drops what its shear spring held at the limit,
 * (fric Fn)^2/(2 ks) at the overlap h. */
static void loading_path(void **state) {
  SCR_UNUSED(state);
  const double h = 1e-5, hn = 2.0 / 3.0 * 1e9 / 0.7, ratio = 2 * 0.7 / 1.7;
  const double swing = h * h / 12 * 1.5 * hn * sqrt(1e-3), fn = hn * pow(h, 1.5),
               dropped = 0.25 * fn * fn / (2 * ratio * 1.5 * hn * sqrt(h));
  static const struct piece {
    double vy, wx, wy, wz;
    int steps;
  } path[] = {{-0.01, 0, 0, 0, 100},
              {0, 0, 0, 0.00628, 50},
              {0, 0.00628, 0, 0, 50},
              {0, 0, 6.28, 0, 50},
              {0.01, 0, 0, 0, 100}};
  for (int mode = 0; mode < 2; mode++) {
    run r;
    run_open(&r, 3, NULL);
    run_text(
        &r,
        "model large-strain on\nmodel domain extent -2 2\nmodel mechanical timestep fix "
        "1e-3\nmodel energy mechanical on\n"
        "contact cmat default model hertz property hz_shear 1e9 hz_poiss 0.3 fric 0.5 hz_mode %d\n"
        "ball create id 1 radius 0.5 position (0,1,0)\nball create id 2 radius 0.5 position "
        "(0,0,0)\n"
        "ball attribute density 2500\nball fix velocity spin\nmodel clean",
        mode);
    double worst = 0, most = 0;
    for (size_t k = 0; k < SCR_COUNTOF(path); k++) {
      run_text(&r, "ball attribute velocity (0,%.17g,0) spin (%.17g,%.17g,%.17g) range id 1",
               path[k].vy, path[k].wx, path[k].wy, path[k].wz);
      for (int n = 0; n < path[k].steps; n++) {
        cycle(&r, 1);
        worst = fmax(worst, fabs(imbalance(&r)));
        most = fmax(most, run_energy(&r, "energy-strain") + run_energy(&r, "energy-slip"));
      }
    }
    print_message("hz_mode %d: imbalance at most %.3g J, at the end %.3g J of %.4g J\n", mode,
                  worst, imbalance(&r), most);
    subject("hz_mode %d", mode);
    near("largest imbalance", worst, 0, swing);
    near("imbalance at the end", imbalance(&r), -dropped, 1e-9 * most);
    run_close(&r);
  }
}

/* ---- nothing is gained ---- */

typedef enum meeting {
  BALL_BALL,
  BALL_FACE,
  BALL_EDGE,
  BALL_CORNER,
  CORNER_INSIDE,
  MEETINGS
} meeting;
static const char *const meeting_name[MEETINGS] = {"ball", "face", "edge", "corner",
                                                   "corner from inside"};

typedef struct impact {
  int dim, law, fric; /* fric 0: elastic */
  meeting what;
  double r[2], rho[2], k, speed, dt, m, ratio, gap;
  vec v, w[2], n;
} impact;

static double mass_of(int dim, double r, double rho) {
  return rho * PI * (dim == 3 ? 4.0 / 3.0 * r * r * r : r * r);
}

/* The overlap stays below a hundredth of the radius, k is the largest stiffness met, and dt = 0.02
 * sqrt(m/k). */
static impact draw_impact(lcg *g, int dim, int law, bool fric, meeting what) {
  impact t = {.dim = dim, .law = law, .fric = fric, .what = what};
  for (int e = 0; e < 2; e++) t.r[e] = lcg_log(g, 0.05, 0.2), t.rho[e] = lcg_log(g, 500, 4000);
  double m0 = mass_of(dim, t.r[0], t.rho[0]), m1 = mass_of(dim, t.r[1], t.rho[1]);
  t.m = what == BALL_BALL ? m0 * m1 / (m0 + m1) : m0;
  t.speed = lcg_log(g, 0.1, 1);
  t.k = t.m * pow(t.speed / (0.005 * fmin(t.r[0], t.r[1])), 2);
  t.dt = 0.02 * sqrt(t.m / t.k);
  t.ratio = fric ? lcg_in(g, 0.05, 0.8) : 0;
  t.gap = t.speed * t.dt * (3 + lcg_unit(g));
  return t;
}

static void tell_law(run *r, const impact *t) {
  if (t->law == LINEAR_LAW)
    run_text(r, "contact cmat default model linear property kn %.17g ks %.17g fric %.17g", t->k,
             0.8 * t->k, t->ratio);
  else if (t->law == BURGER_LAW)
    run_text(r,
             "contact cmat default model burger property bur_knm %.17g bur_knk %.17g bur_cnm %.17g "
             "bur_cnk %.17g bur_ksm %.17g "
             "bur_ksk "
             "%.17g bur_csm %.17g bur_csk %.17g bur_fric %.17g bur_mode 1",
             t->k, t->k, 100 * sqrt(t->k * t->m), sqrt(t->k * t->m), 0.8 * t->k, t->k,
             100 * sqrt(t->k * t->m), sqrt(t->k * t->m), t->ratio);
  else {
    /* stiffness 3/2 hn sqrt(d) at the deepest overlap, d = (5/4 m v^2/hn)^(2/5): hn from k^5 = (3/2
     * hn)^5 5/4 m v^2/hn */
    double hn = pow(pow(t->k / 1.5, 5) / (1.25 * t->m * t->speed * t->speed), 0.25);
    double reff = t->what == BALL_BALL ? 2 * t->r[0] * t->r[1] / (t->r[0] + t->r[1]) : 2 * t->r[0];
    run_text(r,
             "contact cmat default model hertz property hz_shear %.17g hz_poiss 0.25 fric %.17g "
             "hz_mode 1",
             hn * 1.5 * 0.75 / sqrt(2 * reff), t->ratio);
  }
}

static void tell3(run *r, const char *what, vec v, const char *end) {
  if (r->s->lib.world->dim == 3)
    run_text(r, "%s (%.17g,%.17g,%.17g) %s", what, v.c[0], v.c[1], v.c[2], end);
  else
    run_text(r, "%s (%.17g,%.17g) %s", what, v.c[0], v.c[1], end);
}

/* Ball 1 comes along -n towards the origin: a ball, or the face, edge or corner of a box [-1, 0]^3
 * (from inside [0, 1]^3). */
static vec meet_direction(lcg *g, const impact *t) {
  double a = lcg_in(g, 0.2, 1), b = lcg_in(g, 0.2, 1), c = lcg_in(g, 0.2, 1);
  bool flat = t->dim == 2;
  switch (t->what) {
  case BALL_BALL: return lcg_direction(g, t->dim);
  case BALL_FACE: return vec_of(1, 0, 0);
  case BALL_EDGE: return vec_unit(vec_of(a, b, 0));
  case BALL_CORNER: return vec_unit(vec_of(a, b, flat ? 0 : c));
  default: return vec_of(1, 1, flat ? 0 : 1);
  }
}

static double gain(lcg *g, const impact *t, bool *met) {
  run r;
  bool flat = t->dim == 2;
  run_open(&r, t->dim, NULL);
  run_text(&r,
           "model large-strain on\nmodel domain extent -3 3\nmodel mechanical timestep fix %.17g",
           t->dt);
  tell_law(&r, t);
  vec n = meet_direction(g, t), x = vec_mul(t->r[0] + t->gap, n);
  if (t->what == BALL_BALL) x = vec_mul(t->r[0] + t->r[1] + t->gap, n);
  if (t->what == BALL_FACE) x = vec_of(x.c[0], -0.43, flat ? 0 : -0.39);
  if (t->what == BALL_EDGE && !flat) x.c[2] = -0.41;
  double lo = t->what == CORNER_INSIDE ? 0 : -1;
  if (t->what != BALL_BALL)
    run_text(&r, "wall generate box %g %g %g %g %s one-wall", lo, lo + 1, lo, lo + 1,
             flat     ? ""
             : lo < 0 ? "-1 0"
                      : "0 1");
  run_text(&r, "ball create id 1 radius %.17g", t->r[0]);
  tell3(&r, "ball attribute position", x, "");
  run_text(&r, "ball attribute density %.17g", t->rho[0]);
  /* the normal part of the approach and one that slides */
  vec aside = vec_flat(lcg_direction(g, t->dim), vec_unit(n));
  vec v = vec_add(vec_mul(-t->speed, n), vec_mul(t->speed * lcg_in(g, 0, 0.9), aside));
  if (t->what == BALL_BALL) {
    run_text(&r, "ball create id 2 radius %.17g\nball attribute density %.17g range id 2", t->r[1],
             t->rho[1]);
    double part = t->rho[1] * pow(t->r[1], t->dim);
    part /=
        part +
        t->rho[0] *
            pow(t->r[0], t->dim); /* seen from the centre of mass: nothing of the energy is idle */
    tell3(&r, "ball attribute velocity", vec_mul(part, v), "range id 1");
    tell3(&r, "ball attribute velocity", vec_mul(part - 1, v), "range id 2");
  } else {
    tell3(&r, "ball attribute velocity", v, "");
  }
  for (int e = 0; e < (t->what == BALL_BALL ? 2 : 1) && t->fric; e++) {
    double w = t->speed / t->r[e] * lcg_in(g, -1, 1);
    if (flat)
      run_text(&r, "ball attribute spin %.17g range id %d", w, e + 1);
    else
      tell3(&r, "ball attribute spin", vec_mul(w, lcg_direction(g, 3)),
            e ? "range id 2" : "range id 1");
  }
  double before = run_energy(&r, "energy-kinetic");
  cycle(&r, 40);
  *met = run_active(&r, NULL) > 0;
  cycle(&r, 400);
  assert_int_equal(run_active(&r, NULL), 0);
  double rise = run_energy(&r, "energy-kinetic") / before - 1;
  run_close(&r);
  return rise;
}

static void no_gain(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("impacts", 5);
  double worst[LAWS][2] = {{0}};
  int met = 0;
  for (int k = 0; k < 240; k++) {
    int law = k % LAWS, dim = 2 + k / LAWS % 2, what = k / (2 * LAWS) % MEETINGS;
    bool fric = k / (2 * LAWS * MEETINGS) % 2, touched;
    impact t = draw_impact(&g, dim, law, fric, (meeting)what);
    double rise = gain(&g, &t, &touched);
    subject("impact %d: %dD, %s, %s, fric %g", k, dim, law_name[law], meeting_name[what], t.ratio);
    met += touched;
    worst[law][fric] = fmax(worst[law][fric], rise);
    if (rise > 5e-5)
      print_message("impact %d: %dD, %s, %s, fric %g: gains %.3g\n", k, dim, law_name[law],
                    meeting_name[what], t.ratio, rise);
  }
  for (int law = 0; law < LAWS; law++)
    print_message("%s: largest gain %.3g without friction, %.3g with\n", law_name[law],
                  worst[law][0], worst[law][1]);
  assert_int_equal(met, 240);
  for (int law = 0; law < LAWS; law++)
    for (int fric = 0; fric < 2; fric++) near(law_name[law], fmax(0, worst[law][fric]), 0, 5e-5);
}

/* A linear contact is entered at a random part of a step; on the whole nothing is won. 200 pairs,
 * phase by phase. */
static void no_gain_in_the_mean(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int law = 0; law < BURGER_LAW; law++) {
      double m = 1000 * PI * (dim == 3 ? 4e-3 / 3 : 1e-2), k = 1e6, speed = 0.5,
             dt = 0.02 * sqrt(0.5 * m / k), worst = 0;
      impact t = {.dim = dim, .law = law, .r = {0.1, 0.1}, .k = k, .speed = speed, .m = 0.5 * m};
      run r;
      run_open(&r, dim, NULL);
      subject("%s, %dD", law_name[law], dim);
      run_text(&r,
               "model large-strain on\nmodel domain extent -100 100\nmodel mechanical timestep fix "
               "%.17g",
               dt);
      tell_law(&r, &t);
      for (int q = 0; q < 200; q++) {
        double gap = speed * dt * (2 + (q + 0.5) / 200), y = 0.4 * q - 40;
        const char *z = dim == 3 ? ",0" : "";
        run_text(&r,
                 "ball create id %d radius 0.1 position (%.17g,%.17g%s)\nball create id %d radius "
                 "0.1 position (0.1,%.17g%s)",
                 2 * q + 1, -0.1 - gap, y, z, 2 * q + 2, y, z);
      }
      run_text(&r,
               "ball attribute density 1000\nball attribute velocity-x %.17g range position-x -1 "
               "0\nball attribute velocity-x "
               "%.17g range position-x 0 1",
               0.5 * speed, -0.5 * speed);
      double before = run_energy(&r, "energy-kinetic"), each = before / 200;
      cycle(&r, 400);
      assert_int_equal(run_active(&r, NULL), 0);
      for (uint32_t q = 0; q < 200; q++) {
        double v = vec_mag(run_ball(&r, 2 * q + 1, SCR_BALL_VELOCITY)),
               u = vec_mag(run_ball(&r, 2 * q + 2, SCR_BALL_VELOCITY));
        worst = fmax(worst, 0.5 * m * (v * v + u * u) / each - 1);
      }
      double mean = run_energy(&r, "energy-kinetic") / before - 1;
      print_message("%s, %dD: gain at most %.3g, in the mean %.3g\n", law_name[law], dim, worst,
                    mean);
      near("mean gain", fabs(mean), 0, 1e-6);
      near("largest gain", worst, 0, 5e-5);
      run_close(&r);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(burger_chain),
      cmocka_unit_test(elastic_second_order),
      cmocka_unit_test(dissipative_second_order),
      cmocka_unit_test(opened_by_an_edit),
      cmocka_unit_test(linear_exactly),
      cmocka_unit_test(whole_impact),
      cmocka_unit_test(loading_path),
      cmocka_unit_test(no_gain),
      cmocka_unit_test(no_gain_in_the_mean),
      cmocka_unit_test(looks_change_nothing),
      cmocka_unit_test(begun_in_motion),
      cmocka_unit_test(edited_under_load),
      cmocka_unit_test(edited_free_wall),
      cmocka_unit_test(pushed_apart),
      cmocka_unit_test(edits),
      cmocka_unit_test(totals_stay),
      cmocka_unit_test(steps_are_booked),
      cmocka_unit_test(overlap_by_creation),
      cmocka_unit_test(overlap_by_edit),
      cmocka_unit_test(another_law),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
