/** @file
 *  Public interface of libscree: a discrete element engine that runs PFC data files.
 *
 *  A session (`scree`) holds one model, its FISH symbols, histories and tables. Data files and
 * commands are run in it; positions, forces and the like are read and written as arrays. Everything
 * is in SI units and in the order of ids, whatever the order in memory.
 *
 *  - Results do not depend on the number of threads, the instruction set or the compiler.
 *  - The library neither prints nor exits: text goes to the functions given with scree_on_output()
 * and scree_on_warning(), errors come back as a status and a message. Only when memory is exhausted
 * the function given with scree_on_exhaustion() is called, which must not return; without it the
 * process is aborted.
 *  - Whatever a session is given to, it must not be NULL, but for scree_free(). Texts and arrays
 * that are NULL are wrong use: SCREE_ERROR_USE and a message (arrays may be NULL where there is
 * nothing to read or write).
 *  - Sessions are independent of each other and may be used from different threads, each from one
 * thread at a time. Only scree_interrupt() may be called from anywhere, a signal handler included.
 *
 *  @code
 *  scree *s = scree_new(NULL);
 *  if (scree_run(s, "model.dat") != SCREE_OK) fputs(scree_message(s), stderr);
 *  scree_free(s);
 *  @endcode
 */
#ifndef SCREE_SCREE_H
#define SCREE_SCREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(                                                                       \
    default) /* the shared library shows what is declared here, and nothing else */
#endif

/** A session. */
typedef struct scree scree;

/** What a function returns; the same numbers as the exit status of the program. */
typedef enum scree_status {
  SCREE_OK = 0,
  SCREE_ERROR_DATA =
      1, /**< an error in a file, a command or a value; nothing was changed by what failed */
  SCREE_ERROR_USE =
      2, /**< wrong use of a function: an unknown quantity, an array too small, NULL for a text */
  SCREE_ERROR_RESOURCES = 3, /**< a full disk */
  SCREE_INTERRUPTED = 130    /**< scree_interrupt() was called; the model is whole and can go on */
} scree_status;

/** The language of data files. */
typedef enum scree_dialect {
  SCREE_DIALECT_FIND = -1, /**< found for each file */
  SCREE_DIALECT_MODERN = 0,
  SCREE_DIALECT_LEGACY = 1, /**< PFC 3 and 4 */
  SCREE_DIALECT_PFC5 = 2    /**< modern words, integers of 32 bits that `/` truncates */
} scree_dialect;

/** How a session behaves. Zero is the default of every field but `dialect`: begin with
 * SCREE_OPTIONS. */
typedef struct scree_options {
  int dim;     /**< 2 or 3; 0: found from the first file, else 3 */
  int threads; /**< 0: up to as many as there are cores, whatever number clocks find fastest; else
                  so many */
  const char *out; /**< directory of output files, copied; NULL: that of the first file, else the
                      working directory */
  bool strict;     /**< warnings are errors */
  scree_dialect dialect; /**< of files */
} scree_options;

/** The defaults. */
#ifdef __cplusplus
#define SCREE_OPTIONS (scree_options{0, 0, NULL, false, SCREE_DIALECT_FIND})
#else
#define SCREE_OPTIONS ((scree_options){0, 0, NULL, false, SCREE_DIALECT_FIND})
#endif

/** @name Sessions
 *  @{ */

/** Makes a session with an empty model.
 *  @param options  copied; NULL: the defaults
 *  @return the session, to be freed with scree_free(); NULL if an option is out of range */
scree *scree_new(const scree_options *options);

/** Frees a session and all that it holds; NULL is allowed. */
void scree_free(scree *s);

/** Receives a text, which ends with a newline and lives until the function returns. */
typedef void (*scree_text_fn)(void *user, const char *text);

/** Where the text goes that data files print (io.out, list, echo). NULL, the default: nowhere. */
void scree_on_output(scree *s, scree_text_fn fn, void *user);

/** Where each warning goes, with file, line, column and caret. NULL, the default: nowhere. */
void scree_on_warning(scree *s, scree_text_fn fn, void *user);

/** For all sessions of the process: called with the number of bytes that could not be had; must not
 * return. */
void scree_on_exhaustion(void (*fn)(size_t size));

/** The message of the last error, with file, line, column, caret and hint; "" after a success.
 * Valid until the next call. */
const char *scree_message(const scree *s);

/** How many warnings there were so far. */
int scree_warnings(const scree *s);

/** Ends the solve that runs in the session after its present cycle. Safe in signal handlers and
 * from other threads. */
void scree_interrupt(scree *s);
/** @} */

/** @name Running
 *  @{ */

/** Runs a data file; further files go on with the same model.
 *  @param path  of the file; NULL is wrong use
 *  @return SCREE_OK; SCREE_ERROR_DATA: no such file, or an error in it, what stands before it was
 * done; SCREE_ERROR_RESOURCES; SCREE_INTERRUPTED; SCREE_ERROR_USE */
scree_status scree_run(scree *s, const char *path);

/** Runs one or several lines of commands and FISH in the modern dialect. Messages name the source
 * `command`.
 *  @param text  lines, with or without a newline after the last one; "" does nothing; NULL is
 * wrong use
 *  @return as scree_run() */
scree_status scree_command(scree *s, const char *text);

/** Runs cycles, like the command `model cycle`.
 *  @param cycles  how many; 0 runs none
 *  @return SCREE_OK; SCREE_ERROR_DATA: no domain or no density, or a ball's motion or a callback
 * made an error, the cycles before it stay done; SCREE_ERROR_RESOURCES; SCREE_INTERRUPTED, after a
 * whole cycle */
scree_status scree_cycle(scree *s, uint64_t cycles);

/** Writes the whole session to a file; the old file survives a failure. A run that goes on from it
 * has the same bits.
 *  @param path  of the file, as it is: no suffix is added, and `out` of the options does not
 * matter; NULL is wrong use
 *  @return SCREE_OK; SCREE_ERROR_DATA: the file cannot be written; SCREE_ERROR_RESOURCES: the disk
 * is full; SCREE_ERROR_USE */
scree_status scree_save(scree *s, const char *path);

/** Replaces the whole session by a saved one; after an error it is as it was.
 *  @param path  of the file, as it is; NULL is wrong use
 *  @return SCREE_OK; SCREE_ERROR_DATA: no such file, no save file, a damaged one, or one of another
 * dimension than the options say; SCREE_ERROR_USE */
scree_status scree_restore(scree *s, const char *path);

/** The hash of the model's state. Equal states have equal hashes, on every machine.
 *  @param out  32 hex digits and a zero, written only with SCREE_OK; NULL is wrong use
 *  @return SCREE_OK; SCREE_ERROR_USE */
scree_status scree_hash(scree *s, char out[33]);
/** @} */

/** @name The model
 *  @{ */

/** 2 or 3. */
int scree_dim(const scree *s);
/** Cycles since the model was made. */
uint64_t scree_cycles(const scree *s);
/** Mechanical time, s. */
double scree_time(const scree *s);
/** The timestep of the last cycle, s. */
double scree_timestep(const scree *s);

/** What a model consists of. */
typedef enum scree_kind {
  SCREE_BALL,
  SCREE_WALL,
  SCREE_CONTACT /**< active contacts, in canonical order: ball-ball, then ball-facet, each by the
                   ids of their ends */
} scree_kind;

/** How many there are; 0 of what is no scree_kind. */
size_t scree_count(scree *s, scree_kind kind);

/** How many numbers a quantity has for each thing: 1, 2, 3 or 6; 0 if there is no such quantity or
 * kind, or `quantity` is NULL.
 *
 *  Quantities of balls and walls have the names of `ball attribute` and `wall attribute`
 * ("position", "velocity", "spin", "radius", "density", "force-contact", ...); `scree help ball
 * attribute` lists them with their units. Those of contacts are "gap" (m, negative in overlap),
 * "normal" (from end 1 to end 2), "position" (m), "force" (N, on end 2, global), "end1" and "end2"
 * (ids), "facet" (1 if end 2 is a facet), those of `contact history` ("normalforce",
 * "shearforce", "localforce", "momenton1", ...), and the properties of the laws ("kn", "hz_force",
 * ...).
 */
int scree_components(scree *s, scree_kind kind, const char *quantity);

/** The ids of all balls or walls, ascending, or of all contacts, in their order.
 *  @param out   scree_count() ids
 *  @param room  places in out
 *  @return SCREE_OK; SCREE_ERROR_USE: there is no such kind, or the places are fewer than
 * scree_count(); nothing is written then
 */
scree_status scree_ids(scree *s, scree_kind kind, uint32_t *out, size_t room);

/** Reads a quantity of all balls, walls or contacts: component after component, thing after thing,
 * in the order of scree_ids(). A property that a contact's law does not have is NaN.
 *  @param out   scree_count() * scree_components() numbers
 *  @param room  places in out
 *  @return SCREE_OK; SCREE_ERROR_USE: there is no such quantity or kind, or too few places;
 * SCREE_ERROR_DATA: the model does not keep it
 *          ("euler" without `model orientation-tracking`). After an error nothing is written */
scree_status scree_get(scree *s, scree_kind kind, const char *quantity, double *out, size_t room);

/** Writes a quantity of all balls or walls, as the command `ball attribute` would; all values are
 * checked first.
 *  @param in  scree_count() * scree_components() numbers
 *  @param n   how many there are
 *  @return SCREE_OK; SCREE_ERROR_USE: there is no such quantity or kind, it is computed and cannot
 * be set, or n is another number; SCREE_ERROR_DATA: a value is not finite or out of range, or the
 * model does not keep the quantity. After an error nothing is changed */
scree_status scree_set(scree *s, scree_kind kind, const char *quantity, const double *in, size_t n);

/** Reads a FISH symbol that holds a number.
 *  @return SCREE_OK; SCREE_ERROR_USE: nothing was assigned to such a symbol, or its value is no
 * number */
scree_status scree_symbol(scree *s, const char *name, double *out);

/** Assigns a number to a FISH symbol, which is made if need be.
 *  @return SCREE_OK; SCREE_ERROR_USE: that cannot be a name */
scree_status scree_symbol_set(scree *s, const char *name, double value);
/** @} */

/** "MAJOR.MINOR.PATCH" of the library. */
const char *scree_version(void);
/** The instruction set in use: "base", "avx2" or "avx512". */
const char *scree_isa(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
