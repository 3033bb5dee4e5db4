/* What the commands that make walls have in common. */
#ifndef SCR_WALL_MAKE_H
#define SCR_WALL_MAKE_H

#include "cmd/attribute.h"
#include "world/shapes/mesh.h"

enum { SCR_MAX_SHAPES = 6 };
/* How the walls of a command are called: one wall by the name given, or as boxWall3; sides of a box
 * vesselTop, or boxWallTop3; parts of a cylinder or cone tubeSide3, or coneSide3. */
typedef enum scr_wall_naming {
  SCR_NAMING_WHOLE,
  SCR_NAMING_SIDES,
  SCR_NAMING_PARTS
} scr_wall_naming;
/* What one command makes: all walls of it or none. */
typedef struct scr_wall_batch {
  uint32_t id; /* of the first; 0: behind the largest in use */
  char *name;  /* NULL: none given */
  scr_loc id_at, name_at;
  scr_group_phrases groups;
  const volatile bool *stop; /* of its shapes */
  int n;
  scr_shape shape[SCR_MAX_SHAPES];
  const char *part[SCR_MAX_SHAPES]; /* "Top" and the like; NULL: the whole */
  const char *kind;                 /* the shape: "box"; NULL: none has made them */
  scr_wall_naming naming;
  double centre[SCR_MAX_SHAPES][3]; /* where known exactly: the position of the wall */
  bool centred[SCR_MAX_SHAPES];
} scr_wall_batch;
void scr_wall_batch_free(scr_wall_batch *b);
scr_shape *scr_wall_batch_shape(scr_wall_batch *b, const char *part); /* the next, empty */
/* The same for a shape whose centre is known. */
scr_shape *scr_wall_batch_round(scr_wall_batch *b, const char *part, const double centre[3]);
void scr_wall_put(scr_world *w, uint32_t row, const double x[3]); /* the place of a new wall */
bool scr_wall_batch_make(scr_args *a, scr_wall_batch *b);

/* cmd/wall_files.c: a line on what a surface is like, unless the session is quiet. */
void scr_mesh_report_print(scr_session *s, const char *what, const scr_mesh_report *r);

/* Behind the words id and name. */
bool scr_wall_batch_id(scr_args *a, scr_wall_batch *b);
bool scr_wall_batch_name(scr_args *a, scr_wall_batch *b);

/* Places one behind another, and where they stand. */
typedef struct scr_places {
  double *x; /* 3 each */
  scr_loc *at;
  size_t n, cap_x, cap_at;
} scr_places;
bool scr_args_places(scr_args *a, scr_places *p);
/* False: the file is only checked, and FISH may have computed a place, or several. */
bool scr_places_known(const scr_args *a, const scr_places *p);
void scr_places_free(scr_places *p);

/* cmd/wall_shapes.c: the shape after its word. `which` counts the words from SCR_SHAPE_WORDS on. */
#define SCR_SHAPE_WORDS                                                                            \
  {"box", "<xl> <xu> <yl> <yu> <zl> <zu> [one-wall] [expand <f>]",                                 \
   "a wall for each side, normals inward: 3D Bottom, Top, Left, Right, Front, Back; 2D Bottom, "   \
   "Right, Top, Left"},                                                                            \
      {"disk", "[dip <f>] [dip-direction <f>] [position <v>] radius <f> [resolution <f>]",         \
       "a disk (3D)"},                                                                             \
      {"plane", "[dip <f>] [dip-direction <f>] [position <v>]",                                    \
       "a plane through the whole domain; in 2D a line"},                                          \
      {"circle", "[position <v>] radius <f> [resolution <f>]", "a circle (2D), normals inward"},   \
      {"cone",                                                                                     \
       "radius <f> [<f>] height <f> [axis <v>] [base <v>] [cap <b> <b>] [one-wall] [resolution "   \
       "<f>]",                                                                                     \
       "a cone or frustum (3D), normals inward; bottom, side and top are walls named ...Bottom, "  \
       "Side, Top and the id"},                                                                    \
      {"cylinder",                                                                                 \
       "radius <f> height <f> [axis <v>] [base <v>] [cap <b> <b>] [one-wall] [resolution <f>]",    \
       "a cylinder (3D), normals inward; the walls of a cone, side first"},                        \
      {"line", "<v> <v>", "a segment (2D), normal to the left of the way"},                        \
      {"point", "[position <v>] [resolution <f>]",                                                 \
       "one small facet, a segment along x or a triangle in the plane of x and y"},                \
      {"polygon", "<v> <v> <v> ... [make-planar] [triangulate]",                                   \
       "2D: a closed line, normals to the left of the way; 3D: a flat surface, normal by the "     \
       "right-hand rule"},                                                                         \
  {                                                                                                \
    "sphere", "[position <v>] radius <f> [resolution <f>]",                                        \
        "a refined icosahedron (3D), normals inward"                                               \
  }
bool scr_wall_shape(scr_args *a, scr_wall_batch *b, int which);
bool scr_wall_names_itself(const char *name); /* may a wall without a given name have this one? */

/* cmd/wall_files.c */
bool scr_wall_import(scr_args *a);
bool scr_wall_export(scr_args *a);
/* `wall list mesh`, `facet` and `vertex`: behind the word. */
bool scr_wall_list_mesh(scr_args *a);
bool scr_wall_list_facets(scr_args *a);
bool scr_wall_list_vertices(scr_args *a);
extern const scr_word_row scr_wall_import_words[], scr_wall_export_words[], scr_wall_sets_words[];

/* cmd/wall_move.c; scr_wall_..._attribute: behind the word facet, vertex. */
bool scr_wall_rotate(scr_args *a);
bool scr_wall_conveyor(scr_args *a);
bool scr_wall_facet_attribute(scr_args *a);
bool scr_wall_vertex_attribute(scr_args *a);
extern const scr_word_row scr_wall_rotate_words[], scr_wall_conveyor_words[];

/* cmd/wall_add.c */
bool scr_wall_addfacet(scr_args *a);
extern const scr_word_row scr_wall_add_words[];

/* cmd/wall_servo.c */
bool scr_wall_servo(scr_args *a);
bool scr_wall_list_servos(scr_args *a); /* `wall list servo`: behind the word */
extern const scr_word_row scr_wall_servo_words[];

#endif
