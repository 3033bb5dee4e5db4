/* How a world lies in a save file: see save_layout.h. */
#include "io/save_layout.h"

const char *const scr_save_table_name[SCR_SAVE_TABLES] = {"wall", "vertex", "facet", "ball",
                                                          "body"};

scr_table *scr_save_table_of(scr_world *w, scr_save_table t) {
  switch (t) {
  case SCR_T_WALL: return &w->wall;
  case SCR_T_VERTEX: return &w->vertex;
  case SCR_T_FACET: return &w->facet;
  case SCR_T_BODY: return &w->body;
  default: return &w->ball;
  }
}

/* ---- single values ---- */

#define FIELD(name, type, comps, member)                                                           \
  { name, SCR_F_##type, comps, offsetof(scr_world, member) }

const scr_field scr_save_model_field[] = {
    FIELD("dim", I32, 1, dim),
    FIELD("large-strain", BOOL, 1, large_strain),
    FIELD("gravity", F64, 3, gravity),
    FIELD("cycle", U64, 1, cycle),
    FIELD("time", F64, 1, time),
    FIELD("time-carry", F64, 1, time_carry),
    FIELD("force-exponent", I32, 1, force_exponent),
    FIELD("moment-exponent", I32, 1, moment_exponent),
    FIELD("next-force-exponent", I32, 1, next_force_exponent),
    FIELD("next-moment-exponent", I32, 1, next_moment_exponent),
    FIELD("kick-pending", BOOL, 1, kick_pending),
    FIELD("random", U64, 4, rng.s),
    FIELD("energy", BOOL, 1, energy_on),
    FIELD("domain", BOOL, 1, domain.set),
    FIELD("domain-low", F64, 3, domain.lo),
    FIELD("domain-high", F64, 3, domain.hi),
    FIELD("domain-condition", U8, 3, domain.condition),
    FIELD("timestep-mode", U8, 1, timestep.mode),
    FIELD("timestep-given", F64, 1, timestep.given),
    FIELD("timestep-maximum", F64, 1, timestep.maximum),
    FIELD("timestep-increment", F64, 1, timestep.increment),
    FIELD("timestep-safety", F64, 1, timestep.safety),
    FIELD("timestep", F64, 1, timestep.current),
};
const int scr_save_model_fields = SCR_COUNTOF(scr_save_model_field);

static size_t field_size(scr_ftype type) {
  static const size_t size[] = {[SCR_F_F64] = 8, [SCR_F_I32] = 4, [SCR_F_U32] = 4,
                                [SCR_F_U64] = 8, [SCR_F_U8] = 1,  [SCR_F_BOOL] = sizeof(bool)};
  return size[type];
}

void scr_put_fields(scr_buf *b, const scr_field *f, int n, const void *from) {
  scr_put_u32(b, (uint32_t)n);
  for (int k = 0; k < n; k++) {
    const unsigned char *value = (const unsigned char *)from + f[k].offset;
    size_t size = field_size(f[k].type);
    scr_put_text(b, f[k].name);
    scr_put_u8(b, (uint8_t)f[k].type);
    scr_put_u8(b, (uint8_t)f[k].comps);
    for (int c = 0; c < f[k].comps; c++)
      scr_copy_le(scr_put_room(b, size), value + size * (size_t)c, size);
  }
}

/* A name as the program gives them: letters without blanks. Empty after what is none. */
static const char *get_name(scr_bytes *in, size_t *length) {
  enum { LONGEST = 255 };
  *length = scr_get_u32(in);
  const unsigned char *name = *length <= LONGEST ? scr_get_span(in, *length) : NULL;
  bool good = name && *length;
  for (size_t k = 0; good && k < *length; k++) good = name[k] > ' ' && name[k] < 127;
  in->bad |= !good;
  *length = good ? *length : 0;
  return good ? (const char *)name : "";
}

static bool is_name(const char *name, size_t length, const char *other) {
  return strlen(other) == length && memcmp(name, other, length) == 0;
}

static void take_field(scr_bytes *in, const scr_field *f, const unsigned char *from,
                       unsigned char *to) {
  const size_t size = field_size(f->type);
  for (int c = 0; c < f->comps; c++, from += size, to += size)
    if (f->type == SCR_F_BOOL && *from > 1)
      in->bad = true; /* no other byte may lie in a bool */
    else
      scr_copy_le(to, from, size);
}

/* One value of the file; k: which of f that is, n if it is none. */
static int get_field(scr_bytes *in, const scr_field *f, int n, void *to, const char **name,
                     size_t *length) {
  *name = get_name(in, length);
  const uint8_t type = scr_get_u8(in), comps = scr_get_u8(in);
  in->bad |= type > SCR_F_BOOL || comps == 0;
  if (in->bad) return n;
  const unsigned char *value = scr_get_span(in, comps * field_size((scr_ftype)type));
  int k = 0;
  while (k < n && !is_name(*name, *length, f[k].name)) k++;
  if (k == n || !value) return n;
  in->bad |= type != f[k].type || comps != f[k].comps;
  if (!in->bad) take_field(in, &f[k], value, (unsigned char *)to + f[k].offset);
  return k;
}

void scr_get_fields(scr_bytes *in, const scr_field *f, int n, void *to, scr_savefile *file,
                    const char *section) {
  uint64_t seen = 0;
  assert(n < 64);
  const uint32_t count = scr_get_u32(in);
  for (uint32_t i = 0; i < count && !in->bad; i++) {
    const char *name;
    size_t length;
    const int k = get_field(in, f, n, to, &name, &length);
    if (k < n) {
      in->bad |= seen >> k & 1; /* comes twice */
      seen |= 1ull << k;
    } else if (file && !in->bad) {
      scr_savefile_skip(file, section, name, length);
    }
  }
}

/* ---- columns ---- */

/* Sizes and components that the compiler knows, so that each number is a load and a store. Rows of
 * the file come one after the other, those in memory `stride` bytes apart. */
static inline void put_as(unsigned char *to, const scr_save_column *c, const uint32_t *order,
                          uint32_t n, size_t size, int comps) {
  enum { AHEAD = 24 }; /* rows lie anywhere */
  for (uint32_t k = 0; k < n; k++) {
    __builtin_prefetch(c->base + c->stride * order[SCR_MIN(k + AHEAD, n - 1)]);
    const unsigned char *row = c->base + c->stride * order[k];
    for (int i = 0; i < comps; i++, to += size) scr_copy_le(to, row + (size_t)i * size, size);
  }
}

static inline void get_as(const unsigned char *from, const scr_save_column *c, uint32_t n,
                          size_t size, int comps) {
  unsigned char *row = c->base;
  for (uint32_t k = 0; k < n; k++, row += c->stride)
    for (int i = 0; i < comps; i++, from += size) scr_copy_le(row + (size_t)i * size, from, size);
}

#define BY_SIZE(call, ...)                                                                         \
  switch (scr_ctype_size(c->type) * 4 + (size_t)SCR_MIN(c->comps, 2)) {                            \
  case 8 * 4 + 1: call(__VA_ARGS__, 8, 1); break;                                                  \
  case 8 * 4 + 2: call(__VA_ARGS__, 8, c->comps); break;                                           \
  case 4 * 4 + 1: call(__VA_ARGS__, 4, 1); break;                                                  \
  case 4 * 4 + 2: call(__VA_ARGS__, 4, c->comps); break;                                           \
  default: call(__VA_ARGS__, 1, c->comps);                                                         \
  }

size_t scr_column_head_size(const scr_save_column *c) { return 4 + strlen(c->name) + 2; }

void scr_put_column_head(scr_buf *b, const scr_save_column *c) {
  scr_put_text(b, c->name);
  scr_put_u8(b, (uint8_t)c->type);
  scr_put_u8(b, (uint8_t)c->comps);
}

void scr_put_rows(unsigned char *to, const scr_save_column *c, const uint32_t *order,
                  uint32_t n){BY_SIZE(put_as, to, c, order, n)}

scr_save_head scr_get_head(scr_bytes *in, uint32_t n) {
  scr_save_head h = {0};
  h.name = get_name(in, &h.length);
  const uint8_t type = scr_get_u8(in), comps = scr_get_u8(in);
  in->bad |= type > SCR_C_U8 || comps == 0;
  if (!in->bad) {
    h.type = (scr_ctype)type, h.comps = comps;
    h.value = scr_get_span(in, n * (size_t)comps * scr_ctype_size(h.type));
  }
  if (in->bad) h = (scr_save_head){.name = ""};
  return h;
}

bool scr_head_is(const scr_save_head *h, const char *name) {
  return is_name(h->name, h->length, name);
}

bool scr_take_column(const scr_save_head *h, const scr_save_column *c, uint32_t n) {
  if (h->type != c->type || h->comps != c->comps || !h->value) return false;
  const unsigned char *from = h->value;
  BY_SIZE(get_as, from, c, n)
  return true;
}

scr_save_column scr_save_column_of(const scr_table *t, int col) {
  return (scr_save_column){t->col[col].name, t->col[col].type, t->col[col].comps,
                           (unsigned char *)scr_table_at(t, col, 0),
                           t->base[col] ? t->stride[col] : 0};
}

/* ---- contacts ---- */

#define PAIR(name, type, needed, member)                                                           \
  { name, SCR_C_##type, needed, offsetof(scr_pairs, member) }
const scr_save_pair_row scr_save_pair_column[SCR_SAVE_PAIRS] = {
    [SCR_SP_ID] = PAIR("id", U32, true, id),
    [SCR_SP_END_1] = PAIR("end-1", U32, true, i),
    [SCR_SP_END_2] = PAIR("end-2", U32, true, j),
    [SCR_SP_LAW] = PAIR("law", U8, true, law),
    [SCR_SP_FLAG] = PAIR("flag", U8, true, flag),
    [SCR_SP_SHIFT] = PAIR("shift", U8, true, shift),
    [SCR_SP_SET] = PAIR("set", U32, true, pset),
    [SCR_SP_GROUPS] = PAIR("groups", U32, false, groups),
};

scr_save_column scr_save_pair_column_of(const scr_pairs *p, scr_save_pair column) {
  const scr_save_pair_row *r = &scr_save_pair_column[column];
  unsigned char *base;
  memcpy(&base, (const unsigned char *)p + r->offset, sizeof base);
  return (scr_save_column){r->name, r->type, 1, base, scr_ctype_size(r->type)};
}

/* No name is empty, and the letters of one make a large number. The number of a family is followed
 * by the length of its name, or is 0. */
bool scr_family_follows(const scr_bytes *in) {
  enum { LONGEST = 255 };
  scr_bytes ahead = *in;
  if (scr_get_u32(&ahead) == 0) return !ahead.bad;
  return scr_get_u32(&ahead) <= LONGEST && !ahead.bad;
}

const char *const scr_save_family_name[SCR_FAMILIES] = {"state", "force", "work", "moment", "dash"};

double **scr_save_family_of(scr_pairs *p, scr_save_family f, int *most) {
  switch (f) {
  case SCR_FAMILY_STATE: return *most = p->states, p->state;
  case SCR_FAMILY_FORCE: return *most = SCR_COUNTOF(p->force), p->force;
  case SCR_FAMILY_WORK: return *most = SCR_COUNTOF(p->work), p->work;
  case SCR_FAMILY_MOMENT: return *most = SCR_COUNTOF(p->moment), p->moment;
  default: return *most = SCR_COUNTOF(p->dash), p->dash;
  }
}

int scr_method_arity(const scr_method *m) {
  int n = 0;
  while (m->args && m->args[n]) n++;
  return n;
}
