#!/bin/sh
# usage: coverage.sh BUILD: lines reached for each source file. A file compiled several times (kernels, laws) counts a
# line as reached when any of its versions was.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
find "$build" -name '*.gcda' -path '*/CMakeFiles/libscree.dir/*' -o -name '*.gcda' -path '*/CMakeFiles/kernel_*' -o -name '*.gcda' -path '*/CMakeFiles/scree.dir/*' |
  while read -r data; do (cd "$build" && gcov -t -o "$(dirname "$data")" "$data" 2>/dev/null); done |
  awk -F: -v root="$root/" '
    $2 + 0 == 0 && $3 == "Source" { file = substr($0, index($0, "Source:") + 7); keep = index(file, root "src/") == 1; file = substr(file, length(root) + 1); next }
    !keep || $2 + 0 == 0 { next }
    { count = $1; gsub(/ /, "", count) }
    count == "-" { next }
    { key = file SUBSEP $2 + 0; if (!(key in seen)) { seen[key] = 0; lines[file]++ }
      if (count !~ /^[#=]/ && !seen[key]) { seen[key] = 1; hit[file]++ } }
    END {
      for (f in lines) { printf "%6.1f %%  %5d of %5d  %s\n", 100 * hit[f] / lines[f], hit[f], lines[f], f | "sort -k6"; a += lines[f]; h += hit[f] }
      close("sort -k6")
      if (a) printf "%6.1f %%  %5d of %5d  lines of src/\n", 100 * h / a, h, a
    }'
