/* The Burger cases as whole data files, in random variants: relaxation in 2D and in 3D (there also
 * in shear, after a slide of one step) in the modern language, and in 2D and 3D in that of version
 * 3 and 4, with a law given by a callback and a function that runs in each cycle. Constants, radii,
 * overlap, densities, ids, order of creation, axis and timestep are drawn, the text is written from
 * them, and what it records is compared with the closed form of the chain and with the scheme's own
 * sum.
 *
 * Bounds. Against the exact curve: relaxation_lag, half a step of the method of first order.
 * Against the scheme's sum: numbers carry 1e-16 of themselves through a few thousand steps of some
 * tens of operations, 1e-12; three digits are left for sums that cancel. The overlap, at least
 * 0.003 R, is the difference of positions within 10 R: 1e-15 of them is 3e-12 of it. */
#include "exact.h"

#include <stdlib.h>
#include "base/mem.h"

enum { VARIANTS = 50, SAMPLES = 20 };
static const double rounding = 1e-9;

typedef struct relax {
  int dim;
  chain n, s;
  double r[2], density[2], fric, overlap, slide, dt,
      automatic; /* slide: in the first step; automatic: the stable timestep */
  vec x[2], axis, aside;
  unsigned id[2];
  int first, interval;
  bool chooses; /* the timestep is left to the program */
} relax;

/* Overlap and slide at the end of the first step: what both directions relax from. */
static double pressed(const relax *c) {
  return c->r[0] + c->r[1] - hypot(c->r[0] + c->r[1] - c->overlap, c->slide);
}
/* What is not along the branch of the middle, d and half of the slide, is carried along it to the
 * plane of the end. */
static double slid(const relax *c) {
  double d = c->r[0] + c->r[1] - c->overlap;
  return c->slide * d * hypot(d, c->slide) / (d * d + 0.5 * c->slide * c->slide);
}

static chain draw_chain(lcg *g) {
  double k = lcg_log(g, 1e5, 1e9);
  return (chain){k * lcg_log(g, 0.2, 5), k * lcg_log(g, 0.2, 5), k * lcg_log(g, 0.2, 5),
                 k * lcg_log(g, 0.2, 5)};
}

/* 0.8 sqrt(m/K) and 0.8 sqrt(I/K_rot), the smallest of both balls and all axes (docs/physics.md,
 * Timestep). */
static double stable(const relax *c) {
  double least = HUGE_VAL;
  for (int i = 0; i < 2; i++) {
    double r = c->r[i], m = c->density[i] * PI * (c->dim == 3 ? 4.0 / 3.0 * r * r * r : r * r),
           arm = r - 0.5 * c->overlap;
    double inertia = (c->dim == 3 ? 0.4 : 0.5) * m * r * r;
    for (int a = 0; a < c->dim; a++) {
      double n2 = c->axis.c[a] * c->axis.c[a], turn = c->dim == 3 ? 1 - n2 : 1;
      least = fmin(least, 0.8 * sqrt(m / (c->n.km * n2 + c->s.km * (1 - n2))));
      least = fmin(least, 0.8 * sqrt(inertia / (c->s.km * arm * arm * turn)));
    }
  }
  return least;
}

static double fastest(const relax *c) {
  return fmax(chain_relaxation(&c->n).r[1], chain_relaxation(&c->s).r[1]);
}

/* Longer or shorter relaxation times, as all viscosities grow or shrink. */
static void stretch(relax *c, double factor) {
  c->n.ck *= factor, c->n.cm *= factor, c->s.ck *= factor, c->s.cm *= factor;
}

static relax draw(lcg *g, int dim, bool slides) {
  double scale = lcg_log(g, 1e-3, 1);
  relax c = {.dim = dim,
             .n = draw_chain(g),
             .s = draw_chain(g),
             .first = lcg_int(g, 2),
             .interval = 10 + lcg_int(g, 90)};
  for (int i = 0; i < 2; i++)
    c.r[i] = scale * lcg_log(g, 0.5, 2), c.density[i] = lcg_log(g, 500, 8000);
  c.overlap = scale * lcg_in(g, 0.005, 0.1);
  c.slide = slides ? c.overlap * lcg_in(g, 0.001, 0.05) : 0;
  c.fric = slides && lcg_int(g, 4) ? 1e12 : 0;
  c.axis = lcg_direction(g, dim);
  c.aside = vec_unit(vec_flat(lcg_direction(g, dim), c.axis));
  c.x[0] = vec_mul(5 * scale, lcg_direction(g, dim));
  c.x[1] = vec_add(c.x[0], vec_mul(c.r[0] + c.r[1] - c.overlap, c.axis));
  c.id[0] = 1 + (unsigned)lcg_int(g, 50), c.id[1] = c.id[0] + 1 + (unsigned)lcg_int(g, 50);
  c.automatic = stable(&c);
  c.chooses = !slides && lcg_int(g, 2);
  c.dt = c.chooses ? c.automatic : c.automatic * lcg_log(g, 0.01, 0.9);
  stretch(&c, fastest(&c) * c.dt / lcg_log(g, 0.002, 0.1));
  return c;
}

/* ---- what a text recorded ---- */

/* Samples n = 1, 2, ... of a force that relaxes from u. Returns the largest relative difference
 * from the curve. */
static double compare(const char *what, const relax *c, const chain *law, double u,
                      const scr_history *f) {
  relaxation g = chain_relaxation(law);
  double worst = 0;
  assert_int_equal(f->n, SAMPLES);
  for (int k = 0; k < SAMPLES; k++) {
    double n = (double)(k + 1) * c->interval, exact = u * relaxation_at(&g, n * c->dt);
    near(what, f->sample[k], u * relaxation_scheme(&g, c->dt, n), rounding * u * law->km);
    near(what, f->sample[k], exact, u * relaxation_lag(&g, c->dt) + rounding * u * law->km);
    worst = fmax(worst, fabs(f->sample[k] / exact - 1));
  }
  return worst;
}

/* The time of each sample, to rounding. */
static void compare_times(const relax *c, const scr_history *t) {
  assert_int_equal(t->n, SAMPLES);
  for (int k = 0; k < SAMPLES; k++) {
    double want = (double)(k + 1) * c->interval * c->dt;
    near("time", t->sample[k], want, 1e-12 * want);
  }
}

static void tell(scr_buf *b, const relax *c, vec v) {
  scr_buf_printf(b, "(%.17g, %.17g", v.c[0], v.c[1]);
  scr_buf_printf(b, c->dim == 3 ? ", %.17g)" : ")", v.c[2]);
}

/* ---- the modern language ---- */

static void tell_constants(scr_buf *b, const relax *c) {
  scr_buf_printf(b, "[nkk = %.17g]\n[nck = %.17g]\n[nkm = %.17g]\n[ncm = %.17g]\n", c->n.kk,
                 c->n.ck, c->n.km, c->n.cm);
  scr_buf_printf(b, "[skk = %.17g]\n[sck = %.17g]\n[skm = %.17g]\n[scm = %.17g]\n", c->s.kk,
                 c->s.ck, c->s.km, c->s.cm);
}

/* Functions that the histories run, and one that compares the exported tables with the curve, given
 * by its rates and parts. */
static void tell_functions(scr_buf *b, const relax *c) {
  relaxation g = chain_relaxation(&c->n);
  scr_buf_puts(b, "fish define normal\n  normal = comp.x(contact.prop(pair, 'bur_force'))\n  age = "
                  "mech.time.total\nend\n"
                  "fish define shear\n  local f = contact.prop(pair, 'bur_force')\n  comp.x(f) = "
                  "0.0\n  shear = math.mag(f)\nend\n");
  scr_buf_printf(
      b,
      "fish define worst_error\n  worst = 0.0\n  loop local k (1, table.size('got'))\n"
      "    local t = table.x('got', k)\n"
      "    local e = %.17g*math.exp(-%.17g*t) + %.17g*math.exp(-%.17g*t)\n"
      "    worst = math.max(worst, math.abs(table.y('got', k)/(%.17g*e) - 1.0))\n  end_loop\n"
      "  io.out(string.build('worst %%1', worst))\nend\n",
      g.a[0], g.r[0], g.a[1], g.r[1], pressed(c));
}

static void tell_balls(scr_buf *b, const relax *c) {
  for (int k = 0; k < 2; k++) {
    int i = k ^ c->first;
    scr_buf_printf(b, "ball create id %u radius %.17g position ", c->id[i], c->r[i]);
    tell(b, c, c->x[i]);
    scr_buf_printf(b, "\nball attribute density %.17g range id %u\n", c->density[i], c->id[i]);
  }
  scr_buf_puts(b, "ball fix velocity spin\nmodel clean\n[pair = contact.find('ball-ball', 1)]\n");
}

static void tell_slide(scr_buf *b, const relax *c) {
  if (c->slide == 0) return;
  scr_buf_puts(b, "ball attribute velocity ");
  tell(b, c, vec_mul(c->slide / c->dt, c->aside));
  scr_buf_printf(b, " range id %u\nmodel cycle 1\nball attribute velocity ", c->id[1]);
  tell(b, c, vec_of(0, 0, 0));
  scr_buf_puts(b, "\n");
}

static char *modern_text(const relax *c) {
  scr_buf b = {0};
  double e = 12 * (c->r[0] + c->r[1]);
  scr_buf_puts(&b, "model new\nmodel large-strain on\n");
  tell_constants(&b, c);
  tell_functions(&b, c);
  scr_buf_printf(&b, "model domain extent %.17g %.17g\n", -e, e);
  scr_buf_printf(&b,
                 "contact cmat default model burger property ...\n  bur_knk [nkk] bur_cnk [nck] "
                 "bur_knm [nkm] bur_cnm [ncm] ...\n"
                 "  bur_ksk [skk] bur_csk [sck] bur_ksm [skm] bur_csm [scm] bur_fric %.17g\n",
                 c->fric);
  if (!c->chooses) scr_buf_printf(&b, "model mechanical timestep fix %.17g\n", c->dt);
  tell_balls(&b, c);
  tell_slide(&b, c);
  scr_buf_printf(&b,
                 "fish history name '1' normal\nfish history name '2' age\nfish history name '3' "
                 "shear\nhistory interval %d\n",
                 c->interval);
  scr_buf_printf(&b, "model solve time-total %.17g\n", SAMPLES * c->interval * c->dt);
  scr_buf_puts(&b, "history export '1' vs '2' table 'got'\n[worst_error]\n");
  return b.s;
}

static void modern(lcg *g, int number, int dim, bool slides) {
  relax c = draw(g, dim, slides);
  run r;
  subject("variant %d (%dD, %s, fric %g, %s timestep)", number, dim, slides ? "slid" : "pressed",
          c.fric, c.chooses ? "automatic" : "fixed");
  run_open(&r, dim, NULL);
  char *text = modern_text(&c);
  run_dialect(&r, SCR_MODERN, text);
  scr_free(text);
  near("timestep", r.s->lib.world->timestep.current, c.dt, 1e-13 * c.dt);
  assert_int_equal(r.s->lib.world->cycle, SAMPLES * c.interval);
  compare_times(&c, run_history(&r, "2"));
  double worst = compare("normal force", &c, &c.n, pressed(&c), run_history(&r, "1"));
  near("largest error, by FISH", run_symbol(&r, "worst"), worst, 1e-9);
  assert_memory_equal(r.out.s, "worst ", 6);
  near("largest error, printed", strtod(r.out.s + 6, NULL), worst, 1e-9);
  const scr_history *f = run_history(&r, "3");
  if (c.fric > 0)
    compare("shear force", &c, &c.s, slid(&c), f);
  else
    for (int k = 0; k < SAMPLES; k++) near("shear force", f->sample[k], 0, 0);
  run_close(&r);
}

static void flat(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("Burger's relaxation, 2D", 20240701);
  for (int k = 0; k < VARIANTS; k++) modern(&g, k, 2, false);
}

static void solid(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("Burger's relaxation, 3D", 20240702);
  for (int k = 0; k < VARIANTS; k++) modern(&g, k, 3, false);
}

static void solid_shear(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("Burger's relaxation after a slide, 3D", 20240703);
  for (int k = 0; k < VARIANTS; k++) modern(&g, k, 3, true);
}

/* ---- the language of version 3 and 4 ---- */

static void tell_law(scr_buf *b, const relax *c) {
  scr_buf_puts(b, "def give_law\n  cp = fc_arg(0)\n  c_model(cp) = 'burger'\n");
  const struct {
    const char *name;
    double value;
  } row[] = {{"knk", c->n.kk}, {"cnk", c->n.ck}, {"knm", c->n.km},
             {"cnm", c->n.cm}, {"ksk", c->s.kk}, {"csk", c->s.ck},
             {"ksm", c->s.km}, {"csm", c->s.cm}, {"fric", c->fric}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++)
    scr_buf_printf(b, "  c_prop(cp,'bur_%s') = %.17g\n", row[k].name, row[k].value);
  scr_buf_puts(b, "end\n");
}

/* `force_now` runs at the beginning of each cycle, and for its history; the time it notes is a
 * history of its own. */
static char *legacy_text(const relax *c) {
  scr_buf b = {0};
  scr_buf_printf(&b, "new\nset dt max %.17g\n", c->chooses ? 2 * c->dt : c->dt);
  tell_law(&b, c);
  scr_buf_puts(&b, "def force_now\n  force_now = c_nforce(contact_head)\n  age = time - begun\n  "
                   "calls = calls + 1\nend\n"
                   "def begin\n  begun = time\n  calls = 0\nend\n"
                   "config cppudm\nset fishcall 6 give_law\nset fishcall 0 force_now\n");
  for (int k = 0; k < 2; k++) {
    int i = k ^ c->first;
    scr_buf_printf(&b, "ball id = %u rad = %.17g x = %.17g y = %.17g", c->id[i], c->r[i],
                   c->x[i].c[0], c->x[i].c[1]);
    if (c->dim == 3) scr_buf_printf(&b, " z = %.17g", c->x[i].c[2]);
    scr_buf_printf(&b, "\nprop dens = %.17g range id = %u\n", c->density[i], c->id[i]);
  }
  scr_buf_printf(&b, "fix x y %sspin\nhis id=1 force_now\nhis id=2 age\nhist nstep = %d\n",
                 c->dim == 3 ? "z " : "", c->interval);
  scr_buf_printf(&b, "begin\ncycle %d\n", SAMPLES * c->interval);
  return b.s;
}

static void legacy(lcg *g, int number) {
  relax c = draw(g, 2 + (lcg_int(g, 3) == 0), false);
  run r;
  subject("variant %d (%dD, %s timestep)", number, c.dim, c.chooses ? "automatic" : "largest");
  run_open(&r, c.dim, NULL);
  char *text = legacy_text(&c);
  run_dialect(&r, SCR_LEGACY, text);
  scr_free(text);
  near("timestep", r.s->lib.world->timestep.current, c.dt, 1e-13 * c.dt);
  assert_int_equal(r.s->lib.world->cycle, SAMPLES * c.interval);
  near("calls in cycles and for samples", run_symbol(&r, "calls"), SAMPLES * c.interval + SAMPLES,
       0);
  compare_times(&c, run_history(&r, "2"));
  compare("normal force", &c, &c.n, pressed(&c), run_history(&r, "1"));
  run_close(&r);
}

static void legacies(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("Burger's relaxation, legacy", 20240704);
  for (int k = 0; k < VARIANTS; k++) legacy(&g, k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(flat), cmocka_unit_test(solid),
                                     cmocka_unit_test(solid_shear), cmocka_unit_test(legacies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
