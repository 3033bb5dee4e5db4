/* Threads on cores of their own: see pin.h. */
#include "base/pin.h"

#ifdef SCR_HAVE_HWLOC
#include <hwloc.h>
#include "base/mem.h"

const char scr_pin_part[] = "hwloc";

/* Cores alone, which is all that is asked for; the rest of a large machine takes long to find. */
static bool find_cores(hwloc_topology_t *t) {
  if (hwloc_topology_init(t) != 0) return false;
  bool ok = hwloc_topology_set_all_types_filter(*t, HWLOC_TYPE_FILTER_KEEP_NONE) == 0 &&
            hwloc_topology_set_type_filter(*t, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL) == 0 && hwloc_topology_load(*t) == 0;
  if (!ok) hwloc_topology_destroy(*t);
  return ok;
}

/* What the caller may use of each core it may use, the core it is on first; returns their number, at most `most`. */
static int cores_of_caller(hwloc_topology_t t, hwloc_bitmap_t *core, int most) {
  hwloc_bitmap_t may = hwloc_bitmap_alloc(), now = hwloc_bitmap_alloc();
  const bool known = may && now && hwloc_get_cpubind(t, may, HWLOC_CPUBIND_THREAD) == 0 &&
                     hwloc_get_last_cpu_location(t, now, HWLOC_CPUBIND_THREAD) == 0;
  int n = 0;
  for (hwloc_obj_t o = NULL; known && n < most && (o = hwloc_get_next_obj_by_type(t, HWLOC_OBJ_CORE, o));) {
    if (!hwloc_bitmap_intersects(o->cpuset, may)) continue;
    core[n] = hwloc_bitmap_dup(o->cpuset);
    if (!core[n]) break;
    hwloc_bitmap_and(core[n], core[n], may);
    if (n && hwloc_bitmap_intersects(core[n], now)) {
      hwloc_bitmap_t first = core[n];
      core[n] = core[0];
      core[0] = first;
    }
    n++;
  }
  hwloc_bitmap_free(may);
  hwloc_bitmap_free(now);
  return n;
}

bool scr_pin_threads(const pthread_t *thread, int n) {
  hwloc_topology_t t;
  if (n < 1 || !find_cores(&t)) return false;
  hwloc_bitmap_t *core = scr_alloc(((size_t)n + 2) * sizeof *core);
  const int cores = cores_of_caller(t, core, n + 2);
  bool done = cores == n + 1;
  for (int k = 0; k < n && done; k++) done = hwloc_set_thread_cpubind(t, thread[k], core[k + 1], 0) == 0;
  for (int k = 0; k < cores; k++) hwloc_bitmap_free(core[k]);
  scr_free(core);
  hwloc_topology_destroy(t);
  return done;
}

#else

const char scr_pin_part[] = "";

bool scr_pin_threads(const pthread_t *thread, int n) { return SCR_UNUSED(thread), SCR_UNUSED(n), false; }

#endif
