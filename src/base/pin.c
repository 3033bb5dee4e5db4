/* Threads on cores of their own: see pin.h. */
#include "base/pin.h"

#ifdef SCR_HAVE_HWLOC
#include <hwloc.h>
#include "base/late.h"
#include "base/mem.h"

const char scr_pin_part[] = "hwloc";

/* clang-format off */
#define FUNCTIONS(F) \
  F(hwloc_, bitmap_alloc) F(hwloc_, bitmap_and) F(hwloc_, bitmap_dup) F(hwloc_, bitmap_free) \
  F(hwloc_, bitmap_intersects) F(hwloc_, get_cpubind) F(hwloc_, get_last_cpu_location) \
  F(hwloc_, get_obj_by_depth) F(hwloc_, get_type_depth) F(hwloc_, set_thread_cpubind) \
  F(hwloc_, topology_destroy) F(hwloc_, topology_init) F(hwloc_, topology_load) \
  F(hwloc_, topology_set_all_types_filter) F(hwloc_, topology_set_type_filter)
/* clang-format on */
SCR_LATE(hwloc, FUNCTIONS, SCR_HAVE_HWLOC);

/* Cores alone, which is all that is asked for; the rest of a large machine takes long to find. */
static bool find_cores(hwloc_topology_t *t) {
  if (hwloc.topology_init(t) != 0) return false;
  bool ok = hwloc.topology_set_all_types_filter(*t, HWLOC_TYPE_FILTER_KEEP_NONE) == 0 &&
            hwloc.topology_set_type_filter(*t, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL) == 0 &&
            hwloc.topology_load(*t) == 0;
  if (!ok) hwloc.topology_destroy(*t);
  return ok;
}

/* What the caller may use of each core it may use, the core it is on first; returns their number,
 * at most `most`. */
static int cores_of_caller(hwloc_topology_t t, hwloc_bitmap_t *core, int most) {
  hwloc_bitmap_t may = hwloc.bitmap_alloc(), now = hwloc.bitmap_alloc();
  const bool known = may && now && hwloc.get_cpubind(t, may, HWLOC_CPUBIND_THREAD) == 0 &&
                     hwloc.get_last_cpu_location(t, now, HWLOC_CPUBIND_THREAD) == 0;
  int n = 0;
  const int depth = hwloc.get_type_depth(t, HWLOC_OBJ_CORE);
  hwloc_obj_t o;
  for (unsigned k = 0; known && n < most && (o = hwloc.get_obj_by_depth(t, depth, k)); k++) {
    if (!hwloc.bitmap_intersects(o->cpuset, may)) continue;
    core[n] = hwloc.bitmap_dup(o->cpuset);
    if (!core[n]) break;
    hwloc.bitmap_and(core[n], core[n], may);
    if (n && hwloc.bitmap_intersects(core[n], now)) {
      hwloc_bitmap_t first = core[n];
      core[n] = core[0];
      core[0] = first;
    }
    n++;
  }
  hwloc.bitmap_free(may);
  hwloc.bitmap_free(now);
  return n;
}

bool scr_pin_threads(const pthread_t *thread, int n) {
  hwloc_topology_t t;
  if (n < 1 || !scr_late_load(&hwloc_library) || !find_cores(&t)) return false;
  hwloc_bitmap_t *core = scr_alloc(((size_t)n + 2) * sizeof *core);
  const int cores = cores_of_caller(t, core, n + 2);
  bool done = cores == n + 1;
  for (int k = 0; k < n && done; k++)
    done = hwloc.set_thread_cpubind(t, thread[k], core[k + 1], 0) == 0;
  for (int k = 0; k < cores; k++) hwloc.bitmap_free(core[k]);
  scr_free(core);
  hwloc.topology_destroy(t);
  return done;
}

#else

const char scr_pin_part[] = "";

bool scr_pin_threads(const pthread_t *thread, int n) {
  return SCR_UNUSED(thread), SCR_UNUSED(n), false;
}

#endif
