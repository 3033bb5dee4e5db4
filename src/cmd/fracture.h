/* What the files of commands on fractures share. */
#ifndef SCR_CMD_FRACTURE_H
#define SCR_CMD_FRACTURE_H

#include "cmd/args.h"
#include "cmd/each.h"

/* The fractures in the range that ends the command; *places is owned by the caller. */
bool scr_fracture_chosen(scr_args *a, uint32_t **places, size_t *n);
/* Behind word w of a command: an error there if it excludes one that was given; `apart` holds n
 * pairs of words that exclude each other. */
bool scr_fracture_excludes(scr_args *a, const scr_word_row *words, const bool *given, int w,
                           const int (*apart)[2], size_t n);
/* A number of 0 or more: "the size", and "a size" in what is said of a negative one. */
bool scr_fracture_not_negative(scr_args *a, const char *what, const char *one, double *out);

/* Words that several of them read: degrees, m. */
bool scr_fracture_dip(scr_args *a, double *dip);
bool scr_fracture_ddir(scr_args *a, double *ddir); /* behind its word: 2D has none */
bool scr_fracture_size(scr_args *a, double *size);
/* The place of the DFN of that name, NULL: of "dfn" and the next id; *fresh: it is made. */
uint32_t scr_fracture_home(scr_world *w, const char *name, bool *fresh);

/* The numbers behind the word of a distribution of one value each, and two limits, 0 or more. */
bool scr_fracture_spread(scr_args *a, scr_spread_kind kind, scr_spread *out);
bool scr_fracture_limits(scr_args *a, const char *what, double out[2]);
/* A function, and what it takes beside the `given` arguments that come first; -1: one comes first
 * if it takes any. */
bool scr_fracture_function(scr_args *a, int given, scr_each *out);
/* Calls it, with the thing first where `given` is 1. */
bool scr_fracture_ask(scr_args *a, const scr_each *e, int given, const scr_val *thing,
                      scr_val *out);
/* The place of the DFN of that name; false after an error. */
bool scr_fracture_dfn_named(scr_args *a, const char *name, const scr_loc *at, uint32_t *place);

/* The geometry set of that name; *set is NULL where a file is only checked. */
bool scr_fracture_geometry(scr_args *a, scr_loc *at, const scr_geom **set);
/* The name of a set of intersections; its id. Of none (NULL) one of all fractures is computed. */
bool scr_inter_read_set(scr_args *a, char **name, scr_loc *at);
bool scr_inter_set_needed(scr_args *a, const char *name, const scr_loc *at, uint32_t *set);

extern const scr_word_row scr_fracture_combine_words[], scr_fracture_prune_words[],
    scr_fracture_connectivity_words[];
bool scr_fracture_combine(scr_args *a);
bool scr_fracture_prune(scr_args *a);
bool scr_fracture_connectivity(scr_args *a);

extern const scr_word_row scr_fracture_aperture_words[];
bool scr_fracture_aperture(scr_args *a);

extern const scr_word_row scr_template_words[];
bool scr_template_make(scr_args *a);           /* fracture template create */
bool scr_template_modify(scr_args *a);         /* ... modify */
bool scr_template_modify_default(scr_args *a); /* ... modify-default */
bool scr_template_remove(scr_args *a);         /* ... delete */
bool scr_template_show(scr_args *a);           /* ... list */
/* The template of that name; false after an error with the nearest one. */
bool scr_template_named(scr_args *a, const char *name, const scr_loc *at, uint32_t *place);

extern const scr_word_row scr_fracture_generate_words[];
bool scr_fracture_generate(scr_args *a);

extern const scr_word_row scr_fracture_compute_words[], scr_fracture_copy_words[],
    scr_fracture_export_words[], scr_fracture_import_words[];
bool scr_fracture_export(scr_args *a);
bool scr_fracture_compute(scr_args *a);
bool scr_fracture_copies(scr_args *a); /* fracture copy */
bool scr_fracture_import(scr_args *a);
extern const scr_word_row scr_inter_compute_words[], scr_inter_delete_words[],
    scr_fracture_cluster_words[];
bool scr_inter_compute(scr_args *a);
bool scr_inter_delete(scr_args *a);
bool scr_fracture_cluster(scr_args *a);
/* Behind 'p10': a line, or the edges of a geometry set, 6 numbers each, m. */
typedef struct scr_lines {
  double *end, length;
  size_t n;
} scr_lines;
bool scr_template_is_standard(const char *name); /* that of no own name */
bool scr_fracture_lines(scr_args *a, scr_lines *l);
size_t scr_lines_crossed(const scr_world *w, const scr_lines *l, uint32_t place);

extern const scr_word_row scr_fracture_joint_words[];
bool scr_fracture_joint_set(scr_args *a);

#endif
