/* Columns of numbers: files of `table import` and of `ball import`. The first byte chooses between
 * them. */
#include <string.h>
#include "bound.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char table[] = "table 't' import 'in.tab'\n"
                            "table 't' sort\n"
                            "table 't' list\n"
                            "table 't' export 'out' csv\n"
                            "table 'u' import 'out'\n"
                            "table 't' plot file 'out.svg'\n";
static const char balls[] = "model domain extent -10 10\n"
                            "ball import 'in.tab'\n"
                            "ball attribute density 1000\n"
                            "ball list\n"
                            "model clean\n";

static void run(const uint8_t *data, size_t size) {
  bound_write("in.tab", data + 1, size - 1);
  scr_session *s = bound_session(data[0] & 1 ? 2 : 3);
  scr_session_text(s, "fuzz", data[0] & 2 ? balls : table, SCR_MODERN);
  bound_end(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size) bound_run(run, data, size);
  return 0;
}
