/* What the processor offers: see cpu.h. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "base/cpu.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#if defined(__x86_64__)
bool scr_cpu_has_avx2(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

bool scr_cpu_has_avx512(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}
#else
bool scr_cpu_has_avx2(void) { return false; }

bool scr_cpu_has_avx512(void) { return false; }
#endif

static int online(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? (int)n : 1;
}

#if defined(__linux__)
/* The lowest processor that shares a core with `cpu`: names the core. `cpu` itself where the system
 * does not say. */
static int core_of(int cpu) {
  char path[96];
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
  FILE *f = fopen(path, "r");
  int first = cpu;
  if (f && fscanf(f, "%d", &first) != 1) first = cpu;
  if (f) fclose(f);
  return first >= 0 && first < CPU_SETSIZE ? first : cpu;
}

static bool allowed(cpu_set_t *set) {
  return sched_getaffinity(0, sizeof *set, set) == 0 && CPU_COUNT(set) > 0;
}

int scr_cpu_usable(void) {
  cpu_set_t set;
  return allowed(&set) ? CPU_COUNT(&set) : online();
}

int scr_cpu_physical_cores(void) {
  cpu_set_t set, cores;
  if (!allowed(&set)) return online();
  CPU_ZERO(&cores);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET(cpu, &set)) CPU_SET(core_of(cpu), &cores);
  return CPU_COUNT(&cores);
}

/* (What sysconf says is often wrong in virtual machines.) */
size_t scr_cpu_last_cache(void) {
  FILE *f = fopen("/sys/devices/system/cpu/cpu0/cache/index3/size", "r");
  unsigned long size = 0;
  char unit = 0;
  const int read = f ? fscanf(f, "%lu%c", &size, &unit) : 0;
  if (f) fclose(f);
  return read == 2 && unit == 'K'   ? (size_t)size << 10
         : read == 2 && unit == 'M' ? (size_t)size << 20
                                    : 0;
}
#else
size_t scr_cpu_last_cache(void) { return 0; }

int scr_cpu_usable(void) { return online(); }

int scr_cpu_physical_cores(void) { return online(); }
#endif
