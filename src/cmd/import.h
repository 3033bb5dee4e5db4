/* Balls in bulk: read from a file, packed at random or on a lattice. */
#ifndef SCR_IMPORT_H
#define SCR_IMPORT_H

#include "cmd/attribute.h"

/* What one command makes. Nothing is made, or all of it. */
typedef struct scr_ball_batch {
  scr_pose *pose;
  uint32_t *id;      /* NULL: first_id, first_id + 1, ... */
  uint32_t first_id; /* 0: behind the largest in use */
  scr_loc id_at;     /* where the id was given; no source: nowhere */
  size_t n, cap_pose, cap_id;
  scr_group_phrases groups;
  scr_misfit misfit; /* why nothing was made */
} scr_ball_batch;
bool scr_ball_batch_make(scr_args *a, scr_ball_batch *b);
void scr_ball_batch_free(scr_ball_batch *b);
void scr_ball_batch_add(scr_ball_batch *b, const double x[3], double r);
bool scr_ball_batch_first_id(scr_args *a, scr_ball_batch *b); /* reads it */
bool scr_domain_needed(scr_args *a); /* an error unless the domain is set */
/* An error at the box unless it lies in the domain. */
bool scr_box_fits(scr_args *a, const scr_loc *at, const double lo[3], const double hi[3],
                  const scr_domain *domain);
double scr_ball_default_radius(const scr_world *w); /* 1/40 of the smallest extent of the domain */

/* Uniform between two radii; or normal about their mean with half their difference as deviation,
 * none below `cutoff` times the smaller. */
typedef struct scr_sizes {
  double radius[2];
  bool gauss;
  double cutoff;
} scr_sizes;
double scr_draw_radius(const scr_sizes *s, double largest, scr_rng *rng);

/* A FISH function that gives radii. */
typedef struct scr_size_law {
  scr_loc at; /* no source: none is given */
  int function, nargs;
  scr_val arg[8];
} scr_size_law;
bool scr_size_law_given(const scr_size_law *l);
bool scr_size_law_read(scr_args *a, scr_size_law *l);
/* It alone gives the radii: an error if another word, `with`, is there to say how they are (NULL:
 * none is). */
bool scr_size_law_alone(scr_args *a, const scr_size_law *l, const char *with);
/* The function's next radius times `scale`; 0: it failed, or what it gave is no number, not
 * positive, or beyond `largest`. */
double scr_size_law_draw(scr_args *a, const scr_size_law *l, double scale, double largest);
void scr_size_law_free(scr_size_law *l);

bool scr_ball_import(scr_args *a);
bool scr_ball_generate(scr_args *a);
bool scr_ball_tractions(scr_args *a);
bool scr_ball_distribute(scr_args *a);
extern const scr_word_row scr_ball_import_words[], scr_ball_generate_words[],
    scr_ball_distribute_words[], scr_ball_tractions_words[];

#endif
