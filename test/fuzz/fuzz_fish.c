/* The FISH compiler: any text compiles or ends with a message. Nothing runs. The first byte chooses
 * the dialect. */
#include <string.h>
#include "base/mem.h"
#include "base/str.h"
#include "script/fish.h"
#include "bound.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void no_warning(void *user, const scr_message *m) {
  (void)user;
  (void)m;
}

static void run(const uint8_t *data, size_t size) {
  scr_diag d = {.sink = no_warning};
  scr_fish_host host = {0};
  scr_fish *f = scr_fish_new(&host, &d);
  scr_fish_bind_base(f);
  scr_source *src = scr_source_new("fuzz", NULL, (const char *)data + 1, size - 1);
  int line = 1;
  scr_fish_define(f, src, &line, 1, data[0] & 1 ? SCR_LEGACY : SCR_MODERN);
  scr_source_drop(src);
  scr_fish_free(f);
  scr_diag_clear(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size) bound_run(run, data, size);
  return 0;
}
