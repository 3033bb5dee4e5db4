#!/bin/sh
# A file of PFC 3 and the part that it calls: translated, both give the state of the old ones, and
# so does the part alone, which nobody calls then.
# usage: parts.sh SCREE FOLDER: FOLDER has main.p3dat and part.dat
set -u
[ $# -eq 2 ] || { echo "usage: $0 SCREE FOLDER" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
mkdir "$work/old" "$work/new" && cp "$2/main.p3dat" "$2/part.dat" "$work/old" || exit 2
failed=0
for file in main.p3dat part.dat; do
  "$scree" translate "$work/old/$file" --out "$work/new/$file" 2>"$work/said" ||
    { echo "$file is not translated whole:"; cat "$work/said"; failed=1; }
done

state() { # old|new FILE COMMAND: the hash of the state in which a run of the file ends
  { cat "$work/$1/$2"; printf '\n%s\n' "$3"; } >"$work/$1/run.$2"
  (cd "$work/$1" && "$scree" run --quiet --threads 1 --out "out.$2" "run.$2" >said.txt 2>&1) ||
    cat "$work/$1/said.txt" >&2
  "$scree" hash "$work/$1/out.$2/last.sav"
}
for file in main.p3dat part.dat; do
  old=$(state old "$file" "save last") now=$(state new "$file" "model save 'last'")
  [ -n "$old" ] && [ "$old" = "$now" ] || { echo "$file: another state: $old, $now"; failed=1; }
done
[ $failed -eq 0 ] && echo "as expected"
