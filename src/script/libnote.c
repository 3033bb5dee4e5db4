/* FISH intrinsics that serve a window or a clock: taken with one note each, and without effect. */
#include "script/rows.h"

#define CALL(name) static bool name(scr_fish *f, int n, const scr_val *a, scr_val *out)

static bool note(scr_fish *f, const char *text) {
  if (scr_names_get(&f->told, text, 0)) return true;
  scr_names_set(&f->told, text, 1);
  return scr_warn(f->diag, NULL, SCR_E_UNSUPPORTED, "%s", text);
}

/* An intrinsic that gives that value, whatever it is given. */
#define NOTED(name, value, text)                                                                   \
  CALL(name) {                                                                                     \
    SCR_UNUSED(n), SCR_UNUSED(a);                                                                  \
    *out = value;                                                                                  \
    return note(f, text);                                                                          \
  }

NOTED(fn_clock, scr_val_real(0),
      "there is no clock, since results would depend on the machine: it shows 0")

#define LABELS "labels are neither kept nor drawn"
NOTED(fn_label, scr_val_null(), LABELS)
NOTED(fn_label_number, scr_val_int(0), LABELS)
NOTED(fn_label_list, scr_val_list(0), LABELS)
static bool set_label(scr_fish *f, int n, const scr_val *a, const scr_val *value) {
  SCR_UNUSED(n), SCR_UNUSED(a), SCR_UNUSED(value);
  return note(f, LABELS);
}

#define DRAWS "functions draw nothing since PFC 5; 'plot item create' and 'plot export' do"
NOTED(fn_draw, scr_val_int(0), DRAWS)

#define DRAW(name) ROW(name, 0, -1, "*...:i", fn_draw, SCR_FN_BOTH, "no effect: " DRAWS)
#define DATA       "there are no user data sets: they take nothing and hold nothing"
NOTED(fn_data, scr_val_null(), DATA)
NOTED(fn_data_number, scr_val_int(0), DATA)
CALL(fn_data_vector) {
  static const double zero[3] = {0};
  SCR_UNUSED(n), SCR_UNUSED(a);
  *out = scr_val_vec(f->dim == 2 ? 2 : 3, zero);
  return note(f, DATA);
}
NOTED(fn_data_list, scr_val_list(0), DATA)
static bool set_data(scr_fish *f, int n, const scr_val *a, const scr_val *value) {
  SCR_UNUSED(n), SCR_UNUSED(a), SCR_UNUSED(value);
  return note(f, DATA);
}

/* A function of one kind of data set, as PFC 5 and as later versions name it. */
#define DATUM(name, call)                                                                          \
  {"user." name, 0, -1, "*...:*=*", call, set_data, NULL, SCR_FN_OLDER, "no effect: " DATA}, {     \
    "data." name, 0, -1, "*...:*=*", call, set_data, NULL, 0, "no effect: " DATA                   \
  }
#define DATUM_POINT(name)                                                                          \
  DATUM(name, fn_data_vector), DATUM(name ".x", fn_data_number), DATUM(name ".y", fn_data_number), \
      DATUM(name ".z", fn_data_number)
#define DATUMS(kind)                                                                               \
  DATUM(kind ".create", fn_data), DATUM(kind ".delete", fn_data_number),                           \
      DATUM(kind ".extra", fn_data_number), DATUM(kind ".find", fn_data),                          \
      DATUM(kind ".group", fn_data_number), DATUM(kind ".group.remove", fn_data_number),           \
      DATUM(kind ".head", fn_data), DATUM(kind ".id", fn_data_number),                             \
      DATUM(kind ".isgroup", fn_data_number), DATUM(kind ".list", fn_data_list),                   \
      DATUM(kind ".maxid", fn_data_number), DATUM(kind ".near", fn_data),                          \
      DATUM(kind ".next", fn_data), DATUM(kind ".num", fn_data_number), DATUM_POINT(kind ".pos"),  \
      DATUM(kind ".typeid", fn_data_number)
#define LABEL(name, call)                                                                          \
  { name, 0, -1, "*...:*=*", call, set_label, NULL, 0, "no effect: " LABELS }
#define LABEL_POINT(name)                                                                          \
  LABEL(name, fn_label), LABEL(name ".x", fn_label_number), LABEL(name ".y", fn_label_number),     \
      LABEL(name ".z", fn_label_number)
#define CLOCK(name) ROW(name, 0, 0, ":f", fn_clock, 0, "0: there is no clock")
static const scr_fish_fn rows[] = {
    CLOCK("time.clock"),
    CLOCK("time.cpu"),
    CLOCK("time.real"),
    DATUMS("scalar"),
    DATUM("scalar.value", fn_data_number),
    DATUMS("tensor"),
    DATUM("tensor.value", fn_data_number),
    DATUMS("vector"),
    DATUM_POINT("vector.value"),
    DATUM("vector.dd", fn_data_number),
    DATUM("vector.ddir", fn_data_number),
    DATUM("vector.dip", fn_data_number),
    DRAW("draw_circle"),
    DRAW("draw_line"),
    DRAW("draw_poly"),
    DRAW("draw_rect"),
    DRAW("draw_sphere"),
    DRAW("draw_string"),
    DRAW("fill_circle"),
    DRAW("fill_poly"),
    DRAW("fill_rect"),
    DRAW("fill_sphere"),
    DRAW("line_to"),
    DRAW("move_to"),
    DRAW("plot_item"),
    DRAW("set_color"),
    DRAW("set_dash_pattern"),
    DRAW("set_font"),
    DRAW("set_line_width"),
    DRAW("set_transparency"),
    LABEL("label.arrow", fn_label_number),
    LABEL("label.create", fn_label),
    LABEL("label.delete", fn_label_number),
    LABEL("label.find", fn_label),
    LABEL("label.head", fn_label),
    LABEL("label.list", fn_label_list),
    LABEL("label.maxid", fn_label_number),
    LABEL("label.next", fn_label),
    LABEL("label.num", fn_label_number),
    LABEL("label.text", fn_label_number),
    LABEL("label.typeid", fn_label_number),
    LABEL_POINT("label.end"),
    LABEL_POINT("label.pos"),
};

void scr_bind_note(scr_fish *f) { scr_fish_bind(f, rows, SCR_COUNTOF(rows)); }
