/* Choice of the kernels at run time, and the buffers of a thread. */
#include "kernel/kernel.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "base/cpu.h"
#include "base/mem.h"
#include "kernel/tile.h"

typedef const scr_kernels *(*kernels_fn)(void);

#define DECLARE(isa)                                                                               \
  const scr_kernels *scr_kernels_##isa##_2(void);                                                  \
  const scr_kernels *scr_kernels_##isa##_3(void);
DECLARE(base)
#ifdef SCR_HAVE_AVX2
DECLARE(avx2)
#endif
#ifdef SCR_HAVE_AVX512
DECLARE(avx512)
#endif

static bool always(void) { return true; }

/* One row an instruction set, the best one last. */
static const struct isa_row {
  const char *name;
  bool (*supported)(void);
  kernels_fn kernels[2];
} isa_row[] = {
    {"base", always, {scr_kernels_base_2, scr_kernels_base_3}},
#ifdef SCR_HAVE_AVX2
    {"avx2", scr_cpu_has_avx2, {scr_kernels_avx2_2, scr_kernels_avx2_3}},
#endif
#ifdef SCR_HAVE_AVX512
    {"avx512", scr_cpu_has_avx512, {scr_kernels_avx512_2, scr_kernels_avx512_3}},
#endif
};

/* The choice is made once for the process, before the first world: by name, by SCREE_ISA, or the
 * best. */
static int chosen = -1;

bool scr_isa_select(const char *name) {
  for (size_t k = 0; k < SCR_COUNTOF(isa_row); k++) {
    if (strcmp(isa_row[k].name, name) != 0 || !isa_row[k].supported()) continue;
    chosen = (int)k;
    return true;
  }
  return false;
}

static const struct isa_row *in_use(void) {
  const char *asked = getenv("SCREE_ISA");
  if (chosen < 0 && asked) scr_isa_select(asked);
  for (int k = (int)SCR_COUNTOF(isa_row) - 1; chosen < 0 && k >= 0; k--)
    if (isa_row[k].supported()) chosen = k;
  return &isa_row[chosen];
}

const char *scr_isa_name(void) { return in_use()->name; }

/* Kernels with the functions of a law of tests; without any where there is none. */
static scr_kernels replaced[2];

void scr_law_replace(int law, const scr_model *m, scr_law_fn force, scr_law_fn stiff) {
  assert(law >= 0 && law < SCR_LAWS);
  scr_model_replace(law, m);
  for (size_t k = 0; k < SCR_COUNTOF(replaced); k++) {
    if (!replaced[k].pass) replaced[k] = *in_use()->kernels[k]();
    replaced[k].force[law] = force;
    replaced[k].stiff[law] = stiff;
  }
}

/* Kernels of each instruction set with the functions of laws that were loaded. */
static scr_kernels whole[SCR_COUNTOF(isa_row)][2];
static pthread_mutex_t filling = PTHREAD_MUTEX_INITIALIZER;

static scr_kernels *whole_of(const struct isa_row *isa, int dim) {
  scr_kernels *k = &whole[isa - isa_row][dim - 2];
  pthread_mutex_lock(&filling);
  if (!k->pass) *k = *isa->kernels[dim - 2]();
  pthread_mutex_unlock(&filling);
  return k;
}

int scr_law_add(const scree_law *law) {
  const int number = scr_model_add(law->model);
  for (size_t i = 0; i < SCR_COUNTOF(isa_row) && number >= 0; i++) {
    const scree_law_kernels *own = law->kernels; /* base: the bits are the same */
    for (int k = 0; k < SCREE_LAW_ISAS && law->kernels[k].isa; k++)
      if (strcmp(law->kernels[k].isa, isa_row[i].name) == 0) own = &law->kernels[k];
    for (int dim = 2; dim <= 3; dim++) {
      scr_kernels *k = whole_of(&isa_row[i], dim);
      k->force[number] = own->force[dim - 2];
      k->stiff[number] = own->stiff[dim - 2];
    }
  }
  return number;
}

const scr_kernels *scr_kernels_for(int dim) {
  assert(dim == 2 || dim == 3);
  return replaced[dim - 2].pass ? &replaced[dim - 2] : whole_of(in_use(), dim);
}

scr_worker *scr_worker_new(void) {
  scr_worker *l = scr_alloc(sizeof *l);
  const size_t states = (size_t)scr_model_states() + 1;
  l->tile = scr_alloc_aligned(sizeof *l->tile);
  l->tile->state = scr_alloc_aligned(states * sizeof *l->tile->state);
  l->tile->batch.part_strength = scr_alloc_aligned(2 * SCR_MAX_PARTS * sizeof(scr_lanes));
  l->tile->batch.part_spent = l->tile->batch.part_strength + SCR_MAX_PARTS;
  l->tile->batch.st = scr_alloc(states * sizeof *l->tile->batch.st);
  l->pset_cached = UINT32_MAX;
  return l;
}

void scr_worker_free(scr_worker *l) {
  scr_free(l->halo.at);
  scr_free(l->halo.run);
  for (int k = 0; k < SCR_HALO_KINDS; k++) scr_free(l->halo.sum[k]);
  scr_free(l->giant.item);
  scr_free(l->stiff);
  scr_free(l->birth);
  scr_free(l->death);
  scr_free(l->note);
  scr_free(l->tile->state);
  scr_free(l->tile->batch.part_strength);
  scr_free(l->tile->batch.st);
  scr_free(l->tile);
  scr_free(l);
}

void scr_worker_reset(scr_worker *l) {
  assert(l->tile);
  l->giant.n = l->nstiff = l->nbirth = l->ndeath = l->nnote = 0;
  l->max_force = l->max_moment = l->max_k = l->max_ks = l->max_kr = 0;
  l->sum_size = l->max_size = 0;
  l->outside = false;
}
