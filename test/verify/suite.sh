#!/bin/sh
# All cases pass, and docs/verification.md with its figures is what they give.
# usage: suite.sh SCREE ROOT OUT
set -u
[ $# -eq 3 ] || { echo "usage: $0 SCREE ROOT OUT" >&2; exit 2; }
scree=$1 root=$2 out=$3
rm -rf "$out"
"$scree" verify --quiet --cases "$root/verify" --out "$out" || exit 1
failed=0
same() {
  cmp "$1" "$2" || { echo "$2 is not what scree verify gives: ./dev docs renews it"; failed=1; }
}
same "$out/verification.md" "$root/docs/verification.md"
for figure in "$out"/*/*.svg; do
  same "$figure" "$root/docs/verification/${figure#"$out"/}"
done
exit $failed
