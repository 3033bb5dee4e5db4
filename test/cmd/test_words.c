/* Every command and keyword of the reference (../shared/reference/commands.tsv) is accepted, or
 * refused as known: never "unknown". Skipped where the reference is missing. */
#include "../base/test.h"

#include <stdlib.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/str.h"
#include "cmd/session_kept.h"

enum { MAX_LINE = 1 << 16 };

static const char *const family[] = {"model", "program", "ball",  "wall",   "contact",
                                     "fish",  "group",   "table", "history"};

static const char setup[] = "model orientation-tracking on\n"
                            "model domain extent -10 10\n"
                            "contact cmat default model linear property kn 1e6\n"
                            "contact cmat add 1 model linear range id 1\n"
                            "ball create id 1 radius 1\n"
                            "ball create id 2 radius 1 position-x 1.9\n"
                            "ball attribute density 1000\n"
                            "wall generate name 'w' box -5 5\n"
                            "model clean\n"
                            "table 't' add (1,2)\n"
                            "fish define f\n  f = true\nend\n"
                            "fish history name '1' f\n";

/* What stands between a command and a keyword; word NULL: any. The first row that fits counts. */
static const struct {
  const char *command, *word, *before;
} prefix[] = {
    {"ball attribute", "add", "density 1000"},
    {"ball attribute", "multiply", "density 1000"},
    {"ball attribute", "replace", "density 1000"},
    {"ball attribute", "gradient*", "density 1000"},
    {"wall attribute", "add", "cutoff-angle 1"},
    {"wall attribute", "multiply", "cutoff-angle 1"},
    {"wall attribute", "replace", "cutoff-angle 1"},
    {"wall attribute", "gradient*", "cutoff-angle 1"},
    {"ball group", NULL, "g"},
    {"ball history", "magnitude", "velocity"},
    {"ball history", "zz", "stress quantity"},
    {"ball history", "index", "extra"},
    {"wall history", "index", "extra"},
    {"wall group", NULL, "g"},
    {"wall extra", NULL, "1 1"},
    {"wall history", "magnitude", "velocity"},
    {"wall addfacet", "slot", "group g"},
    {"wall generate", "resolution", "disk radius 1"},
    {"wall generate", "position", "disk radius 1"},
    {"contact cmat modify", NULL, "1"},
    {"contact group", NULL, "g"},
    {"fish callback", "event", "add f"},
    {"fish callback", NULL, "add f event"},
    {"group slot", "rename", ""},
    {"history export", NULL, "'1'"},
    {"model cycle", NULL, "1"},
    {"model save", NULL, "'x'"},
    {"program call", NULL, "'" CMD_DIR "/cases/sub_one.dat'"},
    {"table export", NULL, "'t' 'x'"},
};

/* What the reference lists in a row without its being a keyword there. */
static const struct {
  const char *command, *word;
} not_there[] = {
    {"contact cmat remove", "mechanical"}, /* a number stands there */
    {"contact cmat remove", "thermal"},
    {"program call", "call"}, /* the name of the command again */
};

static bool fits(const char *pattern, const char *word) {
  size_t n = strlen(pattern);
  if (n && pattern[n - 1] == '*') return strncmp(pattern, word, n - 1) == 0;
  return strcmp(pattern, word) == 0;
}

static const char *before(const char *command, const char *word) {
  for (size_t k = 0; k < SCR_COUNTOF(prefix); k++)
    if (strcmp(prefix[k].command, command) == 0 && (!prefix[k].word || fits(prefix[k].word, word)))
      return prefix[k].before;
  return "";
}

static int failures, probes, skipped;
static char dir[64];

static bool silent(void *user, const char *text) {
  SCR_UNUSED(user);
  SCR_UNUSED(text);
  return true;
}

/* Runs `line`; its part from `col` on must be taken, or refused as known. What stands before it is
 * right, unless `filled`: then a message about that proves nothing. */
static void probe(const char *line, int col, bool filled) {
  scr_options options = {.dim = 3, .threads = 1, .dialect = -1, .out = dir};
  scr_session *s = scr_session_new(&options);
  s->diag.sink = NULL;
  s->print = silent;
  assert_true(scr_session_text(s, "setup", setup, SCR_MODERN));
  bool ok = scr_session_text(s, "probe", line, SCR_MODERN);
  const scr_message *m = &s->diag.error;
  bool refused = m->code == SCR_E_UNSUPPORTED, taken = ok || m->col > col;
  probes++;
  if (!refused && !taken && filled && m->col < col) {
    skipped++;
  } else if (!refused && !taken) {
    failures++;
    print_error("%s\n  %d: %s (%s)\n", line, m->col, m->text, m->hint ? m->hint : "");
  }
  scr_session_free(s);
}

/* A value of the type that <i>, <f> and so on ask for. */
static void put_value(scr_buf *b, char type, int *count) {
  ++*count;
  switch (type) {
  case 'i': scr_buf_puts(b, " 1"); break;
  case 'f': scr_buf_printf(b, " %g", 0.5 * *count); break; /* bounds rise */
  case 'v': scr_buf_puts(b, " (1,1,1)"); break;
  case 'b': scr_buf_puts(b, " on"); break;
  default: scr_buf_puts(b, " 't'");
  }
}

/* [word] among the arguments of a keyword is a keyword, too. */
static void probe_arguments(const char *line, const char *args) {
  scr_buf b = {0};
  int count = 0;
  scr_buf_puts(&b, line);
  for (const char *p = args; *p; p++) {
    if (strncmp(p, "keyword", 7) == 0) {
      scr_buf_puts(&b, " kn 1");
      p += 6;
    } else if (*p == '<') {
      put_value(&b, p[1], &count);
      p += strcspn(p, ">");
      if (!*p) break;
    } else if (*p == '[' && p[1] >= 'a' && p[1] <= 'z' && p[2] >= 'a' && p[2] <= 'z') {
      size_t n = strcspn(p + 1, " ]");
      scr_buf text = {0};
      scr_buf_printf(&text, "%s %.*s", b.s, (int)n, p + 1);
      probe(text.s, (int)b.n + 2, true);
      scr_buf_free(&text);
      break;
    }
  }
  scr_buf_free(&b);
}

static void probe_keyword(const char *command, char *keyword) {
  keyword += strspn(keyword, " ");
  size_t n = strcspn(keyword, " <[");
  if (n == 0 || keyword[0] == '<') return;
  scr_buf word = {0}, b = {0};
  scr_buf_put(&word, keyword, n);
  for (size_t k = 0; k < SCR_COUNTOF(not_there); k++)
    if (strcmp(not_there[k].command, command) == 0 && strcmp(not_there[k].word, word.s) == 0) {
      scr_buf_free(&word);
      return;
    }
  const char *first = before(command, word.s);
  scr_buf_printf(&b, "%s %s%s", command, first, *first ? " " : "");
  int col = (int)b.n + 1;
  scr_buf_puts(&b, word.s);
  probe(b.s, col, false);
  probe_arguments(b.s, keyword + n);
  scr_buf_free(&word);
  scr_buf_free(&b);
}

static void probe_row(char *line) {
  char *tab = strchr(line, '\t');
  if (!tab) return;
  *tab = 0;
  for (char *p = line; *p; p++) *p = *p == '.' ? ' ' : scr_lower(*p);
  bool ours = false;
  size_t n = strcspn(line, " ");
  for (size_t k = 0; k < SCR_COUNTOF(family); k++)
    ours = ours || (strlen(family[k]) == n && strncmp(line, family[k], n) == 0);
  if (!ours) return;
  probe(line, (int)n + 2, false);
  for (char *word = tab + 1; word;) {
    char *next = strchr(word, ';');
    if (next) *next++ = 0;
    probe_keyword(line, word);
    word = next;
  }
}

static int make_dir(void **state) {
  SCR_UNUSED(state);
  strcpy(dir, "/tmp/scree-words-XXXXXX");
  return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state) {
  SCR_UNUSED(state);
  static const char *const name[] = {"x.tab", "x.csv", "t.his", "x.sav", "split.stl"};
  for (size_t k = 0; k < SCR_COUNTOF(name); k++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "%s/%s", dir, name[k]);
    unlink(b.s);
    scr_buf_free(&b);
  }
  return rmdir(dir);
}

static void every_word_is_known(void **state) {
  SCR_UNUSED(state);
  FILE *f = fopen(CMD_DIR "/../../../shared/reference/commands.tsv", "r");
  if (!f) skip();
  char *line = malloc(MAX_LINE);
  assert_non_null(line);
  assert_non_null(fgets(line, MAX_LINE, f)); /* the head */
  while (fgets(line, MAX_LINE, f)) {
    line[strcspn(line, "\r\n")] = 0;
    probe_row(line);
  }
  free(line);
  fclose(f);
  print_message("%d words, of which %d depend on others that do not fit\n", probes, skipped);
  assert_true(probes > 700);
  assert_true(skipped < 10);
  assert_int_equal(failures, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_word_is_known)};
  return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
