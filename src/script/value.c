/* Values of FISH: numbers, vectors, pointers by value; strings, lists, arrays, maps, matrices and
 * tensors counted. */
#include "script/internal.h"

#include <string.h>
#include "base/num.h"

typedef struct obj_str {
  scr_obj head;
  size_t n, room;  /* room: bytes for text, without the final zero */
  uint64_t prefix; /* the first 8 bytes, the first one highest: orders most texts */
  char s[];
} obj_str;

typedef struct obj_reals { /* matrix and tensor */
  scr_obj head;
  size_t rows, cols;
  double x[];
} obj_reals;

#define STR(v)   ((obj_str *)(void *)(v)->o)
#define ITEMS(v) ((scr_items *)(void *)(v)->o)
#define MAP(v)   ((scr_map *)(void *)(v)->o)
#define REALS(v) ((obj_reals *)(void *)(v)->o)

static scr_val object(scr_vtype type, size_t size) {
  scr_obj *o = scr_alloc(size);
  o->refs = 1;
  o->type = type;
  return (scr_val){.type = (uint8_t)type, .o = o};
}

/* Gives up one reference; an object without any goes to the list of those to be freed. */
static void release(scr_val v, scr_obj **list) {
  if (v.type < SCR_V_STR || --v.o->refs > 0) return;
  v.o->next = *list;
  *list = v.o;
}

static bool is_box(uint8_t type) {
  return type == SCR_V_LIST || type == SCR_V_ARRAY || type == SCR_V_STRUCT || type == SCR_V_MAP;
}

static void leave_ring(scr_obj *o) {
  if (!o->behind) return;
  o->before->behind = o->behind;
  o->behind->before = o->before;
  o->before = o->behind = NULL;
}

/* Works through a list instead of recursing, so that a deep nest of lists cannot exhaust the stack.
 * No object stands in one before. */
void scr_obj_free(scr_obj *o) {
  for (scr_obj *list = o; list;) {
    scr_obj *now = list;
    list = now->next;
    leave_ring(now);
    scr_val v = {.type = (uint8_t)now->type, .o = now};
    if (now->type == SCR_V_LIST || now->type == SCR_V_ARRAY || now->type == SCR_V_STRUCT) {
      scr_items *items = ITEMS(&v);
      for (size_t k = 0; items->item && k < items->n; k++) release(items->item[k], &list);
      if (items->item != items->place) scr_free(items->item);
      scr_free(items->ref);
    } else if (now->type == SCR_V_MAP) {
      scr_map *m = MAP(&v);
      for (size_t k = 0; k < m->n; k++) release(m->key[k], &list), release(m->value[k], &list);
      scr_free(m->key);
      scr_free(m->value);
    }
    scr_free(now);
  }
}

void scr_box_holds(scr_fish *f, const scr_val *box, const scr_val *value) {
  if (!is_box(value->type) || box->o->behind) return;
  box->o->before = &f->ring;
  box->o->behind = f->ring.behind;
  f->ring.behind->before = box->o;
  f->ring.behind = box->o;
}

void scr_box_empty(scr_val *box) {
  if (box->type == SCR_V_MAP) {
    scr_map *m = MAP(box);
    while (m->n) {
      m->n--;
      scr_val key = m->key[m->n], value = m->value[m->n];
      scr_drop(key);
      scr_drop(value);
    }
    return;
  }
  for (size_t k = 0; k < ITEMS(box)->n; k++) scr_val_drop(&scr_val_items(box)[k]);
}

void scr_ring_empty(scr_fish *f) {
  while (f->ring.behind != &f->ring) {
    scr_obj *o = f->ring.behind;
    scr_val box = scr_hold((scr_val){.type = (uint8_t)o->type, .o = o});
    leave_ring(o);
    scr_box_empty(&box);
    scr_drop(box);
  }
}

scr_val scr_val_hold(scr_val v) { return scr_hold(v); }

void scr_val_drop(scr_val *v) {
  scr_val old = *v;
  *v = (scr_val){0};
  scr_drop(old);
}

scr_val scr_val_vec(int dim, const double *v) {
  assert(dim == 2 || dim == 3);
  return (scr_val){
      .type = SCR_V_VEC, .dim = (uint8_t)dim, .v = {v[0], v[1], dim == 3 ? v[2] : 0.0}};
}

scr_val scr_val_ptr(int kind, scr_ref ref) {
  return (scr_val){.type = SCR_V_PTR, .kind = (uint8_t)kind, .ref = ref};
}

static void note_prefix(obj_str *o) {
  o->prefix = 0;
  for (size_t k = 0; k < 8; k++) o->prefix = o->prefix << 8 | (k < o->n ? (uint8_t)o->s[k] : 0);
}

scr_val scr_val_strn(const char *s, size_t n) {
  scr_val v = object(SCR_V_STR, sizeof(obj_str) + n + 1);
  STR(&v)->n = STR(&v)->room = n;
  if (n) memcpy(STR(&v)->s, s, n);
  note_prefix(STR(&v));
  return v;
}

scr_val scr_val_str(const char *s) { return scr_val_strn(s, strlen(s)); }

scr_val scr_val_join(const scr_val *a, const scr_val *b) {
  size_t n = STR(a)->n, all = n + STR(b)->n;
  scr_val v = object(SCR_V_STR, sizeof(obj_str) + all + 1);
  STR(&v)->n = STR(&v)->room = all;
  memcpy(STR(&v)->s, STR(a)->s, n);
  memcpy(STR(&v)->s + n, STR(b)->s, all - n);
  note_prefix(STR(&v));
  return v;
}

void scr_val_append(scr_val *string, const scr_val *text) {
  size_t n = STR(text)->n, all = STR(string)->n + n;
  assert(string->o->refs == 1 && string->o != text->o);
  if (all > STR(string)->room) {
    size_t room = all + all / 2;
    string->o = scr_realloc(string->o, sizeof(obj_str) + room + 1);
    STR(string)->room = room;
  }
  memcpy(STR(string)->s + STR(string)->n, STR(text)->s, n);
  STR(string)->s[all] = 0;
  STR(string)->n = all;
  if (all - n < 8) note_prefix(STR(string));
}

const char *scr_val_cstr(const scr_val *v, size_t *n) {
  assert(v->type == SCR_V_STR);
  if (n) *n = STR(v)->n;
  return STR(v)->s;
}

static scr_val row_of_items(scr_vtype type, size_t n) {
  scr_val v = object(type, sizeof(scr_items) + n * sizeof(scr_val));
  ITEMS(&v)->n = n;
  ITEMS(&v)->item = ITEMS(&v)->place;
  ITEMS(&v)->ndim = 1;
  ITEMS(&v)->dim[0] = n;
  return v;
}

scr_val scr_val_list(size_t n) { return row_of_items(SCR_V_LIST, n); }
void scr_val_fleeting(scr_val *v) {
  if (v->type == SCR_V_MAP)
    MAP(v)->fleeting = true;
  else
    ITEMS(v)->fleeting = true;
}

scr_val scr_val_ptr_list(int kind, size_t n, scr_ref **refs) {
  scr_val v = row_of_items(SCR_V_LIST, 0);
  scr_items *o = ITEMS(&v);
  o->n = o->dim[0] = n;
  o->kind = kind;
  const scr_val first = scr_val_ptr(kind, (scr_ref){0});
  memcpy(o->first, &first, sizeof o->first);
  o->item = NULL;
  *refs = o->ref = scr_alloc(n * sizeof *o->ref);
  return v;
}

/* Handles become elements. */
static void unpack(scr_items *o) {
  o->item = scr_alloc(o->n * sizeof *o->item);
  for (size_t k = 0; k < o->n; k++) o->item[k] = scr_val_ptr(o->kind, o->ref[k]);
  scr_free(o->ref);
  o->ref = NULL;
}

scr_val scr_val_struct(size_t items) { return row_of_items(SCR_V_STRUCT, items); }

scr_val scr_val_array(int ndim, const size_t *size) {
  assert(ndim >= 1 && ndim <= SCR_DIMS_MAX);
  size_t n = 1;
  for (int k = 0; k < ndim; k++) n *= size[k];
  scr_val v = object(SCR_V_ARRAY, sizeof(scr_items) + n * sizeof(scr_val));
  ITEMS(&v)->n = n;
  ITEMS(&v)->item = ITEMS(&v)->place;
  ITEMS(&v)->ndim = ndim;
  memcpy(ITEMS(&v)->dim, size, (size_t)ndim * sizeof *size);
  return v;
}

scr_val scr_val_map(void) { return object(SCR_V_MAP, sizeof(scr_map)); }

static scr_val reals(scr_vtype type, size_t rows, size_t cols) {
  scr_val v = object(type, sizeof(obj_reals) + rows * cols * sizeof(double));
  REALS(&v)->rows = rows;
  REALS(&v)->cols = cols;
  return v;
}

scr_val scr_val_matrix(size_t rows, size_t cols) { return reals(SCR_V_MATRIX, rows, cols); }

scr_val scr_val_tensor(const double t[6]) {
  scr_val v = reals(SCR_V_TENSOR, 1, 6);
  memcpy(REALS(&v)->x, t, 6 * sizeof *t);
  return v;
}

scr_val scr_val_full(const scr_val *tensor) {
  const double *t = REALS(tensor)->x;
  scr_val v = scr_val_matrix(3, 3);
  memcpy(REALS(&v)->x, (double[]){t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2]},
         9 * sizeof *t);
  return v;
}

size_t scr_val_size(const scr_val *v) {
  switch (v->type) {
  case SCR_V_STR: return STR(v)->n;
  case SCR_V_LIST:
  case SCR_V_ARRAY:
  case SCR_V_STRUCT: return ITEMS(v)->n;
  case SCR_V_MAP: return MAP(v)->n;
  case SCR_V_MATRIX:
  case SCR_V_TENSOR: return REALS(v)->rows * REALS(v)->cols;
  case SCR_V_VEC: return v->dim;
  default: return 0;
  }
}

scr_val *scr_val_items(const scr_val *v) {
  assert(v->type == SCR_V_LIST || v->type == SCR_V_ARRAY || v->type == SCR_V_STRUCT);
  if (!ITEMS(v)->item) unpack(ITEMS(v));
  return ITEMS(v)->item;
}

double *scr_val_reals(const scr_val *v) {
  assert(v->type == SCR_V_MATRIX || v->type == SCR_V_TENSOR);
  return REALS(v)->x;
}

size_t scr_val_rows(const scr_val *v) { return REALS(v)->rows; }
size_t scr_val_cols(const scr_val *v) { return REALS(v)->cols; }
int scr_val_ndim(const scr_val *v) { return ITEMS(v)->ndim; }
const size_t *scr_val_dims(const scr_val *v) { return ITEMS(v)->dim; }

/* Order of keys: integers by value, then strings by bytes. */
static int key_order(const scr_val *a, const scr_val *b) {
  if (a->type != b->type) return a->type == SCR_V_STR ? 1 : -1;
  if (a->type == SCR_V_INT) return (a->i > b->i) - (a->i < b->i);
  if (STR(a)->prefix != STR(b)->prefix) return STR(a)->prefix < STR(b)->prefix ? -1 : 1;
  size_t na = STR(a)->n, nb = STR(b)->n;
  if (na == nb && na <= 8) return 0;
  int d = memcmp(STR(a)->s, STR(b)->s, SCR_MIN(na, nb));
  return d ? d : (na > nb) - (na < nb);
}

/* Place of the first key that is not less than `key`. */
static size_t map_place(const scr_map *m, const scr_val *key, bool *found) {
  assert(key->type == SCR_V_INT || key->type == SCR_V_STR);
  size_t lo = 0, hi = m->n;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (key_order(&m->key[mid], key) < 0)
      lo = mid + 1;
    else
      hi = mid;
  }
  *found = lo < m->n && key_order(&m->key[lo], key) == 0;
  return lo;
}

static inline bool same_key(const scr_val *a, const scr_val *b) {
  if (a->type != b->type) return false;
  if (a->type == SCR_V_INT) return a->i == b->i;
  const obj_str *x = STR(a), *y = STR(b);
  return x == y ||
         (x->prefix == y->prefix && x->n == y->n && (x->n <= 8 || memcmp(x->s, y->s, x->n) == 0));
}

static inline size_t key_hash(const scr_val *key) {
  const uint64_t x = key->type == SCR_V_INT ? (uint64_t)key->i : STR(key)->prefix + STR(key)->n;
  return x * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SCR_MAP_HASH_BITS);
}

static scr_val *search(scr_map *m, const scr_val *key) {
  bool found;
  const size_t k = map_place(m, key, &found);
  if (!found) return NULL;
  m->last[key_hash(key)] =
      (uint32_t)k; /* of a map too large for it the place is wrong, and not believed */
  return &m->value[k];
}

/* Programs ask for the same few keys again and again: the search comes after a look at the place
 * of the last time. */
scr_val *scr_val_map_find(const scr_val *map, const scr_val *key) {
  scr_map *m = MAP(map);
  const size_t k = m->last[key_hash(key)];
  return k < m->n && same_key(&m->key[k], key) ? &m->value[k] : search(m, key);
}

void scr_val_map_set(scr_val *map, const scr_val *key, scr_val value) {
  scr_map *m = MAP(map);
  bool found;
  size_t k = map_place(m, key, &found);
  if (found) {
    scr_put(&m->value[k], value);
    return;
  }
  SCR_GROW(m->key, m->cap_key, m->n + 1);
  SCR_GROW(m->value, m->cap_value, m->n + 1);
  memmove(m->key + k + 1, m->key + k, (m->n - k) * sizeof *m->key);
  memmove(m->value + k + 1, m->value + k, (m->n - k) * sizeof *m->value);
  m->key[k] = scr_hold(*key);
  m->value[k] = value;
  m->n++;
}

bool scr_val_map_remove(scr_val *map, const scr_val *key, scr_val *out) {
  scr_map *m = MAP(map);
  bool found;
  size_t k = map_place(m, key, &found);
  if (!found) return false;
  scr_val old_key = m->key[k], old_value = m->value[k];
  m->n--;
  memmove(m->key + k, m->key + k + 1, (m->n - k) * sizeof *m->key);
  memmove(m->value + k, m->value + k + 1, (m->n - k) * sizeof *m->value);
  scr_drop(old_key);
  if (out)
    *out = old_value;
  else
    scr_drop(old_value);
  return true;
}

void scr_val_map_at(const scr_val *map, size_t k, const scr_val **key, scr_val **value) {
  assert(k < MAP(map)->n);
  if (key) *key = &MAP(map)->key[k];
  if (value) *value = &MAP(map)->value[k];
}

scr_val scr_val_clone(const scr_val *v) {
  scr_val c;
  if (v->type == SCR_V_LIST || v->type == SCR_V_ARRAY) {
    c = v->type == SCR_V_LIST ? scr_val_list(ITEMS(v)->n)
                              : scr_val_array(ITEMS(v)->ndim, ITEMS(v)->dim);
    for (size_t k = 0; k < ITEMS(v)->n; k++) ITEMS(&c)->item[k] = scr_hold(scr_val_items(v)[k]);
  } else {
    c = reals(v->type, REALS(v)->rows, REALS(v)->cols);
    memcpy(REALS(&c)->x, REALS(v)->x, REALS(v)->rows * REALS(v)->cols * sizeof(double));
  }
  return c;
}

void scr_val_own(scr_val *v) {
  if (v->type < SCR_V_STR || v->o->refs == 1) return;
  scr_val c = scr_val_clone(v);
  scr_put(v, c);
}

bool scr_val_number(const scr_val *v, double *f) {
  if (v->type == SCR_V_REAL)
    *f = v->f;
  else if (v->type == SCR_V_INT)
    *f = (double)v->i;
  else
    return false;
  return true;
}

bool scr_val_truth(const scr_val *v) {
  switch (v->type) {
  case SCR_V_INT: return v->i != 0;
  case SCR_V_REAL: return v->f != 0;
  case SCR_V_BOOL: return v->b;
  case SCR_V_NULL: return false;
  case SCR_V_STR: return STR(v)->n > 0;
  default: return true;
  }
}

/* Of values that are no lists. */
bool scr_val_same(const scr_val *a, const scr_val *b) {
  double x, y;
  if (a->type == SCR_V_INT && b->type == SCR_V_INT) return a->i == b->i;
  if (scr_val_number(a, &x) && scr_val_number(b, &y)) return x == y;
  if (a->type != b->type) return false;
  switch (a->type) {
  case SCR_V_BOOL: return a->b == b->b;
  case SCR_V_NULL: return true;
  case SCR_V_VEC:
    return a->dim == b->dim && a->v[0] == b->v[0] && a->v[1] == b->v[1] &&
           (a->dim == 2 || a->v[2] == b->v[2]);
  case SCR_V_PTR:
    return a->kind == b->kind && a->ref.index == b->ref.index && a->ref.gen == b->ref.gen;
  case SCR_V_STR: return key_order(a, b) == 0;
  case SCR_V_MATRIX:
  case SCR_V_TENSOR:
    if (REALS(a)->rows != REALS(b)->rows || REALS(a)->cols != REALS(b)->cols) return false;
    for (size_t k = 0; k < scr_val_size(a); k++)
      if (REALS(a)->x[k] != REALS(b)->x[k]) return false;
    return true;
  default: return a->o == b->o;
  }
}

/* What is left of two lists. */
typedef struct pair {
  const scr_val *a, *b;
  size_t n;
} pair;

typedef struct pairs {
  pair *at;
  size_t n, cap;
} pairs;

/* Two lists are to be gone through next. False: they are not the same. */
static bool open_pair(pairs *p, const scr_val *a, const scr_val *b) {
  const size_t size = scr_val_size(a);
  if (a->o == b->o) return true;
  if (size != scr_val_size(b)) return false;
  SCR_GROW(p->at, p->cap, p->n + 1);
  p->at[p->n++] = (pair){scr_val_items(a), scr_val_items(b), size};
  return true;
}

/* Lists are plain values, of elements that are equal as `=` compares them. Files nest them as deep
 * as they like: what is left to be compared is kept beside the stack. */
bool scr_val_same_lists(const scr_fish *f, const scr_val *a, const scr_val *b) {
  pairs left = {0};
  bool same = open_pair(&left, a, b);
  while (same && left.n) {
    pair *last = &left.at[left.n - 1];
    if (last->n == 0) {
      left.n--;
      continue;
    }
    const scr_val *x = last->a++, *y = last->b++;
    const bool lists = x->type == SCR_V_LIST && y->type == SCR_V_LIST;
    last->n--;
    same = lists ? open_pair(&left, x, y) : scr_op_case(f, x, y);
  }
  scr_free(left.at);
  return same;
}

static void format_reals(const double *x, size_t n, scr_buf *out) {
  char text[32];
  for (size_t k = 0; k < n; k++) {
    if (k) scr_buf_puts(out, ",");
    scr_format_real(text, x[k], false);
    scr_buf_puts(out, text);
  }
}

/* Who knows the names of pointers, NULL: nobody; and is null written for what is gone? */
typedef struct form {
  scr_fish *f;
  bool lists;
} form;

static void format_pointer(const form *o, const scr_val *v, scr_buf *out) {
  scr_fish *f = o->f;
  const char *name = f && f->host.kinds ? f->host.kinds[v->kind] : "pointer";
  bool alive = f && f->host.alive ? f->host.alive(f->host.user, v->kind, v->ref) : true;
  if (!alive && f->host.unmade) alive = f->host.unmade(f->host.user, v->kind, v->ref) != NULL;
  if (!alive && o->lists)
    scr_buf_puts(out, "null");
  else if (!alive)
    scr_buf_printf(out, "%s (deleted)", name);
  else if (f && f->host.pointer_id)
    scr_buf_printf(out, "%s %lld", name,
                   (long long)f->host.pointer_id(f->host.user, v->kind, v->ref));
  else
    scr_buf_printf(out, "%s #%u", name, v->ref.index);
}

enum { FORMAT_DEPTH = 20 };
static void format(const form *o, const scr_val *v, scr_buf *out, int depth);

static void format_items(const form *o, const scr_val *v, scr_buf *out, int depth) {
  scr_buf_puts(out, "{");
  for (size_t k = 0; k < scr_val_size(v); k++) {
    if (k) scr_buf_puts(out, ",");
    if (v->type == SCR_V_MAP) {
      format(o, &MAP(v)->key[k], out, depth + 1);
      scr_buf_puts(out, ":");
      format(o, &MAP(v)->value[k], out, depth + 1);
    } else {
      format(o, &scr_val_items(v)[k], out, depth + 1);
    }
  }
  scr_buf_puts(out, "}");
}

/* point{x:1,y:2} */
static void format_struct(const form *o, const scr_val *v, scr_buf *out, int depth) {
  scr_buf_puts(out, scr_struct_name(v));
  scr_buf_puts(out, "{");
  for (size_t k = 1; k < ITEMS(v)->n; k++) {
    const char *member = scr_struct_member_name(v, k);
    if (k > 1) scr_buf_puts(out, ",");
    scr_buf_printf(out, "%s:", member ? member : "?");
    format(o, &scr_val_items(v)[k], out, depth + 1);
  }
  scr_buf_puts(out, "}");
}

static void format_matrix(const scr_val *v, scr_buf *out) {
  scr_buf_puts(out, "{");
  for (size_t r = 0; r < REALS(v)->rows; r++) {
    scr_buf_puts(out, r ? ",{" : "{");
    format_reals(REALS(v)->x + r * REALS(v)->cols, REALS(v)->cols, out);
    scr_buf_puts(out, "}");
  }
  scr_buf_puts(out, "}");
}

/* A container that holds itself is cut off at a fixed depth. */
static void format(const form *o, const scr_val *v, scr_buf *out, int depth) {
  char text[32];
  switch (v->type) {
  case SCR_V_INT: scr_buf_put(out, text, (size_t)scr_format_int(text, v->i)); break;
  case SCR_V_REAL: scr_format_real(text, v->f, true), scr_buf_puts(out, text); break;
  case SCR_V_BOOL: scr_buf_puts(out, v->b ? "true" : "false"); break;
  case SCR_V_NULL: scr_buf_puts(out, "null"); break;
  case SCR_V_VEC:
    scr_buf_puts(out, "("), format_reals(v->v, v->dim, out), scr_buf_puts(out, ")");
    break;
  case SCR_V_PTR: format_pointer(o, v, out); break;
  case SCR_V_STR: scr_buf_put(out, STR(v)->s, STR(v)->n); break;
  case SCR_V_MATRIX: format_matrix(v, out); break;
  case SCR_V_TENSOR:
    scr_buf_puts(out, "("), format_reals(REALS(v)->x, 6, out), scr_buf_puts(out, ")");
    break;
  default:
    if (depth >= FORMAT_DEPTH)
      scr_buf_puts(out, "{...}");
    else if (v->type == SCR_V_STRUCT)
      format_struct(o, v, out, depth);
    else
      format_items(o, v, out, depth);
  }
}

void scr_val_format(const scr_val *v, scr_buf *out) { format(&(form){0}, v, out, 0); }
void scr_format_value(scr_fish *f, const scr_val *v, scr_buf *out) {
  format(&(form){f, false}, v, out, 0);
}
void scr_format_listed(scr_fish *f, const scr_val *v, scr_buf *out) {
  format(&(form){f, true}, v, out, 0);
}

const char *scr_vtype_name(scr_vtype t) {
  static const char *const name[SCR_V_TYPES] = {"integer", "real",   "boolean",  "null",  "vector",
                                                "pointer", "string", "list",     "array", "map",
                                                "matrix",  "tensor", "structure"};
  return t < SCR_V_TYPES ? name[t] : "value";
}

const char *scr_vtype_phrase(scr_vtype t) {
  static const char *const phrase[SCR_V_TYPES] = {
      "an integer", "a real",   "a boolean", "null",     "a vector", "a pointer",  "a string",
      "a list",     "an array", "a map",     "a matrix", "a tensor", "a structure"};
  return t < SCR_V_TYPES ? phrase[t] : "a value";
}
