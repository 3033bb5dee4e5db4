/* What the room keeps of contacts beside their lists. Private to it. */
#ifndef SCR_CONTACTS_KEPT_H
#define SCR_CONTACTS_KEPT_H

#include "world/engine.h"

/* What methods of the CMAT gave a contact that was made in this step, J. */
typedef struct scr_brought {
  scr_contact contact;
  uint32_t id; /* of the contact: it may have moved to another facet since */
  double energy;
} scr_brought;

/* A contact whose methods of the CMAT are to be run yet. */
typedef struct scr_begun {
  scr_contact contact;
  const scr_cmat_entry *entry;
} scr_begun;

struct scr_contacts {
  /* contacts a ball, for the headroom of the exact sums */
  uint32_t *count;
  uint32_t *balls_with; /* how many balls have so many, up to the largest number */
  size_t cap_count, cap_balls_with;
  uint32_t max_count;
  uint32_t count_before; /* the same before the search of this step, if it is held */
  bool held;
  uint32_t cmat_pset[SCR_CONTACT_TYPES]; /* set that the default entry gives without inheritance,
                                            SCR_NONE */
  size_t most_psets; /* so many sets may be there until those that are used are looked for again */
  int states;        /* columns of state that any law so far has needed */
  uint32_t lawless[SCR_CONTACT_TYPES]; /* contacts up to this id came before the CMAT had a law for
                                          them, and nobody has given any of them one since; 0 */
  bool apart;                          /* contacts are made at any gap */
  bool making; /* `made` is being made: ranges of the CMAT are asked for its law */
  scr_contact made;
  int slip[SCR_LAWS];                             /* columns of state that tell slip, by law - 1 */
  scr_pass pass[SCR_PASS_SUM][SCR_CONTACT_TYPES]; /* of cycles, see scr_pass_again() */
  double *stress;                                 /* of balls in networks of springs, 9 each */
  size_t cap_stress;
  struct scr_face *face; /* bonds of these networks, as a step has them */
  size_t cap_face;
  bool edited;          /* some pairs are SCR_PAIR_EDITED */
  bool begun_by_edit;   /* some may be SCR_PAIR_BEGUN */
  scr_brought *brought; /* waiting to be booked */
  size_t nbrought, cap_brought;
  scr_brought *given; /* booked in this step */
  size_t ngiven, cap_given;
  scr_begun *begun; /* contacts with facets, in the order of their births */
  size_t nbegun, cap_begun;
  struct scr_known_table *table; /* tables that properties of contacts name (tables.h) */
  size_t ntable, cap_table;
  scr_curve *curve; /* these, by the number of their word, for kernels */
  size_t ncurve, cap_curve;
  scr_pairs none; /* a list without pairs */
  size_t cache;   /* scr_cpu_last_cache(), once it is known */
  bool cache_known;
};

#endif
