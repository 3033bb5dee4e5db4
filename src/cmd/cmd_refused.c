/* Commands that are known but not offered, and those that are read and ignored. */
#include "script/absent.h"
#include "cmd/args.h"
#include "cmd/commands.h"

static const scr_command rows[] = {
#define IGNORED(name, args, why) {name, NULL, NULL, args, why, SCR_CMD_IGNORED},
#include "cmd/ignored.def"
#undef IGNORED
#define REFUSED(name, why) {name, NULL, NULL, "", why, 0},
#include "cmd/refused.def"
#undef REFUSED
};
const scr_command_file scr_cmd_refused = {rows, sizeof rows / sizeof *rows};
