#!/bin/sh
# Each contact law that exerts a force has its row in the bench, and runs there with contacts.
# usage: laws.sh SOURCE SCREE
set -u
[ $# -eq 2 ] || { echo "usage: $0 SOURCE SCREE" >&2; exit 2; }
source=$1 scree=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0
for y in 0.001 0.00299; do
  echo "0.001 $y 0.00099 0.001"
  echo "0.00299 $y 0.00099 0.001"
done >"$work/bed"

laws=$(sed -n 's/^MODEL(\(.*\))$/\1/p' "$source/src/model/models.def" | grep -vx null)
[ -n "$laws" ] || { echo "no laws"; exit 1; }
for law in $laws; do
  sed -n '/^LAWS = \[/,/\]/p' "$source/bench/cases.py" | grep -q "\"$law\"" ||
    { echo "bench/cases.py: no row of the law $law"; failed=1; }
  "$scree" run --quiet --out "$work" --set "law=$law" --set "bed=$work/bed" --set lx=0.01 \
    --set ly=0.01 --set warm=2 --set cycles=5 "$source/bench/cases/laws.dat" >"$work/out" 2>&1
  if [ $? -ne 0 ] || ! grep -qx 'contacts 8 4' "$work/out"; then
    echo "law $law: no contacts, or an error"
    sed 's/^/  | /' "$work/out"
    failed=1
  fi
done
exit $failed
