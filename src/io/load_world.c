/* A world from the sections of a save file: see save_world.h. The file is not trusted: every count,
 * reference and number that code relies on is checked here, although checksums have ruled out
 * damage by accident. */
#include "io/save_world.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "io/save_fractures.h"
#include "io/save_inters.h"
#include "io/save_templates.h"
#include "io/save_fragments.h"
#include "io/save_layout.h"
#include "world/measure/measure.h"
#include "world/bodies/inlets.h"
#include "world/bodies/servos.h"
#include "world/state/rows.h"

/* Numbers in the file to numbers in the new world, by list. */
typedef struct numbers {
  uint32_t *to;
  uint32_t n;
} numbers;

typedef struct loader {
  scr_savefile *f;
  scr_world *w;
  numbers words, groups, surfaces, psets, laws; /* laws: index of the model */
} loader;

static bool open_section(loader *l, const char *name, scr_bytes *in) {
  return scr_savefile_take(l->f, name, in);
}

static bool bad(loader *l, const char *section, const char *what) {
  return scr_savefile_bad(l->f, section, "%s", what);
}

/* Looks a number of the file up; false if the list has no such number. */
static bool look_up(const numbers *list, uint32_t *value) {
  if (*value >= list->n) return false;
  *value = list->to[*value];
  return true;
}

/* Number 0 stands for nothing in the file as in the world. */
static void numbers_new(numbers *list, size_t n, bool zero) {
  list->n = (uint32_t)n + zero;
  list->to = scr_alloc(list->n * sizeof *list->to);
}

/* ---- model ---- */

/* Squares and differences of lengths beyond this would overflow. */
static const double LENGTH_MAX = 1e150;

static bool finite3(const double *x) { return isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]); }

static bool good_domain(const scr_domain *d) {
  for (int c = 0; c < 3; c++)
    if (d->condition[c] > SCR_B_PERIODIC || !(fabs(d->lo[c]) <= LENGTH_MAX) ||
        !(fabs(d->hi[c]) <= LENGTH_MAX) || (d->set && !(d->lo[c] < d->hi[c])))
      return false;
  return true;
}

static bool good_timestep(const scr_timestep *t) {
  return t->mode <= SCR_DT_SCALE && isfinite(t->given) && !isnan(t->maximum) && t->increment >= 0 &&
         t->safety > 0 && isfinite(t->safety) && t->current >= 0 && isfinite(t->current);
}

static bool good_exponent(int e) { return e >= -1100 && e <= 1100; }

static bool good_model(const scr_world *w) {
  return good_domain(&w->domain) && good_timestep(&w->timestep) && finite3(w->gravity) &&
         isfinite(w->time) && isfinite(w->time_carry) && good_exponent(w->force_exponent) &&
         good_exponent(w->moment_exponent) && good_exponent(w->next_force_exponent) &&
         good_exponent(w->next_moment_exponent) && !w->kick_pending &&
         (w->rng.s[0] | w->rng.s[1] | w->rng.s[2] | w->rng.s[3]) != 0;
}

/* The dimension is wanted before there is a world to read into. */
static bool load_model(loader *l, int threads) {
  scr_bytes in;
  if (!open_section(l, SCR_SECTION_MODEL, &in)) return false;
  scr_world *probe = scr_alloc(sizeof *probe);
  scr_bytes first = in;
  scr_get_fields(&first, scr_save_model_field, scr_save_model_fields, probe, NULL,
                 SCR_SECTION_MODEL);
  int dim = probe->dim;
  scr_free(probe);
  if (!scr_savefile_complete(l->f, SCR_SECTION_MODEL, &first)) return false;
  if (dim != 2 && dim != 3) return bad(l, SCR_SECTION_MODEL, "the dimension is neither 2 nor 3");
  l->w = scr_world_new(dim);
  scr_world_set_threads(l->w, threads);
  scr_get_fields(&in, scr_save_model_field, scr_save_model_fields, l->w, l->f, SCR_SECTION_MODEL);
  return good_model(l->w) || bad(l, SCR_SECTION_MODEL, "a value is out of its range");
}

/* ---- lists of words, sets, laws, parameters ---- */

static bool load_words(loader *l) {
  scr_bytes in;
  if (!open_section(l, SCR_SECTION_WORDS, &in)) return false;
  size_t n = scr_get_count(&in, 4);
  numbers_new(&l->words, n, true);
  l->words.to[0] = scr_word(&l->w->words, "");
  for (uint32_t k = 1; k < l->words.n; k++) {
    char *text = scr_get_text(&in);
    l->words.to[k] = scr_word(&l->w->words, text);
    scr_free(text);
  }
  return scr_savefile_complete(l->f, SCR_SECTION_WORDS, &in);
}

static uint32_t load_set(loader *l, scr_bytes *in, bool of_words) {
  const size_t most = (size_t)(in->end - in->at) / (sizeof(uint32_t) + sizeof(uint64_t));
  const uint32_t n = scr_get_below(in, (uint32_t)SCR_MIN(most, (size_t)UINT32_MAX - 1) + 1);
  uint64_t *pair = scr_alloc(2 * (size_t)n * sizeof *pair);
  for (uint32_t k = 0; k < n && !in->bad; k++) {
    uint32_t key = scr_get_u32(in), word = 0;
    uint64_t value = scr_get_u64(in);
    if (of_words) {
      word = value < l->words.n ? (uint32_t)value : l->words.n;
      in->bad |= !look_up(&l->words, &word);
      value = word;
    }
    in->bad |= !look_up(&l->words, &key);
    pair[2 * (size_t)k] = key, pair[2 * (size_t)k + 1] = value;
  }
  uint32_t set = in->bad ? 0 : scr_sets_of(&l->w->sets, pair, n);
  in->bad |= set == UINT32_MAX;
  scr_free(pair);
  return set;
}

static bool load_sets(loader *l, const char *section, numbers *list, bool of_words) {
  scr_bytes in;
  if (!open_section(l, section, &in)) return false;
  size_t n = scr_get_count(&in, 4);
  numbers_new(list, n, true);
  for (uint32_t k = 1; k < list->n && !in.bad; k++) list->to[k] = load_set(l, &in, of_words);
  return scr_savefile_complete(l->f, section, &in);
}

static int model_index(const char *name) {
  for (int k = 0; k < scr_model_count(); k++)
    if (strcmp(scr_model_at(k)->name, name) == 0) return k;
  return -1;
}

/* Reads the name of a law; NULL after a message if this program does not have it. */
static const scr_model *load_law(loader *l, const char *section, scr_bytes *in) {
  char *name = scr_get_text(in);
  int k = in->bad ? -1 : model_index(name);
  if (k < 0 && in->bad)
    scr_savefile_complete(l->f, section, in);
  else if (k < 0)
    scr_savefile_bad(l->f, section, "this program has no contact law '%s'", name);
  scr_free(name);
  return k < 0 ? NULL : scr_model_at(k);
}

static bool load_laws(loader *l) {
  scr_bytes in;
  if (!open_section(l, SCR_SECTION_LAWS, &in)) return false;
  size_t n = scr_get_count(&in, 4);
  numbers_new(&l->laws, n, false);
  for (uint32_t k = 0; k < l->laws.n; k++) {
    const scr_model *m = load_law(l, SCR_SECTION_LAWS, &in);
    if (!m) return false;
    l->laws.to[k] = (uint32_t)model_index(m->name);
  }
  return scr_savefile_complete(l->f, SCR_SECTION_LAWS, &in);
}

static bool load_name(const loader *l, double *number) {
  uint32_t word = *number >= 0 && *number < l->words.n ? (uint32_t)*number : UINT32_MAX;
  if (!look_up(&l->words, &word)) return false;
  *number = word;
  return true;
}

static void load_params(const loader *l, scr_bytes *in, const scr_model *m, double *param) {
  if (scr_get_u32(in) != (uint32_t)m->nparam) in->bad = true;
  if (!in->bad) scr_get_f64s(in, param, (size_t)m->nparam);
  for (int k = 0; k < m->nprop && !in->bad; k++)
    if (m->prop[k].flags & SCR_PROP_NAME) in->bad = !load_name(l, &param[m->prop[k].slot]);
}

static uint64_t load_slots(scr_bytes *in, const scr_model *m) {
  const uint64_t low = scr_get_u32(in);
  return m->nparam > 32 ? low | (uint64_t)scr_get_u32(in) << 32 : low;
}

static bool load_psets(loader *l) {
  scr_bytes in;
  if (!open_section(l, SCR_SECTION_PSETS, &in)) return false;
  size_t n = scr_get_count(&in, 20);
  numbers_new(&l->psets, n, false);
  for (uint32_t k = 0; k < l->psets.n && !in.bad; k++) {
    scr_pset set = {0};
    uint32_t law = scr_get_u32(&in);
    in.bad |= !look_up(&l->laws, &law);
    if (in.bad) break;
    set.law = (uint8_t)(law + 1);
    set.inherit = load_slots(&in, scr_model_at((int)law));
    set.proximity = scr_get_f64(&in);
    load_params(l, &in, scr_model_at((int)law), set.param);
    l->psets.to[k] = scr_pset_add(l->w, &set);
  }
  return scr_savefile_complete(l->f, SCR_SECTION_PSETS, &in);
}

/* ---- tables ---- */

static bool is_saved(const scr_column *c) { return c->flags & SCR_COL_SAVED; }
static bool is_needed(const scr_column *c) { return c->flags & SCR_COL_NEEDED; }

/* Rows are made in the order of the file, so references by place are rows already. */
static bool translate(const loader *l, int meaning, uint32_t *value) {
  switch (meaning) {
  case SCR_M_WORD: return look_up(&l->words, value);
  case SCR_M_GROUPS: return look_up(&l->groups, value);
  case SCR_M_SURFACE: return look_up(&l->surfaces, value);
  case SCR_M_WALL: return *value < l->w->wall.n;
  case SCR_M_VERTEX: return *value < l->w->vertex.n;
  default: return true;
  }
}

static bool translate_column(const loader *l, const scr_save_column *c, int meaning, uint32_t n) {
  int used = meaning == SCR_M_VERTEX ? l->w->dim : c->comps;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t *value = (uint32_t *)(void *)(c->base + c->stride * k);
    for (int i = 0; i < used; i++)
      if (!translate(l, meaning, &value[i])) return false;
  }
  return true;
}

static bool ascending(const uint32_t *id, uint32_t n) {
  for (uint32_t k = 0; k < n; k++)
    if (id[k] == 0 || id[k] > INT32_MAX || (k && id[k] <= id[k - 1])) return false;
  return true;
}

/* The column of that name, t->ncol if no file holds it. */
static int saved_column(const scr_table *t, const scr_save_head *h) {
  int k = 0;
  while (k < t->ncol && !(is_saved(&t->col[k]) && scr_head_is(h, t->col[k].name))) k++;
  return k;
}

/* Does the section hold what no row can be without? Asked before there is memory for its rows. */
static bool has_needed_columns(loader *l, scr_save_table which, scr_bytes in, uint32_t n) {
  const scr_table *t = scr_save_table_of(l->w, which);
  bool seen[SCR_MAX_COLUMNS + 1] = {false};
  while (!in.bad && in.at < in.end) {
    const scr_save_head h = scr_get_head(&in, n);
    seen[saved_column(t, &h)] = true;
  }
  if (in.bad) return scr_savefile_complete(l->f, scr_save_table_name[which], &in);
  for (int k = 0; k < t->ncol; k++)
    if (is_needed(&t->col[k]) && !seen[k])
      return scr_savefile_bad(l->f, scr_save_table_name[which], "it has no column '%s'",
                              t->col[k].name);
  return true;
}

/* The next column of a table, whichever that is; `seen` by column. */
static bool load_column(loader *l, scr_save_table which, scr_bytes *in, uint32_t n, bool *seen) {
  const char *section = scr_save_table_name[which];
  scr_table *t = scr_save_table_of(l->w, which);
  const scr_save_head h = scr_get_head(in, n);
  if (in->bad) return true; /* told at the end */
  const int k = saved_column(t, &h);
  if (k == t->ncol) return scr_savefile_skip(l->f, section, h.name, h.length), true;
  if (seen[k]) return scr_savefile_bad(l->f, section, "column '%s' comes twice", t->col[k].name);
  seen[k] = true;
  if (t->col[k].flags & SCR_COL_OPTIONAL) scr_table_switch(t, k, true);
  scr_table_spread(t, k);
  const scr_save_column c = scr_save_column_of(t, k);
  if (!scr_take_column(&h, &c, n))
    return scr_savefile_bad(l->f, section, "column '%s' has another type", c.name);
  if (t->col[k].means && !translate_column(l, &c, t->col[k].means, n))
    return scr_savefile_bad(l->f, section, "column '%s' names what is not there", c.name);
  scr_table_settle(t, k);
  return true;
}

/* Columns that the file does not hold are as in new rows. */
static void begin_others(scr_table *t, const bool *seen) {
  for (int k = 0; k < t->ncol; k++)
    for (uint32_t row = 0; row < t->n && !seen[k] && is_saved(&t->col[k]); row++)
      scr_table_begin_in(t, k, row);
}

static bool load_table(loader *l, scr_save_table which) {
  const char *section = scr_save_table_name[which];
  scr_table *t = scr_save_table_of(l->w, which);
  bool seen[SCR_MAX_COLUMNS] = {false};
  scr_bytes in;
  if (!open_section(l, section, &in)) return false;
  uint32_t n = (uint32_t)scr_get_count(&in, sizeof(uint32_t)); /* that of an id */
  if (!in.bad && !has_needed_columns(l, which, in, n)) return false;
  if (n) scr_table_push_rows(t, n);
  while (!in.bad && in.at < in.end)
    if (!load_column(l, which, &in, n, seen)) return false;
  if (!scr_savefile_complete(l->f, section, &in)) return false;
  begin_others(t, seen);
  return ascending((const uint32_t *)(const void *)t->base[0], n) ||
         bad(l, section, "ids are not in order");
}

static const void *row_of(const scr_table *t, int col, uint32_t row) {
  return scr_table_at(t, col, row);
}

static bool good_length3(const double *x) {
  return fabs(x[0]) <= LENGTH_MAX && fabs(x[1]) <= LENGTH_MAX && fabs(x[2]) <= LENGTH_MAX;
}

/* In a periodic domain a ball lies inside of the cell, which is at least four radii wide. */
static bool fits_domain(const scr_world *w, const double *x, double r) {
  const scr_domain *d = &w->domain;
  for (int c = 0; d->set && c < w->dim; c++)
    if (d->condition[c] == SCR_B_PERIODIC &&
        (x[c] < d->lo[c] || x[c] > d->hi[c] || 4 * r > d->hi[c] - d->lo[c]))
      return false;
  return true;
}

static bool check_balls(loader *l) {
  const scr_table *t = &l->w->ball;
  for (uint32_t k = 0; k < t->n; k++) {
    const double *x = row_of(t, SCR_BALL_POSITION, k),
                 r = *(const double *)row_of(t, SCR_BALL_RADIUS, k);
    if (!good_length3(x) || !(r > 0 && r <= LENGTH_MAX) || !fits_domain(l->w, x, r))
      return bad(l, "ball", "a position or radius is impossible");
    if (*(const uint8_t *)row_of(t, SCR_BALL_FIX, k) >= 1 << 6)
      return bad(l, "ball", "more is fixed than three velocities and three spins");
  }
  return true;
}

static bool is_unit(const double q[4]) {
  return fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-9;
}

/* Moments of inertia that `wall attribute inertia` takes, or none. */
static bool fit_moments(const double *inertia, int dim) {
  bool none = true, fits = scr_moments_fit(inertia, dim);
  for (int c = dim == 3 ? 0 : 2; c < 3; c++) {
    none &= inertia[c] == 0;
    fits &= scr_size_fits(inertia[c]);
  }
  return none || fits;
}

/* What one that turns freely needs: see scr_walls_may_free. */
static bool may_turn(const scr_table *t, uint32_t row, int dim, unsigned spins) {
  const double *inertia = row_of(t, SCR_WALL_INERTIA, row), *spin = row_of(t, SCR_WALL_SPIN, row);
  bool fits = inertia[2] > 0;
  for (int c = dim == 3 ? 0 : 2; c < 3; c++) fits &= spins >> c & 1 || spin[c] == 0;
  return fits;
}

/* A wall that is free has a mass, one that turns freely moments of inertia and, in 3D, axes. One
 * that is not may be freed later. */
static bool check_free(loader *l) {
  const scr_table *t = &l->w->wall;
  const int dim = l->w->dim;
  if (t->on[SCR_WALL_AXES] != (dim == 3 && t->on[SCR_WALL_INERTIA]))
    return bad(l, "wall", "axes without inertia, or inertia without axes");
  for (uint32_t k = 0; k < t->n; k++) {
    const unsigned free = *(const uint8_t *)row_of(t, SCR_WALL_FREE, k);
    const double mass = *(const double *)row_of(t, SCR_WALL_MASS, k);
    if (!(mass == 0 || scr_size_fits(mass)) || !fit_moments(row_of(t, SCR_WALL_INERTIA, k), dim))
      return bad(l, "wall", "a mass or a moment of inertia is impossible");
    if (free & ~scr_freedoms(dim) || (free & 7 && mass == 0))
      return bad(l, "wall", "a wall is free without a mass");
    if (free >> 3 && !may_turn(t, k, dim, free >> 3))
      return bad(l, "wall", "a wall turns freely without moments of inertia");
    if (t->on[SCR_WALL_AXES] && !is_unit(row_of(t, SCR_WALL_AXES, k)))
      return bad(l, "wall", "axes of a wall are no rotation");
  }
  return true;
}

static bool check_walls(loader *l) {
  const scr_world *w = l->w;
  if (!check_free(l)) return false;
  for (uint32_t k = 0; k < w->vertex.n; k++)
    if (!good_length3(row_of(&w->vertex, SCR_VERTEX_POSITION, k)))
      return bad(l, "vertex", "a position is impossible");
  for (uint32_t k = 0; k < w->facet.n; k++) {
    uint32_t wall = *(const uint32_t *)row_of(&w->facet, SCR_FACET_WALL, k);
    const uint32_t *v = row_of(&w->facet, SCR_FACET_VERTEX, k);
    for (int c = 0; c < w->dim; c++)
      if (*(const uint32_t *)row_of(&w->vertex, SCR_VERTEX_WALL, v[c]) != wall)
        return bad(l, "facet", "a facet uses a vertex of another wall");
  }
  return true;
}

/* ---- contacts ---- */

/* Row with that id: where it stands if none is missing, else by bisection; the world's maps are
 * made only after all is read. */
static bool find_row(const scr_table *t, uint32_t *id_to_row) {
  const uint32_t *id = (const uint32_t *)(const void *)t->base[0];
  uint32_t lo = 0, hi = t->n;
  const uint32_t guess = hi && *id_to_row >= id[0] ? *id_to_row - id[0] : hi;
  if (guess < hi && id[guess] == *id_to_row) {
    *id_to_row = guess;
    return true;
  }
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (id[mid] < *id_to_row)
      lo = mid + 1;
    else
      hi = mid;
  }
  if (lo == t->n || id[lo] != *id_to_row) return false;
  *id_to_row = lo;
  return true;
}

/* Turns what the file says of contact k into what the world wants; false if it cannot be. */
static bool resolve_contact(loader *l, scr_contact_type type, uint32_t k) {
  scr_pairs *p = &l->w->pair[type];
  uint32_t law = p->law[k];
  if (p->id[k] == 0 || p->id[k] > INT32_MAX || (p->flag[k] & ~SCR_SAVE_PAIR_FLAGS)) return false;
  if (!find_row(&l->w->ball, &p->i[k])) return false;
  if (!find_row(type == SCR_BALL_BALL ? &l->w->ball : &l->w->facet, &p->j[k])) return false;
  if (type == SCR_BALL_BALL && p->i[k] >= p->j[k]) return false;
  if (!look_up(&l->laws, &law) || !look_up(&l->psets, &p->pset[k]) ||
      !look_up(&l->groups, &p->groups[k]))
    return false;
  p->law[k] = (uint8_t)(law + 1);
  scr_contact_mark_bond(l->w, (scr_contact){type, k});
  return l->w->pset[p->pset[k]].law == p->law[k];
}

/* Rows lie in the order of ids, so contacts in canonical order have ascending rows. */
static bool contacts_in_order(const scr_pairs *p) {
  for (uint32_t k = 1; k < p->n; k++) {
    uint64_t before = (uint64_t)p->i[k - 1] << 32 | p->j[k - 1],
             now = (uint64_t)p->i[k] << 32 | p->j[k];
    if (now < before || (now == before && (!p->facets || p->shift[k] <= p->shift[k - 1])))
      return false; /* two images */
  }
  return true;
}

/* What is being read of the contacts of one type. */
typedef struct contacts {
  scr_pairs *p;
  uint32_t n;
  const char *section;
  bool seen[SCR_SAVE_PAIRS], family[SCR_FAMILIES];
} contacts;

/* `count` columns with the name of that family. Those that the world does not keep (a third
 * component in 2D, state that a law had once) are read past. */
static void get_members(scr_bytes *in, contacts *c, scr_save_family family, uint32_t count) {
  int most;
  double **column = scr_save_family_of(c->p, family, &most);
  in->bad |= (count > (uint32_t)most && family != SCR_FAMILY_STATE) || c->family[family];
  c->family[family] = true;
  for (uint32_t k = 0; k < count && !in->bad; k++) {
    const scr_save_head h = scr_get_head(in, c->n);
    double *to = k < (uint32_t)most ? column[k] : NULL;
    const scr_save_column col = {scr_save_family_name[family], SCR_C_F64, 1, (unsigned char *)to,
                                 sizeof(double)};
    in->bad |= !scr_head_is(&h, col.name) || h.type != SCR_C_F64 || h.comps != 1;
    if (!in->bad && to) scr_take_column(&h, &col, c->n);
  }
}

/* The columns of some family, with their number before them. */
static void get_family(loader *l, scr_bytes *in, contacts *c) {
  const uint32_t count = scr_get_u32(in);
  if (count == 0 || in->bad) return;
  scr_bytes ahead = *in;
  const scr_save_head first = scr_get_head(&ahead, c->n);
  for (int f = 0; f < SCR_FAMILY_DASH; f++)
    if (scr_head_is(&first, scr_save_family_name[f])) {
      get_members(in, c, (scr_save_family)f, count);
      return;
    }
  for (uint32_t k = 0; k < count && !in->bad; k++) {
    const scr_save_head h = scr_get_head(in, c->n);
    in->bad |= h.length != first.length || memcmp(h.name, first.name, h.length) != 0;
  }
  if (!in->bad) scr_savefile_skip(l->f, c->section, first.name, first.length);
}

/* Pairs of balls have no images: the file says so. */
static bool no_shifts(const scr_save_head *h, uint32_t n) {
  bool none = h->type == SCR_C_U8 && h->comps == 1;
  for (uint32_t k = 0; k < n && none; k++) none = h->value[k] == scr_save_shift((int[3]){0, 0, 0});
  return none;
}

/* A byte, or by how many periods along each axis. */
static bool take_shifts(const scr_save_head *h, const contacts *c) {
  const bool byte = h->type == SCR_C_U8 && h->comps == 1;
  if (!h->value || !(byte || (h->type == SCR_C_I32 && h->comps == 3))) return false;
  for (uint32_t k = 0; k < c->n; k++) {
    const unsigned char *at = h->value + (byte ? 1 : 12) * (size_t)k;
    int32_t by[3] = {*at % 3 - 1, *at / 3 % 3 - 1, *at / 9 - 1};
    for (int a = 0; a < 3 && !byte; a++) scr_copy_le(&by[a], at + 4 * a, 4);
    for (int a = 0; a < 3; a++)
      if (by[a] <= -SCR_SHIFTS || by[a] >= SCR_SHIFTS || (byte && by[a] > 1)) return false;
    c->p->shift[k] = scr_shift_of(by);
  }
  return true;
}

static bool take_pair_column(const scr_save_head *h, const contacts *c, scr_save_pair k) {
  if (k == SCR_SP_SHIFT) return c->p->shift ? take_shifts(h, c) : no_shifts(h, c->n);
  const scr_save_column col = scr_save_pair_column_of(c->p, k);
  return scr_take_column(h, &col, c->n);
}

static void get_pair_column(loader *l, scr_bytes *in, contacts *c) {
  const scr_save_head h = scr_get_head(in, c->n);
  if (in->bad) return;
  for (int k = 0; k < SCR_SAVE_PAIRS; k++) {
    if (!scr_head_is(&h, scr_save_pair_column[k].name)) continue;
    in->bad |= c->seen[k] || !take_pair_column(&h, c, (scr_save_pair)k);
    c->seen[k] = true;
    return;
  }
  scr_savefile_skip(l->f, c->section, h.name, h.length);
}

static void get_contacts(loader *l, scr_bytes *in, contacts *c, int states) {
  scr_pairs *p = c->p;
  scr_pairs_reserve(p, c->n, states, l->w->energy_on, false);
  p->n = p->ncontact = c->n;
  scr_pairs_spread(p);
  while (!in->bad && in->at < in->end)
    if (scr_family_follows(in))
      get_family(l, in, c);
    else
      get_pair_column(l, in, c);
}

/* What the file does not hold is zero, but for what makes a contact. */
static bool is_complete(loader *l, const contacts *c) {
  for (int k = 0; k < SCR_SAVE_PAIRS; k++)
    if (!c->seen[k] && scr_save_pair_column[k].needed)
      return scr_savefile_bad(l->f, c->section, "it has no column '%s'",
                              scr_save_pair_column[k].name);
  return true;
}

/* Columns that the laws of the file need, whether or not a contact of this type uses them. */
static int states_needed(const loader *l) {
  int most = 0;
  for (uint32_t k = 0; k < l->laws.n; k++) {
    const scr_model *m = scr_model_at((int)l->laws.to[k]);
    if (!m->states) most = SCR_MAX(most, m->nstate);
  }
  for (size_t k = 0; k < l->w->npset; k++) {
    const scr_pset *p = &l->w->pset[k];
    most = SCR_MAX(most, scr_model_columns(scr_model_at(p->law - 1), l->w->dim, p->param));
  }
  return most;
}

static bool load_contacts(loader *l, scr_contact_type type) {
  enum { LEAST = 4 * 4 + 3 }; /* bytes of the needed columns */
  contacts c = {.p = &l->w->pair[type], .section = scr_contact_type_name[type]};
  scr_bytes in;
  if (!open_section(l, c.section, &in)) return false;
  c.n = (uint32_t)scr_get_count(&in, LEAST);
  get_contacts(l, &in, &c, states_needed(l));
  if (!scr_savefile_complete(l->f, c.section, &in) || !is_complete(l, &c)) return false;
  for (uint32_t k = 0; k < c.n; k++)
    if (!resolve_contact(l, type, k))
      return scr_savefile_bad(l->f, c.section, "contact number %" PRIu32 " is inconsistent", k + 1);
  scr_pairs_settle(c.p);
  return contacts_in_order(c.p) || bad(l, c.section, "contacts are not in order");
}

static bool load_dash(loader *l) {
  scr_bytes in;
  if (!open_section(l, SCR_SECTION_DASH, &in)) return false;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    contacts c = {.p = &l->w->pair[t], .n = l->w->pair[t].n, .section = SCR_SECTION_DASH};
    const uint32_t count = scr_get_u32(&in);
    if (count > 0) scr_pairs_reserve(c.p, c.n, 0, false, true);
    get_members(&in, &c, SCR_FAMILY_DASH, count);
  }
  return scr_savefile_complete(l->f, SCR_SECTION_DASH, &in);
}

/* ---- CMAT, energy ---- */

static const scr_method *find_method(const scr_model *m, const char *name) {
  for (int k = 0; k < m->nmethod; k++)
    if (strcmp(m->method[k].name, name) == 0) return &m->method[k];
  return NULL;
}

static bool load_method(loader *l, scr_bytes *in, const scr_model *model, scr_cmat_method *m) {
  char *name = scr_get_text(in);
  m->method = in->bad ? NULL : find_method(model, name);
  if (!m->method && !in->bad)
    scr_savefile_bad(l->f, SCR_SECTION_CMAT, "'%s' has no method '%s'", model->name, name);
  scr_free(name);
  if (!m->method) return false;
  int arity = SCR_MIN(scr_method_arity(m->method), (int)SCR_COUNTOF(m->arg));
  for (int a = 0; a < arity; a++) {
    m->arg[a].name = m->method->args[a];
    m->arg[a].given = scr_get_bool(in);
    m->arg[a].value = scr_get_f64(in);
  }
  return true;
}

static bool load_cmat_entry(loader *l, scr_bytes *in, scr_cmat_entry *e) {
  *e = (scr_cmat_entry){0};
  e->model = load_law(l, SCR_SECTION_CMAT, in);
  if (!e->model) return false;
  e->inherit = load_slots(in, e->model);
  e->given = load_slots(in, e->model);
  e->proximity = scr_get_f64(in);
  load_params(l, in, e->model, e->param);
  e->nmethod = (int)scr_get_below(in, SCR_COUNTOF(e->method) + 1);
  for (int k = 0; k < e->nmethod && !in->bad; k++)
    if (!load_method(l, in, e->model, &e->method[k])) return false;
  return true;
}

static bool load_cmat(loader *l) {
  scr_bytes in;
  scr_cmat_entry e;
  if (!open_section(l, SCR_SECTION_CMAT, &in)) return false;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    if (!load_cmat_entry(l, &in, &e))
      return scr_savefile_complete(l->f, SCR_SECTION_CMAT, &in) && false;
    scr_cmat_set_default(l->w, (scr_contact_type)t, &e);
  }
  size_t n = scr_get_count(&in, 8);
  for (size_t k = 0; k < n && !in.bad; k++) {
    int32_t index = (int32_t)scr_get_u32(&in), range = (int32_t)scr_get_u32(&in);
    if (!load_cmat_entry(l, &in, &e))
      return scr_savefile_complete(l->f, SCR_SECTION_CMAT, &in) && false;
    scr_cmat_add(l->w, index, &e, range);
  }
  return scr_savefile_complete(l->f, SCR_SECTION_CMAT, &in);
}

static bool load_sum(scr_bytes *in, scr_xsum *sum) {
  for (int k = 0; k < SCR_XSUM_LIMBS; k++) {
    sum->limb[k] = (int64_t)scr_get_u64(in);
    bool top = k == SCR_XSUM_LIMBS - 1;
    if (top ? sum->limb[k] < INT32_MIN || sum->limb[k] > INT32_MAX
            : sum->limb[k] < 0 || sum->limb[k] > UINT32_MAX)
      return false;
  }
  return true;
}

static bool load_energy(loader *l) {
  scr_bytes in;
  if (!open_section(l, SCR_SECTION_ENERGY, &in)) return false;
  size_t n = scr_get_count(&in, SCR_XSUM_LIMBS * 8),
         want = l->w->energy_on ? SCR_COUNTOF(l->w->energy_total) : 0;
  in.bad |= n != want && !(want && n == want - 1); /* the last one is written where it is not 0 */
  for (size_t k = 0; k < n && !in.bad; k++) in.bad = !load_sum(&in, &l->w->energy_total[k]);
  return scr_savefile_complete(l->f, SCR_SECTION_ENERGY, &in);
}

/* ---- measurement regions ---- */

static bool good_bins(const scr_measure *m) {
  return m->bins == 0 || (m->bins <= SCR_MEASURE_BINS && m->size[0] >= 0 &&
                          m->size[0] < m->size[1] && isfinite(m->size[1]));
}

static bool good_measure(const scr_world *w, const scr_measure *m) {
  const uint32_t last = w->nmeasure ? w->measure[w->nmeasure - 1].id : 0;
  return m->id > last && m->id <= INT32_MAX && finite3(m->x) && (w->dim == 3 || m->x[2] == 0) &&
         m->r > 0 && isfinite(m->r) && m->tolerance >= 0 && m->tolerance <= 1 && good_bins(m);
}

static bool load_measures(loader *l) {
  scr_bytes in;
  if (!scr_savefile_holds(l->f, SCR_SECTION_MEASURE)) return true;
  if (!open_section(l, SCR_SECTION_MEASURE, &in)) return false;
  const size_t n = scr_get_count(&in, 64);
  for (size_t k = 0; k < n && !in.bad; k++) {
    scr_measure m = {.id = scr_get_u32(&in)};
    m.bins = scr_get_u32(&in);
    scr_get_f64s(&in, m.size, SCR_COUNTOF(m.size));
    scr_get_f64s(&in, m.x, SCR_COUNTOF(m.x));
    m.r = scr_get_f64(&in);
    m.tolerance = scr_get_f64(&in);
    if (!in.bad && !good_measure(l->w, &m))
      return bad(l, SCR_SECTION_MEASURE, "a region is impossible");
    if (!in.bad) scr_measure_put(l->w, &m);
  }
  return scr_savefile_complete(l->f, SCR_SECTION_MEASURE, &in);
}

/* ---- strain ---- */

static bool load_strain(loader *l) {
  scr_bytes in;
  double *rate = l->w->domain.rate;
  if (!scr_savefile_holds(l->f, SCR_SECTION_STRAIN)) return true;
  if (!open_section(l, SCR_SECTION_STRAIN, &in)) return false;
  for (int c = 0; c < 3; c++) rate[c] = scr_get_f64(&in);
  if (!finite3(rate) || (l->w->dim == 2 && rate[2] != 0) || !l->w->domain.set)
    return bad(l, SCR_SECTION_STRAIN, "the rate of strain is impossible");
  return scr_savefile_complete(l->f, SCR_SECTION_STRAIN, &in);
}

/* ---- what an edit has left to do ---- */

/* Contacts that no step has found active yet; files of before had none. */
static bool load_begun(loader *l, int type, scr_bytes *in) {
  const size_t n = scr_get_count(in, 8);
  for (size_t k = 0; k < n && !in->bad; k++) {
    const uint64_t x = scr_get_u64(in);
    if (in->bad || x / 2 >= l->w->pair[type].n) return false;
    if (!scr_contact_begun(l->w, (scr_contact){type, (uint32_t)(x / 2)}, x % 2)) return false;
  }
  return !in->bad;
}

static bool load_fresh(loader *l) {
  scr_bytes in;
  if (!scr_savefile_holds(l->f, SCR_SECTION_FRESH)) return true;
  if (!open_section(l, SCR_SECTION_FRESH, &in)) return false;
  const uint8_t listed = scr_get_u8(&in), moved = scr_get_u8(&in);
  if (listed > 1 || moved > 1) return bad(l, SCR_SECTION_FRESH, "a value is out of its range");
  for (int t = 0; t < SCR_CONTACT_TYPES && in.at < in.end; t++)
    if (!load_begun(l, t, &in))
      return bad(l, SCR_SECTION_FRESH, "a contact that began is not active");
  if (!scr_savefile_complete(l->f, SCR_SECTION_FRESH, &in)) return false;
  if (moved) scr_changed(l->w, SCR_SPRINGS);
  return !listed || scr_world_list_restored(l->w, l->f->d);
}

/* ---- servos ---- */

static bool good_servo(const scr_world *w, const scr_servo *s, uint32_t active) {
  const uint32_t last = w->nservo ? w->servo[w->nservo - 1].wall : 0;
  return s->wall > last && scr_wall_find(w, s->wall) != SCR_NONE && active <= 1 &&
         finite3(s->force) && (w->dim == 3 || s->force[2] == 0) && s->factor > 0 &&
         isfinite(s->factor) && s->every > 0 && s->limit >= 0 && s->gain >= 0 && isfinite(s->gain);
}

static bool load_servos(loader *l) {
  scr_bytes in;
  if (!scr_savefile_holds(l->f, SCR_SECTION_SERVO)) return true;
  if (!open_section(l, SCR_SECTION_SERVO, &in)) return false;
  const size_t n = scr_get_count(&in, 60);
  for (size_t k = 0; k < n && !in.bad; k++) {
    scr_servo s = scr_servo_new(scr_get_u32(&in));
    const uint32_t active = scr_get_u32(&in);
    s.active = active;
    scr_get_f64s(&in, s.force, SCR_COUNTOF(s.force));
    s.factor = scr_get_f64(&in);
    s.every = scr_get_u32(&in);
    s.limit = scr_get_f64(&in);
    s.gain = scr_get_f64(&in);
    if (!in.bad && !good_servo(l->w, &s, active))
      return bad(l, SCR_SECTION_SERVO, "a servo is impossible");
    if (!in.bad) scr_servo_put(l->w, &s);
  }
  return scr_savefile_complete(l->f, SCR_SECTION_SERVO, &in);
}

/* ---- inlets ---- */

static bool good_inlet(const scr_world *w, const scr_inlet *i, uint32_t active) {
  const uint32_t last = w->ninlet ? w->inlet[w->ninlet - 1].id : 0;
  const double flat = fabs(i->x[2]) + fabs(i->flow[2]) + fabs(i->slid[2]);
  return i->id > last && i->id <= INT32_MAX && i->brick > 0 && i->brick <= INT32_MAX &&
         active <= 1 && finite3(i->x) && finite3(i->flow) && finite3(i->slid) &&
         good_length3(i->slid) && isfinite(i->time) && (w->dim == 3 || flat == 0);
}

static bool load_inlets(loader *l) {
  scr_bytes in;
  if (!scr_savefile_holds(l->f, SCR_SECTION_INLET)) return true;
  if (!open_section(l, SCR_SECTION_INLET, &in)) return false;
  const size_t n = scr_get_count(&in, 96);
  for (size_t k = 0; k < n && !in.bad; k++) {
    scr_inlet i = {.id = scr_get_u32(&in)};
    i.brick = scr_get_u32(&in);
    i.groups = scr_get_u32(&in);
    const uint32_t active = scr_get_u32(&in);
    i.active = active;
    scr_get_f64s(&in, i.x, SCR_COUNTOF(i.x));
    scr_get_f64s(&in, i.flow, SCR_COUNTOF(i.flow));
    scr_get_f64s(&in, i.slid, SCR_COUNTOF(i.slid));
    i.time = scr_get_f64(&in);
    i.turn[0] = 1;
    memcpy(i.center, i.x, sizeof i.center);
    if (!in.bad && (!good_inlet(l->w, &i, active) || !look_up(&l->groups, &i.groups)))
      return bad(l, SCR_SECTION_INLET, "an inlet is impossible");
    if (!in.bad) scr_inlet_put(l->w, &i);
  }
  return scr_savefile_complete(l->f, SCR_SECTION_INLET, &in);
}

/* ---- what breaks ---- */

static bool load_fractures(loader *l) {
  scr_bytes in;
  if (!scr_savefile_holds(l->f, SCR_SECTION_FRACTURES)) return true;
  if (!open_section(l, SCR_SECTION_FRACTURES, &in)) return false;
  scr_get_fractures(l->w, &in, l->groups.to, l->groups.n);
  return scr_savefile_complete(l->f, SCR_SECTION_FRACTURES, &in);
}

/* A section that stands only where there is something of it, and that nothing else is needed for.
 */
static bool load_own(loader *l, const char *section, void (*get)(scr_world *w, scr_bytes *in)) {
  scr_bytes in;
  if (!scr_savefile_holds(l->f, section)) return true;
  if (!open_section(l, section, &in)) return false;
  get(l->w, &in);
  return scr_savefile_complete(l->f, section, &in);
}

static bool load_parts(loader *l) {
  return load_own(l, SCR_SECTION_APERTURES, scr_get_apertures) &&
         load_own(l, SCR_SECTION_TEMPLATES, scr_get_templates) &&
         load_own(l, SCR_SECTION_INTERS, scr_get_inters) &&
         load_own(l, SCR_SECTION_FRAGMENTS, scr_get_fragments) &&
         load_own(l, SCR_SECTION_CELLS, scr_get_cells);
}

static bool load_moving_inlets(loader *l) {
  scr_bytes in;
  if (!scr_savefile_holds(l->f, SCR_SECTION_MOVING)) return true;
  if (!open_section(l, SCR_SECTION_MOVING, &in)) return false;
  for (uint32_t k = 0; k < l->w->ninlet && !in.bad; k++) {
    scr_inlet *i = &l->w->inlet[k];
    scr_get_f64s(&in, i->turn, SCR_COUNTOF(i->turn));
    scr_get_f64s(&in, i->velocity, SCR_COUNTOF(i->velocity));
    scr_get_f64s(&in, i->spin, SCR_COUNTOF(i->spin));
    scr_get_f64s(&in, i->center, SCR_COUNTOF(i->center));
    const uint32_t by_steps = scr_get_u32(&in);
    i->by_steps = by_steps;
    scr_get_f64s(&in, i->hold, SCR_COUNTOF(i->hold));
    if (!in.bad && (by_steps > 1 || !scr_inlet_fits(i, l->w->dim)))
      return bad(l, SCR_SECTION_MOVING, "an inlet moves in an impossible way");
  }
  return scr_savefile_complete(l->f, SCR_SECTION_MOVING, &in);
}

static bool load_held(loader *l) {
  scr_bytes in;
  if (!scr_savefile_holds(l->f, SCR_SECTION_HELD)) return true;
  if (!open_section(l, SCR_SECTION_HELD, &in)) return false;
  const size_t n = scr_get_count(&in, 24);
  for (size_t k = 0; k < n && !in.bad; k++) {
    scr_held h = {.ball = scr_get_u32(&in)};
    const uint32_t by_steps = scr_get_u32(&in);
    h.by_steps = by_steps;
    scr_get_f64s(&in, h.until, SCR_COUNTOF(h.until));
    if (in.bad) break;
    scr_held_put(l->w, &h);
    if (by_steps > 1 || l->w->nheld != k + 1 || !scr_held_fits(l->w, (uint32_t)k) ||
        scr_ball_find(l->w, h.ball) == SCR_NONE)
      return bad(l, SCR_SECTION_HELD, "a ball is held in an impossible way");
  }
  return scr_savefile_complete(l->f, SCR_SECTION_HELD, &in);
}

/* ---- all of it ---- */

static bool load_all(loader *l, int threads) {
  if (!load_model(l, threads) || !load_words(l)) return false;
  if (!load_sets(l, SCR_SECTION_GROUPS, &l->groups, true)) return false;
  if (!load_sets(l, SCR_SECTION_SURFACES, &l->surfaces, false)) return false;
  if (!load_laws(l) || !load_psets(l)) return false;
  for (int t = 0; t < SCR_SAVE_TABLES; t++)
    if ((t != SCR_T_BODY || scr_savefile_holds(l->f, scr_save_table_name[t])) &&
        !load_table(l, (scr_save_table)t))
      return false;
  if (!check_balls(l) || !check_walls(l)) return false;
  if (!scr_orientations_fit(l->w)) return bad(l, "ball", "an orientation is impossible");
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    if (!load_contacts(l, (scr_contact_type)t)) return false;
  return load_dash(l) && load_cmat(l) && load_energy(l) && load_fractures(l) && load_parts(l) &&
         load_measures(l) && load_inlets(l) && load_moving_inlets(l) &&
         scr_world_restored(l->w, l->f->d) && load_servos(l) /* servos know walls by id */ &&
         load_held(l) && load_strain(l) && load_fresh(l);
}

scr_world *scr_load_world(scr_savefile *f, int threads) {
  loader l = {.f = f};
  bool ok = load_all(&l, threads);
  numbers *lists[] = {&l.words, &l.groups, &l.surfaces, &l.psets, &l.laws};
  for (size_t k = 0; k < SCR_COUNTOF(lists); k++) scr_free(lists[k]->to);
  if (ok) return l.w;
  scr_world_free(l.w);
  return NULL;
}
