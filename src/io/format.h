/* Files for other programs: one row a format, and one function that turns a dataset into the bytes
 * of a file. docs/formats.md describes their columns. */
#ifndef SCR_FORMAT_H
#define SCR_FORMAT_H

#include "base/diag.h"
#include "io/dataset.h"

typedef struct scr_format {
  const char *suffix, *doc;
  unsigned kinds; /* a bit for each kind of dataset that it can hold */
  bool appends;   /* several frames may follow each other in one file */
  /* Adds the bytes of a file to *out; false after scr_fail. NULL: this build lacks the library. */
  bool (*write)(scr_diag *d, const scr_dataset *s, scr_buf *out);
  const char *library; /* that it needs; NULL: none */
  int needs[4];        /* quantities of balls that it holds beside the usual ones */
  int nneeds;
} scr_format;

/* In the order in which help and messages list them: the first is that of frames, the last one has
 * suffix NULL. */
extern const scr_format scr_formats[];
extern const char scr_hdf5_part[]; /* "hdf5", or "" without it */
/* By the suffix of the name; NULL: no format has it. */
const scr_format *scr_format_of(const char *path);
/* Can files of that kind be written here? Else an error says what is missing. */
bool scr_format_possible(scr_diag *d, const scr_loc *at, const scr_format *f);
/* All suffixes with commas between them, for messages. */
void scr_format_list(scr_buf *out);

/* The series of a kind's frames as ParaView reads it: names of files, times in s. */
typedef struct scr_frame_entry {
  uint64_t index;
  double time; /* s */
} scr_frame_entry;
void scr_write_pvd(const char *prefix, const char *kind, const scr_frame_entry *frame, size_t n,
                   scr_buf *out);

/* The writers, a file each (io/write_*.c). */
bool scr_write_vtp(scr_diag *d, const scr_dataset *s, scr_buf *out);
bool scr_write_vtkhdf(scr_diag *d, const scr_dataset *s, scr_buf *out);
bool scr_write_lammps_data(scr_diag *d, const scr_dataset *s, scr_buf *out);
bool scr_write_lammps_dump(scr_diag *d, const scr_dataset *s, scr_buf *out);
bool scr_write_xyz(scr_diag *d, const scr_dataset *s, scr_buf *out);
bool scr_write_csv(scr_diag *d, const scr_dataset *s, scr_buf *out);

/* For writers: a number so that it reads back equal; "x", "y" or "z". */
void scr_put_real(scr_buf *b, double x);
extern const char scr_axis_name[3];

#endif
