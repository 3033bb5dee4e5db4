#!/bin/sh
# tools/mutate.same names files and lines that are there, and one that is not is told.
# usage: mutate_same.sh SOURCE
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$1/tools/mutate.py" --same
mkdir -p "$work/tools" "$work/src"
cp "$1"/tools/*.py "$work/tools"
printf '%s\n' src/here.c '- a' '+ b' >"$work/tools/mutate.same"
touch "$work/src/here.c"
python3 "$work/tools/mutate.py" --same
rm "$work/src/here.c"
! python3 "$work/tools/mutate.py" --same 2>"$work/told" || exit 1
grep -q 'there is no src/here.c' "$work/told"
printf '%s\n' src/here.c '= int x = 1;' >"$work/tools/mutate.same"
echo '  int x = 1;' >"$work/src/here.c"
python3 "$work/tools/mutate.py" --same
echo '  int x = 2;' >"$work/src/here.c"
! python3 "$work/tools/mutate.py" --same 2>"$work/told" || exit 1
grep -q 'src/here.c has no line int x = 1;' "$work/told"
