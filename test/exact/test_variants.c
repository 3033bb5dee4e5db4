/* Random variants of the exact cases: constants, radii, overlaps, ids, order of creation,
 * direction, dimension and timestep are drawn; the answer is computed again from the formulas, step
 * by step (pair.c) or in closed form. */
#include "pair.h"

#include <float.h>

enum { VARIANTS = 50, PIECES = 12, PIECE_STEPS = 20 };

/* Against the recurrence: numbers carry 1e-16 of themselves through a few hundred steps of some
 * tens of operations, 1e-12; three digits are left for sums that cancel. A gap is worse off: balls
 * lie within 16 R, where a rounding is 2e-15 R, and lines and planes are cut out of ones that reach
 * to 320 R, where it is 5e-14 R; four roundings make 1e-14 R and 2e-13 R. What that does to the
 * force, dF/d(overlap) times it, is added up step by step (`blur`). */
static const double rounding = 1e-9, ball_gap = 1e-14, wall_gap = 2e-13;
/* The pieces of a path slide by 0.5 of 0.02 R at most, three times over (motion and two spins),
 * twelve times. */
static const double longest_slide = 0.36;

/* ---- a pair of bodies, drawn ---- */

typedef struct trial {
  pair p, exact; /* the shear vector carried as the engine does it, and by exact rotations */
  run r;
  uint32_t id[2];
  double scale, force, energy; /* radius of end 1; largest force and energy up to now */
  double blur;  /* sum over the steps of dF/d(overlap) times the rounding of a gap, N */
  double drift; /* bound on what the two ways to carry a vector differ by, N */
  vec n;        /* from end 1 to end 2 at the start */
  vec edge,
      across; /* a mesh: a point of the inner edge; the direction in the plane that crosses it */
} trial;

static double density_for(const body *b, int dim) {
  return b->m / (PI * (dim == 3 ? 4.0 / 3.0 * b->r * b->r * b->r : b->r * b->r));
}

static body a_ball(lcg *g, int dim, double r) {
  double rho = lcg_log(g, 500, 8000);
  return (body){.r = r, .m = rho * PI * (dim == 3 ? 4.0 / 3.0 * r * r * r : r * r)};
}

static vec some_place(lcg *g, int dim, double size) {
  return vec_of(lcg_in(g, -size, size), lcg_in(g, -size, size),
                dim == 3 ? lcg_in(g, -size, size) : 0);
}

static void draw_balls(lcg *g, trial *t, double gap, int dim) {
  pair *p = &t->p;
  p->end[0] = a_ball(g, dim, t->scale);
  p->end[1] = a_ball(g, dim, t->scale * lcg_log(g, 0.3, 3));
  p->end[0].x = some_place(g, dim, 5 * t->scale);
  p->end[1].x = vec_add(p->end[0].x, vec_mul(p->end[0].r + p->end[1].r + gap, t->n));
  t->id[0] = 1 + (uint32_t)lcg_int(g, 50);
  t->id[1] = t->id[0] + 1 + (uint32_t)lcg_int(g, 50);
}

static void put_domain(trial *t, int dim) {
  double e = 40 * t->scale;
  run_text(&t->r, "model large-strain on\nmodel domain extent %.17g %.17g", -e, e);
  assert_int_equal(t->r.s->lib.world->dim, dim);
}

static void put_ball(trial *t, int k, int dim) {
  const body *b = &t->p.end[k];
  if (dim == 3)
    run_text(&t->r, "ball create id %u radius %.17g position (%.17g, %.17g, %.17g)", t->id[k], b->r,
             b->x.c[0], b->x.c[1], b->x.c[2]);
  else
    run_text(&t->r, "ball create id %u radius %.17g position (%.17g, %.17g)", t->id[k], b->r,
             b->x.c[0], b->x.c[1]);
  run_text(&t->r, "ball attribute density %.17g range id %u", density_for(b, dim), t->id[k]);
}

/* Normal of a plane of that dip (and dip direction), degrees. */
static vec plane_normal(int dim, double dip, double direction) {
  double d = dip * PI / 180, a = direction * PI / 180;
  return dim == 2 ? vec_of(-sin(d), cos(d), 0) : vec_of(sin(d) * sin(a), sin(d) * cos(a), cos(d));
}

/* A ball at a random place above or below the inner half of a disk (2D: a line across the domain).
 */
static void draw_wall(lcg *g, trial *t, double gap, int dim) {
  double dip = lcg_in(g, 0, dim == 3 ? 90 : 180), direction = dim == 3 ? lcg_in(g, 0, 360) : 0;
  double disk = t->scale * lcg_in(g, 3, 8);
  body *ball = &t->p.end[0], *wall = &t->p.end[1];
  *ball = a_ball(g, dim, t->scale);
  *wall = (body){.flat = true,
                 .normal = plane_normal(dim, dip, direction),
                 .x = some_place(g, dim, 5 * t->scale)};
  t->n = vec_mul(lcg_int(g, 2) ? 1 : -1, wall->normal);
  vec aside =
      vec_mul(0.5 * disk * lcg_unit(g), vec_unit(vec_flat(lcg_direction(g, dim), wall->normal)));
  ball->x = vec_add(vec_add(wall->x, aside), vec_mul(-(ball->r + gap), t->n));
  t->id[0] = 1 + (uint32_t)lcg_int(g, 50);
  const double *x = wall->x.c;
  if (dim == 3)
    run_text(&t->r,
             "wall generate id 1 disk dip %.17g dip-direction %.17g position (%.17g, %.17g, %.17g) "
             "radius %.17g resolution 0.3",
             dip, direction, x[0], x[1], x[2], disk);
  else
    run_text(&t->r, "wall generate id 1 plane dip %.17g position (%.17g, %.17g)", dip, x[0], x[1]);
}

typedef enum partner { BALL, WALL, MESH } partner;

/* The corners of a fan of facets in one plane about the wall's position: the first spoke points
 * along `spoke`. */
static void put_fan(lcg *g, trial *t, vec spoke, double size, int dim) {
  const body *wall = &t->p.end[1];
  scr_buf b = {0};
  int n = 3 + lcg_int(g, 5), first = lcg_int(g, n);
  for (int k = 0; k < (dim == 3 ? n : 2); k++) {
    double a = 2 * PI * ((k + first) % n) / n, c = 2 * PI * ((k + first + 1) % n) / n;
    vec one = dim == 3 ? vec_turn(spoke, wall->normal, sin(a), cos(a)) : vec_mul(k ? 0 : -1, spoke);
    vec two = dim == 3 ? vec_turn(spoke, wall->normal, sin(c), cos(c)) : vec_mul(k ? 1 : 0, spoke);
    one = vec_add(wall->x, vec_mul(size, one)), two = vec_add(wall->x, vec_mul(size, two));
    if (dim == 3)
      scr_buf_printf(&b, " (%.17g, %.17g, %.17g) (%.17g, %.17g, %.17g) (%.17g, %.17g, %.17g)",
                     wall->x.c[0], wall->x.c[1], wall->x.c[2], one.c[0], one.c[1], one.c[2],
                     two.c[0], two.c[1], two.c[2]);
    else
      scr_buf_printf(&b, " (%.17g, %.17g) (%.17g, %.17g)", one.c[0], one.c[1], two.c[0], two.c[1]);
  }
  run_text(&t->r, "wall create id 1 vertices%s", b.s);
  scr_buf_free(&b);
}

/* A ball beside an inner edge of the fan (2D: the common end of two segments), which its path will
 * cross again and again. */
static void draw_mesh(lcg *g, trial *t, double gap, int dim) {
  body *ball = &t->p.end[0], *wall = &t->p.end[1];
  *ball = a_ball(g, dim, t->scale);
  *wall = (body){.flat = true, .normal = t->n, .x = some_place(g, dim, 5 * t->scale)};
  if (lcg_int(g, 2)) wall->normal = vec_mul(-1, t->n);
  double size = t->scale * lcg_in(g, 3, 8), way = dim == 3 ? lcg_in(g, 0.3, 0.6) * size : 0;
  vec spoke = vec_unit(vec_flat(lcg_direction(g, dim), t->n));
  t->across = dim == 3 ? vec_cross(t->n, spoke) : spoke;
  t->edge = vec_add(wall->x, vec_mul(way, spoke));
  ball->x = vec_add(vec_add(t->edge, vec_mul(-(ball->r + gap), t->n)),
                    vec_mul(-1e-3 * t->scale, t->across));
  t->id[0] = 1 + (uint32_t)lcg_int(g, 50);
  put_fan(g, t, spoke, size, dim);
}

static void make_bodies(lcg *g, trial *t, double gap, int dim, partner with) {
  static void (*const draw[])(lcg *, trial *, double, int) = {draw_balls, draw_wall, draw_mesh};
  put_domain(t, dim);
  draw[with](g, t, gap, dim);
  int first = with == BALL ? lcg_int(g, 2) : 0;
  put_ball(t, first, dim);
  if (with == BALL) put_ball(t, 1 - first, dim);
  run_text(&t->r,
           "ball fix velocity spin\nmodel mechanical timestep fix %.17g\nmodel energy mechanical "
           "on\nmodel clean",
           t->p.dt);
}

/* ---- motion ---- */

static void tell_vector(trial *t, const char *what, vec v, const char *range) {
  if (t->r.s->lib.world->dim == 3)
    run_text(&t->r, "%s (%.17g, %.17g, %.17g) %s", what, v.c[0], v.c[1], v.c[2], range);
  else
    run_text(&t->r, "%s (%.17g, %.17g) %s", what, v.c[0], v.c[1], range);
}

static void tell_motion(trial *t) {
  for (int e = 0; e < 2; e++) {
    const body *b = &t->p.end[e];
    char range[32];
    snprintf(range, sizeof range, "range id %u", t->id[e]);
    if (b->flat) {
      tell_vector(t, "wall attribute velocity", b->v, "");
      continue;
    }
    tell_vector(t, "ball attribute velocity", b->v, range);
    if (t->r.s->lib.world->dim == 3)
      tell_vector(t, "ball attribute spin", b->w, range);
    else
      run_text(&t->r, "ball attribute spin %.17g %s", b->w.c[2], range);
  }
}

/* Velocities with which, over `steps` steps, the bodies come closer by `close`, slide by `slide`
 * and turn against each other by `twist` (3D); all of it is carried by a common motion, and the
 * spins slide the surfaces by as much again. */
static void set_motion_along(lcg *g, trial *t, int steps, double close, double slide, double twist,
                             vec aside) {
  int dim = t->r.s->lib.world->dim;
  pair *p = &t->p;
  double rate = 1 / (steps * p->dt);
  vec common = vec_mul(0.05 * t->scale * rate, lcg_direction(g, dim));
  for (int e = 0; e < 2; e++) {
    body *b = &p->end[e];
    b->v = common;
    if (b->flat) continue;
    vec spin = dim == 3 ? vec_mul(slide * rate / b->r, lcg_direction(g, 3))
                        : vec_of(0, 0, slide * rate / b->r);
    b->w = dim == 3 ? vec_add(vec_flat(spin, p->n), vec_mul(lcg_in(g, -1, 1) * twist * rate, p->n))
                    : spin;
  }
  p->end[0].v =
      vec_add(p->end[0].v, vec_add(vec_mul(close * rate, p->n), vec_mul(slide * rate, aside)));
  tell_motion(t);
}

static void set_motion(lcg *g, trial *t, int steps, double close, double slide, double twist) {
  vec aside = vec_flat(lcg_direction(g, t->r.s->lib.world->dim), t->p.n);
  set_motion_along(g, t, steps, close, slide, twist, aside);
}

static void compare_ball(trial *t, int end, vec force, vec moment) {
  double f = rounding * t->force + t->blur;
  near_vec("force on a ball", run_ball(&t->r, t->id[end], SCR_BALL_FORCE_CONTACT), force, f);
  near_vec("moment on a ball", run_ball(&t->r, t->id[end], SCR_BALL_MOMENT_CONTACT), moment,
           f * t->p.end[end].r);
}

/* Forces, moments, the normal part of the law's own force, and the energies. */
static void compare(trial *t) {
  pair *p = &t->p;
  double f = rounding * t->force + t->blur,
         e = rounding * t->energy + t->blur * longest_slide * t->scale;
  vec force = pair_force(p);
  compare_ball(t, 0, vec_mul(-1, force), pair_moment(p, 0));
  if (!p->end[1].flat) compare_ball(t, 1, force, pair_moment(p, 1));
  scr_contact c;
  assert_int_equal(run_active(&t->r, &c), p->active ? 1 : 0);
  if (p->active) {
    vec own = run_property(&t->r, c, p->is_burger ? "bur_force" : "hz_force");
    near("normal force", own.c[0], p->fn, f);
    near("shear force", hypot(own.c[1], own.c[2]), vec_mag(p->fs), f);
  }
  if (p->is_burger) return;
  near("strain energy", run_energy(&t->r, "energy-strain"), p->strain, e);
  near("slip work", run_energy(&t->r, "energy-slip"), p->slipped, e);
  near("dashpot work", run_energy(&t->r, "energy-dashpot"), p->dashed, e);
  near("energy of the stiffness", run_energy(&t->r, "energy-stiffness"), p->stiffened, e);
}

/* The second reference takes the same motion. Where the normal turns by the angle a in a step and
 * the branch L becomes longer by dL, the branch of the middle lies a dL/(4 L) away from halfway
 * between the normals, and a vector that is projected along it a times that away from one that was
 * turned. Springs, slider and relaxation let no difference grow, so the sum of that times |Fs|
 * bounds it. */
static void advance_exact(trial *t, vec before) {
  pair *q = &t->exact;
  for (int e = 0; e < 2; e++) q->end[e].v = t->p.end[e].v, q->end[e].w = t->p.end[e].w;
  double a = vec_mag(vec_cross(before, t->p.n)), fs = vec_mag(q->fs);
  pair_step(q);
  double length = q->end[0].r + (q->end[1].flat ? 0 : q->end[1].r) + q->gap;
  t->drift += 0.25 * a * a * fabs(q->ddn) / length * fmax(fs, vec_mag(q->fs));
  near_vec("exact rotations", pair_force(&t->p), pair_force(q),
           1.1 * t->drift + rounding * t->force + t->blur);
}

/* Normal force and dashpots are powers of the overlap of at most 2. */
static void blur_more(trial *t) {
  const pair *p = &t->p;
  if (!p->active || p->is_burger) return;
  double size = fabs(p->fn) + fabs(p->dash_n) + vec_mag(p->dash_s) + vec_mag(p->fs);
  t->blur += 2 * size * (p->end[1].flat ? wall_gap : ball_gap) * t->scale / (p->hz.rgap - p->gap);
}

static void advance(trial *t, int steps) {
  pair *p = &t->p;
  run_text(&t->r, "model cycle %d", steps);
  for (int k = 0; k < steps; k++) {
    vec before = p->n;
    pair_step(p);
    advance_exact(t, before);
    blur_more(t);
    t->force = fmax(t->force, fabs(p->fn) + vec_mag(p->fs) + vec_mag(pair_force(p)));
    t->energy = fmax(t->energy, p->strain + p->slipped + fabs(p->dashed) + fabs(p->stiffened));
  }
  compare(t);
}

/* ---- Hertz ---- */

static double often_zero(lcg *g, double zero, double hi) {
  return lcg_unit(g) < zero ? 0 : lcg_in(g, 0, hi);
}

static hertz draw_hertz(lcg *g, double scale) {
  return (hertz){.g = lcg_log(g, 1e7, 1e10),
                 .nu = lcg_in(g, -0.3, 0.5),
                 .fric = often_zero(g, 0.1, 0.8),
                 .alpha = lcg_int(g, 3) ? 1.5 : lcg_in(g, 1, 2),
                 .rgap = lcg_int(g, 3) ? 0 : 0.005 * scale * lcg_unit(g),
                 .nratio = often_zero(g, 0.3, 1),
                 .sratio = often_zero(g, 0.3, 1),
                 .dp_alpha = often_zero(g, 0.7, 1),
                 .mode = lcg_int(g, 2),
                 .dp_mode = lcg_int(g, 4)};
}

static void tell_hertz(trial *t) {
  const hertz *h = &t->p.hz;
  run_text(&t->r,
           "contact cmat default model hertz property hz_shear %.17g hz_poiss %.17g fric %.17g "
           "hz_mode %d hz_alpha %.17g ...\n"
           "  rgap %.17g dp_nratio %.17g dp_sratio %.17g dp_alpha %.17g dp_mode %d",
           h->g, h->nu, h->fric, h->mode, h->alpha, h->rgap, h->nratio, h->sratio, h->dp_alpha,
           h->dp_mode);
}

/* Closer and then apart, with sliding and twisting; from a gap or from an overlap. */
static void hertz_path(lcg *g, trial *t) {
  double deep = 0.02 * t->scale;
  for (int k = 0; k < PIECES; k++) {
    double close = k < 4   ? deep * lcg_in(g, 0.1, 0.4)
                   : k < 8 ? deep * lcg_in(g, -0.3, 0.2)
                           : deep * lcg_in(g, -0.6, -0.1);
    set_motion(g, t, PIECE_STEPS, close, deep * lcg_log(g, 0.01, 0.5), 0.5);
    advance(t, PIECE_STEPS);
  }
}

/* Where the ball's centre stands, across the inner edge that it is to cross (the wall moves, too).
 */
static double beside(const trial *t, vec moved) {
  return vec_dot(vec_sub(t->p.end[0].x, vec_add(t->edge, moved)), t->across);
}

static uint32_t touched_facet(trial *t) {
  scr_contact c;
  scr_kind kind;
  uint32_t row = SCR_NONE;
  if (run_active(&t->r, &c) == 1) scr_contact_end(t->r.s->lib.world, c, 1, &kind, &row);
  return row;
}

/* As hertz_path, but each piece ends on the other side of the inner edge; returns how often the
 * contact changed its facet. */
static int hertz_crossings(lcg *g, trial *t) {
  double deep = 0.02 * t->scale;
  vec wall = t->p.end[1].x;
  int crossed = 0;
  for (int k = 0; k < PIECES; k++) {
    uint32_t before = touched_facet(t);
    double side = beside(t, vec_sub(t->p.end[1].x, wall)),
           beyond = (side > 0 ? -1 : 1) * deep * lcg_log(g, 0.01, 0.3);
    double close = k < 4    ? deep * lcg_in(g, 0.1, 0.4)
                   : k < 10 ? deep * lcg_in(g, -0.2, 0.2)
                            : deep * lcg_in(g, -0.6, -0.1);
    set_motion_along(g, t, PIECE_STEPS, close, beyond - side, 0.5, t->across);
    advance(t, PIECE_STEPS);
    uint32_t now = touched_facet(t);
    if (before == SCR_NONE || now == SCR_NONE) continue;
    assert_true(now != before);
    crossed++;
  }
  return crossed;
}

static int hertz_variant(lcg *g, int number, partner with) {
  static const char *const name[] = {"balls", "wall", "mesh"};
  trial t = {.scale = lcg_log(g, 1e-3, 1)};
  int dim = 2 + lcg_int(g, 2);
  t.n = lcg_direction(g, dim);
  t.p.dt = lcg_log(g, 1e-6, 1e-2);
  t.p.hz = draw_hertz(g, t.scale);
  double gap =
      t.scale * (lcg_int(g, 2) ? lcg_in(g, -0.01, -0.001) : lcg_in(g, 0.0011, 0.003)) + t.p.hz.rgap;
  subject("variant %d (%dD, %s, hz_mode %d, dp_mode %d, alpha %g, fric %g)", number, dim,
          name[with], t.p.hz.mode, t.p.hz.dp_mode, t.p.hz.alpha, t.p.hz.fric);
  run_open(&t.r, dim, NULL);
  tell_hertz(&t);
  make_bodies(g, &t, gap, dim, with);
  pair_start(&t.p);
  t.exact = t.p;
  t.exact.turns = true;
  int crossed = 0;
  if (with == MESH)
    crossed = hertz_crossings(g, &t);
  else
    hertz_path(g, &t);
  run_close(&t.r);
  return crossed;
}

static void hertz_pairs(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("Hertz, ball and ball", 20240601);
  for (int k = 0; k < VARIANTS; k++) hertz_variant(&g, k, BALL);
}

static void hertz_walls(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("Hertz, ball and wall", 20240602);
  for (int k = 0; k < VARIANTS; k++) hertz_variant(&g, k, WALL);
}

/* Back and forth over an inner edge of a plane mesh: the contact goes from facet to facet, and
 * force, shear vector, slider and energies are those of one plane. */
static void hertz_hand_over(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("Hertz, from facet to facet", 36);
  int crossed = 0;
  for (int k = 0; k < VARIANTS; k++) crossed += hertz_variant(&g, k, MESH);
  print_message("%d times from facet to facet\n", crossed);
  assert_true(crossed > 5 * VARIANTS);
}

/* Over the edge the slider goes on as before: twenty steps of 1e-5 m against 0.5 Fn, Fn = 2/3 G/(1
 * - nu) sqrt(4 R) 0.001^1.5. */
static void work_crosses_an_edge(void **state) {
  SCR_UNUSED(state);
  run r;
  run_open(&r, 3, NULL);
  run_file(&r, root_path("test/exact/data/hand-over.p3dat"));
  double before = run_symbol(&r, "before"),
         fn = 2.0 / 3.0 * 1e9 / 0.7 * sqrt(0.4) * pow(0.001, 1.5);
  subject("hand-over");
  near("slip work", run_symbol(&r, "after"), before + 20e-5 * 0.5 * fn, 1e-9 * before);
  run_close(&r);
}

/* ---- Burger ---- */

static chain draw_chain(lcg *g) {
  double k = lcg_log(g, 1e4, 1e9), tau = lcg_log(g, 1e-3, 1e3);
  return (chain){k * lcg_log(g, 0.1, 10), k * tau * lcg_log(g, 0.1, 10), k * lcg_log(g, 0.1, 10),
                 k * tau * lcg_log(g, 0.1, 10)};
}

static void tell_burger(trial *t) {
  const burger *b = &t->p.bu;
  run_text(&t->r,
           "contact cmat default model burger property bur_knk %.17g bur_cnk %.17g bur_knm %.17g "
           "bur_cnm %.17g ...\n"
           "  bur_ksk %.17g bur_csk %.17g bur_ksm %.17g bur_csm %.17g bur_fric %.17g bur_mode %d",
           b->n.kk, b->n.ck, b->n.km, b->n.cm, b->s.kk, b->s.ck, b->s.km, b->s.cm, b->fric,
           b->mode);
}

/* Relaxation after a displacement u that came in the first step, n steps ago: the scheme's own sum
 * to rounding, the exact curve to the lag of half a step. */
static void relaxed(const char *what, const chain *c, double u, double dt, int n, double force,
                    double scale) {
  relaxation g = chain_relaxation(c);
  near(what, force, u * relaxation_scheme(&g, dt, n), rounding * scale);
  near(what, force, u * relaxation_at(&g, n * dt), u * relaxation_lag(&g, dt) + rounding * scale);
}

static double fastest(const chain *c) { return chain_relaxation(c).r[1]; }

/* One step that slides, then rest: both directions relax by themselves if nothing slips. */
static void burger_relaxation(lcg *g, trial *t) {
  pair *p = &t->p;
  set_motion(g, t, 1, 1e-3 * t->scale * lcg_unit(g), 1e-3 * t->scale, 0);
  advance(t, 1);
  double u = p->u, slide = vec_mag(p->ds), scale = t->force;
  for (int e = 0; e < 2; e++) p->end[e].v = p->end[e].w = vec_of(0, 0, 0);
  tell_motion(t);
  for (int k = 1; k <= 10; k++) {
    advance(t, PIECE_STEPS);
    scr_contact c;
    assert_int_equal(run_active(&t->r, &c), 1);
    vec f = run_property(&t->r, c, "bur_force");
    relaxed("normal relaxation", &p->bu.n, u, p->dt, 1 + k * PIECE_STEPS, f.c[0], scale);
    if (p->bu.fric > 1e6)
      relaxed("shear relaxation", &p->bu.s, slide, p->dt, 1 + k * PIECE_STEPS,
              hypot(f.c[1], f.c[2]), scale);
  }
}

static void burger_path(lcg *g, trial *t) {
  double deep = 0.005 * t->scale;
  for (int k = 0; k < PIECES; k++) {
    double close = k < 8 ? deep * lcg_in(g, -0.3, 0.5) : deep * lcg_in(g, -0.9, -0.1);
    set_motion(g, t, PIECE_STEPS, close, deep * lcg_log(g, 0.001, 0.5), 0.5);
    advance(t, PIECE_STEPS);
  }
}

static void burger_variant(lcg *g, int number) {
  trial t = {.scale = lcg_log(g, 1e-3, 1)};
  int dim = 2 + lcg_int(g, 2);
  bool wall = lcg_int(g, 3) == 0;
  t.n = lcg_direction(g, dim);
  t.p.is_burger = true;
  t.p.bu = (burger){.n = draw_chain(g), .s = draw_chain(g), .mode = lcg_int(g, 2)};
  t.p.bu.fric = lcg_int(g, 2) ? 1e12 : lcg_in(g, 0, 0.8);
  t.p.dt = lcg_log(g, 0.002, 0.1) / fmax(fastest(&t.p.bu.n), fastest(&t.p.bu.s));
  subject("variant %d (%dD, %s, bur_mode %d, fric %g)", number, dim, wall ? "wall" : "balls",
          t.p.bu.mode, t.p.bu.fric);
  run_open(&t.r, dim, NULL);
  tell_burger(&t);
  make_bodies(g, &t, -t.scale * lcg_in(g, 0.003, 0.02), dim, wall ? WALL : BALL);
  pair_start(&t.p);
  t.exact = t.p;
  t.exact.turns = true;
  burger_relaxation(g, &t);
  burger_path(g, &t);
  run_close(&t.r);
}

static void burgers(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("Burger", 20240603);
  for (int k = 0; k < VARIANTS; k++) burger_variant(&g, k);
}

/* ---- stacks ---- */

typedef struct column {
  stack s;
  run r;
  vec axis, foot;
  uint32_t id[2];
  double density[2], young, restitution, dt, dip, direction;
  int dim, steps;
} column;

static bool stays_closed(const column *c) {
  motion at = stack_start(&c->s, 0);
  for (int k = 0; k < c->steps; k++) {
    stack_advance(&c->s, 0, &at, c->dt, 4);
    if (!stack_closed(&c->s, &at)) return false;
  }
  return true;
}

static void draw_stack(lcg *g, column *c) {
  double scale = lcg_log(g, 1e-4, 1e-1), squeeze = lcg_in(g, 0.01, 0.05);
  *c = (column){.dim = 2 + lcg_int(g, 2),
                .young = lcg_log(g, 1e5, 1e9),
                .restitution = lcg_int(g, 3) ? lcg_in(g, 0.3, 1) : 1};
  stack *s = &c->s;
  for (int i = 0; i < 2; i++)
    s->r[i] = scale * lcg_in(g, 0.5, 1.5), c->density[i] = lcg_log(g, 500, 20000);
  s->height = 2 * (s->r[0] + s->r[1]) * (1 - squeeze);
  s->g = often_zero(g, 0.2, 20);
  stack_set(s, c->dim, c->density, c->young, c->restitution);
  modes m = stack_modes(s);
  for (int i = 0; i < 2; i++) s->y0[i] = m.rest[i] + 0.2 * squeeze * scale * lcg_in(g, -1, 1);
  c->dt = lcg_log(g, 0.01, 0.1) / m.omega[1];
  c->steps = (int)fmin(50 + lcg_int(g, 400), 20 / (c->dt * m.omega[1]));
}

static void draw_column(lcg *g, column *c) {
  do draw_stack(g, c);
  while (!stays_closed(c));
  c->dip = lcg_in(g, 0, c->dim == 3 ? 90 : 180);
  c->direction = c->dim == 3 ? lcg_in(g, 0, 360) : 0;
  c->axis = vec_mul(lcg_int(g, 2) ? 1 : -1, plane_normal(c->dim, c->dip, c->direction));
  c->foot = some_place(g, c->dim, c->s.height);
  c->id[0] = 1 + (uint32_t)lcg_int(g, 50);
  c->id[1] = c->id[0] + (lcg_int(g, 2) || c->id[0] == 1 ? 1u : -1u);
}

static vec up(const column *c, double y) { return vec_add(c->foot, vec_mul(y, c->axis)); }

static void tell_place(column *c, const char *fmt_id, uint32_t id, vec x) {
  char text[512];
  snprintf(text, sizeof text, fmt_id, id);
  if (c->dim == 3)
    run_text(&c->r, "%s position (%.17g, %.17g, %.17g)", text, x.c[0], x.c[1], x.c[2]);
  else
    run_text(&c->r, "%s position (%.17g, %.17g)", text, x.c[0], x.c[1]);
}

static void make_wall(column *c, double y) {
  vec x = up(c, y);
  if (c->dim == 3)
    run_text(&c->r,
             "wall generate plane dip %.17g dip-direction %.17g position (%.17g, %.17g, %.17g)",
             c->dip, c->direction, x.c[0], x.c[1], x.c[2]);
  else
    run_text(&c->r, "wall generate plane dip %.17g position (%.17g, %.17g)", c->dip, x.c[0],
             x.c[1]);
}

static void make_column(lcg *g, column *c) {
  double e = 4 * c->s.height;
  vec weight = vec_mul(-c->s.g, c->axis);
  run_open(&c->r, c->dim, NULL);
  run_text(&c->r, "model large-strain on\nmodel domain extent %.17g %.17g", -e, e);
  if (c->dim == 3)
    run_text(&c->r, "model gravity (%.17g, %.17g, %.17g)", weight.c[0], weight.c[1], weight.c[2]);
  else
    run_text(&c->r, "model gravity (%.17g, %.17g)", weight.c[0], weight.c[1]);
  run_text(&c->r, "contact cmat default model linear method lsd young %.17g restitution %.17g",
           c->young, c->restitution);
  run_text(&c->r, "model mechanical timestep fix %.17g", c->dt);
  int first = lcg_int(g, 2);
  make_wall(c, first ? c->s.height : 0);
  make_wall(c, first ? 0 : c->s.height);
  for (int k = 0; k < 2; k++) {
    int i = k ^ first;
    char text[64];
    snprintf(text, sizeof text, "ball create id %%u radius %.17g", c->s.r[i]);
    tell_place(c, text, c->id[i], up(c, c->s.y0[i]));
    run_text(&c->r, "ball attribute density %.17g range id %u", c->density[i], c->id[i]);
  }
}

/* One step of both references; the bound on the error of velocity Verlet grows by the step's
 * defect. */
static void follow_step(const column *c, motion *exact, motion *lagged, double second[2]) {
  double more[2];
  stack_defect(&c->s, c->dt, lagged, more);
  for (int i = 0; i < 2; i++) second[i] += more[i] * c->dt * c->dt * c->dt;
  stack_advance(&c->s, 0, exact, c->dt, 40);
  stack_advance(&c->s, c->dt, lagged, c->dt, 40);
}

/* Growth rate of a sideways shift x of one sphere against the other: both are pushed by F x/d, F
 * the force between them and d their distance. No overlap exceeds the sum of the three, since all
 * are closed. */
static double buckling(const stack *s) {
  double squeezed = 2 * (s->r[0] + s->r[1]) - s->height, d = s->r[0] + s->r[1] - squeezed;
  return sqrt(s->k[1] * squeezed / d * (1 / s->m[0] + 1 / s->m[1]));
}

/* Without dashpots velocity Verlet has a closed form. With them it sees the velocity of half a step
 * ago: it is velocity Verlet of the equations with that lag, whose error is bounded by the sum of
 * the defects; what follows is smaller by omega dt <= 0.1, hence the factor of 1.1. The lag itself
 * is the difference between two Runge-Kutta solutions. Rounding: in each step 2e-16 of the domain's
 * half, which is four heights; aside it grows, since a squeezed column without friction buckles. */
static void compare_sphere(column *c, int i, int n, const motion *exact, const motion *lagged,
                           double second) {
  modes m = stack_modes(&c->s);
  double tiny = n * DBL_EPSILON * 4 * c->s.height, lag = fabs(exact->y[i] - lagged->y[i]);
  vec off = vec_sub(run_ball(&c->r, c->id[i], SCR_BALL_POSITION), c->foot);
  double y = vec_dot(off, c->axis);
  near("off the axis", vec_mag(vec_flat(off, c->axis)), 0, tiny * exp(buckling(&c->s) * n * c->dt));
  near("Runge-Kutta with the lag", y, lagged->y[i], 1.1 * second + tiny);
  near("Runge-Kutta", y, exact->y[i], lag + 1.1 * second + tiny);
  if (c->restitution < 1) return;
  near("velocity Verlet", y, modes_verlet(&m, i, c->dt, n), tiny);
  near("modes", y, modes_at(&m, i, n * c->dt), modes_verlet_error(&m, i, c->dt, n * c->dt) + tiny);
}

static void follow_column(column *c) {
  motion exact = stack_start(&c->s, 0), lagged = stack_start(&c->s, c->dt);
  double second[2] = {0, 0};
  for (int n = 1; n <= c->steps; n++) {
    follow_step(c, &exact, &lagged, second);
    if (n % 10) continue;
    run_text(&c->r, "model cycle 10");
    for (int i = 0; i < 2; i++) compare_sphere(c, i, n, &exact, &lagged, second[i]);
  }
}

static void stacks(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("stacks", 20240604);
  for (int k = 0; k < VARIANTS; k++) {
    column c;
    draw_column(&g, &c);
    subject("variant %d (%dD, restitution %g)", k, c.dim, c.restitution);
    make_column(&g, &c);
    follow_column(&c);
    run_close(&c.r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hertz_pairs),     cmocka_unit_test(hertz_walls),
      cmocka_unit_test(hertz_hand_over), cmocka_unit_test(work_crosses_an_edge),
      cmocka_unit_test(burgers),         cmocka_unit_test(stacks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
