/* Integers of versions 3 to 5 have 32 bits: which values of a function may take more, and which
 * quotients may be those of integers. For hosts that write code anew (scr_fish_today). */
#include <math.h>
#include "script/gen.h"

/* A product that has as many may be told of: it is far from what counts and ids make. */
enum { LARGE = 2 * SCR_BITS_UNKNOWN };

static const scr_fish_today *host_of(const scr_gen *g) {
  return g->short_ints ? g->f->host.today : NULL;
}

static scr_loc loc_of(const scr_gen *g, size_t k) {
  const scr_token *t = &g->lex.tok[k];
  return (scr_loc){g->lex.src, t->line, t->col, t->len};
}

static scr_fish_span span_of(const scr_gen *g, size_t from, size_t to, scr_split split) {
  return (scr_fish_span){loc_of(g, from), loc_of(g, to), split == SCR_SPLIT_LIST};
}

int scr_fish_bits(uint64_t magnitude) {
  int bits = 1;
  while (magnitude >>= 1) bits++;
  return bits;
}

void scr_width_name(scr_gen *g, const scr_token *name, scr_named what) {
  const scr_fish_today *today = g->f->host.today;
  if (!today) return;
  const bool component = what.is == M_ROW && what.component >= 0;
  if (what.is == M_ROW)
    g->bits = component || strchr("fvsp", g->f->row[what.index].result) ? 0 : SCR_BITS_UNKNOWN;
  else
    g->bits = today->bits(g->f->host.user, name->text);
}

/* Intrinsics whose integers are as large as their arguments tell, by the last word of the name. */
static const struct {
  const char *word;
  enum { AS_GIVEN, MAGNITUDE, SUM, SHIFT, SHIFT_RIGHT } is;
} called[] = {
    {"int", AS_GIVEN},  {"floor", AS_GIVEN}, {"ceiling", AS_GIVEN}, {"round", AS_GIVEN},
    {"max", AS_GIVEN},  {"min", AS_GIVEN},   {"list", AS_GIVEN},    {"append", AS_GIVEN},
    {"abs", MAGNITUDE}, {"sum", SUM},        {"lshift", SHIFT},     {"rshift", SHIFT_RIGHT},
};

static int called_bits(int is, int bits, int given) {
  const int most = SCR_MAX(bits, given);
  switch (is) {
  case AS_GIVEN: return most;
  case MAGNITUDE: return most + (most == SCR_BITS_ALL); /* of -2^31 */
  case SUM: return 2 * most;
  case SHIFT: return SCR_BITS_ALL + 1;
  default: return SCR_BITS_ALL;
  }
}

/* Of what may be below zero more bits come in from the left: nothing written anew does the same. */
static void told_shift(scr_gen *g) {
  const scr_fish_today *today = host_of(g);
  const size_t last = g->lex.at - 1;
  const scr_fish_span value = span_of(g, last, last, SCR_SPLIT_NONE);
  if (today) today->grows(g->f->host.user, &value, SCR_BITS_ALL);
}

void scr_width_call(scr_gen *g, const scr_token *name, scr_named what) {
  const int given = g->given;
  scr_width_name(g, name, what);
  if (!g->f->host.today || what.is != M_ROW || g->bits == 0) return;
  const char *row = g->f->row[what.index].fn->name, *last = strrchr(row, '.');
  last = last ? last + 1 : row;
  for (size_t k = 0; k < SCR_COUNTOF(called); k++) {
    if (strcmp(last, called[k].word) != 0) continue;
    g->bits = called_bits(called[k].is, g->bits, given);
    if (called[k].is == SHIFT_RIGHT) told_shift(g);
  }
}

/* Only -2^31 wraps. */
void scr_width_negated(scr_gen *g, const scr_val *k) {
  const bool least = k ? k->type == SCR_V_INT && k->i == INT32_MIN : g->bits == SCR_BITS_ALL;
  if (least && g->f->host.today) g->bits = SCR_BITS_ALL + 1;
}

/* No name has a parenthesis. */
static void argument_key(const scr_gen *g, int symbol, int k, scr_buf *key) {
  scr_buf_printf(key, "%s(%d", g->f->sym[symbol]->name, k);
}

void scr_width_argument(scr_gen *g, int symbol, int k) {
  const scr_fish_today *today = g->f->host.today;
  scr_buf key = {0};
  if (!today || symbol < 0) return;
  argument_key(g, symbol, k, &key);
  today->stored(g->f->host.user, key.s, g->bits);
  scr_buf_free(&key);
}

int scr_width_given(const scr_gen *g, int symbol, int k) {
  const scr_fish_today *today = g->f->host.today;
  scr_buf key = {0};
  argument_key(g, symbol, k, &key);
  const int bits = today->bits(g->f->host.user, key.s);
  scr_buf_free(&key);
  return SCR_MAX(bits, SCR_BITS_UNKNOWN);
}

/* ---- results of operators ---- */

/* The number that is all of the operand; 0: it is none. */
static int64_t number_at(const scr_gen *g, size_t from, size_t to) {
  const scr_token *t = &g->lex.tok[from];
  return from == to && t->type == T_INT && t->i > 0 ? t->i : 0;
}

/* x^n: of two numbers exactly; without a number as exponent it may be anything. */
static int power(int64_t base, int64_t exponent, int bits) {
  if (!exponent) return 2 * SCR_BITS_ALL;
  const double each = base ? log2((double)base) : bits;
  return (int)SCR_MIN(floor((double)exponent * each) + (base != 0), 2 * SCR_BITS_ALL);
}

/* Sums take a bit more, but stay within all bits as long as no product fills them. */
static int sum(int most, bool counts) {
  if (most >= SCR_BITS_ALL) return most + 1;
  return counts ? most : SCR_MIN(most + 1, SCR_BITS_ALL - 1);
}

/* counts: one operand is a number of the file, as in i + 1. */
static int result(scr_op op, int left, int right, bool counts) {
  const int most = SCR_MAX(left, right);
  if (left == 0 || right == 0) return 0;
  if (left < 0 || right < 0) return -1;
  switch (op) {
  case OP_ADD:
  case OP_SUB: return sum(most, counts);
  case OP_MUL: return left + right;
  case OP_MOD: return right;
  default: return left;
  }
}

static bool goes_on(scr_op op) {
  return op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_POW;
}

/* Tokens from..to are a value with these bits, and what is told of it, if anything. */
static int settled(scr_gen *g, size_t from, size_t to, int bits, scr_split split) {
  const scr_fish_today *today = host_of(g);
  if (bits <= SCR_BITS_ALL || to < from || !today) return SCR_MIN(bits, SCR_BITS_ALL);
  const scr_fish_span value = span_of(g, from, to, split);
  today->grows(g->f->host.user, &value, bits);
  return SCR_BITS_ALL;
}

void scr_width_settle(scr_gen *g, size_t from) {
  g->bits = settled(g, from, g->lex.at - 1, g->bits, g->split);
}

static void divided(scr_gen *g, size_t first, size_t sign, scr_split left) {
  const scr_fish_today *today = host_of(g);
  const scr_fish_span a = span_of(g, first, sign - 1, left),
                      b = span_of(g, sign + 1, g->lex.at - 1, g->split);
  const scr_loc at = loc_of(g, sign);
  if (today) today->divides(g->f->host.user, &a, &at, &b);
}

/* A product or sum of integers that may well be too large where it stands. */
static void told_large(scr_gen *g, size_t first, scr_op op, bool counts) {
  const scr_fish_today *today = host_of(g);
  const bool product = op == OP_MUL || op == OP_POW, total = !counts && goes_on(op);
  if (!today || g->bits < LARGE || g->bits > SCR_BITS_ALL || !(product || total)) return;
  const scr_fish_span value = span_of(g, first, g->lex.at - 1, SCR_SPLIT_NONE);
  today->grows(g->f->host.user, &value, g->bits);
}

void scr_width_operator(scr_gen *g, size_t first, size_t sign, scr_op op, int bits,
                        scr_split split) {
  const size_t last = g->lex.at - 1;
  if (!g->f->host.today) return;
  const bool sums = goes_on(op);
  const int64_t a = number_at(g, first, sign - 1), b = number_at(g, sign + 1, last);
  /* Beside what may be a real an integer wraps by itself; a small number of the file is none. */
  if (!sums || !a || bits == 0) g->bits = settled(g, sign + 1, last, g->bits, g->split);
  if (!sums || !b || g->bits == 0) bits = settled(g, first, sign - 1, bits, split);
  const int right = g->bits;
  g->bits = op > OP_POW ? 1 : result(op, bits, right, a || b);
  if (op == OP_POW && g->bits > 0) g->bits = power(a, b, bits);
  if (bits && right && (op == OP_DIV || op == OP_MOD)) divided(g, first, sign, split);
  told_large(g, first, op, a || b);
}

void scr_width_update(scr_gen *g, size_t sign, scr_op op, int bits, bool splits) {
  const scr_fish_today *today = host_of(g);
  const size_t last = g->lex.at - 1;
  const int right = g->bits;
  const int64_t number = number_at(g, sign + 1, last);
  g->bits = result(op, bits, right, number != 0);
  if (op == OP_POW && g->bits > 0) g->bits = power(0, number, bits);
  const bool whole = op == OP_DIV && bits && right, grows = g->bits > SCR_BITS_ALL;
  g->bits = SCR_MIN(g->bits, SCR_BITS_ALL); /* else each pass of the host would find more */
  if (!whole && !grows) told_large(g, g->place, op, number != 0);
  if (!today || (!whole && !grows)) return;
  const scr_fish_span place = span_of(g, g->place, sign - 1, SCR_SPLIT_NONE),
                      value = span_of(g, sign + 1, last, splits ? SCR_SPLIT_LIST : SCR_SPLIT_NONE);
  const scr_loc at = loc_of(g, sign);
  today->updates(g->f->host.user, &place, &at, &value);
}

void scr_width_literal(scr_gen *g, const scr_token *t) {
  const scr_fish_today *today = host_of(g);
  const scr_loc at = {g->lex.src, t->line, t->col, t->len};
  if (today) today->literal(g->f->host.user, &at);
}

void scr_width_element(scr_gen *g) { g->bits = SCR_MIN(g->bits, LARGE); }
