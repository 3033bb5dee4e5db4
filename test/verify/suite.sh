#!/bin/sh
# Cases pass, and docs/verification.md with its figures is what they give.
# usage: suite.sh SCREE ROOT OUT [PART PARTS [WITHOUT...]]: all cases, or the PART-th, the
# (PART + PARTS)-th and so on of those not named: then the sections of these are compared, and the
# head of the page is not.
set -u
[ $# -eq 3 ] || [ $# -ge 5 ] ||
  { echo "usage: $0 SCREE ROOT OUT [PART PARTS [WITHOUT...]]" >&2; exit 2; }
scree=$1 root=$2 out=$3
page=$root/docs/verification.md
rm -rf "$out"
cases=
if [ $# -ge 5 ]; then
  part=$4 parts=$5
  shift 5
  for without in "$@"; do
    [ -d "$root/verify/$without" ] || { echo "there is no case $without"; exit 1; }
  done
  cases=$("$scree" verify --list --cases "$root/verify" |
    awk -v part="$part" -v parts="$parts" -v without=" $* " '
      !index(without, " " $1 " ") && ++n % parts == part % parts { print $1 }')
  [ -n "$cases" ] || { echo "there are no cases in part $part of $parts"; exit 1; }
fi
# shellcheck disable=SC2086 # words of a list
"$scree" verify --quiet --cases "$root/verify" --out "$out" $cases || exit 1
failed=0
same() {
  cmp "$1" "$2" || { echo "$2 is not what scree verify gives: ./dev docs renews it"; failed=1; }
}
section() { # PAGE TITLE: without blank lines at its end
  awk -v title="$2" '/^## / { inside = $0 == title }
    inside && !NF { blank = blank "\n" }
    inside && NF { printf "%s%s\n", blank, $0; blank = "" }' "$1"
}
if [ -n "$cases" ]; then
  grep '^## ' "$out/verification.md" >"$out/titles"
  while read -r title; do
    section "$out/verification.md" "$title" >"$out/given"
    section "$page" "$title" >"$out/stored"
    same "$out/given" "$out/stored"
  done <"$out/titles"
else
  same "$out/verification.md" "$page"
fi
for figure in "$out"/*/*.svg; do
  [ -e "$figure" ] || continue
  same "$figure" "$root/docs/verification/${figure#"$out"/}"
done
exit $failed
