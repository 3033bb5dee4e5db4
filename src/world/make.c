/* Who makes what is out of date (world/state/fresh.h). What has no row here is made by the stages
 * of a cycle alone. */
#include "world/contacts/count.h"

#include "world/cycle/cycle.h"
#include "world/force/energy.h"
#include "world/force/force.h"
#include "world/measure/measure.h"
#include "world/motion/motion.h"
#include "world/rigid/rigid.h"
#include "world/timestep/stepper.h"

static bool stresses(scr_world *w, scr_diag *d) {
  SCR_UNUSED(d);
  scr_ball_stresses(w);
  return true;
}

static bool energies(scr_world *w, scr_diag *d) {
  SCR_UNUSED(d);
  scr_energies_find(w);
  return true;
}

static bool stiffness(scr_world *w, scr_diag *d) {
  SCR_UNUSED(d);
  scr_stiffness_forget(w);
  return true;
}

static bool counts(scr_world *w, scr_diag *d) {
  SCR_UNUSED(d);
  scr_count_contacts(w);
  return true;
}

static bool members(scr_world *w, scr_diag *d) {
  SCR_UNUSED(d);
  scr_members_find(w);
  return true;
}

static bool order(scr_world *w, scr_diag *d) {
  SCR_UNUSED(d);
  scr_ball_order(w);
  return true;
}

static bool gaps(scr_world *w, scr_diag *d) {
  SCR_UNUSED(d);
  scr_gaps_find(w);
  return true;
}

static bool sums(scr_world *w, scr_diag *d) {
  SCR_UNUSED(d);
  scr_forces_sum(w);
  return true;
}

/* As long as the step that left them out can still be seen. */
static bool reports(scr_world *w, scr_diag *d) {
  SCR_UNUSED(d);
  if (!scr_fresh(w, SCR_TRACES)) return false;
  scr_forces_report(w);
  return true;
}

bool scr_make(scr_world *w, scr_diag *d, scr_what what) {
  static bool (*const make[SCR_NDERIVED])(scr_world *, scr_diag *) = {
      [SCR_ENERGIES] = energies, [SCR_STIFFNESS] = stiffness, [SCR_COUNTS] = counts,
      [SCR_MEMBERS] = members,   [SCR_GAPS] = gaps,           [SCR_SUMS] = sums,
      [SCR_ORDER] = order,       [SCR_REPORTS] = reports,     [SCR_LISTS] = scr_world_clean,
      [SCR_STRESSES] = stresses};
  assert(what < SCR_NDERIVED && make[what]);
  return make[what](w, d);
}

void scr_world_sync(scr_world *w) {
  if (isnan(w->point)) scr_need(w, NULL, SCR_REPORTS); /* within a cycle only the known ask */
  scr_need(w, NULL, SCR_SUMS);
  const scr_motion *m = scr_closing_kick(w);
  if (m) scr_motion_run(w, m);
}
