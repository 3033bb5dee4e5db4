/* Points within closed shells: see shells.h. */
#include "world/geometry/shells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/vec3.h"

typedef struct scr_shell_pair {
  uint32_t a, b;
  bool cross;
} scr_shell_pair;

static const double *corner_of(const scr_shells *s, size_t facet, int k) {
  assert(facet < s->n && k < s->dim);
  return s->corner + 9 * facet + 3 * k;
}

static double det3(double p[3][3]) {
  return p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
         p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
         p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
}

static double solid_angle(double p[3][3]) {
  double l[3];
  for (int k = 0; k < 3; k++) l[k] = sqrt(scr_dot3(p[k], p[k]));
  double below = l[0] * l[1] * l[2] + scr_dot3(p[0], p[1]) * l[2] + scr_dot3(p[1], p[2]) * l[0] +
                 scr_dot3(p[2], p[0]) * l[1];
  return 2 * scr_atan2(det3(p), below);
}

/* The solid angle (2D: angle) under which x sees the facet. */
static double seen(const scr_shells *s, size_t facet, const double x[3]) {
  double p[3][3] = {{0}};
  for (int k = 0; k < s->dim; k++)
    for (int a = 0; a < 3; a++) p[k][a] = corner_of(s, facet, k)[a] - x[a];
  if (s->dim == 3) return solid_angle(p);
  return scr_atan2(p[0][0] * p[1][1] - p[0][1] * p[1][0], p[0][0] * p[1][0] + p[0][1] * p[1][1]);
}

/* A closed surface is seen from inside under the full angle, from outside under none. */
static double half_view(const scr_shells *s) { return s->dim == 3 ? 2 * SCR_PI : SCR_PI; }

static double view_of(const scr_shells *s, uint32_t shell, const double x[3]) {
  double sum = 0;
  for (size_t k = 0; k < s->n; k++)
    if (s->shell[k] == shell) sum += seen(s, k, x);
  return sum;
}

/* ---- which shells cross ---- */

static int by_place(const void *a, const void *b) { return memcmp(a, b, 3 * sizeof(double)); }

/* The corners of a shell, equal ones once. */
static double *corners(const scr_shells *s, uint32_t shell, size_t *n) {
  double *x = scr_alloc(9 * s->n * sizeof *x);
  size_t all = 0;
  for (size_t k = 0; k < s->n; k++)
    for (int c = 0; c < s->dim && s->shell[k] == shell; c++)
      memcpy(x + 3 * all++, corner_of(s, k, c), 3 * sizeof *x);
  qsort(x, all, 3 * sizeof *x, by_place);
  *n = 0;
  for (size_t k = 0; k < all; k++)
    if (!*n || by_place(x + 3 * (*n - 1), x + 3 * k) != 0)
      memmove(x + 3 * (*n)++, x + 3 * k, 3 * sizeof *x);
  return x;
}

static bool lies_within(const scr_shells *s, uint32_t a, uint32_t b) {
  static const double NONE = 1e-9; /* rounding; from its surface, b is seen under more */
  size_t n;
  double *x = corners(s, a, &n);
  bool within = true;
  for (size_t k = 0; within && k < n; k++) within = fabs(view_of(s, b, x + 3 * k)) > NONE;
  scr_free(x);
  return within;
}

static bool cross(scr_shells *s, uint32_t a, uint32_t b) {
  for (size_t k = 0; k < s->npair; k++)
    if (s->pair[k].a == a && s->pair[k].b == b) return s->pair[k].cross;
  SCR_GROW(s->pair, s->cap_pair, s->npair + 1);
  scr_shell_pair *p = &s->pair[s->npair++];
  *p = (scr_shell_pair){a, b, !lies_within(s, a, b) && !lies_within(s, b, a)};
  return p->cross;
}

/* ---- what they hold ---- */

/* The shells around x, in the front of around[]; returns how many. */
static size_t shells_around(const scr_shells *s, const double x[3], double *view,
                            uint32_t *around) {
  size_t n = 0;
  for (size_t k = 0; k < s->n; k++) view[s->shell[k]] += seen(s, k, x);
  for (uint32_t k = 0; k < s->n; k++)
    if (fabs(view[k]) > half_view(s)) around[n++] = k;
  return n;
}

/* Shells that cross, also by way of others of these, are one. */
static size_t count_bodies(scr_shells *s, const uint32_t *shell, size_t n) {
  size_t *body = scr_alloc(n * sizeof *body), bodies = 0;
  for (size_t k = 0; k < n; k++) {
    body[k] = k;
    for (size_t i = 0; i < k; i++) {
      if (body[i] == body[k] || !cross(s, shell[i], shell[k])) continue;
      const size_t old = body[i];
      for (size_t j = 0; j < k; j++)
        if (body[j] == old) body[j] = k;
    }
  }
  for (size_t k = 0; k < n; k++) bodies += body[k] == k;
  scr_free(body);
  return bodies;
}

bool scr_shells_hold(scr_shells *s, const double x[3]) {
  double *view = scr_alloc(s->n * sizeof *view);
  uint32_t *around = scr_alloc(s->n * sizeof *around);
  const size_t n = shells_around(s, x, view, around);
  const size_t bodies = count_bodies(s, around, n);
  scr_free(view);
  scr_free(around);
  return bodies % 2;
}

bool scr_shells_known(const scr_shells *s, int dim, const uint32_t *link, size_t n) {
  return s->dim == dim && s->n == n && n &&
         memcmp(s->link, link, SCR_SHELL_LINKS * n * sizeof *link) == 0;
}

void scr_shells_join(scr_shells *s, int dim, const uint32_t *link, const uint32_t *shell,
                     size_t n) {
  SCR_GROW(s->link, s->cap_link, SCR_SHELL_LINKS * n);
  SCR_GROW(s->shell, s->cap_shell, n);
  SCR_GROW(s->corner, s->cap_corner, 9 * n);
  if (n) memcpy(s->link, link, SCR_SHELL_LINKS * n * sizeof *link);
  if (n) memcpy(s->shell, shell, n * sizeof *shell);
  s->dim = dim, s->n = n, s->npair = 0;
}

void scr_shells_place(scr_shells *s, const double *corner) {
  const size_t size = 9 * s->n * sizeof *corner;
  if (!s->n || memcmp(s->corner, corner, size) == 0) return;
  memcpy(s->corner, corner, size);
  s->npair = 0;
}

void scr_shells_free(scr_shells *s) {
  scr_free(s->link);
  scr_free(s->shell);
  scr_free(s->corner);
  scr_free(s->pair);
  *s = (scr_shells){0};
}
