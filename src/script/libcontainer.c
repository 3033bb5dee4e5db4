/* FISH intrinsics of containers: comp, vector, list, map, array. */
#include "script/rows.h"

#include <string.h>

#define CALL(name) static bool name(scr_fish *f, int n, const scr_val *a, scr_val *out)
#define EDIT(name)                                                                                 \
  static bool name(scr_fish *f, scr_val *first, int n, const scr_val *rest, const scr_val *value)

/* ---- components ---- */

#define COMPONENT(id, which)                                                                       \
  CALL(get_##id) {                                                                                 \
    SCR_UNUSED(n);                                                                                 \
    double x = 0;                                                                                  \
    if (!scr_op_component(f, a, which, &x)) return false;                                          \
    *out = scr_val_real(x);                                                                        \
    return true;                                                                                   \
  }                                                                                                \
  EDIT(set_##id) {                                                                                 \
    SCR_UNUSED(n), SCR_UNUSED(rest);                                                               \
    return scr_op_set_component(f, first, which, value);                                           \
  }
COMPONENT(x, 0)
COMPONENT(y, 1)
COMPONENT(z, 2)
COMPONENT(xx, 3)
COMPONENT(yy, 4)
COMPONENT(zz, 5)
COMPONENT(xy, 6)
COMPONENT(xz, 7)
COMPONENT(yz, 8)

/* comp(v, i [,j]): element of a vector, tensor, matrix, list or array by its number. */
CALL(get_comp) { return scr_op_index(f, "argument of comp", a, n - 1, a + 1, out); }
EDIT(set_comp) { return scr_op_set_index(f, "argument of comp", first, n, rest, value); }

/* vector(x,y[,z]), or of a list or matrix of numbers: it has as many components as there are
 * numbers, as (x,y) has. */
CALL(fn_vector) {
  double x[3] = {0};
  int count = n;
  if (n == 1 && a->type == SCR_V_VEC) {
    *out = *a;
    return true;
  }
  const scr_val *item = a;
  if (n == 1 && (a->type == SCR_V_LIST || a->type == SCR_V_ARRAY))
    item = scr_val_items(a), count = (int)SCR_MIN(scr_val_size(a), (size_t)4);
  if (n == 1 && a->type == SCR_V_MATRIX) {
    if (scr_val_size(a) != 2 && scr_val_size(a) != 3)
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "a vector is made of 2 or 3 numbers");
    *out = scr_val_vec((int)scr_val_size(a), scr_val_reals(a));
    return true;
  }
  if (count != 2 && count != 3)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    "a vector is made of 2 or 3 numbers, not %d", count);
  for (int k = 0; k < count; k++)
    if (!scr_val_number(&item[k], &x[k])) return scr_op_component_fails(f, k, &item[k]);
  *out = scr_val_vec(count, x);
  return true;
}

/* ---- lists ---- */

static size_t iterable_size(const scr_val *v) { return scr_val_size(v); }

static scr_val iterable_at(const scr_val *v, size_t k) {
  scr_val *value;
  switch (v->type) {
  case SCR_V_VEC: return scr_val_real(v->v[k]);
  case SCR_V_MATRIX:
  case SCR_V_TENSOR: return scr_val_real(scr_val_reals(v)[k]);
  case SCR_V_MAP: scr_val_map_at(v, k, NULL, &value); return scr_hold(*value);
  default: return scr_hold(scr_val_items(v)[k]);
  }
}

/* list(a, b, ...) of values; of one container: its elements. */
CALL(fn_list) {
  SCR_UNUSED(f);
  bool spread =
      n == 1 && (a->type == SCR_V_VEC || (a->type >= SCR_V_LIST && a->type != SCR_V_STRUCT));
  size_t size = spread ? iterable_size(a) : (size_t)n;
  *out = scr_val_list(size);
  for (size_t k = 0; k < size; k++)
    scr_val_items(out)[k] = spread ? iterable_at(a, k) : scr_hold(a[k]);
  return true;
}
/* list.append(l, a, b, ...): a list of its own with more elements. */
CALL(fn_list_append) {
  SCR_UNUSED(f);
  const size_t size = scr_val_size(a);
  *out = scr_val_list(size + (size_t)n - 1);
  for (size_t k = 0; k < size; k++) scr_val_items(out)[k] = scr_hold(scr_val_items(a)[k]);
  for (int k = 1; k < n; k++) scr_val_items(out)[size + (size_t)k - 1] = scr_hold(a[k]);
  return true;
}
CALL(fn_list_size) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  *out = scr_val_int((int64_t)scr_val_size(a));
  return true;
}
CALL(fn_list_find) {
  SCR_UNUSED(n);
  const size_t size = scr_val_size(a);
  size_t k = 0;
  while (k < size && !scr_op_case(f, &scr_val_items(a)[k], &a[1])) k++;
  *out = scr_val_int(k < size ? (int64_t)k + 1 : 0);
  return true;
}

/* ---- reductions of lists ---- */

/* Folds the elements with an operator; the first one begins. */
static bool fold(scr_fish *f, const scr_val *a, scr_op op, scr_val *out) {
  const size_t n = scr_val_size(a);
  scr_val sum = n ? iterable_at(a, 0) : scr_val_int(0);
  for (size_t k = 1; k < n; k++) {
    scr_val next = iterable_at(a, k), r = {0};
    const bool good = scr_op_binary(f, op, scr_fish_short_ints(f), &sum, &next, &r);
    scr_drop(next);
    scr_drop(sum);
    if (!good) return false;
    sum = r;
  }
  *out = sum;
  return true;
}
CALL(fn_list_sum) { return SCR_UNUSED(n), fold(f, a, OP_ADD, out); }

/* The element that comes before all others by an operator; the first one of equals. */
static bool extreme(scr_fish *f, const scr_val *a, scr_op op, scr_val *out) {
  const size_t n = scr_val_size(a);
  if (!n)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the list is empty: it has no extreme");
  scr_val best = iterable_at(a, 0);
  for (size_t k = 1; k < n; k++) {
    scr_val next = iterable_at(a, k), r = {0};
    const bool good = scr_op_binary(f, op, false, &next, &best, &r);
    if (!good || r.type != SCR_V_BOOL) {
      scr_drop(r);
      scr_drop(next);
      scr_drop(best);
      return good && scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "lists have no order");
    }
    scr_drop(r.b ? best : next);
    if (r.b) best = next;
  }
  *out = best;
  return true;
}
CALL(fn_list_min) { return SCR_UNUSED(n), extreme(f, a, OP_LT, out); }
CALL(fn_list_max) { return SCR_UNUSED(n), extreme(f, a, OP_GT, out); }

/* ---- maps ---- */

static bool good_key(scr_fish *f, const scr_val *key) {
  if (key->type == SCR_V_INT || key->type == SCR_V_STR) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                  "the key of a map is an integer or a string, not %s", scr_type_words(f, key));
}

/* map(key, value, key, value, ...) */
CALL(fn_map) {
  if (n % 2)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    "map() takes keys and values in turn: an even number of arguments");
  for (int k = 0; k < n; k += 2)
    if (!good_key(f, &a[k])) return false;
  *out = scr_val_map();
  for (int k = 0; k < n; k += 2) scr_val_map_set(out, &a[k], scr_hold(a[k + 1]));
  return true;
}
/* Maps are shared, so the argument itself changes; 1 if the key was new. */
CALL(fn_map_add) {
  SCR_UNUSED(n);
  scr_val m = a[0];
  if (!good_key(f, &a[1])) return false;
  *out = scr_val_bool(scr_val_map_find(&m, &a[1]) == NULL);
  scr_val_map_set(&m, &a[1], scr_hold(a[2]));
  scr_box_holds(f, &m, &a[2]);
  return true;
}
CALL(fn_map_has) {
  SCR_UNUSED(n);
  if (!good_key(f, &a[1])) return false;
  *out = scr_val_bool(scr_val_map_find(a, &a[1]) != NULL);
  return true;
}
CALL(fn_map_keys) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  *out = scr_val_list(scr_val_size(a));
  for (size_t k = 0; k < scr_val_size(a); k++) {
    const scr_val *key;
    scr_val_map_at(a, k, &key, NULL);
    scr_val_items(out)[k] = scr_hold(*key);
  }
  return true;
}
CALL(fn_map_remove) {
  SCR_UNUSED(n);
  scr_val m = a[0];
  if (!good_key(f, &a[1])) return false;
  if (!scr_val_map_remove(&m, &a[1], out)) *out = scr_val_null();
  return true;
}
CALL(fn_map_value) { return scr_op_index(f, "argument of map.value", a, n - 1, a + 1, out); }
static bool set_map_value(scr_fish *f, int n, const scr_val *a, const scr_val *value) {
  scr_val m = a[0];
  return scr_op_set_index(f, "argument of map.value", &m, n - 1, a + 1, value);
}

/* ---- arrays ---- */

/* array.create(n[,m[,...]]) filled with 0, or of a list. */
CALL(fn_array) {
  size_t dim[SCR_DIMS_MAX] = {0};
  if (n == 1 && (a->type == SCR_V_LIST || a->type == SCR_V_ARRAY)) {
    dim[0] = scr_val_size(a);
    *out = scr_val_array(1, dim);
    for (size_t k = 0; k < dim[0]; k++) scr_val_items(out)[k] = scr_hold(scr_val_items(a)[k]);
    return true;
  }
  if (!scr_op_sizes(f, n, a, dim)) return false;
  *out = scr_val_array(n, dim);
  return true;
}
CALL(fn_array_copy) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  *out = scr_val_clone(a);
  return true;
}
/* Memory is given back by itself; the elements are set to 0. */
CALL(fn_array_delete) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(out);
  for (size_t k = 0; k < scr_val_size(a); k++) scr_put(&scr_val_items(a)[k], (scr_val){0});
  return true;
}
CALL(fn_array_dim) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  *out = scr_val_int(scr_val_ndim(a));
  return true;
}
CALL(fn_array_size) {
  if (n == 1) return fn_list_size(f, n, a, out);
  if (a[1].i < 1 || a[1].i > scr_val_ndim(a))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "dimension %lld of an array of %d",
                    (long long)a[1].i, scr_val_ndim(a));
  *out = scr_val_int((int64_t)scr_val_dims(a)[a[1].i - 1]);
  return true;
}
/* Array of numbers with 1 or 2 dimensions to a matrix, and back. */
CALL(fn_array_convert) {
  SCR_UNUSED(n);
  if (a->type == SCR_V_MATRIX) {
    size_t dim[2] = {scr_val_rows(a), scr_val_cols(a)};
    *out = scr_val_array(2, dim);
    for (size_t k = 0; k < dim[0] * dim[1]; k++)
      scr_val_items(out)[k] = scr_val_real(scr_val_reals(a)[k]);
    return true;
  }
  if (a->type != SCR_V_ARRAY || scr_val_ndim(a) > 2)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "array.convert takes a matrix, or an array of 1 or 2 dimensions");
  scr_val m = scr_val_matrix(scr_val_dims(a)[0], scr_val_ndim(a) == 2 ? scr_val_dims(a)[1] : 1);
  for (size_t k = 0; k < scr_val_size(a); k++) {
    if (scr_val_number(&scr_val_items(a)[k], &scr_val_reals(&m)[k])) continue;
    scr_drop(m);
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "element %zu of the array is no number",
                    k + 1);
  }
  *out = m;
  return true;
}

#define COMP(id, kind)                                                                             \
  ROW_EDIT("comp." #id, 1, 1, kind ":f=f", get_##id, set_##id, 0, "component " #id)
static const scr_fish_fn rows[] = {
    ROW_EDIT("comp", 2, 4, "ciii:*", get_comp, set_comp, SCR_FN_TRY,
             "component of a vector or tensor, element of a matrix or list"),
    COMP(x, "v"),
    COMP(y, "v"),
    COMP(z, "v"),
    COMP(xx, "T"),
    COMP(yy, "T"),
    COMP(zz, "T"),
    COMP(xy, "T"),
    COMP(xz, "T"),
    COMP(yz, "T"),
    ROW_EDIT("xcomp", 1, 1, "v:f=f", get_x, set_x, SCR_FN_LEGACY, "component x of a vector"),
    ROW_EDIT("ycomp", 1, 1, "v:f=f", get_y, set_y, SCR_FN_LEGACY, "component y of a vector"),
    ROW_EDIT("zcomp", 1, 1, "v:f=f", get_z, set_z, SCR_FN_LEGACY, "component z of a vector"),
    ROW("vector", 1, 3, "***:v", fn_vector, SCR_FN_BOTH | SCR_FN_PURE, "vector of 2 or 3 numbers"),
    ROW("list", 0, -1, "*...:l", fn_list, SCR_FN_TRY,
        "list of values, or of the elements of a container"),
    ROW("list.append", 2, -1, "l*...:l", fn_list_append, SCR_FN_TRY,
        "a list of its own, with further elements at its end"),
    ROW("list.create", 0, -1, "*...:l", fn_list, SCR_FN_TRY,
        "list of values, or of the elements of a container"),
    ROW("list.find", 2, 2, "l*:i", fn_list_find, SCR_FN_TRY,
        "place of the first element that equals a value, 0 if none does"),
    ROW("list.max", 1, 1, "c:*", fn_list_max, SCR_FN_TRY, "largest element"),
    ROW("list.min", 1, 1, "c:*", fn_list_min, SCR_FN_TRY, "smallest element"),
    ROW("list.sum", 1, 1, "c:*", fn_list_sum, SCR_FN_TRY,
        "sum of the elements, from the first to the last; 0 of none"),
    ROW("list.size", 1, 1, "c:i", fn_list_size, SCR_FN_TRY, "number of elements"),
    ROW("map", 0, -1, "*...:m", fn_map, SCR_FN_TRY, "map of keys and values given in turn"),
    ROW("map.add", 3, 3, "m**:b", fn_map_add, 0, "sets the value of a key; true if the key is new"),
    ROW("map.has", 2, 2, "m*:b", fn_map_has, 0, "is there that key?"),
    ROW("map.keys", 1, 1, "m:l", fn_map_keys, 0,
        "list of the keys: integers, then strings, in order"),
    ROW("map.remove", 2, 2, "m*:*", fn_map_remove, 0,
        "removes a key; the value that it had, null if there is none"),
    ROW("map.size", 1, 1, "m:i", fn_list_size, 0, "number of keys"),
    {"map.value", 2, 2, "m*:*=*", fn_map_value, set_map_value, NULL, 0, "value of a key"},
    ROW("array.convert", 1, 1, "*:*", fn_array_convert, 0, "array of numbers to matrix, or back"),
    ROW("array.copy", 1, 1, "a:a", fn_array_copy, 0, "an array of its own with the same elements"),
    ROW("array.create", 1, SCR_DIMS_MAX, "*...:a", fn_array, SCR_FN_TRY,
        "array of 1 to 12 dimensions filled with 0, or of a list"),
    ROW("array.delete", 1, 1, "a:*", fn_array_delete, 0, "sets all elements to 0"),
    ROW("array.dim", 1, 1, "a:i", fn_array_dim, 0, "number of dimensions"),
    ROW("array.size", 1, 2, "ai:i", fn_array_size, 0,
        "number of elements, or size of one dimension"),
    ROW("get_array", 1, SCR_DIMS_MAX, "*...:a", fn_array, SCR_FN_LEGACY | SCR_FN_TRY,
        "array of 1 to 12 dimensions filled with 0"),
    ROW("lose_array", 1, 1, "a:*", fn_array_delete, SCR_FN_LEGACY, "sets all elements to 0"),
    ROW("array_dim", 1, 1, "a:i", fn_array_dim, SCR_FN_LEGACY, "number of dimensions"),
    ROW("array_size", 1, 2, "ai:i", fn_array_size, SCR_FN_LEGACY,
        "number of elements, or size of one dimension"),
};

void scr_bind_container(scr_fish *f) { scr_fish_bind(f, rows, SCR_COUNTOF(rows)); }
