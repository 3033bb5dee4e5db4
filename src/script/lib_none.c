/* FISH: what asks for things that this engine has none of, and has an answer without them: lists
 * are empty, numbers 0, what is looked for null. */
#include "script/lib_private.h"

SCR_LIB_GET(no_list) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args);
  return *out = scr_val_list(0), true;
}

SCR_LIB_GET(no_number) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args);
  return *out = scr_val_int(0), true;
}

SCR_LIB_GET(no_thing) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args);
  return *out = scr_val_null(), true;
}

/* The first of a walk: a call of its own, since no name of today is one of it. */
SCR_LIB_GET(no_head) { return no_thing(f, n, args, out); }

#define FN(name, min, max, sig, get, flags, doc)                                                   \
  { name, min, max, sig, get, NULL, NULL, flags, doc }
#define ROWS(name)                                                                                 \
  FN(name ".list", 0, 0, ":l", no_list, 0, "Empty: there are none."),                              \
      FN(name ".num", 0, 0, ":i", no_number, 0, "0: there are none."),                             \
      FN(name ".maxid", 0, 0, ":i", no_number, 0, "0: there are none."),                           \
      FN(name ".find", 1, 1, "*:p", no_thing, 0, "Null: there are none."),                         \
      FN(name ".near", 1, 4, "****:p", no_thing, 0, "Null: there are none."),                      \
      FN(name ".inbox", 2, 7, "*******:l", no_list, 0, "Empty: there are none.")

static const scr_fish_fn rows[] = {
    ROWS("clump"),
    ROWS("clump.pebble"),
    ROWS("rblock"),
    FN("clump.template.list", 0, 0, ":l", no_list, 0, "Empty: there are none."),
    FN("clump.template.num", 0, 0, ":i", no_number, 0, "0: there are none."),
    FN("clump.template.maxid", 0, 0, ":i", no_number, 0, "0: there are none."),
    FN("clump.template.find", 1, 1, "*:p", no_thing, 0, "Null: there are none."),
    FN("clump_head", 0, 0, ":p", no_head, SCR_FN_LEGACY, "Null: there are none."),
    FN("find_clump", 1, 1, "d:p", no_thing, SCR_FN_LEGACY, "Null: there are none."),
    FN("max_clid", 0, 0, ":i", no_number, SCR_FN_LEGACY, "0: there are none."),
};
const scr_lib_rows scr_lib_rows_none = {rows, SCR_COUNTOF(rows)};
