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
cd "$2" && { [ ! -d cases ] || cd cases; } || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
tag() { sed -n "s/^ *; $2: \{0,1\}//p" "$1" | tr -d '\r'; }
failed=0 count=0
complain() { echo "$case: $1"; bad=1; }

shift 2
[ $# -gt 0 ] || set -- *.dat *.p2dat *.p3dat *.DAT
part=${SCREE_PART:-1/1} place=0
for case in "$@"; do
  place=$((place + 1))
  [ $((place % ${part#*/})) -eq $((${part%/*} - 1)) ] || continue
  [ -f "$case" ] || continue
  # those without such a comment are called by others
  grep -q '^ *; \(expect\|error\|status\|silent\|creates\|leaves\)' "$case" || continue
  count=$((count + 1)) bad=0
  rm -rf "$work/out"
  blocks=$(tag "$case" blocks)
  # shellcheck disable=SC2046
  (
    # the counts of a program that is built for coverage are files as well, and would be cut off
    if [ -n "$blocks" ]; then
      GCOV_PREFIX=$work/counts && export GCOV_PREFIX && ulimit -f "$blocks"
    fi
    exec timeout 60 "$scree" run --threads 1 --out "$work/out" $(tag "$case" args) "$case" \
      >"$work/stdout" 2>"$work/stderr"
  )
  status=$?
  # the last line of a run holds values of clocks: test/app
  sed -i '/^scree: [0-9]* cycles\{0,1\} in /d' "$work/stderr"
  want=$(tag "$case" status)
  [ "$status" -eq "${want:-0}" ] || complain "exit status $status, not ${want:-0}"
  tag "$case" expect >"$work/expect"
  cmp -s "$work/expect" "$work/stdout" ||
    complain "other output: $(diff "$work/expect" "$work/stdout" | tr '\n' '|')"
  tag "$case" error >"$work/errors"
  while IFS= read -r text; do
    grep -qF -- "$text" "$work/stderr" || complain "no message '$text'"
  done <"$work/errors"
  want=$(tag "$case" warnings) got=$(grep -c ': warning [a-z]*: ' "$work/stderr")
  [ "${want:-$got}" = "$got" ] || complain "$got warnings, not $want"
  if grep -q '^ *; silent' "$case" && [ -s "$work/stderr" ]; then
    complain "messages where none belong"
  fi
  for file in $(tag "$case" creates); do
    [ -f "$work/out/$file" ] || complain "'$file' was not written"
  done
  if grep -q '^ *; leaves:' "$case"; then
    left=$(cd "$work/out" && find . -type f | sed 's|^\./||' | sort | tr '\n' ' ')
    want=$(tag "$case" leaves)
    [ "$left" = "${want:+$want }" ] || complain "files '$left', not '$want'"
  fi
  if [ $bad -ne 0 ]; then
    failed=$((failed + 1))
    sed 's/^/  | /' "$work/stderr"
  fi
done
echo "$count cases, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
