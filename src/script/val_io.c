/* Values of FISH to and from bytes: see val_io.h. Containers are worked through with a list of
 * those that are open instead of by recursion, so that a chain of any length can be saved. */
#include "script/val_io.h"

#include "base/mem.h"
#include "script/internal.h"

/* A container of which k elements are done. */
typedef struct open_box {
  scr_val box;
  size_t k;
} open_box;
typedef struct open_list {
  open_box *item;
  size_t n, cap;
} open_list;

static void open_push(open_list *l, scr_val box) {
  SCR_GROW(l->item, l->cap, l->n + 1);
  l->item[l->n++] = (open_box){box, 0};
}

static bool is_box(uint8_t type) {
  return type == SCR_V_LIST || type == SCR_V_ARRAY || type == SCR_V_MAP || type == SCR_V_STRUCT;
}

enum { BOX_NEW, BOX_SEEN };

/* ---- writing ---- */

static void put_box_head(scr_val_writer *w, const scr_val *v) {
  if (v->type != SCR_V_ARRAY) {
    scr_put_u64(w->out, scr_val_size(v));
    return;
  }
  scr_put_u8(w->out, (uint8_t)scr_val_ndim(v));
  for (int k = 0; k < scr_val_ndim(v); k++) scr_put_u64(w->out, scr_val_dims(v)[k]);
}

static void put_box(scr_val_writer *w, open_list *open, const scr_val *v) {
  uint64_t address = (uint64_t)(uintptr_t)v->o;
  uint32_t seen = scr_u64map_get(&w->seen, address, UINT32_MAX);
  scr_put_u8(w->out, seen == UINT32_MAX ? BOX_NEW : BOX_SEEN);
  if (seen != UINT32_MAX) {
    scr_put_u32(w->out, seen);
    return;
  }
  scr_u64map_set(&w->seen, address, w->nseen++);
  put_box_head(w, v);
  open_push(open, *v);
}

static void put_string(scr_buf *b, const scr_val *v) {
  size_t n;
  const char *s = scr_val_cstr(v, &n);
  scr_put_u64(b, n);
  if (n) memcpy(scr_put_room(b, n), s, n);
}

static void put_matrix(scr_buf *b, const scr_val *v) {
  scr_put_u64(b, scr_val_rows(v));
  scr_put_u64(b, scr_val_cols(v));
  scr_put_f64s(b, scr_val_reals(v), scr_val_size(v));
}

static void put_one(scr_val_writer *w, open_list *open, const scr_val *v) {
  scr_put_u8(w->out, v->type);
  switch (v->type) {
  case SCR_V_INT: scr_put_u64(w->out, (uint64_t)v->i); break;
  case SCR_V_REAL: scr_put_f64(w->out, v->f); break;
  case SCR_V_BOOL: scr_put_u8(w->out, v->b); break;
  case SCR_V_VEC:
    scr_put_u8(w->out, v->dim);
    scr_put_f64s(w->out, v->v, v->dim);
    break;
  case SCR_V_PTR:
    scr_put_u8(w->out, v->kind);
    scr_put_u64(w->out, w->number_of(w->user, v->kind, v->ref));
    break;
  case SCR_V_STR: put_string(w->out, v); break;
  case SCR_V_MATRIX: put_matrix(w->out, v); break;
  case SCR_V_TENSOR: scr_put_f64s(w->out, scr_val_reals(v), 6); break;
  case SCR_V_LIST:
  case SCR_V_ARRAY:
  case SCR_V_STRUCT:
  case SCR_V_MAP: put_box(w, open, v); break;
  default: assert(v->type == SCR_V_NULL);
  }
}

void scr_val_put(scr_val_writer *w, const scr_val *v) {
  open_list open = {0};
  put_one(w, &open, v);
  while (open.n) {
    open_box *top = &open.item[open.n - 1];
    if (top->k == scr_val_size(&top->box)) {
      open.n--;
      continue;
    }
    size_t k = top->k++;
    scr_val box = top->box;
    if (box.type == SCR_V_MAP) {
      const scr_val *key;
      scr_val *value;
      scr_val_map_at(&box, k, &key, &value);
      put_one(w, &open, key);
      put_one(w, &open, value);
    } else {
      put_one(w, &open, &scr_val_items(&box)[k]);
    }
  }
  scr_free(open.item);
}

void scr_val_writer_free(scr_val_writer *w) { scr_u64map_free(&w->seen); }

/* ---- reading ---- */

static scr_val bad(scr_bytes *in) {
  in->bad = true;
  return scr_val_int(0);
}

static scr_val get_array(scr_bytes *in) {
  size_t dim[SCR_DIMS_MAX] = {0}, n = 1;
  int ndim = scr_get_u8(in);
  if (ndim < 1 || ndim > SCR_DIMS_MAX) return bad(in);
  for (int k = 0; k < ndim; k++) {
    uint64_t d = scr_get_u64(in);
    if (in->bad || (d && n > (size_t)(in->end - in->at) / d))
      return bad(in); /* an element takes a byte at least */
    dim[k] = (size_t)d;
    n *= dim[k];
  }
  return scr_val_array(ndim, dim);
}

static scr_val get_new_box(scr_bytes *in, uint8_t type, size_t *size) {
  if (type == SCR_V_ARRAY) {
    scr_val v = get_array(in);
    *size = in->bad ? 0 : scr_val_size(&v);
    return v;
  }
  *size = scr_get_count(in, type == SCR_V_MAP ? 2 : 1);
  if (in->bad) return scr_val_int(0);
  return type == SCR_V_LIST     ? scr_val_list(*size)
         : type == SCR_V_STRUCT ? scr_val_struct(*size)
                                : scr_val_map();
}

/* While reading, the counter of an open container says how many elements are still to come. */
static scr_val get_box(scr_val_reader *r, open_list *open, uint8_t type) {
  scr_bytes *in = r->in;
  uint8_t mark = scr_get_u8(in);
  if (mark == BOX_SEEN) {
    uint32_t k = scr_get_u32(in);
    return in->bad || k >= r->nseen || r->seen[k].type != type ? bad(in) : scr_val_hold(r->seen[k]);
  }
  size_t size = 0;
  scr_val v = mark == BOX_NEW ? get_new_box(in, type, &size) : bad(in);
  if (in->bad) return v;
  SCR_GROW(r->seen, r->cap, r->nseen + 1);
  r->seen[r->nseen++] = scr_val_hold(v);
  open_push(open, v);
  open->item[open->n - 1].k = size;
  return v;
}

static scr_val get_vec(scr_bytes *in) {
  double x[3] = {0};
  uint8_t dim = scr_get_u8(in);
  if (dim != 2 && dim != 3) return bad(in);
  scr_get_f64s(in, x, dim);
  return scr_val_vec(dim, x);
}

static scr_val get_pointer(scr_val_reader *r) {
  uint8_t kind = scr_get_u8(r->in);
  uint64_t number = scr_get_u64(r->in);
  scr_ref ref = {0, 0};
  if (r->in->bad || !r->find(r->user, kind, number, &ref)) return bad(r->in);
  return scr_val_ptr(kind, ref);
}

static scr_val get_string(scr_bytes *in) {
  size_t n = scr_get_count(in, 1);
  const unsigned char *s = scr_get_span(in, n);
  return s ? scr_val_strn((const char *)s, n) : bad(in);
}

static scr_val get_matrix(scr_bytes *in) {
  uint64_t rows = scr_get_u64(in), cols = scr_get_u64(in),
           most = (uint64_t)(in->end - in->at) / sizeof(double);
  if (in->bad || rows > SIZE_MAX / 64 || cols > SIZE_MAX / 64 || (cols && rows > most / cols))
    return bad(in);
  scr_val v = scr_val_matrix((size_t)rows, (size_t)cols);
  scr_get_f64s(in, scr_val_reals(&v), scr_val_size(&v));
  return v;
}

static scr_val get_tensor(scr_bytes *in) {
  double t[6];
  scr_get_f64s(in, t, 6);
  return scr_val_tensor(t);
}

static scr_val get_one(scr_val_reader *r, open_list *open) {
  scr_bytes *in = r->in;
  uint8_t type = scr_get_u8(in);
  switch (type) {
  case SCR_V_INT: return scr_val_int((int64_t)scr_get_u64(in));
  case SCR_V_REAL: return scr_val_real(scr_get_f64(in));
  case SCR_V_BOOL: return scr_val_bool(scr_get_bool(in));
  case SCR_V_NULL: return scr_val_null();
  case SCR_V_VEC: return get_vec(in);
  case SCR_V_PTR: return get_pointer(r);
  case SCR_V_STR: return get_string(in);
  case SCR_V_MATRIX: return get_matrix(in);
  case SCR_V_TENSOR: return get_tensor(in);
  default: return is_box(type) ? get_box(r, open, type) : bad(in);
  }
}

/* The next pair of a map; keys must ascend, which also rules out doubles. */
static void get_pair(scr_val_reader *r, open_list *open, scr_val map) {
  scr_val key = get_one(r, open);
  size_t before = scr_val_size(&map);
  if (r->in->bad || (key.type != SCR_V_INT && key.type != SCR_V_STR)) {
    bad(r->in);
  } else {
    scr_val value = get_one(r, open);
    scr_val_map_set(&map, &key, value);
    const scr_val *last;
    if (scr_val_size(&map) != before + 1)
      bad(r->in);
    else if (scr_val_map_at(&map, before, &last, NULL), !scr_val_same(last, &key))
      bad(r->in);
  }
  scr_val_drop(&key);
}

scr_val scr_val_get(scr_val_reader *r) {
  open_list open = {0};
  scr_val first = get_one(r, &open);
  while (open.n && !r->in->bad) {
    open_box *top = &open.item[open.n - 1];
    if (top->k == 0) {
      open.n--;
      continue;
    }
    top->k--;
    scr_val box = top->box;
    if (box.type == SCR_V_MAP) {
      get_pair(r, &open, box);
    } else {
      size_t k = scr_val_size(&box) - top->k - 1;
      scr_val v = get_one(r, &open);
      scr_val_items(&box)[k] = v;
    }
  }
  scr_free(open.item);
  return first;
}

void scr_val_reader_free(scr_val_reader *r) {
  for (size_t k = 0; r->in->bad && k < r->nseen; k++) scr_box_empty(&r->seen[k]);
  for (size_t k = 0; r->fish && k < r->nseen; k++) scr_box_holds(r->fish, &r->seen[k], &r->seen[k]);
  for (size_t k = 0; k < r->nseen; k++) scr_val_drop(&r->seen[k]);
  scr_free(r->seen);
  r->seen = NULL;
  r->nseen = r->cap = 0;
}

/* ---- machines ---- */

scr_fish *scr_fish_twin(scr_fish *f) {
  scr_fish *twin = scr_fish_new(&f->host, f->diag);
  scr_fish_set_dim(twin, scr_fish_dim(f));
  for (size_t k = 0; k < scr_fish_rows(f); k++) scr_fish_bind(twin, scr_fish_row(f, k), 1);
  return twin;
}
