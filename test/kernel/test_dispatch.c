/* The choice of kernels: by name, each with rows for every law; the buffers of a worker. */
#include "support/check.h"

#include <stdlib.h>
#include "base/cpu.h"
#include "model/models.h"

/* A name that is unknown or not supported changes nothing. */
static void by_name(void **state) {
  SCR_UNUSED(state);
  assert_true(scr_isa_select("base"));
  assert_string_equal(scr_isa_name(), "base");
  assert_false(scr_isa_select("avx3"));
  assert_false(scr_isa_select(""));
  assert_string_equal(scr_isa_name(), "base");
  EACH_ISA(k) assert_string_equal(scr_isa_name(), isa_names[k]);
#ifdef SCR_HAVE_AVX2
  assert_int_equal(scr_isa_select("avx2"), scr_cpu_has_avx2());
#endif
#ifdef SCR_HAVE_AVX512
  assert_int_equal(scr_isa_select("avx512"), scr_cpu_has_avx512());
#endif
}

/* Each choice has kernels of its own for each dimension. */
static void each_has_its_own(void **state) {
  SCR_UNUSED(state);
  const scr_kernels *seen[2 * SCR_COUNTOF(isa_names)];
  size_t n = 0;
  EACH_ISA(isa)
  for (int dim = 2; dim <= 3; dim++) {
    const scr_kernels *k = scr_kernels_for(dim);
    assert_true(k->pass && k->pass_list && k->motion);
    for (int law = 0; law < scr_model_count(); law++) assert_true(k->force[law] && k->stiff[law]);
    for (size_t old = 0; old < n; old++)
      assert_true(seen[old] != k && seen[old]->force[1] != k->force[1]);
    seen[n++] = k;
  }
}

static void workers(void **state) {
  SCR_UNUSED(state);
  scr_worker *l = scr_worker_new();
  assert_int_equal((uintptr_t)l->tile % 64, 0);
  assert_int_equal(l->pset_cached, UINT32_MAX);
  l->giant.n = l->nbirth = l->ndeath = l->nnote = 3;
  l->max_force = l->max_moment = 1;
  l->outside = true;
  scr_worker_reset(l);
  assert_int_equal(l->giant.n + l->nbirth + l->ndeath + l->nnote, 0);
  assert_true(l->max_force == 0 && l->max_moment == 0 && !l->outside);
  scr_worker_free(l);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_name), cmocka_unit_test(each_has_its_own),
                                     cmocka_unit_test(workers)};
  return cmocka_run_group_tests_name("dispatch", tests, NULL, NULL);
}
