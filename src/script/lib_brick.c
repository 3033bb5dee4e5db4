/* FISH: brick.*: packings that are kept aside. */
#include "script/lib_private.h"

static const scr_bricks *bricks(scr_fish *f) { return &scr_lib_of(f)->bricks; }

static scr_val pointer(uint32_t id) { return scr_val_ptr(SCR_K_BRICK, (scr_ref){id, 1}); }

SCR_LIB_GET(brick_find) {
  const int64_t id = args[0].i;
  SCR_UNUSED(n);
  const bool there =
      id > 0 && id <= INT32_MAX && scr_brick_find(bricks(f), (uint32_t)id) != SCR_NONE;
  *out = there ? pointer((uint32_t)id) : scr_val_null();
  return true;
}

SCR_LIB_GET(brick_list) {
  const scr_bricks *all = bricks(f);
  scr_ref *refs;
  SCR_UNUSED(n), SCR_UNUSED(args);
  *out = scr_val_ptr_list(SCR_K_BRICK, all->n, &refs);
  for (size_t k = 0; k < all->n; k++) refs[k] = (scr_ref){all->item[k].id, 1};
  return true;
}

SCR_LIB_GET(brick_num) {
  SCR_UNUSED(n), SCR_UNUSED(args);
  return *out = scr_val_int((int64_t)bricks(f)->n), true;
}

SCR_LIB_GET(brick_maxid) {
  SCR_UNUSED(n), SCR_UNUSED(args);
  return *out = scr_val_int((int64_t)scr_brick_next_id(bricks(f)) - 1), true;
}

SCR_LIB_GET(brick_typeid) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args);
  return *out = scr_val_int(SCR_K_BRICK), true;
}

SCR_LIB_GET(brick_id) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  return *out = scr_val_int(args[0].ref.index), true;
}

SCR_LIB_GET(brick_delete) {
  scr_bricks *all = &scr_lib_of(f)->bricks;
  SCR_UNUSED(n), SCR_UNUSED(out);
  if (!scr_may_edit_things(scr_counts_of(f), scr_fish_diag(f))) return false;
  scr_brick_delete(all, scr_brick_find(all, args[0].ref.index));
  return true;
}

/* Numbers of copies along each axis, from argument 2 on. */
static bool size_args(scr_fish *f, int n, const scr_val *args, int dim, uint32_t size[3]) {
  if (n != 2 + dim)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "'brick.assemble' wants %d numbers of copies in %d dimensions", dim, dim);
  for (int c = 0; c < dim; c++) {
    if (args[2 + c].i < 1 || args[2 + c].i > INT32_MAX)
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "there cannot be %lld copies along %c",
                      (long long)args[2 + c].i, "xyz"[c]);
    size[c] = (uint32_t)args[2 + c].i;
  }
  return true;
}

SCR_LIB_GET(brick_assemble) {
  scr_world *w = scr_world_of(f);
  const scr_bricks *all = bricks(f);
  scr_brick_plan plan = {.of = all->item[scr_brick_find(all, args[0].ref.index)].of,
                         .size = {1, 1, 1}};
  uint32_t first, made = 0;
  const bool ok = scr_lib_vec_arg(f, &args[1], plan.origin) &&
                  size_args(f, n, args, w->dim, plan.size) &&
                  scr_brick_plan_make(w, scr_fish_diag(f), &plan) &&
                  scr_brick_lay(w, scr_fish_diag(f), &plan, &first, &made);
  scr_brick_plan_free(&plan);
  return *out = scr_val_int(made), ok;
}

#define FN(name, least, most, sig, get, doc)                                                       \
  { name, least, most, sig, get, NULL, NULL, 0, doc }
/* clang-format off */
static const scr_fish_fn rows[] = {
    FN("brick.find", 1, 1, "d:p", brick_find, "The brick with that id, null if there is none."),
    FN("brick.list", 0, 0, ":l", brick_list, "All bricks, in order of id."),
    FN("brick.num", 0, 0, ":i", brick_num, "How many there are."),
    FN("brick.maxid", 0, 0, ":i", brick_maxid, "The largest id in use."),
    FN("brick.typeid", 0, 0, ":i", brick_typeid, "The number of this kind of pointer."),
    FN("brick.id", 1, 1, "p{brick}:i", brick_id, "Its id."),
    FN("brick.delete", 1, 1, "p{brick}:i", brick_delete, "Deletes a brick."),
    FN("brick.assemble", 4, 5, "p{brick}viii:i", brick_assemble,
       "Lays copies side by side, nx by ny (by nz) from the low corner on: how many balls came."),
};
/* clang-format on */
const scr_lib_rows scr_lib_rows_brick = {rows, SCR_COUNTOF(rows)};
