#!/bin/sh
# usage: check_floors.sh ROOT: every include of src/ and include/ goes downwards (ARCHITECTURE.md),
# and in src/world from room to room, too; what a room keeps to itself is included by nobody else,
# and what a few files of another floor share by these alone.
set -eu
cd "$1"
find src include -name '*.[ch]' | sort | xargs grep -n '^ *# *include *"' /dev/null | awk -F: '
  # What each floor may include besides itself and the public headers.
  BEGIN {
    may["base"] = ""
    may["table"] = "base"
    may["model"] = "base kernel"
    may["kernel"] = "base table model"
    may["world"] = "base table model kernel"
    may["script"] = "base"
    may["lib"] = "base table model kernel world script"
    may["io"] = "base table model kernel world"
    may["cmd"] = "base table model kernel world script lib io"
    may["verify"] = "base table model kernel world script lib io cmd"
    may["api"] = "base table model kernel world script lib io cmd"
    may["app"] = "base table model kernel world script lib io cmd verify"
    # Rooms of the world, lowest first: each may include those before it. What lies in src/world
    # itself may include all.
    rooms = "shapes geometry state workers facets contacts claims search rigid motion force"
    rooms = rooms " timestep fracture bodies measure cycle"
    n = split(rooms, name, " ")
    for (k = 1; k <= n; k++) height["world/" name[k]] = k
    # Headers of the whole world, for all rooms.
    common = "world/world.h world/columns.h world/energies.h world/engine.h world/check.h"
    # What a room keeps to itself.
    private = "world/state/queue.h world/workers/work.h world/facets/seam.h world/facets/kept.h " \
      "world/contacts/kept.h world/claims/claim.h world/search/detect.h world/search/grid.h " \
      "world/rigid/kept.h world/measure/kept.h " \
      "world/force/kept.h " \
      "world/force/giants.h world/timestep/timestep.h " \
      "world/timestep/timestep_fast.h world/cycle/kept.h world/fracture/kept.h"
    # What the floors above the world may include of it: all in these rooms, which know no world,
    open = "world/shapes world/geometry"
    # and these.
    shown = "world/world.h world/columns.h world/energies.h world/check.h world/memory.h " \
      "world/workers/profile.h " \
      "world/state/sets.h world/state/fresh.h world/state/rows.h " \
      "world/state/history.h world/state/xytable.h world/bodies/servos.h " \
      "world/bodies/brick.h world/bodies/inlets.h world/motion/strain.h world/facets/cells.h " \
      "world/measure/measure.h world/measure/cells.h world/cycle/tractions.h " \
      "world/fracture/records.h world/fracture/fracture.h world/fracture/fragment.h " \
      "world/fracture/template.h world/fracture/density.h world/fracture/meeting.h " \
      "world/fracture/inter.h world/fracture/combine.h world/fracture/reach.h"
  }
  BEGIN {
    # What a few files keep to themselves, and which.
    checks = "cmd/check.c cmd/check_report.c cmd/check_made.c cmd/check_symbols.c"
    keepers["cmd/check_state.h"] = checks
    keepers["cmd/check_kept.h"] = checks " cmd/check_traps.c cmd/checking.c"
    keepers["cmd/session_kept.h"] = "cmd/session.c cmd/save.c cmd/read.c cmd/token.c " \
      "cmd/commands.c cmd/cmd_program.c cmd/each.c cmd/range.c cmd/range_read.c " \
      "cmd/check_state.h cmd/check_traps.c cmd/checking.c cmd/today.c"
    keepers["cmd/today_kept.h"] = "cmd/check.c cmd/check_symbols.c cmd/today.c " \
      "cmd/today_ints.c cmd/today_names.c cmd/translate.c"
    # ... what only those above the command language, and its own file, ask for.
    keepers["cmd/check.h"] = "cmd/check.c cmd/check_state.h cmd/translate.c app/main.c " \
      "verify/suite.c"
  }
  function has(list, word) { return index(" " list " ", " " word " ") > 0 }
  function floor_of(path,   part) {
    if (path ~ /^(\.\/)?include\//) return "public"
    sub(/^.*src\//, "", path)
    split(path, part, "/")
    if (part[1] == "script" && part[2] ~ /^lib(_.*)?\.[ch]$/) return "lib"
    return part[1]
  }
  # world/ROOM, or world for what belongs to none.
  function room_of(path,   part) {
    sub(/^.*src\//, "", path)
    return split(path, part, "/") == 3 ? part[1] "/" part[2] : part[1]
  }
  function rooms_allow(file, from, target,   here, there) {
    here = room_of(file); there = room_of(target)
    if (from != "world") return has(shown, target) || has(open, there)
    if (here == there || (has(common, target) && !has(open, here))) return 1
    if (has(private, target)) return 0
    return here == "world" || (height[there] > 0 && height[there] < height[here])
  }
  {
    match($0, /"[^"]+"/)
    target = substr($0, RSTART + 1, RLENGTH - 2)
    from = floor_of($1)
    to = target ~ /^scree\// ? "public" : target ~ /\// ? floor_of("src/" target) : from
    ok = to == from || to == "public" || has(may[from], to)
    if (from == "public") ok = to == "public"
    if (!(from in may) && from != "public") {
      print $1 ":" $2 ": a floor without a rule: " from
      bad++
      next
    }
    if (!ok) { print $1 ":" $2 ": floor " from " must not include \"" target "\""; bad++ }
    room = room_of($1)
    if (ok && to == "world" && from == "world" && room != "world" && !(room in height)) {
      print $1 ":" $2 ": a room without a rule: " room; bad++
    } else if (ok && to == "world" && !rooms_allow($1, from, target)) {
      print $1 ":" $2 ": room " room " must not include \"" target "\""; bad++
    }
    path = $1
    sub(/^.*src\//, "", path)
    if (target in keepers && !has(keepers[target], path)) {
      print $1 ":" $2 ": \"" target "\" is for " keepers[target] " alone"
      bad++
    }
    n_includes++
  }
  END {
    if (bad) { print bad " includes that must not be"; exit 1 }
    print n_includes " includes, all downwards"
  }'
