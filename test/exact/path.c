/* See path.h. */
#include "path.h"

const chain published = {1e8, 1e8, 1e8, 1e8};

pair path_pair(int kind, int load) {
  double m = 2500 * 4.0 / 3.0 * PI * 0.125, damp = load == 3 ? 0.5 : 0;
  pair p = {.dt = 1e-3, .turns = true};
  p.end[0] = (body){.x = vec_of(0, 1, 0), .r = 0.5, .m = m};
  p.end[1] = (body){.x = vec_of(0, 0, 0), .r = 0.5, .m = m};
  if (kind == WALL)
    p.end[1] = (body){.flat = true, .x = vec_of(0, 0.5, 0), .normal = vec_of(0, 1, 0)};
  p.hz = (hertz){.g = 1e9,
                 .nu = 0.3,
                 .fric = 0.5,
                 .alpha = 1.5,
                 .nratio = damp,
                 .sratio = damp,
                 .mode = load > 1,
                 .dp_mode = load == 3 ? 3 : 0};
  pair_start(&p);
  return p;
}

const int path_steps[5] = {100, 50, 50, 50, 100};

void path_motion(pair *p, int stage) {
  body *b = &p->end[0];
  b->v = vec_of(0, stage == 0 ? -0.01 : stage == 4 ? 0.01 : 0, 0);
  b->w = vec_of(stage == 2 ? 0.00628 : 0, stage == 3 ? 6.28 : 0, stage == 1 ? 0.00628 : 0);
}

void digits(const char *what, double got, double want, double scale) {
  near(what, fabs(got), fabs(want), 0.5e-7 * fmax(fabs(want), scale));
}
