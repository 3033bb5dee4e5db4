/* Freshness: what the world derives from its state, what is out of date with what, and whether it
 * is. Whoever changes something says so (`scr_changed`), whoever needs something asks for it
 * (`scr_need`), and nobody else knows who keeps what. */
#ifndef SCR_FRESH_H
#define SCR_FRESH_H

#include "base/base.h"

/* Derived data: name, what is out of date with it (rows above it), what it is. */
#define SCR_DERIVED(X)                                                                             \
  X(ENERGIES, 0, "kinetic energy and that of springs, of the whole world")                         \
  X(STIFFNESS, 0, "what is kept of stiffness from cycle to cycle: rough sums, bounds")             \
  X(TWINS, 0, "what balls offer that nothing touches, by the law that they get by default")        \
  X(LONE, 0, "the stiffest contact that any ball could have with a wall by default")               \
  X(FACETS, 0, "geometry of all contacts with facets")                                             \
  X(COUNTS, 0, "numbers of contacts, by ball")                                                     \
  X(FIXED, 0, "a timestep that is fixed: compared with the stable one")                            \
  X(TRAPS, 0, "what a solve would do without a word: looked for")                                  \
  X(FAST_WALLS, 0, "the same of walls that move")                                                  \
  X(MEMBERS, 0, "rows of the pieces of each body")                                                 \
  X(ORDER, 0, "rows of balls in order of id")                                                      \
  X(OVERLAPS, 0, "deep overlaps of balls that an edit may have made: looked for")                  \
  X(GAPS, 0, "which gaps between stages of a cycle hold callbacks")                                \
  X(REPORTS, 0, "what only readers need of the last step: forces of contacts, of dashpots")        \
  X(TRACES, 0, "of a step without reports: all that these can still be told from")                 \
  X(SIZES, 0, "sum and maximum of the forces of contacts of balls, of the last step")              \
  X(APPLIED, 0, "bounds on applied forces and weights: those of the last look at all balls")       \
  X(BLANKS, 0, "columns that only readers need: zero where the search left them zero")             \
  X(STARTS, 0, "forces of all contacts of balls: kept by their evaluation outside of a step")      \
  X(ZEROS, 0, "sums of forces: zero, for the pass that comes")                                     \
  X(SUMS, 0, "sums of forces: those of the contacts there are")                                    \
  X(FORCES, 0, "forces: those of the present positions, as far as steps move pieces")              \
  X(SPRINGS, 0, "contacts: evaluated since an edit moved pieces")                                  \
  X(IDLE, 0, "contacts that hold nothing: looked at since an edit")                                \
  X(MARKS, 0, "contacts whose state an edit has changed: marked for the next step")                \
  X(SURVEY, SCR_WITH_STIFFNESS | SCR_WITH_LONE,                                                    \
    "what any ball has at all, extremes of masses and radii")                                      \
  X(LISTS, SCR_WITH_FACETS | SCR_WITH_STIFFNESS | SCR_WITH_ENERGIES | SCR_WITH_LONE,               \
    "lists of pairs: all that may touch")                                                          \
  X(STRESSES, 0, "stresses of balls, which somebody asked for")

/* What edits and steps change, and what is out of date then. */
#define SCR_SOURCES(X)                                                                             \
  X(BODIES, SCR_WITH_LISTS | SCR_WITH_STRESSES, "balls, walls: made")                              \
  X(GONE, SCR_WITH_LISTS | SCR_WITH_SUMS | SCR_WITH_STRESSES, "balls, walls, contacts: deleted")   \
  X(PLACES, SCR_WITH_LISTS | SCR_WITH_SPRINGS | SCR_WITH_STRESSES | SCR_WITH_MARKS,                \
    "balls, walls: put elsewhere, of another size")                                                \
  X(SIDES, SCR_WITH_LISTS, "walls: other sides are active")                                        \
  X(DOMAIN, SCR_WITH_LISTS | SCR_WITH_STRESSES, "the domain")                                      \
  X(CMAT, SCR_WITH_LISTS | SCR_WITH_TWINS, "what new contacts get")                                \
  X(ROWS, SCR_WITH_COUNTS | SCR_WITH_MEMBERS | SCR_WITH_ORDER | SCR_WITH_STRESSES,                 \
    "rows of balls: others than before")                                                           \
  X(VALUES, SCR_WITH_SURVEY, "what users give to a ball, but for velocities")                      \
  X(SURFACES, SCR_WITH_LONE, "properties that balls and walls hand to their contacts")             \
  X(SPEEDS, SCR_WITH_ENERGIES, "velocities")                                                       \
  X(HELD, SCR_WITH_ENERGIES | SCR_WITH_STRESSES, "parameters and state of a contact")              \
  X(CARRIED, SCR_WITH_SUMS | SCR_WITH_STRESSES, "what a contact carries, outside of a step")       \
  X(EDIT,                                                                                          \
    SCR_WITH_IDLE | SCR_WITH_STIFFNESS | SCR_WITH_ENERGIES | SCR_WITH_APPLIED |                    \
        SCR_WITH_STRESSES | SCR_WITH_MARKS,                                                        \
    "anything, by an edit")                                                                        \
  X(DRIVES, SCR_WITH_FAST_WALLS, "velocities of walls")                                            \
  X(SOLVE,                                                                                         \
    SCR_WITH_SURVEY | SCR_WITH_IDLE | SCR_WITH_FIXED | SCR_WITH_TRAPS | SCR_WITH_FAST_WALLS |      \
        SCR_WITH_APPLIED,                                                                          \
    "a solve begins: anything, between two of them")                                               \
  X(CLEANING, SCR_WITH_SURVEY | SCR_WITH_IDLE | SCR_WITH_STRESSES,                                 \
    "contacts, made for the present geometry by a user")                                           \
  X(RESTORED,                                                                                      \
    SCR_WITH_LISTS | SCR_WITH_SURVEY | SCR_WITH_IDLE | SCR_WITH_STRESSES | SCR_WITH_MARKS,         \
    "all, by a save file")                                                                         \
  X(CALLBACKS, SCR_WITH_GAPS, "callbacks")                                                         \
  X(MOTION,                                                                                        \
    SCR_WITH_FORCES | SCR_WITH_FACETS | SCR_WITH_TRACES | SCR_WITH_ENERGIES | SCR_WITH_STRESSES,   \
    "positions, by a step")                                                                        \
  X(KICK, SCR_WITH_TRACES | SCR_WITH_ENERGIES, "velocities, by the closing half-kick of a step")   \
  X(FAILURE, SCR_WITH_SPRINGS | SCR_WITH_SURVEY | SCR_WITH_STRESSES,                               \
    "positions, by a step that has no forces")

#define SCR_NAMED(name, with, doc) SCR_##name,
typedef enum scr_what { SCR_DERIVED(SCR_NAMED) SCR_NDERIVED, SCR_SOURCES(SCR_NAMED) } scr_what;
#undef SCR_NAMED

/* Each with all that is out of date with it: a bit for each of the derived. */
#define SCR_CLOSED(name, with, doc) SCR_WITH_##name = (1 << SCR_##name) | (with),
enum { SCR_DERIVED(SCR_CLOSED) SCR_WITH_ALL = (1 << SCR_NDERIVED) - 1 };
#undef SCR_CLOSED
#define SCR_SPOILED(name, with, doc)    [SCR_##name] = SCR_WITH_##name,
#define SCR_SPOILED_BY(name, with, doc) [SCR_##name] = with,
static const uint32_t scr_spoils[] = {SCR_DERIVED(SCR_SPOILED) SCR_SOURCES(SCR_SPOILED_BY)};
#undef SCR_SPOILED
#undef SCR_SPOILED_BY

/* A world without things, in which nothing was derived yet; what is empty there is right. */
enum {
  SCR_STALE_AT_FIRST = SCR_WITH_LISTS | SCR_WITH_COUNTS | SCR_WITH_MEMBERS | SCR_WITH_GAPS |
                       SCR_WITH_REPORTS | SCR_WITH_TRACES | SCR_WITH_SIZES | SCR_WITH_STARTS |
                       SCR_WITH_ZEROS | SCR_WITH_ORDER | SCR_WITH_APPLIED
};

/* All that `what` is out of date with (scr_made asserts that none of it is). */
static inline uint32_t scr_sources_of(scr_what what) {
  uint32_t sources = 0;
#define SCR_SOURCE(name, with, doc)                                                                \
  if (what != SCR_##name && (uint32_t)SCR_WITH_##name >> what & 1) sources |= 1u << SCR_##name;
  SCR_DERIVED(SCR_SOURCE)
#undef SCR_SOURCE
  return sources;
}
const char *scr_what_name(scr_what what);
/* The first of the derived that is up to date though something it is made from is not; -1: none. */
int scr_stale_before_sources(uint32_t stale);

#endif
