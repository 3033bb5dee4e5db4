/* Colours of scenes: ramps for numbers, a palette for names. Ramps are straight lines between a few
 * points. Those of the default were chosen so that lightness grows evenly and that blue and yellow,
 * which nearly all people tell apart, stand at its ends. */
#include <math.h>
#include "base/str.h"
#include "io/scene.h"

const char *const scr_ramp_name[SCR_RAMPS] = {"lake", "heat", "grey", "diverging", "rainbow"};

enum { POINTS = 9 };
static const struct ramp {
  int n;
  uint32_t rgb[POINTS]; /* at equal distances */
} ramp_of[SCR_RAMPS] = {
    {8, {0x322C7C, 0x2F5496, 0x27749F, 0x209299, 0x3DB285, 0x7DCB6B, 0xC2DD62, 0xFBEB72}},
    {6, {0xD9DEE3, 0xF3C998, 0xEB9650, 0xD4572F, 0xA5212B, 0x5E0F2A}},
    {2, {0x2E2E30, 0xEDEDED}},
    {7, {0x1F4E8C, 0x5B8FC4, 0xAFC9E0, 0xF1EEE9, 0xF0BE94, 0xDB7B45, 0xA83E16}},
    {7, {0x2B3FA8, 0x2A8FD6, 0x2FBF9B, 0x7CC543, 0xF0D43A, 0xEE8A2B, 0xC4281F}},
};

static unsigned mix(unsigned a, unsigned b, double t) {
  return (unsigned)((double)a + ((double)b - (double)a) * t + 0.5);
}

scr_rgba scr_ramp_at(scr_ramp which, double u) {
  const struct ramp *r = &ramp_of[which];
  if (isnan(u)) return SCR_RGBA_NONE;
  double at = (u < 0 ? 0 : u > 1 ? 1 : u) * (r->n - 1);
  int k = SCR_MIN((int)at, r->n - 2);
  uint32_t a = r->rgb[k], b = r->rgb[k + 1], out = 0;
  for (int shift = 16; shift >= 0; shift -= 8)
    out = out << 8 | mix(a >> shift & 255, b >> shift & 255, at - k);
  return out << 8 | 255;
}

static const uint32_t okabe_ito[] = {0x0072B2, 0xE69F00, 0x009E73, 0xD55E00,
                                     0x56B4E9, 0xCC79A7, 0xF0E442, 0x3B3B3B};

scr_rgba scr_palette_at(size_t k) {
  uint32_t rgb = okabe_ito[k % SCR_COUNTOF(okabe_ito)], out = 0;
  size_t turn = k / SCR_COUNTOF(okabe_ito);
  double t = turn == 0 ? 0 : turn % 2 ? 0.45 : 0.35;
  for (int shift = 16; shift >= 0; shift -= 8)
    out = out << 8 | mix(rgb >> shift & 255, turn % 2 ? 255 : 0, t);
  return out << 8 | 255;
}

scr_rgba scr_rgba_opacity(scr_rgba c, double opacity) {
  double a = opacity < 0 ? 0 : opacity > 1 ? 1 : opacity;
  return (c & ~255u) | (unsigned)(a * 255 + 0.5);
}

static const struct named {
  const char *name;
  uint32_t rgb;
} names[] = {{"black", 0x000000},     {"white", 0xFFFFFF},     {"red", 0xD62728},
             {"green", 0x2CA02C},     {"blue", 0x1F63B5},      {"yellow", 0xF2D43A},
             {"orange", 0xE69F00},    {"brown", 0x8C564B},     {"purple", 0x8E5BB5},
             {"cyan", 0x33B5C9},      {"magenta", 0xC94FA8},   {"grey", 0x8A8D91},
             {"gray", 0x8A8D91},      {"lightgrey", 0xC9CCD0}, {"lightgray", 0xC9CCD0},
             {"darkgrey", 0x55585C},  {"darkgray", 0x55585C},  {"sand", 0xC8A87A},
             {"steel", 0x6F8FAF},     {"lime", 0x5FD35F},      {"navy", 0x1B2A6B},
             {"teal", 0x1F8A8A},      {"maroon", 0x7B2331},    {"olive", 0x80803A},
             {"gold", 0xE3B53C},      {"silver", 0xBFC4C9},    {"pink", 0xF2A6BE},
             {"violet", 0xB583D6},    {"indigo", 0x4A3A9A},    {"turquoise", 0x45C8BC},
             {"tan", 0xCDAF8B},       {"beige", 0xECE4CF},     {"darkred", 0x8A1B1B},
             {"darkgreen", 0x1D6B2B}, {"darkblue", 0x1A3675},  {"lightblue", 0xA9CFE8},
             {"lightgreen", 0xA5DDA0}};

static bool read_hex(const char *s, uint32_t *out) {
  uint32_t v = 0;
  int n = 0;
  for (; s[n]; n++) {
    int c = scr_lower((unsigned char)s[n]);
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0 || n == 6) return false;
    v = v << 4 | (uint32_t)digit;
  }
  *out = v;
  return n == 6;
}

bool scr_rgba_named(const char *name, scr_rgba *out) {
  uint32_t rgb = 0;
  bool found = *name == '#' && read_hex(name + 1, &rgb);
  for (size_t k = 0; k < SCR_COUNTOF(names) && !found; k++)
    if (scr_casecmp(names[k].name, name) == 0) rgb = names[k].rgb, found = true;
  if (found) *out = rgb << 8 | 255;
  return found;
}

const char *scr_rgba_name(size_t k) { return k < SCR_COUNTOF(names) ? names[k].name : NULL; }

void scr_rgba_offer(scr_nearest *near) {
  for (size_t k = 0; k < SCR_COUNTOF(names); k++) scr_nearest_offer(near, names[k].name);
}
