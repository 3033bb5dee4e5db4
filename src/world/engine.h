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

/* An event waits until its cycle point, then is delivered in canonical order. */
typedef struct scr_queued {
  scr_event event;
  uint64_t key; /* canonical order within one kind of event */
  scr_event_arg arg;
} scr_queued;

/* What the twin of a ball would offer, and of which ball: rows move. */
typedef struct scr_twin {
  double r, m, k[2]; /* r 0: not known */
  uint32_t surface;
} scr_twin;

/* Who asks for the claims on balls: an edit, a look at what comes and goes, or the step, after
 * which what is not claimed is silent.
 */
typedef enum scr_facets_mode {
  SCR_FACETS_EDIT,
  SCR_FACETS_DETECT,
  SCR_FACETS_STEP
} scr_facets_mode;

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
  scr_queued *queue;
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
  scr_motion motion;         /* of the last pass over balls, filled anew for each */
  scr_ahead ahead;           /* motion of the next step, beside the forces of this one */
  double last_dt;            /* of the last cycle, for its closing half-kick, s */
  double dt_before;          /* the timestep as it was when this cycle chose its own, s */
  double sum_size, max_size; /* of the sizes of forces of contacts of two balls, N; plain sum */
  double sum_body, max_body; /* bounds on applied forces and weights, N, since no FISH has run;
                                HUGE_VAL: unknown */
};

/* Blocks of balls: the pairs of one lie together, and workers are cut between them. */
static inline uint32_t scr_block(const struct scr_engine *e) {
  return (uint32_t)1 << e->block_bits;
} /* balls in each */
static inline uint32_t scr_block_of(const struct scr_engine *e, uint32_t row) {
  return row >> e->block_bits;
}
static inline uint32_t scr_blocks(const struct scr_engine *e, uint32_t balls) {
  return scr_block_of(e, balls) + (balls % scr_block(e) != 0);
}
/* Pairs of the balls from row k on, which begins a block, or is the number of balls. */
static inline uint32_t scr_first_pair(const struct scr_engine *e, int type, uint32_t row) {
  return e->first[type][scr_blocks(e, row)];
}
/* world/work/scratch.c: so many numbers a ball, whatever they are, until the next call. */
double *scr_scratch(scr_world *w, size_t numbers);
void scr_scratch_rest(scr_world *w); /* once a cycle: goes if no cycle needs it any more */
void scr_scratch_free(scr_world *w);
/* world/timestep/timestep_rough.c: makes the rough sums of stiffness ready for a force pass; NULL
 * where the next timestep does not ask. */
scr_load *scr_rough_begin(scr_world *w);
void scr_rough_end(scr_world *w);
/* world/timestep/timestep_bounds.c: an edit came between; will the next timestep be known without
 * sums of all balls? */
void scr_bounds_drop(scr_world *w);
void scr_stiffness_forget(scr_world *w); /* the same, and rough sums */
bool scr_bounds_serve(const scr_world *w);
/* The motion of balls [lo, hi), those of worker t, where bounds must know how fast which balls
 * were; false: not done. */
bool scr_bounds_move(const scr_world *w, const scr_motion *m, int t, uint32_t lo, uint32_t hi);
void scr_bounds_motion_begins(scr_world *w);
void scr_bounds_free(struct scr_bounds *b);
size_t scr_bounds_bytes(const struct scr_bounds *b); /* of memory */
/* world/cycle/cycle.c: does anything read the world in the cycle that runs now, or after it? */
bool scr_somebody_looks(const scr_world *w);
bool scr_any_nonzero(const scr_table *t, int col); /* of numbers: in any row */
/* world/cycle/cycle.c: may FISH have set a velocity since the last force pass (at the end of a
 * cycle, in a range of the CMAT)? Callbacks aside. */
bool scr_velocities_open(const scr_world *w);
/* world/cycle/cycle.c: does the next step follow this one with nothing between but the limits of a
 * solve? */
bool scr_goes_on(const scr_world *w);
void scr_gaps_find(scr_world *w); /* engine.busy, engine.crowded */
/* world/cycle/cycle.c: the motion of the next step, if that is as long as this one. */
const scr_motion *scr_next_motion(scr_world *w);
/* world/cycle/cycle.c: the closing half-kick, if it is due: then it is the caller's to run. NULL:
 * it is not. */
const scr_motion *scr_closing_kick(scr_world *w);
/* world/search/carry.c: forces of contacts of balls, and what their laws only report, were stored
 * and nobody asks: zero again, without memory. */
void scr_results_forget(scr_world *w);
/* world/search/detect.c */
bool scr_neighbours_build(scr_world *w, scr_diag *d);
bool scr_neighbours_stale(scr_world *w);
void scr_neighbours_moved(scr_world *w, double drift); /* all balls have drifted for that time, s */
static inline void scr_speeds_forget(scr_worker *l) { l->max_v[0] = l->max_v[1] = l->max_v[2] = 0; }
bool scr_neighbours_worn(scr_world *w); /* to be asked once a cycle */
void scr_finder_free(struct scr_finder *f);
void scr_finder_rest(scr_world *w); /* the memory of a search goes; the next one takes it again */
/* world/facets/facet.c */
void scr_images_remember(scr_world *w);     /* those of now are those of the list */
void scr_facet_shifts_settle(scr_world *w); /* shifts and images as if the list were built now */
/* Centre of the ball of ball-facet pair k in that image. */
void scr_facet_ball_position(const scr_world *w, uint32_t k, double x[3]);
void scr_facet_geometry_one(scr_world *w, uint32_t k); /* of one pair */
void scr_facet_geometry_all(
    scr_world *w); /* of all contacts, unless it is known; for sums outside of a step */
void scr_facets_refresh(
    scr_world *w, const bool *wall); /* normals after vertices moved: of these walls (NULL: all) */
void scr_facets_new(scr_world *w);
void scr_facets_free(scr_world *w);
/* world/claims/wake.c: geometry and claims of all balls near facets, births and deaths of their
 * contacts. */
void scr_facet_update(scr_world *w, scr_diag *d, scr_facets_mode mode);
/* The pairs of worker t of n that may carry force in this step; false: all of them must be looked
 * at. */
bool scr_facets_carrying(const scr_world *w, int t, int workers, const uint32_t **pair, size_t *n);
/* world/cycle/traps.c: what this solve would do in silence; ratio: it goes on to one. False: a
 * warning is an error. */
bool scr_traps_tell(scr_world *w, scr_diag *d, bool ratio);
/* world/force/energy.c: kinetic, strain */
void scr_energies_find(scr_world *w);
bool scr_energies_hold(const scr_world *w); /* are they those of now? */
/* world/claims/claim.c */
/* Energies on: books what a step of another length than the last one (s; 0: there was none) brings
 * in, docs/physics.md; before m is run. */
void scr_energy_timestep(scr_world *w, const scr_motion *m, double last);
void scr_facet_book_fresh(
    scr_world *w); /* energy of contacts that a claim let carry in this cycle */
/* world/facets/valley.c: the contact k of a ball that lies at the bottom of a valley of nearly flat
 * facets: gap (m) and normal to the round bottom, see seam.h; false: there is none. */
bool scr_facet_round(const scr_world *w, uint32_t k, double *gap, double n[3]);
/* world/facets/drive.c */
void scr_walls_move(scr_world *w, double dt);
/* world/bodies/wall.c */
void scr_facet_neighbours(scr_world *w); /* after a wall was made or deleted */
/* world/force/giants.c: all n of them, at these magic numbers, of forces and of moments, and what
 * rounding leaves at finer ones. */
void scr_giants_add(scr_world *w, size_t n, const double magic[2], const double fine[2]);
/* world/force/force.c */
void scr_pass_init(scr_world *w, scr_pass *p, scr_contact_type type, scr_pass_mode mode);
/* The one of that mode that cycles use again and again: what the world gives is filled in, the rest
 * is as its user left it. */
scr_pass *scr_pass_again(scr_world *w, scr_contact_type type, scr_pass_mode mode);
/* What is asked of a force pass. */
typedef struct scr_asked {
  bool reports; /* what only readers need: forces of contacts, of dashpots, ... */
  bool last;    /* a cycle may end here, and somebody look: nothing of the next one is done yet */
  bool sizes; /* of the forces of contacts of two balls: their sum and the largest (engine.sizes) */
} scr_asked;
bool scr_forces(scr_world *w, scr_diag *d, double dt, scr_asked asked);
/* What the last force pass left out, while it can still be told. */
void scr_forces_report(scr_world *w);
/* A pass of any kind over all pairs of its type, that adds nothing to balls: each worker's part by
 * a thread. */
void scr_pass_all(scr_world *w, const scr_pass *p);
/* Makes the contacts of `pairs` (places in the list of that type) in canonical order. False after
 * an error of a range: none of them is made, and the next search finds them again. */
bool scr_contacts_born(scr_world *w, scr_diag *d, scr_contact_type type, uint32_t *pairs, size_t n);
/* Takes back contacts that were just made, and have carried nothing. */
void scr_contacts_unborn(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n);
void scr_contacts_gone(scr_world *w, scr_contact_type type, uint32_t *pairs, size_t n);
void scr_contacts_part(scr_world *w, scr_contact_type type, uint32_t *pairs,
                       size_t n); /* the same: their pieces moved apart */
bool scr_forces_start(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n);
bool scr_forces_refresh(scr_world *w);
/* A contact got another law outside of the cycle: it is evaluated like a new one. */
void scr_contact_restart(scr_world *w, scr_contact c);
void scr_masses_survey(scr_world *w);
void scr_forces_sum(
    scr_world *w); /* sums all forces again, for instance after a contact was deleted by the user */
/* Detects births and deaths at the present positions without forces. */
bool scr_detect(scr_world *w, scr_diag *d);
/* world/contacts/count.c */
void scr_count_contacts(scr_world *w);
void scr_count_change(scr_world *w, scr_contact_type type, uint32_t k,
                      bool more);                          /* contact k came, or goes */
void scr_count_follow(scr_world *w, const uint32_t *from); /* all of them, row k was row from[k] */
/* world/contacts/pairs.c, world/contacts/contact.c */
void scr_pairs_grow(scr_pairs *p, uint32_t n);
uint64_t scr_contact_key(const scr_world *w, scr_contact_type type,
                         uint32_t k); /* canonical order: lower id, higher id */
void scr_pairs_free(scr_pairs *p);
void scr_pairs_need(scr_pairs *p, int states, bool work, bool dash); /* columns */
void scr_pairs_drop_dash(scr_pairs *p);                              /* those of dashpots */
size_t scr_pairs_bytes(const scr_pairs *p);                          /* of memory, in all columns */
void scr_pairs_clear_row(scr_pairs *p, uint32_t k);
void scr_pairs_other_law(scr_pairs *p, uint32_t k, uint8_t law,
                         uint32_t set); /* contact k begins anew, with its id and groups */
void scr_contact_book(scr_world *w, scr_contact_type type,
                      uint32_t k); /* what it has lost stays in the totals */
void scr_pairs_move_row(scr_pairs *p, uint32_t to, uint32_t from);
void scr_pairs_copy_state(scr_pairs *p, uint32_t to, uint32_t from);
/* What contact k has: number of its parameters (to be called before it is counted), groups, handle.
 */
void scr_pairs_set_set(scr_pairs *p, uint32_t k, uint32_t set);
void scr_pairs_set_groups(scr_pairs *p, uint32_t k, uint32_t groups);
void scr_pairs_set_slot(scr_pairs *p, uint32_t k, uint32_t slot);
void scr_sort_canonical(const scr_world *w, scr_contact_type type, uint32_t *pairs, size_t n);
void scr_contact_moved(scr_world *w,
                       scr_contact c); /* it stands at another place now: its handle follows */
void scr_contact_drop(scr_world *w, scr_contact_type type,
                      uint32_t k); /* makes it a candidate again; books its energies */
uint32_t scr_pset_variant(scr_world *w,
                          const scr_pset *p); /* number of an equal set, or a new one */
void scr_pset_for(scr_world *w, scr_contact c, const scr_cmat_entry *e, scr_pset *out);
/* The largest gap at which any entry for that type lets a contact begin, by its proximity or by the
 * reach of its law: m, or a part of the smaller radius (0: none). */
void scr_cmat_reach(const scr_world *w, scr_contact_type type, double *gap, double *part);
/* Parameters of a contact between a ball and its twin, as far as they follow surface properties. */
void scr_inherit_twin(const scr_world *w, uint32_t row, const scr_cmat_entry *e, double *param);
/* The first entry in whose range the contact lies. NULL: a range had an error. */
const scr_cmat_entry *scr_cmat_for(scr_world *w, scr_diag *d, scr_contact c);
void scr_contacts_reinherit(scr_world *w, scr_kind kind, uint32_t row);
int scr_states_needed(const scr_world *w);
/* world/world.c */
void scr_world_event(scr_world *w, scr_event event, uint64_t key, scr_kind kind, scr_ref ref,
                     int mode);
/* Around what is called while contacts begin or end: bodies may not change meanwhile. `begin`
 * returns the cycle point for `end`.
 */
double scr_telling_begin(scr_world *w);
void scr_telling_end(scr_world *w, double point);
void scr_ids_take(scr_ids *s, uint32_t id);
void scr_ids_give(scr_ids *s, uint32_t id);
void scr_ids_free(scr_ids *s);
static inline bool scr_ids_has(const scr_ids *s, uint32_t id) {
  return id / 64 < s->cap && s->bit[id / 64] >> id % 64 & 1;
}
void scr_world_refresh(scr_world *w); /* typed pointers into the tables */
void scr_balls_remove(scr_world *w, const uint32_t *rows,
                      size_t n); /* inside of a cycle too: a destroying domain */
void scr_ball_inertia(scr_world *w, uint32_t row);
void scr_ball_inertia_of(const scr_world *w, uint32_t row, double *m, double *moi);
/* world/work/workers.c: how many workers are worth their while, have threads, and are fastest */
int scr_workers_for(const scr_world *w);
int scr_workers_settled(const scr_world *w); /* the same without what is only on trial */
/* A clock for this choice; 0: there is none. */
double scr_workers_clock(const scr_world *w);
void scr_workers_aside(scr_world *w,
                       double begin); /* what has been done since then is no part of the step */
/* A cycle that began then, when there had been so many lists, is over: how many workers has the
 * next one? */
void scr_workers_tune(scr_world *w, double begin, uint64_t builds);
/* Balls [lo, hi) of worker t of n. */
void scr_worker_rows(const scr_world *w, int t, int n, uint32_t *lo, uint32_t *hi);
/* Its pairs, whose ends may be balls of other workers. */
void scr_worker_pairs(const scr_world *w, scr_contact_type type, int t, int n, uint32_t *first,
                      uint32_t *last);
/* A pass over them. */
void scr_worker_pass(const scr_world *w, const scr_pass *p, int t, int n);
/* So much is the work with a pair that touches, and with another one, in engine.work. */
enum { SCR_WORK_TOUCHING = 5, SCR_WORK_OTHER = 2 };
void scr_workers_cut(scr_world *w); /* by the lists, which were just made */
/* world/bodies/domain.c */
bool scr_domain_enforce(scr_world *w,
                        scr_diag *d); /* what balls meet at sides that are not periodic */
/* world/bodies/rotation.c. `t` is w->ball or w->wall; an orientation is an angle in 2D, Euler angles
 * in 3D, in degrees. */
void scr_orientations_turn(scr_world *w, double dt);
void scr_orientation_begin(scr_world *w, scr_table *t, uint32_t row); /* of a new thing */
void scr_orientation_get(const scr_world *w, const scr_table *t, uint32_t row, double *out);
void scr_orientation_set(scr_world *w, scr_table *t, uint32_t row, const double *in);
/* world/timestep/timestep.c */
bool scr_timestep_choose(scr_world *w, scr_diag *d);
/* Scaled masses go with the balls, whose half-kick may still be due: row k was row from[k]. */
void scr_inertia_follow(scr_world *w, const uint32_t *from, uint32_t n);
void scr_twins_forget(scr_world *w); /* the law that they have by default becomes another */

static inline double scr_dot3(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static inline void scr_cross3(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}
/* Whole columns, of which each row has its value in memory. */
static inline void *scr_column_of(const scr_table *t, int col) {
  assert(!(t->col[col].flags & SCR_COL_UNIFORM));
  return t->base[col];
}
static inline double *scr_col(const scr_table *t, int col) { return scr_column_of(t, col); }
static inline uint32_t *scr_colu(const scr_table *t, int col) { return scr_column_of(t, col); }
static inline int32_t *scr_coli(const scr_table *t, int col) { return scr_column_of(t, col); }
/* What one row has of any column. */
static inline const double *scr_real_at(const scr_table *t, int col, uint32_t row) {
  return scr_table_at(t, col, row);
}
static inline uint32_t scr_word_at(const scr_table *t, int col, uint32_t row) {
  return *(const uint32_t *)scr_table_at(t, col, row);
}
static inline const int32_t *scr_int_at(const scr_table *t, int col, uint32_t row) {
  return scr_table_at(t, col, row);
}
/* Period of an axis, 0 if it is not periodic. */
static inline double scr_period(const scr_world *w, int c) {
  return w->domain.set && w->domain.condition[c] == SCR_B_PERIODIC && c < w->dim
             ? w->domain.hi[c] - w->domain.lo[c]
             : 0;
}
#endif
