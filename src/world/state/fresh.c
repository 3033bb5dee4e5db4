/* The graph of freshness, read backwards. */
#include "world/state/fresh.h"

#define NAME(name, with, doc) [SCR_##name] = #name,
static const char *const names[] = {SCR_DERIVED(NAME) SCR_SOURCES(NAME)};
#undef NAME

const char *scr_what_name(scr_what what) { return names[what]; }

int scr_stale_before_sources(uint32_t stale) {
  for (int k = 0; k < SCR_NDERIVED; k++)
    if (!(stale >> k & 1) && stale & scr_sources_of((scr_what)k)) return k;
  return -1;
}
