/* A model that is saved between an edit and the next cycle goes on with the same bits as one that
 * is not, under every law: each property that can be set, bonds, surfaces, pieces. */
#include <stdarg.h>
#include <setjmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "../support/command.h"
#include "../support/night.h"
#include "base/mem.h"
#include "io/savefile.h"
#include "world/contacts/contact.h"
#include "world/engine.h"

static char out_dir[] = "/tmp/scree-kept-XXXXXX";

/* What a law needs to carry something in the scene below; the balls are 1.2 m apart. */
typedef struct row {
  const char *law;
  const char *set; /* properties and methods of `contact cmat default` */
} row;

#define HERTZ "hz_shear 3e7 hz_poiss 0.3 fric 0.3 dp_nratio 0.1 "
#define BURGER                                                                                     \
  "bur_knk 2e6 bur_cnk 1e4 bur_knm 1e6 bur_cnm 1e6 bur_ksk 2e6 bur_csk 1e4 bur_ksm 1e6 bur_csm "   \
  "1e6 bur_fric 0.3 "
#define NETWORK                                                                                    \
  "fric 0.3 dp_nratio 0.1 sn_ten 2e5 sn_tendc 1e-4 sn_coh 2e5 sn_cohdc 1e-3 sn_cohres 1e2 sn_fa "  \
  "30 sn_heal 1 method compute-stiffness emod 2e6 poisson 0.2 method bond gap 0.2"
#define LINEAR "kn 1e6 ks 7e5 fric 0.3 dp_nratio 0.1 dp_sratio 0.1 "
static const row rows[] = {
    {"linear", LINEAR},
    {"hertz", HERTZ},
    {"burger", BURGER},
    {"rrlinear", LINEAR "rr_fric 0.1"},
    {"linearpbond",
     LINEAR "pb_kn 1e6 pb_ks 7e5 pb_ten 4e4 pb_coh 3e4 pb_fa 20 method bond gap 0.2"},
    {"linearcbond", LINEAR "cb_tenf 2e4 cb_shearf 3e4 method bond gap 0.2"},
    {"arrlinear", LINEAR "rr_fric 0.1 adh_f0 1e3 adh_d0 0.01"},
    {"hysteretic", "hz_shear 3e7 hz_poiss 0.3 fric 0.3 dp_en 0.5"},
    {"hill", "young_mod 8e7 pois_ratio 0.3 fric_coef 0.3 damp_con 0.1 suction 1e3 method make_wet "
             "gap 0.02"},
    {"softbond", "kn 1e6 ks 7e5 fric 0.3 dp_nratio 0.1 sb_ten 2e4 sb_coh 2e4 sb_fa 20 sb_soft 5 "
                 "sb_cut 0.1 method bond gap 0.2"},
    {"flatjoint", "fj_kn 1e6 fj_ks 7e5 fj_fric 0.3 fj_ten 2e4 fj_coh 2e4 fj_fa 20 fj_resmode 1 "
                  "fj_cohres 1e2 method bond gap 0.2"},
    {"dmt", HERTZ "surf_adh 1e2"},
    {"smoothjoint", "dip 40 ddir 70 sj_kn 1e6 sj_ks 7e5 sj_fric 0.3 sj_da 5 sj_large on sj_ten 2e4 "
                    "sj_coh 2e4 sj_fa 20 method bond gap 0.2"},
    {"mohr", "stiffness-normal 1e6 stiffness-shear 7e5 cohesion 2e3 friction 20 friction-residual "
             "15 dilation 5 tension 1e3 slip-dc 1e-3 healing 1 dashpot-ratio-normal 0.1"},
    {"jkr", "jkr_shear 3e7 jkr_poiss 0.3 fric 0.3 rr_fric 0.1 surf_adh 1e2 dp_nratio 0.1"},
    {"eepa", "eepa_shear 3e7 eepa_poiss 0.3 fric 0.3 rr_fric 0.1 surf_adh 1e3 dp_nratio 0.1"},
    {"walton", "wb_young 3e7 wb_rest 0.5 fric 0.3 rr_fric 0.1"},
    {"rrhertz", HERTZ "rr_fric 0.1 rr_mode 1 rr_dratio 0.2 tw_mode 1"},
    {"capillary", HERTZ "cap_vol 1e-6 cap_tension 70 cap_mode 1"},
    {"fish", "symbol 'spring' stifft_n 1e6 stifft_s 7e5"},
    {"lineardipole", LINEAR "dipole_d 0.02 dipole_mo1 (1e5,2e4,0) dipole_mo2 (2e4,0,-1e5)"},
    {"springnetwork", "sn_mode 1 sn_dil 5 sn_non_diag 1 " NETWORK},
    {"burgercbond", BURGER "cb_tenf 2e4 cb_shearf 3e4 method bond gap 0.2"},
    {"subspringnetwork", "sn_dil 5 " NETWORK},
};

/* Balls in a box that overlap their neighbours by about 0.8 % of the radius, spin and slide; small
 * ones hit the box from outside, one after the other. Its sides move in themselves. */
static const char scene[] =
    "model new\n"
    "model domain extent -5 5\n"
    "model orientation-tracking on\n"
    "model energy mechanical on\n"
    "fish define spring(c, begins, fails, gap, moved, turned, mass, dt, energies)\n"
    "  local old = contact.prop(c, 'force')\n"
    "  contact.prop(c, 'force') = vector(math.max(0.0, -1e6*gap), comp.y(old) - 7e5*comp.y(moved)"
    "%s)\n"
    "end\n"
    "contact cmat default model linear property kn 1e6 ks 7e5 fric 0.4\n"
    "contact cmat default %s model %s property %s\n"
    "contact cmat proximity 0.1\n"
    "fish define make\n"
    "  loop local i (-1,1)\n"
    "    loop local j (-1,1)\n"
    "      local b = ball.create(0.605 + 0.001*i, vector(1.2*i, 1.205*j%s))\n"
    "      ball.vel(b) = vector(0.2*j - 0.1*i, 0.4*i%s)\n"
    "    endloop\n"
    "  endloop\n"
    "  loop i (0,9)\n"
    "    b = ball.create(0.1, vector(2.06 + 0.02*i, 0.25*i - 1.1%s))\n"
    "    ball.vel(b) = vector(-20, 0%s)\n"
    "  endloop\n"
    "end\n"
    "[make]\n"
    "ball attribute density 1000 spin %s\n"
    "wall generate box -1.85 1.85\n"
    "wall attribute velocity-conveyor-y 3\n"
    "model gravity 9.81\n"
    "%s"
    "model cycle 30\n";

/* Edits that every law meets; the first is none. */
static const char *const plain_edits[] = {
    "",
    "ball attribute radius multiply 1.001\n",
    "ball attribute density multiply 1.1\n",
    "ball attribute position-x add 0.001 range id 2\n",
    "wall attribute position-y add 0.002\n",
    "ball delete range id 4\n",
    "ball property 'fric' 0.1 'kn' 2e6 'hz_shear' 5e7\n",
    "contact delete range id 2\n",
    "contact model linear property kn 1e6 range id 2\n",
    "contact cmat apply\n",
    "model gravity 1\n",
};
static const char *const bond_edits[] = {"contact method bond gap 1\n", "contact method unbond\n"};

/* A law in one scene, what became of it without an edit, and how many edits it was asked for and
 * took. */
typedef struct run {
  const row *r;
  int dim;
  bool fix; /* the timestep */
  scr_buf none;
  int asked, taken;
} run;

static scr_session *session(int dim) {
  scr_options o = {.dim = dim, .threads = 1, .out = out_dir, .quiet = true, .dialect = -1};
  return scr_session_new(&o);
}

static scr_session *begin(const run *t) {
  char text[4000];
  const bool space = t->dim == 3, joint = strcmp(t->r->law, "smoothjoint") == 0;
  snprintf(text, sizeof text, scene, space ? ", comp.z(old) - 7e5*comp.z(moved)" : "",
           joint ? "type 'ball-ball'" : "", t->r->law, t->r->set, space ? ", 0.01*i*j" : "",
           space ? ", 0.1*i*j" : "", space ? ", 0.1*i - 0.4" : "", space ? ", 0" : "",
           space ? "(1, 2, 3)" : "1.5", t->fix ? "model mechanical timestep fix 1e-4\n" : "");
  scr_session *s = session(t->dim);
  command(s, text);
  return s;
}

/* The file that this model would be. */
static scr_buf image_of(scr_session *s) {
  scr_buf image = {0};
  assert_true(scr_session_save_image(s, &image));
  return image;
}

static bool same_bytes(const scr_buf *a, const scr_buf *b) {
  return a->n == b->n && memcmp(a->s, b->s, a->n) == 0;
}

static bool same_part(const scr_section *a, const scr_section *b) {
  return strcmp(a->name, b->name) == 0 && a->size == b->size &&
         memcmp(a->data, b->data, a->size) == 0;
}

/* Names the first section that differs. */
static void same_model(const run *t, const char *edit, const scr_buf *a, const scr_buf *b) {
  scr_savefile x, y;
  scr_diag d = {0};
  size_t k = 0;
  if (same_bytes(a, b)) return;
  assert_true(scr_savefile_parse(&x, &d, "a", a->s, a->n));
  assert_true(scr_savefile_parse(&y, &d, "b", b->s, b->n));
  while (k < x.n && k < y.n && same_part(&x.section[k], &y.section[k])) k++;
  fail_msg("%s, %dD, %s timestep, '%.*s': section '%s' differs", t->r->law, t->dim,
           t->fix ? "fixed" : "automatic", (int)strcspn(edit, "\n"), edit,
           k < x.n ? x.section[k].name : "none");
}

/* Does the run go on after a save as without it? Some edits are refused: a joint that has moved
 * keeps its shape. */
static void goes_on(run *t, const char *edit) {
  scr_session *plain = begin(t);
  t->asked++;
  if (!scr_session_text(plain, "edit", edit, SCR_MODERN)) {
    scr_session_free(plain);
    return;
  }
  scr_session *saved = begin(t), *restored = session(t->dim);
  command(saved, edit);
  scr_buf kept = image_of(saved);
  assert_true(scr_session_restore_image(restored, "kept", kept.s, kept.n));
  command(plain, "model cycle 100\n"), command(restored, "model cycle 100\n");
  scr_buf want = image_of(plain), got = image_of(restored);
  same_model(t, edit, &want, &got);
  t->taken += !same_bytes(&want, &t->none);
  if (!t->none.n) t->none = want, want = (scr_buf){0};
  scr_session_free(plain);
  scr_session_free(saved);
  scr_session_free(restored);
  scr_buf_free(&kept);
  scr_buf_free(&want);
  scr_buf_free(&got);
}

/* The same run in two: what looks for edits before the second one finds none. */
static void in_two(const run *t) {
  scr_session *s = begin(t);
  command(s, "model cycle 37\nmodel gravity 9.81\nmodel cycle 63\n");
  scr_buf got = image_of(s);
  same_model(t, "in two", &t->none, &got);
  scr_session_free(s);
  scr_buf_free(&got);
}

static void value_of(const run *t, const scr_model *m, const scr_prop *p, double v[3], int *n) {
  scr_session *s = begin(t);
  scr_world *w = s->lib.world;
  scr_contact *list;
  const size_t contacts = scr_contact_list(w, SCR_BALL_BALL, false, &list);
  size_t k = 0;
  while (k < contacts && scr_contact_model(w, list[k]) != m) k++;
  assert_true(k < contacts);
  *n = scr_contact_get(w, list[k], p, v);
  scr_free(list);
  scr_session_free(s);
}

/* Another value of a property: the next choice, a tenth more, or something where there was none. */
static double other(const scr_prop *p, double v) {
  if (p->type == SCR_P_INT || p->type == SCR_P_BOOL) return v < p->hi ? v + 1 : p->lo;
  const double from_none = p->hi < 1                   ? 0.5 * p->hi
                           : strcmp(p->unit, "m") == 0 ? 1e-3
                                                       : 0.5,
               more = !isfinite(v) || v == 0 ? from_none : 1.1 * v;
  return p->lo < p->hi && more > p->hi ? 0.9 * p->hi : more;
}

static void set_property(run *t, const scr_model *m, const scr_prop *p) {
  char text[200];
  double v[3];
  int n, at;
  value_of(t, m, p, v, &n);
  at = snprintf(text, sizeof text, "contact property %s %s", p->name, n > 1 ? "(" : "");
  for (int k = 0; k < n; k++)
    at += snprintf(text + at, sizeof text - (size_t)at, "%s%.17g", k ? ", " : "", other(p, v[k]));
  snprintf(text + at, sizeof text - (size_t)at, "%s\n", n > 1 ? ")" : "");
  goes_on(t, text);
}

static bool has_bonds(const scr_model *m) {
  for (int k = 0; k < m->nmethod; k++)
    if (strcmp(m->method[k].name, "bond") == 0) return true;
  return false;
}

/* By day every seventh edit of each scene, another one under each law and in each scene. */
static void of_a_law(run *t, int turn) {
  const scr_model *m = scr_model_find(t->r->law);
  const int part = by_day(7, 24, 1);
  goes_on(t, plain_edits[0]);
  in_two(t);
  for (size_t k = 1; k < SCR_COUNTOF(plain_edits); k++)
    if (turn++ % part == 0) goes_on(t, plain_edits[k]);
  for (size_t k = 0; k < SCR_COUNTOF(bond_edits) && has_bonds(m); k++)
    if (turn++ % part == 0) goes_on(t, bond_edits[k]);
  for (int k = 0; k < m->nprop; k++) {
    const unsigned fixed = SCR_PROP_READONLY | SCR_PROP_NAME | SCR_PROP_IDLE;
    if (m->prop[k].flags & fixed) continue;
    if (turn++ % part == 0) set_property(t, m, &m->prop[k]);
  }
  assert_true(2 * t->taken > t->asked);
  scr_buf_free(&t->none);
}

static const row *row_of(const scr_model *m) {
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++)
    if (strcmp(rows[k].law, m->name) == 0) return &rows[k];
  fail_msg("the law '%s' has no row here", m->name);
  return NULL;
}

static void every_other_law(int first) {
  for (int k = first; k < scr_model_count(); k += 2) {
    const scr_model *m = scr_model_at(k);
    for (int scene_of = m->space_only ? 2 : 0; scene_of < 4; scene_of++) {
      run t = {.r = row_of(m), .dim = scene_of < 2 ? 2 : 3, .fix = scene_of % 2};
      of_a_law(&t, k + scene_of);
    }
  }
}

/* The first law of all is `null`. */
static void odd_laws(void **state) {
  SCR_UNUSED(state);
  every_other_law(1);
}
static void even_laws(void **state) {
  SCR_UNUSED(state);
  every_other_law(2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(odd_laws), cmocka_unit_test(even_laws)};
  if (!mkdtemp(out_dir)) return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rmdir(out_dir);
  return failed;
}
