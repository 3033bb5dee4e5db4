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

void scr_put_rows(unsigned char *to, const scr_save_column *c, const uint32_t *order, uint32_t n) {
  BY_SIZE(put_as, to, c, order, n)
}

void scr_get_column(scr_bytes *in, const scr_save_column *c, uint32_t n) {
  expect_text(in, c->name);
  expect_u8(in, c->type);
  expect_u8(in, c->comps);
  const unsigned char *from = scr_get_span(in, n * (size_t)c->comps * scr_ctype_size(c->type));
  if (from) BY_SIZE(get_as, from, c, n)
}

bool scr_column_follows(const scr_bytes *in, const char *name) {
  scr_bytes ahead = *in;
  expect_text(&ahead, name);
  return !ahead.bad;
}

scr_save_column scr_save_column_of(const scr_table *t, int col) {
  return (scr_save_column){t->col[col].name, t->col[col].type, t->col[col].comps,
                           (unsigned char *)scr_table_at(t, col, 0),
                           t->base[col] ? t->stride[col] : 0};
}

scr_save_meaning scr_save_meaning_of(const scr_column *c) {
  static const struct {
    const char *name;
    scr_save_meaning meaning;
  } known[] = {{"name", SCR_M_WORD},
               {"groups", SCR_M_GROUPS},
               {"surface", SCR_M_SURFACE},
               {"wall", SCR_M_WALL},
               {"vertex", SCR_M_VERTEX}};
  if (c->type != SCR_C_U32) return SCR_M_PLAIN;
  for (size_t k = 0; k < SCR_COUNTOF(known); k++)
    if (strcmp(c->name, known[k].name) == 0) return known[k].meaning;
  return SCR_M_PLAIN;
}

const char *const scr_save_family_name[SCR_FAMILIES] = {"state", "force", "work", "moment", "dash"};

double **scr_save_family_of(scr_pairs *p, scr_save_family f, int *most) {
  switch (f) {
  case SCR_FAMILY_STATE: return *most = SCR_COUNTOF(p->state), p->state;
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
