/* STL files, text and binary: read, looked at, mended, made a wall that a ball lies on, written and
 * read again. */
#include <string.h>
#include "base/str.h"
#include "bound.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char use[] = "wall list mesh\n"
                          "contact cmat default model linear property kn 1e6\n"
                          "ball create radius 0.5 position 0.5 0.5 0.4\n"
                          "ball attribute density 1000\n"
                          "model cycle 2\n"
                          "wall export 'again' text\n"
                          "wall delete\n"
                          "wall import filename 'again'\n"
                          "wall export 'binary'\n";

static void run(const uint8_t *data, size_t size) {
  bound_write("in.stl", data, size);
  scr_session *s = bound_session(3);
  if (scr_session_text(s, "begin", "model domain extent -10 10\nwall import filename 'in'\n",
                       SCR_MODERN))
    scr_session_text(s, "use", use, SCR_MODERN);
  bound_end(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bound_run(run, data, size);
  return 0;
}
