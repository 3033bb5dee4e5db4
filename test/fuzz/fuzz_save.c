/* Save files as containers: junk, truncated or flipped files end with a message. */
#include "io/savefile.h"
#include "bound.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool counts(const char *name) { return name[0] != 'x'; }

static void run(const uint8_t *data, size_t size) {
  scr_diag d = {0};
  scr_savefile f = {0};
  bool good = scr_savefile_parse(&f, &d, "fuzz.sav", data, size);
  if (good == d.failed) __builtin_trap(); /* failed means a message, and the other way round */
  char hash[33];
  for (size_t k = 0; good && k < f.n; k++) {
    scr_bytes in;
    scr_savefile_take(&f, f.section[k].name, &in);
  }
  if (good) scr_savefile_hash(&f, counts, hash);
  scr_savefile_free(&f);
  scr_diag_clear(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bound_run(run, data, size);
  return 0;
}
