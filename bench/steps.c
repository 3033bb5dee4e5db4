/* Counts the instructions of one cycle by single steps: for machines that let no program read their
 * counters.
 *
 *     bench_steps ADDRESS HITS OUT PROGRAM ARGUMENTS...
 *
 * ADDRESS (hexadecimal, as nm prints it) is that of a function which each cycle calls once.
 * Stepping starts when it has been called so many times and ends at the next call. OUT gets a line
 * for each address: address and count. One thread; x86-64 Linux.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__x86_64__) && defined(__linux__)
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLACES = 1 << 25, BREAK = 0xcc };

static int fail(const char *what) {
  fprintf(stderr, "bench_steps: %s\n", what);
  return 1;
}

static pid_t start(char **program) {
  const pid_t p = fork();
  if (p == 0) {
    personality(ADDR_NO_RANDOMIZE);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    execv(program[0], program);
    _exit(127);
  }
  int status;
  return p > 0 && waitpid(p, &status, 0) == p && WIFSTOPPED(status) ? p : -1;
}

/* Where the program's file lies in memory; 0 if it is not moved. */
static unsigned long base_of(pid_t p) {
  char path[64];
  unsigned long first = 0;
  snprintf(path, sizeof path, "/proc/%d/maps", (int)p);
  FILE *f = fopen(path, "r");
  if (!f || fscanf(f, "%lx", &first) != 1 || first == 0x400000) first = 0;
  if (f) fclose(f);
  return first;
}

/* Goes on by a step or to the next breakpoint; false if the program ends. Other signals do not
 * count, and a stop is passed over.
 */
static int go(pid_t p, int singly) {
  long signal = 0;
  for (;;) {
    int status;
    if (ptrace(singly ? PTRACE_SINGLESTEP : PTRACE_CONT, p, NULL, (void *)signal) != 0) return 0;
    if (waitpid(p, &status, 0) != p || !WIFSTOPPED(status)) return 0;
    if (WSTOPSIG(status) == SIGTRAP) return 1;
    signal = WSTOPSIG(status) == SIGSTOP ? 0 : WSTOPSIG(status);
  }
}

static unsigned long place(pid_t p) {
  struct user_regs_struct r;
  return ptrace(PTRACE_GETREGS, p, NULL, &r) == 0 ? r.rip : 0;
}

/* Runs to the call with that number; false if the program ends before. */
static int run_to(pid_t p, unsigned long at, int hits) {
  const long code = ptrace(PTRACE_PEEKTEXT, p, (void *)at, NULL), broken = (code & ~0xffL) | BREAK;
  for (int k = 0; k < hits; k++) {
    if (k > 0 && !go(p, 1)) return 0;
    ptrace(PTRACE_POKETEXT, p, (void *)at, (void *)broken);
    if (!go(p, 0)) return 0;
    ptrace(PTRACE_POKETEXT, p, (void *)at, (void *)code);
    struct user_regs_struct r;
    ptrace(PTRACE_GETREGS, p, NULL, &r);
    r.rip = at;
    ptrace(PTRACE_SETREGS, p, NULL, &r);
  }
  return 1;
}

/* Steps from there to the next call; false if the program ends before. */
static int count_to(pid_t p, unsigned long at, unsigned long base, unsigned *count) {
  unsigned long here = at;
  do {
    if (here - base < PLACES) count[here - base]++;
    if (!go(p, 1)) return 0;
    here = place(p);
  } while (here != at);
  return 1;
}

int main(int argc, char **argv) {
  if (argc < 5) return fail("usage: bench_steps ADDRESS HITS OUT PROGRAM ARGUMENTS...");
  const pid_t p = start(argv + 4);
  if (p < 0) return fail("the program does not start, or may not be watched");
  const unsigned long base = base_of(p), at = base + strtoul(argv[1], NULL, 16);
  unsigned *count = calloc(PLACES, sizeof *count);
  FILE *out = fopen(argv[3], "w");
  if (!count || !out) return fail("no memory, or no file");
  const int whole = run_to(p, at, atoi(argv[2])) && count_to(p, at, base, count);
  kill(p, SIGKILL);
  for (unsigned k = 0; k < PLACES; k++)
    if (count[k]) fprintf(out, "%x %u\n", k, count[k]);
  free(count);
  return fclose(out) == 0 && whole ? 0 : fail("the program ended too soon");
}
#else
int main(void) {
  fputs("bench_steps: not on this machine\n", stderr);
  return 1;
}
#endif
