#!/bin/sh
# What data files say, word for word: the messages with their places, hints and excerpts.
# MANY is scree, run many times in one process (test/support/many_runs.c).
# usage: messages.sh MANY FILE [renew]: a line `### TITLE` of FILE begins a data file, m.dat; lines
# after `| ` are all that it prints, lines after `& ` what scree check says of it, lines after
# `> NAME` up to `<` another file beside it. `after: LINE` at the head of FILE ends every data file:
# it shows which runs go on after what is wrong; lines `before: LINE` there begin every data file.
# renew writes what is printed into FILE.
set -u
[ $# -ge 2 ] || { echo "usage: $0 MANY FILE [renew]" >&2; exit 2; }
case $1 in /*) many=$1 ;; *) many=$PWD/$1 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
case $2 in /*) file=$2 ;; *) file=$PWD/$2 ;; esac
count=$(grep -c '^### ' "$file")
(cd "$work" && seq "$count" | xargs mkdir) || exit 2
awk -v work="$work" '
  function end_data() { if (after != "") print after >data; close(data) }
  BEGIN { source = work "/head" }
  !n && sub(/^before: /, "") {
    before = before $0 "\n"
    print "before: " $0 >source
    next
  }
  !n && sub(/^after: /, "") { after = $0; print "after: " after >source; next }
  END { if (n) end_data() }
  /^### / {
    if (n) { end_data(); close(want) }
    close(source)
    n++
    source = work "/" n "/source"
    data = work "/" n "/m.dat"; want = work "/" n "/want"
    print >source
    printf "%s", before >data
    printf "" >want
    next
  }
  /^[|&]/ { print >want; next }
  $0 != "" { print >source }
  /^> / { other = work "/" n "/" $2; printf "" >other; next }
  /^<$/ { close(other); other = ""; next }
  other != "" { print >other; next }
  n { print >data }' "$file"
for piece in $(seq "$count"); do
  printf '%s\t\trun\trun\t\trun\t--quiet\t--threads\t1\tm.dat\n' "$work/$piece"
  printf '%s\t\tcheck\tcheck\t\tcheck\tm.dat\n' "$work/$piece"
done >"$work/runs"
"$many" <"$work/runs" >"$work/statuses"
ended=$?
awk -v work="$work" -v count="$count" '
  function copy(from, mark, line) {
    while ((getline line <from) > 0) {
      print mark line >got
      text = text mark line "\n"
    }
    close(from)
  }
  function whole(name, line, all) {
    while ((getline line <name) > 0) all = all line "\n"
    close(name)
    return all
  }
  BEGIN {
    for (n = 1; n <= count; n++) {
      got = work "/" n "/got"
      text = ""
      printf "" >got
      copy(work "/" n "/run", "| ")
      copy(work "/" n "/check", "& ")
      close(got)
      if (text != whole(work "/" n "/want")) print n
    }
  }' >"$work/wrong"
while read -r piece; do
  sed -n 1p "$work/$piece/source"
  diff "$work/$piece/want" "$work/$piece/got"
done <"$work/wrong"
failed=$(wc -l <"$work/wrong")
if [ "${3:-}" = renew ]; then
  cp "$work/head" "$file"
  for piece in $(seq "$count"); do
    { echo && cat "$work/$piece/source" "$work/$piece/got"; } >>"$file"
  done
fi
echo "$count data files, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ] && [ $ended -eq 0 ]
