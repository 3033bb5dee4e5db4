#!/bin/sh
# Runs every .fis file of a folder: run_cases.sh MANY DIR [CASE...], where MANY is fish_run, run
# many times in one process. `; expect: text` names one line of output, `; input: text` a line of
# standard input, `; error: text` a part of the message of a case that must fail, `; warning: text`
# a part of a warning.
case $1 in /*) many=$1 ;; *) many=$PWD/$1 ;; esac
judges=$(cd "$(dirname "$0")/../cmd" && pwd)
cd "$2" || exit 2
shift 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- *.fis
awk -v work="$work" -v here="$PWD" -v parts=1 -v part=1 -v fish=1 -f "$judges/cases.awk" "$@" \
  >"$work/runs" || exit 2
FISH_FILES="$work" "$many" <"$work/runs" >"$work/statuses" 2>"$work/report"
ended=$?
cat "$work/report"
awk -v work="$work" -f "$judges/judge.awk" "$work/statuses" "$work/list" >"$work/verdicts" || exit 2
cat "$work/verdicts"
failed=$(grep -c '^[^ ]' "$work/verdicts")
count=$(wc -l <"$work/list")
echo "$count cases, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ] && [ $ended -eq 0 ]
