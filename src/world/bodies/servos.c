/* The servos of a world: see servos.h. */
#include "world/bodies/servos.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "world/state/rows.h"

scr_servo scr_servo_new(uint32_t wall) {
  return (scr_servo){.wall = wall, .factor = 0.8, .every = 1, .limit = HUGE_VAL};
}

/* The first place whose wall is not below. */
static uint32_t place_of(const scr_world *w, uint32_t wall) {
  uint32_t k = w->nservo;
  while (k > 0 && w->servo[k - 1].wall >= wall) k--;
  return k;
}

scr_servo *scr_servo_find(const scr_world *w, uint32_t wall) {
  const uint32_t k = place_of(w, wall);
  return k < w->nservo && w->servo[k].wall == wall ? &w->servo[k] : NULL;
}

bool scr_servo_fits(const scr_world *w, scr_diag *d, const scr_servo *s) {
  if (!scr_vector_fits(d, NULL, "the force", s->force)) return false;
  const unsigned free = scr_wall_free_bits(w, scr_wall_find(w, s->wall));
  for (int c = 0; c < w->dim; c++)
    if (s->active && s->force[c] != 0 && free >> c & 1)
      return scr_fail(d, NULL, SCR_E_STATE,
                      "wall %u is free along %c: it cannot be driven there towards a force as well",
                      s->wall, "xyz"[c]);
  return true;
}

void scr_servo_put(scr_world *w, const scr_servo *s) {
  const uint32_t k = place_of(w, s->wall);
  if (k == w->nservo || w->servo[k].wall != s->wall) {
    SCR_GROW(w->servo, w->cap_servo, (size_t)w->nservo + 1);
    memmove(w->servo + k + 1, w->servo + k, (w->nservo - k) * sizeof *w->servo);
    w->nservo++;
  }
  w->servo[k] = *s;
}

void scr_servos_prune(scr_world *w) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < w->nservo; k++)
    if (scr_wall_find(w, w->servo[k].wall) != SCR_NONE) w->servo[kept++] = w->servo[k];
  w->nservo = kept;
}
