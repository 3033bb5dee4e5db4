/* Sums of forces where the largest and the smallest are far apart: a grain on a plane keeps its
 * force and moment to 90 bits below the largest force of the model. */
#include "../base/test.h"

#include <math.h>
#include "base/mem.h"
#include "cmd/session_kept.h"
#include "support/folder.h"

typedef struct load {
  double force, moment;
} load;

/* A session that has run the text, which goes. */
static scr_session *session_of(scr_buf *text) {
  scr_options options = {.dim = 3, .threads = 1, .dialect = -1, .quiet = true};
  scr_session *s = scr_session_new(&options);
  if (!scr_session_text(s, "sums", text->s, SCR_MODERN)) fail_msg("%s", s->diag.error.text);
  scr_buf_free(text);
  return s;
}

/* All velocities are fixed, so that the geometry is known: the grain overlaps the plane by a tenth
 * of its radius and spins, two pairs of other balls overlap by 0.1 m with stiffness `other`. */
static scr_session *grain_session(double other, double scale) {
  scr_buf b = {0};
  scr_buf_printf(
      &b,
      "model domain extent -100 100\n"
      "contact cmat default model linear property kn %.17g ks %.17g fric 0.5 dp_nratio 0\n"
      "contact cmat add 1 model linear property kn %.17g range id 2 5\n"
      "wall generate plane\n"
      "ball create id 1 radius 5e-6 position (0, 0, 4.5e-6)\n"
      "ball create id 2 radius 1 position (50, 0, 50)\n"
      "ball create id 3 radius 1 position (51.9, 0, 50)\n"
      "ball create id 4 radius 1 position (60, 0, 50)\n"
      "ball create id 5 radius 1 position (61.9, 0, 50)\n"
      "ball attribute density 2500\n"
      "ball fix velocity spin\n"
      "ball attribute spin-y 1 range id 1\n"
      "model mechanical timestep fix 1e-6\n"
      "contact cmat default type ball-ball model linear property kn %.17g\n"
      "model cycle 3\n"
      "[fz = ball.force.contact.z(ball.find(1))]\n"
      "[my = ball.moment.contact.y(ball.find(1))]\n",
      scale, scale, other, other);
  return session_of(&b);
}

static load grain_beside(double other, double scale) {
  scr_session *s = grain_session(other, scale);
  scr_val fz = scr_fish_get(s->fish, scr_fish_symbol(s->fish, "fz", false)),
          my = scr_fish_get(s->fish, scr_fish_symbol(s->fish, "my", false));
  load l = {0};
  assert_true(scr_val_number(&fz, &l.force) && scr_val_number(&my, &l.moment));
  scr_session_free(s);
  return l;
}

static void grain(void **state) {
  SCR_UNUSED(state);
  static const double other[] = {1e-6, 1, 1e3, 1e6, 1e9, 1e12, 1e15};
  static const double scale[] = {1e-6, 1e-3, 1, 1e3};
  for (size_t i = 0; i < SCR_COUNTOF(scale); i++)
    for (size_t k = 0; k < SCR_COUNTOF(other); k++) {
      load l = grain_beside(other[k], scale[i]);
      const double normal = scale[i] * 0.5e-6, shear = scale[i] * 3 * 1e-6 * 4.75e-6, arm = 4.75e-6;
      /* the exponent lies at most 2 bits above the largest component; quanta are 46 bits below it,
       * fine ones 92 */
      const double largest = other[k] * 0.1, bits = normal < largest * ldexp(1, -30) ? 92 : 46;
      const double bound = 1e-12 + largest * ldexp(1, (int)(2 - bits)) / normal;
      assert_true(fabs(l.force - normal) <= bound * normal);
      assert_true(fabs(fabs(l.moment) - SCR_MIN(shear, 0.5 * normal) * arm) <=
                  bound * SCR_MIN(shear, 0.5 * normal) * arm * 2);
    }
}

/* An edit right after a restore lets the forces be summed before any cycle has looked at the
 * masses: the same bits as in the run that was saved. */
FOLDER_OF("sums")

static double force_after(scr_session *s, const char *text) {
  if (!scr_session_text(s, "edit", text, SCR_MODERN)) fail_msg("%s", s->diag.error.text);
  scr_val fz = scr_fish_get(s->fish, scr_fish_symbol(s->fish, "fz", false));
  double f = 0;
  assert_true(scr_val_number(&fz, &f));
  return f;
}

static void edits_after_a_restore(void **state) {
  SCR_UNUSED(state);
  const char *beside =
      "model save 'before'\ncontact delete range id 2\n[fz = ball.force.contact.z(ball.find(1))]\n";
  scr_session *s = grain_session(1e9, 1);
  const double here = force_after(s, beside);
  scr_session_free(s);
  s = scr_session_new(&(scr_options){.dim = 3, .threads = 1, .dialect = -1, .quiet = true});
  const double there = force_after(s, "model restore 'before'\ncontact delete range id 2\n[fz = "
                                      "ball.force.contact.z(ball.find(1))]\n");
  scr_session_free(s);
  assert_true(here > 0 && here == there);
}

/* A chain whose moments are far smaller than what rounding makes of the moments of another one,
 * which is stiff and without friction: their quantum in the first step is that of the whole model,
 * wherever the other chain lies in memory. */
enum { CHAIN = 100 };
static scr_session *chains(int other) {
  scr_buf b = {0};
  scr_buf_printf(&b,
                 "model domain extent -100 100\n"
                 "contact cmat default model linear property kn 1e-4 ks 1e-4 fric 0.5\n"
                 "contact cmat add 1 model linear property kn 1e9 ks 1e9 fric 0 range id 101 200\n"
                 "fish define chain(first, from)\n"
                 "  loop local k (1, 100)\n"
                 "    local y = (k * k %% 31) / 512.0\n"
                 "    local z = (k * k %% 23) / 512.0\n"
                 "    ball.create(0.1, vector(from + 0.1875 * k, y, z), first + k)\n"
                 "  end_loop\n"
                 "end\n"
                 "[chain(0, 0)]\n"
                 "[chain(100, %d)]\n"
                 "ball attribute density 1000\n"
                 "model mechanical timestep fix 1e-6\n"
                 "model cycle 1\n",
                 other);
  return session_of(&b);
}

static void one_quantum(void **state) {
  SCR_UNUSED(state);
  scr_session *right = chains(64), *left = chains(-64);
  const scr_world *a = right->lib.world, *b = left->lib.world;
  int turning = 0;
  for (uint32_t id = 1; id <= CHAIN; id++) {
    const double *m = a->load[scr_ball_find(a, id)].m;
    assert_memory_equal(m, b->load[scr_ball_find(b, id)].m, 3 * sizeof *m);
    turning += m[0] != 0;
  }
  assert_true(turning > CHAIN / 2);
  scr_session_free(right);
  scr_session_free(left);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(grain),
                                     cmocka_unit_test(edits_after_a_restore),
                                     cmocka_unit_test(one_quantum)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
