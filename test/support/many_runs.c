/* Runs a program many times in one process, as tests under sanitizers spend most of their time on
 * starting it. Linked with a program whose main() is compiled as program_main().
 * Standard input has a line for each run, of fields between tabs: the folder to be in, the files
 * for standard input (empty: none), standard output and standard error (one and the same name: both
 * go there), how many blocks of 512 bytes a file may have (empty: any), and the words of the
 * command line after the program's name. For each line "NUMBER STATUS" goes to standard output, the
 * number before the run begins. The status is 98 where a run does not give back all the memory that
 * it took, not even when it is run again and again: libraries may keep what they need only once. */
#define _DEFAULT_SOURCE 1 /* strsep */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "many_runs.h"

enum { WORDS = 256, LINE = 1 << 16, KEEPS = 98, NO_RUN = 99 };
enum { FOLDER, INPUT, OUTPUT, ERRORS, BLOCKS, FIELDS };

static bool leads_to(int fd, const char *path, int flags) {
  const int file = open(path, flags, 0666);
  if (file < 0) return perror(path), false;
  dup2(file, fd);
  close(file);
  return true;
}

static int run_here(int n, char **field) {
  const int make = O_WRONLY | O_CREAT | O_TRUNC;
  if (chdir(field[FOLDER]) != 0 ||
      !leads_to(0, *field[INPUT] ? field[INPUT] : "/dev/null", O_RDONLY) ||
      !leads_to(1, field[OUTPUT], make))
    return NO_RUN;
  if (strcmp(field[OUTPUT], field[ERRORS]) == 0)
    dup2(1, 2);
  else if (!leads_to(2, field[ERRORS], make))
    return NO_RUN;
  clearerr(stdin);
  clearerr(stdout);
  static char own[LINE]; /* the program may cut its words, and is perhaps run again with them */
  char *word[WORDS + 1] = {"scree"}, *free_place = own;
  for (int k = 1; k < n - BLOCKS; k++) {
    word[k] = strcpy(free_place, field[BLOCKS + k]);
    free_place += strlen(free_place) + 1;
  }
  return program_main(n - BLOCKS, word);
}

/* A limit on files stays with the process. */
static int run_limited(int n, char **field) {
  const rlim_t most = strtoull(field[BLOCKS], NULL, 10) * 512;
  const pid_t child = fork();
  if (child == 0) {
    setenv("GCOV_PREFIX", field[FOLDER], 1); /* what a program counts would be cut off as well */
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){most, most});
    const int status = run_here(n, field);
    fflush(stdout);
    _exit(status); /* exit() would move the lines that are read */
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return NO_RUN;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- memory ---- */

#if defined(__has_feature)
#define HAS_FEATURE(f) __has_feature(f)
#else
#define HAS_FEATURE(f) 0
#endif
#if defined(__GLIBC_PREREQ)
#define NEW_GLIBC __GLIBC_PREREQ(2, 33)
#else
#define NEW_GLIBC 0
#endif
#if NEW_GLIBC && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&                \
    !HAS_FEATURE(address_sanitizer) && !HAS_FEATURE(thread_sanitizer)
#include <malloc.h>

/* Freed blocks that a thread keeps for itself count as held: begin anew without. Large blocks come
 * from the system in each run, as in the first, which gives them cleared. */
static void begin_countable(char **argv) {
  static const char none[] = "glibc.malloc.tcache_count=0:glibc.malloc.mmap_threshold=131072";
  const char *given = getenv("GLIBC_TUNABLES");
  char all[1024];
  if (given && strstr(given, none)) return;
  snprintf(all, sizeof all, "%s%s%s", given ? given : "", given ? ":" : "", none);
  setenv("GLIBC_TUNABLES", all, 1);
  execv("/proc/self/exe", argv);
}

static size_t held(void) {
  const struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}
#else
static void begin_countable(char **argv) { (void)argv; }
static size_t held(void) { return 0; }
#endif

/* A leak grows with each run; what is kept once, or to the next run, does not. */
static int run_freeing(int n, char **field) {
  enum { RUNS = 8 };
  int status = NO_RUN;
  for (int k = 0; k < RUNS; k++) {
    const size_t before = held();
    status = run_here(n, field);
    fflush(NULL);
    if (held() <= before) return status;
  }
  fprintf(stderr, "a run keeps memory\n");
  return KEEPS;
}

int main(int argc, char **argv) {
  (void)argc;
  begin_countable(argv);
  static char line[LINE];
  const int out = dup(1), error = dup(2), lines = dup(0), home = open(".", O_RDONLY);
  FILE *in = fdopen(lines, "r");
  for (int k = 1; fgets(line, sizeof line, in); k++) {
    char *field[WORDS + 1] = {0}, *rest = line;
    int n = 0;
    line[strcspn(line, "\n")] = '\0';
    while (rest && n < WORDS) field[n++] = strsep(&rest, "\t");
    dprintf(out, "%d ", k);
    if (n < FIELDS || rest)
      return dprintf(error, "line %d: five fields and words expected\n", k), 2;
    const int status = *field[BLOCKS] ? run_limited(n, field) : run_freeing(n, field);
    fflush(NULL);
    dprintf(out, "%d\n", status);
    if (fchdir(home) != 0) return 2;
    dup2(out, 1);
    dup2(error, 2);
  }
  fclose(in);
  return 0;
}
