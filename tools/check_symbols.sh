#!/bin/sh
# usage: check_symbols.sh NM "OBJECT;OBJECT...": in src/world no room uses a function or a table of
# a room above it, whichever header declares it (ARCHITECTURE.md, the rooms of the world). The order
# of the rooms is that of check_floors.sh.
set -eu
nm=$1 objects=$2
rooms=$(sed -n 's/^ *rooms = \(rooms \)*"\(.*\)"$/\2/p' "$(dirname "$0")/check_floors.sh")
set --
while read -r object; do
  case $object in */src/world/*/*) set -- "$@" "$object" ;; esac
done <<EOF
$(echo "$objects" | tr ';' '\n')
EOF
"$nm" -g "$@" | awk -v rooms="$(echo "$rooms" | tr '\n' ' ')" '
  BEGIN {
    n = split(rooms, name, " ")
    for (k = 1; k <= n; k++) height[name[k]] = k
  }
  !NF { next }
  /:$/ {
    file = substr($0, 1, length($0) - 1)
    sub(/.*\/src\/world\//, "", file)
    split(file, part, "/")
    room = part[1]
    next
  }
  !(room in height) { print file ": a room without a rule"; bad++; next }
  $1 == "U" { used[++uses] = $2; by[uses] = room; where[uses] = file; next }
  $2 ~ /^[TDBRV]$/ { home[$3] = room; source[$3] = file }
  END {
    for (k = 1; k <= uses; k++) {
      symbol = used[k]
      if (!(symbol in home) || height[home[symbol]] <= height[by[k]]) continue
      print where[k] " uses " symbol " of " source[symbol] ", a room above it"
      bad++
    }
    if (bad || uses == 0) { print bad + 0 " arrows up"; exit 1 }
    print uses " uses, none of a room above"
  }'
