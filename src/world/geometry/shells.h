/* Closed shells of triangles (2D: of segments), and the points that they surround. A shell within
 * another is the other's hole, whichever way its facets face; shells that cross are one body. */
#ifndef SCR_SHELLS_H
#define SCR_SHELLS_H

#include "base/base.h"

enum { SCR_SHELL_LINKS = 4 };

typedef struct scr_shells {
  int dim;
  uint32_t *link;  /* of each facet SCR_SHELL_LINKS numbers: itself, and what joins it to others */
  uint32_t *shell; /* of each facet: the number of its shell, below n */
  double *corner;  /* of each facet three places of three numbers, m; in 2D two of them, and z 0 */
  size_t n, cap_link, cap_shell, cap_corner;
  struct scr_shell_pair *pair; /* what is known of two shells */
  size_t npair, cap_pair;
} scr_shells;

/* Are these n facets those of before, and do they hang together as before? */
bool scr_shells_known(const scr_shells *s, int dim, const uint32_t *link, size_t n);
/* If not: which shells they belong to. */
void scr_shells_join(scr_shells *s, int dim, const uint32_t *link, const uint32_t *shell, size_t n);
/* Where they are. What is known of two shells stays while no corner moves. */
void scr_shells_place(scr_shells *s, const double *corner);
/* Is x inside? */
bool scr_shells_hold(scr_shells *s, const double x[3]);
void scr_shells_free(scr_shells *s);

#endif
