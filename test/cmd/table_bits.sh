#!/bin/sh
# Strengths that follow tables: the same by one to three threads, any instruction set and from a
# save file.
# usage: table_bits.sh SCREE DATAFILE
set -u
[ $# -eq 2 ] || { echo "usage: $0 SCREE DATAFILE" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
echo "model save 'end'" >"$work/end.dat"
echo "model restore 'between'
model cycle 300
[told]" >"$work/again.dat"
failed=0
run() { # NAME THREADS ISA FILE...
  name=$1 threads=$2 isa=$3
  shift 3
  SCREE_ISA=$isa "$program" run --quiet --threads "$threads" --out "$work" "$@" "$work/end.dat" \
    >"$work/$name.txt" 2>&1 || { cat "$work/$name.txt"; exit 1; }
  "$program" hash "$work/end.sav" >>"$work/$name.txt" || exit 1
  diff "$work/first.txt" "$work/$name.txt" || failed=1
}
program=$1
run first 1 base "$2"
run two 2 base "$2"
run three 3 "" "$2"
run again 2 "" "$work/again.dat"
# The scene counts only if bonds break in both ways.
grep -Eq 'failed [1-9][0-9]*, none [0-9]+, torn [1-9][0-9]*, sheared [1-9]' "$work/first.txt" ||
  { echo "too little breaks"; cat "$work/first.txt"; failed=1; }
[ $failed = 0 ] && echo "the same by 1 to 3 threads, and from a save file"
