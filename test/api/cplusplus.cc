// The headers as C++ reads them: test/api/cplusplus.sh compiles this where there is a C++ compiler.
#include "scree/model.h"
#include "scree/scree.h"

#include <cstdio>

int main() {
  scree_options o = SCREE_OPTIONS;
  o.dim = 2;
  scree *s = scree_new(&o);
  if (!s || scree_command(s, "model domain extent -1 1\nball create id 3 radius 0.1\n") != SCREE_OK) return 1;
  double r = 0;
  bool fine = scree_get(s, SCREE_BALL, "radius", &r, 1) == SCREE_OK && r == 0.1 && scree_dim(s) == 2;
  scree_free(s);
  if (!fine) std::puts("cplusplus: the ball has another radius");
  return fine ? 0 : 1;
}
