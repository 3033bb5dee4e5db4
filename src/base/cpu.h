/* What the processor offers: instruction sets, cores. */
#ifndef SCR_CPU_H
#define SCR_CPU_H

#include "base/base.h"

bool scr_cpu_has_avx2(void);   /* AVX2 and FMA, and the system saves their registers */
bool scr_cpu_has_avx512(void); /* F, DQ, BW and VL, likewise */

/* Both count only what this process may use (its affinity mask), and are at least 1. */
int scr_cpu_usable(void);         /* logical processors */
int scr_cpu_physical_cores(void); /* processors that share a core count once */

/* Bytes of the third-level cache, that processors may share; 0: there is none, or the system does
 * not say. A file is read. */
size_t scr_cpu_last_cache(void);

#endif
