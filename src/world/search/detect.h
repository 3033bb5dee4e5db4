/* The parts of the search for candidates and what they share: cells (grid.h), pairs of balls, pairs
 * with facets, the carrying of contacts from the old list to the new one. Memory is kept from one
 * search to the next where they follow each other soon. */
#ifndef SCR_DETECT_H
#define SCR_DETECT_H

#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/search/grid.h"
#include "world/search/search.h"

/* Pairs of a block of balls are listed in this order, so that tiles are of one kind. */
enum {
  SCR_TOUCHING,
  SCR_APART,
  SCR_LATER
}; /* they touch; a contact may begin; none can begin yet */

/* The next n pairs of a list are those of row a. */
typedef struct scr_found {
  uint32_t a, n;
  bool before; /* some of them belong to the block of the other ball */
} scr_found;

typedef struct scr_found_list {
  scr_found *ball;
  uint32_t *pair; /* the other row, with the nearness from SCR_NEARNESS_BIT on */
  size_t nball, n, cap_ball, cap;
  uint32_t *place; /* where the next pair of each bucket goes; before that their number */
  size_t cap_place;
} scr_found_list;

/* A ball near a facet, in a periodic image. */
typedef struct scr_found_facet {
  uint32_t ball, facet;
  uint64_t shift;
} scr_found_facet;

/* Facets that lie beside each other, and their box. */
typedef struct scr_patch {
  uint32_t first, n;
  double lo[3], hi[3];
} scr_patch;

/* The search goes in rounds: pairs of one class of radii, those of different ones, those that only
 * the head start of runners brings near. */
enum { SCR_ONE_CLASS, SCR_TWO_CLASSES, SCR_ON_THE_WAY, SCR_ROUNDS };

/* What one thread finds. */
typedef struct scr_finder_worker {
  scr_found_list found[SCR_ROUNDS];
  scr_ball_columns around; /* n balls of the cells around the one at hand */
  uint32_t n;
  scr_ball_run run[64]; /* and where those are that are still to be gathered */
  int runs;
  size_t cap_col[4], cap_row;
  scr_closest *tile;               /* pairs with facets whose closest points are to be asked for, */
  scr_found_facet asked[SCR_TILE]; /* and which ones they are */
  scr_found_facet *facet;
  size_t nfacet, cap_facet;
  uint32_t *spare; /* numbers that are needed for a while */
  size_t cap_spare;
  uint32_t *next; /* carrying: where the next contact of each ball of the worker goes */
  uint32_t *sorted[2];
  size_t cap_next, cap_sorted[2];
  uint32_t kept; /* contacts that go on */
  bool strange;  /* a contact of another worker's ball where none should be */
} scr_finder_worker;

/* The new list while it is made, and one column of each kind that is not in use: the next column
 * goes there. All have room for `cap` pairs, as the list itself. */
typedef struct scr_new_list {
  uint32_t n, cap;
  uint32_t *i, *j;
  uint64_t *shift; /* of pairs with facets */
  double *real;
  uint32_t *word;
  uint8_t *byte;
} scr_new_list;

/* Contacts of the old list by the lower of their rows now. */
typedef struct scr_old_list {
  uint32_t *start; /* first contact of each ball, one number more than balls */
  uint32_t *place; /* in the old list, SCR_NONE once it was found */
  uint32_t *other; /* the other row */
  uint64_t *mark;  /* by ball: a bit for each of these, modulo 64 */
  struct scr_carried {
    uint32_t from, to; /* places in the old and in the new list */
  } * kept;            /* contacts that go on; those of a worker begin with its first ball's */
  uint32_t *from;      /* by place in the new list of pairs of balls: see scr_placing */
  size_t cap_start, cap_place, cap_other, cap_kept, cap_mark, cap_from;
} scr_old_list;

struct scr_finder {
  scr_grid grid;
  scr_near near;
  int workers;
  scr_finder_worker worker[SCR_MAX_WORKERS];
  scr_new_list fresh[SCR_CONTACT_TYPES];
  scr_old_list old;
  uint32_t *order; /* old row of each row, where they were moved */
  uint32_t *to;    /* new row of each old row */
  void *column;    /* room for a column of balls, while they are moved */
  size_t cap_order, cap_to, cap_column;
  bool moved;
  bool holds; /* memory of a search */
  struct {
    bool force;
    uint32_t state;
  } zero; /* columns of pairs of balls that were cleared when the list was made: forces, and a bit
             for each state */
  scr_patch *patch; /* of these facets (scr_facets.version), for balls of about that size (m) */
  size_t npatch, cap_patch;
  uint64_t patches_of;
  double patch_room;
  uint32_t later; /* candidates that could not be contacts when the list was made */
  struct {
    uint32_t balls, pairs;
  } listed[SCR_CONTACT_TYPES]; /* how many there were when the list was made */
};

/* What the room keeps. */
struct scr_search {
  double skin;   /* m */
  bool holds;    /* the list that is made holds all contacts, as far as they may be apart */
  double *built; /* positions when the lists were made, 3 a ball */
  size_t cap_built;
  double travelled; /* how far any ball moved since then at most, m (after a look: any but the
                       runners), */
  double rounding;  /* of which so much is added in each step for the rounding of positions */
  uint32_t *runner, nrunner; /* rows of balls that may move further before the lists end
                                (detect_runners.c), in order */
  size_t cap_runner;
  double head_start;        /* so much further, m; 0: there are none */
  double runners_travelled; /* how far any of them moved at most, m */
  bool outrun;              /* some ball has moved too far for the lists */
  bool scattered;           /* births have scattered contacts too far */
  uint32_t born;            /* contacts of two balls since then */
  double worn; /* pairs that were computed since then for a contact among candidates: see
                  scr_neighbours_worn() */
  struct scr_finder *finder; /* NULL before the first search */
};

/* Runs body on all threads; those from f->workers on have nothing to do. */
void scr_finder_run(const scr_world *w, void (*body)(void *user, int t, int threads), void *user);
/* The same by so many threads: one or f->workers. */
void scr_finder_run_by(const scr_world *w, int workers,
                       void (*body)(void *user, int t, int threads), void *user);
/* How many of them are worth their while for what takes a few nanoseconds a ball. */
int scr_finder_workers(const scr_world *w);
/* Where part t of n things begins. */
static inline uint32_t scr_part(uint32_t n, int t, int workers) {
  return (uint32_t)((uint64_t)n * (uint64_t)t / (uint64_t)workers);
}

/* Room for n balls in l->around; those that are there stay. */
void scr_finder_room(scr_finder_worker *l, size_t n);

/* world/search/detect_runners.c: which balls are runners, and how far they may move beyond half the
 * skin (scr_search.runner, .head_start). Rows are those of the new list; radii and periods of
 * f->grid, the skin and f->near are known. */
void scr_runners_choose(scr_world *w, const struct scr_finder *f);
/* No ball was faster in the last motion, m/s; 0: there was none, or nothing moved. */
double scr_speed_bound(const scr_world *w);
bool scr_is_runner(const struct scr_engine *e, uint32_t row);
/* The first of the runners that is not below `row`. */
uint32_t scr_runners_from(const struct scr_engine *e, uint32_t row);

/* world/search/detect_balls.c: the pairs of balls, into f->fresh[0] and the index of blocks. */
void scr_find_balls(scr_world *w, struct scr_finder *f);
/* world/search/detect_held.c: bonded contacts of balls that are not among them stay. */
void scr_keep_held(scr_world *w, struct scr_finder *f);
/* Of f->grid, whose levels are known: where facets are looked for. */
scr_image_room scr_facet_room(const struct scr_finder *f);
/* world/search/detect_facets.c: the pairs with facets, into f->fresh[1] and the index of blocks. */
void scr_find_facets(scr_world *w, struct scr_finder *f);
void scr_new_list_free(scr_new_list *list);
/* world/search/carry.c. Rows of the old lists follow the balls. */
void scr_carry_rows(scr_world *w, struct scr_finder *f);
/* Before the search: contacts of the old list by ball. */
void scr_carry_begin(scr_world *w, struct scr_finder *f, scr_contact_type type);
/* Room in the new list for n pairs. */
void scr_carry_room(scr_world *w, struct scr_finder *f, scr_contact_type type, uint32_t n);
/* Is what only readers need of an earlier step, and nobody looks? */
static inline bool scr_results_old(const scr_world *w) {
  return w->engine->solving && !scr_fresh(w, SCR_REPORTS);
}
/* The new list takes the place of the old one, with what was known of its contacts. Contacts that
 * are not in it end. */
void scr_carry_end(scr_world *w, struct scr_finder *f, scr_contact_type type);

#endif
