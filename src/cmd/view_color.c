/* Colours of things: see view_color.h. */
#include "cmd/view_color.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"

void scr_tint_begin(scr_tint *t, const scr_view_item *item, size_t n, scr_rgba usual,
                    double opacity, scr_ramp ramp) {
  *t = (scr_tint){.item = item, .n = n, .none = "None"};
  t->plain = item->colored ? item->color : usual;
  t->opacity = item->opacity >= 0 ? item->opacity : opacity;
  t->ramp = item->ramp >= 0 ? (scr_ramp)item->ramp : ramp;
  if (scr_view_by_number(item)) t->value = scr_alloc(n * sizeof *t->value);
  if (item->by >= SCR_BY_GROUP) t->group = scr_alloc(n * sizeof *t->group);
}

double scr_tint_quantity(const scr_view_item *item, const scr_quantity *q, int dim,
                         const double *value) {
  if (q->form != SCR_TENSOR || item->comp >= 0)
    return scr_tint_number(item, value, scr_quantity_comps(q, dim));
  return (value[0] + value[1] + (dim == 3 ? value[2] : 0)) / dim;
}

double scr_tint_number(const scr_view_item *item, const double *value, int comps) {
  double sum = 0;
  if (item->comp >= 0) return value[item->comp];
  if (comps == 1) return value[0];
  for (int k = 0; k < comps; k++) sum += value[k] * value[k];
  return sqrt(sum);
}

void scr_tint_group(scr_tint *t, const scr_world *w, size_t k, uint32_t groups) {
  const char *slot = t->item->slot ? t->item->slot : "Default";
  scr_tint_name(t, k, scr_group_get(w, groups, slot));
}

void scr_tint_name(scr_tint *t, size_t k, const char *name) {
  int32_t number = scr_names_get(&t->names, name, -1);
  if (number < 0) scr_names_set(&t->names, name, number = (int32_t)t->names.n);
  t->group[k] = (uint32_t)number;
}

static bool is_none(const scr_tint *t, const char *name) { return scr_casecmp(name, t->none) == 0; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The digits from *p on, without zeros in front; *p goes past them. */
static size_t digits(const char **p, const char **first) {
  while (**p == '0' && is_digit((*p)[1])) (*p)++;
  *first = *p;
  while (is_digit(**p)) (*p)++;
  return (size_t)(*p - *first);
}

/* By letters without case, and by the value of numbers: g2 before g10. */
static int compare_names(const char *a, const char *b) {
  while (*a && *b) {
    if (is_digit(*a) && is_digit(*b)) {
      const char *x, *y;
      const size_t n = digits(&a, &x), m = digits(&b, &y);
      const int order = n != m ? (n > m) - (n < m) : memcmp(x, y, n);
      if (order) return order;
      continue;
    }
    const int order = scr_lower((unsigned char)*a++) - scr_lower((unsigned char)*b++);
    if (order) return order;
  }
  return (*a != 0) - (*b != 0);
}

static bool comes_before(const scr_tint *t, const char *a, const char *b) {
  if (is_none(t, a) != is_none(t, b)) return is_none(t, b);
  int order = compare_names(a, b);
  return order ? order < 0 : strcmp(a, b) < 0;
}

/* place[k]: how many names come before name k. */
static void order_names(scr_tint *t) {
  t->place = scr_alloc(t->names.n * sizeof *t->place);
  for (size_t k = 0; k < t->names.n; k++)
    for (size_t i = 0; i < t->names.n; i++)
      t->place[k] += comes_before(t, t->names.key[i], t->names.key[k]);
}

/* Bounds of the values, of all frames if it is a movie. */
static void find_bounds(scr_tint *t, scr_kept_item *keep) {
  t->lo = keep ? keep->lo : HUGE_VAL;
  t->hi = keep ? keep->hi : -HUGE_VAL;
  for (size_t k = 0; t->value && k < t->n; k++) {
    if (!isfinite(t->value[k])) continue;
    t->lo = SCR_MIN(t->lo, t->value[k]);
    t->hi = SCR_MAX(t->hi, t->value[k]);
  }
  if (keep) keep->lo = t->lo, keep->hi = t->hi;
}

/* If nothing else is asked for, a diverging ramp has its middle at zero; and one that says `the
 * more the darker` is not for values below zero, such as gaps. */
static void fit_ramp(scr_tint *t) {
  const double most = SCR_MAX(-t->lo, t->hi);
  if (t->item->ramp < 0 && t->ramp == SCR_RAMP_HEAT && t->lo < 0) t->ramp = SCR_RAMP_LAKE;
  if (t->ramp != SCR_RAMP_DIVERGING || !(t->lo < 0 && t->hi > 0)) return;
  if (!t->item->has_lo && !t->item->has_hi) t->lo = -most, t->hi = most;
}

/* Ids are names while the palette has a colour for each, and nobody asks for a ramp. */
static void name_ids(scr_tint *t) {
  enum { MOST = 24 };
  const scr_view_item *i = t->item;
  char name[24];
  if (i->by != SCR_BY_ID || t->n > MOST || i->ramp >= 0 || i->has_lo || i->has_hi) return;
  t->group = scr_alloc(t->n * sizeof *t->group);
  for (size_t k = 0; k < t->n; k++) {
    snprintf(name, sizeof name, "%.0f", t->value[k]);
    scr_tint_name(t, k, name);
  }
  scr_free(t->value);
  t->value = NULL;
}

void scr_tint_end(scr_tint *t, scr_kept_item *keep) {
  find_bounds(t, keep);
  name_ids(t);
  if (t->lo > t->hi) t->lo = t->hi = 0;
  fit_ramp(t);
  /* a ramp over rounding would tell of differences that are none */
  t->one = !(t->hi - t->lo > 1e-9 * SCR_MAX(fabs(t->lo), fabs(t->hi)));
  if (t->item->has_lo) t->lo = t->item->lo;
  if (t->item->has_hi) t->hi = t->item->hi;
  t->one = t->one && !t->item->has_lo && !t->item->has_hi;
  if (t->group) order_names(t);
}

static scr_rgba color_of_name(const scr_tint *t, size_t name) {
  return is_none(t, t->names.key[name]) ? SCR_RGBA_NONE : scr_palette_at(t->first + t->place[name]);
}

scr_rgba scr_tint_of(const scr_tint *t, size_t k) {
  scr_rgba c = t->plain;
  if (t->value && isfinite(t->value[k]))
    c = scr_ramp_at(t->ramp,
                    t->one || !(t->hi > t->lo) ? 0.5 : (t->value[k] - t->lo) / (t->hi - t->lo));
  else if (t->value)
    c = SCR_RGBA_NONE;
  if (t->group) c = color_of_name(t, t->group[k]);
  return scr_rgba_opacity(c, t->opacity);
}

static void legend_names(const scr_tint *t, scr_legend *l, scr_arena *arena) {
  size_t n = t->names.n;
  const char **name = scr_arena_alloc(arena, n * sizeof *name);
  scr_rgba *color = scr_arena_alloc(arena, n * sizeof *color);
  for (size_t k = 0; k < n; k++) {
    const char *text = t->names.key[k];
    name[t->place[k]] = scr_arena_strn(arena, text, strlen(text));
    color[t->place[k]] = color_of_name(t, k);
  }
  l->name = name;
  l->color = color;
  l->n = n;
}

/* One value has one colour. */
static void legend_value(const scr_tint *t, scr_legend *l, scr_arena *arena) {
  const char **name = scr_arena_alloc(arena, sizeof *name);
  scr_rgba *color = scr_arena_alloc(arena, sizeof *color);
  char text[32];
  bool any = false;
  for (size_t k = 0; k < t->n; k++) any |= isfinite(t->value[k]) != 0;
  const int n = any ? snprintf(text, sizeof text, "%.7g", t->lo + 0.0)
                    : snprintf(text, sizeof text, "no value");
  *name = scr_arena_strn(arena, text, (size_t)n);
  *color = any ? scr_ramp_at(t->ramp, 0.5) : SCR_RGBA_NONE;
  l->name = name;
  l->color = color;
  l->n = 1;
}

void scr_tint_legend(const scr_tint *t, const char *title, scr_caption *c, scr_arena *arena) {
  if (t->item->untold || t->n == 0 || (!t->value && !t->group) || c->n == SCR_LEGENDS) return;
  scr_legend *l = &c->legend[c->n++];
  *l = (scr_legend){.title = scr_arena_strn(arena, title, strlen(title)),
                    .ramp = t->ramp,
                    .lo = t->lo,
                    .hi = t->hi};
  if (t->group) legend_names(t, l, arena);
  if (t->value && t->one) legend_value(t, l, arena);
}

void scr_tint_free(scr_tint *t) {
  scr_free(t->value);
  scr_free(t->group);
  scr_free(t->place);
  scr_names_free(&t->names);
}
