/* Files that are complete or not there: see outfile.h. */
#define _GNU_SOURCE /* realpath, sync_file_range, flock */
#include "base/outfile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/str.h"

static _Thread_local scr_outfile_fault fault = {-1, false};

void scr_outfile_fault_set(scr_outfile_fault f) { fault = f; }
scr_outfile_fault scr_outfile_fault_left(void) { return fault; }
void scr_outfile_fail_after(int64_t bytes) { fault = (scr_outfile_fault){bytes, false}; }

/* Takes `want` from what the test left before the failure; returns how much there was. */
static size_t allowance(size_t want) {
  if (fault.after < 0) return want;
  size_t got = (int64_t)want < fault.after ? want : (size_t)fault.after;
  fault.after -= (int64_t)got;
  if (!got && want && fault.kills) raise(SIGKILL);
  if (got < want) errno = ENOSPC;
  return got;
}

static bool out_fail(scr_outfile *f, const char *what) {
  if (!f->failed) {
    f->error = errno;
    f->what = what;
  }
  f->failed = true;
  return false;
}

static bool stopped(const scr_outfile *f) { return f->stop && *f->stop; }

/* ---- files of another name ---- */

/* Nobody holds it: whoever made it was killed. Where files cannot be locked, nobody knows. */
static bool is_abandoned(const char *path) {
  struct stat st;
  int fd = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return false;
  bool free = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0;
  close(fd);
  return free;
}

static const char mark[] = ".tmp";

/* The number of the process in `base.tmpNUMBER` or `base.tmpNUMBER-COUNT`; 0: it is no such name.
 * `longer`: the name may have more between the base and the mark. */
static long process_in(const char *name, const char *base, bool longer) {
  static const char digits[] = "0123456789";
  const size_t n = strlen(base), m = strlen(mark);
  if (strncmp(name, base, n) != 0) return 0;
  const char *at = name + n;
  for (const char *next; longer && (next = strstr(at + 1, mark));) at = next;
  if (strncmp(at, mark, m) != 0) return 0;
  const char *number = at + m, *end = number + strspn(number, digits);
  if (end == number || end - number > 9) return 0;
  if (*end == '-') end += 1 + strspn(end + 1, digits);
  return *end ? 0 : strtol(number, NULL, 10);
}

/* The process is gone, here and, as the lock tells, on other machines that see this folder. */
static void remove_left(const char *dir, const char *name, const char *base, bool longer) {
  const long process = process_in(name, base, longer);
  if (process <= 0 || process == (long)getpid() || kill((pid_t)process, 0) == 0 || errno != ESRCH)
    return;
  scr_buf path = {0};
  scr_buf_printf(&path, "%s/%s", dir, name);
  if (is_abandoned(path.s)) unlink(path.s);
  scr_buf_free(&path);
}

static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? scr_strndup(path, SCR_MAX((size_t)(slash - path), (size_t)1)) : scr_strdup(".");
}

/* Looks at so many names at most: in a larger folder a run that writes many files must not look at
 * all of them for each. */
static void sweep(const char *path, bool longer) {
  enum { MOST = 10000 };
  const char *slash = strrchr(path, '/');
  char *dir = folder_of(path);
  DIR *d = opendir(dir);
  const struct dirent *e;
  for (int k = 0; d && k < MOST && (e = readdir(d)); k++)
    remove_left(dir, e->d_name, slash ? slash + 1 : path, longer);
  if (d) closedir(d);
  scr_free(dir);
}

void scr_outfile_sweep(const char *start) { sweep(start, true); }

/* The process number keeps programs that write the same file apart, and a count those of one
 * process; the last to finish wins. */
static void open_temp(scr_outfile *f) {
  enum { MOST = 100 };
  for (int k = 0; k < MOST && f->fd < 0; k++) {
    scr_buf name = {0};
    scr_buf_printf(&name, "%s.tmp%ld", f->path, (long)getpid());
    if (k) scr_buf_printf(&name, "-%d", k);
    scr_free(f->temp);
    f->temp = name.s;
    if (is_abandoned(f->temp)) unlink(f->temp); /* a process of the same number was killed */
    f->fd = open(f->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (f->fd < 0 && errno != EEXIST) return;
  }
  if (f->fd >= 0) flock(f->fd, LOCK_EX | LOCK_NB);
}

/* ---- opening ---- */

/* A link stays one: the file it points to is replaced. */
static char *real_path(const char *path) {
  char *real = realpath(path, NULL), *copy = scr_strdup(real ? real : path);
  free(real);
  return copy;
}

/* Standard output or standard error, if that is where the file leads; -1: it is not. To replace
 * what they go to would end them.
 */
static int standard_of(const struct stat *st) {
  struct stat own;
  for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
    if (fstat(fd, &own) == 0 && own.st_dev == st->st_dev && own.st_ino == st->st_ino) return fd;
  return -1;
}

bool scr_file_may_never_end(FILE *f) {
  struct stat st;
  return fstat(fileno(f), &st) == 0 && (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode)) &&
         !isatty(fileno(f));
}

bool scr_outfile_in_place(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && (!S_ISREG(st.st_mode) || standard_of(&st) >= 0);
}

enum { LOOK = 50 }; /* ms between two looks at whether to stop, where something is waited for */

/* A pipe waits for its reader, and later for room. A signal may come just before one waits, and so
 * nobody waits for long. */
static void open_here(scr_outfile *f, bool pipe) {
  const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (pipe ? O_NONBLOCK : 0);
  while ((f->fd = open(f->path, flags, 0666)) < 0 && (errno == EINTR || (pipe && errno == ENXIO))) {
    if (stopped(f)) {
      errno = EINTR;
      return;
    }
    if (errno == ENXIO) poll(NULL, 0, LOOK);
  }
}

static bool open_file(scr_outfile *f, const char *path, bool append, bool sweeps,
                      const volatile bool *stop) {
  struct stat st = {0};
  *f = (scr_outfile){.path = real_path(path), .fd = -1, .start = -1, .stop = stop};
  const bool old = stat(f->path, &st) == 0, special = old && !S_ISREG(st.st_mode);
  const int standard = old ? standard_of(&st) : -1;
  if (standard >= 0) {
    fflush(stdout);
    f->fd = fcntl(standard, F_DUPFD_CLOEXEC, 0);
  } else if (append || special) {
    open_here(f, special && S_ISFIFO(st.st_mode));
  } else {
    if (sweeps) sweep(f->path, false);
    open_temp(f);
  }
  if (f->fd < 0) return out_fail(f, "cannot create a file there");
  if (append && !special && standard < 0)
    f->start = old ? (long long)st.st_size : 0, f->made = !old;
  if (f->temp && old) fchmod(f->fd, st.st_mode & 0777);
  return true;
}

bool scr_outfile_open(scr_outfile *f, const char *path, bool append, const volatile bool *stop) {
  return open_file(f, path, append, true, stop);
}

bool scr_outfile_open_swept(scr_outfile *f, const char *path) {
  return open_file(f, path, false, false, NULL);
}

void scr_outfile_aside(scr_outfile *f, const char *suffix) {
  scr_buf name = {0};
  assert(f->temp);
  scr_buf_printf(&name, "%s%s", f->path, suffix);
  scr_free(f->path);
  f->path = name.s;
}

bool scr_outfile_blame(const scr_outfile *f, scr_diag *d, const scr_loc *at, scr_code code,
                       const char *verb, const char *path) {
  if (f->error == EINTR)
    return scr_fail(d, at, SCR_E_INTERRUPT, "interrupted: '%s' was not written", path);
  return scr_fail(d, at, code, "cannot %s '%s': %s: %s", verb, path, f->what, strerror(f->error));
}

/* ---- writing ---- */

/* What was put so far goes to the disk while the rest is being made; else all of it would have to
 * be waited for at the end. */
static void send(scr_outfile *f) {
#ifdef SYNC_FILE_RANGE_WRITE
  enum { STEP = 8 << 20 };
  if (!f->temp || f->put - f->sent < STEP) return;
  sync_file_range(f->fd, (off_t)f->sent, (off_t)(f->put - f->sent),
                  SYNC_FILE_RANGE_WRITE); /* a wish: fsync tells of errors */
  f->sent = f->put;
#else
  SCR_UNUSED(f);
#endif
}

/* at < 0: after what is there. */
static bool write_all(scr_outfile *f, const char *s, size_t n, off_t at) {
  enum { PART = 8 << 20 }; /* so much between two looks at whether to stop */
  while (n) {
    if (stopped(f)) {
      errno = EINTR;
      return out_fail(f, "interrupted");
    }
    size_t part = allowance(SCR_MIN(n, (size_t)PART));
    ssize_t put = !part ? -1 : at < 0 ? write(f->fd, s, part) : pwrite(f->fd, s, part, at);
    const bool waits = put < 0 && part && errno == EAGAIN,
               again = waits || (put < 0 && part && errno == EINTR);
    if (waits) poll(&(struct pollfd){.fd = f->fd, .events = POLLOUT}, 1, LOOK);
    if (again) continue;
    if (put < 0) return out_fail(f, "writing failed");
    s += put;
    n -= (size_t)put;
    if (at >= 0) at += put;
  }
  return true;
}

bool scr_outfile_put(scr_outfile *f, const void *bytes, size_t n) {
  if (f->failed || !write_all(f, bytes, n, -1)) return false;
  f->put += n;
  send(f);
  return true;
}

bool scr_outfile_put_zeros(scr_outfile *f, const void *zeros, size_t n) {
  if (!f->temp) return scr_outfile_put(f, zeros, n);
  if (f->failed) return false;
  if (allowance(n) < n || lseek(f->fd, (off_t)n, SEEK_CUR) < 0)
    return out_fail(f, "writing failed");
  f->put += n;
  return true;
}

bool scr_outfile_can_patch(const scr_outfile *f) { return f->temp != NULL; }

bool scr_outfile_patch(scr_outfile *f, uint64_t at, const void *bytes, size_t n) {
  assert(f->failed || (f->temp && at + n <= f->put));
  return !f->failed && write_all(f, bytes, n, (off_t)at);
}

/* Makes the rename itself last. A file system that cannot do it has nothing better to offer. */
static void sync_directory(const char *path) {
  char *dir = folder_of(path);
  int fd = open(dir, O_RDONLY | O_CLOEXEC);
  if (fd >= 0) {
    fsync(fd);
    close(fd);
  }
  scr_free(dir);
}

static bool commit(scr_outfile *f, bool durable) {
  if (f->failed) return false;
  const bool regular = f->temp || f->start >= 0;
  if (durable && regular && (allowance(1) == 0 || fsync(f->fd) != 0))
    return out_fail(f, "cannot bring it to the disk");
  int fd = f->fd;
  f->fd = -1;
  if (close(fd) != 0) return out_fail(f, "closing failed");
  if (!f->temp) return true;
  if (allowance(1) == 0 || rename(f->temp, f->path) != 0)
    return out_fail(f, "cannot put the new file in its place");
  if (durable) sync_directory(f->path);
  return true;
}

/* What an append wrote before it failed goes away again, and the file with it if there was none. */
static void undo(scr_outfile *f) {
  if (f->temp) unlink(f->temp);
  if (f->start >= 0 && f->fd >= 0 && ftruncate(f->fd, (off_t)f->start) != 0)
    out_fail(f, "cannot take back what was written");
  if (f->made) unlink(f->path);
}

bool scr_outfile_close(scr_outfile *f, bool ok, bool durable) {
  ok = ok && commit(f, durable);
  if (!ok) undo(f);
  if (f->fd >= 0) close(f->fd);
  f->fd = -1;
  scr_free(f->temp);
  scr_free(f->path);
  f->temp = f->path = NULL;
  return ok;
}
