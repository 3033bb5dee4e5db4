#!/bin/sh
# All that a data file prints and writes, and what scree check says of it, byte for byte.
# usage: outputs.sh SCREE DATAFILE [renew]: standard output, the files of DATA.dat, and the hash of
# the state that it leaves lie in the folder DATA beside it; renew writes them there.
# `; args: WORDS` gives options.
set -u
[ $# -ge 2 ] || { echo "usage: $0 SCREE DATAFILE [renew]" >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
mkdir "$work/out"
cd "$(dirname "$2")" || exit 2
name=$(basename "$2" .dat)
args=$(sed -n 's/^; args: //p' "$name.dat")
echo "model save 'end'" >"$work/end.dat"
# shellcheck disable=SC2086 # words
"$scree" run --quiet --threads 1 --out "$work/out" $args "$name.dat" "$work/end.dat" \
  >"$work/stdout" 2>&1 || { cat "$work/stdout"; exit 1; }
mv "$work/stdout" "$work/out/stdout"
"$scree" hash "$work/out/end.sav" >"$work/out/hash" || exit 1
# shellcheck disable=SC2086
"$scree" check $args "$name.dat" >"$work/out/check" 2>&1
rm -f "$work"/out/*.sav # test_session_save looks at these
if [ "${3:-}" = renew ]; then
  rm -rf "$name" && cp -r "$work/out" "$name"
fi
diff -r "$name" "$work/out" && echo "as expected"
