#!/bin/sh
# usage: seeds.sh SCREE TARGET DIRECTORY: copies what fuzzing of a target starts from to a
# directory: its corpus, and the data files, scripts and save files that the project has anyway. The
# first byte of a data file says dialect (2: legacy) and dimension (1: 2D).
set -eu
[ $# -eq 3 ] || { echo "usage: $0 SCREE TARGET DIRECTORY" >&2; exit 2; }
scree=$1 target=$2 out=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
[ ! -d "$root/test/fuzz/corpus/$target" ] || cp "$root/test/fuzz/corpus/$target/"* "$out"

with_byte() { # BYTE FILE
  { printf '%s' "$1" && cat "$2"; } >"$out/$1-$(basename "$2")"
}
case $target in
  fuzz_fish) cp "$root"/test/script/cases/*.fis "$out" ;;
  fuzz_save) "$scree" run --quiet --out "$out" "$root/test/fuzz/small.dat" ;;
  fuzz_data)
    for file in "$root"/test/cmd/cases/*.*dat "$root"/examples/*.*dat; do
      case $(basename "$file") in
        legacy*2d.*) with_byte 3 "$file" ;;
        legacy*) with_byte 2 "$file" && with_byte 3 "$file" ;;
        *2d.* | *.p2dat) with_byte 1 "$file" ;;
        *) with_byte 0 "$file" && with_byte 1 "$file" ;;
      esac
    done
    ;;
  fuzz_table)
    for file in "$root"/test/cmd/cases/*.txt; do
      with_byte 0 "$file"
      with_byte 2 "$file"
      with_byte 3 "$file"
    done
    ;;
esac
