/* Facets: their shapes, the periodic images of pairs with them, and the geometry of these pairs.
 * Nothing here shows in a result or is saved. */
#ifndef SCR_FACETS_H
#define SCR_FACETS_H

#include "kernel/closest.h"
#include "kernel/kernel.h"
#include "world/state/rows.h"
#include "world/world.h"

typedef struct scr_facet_wall {
  double cutoff, cosine; /* of the cut-off angle: degrees, and its cosine */
  double path;           /* how far any of its vertices has moved since the lists were built, m */
  double axis[3], sine,
      versine;    /* of its turn in this step: unit axis, sine, 1 - cosine; 0, 0: none */
  double spin[3]; /* at which a steady turn is the same, rad/s */
  uint8_t sides;
  bool drives;  /* its surface has a velocity */
  bool deforms; /* its vertices have velocities of their own */
} scr_facet_wall;

/* What claims ask of a facet, in one place. */
typedef struct scr_facet_label {
  uint32_t vertex[3], wall, id;
} scr_facet_label;

/* What other rooms read: arrays by pair, facet or wall, good until facets or lists change. */
const scr_facet_geometry *scr_facets_geometry(const scr_world *w); /* of contacts and candidates */
const uint8_t *scr_facets_features(const scr_world *w); /* 0 face, 1 to 3 edge, 4 to 6 vertex */
const scr_facet_shape *scr_facets_shapes(const scr_world *w);
const scr_facet_label *scr_facets_labels(const scr_world *w);
const scr_facet_wall *scr_facets_walls(const scr_world *w);
uint64_t scr_facets_version(const scr_world *w); /* of the shapes */
bool scr_facets_periodic(const scr_world *w);
/* How far a wall has moved since the lists were built, m; SCR_NONE: the sum of what the fastest one
 * moved by in each step. */
double scr_facets_path(const scr_world *w, uint32_t wall);
/* For tests: all candidates are computed in each step, pair by pair, and all claims compared. */
bool scr_facets_plain(const scr_world *w);
/* Nothing is known of pair k: its gap counts as beyond all reach. */
void scr_facets_forget(scr_world *w, uint32_t k);

/* Radius of the bottom of a valley by that of the ball, see docs/decisions.md. */
#define SCR_ROUND_PART 0.01

void scr_facets_new(scr_world *w);
void scr_facets_free(scr_world *w);
size_t scr_facets_bytes(const scr_world *w); /* of images */
/* ---- facet.c ---- */
void scr_facets_room(scr_world *w);   /* arrays by pair and by wall */
void scr_facets_survey(scr_world *w); /* what is kept of walls */
void scr_facets_refresh(
    scr_world *w, const bool *wall); /* normals after vertices moved: of these walls (NULL: all) */
void scr_facets_refresh_last(scr_world *w);                 /* the last row is new */
double scr_facet_cutoff(const scr_world *w, uint32_t wall); /* cosine of its cut-off angle */
/* Geometry of the listed pairs: gap, normal, feature. */
void scr_facets_closest(scr_world *w, scr_closest *tile, const uint32_t *pair, size_t n);
void scr_facet_geometry_one(scr_world *w, uint32_t k); /* of one pair */
/* Closest points alone of the contacts among pairs from..to-1, without valleys and motion. */
void scr_facets_closest_of(scr_world *w, uint32_t from, uint32_t to);
/* Of all contacts, unless it is known; for sums outside of a step. */
void scr_facet_geometry_all(scr_world *w);
/* Does the centre of the ball of pair k, `dist` from its facet, lie on it as far as numbers tell? A
 * direction that was found from the distance means nothing then. */
bool scr_facet_is_on(const scr_world *w, uint32_t k, double dist);
/* The unit normal from ball to facet then: it pushes the ball to the side to which the contact
 * pushed it in the last step, else to that which it came from, else to the front. */
void scr_facet_normal_on(const scr_world *w, uint32_t k, const double x[3], double n[3]);
/* ---- images.c ---- */
bool scr_any_period(const scr_world *w);
/* Where balls are, and how far around it they may touch a facet while a list lasts, m. */
typedef struct scr_image_room {
  double lo[3], hi[3], period[3], far;
} scr_image_room;
/* Images in which balls may see a facet: by axis from which to which shift. */
typedef struct scr_image_span {
  int from[3], to[3];
} scr_image_span;
scr_image_span scr_images_of_box(const scr_image_room *m, const double lo[3], const double hi[3]);
/* The same; of a facet that holds a whole image of the cell, that one alone. */
scr_image_span scr_images_of_facet(const scr_world *w, uint32_t f, const scr_image_room *m);
/* False after scr_fail: a facet is so far away that its images have no numbers. */
bool scr_images_hold(const scr_world *w, scr_diag *d, const scr_image_room *m);
void scr_images_remember(scr_world *w); /* those of now are those of the list */
void scr_images_follow(scr_world *w, uint32_t to, uint32_t from); /* a ball has another row */
void scr_images_begin(scr_world *w, uint32_t row); /* those of a ball are counted from zero again */
/* Shifts and images as if the list were built now. */
void scr_facet_shifts_settle(scr_world *w, const scr_image_room *m);
/* Centre of the ball of ball-facet pair k in that image. */
void scr_facet_ball_position(const scr_world *w, uint32_t k, double x[3]);
/* Do the facets of pairs k and q of one ball have a common vertex, each where its pair sees it? */
bool scr_facets_meet(const scr_world *w, uint32_t k, uint32_t q);
/* Is the point of its facet that pair k is nearest to a point of the facet of pair q of the same
 * ball, too? */
bool scr_facet_continues(const scr_world *w, uint32_t k, uint32_t q);
/* ---- drive.c ---- */
/* False after scr_fail: a facet has lost its area. */
bool scr_walls_move(scr_world *w, scr_diag *d, double dt);
/* The spin that takes the wall through its turn of this step, rad/s. */
const double *scr_wall_spin_of_step(const scr_world *w, uint32_t row);
/* How the wall moves at the contact of pair k in this step, and where their branch vector is in the
 * middle of it. */
void scr_facet_drive(scr_world *w, uint32_t k);
/* ---- valley.c ---- */
/* The contact k of a ball that lies at the bottom of a valley of nearly flat facets: gap (m) and
 * normal to the round bottom, see seam.h; false: there is none. */
bool scr_facet_round(const scr_world *w, uint32_t k, double *gap, double n[3]);
/* The pair that carries a ball takes the geometry of the round bottom. */
void scr_valley_round(scr_world *w, uint32_t k);
/* ---- follow.c ---- */
/* The contact whose state pair k, which is none, is to take over though it lies beyond what the
 * CMAT gives to new contacts: it begins with the parameters of that one. SCR_NONE: there is none.
 * Geometry of both must be known. */
uint32_t scr_facet_predecessor(const scr_world *w, uint32_t k);
/* Is pair k, a contact, to take over a bond though it lies beyond its own proximity? */
bool scr_facet_takes_bond(const scr_world *w, uint32_t k);

static inline bool scr_share_vertex(const uint32_t *a, const uint32_t *b, int dim) {
  bool found = false;
  for (int i = 0; i < dim; i++)
    for (int j = 0; j < dim; j++) found |= a[i] == b[j];
  return found;
}

/* Do two facets' normals differ by less than the angle with that cosine, whatever side they show?
 */
static inline bool scr_nearly_flat(const scr_world *w, uint32_t f, uint32_t g, double cosine) {
  const double *n = scr_col(&w->facet, SCR_FACET_NORMAL);
  return scr_dot3(n + 3 * (size_t)f, n + 3 * (size_t)g) >= cosine;
}

static inline uint8_t scr_facet_sides_of(const scr_world *w, uint32_t f) {
  const uint8_t own =
      w->facet.on[SCR_FACET_SIDES] ? ((const uint8_t *)w->facet.base[SCR_FACET_SIDES])[f] : 0;
  if (own) return (uint8_t)(own - 1);
  return ((const uint8_t *)w->wall.base[SCR_WALL_SIDES])[scr_colu(&w->facet, SCR_FACET_WALL)[f]];
}

/* n: from the ball to the facet. */
static inline bool scr_side_is_off(const scr_world *w, uint32_t f, const double n[3]) {
  const uint8_t sides = scr_facet_sides_of(w, f);
  if (sides == 0 || sides == 3) return sides == 3;
  const double s = scr_dot3(n, scr_col(&w->facet, SCR_FACET_NORMAL) +
                                   3 * (size_t)f); /* negative: the ball is on top */
  return sides == 1 ? s > 0 : s < 0;
}

#endif
