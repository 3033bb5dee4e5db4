/* Traps that `scree check` can see: what src/world/cycle/traps.c tells of when a run comes to it.
 * Told from the words of the file, and only where none of them could mean something else. */
#include "cmd/check_traps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/str.h"
#include "cmd/check_kept.h"
#include "cmd/session_kept.h"
#include "world/bodies/brick.h"
#include "world/motion/strain.h"

/* Does the line hold the word, whatever the case? Comments count, on the side of silence. */
static bool holds(const char *line, const char *word) {
  const size_t n = strlen(word);
  for (; *line; line++)
    if (scr_ncasecmp(line, word, n) == 0) return true;
  return false;
}

static bool any_of(const scr_source *src, const char *const *word) {
  for (int k = 0; k < src->nline; k++)
    for (const char *const *w = word; *w; w++)
      if (holds(src->line[k], *w)) return true;
  return false;
}

/* The same outside of comments. */
static bool any_said(const scr_source *src, const char *const *word, bool number) {
  for (int k = 0; k < src->nline; k++) {
    char said[200];
    const size_t n = strcspn(src->line[k], ";");
    snprintf(said, sizeof said, "%.*s", (int)SCR_MIN(n, sizeof said - 1), src->line[k]);
    for (const char *const *w = word; *w; w++)
      if (holds(said, *w) && (!number || strpbrk(said, "123456789[@"))) return true;
  }
  return false;
}

static const char *const wall_commands[] = {"wall generate", "wall create", "wall import", NULL};

/* Weight draws balls onto walls, and no word could give a contact a law. */
static bool nothing_has_law(const scr_source *src) {
  static const char *const law[] = {"cm",     "contact mod", "contact.model", "restore", "call",
                                    "system", "null",        "ball fix",      NULL},
                           *const balls[] = {"ball create", "ball generate", "ball distribute",
                                             "ball import", NULL},
                           *const weight[] = {"model gravity", NULL};
  return any_said(src, weight, true) && any_said(src, wall_commands, false) &&
         any_said(src, balls, false) && !any_of(src, law);
}

/* There are walls and a law for contacts of two balls, but no word that could give walls one. */
static bool walls_lack_law(const scr_source *src) {
  static const char *const other[] = {"ball-facet",    "cmat add", "cmat apply", "contact model",
                                      "contact.model", "restore",  "call",       "system",
                                      "extra",         NULL};
  bool law = false;
  for (int k = 0; k < src->nline; k++) {
    if (!holds(src->line[k], "cmat default")) continue;
    if (!holds(src->line[k], "type ball-ball")) return false; /* that is for both */
    law |= holds(src->line[k], "model") && !holds(src->line[k], "null");
  }
  return law && any_of(src, wall_commands) && !any_of(src, other);
}

static bool nothing_damps(const scr_source *src) {
  static const char *const word[] = {"damp", "dp_",     "bur_",   "burger", "calm",
                                     "call", "restore", "system", "method", NULL};
  return !any_of(src, word);
}

/* ---- what the lines so far say ---- */

enum { NO_LAW = 1, UNDAMPED = 2, OVERLAP = 4, FAST_WALL = 8 };
enum { MOST = 1000 };                     /* balls by hand: each is compared with all others */
static const double DEEP = 0.25, FAR = 1; /* as in src/world/cycle/traps.c */

typedef struct scr_literal {
  scr_pose pose;
  scr_loc at;
} literal;

/* A command that only may run, or at another time, is no fact. */
static bool in_block(const scr_args *a) { return a->s->frame && a->s->frame->block; }

static bool is_fact(const scr_args *a) {
  return a->dry && !a->s->diag.failed && !in_block(a) && !a->unknowns;
}

void scr_trap_ball(const scr_args *a, const scr_pose *p) {
  scr_check_seen *seen = &a->s->seen;
  if (!is_fact(a) || seen->nball == MOST) return;
  SCR_GROW(seen->ball, seen->cap_ball, seen->nball + 1);
  seen->ball[seen->nball++] = (literal){*p, a->loc};
}

void scr_trap_timestep(const scr_args *a, double given) {
  if (a->dry) a->s->seen.timestep = is_fact(a) ? given : 0;
}

/* Does the rest of the command select all walls, or one by its id or name? */
static bool selects_plainly(const scr_args *a) {
  if (scr_args_end(a)) return true;
  return a->n - a->k == 3 && scr_casecmp(a->tok[a->k].text, "range") == 0 &&
         (scr_casecmp(a->tok[a->k + 1].text, "id") == 0 ||
          scr_casecmp(a->tok[a->k + 1].text, "name") == 0) &&
         !a->tok[a->k + 2].unknown;
}

void scr_trap_wall_speed(const scr_args *a, double speed) {
  if (!a->dry) return;
  a->s->seen.speed = is_fact(a) && selects_plainly(a) ? speed : 0;
  a->s->seen.speed_at = a->loc;
}

void scr_trap_balls_differ(const scr_args *a) {
  if (a->dry) a->s->seen.ball_edits = true;
}

void scr_trap_walls_differ(const scr_args *a) {
  if (!a->dry) return;
  a->s->seen.wall_edits = true;
  a->s->seen.wall_at = a->s->seen.free_at = (scr_loc){0};
}

/* ---- what the domain and the walls are at a line ---- */

/* In a block of commands, which may run anywhere? */
static bool blocks_hold(const scr_source *src, const char *word) {
  bool inside = false;
  for (int k = 0; k < src->nline; k++) {
    const char *line = src->line[k] + strspn(src->line[k], " \t");
    inside = scr_ncasecmp(line, "command", 7) == 0 || (inside && scr_ncasecmp(line, "end", 3) != 0);
    if (inside && holds(line, word)) return true;
  }
  return false;
}

/* Does a line of the same file tell it, and no word of that file something else? */
static bool stands(const scr_args *a, const scr_loc *told, const char *block,
                   const char *const *other) {
  static const char *const elsewhere[] = {"call ", "call'", "call\t", "restore", "system", NULL};
  return is_fact(a) && told->src && told->src == a->loc.src && !any_of(told->src, elsewhere) &&
         !any_of(told->src, other) && !blocks_hold(told->src, block);
}

void scr_trap_wall(const scr_args *a) {
  if (is_fact(a)) a->s->seen.wall_at = a->loc;
}

static bool strained(const scr_domain *o) {
  return o->rate[0] != 0 || o->rate[1] != 0 || o->rate[2] != 0;
}

void scr_trap_domain(const scr_args *a, const scr_domain *given, bool extent, bool condition) {
  static const char *const removes[] = {"wall.delete", "facet.delete", NULL};
  scr_check_seen *seen = &a->s->seen;
  if (!a->dry || in_block(a)) return;
  const scr_loc none = {0}, at = a->unknowns ? none : a->loc;
  seen->side_made_up |= condition && a->unknowns;
  if (strained(given)) seen->extent_at = none;
  if (extent) seen->extent_at = at;
  if (extent) memcpy(seen->domain.lo, given->lo, sizeof given->lo);
  if (extent) memcpy(seen->domain.hi, given->hi, sizeof given->hi);
  if (condition) seen->condition_at = at;
  if (condition) memcpy(seen->domain.condition, given->condition, sizeof given->condition);
  if (strained(given) && stands(a, &seen->wall_at, "del", removes))
    scr_strain_barred(a->diag, "walls");
}

/* A new model has an open domain. */
static bool begins(const scr_source *src) {
  static const char *const begin[] = {"model new", NULL};
  return any_said(src, begin, false);
}

void scr_trap_brick(const scr_args *a) {
  static const char *const other[] = {"domain.condition", NULL};
  const scr_check_seen *seen = &a->s->seen;
  const scr_loc *told = seen->condition_at.src ? &seen->condition_at : &seen->extent_at;
  if (seen->side_made_up || !stands(a, told, "dom", other)) return;
  if (told == &seen->condition_at || begins(told->src))
    scr_brick_sides_fit(seen->domain.condition, a->diag, a->lib->world->dim);
}

/* ---- walls that are free, weight, balls ---- */

/* Does a line hold the word and one of these, or go on in the next line? */
static bool any_beside(const scr_source *src, const char *word, const char *const *beside) {
  for (int k = 0; k < src->nline; k++) {
    const char *line = src->line[k];
    bool both = holds(line, "...") || holds(line, "&");
    for (const char *const *b = beside; *b && !both; b++) both = holds(line, *b);
    if (both && holds(line, word)) return true;
  }
  return false;
}

/* What walls that are freed need, and the beginnings of words that may give it: in lines on walls
 * an id is none of them. */
typedef struct need {
  const char *word, *what, *which;
  const char *begins[5];
} need;
static const need needs[] = {
    {"mass", "a mass", "be free", {" m", "\tm"}},
    {"inertia", "a moment of inertia", "turn freely", {" i ", " in", "\ti ", "\tin"}},
};

static void trap_lacking(const scr_args *a, const need *n) {
  const char *const other[] = {"wall.delete", "facet.delete", n->word, NULL};
  if (a->diag->failed || !stands(a, &a->s->seen.wall_at, "del", other) ||
      any_beside(a->loc.src, "wa", n->begins))
    return;
  scr_fail(a->diag, &a->loc, SCR_E_STATE, "no line gives a wall %s: walls cannot %s", n->what,
           n->which);
  scr_hint(a->diag, "give `wall attribute %s` first", n->word);
}

void scr_trap_wall_free(const scr_args *a, unsigned mask, bool free) {
  scr_check_seen *seen = &a->s->seen;
  if (!a->dry || a->diag->failed) return;
  if (!free) seen->free = 0;
  if (!free || !scr_args_end(a)) return;
  seen->free_at = is_fact(a) && seen->wall_at.src ? a->loc : (scr_loc){0};
  seen->free = (seen->free_at.src ? seen->free : 0) | mask;
  if (mask & 7) trap_lacking(a, &needs[0]);
  if (mask >> 3) trap_lacking(a, &needs[1]);
}

void scr_trap_wall_servo(const scr_args *a, const double force[3]) {
  static const char *const other[] = {"wall.fix", "wall.delete", "facet.delete", NULL};
  const scr_check_seen *seen = &a->s->seen;
  if (!a->dry || !scr_args_end(a) || !stands(a, &seen->free_at, "wa", other)) return;
  for (int c = 0; c < a->lib->world->dim; c++)
    if (seen->free >> c & 1 && force[c] != 0) {
      scr_fail(a->diag, &a->loc, SCR_E_STATE,
               "line %d frees walls along %c: they cannot be driven there towards a force as well",
               seen->free_at.line, "xyz"[c]);
      return;
    }
}

/* Is all that makes the model in this file? */
static bool is_whole(const scr_args *a) {
  static const char *const elsewhere[] = {"call", "restore", "system", NULL};
  return is_fact(a) && a->loc.src && begins(a->loc.src) && !any_of(a->loc.src, elsewhere);
}

bool scr_trap_weightless(const scr_args *a) {
  static const char *const word[] = {"gra", " g ", "\tg ", " gr ", "\tgr ", NULL};
  return is_whole(a) && !any_of(a->loc.src, word);
}

bool scr_trap_no_balls(const scr_args *a) {
  static const char *const makes[] = {"cr", "ge", "di", "im", "ball c", "ball.", NULL},
                           *const brick[] = {"br", NULL};
  return is_whole(a) && !any_beside(a->loc.src, "ba", makes) && !any_of(a->loc.src, brick);
}

const scr_domain *scr_domain_so_far(const scr_args *a) {
  static const char *const other[] = {"domain.", "strain-rate", NULL};
  const scr_check_seen *seen = &a->s->seen;
  if (a->diag->failed) return NULL;
  if (!a->dry) return &a->lib->world->domain;
  return stands(a, &seen->extent_at, "dom", other) ? &seen->domain : NULL;
}

void scr_check_seen_free(scr_session *s) { SCR_DROP(s->seen.ball, s->seen.cap_ball); }

void scr_check_seen_forget(scr_session *s) {
  scr_check_seen_free(s);
  s->seen = (scr_check_seen){.told = s->seen.told};
}

/* ---- what follows from it ---- */

/* Words by which FISH, another file or another program may change what the commands say. */
static bool may_change(const scr_source *src) {
  static const char *const word[] = {"call",       "restore",       "system",          "->",
                                     "ball.pos",   "ball.radius",   "ball.delet",      "wall.vel",
                                     "wall.delet", "mech.timestep", "global.timestep", "null",
                                     NULL};
  return any_of(src, word);
}

static bool balls_have_law(const scr_source *src, int before) {
  for (int k = 0; k < before - 1 && k < src->nline; k++)
    if (holds(src->line[k], "cmat default") && holds(src->line[k], "model") &&
        !holds(src->line[k], "type ball-facet"))
      return true;
  return false;
}

/* How deep two balls lie in each other, as a part of the smaller radius. */
static double depth(const scr_pose *a, const scr_pose *b) {
  double d2 = 0;
  for (int c = 0; c < 3; c++) d2 += (b->x[c] - a->x[c]) * (b->x[c] - a->x[c]);
  return (a->r + b->r - sqrt(d2)) / SCR_MIN(a->r, b->r);
}

static void tell_at(scr_session *s, const scr_loc *at, unsigned trap, scr_code code,
                    const char *text) {
  if (s->seen.told & trap) return;
  s->seen.told |= trap;
  scr_warn(&s->diag, at, code, "%s", text);
}

static void look_for_overlap(scr_session *s, const scr_loc *at) {
  const scr_check_seen *seen = &s->seen;
  if (seen->told & OVERLAP || !balls_have_law(at->src, at->line)) return;
  for (size_t j = 1; j < seen->nball; j++)
    for (size_t i = 0; i < j; i++) {
      const literal *a = &seen->ball[i], *b = &seen->ball[j];
      const double part =
          a->at.src == at->src && b->at.src == at->src ? depth(&a->pose, &b->pose) : 0;
      if (!(part > DEEP)) continue;
      char text[160];
      snprintf(text, sizeof text,
               "balls overlap by more than a quarter of a radius; this one and that of line %d by "
               "%.3g of the smaller one",
               a->at.line, part);
      return tell_at(s, &b->at, OVERLAP, SCR_E_VALUE, text);
    }
}

static void look_for_fast_wall(scr_session *s, const scr_loc *at) {
  const scr_check_seen *seen = &s->seen;
  const double way = seen->speed * seen->timestep;
  double smallest = HUGE_VAL;
  if (seen->wall_edits || seen->speed_at.src != at->src || !any_of(at->src, wall_commands)) return;
  for (size_t k = 0; k < seen->nball; k++) smallest = fmin(smallest, seen->ball[k].pose.r);
  if (!(way > FAR * smallest)) return;
  char text[160];
  snprintf(text, sizeof text,
           "this wall moves by %.3g m in a step, %.3g of the smallest radius: it may pass through "
           "balls",
           way, way / smallest);
  tell_at(s, &seen->speed_at, FAST_WALL, SCR_E_VALUE, text);
}

void scr_trap_solve(const scr_args *a, bool ratio) {
  scr_session *s = a->s;
  const scr_loc *at = &a->loc;
  if (!a->dry || s->diag.failed || in_block(a) || !at->src) return;
  if (s->frame && s->frame->dialect == SCR_LEGACY) return;
  if (nothing_has_law(at->src))
    tell_at(s, at, NO_LAW, SCR_E_STATE,
            "no contact has a law: balls pass through each other and through walls");
  if (walls_lack_law(at->src))
    tell_at(s, at, NO_LAW, SCR_E_STATE, "contacts with walls have no law: balls pass through them");
  if (ratio && nothing_damps(at->src))
    tell_at(s, at, UNDAMPED, SCR_E_VALUE,
            "this solve may never come to its ratio: there is no damping of any kind");
  if (may_change(at->src) || s->seen.ball_edits) return;
  look_for_overlap(s, at);
  look_for_fast_wall(s, at);
}
