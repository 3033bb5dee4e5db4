/* Values of FISH to and from bytes. Containers that several values share are shared again
 * afterwards, and may hold themselves. */
#ifndef SCR_VAL_IO_H
#define SCR_VAL_IO_H

#include "base/bytes.h"
#include "base/map.h"
#include "script/fish.h"

/* Pointers are written as a kind and a number that stays when handles do not; 0: the thing is gone.
 */
typedef struct scr_val_writer {
  scr_buf *out;
  uint64_t (*number_of)(void *user, int kind, scr_ref ref);
  void *user;
  scr_u64map seen; /* containers written so far, by address; zero at first */
  uint32_t nseen;
} scr_val_writer;
void scr_val_put(scr_val_writer *w, const scr_val *v);
void scr_val_writer_free(scr_val_writer *w);

typedef struct scr_val_reader {
  scr_bytes *in;
  /* Handle of the thing with that number; false: there is none, which makes the bytes bad. */
  bool (*find)(void *user, int kind, uint64_t number, scr_ref *ref);
  void *user;
  scr_fish *fish; /* frees what holds itself at its end; NULL: the caller does */
  scr_val *seen;  /* zero at first */
  size_t nseen, cap;
} scr_val_reader;
/* A value owned by the caller; integer 0 once the bytes are bad. */
scr_val scr_val_get(scr_val_reader *r);
/* Values read from bytes that turned out bad must be dropped by the caller all the same; what holds
 * itself is torn apart here. */
void scr_val_reader_free(scr_val_reader *r);

/* An empty machine with the host, rows, dimension and messages of f: what a save file is restored
 * into before it takes f's place. */
scr_fish *scr_fish_twin(scr_fish *f);

#endif
