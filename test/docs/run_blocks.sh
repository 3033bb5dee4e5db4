#!/bin/sh
# Runs the data files that stand in a text and compares what they print.
# usage: run_blocks.sh SCREE TEXT.md
# A block ```fish is a data file, and the block ```text that follows is its standard output. If that
# begins with `error` it holds what the run tells from that word on. Of a block ```check it holds
# what `scree check` tells.
set -u
[ $# -eq 2 ] || { echo "usage: $0 SCREE TEXT.md" >&2; exit 2; }
scree=$1 text=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
awk -v work="$work" '
  /^```(fish|check)$/ {
    file = sprintf("%s/%02d.p3dat", work, ++n)
    printf "%s", substr($0, 4) > (file ".kind")
    next
  }
  /^```text$/ {
    if (n == told) { print "a block of output without a file at line " FNR; exit 1 }
    told = n
    file = sprintf("%s/%02d.want", work, n)
    printf "" > file
    next
  }
  /^```/ { file = "" }
  file != "" { print > file }' "$text" || exit 1
count=0 failed=0
for file in "$work"/*.p3dat; do
  [ -f "$file" ] || continue
  count=$((count + 1))
  want=${file%.p3dat}.want
  case=$(basename "$file" .p3dat)
  if [ ! -f "$want" ]; then
    echo "block $case has no output beside it"
    failed=$((failed + 1))
    continue
  fi
  if [ "$(cat "$file.kind")" = check ]; then
    "$scree" check "$file" >"$work/got" 2>"$work/messages"
  else
    "$scree" run --threads 1 --quiet --out "$work/out" "$file" >"$work/got" 2>"$work/messages"
  fi
  status=$?
  if grep -q '^error ' "$want"; then
    expected=1
    sed -n 's/^[^ ]*: \(error [a-z]*: .*\)$/\1/p' "$work/messages" >>"$work/got"
  else
    expected=0
    [ ! -s "$work/messages" ] || { cat "$work/messages"; status=messages; }
  fi
  if [ "$status" != "$expected" ] || ! cmp -s "$want" "$work/got"; then
    echo "block $case, status $status:"
    sed 's/^/  | /' "$file"
    diff "$want" "$work/got"
    cat "$work/messages"
    failed=$((failed + 1))
  fi
done
echo "$count blocks, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
