/* Which damage of a save file is refused and how, if its checksums are right: bytes of each
 * section are changed in two ways, and it is cut or made longer. A check that is missing or
 * too narrow changes the counts, which stand in damage.txt; `test_io_damage renew` writes them. */
#include "../base/test.h"

#include <ctype.h>
#include "base/mem.h"
#include "cmd/session_kept.h"
#include "io/savefile.h"

#define FILE_OF_COUNTS IO_DIR "/damage.txt"

/* ---- the good files ---- */

static const char things_3d[] =
    "model title 'all sorts'\n"
    "model domain extent -5 5 condition periodic stop destroy\n"
    "model random 7\n"
    "contact cmat default model hertz property hz_shear 1e9 fric 0.3 "
    "dp_nratio 0.2\n"
    "contact cmat add 1 model linearpbond method bond gap 0.1 range "
    "id 3\n"
    "ball create id 1 radius 1 position 0 0 0 group 'a' slot 'b'\n"
    "ball create id 3 radius 1 position 0 0 1.9\n"
    "ball create id 4 radius 0.5 position 1.4 0 0\n"
    "ball create id 6 radius 0.5 position 1.4 0.9 0\n"
    "ball attribute density 1000\n"
    "ball property 'fric' 0.5 range id 1\n"
    "ball fix velocity-x range id 1\n"
    "wall generate name 'w' plane position 0 0 -0.9\n"
    "wall servo force-z 1 velocity-max 0.1\n"
    "wall attribute mass 3 inertia (1,2,2) damp 0.125\n"
    "wall free velocity-x spin-y\n"
    "model gravity 9.81\n"
    "model energy mechanical on\n"
    "model range create 'r' id 1\n"
    "measure create id 2 position 0 0 1 bins 4 0.5 1.5\n"
    "measure create id 7 radius 0.5\n"
    "table 't' add 1 2 3 4\n"
    "fish define f(a)\n  f = a + s\nend\n"
    "fish define g\n  s = f(1)\nend\n"
    "fish define h(a)\n  t = a\nend\n"
    "[bp = ball.find(1)]\n"
    "[wp = wall.find(1)]\n"
    "[fp = wall.facet.find(1)]\n"
    "[vp = wall.vertex.find(1)]\n"
    "[tp = table.find('t')]\n"
    "[m = map('a', list(1, 2.5, 'x', vector(1,2,3)))]\n"
    "[ball.extra(bp,2) = m]\n"
    "[q = matrix(2,2)]\n"
    "history interval 1\n"
    "ball history name 'z' position-z id 1\n"
    "fish history s\n"
    "fish callback add g 9.5\n"
    "fish callback add h event contact_create\n"
    "model cycle 3\n"
    "[cp = contact.find('ball-facet',1)]\n"
    "[contact.extra(cp,1) = cp]\n"
    "fracture create dfn 'd' dip 30 dip-direction 60 size 0.5 group 'a' slot 'b'\n"
    "[k = fracture.create(dfn.find('d'), list('vertices', 3, (0,0,0), "
    "(1,0,0), (0,1,0)), 7)]\n"
    "[fracture.extra(k,1) = bp]\n"
    "[fracture.prop(k,'age') = 0.5]\n"
    "fracture create dfn 'd' dip 80 size 2\n"
    "fracture create dfn 'd' dip 10 size 2\n"
    "fracture intersections compute intersection-set 's'\n"
    "fracture aperture constant 1e-3 range id 8\n"
    "fracture template create 't' size gauss 1 0.1 orientation fisher 30 60 10\n"
    "fragment register ball-ball ignorebond\n"
    "fragment compute\n"
    "fragment activate time 0.5 group-slot 'part'\n"
    "geometry generate box -1 1 group 'a' slot 'b' set 'box'\n"
    "geometry edge create by-positions 0 0 0 1 0 0 set 'line'\n";

static const char old_2d[] = "set random\n"
                             "macro stiff 'kn 1e6 ks 1e6'\n"
                             "def double\n  double = 2 * seed_of\nend\n"
                             "set seed_of 21\n"
                             "wall id=1 kn=1e6 ks=1e6 nodes -5 0 5 0\n"
                             "ball id=1 x=0 y=0.5 rad=0.5\n"
                             "prop dens 1000 stiff\n"
                             "set gravity 0 -9.81\n"
                             "cycle 5\n";

/* Held until cycle 60, and the run ends in cycle 50. */
static const char fed_2d[] = "model domain extent -1 1 condition periodic\n"
                             "contact cmat default model linear property kn 1e6\n"
                             "ball create radius 0.2 position -0.5 0\n"
                             "ball create radius 0.1 position 0.5 0.5\n"
                             "ball attribute density 1000\n"
                             "brick make\n"
                             "ball delete\n"
                             "model domain extent -9 9 condition stop\n"
                             "model mechanical timestep fix 1e-3\n"
                             "inlet create id 3 brick-id 1 flow-velocity 30 0 orientation 20 "
                             "velocity 1 2 spin 3 rotation-center 1 1 relaxation-steps 20 60 "
                             "active on\n"
                             "inlet create id 7 brick-id 1 position 3 0 group 'x'\n"
                             "model cycle 50\n";

static const struct {
  int dim;
  scr_dialect dialect;
  const char *text;
} scenes[] = {{3, SCR_MODERN, things_3d}, {2, SCR_LEGACY, old_2d}, {2, SCR_MODERN, fed_2d}};

static bool no_print(void *user, const char *text) {
  SCR_UNUSED(user), SCR_UNUSED(text);
  return true;
}

static void no_warning(void *user, const scr_message *m) { SCR_UNUSED(user), SCR_UNUSED(m); }

static scr_session *session(int dim) {
  scr_session *s = scr_session_new(
      &(scr_options){.dim = dim, .threads = 1, .out = "/tmp", .quiet = true, .dialect = -1});
  s->print = no_print;
  s->diag.sink = no_warning;
  return s;
}

/* ---- damage ---- */

typedef enum damage { UP, ONES, NONE, CUT, LONGER, DAMAGES } damage;

static const struct {
  const char *name;
  size_t most; /* places in a section */
} damages[DAMAGES] = {{"a byte more by 1", 40},
                      {"a byte of ones", 40},
                      {"a byte of zeros", 40},
                      {"cut", 6},
                      {"longer", 1}};

static void spoil(scr_buf *b, damage how, size_t at) {
  unsigned char *byte = (unsigned char *)b->s + at;
  switch (how) {
  case UP: ++*byte; break;
  case ONES: *byte = 0xff; break;
  case NONE: *byte = 0; break;
  case CUT: b->n = at; break;
  default: scr_buf_put(b, "\1\2\3\4", 1 + at);
  }
}

static void spoilt(const scr_savefile *f, size_t section, damage how, size_t at, scr_buf *out) {
  scr_diag d = {0};
  scr_saveout *o = scr_saveout_memory(&d, out);
  for (size_t k = 0; k < f->n; k++) {
    scr_buf content = {0};
    scr_buf_put(&content, (const char *)f->section[k].data, f->section[k].size);
    if (k == section) spoil(&content, how, at);
    scr_buf_put(scr_saveout_begin(o, f->section[k].name), content.s, content.n);
    assert_true(scr_saveout_end(o));
    scr_buf_free(&content);
  }
  assert_true(scr_saveout_close(o, true));
}

/* A message without what it quotes, which may be any bytes, and without numbers. */
static void outline(const char *text, scr_buf *out) {
  for (const char *p = text; *p; p++) {
    const char *end = *p == '\'' ? strchr(p + 1, '\'') : NULL;
    const char last = out->n ? out->s[out->n - 1] : ' ';
    if (end)
      scr_buf_puts(out, "''"), p = end;
    else if (isdigit((unsigned char)*p))
      scr_buf_puts(out, last == '#' ? "" : "#");
    else
      scr_buf_put(out, p, 1);
  }
}

/* What becomes of the damaged file: a session that saves the same, one that saves something else,
 * or a message. */
static void verdict(scr_session *s, const scr_buf *image, scr_buf *out) {
  scr_buf again = {0};
  if (!scr_session_restore_image(s, "x.sav", image->s, image->n)) {
    assert_non_null(s->diag.error.text);
    outline(s->diag.error.text, out);
    scr_diag_clear(&s->diag);
  } else {
    assert_true(scr_session_save_image(s, &again));
    const bool same = again.n == image->n && memcmp(again.s, image->s, image->n) == 0;
    scr_buf_puts(out, same ? "taken as it is" : "taken, and saved otherwise");
  }
  scr_buf_free(&again);
}

/* ---- counts ---- */

enum { KINDS = 64 }; /* of verdicts of a section */

typedef struct counts {
  char *text[KINDS];
  int count[KINDS], n;
} counts;

static void count(counts *all, const char *text) {
  int k = 0;
  while (k < all->n && strcmp(all->text[k], text) != 0) k++;
  if (k == all->n) {
    assert_true(k < KINDS);
    all->text[all->n] = scr_strdup(text), all->count[all->n++] = 0;
  }
  all->count[k]++;
}

static void tell_section(const scr_savefile *f, size_t k, damage how, scr_session *s,
                         scr_buf *told) {
  counts all = {.n = 0};
  const size_t most = damages[how].most, n = how == LONGER ? most : f->section[k].size,
               step = ((n + most - 1) / most) | 1; /* odd: not always the same byte of a number */
  for (size_t at = 0; at < n; at += step) {
    scr_buf image = {0}, text = {0};
    spoilt(f, k, how, at, &image);
    verdict(s, &image, &text);
    count(&all, text.s);
    scr_buf_free(&image);
    scr_buf_free(&text);
  }
  scr_buf_printf(told, "%s %s\n", f->section[k].name, damages[how].name);
  for (int i = 0; i < all.n; i++) {
    scr_buf_printf(told, "%6d %s\n", all.count[i], all.text[i]);
    scr_free(all.text[i]);
  }
}

/* ---- parts, each a test ---- */

typedef struct part {
  const char *name;
  int scene;
  const char *sections[11];
} part;

static const part parts[] = {
    {"world", 0, {"model", "wall", "vertex", "facet", "ball"}},
    {"contacts", 0, {"ball-ball", "ball-facet", "dashpots", "parameter-sets", "laws", "energy"}},
    {"lists",
     0,
     {"words", "group-sets", "surface-sets", "cmat", "tables", "ranges", "measure", "servo"}},
    {"records",
     0,
     {"fractures", "apertures", "fragments", "fragment-cells", "templates", "intersections"}},
    {"fish", 0, {"fish-values", "fish-source", "callbacks", "histories", "title"}},
    {"sets", 0, {"geometry"}},
    {"inlets", 2, {"inlet", "inlet-motion", "held"}},
    {"old-dialect", 1, {"fish-source", "legacy", "vertex", "facet", "results", "movie"}},
};

static const char *section_of(const scr_savefile *f, size_t k, const part *p) {
  for (size_t i = 0; i < SCR_COUNTOF(p->sections) && p->sections[i]; i++)
    if (strcmp(f->section[k].name, p->sections[i]) == 0) return p->sections[i];
  return NULL;
}

static void tell_part(const part *p, scr_buf *told) {
  scr_session *s = session(scenes[p->scene].dim);
  scr_buf image = {0};
  scr_savefile f;
  if (!scr_session_text(s, "test", scenes[p->scene].text, scenes[p->scene].dialect))
    fail_msg("%s", s->diag.error.text);
  assert_true(scr_session_save_image(s, &image));
  assert_true(scr_savefile_parse(&f, &s->diag, "x.sav", image.s, image.n));
  scr_buf_printf(told, "### %s\n", p->name);
  for (size_t k = 0; k < f.n; k++)
    for (int how = 0; how < DAMAGES && section_of(&f, k, p); how++)
      tell_section(&f, k, (damage)how, s, told);
  scr_savefile_free(&f);
  scr_buf_free(&image);
  scr_session_free(s);
}

static const part *part_named(const char *name) {
  for (size_t k = 0; k < SCR_COUNTOF(parts); k++)
    if (strcmp(parts[k].name, name) == 0) return &parts[k];
  return NULL;
}

/* What the file says of a part, from its line to that of the next one. */
static char *expected_of(const char *name) {
  static char text[1 << 16];
  char head[64];
  FILE *f = fopen(FILE_OF_COUNTS, "r");
  assert_non_null(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  snprintf(head, sizeof head, "### %s\n", name);
  char *from = strstr(text, head);
  assert_non_null(from);
  char *next = strstr(from + 1, "### ");
  if (next) *next = 0;
  return from;
}

static void check(const char *name) {
  const char *expected = expected_of(name);
  scr_buf told = {0};
  tell_part(part_named(name), &told);
  if (strcmp(told.s, expected) != 0) print_error("%s", told.s);
  assert_string_equal(told.s, expected);
  scr_buf_free(&told);
}

static void of_world(void **state) { SCR_UNUSED(state), check("world"); }
static void of_contacts(void **state) { SCR_UNUSED(state), check("contacts"); }
static void of_lists(void **state) { SCR_UNUSED(state), check("lists"); }
static void of_records(void **state) { SCR_UNUSED(state), check("records"); }
static void of_fish(void **state) { SCR_UNUSED(state), check("fish"); }
static void of_sets(void **state) { SCR_UNUSED(state), check("sets"); }
static void of_inlets(void **state) { SCR_UNUSED(state), check("inlets"); }
static void of_old_dialect(void **state) { SCR_UNUSED(state), check("old-dialect"); }

static int renew(void) {
  scr_buf told = {0};
  FILE *f = fopen(FILE_OF_COUNTS, "w");
  if (!f) return 1;
  for (size_t k = 0; k < SCR_COUNTOF(parts); k++) tell_part(&parts[k], &told);
  fputs(told.s, f);
  scr_buf_free(&told);
  return fclose(f) != 0;
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "renew") == 0) return renew();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_world),   cmocka_unit_test(of_contacts),    cmocka_unit_test(of_lists),
      cmocka_unit_test(of_records), cmocka_unit_test(of_fish),        cmocka_unit_test(of_sets),
      cmocka_unit_test(of_inlets),  cmocka_unit_test(of_old_dialect),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
