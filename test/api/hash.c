/* Balls with friction in a box, for a while, and the hash of their state: the same from either
 * library. */
#include <stdio.h>
#include <scree/scree.h>

static int failed(scree *s) {
  fputs(scree_message(s), stderr);
  scree_free(s);
  return 1;
}

int main(void) {
  char hash[33];
  scree *s = scree_new(NULL);
  if (scree_command(s,
                    "model random 10001\n"
                    "model domain extent -1 1\n"
                    "model gravity 9.81\n"
                    "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.2 fric 0.4\n"
                    "wall generate box -0.5 0.5\n"
                    "ball generate radius 0.05 0.08 box -0.5 0.5 number 60\n"
                    "ball attribute density 2500 velocity (1, 2, -3)\n"
                    "model cycle 2000\n") != SCREE_OK ||
      scree_hash(s, hash) != SCREE_OK)
    return failed(s);
  const int cycles = (int)scree_cycles(s), contacts = (int)scree_count(s, SCREE_CONTACT);
  printf("%s %s after %d cycles, %d contacts\n", scree_version(), hash, cycles, contacts);
  scree_free(s);
  return 0;
}
