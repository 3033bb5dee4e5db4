/* Contact law `null`: no force. What the CMAT gives until the user says otherwise. */
#include "scree/model.h"

#include <stddef.h>

#ifdef SCR_KERNEL
#include "kernel/batch.h"

void SCR_NAME(scr_null_force)(scr_batch *b);
void SCR_NAME(scr_null_stiff)(scr_batch *b);

void SCR_NAME(scr_null_force)(scr_batch *b) {
  const tcol ft = tang_lanes(b->ft);
  SCR_EACH(k, b->n) {
    b->act[k] = 0;
    b->fn[k] = 0;
    tang_put(ft, k, (tang){0});
  }
}

void SCR_NAME(scr_null_stiff)(scr_batch *b) { SCR_EACH(k, b->n) b->kn[k] = b->ks[k] = 0; }

#else

static bool steady(const double *p) {
  (void)p;
  return true;
}

const scr_model scr_model_null = {
    .name = "null",
    .doc = "no force",
    .shear_state = (const int[]){-1},
    .hints = {.flat = true, .reports = true, .steady = steady},
};

#endif
