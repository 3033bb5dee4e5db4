/* Commands of the check files of `scree verify`: what a run must give. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/commands.h"
#include "cmd/verdict.h"

void scr_verdicts_free(scr_verdicts *v) {
  for (size_t k = 0; k < v->nvary; k++) {
    for (size_t i = 0; i < v->vary[k].n; i++) scr_free(v->vary[k].value[i]);
    scr_free(v->vary[k].value);
    scr_free(v->vary[k].name);
  }
  for (size_t k = 0; k < v->nfinding; k++)
    scr_free(v->finding[k].name), scr_free(v->finding[k].unit), scr_free(v->finding[k].because);
  for (size_t k = 0; k < v->norder; k++)
    scr_free(v->order[k].of), scr_free(v->order[k].over), scr_free(v->order[k].because);
  for (size_t k = 0; k < v->npublished; k++)
    scr_free(v->published[k].by), scr_free(v->published[k].of);
  scr_free(v->vary);
  scr_free(v->finding);
  scr_free(v->order);
  scr_free(v->published);
  *v = (scr_verdicts){0};
}

const scr_vary *scr_verdicts_vary(const scr_verdicts *v, const char *name) {
  for (size_t k = 0; k < v->nvary; k++)
    if (scr_casecmp(v->vary[k].name, name) == 0) return &v->vary[k];
  return NULL;
}

static bool number_of(const char *text, double *x) {
  size_t n;
  int64_t i;
  const scr_numkind kind = scr_parse_number(text, &n, &i, x);
  if (kind == SCR_NUM_INT) *x = (double)i;
  return kind != SCR_NUM_NONE && !text[n];
}

static scr_verdicts *of_session(const scr_args *a) { return scr_session_options(a->s)->verdicts; }

/* `scree check` may read such a file alone; nothing else may run it. */
static bool is_asked(scr_args *a) {
  if (of_session(a) || scr_args_checks(a)) return true;
  scr_fail(a->diag, &a->loc, SCR_E_STATE,
           "verify belongs to the check file of a verification case");
  return scr_hint(a->diag, "scree verify runs those");
}

/* ---- verify vary ---- */

static bool read_values(scr_args *a, scr_vary *v) {
  do {
    const scr_token *t = scr_args_peek(a);
    if (t && t->unknown)
      return scr_fail(a->diag, &t->loc, SCR_E_SYNTAX,
                      "the values are needed before anything runs: FISH cannot give them");
    SCR_GROW(v->value, v->cap, v->n + 1);
    if (!scr_args_string(a, "a value", &v->value[v->n])) return false;
    v->n++;
  } while (!scr_args_end(a));
  return true;
}

/* Acts where the case is checked, before it runs: the values decide what is run. */
static bool verify_vary(scr_args *a) {
  scr_vary v = {0};
  scr_verdicts *all = of_session(a);
  scr_loc at = scr_args_loc(a);
  bool fine =
      is_asked(a) && scr_args_string(a, "the name of a FISH symbol", &v.name) && read_values(a, &v);
  if (fine && all && scr_verdicts_vary(all, v.name))
    fine = scr_fail(a->diag, &at, SCR_E_NAME, "'%s' is varied already", v.name);
  if (fine && scr_args_checks(a))
    scr_args_uses(a, scr_fish_symbol(a->fish, v.name, true), SCR_USE_WRITE, &at);
  scr_verdicts one = {.vary = scr_alloc(sizeof v), .nvary = 1};
  if (fine && all) {
    SCR_GROW(all->vary, all->cap_vary, all->nvary + 1);
    all->vary[all->nvary++] = v;
    scr_free(one.vary);
    return true;
  }
  one.vary[0] = v;
  scr_verdicts_free(&one);
  return fine;
}

/* ---- words that several of them take ---- */

static bool read_number(scr_args *a, const char *what, double *x, bool *given) {
  scr_loc at = scr_args_last(a);
  if (given && *given) return scr_fail(a->diag, &at, SCR_E_SYNTAX, "given twice");
  if (given) *given = true;
  return scr_args_real(a, what, x);
}

static bool read_text(scr_args *a, const char *what, char **text) {
  scr_free(*text);
  *text = NULL;
  return scr_args_string(a, what, text);
}

/* Why a gate lies where it lies. */
static bool read_reason(scr_args *a, char **text) {
  scr_loc at = scr_args_loc(a);
  if (!read_text(a, "a reason", text)) return false;
  if ((*text)[strspn(*text, " \t")] || scr_args_is_unknown(a, &at)) return true;
  return scr_fail(a->diag, &at, SCR_E_VALUE, "the reason is empty");
}

static bool must_be_given(scr_args *a, bool given, const char *word) {
  scr_loc at = scr_args_behind(a);
  return given ||
         scr_fail(a->diag, &at, SCR_E_SYNTAX, "expected %s, found the end of the command", word);
}

/* ---- verify quantity ---- */

enum { Q_VALUE, Q_EXPECTED, Q_GATE, Q_RELATIVE, Q_UNIT, Q_BECAUSE };
static const scr_word_row quantity_words[] = {
    {"value", "<f>", "what was computed"},
    {"expected", "<f>", "what is exact; default nothing, and the value itself is the error"},
    {"gate", "<f>", "the largest error that passes"},
    {"relative", "", "the error is divided by what is expected"},
    {"unit", "<s>", "of the value"},
    {"because", "<s>", "why the gate lies where it lies; must be given"},
    {NULL, NULL, NULL},
};

typedef struct quantity_reader {
  scr_finding f;
  bool value, gate;
} quantity_reader;

static bool quantity_word(scr_args *a, quantity_reader *q) {
  int which;
  if (!scr_args_word(a, quantity_words, &which)) return false;
  switch (which) {
  case Q_VALUE: return read_number(a, "the value", &q->f.value, &q->value);
  case Q_EXPECTED: return read_number(a, "what is expected", &q->f.expected, &q->f.compared);
  case Q_GATE: return read_number(a, "the largest error", &q->f.gate, &q->gate);
  case Q_UNIT: return read_text(a, "a unit", &q->f.unit);
  case Q_BECAUSE: return read_reason(a, &q->f.because);
  default: q->f.relative = true; return true;
  }
}

static bool quantity_fits(scr_args *a, const quantity_reader *q) {
  if (!must_be_given(a, q->value, "value <f>") || !must_be_given(a, q->gate, "gate <f>"))
    return false;
  if (!must_be_given(a, q->f.because != NULL, "because <s>, the reason of the gate")) return false;
  scr_loc at = scr_args_behind(a);
  if (!scr_args_checks(a) && q->f.gate < 0)
    return scr_fail(a->diag, &at, SCR_E_VALUE, "a gate cannot be negative: %g", q->f.gate);
  if (q->f.relative && !q->f.compared)
    return scr_fail(a->diag, &at, SCR_E_SYNTAX, "relative to what? expected <f> is missing");
  if (!scr_args_checks(a) && q->f.relative && q->f.expected == 0)
    return scr_fail(a->diag, &at, SCR_E_VALUE, "an error relative to 0");
  return true;
}

static void take_quantity(scr_verdicts *all, scr_finding f) {
  f.error = fabs(f.value - f.expected);
  if (f.relative) f.error /= fabs(f.expected);
  if (!f.unit) f.unit = scr_strdup("");
  SCR_GROW(all->finding, all->cap_finding, all->nfinding + 1);
  all->finding[all->nfinding++] = f;
}

static bool is_found(const scr_verdicts *all, const char *name) {
  for (size_t k = 0; k < all->nfinding; k++)
    if (strcmp(all->finding[k].name, name) == 0) return true;
  return false;
}

static bool verify_quantity(scr_args *a) {
  quantity_reader q = {0};
  scr_loc at = scr_args_loc(a);
  bool fine = is_asked(a) && scr_args_string(a, "a name", &q.f.name);
  while (fine && !scr_args_end(a)) fine = quantity_word(a, &q);
  fine = fine && quantity_fits(a, &q);
  if (fine) scr_args_makes(a, "quantity", q.f.name, &at);
  if (fine && !scr_args_checks(a) && is_found(of_session(a), q.f.name))
    fine = scr_fail(a->diag, &at, SCR_E_NAME, "the quantity '%s' is there already", q.f.name);
  if (fine && scr_args_finish(a)) {
    take_quantity(of_session(a), q.f);
    return true;
  }
  scr_free(q.f.name), scr_free(q.f.unit), scr_free(q.f.because);
  return fine && !a->diag->failed;
}

/* ---- verify order ---- */

enum { O_OF, O_OVER, O_EXPECTED, O_WITHIN, O_BECAUSE };
static const scr_word_row order_words[] = {
    {"of", "<s>", "a quantity"},
    {"over", "<s>", "a varied symbol with at least four values"},
    {"expected", "<f>", "the order of the method"},
    {"within", "<f>", "how far the slope may be from it"},
    {"because", "<s>", "why; must be given"},
    {NULL, NULL, NULL},
};

static bool read_quantity_name(scr_args *a, char **name) {
  scr_loc at = scr_args_loc(a);
  if (!read_text(a, "the name of a quantity", name)) return false;
  scr_args_needs(a, "quantity", *name, &at);
  return true;
}

/* How many different positive numbers the values are; -1: one is none. */
static int different_numbers(const scr_vary *v) {
  int n = 0;
  for (size_t k = 0; k < v->n; k++) {
    double x, y;
    if (!number_of(v->value[k], &x) || !(x > 0)) return -1;
    bool seen = false;
    for (size_t i = 0; i < k; i++) seen |= number_of(v->value[i], &y) && y == x;
    n += !seen;
  }
  return n;
}

/* In a file that is checked alone, without `scree verify`, nothing is known of what is varied. */
static bool read_over(scr_args *a, char **name) {
  scr_loc at = scr_args_loc(a);
  if (!read_text(a, "the name of a varied symbol", name)) return false;
  const scr_verdicts *all = of_session(a);
  const scr_vary *v = all ? scr_verdicts_vary(all, *name) : NULL;
  if (all && !v)
    return scr_fail(a->diag, &at, SCR_E_NAME,
                    "'%s' is not varied: there is no `verify vary '%s'` above", *name, *name);
  const int n = v ? different_numbers(v) : SCR_ORDER_RUNS;
  if (n < 0)
    return scr_fail(a->diag, &at, SCR_E_VALUE,
                    "an order needs positive numbers, and not all values of '%s' are", *name);
  return n >= SCR_ORDER_RUNS ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "an order needs at least %d values, '%s' has %d",
                  SCR_ORDER_RUNS, *name, n);
}

static bool order_word(scr_args *a, scr_order *o, bool given[2]) {
  int which;
  if (!scr_args_word(a, order_words, &which)) return false;
  switch (which) {
  case O_OF: return read_quantity_name(a, &o->of);
  case O_OVER: return read_over(a, &o->over);
  case O_EXPECTED: return read_number(a, "an order", &o->expected, &given[0]);
  case O_WITHIN: return read_number(a, "a number", &o->within, &given[1]);
  default: return read_reason(a, &o->because);
  }
}

static bool verify_order(scr_args *a) {
  scr_order o = {0};
  bool given[2] = {false, false}, fine = is_asked(a);
  while (fine && !scr_args_end(a)) fine = order_word(a, &o, given);
  fine = fine && must_be_given(a, o.of != NULL, "of <s>") &&
         must_be_given(a, o.over != NULL, "over <s>") &&
         must_be_given(a, given[0], "expected <f>") && must_be_given(a, given[1], "within <f>") &&
         must_be_given(a, o.because != NULL, "because <s>, the reason of the order");
  if (fine && scr_args_finish(a)) {
    scr_verdicts *all = of_session(a);
    SCR_GROW(all->order, all->cap_order, all->norder + 1);
    all->order[all->norder++] = o;
    return true;
  }
  scr_free(o.of), scr_free(o.over), scr_free(o.because);
  return fine && !a->diag->failed;
}

/* ---- verify published ---- */

static bool verify_published(scr_args *a) {
  scr_published p = {0};
  bool fine = is_asked(a) && scr_args_string(a, "who published it", &p.by);
  if (fine) fine = scr_args_take(a, "of") || scr_args_expected(a, "of");
  fine = fine && read_quantity_name(a, &p.of);
  if (fine) fine = scr_args_take(a, "error") || scr_args_expected(a, "error");
  fine = fine && scr_args_real(a, "the published error", &p.error);
  if (fine && scr_args_finish(a)) {
    scr_verdicts *all = of_session(a);
    SCR_GROW(all->published, all->cap_published, all->npublished + 1);
    all->published[all->npublished++] = p;
    return true;
  }
  scr_free(p.by), scr_free(p.of);
  return fine && !a->diag->failed;
}

static const scr_command rows[] = {
    {"verify order", verify_order, order_words, "",
     "the order at which an error falls over the runs of a case", 0},
    {"verify published", verify_published, NULL, "<s> of <s> error <f>",
     "what others published of a quantity; shown beside it", 0},
    {"verify quantity", verify_quantity, quantity_words, "<s>",
     "what a run must give (check files of scree verify)", 0},
    {"verify vary", verify_vary, NULL, "<s> <value> ...",
     "a run of the case for each value of the symbol", SCR_CMD_READING},
};
const scr_command_file scr_cmd_verify = {rows, SCR_COUNTOF(rows)};
