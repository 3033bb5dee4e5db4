/* How a world lies in a save file: see save_layout.h. */
#include "io/save_layout.h"

const char *const scr_save_table_name[SCR_SAVE_TABLES] = {"wall", "vertex", "facet", "ball"};

scr_table *scr_save_table_of(scr_world *w, scr_save_table t) {
  switch (t) {
  case SCR_T_WALL: return &w->wall;
  case SCR_T_VERTEX: return &w->vertex;
  case SCR_T_FACET: return &w->facet;
  default: return &w->ball;
  }
}

/* ---- single values ---- */

#define FIELD(name, type, comps, member)                                                                                         \
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
  static const size_t size[] = {
      [SCR_F_F64] = 8, [SCR_F_I32] = 4, [SCR_F_U32] = 4, [SCR_F_U64] = 8, [SCR_F_U8] = 1, [SCR_F_BOOL] = sizeof(bool)};
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
    for (int c = 0; c < f[k].comps; c++) scr_copy_le(scr_put_room(b, size), value + size * (size_t)c, size);
  }
}

/* Reads a text and compares it with the one that must stand here. */
static void expect_text(scr_bytes *in, const char *text) {
  size_t n = scr_get_u32(in);
  const unsigned char *span = scr_get_span(in, n);
  if (!span || n != strlen(text) || memcmp(span, text, n) != 0) in->bad = true;
}

static void expect_u8(scr_bytes *in, int value) {
  if (scr_get_u8(in) != value) in->bad = true;
}

void scr_get_fields(scr_bytes *in, const scr_field *f, int n, void *to) {
  if (scr_get_u32(in) != (uint32_t)n) in->bad = true;
  for (int k = 0; k < n; k++) {
    unsigned char *value = (unsigned char *)to + f[k].offset;
    size_t size = field_size(f[k].type);
    expect_text(in, f[k].name);
    expect_u8(in, f[k].type);
    expect_u8(in, f[k].comps);
    for (int c = 0; c < f[k].comps; c++) {
      const unsigned char *span = scr_get_span(in, size);
      if (!span) return;
      if (f[k].type == SCR_F_BOOL && *span > 1)
        in->bad = true; /* no other byte may lie in a bool */
      else
        scr_copy_le(value + size * (size_t)c, span, size);
    }
  }
}

/* ---- columns ---- */

/* Numbers of a size that the compiler knows, so that each is a load and a store: n rows of `comps` of them, `stride` bytes apart;
 * the rows of the file come one after the other. */
#define COPY_ROWS(size)                                                                                                          \
  static void put_rows_##size(unsigned char *to, const scr_save_column *c, const uint32_t *order, uint32_t n) {                  \
    for (uint32_t k = 0; k < n; k++) {                                                                                           \
      const unsigned char *from = c->base + c->stride * (order ? order[k] : k);                                                  \
      for (int i = 0; i < c->comps; i++, to += size) scr_copy_le(to, from + i * size, size);                                     \
    }                                                                                                                            \
  }                                                                                                                              \
  static void get_rows_##size(const unsigned char *from, const scr_save_column *c, uint32_t n) {                                 \
    for (uint32_t k = 0; k < n; k++) {                                                                                           \
      unsigned char *to = c->base + c->stride * k;                                                                               \
      for (int i = 0; i < c->comps; i++, from += size) scr_copy_le(to + i * size, from, size);                                   \
    }                                                                                                                            \
  }
COPY_ROWS(1)
COPY_ROWS(4)
COPY_ROWS(8)

void scr_put_column(scr_buf *b, const scr_save_column *c, const uint32_t *order, uint32_t n) {
  const size_t size = scr_ctype_size(c->type);
  scr_put_text(b, c->name);
  scr_put_u8(b, (uint8_t)c->type);
  scr_put_u8(b, (uint8_t)c->comps);
  unsigned char *to = scr_put_room(b, n * (size_t)c->comps * size);
  if (size == 8)
    put_rows_8(to, c, order, n);
  else if (size == 4)
    put_rows_4(to, c, order, n);
  else
    put_rows_1(to, c, order, n);
}

void scr_get_column(scr_bytes *in, const scr_save_column *c, uint32_t n) {
  const size_t size = scr_ctype_size(c->type);
  expect_text(in, c->name);
  expect_u8(in, c->type);
  expect_u8(in, c->comps);
  const unsigned char *from = scr_get_span(in, n * (size_t)c->comps * size);
  if (from && size == 8)
    get_rows_8(from, c, n);
  else if (from && size == 4)
    get_rows_4(from, c, n);
  else if (from)
    get_rows_1(from, c, n);
}

bool scr_column_follows(const scr_bytes *in, const char *name) {
  scr_bytes ahead = *in;
  expect_text(&ahead, name);
  return !ahead.bad;
}

scr_save_column scr_save_column_of(const scr_table *t, int col) {
  return (scr_save_column){t->col[col].name, t->col[col].type, t->col[col].comps, (unsigned char *)scr_table_at(t, col, 0),
                           t->base[col] ? t->stride[col] : 0};
}

scr_save_meaning scr_save_meaning_of(const scr_column *c) {
  static const struct {
    const char *name;
    scr_save_meaning meaning;
  } known[] = {
      {"name", SCR_M_WORD}, {"groups", SCR_M_GROUPS}, {"surface", SCR_M_SURFACE}, {"wall", SCR_M_WALL}, {"vertex", SCR_M_VERTEX}};
  if (c->type != SCR_C_U32) return SCR_M_PLAIN;
  for (size_t k = 0; k < SCR_COUNTOF(known); k++)
    if (strcmp(c->name, known[k].name) == 0) return known[k].meaning;
  return SCR_M_PLAIN;
}

const char *const scr_save_family_name[SCR_FAMILIES] = {"state", "force", "work", "dash"};

double **scr_save_family_of(scr_pairs *p, scr_save_family f, int *most) {
  switch (f) {
  case SCR_FAMILY_STATE: return *most = SCR_COUNTOF(p->state), p->state;
  case SCR_FAMILY_FORCE: return *most = SCR_COUNTOF(p->force), p->force;
  case SCR_FAMILY_WORK: return *most = SCR_COUNTOF(p->work), p->work;
  default: return *most = SCR_COUNTOF(p->dash), p->dash;
  }
}

int scr_method_arity(const scr_method *m) {
  int n = 0;
  while (m->args && m->args[n]) n++;
  return n;
}
