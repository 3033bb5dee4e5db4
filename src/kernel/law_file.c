/* Contact laws in libraries: see law_file.h and scree/law.h. */
#include "kernel/law_file.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include "base/mem.h"
#include "kernel/kernel.h"

static bool is_of_this_build(const scree_law *law) {
  return law->abi == SCREE_LAW_ABI && law->sizes[0] == sizeof(scr_model) &&
         law->sizes[1] == sizeof(scr_batch);
}

static bool fits(const scr_model *m) {
  return m->nparam <= SCR_MAX_PARAM && m->nprop <= SCR_MAX_PROP && m->nstate <= scr_model_states();
}

static bool is_whole(const scree_law *law) {
  const scree_law_kernels *k = law->kernels;
  const scr_model *m = law->model;
  return m && m->name && m->doc && m->shear_state && k->isa && strcmp(k->isa, "base") == 0 &&
         k->force[0] && k->force[1] && k->stiff[0] && k->stiff[1];
}

static const char *add(const scree_law *law, const scr_model **out) {
  if (!is_of_this_build(law)) return "it was built for another scree: build it again";
  if (!is_whole(law)) return "it is no whole law";
  if (!fits(law->model)) return "it has more parameters or columns of state than there is room for";
  const scr_model *old = scr_model_find(law->model->name);
  *out = law->model;
  if (old == law->model) return NULL; /* it is there already */
  if (old) return "there is another law of its name";
  return scr_law_add(law) < 0 ? "there is no room for more laws" : NULL;
}

/* Without a folder the system would look among its own libraries. */
static void *open_here(const char *path) {
  char *here = scr_alloc(strlen(path) + 3);
  strcpy(here, strchr(path, '/') ? "" : "./");
  strcat(here, path);
  void *library = dlopen(here, RTLD_NOW | RTLD_LOCAL);
  scr_free(here);
  return library;
}

static const char *load(const char *path, const scr_model **out) {
  void *library = open_here(path);
  if (!library) return dlerror();
  const scree_law *law = dlsym(library, "scree_law_here");
  const char *why = law ? add(law, out) : "it holds no contact law";
  if (why) dlclose(library);
  return why;
}

const char *scr_law_load(const char *path, const scr_model **law) {
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&one_at_a_time);
  const char *why = load(path, law);
  pthread_mutex_unlock(&one_at_a_time);
  return why;
}
