#!/bin/sh
# Runs an example. The figure that it draws is the one beside it, and its results lie in the bounds
# of bands.txt.
# usage: check.sh SCREE EXAMPLE OUT
set -u
[ $# -eq 3 ] || { echo "usage: $0 SCREE EXAMPLE OUT" >&2; exit 2; }
scree=$1 example=$2 out=$3
bands=$(dirname "$0")/bands.txt
name=$(basename "${example%.*}")
rm -rf "$out"
mkdir -p "$out" || exit 2
"$scree" run --threads 1 --quiet --out "$out" "$example" >"$out/printed" 2>"$out/messages" ||
  { cat "$out/messages"; exit 1; }
cat "$out/printed"
failed=0
if [ -s "$out/messages" ]; then
  cat "$out/messages"
  failed=1
fi
beside=${example%.*}.svg
if [ -f "$beside" ] && ! cmp "$out/$name.svg" "$beside"; then
  echo "$beside is not what the example draws: ./dev docs renews it"
  failed=1
fi
awk -v name="$name" '
  FNR == NR { line[++lines] = $0; next }
  /^#/ { next }
  {
    split($0, part, / *[|] */)
    if (part[1] != name) next
    value = ""
    for (k = 1; k <= lines; k++) {
      at = index(line[k], part[2] " ")
      if (at) { split(substr(line[k], at + length(part[2]) + 1), word, " "); value = word[1] }
    }
    if (value == "" || value + 0 != value || value < part[3] + 0 || value > part[4] + 0) {
      printf "%s: %s, not from %s to %s: %s\n",
        part[2], value == "" ? "not printed" : value, part[3], part[4], part[5]
      bad = 1
    }
  }
  END { exit bad }' "$out/printed" "$bands" || failed=1
exit $failed
