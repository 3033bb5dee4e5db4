#!/bin/sh
# What scree says of itself, word for word.
# usage: help.sh SCREE FILE [renew]: a line `$ WORDS` of FILE is a command line of scree, the lines
# after it all that it prints. renew writes that into FILE.
set -u
[ $# -ge 2 ] || { echo "usage: $0 SCREE FILE [renew]" >&2; exit 2; }
got=$(mktemp) || exit 2
trap 'rm -f "$got"' EXIT
sed -n 's/^\$ //p' "$2" | while read -r words; do
  printf '$ %s\n' "$words"
  # shellcheck disable=SC2086 # words
  "$1" $words </dev/null 2>&1 | sed 's/^scree [0-9][0-9.]*,/scree VERSION,/'
done >"$got"
if [ "${3:-}" = renew ]; then cp "$got" "$2"; fi
diff "$2" "$got" && echo "as expected"
