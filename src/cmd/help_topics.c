/* Help on what no single table tells: items of pictures, and what results hold. See
 * help_topics.h. */
#include "cmd/help_topics.h"

#include <string.h>
#include "cmd/results.h"
#include "cmd/view.h"
#include "cmd/wall_make.h"
#include "io/format.h"
#include "io/scene.h"

static void put_rows(const char *title, const scr_word_row *r, scr_buf *out) {
  scr_buf_puts(out, title);
  for (; r->word; r++)
    if (*r->doc != '!') scr_buf_printf(out, "  %-24s %-28s %s\n", r->word, r->args, r->doc);
}

/* Names in lines of some 90 characters. */
typedef struct lines {
  scr_buf *out;
  size_t begin;
} lines;

static lines begin_lines(scr_buf *out, const char *title) {
  scr_buf_printf(out, "%s\n ", title);
  return (lines){out, out->n - 1};
}

static void put_name(lines *l, const char *name) {
  if (l->out->n - l->begin + strlen(name) > 90) {
    scr_buf_puts(l->out, "\n ");
    l->begin = l->out->n - 1;
  }
  scr_buf_printf(l->out, " %s", name);
}

static void put_quantities(const char *title, const scr_quantity *q, scr_buf *out) {
  lines l = begin_lines(out, title);
  for (; q->name; q++) put_name(&l, q->name);
  scr_buf_puts(out, "\n");
}

/* ---- items of pictures ---- */

static void put_colours(scr_buf *out) {
  lines l = begin_lines(out, "Ramps of 'ramp':");
  for (int k = 0; k < SCR_RAMPS; k++) put_name(&l, scr_ramp_name[k]);
  scr_buf_puts(out, "\n");
  l = begin_lines(out, "Colours of 'color', beside '#rrggbb':");
  for (size_t k = 0; scr_rgba_name(k); k++) put_name(&l, scr_rgba_name(k));
  scr_buf_puts(out, "\n");
}

/* Of that kind, or of all (-1); bonds have what contacts have. */
static void put_color_by(int kind, scr_buf *out) {
  static const struct {
    scr_view_kind kind;
    const char *title;
  } row[] = {
      {SCR_VIEW_BALL, "What 'color-by' knows of a ball, beside 'group':"},
      {SCR_VIEW_WALL, "What 'color-by' knows of a wall, beside 'group':"},
      {SCR_VIEW_CONTACT, "What 'color-by' knows of a contact or bond, beside 'group':"},
      {SCR_VIEW_FRACTURE, "What 'color-by' knows of a fracture, beside 'group':"},
      {SCR_VIEW_MEASURE, "What 'color-by' knows of a measurement region, beside 'id':"},
  };
  if (kind == SCR_VIEW_BOND) kind = SCR_VIEW_CONTACT;
  for (size_t k = 0; k < SCR_COUNTOF(row); k++)
    if (kind < 0 || kind == (int)row[k].kind)
      put_quantities(row[k].title, scr_view_quantities(row[k].kind), out);
}

static bool is(const char *word, const char *other) { return scr_casecmp(word, other) == 0; }

/* plot item create [<kind>] */
static bool help_item(int n, char *const *word, scr_buf *out) {
  if (n < 3 || n > 4 || !is(word[0], "plot") || !is(word[1], "item")) return false;
  if (!is(word[2], "create") && !is(word[2], "modify")) return false;
  const int kind = n == 4 ? scr_view_kind_of(word[3]) : -1;
  if (n == 4 && kind < 0) return false;
  if (kind < 0)
    put_rows("Items:\n", scr_view_kind_words, out);
  else
    scr_buf_printf(out, "%s: %s\n", word[3], scr_view_kind_words[kind].doc);
  put_rows("Words after the item:\n", scr_view_item_words, out);
  put_color_by(kind, out);
  put_colours(out);
  return true;
}

/* ---- results ---- */

static void put_formats(scr_buf *out) {
  scr_buf_puts(out, "Suffixes of files after 'export':\n");
  for (const scr_format *f = scr_formats; f->suffix; f++)
    scr_buf_printf(out, "  %-10s %s%s\n", f->suffix, f->doc,
                   f->write ? "" : " (not in this build)");
}

static bool help_results(int n, char *const *word, scr_buf *out) {
  if (n != 1 || !is(word[0], "results")) return false;
  put_rows("model results:\n", scr_model_results_words, out);
  put_rows("ball results, wall results and contact results:\n", scr_piece_results_words, out);
  const scr_word_row *more = scr_contact_results_words;
  for (const scr_word_row *r = scr_piece_results_words; r->word; r++) more++;
  put_rows("contact results alone:\n", more, out);
  put_rows("fracture, measure, geometry and inlet results:\n", scr_thing_results_words, out);
  put_formats(out);
  scr_buf_puts(
      out, "Columns that are always there:\n"
           "  balls            id, position, radius, group, velocity\n"
           "  walls            id of the facet, wall, name, group, velocity, force-contact\n"
           "  contacts, bonds  end1, end2, type, model, bond, force, gap\n"
           "  fractures        id, dfn, group, size, dip, dip-direction, aperture\n"
           "  measures         id, position, and all that regions measure\n"
           "  geometry         id, set, type, group\n"
           "  inlets           id, brick, active, opens, group, flow-velocity, velocity, spin\n");
  put_quantities("Columns that 'ball results add-attribute' adds:", scr_ball_quantity, out);
  put_quantities("'wall results add-attribute':", scr_wall_quantity, out);
  put_quantities("'contact results add-attribute':", scr_contact_quantity, out);
  return true;
}

static bool help_wall_sets(int n, char *const *word, scr_buf *out) {
  if (n != 3 || !is(word[0], "wall") || !is(word[1], "export") || !is(word[2], "geometry"))
    return false;
  put_rows("wall export geometry: makes geometry sets of walls\n", scr_wall_sets_words, out);
  return true;
}

bool scr_help_topic(int n, char *const *word, scr_buf *out) {
  return help_item(n, word, out) || help_results(n, word, out) || help_wall_sets(n, word, out);
}
