#!/bin/sh
# The fragments of a block that breaks, their names and parents, and the state: the same by one, two
# and three threads.
# usage: threads.sh SCREE DATAFILE
set -u
[ $# -eq 2 ] || { echo "usage: $0 SCREE DATAFILE" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
echo "model save 'end'" >"$work/end.dat"
failed=0
for threads in 1 2 3; do
  "$1" run --quiet --threads $threads --out "$work/$threads" "$2" "$work/end.dat" \
    >"$work/$threads.txt" 2>&1 || { cat "$work/$threads.txt"; exit 1; }
  "$1" hash "$work/$threads/end.sav" >>"$work/$threads.txt" || exit 1
  diff "$work/1.txt" "$work/$threads.txt" || failed=1
done
# The scene counts only if many pieces are named, and some break again.
awk '/^catalogue/ {at = 1} /^fragment/ {at = 0} at && $4 > 30 {many = 1} /broken/ {broken = $3}
  END {exit !(many && broken > 100)}' "$work/1.txt" || { echo "too little breaks"; failed=1; }
[ $failed = 0 ] && echo "the same by 1, 2 and 3 threads"
