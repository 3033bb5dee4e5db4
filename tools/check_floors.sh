#!/bin/sh
# usage: check_floors.sh ROOT: every include of src/ and include/ goes downwards (ARCHITECTURE.md).
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
  }
  function floor_of(path,   part) {
    if (path ~ /^(\.\/)?include\//) return "public"
    sub(/^.*src\//, "", path)
    split(path, part, "/")
    if (part[1] == "script" && part[2] ~ /^lib(_.*)?\.[ch]$/) return "lib"
    return part[1]
  }
  {
    match($0, /"[^"]+"/)
    target = substr($0, RSTART + 1, RLENGTH - 2)
    from = floor_of($1)
    to = target ~ /^scree\// ? "public" : target ~ /\// ? floor_of("src/" target) : from
    ok = to == from || to == "public" || index(" " may[from] " ", " " to " ") > 0
    if (from == "public") ok = to == "public"
    if (!(from in may) && from != "public") {
      print $1 ":" $2 ": a floor without a rule: " from
      bad++
      next
    }
    if (!ok) { print $1 ":" $2 ": floor " from " must not include \"" target "\""; bad++ }
    n++
  }
  END {
    if (bad) { print bad " includes go upwards"; exit 1 }
    print n " includes, all downwards"
  }'
