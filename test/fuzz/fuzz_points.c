/* Points of VTK, legacy and XML: read as balls, written in each format and read again. The first
 * byte chooses between the forms. */
#include <string.h>
#include "bound.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char use[] = "ball results add-attribute spin add-attribute damp\n"
                          "ball results export 'again.vtp'\n"
                          "ball results export 'again.csv'\n"
                          "ball results export 'again.data'\n"
                          "ball results export 'again.dump'\n"
                          "ball results export 'again.xyz'\n"
                          "ball delete\n"
                          "ball import 'again.vtp'\n"
                          "ball delete\n"
                          "ball import 'again.csv'\n"
                          "ball delete\n"
                          "ball import 'again.data'\n"
                          "ball delete\n"
                          "ball import 'again.dump'\n";

static void run(const uint8_t *data, size_t size) {
  const bool xml = data[0] & 2;
  bound_write(xml ? "in.vtp" : "in.vtk", data + 1, size - 1);
  scr_session *s = bound_session(data[0] & 1 ? 2 : 3);
  if (scr_session_text(s, "begin",
                       xml ? "model domain extent -10 10\nball import 'in.vtp'\n"
                           : "model domain extent -10 10\nball import 'in.vtk'\n",
                       SCR_MODERN))
    scr_session_text(s, "use", use, SCR_MODERN);
  bound_end(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size) bound_run(run, data, size);
  return 0;
}
