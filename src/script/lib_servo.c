/* FISH: wall.servo.*, for walls that are driven towards a force (world/bodies/servos.h). */
#include "script/lib_private.h"

#include <math.h>
#include "world/bodies/servos.h"

/* The servo of a wall; as it would begin, if the wall has none. */
static scr_servo servo_of(const scr_world *w, const scr_val *wall) {
  const uint32_t id = scr_lib_id(w, SCR_K_WALL, scr_lib_row(w, wall));
  const scr_servo *s = scr_servo_find(w, id);
  return s ? *s : scr_servo_new(id);
}

/* What was set counts from the next cycle on. */
static bool put(scr_fish *f, scr_servo s) {
  s.gain = 0;
  s.told = false;
  if (!scr_servo_fits(scr_world_of(f), scr_fish_diag(f), &s)) return false;
  scr_servo_put(scr_world_of(f), &s);
  return true;
}

SCR_LIB_GET(active) {
  SCR_UNUSED(n);
  *out = scr_val_bool(servo_of(scr_world_of(f), &args[0]).active);
  return true;
}

SCR_LIB_SET(set_active) {
  scr_servo s = servo_of(scr_world_of(f), &args[0]);
  SCR_UNUSED(n);
  s.active = scr_val_truth(value);
  return put(f, s);
}

SCR_LIB_GET(force) {
  const scr_servo s = servo_of(scr_world_of(f), &args[0]);
  return scr_lib_give_part(f, n, args, 1, s.force, out);
}

/* The gain stays: a force that is set in each cycle would have it found anew in each. */
SCR_LIB_SET(set_force) {
  scr_world *w = scr_world_of(f);
  scr_servo s = servo_of(w, &args[0]);
  if (!scr_lib_take_part(f, n, args, value, s.force)) return false;
  if (!scr_servo_fits(w, scr_fish_diag(f), &s)) return false;
  scr_servo_put(w, &s);
  return true;
}

SCR_LIB_GET(gain) {
  SCR_UNUSED(n);
  *out = scr_val_real(servo_of(scr_world_of(f), &args[0]).gain);
  return true;
}

SCR_LIB_GET(gainfactor) {
  SCR_UNUSED(n);
  *out = scr_val_real(servo_of(scr_world_of(f), &args[0]).factor);
  return true;
}

SCR_LIB_SET(set_gainfactor) {
  scr_servo s = servo_of(scr_world_of(f), &args[0]);
  SCR_UNUSED(n);
  s.factor = value->f;
  if (!isfinite(s.factor))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the gain factor must be finite");
  if (s.factor > 0) return put(f, s);
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the gain factor must be positive, not %g",
                  s.factor);
}

SCR_LIB_GET(gainupdate) {
  SCR_UNUSED(n);
  *out = scr_val_int(servo_of(scr_world_of(f), &args[0]).every);
  return true;
}

SCR_LIB_SET(set_gainupdate) {
  scr_servo s = servo_of(scr_world_of(f), &args[0]);
  SCR_UNUSED(n);
  if (value->i < 1 || value->i > INT32_MAX)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    "the gain is found anew after 1 to %d cycles, not %lld", INT32_MAX,
                    (long long)value->i);
  s.every = (uint32_t)value->i;
  return put(f, s);
}

SCR_LIB_GET(vmax) {
  const scr_servo s = servo_of(scr_world_of(f), &args[0]);
  SCR_UNUSED(n);
  *out = scr_val_real(isfinite(s.limit) ? s.limit : 0);
  return true;
}

SCR_LIB_SET(set_vmax) {
  scr_servo s = servo_of(scr_world_of(f), &args[0]);
  SCR_UNUSED(n);
  if (!isfinite(value->f))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the largest velocity must be finite");
  s.limit = value->f == 0 ? HUGE_VAL : value->f;
  if (s.limit > 0) return put(f, s);
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                  "the largest velocity cannot be negative, as %g is", s.limit);
}

/* clang-format off */
static const scr_fish_fn servo_rows[] = {
    {"wall.servo.active", 1, 1, "p{wall}:b=b", active, set_active, NULL, 0,
     "Is it driven towards a force?"},
    {"wall.servo.force", 1, 2, "p{wall}i{component}:v=*", force, set_force, NULL, 0,
     "Force that it is to exert, N."},
    {"wall.servo.gain", 1, 1, "p{wall}:f", gain, NULL, NULL, 0,
     "Velocity for each newton that the force lacks, m/s/N; 0 where none was found yet."},
    {"wall.servo.gainfactor", 1, 1, "p{wall}:f=f", gainfactor, set_gainfactor, NULL, 0,
     "Factor of the gain."},
    {"wall.servo.gainupdate", 1, 1, "p{wall}:i=i", gainupdate, set_gainupdate, NULL, 0,
     "Cycles after which the gain is found anew."},
    {"wall.servo.vmax", 1, 1, "p{wall}:f=f", vmax, set_vmax, NULL, 0,
     "The largest velocity along the force, m/s; 0: any."},
};
/* clang-format on */
const scr_lib_rows scr_lib_rows_servo = {servo_rows, SCR_COUNTOF(servo_rows)};
