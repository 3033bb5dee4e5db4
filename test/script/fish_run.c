/* Driver of the FISH tests: fish_run FILE defines the functions of a .fis file and executes its
 * lines [..] and @name. A small world of "things" stands for balls and contacts. Exit status 1
 * after an error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "script/fish.h"

enum { THINGS = 8 };
typedef struct world {
  scr_fish *fish;
  scr_diag diag;
  scr_rng rng;
  scr_dialect dialect;
  bool alive[THINGS];
  double pos[THINGS][3], tab[2][64];
  scr_val prop[THINGS];
  double time;
} world;

/* ---- the world ---- */

static const char *const kinds[] = {"none", "thing", "other", NULL};

static bool alive(void *user, int kind, scr_ref ref) {
  world *w = user;
  return kind == 1 && ref.index < THINGS && w->alive[ref.index];
}
static int64_t pointer_id(void *user, int kind, scr_ref ref) {
  SCR_UNUSED(user), SCR_UNUSED(kind);
  return (int64_t)ref.index;
}

/* Files of the tests lie in the folder FISH_FILES. */
static char *file_path(void *user, const char *name, bool write) {
  world *w = user;
  const char *dir = getenv("FISH_FILES");
  scr_buf b = {0};
  if (!dir || strchr(name, '/')) {
    scr_fail(&w->diag, NULL, SCR_E_FILE, "no %s '%s'", write ? "writing of" : "file", name);
    return NULL;
  }
  scr_buf_printf(&b, "%s/%s", dir, name);
  return b.s;
}

#define CALL(name)   static bool name(scr_fish *f, int n, const scr_val *a, scr_val *out)
#define ASSIGN(name) static bool name(scr_fish *f, int n, const scr_val *a, const scr_val *value)

CALL(thing_make) {
  SCR_UNUSED(n);
  world *w = scr_fish_user(f);
  if (a->i < 0 || a->i >= THINGS)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "no thing can have the id %lld",
                    (long long)a->i);
  w->alive[a->i] = true;
  *out = scr_val_ptr(1, (scr_ref){(uint32_t)a->i, 1});
  return true;
}
CALL(thing_other) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(a);
  *out = scr_val_ptr(2, (scr_ref){1, 1});
  return true;
}
CALL(thing_kill) {
  SCR_UNUSED(n), SCR_UNUSED(out);
  world *w = scr_fish_user(f);
  w->alive[a->ref.index] = false;
  return true;
}
CALL(thing_list) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  world *w = scr_fish_user(f);
  size_t count = 0;
  for (int k = 0; k < THINGS; k++) count += w->alive[k];
  *out = scr_val_list(count);
  count = 0;
  for (uint32_t k = 0; k < THINGS; k++)
    if (w->alive[k]) scr_val_items(out)[count++] = scr_val_ptr(1, (scr_ref){k, 1});
  return true;
}
CALL(thing_pos) {
  SCR_UNUSED(n);
  world *w = scr_fish_user(f);
  *out = scr_val_vec(3, w->pos[a->ref.index]);
  return true;
}
ASSIGN(thing_set_pos) {
  SCR_UNUSED(n);
  world *w = scr_fish_user(f);
  memcpy(w->pos[a->ref.index], value->v, sizeof value->v);
  return true;
}
CALL(thing_prop) {
  SCR_UNUSED(n);
  world *w = scr_fish_user(f);
  *out = scr_val_hold(w->prop[a->ref.index]);
  return true;
}
ASSIGN(thing_set_prop) {
  SCR_UNUSED(n);
  world *w = scr_fish_user(f);
  scr_val_drop(&w->prop[a->ref.index]);
  w->prop[a->ref.index] = scr_val_hold(*value);
  return true;
}
static double *cell(scr_fish *f, const scr_val *a) {
  world *w = scr_fish_user(f);
  if (a[0].i >= 1 && a[0].i <= 2 && a[1].i >= 1 && a[1].i <= 64)
    return &w->tab[a[0].i - 1][a[1].i - 1];
  scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "no such entry");
  return NULL;
}
CALL(table_x) {
  SCR_UNUSED(n);
  double *x = cell(f, a);
  if (x) *out = scr_val_real(*x);
  return x != NULL;
}
ASSIGN(table_set_x) {
  SCR_UNUSED(n);
  double *x = cell(f, a);
  if (x) *x = value->f;
  return x != NULL;
}
CALL(world_time) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  *out = scr_val_real(((world *)scr_fish_user(f))->time);
  return true;
}
ASSIGN(world_set_time) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  ((world *)scr_fish_user(f))->time = value->f;
  return true;
}

static const scr_fish_fn rows[] = {
    {"thing.make", 1, 1, "i:p", thing_make, NULL, NULL, 0, "makes a thing"},
    {"thing.other", 0, 0, ":p", thing_other, NULL, NULL, 0, "a pointer of another kind"},
    {"thing.kill", 1, 1, "p{thing}:*", thing_kill, NULL, NULL, 0, "ends a thing"},
    {"thing.list", 0, 0, ":l", thing_list, NULL, NULL, 0, "all things"},
    {"thing.pos", 1, 1, "p{thing}:v=v", thing_pos, thing_set_pos, NULL, 0, "position"},
    {"thing.prop", 2, 2, "p{thing}s:*=*", thing_prop, thing_set_prop, NULL, 0, "property"},
    {"t_prop", 2, 2, "p{thing}s:*=*", thing_prop, thing_set_prop, NULL, SCR_FN_LEGACY, "property"},
    {"table.x", 2, 2, "ii:f=f", table_x, table_set_x, NULL, 0, "table"},
    {"world.time", 0, 0, ":f=f", world_time, world_set_time, NULL, 0, "time"},
};

/* ---- lines ---- */

static void print(void *user, const char *text) {
  SCR_UNUSED(user);
  fputs(text, stdout);
}

static void show(const scr_message *m) {
  scr_buf b = {0};
  fflush(stdout);
  scr_message_format(m, &b);
  fputs(b.s, stderr);
  scr_buf_free(&b);
}
static void warning(void *user, const scr_message *m) {
  SCR_UNUSED(user);
  show(m);
}

/* Echoes a command with its [..] replaced by their values. */
static bool echo(world *w, scr_source *src, int line, const char *text, scr_fish_scope *scope) {
  scr_buf b = {0};
  bool good = true;
  const char *p = text;
  while (good && *p) {
    const char *end = *p == '[' ? strchr(p, ']') : NULL;
    if (!end) {
      scr_buf_put(&b, p++, 1);
      continue;
    }
    scr_val v;
    good = scr_fish_eval(w->fish, src, line, (int)(p - text) + 2, p + 1, (size_t)(end - p - 1),
                         w->dialect, scope, &v);
    if (good) scr_val_format(&v, &b), scr_val_drop(&v);
    p = end + 1;
  }
  if (good) printf("> %s\n", b.s ? b.s : "");
  scr_buf_free(&b);
  return good;
}

static bool one_line(world *w, scr_source *src, int *line, scr_fish_scope *scope) {
  const char *text = src->line[*line - 1], *p = text;
  while (*p == ' ' || *p == '\t') p++;
  int at = (*line)++;
  static const char *const start[] = {"fish define ", "fish operator ", "define ", "def "};
  for (size_t k = 0; k < SCR_COUNTOF(start); k++) {
    if (scr_ncasecmp(p, start[k], strlen(start[k])) != 0) continue;
    *line = at;
    const int col = (int)(p - text) + (int)strlen(start[k]) + 1;
    return k == 1 ? scr_fish_define_operator(w->fish, src, line, col, w->dialect)
                  : scr_fish_define(w->fish, src, line, col, w->dialect);
  }
  if (!*p || *p == ';') return true;
  const char *end = strrchr(p, ']');
  if (*p == '[' && end && end[1] == 0) {
    scr_val v;
    if (!scr_fish_eval(w->fish, src, at, (int)(p - text) + 2, p + 1, (size_t)(end - p - 1),
                       w->dialect, scope, &v))
      return false;
    scr_val_drop(&v);
    return true;
  }
  bool word = *p == '@' || (w->dialect == SCR_LEGACY && !strchr(p, ' '));
  int symbol = word ? scr_fish_symbol(w->fish, p + (*p == '@'), false) : -1;
  if (symbol >= 0) return scr_fish_run(w->fish, symbol, 0, NULL, NULL);
  return echo(w, src, at, text, scope);
}

static bool command(void *user, scr_source *src, int first, int last, scr_fish_scope *scope) {
  for (int line = first; line <= last;)
    if (!one_line(user, src, &line, scope)) return false;
  return true;
}

static char *read_file(const char *path, size_t *size) {
  FILE *in = fopen(path, "rb");
  if (!in) return NULL;
  scr_buf b = {0};
  char part[4096];
  for (size_t n; (n = fread(part, 1, sizeof part, in)) > 0;) scr_buf_put(&b, part, n);
  fclose(in);
  *size = b.n;
  return b.s ? b.s : scr_strdup("");
}

int main(int argc, char **argv) {
  size_t size;
  char *text = argc == 2 ? read_file(argv[1], &size) : NULL;
  if (!text) return fprintf(stderr, "usage: fish_run FILE\n"), 2;
  world *w = scr_alloc(sizeof *w);
  w->diag.sink = warning;
  scr_rng_seed(&w->rng, 10000);
  scr_fish_host host = {.user = w,
                        .command = command,
                        .print = print,
                        .kinds = kinds,
                        .alive = alive,
                        .pointer_id = pointer_id,
                        .path = file_path,
                        .rng = &w->rng};
  w->fish = scr_fish_new(&host, &w->diag);
  scr_fish_bind_base(w->fish);
  scr_fish_bind(w->fish, rows, SCR_COUNTOF(rows));
  const char *base = strrchr(argv[1], '/');
  scr_source *src = scr_source_new(base ? base + 1 : argv[1], argv[1], text, size);
  if (strncmp(src->line[0], "; dialect: legacy", 17) == 0) w->dialect = SCR_LEGACY;
  bool good = true;
  for (int line = 1; good && line <= src->nline;) good = one_line(w, src, &line, NULL);
  if (!good) show(&w->diag.error);
  for (int k = 0; k < THINGS; k++) scr_val_drop(&w->prop[k]);
  scr_fish_free(w->fish);
  scr_diag_clear(&w->diag);
  scr_source_drop(src);
  scr_free(text);
  scr_free(w);
  return good ? 0 : 1;
}
