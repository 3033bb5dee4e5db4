#!/bin/sh
# Runs every .fis file of a folder: run_cases.sh DRIVER DIR [CASE...]. `; expect: text` names one
# line of output, `; input: text` a line of standard input, `; error: text` a part of the message of
# a case that must fail, `; warning: text` a part of a warning.
driver=$1 dir=$2 bad=0 count=0
shift 2
tmp=${TMPDIR:-/tmp}/fish_cases.$$
mkdir -p "$tmp" || exit 2
trap 'rm -rf "$tmp"' EXIT
[ $# -gt 0 ] || set -- "$dir"/*.fis
for case in "$@"; do
  case=$dir/${case##*/}
  count=$((count + 1)) why=
  sed -n 's/^; expect: \{0,1\}//p' "$case" >"$tmp/expect"
  sed -n 's/^; \(error\|warning\): //p' "$case" >"$tmp/messages"
  grep -q '^; error: ' "$case" && want=1 || want=0
  sed -n 's/^; input: \{0,1\}//p' "$case" >"$tmp/in"
  FISH_FILES="$tmp" "$driver" "$case" <"$tmp/in" >"$tmp/out" 2>"$tmp/err"
  status=$?
  [ $status -eq "$want" ] || why="exit status $status"
  cmp -s "$tmp/out" "$tmp/expect" || why="$why output"
  while IFS= read -r text; do
    grep -qF -- "$text" "$tmp/err" || why="$why message '$text'"
  done <"$tmp/messages"
  [ -s "$tmp/messages" ] || [ ! -s "$tmp/err" ] || why="$why unexpected message"
  [ -z "$why" ] && continue
  bad=$((bad + 1))
  echo "FAILED $case:$why"
  diff "$tmp/expect" "$tmp/out" | head -10
  head -12 "$tmp/err"
done
echo "$count cases, $bad failed"
[ $bad -eq 0 ]
