/* The command `fish list`: symbols and their contents, callbacks, intrinsics, structures. */
#include "cmd/fish_list.h"

#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/columns.h"
#include "cmd/commands.h"
#include "cmd/events.h"

static void heads(scr_columns *out, const char *const *name) {
  for (; *name; name++) scr_columns_cell(out, "%s", *name);
  scr_columns_row(out);
}

static void list_symbols(scr_session *s, scr_columns *out) {
  heads(out, (const char *const[]){"symbol", "kind", "type", "value", NULL});
  for (int k = 0; k < scr_fish_symbols(scr_session_fish(s)); k++) {
    scr_val v = scr_fish_get(scr_session_fish(s), k);
    scr_buf b = {0};
    if (strcmp(scr_fish_symbol_name(scr_session_fish(s), k), SCR_FISH_CELLS) == 0) continue;
    scr_format_listed(scr_session_fish(s), &v, &b);
    scr_columns_cell(out, "%s", scr_fish_symbol_name(scr_session_fish(s), k));
    scr_columns_cell(out, "%s",
                     scr_fish_is_function(scr_session_fish(s), k) ? "function" : "variable");
    scr_columns_cell(out, "%s", scr_vtype_name(v.type));
    scr_columns_cell(out, "%s", b.s ? b.s : "");
    scr_columns_row(out);
    scr_buf_free(&b);
  }
}

static void list_callbacks(scr_session *s, scr_columns *out) {
  const scr_world *w = scr_session_world(s);
  heads(out, (const char *const[]){"function", "called at", "interval (cycles)", NULL});
  for (size_t k = 0; k < w->ncallback; k++) {
    const scr_callback *cb = &w->callback[k];
    scr_buf b = {0};
    scr_val point = scr_val_real(cb->point);
    if (cb->event < 0) scr_val_format(&point, &b);
    scr_columns_cell(out, "%s", scr_fish_symbol_name(scr_session_fish(s), cb->function));
    scr_columns_cell(out, "%s%s", cb->event >= 0 ? "event " : "point ",
                     cb->event >= 0 ? scr_event_name[cb->event] : b.s);
    scr_columns_cell(out, "%lld", (long long)cb->interval);
    scr_columns_row(out);
    scr_buf_free(&b);
  }
}

/* All, or those whose names begin as asked for. */
static void list_intrinsics(scr_session *s, scr_columns *out, const char *begin) {
  heads(out, (const char *const[]){"function", "meaning", NULL});
  for (size_t k = 0; k < scr_fish_rows(scr_session_fish(s)); k++) {
    const scr_fish_fn *fn = scr_fish_row(scr_session_fish(s), k);
    if (fn->flags & SCR_FN_REFUSED || scr_ncasecmp(fn->name, begin, strlen(begin)) != 0) continue;
    scr_columns_cell(out, "%s", fn->name);
    scr_columns_cell(out, "%s", fn->doc);
    scr_columns_row(out);
  }
}

static void list_events(scr_columns *out) {
  heads(out, (const char *const[]){"event", "meaning", NULL});
  for (int k = 0; k < SCR_EVENTS; k++) {
    scr_columns_cell(out, "%s", scr_event_name[k]);
    scr_columns_cell(out, "%s", scr_event_doc(k));
    scr_columns_row(out);
  }
}

static void list_arrays(scr_session *s, scr_columns *out) {
  heads(out, (const char *const[]){"array", "size", NULL});
  for (int k = 0; k < scr_fish_symbols(scr_session_fish(s)); k++) {
    const scr_val v = scr_fish_get(scr_session_fish(s), k);
    scr_buf b = {0};
    if (v.type != SCR_V_ARRAY) continue;
    for (int d = 0; d < scr_val_ndim(&v); d++)
      scr_buf_printf(&b, "%s%zu", d ? " x " : "", scr_val_dims(&v)[d]);
    scr_columns_cell(out, "%s", scr_fish_symbol_name(scr_session_fish(s), k));
    scr_columns_cell(out, "%s", b.s);
    scr_columns_row(out);
    scr_buf_free(&b);
  }
}

static void list_structures(scr_session *s, scr_columns *out) {
  heads(out, (const char *const[]){"structure", "members", NULL});
  for (int k = 0; k < scr_fish_symbols(scr_session_fish(s)); k++) {
    const scr_val layout = scr_fish_layout(scr_session_fish(s), k);
    scr_buf b = {0};
    if (layout.type != SCR_V_LIST) continue;
    for (size_t m = 1; m < scr_val_size(&layout); m++)
      scr_buf_printf(&b, "%s%s", m > 1 ? " " : "", scr_val_cstr(&scr_val_items(&layout)[m], NULL));
    scr_columns_cell(out, "%s", scr_fish_symbol_name(scr_session_fish(s), k));
    scr_columns_cell(out, "%s", b.s);
    scr_columns_row(out);
    scr_buf_free(&b);
  }
}

/* ---- contents ---- */

/* One element: where it is, its type and value. */
static void content(scr_session *s, scr_columns *out, const char *place, const scr_val *v) {
  scr_buf b = {0};
  scr_format_listed(scr_session_fish(s), v, &b);
  scr_columns_cell(out, "%s", place);
  scr_columns_cell(out, "%s", scr_vtype_name(v->type));
  scr_columns_cell(out, "%s", b.s ? b.s : "");
  scr_columns_row(out);
  scr_buf_free(&b);
}

/* The subscripts of element k of a container of so many dimensions, the last one fastest. */
static void put_place(scr_buf *b, int ndim, const size_t *dim, size_t k) {
  size_t below = 1;
  for (int d = 0; d < ndim; d++) below *= dim[d];
  for (int d = 0; d < ndim; d++) {
    below /= dim[d];
    scr_buf_printf(b, "%s%zu", d ? "," : "(", k / below + 1);
    k %= below;
  }
  scr_buf_puts(b, ")");
}

static void map_contents(scr_session *s, scr_columns *out, const scr_val *map) {
  for (size_t k = 0; k < scr_val_size(map); k++) {
    const scr_val *key;
    scr_val *value;
    scr_buf b = {0};
    scr_val_map_at(map, k, &key, &value);
    const char *quote = key->type == SCR_V_STR ? "'" : "";
    scr_buf_printf(&b, "(%s", quote);
    scr_format_value(scr_session_fish(s), key, &b);
    scr_buf_printf(&b, "%s)", quote);
    content(s, out, b.s, value);
    scr_buf_free(&b);
  }
}

static void struct_contents(scr_session *s, scr_columns *out, const scr_val *v) {
  const scr_val *item = scr_val_items(v), *name = scr_val_items(&item[0]);
  for (size_t k = 1; k < scr_val_size(v); k++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "->%s", scr_val_cstr(&name[k], NULL));
    content(s, out, b.s, &item[k]);
    scr_buf_free(&b);
  }
}

/* Lists, arrays, matrices, tensors and vectors. */
static void element_contents(scr_session *s, scr_columns *out, const scr_val *v) {
  const bool vector = v->type == SCR_V_VEC, reals = !vector && v->type > SCR_V_MAP;
  const bool matrix = v->type == SCR_V_MATRIX, array = v->type == SCR_V_ARRAY;
  const size_t size[2] = {matrix   ? scr_val_rows(v)
                          : vector ? v->dim
                                   : scr_val_size(v),
                          matrix ? scr_val_cols(v) : 1};
  for (size_t k = 0; k < size[0] * size[1]; k++) {
    scr_buf b = {0};
    put_place(&b, array ? scr_val_ndim(v) : 1 + matrix, array ? scr_val_dims(v) : size, k);
    const scr_val real = vector  ? scr_val_real(v->v[k])
                         : reals ? scr_val_real(scr_val_reals(v)[k])
                                 : scr_val_int(0);
    content(s, out, b.s, vector || reals ? &real : &scr_val_items(v)[k]);
    scr_buf_free(&b);
  }
}

static void tensor_contents(scr_session *s, scr_columns *out, const scr_val *v) {
  static const char *const name[] = {"->xx", "->yy", "->zz", "->xy", "->xz", "->yz"};
  for (size_t k = 0; k < SCR_COUNTOF(name); k++) {
    const scr_val real = scr_val_real(scr_val_reals(v)[k]);
    content(s, out, name[k], &real);
  }
}

static void contents(scr_session *s, scr_columns *out, const scr_val *v) {
  switch (v->type) {
  case SCR_V_MAP: map_contents(s, out, v); break;
  case SCR_V_STRUCT: struct_contents(s, out, v); break;
  case SCR_V_TENSOR: tensor_contents(s, out, v); break;
  case SCR_V_LIST:
  case SCR_V_ARRAY:
  case SCR_V_MATRIX:
  case SCR_V_VEC: element_contents(s, out, v); break;
  default: content(s, out, "", v);
  }
}

/* Cell 0 counts addresses. */
static void list_memory(scr_session *s, scr_columns *out) {
  const int symbol = scr_fish_symbol(scr_session_fish(s), SCR_FISH_CELLS, false);
  const scr_val cells = symbol >= 0 ? scr_fish_get(scr_session_fish(s), symbol) : scr_val_int(0);
  heads(out, (const char *const[]){"address", "type", "value", NULL});
  for (size_t k = 0; cells.type == SCR_V_MAP && k < scr_val_size(&cells); k++) {
    const scr_val *key;
    scr_val *value;
    char address[24];
    scr_val_map_at(&cells, k, &key, &value);
    snprintf(address, sizeof address, "%lld", (long long)key->i);
    if (key->i > 0) content(s, out, address, value);
  }
}

enum {
  LIST_SYMBOLS,
  LIST_CALLBACKS,
  LIST_INTRINSICS,
  LIST_BASIC,
  LIST_ARRAYS,
  LIST_EVENTS,
  LIST_CODE,
  LIST_CONTENTS,
  LIST_MEMORY,
  LIST_STRUCTURES
};
const scr_word_row scr_fish_list_words[] = {
    {"symbols", "", "functions and variables with their values"},
    {"callbacks", "", "what is called in a cycle"},
    {"intrinsics", "[<s>]", "functions that FISH offers, or those whose names begin so"},
    {"basic", "", "symbols"},
    {"arrays", "", "arrays with their sizes"},
    {"callback-list", "", "events at which a function may be called"},
    {"code", "", "!functions are kept compiled; their text is in the files that define them"},
    {"contents", "<symbol> ...", "the elements of lists, arrays, maps and structures, one a line"},
    {"memory-items", "", "cells of memory.create"},
    {"structures", "", "structures and their members"},
    {NULL, NULL, NULL}};

/* ---- values ---- */

/* A symbol, or the call of a function: @f(a,2) comes as one token; or [..], which has its value.
 * Its text, and the value. */
static bool read_value(scr_args *a, const char **text, scr_val *v) {
  const scr_token *t = scr_args_peek(a);
  *text = t->text;
  a->k++;
  if (t->type == SCR_T_VALUE) {
    *v = scr_val_hold(t->val);
    return true;
  }
  const int sign = t->loc.src && t->loc.src->line[t->loc.line - 1][t->loc.col - 1] == '@';
  return scr_fish_eval(a->fish, t->loc.src, t->loc.line, t->loc.col + sign, *text, strlen(*text),
                       a->dialect, scr_session_scope(a->s), v);
}

static bool list_value(scr_args *a, scr_columns *out) {
  const char *text;
  scr_val v = {0};
  if (!read_value(a, &text, &v)) return false;
  scr_buf b = {0};
  scr_format_listed(a->fish, &v, &b);
  scr_columns_cell(out, "%s", text);
  scr_columns_cell(out, "%s", scr_vtype_name(v.type));
  scr_columns_cell(out, "%s", b.s ? b.s : "");
  scr_columns_row(out);
  scr_buf_free(&b);
  scr_val_drop(&v);
  return true;
}

static bool list_values(scr_args *a) {
  scr_columns out = {0};
  bool ok = true;
  heads(&out, (const char *const[]){"symbol", "type", "value", NULL});
  while (ok && !scr_args_end(a)) ok = list_value(a, &out);
  if (!ok) out.nrow = 0;
  scr_columns_print(a->s, &out);
  return ok;
}

/* A table for each symbol, whose name is the head of the first column. */
static bool list_contents(scr_args *a) {
  if (scr_args_end(a)) return scr_args_expected(a, "a symbol that holds a list, an array or a map");
  while (!scr_args_end(a)) {
    scr_columns out = {0};
    const char *text;
    scr_val v = {0};
    if (!read_value(a, &text, &v)) return false;
    heads(&out, (const char *const[]){text, "type", "value", NULL});
    if (!scr_args_checks(a)) contents(a->s, &out, &v);
    scr_columns_print(a->s, &out);
    scr_val_drop(&v);
  }
  return true;
}

/* @x, @f(1) or [x], a value that is no word, or the bare name of a symbol that is none of this
 * command. */
static bool names_value(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (!t) return false;
  if (t->type == SCR_T_VALUE && t->val.type != SCR_V_STR) return true;
  const char sign = t->loc.src ? t->loc.src->line[t->loc.line - 1][t->loc.col - 1] : 0;
  if (sign == '@' || sign == '[') return true;
  const int symbol = t->type == SCR_T_WORD && !scr_args_next_is(a, scr_fish_list_words)
                         ? scr_fish_symbol(a->fish, t->text, false)
                         : -1;
  return symbol >= 0 &&
         (scr_fish_was_assigned(a->fish, symbol) || scr_fish_is_function(a->fish, symbol));
}

static bool begins_one(scr_args *a, const scr_loc *at, const char *begin) {
  for (size_t k = 0; k < scr_fish_rows(a->fish); k++) {
    const scr_fish_fn *fn = scr_fish_row(a->fish, k);
    if (!(fn->flags & SCR_FN_REFUSED) && scr_ncasecmp(fn->name, begin, strlen(begin)) == 0)
      return true;
  }
  return scr_fail(a->diag, at, SCR_E_NAME, "no intrinsic has a name that begins with '%s'", begin);
}

static void list(scr_args *a, int which, const char *begin) {
  scr_columns out = {0};
  switch (which) {
  case LIST_CALLBACKS: list_callbacks(a->s, &out); break;
  case LIST_INTRINSICS: list_intrinsics(a->s, &out, begin); break;
  case LIST_ARRAYS: list_arrays(a->s, &out); break;
  case LIST_EVENTS: list_events(&out); break;
  case LIST_MEMORY: list_memory(a->s, &out); break;
  case LIST_STRUCTURES: list_structures(a->s, &out); break;
  default: list_symbols(a->s, &out);
  }
  scr_columns_print(a->s, &out);
}

bool scr_fish_list(scr_args *a) {
  int w = 0;
  char *begin = NULL;
  if (names_value(a)) return list_values(a);
  if (!scr_args_end(a) && !scr_args_word(a, scr_fish_list_words, &w)) return false;
  if (w == LIST_CONTENTS) return list_contents(a);
  const scr_loc at = scr_args_loc(a);
  if (w == LIST_INTRINSICS && !scr_args_end(a) &&
      !scr_args_string(a, "how the names begin", &begin))
    return false;
  const bool good = (!begin || begins_one(a, &at, begin)) && scr_args_finish(a);
  if (good) list(a, w, begin ? begin : "");
  scr_free(begin);
  return good;
}
