#!/bin/sh
# Writes into cases the state that each leaves (`; state: HASH`, see run_cases.sh): anew where other
# results are meant, and into new cases. Those that end with an error get none, nor those whose
# state depends on the folder that they run in.
# usage: states.sh MANY DIR CASE...
set -u
[ $# -ge 3 ] || { echo "usage: $0 MANY DIR CASE..." >&2; exit 2; }
case $1 in /*) many=$1 ;; *) many=$PWD/$1 ;; esac
run=$(cd "$(dirname "$0")" && pwd)/run_cases.sh
dir=$(cd "$2" && pwd) || exit 2
said=$(mktemp) || exit 2
trap 'rm -f "$said"' EXIT
shift 2
cd "$dir" && { [ ! -d cases ] || cd cases; } || exit 2

tag() { # CASE [HASH]
  sed -i '/^; state: /d' "$1"
  [ -z "${2:-}" ] || echo "; state: $2" >>"$1"
}
# Of what the cases say is wrong: those of another state, and that state.
others() {
  sh "$run" "$many" "$dir" "$@" >"$said"
  sed -n '/^[^ ]*:$/{s/:$//;h;}; s/^  it leaves the state \([0-9a-f]*\), not .*/\1/; t found
    b
    :found
    G; s/\(.*\)\n\(.*\)/\2 \1/p' "$said"
}
for case in "$@"; do
  if ! grep -q "$(printf '\r')" "$case" && [ -z "$(tail -c 1 "$case")" ]; then
    tag "$case" unknown
  fi
done
others "$@" | while read -r case hash; do tag "$case" "$hash"; done
others "$@" | while read -r case hash; do tag "$case"; done
sed -i '/^; state: unknown$/d' "$@" # what others call alone
