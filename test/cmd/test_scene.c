/* Scenes in numbers: what the plots of scenes.dat show, item by item, what stands beside it, and
 * how the camera looks at it, as scenes.txt holds them; `test_cmd_scene renew` writes that. */
#include "../base/test.h"

#include <stdlib.h>
#include <unistd.h>
#include "base/mem.h"
#include "cmd/files.h"
#include "cmd/plot.h"
#include "cmd/plot_chart.h"
#include "cmd/session_kept.h"
#include "cmd/view.h"

#define DATA CMD_DIR "/scenes.dat"
#define WANT CMD_DIR "/scenes.txt"

/* To 9 digits, without a sign before zero. */
static void put(scr_buf *b, const char *head, const double *v, int n) {
  scr_buf_puts(b, head);
  for (int k = 0; k < n; k++) scr_buf_printf(b, "%s%.9g", k ? " " : "", v[k] + 0.0);
}

static void put_scene(const scr_scene *s, scr_buf *b) {
  scr_buf_printf(b, "dim %d dark %d\n", s->dim, s->dark);
  for (size_t k = 0; k < s->nsphere; k++) {
    put(b, "sphere ", s->sphere[k].x, 3);
    scr_buf_printf(b, " r %.9g color %08X\n", s->sphere[k].r, s->sphere[k].color);
  }
  for (size_t k = 0; k < s->nrod; k++) {
    put(b, "rod ", s->rod[k].a, 3);
    put(b, ", ", s->rod[k].b, 3);
    scr_buf_printf(b, " r %.9g color %08X\n", s->rod[k].r, s->rod[k].color);
  }
  for (size_t k = 0; k < s->nface; k++) {
    for (int c = 0; c < 3; c++) put(b, c ? ", " : "face ", s->face[k].v[c], 3);
    scr_buf_printf(b, " color %08X\n", s->face[k].color);
  }
  for (int k = 0; k < s->nclip; k++) {
    put(b, "clip ", s->clip[k].n, 3);
    scr_buf_printf(b, " at %.9g\n", s->clip[k].d + 0.0);
  }
  if (!s->has_box) return;
  put(b, "box ", s->box_lo, 3);
  put(b, ", ", s->box_hi, 3);
  scr_buf_printf(b, " rods %zu to %zu\n", s->box_rod, s->box_end);
}

static void put_caption(const scr_caption *c, scr_buf *b) {
  scr_buf_printf(b, "axes %d scale %d\n", c->axes, c->scale);
  for (int k = 0; k < c->n; k++) {
    const scr_legend *l = &c->legend[k];
    scr_buf_printf(b, "legend '%s'", l->title);
    if (!l->name) scr_buf_printf(b, " ramp %d from %.9g to %.9g", (int)l->ramp, l->lo, l->hi);
    for (size_t i = 0; l->name && i < l->n; i++)
      scr_buf_printf(b, " %s %08X", l->name[i], l->color[i]);
    scr_buf_puts(b, "\n");
  }
}

static void put_camera(const scr_camera *c, scr_buf *b) {
  put(b, "camera ", c->center, 3);
  put(b, " right ", c->right, 3);
  put(b, " up ", c->up, 3);
  put(b, " back ", c->back, 3);
  scr_buf_printf(b, " height %.9g distance %.9g\n", c->height, c->distance);
}

static bool put_plot(scr_session *s, scr_plot *p, scr_buf *b) {
  const scr_port port = {300, 200, 0, 0, 300, 200};
  scr_scene scene = {0};
  scr_caption caption = {0};
  scr_arena arena = {0};
  const bool ok = scr_view_build(s, scr_plot_view(p), NULL, &scene, &caption, &arena);
  scr_view_aim(scr_plot_view(p), NULL, &scene, &port);
  scr_buf_printf(b, "## %s\n", p->name);
  put_scene(&scene, b);
  put_caption(&caption, b);
  put_camera(&scene.camera, b);
  scr_scene_free(&scene);
  scr_arena_free(&arena);
  return ok;
}

static bool put_all(scr_buf *b) {
  const scr_options options = {.dim = 3, .threads = 1, .dialect = -1, .quiet = true};
  scr_session *s = scr_session_new(&options);
  bool ok = scr_session_file(s, DATA);
  const scr_plots *all = *scr_session_plots(s);
  for (size_t k = 0; ok && k < all->n; k++) ok = put_plot(s, all->item[k], b);
  scr_session_free(s);
  return ok;
}

static void scenes(void **state) {
  SCR_UNUSED(state);
  scr_buf got = {0}, want = {0};
  scr_diag d = {0};
  assert_true(put_all(&got));
  assert_true(scr_read_bytes(&d, NULL, WANT, WANT, &want));
  const char *g = got.s, *w = want.s;
  for (int line = 1; *g || *w; line++) {
    const size_t n = strcspn(g, "\n"), m = strcspn(w, "\n");
    if (n != m || strncmp(g, w, n) != 0)
      fail_msg("%s:%d: %.*s\nnow: %.*s", WANT, line, (int)m, w, (int)n, g);
    g += n + (g[n] != 0), w += m + (w[m] != 0);
  }
  scr_buf_free(&got);
  scr_buf_free(&want);
}

static int renew(void) {
  scr_buf got = {0};
  FILE *f = put_all(&got) ? fopen(WANT, "w") : NULL;
  const bool ok = f && fputs(got.s, f) >= 0 && fclose(f) == 0;
  scr_buf_free(&got);
  return !ok;
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(scenes)};
  if (argc > 1 && strcmp(argv[1], "renew") == 0) return renew();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
