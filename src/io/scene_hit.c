/* Where rays meet spheres, rods and faces, behind the planes that cut the scene. A sphere and a ray
 * give a quadratic equation; a rod is the union of a cylinder, whose equation is that of the parts
 * across its axis, and two spheres. */
#include <math.h>
#include "base/vec3.h"
#include "io/scene_shot.h"

scr_ray scr_shot_ray(const scr_shot *s, int x, int y) {
  double dx = x + 0.5 - s->cx, dy = y + 0.5 - s->cy;
  if (s->eye > 0) return (scr_ray){{0, 0, s->eye}, {dx, dy, -s->eye}};
  return (scr_ray){{dx, dy, 0}, {0, 0, -1}};
}

/* The part of a ray that no plane cuts away, and the plane that it begins at (-1: none). */
typedef struct part {
  double from, to;
  int plane;
} part;

static part part_of(const scr_shot *s, const scr_ray *r) {
  part p = {s->eye > 0 ? 1e-4 : -HUGE_VAL, HUGE_VAL, -1};
  for (int k = 0; k < s->scene->nclip; k++) {
    const scr_clip *c = &s->clip[k];
    double along = scr_dot3(c->n, r->d), room = c->d - scr_dot3(c->n, r->o);
    if (fabs(along) < 1e-12) {
      if (room < 0) p.to = -HUGE_VAL;
    } else if (along > 0) {
      p.to = SCR_MIN(p.to, room / along);
    } else if (room / along > p.from) {
      p.from = room / along;
      p.plane = k;
    }
  }
  return p;
}

static bool roots(const scr_ray *r, const double x[3], double radius, double t[2]) {
  double oc[3] = {r->o[0] - x[0], r->o[1] - x[1], r->o[2] - x[2]};
  double a = scr_dot3(r->d, r->d), b = scr_dot3(oc, r->d), c = scr_dot3(oc, oc) - radius * radius;
  double h = b * b - a * c;
  if (h < 0) return false;
  h = sqrt(h);
  t[0] = (-b - h) / a;
  t[1] = (-b + h) / a;
  return true;
}

/* A sphere that a plane cuts shows its inside as a flat face. */
static bool hit_orb(const scr_shot *s, const scr_orb *o, const scr_ray *r, const part *p,
                    double *at, double *n) {
  double t[2];
  if (!roots(r, o->x, o->r, t) || t[1] < p->from || t[0] > p->to) return false;
  bool cut = t[0] < p->from;
  if (cut && (p->plane < 0 || p->from > p->to)) return false;
  *at = cut ? p->from : t[0];
  for (int k = 0; n && k < 3; k++)
    n[k] = cut ? s->clip[p->plane].n[k] : (r->o[k] + *at * r->d[k] - o->x[k]) / o->r;
  return true;
}

/* The cylinder without ends. */
static bool hit_side(const scr_stick *c, const scr_ray *r, double *at, double *n) {
  double axis[3], oa[3];
  for (int k = 0; k < 3; k++) axis[k] = c->b[k] - c->a[k], oa[k] = r->o[k] - c->a[k];
  double aa = scr_dot3(axis, axis), ad = scr_dot3(axis, r->d), ao = scr_dot3(axis, oa);
  double qa = aa * scr_dot3(r->d, r->d) - ad * ad, qb = aa * scr_dot3(oa, r->d) - ao * ad;
  double qc = aa * scr_dot3(oa, oa) - ao * ao - c->r * c->r * aa, h = qb * qb - qa * qc;
  if (h < 0 || !(qa > 0)) return false;
  *at = (-qb - sqrt(h)) / qa;
  double along = ao + *at * ad;
  if (along <= 0 || along >= aa) return false;
  for (int k = 0; n && k < 3; k++) n[k] = (oa[k] + *at * r->d[k] - axis[k] * along / aa) / c->r;
  return true;
}

static bool hit_stick(const scr_stick *c, const scr_ray *r, const part *p, double *at, double *n) {
  double best = HUGE_VAL, t[2], m[3];
  const double *end[2] = {c->a, c->b};
  if (hit_side(c, r, &t[0], m)) {
    best = t[0];
    for (int k = 0; n && k < 3; k++) n[k] = m[k];
  }
  for (int e = 0; e < 2; e++) {
    if (!roots(r, end[e], c->r, t) || t[0] >= best) continue;
    best = t[0];
    for (int k = 0; n && k < 3; k++) n[k] = (r->o[k] + best * r->d[k] - end[e][k]) / c->r;
  }
  *at = best;
  return best >= p->from && best <= p->to && best < HUGE_VAL;
}

bool scr_comes_before(const double *a, const double *b) {
  for (int k = 0; k < 3; k++)
    if (a[k] != b[k]) return a[k] < b[k];
  return false;
}

/* On which side of the edge from a to b does the ray pass? Two faces that share the edge compute
 * the same number, so that no ray through it meets both or neither. */
static bool is_left(const scr_shot *s, const double *a, const double *b, const scr_ray *r) {
  bool turned = scr_comes_before(b, a);
  const double *p = turned ? b : a, *q = turned ? a : b;
  double e;
  if (s->eye > 0) {
    double u[3], v[3];
    for (int k = 0; k < 3; k++) u[k] = p[k] - r->o[k], v[k] = q[k] - r->o[k];
    e = r->d[0] * (u[1] * v[2] - u[2] * v[1]) + r->d[1] * (u[2] * v[0] - u[0] * v[2]) +
        r->d[2] * (u[0] * v[1] - u[1] * v[0]);
  } else {
    e = (q[0] - p[0]) * (r->o[1] - p[1]) - (q[1] - p[1]) * (r->o[0] - p[0]);
  }
  return (e >= 0) != turned;
}

static bool hit_plate(const scr_shot *s, const scr_plate *f, const scr_ray *r, const part *p,
                      double *at, double *n) {
  double facing = scr_dot3(f->n, r->d);
  bool left[3];
  if (fabs(facing) < 1e-12) return false;
  for (int k = 0; k < 3; k++) left[k] = is_left(s, f->v[k], f->v[(k + 1) % 3], r);
  if (left[0] != left[1] || left[1] != left[2]) return false;
  double d[3] = {f->v[0][0] - r->o[0], f->v[0][1] - r->o[1], f->v[0][2] - r->o[2]};
  *at = scr_dot3(f->n, d) / facing;
  for (int k = 0; n && k < 3; k++) n[k] = facing > 0 ? -f->n[k] : f->n[k];
  return *at >= p->from && *at <= p->to;
}

bool scr_shot_hit(const scr_shot *s, uint32_t k, const scr_ray *r, float *z, double *n) {
  double t;
  part p = part_of(s, r);
  bool met = k < s->norb ? hit_orb(s, &s->orb[k], r, &p, &t, n)
             : k < s->norb + s->nstick
                 ? hit_stick(&s->stick[k - s->norb], r, &p, &t, n)
                 : hit_plate(s, &s->plate[k - s->norb - s->nstick], r, &p, &t, n);
  if (met) *z = (float)(r->o[2] + t * r->d[2]);
  return met;
}
