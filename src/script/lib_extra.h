/* Extra variables: values of FISH that a data file hangs on balls, walls, facets, contacts,
 * fractures, and nodes, edges and polygons of geometry sets. A value belongs to the handle, so it
 * follows a thing that moves in memory and is out of reach when the thing is gone. */
#ifndef SCR_LIB_EXTRA_H
#define SCR_LIB_EXTRA_H

#include "script/fish.h"
#include "world/world.h"

typedef struct scr_lib scr_lib;

enum { SCR_EXTRA_MAX = 128 }; /* indices 1 to this */

/* Values of one thing; of an older one with the same index where the generation differs. */
typedef struct scr_extra {
  uint32_t gen;
  size_t n, cap;
  scr_val *value;
} scr_extra;

typedef struct scr_extras {
  struct scr_extra_kind {
    scr_extra *of; /* by index of the handle; of geometry by `place` */
    size_t n, cap;
    scr_u64map place; /* by the id of the set, times 2^32, and the id in it */
  } kind[SCR_KINDS];
  scr_names told; /* what the user knows by now */
} scr_extras;

/* Borrowed; integer 0 where nothing was assigned. k counts from 0. */
scr_val scr_extra_get(const scr_extras *x, scr_kind kind, scr_ref ref, size_t k);
void scr_extra_set(scr_extras *x, scr_kind kind, scr_ref ref, size_t k,
                   scr_val v); /* takes v over */
void scr_extras_clear(scr_extras *x);
/* Free properties: values by name, in a map that stands as the first value of a thing. NULL: there
 * is none of that name. */
const scr_val *scr_free_prop(const scr_extras *x, scr_kind kind, scr_ref ref, const char *name);
/* Numbers, booleans, texts and vectors; takes v over. */
void scr_free_prop_set(scr_extras *x, scr_kind kind, scr_ref ref, const char *name, scr_val v);
void scr_free_props_copy(scr_extras *x, scr_kind kind, scr_ref from, scr_ref to);
bool scr_free_prop_fits(const scr_val *v);
/* Is this the first time that it is to be told? */
bool scr_extras_tell(scr_extras *x, const char *what);
/* Warns once of each name that may be meant for a property of a law; false after scr_fail. */
bool scr_free_prop_told(scr_diag *d, const scr_loc *at, scr_extras *x, const char *name);
/* Everything that lives and has values other than integer 0: balls, walls, facets, contacts,
 * fractures, things of geometry, each in canonical order. */
void scr_extras_each(const scr_extras *x, const scr_lib *lib,
                     void (*each)(void *user, scr_kind kind, scr_ref ref, const scr_val *value,
                                  size_t n),
                     void *user);

#endif
