/* Kernels that another build makes of the same sources, in the place of the program's own.
 * SCR_BITS_KERNELS names them: `swapped` adds two summands in another order, `clang` is the other
 * compiler's. SCR_BITS_RUN: the processor can run them. SCR_BITS_SAME: they are to give the same
 * bits. Without SCR_BITS_KERNELS the program's own stay. */
#ifndef SCR_TEST_BITS_KERNELS_H
#define SCR_TEST_BITS_KERNELS_H

#include "base/cpu.h"
#include "kernel/kernel.h"
#include "world/engine.h"

#ifdef SCR_BITS_KERNELS
#define SCR_BITS_GLUE(name, dim)  scr_kernels_##name##_##dim
#define SCR_BITS_NAMED(name, dim) SCR_BITS_GLUE(name, dim)
const scr_kernels *SCR_BITS_NAMED(SCR_BITS_KERNELS, 2)(void);
const scr_kernels *SCR_BITS_NAMED(SCR_BITS_KERNELS, 3)(void);
#endif

static inline void take_kernels(const scr_world *w) {
#ifdef SCR_BITS_KERNELS
  w->engine->kernels =
      w->dim == 2 ? SCR_BITS_NAMED(SCR_BITS_KERNELS, 2)() : SCR_BITS_NAMED(SCR_BITS_KERNELS, 3)();
#else
  SCR_UNUSED(w);
#endif
}

#endif
