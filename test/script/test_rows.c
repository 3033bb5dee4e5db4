/* Rows of intrinsics: signatures have as many letters as a row takes arguments, and those that may
 * be left out are these. */
#include "base/test.h"

#include "support/library.h"

/* The arguments that a signature has letters for, and whether it goes on. */
static int letters(const char *sig, bool *on) {
  int n = 0;
  *on = false;
  for (const char *at = sig; *at && *at != ':'; at++) {
    if (*at == '{') at = strchr(at, '}');
    *on |= *at == '.';
    n += *at != '.' && *at != '}';
  }
  return n;
}

static bool is_offered(const scr_fish_fn *fn) { return !(fn->flags & SCR_FN_REFUSED); }

static void signatures_are_complete(void **state) {
  SCR_UNUSED(state);
  bench *b = bench_new();
  for (size_t k = 0; k < scr_fish_rows(b->fish); k++) {
    const scr_fish_fn *fn = scr_fish_row(b->fish, k);
    bool on;
    const int n = letters(fn->sig, &on);
    if (is_offered(fn) && (on ? fn->max >= 0 && fn->max <= n : fn->max != n))
      fail_msg("%s: '%s' is not of %d arguments", fn->name, fn->sig, fn->max);
  }
  bench_free(b);
}

/* Rows that can be called with fewer arguments than they have, and with how many at least; those
 * without effect take any. */
static const char optional[] =
    "math.max 1, math.min 1, max 1, min 1, string 1, string.build 1, string.char 1, "
    "string.sub 2, buildstr 1, char 1, substr 2, comp 2, vector 1, list 0, list.append 2, "
    "list.create 0, map 0, array.create 1, array.size 1, get_array 1, array_size 1, matrix 1, "
    "tensor 1, "
    "math.aangle.to.euler 1, matrix.from.aangle 1, file.read 1, file.write 1, read 1, write "
    "1, io.out 1, io.in 0, io.input 0, in 0, input 0, geom.node.group 1, geom.node.isgroup 2, "
    "geom.edge.group 1, geom.edge.isgroup 2, geom.poly.group 1, geom.poly.isgroup 2, "
    "ball.inbox 2, ball.near 1, ball.isbonded 1, ball.groupmap 1, ball.group 1, "
    "ball.isgroup 2, ball.contactmap 1, ball.contactmap.all 1, ball.contactnum 1, "
    "ball.contactnum.all 1, "
    "wall.inbox 2, wall.near 1, wall.groupmap 1, wall.group 1, wall.isgroup 2, "
    "wall.contactmap 1, wall.contactmap.all 1, wall.contactnum 1, wall.contactnum.all 1, "
    "wall.facet.inbox 2, wall.facet.near 1, wall.facet.group 1, wall.facet.isgroup 2, "
    "wall.facet.contactmap 1, wall.facet.contactmap.all 1, wall.facet.contactnum 1, "
    "wall.facet.contactnum.all 1, wall.vertex.inbox 2, wall.vertex.near 1, contact.group 1, "
    "contact.isgroup 2, ball.pos 1, ball.radius 1, ball.vel 1, ball.spin 1, ball.mass 1, "
    "ball.moi 1, ball.density 1, ball.damp 1, ball.force.contact 1, ball.moment.contact 1, "
    "ball.force.app 1, ball.moment.app 1, ball.force.unbal 1, ball.moment.unbal 1, ball.disp "
    "1, ball.rotation 1, ball.euler 1, ball.mass.real 1, ball.moi.real 1, ball.create 2, "
    "wall.pos 1, wall.vel 1, wall.spin 1, wall.rotation.center 1, wall.disp 1, "
    "wall.force.contact 1, wall.moment.contact 1, wall.cutoff 1, wall.rotation 1, wall.euler "
    "1, wall.mass 1, wall.inertia 1, wall.damp 1, wall.force.app 1, wall.moment.app 1, "
    "wall.facet.pos 1, wall.facet.normal 1, wall.facet.conveyor 1, wall.addfacet 3, "
    "wall.vertex.pos 1, wall.vertex.vel 1, wall.servo.force 1, "
    "contact.find 2, contact.list 0, contact.list.all 0, contact.groupmap 1, "
    "contact.groupmap.all 1, contact.num 0, contact.num.all 0, contact.method 2, "
    "contact.force.global 1, contact.force.local 1, contact.moment.on1 1, contact.moment.on2 "
    "1, contact.force.normal 1, contact.force.shear 1, contact.gap 1, contact.pos 1, "
    "contact.normal 1, contact.branch 1, contact.shear 1, contact.offset 1, measure.pos 1, "
    "measure.stress 1, measure.stress.full 1, measure.strain.rate 1, measure.strain.rate.full "
    "1, measure.fabric 1, measure.strainrate 1, measure.strainrate.full 1, ball.stress 1, "
    "b_stress 1, domain.strain.rate 0, domain.stress 0, geom.node.near 2, geom.edge.near 2, "
    "geom.poly.near 2, geom.node.create 2, geom.node.pos 1, geom.edge.pos 1, geom.edge.dir 1, "
    "geom.edge.node.pos 2, geom.poly.pos 1, brick.assemble 4, global.gravity 0, "
    "domain.min 0, domain.max 0, "
    "ball.extra 1, wall.extra 1, wall.facet.extra 1, contact.extra 1, fracture.extra 1, "
    "geom.node.extra 1, geom.edge.extra 1, geom.poly.extra 1, "
    "dfn.fracture.extra 1, b_extra 1, b_ex 1, w_extra 1, w_ex 1, c_extra 1, c_ex 1, "
    "fracture.create 2, fracture.pos 1, fracture.normal 1, fracture.group 1, fracture.isgroup "
    "2, dfn.addfracture 2, dfn.fracture.pos 1, dfn.fracture.normal 1, dfn.fracture.group 1, "
    "dfn.fracture.isgroup 2, fracture.near 1, dfn.create 1, dfn.add 1, dfn.fracturenear 2, "
    "dfn.centerdensity 1, dfn.density 1, dfn.percolation 1, dfn.fracturesinbox 3, "
    "dfn.contactmap 1, dfn.contactmap.all 1, fracture.contactmap 1, fracture.contactmap.all "
    "1, dfn.fracture.contactmap 1, dfn.fracture.contactmap.all 1, fracture.inter.pos1 1, "
    "fracture.inter.pos2 1, fracture.inter.polylinept 2, dfn.inter.pos1 1, dfn.inter.pos2 1, "
    "dfn.inter.polylinept 2, fracture.interarray 1, dfn.fracture.interarray 1, fragment.num "
    "0, fragment.map 0, fragment.index 0, fragment.vol 1, fragment.bodynum 1, fragment.bodymap "
    "1, fragment.pos 1, fragment.pos.catalog 2, clump.near 1, clump.inbox 2, clump.pebble.near 1, "
    "clump.pebble.inbox 2, rblock.near 1, rblock.inbox 2";

static void these_arguments_may_be_left_out(void **state) {
  SCR_UNUSED(state);
  bench *b = bench_new();
  scr_buf found = {0};
  for (size_t k = 0; k < scr_fish_rows(b->fish); k++) {
    const scr_fish_fn *fn = scr_fish_row(b->fish, k);
    if (is_offered(fn) && fn->min != fn->max && strncmp(fn->doc, "no effect", 9) != 0)
      scr_buf_printf(&found, "%s%s %d", found.n ? ", " : "", fn->name, fn->min);
  }
  size_t same = 0;
  while (found.s[same] && found.s[same] == optional[same]) same++;
  if (found.s[same] || optional[same])
    fail_msg("found ...%.60s, expected ...%.60s", found.s + same, optional + same);
  scr_buf_free(&found);
  bench_free(b);
}

/* Each name that is refused is known, so that its reason is told. */
static void refused_names_are_known(void **state) {
  SCR_UNUSED(state);
  static const char *const refused[] = {
#define X(name, flags, reason) name,
#include "script/refused.def"
#undef X
  };
  bench *b = bench_new();
  for (size_t k = 0; k < SCR_COUNTOF(refused); k++)
    if (!scr_fish_find(b->fish, refused[k])) fail_msg("'%s' is not known", refused[k]);
  bench_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(signatures_are_complete),
      cmocka_unit_test(these_arguments_may_be_left_out),
      cmocka_unit_test(refused_names_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
