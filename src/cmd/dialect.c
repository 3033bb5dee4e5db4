/* Which dialect a file is written in: marks are counted over the whole file, comments left out. */
#include "cmd/dialect.h"

#include <string.h>
#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "cmd/read.h"

/* First words of lines, with what may follow. A bar ends an entry; the second words may be
 * abbreviated down to what stands here, unless it ends in '='. An empty list: any word. */
typedef struct mark {
  const char *first, *second;
} mark;

static const mark modern_mark[] = {
    {"model", "new|domain|solve|cyc|step|rest|save|random|large|config|grav|mech|title|clean|hist|"
              "calm|energy|cmat|range|orient|result|thermal|precision|deter|display|list"},
    {"fish", "def|callback|hist|operator|automatic|set|list"},
    {"program", ""},
    {"contact", "cmat"},
    {"history", "interval|export"},
};
static const mark legacy_mark[] = {
    {"set", "dt|disk|fishcall|extra|ovr|pinterval|gen_error|safety|caption"},
    {"prop", ""},
    {"property", ""},
    {"ini", ""},
    {"gen", ""},
    {"generate", ""},
    {"macro", ""},
    {"print", ""},
    {"his", ""},
    {"hist", ""},
    {"jset", ""},
    {"ball", "id|rad|x"},
    {"wall", "id|face|kn|ks|fric|xvel|yvel|zvel"},
    {"fix", "x|y|z"},
    {"free", "x|y|z"},
    {"delete", "ball|wall"},
    {"clump", "id"},
    {"config", "therm|cppudm"},
    {"trace", "energy"},
};
static const mark five_mark[] = {
    {"domain", ""},
    {"cmat", ""},
    {"ball", "attr|distribute|generate|create|template|result|servo|prop|group|delete|fix|history"},
    {"wall", "attr|generate|create|result|servo|group|delete|history|import"},
    {"clump", "attr|distribute|generate|create|template|replicate|result|group|delete|history"},
    {"set", "fish=|timestep|mech|orientation|energy|deter"},
    {"solve", "arat|fishhalt"},
    {"history", "add|nstep|reset"},
    {"contact", "model|method|property|groupbehavior|group"},
    {"measure", "create"},
    {"fragment", ""},
};
/* Words of version 6 and later that versions 3 to 5 do not have: one is enough against marks of 5;
 * against those of 3 and 4 they count once for the file. */
static const mark today_mark[] = {
    {"plot", "item|export|view|rename|update"},
    {"ball", "accumulate-stress|tractions"},
    {"clump", "accumulate-stress"},
    {"contact", "apply-group"},
    {"wall", "active-sides"},
    {"geometry", "assign-groups|move-to|paint-extra"},
    {"fragment", "group-"},
    {"fracture", ""},
    {"rblock", ""},
    {"inlet", ""},
    {"data", ""},
    {"echo-line", ""},
    {"log-file", ""},
};
/* Words of all versions up to 5, by which a file is one of 5 that shows no other version: `program`
 * or `model` stands before them today, or they are older than today's word; then those that all
 * versions since 5 have. */
static const mark older_mark[] = {
    {"new", ""},
    {"set", ""},
    {"def", ""},
    {"define", ""},
    {"call", ""},
    {"title", ""},
    {"calm", ""},
    {"heading", ""},
    {"restore", ""},
    {"save", ""},
    {"cycle", ""},
    {"cyc", ""},
    {"step", ""},
    {"solve", ""},
    {"clean", ""},
    {"rest", ""},
    {"history", ""},
    {"list", ""},
    {"pause", ""},
    {"echo", ""},
    {"log", ""},
    {"logfile", ""},
    {"notice", ""},
    {"warning", ""},
    {"stop", ""},
    {"quit", ""},
    {"undo", ""},
    {"load", ""},
    {"trace", ""},
    {"movie", ""},
    {"range", ""},
    {"dfn", ""},
    {"label", ""},
    {"user", ""},
    {"config", ""},
    {"plot", ""},
    {"ball", "list|extra|free|init|trace|toler|export"},
    {"wall", "list|extra|init|trace|toler|export"},
    {"clump", "list|extra|free|init|trace|toler|export"},
    {"contact", "list|extra|history|delete"},
    {"measure", "list|history|delete"},
};
/* Words with a hyphen, which only today's versions have: of a vector its components (velocity-x),
 * of others the word itself. What begins like one of BEGINS counts once for the file against marks
 * of versions 3 and 4. */
enum { WHOLE = 1, VECTOR = 2, BEGINS = 4 };
static const struct hyphened {
  const char *word;
  int form;
} hyphened[] = {
    {"velocity", VECTOR | BEGINS},
    {"vel", VECTOR | BEGINS},
    {"position", VECTOR | BEGINS},
    {"pos", VECTOR | BEGINS},
    {"spin", VECTOR | BEGINS},
    {"displacement", VECTOR | BEGINS},
    {"disp", VECTOR},
    {"force", VECTOR | BEGINS},
    {"force-contact", VECTOR | WHOLE},
    {"force-applied", VECTOR | WHOLE},
    {"force-unbalanced", VECTOR | WHOLE},
    {"moment-contact", VECTOR | WHOLE},
    {"moment-applied", VECTOR | WHOLE},
    {"moment-unbalanced", VECTOR | WHOLE},
    {"fish-halt", WHOLE | BEGINS},
    {"end-1", WHOLE | BEGINS},
    {"end-2", WHOLE},
    {"one-wall", WHOLE | BEGINS},
    {"ratio-average", WHOLE | BEGINS},
    {"ratio-maximum", WHOLE},
    {"ratio-local", WHOLE},
    {"dip-direction", WHOLE | BEGINS},
    {"rotation-center", WHOLE | BEGINS},
    {"number-bins", WHOLE | BEGINS},
    {"volume-fraction", WHOLE | BEGINS},
};
/* Names of FISH that version 5 calls otherwise. */
static const char *const today_name =
    "mech.time.total|thermal.time.total|system.error|system.command|measure.strain.rate";
/* What begins a line of FISH, where a minus stands between two names. */
static const char *const statement =
    "if|else|elseif|else_if|loop|local|global|return|case|case_of|caseof|section|argument|array|"
    "exit|endif|end_if|end_loop|endloop|define|def|lock|until";
static const char *const legacy_name[] = {"ball_head", "wall_head", "contact_head", "find_ball",
                                          "find_wall", "fc_arg",    "get_mem",      "md_"};
static const char *const five_name[] = {"ball",   "wall",   "contact", "math",   "comp",   "clump",
                                        "mech",   "global", "table",   "geom",   "dfn",    "io",
                                        "string", "array",  "map",     "domain", "measure"};

static bool is_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

/* The next word of a line from p; *n is its length, 0 at the end. Text in quotes is none. */
static const char *next_word(const char *p, size_t *n) {
  for (*n = 0; *p && *p != ';' && !is_part(*p); p++)
    if (*p == '\'' || *p == '"') {
      const char *close = strchr(p + 1, *p);
      if (!close) return p + strlen(p);
      p = close;
    }
  if (*p == ';') return p + strlen(p);
  while (is_part(p[*n])) ++*n;
  return p;
}

static bool same(const char *p, size_t n, const char *word) {
  return strlen(word) == n && scr_ncasecmp(p, word, n) == 0;
}

/* Does a word begin with an entry of the list? Short ones must be whole. */
static bool listed(const char *p, size_t n, const char *list) {
  if (!*list) return true;
  for (const char *e = list; n; e++) {
    const size_t all = strcspn(e, "|");
    const bool whole = all > 0 && e[all - 1] == '=';
    const size_t m = all - whole;
    if (n >= m && scr_ncasecmp(p, e, m) == 0 && ((m > 2 && !whole) || n == m)) return true;
    e += all;
    if (!*e) return false;
  }
  return false;
}

static int count_marks(const mark *m, size_t marks, const char *p, size_t n) {
  size_t behind;
  const char *second = next_word(p + n, &behind);
  for (size_t k = 0; k < marks; k++)
    if (same(p, n, m[k].first) && listed(second, behind, m[k].second)) return 1;
  return 0;
}

/* `ball.pos`: a name of the list, and a dot. */
static bool is_dotted(const char *p, size_t n) {
  for (size_t k = 0; k < SCR_COUNTOF(five_name); k++) {
    const size_t m = strlen(five_name[k]);
    if (n > m && p[m] == '.' && scr_ncasecmp(p, five_name[k], m) == 0) return true;
  }
  return false;
}

/* b_x, w_x, c_x: properties of balls, walls and contacts; and whole names. */
static bool is_legacy_name(const char *p, size_t n) {
  if (n > 3 && p[1] == '_' && strchr("bwcBWC", p[0]) && !memchr(p, '.', n)) return true;
  for (size_t k = 0; k < SCR_COUNTOF(legacy_name); k++)
    if (same(p, n, legacy_name[k])) return true;
  return false;
}

/* `out(...)`: today it is io.out. */
static bool is_out(const char *p, size_t n) {
  return same(p, n, "out") && p[n + strspn(p + n, " \t")] == '(';
}

/* Is it one of the entries, whole? */
static bool is_whole(const char *p, size_t n, const char *list) {
  for (const char *e = list; *e; e += strspn(e, "|")) {
    const size_t m = strcspn(e, "|");
    if (n == m && scr_ncasecmp(p, e, n) == 0) return true;
    e += m;
  }
  return false;
}

/* Variables, arrays and functions may have the name of a command. */
static bool is_of_fish(const char *p, size_t n) {
  const char behind = p[n + strspn(p + n, " \t")];
  return behind == '=' || behind == '(' || behind == '[';
}

typedef struct score {
  int modern, legacy, five;
  bool hyphens;  /* words of today count once for the file */
  bool today;    /* one of them cannot be anything else */
  bool commands; /* marks of version 5 that are commands, which names alone are not */
  bool older;    /* commands that versions 3 to 5 share */
} score;

/* `velocity-x`, `fish-halt`, `end-1`: no names of versions 3 to 5, whose words have no hyphens. */
static bool is_today_word(const char *p, size_t n) {
  const bool component = n > 2 && p[n - 2] == '-' && strchr("xyzXYZ", p[n - 1]);
  for (size_t k = 0; k < SCR_COUNTOF(hyphened); k++) {
    const struct hyphened *h = &hyphened[k];
    if (h->form & WHOLE && same(p, n, h->word)) return true;
    if (h->form & VECTOR && component && same(p, n - 2, h->word)) return true;
  }
  return false;
}

static bool begins_today(const char *p, size_t n) {
  for (size_t k = 0; k < SCR_COUNTOF(hyphened); k++) {
    const struct hyphened *h = &hyphened[k];
    const size_t m = strlen(h->word);
    if (!(h->form & BEGINS) || n < m || scr_ncasecmp(p, h->word, m) != 0) continue;
    if (h->form & WHOLE || (n > m && p[m] == '-')) return true;
  }
  return false;
}

/* `slot 'left'`: version 5 has numbers of slots. */
static bool is_named_slot(const char *p, size_t n) {
  const char *name = p + n + strspn(p + n, " \t");
  if (!same(p, n, "slot") || (*name != '\'' && *name != '"')) return false;
  const size_t digits = strspn(name + 1, "0123456789");
  return strchr(name + 1, *name) && name[1 + digits] != *name;
}

/* `ball history name 'a'`: version 5 has the quantity there. */
static bool is_named_history(const char *p, size_t n) {
  size_t m;
  if (!is_whole(p, n, "ball|wall|clump|contact|measure|model|fish")) return false;
  p = next_word(p + n, &m);
  if (!listed(p, m, "hist")) return false;
  p = next_word(p + m, &m);
  return same(p, m, "name");
}

/* A word behind one of these is the user's own: a file, a group, a range. */
static bool precedes_name(const char *p, size_t n) {
  const char behind = p[n + strspn(p + n, " \t")];
  return behind != '\'' && behind != '"' &&
         is_whole(p, n, "save|sav|restore|rest|res|call|group|name");
}

/* Quotients that are rounded, and lists that are split. */
static bool is_today_operator(const char *p, bool fish) {
  if (p[0] == ':' && p[1] == ':') return (is_part(p[2]) || p[2] == '(') && !strchr("-.", p[2]);
  return fish && p[0] == '/' && p[1] == '/';
}

/* The line is looked at sign by sign: is there what only today has? In FISH, which `fish` says of
 * the line and brackets of the rest, words with a minus are none. */
static bool is_today(const char *p, bool fish) {
  int depth = 0;
  bool own = false;
  for (size_t n; *p && *p != ';'; p += n) {
    n = 1;
    const bool in_fish = fish || depth > 0;
    if (*p == '\'' || *p == '"') {
      const char *close = strchr(p + 1, *p);
      if (!close) return false;
      n = (size_t)(close - p) + 1;
    } else if (is_part(*p)) {
      while (is_part(p[n])) n++;
      if (is_whole(p, n, today_name)) return true;
      if (!in_fish && !own && (is_today_word(p, n) || is_named_slot(p, n))) return true;
      own = precedes_name(p, n);
    } else if (is_today_operator(p, in_fish)) {
      return true;
    } else {
      depth += (*p == '[') - (*p == ']');
    }
  }
  return false;
}

/* What a line that begins a command says by its first words. */
static void score_command(const char *p, size_t n, score *s) {
  const int five = count_marks(five_mark, SCR_COUNTOF(five_mark), p, n);
  s->modern += count_marks(modern_mark, SCR_COUNTOF(modern_mark), p, n);
  s->legacy += count_marks(legacy_mark, SCR_COUNTOF(legacy_mark), p, n);
  s->five += five;
  s->commands |= five > 0;
  s->older |= count_marks(older_mark, SCR_COUNTOF(older_mark), p, n) > 0;
  s->today |= count_marks(today_mark, SCR_COUNTOF(today_mark), p, n) > 0 || is_named_history(p, n);
}

/* within: a line of a function; begun: it goes on with the one before. */
static void score_line(const char *p, bool within, bool begun, score *s) {
  size_t n;
  const bool calls = p[strspn(p, " \t")] == '@';
  const char *line = p;
  p = next_word(p, &n);
  if (n == 0) return;
  const bool assigns = is_of_fish(p, n) && !memchr(p, '-', n);
  s->today |= is_today(line, within || calls || assigns || is_whole(p, n, statement));
  if (!within && !begun && !is_of_fish(p, n)) score_command(p, n, s);
  bool own = false;
  for (; n; own = precedes_name(p, n), p = next_word(p + n, &n)) {
    s->hyphens |= !own && begins_today(p, n);
    s->five += is_dotted(p, n);
    s->legacy += is_legacy_name(p, n) || is_out(p, n);
  }
}

/* How deep the next line stands: commands, a function of theirs, a block of that, and so on. */
static int next_depth(const char *p, int depth) {
  size_t n;
  const char *word = next_word(p, &n);
  const bool within = depth % 2 != 0;
  if (within && scr_read_ends(p)) return depth - 1;
  if (within) return depth + same(word, n, "command");
  if (depth > 0 && is_whole(word, n, "endcommand|end_command")) return depth - 1;
  return depth + scr_read_defines(p);
}

/* `title` alone: the next line is a text. */
static bool awaits_text(const char *line) {
  size_t n;
  const char *p = next_word(line, &n), *rest = p + n + strspn(p + n, " \t\r");
  return n >= 3 && (scr_ncasecmp(p, "title", n) == 0 || scr_ncasecmp(p, "heading", n) == 0) &&
         (!*rest || *rest == ';');
}

static void score_lines(const scr_session *s, const scr_source *src, score *all) {
  bool begun = false;
  for (int k = 0, depth = 0; k < src->nline && !(s && scr_session_interrupted(s)); k++) {
    const char *line = src->line[k];
    if (k && depth % 2 == 0 && !begun && awaits_text(src->line[k - 1])) continue;
    score_line(line, depth % 2 != 0, begun, all);
    if (!begun) depth = next_depth(line, depth);
    begun = scr_read_goes_on(line);
  }
}

enum { UNKNOWN = -1 };

/* By its marks; names with a dot alone are none, as functions of all versions since 5 have them. */
static int marked(const score *all) {
  if (all->modern > 0) return SCR_MODERN;
  if (all->legacy > all->five + (all->hyphens || all->today)) return SCR_LEGACY;
  if (all->today) return SCR_MODERN;
  return all->commands ? SCR_PFC5 : UNKNOWN;
}

/* ---- what a file calls ---- */

enum { CALLS_DEEP = 20 };

typedef struct calls {
  const scr_session *s;
  scr_names seen; /* paths */
  score all;
} calls;

static void score_calls(calls *c, const scr_source *src, int depth);

/* A file without marks is what those are that it calls. */
static void score_file(calls *c, const char *path, int depth) {
  if (scr_names_get(&c->seen, path, 0)) return;
  scr_names_set(&c->seen, path, 1);
  scr_diag none = {0};
  scr_source *part = scr_path_is_file(path) /* a pipe can be read once */
                         ? scr_read_file(&none, NULL, path, path)
                         : NULL;
  score own = {0};
  if (part) score_lines(c->s, part, &own);
  c->all.modern += own.modern, c->all.legacy += own.legacy, c->all.five += own.five;
  c->all.hyphens |= own.hyphens, c->all.today |= own.today, c->all.commands |= own.commands;
  if (part && marked(&own) == UNKNOWN) score_calls(c, part, depth + 1);
  if (part) scr_source_drop(part);
  scr_diag_clear(&none);
}

static void score_calls(calls *c, const scr_source *src, int depth) {
  for (int k = 0; depth < CALLS_DEEP && k < src->nline; k++) {
    char *name = scr_read_called(src->line[k]);
    char *path = name ? scr_file_data(src->path, name) : NULL;
    if (path && !(c->s && scr_session_interrupted(c->s))) score_file(c, path, depth);
    scr_free(path);
    scr_free(name);
  }
}

/* Names with a dot are none of versions 3 and 4. */
static int called(const scr_session *s, const scr_source *src, const score *own) {
  calls c = {.s = s};
  if (src->path) scr_names_set(&c.seen, src->path, 1);
  score_calls(&c, src, 0);
  scr_names_free(&c.seen);
  const int dialect = marked(&c.all);
  return dialect == SCR_LEGACY && own->five > 0 ? UNKNOWN : dialect;
}

scr_dialect scr_dialect_of(const scr_session *s, const scr_source *src, const scr_dialect *caller) {
  score own = {0};
  score_lines(s, src, &own);
  int dialect = marked(&own);
  if (dialect == SCR_MODERN || dialect == SCR_LEGACY) return (scr_dialect)dialect;
  if (caller && *caller == SCR_MODERN) return SCR_MODERN; /* reads words of version 5, too */
  if (dialect == UNKNOWN && caller && own.five + own.hyphens > 0) return SCR_PFC5;
  if (dialect == UNKNOWN) dialect = called(s, src, &own);
  if (dialect != UNKNOWN) return (scr_dialect)dialect;
  if (caller) return *caller;
  return own.older && !own.hyphens ? SCR_PFC5 : SCR_MODERN;
}
