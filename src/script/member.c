/* Members of FISH values: v->x of vectors, p->pos for ball.pos(p), s->a of structures. */
#include "script/internal.h"

#include <string.h>

/* ---- names ---- */

int scr_member_index(scr_fish *f, const char *name) {
  int k = scr_names_get(&f->member_of, name, -1);
  if (k >= 0) return k;
  SCR_GROW(f->member, f->cap_member, f->nmember + 1);
  f->member[f->nmember] = (scr_member){.name = scr_strdup(name), .letters = scr_component(name)};
  scr_names_set(&f->member_of, name, (int32_t)f->nmember);
  return (int)f->nmember++;
}

void scr_members_free(scr_fish *f) {
  for (size_t k = 0; k < f->nmember; k++) scr_free(f->member[k].name);
  scr_free(f->member);
  scr_names_free(&f->member_of);
}

/* ---- structures ---- */

static const scr_val *layout_of(const scr_val *v) {
  const scr_val *layout = scr_val_size(v) ? scr_val_items(v) : NULL;
  return layout && layout->type == SCR_V_LIST ? layout : NULL;
}

const char *scr_struct_member_name(const scr_val *v, size_t k) {
  const scr_val *layout = layout_of(v);
  if (!layout || k >= scr_val_size(layout)) return NULL;
  const scr_val *name = &scr_val_items(layout)[k];
  return name->type == SCR_V_STR ? scr_val_cstr(name, NULL) : NULL;
}

const char *scr_struct_name(const scr_val *v) {
  const char *name = scr_struct_member_name(v, 0);
  return name ? name : "structure";
}

bool scr_struct_make(scr_fish *f, const scr_val *layout, int n, scr_val **sp) {
  size_t size = scr_val_size(layout);
  scr_val v = scr_val_struct(size);
  scr_val *item = scr_val_items(&v);
  item[0] = scr_hold(*layout);
  scr_val_made(f, &v);
  if ((size_t)n >= size) {
    scr_fail(f->diag, NULL, SCR_E_VALUE, "the structure '%s' has %zu members, %d values given",
             scr_struct_name(&v), size - 1, n);
    scr_drop(v);
    return false;
  }
  *sp -= n;
  for (int k = 0; k < n; k++) item[k + 1] = (*sp)[k];
  *(*sp)++ = v;
  return true;
}

static scr_val *struct_item(scr_fish *f, const scr_val *v, const char *name) {
  scr_nearest near = {.word = name};
  for (size_t k = 1; k < scr_val_size(v); k++) {
    const char *member = scr_struct_member_name(v, k);
    if (!member) break;
    if (scr_casecmp(member, name) == 0) return &scr_val_items(v)[k];
    scr_nearest_offer(&near, member);
  }
  scr_fail(f->diag, NULL, SCR_E_NAME, "the structure '%s' has no member '%s'", scr_struct_name(v),
           name);
  if (near.best) scr_hint(f->diag, "did you mean '%s'?", near.best);
  return NULL;
}

/* ---- pointers ---- */

/* The name of an intrinsic of a kind of things, "ball.pos" or "wall.facet.pos": what stands after
 * the kind. */
static const char *behind_kind(const char *row, const char *kind) {
  size_t n = strlen(kind);
  for (const char *p = row; p; p = strchr(p, '.') ? strchr(p, '.') + 1 : NULL)
    if (scr_ncasecmp(p, kind, n) == 0 && p[n] == '.') return p + n + 1;
  return NULL;
}

static bool takes(const scr_row *r, int kind) {
  if (r->fn->flags & SCR_FN_REFUSED) return true;
  return r->nsig > 0 &&
         (r->letter[0] == '*' || (r->letter[0] == 'p' && (r->kind[0] < 0 || r->kind[0] == kind)));
}

static int row_of_kind(const scr_fish *f, int kind, const char *name) {
  for (size_t k = 0; k < f->nrow; k++) {
    const char *rest = behind_kind(f->fn[k]->name, f->host.kinds[kind]);
    if (rest && scr_casecmp(rest, name) == 0 && takes(scr_row_at(f, k), kind)) return (int)k;
  }
  return -1;
}

bool scr_member_is(const scr_fish *f, int member, bool (*test)(const scr_row *)) {
  for (int kind = 0; f->host.kinds && f->host.kinds[kind]; kind++) {
    const int row = row_of_kind(f, kind, f->member[member].name);
    if (row >= 0 && test(scr_row_at(f, (size_t)row))) return true;
  }
  return false;
}

static bool no_member(scr_fish *f, int kind, const char *name) {
  scr_nearest near = {.word = name};
  for (size_t k = 0; k < f->nrow; k++) {
    const char *rest = behind_kind(f->fn[k]->name, f->host.kinds[kind]);
    if (rest && takes(scr_row_at(f, k), kind) && !(f->fn[k]->flags & SCR_FN_REFUSED))
      scr_nearest_offer(&near, rest);
  }
  scr_fail(f->diag, NULL, SCR_E_NAME, "a %s has no member '%s'", f->host.kinds[kind], name);
  return near.best ? scr_hint(f->diag, "did you mean '%s'?", near.best) : false;
}

/* Finds the row, once for each kind of pointer. */
static const scr_row *find_row(scr_fish *f, int member, const scr_val *p, int *part) {
  scr_member *m = &f->member[member];
  int kind = p->kind;
  assert(kind < SCR_MEMBER_KINDS);
  if (m->row[kind] == 0) {
    int row = row_of_kind(f, kind, m->name);
    const char *dot = strrchr(m->name, '.');
    m->part[kind] = -1;
    if (row < 0 && dot && scr_component(dot + 1) >= 0) {
      char *stem = scr_strndup(m->name, (size_t)(dot - m->name));
      row = row_of_kind(f, kind, stem);
      m->part[kind] = (int8_t)scr_component(dot + 1);
      scr_free(stem);
    }
    if (row < 0) {
      no_member(f, kind, m->name);
      return NULL;
    }
    m->row[kind] = row + 1;
  }
  const scr_row *r = &f->row[m->row[kind] - 1];
  *part = m->part[kind];
  if (!(r->fn->flags & SCR_FN_REFUSED)) return r;
  scr_fail(f->diag, NULL, SCR_E_UNSUPPORTED, "'%s' is not offered: %s", r->fn->name, r->fn->doc);
  return NULL;
}

/* n: with the pointer itself. */
static bool count(scr_fish *f, const scr_row *r, int n) {
  if (n >= r->fn->min && (r->fn->max < 0 || n <= r->fn->max)) return true;
  return scr_fail(f->diag, NULL, SCR_E_VALUE, "'%s' does not take %d arguments beside the pointer",
                  r->fn->name, n - 1);
}

/* ---- reading and writing ---- */

static bool memberless(scr_fish *f, const scr_val *v, const char *name) {
  return scr_fail(f->diag, NULL, SCR_E_TYPE, "%s has no members, and no '%s'", scr_type_words(f, v),
                  name);
}

static bool no_arguments(scr_fish *f, const char *name, int n) {
  return n == 0 || scr_fail(f->diag, NULL, SCR_E_VALUE, "the member '%s' takes no arguments", name);
}

/* Replaces the topmost value by a component of it. */
static bool component(scr_fish *f, int which, scr_val *top) {
  double x = 0;
  if (!scr_op_component(f, top, which, &x)) return false;
  scr_put(top, scr_val_real(x));
  return true;
}

static bool get_one(scr_fish *f, int member, int n, scr_val **sp);

/* The member of each element of a list or array, whose own elements are no lists. */
static bool get_each(scr_fish *f, int member, int n, scr_val **sp) {
  scr_val *v = *sp - n - 1, list = scr_val_list(scr_val_size(v));
  bool good = true;
  for (size_t k = 0; good && k < scr_val_size(v); k++) {
    *(*sp)++ = scr_hold(scr_val_items(v)[k]);
    for (int j = 1; j <= n; j++) *(*sp)++ = scr_hold(v[j]);
    good = get_one(f, member, n, sp);
    if (good) scr_val_items(&list)[k] = *--*sp;
  }
  while (*sp > v + good) scr_drop(*--*sp);
  if (good)
    scr_put(v, list);
  else
    scr_drop(list);
  return good;
}

bool scr_member_get(scr_fish *f, int member, int n, scr_val **sp) {
  const scr_val *v = *sp - n - 1;
  const bool many = v->type == SCR_V_LIST || v->type == SCR_V_ARRAY;
  return many ? get_each(f, member, n, sp) : get_one(f, member, n, sp);
}

static bool get_one(scr_fish *f, int member, int n, scr_val **sp) {
  scr_val *v = *sp - n - 1;
  const char *name = f->member[member].name;
  int letters = f->member[member].letters, part = -1;
  if (v->type == SCR_V_PTR) {
    const scr_row *r = find_row(f, member, v, &part);
    return r && count(f, r, n + 1) && scr_vm_row(f, r, n + 1, sp) &&
           (part < 0 || component(f, part, *sp - 1));
  }
  if (v->type != SCR_V_STRUCT && !(scr_is_plain(v) && letters >= 0)) return memberless(f, v, name);
  if (!no_arguments(f, name, n)) return false;
  if (v->type != SCR_V_STRUCT) return component(f, letters, v);
  const scr_val *item = struct_item(f, v, name);
  if (item) scr_put(v, scr_hold(*item));
  return item != NULL;
}

/* object, arguments, value -> object. Works on copies, since an assignment uses its operands up. */
static bool put_by_row(scr_fish *f, const scr_row *r, int part, int n, scr_val **sp) {
  scr_val *value = *sp - 1;
  if (!r->fn->assign)
    return scr_fail(f->diag, NULL, SCR_E_NAME, "'%s' cannot be assigned: it is read only",
                    r->fn->name);
  if (!count(f, r, n + 1)) return false;
  if (part >= 0 && !scr_vm_part(f, r, part, n + 1, sp)) return false;
  scr_val object = scr_hold(*(value - n - 1));
  bool good = scr_vm_assign_row(f, r, n + 1, sp);
  if (good)
    *(*sp)++ = object;
  else
    scr_drop(object);
  return good;
}

static bool one_by_one(scr_fish *f, const scr_val *v, const char *name) {
  scr_fail(f->diag, NULL, SCR_E_TYPE, "the members '%s' of what is in %s are set one by one", name,
           scr_vtype_phrase((scr_vtype)v->type));
  return scr_hint(f->diag, "a loop does so: 'loop foreach local e l', then 'e->%s = ..'", name);
}

bool scr_member_put(scr_fish *f, int member, int n, scr_val **sp) {
  scr_val *v = *sp - n - 2;
  const char *name = f->member[member].name;
  int letters = f->member[member].letters, part = -1;
  if (v->type == SCR_V_PTR) {
    const scr_row *r = find_row(f, member, v, &part);
    return r && put_by_row(f, r, part, n, sp);
  }
  if (v->type == SCR_V_LIST || v->type == SCR_V_ARRAY) return one_by_one(f, v, name);
  if (v->type != SCR_V_STRUCT && !(scr_is_plain(v) && letters >= 0)) return memberless(f, v, name);
  if (!no_arguments(f, name, n)) return false;
  if (v->type != SCR_V_STRUCT) {
    if (!scr_op_set_component(f, v, letters, *sp - 1)) return false;
    scr_drop(*--*sp);
    return true;
  }
  scr_val *item = struct_item(f, v, name);
  if (!item) return false;
  scr_box_holds(f, v, *sp - 1);
  scr_put(item, *--*sp);
  return true;
}
