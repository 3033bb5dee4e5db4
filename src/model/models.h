/* The contact laws of the tree. A law's number in the lists of pairs is 1 + its index here. */
#ifndef SCR_MODELS_H
#define SCR_MODELS_H

#include "scree/model.h"

enum {
#define MODEL(name) SCR_LAW_##name,
#include "model/models.def"
#undef MODEL
  SCR_LAWS_BUILT,                             /* how many the program has */
  SCR_LAWS_LOADED = 4,                        /* how many more may be loaded */
  SCR_LAWS = SCR_LAWS_BUILT + SCR_LAWS_LOADED /* room for laws */
};

int scr_model_count(void); /* laws there are, loaded ones last */
/* Another law at the end; its number, or -1: there is no room. */
int scr_model_add(const scr_model *m);

/* How many numbers users see of a property of that type. */
static inline int scr_ptype_numbers(scr_ptype type, int dim) {
  if (type == SCR_P_PAIR) return 2;
  return type == SCR_P_VEC || type == SCR_P_XYZ ? dim : type == SCR_P_MOMENT && dim == 3 ? 3 : 1;
}

const scr_model *scr_model_at(int k);
void scr_model_replace(int k, const scr_model *m); /* for tests: see scr_law_replace() */
/* The column that tells that a contact lives on at any gap, of a law with bonds. */
static inline int scr_model_lives(const scr_model *m) { return m->lives ? m->lives : m->bond; }

/* How many books (SCR_BOOK_...) a law's kernels keep, from the first one. */
static inline int scr_model_books(const scr_model *m) {
  bool breaks = m->rotates || m->bonds;
  for (int k = 0; k < m->nenergy; k++)
    breaks |= m->energy[k].accumulated && m->energy[k].slot == SCR_BOOK_BREAK;
  return m->yields ? SCR_BOOKS : breaks ? SCR_BOOK_PLASTIC : SCR_BOOK_ROLLING;
}

/* The method of that name, as it is written; NULL: the law has none. */
const scr_method *scr_model_method(const scr_model *m, const char *name);

/* Columns of state that a contact with these parameters uses. */
int scr_model_columns(const scr_model *m, int dim, const double *param);
int scr_model_states(void); /* columns of state that some law has, and none has more */
/* A method for a contact that holds no state; its user's message, or NULL. */
const char *scr_method_try(const scr_model *m, const scr_method *method, const scr_ends *e,
                           const scr_marg *args, double *param, uint64_t *clears);
/* Why a method refuses a contact that is not there yet: entries of the CMAT cannot have it. */
extern const char *const scr_not_there;
const scr_model *scr_model_find(const char *name); /* NULL: unknown */
const scr_prop *scr_model_prop(const scr_model *m, const char *name);
/* State column that says whether the slider slips: that of the law's property of type BOOL; -1: it
 * has none. */
int scr_model_slip(const scr_model *m);
/* The first property of its law with the same parameter, or with that among others. */
const scr_prop *scr_prop_first(const scr_prop *p);
const scr_prop *scr_any_prop(const char *name); /* in any law; NULL: none has it */
/* The property that contacts inherit from a ball's vector of that name (SCR_PROP_END1); NULL: none.
 */
const scr_prop *scr_end_prop(const char *name);
const scr_prop *scr_surface_prop(const char *name); /* one or the other */
/* What a surface calls a property: that of an end has no last sign there (SCR_PROP_END1). */
enum { SCR_SURFACE_NAME = 64 };
void scr_surface_name(const scr_prop *p, char name[SCR_SURFACE_NAME]);
/* May the number be one of a surface? */
static inline bool scr_surface_number(const scr_prop *p) {
  return p->type < SCR_P_VEC && !(p->flags & (SCR_PROP_READONLY | SCR_PROP_NAME | SCR_PROP_TEXT));
}
/* The name nearest to a word of all that surfaces take; NULL: none is near. */
const char *scr_surface_nearest(const char *word, char room[SCR_SURFACE_NAME]);
/* How many parameters a property of kind SCR_PROP_PARAM has, and these as bits. */
static inline int scr_prop_slots(const scr_prop *p) {
  return p->type == SCR_P_PAIR ? 2 : p->type >= SCR_P_VEC ? 3 : 1;
}
static inline uint64_t scr_prop_bits(const scr_prop *p) {
  return ((UINT64_C(1) << scr_prop_slots(p)) - 1) << p->slot;
}

#endif
