/* FISH intrinsics file.*: one text file at a time, line by line. The host says where files lie.
 * What is written shows when the file is closed, whole or not at all; until then everybody reads
 * the old one. */
#include "script/rows.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/outfile.h"

#define CALL(name) static bool name(scr_fish *f, int n, const scr_val *a, scr_val *out)

/* What file.open returns. */
enum { OPENED = 0, NO_NAME = 2, BAD_READ_WRITE = 5, NO_READING = 6, NO_WRITING = 7, IS_OPEN = 8 };
enum { READ, WRITE, APPEND };

typedef struct scr_text_file {
  char *path;
  scr_loc opened; /* its source is held */
  int how;
  FILE *in;        /* READ */
  scr_outfile out; /* fd -1: not open yet, as of a file that is appended to when it is closed */
  scr_buf text;    /* written, and not in `out` yet */
  uint64_t at;     /* of the next write; only WRITE goes back */
} text_file;

static bool no_file(scr_fish *f) {
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_STATE, "no file is open; see file.open");
}

/* ---- writing ---- */

static bool cannot_write(scr_fish *f, const text_file *t) {
  return scr_outfile_blame(&t->out, f->diag, NULL, SCR_E_FILE, "write", t->path);
}

static uint64_t end_of(const text_file *t) { return t->out.put + t->text.n; }

static bool flush(text_file *t) {
  bool good = scr_outfile_put(&t->out, t->text.s, t->text.n);
  t->text.n = 0;
  return good;
}

/* After file.pos = ...: over what was written, or after a gap, which is zeros. */
static bool write_at(text_file *t, const char *s, size_t n) {
  if (!flush(t)) return false;
  if (t->out.put < t->at && !scr_outfile_put_zeros(&t->out, NULL, (size_t)(t->at - t->out.put)))
    return false;
  const size_t over = (size_t)SCR_MIN(t->out.put - t->at, (uint64_t)n);
  const uint64_t at = t->at;
  t->at += n;
  return (!over || scr_outfile_patch(&t->out, at, s, over)) &&
         scr_outfile_put(&t->out, s + over, n - over);
}

static bool write_text(text_file *t, const char *s, size_t n) {
  enum { MOST = 1 << 20 };
  const bool opened = t->out.fd >= 0, whole = scr_outfile_can_patch(&t->out);
  if (whole && t->at != end_of(t)) return write_at(t, s, n);
  scr_buf_put(&t->text, s, n);
  t->at += n;
  return !opened || (whole && t->text.n < MOST) || flush(t); /* a pipe has readers that wait */
}

/* ---- opening and closing ---- */

static void text_free(scr_fish *f) {
  text_file *t = f->text;
  f->text = NULL;
  if (t->in) fclose(t->in);
  scr_source_drop(t->opened.src);
  scr_buf_free(&t->text);
  scr_free(t->path);
  scr_free(t);
}

void scr_text_file_drop(scr_fish *f) {
  if (!f->text) return;
  if (f->text->out.fd >= 0) scr_outfile_close(&f->text->out, false, false);
  text_free(f);
}

/* Could it be appended to, though it is not opened before it is closed? */
static bool may_append(const char *path) {
  const char *slash = strrchr(path, '/');
  char *dir = slash ? scr_strndup(path, (size_t)(slash - path) + 1) : scr_strdup(".");
  bool may = access(path, W_OK) == 0 || (errno == ENOENT && access(dir, W_OK) == 0);
  scr_free(dir);
  return may;
}

static int64_t size_of(const char *path) {
  FILE *f = fopen(path, "rb");
  const long size = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : 0;
  if (f) fclose(f);
  return SCR_MAX(size, 0);
}

static bool open_text(const scr_fish *f, text_file *t) {
  t->out.fd = -1;
  if (t->how == READ) return (t->in = fopen(t->path, "rb")) != NULL;
  const bool here = scr_outfile_in_place(t->path), later = t->how == APPEND && !here;
  if (later) t->at = (uint64_t)size_of(t->path);
  if (later) return may_append(t->path);
  if (scr_outfile_open(&t->out, t->path, t->how == APPEND, here ? f->host.interrupt : NULL))
    return true;
  scr_outfile_close(&t->out, false, false);
  return false;
}

bool scr_fish_text_only(scr_fish *f, const scr_val *form) {
  return form->i == 1 || scr_fail(scr_fish_diag(f), NULL, SCR_E_UNSUPPORTED,
                                  "file.open offers text files only: its third argument is 1");
}

/* file.open(name, 0 read / 1 write / 2 append, 1 text) */
CALL(fn_open) {
  SCR_UNUSED(n);
  const char *name = scr_val_cstr(a, NULL);
  int64_t how = a[1].i;
  int code = f->text                      ? IS_OPEN
             : !*name                     ? NO_NAME
             : how < READ || how > APPEND ? BAD_READ_WRITE
                                          : OPENED;
  if (!scr_fish_text_only(f, &a[2])) return false;
  if (code == OPENED) {
    char *path = f->host.path ? f->host.path(f->host.user, name, how > 0) : NULL;
    if (!path)
      return f->diag->failed
                 ? false
                 : scr_fail(f->diag, NULL, SCR_E_UNSUPPORTED, "there are no files here");
    f->text = scr_alloc(sizeof *f->text);
    *f->text = (text_file){.path = path, .how = (int)how, .opened = f->diag->at};
    if (f->text->opened.src) scr_source_hold(f->text->opened.src);
    if (!open_text(f, f->text)) code = how == READ ? NO_READING : NO_WRITING;
    if (code) text_free(f);
    if (code && scr_interrupted(f->diag)) return false;
  }
  *out = scr_val_int(code);
  return true;
}

static const char aside[] = ".part"; /* after the name: what a run wrote that failed */

/* The file is whole, and what an earlier run left beside it is of no use any more. */
static void remove_aside(const char *path) {
  struct stat st;
  scr_buf name = {0};
  scr_buf_printf(&name, "%s%s", path, aside);
  if (lstat(name.s, &st) == 0 && S_ISREG(st.st_mode)) unlink(name.s);
  scr_buf_free(&name);
}

static bool close_text(scr_fish *f) {
  text_file *t = f->text;
  if (t->how == APPEND && t->out.fd < 0) scr_outfile_open(&t->out, t->path, true, NULL);
  if (t->how != READ && t->out.fd >= 0) flush(t);
  const bool tried = t->how != READ && (t->out.fd >= 0 || t->out.failed);
  char *path = tried && t->out.path ? scr_strdup(t->out.path) : NULL;
  const bool good = !tried || scr_outfile_close(&t->out, true, false) || cannot_write(f, t);
  if (good && path) remove_aside(path);
  scr_free(path);
  text_free(f);
  return good;
}

/* 0 closed, 1 there was no file. */
CALL(fn_close) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  *out = scr_val_int(f->text ? 0 : 1);
  return !f->text || close_text(f);
}

static bool end_well(scr_fish *f) {
  const scr_loc at = f->text->opened, before = f->diag->at;
  if (at.src) scr_source_hold(at.src);
  f->diag->at = at;
  bool good = scr_warn(f->diag, NULL, SCR_E_FILE,
                       "'%s' is open at the end of the run, and is closed now", f->text->path);
  good &= close_text(f);
  f->diag->at = before;
  scr_source_drop(at.src);
  return good;
}

/* The run has failed already: this is no error of its own. */
static void tell_aside(const scr_fish *f, const text_file *t) {
  const bool strict = f->diag->strict;
  f->diag->strict = false;
  scr_warn(f->diag, &t->opened, SCR_E_FILE,
           "'%s' was open and is as it was; what the run wrote is in '%s%s'", t->path, t->path,
           aside);
  f->diag->strict = strict;
}

static void end_aside(scr_fish *f) {
  text_file *t = f->text;
  if (t->out.fd < 0 && t->text.n) scr_outfile_open(&t->out, t->path, false, NULL);
  const bool any = t->out.fd >= 0 && end_of(t) > 0;
  if (any) {
    flush(t);
    scr_outfile_aside(&t->out, aside);
  }
  if (t->out.fd >= 0 && scr_outfile_close(&t->out, any, false)) tell_aside(f, t);
  text_free(f);
}

bool scr_fish_end_file(scr_fish *f, bool good) {
  if (!f->text) return true;
  const bool writes =
      f->text->how != READ && (f->text->out.fd < 0 || scr_outfile_can_patch(&f->text->out));
  if (!writes) return close_text(f);
  if (good) return end_well(f);
  end_aside(f);
  return true;
}

void scr_fish_move_run(scr_fish *from, scr_fish *to) {
  assert(!to->text);
  to->text = from->text;
  from->text = NULL;
  scr_names_free(&to->told);
  to->told = from->told;
  from->told = (scr_names){0};
}

/* ---- lines ---- */

/* A line of a device as /dev/zero may have no end: it is none. */
static bool get_line(FILE *in, scr_buf *line) {
  enum { LONG = 1 << 16 };
  int c;
  line->n = 0;
  while ((c = getc(in)) != EOF && c != '\n') {
    if (line->n == LONG && scr_file_may_never_end(in)) return false;
    scr_buf_put(line, &(char){(char)c}, 1);
  }
  bool got = c != EOF || line->n;
  if (line->n && line->s[line->n - 1] == '\r') line->n--;
  return got;
}

static bool line_count(scr_fish *f, const scr_val *v, int64_t n) {
  return (n >= 0 && (uint64_t)n <= scr_val_size(v)) ||
         scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "there are %zu elements, not %lld",
                  scr_val_size(v), (long long)n);
}

/* file.read(array, n): n lines as strings. 0, or how many there were before the end; -1 after an
 * error. */
CALL(fn_read) {
  int64_t want = n > 1 ? a[1].i : (int64_t)scr_val_size(a), k = 0;
  if (!f->text) return no_file(f);
  if (!line_count(f, a, want)) return false;
  FILE *in = f->text->in;
  scr_buf line = {0};
  if (in)
    for (; k < want && get_line(in, &line); k++)
      scr_put(&scr_val_items(a)[k], scr_val_strn(line.s, line.n));
  scr_buf_free(&line);
  bool bad = !in || ferror(in) || (k == 0 && want > 0);
  *out = scr_val_int(bad ? -1 : k == want ? 0 : k);
  return true;
}

/* file.write(values, n): n elements of an array or list, a line each; or one value. 0, -1 for a
 * file that is read. */
CALL(fn_write) {
  bool many = a->type == SCR_V_ARRAY || a->type == SCR_V_LIST;
  int64_t want = !many ? 1 : n > 1 ? a[1].i : (int64_t)scr_val_size(a);
  text_file *t = f->text;
  if (!t) return no_file(f);
  if (many && !line_count(f, a, want)) return false;
  bool good = true;
  scr_buf line = {0};
  for (int64_t k = 0; t->how != READ && good && k < want; k++) {
    line.n = 0;
    scr_format_value(f, many ? &scr_val_items(a)[k] : a, &line);
    scr_buf_puts(&line, "\n");
    good = write_text(t, line.s, line.n);
  }
  scr_buf_free(&line);
  *out = scr_val_int(t->how == READ ? -1 : 0);
  return good || cannot_write(f, t);
}

CALL(fn_pos) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  if (!f->text) return no_file(f);
  *out = scr_val_int(f->text->in ? ftell(f->text->in) : (int64_t)f->text->at);
  return true;
}

/* What is appended comes at the end, whatever the position. */
static bool go_to(text_file *t, int64_t at) {
  if (t->in) return at >= 0 && at <= LONG_MAX && fseek(t->in, (long)at, SEEK_SET) == 0;
  if (at < 0 || (t->out.fd >= 0 && !scr_outfile_can_patch(&t->out))) return false;
  if (t->how == WRITE) t->at = (uint64_t)at;
  return true;
}

static bool set_pos(scr_fish *f, int n, const scr_val *a, const scr_val *value) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  if (!f->text) return no_file(f);
  if (go_to(f->text, value->i)) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the file has no position %lld",
                  (long long)value->i);
}

/* In both dialects; the old names are those without `file.`. */
#define FILE_ROWS(prefix, flags)                                                                   \
  ROW(prefix "open", 3, 3, "sii:i", fn_open, flags,                                                \
      "opens a text file: name, 0 read / 1 write / 2 append, 1; returns 0 or the number of an "    \
      "error"),                                                                                    \
      ROW(prefix "close", 0, 0, ":i", fn_close, flags,                                             \
          "closes the file, in which now all of it stands; 0, or 1 where none is open"),           \
      ROW(prefix "read", 1, 2, "ai:i", fn_read, flags,                                             \
          "reads lines into an array; 0, the number of lines at the end of the file, -1 for an "   \
          "error"),                                                                                \
      ROW(prefix "write", 1, 2, "*i:i", fn_write, flags,                                           \
          "writes values as lines; 0, -1 for a file that is read")

static const scr_fish_fn rows[] = {
    FILE_ROWS("file.", 0),
    FILE_ROWS("", SCR_FN_LEGACY),
    {"file.pos", 0, 0, ":i=i", fn_pos, set_pos, NULL, 0, "position in the open file, bytes"},
};

void scr_bind_file(scr_fish *f) { scr_fish_bind(f, rows, SCR_COUNTOF(rows)); }
