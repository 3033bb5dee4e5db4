/* What the commands on geometry sets have in common. */
#ifndef SCR_CMD_GEOMETRY_H
#define SCR_CMD_GEOMETRY_H

#include "cmd/attribute.h"

#define SCR_GEOM_DEFAULT "Default" /* the set of commands before one is named */

/* What most of them take: a set, and groups and extra variables for what is made. */
typedef struct scr_geom_words {
  char *set; /* NULL: not given */
  scr_loc set_at;
  scr_group_phrases groups;
  struct scr_geom_extra {
    size_t k;
    scr_val value;
  } * extra;
  size_t nextra, cap_extra;
} scr_geom_words;
/* Behind the word `set`, in a command that makes the set, or needs it. */
bool scr_geom_words_set(scr_args *a, scr_geom_words *w, bool makes);
bool scr_geom_words_group(scr_args *a, scr_geom_words *w); /* behind the word `group` */
bool scr_geom_words_extra(scr_args *a, scr_geom_words *w); /* behind the word `extra` */
/* Gives a thing the extra variables of the words. */
void scr_geom_words_hang(scr_args *a, const scr_geom_words *w, const scr_geom *g,
                         scr_geom_kind kind, uint32_t row);
void scr_geom_words_free(scr_geom_words *w);
uint32_t scr_geom_words_groups(scr_args *a, const scr_geom_words *w); /* as a set of the world */

/* The set that is given, else the current one: made if there is none; or NULL after an error. */
scr_geom *scr_geom_target(scr_args *a, const scr_geom_words *w);
scr_geom *scr_geom_wanted(scr_args *a, const scr_geom_words *w);
/* Can each polygon, of those that are marked unless marked is NULL, be cut into triangles? */
bool scr_geom_cuts(scr_diag *d, const scr_loc *at, const scr_geom *g, const bool *marked);
/* What a command changed in a set. */
void scr_geom_edited(scr_args *a, scr_geom *g);

#define SCR_GEOM_WORD_SET                                                                          \
  { "set", "<s>", "the set; default the current one" }
#define SCR_GEOM_WORD_GROUP                                                                        \
  { "group", "<s> [slot <s>]", "group of what is made" }

/* cmd/geometry_files.c */
bool scr_geometry_import(scr_args *a);
bool scr_geometry_export(scr_args *a);
extern const scr_word_row scr_geometry_import_words[], scr_geometry_export_words[];
/* cmd/geometry_make.c */
bool scr_geometry_node_create(scr_args *a);
bool scr_geometry_edge_create(scr_args *a);
bool scr_geometry_polygon_create(scr_args *a);
bool scr_geometry_generate(scr_args *a);
extern const scr_word_row scr_geometry_node_words[], scr_geometry_edge_words[],
    scr_geometry_polygon_words[], scr_geometry_generate_words[];
/* cmd/geometry_edit.c */
bool scr_geometry_delete(scr_args *a);
bool scr_geometry_node_delete(scr_args *a);
bool scr_geometry_edge_delete(scr_args *a);
bool scr_geometry_polygon_delete(scr_args *a);
bool scr_geometry_node_group(scr_args *a);
bool scr_geometry_edge_group(scr_args *a);
bool scr_geometry_polygon_group(scr_args *a);
bool scr_geometry_node_extra(scr_args *a);
bool scr_geometry_edge_extra(scr_args *a);
bool scr_geometry_polygon_extra(scr_args *a);
bool scr_geometry_copy(scr_args *a);
bool scr_geometry_translate(scr_args *a);
bool scr_geometry_rotate(scr_args *a);
bool scr_geometry_triangulate(scr_args *a);
extern const scr_word_row scr_geometry_delete_words[], scr_geometry_part_delete_words[],
    scr_geometry_part_group_words[], scr_geometry_part_extra_words[], scr_geometry_copy_words[],
    scr_geometry_translate_words[], scr_geometry_rotate_words[], scr_geometry_triangulate_words[];
/* cmd/geometry_shape.c */
bool scr_geometry_refine(scr_args *a);
bool scr_geometry_separate(scr_args *a);
bool scr_geometry_fill(scr_args *a);
extern const scr_word_row scr_geometry_refine_words[], scr_geometry_separate_words[],
    scr_geometry_fill_words[];
/* cmd/geometry_tessellate.c */
bool scr_geometry_tessellate(scr_args *a);
extern const scr_word_row scr_geometry_tessellate_words[];

#endif
