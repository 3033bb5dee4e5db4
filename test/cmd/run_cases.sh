#!/bin/sh
# Runs each case of DIR (or of DIR/cases) with SCREE and compares with what its comments say.
# usage: run_cases.sh SCREE DIR [CASE...]
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
set -u
[ $# -ge 2 ] || { echo "usage: $0 SCREE DIR [CASE...]" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
here=$(cd "$(dirname "$0")" && pwd)
cd "$2" && { [ ! -d cases ] || cd cases; } || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0 count=0
complain() { echo "$case: $1"; bad=1; }
# shellcheck disable=SC3045 # dash knows it
ulimit -t 60 # seconds of a processor: a case that never ends

shift 2
[ $# -gt 0 ] || set -- *.dat *.p2dat *.p3dat *.DAT
for case in "$@"; do # what a pattern without files leaves
  shift
  if [ -f "$case" ]; then set -- "$@" "$case"; fi
done
part=${SCREE_PART:-1/1}
awk -v work="$work" -v part="${part%/*}" -v parts="${part#*/}" -f "$here/cases.awk" "$@" \
  >"$work/list" || exit 2
while IFS='|' read -r n case status warnings silent leaves creates blocks args; do
  count=$((count + 1)) bad=0 out=$work/$n.out
  # shellcheck disable=SC2086
  if [ -z "$blocks" ]; then
    "$scree" run --threads 1 --out "$out" $args "$case" >"$work/stdout" 2>"$work/stderr" </dev/null
  else
    # the counts of a program that is built for coverage are files as well, and would be cut off
    (
      GCOV_PREFIX=$work/counts && export GCOV_PREFIX && ulimit -f "$blocks"
      exec "$scree" run --threads 1 --out "$out" $args "$case"
    ) >"$work/stdout" 2>"$work/stderr" </dev/null
  fi
  got=$?
  [ "$got" -eq "${status:-0}" ] || complain "exit status $got, not ${status:-0}"
  cmp -s "$work/$n.expect" "$work/stdout" ||
    complain "other output: $(diff "$work/$n.expect" "$work/stdout" | tr '\n' '|')"
  awk -v errors="$work/$n.errors" -v warnings="$warnings" -v silent="$silent" \
    -f "$here/messages.awk" "$work/stderr" >"$work/wrong"
  while IFS= read -r text; do complain "$text"; done <"$work/wrong"
  for file in $creates; do
    [ -f "$out/$file" ] || complain "'$file' was not written"
  done
  if [ -n "$leaves" ]; then
    left=$(cd "$out" && find . -type f | sed 's|^\./||' | sort | tr '\n' ' ')
    want=${leaves#=}
    [ "$left" = "${want:+$want }" ] || complain "files '$left', not '$want'"
  fi
  if [ $bad -ne 0 ]; then
    failed=$((failed + 1))
    sed 's/^/  | /' "$work/stderr"
  fi
done <"$work/list"
echo "$count cases, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
