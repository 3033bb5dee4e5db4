/* Worlds to plain columns: see dataset.h. */
#include "io/dataset_make.h"

#include <stdlib.h>
#include <string.h>
#include "base/par.h"
#include "io/save_order.h"
#include "world/state/rows.h"
#include "world/geometry/geom.h"
#include "world/measure/measure.h"

const char *const scr_dataset_name[SCR_DATA_KINDS] = {
    "balls", "walls", "contacts", "bonds", "fractures", "measures", "geometry", "inlets"};

/* ---- columns ---- */

void scr_dataset_free(scr_dataset *s) {
  for (int k = 0; k < SCR_DATA_FIELDS; k++) scr_free(s->field[k].memory);
  scr_free(s->point);
  scr_free(s->corner);
  scr_free(s->first);
  scr_arena_free(&s->memory);
  *s = (scr_dataset){0};
}

const scr_field *scr_dataset_field(const scr_dataset *s, const char *name) {
  for (int k = 0; k < s->nfield; k++)
    if (strcmp(s->field[k].name, name) == 0) return &s->field[k];
  return NULL;
}

/* Memory that a frame had serves the next one: to get it anew would take longer than to fill it. */
static void *room(void **memory, size_t *cap, size_t bytes) {
  if (bytes > *cap) {
    scr_free(*memory);
    *cap = bytes + bytes / 8;
    *memory = scr_alloc(*cap);
  }
  return *memory;
}

static scr_field *add_field(scr_dataset *s, const char *name, const char *unit, int comps,
                            size_t size) {
  assert(s->nfield < SCR_DATA_FIELDS);
  scr_field *f = &s->field[s->nfield++];
  void *memory = f->memory;
  size_t cap = f->cap;
  *f = (scr_field){.name = name, .unit = unit, .comps = comps};
  room(&memory, &cap, s->n * (size_t)comps * size);
  f->memory = memory, f->cap = cap;
  return f;
}

double *scr_dataset_real(scr_dataset *s, const scr_quantity *q) {
  scr_field *f = add_field(s, q->name, q->unit, scr_quantity_comps(q, s->dim), sizeof(double));
  f->of = q;
  return f->real = f->memory;
}

uint32_t *scr_dataset_whole(scr_dataset *s, const char *name) {
  scr_field *f = add_field(s, name, "", 1, sizeof(uint32_t));
  return f->whole = f->memory;
}

void scr_dataset_room(scr_dataset *s, uint32_t npoint, size_t corners, bool first) {
  void *point = s->point, *corner = s->corner, *places = s->first;
  s->npoint = npoint;
  s->point = room(&point, &s->cap_point, 3 * (size_t)npoint * sizeof *s->point);
  s->corner = corners ? room(&corner, &s->cap_corner, corners * sizeof *s->corner) : NULL;
  s->first = first ? room(&places, &s->cap_first, ((size_t)s->n + 1) * sizeof *s->first) : NULL;
  if (!corners) scr_free(corner), s->cap_corner = 0;
  if (!first) scr_free(places), s->cap_first = 0;
}

/* Quantities of the usual ones and the further ones that no column holds yet. */
typedef struct wanted {
  int q[SCR_DATA_FIELDS], n;
  double *to[SCR_DATA_FIELDS];
  int comps[SCR_DATA_FIELDS];
  int column[SCR_DATA_FIELDS], first[SCR_DATA_FIELDS]; /* where it lies; column -1: computed */
} wanted;

static void want(scr_dataset *s, const scr_quantity *list, const int *q, int n, wanted *out) {
  for (int i = 0; i < n && q[i] >= 0; i++) {
    const scr_quantity *of = &list[q[i]];
    if (scr_dataset_field(s, of->name) || s->nfield == SCR_DATA_FIELDS) continue;
    out->q[out->n] = q[i];
    out->comps[out->n] = scr_quantity_comps(of, s->dim);
    out->column[out->n] = of->get || of->of_contact ? -1 : of->column;
    out->first[out->n] = of->form == SCR_ROTATION && s->dim == 2 ? 2 : 0;
    out->to[out->n++] = scr_dataset_real(s, of);
  }
}

static bool any_wanted(const wanted *all, const scr_quantity *list, unsigned flag) {
  for (int i = 0; i < all->n; i++)
    if (list[all->q[i]].flags & flag) return true;
  return false;
}

static void keep(const wanted *all, int i, size_t k, const double *v) {
  double *to = all->to[i] + k * (size_t)all->comps[i];
  for (int c = 0; c < all->comps[i]; c++) to[c] = v[c];
}

/* ---- numbers for names ---- */

static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of the keys that occur, each once, in the order of the alphabet. */
static void make_labels(scr_dataset *s, scr_field *f, const char *const *text, size_t n) {
  const char **all = scr_alloc(n * sizeof *all);
  size_t count = 0, kept = 0;
  for (size_t k = 0; k < n; k++)
    if (text[k]) all[count++] = text[k];
  if (count) qsort(all, count, sizeof *all, by_name);
  for (size_t k = 0; k < count; k++)
    if (!kept || strcmp(all[kept - 1], all[k]) != 0) all[kept++] = all[k];
  const char **label = scr_arena_alloc(&s->memory, kept * sizeof *label);
  for (size_t k = 0; k < kept; k++) label[k] = scr_arena_strn(&s->memory, all[k], strlen(all[k]));
  f->label = label, f->nlabel = (uint32_t)kept;
  scr_free(all);
}

/* A column of keys below n becomes one of places in a list of names, whose order does not depend on
 * when the world came to know them. */
void scr_dataset_label(scr_dataset *s, const char *field, size_t n,
                       const char *(*name)(const void *of, uint32_t key), const void *of) {
  scr_field *f = NULL;
  for (int k = 0; k < s->nfield; k++)
    if (strcmp(s->field[k].name, field) == 0) f = &s->field[k];
  assert(f);
  const char **text = scr_alloc(n * sizeof *text);
  uint32_t *place = scr_alloc(n * sizeof *place);
  for (size_t k = 0; k < s->n; k++)
    if (!text[f->whole[k]]) text[f->whole[k]] = name(of, f->whole[k]);
  make_labels(s, f, text, n);
  for (size_t k = 0; k < n; k++) {
    const char *const *at =
        text[k] ? bsearch(&text[k], f->label, f->nlabel, sizeof *f->label, by_name) : NULL;
    place[k] = at ? (uint32_t)(at - f->label) : 0;
  }
  for (size_t k = 0; k < s->n; k++) f->whole[k] = place[f->whole[k]];
  scr_free(text);
  scr_free(place);
}

const char *scr_dataset_group(const void *world, uint32_t key) {
  return scr_group_get(world, key, NULL);
}
static const char *word_name(const void *world, uint32_t key) {
  return scr_word_text(&((const scr_world *)world)->words, key);
}
static const char *type_name(const void *of, uint32_t key) {
  SCR_UNUSED(of);
  return scr_contact_type_name[key];
}
static const char *law_name(const void *of, uint32_t key) {
  SCR_UNUSED(of);
  return scr_model_at((int)key - 1)->name;
}

/* ---- by all threads ---- */

/* What the parts of a dataset are filled from: things in their order. */
typedef struct filler {
  scr_world *w;
  scr_dataset *s;
  const uint32_t *order; /* rows of balls or facets */
  const uint32_t *place; /* of vertices, by row */
  const scr_contact *contact;
  bool offsets;        /* some side is periodic */
  uint32_t *number[5]; /* columns of whole numbers, in the order in which they were added */
  double *radius;
  wanted want;
  void (*fill)(const struct filler *f, uint32_t k);
} filler;

static void fill_part(void *user, int thread, int threads) {
  const filler *f = user;
  const uint64_t n = f->s->n;
  const uint32_t end = (uint32_t)(n * (uint64_t)(thread + 1) / (uint64_t)threads);
  for (uint32_t k = (uint32_t)(n * (uint64_t)thread / (uint64_t)threads); k < end; k++)
    f->fill(f, k);
}

static void fill_all(filler *f) {
  enum { WORTH = 20000 }; /* things; tests let many threads share little */
  if (f->s->n < WORTH && !f->w->worker_pairs)
    fill_part(f, 0, 1);
  else
    scr_par_run(scr_world_pool(f->w), fill_part, f);
}

/* ---- balls ---- */

/* Balls lie in the order of cells, and are read in that of ids: what comes soon is fetched. */
static void fetch_ahead(const filler *f, uint32_t k) {
  enum { AHEAD = 16 };
  if (k + AHEAD >= f->s->n) return;
  const uint32_t row = f->order[k + AHEAD];
  __builtin_prefetch(&f->w->pose[row]);
  __builtin_prefetch(&f->w->twist[row]);
}

static void fill_ball(const filler *f, uint32_t k) {
  const uint32_t row = f->order[k];
  const scr_pose *p = &f->w->pose[row];
  memcpy(f->s->point + 3 * (size_t)k, p->x, sizeof p->x);
  f->radius[k] = p->r;
  f->number[0][k] = scr_word_at(&f->w->ball, SCR_BALL_ID, row);
  f->number[1][k] = scr_word_at(&f->w->ball, SCR_BALL_GROUPS, row);
  fetch_ahead(f, k);
  for (int i = 0; i < f->want.n; i++) {
    double v[SCR_MOST_COMPS];
    const int column = f->want.column[i];
    if (column < 0) scr_ball_get(f->w, row, f->want.q[i], v);
    keep(&f->want, i, k, column < 0 ? v : scr_real_at(&f->w->ball, column, row) + f->want.first[i]);
  }
}

static void make_balls(scr_world *w, const int *more, int n, scr_dataset *s) {
  filler f = {.w = w, .s = s, .order = scr_ball_order(w), .fill = fill_ball};
  s->n = w->ball.n, s->corners = 1;
  scr_dataset_room(s, s->n, 0, false);
  f.number[0] = scr_dataset_whole(s, "id");
  f.radius = scr_dataset_real(s, &scr_ball_quantity[SCR_Q_BALL_RADIUS]);
  f.number[1] = scr_dataset_whole(s, "group");
  want(s, scr_ball_quantity, scr_dataset_usual(SCR_DATA_BALLS), SCR_DATA_FIELDS, &f.want);
  want(s, scr_ball_quantity, more, n, &f.want);
  if (any_wanted(&f.want, scr_ball_quantity, SCR_Q_STRESS)) scr_need(w, NULL, SCR_STRESSES);
  fill_all(&f);
  scr_dataset_label(s, "group", w->sets.n, scr_dataset_group, w);
}

/* ---- walls: a thing is a facet, and has what its wall has ---- */

static void fill_facet(const filler *f, uint32_t k) {
  const scr_world *w = f->w;
  const uint32_t row = f->order[k], wall = scr_word_at(&w->facet, SCR_FACET_WALL, row),
                 own = scr_word_at(&w->facet, SCR_FACET_GROUPS, row);
  const uint32_t *vertex = scr_table_at(&w->facet, SCR_FACET_VERTEX, row);
  for (int c = 0; c < w->dim; c++)
    f->s->corner[k * (size_t)w->dim + (size_t)c] = f->place[vertex[c]];
  f->number[0][k] = scr_word_at(&w->facet, SCR_FACET_ID, row);
  f->number[1][k] = scr_word_at(&w->wall, SCR_WALL_ID, wall);
  f->number[2][k] = scr_word_at(&w->wall, SCR_WALL_NAME, wall);
  /* a facet without groups has those of its wall */
  f->number[3][k] = own ? own : scr_word_at(&w->wall, SCR_WALL_GROUPS, wall);
  for (int i = 0; i < f->want.n; i++) {
    double v[3];
    scr_wall_get(w, wall, f->want.q[i], v);
    keep(&f->want, i, k, v);
  }
}

static void put_vertices(const scr_world *w, const uint32_t *order, scr_dataset *s) {
  for (uint32_t k = 0; k < s->npoint; k++)
    memcpy(s->point + 3 * (size_t)k, scr_real_at(&w->vertex, SCR_VERTEX_POSITION, order[k]),
           3 * sizeof *s->point);
}

static void make_walls(scr_world *w, const int *more, int n, scr_dataset *s) {
  uint32_t *vertex, *place, *facet, *unused;
  scr_save_order_rows(scr_colu(&w->vertex, SCR_VERTEX_ID), w->vertex.n, &vertex, &place);
  scr_save_order_rows(scr_colu(&w->facet, SCR_FACET_ID), w->facet.n, &facet, &unused);
  filler f = {.w = w, .s = s, .order = facet, .place = place, .fill = fill_facet};
  s->n = w->facet.n, s->corners = w->dim;
  scr_dataset_room(s, w->vertex.n, (size_t)s->n * (size_t)s->corners, false);
  static const char *const name[] = {"id", "wall", "name", "group"};
  for (size_t k = 0; k < SCR_COUNTOF(name); k++) f.number[k] = scr_dataset_whole(s, name[k]);
  want(s, scr_wall_quantity, scr_dataset_usual(SCR_DATA_WALLS), SCR_DATA_FIELDS, &f.want);
  for (int q = 0; scr_wall_quantity[q].name; q++)
    if (scr_quantity_joins(w, &scr_wall_quantity[q])) want(s, scr_wall_quantity, &q, 1, &f.want);
  want(s, scr_wall_quantity, more, n, &f.want);
  put_vertices(w, vertex, s);
  fill_all(&f);
  scr_dataset_label(s, "name", w->words.index.n, word_name, w);
  scr_dataset_label(s, "group", w->sets.n, scr_dataset_group, w);
  scr_free(vertex), scr_free(place), scr_free(facet), scr_free(unused);
}

/* ---- contacts and bonds: a line from end 1 to end 2 ---- */

static bool belongs(const scr_world *w, scr_contact c, scr_dataset_kind kind) {
  return kind == SCR_DATA_BONDS ? scr_contact_bond(w, c) >= SCR_BOND_HOLDS
                                : scr_contact_active(w, c);
}

/* Active contacts, or those that are bonded, in canonical order. */
static scr_contact *list_contacts(const scr_world *w, scr_dataset_kind kind, uint32_t *n) {
  uint32_t *order, *place;
  scr_contact *all = scr_alloc(((size_t)w->pair[0].n + w->pair[1].n) * sizeof *all);
  *n = 0;
  scr_save_order_rows(scr_colu(&w->ball, SCR_BALL_ID), w->ball.n, &order, &place);
  for (uint32_t t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_table *second = t == SCR_BALL_BALL ? &w->ball : &w->facet;
    const int id = t == SCR_BALL_BALL ? (int)SCR_BALL_ID : (int)SCR_FACET_ID;
    uint32_t count, *list = scr_save_order_contacts(&w->pair[t], place, w->ball.n,
                                                    scr_colu(second, id), &count);
    for (uint32_t k = 0; k < count; k++)
      if (belongs(w, (scr_contact){t, list[k]}, kind)) all[(*n)++] = (scr_contact){t, list[k]};
    scr_free(list);
  }
  scr_free(order), scr_free(place);
  return all;
}

/* End 2 lies beside end 1, through a periodic side if need be; a facet's end is where it touches.
 */
static void put_line(const filler *f, scr_contact c, double *x) {
  scr_world *w = f->w;
  scr_kind kind;
  uint32_t row;
  double offset[3] = {0};
  scr_contact_end(w, c, 0, &kind, &row);
  memcpy(x, w->pose[row].x, 3 * sizeof *x);
  const double radius = w->pose[row].r;
  scr_contact_end(w, c, 1, &kind, &row);
  if (kind == SCR_K_FACET) {
    scr_contact_geometry g;
    scr_contact_geometry_of(w, c, &g);
    for (int k = 0; k < 3; k++) x[3 + k] = x[k] + g.n[k] * (radius + g.gap);
    return;
  }
  if (f->offsets) scr_contact_read(w, c, SCR_Q_CONTACT_OFFSET, offset);
  for (int k = 0; k < 3; k++) x[3 + k] = w->pose[row].x[k] + offset[k];
}

static void fill_contact(const filler *f, uint32_t k) {
  const scr_contact c = f->contact[k];
  const scr_pairs *p = &f->w->pair[c.type];
  put_line(f, c, f->s->point + 6 * (size_t)k);
  for (int e = 0; e < 2; e++) f->number[e][k] = scr_contact_end_id(f->w, c, e);
  f->number[2][k] = c.type;
  f->number[3][k] = p->law[c.k];
  f->number[4][k] = (uint32_t)scr_contact_bond(f->w, c);
  for (int i = 0; i < f->want.n; i++) {
    double v[3];
    scr_contact_read(f->w, c, f->want.q[i], v);
    keep(&f->want, i, k, v);
  }
}

static void make_contacts(scr_world *w, const int *more, int n, scr_dataset *s) {
  scr_contact *c = list_contacts(w, s->kind, &s->n);
  filler f = {.w = w, .s = s, .contact = c, .fill = fill_contact};
  for (int k = 0; k < 3; k++) f.offsets |= s->periodic[k];
  s->corners = 2;
  scr_dataset_room(s, 2 * s->n, 0, false);
  static const char *const name[] = {"end1", "end2", "type", "model", "bond"};
  for (size_t k = 0; k < SCR_COUNTOF(name); k++) f.number[k] = scr_dataset_whole(s, name[k]);
  want(s, scr_contact_quantity, scr_dataset_usual(s->kind), SCR_DATA_FIELDS, &f.want);
  want(s, scr_contact_quantity, more, n, &f.want);
  fill_all(&f);
  scr_dataset_label(s, "type", SCR_CONTACT_TYPES, type_name, w);
  scr_dataset_label(s, "model", UINT8_MAX + 1, law_name, w);
  scr_free(c);
}

/* ---- kinds ---- */

/* What makes a dataset of that kind. */
typedef struct maker {
  scr_world *w;
  scr_geoms *sets;
  const int *more;
  int n;
  scr_dataset *out;
} maker;

static void of_balls(const maker *m) { make_balls(m->w, m->more, m->n, m->out); }
static void of_walls(const maker *m) { make_walls(m->w, m->more, m->n, m->out); }
static void of_contacts(const maker *m) { make_contacts(m->w, m->more, m->n, m->out); }
static void of_fractures(const maker *m) { scr_dataset_fractures(m->w, m->out); }
static void of_measures(const maker *m) { scr_dataset_measures(m->w, m->out); }
static void of_geometry(const maker *m) { scr_dataset_geometry(m->w, m->sets, m->out); }
static void of_inlets(const maker *m) { scr_dataset_inlets(m->w, m->out); }

static const int ball_usual[] = {SCR_Q_BALL_VELOCITY, -1},
                 wall_usual[] = {SCR_Q_WALL_VELOCITY, SCR_Q_WALL_FORCE_CONTACT, -1},
                 contact_usual[] = {SCR_Q_CONTACT_FORCE, SCR_Q_CONTACT_GAP, -1}, all[] = {-1};
static const scr_quantity no_quantity[1];

static const struct kind {
  const scr_quantity *quantity;
  const int *usual; /* those of the rows after it have all */
  bool contacts;    /* the usual ones need what contacts carry */
  void (*make)(const maker *m);
} kinds[SCR_DATA_KINDS] = {
    [SCR_DATA_BALLS] = {scr_ball_quantity, ball_usual, false, of_balls},
    [SCR_DATA_WALLS] = {scr_wall_quantity, wall_usual, false, of_walls},
    [SCR_DATA_CONTACTS] = {scr_contact_quantity, contact_usual, true, of_contacts},
    [SCR_DATA_BONDS] = {scr_contact_quantity, contact_usual, true, of_contacts},
    [SCR_DATA_FRACTURES] = {scr_fracture_columns, all, false, of_fractures},
    [SCR_DATA_MEASURES] = {scr_measured_quantity, all, true, of_measures},
    [SCR_DATA_GEOMETRY] = {no_quantity, all, false, of_geometry},
    [SCR_DATA_INLETS] = {scr_inlet_columns, all, false, of_inlets}};

const int *scr_dataset_usual(scr_dataset_kind kind) { return kinds[kind].usual; }

const scr_quantity *scr_dataset_quantities(scr_dataset_kind kind) { return kinds[kind].quantity; }

bool scr_dataset_reads_contacts(scr_dataset_kind kind, const int *more, int n) {
  bool reads = kinds[kind].contacts;
  for (int k = 0; k < n; k++) reads |= (kinds[kind].quantity[more[k]].flags & SCR_Q_STRESS) != 0;
  return reads;
}

static bool any_contact(const scr_world *w, scr_dataset_kind kind) {
  for (uint32_t t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t k = 0; k < w->pair[t].n; k++)
      if (w->pair[t].law[k] && belongs(w, (scr_contact){t, k}, kind)) return true;
  return false;
}

static bool any_geometry(const scr_geoms *sets) {
  for (size_t k = 0; sets && k < sets->n; k++)
    if (sets->item[k]->n[SCR_GEOM_NODE]) return true;
  return false;
}

bool scr_dataset_any(const scr_world *w, const scr_geoms *sets, scr_dataset_kind kind) {
  switch (kind) {
  case SCR_DATA_BALLS: return w->ball.n > 0;
  case SCR_DATA_WALLS: return w->facet.n > 0;
  case SCR_DATA_FRACTURES: return w->fractures.count > 0;
  case SCR_DATA_MEASURES: return w->nmeasure > 0;
  case SCR_DATA_GEOMETRY: return any_geometry(sets);
  case SCR_DATA_INLETS: return w->ninlet > 0;
  default: return any_contact(w, kind);
  }
}

static void begin(const scr_world *w, scr_dataset_kind kind, scr_dataset *s) {
  scr_arena_free(&s->memory);
  s->kind = kind, s->dim = w->dim;
  s->cycle = w->cycle, s->time = w->time;
  s->bounded = w->domain.set;
  memcpy(s->lo, w->domain.lo, sizeof s->lo);
  memcpy(s->hi, w->domain.hi, sizeof s->hi);
  for (int c = 0; c < 3; c++) s->periodic[c] = scr_period(w, c) > 0;
  s->nfield = 0;
}

void scr_dataset_make(scr_world *w, scr_geoms *sets, scr_dataset_kind kind, const int *more, int n,
                      scr_dataset *out) {
  begin(w, kind, out);
  kinds[kind].make(&(maker){w, sets, more, n, out});
}

double *scr_field_widened(const scr_field *f, size_t n, int *comps) {
  static const int tensor[SCR_MOST_COMPS] = {0, 1, 3},
                   vector[SCR_MOST_COMPS] = {0, 1, 2}; /* where they belong there */
  const scr_form form = f->of ? f->of->form : SCR_SCALAR;
  const int *at = form == SCR_TENSOR ? tensor : vector;
  *comps = form == SCR_TENSOR ? 6 : form == SCR_VECTOR ? 3 : f->comps;
  if (f->comps == *comps) return NULL;
  double *wide = scr_alloc(n * (size_t)*comps * sizeof *wide);
  for (size_t k = 0; k < n; k++)
    for (int c = 0; c < f->comps; c++)
      wide[k * (size_t)*comps + (size_t)at[c]] = f->real[k * (size_t)f->comps + (size_t)c];
  return wide;
}
