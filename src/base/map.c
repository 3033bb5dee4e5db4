/* Maps: see map.h. */
#include "base/map.h"

#include <string.h>
#include "base/mem.h"
#include "base/str.h"

static uint32_t name_hash(const char *s, size_t n) {
  uint32_t h = 2166136261u;
  for (size_t k = 0; k < n; k++) h = (h ^ (uint32_t)scr_lower((unsigned char)s[k])) * 16777619u;
  return h ^ h >> 15;
}

/* Its bucket, or the empty one where it belongs. */
static size_t names_find(const scr_names *m, const char *s, size_t n, uint32_t hash) {
  size_t b = hash & (m->nbucket - 1);
  for (; m->bucket[b]; b = (b + 1) & (m->nbucket - 1)) {
    const uint32_t k = m->bucket[b] - 1;
    if (m->hash[k] == hash && strlen(m->key[k]) == n && scr_ncasecmp(m->key[k], s, n) == 0) break;
  }
  return b;
}

int32_t scr_names_getn(const scr_names *m, const char *name, size_t len, int32_t absent) {
  if (!m->nbucket) return absent;
  uint32_t k = m->bucket[names_find(m, name, len, name_hash(name, len))];
  return k ? m->value[k - 1] : absent;
}

int32_t scr_names_get(const scr_names *m, const char *name, int32_t absent) {
  return scr_names_getn(m, name, strlen(name), absent);
}

static void names_rehash(scr_names *m, size_t nbucket) {
  scr_free(m->bucket);
  m->nbucket = nbucket;
  m->bucket = scr_alloc(m->nbucket * sizeof *m->bucket);
  for (size_t k = 0; k < m->n; k++) {
    size_t b = m->hash[k] & (m->nbucket - 1);
    while (m->bucket[b]) b = (b + 1) & (m->nbucket - 1);
    m->bucket[b] = (uint32_t)k + 1;
  }
}

void scr_names_reserve(scr_names *m, size_t n) {
  size_t nbucket = m->nbucket ? m->nbucket : 16;
  while (nbucket < 2 * n) nbucket *= 2;
  if (nbucket > m->nbucket) names_rehash(m, nbucket);
  SCR_GROW(m->key, m->cap_key, n);
  SCR_GROW(m->value, m->cap_value, n);
  SCR_GROW(m->hash, m->cap_hash, n);
}

void scr_names_set(scr_names *m, const char *name, int32_t value) {
  if (m->n * 2 >= m->nbucket) names_rehash(m, m->nbucket ? m->nbucket * 2 : 16);
  const size_t len = strlen(name);
  const uint32_t hash = name_hash(name, len);
  const size_t b = names_find(m, name, len, hash);
  if (m->bucket[b]) {
    m->value[m->bucket[b] - 1] = value;
    return;
  }
  SCR_GROW(m->key, m->cap_key, m->n + 1);
  SCR_GROW(m->value, m->cap_value, m->n + 1);
  SCR_GROW(m->hash, m->cap_hash, m->n + 1);
  m->key[m->n] = scr_strdup(name);
  m->hash[m->n] = hash;
  m->value[m->n] = value;
  m->bucket[b] = (uint32_t)++m->n;
}

void scr_names_free(scr_names *m) {
  for (size_t k = 0; k < m->n; k++) scr_free(m->key[k]);
  scr_free(m->key);
  scr_free(m->value);
  scr_free(m->hash);
  scr_free(m->bucket);
  *m = (scr_names){0};
}

/* Sixteen keys in a row stay together, since ids come in order: they share their lines of the
 * cache. */
static uint64_t mix(uint64_t key) {
  uint64_t x = key >> 4;
  x ^= x >> 31;
  x *= 0x9e3779b97f4a7c15u;
  return (x ^ x >> 29) << 4 | (key & 15);
}

static size_t u64_find(const scr_u64map *m, uint64_t key) {
  size_t b = mix(key) & (m->nbucket - 1);
  while (m->value[b] && m->key[b] != key) b = (b + 1) & (m->nbucket - 1);
  return b;
}

uint32_t scr_u64map_get(const scr_u64map *m, uint64_t key, uint32_t absent) {
  if (!m->nbucket) return absent;
  uint32_t v = m->value[u64_find(m, key)];
  return v ? v - 1 : absent;
}

static void u64_rehash(scr_u64map *m, size_t nbucket) {
  scr_u64map old = *m;
  m->nbucket = nbucket;
  m->key = scr_alloc(m->nbucket * sizeof *m->key);
  m->value = scr_alloc(m->nbucket * sizeof *m->value);
  for (size_t k = 0; k < old.nbucket; k++) {
    if (!old.value[k]) continue;
    size_t b = u64_find(m, old.key[k]);
    m->key[b] = old.key[k];
    m->value[b] = old.value[k];
  }
  scr_free(old.key);
  scr_free(old.value);
}

void scr_u64map_reserve(scr_u64map *m, size_t n) {
  size_t nbucket = m->nbucket ? m->nbucket : 16;
  while (nbucket < 2 * n) nbucket *= 2;
  if (nbucket > m->nbucket) u64_rehash(m, nbucket);
}

void scr_u64map_set(scr_u64map *m, uint64_t key, uint32_t value) {
  if (m->n * 2 >= m->nbucket) u64_rehash(m, m->nbucket ? m->nbucket * 2 : 16);
  size_t b = u64_find(m, key);
  if (!m->value[b]) m->n++;
  m->key[b] = key;
  m->value[b] = value + 1;
}

/* Backward shift: entries after the hole move up, so that no tombstones are needed. */
void scr_u64map_remove(scr_u64map *m, uint64_t key) {
  if (!m->nbucket) return;
  size_t mask = m->nbucket - 1, hole = u64_find(m, key);
  if (!m->value[hole]) return;
  m->n--;
  for (size_t b = (hole + 1) & mask; m->value[b]; b = (b + 1) & mask) {
    size_t home = mix(m->key[b]) & mask;
    if (((b - home) & mask) < ((b - hole) & mask)) continue;
    m->key[hole] = m->key[b];
    m->value[hole] = m->value[b];
    hole = b;
  }
  m->value[hole] = 0;
}

void scr_u64map_free(scr_u64map *m) {
  scr_free(m->key);
  scr_free(m->value);
  *m = (scr_u64map){0};
}

/* ---- ids to rows ---- */

/* The array takes ids up to `last`, and those that stood in the hash map. */
static void idmap_widen(scr_idmap *m, uint32_t last) {
  const scr_u64map far = m->far;
  const size_t cap = (size_t)last + 1;
  m->value = scr_realloc(m->value, cap * sizeof *m->value);
  memset(m->value + m->cap, 0, (cap - m->cap) * sizeof *m->value);
  m->cap = (uint32_t)cap;
  if (!far.n) return;
  m->far = (scr_u64map){0};
  for (size_t b = 0; b < far.nbucket; b++) {
    if (!far.value[b]) continue;
    if (far.key[b] < cap)
      m->value[far.key[b]] = far.value[b];
    else
      scr_u64map_set(&m->far, far.key[b], far.value[b] - 1);
  }
  scr_free(far.key);
  scr_free(far.value);
}

/* No id takes more memory than it would in the hash map, 24 bytes or more. */
static bool idmap_takes(const scr_idmap *m, uint32_t id) {
  enum { SPARSE = 4, FEW = 64 };
  return id < SPARSE * (uint64_t)m->n + FEW;
}

void scr_idmap_reserve(scr_idmap *m, size_t n) {
  if (n >= m->cap && n < UINT32_MAX) idmap_widen(m, (uint32_t)n);
}

void scr_idmap_set(scr_idmap *m, uint32_t id, uint32_t value) {
  assert(id < UINT32_MAX && value < UINT32_MAX);
  if (id >= m->cap && idmap_takes(m, id))
    idmap_widen(m, (uint32_t)SCR_MIN(id + (uint64_t)m->cap / 2, UINT32_MAX - 1));
  if (id < m->cap) {
    m->n += !m->value[id];
    m->value[id] = value + 1;
    return;
  }
  const size_t before = m->far.n;
  scr_u64map_set(&m->far, id, value);
  m->n += m->far.n - before;
}

void scr_idmap_change(scr_idmap *m, uint32_t id, uint32_t value) {
  uint32_t *at = id < m->cap ? &m->value[id] : &m->far.value[u64_find(&m->far, id)];
  assert(*at);
  *at = value + 1;
}

void scr_idmap_remove(scr_idmap *m, uint32_t id) {
  if (id < m->cap) {
    m->n -= m->value[id] != 0;
    m->value[id] = 0;
    return;
  }
  const size_t before = m->far.n;
  scr_u64map_remove(&m->far, id);
  m->n -= before - m->far.n;
}

void scr_idmap_free(scr_idmap *m) {
  scr_free(m->value);
  scr_u64map_free(&m->far);
  *m = (scr_idmap){0};
}

size_t scr_idmap_bytes(const scr_idmap *m) {
  return m->cap * sizeof *m->value + m->far.nbucket * (sizeof *m->far.key + sizeof *m->far.value);
}
