#!/bin/sh
# What data files say, word for word: the messages with their places, hints and excerpts.
# usage: messages.sh SCREE FILE [renew]: a line `### TITLE` of FILE begins a data file, m.dat; lines
# after `| ` are all that it prints, lines after `& ` what scree check says of it, lines after
# `> NAME` up to `<` another file beside it. `after: LINE` at the head of FILE ends every data file:
# it shows which runs go on after what is wrong. renew writes what is printed into FILE.
set -u
[ $# -ge 2 ] || { echo "usage: $0 SCREE FILE [renew]" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
case $2 in /*) file=$2 ;; *) file=$PWD/$2 ;; esac
awk -v work="$work" '
  function end_data() { if (after != "") print after >data; close(data) }
  BEGIN { source = work "/head" }
  !n && sub(/^after: /, "") { after = $0; print "after: " after >source; next }
  END { if (n) end_data() }
  /^### / {
    if (n) { end_data(); close(want) }
    close(source)
    n++
    system("mkdir " work "/" n)
    source = work "/" n "/source"
    data = work "/" n "/m.dat"; want = work "/" n "/want"
    print >source
    printf "" >data
    printf "" >want
    next
  }
  /^[|&]/ { print >want; next }
  $0 != "" { print >source }
  /^> / { other = work "/" n "/" $2; printf "" >other; next }
  /^<$/ { close(other); other = ""; next }
  other != "" { print >other; next }
  n { print >data }' "$file"
count=0 failed=0
while [ -d "$work/$((count + 1))" ]; do
  count=$((count + 1))
  cd "$work/$count" || exit 2
  "$scree" run --quiet --threads 1 m.dat </dev/null 2>&1 | sed 's/^/| /' >got
  "$scree" check m.dat </dev/null 2>&1 | sed 's/^/\& /' >>got
  cmp -s got want && continue
  failed=$((failed + 1))
  sed -n 1p source
  diff want got
done
if [ "${3:-}" = renew ]; then
  cp "$work/head" "$file"
  for piece in $(seq $count); do
    { echo && cat "$work/$piece/source" "$work/$piece/got"; } >>"$file"
  done
fi
echo "$count data files, $failed failed"
[ $count -gt 0 ] && [ $failed -eq 0 ]
