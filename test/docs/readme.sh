#!/bin/sh
# What README.md shows is what the program prints, and its figures of speed are rows of
# bench/README.md.
# usage: readme.sh SCREE ROOT [renew]: renew writes README.md anew
set -u
[ $# -ge 2 ] || { echo "usage: $0 SCREE ROOT [renew]" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
cd "$2" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

shown=
while IFS= read -r line; do
  case $line in
    '```console') shown=yes ;;
    '```') shown= ;;
  esac
  case $shown$line in
    'yes$ scree run '*)
      echo "$line"
      "$scree" run --quiet --threads 1 --out "$work/out" "${line#\$ scree run }" 2>&1 ||
        echo "fails"
      ;;
    'yes```console' | yes'```') echo "$line" ;;
    yes*) ;;
    *) echo "$line" ;;
  esac
done <README.md >"$work/README.md"

if [ "${3:-}" = renew ]; then
  cp "$work/README.md" README.md
elif ! diff README.md "$work/README.md"; then
  echo "README.md does not show what the program prints: ./dev docs renews it"
  failed=1
fi

grep -E '^\| [a-z0-9, -]+ \| [0-9]+ \| [0-9]' README.md >"$work/rows"
[ -s "$work/rows" ] || { echo "README.md has no row of speed"; failed=1; }
while IFS= read -r row; do
  grep -qxF -e "$row" bench/README.md || { echo "no row of bench/README.md: $row"; failed=1; }
done <"$work/rows"
exit $failed
