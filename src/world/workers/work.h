/* What the room keeps: who has how much to do. Private to it. */
#ifndef SCR_WORK_H
#define SCR_WORK_H

#include "base/tuner.h"
#include "world/workers/workers.h"

struct scr_work {
  scr_tuner tuner;    /* how many workers are fastest, where world.tunes asks for that */
  double besides;     /* s of this cycle that callbacks and histories took */
  int drawn;          /* see world.worker_seed */
  int cut_workers;    /* workers of equal work, 0: none are known, */
  uint32_t cut_balls; /* of so many balls, */
  uint32_t cut[SCR_MAX_WORKERS + 1];      /* each from this row to the next, */
  uint32_t cut_pair[SCR_MAX_WORKERS + 1]; /* and from this pair of balls */
  uint64_t cuts;                          /* how often, since the world was made */
  uint64_t halo_builds; /* of which list, and for how many workers, scr_worker.halo is */
  int halo_workers;
  double *scratch; /* numbers by ball that one function needs for a while: see scr_scratch() */
  size_t cap_scratch;
  uint64_t scratch_cycle; /* the last cycle in which anybody did */
};

#endif
