/* Save files as containers: see savefile.h. */
#include "io/savefile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "base/mem.h"
#include "base/ordered.h"
#include "base/outfile.h"

/* As PNG does it: a byte that is no text, and line ends that a transfer as text would change. */
static const unsigned char magic[8] = {0x89, 'S', 'C', 'R', 'E', 'E', '\r', '\n'};
enum { HEAD = 8 + 4, SECTION_NAMED = SCR_SAVE_NAME + 8, SECTION_HEAD = SECTION_NAMED + 8 };

static const char end_name[] = "end";

static uint64_t load_u64(const unsigned char *p) {
  uint64_t x;
  scr_copy_le(&x, p, sizeof x);
  return x;
}

/* ---- writing ---- */

struct scr_saveout {
  scr_diag *d;
  char *path;
  scr_outfile file; /* unless to memory */
  bool failed;
  scr_buf *image;  /* NULL: to the file */
  scr_buf content; /* of the section being filled, after its head */
  scr_buf sums;    /* checksums so far */
  uint64_t at;     /* bytes written so far */
};

static bool out_fail(scr_saveout *o) {
  if (!o->failed) scr_outfile_blame(&o->file, o->d, NULL, SCR_E_SAVE, "save", o->path);
  o->failed = true;
  return false;
}

static bool out_bytes(scr_saveout *o, const char *s, size_t n) {
  if (o->failed) return false;
  o->at += n;
  if (!o->image) return scr_outfile_put(&o->file, s, n) || out_fail(o);
  scr_buf_put(o->image, s, n);
  return true;
}

static void out_head(scr_saveout *o) {
  scr_buf head = {0};
  memcpy(scr_put_room(&head, sizeof magic), magic, sizeof magic);
  scr_put_u32(&head, SCR_SAVE_VERSION);
  out_bytes(o, head.s, head.n);
  scr_buf_free(&head);
}

scr_saveout *scr_saveout_file(scr_diag *d, const char *path) {
  scr_saveout *o = scr_alloc(sizeof *o);
  *o = (scr_saveout){.d = d, .path = scr_strdup(path)};
  if (scr_outfile_open(&o->file, path, false, d->interrupt))
    out_head(o);
  else
    out_fail(o);
  return o;
}

scr_saveout *scr_saveout_memory(scr_diag *d, scr_buf *image) {
  scr_saveout *o = scr_alloc(sizeof *o);
  *o = (scr_saveout){.d = d, .path = scr_strdup("memory"), .image = image};
  out_head(o);
  return o;
}

scr_buf *scr_saveout_begin(scr_saveout *o, const char *name) {
  assert(strlen(name) <= SCR_SAVE_NAME);
  scr_buf_clear(&o->content);
  unsigned char *head = memset(scr_put_room(&o->content, SECTION_HEAD), 0, SECTION_HEAD);
  memcpy(head, name, strlen(name));
  return &o->content;
}

static uint64_t checksum(const unsigned char *named, const unsigned char *data, size_t size) {
  return XXH3_64bits_withSeed(data, size, XXH3_64bits(named, SECTION_NAMED));
}

bool scr_saveout_end(scr_saveout *o) {
  unsigned char *head = (unsigned char *)o->content.s;
  uint64_t size = o->content.n - SECTION_HEAD;
  scr_copy_le(head + SCR_SAVE_NAME, &size, sizeof size);
  uint64_t sum = checksum(head, head + SECTION_HEAD, (size_t)size);
  scr_copy_le(head + SECTION_NAMED, &sum, sizeof sum);
  scr_put_u64(&o->sums, sum);
  return out_bytes(o, o->content.s, o->content.n);
}

/* ---- writing, piece by piece ---- */

/* Smaller ones are kept whole. */
enum { LARGE_SECTION = 1 << 16 };

/* A checksum stands in front of what it is made of, so it is written last. What is no regular file
 * cannot be gone back in. */
static bool may_go_back(const scr_saveout *o) {
  return o->image || scr_outfile_can_patch(&o->file);
}

static void out_patch(scr_saveout *o, uint64_t at, const void *bytes, size_t n) {
  if (o->failed) return;
  if (o->image)
    memcpy(o->image->s + at, bytes, n);
  else if (!scr_outfile_patch(&o->file, at, bytes, n))
    out_fail(o);
}

static bool is_zero(const scr_buf *b) {
  return b->n && b->s[0] == 0 && memcmp(b->s, b->s + 1, b->n - 1) == 0;
}

/* Zeros take no room on the disk where the system can leave them out. */
static void out_piece(scr_saveout *o, const scr_buf *b) {
  if (o->image || o->failed || !is_zero(b)) {
    out_bytes(o, b->s, b->n);
    return;
  }
  o->at += b->n;
  if (!scr_outfile_put_zeros(&o->file, b->s, b->n)) out_fail(o);
}

typedef struct piecewise {
  scr_saveout *o;
  const scr_savepieces *p;
  XXH3_state_t sum;
} piecewise;

static void make_piece(void *user, size_t k, scr_buf *to) {
  const scr_savepieces *p = ((const piecewise *)user)->p;
  p->pack(p->user, k, to);
}

static void take_piece(void *user, const scr_buf *piece) {
  piecewise *w = user;
  XXH3_64bits_update(&w->sum, piece->s, piece->n);
  out_piece(w->o, piece);
}

static void take_whole(void *user, const scr_buf *piece) {
  const piecewise *w = user;
  scr_buf_put(&w->o->content, piece->s, piece->n);
}

static bool out_whole(scr_saveout *o, const char *name, const scr_savepieces *p) {
  piecewise w = {.o = o, .p = p};
  scr_put_reserve(scr_saveout_begin(o, name), p->size);
  scr_ordered_run(&(scr_ordered){p->n, make_piece, take_whole, &w}, NULL);
  assert(o->content.n == SECTION_HEAD + p->size);
  return scr_saveout_end(o);
}

bool scr_saveout_pieces(scr_saveout *o, const char *name, const scr_savepieces *p, scr_par *par) {
  if (o->failed) return false;
  if (p->size < LARGE_SECTION || !may_go_back(o)) return out_whole(o, name, p);
  const uint64_t size = p->size, begin = o->at;
  piecewise w = {.o = o, .p = p};
  unsigned char sum[8], *head = (unsigned char *)scr_saveout_begin(o, name)->s;
  scr_copy_le(head + SCR_SAVE_NAME, &size, sizeof size);
  XXH3_64bits_reset_withSeed(&w.sum, XXH3_64bits(head, SECTION_NAMED));
  if (o->image) scr_put_reserve(o->image, SECTION_HEAD + p->size);
  out_bytes(o, (const char *)head, SECTION_HEAD);
  scr_ordered_run(&(scr_ordered){p->n, make_piece, take_piece, &w}, par);
  assert(o->failed || o->at == begin + SECTION_HEAD + size);
  const uint64_t digest = XXH3_64bits_digest(&w.sum);
  scr_copy_le(sum, &digest, sizeof sum);
  out_patch(o, begin + SECTION_NAMED, sum, sizeof sum);
  scr_put_u64(&o->sums, digest);
  return !o->failed;
}

static void out_end(scr_saveout *o) {
  scr_put_u64(scr_saveout_begin(o, end_name), XXH3_64bits(o->sums.s, o->sums.n));
  scr_saveout_end(o);
}

bool scr_saveout_close(scr_saveout *o, bool ok) {
  if (ok && !o->failed) out_end(o);
  ok = ok && !o->failed;
  if (!o->image && !scr_outfile_close(&o->file, ok, true) && ok) ok = out_fail(o);
  scr_free(o->path);
  scr_buf_free(&o->content);
  scr_buf_free(&o->sums);
  scr_free(o);
  return ok;
}

/* ---- reading ---- */

static bool file_bad(scr_savefile *f, const char *fmt, ...) SCR_PRINTF(2, 3);
static bool file_bad(scr_savefile *f, const char *fmt, ...) {
  scr_buf text = {0};
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(&text, fmt, ap);
  va_end(ap);
  scr_fail(f->d, NULL, SCR_E_SAVE, "'%s' %s", f->path, text.s);
  scr_buf_free(&text);
  return false;
}

bool scr_savefile_bad(scr_savefile *f, const char *section, const char *fmt, ...) {
  scr_buf text = {0};
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(&text, fmt, ap);
  va_end(ap);
  scr_fail(f->d, NULL, SCR_E_SAVE, "'%s': section '%s': %s", f->path, section, text.s);
  scr_buf_free(&text);
  return false;
}

static const scr_section *find(const scr_savefile *f, const char *name) {
  for (size_t k = 0; k < f->n; k++)
    if (strcmp(f->section[k].name, name) == 0) return &f->section[k];
  return NULL;
}

static bool good_name(const unsigned char *name) {
  size_t n = 0;
  while (n < SCR_SAVE_NAME && name[n] > ' ' && name[n] < 127) n++;
  for (size_t k = n; k < SCR_SAVE_NAME; k++)
    if (name[k]) return false;
  return n > 0;
}

/* Reads the section at *in and moves after it. */
static bool parse_section(scr_savefile *f, scr_bytes *in, scr_section *s, uint64_t *sum) {
  const unsigned char *head = scr_get_span(in, SECTION_HEAD);
  if (!head) return file_bad(f, "ends too early: it was cut off");
  if (!good_name(head))
    return file_bad(f, "is damaged: at byte %td no section begins", head - f->bytes);
  memcpy(s->name, head, SCR_SAVE_NAME);
  uint64_t size = load_u64(head + SCR_SAVE_NAME);
  *sum = load_u64(head + SECTION_NAMED);
  if (size > (uint64_t)(in->end - in->at))
    return file_bad(f, "is cut off or damaged: section '%s' has %" PRIu64 " bytes, and %td follow",
                    s->name, size, in->end - in->at);
  s->size = (size_t)size;
  s->data = scr_get_span(in, s->size);
  const uint64_t found = f->n < f->nsum ? f->sum[f->n] : checksum(head, s->data, s->size);
  if (found == *sum) return true;
  return file_bad(f, "is damaged: wrong checksum of section '%s'", s->name);
}

static bool parse_end(scr_savefile *f, const scr_bytes *in, const scr_section *end,
                      const scr_buf *sums) {
  if (end->size != 8 || load_u64(end->data) != XXH3_64bits(sums->s, sums->n))
    return file_bad(f, "is damaged: sections are missing");
  if (in->at != in->end)
    return file_bad(f, "is damaged: %td bytes follow its end", in->end - in->at);
  return true;
}

static bool parse_sections(scr_savefile *f, scr_bytes *in, scr_buf *sums) {
  for (;;) {
    scr_section s = {{0}, NULL, 0, false};
    uint64_t sum = 0;
    if (scr_interrupted(f->d)) return false;
    if (!parse_section(f, in, &s, &sum)) return false;
    if (strcmp(s.name, end_name) == 0) return parse_end(f, in, &s, sums);
    if (find(f, s.name)) return file_bad(f, "is damaged: section '%s' comes twice", s.name);
    SCR_GROW(f->section, f->cap, f->n + 1);
    f->section[f->n++] = s;
    scr_put_u64(sums, sum);
  }
}

static bool parse(scr_savefile *f) {
  scr_bytes in = {f->bytes, f->bytes + f->size, false};
  const unsigned char *m = scr_get_span(&in, sizeof magic);
  if (!m || memcmp(m, magic, sizeof magic) != 0) return file_bad(f, "is not a save file of scree");
  uint32_t version = scr_get_u32(&in);
  if (in.bad) return file_bad(f, "ends too early: it was cut off");
  if (version != SCR_SAVE_VERSION)
    return file_bad(f, "has version %" PRIu32 " of the format; this program reads version %d",
                    version, SCR_SAVE_VERSION);
  scr_buf sums = {0};
  bool ok = parse_sections(f, &in, &sums);
  scr_buf_free(&sums);
  return ok;
}

/* ---- reading, by several threads ---- */

enum { CHUNK = 4 << 20 }; /* what is smaller is not shared */

/* Several threads only where there is something to share. */
static void run_on(scr_par *par, size_t size, void (*body)(void *user, int thread, int threads),
                   void *user) {
  if (par && size > CHUNK)
    scr_par_run(par, body, user);
  else
    body(user, 0, 1);
}

typedef struct fetching {
  scr_savefile *f;
  int fd;
  atomic_size_t next, end; /* of the chunks; where the file turned out to end */
  atomic_int error;
} fetching;

static void lower(atomic_size_t *x, size_t to) {
  for (size_t now = atomic_load(x); to < now && !atomic_compare_exchange_weak(x, &now, to);) {
  }
}

static void fetch_chunk(fetching *g, size_t at, size_t end) {
  while (at < end) {
    if (g->f->d->interrupt && *g->f->d->interrupt) return; /* told when it is parsed */
    ssize_t got = pread(g->fd, g->f->bytes + at, end - at, (off_t)at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) atomic_store(&g->error, errno);
    if (got == 0) lower(&g->end, at); /* somebody cut it meanwhile */
    if (got <= 0) return;
    at += (size_t)got;
  }
}

static void fetch(void *user, int thread, int threads) {
  fetching *g = user;
  SCR_UNUSED(thread), SCR_UNUSED(threads);
  for (size_t at; (at = atomic_fetch_add(&g->next, CHUNK)) < g->f->size;)
    fetch_chunk(g, at, at + SCR_MIN((size_t)CHUNK, g->f->size - at));
}

static bool read_all(scr_savefile *f, int fd, scr_par *par) {
  struct stat st;
  if (fstat(fd, &st) != 0) return file_bad(f, "cannot be read: %s", strerror(errno));
  if (!S_ISREG(st.st_mode)) return file_bad(f, "is not a file");
  f->bytes = scr_try_alloc((size_t)st.st_size + 1);
  if (!f->bytes) return file_bad(f, "is too large for the memory");
  f->size = (size_t)st.st_size;
  fetching g = {.f = f, .fd = fd};
  atomic_init(&g.end, f->size);
  run_on(par, f->size, fetch, &g);
  f->size = atomic_load(&g.end);
  const int error = atomic_load(&g.error);
  return !error || file_bad(f, "cannot be read: %s", strerror(error));
}

typedef struct summing {
  scr_savefile *f;
  const unsigned char **head;
  atomic_size_t next;
} summing;

static void sum_sections(void *user, int thread, int threads) {
  summing *g = user;
  SCR_UNUSED(thread), SCR_UNUSED(threads);
  for (size_t k; (k = atomic_fetch_add(&g->next, 1)) < g->f->nsum;)
    g->f->sum[k] = checksum(g->head[k], g->head[k] + SECTION_HEAD,
                            (size_t)load_u64(g->head[k] + SCR_SAVE_NAME));
}

/* Checksums of all sections as far as their sizes lead; what is wrong is told when they are parsed.
 */
static void sum_ahead(scr_savefile *f, scr_par *par) {
  summing g = {.f = f};
  scr_bytes in = {f->bytes, f->bytes + f->size, false};
  size_t cap = 0;
  scr_get_span(&in, HEAD);
  for (;;) {
    const unsigned char *head = scr_get_span(&in, SECTION_HEAD);
    const uint64_t size = head ? load_u64(head + SCR_SAVE_NAME) : 0;
    if (!head || size > (uint64_t)(in.end - in.at)) break;
    SCR_GROW(g.head, cap, f->nsum + 1);
    g.head[f->nsum++] = head;
    scr_get_span(&in, (size_t)size);
  }
  f->sum = scr_alloc(f->nsum * sizeof *f->sum);
  run_on(par, f->size, sum_sections, &g);
  scr_free(g.head);
}

bool scr_savefile_read(scr_savefile *f, scr_diag *d, const char *path, scr_par *par) {
  *f = (scr_savefile){.path = scr_strdup(path), .d = d};
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return file_bad(f, "cannot be opened: %s", strerror(errno));
  bool ok = read_all(f, fd, par);
  close(fd);
  if (scr_interrupted(d)) return false;
  if (ok && par && f->size > CHUNK) sum_ahead(f, par);
  return ok && parse(f);
}

bool scr_savefile_parse(scr_savefile *f, scr_diag *d, const char *path, const void *bytes,
                        size_t size) {
  *f = (scr_savefile){.path = scr_strdup(path), .d = d, .size = size, .bytes = scr_alloc(size)};
  if (size) memcpy(f->bytes, bytes, size);
  return parse(f);
}

void scr_savefile_free(scr_savefile *f) {
  scr_free(f->path);
  scr_free(f->bytes);
  scr_free(f->section);
  scr_free(f->sum);
  scr_buf_free(&f->skipped);
  *f = (scr_savefile){0};
}

bool scr_savefile_holds(const scr_savefile *f, const char *name) {
  for (size_t k = 0; k < f->n; k++)
    if (strcmp(f->section[k].name, name) == 0) return true;
  return false;
}

bool scr_savefile_take(scr_savefile *f, const char *name, scr_bytes *in) {
  if (scr_interrupted(f->d)) return false;
  for (size_t k = 0; k < f->n; k++) {
    scr_section *s = &f->section[k];
    if (strcmp(s->name, name) != 0) continue;
    s->taken = true;
    *in = (scr_bytes){s->data, s->data + s->size, false};
    return true;
  }
  return file_bad(f, "has no section '%s'", name);
}

bool scr_savefile_complete(scr_savefile *f, const char *section, const scr_bytes *in) {
  if (in->bad) return scr_savefile_bad(f, section, "its sizes or numbers contradict each other");
  if (in->at != in->end)
    return scr_savefile_bad(f, section, "%td bytes are left over", in->end - in->at);
  return true;
}

void scr_savefile_skip(scr_savefile *f, const char *section, const char *name, size_t length) {
  enum { ENOUGH = 1000 }; /* characters; a file may name anything */
  if (f->skipped.n > ENOUGH) return;
  scr_buf_printf(&f->skipped, "%s'%.*s' of '%s'", f->skipped.n ? ", " : "", (int)length, name,
                 section);
  if (f->skipped.n > ENOUGH) scr_buf_puts(&f->skipped, ", and more");
}

bool scr_savefile_tell_skipped(const scr_savefile *f) {
  return !f->skipped.n || scr_warn(f->d, NULL, SCR_E_SAVE,
                                   "'%s' holds what this program does not know and leaves out: %s",
                                   f->path, f->skipped.s);
}

bool scr_savefile_all_taken(scr_savefile *f) {
  for (size_t k = 0; k < f->n; k++)
    if (!f->section[k].taken)
      return file_bad(f, "has a section '%s' that this program does not know", f->section[k].name);
  return true;
}

void scr_savefile_hash(const scr_savefile *f, bool (*counts)(const char *name), char out[33]) {
  XXH3_state_t *state = XXH3_createState();
  XXH3_128bits_reset(state);
  for (size_t k = 0; k < f->n; k++) {
    const scr_section *s = &f->section[k];
    if (!counts(s->name)) continue;
    XXH3_128bits_update(state, s->data - SECTION_HEAD, SECTION_NAMED);
    XXH3_128bits_update(state, s->data, s->size);
  }
  XXH128_canonical_t c;
  XXH128_canonicalFromHash(&c, XXH3_128bits_digest(state));
  XXH3_freeState(state);
  for (size_t k = 0; k < 16; k++) snprintf(out + 2 * k, 3, "%02x", c.digest[k]);
}
