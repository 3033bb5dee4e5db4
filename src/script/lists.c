/* What lists do beside arrays: operators take them element by element, and parts of them are read,
 * replaced and added. */
#include "script/internal.h"

/* ---- operators ---- */

/* One element of an operand that may be no list; borrowed. */
static const scr_val *element(const scr_val *v, size_t k) {
  return v->type == SCR_V_LIST ? &scr_val_items(v)[k] : v;
}

static bool one(scr_fish *f, scr_op op, bool short_ints, const scr_val *a, const scr_val *b,
                scr_val *out) {
  if (op == OP_DIV && !short_ints && scr_op_parts(a, b) &&
      !scr_op_tell_parts(f, &f->diag->at, a, b))
    return false;
  return scr_op_binary(f, op, short_ints, a, b, out);
}

/* Lists within lists are gone into, which ends: files can make them as deep as they like. */
static bool too_deep(scr_fish *f) {
  return f->nesting < SCR_NESTING_MAX
             ? false
             : !scr_fail(f->diag, NULL, SCR_E_LIMIT,
                         "lists are nested too deeply for an operator (more than %d)",
                         SCR_NESTING_MAX);
}

bool scr_list_binary(scr_fish *f, scr_op op, bool short_ints, const scr_val *a, const scr_val *b,
                     scr_val *out) {
  const bool both = a->type == SCR_V_LIST && b->type == SCR_V_LIST;
  const size_t n = scr_val_size(a->type == SCR_V_LIST ? a : b);
  if (both && scr_val_size(b) != n)
    return scr_fail(f->diag, NULL, SCR_E_VALUE,
                    "an operator takes lists of one length, not of %zu and of %zu elements", n,
                    scr_val_size(b));
  if (too_deep(f)) return false;
  f->nesting++;
  scr_val list = scr_val_list(n);
  bool good = true;
  for (size_t k = 0; good && k < n; k++)
    good = one(f, op, short_ints, element(a, k), element(b, k), &scr_val_items(&list)[k]);
  f->nesting--;
  if (good)
    *out = list;
  else
    scr_drop(list);
  return good;
}

bool scr_list_negate(scr_fish *f, bool short_ints, const scr_val *a, scr_val *out) {
  if (too_deep(f)) return false;
  f->nesting++;
  scr_val list = scr_val_list(scr_val_size(a));
  bool good = true;
  for (size_t k = 0; good && k < scr_val_size(a); k++) {
    scr_val item = {0}; /* after an error it may be what the list holds */
    good = scr_op_negate(f, short_ints, element(a, k), &item);
    if (good) scr_val_items(&list)[k] = item;
  }
  f->nesting--;
  if (good)
    *out = list;
  else
    scr_drop(list);
  return good;
}

/* ---- parts ---- */

/* l(first, last), where last may stand right before first: nothing is meant. From 0 to *to. */
static bool bounds(scr_fish *f, const char *name, const scr_val *list, const scr_val *index,
                   size_t *from, size_t *to) {
  const int64_t size = (int64_t)scr_val_size(list);
  for (int k = 0; k < 2; k++) {
    if (index[k].type == SCR_V_STR) return scr_list_has_no(f, name, &index[k]);
    if (index[k].type != SCR_V_INT)
      return scr_fail(f->diag, NULL, SCR_E_TYPE, "subscript of '%s' is %s, not integer", name,
                      scr_type_words(f, &index[k]));
  }
  if (index[0].i < 1 || index[0].i > size + 1 || index[1].i > size || index[1].i < index[0].i - 1)
    return scr_fail(f->diag, NULL, SCR_E_VALUE,
                    "'%s' has %lld element%s, not those from %lld to %lld", name, (long long)size,
                    size == 1 ? "" : "s", (long long)index[0].i, (long long)index[1].i);
  *from = (size_t)index[0].i - 1, *to = (size_t)index[1].i;
  return true;
}

static void copy_to(scr_val *to, const scr_val *from, size_t n) {
  for (size_t k = 0; k < n; k++) to[k] = scr_hold(from[k]);
}

bool scr_list_part(scr_fish *f, const char *name, const scr_val *list, const scr_val *index,
                   scr_val *out) {
  size_t from = 0, to = 0;
  if (!bounds(f, name, list, index, &from, &to)) return false;
  *out = scr_val_list(to - from);
  if (to > from) copy_to(scr_val_items(out), scr_val_items(list) + from, to - from);
  return true;
}

/* The n elements of `in` come between the first `from` elements and those from `to` on. */
static void splice(scr_val *list, size_t from, size_t to, const scr_val *in, size_t n) {
  const size_t size = scr_val_size(list), rest = size - to;
  scr_val all = scr_val_list(from + n + rest);
  scr_val *item = scr_val_items(&all);
  const scr_val *old = scr_val_items(list);
  copy_to(item, old, from);
  copy_to(item + from, in, n);
  copy_to(item + from + n, old + to, rest);
  scr_put(list, all);
}

bool scr_list_replace(scr_fish *f, const char *name, scr_val *list, const scr_val *index,
                      const scr_val *value) {
  size_t from = 0, to = 0;
  if (!bounds(f, name, list, index, &from, &to)) return false;
  if (value->type != SCR_V_LIST)
    return scr_fail(f->diag, NULL, SCR_E_TYPE, "a part of '%s' becomes another list, not %s", name,
                    scr_type_words(f, value));
  splice(list, from, to, scr_val_items(value), scr_val_size(value));
  return true;
}

static bool is_start(const char *word) {
  return scr_casecmp(word, "start") == 0 || scr_casecmp(word, "s") == 0;
}
static bool is_end(const char *word) {
  return scr_casecmp(word, "end") == 0 || scr_casecmp(word, "e") == 0;
}

bool scr_list_has_no(scr_fish *f, const char *name, const scr_val *where) {
  const char *word = scr_val_cstr(where, NULL);
  if (!is_start(word) && !is_end(word)) {
    scr_fail(f->diag, NULL, SCR_E_TYPE, "subscript of '%s' is string, not integer", name);
    return scr_hint(f->diag, "elements of a list have numbers, from 1; a map takes texts");
  }
  scr_fail(f->diag, NULL, SCR_E_TYPE,
           "the '%s' of '%s' is where '=' adds an element: none is read "
           "there",
           word, name);
  return scr_hint(f->diag,
                  "write l(list.size(l)) for the last element of a list, l(1) for the first one");
}

bool scr_list_extend(scr_fish *f, const char *name, scr_val *list, const scr_val *where,
                     const scr_val *value) {
  const char *word = scr_val_cstr(where, NULL);
  const size_t size = scr_val_size(list);
  const bool start = is_start(word);
  if (!start && !is_end(word))
    return scr_fail(f->diag, NULL, SCR_E_VALUE,
                    "a list is added to at its 'start' or its 'end', not at '%s' of '%s'", word,
                    name);
  splice(list, start ? 0 : size, start ? 0 : size, value, 1);
  return true;
}
