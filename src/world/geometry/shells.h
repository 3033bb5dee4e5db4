/* Closed shells of triangles (2D: of segments), and the points that they surround. A shell within
 * another is the other's hole, whichever way its facets face; shells that cross are one body. */
#ifndef SCR_SHELLS_H
#define SCR_SHELLS_H

#include "base/base.h"

typedef struct scr_shells {
  int dim;
  double *corner;  /* of each facet three places of three numbers, m; in 2D two of them, and z 0 */
  uint32_t *shell; /* of each facet: the number of its shell, below n */
  size_t n, cap_corner, cap_shell;
  struct scr_shell_pair *pair; /* what is known of two shells */
  size_t npair, cap_pair;
} scr_shells;

/* These n facets. What is known of them stays, if they are those of before. */
void scr_shells_set(scr_shells *s, int dim, const double *corner, const uint32_t *shell, size_t n);
/* Is x inside? */
bool scr_shells_hold(scr_shells *s, const double x[3]);
void scr_shells_free(scr_shells *s);

#endif
