/* Files that FISH writes with file.open: whole or not at all, whatever ends the run. */
#include "../base/test.h"

#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/outfile.h"
#include "cmd/session_kept.h"
#include "support/command.h"
#include "support/folder.h"

FOLDER_OF("text-files")

static char told[4096]; /* the last warning */

static void warned(void *user, const scr_message *m) {
  SCR_UNUSED(user);
  scr_buf b = {0};
  scr_message_format(m, &b);
  snprintf(told, sizeof told, "%s", b.s);
  scr_buf_free(&b);
}

static bool silent(void *user, const char *text) {
  SCR_UNUSED(user), SCR_UNUSED(text);
  return true;
}

static scr_session *session(void) {
  scr_session *s =
      scr_session_new(&(scr_options){.dim = 3, .threads = 1, .dialect = -1, .out = "."});
  s->print = silent;
  s->diag.sink = warned;
  told[0] = 0;
  return s;
}

static void put(const char *name, const char *text) {
  FILE *f = fopen(name, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static const char *holds(const char *name) {
  static char text[4096];
  FILE *f = fopen(name, "r");
  assert_non_null(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  return text;
}

/* Names in the folder that begin with a text. */
static int count(const char *begin) {
  char line[128];
  snprintf(line, sizeof line, "ls -A | grep -c '^%s'", begin);
  FILE *p = popen(line, "r");
  int n = -1;
  assert_int_equal(fscanf(p, "%d", &n), 1);
  pclose(p);
  return n;
}

static int empty(void **state) {
  SCR_UNUSED(state);
  return system("rm -rf ./*");
}

static const char written[] = "[file.open('x.txt',1,1)]\n[file.write('new')]\n  [file.close]\n";
static const char appended[] = "[file.open('x.txt',2,1)]\n[file.write('new')]\n  [file.close]\n";

/* Every byte and the rename fail once: the run ends at the intrinsic that failed, and the old file
 * is there. */
static void a_full_disk(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *text, *result;
  } row[] = {{written, "new\n"}, {appended, "old\nnew\n"}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    put("x.txt", "old\n");
    for (int64_t n = 0;; n++) {
      scr_session *s = session();
      scr_outfile_fail_after(n);
      bool ok = scr_session_text(s, "test", row[k].text, SCR_MODERN);
      scr_outfile_fail_after(-1);
      assert_int_equal(count("x"), 1);
      assert_string_equal(holds("x.txt"), ok ? row[k].result : "old\n");
      assert_true(n < 100 && ok == !s->diag.failed);
      if (!ok) {
        assert_int_equal(s->diag.error.code, SCR_E_FILE);
        assert_true(scr_diag_exhausted(&s->diag)); /* exit status 3 */
        assert_int_equal(s->diag.error.line, 3);
        assert_int_equal(s->diag.error.col, 4);
      }
      scr_session_free(s);
      if (ok) break;
    }
  }
}

/* What is long does not wait in memory for its end: then writing itself fails. */
static void a_full_disk_while_writing(void **state) {
  SCR_UNUSED(state);
  put("x.txt", "old\n");
  scr_session *s = session();
  command(s, "[t = '0123456789']\nfish define long\n  loop local k (1,14)\n    t = t + t\n  "
             "end_loop\nend\n@long\n"
             "[file.open('x.txt',1,1)]\nfish define lines\n  loop local k (1,100)\n    "
             "file.write(t)\n  end_loop\nend\n");
  scr_outfile_fail_after(2000000);
  assert_false(scr_session_text(s, "test", "\n[lines]\n[io.out('no')]\n", SCR_MODERN));
  scr_outfile_fail_after(-1);
  assert_int_equal(s->diag.error.code, SCR_E_FILE);
  assert_int_equal(s->diag.error.line, 11);
  assert_non_null(strstr(s->diag.error.trace, "called from '[ ]' (test:2)"));
  scr_session_free(s);
  assert_string_equal(holds("x.txt"), "old\n");
  assert_int_equal(count("x"), 1);
}

/* Until it is closed everybody sees the old file: other commands of the same session, too. */
static void readers_see_the_old_file(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session();
  for (int how = 1; how <= 2; how++) {
    put("x.tab", "1 2\n");
    command(s, how == 1 ? "[file.open('x.tab',1,1)]\n" : "[file.open('x.tab',2,1)]\n");
    command(s, "[file.write('3 4')]\ntable 't' import 'x.tab'\n[n = table.size('t')]\n[y = "
               "table.y('t',1)]\n");
    assert_string_equal(holds("x.tab"), "1 2\n");
    command(s, "[file.close]\ntable 't' import 'x.tab'\n[m = table.size('t')]\n");
    assert_string_equal(holds("x.tab"), how == 1 ? "3 4\n" : "1 2\n3 4\n");
    scr_val y = scr_fish_get(s->fish, scr_fish_symbol(s->fish, "y", false)),
            m = scr_fish_get(s->fish, scr_fish_symbol(s->fish, "m", false));
    assert_true(y.f == 2 && m.i == how);
  }
  scr_session_free(s);
}

/* A command that writes a file that FISH has open: the last to finish wins, and neither harms the
 * other. */
static void two_writers_of_one_file(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session();
  command(s, "table 't' add (1,2)\n[file.open('x.tab',1,1)]\n[file.write('fish')]\ntable 't' "
             "export 'x.tab'\n");
  assert_string_equal(holds("x.tab"), "; table 't'\n1 2\n");
  command(s, "[file.close]\n");
  assert_string_equal(holds("x.tab"), "fish\n");
  assert_int_equal(count("x"), 1);
  scr_session_free(s);
}

/* A good run closes what it left open and says so; after an error the old file stays, and what was
 * written lies beside it. */
static void the_end_of_a_run(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *open, *good, *bad;
  } row[] = {{"  [file.open('x.txt',1,1)]\n", "new\n", "old\n"},
             {"  [file.open('x.txt',2,1)]\n", "old\nnew\n", "old\n"}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    put("x.txt", "old\n");
    scr_session *s = session();
    command(s, row[k].open);
    command(s, "[file.write('new')]\n");
    assert_string_equal(told, "");
    assert_true(scr_session_end(s));
    assert_non_null(strstr(
        told,
        "test:1:4: warning file: 'x.txt' is open at the end of the run, and is closed now\n"));
    assert_string_equal(holds("x.txt"), row[k].good);
    scr_session_free(s);

    put("x.txt", "old\n");
    s = session();
    s->diag.strict = true;
    command(s, row[k].open);
    command(s, "[file.write('new')]\n");
    assert_false(scr_session_text(s, "test", "bal crate\n", SCR_MODERN));
    assert_true(scr_session_end(s));
    assert_non_null(
        strstr(told, "'x.txt' was open and is as it was; what the run wrote is in 'x.txt.part'\n"));
    assert_string_equal(holds("x.txt"), row[k].bad);
    assert_string_equal(holds("x.txt.part"), "new\n");
    assert_int_equal(s->diag.error.code, SCR_E_NAME);
    scr_session_free(s);

    s = session(); /* the next good one of that name leaves nothing beside it */
    command(s, row[k].open);
    command(s, "[file.write('new')]\n[file.close()]\n");
    assert_string_equal(holds("x.txt"), row[k].good);
    scr_session_free(s);
    assert_int_equal(count("x"), 1);
  }
}

/* The same where the end cannot be written: nothing passes in silence. */
static void the_end_of_a_run_on_a_full_disk(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session();
  put("x.txt", "old\n");
  command(s, "[file.open('x.txt',1,1)]\n[file.write('new')]\n");
  scr_outfile_fail_after(2);
  assert_false(scr_session_end(s));
  scr_outfile_fail_after(-1);
  assert_true(scr_diag_exhausted(&s->diag));
  assert_string_equal(holds("x.txt"), "old\n");
  scr_session_free(s);
  assert_int_equal(count("x"), 1);
}

/* A file belongs to the session, not to the model. */
static void another_model(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session();
  command(s, "model save 'm'\n[file.open('x.txt',1,1)]\n[file.write('one')]\nmodel "
             "new\n[file.write('two')]\nmodel restore 'm'\n"
             "[file.write('three')]\n[file.close]\n");
  assert_string_equal(holds("x.txt"), "one\ntwo\nthree\n");
  assert_string_equal(told, "");
  scr_session_free(s);
}

/* Writing over what is there, after a gap, and on from there. */
static void positions(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session();
  command(
      s,
      "[file.open('x.txt',1,1)]\n[file.write('abcdef')]\n[p = file.pos]\n[file.pos = "
      "2]\n[file.write('X')]\n"
      "[file.write('YZZ')]\n[file.pos = 10]\n[file.write('end')]\n[q = file.pos]\n[file.close]\n");
  FILE *f = fopen("x.txt", "r");
  char text[32];
  assert_int_equal(fread(text, 1, sizeof text, f), 14);
  fclose(f);
  assert_memory_equal(text, "abX\nYZZ\n\0\0end\n", 14);
  scr_val p = scr_fish_get(s->fish, scr_fish_symbol(s->fish, "p", false)),
          q = scr_fish_get(s->fish, scr_fish_symbol(s->fish, "q", false));
  assert_true(p.i == 7 && q.i == 14);
  scr_session_free(s);
}

/* A pipe is written line by line, and stays one. */
static void a_pipe(void **state) {
  SCR_UNUSED(state);
  struct stat st;
  assert_int_equal(mkfifo("pipe", 0600), 0);
  for (int how = 1; how <= 2; how++) {
    FILE *reader = popen("cat pipe", "r");
    char text[64] = "";
    scr_session *s = session();
    command(s, how == 1 ? "[file.open('pipe',1,1)]\n" : "[file.open('pipe',2,1)]\n");
    command(s, "[file.write('first')]\n");
    assert_non_null(fgets(text, sizeof text, reader)); /* before it is closed */
    assert_string_equal(text, "first\n");
    command(s, "[file.write('second')]\n[file.close]\n");
    assert_non_null(fgets(text, sizeof text, reader));
    assert_string_equal(text, "second\n");
    pclose(reader);
    scr_session_free(s);
  }
  assert_int_equal(stat("pipe", &st), 0);
  assert_true(S_ISFIFO(st.st_mode));
}

static void a_device_that_is_full(void **state) {
  SCR_UNUSED(state);
  if (access("/dev/full", W_OK) != 0) skip();
  assert_int_equal(symlink("/dev/full", "x.txt"), 0);
  scr_session *s = session();
  assert_false(scr_session_text(s, "test", written, SCR_MODERN));
  assert_true(scr_diag_exhausted(&s->diag));
  assert_int_equal(s->diag.error.line, 2); /* a device gets each line at once */
  scr_session_free(s);
  assert_int_equal(unlink("x.txt"), 0);
}

/* It has no line: -1, as after an error. An empty one has none either. */
static void a_device_without_an_end(void **state) {
  SCR_UNUSED(state);
  static const char *const device[] = {"/dev/zero", "/dev/null"};
  for (int k = 0; k < 2; k++) {
    scr_buf text = {0};
    if (access(device[k], R_OK) != 0) skip();
    scr_buf_printf(&text, "[a = array.create(2)]\n[file.open('%s',0,1)]\n[x = file.read(a,1)]\n",
                   device[k]);
    scr_session *s = session();
    command(s, text.s);
    assert_int_equal(scr_fish_get(s->fish, scr_fish_symbol(s->fish, "x", false)).i, -1);
    scr_session_free(s);
    scr_buf_free(&text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(a_full_disk, empty),
      cmocka_unit_test_setup(a_full_disk_while_writing, empty),
      cmocka_unit_test_setup(readers_see_the_old_file, empty),
      cmocka_unit_test_setup(two_writers_of_one_file, empty),
      cmocka_unit_test_setup(the_end_of_a_run, empty),
      cmocka_unit_test_setup(the_end_of_a_run_on_a_full_disk, empty),
      cmocka_unit_test_setup(another_model, empty),
      cmocka_unit_test_setup(positions, empty),
      cmocka_unit_test_setup(a_device_without_an_end, empty),
      cmocka_unit_test_setup(a_pipe, empty),
      cmocka_unit_test_setup(a_device_that_is_full, empty),
  };
  return cmocka_run_group_tests_name("text_files", tests, setup, teardown);
}
