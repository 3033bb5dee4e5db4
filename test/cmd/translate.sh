#!/bin/sh
# Translates each file that is written in an older dialect, checks the result, runs both
# and compares the hashes of their last states; what is translated once more stays as it is.
# usage: translate.sh SCREE FILE...
set -u
[ $# -ge 2 ] || { echo "usage: $0 SCREE FILE..." >&2; exit 2; }
case $1 in /*) scree=$1 ;; *) scree=$PWD/$1 ;; esac
shift
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC3045 # dash knows it
ulimit -t 60 # seconds of a processor
whole=0 part=0 same=0 failed=0
complain() { echo "$file: $1"; failed=$((failed + 1)); }
hash_of() { "$scree" hash "$1/last_state.sav" 2>/dev/null || echo "no state"; }

run() { # FILE COMMAND FOLDER [OPTION...]: runs a copy that saves its last state
  { cat "$1"; printf '\n%s\n' "$2"; } >"$1.run"
  # shellcheck disable=SC2086
  "$scree" run --threads 1 --quiet --out "$3" $dim ${4:-} "$1.run" >"$3.out" 2>"$3.err" </dev/null
}

copied=
copy_beside() { # FOLDER: with what its files call, once
  [ "$1" != "$copied" ] || return 0
  rm -rf "$work/files"
  mkdir "$work/files" && cp "$1"/*.* "$work/files" 2>/dev/null
  copied=$1
}

# FILE|OPTIONS of its comments
awk 'FNR == 1 { if (NR > 1) print name "|" dim "|" dialect; name = FILENAME; dim = dialect = "" }
  /^ *; args:.*--dim [23]/ { dim = $0; sub(/.*--dim/, "--dim", dim); dim = substr(dim, 1, 7) }
  /^ *; args:.*--dialect legacy/ { dialect = "--dialect legacy" }
  END { print name "|" dim "|" dialect }' "$@" >"$work/list" || exit 2
count=0
while IFS='|' read -r file dim dialect; do
  count=$((count + 1))
  # shellcheck disable=SC2086
  "$scree" translate $dim $dialect "$file" >"$work/first" 2>"$work/err" </dev/null &&
    cmp -s "$file" "$work/first" &&
    same=$((same + 1)) && continue
  old_out=$work/$count.old new_out=$work/$count.new
  copy_beside "${file%/*}"
  name=${file##*/}
  new=new_$name
  # shellcheck disable=SC2086
  "$scree" translate $dim $dialect "$work/files/$name" --out "$work/files/$new" 2>"$work/err"
  status=$?
  if [ $status -ne 0 ]; then
    part=$((part + 1))
    grep -q ': warning unsupported: not translated: ' "$work/err" ||
      complain "status $status without a message"
    grep -q '; not translated: ' "$work/first" || complain "no comment says what is left"
    continue
  fi
  whole=$((whole + 1))
  # shellcheck disable=SC2086
  "$scree" translate $dim "$work/files/$new" >"$work/again" 2>/dev/null
  cmp -s "$work/again" "$work/files/$new" || complain "translated again, it changes"
  old_save="model save 'last_state'"
  grep -q '^ *model ' "$work/files/$name" || old_save="save last_state"
  run "$work/files/$name" "$old_save" "$old_out" "$dialect" || continue # it shows an error
  run "$work/files/$new" "model save 'last_state'" "$new_out" ||
    complain "the translation does not run: $(grep -m1 error "$new_out.err")"
  grep -q '^ *model domain' "$work/files/$new" || continue # it makes no model
  old=$(hash_of "$old_out") now=$(hash_of "$new_out")
  [ "$old" = "$now" ] || complain "another last state: $old, $now"
done <"$work/list"
echo "$whole files translated whole, $part in part, $same are of today, $failed faults"
[ $failed -eq 0 ]
