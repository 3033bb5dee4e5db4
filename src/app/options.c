/* Reading the command line: each subcommand is one row, each option one row. */
#include "app/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/read.h"

enum {
  O_DIM,
  O_THREADS,
  O_OUT,
  O_QUIET,
  O_STRICT,
  O_DIALECT,
  O_SET,
  O_PROFILE,
  O_PROGRESS,
  O_NO_PIN,
  O_LIST,
  O_CASES,
  O_NAMES,
  O_BY,
  O_PICTURE,
  O_VIEW,
  O_SIZE,
  O_RANGE,
  O_DARK,
  O_WHAT,
  O_HELP,
  O_VERSION
};
enum {
  FOR_RUN = 1,
  FOR_HASH = 2,
  FOR_HELP = 4,
  FOR_NONE = 8,
  FOR_CHECK = 16,
  FOR_REPL = 32,
  FOR_VERIFY = 64,
  FOR_EXPORT = 256,
  FOR_FILES = FOR_RUN | FOR_CHECK,
  FOR_SESSION = FOR_RUN | FOR_REPL,
  FOR_DRAW = 128,
  FOR_TRANSLATE = 512,
  FOR_ALL = 1023
};

typedef struct option_row {
  int id;
  const char *name, *value; /* value NULL: a switch */
  unsigned subs;
  const char *doc;
} option_row;

static const option_row option[] = {
    {O_DIM, "--dim", "2|3", FOR_FILES | FOR_REPL | FOR_TRANSLATE,
     "dimension; by default found from suffix, comments, name or commands of the file, else 3"},
    {O_THREADS, "--threads", "N", FOR_SESSION | FOR_VERIFY,
     "exactly so many threads; by default up to the physical cores, as many as are fastest "
     "(verify: all)"},
    {O_OUT, "--out", "DIR", FOR_SESSION,
     "where output files go; by default the directory of the first data file"},
    {O_QUIET, "--quiet", NULL, FOR_RUN, "no progress, no echo"},
    {O_QUIET, "--quiet", NULL, FOR_VERIFY, "shows only what fails"},
    {O_STRICT, "--strict", NULL, FOR_FILES, "warnings are errors"},
    {O_DIALECT, "--dialect", "modern|pfc5|legacy", FOR_FILES | FOR_REPL | FOR_TRANSLATE,
     "language of the files; by default found for each file"},
    {O_NO_PIN, "--no-pin", NULL, FOR_SESSION,
     "lets the system move threads from core to core, though each could have its own"},
    {O_PROFILE, "--profile", NULL, FOR_RUN, "shows where the time went, stage by stage"},
    {O_PROGRESS, "--progress", "auto|off|SECONDS", FOR_SESSION,
     "of cycles, on standard error; auto: one line on a terminal, else a line a minute"},
    {O_SET, "--set", "NAME=VALUE", FOR_FILES | FOR_REPL | FOR_TRANSLATE,
     "a FISH symbol with this value from the start, and after model new and restore; repeatable"},
    {O_LIST, "--list", NULL, FOR_VERIFY, "names and titles of the cases; runs nothing"},
    {O_OUT, "--out", "DIR", FOR_VERIFY,
     "where report.html, results.csv and figures go; by default verify-report"},
    {O_CASES, "--cases", "DIR", FOR_VERIFY,
     "the folder of cases; by default ./verify, else the installed one"},
    {O_BY, "--by", "QUANTITY", FOR_DRAW,
     "colours balls by a quantity or 'group', or shows the forces of contacts ('contact-force')"},
    {O_PICTURE, "--out", "FILE", FOR_DRAW, "the picture, .png or .svg; by default FILE.png"},
    {O_VIEW, "--view", "NAME|X,Y,Z", FOR_DRAW,
     "direction to the viewer: isometric (default), front, back, left, right, top, bottom"},
    {O_SIZE, "--size", "WxH", FOR_DRAW, "pixels, by default 1280x960"},
    {O_RANGE, "--range", "WORDS", FOR_DRAW, "draws the balls of a range: 'position-x 0 0.1'"},
    {O_DARK, "--dark", NULL, FOR_DRAW, "on a dark ground"},
    {O_THREADS, "--threads", "N", FOR_DRAW, "so many threads; by default the physical cores"},
    {O_OUT, "--out", "FILE", FOR_EXPORT,
     "the file to write; its suffix says how: .vtp .vtkhdf .csv, of balls also .data .dump .xyz"},
    {O_OUT, "--out", "FILE", FOR_TRANSLATE, "the new file; by default standard output"},
    {O_WHAT, "--what", "balls|walls|contacts|bonds|fractures|measures|geometry|inlets|all",
     FOR_EXPORT,
     "by default balls; all: a file for each kind that there is, with its name before the suffix"},
    {O_NAMES, "--names", NULL, FOR_HELP, "every name, one a line: kind, tab, name"},
    {O_HELP, "--help", NULL, FOR_ALL, "this text"},
    {O_VERSION, "--version", NULL, FOR_NONE, "version, compiler, instruction set"},
};
enum { NOPTION = sizeof option / sizeof *option };

typedef struct sub_row {
  scr_sub id;
  const char *name, *args, *doc;
  unsigned bit;
} sub_row;

static const sub_row sub[] = {
    {SCR_SUB_RUN, "run", "[options] FILE...", "runs data files in one session", FOR_RUN},
    {SCR_SUB_CHECK, "check", "[options] FILE...",
     "reports all that is wrong or suspicious in data files; runs nothing", FOR_CHECK},
    {SCR_SUB_TRANSLATE, "translate", "FILE [--out FILE]",
     "writes a file of PFC 3 to 5 in the words of today", FOR_TRANSLATE},
    {SCR_SUB_REPL, "repl", "[options]", "runs commands and FISH as they are typed, or from a pipe",
     FOR_REPL},
    {SCR_SUB_VERIFY, "verify", "[options] [CASE...]",
     "runs cases with known answers and writes a report", FOR_VERIFY},
    {SCR_SUB_DRAW, "draw", "[options] FILE.sav", "draws balls, walls, fractures of a saved state",
     FOR_DRAW},
    {SCR_SUB_HASH, "hash", "FILE.sav", "prints the hash of a saved state", FOR_HASH},
    {SCR_SUB_EXPORT, "export", "FILE.sav --out FILE",
     "writes a saved state into a file for other programs", FOR_EXPORT},
    {SCR_SUB_HELP, "help", "[WORD...] | ignored | --names",
     "explains commands, FISH functions, laws and properties", FOR_HELP},
};
enum { NSUB = sizeof sub / sizeof *sub };

static const sub_row *sub_of(scr_sub id) {
  for (int k = 0; k < NSUB; k++)
    if (sub[k].id == id) return &sub[k];
  return NULL;
}

scr_sub scr_sub_find(const char *name) {
  for (int k = 0; k < NSUB; k++)
    if (strcmp(sub[k].name, name) == 0) return sub[k].id;
  return SCR_SUB_NONE;
}

/* What it does stands in a column of its own, below an option that reaches into it. */
static void usage_options(unsigned bit) {
  enum { COLUMN = 31 };
  for (int k = 0; k < NOPTION; k++) {
    if (!(option[k].subs & bit)) continue;
    int at = printf("  %s %s", option[k].name, option[k].value ? option[k].value : "");
    if (at >= COLUMN) at = printf("\n") - 1;
    printf("%*s%s\n", COLUMN - at, "", option[k].doc);
  }
}

/* Those among the options of one subcommand that another one takes, too. */
static void names_options(unsigned bits, unsigned bit) {
  int n = 0, all = 0;
  for (int k = 0; k < NOPTION; k++)
    all += (option[k].subs & bits) && (option[k].subs & bit) && option[k].id != O_HELP;
  for (int k = 0; k < NOPTION; k++) {
    if (!(option[k].subs & bits) || !(option[k].subs & bit) || option[k].id == O_HELP) continue;
    printf("%s%s", n == 0 ? "" : n + 1 == all ? " and " : ", ", option[k].name);
    n++;
  }
}

void scr_usage(scr_sub about) {
  const sub_row *s = sub_of(about);
  if (s) {
    printf("usage: scree %s %s\n%s\n\n", s->name, s->args, s->doc);
    usage_options(s->bit);
    return;
  }
  printf("scree %s, a discrete element engine that runs PFC data files\n\n", SCR_VERSION);
  for (int k = 0; k < NSUB; k++) {
    char text[48];
    snprintf(text, sizeof text, "%s %s", sub[k].name, sub[k].args);
    printf("  scree %-40s %s\n", text, sub[k].doc);
  }
  fputs("\nOptions of run (check takes ", stdout);
  names_options(FOR_RUN & ~FOR_NONE, FOR_CHECK);
  puts("):");
  usage_options(FOR_RUN & ~FOR_NONE);
  puts("\nAlone:");
  usage_options(FOR_NONE);
  puts("\nExit status: 0 done; 1 error in a data file (check --strict: or a warning), or no such "
       "file; 2 wrong use of the "
       "command line; 3 out of memory or disk; 130 interrupted.\n"
       "SCREE_ISA=base|avx2|avx512 chooses the instruction set; results are the same bits.");
}

static bool wrong(const char *what, const char *word, const char *near) {
  fprintf(stderr, "scree: error: %s '%s'\n", what, word);
  if (near)
    fprintf(stderr, "  hint: did you mean '%s'?\n", near);
  else
    fprintf(stderr, "  hint: scree --help shows what there is\n");
  return false;
}

static bool unknown_option(const char *word, unsigned bit) {
  scr_nearest near = {.word = word};
  for (int k = 0; k < NOPTION; k++)
    if (option[k].subs & bit) scr_nearest_offer(&near, option[k].name);
  return wrong("unknown option", word, near.best);
}

static bool unknown_sub(const char *word) {
  if (scr_path_is_file(word)) {
    fprintf(stderr, "scree: error: unknown subcommand '%s'\n  hint: scree run %s\n", word, word);
    return false;
  }
  scr_nearest near = {.word = word};
  for (int k = 0; k < NSUB; k++) scr_nearest_offer(&near, sub[k].name);
  return wrong("unknown subcommand", word, near.best);
}

static void say_no_value(const option_row *o, const char *value) {
  fprintf(stderr, "scree: error: '%s' is no value for %s\n  hint: expected %s %s", value, o->name,
          o->name, o->value);
}

static bool bad_value(const option_row *o, const char *value) {
  say_no_value(o, value);
  fputs("\n", stderr);
  return false;
}

static bool set_threads(const option_row *o, const char *value, scr_options *out) {
  enum { MOST = 4096 };
  size_t len;
  int64_t n;
  double f;
  if (scr_parse_number(value, &len, &n, &f) != SCR_NUM_INT || value[len] || n < 1 || n > MOST) {
    say_no_value(o, value);
    fprintf(stderr, ", from 1 to %d\n", MOST);
    return false;
  }
  out->threads = (int)n;
  return true;
}

static bool set_progress(const option_row *o, const char *value, scr_command_line *c) {
  size_t len;
  int64_t n;
  double seconds;
  c->progress = strcmp(value, "auto") == 0  ? SCR_PROGRESS_AUTO
                : strcmp(value, "off") == 0 ? SCR_PROGRESS_OFF
                                            : SCR_PROGRESS_LINES;
  if (c->progress != SCR_PROGRESS_LINES) return true;
  const scr_numkind kind = scr_parse_number(value, &len, &n, &seconds);
  c->progress_seconds = seconds;
  return (kind != SCR_NUM_NONE && !value[len] && seconds >= 0) || bad_value(o, value);
}

/* 100 to 20000 pixels a side. */
static bool set_size(const option_row *o, const char *value, scr_draw *d) {
  int64_t n[2] = {0};
  const char *p = value;
  for (int k = 0; k < 2; k++) {
    size_t len;
    double f;
    if (scr_parse_number(p, &len, &n[k], &f) != SCR_NUM_INT || n[k] < 100 || n[k] > 20000)
      return bad_value(o, value);
    p += len;
    if (*p++ != (k ? 0 : 'x')) return bad_value(o, value);
  }
  if (n[0] * n[1] > SCR_SCENE_MOST) return bad_value(o, value);
  d->width = (int)n[0];
  d->height = (int)n[1];
  return true;
}

static bool add_setting(const option_row *o, char *value, scr_command_line *c) {
  scr_setting *s = &c->set[c->options.nset];
  if (!scr_setting_split(value, s)) return bad_value(o, value);
  if (!scr_setting_fits(s)) {
    fprintf(stderr,
            "scree: error: '%s' means something in FISH and cannot be the name of a symbol\n",
            s->name);
    return false;
  }
  if (!scr_setting_holds(s)) {
    fprintf(stderr,
            "scree: error: '%s' is too large for a real number (the largest is 1.797e308)\n",
            s->value);
    return false;
  }
  c->options.nset++;
  return true;
}

static bool set_what(const option_row *o, const char *value, scr_command_line *c) {
  c->what = strcmp(value, "all") == 0 ? (1u << SCR_DATA_KINDS) - 1 : 0;
  for (int k = 0; k < SCR_DATA_KINDS; k++)
    if (strcmp(value, scr_dataset_name[k]) == 0) c->what = 1u << k;
  return c->what || bad_value(o, value);
}

static int dialect_named(const char *name) {
  static const char *const names[] = {
      [SCR_MODERN] = "modern", [SCR_LEGACY] = "legacy", [SCR_PFC5] = "pfc5"};
  for (int k = 0; k < (int)SCR_COUNTOF(names); k++)
    if (strcmp(name, names[k]) == 0) return k;
  return -1;
}

static bool set_option(const option_row *o, char *value, scr_command_line *c) {
  switch (o->id) {
  case O_DIM:
    if (strcmp(value, "2") != 0 && strcmp(value, "3") != 0) return bad_value(o, value);
    c->options.dim = value[0] - '0';
    return true;
  case O_THREADS: return set_threads(o, value, &c->options);
  case O_OUT:
    if (!*value) return bad_value(o, value);
    c->options.out = value;
    return true;
  case O_DIALECT:
    c->options.dialect = dialect_named(value);
    return c->options.dialect >= 0 || bad_value(o, value);
  case O_WHAT: return set_what(o, value, c);
  case O_QUIET: c->options.quiet = true; return true;
  case O_SET: return add_setting(o, value, c);
  case O_PROGRESS: return set_progress(o, value, c);
  case O_PROFILE: c->profile = true; return true;
  case O_NO_PIN: c->options.pin = false; return true;
  case O_LIST: c->list = true; return true;
  case O_CASES: c->cases = value; return true;
  case O_STRICT: c->options.strict = true; return true;
  case O_NAMES: c->names = true; return true;
  case O_BY: c->draw.by = value; return true;
  case O_PICTURE: c->draw.out = value; return *value || bad_value(o, value);
  case O_VIEW: c->draw.from = value; return true;
  case O_SIZE: return set_size(o, value, &c->draw);
  case O_RANGE: c->draw.range = value; return true;
  case O_DARK: c->draw.dark = true; return true;
  case O_VERSION: c->sub = SCR_SUB_VERSION; return true;
  default: /* --help */
    c->about = c->sub;
    c->sub = SCR_SUB_USAGE;
    return true;
  }
}

/* --name value and --name=value. */
static bool read_option(int argc, char **argv, int *k, unsigned bit, scr_command_line *c) {
  char *word = argv[*k], *equals = strchr(word, '=');
  size_t n = equals ? (size_t)(equals - word) : strlen(word);
  for (int i = 0; i < NOPTION; i++) {
    const option_row *o = &option[i];
    bool same = strlen(o->name) == n && strncmp(o->name, word, n) == 0;
    if (strcmp(word, "-h") == 0 && o->id == O_HELP) same = true;
    if (!same || !(o->subs & bit)) continue;
    if (!o->value) {
      if (equals) return wrong("this option takes no value:", word, o->name);
      return set_option(o, argv[*k], c); /* a switch: its value is not read */
    }
    if (equals) return set_option(o, equals + 1, c);
    if (*k + 1 >= argc) {
      fprintf(stderr, "scree: error: %s needs a value\n  hint: expected %s %s\n", o->name, o->name,
              o->value);
      return false;
    }
    return set_option(o, argv[++*k], c);
  }
  return unknown_option(word, bit);
}

static bool check_words(const scr_command_line *c) {
  if ((c->sub == SCR_SUB_RUN || c->sub == SCR_SUB_CHECK) && c->nword == 0) {
    fprintf(stderr, "scree: error: no data file is given\n  hint: scree %s FILE...\n",
            sub_of(c->sub)->name);
    return false;
  }
  if (c->sub == SCR_SUB_REPL && c->nword > 0) {
    fprintf(stderr,
            "scree: error: repl reads standard input, not '%s'\n  hint: scree repl <%s, or scree "
            "run %s\n",
            c->word[0], c->word[0], c->word[0]);
    return false;
  }
  if (c->sub == SCR_SUB_TRANSLATE && c->nword != 1) {
    fprintf(stderr, "scree: error: one data file is needed\n  hint: scree translate FILE\n");
    return false;
  }
  if ((c->sub == SCR_SUB_HASH || c->sub == SCR_SUB_DRAW) && c->nword != 1) {
    fprintf(stderr, "scree: error: one save file is needed\n  hint: scree %s FILE.sav\n",
            sub_of(c->sub)->name);
    return false;
  }
  if (c->sub == SCR_SUB_EXPORT && (c->nword != 1 || !c->options.out)) {
    fprintf(stderr, "scree: error: %s\n  hint: scree export FILE.sav --out FILE.vtp\n",
            c->nword == 1 ? "--out FILE is needed" : "one save file is needed");
    return false;
  }
  return true;
}

void scr_command_line_free(scr_command_line *c) {
  scr_free(c->word);
  scr_free(c->set);
}

bool scr_command_line_read(int argc, char **argv, scr_command_line *c) {
  *c = (scr_command_line){
      .options = {.dialect = -1, .pin = true}, .program = argv[0], .what = 1u << SCR_DATA_BALLS};
  c->word = scr_alloc((size_t)argc * sizeof *c->word);
  c->options.set = c->set = scr_alloc((size_t)argc * sizeof *c->set);
  unsigned bit = FOR_NONE;
  bool only_words = false;
  for (int k = 1; k < argc; k++) {
    if (!only_words && strcmp(argv[k], "--") == 0) {
      only_words = true;
    } else if (!only_words && argv[k][0] == '-' && argv[k][1]) {
      if (!read_option(argc, argv, &k, bit, c)) return false;
      if (c->sub == SCR_SUB_USAGE || c->sub == SCR_SUB_VERSION) return true;
    } else if (bit == FOR_NONE) {
      c->sub = scr_sub_find(argv[k]);
      if (c->sub == SCR_SUB_NONE) return unknown_sub(argv[k]);
      bit = sub_of(c->sub)->bit;
    } else {
      c->word[c->nword++] = argv[k];
    }
  }
  if (c->sub == SCR_SUB_NONE) {
    fputs("scree: error: no subcommand is given\n  hint: scree --help shows what there is\n",
          stderr);
    return false;
  }
  return check_words(c);
}
