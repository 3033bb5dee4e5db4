/* FISH intrinsics string.*: text from values, parts of text; conversions between numbers and text.
 */
#include "script/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/num.h"

#define CALL(name) static bool name(scr_fish *f, int n, const scr_val *a, scr_val *out)

static bool give(scr_buf *b, scr_val *out) {
  *out = scr_val_strn(b->s ? b->s : "", b->n);
  scr_buf_free(b);
  return true;
}

bool scr_fish_text_fits(scr_fish *f, const char *text, double x) {
  return !isinf(x) || scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                               "'%s' is too large for a real (at most 1.8e308)", text);
}

/* ---- characters: of several bytes each; a byte that is no UTF-8 is one ---- */

static size_t char_size(const char *s, size_t n) { return SCR_MAX(scr_utf8_length(s, n), 1u); }

static size_t count_chars(const char *s, size_t n) {
  size_t count = 0;
  for (size_t k = 0; k < n; k += char_size(s + k, n - k)) count++;
  return count;
}

/* Where character number k begins, counted from 0; n: there are not so many. */
static size_t char_at(const char *s, size_t n, uint64_t k) {
  size_t at = 0;
  for (; k > 0 && at < n; k--) at += char_size(s + at, n - at);
  return at;
}

/* Text of a number in one of the formats of string(): e, f or g with a precision. */
static bool format_number(scr_fish *f, double x, const char *format, int precision, scr_buf *b) {
  const char letter = strlen(format) == 1 ? (char)scr_lower((unsigned char)format[0]) : 0;
  if (!letter || !strchr("efg", letter))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    "the format of a number is 'e', 'f' or 'g', not '%s'", format);
  char fmt[] = {'%', '.', '*', letter, 0};
  char text[512];
  snprintf(text, sizeof text, fmt, precision, x);
  scr_buf_puts(b, text);
  return true;
}

/* Arguments of string() from the fourth on: format and precision in either order. A precision alone
 * means 'g', an empty format none. */
static bool read_format(scr_fish *f, int n, const scr_val *a, const char **format,
                        int64_t *precision) {
  for (int k = 0; k < n; k++) {
    if (n == 2 && k == 1 && a[1].type == a[0].type)
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                      "string() takes one format and one precision, not two of a kind");
    if (a[k].type == SCR_V_STR)
      *format = scr_val_cstr(&a[k], NULL);
    else if (a[k].type == SCR_V_INT)
      *precision = a[k].i;
    else
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                      "a format ('e', 'f', 'g') or a precision is expected, not %s",
                      scr_type_words(f, &a[k]));
    if (n == 1 && a[k].type == SCR_V_INT) *format = "g";
  }
  if (*precision >= 0 && *precision <= 40) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "a precision of %lld digits",
                  (long long)*precision);
}

/* string(x [,width [,fill [,format and precision]]]): text is set to the right as numbers are. */
CALL(fn_string) {
  scr_buf b = {0};
  double x;
  const char *format = "";
  int64_t precision = 6, width = n > 1 ? a[1].i : 0;
  if (n > 3 && !read_format(f, n - 3, a + 3, &format, &precision)) return false;
  if (width < 0 || width > 10000)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "a width of %lld characters",
                    (long long)width);
  if (*format && scr_val_number(a, &x)) {
    if (!format_number(f, x, format, (int)precision, &b)) return false;
  } else {
    scr_format_value(f, a, &b);
  }
  const char *fill = n > 2 && scr_val_size(&a[2]) > 0 ? scr_val_cstr(&a[2], NULL) : " ";
  const size_t filled = char_size(fill, strlen(fill));
  scr_buf padded = {0};
  for (int64_t k = (int64_t)count_chars(b.s, b.n); k < width; k++)
    scr_buf_put(&padded, fill, filled);
  scr_buf_put(&padded, b.s ? b.s : "", b.n);
  scr_buf_free(&b);
  return give(&padded, out);
}

/* %i becomes the i-th argument; a % without a number, or with one too large, stays. */
CALL(fn_build) {
  scr_buf b = {0};
  for (const char *s = scr_val_cstr(a, NULL), *end = s + scr_val_size(a); s < end; s++) {
    int k = 0, len = 0;
    while (*s == '%' && s[len + 1] >= '0' && s[len + 1] <= '9' && len < 2)
      k = 10 * k + s[1 + len++] - '0';
    if (k >= n && k > 9) k /= 10, len--;
    if (len && k >= 1 && k < n) {
      scr_format_value(f, &a[k], &b);
      s += len;
    } else {
      scr_buf_put(&b, s, 1);
    }
  }
  return give(&b, out);
}

CALL(fn_len) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  size_t size;
  const char *s = scr_val_cstr(a, &size);
  *out = scr_val_int((int64_t)count_chars(s, size));
  return true;
}

/* string.char(s, i) is the i-th character; string.char(s) lists them. */
CALL(fn_char) {
  size_t size, at = 0;
  const char *s = scr_val_cstr(a, &size);
  const size_t count = count_chars(s, size);
  if (n == 1) {
    *out = scr_val_list(count);
    for (size_t k = 0; k < count; k++) {
      const size_t len = char_size(s + at, size - at);
      scr_val_items(out)[k] = scr_val_strn(s + at, len);
      at += len;
    }
    return true;
  }
  if (a[1].i < 1 || (uint64_t)a[1].i > count)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    "there is no character %lld in a string of %zu", (long long)a[1].i, count);
  at = char_at(s, size, (uint64_t)a[1].i - 1);
  *out = scr_val_strn(s + at, char_size(s + at, size - at));
  return true;
}

/* string.sub(s, first [,length]): what lies outside the string is left away. */
CALL(fn_sub) {
  size_t size;
  const char *s = scr_val_cstr(a, &size);
  const int64_t from = a[1].i, len = n > 2 ? a[2].i : (int64_t)size;
  if (from < 1 || len < 0)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    from < 1 ? "part of a string cannot begin at character %lld"
                             : "part of a string cannot be %lld characters long",
                    (long long)(from < 1 ? from : len));
  const size_t first = char_at(s, size, (uint64_t)from - 1);
  *out = scr_val_strn(s + first, char_at(s + first, size - first, (uint64_t)len));
  return true;
}

/* Letters whose two cases lie a fixed way apart: `low` to `high` are lower case. step 2: cases
 * alternate. */
static const struct {
  uint32_t low, high, step;
  int32_t to_upper;
} letter_run[] = {{'a', 'z', 1, -32},     {0xe0, 0xf6, 1, -32},   {0xf8, 0xfe, 1, -32},
                  {0xff, 0xff, 1, 121},   {0x101, 0x12f, 2, -1},  {0x133, 0x137, 2, -1},
                  {0x13a, 0x148, 2, -1},  {0x14b, 0x177, 2, -1},  {0x17a, 0x17e, 2, -1},
                  {0x3ac, 0x3ac, 1, -38}, {0x3ad, 0x3af, 1, -37}, {0x3b1, 0x3c1, 1, -32},
                  {0x3c3, 0x3cb, 1, -32}, {0x3cc, 0x3cc, 1, -64}, {0x3cd, 0x3ce, 1, -63},
                  {0x430, 0x44f, 1, -32}, {0x450, 0x45f, 1, -80}};

static uint32_t other_case(uint32_t c, bool upper) {
  for (size_t k = 0; k < SCR_COUNTOF(letter_run); k++) {
    const uint32_t lower = upper ? c : c - (uint32_t)letter_run[k].to_upper;
    if (lower < letter_run[k].low || lower > letter_run[k].high ||
        (lower - letter_run[k].low) % letter_run[k].step != 0)
      continue;
    return upper ? c + (uint32_t)letter_run[k].to_upper : lower;
  }
  return upper && c == 0x3c2 ? 0x3a3 : c; /* the sigma at the end of a word */
}

/* All of these have one byte or two, in both cases. */
static bool change_case(const scr_val *a, bool upper, scr_val *out) {
  scr_buf b = {0};
  size_t size;
  const char *s = scr_val_cstr(a, &size);
  for (size_t k = 0, len; k < size; k += len) {
    len = char_size(s + k, size - k);
    const unsigned char *p = (const unsigned char *)s + k;
    const uint32_t c = len == 2 ? (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu) : p[0];
    const uint32_t to = len > 2 || (len == 1 && c >= 0x80) ? c : other_case(c, upper);
    const char two[] = {(char)(0xc0 | to >> 6), (char)(0x80 | (to & 0x3f))}, one = (char)to;
    if (to == c)
      scr_buf_put(&b, s + k, len);
    else
      scr_buf_put(&b, len == 2 ? two : &one, len);
  }
  return give(&b, out);
}
CALL(fn_lower) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  return change_case(a, false, out);
}
CALL(fn_upper) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  return change_case(a, true, out);
}

/* ---- tokens: words separated by blanks, commas, = and parentheses; a quoted text is one token
 * ---- */

static bool separator(char c) { return c && strchr(" \t,=()", c); }

static const char *next_token(const char *s, size_t *n) {
  while (separator(*s)) s++;
  char quote = *s == '\'' || *s == '"' ? *s : 0;
  const char *end = s + (quote != 0);
  while (*end && (quote ? *end != quote : !separator(*end))) end++;
  if (quote && *end) end++;
  *n = (size_t)(end - s);
  return *s ? s : NULL;
}

static const char *find_token(const scr_val *a, size_t *n) {
  const char *s = scr_val_cstr(&a[0], NULL), *t = NULL;
  *n = 0;
  for (int64_t k = 0; k < a[1].i && (t = next_token(s, n)); k++) s = t + *n;
  return t;
}

static bool token_value(scr_fish *f, const char *t, size_t n, scr_val *out) {
  int64_t i = 0;
  double x = 0;
  size_t used = 0;
  char *text = scr_strndup(t, n);
  scr_numkind kind = scr_parse_number(text, &used, &i, &x);
  if (used != n) kind = SCR_NUM_NONE;
  const bool fits = kind != SCR_NUM_REAL || scr_fish_text_fits(f, text, x);
  scr_free(text);
  const bool quoted = n >= 2 && (*t == '\'' || *t == '"') && t[n - 1] == *t;
  *out = kind == SCR_NUM_INT    ? scr_val_number_of_text(scr_fish_short_ints(f), i)
         : kind == SCR_NUM_REAL ? scr_val_real(x)
         : quoted               ? scr_val_strn(t + 1, n - 2)
                                : scr_val_strn(t, n);
  return fits;
}

CALL(fn_token) {
  SCR_UNUSED(n);
  size_t len;
  const char *t = find_token(a, &len);
  *out = scr_val_int(0);
  return !t || token_value(f, t, len, out);
}

/* 0 missing, 1 integer, 2 real, 3 string. */
CALL(fn_token_type) {
  SCR_UNUSED(n);
  size_t len;
  const char *t = find_token(a, &len);
  scr_val v = scr_val_null();
  if (t && !token_value(f, t, len, &v)) return false;
  *out = scr_val_int(v.type == SCR_V_INT    ? 1
                     : v.type == SCR_V_REAL ? 2
                     : v.type == SCR_V_STR  ? 3
                                            : 0);
  scr_drop(v);
  return true;
}

/* ---- conversions ---- */

static bool parse_whole(const scr_val *v, int64_t *i, double *x, bool *real) {
  size_t used = 0, n;
  const char *s = scr_val_cstr(v, &n);
  while (*s == ' ') s++, n--;
  while (n && s[n - 1] == ' ') n--;
  scr_numkind kind = scr_parse_number(s, &used, i, x);
  *real = kind == SCR_NUM_REAL;
  return kind != SCR_NUM_NONE && used == n;
}

static bool no_conversion(scr_fish *f, const char *to, const scr_val *v) {
  if (v->type == SCR_V_STR)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "'%s' is no number",
                    scr_val_cstr(v, NULL));
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "%s cannot be made of %s", to,
                  scr_type_words(f, v));
}

CALL(fn_float) {
  SCR_UNUSED(n);
  double x = 0;
  int64_t i = 0;
  bool real = false;
  if (a->type == SCR_V_BOOL)
    x = a->b;
  else if (a->type == SCR_V_STR ? !parse_whole(a, &i, &x, &real) : !scr_val_number(a, &x))
    return no_conversion(f, "a real", a);
  *out = scr_val_real(a->type == SCR_V_STR && !real ? (double)i : x);
  return a->type != SCR_V_STR || scr_fish_text_fits(f, scr_val_cstr(a, NULL), out->f);
}

/* Reals are cut off towards zero. */
CALL(fn_int) {
  SCR_UNUSED(n);
  double x = 0;
  int64_t i = 0;
  bool real = a->type == SCR_V_REAL;
  if (a->type == SCR_V_INT)
    i = a->i;
  else if (a->type == SCR_V_BOOL)
    i = a->b;
  else if (a->type == SCR_V_REAL)
    x = a->f;
  else if (a->type != SCR_V_STR || !parse_whole(a, &i, &x, &real))
    return no_conversion(f, "an integer", a);
  if (real) return scr_fish_to_int(f, x, out);
  *out = scr_val_int(i);
  return scr_fish_fits_int(f, i);
}

/* Ids and places: no type of its own. */
CALL(fn_index) {
  if (!fn_int(f, n, a, out)) return false;
  return out->i >= 0 || scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                                 "an index is 0 or more, not %lld", (long long)out->i);
}

CALL(fn_bool) {
  SCR_UNUSED(n);
  bool truth;
  if (!scr_op_truth(f, a, &truth)) return false;
  *out = scr_val_bool(truth);
  return true;
}

#define B SCR_FN_BOTH
#define L (SCR_FN_LEGACY | SCR_FN_TRY)
static const scr_fish_fn rows[] = {
    ROW("string", 1, 5, "*is**:s", fn_string, B | SCR_FN_TRY,
        "text of a value; width, fill, then format ('e', 'f', 'g') and precision in either order"),
    ROW("string.build", 1, 99, "s*...:s", fn_build, SCR_FN_TRY,
        "text with %1, %2, ... replaced by the further arguments"),
    ROW("string.char", 1, 2, "si:*", fn_char, SCR_FN_PURE,
        "i-th character of a text, or the list of all"),
    ROW("string.len", 1, 1, "s:i", fn_len, SCR_FN_PURE, "number of characters"),
    ROW("string.sub", 2, 3, "sii:s", fn_sub, SCR_FN_PURE,
        "part of a text: first character (from 1), length"),
    ROW("string.token", 2, 2, "si:*", fn_token, SCR_FN_PURE,
        "i-th word or number of a text, 0 if there is none"),
    ROW("string.token.type", 2, 2, "si:i", fn_token_type, SCR_FN_PURE,
        "type of the i-th token: 0 missing, 1 integer, 2 real, 3 string"),
    ROW("string.tolower", 1, 1, "s:s", fn_lower, SCR_FN_PURE, "text in lower case"),
    ROW("string.toupper", 1, 1, "s:s", fn_upper, SCR_FN_PURE, "text in upper case"),
    ROW("float", 1, 1, "*:f", fn_float, B | SCR_FN_PURE, "a value as real"),
    ROW("int", 1, 1, "*:i", fn_int, B | SCR_FN_PURE | SCR_FN_CUTS,
        "a value as integer; reals are cut off"),
    ROW("index", 1, 1, "*:i", fn_index, B | SCR_FN_PURE | SCR_FN_CUTS | SCR_FN_FREE,
        "a value as integer of 0 or more; reals are cut off"),
    ROW("bool", 1, 1, "*:b", fn_bool, SCR_FN_PURE, "a value as boolean"),
    ROW("boolean", 1, 1, "*:b", fn_bool, SCR_FN_PURE, "a value as boolean"),

    ROW("buildstr", 1, 99, "s*...:s", fn_build, L,
        "text with %1, %2, ... replaced by the further arguments"),
    ROW("char", 1, 2, "si:*", fn_char, L, "i-th character of a text"),
    ROW("parse", 2, 2, "si:*", fn_token, L, "i-th word or number of a text"),
    ROW("pre_parse", 2, 2, "si:i", fn_token_type, L,
        "type of what parse gives: 0 nothing, 1 integer, 2 real, 3 string"),
    ROW("strlen", 1, 1, "s:i", fn_len, L, "number of characters"),
    ROW("substr", 2, 3, "sii:s", fn_sub, L, "part of a text: first character (from 1), length"),
    ROW("tolower", 1, 1, "s:s", fn_lower, L, "text in lower case"),
    ROW("toupper", 1, 1, "s:s", fn_upper, L, "text in upper case"),
};

void scr_bind_string(scr_fish *f) { scr_fish_bind(f, rows, SCR_COUNTOF(rows)); }
