/* Two bodies that move as they are told, and the force between them: an account of Hertz's and
 * Burger's laws in global vectors, written from docs/physics.md and the literature without a look
 * at the engine's code. */
#ifndef SCR_TEST_EXACT_PAIR_H
#define SCR_TEST_EXACT_PAIR_H

#include "exact.h"

typedef struct body {
  vec x, v, w;
  double r, m;
  bool flat; /* a plane through x with the unit normal `normal`; only end 2 */
  vec normal;
} body;

typedef struct hertz {
  double g, nu, fric, alpha, rgap, nratio, sratio, dp_alpha;
  int mode, dp_mode;
} hertz;

typedef struct burger {
  chain n, s;
  double fric;
  int mode;
} burger;

typedef struct pair {
  body end[2]; /* end 1 and end 2 */
  double dt;
  bool is_burger;
  bool turns; /* vectors turn exactly with the normal; else they are projected on the new plane
                 along h and keep their length */
  hertz hz;
  burger bu;
  /* state */
  bool active, slip;
  double gap, fn, power, dash_n; /* power = overlap^(alpha - 1) */
  double ukn, u; /* burger: Kelvin's displacement and the overlap of the last step */
  vec n, h, at, fs, dash_s, uks,
      ds;           /* h: the branch of the middle of the step, with a part of 1 along n */
  double ddn, turn; /* turn: about n, rad */
  double strain, slipped, dashed, stiffened; /* energies, J */
} pair;

void pair_start(pair *p); /* after the bodies and the law are set: geometry, and the force without
                             increments (Hertz) */
void pair_step(pair *p);
vec pair_force(const pair *p);           /* on end 2, dashpots included */
vec pair_moment(const pair *p, int end); /* about the centre of that ball */

#endif
