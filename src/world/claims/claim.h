/* What is kept of balls beside facets from step to step; private to wake.c and claim.c. Nothing
 * here shows in a result or is saved. */
#ifndef SCR_CLAIM_H
#define SCR_CLAIM_H

#include "world/claims/claims.h"
#include "world/engine.h"
#include "world/facets/facets.h"

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
  bool moved; /* a bond went to another facet */
  scr_closest *tile;
} scr_facet_worker;

struct scr_claims {
  scr_facet_row *row; /* by ball, those with candidates */
  size_t nrow, cap_row;
  uint32_t *near; /* places of pairs */
  size_t cap_near;
  uint32_t npair;
  uint64_t builds;  /* the lists that rows belong to */
  double gap, part; /* reach of the last looks, see scr_cmat_reach */
  int workers;      /* whose lists `carry` hold the pairs for the pass; 0: nobody's */
  scr_facet_worker *worker[SCR_MAX_WORKERS];
  uint32_t *fresh; /* ball-facet pairs that a claim lets carry again in this cycle */
  size_t nfresh, cap_fresh;
};

/* The n pairs of one ball that are within reach: who claims it; hand-over of state; those that
 * carry. */
void scr_claims_settle(scr_world *w, scr_facet_worker *l, const uint32_t *pair, size_t n,
                       scr_facets_mode mode);
/* The contact that keeps pair k from being bonded: it carries the ball in its place, or holds the
 * bond of the smooth patch, or was its contact before those with ids from `first` on were made.
 * SCR_NONE: there is none. Raw geometry of the ball's contacts must be known. */
uint32_t scr_claims_against_bond(scr_world *w, uint32_t k, uint32_t first);

#endif
