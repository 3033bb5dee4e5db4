/* What the files lib_*.c share: handles to rows and back, vectors of the world's dimension,
 * quantities, errors with hints. */
#ifndef SCR_LIB_PRIVATE_H
#define SCR_LIB_PRIVATE_H

#include "script/lib.h"

/* ---- rows of intrinsics ---- */

/* One table of rows a file; scr_lib_bind hands them all to the machine. */
typedef struct scr_lib_rows {
  const scr_fish_fn *row;
  size_t n;
} scr_lib_rows;
extern const scr_lib_rows scr_lib_rows_piece, scr_lib_rows_ball, scr_lib_rows_ball_quantities,
    scr_lib_rows_wall, scr_lib_rows_servo, scr_lib_rows_wall_quantities, scr_lib_rows_contact,
    scr_lib_rows_contact_quantities, scr_lib_rows_table, scr_lib_rows_mech, scr_lib_rows_extra,
    scr_lib_rows_fracture, scr_lib_rows_template, scr_lib_rows_dfn, scr_lib_rows_inter,
    scr_lib_rows_fragment, scr_lib_rows_measure, scr_lib_rows_geom, scr_lib_rows_cell,
    scr_lib_rows_legacy, scr_lib_rows_legacy_bond, scr_lib_rows_brick, scr_lib_rows_none,
    scr_lib_rows_refused;

/* A matrix, its row i, or the number (i, j), by the arguments from number `first` on. */
bool scr_lib_put_tensor(scr_fish *f, int n, const scr_val *args, int first, const double t[9],
                        scr_val *out);
void scr_lib_places_ball(scr_fish *f); /* after the rows: scr_fish_bind_place */

/* Head of every function of a row. */
#define SCR_LIB_GET(name) static bool name(scr_fish *f, int n, const scr_val *args, scr_val *out)
#define SCR_LIB_SET(name)                                                                          \
  static bool name(scr_fish *f, int n, const scr_val *args, const scr_val *value)

/* ---- values ---- */

/* One number is a real, two or three are a vector. */
scr_val scr_lib_reals(int n, const double *x);
scr_val scr_lib_vec(const scr_world *w, const double x[3]); /* of the world's dimension */
/* A vector argument of the world's dimension into x (in 2D the third is 0). */
bool scr_lib_vec_arg(scr_fish *f, const scr_val *v, double x[3]);
/* Exactly `comps` numbers: a number, or a vector of that dimension. */
bool scr_lib_numbers_arg(scr_fish *f, const scr_val *v, int comps, double *x);
/* A place from argument *k on, which goes behind it: a vector, or its components one by one. */
bool scr_lib_place_arg(scr_fish *f, int n, const scr_val *args, int *k, double x[3]);
/* A place and a reach, 0 if none is given: near(v), near(v,r), near(x,y[,z][,r]). */
bool scr_lib_near_args(scr_fish *f, int n, const scr_val *args, double x[3], double *reach);
/* Two corners, and a boolean, false if none is given. */
bool scr_lib_box_args(scr_fish *f, int n, const scr_val *args, double lo[3], double hi[3],
                      bool *truth);
/* An index from 1 to `last`, into *k from 0. */
/* A degree of freedom from 1: velocities, then spins (in 2D one); as a bit of the columns "fix" of
 * balls and "free" of walls. */
bool scr_lib_freedom_arg(scr_fish *f, const scr_val *v, unsigned *bit);
bool scr_lib_index_arg(scr_fish *f, const scr_val *v, const char *what, size_t last, size_t *k);
/* An optional component args[at] of a quantity of `comps` numbers: *k = -1 where it is not given.
 */
bool scr_lib_component_arg(scr_fish *f, int n, const scr_val *args, int at, int comps, int *k);

/* A vector, or the component that argument `at` names. */
bool scr_lib_give_part(scr_fish *f, int n, const scr_val *args, int at, const double *x,
                       scr_val *out);

/* The other way round, where argument 1 names the component: x holds what was there before. */
bool scr_lib_take_part(scr_fish *f, int n, const scr_val *args, const scr_val *value, double *x);
bool scr_lib_string_arg(scr_fish *f, const scr_val *v, const char *what, const char **s);
/* The same where an integer may stand, too: the caller has seen that none does. */
bool scr_lib_name_arg(scr_fish *f, const scr_val *v, const char *what, const char **s);
/* An id (*name is NULL; 0 where nothing can have it) or a name. */
bool scr_lib_id_or_name(scr_fish *f, const scr_val *v, const char *what, uint32_t *id,
                        const char **name);
/* Error NAME: "<what> 'word' is unknown", with the nearest of the offered words, if any. */
bool scr_lib_unknown(scr_fish *f, const char *what, const char *word, const char *nearest);

/* ---- things ---- */

/* Types of contacts have the numbers that the kinds of pointers leave free. */
static inline int scr_lib_type_number(int contact_type) { return SCR_K_TABLE + 1 + contact_type; }

uint32_t scr_lib_row(const scr_world *w,
                     const scr_val *p); /* row of a live ball, wall, facet or vertex */
scr_val scr_lib_ptr(const scr_world *w, scr_kind kind,
                    uint32_t row); /* null where row is SCR_NONE */
uint32_t scr_lib_id(const scr_world *w, scr_kind kind, uint32_t row);
uint32_t scr_lib_count(const scr_world *w, scr_kind kind);
uint32_t scr_lib_find(const scr_world *w, scr_kind kind, uint32_t id);
uint32_t scr_lib_wall_of(const scr_world *w,
                         const scr_val *p); /* of a wall, or of a facet: the wall's row */
/* Row with the smallest id above `id`; SCR_NONE: none. `wall`: only facets of it, SCR_NONE: all. */
uint32_t scr_lib_after(scr_world *w, scr_kind kind, uint32_t id, uint32_t wall);
/* Rows in order of id, owned by the caller; of facets and vertices only those of `wall` unless it
 * is SCR_NONE. */
uint32_t *scr_lib_sorted(scr_world *w, scr_kind kind, uint32_t wall, size_t *n);
scr_val scr_lib_ptr_list(const scr_world *w, scr_kind kind, const uint32_t *rows, size_t n);
void scr_lib_facet_points(const scr_world *w, uint32_t facet, double p[3][3]);
void scr_lib_position(const scr_world *w, scr_kind kind, uint32_t row, double x[3]);
double scr_lib_distance2(const double a[3], const double b[3]);

/* Functions of rows in both dialects: the id of any pointer; deletion of a ball or wall, booked as
 * an edit.
 */
bool scr_lib_id_call(scr_fish *f, int n, const scr_val *args, scr_val *out);
bool scr_lib_delete_call(scr_fish *f, int n, const scr_val *args, scr_val *out);
/* The thing with id args[0], null if there is none. */
bool scr_lib_find_call(scr_fish *f, scr_kind kind, const scr_val *args, scr_val *out);

/* May something be set of a ball, wall, facet, vertex or contact? Functions that are asked about
 * things read the model: false after an error. What lies beside the model (fractures) is theirs. */
bool scr_lib_may_set(scr_fish *f, const scr_val *p);

/* The group of args[0] in a slot and what belongs to it: functions of rows. */
bool scr_lib_group_call(scr_fish *f, int n, const scr_val *args, scr_val *out);
bool scr_lib_set_group(scr_fish *f, int n, const scr_val *args, const scr_val *value);
bool scr_lib_isgroup_call(scr_fish *f, int n, const scr_val *args, scr_val *out);
bool scr_lib_group_remove_call(scr_fish *f, int n, const scr_val *args, scr_val *out);

/* ---- contacts ---- */

scr_contact scr_lib_contact(const scr_world *w, const scr_val *p);
scr_val scr_lib_contact_ptr(scr_world *w, scr_contact c);
scr_val scr_lib_contact_end(const scr_world *w, scr_contact c, int end); /* 1 or 2 */
bool scr_lib_contact_prop(scr_fish *f, scr_contact c, const char *name, scr_val *out);
bool scr_lib_contact_set_prop(scr_fish *f, scr_contact c, const char *name, const scr_val *value);
bool scr_lib_contact_inhibited(const scr_world *w, scr_contact c);
bool scr_lib_contact_inhibit(scr_fish *f, scr_contact c, bool on);
bool scr_lib_contact_set_model(scr_fish *f, scr_contact c, const char *name);
const scr_model *scr_lib_law(scr_fish *f, const char *name); /* NULL after an error */
bool scr_lib_law_energy(scr_fish *f,
                        const char *name); /* is it an energy of some law? Else an error */
bool scr_lib_law_method(scr_fish *f, const char *name); /* and a method */

/* ---- quantities ---- */

/* Balls and walls are read and written through tables of quantities (world/quantity.h); this is
 * what differs. */
typedef struct scr_lib_thing {
  const char *word;
  scr_kind kind;
  const scr_quantity *quantity;
  void (*get)(const scr_world *w, uint32_t row, int q, double *out);
  bool (*set)(scr_world *w, scr_diag *d, uint32_t row, int q, const double *in);
} scr_lib_thing;
extern const scr_lib_thing scr_lib_ball, scr_lib_wall;

/* name(p[, component]) and its assignment, for quantity q. */
bool scr_lib_quantity(scr_fish *f, const scr_lib_thing *t, int q, int n, const scr_val *args,
                      scr_val *out);
bool scr_lib_set_quantity(scr_fish *f, const scr_lib_thing *t, int q, int n, const scr_val *args,
                          const scr_val *value);
/* Legacy: one axis (0 to 2) of a quantity; a rotation in 2D has axis 2 alone. */
bool scr_lib_axis(scr_fish *f, const scr_lib_thing *t, int q, int axis, const scr_val *args,
                  scr_val *out);
bool scr_lib_set_axis(scr_fish *f, const scr_lib_thing *t, int q, int axis, const scr_val *args,
                      const scr_val *value);

/* Rows of world/columns.h to functions of FISH and their rows. SCR_LIB_WORD ("ball") and
 * SCR_LIB_THING (&scr_lib_ball) say whose. A quantity without a name in FISH gives a row without
 * one, which is not bound. */
#define SCR_LIB_CALLS(id, ...)                                                                     \
  SCR_LIB_GET(get_##id) { return scr_lib_quantity(f, SCR_LIB_THING, SCR_Q_##id, n, args, out); }   \
  SCR_LIB_SET(set_##id) {                                                                          \
    return scr_lib_set_quantity(f, SCR_LIB_THING, SCR_Q_##id, n, args, value);                     \
  }
#define SCR_LIB_LETTER_SCALAR   "f"
#define SCR_LIB_LETTER_VECTOR   "v"
#define SCR_LIB_LETTER_TENSOR   "f" /* not by this name in FISH */
#define SCR_LIB_LETTER_ROTATION "v" /* a number in 2D */
#define SCR_LIB_INDEX_SCALAR    "i{one}"
#define SCR_LIB_INDEX_VECTOR    "i{component}"
#define SCR_LIB_INDEX_TENSOR    "i"
#define SCR_LIB_INDEX_ROTATION  "i{rotation}"
#define SCR_LIB_ROW(id, form, assigned, fish, doc)                                                 \
  {fish,     1,                                                                                    \
   2,        "p{" SCR_LIB_WORD "}" SCR_LIB_INDEX_##form ":" SCR_LIB_LETTER_##form assigned,        \
   get_##id, sizeof(assigned) > 1 ? set_##id : NULL,                                               \
   NULL,     SCR_FN_SHAPE,                                                                         \
   doc},
#define SCR_LIB_ROW_V(id, name, type, comps, group, offset, colflags, unit, doc, form, assigned,   \
                      flags, fish, fishdoc, functions)                                             \
  SCR_LIB_ROW(id, form, assigned, fish, fishdoc)
#define SCR_LIB_ROW_Q(id, name, unit, doc, form, assigned, flags, fish, fishdoc, functions)        \
  SCR_LIB_ROW(id, form, assigned, fish, fishdoc)

/* Surface properties: of balls, of walls (a facet means its wall). */
bool scr_lib_surface(scr_fish *f, const scr_val *p, const char *name, scr_val *out);
/* 0 where it was never set, as all properties were in PFC 3 and 4. */
bool scr_lib_surface_old(scr_fish *f, const scr_val *p, const char *name, scr_val *out);
bool scr_lib_set_surface(scr_fish *f, const scr_val *p, const char *name, double value);

/* Does a law have the property? Else an error. */
bool scr_lib_any_prop(scr_fish *f, const char *name);
bool scr_lib_any_surface(scr_fish *f, const char *name); /* of balls and walls */
/* The type of contact of that name; else an error. */
/* The type of contact that argument `at` names, by a word or its number; -1 in *type where it is
 * not given. */
bool scr_lib_contact_type(scr_fish *f, int n, const scr_val *args, int at, int *type);

/* ---- the model as a whole ---- */

/* Energy by name: "energy-kinetic", "kinetic" or "ekinetic". */
bool scr_lib_energy(scr_fish *f, const char *name, double *out);
bool scr_lib_ratio(scr_fish *f, const char *name, double *out);
/* A boundary condition by its word; else an error. */
bool scr_lib_condition(scr_fish *f, const char *word, uint8_t *condition);
bool scr_lib_set_gravity(scr_fish *f, const double g[3]);

/* Is a thing or a point in a range with a name? Functions of rows in both dialects. */
bool scr_lib_range_find(scr_fish *f, int n, const scr_val *args, scr_val *out);
bool scr_lib_range_isin(scr_fish *f, int n, const scr_val *args, scr_val *out);

/* ---- geometry ---- */

/* The set that a pointer points to or into, and the row there; NULL: it is gone. */
scr_geom *scr_lib_geom(const scr_lib *lib, int kind, scr_ref ref, uint32_t *row);
uint32_t *scr_lib_geom_groups(const scr_lib *lib, int kind, scr_ref ref); /* of what is there */

/* ---- tables ---- */

/* By id, name or pointer; NULL: there is none. */
scr_xytable *scr_lib_table(scr_fish *f, const scr_val *which);
/* One number of a table: column 0 x, 1 y. */
bool scr_lib_table_cell(scr_fish *f, const scr_val *args, int column, scr_val *out);
bool scr_lib_set_table_cell(scr_fish *f, const scr_val *args, int column, const scr_val *value);
scr_val scr_lib_table_ptr(const scr_xytable *t);
scr_xytable *scr_lib_table_there(scr_fish *f, const scr_val *which); /* NULL after an error */

/* ---- measurement regions ---- */

scr_val scr_lib_measure_ptr(const scr_measure *m); /* NULL: null */

/* What a translation has for a name of lib_legacy_bond.c; NULL: nothing. */
const char *scr_lib_legacy_bond_today(const char *name);

#endif
