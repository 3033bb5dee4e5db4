#!/bin/sh
# Translates each file that is written in an older dialect, checks the result, runs both
# and compares what they print and the hashes of their last states; what is translated once more
# stays as it is.
# MANY is scree, run many times in one process (test/support/many_runs.c).
# usage: translate.sh MANY FILE...
set -u
[ $# -ge 2 ] || { echo "usage: $0 MANY FILE..." >&2; exit 2; }
case $1 in /*) many=$1 ;; *) many=$PWD/$1 ;; esac
shift
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
tab=$(printf '\t')
whole=0 part=0 same=0 failed=0
complain() { echo "$file: $1"; failed=$((failed + 1)); }

# A run of scree is put on a list, and all of the list are run at once: status_NAME tells how the
# run of that name ended, $work/NAME.out and $work/NAME.err what it said. To start another program
# takes longer than a run does: what is asked of each file is asked by the shell itself.
plan() { # NAME WORD...
  printf '%s' "$work$tab$tab$work/$1.out$tab$work/$1.err$tab" >>"$work/runs"
  echo "$1" >>"$work/names"
  shift
  for word in "$@"; do printf '\t%s' "$word"; done >>"$work/runs"
  echo >>"$work/runs"
}
run_planned() {
  "$many" <"$work/runs" >"$work/statuses" || { echo "a run ended all"; exit 1; }
  while read -r name <&3 && read -r _ status <&4; do eval "status_$name=$status"; done \
    3<"$work/names" 4<"$work/statuses"
  : >"$work/runs"
  : >"$work/names"
}

copied=
copy_beside() { # FOLDER: with what its files call, once, to $files
  [ "$1" != "$copied" ] || return 0
  copied=$1 files=$work/files$n
  mkdir "$files" && cp "$1"/*.* "$files" 2>/dev/null
}

# NUMBER FILE, its OPTIONS from its comments
awk 'FNR == 1 { if (NR > 1) print ++n, name, dim, set, dialect
    name = FILENAME; dim = set = dialect = "" }
  /^ *; args:.*--set / { set = $0; sub(/.*--set /, "--set ", set); sub(/ --d.*/, "", set) }
  /^ *; args:.*--dim [23]/ { dim = $0; sub(/.*--dim/, "--dim", dim); dim = substr(dim, 1, 7) }
  /^ *; args:.*--dialect legacy/ { dialect = "--dialect legacy" }
  /^ *; args:.*--dialect pfc5/ { dialect = "--dialect pfc5" }
  END { print ++n, name, dim, set, dialect }' "$@" >"$work/list" || exit 2
: >"$work/runs"
: >"$work/whole"
: >"$work/names"

# shellcheck disable=SC2086 # options are words
while read -r n file options; do
  plan "${n}_first" translate $options "$file"
done <"$work/list"
run_planned

while read -r n file options; do # those that are other than before
  if eval "[ \$status_${n}_first = 0 ]" && cmp -s "$file" "$work/${n}_first.out"; then
    same=$((same + 1))
    continue
  fi
  copy_beside "${file%/*}"
  echo "$n $file $files ${file##*/} $options" >>"$work/older"
  # shellcheck disable=SC2086
  plan "${n}_made" translate $options "$files/${file##*/}" --out "$files/new_${file##*/}"
done <"$work/list"
run_planned

last_state() { # FILE COMMAND NUMBER OPTION...: a run of a copy that saves its last state
  from=${1%/*}/$3.${1##*/} number=$3 # its suffix tells the dimension
  { cat "$1"; printf '\n%s\n' "$2"; } >"$from"
  shift 3
  plan "$number" run --threads 1 --quiet --out "$work/$number" "$@" "$from"
}

while read -r n file files name options; do
  eval "status=\$status_${n}_made"
  if [ "$status" != 0 ]; then
    part=$((part + 1))
    grep -q ': warning unsupported: not translated: ' "$work/${n}_made.err" && left=1 || left=0
    if [ $left = 0 ]; then
      grep -q ': line [0-9]* of the translation does not run: ' "$work/${n}_made.err" ||
        complain "status $status without a message"
    else
      grep -q '; not translated: ' "$work/${n}_first.out" || complain "no comment says what is left"
    fi
    continue
  fi
  whole=$((whole + 1))
  echo "$n $file $files $name" >>"$work/whole"
  dim=${options%%--dialect*}
  save="save last_state" # of any dialect
  case $file in # PFC 5 cleans first
  */pfc5/*) now="model clean
$save" ;;
  *) now=$save ;;
  esac
  # shellcheck disable=SC2086
  plan "${n}_again" translate $dim "$files/new_$name"
  # shellcheck disable=SC2086
  last_state "$files/$name" "$save" "${n}_old" $options
  # shellcheck disable=SC2086
  last_state "$files/new_$name" "$now" "${n}_new" $dim
  for state in old new; do plan "${n}_hash_$state" hash "$work/${n}_$state/last_state.sav"; done
done <"$work/older"
run_planned

while read -r n file files name; do
  cmp -s "$work/${n}_again.out" "$files/new_$name" || complain "translated again, it changes"
  eval "[ \$status_${n}_old = 0 ]" || continue # it shows an error
  eval "[ \$status_${n}_new = 0 ]" ||
    complain "the translation does not run: $(grep -m1 error "$work/${n}_new.err")"
  grep -q 'note: it calls' "$work/${n}_made.err" || # what it calls is not translated
    cmp -s "$work/${n}_old.out" "$work/${n}_new.out" || complain "it prints something else"
  grep -q '^ *model domain' "$files/new_$name" || continue # it makes no model
  if grep -q '^ *stop' "$files/$name"; then continue; fi # the line that saves is not reached
  read -r old <"$work/${n}_hash_old.out"
  read -r now <"$work/${n}_hash_new.out"
  [ -n "$old" ] && [ "$old" = "$now" ] || complain "another last state: $old, $now"
done <"$work/whole"
echo "$whole files translated whole, $part in part, $same are of today, $failed faults"
[ $failed -eq 0 ]
