/* Invariants of forces, sums and energies: what a ball carries is the sum of what its contacts do.
 */
#include "world/contacts/pass.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/force/energy.h"
#include "world/state/checks.h"
#include "world/state/rows.h"

/* ---- sums ---- */

/* What one ball gets from its contacts, and the sizes of it. */
typedef struct sum {
  scr_xsum f[3], m[3];
  double force, moment;
  uint32_t n;
} sum;

static void add(sum *s, const double f[3], const double m[3], double sign, double arm) {
  for (int c = 0; c < 3; c++) {
    scr_xsum_add(&s->f[c], sign * f[c]);
    scr_xsum_add(&s->m[c], m[c]);
    s->force += fabs(f[c]);
    s->moment += arm * fabs(f[c]) + fabs(m[c]); /* rounding of a product is as large */
  }
  s->n++;
}

static sum *sums_of(const scr_world *w) {
  sum *s = scr_alloc(SCR_MAX(w->ball.n, 1u) * sizeof *s);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      const scr_contact c = {(uint32_t)t, k};
      double f[3], m[3];
      if (!p->law[k] || !(p->flag[k] & SCR_PAIR_ACTIVE)) continue;
      scr_contact_force(w, c, f);
      for (int end = 0; end < (t == SCR_BALL_BALL ? 2 : 1); end++) {
        scr_contact_moment(w, c, end, m);
        const uint32_t row = end ? p->j[k] : p->i[k];
        add(&s[row], f, m, end ? 1 : -1, w->pose[row].r);
      }
    }
  }
  return s;
}

/* The quanta of the last step: all that rounding may have taken from a component. */
static double quantum(const scr_world *w, bool moment) {
  double most = 0;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pass *p = &scr_passes(w, SCR_PASS_STEP)[t];
    most = SCR_MAX(most, moment ? p->moment_magic : p->force_magic);
  }
  return most / 0x1.8p52;
}

/* Are forces of contacts and sums of the same positions, and nothing was edited since? */
static bool are_comparable(const scr_world *w) {
  const scr_what what[] = {SCR_LISTS,   SCR_SURVEY, SCR_SUMS,   SCR_FORCES,
                           SCR_SPRINGS, SCR_IDLE,   SCR_REPORTS};
  bool fresh = w->cycle > 0 && isnan(w->point);
  for (size_t k = 0; k < SCR_COUNTOF(what); k++) fresh &= scr_fresh(w, what[k]);
  return fresh;
}

static bool is_near(const double value[3], const scr_xsum of[3], double slack) {
  bool near = true;
  for (int c = 0; c < 3; c++) near &= !(fabs(value[c] - scr_xsum_value(&of[c])) > slack);
  return near;
}

static bool sums_hold(const scr_world *w, scr_buf *why) {
  if (!are_comparable(w)) return true;
  const double part = 1e-9, force = quantum(w, false), moment = quantum(w, true);
  sum *s = sums_of(w);
  uint32_t wrong = SCR_NONE;
  for (uint32_t k = 0; k < w->ball.n && wrong == SCR_NONE; k++)
    if (!is_near(w->load[k].f, s[k].f, part * s[k].force + s[k].n * force) ||
        !is_near(w->load[k].m, s[k].m, part * s[k].moment + s[k].n * moment))
      wrong = k;
  scr_free(s);
  SCR_HOLDS(wrong == SCR_NONE,
            "ball %u: its force (%g, %g, %g) or moment (%g, %g, %g) is not the sum of its contacts",
            scr_colu(&w->ball, SCR_BALL_ID)[wrong], w->load[wrong].f[0], w->load[wrong].f[1],
            w->load[wrong].f[2], w->load[wrong].m[0], w->load[wrong].m[1], w->load[wrong].m[2]);
  return true;
}

/* ---- contacts ---- */

static bool idle_hold(const scr_world *w, scr_buf *why) {
  for (int t = 0; t < SCR_CONTACT_TYPES && scr_fresh(w, SCR_REPORTS); t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      const bool silent = !p->law[k] || !(p->flag[k] & SCR_PAIR_ACTIVE);
      for (int c = 0; c < 3; c++)
        SCR_HOLDS(!silent || !p->force[c] || p->force[c][k] == 0,
                  "%s pair %u: it does not act, and has a force", scr_contact_type_name[t], k);
    }
  }
  return true;
}

static bool zeros_hold(const scr_world *w, scr_buf *why) {
  for (uint32_t k = 0; k < w->ball.n && scr_fresh(w, SCR_ZEROS); k++)
    for (int c = 0; c < 3; c++)
      SCR_HOLDS(w->load[k].f[c] == 0 && w->load[k].m[c] == 0,
                "ball %u: its sums should be zero for the pass that comes",
                scr_colu(&w->ball, SCR_BALL_ID)[k]);
  return true;
}

bool scr_check_forces(const scr_world *w, scr_buf *why) {
  SCR_HOLDS(!scr_fresh(w, SCR_ENERGIES) || scr_energies_hold(w),
            "the energies that are kept are not those of now");
  return zeros_hold(w, why) && idle_hold(w, why) && sums_hold(w, why);
}
