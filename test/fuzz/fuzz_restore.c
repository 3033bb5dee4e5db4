/* Whole sessions from save files whose content is wrong but whose checksums are right: a message,
 * or a session that runs on. The input is a list of changes to a good file: section, kind of
 * change, offset (two bytes), value. */
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "bound.h"
#include "io/savefile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char model[] =
    "model domain extent -5 5 condition periodic stop destroy\n"
    "contact cmat default model hertz property hz_shear 1e9 hz_poiss 0.25 fric 0.3\n"
    "contact cmat add 1 model burger range id 3\n"
    "ball create id 1 radius 1 position (0, 0, 0) group 'a' slot 'b'\n"
    "ball create id 3 radius 1 position (0, 0, 1.9)\n"
    "ball attribute density 1000\n"
    "ball fix velocity-x range id 1\n"
    "wall generate name 'w' plane position (0, 0, -0.9)\n"
    "model gravity 9.81\n"
    "model energy mechanical on\n"
    "table 't' add (1,2) (3,4)\n"
    "fish define f(a)\n  f = a + s\nend\n"
    "fish define g\n  s = f(1)\nend\n"
    "[m = map('a', list(1, 2.5, 'x', vector(1,2,3)))]\n"
    "history interval 1\n"
    "ball history name 'z' position-z id 1\n"
    "fish callback add g 9.5\n"
    "fish callback add g 11\n"
    "fish callback remove g 11\n";

/* A rigid body of two pieces, one of them behind a periodic side; no command makes one. */
static bool add_body(scr_session *s) {
  static const scr_pose piece[] = {{{4.6, 1, 1}, 0.5}, {{5.2, 1, 1.3}, 0.4}};
  scr_diag d = {0};
  scr_body_spec spec;
  return scr_body_of_spheres(&d, 3, piece, 2, 1000, &spec) &&
         scr_body_create(s->lib.world, &d, 0, &spec, NULL);
}

static void base_image(scr_buf *image) {
  scr_session *s = bound_session(3);
  if (!scr_session_text(s, "base", model, SCR_MODERN) || !add_body(s) ||
      !scr_session_text(s, "base", "model cycle 3\n", SCR_MODERN) ||
      !scr_session_save_image(s, image)) {
    fprintf(stderr, "%s\n", s->diag.error.text);
    __builtin_trap();
  }
  bound_end(s);
}

enum { CHANGE = 5 };

static void change(scr_buf *b, const uint8_t *c) {
  size_t at = b->n ? (size_t)(c[2] | c[3] << 8) % b->n : 0;
  switch (c[1] % 4) {
  case 0:
    if (b->n) b->s[at] = (char)c[4];
    break;
  case 1:
    if (b->n) b->s[at] = (char)(b->s[at] ^ 1 << c[4] % 8);
    break;
  case 2: b->n = at; break;                         /* cut */
  default: scr_buf_put(b, (const char *)c, CHANGE); /* longer */
  }
}

/* The good file with the changes, and with checksums that fit. */
static void changed_image(const scr_buf *base, const uint8_t *data, size_t size, scr_buf *out) {
  scr_diag d = {0};
  scr_savefile f;
  if (!scr_savefile_parse(&f, &d, "base", base->s, base->n)) __builtin_trap();
  scr_saveout *o = scr_saveout_memory(&d, out);
  for (size_t k = 0; k < f.n; k++) {
    scr_buf content = {0};
    scr_buf_put(&content, (const char *)f.section[k].data, f.section[k].size);
    for (size_t c = 0; c + CHANGE <= size; c += CHANGE)
      if (data[c] % f.n == k) change(&content, data + c);
    scr_buf_put(scr_saveout_begin(o, f.section[k].name), content.s, content.n);
    scr_saveout_end(o);
    scr_buf_free(&content);
  }
  scr_saveout_close(o, true);
  scr_savefile_free(&f);
  scr_diag_clear(&d);
}

static scr_buf base;

static void run(const uint8_t *data, size_t size) {
  scr_buf image = {0};
  changed_image(&base, data, size, &image);
  scr_session *s = bound_session(3);
  if (scr_session_restore_image(s, "fuzz.sav", image.s, image.n))
    scr_session_text(s, "on", "model cycle 2\nball list\n", SCR_MODERN);
  bound_end(s);
  scr_buf_free(&image);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!base.n) base_image(&base);
  bound_run(run, data, size);
  return 0;
}
