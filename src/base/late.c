/* Libraries that are loaded when they are needed: see late.h. */
#include "base/late.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static bool find_functions(scr_late *l, void *library) {
  for (size_t k = 0; k < l->n; k++) {
    void *at = dlsym(library, l->name[k]);
    if (!at) return false;
    memcpy((char *)l->function + k * sizeof at, &at, sizeof at);
  }
  return true;
}

static bool load(scr_late *l) {
  void *library = dlopen(l->file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  if (find_functions(l, library)) return true;
  dlclose(library);
  return false;
}

bool scr_late_load(scr_late *l) {
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&one_at_a_time);
  if (!l->tried) l->loaded = load(l);
  l->tried = true;
  const bool loaded = l->loaded;
  pthread_mutex_unlock(&one_at_a_time);
  return loaded;
}
