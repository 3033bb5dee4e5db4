/* The other compiler's kernels: the same bits. */
#define SCR_BITS_KERNELS clang
#define SCR_BITS_RUN     scr_cpu_has_avx2()
#define SCR_BITS_SAME    true
#include "test_scenes_bits.c"
