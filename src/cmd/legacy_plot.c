/* `plot` of PFC 3 and 4: what is added to a view, and its hardcopy, a PNG here. All that says how a
 * window looks is ignored. */
#include "cmd/legacy_plot.h"

#include <string.h>
#include "base/mem.h"
#include "cmd/plot.h"
#include "cmd/plot_chart.h"
#include "cmd/today.h"
#include "cmd/view.h"

const scr_word_row scr_legacy_plot_words[] = {
    {"create", "<s>", "begins a view; an old one of that name is emptied"},
    {"add", "<what> [<color>] ...",
     "ball, wall, axes, cforce (contact forces), pbond, cbond; history [-]<i> ... [vs [-]<i>]"},
    {"history", "[-]<i> ... [vs [-]<i>]",
     "a chart of histories, a minus sign negates one: a plot of its own, which is current"},
    {"hardcopy", "[file <s>]", "writes the view as PNG, by default under its name"},
    {0}};

static bool take(scr_args *a, const char *word) {
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type != SCR_T_WORD || scr_casecmp(t->text, word) != 0) return false;
  a->k++;
  return true;
}

static int kind_of(const char *word) {
  static const struct {
    const char *word;
    scr_view_kind kind;
  } row[] = {{"ball", SCR_VIEW_BALL},      {"wall", SCR_VIEW_WALL},  {"axes", SCR_VIEW_AXES},
             {"cforce", SCR_VIEW_CONTACT}, {"pbond", SCR_VIEW_BOND}, {"cbond", SCR_VIEW_BOND},
             {"measure", SCR_VIEW_MEASURE}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++)
    if (scr_casecmp(row[k].word, word) == 0) return (int)row[k].kind;
  return -1;
}

/* A word that is a slip of one that acts. */
static bool missed(scr_args *a, const scr_token *t, scr_nearest *near, bool *fine) {
  if (!near->best || near->distance > 2 || strlen(t->text) < 3) return false;
  *fine = scr_warn(a->diag, &t->loc, SCR_E_NAME, "'%s' is ignored; did you mean '%s'?", t->text,
                   near->best);
  return true;
}

/* A word after `add` that is neither a kind nor a colour. */
static bool miss_kind(scr_args *a, const scr_token *t, const scr_token **passed) {
  static const char *const kinds[] = {"ball",  "wall",  "axes",   "cforce",
                                      "pbond", "cbond", "measure"};
  bool fine = true;
  scr_nearest near = {.word = t->text ? t->text : ""};
  for (size_t k = 0; k < SCR_COUNTOF(kinds); k++) scr_nearest_offer(&near, kinds[k]);
  scr_rgba_offer(&near);
  if (t->type == SCR_T_WORD && near.distance > 0 && missed(a, t, &near, &fine)) return fine;
  if (!*passed) *passed = t;
  return true;
}

/* The verb after `plot`: PFC has many more, of windows. */
static bool miss_verb(scr_args *a) {
  bool fine = true;
  const scr_token *t = scr_args_peek(a);
  scr_nearest near = {.word = t && t->text ? t->text : ""};
  for (const scr_word_row *r = scr_legacy_plot_words; r->word; r++) {
    if (t && t->type == SCR_T_WORD && strlen(t->text) >= 4 && scr_abbreviates(t->text, r->word))
      near.best = r->word, near.distance = 0;
    scr_nearest_offer(&near, r->word);
  }
  if (t && t->type == SCR_T_WORD && missed(a, t, &near, &fine)) return fine;
  return scr_plot_tell_passed(a, t);
}

/* A colour belongs to what stands before it; only the first counts, further ones are those of
 * groups. */
static bool add(scr_args *a) {
  if (scr_plot_at_history(a)) return scr_plot_history(a, false);
  scr_view *v = scr_plot_view(scr_plot_current(a->s));
  scr_view_item *last = NULL;
  const scr_token *passed = NULL;
  bool fine = true;
  for (; fine && !scr_args_end(a); a->k++) {
    const char *text = scr_args_peek(a)->text;
    scr_rgba color;
    int kind = text ? kind_of(text) : -1;
    if (kind >= 0)
      last = scr_view_add(v, (scr_view_kind)kind);
    else if (last && !last->colored && text && scr_rgba_named(text, &color)) {
      last->colored = true;
      last->color = color;
    } else if (!last || !text || !scr_rgba_named(text, &color))
      fine = miss_kind(a, scr_args_peek(a), &passed);
  }
  return fine && scr_plot_tell_passed(a, passed);
}

/* Whatever the suffix says, it is a PNG: .png is added then. */
static bool write_view(scr_args *a, const char *name, const scr_loc *at) {
  scr_plot *p = scr_plot_current(a->s);
  char *path = scr_session_out_path(a->s, name ? name : p->name, ".png");
  scr_buf b = {0};
  scr_buf_puts(&b, path);
  if (scr_picture_of(path) != SCR_PICTURE_PNG) scr_buf_puts(&b, ".png");
  bool ok = scr_args_checks(a) || scr_view_export(a->s, p->name, NULL, NULL, b.s, at);
  if (!ok && p->n) ok = scr_diag_forgive(a->diag); /* a history that is not there */
  scr_buf_free(&b);
  scr_free(path);
  return ok;
}

static bool hardcopy(scr_args *a) {
  const scr_plot *p = scr_plot_current(a->s);
  scr_loc at = a->loc;
  char *name = NULL;
  if (!p->n && (!p->view || !p->view->n))
    return scr_warn(a->diag, &at, SCR_E_NAME, "nothing is written: the plot '%s' has no item",
                    p->name);
  if (take(a, "file")) {
    at = scr_args_loc(a);
    if (!scr_args_file(a, true, &name)) return false;
  }
  bool ok = write_view(a, name, &at);
  scr_free(name);
  return ok;
}

bool scr_legacy_plot(scr_args *a) {
  scr_today_refuse(a, "pictures have other words today: see 'scree help plot'");
  if (take(a, "add")) return add(a);
  if (scr_plot_at_history(a)) return scr_plot_history(a, true);
  if (take(a, "hardcopy")) return hardcopy(a);
  if (!take(a, "create")) return miss_verb(a);
  if (scr_args_end(a)) return true;
  char *name;
  if (!scr_args_name(a, "the name of a view", &name)) return false;
  scr_plot_begin(a->s, name);
  scr_free(name);
  return true;
}
