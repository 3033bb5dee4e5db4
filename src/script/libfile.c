/* FISH intrinsics file.*: one text file at a time, line by line. The host says where files lie. */
#include "script/rows.h"

#include <limits.h>
#include <string.h>

#define CALL(name) static bool name(scr_fish *f, int n, const scr_val *a, scr_val *out)

/* What file.open returns. */
enum { OPENED = 0, NO_NAME = 2, BAD_READ_WRITE = 5, NO_READING = 6, NO_WRITING = 7, IS_OPEN = 8 };

void scr_text_file_close(scr_fish *f) {
  if (f->text) fclose(f->text);
  f->text = NULL;
}

static bool no_file(scr_fish *f) { return scr_fail(scr_fish_diag(f), NULL, SCR_E_STATE, "no file is open; see file.open"); }

/* file.open(name, 0 read / 1 write / 2 append, 1 text) */
CALL(fn_open) {
  static const char *const mode[] = {"rb", "wb", "ab"};
  SCR_UNUSED(n);
  const char *name = scr_val_cstr(a, NULL);
  int64_t how = a[1].i;
  int code = f->text ? IS_OPEN : !*name ? NO_NAME : how < 0 || how > 2 ? BAD_READ_WRITE : OPENED;
  if (a[2].i != 1)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_UNSUPPORTED, "file.open offers text files only: its third argument is 1");
  if (code == OPENED) {
    char *path = f->host.path ? f->host.path(f->host.user, name, how > 0) : NULL;
    if (!path) return f->diag->failed ? false : scr_fail(f->diag, NULL, SCR_E_UNSUPPORTED, "there are no files here");
    f->text = fopen(path, mode[how]);
    f->writes = how > 0;
    if (!f->text) code = how > 0 ? NO_WRITING : NO_READING;
    scr_free(path);
  }
  *out = scr_val_int(code);
  return true;
}

/* 0 closed, 1 there was no file, -1 not all could be written. */
CALL(fn_close) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  int code = f->text ? 0 : 1;
  if (f->text && fclose(f->text) != 0) code = -1;
  f->text = NULL;
  *out = scr_val_int(code);
  return true;
}

static bool get_line(FILE *in, scr_buf *line) {
  int c;
  line->n = 0;
  while ((c = getc(in)) != EOF && c != '\n') scr_buf_put(line, &(char){(char)c}, 1);
  bool got = c != EOF || line->n;
  if (line->n && line->s[line->n - 1] == '\r') line->n--;
  return got;
}

static bool line_count(scr_fish *f, const scr_val *v, int64_t n) {
  return (n >= 0 && (uint64_t)n <= scr_val_size(v)) ||
         scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "there are %zu elements, not %lld", scr_val_size(v), (long long)n);
}

/* file.read(array, n): n lines as strings. 0, or how many there were before the end; -1 after an error. */
CALL(fn_read) {
  int64_t want = n > 1 ? a[1].i : (int64_t)scr_val_size(a), k = 0;
  if (!f->text) return no_file(f);
  if (!line_count(f, a, want)) return false;
  scr_buf line = {0};
  if (!f->writes)
    for (; k < want && get_line(f->text, &line); k++) scr_put(&scr_val_items(a)[k], scr_val_strn(line.s, line.n));
  scr_buf_free(&line);
  bool bad = f->writes || ferror(f->text) || (k == 0 && want > 0);
  *out = scr_val_int(bad ? -1 : k == want ? 0 : k);
  return true;
}

/* file.write(values, n): n elements of an array or list, a line each; or one value. 0, -1 after an error. */
CALL(fn_write) {
  bool many = a->type == SCR_V_ARRAY || a->type == SCR_V_LIST;
  int64_t want = !many ? 1 : n > 1 ? a[1].i : (int64_t)scr_val_size(a);
  if (!f->text) return no_file(f);
  if (many && !line_count(f, a, want)) return false;
  bool good = f->writes;
  scr_buf line = {0};
  for (int64_t k = 0; good && k < want; k++) {
    line.n = 0;
    scr_format_value(f, many ? &scr_val_items(a)[k] : a, &line);
    scr_buf_puts(&line, "\n");
    good = fwrite(line.s, 1, line.n, f->text) == line.n;
  }
  scr_buf_free(&line);
  *out = scr_val_int(good ? 0 : -1);
  return true;
}

CALL(fn_pos) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  if (!f->text) return no_file(f);
  *out = scr_val_int(ftell(f->text));
  return true;
}
static bool set_pos(scr_fish *f, int n, const scr_val *a, const scr_val *value) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  if (!f->text) return no_file(f);
  if (value->i >= 0 && value->i <= LONG_MAX && fseek(f->text, (long)value->i, SEEK_SET) == 0) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the file has no position %lld", (long long)value->i);
}

/* In both dialects; the old names are those without `file.`. */
#define FILE_ROWS(prefix, flags)                                                                                                 \
  ROW(prefix "open", 3, 3, "sii:i", fn_open, flags,                                                                              \
      "opens a text file: name, 0 read / 1 write / 2 append, 1; returns 0 or the number of an error"),                           \
      ROW(prefix "close", 0, 0, ":i", fn_close, flags, "closes the file; 0, or 1 where none is open"),                           \
      ROW(prefix "read", 1, 2, "ai:i", fn_read, flags,                                                                           \
          "reads lines into an array; 0, the number of lines at the end of the file, -1 for an error"),                          \
      ROW(prefix "write", 1, 2, "*i:i", fn_write, flags, "writes values as lines; 0, -1 for an error")

static const scr_fish_fn rows[] = {
    FILE_ROWS("file.", 0),
    FILE_ROWS("", SCR_FN_LEGACY),
    {"file.pos", 0, 0, ":i=i", fn_pos, set_pos, NULL, 0, "position in the open file, bytes"},
};

void scr_bind_file(scr_fish *f) { scr_fish_bind(f, rows, SCR_COUNTOF(rows)); }
