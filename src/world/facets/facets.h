/* What the world keeps of balls beside facets from step to step; private to facet.c, look.c,
 * claim.c, valley.c and drive.c. Nothing here shows in a result or is saved. */
#ifndef SCR_FACETS_H
#define SCR_FACETS_H

#include "kernel/closest.h"
#include "world/engine.h"

/* A ball and the facets that it may touch. Those near it are computed in each step. All others
 * cannot come within reach before ball and wall have moved by `room` together. */
typedef struct scr_facet_row {
  uint32_t ball, first, last; /* row of the ball, its places in the list of pairs */
  uint32_t awake;             /* the near ones stand in scr_facets.near, from `first` on */
  uint32_t wall;              /* that all others belong to; SCR_NONE: several */
  bool due;                   /* all were computed in this step */
  double room, path; /* m; what the wall, or the one that moved furthest, had moved by when they
                        were looked at */
  scr_pose look;     /* the ball then */
} scr_facet_row;

typedef struct scr_facet_wall {
  double cutoff, cosine; /* of the cut-off angle: degrees, and its cosine */
  double path;           /* how far any of its vertices has moved since the lists were built, m */
  double axis[3], sine,
      versine; /* of its turn in this step: unit axis, sine, 1 - cosine; 0, 0: none */
  uint8_t sides;
  bool drives; /* its surface has a velocity */
} scr_facet_wall;

/* What claims ask of a facet, in one place. */
typedef struct scr_facet_label {
  uint32_t vertex[3], wall, id;
} scr_facet_label;

/* One facet within reach of a ball, while it is decided who claims it. */
typedef struct scr_claim {
  uint32_t pair, facet;
  scr_facet_label of;
  int feature;
  double gap;
  bool off, keep; /* the ball lies on a side that is not active; it is the facet's */
} scr_claim;

/* What one thread writes. */
typedef struct scr_facet_worker {
  scr_claim *claim; /* on one ball, in order of facet id; the memory serves the next ball, too */
  size_t n, cap;
  uint32_t *todo;   /* pairs to compute */
  uint32_t *within; /* of one ball: those within reach */
  uint32_t *carry;  /* pairs that may carry force, for the pass */
  uint32_t *born, *gone, *waiting,
      *fresh; /* pairs; rows whose claims wait for births; pairs that carry again */
  size_t ntodo, cap_todo, cap_within, ncarry, cap_carry, nborn, cap_born, ngone, cap_gone, nwaiting,
      cap_waiting, nfresh, cap_fresh;
  scr_xsum edit; /* J, of claims that changed */
  bool booked;
  scr_closest *tile;
} scr_facet_worker;

struct scr_facets {
  scr_facet_shape *shape; /* by facet */
  scr_facet_label *label;
  size_t cap_shape, cap_label;
  uint64_t version;     /* of the shapes */
  scr_facet_wall *wall; /* by wall */
  size_t nwall, cap_wall;
  scr_facet_row *row; /* by ball, those with candidates */
  size_t nrow, cap_row;
  uint32_t *near; /* places of pairs */
  size_t cap_near;
  uint32_t npair;
  uint64_t builds, path_builds; /* the lists that rows and paths belong to */
  double path;                  /* sum of what the fastest vertex moved by in each step since, m */
  double gap, part;             /* reach of the last looks, see scr_cmat_reach */
  bool periodic;
  int workers; /* whose lists `carry` hold the pairs for the pass; 0: nobody's */
  bool plain;  /* for tests: all candidates are computed in each step, pair by pair, and all claims
                  compared */
  scr_facet_worker *worker[SCR_MAX_WORKERS];
};

/* Radius of the bottom of a valley by that of the ball, see docs/decisions.md. */
#define SCR_ROUND_PART 0.01

/* facet.c */
void scr_facets_room(scr_world *w);                         /* arrays by pair and by wall */
void scr_facets_survey(scr_world *w);                       /* what is kept of walls */
double scr_facet_cutoff(const scr_world *w, uint32_t wall); /* cosine of its cut-off angle */
/* Geometry of the listed pairs: gap, normal, feature. */
void scr_facets_closest(scr_world *w, scr_closest *tile, const uint32_t *pair, size_t n);
/* Does the centre of the ball of pair k, `dist` from its facet, lie on it as far as numbers tell? A
 * direction that was found from the distance means nothing then. */
bool scr_facet_is_on(const scr_world *w, uint32_t k, double dist);
/* The unit normal from ball to facet then: it pushes the ball to the side to which the contact
 * pushed it in the last step, else to that which it came from, else to the front. */
void scr_facet_normal_on(const scr_world *w, uint32_t k, const double x[3], double n[3]);
/* drive.c */
/* How the wall moves at the contact of pair k in this step, and where their branch vector is in the
 * middle of it. */
void scr_facet_drive(scr_world *w, uint32_t k);
/* claim.c */
/* The n pairs of one ball that are within reach: who claims it; hand-over of state; those that
 * carry. */
void scr_claims_settle(scr_world *w, scr_facet_worker *l, const uint32_t *pair, size_t n,
                       scr_facets_mode mode);
/* The contact whose state pair k, which is none, is to take over though it lies beyond what the
 * CMAT gives to new contacts: it begins with the parameters of that one. SCR_NONE: there is none.
 * Geometry of both must be known. */
uint32_t scr_facet_predecessor(const scr_world *w, uint32_t k);
/* valley.c */
void scr_valley_round(
    scr_world *w,
    uint32_t k); /* the pair that carries a ball takes the geometry of the round bottom */

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

/* n: from the ball to the facet. */
static inline bool scr_side_is_off(const scr_world *w, uint32_t f, const double n[3]) {
  const uint8_t sides =
      ((const uint8_t *)w->wall.base[SCR_WALL_SIDES])[scr_colu(&w->facet, SCR_FACET_WALL)[f]];
  if (sides == 0 || sides == 3) return sides == 3;
  const double s = scr_dot3(n, scr_col(&w->facet, SCR_FACET_NORMAL) +
                                   3 * (size_t)f); /* negative: the ball is on top */
  return sides == 1 ? s > 0 : s < 0;
}

#endif
