#!/bin/sh
# Runs an example. The figures that it draws are those beside it, and its results lie in the bounds
# of bands.txt. With NAME=VALUE it is its small form: other figures, and bounds of its own where
# there are any.
# usage: check.sh SCREE EXAMPLE OUT [NAME=VALUE]
set -u
[ $# -eq 3 ] || [ $# -eq 4 ] || { echo "usage: $0 SCREE EXAMPLE OUT [NAME=VALUE]" >&2; exit 2; }
scree=$1 example=$2 out=$3 small=${4:-}
bands=$(dirname "$0")/bands.txt
name=$(basename "${example%.*}")
rm -rf "$out"
mkdir -p "$out" || exit 2
"$scree" run --threads 1 --quiet ${small:+--set "$small"} --out "$out" "$example" \
  >"$out/printed" 2>"$out/messages" ||
  { cat "$out/messages"; exit 1; }
cat "$out/printed"
failed=0
if [ -s "$out/messages" ]; then
  cat "$out/messages"
  failed=1
fi
for figure in "$out"/*.svg; do
  beside=$(dirname "$example")/$(basename "$figure")
  if [ -z "$small" ] && [ -f "$beside" ] && ! cmp "$figure" "$beside"; then
    echo "$beside is not what the example draws: ./dev docs renews it"
    failed=1
  fi
done
awk -v name="$name" -v small="${small:+$name small}" '
  FNR == NR { line[++lines] = $0; next }
  /^#/ { next }
  {
    split($0, part, / *[|] */)
    if (part[1] != name && part[1] != small) next
    if (part[1] == small || !(part[2] in band)) band[part[2]] = $0
  }
  END {
    for (words in band) bad += misses(words, band[words])
    exit bad > 0
  }
  function misses(words, row,   part, word, value, k, at) {
    split(row, part, / *[|] */)
    for (k = 1; k <= lines; k++) {
      at = index(line[k], words " ")
      if (at) { split(substr(line[k], at + length(words) + 1), word, " "); value = word[1] }
    }
    if (value != "" && value + 0 == value && (part[3] == "-" || value + 0 >= part[3] + 0) &&
        (part[4] == "-" || value + 0 <= part[4] + 0)) return 0
    printf "%s: %s, not from %s to %s: %s\n",
      words, value == "" ? "not printed" : value, part[3], part[4], part[5]
    return 1
  }' "$out/printed" "$bands" || failed=1
exit $failed
