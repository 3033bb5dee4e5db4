/* What world keeps beside its state: neighbour lists, threads, scratch. Nothing here shows in a
 * result or is saved. */
#ifndef SCR_ENGINE_H
#define SCR_ENGINE_H

#include "base/par.h"
#include "base/tuner.h"
#include "kernel/kernel.h"
#include "world/force/ahead.h"
#include "world/world.h"

enum { SCR_MAX_WORKERS = 256 };

/* Places in scr_world.energy_total: what contacts and balls that are gone leave behind, and what
 * belongs to none. */
enum {
  SCR_TOTAL_SLIP,
  SCR_TOTAL_DASHPOT,
  SCR_TOTAL_STIFFNESS,
  SCR_TOTAL_DAMP,
  SCR_TOTAL_BODY,
  SCR_TOTAL_BOUNDARY,
  SCR_TOTAL_EDIT,
  SCR_TOTAL_WALL,
  SCR_TOTAL_STEP,
  SCR_TOTALS
};

/* What the twin of a ball would offer, and of which ball: rows move. */
typedef struct scr_twin {
  double r, m, k[2]; /* r 0: not known */
  uint32_t surface;
} scr_twin;

struct scr_engine {
  const scr_kernels *kernels;
  scr_par *par;
  int nworker;
  scr_tuner tuner; /* how many of them are fastest, where world.tunes asks for that */
  double besides;  /* s of this cycle that callbacks and histories took */
  int drawn;       /* see world.worker_seed */
  scr_worker *worker[SCR_MAX_WORKERS];
  scr_worker *aside[SCR_MAX_WORKERS]; /* others, for what a callback looks at while something ends:
                                         worker[] holds what a pass found */
  int telling;  /* such callbacks that run; lists may lie between old and new, so that one worker
                   takes all */
  size_t cache; /* scr_cpu_last_cache(), once it is known */
  bool cache_known;
  /* neighbours */
  double skin;          /* m */
  double *built;        /* positions when the lists were built, 3 a ball */
  uint8_t *image_built; /* images then, modulo 256, 3 a ball; none where no side is periodic: they
                           stay what they are */
  size_t cap_built, cap_image;
  int block_bits;                     /* logarithm of the balls of a block: scr_block() */
  uint32_t *first[SCR_CONTACT_TYPES]; /* pairs of the balls from each block on, and the end: see
                                         scr_first_pair() */
  size_t cap_first[SCR_CONTACT_TYPES];
  uint64_t
      *work; /* of the pairs of two balls before each block, and of all: see scr_workers_cut() */
  size_t cap_work;
  int cut_workers;                        /* workers of equal work, 0: none are known, */
  uint32_t cut_balls;                     /* of so many balls, */
  uint32_t cut[SCR_MAX_WORKERS + 1];      /* each from this row to the next, */
  uint32_t cut_pair[SCR_MAX_WORKERS + 1]; /* and from this pair of balls */
  uint64_t cuts;                          /* how often, since the world was made */
  uint64_t halo_builds; /* of which list, and for how many workers, scr_worker.halo is */
  int halo_workers;
  bool wrapped;     /* a ball went through a periodic side since then */
  double travelled; /* how far any ball moved since then at most, m (after a look: any but the
                       runners), */
  double rounding;  /* of which so much is added in each step for the rounding of positions */
  uint32_t *runner, nrunner; /* rows of balls that may move further before the lists end
                                (detect_runners.c), in order */
  size_t cap_runner;
  double head_start;        /* so much further, m; 0: there are none */
  double runners_travelled; /* how far any of them moved at most, m */
  bool stale;               /* some ball has moved too far for the lists */
  bool worn_out;            /* births have scattered contacts too far */
  double wall_move;         /* how far any vertex moved since then, m */
  uint64_t built_cycle;     /* when, for the tuning of the skin */
  uint64_t builds;
  uint32_t born; /* contacts of two balls since then */
  double reach;  /* the largest gap at which a contact of any set of parameters becomes active, m */
  double worn;   /* pairs that were computed since then for a contact among candidates: see
                    scr_neighbours_worn() */
  struct scr_finder *finder; /* see world/search/detect.h; NULL before the first search */
  /* facets */
  struct scr_facets *facets; /* world/facets/facets.h */
  struct scr_claims *claims; /* world/claims/claim.h */
  scr_facet_geometry facet; /* of contacts and near candidates; a gap beyond all reach for others */
  uint8_t *feature;         /* closest feature: 0 face, 1 to 3 edge, 4 to 6 vertex */
  size_t cap_feature;
  uint32_t *fresh; /* ball-facet pairs that a claim lets carry again in this cycle */
  size_t nfresh, cap_fresh;
  /* contacts a ball, for the headroom of the exact sums */
  uint32_t *count;
  uint32_t *balls_with; /* how many balls have so many, up to the largest number */
  size_t cap_count, cap_balls_with;
  uint32_t max_count;
  uint32_t count_before; /* the same before the lists of this step were built, see stage_search();
                            0: they were not */
  uint32_t cmat_pset[SCR_CONTACT_TYPES]; /* set that the default entry gives without inheritance,
                                            SCR_NONE */
  /* timestep */
  double *kn[SCR_CONTACT_TYPES], *ks[SCR_CONTACT_TYPES];
  size_t cap_kn[SCR_CONTACT_TYPES], cap_ks[SCR_CONTACT_TYPES];
  double *stiff; /* SCR_STIFF a ball: high and low parts of K and K_rot: scratch of all balls, or
                    `few` */
  double *few;   /* the same where only those of some balls are touched: the rest costs no memory */
  size_t cap_few;
  scr_twin *twin; /* by row, of balls that nothing touched */
  size_t cap_twin;
  double stiff_high[2], stiff_low[2]; /* magic numbers of those sums: translation, rotation */
  double stiff_max[2];                /* the largest contributions that they are for */
  int stiff_room;                     /* and how many of them: 2^(room + 1) */
  double *scratch; /* numbers by ball that one function needs for a while: see scr_scratch() */
  size_t cap_scratch;
  uint64_t scratch_cycle; /* the last cycle in which anybody did */
  /* events */
  struct scr_queued *queue;
  size_t nqueue, cap_queue;
  bool watch[SCR_EVENTS]; /* is anybody interested? */
  bool split;             /* a callback stands between detection and forces, or at contact_create */
  int states;             /* columns of state that any law so far has needed */
  unsigned busy;          /* bit k: a callback stands between stages k - 1 and k of the cycle, */
  unsigned crowded;       /* and another one */
  double mass_lo, mass_hi;     /* of all balls, kg; 0: none */
  double radius_lo, radius_hi; /* the same, m */
  bool any_fix, any_damp, any_force, any_moment, any_surface, proximities;
  bool elastic;
  bool call_failed; /* a callback of a deletion failed: the cycle or command ends */
  bool making;      /* `made` is being made: ranges of the CMAT are asked for its law */
  scr_contact made;
  double *inertia; /* 2 a ball: scaled masses of timestep mode scale; NULL in other modes */
  size_t cap_inertia;
  bool scaled;
  double fix_checked;  /* the fixed timestep that was warned of */
  bool check_traps;    /* a solve began (world/cycle/traps.c) */
  bool check_walls;    /* or a wall got another velocity */
  unsigned traps_told; /* which of them were, in this world */
  uint32_t traps_ball; /* up to this id balls were looked at for them */
  bool check_fix;      /* a solve began: a fixed timestep is compared with the stable one */
  scr_xsum kinetic;
  double strain, kinetic_of_one; /* J, the latter of the ball that is being edited */
  scr_load *rough; /* sums of stiffness, by ball, that the force pass made for the next timestep
                      (kernel/stiffness.h) */
  size_t cap_rough;
  uint64_t rough_cycle;      /* the cycle that may use them; UINT64_MAX: none */
  bool rough_zero;           /* they are zero */
  double rough_k, rough_ks;  /* the largest kn or ks, and ks, that were added */
  struct scr_bounds *bounds; /* on stiffness, for many cycles (world/timestep/timestep_bounds.c);
                                NULL: never made */
  uint64_t bounds_from;      /* the first cycle that may make some */
  int slip[SCR_LAWS];        /* columns of state that tell slip, by law - 1 */
  uint32_t unread;           /* force passes since one kept it */
  const struct scr_solving *solving;              /* the solve that cycles now */
  scr_pass pass[SCR_PASS_SUM][SCR_CONTACT_TYPES]; /* of cycles, see scr_pass_again() */
  scr_pairs none;                                 /* a list without pairs */
  const struct scr_mover *mover; /* world/motion/motion.h; NULL: the kernel moves all balls */
  scr_motion motion;             /* of the last pass over balls, filled anew for each */
  scr_ahead ahead;               /* motion of the next step, beside the forces of this one */
  double last_dt;                /* of the last cycle, for its closing half-kick, s */
  double dt_before;              /* the timestep as it was when this cycle chose its own, s */
  double sum_size, max_size;     /* of the sizes of forces of contacts of two balls, N; plain sum */
  double sum_body, max_body;     /* bounds on applied forces and weights, N, since no FISH has run;
                                    HUGE_VAL: unknown */
};

#endif
