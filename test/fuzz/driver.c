/* A fuzz target as a program of its own: runs it on each file that is named. AFL++ names one (@@),
 * a test all of the corpus, and who looks at a finding that. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
  enum { MOST = 1 << 20 };
  static uint8_t data[MOST];
#ifdef __AFL_HAVE_MANUAL_CONTROL
  __AFL_INIT();
#endif
  for (int k = 1; k < argc; k++) {
    FILE *f = fopen(argv[k], "rb");
    if (!f) {
      perror(argv[k]);
      return 2;
    }
    size_t n = fread(data, 1, sizeof data, f);
    fclose(f);
    uint8_t *copy = malloc(n ? n : 1); /* of exactly that size: reading beyond it shows */
    if (!copy) return 3;
    for (size_t i = 0; i < n; i++) copy[i] = data[i];
    LLVMFuzzerTestOneInput(copy, n);
    free(copy);
  }
  return 0;
}
