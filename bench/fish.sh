#!/bin/sh
# usage: fish.sh PROGRAM [N]: FISH against Lua 5.4 on the same algorithms (bench/fish/), N runs each (default 5), both programs
# in turns. Prints milliseconds of processor time, median and minimum, and the ratio FISH / Lua of the medians and of the minima.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
runs=${2:-5}
lua=$(command -v lua5.4) || { echo "fish.sh: lua5.4 is missing (Debian: lua5.4)" >&2; exit 2; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

milliseconds() { # COMMAND...: processor time of one run, which other programs disturb less than wall time
  bash -c 'TIMEFORMAT="%U %S"; time "$@"' - "$@" >"$out/text" 2>"$out/time"
  awk 'END { print 1e3 * ($1 + $2) }' "$out/time"
}
fish() { milliseconds "$program" run --quiet --threads 1 --out "$out" "$here/fish/$1.fis"; }
lua() { milliseconds "$lua" "$here/fish/$1.lua"; }
statistics() { # FILE: median and minimum
  sort -g "$1" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2, v[1] }'
}
measure() { # NAME [EMPTY]: time of NAME, less that of EMPTY in the same turn
  rm -f "$out/fish" "$out/lua"
  k=0
  while [ "$k" -lt "$runs" ]; do
    for side in fish lua; do
      idle=0
      [ -z "${2:-}" ] || idle=$($side "$2")
      busy=$($side "$1")
      sed 's/\.0\b//g' "$out/text" >"$out/$side.text" # Lua prints whole reals without a point
      echo "$busy $idle" | awk '{ print $1 - $2 }' >>"$out/$side"
    done
    k=$((k + 1))
  done
  cmp -s "$out/fish.text" "$out/lua.text" || { echo "fish.sh: $1: the two programs print different results" >&2; exit 1; }
  echo "$1 $(statistics "$out/fish") $(statistics "$out/lua")" |
    awk '{ printf "%-8s %9.1f %9.1f %9.1f %9.1f %9.2f %9.2f\n", $1, $2, $3, $4, $5, $2 / $4, $3 / $5 }'
}

printf '%-8s %9s %9s %9s %9s %9s %9s\n' case fish minimum lua minimum ratio minimum
for case in loop fib arith array text table map; do measure "$case"; done
measure balls balls0
