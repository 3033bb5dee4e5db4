/* FISH bindings of the world: every row of lib_*.c is evaluated at least once, in both dimensions
 * where they differ. */
#include "base/test.h"

#include <math.h>

#include "base/mem.h"
#include "script/lib_private.h"
#include "world/measure/measure.h"
#include "world/engine.h"

/* ---- a world and a machine ---- */

typedef struct bench {
  scr_lib lib; /* first, see lib.h */
  scr_diag diag;
  scr_fish *fish;
} bench;

static void print(void *user, const char *text) {
  (void)user;
  fputs(text, stdout);
}

/* One range, 'low': ball 1, and points below the plane y = 0. */
static bool in_range(void *user, const char *name, const scr_val *what, bool *in) {
  *in = strcmp(name, "low") == 0;
  if (what && what->type == SCR_V_VEC) *in = what->v[1] < 0;
  if (what && what->type == SCR_V_PTR)
    *in = what->kind == SCR_K_BALL && scr_lib_pointer_id(user, what->kind, what->ref) == 1;
  return true;
}

static void must(bench *b, bool ok) {
  if (ok) return;
  scr_buf text = {0};
  scr_message_format(&b->diag.error, &text);
  fail_msg("%s", text.s);
}

static void hertz_everywhere(scr_world *w) {
  const scr_model *m = scr_model_find("hertz");
  assert_non_null(m);
  scr_cmat_entry e = scr_cmat_entry_of(m);
  e.param[scr_model_prop(m, "hz_shear")->slot] = 1e9;
  e.param[scr_model_prop(m, "hz_poiss")->slot] = 0.3;
  e.param[scr_model_prop(m, "fric")->slot] = 0.5;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_cmat_set_default(w, (scr_contact_type)t, &e);
}

/* A tetrahedron (a triangle) whose top lies at z (y) = -0.49. */
static void make_wall(bench *b) {
  static const double x3[] = {-1, -1, -0.49, 1, -1, -0.49, 0, 0.4, -0.49, 0, 0, -1.5};
  static const uint32_t f3[] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};
  static const double x2[] = {-1, -0.49, 0, 0.3, -0.49, 0, 0, -1.5, 0};
  static const uint32_t f2[] = {1, 0, 0, 0, 2, 0, 2, 1, 0};
  bool solid = b->lib.world->dim == 3;
  must(b, scr_wall_create(b->lib.world, &b->diag, 1, "floor", solid ? 4 : 3, solid ? x3 : x2,
                          solid ? 4 : 3, solid ? f3 : f2, NULL));
}

/* Balls 1 and 2 overlap by 0.02, ball 1 and the wall by 0.01. */
static bench *bench_new(int dim) {
  static const double lo[3] = {-2, -2, -2}, hi[3] = {2, 2, 2}, one[3] = {0, 0, 0};
  const double two[3] = {dim == 2 ? 0.98 : 0, dim == 2 ? 0 : 0.98, 0};
  bench *b = scr_alloc(sizeof *b);
  b->lib.world = scr_world_new(dim);
  scr_fish_host host = {.user = b,
                        .print = print,
                        .kinds = scr_lib_kinds,
                        .alive = scr_lib_alive,
                        .in_range = in_range,
                        .pointer_id = scr_lib_pointer_id,
                        .pointer_type = scr_lib_pointer_type,
                        .rng = &b->lib.world->rng};
  b->fish = scr_fish_new(&host, &b->diag);
  scr_fish_set_dim(b->fish, dim);
  scr_fish_bind_base(b->fish);
  scr_lib_bind(b->fish);
  must(b, scr_domain_set(b->lib.world, &b->diag, lo, hi));
  hertz_everywhere(b->lib.world);
  make_wall(b);
  must(b, scr_ball_create(b->lib.world, &b->diag, 1, one, 0.5, NULL));
  must(b, scr_ball_create(b->lib.world, &b->diag, 2, two, 0.5, NULL));
  for (uint32_t id = 1; id <= 2; id++) {
    double density = 1000;
    must(b, scr_ball_set(b->lib.world, &b->diag, scr_ball_find(b->lib.world, id),
                         scr_quantity_find(scr_ball_quantity, "density"), &density));
  }
  must(b, scr_world_clean(b->lib.world, &b->diag));
  scr_orientation_track(b->lib.world, true);
  return b;
}

static void bench_free(bench *b) {
  scr_fish_free(b->fish);
  scr_xytables_clear(&b->lib.tables);
  scr_extras_clear(&b->lib.extras);
  scr_extras_clear(&b->lib.props);
  scr_shells_free(&b->lib.shells);
  scr_geoms_free(&b->lib.geoms);
  scr_free(b->lib.tables.item);
  scr_world_free(b->lib.world);
  scr_diag_clear(&b->diag);
  scr_free(b);
}

/* ---- evaluation ---- */

/* What was evaluated, to find rows that were not. */
static scr_buf seen;

static bool eval(bench *b, scr_dialect dialect, const char *text, scr_val *out) {
  scr_source *src = scr_source_new("test", NULL, text, strlen(text));
  scr_buf_printf(&seen, " %s ", text);
  *out = scr_val_int(0);
  bool ok = scr_fish_eval(b->fish, src, 1, 1, text, strlen(text), dialect, NULL, out);
  scr_source_drop(src);
  return ok;
}

/* A number of a value: containers count their elements, null is -1. */
static double number(const scr_val *v) {
  double f;
  if (v->type == SCR_V_NULL) return -1;
  if (v->type == SCR_V_BOOL) return v->b;
  if (v->type == SCR_V_LIST || v->type == SCR_V_MAP || v->type == SCR_V_ARRAY)
    return (double)scr_val_size(v);
  return scr_val_number(v, &f) ? f : NAN;
}

typedef struct check {
  const char *text;
  double want; /* NAN: only that it runs */
} check;

static void run_checks(bench *b, scr_dialect dialect, const check *c, size_t n) {
  for (size_t k = 0; k < n; k++) {
    scr_val v;
    if (!eval(b, dialect, c[k].text, &v)) {
      print_error("%s\n", c[k].text);
      must(b, false);
    }
    double got = number(&v);
    if (!isnan(c[k].want) && !(fabs(got - c[k].want) <= 1e-9 * (1 + fabs(c[k].want))))
      fail_msg("%s gives %.17g, not %.17g", c[k].text, got, c[k].want);
    scr_val_drop(&v);
  }
}
#define RUN(b, dialect, list) run_checks(b, dialect, list, SCR_COUNTOF(list))

static void expect_text(bench *b, scr_dialect dialect, const char *text, const char *want) {
  scr_val v;
  must(b, eval(b, dialect, text, &v));
  assert_int_equal(v.type, SCR_V_STR);
  assert_string_equal(scr_val_cstr(&v, NULL), want);
  scr_val_drop(&v);
}

static void expect_error(bench *b, scr_dialect dialect, const char *text, scr_code code,
                         const char *part) {
  scr_val v;
  if (eval(b, dialect, text, &v)) fail_msg("%s: no error", text);
  scr_buf message = {0};
  scr_message_format(&b->diag.error, &message);
  if (b->diag.error.code != code || !strstr(message.s, part)) fail_msg("%s: %s", text, message.s);
  scr_buf_free(&message);
  scr_diag_clear(&b->diag);
}

/* ---- balls, walls, contacts in 3D ---- */

#define RUNS NAN

static const check ball_checks[] = {
    {"b1 = ball.find(1)", RUNS},
    {"b2 = ball.find(2)", RUNS},
    {"ball.find(7)", -1},
    {"ball.list", 2},
    {"ball.num", 2},
    {"ball.maxid", 2},
    {"ball.typeid", SCR_K_BALL},
    {"ball.inbox((-1,-1,-1),(1,0.9,1))", 1},
    {"ball.inbox((-1,-1,-1),(1,0.9,1),true)", 2},
    {"ball.id(ball.near((0,0.6,0)))", 2},
    {"ball.near((0,0.5,1.5),0.1)", -1},
    {"ball.id(b2)", 2},
    {"ball.pos.y(b2)", 0.98},
    {"ball.pos(b2,2)", 0.98},
    {"ball.vel(b1) = (1,2,3)", RUNS},
    {"ball.vel.z(b1)", 3},
    {"ball.vel.x(b1) = 7", RUNS},
    {"ball.vel(b1,1)", 7},
    {"ball.vel(b1,2) = 0.5", RUNS},
    {"ball.vel.y(b1)", 0.5},
    {"ball.spin.z(b1) = 0.25", RUNS},
    {"ball.spin(b1,3)", 0.25},
    {"ball.disp(b1) = (0,0,0.1)", RUNS},
    {"ball.disp.z(b1)", 0.1},
    {"ball.force.app.x(b1) = 5", RUNS},
    {"ball.force.app(b1,1)", 5},
    {"ball.moment.app(b1,1) = 2", RUNS},
    {"ball.moment.app.x(b1)", 2},
    {"ball.force.contact(b1)", RUNS},
    {"ball.moment.contact(b1)", RUNS},
    {"ball.moment.unbal.x(b1)", 2},
    {"ball.force.unbal.x(b1) - ball.force.contact.x(b1)", 5},
    {"ball.stress(b1,1,2) - ball.stress.xy(b1)", 0},
    {"ball.stress(b1,2,2) - ball.stress.yy(b1)", 0},
    {"ball.stress(b1,3,2) - ball.stress.yz(b1)", 0},
    {"ball.stress.xx(b1) + ball.stress.xz(b1) + ball.stress.zz(b1)", RUNS},
    {"ball.radius(b1)", 0.5},
    {"ball.density(b1) = 2000", RUNS},
    {"ball.density(b1)", 2000},
    {"ball.damp(b1) = 0.7", RUNS},
    {"ball.damp(b1)", 0.7},
    {"ball.mass(b1)", 2000 * 4.0 / 3 * 3.14159265358979323846 * 0.125},
    {"ball.mass.real(b1) - ball.mass(b1)", 0},
    {"ball.moi(b1) / ball.mass(b1)", 0.1},
    {"ball.moi.real(b1) - ball.moi(b1)", 0},
    {"ball.euler(b1) = (0,60,0)", RUNS},
    {"ball.euler(b1,2)", 60},
    {"ball.extra(b1,7) = 'text'", RUNS},
    {"string.len(ball.extra(b1,7)) + ball.extra(b1)", 4},
    {"crack = fracture.create(dfn.create('cracks'), list('disk', (0,0,0), 1.0, 30, 0))", RUNS},
    {"fracture.extra(crack,2) = 5", RUNS},
    {"dfn.fracture.extra(crack,2) + fracture.dip(crack)", 35},
    {"ball.fix(b1,4)", 0},
    {"ball.fix(b1,4) = true", RUNS},
    {"ball.fix(b1,4)", 1},
    {"ball.group(b1) = 'red'", RUNS},
    {"ball.group(b1,'layer') = 'top'", RUNS},
    {"ball.isgroup(b1,'red')", 1},
    {"ball.isgroup(b1,'red','layer')", 0},
    {"list.size(ball.groupmap('red'))", 1},
    {"list.size(ball.groupmap('red','layer'))", 0},
    {"ball.isgroup(b1,'top')", 1},
    {"ball.group.remove(b1,'top')", 1},
    {"ball.isgroup(b1,'top')", 0},
    {"ball.prop(b1,'fric') = 0.3", RUNS},
    {"ball.prop(b1,'fric')", 0.3},
    {"ball.isprop(b1,'fric')", 1},
    {"ball.isprop(b2,'fric')", 0},
    {"ball.contactmap(b1)", 2},
    {"ball.contactmap.all(b1,'ball-facet')", 1},
    {"ball.contactnum(b1,b2)", 1},
    {"ball.contactnum.all(b2)", 1},
    {"ball.energy('energy-kinetic')", RUNS},
    {"ball.create(0.1,(1.5,1.5,1.5),9)", RUNS},
    {"ball.num", 3},
    {"ball.delete(ball.find(9))", RUNS},
    {"ball.num", 2},
};

static const check wall_checks[] = {
    {"w = wall.find(1)", RUNS},
    {"wall.id(wall.find('floor'))", 1},
    {"wall.find('ceiling')", -1},
    {"wall.list", 1},
    {"wall.num", 1},
    {"wall.maxid", 1},
    {"wall.typeid", SCR_K_WALL},
    {"wall.inbox((-2,-2,-2),(2,2,2))", 1},
    {"wall.id(wall.near((0,0,2)))", 1},
    {"wall.near((0,0,2),0.5)", -1},
    {"wall.vel(w) = (0,0,1)", RUNS},
    {"wall.vel.z(w)", 1},
    {"wall.spin.x(w) = 2", RUNS},
    {"wall.spin(w,1)", 2},
    {"wall.rotation.center(w) = (0,0,0)", RUNS},
    {"wall.rotation.center(w,1)", 0},
    {"wall.disp.x(w)", 0},
    {"wall.pos(w)", RUNS},
    {"wall.force.contact(w)", RUNS},
    {"wall.moment.contact(w)", RUNS},
    {"wall.cutoff(w)", RUNS},
    {"wall.euler(w) = (0,0,90)", RUNS},
    {"wall.euler.z(w)", 90},
    {"wall.mass(w)", 0},
    {"wall.mass(w) = 3", RUNS},
    {"wall.mass(w)", 3},
    {"wall.damp(w) = 0.5", RUNS},
    {"wall.damp(w)", 0.5},
    {"wall.force.app(w) = (0,0,4)", RUNS},
    {"wall.force.app.z(w)", 4},
    {"wall.fix(w,3)", 1},
    {"wall.fix(w,3) = false", RUNS},
    {"wall.fix(w,3)", 0},
    {"wall.fix(w,2)", 1},
    {"wall.fix(w,6)", 1},
    {"wall.fix(w,3) = true", RUNS},
    {"wall.fix(w,3)", 1},
    {"wall.inertia.x(w)", 0},
    {"wall.inertia(w) = (2,3,4)", RUNS},
    {"wall.inertia(w,3)", 4},
    {"wall.inertia.y(w) = 5", RUNS},
    {"wall.inertia.y(w)", 5},
    {"wall.moment.app.z(w) = 6", RUNS},
    {"wall.moment.app(w,3)", 6},
    {"wall.spin(w) = (0,0,0)", RUNS},
    {"wall.fix(w,6) = false", RUNS},
    {"wall.fix(w,6)", 0},
    {"wall.fix(w,5)", 1},
    {"wall.fix(w,6) = true", RUNS},
    {"wall.fix(w,6)", 1},
    {"wall.extra(w) = list(1,2,3)", RUNS},
    {"wall.extra(w,1)", 3},
    {"wall.facet.extra(wall.facet.find(1),2)", 0},
    {"wall.facetlist(w)", 4},
    {"wall.vertexlist(w)", 4},
    {"wall.closed(w)", 1},
    {"wall.convex(w)", 1},
    {"wall.inside(w,(0,0,-0.6))", 1},
    {"wall.inside(w,(0,0,0.6))", 0},
    {"wall.group(w) = 'steel'", RUNS},
    {"wall.isgroup(w,'steel')", 1},
    {"list.size(wall.groupmap('steel'))", 1},
    {"wall.group.remove(w,'steel')", 1},
    {"wall.prop(w,'fric') = 0.2", RUNS},
    {"wall.prop(w,'fric')", 0.2},
    {"wall.isprop(w,'fric')", 1},
    {"wall.contactmap(w)", 1},
    {"wall.contactmap.all(w)", 1},
    {"wall.contactnum(w,ball.find(2))", 0},
    {"wall.contactnum.all(w)", 1},
    {"wall.energy('boundary')", RUNS},
    /* facets */
    {"fa = wall.facet.find(1)", RUNS},
    {"wall.facet.list", 4},
    {"wall.facet.num", 4},
    {"wall.facet.maxid", 4},
    {"wall.facet.typeid", SCR_K_FACET},
    {"wall.facet.inbox((-2,-2,-0.5),(2,2,0))", 1},
    {"wall.facet.id(wall.facet.near((0,-0.5,1)))", 1},
    {"wall.facet.pos.z(fa)", -0.49},
    {"wall.facet.normal.z(fa)", 1},
    {"wall.id(wall.facet.wall(fa))", 1},
    {"v = wall.facet.vertex(fa,1)", RUNS},
    {"wall.facet.pair(fa,1)", RUNS},
    {"wall.facet.conveyor(fa)", RUNS},
    {"wall.facet.active(fa)", 0},
    {"wall.facet.pointnear.y(fa,(0,2,0))", 0.4},
    {"wall.facet.group(fa) = 'lid'", RUNS},
    {"wall.facet.isgroup(fa,'lid')", 1},
    {"wall.facet.group.remove(fa,'lid')", 1},
    {"wall.facet.prop(fa,'fric')", 0.2},
    {"wall.facet.isprop(fa,'kn')", 0},
    {"wall.facet.contactmap(fa)", 1},
    {"wall.facet.contactmap.all(fa)", 1},
    {"wall.facet.contactnum(fa)", 1},
    {"wall.facet.contactnum.all(fa)", 1},
    /* vertices */
    {"wall.vertex.find(1)", RUNS},
    {"wall.vertex.list", 4},
    {"wall.vertex.num", 4},
    {"wall.vertex.maxid", 4},
    {"wall.vertex.typeid", SCR_K_VERTEX},
    {"wall.vertex.inbox((-2,-2,-2),(2,2,-1))", 1},
    {"wall.vertex.id(v)", RUNS},
    {"wall.vertex.pos.z(wall.vertex.near((0,0,-2)))", -1.5},
    {"wall.vertex.pos.z(v)", -0.49},
    {"wall.vertex.vel(v) = (0,0.25,0)", RUNS},
    {"wall.vertex.vel.y(v)", 0.25},
    {"wall.vertex.facetarray(v)", 3},
    {"wall.name(w)", RUNS},
};

static const check contact_checks[] = {
    {"c = contact.find('ball-ball',1)", RUNS},
    {"contact.find(7,9)", -1},
    {"contact.list", 2},
    {"contact.list('ball-facet')", 1},
    {"contact.list.all", 2},
    {"contact.num", 2},
    {"contact.num.all('ball-ball')", 1},
    {"contact.typeid('ball-facet')", 8},
    {"contact.typeid(c)", 7},
    {"contact.id(c)", 1},
    {"contact.active(c)", 1},
    {"ball.id(contact.end1(c))", 1},
    {"ball.id(contact.end2(c))", 2},
    {"contact.pos.y(c)", 0.49},
    {"contact.normal.y(c)", 1},
    {"contact.shear.x(c)", 1},
    {"contact.gap(c)", -0.02},
    {"contact.offset.z(c)", 0},
    {"contact.extra(c) = b1", RUNS},
    {"ball.id(contact.extra(c))", 1},
    {"contact.to.global.y(c,(3,0,0))", 3},
    {"contact.to.local.x(c,(0,3,0))", 3},
    {"contact.force.from.stress.x(c, tensor(5,3,2))", 3},
    {"contact.isprop(c,'hz_shear')", 1},
    {"contact.isprop(c,'kn')", 0},
    {"contact.prop(c,contact.prop.index(c,'hz_shear'))", 1e9},
    {"ball.isbonded(contact.end1(c))", 0},
    {"contact.prop(c,'hz_shear')", 1e9},
    {"contact.prop(c,'hz_mode') = 1", RUNS},
    {"contact.prop(c,'hz_mode')", 1},
    {"contact.prop(c,'hz_slip')", 0},
    {"contact.inherit(c,'fric')", RUNS},
    {"contact.inherit(c,'fric') = false", RUNS},
    {"contact.inherit(c,'fric')", 0},
    {"contact.prop.x(c,'hz_force') / contact.force.normal(c)", 1},
    {"contact.force.local.x(c) / contact.force.normal(c)", 1},
    {"contact.force.global.y(c) / contact.force.normal(c)", 1},
    {"contact.force.shear(c)", 0},
    {"contact.moment.on1.x(c)", 0},
    {"contact.moment.on2.x(c)", 0},
    {"contact.isenergy(c,'energy-strain')", 1},
    {"c->end1->id", 1},
    {"c->prop('hz_shear')", 1e9},
    {"c->to.global((3,0,0))->y", 3},
    {"list.size(contact.gap::contact.list)", 2},
    {"b = c->end2", RUNS},
    {"b->pos.z", 0},
    {"v = b->vel", RUNS},
    {"v->y = 3", RUNS},
    {"b->vel = v", RUNS},
    {"b->vel->z = 4", RUNS},
    {"b->vel.y * 10 + b->vel->z", 34},
    {"w = wall.find(1)", RUNS},
    {"list.size(w->facetlist)", 4},
    {"f = wall.facet.find(1)", RUNS},
    {"f->wall->id", 1},
    {"math.mag(f->normal)", 1},
    {"contact.inhibit(c)", 0},
    {"contact.energy(c,'energy-strain')", RUNS},
    {"contact.energy.sum('energy-strain')", RUNS},
    {"contact.group(c) = 'g'", RUNS},
    {"list.size(contact.groupmap('g','ball-ball'))", 1},
    {"list.size(contact.groupmap.all('g','ball-facet'))", 0},
    {"contact.isgroup(c,'g')", 1},
    {"contact.group.remove(c,'g')", 1},
    {"gs = geom.set.create('s')", RUNS},
    {"gn = geom.node.create(gs,(0,0,0))", RUNS},
    {"ge = geom.edge.create(gs,gn,(1,0,0))", RUNS},
    {"gp = geom.poly.create(gs)", RUNS},
    {"geom.node.group(gn) = 'n'", RUNS},
    {"geom.node.isgroup(gn,'n')", 1},
    {"geom.node.group.remove(gn,'n')", 1},
    {"geom.edge.group(ge) = 'e'", RUNS},
    {"geom.edge.isgroup(ge,'n')", 0},
    {"geom.edge.group.remove(ge,'e')", 1},
    {"geom.poly.group(gp) = 'p'", RUNS},
    {"geom.poly.isgroup(gp,'p')", 1},
    {"geom.poly.group.remove(gp,'q')", 0},
    {"geom.node.extra(gn) = 3", RUNS},
    {"geom.node.extra(gn) + geom.node.extra(gn,2)", 3},
    {"geom.edge.extra(ge,5) = 7", RUNS},
    {"geom.edge.extra(ge,5) + geom.edge.extra(ge)", 7},
    {"geom.poly.extra(gp) = geom.edge.extra(ge,5)", RUNS},
    {"geom.poly.extra(gp) + geom.node.extra(gn)", 10},
};

static const check method_checks[] = {
    {"contact.model(c) = 'linear'", RUNS},
    {"contact.method(c,'deformability',1e6,2.0)", 1},
    {"contact.prop(c,'kn') / contact.prop(c,'ks')", 2},
};

static void test_pieces(void **state) {
  (void)state;
  bench *b = bench_new(3);
  RUN(b, SCR_MODERN, ball_checks);
  expect_text(b, SCR_MODERN, "ball.group(b1)", "red");
  RUN(b, SCR_MODERN, wall_checks);
  expect_text(b, SCR_MODERN, "wall.name(w)", "floor");
  expect_text(b, SCR_MODERN, "wall.group(w)", "None");
  RUN(b, SCR_MODERN, contact_checks);
  expect_text(b, SCR_MODERN, "contact.model(c)", "hertz");
  RUN(b, SCR_MODERN, method_checks);
  scr_val v;
  must(b, eval(b, SCR_MODERN, "wall.facet.delete(fa)", &v));
  must(b, eval(b, SCR_MODERN, "wall.delete(w)", &v));
  assert_int_equal(b->lib.world->wall.n, 0);
  bench_free(b);
}

static void test_two_dimensions(void **state) {
  static const check checks[] = {
      {"ball.rotation(ball.find(1)) = 30", RUNS},
      {"ball.rotation(ball.find(1))", 30},
      {"wall.rotation(wall.find(1)) = -5", RUNS},
      {"wall.rotation(wall.find(1))", -5},
      {"p = ball.find(1)", RUNS},
      {"ball.spin(p) = 3", RUNS},
      {"ball.spin(p)", 3},
      {"ball.moment.app(p) = 2", RUNS},
      {"ball.moment.unbal(p)", 2},
      {"ball.pos(p) = (0,0)", RUNS},
      {"ball.fix(p,3) = true", RUNS},
      {"ball.fix(p,3)", 1},
      {"c = contact.find('ball-ball',1)", RUNS},
      {"contact.to.global.y(c,(0,2))", 2},
      {"contact.moment.on1(c)", 0},
      {"wall.inside(wall.find(1),(0,-0.6))", 1},
      {"wall.closed(wall.find(1))", 1},
      {"wall.mass(wall.find(1)) = 3", RUNS},
      {"wall.fix(wall.find(1),2) = false", RUNS},
      {"wall.fix(wall.find(1),2)", 0},
      {"wall.fix(wall.find(1),3)", 1},
      {"wall.inertia(wall.find(1)) = 3", RUNS},
      {"wall.inertia(wall.find(1))", 3},
      {"wall.moment.app(wall.find(1)) = 2", RUNS},
      {"wall.moment.app(wall.find(1))", 2},
      {"wall.fix(wall.find(1),3) = false", RUNS},
      {"wall.fix(wall.find(1),3)", 0},
      {"wall.fix(wall.find(1),1)", 1},
      {"wall.facet.id(wall.facet.pair(wall.facet.find(1),1))", RUNS},
      {"wall.facet.normal.y(wall.facet.find(1))", -1},
      {"wall.facet.vertex(wall.facet.find(1),2)", RUNS},
  };
  (void)state;
  bench *b = bench_new(2);
  RUN(b, SCR_MODERN, checks);
  expect_error(b, SCR_MODERN, "ball.pos(p) = (0,0,0)", SCR_E_TYPE, "2 components");
  expect_error(b, SCR_MODERN, "ball.pos(p,3)", SCR_E_VALUE, "1 to 2");
  bench_free(b);
}

/* ---- model, tables ---- */

static void test_model(void **state) {
  static const check checks[] = {
      {"mech.time.total", 0},
      {"mech.age", 0},
      {"mech.cycle.total", 0},
      {"mech.cycle", 0},
      {"mech.step", 0},
      {"mech.timestep", RUNS},
      {"mech.timestep.given", 0},
      {"mech.timestep.max = 0.5", RUNS},
      {"mech.timestep.max", 0.5},
      {"mech.safety.factor", 0.8},
      {"mech.safety.factor = 0.5", RUNS},
      {"mech.energy('energy-kinetic')", 0},
      {"mech.energy('ekinetic')", 0},
      {"mech.solve('unbalanced-maximum')", RUNS},
      {"mech.solve('arat')", RUNS},
      {"global.cycle", 0},
      {"global.step", 0},
      {"global.timestep", RUNS},
      {"global.dim", 3},
      {"global.deterministic", 1},
      {"global.processors", 1},
      {"type(range.find('low'))", 3},
      {"range.find('high')", -1},
      {"range.isin('low',ball.find(1))", 1},
      {"range.isin('low',ball.find(2))", 0},
      {"range.isin('low',(0,-1,0))", 1},
      {"c = contact.find('ball-ball',1)", RUNS},
      {"range.isin('low',c)", 0},
      {"contact.force.normal(c) > 0", 1},
      {"contact.inhibit(c) = true", RUNS},
      {"contact.inhibit(c)", 1},
      {"contact.active(c)", 0},
      {"contact.force.normal(c)", 0},
      {"ball.force.contact.z(ball.find(2))", 0},
      {"c->inhibit = false", RUNS},
      {"contact.inhibit(c)", 0},
      {"global.gravity = (0,0,-9.81)", RUNS},
      {"global.gravity.z", -9.81},
      {"global.gravity.x = 1", RUNS},
      {"global.gravity.x", 1},
      {"domain.min.x", -2},
      {"domain.max.z", 2},
      {"domain.condition('y') = 'periodic'", RUNS},
  };
  (void)state;
  bench *b = bench_new(3);
  RUN(b, SCR_MODERN, checks);
  expect_text(b, SCR_MODERN, "global.title", "");
  expect_text(b, SCR_MODERN, "domain.condition(2)", "periodic");
  expect_error(b, SCR_MODERN, "mech.energy('energy-kinetc')", SCR_E_NAME, "energy-kinetic");
  expect_error(b, SCR_MODERN, "socket.create(3)", SCR_E_UNSUPPORTED, "network");
  expect_error(b, SCR_MODERN, "clump.pos.x(1)", SCR_E_UNSUPPORTED, "clumps");
  static const char *const beyond[] = {"asin(-1.5)", "asin(1.5)", "acos(-1.5)", "acos(1.5)",
                                       "sqrt(-1.0)", "ln(0.0)",   "ln(-1.0)",   "log(0.0)"};
  for (size_t k = 0; k < SCR_COUNTOF(beyond); k++) {
    char call[32];
    snprintf(call, sizeof call, "math.%s", beyond[k]);
    expect_error(b, SCR_MODERN, call, SCR_E_MATH, "is not defined");
  }
  bench_free(b);
}

static void test_tables(void **state) {
  static const check modern[] = {
      {"table.x(2,1) = 1.5", RUNS},  {"table.y(2,1) = 3", RUNS},
      {"table.size(2)", 1},          {"table.x('2',1)", 1.5},
      {"table.y(2,1)", 3},           {"table.value(2,2) = (2.5,5)", RUNS},
      {"table.value.y(2,2)", 5},     {"table(2,2.0)", 4},
      {"table(2,2.0) = 9", RUNS},    {"table.size(2)", 3},
      {"table.find(3)", -1},         {"t = table.create('name')", RUNS},
      {"table.size(t)", 0},          {"table.id(t)", RUNS},
      {"table.id(table.get(2))", 2}, {"table.clear(2)", RUNS},
      {"table.size(2)", 0},          {"table.delete(2)", RUNS},
      {"table.find(2)", -1},
  };
  static const check legacy[] = {
      {"xtable(4,1) = 1.0", RUNS},
      {"ytable(4,1) = 2.0", RUNS},
      {"xtable(4,1)", 1},
      {"ytable(4,1)", 2},
      {"table_size(4)", 1},
      {"vtable(4,1)", RUNS},
      {"table_id(get_table(4))", 4},
      {"table(4,1.0)", 2},
      {"table(4,2.0) = 4.0", RUNS},
      {"table(4,1.5)", 3},
      {"del_table(4)", RUNS},
  };
  (void)state;
  bench *b = bench_new(3);
  RUN(b, SCR_MODERN, modern);
  expect_text(b, SCR_MODERN, "table.name(t)", "name");
  expect_text(b, SCR_MODERN, "table.label(t)", "");
  expect_text(b, SCR_LEGACY, "table_name('name')", "name");
  expect_error(b, SCR_MODERN, "table.x(t,1)", SCR_E_VALUE, "out of range");
  expect_error(b, SCR_MODERN, "table.x(t,2) = 1.0", SCR_E_VALUE, "1 to 1");
  expect_error(b, SCR_MODERN, "table.size('other')", SCR_E_VALUE, "other");
  RUN(b, SCR_LEGACY, legacy);
  bench_free(b);
}

/* ---- messages ---- */

static void test_errors(void **state) {
  (void)state;
  bench *b = bench_new(3);
  scr_val v;
  must(b, eval(b, SCR_MODERN, "c = contact.find('ball-ball',1)", &v));
  must(b, eval(b, SCR_MODERN, "p = ball.create(0.1,(1,1,1))", &v));
  must(b, eval(b, SCR_MODERN, "ball.delete(p)", &v));
  expect_error(b, SCR_MODERN, "contact.prop(c,'hz_shaer')", SCR_E_NAME, "hz_shear");
  expect_error(b, SCR_MODERN, "contact.prop(c,'hz_mode') = 0.5", SCR_E_TYPE, "hz_mode");
  expect_error(b, SCR_MODERN, "contact.prop(c,'fric') = -1", SCR_E_VALUE, "range");
  expect_error(b, SCR_MODERN, "contact.find('ball-bal',1)", SCR_E_NAME, "ball-ball");
  expect_error(b, SCR_MODERN, "contact.model(c) = 'herz'", SCR_E_NAME, "hertz");
  expect_error(b, SCR_MODERN, "contact.method(c,'bond')", SCR_E_NAME, "bond");
  expect_error(b, SCR_MODERN, "contact.energy(c,'heat')", SCR_E_NAME, "heat");
  expect_error(b, SCR_MODERN, "ball.pos(contact.end1(c),4)", SCR_E_VALUE, "component");
  expect_error(b, SCR_MODERN, "ball.prop(ball.find(1),'fric')", SCR_E_VALUE, "no surface property");
  expect_error(b, SCR_MODERN, "ball.prop(ball.find(1),'frik')", SCR_E_VALUE, "frik");
  expect_error(b, SCR_MODERN, "ball.radius(ball.find(1)) = -1", SCR_E_VALUE, "radius");
  expect_error(b, SCR_MODERN, "wall.pos(ball.find(1))", SCR_E_TYPE, "wall");
  expect_error(b, SCR_MODERN, "range.isin('high',ball.find(1))", SCR_E_NAME, "high");
  expect_error(b, SCR_MODERN, "range.isin('low',p)", SCR_E_TYPE, "may be in a range");
  expect_error(b, SCR_MODERN, "c->gapp", SCR_E_NAME, "gap");
  expect_error(b, SCR_MODERN, "c->extra(129)", SCR_E_VALUE, "1 to 128");
  expect_error(b, SCR_MODERN, "p->pos", SCR_E_VALUE, "no longer exists");
  if (eval(b, SCR_MODERN, "ball.pos(p)", &v)) fail_msg("a pointer to a deleted ball is accepted");
  scr_diag_clear(&b->diag);
  bench_free(b);
}

/* Bodies and laws stay as they are from cycle point 0 on; the event contact_create may give another
 * law. */
static void test_points(void **state) {
  (void)state;
  bench *b = bench_new(3);
  scr_val v;
  must(b, eval(b, SCR_MODERN, "c = contact.find('ball-ball',1)", &v));
  b->lib.world->point = 50;
  expect_error(b, SCR_MODERN, "contact.model(c) = 'linear'", SCR_E_STATE, "point");
  expect_error(b, SCR_MODERN, "ball.delete(ball.find(1))", SCR_E_STATE, "point");
  expect_error(b, SCR_MODERN, "contact.inhibit(c) = true", SCR_E_STATE, "point");
  expect_error(b, SCR_MODERN, "ball.create(0.1,(1,1,1))", SCR_E_STATE, "point");
  expect_error(b, SCR_MODERN, "domain.condition(1) = 'stop'", SCR_E_STATE, "point");
  must(b, eval(b, SCR_MODERN, "ball.vel(ball.find(1)) = (0,0,1)", &v));
  b->lib.world->point = 35;
  must(b, eval(b, SCR_MODERN, "contact.model(c) = 'burger'", &v));
  b->lib.world->point = NAN;
  bench_free(b);
}

/* ---- the legacy dialect ---- */

static const check legacy_balls[] = {
    {"p = ball_head", RUNS},
    {"b_id(p)", 1},
    {"b_id(b_next(p))", 2},
    {"b_next(b_next(p))", -1},
    {"find_ball(5)", -1},
    {"b_y(find_ball(2))", 0.98},
    {"b_x(p) + b_z(p)", 0},
    {"b_x(p) = 0.0", RUNS},
    {"b_xvel(p) = 1.0", RUNS},
    {"b_yvel(p) = 2.0", RUNS},
    {"b_zvel(p) = 3.0", RUNS},
    {"b_xvel(p) + b_yvel(p) + b_zvel(p)", 6},
    {"b_rxvel(p) = 1.0", RUNS},
    {"b_ryvel(p) = 2.0", RUNS},
    {"b_rzvel(p) = 3.0", RUNS},
    {"b_rxvel(p) + b_ryvel(p) + b_rzvel(p)", 6},
    {"b_rvel(p)", 3},
    {"b_xfap(p) = 1.0", RUNS},
    {"b_yfap(p) = 2.0", RUNS},
    {"b_zfap(p) = 3.0", RUNS},
    {"b_xfap(p) + b_yfap(p) + b_zfap(p)", 6},
    {"b_xmap(p) = 1.0", RUNS},
    {"b_ymap(p) = 2.0", RUNS},
    {"b_zmap(p) = 3.0", RUNS},
    {"b_xmap(p) + b_ymap(p) + b_zmap(p)", 6},
    {"b_map(p)", 3},
    {"b_xmom(p) + b_ymom(p) + b_zmom(p)", 6},
    {"b_mom(p)", 3},
    {"b_xfob(p) + b_yfob(p) + b_zfob(p)", RUNS},
    {"b_xdisp(p) = 0.5", RUNS},
    {"b_xdisp(p) + b_ydisp(p) + b_zdisp(p)", 0.5},
    {"b_rad(p)", 0.5},
    {"b_dens(p) = 500.0", RUNS},
    {"b_dens(p)", 500},
    {"b_damp(p) = 0.1", RUNS},
    {"b_damp(p)", 0.1},
    {"b_mass(p) - b_realmass(p)", 0},
    {"b_moi(p) - b_realmoi(p)", 0},
    {"b_vpos(p)", RUNS},
    {"b_vvel(p) = b_vvel(p)", RUNS},
    {"b_vdisp(p)", RUNS},
    {"b_vfap(p)", RUNS},
    {"b_vmap(p)", RUNS},
    {"b_vrvel(p)", RUNS},
    {"b_vfob(p)", RUNS},
    {"b_vmom(p)", RUNS},
    {"b_xfix(p) = 1", RUNS},
    {"b_xfix(p)", 1},
    {"b_yfix(p) + b_zfix(p)", 0},
    {"b_rzfix(p) = 1", RUNS},
    {"b_rfix(p)", 1},
    {"comp.x(b_vfix(p))", 1},
    {"b_vfix(p) = vector(0,1,1)", RUNS},
    {"b_xfix(p) * 4 + b_yfix(p) * 2 + b_zfix(p)", 3},
    {"b_vrfix(p) = vector(1,0,0)", RUNS},
    {"b_rxfix(p) * 4 + b_ryfix(p) * 2 + b_rzfix(p)", 4},
    {"b_vfix(p) = vector(1,0,0)", RUNS},
    {"b_vrfix(p) = vector(0,0,1)", RUNS},
    {"comp.z(b_vrfix(p))", 1},
    {"b_stress(p,1,1) - ball.stress(p,1,1)", 0},
    {"b_rxfix(p) + b_ryfix(p)", 0},
    {"b_color(p) = 3", RUNS},
    {"b_color(p)", 3},
    {"b_fric(p) = 0.5", RUNS},
    {"b_fric(p)", 0.5},
    {"b_prop(p,'fric')", 0.5},
    {"b_kn(p) = 1e5", RUNS},
    {"b_ks(p) = 2e5", RUNS},
    {"b_kn(p) / b_ks(p)", 0.5},
    {"b_shearmod(p) = 1e9", RUNS},
    {"b_poiss(p) = 0.2", RUNS},
    {"b_shearmod(p) * b_poiss(p)", 2e8},
    {"b_id(ball_near3(0.0,0.9,0.0))", 2},
};

static const check legacy_walls[] = {
    {"w = wall_head", RUNS},
    {"w_id(w)", 1},
    {"w_next(w)", -1},
    {"find_wall(3)", -1},
    {"w_x(w) + w_y(w) + w_z(w)", RUNS},
    {"w_xvel(w) = 1.0", RUNS},
    {"w_yvel(w) = 2.0", RUNS},
    {"w_zvel(w) = 3.0", RUNS},
    {"w_xvel(w) + w_yvel(w) + w_zvel(w)", 6},
    {"w_rxvel(w) = 1.0", RUNS},
    {"w_ryvel(w) = 2.0", RUNS},
    {"w_rzvel(w) = 3.0", RUNS},
    {"w_rxvel(w) + w_ryvel(w) + w_rzvel(w)", 6},
    {"w_rvel(w)", 3},
    {"w_xfob(w) + w_yfob(w) + w_zfob(w)", RUNS},
    {"w_xmom(w) + w_ymom(w) + w_zmom(w)", RUNS},
    {"w_mom(w)", RUNS},
    {"w_pos(w)", RUNS},
    {"w_vvel(w)", RUNS},
    {"w_vrvel(w)", RUNS},
    {"w_vfob(w)", RUNS},
    {"w_vmom(w)", RUNS},
    {"w_color(w) = 2", RUNS},
    {"w_color(w)", 2},
    {"w_fric(w) = 0.1", RUNS},
    {"w_fric(w)", 0.1},
    {"w_kn(w) = 1e5", RUNS},
    {"w_ks(w) = 2e5", RUNS},
    {"w_kn(w) / w_ks(w)", 0.5},
    {"fp = w_flist(w)", RUNS},
    {"wf_id(fp)", 1},
    {"wf_id(wf_next(fp))", 2},
    {"wf_vnum(fp)", 3},
    {"wf_vpos(fp,1)", RUNS},
    {"wf_xun(fp) + wf_yun(fp) + wf_zun(fp)", 1},
};

static const check legacy_contacts[] = {
    {"c = contact_head", RUNS},
    {"c_type(c)", 0},
    {"c_type(c_next(c))", 1},
    {"c_next(c_next(c))", -1},
    {"b_id(c_ball1(c))", 1},
    {"b_id(c_gobj2(c))", 2},
    {"w_id(c_ball2(c_next(c)))", 1},
    {"b_id(c_gobj1(c))", 1},
    {"c_type(b_clist(p))", 0},
    {"c_type(c_b1clist(c))", 1},
    {"c_b2clist(c)", -1},
    {"c_type(c_go1clist(c))", 1},
    {"c_go2clist(c)", -1},
    {"c_type(w_clist(w))", 1},
    {"c_active(c)", 1},
    {"c_prop(c,'hz_mode') = 1", RUNS},
    {"c_prop(c,'hz_mode')", 1},
    {"c_dampn(c) = 0.5", RUNS},
    {"c_dampn(c)", 0.5},
    {"c_damps(c) = 0.25", RUNS},
    {"c_damps(c)", 0.25},
    {"c_fric(c) = 0.25", RUNS},
    {"c_fric(c)", 0.25},
    {"c_slipwork(c)", 0},
    {"c_x(c)", 0},
    {"c_y(c)", 0.49},
    {"c_z(c)", 0},
    {"c_vpos(c)", RUNS},
    {"c_xun(c) + c_yun(c) + c_zun(c)", 1},
    {"c_vun(c)", RUNS},
    {"c_nforce(c)", 2.0 / 3 * 1e9 / 0.7 * 0.02 * 0.14142135623730951},
    {"c_sforce(c)", 0},
    {"c_nvforce(c)", 0},
    {"c_svforce(c)", 0},
    {"c_xsforce(c) + c_ysforce(c) + c_zsforce(c)", 0},
    {"c_vsforce(c)", RUNS},
    {"c_xsvforce(c) + c_ysvforce(c) + c_zsvforce(c)", 0},
    {"c_vsvforce(c)", RUNS},
    {"ccount", 2},
    {"max_cid", 1},
    {"max_cforce / av_cforce", RUNS},
    {"c_hn(c) * 0.02 / 1.5 / c_nforce(c)", 1},
    {"c_hs(c) / c_hn(c)", 1.4 / 1.7},
    {"type(find_range('low'))", 3},
    {"in_range('low',b_vpos(c_ball1(c)) - b_vpos(c_ball2(c)))", 1},
    {"c_model(c) = 'linear'", RUNS},
    {"c_kn(c) = 1e6", RUNS},
    {"c_ks(c) = 5e5", RUNS},
    {"c_kn(c) / c_ks(c)", 2},
    {"c_inhibit(c)", 0},
    {"c_inhibit(c) = 1", RUNS},
    {"c_inhibit(c)", 1},
    {"c_active(c)", 0},
    {"c_nforce(c)", 0},
    {"c_inhibit(c) = 0", RUNS},
    {"c_inhibit(c)", 0},
};

static const check legacy_model[] = {
    {"time", 0},
    {"cycle", 0},
    {"step", 0},
    {"tdel", RUNS},
    {"given_tdel", 0},
    {"dim", 3},
    {"max_bid", 2},
    {"max_wid", 1},
    {"e_kinetic", RUNS},
    {"e_strain", RUNS},
    {"e_friction", RUNS},
    {"e_body", RUNS},
    {"e_bound", RUNS},
    {"e_bond", 0},
    {"av_unbal", RUNS},
    {"max_unbal", RUNS},
    {"gravx = 1.0", RUNS},
    {"gravy = 2.0", RUNS},
    {"gravz = 3.0", RUNS},
    {"gravx + gravy + gravz", 6},
    {"grav = grav", RUNS},
    {"safety_fac", 0.8},
    {"local_damp = 0.3", RUNS},
    {"local_damp", 0.3},
    {"b_extra(ball_head,2) = 5", RUNS},
    {"b_ex(ball_head,2)", 5},
    {"w_extra(wall_head) = 6", RUNS},
    {"w_ex(wall_head,1)", 6},
    {"c_extra(contact_head,3) = 7", RUNS},
    {"c_ex(contact_head,3)", 7},
    {"b_id(fc_arg(0))", 2},
    {"del_ball(find_ball(2))", RUNS},
    {"max_bid", 1},
    {"b_delete(ball_head)", RUNS},
    {"ball_head", -1},
    {"del_wall(wall_head)", RUNS},
    {"wall_head", -1},
    {"contact_head", -1},
};

static void test_legacy(void **state) {
  (void)state;
  bench *b = bench_new(3);
  RUN(b, SCR_LEGACY, legacy_balls);
  RUN(b, SCR_LEGACY, legacy_walls);
  expect_text(b, SCR_LEGACY, "c_model(contact_head)", "hertz");
  RUN(b, SCR_LEGACY, legacy_contacts);
  b->lib.legacy_fc_narg = 1;
  b->lib.legacy_fc_arg[0] = scr_lib_ptr(b->lib.world, SCR_K_BALL, scr_ball_find(b->lib.world, 2));
  expect_error(b, SCR_LEGACY, "fc_arg(1)", SCR_E_VALUE, "1 arguments");
  RUN(b, SCR_LEGACY, legacy_model);
  bench_free(b);
  b = bench_new(2);
  static const check flat[] = {{"b_id(ball_near2(0.9,0.0))", 2},
                               {"w_delete(wall_head)", RUNS},
                               {"b_rvel(ball_head) = 1.0", RUNS},
                               {"b_rvel(ball_head)", 1}};
  RUN(b, SCR_LEGACY, flat);
  expect_error(b, SCR_LEGACY, "b_z(ball_head)", SCR_E_NAME, "two dimensions");
  bench_free(b);
}

/* ---- measurement regions ---- */

static const check region_checks[] = {
    {"m = measure.find(4)", RUNS},
    {"measure.find(5)", -1},
    {"measure.list", 2},
    {"measure.num", 2},
    {"measure.maxid", 7},
    {"measure.typeid", 9},
    {"measure.id(m)", 4},
    {"measure.pos.y(m)", 0.5},
    {"measure.pos(m,2) = 0.49", RUNS},
    {"measure.pos.y(m)", 0.49},
    {"measure.pos(m) = (0,0.5,0)", RUNS},
    {"meas.pos(m,2)", 0.5},
    {"measure.radius(m)", 10},
    {"measure.radius(m) = 2", RUNS},
    {"measure.radius(m)", 2},
    {"measure.porosity(m) < 0.97", 1},
    {"measure.coordination(m)", 1.5},
    {"matrix.rows(measure.size(m))", 3},
    {"measure.stress(m,2,2) < 0", 1},
    {"matrix.rows(measure.stress.full(m))", 3},
    {"math.mag(measure.stress(m,2)) > 0", 1},
    {"measure.strainrate.full(m,1,1)", 0},
    {"math.abs(measure.fabric(m,1,1) + measure.fabric(m,2,2) + measure.fabric(m,3,3) - 1) < 1e-12",
     1},
    {"measure.fabric.xx(m) - measure.fabric(m,1,1)", 0},
    {"measure.fabric.yy(m) - measure.fabric(m,2,2)", 0},
    {"measure.fabric.zz(m) - measure.fabric(m,3,3)", 0},
    {"measure.fabric.xy(m) - measure.fabric(m,1,2)", 0},
    {"measure.fabric.xz(m) - measure.fabric(m,1,3)", 0},
    {"measure.fabric.yz(m) - measure.fabric(m,2,3)", 0},
    {"measure.stress.xx(m) - measure.stress(m,1,1)", 0},
    {"measure.stress.yy(m) - measure.stress(m,2,2)", 0},
    {"measure.stress.zz(m) - measure.stress(m,3,3)", 0},
    {"measure.stress.xy(m) - measure.stress(m,1,2)", 0},
    {"measure.stress.xz(m) - measure.stress(m,1,3)", 0},
    {"measure.stress.yz(m) - measure.stress(m,2,3)", 0},
    {"measure.stress.full.xx(m) - measure.stress.full(m,1,1)", 0},
    {"measure.stress.full.yy(m) - measure.stress.full(m,2,2)", 0},
    {"measure.stress.full.zz(m) - measure.stress.full(m,3,3)", 0},
    {"measure.stress.full.xy(m) - measure.stress.full(m,1,2)", 0},
    {"measure.stress.full.xz(m) - measure.stress.full(m,1,3)", 0},
    {"measure.stress.full.yz(m) - measure.stress.full(m,2,3)", 0},
    {"measure.stress.full.yx(m) - measure.stress.full(m,2,1)", 0},
    {"measure.stress.full.zx(m) - measure.stress.full(m,3,1)", 0},
    {"measure.stress.full.zy(m) - measure.stress.full(m,3,2)", 0},
    {"measure.strain.rate.xx(m) - measure.strain.rate(m,1,1)", 0},
    {"measure.strain.rate.yy(m) - measure.strain.rate(m,2,2)", 0},
    {"measure.strain.rate.zz(m) - measure.strain.rate(m,3,3)", 0},
    {"measure.strain.rate.xy(m) - measure.strain.rate(m,1,2)", 0},
    {"measure.strain.rate.xz(m) - measure.strain.rate(m,1,3)", 0},
    {"measure.strain.rate.yz(m) - measure.strain.rate(m,2,3)", 0},
    {"measure.strain.rate.full.xx(m) - measure.strain.rate.full(m,1,1)", 0},
    {"measure.strain.rate.full.yy(m) - measure.strain.rate.full(m,2,2)", 0},
    {"measure.strain.rate.full.zz(m) - measure.strain.rate.full(m,3,3)", 0},
    {"measure.strain.rate.full.xy(m) - measure.strain.rate.full(m,1,2)", 0},
    {"measure.strain.rate.full.xz(m) - measure.strain.rate.full(m,1,3)", 0},
    {"measure.strain.rate.full.yz(m) - measure.strain.rate.full(m,2,3)", 0},
    {"measure.strain.rate.full.yx(m) - measure.strain.rate.full(m,2,1)", 0},
    {"measure.strain.rate.full.zx(m) - measure.strain.rate.full(m,3,1)", 0},
    {"measure.strain.rate.full.zy(m) - measure.strain.rate.full(m,3,2)", 0},
    {"measure.strainrate.xx(m) - measure.strainrate(m,1,1)", 0},
    {"measure.strainrate.yy(m) - measure.strainrate(m,2,2)", 0},
    {"measure.strainrate.zz(m) - measure.strainrate(m,3,3)", 0},
    {"measure.strainrate.xy(m) - measure.strainrate(m,1,2)", 0},
    {"measure.strainrate.xz(m) - measure.strainrate(m,1,3)", 0},
    {"measure.strainrate.yz(m) - measure.strainrate(m,2,3)", 0},
    {"measure.delete(measure.find(7))", RUNS},
    {"measure.num", 1}};

static const check legacy_regions[] = {
    {"m = circ_head", RUNS},
    {"m_id(m)", 4},
    {"m_id(m_next(m))", 7},
    {"m_next(m_next(m))", -1},
    {"find_meas(5)", -1},
    {"m_id(find_meas(7))", 7},
    {"measure(m,1)", 0},
    {"m_x(m) + m_y(m) + m_z(m)", 0.5},
    {"m_rad(m)", 10},
    {"m_coord(m)", 1.5},
    {"m_poros(m) - measure.porosity(m)", 0},
    {"m_vpos(m)", RUNS},
    {"m_s11(m) - measure.stress(m,1,1)", 0},
    {"m_s12(m) - measure.stress(m,1,2)", 0},
    {"m_s13(m) - measure.stress(m,1,3)", 0},
    {"m_s21(m) - measure.stress(m,2,1)", 0},
    {"m_s22(m) - measure.stress(m,2,2)", 0},
    {"m_s23(m) - measure.stress(m,2,3)", 0},
    {"m_s31(m) - measure.stress(m,3,1)", 0},
    {"m_s32(m) - measure.stress(m,3,2)", 0},
    {"m_s33(m) - measure.stress(m,3,3)", 0},
    {"m_ed11(m) - measure.strain.rate(m,1,1)", 0},
    {"m_ed12(m) - measure.strain.rate(m,1,2)", 0},
    {"m_ed13(m) - measure.strain.rate(m,1,3)", 0},
    {"m_ed21(m) - measure.strain.rate(m,2,1)", 0},
    {"m_ed22(m) - measure.strain.rate(m,2,2)", 0},
    {"m_ed23(m) - measure.strain.rate(m,2,3)", 0},
    {"m_ed31(m) - measure.strain.rate(m,3,1)", 0},
    {"m_ed32(m) - measure.strain.rate(m,3,2)", 0},
    {"m_ed33(m) - measure.strain.rate(m,3,3)", 0},
};

static bench *regions_new(int dim) {
  bench *b = bench_new(dim);
  scr_measure_put(b->lib.world,
                  &(scr_measure){.id = 4, .x = {0, 0.5, 0}, .r = 10, .bins = 3, .size = {0, 3}});
  scr_measure_put(b->lib.world, &(scr_measure){.id = 7, .r = 1});
  return b;
}

static void test_regions(void **state) {
  (void)state;
  bench *b = regions_new(3);
  RUN(b, SCR_LEGACY, legacy_regions);
  RUN(b, SCR_MODERN, region_checks);
  expect_error(b, SCR_MODERN, "measure.radius(m) = 0", SCR_E_VALUE, "");
  expect_error(b, SCR_MODERN, "measure.stress(m,4)", SCR_E_VALUE, "out of range");
  expect_error(b, SCR_MODERN, "measure.pos(m) = 3", SCR_E_TYPE, "vector");
  expect_error(b, SCR_MODERN, "measure.radius(ball.find(1))", SCR_E_TYPE, "measure pointer");
  bench_free(b);
  b = regions_new(2);
  static const check flat[] = {{"m = measure.find(4)", RUNS},
                               {"measure.stress(m,1,2) - measure.stress.xy(m)", 0}};
  RUN(b, SCR_MODERN, flat);
  expect_error(b, SCR_MODERN, "measure.stress.zz(m)", SCR_E_NAME, "along z");
  expect_error(b, SCR_MODERN, "measure.size(measure.find(7))", SCR_E_STATE, "no bins");
  bench_free(b);
}

/* ---- completeness ---- */

static bool word_char(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Was the name evaluated, alone or with the tail of a component? */
static bool was_seen(const char *name) {
  size_t n = strlen(name);
  for (const char *s = seen.s; (s = strstr(s, name)) != NULL; s++) {
    const char *tail = s + n;
    if (word_char(s[-1]) || s[-1] == '.') continue;
    if (tail[0] == '.' && tail[1] >= 'x' && tail[1] <= 'z' && !word_char(tail[2])) return true;
    if (!word_char(tail[0]) && tail[0] != '.') return true;
  }
  return false;
}

/* ---- lists of pointers, whole vectors ---- */

static void define(bench *b, const char *text) {
  scr_source *src = scr_source_new("test", NULL, text, strlen(text));
  int line = 1;
  must(b, scr_fish_define(b->fish, src, &line, 8, SCR_MODERN));
  scr_source_drop(src);
}

/* A loop goes over the set as it was at its start; a list is a value like others. */
static void test_lists(void **state) {
  SCR_UNUSED(state);
  bench *b = bench_new(3);
  define(b, "define grow\n local n = 0\n loop foreach local p ball.list\n n = n + ball.id(p)\n"
            " ball.create(0.1, (1.5, 1.5, 1.5 * n / 4.0))\n endloop\n grow = n\nend\n");
  define(b, "define pairs\n local n = 0\n local all = ball.list\n loop foreach local p all\n loop "
            "foreach local q all\n"
            " n = n + ball.id(p) * ball.id(q)\n endloop\n endloop\n pairs = n\nend\n");
  define(b, "define shrink\n local n = 0\n loop foreach local p ball.list\n n = n + 1\n if "
            "ball.id(p) < 4 then\n"
            " ball.delete(p)\n endif\n endloop\n shrink = n\nend\n");
  static const check list[] = {
      {"pairs", 9},           {"grow", 3},           {"ball.num", 4},   {"all = ball.list", RUNS},
      {"ball.id(all(3))", 3}, {"same = all", RUNS},  {"all(1) = 5", 0}, {"ball.id(same(1))", 1},
      {"all(1)", 5},          {"list.size(all)", 4}, {"shrink", 4},     {"ball.num", 1},
  };
  RUN(b, SCR_MODERN, list);
  expect_error(b, SCR_MODERN, "ball.id(same(2))", SCR_E_VALUE, "no longer exists");
  expect_text(b, SCR_MODERN, "string(list.size(ball.list))", "1");
  bench_free(b);
}

/* The whole vector holds what its components are one by one. */
static void test_vectors(void **state) {
  SCR_UNUSED(state);
  static const char *const name[] = {"ball.pos", "ball.vel", "ball.force.app",
                                     "ball.force.contact"};
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(name); k++) {
      bench *b = bench_new(dim);
      char text[80];
      scr_val whole, part;
      snprintf(text, sizeof text, "%s(ball.find(1)) = vector(%s)", name[k],
               dim == 3 ? "0.5,-0.25,0.125" : "0.5,-0.25");
      must(b, eval(b, SCR_MODERN, text, &part));
      snprintf(text, sizeof text, "%s(ball.find(1))", name[k]);
      must(b, eval(b, SCR_MODERN, text, &whole));
      assert_int_equal(whole.dim, dim);
      for (int c = 0; c < dim; c++) {
        snprintf(text, sizeof text, "%s(ball.find(1),%d)", name[k], c + 1);
        must(b, eval(b, SCR_MODERN, text, &part));
        assert_true(part.f == whole.v[c] && part.f == (c == 0 ? 0.5 : c == 1 ? -0.25 : 0.125));
      }
      bench_free(b);
    }
}

/* What the machine reads and writes itself is what the rows' functions do, which a component's
 * number or an energy to book asks for. */
static double component(bench *b, const char *name, int c) {
  char text[80];
  scr_val v;
  snprintf(text, sizeof text, "%s(ball.find(1),%d)", name, c);
  must(b, eval(b, SCR_MODERN, text, &v));
  return v.f;
}

static void test_places(void **state) {
  SCR_UNUSED(state);
  static const char *const name[] = {"ball.pos", "ball.vel", "ball.force.app",
                                     "ball.force.contact"};
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(name); k++) {
      bench *b = bench_new(dim);
      char text[256];
      snprintf(text, sizeof text,
               "define change(p)\n %s(p) = %s\n %s.y(p) = -2\n %s.x(p) += 0.125\n change = %s.x(p) "
               "+ 4*%s.y(p)\nend\n",
               name[k], dim == 3 ? "(0.5,-0.25,0.75)" : "(0.5,-0.25)", name[k], name[k], name[k],
               name[k]);
      define(b, text);
      for (int energies = 0; energies < 2; energies++) {
        scr_energy_switch(b->lib.world, energies == 1);
        const check list[] = {{"change(ball.find(1))", 0.625 - 8}, {"ball.vel.x(ball.find(2))", 0}};
        RUN(b, SCR_MODERN, list);
        assert_true(component(b, name[k], 1) == 0.625 && component(b, name[k], 2) == -2);
        if (dim == 3) assert_true(component(b, name[k], 3) == 0.75);
      }
      bench_free(b);
    }
}

/* Masses, options and lists need no second look after a velocity; a side of a component's
 * assignment may change another one. */
static void test_place_effects(void **state) {
  SCR_UNUSED(state);
  bench *b = bench_new(3);
  scr_world *w = b->lib.world;
  define(b, "define turn(p)\n ball.vel.y(p) = 3\n turn = 2\nend\n");
  scr_made(w, SCR_SURVEY);
  static const check list[] = {{"b1 = ball.find(1)", RUNS},
                               {"ball.vel(b1) = (1,1,1)", RUNS},
                               {"ball.vel.x(b1) = turn(b1)", RUNS},
                               {"ball.vel.x(b1)", 2},
                               {"ball.vel.y(b1)", 3},
                               {"ball.spin(b1) = (0,0,1)", RUNS},
                               {"ball.radius(b1)", 0.5},
                               {"ball.mass(b1)", 1000 * 4.0 / 3 * 3.14159265358979323846 * 0.125}};
  RUN(b, SCR_MODERN, list);
  assert_true(scr_fresh(w, SCR_SURVEY));
  expect_error(b, SCR_MODERN, "ball.vel(b1) = (1,1)", SCR_E_TYPE, "3 components");
  expect_error(b, SCR_MODERN, "ball.vel.x(b1) = 'fast'", SCR_E_TYPE, "a component is a number");
  scr_fish_set(b->fish, scr_fish_symbol(b->fish, "huge", true), scr_val_real(INFINITY));
  expect_error(b, SCR_MODERN, "ball.vel.x(b1) = huge", SCR_E_VALUE, "finite");
  expect_error(b, SCR_MODERN, "ball.vel(b1) = (0,huge,0)", SCR_E_VALUE, "finite");
  expect_error(b, SCR_MODERN, "ball.vel(ball.find(7))", SCR_E_TYPE, "null");
  double edit = 0;
  scr_energy_switch(b->lib.world, true);
  static const check booked[] = {
      {"ball.vel.y(b1) = 0", RUNS}, {"ball.vel.y(b1) = 3", RUNS}, {"ball.vel(b1) = (2,5,1)", RUNS}};
  RUN(b, SCR_MODERN, booked);
  assert_true(scr_energy(b->lib.world, "energy-edit", &edit));
  assert_true(fabs(edit - 0.5 * (25 - 9) * 1000 * 4.0 / 3 * 3.14159265358979323846 * 0.125) <
              1e-9 * edit);
  static const check again[] = {{"ball.vel.x(b1)", 2}, {"ball.force.app.x(b1) = 1", RUNS}};
  RUN(b, SCR_MODERN, again);
  assert_false(scr_fresh(w, SCR_SURVEY)); /* whether any force is applied is looked at again */
  expect_error(b, SCR_MODERN, "ball.vel.x(wall.find(1))", SCR_E_TYPE, "ball pointer");
  static const check gone[] = {{"ball.delete(b1)", RUNS}};
  RUN(b, SCR_MODERN, gone);
  expect_error(b, SCR_MODERN, "ball.vel.x(b1)", SCR_E_VALUE, "no longer exists");
  expect_error(b, SCR_MODERN, "ball.vel.x(b1) = 1", SCR_E_VALUE, "no longer exists");
  static const check another[] = {
      {"ball.vel.x(ball.create(0.1,(1.5,1.5,1.5),9))", 0}}; /* where the first one was */
  RUN(b, SCR_MODERN, another);
  expect_error(b, SCR_MODERN, "ball.vel(b1)", SCR_E_VALUE, "no longer exists");
  expect_error(b, SCR_MODERN, "ball.vel(b1) = (1,1,1)", SCR_E_VALUE, "no longer exists");
  bench_free(b);
}

/* What is refused has changed nothing. */
static void test_refusals(void **state) {
  static const check before[] = {
      {"g = geom.set.create('g')", RUNS},
      {"n = geom.node.create(g, (1,2,3))", RUNS},
      {"m = geom.node.create(geom.set.create('other'), (1,2,3))", RUNS},
      {"p = geom.poly.create(g)", RUNS},
      {"d = dfn.create('d')", RUNS},
      {"k = fracture.create(d, list('disk', (1,1,1), 0.5, 30, 60))", RUNS},
      {"w = wall.find('floor')", RUNS},
  };
  static const struct {
    const char *text;
    scr_code code;
    const char *part, *read;
    double want;
  } refused[] = {
      {"geom.edge.create(g, (9,9,9), 3)", SCR_E_TYPE, "a place", "geom.set.node.num(g)", 1},
      {"geom.edge.create(g, (9,9,9), m)", SCR_E_VALUE, "another set", "geom.set.node.num(g)", 1},
      {"geom.poly.add.edge(g, p, geom.edge.create(geom.set.find('other'), m, (7,7,7)))",
       SCR_E_VALUE, "another set", "geom.poly.size(p)", 0},
      {"geom.node.extra(n, 129) = 7", SCR_E_VALUE, "1 to 128", "geom.node.extra(n)", 0},
      {"geom.edge.next.edge(geom.edge.create(g, n, (0,0,0)), 3)", SCR_E_VALUE, "end 3",
       "geom.set.edge.num(g)", 1},
      {"geom.poly.next.poly(p, 1)", SCR_E_VALUE, "side", "geom.poly.size(p)", 0},
      {"geom.poly.add.node(g, p, m)", SCR_E_VALUE, "another set", "geom.poly.size(p)", 0},
      {"geom.node.pos(n, 4) = 7", SCR_E_VALUE, "component 4", "geom.node.pos.x(n)", 1},
      {"fracture.create(d, list('disk', (1,1,1), 0.5, 91, 60))", SCR_E_VALUE, "dip", "fracture.num",
       1},
      {"fracture.create(d, list('vertices', 3, (0,0,0), (1,0,0), 5))", SCR_E_TYPE, "element 5",
       "fracture.num", 1},
      {"fracture.pos(k) = (9,0,0)", SCR_E_VALUE, "outside", "fracture.pos.x(k)", 1},
      {"wall.servo.gainfactor(w) = -2", SCR_E_VALUE, "positive", "wall.servo.gainfactor(w)", 0.8},
      {"wall.servo.gainupdate(w) = 0", SCR_E_VALUE, "1 to", "wall.servo.gainupdate(w)", 1},
      {"wall.servo.vmax(w) = -2", SCR_E_VALUE, "negative", "wall.servo.vmax(w)", 0},
      {"wall.addfacet(w, (9,9,9), (8,9,9), (9,8,9))", SCR_E_VALUE, "no edge",
       "list.size(wall.facetlist(w))", 4},
      {"wall.addfacet(w, (9,9,9), (8,9,9))", SCR_E_VALUE, "3 corners",
       "list.size(wall.facetlist(w))", 4},
      {"wall.addfacet(w, (9,9,9), (8,9,9), w)", SCR_E_TYPE, "a vertex",
       "list.size(wall.facetlist(w))", 4},
      {"table.x('t', 2) = 7", SCR_E_VALUE, "row 2", "table.find('t')", -1},
      {"table.value('t', 1) = (1,2,3)", SCR_E_TYPE, "2 components", "table.find('t')", -1},
  };
  SCR_UNUSED(state);
  bench *b = bench_new(3);
  RUN(b, SCR_MODERN, before);
  for (size_t k = 0; k < SCR_COUNTOF(refused); k++) {
    expect_error(b, SCR_MODERN, refused[k].text, refused[k].code, refused[k].part);
    run_checks(b, SCR_MODERN, &(check){refused[k].read, refused[k].want}, 1);
  }
  bench_free(b);
}

static void test_every_row(void **state) {
  static const scr_lib_rows *const all[] = {
      &scr_lib_rows_piece,   &scr_lib_rows_ball,   &scr_lib_rows_wall,
      &scr_lib_rows_contact, &scr_lib_rows_table,  &scr_lib_rows_mech,
      &scr_lib_rows_extra,   &scr_lib_rows_legacy, &scr_lib_rows_measure};
  (void)state;
  int missing = 0;
  for (size_t k = 0; k < SCR_COUNTOF(all); k++)
    for (size_t r = 0; r < all[k]->n; r++) {
      if (was_seen(all[k]->row[r].name)) continue;
      print_error("never evaluated: %s\n", all[k]->row[r].name);
      missing++;
    }
  scr_buf_free(&seen);
  assert_int_equal(missing, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pieces),   cmocka_unit_test(test_two_dimensions),
      cmocka_unit_test(test_model),    cmocka_unit_test(test_tables),
      cmocka_unit_test(test_errors),   cmocka_unit_test(test_points),
      cmocka_unit_test(test_regions),  cmocka_unit_test(test_legacy),
      cmocka_unit_test(test_lists),    cmocka_unit_test(test_vectors),
      cmocka_unit_test(test_places),   cmocka_unit_test(test_place_effects),
      cmocka_unit_test(test_refusals), cmocka_unit_test(test_every_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
