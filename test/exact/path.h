/* The published cases as the account of pair.c has them: the chain of the relaxations, and the
 * loading path of Hertz's law: a ball is pressed, sheared along x, along z, turned about the
 * normal, and pulled off, against a ball or a wall. */
#ifndef SCR_TEST_EXACT_PATH_H
#define SCR_TEST_EXACT_PATH_H

#include "pair.h"

extern const chain published; /* Burger's relaxation in all three files */

enum { BALL, WALL };
/* Both bodies before the path. Load 1: hz_mode 0; 2: hz_mode 1; 3: and dashpots. */
pair path_pair(int kind, int load);
extern const int path_steps[5];
void path_motion(pair *p, int stage);
/* Seven digits, the published ones' number; what is zero is compared with the largest value of its
 * kind. */
void digits(const char *what, double got, double want, double scale);

#endif
