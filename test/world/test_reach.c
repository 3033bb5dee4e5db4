/* Laws that reach beyond the proximity, by a reference gap: contacts begin and last up to there,
 * whoever gave it, across periodic sides, from facet to facet, by one to three threads, with a save
 * and a restore between. Forces by the formulas of the laws. */
#include "../base/test.h"
#include "../support/command.h"

#include <math.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/rng.h"
#include "world/facets/kept.h"
#include "world/engine.h"

static scr_session *session(int dim, int threads) {
  const scr_options o = {.dim = dim,
                         .threads = threads,
                         .worker_pairs = 1,
                         .out = "/tmp",
                         .quiet = true,
                         .dialect = -1};
  return scr_session_new(&o);
}

__attribute__((format(printf, 2, 3))) static void say(scr_session *s, const char *format, ...) {
  char text[1024];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  command(s, text);
}

/* The third number of a vector that lies in the plane. */
static const char *flat(int dim) { return dim == 3 ? " 0" : ""; }

/* ---- a pair that is drawn apart ---- */

typedef enum giver { BY_CMAT, BY_ENTRY, BY_PROPERTY, BY_FISH, BY_FORCE, GIVERS } giver;

typedef struct drawn {
  int dim, threads;
  bool facet, hertz, periodic, restored;
  giver by;
} drawn;

enum { LOOKS = 12 };
static const double RADIUS = 0.1, RGAP = 0.02, KN = 1e6, SHEAR = 1e8, POISSON = 0.3,
                    FIRST = 0.001; /* m, N/m, Pa, m */

/* Of the formulas of docs/physics.md: kn delta; hn delta^1.5. */
static double force_at(const drawn *c, double gap, double rgap) {
  const double delta = fmax(rgap - gap, 0), mean = c->facet ? 2 * RADIUS : RADIUS;
  return c->hertz ? 2 * SHEAR * sqrt(2 * mean) / (3 * (1 - POISSON)) * delta * sqrt(delta)
                  : KN * delta;
}

static void make_pair(scr_session *s, const drawn *c) {
  const double at = c->periodic ? 0.95 : 0.25,
               next = at + RADIUS + (c->facet ? 0 : RADIUS) + FIRST - (c->periodic ? 2 : 0);
  const char *given = c->by == BY_CMAT ? "rgap 0.02" : "";
  say(s, "model large-strain on\nmodel domain extent -1 1%s\n",
      c->periodic ? " condition periodic" : "");
  say(s,
      c->hertz ? "contact cmat default model hertz property hz_shear 1e8 hz_poiss 0.3 %s\n"
               : "contact cmat default model linear property kn 1e6 %s\n",
      given);
  if (c->by == BY_ENTRY)
    say(s, c->hertz ? "contact cmat add 1 model hertz property hz_shear 1e8 hz_poiss 0.3 rgap 0.02 "
                      "range id 1\n"
                    : "contact cmat add 1 model linear property kn 1e6 rgap 0.02 range id 1\n");
  if (!c->facet)
    say(s, "ball create id 2 radius 0.1 position %.17g 0%s\n", at, flat(c->dim));
  else if (c->dim == 3)
    say(s, "wall create vertices %g -0.5 -0.5 %g 0.5 -0.5 %g 0 0.5\n", at, at, at);
  else
    say(s, "wall create vertices %g -0.5 %g 0.5\n", at, at);
  say(s, "ball create id 1 radius 0.1 position %.17g 0%s\n", next, flat(c->dim));
  say(s, "ball attribute density 1000\nball fix velocity spin\n");
  say(s, "model mechanical timestep fix 1e-3\nmodel clean\n");
}

static scr_contact only_contact(scr_world *w, const drawn *c) {
  scr_contact found;
  assert_true(scr_contact_find(w, c->facet ? SCR_BALL_FACET : SCR_BALL_BALL, 1, &found));
  return found;
}

/* The reference gap that the contact has from now on. */
static double give(scr_session *s, const drawn *c) {
  static const char *const type[] = {"ball-ball", "ball-facet"};
  scr_world *w = s->lib.world;
  double rgap[3] = {0};
  if (c->by == BY_PROPERTY) say(s, "contact property rgap 0.02\n");
  if (c->by == BY_FISH)
    say(s, "[contact.prop(contact.find('%s',1),'rgap') = 0.02]\n", type[c->facet]);
  if (c->by == BY_FORCE)
    say(s, "[contact.prop(contact.find('%s',1),'%s') = vector(1e5,0%s)]\n", type[c->facet],
        "hz_force", c->dim == 3 ? ",0" : "");
  const scr_contact k = only_contact(w, c);
  scr_contact_get(w, k, scr_model_prop(scr_contact_model(w, k), "rgap"), rgap);
  return rgap[0];
}

static scr_session *save_and_restore(scr_session *s, const drawn *c) {
  say(s, "model save 'test_reach_%d'\n", getpid());
  scr_session_free(s);
  s = session(c->dim, c->threads);
  say(s, "model restore 'test_reach_%d'\n", getpid());
  return s;
}

/* Force on the ball along x at each look; contacts are there exactly up to the reference gap. */
static void draw_apart(const drawn *c, double force[LOOKS]) {
  scr_session *s = session(c->dim, c->threads);
  make_pair(s, c);
  const double rgap = give(s, c), step = fmax(rgap, 0.008) / 10;
  assert_true(c->by == BY_FORCE ? rgap > 0.012 : rgap == RGAP);
  say(s, "ball attribute velocity-x %.17g range id 1\n", step / 0.025);
  for (int k = 0; k < LOOKS; k++) {
    say(s, "model cycle 25\n");
    if (c->restored && k % 4 == 1) s = save_and_restore(s, c);
    scr_world *w = s->lib.world;
    scr_world_sync(w);
    const double gap = FIRST + (k + 1) * step, want = force_at(c, gap, rgap);
    force[k] = w->load[scr_ball_find(w, 1)].f[0];
    if (!(fabs(force[k] - want) <=
          1e-9 * force_at(c, 0, rgap))) /* positions are right to 1e-15, gaps to 1e-13 of these */
      fail_msg("%dD%s%s%s by %d, gap %g: %.17g, not %.17g", c->dim, c->facet ? " facet" : "",
               c->hertz ? " hertz" : "", c->periodic ? " periodic" : "", c->by, gap, force[k],
               want);
    assert_int_equal(scr_contact_count(w, -1, true), gap < rgap || gap < 0.05 * RADIUS);
  }
  scr_session_free(s);
}

static void drawn_apart(void **state) {
  SCR_UNUSED(state);
  char file[64];
  for (int q = 0; q < 16 * GIVERS; q++) {
    drawn c = {.dim = 2 + q % 2,
               .facet = q / 2 % 2,
               .hertz = q / 4 % 2,
               .periodic = q / 8 % 2,
               .by = (giver)(q / 16),
               .threads = 1};
    double plain[LOOKS], other[LOOKS];
    if (c.by == BY_FORCE && !c.hertz) continue; /* of linear it leaves the reference gap as it is */
    draw_apart(&c, plain);
    c.restored = true, c.threads = 2 + q % 2;
    draw_apart(&c, other);
    assert_memory_equal(plain, other, sizeof plain);
  }
  snprintf(file, sizeof file, "/tmp/test_reach_%d.sav", getpid());
  unlink(file);
}

/* ---- a ball that floats ---- */

/* The reference gap carries it: it rests where kn (rgap - gap) is its weight, though that is far
 * beyond the proximity. */
static void floats_above_a_wall(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int threads = 1; threads <= 3; threads++) {
      scr_session *s = session(dim, threads);
      const char *up = dim == 3 ? "0 0 " : "0 ";
      say(s, "model large-strain on\nmodel domain extent -1 1\n");
      say(s, "contact cmat default model linear property kn 1e5 rgap 0.02 dp_nratio 0.5\n");
      say(s, "wall generate plane position 0 0%s\nball create id 1 radius 0.1 position %s0.101\n",
          flat(dim), up);
      say(s, "ball attribute density 1000\nmodel gravity 9.81\nmodel mechanical timestep fix "
             "1e-4\nmodel cycle 20000\n");
      scr_world *w = s->lib.world;
      scr_world_sync(w);
      const uint32_t row = scr_ball_find(w, 1);
      const double gap = w->pose[row].x[dim - 1] - RADIUS,
                   want = RGAP - w->twist[row].m * 9.81 / 1e5;
      if (!(fabs(gap - want) <= 1e-12))
        fail_msg("%dD: gap %.17g, not %.17g", dim, gap, want); /* damped by e^-300 */
      scr_session_free(s);
    }
}

/* ---- from facet to facet ---- */

/* A ball glides above a floor of strips, held by a contact that alone was given a reference gap:
 * what takes over has it too. */
static void glide(int dim, bool plain, double out[64]) {
  scr_session *s = session(dim, 1);
  say(s, "model large-strain on\nmodel domain extent -2 2\ncontact cmat default model linear "
         "property kn 1e6\n");
  if (dim == 2)
    say(s, "wall create vertices -1 0 -0.4 0 -0.4 0 0 0 0 0 0.3 0 0.3 0 1 0\n");
  else
    say(s, "wall create vertices -1 -1 0 0 -1 0 0 1 0 -1 -1 0 0 1 0 -1 1 0 0 -1 0 1 -1 0 1 1 0 0 "
           "-1 0 1 1 0 0 1 0\n");
  say(s, "ball create id 1 radius 0.1 position -0.7 %s\n", dim == 3 ? "-0.3 0.104" : "0.104");
  say(s, "ball attribute density 1000\nball fix velocity spin\nmodel mechanical timestep fix "
         "1e-3\nmodel clean\n");
  say(s, "contact property rgap 0.02\nball attribute velocity-%c 0.1\nmodel cycle 100\n",
      dim == 3 ? 'z' : 'y');
  scr_world *w = s->lib.world;
  w->engine->facets->plain = plain;
  say(s, "ball attribute velocity %s\n", dim == 3 ? "2 0.1 0" : "2 0");
  for (int k = 0; k < 64; k++) {
    say(s, "model cycle 11\n");
    scr_world_sync(w);
    out[k] = w->load[scr_ball_find(w, 1)].f[dim - 1];
    if (!(fabs(out[k] - 1e6 * (0.02 - 0.014)) <= 1e-6))
      fail_msg("%dD: %g N at x = %g", dim, out[k], w->pose[scr_ball_find(w, 1)].x[0]);
  }
  assert_true(w->pose[scr_ball_find(w, 1)].x[0] > 0.6);
  scr_session_free(s);
}

static void glides_over_seams(void **state) {
  SCR_UNUSED(state);
  double one[64], other[64];
  for (int dim = 2; dim <= 3; dim++) {
    glide(dim, false, one);
    glide(dim, true, other);
    assert_memory_equal(one, other, sizeof one);
  }
}

/* ---- clouds ---- */

enum { BALLS = 250 };
static const double FAR = 0.05; /* the reference gap, m: the default proximity is 0.01 to 0.025 */

static scr_session *cloud(int dim, int threads, bool periodic) {
  scr_session *s = session(dim, threads);
  scr_rng rng;
  scr_rng_seed(&rng, 11);
  say(s, "model large-strain on\nmodel domain extent -5 5%s\n",
      periodic ? " condition periodic" : "");
  say(s, "contact cmat default model linear property kn 1e-6 rgap 0.05\n");
  if (dim == 3)
    say(s, "wall create vertices -9 -9 0 9 -9 0 9 9 0 -9 -9 0 9 9 0 -9 9 0\n");
  else
    say(s, "wall create vertices -9 0 9 0\n");
  for (int id = 1; id <= BALLS; id++) {
    double q[7], x[3], v[3];
    for (int k = 0; k < 7; k++) q[k] = 2 * scr_rng_uniform(&rng) - 1;
    for (int c = 0; c < 3; c++) x[c] = c < dim ? 4.9 * q[c] : 0, v[c] = c < dim ? 20 * q[3 + c] : 0;
    uint32_t row;
    assert_true(scr_ball_create(s->lib.world, &s->diag, (uint32_t)id, x, 0.35 + 0.15 * q[6], &row));
    assert_true(scr_ball_set(s->lib.world, &s->diag, row,
                             scr_quantity_find(scr_ball_quantity, "velocity"), v));
  }
  say(s, "ball attribute density 1000\nmodel mechanical timestep fix 1e-3\n");
  return s;
}

static double gap_of(const scr_world *w, uint32_t a, uint32_t b) {
  double sum = 0;
  for (int c = 0; c < w->dim; c++) {
    const double period = scr_period(w, c);
    double d = w->pose[b].x[c] - w->pose[a].x[c];
    if (period > 0) d -= period * round(d / period);
    sum += d * d;
  }
  return sqrt(sum) - w->pose[a].r - w->pose[b].r;
}

/* How many contacts there should be; none is within rounding of its end. */
static size_t by_brute_force(const scr_world *w, scr_contact_type type) {
  size_t n = 0;
  for (uint32_t a = 0; a < w->ball.n; a++) {
    if (type == SCR_BALL_FACET) n += fabs(w->pose[a].x[w->dim - 1]) - w->pose[a].r <= FAR;
    for (uint32_t b = 0; b < a && type == SCR_BALL_BALL; b++) n += gap_of(w, a, b) <= FAR;
  }
  return n;
}

/* Balls with a contact at the wall, which may have several facets. */
static size_t with_wall(const scr_world *w) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  size_t n = 0;
  uint32_t last = SCR_NONE;
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k] || p->i[k] == last) continue;
    last = p->i[k];
    n++;
  }
  return n;
}

static void clouds(void **state) {
  SCR_UNUSED(state);
  for (int q = 0; q < 8; q++) {
    const bool periodic = q / 2 % 2;
    scr_session *s = cloud(2 + q % 2, q < 4 ? 1 : 3, periodic);
    scr_world *w = s->lib.world;
    for (int turn = 0; turn < 15; turn++) {
      say(s, turn ? "model cycle 3\n" : "model clean\n");
      assert_int_equal(scr_contact_count(w, SCR_BALL_BALL, true), by_brute_force(w, SCR_BALL_BALL));
      assert_int_equal(with_wall(w), by_brute_force(w, SCR_BALL_FACET));
    }
    scr_session_free(s);
  }
}

/* ---- no reach at all ---- */

/* A proximity of 0 is not the default one: the contact ends where the pieces part, and begins where
 * they touch. */
static void proximity_of_nothing(void **state) {
  SCR_UNUSED(state);
  for (int q = 0; q < 4; q++) {
    const int dim = 2 + q % 2;
    scr_session *s = session(dim, 1);
    say(s, "model large-strain on\nmodel domain extent -1 1\n");
    say(s, "contact cmat default model linear property kn 1e-3%s\n", q < 2 ? " proximity 0" : "");
    if (q >= 2) say(s, "contact cmat add 1 model linear property kn 1e-3 proximity 0\n");
    say(s,
        "ball create id 1 radius 0.1 position 0 0%s\nball create id 2 radius 0.1 position 0.1995 "
        "0%s\n",
        flat(dim), flat(dim));
    say(s, "wall create vertices %s\n",
        dim == 3 ? "-0.5 -0.0995 -0.5 0.5 -0.0995 -0.5 0 -0.0995 0.5"
                 : "-0.5 -0.0995 0.05 -0.0995");
    say(s, "ball attribute density 1000\nball fix velocity spin\nmodel mechanical timestep fix "
           "1e-3\nmodel clean\n");
    assert_int_equal(scr_contact_count(s->lib.world, SCR_BALL_BALL, true), 1);
    assert_int_equal(scr_contact_count(s->lib.world, SCR_BALL_FACET, true), dim == 3 ? 2 : 1);
    /* gaps of 5e-4 */
    say(s, "ball attribute velocity-x 1 range id 2\nball attribute velocity-y 1\nmodel cycle 1\n");
    assert_int_equal(scr_contact_count(s->lib.world, -1, true), 0);
    say(s,
        "ball attribute velocity-x -1 range id 2\nball attribute velocity-y -1\nmodel cycle 1\n");
    assert_int_equal(scr_contact_count(s->lib.world, SCR_BALL_BALL, true), 1);
    scr_session_free(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(drawn_apart),
                                     cmocka_unit_test(floats_above_a_wall),
                                     cmocka_unit_test(glides_over_seams), cmocka_unit_test(clouds),
                                     cmocka_unit_test(proximity_of_nothing)};
  return cmocka_run_group_tests_name("reach", tests, NULL, NULL);
}
