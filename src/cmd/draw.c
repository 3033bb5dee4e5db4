/* `scree draw`: a picture of a saved state, without a data file. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/files.h"
#include "cmd/range.h"
#include "cmd/view.h"

/* FILE.sav becomes FILE.png. */
static char *picture_of(const char *file) {
  scr_buf b = {0};
  const char *suffix = scr_path_suffix(file);
  scr_buf_put(&b, file, strlen(file) - strlen(suffix));
  scr_buf_puts(&b, ".png");
  return b.s;
}

static bool fail_by(scr_diag *d, const char *by, const char *near) {
  scr_fail(d, NULL, SCR_E_NAME, "neither a ball nor a contact has a quantity '%s'", by);
  return near ? scr_hint(d, "did you mean '%s'?", near) : false;
}

/* Forces of contacts show where balls let them through: as chains alone in 3D, over pale disks in
 * 2D. */
static bool add_chains(scr_view *v, const scr_draw *d, int dim) {
  scr_view_item *i = scr_view_add(v, SCR_VIEW_CONTACT);
  scr_nearest near;
  const char *by = strncmp(d->by, "contact-", 8) == 0 ? d->by + 8 : d->by;
  if (!scr_view_color_by(i, dim, by, &near)) {
    scr_view_drop(v, v->n - 1);
    return false;
  }
  scr_view_item *ball = scr_view_first(v, SCR_VIEW_BALL);
  ball->colored = true;
  ball->color = d->dark ? 0x4A525CFFu : 0xE4E6E9FFu;
  ball->off = dim == 3;
  return true;
}

static bool color(scr_session *s, scr_view *v, const scr_draw *d) {
  int dim = scr_session_world(s)->dim;
  scr_nearest near = {0};
  if (!d->by) return true;
  bool of_contact = strncmp(d->by, "contact-", 8) == 0;
  if (!of_contact && scr_view_color_by(scr_view_first(v, SCR_VIEW_BALL), dim, d->by, &near))
    return true;
  return add_chains(v, d, dim) || fail_by(scr_session_diag(s), d->by, near.best);
}

/* A name, or three numbers with commas. */
static bool look_from(scr_session *s, scr_view *v, const char *from) {
  if (!from) return true;
  v->has_from = true;
  if (scr_view_from_name(from, v->from)) return true;
  scr_buf line = {0};
  scr_buf_printf(&line, "%s ", from);
  int n = 0;
  const char *p = line.s;
  for (; n < 3; n++) {
    size_t len;
    int64_t whole;
    scr_numkind kind = scr_parse_number(p, &len, &whole, &v->from[n]);
    if (kind == SCR_NUM_NONE || (p[len] != ',' && p[len] != ' ')) break;
    p += len + 1;
  }
  const bool whole = n == 3 && !*p && p[-1] == ' ';
  scr_buf_free(&line);
  if (whole) return true;
  scr_fail(scr_session_diag(s), NULL, SCR_E_VALUE, "'%s' is no direction", from);
  return scr_hint(scr_session_diag(s),
                  "expected front, back, left, right, top, bottom, isometric, or x,y,z");
}

static bool check_range(scr_session *s, scr_view *v, const char *range) {
  if (!range) return true;
  scr_range *r = scr_range_parse(s, range);
  if (r) scr_view_first(v, SCR_VIEW_BALL)->range = scr_range_text(r);
  scr_range_free(r);
  return r != NULL;
}

static scr_view *usual_view(const scr_world *w, bool dark) {
  scr_view *v = scr_view_new();
  v->dark = dark;
  scr_view_add(v, SCR_VIEW_BALL);
  scr_view_add(v, SCR_VIEW_WALL);
  if (w->fractures.count) scr_view_add(v, SCR_VIEW_FRACTURE);
  scr_view_add(v, w->dim == 2 ? SCR_VIEW_SCALE : SCR_VIEW_AXES);
  if (w->dim == 2) scr_view_add(v, SCR_VIEW_AXES);
  return v;
}

bool scr_draw_file(scr_session *s, const scr_draw *d, char **path) {
  *path = d->out ? scr_strdup(d->out) : picture_of(d->file);
  if (!scr_view_writes(scr_session_diag(s), NULL, *path) || !scr_session_restore(s, d->file))
    return false;
  scr_view *v = usual_view(scr_session_world(s), d->dark);
  const scr_loc nowhere = {0};
  bool ok = check_range(s, v, d->range) && color(s, v, d) && look_from(s, v, d->from) &&
            scr_view_write(s, v, NULL, NULL, d->width ? d->width : SCR_VIEW_WIDTH,
                           d->width ? d->height : SCR_VIEW_HEIGHT, *path, &nowhere);
  scr_view_free(v);
  return ok;
}
