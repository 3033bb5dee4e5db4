/* Commands that are known but not offered, and those that are read and ignored. */
#include "cmd/args.h"
#include "cmd/commands.h"

static const scr_command rows[] = {
    {"model deterministic", NULL, NULL, "<b>", "results are always the same bits", SCR_CMD_IGNORED},
    {"model display", NULL, NULL, "...", "scree draws nothing while it runs", SCR_CMD_IGNORED},
    {"model processors", NULL, NULL, "<i>", "the number of threads is an option: --threads",
     SCR_CMD_IGNORED},
#define REFUSED(name, why) {name, NULL, NULL, "", why, 0},
#include "cmd/refused.def"
#undef REFUSED
};
const scr_command_file scr_cmd_refused = {rows, sizeof rows / sizeof *rows};
