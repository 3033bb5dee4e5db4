/* FISH: table.*, and the legacy names for tables. A table is named by its id, its name or a
 * pointer. */
#include "script/lib_private.h"

#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/str.h"

/* The table as text, for names and messages; `text` holds at least 32 bytes. NULL after an error.
 */
static const char *table_word(scr_fish *f, const scr_val *which, char text[32]) {
  if (which->type == SCR_V_STR && !*scr_val_cstr(which, NULL)) {
    scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the name of a table is empty");
    return NULL;
  }
  if (which->type == SCR_V_STR) return scr_val_cstr(which, NULL);
  if (which->type == SCR_V_INT && which->i > 0 && which->i < UINT32_MAX) {
    snprintf(text, 32, "%lld", (long long)which->i);
    return text;
  }
  if (which->type == SCR_V_PTR && which->kind == SCR_K_TABLE) {
    snprintf(text, 32, "%u", which->ref.index);
    return text;
  }
  scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
           "a table is named by a positive id, a name or a pointer");
  return NULL;
}

scr_xytable *scr_lib_table(scr_fish *f, const scr_val *which) {
  const scr_xytables *all = &scr_lib_of(f)->tables;
  if (which->type == SCR_V_STR) return scr_xytable_find(all, scr_val_cstr(which, NULL));
  if (which->type == SCR_V_PTR)
    return which->kind == SCR_K_TABLE ? scr_xytable_by_id(all, which->ref.index) : NULL;
  bool id = which->type == SCR_V_INT && which->i > 0 && which->i < UINT32_MAX;
  return id ? scr_xytable_by_id(all, (uint32_t)which->i) : NULL;
}

scr_val scr_lib_table_ptr(const scr_xytable *t) {
  return t ? scr_val_ptr(SCR_K_TABLE, (scr_ref){t->id, 1}) : scr_val_null();
}

scr_xytable *scr_lib_table_there(scr_fish *f, const scr_val *which) {
  char text[32];
  scr_xytable *t = scr_lib_table(f, which);
  if (t) return t;
  const char *word = table_word(f, which, text);
  if (word) scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "there is no table '%s'", word);
  return NULL;
}

/* The table, made if there is none; NULL after an error. */
static scr_xytable *need_or_make(scr_fish *f, const scr_val *which) {
  char text[32];
  scr_xytable *t = scr_lib_table(f, which);
  const char *word = t ? t->name : table_word(f, which, text);
  return t || !word ? t : scr_xytable_need(&scr_lib_of(f)->tables, word);
}

/* Row args[1] of table args[0], which must exist. */
static scr_xytable *row_of(scr_fish *f, const scr_val *args, size_t *k) {
  scr_xytable *t = scr_lib_table_there(f, &args[0]);
  return t && scr_lib_index_arg(f, &args[1], "row", t->n, k) ? t : NULL;
}

/* The same for writing: the row after the last one appends, and the table is made if there is
 * none. */
static scr_xytable *row_to_write(scr_fish *f, const scr_val *args, size_t *k) {
  scr_xytable *t = scr_lib_table(f, &args[0]);
  if (!scr_lib_index_arg(f, &args[1], "row", t ? t->n + 1 : 1, k)) return NULL;
  return t ? t : need_or_make(f, &args[0]);
}

bool scr_lib_table_cell(scr_fish *f, const scr_val *args, int column, scr_val *out) {
  size_t k;
  const scr_xytable *t = row_of(f, args, &k);
  if (t) *out = scr_val_real(column ? t->y[k] : t->x[k]);
  return t;
}

bool scr_lib_set_table_cell(scr_fish *f, const scr_val *args, int column, const scr_val *value) {
  size_t k;
  scr_xytable *t = row_to_write(f, args, &k);
  if (!t) return false;
  double x = k < t->n ? t->x[k] : 0, y = k < t->n ? t->y[k] : 0;
  scr_xytable_put(t, k, column ? x : value->f, column ? value->f : y);
  return true;
}

SCR_LIB_GET(table_x) { return SCR_UNUSED(n), scr_lib_table_cell(f, args, 0, out); }
SCR_LIB_GET(table_y) { return SCR_UNUSED(n), scr_lib_table_cell(f, args, 1, out); }
SCR_LIB_SET(set_table_x) { return SCR_UNUSED(n), scr_lib_set_table_cell(f, args, 0, value); }
SCR_LIB_SET(set_table_y) { return SCR_UNUSED(n), scr_lib_set_table_cell(f, args, 1, value); }

SCR_LIB_GET(table_value) {
  size_t k;
  SCR_UNUSED(n);
  const scr_xytable *t = row_of(f, args, &k);
  if (t) *out = scr_val_vec(2, (double[2]){t->x[k], t->y[k]});
  return t;
}

SCR_LIB_SET(set_table_value) {
  double x[2];
  size_t k;
  SCR_UNUSED(n);
  if (!scr_lib_numbers_arg(f, value, 2, x)) return false;
  scr_xytable *t = row_to_write(f, args, &k);
  if (t) scr_xytable_put(t, k, x[0], x[1]);
  return t;
}

/* table(t, x): y by interpolation. */
SCR_LIB_GET(table_at) {
  SCR_UNUSED(n);
  scr_xytable *t = scr_lib_table_there(f, &args[0]);
  if (!t) return false;
  if (t->n == 0)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the table '%s' is empty", t->name);
  if (!t->told && !scr_xytable_is_sorted(t)) {
    t->told = true;
    if (!scr_warn(scr_fish_diag(f), NULL, SCR_E_VALUE,
                  "the points of table '%s' are not in order of x, as interpolation takes them to "
                  "be: 'table %s sort' puts them in order",
                  t->name, t->name))
      return false;
  }
  *out = scr_val_real(scr_xytable_value(t, args[1].f));
  return true;
}

SCR_LIB_SET(set_table_at) {
  SCR_UNUSED(n);
  scr_xytable *t = need_or_make(f, &args[0]);
  if (t) scr_xytable_set(t, args[1].f, value->f);
  return t;
}

SCR_LIB_GET(table_size) {
  SCR_UNUSED(n);
  const scr_xytable *t = scr_lib_table_there(f, &args[0]);
  if (t) *out = scr_val_int((int64_t)t->n);
  return t;
}

SCR_LIB_GET(table_id) {
  SCR_UNUSED(n);
  const scr_xytable *t = scr_lib_table_there(f, &args[0]);
  if (t) *out = scr_val_int(t->id);
  return t;
}

SCR_LIB_GET(table_name) {
  SCR_UNUSED(n);
  const scr_xytable *t = scr_lib_table_there(f, &args[0]);
  if (t) *out = scr_val_str(t->name);
  return t;
}

SCR_LIB_GET(table_label) {
  SCR_UNUSED(n);
  const scr_xytable *t = scr_lib_table_there(f, &args[0]);
  if (t) *out = scr_val_str(t->label ? t->label : "");
  return t;
}

SCR_LIB_SET(set_table_label) {
  SCR_UNUSED(n);
  scr_xytable *t = scr_lib_table_there(f, &args[0]);
  if (!t) return false;
  scr_free(t->label);
  t->label = scr_strdup(scr_val_cstr(value, NULL));
  return true;
}

SCR_LIB_GET(table_find) {
  char text[32];
  SCR_UNUSED(n);
  *out = scr_lib_table_ptr(scr_lib_table(f, &args[0]));
  return table_word(f, &args[0], text);
}

SCR_LIB_GET(table_get) {
  SCR_UNUSED(n);
  const scr_xytable *t = need_or_make(f, &args[0]);
  *out = scr_lib_table_ptr(t);
  return t;
}

SCR_LIB_GET(table_create) {
  char text[32];
  const char *word = table_word(f, &args[0], text);
  if (!word) return false;
  if (scr_lib_table(f, &args[0]))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_STATE, "there is a table '%s' already", word);
  return table_get(f, n, args, out);
}

SCR_LIB_GET(table_delete) {
  SCR_UNUSED(n);
  SCR_UNUSED(out);
  scr_xytable *t = scr_lib_table_there(f, &args[0]);
  if (t) scr_xytable_delete(&scr_lib_of(f)->tables, t);
  return t;
}

SCR_LIB_GET(table_clear) {
  SCR_UNUSED(n);
  SCR_UNUSED(out);
  scr_xytable *t = scr_lib_table_there(f, &args[0]);
  if (t) scr_xytable_clear(t);
  return t;
}

/* X(modern name, legacy name, signature, arguments, get, set, documentation) */
#define BOTH(X)                                                                                    \
  X("table.x", "xtable", "*i:f=f", 2, table_x, set_table_x,                                        \
    "x of a row; the row after the last appends.")                                                 \
  X("table.y", "ytable", "*i:f=f", 2, table_y, set_table_y,                                        \
    "y of a row; the row after the last appends.")                                                 \
  X("table.value", "vtable", "*i:v=v", 2, table_value, set_table_value, "(x, y) of a row.")        \
  X("table.size", "table_size", "*:i", 1, table_size, NULL, "Rows of the table.")                  \
  X("table.id", "table_id", "*:i", 1, table_id, NULL, "Id of the table.")                          \
  X("table.name", "table_name", "*:s", 1, table_name, NULL, "Name of the table.")                  \
  X("table.get", "get_table", "*:p", 1, table_get, NULL, "The table, made if there is none.")      \
  X("table.delete", "del_table", "*:i", 1, table_delete, NULL, "Deletes the table.")

#define MODERN_ROW(modern, legacy, sig, n, get, set, doc)                                          \
  {modern, n, n, sig, get, set, NULL, 0, doc},
#define LEGACY_ROW(modern, legacy, sig, n, get, set, doc)                                          \
  {legacy, n, n, sig, get, set, NULL, SCR_FN_LEGACY, doc},
/* clang-format off */
static const scr_fish_fn rows[] = {
    BOTH(MODERN_ROW)
    BOTH(LEGACY_ROW)
    {"table", 2, 2, "*f:f=f", table_at, set_table_at, NULL, SCR_FN_BOTH,
     "y at x by interpolation; assigning changes the row of that x, or inserts one in order of x."},
    {"table.find", 1, 1, "*:p", table_find, NULL, NULL, 0, "The table, null if there is none."},
    {"table.create", 1, 1, "*:p", table_create, NULL, NULL, 0,
     "Makes an empty table of that id or name."},
    {"table.label", 1, 1, "*:s=s", table_label, set_table_label, NULL, 0, "Text for lists."},
    {"table.clear", 1, 1, "*:i", table_clear, NULL, NULL, 0, "Removes all rows of the table."},
};
/* clang-format on */
const scr_lib_rows scr_lib_rows_table = {rows, SCR_COUNTOF(rows)};
