/* Histories: see history.h. */
#include "world/state/history.h"

#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "base/str.h"

static uint32_t id_of(const char *name) {
  size_t len;
  int64_t i;
  double f;
  if (scr_parse_number(name, &len, &i, &f) != SCR_NUM_INT || name[len]) return 0;
  return i > 0 && i < UINT32_MAX ? (uint32_t)i : 0; /* room for the next */
}

scr_history *scr_history_find(const scr_histories *h, const char *name) {
  for (size_t k = 0; k < h->n; k++)
    if (scr_casecmp(h->item[k]->name, name) == 0) return h->item[k];
  uint32_t id = id_of(name);
  for (size_t k = 0; id && k < h->n; k++)
    if (h->item[k]->id == id) return h->item[k];
  return NULL;
}

static uint32_t next_id(const scr_histories *h) {
  uint32_t id = 0;
  for (size_t k = 0; k < h->n; k++)
    if (h->item[k]->id > id) id = h->item[k]->id;
  return id + 1;
}

scr_history *scr_history_add(scr_histories *h, const char *name, uint32_t id, const char *spec) {
  scr_history *item = scr_alloc(sizeof *item);
  item->id = id ? id : next_id(h);
  char number[32];
  if (!name) {
    scr_format_int(number, item->id);
    name = number;
  }
  item->name = scr_strdup(name);
  item->label = scr_strdup(spec);
  item->spec = scr_strdup(spec);
  SCR_GROW(h->item, h->cap, h->n + 1);
  h->item[h->n++] = item;
  return item;
}

static void history_free(scr_history *h) {
  scr_free(h->name);
  scr_free(h->label);
  scr_free(h->spec);
  scr_free(h->of);
  scr_free(h->sample);
  scr_free(h);
}

void scr_history_delete(scr_histories *h, scr_history *which) {
  size_t kept = 0;
  for (size_t k = 0; k < h->n; k++) {
    if (!which || h->item[k] == which)
      history_free(h->item[k]);
    else
      h->item[kept++] = h->item[k];
  }
  h->n = kept;
  if (kept == 0) h->nstep = 0;
}

void scr_history_put(scr_history *h, double value) {
  assert(h->n <= h->cap);
  SCR_GROW(h->sample, h->cap, h->n + 1);
  h->sample[h->n++] = value;
}

void scr_histories_purge(scr_histories *h) {
  for (size_t k = 0; k < h->n; k++) h->item[k]->n = 0;
  h->nstep = 0;
}
