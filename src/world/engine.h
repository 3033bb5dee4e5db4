/* What world keeps beside its state: neighbour lists, threads, scratch. Nothing here shows in a
 * result or is saved. */
#ifndef SCR_ENGINE_H
#define SCR_ENGINE_H

#include "base/par.h"
#include "kernel/kernel.h"
#include "world/world.h"

enum { SCR_MAX_WORKERS = 256 };

/* The index of the lists by blocks of balls: the pairs of one lie together, and workers are cut
 * between blocks (world/workers/workers.h). */
typedef struct scr_block_index {
  int bits;                           /* logarithm of the balls of a block */
  uint32_t *first[SCR_CONTACT_TYPES]; /* pairs of the balls from each block on, and the end */
  size_t cap_first[SCR_CONTACT_TYPES];
  uint64_t *work; /* with the pairs of two balls before each block, and with all */
  size_t cap_work;
} scr_block_index;

/* What any ball, or set of parameters, has at all; extremes (world/state/survey.h). */
typedef struct scr_surveyed {
  double mass_lo, mass_hi;     /* of all balls, kg; 0: none */
  double radius_lo, radius_hi; /* the same, m */
  bool any_fix, any_damp, any_force, any_moment, any_surface, proximities;
  double reach; /* the largest gap at which a contact of any set of parameters becomes active, m */
} scr_surveyed;

/* Scaled masses of timestep mode scale (world/state/inertia.h). */
typedef struct scr_scaled_inertia {
  double *of; /* 2 a ball */
  size_t cap;
  bool scaled; /* else the masses are the real ones */
} scr_scaled_inertia;

/* Threads and kernels, and what all rooms look at; all else is a room's own. */
struct scr_engine {
  const scr_kernels *kernels;
  scr_par *par;
  int nworker;
  scr_worker *worker[SCR_MAX_WORKERS];
  scr_worker *aside[SCR_MAX_WORKERS]; /* others, for what a callback looks at while something ends:
                                         worker[] holds what a pass found */
  int telling; /* callbacks of deletions that run; lists may lie between old and new, so that one
                  worker takes all */
  bool barred; /* one of them runs where else bodies might change */
  bool call_failed;                  /* one of them failed: the cycle or command ends */
  const struct scr_solving *solving; /* the solve that cycles now */
  /* the lists there are */
  uint64_t builds;      /* how often they were made: whoever goes by places in them asks */
  uint64_t built_cycle; /* when */
  bool wrapped;         /* a ball went through a periodic side since then */
  double wall_move;     /* how far any vertex moved since then, m */
  double strain_move;   /* by how much two balls between which there is no pair may have come nearer
                           by strain of the domain, m */
  double strain[3];     /* of the last step: scr_pass.strain */
  scr_block_index blocks;
  scr_surveyed survey;
  /* laws that give moments, laws with bonds, laws that do not report: in use so far */
  bool any_rotates, any_bonds, any_silent;
  bool any_oriented; /* laws that follow how bodies turn */
  bool any_networks; /* of springs */
  bool any_calls;    /* the law that calls a function: one worker does everything */
  scr_scaled_inertia inertia;
  double *stress; /* of each ball, Pa; 9 a row (world/measure/balls.c) */
  size_t cap_stress;
  /* rooms */
  struct scr_events *events;
  struct scr_work *work;
  struct scr_facets *facets;
  struct scr_contacts *contacts;
  struct scr_claims *claims;
  struct scr_search *search;
  struct scr_rigid *rigid;
  struct scr_moving *motion;
  struct scr_force *force;
  struct scr_stepper *stepper;
  struct scr_sides *sides;
  struct scr_cycle *cycle;
};

#endif
