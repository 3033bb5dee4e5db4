/* FISH intrinsics that name constants and ask for types. */
#include "script/rows.h"

#define CALL(name) static bool name(scr_fish *f, int n, const scr_val *a, scr_val *out)

CALL(fn_true) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(a);
  *out = scr_val_bool(true);
  return true;
}
CALL(fn_false) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(a);
  *out = scr_val_bool(false);
  return true;
}
CALL(fn_null) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(a);
  *out = scr_val_null();
  return true;
}

/* 1 integer, 2 real, 3 string, 4 pointer or null, 5 array as ever; the types that came later
 * follow. */
CALL(fn_type) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  static const int8_t code[SCR_V_TYPES] = {
      [SCR_V_INT] = 1,     [SCR_V_REAL] = 2,   [SCR_V_STR] = 3,  [SCR_V_PTR] = 4,
      [SCR_V_NULL] = 4,    [SCR_V_ARRAY] = 5,  [SCR_V_VEC] = 6,  [SCR_V_BOOL] = 7,
      [SCR_V_MATRIX] = 8,  [SCR_V_TENSOR] = 9, [SCR_V_MAP] = 10, [SCR_V_LIST] = 11,
      [SCR_V_STRUCT] = 12,
  };
  *out = scr_val_int(code[a->type]);
  return true;
}

CALL(fn_struct_name) {
  SCR_UNUSED(n);
  if (a->type != SCR_V_STRUCT)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "a structure is expected, not %s",
                    scr_type_words(f, a));
  *out = scr_val_str(scr_struct_name(a));
  return true;
}
/* The name may come first. */
CALL(fn_struct_check) {
  SCR_UNUSED(n);
  const scr_val *name = a->type == SCR_V_STR ? a : a + 1, *v = a->type == SCR_V_STR ? a + 1 : a;
  if (name->type != SCR_V_STR)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "the name of a structure is a string, not %s", scr_type_words(f, name));
  *out = scr_val_bool(v->type == SCR_V_STRUCT &&
                      scr_casecmp(scr_struct_name(v), scr_val_cstr(name, NULL)) == 0);
  return true;
}

static bool pointer(scr_fish *f, const scr_val *v) {
  return v->type == SCR_V_PTR || v->type == SCR_V_NULL ||
         scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "a pointer is expected, not %s",
                  scr_type_words(f, v));
}
/* Name and number of its type; null has the number 0. */
static const char *pointer_type(scr_fish *f, const scr_val *v, int64_t *number) {
  *number = v->type == SCR_V_PTR ? v->kind : 0;
  if (v->type != SCR_V_PTR) return "null";
  const char *name =
      f->host.pointer_type ? f->host.pointer_type(f->host.user, v->kind, v->ref, number) : NULL;
  return name ? name : scr_type_words(f, v);
}
CALL(fn_pointer_name) {
  int64_t number;
  SCR_UNUSED(n);
  if (!pointer(f, a)) return false;
  *out = scr_val_str(pointer_type(f, a, &number));
  return true;
}
/* As PFC 3 and 4 number them: 100 a ball, 101 a wall. */
CALL(fn_pointer_old) {
  enum { BEFORE = 99 };
  int64_t number = 0;
  SCR_UNUSED(n);
  if (!pointer(f, a)) return false;
  const char *name = pointer_type(f, a, &number);
  const bool known = !number || strcmp(name, "ball") == 0 || strcmp(name, "wall") == 0;
  *out = scr_val_int(number ? BEFORE + number : 0);
  if (known || scr_names_get(&f->told, name, 0)) return true;
  scr_names_set(&f->told, name, 1);
  return scr_warn(f->diag, NULL, SCR_E_UNSUPPORTED,
                  "the number of '%s' in PFC 3 and 4 is not known: pointer_type gives %lld (100 is "
                  "a ball, 101 a wall)",
                  name, (long long)(BEFORE + number));
}
CALL(fn_pointer_id) {
  int64_t number = 0;
  SCR_UNUSED(n);
  if (!pointer(f, a)) return false;
  pointer_type(f, a, &number);
  *out = scr_val_int(number);
  return true;
}

#define B (SCR_FN_BOTH | SCR_FN_PURE)
static const scr_fish_fn rows[] = {
    ROW("true", 0, 0, ":b", fn_true, B, "the boolean true"),
    ROW("false", 0, 0, ":b", fn_false, B, "the boolean false"),
    ROW("null", 0, 0, ":*", fn_null, B, "the null pointer"),
    ROW("type", 1, 1, "*:i", fn_type, SCR_FN_BOTH,
        "1 integer, 2 real, 3 string, 4 pointer, 5 array, 6 vector, 7 boolean, 8 matrix, "
        "9 tensor, 10 map, 11 list, 12 structure"),
    ROW("struct.name", 1, 1, "*:s", fn_struct_name, SCR_FN_TRY, "name of the type of a structure"),
    ROW("struct.check", 2, 2, "**:b", fn_struct_check, 0,
        "is it a structure of the type with that name?"),
    ROW("type.pointer", 1, 1, "*:s", fn_pointer_name, SCR_FN_TRY,
        "type of what a pointer points to: 'ball', 'ball-facet'; 'null'"),
    ROW("type.pointer.id", 1, 1, "*:i", fn_pointer_id, SCR_FN_TRY,
        "number of that type, as ball.typeid gives it; 0 for null"),
    ROW("type.pointer.name", 1, 1, "*:s", fn_pointer_name, SCR_FN_TRY, "the same as type.pointer"),
    ROW("pointer_type", 1, 1, "*:i", fn_pointer_old, SCR_FN_LEGACY,
        "type of a pointer: 100 a ball, 101 a wall, 0 null"),
};

void scr_bind_type(scr_fish *f) { scr_fish_bind(f, rows, SCR_COUNTOF(rows)); }
