#!/bin/sh
# Random impacts, at least so many with each law of the verification case: the same data files by
# more seeds. Prints for each law how many there were and the largest gain, as part of its bound.
# usage: impacts.sh PROGRAM WORK [NUMBER [LAW ...]], where `verify` is
set -u
[ $# -ge 2 ] || { echo "usage: $0 PROGRAM WORK [NUMBER [LAW ...]]" >&2; exit 2; }
program=$1 work=$2 least=${3:-100000}
shift 2
[ $# -eq 0 ] || shift
case=verify/random-impacts
each=200 # impacts of a seed and kind: 100 disks, and 100 balls
kinds=$work/kinds
rm -rf "$work"
mkdir -p "$work/cases" || exit 2
# one kind a line, of the words between quotes behind `verify vary 'kind'`
awk -v q="'" '/^verify vary .kind. / {on = 1; sub(/^verify vary .kind. /, "")}
  on {n = split($0, part, q); for (k = 2; k <= n; k += 2) print part[k]
      on = /\.\.\.$/}' "$case/check.dat" >"$kinds"
[ -s "$kinds" ] || { echo "$case/check.dat: no line of kinds" >&2; exit 2; }
grep -q "^verify vary 'seed' 1$" "$case/check.dat" ||
  { echo "$case/check.dat: no line of its seed" >&2; exit 2; }
laws=$*
[ -n "$laws" ] || laws=$(awk '!met[$1]++ {print $1}' "$kinds")
for law in $laws; do
  of_law=$(awk -v law="$law" -v q="'" '$1 == law {printf " %s%s%s", q, $0, q}' "$kinds")
  many=$(awk -v law="$law" '$1 == law' "$kinds" | grep -c .)
  [ "$many" -gt 0 ] || { echo "$case has no law '$law'" >&2; exit 2; }
  seeds=$(((least + each * many - 1) / (each * many)))
  cp -r "$case" "$work/cases/$law"
  awk -v seeds="$(seq -s ' ' 2 $((seeds + 1)))" -v kinds="$of_law" -v q="'" '
    /^verify vary .seed. 1$/ {print "verify vary " q "seed" q " " seeds; next}
    /^verify vary .kind. / {print "verify vary " q "kind" q kinds; skip = 1}
    skip {skip = /\.\.\.$/; next}
    {print}' "$case/check.dat" >"$work/cases/$law/check.dat"
done
"$program" verify --quiet --cases "$work/cases" --out "$work/out" >"$work/log" 2>&1
status=$?
# LAW,QUANTITY,VALUE,...: a quantity with a comma stands between quotes.
awk -v least="$least" '
  NR == 1 {next}
  {
    law = $0
    sub(/,.*/, "", law)
    if (split($0, part, "\"") > 1) {
      name = part[2]
      split(part[3], number, ",")
      value = number[2]
    } else {
      split($0, part, ",")
      name = part[2]
      value = part[3]
    }
  }
  name ~ /^impacts that met/ {met[law] += value}
  name ~ /^largest gain/ && value + 0 > gain[law] + 0 {gain[law] = value}
  END {
    for (law in met) {
      printf "%-18s %7d impacts, largest gain %.3g of its bound\n", law, met[law],
        gain[law] | "sort"
      if (met[law] < least) few = 1
    }
    close("sort")
    exit few
  }' "$work/out/results.csv" || status=1
[ $status = 0 ] || cat "$work/log" >&2
exit $status
