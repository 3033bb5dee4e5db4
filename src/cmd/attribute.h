/* What commands on balls and on walls have in common: attributes with modifiers, surface
 * properties, groups, lists. The words come from the rows of quantities, so that a quantity is
 * named in one place. */
#ifndef SCR_ATTRIBUTE_H
#define SCR_ATTRIBUTE_H

#include "base/mem.h"
#include "cmd/args.h"

/* ---- readers that several commands need ---- */

/* Is there a token that is not the word `range`? */
bool scr_args_more(const scr_args *a);
/* The next token is one of these words, or abbreviates one; nothing is taken. */
bool scr_args_next_is(const scr_args *a, const scr_word_row *rows);
bool scr_args_id(scr_args *a, const char *what, uint32_t *id);
/* Ids of new things of a kind (`what`: "brick"); 0: none is given. Where the command is only
 * checked: an error if a line above has made one of that id. */
void scr_args_check_new_id(scr_args *a, const char *what, uint32_t id, const scr_loc *at);
/* The id that it gets, `next` where none is given; `there`: one has it. 0 after an error. */
uint32_t scr_args_new_id(scr_args *a, const char *what, uint32_t id, const scr_loc *at,
                         uint32_t next, bool there);
bool scr_args_positive(scr_args *a, const char *what, double *out);
bool scr_args_safety(scr_args *a, double *out); /* a safety factor of the timestep */
/* lo hi [lo hi [lo hi]]: the last pair stands for the axes not given. Unused axes of 2D become 0 0.
 */
bool scr_args_extent(scr_args *a, double lo[3], double hi[3]);
/* position: a vector, or its components by position-x, -y, -z (`axis` 0 to 2). */
bool scr_args_component(scr_args *a, int axis, double x[3]);

/* The name of a slot; slot 1 of version 5 is the default one. */
bool scr_args_slot(scr_args *a, char **slot);
enum { SCR_MAX_GROUP_PHRASES = 8 };
typedef struct scr_group_phrases {
  int n;
  struct {
    char *group, *slot; /* slot NULL: the default slot */
    bool remove;
    bool facet; /* of the facets of a wall */
    bool next;  /* in the first slot that is free, as `add` of version 5 */
  } item[SCR_MAX_GROUP_PHRASES];
} scr_group_phrases;
/* What may stand behind the name of a group: a slot; also add and remove; of contacts also the
 * process; of walls also `facet`. */
typedef enum scr_group_form {
  SCR_GROUP_OF_NEW,
  SCR_GROUP_OF_NEW_WALLS,
  SCR_GROUP_OF_PIECES,
  SCR_GROUP_OF_WALLS,
  SCR_GROUP_OF_CONTACTS
} scr_group_form;
/* <s> [slot <s>] ..., behind the word `group`. */
bool scr_args_group(scr_args *a, scr_group_form form, scr_group_phrases *g);
/* 'slot=name' names a group and its slot; a slot that is there already stays. */
void scr_args_group_split(scr_args *a, int k, char **group, char **slot);
uint32_t scr_groups_applied(scr_world *w, const scr_group_phrases *g, uint32_t groups);
/* The same of those for facets. */
uint32_t scr_facet_groups_applied(scr_world *w, const scr_group_phrases *g, uint32_t groups);
void scr_group_phrases_free(scr_group_phrases *g);
/* The error that no wall has that name, with the nearest one; false. */
bool scr_wall_unknown(scr_args *a, const scr_loc *at, const char *name);

/* The name of a type of contact. */
bool scr_args_contact_type(scr_args *a, int *type);
/* A type that contacts never have here, as those of pebbles, is SCR_CONTACT_TYPES. */
bool scr_args_any_contact_type(scr_args *a, int *type);

/* <i> <value>: index of an extra variable (from 0 here), and its value, owned by the caller. */
bool scr_args_extra_index(scr_args *a, size_t *k);
bool scr_args_extra(scr_args *a, size_t *k, scr_val *value);
/* The value of a property of any name: two or three numbers are a vector. */
bool scr_args_free_prop(scr_args *a, const char *name, scr_val *out);

/* ---- properties of contact laws by name ---- */

/* Reads the name of a contact law that is offered. */
bool scr_args_law(scr_args *a, const scr_model **out);
/* Error for a name that `m` (NULL: every law) does not have, with the nearest one; returns false.
 */
bool scr_prop_unknown(scr_args *a, const scr_loc *at, const scr_model *m, const char *name);
/* The same of what surfaces may have. */
bool scr_surface_unknown(scr_args *a, const scr_loc *at, const char *name);
/* Does a law that has the property take this value for it? Else an error. */
bool scr_surface_check(scr_args *a, const scr_loc *at, const char *name, const double *v, int n);
/* Reads the value of a property: a number, boolean or vector, as its row says. */
bool scr_args_prop_value(scr_args *a, const scr_prop *p, double value[3], int *n);

/* The axis of a rotation: any vector but 0, in 2D along z. */
bool scr_args_axis(scr_args *a, double axis[3]);

/* ---- balls and walls ---- */

typedef struct scr_piece {
  const char *name; /* "ball" */
  const scr_quantity *quantity;
  const scr_word_row *refused;     /* words of attributes that are known, but not offered */
  const char *const *list_default; /* quantities that `list` shows if none is asked for */
  bool (*range)(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n);
  void (*get)(const scr_world *w, uint32_t row, int q, double *out);
  bool (*set)(scr_world *w, scr_diag *d, uint32_t row, int q, const double *in);
  bool (*check)(const scr_world *w, scr_diag *d, int q, const double *in);
  /* May this one have the value, as it is now? NULL: any may. */
  bool (*allows)(const scr_world *w, scr_diag *d, uint32_t row, int q, const double *in);
  void (*set_surface)(scr_world *w, uint32_t row, const char *name, double value);
  bool (*surface)(const scr_world *w, uint32_t row, const char *name, double *value);
  uint32_t (*groups)(const scr_world *w, uint32_t row);
  void (*set_groups)(scr_world *w, uint32_t row, uint32_t groups);
  uint32_t (*id)(const scr_world *w, uint32_t row);
  const char *(*called)(const scr_world *w,
                        uint32_t row); /* its name; NULL: such pieces have none */
  scr_kind kind;
  scr_ref (*ref)(const scr_world *w, uint32_t row);
} scr_piece;
extern const scr_piece scr_ball_piece, scr_wall_piece;
extern const scr_piece scr_facet_piece; /* has a range alone */

/* Does the model know the quantity? Of orientations a check knows it only at its end. */
bool scr_args_offered(scr_args *a, const scr_quantity *q);

/* Words for the quantities of a piece: a vector gives its name and name-x, name-y, name-z. */
typedef struct scr_quantity_words {
  scr_arena memory;
  scr_word_row *row; /* ends with word NULL */
  int *q, *comp;     /* quantity and component of each word; comp -1: all */
  int n;
} scr_quantity_words;
void scr_quantity_words_make(scr_quantity_words *out, const scr_piece *p, int dim, bool settable);
void scr_quantity_words_free(scr_quantity_words *w);

/* The rows in the range that ends the command; an error if anything else is left. *rows is owned by
 * the caller. */
bool scr_piece_rows(scr_args *a, const scr_piece *p, uint32_t **rows, size_t *n);
/* `velocity-x spin ...`, up to the range, for fix and free; the components as bits. */
extern const scr_word_row scr_fix_words[];
bool scr_args_fixed(scr_args *a, unsigned *mask);
bool scr_piece_attribute(scr_args *a, const scr_piece *p); /* ball attribute, wall attribute */
bool scr_piece_property(scr_args *a, const scr_piece *p);
bool scr_piece_group(scr_args *a, const scr_piece *p);
bool scr_piece_extra(scr_args *a, const scr_piece *p);
bool scr_piece_list(scr_args *a, const scr_piece *p);
bool scr_piece_delete(scr_args *a, const scr_piece *p,
                      bool (*remove)(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n));

#endif
