/* Files that are complete or not there: see outfile.h. */
#define _GNU_SOURCE /* realpath, sync_file_range */
#include "io/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/str.h"

static _Thread_local int64_t fail_after = -1;

void scr_outfile_fail_after(int64_t bytes) { fail_after = bytes; }

/* Takes `want` from what the test left before the failure; returns how much there was. */
static size_t allowance(size_t want) {
  if (fail_after < 0) return want;
  size_t got = (int64_t)want < fail_after ? want : (size_t)fail_after;
  fail_after -= (int64_t)got;
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

/* The process number keeps programs that write the same file apart; the last to finish wins. */
static void open_temp(scr_outfile *f) {
  scr_buf name = {0};
  scr_buf_printf(&name, "%s.tmp%ld", f->path, (long)getpid());
  f->temp = name.s;
  unlink(f->temp); /* left by a process of the same number that was killed */
  f->fd = open(f->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/* A link stays one: the file it points to is replaced. */
static char *real_path(const char *path) {
  char *real = realpath(path, NULL), *copy = scr_strdup(real ? real : path);
  free(real);
  return copy;
}

bool scr_outfile_open(scr_outfile *f, const char *path, bool append) {
  struct stat st;
  *f = (scr_outfile){.path = real_path(path), .fd = -1, .start = -1};
  bool old = stat(f->path, &st) == 0, special = old && !S_ISREG(st.st_mode);
  if (append || special)
    f->fd = open(f->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  else
    open_temp(f);
  if (f->fd < 0) return out_fail(f, "cannot create a file there");
  if (append && !special) f->start = old ? (long long)st.st_size : 0;
  if (f->temp && old) fchmod(f->fd, st.st_mode & 0777);
  return true;
}

/* What was put so far goes to the disk while the rest is being made; else all of it would have to be waited for at the end. */
static void send(scr_outfile *f) {
#ifdef SYNC_FILE_RANGE_WRITE
  enum { STEP = 8 << 20 };
  if (!f->temp || f->put - f->sent < STEP) return;
  sync_file_range(f->fd, (off_t)f->sent, (off_t)(f->put - f->sent), SYNC_FILE_RANGE_WRITE); /* a wish: fsync tells of errors */
  f->sent = f->put;
#else
  SCR_UNUSED(f);
#endif
}

/* at < 0: behind what is there. */
static bool write_all(scr_outfile *f, const char *s, size_t n, off_t at) {
  while (n) {
    size_t part = allowance(n);
    ssize_t put = !part ? -1 : at < 0 ? write(f->fd, s, part) : pwrite(f->fd, s, part, at);
    if (put < 0 && part && errno == EINTR) continue;
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
  if (allowance(n) < n || lseek(f->fd, (off_t)n, SEEK_CUR) < 0) return out_fail(f, "writing failed");
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
  const char *slash = strrchr(path, '/');
  char *dir = slash ? scr_strndup(path, SCR_MAX((size_t)(slash - path), (size_t)1)) : scr_strdup(".");
  int fd = open(dir, O_RDONLY | O_CLOEXEC);
  if (fd >= 0) {
    fsync(fd);
    close(fd);
  }
  scr_free(dir);
}

static bool commit(scr_outfile *f, bool durable) {
  if (f->failed) return false;
  if (durable && (allowance(1) == 0 || fsync(f->fd) != 0)) return out_fail(f, "cannot bring it to the disk");
  int fd = f->fd;
  f->fd = -1;
  if (close(fd) != 0) return out_fail(f, "closing failed");
  if (!f->temp) return true;
  if (allowance(1) == 0 || rename(f->temp, f->path) != 0) return out_fail(f, "cannot put the new file in its place");
  if (durable) sync_directory(f->path);
  return true;
}

/* What an append wrote before it failed goes away again, and the file with it if there was none. */
static void undo(scr_outfile *f) {
  if (f->temp) unlink(f->temp);
  if (f->start >= 0 && f->fd >= 0 && ftruncate(f->fd, (off_t)f->start) != 0) out_fail(f, "cannot take back what was written");
  if (f->start == 0) unlink(f->path);
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
