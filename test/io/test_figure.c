/* Figures: ticks, layout, thinning, and the files of each kind. */
#include "../base/test.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/mem.h"
#include "io/figure_canvas.h"

/* ---- axes ---- */

static size_t numbers(const scr_axis *a) {
  size_t n = 0;
  for (size_t k = 0; k < a->n; k++) n += a->tick[k].label[0] != 0;
  return n;
}

/* The numbers on the axis, with blanks between them, and the note. */
static const char *shown(bool log, double min, double max, int want) {
  static char text[1024];
  scr_axis a;
  scr_axis_fit(&a, log, min, max, 0, want);
  text[0] = 0;
  for (size_t k = 0; k < a.n; k++) {
    if (!a.tick[k].label[0]) continue;
    strcat(text, a.tick[k].label);
    strcat(text, " ");
  }
  return strcat(text, a.note);
}

static void linear_ticks(void **state) {
  SCR_UNUSED(state);
  assert_string_equal(shown(false, 0, 10, 5), "0 2 4 6 8 10 ");
  assert_string_equal(shown(false, -1, 1, 4), "−1.0 −0.5 0.0 0.5 1.0 ");
  assert_string_equal(shown(false, 0, 0.003, 3), "0.000 0.001 0.002 0.003 ");
  assert_string_equal(shown(false, 0, 2.5e6, 5), "0.0 0.5 1.0 1.5 2.0 2.5 ×10⁶");
  assert_string_equal(shown(false, -4e-7, 4e-7, 4), "−4 −2 0 2 4 ×10⁻⁷");
  assert_string_equal(shown(false, 0, 1e308, 2), "0.0 0.5 1.0 ×10³⁰⁸");
  assert_string_equal(shown(false, -1.7e308, 1.7e308, 3), "−2 0 2 ×10³⁰⁸");
  assert_string_equal(shown(false, 0, 4e-320, 4), "0 1 2 3 4 ×10⁻³²⁰");
  assert_string_equal(shown(false, 9.80999999, 9.81000001, 4),
                      "−1.0 −0.5 0.0 0.5 1.0 ×10⁻⁸ + 9.81");
  assert_string_equal(shown(false, 1000000, 1000002, 2), "0 1 2 + 1000000");
  assert_string_equal(shown(false, HUGE_VAL, -HUGE_VAL, 2), "0.0 0.5 1.0 ");
}

/* Values that are equal, but for rounding perhaps, lie in the middle. */
static void constant(void **state) {
  SCR_UNUSED(state);
  const double value[] = {5, -5, 0, 1e-12, 3e200, -1e-300};
  for (size_t k = 0; k < SCR_COUNTOF(value); k++) {
    scr_axis a;
    scr_axis_fit(&a, false, value[k], nextafter(value[k], 1e300), 0, 4);
    assert_true(fabs(scr_axis_at(&a, value[k]) - 0.5) < 0.26 || value[k] == 0);
    assert_true(numbers(&a) >= 2);
  }
}

static void log_ticks(void **state) {
  SCR_UNUSED(state);
  assert_string_equal(shown(true, 0.01, 1000, 6), "0.01 0.1 1 10 100 1000 ");
  assert_string_equal(shown(true, 1e-9, 1e-6, 6), "10⁻⁹ 10⁻⁸ 10⁻⁷ 10⁻⁶ ");
  assert_string_equal(shown(true, 1e-300, 1e300, 6), "10⁻³⁰⁰ 10⁻²⁰⁰ 10⁻¹⁰⁰ 10⁰ 10¹⁰⁰ 10²⁰⁰ 10³⁰⁰ ");
  assert_string_equal(shown(true, 1, 10, 6), "1 2 3 5 7 10 ");
  assert_string_equal(shown(true, 2e6, 3e7, 6), "2×10⁶ 5×10⁶ 10⁷ 2×10⁷ ");
  scr_axis a;
  scr_axis_fit(&a, true, 5, 5, 0, 4);
  assert_true(numbers(&a) >= 2);
  assert_true(isnan(scr_axis_at(&a, 0)) && isnan(scr_axis_at(&a, -1)) &&
              isnan(scr_axis_at(&a, NAN)));
}

/* Whatever the range: ticks lie on the axis in order, two have numbers, and the values lie on it.
 */
static void any_range(void **state) {
  SCR_UNUSED(state);
  srand(1);
  for (int k = 0; k < 20000; k++) {
    double x = (rand() / (double)RAND_MAX - 0.5) * pow(10, rand() % 600 - 300);
    double y = k % 3 ? (rand() / (double)RAND_MAX - 0.5) * pow(10, rand() % 600 - 300)
                     : x * (1 + pow(10, -(rand() % 18)));
    double min = fmin(x, y), max = fmax(x, y);
    bool log = k % 2 && min > 0;
    scr_axis a;
    scr_axis_fit(&a, log, min, max, 0.03, 2 + rand() % 9);
    assert_true(numbers(&a) >= 2 && numbers(&a) < 30);
    for (size_t i = 0; i < a.n; i++)
      assert_true(a.tick[i].at >= 0 && a.tick[i].at <= 1 &&
                  (!i || a.tick[i].at > a.tick[i - 1].at));
    assert_true(scr_axis_at(&a, min) >= -1e-3 && scr_axis_at(&a, max) <= 1 + 1e-3);
  }
}

/* ---- texts ---- */

static void wrapping(void **state) {
  SCR_UNUSED(state);
  scr_arena arena = {0};
  const char *line[3];
  assert_int_equal(scr_text_wrap(&arena, "one two three", 10, 1000, 3, line), 1);
  assert_int_equal(scr_text_wrap(&arena, "one two three", 10, 45, 3, line), 2);
  assert_string_equal(line[0], "one two");
  assert_string_equal(line[1], "three");
  assert_int_equal(scr_text_wrap(&arena, "unbreakableword and more of it here", 10, 50, 3, line),
                   3);
  for (int k = 0; k < 3; k++) assert_true(scr_text_width(line[k], 10) <= 50);
  assert_non_null(strstr(line[2], "…"));
  assert_int_equal(scr_text_wrap(&arena, "", 10, 50, 3, line), 0);
  assert_int_equal(scr_text_wrap(&arena, NULL, 10, 50, 3, line), 0);
  scr_arena_free(&arena);
}

static void runs(void **state) {
  SCR_UNUSED(state);
  const char *s = "m/s² \x01\xFF·10⁻³";
  scr_run run;
  assert_true(scr_run_next(&s, &run) && !run.raised);
  assert_string_equal(run.text, "m/s");
  assert_true(scr_run_next(&s, &run) && run.raised);
  assert_string_equal(run.text, "2");
  assert_true(scr_run_next(&s, &run) && !run.raised);
  assert_string_equal(run.text, " ?\?·10");
  assert_true(scr_run_next(&s, &run) && run.raised);
  assert_string_equal(run.text, "−3");
  assert_false(scr_run_next(&s, &run));
}

/* ---- layouts ---- */

enum { POINTS = 6000 };
typedef struct data {
  double x[POINTS], y[8][POINTS];
  scr_series series[8];
} data;

static const char *const name[] = {
    "a",
    "second",
    "the third one",
    "fourth & <last>",
    "e",
    "f",
    "g",
    "a name that is much longer than all the others and hardly fits beside anything else"};

static void waves(data *d, size_t points, double size) {
  for (size_t k = 0; k < 8; k++) {
    for (size_t i = 0; i < points; i++) {
      d->x[i] = 0.01 * (double)i;
      d->y[k][i] = size * sin(0.05 * (double)i + (double)k);
    }
    d->series[k] = (scr_series){.name = name[k], .x = d->x, .y = d->y[k], .n = points};
  }
}

static bool apart(const scr_box *a, const scr_box *b) {
  return a->x + a->w <= b->x || b->x + b->w <= a->x || a->y + a->h <= b->y || b->y + b->h <= a->y;
}

static void inside(const scr_layout *l, const scr_box *b) {
  assert_true(b->x >= 0 && b->y >= 0 && b->x + b->w <= l->width && b->y + b->h <= l->height);
}

static void check_labels(const scr_layout *l) {
  for (size_t k = 0; k < l->nlabel; k++) {
    scr_box b = scr_label_box(&l->label[k]);
    inside(l, &b);
    assert_true(apart(&b, &l->legend) || l->legend.h == 0);
    for (size_t i = 0; i < k; i++) {
      scr_box other = scr_label_box(&l->label[i]);
      assert_true(apart(&b, &other));
    }
  }
}

static void check_curves(const scr_layout *l) {
  for (size_t k = 0; k < l->figure->n; k++) {
    const scr_box *b = scr_layout_panel(l, &l->figure->series[k]);
    const scr_drawn_curve *c = &l->curve[k];
    for (size_t i = 0; i < c->nline; i++) {
      const double *p = c->line + 2 * i;
      assert_true(isnan(p[0]) || (p[0] >= b->x - 0.01 && p[0] <= b->x + b->w + 0.01));
      assert_true(isnan(p[1]) || (p[1] >= b->y - 0.01 && p[1] <= b->y + b->h + 0.01));
    }
    assert_false(l->legend_inside && l->legend.h > 0 && b == &l->main &&
                 scr_curve_meets(c, &l->legend));
  }
  for (size_t k = 0; k < l->nentry; k++) {
    const scr_entry *e = &l->entry[k];
    scr_box b = {e->x, e->y, e->w, e->h};
    inside(l, &b);
    assert_true(l->legend_inside || apart(&b, &l->main));
  }
}

static void check_layout(const scr_figure *f) {
  scr_layout l;
  scr_layout_make(&l, f);
  assert_true(l.main.w > 50 && l.main.h > 30);
  check_labels(&l);
  check_curves(&l);
  scr_layout_free(&l);
}

static void legends(void **state) {
  SCR_UNUSED(state);
  data *d = scr_alloc(sizeof *d);
  const double width[] = {0, 200, 300, 800};
  for (size_t n = 1; n <= 8; n++)
    for (size_t w = 0; w < SCR_COUNTOF(width); w++)
      for (int kind = 0; kind < 8; kind++) {
        waves(d, 400, kind & 4 ? 3e7 : 1);
        if (kind & 1) d->series[n - 1].right = n > 1;
        if (kind & 2) d->series[n / 2].residual = n > 1, d->series[n / 2].right = false;
        check_layout(&(scr_figure){
            .title = kind & 1 ? "A title, long enough for a narrow figure to break it" : NULL,
            .x_label = "time, s",
            .y_label = "velocity of many things, m/s",
            .right_label = "force, N",
            .residual_label = "residual, m/s",
            .width = width[w],
            .height = width[w] * 0.75,
            .series = d->series,
            .n = n});
      }
  scr_free(d);
}

static void few_points(void **state) {
  SCR_UNUSED(state);
  data *d = scr_alloc(sizeof *d);
  check_layout(&(scr_figure){.series = NULL});
  for (size_t points = 0; points < 4; points++) {
    waves(d, points, 1);
    check_layout(&(scr_figure){.series = d->series, .n = 2, .x_label = "x", .log_x = points == 0});
  }
  d->y[0][1] = NAN; /* the first of three points is alone then, and so is the last */
  scr_figure f = {.series = d->series, .n = 1};
  scr_layout l;
  scr_layout_make(&l, &f);
  assert_int_equal(l.curve[0].nmark, 2);
  assert_int_equal(l.curve[0].nline, 3);
  scr_layout_free(&l);
  scr_free(d);
}

/* The highest and the lowest point of a thinned series are there, at most four points a column of
 * pixels. */
static void thinning(void **state) {
  SCR_UNUSED(state);
  data *d = scr_alloc(sizeof *d);
  for (int marks = 0; marks < 2; marks++) {
    waves(d, POINTS, 1);
    d->series[0].style = marks ? SCR_STYLE_MARKS : SCR_STYLE_LINE;
    d->y[0][1234] = 7;
    d->y[0][4321] = -9;
    scr_figure f = {.series = d->series, .n = 1};
    scr_layout l;
    scr_layout_make(&l, &f);
    const scr_drawn_curve *c = &l.curve[0];
    const double *xy = marks ? c->mark : c->line;
    size_t n = marks ? c->nmark : c->nline, found = 0;
    assert_true(marks ? n <= 42 : n <= 8 * l.main.w);
    for (size_t k = 0; k < n; k++)
      for (int i = 0; i < 2; i++) {
        double p[2] = {scr_layout_x(&l, d->x[i ? 4321 : 1234]),
                       scr_layout_y(&l, &d->series[0], i ? -9 : 7)};
        found += xy[2 * k] == p[0] && xy[2 * k + 1] == p[1];
      }
    assert_int_equal(found, 2);
    scr_layout_free(&l);
  }
  scr_free(d);
}

static void looks(void **state) {
  SCR_UNUSED(state);
  data *d = scr_alloc(sizeof *d);
  waves(d, 10, 1);
  d->series[1].style = SCR_STYLE_DASHED;
  d->series[4].residual = true;
  scr_figure f = {.series = d->series, .n = 6};
  scr_layout l;
  scr_layout_make(&l, &f);
  const int dash[] = {0, 1, 2, 3, 0, 4};
  for (int k = 0; k < 6; k++) assert_int_equal(l.look[k].dash, dash[k]);
  scr_layout_free(&l);
  scr_free(d);
}

/* ---- files ---- */

static void positive(void **state) {
  SCR_UNUSED(state);
  double x[] = {1, 2, 3}, y[] = {1, NAN, 0};
  scr_series s = {.name = "s", .x = x, .y = y, .n = 3};
  scr_figure f = {.series = &s, .n = 1, .log_x = true};
  scr_buf why = {0}, out = {0};
  size_t series = 9;
  scr_diag d = {0};
  assert_true(scr_figure_check(&f, &why, &series));
  f.log_y = true;
  assert_false(scr_figure_check(&f, &why, &series));
  assert_int_equal(series, 0);
  assert_string_equal(why.s,
                      "y is 0 at point 3 of 's': a logarithmic axis shows positive values only");
  assert_false(scr_figure_svg(&f, false, &out));
  assert_false(scr_figure_draw(&d, NULL, &f, SCR_PICTURE_SVG, &out));
  assert_string_equal(d.error.text, why.s);
  assert_int_equal(out.n, 0);
  scr_diag_clear(&d);
  scr_buf_free(&why);
}

static scr_figure small(const scr_series *s) {
  return (scr_figure){
      .title = "<a & \"b\">", .x_label = "a, m/s²", .log_y = true, .series = s, .n = 1};
}

static void svg(void **state) {
  SCR_UNUSED(state);
  double x[] = {0, 1, 2, 3}, y[] = {1, 10, INFINITY, 1e6};
  scr_series s = {.name = "s\x02", .x = x, .y = y, .n = 4, .style = SCR_STYLE_BOTH};
  scr_figure f = small(&s);
  scr_buf one = {0}, two = {0}, in = {0};
  assert_true(scr_figure_svg(&f, false, &one) && scr_figure_svg(&f, false, &two) &&
              scr_figure_svg(&f, true, &in));
  assert_string_equal(one.s, two.s);
  assert_non_null(strstr(one.s, "<title>&lt;a &amp; &quot;b&quot;&gt;</title>"));
  assert_non_null(strstr(one.s, "fill=\"white\""));
  assert_non_null(strstr(one.s, "role=\"img\""));
  assert_null(strstr(in.s, "white"));
  assert_null(strstr(in.s, "black"));
  assert_null(strstr(one.s, " id="));
  assert_null(strstr(one.s, "nan"));
  assert_null(strstr(one.s, "\x02"));
  scr_buf_free(&one);
  scr_buf_free(&two);
  scr_buf_free(&in);
}

static void pictures(void **state) {
  SCR_UNUSED(state);
  double x[] = {0, 1, 2}, y[] = {1, 10, 1e6};
  scr_series s = {.name = "s", .x = x, .y = y, .n = 3};
  scr_figure f = small(&s);
  const char *const head[] = {"", "<svg", "\x89PNG\r\n", "%PDF-"};
  for (scr_picture kind = SCR_PICTURE_SVG; kind <= SCR_PICTURE_PDF; kind++) {
    scr_buf one = {0}, two = {0};
    scr_diag d = {0};
    bool ok = scr_figure_draw(&d, NULL, &f, kind, &one);
    assert_true(ok == scr_picture_offered(kind));
    if (!ok)
      assert_non_null(strstr(d.error.text, "this scree was built without cairo, which draws '.p"));
    if (ok) assert_memory_equal(one.s, head[kind], strlen(head[kind]));
    if (ok) assert_true(scr_figure_draw(&d, NULL, &f, kind, &two));
    assert_int_equal(one.n, two.n);
    if (ok) assert_memory_equal(one.s, two.s, one.n);
    scr_diag_clear(&d);
    scr_buf_free(&one);
    scr_buf_free(&two);
  }
  assert_true(scr_picture_of("a/b.SVG") == SCR_PICTURE_SVG &&
              scr_picture_of(".png") == SCR_PICTURE_NONE);
  assert_true(scr_picture_of("a.jpg") == SCR_PICTURE_NONE &&
              scr_picture_of("x.pdf") == SCR_PICTURE_PDF);
}

/* Lines go from point to point. */
static void lines_are_drawn(void **state) {
  SCR_UNUSED(state);
  double x[] = {0, 1, 2}, y[] = {1, 10, 1e6}, other[] = {1, 5e5, 1e6};
  scr_series whole = {.x = x, .y = y, .n = 3}, bent = {.x = x, .y = other, .n = 3};
  for (scr_picture kind = SCR_PICTURE_SVG; kind <= SCR_PICTURE_PDF; kind++) {
    scr_figure f = small(&whole), g = small(&bent);
    scr_buf one = {0}, two = {0};
    scr_diag d = {0};
    if (!scr_picture_offered(kind)) continue;
    assert_true(scr_figure_draw(&d, NULL, &f, kind, &one));
    assert_true(scr_figure_draw(&d, NULL, &g, kind, &two));
    assert_true(one.n != two.n || memcmp(one.s, two.s, one.n) != 0);
    scr_buf_free(&one);
    scr_buf_free(&two);
  }
}

static void files(void **state) {
  SCR_UNUSED(state);
  double x[] = {0, 1}, y[] = {1, 2};
  scr_series s = {.x = x, .y = y, .n = 2};
  scr_figure f = small(&s);
  scr_diag d = {0};
  assert_true(scr_figure_write(&d, NULL, &f, "figure_test.svg"));
  assert_int_equal(access("figure_test.svg", R_OK), 0);
  remove("figure_test.svg");
  assert_false(scr_figure_write(&d, NULL, &f, "nowhere/at/all.svg"));
  assert_non_null(strstr(d.error.text, "cannot write 'nowhere/at/all.svg'"));
  scr_diag_clear(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(linear_ticks), cmocka_unit_test(constant),
      cmocka_unit_test(log_ticks),    cmocka_unit_test(any_range),
      cmocka_unit_test(wrapping),     cmocka_unit_test(runs),
      cmocka_unit_test(legends),      cmocka_unit_test(few_points),
      cmocka_unit_test(thinning),     cmocka_unit_test(looks),
      cmocka_unit_test(positive),     cmocka_unit_test(svg),
      cmocka_unit_test(pictures),     cmocka_unit_test(lines_are_drawn),
      cmocka_unit_test(files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
