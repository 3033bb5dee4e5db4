#!/bin/sh
# What `scree check` says of the cases, word for word: they are in order but for what they are made
# to show. MANY is scree, run many times in one process (test/support/many_runs.c).
# usage: checked.sh MANY WANT [renew]: beside WANT lie the folders cases, pfc34 and pfc5. WANT has
# `### FILE` and what is said, but for files of which nothing is. renew writes it.
set -u
[ $# -ge 2 ] || { echo "usage: $0 MANY WANT [renew]" >&2; exit 2; }
case $1 in /*) many=$1 ;; *) many=$PWD/$1 ;; esac
case $2 in /*) want=$2 ;; *) want=$PWD/$2 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$(dirname "$want")" || exit 2

given=" $(grep -l '^ *; args:.*--set ' cases/*.*dat pfc34/*.p?dat pfc5/*.p?dat | tr '\n' ' ')"
for file in cases/*.*dat pfc34/*.p?dat pfc5/*.p?dat; do
  echo "$file" >>"$work/names"
  set=
  case $given in
  *" $file "*) set=$(sed -n 's/^ *; args:.*--set \([^ ]*\).*/\t--set\t\1/p' "$file") ;;
  esac
  printf '%s\t\t%s\t%s\t\tcheck%s\t%s\n' "$PWD/${file%/*}" "$work/${file##*/}.out" \
    "$work/${file##*/}.out" "$set" "${file##*/}"
done >"$work/runs"
"$many" <"$work/runs" >"$work/statuses" || { echo "a run ended all"; exit 1; }
if grep -v ' [01]$' "$work/statuses"; then
  echo "a run crashed, or kept memory: its number and status"
  exit 1
fi
awk -v work="$work" '{
  name = $0
  sub(/.*\//, "", name)
  said = ""
  for (out = work "/" name ".out"; (getline line <out) > 0;) said = said line "\n"
  close(out)
  if (said != "0 errors, 0 warnings\n") printf "### %s\n%s", $0, said
}' "$work/names" >"$work/got"
if [ "${3:-}" = renew ]; then
  cp "$work/got" "$want"
fi
diff "$want" "$work/got" && echo "as expected"
