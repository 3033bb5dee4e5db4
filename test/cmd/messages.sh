#!/bin/sh
# What data files say, word for word: the messages with their places, hints and excerpts.
# usage: messages.sh SCREE FILE: a line `### TITLE` of FILE begins a data file, m.dat; lines behind
# `| ` are all that it prints, lines behind `& ` what scree check says of it, lines behind `> NAME`
# up to `<` another file beside it.
set -u
[ $# -eq 2 ] || { echo "usage: $0 SCREE FILE" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
awk -v work="$work" '
  /^### / {
    if (n) { close(data); close(want) }
    n++
    system("mkdir " work "/" n)
    data = work "/" n "/m.dat"; want = work "/" n "/want"
    print $0 >(work "/" n "/title")
    close(work "/" n "/title")
    printf "" >data
    printf "" >want
    next
  }
  /^> / { other = work "/" n "/" $2; printf "" >other; next }
  /^<$/ { close(other); other = ""; next }
  other != "" { print >other; next }
  /^[|&]/ { print >want; next }
  n { print >data }' "$2"
count=0 failed=0
while [ -d "$work/$((count + 1))" ]; do
  count=$((count + 1))
  cd "$work/$count" || exit 2
  "$scree" run --quiet --threads 1 m.dat </dev/null 2>&1 | sed 's/^/| /' >got
  "$scree" check m.dat </dev/null 2>&1 | sed 's/^/\& /' >>got
  cmp -s got want && continue
  failed=$((failed + 1))
  cat title
  diff want got
done
echo "$count data files, $failed failed"
[ $count -gt 0 ] && [ $failed -eq 0 ]
