/* Finding and reading files: see files.h. */
#include "cmd/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/outfile.h"
#include "cmd/read.h"

/* ---- paths ---- */

char *scr_path_dir(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return scr_strdup(".");
  return slash == path ? scr_strdup("/") : scr_strndup(path, (size_t)(slash - path));
}

char *scr_path_join(const char *dir, const char *name) {
  scr_buf b = {0};
  bool absolute = name[0] == '/' || name[0] == '\\';
  if (!absolute && strcmp(dir, ".") != 0) scr_buf_printf(&b, "%s/", dir);
  size_t k = b.n;
  scr_buf_puts(&b, name);
  for (; k < b.n; k++)
    if (b.s[k] == '\\') b.s[k] = '/';
  return b.s;
}

const char *scr_path_suffix(const char *path) {
  const char *slash = strrchr(path, '/'), *back = strrchr(path, '\\');
  if (back > slash) slash = back;
  const char *dot = strrchr(path, '.');
  return dot && dot > slash && dot[1] ? dot : "";
}

char *scr_path_stem(const char *path) {
  const char *slash = strrchr(path, '/'), *back = strrchr(path, '\\');
  const char *base = back > slash ? back + 1 : slash ? slash + 1 : path;
  return scr_strndup(base, strlen(base) - strlen(scr_path_suffix(base)));
}

bool scr_path_is_file(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* A file, or a pipe that gives one. */
static bool is_readable(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && (S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode));
}

/* Is there a directory? If not, errno says what is. */
static bool is_folder(const char *path) {
  struct stat st;
  if (stat(path, &st) != 0) return false;
  if (!S_ISDIR(st.st_mode)) errno = ENOTDIR;
  return S_ISDIR(st.st_mode);
}

bool scr_path_make(const char *path, unsigned mode) {
  char *part = scr_strdup(path);
  int reason = 0; /* of the directory that could not be made: those below it only lack it */
  for (char *p = part + (*part != 0); !reason; p++) {
    char c = *p;
    if (c && c != '/') continue;
    *p = 0;
    if (mkdir(part, (mode_t)mode) != 0 && errno != EEXIST) reason = errno;
    *p = c;
    if (!c) break;
  }
  scr_free(part);
  if (is_folder(path)) return true;
  if (reason) errno = reason;
  return false;
}

bool scr_path_may_make(const char *path) {
  char *part = scr_strdup(path);
  struct stat st;
  /* up to what is there; a link that leads nowhere is there, and in the way */
  while (stat(part, &st) != 0 && (errno == ENOENT || errno == ENOTDIR) && lstat(part, &st) != 0 &&
         strcmp(part, ".") != 0 && strcmp(part, "/") != 0) {
    char *above = scr_path_dir(part);
    scr_free(part);
    part = above;
  }
  const bool may = is_folder(part) && access(part, W_OK | X_OK) == 0;
  const int reason = errno;
  scr_free(part);
  errno = reason;
  return may;
}

/* What is in a directory under that name, whatever the case of letters; of several the first of the
 * alphabet. */
static char *name_any_case(const char *dir, const char *name) {
  char *best = NULL;
  DIR *d = opendir(*dir ? dir : ".");
  for (struct dirent *e; d && (e = readdir(d));) {
    if (scr_casecmp(e->d_name, name) != 0 || (best && strcmp(best, e->d_name) < 0)) continue;
    scr_free(best);
    best = scr_strdup(e->d_name);
  }
  if (d) closedir(d);
  return best;
}

static bool is_there(const char *path) {
  struct stat st;
  return stat(path, &st) == 0;
}

/* The file of that path, whatever the case of letters in it; takes path over. What is written right
 * is left as it is. */
static char *path_any_case(char *path) {
  scr_buf b = {0};
  const char *p = path;
  scr_buf_puts(&b, *p == '/' ? "/" : "");
  for (bool found = true; found && !is_readable(path) && *(p += strspn(p, "/"));) {
    size_t n = strcspn(p, "/"), before = b.n;
    char *name = scr_strndup(p, n);
    scr_buf_puts(&b, name);
    if (!is_there(b.s)) {
      char *dir = scr_strndup(b.s, before), *other = name_any_case(dir, name);
      found = other != NULL;
      b.n = before, b.s[before] = 0;
      if (found) scr_buf_puts(&b, other);
      scr_free(other);
      scr_free(dir);
    }
    scr_free(name);
    p += n;
    if (*p) scr_buf_puts(&b, "/");
  }
  if (!is_readable(path)) {
    scr_free(path);
    path = is_readable(b.s) ? scr_strdup(b.s) : NULL;
  }
  scr_buf_free(&b);
  return path;
}

static const scr_source *caller_file(const scr_session *s) {
  for (const scr_frame *f = scr_session_frame(s); f; f = f->up)
    if (f->src->path) return f->src;
  return NULL;
}

char *scr_file_in(const char *dir, const char *name, const char *const *suffix) {
  char *found = path_any_case(scr_path_join(dir, name));
  for (; !found && *suffix; suffix++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "%s%s", name, *suffix);
    found = path_any_case(scr_path_join(dir, b.s));
    scr_buf_free(&b);
  }
  return found;
}

char *scr_file_dir(const scr_session *s) {
  const scr_source *caller = caller_file(s);
  return caller ? scr_path_dir(caller->path) : scr_strdup(".");
}

char *scr_file_beside(const scr_session *s, const char *name, const char *const *suffix) {
  char *dir = scr_file_dir(s), *found = scr_file_in(dir, name, suffix);
  scr_free(dir);
  return found;
}

char *scr_file_find(const scr_session *s, const char *name, const char *const *suffix) {
  char *found = scr_file_beside(s, name, suffix);
  return found ? found : scr_file_in(scr_session_out(s) ? scr_session_out(s) : ".", name, suffix);
}

static const char *const data_suffix[] = {".p3dat", ".p2dat", ".dat", ".p3fis",
                                          ".p2fis", ".fis",   NULL};

char *scr_file_data(const char *caller, const char *name) {
  const char *own[] = {caller ? scr_path_suffix(caller) : "", NULL};
  char *dir = caller ? scr_path_dir(caller) : scr_strdup(".");
  char *found = scr_file_in(dir, name, own);
  if (!found) found = scr_file_in(dir, name, data_suffix);
  if (!found) found = scr_file_in(".", name, own);
  scr_free(dir);
  return found ? found : scr_file_in(".", name, data_suffix);
}

char *scr_read_find(const scr_session *s, const char *name) {
  const scr_source *caller = caller_file(s);
  return scr_file_data(caller ? caller->path : NULL, name);
}

/* ---- what is not there ---- */

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

enum { MAX_NAMES = 4096 };
/* Names in a directory, sorted, so that a hint does not depend on the file system; dot files stay
 * hidden. */
static size_t names_in(const char *dir, char **name) {
  size_t n = 0;
  DIR *d = opendir(dir);
  for (struct dirent *e; d && n < MAX_NAMES && (e = readdir(d));)
    if (e->d_name[0] != '.') name[n++] = scr_strdup(e->d_name);
  if (d) closedir(d);
  qsort(name, n, sizeof *name, by_name);
  return n;
}

static bool has_suffix(const char *name, const char *const *suffix) {
  for (; suffix && *suffix; suffix++)
    if (scr_casecmp(scr_path_suffix(name), *suffix) == 0) return true;
  return !suffix;
}

bool scr_file_is_data(const char *name) { return has_suffix(name, data_suffix); }

/* A name without a suffix is compared with what stands before theirs, too, if the suffix is one
 * that would be tried. */
static const char *nearest_of(const char *word, char *const *name, size_t n,
                              const char *const *tried) {
  scr_nearest near = {.word = word}, stem = {.word = word};
  const char *whole = NULL;
  for (size_t k = 0; k < n; k++) {
    if (*scr_path_suffix(word) || has_suffix(name[k], tried)) scr_nearest_offer(&near, name[k]);
    const char *suffix = scr_path_suffix(name[k]);
    if (!*suffix || *scr_path_suffix(word) || !has_suffix(name[k], tried)) continue;
    char *part = scr_strndup(name[k], (size_t)(suffix - name[k]));
    scr_nearest now = stem;
    scr_nearest_offer(&now, part);
    if (now.best == part) {
      stem.distance = now.distance;
      stem.best = whole = name[k];
    }
    scr_free(part);
  }
  return whole && (!near.best || stem.distance < near.distance) ? whole : near.best;
}

char *scr_path_nearest(const char *path, const char *const *suffix, const char *but) {
  char *dir = scr_path_dir(path), **name = scr_alloc(MAX_NAMES * sizeof *name);
  const char *slash = strrchr(path, '/');
  size_t n = names_in(dir, name);
  for (size_t k = 0; but && k < n; k++)
    if (strcmp(name[k], but) == 0) name[k][0] = 0; /* near to nothing */
  const char *best = nearest_of(slash ? slash + 1 : path, name, n, suffix);
  char *out = best ? scr_path_join(dir, best) : NULL;
  for (size_t k = 0; k < n; k++) scr_free(name[k]);
  scr_free(name);
  scr_free(dir);
  return out;
}

/* /dev/zero and its like. */
static bool is_device(const struct stat *st) {
  return S_ISCHR(st->st_mode) || S_ISBLK(st->st_mode);
}

bool scr_file_missing(scr_session *s, const scr_loc *at, const char *name,
                      const char *const *suffix) {
  scr_buf all = {0};
  for (const char *const *p = suffix; *p; p++)
    scr_buf_printf(&all, "%s%s", p == suffix ? "" : ", ", *p);
  const scr_source *caller = caller_file(s); /* which is not meant */
  const char *slash = caller ? strrchr(caller->path, '/') : NULL, *own = slash    ? slash + 1
                                                                         : caller ? caller->path
                                                                                  : NULL;
  struct stat st;
  char *dir = scr_file_dir(s), *path = scr_path_join(dir, name);
  const bool device = stat(path, &st) == 0 && is_device(&st);
  char *near = device ? NULL : scr_path_nearest(path, suffix, own);
  scr_fail(scr_session_diag(s), at, SCR_E_FILE,
           device ? "'%s' is a device: data stand in files and pipes" : "no file '%s' is found",
           name);
  if (near)
    scr_hint(scr_session_diag(s), "did you mean '%s'?", near);
  else if (!device)
    scr_hint(scr_session_diag(s), "looked beside the calling file%s, as written and with %s",
             suffix == data_suffix ? " and in the working directory" : "", all.s);
  scr_free(near);
  scr_free(path);
  scr_free(dir);
  scr_buf_free(&all);
  return false;
}

bool scr_read_missing(scr_session *s, const scr_loc *at, const char *name) {
  return scr_file_missing(s, at, name, data_suffix);
}

/* ---- reading ---- */

/* A text is read up to a part with a zero byte, by which its reader refuses it. */
static bool read_all(scr_diag *d, const scr_loc *at, const char *name, FILE *f, bool text,
                     scr_buf *b) {
  char part[1 << 16];
  const bool device = scr_file_may_never_end(f);
  for (size_t n; !scr_interrupted(d) && (n = fread(part, 1, sizeof part, f)) > 0;) {
    if (device && n == sizeof part)
      return scr_fail(d, at, SCR_E_FILE, "'%s' is a device that goes on without end", name);
    scr_buf_put(b, part, n);
    if (text && memchr(part, 0, n)) return true;
  }
  return (!scr_interrupted(d) && !ferror(f)) ||
         scr_fail(d, at, SCR_E_FILE, "cannot read '%s': %s", name, strerror(errno));
}

static bool read_bytes(scr_diag *d, const scr_loc *at, const char *name, const char *path,
                       bool text, scr_buf *out) {
  struct stat st;
  if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
    return scr_fail(d, at, SCR_E_FILE, "'%s' is a directory", name);
  FILE *f = fopen(path, "rb");
  if (!f && errno == EINTR && scr_interrupted(d)) return false; /* a pipe without a writer */
  if (!f) return scr_fail(d, at, SCR_E_FILE, "cannot open '%s': %s", name, strerror(errno));
  scr_buf_puts(out, "");
  const bool ok = read_all(d, at, name, f, text, out);
  fclose(f);
  return ok;
}

bool scr_read_bytes(scr_diag *d, const scr_loc *at, const char *name, const char *path,
                    scr_buf *out) {
  return read_bytes(d, at, name, path, false, out);
}

char *scr_file_called(const char *name, const char *path) {
  size_t n = strlen(name), m = strlen(path), tail = 0;
  while (tail < n && name[n - 1 - tail] != '/' && name[n - 1 - tail] != '\\') tail++;
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
  scr_buf b = {0};
  scr_buf_puts(&b, name);
  if (strlen(base) > tail && scr_ncasecmp(base, name + n - tail, tail) == 0)
    scr_buf_puts(&b, path + m - (strlen(base) - tail));
  return b.s;
}

/* Editors of Windows may write two bytes a character, with a mark in front. */
static bool is_bytewise(scr_diag *d, const scr_loc *at, const char *name, const scr_buf *b) {
  bool wide = b->n >= 2 && (memcmp(b->s, "\xff\xfe", 2) == 0 || memcmp(b->s, "\xfe\xff", 2) == 0);
  if (!wide) return true;
  scr_fail(d, at, SCR_E_FILE, "'%s' is text in UTF-16", name);
  return scr_hint(d, "save it as UTF-8 or plain text");
}

/* What is cut off by a crash, or is no text at all, holds zeros. */
static bool is_text(scr_diag *d, scr_source *src) {
  if (!src->zero_line) return true;
  const scr_loc at = {src, src->zero_line, src->zero_col, 1};
  return scr_fail(d, &at, SCR_E_FILE, "'%s' is no text: a zero byte stands here", src->name);
}

scr_source *scr_read_file(scr_diag *d, const scr_loc *at, const char *name, const char *path) {
  scr_buf b = {0};
  char *called = scr_file_called(name, path);
  scr_source *src = NULL;
  if (read_bytes(d, at, called, path, true, &b) && is_bytewise(d, at, called, &b)) {
    src = scr_source_own(called, path, b.s, b.n);
    b = (scr_buf){0};
  }
  if (src && !is_text(d, src)) {
    scr_source_drop(src);
    src = NULL;
  }
  scr_free(called);
  scr_buf_free(&b);
  return src;
}
