/* Save files as containers: named sections of bytes, each with its checksum. What is in them is the
 * business of others.
 *
 *   file     magic[8] version:u32 section...            all numbers little endian
 *   section  name[16] size:u64 checksum:u64 content     XXH3 of the content, seeded with XXH3 of
 * name and size
 *
 * The last section is called "end" and holds the XXH3 of all checksums before it, so that no
 * section can be lost. */
#ifndef SCR_SAVEFILE_H
#define SCR_SAVEFILE_H

#include "base/bytes.h"
#include "base/diag.h"
#include "base/par.h"

enum { SCR_SAVE_VERSION = 1, SCR_SAVE_NAME = 16 };

/* ---- writing ---- */

/* Writes to a temporary file in the directory of `path`, which takes the place of `path` when all
 * is well and on the disk. */
typedef struct scr_saveout scr_saveout;
/* Never NULL. After a failure all further calls do nothing; d holds the message. */
scr_saveout *scr_saveout_file(scr_diag *d, const char *path);
scr_saveout *scr_saveout_memory(scr_diag *d, scr_buf *image); /* the same bytes, to memory */
/* The content of the next section; cleared at each call. Filled by the caller, written by
 * scr_saveout_end. */
scr_buf *scr_saveout_begin(scr_saveout *o, const char *name);
bool scr_saveout_end(scr_saveout *o);
/* A whole section of n pieces, `size` bytes in all, instead of begin and end: `pack` adds piece k
 * to a buffer, on the threads of par (NULL: the caller's), several pieces at once. Large sections
 * are never kept whole. The bytes do not depend on the threads.
 */
typedef struct scr_savepieces {
  size_t n, size;
  void (*pack)(void *user, size_t piece, scr_buf *to);
  void *user;
} scr_savepieces;
bool scr_saveout_pieces(scr_saveout *o, const char *name, const scr_savepieces *p, scr_par *par);
/* Completes the file, or removes what there is of it if `ok` is false or something failed before.
 * Frees o. */
bool scr_saveout_close(scr_saveout *o, bool ok);

/* ---- reading ---- */

typedef struct scr_section {
  char name[SCR_SAVE_NAME + 1];
  const unsigned char *data;
  size_t size;
  bool taken;
} scr_section;

typedef struct scr_savefile {
  char *path; /* for messages */
  unsigned char *bytes;
  size_t size;
  scr_section *section; /* without "end" */
  size_t n, cap;
  uint64_t *sum; /* checksums made ahead, by section; nsum of them */
  size_t nsum;
  scr_buf skipped; /* names of what this program does not know, see scr_savefile_skip */
  scr_diag *d;
} scr_savefile;

/* Reads the whole file into memory and verifies it, by the threads of par (NULL: the caller's).
 * False after a message; f needs scr_savefile_free in either case. */
bool scr_savefile_read(scr_savefile *f, scr_diag *d, const char *path, scr_par *par);
/* The same from memory, which is copied. `path` is what messages call it. */
bool scr_savefile_parse(scr_savefile *f, scr_diag *d, const char *path, const void *bytes,
                        size_t size);
void scr_savefile_free(scr_savefile *f);

bool scr_savefile_holds(const scr_savefile *f, const char *name); /* a section of that name */
/* The content of a section, which counts as known from now on. False after a message if there is
 * none. */
bool scr_savefile_take(scr_savefile *f, const char *name, scr_bytes *in);
/* A message about a section: "'x.sav': section 'ball': <text>". Returns false. */
bool scr_savefile_bad(scr_savefile *f, const char *section, const char *fmt, ...) SCR_PRINTF(3, 4);
/* Was the section read to its end, and was all of it good? False after a message. */
bool scr_savefile_complete(scr_savefile *f, const char *section, const scr_bytes *in);
/* Something with a name in a section is left out, since this program does not know it; */
void scr_savefile_skip(scr_savefile *f, const char *section, const char *name, size_t length);
/* which is warned of once all is read. False if warnings are errors. */
bool scr_savefile_tell_skipped(const scr_savefile *f);
/* False after a message if a section was never taken: it is unknown to this program. */
bool scr_savefile_all_taken(scr_savefile *f);

/* XXH3-128 over the sections for which `counts` is true, names and contents, as 32 hex digits. */
void scr_savefile_hash(const scr_savefile *f, bool (*counts)(const char *name), char out[33]);

#endif
