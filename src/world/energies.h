/* All energies of a world, one row each: id, whether it is held now (HELD) or summed over the
 * cycles (BOOKED), its sign in the balance held + lost - brought in = 0, where world/force/energy.c
 * takes it from, what it is. Names, help, the balance and scr_energy follow. */
#ifndef SCR_WORLD_ENERGIES_H
#define SCR_WORLD_ENERGIES_H

/* Places in scr_world.energy_total: what contacts and balls that are gone leave behind, and what
 * belongs to none. */
enum {
  SCR_TOTAL_SLIP,
  SCR_TOTAL_DASHPOT,
  SCR_TOTAL_STIFFNESS,
  SCR_TOTAL_DAMP,
  SCR_TOTAL_BODY,
  SCR_TOTAL_BOUNDARY,
  SCR_TOTAL_EDIT,
  SCR_TOTAL_WALL,
  SCR_TOTAL_STEP,
  SCR_TOTAL_ROLLING,
  SCR_TOTAL_BREAK,
  SCR_TOTAL_PLASTIC,
  SCR_TOTAL_EDITED, /* what edits since the last step have taken of Verlet's term */
  SCR_TOTALS
};

#define SCR_ENERGY_ROWS(E)                                                                         \
  E(KINETIC, "energy-kinetic", HELD, 1, kinetic(w), "of motion and rotation, J")                   \
  E(STRAIN, "energy-strain", HELD, 1, stored(w, SCR_STORED_STRAIN),                                \
    "stored in springs of contacts, J")                                                            \
  E(SLIP, "energy-slip", BOOKED, 1, of_contacts(w, SCR_BOOK_SLIP, SCR_TOTAL_SLIP),                 \
    "lost in slip, summed, J")                                                                     \
  E(DASHPOT, "energy-dashpot", BOOKED, 1, of_contacts(w, SCR_BOOK_DASHPOT, SCR_TOTAL_DASHPOT),     \
    "lost in dashpots, summed, J")                                                                 \
  E(DAMP, "energy-damp", BOOKED, 1, of_balls(w, 0, SCR_TOTAL_DAMP),                                \
    "lost in local damping, summed, J")                                                            \
  E(BODY, "energy-body", BOOKED, -1, of_balls(w, 1, SCR_TOTAL_BODY),                               \
    "work of gravity and applied forces, summed, J")                                               \
  E(BOUNDARY, "energy-boundary", BOOKED, -1, boundary(w),                                          \
    "work of walls, fixed balls and the sides of the domain, summed, J")                           \
  E(EDIT, "energy-edit", BOOKED, -1, scr_xsum_value(&w->energy_total[SCR_TOTAL_EDIT]),             \
    "brought in by commands and FISH that change the state, summed, J")                            \
  E(STIFFNESS, "energy-stiffness", BOOKED, -1,                                                     \
    of_contacts(w, SCR_BOOK_STIFFNESS, SCR_TOTAL_STIFFNESS),                                       \
    "brought in by springs that become stiffer under load, summed, J")                             \
  E(STEP, "energy-step", BOOKED, -1, of_contacts(w, SCR_BOOK_STEP, SCR_TOTAL_STEP) + edited(w),    \
    "brought in by steps of finite length, summed, J")                                             \
  E(RRSTRAIN, "energy-rrstrain", HELD, 1, stored(w, SCR_STORED_ROLLING),                           \
    "stored in springs against rolling, J")                                                        \
  E(RRSLIP, "energy-rrslip", BOOKED, 1, of_contacts(w, SCR_BOOK_ROLLING, SCR_TOTAL_ROLLING),       \
    "lost in rolling resistance, summed, J")                                                       \
  E(PBSTRAIN, "energy-pbstrain", HELD, 1, stored(w, SCR_STORED_BOND),                              \
    "stored in parallel bonds, J")                                                                 \
  E(BREAK, "energy-break", BOOKED, 1, of_contacts(w, SCR_BOOK_BREAK, SCR_TOTAL_BREAK),             \
    "lost where bonds broke, summed, J")                                                           \
  E(ADHESIVE, "energy-adhesive", HELD, 1, stored(w, SCR_STORED_ADHESION),                          \
    "held by attraction between pieces (negative), J")                                             \
  E(DIPOLE, "energy-dipole", HELD, 1, stored(w, SCR_STORED_DIPOLE),                                \
    "held by magnetic dipoles in the fields of others, J")                                         \
  E(PLASTIC, "energy-plastic", BOOKED, 1, of_contacts(w, SCR_BOOK_PLASTIC, SCR_TOTAL_PLASTIC),     \
    "lost in plastic flow of contacts, summed, J")

#endif
