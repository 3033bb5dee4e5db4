/* What the bindings of FISH to the world (lib_*.c) work on. The user pointer of the host
 * (scr_fish_user) points to a structure whose first member is this one. */
#ifndef SCR_LIB_H
#define SCR_LIB_H

#include "script/fish.h"
#include "script/lib_extra.h"
#include "world/bodies/brick.h"
#include "world/geometry/geom.h"
#include "world/geometry/shells.h"
#include "world/state/history.h"
#include "world/world.h"
#include "world/state/xytable.h"

/* The free property in which the legacy dialect keeps an index of colours (b_color, prop color). */
#define SCR_LEGACY_COLOR "c_index"

typedef struct scr_lib {
  scr_world *world;
  scr_xytables tables;
  scr_geoms geoms;
  scr_bricks bricks;
  scr_histories histories;
  scr_extras extras;
  scr_extras props;   /* free properties of pieces: a map each */
  char *title;        /* model title; "" if none */
  int legacy_fc_narg; /* arguments of the running legacy fishcall: fc_arg(k) */
  scr_val legacy_fc_arg[4];
  int legacy_filter;  /* 1 + the symbol that legacy 'generate' asks about each ball; 0: none */
  double legacy_damp; /* local damping of new balls in the legacy dialect: local_damp */
  int group_ends;     /* how many ends of a contact ranges want in a group where they do not say it
                         (contact groupbehavior); 0: one, or the contact itself */
  scr_shells shells;  /* of the wall that wall.inside was asked of last */
} scr_lib;

static inline scr_lib *scr_lib_of(scr_fish *f) { return scr_fish_user(f); }
static inline scr_world *scr_world_of(scr_fish *f) {
  scr_world *w = scr_lib_of(f)->world;
  scr_world_observe(w);
  return w;
}

/* For those who only count: what there is does not depend on what contacts tell. */
static inline scr_world *scr_counts_of(scr_fish *f) { return scr_lib_of(f)->world; }

/* Names of the pointer kinds for scr_fish_host.kinds, index = scr_kind. */
extern const char *const scr_lib_kinds[];
/* The name of a law of PFC that is known and not offered, as it is written there; NULL: it is none.
 */
const char *scr_lib_law_refused(const char *name, const char **why); /* why may be NULL */
/* Can that symbol be the function of a contact of the law `fish`? at NULL: the machine says where.
 * False after scr_fail. */
enum { SCR_LAW_ARGS = 9 }; /* what it is told, see scr_law_call */
bool scr_lib_law_symbol(scr_fish *f, const scr_loc *at, const char *name, int symbol);
/* May a contact keep a value under that name? No law has it, nor one that is spelt nearly so. */
bool scr_lib_prop_is_free(const char *name);
/* An error about a law that is not offered; returns false. */
bool scr_lib_law_unknown(scr_diag *d, const scr_loc *at, const char *name);

bool scr_lib_alive(void *user, int kind, scr_ref ref);
const char *scr_lib_unmade(void *user, int kind, scr_ref ref);
const char *scr_lib_ends(int kind);
bool scr_lib_is_geom(int kind); /* a geometry set, or a node, edge or polygon of one */
scr_kind scr_lib_geom_kind(scr_geom_kind part);
int64_t scr_lib_pointer_id(void *user, int kind, scr_ref ref);
/* For scr_fish_host.pointer_type: of a contact its type, which is numbered after the kinds. */
const char *scr_lib_pointer_type(void *user, int kind, scr_ref ref, int64_t *number);
/* For scr_fish_host.ahead. */
void scr_lib_ahead(void *user, int kind, scr_ref ref);

/* What fragment.map gives of catalogue k, from 0. */
scr_val scr_lib_fragments(const scr_world *w, size_t k);

/* Binds the rows of every lib_*.c to f. */
void scr_lib_bind(scr_fish *f);

/* What today has for a function of PFC 3 and 4: a name; a text in which * stands for the arguments,
 * # for the number of the spin about z, ~ before what belongs to 3D; or, with line ends, the
 * arguments and lines of a function to define. A first line `=text` is for assignments. NULL:
 * nothing. */
const char *scr_lib_legacy_today(const char *name);
/* Arguments and lines of a function that takes what the name takes, then the value that is assigned
 * to it; NULL: an expression of today can be assigned to. */
const char *scr_lib_legacy_sets(const char *name);

/* For scr_fish_host.literal: is there what a row's constant arguments name? */
bool scr_lib_literal(scr_fish *f, const scr_fish_fn *fn, int n, const scr_val *const *args);
/* For scr_fish_host.literal_value. */
bool scr_lib_literal_value(scr_fish *f, const scr_fish_fn *fn, int n, const scr_val *value);

#endif
