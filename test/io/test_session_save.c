/* Whole sessions: a restored session saves the same bytes and goes on with the same bits; a bad
 * file changes nothing. */
#include "../base/test.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/rng.h"
#include "cmd/session_kept.h"
#include "base/outfile.h"
#include "io/savefile.h"
#include "../support/night.h"

static char dir[64];

static char *in_dir(const char *name) {
  scr_buf b = {0};
  scr_buf_printf(&b, "%s/%s", dir, name);
  return b.s;
}

static int make_dir(void **state) {
  SCR_UNUSED(state);
  strcpy(dir, "/tmp/scree-session-XXXXXX");
  return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state) {
  SCR_UNUSED(state);
  static const char *const name[] = {"a.sav", "b.sav", "c.sav", "d.sav", "noise.sav"};
  for (size_t k = 0; k < SCR_COUNTOF(name); k++) {
    char *path = in_dir(name[k]);
    unlink(path);
    scr_free(path);
  }
  return rmdir(dir);
}

static bool no_print(void *user, const char *text) {
  SCR_UNUSED(user), SCR_UNUSED(text);
  return true;
}

static scr_session *session(int dim, int threads) {
  scr_session *s = scr_session_new(&(scr_options){
      .dim = dim, .threads = threads, .bounds_balls = 1, .out = dir, .quiet = true, .dialect = -1});
  s->print = no_print;
  return s;
}

static void run(scr_session *s, const char *text, scr_dialect dialect) {
  if (scr_session_text(s, "test", text, dialect)) return;
  scr_buf b = {0};
  scr_message_format(&s->diag.error, &b);
  fail_msg("%s", b.s);
}

static void save(scr_session *s, const char *name) {
  char *path = in_dir(name);
  if (!scr_session_save(s, path)) fail_msg("%s", s->diag.error.text);
  scr_free(path);
}

static bool restore(scr_session *s, const char *name) {
  char *path = in_dir(name);
  bool ok = scr_session_restore(s, path);
  scr_free(path);
  return ok;
}

static void must_restore(scr_session *s, const char *name) {
  if (!restore(s, name)) fail_msg("%s", s->diag.error.text);
}

static scr_buf content(const char *name) {
  char *path = in_dir(name);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  scr_buf b = {0};
  char part[4096];
  for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;) scr_buf_put(&b, part, n);
  fclose(f);
  scr_free(path);
  return b;
}

/* Names the first section that differs, which says more than the place of a byte. */
static void assert_same_files(const char *a, const char *b) {
  scr_buf x = content(a), y = content(b);
  scr_savefile fx, fy;
  scr_diag d = {0};
  assert_true(scr_savefile_parse(&fx, &d, a, x.s, x.n));
  assert_true(scr_savefile_parse(&fy, &d, b, y.s, y.n));
  assert_int_equal(fx.n, fy.n);
  for (size_t k = 0; k < fx.n; k++) {
    assert_string_equal(fx.section[k].name, fy.section[k].name);
    if (fx.section[k].size != fy.section[k].size ||
        memcmp(fx.section[k].data, fy.section[k].data, fx.section[k].size) != 0)
      fail_msg("section '%s' differs (%zu and %zu bytes)", fx.section[k].name, fx.section[k].size,
               fy.section[k].size);
  }
  assert_int_equal(x.n, y.n);
  assert_memory_equal(x.s, y.s, x.n);
  scr_savefile_free(&fx);
  scr_savefile_free(&fy);
  scr_buf_free(&x);
  scr_buf_free(&y);
}

/* ---- what is saved ---- */

typedef struct scene {
  int dim;
  scr_dialect dialect;
  const char *first, *then;
} scene;

static const char bed_3d[] =
    "model title 'a bed'\n"
    "model domain extent -5 5 -5 5 -5 5\n"
    "contact cmat default model linear property kn 1e5 ks 5e4 fric 0.3 dp_nratio 0.1\n"
    "contact cmat add 1 model hertz property hz_shear 1e6 hz_poiss 0.25 range group 'low'\n"
    "wall generate box -3 3 -3 3 -3 3\n"
    "ball generate cubic box -2 2 -2 2 -2 2 radius 0.4\n"
    "ball attribute density 2000 damp 0.2\n"
    "ball attribute velocity-x 0.3 range id 5 20\n"
    "ball group 'low' range position-z -3 -1\n"
    "ball group 'odd' slot 'Parity' range id 3\n"
    "ball property 'fric' 0.5 range id 1 10\n"
    "ball fix velocity-x range id 7\n"
    "model range create 'middle' position-z -1 1\n"
    "model gravity 0 0 -9.81\n"
    "model energy mechanical on\n"
    "model orientation-tracking on\n"
    "ball attribute euler (10,20,30) spin-x 2\n"
    "model cycle 300\n";

static const char fish_things[] = "fish define add(a,b)\n"
                                  "  add = a + b\n"
                                  "end\n\n"
                                  "fish define each_step\n"
                                  "  steps = steps + 1\n"
                                  "  bx = ball.pos.x(bp) ; a pointer that must be found again\n"
                                  "end\n"
                                  "model domain extent -5 5 -5 5 -5 5\n"
                                  "contact cmat default model linear property kn 1e5\n"
                                  "wall generate plane position 0 0 -1\n"
                                  "ball create id 4 position 0 0 -0.55 radius 0.5\n"
                                  "ball create id 9 position 1 0 0 radius 0.5\n"
                                  "ball attribute density 1000 velocity-x 0.1\n"
                                  "model gravity 0 0 -9.81\n"
                                  "[bp = ball.find(4)]\n"
                                  "[gone = ball.find(9)]\n"
                                  "[wp = wall.find(1)]\n"
                                  "fish callback add each_step -1.0\n"
                                  "history interval 3\n"
                                  "fish history name 'n' steps\n"
                                  "ball history velocity-z id 4\n"
                                  "table 't' add 1 2 3 4\n"
                                  "[x = add(1,2.5)]\n"
                                  "[v = vector(1,2,3)]\n"
                                  "[l = list.create(3)]\n"
                                  "[text = 'two words']\n"
                                  "model cycle 40\n"
                                  "[cp = contact.find('ball-facet',1)]\n"
                                  "[m = map('a',1)]\n"
                                  "[m('itself') = list(m)]\n"
                                  "[ball.extra(bp,2) = m]\n"
                                  "[ball.extra(ball.find(9)) = 1]\n"
                                  "[wall.extra(wp) = bp]\n"
                                  "[contact.extra(cp,128) = 'last']\n"
                                  "[contact.extra(cp,3) = 0]\n"
                                  "ball delete range id 9\n";

/* Ids that are missing below, between and above the others. */
static const char gaps[] = "model domain extent -5 5\n"
                           "contact cmat default model linear property kn 1e5 ks 1e5 fric 0.4\n"
                           "ball create id 3 position 0 0 radius 0.5\n"
                           "ball create id 5 position 0.9 0 radius 0.5\n"
                           "ball create id 6 position 0.4 0.8 radius 0.5\n"
                           "ball create id 40 position 1.3 0.8 radius 0.5\n"
                           "ball attribute density 1000\n"
                           "model mechanical timestep fix 1e-4\n"
                           "model cycle 5\n";

/* Laws that make moments and that no contact has: one is in the CMAT only, one was there once. */
static const char law_unused[] = "model domain extent -5 5\n"
                                 "contact cmat default model linear property kn 1e5\n"
                                 "contact cmat add 1 model rrlinear range id 99\n"
                                 "ball create id 3 position 0 0 0 radius 0.5\n"
                                 "ball create id 5 position 0.9 0 0 radius 0.5\n"
                                 "ball attribute density 1000\n"
                                 "model cycle 5\n";

static const char law_forgotten[] = "model domain extent -5 5\n"
                                    "contact cmat default model rrlinear property kn 1e5\n"
                                    "ball create id 3 position 0 0 0 radius 0.5\n"
                                    "ball create id 5 position 0.9 0 0 radius 0.5\n"
                                    "ball attribute density 1000\n"
                                    "model cycle 5\n"
                                    "contact cmat default model linear property kn 1e5\n"
                                    "contact cmat apply\n";

static const char disks_2d[] =
    "model domain extent -5 5 -5 5 condition periodic\n"
    "model random 3\n"
    "contact cmat default model hertz property hz_shear 1e6 hz_poiss 0.3 fric 0.4\n"
    "ball generate number 60 radius 0.3 0.4 box -4 4 -4 4\n"
    "ball attribute density 1000 damp 0.1\n"
    "ball attribute velocity-x 2 range position-y 0 5\n"
    "model orientation-tracking on\n"
    "ball attribute spin 3 rotation 10\n"
    "model cycle 500\n";

static const char old_2d[] = "new\n"
                             "set random\n"
                             "macro stiff 'kn 1e6 ks 1e6'\n"
                             "def double\n"
                             "  double = 2 * seed_of\n"
                             "end\n"
                             "set seed_of 21\n"
                             "wall id=1 kn=1e6 ks=1e6 nodes -5 0 5 0\n"
                             "ball id=1 x=0 y=0.5 rad=0.5\n"
                             "prop dens 1000 stiff\n"
                             "set gravity 0 -9.81\n"
                             "double\n"
                             "cycle 50\n";

static const scene scenes[] = {
    {3, SCR_MODERN, "model domain extent -1 1\n", "model title 'nothing moves'\n"},
    {3, SCR_MODERN, bed_3d, "model cycle 200\n"},
    {3, SCR_MODERN, fish_things,
     "model cycle 25\n[y = add(x,steps)]\n[z = ball.id(contact.end1(cp))]\n"},
    {2, SCR_MODERN, gaps, "model cycle 50\n"},
    {3, SCR_MODERN, law_unused, "model cycle 50\n"},
    {3, SCR_MODERN, law_forgotten, "model cycle 50\n"},
    {2, SCR_MODERN, disks_2d, "ball attribute damp 0.5 range id 3\nmodel cycle 300\n"},
    {2, SCR_LEGACY, old_2d, "cycle 50\ndouble\n"},
};

/* ---- tests ---- */

static void a_restored_session_is_the_same(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(scenes); k++) {
    const scene *c = &scenes[k];
    scr_session *one = session(c->dim, 1),
                *two = session(0, 2); /* --dim would hold it to one dimension */
    scr_session_reset(two, 5 - c->dim);
    run(one, c->first, c->dialect);
    run(two, "model title 'what will be forgotten'\n[forgotten = 1]\nfish define add\nend\n",
        SCR_MODERN);
    save(one, "a.sav");
    must_restore(two, "a.sav");
    assert_int_equal(two->lib.world->dim, c->dim);
    save(two, "b.sav");
    assert_same_files("a.sav", "b.sav");
    run(one, c->then, c->dialect);
    run(two, c->then, c->dialect);
    save(one, "c.sav");
    save(two, "d.sav");
    assert_same_files("c.sav", "d.sav");
    scr_session_free(one);
    scr_session_free(two);
  }
}

/* Columns of several pieces, rows far from the order of ids, two laws with different numbers of
 * states. */
static const char many_balls[] =
    "model new\n"
    "model domain extent -1 1 condition periodic\n"
    "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.3 fric 0.3\n"
    "contact cmat default type ball-facet model linear property kn 1e4\n"
    "wall generate plane position (0, 0, -0.9)\n"
    "ball generate cubic box -0.9 0.9 radius 0.026\n"
    "ball group \'upper\' range position-z 0 1\n"
    "ball attribute velocity-z -0.1 range group 'upper'\n"
    "ball delete range id 100 5000\n"
    "ball generate id 100 hexagonal box -0.9 -0.2 radius 0.026\n"
    "ball attribute density 2500\n"
    "model cycle 4\n";

static void threads_write_the_same_bytes(void **state) {
  SCR_UNUSED(state);
  for (int threads = 1; threads <= 3; threads++) {
    scr_session *s = session(3, threads);
    run(s, many_balls, SCR_MODERN);
    assert_true(s->lib.world->pair[SCR_BALL_BALL].ncontact > 70000 &&
                s->lib.world->pair[SCR_BALL_FACET].ncontact > 100);
    save(s, threads == 1 ? "a.sav" : "b.sav");
    if (threads > 1) assert_same_files("a.sav", "b.sav");
    must_restore(s, "a.sav");
    save(s, "b.sav");
    assert_same_files("a.sav", "b.sav");
    scr_session_free(s);
  }
}

static void saving_changes_nothing(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(scenes); k++) {
    const scene *c = &scenes[k];
    scr_session *one = session(c->dim, 1), *two = session(c->dim, 1);
    run(one, c->first, c->dialect);
    run(two, c->first, c->dialect);
    save(one, "a.sav");
    save(one, "a.sav");
    run(one, c->then, c->dialect);
    run(two, c->then, c->dialect);
    save(one, "c.sav");
    save(two, "d.sav");
    assert_same_files("c.sav", "d.sav");
    scr_session_free(one);
    scr_session_free(two);
  }
}

/* Where a file is cut into cycles, saved and restored or looked at does not matter. */
typedef struct cut_row {
  const char *what;
  int dim;
  const char *before, *after, *other; /* `other` instead of `after` */
  bool restored;                      /* between them, the second time */
} cut_row;

#define TOUCHING                                                                                   \
  "model domain extent -10 10\ncontact cmat default model linear property kn 1e6 ks 1e6\nball "    \
  "create id 1 radius 0.5\n"                                                                       \
  "ball create id 2 radius 0.6 position-x 1.05\nball attribute density 1000\nmodel cycle 1\n"
#define APART                                                                                      \
  "model domain extent -1 17\nball create id 40 radius 0.5 position "                              \
  "(11.547762207421698,7.049171771830109)\n"                                                       \
  "ball create id 178 radius 0.5 position (11.464438549586237,6.042035883770715)\nball attribute " \
  "density 1000.0\n"                                                                               \
  "ball attribute velocity-x 1 gradient-y -0.3411421512854558 velocity-y -0.5 gradient-x "         \
  "-0.33133259242480173\n"                                                                         \
  "model mechanical timestep maximum 0.0009166210920878197\nmodel cycle 1\ncontact inhibit on\n"
#define SCALED                                                                                     \
  "model domain extent 0 117 0 117 condition stop stop\nmodel gravity 9.81\n"                      \
  "ball generate number 1500 radius 0.5 1.0 box 0.5 116.5 0.5 116.5 tries 1000000\nball "          \
  "attribute "                                                                                     \
  "density 1000.0\n"                                                                               \
  "ball attribute velocity-x 20 velocity-y -10\nmodel mechanical timestep scale 0.0039\nmodel "    \
  "cycle 1\n"
#define BORN                                                                                       \
  "fish define pick(pos,c)\npick = ball.pos.x(ball.find(3)) > 4.9805\nend\nmodel domain extent "   \
  "-10 10\n"                                                                                       \
  "model mechanical timestep fix 1e-3\ncontact cmat default model linear property kn 1e5 ks 1e5 "  \
  "fric 0.5\n"                                                                                     \
  "contact cmat add 1 model linear property kn 5e5 ks 1e5 fric 0.5 range fish pick\n"              \
  "ball create id 1 radius 0.5 position (-0.56,0,0)\nball create id 2 radius 0.5 position "        \
  "(0.56,0,0)\n"                                                                                   \
  "ball create id 3 radius 0.5 position (5,0,0)\nball create id 4 radius 0.5 position (-5,-5,0)\n" \
  "ball create id 5 radius 0.5 position (-5,-4.1,0)\nball attribute density 1000\n"                \
  "ball attribute velocity-x 5 range id 1\nball attribute velocity-x -1 range id 3\nball "         \
  "attribute velocity-x 0.5 range id 4\n"

static void run_cut(const cut_row *r, bool second, const char *name) {
  scr_session *s = session(r->dim, 1);
  run(s, r->before, SCR_MODERN);
  if (second && r->restored) {
    save(s, "c.sav");
    must_restore(s, "c.sav");
  }
  run(s, second && r->other ? r->other : r->after, SCR_MODERN);
  save(s, name);
  scr_session_free(s);
}

static void cuts_do_not_matter(void **state) {
  SCR_UNUSED(state);
  static const cut_row rows[] = {
      {"a contact deleted", 3, TOUCHING, "contact delete range position-x -1 5\nmodel cycle 1\n",
       NULL, true},
      {"contacts inhibited", 2, APART, "model cycle 5\n", NULL, false},
      {"scaled masses", 2, SCALED, "model cycle 1\n", NULL, true},
      {"ranges of new contacts", 3, BORN, "model cycle 40\n", NULL, false},
  };
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++) {
    cut_row r = rows[k];
    scr_buf ones = {0};
    for (int c = 0; !r.restored && c < atoi(r.after + strlen("model cycle ")); c++)
      scr_buf_puts(&ones, "model cycle 1\n");
    if (!r.restored) r.other = ones.s;
    run_cut(&r, false, "a.sav");
    run_cut(&r, true, "b.sav");
    print_message("%s\n", r.what);
    assert_same_files("a.sav", "b.sav");
    scr_buf_free(&ones);
  }
}

static int64_t value(scr_session *s, const char *name) {
  scr_val v;
  assert_true(scr_fish_lookup(s->fish, NULL, name, &v));
  assert_int_equal(v.type, SCR_V_INT);
  return v.i;
}

static void what_fish_sees(void **state) {
  SCR_UNUSED(state);
  scr_session *one = session(3, 1), *two = session(3, 1);
  run(one, fish_things, SCR_MODERN);
  save(one, "a.sav");
  must_restore(two, "a.sav");
  run(two, "[a = ball.id(bp)]\n[b = wall.id(wp)]\n[c = contact.id(cp)]\n[d = add(1,2)]\n",
      SCR_MODERN);
  run(two,
      "[new = map.add(m,'a',8)]\n[e = map.value(ball.extra(bp,2),'a')]\n[g = "
      "ball.id(wall.extra(wp))]\n",
      SCR_MODERN);
  run(two, "[h = string.len(contact.extra(cp,128))]\n", SCR_MODERN);
  assert_int_equal(value(two, "steps"), 40);
  assert_int_equal(value(two, "a"), 4);
  assert_int_equal(value(two, "b"), 1);
  assert_int_equal(value(two, "c"), 1);
  assert_int_equal(value(two, "d"), 3);
  assert_int_equal(value(two, "e"), 8); /* a map that a symbol and a ball share is shared again */
  assert_int_equal(value(two, "g"), 4);
  assert_int_equal(value(two, "h"), 4);
  assert_int_equal(two->lib.histories.n, 2);
  assert_int_equal(two->lib.histories.item[0]->n, 13);
  assert_false(scr_session_text(two, "test", "[ball.id(gone)]\n", SCR_MODERN));
  scr_session_free(one);
  scr_session_free(two);
}

static void messages_keep_their_places(void **state) {
  SCR_UNUSED(state);
  scr_session *one = session(3, 1), *two = session(3, 1);
  run(one, "\n\n; a comment\nfish define bad(x)\n  local y = 1\n  bad = y / x\nend\n", SCR_MODERN);
  save(one, "a.sav");
  must_restore(two, "a.sav");
  assert_false(scr_session_text(two, "other", "[bad(0)]\n", SCR_MODERN));
  assert_string_equal(two->diag.error.where, "restored");
  assert_int_equal(two->diag.error.line, 6);
  scr_session_free(one);
  scr_session_free(two);
}

/* Equal states give equal files, whatever the data file is called. */
static void no_names_of_files(void **state) {
  SCR_UNUSED(state);
  static const char text[] = "fish define f\n  whilestepping\n  f = 1\nend\n";
  char hash[2][33];
  for (int k = 0; k < 2; k++) {
    scr_session *s = session(3, 1);
    assert_true(scr_session_text(s, k ? "one/name.dat" : "other.dat", text, SCR_MODERN));
    assert_true(scr_session_hash(s, hash[k]));
    save(s, "a.sav");
    must_restore(s, "a.sav");
    assert_int_equal(s->lib.world->ncallback, 1);
    scr_session_free(s);
  }
  assert_string_equal(hash[0], hash[1]);
}

/* The session goes on with what it has, and the old file stays. */
static void a_full_disk(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3, 1);
  run(s, fish_things, SCR_MODERN);
  save(s, "a.sav");
  save(s, "b.sav");
  run(s, "model cycle 1\n", SCR_MODERN);
  scr_outfile_fail_after(1000);
  assert_false(scr_session_text(s, "test", "model save 'a'\n", SCR_MODERN));
  scr_outfile_fail_after(-1);
  assert_int_equal(s->diag.error.code, SCR_E_SAVE);
  assert_int_equal(s->diag.error.line, 1);
  assert_same_files("a.sav", "b.sav");
  scr_diag_clear(&s->diag);
  run(s, "model save 'a'\nmodel restore 'a'\nmodel save 'b'\n", SCR_MODERN);
  assert_same_files("a.sav", "b.sav");
  scr_session_free(s);
}

/* Two contacts of the same ends and the same image: no run makes such a state, and none is read. */
static void a_facet_contact_twice(void **state) {
  SCR_UNUSED(state);
  for (int twice = 0; twice < 2; twice++) {
    scr_session *s = session(3, 1);
    run(s,
        "model domain extent -1 1\ncontact cmat default model linear property kn 1e4\n"
        "wall generate polygon (-0.5,-0.5,0) (0.5,-0.5,0) (0.5,0.5,0) (-0.5,0.5,0)\n"
        "ball create radius 0.1 position 0 0 0.09\nball attribute density 1000\nmodel cycle 1\n",
        SCR_MODERN);
    scr_pairs *p = &s->lib.world->pair[SCR_BALL_FACET];
    assert_int_equal(p->n, 2);
    if (twice) p->j[1] = p->j[0];
    save(s, "a.sav");
    assert_int_equal(restore(s, "a.sav"), !twice);
    if (twice) assert_non_null(strstr(s->diag.error.text, "contacts are not in order"));
    scr_session_free(s);
  }
}

/* A wall that is free without a mass, or along an axis that there is not, and masses that no wall
 * is given, whether it is free or not: no run makes such a one. */
static void a_free_wall_without_mass(void **state) {
  SCR_UNUSED(state);
  static const struct {
    double mass;
    uint8_t free;
    const char *says;
  } row[] = {
      {3, 2, NULL},
      {0, 0, NULL},
      {0, 2, "free without a mass"},
      {3, 4, "free without a mass"},
      {HUGE_VAL, 2, "a mass or a moment of inertia is impossible"},
      {1e60, 0, "a mass or a moment of inertia is impossible"},
      {-3, 0, "a mass or a moment of inertia is impossible"},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_session *s = session(2, 1);
    run(s,
        "model domain extent -1 1\nwall create id 1 vertices (-0.5,0) (0.5,0)\n"
        "wall attribute mass 3\nwall free velocity-y\n",
        SCR_MODERN);
    scr_table *t = &s->lib.world->wall;
    scr_table_write(t, SCR_WALL_MASS, 0, &row[k].mass);
    scr_table_write(t, SCR_WALL_FREE, 0, &row[k].free);
    save(s, "a.sav");
    assert_int_equal(restore(s, "a.sav"), !row[k].says);
    if (row[k].says) assert_non_null(strstr(s->diag.error.text, row[k].says));
    scr_session_free(s);
  }
}

/* One that turns freely without moments of inertia that a body may have, or beside a told spin;
 * such moments of one that may be freed later; axes that are no rotation, or of no inertia. */
static void a_turning_wall_without_inertia(void **state) {
  SCR_UNUSED(state);
  static const struct {
    double inertia[3], axes[4], spin[3];
    uint8_t free;
    const char *says;
  } row[] = {
      {{1, 2, 2}, {1, 0, 0, 0}, {0, 0, 1}, 4 << 3, NULL},
      {{1, 2, 2}, {0.6, 0, 0.8, 0}, {3, 2, 1}, 7 << 3, NULL},
      {{1, 2, 2}, {0.6, 0, 0.9, 0}, {3, 2, 1}, 7 << 3, "axes of a wall are no rotation"},
      {{1, 2, 2}, {1, 0, 0, 0}, {0, 0, 1}, 1 << 3, "turns freely"},
      {{0, 0, 0}, {1, 0, 0, 0}, {3, 2, 1}, 0, NULL},
      {{0, 0, 0}, {1, 0, 0, 0}, {0, 0, 1}, 4 << 3, "turns freely"},
      {{1, 2, 4}, {1, 0, 0, 0}, {0, 0, 1}, 4 << 3, "a moment of inertia is impossible"},
      {{1, 0, 1}, {1, 0, 0, 0}, {0, 0, 1}, 4 << 3, "a moment of inertia is impossible"},
      {{1, 2, 4}, {1, 0, 0, 0}, {0, 0, 1}, 0, "a moment of inertia is impossible"},
      {{1, 1, -1}, {1, 0, 0, 0}, {0, 0, 1}, 0, "a moment of inertia is impossible"},
      {{1e60, 1e60, 1e60}, {1, 0, 0, 0}, {0, 0, 1}, 0, "a moment of inertia is impossible"},
      {{1e-320, 1e-320, 1e-320}, {1, 0, 0, 0}, {3, 2, 1}, 7, "a moment of inertia is impossible"},
      {{1, 2, 2}, {1, 0, 0, 0}, {0, 0, 1}, 1 << 6, "free without a mass"},
  };
  for (size_t k = 0; k <= SCR_COUNTOF(row); k++) {
    scr_session *s = session(3, 1);
    run(s,
        "model domain extent -1 1\nwall create id 1 vertices (-0.5,0,0) (0.5,0,0) (0,0.5,0)\n"
        "wall attribute inertia (1,1,1)\nwall free spin-z\n",
        SCR_MODERN);
    scr_table *t = &s->lib.world->wall;
    if (k == SCR_COUNTOF(row)) {
      scr_table_switch(t, SCR_WALL_AXES, false);
    } else {
      scr_table_write(t, SCR_WALL_INERTIA, 0, row[k].inertia);
      scr_table_write(t, SCR_WALL_AXES, 0, row[k].axes);
      scr_table_write(t, SCR_WALL_SPIN, 0, row[k].spin);
      scr_table_write(t, SCR_WALL_FREE, 0, &row[k].free);
    }
    const char *says = k < SCR_COUNTOF(row) ? row[k].says : "inertia without axes";
    save(s, "a.sav");
    assert_int_equal(restore(s, "a.sav"), !says);
    if (says) assert_non_null(strstr(s->diag.error.text, says));
    scr_session_free(s);
  }
}

static void hash(const char *name, char out[33]) {
  scr_diag d = {0};
  char *path = in_dir(name);
  assert_true(scr_save_hash(&d, path, out));
  scr_free(path);
}

/* Titles, functions, histories and callbacks that change nothing leave the hash alone; a moved ball
 * does not.
 */
static void hashes_of_states(void **state) {
  SCR_UNUSED(state);
  char a[33], b[33];
  scr_session *s = session(3, 1);
  run(s, bed_3d, SCR_MODERN);
  save(s, "a.sav");
  hash("a.sav", a);
  run(s,
      "model title 'another'\n[x = 1]\nfish define nothing\nend\nfish callback add nothing 1.0\n",
      SCR_MODERN);
  save(s, "b.sav");
  hash("b.sav", b);
  assert_string_equal(a, b);
  run(s, "model cycle 1\n", SCR_MODERN);
  save(s, "b.sav");
  hash("b.sav", b);
  assert_string_not_equal(a, b);
  scr_session_free(s);
}

/* A damaged file with good checksums: what only a malicious or future program writes. */
static void write_noise(const scr_buf *image, scr_rng *r) {
  scr_savefile f;
  scr_diag d = {0};
  assert_true(scr_savefile_parse(&f, &d, "a.sav", image->s, image->n));
  char *path = in_dir("noise.sav");
  scr_saveout *o = scr_saveout_file(&d, path);
  size_t hit = scr_rng_next(r) % f.n;
  for (size_t k = 0; k < f.n; k++) {
    scr_buf *b = scr_saveout_begin(o, f.section[k].name);
    size_t start = b->n, size = f.section[k].size;
    scr_buf_put(b, (const char *)f.section[k].data, size);
    if (k == hit && size)
      for (int n = 1 + (int)(scr_rng_next(r) % 4); n > 0; n--) {
        static const unsigned char often[] = {0, 1, 2, 0x7f, 0x80, 0xff};
        uint64_t x = scr_rng_next(r);
        b->s[start + x % size] =
            (char)(x >> 62 ? often[(x >> 40) % sizeof often] : (unsigned char)(x >> 32));
      }
    scr_saveout_end(o);
  }
  assert_true(scr_saveout_close(o, true));
  scr_free(path);
  scr_savefile_free(&f);
}

static void noise(void **state) {
  SCR_UNUSED(state);
  const char *often = getenv("SCREE_NOISE");
  int rounds = often ? atoi(often) : by_day(200, 40, 300), refused = 0;
  scr_rng r;
  scr_rng_seed(&r, often ? (uint64_t)rounds : 11);
  for (size_t c = 2; c < SCR_COUNTOF(scenes); c++) {
    scr_session *s = session(scenes[c].dim, 1);
    run(s, scenes[c].first, scenes[c].dialect);
    save(s, "a.sav");
    scr_buf image = content("a.sav");
    scr_session_free(s);
    s = session(scenes[c].dim, 1);
    must_restore(s, "a.sav");
    for (int k = 0; k < rounds; k++) {
      write_noise(&image, &r);
      if (restore(s, "noise.sav")) {
        save(s, "b.sav");
        must_restore(s, "a.sav");
        continue;
      }
      refused++;
      assert_non_null(s->diag.error.text);
      scr_diag_clear(&s->diag);
      if (k % 20) continue;
      save(s, "b.sav");
      assert_same_files("a.sav", "b.sav");
    }
    scr_buf_free(&image);
    scr_session_free(s);
  }
  assert_true(refused > rounds / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_restored_session_is_the_same),
      cmocka_unit_test(cuts_do_not_matter),
      cmocka_unit_test(threads_write_the_same_bytes),
      cmocka_unit_test(saving_changes_nothing),
      cmocka_unit_test(what_fish_sees),
      cmocka_unit_test(messages_keep_their_places),
      cmocka_unit_test(no_names_of_files),
      cmocka_unit_test(hashes_of_states),
      cmocka_unit_test(a_facet_contact_twice),
      cmocka_unit_test(a_free_wall_without_mass),
      cmocka_unit_test(a_turning_wall_without_inertia),
      cmocka_unit_test(a_full_disk),
      cmocka_unit_test(noise),
  };
  return cmocka_run_group_tests_name("session_save", tests, make_dir, remove_dir);
}
