/* Commands on bricks: periodic packings that are kept aside and laid side by side. */
#include <stdio.h>
#include "cmd/attribute.h"
#include "cmd/files.h"
#include "cmd/check_traps.h"
#include "cmd/columns.h"
#include "cmd/import.h"
#include "io/save_bricks.h"

/* ---- the id ---- */

typedef struct brick_id {
  uint32_t id; /* 0: not given */
  scr_loc at;
} brick_id;

static bool read_id(scr_args *a, brick_id *b) {
  b->at = scr_args_loc(a);
  return scr_args_id(a, "the id of a brick", &b->id);
}

static void id_text(const brick_id *b, char text[16]) { snprintf(text, 16, "%u", (unsigned)b->id); }

/* The id that a new brick gets; 0 after an error. */
static uint32_t new_id(scr_args *a, const brick_id *b) {
  const scr_bricks *all = &a->lib->bricks;
  return scr_args_new_id(a, "brick", b->id, &b->at, scr_brick_next_id(all),
                         b->id && scr_brick_find(all, b->id) != SCR_NONE);
}

static bool needs_id(scr_args *a, const brick_id *b) {
  char id[16];
  id_text(b, id);
  if (!b->id) return scr_args_expected(a, "'id', the brick");
  scr_args_needs(a, "brick", id, &b->at);
  return true;
}

/* The place of the brick of that id; SCR_NONE after an error. */
static uint32_t find_brick(scr_args *a, const brick_id *b) {
  const scr_bricks *all = &a->lib->bricks;
  const uint32_t k = scr_brick_find(all, b->id);
  if (k != SCR_NONE) return k;
  scr_fail(a->diag, &b->at, SCR_E_NAME, "there is no brick %u", (unsigned)b->id);
  scr_hint(a->diag, all->n ? "'brick list' shows which there are"
                           : "'brick make' makes one, 'brick import' reads one");
  return SCR_NONE;
}

/* ---- make ---- */

static const scr_word_row make_words[] = {
    {"id", "<i>", "id; default the largest in use + 1"},
    {0},
};

static bool brick_make(scr_args *a) {
  brick_id b = {0};
  int w;
  bool ok = true;
  while (ok && scr_args_more(a)) ok = scr_args_word(a, make_words, &w) && read_id(a, &b);
  ok = ok && scr_args_finish(a);
  scr_trap_brick(a);
  scr_args_check_new_id(a, "brick", b.id, &b.at);
  const uint32_t id = ok ? new_id(a, &b) : 0;
  if (id && !a->lib->world->ball.n &&
      !scr_warn(a->diag, &a->loc, SCR_E_VALUE, "brick %u is empty: the model has no balls",
                (unsigned)id))
    return false;
  scr_world *of = id ? scr_brick_copy(a->lib->world, a->diag) : NULL;
  if (of) scr_brick_put(&a->lib->bricks, id, of);
  return of != NULL;
}

/* ---- assemble ---- */

enum { PUT_GROUP, PUT_ID, PUT_ORIGIN, PUT_SIZE };
static const scr_word_row assemble_words[] = {
    {"group", "<s> [slot <s>]", "group of the new balls, which have those of the brick, too"},
    {"id", "<i>", "the brick"},
    {"origin", "<v>", "low corner of the first copy; default the origin"},
    {"size", "<i> <i> [<i>]", "numbers of copies along x, y (and z); default 1"},
    {0},
};

typedef struct assembling {
  brick_id id;
  scr_brick_plan plan;
  scr_loc origin_at, size_at;
  scr_group_phrases groups;
  scr_range *range;
} assembling;

static bool read_size(scr_args *a, assembling *m) {
  m->size_at = scr_args_loc(a);
  for (int c = 0; c < a->lib->world->dim; c++) {
    const scr_loc at = scr_args_loc(a);
    int64_t n;
    if (!scr_args_int(a, "a number of copies along each axis", &n)) return false;
    if (n < 1 || n > INT32_MAX)
      return scr_fail(a->diag, &at, SCR_E_VALUE, "there cannot be %lld copies along %c",
                      (long long)n, "xyz"[c]);
    m->plan.size[c] = (uint32_t)n;
  }
  return true;
}

static bool assemble_word(scr_args *a, assembling *m) {
  int w;
  if (!scr_args_word(a, assemble_words, &w)) return false;
  switch (w) {
  case PUT_GROUP: scr_args_again(a); return scr_args_group(a, SCR_GROUP_OF_NEW, &m->groups);
  case PUT_ID: return read_id(a, &m->id);
  case PUT_SIZE: return read_size(a, m);
  default: m->origin_at = scr_args_loc(a);
  }
  return scr_args_vector(a, "the low corner of the first copy", a->lib->world->dim, m->plan.origin);
}

static bool read_assemble(scr_args *a, assembling *m) {
  while (scr_args_more(a))
    if (!assemble_word(a, m)) return false;
  scr_trap_balls_differ(a);
  return needs_id(a, &m->id) && scr_args_range(a, &m->range) && scr_args_finish(a);
}

/* Balls outside of the range are left out. */
static bool ask_range(scr_args *a, assembling *m, const uint32_t *groups, uint32_t *left) {
  for (uint32_t k = 0; k < m->plan.balls; k++) {
    bool in;
    if (!scr_range_has_new(a->s, m->range, &m->plan.pose[k], groups[k / m->plan.copies], &in))
      return false;
    m->plan.left_out[k] = !in;
    *left += !in;
    if (k % 4096 == 0 && scr_session_interrupted(a->s))
      return scr_fail(a->diag, &a->loc, SCR_E_INTERRUPT, "interrupted: no ball is made");
  }
  return true;
}

/* A warning where all balls are left out. */
static bool leave_out(scr_args *a, assembling *m) {
  uint32_t left = 0;
  if (!m->range) return true;
  uint32_t *groups = scr_brick_groups(a->lib->world, m->plan.of);
  const bool ok = ask_range(a, m, groups, &left);
  scr_free(groups);
  return ok && (left == 0 || left < m->plan.balls ||
                scr_warn(a->diag, &a->loc, SCR_E_VALUE, "no ball of the copies lies in the range"));
}

static bool lay(scr_args *a, assembling *m, scr_world *of) {
  scr_world *w = a->lib->world;
  uint32_t first, n;
  m->plan.of = of;
  a->diag->at = m->origin_at.src ? m->origin_at : m->size_at.src ? m->size_at : a->loc;
  bool ok = scr_brick_plan_make(w, a->diag, &m->plan);
  a->diag->at = a->loc;
  ok = ok && leave_out(a, m) && scr_brick_lay(w, a->diag, &m->plan, &first, &n);
  for (uint32_t k = 0; ok && m->groups.n && k < n; k++) {
    uint32_t *groups = scr_table_edit(&w->ball, SCR_BALL_GROUPS, first + k);
    *groups = scr_groups_applied(w, &m->groups, *groups);
  }
  return ok;
}

static bool brick_assemble(scr_args *a) {
  assembling m = {.plan.size = {1, 1, 1}};
  bool ok = scr_domain_needed(a) && read_assemble(a, &m);
  const uint32_t k = ok ? find_brick(a, &m.id) : SCR_NONE;
  ok = k != SCR_NONE && lay(a, &m, a->lib->bricks.item[k].of);
  scr_brick_plan_free(&m.plan);
  scr_group_phrases_free(&m.groups);
  scr_range_free(m.range);
  return ok;
}

/* ---- export, import ---- */

enum { FILE_NAME, FILE_ID, FILE_SKIP };
static const scr_word_row export_words[] = {
    {"filename", "<s>", "the file; default 'brick'. The suffix is .p3brk (2D: .p2brk)"},
    {"id", "<i>", "the brick"},
    {"skip-errors", "", "a file of that name is replaced; else that is an error"},
    {0},
};
static const scr_word_row import_words[] = {
    {"filename", "<s>", "the file; default 'brick'"},
    {"id", "<i>", "the id that it gets; default the one that it had, or the next if that is taken"},
    {0},
};

typedef struct brick_file {
  brick_id id;
  char *name; /* NULL: not given */
  scr_loc at;
  bool replaces;
} brick_file;

static const char *suffix_of(const scr_args *a) {
  return a->lib->world->dim == 3 ? ".p3brk" : ".p2brk";
}

static const char *name_of(const brick_file *f) { return f->name ? f->name : "brick"; }

static bool read_file_words(scr_args *a, const scr_word_row *words, bool out, brick_file *f) {
  f->at = a->loc;
  while (scr_args_more(a)) {
    int w;
    if (!scr_args_word(a, words, &w)) return false;
    if (w == FILE_NAME) f->at = scr_args_loc(a);
    if (w == FILE_NAME && !scr_args_file(a, out, &f->name)) return false;
    if (w == FILE_ID && !read_id(a, &f->id)) return false;
    f->replaces |= w == FILE_SKIP;
  }
  if (out && !f->name) scr_args_writes(a, name_of(f), &a->loc);
  return true;
}

static bool export_brick(scr_args *a, const brick_file *f) {
  const uint32_t k = find_brick(a, &f->id);
  if (k == SCR_NONE) return false;
  char *path = scr_session_out_path(a->s, name_of(f), suffix_of(a));
  a->diag->at = f->at;
  bool ok = f->replaces || !scr_path_is_file(path);
  if (ok) {
    ok = scr_brick_write(a->diag, &a->lib->bricks.item[k], path);
  } else {
    scr_fail(a->diag, &f->at, SCR_E_FILE, "there is a file '%s' already", path);
    scr_hint(a->diag, "'skip-errors' replaces it");
  }
  scr_free(path);
  return ok;
}

static bool brick_export(scr_args *a) {
  brick_file f = {0};
  const bool ok = read_file_words(a, export_words, true, &f) && needs_id(a, &f.id) &&
                  scr_args_finish(a) && export_brick(a, &f);
  scr_free(f.name);
  return ok;
}

/* The id that it had, unless the command gives one, or that is taken. */
static uint32_t id_of_import(scr_args *a, const brick_file *f, uint32_t had) {
  const scr_bricks *all = &a->lib->bricks;
  return f->id.id || scr_brick_find(all, had) != SCR_NONE ? new_id(a, &f->id) : had;
}

static bool import_brick(scr_args *a, const brick_file *f) {
  const char *const suffix[] = {suffix_of(a), NULL};
  char *path = scr_file_find(a->s, name_of(f), suffix);
  if (!path) return scr_file_missing(a->s, &f->at, name_of(f), suffix);
  a->diag->at = f->at;
  const scr_brick b = scr_brick_read(a->diag, path, a->lib->world->dim);
  a->diag->at = a->loc;
  const uint32_t id = b.of ? id_of_import(a, f, b.id) : 0;
  if (id) scr_brick_put(&a->lib->bricks, id, b.of);
  if (!id && b.of) scr_world_free(b.of);
  scr_free(path);
  return id != 0;
}

static bool brick_import(scr_args *a) {
  brick_file f = {0};
  const char *const suffix[] = {suffix_of(a), NULL};
  const bool read = read_file_words(a, import_words, false, &f), all = read && scr_args_finish(a);
  if (f.id.id) scr_args_check_new_id(a, "brick", f.id.id, &f.id.at);
  if (!f.id.id) scr_args_makes(a, "brick", "*", NULL);
  scr_args_makes(a, "group", "*", NULL); /* those of its balls */
  if (read) scr_args_file_there(a, &f.at, name_of(&f), suffix);
  const bool ok = all && import_brick(a, &f);
  scr_free(f.name);
  return ok;
}

/* ---- delete, list ---- */

static bool read_range(scr_args *a, uint32_t **rows, size_t *n) {
  scr_range *range = NULL;
  const bool ok =
      scr_args_range(a, &range) && scr_args_finish(a) && scr_range_bricks(a->s, range, rows, n);
  scr_range_free(range);
  return ok;
}

static bool brick_delete(scr_args *a) {
  uint32_t *rows;
  size_t n;
  scr_args_removes(a, "brick");
  if (!read_range(a, &rows, &n)) return false;
  while (n > 0) scr_brick_delete(&a->lib->bricks, rows[--n]);
  scr_free(rows);
  return true;
}

static void list_one(const scr_brick *b, scr_columns *out) {
  const scr_domain *o = &b->of->domain;
  const double size[3] = {o->hi[0] - o->lo[0], o->hi[1] - o->lo[1], o->hi[2] - o->lo[2]};
  scr_columns_cell(out, "%u", (unsigned)b->id);
  scr_columns_cell(out, "%u", (unsigned)b->of->ball.n);
  scr_columns_cell(out, "%zu", scr_contact_count(b->of, -1, true));
  scr_columns_reals(out, size, b->of->dim);
  scr_columns_row(out);
}

static bool brick_list(scr_args *a) {
  scr_columns out = {0};
  uint32_t *rows;
  size_t n;
  if (!read_range(a, &rows, &n)) return false;
  scr_columns_cell(&out, "id");
  scr_columns_cell(&out, "balls");
  scr_columns_cell(&out, "contacts");
  scr_columns_head(&out, "size", "m");
  scr_columns_row(&out);
  for (size_t k = 0; k < n; k++) list_one(&a->lib->bricks.item[rows[k]], &out);
  scr_free(rows);
  scr_columns_print(a->s, &out);
  return true;
}

/* ---- rows ---- */

static const scr_command rows[] = {
    {"brick assemble", brick_assemble, assemble_words, "[range]",
     "lays copies of a brick side by side; contacts run on across the seams", SCR_CMD_EDITS_BODIES},
    {"brick delete", brick_delete, NULL, "[range]", "deletes bricks", 0},
    {"brick export", brick_export, export_words, "", "writes a brick to a file", 0},
    {"brick import", brick_import, import_words, "", "reads a brick from a file", 0},
    {"brick list", brick_list, NULL, "[range]", "prints bricks, and what is in them", 0},
    {"brick make", brick_make, make_words, "",
     "keeps the balls of a periodic domain and their contacts aside, as a brick",
     SCR_CMD_EDITS_BODIES},
};
const scr_command_file scr_cmd_brick = {rows, SCR_COUNTOF(rows)};
