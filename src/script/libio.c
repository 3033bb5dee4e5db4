/* FISH intrinsics io.*, and the names that are known but not offered. */
#include "script/rows.h"

/* Prints values and a newline. */
static bool fn_out(scr_fish *f, int n, const scr_val *a, scr_val *out) {
  scr_buf b = {0};
  for (int k = 0; k < n; k++) {
    if (k) scr_buf_puts(&b, " ");
    scr_format_value(f, &a[k], &b);
  }
  scr_buf_puts(&b, "\n");
  if (f->host.print) f->host.print(f->host.user, b.s);
  scr_buf_free(&b);
  *out = scr_val_bool(true);
  return true;
}

static const scr_fish_fn rows[] = {
    ROW("io.out", 1, -1, "*...:b", fn_out, 0, "prints a value on a line of its own"),
    ROW("out", 1, 1, "*:b", fn_out, SCR_FN_LEGACY, "prints a value on a line of its own"),
};

static const scr_fish_fn refused[] = {
#define X(name, flags, reason) REFUSED(name, flags, reason),
#include "script/refused.def"
#undef X
};

/* Another floor may offer or refuse some of these names itself; then they are left to it. */
void scr_bind_io(scr_fish *f) {
  scr_fish_bind(f, rows, SCR_COUNTOF(rows));
  for (size_t k = 0; k < SCR_COUNTOF(refused); k++)
    if (!scr_fish_find(f, refused[k].name)) scr_fish_bind(f, &refused[k], 1);
}
