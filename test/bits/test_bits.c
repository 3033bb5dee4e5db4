/* The same bits: any number of threads, any instruction set, either compiler, output on or off,
 * saved and resumed.
 *
 * Every row of the table is one scene under one law, and has one expected hash (expected.txt) that
 * all compilers must meet. A row counts only if its scene slides, makes and ends contacts, meets an
 * edge of a mesh and the periodic seam, and builds its lists at least three times. Kernels that add
 * in another order must miss every hash, those of another compiler meet it (kernels.h). */
#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/mem.h"
#include "../support/command.h"
#include "../support/night.h"
#include "hash.h"
#include "kernels.h"
#include "model/models.h"
#include "world/engine.h"
#include "world/facets/kept.h"

#ifndef BITS_DIR
#define BITS_DIR "."
#endif

typedef struct row {
  const char *name;
  int dim;
  const char *law; /* the command that sets it */
} row;

#define DOMAIN2                                                                                    \
  "model new\nmodel large-strain on\nmodel domain extent 0 0.5 -0.003 0.06 condition periodic "    \
  "destroy\n"
#define DOMAIN3                                                                                    \
  "model new\nmodel large-strain on\nmodel domain extent 0 0.05 0 0.05 -0.003 0.06 condition "     \
  "periodic periodic destroy\n"
#define HERTZ                                                                                      \
  "contact cmat default model hertz property hz_shear 1.0e7 hz_poiss 0.3 fric 0.3 hz_mode 1 "      \
  "dp_nratio 0.2 dp_sratio 0.1 "                                                                   \
  "dp_mode 3\n"
#define LINEAR                                                                                     \
  "contact cmat default model linear method lsd young 1.0e6 restitution 0.6 property fric 0.3 "    \
  "dp_sratio 0.1\n"
#define BURGER                                                                                     \
  "contact cmat default model burger property bur_knk 2.0e3 bur_cnk 10 bur_knm 1.0e3 bur_cnm 20 "  \
  "bur_ksk 2.0e3 bur_csk 10 "                                                                      \
  "bur_ksm 1.0e3 bur_csm 20 bur_fric 0.3 bur_mode 1\n"
#define ROLLING                                                                                    \
  "contact cmat default model rrlinear property kn 2.0e3 ks 1.0e3 fric 0.3 rr_fric 0.1 dp_nratio " \
  "0.2\n"
#define BONDED                                                                                     \
  "contact cmat default model linearpbond property kn 2.0e3 ks 1.0e3 fric 0.3 dp_nratio 0.2 "      \
  "pb_kn "                                                                                         \
  "1.0e7 pb_ks 5.0e6 pb_ten 2.0e3 pb_coh 2.0e3 pb_fa 30.0 method bond gap 1.0e-4\n"
#define STICKY                                                                                     \
  "contact cmat default model arrlinear property kn 2.0e3 ks 1.0e3 fric 0.3 rr_fric 0.1 "          \
  "dp_nratio "                                                                                     \
  "0.2 adh_f0 2.0e-3 adh_d0 1.0e-4\n"
#define BOUNCING                                                                                   \
  "contact cmat default model hysteretic property hz_shear 1.0e7 hz_poiss 0.3 fric 0.3 dp_en 0.4 " \
  "dp_mode 3\n"
#define WET                                                                                        \
  "contact cmat default model hill property young_mod 2.0e7 pois_ratio 0.3 fric_coef 0.3 "         \
  "damp_con "                                                                                      \
  "0.2 suction 2.0e3 method make_wet gap 2.0e-5\n"
#define ADHESIVE                                                                                   \
  "contact cmat default model dmt property hz_shear 1.0e7 hz_poiss 0.3 fric 0.3 surf_adh 0.05 "    \
  "dp_nratio 0.2\n"
#define STICKING                                                                                   \
  "contact cmat default model jkr property jkr_shear 1.0e7 jkr_poiss 0.3 fric 0.3 rr_fric 0.1 "    \
  "surf_adh 0.05 dp_nratio 0.2\n"
#define PLASTIC                                                                                    \
  "contact cmat default model eepa property eepa_shear 1.0e7 eepa_poiss 0.3 fric 0.3 rr_fric 0.1 " \
  "surf_adh 5.0 dp_nratio 0.1\n"
#define YIELDING                                                                                   \
  "contact cmat default model walton property wb_young 1.0e6 wb_rest 0.5 fric 0.3 fric_ratio 0.8 " \
  "rr_fric 0.1\n"
#define TURNING                                                                                    \
  "contact cmat default model rrhertz property hz_shear 1.0e7 hz_poiss 0.3 fric 0.3 rr_fric 0.1 "  \
  "rr_mode 1 rr_dratio 0.2 tw_mode 1 dp_nratio 0.2\n"
#define BRIDGED                                                                                    \
  "contact cmat default model capillary property hz_shear 1.0e7 hz_poiss 0.3 fric 0.3 dp_nratio "  \
  "0.2 cap_vol 1.0e-12 cap_tension 0.07 cap_mode 1\n"
#define SOFT                                                                                       \
  "contact cmat default model softbond property kn 1.0e8 ks 5.0e7 fric 0.3 dp_nratio 0.2 sb_ten "  \
  "2.0e3 sb_coh 2.0e3 sb_fa 30.0 sb_soft 5.0 sb_cut 0.2 method bond gap 1.0e-4\n"
#define JOINTED                                                                                    \
  "contact cmat default model flatjoint property fj_kn 1.0e8 fj_ks 5.0e7 fj_fric 0.3 fj_ten "      \
  "2.0e3 fj_coh 2.0e3 fj_fa 30.0 fj_resmode 1 fj_cohres 1.0e2 method bond gap 1.0e-4\n"
#define SLIDING                                                                                    \
  "contact cmat default model linear property kn 2.0e3 ks 1.0e3 fric 0.3 dp_nratio 0.2\n"          \
  "contact cmat default type 'ball-ball' model smoothjoint property dip 40.0 ddir 70.0 sj_kn "     \
  "1.0e8 sj_ks 5.0e7 sj_fric 0.3 sj_da 5.0 sj_large on sj_ten 2.0e3 sj_coh 2.0e3 sj_fa 30.0 "      \
  "method bond gap 1.0e-4\n"
#define WEAKENING                                                                                  \
  "contact cmat default model mohr property stiffness-normal 1.0e8 stiffness-shear 5.0e7 "         \
  "cohesion 2.0e3 friction 20.0 friction-residual 15.0 dilation 5.0 tension 1.0e3 slip-dc 1.0e-5 " \
  "healing 1 dashpot-ratio-normal 0.2\n"
#define MAGNETIC                                                                                   \
  "model orientation-tracking on\n"                                                                \
  "contact cmat default model lineardipole property kn 2.0e3 ks 1.0e3 fric 0.3 dp_nratio 0.2 "     \
  "dipole_d 2.0e-4 dipole_cap 1.0e-3 dipole_mo1 (1e-4,5e-5,0) dipole_mo2 (5e-5,0,-1e-4)\n"
#define NETWORK                                                                                    \
  "contact cmat default model springnetwork property sn_mode 1 fric 0.3 dp_nratio 0.2 sn_ten "     \
  "2.0e3 "                                                                                         \
  "sn_tendc 1.0e-6 sn_coh 2.0e3 sn_cohdc 1.0e-5 sn_cohres 1.0e2 sn_fa 30.0 sn_dil 5.0 sn_heal 1 "  \
  "sn_non_diag 1 method compute-stiffness emod 1.0e6 poisson 0.3 method bond gap 1.0e-4\n"
#define SUBNETWORK                                                                                 \
  "contact cmat default model subspringnetwork property fric 0.3 dp_nratio 0.2 sn_ten 2.0e3 "      \
  "sn_tendc 1.0e-6 sn_coh 2.0e3 sn_cohdc 1.0e-5 sn_cohres 1.0e2 sn_fa 30.0 sn_dil 5.0 sn_heal 1 "  \
  "method compute-stiffness emod 1.0e6 poisson 0.3 method bond gap 1.0e-4\n"
#define CREEPING                                                                                   \
  "contact cmat default model burgercbond property bur_knk 2.0e3 bur_cnk 2.0e-1 bur_knm 2.0e3 "    \
  "bur_cnm 5.0e1 bur_ksk 1.0e3 bur_csk 1.0e-1 bur_ksm 1.0e3 bur_csm 3.0e1 bur_fric 0.3 cb_tenf "   \
  "2.0e-3 cb_shearf 2.0e-3 method bond gap 1.0e-4\n"
#define WRITTEN(vector, other)                                                                     \
  "fish define spring(c, begins, fails, gap, moved, turned, mass, dt, energies)\n"                 \
  "local old = contact.prop(c, 'force')\n"                                                         \
  "local force = math.max(0.0, -2.0e3*gap - 0.05*comp.x(moved)/dt)\n"                              \
  "contact.prop(c, 'slip') = math.abs(comp.y(old) - 1.0e3*comp.y(moved)) > 0.3*force\n"            \
  "contact.prop(c, 'force') = vector(force, math.max(-0.3*force, math.min(0.3*force, comp.y(old) " \
  "- 1.0e3*comp.y(moved)))" other ")\n"                                                            \
  "contact.prop(c, 'moment') = " vector "\n"                                                       \
  "end\n"                                                                                          \
  "contact cmat default model fish property symbol 'spring' stifft_n 4.0e3 stifft_s 1.0e3\n"
static const row rows[] = {
    {"hertz-3d", 3, DOMAIN3 HERTZ},
    {"linear-3d", 3, DOMAIN3 LINEAR},
    {"burger-3d", 3, DOMAIN3 BURGER},
    {"hertz-2d", 2, DOMAIN2 HERTZ},
    {"linear-2d", 2, DOMAIN2 LINEAR},
    {"burger-2d", 2, DOMAIN2 BURGER},
    {"rolling-3d", 3, DOMAIN3 ROLLING},
    {"rolling-2d", 2, DOMAIN2 ROLLING},
    {"bonded-3d", 3, DOMAIN3 BONDED},
    {"bonded-2d", 2, DOMAIN2 BONDED},
    {"sticky-3d", 3, DOMAIN3 STICKY},
    {"bouncing-2d", 2, DOMAIN2 BOUNCING},
    {"wet-3d", 3, DOMAIN3 WET},
    {"soft-3d", 3, DOMAIN3 SOFT},
    {"soft-2d", 2, DOMAIN2 SOFT},
    {"jointed-3d", 3, DOMAIN3 JOINTED},
    {"jointed-2d", 2, DOMAIN2 JOINTED},
    {"adhesive-3d", 3, DOMAIN3 ADHESIVE},
    {"adhesive-2d", 2, DOMAIN2 ADHESIVE},
    {"sliding-3d", 3, DOMAIN3 SLIDING},
    {"sliding-2d", 2, DOMAIN2 SLIDING},
    {"weak-3d", 3, DOMAIN3 WEAKENING},
    {"weak-2d", 2, DOMAIN2 WEAKENING},
    {"sticking-3d", 3, DOMAIN3 STICKING},
    {"sticking-2d", 2, DOMAIN2 STICKING},
    {"plastic-3d", 3, DOMAIN3 PLASTIC},
    {"plastic-2d", 2, DOMAIN2 PLASTIC},
    {"yielding-2d", 2, DOMAIN2 YIELDING},
    {"turning-3d", 3, DOMAIN3 TURNING},
    {"bridged-3d", 3, DOMAIN3 BRIDGED},
    {"magnetic-3d", 3, DOMAIN3 MAGNETIC},
    {"network-3d", 3, DOMAIN3 NETWORK},
    {"network-2d", 2, DOMAIN2 NETWORK},
    {"subnetwork-3d", 3, DOMAIN3 SUBNETWORK},
    {"subnetwork-2d", 2, DOMAIN2 SUBNETWORK},
    {"creeping-3d", 3, DOMAIN3 CREEPING},
    {"creeping-2d", 2, DOMAIN2 CREEPING},
    {"written-2d", 2, DOMAIN2 WRITTEN("-1.0e-6*turned", "")},
    {"written-3d", 3, DOMAIN3 WRITTEN("-1.0e-6*turned", ", 0.5*comp.z(old) - 5.0e2*comp.z(moved)")},
};
enum { CYCLES = 900 };

/* ---- running ---- */

static char out_dir[] = "/tmp/scree-bits-XXXXXX";

/* Three threads: now three, now fewer. */
static scr_session *session(const row *r, int threads) {
  scr_options o = {.dim = r->dim, .threads = threads, .out = out_dir, .quiet = true, .dialect = -1};
  o.worker_seed = threads == 3;
  return scr_session_new(&o);
}

static scr_session *start(const row *r, int threads) {
  scr_session *s = session(r, threads);
  char call[1200];
  const char *seed = getenv("SCREE_BITS_SEED");
  snprintf(call, sizeof call, "model random %s\n%sprogram call '%s/scene-%dd.dat'\n",
           seed ? seed : "10000", r->law, BITS_DIR, r->dim);
  if (!scr_session_text(s, r->name, call, SCR_MODERN)) {
    scr_buf b = {0};
    scr_message_format(&s->diag.error, &b);
    fail_msg("%s", b.s);
  }
  return s;
}

static void cycle(scr_session *s, int n) {
  char text[64];
  snprintf(text, sizeof text, "model cycle %d\n", n);
  command(s, text);
}

#ifndef SCR_BITS_KERNELS
/* Does contact q slip, by the first column of its state that is yes or no, or in one of its
 * elements?
 */
static bool slips(const scr_pairs *p, uint32_t q) {
  const scr_model *m = scr_model_at(p->law[q] - 1);
  bool slides = false;
  for (int x = m->parts.first; m->parts.stride && x < p->states; x += m->parts.stride)
    slides |= p->state[x][q] >= SCR_PART_SLIPS;
  if (m->parts.stride) return slides;
  int k = 0;
  while (m->prop[k].kind != SCR_PROP_STATE || m->prop[k].type != SCR_P_BOOL) k++;
  return p->state[m->prop[k].slot][q] != 0;
}

/* Saved and restored in a new session. */
static scr_session *again(scr_session *s, const row *r, int threads) {
  command(s, "model save 'half'\n");
  scr_session_free(s);
  s = session(r, threads);
  command(s, "model restore 'half'\n");
  return s;
}

/* What a row must contain; otherwise equal bits would prove little. */
typedef struct sights {
  uint32_t born, sliding, edge, last_id;
} sights;

static void look(const scr_world *w, const row *r, sights *seen) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    seen->last_id = SCR_MAX(seen->last_id, w->contact_ids[t].max);
    for (uint32_t q = 0; q < p->n; q++) {
      if (!p->law[q] || !(p->flag[q] & SCR_PAIR_ACTIVE)) continue;
      seen->born++;
      seen->sliding += slips(p, q);
      seen->edge += t == SCR_BALL_FACET && w->engine->facets->feature[q] >= (r->dim == 3 ? 1 : 4);
    }
  }
}

static void must_be_hard(const scr_world *w, const sights *seen, uint32_t balls, uint64_t builds) {
  int32_t seam = 0;
  if (getenv("SCREE_BITS_SEED")) return;
  for (uint32_t k = 0; k < w->ball.n; k++)
    for (int c = 0; c < 3; c++) seam += scr_int_at(&w->ball, SCR_BALL_IMAGE, k)[c] != 0;
  assert_true(seen->born > 100);
  assert_true(seen->sliding > 10);
  assert_true(seen->edge > 0);
  assert_true(seam > 10);
  assert_true(w->ball.n < balls);
  assert_true(w->pair[0].ncontact < seen->last_id); /* ids were given to contacts that are gone */
  assert_true(builds >= 4);
  assert_true(w->pair[0].n > 8000 / 2); /* enough work for several threads */
}

/* All cycles, in pieces with edits between them, and on request resumed in the middle. */
static uint64_t run_hard(const row *r, const char *isa, int threads, bool resume) {
  assert_true(scr_isa_select(isa));
  scr_session *s = start(r, threads);
  const uint32_t balls = s->lib.world->ball.n;
  sights seen = {0};
  uint64_t builds = 0;
  for (int k = 0; k < CYCLES / 50; k++) {
    const bool now = resume && k == CYCLES / 100;
    cycle(s, now ? 7 : 50);
    if (now) {
      builds = s->lib.world->engine->builds;
      s = again(s, r, threads);
      cycle(s, 50 - 7);
    }
    look(s->lib.world, r, &seen);
    scr_changed(s->lib.world, SCR_EDIT); /* what carries nothing is looked at once more */
  }
  must_be_hard(s->lib.world, &seen, balls, builds + s->lib.world->engine->builds);
  const uint64_t h = hash_world(s->lib.world);
  scr_session_free(s);
  return h;
}

static uint64_t run(const row *r, const char *isa, int threads) {
  assert_true(scr_isa_select(isa));
  scr_session *s = start(r, threads);
  cycle(s, CYCLES);
  const uint64_t h = hash_world(s->lib.world);
  scr_session_free(s);
  return h;
}

#endif

/* ---- the rows ---- */

#ifdef SCR_BITS_KERNELS
static void kernels_of_another_build(void **state) {
  const row *r = *state;
  uint64_t want;
  assert_true(expected(BITS_DIR "/expected.txt", r->name, &want));
  if (!SCR_BITS_RUN) skip();
  scr_session *s = start(r, 1);
  take_kernels(s->lib.world);
  cycle(s, CYCLES);
  assert_true((hash_world(s->lib.world) == want) == SCR_BITS_SAME);
  scr_session_free(s);
}

int main(void) {
  struct CMUnitTest test[SCR_COUNTOF(rows)];
  size_t n = 0;
  if (!mkdtemp(out_dir)) return 1;
  for (size_t k = 0; k < SCR_COUNTOF(rows); k += (size_t)by_day(5, 5, 1))
    test[n++] = (struct CMUnitTest){rows[k].name, kernels_of_another_build, NULL, NULL,
                                    (void *)(uintptr_t)&rows[k]};
  int failed = _cmocka_run_group_tests("kernels", test, n, NULL, NULL);
  rmdir(out_dir);
  return failed;
}
#else

/* The hash of a row's run. Setting SCREE_BITS_PRINT takes it from one thread instead, to be printed
 * for expected.txt. So does SCREE_BITS_SEED, which gives all rows other places and radii. */
static uint64_t known(const row *r) {
  uint64_t hash = 0;
  if (getenv("SCREE_BITS_PRINT") || getenv("SCREE_BITS_SEED")) return run(r, "base", 1);
  assert_true(expected(BITS_DIR "/expected.txt", r->name, &hash));
  return hash;
}

/* Callbacks, histories and orientations know nothing of laws, but of the stresses of networks: by
 * day one row of each dimension has them, and a network. */
static bool in_every_way(const row *r) {
  return by_day(0, 0, 1) || strcmp(r->name, "hertz-3d") == 0 || strcmp(r->name, "linear-2d") == 0 ||
         strcmp(r->name, "network-2d") == 0;
}

/* The instruction set that a row meets in turn k: each row begins with another of those that are
 * here. */
static const char *isa_of(const row *r, size_t k, size_t *count) {
  const char *here[SCR_COUNTOF(bits_isa)];
  *count = 0;
  for (size_t i = 0; i < SCR_COUNTOF(bits_isa); i++)
    if (scr_isa_select(bits_isa[i])) here[(*count)++] = bits_isa[i];
  return here[((size_t)(r - rows) + k) % *count];
}

/* By day one run of a row does all: the rows share the instruction sets and numbers of threads. */
static void same_bits(void **state) {
  static const int threads[] = {3, 1, 2, 8};
  const row *r = *state;
  const uint64_t want = known(r);
  const bool day = by_day(1, 1, 0);
  size_t isas;
  if (getenv("SCREE_BITS_PRINT")) printf("%s %016llx\n", r->name, (unsigned long long)want);
  isa_of(r, 0, &isas);
  for (size_t i = 0, count; i < (day ? 1 : isas); i++) {
    const char *isa = isa_of(r, i, &count);
    const size_t first = day ? (size_t)(r - rows) % 3 : i;
    same_hash(r->name, isa, threads[first], run_hard(r, isa, threads[first], day), want);
    for (size_t t = 1; !day && t < SCR_COUNTOF(threads); t++) {
      const int n = threads[(i + t) % SCR_COUNTOF(threads)];
      same_hash(r->name, isa, n, run(r, isa, n), want);
    }
  }
}

/* Saved in the middle and resumed in a new session: the same bits. */
static void resumed(void **state) {
  const row *r = *state;
  const uint64_t want = known(r);
  size_t isas;
  assert_true(scr_isa_select(isa_of(r, 1, &isas)));
  scr_session *s = start(r, 2);
  cycle(s, CYCLES / 2 + 7);
  s = again(s, r, 2);
  cycle(s, CYCLES / 2 - 7);
  const uint64_t h = hash_world(s->lib.world);
  scr_session_free(s);
  assert_true(h == want);
}

/* Cut into pieces, watched by callbacks at every point and by histories: the same bits. */
static void watched(void **state) {
  const row *r = *state;
  const uint64_t want = known(r);
  scr_session *s = start(r, 3);
  command(s, "fish define nothing\n  local x = 1\nend\n"
             "fish callback add nothing -11.0\nfish callback add nothing -1.0\nfish callback add "
             "nothing 5.0\n"
             "fish callback add nothing 15.5\nfish callback add nothing 25.0\nfish callback add "
             "nothing 32.0\n"
             "fish callback add nothing 36.0\nfish callback add nothing 39.5\nfish callback add "
             "nothing 43.0\nfish callback add "
             "nothing 50.0\n"
             "history interval 1\nmodel history mechanical unbalanced-maximum\nball history "
             "velocity-x id 1\n");
  for (int k = 0; k < CYCLES / 100; k++) cycle(s, 100);
  uint64_t h = hash_world(s->lib.world);
  scr_session_free(s);
  assert_true(h == want);
}

static uint64_t hash_orientations(scr_world *w) {
  XXH3_state_t *h = XXH3_createState();
  XXH3_64bits_reset(h);
  const uint32_t *order = scr_ball_order(w);
  int col = w->dim == 2 ? SCR_BALL_ROTATION : SCR_BALL_ORIENTATION;
  assert_true(w->ball.on[col]);
  for (uint32_t k = 0; k < w->ball.n; k++)
    XXH3_64bits_update(h, scr_table_at(&w->ball, col, order[k]), w->ball.stride[col]);
  uint64_t result = XXH3_64bits_digest(h);
  XXH3_freeState(h);
  return result;
}

/* Orientations change nothing else, and are the same by one thread, by three, and saved and
 * resumed: by day the two last in one. */
static void tracked(void **state) {
  const row *r = *state;
  const uint64_t plain = known(r);
  uint64_t first = 0;
  const bool day = by_day(1, 1, 0);
  for (int pass = 0; pass < 3; pass += day ? 2 : 1) {
    scr_session *s = start(r, pass == (day ? 2 : 1) ? 3 : 1);
    command(s, "model orientation-tracking on\n");
    cycle(s, CYCLES / 2);
    if (pass == 2) command(s, "model save 'half'\nmodel new\nmodel restore 'half'\n");
    cycle(s, CYCLES - CYCLES / 2);
    uint64_t h = hash_orientations(s->lib.world);
    assert_true(hash_world(s->lib.world) == plain);
    if (pass == 0) first = h;
    assert_true(h == first);
    scr_session_free(s);
  }
}

int main(int argc, char **argv) {
  struct CMUnitTest test[4 * SCR_COUNTOF(rows)];
  size_t n = 0;
  bool quick = argc > 1 && strcmp(argv[1], "rows") == 0; /* the rows alone, or one of them */
  if (!mkdtemp(out_dir)) return 1;
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++) {
    void *r = (void *)(uintptr_t)&rows[k];
    if (argc > 2 && strcmp(argv[2], rows[k].name) != 0) continue;
    test[n++] = (struct CMUnitTest){rows[k].name, same_bits, NULL, NULL, r};
    if (quick) continue;
    if (by_day(0, 0, 1)) test[n++] = (struct CMUnitTest){rows[k].name, resumed, NULL, NULL, r};
    if (!in_every_way(r)) continue;
    test[n++] = (struct CMUnitTest){rows[k].name, watched, NULL, NULL, r};
    /* that takes three runs, and networks ask for no orientations */
    if (by_day(0, 0, 1) || strcmp(rows[k].name, "network-2d") != 0)
      test[n++] = (struct CMUnitTest){rows[k].name, tracked, NULL, NULL, r};
  }
  int failed = _cmocka_run_group_tests("bits", test, n, NULL, NULL);
  char path[64];
  snprintf(path, sizeof path, "%s/half.sav", out_dir);
  unlink(path);
  rmdir(out_dir);
  return failed;
}
#endif
