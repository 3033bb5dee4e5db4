/* Summands in another order: every row must fail, or it proves nothing. */
#define SCR_BITS_KERNELS swapped
#define SCR_BITS_RUN     true
#define SCR_BITS_SAME    false
#include "test_scenes_bits.c"
