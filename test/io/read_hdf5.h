/* A short reader of HDF5 for tests, without its library: files of the earliest form with arrays in
 * one piece, as scree writes them. All else fails the test. Source: HDF5 file format specification,
 * superblock 0, object headers and symbol tables of version 1. */
#ifndef SCR_TEST_READ_HDF5_H
#define SCR_TEST_READ_HDF5_H

#include "../base/test.h"

#include "base/bytes.h"

typedef struct hdf {
  const unsigned char *s;
  uint64_t n;
} hdf;

/* Numbers in rows, or a text. */
typedef struct hdf_array {
  const unsigned char *s;
  char type; /* 'f' real, 'i' or 'u' whole number, 's' text */
  uint64_t bytes;
  int rank;
  uint64_t size[2]; /* 1 where the rank is less */
} hdf_array;

enum {
  HDF_SPACE = 1,
  HDF_TYPE = 3,
  HDF_LAYOUT = 8,
  HDF_PACKING = 11,
  HDF_ATTRIBUTE,
  HDF_MORE = 16,
  HDF_MEMBERS
};

/* ---- bytes ---- */

static inline uint64_t hdf_number(const unsigned char *p, int bytes) {
  uint64_t x = 0;
  for (int k = bytes; k-- > 0;) x = x << 8 | p[k];
  return x;
}

static inline void hdf_is(uint64_t got, uint64_t want, const char *what) {
  if (got != want)
    fail_msg("hdf5: %s is %llu, expected %llu", what, (unsigned long long)got,
             (unsigned long long)want);
}

/* Those at an address of the file. */
static inline const unsigned char *hdf_at(const hdf *f, uint64_t at, uint64_t n) {
  if (at > f->n || n > f->n - at)
    fail_msg("hdf5: address %llu lies outside", (unsigned long long)at);
  return f->s + at;
}

/* The same of what begins with a word and a version or type. */
static inline const unsigned char *hdf_block(const hdf *f, uint64_t at, uint64_t n,
                                             const char *word, int version) {
  const unsigned char *p = hdf_at(f, at, n);
  if (memcmp(p, word, 4) != 0) fail_msg("hdf5: no %s at %llu", word, (unsigned long long)at);
  hdf_is(p[4], (uint64_t)version, word);
  return p;
}

/* ---- messages of an object's header ---- */

/* The first of the type that is not before the `skip`-th one; NULL: it has none. */
static inline const unsigned char *hdf_message(const hdf *f, uint64_t object, unsigned type,
                                               int skip) {
  const unsigned char *p = hdf_at(f, object, 16), *found = NULL;
  struct {
    uint64_t at, n;
  } block[8] = {{object + 16, hdf_number(p + 8, 4)}};
  int blocks = 1, left = (int)hdf_number(p + 2, 2);
  hdf_is(p[0], 1, "the version of a header");
  for (int b = 0; b < blocks; b++)
    for (uint64_t k = 0; k < block[b].n; left--) {
      const unsigned char *m = hdf_at(f, block[b].at + k, 8);
      const unsigned is = (unsigned)hdf_number(m, 2);
      const uint64_t size = hdf_number(m + 2, 2);
      hdf_at(f, block[b].at + k + 8, size);
      hdf_is(m[4] & 2, 0, "the flag of a shared message");
      if (is == HDF_MORE) {
        assert_true(blocks < 8);
        block[blocks].at = hdf_number(m + 8, 8), block[blocks++].n = hdf_number(m + 16, 8);
      }
      if (is == type && skip-- == 0) found = m + 8;
      k += 8 + size;
    }
  hdf_is((uint64_t)left, 0, "the number of messages that are missing");
  return found;
}

static inline const unsigned char *hdf_need(const hdf *f, uint64_t object, unsigned type) {
  const unsigned char *m = hdf_message(f, object, type, 0);
  if (!m) fail_msg("hdf5: the object at %llu has no message %u", (unsigned long long)object, type);
  return m;
}

/* ---- groups ---- */

/* Calls for each member of a group until `see` returns true; returns how many there were before. */
static inline uint64_t hdf_members(const hdf *f, uint64_t group,
                                   bool (*see)(const char *name, uint64_t object, void *user),
                                   void *user) {
  const unsigned char *m = hdf_need(f, group, HDF_MEMBERS);
  const unsigned char *tree = hdf_block(f, hdf_number(m, 8), 24, "TREE", 0),
                      *heap = hdf_block(f, hdf_number(m + 8, 8), 32, "HEAP", 0);
  const uint64_t leaves = hdf_number(tree + 6, 2), names = hdf_number(heap + 24, 8);
  uint64_t n = 0;
  hdf_is(tree[5], 0, "the level of a tree");
  for (uint64_t k = 0; k < leaves; k++) {
    const uint64_t at = hdf_number(hdf_at(f, hdf_number(m, 8) + 32 + 16 * k, 8), 8);
    const uint64_t entries = hdf_number(hdf_block(f, at, 8, "SNOD", 1) + 6, 2);
    for (uint64_t i = 0; i < entries; i++, n++) {
      const unsigned char *entry = hdf_at(f, at + 8 + 40 * i, 40);
      const char *name = (const char *)hdf_at(f, names + hdf_number(entry, 8), 1);
      assert_non_null(memchr(name, 0, (size_t)(f->s + f->n - (const unsigned char *)name)));
      if (see && see(name, hdf_number(entry + 8, 8), user)) return n;
    }
  }
  return n;
}

typedef struct hdf_wanted {
  const char *name;
  uint64_t object;
} hdf_wanted;

static inline bool hdf_is_wanted(const char *name, uint64_t object, void *user) {
  hdf_wanted *w = user;
  const bool is = strcmp(name, w->name) == 0;
  if (is) w->object = object;
  return is;
}

/* Addresses of objects: of a member, of the root. */
static inline uint64_t hdf_member(const hdf *f, uint64_t group, const char *name) {
  hdf_wanted w = {.name = name};
  hdf_members(f, group, hdf_is_wanted, &w);
  if (!w.object) fail_msg("hdf5: there is no '%s'", name);
  return w.object;
}

static inline uint64_t hdf_root(const hdf *f) {
  const unsigned char *p = hdf_at(f, 0, 96);
  assert_memory_equal(p, "\x89HDF\r\n\x1a\n", 8);
  hdf_is(p[8], 0, "the version of the superblock");
  hdf_is(p[13], 8, "the size of addresses");
  hdf_is(p[14], 8, "the size of lengths");
  hdf_is(hdf_number(p + 24, 8), 0, "the base address");
  hdf_is(hdf_number(p + 40, 8), f->n, "the end of the file");
  return hdf_number(p + 64, 8);
}

/* ---- arrays ---- */

static inline void hdf_read_space(const unsigned char *p, hdf_array *a) {
  hdf_is(p[0], 1, "the version of a space");
  assert_true(p[1] <= 2);
  a->rank = p[1];
  for (int k = 0; k < 2; k++) a->size[k] = k < a->rank ? hdf_number(p + 8 + 8 * k, 8) : 1;
}

/* Little endian without spare bits, reals as IEEE 754 has them. */
static inline void hdf_read_type(const unsigned char *p, hdf_array *a) {
  static const unsigned char real[] = {0x11, 0x20, 63, 0,  8, 0,  0,    0, 0, 0,
                                       64,   0,    52, 11, 0, 52, 0xff, 3, 0, 0};
  a->bytes = hdf_number(p + 4, 4);
  if (p[0] == 0x11) {
    assert_memory_equal(p, real, sizeof real);
    a->type = 'f';
  } else if (p[0] == 0x10) {
    assert_true(p[1] == 0 || p[1] == 8);
    hdf_is(hdf_number(p + 8, 2), 0, "the first bit of a number");
    hdf_is(hdf_number(p + 10, 2), 8 * a->bytes, "the number of its bits");
    a->type = p[1] ? 'i' : 'u';
  } else {
    hdf_is(p[0], 0x13, "the class of a type");
    a->type = 's';
  }
}

static inline hdf_array hdf_dataset(const hdf *f, uint64_t object) {
  hdf_array a;
  hdf_read_space(hdf_need(f, object, HDF_SPACE), &a);
  hdf_read_type(hdf_need(f, object, HDF_TYPE), &a);
  const unsigned char *p = hdf_need(f, object, HDF_LAYOUT);
  assert_null(hdf_message(f, object, HDF_PACKING, 0));
  hdf_is(p[0], 3, "the version of a layout");
  hdf_is(p[1], 1, "the class of a layout"); /* in one piece */
  const uint64_t n = hdf_number(p + 10, 8);
  hdf_is(n, a.bytes * a.size[0] * a.size[1], "the number of bytes");
  a.s = n ? hdf_at(f, hdf_number(p + 2, 8), n) : f->s;
  return a;
}

static inline uint64_t hdf_padded(const unsigned char *p) { return (hdf_number(p, 2) + 7) / 8 * 8; }

static inline hdf_array hdf_attribute(const hdf *f, uint64_t object, const char *name) {
  hdf_array a = {0};
  const unsigned char *p;
  for (int k = 0; (p = hdf_message(f, object, HDF_ATTRIBUTE, k)); k++) {
    hdf_is(p[0], 1, "the version of an attribute");
    if (strcmp((const char *)p + 8, name) != 0) continue;
    const unsigned char *type = p + 8 + hdf_padded(p + 2), *space = type + hdf_padded(p + 4);
    hdf_read_type(type, &a);
    hdf_read_space(space, &a);
    a.s = space + hdf_padded(p + 6);
    hdf_at(f, (uint64_t)(a.s - f->s), a.bytes * a.size[0] * a.size[1]);
    return a;
  }
  fail_msg("hdf5: there is no attribute '%s'", name);
  return a;
}

/* The k-th number: a real by its value, a whole one with its sign. */
static inline double hdf_real(const hdf_array *a, uint64_t k) {
  double x;
  scr_copy_le(&x, a->s + 8 * k, sizeof x);
  return x;
}

static inline int64_t hdf_whole(const hdf_array *a, uint64_t k) {
  return (int64_t)hdf_number(a->s + a->bytes * k, (int)a->bytes);
}

#endif
