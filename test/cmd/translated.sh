#!/bin/sh
# What `scree translate` makes of older files, and what it says of them, word for word.
# MANY is scree, run many times in one process (test/support/many_runs.c).
# usage: translated.sh MANY WANT [renew]: beside WANT lie the folders older, pfc34, pfc5 and cases.
# WANT has `### FILE`, what is said after `| `, and the new text, for each file. renew writes it.
set -u
[ $# -ge 2 ] || { echo "usage: $0 MANY WANT [renew]" >&2; exit 2; }
case $1 in /*) many=$1 ;; *) many=$PWD/$1 ;; esac
case $2 in /*) want=$2 ;; *) want=$PWD/$2 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$(dirname "$want")" || exit 2

for file in older/* pfc34/*.p?dat pfc5/*.p?dat cases/legacy_*.dat; do
  dialect=$(sed -n 's/^ *; args:.*--dialect \(pfc5\).*/\t--dialect\t\1/p' "$file")
  set=$(sed -n 's/^ *; args:.*--set \([^ ]*\).*/\t--set\t\1/p' "$file")
  printf '%s\t\t%s\t%s\t\ttranslate%s%s\t%s\n' "$PWD" "$work/${file##*/}.out" \
    "$work/${file##*/}.err" "$dialect" "$set" "$file"
done >"$work/runs"
"$many" <"$work/runs" >"$work/statuses" || { echo "a run ended all"; exit 1; }
for file in older/* pfc34/*.p?dat pfc5/*.p?dat cases/legacy_*.dat; do
  echo "### $file"
  sed 's/^/| /' "$work/${file##*/}.err"
  sed 's/\r$/<cr>/' "$work/${file##*/}.out"
done >"$work/got"
if [ "${3:-}" = renew ]; then
  cp "$work/got" "$want"
fi
diff "$want" "$work/got" && echo "as expected"
