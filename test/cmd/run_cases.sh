#!/bin/sh
# Runs each case of DIR (or of DIR/cases) and compares with what its comments say. MANY is scree,
# run many times in one process (test/support/many_runs.c).
# usage: run_cases.sh MANY DIR [CASE...]
# SCREE_PART=K/N: only the K-th of N parts of them.
#   ; expect: TEXT   a line of standard output, in order; together they are all of it
#   ; error: TEXT    standard error holds it
#   ; silent         standard error is empty
#   ; warnings: N    standard error holds so many
#   ; status: N      exit status, 0 if not given
#   ; args: WORDS    options for `scree run`
#   ; creates: FILE  exists afterwards in the folder of output
#   ; leaves: FILES  exactly these do; none if empty
#   ; blocks: N      files may have that many blocks of 512 bytes
#   ; state: HASH    what `scree hash` says of the state that it leaves (states.sh writes these)
set -u
[ $# -ge 2 ] || { echo "usage: $0 MANY DIR [CASE...]" >&2; exit 2; }
case $1 in /*) many=$1 ;; *) many=$PWD/$1 ;; esac
here=$(cd "$(dirname "$0")" && pwd)
cd "$2" && { [ ! -d cases ] || cd cases; } || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

shift 2
[ $# -gt 0 ] || set -- *.dat *.p2dat *.p3dat *.DAT
for case in "$@"; do # what a pattern without files leaves
  shift
  if [ -f "$case" ]; then set -- "$@" "$case"; fi
done
part=${SCREE_PART:-1/1}
awk -v work="$work" -v here="$PWD" -v part="${part%/*}" -v parts="${part#*/}" \
  -f "$here/cases.awk" "$@" >"$work/runs" || exit 2
echo "model save 'end'" >"$work/end.dat"
"$many" <"$work/runs" >"$work/statuses" 2>"$work/report"
ended=$?
[ ! -f "$work/hashes" ] || "$many" <"$work/hashes" >/dev/null 2>&1
cat "$work/report"
awk -v work="$work" -f "$here/judge.awk" "$work/statuses" "$work/list" >"$work/verdicts" || exit 2

while IFS='|' read -r kind n case files; do
  out=$work/$n.out
  if [ "$kind" = @creates ]; then
    for file in $files; do
      [ -f "$out/$file" ] || printf '%s:\n  %s was not written\n' "$case" "'$file'"
    done
  elif [ "$kind" = @leaves ]; then
    left=$(cd "$out" && find . -type f ! -path ./end.sav | sed 's|^\./||' | sort | tr '\n' ' ')
    [ "$left" = "${files:+$files }" ] || printf '%s:\n  %s\n' "$case" "files '$left', not '$files'"
  fi
done <"$work/verdicts" >"$work/folders"
grep -v '^@' "$work/verdicts" >>"$work/folders"
cat "$work/folders"
failed=$(grep -c '^[^ ]' "$work/folders")
count=$(wc -l <"$work/list")
echo "$count cases, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ] && [ $ended -eq 0 ]
