/* FISH intrinsics for memory as PFC has it: cells with addresses, from which scripts make linked
 * lists. A map holds them, in a symbol that no data file can name, so that they are saved and
 * forgotten with all others. */
#include "script/rows.h"

#define CALL(name) static bool name(scr_fish *f, int n, const scr_val *a, scr_val *out)

static scr_val cells_of(scr_fish *f) {
  const int symbol = scr_fish_symbol(f, SCR_FISH_CELLS, true);
  if (scr_fish_get(f, symbol).type != SCR_V_MAP) scr_fish_set(f, symbol, scr_val_map());
  return scr_fish_get(f, symbol);
}

static scr_val *cell_of(scr_fish *f, const scr_val *address) {
  const scr_val cells = cells_of(f);
  scr_val *cell = address->i > 0 ? scr_val_map_find(&cells, address) : NULL;
  if (!cell)
    scr_fail(f->diag, NULL, SCR_E_VALUE, "there is no memory at the address %lld",
             (long long)address->i);
  return cell;
}

static bool count_of(scr_fish *f, const scr_val *a, int64_t *n) {
  enum { MOST = 100000000 };
  *n = a->i;
  return (*n >= 1 && *n <= MOST) ||
         scr_fail(f->diag, NULL, SCR_E_VALUE, "a number of cells from 1 to %d is wanted, not %lld",
                  MOST, (long long)*n);
}

/* memory.create(n): the address of n cells that follow each other. Addresses are counted up from
 * 1, in cell 0, and never used again. */
CALL(fn_create) {
  int64_t count;
  SCR_UNUSED(n);
  if (!count_of(f, a, &count)) return false;
  scr_val cells = cells_of(f);
  const scr_val top = scr_val_int(0);
  const scr_val *used = scr_val_map_find(&cells, &top);
  const int64_t first = (used ? used->i : 0) + 1;
  scr_val_map_set(&cells, &top, scr_val_int(first + count - 1));
  for (int64_t k = 0; k < count; k++) {
    const scr_val address = scr_val_int(first + k);
    scr_val_map_set(&cells, &address, scr_val_int(0));
  }
  *out = scr_val_int(first);
  return true;
}

/* memory.delete(n, address) */
CALL(fn_delete) {
  int64_t count;
  SCR_UNUSED(n);
  if (!count_of(f, a, &count)) return false;
  for (int64_t k = 0; k < count; k++) {
    const scr_val address = scr_val_int(a[1].i + k);
    if (!cell_of(f, &address)) return false;
  }
  scr_val cells = cells_of(f);
  for (int64_t k = 0; k < count; k++) {
    const scr_val address = scr_val_int(a[1].i + k);
    scr_val_map_remove(&cells, &address, NULL);
  }
  *out = scr_val_int(0);
  return true;
}

CALL(fn_memory) {
  SCR_UNUSED(n);
  const scr_val *cell = cell_of(f, a);
  if (cell) *out = scr_hold(*cell);
  return cell != NULL;
}

static bool set_memory(scr_fish *f, int n, const scr_val *a, const scr_val *value) {
  SCR_UNUSED(n);
  scr_val *cell = cell_of(f, a);
  if (cell) scr_put(cell, scr_hold(*value));
  return cell != NULL;
}

#define CELL(name, flags)                                                                          \
  {                                                                                                \
    name, 1, 1, "i:*=*", fn_memory, set_memory, NULL, flags,                                       \
        "the value at an address; 0 until it is assigned"                                          \
  }
#define CREATE(name, flags)                                                                        \
  ROW(name, 1, 1, "i:i", fn_create, flags, "the address of the first of so many cells of memory")
#define DELETE(name, flags)                                                                        \
  ROW(name, 2, 2, "ii:i", fn_delete, flags, "gives so many cells from an address on back")
static const scr_fish_fn rows[] = {
    CREATE("memory.create", 0),       DELETE("memory.delete", 0),        CELL("memory", 0),
    CREATE("get_mem", SCR_FN_LEGACY), DELETE("lose_mem", SCR_FN_LEGACY), CELL("mem", SCR_FN_LEGACY),
};

void scr_bind_memory(scr_fish *f) { scr_fish_bind(f, rows, SCR_COUNTOF(rows)); }
