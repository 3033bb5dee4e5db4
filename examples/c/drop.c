/* Drops a ball on a floor through the library and prints its height: see README.md,
 * "The library". */
#include <stdio.h>
#include <scree/scree.h>

static void print(void *user, const char *text) { fputs(text, user); }

static int failed(scree *s) {
  fputs(scree_message(s), stderr);
  scree_free(s);
  return 1;
}

int main(void) {
  scree *s = scree_new(NULL);
  scree_on_output(s, print, stdout);
  scree_on_warning(s, print, stderr);
  if (scree_command(s, "model domain extent -1 1\n"
                       "model gravity 9.81\n"
                       "contact cmat default model linear method lsd young 1e6 restitution 0.8\n"
                       "wall generate plane\n"
                       "ball create id 1 radius 0.1 position (0, 0, 0.5)\n"
                       "ball attribute density 2500\n") != SCREE_OK)
    return failed(s);
  for (int k = 0; k <= 10; k++) {
    double x[3];
    if (scree_get(s, SCREE_BALL, "position", x, 3) != SCREE_OK) return failed(s);
    printf("%6.3f s  %8.5f m\n", scree_time(s), x[2]);
    if (k < 10 && scree_command(s, "model solve time 0.1") != SCREE_OK) return failed(s);
  }
  scree_free(s);
  return 0;
}
