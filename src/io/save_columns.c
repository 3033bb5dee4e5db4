/* Columns to the sections of a save file: see save_columns.h. */
#include "io/save_columns.h"

#include "base/mem.h"

scr_outcol *scr_outcols_add(scr_outcols *all, const scr_save_column *c, const uint32_t *order,
                            uint32_t rows) {
  SCR_GROW(all->col, all->cap, all->n + 1);
  scr_outcol *col = &all->col[all->n++];
  *col = (scr_outcol){.c = *c, .rows = rows, .order = order, .used = c->comps};
  return col;
}

static void add_number(scr_outcols *all, uint64_t number, scr_ctype type, int comps) {
  const scr_save_column bare = {NULL, type, comps, NULL, 0};
  scr_outcols_add(all, &bare, NULL, 1)->number = number;
}

void scr_outcols_add_u32(scr_outcols *all, uint32_t number) {
  add_number(all, number, SCR_C_U32, 1);
}
void scr_outcols_add_u64(scr_outcols *all, uint64_t number) {
  add_number(all, number, SCR_C_U32, 2);
}

static size_t row_size(const scr_outcol *c) {
  return scr_ctype_size(c->c.type) * (size_t)c->c.comps;
}

static size_t column_size(const scr_outcol *c) {
  return c->rows * row_size(c) + (c->c.name ? scr_column_head_size(&c->c) : 0);
}

/* ---- pieces: ranges of rows of one column; what fits the second-level cache beside what it is
 * made of ---- */

enum { PIECE = 1 << 18 };

static uint32_t piece_rows(const scr_outcol *c) { return (uint32_t)(PIECE / row_size(c)); }

static size_t pieces_of(const scr_outcol *c) {
  return c->rows ? (c->rows + (size_t)piece_rows(c) - 1) / piece_rows(c) : 1;
}

/* Written is what a number of a row means elsewhere. */
static void fill_mapped(const scr_outcol *c, uint32_t from, uint32_t n, unsigned char *to) {
  const bool byte = c->c.type == SCR_C_U8;
  const size_t size = scr_ctype_size(c->c.type);
  for (uint32_t k = from; k < from + n; k++) {
    const unsigned char *row = c->c.base + c->c.stride * c->order[k];
    for (int i = 0; i < c->c.comps; i++, to += size) {
      const uint32_t value =
          i >= c->used ? 0
                       : c->map[byte ? row[i] : ((const uint32_t *)(const void *)row)[i]] - c->less;
      if (byte)
        *to = (unsigned char)value;
      else
        scr_copy_le(to, &value, sizeof value);
    }
  }
}

static void pack_rows(const scr_outcol *c, uint32_t from, uint32_t n, unsigned char *to) {
  if (c->fill)
    c->fill(c, from, n, to);
  else if (!c->c.base)
    memset(to, 0, n * row_size(c));
  else if (c->map)
    fill_mapped(c, from, n, to);
  else
    scr_put_rows(to, &c->c, c->order + from, n);
}

static void pack_column(const scr_outcol *c, size_t piece, scr_buf *to) {
  const uint32_t from = (uint32_t)(piece * piece_rows(c)),
                 n = SCR_MIN(piece_rows(c), c->rows - from);
  if (!c->c.name) {
    scr_copy_le(scr_put_room(to, row_size(c)), &c->number, row_size(c));
    return;
  }
  if (piece == 0) scr_put_column_head(to, &c->c);
  pack_rows(c, from, n, scr_put_room(to, n * row_size(c)));
}

static void pack(void *user, size_t piece, scr_buf *to) {
  const scr_outcols *all = user;
  const scr_outcol *c = all->col;
  for (; piece >= pieces_of(c); c++) piece -= pieces_of(c);
  pack_column(c, piece, to);
}

void scr_outcols_write(scr_outcols *all, scr_saveout *o, const char *section, scr_par *par) {
  scr_savepieces p = {.pack = pack, .user = all};
  for (size_t k = 0; k < all->n; k++) {
    p.n += pieces_of(&all->col[k]);
    p.size += column_size(&all->col[k]);
  }
  scr_saveout_pieces(o, section, &p, par);
  SCR_DROP(all->col, all->cap);
  all->n = 0;
}
