/* Events as words: see events.h. */
#include "cmd/events.h"

#include <string.h>
#include "base/mem.h"

static const struct refused {
  const char *name, *why;
} refused[] = {
#define EVENT(name, why) {name, why},
#include "cmd/events.def"
#undef EVENT
};

static const struct offered {
  const char *doc;
  bool array;
} offered[SCR_EVENTS] = {
    [SCR_EV_BALL_CREATE] = {"a ball was made; the argument is the ball", false},
    [SCR_EV_BALL_DELETE] =
        {"a ball is about to go; the argument is the ball, which can still be read", false},
    [SCR_EV_CONTACT_CREATE] =
        {"a contact was made, before anything is computed with it; the argument is the contact",
         false},
    [SCR_EV_CONTACT_DELETE] =
        {"a contact is about to go; the argument is the contact, which can still be read", false},
    [SCR_EV_CONTACT_ACTIVATED] =
        {"a contact began to carry force; the argument is an array that holds it", true},
    [SCR_EV_SLIP_CHANGE] = {"a contact began (0) or ceased (1) to slip; the argument is an array: "
                            "the contact, the element (of laws that have some), that number",
                            true},
    [SCR_EV_BOND_BREAK] =
        {"a bond broke (bond_broken in PFC 9); the argument is an array: the contact, the element "
         "(of laws that have some), how it broke (1 tension, 2 shear), the strength "
         "that was exceeded, what the bond stored (J)",
         true},
    [SCR_EV_WALL_CREATE] = {"a wall was made; the argument is the wall", false},
    [SCR_EV_WALL_DELETE] =
        {"a wall is about to go; the argument is the wall, which can still be read", false},
    [SCR_EV_FACET_CREATE] = {"a facet was made; the argument is the facet", false},
    [SCR_EV_FACET_DELETE] =
        {"a facet is about to go; the argument is the facet, which can still be read", false},
    [SCR_EV_SOLVE_START] = {"cycles begin", false},
    [SCR_EV_SOLVE_ENDING] = {"the last cycle was made; solve_complete follows", false},
    [SCR_EV_SOLVE_COMPLETE] =
        {"cycles have ended; a function with an argument gets what was wrong: "
         "'', as an error ends the run",
         false},
};

const char *scr_event_doc(int event) { return offered[event].doc; }
bool scr_event_hands_array(int event) { return offered[event].array; }
size_t scr_events_refused(void) { return SCR_COUNTOF(refused); }
const char *scr_event_refused_at(size_t k) { return refused[k].name; }

/* PFC 9 has another name for one. */
int scr_event_find(const char *name) {
  if (scr_casecmp(name, "bond_broken") == 0) return SCR_EV_BOND_BREAK;
  for (int k = 0; k < SCR_EVENTS; k++)
    if (scr_casecmp(name, scr_event_name[k]) == 0) return k;
  return -1;
}

const char *scr_event_refused(const char *name) {
  for (size_t k = 0; k < SCR_COUNTOF(refused); k++)
    if (scr_casecmp(name, refused[k].name) == 0) return refused[k].why;
  return NULL;
}

void scr_event_offer_near(scr_nearest *near) {
  for (int k = 0; k < SCR_EVENTS; k++)
    if (!scr_event_refused(scr_event_name[k])) scr_nearest_offer(near, scr_event_name[k]);
}

static bool unknown_event(scr_diag *d, const scr_loc *at, const char *name) {
  scr_nearest near = {.word = name};
  scr_event_offer_near(&near);
  scr_fail(d, at, SCR_E_NAME, "no event is called '%s'", name);
  if (near.best) return scr_hint(d, "did you mean '%s'?", near.best);
  scr_buf b = {0};
  for (int k = 0; k < SCR_EVENTS; k++)
    if (!scr_event_refused(scr_event_name[k]))
      scr_buf_printf(&b, "%s%s", b.n ? ", " : "", scr_event_name[k]);
  scr_hint(d, "expected one of: %s", b.s);
  scr_buf_free(&b);
  return false;
}

bool scr_args_event(scr_args *a, int *event) {
  char *name;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_string(a, "the name of an event", &name)) return false;
  *event = scr_event_find(name);
  const char *why = scr_event_refused(name);
  bool ok = *event >= 0 && !why;
  if (why)
    scr_fail(a->diag, &at, SCR_E_UNSUPPORTED, "the event '%s' is not supported by scree: %s", name,
             why);
  else if (!ok)
    unknown_event(a->diag, &at, name);
  scr_free(name);
  return ok;
}
